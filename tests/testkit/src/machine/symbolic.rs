//! `Symbolic`: a machine whose elements are polynomials and no numbers.
//!
//! A formula that runs on it gives polynomials in the coordinates of its operands. If these are
//! equal to what the group law says, the formula is right for all operands, over every field in
//! which what the [`Case`] takes for different from zero is so. A case says which variables those
//! are, and which equations hold. The number 2 is different from zero in all of them: that is all
//! that is asked of the field.
//!
//! A test for zero is *true* if the polynomial is zero by the equations, *false* if it is a product
//! of factors that are not zero, and else *unknown*. What is chosen by a truth that is unknown is
//! an element of which nothing is known, unless both sides are the same. So a proof may only come
//! from what holds whatever the unknown was. Code that branches on an unknown truth is refused.
//!
//! There are two lanes, as the sums over halves of the lanes need them. They may differ.

pub mod polynomial;

use polynomial::{Monomial, Polynomial, Rule, VARIABLES, Variable};
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::prime::Prime;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// How many lanes there are.
pub const LANES: usize = 2;

/// What is supposed of the variables.
#[derive(Debug, Clone, Default)]
pub struct Case {
    /// Variables that are not zero: their exponents may be below 0.
    pub units: Vec<Variable>,
    /// Equations that hold. Their left sides have no units.
    pub rules: Vec<Rule>,
    /// Polynomials that are not zero either, products of them included.
    pub nonzero: Vec<Polynomial>,
    /// What the constants stand for that formulas ask for by number.
    pub constants: Vec<(u64, Polynomial)>,
}

#[derive(Default)]
struct State {
    case: Case,
    /// The elements. What nothing is known of has none.
    elements: Vec<Polynomial>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Runs `task` in a case. Elements of other cases mean nothing in it.
pub fn suppose<R>(case: Case, task: impl FnOnce() -> R) -> R {
    for rule in &case.rules {
        let free = |unit: &Variable| rule.from[*unit] == 0;
        assert!(case.units.iter().all(free), "a rule replaces what is not a unit");
    }
    STATE.set(State { case, ..State::default() });
    let result = task();
    STATE.set(State::default());
    result
}

/// The number of an element in the list of the state.
type Index = Option<u32>;

fn kept(value: Polynomial) -> Index {
    STATE.with_borrow_mut(|state| {
        let reduced = value.reduced(&state.case.rules);
        state.elements.push(reduced);
        Some(u32::try_from(state.elements.len() - 1).expect("a short proof"))
    })
}

fn polynomial(index: u32) -> Polynomial {
    STATE.with_borrow(|state| state.elements[index as usize].clone())
}

impl Case {
    /// Returns whether the polynomial is a product of factors that are not zero.
    fn is_unit(&self, value: &Polynomial) -> bool {
        let one = Polynomial::constant(1);
        let factors = self.nonzero.iter().cloned().map(|factor| factor.reduced(&self.rules));
        std::iter::once(one).chain(factors).any(|factor| {
            value.ratio(&factor).is_some_and(|(monomial, coefficient)| {
                let power_of_two = coefficient.unsigned_abs().is_power_of_two();
                power_of_two && self.is_product_of_units(&monomial)
            })
        })
    }

    fn is_product_of_units(&self, monomial: &Monomial) -> bool {
        (0..VARIABLES).all(|variable| monomial[variable] == 0 || self.units.contains(&variable))
    }
}

/// The machine.
#[derive(Debug, Clone, Copy)]
pub struct Symbolic;

/// An element of the machine. What `P` is does not matter.
#[derive(Debug, Clone, Copy)]
pub struct Symbol<P: Prime>([Index; LANES], PhantomData<P>);

impl<P: Prime> Symbol<P> {
    /// Returns a polynomial, the same in both lanes.
    #[must_use]
    pub fn new(value: Polynomial) -> Self {
        Symbol([kept(value); LANES], PhantomData)
    }

    /// Returns a variable, the same in both lanes.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        Self::new(Polynomial::variable(variable))
    }

    /// Returns an integer, the same in both lanes.
    #[must_use]
    pub fn integer(value: i128) -> Self {
        Self::new(Polynomial::constant(value))
    }

    /// Returns lane 0 of `lower` and lane 1 of `upper`.
    #[must_use]
    pub fn lanes(lower: Self, upper: Self) -> Self {
        Symbol([lower.0[0], upper.0[1]], PhantomData)
    }

    /// Returns lane 0 in both lanes.
    #[must_use]
    pub fn first(self) -> Self {
        Symbol([self.0[0]; LANES], PhantomData)
    }

    /// Returns the polynomial of lane 0, if it is known.
    #[must_use]
    pub fn value(self) -> Option<Polynomial> {
        self.0[0].map(polynomial)
    }

    /// Returns whether lane 0 is known to be zero.
    #[must_use]
    pub fn vanishes(self) -> bool {
        self.truth(0) == Some(true)
    }

    /// Returns whether lane 0 is known to be different from zero.
    #[must_use]
    pub fn is_unit(self) -> bool {
        self.truth(0) == Some(false)
    }

