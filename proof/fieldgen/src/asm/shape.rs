//! Programs of products of numbers of run-time length in lanes, before they are ordered.
//!
//! Separated operand scanning: the columns of a product, or of a square with each product of two
//! limbs once, and then steps of an almost-Montgomery reduction, `2^(52 TAKEN) out = sums + q m`
//! with the `q` that makes it whole (Koç, Acar, Kaliski, "Analyzing and comparing Montgomery
//! multiplication algorithms", IEEE Micro 16(3), 1996; Gueron and Krasnov, "Software
//! implementation of modular exponentiation, using advanced vector instructions architectures",
//! WAIFI 2012).

use super::{ARRAYS, LIMBS, SUMS};
use crate::ir::{Group, Op, Program, Step, Value, Way};
use core::ops::Range;

/// How many limbs a step of a reduction takes.
pub const TAKEN: usize = 10;

/// How many of them one after the other, before the columns of all others.
const ROUND: usize = 5;

/// How many of them, in the last step, by multiples of the modulus itself.
pub const BY_MODULUS: usize = 2;

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
    /// `2^(52 TAKEN) out = sums + q n`; the sums out stand above the `TAKEN` lowest ones in.
    /// `n = 2^52 shifted - 1` is a multiple of the modulus, and the limbs of `q` are the lowest
    /// limbs of sums as they stand.
    Reduction,
    /// `2^(52 TAKEN) limbs = sums + q n + r words`: `q` is of the lowest limbs, and `r` of the last
    /// `BY_MODULUS` ones. Each limb is the lower bits of its word, but for the last one.
    Last,
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
            Task::Product => [0, n, n, 0, 0, 0, 0],
            Task::Square => [0, n, 0, 0, 0, 0, 0],
            Task::Reduction => [n + TAKEN + 1, 0, 0, 0, 0, n, 0],
            Task::Last => [n + TAKEN, 0, 0, n, 1, n, 0],
        }
    }

    /// The array that its outputs go to, and their places.
    #[must_use]
    pub fn writes(self) -> (usize, Range<usize>) {
        match self.task {
            Task::Product | Task::Square => (SUMS, 0..2 * self.limbs),
            // `n` is a limb longer than the modulus.
            Task::Reduction => (SUMS, TAKEN..self.limbs + TAKEN + 1),
            Task::Last => (LIMBS, 0..self.limbs),
        }
    }
}

/// A program before it is ordered.
#[derive(Debug)]
pub struct Built {
    /// What it computes.
    pub program: Program,
    /// Words that may be kept in `sums` until they are used, and their places there.
    pub parked: Vec<(Value, usize)>,
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
pub fn build(shape: Shape) -> Built {
    assert!(shape.limbs >= TAKEN, "a step takes a part of a number");
    let mut to = Builder::default();
    let inputs = to.inputs(shape);
    let mut parked = Vec::new();
    let output = match shape.task {
        Task::Product => columns(&mut to, &inputs[1].limbs, &inputs[2].limbs, Task::Product),
        Task::Square => columns(&mut to, &inputs[1].limbs, &inputs[1].limbs, Task::Square),
        Task::Reduction | Task::Last => reduction(&mut to, &inputs, shape.task, &mut parked),
    };
    let program = Program {
        name: "in lanes",
        inputs,
        steps: to.steps,
        output,
        limb_bits: BITS,
        way: Way::Within,
        hints: Vec::new(),
        quotients: Vec::new(),
    };
    Built { program, parked }
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

/// A step of a reduction that is being built.
struct Reduction<'a> {
    to: &'a mut Builder,
    inputs: &'a [Group],
    sums: Vec<Value>,
    /// How many quotients are limbs as they stand.
    standing: usize,
}

/// A step of a reduction, in rounds: quotients, each of which hangs on the one before, and then all
/// other columns.
fn reduction(
    to: &mut Builder,
    inputs: &[Group],
    task: Task,
    parked: &mut Vec<(Value, usize)>,
) -> Vec<Value> {
    let standing = if task == Task::Last { TAKEN - BY_MODULUS } else { TAKEN };
    let sums = inputs[SUMS].limbs.clone();
    let mut step = Reduction { to, inputs, sums, standing };
    let mut above = None;
    for first in (0..TAKEN).step_by(ROUND) {
        let of = first..first + ROUND;
        let (quotients, carry) = step.quotients(of.clone());
        let mut carry = Some(carry);
        for start in (of.end..step.sums.len()).step_by(COLUMNS) {
            let block = start..(start + COLUMNS).min(step.sums.len());
            step.columns(block.clone(), of.start, &quotients);
            // Not before the products, which would wait for it.
            if let Some(carry) = carry.take() {
                step.add_to(start, carry);
            }
            if of.end < TAKEN {
                parked.extend(block.map(|column| (step.sums[column], column)));
            } else if task == Task::Last {
                block.for_each(|column| step.limb(column, &mut above));
            }
        }
    }
    step.sums.split_off(TAKEN)
}

impl Reduction<'_> {
    /// What quotient `s` is multiplied by for a column: for its lower half, or the upper one if
    /// `below` is 1.
    fn word(&self, column: usize, below: usize, s: usize) -> Option<Value> {
        let (of, first) = if s < self.standing { (5, s + 1) } else { (3, s) };
        self.inputs[of].limbs.get(column.checked_sub(first + below)?).copied()
    }

