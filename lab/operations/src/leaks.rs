//! Leaks of ML-DSA: parts of attempts at a signature as they must not be. Every tool that looks for
//! leaks has to find each of them.

use sealane_arith::ct::Mask;
use sealane_arith::ring::{self, Gamma2, N, Polynomial};
use std::hint::black_box;

/// What leaks a short secret polynomial.
pub type Leak = fn(&Polynomial) -> u64;

/// Every leak, by name.
pub const MLDSA: [(&str, Leak); 3] =
    [("mldsa-rejection", rejection), ("mldsa-hints", hints), ("mldsa-early-exit", early_exit)];

/// What a product with a challenge must not reach here. Most of the random ones do, though at other
/// places and with other challenges; that of the secret 1 does not.
const LARGE: i32 = 20;
/// Challenges that are tried.
const CHALLENGES: usize = 8;
/// The distance of the ones of the first challenge.
const STEP: usize = 7;

/// A short polynomial that a number stands for: 1 for the number 0, and one with coefficients from
/// -2 to 2 for others.
#[must_use]
pub fn short(of: u64) -> Polynomial {
    let mut out = Polynomial::ZERO;
    out.0[0] = 1;
    let mut state = of;
    for x in out.0.iter_mut().filter(|_| of != 0) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(of | 1);
        *x = (state >> 33) as i32 % 5 - 2;
    }
    out
}

/// The product with a challenge whose ones are so far apart.
fn product(short: &Polynomial, step: usize) -> Polynomial {
    let (mut short, mut challenge) = (*short, Polynomial::ZERO);
    challenge.0.iter_mut().step_by(step).for_each(|x| *x = 1);
    ring::transform(&mut short);
    ring::transform(&mut challenge);
    let mut product = Polynomial::ZERO;
    ring::multiply(&challenge, &short, &mut product);
    ring::inverse(&mut product);
    product
}

/// Gives an attempt up where the product of challenge and s1 is large, before the mask is added,
/// and tries the next challenge: how often tells something of s1.
pub fn rejection(s1: &Polynomial) -> u64 {
    let large = |tried: &usize| {
        black_box(ring::exceeds(&product(s1, STEP + tried), LARGE).to_bool_vartime())
    };
    (0..CHALLENGES).take_while(large).count() as u64
}

/// Writes hints, with their number, before it is known whether the attempt is kept: the low parts
/// of an attempt that is dropped tell something of t0.
pub fn hints(t0: &Polynomial) -> u64 {
    let gamma2 = Gamma2::By88;
    // As large as products with lower parts are, beside low parts of all sizes.
    let mut hints = product(t0, STEP);
    let width = 2 * gamma2.value() / N as i32;
    for (x, low) in hints.0.iter_mut().zip((-gamma2.value()..).step_by(width as usize)) {
        *x = (*x << 11) + low;
    }
    let count = ring::make_hint(gamma2, &mut hints, &Polynomial([1; N]));
    let mut places = Vec::new();
    for (place, hint) in (0..).zip(&hints.0) {
        if black_box(*hint) != 0 {
            places.push(place);
        }
    }
    u64::from(count) + places.iter().sum::<u64>()
}

/// Checks low parts up to the first coefficient that is too large: where that is tells something of
/// s2.
pub fn early_exit(s2: &Polynomial) -> u64 {
    let product = product(s2, STEP);
    let first = product.0.iter().position(|x| black_box(x.abs()) >= LARGE);
    first.unwrap_or(N) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what each leak tells differs from secret to secret.
    #[test]
    fn leaks_differ_with_the_secret() {
        for (name, leak) in MLDSA {
            let told: Vec<u64> = (0..64).map(|of| leak(&short(of))).collect();
            let mut different = told.clone();
            different.sort_unstable();
            different.dedup();
            assert!(different.len() >= 3, "{name}: {told:?}");
            let neighbours = told.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert!(neighbours > 16, "{name}: {told:?}");
        }
    }

    /// Goal: secrets are as short as those of keys, and 1 for the number 0.
    #[test]
    fn secrets_are_short() {
        assert_eq!(short(0).0.iter().map(|x| x.abs()).sum::<i32>(), 1);
        for of in 1..64 {
            assert!((-2..=2).all(|x| short(of).0.contains(&x)), "{of}");
            assert!(short(of).0.iter().all(|x| x.abs() <= 2), "{of}");
        }
    }
}
