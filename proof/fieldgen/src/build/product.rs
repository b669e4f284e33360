//! Plain products of multi-word numbers: all words, no reduction.
//!
//! The wide products of a row are formed first and then added by two carry chains. A compiler keeps
//! such a chain in the carry flag; one multiply-accumulate after the other costs it a fifth more.

use super::Assembler;
use crate::ir::{Program, Value};

/// The program of `a * b`, whose wide product `reduce` brings back to `limbs` words.
pub fn reduced_product(
    limbs: usize,
    reduce: impl FnOnce(&mut Assembler, &[Value]) -> Vec<Value>,
) -> Program {
    let mut asm = Assembler::new("mul", &["a", "b"], limbs);
    let (a, b) = (asm.input(0), asm.input(1));
    let wide = product(&mut asm, &a, &b);
    let output = reduce(&mut asm, &wide);
    asm.finish(output)
}

/// The program of `a * a`, like [`reduced_product`].
pub fn reduced_square(
    limbs: usize,
    reduce: impl FnOnce(&mut Assembler, &[Value]) -> Vec<Value>,
) -> Program {
    let mut asm = Assembler::new("sqr", &["a"], limbs);
    let a = asm.input(0);
    let wide = square(&mut asm, &a);
    let output = reduce(&mut asm, &wide);
    asm.finish(output)
}

/// The `2n` words of `a * b`, row by row over the words of `a`.
pub fn product(asm: &mut Assembler, a: &[Value], b: &[Value]) -> Vec<Value> {
    let mut words = row(asm, a[0], b);
    for (place, word) in a.iter().enumerate().skip(1) {
        let next = row(asm, *word, b);
        add_row(asm, &mut words, &next, place);
        asm.hint(&words);
    }
    words
}

/// The `2n` words of `a * a`: products of different words once, doubled, then the squares.
pub fn square(asm: &mut Assembler, a: &[Value]) -> Vec<Value> {
    let zero = asm.constant(0);
    let limbs = a.len();
    let mut words = vec![zero];
    if limbs > 1 {
        words.extend(row(asm, a[0], &a[1..]));
    }
    for place in 1..limbs - 1 {
        let next = row(asm, a[place], &a[place + 1..]);
        add_row(asm, &mut words, &next, 2 * place + 1);
        asm.hint(&words);
    }
    words.resize(2 * limbs, zero);
    let mut carry = zero;
    for word in &mut words[1..2 * limbs - 1] {
        (*word, carry) = asm.adc(*word, *word, carry);
    }
    words[2 * limbs - 1] = carry;
    let squares: Vec<Value> = a
        .iter()
        .flat_map(|word| {
            let (low, high) = asm.mul_wide(*word, *word);
            [low, high]
        })
        .collect();
    words[0] = squares[0];
    let mut carry = zero;
    for (word, square) in words[1..2 * limbs - 1].iter_mut().zip(&squares[1..]) {
        (*word, carry) = asm.adc(*word, *square, carry);
    }
    // The square has 2 limbs words, so the last sums cannot overflow.
    let top = asm.add(words[2 * limbs - 1], squares[2 * limbs - 1]);
    words[2 * limbs - 1] = asm.add(top, carry);
    asm.hint(&words);
    words
}

/// The `n + 1` words of `word * b`.
pub fn row(asm: &mut Assembler, word: Value, b: &[Value]) -> Vec<Value> {
    let products: Vec<(Value, Value)> = b.iter().map(|b| asm.mul_wide(word, *b)).collect();
    let mut words = vec![products[0].0];
    let mut carry = asm.constant(0);
    for pair in products.windows(2) {
        let (sum, next) = asm.adc(pair[0].1, pair[1].0, carry);
        words.push(sum);
        carry = next;
    }
    let high = products[products.len() - 1].1;
    // A product of n words and one has n + 1 words, so the top word takes the carry.
    let top = if products.len() == 1 { high } else { asm.add(high, carry) };
    words.push(top);
    asm.hint(&words);
    words
}

/// Adds `row * 2^(64 place)` to a number that ends one word below the end of the row.
fn add_row(asm: &mut Assembler, words: &mut Vec<Value>, row: &[Value], place: usize) {
    let mut carry = asm.constant(0);
    for (offset, word) in row.iter().enumerate() {
        match words.get(place + offset).copied() {
            Some(old) => (words[place + offset], carry) = asm.adc(old, *word, carry),
            None => words.push(asm.add(*word, carry)),
        }
    }
}
