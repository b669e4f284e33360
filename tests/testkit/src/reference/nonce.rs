//! Deterministic nonces. RFC 6979, section 3.

use super::field;
use super::hash::{HashRow, hmac};
use num_bigint::BigUint;
use num_traits::Zero;

/// Returns the leftmost `bits(n)` bits of `bytes` as an integer, all of them if they are fewer.
/// RFC 6979, section 2.3.2.
pub fn bits2int(bytes: &[u8], n: &BigUint) -> BigUint {
    let have = 8 * bytes.len() as u64;
    BigUint::from_bytes_be(bytes) >> have.saturating_sub(n.bits())
}

/// Returns the nonces that RFC 6979 tries, in order, for key `d` and digest `digest`.
///
/// `extra` is the additional data of section 3.6; empty for the plain variant. The first item in
/// `1..n` is the nonce; the caller takes a later one only if r or s came out as zero.
pub fn candidates(
    d: &BigUint,
    n: &BigUint,
    digest: &[u8],
    extra: &[u8],
    hash: &'static HashRow,
) -> impl Iterator<Item = BigUint> {
    candidates_below(d, n, n, digest, extra, hash)
}

/// Like [`candidates`], keeping those of `1..limit` in place of `1..n`: to see what is rejected.
pub fn candidates_below(
    d: &BigUint,
    n: &BigUint,
    limit: &BigUint,
    digest: &[u8],
    extra: &[u8],
    hash: &'static HashRow,
) -> impl Iterator<Item = BigUint> {
    let (n, limit) = (n.clone(), limit.clone());
    let order_bytes = n.bits().div_ceil(8) as usize;
    let mut seed = field::to_bytes(d, order_bytes);
    seed.extend(field::to_bytes(&(bits2int(digest, &n) % &n), order_bytes));
    seed.extend_from_slice(extra);
    let mut v = vec![1u8; hash.output_bytes];
    let mut key = vec![0u8; hash.output_bytes];
    for marker in [0u8, 1] {
        key = hmac(hash, &key, &[&v[..], &[marker], &seed].concat());
        v = hmac(hash, &key, &v);
    }
    std::iter::from_fn(move || {
        loop {
            let mut stream = vec![];
            while 8 * stream.len() < n.bits() as usize {
                v = hmac(hash, &key, &v);
                stream.extend_from_slice(&v);
            }
            let candidate = bits2int(&stream, &n);
            key = hmac(hash, &key, &[&v[..], &[0]].concat());
            v = hmac(hash, &key, &v);
            if !candidate.is_zero() && candidate < limit {
                return Some(candidate);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::hash;

    /// Goal: the worked example of RFC 6979, A.1.2, whose first two candidates are too large.
    #[test]
    fn the_worked_example_comes_out() {
        let n = field::hex("4000000000000000000020108a2e0cc0d99f8a5ef");
        let d = field::hex("09a4d6792295a7f730fc3f2b49cbc0f62e862272f");
        let sha256 = hash::by_name("SHA-256");
        let digest = (sha256.of)(b"sample");
        let k = candidates(&d, &n, &digest, &[], sha256).next();
        assert_eq!(k, Some(field::hex("23af4074c90a02b3fe61d286d5c87f425e6bdd81b")));
    }

    /// Goal: additional data changes the nonce, and digests longer than the order are cut left.
    #[test]
    fn extra_data_and_length_matter() {
        let n = BigUint::from(8191u32);
        let d = BigUint::from(5u32);
        let sha256 = hash::by_name("SHA-256");
        let plain: Vec<_> = candidates(&d, &n, &[1; 32], &[], sha256).take(4).collect();
        let hedged: Vec<_> = candidates(&d, &n, &[1; 32], &[7; 32], sha256).take(4).collect();
        assert_ne!(plain, hedged);
        assert_eq!(bits2int(&[0xff, 0xff], &n), n);
        assert_eq!(bits2int(&[0xff], &n), BigUint::from(255u32));
    }
}
