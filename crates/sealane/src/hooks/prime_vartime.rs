//! The test of primes from outside, for published lists of numbers.

use crate::dsa::primitive::bits_vartime;
use crate::number::primality::is_prime_vartime;
use crate::number::size::{Task, with};
use sealane_arith::modulus::{Modulus, integer};

/// Returns whether a big-endian number passes for a prime; `None` for one longer than any key's.
#[must_use]
pub fn is_probable_prime(number: &[u8]) -> Option<bool> {
    let bits = bits_vartime(number);
    match number.last() {
        None | Some(0 | 1) if bits < 2 => Some(false),
        Some(last) if last % 2 == 0 => Some(bits == 2 && *last == 2),
        _ => with(Check { number, bits }, bits, 0),
    }
}

struct Check<'a> {
    number: &'a [u8],
    bits: usize,
}

impl Task for Check<'_> {
    type Output = bool;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> bool {
        let number: [u64; F] = integer::from_be_bytes(self.number).0;
        let modulus = Modulus::new(&number, self.bits);
        is_prime_vartime(&modulus, &modulus)
    }
}
