//! Whether a number from outside is a prime: Baillie and Wagstaff's two tests together ("Lucas
//! pseudoprimes", 1980), and rounds of Miller and Rabin's with bases that nobody could foresee.
//!
//! Rounds alone can be deceived: of `(2k + 1)(4k + 1)`, with both factors primes, one round lets
//! a fourth through, whatever their length ("Prime and Prejudice", Albrecht and others, 2018). No
//! composite is known that passes a round to the base 2 and Lucas's test, and none below 2^64 does.

use crate::backend::{Batches, enter_batch_machine};
use crate::hash::{Digest, Hash};
use crate::number::products::{InRows, Products};
use crate::random::fill_words;
use core::array;
use sealane_arith::bytes::from_be_bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::modulus::rows::RowModuli;
use sealane_arith::modulus::{Modulus, integer};

/// How many random bases a number from outside has a round with, besides the base 2 and Lucas's
/// test.
const ROUNDS: usize = 8;

/// Returns whether an odd number passes for a prime: it has no small factor, a round to the base 2
/// and Lucas's test say so, and [`ROUNDS`] to random bases. Variable-time: the number is public.
///
/// `products` are those modulo `m`, in any form.
pub(crate) fn is_prime_vartime<const L: usize>(
    products: &impl Products<L>,
    m: &Modulus<L>,
) -> bool {
    let x = m.words();
    if m.bits() <= DIVIDED_BITS {
        let mut small = SMALL_PRIMES.iter().take_while(|prime| *prime * *prime <= x[0]);
        return x[0] > 1 && small.all(|prime| !x[0].is_multiple_of(*prime));
    }
    SMALL_PRIMES.iter().all(|prime| remainder(x, *prime) != 0)
        && round_vartime(products, x, &number(2))
        && lucas_vartime(m).to_bool_vartime()
        && (0..ROUNDS).all(|round| round_vartime(products, x, &uniform_base(m, &unforeseen(round))))
}

/// Like [`is_prime_vartime`], on the best machine there is for the rows of `m`.
pub(crate) fn is_prime_in_rows_vartime<const L: usize, const R: usize>(
    m: &Modulus<L>,
    rows: &RowModuli<R>,
) -> bool {
    match enter_batch_machine() {
        Batches::OneByOne => is_prime_vartime(m, m),
        Batches::Soft8(machine) => is_prime_vartime(&InRows { machine, rows, p: m }, m),
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(machine) => is_prime_vartime(&InRows { machine, rows, p: m }, m),
    }
}

/// Returns whether `p`, an odd number above 1, is a probable prime to a base: a round of Miller and
/// Rabin's test. FIPS 186-5, section B.3.1. Variable-time: both are public.
fn round_vartime<const L: usize>(
    products: &impl Products<L>,
    p: &[u64; L],
    base: &[u64; L],
) -> bool {
    let less = integer::sub(p, &number(1)).0;
    let twos = trailing_zeros_vartime(&less);
    let odd = integer::shift_right(&less, twos);
    let mut power = products.pow(&products.encode(base), &odd, integer::bits_vartime(&odd));
    let mut plain = products.decode(&power);
    let mut left = twos;
    while plain != less && plain != number(1) && left > 1 {
        power = products.mul(&power, &power);
        plain = products.decode(&power);
        left -= 1;
    }
    // 1 after a squaring had another root than -1.
    plain == less || plain == number(1) && left == twos
}

/// Returns a base for a round from random words: below `m`, and any such number as likely as
/// another, but for a bias of `2^(bits - 128 L)`. Constant-time in `m`.
pub(crate) fn uniform_base<const L: usize>(m: &Modulus<L>, random: &[[u64; L]; 2]) -> [u64; L] {
    m.decode(&m.encode_wide(&random[0], &random[1]))
}

/// Returns random words for the base of a round: whoever made the number must not know them.
///
/// Without random bytes they come from a hash: then Lucas's test must find what was made to
/// deceive.
pub(crate) fn unforeseen<const L: usize>(round: usize) -> [[u64; L]; 2] {
    drawn_or_hashed(round, fill_words)
}

