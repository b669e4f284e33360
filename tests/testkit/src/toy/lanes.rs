//! Toy primes in lanes: the contract of `Lanes` by hand, with every bound of it asserted.

use sealane_arith::lanes::{Cell, LANES, Lanes, Word};

/// The odd prime `P`, below 2^52: one limb, which here is below the modulus at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToyLanes<const P: u64>;

impl<const P: u64> ToyLanes<P> {
    /// Returns `f` of each lane's operands.
    fn each<W: Word>(a: &[W; 1], b: &[W; 1], f: impl Fn(u64, u64) -> u64) -> [W; 1] {
        [a[0].zip(b[0], f)]
    }

    #[track_caller]
    fn resting(x: u64) -> u64 {
        assert!(x < P, "{x} is not at rest modulo {P}");
        x
    }

    /// Returns a sum as an integer from 0 to `P - 1`.
    #[track_caller]
    fn carried(x: u64) -> u64 {
        let sum = x as i64;
        assert!(sum.unsigned_abs() <= 4 * P, "{sum} is more than four elements modulo {P}");
        sum.rem_euclid(P as i64) as u64
    }
}

impl<const P: u64> Lanes for ToyLanes<P> {
    type Limbs<W: Word> = [W; 1];
    type Cells = [Cell; 1];
    const MODULUS: &'static [u64] = &[P];
    const ONE: &'static [u64] = &[1];
    const EMPTY: [Cell; 1] = [Cell([0; LANES])];
    const CALLED: bool = false;

    fn spread<W: Word>(word: W) -> [W; 1] {
        [word]
    }
    #[inline(never)]
    fn mul<W: Word>(a: &[W; 1], b: &[W; 1]) -> [W; 1] {
        Self::each(a, b, |a, b| {
            let product = u128::from(Self::resting(a)) * u128::from(Self::resting(b));
            (product % u128::from(P)) as u64
        })
    }
    fn sqr<W: Word>(a: &[W; 1]) -> [W; 1] {
        Self::mul(a, a)
    }
    #[inline(never)]
    fn mul_sub<W: Word>(a: &[W; 1], b: &[W; 1], c: &[W; 1], d: &[W; 1]) -> [W; 1] {
        Self::carry(&Self::sub(&Self::mul(a, b), &Self::mul(c, d)))
    }
    #[inline(never)]
    fn mul_sub_sqr2<W: Word>(a: &[W; 1], b: &[W; 1], c: &[W; 1]) -> [W; 1] {
        let square = Self::sqr(c);
        Self::carry(&Self::sub(&Self::mul(a, b), &Self::add(&square, &square)))
    }
    #[inline(never)]
    fn add<W: Word>(a: &[W; 1], b: &[W; 1]) -> [W; 1] {
        [a[0] + b[0]]
    }
    #[inline(never)]
    fn sub<W: Word>(a: &[W; 1], b: &[W; 1]) -> [W; 1] {
        [a[0] - b[0]]
    }
    #[inline(never)]
    fn neg<W: Word>(a: &[W; 1]) -> [W; 1] {
        [a[0].like(0) - a[0]]
    }
    #[inline(never)]
    fn carry<W: Word>(a: &[W; 1]) -> [W; 1] {
        Self::each(a, a, |a, _| Self::carried(a))
    }
    fn encode<W: Word>(plain: &[W; 1]) -> [W; 1] {
        Self::each(plain, plain, |x, _| Self::resting(x))
    }
    fn decode<W: Word>(a: &[W; 1]) -> [W; 1] {
        Self::each(a, a, |x, _| Self::resting(x))
    }
}

/// The form in lanes of a prime that is never asked for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithoutLanes;

/// What each of its functions says.
fn none<T>() -> T {
    unreachable!("this prime has no form in lanes")
}

impl Lanes for WithoutLanes {
    type Limbs<W: Word> = [W; 1];
    type Cells = [Cell; 1];
    const MODULUS: &'static [u64] = &[];
    const ONE: &'static [u64] = &[];
    const EMPTY: [Cell; 1] = [Cell([0; LANES])];
    const CALLED: bool = false;

    fn spread<W: Word>(_: W) -> [W; 1] {
        none()
    }
    fn mul<W: Word>(_: &[W; 1], _: &[W; 1]) -> [W; 1] {
        none()
    }
    fn sqr<W: Word>(_: &[W; 1]) -> [W; 1] {
        none()
    }
    fn mul_sub<W: Word>(_: &[W; 1], _: &[W; 1], _: &[W; 1], _: &[W; 1]) -> [W; 1] {
        none()
    }
    fn mul_sub_sqr2<W: Word>(_: &[W; 1], _: &[W; 1], _: &[W; 1]) -> [W; 1] {
        none()
    }
    fn add<W: Word>(_: &[W; 1], _: &[W; 1]) -> [W; 1] {
        none()
    }
    fn sub<W: Word>(_: &[W; 1], _: &[W; 1]) -> [W; 1] {
        none()
    }
    fn neg<W: Word>(_: &[W; 1]) -> [W; 1] {
        none()
    }
    fn carry<W: Word>(_: &[W; 1]) -> [W; 1] {
        none()
    }
    fn encode<W: Word>(_: &[W; 1]) -> [W; 1] {
        none()
    }
    fn decode<W: Word>(_: &[W; 1]) -> [W; 1] {
        none()
    }
}
