//! Primes of several words by big integers, for the algorithms that are generic in the prime.

use super::lanes::WithoutLanes;
use super::words;
use crate::reference::field;
use sealane_arith::prime::Prime;

/// The moduli of [`Wide`], as hexadecimal text.
pub const MODULI: [&str; 8] = [
    // The coordinate primes of P-192, P-224, P-384 and P-521 (SP 800-186, section 3.2.1).
    "fffffffffffffffffffffffffffffffeffffffffffffffff",
    "ffffffffffffffffffffffffffffffff000000000000000000000001",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000\
     ffffffff",
    "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
     fffffffffffffffffffffffffffffffffffffffffff",
    // The coordinate prime and the order of secp256k1 (SEC 2, section 2.4.1), 2^255 - 19, and the
    // order of P-521.
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
    "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0\
     148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
];

/// The prime `MODULI[ROW]` in `WORDS` words, plain; slow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wide<const WORDS: usize, const ROW: usize>;

impl<const WORDS: usize, const ROW: usize> Wide<WORDS, ROW> {
    fn compute(of: impl Fn(&num_bigint::BigUint) -> num_bigint::BigUint) -> [u64; WORDS] {
        let p = field::from_words(&words::<WORDS>(MODULI[ROW]));
        field::to_words(&of(&p), WORDS).try_into().expect("that many words")
    }
}

const fn bits(words: &[u64]) -> usize {
    let top = words.len() - 1;
    assert!(words[top] != 0, "no more words than needed");
    64 * words.len() - words[top].leading_zeros() as usize
}

impl<const WORDS: usize, const ROW: usize> Prime for Wide<WORDS, ROW> {
    type Limbs = [u64; WORDS];
    type Narrow = Self;
    type Lanes = WithoutLanes;
    const NAME: &'static str = "wide";
    const BITS: usize = bits(&words::<WORDS>(MODULI[ROW]));
    const MODULUS: [u64; WORDS] = words(MODULI[ROW]);
    const ONE: [u64; WORDS] = words("1");

    fn mul(a: &[u64; WORDS], b: &[u64; WORDS]) -> [u64; WORDS] {
        Self::compute(|p| field::mul(&field::from_words(a), &field::from_words(b), p))
    }
    fn sqr(a: &[u64; WORDS]) -> [u64; WORDS] {
        Self::mul(a, a)
    }
    fn add(a: &[u64; WORDS], b: &[u64; WORDS]) -> [u64; WORDS] {
        Self::compute(|p| field::add(&field::from_words(a), &field::from_words(b), p))
    }
    fn sub(a: &[u64; WORDS], b: &[u64; WORDS]) -> [u64; WORDS] {
        Self::compute(|p| field::sub(&field::from_words(a), &field::from_words(b), p))
    }
    fn neg(a: &[u64; WORDS]) -> [u64; WORDS] {
        Self::compute(|p| field::neg(&field::from_words(a), p))
    }
    fn encode(plain: &[u64; WORDS]) -> [u64; WORDS] {
        *plain
    }
    fn decode(a: &[u64; WORDS]) -> [u64; WORDS] {
        *a
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// Goal: the moduli are what they are called: of the right length, and prime by Fermat's test.
    #[test]
    fn moduli_are_primes_of_their_lengths() {
        for (digits, bits) in MODULI.iter().zip([192, 224, 384, 521, 256, 256, 255, 521]) {
            let p = field::hex(digits);
            assert_eq!(p.bits(), bits);
            for base in [2u32, 3, 5, 7] {
                let power = BigUint::from(base).modpow(&(&p - 1u32), &p);
                assert_eq!(power, BigUint::from(1u32), "{digits}");
            }
        }
    }
}
