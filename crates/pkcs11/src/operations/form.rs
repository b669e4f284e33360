//! Signatures and MACs as the standard writes them.

use crate::rv::Rv;
use cryptoki_sys::*;
use der::asn1::UintRef;
use der::{Decode, Encode, Reader, SliceReader};
use sealane::Algorithm;
use sealane::ecc::Algorithm as Curve;
use sealane_client::key::KeyKind;

/// How the standard writes a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// So many bytes, as the library writes it.
    Same(usize),
    /// Two numbers of so many bytes each, which the library writes in DER.
    Pair(usize),
    /// The first bytes, so many, of what the library writes.
    Cut(usize),
}

impl Form {
    /// That of a key. Errors: `CKR_KEY_TYPE_INCONSISTENT`.
    pub(super) fn of(kind: KeyKind) -> Result<Self, Rv> {
        match kind {
            KeyKind::Pair(Algorithm::Rsa { bits }) => Ok(Self::Same(bits.div_ceil(8))),
            KeyKind::Pair(Algorithm::Dsa { order_bits, .. }) => {
                Ok(Self::Pair(order_bits.div_ceil(8)))
            }
            KeyKind::Pair(Algorithm::MlDsa(set)) => Ok(Self::Same(set.signature_bytes())),
            KeyKind::Pair(Algorithm::Curve(Curve::Ed25519)) => Ok(Self::Same(64)),
            KeyKind::Pair(Algorithm::Curve(Curve::Ed448)) => Ok(Self::Same(114)),
            KeyKind::Pair(Algorithm::Curve(curve)) if curve.signs() => {
                Ok(Self::Pair(curve.order_bytes()))
            }
            _ => Err(Rv(CKR_KEY_TYPE_INCONSISTENT)),
        }
    }

    /// How many bytes a signature has.
    pub(super) fn length(self) -> usize {
        match self {
            Self::Same(length) | Self::Cut(length) => length,
            Self::Pair(half) => 2 * half,
        }
    }

    /// The library's signature as the standard writes it. Errors: `CKR_DEVICE_ERROR`.
    pub(super) fn encoded(self, signature: Vec<u8>) -> Result<Vec<u8>, Rv> {
        match self {
            Self::Same(length) if signature.len() == length => Some(signature),
            Self::Same(_) => None,
            Self::Cut(length) => signature.get(..length).map(<[u8]>::to_vec),
            Self::Pair(half) => fixed(&signature, half),
        }
        .ok_or(Rv(CKR_DEVICE_ERROR))
    }

    /// The standard's signature as the library reads it. Errors: `CKR_SIGNATURE_LEN_RANGE`,
    /// `CKR_SIGNATURE_INVALID`.
    pub(super) fn decoded(self, signature: &[u8]) -> Result<Vec<u8>, Rv> {
        if signature.len() != self.length() {
            return Err(Rv(CKR_SIGNATURE_LEN_RANGE));
        }
        match self {
            Self::Same(_) | Self::Cut(_) => Ok(signature.to_vec()),
            Self::Pair(half) => {
                let (r, s) = signature.split_at(half);
                in_der(r, s).ok_or(Rv(CKR_SIGNATURE_INVALID))
            }
        }
    }
}

/// Two numbers out of DER, each of `half` bytes.
fn fixed(signature: &[u8], half: usize) -> Option<Vec<u8>> {
    let mut reader = SliceReader::new(signature).ok()?;
    let mut out = vec![0; 2 * half];
    let (r, s) = reader
        .sequence(|reader: &mut SliceReader<'_>| -> der::Result<_> {
            Ok((UintRef::decode(reader)?, UintRef::decode(reader)?))
        })
        .ok()?;
    for (number, place) in [r, s].iter().zip(out.chunks_mut(half)) {
        let bytes = number.as_bytes();
        place[half.checked_sub(bytes.len())?..].copy_from_slice(bytes);
    }
    Some(out)
}

/// Two numbers in DER.
fn in_der(r: &[u8], s: &[u8]) -> Option<Vec<u8>> {
    let number = |bytes| UintRef::new(bytes).ok()?.to_der().ok();
    let body = [number(r)?, number(s)?].concat();
    let header = der::Header::new(der::Tag::Sequence, der::Length::try_from(body.len()).ok()?);
    Some([header.to_der().ok()?, body].concat())
}
