//! What the service, its stores, the PKCS#11 module, backups and the manifests of batches make of
//! any bytes.
//!
//! Each target takes bytes, and panics if something does not hold: `TARGETS` names them all. The
//! program `fuzz` lets libFuzzer search for such bytes; `scripts/test-fuzz.sh` builds and runs it.

mod backups;
mod calls;
mod edits;
mod frames;
mod manifests;
mod memory;
mod records;
mod requests;
pub mod seeds;
mod store;
mod template;

#[path = "../../../crates/hsm/tests/common/mod.rs"]
mod common;
#[path = "../../../crates/hsm/tests/hardening/forge.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod forge;
#[path = "../../../crates/pkcs11/tests/raw/mod.rs"]
mod raw;
#[path = "../../../crates/hsm/tests/frames.rs"]
#[allow(dead_code, unused_imports, reason = "tests use the rest")]
mod recorded;
#[path = "../../../crates/hsm/tests/test_service/mod.rs"]
mod test_service;

/// What is done with bytes.
pub type Target = fn(&[u8]);

/// Every target, by its name.
pub const TARGETS: [(&str, Target); 8] = [
    ("frames", frames::run),
    ("requests", requests::run),
    ("calls", calls::run),
    ("store", store::run),
    ("records", records::run),
    ("backups", backups::run),
    ("manifests", manifests::run),
    ("planted", frames::run_planted),
];

/// Returns the target of a name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|(_, target)| *target)
}
