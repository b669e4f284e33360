//! Fresh keys: probable primes and the numbers that follow from them. FIPS 186-5, section A.1.3.
//!
//! Both primes are 3 modulo 4, which the section lets one choose. So Miller and Rabin's test is one
//! power, `a^((p-1)/2)`, and `(p-1)/2` is odd. Each candidate is drawn afresh, as the section has
//! it: what is told of those that are thrown away says nothing of the one kept. Those with a small
//! factor go first; of the others eight are tested at a time, one a lane.

use super::{Numbers, Primes, Private, Public};
use crate::error::SignError;
use crate::number::primality::{remainder, uniform_base};
use crate::number::size::{Task, joined};
use crate::random::fill_words;
use crate::rsa::primitive::prime::{Pair, Round, consistent, far_apart, less_one, pass, together};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::array;
use core::ops::Range;
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
        let sieve = Sieve::<H>::new(bits);
        loop {
            let [p, q] = [(); 2].map(|()| search::<H, R>(&sieve, bits, || random(bits)));
            let (p, q) = (p?, q?);
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
                return Ok((Arc::new(Private::new(public.clone(), primes)), public));
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

/// Returns the first of the numbers drawn that passes for a prime, and such that 65537 does not
/// divide it less 1. Numbers have `bits` bits and are 3 modulo 4. Errors: those of a draw;
/// `Random`.
///
/// Leaks how many candidates were thrown away and why. Draws are independent, so that says nothing
/// of the one kept.
fn search<const H: usize, const R: usize>(
    sieve: &Sieve<H>,
    bits: usize,
    mut draw: impl FnMut() -> Result<Secret<[u64; H]>, SignError>,
) -> Result<Secret<[u64; H]>, SignError> {
    let together = together();
    loop {
        let mut waiting: Candidates<H> = Secret::new([[0; H]; LANES]);
        let mut count = 0;
        while count < together {
            let candidate = draw()?;
            if sieve.lets_through(&candidate) {
                waiting.update_by(&candidate, |waiting, candidate| waiting[count] = *candidate);
                count += 1;
            }
        }
        let good = passing::<H, R>(&waiting, count, bits)?;
        // The first one of them, as if each had been tested by itself.
        for which in (0..count).filter(|i| good[*i]) {
            let this = waiting.map(|waiting| waiting[which]);
            if stays::<H, R>(&this, bits)? {
                return Ok(this);
            }
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
    let mut words = [0; H];
    fill_words(&mut words)?;
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

/// Small primes, with what shows whether they divide a number of `H` words.
struct Sieve<const H: usize> {
    primes: Vec<Divisor>,
    /// `2^(32 i)` modulo each prime, for every half of a word.
    powers: Vec<[[u32; 2]; H]>,
}

struct Divisor {
    /// The inverse modulo 2^64.
    inverse: u64,
    /// The greatest quotient of 64 bits.
    most: u64,
}

/// Where small primes are counted to before a candidate is given up or tried further: most have a
/// factor among the first.
const STAGES: [usize; 3] = [16, 128, usize::MAX];

impl<const H: usize> Sieve<H> {
    /// Takes the first odd primes, one for each bit of a candidate: the longer candidates are, the
    /// more a power costs beside a division.
    fn new(bits: usize) -> Self {
        let mut found: Vec<u32> = Vec::with_capacity(bits);
        let mut x = 3;
        while found.len() < bits {
            if found.iter().take_while(|p| **p * **p <= x).all(|p| !x.is_multiple_of(*p)) {
                found.push(x);
            }
            x += 2;
        }
        let powers = found.iter().map(|prime| {
            let mut power = 1;
            [[(); 2]; H].map(|word| {
                word.map(|()| {
                    let this = power as u32;
                    power = (power << 32) % u64::from(*prime);
                    this
                })
            })
        });
        let divisor = |prime: &u32| {
            let prime = u64::from(*prime);
            Divisor { inverse: integer::invert_low(&[prime])[0], most: u64::MAX / prime }
        };
        Self { powers: powers.collect(), primes: found.iter().map(divisor).collect() }
    }

    /// Returns 1 if one of the primes of a stage divides a number, else 0, without a division.
    /// Constant-time in the number.
    fn divides(&self, number: &[u64; H], stage: Range<usize>) -> u64 {
        let mut halves = number.map(|word| [word as u32, (word >> 32) as u32]);
        let all = self.primes[stage.clone()].iter().zip(&self.powers[stage]);
        let any = all.fold(0, |any, (prime, powers)| {
            // Below 2^64: primes are below 2^16, and there are at most 2^7 halves.
            let terms = halves.as_flattened().iter().zip(powers.as_flattened());
            let sum = terms.map(|(half, power)| u64::from(*half) * u64::from(*power)).sum::<u64>();
            // Multiples of the prime, and no others, have a quotient without wrapping around.
            let quotient = sum.wrapping_mul(prime.inverse);
            any | (integer::sub(&[prime.most], &[quotient]).1 ^ 1)
        });
        halves.zeroize();
        any
    }

    /// Returns whether a candidate has no small factor, and 65537 does not divide it less 1.
    fn lets_through(&self, candidate: &Secret<[u64; H]>) -> bool {
        let mut from = 0;
        for to in STAGES.map(|to| to.min(self.primes.len())) {
            let any = candidate.map(|x| self.divides(x, from..to));
            if any.reveal("a candidate with a small factor is thrown away") != 0 {
                return false;
            }
            from = to;
        }
        let bad = candidate.map(|x| WordMask::of_zero(remainder(x, EXPONENT) ^ 1).to_bits());
        bad.reveal("a candidate that no key has for a prime is thrown away") == 0
    }
}

/// Returns which of the first `count` candidates pass a round of Miller and Rabin's test, each
/// with a random base.
fn passing<const H: usize, const R: usize>(
    candidates: &Candidates<H>,
    count: usize,
    bits: usize,
) -> Result<[bool; LANES], SignError> {
    let mut random = [[[0; H]; 2]; LANES];
    fill_words(random[..count].as_flattened_mut().as_flattened_mut())?;
    let good = candidates.map(|candidates| {
        let used = count.next_multiple_of(2);
        // An odd number in place of none: nobody asks whether it passes.
        let at = |i: usize| &candidates[if i < count { i } else { 0 }];
        let mut pairs: [Pair<H, R>; LANES / 2] = [Pair::new([at(0), at(1)], [bits; 2]); LANES / 2];
        for (i, pair) in pairs.iter_mut().enumerate().take(used / 2).skip(1) {
            *pair = Pair::new([at(2 * i), at(2 * i + 1)], [bits; 2]);
        }
        let modulus = |i: usize| &pairs[i / 2].moduli()[i % 2];
        let bases: [_; LANES] = array::from_fn(|i| uniform_base(modulus(i), &random[i]));
        let round = |i: usize| Round { of: &pairs[i / 2], which: i % 2, base: &bases[i] };
        let good = pass(&array::from_fn::<_, LANES, _>(round)[..count], TWOS).map(Mask::to_bits);
        pairs.zeroize();
        good
    });
    let good = good.reveal("a composite candidate is thrown away");
    Ok(good.map(|good| good == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend;

    const H: usize = 16;
    const R: usize = 5;
    const BITS: usize = 1024;

    /// Goal: a prime is one of the numbers drawn, as it was drawn, so that what is told of the
    /// others says nothing of it. Method: all draws are kept; on lanes and one by one.
    #[test]
    fn each_candidate_is_drawn_afresh() {
        let _alone = backend::FORCED.write();
        let sieve = Sieve::<H>::new(BITS);
        for name in backend::lane_names().chain(["portable"]) {
            backend::force(name).expect("it is available");
            let mut drawn = Vec::new();
            let prime = search::<H, R>(&sieve, BITS, || {
                let candidate = random(BITS)?;
                drawn.push(candidate.reveal("a test looks at its own candidate"));
                Ok(candidate)
            });
            let prime = prime.expect("there are random bytes");
            let prime = prime.reveal("a test looks at its own prime");
            let at = drawn.iter().position(|candidate| *candidate == prime);
            // No more are drawn after it than a group has room for, small factors aside.
            let after = drawn.split_off(at.expect("it was drawn") + 1);
            let through = |x: &&[u64; H]| sieve.lets_through(&Secret::new(**x));
            assert!(after.iter().filter(through).count() < LANES, "{name}");
        }
        let best = backend::lane_names().next().expect("there is one");
        backend::force(best).expect("it is available");
    }

    /// Goal: the sieve finds every small factor and no other. Method: products of each prime with
    /// what has no small factor, at both ends of a number's room; that number by itself.
    #[test]
    fn small_factors_are_found() {
        for bits in [1024, 1536, 4096] {
            sieve_of::<64>(bits);
        }
        sieve_of::<16>(1024);
    }

    fn sieve_of<const L: usize>(bits: usize) {
        let sieve = Sieve::<L>::new(bits);
        assert_eq!(sieve.primes.len(), bits);
        // 2^127 - 1 is a prime.
        let prime: [u64; L] =
            array::from_fn(|i| [u64::MAX, u64::MAX >> 1].get(i).copied().unwrap_or(0));
        assert_eq!(sieve.divides(&prime, 0..bits), 0);
        let high: [u64; L] = array::from_fn(|i| if i + 3 < L { 0 } else { prime[i + 3 - L] });
        assert_eq!(sieve.divides(&high, 0..bits), 0);
        for (i, divisor) in sieve.primes.iter().enumerate() {
            let mut small = [0; L];
            small[0] = integer::invert_low(&[divisor.inverse])[0];
            for number in [&prime, &high] {
                let product = integer::mul_low(number, &small);
                assert_eq!(sieve.divides(&product, i..i + 1), 1, "{}", small[0]);
                assert_eq!(sieve.divides(&product, i.saturating_sub(2)..i), 0, "{}", small[0]);
                // All of them at a time, now and then.
                if i % 128 == 127 {
                    assert_eq!(sieve.divides(&product, 0..bits), 1, "{}", small[0]);
                    assert_eq!(sieve.divides(&product, 0..i), 0, "{}", small[0]);
                    assert_eq!(sieve.divides(&product, i + 1..bits), 0, "{}", small[0]);
                }
            }
        }
        let all = [u64::MAX; L];
        let found = sieve.primes.iter().enumerate().filter(|(i, divisor)| {
            let prime = integer::invert_low(&[divisor.inverse])[0];
            let divides = sieve.divides(&all, *i..i + 1) == 1;
            assert_eq!(divides, remainder(&all, prime) == 0, "{prime}");
            divides
        });
        // 2^64 - 1 is 3 5 17 257 641 65537 6700417.
        assert!(found.count() >= 5);
    }

    /// Goal: candidates have their length and low bits, and 65537 divides none that is let through
    /// less 1. Method: fresh ones; one that was chosen.
    #[test]
    fn candidates_are_of_the_form() {
        let sieve = Sieve::<H>::new(BITS);
        for _ in 0..100 {
            let x = random::<H>(BITS).expect("there are random bytes");
            let x = x.reveal("a test looks at its own candidate");
            assert_eq!((x[H - 1] >> 62, x[0] & 3), (3, 3));
        }
        // 1 + 65537 k for the first k without a small factor in sight.
        let mut number: [u64; H] = array::from_fn(|i| u64::from(i == 0));
        let step: [u64; H] = array::from_fn(|i| if i == 0 { 2 * EXPONENT } else { 0 });
        while sieve.divides(&number, 0..BITS) == 1 || number[0] == 1 {
            number = integer::add(&number, &step).0;
        }
        assert!(!sieve.lets_through(&Secret::new(number)));
        while sieve.divides(&number, 0..BITS) == 1 || remainder(&number, EXPONENT) == 1 {
            number = integer::add(&number, &array::from_fn(|i| if i == 0 { 2 } else { 0 })).0;
        }
        assert!(sieve.lets_through(&Secret::new(number)));
    }
}
