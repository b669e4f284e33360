//! The files of kernels, one for each prime that has them.

use super::build::build;
use super::{Built, PRIMES, Task, judge};
use crate::field::Field;
use crate::ir::Program;
use crate::read::Unreadable;
use crate::read::lines::Lines;
use crate::table::find;
use serde_json::json;
use std::fmt::Write;

/// The primes that have kernels.
///
/// # Panics
/// If the table has not all of them.
#[must_use]
pub fn fields() -> Vec<Field> {
    let row = |name: &&str| find(name).expect("a row of the table");
    PRIMES.iter().map(|name| Field::build(row(name))).collect()
}

/// Returns the text of a file.
///
/// # Panics
/// If a kernel is refused.
#[must_use]
pub fn file(field: &Field) -> String {
    let mut out = format!(
        "//! Products modulo `{}` as instructions of BMI2 and ADX. Written by `fieldgen write`; do \
         not edit.\n",
        field.row.name
    );
    for task in Task::ALL {
        let built = build(field, task);
        judge(&built.lines, field, task, &built).expect("a kernel that is proven");
        let about = match task {
            Task::Product => "`rdi = rsi rdx`",
            Task::Square => "`rdi = rsi^2`",
        };
        let (name, count) = (task.name(), built.lines.len());
        let _ = write!(
            out,
            "\n/// {about}, in the form of the prime: {count} instructions.\n\
             macro_rules! {name} {{\n    () => {{\n        core::arch::naked_asm!(\n",
        );
        for line in &built.lines {
            let _ = writeln!(out, "            \"{line}\",");
        }
        let _ = write!(out, "        )\n    }};\n}}\npub(crate) use {name};\n");
    }
    out
}

/// Returns the kernels that stand in the text of a file, each as its lines.
///
/// # Errors
/// The first line that is not of the form that [`file`] gives them.
pub fn read(text: &str) -> Result<Vec<(Task, Vec<String>)>, Unreadable> {
    let mut lines = Lines::new(text);
    lines.skip_comments("//!");
    let mut found = Vec::new();
    for task in Task::ALL {
        lines.expect("")?;
        lines.skip_comments("///");
        lines.expect(&format!("macro_rules! {} {{", task.name()))?;
        lines.expect_all("    () => {\n        core::arch::naked_asm!(")?;
        let mut program = Vec::new();
        while lines.peek().is_some_and(|line| line.starts_with("            \"")) {
            program.push(lines.between("            \"", "\",")?.to_string());
        }
        lines.expect_all("        )\n    };\n}")?;
        lines.expect(&format!("pub(crate) use {};", task.name()))?;
        found.push((task, program));
    }
    lines.end()?;
    Ok(found)
}

/// Proves the kernels that stand in the text of a file.
///
/// # Errors
/// What is wrong with it.
pub fn prove(text: &str, field: &Field) -> Result<Vec<Program>, String> {
    let read = read(text).map_err(|error| error.to_string())?;
    let programs = read.into_iter().map(|(task, lines)| {
        let advice: Built = build(field, task);
        judge(&lines, field, task, &advice).map_err(|why| format!("{}: {why}", task.name()))
    });
    programs.collect()
}

/// Returns the advice of the builder for all kernels, as JSON: of each the sums to look at, by the
/// number of lines before and the places of their words, and its quotients.
#[must_use]
pub fn advice() -> String {
    let kernels = fields().into_iter().flat_map(|field| {
        Task::ALL.map(|task| {
            let built = build(&field, task);
            let looks = built
                .looks
                .iter()
                .map(|look| json!({ "after": look.after, "words": look.words, "stop": look.stop }));
            json!({
                "prime": field.row.name,
                "function": task.name(),
                "looks": looks.collect::<Vec<_>>(),
                "quotients": built.quotients,
            })
        })
    });
    json!(kernels.collect::<Vec<_>>()).to_string()
}

/// Returns the text of their list.
#[must_use]
pub fn module() -> String {
    let mut out = String::from(
        "//! Kernels of one lane, by BMI2 and ADX. Written by `fieldgen write`; do not edit.\n\n",
    );
    for name in PRIMES {
        let _ = writeln!(out, "pub(crate) mod {name};");
    }
    out
}
