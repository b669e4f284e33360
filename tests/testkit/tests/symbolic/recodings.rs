//! Recodings: every window gives the digit of Booth's formula, and the digits add up to the scalar.
//!
//! Digit `i` of width `w` is, by its window of `w + 1` bits with the sign on top,
//! `b(wi-1) + sum(b(wi+j) 2^j, j < w-1) - b(wi+w-1) 2^(w-1)`. That is shown of all windows. So a
//! scalar's digits are linear in its bits, and what holds for each bit alone holds for all scalars.

use num_bigint::BigInt;
use sealane::curve::{
    BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Curve, Edwards448, Edwards25519, P192, P224,
    P256, P384, P521, Secp256k1,
};
use sealane::group::digits::{Digits, count};
use sealane::group::edwards::EdwardsCurve;
use sealane::group::glv::Signed;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::word::booth;
use std::cmp::Ordering;

/// Widths that a window may have.
const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;

/// The digit of a window by the formula.
fn digit(window: u64, width: usize) -> i64 {
    let bit = |i: usize| (window >> i & 1) as i64;
    let middle: i64 = (0..width - 1).map(|j| bit(j + 1) << j).sum();
    bit(0) + middle - (bit(width) << (width - 1))
}

/// Goal: every window of every width, wherever it lies in two words and whatever is beside it,
/// gives the digit of the formula, at most `2^(w-1)` in magnitude.
#[test]
fn windows_give_the_digits_of_the_formula() {
    for width in WIDTHS {
        let all = (2_u128 << width) - 1;
        for (window, from) in (0..=all as u64).flat_map(|w| (0..64).map(move |from| (w, from))) {
            for noise in [0, !0] {
                let words = (u128::from(window) << from) | (noise & !(all << from));
                let (magnitude, sign) = booth(words as u64, (words >> 64) as u64, from, width);
                let got = if sign == 1 { -(magnitude as i64) } else { magnitude as i64 };
                assert_eq!(got, digit(window, width), "{window:b} of {width} bits at {from}");
                assert!(magnitude <= 1 << (width - 1));
            }
        }
    }
}

/// Goal: lanes give the digits that words give.
#[test]
fn lanes_give_the_same_digits() {
    for width in 2..=8 {
        for (window, from) in (0..2_u64 << width).flat_map(|w| (0..64).map(move |from| (w, from))) {
            let words = u128::from(window) << from;
            let [low, high] = [words as u64, (words >> 64) as u64];
            let (magnitude, sign) = booth(low, high, from, width);
            let (got, signs) = Soft8::MACHINE.booth(&[low; 8], &[high; 8], from, width);
            assert_eq!(got.equals(magnitude).to_bits(), 0xff, "{window:b} at {from}");
            assert_eq!(signs.to_bits(), sign * 0xff);
        }
    }
}

/// Returns the scalar in which bit `at` alone is set.
fn single_bit<N: Words>(at: usize) -> N {
    let mut scalar = N::ZERO;
    scalar.as_mut()[at / 64] = 1 << (at % 64);
    scalar
}

/// Returns what the digits below each window add up to, and all of them.
fn sums_of_digits<N: Words>(scalar: Signed<N>, width: usize, windows: usize) -> Vec<BigInt> {
    let digits = Digits::of(&[scalar]);
    let mut sums = vec![BigInt::ZERO];
    for i in 0..windows {
        let (magnitude, turned) = digits.at(One, i, width);
        let mut sum = sums[i].clone();
        if magnitude != 0 {
            let digit = BigInt::from(magnitude) << (width * i);
            sum += if turned.to_bits() == 1 { -digit } else { digit };
        }
        sums.push(sum);
    }
    sums
}

