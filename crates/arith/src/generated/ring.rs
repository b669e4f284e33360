//! Products of the ring of ML-DSA. Written by `fieldgen write`; do not edit.
//!
//! The modulus is 8380417. FIPS 204, section 2.3. Proven for all inputs within these bounds:
//!
//! | function | result modulo q | of | result within |
//! |---|---|---|---|
//! | times | `x0 z0 / 2^32` | ±2147483648 and ±4190208 | ±6285313 |
//! | fold | `s / 2^32` | ±3371106207203328 | ±8380416 |

use crate::ring::table::Ring;
use crate::ring::words::Words;

/// `x0 z0 / 2^32` modulo q, where `z1` is the lower half of `z0 INVERSE`.
#[inline(always)]
pub fn times<R: Ring, W: Words>(x0: W, z0: W, z1: W) -> W {
    let q0 = x0.like(R::Q);
    let x1 = x0.mul_high(z0);
    let x2 = x0.mul_low(z1);
    let x3 = x2.mul_high(q0);
    x1.sub(x3)
}

/// `s / 2^32` modulo q, where `l0` and `h0` are the lower and the upper half of `s`.
#[inline(always)]
pub fn fold<R: Ring, W: Words>(l0: W, h0: W) -> W {
    let q0 = l0.like(R::Q);
    let n0 = l0.like(R::INVERSE);
    let x1 = l0.mul_low(n0);
    let x2 = x1.mul_high(q0);
    h0.sub(x2)
}
