//! Signatures: strict DER, and `r` then `s` at fixed width.

use super::write;
use crate::error::{BufferTooSmall, DecodeError};
use crate::names::MAX_ORDER_BYTES;
use der::asn1::UintRef;
use der::{Decode, DecodeValue, Encode, EncodeValue, Header, Length, Reader, Sequence, Writer};

/// The two integers of a signature, big-endian, each as wide as the group order.
///
/// Not yet known to be in `1..n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integers {
    width: usize,
    r: [u8; MAX_ORDER_BYTES],
    s: [u8; MAX_ORDER_BYTES],
}

impl Integers {
    /// `r`, as many bytes as the group order has.
    pub fn r(&self) -> &[u8] {
        &self.r[..self.width]
    }

    /// `s`, as many bytes as the group order has.
    pub fn s(&self) -> &[u8] {
        &self.s[..self.width]
    }

    /// Errors: `SigInvalid` if a value is longer than the group order.
    fn new(width: usize, r: &[u8], s: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self { width, r: widen(width, r)?, s: widen(width, s)? })
    }
}

/// `value` with zeros before it to fill `width` bytes.
fn widen(width: usize, value: &[u8]) -> Result<[u8; MAX_ORDER_BYTES], DecodeError> {
    let zeros = width.checked_sub(value.len()).ok_or(DecodeError::SigInvalid)?;
    let mut wide = [0; MAX_ORDER_BYTES];
    wide[zeros..width].copy_from_slice(value);
    Ok(wide)
}

/// Reads `r || s`, each exactly as wide as the group order, which has `width` bytes.
///
/// Errors: `SigLength`.
pub fn from_fixed(width: usize, bytes: &[u8]) -> Result<Integers, DecodeError> {
    if bytes.len() != 2 * width {
        return Err(DecodeError::SigLength { expected: 2 * width, got: bytes.len() });
    }
    let (r, s) = bytes.split_at(width);
    Integers::new(width, r, s)
}

/// Writes `r || s` to the start of `out` and returns how many bytes that is.
pub fn to_fixed(r: &[u8], s: &[u8], out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    let needed = r.len() + s.len();
    let slot = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
    let (slot_r, slot_s) = slot.split_at_mut(r.len());
    slot_r.copy_from_slice(r);
    slot_s.copy_from_slice(s);
    Ok(needed)
}

/// Bytes of the shortest DER signature there can be: `r` and `s` of one byte.
const SHORTEST_DER: usize = 8;

/// Reads `SEQUENCE { r INTEGER, s INTEGER }` in strict DER, for a group order of `width` bytes. RFC
/// 3279, sections 2.2.2 and 2.2.3.
///
/// Errors: `SigLength` for no bytes at all; `SigInvalid` for an integer longer than the group
/// order; `SigEncoding` for anything that is not the DER of two integers from zero on, alone.
pub fn from_der(width: usize, bytes: &[u8]) -> Result<Integers, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::SigLength { expected: SHORTEST_DER, got: 0 });
    }
    let pair = Pair::from_der(bytes).map_err(|_| DecodeError::SigEncoding)?;
    Integers::new(width, pair.r.as_bytes(), pair.s.as_bytes())
}

/// Writes the DER of a signature to the start of `out` and returns how many bytes it has.
///
/// `r` and `s` are big-endian, of any width. Variable-time: both are public once revealed.
pub fn to_der(r: &[u8], s: &[u8], out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    let uint = |value| UintRef::new(value).map_err(|_| BufferTooSmall { needed: usize::MAX });
    write(&Pair { r: uint(r)?, s: uint(s)? }, out)
}

/// The most bytes a DER signature has where the group order has `order_bytes`.
pub const fn max_der_bytes(order_bytes: usize) -> usize {
    // Tag, length and a zero before a first byte of 128 or more. P-521: 2 * 69 needs a long length.
    let integers = 2 * (1 + 1 + 1 + order_bytes);
    let length_bytes = if integers < 128 { 1 } else { 2 };
    1 + length_bytes + integers
}

/// `ECDSA-Sig-Value` of RFC 3279.
struct Pair<'a> {
    r: UintRef<'a>,
    s: UintRef<'a>,
}

impl<'a> DecodeValue<'a> for Pair<'a> {
    type Error = der::Error;

    fn decode_value<R: Reader<'a>>(reader: &mut R, _header: Header) -> der::Result<Self> {
        Ok(Self { r: reader.decode()?, s: reader.decode()? })
    }
}

impl EncodeValue for Pair<'_> {
    fn value_len(&self) -> der::Result<Length> {
        self.r.encoded_len()? + self.s.encoded_len()?
    }

    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        self.r.encode(writer)?;
        self.s.encode(writer)
    }
}

impl<'a> Sequence<'a> for Pair<'a> {}
