//! The contract page: what a formula may do with field elements, on every machine.
//!
//! # Budgets
//!
//! A machine may keep sums unreduced. Formulas are written for the tightest budget: they call
//! [`Field::carry`] wherever one of the machines needs it, and a machine that does not makes it a
//! no-op. What each machine allows stands in its budget row (`testkit::bounds`), and running a
//! formula on the `Bounds` machine proves, for all inputs, that no machine's budget is exceeded. In
//! short:
//!
//! - a product is *at rest*; so is what `carry`, `like`, `select` of two at rest, and a load give;
//! - `+`, `-` and `neg` of elements at rest may be multiplied, added or subtracted a few times
//!   more, as far as `Bounds` says;
//! - what a formula returns is at rest.

use crate::ct::Mask;
use crate::machine::Phase;
use crate::prime::{Prime, Words};
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// The operators of a ring.
pub trait Ring:
    Sized + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
}

impl<T> Ring for T where T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Neg<Output = T> {}

/// One element of a prime field per lane.
///
/// An element is its own licence: constants are made *like* an existing element, so that no code
/// can make an element of a machine which this CPU cannot run.
pub trait Field: Ring + Copy + Zeroize {
    /// The prime.
    type P: Prime;
    /// One truth value per lane.
    type Mask: Mask;

    /// Returns `self^2`.
    #[must_use]
    fn sqr(self) -> Self;
    /// Returns the same value at rest (see the page above). A no-op on machines that need none.
    #[must_use]
    fn carry(self) -> Self;
    /// Returns the constant `plain`, an integer below the modulus, in every lane.
    #[must_use]
    fn like(self, plain: &<Self::P as Prime>::Limbs) -> Self;
    /// Returns one in every lane.
    #[must_use]
    fn one_like(self) -> Self;
    /// Returns zero in every lane.
    #[must_use]
    fn zero_like(self) -> Self;
    /// Returns the lanes whose value is zero modulo the prime.
    #[must_use]
    fn is_zero(self) -> Self::Mask;
    /// Returns the lanes whose values are equal modulo the prime.
    #[inline(always)]
    #[must_use]
    fn equals(self, other: Self) -> Self::Mask {
        (self - other).is_zero()
    }
    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    #[must_use]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Returns `1 / self`, and 0 for 0. Constant-time: divsteps, a fixed number of them.
    #[must_use]
    fn invert(self) -> Self;
    /// Like [`Field::invert`], but variable-time: `self` must be public.
    #[must_use]
    fn invert_vartime(self) -> Self;

    /// Runs `work`, which computes with such elements: behind a call, if the machine has it so
    /// that long formulas are compiled once and not into each place that needs them. Any element
    /// will do: it is the licence.
    #[inline(always)]
    fn outlined<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    /// Returns `self b - c d` at rest, of four at rest: on some machines with one reduction.
    #[inline(always)]
    #[must_use]
    fn mul_sub(self, b: Self, c: Self, d: Self) -> Self {
        (self * b - c * d).carry()
    }

    /// Returns `self b - 2 c^2` at rest, of three at rest: on some machines with one reduction.
    #[inline(always)]
    #[must_use]
    fn mul_sub_sqr2(self, b: Self, c: Self) -> Self {
        (self * b - c.sqr().twice()).carry()
    }

    /// Returns `2 self`, not carried.
    #[inline(always)]
    #[must_use]
    fn twice(self) -> Self {
        self + self
    }

    /// Returns `self` or, in the lanes where `mask` is true, `-self`.
    #[inline(always)]
    #[must_use]
    fn negate_if(self, mask: Self::Mask) -> Self {
        Self::select(mask, (-self).carry(), self)
    }
}

/// A small number per lane, such as a digit of a scalar. It is compared, never used as an index.
pub trait Digit: Copy + Zeroize {
    /// One truth value per lane.
    type Mask: Mask;
    /// Returns the lanes equal to the public number `n`.
    #[must_use]
    fn equals(self, n: u64) -> Self::Mask;
}

