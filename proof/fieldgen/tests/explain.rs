//! `explain` and `list` as a user runs them.

use std::process::{Command, Output};

fn fieldgen(args: &str) -> Output {
    let args: Vec<&str> = args.split_whitespace().collect();
    let command = Command::new(env!("CARGO_BIN_EXE_fieldgen")).args(args).output();
    command.expect("the command was built")
}

/// The text of a run that ends with `code`.
fn said(args: &str, code: i32) -> String {
    let done = fieldgen(args);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let error = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(code), "{args}: {text}{error}");
    text
}

fn holds(text: &str, all: &[&str]) {
    for part in all {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}

/// The pull request's set: the column, the bits, the limbs, the refutation, the way out.
#[test]
fn the_pull_request_is_refuted() {
    let text = said("explain --prime p256 --form signed --limb-bits 29 --limbs 9 --adds 2", 3);
    holds(
        &text,
        &[
            "column 8 of the products in mul may reach 0x9000000000000000",
            "65 bits with its sign",
            "1 beyond the 64 there are",
            "a = [0x40000000, 0x40000000,",
            "a word would hold -0x7000000000000000",
            "0x1_BFFFFFF9_00000007",
            "0x1_C3FFFFF7_F8000009, 65 bits",
            "29x9, 1 addition, split+short: margin 1.83 bits",
            "29x9, 0 additions, reduce+short: margin 3.41 bits",
        ],
    );
    // The column once more, from the limbs as printed.
    assert_eq!(9 * (0x4000_0000u128).pow(2), 0x9000_0000_0000_0000);
    let full = (1u128 << 31) - 1;
    assert_eq!(7 * full * full, 0x1_BFFF_FFF9_0000_0007);
    assert_eq!(7 * full * full + 2 * full * ((1 << 26) - 1), 0x1_C3FF_FFF7_F800_0009);
}

#[test]
fn growth_over_a_chain_is_explained() {
    for set in ["--limb-bits 29 --limbs 9 --adds 1", "--limb-bits 26 --limbs 10 --adds 3"] {
        let args = format!("explain --prime p256 --form signed {set} --sequence reduce+short");
        let text = said(&args, 3);
        holds(&text, &["One product of fresh limbs fits", "more in a chain", "split+short"]);
        assert!(!text.contains("10398"), "the example is about another set");
    }
}

#[test]
fn admissible_sets_end_with_zero() {
    let text = said("explain --prime p256 --form signed --limb-bits 26 --limbs 10 --adds 2", 0);
    holds(&text, &["is admissible", "Limiting step: mul: column 9, carry", "margin 5.17 bits"]);
    let text = said("explain --prime p256 --form montgomery", 0);
    holds(&text, &["admissible, proven", "2^1 p is the first sum refused"]);
    let text = said("explain --prime p25519 --form solinas", 0);
    holds(&text, &["below 2^1 p", "every result is below 2p", "2^2 p is the first sum refused"]);
    let text = said("explain --prime p256 --form ifma --limb-bits 52 --limbs 5", 0);
    holds(&text, &["admissible: operands and columns fit"]);
    let text = said("explain --prime p256 --form ifma --limb-bits 51 --limbs 6 --adds 1", 0);
    holds(&text, &["admissible"]);
}

#[test]
fn other_forms_are_refused_with_numbers() {
    let text = said("explain --prime p256 --form ifma --limb-bits 52 --limbs 5 --adds 1", 3);
    holds(
        &text,
        &[
            "53 bits of 52",
            "reads 0xffffffffffffe for 0x1ffffffffffffe",
            "the product is 0x3ffffffffffff80000000000004",
            "51x6, 1 addition",
        ],
    );
    let text = said("explain --prime p256 --form montgomery --adds 1", 3);
    holds(&text, &["a sum has 257 bits of 256", "above 2^256", "0 additions"]);
    let text = said("explain --prime p521 --form montgomery --adds 40", 3);
    holds(&text, &["refused", "a = b = 0x", "0x1fffff", "additions"]);
}

#[test]
fn what_is_no_set_ends_with_two() {
    for args in [
        "explain --prime p256 --form signed --limb-bits 26 --limbs 9",
        "explain --prime p256 --form signed --limb-bits 26 --limbs 10 --sequence c99",
        "explain --prime p256 --form montgomery --limb-bits 32",
        "explain --prime p224_n --form solinas",
        "explain --prime p256 --form ifma --limb-bits 53 --limbs 5",
        "explain --prime nothing --form signed",
        "list --prime nothing",
    ] {
        assert_eq!(fieldgen(args).status.code(), Some(2), "{args}");
    }
}

#[test]
fn lists_name_sets_margins_and_counts() {
    let text = said("list --prime p192", 0);
    holds(
        &text,
        &[
            "64-bit words: 12 additions with carry, proven",
            "32-bit words: 24 additions with carry, proven",
            "limiting step",
            "sets, each proven",
        ],
    );
    let text = said("list --prime p256 --form signed", 0);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" x ")).collect();
    let is = |row: &&&str, bits: &str, limbs: &str, adds: &str| {
        let words: Vec<&str> = row.split_whitespace().collect();
        words[0] == bits && words[2] == limbs && words[3] == adds
    };
    assert!(rows.iter().any(|row| is(&row, "29", "9", "1")));
    assert!(!rows.iter().any(|row| is(&row, "29", "9", "2")), "refused sets are not listed");
    assert!(!rows.iter().any(|row| is(&row, "29", "9", "1") && row.contains("reduce+short")));
    let fewer = said("list --prime p256 --form signed --cheapest", 0);
    assert!(fewer.lines().count() * 3 < text.lines().count());
}
