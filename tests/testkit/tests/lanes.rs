//! Eight lanes beside one, exhaustively, on groups small enough for it: every multiplication and
//! every scheme, with different scalars and points side by side.

use sealane::curve::{
    BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Curve, NLimbs, P192, P224, P256, P384, P521,
    Secp256k1,
};
use sealane::ecc::{ecdh, ecdsa, eddsa, xdh};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::edwards::{Edwards, Extended};
use sealane::group::short::{Jacobian, Short};
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::fe8::Fe8;
use sealane_arith::field::{Field, Machine};
use sealane_arith::lanes::Vector;
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;
use std::array;
use testkit::inputs::Random;
use testkit::toy::{
    ForEachEdwards, ForEachGroup, Toy, ToyCurve, ToyEdwards, ToyGroup, for_each_edwards,
    for_each_halved_group, for_each_whole_group,
};

const LANES: usize = 8;
const SOFT8: Soft8 = Soft8::MACHINE;
const WHY: &str = "a test may look";

fn lanes<T>(of: impl FnMut(usize) -> T) -> [T; LANES] {
    array::from_fn(of)
}

/// Lane by lane the affine coordinates of points, plain; `None` for infinity.
fn plain<P: Prime, W: Vector>(p: &Jacobian<Fe8<P, W>>) -> [Option<[P::Limbs; 2]>; LANES] {
    let infinite = p.z.is_zero().to_bits();
    let affine = p.to_affine(Field::invert);
    let (x, y) = (affine.x.plain(), affine.y.plain());
    lanes(|i| (infinite >> i & 1 == 0).then(|| [x[i], y[i]]))
}

/// Runs a test on groups with an endomorphism and without.
fn for_each_group(test: &mut impl ForEachGroup) {
    for_each_whole_group(test);
    for_each_halved_group(test);
}

/// Sets of scalars: each of them once in order, and then at random, so that in many sets one lane
/// has the least scalar and its neighbour the greatest.
fn scalars(n: u64, random: &mut Random) -> Vec<[u64; LANES]> {
    let in_order = (0..n).step_by(LANES).map(|first| lanes(|i| (first + i as u64) % n));
    let mut sets: Vec<_> = in_order.collect();
    for _ in 0..n.min(60) {
        let edges = [0, 1, n - 1, n / 2];
        let mut set = [0; LANES];
        for (i, k) in set.iter_mut().enumerate() {
            let any = random.below(n as usize) as u64;
            *k = if i % 2 == 0 { any } else { edges[any as usize % edges.len()] };
        }
        sets.push(set);
    }
    sets
}

/// Multiples of the generator and of other points.
struct Multiples {
    random: Random,
    groups: u64,
}

impl ForEachGroup for Multiples {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        self.groups += 1;
        let sets = scalars(toy.n, &mut self.random);
        for (width, spacing) in [(2, 1), (3, 1), (2, 2)].into_iter().filter(|w| toy.n >> w.0 > 1) {
            let comb = Comb::<Short<C>, Soft8>::spaced(SOFT8, width, spacing);
            for k in &sets {
                let secret = Secret::new(k.map(|k| [k]));
                let sum = mul_base::<Short<C>, Soft8, LANES>(SOFT8, &comb, &secret).reveal(WHY);
                let expected = k.map(|k| *toy.point(k));
                assert_eq!(plain(&sum), expected, "{k:?} G, width {width} in {}", toy.name);
            }
        }
        for width in [2, 3].into_iter().filter(|width| toy.n >> (2 * width - 1) > 0) {
            for (at, k) in sets.iter().enumerate() {
                // Another point in each lane.
                let i = lanes(|lane| 1 + (at + 3 * lane) as u64 % (toy.n - 1));
                let points = i.map(|i| toy.point(i).as_ref().copied().expect("a finite point"));
                let [x, y] = [0, 1].map(|c| SOFT8.load::<C::P>(&points.map(|point| point[c])));
                let secret = Secret::new(k.map(|k| [k]));
                let product =
                    mul_point::<Short<C>, Soft8, LANES>(SOFT8, width, &secret, [x, y]).reveal(WHY);
                let expected = lanes(|lane| *toy.point(i[lane] * k[lane]));
                assert_eq!(plain(&product), expected, "{k:?} {i:?} in {}", toy.name);
            }
        }
    }
}

/// Goal: every scalar of every whole toy group, in every kind of company, has its multiple.
#[test]
fn multiples_are_right_in_every_lane() {
    let random = Random::seeded("multiples_are_right_in_every_lane");
    let mut test = Multiples { random, groups: 0 };
    for_each_group(&mut test);
    assert!(test.groups > 20, "{} groups", test.groups);
}

