//! All functions of a program: which are proven, which are not, and why.

use crate::contracts::{CALLED, Contracts, Single, Task, is_single};
use crate::image::{Function, Image};
use crate::judge::{Followed, follow_at};
use crate::machine::Place;
use crate::parts::{self, Part};
use crate::reason::{Reason, Refusal};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Register};

/// Machine code that a text is for.
pub struct Subject {
    /// Where it is: a function, or a part of one.
    pub function: Function,
    /// Of a part: the registers that point at its arrays.
    pub pointers: Option<Vec<Register>>,
    /// What it is to do.
    pub task: Task,
    /// What shows that it does.
    pub way: Way,
}

/// How machine code is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Its results are the words of its text, for all words in the operands.
    Text,
    /// Both provers prove its program by itself, for all operands within the contract.
    Itself,
}

/// What was found of it.
pub struct Row {
    /// The machine code.
    pub subject: Subject,
    /// How it is proven, or why not.
    pub outcome: Result<Proven, Refusal>,
}

/// Machine code whose results are those of its text.
pub struct Proven {
    /// The program that it is, as it was followed.
    pub followed: Followed,
    /// What the provers say of that program by itself.
    pub by_itself: Result<(), String>,
}

/// A function that no text is for.
pub struct Other {
    /// The function.
    pub function: Function,
    /// What stands in the way first.
    pub reason: Reason,
}

/// What was found in a program.
pub struct Survey {
    /// Machine code that texts are for.
    pub rows: Vec<Row>,
    /// All other functions.
    pub others: Vec<Other>,
    /// Products that are to be functions, and texts of instructions, that are not there by
    /// themselves: the compiler put them into their callers, or nobody calls them.
    pub missing: Vec<String>,
}

impl Subject {
    fn new(function: Function, task: Task) -> Self {
        Self { function, pointers: None, task, way: Way::Text }
    }

    /// Follows the machine code of an image, and compares it with its text.
    ///
    /// # Errors
    /// What is not understood, or the first limb that differs; then what was followed comes with
    /// it.
    pub fn judge(&self, image: &Image) -> Result<Followed, (Refusal, Option<Box<Followed>>)> {
        let no_code = || (Reason::Operand("no code").into(), None);
        let code = image.code(&self.function).ok_or_else(no_code)?;
        let place = Place { at: self.function.at, code, pointers: self.pointers.as_deref() };
        let followed = follow_at(image, &place, &self.task).map_err(|refusal| (refusal, None))?;
        let judged = match self.way {
            Way::Text => followed.compare(&self.task),
            Way::Itself => {
                let proven = self.task.claim.prove(&followed.program(&self.task.program));
                proven.map_err(|why| Reason::Refused(why).into())
            }
        };
        match judged {
            Ok(()) => Ok(followed),
            Err(refusal) => Err((refusal, Some(Box::new(followed)))),
        }
    }

    fn row(mut self, image: &Image) -> Row {
        let first = self.judge(image);
        let differs = |refusal: &Refusal| matches!(refusal.reason, Reason::Differs { .. });
        // On one lane the compiler finds other words of the same result.
        let outcome = match first {
            Err((refusal, _)) if differs(&refusal) && self.task.is_single() => {
                self.way = Way::Itself;
                self.judge(image).map_err(|(second, _)| {
                    let why = format!("{refusal}; by itself: {second}");
                    (Reason::Refused(why).into(), None)
                })
            }
            first => first,
        };
        let outcome = outcome.map_err(|(refusal, _)| refusal).map(|followed| {
            let by_itself = self.task.claim.prove(&followed.program(&self.task.program));
            Proven { followed, by_itself }
        });
        Row { subject: self, outcome }
    }
}

