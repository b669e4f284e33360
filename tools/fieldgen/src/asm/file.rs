//! The files of steps, one for each length.

use super::step::{Shape, TAKEN, build};
use super::{parse, proof, schedule, text};
use std::fmt::Write;

/// Lengths that have a file: numbers of half of 2048, 3072 and 4096 bits.
pub const LENGTHS: [usize; 3] = [20, 30, 40];

/// The steps of numbers of `limbs` limbs.
pub fn shapes(limbs: usize) -> impl Iterator<Item = Shape> {
    (0..limbs).step_by(TAKEN).map(move |from| Shape { limbs, from })
}

/// Returns the lines of a step, proven as they are read back.
///
/// # Errors
/// What is wrong with them.
pub fn lines(shape: Shape) -> Result<Vec<String>, String> {
    let lines = text::lines(&schedule::schedule(&build(shape)));
    proof::prove(&parse::parse(&lines, shape.limbs)?, shape)?;
    Ok(lines)
}

/// Returns the text of a file.
///
/// # Panics
/// If a step is refused.
#[must_use]
pub fn file(limbs: usize) -> String {
    let mut out = format!(
        "//! Steps of products of eight numbers of {limbs} limbs, a limb a register.\n\
         //! Written by `fieldgen write`; do not edit.\n"
    );
    for shape in shapes(limbs) {
        let lines = lines(shape).expect("a step that is proven");
        let name = format!("step_{limbs}_from_{}", shape.from);
        let _ = write!(
            out,
            "\n/// `2^260 sums = sums + x b + q words`, limbs of `x` below {} being 0: {} lines.\n\
             macro_rules! {name} {{\n    ($($operands:tt)*) => {{\n        core::arch::asm!(\n",
            shape.from,
            lines.len()
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

/// Returns the text of their list.
#[must_use]
pub fn module() -> String {
    let mut out = String::from(
        "//! Steps of products in AVX-512 registers. Written by `fieldgen write`; do not edit.\n\n",
    );
    for limbs in LENGTHS {
        let _ = writeln!(out, "pub(crate) mod steps{limbs};");
    }
    out
}
