//! Arithmetic modulo any prime on big integers.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Returns `a + b mod p`.
pub fn add(a: &BigUint, b: &BigUint, p: &BigUint) -> BigUint {
    (a + b) % p
}

/// Returns `a - b mod p`; `a` and `b` may be any size.
pub fn sub(a: &BigUint, b: &BigUint, p: &BigUint) -> BigUint {
    (a % p + p - b % p) % p
}

/// Returns `-a mod p`.
pub fn neg(a: &BigUint, p: &BigUint) -> BigUint {
    sub(&BigUint::zero(), a, p)
}

/// Returns `a * b mod p`.
pub fn mul(a: &BigUint, b: &BigUint, p: &BigUint) -> BigUint {
    a * b % p
}

/// Returns `a^-1 mod p` for a prime `p`, and 0 for 0, by Euclid.
pub fn inv(a: &BigUint, p: &BigUint) -> BigUint {
    a.modinv(p).unwrap_or_default()
}

/// Returns whether `a` is a square mod the odd prime `p` (0 is one), by Euler.
pub fn is_square(a: &BigUint, p: &BigUint) -> bool {
    let euler = a.modpow(&((p - 1u32) >> 1), p);
    euler.is_zero() || euler.is_one()
}

/// Returns a square root of `a` mod the odd prime `p`, if there is one, by Tonelli and Shanks.
pub fn sqrt(a: &BigUint, p: &BigUint) -> Option<BigUint> {
    let a = a % p;
    if a.is_zero() {
        return Some(a);
    }
    if !is_square(&a, p) {
        return None;
    }
    let two_power = (p - 1u32).trailing_zeros().expect("p - 1 is not zero");
    let odd = (p - 1u32) >> two_power;
    let non_square = (2u32..).map(BigUint::from).find(|z| !is_square(z, p)).expect("p is odd");
    let mut generator = non_square.modpow(&odd, p);
    let mut root = a.modpow(&((&odd + 1u32) >> 1), p);
    let mut rest = a.modpow(&odd, p);
    let mut order = two_power;
    while !rest.is_one() {
        let mut power = rest.clone();
        let mut exponent = 0;
        while !power.is_one() {
            power = mul(&power, &power, p);
            exponent += 1;
        }
        for _ in 0..order - exponent - 1 {
            generator = mul(&generator, &generator, p);
        }
        root = mul(&root, &generator, p);
        generator = mul(&generator, &generator, p);
        rest = mul(&rest, &generator, p);
        order = exponent;
    }
    Some(root)
}

/// Returns the little-endian 64-bit words of `value`, `count` of them; `value` must fit.
pub fn to_words(value: &BigUint, count: usize) -> Vec<u64> {
    let mut words = value.to_u64_digits();
    assert!(words.len() <= count, "value of {} words does not fit {count}", words.len());
    words.resize(count, 0);
    words
}

/// Returns `sum(words[i] * 2^(64 i))`.
pub fn from_words(words: &[u64]) -> BigUint {
    words.iter().rev().fold(BigUint::zero(), |sum, &word| (sum << 64) + word)
}

/// Returns the big-endian encoding of `value` in exactly `length` bytes; `value` must fit.
pub fn to_bytes(value: &BigUint, length: usize) -> Vec<u8> {
    let digits = if value.is_zero() { vec![] } else { value.to_bytes_be() };
    assert!(digits.len() <= length, "value of {} bytes does not fit {length}", digits.len());
    let mut bytes = vec![0; length - digits.len()];
    bytes.extend(digits);
    bytes
}

/// Returns the integer of a hexadecimal string; for tables of constants.
pub fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("a table of ours holds hexadecimal digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the oracle obeys the field axioms. All elements of five small primes, both mod 4 and
    /// one with many factors of two in p - 1.
    #[test]
    fn small_fields_obey_their_laws() {
        for prime in [3u32, 7, 13, 97, 193, 257] {
            let p = BigUint::from(prime);
            let mut roots = 0;
            for value in 0..prime {
                let a = BigUint::from(value);
                assert!(add(&a, &neg(&a, &p), &p).is_zero());
                if value > 0 {
                    assert!(mul(&a, &inv(&a, &p), &p).is_one());
                }
                if let Some(root) = sqrt(&a, &p) {
                    assert_eq!(mul(&root, &root, &p), a);
                    roots += 1;
                }
            }
            assert_eq!(roots, prime.div_ceil(2), "squares mod {prime}");
        }
    }

    /// Goal: conversions are inverse to each other and refuse what does not fit.
    #[test]
    fn conversions_keep_the_value() {
        let value = hex("0123456789abcdef00000000000000000000000000000001");
        assert_eq!(from_words(&to_words(&value, 4)), value);
        assert_eq!(BigUint::from_bytes_be(&to_bytes(&value, 30)), value);
        assert_eq!(to_bytes(&BigUint::zero(), 2), [0, 0]);
        assert!(std::panic::catch_unwind(|| to_bytes(&hex("100"), 1)).is_err());
    }
}
