//! Sequences of positive integers in DER: what documents of RSA and DSA are made of.

use super::{collect, needed_bytes, write};
use crate::error::DecodeError;
use alloc::vec::Vec;
use der::asn1::UintRef;
use der::{
    Decode, DecodeValue, Encode, EncodeValue, Header, Length, Reader, Sequence, SliceReader, Writer,
};
use zeroize::Zeroizing;

/// A sequence of positive integers.
pub(crate) struct Integers<'a, const N: usize>([UintRef<'a>; N]);

impl<'a, const N: usize> Integers<'a, N> {
    /// Takes big-endian numbers, of which leading zeros are dropped.
    pub(crate) fn new(numbers: &[&'a [u8]; N]) -> Self {
        Self(numbers.map(|number| {
            UintRef::new(number).expect("the numbers of a key are far below the largest length")
        }))
    }

    /// The numbers, big-endian, without leading zeros.
    pub(crate) fn numbers(&self) -> [&'a [u8]; N] {
        self.0.each_ref().map(|number| number.as_bytes())
    }
}

impl<'a, const N: usize> DecodeValue<'a> for Integers<'a, N> {
    type Error = der::Error;

    fn decode_value<R: Reader<'a>>(reader: &mut R, _header: Header) -> der::Result<Self> {
        let mut numbers = Self::new(&[&[]; N]);
        for number in &mut numbers.0 {
            *number = reader.decode()?;
        }
        Ok(numbers)
    }
}

impl<const N: usize> EncodeValue for Integers<'_, N> {
    fn value_len(&self) -> der::Result<Length> {
        self.0.iter().try_fold(Length::ZERO, |length, number| length + number.encoded_len()?)
    }
    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        self.0.iter().try_for_each(|number| number.encode(writer))
    }
}

impl<'a, const N: usize> Sequence<'a> for Integers<'a, N> {}

/// Splits a sequence of `N` positive integers. Errors: `KeyEncoding`.
pub(crate) fn split<const N: usize>(der: &[u8]) -> Result<[&[u8]; N], DecodeError> {
    let integers = Integers::from_der(der).map_err(|_| DecodeError::KeyEncoding)?;
    Ok(integers.numbers())
}

/// The version of a sequence that begins with one. Errors: `KeyEncoding`.
pub(crate) fn version(der: &[u8]) -> Result<u8, DecodeError> {
    let read = || {
        let mut reader = SliceReader::new(der)?;
        let version = reader.sequence(|fields| {
            let version = u8::decode(fields)?;
            while !fields.is_finished() {
                fields.tlv_bytes()?;
            }
            Ok::<u8, der::Error>(version)
        })?;
        reader.finish()?;
        Ok(version)
    };
    read().map_err(|_: der::Error| DecodeError::KeyEncoding)
}

/// The DER of big-endian numbers.
pub(crate) fn join<const N: usize>(numbers: &[&[u8]; N]) -> Zeroizing<Vec<u8>> {
    let document = Integers::new(numbers);
    collect(needed_bytes(&document), |out| write(&document, out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::hex;

    /// Goal: a version is the first number of a sequence, which ends where the document does.
    #[test]
    fn versions_begin_a_sequence() {
        for (der, expected) in [
            ("3003 020100", Ok(0)),
            ("3008 020101 020105 0500", Ok(1)),
            ("3003 020100 00", Err(DecodeError::KeyEncoding)),
            ("3003 0201ff", Err(DecodeError::KeyEncoding)),
            ("3005 020101 0201", Err(DecodeError::KeyEncoding)),
            ("3002 0500", Err(DecodeError::KeyEncoding)),
            ("3103 020100", Err(DecodeError::KeyEncoding)),
            ("", Err(DecodeError::KeyEncoding)),
        ] {
            assert_eq!(version(&hex(der)), expected, "{der}");
        }
    }
}
