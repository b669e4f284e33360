//! DSA keys as SubjectPublicKeyInfo (RFC 3279, section 2.3.2), as PKCS#8, and as OpenSSL wrote them
//! before, in DER.
//!
//! What comes out are numbers, positive and without leading zeros; whether they make a key is not
//! known yet.

use crate::encode::integers::{self, Integers};
use crate::encode::{collect, needed_bytes, pkcs8_info, write};
use crate::error::DecodeError;
use crate::hash::Hash;
use alloc::vec::Vec;
use der::Decode;
use der::asn1::{AnyRef, BitStringRef, ObjectIdentifier, OctetStringRef, UintRef};
use pkcs8::PrivateKeyInfo;
use spki::{AlgorithmIdentifier, SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// `id-dsa`.
pub(crate) const DSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10040.4.1");

/// The identifier of signatures, which has no parameters. RFC 5758, section 3.1.
pub(crate) fn signature_oid(hash: Hash) -> Option<ObjectIdentifier> {
    Some(ObjectIdentifier::new_unwrap(match hash {
        Hash::Sha224 => "2.16.840.1.101.3.4.3.1",
        Hash::Sha256 => "2.16.840.1.101.3.4.3.2",
        Hash::Sha384 => "2.16.840.1.101.3.4.3.3",
        Hash::Sha512 => "2.16.840.1.101.3.4.3.4",
        _ => return None,
    }))
}

/// The numbers of a key: `p`, `q` and `g`, and `y` of a public key or `x` of a private one.
pub(crate) type KeyNumbers<'a> = [&'a [u8]; 4];

/// Puts the numbers of a key together. Parameters that a key would inherit are not there.
fn numbers_of<'a>(
    id: &AlgorithmIdentifier<AnyRef<'a>>,
    own: Option<&'a [u8]>,
) -> Result<KeyNumbers<'a>, DecodeError> {
    if id.oid != DSA {
        return Err(DecodeError::KeyAlgorithm);
    }
    let read = || {
        let [p, q, g] = id.parameters?.decode_as::<Integers<'_, 3>>().ok()?.numbers();
        let own: UintRef<'_> = UintRef::from_der(own?).ok()?;
        Some([p, q, g, own.as_bytes()])
    };
    read().ok_or(DecodeError::KeyEncoding)
}

/// Splits a SubjectPublicKeyInfo. Errors: `KeyAlgorithm`, `KeyEncoding`.
pub(crate) fn spki_from_der(der: &[u8]) -> Result<KeyNumbers<'_>, DecodeError> {
    let info = SubjectPublicKeyInfoRef::from_der(der).map_err(|_| DecodeError::KeyEncoding)?;
    numbers_of(&info.algorithm, info.subject_public_key.as_bytes())
}

/// Splits a PKCS#8 document, and gives `y` too if it is of version 2. Errors: `KeyAlgorithm`,
/// `KeyEncoding`.
pub(crate) fn pkcs8_from_der(der: &[u8]) -> Result<(KeyNumbers<'_>, Option<&[u8]>), DecodeError> {
    let info = pkcs8_info::split(der)?;
    let numbers = numbers_of(&info.algorithm, Some(info.private_key.as_bytes()))?;
    let public = pkcs8_info::public_key(&info)?.map(|der| {
        let y: der::Result<UintRef<'_>> = UintRef::from_der(der);
        y.map(|y| y.as_bytes()).map_err(|_| DecodeError::KeyEncoding)
    });
    Ok((numbers, public.transpose()?))
}

/// Splits what OpenSSL wrote before PKCS#8: `p`, `q`, `g`, `y`, `x`, after a version of 0. Errors:
/// `KeyEncoding`.
pub(crate) fn openssl_from_der(der: &[u8]) -> Result<[&[u8]; 5], DecodeError> {
    let [version, p, q, g, y, x] = integers::split(der)?;
    if version == [0] { Ok([p, q, g, y, x]) } else { Err(DecodeError::KeyEncoding) }
}

/// What [`openssl_from_der`] splits.
pub(crate) fn openssl_to_der([p, q, g, y, x]: &[&[u8]; 5]) -> Zeroizing<Vec<u8>> {
    integers::join(&[&[0], p, q, g, y, x])
}

/// Calls `use_it` with the algorithm identifier of parameters.
fn with_identifier<T>(
    [p, q, g]: [&[u8]; 3],
    use_it: impl FnOnce(AlgorithmIdentifier<AnyRef<'_>>) -> T,
) -> T {
    let parameters = integers::join(&[p, q, g]);
    let parameters = AnyRef::from_der(&parameters).expect("it is what was just written");
    use_it(AlgorithmIdentifier { oid: DSA, parameters: Some(parameters) })
}

/// The DER of one number.
fn integer(number: &[u8]) -> Zeroizing<Vec<u8>> {
    let number = UintRef::new(number).expect("the numbers of a key are short");
    collect(needed_bytes(&number), |out| write(&number, out))
}

/// The SubjectPublicKeyInfo.
pub(crate) fn spki_to_der([p, q, g, y]: &KeyNumbers<'_>) -> Vec<u8> {
    let key = integer(y);
    let subject_public_key = BitStringRef::from_bytes(&key).expect("a key is short");
    with_identifier([p, q, g], |algorithm| {
        let info = SubjectPublicKeyInfo { algorithm, subject_public_key };
        core::mem::take(&mut *collect(needed_bytes(&info), |out| write(&info, out)))
    })
}

/// The PKCS#8 document, version 1.
pub(crate) fn pkcs8_to_der([p, q, g, x]: &KeyNumbers<'_>) -> Zeroizing<Vec<u8>> {
    let key = integer(x);
    let key = OctetStringRef::new(&key).expect("a key is short");
    with_identifier([p, q, g], |algorithm| {
        let info = PrivateKeyInfo::<_, _, BitStringRef<'_>>::new(algorithm, key);
        collect(needed_bytes(&info), |out| write(&info, out))
    })
}