/// Like [`invert_batch`], of elements that are not zero: with one product and no choice less each.
#[inline(always)]
pub fn invert_nonzero_batch<F: Field>(
    elements: &mut [F],
    scratch: &mut [F],
    invert: impl Fn(F) -> F,
) {
    assert_eq!(elements.len(), scratch.len(), "scratch is as long as the batch");
    let Some(&first) = elements.first() else { return };
    let mut product = first;
    for (x, before) in elements.iter_mut().zip(scratch.iter_mut()).skip(1) {
        *before = product;
        product = product * *x;
    }
    let mut inverse = invert(product);
    for (x, before) in elements.iter_mut().zip(scratch.iter()).skip(1).rev() {
        let factor = *x;
        *x = inverse * *before;
        inverse = inverse * factor;
    }
    elements[0] = inverse;
}

/// The most lanes a machine has.
const MAX_LANES: usize = 8;

/// What a field element, a mask and a digit are.
///
/// A value of the type is the token that this CPU can run the machine; `detect` functions hand it
/// out.
pub trait Machine: Copy + Send + Sync + 'static {
    /// Name as `--backend` takes it.
    const NAME: &'static str;
    /// Elements per field value.
    const LANES: usize;
    /// One truth value per lane.
    type Mask: Mask;
    /// A field element of prime `P` per lane.
    type Of<P: Prime>: Field<P = P, Mask = Self::Mask>;
    /// A small number per lane.
    type Digit: Digit<Mask = Self::Mask>;
    /// One coordinate of [`GROUP`](Machine::GROUP) neighbouring entries of a public table, the same
    /// for all lanes.
    type Stored<P: Prime>: Copy + Send + Sync + 'static;
    /// How many entries are stored together.
    const GROUP: usize;

    /// Returns what `task` does, which is the work of `phase`: a name for those who watch. Here,
    /// and on every machine of the product, it is the task and nothing else.
    #[inline(always)]
    fn span<T>(self, phase: Phase, task: impl FnOnce() -> T) -> T {
        let _ = phase;
        task()
    }
    /// Runs `work` where this machine's instructions are at hand. What it calls has to be compiled
    /// into it: functions on the way that are not `#[inline(always)]` run right, and slowly.
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
    /// Clears the registers that this machine computes in and others rarely touch.
    fn clear(self) {}
    /// Takes plain integers below the modulus in, lane `i` from `lanes[i]`; `lanes` has `LANES`
    /// items.
    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Self::Of<P>;
    /// Writes the plain integers below the modulus out; `lanes` has `LANES` items.
    fn unload<P: Prime>(self, x: Self::Of<P>, lanes: &mut [P::Limbs]);
    /// Returns the plain integer below the modulus of lane 0.
    #[inline(always)]
    fn unload_first<P: Prime>(self, x: Self::Of<P>) -> P::Limbs {
        let mut lanes = [P::Limbs::ZERO; MAX_LANES];
        self.unload::<P>(x, &mut lanes[..Self::LANES]);
        lanes[0]
    }
    /// Returns the element whose lane `i` is lane `i + by` of `x`; after the last lane comes the
    /// first one. On a machine of one lane, `x`.
    #[inline(always)]
    fn turn<P: Prime>(self, x: Self::Of<P>, by: usize) -> Self::Of<P> {
        let _ = by;
        x
    }
    /// Like [`Machine::turn`], of truth.
    #[inline(always)]
    fn turn_mask(self, mask: Self::Mask, by: usize) -> Self::Mask {
        let _ = by;
        mask
    }
    /// Takes one number per lane in; `lanes` has `LANES` items.
    fn digit(self, lanes: &[u64]) -> Self::Digit;
    /// Returns the lanes where bit `at` is set; `lanes` has `LANES` items.
    #[inline(always)]
    fn bit(self, lanes: &[u64], at: u32) -> Self::Mask {
        let mut bits = [0; MAX_LANES];
        for (bit, lane) in bits.iter_mut().zip(lanes) {
            *bit = lane >> at & 1;
        }
        self.digit(&bits[..Self::LANES]).equals(1)
    }
    /// Returns, of the `width + 1` bits from bit `from` of `low + 2^64 high` in each lane, read as
    /// a number `w` with the sign bit on top, the magnitude of `(w + 1) / 2` rounded down, and the
    /// lanes where the sign bit is set: a digit of Booth's recoding. `low` and `high` have `LANES`
    /// items; `from` is at most 63 and `width` too.
    #[inline(always)]
    fn booth(
        self,
        low: &[u64],
        high: &[u64],
        from: u32,
        width: usize,
    ) -> (Self::Digit, Self::Mask) {
        let (mut magnitudes, mut signs) = ([0; MAX_LANES], [0; MAX_LANES]);
        let lanes = low.iter().zip(high).zip(magnitudes.iter_mut().zip(&mut signs));
        for ((low, high), (magnitude, sign)) in lanes {
            (*magnitude, *sign) = crate::word::booth(*low, *high, from, width);
        }
        let lanes = ..Self::LANES;
        (self.digit(&magnitudes[lanes]), self.digit(&signs[lanes]).equals(1))
    }
    /// Keeps lane 0 of public elements for a table: `GROUP` of them, or fewer at its end.
    fn keep<P: Prime>(self, group: &[Self::Of<P>]) -> Self::Stored<P>;
    /// Returns entry `index - 1` of the table, or zeros where `index` is 0, reading the whole table
    /// in a fixed order.
    fn lookup<P: Prime, const K: usize>(
        self,
        table: &[[Self::Stored<P>; K]],
        index: Self::Digit,
    ) -> [Self::Of<P>; K];
    /// Like [`Machine::lookup`] in a table of each lane's own.
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Self::Of<P>; K]],
        index: Self::Digit,
    ) -> [Self::Of<P>; K];
    /// Returns entry `at` of the table in every lane: [`Machine::lookup`] for a public place.
    fn recall<P: Prime, const K: usize>(
        self,
        table: &[[Self::Stored<P>; K]],
        at: usize,
    ) -> [Self::Of<P>; K];
}

