//! Coefficients as bits, and back. FIPS 204, section 7.1.
//!
//! Constant-time: how many bits are where depends on lengths alone.

use super::parameters::packed_bytes;
use sealane_arith::ring::{self, N, Polynomial};

/// Most words of a packed mask, whose coefficients have 20 bits.
pub(super) const MASK_WORDS: usize = N * 20 / 64;

/// Writes `value` of each coefficient in as many bits, lowest first, which fill `out`. FIPS 204,
/// algorithms 16 and 17.
pub(super) fn pack(of: &Polynomial, bits: u32, value: impl Fn(i32) -> i32, out: &mut [u8]) {
    debug_assert_eq!(out.len(), packed_bytes(bits));
    match bits {
        10 => return pack_fours::<5>(of, value, out),
        18 => return pack_fours::<9>(of, value, out),
        20 => return pack_fours::<10>(of, value, out),
        _ => {}
    }
    let (mut word, mut filled) = (0u64, 0);
    let mut words = out.as_chunks_mut::<8>().0.iter_mut();
    for x in &of.0 {
        let next = u64::from(value(*x) as u32);
        word |= next << filled;
        filled += bits;
        if filled >= 64 {
            if let Some(out) = words.next() {
                *out = word.to_le_bytes();
            }
            filled -= 64;
            word = next >> (bits - filled);
        }
    }
}

/// [`pack`] where four coefficients fill `BYTES` bytes.
fn pack_fours<const BYTES: usize>(of: &Polynomial, value: impl Fn(i32) -> i32, out: &mut [u8]) {
    for (four, out) in of.0.as_chunks::<4>().0.iter().zip(out.as_chunks_mut::<BYTES>().0) {
        let [a, b, c, d] = four.map(|x| u128::from(value(x) as u32));
        let all = a | b << (2 * BYTES) | c << (4 * BYTES) | d << (6 * BYTES);
        *out = *all.to_le_bytes().first_chunk().expect("at most 10 of 16");
    }
}

/// Reads coefficients that [`pack`] wrote, as `value` of their bits. FIPS 204, algorithms 18 and
/// 19.
pub(super) fn unpack(bytes: &[u8], bits: u32, value: impl Fn(i32) -> i32, out: &mut Polynomial) {
    debug_assert_eq!(bytes.len(), packed_bytes(bits));
    let (mut word, mut filled) = (0u64, 0);
    let mut words = bytes.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
    for out in &mut out.0 {
        let mut x = word;
        word >>= bits;
        if filled < bits {
            let next = words.next().unwrap_or(0);
            x |= next << filled;
            word = next >> (bits - filled);
            filled += 64;
        }
        filled -= bits;
        *out = value((x & ((1 << bits) - 1)) as i32);
    }
}

/// [`pack`] of high parts as they are, of 4 or of 6 bits.
pub(super) fn pack_high(of: &Polynomial, bits: u32, out: &mut [u8]) {
    debug_assert_eq!(out.len(), packed_bytes(bits));
    debug_assert!(bits == 4 || bits == 6);
    if bits == 4 {
        for ([a, b], out) in of.0.as_chunks().0.iter().zip(out) {
            *out = (a | b << 4) as u8;
        }
        return;
    }
    for ([a, b, c, d], out) in of.0.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        let [x, y, z, _] = (a | b << 6 | c << 12 | d << 18).to_le_bytes();
        *out = [x, y, z];
    }
}

/// Reads a mask, whose coefficients have 18 or 20 bits: `largest` minus each of them. [`unpack`]
/// for those.
pub(super) fn unpack_mask(
    words: &[u64; MASK_WORDS],
    bits: u32,
    largest: i32,
    out: &mut Polynomial,
) {
    debug_assert!(bits == 18 || bits == 20);
    if bits == 18 {
        ring::unpack::<18>(words, Some(largest), out);
    } else {
        ring::unpack::<20>(words, Some(largest), out);
    }
}

/// Reads the upper parts of a public key, which have 10 bits. [`unpack`] for those.
pub(super) fn unpack_upper(bytes: &[u8], out: &mut Polynomial) {
    ring::unpack::<10>(&to_words(bytes), None, out);
}

/// Returns the packed coefficients of an answer as [`unpack_mask`] reads them, with zeros behind
/// them.
pub(super) fn to_words(bytes: &[u8]) -> [u64; MASK_WORDS] {
    let mut words = [0; MASK_WORDS];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    /// The bits of a list of numbers, one behind the other. FIPS 204, algorithms 9 and 12.
    fn plain(numbers: &[i32], bits: u32) -> Vec<u8> {
        let bits: Vec<u8> =
            numbers.iter().flat_map(|x| (0..bits).map(move |bit| (x >> bit & 1) as u8)).collect();
        bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |all, bit| 2 * all + bit)).collect()
    }

    /// Goal: every number of bits that the standard packs is written and read as it says, by the
    /// general way and by those for high parts, upper parts and masks.
    #[test]
    fn bits_are_those_of_the_standard() {
        for bits in [3, 4, 6, 10, 13, 18, 20] {
            for seed in 1..20u64 {
                let mut state = seed;
                let numbers = core::array::from_fn(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 40) as i32 & ((1 << bits) - 1)
                });
                let (of, expected) = (Polynomial(numbers), plain(&numbers, bits));
                let limit = (1 << bits) - 1;
                let mut out = vec![0; packed_bytes(bits)];
                pack(&of, bits, |x| x, &mut out);
                assert_eq!(out, expected, "{bits}");
                if bits == 4 || bits == 6 {
                    out.fill(0);
                    pack_high(&of, bits, &mut out);
                    assert_eq!(out, expected, "{bits}");
                }
                let mut back = Polynomial::ZERO;
                unpack(&out, bits, |x| limit - x, &mut back);
                assert_eq!(back.0, numbers.map(|x| limit - x), "{bits}");
                if bits == 10 {
                    let mut back = Polynomial::ZERO;
                    unpack_upper(&out, &mut back);
                    assert_eq!(back.0, numbers, "{bits}");
                }
                if bits >= 18 {
                    let mut back = Polynomial::ZERO;
                    unpack_mask(&to_words(&out), bits, limit, &mut back);
                    assert_eq!(back.0, numbers.map(|x| limit - x), "{bits}");
                }
            }
        }
    }
}
