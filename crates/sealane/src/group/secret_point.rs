//! Multiples of a point that is itself secret: fixed windows of plain digits, highest first, every
//! addition complete.

use super::model::{Model, NLimbs, Point};
use sealane_arith::field::{Digit, Machine};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// Bits of a digit.
const WIDTH: usize = 4;
/// Points of the table: all multiples below `2^WIDTH`.
pub const SLOTS: usize = 1 << WIDTH;

/// Bits of a scalar that [`mul_secret_point`] reads: those of the order, filled up to whole digits.
#[must_use]
pub const fn scalar_bits<G: Model>() -> usize {
    <G::N as Prime>::BITS.next_multiple_of(WIDTH)
}

/// Returns `k p` in each lane. Constant-time in `k` and in `p`, which may be any point.
///
/// `k` may be any integer below `2^scalar_bits`, the order and what is above it included. It is
/// taken modulo that power: where words have more bits than the order, as for P-224 and P-521,
/// those at the top are not read.
///
/// `table` has [`SLOTS`] points and is overwritten; what it held is lost, and what it holds then is
/// the caller's to wipe.
#[must_use]
pub fn mul_secret_point<G: Model, M: Machine, const L: usize>(
    machine: M,
    k: &Secret<[NLimbs<G>; L]>,
    p: &Secret<Point<G, M>>,
    table: &mut [Point<G, M>],
) -> Secret<Point<G, M>> {
    assert_eq!(table.len(), SLOTS, "a table of all digits");
    k.zip(p, |k, p| {
        table[0] = G::neutral(machine.load::<G::P>(&[G::GENERATOR[0]; L]));
        for i in 1..SLOTS {
            table[i] = G::sum(table[i - 1], *p);
        }
        let mut sum = table[0];
        for i in (0..scalar_bits::<G>() / WIDTH).rev() {
            sum = G::double(sum, WIDTH);
            let digits: [u64; L] = core::array::from_fn(|lane| digit(&k[lane], WIDTH * i));
            let digits = machine.digit(&digits);
            let mut chosen = table[0];
            for (j, multiple) in table.iter().enumerate().skip(1) {
                chosen = G::select(digits.equals(j as u64), *multiple, chosen);
            }
            sum = G::sum(sum, chosen);
        }
        sum
    })
}

/// Returns the `WIDTH` bits of `k` from bit `from` on. `from` is a multiple of `WIDTH`.
fn digit<W: Words>(k: &W, from: usize) -> u64 {
    k.as_ref()[from / 64] >> (from % 64) & (SLOTS as u64 - 1)
}

const _: () = assert!(64 % WIDTH == 0, "no digit lies across words");
