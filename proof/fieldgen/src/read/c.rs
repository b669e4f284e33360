//! Reads the C texts: what `print::c64` and `print::c32` are to write.
//!
//! They lie nowhere: whoever prints one gets it as it was read back and proven. The comment is not
//! read; the helpers must be those of the dialect, word for word.

use super::Unreadable;
use super::advice::advised;
use super::function::{Function, infix, is_name};
use super::lines::{Lines, decimal, literal};
use crate::ir::{Group, Kind, Op, Program, Value};
use crate::print::c::{Dialect, Functions, Proven};
use crate::prove::bound::Range;
use crate::prove::{identity, interval};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// Reads `text` back and proves what stands there against the contracts of `functions`.
///
/// # Errors
/// The first line of no known form, or what the provers refuse.
pub fn prove(text: &str, dialect: &Dialect, functions: &Functions) -> Result<(), String> {
    let mut lines = Lines::new(text);
    head(&mut lines, dialect, functions).map_err(|error| error.to_string())?;
    for proven in &functions.list {
        let read = function(&mut lines, dialect, functions, proven);
        let (program, narrow) = read.map_err(|error| error.to_string())?;
        judge(&program, &narrow, dialect, proven)?;
    }
    lines.end().map_err(|error| error.to_string())
}

/// Proves a program that was read, in which the values `narrow` are cut to 32 bits.
fn judge(
    program: &Program,
    narrow: &[Value],
    dialect: &Dialect,
    proven: &Proven,
) -> Result<(), String> {
    let contract = &proven.contract;
    let found = interval::prove(program, contract).map_err(|refusal| refusal.to_string())?;
    identity::prove(program, contract, &found).map_err(|refusal| refusal.to_string())?;
    let fits = |range: &Range| range.0.to_i32().is_some() && range.1.to_i32().is_some();
    let cuts = |ranges: &Vec<Range>| narrow.iter().all(|value| fits(&ranges[value.index()]));
    if !found.cases.iter().all(cuts) {
        return Err(format!("{}: a value that is cut needs more than 32 bits", program.name));
    }
    let ends = contract.inputs.iter().chain([&contract.output]);
    if dialect.kind == Kind::Signed && !ends.flat_map(|ends| &ends.limbs).all(fits) {
        return Err(format!("{}: limbs of more than 32 bits", program.name));
    }
    Ok(())
}

/// The lines before the functions.
fn head(lines: &mut Lines<'_>, dialect: &Dialect, to: &Functions) -> Result<(), Unreadable> {
    if !lines.take()?.starts_with("/* ") {
        return Err(lines.refuse("no comment"));
    }
    loop {
        let line = lines.take()?;
        if line == " */" {
            break;
        }
        if !line.starts_with(" *") || line.contains("*/") {
            return Err(lines.refuse("the comment ends early"));
        }
    }
    lines.expect_all("\n#include <stdint.h>\n\n")?;
    lines.expect_all(dialect.helpers)?;
    lines.expect("")?;
    for proven in &to.list {
        lines.expect(&format!("{};", signature(dialect, to, &proven.program)))?;
    }
    Ok(())
}

/// The first line of a function, of which the name and the parameters are known.
fn signature(dialect: &Dialect, to: &Functions, wanted: &Program) -> String {
    let (limb, limbs) = (dialect.limb, to.limbs);
    let inputs =
        wanted.inputs.iter().map(|group| format!(", const {limb} {}[{limbs}]", group.name));
    let inputs: String = inputs.collect();
    format!("void {}_{}({limb} out[{limbs}]{inputs})", to.prefix, wanted.name)
}

/// A function as it is read: its program, and the values that are cut to 32 bits.
fn function(
    lines: &mut Lines<'_>,
    dialect: &Dialect,
    to: &Functions,
    proven: &Proven,
) -> Result<(Program, Vec<Value>), Unreadable> {
    let wanted = &proven.program;
    lines.expect("")?;
    lines.expect(&signature(dialect, to, wanted))?;
    lines.expect("{")?;
    let mut body = Body {
        read: Function::empty(wanted.name, wanted.limb_bits),
        narrow: Vec::new(),
        declared: BTreeSet::new(),
        unused: None,
    };
    for (number, group) in wanted.inputs.iter().enumerate() {
        let word = |limb| (number as u64) << 32 | limb as u64;
        let limbs = (0..to.limbs).map(|limb| body.read.push(Op::Input, Vec::new(), word(limb)));
        let limbs = limbs.collect();
        body.read.program.inputs.push(Group { name: group.name, limbs });
    }
    loop {
        let line = statement(lines)?;
        if line == "}" {
            break;
        }
        body.follow(lines, dialect, &line)?;
    }
    if body.read.program.output.len() != to.limbs || !body.declared.is_empty() {
        return Err(lines.refuse("words of the result are missing, or variables not written"));
    }
    Ok((advised(body.read, Some(wanted)), body.narrow))
}

