//! Rows of a Montgomery reduction without products, for primes with few terms.
//!
//! Where the lowest word of `p` is -1, 1 or `2^32 - 1`, the quotient word is the lowest word of the
//! number, or takes one shift and one addition, and its product with `p` is a sum of shifted copies
//! of itself: one for each term of the prime. S. Gueron and V. Krasnov, "Fast prime field
//! elliptic-curve cryptography with 256-bit primes", 2015, for P-256.

use super::Assembler;
use crate::ir::Value;
use num_bigint::BigUint;
use num_traits::One;

/// Which terms the modulus has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terms {
    /// `2^256 - 2^224 + 2^192 + 2^96 - 1`.
    P256,
    /// `2^384 - 2^128 - 2^96 + 2^32 - 1`.
    P384,
    /// `2^(64 limbs) - 2^middle - 1` with `middle` from 64 on: P-192 and the prime of edwards448.
    Trinomial {
        /// The exponent of the middle term.
        middle: usize,
    },
    /// `2^224 - 2^96 + 1`, whose lowest word is 1: all four rows at once, with the other sign.
    P224,
}

impl Terms {
    /// The terms of `modulus`, if it is one of these.
    #[must_use]
    pub fn of(modulus: &BigUint) -> Option<Self> {
        let power = |exponent: usize| BigUint::one() << exponent;
        let (p256, p384) = (power(256) + power(192) + power(96), power(384) + power(32));
        let bits = modulus.bits() as usize;
        if modulus == &(p256 - power(224) - 1u32) {
            return Some(Terms::P256);
        }
        if modulus == &(p384 - power(128) - power(96) - 1u32) {
            return Some(Terms::P384);
        }
        if modulus == &(power(224) - power(96) + 1u32) {
            return Some(Terms::P224);
        }
        let rest = power(bits) - 1u32 - modulus;
        let middle = rest.bits().max(1) as usize - 1;
        let fits = bits.is_multiple_of(64) && bits >= 192 && (64..bits - 64).contains(&middle);
        (fits && rest == power(middle)).then_some(Terms::Trinomial { middle })
    }
}

/// `(t + q p) / 2^64` for the words `t` and the quotient `q` that makes it exact.
pub fn row(asm: &mut Assembler, terms: Terms, t: &[Value]) -> Vec<Value> {
    let next = match terms {
        Terms::P256 => row_p256(asm, t),
        Terms::P384 => row_p384(asm, t),
        Terms::Trinomial { middle } => row_trinomial(asm, t, middle),
        Terms::P224 => unreachable!("its rows are taken together"),
    };
    asm.hint_over(&next, t);
    next
}

/// The quotient is the lowest word; its product with the top word `2^64 - 2^32 + 1` takes two
/// subtractions.
fn row_p256(asm: &mut Assembler, t: &[Value]) -> Vec<Value> {
    let zero = asm.constant(0);
    let quotient = t[0];
    asm.quotient(quotient);
    let (shifted_low, shifted_high) = (asm.shl(quotient, 32), asm.shr(quotient, 32));
    let (low, borrow) = asm.sbb(quotient, shifted_low, zero);
    // The product fits two words, so this borrow is zero.
    let (high, _) = asm.sbb(quotient, shifted_high, borrow);
    asm.hint(&[low, high]);
    let (first, carry) = asm.adc(t[1], shifted_low, zero);
    let (second, carry) = asm.adc(t[2], shifted_high, carry);
    let (third, carry) = asm.adc(t[3], low, carry);
    vec![first, second, third, asm.add(high, carry)]
}

/// The quotient is the lowest word: its copy at the middle term is taken away, the one at the top
/// is a new word.
fn row_trinomial(asm: &mut Assembler, t: &[Value], middle: usize) -> Vec<Value> {
    let quotient = t[0];
    asm.quotient(quotient);
    let (place, shift) = (middle / 64, middle as u64 % 64);
    let zero = asm.constant(0);
    let taken = if shift == 0 {
        vec![quotient]
    } else {
        vec![asm.shl(quotient, shift), asm.shr(quotient, 64 - shift)]
    };
    let mut next = t[1..place].to_vec();
    let mut borrow = zero;
    for (at, word) in t[place..].iter().enumerate() {
        let (difference, out) = asm.sbb(*word, taken.get(at).copied().unwrap_or(zero), borrow);
        next.push(difference);
        borrow = out;
    }
    // Without a quotient nothing was taken away, so this is not negative.
    next.push(asm.sub(quotient, borrow));
    next
}

