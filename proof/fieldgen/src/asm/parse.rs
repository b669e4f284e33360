//! The text back to a program: what the instructions do to registers and memory, line by line.
//!
//! Nothing of the printer, the scheduler or the builder's steps is used. A register that was not
//! written, an array that is not named, a place outside of it, or an unknown line is refused.

use super::shape::{BITS, Builder, Shape};
use super::{ARRAYS, CELL, LIMBS, REGISTERS, SUMS};
use crate::ir::{Group, Op, Program, Value, Way};
use std::collections::BTreeMap;

/// What the lines have written so far.
struct State {
    to: Builder,
    mask: Value,
    /// The lower bits of words that were factors.
    cuts: BTreeMap<Value, Value>,
    registers: [Option<Value>; REGISTERS],
    /// By array; nothing where a word was not written. Only `sums` and the outputs' can be written.
    memory: Vec<Vec<Option<Value>>>,
}

/// Where an operand is.
enum Operand {
    Register(usize),
    /// A word of an array.
    Word(usize, usize),
}

/// Reads a text for a program of this shape's arrays.
///
/// # Errors
/// The first line that is not understood, or reads what is not there; a word that no line writes.
pub fn parse(lines: &[String], shape: Shape) -> Result<Program, String> {
    let mut to = Builder::default();
    let inputs = to.inputs(shape);
    let mask = to.push(Op::Const, &[], (1 << BITS) - 1);
    let words = |group: &Group| group.limbs.iter().copied().map(Some).collect();
    let mut memory: Vec<Vec<Option<Value>>> = inputs.iter().map(words).collect();
    let (target, places) = shape.writes();
    let room = memory[target].len().max(places.end);
    memory[target].resize(room, None);
    let mut state = State { to, mask, cuts: BTreeMap::new(), registers: [None; REGISTERS], memory };
    for line in lines {
        state.follow(line).map_err(|why| format!("{line}: {why}"))?;
    }
    let output: Option<Vec<Value>> = state.memory[target][places].iter().copied().collect();
    Ok(Program {
        name: "in lanes",
        inputs,
        steps: state.to.steps,
        output: output.ok_or("a sum that no line writes")?,
        limb_bits: BITS,
        way: Way::Within,
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
                    Operand::Word(array @ (SUMS | LIMBS), at) => {
                        self.memory[array][at] = Some(value)
                    }
                    _ => return Err("writes an operand".into()),
                }
            }
            ("vpxorq", [to, a, b]) if a == b => {
                let value = self.to.push(Op::Const, &[], 0);
                self.write(to, value)?;
            }
            ("vpmadd52luq", [to, a, b]) => self.product(Op::Madd52Lo, to, a, b)?,
            ("vpmadd52huq", [to, a, b]) => self.product(Op::Madd52Hi, to, a, b)?,
            ("vpaddq", [to, a, b]) => {
                let args = [self.read(a)?, self.read(b)?];
                let value = self.to.push(Op::Add, &args, 0);
                self.write(to, value)?;
            }
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

    fn product(&mut self, op: Op, to: &str, a: &str, b: &str) -> Result<(), String> {
        let args = [self.read(to)?, self.factor(a)?, self.factor(b)?];
        let value = self.to.push(op, &args, 0);
        self.write(to, value)
    }

    /// What the instruction takes of a register: its lower 52 bits. Of limbs and of lower halves
    /// that is the value; the proof of ranges would refuse a longer one.
    fn factor(&mut self, word: &str) -> Result<Value, String> {
        let value = self.read(word)?;
        let step = &self.to.steps[value.step()];
        let short = match step.op {
            Op::Input => step.immediate >> 32 != SUMS as u64,
            Op::Madd52Lo => self.to.steps[step.args[0].step()].op == Op::Const,
            _ => false,
        };
        if short {
            return Ok(value);
        }
        let (to, mask) = (&mut self.to, self.mask);
        Ok(*self.cuts.entry(value).or_insert_with(|| to.push(Op::And, &[value, mask], 0)))
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
            Operand::Word(array, at) => {
                self.memory[array][at].ok_or("reads what was not written".into())
            }
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
        let array = ARRAYS.iter().position(|array| array.operand == base).ok_or("no array")?;
        if !offset.is_multiple_of(CELL) || offset / CELL >= self.memory[array].len() {
            return Err("outside of the array".into());
        }
        Ok(Operand::Word(array, offset / CELL))
    }
}
