//! What a certificate says of a case: words, operands and output are within their bounds.

use super::{Analysis, Range};
use crate::ir::{Kind, Op, Step, Value};
use crate::prove::meaning::{carry_reach, word_range};
use crate::prove::ranges::{within, zero_or_one};
use crate::prove::{Reason, Refusal};
use num_bigint::BigInt;
use num_traits::{One, Zero};

impl Analysis<'_> {
    /// Compares the operands and results of a step with the words that it reads and writes.
    fn check_words(&self, step: &Step, number: usize) -> Result<(), Reason> {
        let kind = step.op.kind();
        let overflow = |range: Range| match kind {
            Kind::Unsigned => Reason::Overflow { range, bits: 64 },
            Kind::Signed => Reason::SignedOverflow { range },
        };
        for part in 0..step.op.results() {
            let range = &self.ranges[Value::new(number, part).index()];
            let either = step.op == Op::Input && within(range, word_range(Kind::Signed));
            if !either && !within(range, word_range(kind)) {
                return Err(overflow(range.clone()));
            }
        }
        for (operand, arg) in step.args.iter().enumerate() {
            let range = &self.ranges[arg.index()];
            if !within(range, word_range(kind)) {
                let needs = match kind {
                    Kind::Unsigned => "an unsigned word",
                    Kind::Signed => "a signed word",
                };
                return Err(Reason::Operand { operand, needs });
            }
            if let Some(half) = carry_reach(step) {
                let reach = (&range.0 - &half, &range.1 + half);
                if !within(&reach, word_range(kind)) {
                    return Err(overflow(reach));
                }
            }
        }
        Ok(())
    }

    /// Compares the ranges with the words, the operands and the contract.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let program = self.equations.program;
        let refuse = |step, reason| Err(Refusal { program: program.name, step, reason });
        let narrow = (BigInt::zero(), (BigInt::one() << 52) - 1);
        for (number, step) in program.steps.iter().enumerate() {
            let operand_in =
                |place: usize, range: &Range| within(&self.ranges[step.args[place].index()], range);
            self.check_words(step, number).or_else(|reason| refuse(Some(number), reason))?;
            let (places, range, needs): (&[usize], _, _) = match step.op {
                Op::Adc | Op::Sbb => (&[2], zero_or_one(), "0 or 1"),
                Op::Mask => (&[0], zero_or_one(), "0 or 1"),
                Op::Madd52Lo | Op::Madd52Hi => (&[1, 2], narrow.clone(), "below 2^52"),
                _ => continue,
            };
            if let Some(operand) = places.iter().find(|place| !operand_in(**place, &range)) {
                return refuse(Some(number), Reason::Operand { operand: *operand, needs });
            }
        }
        let output = &self.contract.output;
        let value = self.output_range();
        let limbs = program.output.iter().zip(&output.limbs);
        let limbs_fit = program.output.len() == output.limbs.len()
            && limbs.into_iter().all(|(word, range)| within(&self.ranges[word.index()], range));
        if !limbs_fit || !within(&value, &output.value) {
            return refuse(None, Reason::Output { range: value });
        }
        Ok(())
    }
}
