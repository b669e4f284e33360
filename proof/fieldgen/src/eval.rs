//! An interpreter of programs over big integers: the third check, and the source of examples.

use crate::ir::{Op, Program, Step, Value};
use crate::prove::meaning::{carry_reach, fits};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// A run that left the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The step.
    pub step: usize,
    /// The number that does not fit.
    pub value: BigInt,
}

/// All values of one run.
pub struct Run {
    values: Vec<BigInt>,
}

impl Run {
    /// What `value` was.
    #[must_use]
    pub fn value(&self, value: Value) -> &BigInt {
        &self.values[value.index()]
    }

    /// `sum(words[i] * 2^(bits * i))`.
    #[must_use]
    pub fn number(&self, words: &[Value], bits: u32) -> BigInt {
        let places = words.iter().enumerate();
        places.map(|(place, word)| self.value(*word) << (bits as usize * place)).sum()
    }
}

/// Runs `program` on `inputs`, limbs of one group after the other, in exact integers.
///
/// Fails at the first result that is no word, instead of wrapping around.
pub fn run(program: &Program, inputs: &[Vec<BigInt>]) -> Result<Run, Fault> {
    let mut run = Run { values: vec![BigInt::zero(); program.steps.len() * 2] };
    for (number, step) in program.steps.iter().enumerate() {
        if let Some(value) = foreign_operand(&run, step) {
            return Err(Fault { step: number, value });
        }
        let results = apply(&run, step, inputs);
        for (part, value) in results.into_iter().enumerate() {
            if !fits(step.op, &value) {
                return Err(Fault { step: number, value });
            }
            run.values[Value::new(number, part).index()] = value;
        }
    }
    Ok(run)
}

/// The number that the step would form on the way and that is no word: an operand that is another
/// number in the reading of this step, or the operand of a carry with half a place added.
fn foreign_operand(run: &Run, step: &Step) -> Option<BigInt> {
    let operands = step.args.iter().map(|arg| run.value(*arg).clone());
    let on_the_way = carry_reach(step).into_iter().flat_map(|half| {
        let value = run.value(step.args[0]);
        [value + &half, value - half]
    });
    operands.chain(on_the_way).find(|value| !fits(step.op, value))
}

fn apply(run: &Run, step: &Step, inputs: &[Vec<BigInt>]) -> Vec<BigInt> {
    let arg = |place: usize| run.value(step.args[place]);
    let low = |value: BigInt, bits: u32| value & ((BigInt::one() << bits) - 1);
    let split = |total: BigInt| {
        let high: BigInt = &total >> 64;
        vec![low(total, 64), high]
    };
    match step.op {
        Op::Input => {
            let (group, limb) = (step.immediate >> 32, step.immediate & 0xffff_ffff);
            vec![inputs[group as usize][limb as usize].clone()]
        }
        Op::Const => vec![step.immediate.into()],
        Op::MulLow => vec![low(arg(0) * arg(1), 64)],
        Op::MulWide => split(arg(0) * arg(1)),
        Op::Mac => split(arg(0) * arg(1) + arg(2) + arg(3)),
        Op::Madd52Lo => vec![arg(0) + low(arg(1) * arg(2), 52)],
        Op::Madd52Hi => vec![arg(0) + ((arg(1) * arg(2)) >> 52)],
        Op::Add => vec![arg(0) + arg(1)],
        Op::Sub => vec![arg(0) - arg(1)],
        Op::Adc => split(arg(0) + arg(1) + arg(2)),
        Op::Sbb => {
            let total: BigInt = arg(0) - arg(1) - arg(2);
            let high: BigInt = &total >> 64;
            vec![low(total, 64), -high]
        }
        Op::And => vec![arg(0) & arg(1)],
        Op::Shl => vec![low(arg(0) << step.immediate, 64)],
        Op::Shr => vec![arg(0) >> step.immediate],
        Op::Mask => vec![arg(0) * ((BigInt::one() << 64) - 1)],
        Op::Select => {
            let mask: &BigInt = arg(0);
            let inverse: BigInt = (BigInt::one() << 64) - 1 - mask;
            vec![(arg(1) & mask) | (arg(2) & inverse)]
        }
        Op::MulSigned => vec![arg(0) * arg(1)],
        Op::AddSigned => vec![arg(0) + arg(1)],
        Op::SubSigned => vec![arg(0) - arg(1)],
        Op::ShlSigned => vec![arg(0) << step.immediate],
        Op::SplitSigned => {
            let high: BigInt = arg(0) >> step.immediate;
            vec![arg(0) - (&high << step.immediate), high]
        }
        Op::CarrySigned => {
            let half = BigInt::one() << (step.immediate - 1);
            let high: BigInt = (arg(0) + half) >> step.immediate;
            vec![arg(0) - (&high << step.immediate), high]
        }
    }
}
