//! The encoding of OAEP. RFC 8017, section 7.1.

use super::pss::mask;
use crate::hash::{Digest, Hash};
use sealane_arith::ct::{Mask, WordMask};

/// Returns how many bytes a message may have in an encoding of `bytes` bytes.
pub(crate) fn longest_message(hash: Hash, bytes: usize) -> Option<usize> {
    bytes.checked_sub(2 * hash.output_bytes() + 2)
}

/// Writes the encoding of a message, which must not be too long, to `out`. Section 7.1.1, step 2.
///
/// `seed` has the length of a digest, and is secret as the message is: time depends on lengths
/// only.
pub(crate) fn encode(message: &[u8], label: &Digest, mgf: Hash, seed: &[u8], out: &mut [u8]) {
    let (first, rest) = out.split_at_mut(1);
    first.fill(0);
    let (seed_room, block) = rest.split_at_mut(seed.len());
    let (hash_room, text_room) = block.split_at_mut(label.as_bytes().len());
    hash_room.copy_from_slice(label.as_bytes());
    let filling = text_room.len() - message.len() - 1;
    text_room.fill(0);
    text_room[filling] = 1;
    text_room[filling + 1..].copy_from_slice(message);
    seed_room.copy_from_slice(seed);
    mask(mgf, seed_room, block);
    mask(mgf, block, seed_room);
}

/// Takes the masks off an encoding, in place, and returns where in it the message begins, and
/// whether it is an encoding at all. Section 7.1.2, step 3.
///
/// Time depends on lengths only, whatever is wrong. Nothing may be said of the place unless the
/// encoding is good.
pub(crate) fn decode(encoded: &mut [u8], label: &Digest, mgf: Hash) -> (u64, WordMask) {
    let label = label.as_bytes();
    let (first, rest) = encoded.split_at_mut(1);
    let (seed, block) = rest.split_at_mut(label.len());
    mask(mgf, block, seed);
    mask(mgf, seed, block);
    let (hash, text) = block.split_at(label.len());
    let wrong = hash
        .iter()
        .zip(label)
        .fold(u64::from(first[0]), |wrong, (found, expected)| wrong | u64::from(found ^ expected));
    let before = (1 + 2 * label.len()) as u64;
    let (mut place, mut found, mut wrong) = (0, WordMask::splat(false), wrong);
    for (i, byte) in (before..).zip(text) {
        let here = WordMask::of_zero(u64::from(byte ^ 1)).and(found.not());
        place = here.choose(i + 1, place);
        found = found.or(here);
        // Before the mark there are zeros alone.
        wrong |= found.choose(0, u64::from(*byte));
    }
    (place, found.and(WordMask::of_zero(wrong)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Goal: what is encoded is decoded; a change of any bit, or of the label, is told.
    #[test]
    fn encodings_are_decoded_and_changes_are_told() {
        let label = Digest::of(Hash::Sha256, b"label");
        for length in [0, 1, 20, 128 - 66] {
            let message = vec![7; length];
            let mut good = vec![0xee; 128];
            encode(&message, &label, Hash::Sha1, &[9; 32], &mut good);
            let check = |encoded: &[u8], label: &Digest| {
                let mut encoded = encoded.to_vec();
                let (place, good) = decode(&mut encoded, label, Hash::Sha1);
                good.to_bool_vartime().then(|| encoded[place as usize..].to_vec())
            };
            assert_eq!(check(&good, &label), Some(message));
            let mut open = good.clone();
            decode(&mut open, &label, Hash::Sha1);
            assert_eq!(open[..33], [&[0][..], &[9; 32]].concat(), "the seed");
            assert_eq!(check(&good, &Digest::of(Hash::Sha256, b"")), None);
            for bit in 0..1024 {
                let mut bad = good.clone();
                bad[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(check(&bad, &label), None, "bit {bit}");
            }
        }
        assert_eq!(longest_message(Hash::Sha256, 128), Some(62));
        assert_eq!(longest_message(Hash::Sha512, 129), None);
    }

    /// Goal: a block without a mark, and one with something before it, are told.
    #[test]
    fn blocks_without_a_mark_are_told() {
        let label = Digest::of(Hash::Sha1, b"");
        for (at, byte, expected) in [(60, 1, true), (60, 2, false), (0, 1, true), (86, 1, true)] {
            let mut encoded = vec![0; 128];
            encoded[21..41].copy_from_slice(label.as_bytes());
            encoded[41 + at] = byte;
            let (seed, block) = encoded[1..].split_at_mut(20);
            mask(Hash::Sha1, seed, block);
            mask(Hash::Sha1, block, seed);
            let (place, good) = decode(&mut encoded, &label, Hash::Sha1);
            assert_eq!(good.to_bool_vartime(), expected, "{at} {byte}");
            assert!(!expected || place as usize == 42 + at);
        }
    }
}
