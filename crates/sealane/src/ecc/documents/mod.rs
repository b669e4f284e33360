//! Documents of keys over curves: SEC 1, RFC 5915, RFC 8410 and their SubjectPublicKeyInfo.
//!
//! What comes out has the right form and the right lengths, and is still to be proven a point or a
//! scalar. Named curves are taken, and points compressed or not.

pub mod private;
pub mod public;
pub mod sec1_point;

use crate::ecc::algorithm::Algorithm;
use crate::error::DecodeError;
use der::Tag;
use der::asn1::{AnyRef, ObjectIdentifier};
use spki::AlgorithmIdentifier;

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
