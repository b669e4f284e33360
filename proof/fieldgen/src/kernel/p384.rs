//! Kernels of P-384, `p = 2^384 - m` with `m = 2^128 + 2^96 - 2^32 + 1`: a step of Montgomery's
//! reduction for each word of a product, as soon as it is there.
//!
//! What a step takes from the words above is not taken from the product, through whose words a
//! borrow would run and whose rows would need one word more. It is a *debt* in three registers, of
//! which the next step takes its lowest word, and the end the rest.

use super::CARRY;
use super::build::{WINDOW, Writer, first_row, next_row, place, strings, triangle_row, word};
use super::reduce::store;

/// `a b / 2^384 mod p`: a step of the reduction after each row. Quotients go to the stack, where
/// there is a zero above them.
pub(super) fn product(to: &mut Writer) {
    to.put("push rdi".to_string());
    to.two("mov", "rcx", "rdx");
    to.put("sub rsp, 104".to_string());
    let zero = word("rsp", 6);
    to.two("xor", "eax", "eax");
    to.two("mov", &zero, "rax");
    let mut window = WINDOW[2..9].to_vec();
    let mut debt = [WINDOW[9], WINDOW[1], WINDOW[0]];
    let mut known = None;
    for row in 0..6 {
        if row == 0 {
            first_row(to, &window);
        } else {
            window.rotate_left(1);
            next_row(to, &window, row, Some(&zero));
        }
        to.quotient(window[0]);
        to.look(&strings(&window), None);
        if row == 5 {
            less(to, &strings(&window[1..]), 7);
        }
        known = Some(step(to, window[0], &mut debt, known));
        if row < 5 {
            to.two("mov", &word("rsp", row), window[0]);
        }
    }
    let quotient = ["rax", "rbx", "rcx", "rdx", "rsi", window[0]];
    for (at, register) in quotient[..5].iter().enumerate() {
        to.two("mov", register, &word("rsp", at));
    }
    finish(to, &quotient, debt, &window[1..], 7);
    to.put("add rsp, 104".to_string());
    to.put("pop rdi".to_string());
    store(to, "rdi", &window[1..]);
}

/// `a^2 / 2^384 mod p`. Words of the product are doubled, and the squares added, in two parts, so
/// that the steps of the reduction lie between rows; what the first part carries is on the stack.
pub(super) fn square(to: &mut Writer) {
    to.put("push rdi".to_string());
    to.put("sub rsp, 96".to_string());
    let mut free: Vec<&str> = WINDOW.iter().chain(&["rcx"]).copied().collect();
    let mut held: Vec<Option<&str>> = vec![None; 12];
    let lowest = free.remove(0);
    held[0] = Some(lowest);
    to.two("mov", "rdx", &word("rsi", 0));
    to.mulx("rbx", lowest, "rdx");
    to.two("mov", &word("rsp", PENDING), "rbx");
    to.quotient(lowest);
    let mut debt = [free.remove(0), free.remove(0), free.remove(0)];
    let mut known = step(to, lowest, &mut debt, None);
    to.two("mov", &word("rsp", 0), lowest);
    free.push(lowest);
    for row in 0..3 {
        triangle_row(to, row, &mut held, &mut free);
        let number: Vec<String> = (1..=row + 6).map(|at| place(&held, at)).collect();
        to.look(&number, None);
    }
    double_lower(to, &mut held, &mut free);
    for at in 1..5 {
        let register = held[at].expect("a word");
        known = step(to, register, &mut debt, Some(known));
        if at < 4 {
            to.two("mov", &word("rsp", at), register);
            free.push(register);
        }
        if at < 3 {
            let row = at + 2;
            let places = 2 * row + 1..row + 6;
            let before: Vec<&str> = places.map(|at| held[at].expect("a sum")).collect();
            let before = to.look(&strings(&before), None);
            triangle_row(to, row, &mut held, &mut free);
            let after: Vec<&str> = held[2 * row + 1..=row + 6].iter().flatten().copied().collect();
            to.look(&strings(&after), Some((before, 0)));
        }
    }
    double_upper(to, &mut held, &mut free);
    let high: Vec<&str> = held[6..].iter().flatten().copied().collect();
    less(to, &strings(&high), LESS);
    step(to, held[5].expect("a word"), &mut debt, Some(known));
    let kept = [4, 5].map(|at| held[at].expect("a quotient"));
    let quotient = ["rax", "rbx", "rdx", "rsi", kept[0], kept[1]];
    for (at, register) in quotient[..4].iter().enumerate() {
        to.two("mov", register, &word("rsp", at));
    }
    finish(to, &quotient, debt, &high, LESS);
    to.put("add rsp, 96".to_string());
    to.put("pop rax".to_string());
    store(to, "rax", &high);
}

/// Places on the stack of a square: of the upper half less `p`, of what the lower half carries, and
/// of a word that waits: the upper half of the first square, and then the sixth word.
const LESS: usize = 4;
const CARRIED: usize = 10;
const PENDING: usize = 11;

