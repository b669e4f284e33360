//! Halves of scalars by an endomorphism, against big integers: of every scalar of toy groups, and
//! of secp256k1 at random, at the edges and at the corners of what halves can be.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use sealane::curve::{Curve, NLimbs, Secp256k1};
use sealane::group::glv::{Endomorphism, EndomorphismOf, Signed};
use sealane::group::short::Short;
use sealane::group::window::mul_point;
use sealane_arith::field::Field;
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::{from_words, to_words};
use testkit::toy::{ForEachGroup, Halved, Toy, ToyCurve, Whole, for_each_halved_group};

type OfCurve<C> = EndomorphismOf<Short<C>>;

fn endomorphism_of<C: Curve>() -> OfCurve<C> {
    C::ENDOMORPHISM.expect("the curve has one")
}

fn integer<N: Words>(words: &N) -> BigInt {
    from_words(words.as_ref()).into()
}

fn signed<N: Words>(half: &Signed<N>) -> BigInt {
    let magnitude = integer(&half.magnitude);
    assert!(half.negative <= 1, "a sign is a bit");
    if half.negative == 1 { -magnitude } else { magnitude }
}

fn words<C: Curve>(k: &BigUint) -> NLimbs<C> {
    let mut limbs = NLimbs::<C>::ZERO;
    limbs.as_mut().copy_from_slice(&to_words(k, NLimbs::<C>::LEN));
    limbs
}

/// Splits `k` and returns its halves; they must be of `k` and within the bound.
fn halves<C: Curve>(by: &OfCurve<C>, k: &BigUint) -> [BigInt; 2] {
    let [first, second] = by.split(&words::<C>(k)).each_ref().map(signed);
    let n = integer(&C::N::MODULUS);
    let sum = &first + &second * integer(&by.lambda);
    assert_eq!(sum.mod_floor(&n), BigInt::from(k.clone()), "{k:x} is {first:x} and {second:x}");
    let most = from_words(by.most.as_ref());
    assert!(
        first.magnitude() <= &most && second.magnitude() <= &most,
        "{k:x}: {first:x} {second:x}"
    );
    [first, second]
}

/// Returns the basis `(a1, b1), (a2, b2)` as integers.
fn basis<C: Curve>(by: &OfCurve<C>) -> [[BigInt; 2]; 2] {
    let bits = 64 * NLimbs::<C>::LEN;
    by.minus_basis.map(|vector| {
        vector.map(|x| {
            let negative = x.as_ref()[NLimbs::<C>::LEN - 1] >> 63 == 1;
            (BigInt::from(u8::from(negative)) << bits) - integer(&x)
        })
    })
}

/// Every scalar and every short vector of a group.
#[derive(Default)]
struct Every {
    groups: usize,
    /// How many groups have the complete addition in their last window, and how many do not.
    last_complete: [usize; 2],
}

impl ForEachGroup for Every {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let by = &endomorphism_of::<C>();
        let met = (0..toy.n).flat_map(|k| halves::<C>(by, &k.into()));
        let met = met.map(|half| half.magnitude().clone()).max().expect("there are scalars");
        assert_eq!(met, from_words(&by.most), "the bound is reached in {}", toy.name);
        let (n, [lambda], [shortest]) = (toy.n as i64, by.lambda, by.shortest);
        let inside = |s: i64| {
            let vectors = (-s..=s).flat_map(|x| (-s..=s).map(move |y| (x, y)));
            vectors.filter(|(x, y)| (x + y * lambda as i64) % n == 0).count()
        };
        assert_eq!(inside(shortest as i64 - 1), 1, "a shorter vector in {}", toy.name);
        assert!(inside(shortest as i64) > 1, "none as short in {}", toy.name);
        // The map multiplies every point by lambda.
        let (p, beta) = (from_words(C::P::MODULUS.as_ref()), from_words(by.beta.as_ref()));
        for k in 1..toy.n {
            let [x, y] = toy.point(k).expect("a finite point");
            let [u, v] = toy.point(k * lambda).expect("a finite point");
            assert_eq!((from_words(x.as_ref()) * &beta % &p, y), (from_words(u.as_ref()), v));
        }
        self.last_complete[usize::from(by.is_complete(0, 2))] += 1;
        self.groups += 1;
    }
}

