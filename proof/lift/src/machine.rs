//! The processor, as far as straight-line functions need it: registers hold words and pointers.
//!
//! A register of 512 bits holds one word, the same of all eight lanes: every instruction here does
//! to each lane what it does to the others. A general register holds a constant, a pointer at an
//! argument or at the stack, or what the caller left in it. Whatever is not known is refused.

mod general;
mod vector;

use crate::image::Image;
use crate::reason::{Reason, Refusal};
use crate::trace::Trace;
use fieldgen::ir::Value;
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, Register};
use std::collections::BTreeMap;

/// Bytes of a word of eight lanes.
pub const CELL: i64 = 64;

/// What an argument points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// How many words of eight lanes.
    pub cells: usize,
    /// The input that it begins with, if it is one.
    pub input: Option<usize>,
    /// Whether it may be written.
    pub is_written: bool,
}

/// Where a pointer points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Base {
    /// The array of an argument.
    Argument(usize),
    /// The stack: 0 is where the return address is.
    Stack,
    /// Where the stack was cut to a multiple of [`CELL`].
    Aligned,
}

/// What a general register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum General {
    /// What the caller left in the register of this number.
    Caller(usize),
    /// An address.
    Pointer(Base, i64),
    /// A number.
    Constant(u64),
}

/// What is in a place of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Vector(Value),
    General(General),
}

impl Slot {
    fn bytes(self) -> i64 {
        match self {
            Slot::Vector(_) => CELL,
            Slot::General(_) => 8,
        }
    }
}

/// Machine code to follow.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The address of the first byte.
    pub at: u64,
    /// All bytes.
    pub code: &'a [u8],
    /// Of a part of a function, which runs to the end of its bytes: the registers that point at
    /// the arrays. A whole function has them where callers put them, and returns.
    pub pointers: Option<&'a [Register]>,
}

/// What a function did.
#[derive(Debug)]
pub struct Run {
    /// By argument: its words at the end; nothing where none was written.
    pub arrays: Vec<Vec<Option<Value>>>,
    /// Instructions, the return among them.
    pub instructions: usize,
    /// Whether an operand was read after a word of the result was written: such a function needs
    /// the result to overlap no operand.
    pub writes_early: bool,
    /// Addresses of the constants that were read.
    pub constants: Vec<u64>,
}

/// Registers that carry pointers to arguments, in order (System V ABI, AMD64, 3.2.3).
pub(crate) const ARGUMENTS: [Register; 6] =
    [Register::RDI, Register::RSI, Register::RDX, Register::RCX, Register::R8, Register::R9];
/// Registers that a function leaves as they were.
pub(crate) const KEPT: [Register; 6] =
    [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];
/// Bytes below the stack pointer that nobody else writes.
pub(crate) const RED_ZONE: i64 = 128;

/// What the processor holds.
pub struct Machine<'a> {
    image: &'a Image,
    to: &'a mut Trace,
    vectors: [Option<Value>; 32],
    general: [Option<General>; 16],
    stack: BTreeMap<(Base, i64), Slot>,
    /// Where the stack was when it was cut: what lies below on it is [`Base::Aligned`].
    cut: Option<i64>,
    arrays: Vec<Array>,
    memory: Vec<Vec<Option<Value>>>,
    /// Whether a word of a written array was written.
    has_written: bool,
    writes_early: bool,
    constants: Vec<u64>,
}

/// The number of the register that a register is, or is a part of.
pub(crate) fn number(register: Register) -> usize {
    register.full_register().number()
}

/// Follows the instructions of a function to its return, or of a part of one to its end.
///
/// `returned` is the argument whose address the function has to return, if it is to return one.
///
/// # Errors
/// The first instruction that is not understood, or that touches what it must not; a return that
/// leaves the stack or a register of the caller changed.
pub fn run(
    image: &Image,
    place: &Place<'_>,
    arrays: &[Array],
    returned: Option<usize>,
    to: &mut Trace,
) -> Result<Run, Refusal> {
    let mut machine = Machine::new(image, arrays, place.pointers.unwrap_or(&ARGUMENTS), to);
    let mut decoder = Decoder::with_ip(64, place.code, place.at, DecoderOptions::NONE);
    let mut instructions = 0;
    while decoder.can_decode() {
        let instruction = decoder.decode();
        instructions += 1;
        let refuse = |reason| Refusal { at: Some(instruction.ip()), reason };
        match instruction.flow_control() {
            FlowControl::Next => machine.follow(&instruction).map_err(refuse)?,
            FlowControl::Return if place.pointers.is_none() => {
                machine.end(&instruction, returned).map_err(refuse)?;
                return Ok(machine.done(instructions));
            }
            FlowControl::Call | FlowControl::IndirectCall => {
                return Err(refuse(Reason::Flow("it calls")));
            }
            FlowControl::ConditionalBranch => return Err(refuse(Reason::Flow("it branches"))),
            FlowControl::Exception if instruction.is_invalid() => {
                return Err(refuse(Reason::Unknown("no instruction".into())));
            }
            _ => return Err(refuse(Reason::Flow("it jumps"))),
        }
    }
    match place.pointers {
        Some(_) => Ok(machine.done(instructions)),
        None => Err(Reason::Flow("it ends without a return").into()),
    }
}

