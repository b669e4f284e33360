//! Fresh keys: probable primes and the numbers that follow from them. FIPS 186-5, section A.1.3.
//!
//! Both primes are 3 modulo 4, which the section lets one choose. So Miller and Rabin's test is one
//! power, `a^((p-1)/2)`, and `(p-1)/2` is odd. Candidates go up from a random number in steps of 4;
//! those with a small factor are passed over, of the others eight are tested at a time, one a lane.

use super::size::Task;
use super::{Numbers, Primes, Private, Public, joined};
use crate::error::SignError;
use crate::nonce::fill_random;
use crate::scheme::rsa::prime::{Pair, Round, consistent, far_apart, less_one, pass, together};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::array;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::lanes::LANES;
use sealane_arith::modulus::{Modulus, integer};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// The power of 2 in a prime less 1, as an exponent: primes are 3 modulo 4.
const TWOS: u64 = 1;

/// The exponent of fresh keys.
const EXPONENT: u64 = 65537;

/// Makes a key with a modulus of so many bits, an even number.
pub(crate) struct Generate {
    pub(crate) bits: usize,
}

impl Task for Generate {
    type Output = Result<super::Made, SignError>;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output {
        let bits = self.bits / 2;
        loop {
            let (p, q) = (prime::<H, R>(bits)?, prime::<H, R>(bits)?);
            let ordered = p.zip(&q, |p, q| {
                let less = WordMask::of_bit(integer::sub(p, q).1);
                [integer::select(less, q, p), integer::select(less, p, q)]
            });
            let good = ordered.map(|[p, q]| far_apart(p, q, self.bits).to_bits());
            if good.reveal("primes that are close to each other are thrown away") != 1 {
                continue;
            }
            let n = ordered.map(|[p, q]| joined::<H, F>(&integer::mul(p, q)));
            let n = n.reveal("a public key is public");
            let own = ordered.map(|[p, q]| numbers(p, q, bits));
            // Step 3 of section A.1.1 wants a private exponent that is not short; and what was
            // computed wrong is no key.
            let good = own.map(|own| {
                let long = (bits as u64).wrapping_sub(integer::bits(&own.d)) >> 63;
                consistent(&n, EXPONENT, own, [bits; 2]).to_bits() & long
            });
            if good.reveal("whether a fresh key is a good one: thrown away if not") == 1 {
                let public = Arc::new(Public::<F, R>::new(&n, EXPONENT));
                let primes = own.map(|own| Primes::<H, F, R>::new(own, [bits; 2]));
                return Ok((Box::new(Private::new(public.clone(), primes)), public));
            }
        }
    }
}

/// Returns the numbers of the key of two primes that are 3 modulo 4, the greater one first.
fn numbers<const H: usize, const F: usize>(
    p: &[u64; H],
    q: &[u64; H],
    bits: usize,
) -> Numbers<H, F> {
    let (less_p, less_q) = (less_one(p), less_one(q));
    let halves = [&less_p, &less_q].map(|less| integer::shift_right(less, 1));
    // Twice the least common multiple of the odd halves is that of both.
    let common = integer::gcd(&halves[0], &halves[1], bits);
    let whole: [u64; F] = joined(&integer::mul(&less_p, &halves[1]));
    let common: [u64; F] = joined(&[common, [0; H]]);
    let multiple = integer::mul_low(&whole, &integer::invert_low(&common));
    // The k with 1 + k multiple = 0 modulo e, and then the exact quotient, which low words tell.
    let rest = integer::remainder(&multiple, &[EXPONENT])[0];
    let k = minus_inverse(rest);
    let mut wide = [0; F];
    wide[0] = k;
    let mut one = [0; F];
    one[0] = 1;
    let dividend = integer::add(&integer::mul_low(&multiple, &wide), &one).0;
    let mut exponent = [0; F];
    exponent[0] = EXPONENT;
    let d = integer::mul_low(&dividend, &integer::invert_low(&exponent));
    let (dp, dq) = (integer::remainder(&d, &less_p), integer::remainder(&d, &less_q));
    let qinv = Modulus::new(p, bits).invert(q).0;
    Numbers { d, p: *p, q: *q, dp, dq, qinv }
}

