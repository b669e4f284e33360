//! Reduction of a product by folding, for the prime `2^192 - 2^64 - 1`.
//!
//! J. Solinas, "Generalized Mersenne numbers", 1999. The product comes in words of 64 or of 32
//! bits and leaves as a number below `2^192` of the same value modulo the prime: not the least one,
//! which is how Nettle counts its additions.

use super::Assembler;
use crate::contract::{Contract, Formula, Limits};
use crate::ir::{Op, Program, Value};
use crate::table::Row;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// The reduction over words of `bits` bits and what it has to do.
#[must_use]
pub fn p192(row: &Row, bits: u32) -> (Program, Contract) {
    assert!(row.name == "p192_p" && 64 % bits == 0, "the folds are those of one prime");
    let per = 64 / bits as usize;
    let asm = Assembler::with_limbs("reduce", &["t"], 6 * per, bits);
    let mut fold = Fold { words: asm.input(0), asm, bits, per };
    fold.down();
    let program = fold.finish();
    let words = |count: usize| vec![(BigInt::zero(), (BigInt::one() << bits) - 1); count * per];
    let limits = |count: usize| Limits {
        limbs: words(count),
        value: (BigInt::zero(), (BigInt::one() << (64 * count)) - 1),
    };
    let product = BigInt::from((BigUint::one() << 192u32) - 1u32);
    let mut input = limits(6);
    input.value.1 = &product * &product;
    let contract = Contract {
        inputs: vec![input],
        output: limits(3),
        formula: Formula {
            factor: BigInt::one(),
            terms: vec![(BigInt::one(), vec![0])],
            modulus: row.modulus.value().into(),
        },
        additions: 0,
    };
    (program, contract)
}

/// Additions that take a carry or give one: steps of their own on 64-bit words, a sum that is
/// split in its low part and its carry on 32-bit words.
#[must_use]
pub fn carried_sums(program: &Program) -> usize {
    program.count(Op::Adc) + program.count(Op::Shr)
}

struct Fold {
    asm: Assembler,
    words: Vec<Value>,
    bits: u32,
    /// Words in 64 bits.
    per: usize,
}

impl Fold {
    /// Adds `addend`, then only the carry, to the words from `place` to `end`; gives the carry out.
    fn add(&mut self, place: usize, addend: &[Value], end: usize) -> Value {
        let zero = self.asm.constant(0);
        let mut carry = zero;
        for at in place..end {
            let other = addend.get(at - place).copied().unwrap_or(zero);
            (self.words[at], carry) = self.add_word(self.words[at], other, carry);
        }
        carry
    }

    fn add_word(&mut self, a: Value, b: Value, carry: Value) -> (Value, Value) {
        if self.bits == 64 {
            return self.asm.adc(a, b, carry);
        }
        let sum = self.asm.add(a, b);
        let sum = self.asm.add(sum, carry);
        let keep = self.asm.constant((1 << self.bits) - 1);
        (self.asm.and(sum, keep), self.asm.shr(sum, self.bits.into()))
    }

    /// `2^256 = 2^128 + 2^64` and `2^192 = 2^64 + 1`, from the top.
    fn down(&mut self) {
        let per = self.per;
        let high = self.words[4 * per..].to_vec();
        let first = self.add(per, &high, 4 * per);
        let second = self.add(2 * per, &high, 4 * per);
        let top = self.asm.add(first, second);
        self.words.truncate(4 * per);
        let mut high = self.words[3 * per..].to_vec();
        high.push(top);
        let before: Vec<Value> = self.words.iter().copied().chain([top]).collect();
        self.words.truncate(3 * per);
        let first = self.add(0, &high, 3 * per);
        let second = self.add(per, &high, 3 * per);
        let carry = self.asm.add(first, second);
        self.hint_with(carry, &before);
        // There is one carry at most, as the last hint shows; the mask has the provers tell apart
        // what follows with it and without.
        let one = self.asm.constant(1);
        let carry = self.asm.and(carry, one);
        self.hint_with(carry, &before);
        let mask = self.asm.mask(carry);
        let bit = self.asm.and(mask, one);
        // After a carry the number is small, so that the top word takes what is left of it.
        let (zero, top) = (self.asm.constant(0), 2 * per);
        let mut addend = vec![zero; per + 1];
        (addend[0], addend[per]) = (bit, bit);
        let last = self.add(0, &addend, top);
        self.words[top] = self.asm.add(self.words[top], last);
    }

    /// Shows the number in the words and `above` to the provers.
    fn hint_with(&mut self, above: Value, stop: &[Value]) {
        let all: Vec<Value> = self.words.iter().copied().chain([above]).collect();
        self.asm.hint_over(&all, stop);
    }

    fn finish(self) -> Program {
        self.asm.finish(self.words)
    }
}
