//! Between bytes and parts: signatures, points, public and private keys, PEM.
//!
//! Thin adapters over the DER, SPKI, PKCS#8, SEC1 and PEM crates. Nothing here knows a curve: what
//! comes out has the right form and the right lengths, and is still to be proven a point, a scalar
//! or a pair of integers in range. One form is taken of each document: strict DER, named curves,
//! points compressed or not, with nothing left over.

pub(crate) mod dsa;
mod integers;
pub mod pem;
mod pkcs8_info;
pub mod private;
pub(crate) mod pss;
pub mod public;
pub(crate) mod rsa;
pub mod sec1_point;
pub mod signature;

use crate::algorithm::Algorithm;
use crate::error::{BufferTooSmall, DecodeError};
use alloc::vec::Vec;
use der::asn1::{AnyRef, ObjectIdentifier};
use der::{Encode, Tag};
use spki::AlgorithmIdentifier;
use zeroize::Zeroizing;

/// Writes the DER of `document` to the start of `out` and returns how many bytes it has.
///
/// Nothing is written if `out` is too small. Time depends on lengths only.
fn write(document: &impl Encode, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    let needed = needed_bytes(document);
    let room = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
    document.encode_to_slice(room).map_err(|_| BufferTooSmall { needed })?;
    Ok(needed)
}

/// Bytes of the DER of `document`. One of 4 GiB or more, which cannot be written, fits nowhere.
fn needed_bytes(document: &impl Encode) -> usize {
    let bytes = document.encoded_len().ok().and_then(|n| usize::try_from(n).ok());
    bytes.unwrap_or(usize::MAX)
}

/// Runs a writer into a buffer of exactly the size it asks for.
fn collect(
    needed: usize,
    write: impl FnOnce(&mut [u8]) -> Result<usize, BufferTooSmall>,
) -> Zeroizing<Vec<u8>> {
    let mut out = Zeroizing::new(alloc::vec![0; needed]);
    let written = write(&mut out).expect("the writer was asked for the size");
    debug_assert_eq!(written, needed);
    out
}

/// The algorithm a key document names.
///
/// Errors: `KeyAlgorithm` if keys of that kind are not ours; `CurveUnsupported` for explicit
/// parameters, for an inherited curve and for a curve that is not ours; else `KeyEncoding`, also
/// for parameters of an algorithm that has none (RFC 8410, section 3).
fn algorithm_of(id: &AlgorithmIdentifier<AnyRef<'_>>) -> Result<Algorithm, DecodeError> {
    if !Algorithm::knows_key_oid(id.oid) {
        return Err(DecodeError::KeyAlgorithm);
    }
    if let Some(algorithm) = Algorithm::from_key_oid(id.oid) {
        return id.parameters.map_or(Ok(algorithm), |_| Err(DecodeError::KeyEncoding));
    }
    let parameters = id.parameters.ok_or(DecodeError::KeyEncoding)?;
    match der::Tagged::tag(&parameters) {
        Tag::ObjectIdentifier => {
            let oid = parameters.decode_as().map_err(|_| DecodeError::KeyEncoding)?;
            Algorithm::from_curve_oid(oid).ok_or(DecodeError::CurveUnsupported)
        }
        Tag::Sequence | Tag::Null => Err(DecodeError::CurveUnsupported),
        _ => Err(DecodeError::KeyEncoding),
    }
}

/// The algorithm identifier of a key of `algorithm`.
pub(crate) fn identifier_of(algorithm: Algorithm) -> AlgorithmIdentifier<ObjectIdentifier> {
    AlgorithmIdentifier { oid: algorithm.key_oid(), parameters: algorithm.curve_oid() }
}

#[cfg(test)]
mod tests;
