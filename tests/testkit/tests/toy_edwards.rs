//! Edwards curves: the group law, every walk, encodings, verification and the ladder,
//! exhaustively, on whole groups with all their points of small order.

use sealane::ecc::eddsa;
use sealane::group::comb::{Comb, mul_base};
use sealane::group::edwards::{Edwards, EdwardsCurve, Extended, Form, is_on_curve};
use sealane::group::ladder::ladder;
use sealane::group::model::Model;
use sealane::group::straus_vartime::{double_scalar_vartime, mul_vartime};
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::machine::One;
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;
use testkit::inputs::Random;
use testkit::toy::{ForEachEdwards, ToyEdwards, ToyGroup, Twisted, for_each_edwards};

type F<E> = Fe<<E as EdwardsCurve>::P>;
type Point<E> = Extended<F<E>>;

fn element<E: ToyEdwards>(value: u64) -> F<E> {
    Fe::new(&[value])
}

/// Returns the point with the given `Z`, so that formulas meet more than `Z = 1`.
fn with_z<E: ToyEdwards>([x, y]: [u64; 2], z: u64) -> Point<E> {
    let [x, y, z] = [x, y, z].map(element::<E>);
    Extended { x: x * z, y: y * z, z, t: x * y * z }
}

/// Returns the affine coordinates after checking that `T` fits them.
fn plain<E: ToyEdwards>(p: Point<E>) -> [u64; 2] {
    assert!((p.t * p.z).equals(p.x * p.y).to_bool_vartime(), "T is x y Z");
    let inverse = p.z.invert_vartime();
    [p.x, p.y].map(|c| (c * inverse).plain()[0])
}

fn entry<E: ToyEdwards>([x, y]: [u64; 2]) -> [F<E>; 3] {
    Edwards::<E>::entry(element::<E>(x), element::<E>(y))
}

fn scalar(k: u64) -> Secret<[[u64; 1]; 1]> {
    Secret::new([[k]])
}

struct GroupLaw;

impl ForEachEdwards for GroupLaw {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let rows = toy.some_indices(if toy.order() < 700 { 700 } else { 40 });
        for &i in &rows {
            for j in 0..toy.order() {
                let z = 1 + (i + j) % (toy.p - 1);
                let p = with_z::<E>(toy.point(i), z);
                let q = toy.point(j);
                let sum = Edwards::<E>::add(p, entry::<E>(q));
                assert_eq!(plain::<E>(sum), toy.point(i + j), "{i} + {j} in {}", toy.name);
                let minus = Edwards::<E>::negate_if(Mask::splat(true), entry::<E>(q));
                let difference = Edwards::<E>::add(p, minus);
                let expected = toy.point(i + toy.order() - j);
                assert_eq!(plain::<E>(difference), expected, "{i} - {j} in {}", toy.name);
                let neutral = Edwards::<E>::is_neutral(&difference).to_bool_vartime();
                assert_eq!(neutral, i == j, "{i} - {j} in {}", toy.name);
            }
        }
        for i in 0..toy.order() {
            for n in 1..=3 {
                let p = with_z::<E>(toy.point(i), 1 + i % (toy.p - 1));
                let double = plain::<E>(Edwards::<E>::double(p, n));
                assert_eq!(double, toy.point(i << n), "2^{n} {i} in {}", toy.name);
            }
        }
    }
}

/// Goal: addition and doubling are complete. All pairs of points of the groups below order 700 and
/// 40 rows of the others, with their points of small order; all doublings, once to three times.
#[test]
fn the_group_law_is_complete() {
    for_each_edwards(&mut GroupLaw);
}

struct Membership;

impl ForEachEdwards for Membership {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        if toy.p > 512 {
            return;
        }
        for x in 0..toy.p {
            for y in 0..toy.p {
                let answer = is_on_curve::<E, _>(element::<E>(x), element::<E>(y));
                assert_eq!(answer.to_bool_vartime(), toy.is_on_curve([x, y]), "({x}, {y})");
            }
        }
    }
}

/// Goal: exactly the points of the group satisfy the equation. All pairs over primes below 512.
#[test]
fn membership_is_exact() {
    for_each_edwards(&mut Membership);
}

struct Walks {
    random: Random,
}

impl Walks {
    fn variable_base<E: ToyEdwards>(toy: &ToyGroup, width: usize) {
        for i in toy.some_indices(if toy.n < 60 { 500 } else { 5 }) {
            let q = toy.point(i).map(element::<E>);
            for k in 0..toy.n {
                let (expected, name) = (toy.point(i * k), &toy.name);
                let product = mul_point::<Edwards<E>, One, 1>(One, width, &scalar(k), q);
                let product = plain::<E>(product.reveal("a test may look"));
                assert_eq!(product, expected, "{k} * {i}, width {width} in {name}");
                let product = plain::<E>(mul_vartime::<Edwards<E>, One>(One, width, &[k], q));
                assert_eq!(product, expected, "{k} * {i}, sliding {width} in {name}");
            }
        }
    }