/// Returns `x^exponent` for a public exponent of little-endian words: 4-bit windows, fixed by the
/// exponent alone.
#[must_use]
pub fn power<F: Field>(x: F, exponent: &[u64]) -> F {
    let mut table = [x; 16];
    table[0] = x.one_like();
    for i in 2..16 {
        table[i] = table[i - 1] * x;
    }
    let mut result = x.one_like();
    for &word in exponent.iter().rev() {
        for nibble in (0..16).rev() {
            for _ in 0..4 {
                result = result.sqr();
            }
            let digit = (word >> (4 * nibble)) as usize & 15;
            if digit != 0 {
                result = result * table[digit];
            }
        }
    }
    result
}

/// Returns a square root of `x` and the lanes where `x` has one.
///
/// The other lanes hold a value without meaning. The number of steps depends on the prime only.
/// For `p = 3 mod 4` and `p = 5 mod 8` one power; else Tonelli and Shanks with all steps done
/// (RFC 9380, appendix I.4), which is slow where `p - 1` has many factors 2.
#[must_use]
pub fn sqrt<F: Field>(x: F) -> (F, F::Mask) {
    let p = &F::P::MODULUS;
    let root = match p.as_ref()[0] & 7 {
        3 | 7 => power(x, exponent::<F::P>(p, 1, 2).as_ref()),
        5 => {
            // x^((p+3)/8) is a root of x or of -x; a root of -1 is 2^((p-1)/4), as 2 is no square.
            let root = power(x, exponent::<F::P>(p, 3, 3).as_ref());
            let mut minus_one = *p;
            minus_one.as_mut()[0] -= 1;
            let quarter = power(x.one_like().twice().carry(), shift(&minus_one, 2).as_ref());
            F::select(root.sqr().equals(x), root, root * quarter)
        }
        _ => tonelli_shanks(x),
    };
    (root, root.sqr().equals(x))
}

