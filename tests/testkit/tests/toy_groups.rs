//! The group law and every multiplication routine, exhaustively, on groups small enough for it.

use sealane::curve::{Curve, NLimbs, PLimbs};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::digits::{self, Digits};
use sealane::group::glv::Signed;
use sealane::group::short::{
    Affine, Jacobian, Shape, Short, add, add_affine, add_mixed, add_mixed_complete, is_on_curve,
};
use sealane::group::short_a3::MinusThree;
use sealane::group::straus_vartime::{double_scalar_vartime, mul_vartime};
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use std::collections::HashSet;
use testkit::inputs::Random;
use testkit::toy::{
    ForEachGroup, Toy, ToyCurve, for_each_halved_group, for_each_subgroup, for_each_whole_group,
};

type F<C> = Fe<<C as Curve>::P>;

fn affine<C: Curve>(plain: &[PLimbs<C>; 2]) -> Affine<F<C>> {
    Affine { x: Fe::new(&plain[0]), y: Fe::new(&plain[1]) }
}

/// Returns the point with the given `Z`, so that formulas meet more than `Z = 1`.
fn with_z<C: Curve>(plain: &Option<[PLimbs<C>; 2]>, z: F<C>) -> Jacobian<F<C>> {
    match plain {
        None => Jacobian { x: z, y: z, z: z.zero_like() },
        Some(plain) => {
            let Affine { x, y } = affine::<C>(plain);
            Jacobian { x: x * z.sqr(), y: y * z.sqr() * z, z }
        }
    }
}

/// Returns the affine coordinates of a Jacobian point, plain.
fn plain<C: Curve>(p: Jacobian<F<C>>) -> Option<[PLimbs<C>; 2]> {
    if p.z.is_zero().to_bool_vartime() {
        return None;
    }
    let Affine { x, y } = p.to_affine(Field::invert_vartime);
    Some([x.plain(), y.plain()])
}

/// Returns a few values of `Z` other than 0.
fn some_z<C: Curve>() -> [F<C>; 3] {
    let one = Fe::new(&PLimbs::<C>::ZERO).one_like();
    let large = -(one.twice() + one);
    [one, one.twice(), large]
}

fn scalar<C: ToyCurve>(k: u64) -> Secret<[NLimbs<C>; 1]> {
    Secret::new([[k]])
}

/// Runs a test on all groups.
fn for_each_group(test: &mut impl ForEachGroup) {
    for_each_subgroup(test);
    for_each_whole_group(test);
}

/// Doubling of every point.
struct Doubling;

impl ForEachGroup for Doubling {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        for (i, point) in toy.points.iter().enumerate() {
            for z in some_z::<C>() {
                let double = C::Shape::double(with_z::<C>(point, z));
                assert_eq!(&plain::<C>(double), toy.point(2 * i as u64), "2 * {i} in {}", toy.name);
            }
        }
    }
}

/// Goal: doubling is complete. Every point of every group, infinity too, with several `Z`.
#[test]
fn doubling_is_complete() {
    for_each_group(&mut Doubling);
}

/// Every pair of a group of at most `most` elements; spread-out ones of a larger group.
struct Pairs {
    most: u64,
}

impl Pairs {
    fn check<C: ToyCurve>(toy: &Toy<C>, i: u64, j: u64, z: F<C>, other_z: F<C>) {
        let Some(q) = toy.point(j) else { return };
        let p = with_z::<C>(toy.point(i), z);
        let expected = toy.point(i + j);
        let finite = p.z.is_zero().not();
        let complete = add_mixed_complete::<C::Shape, _>(p, affine::<C>(q), finite);
        assert_eq!(&plain::<C>(complete), expected, "{i} + {j} complete in {}", toy.name);
        let mixed = add_mixed(p, affine::<C>(q));
        let full = add(p, with_z::<C>(&Some(*q), other_z));
        let both_affine = toy.point(i).as_ref();
        let both_affine = both_affine.map(|p| add_affine(affine::<C>(p), affine::<C>(q)));
        for sum in [mixed, full].into_iter().chain(both_affine) {
            let [same_x, same_y] =
                [sum.x_difference, sum.y_difference].map(|d| d.is_zero().to_bool_vartime());
            if i == 0 {
                continue;
            }
            // The differences tell exactly where the chord fails, whatever the two Z are.
            assert_eq!(same_x, i == j || i + j == toy.n, "{i} + {j} in {}", toy.name);
            assert_eq!(same_x && same_y, i == j, "{i} + {j} in {}", toy.name);
            if i != j {
                assert_eq!(&plain::<C>(sum.point), expected, "{i} + {j} in {}", toy.name);
            }
        }
    }
}

impl ForEachGroup for Pairs {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let [one, two, large] = some_z::<C>();
        let all: Vec<u64> = (0..toy.n).collect();
        let rows =
            if toy.n <= self.most { all.clone() } else { toy.some_logarithms(self.most / 8) };
        for &i in &rows {
            for &j in &all {
                Self::check(toy, i, j, one, large);
                if i < 8 || toy.n < 300 {
                    Self::check(toy, i, j, two, one);
                    Self::check(toy, i, j, large, two);
                }
            }
        }
    }
}

