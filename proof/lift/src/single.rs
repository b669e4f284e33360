//! The processor, as far as functions of one lane need it: general registers hold numbers of 64
//! bits, addresses, and what the caller left in them; one flag carries.
//!
//! Registers of 128 bits hold two words that are moved and nothing else. Whatever is not known is
//! refused.

mod arithmetic;
mod operands;

use crate::image::Image;
use crate::machine::{ARGUMENTS, Array, KEPT, Place, Run, number};
use crate::reason::{Reason, Refusal};
use crate::trace::Trace;
use fieldgen::ir::Value;
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, Register};
use std::collections::BTreeMap;

/// Bytes of a word.
pub const WORD: i64 = 8;

/// Where an address is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// In the array of an argument.
    Argument(usize),
    /// On the stack: 0 is where the return address is.
    Stack,
}

/// What a register, or a word of the stack, holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// A number.
    Number(Value),
    /// Its lowest byte is this bit; the other bytes are not known.
    Byte(Value),
    /// An address, so many bytes from its base.
    Address(Base, i64),
    /// What the caller left in the register of this number.
    Caller(usize),
    /// The exclusive or of two words.
    Xor(Value, Value),
    /// A mask, and the exclusive or of two words where it is all ones.
    Masked(Value, Value, Value),
}

/// What the processor holds.
struct Machine<'a> {
    image: &'a Image,
    to: &'a mut Trace,
    general: [Option<Word>; 16],
    vectors: [[Option<Word>; 2]; 16],
    /// The carry flag; nothing where an instruction left it as something else.
    carry: Option<Value>,
    stack: BTreeMap<i64, Word>,
    /// Bytes of the stack that hold bits; no word of it is known to hold them.
    bytes: BTreeMap<i64, Value>,
    arrays: Vec<Array>,
    memory: Vec<Vec<Option<Value>>>,
    /// Whether a word of a written array was written.
    has_written: bool,
    writes_early: bool,
    constants: Vec<u64>,
}

/// Follows the instructions of a function to its return.
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
    let mut machine = Machine::new(image, arrays, to);
    let decoder = Decoder::with_ip(64, place.code, place.at, DecoderOptions::NONE);
    for (count, instruction) in decoder.into_iter().enumerate() {
        let refuse = |reason| Refusal { at: Some(instruction.ip()), reason };
        match instruction.flow_control() {
            FlowControl::Next => machine.follow(&instruction).map_err(refuse)?,
            FlowControl::Return => {
                machine.end(&instruction, returned).map_err(refuse)?;
                let (arrays, constants) = (machine.memory, machine.constants);
                let (instructions, writes_early) = (count + 1, machine.writes_early);
                return Ok(Run { arrays, instructions, writes_early, constants });
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
    Err(Reason::Flow("it ends without a return").into())
}

impl<'a> Machine<'a> {
    fn new(image: &'a Image, arrays: &[Array], to: &'a mut Trace) -> Self {
        let mut general = std::array::from_fn(|at| Some(Word::Caller(at)));
        for (argument, register) in ARGUMENTS.iter().enumerate().take(arrays.len()) {
            general[number(*register)] = Some(Word::Address(Base::Argument(argument), 0));
        }
        general[number(Register::RSP)] = Some(Word::Address(Base::Stack, 0));
        let memory = arrays.iter().map(|array| {
            let input = array.input.map(|group| to.input(group)).unwrap_or_default();
            let mut words: Vec<Option<Value>> = input.iter().copied().map(Some).collect();
            words.resize(array.cells, None);
            words
        });
        Self {
            image,
            memory: memory.collect(),
            to,
            general,
            vectors: [[None; 2]; 16],
            carry: None,
            stack: BTreeMap::new(),
            bytes: BTreeMap::new(),
            arrays: arrays.to_vec(),
            has_written: false,
            writes_early: false,
            constants: Vec::new(),
        }
    }

    fn follow(&mut self, instruction: &Instruction) -> Result<(), Reason> {
        let plain = !instruction.has_lock_prefix()
            && !instruction.has_rep_prefix()
            && !instruction.has_repne_prefix()
            && instruction.op_mask() == Register::None;
        if !plain {
            return Err(Reason::Operand("a prefix or a mask"));
        }
        match instruction.mnemonic() {
            Mnemonic::Nop | Mnemonic::Endbr64 => Ok(()),
            Mnemonic::Push | Mnemonic::Pop => self.push_or_pop(instruction),
            Mnemonic::Mov => self.mov(instruction),
            Mnemonic::Movzx => self.movzx(instruction),
            Mnemonic::Lea => self.lea(instruction),
            Mnemonic::Movups | Mnemonic::Movaps | Mnemonic::Movdqu | Mnemonic::Movdqa => {
                self.move_pair(instruction)
            }
            Mnemonic::Setb => self.set_byte(instruction),
            _ => self.arithmetic(instruction),
        }
    }

    /// Looks at what a return leaves.
    fn end(&self, instruction: &Instruction, returned: Option<usize>) -> Result<(), Reason> {
        if instruction.mnemonic() != Mnemonic::Ret || instruction.op_count() > 0 {
            return Err(Reason::Flow("another return than a plain one"));
        }
        let holds = |register| self.general[number(register)];
        if holds(Register::RSP) != Some(Word::Address(Base::Stack, 0)) {
            return Err(Reason::Abi("the stack is not where it was"));
        }
        let kept = |register: &Register| holds(*register) == Some(Word::Caller(number(*register)));
        if !KEPT.iter().all(kept) {
            return Err(Reason::Abi("a register of the caller is not what it was"));
        }
        let wanted = returned.map(|argument| Word::Address(Base::Argument(argument), 0));
        if wanted.is_some() && holds(Register::RAX) != wanted {
            return Err(Reason::Abi("the address of the result is not returned"));
        }
        Ok(())
    }
}

fn unknown(instruction: &Instruction) -> Reason {
    Reason::Unknown(format!("{:?}", instruction.code()).to_lowercase())
}
