//! Instructions that compute: sums and differences with carries, products, shifts, masks.
//!
//! An instruction of 32 bits is that of 64 with the upper half cleared, where the lower half of
//! the result hangs on the lower halves of the operands alone; its flags are not known then.

use super::operands::Place;
use super::{Base, Machine, Word, unknown};
use crate::machine::number;
use crate::reason::Reason;
use fieldgen::ir::Value;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

impl Machine<'_> {
    /// Follows an instruction that computes.
    pub(super) fn arithmetic(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        match instruction.mnemonic() {
            Mnemonic::Add | Mnemonic::Sub if self.is_address(instruction) => {
                self.move_address(instruction)
            }
            Mnemonic::Add if is_byte(instruction) => self.restore_carry(instruction),
            Mnemonic::Add | Mnemonic::Adc => self.sum(instruction),
            Mnemonic::Sub | Mnemonic::Sbb | Mnemonic::Cmp => self.difference(instruction),
            Mnemonic::Mul => self.mul(instruction),
            Mnemonic::Mulx => self.mulx(instruction),
            Mnemonic::Imul => self.imul(instruction),
            Mnemonic::And => self.and(instruction),
            Mnemonic::Or => self.or(instruction),
            Mnemonic::Xor => self.xor(instruction),
            Mnemonic::Not => {
                let value = self.value(instruction, 0)?;
                let rest = self.to.complement(value);
                self.result(instruction, rest)
            }
            Mnemonic::Neg => self.neg(instruction),
            Mnemonic::Inc => {
                let (one, value) = (self.to.constant(1), self.value(instruction, 0)?);
                let zero = self.to.constant(0);
                let (sum, _) = self.to.adc(value, one, zero);
                self.result(instruction, sum)
            }
            Mnemonic::Shl | Mnemonic::Shr => self.shift(instruction),
            Mnemonic::Shld | Mnemonic::Shrd => self.shift_pair(instruction),
            _ => Err(unknown(instruction)),
        }
    }

    /// Whether the first operand is a register with an address.
    fn is_address(&self, instruction: &Instruction) -> bool {
        let register = instruction.op0_register();
        instruction.op0_kind() == OpKind::Register
            && register.is_gpr64()
            && matches!(self.general[number(register)], Some(Word::Address(..)))
    }

    /// An address and a constant.
    fn move_address(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let register = instruction.op0_register();
        let value = self.value(instruction, 1)?;
        let by = self.to.as_constant(value).ok_or(Reason::Operand("an address and a number"))?;
        let by = if instruction.mnemonic() == Mnemonic::Sub { by.wrapping_neg() } else { by };
        let Word::Address(base, offset) = self.get(register)? else {
            return Err(unknown(instruction));
        };
        self.carry = None;
        let sum = offset.checked_add(by as i64).filter(|sum| i32::try_from(*sum).is_ok());
        let sum = sum.ok_or(Reason::Operand("an address too far"))?;
        self.set(register, Word::Address(base, sum))
    }

    /// `add byte, 255` of a bit: it carries where the bit is 1.
    fn restore_carry(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let bit = self.byte(instruction, 0)?;
        if instruction.op1_kind() != OpKind::Immediate8 || instruction.immediate8() != 0xff {
            return Err(unknown(instruction));
        }
        self.carry = Some(bit);
        match (instruction.op0_kind(), self.op_place(instruction)?) {
            (OpKind::Register, _) => {
                self.general[number(instruction.op0_register())] = None;
            }
            (_, Some(Place::Based(Base::Stack, offset))) => {
                self.bytes.remove(&offset);
            }
            _ => return Err(unknown(instruction)),
        }
        Ok(())
    }

    fn op_place(&self, instruction: &Instruction) -> Result<Option<Place>, Reason> {
        match instruction.op0_kind() {
            OpKind::Memory => self.place(instruction).map(Some),
            _ => Ok(None),
        }
    }

    fn carry_in(&mut self, is_with: bool) -> Result<Option<Value>, Reason> {
        match is_with {
            true => self.carry.map(Some).ok_or(Reason::Operand("the carry flag is no carry")),
            false => Ok(None),
        }
    }

    /// Notes what an instruction leaves in the carry flag, if it is one of 64 bits.
    fn note(&mut self, instruction: &Instruction, carry: Value) {
        let size = match instruction.op0_kind() {
            OpKind::Register => instruction.op0_register().size(),
            _ => instruction.memory_size().size(),
        };
        self.carry = (size == 8).then_some(carry);
    }

    fn sum(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let [a, b] = [self.value(instruction, 0)?, self.value(instruction, 1)?];
        let with = self.carry_in(instruction.mnemonic() == Mnemonic::Adc)?;
        let with = with.unwrap_or_else(|| self.to.constant(0));
        let (sum, carry) = self.to.adc(a, b, with);
        self.note(instruction, carry);
        self.result(instruction, sum)
    }

    fn take(&mut self, a: Value, b: Value, with: Option<Value>) -> (Value, Value) {
        let with = with.unwrap_or_else(|| self.to.constant(0));
        self.to.sbb(a, b, with)
    }

    fn difference(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let with = self.carry_in(instruction.mnemonic() == Mnemonic::Sbb)?;
        let is_same = instruction.op0_kind() == OpKind::Register
            && instruction.op1_kind() == OpKind::Register
            && instruction.op0_register() == instruction.op1_register();
        if let (true, Some(bit)) = (is_same, with) {
            // All ones where there is a carry, which stays; whatever the register held.
            let mask = self.to.mask(bit);
            return self.put(instruction.op0_register(), mask);
        }
        let [a, b] = [self.value(instruction, 0)?, self.value(instruction, 1)?];
        let (rest, borrow) = self.take(a, b, with);
        self.note(instruction, borrow);
        match instruction.mnemonic() {
            Mnemonic::Cmp => Ok(()),
            _ => self.result(instruction, rest),
        }
    }

    fn neg(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let value = self.value(instruction, 0)?;
        let zero = self.to.constant(0);
        let (rest, borrow) = self.to.sbb(zero, value, zero);
        self.note(instruction, borrow);
        let rest = if self.to.is_bit(value) { self.to.mask(value) } else { rest };
        self.result(instruction, rest)
    }

    fn mul(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let factor = self.value(instruction, 0)?;
        let is_wide = match instruction.op0_kind() {
            OpKind::Register => instruction.op0_register().is_gpr64(),
            _ => true,
        };
        let Word::Number(other) = self.get(Register::RAX)? else {
            return Err(Reason::Operand("no number"));
        };
        if !is_wide {
            return Err(unknown(instruction));
        }
        let (low, high) = self.to.product(other, factor);
        self.carry = None;
        self.put(Register::RAX, low)?;
        self.put(Register::RDX, high)
    }

    fn mulx(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let [high, low] = [instruction.op0_register(), instruction.op1_register()];
        let Word::Number(other) = self.get(Register::RDX)? else {
            return Err(Reason::Operand("no number"));
        };
        if !high.is_gpr64() {
            return Err(unknown(instruction));
        }
        let factor = self.value(instruction, 2)?;
        let (of_low, of_high) = self.to.product(other, factor);
        self.put(low, of_low)?;
        self.put(high, of_high)
    }

    fn imul(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let [a, b] = match instruction.op_count() {
            2 => [self.value(instruction, 0)?, self.value(instruction, 1)?],
            3 => [self.value(instruction, 1)?, self.value(instruction, 2)?],
            _ => return Err(unknown(instruction)),
        };
        let is_short = |value| self.to.as_constant(value).is_some_and(|word| word >> 32 == 0);
        let low = match is_short(a) || is_short(b) {
            true => self.to.product(a, b).0,
            false => self.to.product_low(a, b),
        };
        self.carry = None;
        self.result(instruction, low)
    }

    /// No operand is above a word: no carry is left.
    fn clear_carry(&mut self) {
        self.carry = Some(self.to.constant(0));
    }

    fn and(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let words = [self.word(instruction, 0)?, self.word(instruction, 1)?];
        self.clear_carry();
        match words {
            [Word::Number(a), Word::Number(b)] => {
                let value = self.to.and(a, b);
                self.result(instruction, value)
            }
            [Word::Xor(a, b), Word::Number(mask)] | [Word::Number(mask), Word::Xor(a, b)] => {
                let register = instruction.op0_register();
                if !register.is_gpr64() || instruction.op0_kind() != OpKind::Register {
                    return Err(unknown(instruction));
                }
                self.set(register, Word::Masked(mask, a, b))
            }
            _ => Err(Reason::Operand("no number")),
        }
    }

    fn or(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let [a, b] = [self.value(instruction, 0)?, self.value(instruction, 1)?];
        if !self.to.are_apart(a, b) {
            return Err(Reason::Operand("an or of words that may share bits"));
        }
        self.clear_carry();
        let zero = self.to.constant(0);
        let (sum, _) = self.to.adc(a, b, zero);
        self.result(instruction, sum)
    }

    fn xor(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let is_registers =
            [0, 1].map(|at| instruction.op_kind(at) == OpKind::Register) == [true, true];
        self.clear_carry();
        if is_registers && instruction.op0_register() == instruction.op1_register() {
            let zero = self.to.constant(0);
            return self.put(instruction.op0_register(), zero);
        }
        let register = instruction.op0_register();
        if !register.is_gpr64() || instruction.op0_kind() != OpKind::Register {
            return Err(unknown(instruction));
        }
        let words = [self.word(instruction, 0)?, self.word(instruction, 1)?];
        match words {
            [Word::Number(a), Word::Number(b)] => self.set(register, Word::Xor(a, b)),
            // One of two words, by a mask.
            [Word::Masked(mask, a, b), Word::Number(other)]
            | [Word::Number(other), Word::Masked(mask, a, b)] => {
                let chosen = match (other == a, other == b) {
                    (_, true) => a,
                    (true, _) => b,
                    _ => return Err(Reason::Operand("no choice of one of two words")),
                };
                let value = self.to.select(mask, chosen, other);
                self.put(register, value)
            }
            _ => Err(Reason::Operand("no number")),
        }
    }

    fn shift(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let value = self.value(instruction, 0)?;
        let is_long = match instruction.op0_kind() {
            OpKind::Register => instruction.op0_register().is_gpr64(),
            _ => true,
        };
        let limit = if is_long { 64 } else { 32 };
        let distance = distance(instruction, 1, limit)?;
        let shifted = match instruction.mnemonic() {
            Mnemonic::Shl => self.to.shl(value, distance),
            _ => self.to.right(value, distance),
        };
        self.carry = None;
        self.result(instruction, shifted)
    }

    /// A word with bits of another one in the place of those that are shifted out of it.
    fn shift_pair(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        if instruction.op0_kind() != OpKind::Register || !instruction.op0_register().is_gpr64() {
            return Err(unknown(instruction));
        }
        let [own, other] = [self.value(instruction, 0)?, self.value(instruction, 1)?];
        let distance = distance(instruction, 2, 64)?;
        let (a, b) = match instruction.mnemonic() {
            Mnemonic::Shld => (self.to.shl(own, distance), self.to.right(other, 64 - distance)),
            _ => (self.to.right(own, distance), self.to.shl(other, 64 - distance)),
        };
        let zero = self.to.constant(0);
        let (sum, _) = self.to.adc(a, b, zero);
        self.carry = None;
        self.result(instruction, sum)
    }

    /// A sum of an address and a constant, or of numbers; no flag changes.
    pub(super) fn lea(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let to = instruction.op0_register();
        let is_indexed = instruction.memory_index() != Register::None;
        let base = instruction.memory_base();
        let displacement = instruction.memory_displacement64();
        if !is_indexed
            && base.is_gpr64()
            && let Word::Address(..) = self.get(base)?
        {
            let Place::Based(base, offset) = self.place(instruction)? else {
                return Err(unknown(instruction));
            };
            return match to.is_gpr64() {
                true => self.set(to, Word::Address(base, offset)),
                false => Err(unknown(instruction)),
            };
        }
        let zero = self.to.constant(0);
        let mut sum = None;
        let index = (instruction.memory_index(), instruction.memory_index_scale());
        for (register, scale) in [(base, 1), index] {
            if register == Register::None {
                continue;
            }
            if !register.is_gpr64() {
                return Err(unknown(instruction));
            }
            let Word::Number(value) = self.get(register)? else {
                return Err(Reason::Operand("no number"));
            };
            let value = self.to.shl(value, scale.trailing_zeros());
            sum = Some(match sum {
                None => value,
                Some(sum) => self.to.adc(sum, value, zero).0,
            });
        }
        let mut sum = sum.ok_or_else(|| unknown(instruction))?;
        if displacement != 0 {
            let by = self.to.constant(displacement);
            sum = self.to.adc(sum, by, zero).0;
        }
        self.put(to, sum)
    }
}

fn is_byte(instruction: &Instruction) -> bool {
    match instruction.op0_kind() {
        OpKind::Register => instruction.op0_register().is_gpr8(),
        _ => instruction.memory_size().size() == 1,
    }
}

/// A distance of a shift, from 1 to below `limit`.
fn distance(instruction: &Instruction, operand: u32, limit: u32) -> Result<u32, Reason> {
    if instruction.op_count() <= operand || instruction.op_kind(operand) != OpKind::Immediate8 {
        return Err(Reason::Operand("a shift by a register"));
    }
    let distance = u32::from(instruction.immediate8());
    match (1..limit).contains(&distance) {
        true => Ok(distance),
        false => Err(Reason::Operand("no distance")),
    }
}
