//! Numbers that find mistakes: values around word borders, extreme limbs, long runs of bits.

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod mutate;
pub mod text;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// The limbs of `value`, exactly `count`.
pub fn limbs(value: &BigUint, count: usize) -> Vec<BigInt> {
    let mut words = value.to_u64_digits();
    words.resize(count, 0);
    words.into_iter().map(BigInt::from).collect()
}

/// A small generator whose seed is printed and can be given back.
pub struct Random(u64);

impl Random {
    /// Starts from `SEALANE_SEED` or a fixed seed, and prints which.
    pub fn new(test: &str) -> Self {
        let given = std::env::var("SEALANE_SEED").ok().and_then(|text| text.parse().ok());
        let seed = given.unwrap_or(0x5ea1_a4e5);
        println!("{test}: SEALANE_SEED={seed}");
        Random(seed)
    }

    /// The next word (splitmix64).
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of `words` words in long runs of ones and zeros.
    pub fn runs(&mut self, words: usize) -> BigUint {
        let (mut value, mut bit) = (BigUint::zero(), 0);
        let mut one = self.word() & 1 == 1;
        while bit < 64 * words as u64 {
            let length = self.word() % 40 + 1;
            if one {
                value |= ((BigUint::one() << length) - 1u32) << bit;
            }
            bit += length;
            one = !one;
        }
        value
    }
}

/// Values below `modulus`: the ends, both sides of its half and of each power of two near a word
/// border, limbs as high as the bound allows, alternating and lone limbs, and random ones.
pub fn edge_values(modulus: &BigUint, words: usize, random: &mut Random) -> Vec<BigUint> {
    let one = BigUint::one();
    let mut values = vec![BigUint::zero(), one.clone(), modulus - 1u32, modulus >> 1u32];
    values.extend((2u32..5).map(|k| modulus - k % 3));
    values.push((modulus >> 1u32) + 1u32);
    for border in (0..=64 * words).step_by(32) {
        let power = &one << border;
        values.extend([&power - 1u32, power.clone(), &power + 1u32, modulus - &power % modulus]);
    }
    let ones = BigUint::from(u64::MAX);
    for pattern in 0u32..1 << words.min(6) {
        let limbs = (0..words).filter(|limb| pattern >> (limb % 6) & 1 == 1);
        values.push(limbs.map(|limb| &ones << (64 * limb)).sum());
    }
    // All limbs full below the top limb, and the greatest top limb that keeps the value in bounds.
    let below_top = (&one << (64 * (words - 1))) - 1u32;
    let top = (modulus >> (64 * (words - 1))) << (64 * (words - 1));
    if top > BigUint::zero() {
        values.push(&top - (&one << (64 * (words - 1))) + below_top);
    }
    values.extend((0..12).map(|_| random.runs(words)));
    for _ in 0..12 {
        values.push((0..words).map(|limb| BigUint::from(random.word()) << (64 * limb)).sum());
    }
    values.iter_mut().for_each(|value| *value %= modulus);
    values.sort();
    values.dedup();
    values
}

/// A share of what is tried.
pub struct Share {
    pub of: usize,
    at: usize,
}

impl Share {
    /// All of it.
    pub const WHOLE: Self = Self { of: 1, at: 0 };

    /// One in as many as the variable says, others with each second of the clock; all without it.
    pub fn asked(variable: &str) -> Self {
        let asked = std::env::var(variable).ok();
        let of = asked.map_or(1, |asked| asked.parse().expect("a number, from 1 on"));
        let seconds = std::time::UNIX_EPOCH.elapsed().expect("a clock").as_secs() as usize;
        println!("turn {} of {of}", seconds % of);
        Self { of, at: seconds % of }
    }

    /// Whether the next one is tried.
    pub fn takes(&mut self) -> bool {
        self.at = (self.at + 1) % self.of;
        self.at == 0
    }
}
