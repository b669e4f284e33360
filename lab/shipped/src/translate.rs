//! Copies of a program's code that note the registers before every instruction (`steps.c` runs
//! them, and has the same numbers).
//!
//! A copy is of a block: instructions from an address to the first branch. Between them stands code
//! that changes neither flags nor memory of the program: it has the segment GS for itself. What the
//! program can see is as in the original: calls push original addresses. An instruction is copied
//! byte for byte; one that names memory by the distance from itself gets another distance.

use crate::program::Image;
use iced_x86::{Code, ConstantOffsets, Decoder, DecoderOptions, FlowControl, Instruction};
use iced_x86::{Mnemonic, OpKind, Register};

/// Offsets behind GS.
const RAX: u8 = 0;
const MIDDLE: u8 = 8;
const TARGET: u8 = 16;
const RCX: u8 = 24;
const RDX: u8 = 32;
const KNOWN: u8 = 40;
const COPY: u8 = 48;
/// What a breakpoint asks for.
const JOIN: u8 = 0;
const GO: u8 = 1;
const SYSTEM: u8 = 2;
/// Bytes of a record, and of those before its middle.
const RECORD: u8 = 144;
const BEFORE: i16 = 64;
/// The word of a record for a number in memory that divides.
const DIVISOR: u8 = 17;
/// Bytes of copies, of each place.
const COPIES: u64 = 1 << 26;
/// Instructions of a block, at most.
const LONGEST: usize = 64;
/// How far an address may be from copies that name it, with room for both.
const NEAR: u64 = 0x7000_0000;
/// Bytes of the end of a block that asks for the next.
const JOINT: u8 = 14;

/// Numbers of registers in the processor's code.
const AX: u8 = 0;
const CX: u8 = 1;
const DX: u8 = 2;

/// Makes copies for one run.
#[derive(Debug)]
pub struct Translator {
    places: [Place; 2],
    /// Where blocks end, because it matters that they are entered.
    watched: Vec<u64>,
}

/// Where copies lie.
#[derive(Debug)]
struct Place {
    start: u64,
    next: u64,
}

/// A copy of a block.
#[derive(Debug)]
pub struct Copy {
    /// Where its bytes are written.
    pub place: u64,
    /// Where the block begins.
    pub start: u64,
    /// The bytes.
    pub code: Vec<u8>,
}

impl Translator {
    /// A translator to two places, and the addresses at which blocks end.
    #[must_use]
    pub fn new(places: [u64; 2], watched: Vec<u64>) -> Self {
        Self { places: places.map(|start| Place { start, next: start }), watched }
    }

    /// Returns the copy of the block at an address. `None` if that is the kernel's. Errors: what
    /// stands there cannot be copied, or is of no file that was there at first.
    pub fn copy(&mut self, image: &Image, at: u64) -> Result<Option<Copy>, String> {
        if image.code(at).is_none() {
            let unknown = || format!("code at {at:#x}, which came later than the program");
            return image.is_of_kernel(at).then_some(None).ok_or_else(unknown);
        }
        let place = self.places.iter_mut().find(|place| place.start.abs_diff(at) < NEAR);
        let place = place.ok_or_else(|| format!("{at:#x} is far from all copies"))?;
        let mut writer = Writer { place: place.next, lookup: place.start, code: Vec::new() };
        if place.next == place.start {
            writer.look_up();
        }
        let start = writer.here();
        writer.block(image, at, &self.watched)?;
        place.next = writer.here();
        if place.next > place.start + COPIES {
            return Err("there is no room for more copies".into());
        }
        Ok(Some(Copy { place: writer.place, start, code: writer.code }))
    }
}

/// Writes the code of a block.
struct Writer {
    place: u64,
    /// Where the look at known blocks stands.
    lookup: u64,
    code: Vec<u8>,
}

impl Writer {
    fn here(&self) -> u64 {
        self.place + self.code.len() as u64
    }

    fn put(&mut self, bytes: &[u8]) {
        self.code.extend_from_slice(bytes);
    }

