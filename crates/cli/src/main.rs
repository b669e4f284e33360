//! The `sealane` command.
#![forbid(unsafe_code)]

use std::alloc::System;
use std::process::ExitCode;
use zeroizing_alloc::ZeroAlloc;

/// What is freed is zeroed: values of the library wipe their secrets, and not the gaps beside them,
/// where a copy of what was on the stack may be.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<System> = ZeroAlloc(System);

fn main() -> ExitCode {
    sealane_cli::main()
}
