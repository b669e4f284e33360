//! Test inputs: repeatable random ones, structured ones, and the values where carries happen.

use crate::reference::field;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A small repeatable generator (SplitMix64, Steele, Lea and Flood 2014); for tests only.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Starts from `SEALANE_SEED` if it is set and from the clock otherwise, and prints the seed.
    ///
    /// # Panics
    /// If the variable is not a number.
    pub fn seeded(purpose: &str) -> Self {
        let seed = match std::env::var("SEALANE_SEED") {
            Ok(text) => text.parse().expect("SEALANE_SEED is a decimal number below 2^64"),
            Err(_) => Self::from_clock().0,
        };
        println!("{purpose}: SEALANE_SEED={seed}");
        Self::from_seed(seed)
    }

    /// Starts anywhere, for what is not to be repeated.
    #[must_use]
    pub fn from_clock() -> Self {
        Self(std::time::UNIX_EPOCH.elapsed().map_or(1, |age| age.as_nanos() as u64))
    }

    /// Starts from `seed`.
    pub fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in `0..limit`; the bias below 2^-40 for small limits does no harm here.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit as u64) as usize
    }

    /// Returns `length` random bytes.
    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.word() as u8).collect()
    }

    /// Returns a random integer below `limit`.
    pub fn integer(&mut self, limit: &BigUint) -> BigUint {
        let words = limit.to_u64_digits().len() + 1;
        let drawn: Vec<u64> = (0..words).map(|_| self.word()).collect();
        field::from_words(&drawn) % limit
    }

    /// Returns an integer of `bits` bits made of long runs of ones and of zeros.
    ///
    /// Chance meets a carry through several words about never; such values meet one often.
    pub fn runs(&mut self, bits: usize) -> BigUint {
        let mut value = BigUint::zero();
        let mut at = 0;
        let mut one = self.word() & 1 == 1;
        while at < bits {
            let longest = [4, 64, bits][self.below(3)];
            let length = (1 + self.below(longest)).min(bits - at);
            if one {
                value |= ((BigUint::one() << length) - 1u32) << at;
            }
            one = !one;
            at += length;
        }
        value
    }

    /// Returns an integer below `limit`: uniform, of runs, near 0 or near `limit`, in turn.
    pub fn structured(&mut self, limit: &BigUint) -> BigUint {
        let offset = BigUint::from(self.word() >> self.below(64)) % limit;
        match self.below(4) {
            0 => self.integer(limit),
            1 => self.runs(limit.bits() as usize) % limit,
            2 => offset,
            _ => limit - 1u32 - offset,
        }
    }
}

/// Returns the edge values mod `p` on 64-bit words, all below `p`: 0, 1, 2, p-1, p-2, halves, all
/// `2^k` and `2^k - 1` around the limb borders of 64-, 52-, 29- and 26-bit forms, full and
/// alternating limbs, and a full top limb.
pub fn edges(p: &BigUint) -> Vec<BigUint> {
    let one = BigUint::one();
    let mut all = vec![BigUint::zero(), one.clone(), BigUint::from(2u32), BigUint::from(3u32)];
    all.extend([p - 1u32, p - 2u32, p >> 1, (p >> 1) + 1u32, p >> 2]);
    let bits = p.bits() as usize;
    for limb_bits in [64, 52, 29, 26] {
        for border in (0..=bits).step_by(limb_bits) {
            for near in border.saturating_sub(1)..=border + 1 {
                let power = &one << near;
                all.extend([&power - 1u32, power.clone(), &power + 1u32]);
                if &power < p {
                    all.extend([p - &power, p - &power - 1u32]);
                }
            }
        }
        all.extend(limb_patterns(bits, limb_bits));
    }
    all.retain(|value| value < p);
    all.sort();
    all.dedup();
    all
}

/// Returns values of `ceil(bits / limb_bits)` limbs, each limb zero or full: all full, the top one
/// only, all but the top one, alternating both ways. They may exceed any modulus of `bits` bits.
pub fn limb_patterns(bits: usize, limb_bits: usize) -> Vec<BigUint> {
    let limbs = bits.div_ceil(limb_bits);
    let full = (BigUint::one() << limb_bits) - 1u32;
    let build = |chosen: &dyn Fn(usize) -> bool| {
        (0..limbs)
            .filter(|&i| chosen(i))
            .fold(BigUint::zero(), |sum, i| sum + (&full << (i * limb_bits)))
    };
    vec![
        build(&|_| true),
        build(&|i| i + 1 == limbs),
        build(&|i| i + 1 != limbs),
        build(&|i| i % 2 == 0),
        build(&|i| i % 2 == 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::curve::Group;

    /// Goal: a seed repeats its sequence and structured values stay below their limit.
    #[test]
    fn seeds_repeat_and_limits_hold() {
        let limit = BigUint::from(1_000_003u32);
        let (mut first, mut again) = (Random::from_seed(7), Random::from_seed(7));
        for _ in 0..1000 {
            let value = first.structured(&limit);
            assert!(value < limit);
            assert_eq!(value, again.structured(&limit));
        }
        assert_ne!(Random::from_seed(8).word(), Random::from_seed(7).word());
    }

    /// Goal: the edge list holds what the plan asks for, on the prime of P-256.
    #[test]
    fn edges_hold_the_extremes() {
        let p = Group::of(sealane::ecc::Algorithm::EcP256).curve.p;
        let edges = edges(&p);
        for wanted in [BigUint::zero(), BigUint::one(), &p - 1u32, BigUint::one() << 128] {
            assert!(edges.contains(&wanted));
        }
        assert!(edges.len() > 60);
        assert_eq!(limb_patterns(256, 64)[0], (BigUint::one() << 256) - 1u32);
    }
}
