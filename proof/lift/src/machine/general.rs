//! Instructions of general registers: addresses, the stack, constants.

use super::{Base, CELL, General, Machine, Slot, number};
use crate::reason::Reason;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

impl Machine<'_> {
    /// Follows an instruction of general registers.
    pub(super) fn general(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let unknown = || Reason::Unknown(format!("{:?}", instruction.code()).to_lowercase());
        match instruction.mnemonic() {
            Mnemonic::Mov => self.mov(instruction),
            Mnemonic::Lea => {
                let to = wide(instruction, 0).ok_or_else(unknown)?;
                let address = self.address(instruction)?;
                self.set(to, Some(address))
            }
            Mnemonic::Push => {
                let from = wide(instruction, 0).ok_or_else(unknown)?;
                let value = self.get(from)?;
                self.move_stack(-8)?;
                let (base, offset) = self.top()?;
                self.put_slot(base, offset, Slot::General(value))
            }
            Mnemonic::Pop => {
                let to = wide(instruction, 0).ok_or_else(unknown)?;
                let (base, offset) = self.top()?;
                let Slot::General(value) = self.slot(base, offset, 8)? else {
                    return Err(Reason::Operand("a vector in a general register"));
                };
                self.move_stack(8)?;
                self.set(to, Some(value))
            }
            Mnemonic::Add | Mnemonic::Sub => {
                let to = wide(instruction, 0).ok_or_else(unknown)?;
                let by = immediate(instruction).ok_or_else(unknown)?;
                let by =
                    if instruction.mnemonic() == Mnemonic::Sub { by.wrapping_neg() } else { by };
                let moved = moved(self.get(to)?, by)?;
                self.set(to, Some(moved))
            }
            Mnemonic::And if wide(instruction, 0) == Some(Register::RSP) => {
                self.cut_stack(immediate(instruction).ok_or_else(unknown)?)
            }
            Mnemonic::Xor => {
                let [to, from] = [0, 1].map(|at| instruction.op_register(at));
                let is_zero = to == from && (to.is_gpr32() || to.is_gpr64());
                if !is_zero || instruction.op1_kind() != OpKind::Register {
                    return Err(unknown());
                }
                self.set(to.full_register(), Some(General::Constant(0)))
            }
            _ => Err(unknown()),
        }
    }

    fn mov(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let unknown = || Reason::Unknown(format!("{:?}", instruction.code()).to_lowercase());
        if instruction.op0_kind() == OpKind::Memory {
            let from = wide(instruction, 1).ok_or_else(unknown)?;
            let value = self.get(from)?;
            return match self.address(instruction)? {
                General::Pointer(base @ (Base::Stack | Base::Aligned), offset) => {
                    self.put_slot(base, offset, Slot::General(value))
                }
                _ => Err(Reason::Operand("a number that is stored outside of the stack")),
            };
        }
        let to = instruction.op0_register();
        if let Some(constant) = immediate(instruction) {
            // A constant of 32 bits clears the upper half.
            return match (to.is_gpr64(), to.is_gpr32()) {
                (true, _) => self.set(to, Some(General::Constant(constant))),
                (_, true) => {
                    let low = constant & u64::from(u32::MAX);
                    self.set(to.full_register(), Some(General::Constant(low)))
                }
                _ => Err(unknown()),
            };
        }
        let to = wide(instruction, 0).ok_or_else(unknown)?;
        if instruction.op1_kind() == OpKind::Memory {
            let General::Pointer(base @ (Base::Stack | Base::Aligned), offset) =
                self.address(instruction)?
            else {
                return Err(Reason::Operand("a number that is read outside of the stack"));
            };
            let Slot::General(value) = self.slot(base, offset, 8)? else {
                return Err(Reason::Operand("a vector in a general register"));
            };
            return self.set(to, Some(value));
        }
        let value = self.get(wide(instruction, 1).ok_or_else(unknown)?)?;
        self.set(to, Some(value))
    }

    pub(super) fn get(&self, register: Register) -> Result<General, Reason> {
        self.general[number(register)].ok_or(Reason::Operand("a register that is not known"))
    }

    /// Sets a register. The stack pointer stays on the stack, and only goes down or back.
    fn set(&mut self, register: Register, value: Option<General>) -> Result<(), Reason> {
        if register == Register::RSP {
            match value {
                Some(General::Pointer(base @ (Base::Stack | Base::Aligned), to)) if to <= 0 => {
                    self.leave_stack(base, to);
                }
                _ => return Err(Reason::Operand("a stack pointer that is not on the stack")),
            }
        }
        self.general[number(register)] = value;
        Ok(())
    }

    /// Forgets what lies below a stack pointer: a signal may write there. Back from below the cut,
    /// all of what was there is gone; the stack cannot be cut again.
    fn leave_stack(&mut self, base: Base, to: i64) {
        if base == Base::Stack {
            self.stack.retain(|(other, _), _| *other == Base::Stack);
        }
        self.stack.retain(|(other, at), _| *other != base || *at >= to - super::RED_ZONE);
    }

    fn top(&self) -> Result<(Base, i64), Reason> {
        match self.get(Register::RSP)? {
            General::Pointer(base, offset) => Ok((base, offset)),
            _ => Err(Reason::Operand("a stack pointer that is not on the stack")),
        }
    }

    fn move_stack(&mut self, by: i64) -> Result<(), Reason> {
        let to = moved(self.get(Register::RSP)?, by as u64)?;
        self.set(Register::RSP, Some(to))
    }

    /// `and rsp, -64`: how far it goes down is not known, so that it is another base.
    fn cut_stack(&mut self, mask: u64) -> Result<(), Reason> {
        let (base, offset) = self.top()?;
        if base != Base::Stack || self.cut.is_some() || mask != (-CELL) as u64 {
            return Err(Reason::Operand("a stack that is cut in an unknown way"));
        }
        self.cut = Some(offset);
        self.stack.retain(|(_, at), _| *at >= offset);
        self.general[number(Register::RSP)] = Some(General::Pointer(Base::Aligned, 0));
        Ok(())
    }
}

/// A general register of 64 bits that is an operand.
fn wide(instruction: &Instruction, operand: u32) -> Option<Register> {
    let register = instruction.op_register(operand);
    let is_register = instruction.op_count() > operand
        && instruction.op_kind(operand) == OpKind::Register
        && register.is_gpr64();
    is_register.then_some(register)
}

/// The last operand, if it is a constant.
fn immediate(instruction: &Instruction) -> Option<u64> {
    let last = instruction.op_count().checked_sub(1)?;
    let is_constant = matches!(
        instruction.op_kind(last),
        OpKind::Immediate8to64
            | OpKind::Immediate32to64
            | OpKind::Immediate64
            | OpKind::Immediate32
    );
    is_constant.then(|| instruction.immediate(last))
}

fn moved(value: General, by: u64) -> Result<General, Reason> {
    match value {
        General::Constant(constant) => Ok(General::Constant(constant.wrapping_add(by))),
        General::Pointer(base, offset) => {
            let sum = offset.checked_add(by as i64).filter(|sum| i32::try_from(*sum).is_ok());
            sum.map(|sum| General::Pointer(base, sum)).ok_or(Reason::Operand("an address too far"))
        }
        General::Caller(_) => Err(Reason::Operand("a register of the caller")),
    }
}
