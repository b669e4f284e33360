//! Signatures of the hash that stands for a message, of several in step. FIPS 204, algorithm 7.
//!
//! Signatures take different numbers of attempts. So attempts are what runs in step: up to
//! [`LANES`] of them, each of another signature. Their masks and their commitments are hashed in
//! lanes, whatever their keys and sets; polynomials are computed for one attempt at a time. The
//! place of a signature that is done is taken by the next. Lanes that are left when masks are drawn
//! draw those of the next attempts.
//!
//! An attempt ends at the first check that fails. Which one that is, and at which polynomial, may
//! be known, as may the challenge of every attempt: both depend on the message and on random bits,
//! and on the key no more than signatures do. High parts and hints leave with an accepted attempt
//! alone.

use super::key::{Core, Vector};
use super::packing::{MASK_WORDS, pack, pack_high, unpack_mask};
use super::parameters::{MAX_CHALLENGE_BYTES, MAX_HIGH_BYTES, MAX_L, Parameters, packed_bytes};
use super::sampling::{SecretPoly, balls_vartime, zeros};
use super::xof::{LANES, expand, has_lanes, shake256_each};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array::from_fn;
use sealane_arith::ct::Mask;
use sealane_arith::ring::{self, Polynomial};
use sealane_arith::secret::Secret;

/// The random bytes of a signature, or zeros.
pub(super) type Randomizer = Secret<[u8; 32]>;

/// What the masks of a signature follow from. On the heap, so that moves leave no copies.
type MaskSeed = Box<Secret<[u8; 64]>>;

/// A signature to be made of the hash that stands for a message.
pub(super) struct Job<'a> {
    /// What the caller knows it by.
    pub(super) place: usize,
    pub(super) key: &'a Core,
    pub(super) mu: [u8; 64],
    seed: MaskSeed,
}

/// Of each of at most [`LANES`] signatures, one at least: its place, its key, its hash and its
/// random bytes.
pub(super) fn jobs<'a>(
    of: &[(usize, &'a Core, [u8; 64])],
    random: [&Randomizer; LANES],
) -> Vec<Job<'a>> {
    let of_lane = |lane: usize| of.get(lane).unwrap_or(&of[0]);
    // Keys, and random bytes behind them.
    let parts: [&Secret<[u8; 32]>; 2 * LANES] = from_fn(|i| match i.checked_sub(LANES) {
        None => &of_lane(i).1.mask_key,
        Some(lane) => random[lane],
    });
    let seeds = Secret::zip_all(parts, |parts| {
        let (keys, random) = parts.split_at(LANES);
        let messages: [[&[u8]; 3]; LANES] =
            from_fn(|lane| [&keys[lane][..], &random[lane][..], &of_lane(lane).2[..]]);
        shake256_each::<3, 64>(&messages[..of.len()])
    });
    let job = |(lane, (place, key, mu)): (usize, &(usize, &'a Core, [u8; 64]))| {
        let seed = Box::new(seeds.map(|seeds| seeds[lane]));
        Job { place: *place, key, mu: *mu, seed }
    };
    of.iter().enumerate().map(job).collect()
}

/// Makes each signature, and hands it out with what it was made of. The order is none.
pub(super) fn sign_all<'a>(
    jobs: impl IntoIterator<Item = Job<'a>>,
    mut done: impl FnMut(&Job<'a>, Vec<u8>),
) {
    let mut jobs = jobs.into_iter();
    let mut flight: Vec<Box<Attempt<'a>>> =
        jobs.by_ref().take(LANES).map(|job| Box::new(Attempt::new(job))).collect();
    let mut scratch = Scratch::new();
    while !flight.is_empty() {
        draw_masks(&mut flight);
        flight.iter_mut().for_each(|attempt| attempt.commit(&mut scratch));
        let hashes = hashes(&flight);
        let of_hashes = flight.iter().zip(&hashes);
        let of_hashes: Vec<(&Parameters, &[u8])> =
            of_hashes.map(|(it, hash)| (it.of, &hash[..it.of.challenge_bytes])).collect();
        let challenges = balls_vartime(&of_hashes);
        // From the last on: the last one takes the place of one that goes.
        for (at, challenge) in challenges.into_iter().enumerate().rev() {
            let attempt = &mut flight[at];
            let hash = &hashes[at][..attempt.of.challenge_bytes];
            let Some(signature) = attempt.finish(hash, challenge, &mut scratch) else {
                attempt.advance();
                continue;
            };
            done(&attempt.job, signature);
            match jobs.next() {
                Some(job) => attempt.begin(job),
                None => drop(flight.swap_remove(at)),
            }
        }
    }
}

/// Polynomials of masks that an attempt can have drawn: its own and up to [`LANES`] of the next
/// ones. A power of two, so that numbers that come round stay in order.
const DRAWN: usize = 16;

/// An attempt at a signature. Its memory serves for the next one, and is wiped after the last.
struct Attempt<'a> {
    job: Job<'a>,
    of: &'static Parameters,
    /// The number of its first polynomial of a mask. It comes round after 9362 attempts; so many
    /// fail with a chance below 2^-2800.
    counter: u16,
    /// How many polynomials of masks from there on have been drawn.
    drawn: usize,
    /// Those, packed, each in the place that its number has modulo [`DRAWN`].
    masks: Box<Secret<[[u64; MASK_WORDS]; DRAWN]>>,
    /// The mask; then the answer to the challenge.
    z: Vec<SecretPoly>,
    /// High parts of the commitment.
    high: Vec<SecretPoly>,
    /// Those, packed, with any bytes behind them.
    packed: Secret<[u8; MAX_HIGH_BYTES]>,
    /// The commitment; then its low parts; then hints.
    low: Vec<SecretPoly>,
}

