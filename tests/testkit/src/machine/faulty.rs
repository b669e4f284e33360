//! `Faulty`: a machine that computes like another one, until it is told to get one thing wrong.
//!
//! A *site* is a place in the source where a formula asks the machine for something: an addition, a
//! choice, a test for zero, a table entry. A fault is planted at one site and happens each time the
//! program comes by, as if the line said something else: `a + b` for `a - b`, a neighbour's operand
//! in a product, a negation left out, the wrong side of a choice. So a test that does not notice
//! the fault would not notice the line being wrong either. See `tests/faults.rs`.

mod sources;

pub use sources::Sources;

use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::prime::Prime;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};
use std::panic::Location;
use zeroize::Zeroize;

/// A place in the source: file, line, column, and what is asked for there.
pub type Site = (&'static str, u32, u32, &'static str);

/// One fault.
#[derive(Debug, Clone, Copy)]
pub struct Fault {
    /// Where.
    pub site: Site,
    /// Which of the faults that the site can have, from 1.
    pub kind: usize,
    /// Operators of one kind in a row, as in `a - b - c`, start in one place. The fault happens
    /// when the turn is that of number `phase` of `of`.
    pub phase: usize,
    /// How many there are, mostly 1.
    pub of: usize,
}

/// More than any run without a fault asks for: a fault that made a loop endless ends here.
const MAX_STEPS: u64 = 50_000_000;

#[derive(Default)]
struct State {
    /// The sites met and how many kinds of fault each has; only kept while listing.
    met: Option<BTreeMap<Site, usize>>,
    fault: Option<Fault>,
    /// How often the program came by the fault.
    turns: usize,
    steps: u64,
    /// The last operand of a product, of whatever field.
    neighbour: Option<Box<dyn Any>>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// What a task came by.
pub struct Met {
    /// The sites, and how many kinds of fault each can have.
    pub sites: BTreeMap<Site, usize>,
    /// How often it came by any.
    pub steps: u64,
}

/// Runs `task` without a fault and returns what it came by.
pub fn sites(task: impl FnOnce()) -> Met {
    STATE.set(State { met: Some(BTreeMap::new()), ..State::default() });
    task();
    let state = STATE.take();
    Met { sites: state.met.expect("it was put there"), steps: state.steps }
}

/// Runs `task` with a fault.
pub fn with_fault<R>(fault: Fault, task: impl FnOnce() -> R) -> R {
    STATE.set(State { fault: Some(fault), ..State::default() });
    let result = task();
    STATE.set(State::default());
    result
}

/// Returns which of `kinds` faults is due at the caller's place: none is 0.
#[track_caller]
fn due(what: &'static str, kinds: usize) -> usize {
    let place = Location::caller();
    let site = (place.file(), place.line(), place.column(), what);
    STATE.with_borrow_mut(|state| {
        state.steps += 1;
        assert!(state.steps < MAX_STEPS, "endless");
        if let Some(met) = &mut state.met {
            met.insert(site, kinds);
        }
        let Some(fault) = state.fault.filter(|fault| fault.site == site) else { return 0 };
        let turn = state.turns % fault.of;
        state.turns += 1;
        if turn == fault.phase { fault.kind } else { 0 }
    })
}

/// Returns the operand that the last product had, if it was of this field, and one otherwise.
fn neighbour<F: Field + 'static>(like: F) -> F {
    let last = STATE.with_borrow(|state| state.neighbour.as_ref()?.downcast_ref().copied());
    last.unwrap_or_else(|| like.one_like())
}

/// Forgets the operand that the last product had: elements of another proof mean nothing.
pub fn forget() {
    STATE.with_borrow_mut(|state| state.neighbour = None);
}

fn remember<F: Field + 'static>(x: F) {
    STATE.with_borrow_mut(|state| {
        // Nothing asks for it without a fault.
        if state.fault.is_some() {
            state.neighbour = Some(Box::new(x));
        }
    });
}

