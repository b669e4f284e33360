//! One function: its head, its statements, its result.

use super::Unreadable;
use super::advice::advised;
use super::lines::{Lines, literal};
use crate::field::Field;
use crate::ir::{Group, Kind, Op, Program, Step, Value, Way};
use std::collections::{BTreeMap, BTreeSet};

/// The functions that a text may have, and their parameters in order.
const SIGNATURES: [(&str, &[&str]); 11] = [
    ("mul", &["a", "b"]),
    ("sqr", &["a"]),
    ("mul_sub", &["a", "b", "c", "d"]),
    ("mul_sub_sqr2", &["a", "b", "c"]),
    ("add", &["a", "b"]),
    ("sub", &["a", "b"]),
    ("neg", &["a"]),
    ("carry", &["a"]),
    ("encode", &["plain"]),
    ("decode", &["a"]),
    ("canonical", &["a"]),
];

/// What differs between the texts.
pub struct Dialect {
    /// Type of a limb in parameters and result.
    pub word: &'static str,
    /// What stands between the name and the parameters.
    pub generics: &'static str,
    /// What stands before and after the name of a parameter that is taken apart.
    pub taken: (&'static str, &'static str),
    /// What stands after the list of the result.
    pub given: &'static str,
    /// How literals are read.
    pub kind: Kind,
    /// Bits between limbs.
    pub limb_bits: u32,
    /// Whether the function goes from words to limbs, or back.
    pub way: Way,
    /// The right side of a statement, if it is of a known form.
    pub expression: fn(&str) -> Option<Expression<'_>>,
}

