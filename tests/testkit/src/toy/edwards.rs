//! Toy Edwards curves: whole cyclic groups of 4 or 8 times a prime order over small primes, with
//! both kinds of formulas. Found by `scripts/toy_edwards.py`, checked by the tests below.

use super::ToyPrime;
use sealane::group::edwards::{EdwardsCurve, Form, MinusOne, PlusOne};
use sealane::tables::Plan;
use sealane_arith::prime::Prime;
use sealane_arith::quads::QuadPrime;
use std::marker::PhantomData;

/// The curve with `a` by `K`, `d = D` and generator `(X, Y)` of order `N`, over the integers modulo
/// `P`; the partner in Montgomery's form has `(A - 2) / 4 = A24`, the cofactor is `2^H`.
#[derive(Debug, Clone, Copy)]
pub struct Twisted<
    K,
    const P: u64,
    const N: u64,
    const D: u64,
    const X: u64,
    const Y: u64,
    const A24: u64,
    const H: usize,
>(PhantomData<K>);

impl<
    K: Form,
    const P: u64,
    const N: u64,
    const D: u64,
    const X: u64,
    const Y: u64,
    const A24: u64,
    const H: usize,
> EdwardsCurve for Twisted<K, P, N, D, X, Y, A24, H>
{
    type P = ToyPrime<P>;
    type N = ToyPrime<N>;
    type Form = K;
    const D: [u64; 1] = [D];
    const G: [[u64; 1]; 2] = [[X], [Y]];
    const COFACTOR_BITS: usize = H;
    const A24: [u64; 1] = [A24];
    const COMBS: [Plan; 3] = [Plan::of(2, 1); 3];
}

/// An Edwards curve whose coordinates and scalars are one word.
pub trait ToyEdwards:
    EdwardsCurve<P: QuadPrime<Limbs = [u64; 1]>, N: Prime<Limbs = [u64; 1]>>
{
}

impl<E> ToyEdwards for E where
    E: EdwardsCurve<P: QuadPrime<Limbs = [u64; 1]>, N: Prime<Limbs = [u64; 1]>>
{
}

/// A toy group with all its points, for comparison.
pub struct ToyGroup {
    /// What to call it in messages.
    pub name: String,
    /// The prime of the coordinates.
    pub p: u64,
    /// The order of the generator.
    pub n: u64,
    /// The order of the group divided by `n`.
    pub cofactor: u64,
    /// `a` and `d`.
    pub coefficients: [u64; 2],
    /// Point `i` is `i W` for a point `W` that makes up the whole group; the generator is
    /// `cofactor W`.
    pub points: Vec<[u64; 2]>,
}

impl ToyGroup {
    /// Computes all points by the affine law.
    #[must_use]
    pub fn of<E: ToyEdwards>(a: i64) -> Self {
        let (p, n) = (E::P::MODULUS[0], E::N::MODULUS[0]);
        let mut group = ToyGroup {
            name: format!("order {n} on {a} x^2 + y^2 = 1 + {} x^2 y^2 mod {p}", E::D[0]),
            p,
            n,
            cofactor: 1 << E::COFACTOR_BITS,
            coefficients: [a.rem_euclid(p as i64) as u64, E::D[0]],
            points: Vec::new(),
        };
        let order = (n * group.cofactor) as usize;
        let anywhere = (0..p).flat_map(|x| (0..p).map(move |y| [x, y]));
        let all = anywhere.filter(|&point| group.is_on_curve(point));
        let whole = |point: [u64; 2]| Some(group.multiples(point)).filter(|m| m.len() == order);
        let points = all.clone().find_map(whole).expect("the group is cyclic");
        // The whole group may be counted from another point, so that the generator falls into
        // place: from an odd multiple k of this one, with k cofactor W the generator.
        let generator = E::G.map(|c| c[0]);
        let at = |k: u64| points[(k * group.cofactor) as usize % order];
        let k = (1..n).find(|&k| at(k) == generator).expect("the generator is of that order");
        let k = if k % 2 == 1 { k } else { k + n };
        let from_k = (0..order).map(|i| points[i * k as usize % order]).collect();
        group.points = from_k;
        group
    }

    /// Returns whether the pair satisfies the equation.
    #[must_use]
    pub fn is_on_curve(&self, [x, y]: [u64; 2]) -> bool {
        let ([a, d], p) = (self.coefficients, self.p);
        let (xx, yy) = (x * x % p, y * y % p);
        (a * xx + yy) % p == (1 + d * xx % p * yy) % p
    }

