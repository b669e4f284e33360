//! The command `sealane`, for the tests beside it.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sealane_cli::main()
}
