//! Programs of products of numbers of run-time length in lanes, before they are ordered.
//!
//! Separated operand scanning: the columns of a product, or of a square with each product of two
//! limbs once, and then steps of an almost-Montgomery reduction, `2^(52 TAKEN) out = sums + q m`
//! with the `q` that makes it whole (Koç, Acar, Kaliski, "Analyzing and comparing Montgomery
//! multiplication algorithms", IEEE Micro 16(3), 1996; Gueron and Krasnov, "Software
//! implementation of modular exponentiation, using advanced vector instructions architectures",
//! WAIFI 2012).

use super::{ARRAYS, SUMS};
use crate::ir::{Group, Op, Program, Step, Value};

/// How many limbs a step of a reduction takes.
pub const TAKEN: usize = 5;

/// Bits of a limb.
pub const BITS: u32 = 52;

/// How many columns are summed up beside each other: no sum waits for the one before.
const COLUMNS: usize = 8;

/// What a program computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// `sums = x y`, a sum for each column.
    Product,
    /// `sums = x^2`.
    Square,
    /// `2^(52 TAKEN) out = sums + q words`; the sums out stand above the `TAKEN` lowest ones in.
    Reduction,
}

/// Which program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// What it computes.
    pub task: Task,
    /// Limbs of a number, more than `TAKEN`.
    pub limbs: usize,
}

impl Shape {
    /// How many words of each of [`ARRAYS`] it reads.
    #[must_use]
    pub fn reads(self) -> [usize; ARRAYS.len()] {
        let n = self.limbs;
        match self.task {
            Task::Product => [0, n, n, 0, 0],
            Task::Square => [0, n, 0, 0, 0],
            Task::Reduction => [n + TAKEN, 0, 0, n, 1],
        }
    }

    /// The words of `sums` that it writes.
    #[must_use]
    pub fn writes(self) -> core::ops::Range<usize> {
        match self.task {
            Task::Product | Task::Square => 0..2 * self.limbs,
            Task::Reduction => TAKEN..self.limbs + TAKEN,
        }
    }
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

    /// Adds the inputs of a program.
    pub fn inputs(&mut self, shape: Shape) -> Vec<Group> {
        let mut groups = Vec::new();
        for (group, (array, size)) in ARRAYS.iter().zip(shape.reads()).enumerate() {
            let limbs = (0..size)
                .map(|limb| self.push(Op::Input, &[], (group as u64) << 32 | limb as u64))
                .collect();
            groups.push(Group { name: array.name, limbs });
        }
        groups
    }
}

/// Builds a program.
#[must_use]
pub fn build(shape: Shape) -> Program {
    assert!(shape.limbs > TAKEN, "a step takes a part of a number");
    let mut to = Builder::default();
    let inputs = to.inputs(shape);
    let output = match shape.task {
        Task::Product => columns(&mut to, &inputs[1].limbs, &inputs[2].limbs, Task::Product),
        Task::Square => columns(&mut to, &inputs[1].limbs, &inputs[1].limbs, Task::Square),
        Task::Reduction => reduction(&mut to, &inputs),
    };
    Program {
        name: "in lanes",
        inputs,
        steps: to.steps,
        output,
        limb_bits: BITS,
        hints: Vec::new(),
        quotients: Vec::new(),
    }
}

/// Adds a half of a product to a column, where there is such a product.
fn half(to: &mut Builder, sum: &mut Value, factors: Option<(Value, Value)>, op: Op) {
    if let Some((a, b)) = factors {
        *sum = to.push(op, &[*sum, a, b], 0);
    }
}

/// The columns of `x y`; of a square, products of different limbs once, and doubled.
fn columns(to: &mut Builder, x: &[Value], y: &[Value], task: Task) -> Vec<Value> {
    let n = x.len();
    let once = task == Task::Square;
    let pair = |i: usize, column: Option<usize>| {
        let j = column?.checked_sub(i)?;
        (j < n && (!once || i < j)).then(|| (x[i], y[j]))
    };
    let mut output = Vec::new();
    for first in (0..2 * n).step_by(COLUMNS) {
        let block = first..(first + COLUMNS).min(2 * n);
        let zeros: Vec<Value> = block.clone().map(|_| to.push(Op::Const, &[], 0)).collect();
        let mut sums = zeros.clone();
        for i in 0..n {
            for (op, below) in [(Op::Madd52Lo, 0), (Op::Madd52Hi, 1)] {
                for (sum, column) in sums.iter_mut().zip(block.clone()) {
                    half(to, sum, pair(i, column.checked_sub(below)), op);
                }
            }
        }
        for ((sum, zero), column) in sums.iter_mut().zip(zeros).zip(block).filter(|_| once) {
            if *sum != zero {
                *sum = to.push(Op::Add, &[*sum, *sum], 0);
            }
            let op = if column % 2 == 0 { Op::Madd52Lo } else { Op::Madd52Hi };
            half(to, sum, Some((x[column / 2], x[column / 2])), op);
        }
        output.extend(sums);
    }
    output
}

/// A step of a reduction: the quotients, each of which hangs on the one before, and then all other
/// columns.
fn reduction(to: &mut Builder, inputs: &[Group]) -> Vec<Value> {
    let [mut sums, words] = [SUMS, 3].map(|group| inputs[group].limbs.clone());
    let inverse = inputs[4].limbs[0];
    let (mut quotients, mut last) = (Vec::<Value>::new(), None);
    let word = |column: Option<usize>, s: usize| words.get(column?.checked_sub(s)?).copied();
    for at in 0..TAKEN {
        let nothing = to.push(Op::Const, &[], 0);
        // The instruction takes the lower bits of the sum.
        let quotient = to.push(Op::Madd52Lo, &[nothing, sums[at], inverse], 0);
        let whole = to.push(Op::Madd52Lo, &[sums[at], words[0], quotient], 0);
        let carry = to.push(Op::Shr, &[whole], BITS.into());
        quotients.push(quotient);
        for (column, sum) in sums.iter_mut().enumerate().take(TAKEN).skip(at + 1) {
            for (op, below) in [(Op::Madd52Hi, 1), (Op::Madd52Lo, 0)] {
                let factors = word(column.checked_sub(below), at).map(|word| (word, quotient));
                half(to, sum, factors, op);
            }
        }
        last = Some(carry);
        if at + 1 < TAKEN {
            sums[at + 1] = to.push(Op::Add, &[sums[at + 1], carry], 0);
        }
    }
    for first in (TAKEN..sums.len()).step_by(COLUMNS) {
        let block = first..(first + COLUMNS).min(sums.len());
        for (s, quotient) in quotients.iter().enumerate() {
            for (op, below) in [(Op::Madd52Lo, 0), (Op::Madd52Hi, 1)] {
                for column in block.clone() {
                    let factors = word(column.checked_sub(below), s).map(|word| (word, *quotient));
                    half(to, &mut sums[column], factors, op);
                }
            }
        }
        // Not before the products, which would wait for it.
        if let Some(carry) = last.take() {
            sums[first] = to.push(Op::Add, &[sums[first], carry], 0);
        }
    }
    sums.split_off(TAKEN)
}
