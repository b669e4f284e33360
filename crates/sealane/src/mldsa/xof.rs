//! SHAKE128 and SHAKE256 as the standard uses them. FIPS 204, section 3.7.

use crate::hash::keccak::{Output, SHAKE256_RATE, Shake256};
use core::array::from_fn;

/// How many seeds are expanded at once.
pub(super) const LANES: usize = 8;

/// SHAKE256 of the parts, to be read. Its state is wiped on drop.
pub(super) fn shake256(parts: &[&[u8]]) -> Output<SHAKE256_RATE> {
    let mut state = Shake256::new();
    parts.iter().for_each(|part| state.absorb(part));
    state.finish()
}

/// Fills `out` with SHAKE256 of the parts, one after the other.
#[inline(never)]
pub(super) fn shake256_into(parts: &[&[u8]], out: &mut [u8]) {
    shake256(parts).squeeze(out);
}

/// Returns as much of SHAKE256 of the parts as is asked for.
pub(super) fn shake256_of<const L: usize>(parts: &[&[u8]]) -> [u8; L] {
    let mut out = [0; L];
    shake256_into(parts, &mut out);
    out
}

/// Returns SHAKE256 of a seed with each of at most [`LANES`] numbers from `first` on behind it.
pub(super) fn shake256_rows<const L: usize>(
    seed: &[u8; 64],
    first: u16,
    count: usize,
) -> [[u8; L]; LANES] {
    // What has no number of its own repeats the first, or stays empty.
    let numbers: [[u8; 2]; LANES] = from_fn(|lane| {
        let step = if lane < count { lane as u16 } else { 0 };
        first.wrapping_add(step).to_le_bytes()
    });
    let mut out = [[0; L]; LANES];
    #[cfg(feature = "lanes")]
    if count > 1 && sealane_arith::keccak::is_fast() {
        let messages = numbers.each_ref().map(|number| [&seed[..], number]);
        crate::hash::keccak::Shake8::<SHAKE256_RATE>::new(&messages).squeeze(&mut out);
        return out;
    }
    for (number, out) in numbers.iter().zip(&mut out).take(count) {
        shake256_into(&[seed, number], out);
    }
    out
}