/// The machine `M` with a fault.
#[derive(Debug, Clone, Copy)]
pub struct Faulty<M>(pub M);

/// An element of it.
#[derive(Debug, Clone, Copy)]
pub struct Element<F>(pub F);

/// A mask of it.
#[derive(Debug, Clone, Copy)]
pub struct Truth<T>(pub T);

/// A digit of it, and what it is in lane 0.
#[derive(Debug, Clone, Copy)]
pub struct Number<D>(D, u64);

impl<F: Zeroize> Zeroize for Element<F> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<T: Zeroize> Zeroize for Truth<T> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<D: Zeroize> Zeroize for Number<D> {
    fn zeroize(&mut self) {
        self.0.zeroize();
        self.1.zeroize();
    }
}

// Each fault is what a slip of the pen would make of the operation.
#[allow(clippy::suspicious_arithmetic_impl)]
impl<F: Field + 'static> Add for Element<F> {
    type Output = Self;
    #[track_caller]
    fn add(self, other: Self) -> Self {
        Element(match due("+", 3) {
            0 => self.0 + other.0,
            1 => self.0 - other.0,
            2 => self.0,
            _ => other.0,
        })
    }
}

#[allow(clippy::suspicious_arithmetic_impl)]
impl<F: Field + 'static> Sub for Element<F> {
    type Output = Self;
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        Element(match due("-", 4) {
            0 => self.0 - other.0,
            1 => self.0 + other.0,
            2 => other.0 - self.0,
            3 => self.0,
            _ => -other.0,
        })
    }
}

#[allow(clippy::suspicious_arithmetic_impl)]
impl<F: Field + 'static> Mul for Element<F> {
    type Output = Self;
    #[track_caller]
    fn mul(self, other: Self) -> Self {
        let product = match due("*", 5) {
            0 => self.0 * other.0,
            1 => self.0 * neighbour(self.0),
            2 => self.0,
            3 => other.0,
            4 => self.0.sqr(),
            _ => self.0 + other.0,
        };
        remember(other.0);
        Element(product)
    }
}

impl<F: Field + 'static> Neg for Element<F> {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        Element(if due("neg", 1) == 0 { -self.0 } else { self.0 })
    }
}

impl<F: Field + 'static> Field for Element<F> {
    type P = F::P;
    type Mask = Truth<F::Mask>;

    #[track_caller]
    fn sqr(self) -> Self {
        let square = match due("sqr", 3) {
            0 => self.0.sqr(),
            1 => self.0,
            2 => self.0.twice(),
            _ => self.0 * neighbour(self.0),
        };
        remember(self.0);
        Element(square)
    }
    fn carry(self) -> Self {
        self
    }
    #[track_caller]
    fn mul_sub(self, b: Self, c: Self, d: Self) -> Self {
        let (ab, cd) = (self.0 * b.0, c.0 * d.0);
        remember(d.0);
        Element(match due("mul_sub", 4) {
            0 => ab - cd,
            1 => ab + cd,
            2 => ab,
            3 => -cd,
            _ => self.0 * c.0 - b.0 * d.0,
        })
    }
    #[track_caller]
    fn mul_sub_sqr2(self, b: Self, c: Self) -> Self {
        let (ab, cc) = (self.0 * b.0, c.0.sqr());
        remember(b.0);
        Element(match due("mul_sub_sqr2", 4) {
            0 => ab - cc.twice(),
            1 => ab + cc.twice(),
            2 => ab,
            3 => ab - cc,
            _ => -cc.twice(),
        })
    }
    #[track_caller]
    fn like(self, plain: &<F::P as Prime>::Limbs) -> Self {
        Element(match due("like", 2) {
            0 => self.0.like(plain),
            1 => self.0.one_like(),
            _ => -self.0.like(plain),
        })
    }
    #[track_caller]
    fn one_like(self) -> Self {
        Element(if due("one", 1) == 0 { self.0.one_like() } else { self.0.zero_like() })
    }
    #[track_caller]
    fn zero_like(self) -> Self {
        Element(if due("zero", 1) == 0 { self.0.zero_like() } else { self.0.one_like() })
    }
    #[track_caller]
    fn is_zero(self) -> Self::Mask {
        judged("is_zero", self.0.is_zero())
    }
    #[track_caller]
    fn equals(self, other: Self) -> Self::Mask {
        judged("equals", self.0.equals(other.0))
    }
    #[track_caller]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        Element(match due("select", 3) {
            0 => F::select(mask.0, a.0, b.0),
            1 => F::select(mask.0, b.0, a.0),
            2 => a.0,
            _ => b.0,
        })
    }
    #[track_caller]
    fn invert(self) -> Self {
        Element(if due("invert", 1) == 0 { self.0.invert() } else { self.0 })
    }
    #[track_caller]
    fn invert_vartime(self) -> Self {
        Element(if due("invert", 1) == 0 { self.0.invert_vartime() } else { self.0 })
    }
    #[track_caller]
    fn twice(self) -> Self {
        Element(if due("twice", 1) == 0 { self.0.twice() } else { self.0 })
    }
    #[track_caller]
    fn negate_if(self, mask: Self::Mask) -> Self {
        Element(match due("negate_if", 3) {
            0 => self.0.negate_if(mask.0),
            1 => self.0.negate_if(mask.0.not()),
            2 => self.0,
            _ => -self.0,
        })
    }
}

