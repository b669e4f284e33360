//! Whether the numbers of a private key are right: sums, inverses, and primes.

use super::{Numbers, joined};
use crate::backend::{Batches, batch_machine};
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::Machine;
use sealane_arith::lanes::Vector;
use sealane_arith::machine::InLanes;
use sealane_arith::modulus::rows::RowModuli;
use sealane_arith::modulus::{Modulus, integer};

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

/// How many squarings a number is tested with: a number with more is called composite.
const MOST_SQUARINGS: u64 = 63;

/// Two odd numbers above 1, whose powers are computed at once where there are rows.
#[derive(Clone, Copy)]
pub(crate) struct Pair<const H: usize, const R: usize> {
    moduli: [Modulus<H>; 2],
    rows: RowModuli<R>,
}

impl<const H: usize, const R: usize> Pair<H, R> {
    /// Takes both numbers and their bit lengths, which are public.
    pub(crate) fn new(numbers: [&[u64; H]; 2], bits: [usize; 2]) -> Self {
        let moduli = [0, 1].map(|i| Modulus::new(numbers[i], bits[i]));
        Self { moduli, rows: RowModuli::new(moduli.each_ref()) }
    }

    /// Returns `base^exponent` modulo each number, plain. Constant-time.
    pub(crate) fn powers(&self, bases: &[[u64; H]; 2], exponents: &[[u64; H]; 2]) -> [[u64; H]; 2] {
        match batch_machine() {
            Batches::OneByOne => core::array::from_fn(|i| {
                let m = &self.moduli[i];
                m.decode(&m.pow(&m.encode(&bases[i]), &exponents[i], m.bits()))
            }),
            Batches::Soft8(machine) => self.powers_in_rows(machine, bases, exponents),
            #[cfg(target_arch = "x86_64")]
            Batches::Eight(machine) => self.powers_in_rows(machine, bases, exponents),
        }
    }

    fn powers_in_rows<V: Vector>(
        &self,
        machine: InLanes<V>,
        bases: &[[u64; H]; 2],
        exponents: &[[u64; H]; 2],
    ) -> [[u64; H]; 2] {
        let (rows, moduli) = (&self.rows, &self.moduli);
        let bases = rows.encode(machine, &rows.place(bases.each_ref()));
        let exponents = exponents.each_ref().map(|exponent| &exponent[..]);
        let bits = moduli[0].bits().max(moduli[1].bits());
        let powers = rows.decode(machine, &rows.pow(machine, &bases, exponents, bits));
        machine.clear();
        core::array::from_fn(|i| rows.take(&powers, i, &moduli[i]))
    }

    /// Returns whether each is a probable prime to a base: Miller and Rabin's test. FIPS 186-5,
    /// section B.3.1. Bases are any numbers that the words hold.
    ///
    /// Constant-time in the numbers: the power of 2 in `m - 1` may be anything up to 2^63.
    pub(crate) fn pass(&self, bases: &[[u64; H]; 2]) -> [WordMask; 2] {
        let parts = self.moduli.each_ref().map(odd_part);
        let powers = self.powers(bases, &parts.map(|(odd, _)| odd));
        [0, 1].map(|i| ends_in_one(&self.moduli[i], &powers[i], parts[i].1))
    }
}

/// Returns whether an odd number above 1 is a probable prime to a base, as [`Pair::pass`] does for
/// two, in words.
pub(crate) fn passes<const H: usize>(m: &Modulus<H>, base: &[u64; H]) -> WordMask {
    let (odd, twos) = odd_part(m);
    ends_in_one(m, &m.decode(&m.pow(&m.encode(base), &odd, m.bits())), twos)
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
fn ends_in_one<const H: usize>(m: &Modulus<H>, number: &[u64; H], twos: u64) -> WordMask {
    let minus_one = m.sub(&[0; H], m.one());
    let mut power = m.encode(number);
    let mut good = integer::equal(&power, m.one()).or(integer::equal(&power, &minus_one));
    for done in 1..MOST_SQUARINGS {
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
