//! Where the provers should look, from the builder's program.
//!
//! Hints and quotients do not stand in a text. They claim nothing: a false one can only make a
//! proof fail. Values are found by the names that the printer gives them; what has no such name
//! in the text is left out.

use super::function::Function;
use crate::ir::{Hint, Op, Program, Value};

/// The program of `read` with the hints and quotients of `advice`.
pub fn advised(read: Function, advice: Option<&Program>) -> Program {
    let Some(advice) = advice else { return read.program };
    let find = |values: &[Value]| -> Option<Vec<Value>> {
        values.iter().map(|value| found(&read, advice, *value)).collect()
    };
    let hints = advice
        .hints
        .iter()
        .filter_map(|hint| Some(Hint { words: find(&hint.words)?, stop: find(&hint.stop)? }));
    let hints = hints.collect();
    let quotients = advice.quotients.iter().filter_map(|value| found(&read, advice, *value));
    let quotients = quotients.collect();
    Program { hints, quotients, ..read.program }
}

/// The value of the text that the printer would have named after `value`.
fn found(read: &Function, advice: &Program, value: Value) -> Option<Value> {
    let (step, named) = (advice.step_of(value), |name: String| read.names.get(&name).copied());
    match step.op {
        Op::Input => {
            let (group, limb) = (step.immediate >> 32, step.immediate & 0xffff_ffff);
            named(format!("{}{limb}", advice.inputs[group as usize].name))
        }
        Op::Const => read.constants.get(&step.immediate).copied(),
        _ => {
            let [own, other] = if value.part() == 0 { ["x", "y"] } else { ["y", "x"] };
            let twin = || {
                let twin = named(format!("{other}{}", value.step()))?;
                let two = read.program.step_of(twin).op.results() == 2;
                two.then(|| Value::new(twin.step(), 1 - twin.part()))
            };
            named(format!("{own}{}", value.step())).or_else(twin)
        }
    }
}
