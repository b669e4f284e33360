//! Short Weierstrass curves: multiples of any point, and sums of two multiples.

use super::chord::Walk;
use super::entry_of;
use crate::group::curve::{BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1};
use crate::group::curve::{Curve, NLimbs, P192, P224, P256, P384, P521, PLimbs, Secp256k1};
use crate::group::digits::{self, Digits};
use crate::group::glv::{self, Signed};
use crate::group::model::{Model, Operand, Point};
use crate::group::short::{Jacobian, Short};
use crate::group::straus_vartime::{MAX_DIGITS, non_adjacent_form};
use crate::group::table_vartime;
use alloc::boxed::Box;
use alloc::vec::Vec;
use once_cell::race::OnceBox;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::machine::{One, Phase, Soft4};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::quads::{Quad, QuadMachine, QuadPrime};
use sealane_arith::secret::Secret;
use sealane_arith::word;
use zeroize::Zeroize;

/// Four coordinates of `C`.
type Of<C, Q> = <Q as QuadMachine>::Of<<C as Curve>::P>;

/// A curve whose single operations may go by quads.
pub trait ShortQuads: Curve {
    /// Returns [`multiple`] of these, or nothing if the prime has no form for quads.
    #[must_use]
    fn quad_multiple<Q: QuadMachine, S: Machine>(
        machine: Q,
        single: S,
        k: &Secret<NLimbs<Self>>,
        q: &[PLimbs<Self>; 2],
    ) -> Option<Secret<Point<Short<Self>, S>>> {
        let _ = (machine, single, k, q);
        None
    }

    /// Returns [`double_scalar_vartime`] of these; nothing if the prime has no form for quads, too.
    #[must_use]
    fn quad_double_scalar_vartime<Q: QuadMachine, S: Machine>(
        machine: Q,
        single: S,
        a: &NLimbs<Self>,
        b: &NLimbs<Self>,
        q: &[PLimbs<Self>; 2],
    ) -> Option<Point<Short<Self>, S>> {
        let _ = (machine, single, a, b, q);
        None
    }

    /// Returns odd multiples of the generator, made on first use, if the curve has quads.
    #[must_use]
    fn quad_table() -> Option<&'static BaseTable<Self>>
    where
        Self::P: QuadPrime,
    {
        None
    }

    /// Makes that table.
    fn prepare_quads() {}
}

/// Their primes have no form for quads.
impl ShortQuads for P192 {}
impl ShortQuads for P384 {}
impl ShortQuads for BrainpoolP256r1 {}
impl ShortQuads for BrainpoolP384r1 {}
impl ShortQuads for BrainpoolP512r1 {}

/// Sums of two multiples, and their table, on a curve over a prime with quads, given `a`.
macro_rules! sums {
    ($curve:ident, $a:expr) => {
        fn quad_double_scalar_vartime<Q: QuadMachine, S: Machine>(
            machine: Q,
            single: S,
            a: &NLimbs<Self>,
            b: &NLimbs<Self>,
            q: &[PLimbs<Self>; 2],
        ) -> Option<Point<Short<Self>, S>> {
            let base = Self::quad_table()?;
            double_scalar_vartime::<Self, Q, S>(machine, single, base, a, b, q)
        }
        fn quad_table() -> Option<&'static BaseTable<Self>>
        where
            Self::P: QuadPrime,
        {
            static TABLE: OnceBox<BaseTable<$curve>> = OnceBox::new();
            Some(TABLE.get_or_init(|| Box::new(BaseTable::build(&$a, BASE_WIDTH))))
        }
        fn prepare_quads() {
            let _ = Self::quad_table();
        }
    };
}

/// Curves with `a = -3` over primes with quads.
macro_rules! with_quads {
    ($($curve:ident),*) => {$(
        impl ShortQuads for $curve {
            fn quad_multiple<Q: QuadMachine, S: Machine>(
                machine: Q,
                single: S,
                k: &Secret<NLimbs<Self>>,
                q: &[PLimbs<Self>; 2],
            ) -> Option<Secret<Point<Short<Self>, S>>> {
                let a = minus_three::<Self>();
                Some(multiple::<Self, Q, S>(machine, single, &a, Self::WINDOW, k, q))
            }
            sums!($curve, minus_three::<Self>());
        }
    )*};
}

with_quads!(P224, P256, P521);

