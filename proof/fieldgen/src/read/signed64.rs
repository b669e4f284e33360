//! Reads the text over signed limbs: what `print::signed64` is to write.

use super::Unreadable;
use super::function::{self, Dialect, Expression, call, functions, infix, inline, is_name};
use super::limbs64::{constants, imported, structure};
use super::lines::{Lines, decimal};
use crate::build::signed::Signed;
use crate::build::signed::rest::Rest;
use crate::contract::Limits;
use crate::field::Field;
use crate::ir::{Kind, Op, Program};
use num_bigint::BigInt;
use num_traits::One;

const DIALECT: Dialect = Dialect {
    word: "u64",
    generics: "",
    taken: ("", ".map(|word| word as i64)"),
    given: ".map(|limb| limb as u64)",
    kind: Kind::Signed,
    limb_bits: 0,
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
    let (set, rest) = field.signed.as_ref().expect("a form over signed limbs");
    head(&mut lines, field, set)?;
    let dialect = Dialect { limb_bits: set.bits, ..DIALECT };
    let names = FUNCTIONS.into_iter().filter(|name| set.additions > 0 || *name != "carry");
    let programs = functions(&mut lines, &dialect, set.limbs, (field, names))?;
    in_and_out(&mut lines, set, rest)?;
    lines.expect("}")?;
    lines.end()?;
    Ok(programs)
}

/// The one program that stands in `text`: that of the function `name` of `field`.
///
/// # Errors
/// As those of [`read`].
pub fn function(text: &str, field: &Field, name: &str) -> Result<Program, Unreadable> {
    let (set, _) = field.signed.as_ref().expect("a form over signed limbs");
    let dialect = Dialect { limb_bits: set.bits, ..DIALECT };
    function::alone(text, &dialect, set.limbs, (field, name))
}

/// The lines before the functions.
fn head(lines: &mut Lines<'_>, field: &Field, set: &Signed) -> Result<(), Unreadable> {
    let (row, limbs) = (field.row, set.limbs);
    lines.skip_comments("//!");
    lines.expect_all("\nuse crate::prime::Prime;")?;
    let names = lines.between("use crate::signed::{", "};")?;
    imported(lines, names, &["carry", "cut", "reduced", "split"])?;
    lines.expect("")?;
    let name = format!("{}{}", row.type_name, set.tag().to_uppercase());
    structure(lines, &name)?;
    lines.expect(&format!("impl Prime for {name} {{"))?;
    lines.expect(&format!("    type Limbs = [u64; {limbs}];"))?;
    lines.expect("    type Narrow = Self;")?;
    lines.expect(&format!("    type Lanes = crate::generated::lanes::{};", row.type_name))?;
    constants(lines, field, &format!("{}_{}", row.name, set.tag()), limbs)
}

/// The calls of what every form shares: the way from words to limbs and back, which is right if
/// the bounds of `crate::signed` are kept.
fn in_and_out(lines: &mut Lines<'_>, set: &Signed, rest: &Rest) -> Result<(), Unreadable> {
    let (bits, limbs) = (set.bits, set.limbs);
    let array = format!("[u64; {limbs}]");
    lines.expect("")?;
    inline(lines)?;
    lines.expect(&format!("    fn encode(plain: &{array}) -> {array} {{"))?;
    lines.expect(&format!("        cut::<{bits}, {limbs}>(plain)"))?;
    if set.modulus.bits() > u64::from(bits) * limbs as u64 - 1 {
        return Err(lines.refuse("the modulus does not fit the limbs"));
    }
    lines.expect_all("    }\n\n")?;
    inline(lines)?;
    lines.expect(&format!("    fn decode(a: &{array}) -> {array} {{"))?;
    let before = format!("        reduced::<{bits}, {limbs}>(a, &Self::MODULUS, ");
    let excess = lines.between(&before, ")")?;
    let least = excess_of(set, rest).ok_or_else(|| lines.refuse("the limbs are too wide"))?;
    if excess != least.to_string() {
        return Err(lines.refuse(format!("an excess of {excess}, not {least}")));
    }
    lines.expect_all("    }\n\n    #[inline(always)]")?;
    lines.expect(&format!("    fn canonical(a: &{array}) -> {array} {{"))?;
    lines.expect_all("        Self::decode(a)\n    }")
}

/// The least power of two such that every sum that is read is less than so many moduli away from
/// zero; none if `crate::signed::reduced` does not hold that in its words.
fn excess_of(set: &Signed, rest: &Rest) -> Option<u64> {
    let widest = Limits::around_zero(&rest.limbs, set.reach(), set.bits);
    let modulus = BigInt::from(set.modulus.clone());
    let excess = (0..64u64).find(|excess| widest.value.1 < &modulus << *excess)?;
    let words = ((set.bits as usize * set.limbs).div_ceil(64) + 1).min(set.limbs);
    let narrow = widest.limbs.iter().all(|limb| limb.1 < BigInt::one() << 62);
    (narrow && modulus << (excess + 1) < BigInt::one() << (64 * words)).then_some(excess)
}

fn expression(text: &str) -> Option<Expression<'_>> {
    if let Some((first, sign, second)) = infix(text, &["+", "-", "*", "<<"]) {
        let op = match sign {
            "+" => Op::AddSigned,
            "-" => Op::SubSigned,
            "*" => Op::MulSigned,
            _ => return Some(Expression::Step(Op::ShlSigned, vec![first], decimal(second)?)),
        };
        return Some(Expression::Step(op, vec![first, second], 0));
    }
    if is_name(text) {
        return Some(Expression::Copy(text));
    }
    let (name, operands) = call(text)?;
    let (name, distance) = name.strip_suffix('>')?.split_once("::<")?;
    let op = match name {
        "carry" => Op::CarrySigned,
        "split" => Op::SplitSigned,
        _ => return None,
    };
    Some(Expression::Step(op, operands, decimal(distance)?))
}
