//! What domain parameters must be, and how fresh ones are made. FIPS 186-4, sections 4.1 and 4.2,
//! appendices A.1.1.2, A.2.1 and A.2.2.

use super::{Group, LENGTHS, Scalar, WORDS, bits_vartime, group, unit};
use crate::error::{DecodeError, SignError};
use crate::hash::{Digest, Hash};
use crate::nonce::fill_random;
use crate::number::primality::is_prime_vartime;
use crate::number::size::{Task, with};
use alloc::sync::Arc;
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::modulus::{Modulus, integer};

/// Takes big-endian domain parameters: `p` and `q` probable primes of lengths that belong together,
/// `q` a factor of `p - 1`, and `g` of order `q`.
///
/// Errors: `KeyDsaLengths`, `KeyDsaParameters`. Variable-time: all is public.
pub(crate) fn check_vartime(p: &[u8], q: &[u8], g: &[u8]) -> Result<Arc<dyn Group>, DecodeError> {
    let group = unproven_vartime(p, q, g)?;
    let good = is_prime_vartime(group.q(), group.q())
        && group.p_is_good_vartime()
        && group.is_member_vartime(g);
    if good { Ok(group) } else { Err(DecodeError::KeyDsaParameters) }
}

/// Takes big-endian domain parameters that were found good before: `p` and `q` odd, of lengths that
/// belong together, and `g` below `p`. No more than that is looked at.
///
/// Errors: `KeyDsaLengths`, `KeyDsaParameters`. Variable-time: all is public.
pub(crate) fn unproven_vartime(
    p: &[u8],
    q: &[u8],
    g: &[u8],
) -> Result<Arc<dyn Group>, DecodeError> {
    let lengths = [bits_vartime(p), bits_vartime(q)];
    if !LENGTHS.contains(&lengths) {
        let [p, q] = lengths;
        return Err(DecodeError::KeyDsaLengths { p, q });
    }
    // An even modulus has no products.
    if [p, q].iter().any(|number| number.last().is_none_or(|byte| byte % 2 == 0)) {
        return Err(DecodeError::KeyDsaParameters);
    }
    let group = group(p, q, g).ok_or(DecodeError::KeyDsaParameters)?;
    let [p, _, g] = group.numbers();
    if g < p { Ok(group) } else { Err(DecodeError::KeyDsaParameters) }
}

/// Makes domain parameters from a random seed, which is not kept. Appendices A.1.1.2, with SHA-256
/// and a seed of 256 bits, and A.2.1.
///
/// Errors: `Unsupported` for other lengths than those that sign; `Random`. Variable-time: all is
/// public.
pub(crate) fn generate_vartime(bits: usize, order: usize) -> Result<Arc<dyn Group>, SignError> {
    if bits < 2048 || !LENGTHS.contains(&[bits, order]) {
        return Err(SignError::Unsupported);
    }
    loop {
        let mut seed = [0; 32];
        fill_random(&mut seed)?;
        let q = order_of_seed(&seed, order);
        let modulus = Modulus::new(&q, order);
        if !is_prime_vartime(&modulus, &modulus) {
            continue;
        }
        let search = Search { seed: bytes::from_be_bytes(&seed), q: &q, bits };
        if let Some(found) = with(search, bits, 0).flatten() {
            return Ok(found);
        }
    }
}

/// Returns the candidate for `q` that a seed stands for. Steps 6 and 7.
fn order_of_seed(seed: &[u8; 32], bits: usize) -> Scalar {
    let mut q: Scalar = bytes::from_be_bytes(Digest::of(Hash::Sha256, seed).as_bytes());
    let top = bits - 1;
    for (i, word) in q.iter_mut().enumerate() {
        let kept = top.saturating_sub(64 * i);
        *word &= if kept >= 64 { u64::MAX } else { (1 << kept) - 1 };
    }
    q[top / 64] |= 1 << (top % 64);
    q[0] |= 1;
    q
}

/// The search for `p`.
struct Search<'a> {
    seed: Scalar,
    q: &'a Scalar,
    bits: usize,
}

impl Task for Search<'_> {
    type Output = Option<Arc<dyn Group>>;

    fn run<const H: usize, const F: usize, const R: usize>(mut self) -> Self::Output {
        let q = self.q;
        let mut twice = [0; WORDS + 1];
        for (i, word) in twice.iter_mut().enumerate() {
            let at = |k: usize| q.get(k).copied().unwrap_or(0);
            *word = at(i) << 1 | if i == 0 { 0 } else { at(i - 1) >> 63 };
        }
        let small: Vec<u64> = (3..1 << 12).step_by(2).filter(|x| is_small_prime(*x)).collect();
        for _ in 0..4 * self.bits {
            let x: [u64; F] = self.next();
            let rest = integer::remainder(&x, &twice);
            let mut wide = [0; F];
            wide[..=WORDS].copy_from_slice(&rest);
            let p = integer::add(&integer::sub(&x, &wide).0, &unit()).0;
            let sieved = integer::bits_vartime(&p) == self.bits
                && small.iter().all(|prime| rest_of(&p, *prime) != 0);
            if sieved && let Some(group) = group_of(&p, q) {
                return Some(group);
            }
        }
        None
    }
}

impl Search<'_> {
    /// Returns the next number of the search, of all bits. Step 11.
    fn next<const F: usize>(&mut self) -> [u64; F] {
        let mut x = [0; F];
        for words in x[..self.bits / 64].chunks_mut(WORDS) {
            self.seed = integer::add(&self.seed, &unit()).0;
            let mut seed = [0; 32];
            bytes::to_be_bytes(&self.seed, &mut seed);
            let part: Scalar = bytes::from_be_bytes(Digest::of(Hash::Sha256, &seed).as_bytes());
            words.copy_from_slice(&part);
        }
        x[self.bits / 64 - 1] |= 1 << 63;
        x
    }
}

fn is_small_prime(x: u64) -> bool {
    (3..).step_by(2).take_while(|y| y * y <= x).all(|y| !x.is_multiple_of(y))
}

/// Returns a number modulo one of at most 32 bits.
fn rest_of<const F: usize>(number: &[u64; F], divisor: u64) -> u64 {
    number.iter().rev().fold(0, |rest, word| {
        let high = (rest << 32 | word >> 32) % divisor;
        (high << 32 | word & 0xffff_ffff) % divisor
    })
}

/// Returns the group of `p` and `q`, with the generator of the smallest number that has one, if `p`
/// passes for a prime. Appendix A.2.1.
fn group_of<const F: usize>(p: &[u64; F], q: &Scalar) -> Option<Arc<dyn Group>> {
    let to_bytes = |x: &[u64; F]| {
        let mut out = alloc::vec![0; 8 * F];
        bytes::to_be_bytes(x, &mut out);
        out
    };
    let mut order = [0; 8 * WORDS];
    bytes::to_be_bytes(q, &mut order);
    let group_with = |g: &[u64; F]| group(&to_bytes(p), &order, &to_bytes(g));
    group_with(&unit()).filter(|group| group.p_is_good_vartime())?;
    // The exact quotient, which low words tell.
    let mut wide = [0; F];
    wide[..WORDS].copy_from_slice(q);
    let less = integer::sub(p, &unit()).0;
    let exponent = integer::mul_low(&less, &integer::invert_low(&wide));
    let m = Modulus::new(p, integer::bits_vartime(p));
    let powers = (2..).map(|h| {
        let mut base = [0; F];
        base[0] = h;
        m.decode(&m.pow_vartime(&m.encode(&base), &exponent))
    });
    group_with(&powers.into_iter().find(|g| *g != unit())?)
}
