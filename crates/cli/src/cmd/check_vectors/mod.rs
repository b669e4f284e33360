//! `sealane check-vectors`: test cases in, answers out, one JSON object a line.
mod answer;
mod case;
mod frugal;
mod hooks;
mod octets;
mod ops;
mod summary;

use crate::args::CheckVectors;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::to_stdout;
use answer::Answer;
use case::Case;
use frugal::Refusal;
use sealane::backend;
use std::io::{BufRead, BufReader, Read};
use summary::Summary;

/// Limit of a line; a batch of a thousand items needs less than a megabyte.
const LINE_LIMIT: u64 = 1 << 20;

pub fn run(args: &CheckVectors) -> Result<(), Failure> {
    let input = Input::new("--in", &args.input);
    let mut lines = BufReader::new(input.stream()?);
    let mut summary = Summary::default();
    let mut number = 0usize;
    while let Some(line) = next_line(&mut lines).map_err(|error| input.unreadable(&error))? {
        number += 1;
        if line.is_ok_and_blank() {
            continue;
        }
        let (case, answer) = reply(&line, number);
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
    to_stdout(summary.text(backend::current()).as_bytes())?;
    summary.verdict()
}

/// A line, or the fact that it was too long.
enum Line {
    Whole(Vec<u8>),
    TooLong,
}

impl Line {
    fn is_ok_and_blank(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.trim_ascii().is_empty())
    }
}

fn reply(line: &Line, number: usize) -> (Case<'static>, Answer) {
    let nameless = || Case::nameless(number);
    match line {
        Line::TooLong => (nameless(), Answer::refused("CASE_TOO_LONG")),
        Line::Whole(bytes) => match Case::read(bytes, number) {
            Ok(case) => {
                let answer = ops::answer(&case);
                (case, answer)
            }
            Err(Refusal::Malformed) => (nameless(), Answer::refused(case::MALFORMED)),
            Err(Refusal::TooLarge) => (nameless(), Answer::refused("CASE_TOO_LARGE")),
        },
    }
}

/// Reads a line of at most [`LINE_LIMIT`] bytes; what is left of a longer one is skipped.
fn next_line(lines: &mut impl BufRead) -> std::io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if lines.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LINE_LIMIT {
        return Ok(Some(Line::Whole(bytes)));
    }
    lines.skip_until(b'\n')?;
    Ok(Some(Line::TooLong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_next_is_read() {
        let long = vec![b'x'; LINE_LIMIT as usize + 5];
        let text = [b"a\n", &long[..], b"\nb"].concat();
        let mut lines = &text[..];
        let mut next = || next_line(&mut lines).expect("memory can be read");
        assert!(matches!(next(), Some(Line::Whole(line)) if line == b"a\n"));
        assert!(matches!(next(), Some(Line::TooLong)));
        assert!(matches!(next(), Some(Line::Whole(line)) if line == b"b"));
        assert!(next().is_none());
    }
}
