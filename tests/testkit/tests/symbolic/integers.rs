//! Walks, run on the integers modulo the order: the generator is 1, and a multiple is the scalar.
//!
//! The text of combs and windows does the same steps for every scalar. Here they are compared, one
//! by one, with the steps whose inequalities `walks` shows: which entry is added, whether the
//! addition is complete, what is doubled when. What a step adds depends on its own digit and on
//! nothing else, so that scalars in which every window has every digit stand for all of them. An
//! incomplete addition that meets an exception stops the run.

use super::walks::{Step, comb_steps, digit_of, window_steps};
use num_bigint::{BigInt, BigUint};
use sealane::curve::{Curve, P256, P521, Secp256k1};
use sealane::group::comb::{Rows, complete_from, mul_base};
use sealane::group::digits::count;
use sealane::group::glv::Endomorphism;
use sealane::group::model::{Entry, Model, Operand, Stored};
use sealane::group::secret_point::{SLOTS, mul_secret_point};
use sealane::group::split_comb::{self, SplitComb, is_safe};
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use testkit::reference::field::{from_words, to_words};
use zeroize::Zeroize;

/// The order of a curve, as a prime of coordinates.
trait Order: Curve {
    /// One, plain.
    const GENERATOR: <Self::N as Prime>::Limbs;
    /// The endomorphism, which multiplies by `lambda`.
    const TIMES_LAMBDA: Option<Endomorphism<Scalar<Self>, Scalar<Self>>> = None;
}

type Scalar<C> = <<C as Curve>::N as Prime>::Limbs;

impl Order for P256 {
    const GENERATOR: [u64; 4] = [1, 0, 0, 0];
}

impl Order for P521 {
    const GENERATOR: [u64; 9] = [1, 0, 0, 0, 0, 0, 0, 0, 0];
}

impl Order for Secp256k1 {
    const GENERATOR: [u64; 4] = [1, 0, 0, 0];
    const TIMES_LAMBDA: Option<Endomorphism<[u64; 4], [u64; 4]>> = match Self::ENDOMORPHISM {
        Some(found) => Some(Endomorphism { beta: found.lambda, ..found }),
        None => None,
    };
}

thread_local! {
    /// The steps that a walk has still to do, with the entries as plain words.
    static EXPECTED: RefCell<VecDeque<(Step, Vec<u64>)>> = RefCell::default();
    /// Whether steps are compared.
    static WATCHED: RefCell<bool> = const { RefCell::new(false) };
}

/// Returns the step that is due, if steps are compared.
fn due() -> Option<(Step, Vec<u64>)> {
    if !WATCHED.with_borrow(|watched| *watched) {
        return None;
    }
    Some(EXPECTED.with_borrow_mut(VecDeque::pop_front).expect("a step that is expected"))
}

/// The group: a multiple of the generator is an integer modulo the order.
#[derive(Debug, Clone, Copy)]
struct Integers<C>(PhantomData<C>);

/// A multiple of the generator: `x / z`, with another `z` after each step.
#[derive(Debug, Clone, Copy)]
struct Multiple<F> {
    x: F,
    z: F,
}

impl<F: Zeroize> Zeroize for Multiple<F> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.z.zeroize();
    }
}

impl<F: Field> Multiple<F> {
    /// Returns `x / z` with three times the denominator.
    fn new(x: F, z: F) -> Self {
        let thrice = |x: F| (x + x + x).carry();
        Multiple { x: thrice(x.carry()), z: thrice(z) }
    }

    fn plus(self, other: F) -> Self {
        Self::new(self.x + other * self.z, self.z)
    }

    fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Multiple { x: F::select(mask, a.x, b.x), z: F::select(mask, a.z, b.z) }
    }
}

/// Whether a mask is true in all lanes that matter: runs that are checked have one lane.
fn holds(mask: impl Mask) -> bool {
    mask.to_bool_vartime()
}

impl<C: Order> Model for Integers<C> {
    type P = C::N;
    type N = C::N;
    type Point<F: Field<P = C::N>> = Multiple<F>;
    type Entry<T: Copy> = [T; 1];
    const GENERATOR: [Scalar<C>; 2] = [C::GENERATOR, Scalar::<C>::ZERO];
    const COMPLETE: bool = false;
    const ENDOMORPHISM: Option<Endomorphism<Scalar<C>, Scalar<C>>> = C::TIMES_LAMBDA;

