//! First calls of RSA and DSA.
use operations::keys::{generate_like, read};
use operations::{Action, Operation, Tool};
use sealane::{Digest, Hash, Nonces};
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
    let start = ThreadTime::now();
    let key = read(row.algorithm)?;
    let scheme = row.algorithm.usual_scheme().ok_or("such keys do not sign")?;
    let public = key.public_key();
    let read_ns = start.elapsed_ns();
    let signature = match row.action {
        Action::Verify => {
            let signed = key.sign_digest(&digest, &scheme, Nonces::Hedged);
            signed.map_err(|why| why.to_string())?
        }
        _ => Vec::new().into(),
    };
    let start = ThreadTime::now();
    let done = match row.action {
        Action::Keygen => generate_like(&public).is_some(),
        Action::Sign => key.sign_digest(&digest, &scheme, Nonces::Hedged).is_ok(),
        _ => public.verify_digest(&digest, &scheme, &signature).is_ok(),
    };
    let spent_ns = read_ns + start.elapsed_ns();
    if done { Ok(spent_ns) } else { Err(format!("{row} gave no result")) }
}
