//! The two products of the ring of ML-DSA as machine code, on one word of 32 bits: their results
//! are those of their text, for all words.
//!
//! Of a register all 64 bits are known, or the lower half alone. Whatever is not known is refused.
//! The provers prove the text: the value modulo q, and its bounds (docs/proofs.md).

use crate::image::{Function, Image};
use crate::reason::{Reason, Refusal};
use crate::value::{Id, Values};
use fieldgen::ring::{self, Kind, RESULT, text};
use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};
use std::collections::HashMap;
use std::path::Path;

/// Bits of a word.
const HALF: u32 = 32;
/// Where callers put words (System V ABI, AMD64, 3.2.3).
const ARGUMENTS: [Register; 3] = [Register::RDI, Register::RSI, Register::RDX];
/// Registers that a function leaves as they were: these two products need none of them.
const KEPT: [Register; 7] = [
    Register::RBX,
    Register::RBP,
    Register::RSP,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// All of its bits are these.
    Whole(Id),
    /// Its lower half is that of this word.
    Half(Id),
}

/// A product that there is to be, as its text has it.
pub struct Product {
    function: ring::Function,
}

/// Reads the text of `folder`, and proves it.
///
/// # Errors
/// Why it cannot be read, or what a prover says.
pub fn products(folder: &Path) -> Result<Vec<Product>, String> {
    let text = std::fs::read_to_string(folder.join(text::FILE));
    let text = text.map_err(|error| format!("{}: {error}", text::FILE))?;
    text::prove(&text).map_err(|no| format!("{}: {no}", text::FILE))?;
    let functions = text::read(&text).map_err(|error| format!("{}: {error}", text::FILE))?;
    Ok(functions.into_iter().map(|function| Product { function }).collect())
}

impl Product {
    /// `ring times`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("ring {} alone", self.function.task.name())
    }

    /// The function of a program that it is; nothing if there is none.
    #[must_use]
    pub fn find<'a>(&self, image: &'a Image) -> Option<&'a Function> {
        let name = format!("ring_{}", self.function.task.name());
        let symbol = format!("_ZN7singles{}{name}17h", name.len());
        image.functions.iter().find(|function| function.symbol.starts_with(&symbol))
    }

    /// Compares machine code with the text; gives how many instructions it has.
    ///
    /// # Errors
    /// What is not understood, or that the result differs.
    pub fn judge(&self, image: &Image, function: &Function) -> Result<usize, Refusal> {
        let code = image.code(function).ok_or(Reason::Operand("no code"))?;
        let mut values = Values::default();
        let wanted = self.result(&mut values);
        let mut machine = Machine { values, registers: [None; 16] };
        for (at, register) in
            ARGUMENTS.iter().enumerate().take(self.function.task.parameters().len())
        {
            let word = machine.values.input(0, at as u32);
            machine.registers[register.number()] = Some(Word::Half(word));
        }
        let decoder = Decoder::with_ip(64, code, function.at, DecoderOptions::NONE);
        for (count, instruction) in decoder.into_iter().enumerate() {
            let refuse = |reason| Refusal { at: Some(instruction.ip()), reason };
            if instruction.mnemonic() == Mnemonic::Ret && instruction.op_count() == 0 {
                let found = machine.half(Register::EAX).map_err(refuse)?;
                let [found, wanted] = [found, wanted].map(|id| machine.values.shl(id, HALF));
                let differs = Refusal::from(Reason::Differs { limb: 0 });
                return if found == wanted { Ok(count + 1) } else { Err(differs) };
            }
            machine.follow(&instruction).map_err(refuse)?;
        }
        Err(Reason::Flow("it ends without a return").into())
    }

    /// The word that the text gives: its lower half counts.
    fn result(&self, values: &mut Values) -> Id {
        let parameters = self.function.task.parameters().iter().enumerate();
        let mut words: HashMap<&str, Id> =
            parameters.map(|(at, name)| (*name, values.input(0, at as u32))).collect();
        for line in &self.function.lines {
            let arg = |at: usize| words[line.args[at].as_str()];
            let id = match line.kind {
                Kind::Modulus => values.constant(ring::Q as u64),
                Kind::Inverse => values.constant(inverse()),
                Kind::Sub => values.add_scaled(arg(0), arg(1), u64::MAX),
                Kind::Low | Kind::High => {
                    let [a, b] = [arg(0), arg(1)].map(|id| values.with_sign(id, HALF));
                    let (low, _) = values.product(a, b);
                    if line.kind == Kind::Low { low } else { values.above(low, HALF) }
                }
            };
            words.insert(&line.name, id);
        }
        words[RESULT]
    }
}

