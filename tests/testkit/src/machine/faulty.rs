//! `Faulty`: a machine that computes like `One` until it is told to get one thing wrong.
//!
//! A *site* is a place in the source where a formula asks the machine for something: an addition, a
//! choice, a test for zero, a table entry. A fault is planted at one site and happens each time the
//! program comes by, as if the line said something else: `a + b` for `a - b`, a neighbour's operand
//! in a product, a negation left out, the wrong side of a choice. So a test that does not notice
//! the fault would not notice the line being wrong either. See `tests/faults.rs`.

use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::fe::Fe;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
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
    /// The last operand of a product, as plain words, and the modulus it belongs to.
    neighbour: (Vec<u64>, Vec<u64>),
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

/// Returns the operand that the last product had, if it was of this prime, and one otherwise.
fn neighbour<P: Prime>() -> Fe<P> {
    STATE.with_borrow(|state| {
        let (modulus, words) = &state.neighbour;
        let mut plain = P::Limbs::ZERO;
        plain.as_mut()[0] = 1;
        if modulus == P::MODULUS.as_ref() {
            plain.as_mut().copy_from_slice(words);
        }
        Fe::new(&plain)
    })
}

fn remember<P: Prime>(x: Fe<P>) {
    STATE.with_borrow_mut(|state| {
        // Nothing asks for it without a fault.
        if state.fault.is_some() {
            state.neighbour = (P::MODULUS.as_ref().to_vec(), x.plain().as_ref().to_vec());
        }
    });
}

/// The machine with a fault.
#[derive(Debug, Clone, Copy)]
pub struct Faulty;

/// An element of it.
#[derive(Debug, Clone, Copy)]
pub struct Element<P: Prime>(Fe<P>);

/// A mask of it.
#[derive(Debug, Clone, Copy)]
pub struct Truth(WordMask);

/// A digit of it.
#[derive(Debug, Clone, Copy)]
pub struct Number(u64);

impl<P: Prime> Zeroize for Element<P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Zeroize for Truth {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Zeroize for Number {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

// Each fault is what a slip of the pen would make of the operation.
#[allow(clippy::suspicious_arithmetic_impl)]
impl<P: Prime> Add for Element<P> {
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
impl<P: Prime> Sub for Element<P> {
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
impl<P: Prime> Mul for Element<P> {
    type Output = Self;
    #[track_caller]
    fn mul(self, other: Self) -> Self {
        let product = match due("*", 5) {
            0 => self.0 * other.0,
            1 => self.0 * neighbour::<P>(),
            2 => self.0,
            3 => other.0,
            4 => self.0.sqr(),
            _ => self.0 + other.0,
        };
        remember(other.0);
        Element(product)
    }
}

impl<P: Prime> Neg for Element<P> {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        Element(if due("neg", 1) == 0 { -self.0 } else { self.0 })
    }
}

impl<P: Prime> Field for Element<P> {
    type P = P;
    type Mask = Truth;

    #[track_caller]
    fn sqr(self) -> Self {
        let square = match due("sqr", 3) {
            0 => self.0.sqr(),
            1 => self.0,
            2 => self.0.twice(),
            _ => self.0 * neighbour::<P>(),
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
    fn like(self, plain: &P::Limbs) -> Self {
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
    fn is_zero(self) -> Truth {
        judged("is_zero", self.0.is_zero())
    }
    #[track_caller]
    fn equals(self, other: Self) -> Truth {
        judged("equals", self.0.equals(other.0))
    }
    #[track_caller]
    fn select(mask: Truth, a: Self, b: Self) -> Self {
        Element(match due("select", 3) {
            0 => Fe::select(mask.0, a.0, b.0),
            1 => Fe::select(mask.0, b.0, a.0),
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
    fn negate_if(self, mask: Truth) -> Self {
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
fn judged(what: &'static str, truth: WordMask) -> Truth {
    Truth(match due(what, 3) {
        0 => truth,
        1 => truth.not(),
        2 => WordMask::splat(true),
        _ => WordMask::splat(false),
    })
}

impl Mask for Truth {
    #[track_caller]
    fn splat(truth: bool) -> Self {
        Truth(WordMask::splat(if due("splat", 1) == 0 { truth } else { !truth }))
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

impl Digit for Number {
    type Mask = Truth;
    #[track_caller]
    fn equals(self, n: u64) -> Truth {
        judged("digit", Digit::equals(self.0, n))
    }
}

/// Returns the index to look up: right, one further where there is one, or none.
#[track_caller]
fn index(Number(index): Number, entries: usize) -> u64 {
    match due("lookup", 2) {
        0 => index,
        1 => index % entries as u64 + 1,
        _ => 0,
    }
}

impl Machine for Faulty {
    const NAME: &'static str = "faulty";
    const LANES: usize = 1;
    type Mask = Truth;
    type Of<P: Prime> = Element<P>;
    type Digit = Number;
    type Stored<P: Prime> = Fe<P>;
    const GROUP: usize = One::GROUP;

    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Element<P> {
        Element(One.load(lanes))
    }
    fn unload<P: Prime>(self, x: Element<P>, lanes: &mut [P::Limbs]) {
        One.unload(x.0, lanes);
    }
    fn digit(self, lanes: &[u64]) -> Number {
        Number(lanes[0])
    }
    fn keep<P: Prime>(self, group: &[Element<P>]) -> Fe<P> {
        group[0].0
    }
    #[track_caller]
    fn lookup<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], at: Number) -> [Element<P>; K] {
        One.lookup(table, index(at, table.len())).map(Element)
    }
    #[track_caller]
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Element<P>; K]],
        at: Number,
    ) -> [Element<P>; K] {
        let plain: Vec<[Fe<P>; K]> = table.iter().map(|entry| entry.map(|x| x.0)).collect();
        One.lookup_own(&plain, index(at, table.len())).map(Element)
    }
    fn recall<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], at: usize) -> [Element<P>; K] {
        One.recall(table, at).map(Element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::ToyPrime;

    fn value() -> u64 {
        let x: Element<ToyPrime<31>> = Faulty.load(&[[5]]);
        let chosen = Field::select(x.is_zero(), x, x * x - x);
        let mut out = [[0]];
        Faulty.unload(chosen.twice(), &mut out);
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
