//! Toy curves of every shape: whole groups of prime order over small primes, and subgroups of small
//! order over the fields of real curves. Found by `scripts/toy-curves.py`, checked by the tests
//! below.

use super::subgroups::SUBGROUPS;
use super::{Called, ToyPrime};
use crate::reference::curve as reference;
use crate::reference::field;
use num_bigint::BigUint;
use sealane::curve::{Curve, PLimbs};
use sealane::group::short::Shape;
use sealane::group::short_a0::Zero;
use sealane::group::short_a3::MinusThree;
use sealane::group::short_any::{Any, CoefficientA};
use sealane::tables::Plan;
use sealane_arith::generated::{Brainpool256P, P192P, P224P, P256P, P384P, P521P, Secp256k1P};
use sealane_arith::prime::{Prime, Words};
use std::marker::PhantomData;

/// The curve of shape `S` mod `P` with constant coefficient `B`, with all its points, `N` of them,
/// and generator `(X, Y)`.
#[derive(Debug, Clone, Copy)]
pub struct Whole<S, const P: u64, const N: u64, const B: u64, const X: u64, const Y: u64>(
    PhantomData<S>,
);

impl<S: Shape, const P: u64, const N: u64, const B: u64, const X: u64, const Y: u64> Curve
    for Whole<S, P, N, B, X, Y>
{
    type P = ToyPrime<P>;
    type N = ToyPrime<N>;
    type Shape = S;
    const B: [u64; 1] = [B];
    const G: [[u64; 1]; 2] = [[X], [Y]];
    const COMBS: [Plan; 3] = [Plan::of(2, 1); 3];
    const WINDOW: usize = 2;
}

/// The coefficient `A` mod `P`.
#[derive(Debug, Clone, Copy)]
pub struct Small<const P: u64, const A: u64>;

impl<const P: u64, const A: u64> CoefficientA for Small<P, A> {
    type P = ToyPrime<P>;
    const A: [u64; 1] = [A];
}

/// The subgroup of order `N` of row `ROW` of the table, over the field of `P`, of `W` words.
#[derive(Debug, Clone, Copy)]
pub struct Subgroup<S, P, const W: usize, const N: u64, const ROW: usize>(PhantomData<(S, P)>);

impl<S: Shape, P: Prime<Limbs = [u64; W]>, const W: usize, const N: u64, const ROW: usize> Curve
    for Subgroup<S, P, W, N, ROW>
{
    type P = Called<P>;
    type N = ToyPrime<N>;
    type Shape = S;
    const B: [u64; W] = words(SUBGROUPS[ROW].b);
    const G: [[u64; W]; 2] = {
        assert!(SUBGROUPS[ROW].order == N, "the row is for another order");
        [words(SUBGROUPS[ROW].x), words(SUBGROUPS[ROW].y)]
    };
    const COMBS: [Plan; 3] = [Plan::of(2, 1); 3];
    const WINDOW: usize = 2;
}

/// The coefficient of row `ROW`.
#[derive(Debug, Clone, Copy)]
pub struct OfRow<P, const W: usize, const ROW: usize>(PhantomData<P>);

impl<P: Prime<Limbs = [u64; W]>, const W: usize, const ROW: usize> CoefficientA
    for OfRow<P, W, ROW>
{
    type P = Called<P>;
    const A: [u64; W] = words(SUBGROUPS[ROW].a);
}

/// A shape whose coefficient `a` is known as a number, written beside the formulas that use it.
pub trait ToyShape: Shape {
    /// Returns `a` mod `p`.
    fn coefficient(p: &BigUint) -> BigUint;
}

impl ToyShape for MinusThree {
    fn coefficient(p: &BigUint) -> BigUint {
        p - 3u32
    }
}

impl ToyShape for Zero {
    fn coefficient(_: &BigUint) -> BigUint {
        BigUint::ZERO
    }
}

impl<C: CoefficientA> ToyShape for Any<C> {
    fn coefficient(_: &BigUint) -> BigUint {
        field::from_words(C::A.as_ref())
    }
}

