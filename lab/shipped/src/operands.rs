//! What an instruction names: addresses of memory, and numbers that its time depends on.

use iced_x86::{Code, CpuidFeature, Decoder, DecoderOptions, Instruction, InstructionInfoFactory};
use iced_x86::{Mnemonic, OpAccess, OpKind, Register, UsedMemory};

/// The values of registers before an instruction.
pub trait Registers {
    /// The value of a general register of 64 bits, of the instruction's own address, or the base of
    /// a segment. `None` if it is not known.
    fn value(&self, register: Register) -> Option<u64>;

    /// The number in memory that divides, of an instruction that has one. `None` if it is not
    /// known.
    fn divisor(&self) -> Option<u64>;
}

/// The bit that stands for [`Registers::divisor`] beside those of registers.
const DIVISOR: u32 = 1 << 16;

/// The value of a register that is part of an address or of a division.
fn value_of(registers: &impl Registers, register: Register) -> Option<u64> {
    match register {
        Register::DS | Register::ES | Register::SS | Register::CS => Some(0),
        // Of 32 bits, in an address or as a count of a repetition.
        narrow if narrow.is_gpr32() => Some(registers.value(narrow.full_register())? & 0xffff_ffff),
        Register::AL => Some(registers.value(Register::RAX)? & 0xff),
        whole => registers.value(whole),
    }
}

/// Its time depends on operands that are not looked at, or it names many addresses.
fn is_refused(instruction: &Instruction) -> bool {
    let name = format!("{:?}", instruction.mnemonic());
    let varies = ["Sqrt", "Vdiv", "Vsqrt", "Divs", "Divp"];
    let is_of_x87 = |it: &CpuidFeature| matches!(it, CpuidFeature::FPU | CpuidFeature::FPU287);
    instruction.is_vsib()
        || has_bit_in_memory(instruction)
        // It wipes memory that no operand names.
        || instruction.mnemonic() == Mnemonic::Clzero
        || instruction.cpuid_features().iter().any(is_of_x87)
        // How often it is repeated depends on what it compares.
        || is_repeated(instruction) && ["Cmps", "Scas"].iter().any(|start| name.starts_with(start))
        || varies.iter().any(|start| name.starts_with(start))
        || name.contains("compress")
        || name.contains("expand")
}

/// Whether an instruction finds a bit in memory by its number, which is part of the address: no
/// operand says which word is read.
#[must_use]
pub fn has_bit_in_memory(instruction: &Instruction) -> bool {
    let bits = [Mnemonic::Bt, Mnemonic::Bts, Mnemonic::Btr, Mnemonic::Btc];
    bits.contains(&instruction.mnemonic())
        && instruction.op0_kind() == OpKind::Memory
        && instruction.op1_kind() == OpKind::Register
}

/// It is one step however often it is repeated: RCX times.
fn is_repeated(instruction: &Instruction) -> bool {
    let is_repeated = instruction.has_rep_prefix() || instruction.has_repne_prefix();
    instruction.is_string_instruction() && is_repeated
}

/// The address of an instruction that fetches memory and uses nothing of it: no access, but the
/// cache tells. There are others with an operand in memory that do not look at it.
fn fetched(instruction: &Instruction) -> Option<UsedMemory> {
    let name = format!("{:?}", instruction.mnemonic());
    let fetches = name.starts_with("Prefetch") || instruction.mnemonic() == Mnemonic::Cldemote;
    let is_near = instruction.is_ip_rel_memory_operand();
    fetches.then(|| {
        UsedMemory::new(
            instruction.memory_segment(),
            if is_near { Register::None } else { instruction.memory_base() },
            instruction.memory_index(),
            instruction.memory_index_scale(),
            instruction.memory_displacement64(),
            instruction.memory_size(),
            OpAccess::Read,
        )
    })
}

