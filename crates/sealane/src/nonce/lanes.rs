//! Nonces of RFC 6979 for many keys and digests at once.
//!
//! HMAC-DRBG as in [`Generator`], on rows of words: a key and its digest in each lane. The states
//! of HMAC after its two pads are kept from one use of a key to the next, and words that come from
//! a hash go into the next one as they are.

use super::{Fixed, Generator, Hedge, Order};
use crate::hash::lanes::{LaneWord, Row, in_every_lane, padded_blocks, write_padded};
use crate::hash::{Digest, Hash};
use crate::names::MAX_ORDER_BYTES;
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use sealane_arith::sha::{LANES_256, LANES_512, is_fast};
use zeroize::Zeroize;

/// A nonce that is wanted.
pub(crate) struct NonceRequest<'a, N: Prime> {
    pub(crate) scalar: &'a Secret<N::Limbs>,
    pub(crate) digest: &'a Digest,
    pub(crate) hedge: Option<&'a Hedge>,
}

impl<N: Prime> NonceRequest<'_, N> {
    /// The hash that makes it, and whether it is hedged: what lanes have in common.
    fn kind(&self) -> (Hash, bool) {
        (self.digest.hash().unwrap_or(Hash::Sha256), self.hedge.is_some())
    }

    fn alone(&self) -> Secret<N::Limbs> {
        let order = Fixed::<N>::ORDER;
        Generator::new(&order, self.scalar, self.digest, self.hedge).next(&order)
    }
}

/// With fewer nonces than this, one after the other is faster.
const BREAK_EVEN: usize = 4;

