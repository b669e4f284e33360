//! Reads the text of primes in quads: what `print::quads` is to write.

use super::Unreadable;
use super::function::{self, Dialect};
use super::lanes52::expression;
use super::limbs64::structure;
use super::lines::Lines;
use crate::field::Field;
use crate::ir::{Kind, Program, Way};

/// Bits of a limb of a prime.
fn bits(field: &Field) -> u32 {
    field.quads.as_ref().expect("a field in quads").bits
}

fn dialect(field: &Field) -> Dialect {
    Dialect {
        word: "W",
        generics: "<W: Word>",
        taken: ("*", ""),
        given: "",
        // Sums read words with a sign, products read them without.
        kind: Kind::Unsigned,
        limb_bits: bits(field),
        way: Way::Within,
        expression,
    }
}

/// The programs that stand in `text`, which is to be of `field`.
///
/// # Errors
/// The first line that is not of a known form, or is of another prime.
pub fn read(text: &str, field: &Field) -> Result<Vec<Program>, Unreadable> {
    let functions = ["carry", "mul", "sqr", "add", "sub", "decode"];
    function::file(text, &dialect(field), field, head, &functions)
}

/// The one program that stands in `text`: that of the function `name` of `field`.
///
/// # Errors
/// As those of [`read`].
pub fn function(text: &str, field: &Field, name: &str) -> Result<Program, Unreadable> {
    function::alone(text, &dialect(field), field.limbs, (field, name))
}

/// The lines before the functions of the contract, `spread` among them.
fn head(lines: &mut Lines<'_>, field: &Field) -> Result<(), Unreadable> {
    let (name, limbs, bits) = (field.row.type_name, field.limbs, bits(field));
    lines.skip_comments("//!");
    lines.expect_all("\nuse crate::lanes::Word;\nuse crate::quads::Quads;\n\n")?;
    structure(lines, name)?;
    lines.expect(&format!("impl Quads for {name} {{"))?;
    lines.expect(&format!("    type Limbs<W: Word> = [W; {limbs}];"))?;
    lines.expect(&format!("    const BITS: usize = {bits};"))?;
    let squared = &field.radix * &field.radix % &field.modulus;
    for (constant, wanted) in [("MODULUS", &field.modulus), ("RADIX_SQUARED", &squared)] {
        let before = format!("    const {constant}: &'static [u64] = &[");
        let number = lines.number(&before, limbs, bits)?;
        if number != *wanted {
            return Err(lines.refuse(format!("{constant} is {number:#x}, not {wanted:#x}")));
        }
    }
    lines.expect_all("\n    #[inline(always)]")?;
    lines.expect(&format!("    fn spread<W: Word>(word: W) -> [W; {limbs}] {{"))?;
    lines.expect(&format!("        [word; {limbs}]"))?;
    lines.expect("    }")
}
