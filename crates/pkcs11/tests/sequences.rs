//! Calls in any order, with what no careful program passes: nothing crashes, hangs or writes where
//! it must not, and the module signs afterwards.
//!
//! `SEALANE_PKCS11_SEQUENCES=1000000` runs a million; `SEALANE_SEED` repeats a run.

use crate::common::{Served, USER, has_token, passes};
use crate::raw::steps::Program;
use sealane::{Digest, Hash};
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

const NAME: &str = "sequences::hostile_calls_are_survived";
const SEED: &str = "SEALANE_SEED";
const SEQUENCES: &str = "SEALANE_PKCS11_SEQUENCES";
/// The first one of a program that has a token.
const FIRST: &str = "SEALANE_PKCS11_FIRST";
/// How many are run where nothing is said.
const FEW: u64 = 150;
/// How many are run on one token: some leave objects that nobody may destroy, and each search looks
/// at all of them.
const PORTION: u64 = 500;

fn from_environment(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap())
}

/// The bytes of one sequence.
fn bytes(seed: u64, number: u64) -> Vec<u8> {
    let piece = |part: u64| {
        let said = [seed, number, part].map(u64::to_be_bytes).concat();
        Digest::of(Hash::Sha512, &said).as_bytes().to_vec()
    };
    (0..1 + number % 12).flat_map(piece).collect()
}

/// Goal: no sequence of calls crashes the module, hangs, or leaves it unable to sign. Method: a
/// portion of them in a program of its own, as many programs at once as there are processors.
#[test]
fn hostile_calls_are_survived() {
    let chosen = std::hash::RandomState::new().build_hasher().finish();
    let seed = from_environment(SEED).unwrap_or(chosen);
    let count = from_environment(SEQUENCES).unwrap_or(FEW);
    if has_token() {
        let first = from_environment(FIRST).unwrap();
        let mut program = Program::new(USER);
        return (first..first + count).for_each(|number| program.run(&bytes(seed, number)));
    }
    println!("{SEED}={seed}");
    let begun = AtomicU64::new(0);
    let work = || {
        loop {
            let first = begun.fetch_add(PORTION, Ordering::Relaxed);
            if first >= count {
                return;
            }
            let served = Served::new();
            let mut command = served.command(env::current_exe().unwrap());
            let own = [(SEED, seed), (FIRST, first), (SEQUENCES, PORTION.min(count - first))];
            command.envs(own.map(|(name, value)| (name, value.to_string())));
            passes(command, NAME);
            if (first + PORTION).is_multiple_of(100_000) {
                println!("{} sequences begun", first + PORTION);
            }
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
}
