//! Small changes of a program, one at a time.

use fieldgen::ir::{Kind, Op, Program, Value};

/// A program with one change.
pub struct Mutant {
    /// What was changed: the step, its operation and the change.
    pub what: String,
    /// The changed program.
    pub program: Program,
}

/// All mutants of `program`.
///
/// Each step: every other operation of the same shape, operands exchanged, each operand put to zero
/// (a dropped carry among them), each operand taken from the step before, the two results
/// exchanged. Each shift: one more and one less. Each constant as a whole and in each place it is
/// read: one more, one less and flipped bits. The output: neighbouring words exchanged.
pub fn mutants(program: &Program) -> Vec<Mutant> {
    let mut all = Vec::new();
    for (number, step) in program.steps.iter().enumerate() {
        match step.op {
            Op::Input => {}
            Op::Const => constants(program, number, &mut all),
            _ => {
                operations(program, number, &mut all);
                operands(program, number, &mut all);
                shifts(program, number, &mut all);
            }
        }
    }
    for place in 1..program.output.len() {
        let what = format!("output: words {} and {place} exchanged", place - 1);
        add(program, what, &mut all, |changed| changed.output.swap(place - 1, place));
    }
    all
}

fn add(program: &Program, what: String, all: &mut Vec<Mutant>, change: impl FnOnce(&mut Program)) {
    let mut changed = program.clone();
    change(&mut changed);
    if changed != *program {
        changed.assert_well_formed();
        all.push(Mutant { what, program: changed });
    }
}

/// Name of a step in the list of survivors.
fn label(program: &Program, number: usize) -> String {
    format!("step {number} {}", program.steps[number].op.name())
}

fn operations(program: &Program, number: usize, all: &mut Vec<Mutant>) {
    let old = program.steps[number].op;
    let shape = |op: Op| (op.arity(), op.results(), op.kind() == Kind::Signed);
    for op in Op::ALL.into_iter().filter(|op| *op != old && shape(*op) == shape(old)) {
        let what = format!("{}: becomes {}", label(program, number), op.name());
        add(program, what, all, |changed| {
            let step = &mut changed.steps[number];
            step.op = op;
            let shift = op.has_distance();
            step.immediate = if shift { step.immediate.max(1) } else { 0 };
        });
    }
}

fn operands(program: &Program, number: usize, all: &mut Vec<Mutant>) {
    let step = &program.steps[number];
    let label = label(program, number);
    for first in 0..step.args.len() {
        for second in first + 1..step.args.len() {
            if exchange_means_something(step.op, first, second) {
                let what = format!("{label}: operands {first} and {second} exchanged");
                add(program, what, all, |changed| changed.steps[number].args.swap(first, second));
            }
        }
        let value = step.args[first];
        if let Some(zero) = zero_before(program, number) {
            let what = format!("{label}: operand {first} becomes zero");
            add(program, what, all, |changed| changed.steps[number].args[first] = zero);
        }
        if let Some(before) = step_before(program, value) {
            let what = format!("{label}: operand {first} taken from step {}", before.step());
            add(program, what, all, |changed| changed.steps[number].args[first] = before);
        }
        if let Some(word) = program.constant(value) {
            let bit = 1u64 << (number * 11 % 64);
            for (name, new) in [
                ("plus 1", word.wrapping_add(1)),
                ("minus 1", word.wrapping_sub(1)),
                ("with a bit flipped", word ^ bit),
            ] {
                let what = format!("{label}: operand {first}, a constant, {name}");
                add(program, what, all, |changed| read_constant(changed, number, first, new));
            }
        }
    }
    if step.op.results() == 2 {
        let what = format!("{label}: results exchanged");
        let exchange = |value: &mut Value| {
            if value.step() == number {
                *value = Value::new(number, 1 - value.part());
            }
        };
        add(program, what, all, |changed| {
            changed.steps.iter_mut().flat_map(|step| &mut step.args).for_each(exchange);
            changed.output.iter_mut().for_each(exchange);
        });
    }
}

/// Whether the order of two operands matters.
fn exchange_means_something(op: Op, first: usize, second: usize) -> bool {
    match op {
        Op::Sub | Op::SubSigned | Op::Sbb | Op::Select => true,
        // A product is the same both ways, a product and a summand are not.
        Op::Mac => first < 2 && second >= 2,
        Op::Madd52Lo | Op::Madd52Hi => first == 0,
        _ => false,
    }
}

/// The constant zero, if it is made before step `number`.
fn zero_before(program: &Program, number: usize) -> Option<Value> {
    let steps = program.steps.iter().take(number);
    let found = steps.enumerate().find(|(_, step)| step.op == Op::Const && step.immediate == 0);
    found.map(|(step, _)| Value::new(step, 0))
}

/// The same result of the step before the one that makes `value`.
fn step_before(program: &Program, value: Value) -> Option<Value> {
    let before = value.step().checked_sub(1)?;
    let step = &program.steps[before];
    let made = step.op.arity() > 0 && value.part() < step.op.results();
    (made && program.step_of(value).op.arity() > 0).then(|| Value::new(before, value.part()))
}

/// Lets one operand read the constant `word`, in place of the constant it reads.
///
/// The new constant needs a step; the steps after it move up by one.
fn read_constant(program: &mut Program, number: usize, operand: usize, word: u64) {
    let place = program.steps[number].args[operand].step() + 1;
    let moved = |value: &mut Value| {
        if value.step() >= place {
            *value = Value::new(value.step() + 1, value.part());
        }
    };
    let steps = program.steps.iter_mut().flat_map(|step| &mut step.args);
    let groups = program.inputs.iter_mut().flat_map(|group| &mut group.limbs);
    let hints =
        program.hints.iter_mut().flat_map(|hint| hint.words.iter_mut().chain(&mut hint.stop));
    steps
        .chain(groups)
        .chain(hints)
        .chain(&mut program.output)
        .chain(&mut program.quotients)
        .for_each(moved);
    let constant = fieldgen::ir::Step { op: Op::Const, args: Vec::new(), immediate: word };
    program.steps.insert(place, constant);
    program.steps[number + 1].args[operand] = Value::new(place, 0);
}

fn constants(program: &Program, number: usize, all: &mut Vec<Mutant>) {
    let word = program.steps[number].immediate;
    let label = format!("step {number} const {word:#x}");
    let bits = (0..64).map(|bit| (format!("bit {bit} flipped"), word ^ 1 << bit));
    let near = [("plus 1", word.wrapping_add(1)), ("minus 1", word.wrapping_sub(1))];
    let near = near.into_iter().map(|(name, word)| (name.to_string(), word));
    for (name, new) in bits.chain(near) {
        let what = format!("{label}: {name}");
        add(program, what, all, |changed| changed.steps[number].immediate = new);
    }
}

fn shifts(program: &Program, number: usize, all: &mut Vec<Mutant>) {
    let step = &program.steps[number];
    if step.op.has_distance() {
        for distance in [step.immediate - 1, step.immediate + 1] {
            if (1..64).contains(&distance) {
                let what = format!("{}: by {distance}", label(program, number));
                add(program, what, all, |changed| changed.steps[number].immediate = distance);
            }
        }
    }
}