    fn truth(self, lane: usize) -> Option<bool> {
        let value = self.0[lane].map(polynomial)?;
        if value.is_zero() {
            return Some(true);
        }
        STATE.with_borrow(|state| state.case.is_unit(&value)).then_some(false)
    }

    fn each(self, f: impl Fn(Polynomial) -> Option<Polynomial>) -> Self {
        Symbol(self.0.map(|x| kept(f(polynomial(x?))?)), PhantomData)
    }

    fn both(self, other: Self, f: impl Fn(Polynomial, Polynomial) -> Polynomial) -> Self {
        let lane = |i: usize| kept(f(polynomial(self.0[i]?), polynomial(other.0[i]?)));
        Symbol([lane(0), lane(1)], PhantomData)
    }
}

impl<P: Prime> Zeroize for Symbol<P> {
    fn zeroize(&mut self) {
        self.0 = [None; LANES];
    }
}

impl<P: Prime> Add for Symbol<P> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.both(other, |a, b| a + b)
    }
}

impl<P: Prime> Sub for Symbol<P> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.both(other, |a, b| a - b)
    }
}

impl<P: Prime> Mul for Symbol<P> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.both(other, |a, b| a * b)
    }
}

impl<P: Prime> Neg for Symbol<P> {
    type Output = Self;
    fn neg(self) -> Self {
        self.each(|x| Some(-x))
    }
}

impl<P: Prime> Field for Symbol<P> {
    type P = P;
    type Mask = Truth;

    fn sqr(self) -> Self {
        self * self
    }
    fn carry(self) -> Self {
        self
    }
    fn like(self, plain: &P::Limbs) -> Self {
        let words: &[u64] = plain.as_ref();
        let number = words[0];
        let constants = STATE.with_borrow(|state| state.case.constants.clone());
        let found = constants.into_iter().find(|(name, _)| *name == number);
        let is_short = words[1..].iter().all(|word| *word == 0);
        let (_, value) = found.filter(|_| is_short).expect("the case knows the constant");
        Self::new(value)
    }
    fn one_like(self) -> Self {
        Self::integer(1)
    }
    fn zero_like(self) -> Self {
        Self::integer(0)
    }
    fn is_zero(self) -> Truth {
        Truth([self.truth(0), self.truth(1)])
    }
    fn select(mask: Truth, a: Self, b: Self) -> Self {
        let lane = |i: usize| match mask.0[i] {
            Some(true) => a.0[i],
            Some(false) => b.0[i],
            None => a.0[i].filter(|&x| b.0[i].is_some_and(|y| polynomial(x) == polynomial(y))),
        };
        Symbol([lane(0), lane(1)], PhantomData)
    }
    /// Known of a product of variables that are not zero, and of zero.
    fn invert(self) -> Self {
        self.each(|x| if x.is_zero() { Some(x) } else { inverse(&x) })
    }
    fn invert_vartime(self) -> Self {
        self.invert()
    }
}

fn inverse(x: &Polynomial) -> Option<Polynomial> {
    let known = STATE.with_borrow(|state| state.case.is_unit(x));
    x.inverse().filter(|_| known)
}

/// What is known to be true or false, in each lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truth([Option<bool>; LANES]);

impl Truth {
    /// Returns a truth that differs between the lanes.
    #[must_use]
    pub fn lanes(lower: bool, upper: bool) -> Self {
        Truth([Some(lower), Some(upper)])
    }

    /// Returns a truth of which nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Truth([None; LANES])
    }

    /// Returns what is known of lane 0.
    #[must_use]
    pub fn known(self) -> Option<bool> {
        self.0[0]
    }

    fn both(self, other: Self, f: impl Fn(Option<bool>, Option<bool>) -> Option<bool>) -> Self {
        Truth([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }
}

impl Zeroize for Truth {
    fn zeroize(&mut self) {
        self.0 = [None; LANES];
    }
}

impl Mask for Truth {
    fn splat(truth: bool) -> Self {
        Truth([Some(truth); LANES])
    }
    fn and(self, other: Self) -> Self {
        self.both(other, |a, b| match (a, b) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        })
    }
    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
    fn xor(self, other: Self) -> Self {
        self.both(other, |a, b| Some(a? != b?))
    }
    fn not(self) -> Self {
        Truth(self.0.map(|truth| truth.map(|truth| !truth)))
    }
    fn to_bits(self) -> u64 {
        let known = self.0.map(|truth| truth.expect("a branch on what is known"));
        u64::from(known[0]) | u64::from(known[1]) << 1
    }
}

/// A small number per lane.
#[derive(Debug, Clone, Copy)]
pub struct Number([u64; LANES]);