    fn entry<F: Field<P = C::N>>(x: F, _: F) -> [F; 1] {
        [x]
    }
    fn point<F: Field<P = C::N>>(x: F, _: F) -> Multiple<F> {
        Multiple::new(x, x.one_like())
    }
    fn image<F: Field<P = C::N>>([x]: [F; 1], beta: F) -> [F; 1] {
        [x * beta]
    }
    fn neutral<F: Field<P = C::N>>(like: F) -> Multiple<F> {
        Multiple { x: like.zero_like(), z: like.one_like() }
    }
    fn double_in_place<F: Field<P = C::N>>(p: &mut Multiple<F>, n: usize) {
        if let Some((step, _)) = due() {
            assert_eq!(step, Step::Double(n));
        }
        (0..n).for_each(|_| *p = Multiple::new(p.x + p.x, p.z));
    }
    fn add<F: Field<P = C::N>>(p: Multiple<F>, [q]: [F; 1]) -> Multiple<F> {
        p.plus(q)
    }
    fn accumulate<F: Field<P = C::N>>(
        p: &mut Multiple<F>,
        [q]: &[F; 1],
        neutral: F::Mask,
        absent: F::Mask,
        operand: Operand,
    ) {
        if let Some((step, entry)) = due() {
            assert_eq!(step, Step::Add(operand));
            let mut plain = Scalar::<C>::ZERO;
            plain.as_mut().copy_from_slice(&entry);
            assert_eq!(holds(absent), plain == Scalar::<C>::ZERO, "which digits are 0");
            assert!(holds(absent) || holds(q.equals(q.like(&plain))), "the entry of the digit");
            assert_eq!(holds(neutral), holds(p.x.is_zero()), "what is neutral");
            let equal = !holds(neutral) && !holds(absent) && holds(p.x.equals(*q * p.z));
            assert!(operand == Operand::Any || !equal, "an exception");
        }
        if operand == Operand::Lifted {
            let is_lifted = p.z.equals(q.one_like()).to_bits();
            assert_eq!(is_lifted, F::Mask::splat(true).to_bits(), "a denominator");
        }
        let alone = Multiple::new(*q, q.one_like());
        let sum = Multiple::select(neutral, alone, p.plus(*q));
        *p = Multiple::select(absent, *p, sum);
    }
    fn lifted<F: Field<P = C::N>>(like: F, q: &[F; 1], absent: F::Mask) -> Multiple<F> {
        let mut p = Self::neutral(like);
        Self::accumulate(&mut p, q, F::Mask::splat(true), absent, Operand::Other);
        let alone = Multiple { x: q[0], z: like.one_like() };
        Multiple::select(absent, p, alone)
    }
    fn map<F: Field<P = C::N>, H: Field<P = C::N>>(
        p: &Multiple<F>,
        f: impl Fn(F) -> H,
    ) -> Multiple<H> {
        Multiple { x: f(p.x), z: f(p.z) }
    }
    fn add_vartime<F: Field<P = C::N>>(p: Multiple<F>, q: [F; 1]) -> Multiple<F> {
        Self::add(p, q)
    }
    fn sum<F: Field<P = C::N>>(p: Multiple<F>, q: Multiple<F>) -> Multiple<F> {
        Multiple::new(p.x * q.z + q.x * p.z, p.z * q.z)
    }
    fn negate_point_if<F: Field<P = C::N>>(mask: F::Mask, p: Multiple<F>) -> Multiple<F> {
        Multiple { x: p.x.negate_if(mask), ..p }
    }
    fn equal<F: Field<P = C::N>>(p: &Multiple<F>, q: &Multiple<F>) -> F::Mask {
        (p.x * q.z).equals(q.x * p.z)
    }
    fn negate_if<F: Field<P = C::N>>(mask: F::Mask, [q]: [F; 1]) -> [F; 1] {
        [q.negate_if(mask)]
    }
    fn select<F: Field<P = C::N>>(mask: F::Mask, a: Multiple<F>, b: Multiple<F>) -> Multiple<F> {
        Multiple::select(mask, a, b)
    }
    fn denominator<F: Field<P = C::N>>(p: &Multiple<F>) -> F {
        p.z
    }
    fn affine<F: Field<P = C::N>>(p: &Multiple<F>, inverse: F) -> [F; 2] {
        [p.x * inverse, p.x.zero_like()]
    }
    fn is_neutral<F: Field<P = C::N>>(p: &Multiple<F>) -> F::Mask {
        p.x.is_zero()
    }
    fn keep<M: Machine>(machine: M, group: &[Entry<Self, M>]) -> Stored<Self, M> {
        let all: Vec<_> = group.iter().map(|[x]| *x).collect();
        [machine.keep::<C::N>(&all)]
    }
    fn lookup<M: Machine>(m: M, table: &[Stored<Self, M>], at: M::Digit) -> Entry<Self, M> {
        m.lookup(table, at)
    }
    fn lookup_own<M: Machine>(m: M, table: &[Entry<Self, M>], at: M::Digit) -> Entry<Self, M> {
        m.lookup_own(table, at)
    }
    fn recall<M: Machine>(machine: M, table: &[Stored<Self, M>], at: usize) -> Entry<Self, M> {
        machine.recall(table, at)
    }
}

