//! Everything above the field, run over small groups on any machine.

use sealane::curve::Curve;
use sealane::ecc::{ecdh, ecdsa, eddsa, schnorr, xdh};
use sealane::group::comb::{Comb, Rows, mul_base};
use sealane::group::edwards::{self, Edwards, EdwardsCurve, Extended, MinusOne, PlusOne};
use sealane::group::ladder::ladder;
use sealane::group::model::Model;
use sealane::group::secret_point::{SLOTS, mul_secret_point};
use sealane::group::short::{
    self, Jacobian, Shape, Short, add_affine, add_mixed, add_mixed_complete,
};
use sealane::group::short_a0::Zero;
use sealane::group::short_a3::MinusThree;
use sealane::group::short_any::Any;
use sealane::group::straus_vartime::{double_scalar_vartime, mul_vartime};
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, invert_batch, sqrt};
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;
use std::slice::from_mut;
use testkit::toy::{Halved, Small, Toy, ToyGroup, ToyPrime, Twisted, Whole};

/// A result that differs from what it is without a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noticed;

/// The results of a run, or their comparison with those of another.
pub struct Run<'a> {
    expected: Option<&'a [u64]>,
    at: usize,
    pub values: Vec<u64>,
}

pub type Outcome = Result<(), Noticed>;

impl<'a> Run<'a> {
    pub fn recording() -> Self {
        Run { expected: None, at: 0, values: Vec::new() }
    }

    pub fn against(expected: &'a [u64]) -> Self {
        Run { expected: Some(expected), at: 0, values: Vec::new() }
    }

    fn put(&mut self, value: u64) -> Outcome {
        self.at += 1;
        match self.expected {
            None => self.values.push(value),
            Some(expected) if expected.get(self.at - 1) == Some(&value) => {}
            Some(_) => return Err(Noticed),
        }
        Ok(())
    }
}

type Minus3 = Whole<MinusThree, 31, 29, 15, 3, 8>;
type Zero0 = Whole<Zero, 31, 43, 3, 1, 2>;
/// The endomorphism shows in the walks, which are parts 1 and 2.
type Halves = Halved<Whole<Zero, 43, 31, 7, 2, 12>, 10>;
type Other = Whole<Any<Small<37, 12>>, 37, 29, 9, 0, 3>;
type Minus1 = Twisted<MinusOne, 29, 5, 27, 8, 18, 27, 3>;
type Plus1 = Twisted<PlusOne, 31, 7, 6, 13, 16, 25, 2>;

/// How many sections there are.
pub const SECTIONS: usize = 24;

/// Runs section `index` of the battery.
pub fn section<M: Machine>(m: M, index: usize, run: &mut Run) -> Outcome {
    match index {
        0 => roots::<31, M>(m, run),
        1 => roots::<37, M>(m, run),
        2 => roots::<73, M>(m, run),
        3 => roots::<97, M>(m, run),
        4..10 => edwards_curve::<M>(m, run, index - 4),
        10..14 => short_curve::<Minus3, M>(m, run, index - 10),
        14..18 => short_curve::<Zero0, M>(m, run, index - 14),
        18..22 => short_curve::<Other, M>(m, run, index - 18),
        22..24 => short_curve::<Halves, M>(m, run, index - 21),
        _ => panic!("there are {SECTIONS} sections"),
    }
}

fn element<P: Prime<Limbs = [u64; 1]>, M: Machine>(m: M, x: u64) -> M::Of<P> {
    m.load::<P>(&[[x]])
}

fn plain<P: Prime<Limbs = [u64; 1]>, M: Machine>(m: M, x: M::Of<P>) -> u64 {
    let mut out = [0];
    m.unload::<P>(x, from_mut(&mut out));
    out[0]
}

fn secret(k: u64) -> Secret<[[u64; 1]; 1]> {
    Secret::new([[k]])
}

/// Returns `1 / x mod p` by numbers, so that no fault is in the judge.
fn inverse(x: u64, p: u64) -> u64 {
    (0..p - 2).fold(1, |power, _| power * x % p)
}

/// A short curve over a prime of one word.
trait Weierstrass: Curve<P: Prime<Limbs = [u64; 1]>, N: Prime<Limbs = [u64; 1]>> {}

impl<C: Curve<P: Prime<Limbs = [u64; 1]>, N: Prime<Limbs = [u64; 1]>>> Weierstrass for C {}

