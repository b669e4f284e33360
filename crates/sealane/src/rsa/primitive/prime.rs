//! Whether the numbers of a private key are right: sums, inverses, and primes.

use super::Numbers;
use super::batch::{PAIRS, stack_frames};
use crate::backend::stack::wipe_stack;
use crate::backend::{Batches, batch_machine};
use crate::number::size::joined;
use core::array;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::Machine;
use sealane_arith::lanes::{LANES, Vector};
use sealane_arith::machine::Lanes8;
use sealane_arith::modulus::lanes::LaneModuli;
use sealane_arith::modulus::rows::RowModuli;
use sealane_arith::modulus::{Modulus, integer};
use zeroize::Zeroize;

/// Returns whether all numbers of a key belong together: `n = p q`, `dp` and `dq` are `d` modulo
/// `p - 1` and `q - 1` and inverses of `e` there, and `qinv` is `1/q` modulo `p`. RFC 8017, section
/// 3.2. Not whether `p` and `q` are primes. Constant-time; `bits` are the lengths of `p` and `q`.
pub(crate) fn consistent<const H: usize, const F: usize>(
    n: &[u64; F],
    e: u64,
    of: &Numbers<H, F>,
    bits: [usize; 2],
) -> WordMask {
    let odd = WordMask::of_bit(of.p[0] & of.q[0] & 1);
    let mut good = odd.and(integer::equal(n, &joined(&integer::mul(&of.p, &of.q))));
    good = good.and(WordMask::of_bit(integer::sub(&of.d, n).1));
    for (prime, exponent) in [(&of.p, &of.dp), (&of.q, &of.dq)] {
        let less = less_one(prime);
        let part = integer::remainder(&of.d, &less);
        let unit = integer::remainder(&times::<H, F>(e, exponent), &less);
        good = good.and(integer::equal(&part, exponent));
        good = good.and(integer::equal(&unit, &one()));
    }
    let p = Modulus::new(&of.p, bits[0]);
    good = good.and(p.is_above(&of.qinv));
    good.and(integer::equal(&p.mul(&p.encode(&of.q), &of.qinv), &one()))
}

/// Returns whether `p` and `q` differ in one of their first 100 bits. FIPS 186-5, section A.1.3,
/// step 5.4. `bits` are those of `n`.
pub(crate) fn far_apart<const H: usize>(p: &[u64; H], q: &[u64; H], bits: usize) -> WordMask {
    let (difference, negative) = integer::sub(p, q);
    let (other, _) = integer::sub(q, p);
    let difference = integer::select(WordMask::of_bit(negative), &other, &difference);
    let least = (bits / 2).saturating_sub(100) as u64;
    // Above 2^least exactly if longer than that, but for 2^least itself.
    WordMask::of_bit(least.wrapping_sub(integer::bits(&difference)) >> 63)
}

/// The highest power of 2 in `m - 1`, as an exponent, that tests look at: a number with a higher
/// one is called composite.
pub(crate) const MAX_TWOS: u64 = 63;

/// Two odd numbers above 1, and what powers modulo them need.
#[derive(Clone, Copy)]
pub(crate) struct Pair<const H: usize, const R: usize> {
    moduli: [Modulus<H>; 2],
    rows: RowModuli<R>,
}

impl<const H: usize, const R: usize> Zeroize for Pair<H, R> {
    fn zeroize(&mut self) {
        self.moduli.zeroize();
        self.rows.zeroize();
    }
}

impl<const H: usize, const R: usize> Pair<H, R> {
    /// Takes both numbers and their bit lengths, which are public.
    pub(crate) fn new(numbers: [&[u64; H]; 2], bits: [usize; 2]) -> Self {
        let moduli = [0, 1].map(|i| Modulus::new(numbers[i], bits[i]));
        Self { moduli, rows: RowModuli::new(moduli.each_ref()) }
    }

    /// Both numbers, each with what products need.
    pub(crate) fn moduli(&self) -> &[Modulus<H>; 2] {
        &self.moduli
    }
}

/// How many numbers are tested at a time: one for each lane, or one alone.
pub(crate) fn together() -> usize {
    match batch_machine() {
        Batches::OneByOne => 1,
        _ => LANES,
    }
}

