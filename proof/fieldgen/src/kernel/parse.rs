//! The text of a kernel back to a program: what the instructions do to registers, flags and memory.
//!
//! Nothing of the builder is used but its advice, which claims nothing. Refused are an unknown
//! line, a register or a flag that holds nothing known, a place outside of the named arrays, a word
//! of an operand that is read after one of the result was written, and a return that leaves the
//! stack or a register of the caller changed.

use super::state::{State, Word};
use super::{Built, Task};
use crate::ir::{Hint, Program, Value};

/// Reads a text as a function whose elements have `limbs` words.
///
/// The arguments are where callers put them (System V ABI, AMD64, 3.2.3): the result's address in
/// `rdi`, those of the operands in `rsi` and `rdx`.
///
/// # Errors
/// The first line that is refused, or what its end lacks.
pub fn parse(
    lines: &[String],
    limbs: usize,
    task: Task,
    advice: &Built,
) -> Result<Program, String> {
    let mut state = State::new(task, limbs);
    let mut looked: Vec<Option<Vec<Value>>> = vec![None; advice.looks.len()];
    let mut quotients = Vec::new();
    for at in 0..=lines.len() {
        for (look, found) in advice.looks.iter().zip(&mut looked).filter(|(it, _)| it.after == at) {
            let words = look.words.iter().map(|word| state.number(word));
            *found = words.collect();
        }
        let named = advice.quotients.iter().filter(|(after, _)| *after == at);
        quotients.extend(named.filter_map(|(_, register)| state.number(register)));
        if let Some(line) = lines.get(at) {
            state.follow(line).map_err(|why| format!("line {}: {line}: {why}", at + 1))?;
        }
    }
    let hints = advice.looks.iter().zip(&looked).filter_map(|(look, words)| {
        let stop = match look.stop {
            None => Vec::new(),
            Some((earlier, first)) => looked.get(earlier)?.as_ref()?.get(first..)?.to_vec(),
        };
        Some(Hint { words: words.clone()?, stop })
    });
    let hints: Vec<Hint> = hints.collect();
    let (mut program, output) = state.end()?;
    let output = output.into_iter().map(|word| match word {
        Some(Word::Number(value)) => Ok(value),
        _ => Err("a word of the result that no line writes".to_string()),
    });
    program.output = output.collect::<Result<_, _>>()?;
    Ok(Program { hints, quotients, ..program })
}