/// Returns the words of a string of at most `16 COUNT` hexadecimal digits, lowest word first.
#[must_use]
pub const fn words<const COUNT: usize>(digits: &str) -> [u64; COUNT] {
    let digits = digits.as_bytes();
    let mut out = [0; COUNT];
    let mut i = 0;
    while i < digits.len() {
        let digit = digits[digits.len() - 1 - i];
        let value = if digit <= b'9' { digit - b'0' } else { digit - b'a' + 10 };
        assert!(value < 16, "not a hexadecimal digit");
        out[i / 16] |= (value as u64) << (4 * (i % 16));
        i += 1;
    }
    out
}

/// A toy group with all its points, for comparison.
pub struct Toy<C: Curve> {
    /// What to call it in messages.
    pub name: String,
    /// The group by the slow reference.
    pub group: reference::Group,
    /// The order.
    pub n: u64,
    /// Point `i` is `i G`: its coordinates, plain; `None` for infinity.
    pub points: Vec<Option<[PLimbs<C>; 2]>>,
}

/// A curve whose scalars are one word.
pub trait ToyCurve: Curve<N: Prime<Limbs = [u64; 1]>, Shape: ToyShape> {}

impl<C: Curve<N: Prime<Limbs = [u64; 1]>, Shape: ToyShape>> ToyCurve for C {}

impl<C: ToyCurve> Toy<C> {
    /// Computes all points by the slow reference.
    #[must_use]
    pub fn of() -> Self {
        let big = |words: &PLimbs<C>| field::from_words(words.as_ref());
        let p = field::from_words(C::P::MODULUS.as_ref());
        let n = C::N::MODULUS[0];
        let curve = reference::Curve { a: C::Shape::coefficient(&p), b: big(&C::B), p: p.clone() };
        let g = Some((big(&C::G[0]), big(&C::G[1])));
        let points = curve.multiples(&g, n);
        let points = points.iter().map(|point| point.as_ref().map(limbs_of::<C>)).collect();
        let name = format!("order {n} on y^2 = x^3 + {:x} x + {:x} mod {p:x}", curve.a, curve.b);
        Toy {
            name,
            group: reference::Group { name: "toy", oid: "", curve, g, n: BigUint::from(n) },
            n,
            points,
        }
    }

    /// Returns `i G` for any `i`.
    #[must_use]
    pub fn point(&self, i: u64) -> &Option<[PLimbs<C>; 2]> {
        &self.points[(i % self.n) as usize]
    }

    /// Returns the logarithms of the points other than infinity: all of them if they are at most
    /// `most`, and otherwise the first, the last and others evenly between.
    #[must_use]
    pub fn some_logarithms(&self, most: u64) -> Vec<u64> {
        let step = (self.n - 1).div_ceil(most).max(1) as usize;
        let mut chosen: Vec<u64> = (1..self.n).step_by(step).collect();
        if chosen.last() != Some(&(self.n - 1)) {
            chosen.push(self.n - 1);
        }
        chosen
    }
}

fn limbs_of<C: Curve>(point: &(BigUint, BigUint)) -> [PLimbs<C>; 2] {
    [&point.0, &point.1].map(|coordinate| {
        let mut limbs = PLimbs::<C>::ZERO;
        limbs.as_mut().copy_from_slice(&field::to_words(coordinate, PLimbs::<C>::LEN));
        limbs
    })
}

/// Something to test on each toy group.
pub trait ForEachGroup {
    /// Tests it on one.
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>);
}