/// The next lines up to the end of a statement.
fn statement(lines: &mut Lines<'_>) -> Result<String, Unreadable> {
    let mut text = lines.take()?.trim().to_string();
    while text.ends_with(',') {
        text = text + " " + lines.take()?.trim();
    }
    Ok(text)
}

/// The number that a literal of the dialect is.
fn constant(text: &str, dialect: &Dialect) -> Option<u64> {
    let (start, signed) = match dialect.kind {
        Kind::Unsigned => ("UINT64_C(", false),
        Kind::Signed => ("INT64_C(", true),
    };
    let word = match text.strip_prefix(start).and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => literal(inner).filter(|_| inner.starts_with("0x")),
        None => decimal(text).filter(|_| text.len() == 1),
    };
    word.filter(|word| !signed || i64::try_from(*word).is_ok())
}

/// The statements of a function as far as they were read.
struct Body {
    read: Function,
    narrow: Vec<Value>,
    /// What second results go to, declared and not yet written.
    declared: BTreeSet<String>,
    /// The variable of those that nothing reads.
    unused: Option<String>,
}

impl Body {
    fn follow(
        &mut self,
        lines: &Lines<'_>,
        dialect: &Dialect,
        line: &str,
    ) -> Result<(), Unreadable> {
        let known = self.try_follow(lines, dialect, line)?;
        known.ok_or_else(|| lines.refuse(format!("`{line}` is of no known form")))
    }

    /// Nothing if the line is of no known form.
    fn try_follow(
        &mut self,
        lines: &Lines<'_>,
        dialect: &Dialect,
        line: &str,
    ) -> Result<Option<()>, Unreadable> {
        let word = if dialect.kind == Kind::Signed { "int64_t " } else { "uint64_t " };
        let Some(line) = line.strip_suffix(';') else { return Ok(None) };
        // `out` may be one of the inputs: what was written must not be read.
        if !self.read.program.output.is_empty() && !line.starts_with("out[") {
            return Ok(None);
        }
        if let Some(names) = line.strip_prefix(word) {
            let is_new = |name: &str| {
                let unused = name == "unused" || name == "unused_signed";
                if unused && self.unused.is_none() {
                    self.unused = Some(name.to_string());
                    return true;
                }
                is_name(name) && self.declared.insert(name.to_string())
            };
            return Ok(names.split(", ").all(is_new).then_some(()));
        }
        if let Some(rest) = line.strip_prefix("out[") {
            let Some((place, value)) = rest.split_once("] = ") else { return Ok(None) };
            let value = match dialect.kind {
                Kind::Signed => value.strip_prefix("(int32_t)"),
                Kind::Unsigned => Some(value),
            };
            let value = value.and_then(|value| self.operand(dialect, value));
            let next = decimal(place) == Some(self.read.program.output.len() as u64);
            self.read.program.output.extend(value);
            return Ok((next && value.is_some()).then_some(()));
        }
        if let Some(right) = line.strip_prefix("(void)") {
            return self.step(lines, dialect, None, right);
        }
        let Some(rest) = line.strip_prefix("const ").and_then(|rest| rest.strip_prefix(word))
        else {
            return Ok(None);
        };
        if rest.contains('[') {
            for item in rest.split(", ") {
                let Some(value) = self.word(item) else { return Ok(None) };
                self.read.name(lines, item.split(' ').next().unwrap_or_default(), value)?;
            }
            return Ok(Some(()));
        }
        let Some((name, right)) = rest.split_once(" = ") else { return Ok(None) };
        self.step(lines, dialect, Some(name), right)
    }

