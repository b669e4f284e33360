//! Four products a level on short curves: multiples and sums beside those of single elements, their
//! bounds and their counts.

use num_bigint::BigUint;
use sealane::curve::{Curve, NLimbs, P224, P256, P521, PLimbs, Secp256k1};
use sealane::group::comb::Comb;
use sealane::group::model::Point;
use sealane::group::quads::short::{BaseTable, double_scalar_vartime, multiple};
use sealane::group::short::Short;
use sealane::group::short_a0::Zero;
use sealane::group::short_a3::MinusThree;
use sealane::group::short_any::Any;
use sealane::group::straus_vartime;
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
#[cfg(target_arch = "x86_64")]
use sealane_arith::machine::Four;
use sealane_arith::machine::{One, Soft4};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::quads::{QuadMachine, QuadPrime};
use sealane_arith::secret::Secret;
use testkit::inputs::{Random, edges};
use testkit::machine::count::{Count, counting};
use testkit::machine::each::Each;
use testkit::machine::quad_bounds::QuadBounds;
use testkit::reference::field::{from_words, to_words};
use testkit::toy::{Halved, Small, Subgroup, Toy, ToyCurve, Whole};

const WHY: &str = "a test may look";

fn limbs<W: Words>(x: &BigUint) -> W {
    let mut limbs = W::ZERO;
    limbs.as_mut().copy_from_slice(&to_words(x, W::LEN));
    limbs
}

/// The coefficient `a`, by the generator.
fn coefficient<C: Curve>() -> PLimbs<C> {
    let [x, y, b] = [C::G[0], C::G[1], C::B].map(|c| One.load::<C::P>(&[c]));
    let rest = ((y.sqr() - x.sqr() * x).carry() - b).carry();
    One.unload_first::<C::P>(rest * x.invert())
}

/// Coordinates of a point that may be infinity.
fn affine<C: Curve>(point: &Point<Short<C>, One>) -> Option<[PLimbs<C>; 2]> {
    let is_finite = !point.z.is_zero().to_bool_vartime();
    let affine = point.to_affine(Field::invert);
    let plain = |c| One.unload_first::<C::P>(c);
    is_finite.then(|| [affine.x, affine.y].map(plain))
}

/// `k q` by quads.
fn product<C: Curve<P: QuadPrime>, Q: QuadMachine>(
    machine: Q,
    width: usize,
    a: &PLimbs<C>,
    k: &NLimbs<C>,
    q: &[PLimbs<C>; 2],
) -> Option<[PLimbs<C>; 2]> {
    let k = Secret::new(*k);
    let point = multiple::<C, Q, One>(machine, One, a, width, &k, q);
    affine::<C>(&point.reveal(WHY))
}

/// Checks products on a real curve, of scalars at their ends and random ones.
fn products_agree<C: Curve<P: QuadPrime>>(rounds: usize) {
    let mut random = Random::seeded("products");
    let (n, a) = (from_words(C::N::MODULUS.as_ref()), coefficient::<C>());
    let mut scalars: Vec<BigUint> = edges(&n).into_iter().filter(|k| *k < n).collect();
    // Those whose last digit meets the sum of the others, and has to double it.
    scalars.extend((1u32..=16).map(|digit| &n - 2 * digit));
    scalars.extend((0..rounds).map(|_| random.structured(&n)));
    let mut q = C::G;
    for k in scalars.iter().filter(|k| **k != BigUint::ZERO) {
        let k = limbs::<NLimbs<C>>(k);
        let load = |c: &PLimbs<C>| One.load::<C::P>(&[*c]);
        let single = mul_point::<Short<C>, One, 1>(
            One,
            C::WINDOW,
            &Secret::new([k]),
            [load(&q[0]), load(&q[1])],
        );
        let wanted = affine::<C>(&single.reveal(WHY));
        for width in [2, C::WINDOW] {
            assert_eq!(product::<C, _>(Soft4::MACHINE, width, &a, &k, &q), wanted, "{k:x?}");
        }
        assert_eq!(product::<C, _>(Each(One), C::WINDOW, &a, &k, &q), wanted, "{k:x?}");
        #[cfg(target_arch = "x86_64")]
        if let Some(four) = Four::detect() {
            assert_eq!(product::<C, _>(four, C::WINDOW, &a, &k, &q), wanted, "{k:x?}");
        }
        q = wanted.expect("no multiple of the order");
    }
}

