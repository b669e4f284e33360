//! Signed limbs in 64-bit words: what the generated forms of that kind call.
//!
//! A word holds a limb in two's complement; `value = sum(limb[i] * 2^(B i))`, not unique. The
//! products are generated and proven; here is the way in and out, which every prime shares.

use crate::word::{adc, mask, sbb, select};

/// Returns `(low, high)` with `a = low + 2^BITS high` and `0 <= low < 2^BITS`.
#[inline(always)]
#[must_use]
pub const fn split<const BITS: u32>(a: i64) -> (i64, i64) {
    (a & ((1 << BITS) - 1), a >> BITS)
}

/// Returns `(low, high)` with `a = low + 2^BITS high` and `low` in `-half .. half`, where `half` is
/// `2^(BITS - 1)`; `a + half` and `a - half` must fit.
#[inline(always)]
#[must_use]
pub const fn carry<const BITS: u32>(a: i64) -> (i64, i64) {
    let high = (a + (1 << (BITS - 1))) >> BITS;
    (a - (high << BITS), high)
}

/// Returns the limbs, in words, of the number in the 64-bit words `plain`.
///
/// Bounds: the number must be below `2^(B N - 1)`; limbs lie in `-2^(B-1) ..= 2^(B-1)`.
#[inline]
#[must_use]
pub fn cut<const B: u32, const N: usize>(plain: &[u64; N]) -> [u64; N] {
    let mut limbs = [0; N];
    let mut above = 0;
    for (i, limb) in limbs.iter_mut().enumerate() {
        let digit = digit::<B>(plain, B as usize * i) + above;
        if i + 1 == N {
            *limb = digit as u64;
        } else {
            let (low, high) = carry::<B>(digit);
            (*limb, above) = (low as u64, high);
        }
    }
    limbs
}

/// `B` bits of `words` from the place `from` on.
#[inline(always)]
fn digit<const B: u32>(words: &[u64], from: usize) -> i64 {
    let word = |place: usize| words.get(place).copied().unwrap_or(0);
    let (place, shift) = (from / 64, from % 64);
    let pair = u128::from(word(place)) | u128::from(word(place + 1)) << 64;
    (pair >> shift) as i64 & ((1 << B) - 1)
}

/// Returns the number below `modulus` in 64-bit words that the limbs in `a` are modulo it.
///
/// Bounds: the value of `a` must lie between `-2^excess` and `2^excess` times the modulus, which is
/// in 64-bit words, and limbs must be below `2^62` either way.
#[inline]
#[must_use]
pub fn reduced<const B: u32, const N: usize>(
    a: &[u64; N],
    modulus: &[u64; N],
    excess: usize,
) -> [u64; N] {
    // One word more than the limbs fill, for the excess and the sign.
    let words = (B as usize * N).div_ceil(64) + 1;
    let mut value = joined::<B, N>(a);
    // Copies of the sign, which the first sum would clear.
    value[words.min(N)..].fill(0);
    let words = words.min(N);
    add_shifted(&mut value[..words], modulus, excess);
    for shift in (0..=excess).rev() {
        subtract_shifted(&mut value[..words], modulus, shift);
    }
    value
}

/// The value of the limbs in two's complement.
#[inline(always)]
fn joined<const B: u32, const N: usize>(a: &[u64; N]) -> [u64; N] {
    let mut value = [0; N];
    let mut above = 0;
    for (i, word) in a.iter().enumerate() {
        let (low, high) = split::<B>(*word as i64 + above);
        let (place, shift) = (B as usize * i / 64, B as usize * i % 64);
        let pair = (low as u128) << shift;
        value[place] |= pair as u64;
        if place + 1 < N {
            value[place + 1] |= (pair >> 64) as u64;
        }
        above = high;
    }
    // The sign, and the little that is above all limbs.
    let (place, shift) = (B as usize * N / 64, B as usize * N % 64);
    for (i, word) in value.iter_mut().enumerate().skip(place) {
        let part = if i == place { above << shift } else { above >> (64 - shift).min(63) };
        *word |= part as u64;
        above = if i == place { above } else { above >> 63 };
    }
    value
}

/// The word number `place` of `modulus * 2^shift`.
#[inline(always)]
fn shifted(modulus: &[u64], place: usize, shift: usize) -> u64 {
    let word = |place: Option<usize>| place.and_then(|i| modulus.get(i)).copied().unwrap_or(0);
    let first = place.checked_sub(shift / 64);
    let below = first.and_then(|i| i.checked_sub(1));
    match shift % 64 {
        0 => word(first),
        bits => word(first) << bits | word(below) >> (64 - bits),
    }
}

/// `value += modulus * 2^shift`.
#[inline(always)]
fn add_shifted(value: &mut [u64], modulus: &[u64], shift: usize) {
    let mut carry = 0;
    for (i, word) in value.iter_mut().enumerate() {
        (*word, carry) = adc(*word, shifted(modulus, i, shift), carry);
    }
}

/// `value -= modulus * 2^shift` unless that is negative.
#[inline(always)]
fn subtract_shifted(value: &mut [u64], modulus: &[u64], shift: usize) {
    let mut borrow = 0;
    for (i, word) in value.iter().enumerate() {
        (_, borrow) = sbb(*word, shifted(modulus, i, shift), borrow);
    }
    let keep = mask(borrow);
    borrow = 0;
    for (i, word) in value.iter_mut().enumerate() {
        let taken = select(keep, 0, shifted(modulus, i, shift));
        (*word, borrow) = sbb(*word, taken, borrow);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A modulus of 61 bits in 3 limbs of 26: small enough to check with wide integers.
    const P: [u64; 3] = [(1 << 61) - 1, 0, 0];

    /// Limbs at both ends and in the middle, in every combination, against wide integers.
    #[test]
    fn limbs_are_reduced_as_wide_integers_are() {
        let ends = [-(1i64 << 31), -(1 << 25), -1, 0, 1, (1 << 25) - 1, 1 << 25, 1 << 31];
        let mut seen = 0;
        for a in ends {
            for b in ends {
                for c in ends {
                    let value = i128::from(a) + (i128::from(b) << 26) + (i128::from(c) << 52);
                    let limbs = [a as u64, b as u64, c as u64];
                    let wanted = value.rem_euclid(i128::from(P[0]));
                    assert_eq!(reduced::<26, 3>(&limbs, &P, 24), [wanted as u64, 0, 0]);
                    seen += u32::from(value < 0);
                }
            }
        }
        assert!(seen > 200, "negative values are among them");
    }

    /// Cutting and reducing give back what went in.
    #[test]
    fn cut_limbs_are_narrow_and_the_same_number() {
        for plain in [0, 1, (1 << 25) - 1, 1 << 25, (1 << 26) - 1, (1 << 51) - 1, P[0] - 1] {
            let limbs = cut::<26, 3>(&[plain, 0, 0]);
            for limb in limbs {
                assert!((-(1 << 25)..=1 << 25).contains(&(limb as i64)));
            }
            assert_eq!(reduced::<26, 3>(&limbs, &P, 1), [plain, 0, 0]);
        }
    }

    #[test]
    fn splits_and_carries_round_as_they_say() {
        for a in [-513, -512, -257, -256, -255, -1, 0, 1, 255, 256, 257, 511, 512] {
            let (low, high) = split::<8>(a);
            assert!(low + 256 * high == a && (0..256).contains(&low));
            let (low, high) = carry::<8>(a);
            assert!(low + 256 * high == a && (-128..128).contains(&low));
        }
    }
}