    /// Returns the sum by the affine law. Bernstein, Birkner, Joye, Lange, Peters, "Twisted Edwards
    /// curves" (2008), section 6.
    #[must_use]
    pub fn add(&self, [x1, y1]: [u64; 2], [x2, y2]: [u64; 2]) -> [u64; 2] {
        let ([a, d], p) = (self.coefficients, self.p);
        let t = d * (x1 * x2 % p) % p * (y1 * y2 % p) % p;
        let x = (x1 * y2 + y1 * x2) % p * inverse(1 + t, p) % p;
        let y = (y1 * y2 + (p - a) * (x1 * x2 % p)) % p * inverse(1 + p - t, p) % p;
        [x, y]
    }

    /// Returns the point, twice it, and so on, from the neutral element up to it.
    fn multiples(&self, point: [u64; 2]) -> Vec<[u64; 2]> {
        let neutral = [0, 1];
        let mut all = vec![neutral];
        let mut sum = point;
        while sum != neutral {
            all.push(sum);
            sum = self.add(sum, point);
        }
        all
    }

    /// The order of the whole group.
    #[must_use]
    pub fn order(&self) -> u64 {
        self.points.len() as u64
    }

    /// Returns `i W` for any `i`.
    #[must_use]
    pub fn point(&self, i: u64) -> [u64; 2] {
        self.points[(i % self.order()) as usize]
    }

    /// Returns all indices of points if they are at most `most`, and otherwise that many spread
    /// out, those of the small orders among them.
    #[must_use]
    pub fn some_indices(&self, most: u64) -> Vec<u64> {
        let step = self.order().div_ceil(most).max(1) as usize;
        let mut chosen: Vec<u64> = (0..self.order()).step_by(step).collect();
        chosen.extend((0..self.cofactor).map(|i| i * self.n));
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}

fn inverse(x: u64, p: u64) -> u64 {
    let (mut power, mut square, mut exponent) = (1, x % p, p - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % p;
        }
        square = square * square % p;
        exponent >>= 1;
    }
    power
}

/// Something to test on each toy group.
pub trait ForEachEdwards {
    /// Tests it on one.
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup);
}

macro_rules! on_each {
    ($test:expr, $form:ident, $a:expr, $([$($number:expr),*]),*) => {
        $({
            type Row = Twisted<$form, $($number),*>;
            $test.group::<Row>(&ToyGroup::of::<Row>($a));
        })*
    };
}

/// Runs a test on the seven groups with `a = -1` and the seven with `a = 1`, smallest first.
pub fn for_each_edwards(test: &mut impl ForEachEdwards) {
    on_each!(
        test,
        MinusOne,
        -1,
        [29, 5, 27, 8, 18, 27, 3],
        [37, 7, 5, 3, 5, 30, 2],
        [61, 7, 2, 14, 27, 40, 3],
        [229, 29, 10, 108, 10, 124, 3],
        [241, 29, 7, 115, 3, 210, 3],
        [509, 127, 50, 96, 6, 9, 2],
        [8161, 1013, 29, 1484, 5, 7888, 3]
    );
    on_each!(
        test,
        PlusOne,
        1,
        [31, 7, 6, 13, 16, 25, 2],
        [43, 11, 2, 17, 4, 41, 2],
        [79, 11, 48, 31, 5, 31, 3],
        [251, 59, 10, 91, 6, 241, 2],
        [433, 101, 29, 103, 4, 404, 2],
        [499, 127, 40, 39, 5, 459, 2],
        [8191, 2027, 14, 1274, 9, 8177, 2]
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct IsWhole(usize);

    impl ForEachEdwards for IsWhole {
        fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
            let n = toy.n;
            assert!((2..n).take_while(|i| i * i <= n).all(|i| !n.is_multiple_of(i)), "{n}");
            let everywhere = (0..toy.p).flat_map(|x| (0..toy.p).map(move |y| [x, y]));
            let count = everywhere.filter(|&point| toy.is_on_curve(point)).count() as u64;
            assert_eq!(count, toy.order(), "all points of {}", toy.name);
            assert_eq!(count, n * toy.cofactor, "{}", toy.name);
            assert_eq!(toy.point(toy.cofactor), E::G.map(|c| c[0]));
            for i in toy.some_indices(50) {
                let sum = toy.add(toy.point(i), toy.point(1));
                assert_eq!(sum, toy.point(i + 1), "{i} in {}", toy.name);
            }
            self.0 += 1;
        }
    }

    /// Goal: the table holds whole groups of the orders it claims. Points counted one by one.
    #[test]
    fn every_row_is_a_whole_group() {
        let mut check = IsWhole::default();
        for_each_edwards(&mut check);
        assert_eq!(check.0, 14);
    }

    /// Goal: the check says no to a cofactor that is half the true one.
    #[test]
    fn a_wrong_cofactor_is_seen() {
        type Wrong = Twisted<MinusOne, 29, 5, 27, 8, 18, 27, 2>;
        let outcome = std::panic::catch_unwind(|| {
            IsWhole::default().group::<Wrong>(&ToyGroup::of::<Wrong>(-1));
        });
        assert!(outcome.is_err());
    }
}
