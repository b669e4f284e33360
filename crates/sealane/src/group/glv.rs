//! Halves of a scalar by an endomorphism, for walks with half the doublings.
//!
//! On `y^2 = x^3 + b` the map `(x, y) -> (beta x, y)` with `beta^3 = 1` multiplies every point by a
//! number `lambda`. So `k p = k1 p + k2 (lambda p)` for any `k1 + k2 lambda = k` modulo the order,
//! and there are such halves of half the length. R. Gallant, R. Lambert, S. Vanstone, "Faster point
//! multiplication on elliptic curves with efficient endomorphisms", 2001. The constants and their
//! bounds are computed by the generator (`fieldgen`, `endomorphism.rs`), which says why they hold.
//!
//! # Why the incomplete addition is right
//!
//! Let `L` be the lattice of the integers `(x, y)` with `x + y lambda = 0` modulo the order. The
//! walk over both halves adds, for each window from the highest on, first the digit of `k1` and
//! then that of `k2`. Its accumulator is `(x + y lambda) p`, where `x` and `y` are multiples of
//! `2^w`, but for the one of them whose digit of this window is in already.
//!
//! The digit `d` that comes next, not 0 and at most `2^(w-1)` in magnitude, goes to a coordinate
//! that is such a multiple. The chord fails if the accumulator is the entry, its negative, or
//! neutral without being known to be: if `(x, y)` less `d`, more `d` or as it is, in this
//! coordinate, is a vector of `L`, and not the zero of an accumulator without digits. The first two
//! are never zero, because `d` is no multiple of `2^w`. And all three have coordinates of at most
//! `floor(most / 2^(w i)) + 1 + 2^w` in magnitude: a half's digits from window `i` on sum up to
//! `most / 2^(w i)`, rounded, at most (see `digits`), and taking one of them off again on both
//! sides makes `2^w` more. As long as this is below [`Endomorphism::shortest`], none is in `L`.
//!
//! Where the bound does not hold, in the lowest windows of some curves, the addition is complete
//! and asks whether the accumulator is neutral. On secp256k1 it holds down to the last window, so
//! that no addition there needs to be complete.

use super::each::each;
use super::model::{Model, NLimbs, PLimbs};
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::Field;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::word;
use zeroize::Zeroize;

/// The endomorphism of a curve and how to halve a scalar by it.
///
/// With `(a1, b1)` and `(a2, b2)` a short basis of the lattice, `b1 <= 0 <= b2`, and the order its
/// determinant. Magnitudes are below `2^(n - 1)` for scalars of `n` bits of storage.
#[derive(Clone, Copy, Debug)]
pub struct Endomorphism<P, N> {
    /// The map is `(x, y) -> (beta x, y)`; plain.
    pub beta: P,
    /// It multiplies by `lambda`, plain.
    pub lambda: N,
    /// `(-a1, -b1)` and `(-a2, -b2)` in two's complement.
    pub minus_basis: [[N; 2]; 2],
    /// `b2` and `-b1` over the order, times `2^shift`, rounded.
    pub quotients: [N; 2],
    /// See `quotients`.
    pub shift: usize,
    /// No half of any scalar below the order is greater in magnitude.
    pub most: N,
    /// Every vector of the lattice other than zero has a coordinate at least as great in magnitude.
    pub shortest: N,
}

/// The endomorphism of `G`.
pub type EndomorphismOf<G> = Endomorphism<PLimbs<G>, NLimbs<G>>;

/// A scalar as magnitude and sign.
#[derive(Clone, Copy, Debug)]
pub struct Signed<N> {
    /// The magnitude.
    pub magnitude: N,
    /// 1 for a scalar below zero, else 0.
    pub negative: u64,
}

impl<N: Zeroize> Zeroize for Signed<N> {
    fn zeroize(&mut self) {
        self.magnitude.zeroize();
        self.negative.zeroize();
    }
}

impl<N: Words> Signed<N> {
    /// Returns a scalar that is not negative.
    #[inline(always)]
    #[must_use]
    pub fn positive(magnitude: N) -> Self {
        Signed { magnitude, negative: 0 }
    }

    /// Returns the scalar of least magnitude that equals `k` modulo `P`, for `k` below it.
    /// Constant-time.
    #[inline(always)]
    #[must_use]
    pub fn lower_half<P: Prime<Limbs = N>>(k: N) -> Self {
        let lower = bytes::is_lower_half::<P>(&k);
        let mut magnitude = k;
        let mut borrow = 0;
        for (k, modulus) in magnitude.as_mut().iter_mut().zip(P::MODULUS.as_ref()) {
            let other;
            (other, borrow) = word::sbb(*modulus, *k, borrow);
            *k = lower.choose(*k, other);
        }
        Signed { magnitude, negative: lower.not().to_bits() }
    }