/// Doubles the words 1 to 5 and adds the squares.
fn double_lower<'a>(to: &mut Writer, held: &mut [Option<&'a str>], free: &mut Vec<&'a str>) {
    to.two("xor", "eax", "eax");
    let pending = word("rsp", PENDING);
    for (at, register) in held.iter().enumerate().take(6).skip(1) {
        let register = register.expect("a sum");
        if at % 2 == 0 {
            to.two("mov", "rdx", &word("rsi", at / 2));
            to.mulx("rbx", "rax", "rdx");
        }
        to.two("adcx", register, register);
        let square = match at {
            1 => &pending,
            _ if at % 2 == 0 => "rax",
            _ => "rbx",
        };
        to.two("adox", register, square);
        to.quotient(register);
    }
    to.two("mov", "eax", "0");
    to.two("mov", "edx", "0");
    to.two("adox", "rax", "rdx");
    to.two("adc", "rax", "0");
    to.two("mov", &word("rsp", CARRIED), "rax");
    let sixth = held[6].take().expect("a sum");
    to.two("mov", &pending, sixth);
    free.push(sixth);
}

/// Doubles the words 6 to 11 and adds the squares.
fn double_upper<'a>(to: &mut Writer, held: &mut [Option<&'a str>], free: &mut Vec<&'a str>) {
    to.two("mov", "rdx", &word("rsi", 3));
    to.mulx("rbx", "rax", "rdx");
    to.two("add", "rax", &word("rsp", CARRIED));
    to.two("adc", "rbx", "0");
    let (sixth, last) = (free.remove(0), free.remove(0));
    to.two("mov", sixth, &word("rsp", PENDING));
    (held[6], held[11]) = (Some(sixth), Some(last));
    to.two("xor", "edx", "edx");
    for (at, register) in held.iter().enumerate().skip(6) {
        let register = register.expect("a sum");
        if at % 2 == 0 && at > 6 {
            to.two("mov", "rdx", &word("rsi", at / 2));
            to.mulx("rbx", "rax", "rdx");
        }
        if at == 11 {
            to.two("mov", register, "0");
        }
        to.two("adcx", register, register);
        to.two("adox", register, if at % 2 == 0 { "rax" } else { "rbx" });
    }
}

/// A step of the reduction: the next word of a product, which is in `word`, is divided off.
///
/// With `u = word - debt[0]` the quotient is `q = (2^32 + 1) u`, and `q m` has `u` as its lowest
/// word: `q m = u + 2^64 (2^32 q - q / 2^32 - c) + 2^128 q`, where `c` is the carry of the sum `q`.
/// The quotient is left in `word`, and the debt is one word further. `known` is the look at it, if
/// there is one yet; gives the next one.
fn step(to: &mut Writer, word: &str, debt: &mut [&str; 3], known: Option<usize>) -> usize {
    let [low, middle, high] = *debt;
    if known.is_some() {
        to.two("sub", word, low);
        to.quotient(word);
        to.two("adc", middle, "0");
        to.two("adc", high, "0");
    }
    let (one, two) = if known.is_some() { ("rax", "rbx") } else { (middle, high) };
    to.two("mov", "edx", "32");
    to.put(format!("shlx {one}, {word}, rdx"));
    to.two("add", word, one);
    to.quotient(word);
    let shifted = to.look(&strings(&[one]), None);
    to.look(&strings(&[CARRY]), Some((shifted, 0)));
    to.put(format!("shrx {two}, {word}, rdx"));
    to.two("sbb", one, two);
    to.two("sbb", two, "0");
    // It does not borrow.
    to.look(&strings(&[one, two]), None);
    to.two("mov", &reg32(low), "0");
    if known.is_some() {
        to.two("add", middle, one);
        to.two("adc", high, two);
    }
    to.two("add", high, word);
    to.two("adc", low, "0");
    *debt = [middle, high, low];
    to.look(&strings(&debt[..]), known.map(|known| (known, 0)))
}

/// The upper half of a product less `p`, which is below zero, and `2^384`: to the stack, from place
/// `first` on.
fn less(to: &mut Writer, high: &[String], first: usize) {
    to.look(high, None);
    let number: Vec<String> = (first..first + 6).map(|at| word("rsp", at)).collect();
    for (at, (place, from)) in number.iter().zip(high).enumerate() {
        let by = match at {
            0 => {
                to.two("mov", "rax", "0xffffffff00000001");
                from
            }
            1 => {
                to.two("mov", "eax", "0xffffffff");
                from
            }
            _ => {
                to.two("mov", "rax", from);
                if at == 2 { "1" } else { "0" }
            }
        };
        to.two(if at == 0 { "add" } else { "adc" }, "rax", by);
        to.two("mov", place, "rax");
    }
    to.look(&number, None);
}

/// The end of a reduction, `high + (quotient - debt)`, less `p` if it is not below: `high` is the
/// upper half of the product, and what it is less `p` is on the stack from place `first` on.
/// Overwrites the quotient, and leaves the result in `high`.
fn finish(to: &mut Writer, quotient: &[&str], debt: [&str; 3], high: &[&str], first: usize) {
    for (register, by) in quotient.iter().zip(debt.into_iter().chain(["0"; 3])) {
        to.two(if by == debt[0] { "sub" } else { "sbb" }, register, by);
    }
    to.look(&strings(quotient), None);
    for (at, (register, by)) in high.iter().zip(quotient).enumerate() {
        to.two(if at == 0 { "add" } else { "adc" }, register, by);
    }
    for (at, register) in quotient.iter().enumerate() {
        to.two(if at == 0 { "add" } else { "adc" }, register, &word("rsp", first + at));
    }
    to.look(&strings(quotient), None);
    for (register, less) in high.iter().zip(quotient) {
        to.two("cmovb", register, less);
    }
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