/// Goal: the additions are right where they say so and tell where they are not. All pairs of the
/// groups up to order 600 and 75 rows of the larger ones.
#[test]
fn addition_is_complete_and_its_pieces_say_where_they_fail() {
    for_each_group(&mut Pairs { most: 600 });
}

/// The comb: every scalar, every width the order allows.
#[derive(Default)]
struct FixedBase {
    /// The most windows there were, by their width.
    most_windows: [usize; 6],
    /// The most additions that had to be complete, by the spacing.
    complete_rows: [usize; 5],
}

impl ForEachGroup for FixedBase {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        for width in (2..=5).filter(|&width| toy.n > 1 << width) {
            for spacing in 1..=4 {
                let comb = Comb::<Short<C>, One>::spaced(One, width, spacing);
                let (windows, complete) = comb.additions();
                self.most_windows[width] = self.most_windows[width].max(windows);
                self.complete_rows[spacing] = self.complete_rows[spacing].max(complete);
                for k in 0..toy.n {
                    let sum = mul_base::<Short<C>, One, 1>(One, &comb, &scalar::<C>(k));
                    let sum = plain::<C>(sum.reveal("a test may look"));
                    let name = &toy.name;
                    assert_eq!(&sum, toy.point(k), "{k} G, {width} bits, {spacing} in {name}");
                }
            }
        }
    }
}

/// Goal: the fixed-base comb is right for every scalar, with one to four windows a row. Widths 2
/// and 3 have at least four windows in the larger groups, and both kinds of row occur, so that a
/// collision between windows would be met.
#[test]
fn fixed_base_multiplication_is_right_for_every_scalar() {
    let mut test = FixedBase::default();
    for_each_group(&mut test);
    let [_, _, two, three, ..] = test.most_windows;
    assert!(two >= 4 && three >= 4, "{two} windows of 2 bits, {three} of 3");
    let [_, every, others @ ..] = test.complete_rows;
    assert!(every >= 2, "an order just above a power of two was among them");
    assert_eq!(others, [2, 1, 1], "the top row, or two if rows are 4 bits apart");
}

/// Window and sliding-window multiplication of several points by every scalar.
struct VariableBase {
    points: u64,
}

impl ForEachGroup for VariableBase {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let points = if toy.n < 300 { toy.n } else { self.points };
        for i in toy.some_logarithms(points) {
            let point = affine::<C>(toy.point(i).as_ref().expect("a finite point"));
            for k in 0..toy.n {
                let expected = toy.point(i * k);
                for width in (2..=4).filter(|&width| toy.n > 1 << width) {
                    let product = mul_point::<Short<C>, One, 1>(
                        One,
                        width,
                        &scalar::<C>(k),
                        [point.x, point.y],
                    );
                    let product = plain::<C>(product.reveal("a test may look"));
                    assert_eq!(&product, expected, "{k} * {i} G, width {width} in {}", toy.name);
                    let product = plain::<C>(mul_vartime::<Short<C>, One>(
                        One,
                        width,
                        &[k],
                        [point.x, point.y],
                    ));
                    assert_eq!(&product, expected, "{k} * {i} G sliding {width} in {}", toy.name);
                }
            }
        }
    }
}

/// Goal: both variable-base multiplications are right for every scalar, at widths 2 to 4: for every
/// point of the groups below order 300, and seven points of the others. By whole scalars, and by
/// halves where there is an endomorphism.
#[test]
fn variable_base_multiplication_is_right_for_every_scalar() {
    for_each_group(&mut VariableBase { points: 6 });
    for_each_halved_group(&mut VariableBase { points: 6 });
}

/// Sums of a multiple of the generator and one of another point.
struct TwoScalars {
    random: Random,
    /// Of the pairs of a comb and a point, one in so many, from one on that is another each time.
    share: usize,
    next: usize,
}

impl TwoScalars {
    fn check<C: ToyCurve>(toy: &Toy<C>, comb: &Comb<Short<C>, One>, a: u64, b: u64, i: u64) {
        let q = affine::<C>(toy.point(i).as_ref().expect("a finite point"));
        let sum =
            plain::<C>(double_scalar_vartime::<Short<C>, One>(One, comb, &[a], &[b], [q.x, q.y]));
        let name = &toy.name;
        let comb = (comb.width(), comb.spacing());
        assert_eq!(&sum, toy.point(a + b * i), "{a} G + {b} * {i} G, comb {comb:?} in {name}");
    }
}

impl ForEachGroup for TwoScalars {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let all = [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2)];
        for (width, spacing) in all.into_iter().filter(|&(width, _)| toy.n > 1 << width) {
            let comb = Comb::<Short<C>, One>::spaced(One, width, spacing);
            for i in toy.some_logarithms(4) {
                self.next += 1;
                if !self.next.is_multiple_of(self.share) {
                    continue;
                }
                if toy.n < 150 {
                    for a in 0..toy.n {
                        (0..toy.n).for_each(|b| Self::check(toy, &comb, a, b, i));
                    }
                    continue;
                }
                for b in 0..toy.n {
                    // a G meets b q as itself, as its negative, and anywhere.
                    let product = b * i % toy.n;
                    let anywhere = self.random.below(toy.n as usize) as u64;
                    for a in [product, (toy.n - product) % toy.n, anywhere, 0] {
                        Self::check(toy, &comb, a, b, i);
                    }
                }
            }
        }
    }
}

