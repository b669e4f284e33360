//! ECDSA keys whose scalar is short, one of 512 for P-256: OpenSSH leaves out leading zeros, and
//! the crate `ssh-key` takes no scalar of fewer than 32 bytes.
//!
//! The scalar is widened in a copy of the document, which the crate then reads like any other: all
//! else is as it was, and is judged there.

use pem_rfc7468::Decoder;
use zeroize::Zeroizing;

/// What a document begins with. `PROTOCOL.key` of OpenSSH.
const MAGIC: &[u8] = b"openssh-key-v1\0";
/// Characters of a line of the block.
const LINE_WIDTH: usize = 70;
/// The private part of a document without a password is padded to a multiple of this.
const BLOCK_BYTES: usize = 8;
/// The scalars that the crate takes have this many bytes or more.
const TAKEN_BYTES: usize = 32;

/// Kinds of keys, with the bytes of their scalars.
const KINDS: [(&[u8], usize); 3] =
    [(b"ecdsa-sha2-nistp256", 32), (b"ecdsa-sha2-nistp384", 48), (b"ecdsa-sha2-nistp521", 66)];

/// Returns the document within a PEM block, its scalar widened; `None` for a document that is not
/// whole, or that has no such scalar.
pub(super) fn widened(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let mut decoder = Decoder::new_wrapped(text.as_bytes(), LINE_WIDTH).ok()?;
    if decoder.type_label() != super::PRIVATE {
        return None;
    }
    let mut document = Zeroizing::new(vec![0; decoder.remaining_len()]);
    decoder.decode(&mut document).ok()?;
    if decoder.is_finished() { widen(&document) } else { None }
}

fn widen(document: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let mut rest = document.strip_prefix(MAGIC)?;
    if string(&mut rest)? != b"none" {
        return None;
    }
    let (_kdf, _kdf_options, _count) =
        (string(&mut rest)?, string(&mut rest)?, take(&mut rest, 4)?);
    let _public = string(&mut rest)?;
    let outside = document.strip_suffix(rest)?;
    let private = string(&mut rest)?;
    if !rest.is_empty() || !private.len().is_multiple_of(BLOCK_BYTES) {
        return None;
    }

    let mut rest = private;
    let _two_check_numbers = take(&mut rest, 8)?;
    let kind = string(&mut rest)?;
    let (_, bytes) = *KINDS.iter().find(|(name, _)| *name == kind)?;
    let (_curve, _public) = (string(&mut rest)?, string(&mut rest)?);
    let before = private.strip_suffix(rest)?;
    let scalar = string(&mut rest)?;
    let comment = string(&mut rest)?;
    if scalar.len() >= TAKEN_BYTES || !is_natural(scalar) || !is_padding(rest) {
        return None;
    }

    let length = before.len() + 4 + bytes + 4 + comment.len();
    let padded = length.next_multiple_of(BLOCK_BYTES);
    // Growth would leave copies behind.
    let mut out = Zeroizing::new(Vec::with_capacity(outside.len() + 4 + padded));
    out.extend_from_slice(outside);
    out.extend_from_slice(&be_bytes(padded)?);
    out.extend_from_slice(before);
    out.extend_from_slice(&be_bytes(bytes)?);
    out.extend(std::iter::repeat_n(0, bytes - scalar.len()));
    out.extend_from_slice(scalar);
    out.extend_from_slice(&be_bytes(comment.len())?);
    out.extend_from_slice(comment);
    out.extend((1..).take(padded - length));
    Some(out)
}

/// Whether the bytes are an `mpint` that is not negative, in its one form. RFC 4251, section 5.
fn is_natural(number: &[u8]) -> bool {
    match number {
        [] => true,
        [0, next, ..] => *next >= 0x80,
        [first, ..] => (1..0x80).contains(first),
    }
}

/// Whether the bytes count from 1 and are fewer than a block has.
fn is_padding(bytes: &[u8]) -> bool {
    bytes.len() < BLOCK_BYTES && bytes.iter().copied().eq((1..).take(bytes.len()))
}

fn be_bytes(length: usize) -> Option<[u8; 4]> {
    u32::try_from(length).ok().map(u32::to_be_bytes)
}

/// Takes the first bytes off.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

/// Takes a `string` off: its length, then its bytes. RFC 4251, section 5.
fn string<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = u32::from_be_bytes(take(rest, 4)?.try_into().ok()?);
    take(rest, usize::try_from(length).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: numbers and padding have one form, on either side of each rule.
    #[test]
    fn numbers_and_padding_have_one_form() {
        for good in [&[][..], &[1], &[0x7f], &[0, 0x80], &[0, 0xff, 0], &[1, 0]] {
            assert!(is_natural(good), "{good:02x?}");
        }
        for bad in [&[0][..], &[0x80], &[0, 0x7f], &[0, 0], &[0xff, 0xff], &[0, 0, 0x80]] {
            assert!(!is_natural(bad), "{bad:02x?}");
        }
        for good in [&[][..], &[1], &[1, 2, 3, 4, 5, 6, 7]] {
            assert!(is_padding(good), "{good:02x?}");
        }
        for bad in [&[0][..], &[2], &[1, 1], &[1, 2, 3, 4, 5, 6, 7, 8]] {
            assert!(!is_padding(bad), "{bad:02x?}");
        }
    }
}