/// Adds the first nonce of each key and digest to `out`, which [`Generator`] gives as well, in
/// order. Neighbours of one hash are made together.
///
/// `out` must have room for them: growing would leave copies behind. Leaks how many candidates were
/// rejected, which says nothing of those kept.
pub(crate) fn nonces<N: Prime>(requests: &[NonceRequest<'_, N>], out: &mut Vec<Secret<N::Limbs>>) {
    nonces_by(is_fast(), requests, out);
}

/// The same, in lanes or one after the other.
fn nonces_by<N: Prime>(
    lanes: bool,
    requests: &[NonceRequest<'_, N>],
    out: &mut Vec<Secret<N::Limbs>>,
) {
    for run in requests.chunk_by(|a, b| a.kind() == b.kind()) {
        let (hash, _) = run[0].kind();
        match hash {
            Hash::Sha224 | Hash::Sha256 if lanes => in_lanes::<u32, LANES_256, N>(hash, run, out),
            Hash::Sha384 | Hash::Sha512 if lanes => in_lanes::<u64, LANES_512, N>(hash, run, out),
            _ => out.extend(run.iter().map(NonceRequest::alone)),
        }
    }
}

fn in_lanes<W: LaneWord<L>, const L: usize, N: Prime>(
    hash: Hash,
    run: &[NonceRequest<'_, N>],
    out: &mut Vec<Secret<N::Limbs>>,
) {
    let of = Of::<W, L>::new(hash);
    for requests in run.chunks(L) {
        match &of {
            Some(of) if requests.len() >= BREAK_EVEN => {
                let state = of.seed::<N>(requests);
                of.fill::<N>(state, requests, out);
            }
            _ => out.extend(requests.iter().map(NonceRequest::alone)),
        }
    }
}

/// Rows of a message that is hashed behind the value of the generator: two of the widest scalars, a
/// hedge, a byte and the padding, in words of 32 bits.
const TAIL_ROWS: usize = 64;
/// Rows of candidates of the widest order: three values of SHA-256.
const OUTPUT_ROWS: usize = 24;
/// Bytes of a message behind the value.
const TAIL_BYTES: usize = 1 + 2 * MAX_ORDER_BYTES + super::HEDGE_BYTES;

/// The states of all lanes.
#[derive(Clone, Copy)]
struct State<W, const L: usize> {
    /// HMAC after the block of the key under the inner pad.
    inner: [Row<W, L>; 8],
    /// The same under the outer pad.
    outer: [Row<W, L>; 8],
    /// `V` of the RFC; the first words of it.
    value: [Row<W, L>; 8],
    /// What is hashed behind the value to make a key.
    tail: [Row<W, L>; TAIL_ROWS],
    output: [Row<W, L>; OUTPUT_ROWS],
    /// What is hashed next. Here, so that it is wiped once.
    block: [Row<W, L>; 16],
}

impl<W: Zeroize, const L: usize> Zeroize for State<W, L> {
    fn zeroize(&mut self) {
        self.inner.zeroize();
        self.outer.zeroize();
        self.value.zeroize();
        self.tail.zeroize();
        self.output.zeroize();
        self.block.zeroize();
    }
}

/// The generators of a hash.
struct Of<W: LaneWord<L>, const L: usize> {
    start: [W; 8],
    /// Words of a digest.
    words: usize,
    /// HMAC after the block of a key of zeros, the first of every generator, under both pads.
    of_zeros: [[Row<W, L>; 8]; 2],
}

/// Writes what is hashed behind the value of a lane, but for its length, and returns its length: a
/// zero, the scalar, the digest modulo the order, the hedge. The zero is 1 the second time.
fn write_tail<N: Prime>(
    request: &NonceRequest<'_, N>,
    tail: &mut Secret<[u8; TAIL_BYTES]>,
) -> usize {
    let (at_digest, at_hedge) = (1 + N::BYTES, 1 + 2 * N::BYTES);
    let reduced = Fixed::<N>::ORDER.digest_to_scalar(request.digest.as_bytes());
    tail.update_by(request.scalar, |tail, scalar| {
        tail[0] = 0;
        bytes::to_be_bytes(scalar, &mut tail[1..at_digest]);
        bytes::to_be_bytes(&reduced, &mut tail[at_digest..at_hedge]);
    });
    let Some(hedge) = request.hedge else { return at_hedge };
    let end = at_hedge + super::HEDGE_BYTES;
    tail.update_by(hedge, |tail, hedge| tail[at_hedge..end].copy_from_slice(hedge));
    end
}

impl<W: LaneWord<L>, const L: usize> Of<W, L> {
    /// Returns the generators of a hash that has lanes of such words.
    fn new(hash: Hash) -> Option<Self> {
        let start = W::start(hash)?;
        let of_zeros = PADS.map(|pad| {
            let mut state = in_every_lane(start);
            W::compress(&mut state, &[[pad_word(pad); L]; 16]);
            state
        });
        Some(Of { start, words: hash.output_bytes() / W::BYTES, of_zeros })
    }

    /// Seeds a generator in each lane; lanes without one repeat the last. Section 3.2, steps b to
    /// g.
    fn seed<N: Prime>(&self, requests: &[NonceRequest<'_, N>]) -> Secret<State<W, L>> {
        let [inner, outer] = self.of_zeros;
        let mut state = Secret::new(State {
            inner,
            outer,
            value: in_every_lane([W::from_be(&[1; 8][..W::BYTES]); 8]),
            tail: [[W::default(); L]; TAIL_ROWS],
            output: [[W::default(); L]; OUTPUT_ROWS],
            block: [[W::default(); L]; 16],
        });
        let mut rows = 0;
        let mut tail = Secret::new([0; TAIL_BYTES]);
        for lane in 0..L {
            let length = write_tail(&requests[lane.min(requests.len() - 1)], &mut tail);
            let total = (16 + self.words) * W::BYTES + length;
            rows = 16 * (padded_blocks::<W, L>(total) - 1) - self.words;
            state.update_by(&tail, |state, tail| {
                write_padded(&mut state.tail[..rows], lane, &tail[..length], total);
            });
        }
        state.update(|state| {
            state.rekey(self, rows);
            let mut one = [0; 8];
            one[0] = 1;
            for word in &mut state.tail[0] {
                *word = word.xor(W::from_be(&one[..W::BYTES]));
            }
            state.rekey(self, rows);
        });
        state
    }

    /// Draws candidates until every lane has had a good one, and adds the first of each lane to
    /// `out`. Section 3.2, step h.
    fn fill<N: Prime>(
        &self,
        mut state: Secret<State<W, L>>,
        requests: &[NonceRequest<'_, N>],
        out: &mut Vec<Secret<N::Limbs>>,
    ) {
        let mut found: Vec<Option<Secret<N::Limbs>>> = Vec::with_capacity(requests.len());
        found.resize_with(requests.len(), || None);
        loop {
            state.update(|state| state.draw(self.words, N::BYTES));
            for (lane, found) in found.iter_mut().enumerate().filter(|(_, it)| it.is_none()) {
                let nonce = state.map(|state| state.candidate::<N>(lane));
                let good = nonce.map(|k| bytes::is_unit::<N>(k).to_bits());
                if good.reveal("a rejected nonce candidate says nothing of the one kept") == 1 {
                    *found = Some(nonce);
                }
            }
            if found.iter().all(Option::is_some) {
                break;
            }
            // Lanes that are done go on as the others do, and nobody looks at them.
            state.update(|state| state.rekey_with_zero(self));
        }
        // Copies, since what is moved out of its place is not wiped there.
        out.extend(found.iter().flatten().map(|nonce| nonce.map(|k| *k)));
    }
}

/// What a key is changed by in both passes of HMAC, the inner and the outer. RFC 2104.
const PADS: [u8; 2] = [0x36, 0x5c];

fn pad_word<W: LaneWord<L>, const L: usize>(pad: u8) -> W {
    W::from_be(&[pad; 8][..W::BYTES])
}

impl<W: LaneWord<L>, const L: usize> State<W, L> {
    /// Starts HMAC with a key of as many words as a digest.
    fn take_key(&mut self, start: [W; 8], words: usize, key: &[Row<W, L>; 8]) {
        for (pad, state) in PADS.into_iter().zip([&mut self.inner, &mut self.outer]) {
            let pad = pad_word::<W, L>(pad);
            for (row, key) in self.block.iter_mut().zip(&key[..words]) {
                for (word, key) in row.iter_mut().zip(key) {
                    *word = pad.xor(*key);
                }
            }
            self.block[words..].fill([pad; L]);
            *state = in_every_lane(start);
            W::compress(state, &self.block);
        }
    }

    /// `V = HMAC_K(V)`.
    fn step(&mut self, words: usize) {
        for mut state in [self.inner, self.outer] {
            after_pad(&mut state, words, &self.value, &mut self.block);
            self.value = state;
        }
    }

    /// `K = HMAC_K(V || tail)` for a tail of `rows`, then `V = HMAC_K(V)`.
    fn rekey(&mut self, of: &Of<W, L>, rows: usize) {
        let (mut inner, mut key) = (self.inner, self.outer);
        let message = self.value[..of.words].iter().chain(&self.tail[..rows]);
        for (i, row) in message.enumerate() {
            self.block[i % 16] = *row;
            if i % 16 == 15 {
                W::compress(&mut inner, &self.block);
            }
        }
        after_pad(&mut key, of.words, &inner, &mut self.block);
        self.take_key(of.start, of.words, &key);
        self.step(of.words);
        inner.zeroize();
        key.zeroize();
    }

    /// `K = HMAC_K(V || 00)`, then `V = HMAC_K(V)`.
    fn rekey_with_zero(&mut self, of: &Of<W, L>) {
        let rows = 16 - of.words;
        let total = (16 + of.words) * W::BYTES + 1;
        for lane in 0..L {
            write_padded(&mut self.tail[..rows], lane, &[0], total);
        }
        self.rekey(of, rows);
    }

    /// Fills the output with at least `bytes` bytes.
    fn draw(&mut self, words: usize, bytes: usize) {
        let mut filled = 0;
        while filled * W::BYTES < bytes {
            self.step(words);
            self.output[filled..filled + words].copy_from_slice(&self.value[..words]);
            filled += words;
        }
    }

    /// The integer that the output of a lane stands for: its leftmost bits, as many as the order
    /// has. Section 2.3.2.
    fn candidate<N: Prime>(&self, lane: usize) -> N::Limbs {
        let mut candidate = N::Limbs::ZERO;
        for (at, word) in candidate.as_mut().iter_mut().rev().enumerate() {
            *word = W::long(&self.output, at, lane);
        }
        bytes::shift_right(&candidate, (64 * N::Limbs::LEN - N::BITS) as u32)
    }
}

/// Brings a state of HMAC after its pad to the digest of a message as long as a digest, the first
/// `words` rows: one of the two hashes of HMAC.
fn after_pad<W: LaneWord<L>, const L: usize>(
    state: &mut [Row<W, L>; 8],
    words: usize,
    message: &[Row<W, L>; 8],
    block: &mut [Row<W, L>; 16],
) {
    block[..words].copy_from_slice(&message[..words]);
    let mut bit = [0; 8];
    bit[0] = 0x80;
    block[words] = [W::from_be(&bit[..W::BYTES]); L];
    block[words + 1..15].fill([W::default(); L]);
    let bits = (8 * (16 + words) * W::BYTES) as u64;
    block[15] = [W::from_be(&bits.to_be_bytes()[8 - W::BYTES..]); L];
    W::compress(state, block);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane_arith::generated::{Brainpool256N, P192N, P224N, P256N, P384N, P521N};

    /// Compares nonces in lanes with those of single generators: keys, digests and hedges mixed in
    /// runs of all lengths, so that lanes are full, partly full, and too few.
    fn compare<N: Prime>(hash: Hash, count: usize) {
        let mut random = 7u64;
        let mut byte = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 56) as u8
        };
        let mut requests = Vec::new();
        for i in 0..count {
            let mut scalar = N::Limbs::ZERO;
            scalar
                .as_mut()
                .iter_mut()
                .for_each(|word| *word = u64::from_le_bytes([(); 8].map(|()| byte())));
            let scalar = Secret::new(bytes::shift_right(&scalar, 63));
            let digest = Digest::of(hash, &[byte(), byte(), i as u8]);
            let hedge = (i / 37 % 2 == 0).then(|| Secret::new([(); 32].map(|()| byte())));
            requests.push((scalar, digest, hedge));
        }
        let each = requests.iter().map(|(scalar, digest, hedge)| {
            let hedge = hedge.as_ref();
            NonceRequest::<N> { scalar, digest, hedge }
        });
        let requests: Vec<NonceRequest<'_, N>> = each.collect();
        let mut found = Vec::new();
        nonces_by(true, &requests, &mut found);
        assert_eq!(found.len(), requests.len());
        for (at, (request, found)) in requests.iter().zip(&found).enumerate() {
            let why = "a test looks at its own nonce";
            let [alone, lane] = [request.alone().reveal(why), found.reveal(why)];
            assert!(alone.as_ref() == lane.as_ref(), "{hash}, {} bytes, {at}", N::BYTES);
        }
    }

    /// Goal: lanes give the nonces of single generators, for orders of every width, with the hashes
    /// that have lanes and one that has none, after rejections too: of candidates for
    /// brainpoolP256r1, a third are.
    #[test]
    fn lanes_agree_with_single_generators() {
        for hash in [Hash::Sha224, Hash::Sha256, Hash::Sha384, Hash::Sha512, Hash::Sha3_256] {
            compare::<P192N>(hash, 40);
            compare::<P224N>(hash, 40);
            compare::<P256N>(hash, 150);
            compare::<Brainpool256N>(hash, 150);
            compare::<P384N>(hash, 40);
            compare::<P521N>(hash, 40);
        }
    }
}