    /// Reads an integer in two's complement. Constant-time.
    #[inline(always)]
    fn of_complement(value: &N) -> Self {
        let negative = value.as_ref()[N::LEN - 1] >> 63;
        let mask = WordMask::of_bit(negative);
        let mut magnitude = *value;
        let mut carry = negative;
        for word in magnitude.as_mut() {
            (*word, carry) = word::adc(mask.choose(!*word, *word), 0, carry);
        }
        Signed { magnitude, negative }
    }
}

impl<P: Words, N: Words> Endomorphism<P, N> {
    /// Returns `k1` and `k2` with `k1 + k2 lambda = k` modulo the order, of at most
    /// [`most`](Self::most) in magnitude. Constant-time.
    ///
    /// `k` must be below the order.
    #[inline(always)]
    #[must_use]
    pub fn split(&self, k: &N) -> [Signed<N>; 2] {
        let mut halves = [*k, N::ZERO];
        for (vector, quotient) in self.minus_basis.iter().zip(&self.quotients) {
            let mut times = rounded_product(k, quotient, self.shift);
            for (half, coordinate) in halves.iter_mut().zip(vector) {
                add_product(half, &times, coordinate);
            }
            times.zeroize();
        }
        let signed = each(&halves, Signed::of_complement);
        halves.zeroize();
        signed
    }

    /// Returns how many bits the halves have.
    #[must_use]
    pub fn bits(&self) -> usize {
        let zeros = self.most.as_ref().iter().rev().take_while(|&&word| word == 0).count();
        let top = self.most.as_ref()[N::LEN - 1 - zeros];
        64 * (N::LEN - zeros) - top.leading_zeros() as usize
    }

    /// Returns whether the additions of window `i` must be complete: see the head of this file.
    #[must_use]
    pub fn is_complete(&self, i: usize, width: usize) -> bool {
        let (skip, shift) = (width * i / 64, width * i % 64);
        let at = |i: usize| u128::from(self.most.as_ref().get(i).copied().unwrap_or(0));
        let (mut carry, mut borrow) = (1 + (1 << width), 0);
        for (k, shortest) in self.shortest.as_ref().iter().enumerate() {
            let most = ((at(skip + k) | at(skip + k + 1) << 64) >> shift) as u64;
            let reach;
            (reach, carry) = word::mac(1, most, carry, 0);
            (_, borrow) = word::sbb(reach, *shortest, borrow);
        }
        carry == 1 || borrow == 0
    }
}

/// Returns `k factor / 2^shift`, rounded. Constant-time; the result must fit the words.
#[inline(always)]
fn rounded_product<N: Words>(k: &N, factor: &N, shift: usize) -> N {
    let mut product = [N::ZERO; 2];
    let place = |i: usize| (i / N::LEN, i % N::LEN);
    let (half, word) = place((shift - 1) / 64);
    product[half].as_mut()[word] = 1 << ((shift - 1) % 64);
    for (i, k) in k.as_ref().iter().enumerate() {
        let mut carry = 0;
        for j in i..2 * N::LEN {
            let factor = factor.as_ref().get(j - i).copied().unwrap_or(0);
            let (half, word) = place(j);
            let word = &mut product[half].as_mut()[word];
            (*word, carry) = word::mac(*k, factor, *word, carry);
        }
    }
    let at = |i: usize| {
        let (half, word) = place(i);
        product.get(half).map_or(0, |half| u128::from(half.as_ref()[word]))
    };
    let mut out = N::ZERO;
    for (i, word) in out.as_mut().iter_mut().enumerate() {
        let i = i + shift / 64;
        *word = ((at(i) | at(i + 1) << 64) >> (shift % 64)) as u64;
    }
    product.zeroize();
    out
}

/// Adds `a b` to `sum`, in as many words as they have: right for two's complement. Constant-time.
#[inline(always)]
fn add_product<N: Words>(sum: &mut N, a: &N, b: &N) {
    for (i, a) in a.as_ref().iter().enumerate() {
        let mut carry = 0;
        for (word, b) in sum.as_mut()[i..].iter_mut().zip(b.as_ref()) {
            (*word, carry) = word::mac(*a, *b, *word, carry);
        }
    }
}

