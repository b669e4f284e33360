//! Montgomery arithmetic for odd moduli, one word of the quotient at a time.
//!
//! P. L. Montgomery, "Modular multiplication without trial division", 1985. An element `x` is held
//! as `x R mod p` with `R = 2^(64 limbs)`.

use super::Assembler;
use super::modular::subtract;
use super::product::{product, reduced_product, reduced_square, row};
use super::sparse::{self, Terms};
use crate::ir::{Program, Value};
use num_bigint::BigUint;
use num_traits::One;

/// A modulus with what its programs need to know.
pub struct Montgomery {
    /// The modulus.
    pub modulus: BigUint,
    /// Words per element.
    pub limbs: usize,
    /// The terms of the modulus, if its rows are to do without products.
    sparse: Option<Terms>,
}

impl Montgomery {
    /// Any odd modulus.
    #[must_use]
    pub fn new(modulus: &BigUint) -> Self {
        assert!(modulus.bit(0), "Montgomery reduction needs an odd modulus");
        let limbs = (modulus.bits() as usize).div_ceil(64);
        Self { modulus: modulus.clone(), limbs, sparse: None }
    }

    /// A modulus of few terms, where a row of the reduction needs no product.
    #[must_use]
    pub fn sparse(modulus: &BigUint) -> Self {
        let terms = Terms::of(modulus).expect("a modulus of the terms that rows are made for");
        Self { sparse: Some(terms), ..Self::new(modulus) }
    }

    /// `R = 2^(64 limbs)`.
    #[must_use]
    pub fn radix(&self) -> BigUint {
        BigUint::one() << (64 * self.limbs)
    }

    /// `a b / R mod p`.
    #[must_use]
    pub fn mul(&self) -> Program {
        reduced_product(self.limbs, |asm, wide| self.reduce_wide(asm, wide))
    }

    /// `a a / R mod p`.
    #[must_use]
    pub fn sqr(&self) -> Program {
        reduced_square(self.limbs, |asm, wide| self.reduce_wide(asm, wide))
    }

    /// `a R mod p`.
    #[must_use]
    pub fn encode(&self) -> Program {
        let mut asm = Assembler::new("encode", &["plain"], self.limbs);
        let a = asm.input(0);
        let radix = self.radix();
        let factor = asm.constants(&(&radix * &radix % &self.modulus), self.limbs);
        let wide = product(&mut asm, &a, &factor);
        let output = self.reduce_wide(&mut asm, &wide);
        asm.finish(output)
    }

    /// `a / R mod p`.
    #[must_use]
    pub fn decode(&self) -> Program {
        let mut asm = Assembler::new("decode", &["a"], self.limbs);
        let a = asm.input(0);
        if self.sparse == Some(Terms::P224) {
            let zeros = vec![asm.constant(0); self.limbs];
            let deficit = sparse::deficit_p224(&mut asm, &a);
            let output = subtract(&mut asm, &zeros, &deficit, &self.modulus);
            return asm.finish(output);
        }
        // (a + m p) / R with a < p and m < R is below p: no subtraction is needed.
        let output = self.reduce_low(&mut asm, &a);
        asm.finish(output)
    }

    /// Reduces the product of two elements, `2 limbs` words.
    ///
    /// The high half `h` of the product is below `p`, so `p - h` does not borrow and is there
    /// before the folded low half `f <= p`. Then `f - (p - h)` is the result, or one `p` short of
    /// it. A modulus that is 1 in its lowest word gives `-f` without `p - h`.
    fn reduce_wide(&self, asm: &mut Assembler, wide: &[Value]) -> Vec<Value> {
        let (low, high) = wide.split_at(self.limbs);
        if self.sparse == Some(Terms::P224) {
            let deficit = sparse::deficit_p224(asm, low);
            asm.hint_over(&deficit, low);
            return subtract(asm, high, &deficit, &self.modulus);
        }
        let p = asm.constants(&self.modulus, self.limbs);
        let (missing, _) = asm.sub_words(&p, high);
        asm.hint_over(&missing, high);
        let folded = self.reduce_low(asm, low);
        subtract(asm, &folded, &missing, &self.modulus)
    }

    /// `(t + m p) / R` for the `limbs` words `t`, with the quotient `m` that makes it exact.
    fn reduce_low(&self, asm: &mut Assembler, low: &[Value]) -> Vec<Value> {
        let mut words = low.to_vec();
        for _ in 0..self.limbs {
            words = match self.sparse {
                Some(terms) => sparse::row(asm, terms, &words),
                None => self.row(asm, &words),
            };
        }
        words
    }

    /// `(t + m p) / 2^64` with `m = -t / p mod 2^64`.
    fn row(&self, asm: &mut Assembler, words: &[Value]) -> Vec<Value> {
        let p = asm.constants(&self.modulus, self.limbs);
        let factor =
            asm.constant(negated_inverse(self.modulus.iter_u64_digits().next().unwrap_or(1)));
        let zero = asm.constant(0);
        let quotient = asm.mul_low(words[0], factor);
        asm.quotient(quotient);
        let multiple = row(asm, quotient, &p);
        // The low word of the sum is zero by the choice of the quotient.
        let (_, mut carry) = asm.adc(words[0], multiple[0], zero);
        let mut next = Vec::with_capacity(self.limbs);
        for (word, multiple) in words.iter().zip(&multiple).skip(1) {
            let (sum, high) = asm.adc(*word, *multiple, carry);
            next.push(sum);
            carry = high;
        }
        next.push(asm.add(multiple[self.limbs], carry));
        asm.hint_over(&next, words);
        next
    }
}

/// `-1 / odd mod 2^64`, by Newton's iteration.
pub(super) fn negated_inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg()
}