type Pt<C, M> = Jacobian<<M as Machine>::Of<<C as Curve>::P>>;

fn put_point<C: Weierstrass, M: Machine>(m: M, run: &mut Run, p: Pt<C, M>) -> Outcome {
    let [x, y, z] = [p.x, p.y, p.z].map(|c| plain::<C::P, M>(m, c));
    let modulus = C::P::MODULUS[0];
    if z == 0 {
        return run.put(u64::MAX);
    }
    let i = inverse(z, modulus);
    run.put(x * i % modulus * i % modulus)?;
    run.put(y * i % modulus * i % modulus * i % modulus)
}

fn jacobian<C: Weierstrass, M: Machine>(m: M, p: Option<[[u64; 1]; 2]>, z: u64) -> Pt<C, M> {
    let modulus = C::P::MODULUS[0];
    let [x, y] = p.map_or([z, z], |p| {
        [p[0][0] * z % modulus * z % modulus, p[1][0] * z % modulus * z % modulus * z % modulus]
    });
    let z = if p.is_some() { z } else { 0 };
    let [x, y, z] = [x, y, z].map(|c| element::<C::P, M>(m, c));
    Jacobian { x, y, z }
}

fn short_curve<C, M: Machine>(m: M, run: &mut Run, part: usize) -> Outcome
where
    C: Weierstrass<Shape: testkit::toy::ToyShape>,
{
    let points = Toy::<C>::of().points;
    match part {
        0 => short_law::<C, M>(m, run, &points),
        1 => short_walks::<C, M>(m, run, &points, &Rows::build(m, 2)),
        2 => short_walks::<C, M>(m, run, &points, &Rows::build(m, 3)),
        _ => short_schemes::<C, M>(m, run, &points, &Rows::build(m, 2)),
    }
}

fn short_law<C: Weierstrass, M: Machine>(
    m: M,
    run: &mut Run,
    points: &[Option<[[u64; 1]; 2]>],
) -> Outcome {
    type F<C, M> = <M as Machine>::Of<<C as Curve>::P>;
    for (i, &p) in points.iter().enumerate() {
        for z in [1, 2, C::P::MODULUS[0] - 3] {
            let p = jacobian::<C, M>(m, p, z);
            put_point::<C, M>(m, run, C::Shape::double(p))?;
            put_point::<C, M>(m, run, Short::<C>::double(p, 2))?;
            let mask = Mask::splat(i % 2 == 0);
            put_point::<C, M>(m, run, Short::<C>::negate_point_if::<F<C, M>>(mask, p))?;
            run.put(Short::<C>::is_neutral::<F<C, M>>(&p).to_bits())?;
        }
        for (j, &q) in points.iter().enumerate() {
            let [z, other_z] = [1 + (i as u64 + j as u64) % 5, 2 + j as u64 % 3];
            let (p, full) = (jacobian::<C, M>(m, p, z), jacobian::<C, M>(m, q, other_z));
            put_point::<C, M>(m, run, Short::<C>::sum(p, full))?;
            run.put(Short::<C>::equal::<F<C, M>>(&p, &full).to_bits())?;
            let Some(q) = q else { continue };
            let [x, y] = q.map(|c| element::<C::P, M>(m, c[0]));
            let finite = Mask::splat(i != 0);
            let affine = short::Affine { x, y };
            put_point::<C, M>(m, run, add_mixed_complete::<C::Shape, _>(p, affine, finite))?;
            put_point::<C, M>(m, run, Short::<C>::add_vartime(p, [x, y]))?;
            if i != 0 && i != j {
                put_point::<C, M>(m, run, add_mixed(p, affine).point)?;
            }
            if let Some(p) = points[i].filter(|_| i != j) {
                let [x, y] = p.map(|c| element::<C::P, M>(m, c[0]));
                put_point::<C, M>(m, run, add_affine(short::Affine { x, y }, affine).point)?;
            }
            let negated = affine.negate_if(Mask::splat(j % 2 == 0));
            run.put(plain::<C::P, M>(m, negated.y))?;
        }
    }
    // Infinity may have any X and Y, zeros too.
    let p = jacobian::<C, M>(m, points[1], 2);
    let nowhere = Jacobian { x: p.z.zero_like(), y: p.z.zero_like(), z: p.z.zero_like() };
    for (p, q) in [(p, nowhere), (nowhere, p), (nowhere, nowhere)] {
        run.put(Short::<C>::equal::<F<C, M>>(&p, &q).to_bits())?;
        put_point::<C, M>(m, run, Short::<C>::sum(p, q))?;
    }
    let b = element::<C::P, M>(m, C::B[0]);
    for (x, y) in (0..C::P::MODULUS[0]).flat_map(|x| (0..C::P::MODULUS[0]).map(move |y| (x, y))) {
        let [x, y] = [x, y].map(|c| element::<C::P, M>(m, c));
        run.put(short::is_on_curve::<C::Shape, _>(short::Affine { x, y }, b).to_bits())?;
    }
    Ok(())
}

