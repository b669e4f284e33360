//! HMAC-DRBG on words of SHA-2, a generator in each of some lanes, or one alone.
//!
//! The states of HMAC after its two pads are kept from one use of a key to the next, and words that
//! come from a hash go into the next one as they are.

use super::{HEDGE_BYTES, NonceRequest, Order};
use crate::hash::hmac::PADS;
use crate::hash::words::{LaneWord, Row, Start};
use crate::hash::words::{in_every_lane, padded_blocks, write_padded};
use crate::names::MAX_ORDER_BYTES;
use sealane_arith::secret::{Secret, wipe};
use zeroize::Zeroize;

/// Rows of a message that is hashed behind the value of the generator: two of the widest scalars, a
/// hedge, a byte and the padding, in words of 32 bits.
const TAIL_ROWS: usize = 64;
/// Rows of candidates of the widest order: three values of SHA-256.
const OUTPUT_ROWS: usize = 24;

/// What is hashed behind the value of a lane, but for its length: a zero, the scalar, the digest
/// modulo the order, the hedge.
#[derive(Clone, Copy)]
struct Tail([u8; 1 + 2 * MAX_ORDER_BYTES + HEDGE_BYTES]);

impl Zeroize for Tail {
    fn zeroize(&mut self) {
        wipe(&mut self.0);
    }
}

/// Writes it, and returns its length.
fn write_tail<O: Order>(
    order: &O,
    request: &NonceRequest<'_, O::Scalar>,
    tail: &mut Secret<Tail>,
) -> usize {
    let (at_digest, at_hedge) = (1 + order.bytes(), 1 + 2 * order.bytes());
    let reduced = order.digest_to_scalar(request.digest.as_bytes());
    tail.update_by(request.scalar, |tail, scalar| {
        tail.0[0] = 0;
        order.write(scalar, &mut tail.0[1..at_digest]);
        order.write(&reduced, &mut tail.0[at_digest..at_hedge]);
    });
    let Some(hedge) = request.hedge else { return at_hedge };
    let end = at_hedge + HEDGE_BYTES;
    tail.update_by(hedge, |tail, hedge| tail.0[at_hedge..end].copy_from_slice(hedge));
    end
}

/// The states of all lanes.
#[derive(Clone, Copy)]
struct State<W, const L: usize> {
    /// HMAC after the block of the key under the inner pad.
    inner: [Row<W, L>; 8],
    /// The same under the outer pad.
    outer: [Row<W, L>; 8],
    /// `V` of the RFC; the first words of it.
    value: [Row<W, L>; 8],
    /// What is hashed next. Here, so that it is wiped once.
    block: [Row<W, L>; 16],
}

impl<W: Zeroize, const L: usize> Zeroize for State<W, L> {
    fn zeroize(&mut self) {
        self.inner.zeroize();
        self.outer.zeroize();
        self.value.zeroize();
        self.block.zeroize();
    }
}

/// Candidates of all lanes.
type Output<W, const L: usize> = Secret<[Row<W, L>; OUTPUT_ROWS]>;

/// Generators of one hash.
pub(super) struct Generators<W: LaneWord<L>, const L: usize> {
    start: [W; 8],
    /// Words of a digest.
    words: usize,
    state: Secret<State<W, L>>,
}