/// What keeps a function from being one that a text could be for.
fn obstacle(image: &Image, function: &Function) -> Reason {
    let Some(code) = image.code(function) else { return Reason::Operand("no code") };
    let decoder = Decoder::with_ip(64, code, function.at, DecoderOptions::NONE);
    let flows = decoder.into_iter().find_map(|instruction| match instruction.flow_control() {
        FlowControl::Next | FlowControl::Return | FlowControl::Exception => None,
        FlowControl::Call | FlowControl::IndirectCall => Some(Reason::Flow("it calls")),
        FlowControl::ConditionalBranch => Some(Reason::Flow("it branches")),
        _ => Some(Reason::Flow("it jumps")),
    });
    flows.unwrap_or_else(|| Reason::NoText("it runs straight on".to_string()))
}

impl Survey {
    /// Looks at every function of a program.
    #[must_use]
    pub fn new(image: &Image, contracts: &Contracts) -> Self {
        let (mut rows, mut others) = (Vec::new(), Vec::new());
        let mut wanted = contracts.parts();
        for function in &image.functions {
            let reason = match contracts.task(function) {
                Ok(Some(task)) => {
                    let subject = Subject::new(function.clone(), task);
                    rows.push(subject.row(image));
                    continue;
                }
                Ok(None) => obstacle(image, function),
                Err(name) => Reason::NoText(name),
            };
            if function.symbol.contains("8products") {
                rows.extend(parts_of(image, function, &mut wanted));
            }
            others.push(Other { function: function.clone(), reason });
        }
        let mut missing: Vec<String> = wanted.iter().map(name).collect();
        for prime in contracts.primes.iter().filter(|prime| prime.is_called) {
            for program in ["mul", "sqr"] {
                let is_it = |row: &Row| {
                    let task = &row.subject.task;
                    !task.is_single()
                        && task.of == prime.field.row.name
                        && task.program.name == program
                };
                if !rows.iter().any(is_it) {
                    missing.push(format!("{} {program}", prime.field.row.name));
                }
            }
        }
        missing.extend(contracts.singles.iter().filter_map(|single| inlined(single, &rows)));
        Self { rows, others, missing }
    }

    /// Whether all that is there and that texts are for is proven, and no function of the lanes is
    /// unknown.
    #[must_use]
    pub fn all_proven(&self) -> bool {
        let is_unknown = |other: &Other| {
            other.function.symbol.contains(CALLED) || is_single(&other.function.symbol)
        };
        !self.rows.is_empty()
            && self.rows.iter().all(|row| row.outcome.is_ok())
            && !self.others.iter().any(is_unknown)
    }
}

/// `p384_p mul`, and `p384_p mul alone` of one lane.
#[must_use]
pub fn name(task: &Task) -> String {
    let alone = if task.is_single() { " alone" } else { "" };
    format!("{} {}{alone}", task.of, task.program.name)
}

/// The functions of a prime on one lane that the program does not have by themselves.
fn inlined(single: &Single, rows: &[Row]) -> Option<String> {
    let of = single.field.row.name;
    let is_there = |name: &str| {
        let mut tasks = rows.iter().map(|row| &row.subject.task);
        tasks.any(|task| task.is_single() && task.of == of && task.program.name == name)
    };
    let names = single.field.programs.iter().map(|program| program.name);
    let names: Vec<&str> = names.filter(|name| !is_there(name)).collect();
    (!names.is_empty()).then(|| format!("{of} alone: {}", names.join(" ")))
}

/// The parts of a function that are texts; those are taken from `wanted`.
fn parts_of(image: &Image, function: &Function, wanted: &mut Vec<Task>) -> Vec<Row> {
    let found = parts::parts(image, function).into_iter().filter_map(|part: Part| {
        let (at, pointers) = wanted.iter().enumerate().find_map(|(at, task)| {
            let (pointers, _) = part.follow(image, task)?;
            Some((at, pointers))
        })?;
        let task = wanted.remove(at);
        let function = Function {
            symbol: function.symbol.clone(),
            name: function.name.clone(),
            ..part.as_function()
        };
        Some(Subject { pointers: Some(pointers), ..Subject::new(function, task) }.row(image))
    });
    found.collect()
}
