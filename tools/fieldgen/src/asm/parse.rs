//! The text back to a program: what the instructions do to registers and memory, line by line.
//!
//! Nothing of the printer, the scheduler or the builder's steps is used. A register that was not
//! written, an array that is not named, a place outside of it, or an unknown line is refused.

use super::step::{BITS, Builder};
use super::text::MASK;
use super::{ARRAYS, CELL, REGISTERS, SUMS};
use crate::ir::{Group, Op, Program, Value};

/// What the lines have written so far.
struct State {
    to: Builder,
    mask: Value,
    registers: [Option<Value>; REGISTERS],
    /// By array. Only `sums` can be written.
    memory: Vec<Vec<Value>>,
}

/// Where an operand is.
enum Operand {
    Register(usize),
    /// A word of an array.
    Word(usize, usize),
    Mask,
}

/// Reads a text for numbers of `limbs` limbs.
///
/// # Errors
/// The first line that is not understood, or reads what is not there.
pub fn parse(lines: &[String], limbs: usize) -> Result<Program, String> {
    let mut to = Builder::default();
    let inputs = to.inputs(limbs);
    let mask = to.push(Op::Const, &[], (1 << BITS) - 1);
    let memory = inputs.iter().map(|group: &Group| group.limbs.clone()).collect();
    let mut state = State { to, mask, registers: [None; REGISTERS], memory };
    for line in lines {
        state.follow(line).map_err(|why| format!("{line}: {why}"))?;
    }
    Ok(Program {
        name: "step",
        inputs,
        steps: state.to.steps,
        output: state.memory.swap_remove(SUMS),
        limb_bits: BITS,
        hints: Vec::new(),
        quotients: Vec::new(),
    })
}

impl State {
    fn follow(&mut self, line: &str) -> Result<(), String> {
        let (name, rest) = line.split_once(' ').ok_or("no operands")?;
        let words: Vec<&str> = rest.split(", ").collect();
        match (name, words.as_slice()) {
            ("vmovdqa64", [to, from]) => {
                let value = self.read(from)?;
                match self.operand(to)? {
                    Operand::Register(at) => self.registers[at] = Some(value),
                    Operand::Word(SUMS, at) => self.memory[SUMS][at] = value,
                    _ => return Err("writes an operand".into()),
                }
            }
            ("vpxorq", [to, a, b]) if a == b => {
                let value = self.to.push(Op::Const, &[], 0);
                self.write(to, value)?;
            }
            ("vpmadd52luq", [to, a, b]) => self.compute(Op::Madd52Lo, to, &[to, a, b])?,
            ("vpmadd52huq", [to, a, b]) => self.compute(Op::Madd52Hi, to, &[to, a, b])?,
            ("vpaddq", [to, a, b]) => self.compute(Op::Add, to, &[a, b])?,
            ("vpandq", [to, a, b]) => self.compute(Op::And, to, &[a, b])?,
            ("vpsrlq", [to, a, distance]) => {
                let distance: u64 = distance.parse().map_err(|_| "no distance")?;
                let value = self.read(a)?;
                let value = self.to.push(Op::Shr, &[value], distance);
                self.write(to, value)?;
            }
            _ => return Err("unknown".into()),
        }
        Ok(())
    }

    fn compute(&mut self, op: Op, to: &str, from: &[&str]) -> Result<(), String> {
        let args = from.iter().map(|word| self.read(word)).collect::<Result<Vec<_>, _>>()?;
        let value = self.to.push(op, &args, 0);
        self.write(to, value)
    }

    fn write(&mut self, to: &str, value: Value) -> Result<(), String> {
        let Operand::Register(at) = self.operand(to)? else {
            return Err("not to a register".into());
        };
        self.registers[at] = Some(value);
        Ok(())
    }

    fn read(&self, word: &str) -> Result<Value, String> {
        match self.operand(word)? {
            Operand::Register(at) => self.registers[at].ok_or("reads what was not written".into()),
            Operand::Word(array, at) => Ok(self.memory[array][at]),
            Operand::Mask => Ok(self.mask),
        }
    }

    fn operand(&self, word: &str) -> Result<Operand, String> {
        if let Some(number) = word.strip_prefix("zmm").and_then(|rest| rest.parse().ok()) {
            let number: usize = number;
            return (number < REGISTERS)
                .then_some(Operand::Register(number))
                .ok_or("no such register".into());
        }
        let inner = word.strip_prefix("zmmword ptr [").and_then(|rest| rest.strip_suffix(']'));
        let (base, offset) = inner.and_then(|rest| rest.split_once(" + ")).ok_or("no operand")?;
        let offset: usize = offset.parse().map_err(|_| "no offset")?;
        if base == MASK {
            return (offset == 0).then_some(Operand::Mask).ok_or("beside the mask".into());
        }
        let array = ARRAYS.iter().position(|array| array.operand == base).ok_or("no array")?;
        if !offset.is_multiple_of(CELL) || offset / CELL >= self.memory[array].len() {
            return Err("outside of the array".into());
        }
        Ok(Operand::Word(array, offset / CELL))
    }
}