fn short_walks<C: Weierstrass, M: Machine>(
    m: M,
    run: &mut Run,
    points: &[Option<[[u64; 1]; 2]>],
    comb: &Comb<Short<C>, M>,
) -> Outcome {
    let n = C::N::MODULUS[0];
    for k in 0..n {
        let sum = mul_base::<Short<C>, M, 1>(m, comb, &secret(k));
        put_point::<C, M>(m, run, sum.reveal("a test may look"))?;
    }
    for (i, point) in points.iter().enumerate().skip(1).step_by(9) {
        let q = point.expect("a finite point").map(|c| element::<C::P, M>(m, c[0]));
        for k in 0..n {
            let product = mul_point::<Short<C>, M, 1>(m, comb.width(), &secret(k), q);
            put_point::<C, M>(m, run, product.reveal("a test may look"))?;
            put_point::<C, M>(m, run, mul_vartime::<Short<C>, M>(m, comb.width(), &[k], q))?;
            let p = jacobian::<C, M>(m, points[i], 3);
            let mut table = vec![p; SLOTS];
            let product =
                mul_secret_point::<Short<C>, M, 1>(m, &secret(k), &Secret::new(p), &mut table);
            put_point::<C, M>(m, run, product.reveal("a test may look"))?;
            for a in [0, k, n - k - 1, (n - k * i as u64 % n) % n] {
                let sum = double_scalar_vartime::<Short<C>, M>(m, comb, &[a], &[k], q);
                put_point::<C, M>(m, run, sum)?;
            }
        }
    }
    Ok(())
}

fn short_schemes<C: Weierstrass, M: Machine>(
    m: M,
    run: &mut Run,
    points: &[Option<[[u64; 1]; 2]>],
    comb: &Comb<Short<C>, M>,
) -> Outcome {
    let n = C::N::MODULUS[0];
    for k in 1..n {
        for (d, e) in [(1, 0), (2, 5), (n - 1, n - 1), (k, 1)] {
            let [signed] = ecdsa::sign::<C, M, 1, 1>(m, comb, &[secret(d)], &[secret(k)], &[[[e]]]);
            for value in [signed.r[0][0], signed.s[0][0], signed.good] {
                run.put(value)?;
            }
            let commitment = schnorr::commit::<C, M, 1>(m, comb, &secret(k));
            run.put(commitment.x[0][0])?;
            for odd in [0, 1] {
                let s = schnorr::respond::<C, M, 1>(m, &secret(d), &[odd], &commitment.k, &[[e]]);
                run.put(s[0][0])?;
            }
        }
        let q = points[k as usize].expect("a finite point");
        let shared = ecdh::shared_x::<C, M, 1, 1>(m, &[secret(n - k)], &[q.map(|c| [c])]);
        run.put(shared.reveal("a test may look")[0][0][0])?;
    }
    for d in [1, 3, n - 2] {
        let q = points[d as usize].expect("a finite point");
        for (r, s) in (1..n).flat_map(|r| (1..n).map(move |s| (r, s))).step_by(2) {
            for e in [0, 7] {
                let good = ecdsa::verify_vartime::<C, M>(m, comb, &q, &[e], &[r], &[s]);
                run.put(good.into())?;
            }
            if r < C::P::MODULUS[0] {
                let good = schnorr::verify_vartime::<C, M>(m, comb, &q, &[4], &[r], &[s]);
                run.put(good.into())?;
            }
        }
    }
    Ok(())
}

/// An Edwards curve over a prime of one word.
trait Twist: EdwardsCurve<P: Prime<Limbs = [u64; 1]>, N: Prime<Limbs = [u64; 1]>> {}

impl<E: EdwardsCurve<P: Prime<Limbs = [u64; 1]>, N: Prime<Limbs = [u64; 1]>>> Twist for E {}

