//! The order of instructions and their registers.
//!
//! List scheduling: of the instructions that can begin, those first on which the longest chain
//! hangs. Only a window of the program's own order is looked at, as what is begun early keeps
//! registers; the widest window for which the registers suffice is taken.

use super::shape::{Built, Shape};
use super::{Kind, Port, REGISTERS, SUMS};
use crate::ir::{Op, Value};
use std::collections::{BTreeMap, BTreeSet};

/// After how many instructions without a use of it a word is loaded again.
const KEPT: usize = 64;

/// An instruction. Registers are numbers without a limit before they are allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: Kind,
    /// What it writes; what it reads, for a store.
    pub register: usize,
    /// What else it reads. Of a product, the first one is what `register` was.
    pub reads: Vec<usize>,
    /// Array and place in it, of a load and a store; the constant or the distance.
    pub place: (usize, u64),
}

/// Turns a program to instructions, in its order. What was loaded or parked is loaded again where
/// it was not used for `KEPT` instructions, so that there may be more of it than registers.
fn lower(built: &Built, shape: Shape) -> Vec<Instruction> {
    let program = &built.program;
    let parked: BTreeMap<Value, usize> = built.parked.iter().copied().collect();
    let (target, places) = shape.writes();
    let mut out: Vec<Instruction> = Vec::new();
    // By what was loaded or parked, its register and the last instruction that used it.
    let mut loaded: BTreeMap<Value, (usize, usize)> = BTreeMap::new();
    let mut registers = program.steps.len();
    let new = |kind, register, reads, place| Instruction { kind, register, reads, place };
    for (number, step) in program.steps.iter().enumerate() {
        let value = Value::new(number, 0);
        if step.op == Op::Input {
            continue;
        }
        let mut reads = Vec::new();
        for arg in &step.args {
            let source = program.step_of(*arg);
            let is_input = source.op == Op::Input;
            let place = if is_input {
                ((source.immediate >> 32) as usize, source.immediate & 0xffff_ffff)
            } else if let Some(place) = parked.get(arg) {
                (SUMS, *place as u64)
            } else {
                reads.push(arg.step());
                continue;
            };
            let now = out.len();
            let entry = loaded.entry(*arg).or_insert((arg.step(), 0));
            // What is taken from the sums for good need not be there any more.
            let again = !(is_input && place.0 == SUMS) && now - entry.1 > KEPT;
            if entry.1 == 0 || again {
                if entry.1 != 0 {
                    entry.0 = registers;
                    registers += 1;
                }
                out.push(new(Kind::Load, entry.0, Vec::new(), place));
            }
            entry.1 = out.len();
            reads.push(entry.0);
        }
        let kind = match step.op {
            Op::Const => Kind::Zero,
            Op::Madd52Lo => Kind::MaddLow,
            Op::Madd52Hi => Kind::MaddHigh,
            Op::Add => Kind::Add,
            Op::Shr => Kind::Shift,
            other => panic!("{} has no instruction", other.name()),
        };
        out.push(new(kind, number, reads, (0, step.immediate)));
        if let Some(place) = parked.get(&value) {
            out.push(new(Kind::Store, number, Vec::new(), (SUMS, *place as u64)));
            loaded.insert(value, (number, out.len()));
        }
        for (place, _) in places.clone().zip(&program.output).filter(|(_, made)| **made == value) {
            out.push(new(Kind::Store, number, Vec::new(), (target, place as u64)));
        }
    }
    out
}

/// Leaves out what is stored and not loaded again before the same place is written once more.
fn without_idle_stores(list: Vec<Instruction>, shape: Shape) -> Vec<Instruction> {
    let (target, places) = shape.writes();
    let mut wanted: BTreeSet<(usize, u64)> = places.map(|place| (target, place as u64)).collect();
    let mut out: Vec<Instruction> = Vec::new();
    for one in list.into_iter().rev() {
        let keep = match one.kind {
            Kind::Load => {
                wanted.insert(one.place);
                true
            }
            Kind::Store => wanted.remove(&one.place),
            _ => true,
        };
        if keep {
            out.push(one);
        }
    }
    out.reverse();
    out
}

