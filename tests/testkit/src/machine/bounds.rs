//! `Bounds`: a machine whose elements are ceilings and no numbers.
//!
//! Running a formula on it proves, for all inputs at rest, that no step goes beyond a [`Budget`]. A
//! loop is covered when its body leads from rest to rest: what a formula returns is checked with
//! [`assert_rest`]. A refusal is a panic that names the line of the formula.
//!
//! Truth has no value here: where variable-time code asks for one, [`for_all_paths`] runs both
//! ways.

use super::budget::{Bound, Budget, Canonical, Signed};
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::prime::Prime;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Add, Mul, Neg, Sub};
use std::panic::Location;
use zeroize::Zeroize;

/// The bounding machine with the rules of `B`.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<B: Budget>(PhantomData<B>);

impl<B: Budget> Bounds<B> {
    /// Returns the machine. Every CPU can run it.
    #[must_use]
    pub const fn new() -> Self {
        Bounds(PhantomData)
    }
}

impl<B: Budget> Default for Bounds<B> {
    fn default() -> Self {
        Self::new()
    }
}

/// An element of the bounding machine.
#[derive(Debug, Clone, Copy)]
pub struct Ceiling<B: Budget, P: Prime> {
    /// What is known of it.
    pub bound: Bound,
    of: PhantomData<(B, P)>,
}

impl<B: Budget, P: Prime> Ceiling<B, P> {
    /// Returns an element of a given bound.
    #[must_use]
    pub const fn new(bound: Bound) -> Self {
        Ceiling { bound, of: PhantomData }
    }

    /// Returns an element at rest.
    #[must_use]
    pub const fn rest() -> Self {
        Self::new(B::REST)
    }

    #[track_caller]
    fn grown(step: &str, bound: Option<Bound>, a: Self, b: Self) -> Self {
        match bound {
            Some(bound) => Self::new(bound),
            None => refuse::<B, P>(step, &[a.bound, b.bound], Location::caller()),
        }
    }

    #[track_caller]
    fn product(a: Self, b: Self) -> Self {
        if !B::may_multiply::<P>(a.bound, b.bound) {
            refuse::<B, P>("product", &[a.bound, b.bound], Location::caller());
        }
        Self::rest()
    }

    #[track_caller]
    fn read(self, step: &str) -> Self {
        if !B::may_read::<P>(self.bound) {
            refuse::<B, P>(step, &[self.bound], Location::caller());
        }
        self
    }
}

fn refuse<B: Budget, P: Prime>(step: &str, operands: &[Bound], at: &Location) -> ! {
    let list: Vec<String> =
        operands.iter().map(|b| format!("{} p with limbs of {}", b.value, b.limb)).collect();
    panic!(
        "{}: {step} beyond the budget of {} at {}:{}: operands of {}",
        P::NAME,
        B::NAME,
        at.file(),
        at.line(),
        list.join(" and ")
    );
}

/// Checks that what a formula returned is at rest.
///
/// # Panics
/// If it is not; the message names the caller's line.
#[track_caller]
pub fn assert_rest<B: Budget, P: Prime>(what: &str, elements: &[Ceiling<B, P>]) {
    for (i, x) in elements.iter().enumerate() {
        let Bound { value, limb } = x.bound;
        let fits = x.bound.within(B::REST);
        assert!(fits, "{what}: result {i} of {}: {value} p, limbs of {limb}, not at rest", B::NAME);
    }
}

impl<B: Budget, P: Prime> Zeroize for Ceiling<B, P> {
    fn zeroize(&mut self) {
        self.bound = B::REST;
    }
}

impl<B: Budget, P: Prime> Add for Ceiling<B, P> {
    type Output = Self;
    #[track_caller]
    fn add(self, other: Self) -> Self {
        Self::grown("sum", B::add::<P>(self.bound, other.bound), self, other)
    }
}

