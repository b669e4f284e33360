//! Public keys as SubjectPublicKeyInfo, in DER and PEM. RFC 5280, section 4.1; RFC 5480.

use super::{algorithm_of, identifier_of};
use crate::ecc::algorithm::Algorithm;
use crate::encode::{collect, needed_bytes, pem, write};
use crate::error::{BufferTooSmall, DecodeError};
use alloc::string::String;
use alloc::vec::Vec;
use der::Decode;
use der::asn1::{BitStringRef, ObjectIdentifier};
use spki::{SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};

/// Splits a SubjectPublicKeyInfo into its algorithm and the octet string of its point.
///
/// Errors: `KeyAlgorithm`; `CurveUnsupported` for explicit or inherited parameters and for a curve
/// that is not ours; `KeyEncoding` for anything but strict DER with whole bytes, alone.
pub fn spki_from_der(der: &[u8]) -> Result<(Algorithm, &[u8]), DecodeError> {
    let info = SubjectPublicKeyInfoRef::from_der(der).map_err(|_| DecodeError::KeyEncoding)?;
    let algorithm = algorithm_of(&info.algorithm)?;
    let point = info.subject_public_key.as_bytes().ok_or(DecodeError::KeyEncoding)?;
    Ok((algorithm, point))
}

/// Writes a SubjectPublicKeyInfo to the start of `out` and returns how many bytes it has.
pub fn spki_write(
    algorithm: Algorithm,
    point: &[u8],
    out: &mut [u8],
) -> Result<usize, BufferTooSmall> {
    write(&info_of(algorithm, point)?, out)
}

/// The SubjectPublicKeyInfo of a point's octet string.
pub fn spki_to_der(algorithm: Algorithm, point: &[u8]) -> Vec<u8> {
    let needed = info_of(algorithm, point).map_or(usize::MAX, |info| needed_bytes(&info));
    core::mem::take(&mut collect(needed, |out| spki_write(algorithm, point, out)))
}

/// The PEM block of [`spki_to_der`].
pub fn spki_to_pem(algorithm: Algorithm, point: &[u8]) -> String {
    core::mem::take(&mut pem::encode(pem::PUBLIC, &spki_to_der(algorithm, point)))
}

/// The DER within the one `PUBLIC KEY` block of `text`.
pub fn spki_from_pem(text: &str) -> Result<Vec<u8>, DecodeError> {
    let (_, mut der) = pem::decode(text, &[pem::PUBLIC])?;
    Ok(core::mem::take(&mut der))
}

fn info_of(
    algorithm: Algorithm,
    point: &[u8],
) -> Result<SubjectPublicKeyInfo<ObjectIdentifier, BitStringRef<'_>>, BufferTooSmall> {
    let point = BitStringRef::from_bytes(point);
    Ok(SubjectPublicKeyInfo {
        algorithm: identifier_of(algorithm),
        subject_public_key: point.map_err(|_| BufferTooSmall { needed: usize::MAX })?,
    })
}