impl<W: LaneWord<L>, const L: usize> Generators<W, L> {
    /// Seeds a generator in each lane; lanes without one repeat the last. `start` is that of the
    /// hash of all of them. Section 3.2, steps b to g.
    pub(super) fn new<O: Order>(
        start: &Start<W>,
        order: &O,
        requests: &[NonceRequest<'_, O::Scalar>],
    ) -> Self {
        let words = requests[0].hash().output_bytes() / W::BYTES;
        let [inner, outer] = start.zero_key.map(in_every_lane);
        let value = in_every_lane([W::from_be(&[1; 8][..W::BYTES]); 8]);
        let block = [[W::default(); L]; 16];
        let state = Secret::new(State { inner, outer, value, block });
        let mut made = Generators { start: start.state, words, state };
        made.seed(order, requests);
        made
    }

    fn seed<O: Order>(&mut self, order: &O, requests: &[NonceRequest<'_, O::Scalar>]) {
        let (start, words) = (self.start, self.words);
        let mut rows = 0;
        let mut tail = Secret::new([[W::default(); L]; TAIL_ROWS]);
        let mut bytes = Secret::new(Tail([0; _]));
        for lane in 0..L {
            let length = write_tail(order, &requests[lane.min(requests.len() - 1)], &mut bytes);
            let total = (16 + words) * W::BYTES + length;
            rows = 16 * (padded_blocks::<W, L>(total) - 1) - words;
            tail.update_by(&bytes, |tail, bytes| {
                write_padded(&mut tail[..rows], lane, &bytes.0[..length], total);
            });
        }
        self.state.update_by(&tail, |state, tail| state.rekey(start, words, &tail[..rows]));
        // The zero is 1 the second time.
        let mut one = [0; 8];
        one[0] = 1;
        tail.update(|tail| tail[0] = tail[0].map(|word| word.xor(W::from_be(&one[..W::BYTES]))));
        self.state.update_by(&tail, |state, tail| state.rekey(start, words, &tail[..rows]));
    }

    /// Draws a candidate for an order of `bytes` bytes in each lane. Section 3.2, step h.
    pub(super) fn draw(&mut self, bytes: usize) -> Output<W, L> {
        let words = self.words;
        let mut output = Secret::new([[W::default(); L]; OUTPUT_ROWS]);
        let mut filled = 0;
        while filled * W::BYTES < bytes {
            self.state.update(|state| state.step(words));
            output.update_by(&self.state, |output, state| {
                output[filled..][..8].copy_from_slice(&state.value);
            });
            filled += words;
        }
        output
    }

    /// Goes on to the candidates after these. `K = HMAC_K(V || 00)`, then `V = HMAC_K(V)`.
    pub(super) fn reject(&mut self) {
        let (start, words) = (self.start, self.words);
        let mut tail = [[W::default(); L]; 16];
        let tail = &mut tail[..16 - words];
        for lane in 0..L {
            write_padded(tail, lane, &[0], (16 + words) * W::BYTES + 1);
        }
        self.state.update(|state| state.rekey(start, words, tail));
    }
}

/// Returns the integer that the output of a lane stands for: its leftmost bits, as many as the
/// order has. Section 2.3.2.
pub(super) fn candidate<W: LaneWord<L>, const L: usize, O: Order>(
    output: &Output<W, L>,
    order: &O,
    lane: usize,
) -> Secret<O::Scalar> {
    output.map(|output| order.leftmost_of_words(|at| W::long(output, at, lane)))
}

/// A generator alone.
pub(super) struct Alone<W: LaneWord<1>> {
    generator: Generators<W, 1>,
    used: bool,
}

impl<W: LaneWord<1>> Alone<W> {
    /// Seeds it.
    pub(super) fn new<O: Order>(
        start: &Start<W>,
        order: &O,
        request: NonceRequest<'_, O::Scalar>,
    ) -> Self {
        Alone { generator: Generators::new(start, order, &[request]), used: false }
    }

    /// Returns the next candidate.
    pub(super) fn candidate<O: Order>(&mut self, order: &O) -> Secret<O::Scalar> {
        if self.used {
            self.generator.reject();
        }
        self.used = true;
        candidate(&self.generator.draw(order.bytes()), order, 0)
    }
}

impl<W: LaneWord<L>, const L: usize> State<W, L> {
    /// Starts HMAC with a key of as many words as a digest.
    fn take_key(&mut self, start: [W; 8], words: usize, key: &[Row<W, L>; 8]) {
        for (pad, state) in PADS.into_iter().zip([&mut self.inner, &mut self.outer]) {
            let pad = W::from_be(&[pad; 8][..W::BYTES]);
            self.block = [[pad; L]; 16];
            for (row, key) in self.block.iter_mut().zip(key) {
                for (word, key) in row.iter_mut().zip(key) {
                    *word = word.xor(*key);
                }
            }
            self.block[words..8].fill([pad; L]);
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

    /// `K = HMAC_K(V || tail)`, then `V = HMAC_K(V)`.
    fn rekey(&mut self, start: [W; 8], words: usize, tail: &[Row<W, L>]) {
        let (mut inner, mut key) = (self.inner, self.outer);
        let (first, others) = tail.split_at(16 - words);
        self.block[..8].copy_from_slice(&self.value);
        self.block[words..].copy_from_slice(first);
        W::compress(&mut inner, &self.block);
        for block in others.as_chunks().0 {
            W::compress(&mut inner, block);
        }
        after_pad(&mut key, words, &inner, &mut self.block);
        self.take_key(start, words, &key);
        self.step(words);
        inner.zeroize();
        key.zeroize();
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
    // Lengths that the compiler knows: a digest of fewer words than eight has zeros behind.
    block[..8].copy_from_slice(message);
    block[8..].fill([W::default(); L]);
    block[words..8].fill([W::default(); L]);
    let mut bit = [0; 8];
    bit[0] = 0x80;
    block[words] = [W::from_be(&bit[..W::BYTES]); L];
    let bits = (8 * (16 + words) * W::BYTES) as u64;
    block[15] = [W::from_be(&bits.to_be_bytes()[8 - W::BYTES..]); L];
    W::compress(state, block);
}
