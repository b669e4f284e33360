//! One file for each subcommand.
pub mod agent;
pub mod algorithms;
pub mod batch;
pub mod completions;
pub mod derive;
pub mod encrypt;
pub mod inspect;
pub mod key;
pub mod keygen;
pub mod login;
pub mod man;
pub mod mu;
pub mod pubkey;
pub mod self_test;
pub mod serve;
pub mod served;
pub mod sign;
pub mod status;
pub mod token;
pub mod verify;

use crate::failure::Failure;
use crate::output::to_stdout;
use std::time::Duration;

/// Writes a JSON object and a line end to standard output.
pub fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    to_stdout(format!("{value}\n").as_bytes())
}

/// Seconds since 1970 as a date and time of day (RFC 3339), or as they are past the year 9999.
fn date(seconds: u64) -> String {
    let date = der::DateTime::from_unix_duration(Duration::from_secs(seconds));
    date.map_or_else(|_| seconds.to_string(), |date| date.to_string())
}

/// The bytes in hex, in small letters. Digits are computed, not read from a table: bytes may be
/// secret.
// `lab/shipped` finds it in the release by its name: once it is called, a batch is signed.
#[inline(never)]
pub fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: dates are those of the calendar, in a leap year too, and no number of seconds is none.
    #[test]
    fn seconds_become_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_399_077, "2026-11-23T01:57:57Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "253402300800"),
            (u64::MAX, "18446744073709551615"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
