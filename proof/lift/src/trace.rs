//! What a run of machine code does to words: a program for the provers, and the value of each word.

mod wide;

use crate::value::{Id, Values};
use fieldgen::asm::SUMS;
use fieldgen::ir::{Group, Op, Program, Step, Value, Way};
use std::collections::HashMap;

/// Bits of a limb, and of a factor.
pub const BITS: u32 = 52;

/// How lower bits of a word are written in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Words have signs: [`Op::SplitSigned`].
    Signed,
    /// They have none: [`Op::And`].
    Unsigned,
    /// The same, of one lane: limbs have 64 bits.
    Words,
}

/// A program in the making.
pub struct Trace {
    /// What the words are of the inputs.
    pub values: Values,
    reading: Reading,
    program: Program,
    /// By [`Value::index`].
    ids: Vec<Option<Id>>,
    constants: HashMap<u64, Value>,
    /// The step that divides a value by a power of two.
    splits: HashMap<(Value, u32), Value>,
    /// The first value that is this word.
    first: HashMap<Id, Value>,
    /// The mask of a bit.
    masks: HashMap<Id, Value>,
}

impl Trace {
    /// A program without steps, whose inputs are named and as long as `inputs` says.
    #[must_use]
    pub fn new(name: &'static str, inputs: &[(&'static str, usize)], reading: Reading) -> Self {
        let mut trace = Self {
            values: Values::default(),
            reading,
            program: Program::empty(name, if reading == Reading::Words { 64 } else { BITS }),
            ids: Vec::new(),
            constants: HashMap::new(),
            splits: HashMap::new(),
            first: HashMap::new(),
            masks: HashMap::new(),
        };
        trace.program.way = Way::Within;
        for (group, (name, limbs)) in inputs.iter().enumerate() {
            let limbs = (0..*limbs).map(|limb| {
                let id = trace.values.input(group as u32, limb as u32);
                trace.push(Op::Input, &[], (group as u64) << 32 | limb as u64, id)
            });
            let limbs = limbs.collect();
            trace.program.inputs.push(Group { name, limbs });
        }
        trace
    }

    /// What a word is.
    #[must_use]
    pub fn id(&self, value: Value) -> Id {
        self.ids[value.index()].expect("every step that is pushed has a value")
    }

    /// The first value of the program that is this word.
    #[must_use]
    pub fn first(&self, id: Id) -> Option<Value> {
        self.first.get(&id).copied()
    }

    /// The words of an input.
    #[must_use]
    pub fn input(&self, group: usize) -> &[Value] {
        &self.program.inputs[group].limbs
    }

    /// The program, with these words as its output.
    #[must_use]
    pub fn program(&self, output: Vec<Value>) -> Program {
        Program { output, ..self.program.clone() }
    }

    fn push(&mut self, op: Op, args: &[Value], immediate: u64, id: Id) -> Value {
        self.program.steps.push(Step { op, args: args.to_vec(), immediate });
        let value = Value::new(self.program.steps.len() - 1, 0);
        self.ids.resize(value.index() + 2, None);
        self.know(value, id);
        value
    }

    fn know(&mut self, value: Value, id: Id) {
        self.ids[value.index()] = Some(id);
        self.first.entry(id).or_insert(value);
    }

    /// A constant.
    pub fn constant(&mut self, word: u64) -> Value {
        if let Some(value) = self.constants.get(&word) {
            return *value;
        }
        let id = self.values.constant(word);
        let value = self.push(Op::Const, &[], word, id);
        self.constants.insert(word, value);
        value
    }

    /// The constant that a value is known to be.
    #[must_use]
    pub fn as_constant(&self, value: Value) -> Option<u64> {
        self.values.as_constant(self.id(value))
    }

    /// `a + b`.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        let (a, b) = (self.summand(a), self.summand(b));
        let id = self.values.add_scaled(self.id(a), self.id(b), 1);
        let op = if self.reading == Reading::Signed { Op::AddSigned } else { Op::Add };
        self.push(op, &[a, b], 0, id)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        let (a, b) = (self.summand(a), self.summand(b));
        let id = self.values.add_scaled(self.id(a), self.id(b), u64::MAX);
        let op = if self.reading == Reading::Signed { Op::SubSigned } else { Op::Sub };
        self.push(op, &[a, b], 0, id)
    }

    /// A summand: with a sign, a constant of which the top bit is set is below zero, as `0 - c`.
    fn summand(&mut self, value: Value) -> Value {
        match self.as_constant(value) {
            Some(word) if word >> 63 == 1 && self.reading == Reading::Signed => {
                let [zero, less] = [self.constant(0), self.constant(word.wrapping_neg())];
                let id = self.id(value);
                self.push(Op::SubSigned, &[zero, less], 0, id)
            }
            _ => value,
        }
    }

    /// `a * 2^distance`.
    pub fn shl(&mut self, a: Value, distance: u32) -> Value {
        let id = self.values.shl(self.id(a), distance);
        let op = if self.reading == Reading::Signed { Op::ShlSigned } else { Op::Shl };
        match distance {
            0 => a,
            1..64 => self.push(op, &[a], distance.into(), id),
            _ => self.constant(0),
        }
    }

    /// The word with a sign divided by `2^distance`.
    pub fn above(&mut self, a: Value, distance: u32) -> Value {
        match distance.min(63) {
            0 => a,
            distance => {
                let step = self.split(a, distance).step();
                Value::new(step, 1)
            }
        }
    }

    /// The word without a sign divided by `2^distance`.
    pub fn right(&mut self, a: Value, distance: u32) -> Value {
        let id = self.values.right(self.id(a), distance);
        match distance {
            0 => a,
            // With a sign and without it is the same number.
            1..64 if self.reading == Reading::Signed && self.values.has_no_sign(self.id(a)) => {
                self.above(a, distance)
            }
            1..64 => self.push(Op::Shr, &[a], distance.into(), id),
            _ => self.constant(0),
        }
    }

    /// The lower `bits` bits, 1 to 63 of them.
    fn low(&mut self, a: Value, bits: u32) -> Value {
        match self.reading {
            Reading::Signed => self.split(a, bits),
            Reading::Unsigned | Reading::Words => {
                if let Some(value) = self.splits.get(&(a, bits)) {
                    return *value;
                }
                let mask = self.constant((1 << bits) - 1);
                let id = self.values.and(self.id(a), self.id(mask));
                let value = self.push(Op::And, &[a, mask], 0, id);
                self.splits.insert((a, bits), value);
                value
            }
        }
    }

    fn split(&mut self, a: Value, bits: u32) -> Value {
        if let Some(value) = self.splits.get(&(a, bits)) {
            return *value;
        }
        let (low, above) = self.values.split(self.id(a), bits);
        let value = self.push(Op::SplitSigned, &[a], bits.into(), low);
        self.know(Value::new(value.step(), 1), above);
        self.splits.insert((a, bits), value);
        value
    }

    /// Bitwise and.
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        for (a, mask) in [(a, b), (b, a)] {
            let mask = self.as_constant(mask).unwrap_or_default();
            if mask != 0 && mask < u64::MAX && mask & (mask + 1) == 0 {
                return self.low(a, mask.trailing_ones());
            }
        }
        let id = self.values.and(self.id(a), self.id(b));
        self.push(Op::And, &[a, b], 0, id)
    }

    /// `sum + (a b mod 2^52)`, or `sum + a b / 2^52` if `high`, of the lower 52 bits of factors.
    pub fn madd(&mut self, sum: Value, a: Value, b: Value, high: bool) -> Value {
        let (a, b) = (self.factor(a), self.factor(b));
        let id = self.values.madd(self.id(sum), self.id(a), self.id(b), high);
        self.push(if high { Op::Madd52Hi } else { Op::Madd52Lo }, &[sum, a, b], 0, id)
    }

    /// What the instruction takes of a word. Inputs, lower bits and lone halves of products are
    /// left whole: a prover refuses those that are longer than factors.
    fn factor(&mut self, value: Value) -> Value {
        let step = self.program.step_of(value);
        let is_short = match step.op {
            // Sums of columns are no limbs.
            Op::Input => self.reading == Reading::Signed || step.immediate >> 32 != SUMS as u64,
            Op::Const => step.immediate < 1 << BITS,
            Op::Madd52Lo | Op::Madd52Hi => self.as_constant(step.args[0]) == Some(0),
            Op::SplitSigned => value.part() == 0 && step.immediate <= BITS.into(),
            Op::And => self.as_constant(step.args[1]).is_some_and(|mask| mask < 1 << BITS),
            _ => false,
        };
        if is_short { value } else { self.low(value, BITS) }
    }
}