fn drawn_or_hashed<const L: usize, E>(
    round: usize,
    draw: impl FnOnce(&mut [u64]) -> Result<(), E>,
) -> [[u64; L]; 2] {
    let mut words = [[0; L]; 2];
    if draw(words.as_flattened_mut()).is_err() {
        fill_by_hash(round, words.as_flattened_mut());
    }
    words
}

/// Fills words with those of hashes, which are others for each round.
fn fill_by_hash(round: usize, words: &mut [u64]) {
    for (i, chunk) in words.chunks_mut(8).enumerate() {
        let digest = Digest::of(Hash::Sha512, &[round as u8, i as u8]);
        for (word, bytes) in chunk.iter_mut().zip(digest.as_bytes().chunks_exact(8)) {
            *word = from_be_bytes::<[u64; 1]>(bytes)[0];
        }
    }
}

/// How many twos `m + 1` may have in the constant-time test: a number with more is called
/// composite, as one of 2^63 primes is.
const MAX_TWOS: u64 = 63;

/// Returns whether an odd number of more than 20 bits is a strong probable prime of Lucas, with
/// Selfridge's parameters, and has no factor below 1024. Constant-time in the number.
///
/// A square passes for none; one prime in 2^160 or so is called composite for want of parameters.
pub(crate) fn lucas<const L: usize>(m: &Modulus<L>) -> WordMask {
    let low = m.words()[0].wrapping_add(1);
    // A lone bit, so that its place is the length of the number less one.
    let twos = integer::bits(&[low & low.wrapping_neg()]).wrapping_sub(1);
    // Without a low bit in the first word the exponent is no count.
    lucas_with(m, twos, MAX_TWOS).and(WordMask::of_zero(low).not())
}

/// Like [`lucas`], for a public number: `m + 1` may have any power of 2.
fn lucas_vartime<const L: usize>(m: &Modulus<L>) -> WordMask {
    let twos = trailing_zeros_vartime(&integer::add(m.words(), &number(1)).0);
    lucas_with(m, twos, twos)
}

/// Does [`lucas`] for `m + 1` with so many twos, at most `most_twos`, which is public.
///
/// With `P = 1` and `Q = (1 - D)/4`, the test asks whether `U_d` is 0, or `V_{2^r d}` for an `r`
/// below `s`, where `m + 1 = 2^s d`. As `V_{2j}(P, Q) = Q^j V_j(P', 1)` for `P' = P^2/Q - 2`
/// (Crandall and Pomerance, "Prime Numbers", section 3.6.3), the same is told by `V(P', 1)`: `U_d`
/// is 0 where `V_d` is 2, `V_d` where it is -2, and the others where it is 0 one index before. So
/// there are two products a bit, and no powers of `Q`. A number that has a square for a factor may
/// pass where the test itself says no; one to the base 2 finds it.
fn lucas_with<const L: usize>(m: &Modulus<L>, twos: u64, most_twos: u64) -> WordMask {
    let d = integer::shift_right(&integer::add(m.words(), &number(1)).0, twos);
    let (parameters, found) = selfridge(m.words());
    let two = m.add(m.one(), m.one());
    let minus_two = m.sub(&[0; L], &two);
    let inverse = m.encode(&m.invert(&number(parameters.magnitude)).0);
    let inverse = integer::select(parameters.negative, &m.sub(&[0; L], &inverse), &inverse);
    let p = m.sub(&inverse, &two);
    // V_k and V_{k + 1}, by Montgomery's ladder.
    let (mut v, mut next) = (two, p);
    for i in (0..m.bits()).rev() {
        let bit = WordMask::of_bit(d[i / 64] >> (i % 64) & 1);
        let odd = m.sub(&m.mul(&v, &next), &p);
        let even = m.sub(&m.sqr(&integer::select(bit, &next, &v)), &two);
        (v, next) = (integer::select(bit, &odd, &even), integer::select(bit, &even, &odd));
    }
    let mut good = integer::equal(&v, &two).or(integer::equal(&v, &minus_two));
    for done in 1..most_twos {
        let counts = WordMask::of_bit(done.wrapping_sub(twos) >> 63);
        good = good.or(counts.and(integer::equal(&v, &[0; L])));
        v = m.sub(&m.sqr(&v), &two);
    }
    good.and(found)
}