    /// `mov gs:[offset], register`.
    fn save(&mut self, offset: u8, register: u8) {
        self.put(&[0x65, 0x48, 0x89, 0x04 | register << 3, 0x25, offset, 0, 0, 0]);
    }

    /// `mov register, gs:[offset]`.
    fn load(&mut self, register: u8, offset: u8) {
        self.put(&[0x65, 0x48, 0x8b, 0x04 | register << 3, 0x25, offset, 0, 0, 0]);
    }

    /// `movabs register, value`.
    fn set(&mut self, register: u8, value: u64) {
        self.put(&[0x48, 0xb8 | register]);
        self.put(&value.to_le_bytes());
    }

    /// Notes the registers, and the address of the original instruction.
    fn record(&mut self, original: &Original<'_>) -> Result<(), String> {
        let word = |number: u8| (8 * i16::from(number) - BEFORE) as u8;
        let has_divisor = original.divides_by_memory();
        if has_divisor {
            self.divisor(original)?;
        }
        self.save(RAX, AX);
        self.load(AX, MIDDLE);
        for register in 1..16u8 {
            let high = register >> 3;
            // mov [rax + word], register
            self.put(&[0x48 | high << 2, 0x89, 0x40 | (register & 7) << 3, word(1 + register)]);
        }
        if has_divisor {
            self.load(CX, TARGET);
            self.put(&[0x48, 0x89, 0x48, word(DIVISOR)]);
        }
        self.set(CX, original.it.ip());
        self.put(&[0x48, 0x89, 0x48, word(0)]);
        self.load(CX, RAX);
        self.put(&[0x48, 0x89, 0x48, word(1)]);
        // mov rcx, [rax + its word]; lea rax, [rax + RECORD]
        self.put(&[0x48, 0x8b, 0x48, word(1 + CX)]);
        self.put(&[0x48, 0x8d, 0x80, RECORD, 0, 0, 0]);
        self.save(MIDDLE, AX);
        self.load(AX, RAX);
        Ok(())
    }

    /// Ends a block by asking for the one at an address; a jump is written over it.
    fn join(&mut self, target: u64) {
        self.put(&[0xcc, JOIN, 0, 0, 0, 0]);
        self.put(&target.to_le_bytes());
    }

    /// Ends a block by looking for the one at `TARGET`.
    fn go(&mut self) -> Result<(), String> {
        let distance = self.lookup.wrapping_sub(self.here() + 5) as i64;
        let distance = i32::try_from(distance).map_err(|error| error.to_string())?;
        self.put(&[0xe9]);
        self.put(&distance.to_le_bytes());
        Ok(())
    }

    /// Looks for the block at `TARGET` where the low bits of its address say, and asks for it if
    /// another is there. Sums by `lea`, and `jrcxz`, leave the flags alone.
    fn look_up(&mut self) {
        for (offset, register) in [(RAX, AX), (RCX, CX), (RDX, DX)] {
            self.save(offset, register);
        }
        self.load(CX, TARGET);
        self.put(&[0x0f, 0xb7, 0xd1]); // movzx edx, cx
        self.load(AX, KNOWN);
        self.put(&[0x48, 0x8d, 0x14, 0x12]); // lea rdx, [rdx + rdx]
        self.put(&[0x48, 0x8d, 0x04, 0xd0]); // lea rax, [rax + 8 rdx]
        self.put(&[0x48, 0x8b, 0x50, 8]); // mov rdx, [rax + 8]
        self.save(COPY, DX);
        self.put(&[0x48, 0x8b, 0x00]); // mov rax, [rax]
        self.put(&[0x48, 0x8d, 0x0c, 0x01]); // lea rcx, [rcx + rax]
        let restore = |writer: &mut Self| {
            for (offset, register) in [(RAX, AX), (RCX, CX), (RDX, DX)] {
                writer.load(register, offset);
            }
        };
        self.put(&[0xe3, 3 * 9 + 2]); // jrcxz
        restore(self);
        self.put(&[0xcc, GO]);
        restore(self);
        self.put(&[0x65, 0xff, 0x24, 0x25, COPY, 0, 0, 0]); // jmp gs:[COPY]
    }

