//! Reads the text of primes in quads: what `print::quads51` is to write.

use super::Unreadable;
use super::function::{self, Dialect};
use super::lanes52::expression;
use super::limbs64::structure;
use super::lines::Lines;
use crate::field::Field;
use crate::ir::{Kind, Program, Way};

/// Bits of a limb: how the products of `crate::quads` count.
const BITS: u32 = 51;

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

/// The programs that stand in `text`, which is to be of `field`.
///
/// # Errors
/// The first line that is not of a known form, or is of another prime.
pub fn read(text: &str, field: &Field) -> Result<Vec<Program>, Unreadable> {
    let functions = ["carry", "mul", "sqr", "add", "sub", "decode"];
    function::file(text, &DIALECT, field, head, &functions)
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
    lines.expect_all("\nuse crate::lanes::Word;\nuse crate::quads::Quads;\n\n")?;
    structure(lines, name)?;
    lines.expect(&format!("impl Quads for {name} {{"))?;
    lines.expect(&format!("    type Limbs<W: Word> = [W; {limbs}];"))?;
    lines.expect(&format!("    const BITS: usize = {BITS};"))?;
    let number = lines.number("    const MODULUS: &'static [u64] = &[", limbs, BITS)?;
    if number != field.modulus {
        return Err(lines.refuse(format!("MODULUS is {number:#x}, not {:#x}", field.modulus)));
    }
    lines.expect_all("\n    #[inline(always)]")?;
    lines.expect(&format!("    fn spread<W: Word>(word: W) -> [W; {limbs}] {{"))?;
    lines.expect(&format!("        [word; {limbs}]"))?;
    lines.expect("    }")
}
