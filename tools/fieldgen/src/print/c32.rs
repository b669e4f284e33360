//! C99 text over signed limbs of at most 32 bits: one freestanding file per prime.
//!
//! Limbs are `int32_t`, everything in between is `int64_t`: a product of two limbs is one
//! instruction on a 32-bit machine, and nothing needs a 128-bit product. C leaves a shift of a
//! negative number to the left undefined, so such a shift is printed as a product.

use super::c::{self, Dialect};
use crate::ir::{Kind, Op, Step};

const DIALECT: Dialect = Dialect {
    infix: "_32",
    limb: "int32_t",
    kind: Kind::Signed,
    read: "strtoll(text, end, 16)",
    helpers: HELPERS,
    expression,
    store: |value| format!("(int32_t){value}"),
};

fn expression(step: &Step, args: &[String], second: &str) -> String {
    let infix = |sign: &str| format!("{} {sign} {}", args[0], args[1]);
    match step.op {
        Op::MulSigned => infix("*"),
        Op::AddSigned => infix("+"),
        Op::SubSigned => infix("-"),
        Op::ShlSigned => format!("{} * (INT64_C(1) << {})", args[0], step.immediate),
        Op::SplitSigned => format!("field32_split({}, {}, &{second})", args[0], step.immediate),
        Op::CarrySigned => format!("field32_carry({}, {}, &{second})", args[0], step.immediate),
        op => unreachable!("no form over signed limbs has a {}", op.name()),
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
