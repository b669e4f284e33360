//! Keccak-f by itself: one state after the other, by the hash crates and by our text, and eight
//! states at once.

use crate::works::{BYTES, starts};
use keccak::Keccak;
use sealane_arith::keccak::{LANES, WORDS, is_fast, permute, permute_8, permute_plain};
use sealane_measure::{Work, contest, paired_ratio, rehearse};
use std::hint::black_box;

/// Permutations of a row: what a buffer takes of a sponge that has in 128 bytes at a time.
const PERMUTATIONS: usize = BYTES / 128;

/// The first bytes of zeros, permuted so often.
const ALL: &str = "99cdd84a4d56657cd15b76cf5ff48188";
/// The same of an eighth as many permutations.
const EIGHTH: &str = "272e97282eaac62910126f966f4c8252";

/// Permutations of one state.
struct Single {
    permute: fn(&mut [u64; WORDS]),
    state: [u64; WORDS],
}

impl Work for Single {
    fn run(&mut self, _: usize) -> bool {
        self.state = [0; WORDS];
        for _ in 0..PERMUTATIONS {
            (self.permute)(black_box(&mut self.state));
        }
        true
    }
    fn check(&mut self, _: usize) -> Result<(), String> {
        starts(&bytes(self.state), ALL)
    }
}

/// As many permutations of eight states.
struct Eight {
    rows: [[u64; LANES]; WORDS],
}

impl Work for Eight {
    fn run(&mut self, _: usize) -> bool {
        self.rows = [[0; LANES]; WORDS];
        for _ in 0..PERMUTATIONS / LANES {
            permute_8(black_box(&mut self.rows));
        }
        true
    }
    fn check(&mut self, _: usize) -> Result<(), String> {
        (0..LANES).try_for_each(|lane| starts(&bytes(self.rows.map(|row| row[lane])), EIGHTH))
    }
}

fn bytes(state: [u64; WORDS]) -> Vec<u8> {
    state.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The permutation that the hash crates use.
fn of_the_crate(state: &mut [u64; WORDS]) {
    Keccak::new().with_f1600(|permute| permute(state));
}

/// The rows, a buffer each.
#[must_use]
pub fn rows() -> [(&'static str, Box<dyn Work>); 4] {
    let state = [0; WORDS];
    [
        ("keccak-f, crate", Box::new(Single { permute: of_the_crate, state })),
        ("keccak-f, plain words", Box::new(Single { permute: permute_plain, state })),
        ("keccak-f, one lane", Box::new(Single { permute, state })),
        ("keccak-f, eight lanes", Box::new(Eight { rows: [[0; LANES]; WORDS] })),
    ]
}

/// What is to be told of a permutation.
#[derive(Debug)]
pub struct Permutations {
    /// Lines for people: nanoseconds a permutation of each row, and ratios.
    pub text: String,
    /// How many times as fast eight lanes are as one on plain words, for as many states.
    pub gain: f64,
}

/// Measures the rows in turn, about `seconds` each. Errors: a result that is wrong.
pub fn measure(seconds: f64) -> Result<Permutations, String> {
    let mut rows = rows();
    let mut works: Vec<&mut dyn Work> = Vec::new();
    for (_, work) in &mut rows {
        works.push(&mut **work);
    }
    let wrong = |(_, why): (usize, String)| why;
    rehearse(&mut works).map_err(wrong)?;
    let figures = contest(&mut works, seconds).map_err(wrong)?;
    let mut text = String::new();
    for ((name, _), figures) in rows.iter().zip(&figures) {
        let ns = figures.median_ns() / PERMUTATIONS as f64;
        text += &format!("{name}: {ns:.1} ns a permutation\n");
    }
    let [of_crate, plain, single, eight] = [0, 1, 2, 3].map(|row| &figures[row]);
    let gain = paired_ratio(plain, eight);
    let registers = if is_fast() { "in registers" } else { "one after the other" };
    text += &format!(
        "one lane: {:.2} times as fast as plain words, {:.2} times as the crate\n\
         eight lanes, {registers}: {gain:.2} times as fast as plain words, \
         {:.2} times as one lane, {:.2} times as the crate\n",
        paired_ratio(plain, single),
        paired_ratio(of_crate, single),
        paired_ratio(single, eight),
        paired_ratio(of_crate, eight),
    );
    Ok(Permutations { text, gain })
}

/// Says no if eight lanes gain less than `least` over one on plain words.
pub fn hold(found: &Permutations, least: f64) -> Result<(), String> {
    if found.gain >= least {
        return Ok(());
    }
    Err(format!("eight lanes are {:.2} times as fast as plain words, below {least}", found.gain))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a gain below the limit is refused, one at the limit is not.
    #[test]
    fn a_gain_below_the_limit_is_refused() {
        let found = |gain| Permutations { text: String::new(), gain };
        assert_eq!(hold(&found(5.4), 5.4), Ok(()));
        assert!(hold(&found(5.39), 5.4).is_err_and(|why| why.contains("5.39")));
    }

    /// Goal: a permutation that is wrong is found, in any lane.
    #[test]
    fn a_wrong_permutation_is_found() {
        let mut eight = Eight { rows: [[0; LANES]; WORDS] };
        assert!(eight.run(0));
        assert_eq!(eight.check(0), Ok(()));
        eight.rows[1][LANES - 1] ^= 1;
        assert!(eight.check(0).is_err());
        let mut single = Single { permute: |state| state[0] += 1, state: [0; WORDS] };
        assert!(single.run(0) && single.check(0).is_err());
    }

    /// Goal: what is told has every row and is in the sense that it says.
    #[test]
    fn all_rows_are_told() {
        let found = measure(0.001).expect("right results");
        for (name, _) in rows() {
            assert!(found.text.contains(name), "{}", found.text);
        }
        assert!(found.gain > 0.0);
    }
}
