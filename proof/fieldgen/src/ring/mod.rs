//! Products of the ring of ML-DSA, over words of 32 bits with a sign.
//!
//! A text has three steps: the lower half of a product, its upper half, and a difference. It is
//! [`lower`]ed to a program over words of 64 bits, in which a product stands whole, and that is
//! proven by the two provers. An upper half alone has no such program: only the difference of two,
//! which is the upper half of a difference, provided that the lower halves are equal.

pub mod text;

use crate::contract::{Contract, Formula, Limits};
use crate::ir::{Group, Op, Program, Step, Value};
use crate::prove::{Refusal, identity, interval};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::fmt;

/// The modulus: `2^23 - 2^13 + 1`. FIPS 204, section 2.3.
pub const Q: i64 = 8_380_417;
/// Most products whose sum is reduced at once.
const PRODUCTS: i64 = 8;
/// Bits of a word.
const BITS: u64 = 32;

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// `x z / 2^32`, of a word and a constant. With the constant comes its quotient, the lower half
    /// of `z / q`.
    Times,
    /// `s / 2^32`, of a sum of products of 64 bits, given by its halves.
    Fold,
}

impl Task {
    /// Every one, in the order of the text.
    pub const ALL: [Task; 2] = [Task::Times, Task::Fold];

    /// The name of the function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Task::Times => "times",
            Task::Fold => "fold",
        }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(self) -> &'static [&'static str] {
        match self {
            Task::Times => &["x0", "z0", "z1"],
            Task::Fold => &["l0", "h0"],
        }
    }

    /// What is asked of the program.
    #[must_use]
    pub fn contract(self) -> Contract {
        let limits = |low: BigInt, high: BigInt| Limits {
            limbs: vec![(low.clone(), high.clone())],
            value: (low, high),
        };
        let around = |limit: i64| limits((-limit).into(), limit.into());
        let (inputs, output, terms) = match self {
            Task::Times => {
                let word = limits(i32::MIN.into(), i32::MAX.into());
                (vec![word, around(Q / 2)], around(3 * Q / 4 + 1), vec![0, 1])
            }
            Task::Fold => (vec![around(PRODUCTS * (Q - 1) * (6 * Q - 1))], around(Q - 1), vec![0]),
        };
        let factor = BigInt::one() << BITS;
        let formula = Formula { factor, terms: vec![(BigInt::one(), terms)], modulus: Q.into() };
        Contract { inputs, output, formula, additions: 0 }
    }
}

/// What a line does with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The modulus.
    Modulus,
    /// `1 / q mod 2^32`.
    Inverse,
    /// The lower half of a product, from `-2^31` on.
    Low,
    /// The upper half of a product, rounded down.
    High,
    /// A difference.
    Sub,
}

/// One line: a new name, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The name; of the last line, which is the result, [`RESULT`].
    pub name: String,
    /// What is done.
    pub kind: Kind,
    /// With what: the word that the machine is taken from alone, or both operands.
    pub args: Vec<String>,
}

/// What the result is called, which has no name in the text.
pub const RESULT: &str = "result";

/// A function as a text has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// What it is to do.
    pub task: Task,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// Why a text is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum No {
    /// It has no program.
    Meaning(String),
    /// A prover says no.
    Proof(Refusal),
}

impl fmt::Display for No {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            No::Meaning(why) => write!(out, "{why}"),
            No::Proof(refusal) => write!(out, "{refusal}"),
        }
    }
}

impl std::error::Error for No {}

/// The functions that are emitted. Montgomery 1985, for words with a sign.
#[must_use]
pub fn functions() -> Vec<Function> {
    let line = |name: &str, kind, args: &[&str]| Line {
        name: name.to_string(),
        kind,
        args: args.iter().map(ToString::to_string).collect(),
    };
    let times = vec![
        line("q0", Kind::Modulus, &["x0"]),
        line("x1", Kind::High, &["x0", "z0"]),
        line("x2", Kind::Low, &["x0", "z1"]),
        line("x3", Kind::High, &["x2", "q0"]),
        line(RESULT, Kind::Sub, &["x1", "x3"]),
    ];
    let fold = vec![
        line("q0", Kind::Modulus, &["l0"]),
        line("n0", Kind::Inverse, &["l0"]),
        line("x1", Kind::Low, &["l0", "n0"]),
        line("x2", Kind::High, &["x1", "q0"]),
        line(RESULT, Kind::Sub, &["h0", "x2"]),
    ];
    vec![Function { task: Task::Times, lines: times }, Function { task: Task::Fold, lines: fold }]
}