fn words<C: Order>(value: &BigUint) -> Scalar<C> {
    let mut words = Scalar::<C>::ZERO;
    words.as_mut().copy_from_slice(&to_words(value, Scalar::<C>::LEN));
    words
}

fn order<C: Order>() -> BigUint {
    from_words(C::N::MODULUS.as_ref())
}

/// Integers of so many bits in which each window has each digit, but for those at the top: the same
/// window all over, and two in turns for the digits of greatest magnitude.
fn patterns(bits: usize, width: usize) -> Vec<BigUint> {
    let top = 1_u64 << (width - 1);
    let same = (0..2 * top).map(|window| [window; 2]);
    let turns = [[top, top - 1], [top - 1, top]];
    let pattern = |windows: [u64; 2]| {
        let at = |t: usize| BigUint::from(windows[t % 2]) << (width * t);
        (0..bits / width).map(at).sum()
    };
    same.chain(turns).map(pattern).collect()
}

/// Scalars in which each window has each digit that it can have.
fn scalars<C: Order>(width: usize) -> Vec<BigUint> {
    let n = order::<C>();
    let patterns = patterns(C::N::BITS - 2, width);
    let negative = patterns[1..].iter().map(|pattern| &n - pattern);
    let windows = count(C::N::BITS, width);
    // Above them, the patterns have zeros.
    let top = (windows - 2..windows).flat_map(|t| {
        let window = move |window: u64| BigUint::from(window) << (width * t - 1);
        (0..2 << width).map(window)
    });
    let top: Vec<_> = top.filter(|k| *k < n).collect();
    let halves = [&n >> 1, (&n >> 1) + 1_u32, &n - 1_u32];
    patterns.iter().cloned().chain(negative).chain(top).chain(halves).collect()
}

/// The digits that windows have had, but for the two at the top.
#[derive(Default)]
struct Digits(BTreeSet<(usize, BigInt)>);

impl Digits {
    fn meet(&mut self, k: &BigInt, bits: usize, width: usize) {
        let windows = 0..count(bits, width) - 2;
        self.0.extend(windows.map(|t| (t, digit_of(k, width, t))));
    }

    /// Checks that each window had each digit. The lowest one has no bit below it, and so not the
    /// greatest digit, unless the scalar is turned.
    fn were_all(&self, bits: usize, width: usize) {
        let all = (count(bits, width) - 2) * ((1 << width) + 1);
        assert!([all, all - 1].contains(&self.0.len()), "{width} bits");
    }
}

/// Runs a walk, whose steps have to be these: entries by their integers.
fn watched<C: Order, R>(steps: Vec<(Step, BigInt)>, walk: impl FnOnce() -> R) -> R {
    let n = BigInt::from(order::<C>());
    let plain = |value: BigInt| {
        let value = ((value % &n) + &n) % &n;
        words::<C>(&value.to_biguint().expect("not below 0")).as_ref().to_vec()
    };
    EXPECTED.set(steps.into_iter().map(|(step, entry)| (step, plain(entry))).collect());
    WATCHED.set(true);
    let result = walk();
    WATCHED.set(false);
    assert!(EXPECTED.with_borrow(VecDeque::is_empty), "steps that were not done");
    result
}

