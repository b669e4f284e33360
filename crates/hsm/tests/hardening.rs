//! What attackers reached once: each test has the number of its row in the list of them.

mod audit;
mod backups;
pub(crate) mod forge;
mod guessing;
pub(crate) mod hooked;
mod hot;
mod log;
pub(crate) mod memory;
mod policy;
mod remains;
mod renewal;
mod uses;
