//! Sealane and its peers, measured beside each other: interleaved, pinned, in thread CPU time,
//! every result verified, with a control that says whether the machine was quiet enough.
//!
//! [`protocol`] is what a peer prints, [`judge`] says whether its results are right, [`turn`] runs
//! it once, [`measure`] all of them in rounds around the [`control`], [`report`] writes it down.
//! [`hogweed`] and [`primitives`] are the tables of Nettle's benchmarks, [`before_after`] sets our
//! backends against the portable one, [`batch`] batches against single operations, [`alone`] has
//! the floors of single RSA and DSA, [`mldsa`] those of ML-DSA, [`short`] is what the guide shows,
//! [`sizes`] measures batches by how many items they have. [`compare`] sets two runs against each
//! other, [`check`] says whether we have become slower.

pub mod alone;
pub mod batch;
pub mod before_after;
pub mod check;
pub mod compare;
pub mod control;
pub mod hogweed;
pub mod judge;
pub mod keys;
pub mod measure;
pub mod mldsa;
pub mod peers;
pub mod primitives;
pub mod protocol;
pub mod report;
pub mod short;
pub mod sizes;
pub mod turn;

use std::path::{Path, PathBuf};

/// The page of the guide that has the short table.
pub const GUIDE: &str = "docs/guide/speed.md";

/// The folder of the peers.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers")
}

/// The root of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the crate lies two folders below the root").to_path_buf()
}