/// Goal: the halves of every scalar are right and as short as the constants say, no vector of the
/// lattice is shorter than they say, and the map is the multiplication by lambda. All toy groups;
/// among them some whose last window needs the complete addition, and some where it does not.
#[test]
fn every_scalar_of_every_toy_group_is_halved() {
    let mut every = Every::default();
    for_each_halved_group(&mut every);
    assert_eq!(every.groups, 13);
    assert!(every.last_complete.iter().all(|&groups| groups >= 2), "{:?}", every.last_complete);
}

/// Goal: the constants of secp256k1 are those of an endomorphism: beta and lambda are cube roots of
/// one, the map multiplies the generator by lambda, the vectors are in the lattice and span it.
#[test]
fn the_map_of_secp256k1_multiplies_by_lambda() {
    let by = &endomorphism_of::<Secp256k1>();
    let Group { curve, g, n, .. } = Group::of(sealane::ecc::Algorithm::EcSecp256k1);
    let [beta, lambda] = [&by.beta, &by.lambda].map(|root| from_words(root));
    for (root, modulus) in [(&beta, &curve.p), (&lambda, &n)] {
        assert_eq!((root * root + root + 1u32) % modulus, BigUint::ZERO);
    }
    let (x, y) = g.clone().expect("a finite point");
    assert_eq!(curve.mul(&lambda, &g), Some((x * beta % &curve.p, y)));
    let [u, v] = basis::<Secp256k1>(by);
    for [a, b] in [&u, &v] {
        assert_eq!((a + b * BigInt::from(lambda.clone())).mod_floor(&n.clone().into()), 0.into());
    }
    assert_eq!(&u[0] * &v[1] - &u[1] * &v[0], n.into());
}

/// Goal: the halves of secp256k1's scalars are right and within the bound. Edges, and random
/// scalars of runs.
#[test]
fn halves_of_secp256k1_are_right() {
    let by = &endomorphism_of::<Secp256k1>();
    let n = Group::of(sealane::ecc::Algorithm::EcSecp256k1).n;
    let mut random = Random::seeded("halves_of_secp256k1_are_right");
    let lambda = from_words(&by.lambda);
    let mut all: Vec<BigUint> = (0u32..4).map(BigUint::from).collect();
    all.extend((1u32..4).map(|i| &n - i));
    all.extend([&n >> 1, (&n >> 1) + 1u32, lambda.clone(), &n - &lambda, &n - 1u32 - &lambda]);
    for bit in 0..256 {
        let power = BigUint::from(1u32) << bit;
        all.extend([&power - 1u32, &power + 1u32, power].map(|k| k % &n));
    }
    all.extend((0..2000).map(|_| random.structured(&n)));
    all.iter().for_each(|k| _ = halves::<Secp256k1>(by, k));
    assert_eq!(halves::<Secp256k1>(by, &BigUint::ZERO), [0.into(), 0.into()]);
    assert_eq!(by.bits(), 128);
}

/// Returns the scalars whose halves are nearest to the corners of what halves can be, the sums and
/// differences of half of each vector, with those halves: eight around each corner.
fn corners<C: Curve>(by: &OfCurve<C>) -> Vec<(BigUint, [BigInt; 2])> {
    let n = integer(&C::N::MODULUS);
    let [u, v] = basis::<C>(by);
    let mut all = Vec::new();
    for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let corner = [0, 1].map(|i| (&u[i] * s + &v[i] * t) / 2);
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let pair = [&corner[0] + dx, &corner[1] + dy];
            // Inside: the coordinates with respect to the basis are below one half.
            let first: BigInt = &pair[0] * &v[1] - &pair[1] * &v[0];
            let second: BigInt = &u[0] * &pair[1] - &u[1] * &pair[0];
            if [first, second].iter().all(|c| (c.magnitude() * 2u32) < *n.magnitude()) {
                let k: BigInt = &pair[0] + &pair[1] * integer(&by.lambda);
                all.push((k.mod_floor(&n).to_biguint().expect("a residue"), pair));
            }
        }
    }
    all
}

