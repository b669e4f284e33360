//! Four products a level: the ladder beside the one of single elements, its bounds and its counts.

use num_bigint::BigUint;
use sealane::curve::Edwards25519;
use sealane::ecc::eddsa::prune;
use sealane::group::comb::Comb;
use sealane::group::edwards::MinusOne;
use sealane::group::edwards::{Edwards, EdwardsCurve, Form};
use sealane::group::ladder;
use sealane::group::model::Model;
use sealane::group::quads::{self, BaseTable};
use sealane::group::straus_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
#[cfg(target_arch = "x86_64")]
use sealane_arith::machine::Four;
use sealane_arith::machine::{One, Soft4};
use sealane_arith::prime::Prime;
use sealane_arith::quads::{Quad, QuadMachine, QuadPrime, order};
use sealane_arith::secret::Secret;
use testkit::inputs::{Random, edges};
use testkit::machine::count::{Count, counting};
use testkit::machine::each::Each;
use testkit::machine::quad_bounds::{Ceilings, QuadBounds};
use testkit::reference::field::{from_words, to_words};
use testkit::toy::{ForEachEdwards, ToyEdwards, ToyGroup, Twisted, for_each_edwards};

type P = <Edwards25519 as EdwardsCurve>::P;
const WHY: &str = "a test may look";

fn words(x: &BigUint) -> [u64; 4] {
    to_words(x, 4).try_into().expect("four words")
}

/// Integers below the prime: both ends, those of small order, and random ones.
fn elements(random: &mut Random, count: usize) -> Vec<[u64; 4]> {
    let p = from_words(&P::MODULUS);
    let small_order = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800";
    let bytes = testkit::documents::unhex(small_order);
    let mut all = edges(&p);
    all.push(BigUint::from_bytes_le(&bytes));
    all.extend((0..count).map(|_| random.structured(&p)));
    all.into_iter().filter(|x| x < &p).map(|x| words(&x)).collect()
}

/// Every operation of quads on a machine, of elements at rest; those that `deep` makes are sums.
fn operations<Q: QuadMachine>(machine: Q, a: &[[u64; 4]; 4], b: &[[u64; 4]; 4]) -> Vec<[u64; 4]> {
    machine.run(|| {
        let [a, b] = [a, b].map(|x| machine.load::<P>(x));
        let moved = a.places::<{ order([3, 0, 0, 2]) }>();
        let product = a * b;
        let three = (product + product) + (a.sqr() - b);
        let deep = (three - product) - (a.zero_like() - product - product - product);
        let chosen = Quad::select(machine.only(0b0110), deep, product);
        let all = [machine.all(1), machine.all(0)].map(|mask| Quad::select(mask, a, b));
        let sums = [product, a.sqr(), a + b, a - b, b - a, three, deep, chosen, all[0], all[1]];
        let at_rest = sums.map(|x| machine.unload::<P>(x.carry()));
        let rest = [moved, a, b].map(|x| machine.unload::<P>(x));
        at_rest.into_iter().chain(rest).flatten().collect()
    })
}

/// Goal: quads in registers and in plain words agree with single elements in every operation, at
/// the ends of what they take.
#[test]
fn quads_agree_with_single_elements() {
    let mut random = Random::seeded("quads");
    let all = elements(&mut random, 40);
    for round in 0..all.len() * 20 {
        let pick =
            |from: usize| std::array::from_fn(|i| all[(from + i * (1 + round / 9)) % all.len()]);
        let (a, b) = (pick(round), pick(round / 7));
        let wanted = operations(Each(One), &a, &b);
        assert_eq!(operations(Soft4::MACHINE, &a, &b), wanted, "{a:x?} {b:x?}");
        #[cfg(target_arch = "x86_64")]
        if let Some(four) = Four::detect() {
            assert_eq!(operations(four, &a, &b), wanted, "{a:x?} {b:x?}");
        }
    }
}

fn quotient([u, denominator]: [[u64; 4]; 2]) -> [u64; 4] {
    (Fe::<P>::new(&u) * Fe::<P>::new(&denominator).invert()).plain()
}

fn by_quads<Q: QuadMachine>(machine: Q, k: &[u64; 4], u: &[u64; 4]) -> [[u64; 4]; 2] {
    let secret = Secret::new(*k);
    quads::ladder::<Edwards25519, Q, One>(machine, One, 255, &secret, u).reveal(WHY)
}