/// Its products of one point go by halves, which have no text here.
impl ShortQuads for Secp256k1 {
    sums!(Secp256k1, PLimbs::<Self>::ZERO);
}

/// The coefficient -3, plain.
fn minus_three<C: Curve>() -> PLimbs<C> {
    let (mut a, mut borrow) = (C::P::MODULUS, 0);
    for (at, word) in a.as_mut().iter_mut().enumerate() {
        let less = if at == 0 { 3 } else { 0 };
        (*word, borrow) = word::sbb(*word, less, borrow);
    }
    a
}

/// Takes coordinates to a machine of single elements.
#[inline(always)]
fn jacobian<C: Curve, S: Machine>(
    single: S,
    [x, y, z, _]: &[PLimbs<C>; 4],
) -> Jacobian<S::Of<C::P>> {
    let [x, y, z] = [x, y, z].map(|c| single.load::<C::P>(core::slice::from_ref(c)));
    Jacobian { x, y, z }
}

/// The most entries a table of multiples has: windows of up to 5 bits.
const MAX: usize = 16;

/// Returns `k q`, constant-time in `k`: what [`mul_point`](crate::group::window::mul_point) does,
/// window by window, by quads but for the last digit, whose addition has to be complete.
///
/// `a` is the coefficient of the curve, plain, `k` below the order, `q` a point of that order other
/// than the neutral one, and the order above `2^width`; `width` is 2 to 5. The curve is one without
/// halves. `single` makes the table, takes
/// the last digit, and is told of each step.
#[must_use]
pub fn multiple<C: Curve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    single: S,
    a: &PLimbs<C>,
    width: usize,
    k: &Secret<NLimbs<C>>,
    q: &[PLimbs<C>; 2],
) -> Secret<Point<Short<C>, S>> {
    const { assert!(C::ENDOMORPHISM.is_none(), "a scalar in one part") };
    assert!((2..=5).contains(&width), "windows have 2 to 5 bits");
    k.map(|k| {
        single
            .span(Phase::Multiplication, || all_windows::<C, Q, S>(machine, single, a, width, k, q))
    })
}

/// Affine multiples, of single elements.
type Multiples<C, S> = [[<S as Machine>::Of<<C as Curve>::P>; 2]];

// What it leaves on the stack lies below its caller.
#[inline(never)]
fn all_windows<C: Curve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    single: S,
    a: &PLimbs<C>,
    width: usize,
    k: &NLimbs<C>,
    q: &[PLimbs<C>; 2],
) -> Point<Short<C>, S> {
    let entries = 1 << (width - 1);
    let q = q.map(|c| single.load::<C::P>(&[c]));
    let mut table = [q; MAX];
    single.span(Phase::Table, || {
        single.run(
            #[inline(always)]
            || {
                let table = &mut table[..entries];
                table_vartime::multiples::<Short<C>, S::Of<C::P>, MAX>(q, table);
            },
        );
    });
    let table = &table[..entries];
    let mut digits = Digits::of(&[Signed::positive(*k)]);
    let count = digits::count(C::N::BITS, width);
    let (mut plain, mut neutral) = machine.run(
        #[inline(always)]
        || upper_windows::<C, Q, S>(machine, single, a, [width, count], (&digits, table)),
    );
    let mut sum = jacobian::<C, S>(single, &plain);
    plain.zeroize();
    let mut digit = digits.of_one(0, width);
    digits.zeroize();
    let magnitude = single.digit(&[digit[0]]);
    let is_set = |bit: u64| single.digit(&[bit]).equals(1);
    let entry = Short::<C>::lookup_own(single, table, magnitude);
    let entry = Short::<C>::negate_if::<S::Of<C::P>>(is_set(digit[1]), entry);
    single.span(Phase::Addition, || {
        let (neutral, absent) = (is_set(neutral), magnitude.equals(0));
        Short::<C>::accumulate::<S::Of<C::P>>(&mut sum, &entry, neutral, absent, Operand::Any);
    });
    neutral.zeroize();
    digit.zeroize();
    sum
}

