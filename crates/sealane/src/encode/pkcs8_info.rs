//! The outside of PKCS#8 documents, the same for keys of every kind. RFC 5208; RFC 5958, section 2.

use crate::error::DecodeError;
use der::asn1::{AnyRef, BitStringRef, IntRef, Null, ObjectIdentifier, Utf8StringRef};
use der::{Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::PrivateKeyInfoRef;

/// The field of the attributes.
const ATTRIBUTES: TagNumber = TagNumber(0);
/// The field of the public key.
const PUBLIC_KEY: TagNumber = TagNumber(1);

/// How deep the value of an attribute may be nested: far more than any that is in use.
const MAX_DEPTH: usize = 16;

/// Splits the document: an algorithm, a private key, and a public key in version 2. No field is
/// there that nothing would look at; attributes are strict DER and have no effect.
///
/// Errors: `KeyEncoding`.
pub(crate) fn split(der: &[u8]) -> Result<PrivateKeyInfoRef<'_>, DecodeError> {
    let info = PrivateKeyInfoRef::from_der(der).map_err(|_| DecodeError::KeyEncoding)?;
    check_fields(der).map_err(|_| DecodeError::KeyEncoding)?;
    Ok(info)
}

/// The octets of the public key of version 2, whole bytes. Errors: `KeyEncoding`.
pub(crate) fn public_key<'a>(
    info: &PrivateKeyInfoRef<'a>,
) -> Result<Option<&'a [u8]>, DecodeError> {
    let bytes = |bits: BitStringRef<'a>| bits.as_bytes().ok_or(DecodeError::KeyEncoding);
    info.public_key.map(bytes).transpose()
}

/// Refuses what the PKCS#8 crate passes over: the contents of the attributes, and the further
/// fields that RFC 5958 leaves room for. A second public key could hide in them, which nothing
/// would compare.
fn check_fields(der: &[u8]) -> der::Result<()> {
    let mut reader = SliceReader::new(der)?;
    reader.sequence(|fields| {
        for _version_algorithm_key in 0..3 {
            fields.tlv_bytes()?;
        }
        for number in [ATTRIBUTES, PUBLIC_KEY] {
            let next = if fields.is_finished() { None } else { Some(Tag::peek(fields)?) };
            if next.is_none_or(|tag| tag.number() != number) {
                continue;
            }
            let field = fields.tlv_bytes()?;
            if number == ATTRIBUTES {
                each_of_set(AnyRef::from_der(field)?.value(), check_attribute)?;
            }
        }
        Ok(())
    })
}

/// Takes `SEQUENCE { type OBJECT IDENTIFIER, values SET SIZE (1..MAX) OF ANY }`. RFC 5912, section
/// 2, `AttributeSet`.
fn check_attribute(attribute: &[u8]) -> der::Result<()> {
    let mut reader = SliceReader::new(attribute)?;
    reader.sequence(|fields| {
        let _kind: ObjectIdentifier = Decode::decode(fields)?;
        let values = AnyRef::decode(fields)?;
        if values.tag() != Tag::Set || values.value().is_empty() {
            return Err(Tag::Set.value_error().into());
        }
        each_of_set(values.value(), |value| check_value(value, MAX_DEPTH))
    })?;
    reader.finish()
}

/// Calls `check` with each element of a SET OF, which stand in ascending order, none twice. X.690,
/// section 11.6.
fn each_of_set(
    contents: &[u8],
    mut check: impl FnMut(&[u8]) -> der::Result<()>,
) -> der::Result<()> {
    let mut reader = SliceReader::new(contents)?;
    let mut last: &[u8] = &[];
    while !reader.is_finished() {
        let element = reader.tlv_bytes()?;
        // No element is the beginning of another, so that the order of slices is that of X.690.
        if element <= last {
            return Err(Tag::Set.value_error().into());
        }
        check(element)?;
        last = element;
    }
    Ok(())
}

