//! First calls of RSA, DSA and ML-DSA.
use operations::keys::{generate_like, read};
use operations::number::{sign, verifies};
use operations::{Action, Operation, Tool};
use sealane::{Digest, Hash};
use sealane_measure::clock::ThreadTime;

/// Reads a key and does one operation; nanoseconds of CPU time. `None`: there is no such row.
pub fn first_call(name: &str, op: &str) -> Option<Result<f64, String>> {
    let mut others = Tool::Speed.operations().filter(|it| it.algorithm.curve().is_none());
    let row = others.find(|it| it.title() == name && it.action.name() == op)?;
    Some(first_call_of(row))
}

fn first_call_of(row: Operation) -> Result<f64, String> {
    // What is verified is made in another process, or the call would not be the first one.
    let digest = Digest::of(Hash::Sha256, b"a first call");
    let input = digest.as_bytes().try_into().map_err(|_| "SHA-256 has 32 bytes")?;
    let start = ThreadTime::now();
    let key = read(row.algorithm)?;
    let scheme = row.algorithm.usual_scheme().ok_or("such keys do not sign")?;
    let public = key.public_key();
    let read_ns = start.elapsed_ns();
    let signature = match row.action {
        Action::Verify => sign(&key, &scheme, input)?,
        _ => Vec::new(),
    };
    let start = ThreadTime::now();
    let done = match row.action {
        Action::Keygen => generate_like(&public).is_some(),
        Action::Sign => sign(&key, &scheme, input).is_ok(),
        _ => verifies(&public, &scheme, input, &signature),
    };
    let spent_ns = read_ns + start.elapsed_ns();
    if done { Ok(spent_ns) } else { Err(format!("{row} gave no result")) }
}
