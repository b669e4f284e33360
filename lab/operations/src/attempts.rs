//! How many attempts signatures of ML-DSA take. That is public, and differs from one signature to
//! the next: so what compares secrets by time or by steps compares signatures of one attempt each.

use sealane::mldsa::{MU_BYTES, ParameterSet, PrivateKey};
use sealane::{Digest, Hash, Nonces};

/// Coefficients that are looked at: as many as the first bytes of a mask hold for every set. The
/// mask of another attempt agrees in so many with a chance below 2^-200.
const LOOKED_AT: usize = 24;
/// How far an answer can be from its mask, for any set: `beta`.
const MAX_DISTANCE: u32 = 196;
/// More attempts have a chance below 2^-300.
const MAX_ATTEMPTS: u16 = 1000;

/// Polynomials of a mask, bits of each of its coefficients, bytes of a challenge's hash. FIPS 204,
/// table 1.
fn sizes(set: ParameterSet) -> (u16, usize, usize) {
    match set {
        ParameterSet::MlDsa44 => (4, 18, 32),
        ParameterSet::MlDsa65 => (5, 20, 48),
        ParameterSet::MlDsa87 => (7, 20, 64),
        other => panic!("nobody here knows the sizes of {other}"),
    }
}

/// Returns how many attempts a deterministic signature has taken. `None` if it is not the key's
/// signature of that hash. FIPS 204, algorithms 7 and 34.
///
/// An answer is the mask of its attempt and a product with short coefficients.
///
/// # Panics
/// If the standard has no such parameter set.
#[must_use]
pub fn attempts(key: &PrivateKey, mu: &[u8; MU_BYTES], signature: &[u8]) -> Option<u16> {
    let (polynomials, bits, hash_bytes) = sizes(key.parameter_set());
    let expanded = key.to_expanded_bytes();
    let shake = |parts: &[&[u8]]| Digest::of(Hash::Shake256, &parts.concat());
    let seed = shake(&[&expanded[32..64], &[0; 32], mu]);
    let answer = coefficients(signature.get(hash_bytes..)?, bits)?;
    let is_of = |attempt: &u16| {
        let number = (attempt * polynomials).to_le_bytes();
        let mask = shake(&[seed.as_bytes(), &number]);
        let mask = coefficients(mask.as_bytes(), bits).expect("64 bytes are enough");
        mask.iter().zip(&answer).all(|(mask, answer)| mask.abs_diff(*answer) <= MAX_DISTANCE)
    };
    (0..MAX_ATTEMPTS).find(is_of).map(|attempt| attempt + 1)
}

/// The first coefficients, as they are packed. `None` if there are too few bytes.
fn coefficients(packed: &[u8], bits: usize) -> Option<[u32; LOOKED_AT]> {
    let mut out = [0; LOOKED_AT];
    for (i, out) in out.iter_mut().enumerate() {
        let word = packed.get(i * bits / 8..)?.first_chunk()?;
        *out = u32::from_le_bytes(*word) >> (i * bits % 8) & ((1 << bits) - 1);
    }
    Some(out)
}

/// Returns whether the key signs the hash in one attempt, without random bytes.
///
/// # Panics
/// As [`attempts`].
#[must_use]
pub fn is_signed_at_once(key: &PrivateKey, mu: &[u8; MU_BYTES]) -> bool {
    let signature = key.sign_mu(mu, Nonces::Deterministic);
    attempts(key, mu, &signature.expect("nothing random is needed")) == Some(1)
}
