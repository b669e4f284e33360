//! The ends of kernels: a product brought back to the words of an element.

use super::build::{Writer, strings, word};

/// A step of Montgomery's reduction modulo `p = 2^384 - 2^128 - 2^96 + 2^32 - 1` on the six lowest
/// words of `window`: what it is divided by is the lowest one. The quotient is
/// `q = (2^32 + 1) window[0]`; what is left of it on top is in `rdx`; `one` and
/// `two` are overwritten.
///
/// `q p = 2^384 q - q (2^128 + 2^96 - 2^32 + 1)`, of which two products make the lower words.
pub(super) fn step_384(to: &mut Writer, window: &[&str], (one, two): (&str, &str), known: usize) {
    to.two("mov", "rdx", window[0]);
    to.two("shl", "rdx", "32");
    to.two("add", "rdx", window[0]);
    to.quotient("rdx");
    to.two("mov", "rax", "0xffffffff00000001");
    to.mulx("rax", "rbx", "rax");
    to.two("mov", &reg32(one), "0xffffffff");
    to.mulx(two, one, one);
    to.two("add", "rax", one);
    to.two("mov", &reg32(one), "0");
    to.two("adc", two, "rdx");
    to.two("adc", one, "0");
    // The lowest word becomes zero.
    to.two("sub", window[0], "rbx");
    to.two("sbb", window[1], "rax");
    to.two("sbb", window[2], two);
    to.two("sbb", window[3], one);
    to.two("sbb", window[4], "0");
    to.two("sbb", window[5], "0");
    to.two("sbb", "rdx", "0");
    // It does not borrow.
    to.look(&strings(&[&window[1..6], &["rdx"]].concat()), Some((known, 0)));
}

/// The lower half of a register.
fn reg32(register: &str) -> String {
    match register.strip_prefix('r') {
        Some(rest) if rest.starts_with(|first: char| first.is_ascii_digit()) => {
            format!("{register}d")
        }
        Some(rest) => format!("e{rest}"),
        None => register.to_string(),
    }
}

/// The words of `p`, as constants of 64 bits.
const P384: [&str; 6] = ["0xffffffff", "0xffffffff00000000", "-2", "-1", "-1", "-1"];

/// What the upper half of a product lacks of `p`, on the stack from place `first` on. It is there
/// before the lower half is reduced. `known` is the look at all words.
pub(super) fn missing_384(to: &mut Writer, high: &[String], first: usize, known: usize) {
    let number: Vec<String> = (first..first + 6).map(|at| word("rsp", at)).collect();
    for (at, (of_p, from)) in P384.iter().zip(high).enumerate() {
        match at {
            0 => to.two("mov", "eax", of_p),
            _ => to.two("mov", "rax", of_p),
        }
        to.two(if at == 0 { "sub" } else { "sbb" }, "rax", from);
        to.two("mov", &number[at], "rax");
    }
    to.look(&number, Some((known, 6)));
}

/// Reduces the lower half of a product, which is in `low`, and takes from it what the upper half
/// lacks of `p`: the result, or one `p` short of it.
pub(super) fn reduce_384(to: &mut Writer, low: &[&str], scratch: (&str, &str), missing: usize) {
    let mut window = low.to_vec();
    let mut known = to.look(&strings(&window), None);
    for _ in 0..6 {
        step_384(to, &window, scratch, known);
        to.two("mov", window[0], "rdx");
        window.rotate_left(1);
        known = to.look(&strings(&window), Some((known, 0)));
    }
    for (at, register) in window.iter().enumerate() {
        to.two(if at == 0 { "sub" } else { "sbb" }, register, &word("rsp", missing + at));
    }
    to.look(&strings(&window), None);
    // `p` where it borrows, and else zero.
    let (one, two) = scratch;
    to.two("sbb", "rax", "rax");
    to.two("mov", "ebx", "eax");
    to.two("mov", one, "rax");
    to.two("shl", one, "32");
    to.two("mov", two, "rax");
    to.two("shl", two, "1");
    let of_p = ["rbx", one, two, "rax", "rax", "rax"];
    for (at, (register, of_p)) in window.iter().zip(of_p).enumerate() {
        to.two(if at == 0 { "add" } else { "adc" }, register, of_p);
    }
    let mut number = strings(&window);
    number.push(super::CARRY.to_string());
    to.look(&number, None);
}

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
