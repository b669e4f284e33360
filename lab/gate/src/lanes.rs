//! Secret operations on the machine that batches run on, with secrets by number: batches, and what
//! one operation leaves to all lanes.

mod mldsa;

use operations::leaks;
use sealane::Algorithm as Any;
use sealane::ecc::batch::{SignItem, sign_batch};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, derive_batch};
use sealane::{Nonces, backend};
use std::hint::black_box;

/// Items of a batch: as many as there are lanes.
const ITEMS: usize = 8;

/// Operations over curves: names with what they do. The first is the shortest. What is said to be
/// alone is of one item, by all lanes.
const OVER_CURVES: [&str; 13] = [
    "p192 sign",
    "p192 sign alone",
    "p256 sign alone",
    "ed25519 sign alone",
    "x25519 keygen alone",
    "x25519 derive alone",
    "p256 derive alone",
    "p256 sign",
    "ed25519 sign",
    "p192 derive",
    "p256 derive",
    "secp256k1 derive",
    "x25519 derive",
];

/// The name of an operation with a leak begins with this. Each has to be found.
const LEAK: &str = "planted";

/// The operations, those over curves first.
#[must_use]
pub fn operations() -> Vec<String> {
    let of_mldsa = Any::all().filter_map(mldsa::set);
    let of_mldsa = of_mldsa.flat_map(|set| mldsa::ACTS.map(|act| format!("{set} {act}")));
    OVER_CURVES.into_iter().map(String::from).chain(of_mldsa).collect()
}

/// Returns how many different instructions of lanes an operation has at least if it ran in lanes:
/// by quads it is the text of one step, or of two, and has 900; what wipes registers has some 40.
#[must_use]
pub fn least_wide(operation: &str) -> usize {
    if operation.ends_with("derive alone") { 500 } else { 1000 }
}

/// The operations with a leak.
#[must_use]
pub fn leaks() -> Vec<String> {
    let of_mldsa = leaks::MLDSA.map(|(name, _)| format!("{LEAK}-{name}"));
    [LEAK.to_string()].into_iter().chain(of_mldsa).collect()
}

/// Returns the secret of an operation that has this number: those of ML-DSA are looked for.
#[must_use]
pub fn secret(operation: &str, number: u64) -> u64 {
    let set = operation.split_once(' ').and_then(|(name, _)| mldsa::set(Any::from_name(name)?));
    set.map_or(number, |set| mldsa::secret(set, number))
}