impl<B: Budget, P: Prime> Sub for Ceiling<B, P> {
    type Output = Self;
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        Self::grown("difference", B::sub::<P>(self.bound, other.bound), self, other)
    }
}

impl<B: Budget, P: Prime> Mul for Ceiling<B, P> {
    type Output = Self;
    #[track_caller]
    fn mul(self, other: Self) -> Self {
        Self::product(self, other)
    }
}

impl<B: Budget, P: Prime> Neg for Ceiling<B, P> {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        // A difference from zero: the machine adds a multiple of p that is not below the element.
        let zero = Self::new(Bound { value: 0, limb: 0 });
        Self::grown("negation", B::sub::<P>(zero.bound, self.bound), zero, self)
    }
}

impl<B: Budget, P: Prime> Field for Ceiling<B, P> {
    type P = P;
    type Mask = Either;

    #[track_caller]
    fn sqr(self) -> Self {
        Self::product(self, self)
    }
    #[track_caller]
    fn carry(self) -> Self {
        self.read("carry");
        Self::rest()
    }
    fn like(self, _: &P::Limbs) -> Self {
        Self::rest()
    }
    fn one_like(self) -> Self {
        Self::rest()
    }
    fn zero_like(self) -> Self {
        Self::rest()
    }
    #[track_caller]
    fn is_zero(self) -> Either {
        self.read("zero test");
        Either
    }
    #[track_caller]
    fn equals(self, other: Self) -> Either {
        (self - other).read("comparison");
        Either
    }
    #[track_caller]
    fn select(_: Either, a: Self, b: Self) -> Self {
        Self::new(a.bound.join(b.bound)).read("choice")
    }
    #[track_caller]
    fn invert(self) -> Self {
        self.read("inversion");
        Self::rest()
    }
    #[track_caller]
    fn invert_vartime(self) -> Self {
        self.read("inversion");
        Self::rest()
    }
    #[track_caller]
    fn mul_sub(self, b: Self, c: Self, d: Self) -> Self {
        (self * b - c * d).carry()
    }
    #[track_caller]
    fn mul_sub_sqr2(self, b: Self, c: Self) -> Self {
        (self * b - c.sqr().twice()).carry()
    }
    #[track_caller]
    fn twice(self) -> Self {
        self + self
    }
    #[track_caller]
    fn negate_if(self, mask: Either) -> Self {
        Self::select(mask, (-self).carry(), self)
    }
}

/// A truth value that may be either.
#[derive(Debug, Clone, Copy)]
pub struct Either;

impl Zeroize for Either {
    fn zeroize(&mut self) {}
}

impl Mask for Either {
    fn splat(_: bool) -> Self {
        Either
    }
    fn and(self, _: Self) -> Self {
        Either
    }
    fn or(self, _: Self) -> Self {
        Either
    }
    fn xor(self, _: Self) -> Self {
        Either
    }
    fn not(self) -> Self {
        Either
    }
    fn to_bits(self) -> u64 {
        u64::from(decide())
    }
}

/// A digit that may be any.
#[derive(Debug, Clone, Copy)]
pub struct AnyDigit;

impl Zeroize for AnyDigit {
    fn zeroize(&mut self) {}
}

impl Digit for AnyDigit {
    type Mask = Either;
    fn equals(self, _: u64) -> Either {
        Either
    }
}

thread_local! {
    /// The decisions of the current path, and how many of them have been used.
    static PATH: RefCell<(Vec<bool>, usize)> = const { RefCell::new((Vec::new(), 0)) };
}

/// Returns the next decision of the current path; new ones are "no" first.
fn decide() -> bool {
    PATH.with_borrow_mut(|(path, used)| {
        if *used == path.len() {
            path.push(false);
        }
        *used += 1;
        path[*used - 1]
    })
}

