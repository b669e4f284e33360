//! The endomorphism of a curve `y^2 = x^3 + b`, and what halving a scalar by it needs.
//!
//! With `beta^3 = 1` modulo the prime, `(x, y) -> (beta x, y)` maps the curve to itself and, the
//! group being of prime order `n`, multiplies every point by a root `lambda` of `x^2 + x + 1`
//! modulo `n`. R. Gallant, R. Lambert, S. Vanstone, "Faster point multiplication on elliptic curves
//! with efficient endomorphisms", 2001.
//!
//! Let `L` be the lattice of the integers `(x, y)` with `x + y lambda = 0` modulo `n`, and `v1`,
//! `v2` a basis of it with determinant `n`. A scalar `k` less any vector of `L` is `k1 + k2 lambda`
//! for the rest `(k1, k2)`; the rest is short if the vector is near `(k, 0)`, which is
//! `k b2 / n v1 - k b1 / n v2`. Both quotients are taken by a product, a rounding and a shift.
//! What is said of them here is exact, in integers, for every scalar.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A curve of prime order whose coefficient `a` is zero.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The prime of the coordinates.
    pub p: BigUint,
    /// The order.
    pub n: BigUint,
    /// The generator.
    pub g: [BigUint; 2],
}

/// A vector of the lattice.
pub type Vector = [BigInt; 2];

/// The endomorphism of a curve and how to halve a scalar by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endomorphism {
    /// The map is `(x, y) -> (beta x, y)`.
    pub beta: BigUint,
    /// It multiplies by `lambda`.
    pub lambda: BigUint,
    /// `(a1, b1)` and `(a2, b2)` with `b1 <= 0 <= b2` and determinant `n`.
    pub basis: [Vector; 2],
    /// `b2` and `-b1` over `n`, times `2^shift`, rounded.
    pub quotients: [BigUint; 2],
    /// See `quotients`.
    pub shift: usize,
    /// No half of any scalar below `n` is greater in magnitude.
    pub most: BigUint,
    /// Every vector of the lattice other than zero has a coordinate at least as great in magnitude,
    /// and one has none greater.
    pub shortest: BigUint,
}

impl Endomorphism {
    /// Finds the endomorphism of `curve`.
    ///
    /// # Panics
    /// If the prime or the order is not 1 modulo 3, or the numbers are of no such curve.
    #[must_use]
    pub fn of(curve: &Curve) -> Self {
        let beta = cube_root_of_one(&curve.p);
        let [x, y] = curve.g.clone();
        let image = Some([&beta * x % &curve.p, y]);
        let root = cube_root_of_one(&curve.n);
        let other = &curve.n - 1u32 - &root;
        let lambda = [root, other].into_iter().find(|lambda| curve.multiple(lambda) == image);
        Self::new(beta, lambda.expect("a root multiplies as the map does"), &curve.n)
    }

    /// The constants for the factor `lambda` modulo `n`.
    #[must_use]
    pub fn new(beta: BigUint, lambda: BigUint, n: &BigUint) -> Self {
        let basis = short_basis(&lambda, n);
        let n = BigInt::from(n.clone());
        // The rounding of a quotient moves the half by less than 2^-(32 words) of a vector.
        let shift = (n.bits() + 32 * n.bits().div_ceil(64)) as usize;
        let exact = [basis[1][1].clone(), -&basis[0][1]];
        let quotients = exact.each_ref().map(|b| ((b << (shift + 1)) + &n).div_floor(&(&n * 2)));
        let most = greatest_half(&basis, &exact, &quotients, shift, &n);
        let shortest = shortest(&basis);
        let natural = |x: BigInt| x.to_biguint().expect("not negative");
        Endomorphism {
            beta,
            lambda,
            basis,
            quotients: quotients.map(natural),
            shift,
            most: natural(most),
            shortest: natural(shortest),
        }
    }
}

impl Curve {
    /// Returns `k` times the generator: `None` is infinity.
    fn multiple(&self, k: &BigUint) -> Option<[BigUint; 2]> {
        let bits = (0..k.bits()).rev();
        bits.fold(None, |sum, i| {
            let sum = self.add(&sum, &sum);
            if k.bit(i) { self.add(&sum, &Some(self.g.clone())) } else { sum }
        })
    }

    fn add(&self, u: &Option<[BigUint; 2]>, v: &Option<[BigUint; 2]>) -> Option<[BigUint; 2]> {
        let (Some([x1, y1]), Some([x2, y2])) = (u, v) else { return u.clone().or(v.clone()) };
        let p = &self.p;
        let difference = |a: &BigUint, b: &BigUint| (a + p - b) % p;
        let (rise, run) = if x1 != x2 {
            (difference(y2, y1), difference(x2, x1))
        } else if y1 == y2 {
            (x1 * x1 * 3u32 % p, y1 * 2u32 % p)
        } else {
            return None;
        };
        let slope = rise * run.modinv(p)? % p;
        let x = difference(&difference(&(&slope * &slope % p), x1), x2);
        let y = difference(&(slope * difference(x1, &x) % p), y1);
        Some([x, y])
    }
}

