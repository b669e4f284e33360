//! What may differ between two runs, or is not followed: by name, with its reason.
//!
//! A row that nothing used is a mistake, and fails.

use crate::program::Program;
use crate::steps::Plan;
use std::collections::BTreeSet;

/// What a row allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// Steps inside of the function may differ: what it works on is public.
    Differs,
    /// The function is followed so often in each run; after that it runs without steps.
    After(u64),
    /// Following ends there, of batches: signatures are made, and what follows writes them.
    Ends,
    /// Two runs may part where the source reveals something with these words, which stand in the
    /// ledger with the reason why it is public. Another pair is taken.
    Decides,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Exception {
    /// Part of the name of a function, as the compiler writes it; of `Decides`, the words.
    pub function: &'static str,
    /// What is allowed.
    pub leave: Leave,
    /// Why that tells nothing of a secret.
    pub why: &'static str,
}

const fn row(function: &'static str, leave: Leave, why: &'static str) -> Exception {
    Exception { function, leave, why }
}

/// All of them.
pub const EXCEPTIONS: &[Exception] = &[
    row(
        "13table_vartime3row",
        Leave::After(0),
        "multiples of the generator, which every process makes once; no secret has a part in it",
    ),
    row(
        "4comb17Rows$LT$G$C$T$GT$8of_point",
        Leave::After(0),
        "the table of such multiples, where it is made of rows",
    ),
    row(
        "8sampling14expand_vartime",
        Leave::Differs,
        "the matrix of an ML-DSA key, of a seed that is half of the public key",
    ),
    row(
        "8sampling13balls_vartime",
        Leave::Differs,
        "the challenges of attempts at an ML-DSA signature; the ledger says why they are public",
    ),
    row(
        "20write_places_vartime",
        Leave::Differs,
        "the places of hints, which stand in the ML-DSA signature",
    ),
    row(
        "10parameters13check_vartime",
        Leave::After(0),
        "whether domain parameters of DSA are good ones: they are public, and the same in each run",
    ),
    row(
        "6import15is_roca_vartime",
        Leave::Differs,
        "whether the modulus of an RSA key, which is public, has the pattern of a known weak chip",
    ),
    row(
        "6encode9signature6to_der",
        Leave::Ends,
        "lengths of the integers of a signature are public; of eight signatures they seldom agree",
    ),
    row(
        "11sealane_cli3cmd3hex",
        Leave::Ends,
        "signatures of a batch are public; they are written as JSON, by a table of characters",
    ),
    row(
        "a rejected nonce candidate says nothing of the one kept",
        Leave::Decides,
        "how many candidates were rejected depends on the order alone",
    ),
    row(
        "a rejected key candidate says nothing of the one kept",
        Leave::Decides,
        "the same of private keys; orders of brainpool curves are far below a power of two",
    ),
];

/// The functions of a program that a kind of rows names, by where they begin: those whose steps may
/// differ, or those that end a batch. Errors: a row names none.
pub fn functions(program: &Program, leave: Leave) -> Result<BTreeSet<u64>, String> {
    let rows = EXCEPTIONS.iter().filter(|row| row.leave == leave);
    let found: Result<Vec<_>, _> = rows.map(|row| program.named(row.function)).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Adds the functions that are not followed, or not each time. Errors: a row names none.
pub fn plan(program: &Program, plan: &mut Plan) -> Result<(), String> {
    for row in EXCEPTIONS {
        if let Leave::After(count) = row.leave {
            plan.left.extend(program.named(row.function)?.into_iter().map(|at| (at, count)));
        }
    }
    Ok(())
}

/// The row that lets two runs part at these places of the source, `function at file:line`.
#[must_use]
pub fn decision(frames: &[String]) -> Option<&'static Exception> {
    let lines: Vec<String> = frames.iter().filter_map(|frame| line_of(frame)).collect();
    let reveals = |row: &&Exception| {
        let words = format!("reveal(\"{}\")", row.function);
        lines.iter().any(|line| line.contains(&words))
    };
    EXCEPTIONS.iter().filter(|row| row.leave == Leave::Decides).find(reveals)
}

/// The line of the source, of this tree, that a place names.
fn line_of(frame: &str) -> Option<String> {
    let (_, place) = frame.rsplit_once(" at ")?;
    let (file, line) = place.split_once(':')?;
    let (_, file) = file.rsplit_once("crates/")?;
    let line: String = line.chars().take_while(char::is_ascii_digit).collect();
    let line: usize = line.parse().ok()?;
    let file = format!("{}/../../crates/{file}", env!("CARGO_MANIFEST_DIR"));
    Some(std::fs::read_to_string(file).ok()?.lines().nth(line.checked_sub(1)?)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a decision is known by the line that reveals, in whatever tree the program was built;
    /// the line before, where a leak could be, is none.
    #[test]
    fn decisions_are_lines_that_reveal() {
        let source = include_str!("../../../crates/sealane/src/nonce.rs");
        let at = source.lines().position(|line| line.contains("reveal(\"a rejected nonce"));
        let line = 1 + at.expect("nonces are rejected");
        let frame = |line| format!("next at /elsewhere/crates/sealane/src/nonce.rs:{line}");
        let found = |frames: &[String]| decision(frames).map(|row| row.function);
        let words = "a rejected nonce candidate says nothing of the one kept";
        assert_eq!(found(&["other at ??:0".into(), frame(line)]), Some(words));
        assert_eq!(found(&[frame(line) + " (discriminator 2)"]), Some(words));
        assert_eq!(found(&[frame(line - 1)]), None);
        assert_eq!(found(&[frame(line + 1)]), None);
        assert_eq!(found(&["next at ??:?".into()]), None);
    }

    /// Goal: what is called public by the ledger is in the ledger.
    #[test]
    fn decisions_are_in_the_ledger() {
        let ledger = include_str!("../../../docs/reveals.md");
        for row in EXCEPTIONS.iter().filter(|row| row.leave == Leave::Decides) {
            assert!(ledger.contains(&format!("| {} |", row.function)), "{}", row.function);
        }
    }
}