/// Returns the sum of all digits but the lowest, doubled for it, plain, and whether that is the
/// neutral element: then the coordinates mean nothing.
#[inline(always)]
fn upper_windows<C: Curve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    single: S,
    a: &PLimbs<C>,
    [width, count]: [usize; 2],
    (digits, table): (&Digits<1>, &Multiples<C, S>),
) -> ([PLimbs<C>; 4], u64) {
    let walk = Walk::<C, Q>::new(machine, a);
    let mut entries = [walk.filler(); MAX];
    let entries = &mut entries[..table.len()];
    for (entry, stored) in entries.iter_mut().zip(table) {
        *entry = walk.entry(&stored.map(|c| single.unload_first::<C::P>(c)));
    }
    let (mut sum, mut neutral) = (walk.lifted(entries[0]), 1);
    for i in (1..count).rev() {
        let [mut magnitude, mut negative] = digits.of_one(i, width);
        let entry = single.span(
            Phase::Lookup,
            #[inline(always)]
            || {
                let digit = machine.digit(magnitude);
                let mut chosen = entries[0];
                for (at, entry) in entries.iter().enumerate().skip(1) {
                    chosen = Quad::select(machine.is(digit, at as u64 + 1), *entry, chosen);
                }
                Quad::select(machine.all(negative), walk.negated(chosen), chosen)
            },
        );
        let absent = WordMask::of_zero(magnitude).to_bits();
        single.span(
            Phase::Addition,
            #[inline(always)]
            || {
                let added = walk.sum(sum, entry);
                let added = Quad::select(machine.all(neutral), walk.lifted(entry), added);
                sum = Quad::select(machine.all(absent), sum, added);
            },
        );
        neutral &= absent;
        single.span(
            Phase::Doubling,
            #[inline(always)]
            || {
                for _ in 0..width {
                    sum = walk.doubled(sum);
                }
            },
        );
        magnitude.zeroize();
        negative.zeroize();
    }
    let plain = machine.unload::<C::P>(sum);
    sum.zeroize();
    (plain, neutral)
}

/// Digits of the scalar of a point are odd and below `2^WIDTH` in magnitude, unless the group is
/// smaller than that.
const WIDTH: usize = 4;
/// The same of the generator.
const BASE_WIDTH: usize = 7;
/// Odd multiples for digits of that width, and of the widest that there are.
const ENTRIES: usize = 1 << (WIDTH - 1);
const BASE_ENTRIES: usize = 1 << (BASE_WIDTH - 1);
/// Parts of a scalar, where there is an endomorphism: the second one is of the image.
const PARTS: usize = 2;

/// Entries of odd multiples of the generator of `C`, and of their images, in plain words.
pub struct BaseTable<C: Curve<P: QuadPrime>> {
    a: PLimbs<C>,
    width: usize,
    entries: Vec<Of<C, Soft4>>,
}

impl<C: Curve<P: QuadPrime>> BaseTable<C> {
    /// Computes the multiples for digits below `2^width` in magnitude, 2 to 7 bits, where the order
    /// is above `2^width`; `a` is the coefficient of the curve, plain.
    #[must_use]
    pub fn build(a: &PLimbs<C>, width: usize) -> Self {
        assert!((2..=BASE_WIDTH).contains(&width), "digits have 2 to 7 bits, and fit a byte");
        let walk = Walk::<C, Soft4>::new(Soft4::MACHINE, a);
        let g = C::G.map(|c| One.load::<C::P>(&[c]));
        let each = 1 << (width - 1);
        let mut multiples = alloc::vec![g; each * parts::<C>()];
        table_vartime::odd_multiples::<Short<C>, _, BASE_ENTRIES>(g, &mut multiples[..each]);
        glv::images::<Short<C>, _>(g[0], &mut multiples, each);
        let plain = |c| One.unload_first::<C::P>(c);
        let entries = multiples.iter().map(|multiple| walk.entry(&multiple.map(plain)));
        BaseTable { a: *a, width, entries: entries.collect() }
    }
}

/// How many parts scalars have.
fn parts<C: Curve>() -> usize {
    if C::ENDOMORPHISM.is_some() { PARTS } else { 1 }
}

/// Digits of the parts of a scalar, by places.
type PartDigits = [[i8; MAX_DIGITS]; PARTS];

