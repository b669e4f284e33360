//! The field generator.
fn main() {}