    /// `a0 = a[0]`: the word of an input.
    fn word(&self, item: &str) -> Option<Value> {
        let (group, place) = item.split_once(" = ")?.1.strip_suffix(']')?.split_once('[')?;
        let group = self.read.program.inputs.iter().find(|input| input.name == group)?;
        group.limbs.get(decimal(place)? as usize).copied()
    }

    /// What an operand is; a constant is made where it is first read.
    fn operand(&mut self, dialect: &Dialect, text: &str) -> Option<Value> {
        let Some(word) = constant(text, dialect) else { return self.read.names.get(text).copied() };
        let made = self.read.constants.get(&word).copied();
        Some(made.unwrap_or_else(|| {
            let value = self.read.push(Op::Const, Vec::new(), word);
            self.read.constants.insert(word, value);
            value
        }))
    }

    /// One operation, whose first result is called `name`.
    fn step(
        &mut self,
        lines: &Lines<'_>,
        dialect: &Dialect,
        name: Option<&str>,
        right: &str,
    ) -> Result<Option<()>, Unreadable> {
        let Some((op, operands, distance, second)) = expression(dialect.kind, right) else {
            return Ok(None);
        };
        let mut args = Vec::new();
        for operand in operands {
            let cut = operand.strip_prefix("(int64_t)(int32_t)");
            let cut = cut.filter(|_| op == Op::MulSigned);
            let Some(value) = self.operand(dialect, cut.unwrap_or(operand)) else {
                return Ok(None);
            };
            self.narrow.extend(cut.map(|_| value));
            args.push(value);
        }
        let fits = op.has_distance() == (1..64).contains(&distance);
        if args.len() != op.arity() || second.is_some() != (op.results() == 2) || !fits {
            return Ok(None);
        }
        let first = self.read.push(op, args, distance);
        if let Some(name) = name {
            self.read.name(lines, name, first)?;
        }
        if let Some(second) = second.filter(|second| self.unused.as_deref() != Some(second)) {
            if !self.declared.remove(second) {
                return Ok(None);
            }
            self.read.name(lines, second, Value::new(first.step(), 1))?;
        }
        Ok(Some(()))
    }
}

/// An operation with its operands, its distance, and where its second result goes.
type Parts<'a> = (Op, Vec<&'a str>, u64, Option<&'a str>);

fn expression(kind: Kind, text: &str) -> Option<Parts<'_>> {
    if kind == Kind::Signed
        && let Some((first, rest)) = text.split_once(" * (INT64_C(1) << ")
    {
        return Some((Op::ShlSigned, vec![first], decimal(rest.strip_suffix(')')?)?, None));
    }
    if let Some((first, sign, second)) = infix(text, &["+", "-", "*", "&", "<<", ">>"]) {
        let op = match (kind, sign) {
            (Kind::Unsigned, "+") => Op::Add,
            (Kind::Unsigned, "-") => Op::Sub,
            (Kind::Unsigned, "*") => Op::MulLow,
            (Kind::Unsigned, "&") => Op::And,
            (Kind::Unsigned, "<<") => return Some((Op::Shl, vec![first], decimal(second)?, None)),
            (Kind::Unsigned, _) => return Some((Op::Shr, vec![first], decimal(second)?, None)),
            (Kind::Signed, "+") => Op::AddSigned,
            (Kind::Signed, "-") => Op::SubSigned,
            (Kind::Signed, "*") => Op::MulSigned,
            _ => return None,
        };
        return Some((op, vec![first, second], 0, None));
    }
    let (name, inner) = text.strip_suffix(')')?.split_once('(')?;
    let mut operands: Vec<&str> = inner.split(", ").collect();
    let second = operands.last().and_then(|last| last.strip_prefix('&'));
    if second.is_some() {
        operands.pop();
    }
    let calls: &[(&str, Op)] = match kind {
        Kind::Unsigned => &[
            ("field64_mul_wide", Op::MulWide),
            ("field64_adc", Op::Adc),
            ("field64_sbb", Op::Sbb),
            ("field64_mask", Op::Mask),
            ("field64_select", Op::Select),
        ],
        Kind::Signed => &[("field32_split", Op::SplitSigned), ("field32_carry", Op::CarrySigned)],
    };
    let (_, op) = calls.iter().find(|(call, _)| *call == name)?;
    let distance = if op.has_distance() { decimal(operands.pop()?)? } else { 0 };
    Some((*op, operands, distance, second))
}
