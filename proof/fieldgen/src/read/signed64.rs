//! Reads the text over signed limbs: what `print::signed64` is to write.

use super::Unreadable;
use super::function::{self, Dialect, Expression, call, functions, infix, is_name};
use super::limbs64::{constants, imported, structure};
use super::lines::{Lines, decimal};
use crate::build::signed::Signed;
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Way};

/// The ways in and out, in the order of the text: there words of both kinds are.
fn ways(set: &Signed) -> [(&'static str, Dialect); 2] {
    let new = |way, taken, given| {
        let limb_bits = set.bits;
        Dialect { way, taken, given, limb_bits, ..DIALECT }
    };
    let into = new(Way::In, ("*", ""), DIALECT.given);
    [("encode", into), ("decode", new(Way::Out, DIALECT.taken, ""))]
}

const DIALECT: Dialect = Dialect {
    word: "u64",
    generics: "",
    taken: ("", ".map(|word| word as i64)"),
    given: ".map(|limb| limb as u64)",
    kind: Kind::Signed,
    limb_bits: 0,
    way: Way::Within,
    expression,
};

/// The functions of every form, in the order of the text; `carry` is left out where each sum is
/// carried and every element at rest.
const FUNCTIONS: [&str; 6] = ["mul", "sqr", "add", "sub", "neg", "carry"];

/// The programs that stand in `text`, which is to be of `field`.
///
/// # Errors
/// The first line that is not of a known form, or is of another form of limbs.
pub fn read(text: &str, field: &Field) -> Result<Vec<Program>, Unreadable> {
    let mut lines = Lines::new(text);
    let (set, _) = field.signed.as_ref().expect("a form over signed limbs");
    let called = head(&mut lines, field, set)?;
    let dialect = Dialect { limb_bits: set.bits, ..DIALECT };
    let names = FUNCTIONS.into_iter().filter(|name| set.additions > 0 || *name != "carry");
    let mut programs = functions(&mut lines, &dialect, set.limbs, (field, names))?;
    for (name, dialect) in ways(set) {
        programs.extend(functions(&mut lines, &dialect, set.limbs, (field, [name].into_iter()))?);
    }
    canonical(&mut lines, set.limbs)?;
    lines.expect("}")?;
    lines.end()?;
    imported(&lines, called, &CALLS, &programs)?;
    Ok(programs)
}

/// The one program that stands in `text`: that of the function `name` of `field`.
///
/// # Errors
/// As those of [`read`].
pub fn function(text: &str, field: &Field, name: &str) -> Result<Program, Unreadable> {
    let (set, _) = field.signed.as_ref().expect("a form over signed limbs");
    let within = ("", Dialect { limb_bits: set.bits, ..DIALECT });
    let (_, dialect) = ways(set).into_iter().find(|way| way.0 == name).unwrap_or(within);
    function::alone(text, &dialect, set.limbs, (field, name))
}

/// What the functions of `crate::signed` do.
const CALLS: [(&str, Op); 2] = [("carry", Op::CarrySigned), ("split", Op::SplitSigned)];

/// The lines before the functions; gives the names that are imported to be called.
fn head<'a>(lines: &mut Lines<'a>, field: &Field, set: &Signed) -> Result<&'a str, Unreadable> {
    let (row, limbs) = (field.row, set.limbs);
    lines.skip_comments("//!");
    lines.expect_all("\nuse crate::prime::Prime;")?;
    let names = lines.between("use crate::signed::{", "};")?;
    lines.expect_all("use crate::word::{mask, select};\n\n")?;
    let name = format!("{}{}", row.type_name, set.tag().to_uppercase());
    structure(lines, &name)?;
    lines.expect(&format!("impl Prime for {name} {{"))?;
    lines.expect(&format!("    type Limbs = [u64; {limbs}];"))?;
    lines.expect("    type Narrow = Self;")?;
    lines.expect(&format!("    type Lanes = crate::generated::lanes::{};", row.type_name))?;
    constants(lines, field, &format!("{}_{}", row.name, set.tag()), limbs)?;
    Ok(names)
}

/// The number below the modulus that an element is: what the way out gives.
fn canonical(lines: &mut Lines<'_>, limbs: usize) -> Result<(), Unreadable> {
    let array = format!("[u64; {limbs}]");
    lines.expect_all("\n    #[inline(always)]")?;
    lines.expect(&format!("    fn canonical(a: &{array}) -> {array} {{"))?;
    lines.expect_all("        Self::decode(a)\n    }")
}

fn expression(text: &str) -> Option<Expression<'_>> {
    if let Some((first, sign, second)) = infix(text, &["+", "-", "*", "&", "<<", ">>"]) {
        let op = match sign {
            "+" => Op::AddSigned,
            "-" => Op::SubSigned,
            "*" => Op::MulSigned,
            "&" => Op::And,
            "<<" => return Some(Expression::Step(Op::ShlSigned, vec![first], decimal(second)?)),
            _ => return Some(Expression::Step(Op::Shr, vec![first], decimal(second)?)),
        };
        return Some(Expression::Step(op, vec![first, second], 0));
    }
    if is_name(text) {
        return Some(Expression::Copy(text));
    }
    let (name, operands) = call(text)?;
    if let Some(op) = [Op::Mask, Op::Select].into_iter().find(|op| op.name() == name) {
        return Some(Expression::Step(op, operands, 0));
    }
    let (name, distance) = name.strip_suffix('>')?.split_once("::<")?;
    let op = match name {
        "carry" => Op::CarrySigned,
        "split" => Op::SplitSigned,
        _ => return None,
    };
    Some(Expression::Step(op, operands, decimal(distance)?))
}
