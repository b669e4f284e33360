//! Addition, subtraction and the last step of a reduction, for any modulus.

use super::{Assembler, words};
use crate::ir::{Program, Value};
use num_bigint::BigUint;

/// The number in `words` minus the modulus if that is not negative.
///
/// Right if the number is below twice the modulus. The provers bound it in terms of `stop`.
pub fn reduce_once(
    asm: &mut Assembler,
    words: &[Value],
    modulus: &BigUint,
    stop: &[Value],
) -> Vec<Value> {
    let p = asm.constants(modulus, words.len());
    asm.hint_over(words, stop);
    let (difference, borrow) = asm.sub_words(words, &p);
    asm.hint_over(&difference, stop);
    let mask = asm.mask(borrow);
    let pairs = words.iter().zip(&difference);
    let output: Vec<Value> =
        pairs.map(|(small, reduced)| asm.select(mask, *small, *reduced)).collect();
    asm.hint_over(&output, stop);
    output
}

/// `a + b mod p` for `a, b < p`.
#[must_use]
pub fn add(modulus: &BigUint, limbs: usize) -> Program {
    let mut asm = Assembler::new("add", &["a", "b"], limbs);
    let (a, b) = (asm.input(0), asm.input(1));
    let p = asm.constants(modulus, limbs);
    let (missing, _) = asm.sub_words(&p, &b);
    asm.hint(&missing);
    let output = subtract(&mut asm, &a, &missing, modulus);
    asm.finish(output)
}

/// `a - b mod p` for `a, b < p`.
#[must_use]
pub fn sub(modulus: &BigUint, limbs: usize) -> Program {
    let mut asm = Assembler::new("sub", &["a", "b"], limbs);
    let (a, b) = (asm.input(0), asm.input(1));
    let output = subtract(&mut asm, &a, &b, modulus);
    asm.finish(output)
}

/// `-a mod p` for `a < p`.
#[must_use]
pub fn neg(modulus: &BigUint, limbs: usize) -> Program {
    let mut asm = Assembler::new("neg", &["a"], limbs);
    let a = asm.input(0);
    let zeros = vec![asm.constant(0); limbs];
    let output = subtract(&mut asm, &zeros, &a, modulus);
    asm.finish(output)
}

/// `a - b`, plus the modulus where that borrows.
///
/// Right if the difference lies between minus the modulus and the modulus.
pub fn subtract(asm: &mut Assembler, a: &[Value], b: &[Value], modulus: &BigUint) -> Vec<Value> {
    let (difference, borrow) = asm.sub_words(a, b);
    asm.hint(&difference);
    let mask = asm.mask(borrow);
    let zero = asm.constant(0);
    let back: Vec<Value> = words(modulus, a.len())
        .into_iter()
        .map(|word| match word {
            0 => zero,
            u64::MAX => mask,
            _ => {
                let word = asm.constant(word);
                asm.and(mask, word)
            }
        })
        .collect();
    let (output, carry) = asm.add_words(&difference, &back);
    // The carry undoes the borrow; the provers need to see both to know that it does.
    let with_carry: Vec<Value> = output.iter().copied().chain([carry]).collect();
    asm.hint(&with_carry);
    output
}
