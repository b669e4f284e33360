//! Coefficients of uniform bytes of eight streams, three bytes each. FIPS 204, algorithms 14 and
//! 30.

use super::small::STREAMS;
use super::{N, Polynomial, Q};

/// Words of a block that coefficients are taken from: one of SHAKE128.
pub const BLOCK_WORDS: usize = 21;
/// Words of a stream that are sifted at once.
pub const SIFTED_WORDS: usize = 6;
/// The numbers of three bytes in them.
pub const SIFTED: usize = 16;

/// A polynomial on its way.
pub struct Filling<'a> {
    /// The polynomial. What is behind its coefficients may be anything.
    pub out: &'a mut Polynomial,
    /// How many coefficients it has, at most all.
    pub filled: usize,
}

impl Filling<'_> {
    /// Whether it has all coefficients.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.filled == N
    }

    /// Where the next sixteen go; nothing if there is room for fewer.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<&mut [i32; SIFTED]> {
        self.out.0.get_mut(self.filled..)?.first_chunk_mut()
    }

    /// Takes the first `count` of sixteen numbers, as many as there is room for.
    #[inline(always)]
    pub(crate) fn take(&mut self, numbers: &[i32; SIFTED], count: usize) {
        let count = count.min(N - self.filled);
        self.out.0[self.filled..self.filled + count].copy_from_slice(&numbers[..count]);
        self.filled += count;
    }
}

/// As many words of a block as are sifted at once, from the first of these on.
#[inline(always)]
pub(crate) fn padded(own: &[[u64; STREAMS]]) -> [[u64; STREAMS]; SIFTED_WORDS] {
    // Words of ones hold no coefficients.
    let mut words = [[u64::MAX; STREAMS]; SIFTED_WORDS];
    words[..own.len()].copy_from_slice(own);
    words
}

/// [`accept_vartime`](super::accept_vartime) on plain words.
pub(super) fn accept_plain_vartime(block: &[[u64; STREAMS]; BLOCK_WORDS], all: &mut [Filling<'_>]) {
    for own in block.chunks(SIFTED_WORDS) {
        sift_vartime(&padded(own), all);
    }
}

fn sift_vartime(words: &[[u64; STREAMS]; SIFTED_WORDS], all: &mut [Filling<'_>]) {
    for (lane, filling) in all.iter_mut().enumerate() {
        let mut bytes = [0; 8 * SIFTED_WORDS];
        for (word, place) in words.iter().zip(bytes.as_chunks_mut().0) {
            *place = word[lane].to_le_bytes();
        }
        let (mut numbers, mut count) = ([0; SIFTED], 0);
        for [a, b, c] in bytes.as_chunks().0 {
            let number = i32::from_le_bytes([*a, *b, *c & 0x7f, 0]);
            numbers[count] = number;
            count += usize::from(number < Q);
        }
        filling.take(&numbers, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::accept_vartime;
    use core::array::from_fn;
    extern crate std;
    use std::vec::Vec;

    type Block = [[u64; STREAMS]; BLOCK_WORDS];

    /// A block whose streams have these candidates, each beginning with another one of them.
    fn block(candidates: &[u32]) -> Block {
        let of_lane = |lane: usize| {
            let all = candidates.iter().cycle().skip(lane).take(56);
            let bytes = all.flat_map(|x| x.to_le_bytes().into_iter().take(3));
            bytes.collect::<Vec<u8>>()
        };
        let streams: [Vec<u8>; STREAMS] = from_fn(of_lane);
        let word = |at: usize, lane: usize| {
            u64::from_le_bytes(streams[lane][8 * at..][..8].try_into().expect("eight bytes"))
        };
        from_fn(|at| from_fn(|lane| word(at, lane)))
    }

    /// The coefficients of a stream, one candidate after the other.
    fn plainly(block: &Block, lane: usize) -> Vec<i32> {
        let bytes: Vec<u8> = block.iter().flat_map(|words| words[lane].to_le_bytes()).collect();
        let number = |it: &[u8]| i32::from_le_bytes([it[0], it[1], it[2] & 0x7f, 0]);
        bytes.chunks(3).map(number).filter(|x| *x < Q).collect()
    }

    fn check(block: &Block, streams: usize, filled: usize) {
        for plain in [false, true] {
            let mut outs = [Polynomial([-7; N]); STREAMS];
            let of = |(lane, out)| Filling { out, filled: (filled + 31 * lane) % (N + 1) };
            let mut all: Vec<Filling> = outs.iter_mut().take(streams).enumerate().map(of).collect();
            if plain {
                accept_plain_vartime(block, &mut all);
            } else {
                accept_vartime(block, &mut all);
            }
            for (lane, it) in all.iter().enumerate() {
                let begun = (filled + 31 * lane) % (N + 1);
                let wanted = plainly(block, lane);
                let wanted = &wanted[..wanted.len().min(N - begun)];
                assert_eq!(it.filled, begun + wanted.len(), "{lane} of {streams}, {filled}");
                assert_eq!(&it.out.0[begun..it.filled], wanted, "{lane} of {streams}, {filled}");
                assert!(it.out.0[..begun].iter().all(|x| *x == -7));
                assert_eq!(it.is_whole(), it.filled == N);
            }
            assert!(outs[streams..].iter().all(|out| out.0 == [-7; N]));
        }
    }

    /// Goal: what is below q is taken, in its order and as much as there is room for, of every
    /// stream and by every machine. Method: candidates on both sides of q in every place, all good
    /// and all bad blocks, random ones; behind any number of coefficients, for any number of
    /// streams.
    #[test]
    fn candidates_below_q_are_taken() {
        let q = Q as u32;
        let edges = [0, 1, q - 1, q, q + 1, 0x7f_ffff, 0x80_0000, 0x80_0000 | (q - 1), 0xff_ffff];
        for filled in 0..=N {
            check(&block(&edges), STREAMS, filled);
        }
        for constant in edges {
            (0..=N).step_by(5).for_each(|filled| check(&block(&[constant]), STREAMS, filled));
        }
        let mut state = 1u64;
        for round in 0..2000 {
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                state ^ state >> 29
            };
            let block = from_fn(|_| from_fn(|_| random()));
            check(&block, round % (STREAMS + 1), round % (N + 1));
        }
    }
}
