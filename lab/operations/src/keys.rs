//! A key of every algorithm, the same in every run. None of them protects anything.

use crate::text;
use sealane::{Algorithm, Lengths, PrivateKey, PublicKey, dsa, ecc, mldsa};

/// Keys of RSA and DSA, which no rule of a few words gives.
const DOCUMENTS: [(Algorithm, &str); 5] = [
    (Algorithm::Rsa { bits: 2048 }, include_str!("../../../crates/sealane/src/rsa/example.pem")),
    (Algorithm::Rsa { bits: 3072 }, include_str!("../keys/rsa3072.pem")),
    (Algorithm::Rsa { bits: 4096 }, include_str!("../keys/rsa4096.pem")),
    (Algorithm::Dsa { bits: 2048, order_bits: 256 }, include_str!("../keys/dsa2048.pem")),
    (Algorithm::Dsa { bits: 3072, order_bits: 256 }, include_str!("../keys/dsa3072.pem")),
];

/// The document of the key of RSA or DSA: to make one takes up to a second, and domain parameters
/// several. `None` for an algorithm without a document.
#[must_use]
pub fn document(algorithm: Algorithm) -> Option<&'static str> {
    DOCUMENTS.iter().find(|row| row.0 == algorithm).map(|row| row.1)
}

/// Reads that document; of ML-DSA it makes the key of one seed. Errors: there is no key.
pub fn read(algorithm: Algorithm) -> Result<PrivateKey, String> {
    if let Algorithm::MlDsa(set) = algorithm {
        return mldsa::PrivateKey::from_seed(set, &[37; 32]).map(PrivateKey::MlDsa).map_err(text);
    }
    let pem = document(algorithm).ok_or_else(|| format!("there is no document of {algorithm}"))?;
    PrivateKey::from_pem(pem, Lengths::Current).map_err(text)
}

/// The private key over a curve that a seed stands for. Its top byte is zero: below every order.
#[must_use]
pub fn scalar(curve: ecc::Algorithm, seed: usize) -> Vec<u8> {
    (0..curve.order_bytes()).map(|i| (i * seed) as u8).collect()
}

/// Makes a key like that one: of RSA a fresh one, of DSA one with the same parameters.
#[must_use]
pub fn generate_like(public: &PublicKey) -> Option<PrivateKey> {
    match public {
        PublicKey::Dsa(key) => {
            dsa::PrivateKey::generate(key.parameters()).ok().map(PrivateKey::Dsa)
        }
        key => PrivateKey::generate(key.algorithm()).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tool;

    /// Goal: there is a key of everything that a tool has to have, and it is of that; documents are
    /// as we write them.
    #[test]
    fn every_tool_finds_its_keys() {
        for algorithm in Tool::ALL.into_iter().flat_map(Tool::algorithms) {
            let key = match algorithm {
                Algorithm::Curve(curve) => {
                    let key = ecc::PrivateKey::from_bytes(curve, &scalar(curve, 37));
                    key.map(|key| key.algorithm().into()).map_err(text)
                }
                other => read(other).map(|key| {
                    let is_of_seed = matches!(other, Algorithm::MlDsa(_));
                    let pem = (!is_of_seed).then(|| key.to_pkcs8_pem());
                    assert_eq!(document(other), pem.as_ref().map(|pem| &pem[..]));
                    key.algorithm()
                }),
            };
            assert_eq!(key, Ok(algorithm));
        }
    }
}