type Ext<E, M> = Extended<<M as Machine>::Of<<E as EdwardsCurve>::P>>;

fn put_extended<E: Twist, M: Machine>(m: M, run: &mut Run, p: Ext<E, M>) -> Outcome {
    let [x, y, z, t] = [p.x, p.y, p.z, p.t].map(|c| plain::<E::P, M>(m, c));
    let modulus = E::P::MODULUS[0];
    let i = inverse(z, modulus);
    run.put(x * i % modulus)?;
    run.put(y * i % modulus)?;
    run.put(u64::from(t * z % modulus == x * y % modulus && z != 0))
}

fn extended<E: Twist, M: Machine>(m: M, [x, y]: [u64; 2], z: u64) -> Ext<E, M> {
    let modulus = E::P::MODULUS[0];
    let [x, y, t] = [x * z, y * z, x * y % modulus * z].map(|c| c % modulus);
    let [x, y, z, t] = [x, y, z, t].map(|c| element::<E::P, M>(m, c));
    Extended { x, y, z, t }
}

fn edwards_curve<M: Machine>(m: M, run: &mut Run, part: usize) -> Outcome {
    let (minus, plus) = (ToyGroup::of::<Minus1>(-1), ToyGroup::of::<Plus1>(1));
    match part {
        0 => edwards_law::<Minus1, M>(m, run, &minus),
        1 => edwards_law::<Plus1, M>(m, run, &plus),
        2 => edwards_walks::<Minus1, M>(m, run, &minus),
        3 => edwards_walks::<Plus1, M>(m, run, &plus),
        4 => edwards_schemes::<Minus1, M>(m, run, &minus),
        _ => edwards_schemes::<Plus1, M>(m, run, &plus),
    }
}

fn edwards_law<E: Twist, M: Machine>(m: M, run: &mut Run, toy: &ToyGroup) -> Outcome {
    type F<E, M> = <M as Machine>::Of<<E as EdwardsCurve>::P>;
    for i in 0..toy.order() {
        let p = extended::<E, M>(m, toy.point(i), 1 + i % (toy.p - 1));
        for n in 1..=2 {
            put_extended::<E, M>(m, run, Edwards::<E>::double(p, n))?;
        }
        run.put(Edwards::<E>::is_neutral::<F<E, M>>(&p).to_bits())?;
        let mask = Mask::splat(i % 2 == 0);
        put_extended::<E, M>(m, run, Edwards::<E>::negate_point_if::<F<E, M>>(mask, p))?;
        for j in 0..toy.order() {
            let q = extended::<E, M>(m, toy.point(j), 1 + (i + j) % (toy.p - 1));
            put_extended::<E, M>(m, run, Edwards::<E>::sum(p, q))?;
            run.put(Edwards::<E>::equal::<F<E, M>>(&p, &q).to_bits())?;
            let [x, y] = toy.point(j).map(|c| element::<E::P, M>(m, c));
            let entry = Edwards::<E>::entry(x, y);
            put_extended::<E, M>(m, run, Edwards::<E>::add(p, entry))?;
            let negated = Edwards::<E>::negate_if::<F<E, M>>(Mask::splat(j % 2 == 0), entry);
            put_extended::<E, M>(m, run, Edwards::<E>::add(p, negated))?;
        }
    }
    for (x, y) in (0..toy.p).flat_map(|x| (0..toy.p).map(move |y| (x, y))) {
        let [x, y] = [x, y].map(|c| element::<E::P, M>(m, c));
        run.put(edwards::is_on_curve::<E, _>(x, y).to_bits())?;
    }
    Ok(())
}

