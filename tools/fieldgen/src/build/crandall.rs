//! Plain arithmetic for `p = 2^k - c` with a small `c`: the high half is folded onto the low half.
//!
//! R. Crandall, US patent 5,159,632 (expired); the usual way for 2^255 - 19 and secp256k1.

use super::Assembler;
use super::modular::reduce_once;
use super::product::{product, row, square};
use crate::ir::{Program, Value};
use num_bigint::BigUint;
use num_traits::One;

/// A modulus `2^bits - c` with what its programs need to know.
pub struct Crandall {
    /// The modulus.
    pub modulus: BigUint,
    /// Words per element.
    pub limbs: usize,
    /// The small number `c`.
    c: u64,
    /// Bits of the top word that the modulus does not use.
    spare: u64,
}

impl Crandall {
    /// A modulus `2^bits - c` where `c` times the unused part of the top word fits a word.
    #[must_use]
    pub fn new(modulus: &BigUint) -> Self {
        let limbs = (modulus.bits() as usize).div_ceil(64);
        let spare = 64 * limbs as u64 - modulus.bits();
        let c = (BigUint::one() << modulus.bits()) - modulus;
        let c = u64::try_from(c).expect("a modulus of this form is close to a power of two");
        assert!(spare < 64 && c.leading_zeros() as u64 > spare, "the fold is one word");
        Self { modulus: modulus.clone(), limbs, c, spare }
    }

    /// `a b mod p`.
    #[must_use]
    pub fn mul(&self) -> Program {
        let mut asm = Assembler::new("mul", &["a", "b"], self.limbs);
        let (a, b) = (asm.input(0), asm.input(1));
        let wide = product(&mut asm, &a, &b);
        let output = self.reduce_wide(&mut asm, &wide);
        asm.finish(output)
    }

    /// `a a mod p`.
    #[must_use]
    pub fn sqr(&self) -> Program {
        let mut asm = Assembler::new("sqr", &["a"], self.limbs);
        let a = asm.input(0);
        let wide = square(&mut asm, &a);
        let output = self.reduce_wide(&mut asm, &wide);
        asm.finish(output)
    }

    /// The input itself: elements are held as they are.
    #[must_use]
    pub fn copy(&self, name: &'static str, input: &'static str) -> Program {
        let asm = Assembler::new(name, &[input], self.limbs);
        let output = asm.input(0);
        asm.finish(output)
    }

    /// Reduces a product of `2 limbs` words.
    fn reduce_wide(&self, asm: &mut Assembler, wide: &[Value]) -> Vec<Value> {
        let (low, high) = wide.split_at(self.limbs);
        // 2^(64 limbs) = c 2^spare mod p.
        let factor = asm.constant(self.c << self.spare);
        let multiple = row(asm, factor, high);
        let (folded, carry) = asm.add_words(&multiple[..self.limbs], low);
        let top = asm.add(multiple[self.limbs], carry);
        let all: Vec<Value> = folded.iter().copied().chain([top]).collect();
        asm.hint_over(&all, wide);
        if self.spare == 0 {
            self.fold_word(asm, &folded, top)
        } else {
            self.fold_bits(asm, &folded, top)
        }
    }

    /// Ends the reduction where the modulus has free top bits: all bits above them are folded.
    fn fold_bits(&self, asm: &mut Assembler, words: &[Value], top: Value) -> Vec<Value> {
        let last = words[self.limbs - 1];
        let keep = asm.constant(u64::MAX >> self.spare);
        let (above, below) = (asm.shl(top, self.spare), asm.shr(last, 64 - self.spare));
        let excess = asm.add(above, below);
        let mut low = words.to_vec();
        low[self.limbs - 1] = asm.and(last, keep);
        let c = asm.constant(self.c);
        let zero = asm.constant(0);
        let (first, second) = asm.mul_wide(excess, c);
        let mut addend = vec![zero; self.limbs];
        (addend[0], addend[1]) = (first, second);
        // The sum is below 2^bits + c excess, which has no carry out of the top word.
        let (sum, carry) = asm.add_words(&low, &addend);
        let stop: Vec<Value> = low.iter().copied().chain([excess]).collect();
        let with_carry: Vec<Value> = sum.iter().copied().chain([carry]).collect();
        asm.hint_over(&with_carry, &stop);
        reduce_once(asm, &sum, &self.modulus, &stop)
    }

    /// Ends the reduction where the modulus fills its words: the word above is folded, then the
    /// carry of that.
    fn fold_word(&self, asm: &mut Assembler, words: &[Value], top: Value) -> Vec<Value> {
        let (c, zero) = (asm.constant(self.c), asm.constant(0));
        let mut addend = vec![zero; self.limbs];
        (addend[0], addend[1]) = asm.mul_wide(top, c);
        let (sum, carry) = asm.add_words(words, &addend);
        let stop: Vec<Value> = words.iter().copied().chain([top]).collect();
        asm.hint_over(&sum, &stop);
        let mask = asm.mask(carry);
        let mut addend = vec![zero; self.limbs];
        addend[0] = asm.and(mask, c);
        // After a carry the sum is small, so there is none here.
        let (sum, last) = asm.add_words(&sum, &addend);
        let with_carry: Vec<Value> = sum.iter().copied().chain([last]).collect();
        asm.hint_over(&with_carry, &stop);
        reduce_once(asm, &sum, &self.modulus, &stop)
    }
}
