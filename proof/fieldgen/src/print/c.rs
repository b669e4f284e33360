//! What the two C printers share: the shape of a file, of a function and of the test's table.

use crate::contract::Contract;
use crate::ir::{Kind, Op, Program, Step, Value};
use crate::prove::bound::Range;
use crate::prove::{Refusal, identity, interval};
use std::fmt::Write;

/// A program that both provers accept, with what they found. There is no text of any other.
pub struct Proven {
    /// The program.
    pub program: Program,
    /// What it keeps.
    pub contract: Contract,
    /// Least and greatest value of each result, by `Value::index`.
    pub ranges: Vec<Range>,
}

impl Proven {
    /// Runs the provers.
    pub fn new(program: Program, contract: Contract) -> Result<Self, Refusal> {
        let found = interval::prove(&program, &contract)?;
        identity::prove(&program, &contract, &found)?;
        let mut cases = found.cases.into_iter();
        let mut ranges = cases.next().unwrap_or_default();
        for case in cases {
            for (all, one) in ranges.iter_mut().zip(case) {
                *all = (one.0.min(all.0.clone()), one.1.max(all.1.clone()));
            }
        }
        Ok(Self { program, contract, ranges })
    }
}

/// The functions of one prime in one representation.
pub struct Functions {
    /// Name of the representation; the names of the functions begin with it.
    pub prefix: String,
    /// What is held and how, for the head of the file.
    pub comment: String,
    /// Limbs per element.
    pub limbs: usize,
    /// The functions.
    pub list: Vec<Proven>,
}

/// What differs between the C texts.
pub struct Dialect {
    /// Type of a limb of an input or of the output.
    pub limb: &'static str,
    /// How the limbs of inputs are read.
    pub kind: Kind,
    /// Reads a limb from hexadecimal text, for the test program.
    pub read: &'static str,
    /// The helpers that the statements call.
    pub helpers: &'static str,
    /// The right side of the statement of a step, from its operands and the name of its second
    /// result.
    pub expression: fn(&Proven, &Step, &[String], &str) -> String,
    /// How a value becomes a limb of the output.
    pub store: fn(&str) -> String,
}

/// The text: includes, helpers, declarations, functions.
pub fn file(dialect: &Dialect, functions: &Functions) -> String {
    let helpers = dialect.helpers;
    let mut text = format!("{}\n#include <stdint.h>\n\n{helpers}\n", functions.comment);
    for proven in &functions.list {
        let _ = writeln!(text, "{};", signature(dialect, functions, &proven.program));
    }
    for proven in &functions.list {
        function(&mut text, dialect, functions, proven);
    }
    text
}

/// The functions as `proof/fieldgen/c/run_cases.c` wants them.
pub fn table(dialect: &Dialect, functions: &Functions) -> String {
    let Functions { prefix, limbs, .. } = functions;
    let mut text = format!(
        "/* The functions {prefix}_*, for run_cases.c. Written by `fieldgen print --table`. */\n\n\
         #define LIMBS {limbs}\n#define READ(text, end) {}\ntypedef {} limb;\n\n",
        dialect.read, dialect.limb
    );
    for proven in &functions.list {
        let _ = writeln!(text, "{};", signature(dialect, functions, &proven.program));
    }
    text.push_str("\n#define FUNCTIONS");
    let mut join = " ";
    for Proven { program, .. } in &functions.list {
        let name = format!("{prefix}_{}", program.name);
        let both = match program.inputs.len() {
            1 => format!("{name}, 0"),
            2 => format!("0, {name}"),
            _ => unreachable!("a function of a field has one or two inputs"),
        };
        let _ = write!(text, "{join}\\\n    {{ \"{}\", {both} }}", program.name);
        join = ", ";
    }
    text.push('\n');
    text
}

fn signature(dialect: &Dialect, functions: &Functions, program: &Program) -> String {
    let limb = dialect.limb;
    let inputs: String = program
        .inputs
        .iter()
        .map(|group| format!(", const {limb} {}[{}]", group.name, group.limbs.len()))
        .collect();
    let Functions { prefix, .. } = functions;
    format!("void {prefix}_{}({limb} out[{}]{inputs})", program.name, program.output.len())
}

