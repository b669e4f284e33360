//! Whether machine code does what its text says: the same words, and a program that is proven.

use crate::contracts::Task;
use crate::image::{Function, Image};
use crate::machine::{self, Place};
use crate::reason::{Reason, Refusal};
use crate::single;
use crate::trace::{Reading, Trace};
use crate::value::{Id, Values};
use fieldgen::ir::{Hint, Op, Program, Value};

/// Machine code that was followed.
pub struct Followed {
    trace: Trace,
    output: Vec<Value>,
    /// By [`Value::index`]: what the values of the text are.
    text: Vec<Option<Id>>,
    /// Instructions.
    pub instructions: usize,
    /// Whether it needs its result to overlap no operand.
    pub writes_early: bool,
    /// Addresses of the constants that it read.
    pub constants: Vec<u64>,
}

/// Follows a function.
///
/// # Errors
/// What is not understood, or touches what it must not.
pub fn follow(image: &Image, function: &Function, task: &Task) -> Result<Followed, Refusal> {
    let code = image.code(function).ok_or(Reason::Operand("no code"))?;
    let place = Place { at: function.at, code, pointers: None };
    follow_at(image, &place, task)
}

/// Follows a function, or a part of one.
///
/// # Errors
/// As those of [`follow`].
pub fn follow_at(image: &Image, place: &Place<'_>, task: &Task) -> Result<Followed, Refusal> {
    let inputs = task.program.inputs.iter();
    let inputs: Vec<_> = inputs.map(|group| (group.name, group.limbs.len())).collect();
    let mut trace = Trace::new(task.program.name, &inputs, task.reading);
    // The text comes first: what is known of its words is known of those of the machine.
    let text = words(&mut trace.values, &task.program)?;
    let (array, first) = task.result;
    let returned = task.is_returned.then_some(array);
    let run = match task.reading {
        Reading::Words => single::run(image, place, &task.arrays, returned, &mut trace)?,
        _ => machine::run(image, place, &task.arrays, returned, &mut trace)?,
    };
    let written = run.arrays[array].iter().skip(first).copied();
    let output: Option<Vec<Value>> = written.collect();
    let output = output.ok_or(Reason::Abi("a limb of the result is not written"))?;
    let (instructions, writes_early, constants) =
        (run.instructions, run.writes_early, run.constants);
    Ok(Followed { trace, output, text, instructions, writes_early, constants })
}

impl Followed {
    /// Compares each limb of the result with that of the text.
    ///
    /// # Errors
    /// The first that differs.
    pub fn compare(&self, task: &Task) -> Result<(), Refusal> {
        if self.output.len() != task.program.output.len() {
            return Err(Reason::Abi("a result of another length").into());
        }
        let limbs = self.output.iter().zip(&task.program.output);
        let same =
            |(is, wanted): (&Value, &Value)| Some(self.trace.id(*is)) == self.text[wanted.index()];
        match limbs.map(same).position(|same| !same) {
            Some(limb) => Err(Reason::Differs { limb }.into()),
            None => Ok(()),
        }
    }

    /// The program that the machine code is, with the hints of the text: a value of the text is
    /// found by the word that it is.
    #[must_use]
    pub fn program(&self, text: &Program) -> Program {
        let find = |value: &Value| self.trace.first(self.text[value.index()]?);
        let all = |values: &[Value]| values.iter().map(find).collect::<Option<Vec<Value>>>();
        let hints = text.hints.iter();
        let hints = hints
            .filter_map(|hint| Some(Hint { words: all(&hint.words)?, stop: all(&hint.stop)? }));
        let quotients = text.quotients.iter().filter_map(find).collect();
        Program { hints: hints.collect(), quotients, ..self.trace.program(self.output.clone()) }
    }
}

/// What each value of a text is, as 64-bit words: what its operations do to words of any kind.
fn words(values: &mut Values, program: &Program) -> Result<Vec<Option<Id>>, Refusal> {
    let mut ids: Vec<Option<Id>> = vec![None; program.steps.len() * 2];
    for (number, step) in program.steps.iter().enumerate() {
        let arg = |place: usize| ids[step.args[place].index()].expect("made by an earlier step");
        let distance = step.immediate as u32;
        let id = match step.op {
            Op::Input => values.input((step.immediate >> 32) as u32, step.immediate as u32),
            Op::Const => values.constant(step.immediate),
            Op::Add | Op::AddSigned => values.add_scaled(arg(0), arg(1), 1),
            Op::Sub | Op::SubSigned => values.add_scaled(arg(0), arg(1), u64::MAX),
            Op::Shl | Op::ShlSigned => values.shl(arg(0), distance),
            Op::Shr => values.right(arg(0), distance),
            Op::And => values.and(arg(0), arg(1)),
            Op::Madd52Lo => values.madd(arg(0), arg(1), arg(2), false),
            Op::Madd52Hi => values.madd(arg(0), arg(1), arg(2), true),
            Op::MulLow => values.product(arg(0), arg(1)).0,
            Op::Mask => values.scaled(arg(0), u64::MAX),
            Op::Select => values.select(arg(0), arg(1), arg(2)),
            Op::MulWide | Op::Adc | Op::Sbb => {
                let (low, high) = match step.op {
                    Op::MulWide => values.product(arg(0), arg(1)),
                    Op::Adc => values.sum_and_carry(arg(0), arg(1), arg(2)),
                    _ => values.difference(arg(0), arg(1), arg(2)),
                };
                ids[Value::new(number, 1).index()] = Some(high);
                low
            }
            Op::SplitSigned => {
                let (low, above) = values.split(arg(0), distance);
                ids[Value::new(number, 1).index()] = Some(above);
                low
            }
            other => return Err(Reason::Unknown(format!("{} in a text", other.name())).into()),
        };
        ids[Value::new(number, 0).index()] = Some(id);
    }
    Ok(ids)
}