/// A number `Q` as its absolute value and its sign.
struct Parameters {
    magnitude: u64,
    negative: WordMask,
}

/// Returns `Q = (1 - D)/4` for the first `D` of 5, -7, 9, -11 and so on whose Jacobi symbol by `x`
/// is -1, and whether there is one below 1024 and no prime below divides `x`. Constant-time.
fn selfridge<const L: usize>(x: &[u64; L]) -> (Parameters, WordMask) {
    let mut no_factor = WordMask::splat(true);
    // Whether x is no square modulo the prime.
    let symbols: [WordMask; SMALL_PRIMES.len()] = array::from_fn(|i| {
        let rest = remainder(x, SMALL_PRIMES[i]);
        no_factor = no_factor.and(WordMask::of_zero(rest).not());
        is_no_square(rest, SMALL_PRIMES[i])
    });
    let (mut magnitude, mut negative) = (1, WordMask::splat(true));
    let mut found = WordMask::splat(false);
    for size in (5..SMALL_LIMIT).step_by(2) {
        // D is 1 modulo 4, so by reciprocity its symbol is that of x modulo its size: a product
        // over the prime factors of that, which are public.
        let mut symbol = WordMask::splat(false);
        let mut rest = size;
        for (prime, of_prime) in SMALL_PRIMES.iter().zip(symbols) {
            while rest.is_multiple_of(*prime) {
                rest /= prime;
                symbol = symbol.xor(of_prime);
            }
        }
        let first = symbol.and(found.not());
        let above = size % 4 == 1;
        magnitude = first.choose(if above { size / 4 } else { size / 4 + 1 }, magnitude);
        negative = negative.and(first.not()).or(WordMask::splat(above).and(first));
        found = found.or(first);
    }
    (Parameters { magnitude, negative }, found.and(no_factor))
}

/// Returns whether a number below a small prime is no square modulo it, by Euler's criterion.
/// Constant-time in the number.
fn is_no_square(x: u64, prime: u64) -> WordMask {
    let exponent = prime / 2;
    let mut power = 1;
    for bit in (0..64 - exponent.leading_zeros()).rev() {
        power = remainder(&[power * power], prime);
        if exponent >> bit & 1 == 1 {
            power = remainder(&[power * x], prime);
        }
    }
    WordMask::of_zero(power ^ (prime - 1))
}

/// Where the small primes end.
const SMALL_LIMIT: u64 = 1024;
/// Numbers of so many bits are primes if no small prime divides them.
const DIVIDED_BITS: usize = 20;

/// The odd primes below 1024.
pub(crate) const SMALL_PRIMES: [u64; 171] = {
    let (mut all, mut count, mut x) = ([0; 171], 0, 3);
    while count < all.len() {
        let mut i = 0;
        while i < count && x % all[i] != 0 {
            i += 1;
        }
        if i == count {
            all[count] = x;
            count += 1;
        }
        x += 2;
    }
    assert!(all[170] == 1021);
    all
};

/// Returns a number modulo a public one of at most 31 bits, without a division: by multiples of its
/// reciprocal. Constant-time.
pub(crate) fn remainder(words: &[u64], divisor: u64) -> u64 {
    let reciprocal = u64::MAX / divisor;
    let mut rest = 0;
    for word in words.iter().rev() {
        for half in [word >> 32, word & 0xffff_ffff] {
            let x = rest << 32 | half;
            let quotient = ((u128::from(x) * u128::from(reciprocal)) >> 64) as u64;
            rest = x - quotient * divisor;
            let (less, borrow) = integer::sub(&[rest], &[divisor]);
            rest = WordMask::of_bit(borrow).choose(rest, less[0]);
        }
    }
    rest
}

/// How many zeros a number ends in; 0 for 0. Variable-time.
fn trailing_zeros_vartime<const L: usize>(x: &[u64; L]) -> u64 {
    let first = x.iter().position(|word| *word != 0);
    first.map_or(0, |i| 64 * i as u64 + u64::from(x[i].trailing_zeros()))
}

/// A small number as an integer of `L` words.
pub(crate) fn number<const L: usize>(low: u64) -> [u64; L] {
    array::from_fn(|i| if i == 0 { low } else { 0 })
}

#[cfg(test)]
mod tests;
