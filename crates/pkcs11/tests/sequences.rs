//! Calls in any order, with what no careful program passes: nothing crashes, hangs or writes where
//! it must not, and the module signs afterwards.
//!
//! `SEALANE_PKCS11_SEQUENCES=1000000` runs a million; `SEALANE_SEED` repeats a run.

use crate::common::{USER, served};
use crate::raw::steps::Program;
use sealane::{Digest, Hash};
use std::hash::{BuildHasher, Hasher};

/// How many are run where nothing is said.
const FEW: u64 = 150;

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// The bytes of one sequence.
fn bytes(seed: u64, number: u64) -> Vec<u8> {
    let piece = |part: u64| {
        let said = [seed, number, part].map(u64::to_be_bytes).concat();
        Digest::of(Hash::Sha512, &said).as_bytes().to_vec()
    };
    (0..1 + number % 12).flat_map(piece).collect()
}

/// Goal: no sequence of calls crashes the module, hangs, or leaves it unable to sign.
#[test]
fn hostile_calls_are_survived() {
    let chosen = std::hash::RandomState::new().build_hasher().finish();
    let seed = from_environment("SEALANE_SEED").unwrap_or(chosen);
    let count = from_environment("SEALANE_PKCS11_SEQUENCES").unwrap_or(FEW);
    served("sequences::hostile_calls_are_survived", || {
        println!("SEALANE_SEED={seed}");
        let mut program = Program::new(USER);
        (0..count).for_each(|number| program.run(&bytes(seed, number)));
    });
}
