//! Toy curves with `a = -3`: whole groups of prime order over small primes, and subgroups of order
//! 5, 7, 11 and 13 over the field of P-256. Found by `scripts/toy_curves.py`, checked by the tests
//! below.

use super::{Called, ToyPrime};
use crate::reference::curve as reference;
use crate::reference::field;
use num_bigint::BigUint;
use sealane::curve::{Curve, PLimbs};
use sealane::group::short_a3::MinusThree;
use sealane_arith::generated::P256P;
use sealane_arith::prime::{Prime, Words};

/// The curve `y^2 = x^3 - 3x + B` mod `P` with all its points, `N` of them, and generator `(X, Y)`.
#[derive(Debug, Clone, Copy)]
pub struct Whole<const P: u64, const N: u64, const B: u64, const X: u64, const Y: u64>;

impl<const P: u64, const N: u64, const B: u64, const X: u64, const Y: u64> Curve
    for Whole<P, N, B, X, Y>
{
    type P = ToyPrime<P>;
    type N = ToyPrime<N>;
    type Shape = MinusThree;
    const B: [u64; 1] = [B];
    const G: [[u64; 1]; 2] = [[X], [Y]];
    const COMB_WIDTH: usize = 2;
    const WINDOW: usize = 2;
}

/// A curve over the field of P-256 with a point of small order.
struct Row {
    order: u64,
    b: &'static str,
    x: u64,
    y: &'static str,
}

const SUBGROUPS: [Row; 8] = [
    Row {
        order: 5,
        b: "6e63866d0d3fcff7dce4ae0f0117918a07edee6fb3fefe8a6929bf8cee6239d5",
        x: 2,
        y: "a9f1844b3c5e9b0a6341d9677667ff8f4b6d3d47df13e335cc727a5eb8616441",
    },
    Row {
        order: 5,
        b: "6ca7f868eaa539e554077be21eb68bdbc5bc707a22dfa5174e9cd900fd2c1260",
        x: 3,
        y: "70b62fe9e4e1501533555b5c02954f20f00befc057697c0dc425b6d4fb40ae7c",
    },
    Row {
        order: 7,
        b: "2925b31eeefe6ed2db5bf33b3e0293804744bf2a04bef7c306f4a06f4c997fe1",
        x: 10,
        y: "9a18b3ac0e17531e2ef536936a20540301e813464c955e6ac757b5a4a1f61e34",
    },
    Row {
        order: 7,
        b: "9a9ee383c409f674bf80a53470b55867e01b20ac198c865eb7c7825491d75067",
        x: 11,
        y: "364d13fd8893ffe4bd92eb25d744f5a9b6b63099aa4f0168e615bc8131a74877",
    },
    Row {
        order: 11,
        b: "0f727518b092add17ed37cf6af13a7a0d98384a8b9f5e6f7d93650c3fd050990",
        x: 15,
        y: "49394931bfb36ebaed14f0be98e754e0a9c4255f0f211424e6e70b2f34aa9073",
    },
    Row {
        order: 11,
        b: "d778f0814c17a7a13bab624a7fc96bc46ecee2258a21b53f1d5d481aad71381f",
        x: 20,
        y: "5d5e5508e2a7f9649f545b2cb44a87665e927007e5cd31a51e6c56edea83e2b4",
    },
    Row {
        order: 13,
        b: "e7c551ca909ba4a00201eba12e27189824598f921d62b31dcc1c5ce3cd131ff5",
        x: 22,
        y: "34ad8bcb46f7b36b9203938435909a0d8be1455a8fdc2158e583397c29e05bb5",
    },
    Row {
        order: 13,
        b: "c487e5037c427b975a9992aaea51da2e7946aa7b1425c10e5a301f343aeb3005",
        x: 26,
        y: "4da205f42577c6249a69d957cb03332ce47b31b8d790e69a503f6a6be8dc8b3f",
    },
];

/// The subgroup of order `N` of row `ROW` of the table.
#[derive(Debug, Clone, Copy)]
pub struct Subgroup<const N: u64, const ROW: usize>;