/// `1 / q mod 2^32`, by Newton's steps.
fn inverse() -> u64 {
    let q = ring::Q as u32;
    let step = |x: u32, _| x.wrapping_mul(2u32.wrapping_sub(q.wrapping_mul(x)));
    (0..5).fold(q, step).into()
}

struct Machine {
    values: Values,
    registers: [Option<Word>; 16],
}

impl Machine {
    fn get(&self, register: Register) -> Result<Word, Reason> {
        if !register.is_gpr64() && !register.is_gpr32() {
            return Err(Reason::Operand("a register of another kind"));
        }
        let word = self.registers[register.full_register().number()];
        word.ok_or(Reason::Operand("a register that is not known"))
    }

    fn whole(&self, register: Register) -> Result<Id, Reason> {
        match self.get(register)? {
            Word::Whole(id) if register.is_gpr64() => Ok(id),
            _ => Err(Reason::Operand("a register of which half is known")),
        }
    }

    fn half(&self, register: Register) -> Result<Id, Reason> {
        let (Word::Whole(id) | Word::Half(id)) = self.get(register)?;
        Ok(id)
    }

    fn put(&mut self, register: Register, word: Word) -> Result<(), Reason> {
        let full = register.full_register();
        if !register.is_gpr64() && !register.is_gpr32() || KEPT.contains(&full) {
            return Err(Reason::Operand("a register that it must not change"));
        }
        self.registers[full.number()] = Some(word);
        Ok(())
    }

    /// An operand: a register or a constant, whole or its lower half, as the first operand is.
    fn operand(&mut self, instruction: &Instruction, at: u32) -> Result<Id, Reason> {
        match instruction.op_kind(at) {
            OpKind::Register if instruction.op0_register().is_gpr64() => {
                self.whole(instruction.op_register(at))
            }
            OpKind::Register => self.half(instruction.op_register(at)),
            OpKind::Immediate8to32
            | OpKind::Immediate8to64
            | OpKind::Immediate32
            | OpKind::Immediate32to64 => Ok(self.values.constant(instruction.immediate(at))),
            _ => Err(Reason::Operand("an operand of another kind")),
        }
    }

    fn follow(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let unknown = || Reason::Unknown(format!("{:?}", instruction.code()).to_lowercase());
        let to = instruction.op0_register();
        let is_plain = instruction.op0_kind() == OpKind::Register
            && !instruction.has_lock_prefix()
            && !instruction.has_rep_prefix()
            && !instruction.has_repne_prefix();
        if !is_plain {
            return Err(unknown());
        }
        let id = match (instruction.mnemonic(), instruction.op_count()) {
            (Mnemonic::Movsxd, 2) if instruction.op1_kind() == OpKind::Register => {
                let half = self.half(instruction.op1_register())?;
                self.values.with_sign(half, HALF)
            }
            (Mnemonic::Mov, 2) => match (instruction.op1_kind(), to.is_gpr64()) {
                (OpKind::Register, true) => {
                    let word = self.get(instruction.op1_register())?;
                    return self.put(to, word);
                }
                _ => self.operand(instruction, 1)?,
            },
            (Mnemonic::Add, 2) => {
                let [a, b] = [self.operand(instruction, 0)?, self.operand(instruction, 1)?];
                self.values.add_scaled(a, b, 1)
            }
            (Mnemonic::Sub, 2) => {
                let [a, b] = [self.operand(instruction, 0)?, self.operand(instruction, 1)?];
                self.values.add_scaled(a, b, u64::MAX)
            }
            (Mnemonic::Imul, count @ (2 | 3)) => {
                let [a, b] = [count - 2, count - 1];
                let mut factors = [self.operand(instruction, a)?, self.operand(instruction, b)?];
                if !to.is_gpr64() {
                    factors = factors.map(|id| self.values.with_sign(id, HALF));
                }
                self.values.product(factors[0], factors[1]).0
            }
            (Mnemonic::Shl, 2) if instruction.op1_kind() == OpKind::Immediate8 => {
                let (own, by) = (self.operand(instruction, 0)?, instruction.immediate8());
                let limit = if to.is_gpr64() { 64 } else { 32 };
                if u32::from(by) >= limit {
                    return Err(unknown());
                }
                self.values.shl(own, by.into())
            }
            // The lower half of what is left is the same with a sign and without one.
            (Mnemonic::Shr | Mnemonic::Sar, 2) if instruction.op1_kind() == OpKind::Immediate8 => {
                let own = self.whole(to)?;
                if u32::from(instruction.immediate8()) != HALF {
                    return Err(unknown());
                }
                let upper = self.values.above(own, HALF);
                return self.put(to, Word::Half(upper));
            }
            _ => return Err(unknown()),
        };
        self.put(to, if to.is_gpr64() { Word::Whole(id) } else { Word::Half(id) })
    }
}
