//! A private key with what is known of it, as bytes for storage that is trusted: that its domain
//! parameters are good, and its public number.
//!
//! In order: a mark with the version, the numbers as OpenSSL wrote them before PKCS#8 (a DER
//! sequence of 0, `p`, `q`, `g`, `y` and `x`), and the SHA-256 of all before it.

use super::{Parameters, PrivateKey, PublicKey};
use crate::dsa::documents;
use crate::dsa::primitive::unproven_vartime;
use crate::error::DecodeError;
use crate::hash::{Digest, Hash};
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// What the bytes begin with; the last one is the version.
const MARK: &[u8; 8] = b"SLN-DSA\x01";
const DIGEST_BYTES: usize = 32;

/// Returns the bytes of a key.
pub(super) fn encode(key: &PrivateKey) -> Zeroizing<Vec<u8>> {
    let [p, q, g] = key.public.parameters.numbers();
    let document = key.with_x(|x| documents::openssl_to_der(&[&p, &q, &g, &key.public.y, x]));
    let length = MARK.len() + document.len() + DIGEST_BYTES;
    let mut out = Zeroizing::new(Vec::with_capacity(length));
    out.extend_from_slice(MARK);
    out.extend_from_slice(&document);
    let digest = Digest::of(Hash::Sha256, &out);
    out.extend_from_slice(digest.as_bytes());
    out
}

/// Takes the bytes of a key.
pub(super) fn decode(bytes: &[u8]) -> Result<PrivateKey, DecodeError> {
    let document = document(bytes).ok_or(DecodeError::KeyEncoding)?;
    let [p, q, g, y, x] = documents::openssl_from_der(document)?;
    let parameters = Parameters(unproven_vartime(p, q, g)?);
    let x = parameters.private_scalar(x)?;
    let y = parameters.widened_vartime(y).ok_or(DecodeError::KeyDsaPublic)?;
    Ok(PrivateKey { x, public: PublicKey { parameters, y } })
}

/// What is between mark and digest; `None` for another version or digest.
fn document(bytes: &[u8]) -> Option<&[u8]> {
    let (all, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST_BYTES)?)?;
    let same = Digest::of(Hash::Sha256, all).as_bytes() == digest;
    all.strip_prefix(MARK).filter(|_| same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsa::tests::rfc_6979_key;

    /// The digest of what precedes it made right again.
    fn with_digest(mut bytes: Vec<u8>) -> Vec<u8> {
        let at = bytes.len() - DIGEST_BYTES;
        let digest = Digest::of(Hash::Sha256, &bytes[..at]);
        bytes[at..].copy_from_slice(digest.as_bytes());
        bytes
    }

    fn take(bytes: &[u8]) -> Result<PrivateKey, DecodeError> {
        PrivateKey::from_precalculated_bytes(bytes)
    }

    /// Goal: a stored key is the key, in all it does.
    #[test]
    fn stored_keys_come_back() {
        let key = rfc_6979_key();
        let bytes = key.to_precalculated_bytes();
        let again = take(&bytes).expect("it is as it was");
        assert_eq!(again.public_key(), key.public_key());
        assert_eq!(again.to_pkcs8_der(), key.to_pkcs8_der());
        assert_eq!(again.to_precalculated_bytes(), bytes);
        let sign = |key: &PrivateKey| {
            key.sign(b"message", Hash::Sha256, crate::Nonces::Deterministic).expect("it signs")
        };
        assert_eq!(sign(&again), sign(&key));
        key.public_key().verify(b"message", Hash::Sha256, &sign(&again)).expect("it is good");
    }

    /// Goal: what is cut, longer, of another version or changed is refused, and panics nowhere,
    /// not even with its digest made right; numbers out of their range are refused then too.
    #[test]
    fn changed_bytes_are_refused() {
        let bytes = rfc_6979_key().to_precalculated_bytes().to_vec();
        for length in 0..bytes.len() {
            assert_eq!(take(&bytes[..length]).map(|_| ()), Err(DecodeError::KeyEncoding));
        }
        assert!(take(&[&bytes[..], &[0]].concat()).is_err());
        let mut refused = 0;
        for at in 0..bytes.len() {
            for change in [1, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert_eq!(take(&changed).map(|_| ()), Err(DecodeError::KeyEncoding), "{at}");
                let Ok(key) = take(&with_digest(changed)) else {
                    refused += 1;
                    continue;
                };
                if at % 64 == 0 {
                    // Whatever it signs with, a signature that is checked does not leave.
                    let options = crate::SignOptions { check: true, ..Default::default() };
                    let _ = key.sign(b"message", Hash::Sha256, options);
                }
            }
        }
        assert!(refused > 20, "{refused}");
    }

    /// Goal: numbers that the arithmetic has no room for, or no products of, are refused.
    #[test]
    fn numbers_without_a_place_are_refused() {
        let key = rfc_6979_key();
        let [p, q, g] = key.public_key().parameters().numbers();
        let (y, x) = (key.public_key().number().to_vec(), [3]);
        let even = |number: &[u8]| [number, &[0]].concat()[1..].to_vec();
        let cases: [[&[u8]; 5]; 8] = [
            [&p[1..], &q, &g[1..], &y[1..], &x],
            [&p, &q[1..], &g, &y, &x],
            [&even(&p), &q, &g, &y, &x],
            [&p, &even(&q), &g, &y, &x],
            [&p, &q, &p, &y, &x],
            [&p, &q, &g, &p, &x],
            [&p, &q, &g, &y, &q],
            [&p, &q, &g, &y, &[]],
        ];
        let stored = |numbers: &[&[u8]; 5]| {
            let document = documents::openssl_to_der(numbers);
            with_digest([&MARK[..], &document, &[0; DIGEST_BYTES]].concat())
        };
        assert!(take(&stored(&[&p, &q, &g, &y, &x])).is_ok());
        for (i, case) in cases.iter().enumerate() {
            assert!(take(&stored(case)).is_err(), "case {i}");
        }
    }
}
