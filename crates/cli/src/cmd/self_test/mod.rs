//! `sealane self-test`: known answers for each algorithm on each backend, and for each hash. Single
//! operations on machines of one lane, batches on those of several.
mod batches;
pub mod known;
mod mldsa;
mod rsa_dsa;

use crate::args::SelfTest;
use crate::backend::available;
use crate::cmd::print_json;
use crate::failure::Failure;
use crate::output::to_stdout;
use data_encoding::HEXLOWER;
use known::KnownAnswer;
use rustix::time::{ClockId, clock_gettime};
use sealane::ecc::{PrivateKey, PublicKey, Signature};
use sealane::{Digest, Nonces, backend};
use serde_json::json;
use std::time::{Duration, Instant};

/// A test by name: says whether the computed answer is the known one.
struct Test {
    name: String,
    passed: bool,
}

/// Tests all backends, or `only` that one.
pub fn run(args: &SelfTest, only: Option<&str>) -> Result<(), Failure> {
    let (start, cpu) = (Instant::now(), thread_time());
    let damage = args.damage.as_deref();
    let mut tests: Vec<Test> = known::HASHES.iter().map(|row| hash_test(row, damage)).collect();
    tests.extend(mldsa::tests(damage));
    let other_keys = rsa_dsa::keys();
    let backends: Vec<&str> =
        available().filter(|name| only.is_none_or(|only| only == *name)).collect();
    for &name in &backends {
        backend::force(name).map_err(|error| Failure::failed("BACKEND", error.to_string()))?;
        let has_lanes = backend::lane_names().any(|it| it == name);
        let of_curves = if has_lanes { batches::tests } else { algorithm_tests };
        for row in &known::ALGORITHMS {
            tests.extend(of_curves(row, name, damage));
        }
        // Single operations of RSA and DSA run on lanes too, where there are any.
        tests.extend(rsa_dsa::tests(&other_keys, name, has_lanes, damage));
    }
    let exists = |name: &str| name == EVERY_TEST || tests.iter().any(|test| test.name == name);
    if let Some(unknown) = damage.and_then(|all| all.split(',').find(|name| !exists(name))) {
        let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
        let sentence = format!("--break: no test {unknown:?}; there are {}", names.join(", "));
        return Err(Failure::usage("USAGE", sentence));
    }
    let took = Took {
        ms: start.elapsed().as_secs_f64() * 1e3,
        cpu_ms: (thread_time() - cpu).as_secs_f64() * 1e3,
    };
    report(&tests, &backends, &took, args.json)
}

/// CPU time of this thread.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How long it took, by the clock on the wall and by the processor.
struct Took {
    ms: f64,
    cpu_ms: f64,
}

fn report(tests: &[Test], backends: &[&str], took: &Took, as_json: bool) -> Result<(), Failure> {
    let failed: Vec<&str> =
        tests.iter().filter(|test| !test.passed).map(|test| &*test.name).collect();
    let passed = tests.len() - failed.len();
    if as_json {
        print_json(&json!({
            "passed": passed,
            "failed": failed,
            "backends": backends,
            "took_ms": took.ms,
            "cpu_ms": took.cpu_ms,
        }))?;
    } else {
        let mut text = String::new();
        for test in tests {
            let answer = if test.passed { "ok" } else { "FAILED" };
            text += &format!("{:<44} {answer}\n", test.name);
        }
        text += &format!("{passed} passed, {} failed in {:.1} ms\n", failed.len(), took.ms);
        to_stdout(text.as_bytes())?;
    }
    if failed.is_empty() {
        return Ok(());
    }
    let sentence = format!("wrong answers from {}; do not use this program", failed.join(", "));
    Err(Failure::failed("SELF_TEST", sentence))
}

/// Says whether the library gives the known answer of a row; `None` if it refuses to answer.
/// Called with the name of the test and the names of those to break.
type Check = fn(&KnownAnswer, &str, Option<&str>) -> Option<bool>;

