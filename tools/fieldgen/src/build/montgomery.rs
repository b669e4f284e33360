//! Montgomery arithmetic for odd moduli, one word of the quotient at a time.
//!
//! P. L. Montgomery, "Modular multiplication without trial division", 1985. An element `x` is held
//! as `x R mod p` with `R = 2^(64 limbs)`.

use super::modular::subtract;
use super::product::{product, row, square};
use super::{Assembler, words};
use crate::ir::{Program, Value};
use num_bigint::BigUint;
use num_traits::One;

/// A modulus with what its programs need to know.
pub struct Montgomery {
    /// The modulus.
    pub modulus: BigUint,
    /// Words per element.
    pub limbs: usize,
    /// True if the modulus allows the row without a product.
    sparse: bool,
}

impl Montgomery {
    /// Any odd modulus.
    #[must_use]
    pub fn new(modulus: &BigUint) -> Self {
        assert!(modulus.bit(0), "Montgomery reduction needs an odd modulus");
        let limbs = (modulus.bits() as usize).div_ceil(64);
        Self { modulus: modulus.clone(), limbs, sparse: false }
    }

    /// The modulus of P-256, where a row of the reduction needs no product.
    #[must_use]
    pub fn sparse(modulus: &BigUint) -> Self {
        let low = words(modulus, 4);
        assert_eq!(
            low,
            [u64::MAX, 0xffff_ffff, 0, 0xffff_ffff_0000_0001],
            "the words this row is made for"
        );
        Self { sparse: true, ..Self::new(modulus) }
    }

    /// `R = 2^(64 limbs)`.
    #[must_use]
    pub fn radix(&self) -> BigUint {
        BigUint::one() << (64 * self.limbs)
    }

    /// `a b / R mod p`.
    #[must_use]
    pub fn mul(&self) -> Program {
        let mut asm = Assembler::new("mul", &["a", "b"], self.limbs);
        let (a, b) = (asm.input(0), asm.input(1));
        let wide = product(&mut asm, &a, &b);
        let output = self.reduce_wide(&mut asm, &wide);
        asm.finish(output)
    }

    /// `a a / R mod p`.
    #[must_use]
    pub fn sqr(&self) -> Program {
        let mut asm = Assembler::new("sqr", &["a"], self.limbs);
        let a = asm.input(0);
        let wide = square(&mut asm, &a);
        let output = self.reduce_wide(&mut asm, &wide);
        asm.finish(output)
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
        // (a + m p) / R with a < p and m < R is below p: no subtraction is needed.
        let output = self.reduce_low(&mut asm, &a);
        asm.finish(output)
    }

    /// Reduces the product of two elements, `2 limbs` words.
    ///
    /// The high half `h` of the product is below `p`, so `p - h` does not borrow and is there
    /// before the folded low half `f <= p`. Then `f - (p - h)` is the result, or one `p` short of
    /// it.
    fn reduce_wide(&self, asm: &mut Assembler, wide: &[Value]) -> Vec<Value> {
        let (low, high) = wide.split_at(self.limbs);
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
            words = if self.sparse { Self::sparse_row(asm, &words) } else { self.row(asm, &words) };
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

    /// Like `row` where `p = 2^256 - 2^224 + 2^192 + 2^96 - 1`: the quotient is the lowest word.
    ///
    /// Its product with the top word `2^64 - 2^32 + 1` takes two subtractions.
    fn sparse_row(asm: &mut Assembler, words: &[Value]) -> Vec<Value> {
        let zero = asm.constant(0);
        let quotient = words[0];
        asm.quotient(quotient);
        let (shifted_low, shifted_high) = (asm.shl(quotient, 32), asm.shr(quotient, 32));
        let (low, borrow) = asm.sbb(quotient, shifted_low, zero);
        // The product fits two words, so this borrow is zero.
        let (high, _) = asm.sbb(quotient, shifted_high, borrow);
        asm.hint(&[low, high]);
        let (first, carry) = asm.adc(words[1], shifted_low, zero);
        let (second, carry) = asm.adc(words[2], shifted_high, carry);
        let (third, carry) = asm.adc(words[3], low, carry);
        let last = asm.add(high, carry);
        let next = vec![first, second, third, last];
        asm.hint_over(&next, words);
        next
    }
}

/// `-1 / odd mod 2^64`, by Newton's iteration.
fn negated_inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg()
}