/// Runs a test on the twenty-six whole groups: sixteen of `a = -3`, five of `a = 0`, five of
/// another `a`, each kind smallest first.
pub fn for_each_whole_group(test: &mut impl ForEachGroup) {
    test.group(&Toy::<Whole<MinusThree, 31, 29, 15, 3, 8>>::of());
    test.group(&Toy::<Whole<MinusThree, 31, 41, 6, 1, 2>>::of());
    test.group(&Toy::<Whole<MinusThree, 43, 37, 10, 0, 15>>::of());
    test.group(&Toy::<Whole<MinusThree, 61, 73, 3, 0, 8>>::of());
    test.group(&Toy::<Whole<MinusThree, 101, 97, 32, 1, 38>>::of());
    test.group(&Toy::<Whole<MinusThree, 127, 137, 72, 0, 31>>::of());
    test.group(&Toy::<Whole<MinusThree, 191, 179, 29, 1, 72>>::of());
    test.group(&Toy::<Whole<MinusThree, 251, 277, 63, 0, 125>>::of());
    test.group(&Toy::<Whole<MinusThree, 509, 467, 11, 0, 198>>::of());
    test.group(&Toy::<Whole<MinusThree, 521, 541, 46, 1, 139>>::of());
    test.group(&Toy::<Whole<MinusThree, 1021, 991, 7, 1, 106>>::of());
    test.group(&Toy::<Whole<MinusThree, 1031, 1039, 1, 0, 1>>::of());
    test.group(&Toy::<Whole<MinusThree, 2039, 2003, 31, 0, 980>>::of());
    test.group(&Toy::<Whole<MinusThree, 2053, 2087, 63, 0, 46>>::of());
    test.group(&Toy::<Whole<MinusThree, 4093, 4003, 26, 0, 1656>>::of());
    test.group(&Toy::<Whole<MinusThree, 8191, 8179, 26, 0, 1231>>::of());
    test.group(&Toy::<Whole<Zero, 31, 43, 3, 1, 2>>::of());
    test.group(&Toy::<Whole<Zero, 127, 109, 29, 1, 41>>::of());
    test.group(&Toy::<Whole<Zero, 241, 211, 13, 3, 47>>::of());
    test.group(&Toy::<Whole<Zero, 2029, 1951, 10, 1, 802>>::of());
    test.group(&Toy::<Whole<Zero, 8191, 8011, 7, 1, 256>>::of());
    test.group(&Toy::<Whole<Any<Small<37, 12>>, 37, 29, 9, 0, 3>>::of());
    test.group(&Toy::<Whole<Any<Small<67, 22>>, 67, 71, 1, 0, 1>>::of());
    test.group(&Toy::<Whole<Any<Small<131, 43>>, 131, 139, 2, 1, 35>>::of());
    test.group(&Toy::<Whole<Any<Small<509, 169>>, 509, 491, 2, 1, 136>>::of());
    test.group(&Toy::<Whole<Any<Small<8191, 2730>>, 8191, 8167, 6, 3, 512>>::of());
}

