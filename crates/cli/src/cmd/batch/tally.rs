//! What became of the items: counts, the summary, and the verdict that is the exit status.
use super::item::in_fields;
use super::results::{Done, Earlier};
use crate::failure::{Failure, Status};
use crate::output::{Target, to_stdout};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// What a result is called that is not the good one.
const REFUSED: &str = "refused";
const FAILED: &str = "failed";
const INVALID: &str = "invalid";

/// Whether this is the word for a result that is not the good one.
pub fn is_bad(result: &str) -> bool {
    BAD.iter().any(|(word, ..)| *word == result)
}

/// Puts down what went wrong with an item.
pub fn describe(failure: Failure, done: &mut Done) {
    let Failure::Said { status, code, sentence } = failure else { return };
    done.result = match status {
        Status::InvalidSignature => INVALID,
        Status::Failed => FAILED,
        _ => REFUSED,
    };
    done.code = Some(code);
    done.why = Some(format!("line {}: {}", done.line, in_fields(sentence.trim_end())));
}

#[derive(Debug, Default)]
pub struct Tally {
    pub items: u64,
    /// Of these, done by an earlier run.
    pub before: u64,
    /// The word for those that are well, with their count.
    good: Option<(&'static str, u64)>,
    bad: [Bad; 3],
}

/// One way to go wrong.
#[derive(Debug, Default)]
struct Bad {
    count: u64,
    /// Of these, said by an earlier run.
    before: u64,
    first: Option<String>,
}

/// In the order of their weight.
const BAD: [(&str, Status, &str); 3] = [
    (FAILED, Status::Failed, "BATCH_FAILED"),
    (REFUSED, Status::Refused, "BATCH_REFUSED"),
    (INVALID, Status::InvalidSignature, "SIG_INVALID"),
];

impl Tally {
    pub fn add(&mut self, done: &Done) {
        self.count(done.line, done.result, done.why.as_deref());
    }

    /// Counts a result of an earlier run. One that is not bad is `good`.
    pub fn add_earlier(&mut self, earlier: &Earlier, good: &'static str) {
        let word = BAD.iter().map(|(word, ..)| *word).find(|word| *word == earlier.result);
        if let Some(bad) = self.count(earlier.line, word.unwrap_or(good), earlier.why.as_deref()) {
            bad.before += 1;
        }
        self.before += 1;
    }

    /// Counts a row of a file of columns. Why it is bad is asked for the first one of its kind.
    #[cfg(feature = "parquet")]
    pub fn add_row(&mut self, result: &'static str, why: impl FnOnce() -> String) {
        self.items += 1;
        let Some(at) = BAD.iter().position(|(word, ..)| *word == result) else {
            self.good.get_or_insert((result, 0)).1 += 1;
            return;
        };
        self.bad[at].count += 1;
        self.bad[at].first.get_or_insert_with(why);
    }

    /// Counts a result; returns the count that it is in if it is not the good one.
    fn count(&mut self, line: u64, result: &'static str, why: Option<&str>) -> Option<&mut Bad> {
        self.items += 1;
        let Some(at) = BAD.iter().position(|(word, ..)| *word == result) else {
            self.good.get_or_insert((result, 0)).1 += 1;
            return None;
        };
        let bad = &mut self.bad[at];
        bad.count += 1;
        bad.first.get_or_insert_with(|| why.map_or_else(|| format!("line {line}"), str::to_owned));
        Some(bad)
    }

    fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let good = self.good.iter().copied();
        let bad = BAD.iter().zip(&self.bad).map(|((word, ..), bad)| (*word, bad.count));
        good.chain(bad.filter(|(_, count)| *count > 0))
    }

    /// The counts on one line.
    pub fn short(&self) -> String {
        let each = self.counts().map(|(word, count)| format!("{count} {word}"));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Prints the summary: where the results go to standard output, on standard error.
    pub fn report(&self, as_json: bool, out: &Target) -> Result<(), Failure> {
        let text = if as_json {
            let mut report = json!({ "items": self.items, "before": self.before });
            self.counts().for_each(|(word, count)| report[word] = json!(count));
            format!("{report}\n")
        } else {
            self.text()
        };
        if *out != Target::Stdout {
            return to_stdout(text.as_bytes());
        }
        // Nobody listening on standard error changes nothing.
        let _ = io::stderr().write_all(text.as_bytes());
        Ok(())
    }

    fn text(&self) -> String {
        let before = match self.before {
            0 => String::new(),
            count => format!(" ({count} of them by an earlier run)"),
        };
        let mut text = format!("items: {}{before}\n", self.items);
        self.counts().for_each(|(word, count)| text += &format!("{word}: {count}\n"));
        text
    }

    /// Fails by what weighs most.
    pub fn verdict(&self) -> Result<(), Failure> {
        for ((word, status, code), bad) in BAD.iter().zip(&self.bad) {
            if let Some(first) = &bad.first {
                let (count, items) = (bad.count, self.items);
                let mut sentence = format!("{count} of {items} items {word}; the first: {first}");
                if bad.before > 0 {
                    let _ =
                        write!(sentence, "; {} by an earlier run: --force tries again", bad.before);
                }
                return Err(Failure::Said { status: *status, code: (*code).into(), sentence });
            }
        }
        Ok(())
    }
}
