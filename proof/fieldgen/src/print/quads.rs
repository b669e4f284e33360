//! Rust text over short limbs: one file per prime, an implementation of `Quads`.

use super::lanes52;
use crate::build::quads::{PRODUCT, Quads, UNITS};
use crate::field::Field;
use crate::ir::Op;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive};
use std::fmt::Write;

/// The file of one prime.
#[must_use]
pub fn file(field: &Field) -> String {
    let mut text = String::new();
    header(&mut text, field);
    let (limbs, bits) = (field.limbs, quads_of(field).bits);
    let mask = (BigUint::from(1u32) << bits) - 1u32;
    let lines = |number: &BigUint| -> String {
        let limb = |at: usize| ((number >> (bits as usize * at)) & &mask).to_u64();
        let words = (0..limbs).map(|at| limb(at).expect("a limb is a word"));
        words.map(|word| format!("        {word:#x},\n")).collect()
    };
    let _ = write!(
        text,
        "
use crate::lanes::Word;
use crate::quads::Quads;

/// The prime `{short}`, {limbs} limbs of {bits} bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct {name};

#[rustfmt::skip]
impl Quads for {name} {{
    type Limbs<W: Word> = [W; {limbs}];
    const BITS: usize = {bits};
    const MODULUS: &'static [u64] = &[
{modulus}    ];
    const RADIX_SQUARED: &'static [u64] = &[
{squared}    ];

    #[inline(always)]
    fn spread<W: Word>(word: W) -> [W; {limbs}] {{
        [word; {limbs}]
    }}
",
        short = field.row.name,
        name = field.row.type_name,
        modulus = lines(&field.modulus),
        squared = lines(&(&field.radix * &field.radix % &field.modulus)),
    );
    for program in &field.programs {
        lanes52::function(&mut text, program);
    }
    text.push_str("}\n");
    text
}

fn quads_of(field: &Field) -> &Quads {
    field.quads.as_ref().expect("a field in quads")
}

/// The file that names the modules of the folder.
#[must_use]
pub fn module(fields: &[Field]) -> String {
    let mut text = String::from(
        "//! Every prime with a form for four elements together. Written by `fieldgen write`; do\n\
         //! not edit.\n\n",
    );
    lanes52::modules(&mut text, fields);
    text.push_str("\nuse crate::quads::QuadPrime;\n");
    for field in fields {
        let name = field.row.type_name;
        let _ =
            write!(text, "\nimpl QuadPrime for super::{name} {{\n    type Quads = {name};\n}}\n");
    }
    text
}

fn header(text: &mut String, field: &Field) {
    let (row, quads) = (field.row, quads_of(field));
    let bits = quads.bits;
    let most = quads.rest.iter().max().expect("there is a limb");
    let above = most - (BigInt::from(1) << bits);
    let held = match &field.radix {
        radix if radix.is_one() => "as it is".to_string(),
        radix => format!("times 2^{}", radix.bits() - 1),
    };
    let _ = write!(
        text,
        "//! The prime `{prime}` in quads. Written by `fieldgen write`; do not edit.
//!
//! Source of the modulus: {source}.
//! Form: {form}; an element is held {held}.
//! At rest the limbs are from 0 to 2^{bits} + {above}. Sums, whose limbs have signs, may hold
//! {UNITS} elements at rest; `carry` takes such a sum, products do not. A product is a sum that may
//! be as large as {PRODUCT} elements, so that `carry` takes {products} of them.
//! Every function is proven for all inputs within these bounds, over every chain of calls.
//!
//! | function | in | out | steps | products |
//! |---|---|---|---|---|
",
        prime = row.name,
        source = row.source,
        form = field.form_name(),
        products = UNITS / PRODUCT,
    );
    let size = |units: u32| match units {
        0 => "at rest".to_string(),
        units => format!("{units} elements"),
    };
    for program in &field.programs {
        let output = match program.name {
            "decode" => "< 2 p".to_string(),
            name => size(Quads::units_out(name)),
        };
        let _ = writeln!(
            text,
            "//! | {} | {} | {output} | {} | {} |",
            program.name,
            size(Quads::units_in(program.name)),
            program.steps.iter().filter(|step| step.op.arity() > 0).count(),
            program.count(Op::Madd52Lo) + program.count(Op::Madd52Hi),
        );
    }
}