/// Returns `-1/x mod 65537`, a prime: `-x^65535`. Constant-time.
fn minus_inverse(x: u64) -> u64 {
    let mut power = 1;
    for _ in 0..16 {
        power = reduced(power * power);
        power = reduced(power * x);
    }
    reduced(EXPONENT - power)
}

/// Returns a number below 2^34 modulo 65537: 2^16 is -1.
fn reduced(x: u64) -> u64 {
    let folded = (x & 0xffff) + 4 * EXPONENT - (x >> 16 & 0xffff) + (x >> 32);
    // Below 6 e.
    let mut rest = folded;
    for multiple in [4, 2, 1] {
        let (less, borrow) = integer::sub(&[rest], &[multiple * EXPONENT]);
        rest = WordMask::of_bit(borrow).choose(rest, less[0]);
    }
    rest
}

/// How many rounds of the test a candidate goes through. FIPS 186-5, table B.1, for an error of
/// 2^-112 and less with primes of 1024 bits, 2^-128 and less with longer ones.
fn rounds(bits: usize) -> usize {
    if bits <= 1024 { 5 } else { 4 }
}

/// Candidates that are tested together.
type Candidates<const H: usize> = Secret<[[u64; H]; LANES]>;

/// Returns a random probable prime of `bits` bits, 3 modulo 4, with its two top bits set, such that
/// 65537 does not divide it less 1. Errors: `Random`.
///
/// Leaks how many candidates were thrown away and why, which says little of the one kept: they are
/// not it.
fn prime<const H: usize, const R: usize>(bits: usize) -> Result<Secret<[u64; H]>, SignError> {
    let small = small_primes();
    let together = together();
    loop {
        let mut candidate = random(bits)?;
        let mut rests = rests_of(&candidate, &small);
        let mut waiting: Candidates<H> = Secret::new([[0; H]; LANES]);
        let mut count = 0;
        // Longer than the gap between two primes is ever likely to be.
        for _ in 0..16 * bits {
            if !next(&mut candidate, &mut rests, &small, bits) {
                continue;
            }
            waiting = waiting.zip(&candidate, |waiting, candidate| {
                array::from_fn(|i| if i == count { *candidate } else { waiting[i] })
            });
            count += 1;
            if count < together {
                continue;
            }
            let good = passing::<H, R>(&waiting, count, bits)?;
            // The first one of them, as if each had been tested by itself.
            for which in (0..count).filter(|i| good[*i]) {
                let this = waiting.map(|waiting| waiting[which]);
                if stays::<H, R>(&this, bits)? {
                    return Ok(this);
                }
            }
            count = 0;
        }
    }
}

/// Whether a candidate that has passed once passes all further rounds.
fn stays<const H: usize, const R: usize>(
    candidate: &Secret<[u64; H]>,
    bits: usize,
) -> Result<bool, SignError> {
    let copies = candidate.map(|x| [*x; LANES]);
    let (mut left, together) = (rounds(bits) - 1, together());
    while left > 0 {
        let count = together.min(left);
        if passing::<H, R>(&copies, count, bits)?[..count].contains(&false) {
            return Ok(false);
        }
        left -= count;
    }
    Ok(true)
}

/// Returns random bits with the two top ones set, and the two low ones.
fn random<const H: usize>(bits: usize) -> Result<Secret<[u64; H]>, SignError> {
    let mut bytes = [[0; 8]; H];
    fill_random(bytes.as_flattened_mut())?;
    let mut words = bytes.map(u64::from_le_bytes);
    bytes.zeroize();
    for (i, word) in words.iter_mut().enumerate() {
        let left = bits.saturating_sub(64 * i).min(64);
        *word &= u64::MAX.checked_shr(64 - left as u32).unwrap_or(0);
    }
    for bit in [0, 1, bits - 2, bits - 1] {
        words[bit / 64] |= 1 << (bit % 64);
    }
    let secret = Secret::new(words);
    words.zeroize();
    Ok(secret)
}

/// How many small primes candidates are tried with, from 3 on.
const SMALL: usize = 2048;

/// The small primes, the last one below 2^15.
fn small_primes() -> Box<[u32; SMALL]> {
    let mut found: Vec<u32> = Vec::with_capacity(SMALL);
    let mut x = 3;
    while found.len() < SMALL {
        if found.iter().take_while(|p| **p * **p <= x).all(|p| !x.is_multiple_of(*p)) {
            found.push(x);
        }
        x += 2;
    }
    let out: Result<Box<[u32; SMALL]>, _> = found.into_boxed_slice().try_into();
    out.unwrap_or_else(|_| unreachable!("it has that length"))
}