/// Returns a cube root of one other than one modulo a prime that is 1 modulo 3.
fn cube_root_of_one(p: &BigUint) -> BigUint {
    let minus_one = p - 1u32;
    assert!((&minus_one % 3u32).is_zero(), "there is no cube root of one but one");
    let third = minus_one / 3u32;
    let roots = (2u32..).map(|x| BigUint::from(x).modpow(&third, p));
    roots.into_iter().find(|root| !root.is_one()).expect("a third of all numbers gives each root")
}

/// Returns two vectors of the lattice that span it, reduced as Gauss has it: one is a shortest of
/// all, and their product is at most half its square. By signs and order, `b1 <= 0 <= b2`.
fn short_basis(lambda: &BigUint, n: &BigUint) -> [Vector; 2] {
    let n = BigInt::from(n.clone());
    let mut v1 = [n.clone(), BigInt::zero()];
    let mut v2 = [-BigInt::from(lambda.clone()), BigInt::one()];
    loop {
        if product(&v1, &v1) > product(&v2, &v2) {
            std::mem::swap(&mut v1, &mut v2);
        }
        let length = product(&v1, &v1);
        let twice: BigInt = product(&v1, &v2) * 2 + &length;
        let times = twice.div_floor(&(length * 2));
        if times.is_zero() {
            break;
        }
        v2 = [&v2[0] - &times * &v1[0], &v2[1] - &times * &v1[1]];
    }
    let turn = |v: Vector, wrong: bool| if wrong { v.map(|x| -x) } else { v };
    let wrong = [v1[1].is_positive(), v2[1].is_negative()];
    let basis = [turn(v1, wrong[0]), turn(v2, wrong[1])];
    let determinant = determinant(&basis);
    assert_eq!(determinant.abs(), n, "the vectors span the lattice");
    if determinant.is_positive() {
        return basis;
    }
    let [v1, v2] = basis;
    [turn(v2, true), turn(v1, true)]
}

fn product(u: &Vector, v: &Vector) -> BigInt {
    &u[0] * &v[0] + &u[1] * &v[1]
}

fn determinant([v1, v2]: &[Vector; 2]) -> BigInt {
    &v1[0] * &v2[1] - &v1[1] * &v2[0]
}

/// Returns the greatest magnitude that a half of a scalar can have.
///
/// The rounded quotient of `k` is within 1/2 of `k g / 2^shift`, and that within
/// `k |g n - b 2^shift| / (n 2^shift)` of the exact quotient `k b / n`. So the half is a sum of the
/// vectors with factors of at most the sum of both in magnitude, which is greatest for `k = n - 1`.
fn greatest_half(
    basis: &[Vector; 2],
    exact: &[BigInt; 2],
    rounded: &[BigInt; 2],
    shift: usize,
    n: &BigInt,
) -> BigInt {
    let denominator = n << (shift + 1);
    let factor = |i: usize| {
        let error = (&rounded[i] * n - (&exact[i] << shift)).abs();
        (n << shift) + error * (n - 1) * 2
    };
    let factors = [factor(0), factor(1)];
    let reach = |place: usize| -> BigInt {
        (0..2).map(|i| &factors[i] * basis[i][place].abs()).sum::<BigInt>().div_floor(&denominator)
    };
    reach(0).max(reach(1))
}

