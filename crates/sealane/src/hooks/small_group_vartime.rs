//! Groups given at run time, small enough to be listed: over a small prime, or a small subgroup
//! over one of the library's own primes. By the product's formulas. All is public.

use crate::ecc::ops::{Wide, fit};
use crate::group::short::{Affine, Jacobian, Shape, add_mixed};
use crate::group::short_a0::Zero;
use crate::group::short_a3::MinusThree;
use crate::group::short_any;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Neg, Sub};
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::generated::{P256P, each_prime};
use sealane_arith::prime::{Prime, PrimeTask};
use zeroize::Zeroize;

/// The most multiples that are listed.
pub const MAX_MULTIPLES: u64 = 1 << 14;

/// A curve `y^2 = x^3 + a x + b` mod `p` with a generator; big-endian integers of any length.
pub struct SmallGroup<'a> {
    /// An odd prime: one of the library's, or one below 2^31.
    pub p: &'a [u8],
    /// The coefficient of `x`, below `p`.
    pub a: &'a [u8],
    /// The constant coefficient, below `p`.
    pub b: &'a [u8],
    /// The generator's coordinates, below `p`.
    pub g: [&'a [u8]; 2],
}

/// The affine coordinates of each multiple, big-endian; `None` for infinity.
type Multiples = Vec<Option<[Vec<u8>; 2]>>;

impl SmallGroup<'_> {
    /// Returns `0 G, 1 G, .. (order - 1) G`; `None` for numbers that make no such group: an order
    /// above [`MAX_MULTIPLES`], a prime of another kind, a generator off the curve, an order that
    /// is not the generator's.
    #[must_use]
    pub fn multiples(&self, order: u64) -> Option<Multiples> {
        let p = integer(self.p)?;
        let mut task = Find { p, found: None };
        each_prime(&mut task);
        let small = || (5..1 << 31).contains(&p[0]) && p[0] % 2 == 1 && p[1..] == [0; 8];
        let prime = match task.found {
            Some(prime) => prime,
            None => small().then(|| Box::new(Small(p[0])) as Box<dyn Arithmetic>)?,
        };
        let element = |bytes: &[u8]| {
            let plain = integer(bytes).filter(|plain| plain.iter().rev().lt(p.iter().rev()))?;
            Some(Element { words: prime.encode(&plain), prime: &*prime })
        };
        let [x, y] = self.g.map(element);
        let g = Affine { x: x?, y: y? };
        if !(2..=MAX_MULTIPLES).contains(&order) {
            return None;
        }
        list(element(self.a)?, element(self.b)?, g, order)
    }
}

/// Returns a big-endian integer, if it is not too wide.
fn integer(bytes: &[u8]) -> Option<Wide> {
    let start = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
    let digits = &bytes[start..];
    (digits.len() <= size_of::<Wide>()).then(|| bytes::from_be_bytes(digits))
}

fn list<'a>(
    a: Element<'a>,
    b: Element<'a>,
    g: Affine<Element<'a>>,
    order: u64,
) -> Option<Multiples> {
    let same = |d: Element<'a>| d.is_zero().to_bool_vartime();
    let three = a.one_like() + a.one_like() + a.one_like();
    // Each shape doubles by its own formula.
    type Double<'a> = fn(Jacobian<Element<'a>>, Element<'a>) -> Jacobian<Element<'a>>;
    let (double, right): (Double<'a>, _) = if same(a + three) {
        (|p, _| MinusThree::double(p), MinusThree::right_side(g.x, b))
    } else if same(a) {
        (|p, _| Zero::double(p), Zero::right_side(g.x, b))
    } else {
        (short_any::double, short_any::right_side(g.x, a, b))
    };
    if !same(g.y.sqr() - right) {
        return None;
    }
    let multiple = |k: u64| {
        let mut sum = Jacobian::infinity(a);
        for bit in (0..u64::BITS - k.leading_zeros()).rev() {
            sum = double(sum, a);
            if k >> bit & 1 == 1 {
                let chord = add_mixed(sum, g);
                sum = if same(sum.z) {
                    g.to_jacobian()
                } else if same(chord.x_difference) && same(chord.y_difference) {
                    double(sum, a)
                } else {
                    chord.point
                };
            }
        }
        sum
    };
    if !same(multiple(order).z) || (1..order).any(|k| same(multiple(k).z)) {
        return None;
    }
    let affine = |k| {
        let point = multiple(k);
        let Affine { x, y } = point.to_affine(Field::invert_vartime);
        (!same(point.z)).then(|| [x.out(), y.out()])
    };
    Some((0..order).map(affine).collect())
}

/// Arithmetic modulo a prime that is known at run time only. Public numbers.
trait Arithmetic {
    fn encode(&self, plain: &Wide) -> Wide;
    fn decode(&self, a: &Wide) -> Wide;
    fn mul(&self, a: &Wide, b: &Wide) -> Wide;
    fn add(&self, a: &Wide, b: &Wide) -> Wide;
    fn sub(&self, a: &Wide, b: &Wide) -> Wide;
    fn invert(&self, a: &Wide) -> Wide;
    /// Returns words that are the same for all forms of a value, and zero for zero.
    fn canonical(&self, a: &Wide) -> Wide;
}