/// Returns the truth, its opposite, or what it always or never is.
#[track_caller]
fn judged<T: Mask>(what: &'static str, truth: T) -> Truth<T> {
    Truth(match due(what, 3) {
        0 => truth,
        1 => truth.not(),
        2 => T::splat(true),
        _ => T::splat(false),
    })
}

impl<T: Mask> Mask for Truth<T> {
    #[track_caller]
    fn splat(truth: bool) -> Self {
        Truth(T::splat(if due("splat", 1) == 0 { truth } else { !truth }))
    }
    #[track_caller]
    fn and(self, other: Self) -> Self {
        Truth(match due("and", 3) {
            0 => self.0.and(other.0),
            1 => self.0.or(other.0),
            2 => self.0,
            _ => other.0,
        })
    }
    #[track_caller]
    fn or(self, other: Self) -> Self {
        Truth(match due("or", 3) {
            0 => self.0.or(other.0),
            1 => self.0.and(other.0),
            2 => self.0,
            _ => other.0,
        })
    }
    #[track_caller]
    fn xor(self, other: Self) -> Self {
        let right = self.0.xor(other.0);
        Truth(if due("xor", 1) == 0 { right } else { right.not() })
    }
    #[track_caller]
    fn not(self) -> Self {
        Truth(if due("not", 1) == 0 { self.0.not() } else { self.0 })
    }
    fn to_bits(self) -> u64 {
        self.0.to_bits()
    }
}

impl<D: Digit> Digit for Number<D> {
    type Mask = Truth<D::Mask>;
    #[track_caller]
    fn equals(self, n: u64) -> Self::Mask {
        judged("digit", Digit::equals(self.0, n))
    }
}

impl<M: Machine> Faulty<M> {
    /// Returns the index to look up: right, one further where there is one, or none.
    #[track_caller]
    fn index(self, Number(index, first): Number<M::Digit>, entries: usize) -> M::Digit {
        let wrong = match due("lookup", 2) {
            0 => return index,
            1 => first % entries as u64 + 1,
            _ => 0,
        };
        self.0.digit(&[wrong; MAX_LANES][..M::LANES])
    }
}

/// The most lanes of a machine.
const MAX_LANES: usize = 8;

/// Takes the elements of `M` out of a table.
fn bare<F: Copy, const K: usize>(table: &[[Element<F>; K]]) -> Vec<[F; K]> {
    table.iter().map(|entry| entry.map(|x| x.0)).collect()
}