fn edwards_walks<E: Twist, M: Machine>(m: M, run: &mut Run, toy: &ToyGroup) -> Outcome {
    let comb = Comb::<Edwards<E>, M>::build(m, 2);
    for k in 0..toy.n {
        let sum = mul_base::<Edwards<E>, M, 1>(m, &comb, &secret(k));
        put_extended::<E, M>(m, run, sum.reveal("a test may look"))?;
        for point in &toy.points {
            let q = point.map(|c| element::<E::P, M>(m, c));
            let product = mul_point::<Edwards<E>, M, 1>(m, 2, &secret(k), q);
            put_extended::<E, M>(m, run, product.reveal("a test may look"))?;
            put_extended::<E, M>(m, run, mul_vartime::<Edwards<E>, M>(m, 2, &[k], q))?;
            let p = extended::<E, M>(m, *point, 3);
            let mut table = vec![p; SLOTS];
            let secret_point = Secret::new(p);
            let product =
                mul_secret_point::<Edwards<E>, M, 1>(m, &secret(k), &secret_point, &mut table);
            put_extended::<E, M>(m, run, product.reveal("a test may look"))?;
            for a in 0..toy.n {
                let sum = double_scalar_vartime::<Edwards<E>, M>(m, &comb, &[a], &[k], q);
                put_extended::<E, M>(m, run, sum)?;
            }
        }
    }
    for u in 0..toy.p {
        let u = element::<E::P, M>(m, u);
        for k in 0..64 {
            let product = ladder::<E, M, _, 1>(m, 6, &secret(k), u);
            let [u, denominator] = product.reveal("a test may look");
            run.put(plain::<E::P, M>(m, u * denominator.invert()))?;
        }
    }
    Ok(())
}

fn edwards_schemes<E: Twist, M: Machine>(m: M, run: &mut Run, toy: &ToyGroup) -> Outcome {
    let comb = Comb::<Edwards<E>, M>::build(m, 2);
    for byte in 0..=255 {
        let point = eddsa::decode_vartime::<E, M>(m, &[byte]);
        run.put(point.map_or(u64::MAX, |[x, y]| x[0] << 32 | y[0]))?;
        let k = [Secret::new([[u64::from(byte)]])];
        let public = xdh::public_of::<E, M, 1, 1>(m, &comb, &k);
        run.put(public.reveal("a test may look")[0][0][0])?;
        let shared = xdh::shared_u::<E, M, 1, 1>(m, &k, &[[[u64::from(byte) % toy.p]]]);
        let [shared] = shared.reveal("a test may look");
        run.put(shared.u[0][0])?;
        run.put(shared.good)?;
        run.put(eddsa::reduce::<E::N, M, _, 1>(m, &[[u64::from(byte) << 30, 77, !0]], 192)[0][0])?;
    }
    for k in 0..toy.n {
        let multiple = eddsa::multiple_of_base::<E, M, 1, 1>(m, &comb, &[secret(k)]);
        let [multiple] = multiple.reveal("a test may look");
        for [coordinate] in multiple {
            run.put(coordinate[0])?;
        }
        for (h, a) in (0..toy.n).flat_map(|h| (0..toy.n).map(move |a| (h, a))) {
            let s = eddsa::response::<E::N, M, 1>(m, &secret(k), &[[h]], &secret(a));
            run.put(s.reveal("a test may look")[0][0])?;
        }
    }
    // Every seventh pair of the two points: all orders meet.
    let pairs = (0..toy.order()).flat_map(|a| (0..toy.order()).map(move |r| (a, r)));
    for (a, r) in pairs.step_by(7) {
        let [a, r] = [a, r].map(|i| toy.point(i).map(|c| [c]));
        let mut encoding = [0; eddsa::MAX_POINT_BYTES];
        eddsa::encode::<E::P>(&r, &mut encoding);
        for (s, h) in (0..toy.n).map(|s| (s, s * 3 % toy.n)) {
            let good = eddsa::verify_vartime::<E, M>(m, &comb, &a, &encoding[..1], &[s], &[h]);
            run.put(good.into())?;
        }
    }
    Ok(())
}

/// Roots and inverses in fields of each kind of root.
fn roots<const P: u64, M: Machine>(m: M, run: &mut Run) -> Outcome {
    let of = |x| element::<ToyPrime<P>, M>(m, x);
    for x in 0..P {
        let (root, exists) = sqrt(of(x));
        run.put(exists.to_bits())?;
        if exists.to_bits() == 1 {
            // Either root is right.
            let root = plain::<ToyPrime<P>, M>(m, root);
            run.put(root.min(P - root))?;
        }
    }
    for batch in [&[][..], &[5], &[0], &[1, 2, 3], &[0, 7, 0, 9, 4], &[8, 0, 0]] {
        let mut elements: Vec<_> = batch.iter().map(|&x| of(x)).collect();
        let mut scratch = elements.clone();
        invert_batch(&mut elements, &mut scratch, Field::invert);
        for x in elements {
            run.put(plain::<ToyPrime<P>, M>(m, x))?;
        }
    }
    Ok(())
}
