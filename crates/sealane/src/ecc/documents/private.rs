//! Private keys as PKCS#8 (RFC 5208, RFC 5958, RFC 8410) and as RFC 5915, in DER and PEM.
//!
//! The scalar is copied and compared nowhere: reading hands out the slice of the document it
//! stands in, writing copies it once, and both take time that depends on lengths only.

use super::sec1_point::PointBytes;
use super::{algorithm_of, identifier_of};
use crate::ecc::algorithm::{Algorithm, Kind};
use crate::encode::{collect, needed_bytes, pem, pkcs8_info, write};
use crate::error::{BufferTooSmall, DecodeError};
use crate::names::{MAX_FIELD_BYTES, MAX_ORDER_BYTES};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::{BitStringRef, ObjectIdentifier, OctetStringRef};
use der::{Decode, ErrorKind, Tag};
use pkcs8::{PrivateKeyInfo, PrivateKeyInfoRef};
use sec1::{EcParameters, EcPrivateKey};
use zeroize::Zeroizing;

/// What a private key document holds. No `Debug` and no comparison, for it holds a secret.
pub struct PrivateParts<'a> {
    /// The algorithm the document, or its reader, named.
    pub algorithm: Algorithm,
    /// As wide as the algorithm's private keys; a scalar is not yet known to be in `1..n`.
    pub scalar: &'a [u8],
    /// The octets of the public key stored beside the scalar; not yet known to belong to it.
    pub public: Option<&'a [u8]>,
}

/// Splits a PKCS#8 document of version 1 or 2 with an RFC 5915 or an RFC 8410 key inside.
///
/// Parameters inside must repeat those outside, and of two stored public keys both must agree.
/// Attributes have no effect. Errors: those of [`sec1_from_der`], and `KeyAlgorithm`.
pub fn pkcs8_from_der(der: &[u8]) -> Result<PrivateParts<'_>, DecodeError> {
    let outer = pkcs8_info::split(der)?;
    let algorithm = algorithm_of(&outer.algorithm)?;
    if algorithm.kind() != Kind::Weierstrass {
        return octets_from_der(algorithm, &outer);
    }
    let mut parts = sec1_from_der(Some(algorithm), outer.private_key.as_bytes())?;
    if let Some(public) = pkcs8_info::public_key(&outer)? {
        parts.public = Some(one_public(algorithm, public, parts.public)?);
    }
    Ok(parts)
}

/// Takes the octets of an RFC 8410 key, section 7: an octet string within the octet string, and
/// the public key of version 2.
fn octets_from_der<'a>(
    algorithm: Algorithm,
    outer: &PrivateKeyInfoRef<'a>,
) -> Result<PrivateParts<'a>, DecodeError> {
    let inner: &OctetStringRef = Decode::from_der(outer.private_key.as_bytes())
        .map_err(|_: der::Error| DecodeError::KeyEncoding)?;
    let (expected, got) = (algorithm.order_bytes(), inner.as_bytes().len());
    if got != expected {
        return Err(DecodeError::KeyLength { expected, got });
    }
    let public = pkcs8_info::public_key(outer)?;
    Ok(PrivateParts { algorithm, scalar: inner.as_bytes(), public })
}

/// Of two public keys stored in one document, the one that says more.
///
/// Errors: `KeyMismatch` if they differ.
fn one_public<'a>(
    algorithm: Algorithm,
    outer: &'a [u8],
    inner: Option<&'a [u8]>,
) -> Result<&'a [u8], DecodeError> {
    let Some(inner) = inner else { return Ok(outer) };
    let (a, b) = (PointBytes::parse(algorithm, outer)?, PointBytes::parse(algorithm, inner)?);
    if !a.agrees_with(&b) {
        return Err(DecodeError::KeyMismatch);
    }
    Ok(if outer.len() > inner.len() { outer } else { inner })
}

/// Splits an RFC 5915 document. Its curve is the one named inside, `expected`, or both.
///
/// Errors: `KeyCurveMismatch` if both are there and differ; `CurveUnsupported` for a curve that is
/// not ours and for explicit parameters; `KeyLength` for a scalar that is not as wide as the group
/// order; `KeyEncoding` if no curve is named at all, and for anything but strict DER.
pub fn sec1_from_der(
    expected: Option<Algorithm>,
    der: &[u8],
) -> Result<PrivateParts<'_>, DecodeError> {
    let key = EcPrivateKey::from_der(der).map_err(sec1_error)?;
    let named = key.parameters.and_then(EcParameters::named_curve);
    let algorithm = match (named, expected) {
        (None, expected) => expected.ok_or(DecodeError::KeyEncoding)?,
        (Some(oid), None) => Algorithm::from_curve_oid(oid).ok_or(DecodeError::CurveUnsupported)?,
        (Some(oid), Some(expected)) if expected.curve_oid() == Some(oid) => expected,
        (Some(_), Some(_)) => return Err(DecodeError::KeyCurveMismatch),
    };
    let (expected, got) = (algorithm.order_bytes(), key.private_key.len());
    if got != expected {
        return Err(DecodeError::KeyLength { expected, got });
    }
    Ok(PrivateParts { algorithm, scalar: key.private_key, public: key.public_key })
}