/// Goal: products by quads, in registers and in plain words, are those of single elements, the last
/// digit that doubles included.
#[test]
fn products_agree_with_single_elements() {
    products_agree::<P224>(20);
    products_agree::<P256>(40);
    products_agree::<P521>(10);
}

/// Checks sums of two multiples on a real curve.
fn sums_agree<C: Curve<P: QuadPrime>>(rounds: usize) {
    let mut random = Random::seeded("sums");
    let n = from_words(C::N::MODULUS.as_ref());
    let a = coefficient::<C>();
    let (base, comb) = (BaseTable::<C>::build(&a, 7), Comb::<Short<C>, One>::build(One, 5));
    let (mut q, mut others) = (C::G, 0);
    for round in 0..rounds {
        let [mut u, mut v] = [0, 1].map(|_| random.structured(&n));
        match round % 8 {
            0 => u = BigUint::ZERO,
            1 => v = BigUint::ZERO,
            2 => (u, v) = (1u32.into(), &n - 1u32),
            _ => {}
        }
        let [u, v] = [limbs::<NLimbs<C>>(&u), limbs::<NLimbs<C>>(&v)];
        let of_words = q.map(|c| One.load::<C::P>(&[c]));
        let wanted =
            straus_vartime::double_scalar_vartime::<Short<C>, One>(One, &comb, &u, &v, of_words);
        let wanted = affine::<C>(&wanted);
        let soft = double_scalar_vartime::<C, Soft4, One>(Soft4::MACHINE, One, &base, &u, &v, &q);
        let soft = soft.map(|sum| affine::<C>(&sum));
        match soft {
            Some(sum) => assert_eq!(sum, wanted, "{u:x?} {v:x?}"),
            None => others += 1,
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(four) = Four::detect() {
            let got = double_scalar_vartime::<C, Four, One>(four, One, &base, &u, &v, &q);
            assert_eq!(got.map(|sum| affine::<C>(&sum)), soft, "{u:x?} {v:x?}");
        }
        q = wanted.unwrap_or(q);
    }
    // The generator itself meets its own multiples, and so does a point whose multiple it was.
    assert!(others * 4 <= rounds, "{others} of {rounds} sums were left to others");
}

/// Goal: sums by quads are those of single elements, or none: where a point meets itself, its
/// negative or infinity on the way.
#[test]
fn sums_agree_with_single_elements() {
    sums_agree::<P224>(80);
    sums_agree::<P256>(160);
    sums_agree::<P521>(40);
    sums_agree::<Secp256k1>(160);
}

/// Checks every scalar and many points of a toy group.
fn all_multiples<C: ToyCurve<P: QuadPrime>>() {
    let toy = Toy::<C>::of();
    let a = limbs::<PLimbs<C>>(&toy.group.curve.a);
    for i in toy.some_logarithms(12) {
        let q = toy.point(i).expect("not infinity");
        for k in toy.some_logarithms(400) {
            let wanted = *toy.point(i * k);
            let width = if toy.n > 40 { 3 } else { 2 };
            let got = product::<C, _>(Soft4::MACHINE, width, &a, &[k], &q);
            assert_eq!(got, wanted, "{k} * {i} in {}", toy.name);
            assert_eq!(product::<C, _>(Each(One), 2, &a, &[k], &q), wanted, "{}", toy.name);
        }
    }
}

/// Checks sums of multiples in a toy group: returns how many there were, and how many were left to
/// others.
fn all_sums<C: ToyCurve<P: QuadPrime>>() -> [u64; 2] {
    let toy = Toy::<C>::of();
    let a = limbs::<PLimbs<C>>(&toy.group.curve.a);
    let base = BaseTable::<C>::build(&a, 2);
    let (mut all, mut others) = (0, 0);
    for i in toy.some_logarithms(10) {
        let q = toy.point(i).expect("not infinity");
        for u in [0].into_iter().chain(toy.some_logarithms(40)) {
            for v in [0, 1, 2, toy.n / 2, toy.n - 2, toy.n - 1, (u * 7 + i) % toy.n] {
                let machine = Soft4::MACHINE;
                let sum = double_scalar_vartime::<C, _, One>(machine, One, &base, &[u], &[v], &q);
                let each =
                    double_scalar_vartime::<C, _, One>(Each(One), One, &base, &[u], &[v], &q);
                all += 1;
                let Some(sum) = sum else {
                    assert!(each.is_none());
                    others += 1;
                    continue;
                };
                let sum = affine::<C>(&sum);
                assert_eq!(sum, *toy.point(u + i * v), "{u} + {i} * {v} in {}", toy.name);
                assert_eq!(each.map(|it| affine::<C>(&it)), Some(sum));
            }
        }
    }
    [all, others]
}

/// Goal: on toy groups of every shape, through the form whose bounds are asserted at every step,
/// and on small groups over the fields of real curves, products are right for every scalar.
#[test]
fn products_are_right_on_toy_groups() {
    all_multiples::<Whole<MinusThree, 31, 29, 15, 3, 8>>();
    all_multiples::<Whole<MinusThree, 31, 41, 6, 1, 2>>();
    all_multiples::<Whole<MinusThree, 127, 137, 72, 0, 31>>();
    all_multiples::<Whole<MinusThree, 509, 467, 11, 0, 198>>();
    all_multiples::<Whole<MinusThree, 8191, 8179, 26, 0, 1231>>();
    all_multiples::<Whole<Zero, 127, 109, 29, 1, 41>>();
    all_multiples::<Whole<Any<Small<131, 43>>, 131, 139, 2, 1, 35>>();
    all_multiples::<Subgroup<MinusThree, <P224 as Curve>::P, 4, 13, 14>>();
    all_multiples::<Subgroup<MinusThree, <P256 as Curve>::P, 4, 13, 22>>();
    all_multiples::<Subgroup<MinusThree, <P521 as Curve>::P, 9, 13, 38>>();
}

/// Goal: there, sums are right or left to others; in larger groups few are left.
#[test]
fn sums_are_right_on_toy_groups() {
    let _ = all_sums::<Whole<MinusThree, 31, 29, 15, 3, 8>>();
    let _ = all_sums::<Whole<MinusThree, 127, 137, 72, 0, 31>>();
    let _ = all_sums::<Whole<Zero, 127, 109, 29, 1, 41>>();
    let _ = all_sums::<Whole<Any<Small<131, 43>>, 131, 139, 2, 1, 35>>();
    let _ = all_sums::<Subgroup<MinusThree, <P256 as Curve>::P, 4, 13, 22>>();
    let _ = all_sums::<Halved<Whole<Zero, 241, 211, 13, 3, 47>, 6>>();
    let _ = all_sums::<Halved<Whole<Zero, 8191, 8011, 7, 1, 256>, 9>>();
    let _ = all_sums::<Subgroup<Zero, <Secp256k1 as Curve>::P, 4, 199, 42>>();
    let [all, others] = all_sums::<Whole<MinusThree, 8191, 8179, 26, 0, 1231>>();
    assert!(others * 4 < all && others > 0, "{others} of {all} sums were left to others");
}

/// Goal: products and sums keep the bounds that the programs are proven for, for all inputs.
#[test]
fn formulas_keep_their_bounds() {
    fn of<C: Curve<P: QuadPrime>>() {
        let a = coefficient::<C>();
        let base = BaseTable::<C>::build(&a, 7);
        let n = from_words(C::N::MODULUS.as_ref());
        let [u, v] = [3u32, 5].map(|over| limbs::<NLimbs<C>>(&(&n / over)));
        let _ = double_scalar_vartime::<C, _, One>(QuadBounds, One, &base, &u, &v, &C::G);
    }
    of::<P224>();
    of::<P256>();
    of::<P521>();
    of::<Secp256k1>();
    let (a, k) = (coefficient::<P256>(), Secret::new([u64::MAX >> 1; 4]));
    let _ = multiple::<P256, _, One>(QuadBounds, One, &a, 5, &k, &P256::G);
}

/// Goal: a doubling is twelve products and an addition twenty, whatever the scalar is.
#[test]
fn products_cost_three_levels_and_five() {
    let a = coefficient::<P256>();
    for k in [[1, 0, 0, 0], [u64::MAX >> 1; 4], [0x0123_4567_89ab_cdef; 4]] {
        let run = || multiple::<P256, _, One>(Each(Count), One, &a, 5, &Secret::new(k), &P256::G);
        let (_, ops) = counting::<<P256 as Curve>::P, _>(run);
        let windows = 256 / 5;
        assert_eq!(ops.products(), (windows * (20 + 5 * 12), 0));
        assert_eq!((ops.invert, ops.invert_vartime, ops.zero_test), (0, 0, 0));
    }
}