/// Goal: the ladder in registers gives what it gives in plain words, word by word, and as a
/// quotient what the ladder of single elements gives, for scalars and points at their ends and
/// random ones.
#[test]
fn the_ladder_agrees_with_that_of_single_elements() {
    let mut random = Random::seeded("ladder");
    let (points, scalars) = (elements(&mut random, 12), elements(&mut random, 12));
    for (at, u) in points.iter().enumerate() {
        for k in [scalars[at % scalars.len()], prune::<Edwards25519>(&scalars[(3 * at + 1) % 12])] {
            let soft = by_quads(Soft4::MACHINE, &k, u);
            let single = Secret::new([k]);
            let single = ladder::ladder::<Edwards25519, One, _, 1>(One, 255, &single, Fe::new(u));
            let wanted = quotient(single.reveal(WHY).map(Fe::plain));
            assert_eq!(quotient(soft), wanted, "{k:x?} {u:x?}");
            assert_eq!(by_quads(Each(One), &k, u), soft, "{k:x?} {u:x?}");
            #[cfg(target_arch = "x86_64")]
            if let Some(four) = Four::detect() {
                assert_eq!(by_quads(four, &k, u), soft, "{k:x?} {u:x?}");
            }
        }
    }
}

struct Ladder;

impl ForEachEdwards for Ladder {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let run = |k: u64, u: u64| {
            let result =
                quads::ladder::<E, Soft4, One>(Soft4::MACHINE, One, 14, &Secret::new([k]), &[u]);
            let [u, denominator] = result.reveal(WHY).map(|x| Fe::<E::P>::new(&x));
            (u * denominator.invert()).plain()[0]
        };
        let u_of = |i: u64| {
            let [x, y] = toy.point(i).map(|c| Fe::<E::P>::new(&[c]));
            let [up, down] = E::Form::montgomery_u(&Edwards::<E>::point(x, y));
            (up * down.invert()).plain()[0]
        };
        for i in toy.some_indices(if toy.order() < 700 { 700 } else { 30 }) {
            for k in toy.some_indices(40).into_iter().chain([toy.order() - 1, toy.order()]) {
                assert_eq!(run(k, u_of(i)), u_of(i * k), "{k} * {i} in {}", toy.name);
            }
        }
        // Off the curve, on the twist: multiples of multiples, in any order.
        for u in 0..toy.p.min(40) {
            assert_eq!(run(3, run(5, u)), run(15, u), "{u} in {}", toy.name);
            assert_eq!((run(1, u), run(0, u)), (u, 0), "{u} in {}", toy.name);
        }
    }
}

/// Goal: on whole toy groups the ladder gives the `u` of the multiple, through the form whose
/// bounds are asserted at every step.
#[test]
fn the_ladder_is_right_on_toy_groups() {
    for_each_edwards(&mut Ladder);
}

/// Goal: the ladder keeps the bounds that the programs are proven for, for all inputs; a formula
/// that adds up too much is refused by its line.
#[test]
fn formulas_keep_their_bounds() {
    let _ = by_quads(QuadBounds, &[5; 4], &[9, 0, 0, 0]);
    let refused = std::panic::catch_unwind(|| {
        let x = Ceilings::<P>::rest();
        let product = x * x;
        let four = (product + product) + (product + product);
        four + product
    });
    assert!(refused.is_err(), "four products are no half of a sum");
    assert!(std::panic::catch_unwind(|| Ceilings::<P>::rest().sqr().sqr()).is_err());
}

/// Goal: each step of the ladder is two products and one square of quads, whatever the scalar.
#[test]
fn the_ladder_costs_three_levels_a_bit() {
    for k in [[0; 4], [u64::MAX; 4], [0x0123_4567_89ab_cdef; 4]] {
        let (_, ops) = counting::<P, _>(|| by_quads(Each(Count), &k, &[9, 0, 0, 0]));
        assert_eq!(ops.products(), (8 * 255, 4 * 255));
        assert_eq!((ops.invert, ops.invert_vartime, ops.zero_test), (0, 0, 0));
    }
}

/// `a G - b q` by quads, checked to have `T = X Y / Z`, as affine coordinates.
fn affine<E: EdwardsCurve<P: QuadPrime, Form = MinusOne>, Q: QuadMachine>(
    machine: Q,
    base: &BaseTable<E>,
    [a, b]: [&<E::N as Prime>::Limbs; 2],
    q: &[<E::P as Prime>::Limbs; 2],
) -> [<E::P as Prime>::Limbs; 2] {
    let sum = quads::double_scalar_vartime::<E, Q, One>(machine, One, base, a, b, q);
    let [x, y, z, t] = sum.map(|c| Fe::<E::P>::new(&c));
    assert!((x * y).equals(z * t).to_bool_vartime(), "T is X Y / Z");
    let inverse = z.invert();
    [x, y].map(|c| (c * inverse).plain())
}

