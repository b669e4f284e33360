//! The affine group of `y^2 = x^3 + a x + b` over any odd prime field.

use super::field;
use num_bigint::BigUint;
use num_traits::Zero;

/// A curve `y^2 = x^3 + a x + b` mod `p`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Curve {
    /// The field prime.
    pub p: BigUint,
    /// The coefficient of `x`, below `p`.
    pub a: BigUint,
    /// The constant coefficient, below `p`.
    pub b: BigUint,
}

/// A point: affine coordinates below `p`, or `None` for the point at infinity.
pub type Point = Option<(BigUint, BigUint)>;

impl Curve {
    /// Returns the curve with `a = -3`.
    pub fn with_a_minus_3(p: &BigUint, b: &BigUint) -> Self {
        Self { p: p.clone(), a: field::neg(&BigUint::from(3u32), p), b: b % p }
    }

    /// Returns `x^3 + a x + b mod p`.
    pub fn right_side(&self, x: &BigUint) -> BigUint {
        (x * x * x + &self.a * x + &self.b) % &self.p
    }

    /// Returns whether `point` has coordinates below `p` that satisfy the equation; infinity does.
    pub fn contains(&self, point: &Point) -> bool {
        match point {
            None => true,
            Some((x, y)) => {
                x < &self.p && y < &self.p && field::mul(y, y, &self.p) == self.right_side(x)
            }
        }
    }

    /// Returns `-point`.
    pub fn neg(&self, point: &Point) -> Point {
        point.as_ref().map(|(x, y)| (x.clone(), field::neg(y, &self.p)))
    }

    /// Returns `left + right` by chord and tangent.
    pub fn add(&self, left: &Point, right: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (left, right) else {
            return left.clone().or_else(|| right.clone());
        };
        let p = &self.p;
        let slope = if x1 == x2 {
            if field::add(y1, y2, p).is_zero() {
                return None;
            }
            let tangent = field::add(&(x1 * x1 * 3u32), &self.a, p);
            field::mul(&tangent, &field::inv(&(y1 * 2u32 % p), p), p)
        } else {
            let run = field::sub(x2, x1, p);
            field::mul(&field::sub(y2, y1, p), &field::inv(&run, p), p)
        };
        let x3 = field::sub(&(&slope * &slope), &(x1 + x2), p);
        let y3 = field::sub(&(&slope * field::sub(x1, &x3, p)), y1, p);
        Some((x3, y3))
    }

    /// Returns `k * point` by doubling and adding, highest bit first: without an inverse for each
    /// step, which would take nearly all of the time of tests that compare with this.
    pub fn mul(&self, k: &BigUint, point: &Point) -> Point {
        let point = point.as_ref()?;
        let mut sum = None;
        for bit in (0..k.bits()).rev() {
            sum = sum.and_then(|sum| self.double_jacobian(sum));
            if k.bit(bit) {
                sum = self.add_to_jacobian(sum, point);
            }
        }
        let p = &self.p;
        sum.map(|[x, y, z]| {
            let inverse = field::inv(&z, p);
            let square = field::mul(&inverse, &inverse, p);
            (field::mul(&x, &square, p), field::mul(&y, &(square * inverse), p))
        })
    }

    /// Returns the double of the point `(X / Z^2, Y / Z^3)`. Cohen, Miyaji and Ono 1998.
    fn double_jacobian(&self, [x, y, z]: [BigUint; 3]) -> Option<[BigUint; 3]> {
        if y.is_zero() {
            return None;
        }
        let p = &self.p;
        let (yy, zz) = (&y * &y % p, &z * &z % p);
        let s = &x * &yy * 4u32 % p;
        let m = (&x * &x * 3u32 + &self.a * (&zz * &zz % p)) % p;
        let double_x = field::sub(&(&m * &m), &(&s * 2u32), p);
        let double_y = field::sub(&(m * field::sub(&s, &double_x, p)), &(&yy * &yy * 8u32), p);
        Some([double_x, double_y, y * z * 2u32 % p])
    }

    /// Returns the sum of such a point, `None` for infinity, and an affine one.
    fn add_to_jacobian(
        &self,
        sum: Option<[BigUint; 3]>,
        point: &(BigUint, BigUint),
    ) -> Option<[BigUint; 3]> {
        let Some([x, y, z]) = sum else {
            return Some([point.0.clone(), point.1.clone(), BigUint::from(1u32)]);
        };
        let p = &self.p;
        let zz = &z * &z % p;
        let h = field::sub(&(&point.0 * &zz), &x, p);
        let r = field::sub(&(&point.1 * (zz * &z % p)), &y, p);
        if h.is_zero() {
            return if r.is_zero() { self.double_jacobian([x, y, z]) } else { None };
        }
        let hh = &h * &h % p;
        let (hhh, xhh) = (&hh * &h % p, x * hh % p);
        let sum_x = field::sub(&(&r * &r), &(&hhh + &xhh * 2u32), p);
        let sum_y = field::sub(&(r * field::sub(&xhh, &sum_x, p)), &(y * hhh), p);
        Some([sum_x, sum_y, z * h % p])
    }

    /// Returns the points with abscissa `x`: the one with even `y` first, then its negative.
    pub fn lift(&self, x: &BigUint) -> Option<[(BigUint, BigUint); 2]> {
        let root = field::sqrt(&self.right_side(x), &self.p)?;
        let other = field::neg(&root, &self.p);
        let (even, odd) = if root.bit(0) { (other, root) } else { (root, other) };
        Some([(x.clone(), even), (x.clone(), odd)])
    }

