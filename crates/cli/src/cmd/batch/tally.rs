//! What became of the items: counts, the summary, and the verdict that is the exit status.
use super::item::in_fields;
use super::results::Done;
use crate::cmd::print_json;
use crate::failure::{Failure, Status};
use crate::output::to_stdout;
use serde_json::json;

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
    }
    .into();
    done.code = Some(code.into());
    done.why = Some(format!("line {}: {}", done.line, in_fields(sentence.trim_end())));
}

#[derive(Debug, Default)]
pub struct Tally {
    pub items: u64,
    /// Of these, done by an earlier run.
    pub before: u64,
    /// The word for those that are well, with their count.
    good: Option<(String, u64)>,
    bad: [Bad; 3],
}

/// One way to go wrong.
#[derive(Debug, Default)]
struct Bad {
    count: u64,
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
        self.items += 1;
        match BAD.iter().position(|(word, ..)| *word == done.result) {
            Some(at) => {
                let bad = &mut self.bad[at];
                bad.count += 1;
                let why = || done.why.clone().unwrap_or_else(|| format!("line {}", done.line));
                bad.first.get_or_insert_with(why);
            }
            None => {
                self.good.get_or_insert_with(|| (done.result.clone(), 0)).1 += 1;
            }
        }
    }

    fn counts(&self) -> impl Iterator<Item = (&str, u64)> {
        let good = self.good.iter().map(|(word, count)| (word.as_str(), *count));
        let bad = BAD.iter().zip(&self.bad).map(|((word, ..), bad)| (*word, bad.count));
        good.chain(bad.filter(|(_, count)| *count > 0))
    }

    /// The counts on one line.
    pub fn short(&self) -> String {
        let each = self.counts().map(|(word, count)| format!("{count} {word}"));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Prints the summary.
    pub fn report(&self, as_json: bool) -> Result<(), Failure> {
        if as_json {
            let mut report = json!({ "items": self.items, "before": self.before });
            self.counts().for_each(|(word, count)| report[word] = json!(count));
            return print_json(&report);
        }
        let before = match self.before {
            0 => String::new(),
            count => format!(" ({count} of them by an earlier run)"),
        };
        let mut text = format!("items: {}{before}\n", self.items);
        self.counts().for_each(|(word, count)| text += &format!("{word}: {count}\n"));
        to_stdout(text.as_bytes())
    }

    /// Fails by what weighs most.
    pub fn verdict(&self) -> Result<(), Failure> {
        for ((word, status, code), bad) in BAD.iter().zip(&self.bad) {
            if let Some(first) = &bad.first {
                let (count, items) = (bad.count, self.items);
                let sentence = format!("{count} of {items} items {word}; the first: {first}");
                return Err(Failure::Said { status: *status, code: (*code).into(), sentence });
            }
        }
        Ok(())
    }
}
