//! Reads the text of primes in lanes: what `print::lanes52` is to write.

use super::Unreadable;
use super::function::{self, Dialect, Expression, call, infix};
use super::limbs64::structure;
use super::lines::{Lines, decimal, literal};
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Way};

/// Bits of a limb: what the products of `crate::lanes` multiply.
const BITS: u32 = 52;

const DIALECT: Dialect = Dialect {
    word: "W",
    generics: "<W: Word>",
    taken: ("*", ""),
    given: "",
    // Sums read words with a sign, products read them without.
    kind: Kind::Unsigned,
    limb_bits: BITS,
    way: Way::Within,
    expression,
};

/// The functions of every prime, in the order of the text.
const FUNCTIONS: [&str; 10] =
    ["mul", "sqr", "mul_sub", "mul_sub_sqr2", "add", "sub", "neg", "carry", "encode", "decode"];

/// The programs that stand in `text`, which is to be of `field`.
///
/// # Errors
/// The first line that is not of a known form, or is of another prime.
pub fn read(text: &str, field: &Field) -> Result<Vec<Program>, Unreadable> {
    function::file(text, &DIALECT, field, head, &FUNCTIONS)
}

/// The one program that stands in `text`: that of the function `name` of `field`.
///
/// # Errors
/// As those of [`read`].
pub fn function(text: &str, field: &Field, name: &str) -> Result<Program, Unreadable> {
    function::alone(text, &DIALECT, field.limbs, (field, name))
}

/// The lines before the functions of the contract, `spread` among them.
fn head(lines: &mut Lines<'_>, field: &Field) -> Result<(), Unreadable> {
    let (name, limbs) = (field.row.type_name, field.limbs);
    lines.skip_comments("//!");
    lines.expect_all("\nuse crate::lanes::{Cell, LANES, Lanes, Word};\n\n")?;
    structure(lines, name)?;
    lines.expect(&format!("impl Lanes for {name} {{"))?;
    lines.expect(&format!("    type Limbs<W: Word> = [W; {limbs}];"))?;
    lines.expect(&format!("    type Cells = [Cell; {limbs}];"))?;
    for (name, wanted) in [("MODULUS", &field.modulus), ("ONE", &field.one())] {
        let before = format!("    const {name}: &'static [u64] = &[");
        let number = lines.number(&before, limbs, BITS)?;
        if number != *wanted {
            return Err(lines.refuse(format!("{name} is {number:#x}, not {wanted:#x}")));
        }
    }
    lines.expect(&format!("    const EMPTY: [Cell; {limbs}] = [Cell([0; LANES]); {limbs}];"))?;
    // Whether products are called or compiled into their callers changes no result.
    match lines.between("    const CALLED: bool = ", ";")? {
        "true" | "false" => {}
        other => return Err(lines.refuse(format!("CALLED is {other}"))),
    }
    lines.expect_all("\n    #[inline(always)]")?;
    lines.expect(&format!("    fn spread<W: Word>(word: W) -> [W; {limbs}] {{"))?;
    lines.expect(&format!("        [word; {limbs}]"))?;
    lines.expect("    }")
}

pub(super) fn expression(text: &str) -> Option<Expression<'_>> {
    if let Some((first, sign, second)) = infix(text, &["+", "-"]) {
        let op = if sign == "+" { Op::AddSigned } else { Op::SubSigned };
        return Some(Expression::Step(op, vec![first, second], 0));
    }
    let (first, rest) = text.split_once('.')?;
    let (name, operands) = call(rest)?;
    let distance = |name: &str| name.strip_suffix('>').and_then(decimal);
    if let Some(place) = name.strip_prefix("shl::<") {
        let nothing = operands == [""];
        return nothing.then_some(Expression::Step(Op::ShlSigned, vec![first], distance(place)?));
    }
    if let Some(place) = name.strip_prefix("split::<") {
        let nothing = operands == [""];
        return nothing.then_some(Expression::Step(Op::SplitSigned, vec![first], distance(place)?));
    }
    match (name, &operands[..]) {
        // Of which word the machine is taken does not matter.
        ("like", [word]) => Some(Expression::Constant(first, literal(word)?)),
        ("madd_low", [a, b]) => Some(Expression::Step(Op::Madd52Lo, vec![first, a, b], 0)),
        ("madd_high", [a, b]) => Some(Expression::Step(Op::Madd52Hi, vec![first, a, b], 0)),
        _ => None,
    }
}