/// Goal: the bound on the halves of secp256k1 is what the longest halves reach, and these walks are
/// right too. The scalars at the corners, whose halves are known beforehand.
#[test]
fn the_longest_halves_reach_the_bound() {
    let by = &endomorphism_of::<Secp256k1>();
    let Group { curve, g, .. } = Group::of(sealane::ecc::Algorithm::EcSecp256k1);
    let all = corners::<Secp256k1>(by);
    assert!(all.len() >= 4, "{} scalars", all.len());
    let mut longest = BigUint::ZERO;
    for (k, expected) in all {
        let met = halves::<Secp256k1>(by, &k);
        assert_eq!(met, expected, "{k:x}");
        longest = met.iter().map(|half| half.magnitude().clone()).fold(longest, BigUint::max);
        let base = Secp256k1::G.map(|c| sealane_arith::fe::Fe::new(&c));
        let scalar = Secret::new([words::<Secp256k1>(&k)]);
        let product = mul_point::<Short<Secp256k1>, One, 1>(One, Secp256k1::WINDOW, &scalar, base);
        let product = product.reveal("a test may look").to_affine(Field::invert_vartime);
        let (x, y) = curve.mul(&k, &g).expect("not infinity");
        assert_eq!([product.x, product.y].map(|c| from_words(&c.plain())), [x, y], "{k:x}");
    }
    let most = from_words(&by.most);
    assert!(&most - &longest <= BigUint::from(2u32), "{longest:x} of {most:x}");
}

type Toy211 = Halved<Whole<sealane::group::short_a0::Zero, 241, 211, 13, 3, 47>, 6>;

/// Goal: the comparison says no to each constant that is wrong: the vectors, the quotients, lambda
/// and the bound.
#[test]
fn wrong_constants_are_seen() {
    type Change = fn(&mut Endomorphism<[u64; 1], [u64; 1]>);
    let refused = |change: Change| {
        let outcome = std::panic::catch_unwind(|| {
            let mut by = endomorphism_of::<Toy211>();
            change(&mut by);
            (0u32..211).for_each(|k| _ = halves::<Toy211>(&by, &k.into()));
        });
        outcome.is_err()
    };
    assert!(!refused(|_| ()));
    assert!(refused(|by| by.minus_basis[0][1][0] ^= 1));
    assert!(refused(|by| by.quotients[1][0] ^= 1 << 36));
    assert!(refused(|by| by.lambda[0] += 1));
    assert!(refused(|by| by.most[0] -= 1));
    assert!(refused(|by| by.shift += 1));
}

/// How many multiples a walk with windows of 3 bits got wrong.
struct Wrong(usize);

impl ForEachGroup for Wrong {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        let base = C::G.map(|c| sealane_arith::fe::Fe::new(&c));
        for k in 1..toy.n {
            let product = mul_point::<Short<C>, One, 1>(One, 3, &Secret::new([[k]]), base);
            let product = product.reveal("a test may look").to_affine(Field::invert_vartime);
            let point = toy.point(k).expect("a finite point");
            self.0 += usize::from([product.x.plain(), product.y.plain()] != point);
        }
    }
}

/// Goal: the walk needs the complete addition where the bound says so. With a lattice said to be
/// wider than it is, every addition is a chord, and four multiples go wrong; with the true one,
/// none does.
#[test]
fn a_walk_without_complete_additions_goes_wrong() {
    type Base = Whole<sealane::group::short_a0::Zero, 79, 97, 3, 1, 2>;
    let (mut right, mut wrong) = (Wrong(0), Wrong(0));
    right.group(&Toy::<Halved<Base, 11, 1>>::of());
    wrong.group(&Toy::<Halved<Base, 11, 1000>>::of());
    assert_eq!((right.0, wrong.0), (0, 4));
}
