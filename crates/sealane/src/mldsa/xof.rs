//! SHAKE128 and SHAKE256 as the standard uses them, one at a time and in lanes. FIPS 204, section
//! 3.7.

use crate::hash::keccak::{Output, SHAKE256_RATE, Shake256};
use zeroize::Zeroize;

/// How many messages are hashed at once.
pub(super) const LANES: usize = 8;

/// Whether several messages are hashed at once, and not one after the other.
pub(super) fn has_lanes() -> bool {
    cfg!(feature = "lanes") && sealane_arith::keccak::is_fast()
}

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

/// How many blocks a message has with its padding.
pub(super) fn blocks(parts: &[&[u8]]) -> usize {
    parts.iter().map(|part| part.len()).sum::<usize>() / SHAKE256_RATE + 1
}

/// Returns SHAKE256 of each of at most [`LANES`] messages: in lanes, if that is faster. What has no
/// message is left open.
#[inline(never)]
pub(super) fn shake256_each<const PARTS: usize, const L: usize>(
    messages: &[[&[u8]; PARTS]],
) -> [[u8; L]; LANES] {
    let mut out = [[0; L]; LANES];
    #[cfg(feature = "lanes")]
    if pays_in_lanes(messages) {
        // A message of nothing takes no longer than the others.
        let lanes =
            core::array::from_fn(|lane| messages.get(lane).copied().unwrap_or([&[]; PARTS]));
        crate::hash::keccak::Shake8::<SHAKE256_RATE>::new(&lanes).squeeze(&mut out);
        return out;
    }
    for (parts, out) in messages.iter().zip(&mut out) {
        shake256_into(parts, out);
    }
    out
}

/// Whether messages are hashed faster in lanes than one after the other: eight permutations at once
/// take as long as two.
#[cfg(feature = "lanes")]
fn pays_in_lanes<const PARTS: usize>(messages: &[[&[u8]; PARTS]]) -> bool {
    let most = messages.iter().map(|parts| blocks(parts)).max().unwrap_or(0);
    let all = messages.iter().map(|parts| blocks(parts)).sum::<usize>();
    has_lanes() && 2 * most <= all
}

/// Puts SHAKE256 of each of the first `count` seeds with its number behind it, as many words as are
/// asked for, read from the bytes little-endian: `put` gets the number of a word, its lane and the
/// word. What lanes without a seed put is of no use.
#[inline(always)]
pub(super) fn expand(
    seeds: [&[u8; 64]; LANES],
    numbers: [u16; LANES],
    count: usize,
    words: usize,
    mut put: impl FnMut(usize, usize, u64),
) {
    let numbers = numbers.map(u16::to_le_bytes);
    #[cfg(feature = "lanes")]
    if count > 1 && has_lanes() {
        let mut stream = crate::hash::keccak::Shake8::<SHAKE256_RATE>::of_numbers(seeds, numbers);
        for from in (0..words).step_by(SHAKE256_RATE / 8) {
            for (at, row) in (from..words).zip(stream.next_words()) {
                row.iter().enumerate().for_each(|(lane, word)| put(at, lane, *word));
            }
        }
        return;
    }
    for (lane, (seed, number)) in seeds.iter().zip(&numbers).enumerate().take(count) {
        let mut stream = shake256(&[&seed[..], number]);
        let mut bytes = [0; 8];
        for at in 0..words {
            stream.squeeze(&mut bytes);
            put(at, lane, u64::from_le_bytes(bytes));
        }
        bytes.zeroize();
    }
}