/// ECDSA and ECDH, beside one lane, which other tests compare with schoolbook arithmetic.
struct Schemes {
    random: Random,
    /// Signatures accepted, refused, and those with a half that is zero.
    seen: [u64; 3],
    /// Those accepted and refused with the table of a key.
    known: [u64; 2],
}

impl Schemes {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n as usize) as u64
    }

    fn set<C: ToyCurve>(&mut self, n: u64, from: u64) -> [NLimbs<C>; LANES] {
        let mut set = [[0]; LANES];
        set.iter_mut().for_each(|k| *k = [from + self.below(n - from)]);
        set
    }
}

impl ForEachGroup for Schemes {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        const GROUPS: usize = 2;
        if C::P::BITS > u64::BITS as usize {
            // A small part of a group: ECDSA wants an order that is as long as the prime.
            return;
        }
        let n = toy.n;
        let comb = Comb::<Short<C>, Soft8>::build(SOFT8, 2);
        let one = Comb::<Short<C>, One>::build(One, 2);
        for _ in 0..60 {
            let [d, k] = [(); 2].map(|()| [(); GROUPS].map(|()| self.set::<C>(n, 1)));
            let e = [(); GROUPS].map(|()| self.set::<C>(n, 0));
            let secret = |k: &[[NLimbs<C>; LANES]; GROUPS]| k.map(Secret::new);
            let signed =
                ecdsa::sign::<C, Soft8, LANES, GROUPS>(SOFT8, &comb, &secret(&d), &secret(&k), &e);
            let public = ecdsa::public_of::<C, Soft8, LANES, GROUPS>(SOFT8, &comb, &secret(&d));
            let public = public.reveal(WHY);
            // Half of the signatures are damaged.
            let (mut r, mut s) = ([[[1]; LANES]; GROUPS], [[[1]; LANES]; GROUPS]);
            for (group, lane) in (0..GROUPS).flat_map(|g| (0..LANES).map(move |l| (g, l))) {
                let [d, k] = [d, k].map(|lanes| [Secret::new([lanes[group][lane]])]);
                let [alone] = ecdsa::sign::<C, One, 1, 1>(One, &one, &d, &k, &[[e[group][lane]]]);
                let ours = &signed[group];
                let lane_of_ours = (ours.r[lane], ours.s[lane], ours.good >> lane & 1);
                assert_eq!(lane_of_ours, (alone.r[0], alone.s[0], alone.good), "{}", toy.name);
                self.seen[2] += 1 - alone.good;
                let damaged = self.below(2) * self.below(n);
                let half = |half: u64, more: u64| [1 + (half + n - 1 + more) % n % (n - 1)];
                r[group][lane] = if alone.r[0][0] > 0 { alone.r[0] } else { [1] };
                s[group][lane] = if damaged > 0 || alone.s[0][0] == 0 {
                    half(alone.s[0][0], damaged)
                } else {
                    alone.s[0]
                };
            }
            let good = ecdsa::verify_lanes_vartime::<C, Soft8, LANES, GROUPS>(
                SOFT8, &comb, &public, &e, &r, &s,
            );
            for (group, lane) in (0..GROUPS).flat_map(|g| (0..LANES).map(move |l| (g, l))) {
                let q = public[group].each_ref().map(|c| c[lane]);
                let [e, r, s] = [e, r, s].map(|lanes| lanes[group][lane]);
                let alone = ecdsa::verify_vartime::<C, One>(One, &one, &q, &e, &r, &s);
                assert_eq!(good[group] >> lane & 1 == 1, alone, "{q:?} {e:?} {r:?} {s:?}");
                self.seen[usize::from(!alone)] += 1;
            }
            // The key of one lane in all of them, with its table.
            let (group, lane) = (self.below(GROUPS as u64) as usize, self.below(8) as usize);
            let key = public[group].each_ref().map(|c| c[lane]);
            let point = key.map(|c| SOFT8.load::<C::P>(&[c; LANES]));
            let of_key = Comb::<Short<C>, Soft8>::of(SOFT8, point, comb.width());
            let known = ecdsa::verify_known_vartime::<C, Soft8, LANES, GROUPS>(
                SOFT8, &comb, &of_key, &e, &r, &s,
            );
            for (at, lane) in (0..GROUPS).flat_map(|g| (0..LANES).map(move |l| (g, l))) {
                let [e, r, s] = [e, r, s].map(|lanes| lanes[at][lane]);
                let alone = ecdsa::verify_vartime::<C, One>(One, &one, &key, &e, &r, &s);
                assert_eq!(known[at] >> lane & 1 == 1, alone, "{key:?} {e:?} {r:?} {s:?}");
                self.known[usize::from(!alone)] += 1;
            }
            let shared = ecdh::shared_x::<C, Soft8, LANES, GROUPS>(SOFT8, &secret(&k), &public);
            let shared = shared.reveal(WHY);
            for (group, lane) in (0..GROUPS).flat_map(|g| (0..LANES).map(move |l| (g, l))) {
                let product = toy.point(k[group][lane][0] * d[group][lane][0]);
                assert_eq!(Some(shared[group][lane]), product.as_ref().map(|p| p[0]));
            }
        }
    }
}

