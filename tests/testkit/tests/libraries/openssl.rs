//! The machine's libcrypto: every algorithm.

use super::Other;
use sealane::ecc::{Algorithm, Signature};
use sealane_measure::libcrypto::{Key, Libcrypto};
use std::rc::Rc;
use testkit::documents::{element, integer, pkcs8, spki, unhex};
use testkit::reference::curve::Group;

/// The rows, and none on a machine without the library.
pub fn rows() -> Vec<(Algorithm, Box<dyn Other>)> {
    let Ok(libcrypto) = Libcrypto::load() else { return Vec::new() };
    let row = |&algorithm: &Algorithm| -> (Algorithm, Box<dyn Other>) {
        let group = Group::find(algorithm);
        (algorithm, Box::new(OpenSsl { libcrypto: Rc::clone(&libcrypto), algorithm, group }))
    };
    Algorithm::ALL.iter().map(row).collect()
}

struct OpenSsl {
    libcrypto: Rc<Libcrypto>,
    algorithm: Algorithm,
    /// Of a short curve.
    group: Option<Group>,
}

impl OpenSsl {
    /// The `AlgorithmIdentifier` of a key that is octets. RFC 8410, section 3.
    fn identifier(&self) -> Vec<u8> {
        let last = match self.algorithm {
            Algorithm::X25519 => "6e",
            Algorithm::X448 => "6f",
            Algorithm::Ed25519 => "70",
            Algorithm::Ed448 => "71",
            other => panic!("{other} is a short curve"),
        };
        element(0x30, &[&unhex("06032b65"), &unhex(last)])
    }

    fn private_key(&self, private: &[u8]) -> Option<Key> {
        let document = match &self.group {
            Some(group) => pkcs8(group, private, None),
            None => {
                let key = element(0x04, &[&element(0x04, &[private])]);
                element(0x30, &[&[2, 1, 0], &self.identifier(), &key])
            }
        };
        Key::from_private_der(&self.libcrypto, &document)
    }

    fn public_key(&self, public: &[u8]) -> Option<Key> {
        let document = match &self.group {
            Some(group) => spki(group, public),
            None => element(0x30, &[&self.identifier(), &element(0x03, &[&[0], public])]),
        };
        Key::from_spki_der(&self.libcrypto, &document)
    }
}

impl Other for OpenSsl {
    fn name(&self) -> &'static str {
        "OpenSSL"
    }

    fn public(&self, private: &[u8]) -> Option<Vec<u8>> {
        self.private_key(private)?.public_octets()
    }

    fn sign(&self, private: &[u8], signed: &[u8], _: &[u8]) -> Option<(Vec<u8>, bool)> {
        let mut out = [0; 160];
        let length = self.private_key(private)?.signer_of_any()?.sign(signed, &mut out)?;
        // The nonces of ECDSA are its own.
        let signature = Signature::from_der(self.algorithm, &out[..length]).ok()?;
        Some((signature.to_bytes(), self.group.is_none()))
    }

    fn verify(&self, public: &[u8], signed: &[u8], signature: &[u8]) -> bool {
        let verifier = self.public_key(public).and_then(|key| key.verifier_of_any());
        let (r, s) = signature.split_at(signature.len() / 2);
        let signature = match self.group {
            Some(_) => element(0x30, &[&integer(r), &integer(s)]),
            None => signature.to_vec(),
        };
        verifier.is_some_and(|mut verifier| verifier.verify(signed, &signature))
    }

    fn derive(&self, private: &[u8], public: &[u8]) -> Option<Vec<u8>> {
        let mut out = [0; 160];
        let agreement = self.private_key(private)?.agreement(&self.public_key(public)?);
        let length = agreement?.derive(&mut out)?;
        Some(out[..length].to_vec())
    }
}
