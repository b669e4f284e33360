//! How the text of a field encodes bytes. A field names its encoding by the end of its name:
//! `_hex`, `_base64`; `digest` and `signature` are hex.
use super::fields::{Field, Kind, refused};
use crate::failure::Failure;
use data_encoding::{BASE64, DecodePartial, HEXLOWER_PERMISSIVE};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Pairs of digits, capitals or not.
    Hex,
    /// RFC 4648, section 4: with `+`, `/` and padding, on one line.
    Base64,
}

/// Reads the bytes of a field into `buffer`, whose memory is used again, and returns them.
///
/// Errors: `MANIFEST_FIELD`.
pub fn decode<'a>(field: Field, text: &str, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], Failure> {
    let is_base64 = field.kind() == Kind::Bytes(Encoding::Base64);
    let (encoding, needed) = if is_base64 {
        (&BASE64, "base64 with its padding")
    } else {
        (&HEXLOWER_PERMISSIVE, "pairs of hexadecimal digits")
    };
    let refusal = || refused(format!("field {field}: needs {needed}"));
    let most = encoding.decode_len(text.len()).map_err(|_| refusal())?;
    buffer.resize(most, 0);
    let decoded = encoding.decode_mut(text.as_bytes(), buffer);
    let bytes = decoded.map_err(|_: DecodePartial| refusal())?;
    // The decoder takes one text with its padding behind another.
    if is_base64 && text.trim_end_matches('=').contains('=') {
        return Err(refusal());
    }
    buffer.truncate(bytes);
    Ok(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: bytes come back, whatever was in the buffer before; what is not quite of the encoding
    /// is refused.
    #[test]
    fn both_encodings_are_strict() {
        let mut buffer = vec![7; 100];
        for (field, text, expected) in [
            (Field::Digest, "", Some(&b""[..])),
            (Field::Digest, "00fFA0", Some(&[0, 0xff, 0xa0])),
            (Field::Digest, "0", None),
            (Field::Digest, "0g", None),
            (Field::Digest, "00 01", None),
            (Field::DigestBase64, "", Some(b"")),
            (Field::DigestBase64, "+/8=", Some(&[0xfb, 0xff])),
            (Field::DigestBase64, "+/8", None),
            (Field::DigestBase64, "-_8=", None),
            (Field::DigestBase64, "+/9=", None),
            (Field::DigestBase64, "+/8=\n", None),
            (Field::DigestBase64, " +/8=", None),
            (Field::DigestBase64, "+/8=AAAA", None),
        ] {
            let read = decode(field, text, &mut buffer);
            assert_eq!(read.ok(), expected, "{field} {text:?}");
            // What padding stood for is not left behind.
            assert!(expected.is_none_or(|bytes| buffer == bytes), "{field} {text:?}");
        }
    }
}