/// The digits of each bit alone: those below window `i` add up to the bit, if it is below
/// `w i - 1`, to less the bit if it is that one, and to nothing if it is above. So of any scalar
/// they add up to what is in `[-2^(w i - 1), 2^(w i - 1))`, and all of them to the scalar.
fn bits_add_up<N: Prime>() {
    for (width, at) in WIDTHS.flat_map(|w| (0..N::BITS).map(move |at| (w, at))) {
        let scalar = Signed::positive(single_bit::<N::Limbs>(at));
        let bit = BigInt::from(1) << at;
        let windows = count(N::BITS, width);
        let sums = sums_of_digits(scalar, width, windows);
        for (i, sum) in sums.iter().enumerate() {
            let wanted = match (width * i).cmp(&(at + 1)) {
                Ordering::Greater => bit.clone(),
                Ordering::Equal => -bit.clone(),
                Ordering::Less => BigInt::ZERO,
            };
            assert_eq!(*sum, wanted, "bit {at} below window {i} of {width} bits");
        }
        assert_eq!(sums[windows], bit, "the top window takes the last carry");
        let turned = sums_of_digits(Signed { negative: 1, ..scalar }, width, windows);
        assert_eq!(turned[windows], -bit, "turned");
    }
    // Bits do not meet: all of them at once give what they give one by one.
    let mut scalar = N::Limbs::ZERO;
    (0..N::BITS).for_each(|at| scalar.as_mut()[at / 64] |= 1 << (at % 64));
    for width in WIDTHS {
        let windows = count(N::BITS, width);
        let sums = sums_of_digits(Signed::positive(scalar), width, windows);
        assert_eq!(sums[windows], (BigInt::from(1) << N::BITS) - 1);
    }
}

/// A scalar in parts, one a lane: each lane has the digits of its windows, and zeros above.
fn parts_have_their_windows<N: Prime>() {
    for (width, parts) in (2..=6).flat_map(|width| [2, 4, 8].map(|parts| (width, parts))) {
        let windows = count(N::BITS, width);
        let rows = windows.div_ceil(parts);
        let order: Vec<usize> = (0..parts).rev().collect();
        for at in 0..N::BITS {
            let scalar = Signed::positive(single_bit::<N::Limbs>(at));
            let whole = Digits::of(&[scalar]);
            let split = Digits::<8>::of_parts(&scalar, width * rows, &order);
            // A bit has digits in two windows at most, and its neighbours have none of it.
            let near = (at / width).saturating_sub(1)..(at / width + 3).min(parts * rows);
            for window in near {
                let lane = parts - 1 - window / rows;
                let (magnitude, signs) = split.at(Soft8::MACHINE, window % rows, width);
                let (wanted, sign) = match window {
                    above if above >= windows => (0, false),
                    _ => {
                        let (magnitude, sign) = whole.at(One, window, width);
                        (magnitude, sign.to_bits() == 1)
                    }
                };
                let is = |truth: u64| truth >> lane & 1 == 1;
                assert!(is(magnitude.equals(wanted).to_bits()), "bit {at} in {window}");
                assert!(wanted == 0 || is(signs.to_bits()) == sign, "bit {at} in {window}");
            }
        }
    }
}

/// Goal: the digits of a scalar add up to it, for every scalar of every order.
#[test]
fn digits_add_up_to_the_scalar() {
    bits_add_up::<<P192 as Curve>::N>();
    bits_add_up::<<P224 as Curve>::N>();
    bits_add_up::<<P256 as Curve>::N>();
    bits_add_up::<<P384 as Curve>::N>();
    bits_add_up::<<P521 as Curve>::N>();
    bits_add_up::<<Secp256k1 as Curve>::N>();
    bits_add_up::<<BrainpoolP256r1 as Curve>::N>();
    bits_add_up::<<BrainpoolP384r1 as Curve>::N>();
    bits_add_up::<<BrainpoolP512r1 as Curve>::N>();
    bits_add_up::<<Edwards25519 as EdwardsCurve>::N>();
    bits_add_up::<<Edwards448 as EdwardsCurve>::N>();
}

/// Goal: the parts of a scalar have the digits of the whole.
#[test]
fn parts_have_the_digits_of_the_whole() {
    parts_have_their_windows::<<P192 as Curve>::N>();
    parts_have_their_windows::<<P224 as Curve>::N>();
    parts_have_their_windows::<<P256 as Curve>::N>();
    parts_have_their_windows::<<P384 as Curve>::N>();
    parts_have_their_windows::<<P521 as Curve>::N>();
    parts_have_their_windows::<<BrainpoolP512r1 as Curve>::N>();
    parts_have_their_windows::<<Edwards25519 as EdwardsCurve>::N>();
    parts_have_their_windows::<<Edwards448 as EdwardsCurve>::N>();
}