/// Memory that one attempt at a time uses.
struct Scratch {
    /// The transforms of the mask.
    mask: Vector,
    product: Box<SecretPoly>,
}

impl Scratch {
    fn new() -> Self {
        let mask = Vector::new(Secret::new([Polynomial::ZERO; MAX_L]));
        Self { mask, product: Box::new(Secret::new(Polynomial::ZERO)) }
    }
}

/// Draws what attempts lack of their masks: FIPS 204, algorithm 34.
fn draw_masks(flight: &mut [Box<Attempt<'_>>]) {
    // Which attempt, and the number of the polynomial.
    let mut calls: Vec<(usize, u16)> = Vec::with_capacity(LANES * MAX_L);
    for (at, attempt) in flight.iter_mut().enumerate() {
        while attempt.drawn < attempt.of.l {
            calls.push((at, attempt.take_number()));
        }
    }
    if has_lanes() {
        for (at, attempt) in flight.iter_mut().enumerate() {
            while !calls.len().is_multiple_of(LANES) && attempt.drawn < DRAWN {
                calls.push((at, attempt.take_number()));
            }
        }
    }
    for calls in calls.chunks(LANES) {
        let of_lane = |lane: usize| calls.get(lane).unwrap_or(&calls[0]);
        let seeds = from_fn(|lane| &*flight[of_lane(lane).0].job.seed);
        let numbers = from_fn(|lane| of_lane(lane).1);
        let rows = Secret::zip_all(seeds, |seeds| {
            let mut rows = [[0; MASK_WORDS]; LANES];
            let put = |at: usize, lane: usize, word| rows[lane][at] = word;
            expand(seeds, numbers, calls.len(), MASK_WORDS, put);
            rows
        });
        for (lane, (at, number)) in calls.iter().enumerate() {
            flight[*at].masks.update_by(&rows, |masks, rows| {
                masks[usize::from(*number) % DRAWN] = rows[lane];
            });
        }
    }
}

/// Hashes the high parts of all commitments: step 15.
fn hashes(flight: &[Box<Attempt<'_>>]) -> [[u8; MAX_CHALLENGE_BYTES]; LANES] {
    let of_lane = |lane: usize| flight.get(lane).unwrap_or(&flight[0]);
    let packed: [_; LANES] = from_fn(|lane| &of_lane(lane).packed);
    let hashes = Secret::zip_all(packed, |packed| {
        let messages: [[&[u8]; 2]; LANES] = from_fn(|lane| {
            let attempt = of_lane(lane);
            let bytes = attempt.of.k * attempt.of.high_bytes();
            [&attempt.job.mu[..], &packed[lane][..bytes]]
        });
        shake256_each(&messages[..flight.len()])
    });
    hashes.reveal("the challenge of an attempt is public, whether it is kept or not")
}

/// Whether a check was passed: no coefficient exceeds the bound.
fn passes(of: &SecretPoly, bound: i32) -> bool {
    is_passed(&of.map(|of| ring::exceeds(of, bound).to_bits()))
}

/// Whether a check was passed, which gives 0 for that.
fn is_passed(failed: &Secret<u64>) -> bool {
    failed.reveal("which check an attempt failed says nothing of the key") == 0
}

impl<'a> Attempt<'a> {
    fn new(job: Job<'a>) -> Self {
        let of = job.key.set.row();
        Self {
            job,
            of,
            counter: 0,
            drawn: 0,
            masks: Box::new(Secret::new([[0; MASK_WORDS]; DRAWN])),
            z: zeros(of.l),
            high: zeros(of.k),
            packed: Secret::new([0; MAX_HIGH_BYTES]),
            low: zeros(of.k),
        }
    }

    /// Goes over to another signature.
    fn begin(&mut self, job: Job<'a>) {
        let of = job.key.set.row();
        if of.k != self.of.k {
            (self.z, self.high, self.low) = (zeros(of.l), zeros(of.k), zeros(of.k));
        }
        (self.job, self.of, self.counter, self.drawn) = (job, of, 0, 0);
    }

    /// Goes over to the next attempt.
    fn advance(&mut self) {
        self.counter = self.counter.wrapping_add(self.of.l as u16);
        self.drawn -= self.of.l;
    }

    /// Returns the number of the next polynomial to be drawn, which then counts as drawn.
    fn take_number(&mut self) -> u16 {
        self.drawn += 1;
        self.counter.wrapping_add(self.drawn as u16 - 1)
    }

    /// Commits to the mask: steps 12 and 13.
    fn commit(&mut self, scratch: &mut Scratch) {
        let (of, key, mask) = (self.of, self.job.key, &mut scratch.mask);
        for (column, z) in self.z.iter_mut().enumerate() {
            let at = usize::from(self.counter.wrapping_add(column as u16)) % DRAWN;
            z.update_by(&self.masks, |z, masks| {
                unpack_mask(&masks[at], of.mask_bits(), of.gamma1(), z);
            });
            mask.update_by(z, |mask, z| {
                mask[column] = *z;
                ring::transform(&mut mask[column]);
            });
        }
        let bytes = of.high_bytes();
        let parts =
            self.low.iter_mut().zip(&mut self.high).zip(key.parts().matrix.chunks_exact(of.l));
        for (i, ((low, high), row)) in parts.enumerate() {
            low.update_by(mask, |low, y| ring::multiply_accumulate(row, &y[..of.l], low));
            low.update(ring::inverse);
            low.update(ring::to_positive);
            low.update(|low| high.update(|high| ring::decompose(of.gamma2, low, high)));
            self.packed.update_by(high, |packed, high| {
                pack_high(high, of.high_bits(), &mut packed[i * bytes..(i + 1) * bytes]);
            });
        }
    }

    /// Returns the signature with the challenge that a hash stands for, if this attempt gives one.
    fn finish(
        &mut self,
        hash: &[u8],
        mut challenge: Polynomial,
        scratch: &mut Scratch,
    ) -> Option<Vec<u8>> {
        ring::transform(&mut challenge);
        let product = &mut *scratch.product;
        let good = self.low_parts_pass(&challenge, product)
            && self.answer_passes(&challenge, product)
            && self.hints_pass(&challenge, product);
        good.then(|| self.encode(hash))
    }

    /// Whether the low parts without the private key's are short enough: steps 19, 21 and 23.
    fn low_parts_pass(&mut self, challenge: &Polynomial, product: &mut SecretPoly) -> bool {
        let of = self.of;
        self.low.iter_mut().zip(&self.job.key.parts().s2).all(|(low, s2)| {
            times(product, challenge, s2);
            low.update_by(product, ring::subtract);
            passes(low, of.gamma2.value() - of.beta())
        })
    }

    /// Whether the answer to the challenge is short enough: steps 18, 20 and 23.
    fn answer_passes(&mut self, challenge: &Polynomial, product: &mut SecretPoly) -> bool {
        let of = self.of;
        self.z.iter_mut().zip(&self.job.key.parts().s1).all(|(z, s1)| {
            times(product, challenge, s1);
            z.update_by(product, ring::add);
            passes(z, of.gamma1() - of.beta())
        })
    }

    /// Whether the lower parts of the key are short enough times the challenge, and there are few
    /// enough hints: steps 25 to 28.
    fn hints_pass(&mut self, challenge: &Polynomial, product: &mut SecretPoly) -> bool {
        let of = self.of;
        let mut ones = Secret::new(0);
        let lower_parts = &self.job.key.parts().t0;
        for (low, (t0, high)) in self.low.iter_mut().zip(lower_parts.iter().zip(&self.high)) {
            times(product, challenge, t0);
            if !passes(product, of.gamma2.value()) {
                return false;
            }
            low.update_by(product, ring::add);
            let mut more = Secret::new(0);
            low.update_by(high, |low, high| {
                more.update(|more| *more = ring::make_hint(of.gamma2, low, high));
            });
            ones.update_by(&more, |ones, more| *ones += more);
        }
        is_passed(&ones.map(|ones| u64::from((of.omega as u32).wrapping_sub(*ones) >> 31)))
    }

    /// The signature. FIPS 204, algorithms 26 and 20.
    fn encode(&self, hash: &[u8]) -> Vec<u8> {
        let of = self.of;
        let mut out = alloc::vec![0; self.job.key.set.signature_bytes()];
        let (start, rest) = out.split_at_mut(hash.len());
        start.copy_from_slice(hash);
        let bytes = packed_bytes(of.mask_bits());
        let (answer, hints) = rest.split_at_mut(of.l * bytes);
        for (z, out) in self.z.iter().zip(answer.chunks_exact_mut(bytes)) {
            let z = z.reveal("the answer of a signature is public");
            pack(&z, of.mask_bits(), |x| of.gamma1() - x, out);
        }
        let (places, ends) = hints.split_at_mut(of.omega);
        let mut used = 0;
        for (row, end) in self.low.iter().zip(ends) {
            let row = row.reveal("the hints of a signature are public once all checks have passed");
            used += write_places_vartime(&row, &mut places[used..]);
            *end = used as u8;
        }
        out
    }
}

/// Writes the places of the ones, and returns how many there are. Variable-time: hints of a
/// signature are public.
///
/// A function of its own in machine code too: who compares the steps of two keys leaves it out.
#[inline(never)]
fn write_places_vartime(hints: &Polynomial, places: &mut [u8]) -> usize {
    let mut used = 0;
    for (at, _) in hints.0.iter().enumerate().filter(|(_, hint)| **hint == 1) {
        places[used] = at as u8;
        used += 1;
    }
    used
}

/// Writes a challenge times a part of a key, both transforms.
fn times(product: &mut SecretPoly, challenge: &Polynomial, part: &SecretPoly) {
    product.update_by(part, |product, part| ring::multiply(challenge, part, product));
    product.update(ring::inverse);
}

#[cfg(test)]
mod tests {
    use super::super::packing::unpack;
    use super::super::xof::shake256_of;
    use super::super::{ParameterSet, PrivateKey};
    use super::*;
    use crate::nonce::Nonces;

    /// Goal: masks are those that the standard has for their numbers, drawn for this attempt or
    /// ahead of it, and also where numbers come round. Method: attempts of all sets side by side,
    /// which advance in turn; a lone one fills all lanes each time it draws.
    #[test]
    fn masks_are_those_of_their_numbers() {
        let key = |set| PrivateKey::from_seed(set, &[3; 32]).expect("a seed");
        let keys = ParameterSet::ALL.map(key);
        for count in 1..=LANES {
            let seed = |at: usize| shake256_of::<64>(&[&[at as u8]]);
            let attempt = |at: usize| {
                let seed = Box::new(Secret::new(seed(at)));
                let key = &*keys[(at + count) % 3].core;
                let mut attempt = Attempt::new(Job { place: at, key, mu: [0; 64], seed });
                attempt.counter = u16::MAX - 20;
                Box::new(attempt)
            };
            let mut flight: Vec<_> = (0..count).map(attempt).collect();
            let mut drawn = 0;
            for step in 0..30 {
                let before: usize = flight.iter().map(|attempt| attempt.drawn).sum();
                draw_masks(&mut flight);
                drawn += flight.iter().map(|attempt| attempt.drawn).sum::<usize>() - before;
                assert!(count > 1 || !has_lanes() || drawn.is_multiple_of(LANES), "{drawn}");
                for (at, attempt) in flight.iter().enumerate() {
                    let (of, bits) = (attempt.of, attempt.of.mask_bits());
                    assert!((of.l..=DRAWN).contains(&attempt.drawn));
                    for column in 0..of.l as u16 {
                        let number = attempt.counter.wrapping_add(column);
                        let bytes = shake256_of::<640>(&[&seed(at), &number.to_le_bytes()]);
                        let mut expected = Polynomial::ZERO;
                        let bytes = &bytes[..packed_bytes(bits)];
                        unpack(bytes, bits, |x| of.gamma1() - x, &mut expected);
                        let masks = attempt.masks.reveal("a test looks");
                        let (mut z, masks) =
                            (Polynomial::ZERO, &masks[usize::from(number) % DRAWN]);
                        unpack_mask(masks, bits, of.gamma1(), &mut z);
                        assert_eq!(z.0, expected.0, "{count} {step} {at} {column}");
                    }
                }
                flight[step % count].advance();
            }
        }
    }

    /// Goal: the place of a signature that is done is taken by one of another set, and signatures
    /// are those of one at a time. Method: more signatures than places, sets in turn.
    #[test]
    fn places_are_taken_by_the_next() {
        let key = |set| PrivateKey::from_seed(set, &[4; 32]).expect("a seed");
        let keys = ParameterSet::ALL.map(key);
        let zeros = Secret::new([0; 32]);
        let of = |place: usize| (place, &*keys[place % 3].core, [place as u8; 64]);
        let all: Vec<_> = (0..20).map(of).collect();
        let jobs = all.chunks(LANES).flat_map(|some| jobs(some, [&zeros; LANES]));
        let mut signed = alloc::vec![Vec::new(); all.len()];
        sign_all(jobs, |job, signature| signed[job.place] = signature);
        for ((place, _, mu), signature) in all.iter().zip(signed) {
            let single = keys[place % 3].sign_mu(mu, Nonces::Deterministic);
            assert_eq!(single, Ok(signature), "{place}");
        }
    }
}