/// Returns `(p + add) >> shift` for a sum that is a multiple of `2^shift`: the carry above the top
/// word is kept.
fn exponent<P: Prime>(p: &P::Limbs, add: u64, bits: u32) -> P::Limbs {
    let mut sum = *p;
    let mut carry = 0;
    (sum.as_mut()[0], carry) = crate::word::adc(sum.as_mut()[0], add, carry);
    for word in sum.as_mut().iter_mut().skip(1) {
        (*word, carry) = crate::word::adc(*word, 0, carry);
    }
    let mut out = shift(&sum, bits);
    let top = P::Limbs::LEN - 1;
    out.as_mut()[top] |= carry << (64 - bits);
    out
}

fn shift<L: Words>(value: &L, bits: u32) -> L {
    crate::bytes::shift_right(value, bits)
}

/// Tonelli and Shanks with a fixed number of steps: `p - 1 = 2^s q`.
fn tonelli_shanks<F: Field>(x: F) -> F {
    let one = x.one_like();
    let p = &F::P::MODULUS;
    let mut q = *p;
    q.as_mut()[0] -= 1;
    let mut s = 0;
    while q.as_ref()[0] & 1 == 0 {
        q = shift(&q, 1);
        s += 1;
    }
    let half = shift(p, 1);
    let mut non_residue = one.twice().carry();
    while power(non_residue, half.as_ref()).equals(one).to_bool_vartime() {
        non_residue = (non_residue + one).carry();
    }
    let mut c = power(non_residue, q.as_ref());
    let mut z = power(x, shift(&q, 1).as_ref());
    let mut t = z.sqr() * x;
    z = z * x;
    for i in (2..=s).rev() {
        let mut b = t;
        for _ in 0..i - 2 {
            b = b.sqr();
        }
        let done = b.equals(one);
        z = F::select(done, z, z * c);
        c = c.sqr();
        t = F::select(done, t, t * c);
    }
    z
}

/// Replaces each element by its inverse, 0 by 0, with one inversion: Montgomery's trick.
///
/// `scratch` must be as long as `elements`. Zeros are masked before the shared product, so that one
/// of them does not spoil the others. Constant-time if `invert` is [`Field::invert`].
#[inline(always)]
pub fn invert_batch<F: Field>(elements: &mut [F], scratch: &mut [F], invert: impl Fn(F) -> F) {
    if let Some(product) = shared_product(elements, scratch) {
        share_inverse(elements, scratch, invert(product));
    }
}

/// Returns what [`invert_batch`] inverts; `None` of no elements. `scratch` gets the product of the
/// elements before each.
#[inline(always)]
pub fn shared_product<F: Field>(elements: &[F], scratch: &mut [F]) -> Option<F> {
    assert_eq!(elements.len(), scratch.len(), "scratch is as long as the batch");
    let &first = elements.first()?;
    if elements.len() == 1 {
        return Some(first);
    }
    let one = first.one_like();
    let mut product = one;
    for (x, before) in elements.iter().zip(scratch) {
        *before = product;
        product = product * F::select(x.is_zero(), one, *x);
    }
    Some(product)
}

/// Replaces each element by its inverse, given that of their [`shared_product`] and its `scratch`.
#[inline(always)]
pub fn share_inverse<F: Field>(elements: &mut [F], scratch: &[F], inverse: F) {
    if let [only] = elements {
        *only = inverse;
        return;
    }
    let Some(first) = elements.first() else { return };
    let one = first.one_like();
    let mut inverse = inverse;
    for (x, before) in elements.iter_mut().zip(scratch).rev() {
        let zero = x.is_zero();
        let factor = F::select(zero, one, *x);
        *x = F::select(zero, *x, inverse * *before);
        inverse = inverse * factor;
    }
}