/// An instruction and what it names.
#[derive(Debug)]
pub struct Operands {
    code: Code,
    memory: Vec<UsedMemory>,
    /// Numbers that its time depends on: what it divides and by what, or how often it is repeated.
    numbers: Vec<Register>,
    /// Whether it divides by a number in memory.
    has_divisor: bool,
    /// What all of these are made of: registers, by their numbers, and [`DIVISOR`].
    pub registers: u32,
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
        let used = info.info(&instruction);
        let mut memory = used.used_memory().to_vec();
        memory.extend(fetched(&instruction));
        let is_wide = used.used_registers().iter().any(|it| it.register().is_zmm());
        let mut numbers = Vec::new();
        let divides = matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv);
        let has_divisor = divides && instruction.op0_kind() == OpKind::Memory;
        if divides {
            numbers.extend([Register::RAX, Register::RDX]);
        }
        if divides && !has_divisor {
            numbers.push(instruction.op0_register().full_register());
        }
        if is_repeated(&instruction) {
            numbers.push(Register::RCX);
        }
        let of_memory = memory.iter().flat_map(|it| [it.base(), it.index()]);
        let made_of = of_memory.chain(numbers.iter().copied()).map(Register::full_register);
        let registers =
            made_of.filter(|it| it.is_gpr64()).fold(0, |mask, it| mask | 1 << it.number());
        let registers = if has_divisor { registers | DIVISOR } else { registers };
        Ok(Self {
            code: instruction.code(),
            memory,
            numbers,
            has_divisor,
            registers,
            refused: is_refused(&instruction).then(|| instruction.mnemonic()),
            is_wide,
        })
    }

    /// Where the number in memory lies that divides, and its bytes, if there is one. Errors: as of
    /// [`Self::append`].
    pub fn divisor(&self, registers: &impl Registers) -> Result<Option<(u64, usize)>, String> {
        let Some(memory) = self.memory.first().filter(|_| self.has_divisor) else {
            return Ok(None);
        };
        let at = memory.virtual_address(0, |register, _, _| value_of(registers, register));
        let at = at.ok_or_else(|| format!("the address of {:?}: {memory:?}", self.code))?;
        Ok(Some((at, memory.memory_size().size())))
    }

    /// How many addresses and numbers it names.
    #[must_use]
    pub fn count(&self) -> usize {
        self.memory.len() + self.numbers.len() + usize::from(self.has_divisor)
    }

    /// Appends the addresses of memory that it names, and the numbers that its time depends on.
    /// Errors: an address is made of a register whose value is not known.
    pub fn append(&self, registers: &impl Registers, out: &mut Vec<u64>) -> Result<(), String> {
        for &register in &self.numbers {
            let why = || format!("a number of {:?}: {register:?}", self.code);
            out.push(registers.value(register).ok_or_else(why)?);
        }
        if self.has_divisor {
            out.push(registers.divisor().ok_or("a number in memory divides, and is not known")?);
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
        // rep movsb; repe cmpsb; repne scasb; cmpsd xmm0, xmm1, which is no string instruction.
        assert_eq!(of(&[0xf3, 0xa4]), Ok(None));
        assert_eq!(of(&[0xf3, 0xa6]), Ok(Some(Mnemonic::Cmpsb)));
        assert_eq!(of(&[0xf2, 0xae]), Ok(Some(Mnemonic::Scasb)));
        assert_eq!(of(&[0xf2, 0x0f, 0xc2, 0xc1, 0]), Ok(None));
        // bt [rax], rcx; bt rax, rcx; fidiv dword [rax]; fsqrt; clzero.
        assert_eq!(of(&[0x48, 0x0f, 0xa3, 0x08]), Ok(Some(Mnemonic::Bt)));
        assert_eq!(of(&[0x48, 0x0f, 0xa3, 0xc8]), Ok(None));
        assert_eq!(of(&[0xda, 0x30]), Ok(Some(Mnemonic::Fidiv)));
        assert_eq!(of(&[0xd9, 0xfa]), Ok(Some(Mnemonic::Fsqrt)));
        assert_eq!(of(&[0x0f, 0x01, 0xfc]), Ok(Some(Mnemonic::Clzero)));
        // An opcode that is none.
        assert!(of(&[0x06]).is_err());
    }

    /// Registers that all have the same value.
    struct All(u64);

    impl Registers for All {
        fn value(&self, register: Register) -> Option<u64> {
            (register.is_gpr64()).then_some(self.0)
        }

        fn divisor(&self) -> Option<u64> {
            Some(self.0 + 1)
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
        assert_eq!(named(&[0xe8, 0, 0, 0, 0]), Ok(vec![u64::MAX - 4]));
        // div qword [rbx]: its address as well; call [rbx + 8 rcx]: the table and the stack.
        assert_eq!(named(&[0x48, 0xf7, 0x33]), Ok(vec![3, 3, 4, 3]));
        let mut call = named(&[0xff, 0x14, 0xcb]).expect("it is understood");
        call.sort_unstable();
        assert_eq!(call, [27, u64::MAX - 4]);
        // prefetcht0 [rbx + 1]; nop [rbx + 1]; xlatb.
        assert_eq!(named(&[0x0f, 0x18, 0x4b, 0x01]), Ok(vec![4]));
        assert_eq!(named(&[0x0f, 0x1f, 0x43, 0x01]), Ok(vec![]));
        assert_eq!(named(&[0xd7]), Ok(vec![6]));
        assert!(named(&[0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0]).is_err());
        assert_eq!(named(&[0x48, 0x01, 0xc8]), Ok(vec![]));
    }
}
