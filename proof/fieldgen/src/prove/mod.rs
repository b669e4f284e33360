//! Two provers over a program, with exact integers.
//!
//! They read the program and the contract and nothing of the builders. `interval` shows that every
//! result fits its word and that the output is within its bounds; `identity` shows that the output
//! has the value of the contract. Both work with the *integer meaning* of each step, in which
//! nothing wraps around; `interval` shows that the words hold exactly those integers.

mod bits;
pub mod bound;
pub mod form;
pub mod identity;
pub mod interval;
pub mod meaning;
mod ranges;

use crate::contract::Contract;
use crate::ir::Program;
use std::fmt;

/// Why a prover says no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The function.
    pub program: &'static str,
    /// The step at fault, if there is one.
    pub step: Option<usize>,
    /// What is wrong there.
    pub reason: Reason,
}

/// The kinds of fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A result needs more bits than its word has, or is negative where it must not be.
    Overflow {
        /// Least and greatest value as far as could be shown.
        range: (num_bigint::BigInt, num_bigint::BigInt),
        /// Bits of the word.
        bits: u64,
    },
    /// A signed result, or a number formed on the way to it, is no signed word.
    SignedOverflow {
        /// Least and greatest value as far as could be shown.
        range: (num_bigint::BigInt, num_bigint::BigInt),
    },
    /// An operand is wider than the operation takes.
    Operand {
        /// Number of the operand.
        operand: usize,
        /// What the operation needs.
        needs: &'static str,
    },
    /// The output may leave its bounds.
    Output {
        /// Greatest value as far as could be shown.
        range: (num_bigint::BigInt, num_bigint::BigInt),
    },
    /// Outputs are not allowed as inputs of the next call.
    NotInductive,
    /// The output is not the value of the contract.
    Value {
        /// How many coefficients are left that the modulus does not divide.
        terms: usize,
    },
    /// The proof needs more than this prover can do.
    Beyond(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.program)?;
        if let Some(step) = self.step {
            write!(out, " step {step}")?;
        }
        match &self.reason {
            Reason::Overflow { range, bits } => {
                let needed = range.1.bits().max(range.0.bits());
                write!(
                    out,
                    ": needs {needed} bits of {bits}, from {:#x} to {:#x}",
                    range.0, range.1
                )
            }
            Reason::SignedOverflow { range } => {
                let needed = signed_bits(range);
                write!(
                    out,
                    ": needs {needed} bits with the sign, of 64, from {:#x} to {:#x}",
                    range.0, range.1
                )
            }
            Reason::Operand { operand, needs } => write!(out, ": operand {operand} is not {needs}"),
            Reason::Output { range } => {
                write!(out, ": the output may lie between {:#x} and {:#x}", range.0, range.1)
            }
            Reason::NotInductive => write!(out, ": an output is not allowed as an input"),
            Reason::Value { terms } => {
                write!(out, ": the output is not the specified value, {terms} terms remain")
            }
            Reason::Beyond(what) => write!(out, ": cannot be proven, {what}"),
        }
    }
}

/// Bits of the smallest two's complement word that holds every number of `range`.
#[must_use]
pub fn signed_bits(range: &(num_bigint::BigInt, num_bigint::BigInt)) -> u64 {
    let bits = |number: &num_bigint::BigInt| match number.sign() {
        num_bigint::Sign::Minus => (number + 1u32).bits(),
        _ => number.bits(),
    };
    bits(&range.0).max(bits(&range.1)) + 1
}

/// What was proven, in figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Function name.
    pub program: &'static str,
    /// Steps that were shown to fit.
    pub steps: usize,
    /// Cases of the final selection that were told apart.
    pub cases: usize,
    /// Free bits of the tightest sum that has no carry, and its step.
    pub margin: Option<(u64, usize)>,
    /// Coefficients that were shown to be divisible by the modulus.
    pub coefficients: usize,
}

/// Runs both provers.
pub fn prove(program: &Program, contract: &Contract) -> Result<Proof, Refusal> {
    let ranges = interval::prove(program, contract)?;
    let coefficients = identity::prove(program, contract, &ranges)?;
    Ok(Proof {
        program: program.name,
        steps: program.steps.iter().filter(|step| step.op.arity() > 0).count(),
        cases: ranges.cases.len(),
        margin: ranges.margin(program),
        coefficients,
    })
}
