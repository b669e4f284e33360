//! The text of instructions: one a line, as `asm!` of Rust takes it.

use super::schedule::Instruction;
use super::{ARRAYS, CELL, Kind};

/// Returns the lines.
#[must_use]
pub fn lines(list: &[Instruction]) -> Vec<String> {
    list.iter().map(line).collect()
}

fn line(one: &Instruction) -> String {
    let to = format!("zmm{}", one.register);
    let from = |at: usize| format!("zmm{}", one.reads[at]);
    let memory = || {
        let (array, limb) = one.place;
        format!("zmmword ptr [{} + {}]", ARRAYS[array].operand, limb as usize * CELL)
    };
    match one.kind {
        Kind::Load => format!("vmovdqa64 {to}, {}", memory()),
        Kind::Store => format!("vmovdqa64 {}, {to}", memory()),
        Kind::Zero => format!("vpxorq {to}, {to}, {to}"),
        Kind::MaddLow => format!("vpmadd52luq {to}, {}, {}", from(1), from(2)),
        Kind::MaddHigh => format!("vpmadd52huq {to}, {}, {}", from(1), from(2)),
        Kind::Add => format!("vpaddq {to}, {}, {}", from(0), from(1)),
        Kind::Shift => format!("vpsrlq {to}, {}, {}", from(0), one.place.1),
    }
}
