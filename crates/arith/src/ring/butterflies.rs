//! The number-theoretic transform and its inverse. FIPS 204, algorithms 41 and 42.
//!
//! Sixteen neighbouring coefficients lie in a register. Layers whose butterflies are at least that
//! far apart join whole registers. For the others two registers exchange lanes before each layer,
//! such that the two halves of each butterfly stand in the same lane of both; the order is restored
//! once, at the end.
//!
//! Each layer is computed for all registers before the next one. The steps of one butterfly depend
//! on each other; those of eight are independent, and the processor overlaps them. To take each
//! pair of registers through the last four layers by itself took a third longer.

use super::products::Factor;
use super::table::{Ring, Twiddles, factor, scale};
use super::words::Words;

impl Twiddles {
    /// Returns the factor of the butterfly `i` of rows that are `distance` apart, in every lane.
    #[inline(always)]
    fn of_rows<R: Ring, W: Words>(self, like: W, distance: usize, i: usize) -> Factor<W> {
        let at = layer_start::<R>(distance * W::LANES) + i * W::LANES;
        Factor { value: like.like(self.factors[at]), quotient: like.like(self.quotients[at]) }
    }

    /// Returns the factors of the butterflies of a pair of rows, one a lane.
    #[inline(always)]
    fn of_lanes<R: Ring, W: Words>(self, like: W, distance: usize, pair: usize) -> Factor<W> {
        let at = layer_start::<R>(distance) + pair * W::LANES;
        let value = like.constants(&self.factors[at..]);
        Factor { value, quotient: like.constants(&self.quotients[at..]) }
    }
}

/// Where the factors of the layer stand whose butterflies are `distance` apart.
#[inline(always)]
const fn layer_start<R: Ring>(distance: usize) -> usize {
    (R::N / 2 / distance).ilog2() as usize * (R::N / 2)
}

/// Runs a step for each pair of rows. Eight at once: the compiler leaves longer loops as they are,
/// and then keeps rows in memory.
#[inline(always)]
fn each<const ROWS: usize>(mut step: impl FnMut(usize)) {
    let whole = ROWS / 2 / 8 * 8;
    for first in (0..whole).step_by(8) {
        step(first);
        step(first + 1);
        step(first + 2);
        step(first + 3);
        step(first + 4);
        step(first + 5);
        step(first + 6);
        step(first + 7);
    }
    for i in whole..ROWS / 2 {
        step(i);
    }
}

/// Transforms a polynomial in `ROWS` rows. `like` is any word.
///
/// Bounds: needs coefficients between `-q` and `q`. No sum is reduced on the way: a layer adds the
/// remainder of a product, little more than `q / 2`.
#[inline(always)]
pub fn transform<R: Ring, W: Words, const ROWS: usize>(like: W, rows: &mut [W::Row; ROWS]) {
    let twiddles = R::forward();
    let mut x = [like; ROWS];
    for (word, row) in x.iter_mut().zip(rows.iter()) {
        *word = like.load(row);
    }
    split_rows::<R, W, ROWS, 128>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 64>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 32>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 16>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 8>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 4>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 2>(twiddles, &mut x);
    split_rows::<R, W, ROWS, 1>(twiddles, &mut x);
    split_lanes::<R, W, ROWS, 8>(twiddles, &mut x);
    split_lanes::<R, W, ROWS, 4>(twiddles, &mut x);
    split_lanes::<R, W, ROWS, 2>(twiddles, &mut x);
    split_lanes::<R, W, ROWS, 1>(twiddles, &mut x);
    if W::LANES > 1 {
        pairs(
            &mut x,
            #[inline(always)]
            |_, a, b| a.interleave(b),
        );
    }
    for (word, row) in x.into_iter().zip(rows.iter_mut()) {
        word.store(row);
    }
}

/// One layer of butterflies between rows that are `DISTANCE` apart; nothing if no rows are.
#[inline(always)]
fn split_rows<R: Ring, W: Words, const ROWS: usize, const DISTANCE: usize>(
    twiddles: Twiddles,
    x: &mut [W; ROWS],
) {
    if DISTANCE < ROWS {
        each::<ROWS>(
            #[inline(always)]
            |i| {
                let at = i / DISTANCE * DISTANCE + i;
                let factor = twiddles.of_rows::<R, W>(x[at], DISTANCE, i);
                (x[at], x[at + DISTANCE]) = split::<R, W>((x[at], x[at + DISTANCE]), factor);
            },
        );
    }
}

