//! Plain products of multi-word numbers: all words, no reduction.

use super::Assembler;
use crate::ir::Value;

/// The `2n` words of `a * b`, row by row over the words of `a`.
pub fn product(asm: &mut Assembler, a: &[Value], b: &[Value]) -> Vec<Value> {
    let mut words = Vec::new();
    for (row, a) in a.iter().enumerate() {
        let mut carry = None;
        for (column, b) in b.iter().enumerate() {
            let (low, high) = match (row, carry) {
                (0, None) => asm.mul_wide(*a, *b),
                (0, Some(carry)) => {
                    let zero = asm.constant(0);
                    asm.mac(*a, *b, carry, zero)
                }
                (_, carry) => {
                    let carry = carry.unwrap_or_else(|| asm.constant(0));
                    asm.mac(*a, *b, words[row + column], carry)
                }
            };
            if row == 0 {
                words.push(low);
            } else {
                words[row + column] = low;
            }
            carry = Some(high);
        }
        words.push(carry.expect("a number has at least one word"));
    }
    words
}

/// The `2n` words of `a * a`: products of different words once, doubled, then the squares.
pub fn square(asm: &mut Assembler, a: &[Value]) -> Vec<Value> {
    let zero = asm.constant(0);
    let limbs = a.len();
    // words[k] belongs to 2^(64 k); the mixed products fill 1..2 limbs - 1.
    let mut words = vec![zero; 2 * limbs];
    for row in 0..limbs - 1 {
        let mut carry = zero;
        for column in row + 1..limbs {
            let place = row + column;
            let (low, high) = if words[place] == zero && carry == zero {
                asm.mul_wide(a[row], a[column])
            } else {
                asm.mac(a[row], a[column], words[place], carry)
            };
            words[place] = low;
            carry = high;
        }
        words[row + limbs] = carry;
    }
    let mixed = words.clone();
    let mut carry = zero;
    for (place, word) in mixed.iter().enumerate().take(2 * limbs - 1).skip(1) {
        (words[place], carry) = asm.adc(*word, *word, carry);
    }
    words[2 * limbs - 1] = carry;
    let mut carry = zero;
    for (limb, a) in a.iter().enumerate() {
        let (low, high) = asm.mul_wide(*a, *a);
        (words[2 * limb], carry) = asm.adc(words[2 * limb], low, carry);
        if limb + 1 < limbs {
            (words[2 * limb + 1], carry) = asm.adc(words[2 * limb + 1], high, carry);
        } else {
            // The square has 2 limbs words, so the last sums cannot overflow.
            let top = asm.add(words[2 * limb + 1], high);
            words[2 * limb + 1] = asm.add(top, carry);
        }
    }
    asm.hint(&words);
    words
}