/// The name that stands for every test.
const EVERY_TEST: &str = "every-test";

/// Whether the test of this name is to be broken; `damage` is a list with commas.
fn is_damaged(name: &str, damage: Option<&str>) -> bool {
    damage.is_some_and(|damage| damage.split(',').any(|one| one == name || one == EVERY_TEST))
}

/// Decodes a constant of ours, with one bit turned over if this test is one to break.
fn constant(hex: &str, name: &str, damage: Option<&str>) -> Vec<u8> {
    let mut bytes = HEXLOWER.decode(hex.as_bytes()).expect("the table holds hex");
    if is_damaged(name, damage) {
        *bytes.last_mut().expect("no constant is empty") ^= 1;
    }
    bytes
}

fn hash_test(&(hash, answer): &(sealane::Hash, &str), damage: Option<&str>) -> Test {
    let name = hash.name().to_owned();
    let passed = Digest::of(hash, known::ABC).as_bytes() == constant(answer, &name, damage);
    Test { name, passed }
}

/// The tests of one algorithm on the backend in force, which must show that it ran.
fn algorithm_tests(row: &KnownAnswer, backend: &str, damage: Option<&str>) -> Vec<Test> {
    let signs = row.algorithm.signs();
    let checks: [(&'static str, bool, Check); 5] = [
        ("public", true, public_is_known),
        ("sign", signs, signature_is_known),
        ("verify", signs, known_signature_verifies),
        ("verify-refuses", signs, wrong_message_is_refused),
        ("derive", row.algorithm.derives(), secret_is_known),
    ];
    tried(checks, row, backend, damage)
}

/// Runs those checks that the algorithm has.
fn tried(
    checks: impl IntoIterator<Item = (&'static str, bool, Check)>,
    row: &KnownAnswer,
    backend: &str,
    damage: Option<&str>,
) -> Vec<Test> {
    let test = |(op, _, check): (&str, bool, Check)| {
        let name = format!("{}/{backend}/{op}", row.algorithm);
        let entered = backend::entered(backend);
        // No answer, refused known inputs included, is a wrong answer.
        let passed = check(row, &name, damage) == Some(true) && backend::entered(backend) > entered;
        Test { name, passed }
    };
    checks.into_iter().filter(|(_, does, _)| *does).map(test).collect()
}

fn private(row: &KnownAnswer, hex: &str) -> Option<PrivateKey> {
    PrivateKey::from_bytes(row.algorithm, &constant(hex, "", None)).ok()
}

fn public_is_known(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let computed = private(row, row.private)?.public_key().to_bytes();
    Some(computed == constant(row.public, name, damage))
}

fn signature_is_known(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let key = private(row, row.private)?;
    let signature = key.sign(row.message, row.scheme?, Nonces::Deterministic).ok()?;
    Some(signature.to_bytes() == constant(row.signature, name, damage))
}

fn known_signature_verifies(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let key = PublicKey::from_bytes(row.algorithm, &constant(row.public, "", None)).ok()?;
    let bytes = constant(row.signature, name, damage);
    let signature = Signature::from_bytes(row.algorithm, &bytes).ok()?;
    Some(key.verify(row.message, row.scheme?, &signature).is_ok())
}

fn wrong_message_is_refused(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let key = PublicKey::from_bytes(row.algorithm, &constant(row.public, "", None)).ok()?;
    let signature =
        Signature::from_bytes(row.algorithm, &constant(row.signature, "", None)).ok()?;
    // Broken, this test sees the message that the signature does belong to.
    let other = b"another message";
    let message: &[u8] = if is_damaged(name, damage) { row.message } else { other };
    Some(key.verify(message, row.scheme?, &signature).is_err())
}

fn secret_is_known(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let peer = PublicKey::from_bytes(row.algorithm, &constant(row.peer, "", None)).ok()?;
    let secret = private(row, row.own)?.derive(&peer).ok()?;
    Some(secret.as_bytes() == constant(row.secret, name, damage))
}
