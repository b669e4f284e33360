//! Bits of a program that decide a case.

use super::bound::Ranges;
use super::form::{Form, Monomial};
use super::ranges::zero_or_one;
use crate::ir::{Op, Program, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The bits that masks are made of, in the order of the program.
pub(super) fn mask_bits(program: &Program) -> Vec<Value> {
    let mut bits = Vec::new();
    for step in program.steps.iter().filter(|step| step.op == Op::Mask) {
        if !bits.contains(&step.args[0]) && program.constant(step.args[0]).is_none() {
            bits.push(step.args[0]);
        }
    }
    bits
}

/// The undecided bits that stand alone in one term of `form`: index, the rest, and the coefficient.
pub(super) fn single_bits(form: &Form, ranges: &Ranges) -> Vec<(usize, Form, BigInt)> {
    let power = BigInt::one() << form.scale();
    let terms = form.scaled_terms().iter().filter_map(|(monomial, coefficient)| {
        let Monomial(atoms) = monomial;
        let [atom] = atoms.as_slice() else { return None };
        let index = atom.place().ok()?;
        let (weight, rest) = coefficient.div_mod_floor(&power);
        if !rest.is_zero() || ranges[index] != zero_or_one() {
            return None;
        }
        let rest = form.clone().minus(&Form::atom(*atom).times(&weight));
        Some((index, rest, weight))
    });
    terms.collect()
}