/// Runs `task` once for each way its branches can go and returns how many there were.
///
/// # Panics
/// If there are more than 2^16: bound the body of the loop instead.
pub fn for_all_paths(mut task: impl FnMut()) -> u32 {
    PATH.set((Vec::new(), 0));
    for ways in 1..=1 << 16 {
        PATH.with_borrow_mut(|(_, used)| *used = 0);
        task();
        // The next path: the last "no" becomes a "yes", and what came after it is open again.
        let more = PATH.with_borrow_mut(|(path, used)| {
            assert_eq!(*used, path.len(), "the task does the same on the same path");
            while path.pop_if(|decision| *decision).is_some() {}
            path.last_mut().map(|last| *last = true).is_some()
        });
        if !more {
            return ways;
        }
    }
    panic!("more than 2^16 paths");
}

impl<B: Budget> Machine for Bounds<B> {
    const NAME: &'static str = B::NAME;
    const LANES: usize = 1;
    type Mask = Either;
    type Of<P: Prime> = Ceiling<B, P>;
    type Digit = AnyDigit;
    type Stored<P: Prime> = ();
    const GROUP: usize = 1;

    fn load<P: Prime>(self, _: &[P::Limbs]) -> Ceiling<B, P> {
        Ceiling::rest()
    }
    #[track_caller]
    fn unload<P: Prime>(self, x: Ceiling<B, P>, lanes: &mut [P::Limbs]) {
        x.read("unloading");
        // Any value will do; p - 1 has digits for a walk to use. The lowest bit of p is set.
        let mut value = P::MODULUS;
        value.as_mut()[0] ^= 1;
        lanes.fill(value);
    }
    fn digit(self, _: &[u64]) -> AnyDigit {
        AnyDigit
    }
    #[track_caller]
    fn keep<P: Prime>(self, group: &[Ceiling<B, P>]) {
        assert_rest("an element kept in a table", group);
    }
    fn lookup<P: Prime, const K: usize>(self, _: &[[(); K]], _: AnyDigit) -> [Ceiling<B, P>; K] {
        [Ceiling::rest(); K]
    }
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Ceiling<B, P>; K]],
        _: AnyDigit,
    ) -> [Ceiling<B, P>; K] {
        // Whatever the digit: the weakest of all entries, or the zeros of digit 0.
        let join = |x: Ceiling<B, P>, y: Ceiling<B, P>| Ceiling::new(x.bound.join(y.bound));
        table.iter().fold([Ceiling::rest(); K], |all, entry| {
            std::array::from_fn(|i| join(all[i], entry[i]))
        })
    }
    fn recall<P: Prime, const K: usize>(self, _: &[[(); K]], _: usize) -> [Ceiling<B, P>; K] {
        [Ceiling::rest(); K]
    }
}

/// Something to prove on each budget.
pub trait ForEachBudget {
    /// Proves it on one.
    fn on<B: Budget>(&mut self);
}

/// Runs a proof on the budget of every machine, and returns their names.
pub fn for_each_budget(proof: &mut impl ForEachBudget) -> Vec<&'static str> {
    proof.on::<Canonical>();
    proof.on::<Signed<0, 2>>();
    proof.on::<Signed<2, 5>>();
    proof.on::<Signed<1, 4>>();
    proof.on::<Signed<0, 0>>();
    let words = [Canonical::NAME, Signed::<0, 2>::NAME];
    let signed = [Signed::<2, 5>::NAME, Signed::<1, 4>::NAME, Signed::<0, 0>::NAME];
    [&words[..], &signed].concat()
}

/// Runs `task` and returns the refusal it ended with, if it did.
pub fn refusal(task: impl FnOnce()) -> Option<String> {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
    let text = |cause: Box<dyn std::any::Any + Send>| match cause.downcast::<String>() {
        Ok(text) => *text,
        Err(cause) => (*cause.downcast::<&str>().expect("a panic has a text")).to_owned(),
    };
    outcome.err().map(text)
}

#[cfg(test)]
mod tests;