/// Tries all scalars up to some, and all points, of a toy group.
fn all_multiples<E: ToyEdwards<Form = MinusOne>>() {
    let toy = ToyGroup::of::<E>(-1);
    let base = BaseTable::<E>::build(2);
    for i in toy.some_indices(60) {
        let q = toy.point(i).map(|c| [c]);
        for a in toy.some_indices(30).into_iter().filter(|a| *a < toy.n) {
            for b in [0, 1, 2, toy.n / 2, toy.n - 2, toy.n - 1, (a * 7 + i) % toy.n] {
                let got = affine(Soft4::MACHINE, &base, [&[a], &[b]], &q);
                let at = a * toy.cofactor + (toy.order() - i) * b;
                assert_eq!(got, toy.point(at).map(|c| [c]), "{a} {b} {i} in {}", toy.name);
                assert_eq!(affine(Each(One), &base, [&[a], &[b]], &q), got);
            }
        }
    }
}

/// Goal: on toy groups every point, those of small order and the neutral one too, has its sums, in
/// the form whose bounds are asserted at every step.
#[test]
fn sums_of_multiples_are_right_on_toy_groups() {
    all_multiples::<Twisted<MinusOne, 29, 5, 27, 8, 18, 27, 3>>();
    all_multiples::<Twisted<MinusOne, 37, 7, 5, 3, 5, 30, 2>>();
    all_multiples::<Twisted<MinusOne, 229, 29, 10, 108, 10, 124, 3>>();
    all_multiples::<Twisted<MinusOne, 509, 127, 50, 96, 6, 9, 2>>();
}

/// Goal: on edwards25519 sums in registers are those in plain words, word by word, and those of
/// single elements: of scalars at their ends and random ones, and of points of small order.
#[test]
fn sums_of_multiples_agree_with_single_elements() {
    type E = Edwards25519;
    let mut random = Random::seeded("sums");
    let n = from_words(&<E as EdwardsCurve>::N::MODULUS);
    let (base, comb) = (BaseTable::<E>::build(7), Comb::<Edwards<E>, One>::build(One, 5));
    assert_eq!(base.bytes(), 64 * 160);
    let zero = [0; 4];
    let one = [1, 0, 0, 0];
    let minus_one = words(&(from_words(&P::MODULUS) - 1u32));
    let mut points = vec![E::G, [zero, one], [zero, minus_one]];
    for round in 0..60 {
        let [a, b] = [0, 1].map(|_| words(&random.structured(&n)));
        let [a, b] = match round % 10 {
            0 => [a, zero],
            1 => [zero, b],
            2 => [zero, zero],
            3 => [one, words(&(&n - 1u32))],
            _ => [a, b],
        };
        let q = points[round % points.len()];
        let [x, y] = q.map(|c| Fe::<P>::new(&c));
        let minus = [-x, y];
        let wanted =
            straus_vartime::double_scalar_vartime::<Edwards<E>, One>(One, &comb, &a, &b, minus);
        let wanted = Edwards::<E>::affine(&wanted, wanted.z.invert()).map(Fe::plain);
        let of = |machine| {
            quads::double_scalar_vartime::<E, Soft4, One>(machine, One, &base, &a, &b, &q)
        };
        let soft = of(Soft4::MACHINE);
        assert_eq!(affine(Soft4::MACHINE, &base, [&a, &b], &q), wanted, "{a:x?} {b:x?} {q:x?}");
        #[cfg(target_arch = "x86_64")]
        if let Some(four) = Four::detect() {
            let got = quads::double_scalar_vartime::<E, Four, One>(four, One, &base, &a, &b, &q);
            assert_eq!(got, soft, "{a:x?} {b:x?} {q:x?}");
        }
        points.push(wanted);
    }
}

/// Goal: the sums keep the bounds of the programs, with digits of both signs; a doubling is four
/// squares and four products, an addition eight products.
#[test]
fn sums_of_multiples_keep_their_bounds_and_costs() {
    type E = Edwards25519;
    let base = BaseTable::<E>::build(7);
    let (a, b) = ([0x5555_1234_0f0f_ffff; 4], [0x7777_aaaa_1111_9999; 4]);
    let [a, b] = [a, b].map(|mut k| {
        k[3] >>= 4;
        k
    });
    let run = |a: &[u64; 4], b: &[u64; 4]| {
        quads::double_scalar_vartime::<E, _, One>(QuadBounds, One, &base, a, b, &E::G)
    };
    let _ = (run(&a, &b), run(&[0; 4], &[0; 4]));
    let cost = |a: [u64; 4]| {
        let sum = || {
            quads::double_scalar_vartime::<E, _, One>(Each(Count), One, &base, &a, &[0; 4], &E::G)
        };
        counting::<P, _>(sum).1.products()
    };
    let [first, doubled, added] = [[1, 0, 0, 0], [2, 0, 0, 0], [1 << 9 | 1, 0, 0, 0]].map(cost);
    assert_eq!((doubled.0 - first.0, doubled.1 - first.1), (4, 4));
    assert_eq!((added.0 - first.0, added.1 - first.1), (9 * 4 + 8, 9 * 4));
}