/// A round of Miller and Rabin's test, FIPS 186-5, section B.3.1: a number of a pair, and a base,
/// which is any number that the words hold.
#[derive(Clone, Copy)]
pub(crate) struct Round<'a, const H: usize, const R: usize> {
    pub(crate) of: &'a Pair<H, R>,
    pub(crate) which: usize,
    pub(crate) base: &'a [u64; H],
}

impl<const H: usize, const R: usize> Round<'_, H, R> {
    fn modulus(&self) -> &Modulus<H> {
        &self.of.moduli[self.which]
    }
}

/// Returns whether each number is a probable prime to its base, for at most eight rounds, one at
/// least: all at once where there are lanes. What is left over says no.
///
/// Constant-time in the numbers: the power of 2 in `m - 1` may be anything up to `2^most_twos`,
/// itself at most [`MAX_TWOS`].
pub(crate) fn pass<const H: usize, const R: usize>(
    rounds: &[Round<'_, H, R>],
    most_twos: u64,
) -> [WordMask; LANES] {
    let parts: [_; LANES] =
        array::from_fn(|i| rounds.get(i).map(|round| odd_part(round.modulus())));
    let exponents = parts.map(|part| part.map_or([0; H], |(odd, _)| odd));
    let powers = match batch_machine() {
        Batches::OneByOne => array::from_fn(|i| match rounds.get(i) {
            Some(round) => {
                let m = round.modulus();
                m.decode(&m.pow(&m.encode(round.base), &exponents[i], m.bits()))
            }
            None => [0; H],
        }),
        Batches::Soft8(machine) => powers(machine, rounds, &exponents),
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(machine) => powers(machine, rounds, &exponents),
    };
    array::from_fn(|i| match (rounds.get(i), parts[i]) {
        (Some(round), Some((_, twos))) => ends_in_one(round.modulus(), &powers[i], twos, most_twos),
        _ => WordMask::splat(false),
    })
}

/// Returns the power of each base, a lane each, and overwrites the stack that it took.
fn powers<V: Vector, const H: usize, const R: usize>(
    machine: Lanes8<V>,
    rounds: &[Round<'_, H, R>],
    exponents: &[[u64; H]; LANES],
) -> [[u64; H]; LANES] {
    let out = powers_in_lanes(machine, rounds, exponents);
    wipe_stack(stack_frames(R));
    out
}

#[inline(never)]
fn powers_in_lanes<V: Vector, const H: usize, const R: usize>(
    machine: Lanes8<V>,
    rounds: &[Round<'_, H, R>],
    exponents: &[[u64; H]; LANES],
) -> [[u64; H]; LANES] {
    let of: [_; LANES] = array::from_fn(|i| rounds.get(i).unwrap_or(&rounds[0]));
    let lanes = LaneModuli::<R, PAIRS>::new(of.map(|round| (&round.of.rows, round.which)));
    let bases = lanes.encode(machine, &lanes.place(of.map(|round| round.base)));
    let bits = of.iter().map(|round| round.modulus().bits()).max().unwrap_or(0);
    let exponents = exponents.each_ref().map(|exponent| &exponent[..]);
    let powers = lanes.decode(machine, &lanes.pow(machine, &bases, exponents, bits));
    machine.clear();
    array::from_fn(|i| lanes.take(&powers, i, of[i].modulus()))
}

/// Returns `m - 1` without its power of 2, and the exponent of that; both are of no meaning if
/// it is 64 or more.
fn odd_part<const H: usize>(m: &Modulus<H>) -> ([u64; H], u64) {
    let less = less_one(m.words());
    let low = less[0];
    // A lone bit, so that its place is the length of the number less one.
    let twos = integer::bits(&[low & low.wrapping_neg()]).wrapping_sub(1);
    (integer::shift_right(&less, twos), twos)
}

/// Returns whether a plain number is 1, or -1 after less than `twos` squarings.
fn ends_in_one<const H: usize>(
    m: &Modulus<H>,
    number: &[u64; H],
    twos: u64,
    most_twos: u64,
) -> WordMask {
    let minus_one = m.sub(&[0; H], m.one());
    let mut power = m.encode(number);
    let mut good = integer::equal(&power, m.one()).or(integer::equal(&power, &minus_one));
    for done in 1..most_twos {
        power = m.sqr(&power);
        let counts = WordMask::of_bit(done.wrapping_sub(twos) >> 63);
        good = good.or(counts.and(integer::equal(&power, &minus_one)));
    }
    // Without a low bit in the first word of `m - 1` the exponent is no count.
    good.and(WordMask::of_zero(m.words()[0] ^ 1).not())
}

/// Returns `x - 1`.
pub(crate) fn less_one<const H: usize>(x: &[u64; H]) -> [u64; H] {
    integer::sub(x, &one()).0
}

fn one<const H: usize>() -> [u64; H] {
    core::array::from_fn(|i| u64::from(i == 0))
}

/// Returns `factor x`.
fn times<const H: usize, const F: usize>(factor: u64, x: &[u64; H]) -> [u64; F] {
    joined(&integer::mul(x, &core::array::from_fn(|i| if i == 0 { factor } else { 0 })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend;
    use std::vec::Vec;

    const H: usize = 16;

    /// Like [`pass`] for one round, in words.
    fn passes(m: &Modulus<H>, base: &[u64; H]) -> WordMask {
        let (odd, twos) = odd_part(m);
        ends_in_one(m, &m.decode(&m.pow(&m.encode(base), &odd, m.bits())), twos, MAX_TWOS)
    }

    fn number(low: u64, high: u64) -> [u64; H] {
        array::from_fn(|i| match i {
            0 => low,
            15 => high,
            _ => low.wrapping_mul(0x9e37_79b9_7f4a_7c15 + 2 * i as u64) & high,
        })
    }

    fn bits(x: &[u64; H]) -> usize {
        integer::bits(x) as usize
    }

    /// Goal: a round says the same on every machine, and of small numbers the truth. Method: small
    /// odd numbers, among them Carmichael's, and long ones, in groups of each size; bases of any
    /// length. The reference are words, number by number.
    #[test]
    fn rounds_agree() {
        let _alone = backend::FORCED.write();
        let small = (3..200).step_by(2).chain([561, 1105, 1729, 2047, 65537, 3_215_031_751]);
        let small: Vec<u64> = small.collect();
        let long = (0..30).map(|i| number(2 * i + 1, u64::MAX >> (i % 3)));
        let all: Vec<_> = small.iter().map(|x| number(*x, 0)).chain(long).collect();
        let pairs: Vec<Pair<H, 5>> = all
            .chunks_exact(2)
            .map(|two| Pair::new([&two[0], &two[1]], [0, 1].map(|i| bits(&two[i]))))
            .collect();
        let bases: Vec<_> = (0..all.len() as u64).map(|i| number(i + 2, i << 58 | i)).collect();
        let rounds: Vec<_> = (0..2 * pairs.len())
            .map(|i| Round { of: &pairs[i / 2], which: i % 2, base: &bases[i] })
            .collect();
        for name in backend::lane_names().chain(backend::names()) {
            backend::force(name).expect("it is available");
            for (size, first) in (1..=LANES).cycle().zip(0..rounds.len() - LANES) {
                let group = &rounds[first..first + size];
                let said = pass(group, MAX_TWOS);
                for (i, said) in said.into_iter().enumerate() {
                    let expected = group
                        .get(i)
                        .is_some_and(|round| passes(round.modulus(), round.base).to_bool_vartime());
                    assert_eq!(said.to_bool_vartime(), expected, "{name}, {i} from {first}");
                    let Some(&x) = small.get(first + i).filter(|_| i < size) else { continue };
                    let is_prime = (2..x).take_while(|d| d * d <= x).all(|d| x % d != 0);
                    // A base that is 0 modulo the number tells nothing.
                    let base = integer::remainder(&bases[first + i], &number(x, 0));
                    if is_prime && base != [0; H] {
                        assert!(expected, "{x} is prime");
                    }
                }
            }
        }
        for (name, lanes) in [("portable", 1), ("soft8", LANES)] {
            backend::force(name).expect("it is available");
            assert_eq!(together(), lanes);
        }
        let best = backend::lane_names().next().expect("there is one");
        backend::force(best).expect("it is available");
    }
}
