//! Where the values come from on which a function jumps, and the addresses that it calls.
//!
//! A forward flow over registers and flags to its fixed point: what several ways bring to an
//! instruction is united. Memory is not followed, a loaded value is [`LOADED`] whatever was stored.

use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, OpKind};
use iced_x86::{Register, RflagsBits};
use std::collections::HashMap;
use std::ops::Range;

/// Where a value comes from: a set of these bits.
pub type Origin = u8;
/// Arguments, constants, addresses of the stack.
pub const PLAIN: Origin = 1;
/// An entry of the table of addresses that the linker fills, as it is there.
pub const ENTRY: Origin = 2;
/// Read from other memory.
pub const LOADED: Origin = 4;
/// Moved out of a vector or a mask.
pub const LANES: Origin = 8;
/// Flags that nothing has set since a call.
pub const UNSET: Origin = 16;

/// What the registers hold before an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    general: [Origin; 16],
    carry: Origin,
    flags: Origin,
}

impl State {
    const START: Self = Self { general: [PLAIN; 16], carry: UNSET, flags: UNSET };

    fn unite(self, other: Self) -> Self {
        let general = std::array::from_fn(|at| self.general[at] | other.general[at]);
        Self { general, carry: self.carry | other.carry, flags: self.flags | other.flags }
    }
}

/// What an instruction does to them.
struct Effect {
    /// General registers, by bits.
    reads: u16,
    writes: u16,
    /// What it brings apart from those.
    brings: Origin,
    /// A move of a whole register or entry.
    moves: bool,
    flags_read: u32,
    flags_written: u32,
    control: FlowControl,
    target: u64,
}

/// The number of a general register, the stack pointer excepted: its value is always plain.
fn number(register: Register) -> Option<usize> {
    let full = register.full_register();
    let general = register.is_gpr() && full != Register::RSP;
    general.then(|| full as usize - Register::RAX as usize)
}

impl Effect {
    fn new(
        instruction: &Instruction,
        info: &mut InstructionInfoFactory,
        entries: &Range<u64>,
    ) -> Self {
        let used = info.info(instruction);
        let (mut reads, mut writes, mut brings) = (0, 0, 0);
        for register in used.used_registers() {
            let access = register.access();
            let written = !matches!(access, OpAccess::Read | OpAccess::CondRead);
            let read = access != OpAccess::Write;
            if let Some(bit) = number(register.register()).map(|at| 1 << at) {
                reads |= if read { bit } else { 0 };
                writes |= if written { bit } else { 0 };
            } else if read
                && (register.register().is_vector_register() || register.register().is_k())
            {
                brings |= LANES;
            }
        }
        let from_memory =
            used.used_memory().iter().any(|memory| memory.access() != OpAccess::Write);
        let is_move = instruction.mnemonic() == Mnemonic::Mov
            && instruction.op0_kind() == OpKind::Register
            && instruction.op0_register().is_gpr64();
        let entry = is_entry(instruction, entries);
        if from_memory {
            brings |= if is_move && entry { ENTRY } else { LOADED };
        }
        Self {
            reads,
            writes,
            brings,
            moves: is_move && (entry || instruction.op1_kind() == OpKind::Register),
            flags_read: instruction.rflags_read(),
            flags_written: instruction.rflags_modified(),
            control: instruction.flow_control(),
            target: instruction.near_branch_target(),
        }
    }

    /// The state after it.
    fn apply(&self, before: &State) -> State {
        let mut value = self.brings | self.read_of(before);
        if !self.moves {
            // What is computed from an address is none that can be called.
            value = value & !(ENTRY | UNSET) | if value & ENTRY == 0 { 0 } else { LOADED };
        }
        if value == 0 {
            value = PLAIN;
        }
        let mut after = *before;
        for (at, register) in after.general.iter_mut().enumerate() {
            if self.writes >> at & 1 == 1 {
                *register = value;
            }
        }
        if self.flags_written & RflagsBits::CF != 0 {
            after.carry = value;
        }
        if self.flags_written & !RflagsBits::CF != 0 {
            after.flags = value;
        }
        if matches!(self.control, FlowControl::Call | FlowControl::IndirectCall) {
            // What a call may overwrite (System V ABI, section 3.2.1).
            for register in [0, 1, 2, 6, 7, 8, 9, 10, 11] {
                after.general[register] = LOADED;
            }
            (after.carry, after.flags) = (UNSET, UNSET);
        }
        after
    }