/// Keys that a number stands for.
fn keys(algorithm: Algorithm, secret: u64) -> Vec<PrivateKey> {
    let byte = |at: usize, item: usize| {
        let mut x = secret.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (item as u64) << 32 ^ at as u64;
        x = (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (x >> 32) as u8
    };
    let key = |item| {
        let mut bytes: Vec<u8> = (0..algorithm.order_bytes()).map(|at| byte(at, item)).collect();
        // Below every order, and not zero.
        bytes[0] &= 0x3f;
        PrivateKey::from_bytes(algorithm, &bytes).expect("it is in range")
    };
    (0..ITEMS).map(key).collect()
}

/// Where steps are looked at.
#[inline(never)]
fn watched_window(work: &mut dyn FnMut() -> bool) -> bool {
    black_box(work())
}

/// Returns the address of that function in this process.
#[must_use]
pub fn window() -> usize {
    watched_window as *const () as usize
}

/// Runs an operation twice, the second time with `secret` and in the window: the first makes what
/// later ones find. Returns whether all results were there. Errors: the operation is none.
pub fn run(operation: &str, secret: u64) -> Result<bool, String> {
    if let Some(leak) = operation.strip_prefix(LEAK) {
        return run_leak(leak.trim_start_matches('-'), secret);
    }
    let (name, act) = operation.split_once(' ').ok_or("an operation is an algorithm and an act")?;
    let algorithm = Any::from_name(name).ok_or_else(|| format!("no algorithm {name}"))?;
    let run = |secret, window| match (algorithm.curve(), mldsa::set(algorithm)) {
        (Some(curve), _) => over_curve(curve, act, secret, window),
        (_, Some(set)) => mldsa::run(set, act, secret, window),
        _ => Err(format!("{name} does not run in lanes")),
    };
    Ok(run(0, unwatched)? & run(secret, watched_window)?)
}

/// Runs a leak. Errors: it is none.
fn run_leak(name: &str, secret: u64) -> Result<bool, String> {
    if name.is_empty() {
        return Ok(watched_window(&mut || planted(secret)));
    }
    let leak = leaks::MLDSA.into_iter().find(|it| it.0 == name);
    let (_, leak) = leak.ok_or_else(|| format!("no leak {name}"))?;
    let short = leaks::short(secret);
    Ok(watched_window(&mut || black_box(leak(&short)) < u64::MAX))
}

fn over_curve(
    algorithm: Algorithm,
    act: &str,
    secret: u64,
    window: Window,
) -> Result<bool, String> {
    let (keys, peers) = (keys(algorithm, secret), keys(algorithm, 0));
    let peers: Vec<&PublicKey> = peers.iter().map(PrivateKey::public_key).collect();
    let scheme = || algorithm.usual_scheme().ok_or("such keys do not sign");
    Ok(match act {
        "sign" => sign(&keys, scheme()?, window),
        "sign alone" => sign_alone(&keys[0], scheme()?, window),
        "keygen alone" => keygen_alone(&keys[0], window),
        "derive" => derive(&keys, &peers, window),
        "derive alone" => derive_alone(&keys[0], peers[0], window),
        _ => return Err(format!("no act {act}")),
    })
}

/// A window, or none.
type Window = fn(&mut dyn FnMut() -> bool) -> bool;

fn unwatched(work: &mut dyn FnMut() -> bool) -> bool {
    work()
}

fn sign(keys: &[PrivateKey], scheme: Scheme<'_>, window: Window) -> bool {
    let item = |key| SignItem::new(key, b"step by step", scheme, Nonces::Deterministic);
    let items: Vec<SignItem<'_>> = keys.iter().map(item).collect();
    window(&mut || sign_batch(&items).iter().all(Result::is_ok))
}

fn sign_alone(key: &PrivateKey, scheme: Scheme<'_>, window: Window) -> bool {
    window(&mut || key.sign(b"step by step", scheme, Nonces::Deterministic).is_ok())
}

fn keygen_alone(key: &PrivateKey, window: Window) -> bool {
    let bytes = key.to_bytes();
    window(&mut || PrivateKey::from_bytes(key.algorithm(), &bytes).is_ok())
}

fn derive(keys: &[PrivateKey], peers: &[&PublicKey], window: Window) -> bool {
    let items: Vec<_> = keys.iter().zip(peers.iter().copied()).collect();
    window(&mut || derive_batch(&items).iter().all(Result::is_ok))
}

fn derive_alone(key: &PrivateKey, peer: &PublicKey, window: Window) -> bool {
    window(&mut || key.derive(peer).is_ok())
}

/// Reads a table at a secret place.
fn planted(secret: u64) -> bool {
    let table = black_box([1u8; 256]);
    black_box(table[(secret & 0xff) as usize]) == 1
}

/// Whether batches run in the lanes of this processor.
#[must_use]
pub fn there_are_lanes() -> bool {
    backend::lane_names().next() == Some("eight")
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::{Operation, Tool};

    /// What the name of an operation stands for in the catalogue: to import a key is how it becomes
    /// one.
    fn in_catalogue(name: &str) -> String {
        name.trim_end_matches(" alone").replace("import", "keygen")
    }

    /// Goal: what is followed step by step is of the catalogue, and over curves has a batch.
    #[test]
    fn operations_are_of_the_catalogue() {
        for name in operations() {
            let of = in_catalogue(&name);
            assert!(Operation::all().any(|it| it.to_string() == of), "{name}");
        }
        for name in OVER_CURVES.map(in_catalogue) {
            assert!(Tool::Batches.operations().any(|it| it.to_string() == name), "{name}");
        }
    }

    /// Goal: every operation of ML-DSA that knows a secret is followed; and one that is taken away
    /// is missed.
    #[test]
    fn every_secret_operation_of_mldsa_is_followed() {
        let missed = |names: &[String]| -> Vec<String> {
            let names: Vec<String> = names.iter().map(|name| in_catalogue(name)).collect();
            let all = Tool::Timing.operations().filter(|it| mldsa::set(it.algorithm).is_some());
            all.map(|it| it.to_string()).filter(|it| !names.contains(it)).collect()
        };
        let mut names = operations();
        assert_eq!(missed(&names), [""; 0]);
        names.retain(|name| !name.starts_with("mldsa65 sign"));
        assert_eq!(missed(&names), ["mldsa65 sign"]);
    }

    /// Goal: every operation and every leak runs, with the secrets that are chosen for it; what is
    /// none is refused.
    #[test]
    fn every_operation_runs() {
        for name in operations().into_iter().chain(leaks()) {
            assert_eq!(run(&name, secret(&name, 1)), Ok(true), "{name}");
        }
        for none in ["sign", "p256 guess", "mldsa44 guess", "rsa2048 sign", "planted-nothing"] {
            assert!(run(none, 1).is_err(), "{none}");
        }
    }
}
