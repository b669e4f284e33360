//! The integer meaning of each step, as an equation between forms.

use super::form::{Atom, Form};
use super::{Reason, Refusal};
use crate::ir::{Kind, Op, Program, Step, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A number that no step names but several equations share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// `value / 2^shift`, rounded down.
    High {
        /// The value.
        value: Value,
        /// How many low bits are left out.
        shift: u32,
    },
    /// `a * b / 2^52`, rounded down.
    ProductHigh {
        /// The factor that is made first.
        a: Value,
        /// The other factor.
        b: Value,
    },
}

impl Part {
    /// The value that this is a part of, if it is one value.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            Part::High { value, .. } => Some(value),
            Part::ProductHigh { .. } => None,
        }
    }
}

/// What is known about one result of a step.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// The value is not expressed by others.
    Free,
    /// `value = form`.
    Equal(Form),
    /// `low + weight * high = form`, where low and high are the two results. The weight is a power
    /// of two, or minus one for a borrow.
    Split {
        /// What the two results are made of.
        form: Form,
        /// The place of the second result.
        weight: BigInt,
    },
}

/// The equations of a whole program.
pub struct Equations<'a> {
    /// The program they belong to.
    pub program: &'a Program,
    /// Shared parts; `Atom::part(i)` is `parts[i]`.
    pub parts: Vec<Part>,
    meanings: Vec<Meaning>,
}

/// `2^64`.
#[must_use]
pub fn word() -> BigInt {
    BigInt::one() << 64
}

/// Least and greatest word in the reading of `kind`. Asked for at every step, so made once.
#[must_use]
pub fn word_range(kind: Kind) -> &'static (BigInt, BigInt) {
    static UNSIGNED: LazyLock<(BigInt, BigInt)> = LazyLock::new(|| (BigInt::zero(), word() - 1));
    static SIGNED: LazyLock<(BigInt, BigInt)> = LazyLock::new(|| {
        let half: BigInt = word() >> 1;
        (-&half, half - 1)
    });
    match kind {
        Kind::Unsigned => &UNSIGNED,
        Kind::Signed => &SIGNED,
    }
}

/// True if `op` may read or write `value`. An input is a word in either reading.
#[must_use]
pub fn fits(op: Op, value: &BigInt) -> bool {
    let (low, high) = word_range(op.kind());
    let (least, _) = word_range(Kind::Signed);
    (low <= value && value <= high) || (op == Op::Input && least <= value && value <= high)
}

/// What a carry adds to its operand and subtracts from it on the way.
#[must_use]
pub fn carry_reach(step: &Step) -> Option<BigInt> {
    (step.op == Op::CarrySigned).then(|| BigInt::one() << (step.immediate - 1))
}

/// The number of low bits that a constant `2^k - 1` keeps.
#[must_use]
pub fn low_bits(constant: u64) -> Option<u32> {
    let bits = constant.trailing_ones();
    (bits < 64 && bits > 0 && constant >> bits == 0).then_some(bits)
}

impl<'a> Equations<'a> {
    /// Reads the meaning of each step of `program`.
    pub fn new(program: &'a Program) -> Result<Self, Refusal> {
        let mut equations = Self { program, parts: Vec::new(), meanings: Vec::new() };
        let mut known = HashMap::new();
        for (number, step) in program.steps.iter().enumerate() {
            let meaning = equations.read(step, &mut known).map_err(|reason| Refusal {
                program: program.name,
                step: Some(number),
                reason,
            })?;
            equations.meanings.push(meaning);
        }
        Ok(equations)
    }

    /// The meaning of the step number `step`.
    #[must_use]
    pub fn of(&self, step: usize) -> &Meaning {
        &self.meanings[step]
    }