/// The scalar that a walk came to.
fn plain<C: Order, M: Machine>(machine: M, p: Multiple<M::Of<C::N>>) -> BigUint {
    from_words(machine.unload_first::<C::N>(p.x * p.z.invert()).as_ref())
}

/// Combs: with each plan, the steps are those that were looked at, and the product is the scalar.
fn combs<C: Order, M: Machine>(machine: M, plans: &[(usize, usize)]) {
    let (n, bits) = (order::<C>(), C::N::BITS);
    for &(width, spacing) in plans {
        let comb = Rows::<Integers<C>, _>::spaced(machine, width, spacing);
        let first = complete_from::<C::N>(width, spacing);
        let mut digits = Digits::default();
        for k in scalars::<C>(width) {
            let turned = spacing > 1 && k > &n >> 1;
            let off = if turned { n.clone() } else { BigUint::ZERO };
            let recoded = BigInt::from(k.clone()) - BigInt::from(off);
            digits.meet(&recoded, bits, width);
            let steps = comb_steps(&recoded, bits, width, spacing, first);
            let secret = Secret::new([words::<C>(&k)]);
            let walk = || mul_base::<Integers<C>, M, 1>(machine, &comb, &secret);
            let got = watched::<C, _>(steps, walk).reveal("a test may look");
            assert_eq!(plain::<C, M>(machine, got), k, "{width} bits, {spacing}");
        }
        digits.were_all(bits, width);
    }
}

/// The doublings that a table of windows takes, before the walk.
fn table_steps(width: usize) -> Vec<(Step, BigInt)> {
    vec![(Step::Double(1), BigInt::ZERO); 1 << (width - 2)]
}

/// Windows of a curve without an endomorphism, as [`combs`].
fn windows<C: Order, M: Machine>(machine: M, widths: RangeInclusive<usize>) {
    let one = machine.load::<C::N>(&[C::GENERATOR]);
    let bits = C::N::BITS;
    for width in widths {
        let mut digits = Digits::default();
        for k in scalars::<C>(width) {
            let whole = BigInt::from(k.clone());
            digits.meet(&whole, bits, width);
            let steps = window_steps(&[whole], bits, width, |i| i == 0);
            let steps = [table_steps(width), steps].concat();
            let secret = Secret::new([words::<C>(&k)]);
            let walk = || mul_point::<Integers<C>, M, 1>(machine, width, &secret, [one, one]);
            let got = watched::<C, _>(steps, walk).reveal("a test may look");
            assert_eq!(plain::<C, M>(machine, got), k, "{width} bits");
        }
        digits.were_all(bits, width);
    }
}

/// Windows of the halves of a scalar, as [`combs`]. The scalars are those with the halves that are
/// wanted: short enough, no others are shorter.
fn halves<C: Order, M: Machine>(machine: M, widths: RangeInclusive<usize>) {
    let found = C::TIMES_LAMBDA.expect("an endomorphism");
    let n = BigInt::from(order::<C>());
    let one = machine.load::<C::N>(&[C::GENERATOR]);
    let lambda = BigInt::from(from_words(found.lambda.as_ref()));
    let bits = found.bits();
    for width in widths {
        let mut digits = [Digits::default(), Digits::default()];
        let patterns: Vec<BigInt> =
            patterns(bits - 4, width).into_iter().map(BigInt::from).collect();
        let others = patterns.iter().cycle().skip(3);
        for (i, (first, second)) in patterns.iter().zip(others).enumerate() {
            let sign = |odd: usize| BigInt::from(if odd % 2 == 1 { -1 } else { 1 });
            let parts = [first * sign(i / 2), second * sign(i)];
            let k = ((&parts[0] + &parts[1] * &lambda) % &n + &n) % &n;
            let k = k.to_biguint().expect("not below 0");
            for (digits, part) in digits.iter_mut().zip(&parts) {
                digits.meet(&part.magnitude().clone().into(), bits, width);
            }
            let mut steps = window_steps(&parts, bits, width, |i| found.is_complete(i, width));
            // Every second addition is of the image.
            let adds = steps.iter_mut().filter(|(step, _)| matches!(step, Step::Add(_)));
            adds.skip(1).step_by(2).for_each(|(_, entry)| *entry *= &lambda);
            let steps = [table_steps(width), steps].concat();
            let secret = Secret::new([words::<C>(&k)]);
            let walk = || mul_point::<Integers<C>, M, 1>(machine, width, &secret, [one, one]);
            let got = watched::<C, _>(steps, walk).reveal("a test may look");
            assert_eq!(plain::<C, M>(machine, got), k, "{width} bits");
        }
    }
}