/// Goal: each lane signs, verifies and agrees as one lane does: good and bad side by side.
#[test]
fn schemes_agree_with_one_lane() {
    let random = Random::seeded("schemes_agree_with_one_lane");
    let mut test = Schemes { random, seen: [0; 3], known: [0; 2] };
    for_each_group(&mut test);
    assert!(test.seen.iter().all(|count| *count > 200), "{:?}", test.seen);
    assert!(test.known.iter().all(|count| *count > 200), "{:?}", test.known);
}

/// EdDSA, X25519 and X448.
struct EdwardsSchemes(Random);

impl ForEachEdwards for EdwardsSchemes {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let comb = Comb::<Edwards<E>, Soft8>::build(SOFT8, 2);
        let one = Comb::<Edwards<E>, One>::build(One, 2);
        let affine = |p: Extended<Fe8<E::P, _>>| {
            let inverse = p.z.invert();
            let (x, y) = ((p.x * inverse).plain(), (p.y * inverse).plain());
            lanes(|i| [x[i][0], y[i][0]])
        };
        for k in scalars(toy.n, &mut self.0) {
            let secret = Secret::new(k.map(|k| [k]));
            let multiple = mul_base::<Edwards<E>, Soft8, LANES>(SOFT8, &comb, &secret).reveal(WHY);
            assert_eq!(affine(multiple), k.map(|k| toy.point(toy.cofactor * k)), "{}", toy.name);
            // Any point, of small order too.
            let i = lanes(|_| self.0.below(toy.order() as usize) as u64);
            let [x, y] = [0, 1].map(|c| SOFT8.load::<E::P>(&i.map(|i| [toy.point(i)[c]])));
            let product =
                mul_point::<Edwards<E>, Soft8, LANES>(SOFT8, 3, &secret, [x, y]).reveal(WHY);
            let expected = lanes(|lane| toy.point(i[lane] * k[lane]));
            assert_eq!(affine(product), expected, "{k:?} {i:?} in {}", toy.name);

            let wide: [[u64; 3]; LANES] = lanes(|lane| [k[lane] << 40, !k[lane], i[lane]]);
            let reduced = eddsa::reduce::<E::N, Soft8, _, LANES>(SOFT8, &wide, 192);
            let alone = wide.map(|wide| eddsa::reduce::<E::N, One, _, 1>(One, &[wide], 192)[0]);
            assert_eq!(reduced, alone);

            let strings = [Secret::new(i.map(|i| [i & 0xff]))];
            let public = xdh::public_of::<E, Soft8, LANES, 1>(SOFT8, &comb, &strings).reveal(WHY);
            let u = i.map(|i| [i % toy.p]);
            let shared = xdh::shared_u::<E, Soft8, LANES, 1>(SOFT8, &strings, &[u]).reveal(WHY);
            for lane in 0..LANES {
                let string = [Secret::new([[i[lane] & 0xff]])];
                let alone = xdh::public_of::<E, One, 1, 1>(One, &one, &string).reveal(WHY);
                assert_eq!(public[0][lane], alone[0][0]);
                let alone = xdh::shared_u::<E, One, 1, 1>(One, &string, &[[u[lane]]]).reveal(WHY);
                assert_eq!(shared[0].u[lane], alone[0].u[0]);
                assert_eq!(shared[0].good >> lane & 1, alone[0].good);
            }
        }
        self.verify::<E>(toy, &comb, &one);
    }
}

