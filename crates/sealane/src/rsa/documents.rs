//! RSA keys as PKCS#1 (RFC 8017, appendix A.1), SubjectPublicKeyInfo and PKCS#8, in DER.
//!
//! What comes out are numbers, positive and without leading zeros; whether they make a key is not
//! known yet.

pub(crate) mod pss;

use crate::encode::{collect, integers, needed_bytes, pkcs8_info, write};
use crate::error::DecodeError;
use crate::rsa::Permitted;
use alloc::vec::Vec;
use der::Decode;
use der::asn1::{BitStringRef, OctetStringRef};
use pkcs8::PrivateKeyInfo;
use spki::{SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// The numbers of a public key: `n` and `e`.
pub(crate) type PublicNumbers<'a> = [&'a [u8]; 2];
/// The numbers of a private key: `n`, `e`, `d`, `p`, `q`, `dp`, `dq`, `qinv`.
pub(crate) type PrivateNumbers<'a> = [&'a [u8]; 8];

/// Splits an RSAPublicKey. Errors: `KeyEncoding`.
pub(crate) fn public_from_der(der: &[u8]) -> Result<PublicNumbers<'_>, DecodeError> {
    integers::split(der)
}

/// Splits an RSAPrivateKey of two primes.
///
/// Errors: `KeyRsaMultiPrime` for more; `KeyEncoding`.
pub(crate) fn private_from_der(der: &[u8]) -> Result<PrivateNumbers<'_>, DecodeError> {
    match integers::version(der)? {
        0 => {
            let [_, n, e, d, p, q, dp, dq, qinv] = integers::split(der)?;
            Ok([n, e, d, p, q, dp, dq, qinv])
        }
        1 => Err(DecodeError::KeyRsaMultiPrime),
        _ => Err(DecodeError::KeyEncoding),
    }
}

/// Splits a SubjectPublicKeyInfo, and says what the key is for. Errors: `KeyAlgorithm`,
/// `KeyEncoding`.
pub(crate) fn spki_from_der(der: &[u8]) -> Result<(PublicNumbers<'_>, Permitted), DecodeError> {
    let info = SubjectPublicKeyInfoRef::from_der(der).map_err(|_| DecodeError::KeyEncoding)?;
    let permitted = pss::permitted(&info.algorithm)?;
    let key = info.subject_public_key.as_bytes().ok_or(DecodeError::KeyEncoding)?;
    Ok((public_from_der(key)?, permitted))
}

/// Splits a PKCS#8 document, and says what the key is for. The public key of version 2 must be that
/// of the numbers. Errors: `KeyAlgorithm`, `KeyMismatch`, and those of [`private_from_der`].
pub(crate) fn pkcs8_from_der(der: &[u8]) -> Result<(PrivateNumbers<'_>, Permitted), DecodeError> {
    let info = pkcs8_info::split(der)?;
    let permitted = pss::permitted(&info.algorithm)?;
    let numbers = private_from_der(info.private_key.as_bytes())?;
    if let Some(public) = pkcs8_info::public_key(&info)? {
        let [n, e, ..] = numbers;
        if public_from_der(public)? != [n, e] {
            return Err(DecodeError::KeyMismatch);
        }
    }
    Ok((numbers, permitted))
}

/// The RSAPublicKey.
pub(crate) fn public_to_der(numbers: &PublicNumbers<'_>) -> Vec<u8> {
    core::mem::take(&mut integers::join(numbers))
}

/// The RSAPrivateKey.
pub(crate) fn private_to_der(numbers: &PrivateNumbers<'_>) -> Zeroizing<Vec<u8>> {
    let [n, e, d, p, q, dp, dq, qinv] = *numbers;
    integers::join(&[&[0], n, e, d, p, q, dp, dq, qinv])
}

/// The SubjectPublicKeyInfo of a key that is for this.
pub(crate) fn spki_to_der(numbers: &PublicNumbers<'_>, permitted: Permitted) -> Vec<u8> {
    let key = public_to_der(numbers);
    let subject_public_key = BitStringRef::from_bytes(&key).expect("a key is short");
    pss::with_identifier(permitted, |algorithm| -> Vec<u8> {
        let info = SubjectPublicKeyInfo { algorithm, subject_public_key };
        core::mem::take(&mut collect(needed_bytes(&info), |out| write(&info, out)))
    })
}

/// The PKCS#8 document, version 1, of a key that is for this.
pub(crate) fn pkcs8_to_der(
    numbers: &PrivateNumbers<'_>,
    permitted: Permitted,
) -> Zeroizing<Vec<u8>> {
    let key = private_to_der(numbers);
    let key = OctetStringRef::new(&key).expect("a key is short");
    pss::with_identifier(permitted, |algorithm| {
        let info = PrivateKeyInfo::<_, _, BitStringRef<'_>>::new(algorithm, key);
        collect(needed_bytes(&info), |out| write(&info, out))
    })
}