impl Zeroize for Number {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Digit for Number {
    type Mask = Truth;
    fn equals(self, n: u64) -> Truth {
        Truth(self.0.map(|number| Some(number == n)))
    }
}

impl Machine for Symbolic {
    const NAME: &'static str = "symbolic";
    const LANES: usize = LANES;
    type Mask = Truth;
    type Of<P: Prime> = Symbol<P>;
    type Digit = Number;
    type Stored<P: Prime> = Symbol<P>;
    const GROUP: usize = 1;

    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Symbol<P> {
        let like = Symbol::integer(0);
        Symbol::lanes(like.like(&lanes[0]), like.like(&lanes[1]))
    }
    /// There is nothing to write out.
    fn unload<P: Prime>(self, _: Symbol<P>, _: &mut [P::Limbs]) {
        panic!("a polynomial is no number");
    }
    fn turn<P: Prime>(self, x: Symbol<P>, by: usize) -> Symbol<P> {
        let Symbol([lower, upper], of) = x;
        if by.is_multiple_of(LANES) { x } else { Symbol([upper, lower], of) }
    }
    fn turn_mask(self, mask: Truth, by: usize) -> Truth {
        let Truth([lower, upper]) = mask;
        if by.is_multiple_of(LANES) { mask } else { Truth([upper, lower]) }
    }
    fn digit(self, lanes: &[u64]) -> Number {
        Number([lanes[0], lanes[1]])
    }
    fn keep<P: Prime>(self, group: &[Symbol<P>]) -> Symbol<P> {
        group[0].first()
    }
    fn lookup<P: Prime, const K: usize>(
        self,
        table: &[[Symbol<P>; K]],
        index: Number,
    ) -> [Symbol<P>; K] {
        self.lookup_own(table, index)
    }
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Symbol<P>; K]],
        Number(index): Number,
    ) -> [Symbol<P>; K] {
        let zero = [Symbol::integer(0); K];
        let [lower, upper] = index.map(|at| if at == 0 { zero } else { table[at as usize - 1] });
        std::array::from_fn(|k| Symbol::lanes(lower[k], upper[k]))
    }
    fn recall<P: Prime, const K: usize>(
        self,
        table: &[[Symbol<P>; K]],
        at: usize,
    ) -> [Symbol<P>; K] {
        table[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::ToyPrime;

    type S = Symbol<ToyPrime<31>>;

    fn one_unit() -> Case {
        Case { units: vec![0], ..Case::default() }
    }

    /// Goal: a test for zero says yes, no, or nothing, and what is chosen by nothing is unknown.
    #[test]
    fn truth_is_known_only_where_it_follows() {
        suppose(one_unit(), || {
            let (unit, free) = (S::variable(0), S::variable(1));
            assert_eq!((unit - unit).is_zero().known(), Some(true));
            assert_eq!((unit * unit).twice().is_zero().known(), Some(false));
            for open in [free, unit + free, unit * free, unit + unit + unit] {
                assert_eq!(open.is_zero().known(), None);
                assert!(!open.vanishes() && !open.is_unit());
            }
            let open = free.is_zero();
            assert!(Field::select(open, unit, free).value().is_none());
            assert!((Field::select(open, unit, free) * S::integer(0)).value().is_none());
            assert_eq!(Field::select(open, unit, unit).value(), unit.value());
            assert_eq!(open.and(Truth::splat(false)).known(), Some(false));
            assert_eq!(open.or(Truth::splat(true)).known(), Some(true));
            assert_eq!(open.and(Truth::splat(true)).known(), None);
            assert_eq!(open.xor(Truth::splat(true)).known(), None);
            assert!((unit.invert() * unit - unit.one_like()).vanishes());
            assert!(free.invert().value().is_none() && (unit + unit).invert().value().is_none());
            assert!(std::panic::catch_unwind(|| open.to_bool_vartime()).is_err());
        });
    }

    /// Goal: factors that are not zero are found in products, and equations are used.
    #[test]
    fn equations_and_factors_are_used() {
        let (x, y) = (Polynomial::variable(1), Polynomial::variable(2));
        let mut from = [0; VARIABLES];
        from[2] = 2;
        let rules = vec![Rule { from, to: x.clone() }];
        let nonzero = vec![x + Polynomial::constant(1)];
        suppose(Case { rules, nonzero, ..one_unit() }, || {
            let y = S::new(y);
            assert!((y * y - S::variable(1)).vanishes());
            assert!((y * y * S::variable(0) + S::variable(0)).is_unit());
            assert!(!(y * y + y).is_unit());
        });
        let mut from = [0; VARIABLES];
        from[0] = 1;
        let rules = vec![Rule { from, to: Polynomial::default() }];
        let unsound = || suppose(Case { rules, ..one_unit() }, || ());
        assert!(std::panic::catch_unwind(unsound).is_err(), "a unit is not replaced");
    }

    /// Goal: lanes are apart until they are turned.
    #[test]
    fn lanes_are_two() {
        suppose(one_unit(), || {
            let (a, b) = (S::variable(0), S::variable(1));
            let both = S::lanes(a, b);
            assert_eq!(both.value(), a.value());
            assert_eq!(Symbolic.turn(both, 1).value(), b.value());
            assert_eq!(Symbolic.turn(both, 2).value(), a.value());
            let upper = Symbolic.bit(&[0, 1], 0);
            assert_eq!(upper, Truth::lanes(false, true));
            assert_eq!(Field::select(upper, a, both).value(), a.value());
            assert_eq!(Symbolic.turn(Field::select(upper, a, both), 1).value(), a.value());
        });
    }
}