impl<M: Machine> Machine for Faulty<M> {
    const NAME: &'static str = "faulty";
    const LANES: usize = M::LANES;
    type Mask = Truth<M::Mask>;
    type Of<P: Prime> = Element<M::Of<P>>;
    type Digit = Number<M::Digit>;
    type Stored<P: Prime> = M::Stored<P>;
    const GROUP: usize = M::GROUP;

    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Self::Of<P> {
        Element(self.0.load::<P>(lanes))
    }
    fn unload<P: Prime>(self, x: Self::Of<P>, lanes: &mut [P::Limbs]) {
        self.0.unload::<P>(x.0, lanes);
    }
    fn turn<P: Prime>(self, x: Self::Of<P>, by: usize) -> Self::Of<P> {
        Element(self.0.turn::<P>(x.0, by))
    }
    fn turn_mask(self, mask: Self::Mask, by: usize) -> Self::Mask {
        Truth(self.0.turn_mask(mask.0, by))
    }
    fn digit(self, lanes: &[u64]) -> Self::Digit {
        Number(self.0.digit(lanes), lanes[0])
    }
    fn keep<P: Prime>(self, group: &[Self::Of<P>]) -> M::Stored<P> {
        let bare: Vec<M::Of<P>> = group.iter().map(|x| x.0).collect();
        self.0.keep::<P>(&bare)
    }
    #[track_caller]
    fn lookup<P: Prime, const K: usize>(
        self,
        table: &[[M::Stored<P>; K]],
        at: Self::Digit,
    ) -> [Self::Of<P>; K] {
        self.0.lookup::<P, K>(table, self.index(at, table.len())).map(Element)
    }
    #[track_caller]
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Self::Of<P>; K]],
        at: Self::Digit,
    ) -> [Self::Of<P>; K] {
        self.0.lookup_own::<P, K>(&bare(table), self.index(at, table.len())).map(Element)
    }
    fn recall<P: Prime, const K: usize>(
        self,
        table: &[[M::Stored<P>; K]],
        at: usize,
    ) -> [Self::Of<P>; K] {
        self.0.recall::<P, K>(table, at).map(Element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::ToyPrime;
    use sealane_arith::fe::Fe;
    use sealane_arith::machine::One;

    fn value() -> u64 {
        let faulty = Faulty(One);
        let x: Element<Fe<ToyPrime<31>>> = faulty.load::<ToyPrime<31>>(&[[5]]);
        let chosen = Field::select(x.is_zero(), x, x * x - x);
        let mut out = [[0]];
        faulty.unload::<ToyPrime<31>>(chosen.twice(), &mut out);
        out[0][0]
    }

    /// Goal: without a fault it computes like `One`; every site is listed once, and every fault of
    /// this task changes its result, but the three that say the same.
    #[test]
    fn faults_are_planted_where_they_are_listed() {
        let mut right = 0;
        let Met { sites, steps } = sites(|| right = value());
        assert_eq!(steps, 5);
        assert_eq!(right, 2 * (25 - 5) % 31);
        let named: Vec<_> = sites.iter().map(|((_, _, _, what), kinds)| (*what, *kinds)).collect();
        assert_eq!(named.len(), 5);
        for wanted in [("select", 3), ("is_zero", 3), ("*", 5), ("-", 4), ("twice", 1)] {
            assert!(named.contains(&wanted), "{wanted:?}");
        }
        let mut same = Vec::new();
        for (site, kinds) in sites {
            for kind in 1..=kinds {
                if with_fault(Fault { site, kind, phase: 0, of: 1 }, value) == right {
                    same.push((site.3, kind));
                }
            }
        }
        // x * x is its own square.
        same.sort_unstable();
        assert_eq!(same, [("*", 4), ("is_zero", 3), ("select", 3)]);
        assert_eq!(value(), right, "the fault is gone");
    }
}