    fn add_to(&mut self, column: usize, value: Value) {
        self.sums[column] = self.to.push(Op::Add, &[self.sums[column], value], 0);
    }

    /// Adds a half of what a quotient has for a column.
    fn add_half(&mut self, column: usize, s: usize, quotient: Value, op: Op) {
        let below = usize::from(op == Op::Madd52Hi);
        let factors = self.word(column, below, s).map(|word| (word, quotient));
        half(self.to, &mut self.sums[column], factors, op);
    }

    /// The quotients of a round, and what the last one gives to the column above.
    fn quotients(&mut self, of: Range<usize>) -> (Vec<Value>, Value) {
        let mut quotients = Vec::new();
        for at in of.clone() {
            let (quotient, whole) = self.quotient(at);
            let carry = self.to.push(Op::Shr, &[whole], BITS.into());
            quotients.push(quotient);
            if at + 1 == of.end {
                return (quotients, carry);
            }
            for column in at + 1..of.end {
                self.add_half(column, at, quotient, Op::Madd52Hi);
                self.add_half(column, at, quotient, Op::Madd52Lo);
            }
            self.add_to(at + 1, carry);
        }
        unreachable!("a round has quotients")
    }

    /// A quotient, and the sum whose upper bits are its carry.
    fn quotient(&mut self, at: usize) -> (Value, Value) {
        let sum = self.sums[at];
        if at < self.standing {
            // Products take the lower bits of the sum.
            return (sum, sum);
        }
        let (least, inverse) = (self.inputs[3].limbs[0], self.inputs[4].limbs[0]);
        let nothing = self.to.push(Op::Const, &[], 0);
        let quotient = self.to.push(Op::Madd52Lo, &[nothing, sum, inverse], 0);
        (quotient, self.to.push(Op::Madd52Lo, &[sum, least, quotient], 0))
    }

    /// Adds what quotients, the first of which is number `first`, have for columns.
    fn columns(&mut self, block: Range<usize>, first: usize, quotients: &[Value]) {
        for (i, quotient) in quotients.iter().enumerate() {
            for op in [Op::Madd52Lo, Op::Madd52Hi] {
                for column in block.clone() {
                    self.add_half(column, first + i, *quotient, op);
                }
            }
        }
    }

    /// Makes a sum the word of a limb: adds what is `above` the one before.
    fn limb(&mut self, column: usize, above: &mut Option<Value>) {
        if let Some(above) = *above {
            self.add_to(column, above);
        }
        if column + 1 < self.sums.len() {
            *above = Some(self.to.push(Op::Shr, &[self.sums[column]], BITS.into()));
        }
    }
}