/// Takes an element whose type nobody here knows: of those within it, each has a definite length of
/// the shortest form, and those of the commonest types have their one form. Sets are not looked at
/// for their order, which depends on whether they are SET or SET OF.
fn check_value(element: &[u8], depth: usize) -> der::Result<()> {
    let any = AnyRef::from_der(element)?;
    match any.tag() {
        Tag::Boolean => any.decode_as::<bool>().map(drop),
        Tag::Integer => any.decode_as::<IntRef<'_>>().map(drop),
        Tag::BitString => check_bits(&any.decode_as()?),
        Tag::Null => any.decode_as::<Null>().map(drop),
        Tag::ObjectIdentifier => any.decode_as::<ObjectIdentifier>().map(drop),
        Tag::Utf8String => any.decode_as::<Utf8StringRef<'_>>().map(drop),
        tag if tag.is_constructed() => {
            let depth = depth.checked_sub(1).ok_or_else(|| tag.value_error())?;
            let mut reader = SliceReader::new(any.value())?;
            while !reader.is_finished() {
                check_value(reader.tlv_bytes()?, depth)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Bits that fill the last byte up are 0. X.690, section 11.2.1.
fn check_bits(bits: &BitStringRef<'_>) -> der::Result<()> {
    let last = bits.raw_bytes().last().copied().unwrap_or(0);
    let filling = (1u16 << bits.unused_bits()) - 1;
    if u16::from(last) & filling == 0 { Ok(()) } else { Err(Tag::BitString.value_error().into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{hex, tlv};
    use std::vec::Vec;

    /// A document of a key of Ed25519 with attributes.
    fn document(attributes: &[u8]) -> Vec<u8> {
        let key = tlv(4, &[&tlv(4, &[&[7; 32]])]);
        tlv(0x30, &[&hex("020100 3005 0603 2b6570"), &key, &tlv(0xa0, &[attributes])])
    }

    /// An attribute whose value is a set of such contents.
    fn attribute(values: &[u8]) -> Vec<u8> {
        tlv(0x30, &[&hex("0603 551d0f"), &tlv(0x31, &[values])])
    }

    fn is_taken(attributes: &[u8]) -> bool {
        split(&document(attributes)).is_ok()
    }

    /// Goal: attributes are what RFC 5958 says, each one once and in order.
    #[test]
    fn attributes_are_a_set() {
        let bits = attribute(&hex("03020780"));
        let other = attribute(&hex("0500"));
        let kinds = [&bits[..], &other].map(|it| it.len());
        assert!(kinds[1] < kinds[0], "the shorter one is the first");
        assert!(is_taken(&[]) && is_taken(&bits) && is_taken(&[&other[..], &bits].concat()));
        for (why, wrong) in [
            ("no order", [&bits[..], &other].concat()),
            ("twice", [&bits[..], &bits].concat()),
            ("no attribute", hex("ff ff ff ff")),
            ("no set of values", tlv(0x30, &[&hex("0603 551d0f 3000")])),
            ("values of another kind", tlv(0x30, &[&hex("0603 551d0f 3002 0500")])),
            ("no value", attribute(&[])),
            ("a value that ends early", attribute(&hex("0403 0000"))),
            ("more than kind and values", tlv(0x30, &[&hex("0603 551d0f 3102 0500 0500")])),
            ("no kind", tlv(0x30, &[&hex("0500 3102 0500")])),
            ("not a sequence", tlv(0x31, &[&bits[2..]])),
            ("bytes behind", [&bits[..], &[0]].concat()),
        ] {
            assert!(!is_taken(&wrong), "{why}");
        }
    }

    /// Goal: values have the one form of DER, at whatever depth within the bound.
    #[test]
    fn values_have_their_one_form() {
        let right = [
            "0101ff",
            "010100",
            "02017f",
            "02020080",
            "0500",
            "0603551d0f",
            "0c0141",
            "030100",
            "03020780",
            "030200ff",
            "0401ff",
            "3000",
            "3003020101",
            "3100",
            "a003020101",
        ];
        let wrong = [
            "010101",
            "0200",
            "0202007f",
            "050100",
            "060180",
            "0c01ff",
            "030101",
            "03020781",
            "0302047f",
            "030208 80",
            "04810141",
            "3080 0000",
            "3003020100 00",
            "30 02 0200",
            "a003 010101",
            "3004 0302 0781",
        ];
        for (values, expected) in [(&right[..], true), (&wrong[..], false)] {
            for value in values {
                let mut bytes = hex(value);
                for depth in 1..=MAX_DEPTH {
                    assert_eq!(is_taken(&attribute(&bytes)), expected, "{value} at {depth}");
                    bytes = tlv(0x30, &[&bytes]);
                }
            }
        }
        let mut deep = hex("0500");
        for depth in 0..MAX_DEPTH + 2 {
            assert_eq!(is_taken(&attribute(&deep)), depth <= MAX_DEPTH, "depth {depth}");
            deep = tlv(0x30, &[&deep]);
        }
    }
}
