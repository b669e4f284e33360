//! Steps of one operation with two secrets: the same instructions at the same addresses, or there
//! is a leak.
//!
//! What memcheck shows of plain words, this shows of the registers of AVX-512, which it does not
//! know: the real program runs on the real processor, one instruction at a time. It is of the pairs
//! that were tried, no more. Instructions outside of this program (the allocator, the copies of
//! the C library) are left out, and so are functions on public values that differ by their nature.

use crate::step::{self, Step};
use iced_x86::{InstructionInfoFactory, Register};
use nix::libc::user_regs_struct;
use nix::sys::personality::{self, Persona};
use object::{Object, ObjectSymbol};
use shipped::operands::{Operands, Registers};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What one run did.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Addresses of its instructions.
    pub path: Vec<u64>,
    /// Addresses of memory that they name, and numbers that they divide, in order.
    pub memory: Vec<u64>,
}

/// What all runs did.
#[derive(Debug, Default)]
pub struct Traces {
    /// One for each secret.
    pub runs: Vec<Trace>,
    /// Instructions that no secret may reach: their time depends on operands, or their addresses
    /// are in lanes.
    pub refused: BTreeSet<String>,
    /// Instructions on registers of 512 bits.
    pub wide: usize,
}

/// Functions on public values that differ from pair to pair, by parts of their names: the matrix of
/// an ML-DSA key, the challenges of attempts, the places of hints. Both ways of mangling write the
/// length of a name before it.
const PUBLIC: [&str; 3] = ["14expand_vartime", "13balls_vartime", "20write_places_vartime"];
/// The function of the window, likewise.
const WINDOW: &str = "14watched_window";

/// Where functions of a program begin, in its file.
struct Places {
    window: u64,
    /// Functions that are left out, with all that they call.
    public: BTreeSet<u64>,
}

impl Places {
    /// Errors: the program has no symbols, or one of the functions is none of its own.
    fn read(program: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(program).map_err(|error| error.to_string())?;
        let elf = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
        let named = |part: &str| -> Result<Vec<u64>, String> {
            let has_part = |name: &str| name.contains(part);
            let found = elf.symbols().filter(|it| it.name().is_ok_and(has_part));
            let found: Vec<u64> = found.map(|it| it.address()).collect();
            if found.is_empty() { Err(format!("no function is called {part}")) } else { Ok(found) }
        };
        let public = PUBLIC.into_iter().map(named).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { window: named(WINDOW)?[0], public: public.concat().into_iter().collect() })
    }
}

/// Follows a program.
struct Follower {
    places: Places,
    /// How much higher the program lies in memory than in its file: known once the window is open.
    moved: Option<u64>,
    /// The stack at the entry of the function that is being left out.
    left_out: Option<u64>,
    info: InstructionInfoFactory,
    known: HashMap<u64, Operands>,
    traces: Traces,
}

impl Follower {
    /// Whether a step is of a function on public values, or of what that calls.
    fn leaves_out(&mut self, registers: &user_regs_struct) -> bool {
        let moved = *self.moved.get_or_insert(registers.rip.wrapping_sub(self.places.window));
        // What a function has returned to has more of the stack.
        self.left_out = self.left_out.filter(|stack| registers.rsp <= *stack);
        let is_entry = self.places.public.contains(&registers.rip.wrapping_sub(moved));
        if self.left_out.is_none() && is_entry {
            self.left_out = Some(registers.rsp);
        }
        self.left_out.is_some()
    }

    fn step(&mut self, run: usize, step: &Step<'_>) -> Result<(), String> {
        if self.leaves_out(step.registers) {
            return Ok(());
        }
        let at = step.registers.rip;
        if !self.known.contains_key(&at) {
            let operands = Operands::read(&step.code()?, at, &mut self.info)?;
            self.traces.refused.extend(operands.refused.map(|it| format!("{it:?}")));
            self.traces.wide += usize::from(operands.is_wide);
            self.known.insert(at, operands);
        }
        let trace = &mut self.traces.runs[run];
        trace.path.push(at);
        let mut values = Values { registers: step.registers, divisor: None };
        let operands = &self.known[&at];
        if let Some((at, bytes)) = operands.divisor(&values)? {
            values.divisor = Some(step.number(at, bytes)?);
        }
        operands.append(&values, &mut trace.memory)
    }
}

