//! The machines: what a field element is, and which of them this CPU can run.

mod barrier;
mod portable;
pub mod taint;

pub(crate) use barrier::barrier;
pub use portable::One;
