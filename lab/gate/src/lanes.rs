//! Secret operations on the machine that batches run on, with secrets by number: batches, and what
//! one operation leaves to all lanes.

use sealane::ecc::batch::{SignItem, sign_batch};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, derive_batch};
use sealane::{Nonces, backend};
use std::hint::black_box;

/// Items of a batch: as many as there are lanes.
const ITEMS: usize = 8;

/// The operations: names with what they do. The first is the shortest. What is said to be alone is
/// of one item, by all lanes.
pub const OPERATIONS: [&str; 9] = [
    "p192 sign",
    "p192 sign alone",
    "p256 sign alone",
    "p256 sign",
    "ed25519 sign",
    "p192 derive",
    "p256 derive",
    "secp256k1 derive",
    "x25519 derive",
];

/// An operation with a leak, which has to be found.
pub const LEAK: &str = "planted";

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
    if operation == LEAK {
        return Ok(watched_window(&mut || planted(secret)));
    }
    let (name, act) = operation.split_once(' ').ok_or("an operation is an algorithm and an act")?;
    let algorithm = Algorithm::from_name(name).ok_or_else(|| format!("no algorithm {name}"))?;
    let peers = keys(algorithm, 0);
    let peers: Vec<&PublicKey> = peers.iter().map(PrivateKey::public_key).collect();
    let mut good = true;
    for (secret, window) in [(0, unwatched as Window), (secret, watched_window)] {
        let keys = keys(algorithm, secret);
        good &= match act {
            "sign" => sign(&keys, algorithm.usual_scheme().ok_or("such keys do not sign")?, window),
            "sign alone" => {
                let scheme = algorithm.usual_scheme().ok_or("such keys do not sign")?;
                sign_alone(&keys[0], scheme, window)
            }
            "derive" => derive(&keys, &peers, window),
            _ => return Err(format!("no act {act}")),
        };
    }
    Ok(good)
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

fn derive(keys: &[PrivateKey], peers: &[&PublicKey], window: Window) -> bool {
    let items: Vec<_> = keys.iter().zip(peers.iter().copied()).collect();
    window(&mut || derive_batch(&items).iter().all(Result::is_ok))
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
    use operations::Tool;

    /// Goal: what is followed step by step is of the catalogue, and has a batch.
    #[test]
    fn operations_are_of_the_catalogue() {
        for name in OPERATIONS {
            let name = name.trim_end_matches(" alone");
            assert!(Tool::Batches.operations().any(|it| it.to_string() == name), "{name}");
        }
    }
}
