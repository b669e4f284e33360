//! Hashes of several messages at once, one a lane.
//!
//! The hash crates do one message at a time. Batches have many short ones, and in lanes each costs
//! a fraction of that. The compression functions of SHA-2 are those of `sealane_arith::sha`, where
//! the vector instructions are. SHAKE is that of [`super::keccak`].

use super::Parts;
use super::keccak::{SHAKE256_RATE, Shake8};
use super::words::{
    LaneWord, Row, START_512, block_bytes, in_every_lane, padded_blocks, write_padded,
};
use sealane_arith::keccak;
use sealane_arith::sha::{LANES_256, LANES_512, compress_256, compress_512, is_fast};
use zeroize::Zeroize;

impl LaneWord<LANES_256> for u32 {
    fn compress(state: &mut [Row<Self, LANES_256>; 8], block: &[Row<Self, LANES_256>; 16]) {
        compress_256(state, block);
    }
}

impl LaneWord<LANES_512> for u64 {
    fn compress(state: &mut [Row<Self, LANES_512>; 8], block: &[Row<Self, LANES_512>; 16]) {
        compress_512(state, block);
    }
}

/// Most blocks of a message that is hashed here: keys, encodings and short letters.
const MAX_BLOCKS: usize = 4;
/// Bytes of as many.
const MAX_BYTES: usize = MAX_BLOCKS * block_bytes::<u64, LANES_512>();