    fn read(&mut self, step: &Step, known: &mut HashMap<Part, Atom>) -> Result<Meaning, Reason> {
        let args = &step.args;
        let term = |place: usize| self.operand(args[place]);
        let product = |a: usize, b: usize| term(a).multiplied(&term(b));
        let meaning = match step.op {
            Op::Input | Op::MulLow => Meaning::Free,
            Op::Const => Meaning::Equal(Form::constant(step.immediate)),
            Op::MulWide => Meaning::Split { form: product(0, 1), weight: word() },
            Op::Mac => {
                let form = product(0, 1).plus(&term(2)).plus(&term(3));
                Meaning::Split { form, weight: word() }
            }
            Op::Add => Meaning::Equal(term(0).plus(&term(1))),
            Op::Sub => Meaning::Equal(term(0).minus(&term(1))),
            Op::Adc => {
                let form = term(0).plus(&term(1)).plus(&term(2));
                Meaning::Split { form, weight: word() }
            }
            Op::Sbb => {
                let form = term(0).minus(&term(1)).minus(&term(2));
                Meaning::Split { form, weight: -word() }
            }
            Op::Mask => Meaning::Equal(term(0).times(&(word() - 1))),
            Op::Select => {
                let bit = Form::atom(self.mask_bit(args[0]).ok_or(not_a_mask(0))?);
                let change = bit.multiplied(&term(1).minus(&term(2)));
                Meaning::Equal(term(2).plus(&change))
            }
            Op::And => self.read_and(args, known)?,
            Op::Shl => {
                let distance = step.immediate as u32;
                let form = term(0).times(&(BigInt::one() << distance));
                let high = self.part(known, Part::High { value: args[0], shift: 64 - distance });
                Meaning::Equal(form.minus(&Form::atom(high).times(&word())))
            }
            Op::Shr => {
                let part = Part::High { value: args[0], shift: step.immediate as u32 };
                Meaning::Equal(Form::atom(self.part(known, part)))
            }
            Op::Madd52Lo | Op::Madd52Hi => {
                let (form, product) = (term(0), product(1, 2));
                let (a, b) = (args[1].min(args[2]), args[1].max(args[2]));
                let high = Form::atom(self.part(known, Part::ProductHigh { a, b }));
                Meaning::Equal(if step.op == Op::Madd52Lo {
                    form.plus(&product).minus(&high.times(&(BigInt::one() << 52)))
                } else {
                    form.plus(&high)
                })
            }
            Op::MulSigned => Meaning::Equal(product(0, 1)),
            Op::AddSigned => Meaning::Equal(term(0).plus(&term(1))),
            Op::SubSigned => Meaning::Equal(term(0).minus(&term(1))),
            Op::ShlSigned => Meaning::Equal(term(0).times(&(BigInt::one() << step.immediate))),
            Op::SplitSigned | Op::CarrySigned => {
                Meaning::Split { form: term(0), weight: BigInt::one() << step.immediate }
            }
        };
        Ok(meaning)
    }

    fn read_and(
        &mut self,
        args: &[Value],
        known: &mut HashMap<Part, Atom>,
    ) -> Result<Meaning, Reason> {
        for (mask, other) in [(args[0], args[1]), (args[1], args[0])] {
            if let Some(bit) = self.mask_bit(mask) {
                return Ok(Meaning::Equal(Form::atom(bit).multiplied(&self.operand(other))));
            }
            if let Some(bits) = self.program.constant(mask).and_then(low_bits) {
                let part = self.part(known, Part::High { value: other, shift: bits });
                let high = Form::atom(part).times(&(BigInt::one() << bits));
                return Ok(Meaning::Equal(self.operand(other).minus(&high)));
            }
        }
        Err(not_a_mask(0))
    }

    /// If `low` is the low half of a product of limbs and nothing more: the high half, and the
    /// product.
    #[must_use]
    pub fn halves(&self, low: Value) -> Option<(Atom, Form)> {
        let step = self.program.step_of(low);
        let [sum, a, b] = *step.args.as_slice() else { return None };
        let is_low = step.op == Op::Madd52Lo && self.program.constant(sum) == Some(0);
        let part = Part::ProductHigh { a: a.min(b), b: a.max(b) };
        let place = self.parts.iter().position(|known| is_low && *known == part)?;
        Some((Atom::part(place), self.operand(a).multiplied(&self.operand(b))))
    }

    /// The operand as a form; constants are put in at once.
    fn operand(&self, value: Value) -> Form {
        match self.program.constant(value) {
            Some(constant) => Form::constant(constant),
            None => Form::atom(value),
        }
    }

    /// The bit that the mask `value` was made of.
    #[must_use]
    pub fn mask_bit(&self, value: Value) -> Option<Value> {
        let step = self.program.step_of(value);
        (step.op == Op::Mask).then(|| step.args[0])
    }

    fn part(&mut self, known: &mut HashMap<Part, Atom>, part: Part) -> Atom {
        *known.entry(part).or_insert_with(|| {
            self.parts.push(part);
            Atom::part(self.parts.len() - 1)
        })
    }
}

fn not_a_mask(operand: usize) -> Reason {
    Reason::Operand { operand, needs: "a mask or a constant 2^k - 1" }
}