    fn read_of(&self, before: &State) -> Origin {
        let general = before.general.iter().enumerate();
        let read = general.filter(|(at, _)| self.reads >> at & 1 == 1);
        read.fold(self.flags_of(before), |all, (_, origin)| all | origin)
    }

    fn flags_of(&self, before: &State) -> Origin {
        let carry = if self.flags_read & RflagsBits::CF == 0 { 0 } else { before.carry };
        let flags = if self.flags_read & !RflagsBits::CF == 0 { 0 } else { before.flags };
        carry | flags
    }

    /// The next instruction, if one follows.
    fn falls_through(&self) -> bool {
        !matches!(
            self.control,
            FlowControl::UnconditionalBranch
                | FlowControl::IndirectBranch
                | FlowControl::Return
                | FlowControl::Exception
                | FlowControl::Interrupt
        )
    }
}

/// Whether an instruction reads the linker's table of addresses.
pub fn is_entry(instruction: &Instruction, entries: &Range<u64>) -> bool {
    instruction.is_ip_rel_memory_operand() && entries.contains(&instruction.ip_rel_memory_address())
}

/// Returns for every instruction of a function where the flags come from that it reads, or the
/// address if it calls or jumps to one that is no constant.
pub fn origins(code: &[Instruction], entries: &Range<u64>) -> Vec<Origin> {
    let mut info = InstructionInfoFactory::new();
    let effects: Vec<Effect> = code.iter().map(|it| Effect::new(it, &mut info, entries)).collect();
    let place: HashMap<u64, usize> =
        code.iter().enumerate().map(|(at, instruction)| (instruction.ip(), at)).collect();
    let mut before: Vec<Option<State>> = vec![None; code.len()];
    let mut next = Some((0, State::START));
    while let Some((start, state)) = next {
        spread(&effects, &place, &mut before, (start, state));
        // No jump leads to where unwinding goes on: from any call, with the registers that calls
        // keep. Nothing leads to what fills gaps.
        let unwound = effects.iter().zip(&before).filter_map(|(effect, state)| {
            let calls = matches!(effect.control, FlowControl::Call | FlowControl::IndirectCall);
            Some(effect.apply(&(*state)?)).filter(|_| calls)
        });
        let unwound = unwound.reduce(State::unite).unwrap_or(State::START);
        let mut rest = before.iter().zip(code);
        let pad = rest.position(|(state, it)| state.is_none() && it.mnemonic() != Mnemonic::Nop);
        next = pad.map(|at| (at, unwound));
    }
    let read = code.iter().zip(&effects).zip(&before).map(|((instruction, effect), state)| {
        let state = state.as_ref().unwrap_or(&State::START);
        match effect.control {
            FlowControl::IndirectCall | FlowControl::IndirectBranch => {
                match number(instruction.op0_register()) {
                    Some(at) => state.general[at],
                    None if is_entry(instruction, entries) => ENTRY,
                    None => LOADED,
                }
            }
            FlowControl::ConditionalBranch => effect.read_of(state),
            _ => 0,
        }
    });
    read.collect()
}

/// Brings a state to an instruction and what it changes to all that follow.
fn spread(
    effects: &[Effect],
    place: &HashMap<u64, usize>,
    before: &mut [Option<State>],
    start: (usize, State),
) {
    let mut todo = vec![start];
    while let Some((at, state)) = todo.pop() {
        let Some(slot) = before.get_mut(at) else { continue };
        let united = slot.map_or(state, |old| old.unite(state));
        if *slot == Some(united) {
            continue;
        }
        *slot = Some(united);
        let effect = &effects[at];
        let after = effect.apply(&united);
        if effect.falls_through() {
            todo.push((at + 1, after));
        }
        let jumps = [FlowControl::ConditionalBranch, FlowControl::UnconditionalBranch];
        if let Some(&target) = place.get(&effect.target).filter(|_| jumps.contains(&effect.control))
        {
            todo.push((target, after));
        }
    }
}