    fn block(&mut self, image: &Image, at: u64, watched: &[u64]) -> Result<(), String> {
        let mut ip = at;
        for _ in 0..LONGEST {
            let code = image.code(ip).filter(|_| ip == at || !watched.contains(&ip));
            let Some(code) = code else { break };
            let mut decoder = Decoder::with_ip(64, code, ip, DecoderOptions::NONE);
            let it = decoder.decode();
            if it.is_invalid() && ip != at {
                break;
            }
            let original = Original {
                code: &code[..it.len()],
                offsets: decoder.get_constant_offsets(&it),
                it,
            };
            original.check()?;
            self.record(&original)?;
            if self.instruction(&original)? {
                return Ok(());
            }
            ip = it.next_ip();
        }
        self.join(ip);
        Ok(())
    }

    /// Copies an instruction. Returns whether it ends the block.
    fn instruction(&mut self, original: &Original<'_>) -> Result<bool, String> {
        let it = &original.it;
        let next = it.next_ip();
        match it.flow_control() {
            _ if it.mnemonic() == Mnemonic::Syscall => {
                self.put(&[0xcc, SYSTEM]);
                self.put(original.code);
                // As the processor leaves it there.
                self.set(CX, next);
                return Ok(false);
            }
            FlowControl::Next | FlowControl::Exception => {
                let mut code = original.code.to_vec();
                if it.is_ip_rel_memory_operand() {
                    let at = original.offsets.displacement_offset();
                    let after = self.here() + code.len() as u64;
                    code[at..at + 4].copy_from_slice(&distance(it, after)?);
                }
                self.put(&code);
                return Ok(false);
            }
            FlowControl::ConditionalBranch => {
                // The same condition, over the end of the block that goes on.
                let opcode = original.code[original.offsets.immediate_offset() - 1];
                let is_near = it.is_jcc_near();
                let is_narrow = matches!(
                    it.code(),
                    Code::Jecxz_rel8_64
                        | Code::Loop_rel8_64_ECX
                        | Code::Loope_rel8_64_ECX
                        | Code::Loopne_rel8_64_ECX
                );
                self.put(if is_narrow { &[0x67] } else { &[] });
                self.put(&[if is_near { opcode - 0x10 } else { opcode }, JOINT]);
                self.join(next);
                self.join(it.near_branch_target());
            }
            FlowControl::UnconditionalBranch if it.is_jmp_short_or_near() => {
                self.join(it.near_branch_target())
            }
            FlowControl::Call if it.is_call_near() => {
                self.save(RAX, AX);
                self.push(next);
                self.join(it.near_branch_target());
            }
            FlowControl::IndirectBranch if it.is_jmp_near_indirect() => {
                self.target(original)?;
                self.load(AX, RAX);
                self.go()?;
            }
            FlowControl::IndirectCall if it.is_call_near_indirect() => {
                self.target(original)?;
                self.push(next);
                self.go()?;
            }
            FlowControl::Return if matches!(it.code(), Code::Retnq | Code::Retnq_imm16) => {
                self.save(RAX, AX);
                self.put(&[0x48, 0x8b, 0x04, 0x24]); // mov rax, [rsp]
                self.save(TARGET, AX);
                self.load(AX, RAX);
                let more = if it.op_count() == 0 { 0 } else { u32::from(it.immediate16()) };
                self.put(&[0x48, 0x8d, 0xa4, 0x24]); // lea rsp, [rsp + 8 + more]
                self.put(&(8 + more).to_le_bytes());
                self.go()?;
            }
            other => return Err(format!("{other:?} at {:#x} cannot be copied", it.ip())),
        }
        Ok(true)
    }

