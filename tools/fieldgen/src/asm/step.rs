//! One step of an almost-Montgomery product with a modulus of run-time value.
//!
//! `2^(52 TAKEN) out = sums + x b + q m`, with `TAKEN` limbs of `b` and the `q` that makes it
//! whole (Gueron and Krasnov, "Software implementation of modular exponentiation, using advanced
//! vector instructions architectures", WAIFI 2012).

use super::ARRAYS;
use crate::ir::{Group, Op, Program, Step, Value};

/// How many limbs of one operand a step takes.
pub const TAKEN: usize = 5;

/// Bits of a limb.
pub const BITS: u32 = 52;

/// Which step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Limbs of a number, more than `TAKEN`.
    pub limbs: usize,
    /// Limbs of `x` below this one, a multiple of `TAKEN`, count as 0, as in a square.
    pub from: usize,
}

/// Steps that are added one by one.
#[derive(Default)]
pub struct Builder {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Builder {
    /// Adds a step with one result.
    pub fn push(&mut self, op: Op, args: &[Value], immediate: u64) -> Value {
        self.steps.push(Step { op, args: args.to_vec(), immediate });
        Value::new(self.steps.len() - 1, 0)
    }

    /// Adds the inputs of a step of `limbs` limbs.
    pub fn inputs(&mut self, limbs: usize) -> Vec<Group> {
        let sizes = [limbs, limbs, TAKEN, limbs, 1];
        let mut groups = Vec::new();
        for (group, (array, size)) in ARRAYS.iter().zip(sizes).enumerate() {
            let limbs = (0..size)
                .map(|limb| self.push(Op::Input, &[], (group as u64) << 32 | limb as u64))
                .collect();
            groups.push(Group { name: array.name, limbs });
        }
        groups
    }
}

/// Adds to `sum` what a number's limbs and the factors `f` have at a place; no limb is 0.
fn column(
    to: &mut Builder,
    mut sum: Value,
    limbs: &[Option<Value>],
    f: &[Value],
    at: usize,
) -> Value {
    for (s, factor) in f.iter().enumerate() {
        let here = at.checked_sub(s).and_then(|i| limbs.get(i).copied()?);
        let below = at.checked_sub(s + 1).and_then(|i| limbs.get(i).copied()?);
        for (op, limb) in [(Op::Madd52Lo, here), (Op::Madd52Hi, below)] {
            if let Some(limb) = limb {
                sum = to.push(op, &[sum, limb, *factor], 0);
            }
        }
    }
    sum
}

/// Builds a step.
#[must_use]
pub fn build(shape: Shape) -> Program {
    let Shape { limbs, from } = shape;
    assert!(limbs > TAKEN && from < limbs, "a step takes a part of a number");
    let mut to = Builder::default();
    let inputs = to.inputs(limbs);
    let [sums, x, b, m, inverse] = [0, 1, 2, 3, 4].map(|group| inputs[group].limbs.clone());
    let some = |limbs: &[Value], from: usize| -> Vec<Option<Value>> {
        limbs.iter().enumerate().map(|(i, limb)| (i >= from).then_some(*limb)).collect()
    };
    let (x, words) = (some(&x, from), some(&m, 0));
    let mask = to.push(Op::Const, &[], (1 << BITS) - 1);
    let mut quotients = Vec::new();
    let mut carry = None;
    let mut output = Vec::new();
    for at in 0..limbs + TAKEN {
        let first = sums.get(at).copied().unwrap_or_else(|| to.push(Op::Const, &[], 0));
        let mut sum = column(&mut to, first, &x, &b, at);
        if !quotients.is_empty() {
            // A sum of its own, as one alone would wait for each product.
            let other = to.push(Op::Const, &[], 0);
            let other = column(&mut to, other, &words, &quotients, at);
            sum = to.push(Op::Add, &[sum, other], 0);
        }
        if let Some(carry) = carry.take() {
            sum = to.push(Op::Add, &[sum, carry], 0);
        }
        if at >= TAKEN {
            output.push(sum);
            continue;
        }
        let low = to.push(Op::And, &[sum, mask], 0);
        let nothing = to.push(Op::Const, &[], 0);
        let quotient = to.push(Op::Madd52Lo, &[nothing, low, inverse[0]], 0);
        let whole = to.push(Op::Madd52Lo, &[sum, m[0], quotient], 0);
        carry = Some(to.push(Op::Shr, &[whole], BITS.into()));
        quotients.push(quotient);
    }
    Program {
        name: "step",
        inputs,
        steps: to.steps,
        output,
        limb_bits: BITS,
        hints: Vec::new(),
        quotients,
    }
}
