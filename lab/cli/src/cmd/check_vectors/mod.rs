//! `sealane-lab check-vectors`: test cases in, answers out, one JSON object a line.
mod answer;
mod case;
mod daemon;
mod frugal;
mod hooks;
mod numbers;
mod octets;
mod ops;
mod signed;
mod summary;
mod wraps;

use crate::args::{CheckVectors, VectorTarget};
use answer::Answer;
use case::Case;
use daemon::Daemon;
use frugal::Refusal;
use sealane::backend;
use sealane_cli::Failure;
use sealane_cli::input::Input;
use sealane_cli::lines::{Line, next_line};
use sealane_cli::output::to_stdout;
use std::io::BufReader;
use summary::Summary;

pub fn run(args: &CheckVectors) -> Result<(), Failure> {
    let input = Input::new("--in", &args.input);
    let mut lines = BufReader::new(input.stream()?);
    let mut daemon = match args.via {
        VectorTarget::Library => None,
        VectorTarget::Daemon => Some(Daemon::start()?),
    };
    let mut summary = Summary::default();
    let mut number = 0usize;
    while let Some(line) = next_line(&mut lines).map_err(|error| input.unreadable(&error))? {
        number += 1;
        if line.is_blank() {
            continue;
        }
        let (case, answer) = reply(&line, number, daemon.as_mut());
        if args.summary {
            summary.add(&case, &answer);
        } else {
            // Line by line: the other side may wait for this answer before it asks again.
            to_stdout(format!("{}\n", answer.to_json(&case)).as_bytes())?;
        }
    }
    if !args.summary {
        return Ok(());
    }
    to_stdout(summary.text(&computes()).as_bytes())?;
    summary.verdict()
}

/// What single operations run on, and batches where that is another.
fn computes() -> String {
    let (single, batch) = (backend::current(), backend::current_batch());
    if single == batch { single.into() } else { format!("{single}, batches on {batch}") }
}

fn reply(line: &Line, number: usize, daemon: Option<&mut Daemon>) -> (Case<'static>, Answer) {
    let nameless = || Case::nameless(number);
    match line {
        Line::TooLong => (nameless(), Answer::refused("CASE_TOO_LONG")),
        Line::Whole(bytes) => match Case::read(bytes, number) {
            Ok(case) => {
                let answer = match daemon {
                    None => ops::answer(&case),
                    Some(daemon) => daemon.answer(&case),
                };
                (case, answer)
            }
            Err(Refusal::Malformed) => (nameless(), Answer::refused(case::MALFORMED)),
            Err(Refusal::TooLarge) => (nameless(), Answer::refused("CASE_TOO_LARGE")),
        },
    }
}
