//! The worked example of OpenJDK's pull request 10398, computed once more.

use crate::build::signed::Signed;
use crate::table::Row;
use num_bigint::BigUint;
use num_traits::One;
use std::io::{self, Write};

/// The greatest limb of `bits` bits after `additions` doublings, as the example has it.
fn greatest(bits: u32, additions: u32) -> BigUint {
    (BigUint::one() << (bits + additions)) - 1u32
}

/// Column 8 of a square with all limbs full, as the example adds it up: the partial sum of the
/// products of full limbs and the whole.
#[must_use]
pub fn column(set: &Signed) -> (BigUint, BigUint) {
    let full = greatest(set.bits, set.additions);
    let top_bits = set.modulus.bits() as u32 - set.bits * (set.limbs as u32 - 1);
    let top = greatest(top_bits, set.additions);
    let partial = &full * &full * (set.limbs - 2);
    let whole = &partial + &full * &top * 2u32;
    (partial, whole)
}

/// Prints why the example is wrong, if `set` is the one of the example.
pub fn refute(row: &Row, set: &Signed, out: &mut impl Write) -> io::Result<()> {
    if row.name != "p256_p" || (set.bits, set.limbs, set.additions) != (29, 9, 2) {
        return Ok(());
    }
    let (partial, whole) = column(set);
    let word = BigUint::one() << 64u32;
    writeln!(
        out,
        "\nThe example of OpenJDK's pull request 10398 for these parameters takes limbs of"
    )?;
    writeln!(
        out,
        "2^31 - 1 without a sign and says that column 8 fills the 64 bits but does not overflow."
    )?;
    writeln!(out, "Seven of its nine products are")?;
    writeln!(out, "  7 * (2^31 - 1)^2 = {}, {} bits;", grouped(&partial), partial.bits())?;
    writeln!(
        out,
        "  the number printed there, {}, is what is left of",
        grouped(&(&partial % &word))
    )?;
    writeln!(
        out,
        "  it after it has wrapped around. With the two products of the top limb, 2^26 - 1,"
    )?;
    writeln!(out, "  c8 = {}, {} bits.", grouped(&whole), whole.bits())?;
    writeln!(out, "It overflows even without a sign, and the limbs have one.\n")
}

/// Hexadecimal with a mark between words of 32 bits.
fn grouped(number: &BigUint) -> String {
    let digits: Vec<String> = number
        .to_u32_digits()
        .iter()
        .rev()
        .enumerate()
        .map(
            |(place, digit)| if place == 0 { format!("{digit:X}") } else { format!("{digit:08X}") },
        )
        .collect();
    format!("0x{}", digits.join("_"))
}
