//! C99 text over signed limbs of at most 32 bits: one freestanding file per prime.
//!
//! Limbs are `int32_t`, everything in between is `int64_t`: a product of two limbs is one
//! instruction on a 32-bit machine, and nothing needs a 128-bit product. C leaves a shift of a
//! negative number to the left undefined, so such a shift is printed as a product.

use super::c::{self, Dialect, Functions, Proven};
use crate::build::signed::Signed;
use crate::build::signed::rest::{level_in, level_out};
use crate::contract::{Contract, Limits};
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Step, Value};
use crate::prove::bound::Range;
use num_traits::ToPrimitive;
use std::fmt::Write;

/// How the text is written, and read back.
pub const DIALECT: Dialect = Dialect {
    limb: "int32_t",
    kind: Kind::Signed,
    read: "strtoll(text, end, 16)",
    helpers: HELPERS,
    expression,
    store: |value| format!("(int32_t){value}"),
};

/// The functions of `field`, which has signed limbs, if they are proven and fit 32 bits.
pub fn functions(field: &Field) -> Result<Functions, String> {
    let (set, _) = field.signed.as_ref().ok_or("C over 32 bits is for signed limbs")?;
    let depth = depth(field).ok_or("the limbs of a factor need more than 32 bits")?;
    let prove = |program: &Program| Proven::new(program.clone(), contract(field, program, depth));
    let list = field.programs.iter().map(prove).collect::<Result<Vec<_>, _>>();
    let list = list.map_err(|refusal| refusal.to_string())?;
    let prefix = format!("{}_{}", field.row.name, set.tag());
    let comment = comment(field, set, depth, &list);
    Ok(Functions { prefix, comment, limbs: field.limbs, list })
}

/// How many additions deep a sum may be before its limbs need more than 32 bits, at most as deep
/// as the set allows; nothing if the factors of a product may not be as deep as it promises.
fn depth(field: &Field) -> Option<u32> {
    let (set, rest) = field.signed.as_ref()?;
    let fits = |level: &u32| rest.limbs.iter().all(|limb| limb << level <= i128::from(i32::MAX));
    let deepest = (0..=set.reach()).take_while(fits).last()?;
    (deepest >= set.additions).then_some(deepest)
}

/// The contract of `program` where sums are at most `depth` additions deep.
fn contract(field: &Field, program: &Program, depth: u32) -> Contract {
    let mut contract = field.contract(program);
    if let Some((set, rest)) = &field.signed {
        let after = level_out(set, program.name).min(depth);
        let before = match contract.additions {
            0 => level_in(set, program.name).min(depth),
            lazy => after - lazy,
        };
        let at = |level| Limits::around_zero(&rest.limbs, level, set.bits);
        contract.inputs = vec![at(before); program.inputs.len()];
        contract.output = at(after);
    }
    contract
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

fn comment(field: &Field, set: &Signed, depth: u32, list: &[Proven]) -> String {
    let row = field.row;
    let mut text = format!(
        "/* The prime `{name}`, {bits} bits, {limbs} signed limbs of {limb_bits} bits.
 * Written by `fieldgen print --prime {name} --language c32`; do not edit.
 *
 * Source of the modulus: {source}.
 * Modulus: 0x{modulus:x}.
 * Form: {form}.
 * An element is `sum(limb[i] * 2^({limb_bits} i))` modulo `p`; no element has only one such form.
 * Every limb keeps the bounds below, proven for all inputs, so any chain of calls is safe in which
 * no factor has more than {additions} nested additions behind it and no sum more than {depth};
 * `carry` brings a sum back to none. `out` may be one of the inputs. There is no branch, no
 * division and no table, and nothing is needed from outside but <stdint.h>.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::signed::Signed;
    use crate::narrow::choose;
    use crate::table::{TABLE, find};

    fn p256() -> Field {
        choose(find("p256_p").expect("the table holds P-256")).expect("P-256 has a set")
    }

    /// Goal: there is text for every prime. Method: choose a set for each row, and prove it.
    #[test]
    fn every_prime_has_a_proven_set() {
        for row in TABLE {
            let field = choose(row).unwrap_or_else(|| panic!("{}: no set", row.name));
            let found = functions(&field);
            assert!(found.is_ok(), "{}: {:?}", row.name, found.err());
        }
    }

    /// Goal: no limb is cut. Method: limbs at rest that are factors in 32 bits just so, and not.
    #[test]
    fn limbs_beyond_32_bits_are_refused() {
        let row = find("p256_p").expect("the table holds P-256");
        let order = "reduce+short".parse().expect("a sequence");
        let set = Signed::new(row, 26, 10, 2, order).expect("elements fit");
        let mut field = Field::signed(row, set).expect("an admissible set");
        let mut with = |limb: i128| {
            field.signed.as_mut().expect("the set is signed").1.limbs[0] = limb;
            depth(&field)
        };
        assert_eq!(with((1 << 29) - 1), Some(2));
        assert_eq!(with(1 << 29), None);
    }

    /// Goal: no text without a proof. Method: one carry at the wrong place.
    #[test]
    fn a_wrong_program_has_no_text() {
        let mut field = p256();
        assert!(functions(&field).is_ok());
        let carry = field.programs[0].steps.iter_mut().find(|step| step.op == Op::CarrySigned);
        carry.expect("a product is carried").immediate += 1;
        assert!(functions(&field).is_err());
    }

    /// Goal: the ends of the signed words are written as C reads them.
    #[test]
    fn constants_keep_their_sign() {
        assert_eq!(c::literal(7, Kind::Signed), "7");
        assert_eq!(c::literal(1 << 62, Kind::Signed), "INT64_C(0x4000000000000000)");
        assert_eq!(c::literal(u64::MAX, Kind::Signed), "(-INT64_C(0x0) - 1)");
        assert_eq!(c::literal(1 << 63, Kind::Signed), "(-INT64_C(0x7fffffffffffffff) - 1)");
    }
}