fn function(text: &mut String, dialect: &Dialect, functions: &Functions, proven: &Proven) {
    let program = &proven.program;
    let _ = writeln!(text, "\n{}\n{{", signature(dialect, functions, program));
    // All of the inputs is read before any of the output is written, so `out` may be an input.
    for group in &program.inputs {
        let words = group.limbs.iter().enumerate();
        let words = words.map(|(place, _)| format!("{0}{place} = {0}[{place}]", group.name));
        declare(text, &format!("const {}", word(dialect.kind)), words);
    }
    let uses = program.uses();
    let steps = || program.steps.iter().enumerate().filter(|(_, step)| step.op.arity() > 0);
    let second = |number: usize| match program.steps[number].op.kind() {
        _ if uses[Value::new(number, 1).index()] > 0 => format!("y{number}"),
        Kind::Unsigned => "unused".to_string(),
        Kind::Signed => "unused_signed".to_string(),
    };
    for kind in [Kind::Unsigned, Kind::Signed] {
        let pairs = steps().filter(|(_, step)| step.op.results() == 2 && step.op.kind() == kind);
        // The dropped ones share a variable.
        let names = pairs.map(|(number, _)| second(number));
        let (kept, dropped): (Vec<_>, Vec<_>) = names.partition(|name| name.starts_with('y'));
        declare(text, word(kind), kept.into_iter().chain(dropped.into_iter().take(1)));
    }
    for (number, step) in steps() {
        let args = step.args.iter().map(|arg| name(dialect, program, *arg, step.op.kind()));
        let right = (dialect.expression)(proven, step, &args.collect::<Vec<_>>(), &second(number));
        let _ = if uses[Value::new(number, 0).index()] > 0 {
            writeln!(text, "    const {} x{number} = {right};", word(step.op.kind()))
        } else {
            writeln!(text, "    (void){right};")
        };
    }
    for (place, value) in program.output.iter().enumerate() {
        let value = (dialect.store)(&name(dialect, program, *value, dialect.kind));
        let _ = writeln!(text, "    out[{place}] = {value};");
    }
    text.push_str("}\n");
}

/// Declares variables of one type, at most 100 columns a line.
fn declare(text: &mut String, kind: &str, variables: impl Iterator<Item = String>) {
    let mut line = String::new();
    for variable in variables {
        if line.is_empty() {
            line = format!("    {kind} {variable}");
        } else if line.len() + variable.len() + 3 > 100 {
            let _ = writeln!(text, "{line},");
            line = format!("        {variable}");
        } else {
            line += &format!(", {variable}");
        }
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{line};");
    }
}

/// The type of a word.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Unsigned => "uint64_t",
        Kind::Signed => "int64_t",
    }
}

/// How `value` is written for a reader of words of one kind: a parameter word, a literal, or the
/// variable of its step. That it is the same number in the other kind is shown by the provers.
fn name(dialect: &Dialect, program: &Program, value: Value, reader: Kind) -> String {
    let step = program.step_of(value);
    let (name, kind) = match step.op {
        Op::Input => {
            let (group, limb) = (step.immediate >> 32, step.immediate & 0xffff_ffff);
            (format!("{}{limb}", program.inputs[group as usize].name), dialect.kind)
        }
        Op::Const => (literal(step.immediate, reader), reader),
        op => {
            let part = if value.part() == 0 { "x" } else { "y" };
            (format!("{part}{}", value.step()), op.kind())
        }
    };
    if kind == reader { name } else { format!("({}){name}", word(reader)) }
}

/// A constant: small ones in decimal, others in hexadecimal.
pub fn literal(constant: u64, kind: Kind) -> String {
    match kind {
        _ if constant < 10 => format!("{constant}"),
        Kind::Unsigned => format!("UINT64_C(0x{constant:016x})"),
        Kind::Signed if constant <= i64::MAX as u64 => format!("INT64_C(0x{constant:x})"),
        // The least word has no opposite that could be written with a sign.
        Kind::Signed => format!("(-INT64_C(0x{:x}) - 1)", !constant),
    }
}