/// Returns the least that the greater coordinate of a vector other than zero can be.
///
/// Let `S` be the greater coordinate of the shorter vector of the reduced basis. The square of that
/// vector is at least `S^2`, and that of a vector with coordinates up to `S` at most `2 S^2`. The
/// square of `x v1 + y v2` is at least `x^2 - |x y| + y^2` times that of the shorter one, so only
/// `|x|` and `|y|` up to 1 come into question.
fn shortest([v1, v2]: &[Vector; 2]) -> BigInt {
    let factors = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let greater = factors.map(|(x, y): (i32, i32)| {
        let coordinate = |place: usize| (&v1[place] * x + &v2[place] * y).abs();
        coordinate(0).max(coordinate(1))
    });
    greater.into_iter().min().expect("there are four")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(x: &BigUint) -> i128 {
        i128::try_from(x.clone()).expect("a word")
    }

    /// Returns the halves of `k` by the constants, as the product takes them.
    fn halves(found: &Endomorphism, k: i128) -> [i128; 2] {
        let round =
            |i: usize| (k * word(&found.quotients[i]) + (1 << (found.shift - 1))) >> found.shift;
        let basis = found.basis.each_ref().map(|v| v.each_ref().map(small));
        [0, 1].map(|i| {
            let whole = if i == 0 { k } else { 0 };
            whole - round(0) * basis[0][i] - round(1) * basis[1][i]
        })
    }

    fn small(x: &BigInt) -> i128 {
        i128::try_from(x.clone()).expect("a word")
    }

    /// Checks the constants against every scalar and every vector within reach, and returns how far
    /// the halves stay below the bound.
    fn check(found: &Endomorphism, n: i128) -> i128 {
        let lambda = word(&found.lambda);
        let most = word(&found.most);
        let mut met = 0;
        for k in 0..n {
            let [first, second] = halves(found, k);
            assert_eq!((first + second * lambda - k).rem_euclid(n), 0, "{k} mod {n}");
            met = met.max(first.abs()).max(second.abs());
            assert!(met <= most, "{k} mod {n}: {first} and {second}, {found:?}");
        }
        let shortest = word(&found.shortest);
        let inside = |s: i128| {
            let pairs = (-s..=s).flat_map(|x| (-s..=s).map(move |y| (x, y)));
            pairs.filter(|&pair| pair != (0, 0) && (pair.0 + pair.1 * lambda) % n == 0).count()
        };
        assert!(inside(shortest - 1) == 0 && inside(shortest) > 0, "mod {n}: {found:?}");
        most - met
    }

    fn orders() -> impl Iterator<Item = u64> {
        (7..700).filter(|n| n % 3 == 1 && (2..*n).all(|d| n % d != 0))
    }

    fn of_order(n: u64) -> [Endomorphism; 2] {
        let lambda = (2..n).find(|x| (x * x + x + 1) % n == 0).expect("n is 1 modulo 3");
        [lambda, n - 1 - lambda]
            .map(|lambda| Endomorphism::new(1u32.into(), lambda.into(), &n.into()))
    }

    /// Goal: the bounds of the constants hold and are reached. Both roots modulo every small prime
    /// order: all scalars and all vectors.
    #[test]
    fn halves_of_every_scalar_are_within_the_bound() {
        let slack: Vec<i128> =
            orders().flat_map(|n| of_order(n).map(|found| check(&found, i128::from(n)))).collect();
        assert!(slack.len() > 80 && slack.iter().all(|slack| *slack <= 1), "{slack:?}");
    }

    /// Goal: the check says no: to a bound one too small, to a wrong vector, to a wrong quotient
    /// and to a lattice said to be wider than it is.
    #[test]
    fn wrong_constants_are_seen() {
        let n = 211u64;
        let [right, _] = of_order(n);
        let exact = check(&right, n.into());
        let refused = |change: &dyn Fn(&mut Endomorphism)| {
            let mut wrong = right.clone();
            change(&mut wrong);
            std::panic::catch_unwind(|| check(&wrong, n.into())).is_err()
        };
        assert!(!refused(&|_| ()));
        assert!(refused(&|wrong| wrong.most -= exact as u64 + 1));
        assert!(refused(&|wrong| wrong.basis[1][0] += 1));
        assert!(refused(&|wrong| wrong.quotients[0] -= &right.quotients[0] >> 3u32));
        assert!(refused(&|wrong| wrong.shortest += 1u32));
    }

    /// Goal: the map is found, and multiplies every point as it says. A curve of order 43 modulo 31
    /// (`y^2 = x^3 + 3`), all multiples of its generator.
    #[test]
    fn the_map_of_a_small_curve_is_found() {
        let g = [1u32, 2].map(BigUint::from);
        let curve = Curve { p: 31u32.into(), n: 43u32.into(), g };
        let found = Endomorphism::of(&curve);
        for k in 1u32..43 {
            let [x, y] = curve.multiple(&k.into()).expect("a finite point");
            let image = curve.multiple(&(&found.lambda * k % 43u32));
            assert_eq!(image, Some([x * &found.beta % 31u32, y]), "{k}");
        }
        let wrong = Curve { n: 37u32.into(), ..curve };
        assert!(std::panic::catch_unwind(|| Endomorphism::of(&wrong)).is_err());
    }

    /// Goal: the constants of secp256k1 are the published ones. The map and the basis as of
    /// D. Hankerson, A. Menezes, S. Vanstone, "Guide to elliptic curve cryptography", 2004, section
    /// 3.5, for the curve: lambda and beta up to the choice of the other root.
    #[test]
    fn the_basis_of_secp256k1_is_as_published() {
        let found = crate::print::curves::endomorphism_of("secp256k1");
        let magnitude = |x: &BigInt| format!("{:x}", x.abs());
        let mut seen: Vec<String> = found.basis.iter().flatten().map(magnitude).collect();
        seen.sort();
        let published = [
            "114ca50f7a8e2f3f657c1108d9d44cfd8",
            "3086d221a7d46bcde86c90e49284eb15",
            "3086d221a7d46bcde86c90e49284eb15",
            "e4437ed6010e88286f547fa90abfe4c3",
        ];
        assert_eq!(seen, published);
        assert_eq!(found.most.bits(), 128);
        assert!(found.most < found.shortest, "no addition of a walk is a doubling");
    }
}
