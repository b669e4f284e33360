//! Instructions of vectors: words of eight lanes.

use super::{Base, CELL, General, Machine, Slot};
use crate::reason::Reason;
use crate::trace::Trace;
use fieldgen::ir::Value;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

/// Moves of whole registers, and whether they need an address that is a multiple of [`CELL`].
fn moves(mnemonic: Mnemonic) -> Option<bool> {
    match mnemonic {
        Mnemonic::Vmovdqa64 | Mnemonic::Vmovdqa32 | Mnemonic::Vmovaps | Mnemonic::Vmovapd => {
            Some(true)
        }
        Mnemonic::Vmovdqu64 | Mnemonic::Vmovdqu32 | Mnemonic::Vmovups | Mnemonic::Vmovupd => {
            Some(false)
        }
        _ => None,
    }
}

impl Machine<'_> {
    /// Follows an instruction of vectors; false if it is none.
    pub(super) fn vector(&mut self, instruction: &Instruction) -> Result<bool, Reason> {
        if self.zeroes(instruction) {
            let zero = self.to.constant(0);
            self.vectors[instruction.op0_register().number()] = Some(zero);
            return Ok(true);
        }
        if let Some(is_aligned) = moves(instruction.mnemonic()) {
            self.move_vector(instruction, is_aligned)?;
            return Ok(true);
        }
        let value = match instruction.mnemonic() {
            Mnemonic::Vpbroadcastq => self.broadcast(instruction)?,
            Mnemonic::Vpmadd52luq | Mnemonic::Vpmadd52huq => {
                let sum = self.register(instruction, 0)?;
                let [a, b] = [self.source(instruction, 1)?, self.source(instruction, 2)?];
                let high = instruction.mnemonic() == Mnemonic::Vpmadd52huq;
                self.to.madd(sum, a, b, high)
            }
            Mnemonic::Vpaddq => self.binary(instruction, Trace::add)?,
            Mnemonic::Vpsubq => self.binary(instruction, Trace::sub)?,
            Mnemonic::Vpandq | Mnemonic::Vpandd => self.binary(instruction, Trace::and)?,
            Mnemonic::Vpsllq => self.shift(instruction, Trace::shl)?,
            Mnemonic::Vpsraq => self.shift(instruction, Trace::above)?,
            Mnemonic::Vpsrlq => self.shift(instruction, Trace::right)?,
            Mnemonic::Vpternlogd | Mnemonic::Vpternlogq => self.ones(instruction)?,
            _ => return Ok(false),
        };
        let to = instruction.op0_register();
        if instruction.op0_kind() != OpKind::Register || !to.is_zmm() {
            return Err(Reason::Operand("a result that is no register of 512 bits"));
        }
        self.vectors[to.number()] = Some(value);
        Ok(true)
    }

    /// Whether it clears a register: what is exclusive to itself. A shorter one is cleared above.
    fn zeroes(&self, instruction: &Instruction) -> bool {
        let is_xor = matches!(
            instruction.mnemonic(),
            Mnemonic::Vpxor
                | Mnemonic::Vpxord
                | Mnemonic::Vpxorq
                | Mnemonic::Vxorps
                | Mnemonic::Vxorpd
        );
        let register = |at: u32| {
            let is_register = instruction.op_kind(at) == OpKind::Register;
            is_register.then(|| instruction.op_register(at))
        };
        is_xor
            && instruction.op_count() == 3
            && register(1).is_some()
            && register(1) == register(2)
            && register(0).is_some_and(Register::is_vector_register)
    }

    fn binary(
        &mut self,
        instruction: &Instruction,
        make: fn(&mut Trace, Value, Value) -> Value,
    ) -> Result<Value, Reason> {
        let [a, b] = [self.source(instruction, 1)?, self.source(instruction, 2)?];
        Ok(make(self.to, a, b))
    }

    fn shift(
        &mut self,
        instruction: &Instruction,
        make: fn(&mut Trace, Value, u32) -> Value,
    ) -> Result<Value, Reason> {
        if instruction.op2_kind() != OpKind::Immediate8 {
            return Err(Reason::Operand("a shift by a register"));
        }
        let a = self.source(instruction, 1)?;
        Ok(make(self.to, a, instruction.immediate8().into()))
    }

    /// All ones, whatever the operands are.
    fn ones(&mut self, instruction: &Instruction) -> Result<Value, Reason> {
        if instruction.immediate8() != 0xff || instruction.op2_kind() != OpKind::Register {
            return Err(Reason::Unknown("a function of three vectors".into()));
        }
        Ok(self.to.constant(u64::MAX))
    }

    /// What a register of 512 bits holds.
    fn register(&self, instruction: &Instruction, operand: u32) -> Result<Value, Reason> {
        let register = instruction.op_register(operand);
        if !register.is_zmm() {
            return Err(Reason::Operand("an operand that is no register of 512 bits"));
        }
        self.vectors[register.number()].ok_or(Reason::Operand("a register that was not written"))
    }

    /// An operand: a register, eight words of memory, or one word of memory for every lane.
    fn source(&mut self, instruction: &Instruction, operand: u32) -> Result<Value, Reason> {
        match instruction.op_kind(operand) {
            OpKind::Register => self.register(instruction, operand),
            OpKind::Memory if instruction.is_broadcast() => self.word(instruction),
            OpKind::Memory => self.load(instruction, false),
            _ => Err(Reason::Operand("an operand of an unknown kind")),
        }
    }

    fn broadcast(&mut self, instruction: &Instruction) -> Result<Value, Reason> {
        match instruction.op1_kind() {
            OpKind::Memory => self.word(instruction),
            OpKind::Register if instruction.op1_register().is_gpr64() => {
                match self.get(instruction.op1_register())? {
                    General::Constant(constant) => Ok(self.to.constant(constant)),
                    _ => Err(Reason::Operand("an address in a vector")),
                }
            }
            _ => Err(Reason::Operand("a broadcast of a vector")),
        }
    }

    /// One constant word of the program's file.
    fn word(&mut self, instruction: &Instruction) -> Result<Value, Reason> {
        let General::Constant(address) = self.address(instruction)? else {
            return Err(Reason::Operand("one word of an array"));
        };
        let word = self.image.constant(address).ok_or(Reason::Operand("no constant"))?;
        self.constants.push(address);
        Ok(self.to.constant(word))
    }

    fn load(&mut self, instruction: &Instruction, is_aligned: bool) -> Result<Value, Reason> {
        match self.address(instruction)? {
            General::Constant(address) => {
                let words = (0..8).map(|lane| self.image.constant(address.wrapping_add(8 * lane)));
                let words: Option<Vec<u64>> = words.collect();
                let words = words.ok_or(Reason::Operand("no constant"))?;
                if words.iter().any(|word| *word != words[0]) {
                    return Err(Reason::Operand("a constant that differs between lanes"));
                }
                if is_aligned && !address.is_multiple_of(CELL as u64) {
                    return Err(Reason::Operand("an aligned move of what is not aligned"));
                }
                self.constants.extend((0..8).map(|lane| address + 8 * lane));
                Ok(self.to.constant(words[0]))
            }
            General::Pointer(Base::Argument(argument), offset) => {
                let cell = self.cell(argument, offset)?;
                self.writes_early |= self.has_written && !self.arrays[argument].is_written;
                self.memory[argument][cell].ok_or(Reason::Operand("a word that was not written"))
            }
            General::Pointer(base, offset) => {
                aligned(base, offset, is_aligned)?;
                match self.slot(base, offset, CELL)? {
                    Slot::Vector(value) => Ok(value),
                    Slot::General(_) => Err(Reason::Operand("a number in a vector")),
                }
            }
            General::Caller(_) => Err(Reason::Operand("an address that is not known")),
        }
    }

    fn move_vector(&mut self, instruction: &Instruction, is_aligned: bool) -> Result<(), Reason> {
        let [to, from] = [instruction.op0_kind(), instruction.op1_kind()];
        if to == OpKind::Register && instruction.op0_register().is_zmm() {
            let value = match from {
                OpKind::Memory => self.load(instruction, is_aligned)?,
                _ => self.register(instruction, 1)?,
            };
            self.vectors[instruction.op0_register().number()] = Some(value);
            return Ok(());
        }
        if to != OpKind::Memory {
            return Err(Reason::Operand("a move of a part of a register"));
        }
        let value = self.register(instruction, 1)?;
        match self.address(instruction)? {
            General::Pointer(Base::Argument(argument), offset) => {
                let cell = self.cell(argument, offset)?;
                if !self.arrays[argument].is_written {
                    return Err(Reason::Operand("it writes to an operand"));
                }
                self.has_written = true;
                self.memory[argument][cell] = Some(value);
                Ok(())
            }
            General::Pointer(base, offset) => {
                aligned(base, offset, is_aligned)?;
                self.put_slot(base, offset, Slot::Vector(value))
            }
            _ => Err(Reason::Operand("it writes to an address that is not known")),
        }
    }

    /// The word of an array that lies at `offset` bytes. Arrays are aligned by their types.
    fn cell(&self, argument: usize, offset: i64) -> Result<usize, Reason> {
        let cell = usize::try_from(offset / CELL).ok().filter(|_| offset % CELL == 0);
        let cell = cell.filter(|cell| *cell < self.arrays[argument].cells && offset >= 0);
        cell.ok_or(Reason::Operand("outside of an array, or between its words"))
    }
}

/// Only where the stack was cut to a multiple of [`CELL`] is it known to be one.
fn aligned(base: Base, offset: i64, is_aligned: bool) -> Result<(), Reason> {
    let fits = base == Base::Aligned && offset % CELL == 0;
    if is_aligned && !fits {
        return Err(Reason::Operand("an aligned move of what is not aligned"));
    }
    Ok(())
}
