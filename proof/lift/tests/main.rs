//! Machine code that is proven, and what is refused of it.

mod kernels;
mod ring;
mod singles;

use lift::contracts::Contracts;
use lift::image::{Function, Image};
use lift::mutants;
use lift::survey::{Row, Survey};
use std::sync::LazyLock;

/// The square modulo the order of P-256, as the compiler made it.
const SQUARE: &str = include_str!("data/p256_n-square.txt");
const NAME: &str = "called<sealane_arith::generated::lanes::p256_n::P256N, \
                    sealane_arith::lanes::Square>";

static CONTRACTS: LazyLock<Contracts> =
    LazyLock::new(|| Contracts::read(&fieldgen::emit::folder()).expect("texts that are proven"));

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("digits"));
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("digits")).collect()
}

/// The image of the stored function, under a name.
fn stored(name: &str) -> Image {
    let (mut code, mut at, mut sections) = (Vec::new(), None, Vec::new());
    for line in SQUARE.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let address = |hex: &str| u64::from_str_radix(&hex[2..], 16).expect("an address");
        match words[..] {
            ["code", from, hex] => {
                at.get_or_insert(address(from));
                code.extend(bytes(hex));
            }
            ["constant", from, hex] => sections.push((address(from), bytes(hex), false)),
            _ => {}
        }
    }
    let at = at.expect("a line of code");
    image(name, at, code, sections)
}

fn image(name: &str, at: u64, code: Vec<u8>, constants: Vec<(u64, Vec<u8>, bool)>) -> Image {
    let symbol = format!("_ZN13sealane_arith7machine{}", lift::contracts::CALLED);
    let function = Function { symbol, name: name.to_string(), at, size: code.len() };
    let sections = constants.into_iter().chain([(at, code, true)]).collect();
    Image::of_sections(sections, vec![function])
}

fn row(image: &Image) -> Row {
    let mut rows = Survey::new(image, &CONTRACTS).rows;
    assert_eq!(rows.len(), 1, "the one function is looked at");
    rows.remove(0)
}

/// Why the code in place of a square is refused.
fn refusal(code: &str) -> String {
    let image = image(NAME, 0x1000, bytes(code), Vec::new());
    let refusal = row(&image).outcome.err().expect("no square");
    refusal.reason.to_string()
}

/// Goal: what the compiler made is proven, by its text and by itself.
#[test]
fn the_stored_function_is_proven() {
    let proven = row(&stored(NAME)).outcome.unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(proven.by_itself, Ok(()));
    assert_eq!(proven.followed.instructions, 162);
    assert!(!proven.followed.writes_early);
}

/// Goal: no change of a bit goes through that changes a result. Method: every bit of the code and
/// of its constants.
#[test]
fn every_changed_bit_is_refused_or_leaves_the_meaning() {
    let mut image = stored(NAME);
    let row = row(&image);
    let tally = mutants::every_bit(&mut image, &row, 1);
    assert_eq!(tally.wrong, Vec::<String>::new());
    let (same, tried) = (tally.same.values().sum::<usize>(), tally.tried());
    assert_eq!(tried, 8 * (990 + 7 * 8), "every bit");
    // Bits of constants above what is multiplied, registers that are equal, and the like.
    assert!(same > 0 && same < tried / 10, "{same} of {tried} leave the meaning");
    assert!(row_is_proven(&image), "the image is as it was");
}

fn row_is_proven(image: &Image) -> bool {
    row(image).outcome.is_ok()
}

/// Goal: machine code is held to the text of its name. Method: the square under names of other
/// functions.
#[test]
fn another_function_under_the_name_is_refused() {
    for (prime, program) in [("P256N", "Product"), ("Brainpool256P", "Square"), ("P256P", "Square")]
    {
        let name = format!("called<generated::lanes::{prime}, lanes::{program}>");
        assert!(row(&stored(&name)).outcome.is_err(), "{name}");
    }
}

/// Goal: a function of the lanes that no text has is not passed over.
#[test]
fn an_unknown_function_of_the_lanes_is_named() {
    let survey = Survey::new(&stored("called<generated::P256N, lanes::Cube>"), &CONTRACTS);
    assert!(survey.rows.is_empty());
    assert_eq!(survey.others.len(), 1);
    assert!(survey.others[0].reason.to_string().contains("Cube"));
    assert!(!survey.all_proven());
    // So are products that are to be there.
    assert!(survey.missing.contains(&"p384_p mul".to_string()));
}

/// What is refused, whatever it computes: the code, and why.
const REFUSED: [(&str, &str, &str); 28] = [
    ("call", "e8fbffffff", "it calls"),
    ("je", "74fe", "it branches"),
    ("jmp", "ebfe", "it jumps"),
    ("push rax; ret", "50c3", "the stack is not where it was"),
    ("mov rbx, rax; ret", "4889c3c3", "a register of the caller is not what it was"),
    ("a store to an operand", "62f1fd486f0662f1fd487f06", "it writes to an operand"),
    ("a load behind the last limb", "62f1fd486f4605", "outside of an array, or between its words"),
    (
        "a load between two limbs",
        "62f1fd486f8620000000",
        "outside of an array, or between its words",
    ),
    (
        "a load of the stack that was not written",
        "62f1fd486f4424ff",
        "an aligned move of what is not aligned",
    ),
    (
        "a load of what the caller has",
        "62f1fe486f842408000000",
        "outside of the stack of the function",
    ),
    ("a sum of registers that were not written", "62f1f548d4c2", "a register that was not written"),
    ("an index", "62f1fd486f0406", "an index"),
    ("a mask", "62f1fd496f06", "a prefix or a mask"),
    ("vpmullq", "62f2fd4840c0", "not lifted: evex_vpmullq_zmm_k1z_zmm_zmmm512b64"),
    (
        "a register after vzeroupper",
        "62f1fd486f06c5f87762f1fd48d4c0",
        "a register that was not written",
    ),
    ("a move of 32 bytes", "62f1fd286f06", "a move of a part of a register"),
    ("a result that is not written", "4889f8c3", "a limb of the result is not written"),
    ("ret alone", "c3", "the address of the result is not returned"),
    (
        "an aligned load of an unaligned place",
        "62f1fd486f0662f1fe487f4424ff62f1fd486f4c24ff",
        "an aligned move of what is not aligned",
    ),
    ("a stack that is not put back", "4881ec00020000c3", "the stack is not where it was"),
    (
        "a store below the red zone",
        "62f1fd486f0662f1fe487f4424fc",
        "outside of the stack of the function",
    ),
    (
        "a load of the result before it is written",
        "4889fe62f1fd486f06",
        "a word that was not written",
    ),
    (
        "a part of a vector as a number",
        "c5f9efc062f1fe487f4424ff488b4424c0",
        "a place of the stack that was not written",
    ),
    ("a segment", "6462f1fd486f06", "a segment"),
    ("vpsllvq", "62f2fd4847c0", "not lifted: evex_vpsllvq_zmm_k1z_zmm_zmmm512b64"),
    ("ret 8", "c20800", "another return than a plain one"),
    ("one limb for all lanes", "62f1fd58d406", "a register that was not written"),
    ("ud2", "0f0b", "it jumps"),
];

#[test]
fn code_that_is_not_understood_is_refused() {
    for (what, code, why) in REFUSED {
        assert_eq!(refusal(code), why, "{what}");
    }
    assert_eq!(refusal("90"), "it ends without a return");
    assert_eq!(refusal("62"), "not lifted: no instruction");
}