/// The quotient is `t[0] (2^32 + 1)`: with `p = 2^384 - (2^128 + 2^96 - 2^32 + 1)` its product is
/// one copy at the top less the three words of `quotient (2^128 + 2^96 - 2^32 + 1)`.
fn row_p384(asm: &mut Assembler, t: &[Value]) -> Vec<Value> {
    let zero = asm.constant(0);
    let factor = asm.constant(0x1_0000_0001);
    let quotient = asm.mul_low(t[0], factor);
    asm.quotient(quotient);
    let (shifted_low, shifted_high) = (asm.shl(quotient, 32), asm.shr(quotient, 32));
    let (low, borrow) = asm.sbb(shifted_low, quotient, zero);
    // (2^32 - 1) quotient is not negative.
    let (high, _) = asm.sbb(shifted_high, zero, borrow);
    asm.hint(&[low, high]);
    // The low word of the sum is zero by the choice of the quotient.
    let (_, carry) = asm.adc(t[0], low, zero);
    let returned = asm.add(high, carry);
    let (first, borrow) = asm.sbb(shifted_low, returned, zero);
    let (sum, carry) = asm.adc(quotient, shifted_high, zero);
    let (second, borrow) = asm.sbb(sum, zero, borrow);
    let third = asm.sub(carry, borrow);
    asm.hint_over(&[first, second, third], t);
    let mut next = Vec::with_capacity(6);
    let mut borrow = zero;
    for (at, word) in t[1..].iter().enumerate() {
        let taken = [first, second, third].get(at).copied().unwrap_or(zero);
        let (difference, out) = asm.sbb(*word, taken, borrow);
        next.push(difference);
        borrow = out;
    }
    next.push(asm.sub(quotient, borrow));
    next
}

/// `(m p - t) / 2^256` for the four words `t` and `p = 2^224 - 2^96 + 1`: from 0 to below `p`.
///
/// The quotient word of a row is the lowest word that is left. What `m 2^96` carries beyond the
/// four words is taken from what `m 2^224` has there.
pub fn deficit_p224(asm: &mut Assembler, t: &[Value]) -> Vec<Value> {
    let (zero, mut w) = (asm.constant(0), t.to_vec());
    let (mut shifted_low, mut shifted_high) = (Vec::new(), Vec::new());
    let mut carries = zero;
    for at in 0..3 {
        asm.quotient(w[at]);
        shifted_low.push(asm.shl(w[at], 32));
        shifted_high.push(asm.shr(w[at], 32));
        let mut carry = zero;
        for (word, addend) in w[at + 1..].iter_mut().zip([shifted_low[at], shifted_high[at]]) {
            (*word, carry) = asm.adc(*word, addend, carry);
        }
        if at == 0 {
            (w[3], carry) = asm.adc(w[3], zero, carry);
        }
        carries = if at == 0 { carry } else { asm.add(carries, carry) };
    }
    // The lowest part of m 2^224 lies in the top word.
    let borrow;
    (w[3], borrow) = asm.sbb(w[3], shifted_low[0], zero);
    asm.quotient(w[3]);
    shifted_low.push(asm.shl(w[3], 32));
    shifted_high.push(asm.shr(w[3], 32));
    let mut owed: Vec<Value> =
        (0..3).map(|at| asm.add(shifted_high[at], shifted_low[at + 1])).collect();
    owed.push(shifted_high[3]);
    let (owed, _) = {
        let addend = vec![borrow, zero, zero, zero];
        asm.add_words(&owed, &addend)
    };
    let over = asm.add(shifted_high[2], carries);
    let (first, carry) = asm.adc(shifted_low[3], over, zero);
    let second = asm.add(shifted_high[3], carry);
    let (deficit, _) = asm.sub_words(&owed, &[first, second, zero, zero]);
    asm.hint(&deficit);
    deficit
}