    /// Pushes an address, and gives RAX back.
    fn push(&mut self, address: u64) {
        self.set(AX, address);
        self.put(&[0x48, 0x8d, 0x64, 0x24, 0xf8]); // lea rsp, [rsp - 8]
        self.put(&[0x48, 0x89, 0x04, 0x24]); // mov [rsp], rax
        self.load(AX, RAX);
    }

    /// Saves RAX, and notes where an indirect branch goes.
    fn target(&mut self, original: &Original<'_>) -> Result<(), String> {
        self.save(RAX, AX);
        self.read(original, 0xff, 0x48, &[0x8b])?;
        self.save(TARGET, AX);
        Ok(())
    }

    /// Notes a number in memory that divides, in the place of a target, and gives RAX back.
    fn divisor(&mut self, original: &Original<'_>) -> Result<(), String> {
        self.save(RAX, AX);
        match original.it.memory_size().size() {
            1 => self.read(original, 0xf6, 0x40, &[0x0f, 0xb6])?, // movzx eax, byte
            2 => self.read(original, 0xf7, 0x40, &[0x0f, 0xb7])?, // movzx eax, word
            4 => self.read(original, 0xf7, 0x40, &[0x8b])?,
            _ => self.read(original, 0xf7, 0x48, &[0x8b])?,
        }
        self.save(TARGET, AX);
        self.load(AX, RAX);
        Ok(())
    }

    /// Reads the operand of an instruction to RAX, by another instruction in its place: `opcode` is
    /// what is replaced, by `other` and a prefix REX for the length.
    fn read(
        &mut self,
        original: &Original<'_>,
        opcode: u8,
        rex: u8,
        other: &[u8],
    ) -> Result<(), String> {
        let at = original.code.iter().position(|&byte| byte == opcode);
        let at = at.ok_or("an instruction without its opcode")?;
        let (before, after) = original.code.split_at(at);
        // The segment FS and addresses of 32 bits stay.
        let kept: Vec<u8> = before.iter().copied().filter(|it| [0x64, 0x67].contains(it)).collect();
        self.put(&kept);
        let own = before.last().filter(|&&byte| byte & 0xf0 == 0x40).map_or(0, |own| own & 3);
        self.put(&[rex | own]);
        self.put(other);
        self.put(&[after[1] & !0x38]);
        let mut rest = after[2..].to_vec();
        if original.it.is_ip_rel_memory_operand() {
            let end = self.here() + rest.len() as u64;
            rest.copy_from_slice(&distance(&original.it, end)?);
        }
        self.put(&rest);
        Ok(())
    }
}

/// An instruction of the program, before it is copied.
struct Original<'a> {
    code: &'a [u8],
    offsets: ConstantOffsets,
    it: Instruction,
}

impl Original<'_> {
    /// Errors: it is none, or has the segment that copies have for themselves.
    fn check(&self) -> Result<(), String> {
        let at = self.it.ip();
        if self.it.is_invalid() {
            return Err(format!("no instruction at {at:#x}"));
        }
        let of_gs = [Mnemonic::Wrgsbase, Mnemonic::Rdgsbase, Mnemonic::Swapgs];
        let sets_gs = self.it.op_count() > 0 && self.it.op0_register() == Register::GS;
        if self.it.segment_prefix() == Register::GS
            || of_gs.contains(&self.it.mnemonic())
            || sets_gs
        {
            return Err(format!("the instruction at {at:#x} uses the segment GS"));
        }
        Ok(())
    }

    /// Whether it divides by a number in memory.
    fn divides_by_memory(&self) -> bool {
        let divides = matches!(self.it.mnemonic(), Mnemonic::Div | Mnemonic::Idiv);
        divides && self.it.op0_kind() == OpKind::Memory
    }
}

/// The distance of what an instruction names from where its copy ends. Errors: it is too far.
fn distance(it: &Instruction, end: u64) -> Result<[u8; 4], String> {
    let distance = it.ip_rel_memory_address().wrapping_sub(end) as i64;
    let distance = i32::try_from(distance);
    distance.map(i32::to_le_bytes).map_err(|_| format!("{:#x} is far from its copy", it.ip()))
}