/// Combs in lanes: the product is the scalar. What is added where is not looked at.
fn splits<C: Order>() {
    for (width, parts) in [(4, 8), (5, 8)] {
        if !is_safe::<C::N>(width, parts) {
            continue;
        }
        let comb = SplitComb::<Integers<C>, Soft8>::build(Soft8::MACHINE, width, parts);
        for k in scalars::<C>(width) {
            let secret = Secret::new(words::<C>(&k));
            let got = split_comb::mul_base(Soft8::MACHINE, One, &comb, &secret);
            let got = plain::<C, One>(One, got.reveal("a test may look"));
            assert_eq!(got, k, "{width} bits, {parts}");
        }
    }
}

/// Multiples of a secret point, by digits that are not signed: the product is the scalar.
fn secret_points<C: Order, M: Machine>(machine: M) {
    let one = machine.load::<C::N>(&[C::GENERATOR]);
    let one = Multiple { x: one, z: one };
    let mut table = vec![one; SLOTS];
    for k in scalars::<C>(4) {
        let secret = Secret::new([words::<C>(&k)]);
        let point = Secret::new(one);
        let got = mul_secret_point::<Integers<C>, M, 1>(machine, &secret, &point, &mut table);
        assert_eq!(plain::<C, M>(machine, got.reveal("a test may look")), k);
    }
}

/// A walk of each kind, to plant faults in.
pub(super) fn proof<M: Machine>(machine: M) {
    WATCHED.set(false);
    combs::<P256, M>(machine, &[(4, 1), (4, 3)]);
    windows::<P256, M>(machine, 4..=4);
    halves::<Secp256k1, M>(machine, 4..=4);
    secret_points::<P256, M>(machine);
}

/// Goal: the walks do the steps that the inequalities are about, and no others, and give the
/// multiple that was asked for.
#[test]
fn walks_do_the_steps_that_were_looked_at() {
    combs::<P256, One>(One, &[(6, 1), (5, 8)]);
    combs::<P521, One>(One, &[(6, 2)]);
    windows::<P256, One>(One, 4..=5);
    windows::<P521, One>(One, 5..=5);
    halves::<Secp256k1, One>(One, 4..=6);
    secret_points::<P256, One>(One);
    splits::<P256>();
    splits::<P521>();
}

/// Goal: the watch says no: to another order of the rows, to an addition that is not complete where
/// it has to be, and to a step that is left out.
#[test]
fn other_steps_are_refused() {
    let k = BigUint::from(77_777_u32);
    let recoded = BigInt::from(k.clone());
    let comb = Rows::<Integers<P256>, _>::spaced(One, 6, 2);
    let first = complete_from::<<P256 as Curve>::N>(6, 2);
    let steps = comb_steps(&recoded, 256, 6, 2, first);
    let accepts = |steps: Vec<(Step, BigInt)>| {
        let secret = Secret::new([words::<P256>(&k)]);
        let walk = || mul_base::<Integers<P256>, One, 1>(One, &comb, &secret);
        let accepted = std::panic::catch_unwind(|| watched::<P256, _>(steps, walk)).is_ok();
        WATCHED.set(false);
        accepted
    };
    assert!(accepts(steps.clone()));
    let mut swapped = steps.clone();
    swapped.swap(20, 21);
    assert!(!accepts(swapped));
    assert!(!accepts(comb_steps(&recoded, 256, 6, 2, first + 1)));
    assert!(!accepts(steps[..steps.len() - 1].to_vec()));
    assert!(!accepts([steps.clone(), steps[..1].to_vec()].concat()));
}
