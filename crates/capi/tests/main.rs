//! The library as C sees it: programs in C, built against the header and the shared object.
//!
//! One program. A module is a suite of its own: `cargo xtask` runs it in a process of its own.

mod built;
mod calls;
mod heap;
mod vectors;