/// The right side of a statement.
pub enum Expression<'a> {
    /// Another name for a value.
    Copy(&'a str),
    /// A constant, made like a value.
    Constant(&'a str, u64),
    /// A step, its operands and its distance.
    Step(Op, Vec<&'a str>, u64),
}

/// A function as it was read.
pub struct Function {
    /// What it does, without hints.
    pub program: Program,
    /// What each name stands for.
    pub names: BTreeMap<String, Value>,
    /// The constants.
    pub constants: BTreeMap<u64, Value>,
}

/// The functions called `names`, which must come next, with the advice of `field`.
pub fn functions<'a>(
    lines: &mut Lines<'_>,
    to: &Dialect,
    limbs: usize,
    (field, names): (&Field, impl Iterator<Item = &'a str>),
) -> Result<Vec<Program>, Unreadable> {
    let read = names.map(|name| {
        lines.expect("")?;
        inline(lines)?;
        let function = Function::read(lines, to, limbs)?;
        if function.program.name != name {
            return Err(lines.refuse(format!("{} in place of {name}", function.program.name)));
        }
        let advice = field.all().find(|program| program.name == name);
        Ok(advised(function, advice))
    });
    read.collect()
}

/// The programs of a text that begins with what `head` reads and has these functions after it.
pub fn file(
    text: &str,
    to: &Dialect,
    field: &Field,
    head: fn(&mut Lines<'_>, &Field) -> Result<(), Unreadable>,
    names: &[&str],
) -> Result<Vec<Program>, Unreadable> {
    let mut lines = Lines::new(text);
    head(&mut lines, field)?;
    let programs = functions(&mut lines, to, field.limbs, (field, names.iter().copied()))?;
    lines.expect("}")?;
    lines.end()?;
    Ok(programs)
}

/// The function called `name` where nothing but its lines stands, with the advice of `field`.
pub fn alone(
    text: &str,
    to: &Dialect,
    limbs: usize,
    (field, name): (&Field, &str),
) -> Result<Program, Unreadable> {
    let mut lines = Lines::new(text);
    let mut read = functions(&mut lines, to, limbs, (field, [name].into_iter()))?;
    lines.end()?;
    Ok(read.remove(0))
}

/// Whether a function is compiled into its callers, which changes no result.
pub fn inline(lines: &mut Lines<'_>) -> Result<(), Unreadable> {
    match lines.between("    #[inline(", ")]")? {
        "always" | "never" => Ok(()),
        other => Err(lines.refuse(format!("inline {other}"))),
    }
}

impl Function {
    /// A function without steps.
    pub fn empty(name: &'static str, limb_bits: u32) -> Self {
        let program = Program::empty(name, limb_bits);
        Self { program, names: BTreeMap::new(), constants: BTreeMap::new() }
    }

    /// The function whose head is the next line.
    pub fn read(lines: &mut Lines<'_>, to: &Dialect, limbs: usize) -> Result<Self, Unreadable> {
        let (name, parameters) = head(lines, to, limbs)?;
        let mut read = Self::empty(name, to.limb_bits);
        read.program.way = to.way;
        for (group, parameter) in parameters.iter().enumerate() {
            read.take_apart(lines, to, limbs, (group, parameter))?;
        }
        // Constants come before all steps, wherever they are read.
        let start = lines.clone();
        for word in literals(lines, to)? {
            let value = read.push(Op::Const, Vec::new(), word);
            read.constants.insert(word, value);
        }
        *lines = start;
        loop {
            let line = lines.statement()?;
            if line.starts_with('[') {
                read.program.output = read.result(lines, to, limbs, &line)?;
                return Ok(read);
            }
            read.follow(lines, to, &line)?;
        }
    }

    /// Adds a step; gives its first result.
    pub fn push(&mut self, op: Op, args: Vec<Value>, immediate: u64) -> Value {
        self.program.steps.push(Step { op, args, immediate });
        Value::new(self.program.steps.len() - 1, 0)
    }

    /// Gives a value a name that is new.
    pub fn name(&mut self, lines: &Lines<'_>, name: &str, value: Value) -> Result<(), Unreadable> {
        if !is_name(name) || self.names.insert(name.to_string(), value).is_some() {
            return Err(lines.refuse(format!("`{name}` is no new name")));
        }
        Ok(())
    }

    fn name_alone(
        &mut self,
        lines: &Lines<'_>,
        targets: &[&str],
        value: Value,
    ) -> Result<(), Unreadable> {
        match targets {
            [target] => self.name(lines, target, value),
            _ => Err(lines.refuse("one value has one name")),
        }
    }

    /// `let [a0, a1] = *a;`
    fn take_apart(
        &mut self,
        lines: &mut Lines<'_>,
        to: &Dialect,
        limbs: usize,
        (group, parameter): (usize, &'static str),
    ) -> Result<(), Unreadable> {
        let line = lines.statement()?;
        let end = format!("] = {}{parameter}{};", to.taken.0, to.taken.1);
        let names = line.strip_prefix("let [").and_then(|rest| rest.strip_suffix(&end));
        let names = list(names.ok_or_else(|| lines.refuse(format!("`{line}` takes nothing")))?);
        if names.len() != limbs {
            return Err(lines.refuse(format!("{} words of {limbs}", names.len())));
        }
        let mut words = Vec::new();
        for (limb, name) in names.into_iter().enumerate() {
            let value = self.push(Op::Input, Vec::new(), (group as u64) << 32 | limb as u64);
            // Words above a number are not read.
            if name != "_" || to.way != Way::In {
                self.name(lines, name, value)?;
            }
            words.push(value);
        }
        self.program.inputs.push(Group { name: parameter, limbs: words });
        Ok(())
    }

    /// `let (x1, y1) = adc(x0, 3, y0);`
    fn follow(&mut self, lines: &Lines<'_>, to: &Dialect, line: &str) -> Result<(), Unreadable> {
        let (targets, right) = parts(lines, to, line)?;
        let (op, operands, distance) = match right {
            Expression::Copy(name) => {
                let value = self.operand(lines, name)?;
                return self.name_alone(lines, &targets, value);
            }
            Expression::Constant(name, word) => {
                self.operand(lines, name)?;
                return self.name_alone(lines, &targets, self.constants[&word]);
            }
            Expression::Step(op, operands, distance) => (op, operands, distance),
        };
        let op = match to.kind {
            Kind::Signed => self.typed(to.way, op, &operands),
            Kind::Unsigned => Some(op),
        };
        let op = op.ok_or_else(|| lines.refuse(format!("`{line}` mixes words of two kinds")))?;
        let operands = operands.into_iter().map(|operand| match to.way {
            Way::Within => operand,
            _ => cast(operand).map_or(operand, |(name, _)| name),
        });
        let args: Vec<Value> =
            operands.map(|operand| self.operand(lines, operand)).collect::<Result<_, _>>()?;
        let fits = op.has_distance() == (1..64).contains(&distance);
        if args.len() != op.arity() || targets.len() != op.results() || !fits {
            return Err(lines.refuse(format!("`{line}` is no {}", op.name())));
        }
        let first = self.push(op, args, distance);
        for (part, target) in targets.iter().enumerate() {
            if *target != "_" {
                self.name(lines, target, Value::new(first.step(), part))?;
            }
        }
        if targets.iter().all(|target| *target == "_") {
            return Err(lines.refuse("nothing is named"));
        }
        Ok(())
    }

    /// What an operation does to words with a sign, or without, as its operands are; nothing if
    /// they are of both kinds. That a word is the same number in both is for the provers.
    fn typed(&self, way: Way, op: Op, operands: &[&str]) -> Option<Op> {
        let own = |name: &str| -> Option<Kind> {
            let step = self.program.step_of(*self.names.get(name)?);
            Some(match (step.op, way) {
                (Op::Input, Way::In) => Kind::Unsigned,
                (Op::Input, _) => Kind::Signed,
                (op, _) => op.kind(),
            })
        };
        let names = operands.iter().filter(|operand| literal(operand).is_none());
        let kinds = names.map(|operand| match cast(operand) {
            Some((name, kind)) => own(name).filter(|own| *own != kind).and(Some(kind)),
            None => own(operand),
        });
        let kinds = kinds.collect::<Option<Vec<Kind>>>()?;
        let (first, rest) = kinds.split_first()?;
        let op = match (first, op) {
            (Kind::Unsigned, Op::AddSigned) => Op::Add,
            (Kind::Unsigned, Op::ShlSigned) => Op::Shl,
            _ => op,
        };
        (op.kind() == *first && rest.iter().all(|kind| kind == first)).then_some(op)
    }

    /// `[x1, x2]`, the end of the function after it.
    fn result(
        &self,
        lines: &mut Lines<'_>,
        to: &Dialect,
        limbs: usize,
        line: &str,
    ) -> Result<Vec<Value>, Unreadable> {
        let names = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(to.given));
        let names = names.and_then(|rest| rest.strip_suffix(']'));
        let names = list(names.ok_or_else(|| lines.refuse(format!("`{line}` is no result")))?);
        let words = names.into_iter().map(|name| self.operand(lines, name));
        let words = words.collect::<Result<Vec<Value>, _>>()?;
        if words.len() != limbs {
            return Err(lines.refuse(format!("{} words of {limbs}", words.len())));
        }
        lines.expect("    }")?;
        Ok(words)
    }

    /// What an operand is: a literal, or a name that was given before.
    fn operand(&self, lines: &Lines<'_>, text: &str) -> Result<Value, Unreadable> {
        let constant = literal(text).and_then(|word| self.constants.get(&word));
        let value = constant.or_else(|| self.names.get(text)).copied();
        value.ok_or_else(|| lines.refuse(format!("`{text}` is not known here")))
    }
}

/// `fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {`: the name and the parameters.
fn head(
    lines: &mut Lines<'_>,
    to: &Dialect,
    limbs: usize,
) -> Result<(&'static str, &'static [&'static str]), Unreadable> {
    let line = lines.statement()?;
    let array = format!("[{}; {limbs}]", to.word);
    for (name, parameters) in SIGNATURES {
        let start = format!("fn {name}{}(", to.generics);
        let end = format!(") -> {array} {{");
        let inner = line.strip_prefix(&start).and_then(|rest| rest.strip_suffix(&end));
        let Some(inner) = inner else { continue };
        let wanted = parameters.iter().map(|parameter| format!("{parameter}: &{array}"));
        if list(inner).into_iter().eq(wanted) {
            return Ok((name, parameters));
        }
    }
    Err(lines.refuse(format!("`{line}` is no function over {limbs} words")))
}

/// Both sides of a statement.
fn parts<'a>(
    lines: &Lines<'_>,
    to: &Dialect,
    line: &'a str,
) -> Result<(Vec<&'a str>, Expression<'a>), Unreadable> {
    let sides = line.strip_prefix("let ").and_then(|rest| rest.strip_suffix(';'));
    let sides = sides.and_then(|rest| rest.split_once(" = "));
    let found = sides.and_then(|(left, right)| {
        let pair = left.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let targets = match pair {
            Some(pair) => pair.split(", ").collect::<Vec<_>>(),
            None => vec![left],
        };
        (pair.is_some() == (targets.len() > 1)).then_some((targets, (to.expression)(right)?))
    });
    found.ok_or_else(|| lines.refuse(format!("`{line}` is of no known form")))
}

/// A name and the kind of word that it is read as: `x1 as i64`.
fn cast(text: &str) -> Option<(&str, Kind)> {
    let (name, word) = text.split_once(" as ")?;
    let kind = match word {
        "i64" => Kind::Signed,
        "u64" => Kind::Unsigned,
        _ => return None,
    };
    is_name(name).then_some((name, kind))
}

/// Every literal that stands in the statements up to the end of the function, and in its result.
fn literals(lines: &mut Lines<'_>, to: &Dialect) -> Result<BTreeSet<u64>, Unreadable> {
    let mut found = BTreeSet::new();
    loop {
        let line = lines.statement()?;
        if !line.starts_with("let ") {
            let result = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
            let words = result.map_or(Vec::new(), |(names, _)| list(names));
            found.extend(words.into_iter().filter_map(literal));
            return Ok(found);
        }
        let words: Vec<u64> = match parts(lines, to, &line)?.1 {
            Expression::Constant(_, word) => vec![word],
            Expression::Step(_, operands, _) => operands.into_iter().filter_map(literal).collect(),
            Expression::Copy(_) => Vec::new(),
        };
        if to.kind == Kind::Signed && words.iter().any(|word| i64::try_from(*word).is_err()) {
            return Err(lines.refuse("no signed word"));
        }
        found.extend(words);
    }
}

/// The items between commas, of which the last may have one as well.
fn list(text: &str) -> Vec<&str> {
    let text = text.trim();
    let items = text.strip_suffix(',').unwrap_or(text);
    items.split(',').map(str::trim).collect()
}

/// Small letters, then digits: no word of a language is such a name.
pub fn is_name(text: &str) -> bool {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    rest.len() < text.len()
        && !rest.is_empty()
        && rest.bytes().all(|letter| letter.is_ascii_digit())
}

/// The two sides of an infix operation around one of `signs`.
pub fn infix<'a>(text: &'a str, signs: &[&str]) -> Option<(&'a str, &'a str, &'a str)> {
    let found = signs.iter().filter_map(|sign| {
        let (first, second) = text.split_once(&format!(" {sign} "))?;
        Some((first, &text[first.len() + 1..][..sign.len()], second))
    });
    found.min_by_key(|(first, _, _)| first.len())
}

/// `name(a, b)`: what is called, and with what.
pub fn call(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('(')?;
    Some((name, rest.strip_suffix(')')?.split(", ").collect()))
}
