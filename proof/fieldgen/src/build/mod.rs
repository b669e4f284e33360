//! Builders: from a row of the table to programs.
//!
//! A builder is not trusted. It decides what is computed; the provers decide whether it is right.

pub mod crandall;
pub mod lanes;
pub mod modular;
pub mod montgomery;
pub mod product;
pub mod quads;
pub mod signed;
pub mod solinas;
pub mod sparse;

use crate::ir::{Group, Hint, Op, Program, Step, Value, Way};
use num_bigint::BigUint;
use std::collections::HashMap;

/// A program under construction.
pub struct Assembler {
    program: Program,
    constants: HashMap<u64, Value>,
}

impl Assembler {
    /// An empty program called `name` whose inputs are `inputs`, each of `limbs` words.
    #[must_use]
    pub fn new(name: &'static str, inputs: &[&'static str], limbs: usize) -> Self {
        let mut assembler = Self { program: Program::empty(name, 64), constants: HashMap::new() };
        for (number, name) in inputs.iter().enumerate() {
            let limbs = (0..limbs)
                .map(|limb| assembler.push(Op::Input, &[], (number as u64) << 32 | limb as u64))
                .collect();
            assembler.program.inputs.push(Group { name, limbs });
        }
        assembler
    }

    /// Like `new` for limbs of `bits` bits.
    #[must_use]
    pub fn with_limbs(
        name: &'static str,
        inputs: &[&'static str],
        limbs: usize,
        bits: u32,
    ) -> Self {
        let mut assembler = Self::new(name, inputs, limbs);
        assembler.program.limb_bits = bits;
        assembler
    }

    /// Like `with_limbs` where the one input, or the output, is in words.
    #[must_use]
    pub fn across(
        name: &'static str,
        input: &'static str,
        limbs: usize,
        bits: u32,
        way: Way,
    ) -> Self {
        let mut assembler = Self::with_limbs(name, &[input], limbs, bits);
        assembler.program.way = way;
        assembler
    }

    fn push(&mut self, op: Op, args: &[Value], immediate: u64) -> Value {
        self.program.steps.push(Step { op, args: args.to_vec(), immediate });
        Value::new(self.program.steps.len() - 1, 0)
    }

    fn push_pair(&mut self, op: Op, args: &[Value]) -> (Value, Value) {
        let first = self.push(op, args, 0);
        (first, Value::new(first.step(), 1))
    }

    /// The words of input number `group`.
    #[must_use]
    pub fn input(&self, group: usize) -> Vec<Value> {
        self.program.inputs[group].limbs.clone()
    }

    /// The constant `word`, made once.
    pub fn constant(&mut self, word: u64) -> Value {
        if let Some(value) = self.constants.get(&word) {
            return *value;
        }
        let value = self.push(Op::Const, &[], word);
        self.constants.insert(word, value);
        value
    }

    /// The constants of `number` in `limbs` words.
    pub fn constants(&mut self, number: &BigUint, limbs: usize) -> Vec<Value> {
        words(number, limbs).into_iter().map(|word| self.constant(word)).collect()
    }

    /// See [`Op::MulLow`].
    pub fn mul_low(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::MulLow, &[a, b], 0)
    }

    /// See [`Op::MulWide`]. A second factor that is the constant one or zero takes no step.
    pub fn mul_wide(&mut self, a: Value, b: Value) -> (Value, Value) {
        match self.program.constant(b) {
            Some(0) => return (b, b),
            Some(1) => return (a, self.constant(0)),
            _ => {}
        }
        self.push_pair(Op::MulWide, &[a, b])
    }

    /// See [`Op::Mac`].
    pub fn mac(&mut self, a: Value, b: Value, c: Value, d: Value) -> (Value, Value) {
        self.push_pair(Op::Mac, &[a, b, c, d])
    }

    /// See [`Op::Madd52Lo`].
    pub fn madd52lo(&mut self, sum: Value, a: Value, b: Value) -> Value {
        self.push(Op::Madd52Lo, &[sum, a, b], 0)
    }

    /// See [`Op::Madd52Hi`].
    pub fn madd52hi(&mut self, sum: Value, a: Value, b: Value) -> Value {
        self.push(Op::Madd52Hi, &[sum, a, b], 0)
    }

    /// See [`Op::Add`]. Nothing added takes no step.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        for (zero, other) in [(b, a), (a, b)] {
            if self.program.constant(zero) == Some(0) {
                return other;
            }
        }
        self.push(Op::Add, &[a, b], 0)
    }

    /// See [`Op::Sub`].
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::Sub, &[a, b], 0)
    }

    /// See [`Op::Adc`]. Nothing added takes no step.
    pub fn adc(&mut self, a: Value, b: Value, carry: Value) -> (Value, Value) {
        for (zeros, other) in [([b, carry], a), ([a, carry], b), ([a, b], carry)] {
            if zeros.iter().all(|value| self.program.constant(*value) == Some(0)) {
                return (other, zeros[0]);
            }
        }
        self.push_pair(Op::Adc, &[a, b, carry])
    }

    /// See [`Op::Sbb`].
    pub fn sbb(&mut self, a: Value, b: Value, borrow: Value) -> (Value, Value) {
        self.push_pair(Op::Sbb, &[a, b, borrow])
    }

    /// See [`Op::And`].
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::And, &[a, b], 0)
    }

    /// The lowest `bits` bits.
    pub fn low_bits(&mut self, a: Value, bits: u64) -> Value {
        let mask = self.constant((1 << bits) - 1);
        self.and(a, mask)
    }

    /// See [`Op::Shl`].
    pub fn shl(&mut self, a: Value, distance: u64) -> Value {
        self.push(Op::Shl, &[a], distance)
    }

    /// See [`Op::Shr`].
    pub fn shr(&mut self, a: Value, distance: u64) -> Value {
        self.push(Op::Shr, &[a], distance)
    }

    /// See [`Op::Mask`].
    pub fn mask(&mut self, bit: Value) -> Value {
        self.push(Op::Mask, &[bit], 0)
    }

    /// See [`Op::Select`].
    pub fn select(&mut self, mask: Value, a: Value, b: Value) -> Value {
        self.push(Op::Select, &[mask, a, b], 0)
    }

    /// See [`Op::MulSigned`].
    pub fn mul_signed(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::MulSigned, &[a, b], 0)
    }

    /// See [`Op::AddSigned`].
    pub fn add_signed(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::AddSigned, &[a, b], 0)
    }

    /// See [`Op::SubSigned`].
    pub fn sub_signed(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::SubSigned, &[a, b], 0)
    }

    /// See [`Op::ShlSigned`].
    pub fn shl_signed(&mut self, a: Value, distance: u64) -> Value {
        self.push(Op::ShlSigned, &[a], distance)
    }

    /// See [`Op::SplitSigned`].
    pub fn split_signed(&mut self, a: Value, place: u64) -> (Value, Value) {
        let low = self.push(Op::SplitSigned, &[a], place);
        (low, Value::new(low.step(), 1))
    }

    /// See [`Op::CarrySigned`].
    pub fn carry_signed(&mut self, a: Value, place: u64) -> (Value, Value) {
        let low = self.push(Op::CarrySigned, &[a], place);
        (low, Value::new(low.step(), 1))
    }

    /// Adds two numbers of the same length; gives the words of the sum and the carry.
    pub fn add_words(&mut self, a: &[Value], b: &[Value]) -> (Vec<Value>, Value) {
        let mut carry = self.constant(0);
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let (word, next) = self.adc(*a, *b, carry);
            sum.push(word);
            carry = next;
        }
        (sum, carry)
    }

    /// Subtracts two numbers of the same length; gives the words of the difference and the borrow.
    pub fn sub_words(&mut self, a: &[Value], b: &[Value]) -> (Vec<Value>, Value) {
        let mut borrow = self.constant(0);
        let mut difference = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let (word, next) = self.sbb(*a, *b, borrow);
            difference.push(word);
            borrow = next;
        }
        (difference, borrow)
    }

    /// Asks the provers to look at the number held in `words`.
    pub fn hint(&mut self, words: &[Value]) {
        self.hint_over(words, &[]);
    }

    /// Asks the provers to look at the number held in `words`, expressed in the values `stop`.
    pub fn hint_over(&mut self, words: &[Value], stop: &[Value]) {
        self.program.hints.push(Hint { words: words.to_vec(), stop: stop.to_vec() });
    }

    /// Marks a word that the provers keep as an unknown.
    pub fn quotient(&mut self, value: Value) {
        self.program.quotients.push(value);
    }

    /// Ends the program with the result `output`.
    #[must_use]
    pub fn finish(mut self, output: Vec<Value>) -> Program {
        self.program.output = output;
        self.program.assert_well_formed();
        self.program
    }
}

/// The little-endian words of `number`, exactly `limbs` of them.
#[must_use]
pub fn words(number: &BigUint, limbs: usize) -> Vec<u64> {
    let mut words = number.to_u64_digits();
    assert!(words.len() <= limbs, "the number has more than {limbs} words");
    words.resize(limbs, 0);
    words
}
