//! Toy primes in quads: the contract of `Quads` by hand, with every bound of it asserted.

use super::{Called, ToyPrime};
use sealane_arith::lanes::Word;
use sealane_arith::quads::{QuadPrime, Quads};

/// The odd prime `P`, below 2^51: one limb, which here is below the modulus at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToyQuads<const P: u64>;

/// What a product may be as large as, in elements at rest.
const PRODUCT: u64 = 256;

impl<const P: u64> ToyQuads<P> {
    /// Returns `f` of each lane's operands.
    fn each<W: Word>(a: &[W; 1], b: &[W; 1], f: impl Fn(u64, u64) -> u64) -> [W; 1] {
        [a[0].zip(b[0], f)]
    }

    #[track_caller]
    fn resting(x: u64) -> u64 {
        assert!(x < P, "{x} is not at rest modulo {P}");
        x
    }

    /// Returns a sum of so many products as it is.
    #[track_caller]
    fn summed(x: u64, products: u64) -> i64 {
        let sum = x as i64;
        let fits = sum.unsigned_abs() <= products * PRODUCT * P;
        assert!(fits, "{sum} is more than {products} products modulo {P}");
        sum
    }
}

impl<const P: u64> Quads for ToyQuads<P> {
    type Limbs<W: Word> = [W; 1];
    const BITS: usize = 51;
    const MODULUS: &'static [u64] = &[P];
    const RADIX_SQUARED: &'static [u64] = &[1];

    fn spread<W: Word>(word: W) -> [W; 1] {
        [word]
    }
    #[inline(never)]
    fn carry<W: Word>(a: &[W; 1]) -> [W; 1] {
        Self::each(a, a, |a, _| Self::summed(a, 6).rem_euclid(P as i64) as u64)
    }
    #[inline(never)]
    fn mul<W: Word>(a: &[W; 1], b: &[W; 1]) -> [W; 1] {
        Self::each(a, b, |a, b| {
            let product = u128::from(Self::resting(a)) * u128::from(Self::resting(b));
            // As large as a product may be.
            (product % u128::from(P)) as u64 + (PRODUCT - 1) * P
        })
    }
    fn sqr<W: Word>(a: &[W; 1]) -> [W; 1] {
        Self::mul(a, a)
    }
    #[inline(never)]
    fn add<W: Word>(a: &[W; 1], b: &[W; 1]) -> [W; 1] {
        Self::each(a, b, |a, b| (Self::summed(a, 3) + Self::summed(b, 3)) as u64)
    }
    #[inline(never)]
    fn sub<W: Word>(a: &[W; 1], b: &[W; 1]) -> [W; 1] {
        Self::each(a, b, |a, b| (Self::summed(a, 3) - Self::summed(b, 3)) as u64)
    }
    fn decode<W: Word>(a: &[W; 1]) -> [W; 1] {
        Self::each(a, a, |x, _| Self::resting(x))
    }
}

impl<const P: u64> QuadPrime for ToyPrime<P> {
    type Quads = ToyQuads<P>;
}

impl<P: QuadPrime> QuadPrime for Called<P> {
    type Quads = P::Quads;
}
