//! Another implementation that says whether results are right. Where there is none, ours says so.

use sealane::ecc::{PrivateKey, PublicKey};

/// Checks results. `Ok(None)`: it leaves that to us. Errors: it refuses what it is given.
pub trait Judge {
    /// Verifies signatures under one key.
    type Verifier;

    /// A verifier under the key of a document.
    fn verifier(&self, spki: &[u8]) -> Result<Option<Self::Verifier>, String>;

    /// Whether a signature, as documents hold it, is of an input.
    fn accepts(verifier: &mut Self::Verifier, input: &[u8], signature: &[u8]) -> bool;

    /// Its own signatures by a key, as documents hold them.
    fn signatures(
        &self,
        key: &PrivateKey,
        inputs: &[[u8; 32]],
    ) -> Result<Option<Vec<Vec<u8>>>, String>;

    /// The secret that it computes of both keys.
    fn secret(&self, key: &PrivateKey, peer: &PublicKey) -> Result<Option<Vec<u8>>, String>;

    /// The public key that it computes of a private one, as SubjectPublicKeyInfo.
    fn public_of(&self, key: &PrivateKey) -> Result<Option<Vec<u8>>, String>;
}

/// Nobody else.
#[derive(Debug, Clone, Copy)]
pub struct Ourselves;

impl Judge for Ourselves {
    type Verifier = ();

    fn verifier(&self, _: &[u8]) -> Result<Option<()>, String> {
        Ok(None)
    }

    fn accepts((): &mut (), _: &[u8], _: &[u8]) -> bool {
        false
    }

    fn signatures(&self, _: &PrivateKey, _: &[[u8; 32]]) -> Result<Option<Vec<Vec<u8>>>, String> {
        Ok(None)
    }

    fn secret(&self, _: &PrivateKey, _: &PublicKey) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }

    fn public_of(&self, _: &PrivateKey) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

/// Says whether a new key goes through another implementation's documents. OpenSSL reads and writes
/// those some forty times slower than it makes a key, so not all of them can.
#[must_use]
pub fn looks_at(input: usize) -> bool {
    input.is_multiple_of(32)
}