/// The registers of a process, as the debugger reads them, and what it divides by in memory.
struct Values<'a> {
    registers: &'a user_regs_struct,
    divisor: Option<u64>,
}

impl Registers for Values<'_> {
    fn divisor(&self) -> Option<u64> {
        self.divisor
    }

    fn value(&self, register: Register) -> Option<u64> {
        let registers = self.registers;
        Some(match register {
            Register::RAX => registers.rax,
            Register::RBX => registers.rbx,
            Register::RCX => registers.rcx,
            Register::RDX => registers.rdx,
            Register::RSI => registers.rsi,
            Register::RDI => registers.rdi,
            Register::RBP => registers.rbp,
            Register::RSP => registers.rsp,
            Register::R8 => registers.r8,
            Register::R9 => registers.r9,
            Register::R10 => registers.r10,
            Register::R11 => registers.r11,
            Register::R12 => registers.r12,
            Register::R13 => registers.r13,
            Register::R14 => registers.r14,
            Register::R15 => registers.r15,
            Register::RIP => registers.rip,
            Register::FS => registers.fs_base,
            Register::GS => registers.gs_base,
            _ => return None,
        })
    }
}

/// Runs `program run-lanes` with an operation, step by step, for each secret. Each run is a process
/// of its own and all have the same addresses, so that the allocator's blocks lie at the same
/// places. Errors: the text says what failed.
pub fn follow(
    program: &Path,
    operation: &str,
    secrets: impl IntoIterator<Item = u64>,
) -> Result<Traces, String> {
    let fixed = personality::get().map(|now| now | Persona::ADDR_NO_RANDOMIZE);
    fixed.and_then(personality::set).map_err(|why| format!("addresses cannot be fixed: {why}"))?;
    let mut follower = Follower {
        places: Places::read(program)?,
        moved: None,
        left_out: None,
        info: InstructionInfoFactory::new(),
        known: HashMap::new(),
        traces: Traces::default(),
    };
    for (run, secret) in secrets.into_iter().enumerate() {
        // Equally long for all secrets: arguments lie on the stack.
        let secret = format!("{secret:020}");
        follower.traces.runs.push(Trace::default());
        step::follow(program, &["run-lanes", operation, &secret], |window, step| match window {
            0 => follower.step(run, step),
            _ => Err("the window was open twice".into()),
        })?;
    }
    Ok(follower.traces)
}

/// Says how two runs differ; `None` if they do not.
#[must_use]
pub fn difference(a: &Trace, b: &Trace) -> Option<String> {
    let first = |a: &[u64], b: &[u64]| a.iter().zip(b).position(|(a, b)| a != b);
    if let Some(at) = first(&a.path, &b.path) {
        return Some(format!("instruction {at}: at {:#x} and at {:#x}", a.path[at], b.path[at]));
    }
    if a.path.len() != b.path.len() {
        return Some(format!("{} instructions and {}", a.path.len(), b.path.len()));
    }
    let at = first(&a.memory, &b.memory)?;
    Some(format!("address {at}: {:#x} and {:#x}", a.memory[at], b.memory[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told() {
        let trace =
            |path: &[u64], memory: &[u64]| Trace { path: path.into(), memory: memory.into() };
        let a = trace(&[1, 2, 3], &[7, 8]);
        assert_eq!(difference(&a, &a), None);
        assert!(
            difference(&a, &trace(&[1, 4, 3], &[7, 8])).is_some_and(|it| it.contains("tion 1"))
        );
        assert!(difference(&a, &trace(&[1, 2], &[7])).is_some_and(|it| it.contains("3 instr")));
        assert!(
            difference(&a, &trace(&[1, 2, 3], &[7, 9])).is_some_and(|it| it.contains("address 1"))
        );
    }
}
