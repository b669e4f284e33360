//! The ends of kernels: a product brought back to the words of an element.

use super::build::{Writer, strings, word};

/// Stores the words of a result.
pub(super) fn store(to: &mut Writer, out: &str, words: &[&str]) {
    for (at, register) in words.iter().enumerate() {
        to.two("mov", &word(out, at), register);
    }
}

/// Folds a product twice at bit `bits`: its upper words are in `window`, from the one with that bit
/// on, and the others on the stack, where the pointer to the result is above them.
pub(super) fn fold_ones(to: &mut Writer, window: &[&str], bits: usize) {
    let (words, over) = (window.len() - 1, bits % 64);
    let ones = ((1u64 << over) - 1).to_string();
    let (right, left) = (over.to_string(), (64 - over).to_string());
    to.two("mov", "rax", window[0]);
    mask(to, "rax", over, &ones);
    for pair in window.windows(2) {
        to.two("shr", pair[0], &right);
        to.two("mov", "rdx", pair[1]);
        to.two("shl", "rdx", &left);
        to.two("or", pair[0], "rdx");
    }
    for (at, register) in window[..words - 1].iter().enumerate() {
        to.two(if at == 0 { "add" } else { "adc" }, register, &word("rsp", at));
    }
    to.two("adc", window[words - 1], "rax");
    to.look(&strings(&window[..words]), None);
    to.two("mov", "rax", window[words - 1]);
    to.two("shr", "rax", &right);
    mask(to, window[words - 1], over, &ones);
    to.two("add", window[0], "rax");
    for register in &window[1..words] {
        to.two("adc", register, "0");
    }
    to.look(&strings(&window[..words]), None);
    to.put(format!("add rsp, {}", 8 * (words - 1)));
    to.put("pop rax".to_string());
    store(to, "rax", &window[..words]);
}

/// The lower `bits` bits of a register, below 32.
fn mask(to: &mut Writer, register: &str, bits: usize, ones: &str) {
    assert!(bits < 32, "a mask is a constant of an instruction");
    to.two("and", register, ones);
}
