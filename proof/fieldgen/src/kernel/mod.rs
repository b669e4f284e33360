//! Kernels of one lane: products of a prime as instructions of BMI2 and ADX.
//!
//! Two carry chains are interleaved, one in the carry flag and one in the overflow flag,
//! which a compiler does not do. [`build`] is trusted with nothing: its text is read back to a
//! program by [`parse`], line by line, and both provers judge that program by the contract of the
//! prime.

pub mod build;
pub mod file;
mod p384;
pub mod parse;
mod reduce;
mod state;

use crate::field::Field;
use crate::ir::Program;
use crate::prove::prove;

/// Primes that have kernels, in the order of their files: where these beat the compiler.
pub const PRIMES: [&str; 2] = ["p384_p", "p521_p"];

/// The carry flag, where advice names it as a word.
pub const CARRY: &str = "carry";

/// What a kernel computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// `a b` in the form of the prime.
    Product,
    /// `a^2` in the form of the prime.
    Square,
}

impl Task {
    /// Both, in the order of a file.
    pub const ALL: [Task; 2] = [Task::Product, Task::Square];

    /// The name of the function, as the primes have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        if self == Task::Product { "mul" } else { "sqr" }
    }

    /// Names of the operands.
    #[must_use]
    pub fn inputs(self) -> &'static [&'static str] {
        match self {
            Task::Product => &["a", "b"],
            Task::Square => &["a"],
        }
    }
}

/// A sum of words that the provers should look at, by where its words are at that time.
///
/// It claims nothing: a false one can only make a proof fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// How many lines come before.
    pub after: usize,
    /// Where its words are, least significant first: operands as lines have them.
    pub words: Vec<String>,
    /// What to express the sum in: the words of an earlier one, by its number, from one on.
    pub stop: Option<(usize, usize)>,
}

/// What a builder gives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Built {
    /// The text, one instruction a line.
    pub lines: Vec<String>,
    /// Where the provers should look.
    pub looks: Vec<Look>,
    /// Quotients of the reduction, which the provers keep as unknowns: a register after so many
    /// lines.
    pub quotients: Vec<(usize, String)>,
}

/// Proves a text as the function `task` of `field`; `advice` may be empty.
///
/// # Errors
/// The first line that is not understood, or what a prover says.
pub fn judge(
    lines: &[String],
    field: &Field,
    task: Task,
    advice: &Built,
) -> Result<Program, String> {
    let program = parse::parse(lines, field.limbs, task, advice)?;
    prove(&program, &field.contract(&program)).map_err(|refusal| refusal.to_string())?;
    Ok(program)
}
