//! Keys as SubjectPublicKeyInfo and as PKCS#8, in DER. RFC 9881, sections 4 and 6.

use super::key::SEED_BYTES;
use super::parameters::ParameterSet;
use crate::encode::{collect, needed_bytes, pkcs8_info, write};
use crate::error::DecodeError;
use alloc::vec::Vec;
use der::asn1::{AnyRef, BitStringRef, ObjectIdentifier, OctetStringRef};
use der::{Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::PrivateKeyInfo;
use spki::{AlgorithmIdentifier, SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// The tag of a seed within a private key.
const SEED: Tag = Tag::ContextSpecific { constructed: false, number: TagNumber(0) };

/// A private key as its document has it. The lengths are not looked at yet.
pub(super) enum PrivateParts<'a> {
    Seed(&'a [u8]),
    Expanded(&'a [u8]),
    Both { seed: &'a [u8], expanded: &'a [u8] },
}

/// The set of an identifier, which has no parameters. Errors: `KeyAlgorithm`, `KeyEncoding`.
fn set_of(id: &AlgorithmIdentifier<AnyRef<'_>>) -> Result<ParameterSet, DecodeError> {
    let set = ParameterSet::from_oid(id.oid).ok_or(DecodeError::KeyAlgorithm)?;
    if id.parameters.is_none() { Ok(set) } else { Err(DecodeError::KeyEncoding) }
}

fn identifier(set: ParameterSet) -> AlgorithmIdentifier<ObjectIdentifier> {
    AlgorithmIdentifier { oid: set.row().oid, parameters: None }
}

/// Splits a SubjectPublicKeyInfo. Errors: `KeyAlgorithm`, `KeyEncoding`.
pub(super) fn spki_from_der(der: &[u8]) -> Result<(ParameterSet, &[u8]), DecodeError> {
    let info = SubjectPublicKeyInfoRef::from_der(der).map_err(|_| DecodeError::KeyEncoding)?;
    let set = set_of(&info.algorithm)?;
    Ok((set, info.subject_public_key.as_bytes().ok_or(DecodeError::KeyEncoding)?))
}

/// The SubjectPublicKeyInfo.
pub(super) fn spki_to_der(set: ParameterSet, key: &[u8]) -> Vec<u8> {
    let subject_public_key = BitStringRef::from_bytes(key).expect("a key is short");
    let info = SubjectPublicKeyInfo { algorithm: identifier(set), subject_public_key };
    core::mem::take(&mut *collect(needed_bytes(&info), |out| write(&info, out)))
}

/// A private key, and the public key of version 2 if there is one.
type Split<'a> = (ParameterSet, PrivateParts<'a>, Option<&'a [u8]>);

/// Splits a PKCS#8 document. Errors: `KeyAlgorithm`, `KeyEncoding`.
pub(super) fn pkcs8_from_der(der: &[u8]) -> Result<Split<'_>, DecodeError> {
    let info = pkcs8_info::split(der)?;
    let set = set_of(&info.algorithm)?;
    let parts = parts_of(info.private_key.as_bytes()).map_err(|_| DecodeError::KeyEncoding)?;
    Ok((set, parts, pkcs8_info::public_key(&info)?))
}

/// Splits a private key: one of three forms. RFC 9881, section 6.
fn parts_of(der: &[u8]) -> der::Result<PrivateParts<'_>> {
    let form = AnyRef::from_der(der)?;
    match form.tag() {
        tag if tag == SEED => Ok(PrivateParts::Seed(form.value())),
        Tag::OctetString => Ok(PrivateParts::Expanded(form.value())),
        _ => {
            let mut reader = SliceReader::new(der)?;
            let parts = reader.sequence(|fields| {
                let seed: &OctetStringRef = fields.decode()?;
                let expanded: &OctetStringRef = fields.decode()?;
                let (seed, expanded) = (seed.as_bytes(), expanded.as_bytes());
                Ok::<_, der::Error>(PrivateParts::Both { seed, expanded })
            })?;
            reader.finish()?;
            Ok(parts)
        }
    }
}

/// The PKCS#8 document of a seed, version 1.
pub(super) fn seed_to_der(set: ParameterSet, seed: &[u8; SEED_BYTES]) -> Zeroizing<Vec<u8>> {
    let mut key = Zeroizing::new([0; 2 + SEED_BYTES]);
    key[..2].copy_from_slice(&[0x80, SEED_BYTES as u8]);
    key[2..].copy_from_slice(seed);
    pkcs8_to_der(set, &*key)
}

/// The PKCS#8 document of an expanded key, version 1.
pub(super) fn expanded_to_der(set: ParameterSet, key: &[u8]) -> Zeroizing<Vec<u8>> {
    let key = AnyRef::from(OctetStringRef::new(key).expect("a key is short"));
    pkcs8_to_der(set, &collect(needed_bytes(&key), |out| write(&key, out)))
}

fn pkcs8_to_der(set: ParameterSet, key: &[u8]) -> Zeroizing<Vec<u8>> {
    let key = OctetStringRef::new(key).expect("a key is short");
    let info = PrivateKeyInfo::<_, _, BitStringRef<'_>>::new(identifier(set), key);
    collect(needed_bytes(&info), |out| write(&info, out))
}
