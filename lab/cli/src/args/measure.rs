//! The arguments of commands that measure.
use clap::Args;
use sealane::ecc::Algorithm;
use sealane_cli::names;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Speed {
    /// Which rows to measure; all if not given
    #[arg(default_value = "", hide_default_value = true)]
    pub pattern: String,
    /// CPU seconds for each side of each row
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = seconds,
          allow_negative_numbers = true)]
    pub seconds: f64,
    /// Print `algorithm<TAB>operation<TAB>operations a second` of ours alone
    #[arg(long, conflicts_with = "json")]
    pub tsv: bool,
    /// Wait on standard input for a `turn` before each measurement of a row, and print the fastest
    /// sample besides: the bench lets several programs take turns
    #[arg(long, hide = true, requires = "tsv")]
    pub turns: bool,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Compare with this libcrypto instead of the one the system finds
    #[arg(long, value_name = "FILE")]
    pub libcrypto: Option<PathBuf>,
    /// Items of a batch; 0 for none [default: 1024 with --tsv or where PATTERN says batch, else 0]
    #[arg(long, value_name = "N", value_parser = items, allow_negative_numbers = true,
          conflicts_with = "resources")]
    pub batch: Option<usize>,
    /// Measure batches alone, by the names of single operations: for a harness that sets them
    /// beside those
    #[arg(long, hide = true, requires = "tsv")]
    pub batches_alone: bool,
    /// Measure what operations take: time, tables, stack, allocations, the first call
    #[arg(long, conflicts_with_all = ["tsv", "libcrypto"])]
    pub resources: bool,
    /// Make one first call in this process, as `ALGORITHM:OPERATION`
    #[arg(long, hide = true, requires = "resources")]
    pub first_call: Option<String>,
    /// Measure without a libcrypto, as on a machine that has none
    #[arg(long, hide = true, conflicts_with = "libcrypto")]
    pub no_libcrypto: bool,
    /// Damage one signature of ours, to see the run fail
    #[arg(long, hide = true)]
    pub damage: bool,
}

#[derive(Debug, Args)]
pub struct Fields {
    /// Which primes; all if not given
    #[arg(default_value = "", hide_default_value = true)]
    pub pattern: String,
    /// CPU seconds for each operation of each prime
    #[arg(long, value_name = "S", default_value = "0.05", value_parser = seconds,
          allow_negative_numbers = true)]
    pub seconds: f64,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Expect a wrong result, to see the run fail
    #[arg(long, hide = true)]
    pub damage: bool,
}

#[derive(Debug, Args)]
pub struct Tables {
    /// Which curve; all if not given
    #[arg(long, value_name = "NAME", value_parser = names::curves())]
    pub algorithm: Option<Algorithm>,
    /// CPU seconds for each table
    #[arg(long, value_name = "S", default_value = "0.05", value_parser = seconds,
          allow_negative_numbers = true)]
    pub seconds: f64,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

fn items(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(items) if items <= 1 << 20 => Ok(items),
        _ => Err("needs a number up to 1048576".into()),
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let range = "a number of seconds above 0 and at most 3600";
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err(format!("needs {range}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_not_endless() {
        for (text, good) in [("0", true), ("1048576", true), ("1048577", false), ("-1", false)] {
            assert_eq!(items(text).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn seconds_are_above_zero_and_finite() {
        for text in ["0.01", "1", "3600", "1e-3"] {
            assert!(seconds(text).is_ok(), "{text}");
        }
        for text in ["0", "-1", "3601", "nan", "inf", "", "one", "1s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