/// Tells explicit and inherited parameters from broken DER: only there is a name demanded.
fn sec1_error(error: der::Error) -> DecodeError {
    match error.kind() {
        ErrorKind::TagUnexpected {
            expected: Some(Tag::ObjectIdentifier),
            actual: Tag::Sequence | Tag::Null,
        } => DecodeError::CurveUnsupported,
        _ => DecodeError::KeyEncoding,
    }
}

/// A private key document taken out of its PEM block, wiped on drop.
pub struct PrivateDocument {
    /// Which of the two forms its label says it has.
    form: PrivateForm,
    der: Zeroizing<Vec<u8>>,
}

/// The two forms of private key documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivateForm {
    /// PKCS#8, `PRIVATE KEY`.
    Pkcs8,
    /// RFC 5915, `EC PRIVATE KEY`.
    Sec1,
}

impl PrivateDocument {
    /// Takes the one block of `text` apart, whichever of the two labels it bears.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        let (label, der) = pem::decode(text, &[pem::PKCS8, pem::SEC1])?;
        let form = if label == pem::SEC1 { PrivateForm::Sec1 } else { PrivateForm::Pkcs8 };
        Ok(Self { form, der })
    }

    /// The form its label names.
    pub fn form(&self) -> PrivateForm {
        self.form
    }

    /// The parts of the document.
    pub fn parts(&self) -> Result<PrivateParts<'_>, DecodeError> {
        match self.form {
            PrivateForm::Pkcs8 => pkcs8_from_der(&self.der),
            PrivateForm::Sec1 => sec1_from_der(None, &self.der),
        }
    }
}

/// Writes an RFC 5915 document that names its curve to the start of `out`, as OpenSSL lays it out,
/// and returns how many bytes it has.
pub fn sec1_write(parts: &PrivateParts<'_>, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    write(&named(parts), out)
}

/// The document of [`sec1_write`].
pub fn sec1_to_der(parts: &PrivateParts<'_>) -> Zeroizing<Vec<u8>> {
    collect(needed_bytes(&named(parts)), |out| sec1_write(parts, out))
}

/// The PEM block of [`sec1_to_der`].
pub fn sec1_to_pem(parts: &PrivateParts<'_>) -> Zeroizing<String> {
    pem::encode(pem::SEC1, &sec1_to_der(parts))
}

/// Writes a PKCS#8 document of version 1 to the start of `out`, as OpenSSL lays it out, and returns
/// how many bytes it has: the curve is named outside, the public key of RFC 5915 stands inside.
pub fn pkcs8_write(parts: &PrivateParts<'_>, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    with_pkcs8(parts, |info| write(info, out))?
}

/// The document of [`pkcs8_write`].
pub fn pkcs8_to_der(parts: &PrivateParts<'_>) -> Zeroizing<Vec<u8>> {
    let needed = with_pkcs8(parts, |info| needed_bytes(info));
    collect(needed.unwrap_or(usize::MAX), |out| pkcs8_write(parts, out))
}

/// The PEM block of [`pkcs8_to_der`].
pub fn pkcs8_to_pem(parts: &PrivateParts<'_>) -> Zeroizing<String> {
    pem::encode(pem::PKCS8, &pkcs8_to_der(parts))
}

/// An RFC 5915 key of any algorithm without parameters is no longer than this: three bytes each
/// for the version and the five headers round the scalar, the point and both.
const MAX_INNER_BYTES: usize = 3 + 5 * 3 + MAX_ORDER_BYTES + 2 + 2 * MAX_FIELD_BYTES;

type Info<'a> = PrivateKeyInfo<ObjectIdentifier, &'a OctetStringRef, BitStringRef<'a>>;

/// Calls `use_it` with the PKCS#8 document of `parts`; the key inside lives in a wiped buffer.
fn with_pkcs8<T>(
    parts: &PrivateParts<'_>,
    use_it: impl FnOnce(&Info<'_>) -> T,
) -> Result<T, BufferTooSmall> {
    let mut buffer = Zeroizing::new([0; MAX_INNER_BYTES]);
    let too_long = |_| BufferTooSmall { needed: usize::MAX };
    let inner = match parts.algorithm.kind() {
        Kind::Weierstrass => write(&unnamed(parts), &mut *buffer)?,
        _ => write(&OctetStringRef::new(parts.scalar).map_err(too_long)?, &mut *buffer)?,
    };
    let inner = OctetStringRef::new(&buffer[..inner]);
    let inner = inner.map_err(too_long)?;
    Ok(use_it(&PrivateKeyInfo::new(identifier_of(parts.algorithm), inner)))
}

fn unnamed<'a>(parts: &PrivateParts<'a>) -> EcPrivateKey<'a> {
    EcPrivateKey { private_key: parts.scalar, parameters: None, public_key: parts.public }
}

fn named<'a>(parts: &PrivateParts<'a>) -> EcPrivateKey<'a> {
    let curve = parts.algorithm.curve_oid();
    EcPrivateKey { parameters: curve.map(EcParameters::NamedCurve), ..unnamed(parts) }
}