/// Returns how many bits the parts of a scalar of `G` have.
pub(super) fn bits<G: Model>() -> usize {
    G::ENDOMORPHISM.map_or(G::N::BITS, |endomorphism| endomorphism.bits())
}

/// Fills each table after the first with the images of the entries of the one before: tables of
/// `entries` entries, one after the other.
#[inline(always)]
pub(super) fn images<G: Model, F: Field<P = G::P>>(
    like: F,
    tables: &mut [G::Entry<F>],
    entries: usize,
) {
    if const { G::ENDOMORPHISM.is_none() } {
        return;
    }
    let Some(endomorphism) = G::ENDOMORPHISM else { return };
    let beta = like.like(&endomorphism.beta);
    for i in entries..tables.len() {
        tables[i] = G::image(tables[i - entries], beta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An endomorphism of nothing, with bounds of two words.
    fn bounded(most: u128, shortest: u128) -> Endomorphism<[u64; 2], [u64; 2]> {
        let words = |x: u128| [x as u64, (x >> 64) as u64];
        Endomorphism {
            beta: [0; 2],
            lambda: [0; 2],
            minus_basis: [[[0; 2]; 2]; 2],
            quotients: [[0; 2]; 2],
            shift: 64,
            most: words(most),
            shortest: words(shortest),
        }
    }

    /// Goal: an addition is complete from the very reach on that the head of this file gives, also
    /// where that is longer than the words.
    #[test]
    fn additions_are_complete_from_their_reach_on() {
        let most: u128 = 0xfedc_ba98_7654_3210_8123_4567_89ab_cdef;
        for width in [1, 4, 5, 7] {
            for i in 0..=128 / width {
                let above = most.checked_shr((width * i) as u32).unwrap_or(0);
                let reach = above + 1 + (1 << width);
                for (shortest, complete) in [(reach - 1, true), (reach, true), (reach + 1, false)] {
                    let found = bounded(most, shortest).is_complete(i, width);
                    assert_eq!(found, complete, "window {i} of {width} bits, {shortest:x}");
                }
            }
        }
        assert!(bounded(u128::MAX, u128::MAX).is_complete(0, 4));
        assert!(!bounded(u128::MAX - 18, u128::MAX).is_complete(0, 4));
    }

    /// Goal: halves are as long as the longest one.
    #[test]
    fn halves_have_the_bits_of_the_longest() {
        for bits in 1..=128 {
            let top = 1 << (bits - 1);
            assert_eq!((bounded(top, 0).bits(), bounded(top | 1, 0).bits()), (bits, bits));
        }
    }

    /// Goal: products are shifted and rounded to the nearest, at whatever place.
    #[test]
    fn products_are_rounded_to_the_nearest() {
        let numbers = [0, 1, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef, u64::MAX];
        for (k, factor) in numbers.iter().flat_map(|k| numbers.map(|factor| (*k, factor))) {
            let product = u128::from(k) * u128::from(factor);
            for shift in 1..=128 {
                // Half a unit of the last place, and one more bit of room for the sum.
                let (sum, over) = product.overflowing_add(1 << (shift - 1));
                let expected = sum.checked_shr(shift as u32).unwrap_or(0)
                    + (u128::from(over) << 127 >> (shift - 1));
                if !over && expected >> 64 == 0 {
                    let found = rounded_product(&[k], &[factor], shift);
                    assert_eq!(found, [expected as u64], "{k:x} times {factor:x} by {shift}");
                }
                let wide = rounded_product(&[k, 0], &[factor, 0], shift);
                assert_eq!(wide, [expected as u64, (expected >> 64) as u64], "by {shift}");
            }
        }
    }

    /// Goal: numbers in two's complement get their magnitude and sign, and sums of products wrap as
    /// those do.
    #[test]
    fn two_s_complement_is_magnitude_and_sign() {
        let words = |x: i128| [x as u64, (x >> 64) as u64];
        for x in [0, 1, -1, 1 << 64, -(1 << 64), i128::MAX, -i128::MAX, 5 - (7 << 64)] {
            let signed = Signed::of_complement(&words(x));
            assert_eq!((signed.magnitude, signed.negative), (words(x.abs()), u64::from(x < 0)));
            for (a, b) in [(3, -5), (-1, -1), (1 << 70, 9), (x, x)] {
                let mut sum = words(x);
                add_product(&mut sum, &words(a), &words(b));
                assert_eq!(sum, words(x.wrapping_add(a.wrapping_mul(b))), "{x} and {a} times {b}");
            }
        }
    }
}
