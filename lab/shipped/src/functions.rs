//! Functions of two programs, compared: whether the machine code is the same, after
//! relocation.
//!
//! The taint test runs in a program of its own, with marks. What of it is byte for byte what is
//! shipped, it has shown for what is shipped; of the rest it shows it for the same source.

use crate::program::{Function, Program};
use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind};
use std::collections::BTreeMap;

/// How a function of the one program stands to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The same instructions on the same registers, with the same numbers, functions and constants.
    Same,
    /// There is one of that name, and its code is another.
    Differs,
    /// There is none of that name: it is inlined, or has other generic arguments.
    Absent,
}

/// The name of a function without what the compiler adds to tell builds apart.
#[must_use]
pub fn plain_name(name: &str) -> &str {
    let name = name.split(".llvm.").next().unwrap_or(name);
    match name.rfind("17h") {
        Some(at) if name.len() == at + 20 && name.ends_with('E') => &name[..at],
        _ => name,
    }
}

/// What an instruction is, whatever it is linked to.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    instruction: Instruction,
    target: Target,
}

/// What an instruction names by its distance.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    None,
    /// So far from the beginning of its function.
    Inside(i64),
    Function(String),
    /// Constants.
    Bytes(Vec<u8>),
    /// What the linker or the program fills.
    Other,
}

/// The other program's functions, by their plain names.
pub struct Functions<'a> {
    program: &'a Program,
    by_name: BTreeMap<&'a str, Vec<(u64, &'a Function)>>,
}

impl<'a> Functions<'a> {
    /// The functions of a program.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        let mut by_name: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (at, function) in &program.functions {
            by_name.entry(plain_name(&function.name)).or_default().push((*at, function));
        }
        Self { program, by_name }
    }

    /// Compares a function of a program with those of its name here: one that is the same will do,
    /// for generic functions have one name for all their arguments.
    #[must_use]
    pub fn compare(&self, program: &Program, at: u64) -> Verdict {
        let Some(function) = program.functions.get(&at) else { return Verdict::Absent };
        let Some(here) = self.by_name.get(plain_name(&function.name)) else {
            return Verdict::Absent;
        };
        let shapes = shapes(program, at, function);
        let is_same = |(at, function): &(u64, &Function)| {
            shapes.is_some() && self::shapes(self.program, *at, function) == shapes
        };
        if here.iter().any(is_same) { Verdict::Same } else { Verdict::Differs }
    }
}

/// The instructions of a function. `None` if its code is not in the file.
fn shapes(program: &Program, at: u64, function: &Function) -> Option<Vec<Shape>> {
    let code = program.code_of(at, function)?;
    let decoder = Decoder::with_ip(64, code, at, DecoderOptions::NONE);
    Some(decoder.into_iter().map(|it| shape(program, at, function, it)).collect())
}

fn shape(program: &Program, at: u64, function: &Function, mut it: Instruction) -> Shape {
    let is_branch = (0..it.op_count()).any(|i| it.op_kind(i) == OpKind::NearBranch64);
    let target = if is_branch {
        let to = it.near_branch_target();
        it.set_near_branch64(0);
        target(program, at, function, to, 0)
    } else if it.is_ip_rel_memory_operand() {
        let to = it.ip_rel_memory_address();
        let size = it.memory_size().size();
        it.set_memory_displacement64(0);
        let taken = it.mnemonic() == Mnemonic::Lea;
        target(program, at, function, to, if taken { 0 } else { size })
    } else {
        Target::None
    };
    it.set_ip(0);
    it.set_next_ip(0);
    Shape { instruction: it, target }
}

fn target(program: &Program, at: u64, function: &Function, to: u64, size: usize) -> Target {
    if (at..at + function.size).contains(&to) {
        return Target::Inside((to - at) as i64);
    }
    if let Some((_, function)) = program.function_at(to) {
        return Target::Function(plain_name(&function.name).into());
    }
    match program.constant(to, size) {
        Some(bytes) if size > 0 => Target::Bytes(bytes.to_vec()),
        _ => Target::Other,
    }
}

/// The crate that a function is of, as far as its name tells.
#[must_use]
pub fn crate_of(name: &str) -> &'static str {
    const CRATES: [&str; 9] = [
        "sealane_arith",
        "sealane_cli",
        "sealane_client",
        "sealane_hsm",
        "sealane",
        "sha2",
        "base64ct",
        "der",
        "pem_rfc7468",
    ];
    let has = |it: &&&str| name.contains(&format!("{}{it}", it.len()));
    CRATES.iter().find(has).copied().unwrap_or("others")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_tells_builds_apart() {
        let name = "_ZN13sealane_arith2fe6called17h41f48672bd09a331E";
        assert_eq!(plain_name(name), "_ZN13sealane_arith2fe6called");
        assert_eq!(plain_name(&format!("{name}.llvm.123")), "_ZN13sealane_arith2fe6called");
        assert_eq!(plain_name("memcpy"), "memcpy");
        assert_eq!(crate_of(name), "sealane_arith");
        assert_eq!(crate_of("memcpy"), "others");
    }
}