impl<'a> Machine<'a> {
    fn new(image: &'a Image, arrays: &[Array], pointers: &[Register], to: &'a mut Trace) -> Self {
        let mut general = std::array::from_fn(|at| Some(General::Caller(at)));
        for (argument, register) in pointers.iter().enumerate().take(arrays.len()) {
            general[number(*register)] = Some(General::Pointer(Base::Argument(argument), 0));
        }
        general[number(Register::RSP)] = Some(General::Pointer(Base::Stack, 0));
        let memory = arrays.iter().map(|array| {
            let input = array.input.map(|group| to.input(group)).unwrap_or_default();
            let mut words: Vec<Option<Value>> = input.iter().copied().map(Some).collect();
            words.resize(array.cells, None);
            words
        });
        let memory = memory.collect();
        Self {
            image,
            to,
            vectors: [None; 32],
            general,
            stack: BTreeMap::new(),
            cut: None,
            arrays: arrays.to_vec(),
            memory,
            has_written: false,
            writes_early: false,
            constants: Vec::new(),
        }
    }

    fn done(self, instructions: usize) -> Run {
        let (arrays, writes_early, constants) = (self.memory, self.writes_early, self.constants);
        Run { arrays, instructions, writes_early, constants }
    }

    fn follow(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let plain = !instruction.has_lock_prefix()
            && !instruction.has_rep_prefix()
            && !instruction.has_repne_prefix()
            && instruction.op_mask() == Register::None
            && !instruction.zeroing_masking();
        if !plain {
            return Err(Reason::Operand("a prefix or a mask"));
        }
        match instruction.mnemonic() {
            Mnemonic::Nop | Mnemonic::Endbr64 => Ok(()),
            // Upper halves become zero, lower ones stay: no word of eight lanes is left.
            Mnemonic::Vzeroupper => {
                self.vectors[..16].fill(None);
                Ok(())
            }
            _ if self.vector(instruction)? => Ok(()),
            _ => self.general(instruction),
        }
    }

    /// Looks at what a return leaves.
    fn end(&self, instruction: &Instruction, returned: Option<usize>) -> Result<(), Reason> {
        if instruction.mnemonic() != Mnemonic::Ret || instruction.op_count() > 0 {
            return Err(Reason::Flow("another return than a plain one"));
        }
        let holds = |register| self.general[number(register)];
        if holds(Register::RSP) != Some(General::Pointer(Base::Stack, 0)) {
            return Err(Reason::Abi("the stack is not where it was"));
        }
        let kept =
            |register: &Register| holds(*register) == Some(General::Caller(number(*register)));
        if !KEPT.iter().all(kept) {
            return Err(Reason::Abi("a register of the caller is not what it was"));
        }
        let wanted = returned.map(|argument| General::Pointer(Base::Argument(argument), 0));
        if wanted.is_some() && holds(Register::RAX) != wanted {
            return Err(Reason::Abi("the address of the result is not returned"));
        }
        Ok(())
    }

    /// The address of a memory operand: a constant, or a place of an array or of the stack.
    fn address(&self, instruction: &Instruction) -> Result<General, Reason> {
        if instruction.segment_prefix() != Register::None {
            return Err(Reason::Operand("a segment"));
        }
        if instruction.memory_index() != Register::None {
            return Err(Reason::Operand("an index"));
        }
        let displacement = instruction.memory_displacement64();
        match instruction.memory_base() {
            // The decoder has added the address of the instruction.
            Register::RIP => Ok(General::Constant(displacement)),
            base if base.is_gpr64() => match self.general[number(base)] {
                Some(General::Pointer(base, offset)) => {
                    let sum = offset.checked_add(displacement as i64);
                    let sum = sum.filter(|sum| i32::try_from(*sum).is_ok());
                    Ok(General::Pointer(base, sum.ok_or(Reason::Operand("an address too far"))?))
                }
                Some(General::Constant(constant)) => {
                    Ok(General::Constant(constant.wrapping_add(displacement)))
                }
                _ => Err(Reason::Operand("an address that is not known")),
            },
            _ => Err(Reason::Operand("an address that is not known")),
        }
    }

    /// Whether bytes of the stack may be read and written: between the stack pointer, or the zone
    /// below it that is left alone, and what the caller has.
    fn stack_range(&self, base: Base, offset: i64, bytes: i64) -> Result<(), Reason> {
        let outside = Err(Reason::Operand("outside of the stack of the function"));
        let Some(General::Pointer(pointer, top)) = self.general[number(Register::RSP)] else {
            return outside;
        };
        let lowest = match (base, pointer, self.cut) {
            (Base::Stack, Base::Aligned, Some(cut)) => cut,
            _ if base == pointer => top - RED_ZONE,
            _ => return outside,
        };
        if offset < lowest || offset + bytes > 0 { outside } else { Ok(()) }
    }

    fn put_slot(&mut self, base: Base, offset: i64, slot: Slot) -> Result<(), Reason> {
        self.stack_range(base, offset, slot.bytes())?;
        // What is partly written over is gone.
        self.stack.retain(|(other, at), old| {
            *other != base || *at + old.bytes() <= offset || offset + slot.bytes() <= *at
        });
        self.stack.insert((base, offset), slot);
        Ok(())
    }

    fn slot(&self, base: Base, offset: i64, bytes: i64) -> Result<Slot, Reason> {
        self.stack_range(base, offset, bytes)?;
        let slot = self.stack.get(&(base, offset)).filter(|slot| slot.bytes() == bytes);
        slot.copied().ok_or(Reason::Operand("a place of the stack that was not written"))
    }
}
