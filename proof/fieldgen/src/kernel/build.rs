//! Builds the text of kernels: products row by row, ordered by hand.
//!
//! A row adds `a[i] b` to a window of registers: lower halves in the chain of `adcx`, upper ones in
//! that of `adox`. Words that are done go to the stack; a square has each product of two words
//! once, and doubles and adds the squares in two chains again. The callee's registers are saved
//! first, for a kernel needs all but the stack pointer.

use super::{Built, Look, Task, p384, reduce};
use crate::field::Field;

/// Registers that belong to the caller, in the order in which they are pushed.
const SAVED: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];

/// Registers that words of sums are in; `rdi` is free where the pointer to the result is pushed.
pub(super) const WINDOW: [&str; 10] =
    ["rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];

/// A text in the making.
#[derive(Default)]
pub(super) struct Writer {
    built: Built,
}

impl Writer {
    /// Adds a line.
    pub(super) fn put(&mut self, line: String) {
        self.built.lines.push(line);
    }

    /// Adds a line with two operands.
    pub(super) fn two(&mut self, name: &str, to: &str, from: &str) {
        self.put(format!("{name} {to}, {from}"));
    }

    /// Adds `mulx high, low, factor`, a product by `rdx`.
    pub(super) fn mulx(&mut self, high: &str, low: &str, factor: &str) {
        self.put(format!("mulx {high}, {low}, {factor}"));
    }

    /// Notes a sum to look at; gives its number.
    pub(super) fn look(&mut self, words: &[String], stop: Option<(usize, usize)>) -> usize {
        let after = self.built.lines.len();
        self.built.looks.push(Look { after, words: words.to_vec(), stop });
        self.built.looks.len() - 1
    }

    /// Notes a register as a quotient.
    pub(super) fn quotient(&mut self, register: &str) {
        self.built.quotients.push((self.built.lines.len(), register.to_string()));
    }
}

/// The word `at` of an array, or of the stack.
pub(super) fn word(base: &str, at: usize) -> String {
    format!("qword ptr [{base} + {}]", 8 * at)
}

/// Names as strings.
pub(super) fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// Builds the kernel of a prime that has one: of P-384, or `2^bits - 1`.
///
/// # Panics
/// If it has none.
#[must_use]
pub fn build(field: &Field, task: Task) -> Built {
    let mut to = Writer::default();
    SAVED.iter().for_each(|register| to.put(format!("push {register}")));
    let bits = field.modulus.bits();
    let is_ones = field.modulus.count_ones() == bits && !bits.is_multiple_of(64) && field.limbs > 1;
    match (field.row.name, task) {
        ("p384_p", Task::Product) => p384::product(&mut to),
        ("p384_p", Task::Square) => p384::square(&mut to),
        (_, Task::Product) if is_ones => product_ones(&mut to, bits as usize),
        (_, Task::Square) if is_ones => square_ones(&mut to, bits as usize),
        (name, _) => panic!("{name} has no kernel"),
    }
    SAVED.iter().rev().for_each(|register| to.put(format!("pop {register}")));
    to.put("ret".to_string());
    to.built
}

/// The first row, `a[0] b`, to registers that hold nothing yet, one more than `b` has words.
pub(super) fn first_row(to: &mut Writer, window: &[&str]) {
    let words = window.len() - 1;
    to.two("mov", "rdx", &word("rsi", 0));
    to.mulx(window[1], window[0], &word("rcx", 0));
    for at in 1..words {
        to.mulx(window[at + 1], "rax", &word("rcx", at));
        to.two(if at == 1 { "add" } else { "adc" }, window[at], "rax");
    }
    to.two("adc", window[words], "0");
}

/// A later row, `a[row] b`, added to the window, whose last register gets what comes on top.
/// `zero` is a place that holds zero, if there is one.
pub(super) fn next_row(to: &mut Writer, window: &[&str], row: usize, zero: Option<&str>) {
    let last = window.len() - 2;
    to.two("mov", "rdx", &word("rsi", row));
    to.two("xor", "eax", "eax");
    for at in 0..=last {
        let high = if at == last { window[at + 1] } else { "rbx" };
        to.mulx(high, "rax", &word("rcx", at));
        to.two("adcx", window[at], "rax");
        if at < last {
            to.two("adox", window[at + 1], "rbx");
        }
    }
    if zero.is_none() {
        to.two("mov", "eax", "0");
    }
    to.two("adox", window[last + 1], zero.unwrap_or("rax"));
    to.two("adc", window[last + 1], "0");
}

/// All rows of `a b`: the words below the last `window` go to the stack, from its lowest place on.
fn rows(to: &mut Writer, window: &mut [&str]) {
    let words = window.len() - 1;
    first_row(to, window);
    for row in 0..words {
        if row > 0 {
            window.rotate_left(1);
            next_row(to, window, row, None);
        }
        let below = (0..row).map(|at| word("rsp", at));
        let number: Vec<String> = below.chain(strings(window)).collect();
        to.look(&number, None);
        if row + 1 < words {
            to.two("mov", &word("rsp", row), window[0]);
        }
    }
}

/// Rows of products of different words, each once: `words[i + j] = a[i] a[j]`, `i < j`. Words below
/// `kept` go to the stack. Gives the registers by word, and those that are free.
fn triangle<'a>(
    to: &mut Writer,
    words: usize,
    kept: usize,
    mut free: Vec<&'a str>,
) -> (Vec<Option<&'a str>>, Vec<&'a str>) {
    let mut held: Vec<Option<&str>> = vec![None; 2 * words];
    for row in 0..words - 1 {
        triangle_row(to, row, &mut held, &mut free);
        let number: Vec<String> = (1..=row + words).map(|at| place(&held, at)).collect();
        to.look(&number, None);
        for at in (2 * row + 1..=2 * row + 2).filter(|at| *at < kept) {
            let register = held[at].take().expect("a sum");
            to.two("mov", &word("rsp", at), register);
            free.push(register);
        }
    }
    (held, free)
}