/// Writes the SHA-512 of the parts of each lane to the start of `out`, in words that are read from
/// its bytes little-endian, at least eight. Constant-time, but for the lengths.
///
/// Does nothing and returns false where that is not faster than one message after the other: on
/// CPUs without the instructions, with another number of lanes, and for long messages.
pub(crate) fn sha512_of_parts<const L: usize, const OUT: usize>(
    lanes: &[Parts<'_>; L],
    out: &mut [[u64; OUT]; L],
) -> bool {
    is_fast() && sha512_of_parts_anywhere(lanes, out)
}

/// Like [`sha512_of_parts`], whether it is faster or not.
fn sha512_of_parts_anywhere<const L: usize, const OUT: usize>(
    lanes: &[Parts<'_>; L],
    out: &mut [[u64; OUT]; L],
) -> bool {
    let length = |parts: &Parts<'_>| parts.iter().map(|part| part.len()).sum::<usize>();
    let blocks = |parts: &Parts<'_>| padded_blocks::<u64, LANES_512>(length(parts));
    let most = lanes.iter().map(blocks).max().unwrap_or(0);
    if L != LANES_512 || most > MAX_BLOCKS {
        return false;
    }
    let mut text = [0; MAX_BYTES];
    let mut rows = [[0; LANES_512]; 16 * MAX_BLOCKS];
    for (lane, parts) in lanes.iter().enumerate() {
        let mut used = 0;
        for part in parts {
            text[used..used + part.len()].copy_from_slice(part);
            used += part.len();
        }
        write_padded(&mut rows[..16 * blocks(parts)], lane, &text[..used], used);
    }
    let mut state = in_every_lane::<u64, LANES_512>(START_512);
    for (at, block) in rows.as_chunks().0.iter().enumerate().take(most) {
        compress_512(&mut state, block);
        // What a lane hashes beyond its own blocks nobody reads.
        for (lane, out) in out.iter_mut().enumerate().filter(|it| blocks(&lanes[it.0]) == at + 1) {
            for (row, out) in state.iter().zip(out) {
                *out = row[lane].swap_bytes();
            }
        }
    }
    text.zeroize();
    rows.zeroize();
    state.zeroize();
    true
}

/// Writes `bytes` bytes of the SHAKE256 of the parts of each lane to the start of `out`, in words
/// that are read from them little-endian, with zeros behind the last. Constant-time, but for the
/// lengths.
///
/// Does nothing and returns false where that is not faster than one message after the other: on
/// CPUs without the instructions, with another number of lanes, and beside one that is far longer
/// than the others.
pub(crate) fn shake256_of_parts<const L: usize, const OUT: usize>(
    lanes: &[Parts<'_>; L],
    out: &mut [[u64; OUT]; L],
    bytes: usize,
) -> bool {
    keccak::is_fast() && shake256_of_parts_anywhere(lanes, out, bytes)
}

/// Like [`shake256_of_parts`], whether the CPU has the instructions or not.
fn shake256_of_parts_anywhere<const L: usize, const OUT: usize>(
    lanes: &[Parts<'_>; L],
    out: &mut [[u64; OUT]; L],
    bytes: usize,
) -> bool {
    let Ok(lanes) = <&[Parts<'_>; keccak::LANES]>::try_from(&lanes[..]) else { return false };
    let blocks = |parts: &Parts<'_>| {
        let bytes = parts.iter().map(|part| part.len()).sum::<usize>();
        bytes / SHAKE256_RATE + 1
    };
    let most = lanes.iter().map(blocks).max().unwrap_or(0);
    // Eight permutations at once take as long as two of one state.
    if 2 * most > lanes.iter().map(blocks).sum() || bytes > SHAKE256_RATE {
        return false;
    }
    let mut digests = [[0; SHAKE256_RATE]; keccak::LANES];
    Shake8::<SHAKE256_RATE>::new(lanes).squeeze(&mut digests);
    for (digest, out) in digests.iter_mut().zip(out) {
        digest[bytes..].fill(0);
        for (word, out) in digest.as_chunks().0.iter().zip(out) {
            *out = u64::from_le_bytes(*word);
        }
    }
    digests.zeroize();
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Hash, Hasher};
    use alloc::vec;
    use alloc::vec::Vec;

    /// Hashes a message in each lane; all have the same number of blocks.
    fn hash<W: LaneWord<L>, const L: usize>(hash: Hash, messages: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let start = W::start(hash).expect("a hash of such words");
        let mut state = in_every_lane::<W, L>(start.state);
        let blocks = padded_blocks::<W, L>(messages[0].len());
        let mut rows = vec![[W::default(); L]; 16 * blocks];
        for (lane, message) in messages.iter().enumerate() {
            write_padded(&mut rows, lane, message, message.len());
        }
        for block in rows.as_chunks().0 {
            W::compress(&mut state, block);
        }
        let digest = |lane: usize| {
            let long = |at| W::long(&state, at, lane).to_be_bytes();
            let mut out: Vec<u8> = (0..W::BYTES).flat_map(long).collect();
            out.truncate(hash.output_bytes());
            out
        };
        (0..messages.len()).map(digest).collect()
    }

    fn compare<W: LaneWord<L>, const L: usize>(which: Hash, state: &mut u64, rounds: usize) {
        let mut random = || {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*state >> 33) as usize
        };
        for round in 0..rounds {
            let first = if round < 300 { round } else { random() % 300 };
            let blocks = padded_blocks::<W, L>(first);
            let messages: Vec<Vec<u8>> = (0..L)
                .map(|lane| {
                    let mut length = if lane == 0 { first } else { random() % 300 };
                    if padded_blocks::<W, L>(length) != blocks {
                        length = first;
                    }
                    (0..length).map(|_| random() as u8).collect()
                })
                .collect();
            for (message, digest) in messages.iter().zip(hash::<W, L>(which, &messages)) {
                let mut alone = Hasher::new(which);
                alone.update(message);
                assert_eq!(digest, alone.finish().as_bytes(), "{which}, {} bytes", message.len());
            }
        }
    }

    /// Goal: lanes give what the hash crates give. Method: every length below 300 and random ones,
    /// with others of as many blocks beside; some 10^5 messages in all.
    #[test]
    fn lanes_agree_with_the_hash_crates() {
        let mut state = 1;
        for which in [Hash::Sha224, Hash::Sha256] {
            compare::<u32, LANES_256>(which, &mut state, 2000);
        }
        for which in [Hash::Sha384, Hash::Sha512] {
            compare::<u64, LANES_512>(which, &mut state, 2500);
        }
    }

    /// Goal: parts are hashed as one message, lanes of different lengths side by side, and what is
    /// too long is left to others.
    #[test]
    fn parts_agree_with_the_hash_crates() {
        let text: Vec<u8> = (0..MAX_BYTES).map(|at| (at * at % 251) as u8).collect();
        let longest = MAX_BYTES - 17;
        for round in 0..=longest {
            let lengths: [usize; 8] =
                core::array::from_fn(|lane| (round * (2 * lane + 1)) % (longest + 1));
            let cut = |length: usize| (length / 3, length / 3 + length / 2);
            let parts = lengths.map(|length| {
                let (a, b) = cut(length);
                [&text[..a], &[], &text[a..b], &text[b..length], &[], &[]]
            });
            let mut out = [[0; 9]; 8];
            assert!(sha512_of_parts_anywhere(&parts, &mut out));
            for (length, out) in lengths.into_iter().zip(out) {
                let mut alone = Hasher::new(Hash::Sha512);
                alone.update(&text[..length]);
                let bytes: Vec<u8> = out.iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(bytes[..64], *alone.finish().as_bytes(), "{length} bytes");
                assert_eq!(bytes[64..], [0; 8]);
            }
        }
        let long = [[&text[..longest + 1], &[], &[], &[], &[], &[]]; 8];
        assert!(!sha512_of_parts_anywhere(&long, &mut [[0; 8]; 8]));
        assert!(!sha512_of_parts_anywhere(&[[&[][..]; 6]; 4], &mut [[0; 8]; 4]));
    }

    /// Goal: the same for SHAKE256, of every length of output up to a block; a message that is far
    /// longer than those beside it is left to others.
    #[test]
    fn parts_of_a_shake_agree_with_the_hash_crates() {
        let text: Vec<u8> = (0..1100).map(|at: usize| (at * at % 251) as u8).collect();
        for round in 0..400 {
            let lengths: [usize; 8] = core::array::from_fn(|lane| round + (round * lane) % 150);
            let parts = lengths.map(|length| {
                let (first, rest) = text[..length].split_at(length / 3);
                [first, &[], rest, &[], &[], &[]]
            });
            let bytes = round % (SHAKE256_RATE + 1);
            let mut out = [[0; 17]; 8];
            assert!(shake256_of_parts_anywhere(&parts, &mut out, bytes));
            for (length, out) in lengths.into_iter().zip(out) {
                let mut alone = Hasher::new(Hash::Shake256);
                alone.update(&text[..length]);
                let mut right = [0; 8 * 17];
                alone.finish_into(&mut right[..bytes]);
                let bytes: Vec<u8> = out.iter().flat_map(|word| word.to_le_bytes()).collect();
                assert_eq!(bytes, right);
            }
        }
        let parts = |length: usize| [&text[..length], &[], &[], &[], &[], &[]];
        let beside = |length| core::array::from_fn(|lane| parts(if lane > 0 { 0 } else { length }));
        let mut out = [[0; 17]; 8];
        // Seven blocks beside one of seven, and of eight.
        assert!(shake256_of_parts_anywhere(&beside(7 * SHAKE256_RATE - 1), &mut out, 114));
        assert!(!shake256_of_parts_anywhere(&beside(7 * SHAKE256_RATE), &mut out, 114));
        assert!(!shake256_of_parts_anywhere(&[parts(0); 4], &mut [[0; 17]; 4], 114));
        assert!(!shake256_of_parts_anywhere(&[parts(0); 8], &mut out, SHAKE256_RATE + 1));
    }
}
