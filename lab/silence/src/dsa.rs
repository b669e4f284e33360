//! DSA under valgrind: what has a private key, by words and rows.

use operations::keys;
#[cfg(test)]
use operations::{Action, Operation};
use sealane::dsa::PrivateKey;
use sealane::{Algorithm, Digest, Hash, Nonces};

/// Which case runs which operation of the catalogue.
#[cfg(test)]
pub const COVERED: [(&str, Operation); 2] = [
    ("dsa-generate", Operation { algorithm: ALGORITHM, action: Action::Keygen }),
    ("dsa-sign", Operation { algorithm: ALGORITHM, action: Action::Sign }),
];

const ALGORITHM: Algorithm = Algorithm::Dsa { bits: 2048, order_bits: 256 };

fn pem() -> &'static str {
    keys::document(ALGORITHM).expect("there is a key")
}

/// The key as it is stored: to read its document means to prove its parameters, which would be most
/// of what a case does.
const STORED: &[u8] = include_bytes!("../keys/dsa2048.stored");

fn key() -> PrivateKey {
    PrivateKey::from_precalculated_bytes(STORED).expect("the key is good")
}

fn signs(key: &PrivateKey, hash: Hash, nonces: Nonces) -> bool {
    let digest = Digest::of(hash, b"silence");
    let signature = key.sign_digest(&digest, nonces).expect("signing needs randomness only");
    key.public_key().verify_digest(&digest, &signature).is_ok()
}

/// A document to a key and back, and what is out of range.
pub fn import() -> bool {
    let key = PrivateKey::from_pem(pem()).expect("the key is good");
    let parameters = key.public_key().parameters();
    let ends = [vec![0; 32], vec![0xff; 32]];
    *key.to_pkcs8_pem() == pem()
        && ends.iter().all(|x| PrivateKey::from_number(parameters, x).is_err())
}

/// A fresh key, which signs.
pub fn generate() -> bool {
    let parameters = key().public_key().parameters().clone();
    let key = PrivateKey::generate(&parameters).expect("the system has a random generator");
    signs(&key, Hash::Sha256, Nonces::Hedged)
}

/// Both kinds of nonces, with a hash of every construction.
pub fn sign() -> bool {
    let key = key();
    [Nonces::Hedged, Nonces::Deterministic].into_iter().all(|nonces| {
        [Hash::Sha256, Hash::Sha512, Hash::Sha3_256, Hash::Shake128]
            .into_iter()
            .all(|hash| signs(&key, hash, nonces))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is stored is what the document holds. `SILENCE_WRITE=1` writes it anew.
    #[test]
    fn the_stored_key_is_that_of_the_document() {
        let key = PrivateKey::from_pem(pem()).expect("the key is good");
        crate::compare_stored("dsa2048", STORED, &key.to_precalculated_bytes());
    }
}
