//! Reads the text over 64-bit words: what `print::limbs64` is to write.

use super::Unreadable;
use super::function::{self, Dialect, Expression, call, functions, infix};
use super::lines::{Lines, decimal};
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Way};
use num_bigint::BigUint;

const DIALECT: Dialect = Dialect {
    word: "u64",
    generics: "",
    taken: ("*", ""),
    given: "",
    kind: Kind::Unsigned,
    limb_bits: 64,
    way: Way::Within,
    expression,
};

/// What the functions of `crate::word` do that a text may call.
const CALLS: [Op; 6] = [Op::Adc, Op::Mac, Op::Mask, Op::MulWide, Op::Sbb, Op::Select];

/// The functions of every prime, in the order of the text.
const FUNCTIONS: [&str; 7] = ["mul", "sqr", "add", "sub", "neg", "encode", "decode"];

/// The programs that stand in `text`, which is to be of `field`.
///
/// # Errors
/// The first line that is not of a known form, or is of another prime.
pub fn read(text: &str, field: &Field) -> Result<Vec<Program>, Unreadable> {
    let mut lines = Lines::new(text);
    let limbs = (field.modulus.bits() as usize).div_ceil(64);
    let names_called = head(&mut lines, field, limbs)?;
    let multiple = &field.bound / &field.modulus;
    let loose = multiple > BigUint::from(1u32);
    if loose {
        lines.expect(&format!("    const MULTIPLE: u64 = {multiple};"))?;
    }
    let names = FUNCTIONS.into_iter().chain(loose.then_some("canonical"));
    let programs = functions(&mut lines, &DIALECT, limbs, (field, names))?;
    lines.expect("}")?;
    lines.end()?;
    imported(&lines, names_called, &CALLS.map(|op| (op.name(), op)), &programs)?;
    Ok(programs)
}

/// The one program that stands in `text`: that of the function `name` of `field`.
///
/// # Errors
/// As those of [`read`].
pub fn function(text: &str, field: &Field, name: &str) -> Result<Program, Unreadable> {
    function::alone(text, &DIALECT, field.limbs, (field, name))
}

/// The lines before the functions; gives the names that are imported to be called.
fn head<'a>(lines: &mut Lines<'a>, field: &Field, limbs: usize) -> Result<&'a str, Unreadable> {
    let row = field.row;
    lines.skip_comments("//!");
    lines.expect_all("\nuse crate::prime::Prime;")?;
    let names = lines.between("use crate::word::{", "};")?;
    lines.expect("")?;
    structure(lines, row.type_name)?;
    lines.expect(&format!("impl Prime for {} {{", row.type_name))?;
    lines.expect(&format!("    type Limbs = [u64; {limbs}];"))?;
    lines.expect("    #[cfg(feature = \"narrow\")]")?;
    let narrow = lines.between("    type Narrow = super::narrow::", ";")?;
    let set = narrow.strip_prefix(row.type_name).and_then(|rest| rest.strip_prefix('S'));
    let set = set.and_then(|set| set.strip_suffix("A0")).and_then(|set| set.split_once('X'));
    if set.and_then(|(bits, limbs)| decimal(bits).and(decimal(limbs))).is_none() {
        return Err(lines.refuse(format!("{narrow} is no set of {}", row.name)));
    }
    lines.expect("    #[cfg(not(feature = \"narrow\"))]")?;
    lines.expect("    type Narrow = Self;")?;
    lines.expect(&format!("    type Lanes = super::lanes::{};", row.type_name))?;
    constants(lines, field, row.name, limbs)?;
    Ok(names)
}

/// `NAME`, `BITS`, `MODULUS` and `ONE`.
pub(super) fn constants(
    lines: &mut Lines<'_>,
    field: &Field,
    name: &str,
    limbs: usize,
) -> Result<(), Unreadable> {
    lines.expect(&format!("    const NAME: &'static str = \"{name}\";"))?;
    lines.expect(&format!("    const BITS: usize = {};", field.modulus.bits()))?;
    for (name, wanted) in [("MODULUS", &field.modulus), ("ONE", &field.one())] {
        let number = lines.number(&format!("    const {name}: [u64; {limbs}] = ["), limbs, 64)?;
        if number != *wanted {
            return Err(lines.refuse(format!("{name} is {number:#x}, not {wanted:#x}")));
        }
    }
    Ok(())
}

/// The names of an import are those of the operations that the programs have, in their order.
pub(super) fn imported(
    lines: &Lines<'_>,
    names: &str,
    known: &[(&str, Op)],
    programs: &[Program],
) -> Result<(), Unreadable> {
    let called = |op: Op| programs.iter().any(|program| program.count(op) > 0);
    let called = known.iter().filter(|(_, op)| called(*op)).map(|(name, _)| *name);
    if !names.split(", ").eq(called) {
        return Err(lines.refuse(format!("{names} are not what is called")));
    }
    Ok(())
}

/// The type, and what says that its implementation is not to be formatted.
pub(super) fn structure(lines: &mut Lines<'_>, name: &str) -> Result<(), Unreadable> {
    lines.skip_comments("///");
    lines.expect("#[derive(Clone, Copy, PartialEq, Eq, Debug)]")?;
    lines.expect(&format!("pub struct {name};"))?;
    lines.expect_all("\n#[rustfmt::skip]")
}

fn expression(text: &str) -> Option<Expression<'_>> {
    if let Some((first, sign, second)) = infix(text, &["+", "-", "&", "<<", ">>"]) {
        let op = match sign {
            "+" => Op::Add,
            "-" => Op::Sub,
            "&" => Op::And,
            "<<" => return Some(Expression::Step(Op::Shl, vec![first], decimal(second)?)),
            _ => return Some(Expression::Step(Op::Shr, vec![first], decimal(second)?)),
        };
        return Some(Expression::Step(op, vec![first, second], 0));
    }
    let (name, operands) = call(text)?;
    if let Some(first) = name.strip_suffix(".wrapping_mul") {
        let operands = [vec![first], operands].concat();
        return Some(Expression::Step(Op::MulLow, operands, 0));
    }
    let op = CALLS.into_iter().find(|op| op.name() == name)?;
    Some(Expression::Step(op, operands, 0))
}
