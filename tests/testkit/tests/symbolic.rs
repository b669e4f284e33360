//! Proofs that run the product's formulas on polynomials: what comes out is the group law, for all
//! operands and over every field whose characteristic is not 2.
//!
//! # What is taken from the literature
//!
//! That chords and tangents make a group of the points of a curve, and so does the addition of
//! Edwards curves, where it has no exceptions; that a map of curves by rational functions which
//! takes the neutral element to the neutral element is a homomorphism. What the group law says is
//! written down once more in [`short`], [`edwards`] and [`ladder`], as textbooks have it.

mod edwards;
pub mod faults;
mod integers;
mod ladder;
mod recodings;
mod short;
mod walks;

use sealane_arith::field::Machine;
use testkit::machine::faulty::{self, Element, Faulty, forget};
use testkit::machine::symbolic::polynomial::{Polynomial, Rule, VARIABLES, Variable};
use testkit::machine::symbolic::{Case, Symbol, Symbolic, Truth, suppose};
use testkit::toy::ToyPrime;

/// The prime of the curves that the formulas are written for here. No number of it is ever used.
type P = ToyPrime<31>;
type S = Symbol<P>;

/// The numbers by which the curves' constants are asked for.
mod names {
    pub const A: u64 = 2;
    pub const D: u64 = 3;
    pub const A24: u64 = 5;
}

/// A machine of polynomials, with a fault perhaps.
trait Prover: Machine {
    const MACHINE: Self;
    fn give(x: S) -> Self::Of<P>;
    fn take(x: Self::Of<P>) -> S;
    fn pose(truth: Truth) -> Self::Mask;
    fn known(mask: Self::Mask) -> Option<bool>;
}

impl Prover for Symbolic {
    const MACHINE: Self = Symbolic;
    fn give(x: S) -> S {
        x
    }
    fn take(x: S) -> S {
        x
    }
    fn pose(truth: Truth) -> Truth {
        truth
    }
    fn known(mask: Truth) -> Option<bool> {
        mask.known()
    }
}

impl Prover for Faulty<Symbolic> {
    const MACHINE: Self = Faulty(Symbolic);
    fn give(x: S) -> Element<S> {
        Element(x)
    }
    fn take(Element(x): Element<S>) -> S {
        x
    }
    fn pose(truth: Truth) -> faulty::Truth<Truth> {
        faulty::Truth(truth)
    }
    fn known(faulty::Truth(mask): faulty::Truth<Truth>) -> Option<bool> {
        mask.known()
    }
}

/// Proves something in a case: elements of other cases are forgotten.
fn in_case(case: Case, proof: impl FnOnce()) {
    forget();
    suppose(case, proof);
}

fn v(variable: Variable) -> S {
    S::variable(variable)
}

fn n(value: i128) -> S {
    S::integer(value)
}

fn both(truth: bool) -> Truth {
    Truth::lanes(truth, truth)
}

/// Says that the product of these powers of variables is a polynomial.
fn rule(powers: &[(Variable, i16)], to: Polynomial) -> Rule {
    let mut from = [0; VARIABLES];
    for (variable, power) in powers {
        from[*variable] = *power;
    }
    Rule { from, to }
}

/// Checks that elements are the same polynomials.
#[track_caller]
fn same<M: Prover>(what: &str, got: &[M::Of<P>], wanted: &[M::Of<P>]) {
    for (got, wanted) in got.iter().zip(wanted) {
        assert!((M::take(*got) - M::take(*wanted)).vanishes(), "{what}");
    }
    assert_eq!(got.len(), wanted.len(), "{what}");
}

/// Checks what is known of a mask.
#[track_caller]
fn is<M: Prover>(what: &str, got: M::Mask, wanted: bool) {
    assert_eq!(M::known(got), Some(wanted), "{what}");
}
