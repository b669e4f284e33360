//! The text of products of the ring: written, and read back line by line.

use super::{Function, Kind, Line, No, Q, RESULT, Task, functions, judge};
use crate::read::Unreadable;
use crate::read::function::{call, is_name};
use crate::read::lines::Lines;
use std::fmt::Write;

/// The name of the file in the folder of generated code.
pub const FILE: &str = "ring.rs";

/// What stands between the first comment and the functions.
const IMPORTS: &str = "\nuse crate::ring::table::Ring;\nuse crate::ring::words::Words;";

/// The file.
#[must_use]
pub fn file() -> String {
    let mut text = format!(
        "//! Products of the ring of ML-DSA. Written by `fieldgen write`; do not edit.
//!
//! The modulus is {Q}. FIPS 204, section 2.3. Proven for all inputs within these bounds:
//!
//! | function | result modulo q | of | result within |
//! |---|---|---|---|
"
    );
    for task in Task::ALL {
        let contract = task.contract();
        let of = contract.inputs.iter().map(|input| format!("±{}", input.value.0.magnitude()));
        let of = of.collect::<Vec<_>>().join(" and ");
        let within = &contract.output.value.1;
        let _ = writeln!(text, "//! | {} | {} | {of} | ±{within} |", task.name(), result(task));
    }
    let _ = writeln!(text, "{IMPORTS}");
    for function in functions() {
        print(&mut text, &function);
    }
    text
}

fn result(task: Task) -> &'static str {
    match task {
        Task::Times => "`x0 z0 / 2^32`",
        Task::Fold => "`s / 2^32`",
    }
}

fn meaning(task: Task) -> &'static str {
    match task {
        Task::Times => "where `z1` is the lower half of `z0 INVERSE`",
        Task::Fold => "where `l0` and `h0` are the lower and the upper half of `s`",
    }
}

/// The line before the lines of a function.
fn head(task: Task) -> String {
    let parameters = task.parameters().iter().map(|name| format!("{name}: W"));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!("pub fn {}<R: Ring, W: Words>({parameters}) -> W {{", task.name())
}

fn print(text: &mut String, function: &Function) {
    let task = function.task;
    let _ = writeln!(text, "\n/// {} modulo q, {}.", result(task), meaning(task));
    let _ = writeln!(text, "#[inline(always)]\n{}", head(task));
    for line in &function.lines {
        let [first, rest @ ..] = &line.args[..] else { unreachable!("a line has an operand") };
        let right = match line.kind {
            Kind::Modulus => format!("{first}.like(R::Q)"),
            Kind::Inverse => format!("{first}.like(R::INVERSE)"),
            Kind::Low => format!("{first}.mul_low({})", rest.join(", ")),
            Kind::High => format!("{first}.mul_high({})", rest.join(", ")),
            Kind::Sub => format!("{first}.sub({})", rest.join(", ")),
        };
        let _ = match &line.name[..] {
            RESULT => writeln!(text, "    {right}"),
            name => writeln!(text, "    let {name} = {right};"),
        };
    }
    text.push_str("}\n");
}

/// The functions that stand in a text.
///
/// # Errors
/// The first line that is not of a known form.
pub fn read(text: &str) -> Result<Vec<Function>, Unreadable> {
    let mut lines = Lines::new(text);
    lines.skip_comments("//!");
    lines.expect_all(IMPORTS)?;
    let functions = Task::ALL.map(|task| -> Result<Function, Unreadable> {
        lines.expect("")?;
        lines.skip_comments("///");
        lines.expect("#[inline(always)]")?;
        lines.expect(&head(task))?;
        let mut found: Vec<Line> = Vec::new();
        while found.last().is_none_or(|line| line.name != RESULT) {
            let line = lines.take()?;
            let read = statement(line);
            found.push(read.ok_or_else(|| lines.refuse(format!("`{line}` is of no known form")))?);
        }
        lines.expect("}")?;
        Ok(Function { task, lines: found })
    });
    let functions = functions.into_iter().collect::<Result<Vec<_>, _>>()?;
    lines.end()?;
    Ok(functions)
}

/// `    let x1 = x0.mul_low(z1);`, or the result.
fn statement(line: &str) -> Option<Line> {
    let text = line.strip_prefix("    ")?;
    let (name, right) = match text.strip_prefix("let ") {
        Some(rest) => {
            let (name, right) = rest.strip_suffix(';')?.split_once(" = ")?;
            (is_name(name).then_some(name)?, right)
        }
        None => (RESULT, text),
    };
    let (first, rest) = right.split_once('.')?;
    let (function, operands) = call(rest)?;
    let (kind, second) = match (function, &operands[..]) {
        ("like", ["R::Q"]) => (Kind::Modulus, None),
        ("like", ["R::INVERSE"]) => (Kind::Inverse, None),
        ("mul_low", [second]) => (Kind::Low, Some(second)),
        ("mul_high", [second]) => (Kind::High, Some(second)),
        ("sub", [second]) => (Kind::Sub, Some(second)),
        _ => return None,
    };
    let args: Vec<String> =
        [Some(&first), second].into_iter().flatten().map(ToString::to_string).collect();
    args.iter().all(|name| is_name(name)).then_some(Line { name: name.to_string(), kind, args })
}

/// Reads a text and proves its functions; gives the number of lines.
///
/// # Errors
/// Why it is refused.
pub fn prove(text: &str) -> Result<usize, No> {
    let functions = read(text).map_err(|error| No::Meaning(error.to_string()))?;
    functions.iter().map(judge).sum()
}
