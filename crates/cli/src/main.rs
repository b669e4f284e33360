//! The `sealane` command.
fn main() {}
