//! The command line: what may be said, and the help that teaches it.
use clap::{Parser, Subcommand};
use sealane_cli::Line;

mod check_vectors;
mod load;
mod measure;
mod profile;
pub use check_vectors::{CheckVectors, VectorTarget};
pub use load::Load;
pub use measure::{Fields, Speed, Tables};
pub use profile::Profile;

/// Measures what Sealane does, and answers test cases.
#[derive(Debug, Parser)]
#[command(name = "sealane-lab", version, max_term_width = 100, after_help = FIRST_STEPS)]
pub struct CommandLine {
    #[command(flatten)]
    pub line: Line<Command>,
}

const FIRST_STEPS: &str = "\
First steps:
  sealane-lab speed \"p256|25519\"                how fast, beside the OpenSSL of this machine
  sealane-lab speed --resources p256             memory, stack, the first call
  sealane-lab profile sign --algorithm p256      where the time of a signature goes
  sealane-lab check-vectors --summary --in cases.jsonl

Nothing here makes or keeps keys of yours: keys, signatures, tokens and the service are `sealane`.
Times are CPU times. Figures are of this machine as it is now: compare what one run has measured, in
which all sides took turns. A result that is wrong ends the run without a figure.

SEALANE_BACKEND names a backend where --backend does not. Exit status and errors are those of
`sealane`. `sealane-lab COMMAND --help` shows an example of each command.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lets many clients sign by a service, and says what it takes
    #[command(after_help = load::LOAD_HELP)]
    Load(Load),

    /// Answers test cases, one JSON object a line
    #[command(after_help = "\
Example:
  sealane-lab check-vectors --summary < cases.jsonl
  sealane-lab check-vectors --backend portable < cases.jsonl > answers.jsonl

An answer has id, result (valid, invalid, value or unsupported), and out or code. --summary prints
counts and the ids that disagree with what is expected, and exits with 1 if any does.")]
    CheckVectors(CheckVectors),

    /// Measures operations a second, beside the OpenSSL of the machine
    #[command(after_help = "\
Example:
  sealane-lab speed
  sealane-lab speed 'sign$|derive' --seconds 2
  sealane-lab speed --tsv --seconds 0.3 ecdsa-p256
  sealane-lab speed --batch 256 batch
  sealane-lab speed --resources p256

PATTERN is a part of `ALGORITHM OPERATION`, or several joined with |; ^ and $ tie one to the start
and the end. Times are CPU times of the thread; both sides take turns; every result is verified.
Rows of batches are of an item, with 64 keys; all results are verified once, then a sixteenth in
turn. `verify-batch-cached` has one key and its table, `verify-batch-cached-64` 64 of them. Those
of RSA have one key, and 64 items at most.")]
    Speed(Speed),

    /// Lists the primes: the form of their arithmetic, its counts, its margin, its cycles
    #[command(after_help = "\
Example:
  sealane-lab fields
  sealane-lab fields p256
  sealane-lab fields crandall --json

PATTERN is a part of `PRIME FORM`, as for `sealane-lab speed`; p256_p is the prime of P-256's
coordinates, p256_n the order of its group. Every result is checked by plain arithmetic.")]
    Fields(Fields),

    /// Lists the tables that each curve could have: size, additions, operations a second
    #[command(after_help = "\
Example:
  sealane-lab tables --algorithm p256
  sealane-lab tables --json > tables.json

A table has rows of 2^(width-1) multiples of the generator; * marks the one in use. Width: bits of
the scalar that one entry stands for, a window. Spacing: windows that share a row. With 1 there are
no doublings; with more, memory is divided by it, and doublings come in. Which one is in use is
chosen when Sealane is built: features tables-small and tables-large. Every product is checked.")]
    Tables(Tables),

    /// Breaks the time of one operation down until it adds up
    #[command(after_help = "\
Example:
  sealane-lab profile sign
  sealane-lab profile verify --algorithm ed25519 --json
  sealane-lab profile sign --algorithm p256 --flame sign.svg
  sealane-lab profile --service --algorithm rsa2048

Prints who calls whom, how often, core cycles and the share of the operation. Cycles are those of a
chain of dependent additions; no hardware counters are needed. The operation runs in two forms, as
it ships and watched; if the parts miss the form that ships by more than 3 %, a warning says so.

With --service: the way of one signature through a service that this command starts for itself, on
tokens of its own, in microseconds: what a client sees, the socket, the key fetched from the store,
the signature with its parts; on each machine, with the key kept unwrapped or fetched for each
signature, and with what is kept for blinding or without.")]
    Profile(Profile),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use sealane_cli::{Failure, without_example};
    use std::ffi::OsString;

    /// Goal: names, conflicts and defaults of the command line fit together, and every command
    /// shows an example.
    #[test]
    fn command_line_is_consistent() {
        CommandLine::command().debug_assert();
        assert_eq!(without_example(&CommandLine::command()), [""; 0]);
    }

    /// Goal: wrong values are told in one line that names the argument, its limit and the help.
    #[test]
    fn wrong_lines_are_told_in_one_line() {
        for (line, parts) in [
            (
                &["speed", "--seconds", "0"][..],
                &["--seconds <S>", "\"0\"", "above 0 and at most 3600"][..],
            ),
            (
                &["speed", "--batch", "1048577"],
                &["--batch <N>", "up to 1048576", "`sealane-lab speed"],
            ),
            (&["speed", "--seconds", "-1"], &["--seconds <S>", "\"-1\"", "above 0 and at most"]),
            (&["load", "--clients", "0"], &["--clients <N>: \"0\"", "a number from 1 to 1024"]),
            (&["load", "-n", "-1"], &["--count <N>: \"-1\"", "a number from 1 to 4294967295"]),
            (
                &["load", "--socket", "s"],
                &["required and missing: --key <KEY> or --algorithm <NAME>"],
            ),
        ] {
            let arguments: Vec<OsString> =
                ["sealane-lab"].iter().chain(line).map(OsString::from).collect();
            let failure = sealane_cli::parsed::<CommandLine>(&arguments).expect_err("it is wrong");
            let Failure::Said { sentence, .. } = failure else { panic!("it says nothing") };
            assert!(!sentence.contains(char::is_control), "{line:?}: {sentence:?}");
            assert!(sentence.contains("see `sealane-lab"), "{sentence}");
            assert!(sentence.ends_with(" --help`)"), "{sentence}");
            for part in parts {
                assert!(sentence.contains(part), "{line:?}: {sentence}");
            }
        }
    }
}