/// By instruction, those that must come before it.
fn before(list: &[Instruction]) -> Vec<Vec<usize>> {
    let mut made = BTreeMap::new();
    let mut readers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let [mut loaded, mut stored] = [BTreeMap::new(), BTreeMap::new()];
    let mut out = Vec::new();
    for (number, one) in list.iter().enumerate() {
        let stores = one.kind == Kind::Store;
        let own = stores.then_some(one.register);
        let mut needs: Vec<usize> =
            one.reads.iter().copied().chain(own).map(|register| made[&register]).collect();
        // A product overwrites its first operand: who else reads that comes first.
        if matches!(one.kind, Kind::MaddLow | Kind::MaddHigh) {
            needs.extend(readers.get(&one.reads[0]).into_iter().flatten());
        }
        for register in one.reads.iter().copied().chain(own) {
            readers.entry(register).or_default().push(number);
        }
        match one.kind {
            Kind::Load => {
                needs.extend(stored.get(&one.place));
                loaded.insert(one.place, number);
            }
            Kind::Store => {
                needs.extend(loaded.get(&one.place));
                needs.extend(stored.insert(one.place, number));
            }
            _ => {}
        }
        if !stores {
            made.insert(one.register, number);
        }
        out.push(needs);
    }
    out
}

/// Orders instructions, looking at `window` of them at a time.
fn order(list: &[Instruction], window: usize) -> Vec<Instruction> {
    let needs = before(list);
    // Cycles from the begin of each to the end of all that hang on it.
    let mut height: Vec<usize> = list.iter().map(|one| one.kind.cost().latency).collect();
    for number in (0..list.len()).rev() {
        for need in &needs[number] {
            let through = height[number] + list[*need].kind.cost().latency;
            height[*need] = height[*need].max(through);
        }
    }
    let mut begun: Vec<Option<usize>> = vec![None; list.len()];
    let mut out = Vec::new();
    let (mut first, mut cycle) = (0, 0);
    while out.len() < list.len() {
        let mut room = [Port::Vector, Port::Load, Port::Store].map(Port::width);
        let mut ready: Vec<usize> = (first..list.len().min(first + window))
            .filter(|number| begun[*number].is_none())
            .filter(|number| {
                needs[*number].iter().all(|need| {
                    let end = begun[*need].map(|at| at + list[*need].kind.cost().latency);
                    end.is_some_and(|end| end <= cycle)
                })
            })
            .collect();
        ready.sort_by_key(|number| (usize::MAX - height[*number], *number));
        for number in ready {
            let room = &mut room[list[number].kind.cost().port as usize];
            if *room > 0 {
                *room -= 1;
                begun[number] = Some(cycle);
                out.push(list[number].clone());
            }
        }
        while first < list.len() && begun[first].is_some() {
            first += 1;
        }
        cycle += 1;
    }
    out
}

/// Gives registers that exist; nothing if they do not suffice.
fn allocate(list: &[Instruction]) -> Option<Vec<Instruction>> {
    let mut last = BTreeMap::new();
    for (number, one) in list.iter().enumerate() {
        for register in one.reads.iter().chain([&one.register]) {
            last.insert(*register, number);
        }
    }
    let mut free: Vec<usize> = (0..REGISTERS).rev().collect();
    let mut held: BTreeMap<usize, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (number, one) in list.iter().enumerate() {
        let reads: Vec<usize> = one.reads.iter().map(|register| held[register]).collect();
        let tied = matches!(one.kind, Kind::MaddLow | Kind::MaddHigh);
        for (at, register) in one.reads.iter().enumerate() {
            let ended = (last[register] == number).then(|| held.remove(register)).flatten();
            // What a product is added to is where its result will be.
            free.extend(ended.filter(|_| !(tied && at == 0)));
        }
        let register = match one.kind {
            Kind::Store => held[&one.register],
            _ if tied => reads[0],
            _ => free.pop()?,
        };
        if one.kind != Kind::Store {
            held.insert(one.register, register);
        }
        if last[&one.register] == number {
            held.remove(&one.register);
            free.push(register);
        }
        out.push(Instruction { register, reads, ..one.clone() });
    }
    Some(out)
}

/// Returns the instructions of a program, ordered, on registers that exist.
///
/// # Panics
/// If even the program's own order needs more registers than there are.
#[must_use]
pub fn schedule(built: &Built, shape: Shape) -> Vec<Instruction> {
    let list = without_idle_stores(lower(built, shape), shape);
    let windows = (1..=256).rev();
    let found = windows.filter_map(|window| allocate(&order(&list, window))).next();
    found.expect("a program that fits the registers")
}
