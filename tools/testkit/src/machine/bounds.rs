//! `Bounds`: a machine whose elements are ceilings and no numbers.
//!
//! Running a formula on it proves, for all inputs at rest, that no step goes beyond a [`Budget`]. A
//! loop is covered when its body leads from rest to rest: what a formula returns is checked with
//! [`assert_rest`]. A refusal is a panic that names the line of the formula.
//!
//! Truth has no value here: where variable-time code asks for one, [`for_all_paths`] runs both
//! ways.

use super::budget::{Bound, Budget, Canonical, Lanes52, Loose52, Signed};
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
    fn keep<P: Prime>(self, x: Ceiling<B, P>) {
        assert_rest("an element kept in a table", &[x]);
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
    fn recall<P: Prime, const K: usize>(self, _: &[(); K]) -> [Ceiling<B, P>; K] {
        [Ceiling::rest(); K]
    }
}

/// Something to prove on each budget.
pub trait ForEachBudget {
    /// Proves it on one.
    fn on<B: Budget>(&mut self);
}

/// Runs a proof on the budget of every machine there is or is planned, and returns their names.
pub fn for_each_budget(proof: &mut impl ForEachBudget) -> Vec<&'static str> {
    proof.on::<Canonical>();
    proof.on::<Lanes52<4>>();
    proof.on::<Loose52<4>>();
    proof.on::<Signed<2, 5>>();
    proof.on::<Signed<1, 4>>();
    proof.on::<Signed<0, 0>>();
    let lanes = [Canonical::NAME, Lanes52::<4>::NAME, Loose52::<4>::NAME];
    let signed = [Signed::<2, 5>::NAME, Signed::<1, 4>::NAME, Signed::<0, 0>::NAME];
    [lanes, signed].concat()
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
mod tests {
    use super::*;

    /// As wide as four spare bits of a 52-bit limb allow.
    type P = crate::toy::ToyPrime<{ (1 << 48) - 59 }>;

    /// A formula in need of care: (a + b)^2 - (a - b)^2, at rest.
    fn careful<F: Field>(a: F, b: F) -> F {
        ((a + b).carry().sqr() - (a - b).carry().sqr()).carry()
    }

    /// The same with its last carry forgotten.
    fn forgetful<F: Field>(a: F, b: F) -> F {
        (a + b).carry().sqr() - (a - b).carry().sqr()
    }

    /// The same with its inner carries forgotten, as only some machines allow.
    fn daring<F: Field>(a: F, b: F) -> F {
        ((a + b).sqr() - (a - b).sqr()).carry()
    }

    /// One addition too many in front of a product.
    fn greedy<F: Field>(a: F, b: F) -> F {
        let sum = a + b + b;
        sum.twice().sqr()
    }

    /// A formula of two elements.
    type Formula<F> = fn(F, F) -> F;

    fn run<B: Budget>(formula: Formula<Ceiling<B, P>>) {
        let x = Ceiling::rest();
        assert_rest("formula", &[formula(x, x)]);
    }

    /// Goal: the checker lets a careful formula pass on every budget.
    #[test]
    fn a_careful_formula_passes() {
        struct Careful;
        impl ForEachBudget for Careful {
            fn on<B: Budget>(&mut self) {
                run::<B>(careful);
            }
        }
        assert_eq!(for_each_budget(&mut Careful).len(), 6);
    }

    /// Goal: the checker says no to a result that is not at rest.
    #[test]
    fn a_formula_without_its_carry_is_refused() {
        assert!(refusal(|| run::<Canonical>(forgetful)).is_none());
        let no = refusal(|| run::<Lanes52<4>>(forgetful)).expect("4 p is not 2 p");
        assert!(no.contains("not at rest"), "{no}");
        assert!(refusal(|| run::<Signed<2, 5>>(forgetful)).is_some());
    }

    /// Goal: the checker says no to a step beyond the budget and names the line of the formula.
    #[test]
    fn an_addition_too_many_is_refused_by_line() {
        let here = line!();
        let no = refusal(|| run::<Lanes52<4>>(greedy)).expect("12 p squared is too much");
        let line: u32 = no
            .split("bounds.rs:")
            .nth(1)
            .and_then(|rest| rest.split(':').next())
            .and_then(|digits| digits.parse().ok())
            .expect("the refusal names file and line");
        // `sum.twice().sqr()` stands some forty lines above this test.
        assert!((here - 60..here).contains(&line), "{no}");
        assert!(refusal(|| run::<Signed<2, 5>>(greedy)).is_some());
    }

    /// Goal: a budget one smaller refuses what the real one allows.
    #[test]
    fn a_smaller_budget_refuses() {
        run::<Lanes52<4>>(daring);
        assert!(refusal(|| run::<Lanes52<3>>(daring)).is_some());
        assert!(refusal(|| run::<Loose52<4>>(daring)).is_some());
        run::<Signed<1, 5>>(daring);
        assert!(refusal(|| run::<Signed<0, 5>>(daring)).is_some());
    }

    /// Adds an element at rest to itself, `times` deep.
    fn deep<B: Budget>(times: u32) -> Ceiling<B, P> {
        (0..times).fold(Ceiling::rest(), |x, _| x + x)
    }

    /// Goes to the end of a budget of lazy sums, and one step beyond it by each way there is.
    fn end_of<B: Budget>(factor: u32, sum: u32) {
        let rest = Ceiling::rest();
        assert_rest("product", &[deep::<B>(factor).sqr(), deep(factor) * deep(factor)]);
        assert_rest("carry", &[deep::<B>(sum).carry(), (-deep(sum - 1)).carry()]);
        let beyond: [&dyn Fn() -> Ceiling<B, P>; 5] = [
            &|| deep(factor + 1).sqr(),
            &|| deep(factor + 1) * rest,
            &|| rest * deep(factor + 1),
            &|| deep(sum + 1),
            &|| deep(sum) - rest,
        ];
        for (number, step) in beyond.iter().enumerate() {
            let no = refusal(|| {
                let _ = step();
            });
            assert!(no.is_some_and(|no| no.contains(B::NAME)), "{} way {number}", B::NAME);
        }
    }

    /// Goal: each set of signed limbs is refused one step beyond its budget, and not before.
    /// Method: an element at rest added to itself to the end of the budget, multiplied and carried;
    /// then one addition more.
    #[test]
    fn one_step_beyond_each_signed_budget_is_refused() {
        end_of::<Signed<2, 5>>(2, 5);
        end_of::<Signed<1, 4>>(1, 4);
        // Where each sum is carried there is no end, and nothing but rest is ever taken.
        type Carried = Ceiling<Signed<0, 0>, P>;
        assert_rest("product of long sums", &[deep::<Signed<0, 0>>(20).sqr()]);
        let (rest, wide) = (Carried::rest(), Carried::new(Bound { value: 2, limb: 2 }));
        let beyond: [&dyn Fn() -> Carried; 6] =
            [&|| wide.sqr(), &|| rest * wide, &|| wide + rest, &|| rest - wide, &|| -wide, &|| {
                wide.carry()
            }];
        for (number, step) in beyond.iter().enumerate() {
            assert!(
                refusal(|| {
                    let _ = step();
                })
                .is_some(),
                "way {number}"
            );
        }
    }

    /// Goal: both ways of every branch are tried, and each once.
    #[test]
    fn all_paths_are_walked() {
        let mut seen = Vec::new();
        let ways = for_all_paths(|| {
            let first = Either.to_bool_vartime();
            let second = first && Either.to_bool_vartime();
            seen.push((first, second));
        });
        assert_eq!((ways, seen), (3, vec![(false, false), (true, false), (true, true)]));
    }
}
