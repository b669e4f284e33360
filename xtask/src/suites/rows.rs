//! How rows of the table are written.

use super::Part::Whole;
use super::{Part, Quick, Step, Suite, Tier, Work};

pub(super) const fn step(
    name: &'static str,
    tiers: &'static [Tier],
    words: &'static [&'static str],
) -> Step {
    Step { name, words, tiers, alone: false, guess: 2.0 }
}

pub(super) const fn alone(
    name: &'static str,
    tiers: &'static [Tier],
    words: &'static [&'static str],
) -> Step {
    Step { name, words, tiers, alone: true, guess: 2.0 }
}

/// The same step, with a guess of its seconds.
pub(super) const fn takes(step: Step, guess: f64) -> Step {
    Step { guess, ..step }
}

pub(super) const fn programs(
    name: &'static str,
    folder: &'static str,
    shows: &'static str,
    quick: Quick,
    check: Part,
) -> Suite {
    let work = Work::Programs { folder, quick };
    Suite { name, shows, parts: [check, Whole, Whole], work, inputs: None }
}

/// The same, with a share of it in both tiers before the last.
pub(super) const fn shared(
    name: &'static str,
    folder: &'static str,
    shows: &'static str,
    quick: Quick,
    parts: [Part; 2],
) -> Suite {
    let work = Work::Programs { folder, quick };
    Suite { name, shows, parts: [parts[0], parts[1], Whole], work, inputs: None }
}

pub(super) const fn steps(
    name: &'static str,
    shows: &'static str,
    parts: [Part; 3],
    steps: &'static [Step],
) -> Suite {
    Suite { name, shows, parts, work: Work::Steps(steps), inputs: None }
}
