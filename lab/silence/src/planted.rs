//! Leaks planted beside the operations, which memcheck must find.

use crate::cases::{SCALAR, secret};
use sealane::curve::{Curve, Secp256k1};
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::divsteps;
use sealane_arith::generated::{P256N, Secp256k1N};
use std::hint::black_box;

/// The leak that stood in a released library for two and a half years: all entries are read, but
/// each time by the secret index, so the result is right and every functional test is green.
pub fn planted_index() -> bool {
    let table: [u64; 16] = std::array::from_fn(|i| 3 * i as u64);
    let index = secret::<P256N>().map(|words| words[0] & 15);
    let found = index.map(|&i| {
        let mut found = 0;
        for j in 0..16 {
            found = black_box(table[black_box(i) as usize]) | (found & black_box(0) & j);
        }
        found
    });
    found.reveal("a test looks at its own entry") == 3
}

pub fn planted_branch() -> bool {
    let bit = secret::<P256N>().map(|words| words[0] & 1);
    let chosen = bit.map(|&bit| if black_box(bit) == 1 { black_box(7u64) } else { slow_path() });
    chosen.reveal("a test looks at its own choice") == 7
}

#[inline(never)]
fn slow_path() -> u64 {
    black_box((0..100).fold(1u64, |a, b| black_box(a ^ b)))
}

/// Draws candidates until one differs enough from the key: how often tells something of the key.
pub fn planted_rejection() -> bool {
    let rounds = secret::<P256N>().map(|words| {
        let mut candidate = 1u64;
        while black_box(candidate ^ words[0]) & 7 != 0 {
            candidate = candidate.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
        candidate
    });
    rounds.reveal("a test looks at its own candidate") & 7 == 1
}

pub fn planted_early_out() -> bool {
    let same = secret::<P256N>().map(|words| {
        let other: [u64; 4] = bytes::from_be_bytes(&SCALAR);
        u64::from(words.iter().zip(&other).all(|(a, b)| black_box(*a) == *b))
    });
    same.reveal("a test looks at its own answer") == 1
}

pub fn planted_skip_zero() -> bool {
    let product = secret::<P256N>().map(|words| {
        let mut sum = 0u64;
        for &word in words {
            if black_box(word) != 0 {
                sum = black_box(sum.wrapping_add(word.wrapping_mul(5)));
            }
        }
        sum
    });
    product.reveal("a test looks at its own product") != 0
}

pub fn planted_vartime() -> bool {
    let inverse = secret::<P256N>().map(divsteps::invert_vartime::<P256N>);
    inverse.reveal("a test looks at its own inverse") != [0; 4]
}

pub fn planted_mask() -> bool {
    let answer = secret::<P256N>().map(|words| {
        if bytes::is_unit::<P256N>(words).to_bool_vartime() { slow_path() } else { 0 }
    });
    let _ = black_box(answer.reveal("a test looks at its own answer"));
    true
}

/// Halves a scalar of secp256k1 as the product does, and then negates where a half is below 0.
pub fn planted_half() -> bool {
    let endomorphism = Secp256k1::ENDOMORPHISM.expect("its coefficient a is zero");
    let chosen = secret::<Secp256k1N>().map(|k| {
        let [first, second] = endomorphism.split(k);
        let negative = black_box(first.negative ^ second.negative);
        if black_box(negative) == 1 { slow_path() } else { black_box(7u64) }
    });
    let _ = black_box(chosen.reveal("a test looks at its own choice"));
    true
}
