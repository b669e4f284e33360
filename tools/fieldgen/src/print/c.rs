//! What the two C printers share: the shape of a file, of a function and of the test's table.

use crate::field::Field;
use crate::ir::{Kind, Op, Program, Step, Value};
use std::fmt::Write;

/// What differs between the C texts.
pub struct Dialect {
    /// Distinguishes the functions of one prime in two texts: `p256_p_mul` and `p256_p_32_mul`.
    pub infix: &'static str,
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
    pub expression: fn(&Step, &[String], &str) -> String,
    /// How a value becomes a limb of the output.
    pub store: fn(&str) -> String,
}

/// The text of `field`: includes, helpers, declarations, functions.
pub fn file(dialect: &Dialect, field: &Field, comment: &str) -> String {
    let mut text = format!("{comment}\n#include <stdint.h>\n\n{}\n", dialect.helpers);
    for program in &field.programs {
        let _ = writeln!(text, "{};", signature(dialect, field, program));
    }
    for program in &field.programs {
        function(&mut text, dialect, field, program);
    }
    text
}

/// The functions of `field` as `tools/fieldgen/c/run_cases.c` wants them.
pub fn table(dialect: &Dialect, field: &Field) -> String {
    let mut text = format!(
        "/* The functions of {}, for run_cases.c. Written by `fieldgen print --table`. */\n\n\
         #define LIMBS {}\n#define READ(text, end) {}\ntypedef {} limb;\n\n",
        field.row.name, field.limbs, dialect.read, dialect.limb
    );
    for program in &field.programs {
        let _ = writeln!(text, "{};", signature(dialect, field, program));
    }
    text.push_str("\n#define FUNCTIONS");
    let mut join = " ";
    for program in &field.programs {
        let name = symbol(dialect, field, program);
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

fn symbol(dialect: &Dialect, field: &Field, program: &Program) -> String {
    format!("{}{}_{}", field.row.name, dialect.infix, program.name)
}

fn signature(dialect: &Dialect, field: &Field, program: &Program) -> String {
    let limb = dialect.limb;
    let inputs: String = program
        .inputs
        .iter()
        .map(|group| format!(", const {limb} {}[{}]", group.name, group.limbs.len()))
        .collect();
    let name = symbol(dialect, field, program);
    format!("void {name}({limb} out[{}]{inputs})", program.output.len())
}

fn function(text: &mut String, dialect: &Dialect, field: &Field, program: &Program) {
    let _ = writeln!(text, "\n{}\n{{", signature(dialect, field, program));
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
        let right = (dialect.expression)(step, &args.collect::<Vec<_>>(), &second(number));
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
