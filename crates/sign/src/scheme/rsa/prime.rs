//! Whether the numbers of a private key are right: sums, inverses, and primes.

use super::{Numbers, joined};
use sealane_arith::ct::{Mask, WordMask};
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

/// Returns whether an odd number above 1 is a probable prime to the base of which `base` is the
/// element: Miller and Rabin's test. FIPS 186-5, section B.3.1.
///
/// Constant-time in the number: the power of 2 in `m - 1` may be anything up to 2^63.
pub(crate) fn passes<const H: usize>(m: &Modulus<H>, base: &[u64; H]) -> WordMask {
    let less = less_one(m.words());
    let low = less[0];
    // A lone bit, so that its place is the length of the number less one.
    let twos = integer::bits(&[low & low.wrapping_neg()]).wrapping_sub(1);
    let odd = integer::shift_right(&less, twos);
    let minus_one = m.sub(&[0; H], m.one());
    let mut power = m.pow(base, &odd, m.bits());
    let mut good = integer::equal(&power, m.one()).or(integer::equal(&power, &minus_one));
    for done in 1..MOST_SQUARINGS {
        power = m.sqr(&power);
        let counts = WordMask::of_bit(done.wrapping_sub(twos) >> 63);
        good = good.or(counts.and(integer::equal(&power, &minus_one)));
    }
    good.and(WordMask::of_zero(low).not())
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
