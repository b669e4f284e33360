//! RSA keys as PKCS#1 (RFC 8017, appendix A.1), SubjectPublicKeyInfo and PKCS#8, in DER.
//!
//! What comes out are numbers, positive and without leading zeros; whether they make a key is not
//! known yet.

pub(crate) mod pss;

use crate::encode::{collect, integers, needed_bytes, pkcs8_info, write};
use crate::error::DecodeError;
use crate::hash::Hash;
use crate::rsa::{Permitted, Salt, Scheme};
use alloc::vec::Vec;
use der::Decode;
use der::asn1::{AnyRef, BitStringRef, ObjectIdentifier, OctetStringRef};
use der::referenced::RefToOwned;
use pkcs8::PrivateKeyInfo;
use spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// The numbers of a public key: `n` and `e`.
pub(crate) type PublicNumbers<'a> = [&'a [u8]; 2];
/// The numbers of a private key: `n`, `e`, `d`, `p`, `q`, `dp`, `dq`, `qinv`.
pub(crate) type PrivateNumbers<'a> = [&'a [u8]; 8];

/// The identifier of signatures; `None` for what has none. RFC 8017, appendix A.2.4, and NIST CSOR;
/// RFC 4055, section 3.1, for PSS.
pub(crate) fn signature_identifier(scheme: Scheme) -> Option<AlgorithmIdentifierOwned> {
    match scheme {
        Scheme::Pkcs1(hash) => {
            let oid = ObjectIdentifier::new_unwrap(match hash {
                Hash::Sha224 => "1.2.840.113549.1.1.14",
                Hash::Sha256 => "1.2.840.113549.1.1.11",
                Hash::Sha384 => "1.2.840.113549.1.1.12",
                Hash::Sha512 => "1.2.840.113549.1.1.13",
                Hash::Sha512_224 => "1.2.840.113549.1.1.15",
                Hash::Sha512_256 => "1.2.840.113549.1.1.16",
                Hash::Sha3_224 => "2.16.840.1.101.3.4.3.13",
                Hash::Sha3_256 => "2.16.840.1.101.3.4.3.14",
                Hash::Sha3_384 => "2.16.840.1.101.3.4.3.15",
                Hash::Sha3_512 => "2.16.840.1.101.3.4.3.16",
                _ => return None,
            });
            let parameters = Some(AnyRef::NULL.ref_to_owned());
            Some(AlgorithmIdentifierOwned { oid, parameters })
        }
        Scheme::Pss { hash, mgf, salt } => {
            let bytes = match salt {
                Salt::Bytes(bytes) => bytes,
                Salt::OfHash => hash.output_bytes(),
                Salt::Longest | Salt::Any => return None,
            };
            let least_salt_bytes = bytes.try_into().ok()?;
            let of = Permitted::PssWith { hash, mgf, least_salt_bytes };
            of.has_document().then(|| {
                pss::with_identifier(of, |id| AlgorithmIdentifierOwned {
                    oid: id.oid,
                    parameters: id.parameters.map(|it| it.ref_to_owned()),
                })
            })
        }
        Scheme::Pkcs1Bytes | Scheme::Raw => None,
    }
}

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