/// Runs a step for each two neighbouring rows.
#[inline(always)]
fn pairs<W: Words, const ROWS: usize>(x: &mut [W; ROWS], step: impl Fn(usize, W, W) -> (W, W)) {
    each::<ROWS>(
        #[inline(always)]
        |pair| (x[2 * pair], x[2 * pair + 1]) = step(pair, x[2 * pair], x[2 * pair + 1]),
    );
}

/// One layer of butterflies between coefficients of two rows that are `DISTANCE` apart, after lanes
/// have been exchanged; nothing if no lanes are.
#[inline(always)]
fn split_lanes<R: Ring, W: Words, const ROWS: usize, const DISTANCE: usize>(
    twiddles: Twiddles,
    x: &mut [W; ROWS],
) {
    if DISTANCE < W::LANES {
        pairs(
            x,
            #[inline(always)]
            |pair, a, b| {
                let factor = twiddles.of_lanes::<R, W>(a, DISTANCE, pair);
                split::<R, W>(a.exchange::<DISTANCE>(b), factor)
            },
        );
    }
}

/// `(a + z b, a - z b)`. Cooley and Tukey 1965.
#[inline(always)]
fn split<R: Ring, W: Words>((a, b): (W, W), z: Factor<W>) -> (W, W) {
    let product = z.times::<R>(b);
    (a.add(product), a.sub(product))
}

/// Gives `2^32` times the polynomial whose transform is in `ROWS` rows. `like` is any word.
///
/// Bounds: needs values between `-q` and `q`, not included. No sum is reduced on the way: the
/// longest is one of all `n`, which is below `2^31`.
#[inline(always)]
pub fn inverse<R: Ring, W: Words, const ROWS: usize>(like: W, rows: &mut [W::Row; ROWS]) {
    let twiddles = R::backward();
    let mut x = [like; ROWS];
    for (word, row) in x.iter_mut().zip(rows.iter()) {
        *word = like.load(row);
    }
    if W::LANES > 1 {
        pairs(
            &mut x,
            #[inline(always)]
            |_, a, b| a.separate(b),
        );
    }
    join_lanes::<R, W, ROWS, 1>(twiddles, &mut x);
    join_lanes::<R, W, ROWS, 2>(twiddles, &mut x);
    join_lanes::<R, W, ROWS, 4>(twiddles, &mut x);
    join_lanes::<R, W, ROWS, 8>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 1>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 2>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 4>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 8>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 16>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 32>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 64>(twiddles, &mut x);
    join_rows::<R, W, ROWS, 128>(twiddles, &mut x);
    // The upper half has its factor from the last layer.
    let value = const { factor(scale(R::Q, R::N), R::Q) };
    let quotient = value.wrapping_mul(R::INVERSE);
    let last = Factor { value: like.like(value), quotient: like.like(quotient) };
    each::<ROWS>(
        #[inline(always)]
        |i| x[i] = last.times::<R>(x[i]),
    );
    for (word, row) in x.into_iter().zip(rows) {
        word.store(row);
    }
}

/// Like [`split_rows`], the other way.
#[inline(always)]
fn join_rows<R: Ring, W: Words, const ROWS: usize, const DISTANCE: usize>(
    twiddles: Twiddles,
    x: &mut [W; ROWS],
) {
    if DISTANCE < ROWS {
        each::<ROWS>(
            #[inline(always)]
            |i| {
                let at = i / DISTANCE * DISTANCE + i;
                let factor = twiddles.of_rows::<R, W>(x[at], DISTANCE, i);
                (x[at], x[at + DISTANCE]) = join::<R, W>((x[at], x[at + DISTANCE]), factor);
            },
        );
    }
}

/// Like [`split_lanes`], the other way.
#[inline(always)]
fn join_lanes<R: Ring, W: Words, const ROWS: usize, const DISTANCE: usize>(
    twiddles: Twiddles,
    x: &mut [W; ROWS],
) {
    if DISTANCE < W::LANES {
        pairs(
            x,
            #[inline(always)]
            |pair, a, b| {
                let factor = twiddles.of_lanes::<R, W>(a, DISTANCE, pair);
                let (a, b) = join::<R, W>((a, b), factor);
                a.exchange::<DISTANCE>(b)
            },
        );
    }
}

/// `(a + b, z (a - b))`. Gentleman and Sande 1966.
#[inline(always)]
fn join<R: Ring, W: Words>((a, b): (W, W), z: Factor<W>) -> (W, W) {
    (a.add(b), z.times::<R>(a.sub(b)))
}
