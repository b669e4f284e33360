//! SHAKE of eight messages in step, one a lane.

use super::{PADDING_END, Rows, SHAKE, add_bytes, pad, read_bytes};
use sealane_arith::keccak::{LANES, WORDS, permute_8};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// What SHAKE gives for the messages of eight lanes, in step. `RATE` says which SHAKE it is.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(crate) struct Shake8<const RATE: usize> {
    rows: Rows<LANES>,
}

impl<const RATE: usize> Shake8<RATE> {
    /// Takes in the message of each lane, its parts one after the other.
    ///
    /// Messages need not be of one length: those with fewer blocks start later, so that all end
    /// together. It takes as long as the longest.
    pub(crate) fn new<const PARTS: usize>(messages: &[[&[u8]; PARTS]; LANES]) -> Self {
        let bytes = messages.each_ref().map(|parts| parts.iter().map(|part| part.len()).sum());
        let blocks = bytes.map(|bytes: usize| bytes / RATE + 1);
        let most = blocks.into_iter().fold(0, usize::max);
        let mut this = Self { rows: [[0; LANES]; WORDS] };
        for step in 0..most {
            if step > 0 {
                permute_8(&mut this.rows);
            }
            for (lane, parts) in messages.iter().enumerate() {
                let Some(block) = (step + blocks[lane]).checked_sub(most) else { continue };
                if block == 0 {
                    this.rows.iter_mut().for_each(|row| row[lane] = 0);
                }
                this.absorb_block(lane, parts, RATE * block);
                if step + 1 == most {
                    pad(&mut this.rows, lane, bytes[lane] % RATE, RATE, SHAKE);
                }
            }
        }
        this
    }

    /// Takes in a seed with a number of two bytes behind it in each lane: what [`Shake8::new`]
    /// gives for these two parts, without looking for their places.
    #[inline]
    pub(crate) fn of_numbers<const BYTES: usize>(
        seeds: [&[u8; BYTES]; LANES],
        numbers: [[u8; 2]; LANES],
    ) -> Self {
        const { assert!(BYTES.is_multiple_of(8) && BYTES + 8 < RATE) };
        let mut rows = [[0; LANES]; WORDS];
        for (lane, seed) in seeds.iter().enumerate() {
            for (row, word) in rows.iter_mut().zip(seed.as_chunks().0) {
                row[lane] = u64::from_le_bytes(*word);
            }
            let number = u64::from(u16::from_le_bytes(numbers[lane]));
            rows[BYTES / 8][lane] = number | u64::from(SHAKE) << 16;
            rows[RATE / 8 - 1][lane] = u64::from(PADDING_END) << 56;
        }
        Self { rows }
    }

    /// Adds the bytes of a message from byte `from` on, as many as fit a block.
    fn absorb_block(&mut self, lane: usize, parts: &[&[u8]], from: usize) {
        let (mut skipped, mut at) = (from, 0);
        for part in parts {
            let (_, rest) = part.split_at(part.len().min(skipped));
            skipped -= part.len() - rest.len();
            let (now, _) = rest.split_at(rest.len().min(RATE - at));
            add_bytes(&mut self.rows, lane, at, now);
            at += now.len();
        }
    }

    /// Returns the next block of each lane, in words that are read from its bytes little-endian:
    /// `RATE / 8` of them.
    pub(crate) fn next_words(&mut self) -> &[[u64; LANES]] {
        permute_8(&mut self.rows);
        &self.rows[..RATE / 8]
    }

    /// Writes the next bytes of each lane, from the start of a block on; what is left of the last
    /// block is dropped.
    pub(crate) fn squeeze<const BYTES: usize>(&mut self, out: &mut [[u8; BYTES]; LANES]) {
        for from in (0..BYTES).step_by(RATE) {
            let words = self.next_words();
            for (lane, out) in out.iter_mut().enumerate() {
                let (now, _) = out[from..].split_at_mut((BYTES - from).min(RATE));
                read_bytes(words, lane, 0, now);
            }
        }
    }
}
