//! One file for each subcommand.
pub mod algorithms;
pub mod batch;
pub mod check_vectors;
pub mod completions;
pub mod derive;
pub mod encrypt;
pub mod fields;
pub mod inspect;
pub mod key;
pub mod keygen;
pub mod load;
pub mod man;
pub mod profile;
pub mod pubkey;
pub mod self_test;
pub mod serve;
pub mod served;
pub mod sign;
pub mod speed;
pub mod tables;
pub mod token;
pub mod verify;

use crate::failure::Failure;
use crate::output::to_stdout;
use data_encoding::HEXLOWER;

/// Writes a JSON object and a line end to standard output.
fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    to_stdout(format!("{value}\n").as_bytes())
}

fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}
