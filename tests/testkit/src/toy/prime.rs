//! A prime of one word, by hand, for groups small enough to try everything; and a prime behind
//! calls.

use super::lanes::ToyLanes;
use sealane_arith::prime::Prime;
use std::marker::PhantomData;

/// The odd prime `P`, below 2^63. Elements are plain integers; `%` is allowed: tests only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToyPrime<const P: u64>;

impl<const P: u64> Prime for ToyPrime<P> {
    type Limbs = [u64; 1];
    type Narrow = Self;
    type Lanes = ToyLanes<P>;
    const NAME: &'static str = "toy";
    const BITS: usize = (u64::BITS - P.leading_zeros()) as usize;
    const MODULUS: [u64; 1] = [P];
    const ONE: [u64; 1] = [1];

    #[inline(never)]
    fn mul(a: &[u64; 1], b: &[u64; 1]) -> [u64; 1] {
        [(u128::from(below::<P>(a)) * u128::from(below::<P>(b)) % u128::from(P)) as u64]
    }
    fn sqr(a: &[u64; 1]) -> [u64; 1] {
        Self::mul(a, a)
    }
    #[inline(never)]
    fn add(a: &[u64; 1], b: &[u64; 1]) -> [u64; 1] {
        [(below::<P>(a) + below::<P>(b)) % P]
    }
    #[inline(never)]
    fn sub(a: &[u64; 1], b: &[u64; 1]) -> [u64; 1] {
        [(below::<P>(a) + P - below::<P>(b)) % P]
    }
    #[inline(never)]
    fn neg(a: &[u64; 1]) -> [u64; 1] {
        [(P - below::<P>(a)) % P]
    }
    fn encode(plain: &[u64; 1]) -> [u64; 1] {
        [below::<P>(plain)]
    }
    fn decode(a: &[u64; 1]) -> [u64; 1] {
        [below::<P>(a)]
    }
}

/// The prime of `P` with its arithmetic behind calls, so that exhaustive tests over many curves do
/// not compile one copy of it into each formula. The arithmetic itself is that of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Called<P: Prime>(PhantomData<P>);

impl<P: Prime> Prime for Called<P> {
    type Limbs = P::Limbs;
    type Narrow = Called<P::Narrow>;
    type Lanes = P::Lanes;
    const NAME: &'static str = P::NAME;
    const BITS: usize = P::BITS;
    const MODULUS: P::Limbs = P::MODULUS;
    const ONE: P::Limbs = P::ONE;

    #[inline(never)]
    fn mul(a: &P::Limbs, b: &P::Limbs) -> P::Limbs {
        P::mul(a, b)
    }
    #[inline(never)]
    fn sqr(a: &P::Limbs) -> P::Limbs {
        P::sqr(a)
    }
    #[inline(never)]
    fn add(a: &P::Limbs, b: &P::Limbs) -> P::Limbs {
        P::add(a, b)
    }
    #[inline(never)]
    fn sub(a: &P::Limbs, b: &P::Limbs) -> P::Limbs {
        P::sub(a, b)
    }
    #[inline(never)]
    fn neg(a: &P::Limbs) -> P::Limbs {
        P::neg(a)
    }
    #[inline(never)]
    fn encode(plain: &P::Limbs) -> P::Limbs {
        P::encode(plain)
    }
    #[inline(never)]
    fn decode(a: &P::Limbs) -> P::Limbs {
        P::decode(a)
    }
    fn carry(a: &P::Limbs) -> P::Limbs {
        P::carry(a)
    }
    fn canonical(a: &P::Limbs) -> P::Limbs {
        P::canonical(a)
    }
}

/// Returns the word after checking the contract of `Prime`: the caller keeps elements reduced.
#[track_caller]
fn below<const P: u64>(a: &[u64; 1]) -> u64 {
    assert!(a[0] < P, "{} is not below the modulus {P}", a[0]);
    a[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a broken contract is seen. An element equal to the modulus is refused.
    #[test]
    fn unreduced_elements_are_refused() {
        assert!(std::panic::catch_unwind(|| ToyPrime::<31>::add(&[30], &[30])).is_ok());
        assert!(std::panic::catch_unwind(|| ToyPrime::<31>::add(&[31], &[0])).is_err());
    }

    /// Goal: the bit length is that of the prime, for a power-of-two neighbour too.
    #[test]
    fn bits_are_right() {
        assert_eq!(ToyPrime::<31>::BITS, 5);
        assert_eq!(ToyPrime::<8191>::BITS, 13);
        assert_eq!(ToyPrime::<5>::BITS, 3);
    }
}
