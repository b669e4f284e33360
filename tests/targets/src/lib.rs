//! Known answers, published vectors and toy groups as one small program, for processors that are
//! emulated and for builds without anything of x86-64: `cargo run -p xtask -- targets`.
//!
//! Everything is in `tests/`. The suites are those of `testkit` and of the crates, by their files;
//! [`machines`] says what they run on.

/// Returns the names of the machines that operations run on here, those of one lane first.
#[must_use]
pub fn machines() -> Vec<&'static str> {
    sealane::backend::names().chain(sealane::backend::lane_names()).collect()
}
