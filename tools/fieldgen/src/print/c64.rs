//! C99 text over 64-bit words: one freestanding file per prime.
//!
//! The one thing outside C99 is `unsigned __int128` for the product of two words, marked with
//! `__extension__`.

use super::c::{self, Dialect};
use crate::field::Field;
use crate::ir::{Op, Program};
use std::fmt::Write;

const DIALECT: Dialect = Dialect {
    infix: "",
    limb: "uint64_t",
    word: "uint64_t",
    read: "strtoull(text, end, 16)",
    helpers: HELPERS,
    literal,
    expression,
    store: str::to_string,
};

/// The file of one prime.
#[must_use]
pub fn file(field: &Field) -> String {
    c::file(&DIALECT, field, &comment(field))
}

/// The table of the functions of one prime for the test program.
#[must_use]
pub fn table(field: &Field) -> String {
    c::table(&DIALECT, field)
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
 * Every function takes values below `p` and gives a value below `p`, proven for all inputs;
 * `out` may be one of the inputs. There is no branch, no division and no table, and nothing is
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
        form = row.form.name(),
        shift = field.radix.bits() - 1,
    );
    for program in &field.programs {
        let products = [Op::MulLow, Op::MulWide, Op::Mac];
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

/// A constant: small ones in decimal, others in hexadecimal.
fn literal(word: u64) -> String {
    if word < 10 { format!("{word}") } else { format!("UINT64_C(0x{word:016x})") }
}

fn expression(program: &Program, number: usize, args: &[String], second: &str) -> String {
    let step = &program.steps[number];
    let infix = |sign: &str| format!("{} {sign} {}", args[0], args[1]);
    match step.op {
        Op::Add => infix("+"),
        Op::Sub => infix("-"),
        Op::MulLow => infix("*"),
        Op::And => infix("&"),
        Op::Shl => format!("{} << {}", args[0], step.immediate),
        Op::Shr => format!("{} >> {}", args[0], step.immediate),
        op if op.results() == 2 => format!("field64_{}({}, &{second})", op.name(), args.join(", ")),
        op => format!("field64_{}({})", op.name(), args.join(", ")),
    }
}

const HELPERS: &str = "\
/* The same in each of these files; a program may be made of several of them. */
#ifndef FIELD64_HELPERS
#define FIELD64_HELPERS

__extension__ typedef unsigned __int128 field64_pair;

/* The low word of a * b; the high one goes to *high. */
static inline uint64_t field64_mul_wide(uint64_t a, uint64_t b, uint64_t *high)
{
    const field64_pair t = (field64_pair)a * b;
    *high = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* The low word of a * b + c + d, which never overflows; the high one goes to *high. */
static inline uint64_t field64_mac(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
    const field64_pair t = (field64_pair)a * b + c + d;
    *high = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* The low word of a + b + carry_in, where carry_in is 0 or 1; the carry goes to *carry. */
static inline uint64_t field64_adc(uint64_t a, uint64_t b, uint64_t carry_in, uint64_t *carry)
{
    const field64_pair t = (field64_pair)a + b + carry_in;
    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* The low word of a - b - borrow_in, where borrow_in is 0 or 1; the borrow goes to *borrow. */
static inline uint64_t field64_sbb(uint64_t a, uint64_t b, uint64_t borrow_in, uint64_t *borrow)
{
    const field64_pair t = (field64_pair)a - b - borrow_in;
    *borrow = 0 - (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* a + (b * c mod 2^52), where b and c are below 2^52. */
static inline uint64_t field64_madd52lo(uint64_t a, uint64_t b, uint64_t c)
{
    return a + (b * c & UINT64_C(0x000fffffffffffff));
}

/* a + b * c / 2^52, where b and c are below 2^52. */
static inline uint64_t field64_madd52hi(uint64_t a, uint64_t b, uint64_t c)
{
    return a + (uint64_t)((field64_pair)b * c >> 52);
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
