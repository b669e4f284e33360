//! What the numbers of a public key must be. SP 800-89, section 5.3.3.

use super::Lengths;
use crate::error::DecodeError;
use crate::number::primality::{SMALL_PRIMES, is_prime_in_rows_vartime, remainder};
use crate::number::size::{MAX_BITS, Task, with};
use crate::rsa::documents;
use sealane_arith::bytes::from_be_bytes;
use sealane_arith::modulus::Modulus;
use sealane_arith::modulus::rows::RowModuli;

/// Returns the bit length of a modulus and the exponent, if both are taken.
pub(super) fn check_public(numbers: &documents::PublicNumbers<'_>, lengths: Lengths) -> Checked {
    let [n, e] = *numbers;
    let (least, most) = (lengths.least(), MAX_BITS);
    let got = 8 * n.len() - n.first().map_or(0, |byte| byte.leading_zeros() as usize);
    if !(least..=most).contains(&got) || n.last().is_none_or(|byte| byte % 2 == 0) {
        return Err(DecodeError::KeyRsaModulus { least, most, got });
    }
    let word = |e: &[u8]| (e.len() <= 8).then(|| from_be_bytes::<[u64; 1]>(e)[0]);
    let e = word(e).filter(|e| (3..=1 << 33).contains(e) && e % 2 == 1);
    Ok((got, e.ok_or(DecodeError::KeyRsaExponent)?))
}

pub(super) type Checked = Result<(usize, u64), DecodeError>;

/// Returns whether an odd modulus of `bits` bits, for which there is room, passes for a prime.
/// Variable-time: it is public.
pub(super) fn is_prime_vartime(n: &[u8], bits: usize) -> bool {
    with(IsPrime { n, bits }, bits, 0).expect("there is room for lengths that are taken")
}

struct IsPrime<'a> {
    n: &'a [u8],
    bits: usize,
}

impl Task for IsPrime<'_> {
    type Output = bool;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> bool {
        let n: [u64; F] = from_be_bytes(self.n);
        let m = Modulus::new(&n, self.bits);
        is_prime_in_rows_vartime(&m, &RowModuli::<R>::new([&m]))
    }
}

/// Returns whether an odd modulus of `bits` bits has a prime factor below 1024, or is a power.
/// Variable-time: it is public.
///
/// A number that is no power is called one once in 2^80. The standard wants no factor below 752,
/// and that the modulus is no prime, which costs as much as a private operation and is asked for by
/// [`validate`](super::PublicKey::validate) alone.
pub(super) fn is_weak_vartime(n: &[u64], bits: usize) -> bool {
    // Of what has no factor below 2^10, a power has more than ten bits for each of its exponent.
    let exponents = SMALL_PRIMES.iter().take_while(|k| 10 * **k < bits as u64);
    has_small_factor(n) || core::iter::once(&2).chain(exponents).any(|k| is_power(n, *k))
}

fn has_small_factor(n: &[u64]) -> bool {
    SMALL_PRIMES.chunks(3).any(|primes| {
        let rest = remainder(n, primes.iter().product());
        primes.iter().any(|prime| rest.is_multiple_of(*prime))
    })
}

/// Returns whether a number without small factors passes for a power with a prime exponent `k`: it
/// is one modulo primes `1 + j k`, as one in `k` of others is by chance. Euler's criterion, and its
/// like for other exponents.
fn is_power(n: &[u64], k: u64) -> bool {
    let enough = 80 / k.ilog2() as usize;
    let moduli = (1..).map(|j| 1 + j * k).filter(|r| is_small_prime(*r));
    moduli.take(enough).all(|r| matches!(power(remainder(n, r), (r - 1) / k, r), 0 | 1))
}

/// Returns whether a number below 2^20 is an odd prime.
fn is_small_prime(x: u64) -> bool {
    let mut divisors = SMALL_PRIMES.iter().take_while(|prime| *prime * *prime <= x);
    x % 2 == 1 && x > 1 && divisors.all(|prime| !x.is_multiple_of(*prime))
}

