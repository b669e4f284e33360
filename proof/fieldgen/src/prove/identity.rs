//! The identity prover: the output has the value of the contract, for all inputs within it.
//!
//! In each case of the interval prover the output is rewritten to a polynomial in the inputs and in
//! unknowns such as reduction quotients. `factor * output` minus the formula of the contract must
//! have every coefficient divisible by the modulus; then it is zero modulo the modulus whatever the
//! unknowns are.

use super::bound::{normal_form, pinned};
use super::form::Form;
use super::interval::Certificate;
use super::meaning::Equations;
use super::{Reason, Refusal};
use crate::contract::{Contract, Formula};
use crate::ir::{Op, Program, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Shows that the output of `program` is what the formula says; gives the number of coefficients.
pub fn prove(
    program: &Program,
    contract: &Contract,
    certificate: &Certificate,
) -> Result<usize, Refusal> {
    let refuse = |reason| Refusal { program: program.name, step: None, reason };
    let formula = &contract.formula;
    let odd = formula.modulus.is_odd();
    if !odd || !formula.factor.gcd(&formula.modulus).is_one() {
        return Err(refuse(Reason::Beyond("a factor has no inverse")));
    }
    let equations = Equations::new(program)?;
    let wanted = specified(program, formula);
    let mut coefficients = 0;
    for ranges in &certificate.cases {
        // A quotient whose split leaves nothing above is the whole of what was split: no unknown.
        let whole = |quotient: &Value| {
            let split = program.step_of(*quotient).op == Op::SplitSigned;
            let nothing = (BigInt::zero(), BigInt::zero());
            split && ranges[Value::new(quotient.step(), 1).index()] == nothing
        };
        let known = |quotient: &Value| pinned(ranges, *quotient).is_some() || whole(quotient);
        let unknown = program.quotients.iter().copied().filter(|quotient| !known(quotient));
        let unknown: Vec<Value> = unknown.collect();
        let output = Form::number(&program.output, program.output_bits());
        let output =
            normal_form(&equations, output, ranges, &[], &unknown).form.times(&formula.factor);
        // The scale is a power of two, which the odd modulus does not divide.
        let mut rest = output.minus(&wanted);
        for input in program.inputs.iter().flat_map(|group| &group.limbs) {
            if let Some(known) = pinned(ranges, *input) {
                rest.substitute((*input).into(), &Form::constant(known.clone()));
            }
        }
        let terms = rest.scaled_terms();
        let left = terms.values().filter(|k| !k.mod_floor(&formula.modulus).is_zero()).count();
        if left > 0 {
            return Err(refuse(Reason::Value { terms: left }));
        }
        coefficients += terms.len();
    }
    Ok(coefficients)
}

/// The right side of the formula as a form in the words of the inputs.
fn specified(program: &Program, formula: &Formula) -> Form {
    let mut sum = Form::zero();
    for (coefficient, inputs) in &formula.terms {
        let product = inputs.iter().fold(Form::constant(1), |product, input| {
            let words = &program.inputs[*input].limbs;
            product.multiplied(&Form::number(words, program.input_bits()))
        });
        sum.add_scaled(&product, coefficient, 0);
    }
    sum
}
