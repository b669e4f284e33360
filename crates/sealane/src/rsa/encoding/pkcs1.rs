//! The encoding of PKCS#1 v1.5 signatures. RFC 8017, section 9.2.

use crate::hash::{Digest, Hash};

/// Writes `00 01 FF .. FF 00` and the DigestInfo of the digest, which fill `out`.
///
/// Returns false, with nothing written, for a digest without a name or of a hash that has no
/// DigestInfo (the SHAKEs), and where fewer than eight bytes would be `FF`.
pub(crate) fn encode(digest: &Digest, out: &mut [u8]) -> bool {
    let Some(identifier) = digest.hash().and_then(identifier) else { return false };
    let digest = digest.as_bytes();
    // SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, OCTET STRING }; all lengths are below 128.
    let inner = identifier.len() + 4;
    let oid = [6, identifier.len() as u8];
    let head = [0x30, (inner + 2 + 2 + digest.len()) as u8, 0x30, inner as u8];
    let middle = [5, 0, 4, digest.len() as u8];
    let parts = [&head[..], &oid, identifier, &middle, digest].into_iter().flatten();
    let length = 2 + inner + 2 + 2 + digest.len();
    pad(length, parts.copied(), out)
}

/// Writes `00 01 FF .. FF 00` and the bytes of a message, which fill `out`. Returns false, with
/// nothing written, where fewer than eight bytes would be `FF`.
pub(crate) fn encode_bytes(message: &[u8], out: &mut [u8]) -> bool {
    pad(message.len(), message.iter().copied(), out)
}

/// The same for `length` bytes that come one by one.
fn pad(length: usize, bytes: impl Iterator<Item = u8>, out: &mut [u8]) -> bool {
    let filling = out.len().checked_sub(length).and_then(|rest| rest.checked_sub(3));
    let Some(filling) = filling.filter(|filling| *filling >= 8) else { return false };
    let frame = [0, 1].into_iter().chain(core::iter::repeat_n(0xff, filling)).chain([0]);
    for (out, byte) in out.iter_mut().zip(frame.chain(bytes)) {
        *out = byte;
    }
    true
}

/// Returns the contents of the hash's object identifier in DER. RFC 8017, appendix B.1; NIST's
/// arc 2.16.840.1.101.3.4.2.
pub(crate) fn identifier(hash: Hash) -> Option<&'static [u8]> {
    macro_rules! nist {
        ($last:literal) => {
            Some(&[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, $last])
        };
    }
    match hash {
        Hash::Sha1 => Some(&[0x2b, 0x0e, 0x03, 0x02, 0x1a]),
        Hash::Sha256 => nist!(1),
        Hash::Sha384 => nist!(2),
        Hash::Sha512 => nist!(3),
        Hash::Sha224 => nist!(4),
        Hash::Sha512_224 => nist!(5),
        Hash::Sha512_256 => nist!(6),
        Hash::Sha3_224 => nist!(7),
        Hash::Sha3_256 => nist!(8),
        Hash::Sha3_384 => nist!(9),
        Hash::Sha3_512 => nist!(10),
        Hash::Shake128 | Hash::Shake256 => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the encoding is the published one. Method: the prefix of SHA-256 in RFC 8017, section
    /// 9.2, note 1; the shortest room that is enough, and one byte less.
    #[test]
    fn encodings_are_those_of_the_document() {
        let digest = Digest::of(Hash::Sha256, b"abc");
        let mut out = [0; 3 + 8 + 19 + 32];
        assert!(encode(&digest, &mut out));
        assert_eq!(out[..11], [0, 1, 255, 255, 255, 255, 255, 255, 255, 255, 0]);
        let prefix =
            *b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20";
        assert_eq!(out[11..30], prefix);
        assert_eq!(&out[30..], digest.as_bytes());
        assert!(!encode(&digest, &mut out[1..]));
        assert!(!encode(&Digest::of(Hash::Shake128, b""), &mut [0; 256]));
        assert!(!encode(&Digest::raw(&[1; 32]), &mut [0; 256]));
        let sha1 = Digest::of(Hash::Sha1, b"");
        let mut out = [0; 128];
        assert!(encode(&sha1, &mut out));
        let mut bytes = [0; 128];
        assert!(encode_bytes(&out[93..], &mut bytes));
        assert_eq!(bytes, out);
        assert!(encode_bytes(&[7; 117], &mut bytes) && encode_bytes(&[], &mut bytes));
        assert_eq!(bytes[..3], [0, 1, 255]);
        assert_eq!(bytes[126..], [255, 0]);
        assert!(!encode_bytes(&[7; 118], &mut bytes) && !encode_bytes(&[7; 129], &mut bytes));
        assert_eq!(out[93..108], *b"\x30\x21\x30\x09\x06\x05\x2b\x0e\x03\x02\x1a\x05\x00\x04\x14");
    }
}