    /// Returns `0 G, 1 G, ... (order - 1) G`, each by one addition; for small orders.
    pub fn multiples(&self, generator: &Point, order: u64) -> Vec<Point> {
        let mut all = vec![None];
        for _ in 1..order {
            let next = self.add(all.last().expect("it starts with infinity"), generator);
            all.push(next);
        }
        all
    }
}

/// A curve with a generator of prime order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What to call it.
    pub name: &'static str,
    /// The object identifier as a DER element in hexadecimal digits; empty if it has none.
    pub oid: &'static str,
    /// The curve.
    pub curve: Curve,
    /// A generator.
    pub g: Point,
    /// The order of the generator, a prime.
    pub n: BigUint,
}

impl Group {
    /// Returns the bytes of a coordinate.
    pub fn field_bytes(&self) -> usize {
        self.curve.p.bits().div_ceil(8) as usize
    }

    /// Returns the bytes of a scalar.
    pub fn order_bytes(&self) -> usize {
        self.n.bits().div_ceil(8) as usize
    }

    /// Returns a scalar in as many bytes as scalars have; for numbers that fit.
    pub fn scalar(&self, value: &BigUint) -> Vec<u8> {
        field::to_bytes(value, self.order_bytes())
    }

    /// Returns `r` then `s` in fixed length.
    pub fn raw(&self, (r, s): &(BigUint, BigUint)) -> Vec<u8> {
        [self.scalar(r), self.scalar(s)].concat()
    }

    /// Returns `r` and `s` of a fixed-length signature.
    pub fn read_raw(&self, signature: &[u8]) -> (BigUint, BigUint) {
        let (r, s) = signature.split_at(self.order_bytes());
        (BigUint::from_bytes_be(r), BigUint::from_bytes_be(s))
    }

    /// Returns the public point of a private scalar other than 0.
    pub fn public(&self, d: &BigUint) -> (BigUint, BigUint) {
        self.curve.mul(d, &self.g).expect("the scalar is in 1..n")
    }

    /// Returns the SEC1 uncompressed encoding of an affine point.
    pub fn uncompressed(&self, point: &(BigUint, BigUint)) -> Vec<u8> {
        let length = self.field_bytes();
        let mut bytes = vec![4];
        bytes.extend(field::to_bytes(&point.0, length));
        bytes.extend(field::to_bytes(&point.1, length));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;
    use sealane::ecc::Algorithm;

    /// Goal: doubling is right on a real curve. 2 G on P-256 (from the NIST routine examples).
    #[test]
    fn twice_the_generator_is_the_published_point() {
        let group = Group::of(Algorithm::EcP256);
        let (x, _) = group.curve.mul(&BigUint::from(2u32), &group.g).expect("order is not 2");
        let known = "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978";
        assert_eq!(x, field::hex(known));
    }

    /// Goal: chord and tangent make a group. Associativity and inverses for all triples of the
    /// curve y^2 = x^3 - 3x + 5 over 19, infinity included.
    #[test]
    fn addition_is_a_group_law() {
        let curve = Curve::with_a_minus_3(&BigUint::from(19u32), &BigUint::from(5u32));
        let mut points = vec![None];
        for x in 0..19u32 {
            if let Some([even, odd]) = curve.lift(&BigUint::from(x)) {
                if !even.1.is_zero() {
                    points.push(Some(odd));
                }
                points.push(Some(even));
            }
        }
        for a in &points {
            assert!(curve.contains(a));
            assert_eq!(curve.add(a, &curve.neg(a)), None);
            for b in &points {
                assert_eq!(curve.add(a, b), curve.add(b, a));
                for c in &points {
                    let left = curve.add(&curve.add(a, b), c);
                    assert_eq!(left, curve.add(a, &curve.add(b, c)));
                }
            }
        }
    }

    /// Goal: products are what chord and tangent give, one after the other: of all points of small
    /// curves, points of order two and walks through infinity among them, and of a real curve.
    #[test]
    fn products_are_repeated_sums() {
        let small = |a: u32, b: u32| Curve { p: 19u32.into(), a: a.into(), b: b.into() };
        let mut of_order_two = 0;
        for curve in [small(16, 5), small(0, 7), small(2, 3), small(1, 0)] {
            let lifted = (0..19u32).filter_map(|x| curve.lift(&x.into())).flatten();
            for point in lifted.map(Some).chain([None]) {
                of_order_two += u32::from(point.as_ref().is_some_and(|(_, y)| y.is_zero()));
                let mut sum = None;
                for k in 0..60u32 {
                    assert_eq!(curve.mul(&k.into(), &point), sum, "{k} {point:?} on {curve:?}");
                    sum = curve.add(&sum, &point);
                }
            }
        }
        assert!(of_order_two > 0);
        let group = Group::of(Algorithm::EcBrainpoolP256r1);
        for k in [&group.n - 1u32, &group.n + 1u32, group.g.clone().expect("finite").0] {
            let bits = (0..k.bits()).rev().map(|bit| k.bit(bit));
            let by_sums = bits.fold(None, |sum, bit| {
                let sum = group.curve.add(&sum, &sum);
                if bit { group.curve.add(&sum, &group.g) } else { sum }
            });
            assert_eq!(group.curve.mul(&k, &group.g), by_sums);
        }
    }

    /// Goal: `contains` says no. One coordinate off by one, and one not reduced.
    #[test]
    fn points_off_the_curve_are_seen() {
        let group = Group::of(Algorithm::EcP256);
        let (x, y) = group.g.clone().expect("G is affine");
        assert!(!group.curve.contains(&Some((x.clone(), &y + BigUint::one()))));
        assert!(!group.curve.contains(&Some((x + &group.curve.p, y))));
    }
}
