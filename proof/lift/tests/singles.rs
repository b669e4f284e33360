//! Functions of one lane as machine code: proven by their text, and refused where a byte is
//! changed.

use crate::{CONTRACTS, bytes};
use lift::image::{Function, Image};
use lift::mutants;
use lift::survey::{Row, Survey, Way};

/// Functions as the compiler made them.
const CODES: [(&str, &str, &str); 3] = [
    ("mul", "p256_p::P256P", include_str!("data/p256_p-mul-alone.txt")),
    ("sqr", "p25519_p::P25519P", include_str!("data/p25519_p-sqr-alone.txt")),
    ("sub", "p256_p::P256P", include_str!("data/p256_p-sub-alone.txt")),
];

/// The image of machine code, under the name of a function of a prime.
fn stored(name: &str, prime: &str, text: &str) -> Image {
    let words: Vec<&str> = text.trim_end().split(' ').collect();
    let ["code", at, hex] = words[..] else { panic!("a line of code") };
    let at = u64::from_str_radix(&at[2..], 16).expect("an address");
    let (code, symbol) = (bytes(hex), format!("_ZN7singles{}{name}17h00E", name.len()));
    let name = format!("{name}<sealane_arith::generated::{prime}>");
    let function = Function { symbol, name, at, size: code.len() };
    Image::of_sections(vec![(at, code, true)], vec![function])
}

fn row(image: &Image) -> Row {
    let mut rows = Survey::new(image, &CONTRACTS).rows;
    assert_eq!(rows.len(), 1, "the one function is looked at");
    rows.remove(0)
}

/// Goal: what the compiler made is proven by its text; under the name of another one it is refused.
#[test]
fn stored_functions_are_proven() {
    for (name, prime, text) in CODES {
        let row = row(&stored(name, prime, text));
        let proven = row.outcome.unwrap_or_else(|refusal| panic!("{name} {prime}: {refusal}"));
        assert_eq!(row.subject.way, Way::Text);
        assert!(proven.followed.instructions > 20, "{name} {prime}");
        for (other, of) in
            [("add", "p256_p::P256P"), ("neg", "p448_p::P448P"), ("mul", "p256_n::P256N")]
        {
            let image = stored(other, of, text);
            assert!(crate::singles::row(&image).outcome.is_err(), "{name} {prime} as {other} {of}");
        }
    }
}

/// Goal: no change of a bit goes through that changes a result. Method: every bit of a difference,
/// and bits and bytes of products at random.
#[test]
fn changed_bytes_are_refused_or_leave_the_meaning() {
    for (name, prime, text) in CODES {
        let mut image = stored(name, prime, text);
        let row = row(&image);
        let tally = match name {
            "sub" => mutants::every_bit(&mut image, &row, 1),
            _ => mutants::at_random(&mut image, &[row], 300, 1),
        };
        assert_eq!(tally.wrong, Vec::<String>::new());
        let (same, tried) = (tally.same.values().sum::<usize>(), tally.tried());
        assert!(tried >= 300 && same < tried / 8, "{name}: {same} of {tried} leave the meaning");
        assert!(crate::singles::row(&image).outcome.is_ok(), "the image is as it was");
    }
}

/// Goal: a function of a prime that no text has is not passed over.
#[test]
fn an_unknown_function_is_named() {
    let survey = Survey::new(&stored("cube", "p256_p::P256P", "code 0x1000 c3"), &CONTRACTS);
    assert!(survey.rows.is_empty());
    assert_eq!(survey.others.len(), 1);
    assert!(survey.others[0].reason.to_string().contains("cube"));
    assert!(survey.missing.iter().any(|line| line.starts_with("p256_p alone: mul sqr")));
}

/// What is refused, whatever it computes: the code, and why.
const REFUSED: [(&str, &str, &str); 20] = [
    ("call", "e8fbffffff", "it calls"),
    ("jb", "72fe", "it branches"),
    ("jmp", "ebfe", "it jumps"),
    ("ret alone", "c3", "the address of the result is not returned"),
    ("mov rax, rdi; ret", "4889f8c3", "a limb of the result is not written"),
    ("push rax; ret", "50c3", "the stack is not where it was"),
    ("mov rbx, rax; ret", "4889c3c3", "a register of the caller is not what it was"),
    ("a store to an operand", "488b06488906", "it writes to an operand"),
    ("a load behind the last word", "488b4620", "outside of an array, or between its words"),
    ("a load between two words", "488b4604", "outside of an array, or between its words"),
    ("a load of what is above the stack", "488b442408", "outside of the stack of the function"),
    ("a load below the red zone", "488b8424f8feffff", "outside of the stack of the function"),
    ("a load of what was not written", "488b4424f8", "a place of the stack that was not written"),
    ("adc before a carry", "488b064811c0", "the carry flag is no carry"),
    ("a carry after a shift", "488b0648d1e04811c0", "the carry flag is no carry"),
    ("a carry of 32 bits", "488b0601c04811c0", "the carry flag is no carry"),
    ("an index", "488b04ce", "an index"),
    ("a shift by cl", "488b0648d3e0", "a shift by a register"),
    ("cmovb", "488b06480f42c0", "not lifted: cmovb_r64_rm64"),
    ("a lock", "f0480101", "a prefix or a mask"),
];

#[test]
fn code_that_is_not_understood_is_refused() {
    for (what, code, why) in REFUSED {
        let image = stored("mul", "p256_p::P256P", &format!("code 0x1000 {code}"));
        let refusal = row(&image).outcome.err().expect("no product");
        assert_eq!(refusal.reason.to_string(), why, "{what}");
    }
}