/// Returns `x^exponent mod m`, for a modulus of at most 32 bits.
fn power(x: u64, exponent: u64, m: u64) -> u64 {
    (0..64 - exponent.leading_zeros()).rev().fold(1, |power, bit| {
        let square = power * power % m;
        if exponent >> bit & 1 == 1 { square * x % m } else { square }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;
    use std::vec::Vec;

    fn bits(n: &[u64]) -> usize {
        sealane_arith::modulus::integer::bits_vartime(n)
    }

    fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut out = vec![0; a.len() + b.len()];
        for (i, a) in a.iter().enumerate() {
            let mut carry = 0;
            for (j, b) in b.iter().enumerate() {
                let sum = u128::from(out[i + j]) + u128::from(*a) * u128::from(*b) + carry;
                out[i + j] = sum as u64;
                carry = sum >> 64;
            }
            out[i + b.len()] = carry as u64;
        }
        while out.last() == Some(&0) {
            out.pop();
        }
        out
    }

    /// A number of so many bits without a small factor, next to what `x` counts.
    fn rough(length: usize, x: u64) -> Vec<u64> {
        let mut n: Vec<u64> = (0..length.div_ceil(64) as u64)
            .map(|i| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32 ^ x as u32))
            .collect();
        *n.last_mut().expect("it has a word") = 1 << ((length - 1) % 64);
        n[0] |= 1;
        while has_small_factor(&n) {
            n[0] = n[0].wrapping_add(2);
        }
        assert_eq!(bits(&n), length);
        n
    }

    /// Goal: no power passes, and what lies beside does. Method: powers of numbers of every length
    /// with each prime exponent that a modulus has room for; twice the number added to each, and
    /// products of two numbers.
    #[test]
    fn powers_are_found() {
        for k in core::iter::once(2).chain(SMALL_PRIMES).filter(|k| *k <= 800) {
            for length in [11, 13, 64, 65, 8192 / k as usize] {
                if length < 11 || length * k as usize > 8192 {
                    continue;
                }
                let root = rough(length, k);
                let power = (1..k).fold(root.clone(), |power, _| times(&power, &root));
                let length = bits(&power);
                assert!(is_power(&power, k) && is_weak_vartime(&power, length), "{length}, {k}");
                let mut beside = power;
                beside[0] ^= 2;
                assert!(!is_power(&beside, k), "{length} bits, {k}");
            }
        }
        for length in [1024, 1031, 2048, 3072, 4096, 8192] {
            for x in 0..4 {
                let product = times(&rough(length / 2, x), &rough(length - length / 2, x + 9));
                assert!(!is_weak_vartime(&product, bits(&product)), "{length} bits");
            }
        }
    }

    /// Goal: every prime below 1024 is found as a factor, and the next one is none.
    #[test]
    fn small_factors_are_found() {
        let rest = rough(2038, 1);
        assert!(!is_weak_vartime(&rest, bits(&rest)));
        for prime in SMALL_PRIMES {
            let product = times(&rest, &[prime]);
            assert!(is_weak_vartime(&product, bits(&product)), "{prime}");
        }
        let product = times(&rest, &[1031]);
        assert!(!is_weak_vartime(&product, bits(&product)));
    }

    /// Goal: small powers and primes are what they are. Method: by definition.
    #[test]
    fn words_are_right() {
        for x in 0..2000 {
            assert_eq!(is_small_prime(x), x > 2 && (2..x).all(|d| x % d != 0), "{x}");
        }
        for (x, e, m) in [(2, 10, 1021), (1_000_000, 3, 1_048_573), (7, 0, 11), (0, 3, 13)] {
            let expected = (0..e).fold(1, |power, _| power * x % m);
            assert_eq!(power(x, e, m), expected);
        }
    }
}