/// One of the rows of [`triangle`]: words that are new get registers of `free`.
pub(super) fn triangle_row<'a>(
    to: &mut Writer,
    row: usize,
    held: &mut [Option<&'a str>],
    free: &mut Vec<&'a str>,
) {
    let words = held.len() / 2;
    to.two("mov", "rdx", &word("rsi", row));
    let (first, last) = (row + 1, words - 1);
    if row == 0 {
        held[1] = Some(free.remove(0));
    } else {
        to.two("xor", "eax", "eax");
    }
    for at in first..=last {
        let (low, top) = (row + at, row + at + 1);
        let is_new = held[top].is_none();
        if is_new {
            held[top] = Some(free.remove(0));
        }
        let (below, above) = (held[low].expect("a sum"), held[top].expect("a sum"));
        if row == 0 {
            let low_half = if at == first { below } else { "rax" };
            to.mulx(above, low_half, &word("rsi", at));
            if at > first {
                to.two(if at == first + 1 { "add" } else { "adc" }, below, "rax");
            }
            continue;
        }
        let high = if is_new { above } else { "rbx" };
        to.mulx(high, "rax", &word("rsi", at));
        to.two("adcx", below, "rax");
        if is_new {
            to.two("mov", "eax", "0");
            to.two("adox", above, "rax");
        } else {
            to.two("adox", above, high);
        }
    }
    if row > 0 || words > 2 {
        to.two("adc", held[row + words].expect("the top of the row"), "0");
    }
}

/// Where a word is: in its register, or on the stack.
pub(super) fn place(held: &[Option<&str>], at: usize) -> String {
    held[at].map_or_else(|| word("rsp", at), str::to_string)
}

/// Doubles the products of [`triangle`] and adds the squares. Words that `goes` gives a place go
/// there. Gives the registers of the others.
fn diagonal<'a>(
    to: &mut Writer,
    (mut held, mut free): (Vec<Option<&'a str>>, Vec<&'a str>),
    goes: impl Fn(usize) -> Option<usize>,
) -> (Vec<Option<&'a str>>, Vec<&'a str>) {
    let words = held.len() / 2;
    to.two("xor", "eax", "eax");
    for (at, held) in held.iter_mut().enumerate() {
        if at % 2 == 0 {
            to.two("mov", "rdx", &word("rsi", at / 2));
            to.mulx("rbx", "rax", "rdx");
        }
        let register = held.unwrap_or_else(|| {
            let register = free.remove(0);
            match at {
                0 => to.two("mov", register, "rax"),
                _ if at == 2 * words - 1 => to.two("mov", register, "0"),
                _ => to.two("mov", register, &word("rsp", at)),
            }
            register
        });
        *held = Some(register);
        if at > 0 {
            to.two("adcx", register, register);
            to.two("adox", register, if at % 2 == 0 { "rax" } else { "rbx" });
        }
        if let Some(place) = goes(at) {
            to.two("mov", &word("rsp", place), register);
            *held = None;
            free.push(register);
        }
    }
    (held, free)
}

/// `a b mod 2^bits - 1`.
fn product_ones(to: &mut Writer, bits: usize) {
    let words = bits.div_ceil(64);
    to.put("push rdi".to_string());
    to.two("mov", "rcx", "rdx");
    to.put(format!("sub rsp, {}", 8 * (words - 1)));
    let mut window = WINDOW[..=words].to_vec();
    rows(to, &mut window);
    reduce::fold_ones(to, &window, bits);
}

/// `a^2 mod 2^bits - 1`.
fn square_ones(to: &mut Writer, bits: usize) {
    let words = bits.div_ceil(64);
    to.put("push rdi".to_string());
    to.put(format!("sub rsp, {}", 8 * (words - 1)));
    let free = WINDOW.iter().chain(&["rcx"]).copied().collect();
    let products = triangle(to, words, words - 1, free);
    let (held, _) = diagonal(to, products, |at| (at < words - 1).then_some(at));
    let number: Vec<String> = (0..2 * words).map(|at| place(&held, at)).collect();
    to.look(&number, None);
    let window: Vec<&str> = held.iter().flatten().copied().collect();
    reduce::fold_ones(to, &window, bits);
}
