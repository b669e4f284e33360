//! What a private key from outside must be.

use super::{Lengths, Permitted, PrivateKey, PublicKey, check_public};
use crate::error::DecodeError;
use crate::number::primality::{lucas, number, unforeseen, uniform_base};
use crate::number::size::{Task, with};
use crate::rsa::documents::PrivateNumbers;
use crate::rsa::primitive::prime::{MAX_TWOS, Pair, Round, consistent, far_apart, less_one, pass};
use crate::rsa::primitive::{Numbers, Primes, Private, Public};
use alloc::sync::Arc;
use core::array;
use core::ops::RangeInclusive;
use sealane_arith::bytes::from_be_bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::lanes::LANES;
use sealane_arith::modulus::integer;
use sealane_arith::secret::Secret;

/// How many rounds of Miller and Rabin's test each prime has, the first one to the base 2: groups
/// of [`LANES`] for both.
const ROUNDS: usize = 12;

/// Takes the numbers of a document.
pub(super) fn private(
    numbers: &PrivateNumbers<'_>,
    lengths: Lengths,
) -> Result<PrivateKey, DecodeError> {
    let [n, e, d, p, q, dp, dq, qinv] = *numbers;
    import(&[n, e, d, p, q, qinv], Some([dp, dq]), lengths)
}

/// Takes `n`, `e`, `d`, `p`, `q` and `qinv`, and of documents that have them both exponents.
pub(super) fn import(
    numbers: &[&[u8]; 6],
    exponents: Option<[&[u8]; 2]>,
    lengths: Lengths,
) -> Result<PrivateKey, DecodeError> {
    let [n, e, d, p, q, _] = *numbers;
    let (bits, e) = check_public(&[n, e], lengths)?;
    if d.len() > n.len() || p.len() + q.len() > n.len() + 1 {
        return Err(DecodeError::KeyRsaInconsistent);
    }
    if is_roca_vartime(n) {
        return Err(DecodeError::KeyRsaWeak);
    }
    let prime_bits = 8 * p.len().max(q.len());
    // Primes longer than half of the modulus take more room than it does.
    let make = Make { numbers, exponents, bits, e };
    with(make, bits, prime_bits).ok_or(DecodeError::KeyRsaInconsistent)?
}

struct Make<'a> {
    numbers: &'a [&'a [u8]; 6],
    exponents: Option<[&'a [u8]; 2]>,
    bits: usize,
    e: u64,
}

impl Task for Make<'_> {
    type Output = Result<PrivateKey, DecodeError>;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output {
        let [n, _, d, p, q, qinv] = *self.numbers;
        let [dp, dq] = self.exponents.unwrap_or_default();
        let half = |bytes: &[u8]| Secret::new(integer::from_be_bytes::<H>(bytes).0);
        let too_long = |bytes: &[u8]| bytes.len() > 8 * H;
        if [p, q, dp, dq, qinv].into_iter().any(too_long) {
            return Err(DecodeError::KeyRsaInconsistent);
        }
        let n: [u64; F] = from_be_bytes(n);
        let d: Secret<[u64; F]> = Secret::new(from_be_bytes(d));
        let own = Secret::join(&[half(p), half(q), half(dp), half(dq), half(qinv)]);
        let own = own.zip(&d, |[p, q, dp, dq, qinv], d| {
            let (p, q, mut dp, mut dq, qinv) = (*p, *q, *dp, *dq, *qinv);
            if self.exponents.is_none() {
                [dp, dq] = [p, q].map(|prime| integer::remainder(d, &less_one(&prime)));
            }
            Numbers { d: *d, p, q, dp, dq, qinv }
        });
        let lengths = own.map(|own| [integer::bits(&own.p), integer::bits(&own.q)]);
        let lengths = lengths.reveal("the lengths of the primes are public, as is that of n");
        let lengths = lengths.map(|bits| bits as usize);
        if lengths.contains(&0) || lengths.iter().sum::<usize>() > self.bits + 1 {
            return Err(DecodeError::KeyRsaInconsistent);
        }
        let good = own.map(|own| consistent(&n, self.e, own, lengths).to_bits());
        if good.reveal("whether a key's numbers belong together: refused if not") != 1 {
            return Err(DecodeError::KeyRsaInconsistent);
        }
        if !lengths.iter().all(|bits| halves_of(self.bits).contains(bits)) {
            return Err(DecodeError::KeyRsaWeak);
        }
        let good = own.map(|own| {
            let apart = far_apart(&own.p, &own.q, self.bits);
            apart.and(are_primes::<H, R>(&own.p, &own.q, lengths)).to_bits()
        });
        if good.reveal("whether a key's primes are good ones: refused if not") != 1 {
            return Err(DecodeError::KeyRsaWeak);
        }
        let public = Arc::new(Public::<F, R>::new(&n, self.e));
        let primes = own.map(|own| Primes::<H, F, R>::new(own, lengths));
        let core = Arc::new(Private::new(public.clone(), primes));
        Ok(PrivateKey { core, public: PublicKey(public, Permitted::Everything) })
    }
}

/// Returns the lengths that a prime of a modulus of `bits` bits may have: half of it, rounded down
/// or up. FIPS 186-5, section A.1.1, has even lengths alone; published keys have odd ones.
fn halves_of(bits: usize) -> RangeInclusive<usize> {
    bits / 2..=bits.div_ceil(2)
}

/// Returns whether two odd numbers pass for primes: by Baillie and Wagstaff's tests, and by rounds
/// to random bases.
fn are_primes<const H: usize, const R: usize>(
    p: &[u64; H],
    q: &[u64; H],
    bits: [usize; 2],
) -> WordMask {
    let pair = Pair::<H, R>::new([p, q], bits);
    let moduli = pair.moduli();
    let lucas = lucas(&moduli[0]).and(lucas(&moduli[1]));
    (0..2 * ROUNDS).step_by(LANES).fold(lucas, |good, first| {
        let bases: [_; LANES] = array::from_fn(|i| match first + i {
            0 | 1 => number(2),
            round => uniform_base(&moduli[i % 2], &unforeseen(round)),
        });
        let round = |i: usize| Round { of: &pair, which: i % 2, base: &bases[i] };
        pass(&array::from_fn::<_, LANES, _>(round), MAX_TWOS).into_iter().fold(good, WordMask::and)
    })
}

/// Returns whether a modulus is a power of 65537 modulo every small prime: so are those of the keys
/// of a widespread chip (Nemec and others, "The return of Coppersmith's attack", 2017), and one in
/// 2^27 of others.
// `lab/shipped` finds it in the release by its name: its steps may differ from modulus to modulus.
#[inline(never)]
fn is_roca_vartime(n: &[u8]) -> bool {
    let primes = (3..=167u32).filter(|x| (2..*x).all(|y| !x.is_multiple_of(y)));
    primes.into_iter().all(|prime| {
        let rest = n.iter().fold(0, |rest, byte| (rest << 8 | u32::from(*byte)) % prime);
        let mut power = 1;
        loop {
            if power == rest {
                return true;
            }
            power = power * 65537 % prime;
            if power == 1 {
                return false;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the pattern is found where it is, and there alone. Method: a product of two powers of
    /// 65537 modulo the product of the primes is one; the number after it is none.
    #[test]
    fn a_known_pattern_is_found() {
        // 65537^5 is its own residue modulo every prime.
        let number = 65537u128.pow(5);
        assert!(is_roca_vartime(&number.to_be_bytes()));
        assert!(!is_roca_vartime(&(number + 2).to_be_bytes()));
    }
}