/// Runs a test on subgroups over the fields of real curves: the eight of P-256, two for each other
/// NIST field, three of `a = 0` and four of another `a`.
pub fn for_each_subgroup(test: &mut impl ForEachGroup) {
    test.group(&Toy::<Subgroup<MinusThree, P192P, 3, 7, 2>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P192P, 3, 13, 6>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P224P, 4, 7, 10>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P224P, 4, 13, 14>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 5, 16>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 5, 17>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 7, 18>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 7, 19>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 11, 20>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 11, 21>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 13, 22>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P256P, 4, 13, 23>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P384P, 6, 7, 26>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P384P, 6, 13, 30>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P521P, 9, 7, 34>>::of());
    test.group(&Toy::<Subgroup<MinusThree, P521P, 9, 13, 38>>::of());
    test.group(&Toy::<Subgroup<Zero, Secp256k1P, 4, 7, 40>>::of());
    test.group(&Toy::<Subgroup<Zero, Secp256k1P, 4, 13, 41>>::of());
    test.group(&Toy::<Subgroup<Zero, Secp256k1P, 4, 199, 42>>::of());
    test.group(&Toy::<Subgroup<Any<OfRow<Brainpool256P, 4, 43>>, Brainpool256P, 4, 5, 43>>::of());
    test.group(&Toy::<Subgroup<Any<OfRow<Brainpool256P, 4, 44>>, Brainpool256P, 4, 7, 44>>::of());
    test.group(&Toy::<Subgroup<Any<OfRow<Brainpool256P, 4, 45>>, Brainpool256P, 4, 11, 45>>::of());
    test.group(&Toy::<Subgroup<Any<OfRow<Brainpool256P, 4, 46>>, Brainpool256P, 4, 13, 46>>::of());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime(n: u64) -> bool {
        n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
    }

    /// Checks that the points are a cyclic group of prime order on the curve.
    struct IsGroup(usize);

    impl ForEachGroup for IsGroup {
        fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
            assert!(is_prime(toy.n), "{}", toy.name);
            assert!(toy.group.curve.contains(&toy.group.g), "{}", toy.name);
            let reference::Curve { p, a, b } = &toy.group.curve;
            let discriminant = (a * a * a * 4u32 + b * b * 27u32) % p;
            assert_ne!(discriminant, BigUint::ZERO, "{}: no curve", toy.name);
            let top = toy.group.curve.mul(&BigUint::from(toy.n - 1), &toy.group.g);
            assert_eq!(toy.group.curve.add(&top, &toy.group.g), None, "{}", toy.name);
            // A prime order and one finite point: no smaller multiple is infinity.
            assert_eq!(toy.points.iter().filter(|point| point.is_none()).count(), 1);
            self.0 += 1;
        }
    }

    /// Counts the points of a small curve by trying every x.
    struct HasAllPoints(usize);

    impl ForEachGroup for HasAllPoints {
        fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
            let p = C::P::MODULUS.as_ref()[0];
            let a = C::Shape::coefficient(&BigUint::from(p)).iter_u64_digits().next().unwrap_or(0);
            let right = |x: u64| (x * x % p * x + a * x + C::B.as_ref()[0]) % p;
            let mut roots = vec![0; p as usize];
            (0..p).for_each(|y| roots[(y * y % p) as usize] += 1);
            let count: u64 = (0..p).map(|x| roots[right(x) as usize]).sum();
            assert_eq!(count + 1, toy.n, "{}", toy.name);
            self.0 += 1;
        }
    }

    /// Goal: the table holds groups of the orders it claims, over both kinds of field.
    #[test]
    fn every_row_is_a_group_of_its_order() {
        let mut check = IsGroup(0);
        for_each_whole_group(&mut check);
        for_each_subgroup(&mut check);
        assert_eq!(check.0, 26 + 23);
    }

    /// Goal: every row of the table is a point of its order on its curve, also those that no type
    /// stands for; and each order is there twice for each NIST field.
    #[test]
    fn every_row_has_its_order() {
        let mut nist = 0;
        for row in &SUBGROUPS {
            let algorithm = sealane::ecc::Algorithm::from_name(row.field).expect("a curve");
            let p = reference::Group::of(algorithm).curve.p;
            let a = if row.a == "-3" { &p - 3u32 } else { field::hex(row.a) };
            let curve = reference::Curve { a, b: field::hex(row.b), p };
            let g = Some((field::hex(row.x), field::hex(row.y)));
            assert!(curve.contains(&g) && is_prime(row.order), "{row:?}");
            assert_eq!(curve.mul(&BigUint::from(row.order), &g), None, "{row:?}");
            nist += usize::from(row.a == "-3");
        }
        assert_eq!(nist, 5 * 4 * 2);
    }

    /// Goal: the whole groups are whole. Points counted by brute force.
    #[test]
    fn whole_groups_have_every_point() {
        let mut check = HasAllPoints(0);
        for_each_whole_group(&mut check);
        assert_eq!(check.0, 26);
    }

    /// Goal: the brute-force count says no to a group that is not whole.
    #[test]
    fn a_wrong_order_is_seen() {
        let wrong = std::panic::catch_unwind(|| {
            // The curve of the first row with an order one above the true one.
            let mut toy = Toy::<Whole<MinusThree, 31, 29, 15, 3, 8>>::of();
            toy.n = 31;
            HasAllPoints(0).group(&toy);
        });
        assert!(wrong.is_err());
        let off = std::panic::catch_unwind(|| {
            IsGroup(0).group(&Toy::<Whole<MinusThree, 31, 31, 15, 3, 8>>::of())
        });
        assert!(off.is_err());
    }

    /// Goal: constants written as hexadecimal text are read right at compile time.
    #[test]
    fn words_are_little_endian() {
        assert_eq!(words::<2>("10000000000000002a"), [0x2a, 0x10]);
    }
}
