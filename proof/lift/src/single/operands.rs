//! Operands: registers, words of arrays and of the stack, constants; and what only moves them.

use super::{Base, Machine, WORD, Word, unknown};
use crate::machine::{RED_ZONE, number};
use crate::reason::Reason;
use fieldgen::ir::Value;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

/// Where an address of memory is: a place of an array or of the stack, or a constant of the file.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Based(Base, i64),
    Constant(u64),
}

impl Machine<'_> {
    /// The address of a memory operand.
    pub(super) fn place(&self, instruction: &Instruction) -> Result<Place, Reason> {
        if instruction.segment_prefix() != Register::None {
            return Err(Reason::Operand("a segment"));
        }
        if instruction.memory_index() != Register::None {
            return Err(Reason::Operand("an index"));
        }
        let displacement = instruction.memory_displacement64();
        match instruction.memory_base() {
            // The decoder has added the address of the instruction.
            Register::RIP => Ok(Place::Constant(displacement)),
            base if base.is_gpr64() => match self.general[number(base)] {
                Some(Word::Address(base, offset)) => {
                    Ok(Place::Based(base, moved(offset, displacement as i64)?))
                }
                _ => Err(Reason::Operand("an address that is not known")),
            },
            _ => Err(Reason::Operand("an address that is not known")),
        }
    }

    /// Whether a word of the stack may be read and written: between the stack pointer, or the zone
    /// below it that is left alone, and the return address.
    fn on_stack(&self, offset: i64) -> Result<(), Reason> {
        let Some(Word::Address(Base::Stack, top)) = self.general[number(Register::RSP)] else {
            return Err(Reason::Operand("a stack pointer that is not on the stack"));
        };
        match offset >= top - RED_ZONE && offset + WORD <= 0 && offset % WORD == 0 {
            true => Ok(()),
            false => Err(Reason::Operand("outside of the stack of the function")),
        }
    }

    /// The word of an array that lies at `offset` bytes.
    fn cell(&self, argument: usize, offset: i64) -> Result<usize, Reason> {
        let cell = usize::try_from(offset / WORD).ok().filter(|_| offset % WORD == 0);
        let cell = cell.filter(|cell| *cell < self.arrays[argument].cells && offset >= 0);
        cell.ok_or(Reason::Operand("outside of an array, or between its words"))
    }

    /// The word at a place.
    pub(super) fn load(&mut self, place: Place) -> Result<Word, Reason> {
        match place {
            Place::Constant(address) => {
                let word = self.image.constant(address).ok_or(Reason::Operand("no constant"))?;
                self.constants.push(address);
                Ok(Word::Number(self.to.constant(word)))
            }
            Place::Based(Base::Argument(argument), offset) => {
                let cell = self.cell(argument, offset)?;
                self.writes_early |= self.has_written && !self.arrays[argument].is_written;
                let word = self.memory[argument][cell];
                word.map(Word::Number).ok_or(Reason::Operand("a word that was not written"))
            }
            Place::Based(Base::Stack, offset) => {
                self.on_stack(offset)?;
                let word = self.stack.get(&offset).copied();
                word.ok_or(Reason::Operand("a place of the stack that was not written"))
            }
        }
    }

    pub(super) fn store(&mut self, place: Place, word: Word) -> Result<(), Reason> {
        match (place, word) {
            (Place::Based(Base::Argument(argument), offset), Word::Number(value)) => {
                let cell = self.cell(argument, offset)?;
                if !self.arrays[argument].is_written {
                    return Err(Reason::Operand("it writes to an operand"));
                }
                self.has_written = true;
                self.memory[argument][cell] = Some(value);
                Ok(())
            }
            (Place::Based(Base::Stack, offset), word) => {
                self.on_stack(offset)?;
                self.bytes.retain(|at, _| *at < offset || offset + WORD <= *at);
                self.stack.insert(offset, word);
                Ok(())
            }
            _ => Err(Reason::Operand("it writes to an address that is not known")),
        }
    }

    pub(super) fn get(&self, register: Register) -> Result<Word, Reason> {
        let word = self.general.get(number(register)).copied().flatten();
        word.ok_or(Reason::Operand("a register that is not known"))
    }

    /// Sets a register. The stack pointer stays on the stack; what is below it is anybody's.
    pub(super) fn set(&mut self, register: Register, word: Word) -> Result<(), Reason> {
        if number(register) == number(Register::RSP) {
            match word {
                Word::Address(Base::Stack, to) if to <= 0 && to % WORD == 0 => {
                    self.stack.retain(|at, _| *at >= to - RED_ZONE);
                    self.bytes.retain(|at, _| *at >= to - RED_ZONE);
                }
                _ => return Err(Reason::Operand("a stack pointer that is not on the stack")),
            }
        }
        self.general[number(register)] = Some(word);
        Ok(())
    }

    /// Writes a number to a register of 64 bits, or its lower half to one of 32, which clears the
    /// upper half.
    pub(super) fn put(&mut self, register: Register, value: Value) -> Result<(), Reason> {
        let value = if register.is_gpr32() { self.half(value) } else { value };
        if !register.is_gpr64() && !register.is_gpr32() {
            return Err(Reason::Operand("a part of a register"));
        }
        self.set(register, Word::Number(value))
    }

    /// The lower 32 bits.
    pub(super) fn half(&mut self, value: Value) -> Value {
        if self.to.is_below(value, 32) {
            return value;
        }
        let half = self.to.constant(u64::from(u32::MAX));
        self.to.and(value, half)
    }

    /// The number that an operand of 64 or 32 bits is.
    pub(super) fn value(
        &mut self,
        instruction: &Instruction,
        operand: u32,
    ) -> Result<Value, Reason> {
        match self.word(instruction, operand)? {
            Word::Number(value) => Ok(value),
            _ => Err(Reason::Operand("no number")),
        }
    }

    /// What an operand of 64 or 32 bits holds.
    pub(super) fn word(&mut self, instruction: &Instruction, operand: u32) -> Result<Word, Reason> {
        match instruction.op_kind(operand) {
            OpKind::Register => {
                let register = instruction.op_register(operand);
                let is_whole = register.is_gpr64() || register.is_gpr32();
                match self.get(register)? {
                    word if register.is_gpr64() => Ok(word),
                    Word::Number(value) if is_whole => Ok(Word::Number(self.half(value))),
                    _ => Err(Reason::Operand("a part of a register")),
                }
            }
            OpKind::Memory if instruction.memory_size().size() == 8 => {
                let place = self.place(instruction)?;
                self.load(place)
            }
            OpKind::Memory => Err(Reason::Operand("a part of a word of memory")),
            OpKind::Immediate8to64
            | OpKind::Immediate32to64
            | OpKind::Immediate64
            | OpKind::Immediate32
            | OpKind::Immediate8to32 => {
                Ok(Word::Number(self.to.constant(instruction.immediate(operand))))
            }
            _ => Err(Reason::Operand("an operand of an unknown kind")),
        }
    }

    /// Writes the result of an instruction to its first operand.
    pub(super) fn result(&mut self, instruction: &Instruction, value: Value) -> Result<(), Reason> {
        match instruction.op0_kind() {
            OpKind::Register => self.put(instruction.op0_register(), value),
            OpKind::Memory if instruction.memory_size().size() == 8 => {
                let place = self.place(instruction)?;
                self.store(place, Word::Number(value))
            }
            _ => Err(Reason::Operand("a result of another kind")),
        }
    }

    pub(super) fn mov(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        if instruction.op0_kind() == OpKind::Memory {
            let is_word = instruction.memory_size().size() == 8;
            let word = match instruction.op1_kind() {
                OpKind::Register if instruction.op1_register().is_gpr8() => {
                    let bit = self.byte(instruction, 1)?;
                    return self.store_byte(instruction, bit);
                }
                _ if !is_word => return Err(Reason::Operand("a part of a word of memory")),
                _ => self.word(instruction, 1)?,
            };
            let place = self.place(instruction)?;
            return self.store(place, word);
        }
        let to = instruction.op0_register();
        let word = self.word(instruction, 1)?;
        match word {
            Word::Number(value) => self.put(to, value),
            word if to.is_gpr64() => self.set(to, word),
            _ => Err(unknown(instruction)),
        }
    }

    /// A byte that holds a bit, to the stack: of the word around it nothing is known then.
    fn store_byte(&mut self, instruction: &Instruction, bit: Value) -> Result<(), Reason> {
        let Place::Based(Base::Stack, offset) = self.place(instruction)? else {
            return Err(Reason::Operand("a byte outside of the stack"));
        };
        let around = offset - offset.rem_euclid(WORD);
        self.on_stack(around)?;
        self.stack.remove(&around);
        self.bytes.insert(offset, bit);
        Ok(())
    }

    /// `movzx`: of a byte that holds a bit.
    pub(super) fn movzx(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let bit = self.byte(instruction, 1)?;
        self.put(instruction.op0_register(), bit)
    }

    /// The bit that a byte holds.
    pub(super) fn byte(
        &mut self,
        instruction: &Instruction,
        operand: u32,
    ) -> Result<Value, Reason> {
        let word = match instruction.op_kind(operand) {
            OpKind::Register => self.get(low_byte(instruction.op_register(operand))?)?,
            OpKind::Memory if instruction.memory_size().size() == 1 => {
                match self.place(instruction)? {
                    Place::Based(Base::Stack, offset) => {
                        self.on_stack(offset - offset.rem_euclid(WORD))?;
                        let bit = self.bytes.get(&offset).copied();
                        return bit.ok_or(Reason::Operand("no bit on the stack"));
                    }
                    _ => return Err(Reason::Operand("a byte outside of the stack")),
                }
            }
            _ => return Err(unknown(instruction)),
        };
        match word {
            Word::Byte(bit) => Ok(bit),
            Word::Number(value) if self.to.is_bit(value) => Ok(value),
            _ => Err(Reason::Operand("a byte that is no bit")),
        }
    }

    /// `setb`: the carry flag to a byte.
    pub(super) fn set_byte(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let bit = self.carry.ok_or(Reason::Operand("the carry flag is no carry"))?;
        if instruction.op0_kind() == OpKind::Memory {
            return self.store_byte(instruction, bit);
        }
        let register = low_byte(instruction.op0_register())?;
        // The other bytes stay as they were: of a zero, the word is the bit.
        let word = match self.general[number(register)] {
            Some(Word::Number(value)) if self.to.as_constant(value) == Some(0) => Word::Number(bit),
            _ => Word::Byte(bit),
        };
        self.set(register, word)
    }

    pub(super) fn push_or_pop(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let register = instruction.op0_register();
        if instruction.op0_kind() != OpKind::Register || !register.is_gpr64() {
            return Err(unknown(instruction));
        }
        let Word::Address(Base::Stack, top) = self.get(Register::RSP)? else {
            return Err(Reason::Operand("a stack pointer that is not on the stack"));
        };
        if instruction.mnemonic() == Mnemonic::Push {
            let word = self.get(register)?;
            self.set(Register::RSP, Word::Address(Base::Stack, top - WORD))?;
            return self.store(Place::Based(Base::Stack, top - WORD), word);
        }
        let word = self.load(Place::Based(Base::Stack, top))?;
        self.set(Register::RSP, Word::Address(Base::Stack, top + WORD))?;
        self.set(register, word)
    }

    /// Moves of 128 bits: two words.
    pub(super) fn move_pair(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let is_aligned = matches!(instruction.mnemonic(), Mnemonic::Movaps | Mnemonic::Movdqa);
        let vector = |at: u32| {
            let register = instruction.op_register(at);
            let is_one = instruction.op_kind(at) == OpKind::Register && register.is_xmm();
            is_one.then(|| register.number()).filter(|number| *number < 16)
        };
        if let (Some(to), Some(from)) = (vector(0), vector(1)) {
            self.vectors[to] = self.vectors[from];
            return Ok(());
        }
        let places = self.pair(instruction, is_aligned)?;
        if let Some(to) = vector(0) {
            for (half, place) in places.into_iter().enumerate() {
                self.vectors[to][half] = Some(self.load(place)?);
            }
            return Ok(());
        }
        let from = vector(1).ok_or_else(|| unknown(instruction))?;
        for (half, place) in places.into_iter().enumerate() {
            let word = self.vectors[from][half];
            self.store(place, word.ok_or(Reason::Operand("a register that was not written"))?)?;
        }
        Ok(())
    }

    /// The places of two words that follow each other.
    fn pair(&self, instruction: &Instruction, is_aligned: bool) -> Result<[Place; 2], Reason> {
        let unaligned = Reason::Operand("an aligned move of what is not aligned");
        match self.place(instruction)? {
            Place::Based(base, offset) => {
                // Callers leave the return address eight bytes below a multiple of 16.
                let is_at = base == Base::Stack && (offset + WORD) % 16 == 0;
                if is_aligned && !is_at {
                    return Err(unaligned);
                }
                Ok([offset, moved(offset, WORD)?].map(|offset| Place::Based(base, offset)))
            }
            Place::Constant(address) if is_aligned && address % 16 != 0 => Err(unaligned),
            Place::Constant(address) => Ok([address, address.wrapping_add(8)].map(Place::Constant)),
        }
    }
}

/// The register that a byte is the lowest of.
fn low_byte(register: Register) -> Result<Register, Reason> {
    let is_high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
    match register.is_gpr8() && !is_high {
        true => Ok(register.full_register()),
        false => Err(Reason::Operand("a part of a register")),
    }
}

fn moved(offset: i64, by: i64) -> Result<i64, Reason> {
    let sum = offset.checked_add(by).filter(|sum| i32::try_from(*sum).is_ok());
    sum.ok_or(Reason::Operand("an address too far"))
}
