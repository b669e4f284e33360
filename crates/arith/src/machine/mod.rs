//! The machines: what a field element is, and which of them this CPU can run.

mod barrier;

pub(crate) use barrier::barrier;