/// Returns the digits, below `2^width` in magnitude, of each part of `k`.
fn digits_of<C: Curve>(k: &NLimbs<C>, width: usize) -> PartDigits {
    let mut digits = [[0; MAX_DIGITS]; PARTS];
    let halves = C::ENDOMORPHISM.map(|endomorphism| endomorphism.split(k));
    let of = halves.unwrap_or([Signed::positive(*k), Signed::positive(NLimbs::<C>::ZERO)]);
    for (part, digits) in of.iter().zip(&mut digits).take(parts::<C>()) {
        let digits = &mut digits[..=glv::bits::<Short<C>>()];
        non_adjacent_form(&part.magnitude, width, digits);
        if part.negative == 1 {
            digits.iter_mut().for_each(|digit| *digit = -*digit);
        }
    }
    digits
}

/// Returns `a G + b q`: one run of doublings for both, and sliding signed windows of non-adjacent
/// form, as `straus_vartime` has them; of halves, where there is an endomorphism. Nothing if the
/// sum is infinity, and if a sum on the way is infinity or a doubling: to be computed otherwise.
/// Variable-time: everything here must be public.
///
/// `a` and `b` are below the order, and `q` is a point other than infinity. `single` makes the
/// table of `q`, and is told of each step.
#[must_use]
pub fn double_scalar_vartime<C: Curve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    single: S,
    base: &BaseTable<C>,
    a: &NLimbs<C>,
    b: &NLimbs<C>,
    q: &[PLimbs<C>; 2],
) -> Option<Point<Short<C>, S>> {
    let width = WIDTH.min(C::N::BITS - 1);
    let plain = single.span(Phase::Multiplication, || {
        let split = || [digits_of::<C>(a, base.width), digits_of::<C>(b, width)];
        let digits = single.span(Phase::Halves, split);
        let q = q.map(|c| single.load::<C::P>(&[c]));
        let (mut table, each) = ([q; ENTRIES * PARTS], 1 << (width - 1));
        let table = &mut table[..each * parts::<C>()];
        single.span(Phase::Table, || {
            single.run(
                #[inline(always)]
                || {
                    let first = &mut table[..each];
                    table_vartime::odd_multiples::<Short<C>, S::Of<C::P>, ENTRIES>(q, first);
                    glv::images::<Short<C>, S::Of<C::P>>(q[0], table, each);
                },
            );
        });
        machine.run(
            #[inline(always)]
            || walk_vartime::<C, Q, S>(machine, single, base, &digits, table),
        )
    })?;
    let sum = jacobian::<C, S>(single, &plain);
    (!sum.z.is_zero().to_bool_vartime()).then_some(sum)
}

/// The additions and doublings of [`double_scalar_vartime`], given the digits; nothing if all of
/// them are zero. Once a sum has `Z = 0`, all that follow have.
#[inline(always)]
fn walk_vartime<C: Curve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    single: S,
    base: &BaseTable<C>,
    [of_base, of_point]: &[PartDigits; 2],
    table: &Multiples<C, S>,
) -> Option<[PLimbs<C>; 4]> {
    let walk = Walk::<C, Q>::new(machine, &base.a);
    let mut entries = [walk.filler(); ENTRIES * PARTS];
    for (entry, stored) in entries.iter_mut().zip(table) {
        *entry = walk.entry(&stored.map(|c| single.unload_first::<C::P>(c)));
    }
    let (of_each, bases) = (1 << (WIDTH.min(C::N::BITS - 1) - 1), 1 << (base.width - 1));
    let mut sum: Option<Of<C, Q>> = None;
    for place in (0..=glv::bits::<Short<C>>()).rev() {
        sum = sum.map(
            #[inline(always)]
            |sum| {
                single.span(
                    Phase::Doubling,
                    #[inline(always)]
                    || walk.doubled(sum),
                )
            },
        );
        // The parts of both scalars, one after the other, so that there is one text of a sum.
        for at in 0..2 * parts::<C>() {
            let (part, is_base) = (at >> 1, at & 1 == 0);
            let digit = if is_base { of_base[part][place] } else { of_point[part][place] };
            if digit == 0 {
                continue;
            }
            let entry = if is_base {
                machine.recall::<C::P>(entry_of(&base.entries[part * bases..], digit))
            } else {
                *entry_of(&entries[part * of_each..], digit)
            };
            let entry = if digit < 0 { walk.negated(entry) } else { entry };
            sum = Some(match sum {
                None => walk.lifted(entry),
                Some(sum) => single.span(
                    Phase::Addition,
                    #[inline(always)]
                    || walk.sum(sum, entry),
                ),
            });
        }
    }
    sum.map(
        #[inline(always)]
        |sum| machine.unload::<C::P>(sum),
    )
}