/// `1 / q mod 2^32`, from 0 on.
fn inverse() -> u64 {
    // Newton's iteration; an odd number is its own inverse modulo 8.
    let q = Q as u32;
    let step = |inverse: u32| inverse.wrapping_mul(2u32.wrapping_sub(q.wrapping_mul(inverse)));
    (0..4).fold(q, |inverse, _| step(inverse)).into()
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Word {
    /// A word of 32 bits.
    Whole(Value),
    /// The upper half of a product or a sum of 64 bits.
    Upper(Value),
}

/// A program in the making, and what names stand for.
struct Lowering {
    program: Program,
    names: Vec<(String, Word)>,
    /// Lower halves that must be zero, and words that must have 32 bits.
    zeros: Vec<Value>,
    words: Vec<Value>,
}

impl Lowering {
    fn push(&mut self, op: Op, args: &[Value], immediate: u64) -> Value {
        self.program.steps.push(Step { op, args: args.to_vec(), immediate });
        Value::new(self.program.steps.len() - 1, 0)
    }

    fn input(&mut self, name: &'static str) -> Value {
        let group = self.program.inputs.len() as u64;
        let value = self.push(Op::Input, &[], group << 32);
        self.program.inputs.push(Group { name, limbs: vec![value] });
        value
    }

    /// The lower half of a product.
    fn low(&mut self, a: Value, b: Value) -> Value {
        let product = self.push(Op::MulSigned, &[a, b], 0);
        self.push(Op::CarrySigned, &[product], BITS)
    }

    fn name(&mut self, name: &str, word: Word) -> Result<(), No> {
        if self.names.iter().any(|(known, _)| known == name) {
            return Err(No::Meaning(format!("{name} is no new name")));
        }
        if let Word::Whole(value) = word {
            self.words.push(value);
        }
        self.names.push((name.to_string(), word));
        Ok(())
    }

    fn word(&self, name: &str) -> Result<Word, No> {
        let found = self.names.iter().find(|(known, _)| known == name);
        found.map(|(_, word)| *word).ok_or_else(|| No::Meaning(format!("{name} is not known")))
    }

    fn whole(&self, name: &str) -> Result<Value, No> {
        match self.word(name)? {
            Word::Whole(value) => Ok(value),
            Word::Upper(_) => Err(No::Meaning(format!("{name} is an upper half"))),
        }
    }

    fn follow(&mut self, line: &Line) -> Result<(), No> {
        let word = match (line.kind, &line.args[..]) {
            (Kind::Modulus | Kind::Inverse, [like]) => {
                // Of which word the machine is taken does not matter.
                self.word(like)?;
                let constant = if line.kind == Kind::Modulus { Q as u64 } else { inverse() };
                Word::Whole(self.push(Op::Const, &[], constant))
            }
            (Kind::Low, [a, b]) => {
                let (a, b) = (self.whole(a)?, self.whole(b)?);
                Word::Whole(self.low(a, b))
            }
            (Kind::High, [a, b]) => {
                let (a, b) = (self.whole(a)?, self.whole(b)?);
                Word::Upper(self.push(Op::MulSigned, &[a, b], 0))
            }
            (Kind::Sub, [a, b]) => match (self.word(a)?, self.word(b)?) {
                (Word::Upper(a), Word::Upper(b)) => {
                    let difference = self.push(Op::SubSigned, &[a, b], 0);
                    let low = self.push(Op::SplitSigned, &[difference], BITS);
                    self.zeros.push(low);
                    Word::Whole(Value::new(low.step(), 1))
                }
                _ => return Err(No::Meaning(format!("{} is no upper half", line.name))),
            },
            _ => return Err(No::Meaning(format!("{} has other operands", line.name))),
        };
        self.name(&line.name, word)
    }
}

/// A program over words of 64 bits, and what has to be shown beside its contract for it to say what
/// the text does.
pub struct Lowered {
    /// The program.
    pub program: Program,
    zeros: Vec<Value>,
    words: Vec<Value>,
}

/// The program of a text.
///
/// # Errors
/// The first line that has no meaning in it.
pub fn lower(function: &Function) -> Result<Lowered, No> {
    let program = Program::empty(function.task.name(), 64);
    let mut to = Lowering { program, names: Vec::new(), zeros: Vec::new(), words: Vec::new() };
    match function.task {
        Task::Times => {
            let (x, z) = (to.input("x"), to.input("z"));
            let inverse = to.push(Op::Const, &[], inverse());
            let quotient = to.low(z, inverse);
            for (name, value) in ["x0", "z0", "z1"].into_iter().zip([x, z, quotient]) {
                to.name(name, Word::Whole(value))?;
            }
        }
        Task::Fold => {
            let sum = to.input("s");
            let low = to.push(Op::CarrySigned, &[sum], BITS);
            to.name("l0", Word::Whole(low))?;
            to.name("h0", Word::Upper(sum))?;
        }
    }
    function.lines.iter().try_for_each(|line| to.follow(line))?;
    to.program.output = vec![to.whole(RESULT)?];
    to.program.assert_well_formed();
    Ok(Lowered { program: to.program, zeros: to.zeros, words: to.words })
}

/// Shows that a text does its task: its program keeps the contract by both provers, each word has
/// 32 bits, and each difference of upper halves has equal lower ones. Gives the number of steps.
///
/// # Errors
/// What is not so.
pub fn judge(function: &Function) -> Result<usize, No> {
    let Lowered { program, zeros, words } = lower(function)?;
    let contract = function.task.contract();
    let certificate = interval::prove_call(&program, &contract).map_err(No::Proof)?;
    identity::prove(&program, &contract, &certificate).map_err(No::Proof)?;
    let word = (BigInt::from(i32::MIN), BigInt::from(i32::MAX));
    for ranges in &certificate.cases {
        let range = |value: &Value| &ranges[value.index()];
        if words.iter().map(range).any(|of| of.0 < word.0 || word.1 < of.1) {
            return Err(No::Meaning("a word of more than 32 bits".to_string()));
        }
        if zeros.iter().map(range).any(|of| !of.0.is_zero() || !of.1.is_zero()) {
            return Err(No::Meaning("lower halves that may differ".to_string()));
        }
    }
    Ok(function.lines.len())
}
