//! C99 text over 64-bit words: one freestanding file per prime.
//!
//! The one thing outside C99 is `unsigned __int128` for the product of two words, marked with
//! `__extension__`; where the compiler has none, the helpers work on halves of words.

use super::c::{self, Dialect, Functions, Proven};
use super::limbs64::ceiling;
use crate::field::Field;
use crate::ir::{Kind, Op, Program, Step};
use crate::prove::Refusal;
use std::fmt::Write;

/// How the text is written, and read back.
pub const DIALECT: Dialect = Dialect {
    limb: "uint64_t",
    kind: Kind::Unsigned,
    read: "strtoull(text, end, 16)",
    helpers: HELPERS,
    expression,
    store: str::to_string,
};

/// The functions of `field`, if they are proven.
pub fn functions(field: &Field) -> Result<Functions, Refusal> {
    let prove = |program: &Program| Proven::new(program.clone(), field.contract(program));
    let list = field.programs.iter().map(prove).collect::<Result<_, _>>()?;
    let prefix = field.row.name.to_string();
    Ok(Functions { prefix, comment: comment(field), limbs: field.limbs, list })
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

fn comment(field: &Field) -> String {
    let row = field.row;
    let mut text = format!(
        "/* The prime `{name}`, {bits} bits, {limbs} words of 64 bits.
 * Written by `fieldgen print --prime {name} --language c64`; do not edit.
 *
 * Source of the modulus: {source}.
 * Modulus: 0x{modulus:x}.
 * Form: {form}; an element `x` is held as `x * 2^{shift} mod p`, least significant word first.
 * Elements are below `{bound}`, plain numbers below `p`, proven for all inputs; `out` may be one of
 * the inputs. There is no branch, no division and no table, and nothing is
 * needed from outside but <stdint.h>.
 *
 * | function | steps | products | carries | selects |
 * |---|---|---|---|---|
",
        name = row.name,
        bits = field.modulus.bits(),
        limbs = field.limbs,
        source = row.source,
        modulus = field.modulus,
        bound = ceiling(field, &field.contract(&field.programs[0]).output),
        form = row.form.name(),
        shift = field.radix.bits() - 1,
    );
    for program in &field.programs {
        let products = [Op::MulLow, Op::MulWide];
        let _ = writeln!(
            text,
            " * | {} | {} | {} | {} | {} |",
            program.name,
            program.steps.iter().filter(|step| step.op.arity() > 0).count(),
            products.iter().map(|op| program.count(*op)).sum::<usize>(),
            program.count(Op::Adc) + program.count(Op::Sbb),
            program.count(Op::Select),
        );
    }
    text + " */\n"
}

fn expression(_: &Proven, step: &Step, args: &[String], second: &str) -> String {
    let infix = |sign: &str| format!("{} {sign} {}", args[0], args[1]);
    match step.op {
        Op::Add => infix("+"),
        Op::Sub => infix("-"),
        Op::MulLow => infix("*"),
        Op::And => infix("&"),
        Op::Shl => format!("{} << {}", args[0], step.immediate),
        Op::Shr => format!("{} >> {}", args[0], step.immediate),
        Op::MulWide | Op::Adc | Op::Sbb => {
            format!("field64_{}({}, &{second})", step.op.name(), args.join(", "))
        }
        Op::Mask | Op::Select => format!("field64_{}({})", step.op.name(), args.join(", ")),
        op => unreachable!("no form over 64-bit words has a {}", op.name()),
    }
}

const HELPERS: &str = "\
/* The same in each of these files; a program may be made of several of them. */
#ifndef FIELD64_HELPERS
#define FIELD64_HELPERS

/* Where the compiler has no 128-bit product, words are taken in halves of 32 bits. Their carries
 * are sums, not comparisons, which compilers turn into conditional instructions. */
#if defined __SIZEOF_INT128__ && !defined FIELD64_HALVES
__extension__ typedef unsigned __int128 field64_pair;
#endif

/* The low word of a * b; the high one goes to *high. */
static inline uint64_t field64_mul_wide(uint64_t a, uint64_t b, uint64_t *high)
{
#if defined __SIZEOF_INT128__ && !defined FIELD64_HALVES
    const field64_pair t = (field64_pair)a * b;
    *high = (uint64_t)(t >> 64);
    return (uint64_t)t;
#else
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t low = a0 * b0;
    const uint64_t left = a1 * b0 + (low >> 32);
    const uint64_t right = a0 * b1 + (uint32_t)left;
    *high = a1 * b1 + (left >> 32) + (right >> 32);
    return right << 32 | (uint32_t)low;
#endif
}

/* The low word of a + b + carry_in, where carry_in is 0 or 1; the carry goes to *carry. */
static inline uint64_t field64_adc(uint64_t a, uint64_t b, uint64_t carry_in, uint64_t *carry)
{
#if defined __SIZEOF_INT128__ && !defined FIELD64_HALVES
    const field64_pair t = (field64_pair)a + b + carry_in;
    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
#else
    const uint64_t low = (uint64_t)(uint32_t)a + (uint32_t)b + carry_in;
    const uint64_t high = (a >> 32) + (b >> 32) + (low >> 32);
    *carry = high >> 32;
    return high << 32 | (uint32_t)low;
#endif
}

/* The low word of a - b - borrow_in, where borrow_in is 0 or 1; the borrow goes to *borrow. */
static inline uint64_t field64_sbb(uint64_t a, uint64_t b, uint64_t borrow_in, uint64_t *borrow)
{
#if defined __SIZEOF_INT128__ && !defined FIELD64_HALVES
    const field64_pair t = (field64_pair)a - b - borrow_in;
    *borrow = 0 - (uint64_t)(t >> 64);
    return (uint64_t)t;
#else
    const uint64_t low = (uint64_t)(uint32_t)a - (uint32_t)b - borrow_in;
    const uint64_t high = (a >> 32) - (b >> 32) - (low >> 63);
    *borrow = high >> 63;
    return high << 32 | (uint32_t)low;
#endif
}

/* All ones for 1, zero for 0. The compiler is kept from knowing that there are only these two, so
 * that it cannot turn what follows into a branch. */
static inline uint64_t field64_mask(uint64_t bit)
{
#ifdef __GNUC__
    uint64_t mask = 0 - bit;
    __asm__ (\"\" : \"+r\" (mask));
    return mask;
#else
    const volatile uint64_t mask = 0 - bit;
    return mask;
#endif
}

/* b where the mask is all ones, c where it is zero. */
static inline uint64_t field64_select(uint64_t mask, uint64_t b, uint64_t c)
{
    return c ^ (mask & (b ^ c));
}

#endif
";