/// A prime of the library.
struct Own<P>(PhantomData<P>);

impl<P: Prime> Arithmetic for Own<P> {
    fn encode(&self, plain: &Wide) -> Wide {
        fit(&P::encode(&fit(plain)))
    }
    fn decode(&self, a: &Wide) -> Wide {
        fit(&P::decode(&fit(a)))
    }
    fn mul(&self, a: &Wide, b: &Wide) -> Wide {
        fit(&P::mul(&fit(a), &fit(b)))
    }
    fn add(&self, a: &Wide, b: &Wide) -> Wide {
        fit(&P::add(&fit(a), &fit(b)))
    }
    fn sub(&self, a: &Wide, b: &Wide) -> Wide {
        fit(&P::sub(&fit(a), &fit(b)))
    }
    fn invert(&self, a: &Wide) -> Wide {
        self.encode(&fit(&Fe::<P>::new(&P::decode(&fit(a))).invert_vartime().plain()))
    }
    fn canonical(&self, a: &Wide) -> Wide {
        fit(&P::canonical(&fit(a)))
    }
}

/// Looks for a prime among the library's.
struct Find {
    p: Wide,
    found: Option<Box<dyn Arithmetic>>,
}

impl PrimeTask for Find {
    fn run<P: Prime>(&mut self) {
        if fit::<_, Wide>(&P::MODULUS) == self.p {
            self.found = Some(Box::new(Own::<P>(PhantomData)));
        }
    }
}

/// A prime below 2^31.
struct Small(u64);

impl Small {
    fn reduce(&self, value: u64) -> Wide {
        fit(&[value % self.0])
    }
}

impl Arithmetic for Small {
    fn encode(&self, plain: &Wide) -> Wide {
        *plain
    }
    fn decode(&self, a: &Wide) -> Wide {
        *a
    }
    fn mul(&self, a: &Wide, b: &Wide) -> Wide {
        self.reduce(a[0] * b[0])
    }
    fn add(&self, a: &Wide, b: &Wide) -> Wide {
        self.reduce(a[0] + b[0])
    }
    fn sub(&self, a: &Wide, b: &Wide) -> Wide {
        self.reduce(a[0] + self.0 - b[0])
    }
    fn invert(&self, a: &Wide) -> Wide {
        // Fermat: 1/a = a^(p-2), and 0 for 0.
        (0..31).rev().fold(self.reduce(1), |power, bit| {
            let square = self.mul(&power, &power);
            if (self.0 - 2) >> bit & 1 == 1 { self.mul(&square, a) } else { square }
        })
    }
    fn canonical(&self, a: &Wide) -> Wide {
        *a
    }
}

/// An element that carries its prime.
#[derive(Clone, Copy)]
struct Element<'a> {
    words: Wide,
    prime: &'a dyn Arithmetic,
}

impl Element<'_> {
    fn out(self) -> Vec<u8> {
        let mut bytes = alloc::vec![0; size_of::<Wide>()];
        bytes::to_be_bytes(&self.prime.decode(&self.words), &mut bytes);
        bytes
    }
}

impl Zeroize for Element<'_> {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

impl Add for Element<'_> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Element { words: self.prime.add(&self.words, &other.words), ..self }
    }
}

impl Sub for Element<'_> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Element { words: self.prime.sub(&self.words, &other.words), ..self }
    }
}

impl Mul for Element<'_> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Element { words: self.prime.mul(&self.words, &other.words), ..self }
    }
}

impl Neg for Element<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.zero_like() - self
    }
}

impl Field for Element<'_> {
    /// The type of constants, of which the formulas of a group given at run time have none.
    type P = P256P;
    type Mask = WordMask;

    fn sqr(self) -> Self {
        self * self
    }
    fn carry(self) -> Self {
        self
    }
    fn like(self, _: &<P256P as Prime>::Limbs) -> Self {
        unreachable!("a group given at run time has no constants of a type")
    }
    fn one_like(self) -> Self {
        Element { words: self.prime.encode(&fit(&[1])), ..self }
    }
    fn zero_like(self) -> Self {
        Element { words: Wide::default(), ..self }
    }
    fn is_zero(self) -> WordMask {
        let words = self.prime.canonical(&self.words);
        WordMask::of_zero(words.iter().fold(0, |all, word| all | word))
    }
    fn select(mask: WordMask, a: Self, b: Self) -> Self {
        if mask.to_bool_vartime() { a } else { b }
    }
    fn invert(self) -> Self {
        Element { words: self.prime.invert(&self.words), ..self }
    }
    fn invert_vartime(self) -> Self {
        self.invert()
    }
}