    fn joint<E: ToyEdwards>(&mut self, toy: &ToyGroup, comb: &Comb<Edwards<E>, One>) {
        for i in toy.some_indices(20) {
            for _ in 0..200 {
                let [a, b] = [0, 1].map(|_| self.random.below(toy.n as usize) as u64);
                let q = toy.point(i).map(element::<E>);
                let sum = double_scalar_vartime::<Edwards<E>, One>(One, comb, &[a], &[b], q);
                let expected = toy.point(a * toy.cofactor + b * i);
                assert_eq!(plain::<E>(sum), expected, "{a} B + {b} * {i} in {}", toy.name);
            }
        }
    }
}

impl ForEachEdwards for Walks {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        for width in (2..=4).filter(|&width| toy.n > 1 << width) {
            for spacing in 1..=3 {
                let comb = Comb::<Edwards<E>, One>::spaced(One, width, spacing);
                assert_eq!(comb.additions().1, 0, "no addition needs care");
                for k in 0..toy.n {
                    let sum = mul_base::<Edwards<E>, One, 1>(One, &comb, &scalar(k));
                    let sum = plain::<E>(sum.reveal("a test may look"));
                    let (expected, name) = (toy.point(k * toy.cofactor), &toy.name);
                    assert_eq!(sum, expected, "{k} B, {width} bits, {spacing}, {name}");
                }
                self.joint::<E>(toy, &comb);
            }
            Self::variable_base::<E>(toy, width);
        }
    }
}

/// Goal: every multiplication is right, for points of every order. Fixed base: all scalars;
/// variable base: all scalars of all points (small groups) or of some with those of small order;
/// joint: random pairs.
#[test]
fn multiplications_are_right_for_points_of_every_order() {
    for_each_edwards(&mut Walks { random: Random::seeded("edwards multiplications") });
}

struct Encodings(usize);

impl ForEachEdwards for Encodings {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let width = eddsa::point_bytes::<E::P>();
        let mut decoded = 0;
        for number in 0..1u32 << (8 * width) {
            let bytes = &number.to_le_bytes()[..width];
            let Some(point) = eddsa::decode_vartime::<E, One>(One, bytes) else { continue };
            assert!(toy.is_on_curve(point.map(|c| c[0])), "{number:x} in {}", toy.name);
            let mut again = [0; eddsa::MAX_POINT_BYTES];
            eddsa::encode::<E::P>(&point, &mut again);
            assert_eq!(&again[..width], bytes, "the canonical encoding alone, {}", toy.name);
            decoded += 1;
        }
        assert_eq!(decoded, toy.order(), "each point of {} has one encoding", toy.name);
        for length in (0..5).filter(|&length| length != width) {
            assert_eq!(eddsa::decode_vartime::<E, One>(One, &[0; 5][..length]), None);
        }
        self.0 += 1;
    }
}

/// Goal: encodings and points are one to one. Every string of the right length, on every group.
#[test]
fn every_point_has_one_encoding() {
    let mut test = Encodings(0);
    for_each_edwards(&mut test);
    assert_eq!(test.0, 14);
}

struct Verification {
    random: Random,
    accepted: [usize; 2],
}

impl Verification {
    /// `a` and `r` are indices of points; the equation is judged by them.
    fn check<E: ToyEdwards>(
        &mut self,
        toy: &ToyGroup,
        comb: &Comb<Edwards<E>, One>,
        [a, r, s, h]: [u64; 4],
    ) {
        let limbs = |i: u64| toy.point(i).map(|c| [c]);
        let mut encoding = [0; eddsa::MAX_POINT_BYTES];
        eddsa::encode::<E::P>(&limbs(r), &mut encoding);
        let encoding = &encoding[..eddsa::point_bytes::<E::P>()];
        let answer = eddsa::verify_vartime::<E, One>(One, comb, &limbs(a), encoding, &[s], &[h]);
        let (left, right) = (s * toy.cofactor, r + h * a);
        let what = format!("s = {s}, h = {h}, A = {a}, R = {r} in {}", toy.name);
        assert_eq!(answer, left % toy.n == right % toy.n, "{what}");
        if answer {
            self.accepted[usize::from(left % toy.order() != right % toy.order())] += 1;
        }
    }
}

impl ForEachEdwards for Verification {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let comb = Comb::<Edwards<E>, One>::build(One, 2);
        let (order, n) = (toy.order(), toy.n);
        if order < 60 {
            for i in 0..order * order * n * n {
                let case =
                    [i % order, i / order % order, i / order / order % n, i / order / order / n];
                self.check::<E>(toy, &comb, case);
            }
            return;
        }
        for _ in 0..3000 {
            let mut below = |limit: u64| self.random.below(limit as usize) as u64;
            let [a, s, h] = [below(order), below(n), below(n)];
            // The one right R, one that differs by a small order, and any.
            let right = (s * toy.cofactor + (order - a) * h) % order;
            let off = (right + n * below(toy.cofactor)) % order;
            let any = below(order);
            for r in [right, off, any] {
                self.check::<E>(toy, &comb, [a, r, s, h]);
            }
        }
    }
}

