//! C99 text over signed limbs of at most 32 bits: one freestanding file per prime.
//!
//! Limbs are `int32_t`, everything in between is `int64_t`: a product of two limbs is one
//! instruction on a 32-bit machine, and nothing needs a 128-bit product. C leaves a shift of a
//! negative number to the left undefined, so such a shift is printed as a product.

use super::c::{self, Dialect, Functions, Proven};
use crate::build::signed::Signed;
use crate::build::signed::sequence::Sequence;
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Step, Value};
use crate::prove::bound::Range;
use crate::table::Row;
use num_traits::ToPrimitive;
use std::fmt::Write;

const DIALECT: Dialect = Dialect {
    limb: "int32_t",
    kind: Kind::Signed,
    read: "strtoll(text, end, 16)",
    helpers: HELPERS,
    expression,
    store: |value| format!("(int32_t){value}"),
};

/// Additions that a factor may have behind it in the set of [`choose`]: what the formulas of the
/// groups need without a carry in between.
const ADDITIONS: u32 = 2;

/// The set with the fewest limbs, the cheapest sequence for them and the shortest limbs.
#[must_use]
pub fn choose(row: &'static Row) -> Option<Field> {
    let least = row.modulus.value().bits() as usize / 29;
    (least..2 * least + 4).find_map(|limbs| {
        Sequence::all().find_map(|sequence| {
            (20..=29).find_map(|bits| {
                let set = Signed::new(row, bits, limbs, ADDITIONS, sequence.clone())?;
                Field::signed(row, set).ok()
            })
        })
    })
}

/// The functions of `field`, which has signed limbs, if they are proven and fit 32 bits.
pub fn functions(field: &Field) -> Result<Functions, String> {
    let (set, _) = field.signed.as_ref().ok_or("C over 32 bits is for signed limbs")?;
    let prove = |program: &Program| {
        let proven = Proven::new(program.clone(), field.contract(program));
        let proven = proven.map_err(|refusal| refusal.to_string())?;
        let limits = proven.contract.inputs.iter().chain([&proven.contract.output]);
        let narrow = limits.flat_map(|limits| &limits.limbs).all(is_narrow);
        narrow
            .then_some(proven)
            .ok_or_else(|| format!("{}: a limb needs more than 32 bits", program.name))
    };
    let list = field.programs.iter().map(prove).collect::<Result<Vec<_>, String>>()?;
    let (name, comment) = (field.row.name, comment(field, set, &list));
    let prefix = format!("{name}_s{}x{}a{}", set.bits, set.limbs, set.additions);
    Ok(Functions { prefix, comment, limbs: field.limbs, list })
}

/// The file of one prime.
#[must_use]
pub fn file(functions: &Functions) -> String {
    c::file(&DIALECT, functions)
}

/// The table of the functions of one prime for the test program.
#[must_use]
pub fn table(functions: &Functions) -> String {
    c::table(&DIALECT, functions)
}

fn comment(field: &Field, set: &Signed, list: &[Proven]) -> String {
    let row = field.row;
    let mut text = format!(
        "/* The prime `{name}`, {bits} bits, {limbs} signed limbs of {limb_bits} bits.
 * Written by `fieldgen print --prime {name} --language c32`; do not edit.
 *
 * Source of the modulus: {source}.
 * Modulus: 0x{modulus:x}.
 * Form: {form}. An element is `sum(limb[i] * 2^({limb_bits} i))`,
 * the same number as ever modulo `p`; many limbs stand for one element, and none is the only one.
 * Every limb keeps the bounds below, proven for all inputs, so any chain of calls is safe in which
 * no factor has more than {additions} additions behind it. `out` may be one of the inputs. There is no
 * branch, no division and no table, and nothing is needed from outside but <stdint.h>.
 *
 * | function | limbs of the inputs up to | of the output | steps | products | carries |
 * |---|---|---|---|---|---|
",
        name = row.name,
        bits = field.modulus.bits(),
        limbs = field.limbs,
        limb_bits = set.bits,
        source = row.source,
        modulus = field.modulus,
        form = field.form_name(),
        additions = set.additions,
    );
    for Proven { program, contract, .. } in list {
        let widest = |limbs: &[Range]| {
            let ends = limbs.iter().map(|(low, high)| (-low).max(high.clone()));
            ends.max().map_or_else(String::new, |end| format!("{end:#x}"))
        };
        let _ = writeln!(
            text,
            " * | {} | {} | {} | {} | {} | {} |",
            program.name,
            widest(&contract.inputs[0].limbs),
            widest(&contract.output.limbs),
            program.steps.iter().filter(|step| step.op.arity() > 0).count(),
            program.count(Op::MulSigned),
            program.count(Op::CarrySigned),
        );
    }
    text + " */\n"
}

fn is_narrow(range: &Range) -> bool {
    range.0.to_i32().is_some() && range.1.to_i32().is_some()
}

fn expression(proven: &Proven, step: &Step, args: &[String], second: &str) -> String {
    let infix = |sign: &str| format!("{} {sign} {}", args[0], args[1]);
    match step.op {
        Op::MulSigned => {
            format!("{} * {}", factor(proven, step, args, 0), factor(proven, step, args, 1))
        }
        Op::AddSigned => infix("+"),
        Op::SubSigned => infix("-"),
        Op::ShlSigned => format!("{} * (INT64_C(1) << {})", args[0], step.immediate),
        Op::SplitSigned => format!("field32_split({}, {}, &{second})", args[0], step.immediate),
        Op::CarrySigned => format!("field32_carry({}, {}, &{second})", args[0], step.immediate),
        op => unreachable!("no form over signed limbs has a {}", op.name()),
    }
}

/// A factor. Where it is proven to fit 32 bits the text says so: the compiler does not know, and
/// would take three products of halves for one. It knows of the words of the inputs.
fn factor(proven: &Proven, step: &Step, args: &[String], place: usize) -> String {
    let value: Value = step.args[place];
    let known = matches!(proven.program.step_of(value).op, Op::Input | Op::Const);
    if !known && is_narrow(&proven.ranges[value.index()]) {
        format!("(int64_t)(int32_t){}", args[place])
    } else {
        args[place].clone()
    }
}

const HELPERS: &str = "\
/* The same in each of these files; a program may be made of several of them. */
#ifndef FIELD32_HELPERS
#define FIELD32_HELPERS

/* C leaves it to the compiler what a shift of a negative number to the right does. All we know of
 * round down; one that does not stops here. */
typedef char field32_shift_rounds_down[(-1 >> 1) == -1 ? 1 : -1];

/* The lowest `bits` bits of a, not negative; the rest, rounded down, goes to *high. */
static inline int64_t field32_split(int64_t a, int bits, int64_t *high)
{
    *high = a >> bits;
    return a & ((INT64_C(1) << bits) - 1);
}

/* What is left of a when its nearest multiple of 2^bits is taken away; the multiple, divided by
 * 2^bits, goes to *high. */
static inline int64_t field32_carry(int64_t a, int bits, int64_t *high)
{
    *high = (a + (INT64_C(1) << (bits - 1))) >> bits;
    return a - *high * (INT64_C(1) << bits);
}

#endif
";