impl EdwardsSchemes {
    /// Lanes say yes only where one lane does, and always where the encodings are equal.
    fn verify<E: ToyEdwards>(
        &mut self,
        toy: &ToyGroup,
        comb: &Comb<Edwards<E>, Soft8>,
        one: &Comb<Edwards<E>, One>,
    ) {
        let mut equal = 0;
        for _ in 0..100 {
            let mut below = |n: u64| self.0.below(n as usize) as u64;
            let [a, s, h] = [toy.order(), toy.n, toy.n].map(|n| lanes(|_| n)).map(|mut set| {
                set.iter_mut().for_each(|value| *value = below(*value));
                set
            });
            let mut r = [[0; eddsa::MAX_POINT_BYTES]; LANES];
            for (lane, r) in r.iter_mut().enumerate() {
                // s B - h A, or one that differs from it by a point of small order, or another.
                let order = toy.order();
                let right = toy.cofactor * s[lane] + (order - a[lane] * h[lane] % order);
                let other = [0, 0, below(toy.cofactor) * toy.n, below(order)][lane % 4];
                eddsa::encode::<E::P>(&toy.point(right + other).map(|c| [c]), r);
            }
            let points = a.map(|a| toy.point(a));
            let coordinates = [0, 1].map(|c| points.map(|point| [point[c]]));
            let ([s, h], width) = ([s, h].map(|k| k.map(|k| [k])), eddsa::point_bytes::<E::P>());
            let [yes] = eddsa::verify_lanes_vartime::<E, Soft8, LANES, 1>(
                SOFT8,
                comb,
                &[coordinates],
                &[r],
                &[s],
                &[h],
            );
            // The key of one lane in all of them, with its table.
            let one_lane = below(LANES as u64) as usize;
            let key = points[one_lane].map(|c| [c]);
            let of_key = eddsa::comb_of_key::<E, Soft8, LANES>(SOFT8, &key, comb.width());
            let [known] = eddsa::verify_known_vartime::<E, Soft8, LANES, 1>(
                SOFT8,
                comb,
                &of_key,
                &[r],
                &[s],
                &[h],
            );
            assert_eq!((known ^ yes) >> one_lane & 1, 0, "a table says the same");
            for lane in 0..LANES {
                let r = &r[lane][..width];
                let alone = eddsa::verify_vartime::<E, One>(One, one, &key, r, &s[lane], &h[lane]);
                assert!(alone || known >> lane & 1 == 0, "a table accepts what one lane does not");
            }
            for lane in 0..LANES {
                let point = points[lane].map(|c| [c]);
                let alone = eddsa::verify_vartime::<E, One>(
                    One,
                    one,
                    &point,
                    &r[lane][..width],
                    &s[lane],
                    &h[lane],
                );
                let ours = yes >> lane & 1 == 1;
                assert!(alone || !ours, "a lane accepts what one lane does not");
                assert!(ours || lane % 4 > 1, "equal encodings are accepted");
                equal += u64::from(ours);
            }
        }
        assert!(equal >= 400);
    }
}

/// Goal: the same for Edwards curves and their partners.
#[test]
fn edwards_schemes_agree_with_one_lane() {
    for_each_edwards(&mut EdwardsSchemes(Random::seeded("edwards_schemes_agree_with_one_lane")));
}

/// Goal: a lane that is wrong is noticed. Method: the scalar of one lane is another than it says.
#[test]
fn a_wrong_lane_is_noticed() {
    struct Wrong(u64);
    impl ForEachGroup for Wrong {
        fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
            let comb = Comb::<Short<C>, Soft8>::build(SOFT8, 2);
            for wrong in 0..LANES {
                let said = lanes(|lane| 1 + lane as u64 % (toy.n - 2));
                let mut k = said;
                k[wrong] += 1;
                let secret = Secret::new(k.map(|k| [k]));
                let sum = mul_base::<Short<C>, Soft8, LANES>(SOFT8, &comb, &secret).reveal(WHY);
                let found = plain(&sum);
                for lane in 0..LANES {
                    assert_eq!(found[lane] == *toy.point(said[lane]), lane != wrong);
                }
                self.0 += 1;
            }
        }
    }
    let mut test = Wrong(0);
    for_each_whole_group(&mut test);
    assert!(test.0 > 100);
}

/// Goal: the table of docs/lanes.md is that of the combs.
#[test]
fn documents_say_where_additions_are_complete() {
    let document = include_str!("../../../docs/lanes.md");
    fn row<C: Curve>(name: &str, width: usize) -> String {
        let comb = Comb::<Short<C>, One>::build(One, width);
        let (rows, complete) = comb.additions();
        let first = rows - complete;
        let last = if first + 1 == rows { ", the last" } else { "" };
        format!("| {name} | {} | {width} | {rows} | {first}{last} |", C::N::BITS)
    }
    for row in [
        row::<P192>("P-192", 7),
        row::<P224>("P-224", 7),
        row::<P256>("P-256", 7),
        row::<Secp256k1>("secp256k1", 7),
        row::<BrainpoolP256r1>("brainpoolP256r1", 7),
        row::<P384>("P-384", 6),
        row::<BrainpoolP384r1>("brainpoolP384r1", 6),
        row::<BrainpoolP512r1>("brainpoolP512r1", 6),
        row::<P521>("P-521", 6),
    ] {
        assert!(document.contains(&row), "{row}");
    }
}