/// Goal: verification follows the cofactored equation exactly, for `A` and `R` of every order. All
/// `A`, `R`, `s` and `h` of the groups below order 60, random ones of the others. Both ways to be
/// accepted occur: equal encodings, and a difference of small order.
#[test]
fn verification_is_the_cofactored_equation() {
    let random = Random::seeded("edwards verification");
    let mut test = Verification { random, accepted: [0; 2] };
    for_each_edwards(&mut test);
    assert!(test.accepted.iter().all(|&count| count > 1000), "{:?}", test.accepted);
}

struct Ladder;

impl Ladder {
    fn run<E: ToyEdwards>(k: u64, u: u64) -> u64 {
        let bits = 14;
        let result = ladder::<E, One, _, 1>(One, bits, &scalar(k), element::<E>(u));
        let [u, denominator] = result.reveal("a test may look");
        (u * denominator.invert()).plain()[0]
    }
}

impl ForEachEdwards for Ladder {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let u_of = |i: u64| {
            let [up, down] = E::Form::montgomery_u(&with_z::<E>(toy.point(i), 1 + i % (toy.p - 1)));
            (up * down.invert_vartime()).plain()[0]
        };
        for i in toy.some_indices(if toy.order() < 700 { 700 } else { 30 }) {
            for k in toy.some_indices(60).into_iter().chain([toy.order() - 1, toy.order()]) {
                let product = Self::run::<E>(k, u_of(i));
                assert_eq!(product, u_of(i * k), "{k} * {i} in {}", toy.name);
            }
        }
        // Off the curve, on the twist: multiples of multiples, in any order.
        for u in 0..toy.p.min(60) {
            for [a, b] in [[3, 5], [8, 17], [101, 63]] {
                let both = Self::run::<E>(a * b, u);
                assert_eq!(Self::run::<E>(a, Self::run::<E>(b, u)), both, "{u} in {}", toy.name);
            }
            assert_eq!(Self::run::<E>(1, u), u);
            assert_eq!(Self::run::<E>(0, u), 0);
        }
    }
}

/// Goal: the ladder gives the `u` of the multiple, and the map from the Edwards curve leads to the
/// partner that it runs on. All points of the groups below order 700, some of the others, scalars
/// up to the order; and any `u` at all by a law.
#[test]
fn the_ladder_agrees_with_the_edwards_curve() {
    for_each_edwards(&mut Ladder);
}

/// The same integer in as many words as a hash has at most.
fn wide(words: &[u64]) -> [u64; 15] {
    let mut wide = [0; 15];
    wide[..words.len()].copy_from_slice(words);
    wide
}

struct Reduction {
    random: Random,
}

impl ForEachEdwards for Reduction {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        for _ in 0..100 {
            let words: Vec<u64> =
                (0..1 + self.random.below(15)).map(|_| self.random.word()).collect();
            let expected = testkit::reference::field::from_words(&words) % toy.n;
            let [reduced] =
                eddsa::reduce::<E::N, One, _, 1>(One, &[wide(&words)], 64 * words.len());
            assert_eq!(testkit::reference::field::from_words(&reduced), expected, "{words:x?}");
        }
    }
}

/// Goal: wide integers are reduced right, for orders of all sizes. Random words, and all ones.
#[test]
fn wide_integers_are_reduced() {
    use sealane_arith::generated::{P448N, P25519N};
    for_each_edwards(&mut Reduction { random: Random::seeded("reduction") });
    fn ones<N: Prime>() {
        let n = testkit::reference::field::from_words(N::MODULUS.as_ref());
        for words in
            [vec![u64::MAX; 15], vec![u64::MAX; 8], vec![0; 15], N::MODULUS.as_ref().to_vec()]
        {
            let [reduced] = eddsa::reduce::<N, One, _, 1>(One, &[wide(&words)], 64 * words.len());
            let expected = testkit::reference::field::from_words(&words) % &n;
            assert_eq!(testkit::reference::field::from_words(reduced.as_ref()), expected);
        }
    }
    ones::<P25519N>();
    ones::<P448N>();
}

/// Goal: the exhaustive comparison says no: to a group with two points exchanged.
#[test]
fn a_wrong_group_is_seen() {
    type Least = Twisted<sealane::group::edwards::PlusOne, 31, 7, 6, 13, 16, 25, 2>;
    let outcome = std::panic::catch_unwind(|| {
        let mut toy = ToyGroup::of::<Least>(1);
        toy.points.swap(7, 8);
        GroupLaw.group::<Least>(&toy);
    });
    assert!(outcome.is_err());
}