/// Remainders of a candidate by all small primes.
type Rests = Secret<[u32; SMALL]>;

/// Returns the remainders, without a division: by multiples of the reciprocals.
fn rests_of<const H: usize>(candidate: &Secret<[u64; H]>, small: &[u32; SMALL]) -> Rests {
    candidate.map(|words| {
        let mut rests = [0; SMALL];
        for (rest, prime) in rests.iter_mut().zip(small) {
            let prime = u64::from(*prime);
            // The prime is public.
            let reciprocal = u64::MAX / prime;
            let mut value = 0;
            for word in words.iter().rev() {
                for half in [word >> 32, word & 0xffff_ffff] {
                    let x = value << 32 | half;
                    let quotient = ((u128::from(x) * u128::from(reciprocal)) >> 64) as u64;
                    value = x - quotient * prime;
                    let (less, borrow) = integer::sub(&[value], &[prime]);
                    value = WordMask::of_bit(borrow).choose(value, less[0]);
                }
            }
            *rest = value as u32;
        }
        rests
    })
}

/// Goes on by 4, and returns whether the candidate has no small factor, 65537 does not divide it
/// less 1, and it still has its length.
fn next<const H: usize>(
    candidate: &mut Secret<[u64; H]>,
    rests: &mut Rests,
    small: &[u32; SMALL],
    bits: usize,
) -> bool {
    let mut four = [0; H];
    four[0] = 4;
    candidate.update(|x| *x = integer::add(x, &four).0);
    rests.update(|rests| {
        for (rest, prime) in rests.iter_mut().zip(small) {
            // Twice, for the prime 3.
            for step in [2, 2] {
                let next = *rest + step;
                let less = next.wrapping_sub(*prime);
                // All ones where that is negative.
                let keep = (less >> 31).wrapping_neg();
                *rest = less.wrapping_add(prime & keep);
            }
        }
    });
    let any = rests.map(|rests| {
        // The top bit of `rest - 1` is that of 0 alone.
        let zero = rests.iter().fold(0, |any, rest| any | rest.wrapping_sub(1));
        u64::from(zero >> 31)
    });
    if any.reveal("a candidate with a small factor is thrown away") != 0 {
        return false;
    }
    let good = candidate.map(|x| {
        let rest = integer::remainder(x, &[EXPONENT]);
        let full = WordMask::of_zero(integer::bits(x) ^ bits as u64);
        full.and(integer::equal(&rest, &[1]).not()).to_bits()
    });
    good.reveal("a candidate that no key has for a prime is thrown away") == 1
}

/// Returns which of the first `count` candidates pass a round of Miller and Rabin's test, each
/// with a random base.
fn passing<const H: usize, const R: usize>(
    candidates: &Candidates<H>,
    count: usize,
    bits: usize,
) -> Result<[bool; LANES], SignError> {
    let mut bases = Secret::new([[0; H]; LANES]);
    for i in 0..count {
        let base = random::<H>(bits)?;
        bases = bases
            .zip(&base, |bases, base| array::from_fn(|at| if at == i { *base } else { bases[at] }));
    }
    let good = candidates.zip(&bases, |candidates, bases| {
        let used = count.next_multiple_of(2);
        // An odd number in place of none: nobody asks whether it passes.
        let at = |i: usize| &candidates[if i < count { i } else { 0 }];
        let mut pairs: [Pair<H, R>; LANES / 2] = [Pair::new([at(0), at(1)], [bits; 2]); LANES / 2];
        for (i, pair) in pairs.iter_mut().enumerate().take(used / 2).skip(1) {
            *pair = Pair::new([at(2 * i), at(2 * i + 1)], [bits; 2]);
        }
        let round = |i: usize| Round { of: &pairs[i / 2], which: i % 2, base: &bases[i] };
        let good = pass(&array::from_fn::<_, LANES, _>(round)[..count], TWOS).map(Mask::to_bits);
        pairs.zeroize();
        good
    });
    let good = good.reveal("a composite candidate is thrown away");
    Ok(good.map(|good| good == 1))
}
