//! ML-DSA: keys and signatures by secrets that take the same steps where nothing leaks.
//!
//! How many attempts a signature takes, and at which check each one failed, is public, and differs
//! from one key to the next. So the keys here sign the one hash in one attempt, without random
//! bytes.

use super::Window;
use operations::attempts::is_signed_at_once;
use sealane::mldsa::{Content, MU_BYTES, ParameterSet, PrivateKey, SignItem, sign_batch};
use sealane::{Algorithm, Nonces};

/// What is done with the keys of a secret.
pub const ACTS: [&str; 4] = ["sign alone", "sign", "keygen alone", "import alone"];

/// What is signed.
const MU: [u8; MU_BYTES] = [7; MU_BYTES];

/// The parameter set of an algorithm, if it has one.
pub fn set(algorithm: Algorithm) -> Option<ParameterSet> {
    match algorithm {
        Algorithm::MlDsa(set) => Some(set),
        _ => None,
    }
}

/// The key that a byte stands for.
fn key(set: ParameterSet, byte: u8) -> PrivateKey {
    PrivateKey::from_seed(set, &[byte; 32]).expect("a seed has 32 bytes")
}

/// Returns the secret of that number: eight bytes, each of which stands for a key that signs in one
/// attempt.
pub fn secret(set: ParameterSet, number: u64) -> u64 {
    let is_good = |byte: &u8| is_signed_at_once(&key(set, *byte), &MU);
    let good: Vec<u8> = (0..=u8::MAX).filter(is_good).collect();
    let of_item = |item: usize| good[(8 * number as usize + item) % good.len()];
    u64::from_le_bytes(std::array::from_fn(of_item))
}

/// Does what is to be done, in the window. Returns whether all results were there. Errors: there is
/// no such act.
pub fn run(set: ParameterSet, act: &str, secret: u64, window: Window) -> Result<bool, String> {
    let seeds = secret.to_le_bytes();
    let first = key(set, seeds[0]);
    Ok(match act {
        "sign alone" => window(&mut || first.sign_mu(&MU, Nonces::Deterministic).is_ok()),
        "sign" => {
            let (content, options) = (Content::Mu(&MU), Nonces::Deterministic.into());
            let keys = seeds.map(|seed| key(set, seed));
            let items = keys.each_ref().map(|key| SignItem { key, content, options });
            window(&mut || sign_batch(&items).iter().all(Result::is_ok))
        }
        "keygen alone" => window(&mut || PrivateKey::from_seed(set, &[seeds[0]; 32]).is_ok()),
        "import alone" => {
            let document = first.to_expanded_bytes();
            window(&mut || PrivateKey::from_expanded_bytes(set, &document).is_ok())
        }
        _ => return Err(format!("no act {act}")),
    })
}