impl<const N: u64, const ROW: usize> Curve for Subgroup<N, ROW> {
    type P = Called<P256P>;
    type N = ToyPrime<N>;
    type Shape = MinusThree;
    const B: [u64; 4] = words(SUBGROUPS[ROW].b);
    const G: [[u64; 4]; 2] = {
        assert!(SUBGROUPS[ROW].order == N, "the row is for another order");
        [[SUBGROUPS[ROW].x, 0, 0, 0], words(SUBGROUPS[ROW].y)]
    };
    const COMB_WIDTH: usize = 2;
    const WINDOW: usize = 2;
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
pub trait ToyCurve: Curve<N: Prime<Limbs = [u64; 1]>> {}

impl<C: Curve<N: Prime<Limbs = [u64; 1]>>> ToyCurve for C {}

impl<C: ToyCurve> Toy<C> {
    /// Computes all points by the slow reference.
    #[must_use]
    pub fn of() -> Self {
        let big = |words: &PLimbs<C>| field::from_words(words.as_ref());
        let p = field::from_words(C::P::MODULUS.as_ref());
        let n = C::N::MODULUS[0];
        let curve = reference::Curve::with_a_minus_3(&p, &big(&C::B));
        let g = Some((big(&C::G[0]), big(&C::G[1])));
        let points = curve.multiples(&g, n);
        let points = points.iter().map(|point| point.as_ref().map(limbs_of::<C>)).collect();
        let name = format!("order {n} on y^2 = x^3 - 3x + {:x} mod {p:x}", curve.b);
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

/// Runs a test on the sixteen whole groups, smallest first.
pub fn for_each_whole_group(test: &mut impl ForEachGroup) {
    test.group(&Toy::of_whole::<31, 29, 15, 3, 8>());
    test.group(&Toy::of_whole::<31, 41, 6, 1, 2>());
    test.group(&Toy::of_whole::<43, 37, 10, 0, 15>());
    test.group(&Toy::of_whole::<61, 73, 3, 0, 8>());
    test.group(&Toy::of_whole::<101, 97, 32, 1, 38>());
    test.group(&Toy::of_whole::<127, 137, 72, 0, 31>());
    test.group(&Toy::of_whole::<191, 179, 29, 1, 72>());
    test.group(&Toy::of_whole::<251, 277, 63, 0, 125>());
    test.group(&Toy::of_whole::<509, 467, 11, 0, 198>());
    test.group(&Toy::of_whole::<521, 541, 46, 1, 139>());
    test.group(&Toy::of_whole::<1021, 991, 7, 1, 106>());
    test.group(&Toy::of_whole::<1031, 1039, 1, 0, 1>());
    test.group(&Toy::of_whole::<2039, 2003, 31, 0, 980>());
    test.group(&Toy::of_whole::<2053, 2087, 63, 0, 46>());
    test.group(&Toy::of_whole::<4093, 4003, 26, 0, 1656>());
    test.group(&Toy::of_whole::<8191, 8179, 26, 0, 1231>());
}

/// Runs a test on the eight subgroups over the field of P-256.
pub fn for_each_subgroup(test: &mut impl ForEachGroup) {
    test.group(&Toy::<Subgroup<5, 0>>::of());
    test.group(&Toy::<Subgroup<5, 1>>::of());
    test.group(&Toy::<Subgroup<7, 2>>::of());
    test.group(&Toy::<Subgroup<7, 3>>::of());
    test.group(&Toy::<Subgroup<11, 4>>::of());
    test.group(&Toy::<Subgroup<11, 5>>::of());
    test.group(&Toy::<Subgroup<13, 6>>::of());
    test.group(&Toy::<Subgroup<13, 7>>::of());
}

impl Toy<Whole<31, 29, 15, 3, 8>> {
    /// Returns the toy group of the given numbers; a shorthand for the list above.
    fn of_whole<const P: u64, const N: u64, const B: u64, const X: u64, const Y: u64>()
    -> Toy<Whole<P, N, B, X, Y>> {
        Toy::of()
    }
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
            // 4 a^3 + 27 b^2 is not 0: with a = -3, b is neither 2 nor -2.
            let b_squared = field::mul(&toy.group.curve.b, &toy.group.curve.b, &toy.group.curve.p);
            assert_ne!(b_squared, BigUint::from(4u32), "{}: no curve", toy.name);
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
            let right = |x: u64| (x * x % p * x + (p - 3) * x + C::B.as_ref()[0]) % p;
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
        assert_eq!(check.0, 24);
    }

    /// Goal: the whole groups are whole. Points counted by brute force.
    #[test]
    fn whole_groups_have_every_point() {
        let mut check = HasAllPoints(0);
        for_each_whole_group(&mut check);
        assert_eq!(check.0, 16);
    }

    /// Goal: the brute-force count says no to a group that is not whole.
    #[test]
    fn a_wrong_order_is_seen() {
        let wrong = std::panic::catch_unwind(|| {
            // The curve of the first row with an order one above the true one.
            let mut toy = Toy::<Whole<31, 29, 15, 3, 8>>::of();
            toy.n = 31;
            HasAllPoints(0).group(&toy);
        });
        assert!(wrong.is_err());
        let off =
            std::panic::catch_unwind(|| IsGroup(0).group(&Toy::<Whole<31, 31, 15, 3, 8>>::of()));
        assert!(off.is_err());
    }

    /// Goal: constants written as hexadecimal text are read right at compile time.
    #[test]
    fn words_are_little_endian() {
        assert_eq!(words::<2>("10000000000000002a"), [0x2a, 0x10]);
    }
}
