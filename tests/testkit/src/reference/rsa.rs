//! RSA by big integers: primes from exponents, and the encoding of PSS.

use super::hash::HashRow;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

/// Returns the primes of `n`, the greater one first; `None` if `e` and `d` are not inverse to each
/// other. NIST SP 800-56B, revision 2, appendix C.1.
#[must_use]
pub fn primes_of(n: &BigUint, e: &BigUint, d: &BigUint) -> Option<[BigUint; 2]> {
    let one = BigUint::one();
    let k = e * d - &one;
    let twos = k.trailing_zeros()?;
    let odd = &k >> twos;
    for base in 2u32..102 {
        let mut root = BigUint::from(base).modpow(&odd, n);
        for _ in 0..twos {
            let square = &root * &root % n;
            if square.is_one() {
                let divisor = n.gcd(&(&root + &one));
                if divisor.is_one() || &divisor == n {
                    break;
                }
                let other = n / &divisor;
                return Some(if divisor > other { [divisor, other] } else { [other, divisor] });
            }
            root = square;
        }
    }
    None
}

/// MGF1. RFC 8017, appendix B.2.1.
fn mask(hash: &HashRow, seed: &[u8], bytes: usize) -> Vec<u8> {
    let block = |count: u32| (hash.of)(&[seed, &count.to_be_bytes()].concat());
    let mut mask: Vec<u8> = (0..).flat_map(block).take(bytes).collect();
    mask.truncate(bytes);
    mask
}

/// Returns the encoded message for a modulus of `modulus_bits` bits, MGF1 with the same hash. RFC
/// 8017, section 9.1.1.
///
/// # Panics
/// If there is no room for the digest and the salt.
#[must_use]
pub fn pss_encode(hash: &HashRow, message: &[u8], salt: &[u8], modulus_bits: u64) -> BigUint {
    let bits = modulus_bits as usize - 1;
    let digest = (hash.of)(message);
    let h = (hash.of)(&[&[0; 8], &digest[..], salt].concat());
    let data_bytes = bits.div_ceil(8) - h.len() - 1;
    let mut data = vec![0; data_bytes - salt.len() - 1];
    data.push(1);
    data.extend(salt);
    for (byte, mask) in data.iter_mut().zip(mask(hash, &h, data_bytes)) {
        *byte ^= mask;
    }
    data[0] &= 0xff >> (8 * bits.div_ceil(8) - bits);
    BigUint::from_bytes_be(&[&data[..], &h, &[0xbc]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: primes are found for every pair of exponents of a small modulus, and for no other
    /// pair something that is not a prime of it.
    #[test]
    fn primes_are_found() {
        let n = BigUint::from(61u32 * 53);
        let phi = BigUint::from(60u32 * 52);
        for e in (3u32..400).step_by(2).map(BigUint::from) {
            let primes = Some([61u32, 53].map(BigUint::from));
            if let Some(d) = e.modinv(&phi) {
                assert_eq!(primes_of(&n, &e, &d), primes, "{e}");
            }
        }
        assert_eq!(primes_of(&n, &BigUint::from(17u32), &BigUint::from(2754u32)), None);
    }
}