/// Goal: joint multiplication is right. All pairs of scalars in groups below order 150; in the
/// others every second scalar with the first one equal, opposite, random and zero. With every comb
/// and several points; or with one in `SEALANE_TOY_COMBS` of these.
#[test]
fn joint_multiplication_is_right() {
    let mut random = Random::seeded("joint_multiplication_is_right");
    let share = std::env::var("SEALANE_TOY_COMBS").ok().and_then(|text| text.parse().ok());
    let share = share.unwrap_or(1);
    let mut test = TwoScalars { next: random.below(share), share, random };
    for_each_group(&mut test);
    for_each_halved_group(&mut test);
}

/// Recoding into digits: value, range and the two sums that the multiplications rest on.
struct Recoding;

impl ForEachGroup for Recoding {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        for width in 2..=6 {
            let count = digits::count(C::N::BITS, width);
            for k in 0..toy.n {
                let digits = Digits::of(&[Signed::positive([k])]);
                let mut lower = 0i64;
                for i in 0..count {
                    let (magnitude, negative) = digits.at(One, i, width);
                    let negative = negative.to_bits();
                    assert!(magnitude <= 1 << (width - 1) && negative <= 1);
                    let half = 1i64 << (width * i) >> 1;
                    assert!((-half..=half).contains(&lower), "lower digits of {k}");
                    let below = if i == 0 { 0 } else { k >> (width * i - 1) & 1 };
                    let upper = (k >> (width * i)) + below;
                    assert_eq!(k as i64 - lower, (upper << (width * i)) as i64, "digits of {k}");
                    let digit = magnitude as i64 * if negative == 1 { -1 } else { 1 };
                    lower += digit << (width * i);
                }
                assert_eq!(lower, k as i64, "{k} in digits of {width} bits");
            }
        }
    }
}

/// Goal: the recoding has the properties that the proofs of the multiplications use. Every scalar
/// of every group.
#[test]
fn recoding_has_its_properties() {
    for_each_group(&mut Recoding);
}

/// Membership of every pair of coordinates, for small fields.
struct Membership(usize);

impl ForEachGroup for Membership {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let p = C::P::MODULUS.as_ref()[0];
        if C::P::BITS > 9 {
            return;
        }
        let limbs = |value: u64| {
            let mut limbs = PLimbs::<C>::ZERO;
            limbs.as_mut()[0] = value;
            limbs
        };
        let b = Fe::new(&C::B);
        let key = |pair: &[PLimbs<C>; 2]| [pair[0].as_ref()[0], pair[1].as_ref()[0]];
        let on: HashSet<[u64; 2]> = toy.points.iter().flatten().map(key).collect();
        for x in 0..p {
            for y in 0..p {
                let pair = [limbs(x), limbs(y)];
                let answer = is_on_curve::<C::Shape, _>(affine::<C>(&pair), b).to_bool_vartime();
                assert_eq!(answer, on.contains(&[x, y]), "({x}, {y}) in {}", toy.name);
            }
        }
        self.0 += 1;
    }
}

/// Goal: exactly the points of the group satisfy the equation. Every pair of coordinates of the
/// whole groups over primes below 512.
#[test]
fn membership_is_exact() {
    let mut test = Membership(0);
    for_each_whole_group(&mut test);
    assert!(test.0 >= 9);
}

/// Goal: the exhaustive comparison says no: to a list with two points swapped, and to the
/// incomplete addition where a doubling is due.
#[test]
fn a_wrong_group_is_seen() {
    type Least = testkit::toy::Whole<MinusThree, 31, 29, 15, 3, 8>;
    let outcome = std::panic::catch_unwind(|| {
        let mut toy = Toy::<Least>::of();
        toy.points.swap(7, 8);
        FixedBase::default().group(&toy);
    });
    assert!(outcome.is_err());
    // An incomplete addition in place of the complete one is met by the pairs.
    let toy = Toy::<Least>::of();
    let p = toy.point(5).expect("a finite point");
    let [one, ..] = some_z::<Least>();
    let sum = add_mixed(with_z::<Least>(&Some(p), one), affine::<Least>(&p));
    assert_ne!(&plain::<Least>(sum.point), toy.point(10));
}

/// Goal: a comb is built from what the machine keeps; its size is what the plan says. P-256 at its
/// own width: one row per window, half the digits each.
#[test]
fn the_comb_has_the_size_it_claims() {
    use sealane::curve::P256;
    let comb = Comb::<Short<P256>, One>::build(One, P256::COMB_WIDTH);
    let rows = digits::count(256, P256::COMB_WIDTH);
    assert_eq!(comb.additions().0, rows);
    assert_eq!(comb.bytes(), rows * (1 << (P256::COMB_WIDTH - 1)) * 64);
}
