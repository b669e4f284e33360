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
        // How often it is repeated depends on what it compares.
        || is_repeated(instruction) && ["Cmps", "Scas"].iter().any(|start| name.starts_with(start))
        || varies.iter().any(|start| name.starts_with(start))
        || name.contains("compress")
        || name.contains("expand")
}

/// It is one step however often it is repeated: RCX times.
fn is_repeated(instruction: &Instruction) -> bool {
    let is_repeated = instruction.has_rep_prefix() || instruction.has_repne_prefix();
    instruction.is_string_instruction() && is_repeated
}

/// An instruction and what it names.
#[derive(Debug)]
pub struct Operands {
    code: Code,
    memory: Vec<UsedMemory>,
    /// Numbers that its time depends on: what it divides and by what, or how often it is repeated.
    numbers: Vec<Register>,
    /// The registers that all of these are made of, by their numbers.
    pub registers: u16,
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
        let mut numbers = Vec::new();
        if matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv) {
            let divisor = instruction.op0_register().full_register();
            numbers.extend([Register::RAX, Register::RDX, divisor]);
        }
        if is_repeated(&instruction) {
            numbers.push(Register::RCX);
        }
        let of_memory = memory.iter().flat_map(|it| [it.base(), it.index()]);
        let made_of = of_memory.chain(numbers.iter().copied()).map(Register::full_register);
        let registers =
            made_of.filter(|it| it.is_gpr64()).fold(0, |mask, it| mask | 1 << it.number());
        Ok(Self {
            code: instruction.code(),
            memory,
            numbers,
            registers,
            refused: is_refused(&instruction).then(|| instruction.mnemonic()),
            is_wide,
        })
    }

    /// How many addresses and numbers it names.
    #[must_use]
    pub fn count(&self) -> usize {
        self.memory.len() + self.numbers.len()
    }

    /// Appends the addresses of memory that it names, and the numbers that its time depends on.
    /// Errors: an address is made of a register whose value is not known.
    pub fn append(&self, registers: &impl Registers, out: &mut Vec<u64>) -> Result<(), String> {
        out.extend(self.numbers.iter().map(|&register| registers.value(register).unwrap_or(0)));
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
        // rep movsb; repe cmpsb; repne scasb; cmpsd xmm0, xmm1, which is no string instruction.
        assert_eq!(of(&[0xf3, 0xa4]), Ok(None));
        assert_eq!(of(&[0xf3, 0xa6]), Ok(Some(Mnemonic::Cmpsb)));
        assert_eq!(of(&[0xf2, 0xae]), Ok(Some(Mnemonic::Scasb)));
        assert_eq!(of(&[0xf2, 0x0f, 0xc2, 0xc1, 0]), Ok(None));
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
        // rep stosb: how often, and where to.
        assert_eq!(named(&[0xf3, 0xaa]), Ok(vec![3; 2]));
        assert_eq!(named(&[0xe8, 0, 0, 0, 0]), Ok(vec![]));
        assert!(named(&[0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0]).is_err());
        assert_eq!(named(&[0x48, 0x01, 0xc8]), Ok(vec![]));
    }
}
