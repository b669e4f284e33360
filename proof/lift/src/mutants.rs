//! Changed copies of a program: every change is refused, or is shown to leave the meaning.

use crate::changes::{Bytes, Change, Kind};
use crate::image::Image;
use crate::survey::{Row, Subject, name};
use crate::words::{self, Random};
use fieldgen::ir::Program;
use std::collections::BTreeMap;

/// Runs of two programs that are said to be equal, or not.
const SAMPLES: usize = 8;

/// What became of changes.
#[derive(Default)]
pub struct Tally {
    /// Refused, by what was changed and by the kind of the reason.
    pub refused: BTreeMap<(Kind, &'static str), usize>,
    /// Taken: the results are the same words for all inputs, and were so in every sample.
    pub same: BTreeMap<Kind, usize>,
    /// Refused because results differ, where no sample showed it.
    pub unseen: usize,
    /// Taken, and a sample shows another result: the proof is wrong.
    pub wrong: Vec<String>,
}

impl Tally {
    /// How many changes were tried.
    #[must_use]
    pub fn tried(&self) -> usize {
        self.refused.values().chain(self.same.values()).sum::<usize>() + self.wrong.len()
    }

    /// Tries a change, and takes it back.
    pub fn note(
        &mut self,
        image: &mut Image,
        subject: &Subject,
        proven: &Program,
        change: Change,
        random: &mut Random,
    ) {
        let old = image.change(change.at, change.byte).expect("a byte of the program");
        let judged = subject.judge(image);
        image.change(change.at, old);
        match judged {
            Ok(followed) => {
                let changed = followed.program(&subject.task.program);
                if differ(proven, &changed, random) {
                    let Change { at, byte, .. } = change;
                    self.wrong.push(format!("{}: {byte:#x} at {at:#x}", name(&subject.task)));
                } else {
                    *self.same.entry(change.kind).or_default() += 1;
                }
            }
            Err((refusal, followed)) => {
                if let Some(followed) = followed {
                    let changed = followed.program(&subject.task.program);
                    self.unseen += usize::from(!differ(proven, &changed, random));
                }
                *self.refused.entry((change.kind, refusal.reason.kind())).or_default() += 1;
            }
        }
    }
}

/// Whether a sample shows that two programs differ.
fn differ(one: &Program, other: &Program, random: &mut Random) -> bool {
    (0..SAMPLES).any(|_| {
        let inputs = random.inputs(one);
        words::run(one, &inputs) != words::run(other, &inputs)
    })
}

/// Tries so many changes of proven functions at random.
#[must_use]
pub fn at_random(image: &mut Image, rows: &[Row], count: usize, seed: u64) -> Tally {
    let mut random = Random(seed);
    let subjects = rows.iter().filter_map(|row| {
        let proven = row.outcome.as_ref().ok()?;
        let followed = &proven.followed;
        let bytes = Bytes::new(image, &row.subject.function, &followed.constants);
        Some((&row.subject, followed.program(&row.subject.task.program), bytes))
    });
    let subjects: Vec<_> = subjects.collect();
    let mut tally = Tally::default();
    while !subjects.is_empty() && tally.tried() < count {
        let (subject, program, bytes) = &subjects[random.below(subjects.len())];
        let kind = Kind::ALL[random.below(Kind::ALL.len())];
        if let Some(change) = bytes.change(image, kind, &mut random) {
            tally.note(image, subject, program, change, &mut random);
        }
    }
    tally
}

/// Tries every change of one bit of a function.
#[must_use]
pub fn every_bit(image: &mut Image, row: &Row, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let Ok(proven) = &row.outcome else { return tally };
    let program = proven.followed.program(&row.subject.task.program);
    let bytes = Bytes::new(image, &row.subject.function, &proven.followed.constants);
    let changes: Vec<Change> = bytes.every_bit(image).collect();
    let mut random = Random(seed);
    for change in changes {
        tally.note(image, &row.subject, &program, change, &mut random);
    }
    tally
}
