//! What an instruction names: addresses of memory, and numbers that its time depends on.

use iced_x86::{Code, Decoder, DecoderOptions, Instruction, InstructionInfoFactory, Mnemonic};
use iced_x86::{Register, UsedMemory};

/// The values of registers before an instruction.
pub trait Registers {
    /// The value of a general register of 64 bits, of the instruction's own address, or the base of
    /// a segment. `None` if it is not known.
    fn value(&self, register: Register) -> Option<u64>;
}

/// The value of a register that is part of an address or of a division.
fn value_of(registers: &impl Registers, register: Register) -> Option<u64> {
    match register {
        Register::DS | Register::ES | Register::SS | Register::CS => Some(0),
        // Of 32 bits, in an address or as a count of a repetition.
        narrow if narrow.is_gpr32() => Some(registers.value(narrow.full_register())? & 0xffff_ffff),
        whole => registers.value(whole),
    }
}

/// Its time depends on operands that are not looked at, or it names many addresses.
fn is_refused(instruction: &Instruction) -> bool {
    let name = format!("{:?}", instruction.mnemonic());
    let varies = ["Sqrt", "Vdiv", "Vsqrt", "Fdiv", "Divs", "Divp"];
    instruction.is_vsib()
        || varies.iter().any(|start| name.starts_with(start))
        || name.contains("compress")
        || name.contains("expand")
}

/// An instruction and what it names.
#[derive(Debug)]
pub struct Operands {
    code: Code,
    memory: Vec<UsedMemory>,
    /// By what it divides, if it does: numbers whose size its time depends on.
    divisor: Option<Register>,
    /// Its name, if no secret may reach it: its time depends on operands that are not looked at, or
    /// its addresses are in lanes.
    pub refused: Option<Mnemonic>,
    /// Whether it is on registers of 512 bits.
    pub is_wide: bool,
}

impl Operands {
    /// Reads the instruction at an address. Errors: it is none.
    pub fn read(code: &[u8], at: u64, info: &mut InstructionInfoFactory) -> Result<Self, String> {
        let instruction = Decoder::with_ip(64, code, at, DecoderOptions::NONE).decode();
        if instruction.code() == Code::INVALID {
            return Err(format!("no instruction at {at:#x}"));
        }
        // A call names the stack and an address of the program: both are on the path.
        let implied = matches!(instruction.mnemonic(), Mnemonic::Call | Mnemonic::Ret);
        let used = info.info(&instruction);
        let memory = if implied { Vec::new() } else { used.used_memory().to_vec() };
        let is_wide = used.used_registers().iter().any(|it| it.register().is_zmm());
        let divides = matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv);
        Ok(Self {
            code: instruction.code(),
            memory,
            divisor: divides.then(|| instruction.op0_register()),
            refused: is_refused(&instruction).then(|| instruction.mnemonic()),
            is_wide,
        })
    }

    /// Appends the addresses of memory that it names, and the numbers that it divides. Errors: an
    /// address is made of a register whose value is not known.
    pub fn append(&self, registers: &impl Registers, out: &mut Vec<u64>) -> Result<(), String> {
        if let Some(divisor) = self.divisor {
            let whole = [Register::RAX, Register::RDX, divisor.full_register()];
            out.extend(whole.map(|register| registers.value(register).unwrap_or(0)));
        }
        for memory in &self.memory {
            let address = memory.virtual_address(0, |register, _, _| value_of(registers, register));
            let why = || format!("the address of {:?}: {memory:?}", self.code);
            out.push(address.ok_or_else(why)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_is_refused() {
        let of = |code: &[u8]| {
            Operands::read(code, 0, &mut InstructionInfoFactory::new()).map(|it| it.refused)
        };
        // divsd xmm0, xmm1; vpgatherqq zmm0{k1}, [rax+zmm1]; vpaddq zmm0, zmm0, zmm1.
        assert_eq!(of(&[0xf2, 0x0f, 0x5e, 0xc1]), Ok(Some(Mnemonic::Divsd)));
        assert!(of(&[0x62, 0xf2, 0xfd, 0x49, 0x91, 0x04, 0x08]).is_ok_and(|it| it.is_some()));
        assert_eq!(of(&[0x62, 0xf1, 0xfd, 0x48, 0xd4, 0xc1]), Ok(None));
        // An opcode that is none.
        assert!(of(&[0x06]).is_err());
    }

    /// Registers that all have the same value.
    struct All(u64);

    impl Registers for All {
        fn value(&self, register: Register) -> Option<u64> {
            (register.is_gpr64()).then_some(self.0)
        }
    }

    /// Goal: addresses and what is divided are told, and what is not known is an error.
    #[test]
    fn addresses_and_divisions_are_told() {
        let named = |code: &[u8]| {
            let operands = Operands::read(code, 0, &mut InstructionInfoFactory::new())?;
            let mut out = Vec::new();
            operands.append(&All(3), &mut out).map(|()| out)
        };
        // mov rax, [rbx + 2 rcx + 1]; div rcx; call; mov rax, fs:[0]; a value without an address.
        assert_eq!(named(&[0x48, 0x8b, 0x44, 0x4b, 0x01]), Ok(vec![10]));
        assert_eq!(named(&[0x48, 0xf7, 0xf1]), Ok(vec![3; 3]));
        assert_eq!(named(&[0xe8, 0, 0, 0, 0]), Ok(vec![]));
        assert!(named(&[0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0]).is_err());
        assert_eq!(named(&[0x48, 0x01, 0xc8]), Ok(vec![]));
    }
}
