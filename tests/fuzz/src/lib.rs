//! What readers, keys, arithmetic, the service and the PKCS#11 module make of any bytes.
//!
//! Each target takes bytes, and panics if something does not hold, or if it takes too long:
//! `TARGETS` names them all. The program `fuzz` lets libFuzzer search for such bytes;
//! `scripts/test-fuzz.sh` builds and runs it.

mod arguments;
mod backups;
mod batch;
mod calls;
mod config;
mod edits;
mod field;
mod frames;
mod journal;
mod keys;
mod manifests;
mod memory;
mod modulus;
mod pins;
mod points;
mod records;
mod requests;
mod rsa_keys;
pub mod seeds;
mod signatures;
mod store;
mod template;
mod wrap;

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

use rustix::time::{ClockId, clock_gettime};

/// What is done with bytes.
type Check = fn(&[u8]);

/// One target.
#[derive(Clone, Copy)]
pub struct Target {
    /// How the script calls it.
    pub name: &'static str,
    check: Check,
    /// The CPU time of the thread, in seconds, that no input may take.
    seconds: f64,
    /// Whether it has a fault that was put in, which the search has to find.
    pub is_planted: bool,
}

const fn row(name: &'static str, check: Check, seconds: f64) -> Target {
    Target { name, check, seconds, is_planted: false }
}

const fn planted(name: &'static str, check: Check) -> Target {
    Target { name, check, seconds: 60.0, is_planted: true }
}

/// Every target. What reads bytes alone has a second, with all that the sources assert; what looks
/// for primes, and what changes tokens, has more.
pub const TARGETS: [Target; 29] = [
    row("der-signature", signatures::run_der, 1.0),
    row("raw-signature", signatures::run_raw, 1.0),
    row("spki", keys::run_spki, 1.0),
    row("pkcs8", keys::run_pkcs8, 5.0),
    row("encrypted-pkcs8", keys::run_encrypted, 5.0),
    row("pem", keys::run_pem, 5.0),
    row("sec1-point", points::run_sec1, 1.0),
    row("ed25519-point", points::run_ed25519, 1.0),
    row("x25519", points::run_x25519, 1.0),
    row("rsa-key", rsa_keys::run_key, 5.0),
    row("pss-parameters", rsa_keys::run_pss, 1.0),
    row("oaep", rsa_keys::run_oaep, 1.0),
    row("key-wrap", wrap::run, 1.0),
    row("batch", batch::run, 2.0),
    row("field", field::run, 1.0),
    row("modulus", modulus::run, 1.0),
    row("config", config::run, 1.0),
    row("arguments", arguments::run, 1.0),
    row("manifests", manifests::run, 5.0),
    row("pins", pins::run, 10.0),
    row("store", store::run, 10.0),
    row("journal", journal::run, 10.0),
    row("records", records::run, 10.0),
    row("backups", backups::run, 10.0),
    row("frames", frames::run, 1.0),
    row("requests", requests::run, 20.0),
    row("calls", calls::run, 20.0),
    planted("planted-frames", frames::run_planted),
    planted("planted-modulus", modulus::run_planted),
];

/// Returns the target of a name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

impl Target {
    /// Does with bytes what the target does.
    ///
    /// # Panics
    /// If something does not hold, or if it took too much CPU time.
    pub fn run(&self, bytes: &[u8]) {
        // The first time, tables and keys are made too.
        let seconds = self.timed(bytes);
        if seconds >= self.seconds {
            let seconds = self.timed(bytes);
            assert!(seconds < self.seconds, "{}: {seconds:.2} s of CPU time", self.name);
        }
    }

    fn timed(&self, bytes: &[u8]) -> f64 {
        let begun = thread_seconds();
        (self.check)(bytes);
        thread_seconds() - begun
    }
}

/// The CPU time that this thread has had: other programs do not count.
fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every target has inputs to begin with, and stands them; the planted faults too, which
    /// a search has to find. `SEALANE_FUZZ_ONLY` names one target.
    #[test]
    fn targets_stand_what_they_begin_with() {
        let (place, only) = ("SEALANE_PKCS11_CONF", std::env::var("SEALANE_FUZZ_ONLY").ok());
        if std::env::var_os(place).is_none() {
            println!("SKIPPED: calls: {place} is not set");
        }
        let seeds = seeds::all();
        let is_chosen = |name: &str| only.as_ref().is_none_or(|only| only == name);
        for target in TARGETS.iter().filter(|it| is_chosen(it.name)) {
            let own = seeds.iter().find(|(name, _)| *name == target.name);
            let (_, own) = own.unwrap_or_else(|| panic!("{} has nothing", target.name));
            assert!(!own.is_empty(), "{} has nothing", target.name);
            if target.name == "calls" && std::env::var_os(place).is_none() {
                continue;
            }
            println!("{}: {} inputs", target.name, own.len());
            own.iter().for_each(|bytes| target.run(bytes));
        }
        assert_eq!(seeds.len(), TARGETS.len());
    }

    /// Goal: a fault that was put in is one. Method: an input that it shows at, and not without it.
    #[test]
    fn planted_faults_are_found() {
        // The greatest modulus, and twice the number below it.
        let number = [&[0xfe][..], &[0xff; 15]].concat();
        let input = [&[0xff; 16], &number[..], &number].concat();
        let planted = target("planted-modulus").expect("it is one");
        assert!(std::panic::catch_unwind(|| planted.run(&input)).is_err());
        target("modulus").expect("it is one").run(&[&[1], &input[..]].concat());
    }
}
