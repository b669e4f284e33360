//! The sponges of FIPS 202 over Keccak-f: SHA-3 and SHAKE of one message, and SHAKE of eight
//! messages in step, one a lane.
//!
//! The permutations are those of `sealane_arith::keccak`, where the vector instructions are; here
//! are blocks and padding. FIPS 202, sections 4 to 6 and appendix B.
//!
//! Constant-time, but for lengths. States are wiped on drop.

use sealane_arith::keccak::WORDS;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Bytes that SHAKE128 takes in at a time, and gives out.
pub(crate) const SHAKE128_RATE: usize = 168;
/// The same of SHAKE256.
pub(crate) const SHAKE256_RATE: usize = 136;

/// The bits behind a message, the first one the lowest: those that tell SHAKE from SHA-3, and the
/// first of the padding. Sections 6.1 and 6.2.
const SHAKE: u8 = 0x1f;
const SHA3: u8 = 0x06;
/// The last bit of the padding, in the last byte of a block. Section 5.1.
const PADDING_END: u8 = 0x80;

/// SHAKE128.
pub(crate) type Shake128 = Sponge<SHAKE128_RATE, SHAKE>;
/// SHAKE256.
pub(crate) type Shake256 = Sponge<SHAKE256_RATE, SHAKE>;
/// SHA3-224.
pub(crate) type Sha3_224 = Sponge<144, SHA3>;
/// SHA3-256.
pub(crate) type Sha3_256 = Sponge<136, SHA3>;
/// SHA3-384.
pub(crate) type Sha3_384 = Sponge<104, SHA3>;
/// SHA3-512.
pub(crate) type Sha3_512 = Sponge<72, SHA3>;

/// Words of a state in each of `L` lanes.
type Rows<const L: usize> = [[u64; L]; WORDS];

/// Adds `bytes` modulo 2 to those of a lane from byte `at` on.
fn add_bytes<const L: usize>(rows: &mut Rows<L>, lane: usize, mut at: usize, bytes: &[u8]) {
    let (head, rest) = bytes.split_at(bytes.len().min(at.wrapping_neg() % 8));
    let (words, tail) = rest.as_chunks();
    let mut add_single = |at: usize, bytes: &[u8]| {
        for (at, byte) in (at..).zip(bytes) {
            rows[at / 8][lane] ^= u64::from(*byte) << (8 * (at % 8));
        }
    };
    add_single(at, head);
    add_single(at + bytes.len() - tail.len(), tail);
    at += head.len();
    for (row, word) in rows.iter_mut().skip(at / 8).zip(words) {
        row[lane] ^= u64::from_le_bytes(*word);
    }
}

/// Writes the bytes of a lane from byte `at` on.
fn read_bytes<const L: usize>(rows: &[[u64; L]], lane: usize, mut at: usize, out: &mut [u8]) {
    let (head, rest) = out.split_at_mut(out.len().min(at.wrapping_neg() % 8));
    let (words, tail) = rest.as_chunks_mut();
    let read_single = |at: usize, out: &mut [u8]| {
        for (at, byte) in (at..).zip(out) {
            *byte = (rows[at / 8][lane] >> (8 * (at % 8))) as u8;
        }
    };
    read_single(at, head);
    at += head.len();
    read_single(at + 8 * words.len(), tail);
    for (row, word) in rows.iter().skip(at / 8).zip(words) {
        *word = row[lane].to_le_bytes();
    }
}

/// Adds the padding behind `at` bytes of the last block of a lane.
fn pad<const L: usize>(rows: &mut Rows<L>, lane: usize, at: usize, rate: usize, suffix: u8) {
    add_bytes(rows, lane, at, &[suffix]);
    add_bytes(rows, lane, rate - 1, &[PADDING_END]);
}

/// Permutes the state of one lane: by the crate where it has instructions for it, which our text
/// has not.
fn permute_1(rows: &mut Rows<1>) {
    let words = rows.as_flattened_mut().first_chunk_mut();
    let words = words.expect("a row of one lane is a word");
    #[cfg(target_arch = "aarch64")]
    ::keccak::Keccak::new().with_f1600(|permute| permute(words));
    #[cfg(not(target_arch = "aarch64"))]
    sealane_arith::keccak::permute(words);
}

/// A message on its way in.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub(crate) struct Sponge<const RATE: usize, const SUFFIX: u8> {
    rows: Rows<1>,
    /// Bytes of the block that are in, below `RATE`.
    at: usize,
}

impl<const RATE: usize, const SUFFIX: u8> Sponge<RATE, SUFFIX> {
    /// A message of nothing yet.
    pub(crate) fn new() -> Self {
        Self { rows: [[0]; WORDS], at: 0 }
    }

    /// Takes in the next `data` of the message.
    pub(crate) fn absorb(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            let (block, rest) = data.split_at(data.len().min(RATE - self.at));
            add_bytes(&mut self.rows, 0, self.at, block);
            (self.at, data) = (self.at + block.len(), rest);
            if self.at == RATE {
                permute_1(&mut self.rows);
                self.at = 0;
            }
        }
    }

    /// Ends the message.
    pub(crate) fn finish(mut self) -> Output<RATE> {
        pad(&mut self.rows, 0, self.at, RATE, SUFFIX);
        Output { rows: self.rows, at: RATE }
    }
}

/// What a sponge gives out, as much as is asked for.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub(crate) struct Output<const RATE: usize> {
    rows: Rows<1>,
    /// Bytes of the block that are out.
    at: usize,
}

impl<const RATE: usize> Output<RATE> {
    /// Writes the next bytes to `out`.
    pub(crate) fn squeeze(&mut self, mut out: &mut [u8]) {
        while !out.is_empty() {
            if self.at == RATE {
                permute_1(&mut self.rows);
                self.at = 0;
            }
            let (block, rest) = out.split_at_mut(out.len().min(RATE - self.at));
            read_bytes(&self.rows, 0, self.at, block);
            (self.at, out) = (self.at + block.len(), rest);
        }
    }
}

#[cfg(any(test, feature = "lanes"))]
mod eight;
#[cfg(any(test, feature = "lanes"))]
pub(crate) use eight::Shake8;

#[cfg(test)]
mod tests;
