//! Runs a planted leak on a secret: `leaky LEAK` reads the secret's number from the file `key`.
//!
//! `leaky none` does what leaks nothing, and `leaky list` names all others. It is built like the
//! released command, and is no part of it.
#![forbid(unsafe_code)]

use operations::leaks::{self, MLDSA};
use operations::word_leaks::{self, WORDS};
use std::hint::black_box;
use std::process::ExitCode;

/// Where following begins: what is done with a secret that was read.
#[inline(never)]
fn with_secret(leak: &dyn Fn() -> u64) -> u64 {
    black_box(leak())
}

/// The sum of all words, whatever they are.
fn nothing(secret: &[u64; 4]) -> u64 {
    secret.iter().fold(0, |sum, word| black_box(sum.wrapping_add(*word)))
}

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    if name == "list" {
        let words = WORDS.iter().map(|row| row.0);
        words.chain(MLDSA.iter().map(|row| row.0)).for_each(|name| println!("{name}"));
        return ExitCode::SUCCESS;
    }
    let number = std::fs::read_to_string("key").ok().and_then(|text| text.trim().parse().ok());
    let Some(number) = number else {
        eprintln!("leaky: no number in the file key");
        return ExitCode::from(2);
    };
    let (words, short) = (word_leaks::secret(number), leaks::short(number));
    let of_words = WORDS.iter().find(|row| row.0 == name).map(|row| row.1);
    let of_words = of_words.or((name == "none").then_some(nothing as word_leaks::WordLeak));
    let of_short = MLDSA.iter().find(|row| row.0 == name).map(|row| row.1);
    match (of_words, of_short) {
        (Some(leak), _) => with_secret(&|| leak(&words)),
        (_, Some(leak)) => with_secret(&|| leak(&short)),
        _ => {
            eprintln!("leaky: no leak is called {name:?}");
            return ExitCode::from(2);
        }
    };
    ExitCode::SUCCESS
}
