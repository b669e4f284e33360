//! The files of programs in lanes, one for each length.

use super::shape::{Shape, Task, build};
use super::{parse, proof, schedule, text};
use crate::read::Unreadable;
use crate::read::lines::Lines;
use std::fmt::Write;

/// Lengths that have a file: numbers of half of 2048, 3072 and 4096 bits.
pub const LENGTHS: [usize; 3] = [20, 30, 40];

/// The programs of a file: name of the macro, first line of its text, task.
const TASKS: [(&str, &str, Task); 4] = [
    ("product", "`sums = x y`, a sum for each column", Task::Product),
    ("square", "`sums = x^2`, a sum for each column", Task::Square),
    (
        "reduction",
        "`2^520 out = sums + q (2^52 shifted - 1)`, in the places above the lowest ten",
        Task::Reduction,
    ),
    ("last", "the same, with the last two quotients of `words`", Task::Last),
];

/// Returns the lines of a program, proven as they are read back.
///
/// # Errors
/// What is wrong with them.
pub fn lines(shape: Shape) -> Result<Vec<String>, String> {
    let lines = text::lines(&schedule::schedule(&build(shape), shape));
    proof::prove(&parse::parse(&lines, shape)?, shape)?;
    Ok(lines)
}

/// Returns the text of a file.
///
/// # Panics
/// If a program is refused.
#[must_use]
pub fn file(limbs: usize) -> String {
    let mut out = format!(
        "//! Products of eight numbers of {limbs} limbs, one a lane, as instructions of AVX-512.\n\
         //! Written by `fieldgen write`; do not edit.\n"
    );
    for (task_name, about, task) in TASKS {
        let lines = lines(Shape { task, limbs }).expect("a program that is proven");
        let name = format!("{task_name}{limbs}");
        let count = lines.len();
        let _ = write!(
            out,
            "\n/// {about}: {count} instructions.\n\
             macro_rules! {name} {{\n    ($($operands:tt)*) => {{\n        core::arch::asm!(\n",
        );
        for line in lines {
            let _ = writeln!(out, "            \"{line}\",");
        }
        let _ = write!(
            out,
            "            $($operands)*\n        )\n    }};\n}}\npub(crate) use {name};\n"
        );
    }
    out
}

/// Returns the programs that stand in the text of a file, each as its lines.
///
/// # Errors
/// The first line that is not of the form that [`file`] gives them.
pub fn read(text: &str, limbs: usize) -> Result<Vec<(Shape, Vec<String>)>, Unreadable> {
    let mut lines = Lines::new(text);
    lines.skip_comments("//!");
    let mut found = Vec::new();
    for (name, _, task) in TASKS {
        lines.expect("")?;
        lines.skip_comments("///");
        lines.expect(&format!("macro_rules! {name}{limbs} {{"))?;
        lines.expect_all("    ($($operands:tt)*) => {\n        core::arch::asm!(")?;
        let mut program = Vec::new();
        while lines.peek().is_some_and(|line| line.starts_with("            \"")) {
            program.push(lines.between("            \"", "\",")?.to_string());
        }
        lines.expect_all("            $($operands)*\n        )\n    };\n}")?;
        lines.expect(&format!("pub(crate) use {name}{limbs};"))?;
        found.push((Shape { task, limbs }, program));
    }
    lines.end()?;
    Ok(found)
}

/// Proves every program that stands in the text of a file.
///
/// # Errors
/// What is wrong with it.
pub fn judge(text: &str, limbs: usize) -> Result<(), String> {
    for (shape, lines) in read(text, limbs).map_err(|error| error.to_string())? {
        let program = parse::parse(&lines, shape)?;
        proof::prove(&program, shape).map_err(|why| format!("{:?}: {why}", shape.task))?;
    }
    Ok(())
}

/// Returns the text of their list.
#[must_use]
pub fn module() -> String {
    let mut out = String::from(
        "//! Products in AVX-512 registers. Written by `fieldgen write`; do not edit.\n\n",
    );
    for limbs in LENGTHS {
        let _ = writeln!(out, "pub(crate) mod limbs{limbs};");
    }
    out
}
