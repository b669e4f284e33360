//! Plain arithmetic for `p = 2^k - c` with a small `c`: the high half is folded onto the low half.
//!
//! R. Crandall, US patent 5,159,632 (expired); the usual way for 2^255 - 19 and secp256k1.

use super::Assembler;
use super::modular::reduce_once;
use super::product::{reduced_product, reduced_square, row};
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

    /// True if elements are below `2 p` and not below `p`, which needs a free bit in the top word:
    /// then a product is folded and compared with nothing.
    #[must_use]
    pub fn is_loose(&self) -> bool {
        self.spare > 0
    }

    /// What elements are below.
    #[must_use]
    pub fn bound(&self) -> BigUint {
        if self.is_loose() { &self.modulus << 1u32 } else { self.modulus.clone() }
    }

    /// The number below the modulus that an element is.
    #[must_use]
    pub fn canonical(&self, name: &'static str) -> Program {
        if !self.is_loose() {
            return self.copy(name, "a");
        }
        let mut asm = Assembler::new(name, &["a"], self.limbs);
        let a = asm.input(0);
        let output = reduce_once(&mut asm, &a, &self.modulus, &[]);
        asm.finish(output)
    }

    /// `a b mod p`.
    #[must_use]
    pub fn mul(&self) -> Program {
        reduced_product(self.limbs, |asm, wide| self.reduce_wide(asm, wide))
    }

    /// `a a mod p`.
    #[must_use]
    pub fn sqr(&self) -> Program {
        reduced_square(self.limbs, |asm, wide| self.reduce_wide(asm, wide))
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
        if self.c == 1 && self.spare > 0 {
            return self.fold_by_shifts(asm, wide);
        }
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
        let (above, below) = (asm.shl(top, self.spare), asm.shr(last, 64 - self.spare));
        let excess = asm.add(above, below);
        let (zero, c) = (asm.constant(0), asm.constant(self.c));
        let mut addend = vec![zero; self.limbs];
        (addend[0], addend[1]) = asm.mul_wide(excess, c);
        let low = self.below_the_top_bit(asm, words);
        let stop: Vec<Value> = low.iter().copied().chain([excess]).collect();
        // The sum is below 2^bits + c excess, which has no carry out of the top word.
        let (sum, carry) = asm.add_words(&low, &addend);
        let with_carry: Vec<Value> = sum.iter().copied().chain([carry]).collect();
        asm.hint_over(&with_carry, &stop);
        sum
    }

    /// `2^bits - 1`: what lies above is added by shifts, then what is above after that.
    fn fold_by_shifts(&self, asm: &mut Assembler, wide: &[Value]) -> Vec<Value> {
        let (last, used) = (self.limbs - 1, 64 - self.spare);
        let mut high = Vec::with_capacity(self.limbs);
        for pair in wide[last..].windows(2) {
            let (below, above) = (asm.shr(pair[0], used), asm.shl(pair[1], self.spare));
            high.push(asm.add(above, below));
        }
        let low = self.below_the_top_bit(asm, &wide[..=last]);
        let (sum, _) = asm.add_words(&low, &high);
        let mut addend = vec![asm.constant(0); self.limbs];
        addend[0] = asm.shr(sum[last], used);
        let low = self.below_the_top_bit(asm, &sum);
        asm.add_words(&low, &addend).0
    }

    /// The words without the bits that the modulus does not have.
    fn below_the_top_bit(&self, asm: &mut Assembler, words: &[Value]) -> Vec<Value> {
        let keep = asm.constant(u64::MAX >> self.spare);
        let mut low = words.to_vec();
        low[self.limbs - 1] = asm.and(words[self.limbs - 1], keep);
        low
    }

    /// Ends the reduction where the modulus fills its words: the word above is folded.
    ///
    /// The sum `v` is below `2 p`. It reaches `p` exactly if `v + c` has a carry, so the `c` is
    /// added with the fold, and taken away again where there is none.
    fn fold_word(&self, asm: &mut Assembler, words: &[Value], top: Value) -> Vec<Value> {
        let (one, zero, c) = (asm.constant(1), asm.constant(0), asm.constant(self.c));
        let stop: Vec<Value> = words.iter().copied().chain([top]).collect();
        let times = asm.add(top, one);
        let mut addend = vec![zero; self.limbs];
        (addend[0], addend[1]) = asm.mul_wide(times, c);
        let (sum, carry) = asm.add_words(words, &addend);
        let with_carry: Vec<Value> = sum.iter().copied().chain([carry]).collect();
        asm.hint_over(&with_carry, &stop);
        let mask = asm.mask(carry);
        let mut taken = vec![zero; self.limbs];
        taken[0] = asm.select(mask, zero, c);
        let (output, _) = asm.sub_words(&sum, &taken);
        asm.hint_over(&output, &stop);
        output
    }
}
