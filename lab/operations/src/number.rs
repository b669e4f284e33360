//! RSA, DSA and ML-DSA, whose keys are not over curves: what operations work on, and each one
//! prepared. RSA signs by PKCS#1 v1.5. Inputs are digests of SHA-256, and messages for ML-DSA.

use crate::judge::Judge;
use crate::keys::{generate_like, read};
use crate::one_off::refused;
use crate::operation::Action;
use crate::text;
use data_encoding::HEXLOWER;
use sealane::rsa::Oaep;
use sealane::{Algorithm, Digest, Hash, Lengths, Nonces, PrivateKey, PublicKey, Scheme};
use sealane_measure::{INPUTS, Work, digests};
use std::sync::Arc;

/// Keys and inputs.
pub struct Fixture<J> {
    /// The key that [`crate::keys`] has.
    pub key: PrivateKey,
    /// Its public key.
    pub public: PublicKey,
    /// How it signs.
    pub scheme: Scheme,
    /// The 64 inputs.
    pub digests: [[u8; 32]; INPUTS],
    /// Who checks results.
    pub judge: J,
    /// Whether to damage a signature before it is checked.
    pub damage: bool,
}

impl<J: Judge> Fixture<J> {
    /// Errors: there is no key of the algorithm, or it does not sign.
    pub fn new(algorithm: Algorithm, judge: J, damage: bool) -> Result<Self, String> {
        let (key, scheme) = (read(algorithm)?, algorithm.usual_scheme());
        let scheme = scheme.ok_or("such keys do not sign")?;
        let public = key.public_key();
        Ok(Self { key, public, scheme, digests: digests(), judge, damage })
    }

    fn sign(&self, input: usize) -> Result<Vec<u8>, String> {
        sign(&self.key, &self.scheme, &self.digests[input])
    }

    /// Whether a signature is of an input.
    pub fn verifies(&self, input: usize, signature: &[u8]) -> bool {
        verifies(&self.public, &self.scheme, &self.digests[input], signature)
    }

    /// Our signature of each input.
    pub fn signatures(&self) -> Result<Vec<Vec<u8>>, String> {
        (0..INPUTS).map(|input| self.sign(input)).collect()
    }

    /// The judge's verifier under the key, if there is one; they take digests alone.
    pub fn verifier(&self) -> Result<Option<J::Verifier>, String> {
        if self.scheme.hash().is_none() {
            return Ok(None);
        }
        self.judge.verifier(&self.public.to_spki_der())
    }

    fn shown(&self, input: usize, signature: &[u8]) -> Option<[String; 3]> {
        self.shown_for(&self.digests[input], signature)
    }

    /// A signature of a digest, for [`Work::shown`].
    pub(crate) fn shown_for(&self, digest: &[u8], signature: &[u8]) -> Option<[String; 3]> {
        let hex = |bytes: &[u8]| HEXLOWER.encode(bytes);
        let (kind, form) = match self.scheme.hash() {
            Some(_) => ("digest", "der"),
            None => ("message", "raw"),
        };
        let input = format!("{kind}:{}", hex(digest));
        Some([hex(&self.public.to_spki_der()), input, format!("{form}:{}", hex(signature))])
    }
}

/// The digest of SHA-256 that an input is; `None` where the scheme takes a message for one.
fn digest(scheme: &Scheme, input: &[u8; 32]) -> Option<Digest> {
    let of = |hash| Digest::from_bytes(hash, input).expect("SHA-256 has 32 bytes");
    scheme.hash().map(|_| of(Hash::Sha256))
}

/// Signs an input, hedged. Errors: those of the signer.
pub fn sign(key: &PrivateKey, scheme: &Scheme, input: &[u8; 32]) -> Result<Vec<u8>, String> {
    let signed = match digest(scheme, input) {
        Some(digest) => key.sign_digest(&digest, scheme, Nonces::Hedged),
        None => key.sign(input, scheme, Nonces::Hedged),
    };
    signed.map(Vec::from).map_err(text)
}

/// Whether a signature is of an input.
#[must_use]
pub fn verifies(key: &PublicKey, scheme: &Scheme, input: &[u8; 32], signature: &[u8]) -> bool {
    match digest(scheme, input) {
        Some(digest) => key.verify_digest(&digest, scheme, signature).is_ok(),
        None => key.verify(input, scheme, signature).is_ok(),
    }
}

/// An operation with its inputs and results.
pub struct Number<J: Judge> {
    fixture: Arc<Fixture<J>>,
    action: Action,
    theirs: Option<J::Verifier>,
    /// What is verified, or was made, or is decrypted.
    kept: Vec<Vec<u8>>,
    made: Option<PrivateKey>,
    checked: usize,
}

impl<J: Judge> Number<J> {
    /// Makes everything that the operation needs. Errors: the text says what failed.
    pub fn new(fixture: &Arc<Fixture<J>>, action: Action) -> Result<Self, String> {
        let (mut kept, mut theirs) = (vec![Vec::new(); INPUTS], None);
        match action {
            Action::Keygen => {}
            Action::Sign => theirs = fixture.verifier()?,
            Action::Verify => kept = fixture.signatures()?,
            Action::Decrypt => kept = sealed(fixture)?,
            Action::Derive => return Err("such keys agree upon no secrets".into()),
        }
        let fixture = Arc::clone(fixture);
        Ok(Self { fixture, action, theirs, kept, made: None, checked: 0 })
    }

    /// What the private key signs, the public key verifies; some are read again, which takes long.
    fn check_key(&mut self) -> Result<(), String> {
        const READ: usize = 256;
        let key = self.made.as_ref().ok_or("no key")?;
        let (input, scheme) = (&self.fixture.digests[0], &self.fixture.scheme);
        let public = key.public_key();
        let mut right = verifies(&public, scheme, input, &sign(key, scheme, input)?);
        if self.checked.is_multiple_of(READ) {
            let again = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der(), Lengths::Current);
            right &= again.map_err(text)?.public_key() == public;
        }
        self.checked += 1;
        if right { Ok(()) } else { Err("a public key is not that of its private key".into()) }
    }

    fn check_signature(&mut self, input: usize) -> Result<(), String> {
        let signature = &mut self.kept[input];
        if self.fixture.damage && input == INPUTS - 1 {
            *signature.last_mut().ok_or("an empty signature")? ^= 1;
        }
        let valid = match &mut self.theirs {
            Some(verifier) => J::accepts(verifier, &self.fixture.digests[input], signature),
            None => self.fixture.verifies(input, signature),
        };
        if valid { Ok(()) } else { Err("a signature does not verify".into()) }
    }

    fn opened(&self, input: usize) -> Option<bool> {
        let PrivateKey::Rsa(key) = &self.fixture.key else { return None };
        let opened = key.decrypt_oaep(&self.kept[input], Oaep::of(Hash::Sha256)).ok()?;
        Some(opened[..] == self.fixture.digests[input])
    }
}

/// A key pair, for [`Work::shown`].
pub(crate) fn shown_key(key: &PrivateKey) -> [String; 3] {
    let public = HEXLOWER.encode(&key.public_key().to_spki_der());
    [public, HEXLOWER.encode(&key.to_pkcs8_der()), "-".into()]
}

/// Each input, encrypted.
fn sealed<J>(fixture: &Fixture<J>) -> Result<Vec<Vec<u8>>, String> {
    let PublicKey::Rsa(public) = &fixture.public else {
        return Err("such keys do not decrypt".into());
    };
    let seal = |input: &[u8; 32]| public.encrypt_oaep(input, Oaep::of(Hash::Sha256));
    fixture.digests.iter().map(|input| seal(input).map_err(text)).collect()
}

impl<J: Judge> Work for Number<J> {
    fn inputs(&self) -> usize {
        if self.action == Action::Keygen { 1 } else { INPUTS }
    }

    fn run(&mut self, input: usize) -> bool {
        match self.action {
            Action::Keygen => {
                self.made = generate_like(&self.fixture.public);
                self.made.is_some()
            }
            Action::Sign => {
                self.kept[input] = self.fixture.sign(input).unwrap_or_default();
                !self.kept[input].is_empty()
            }
            Action::Verify => self.fixture.verifies(input, &self.kept[input]),
            _ => self.opened(input).is_some(),
        }
    }

    /// Of a verdict it has been seen that it was yes; it must be no for another digest.
    fn check(&mut self, input: usize) -> Result<(), String> {
        match self.action {
            Action::Keygen => self.check_key(),
            Action::Sign => self.check_signature(input),
            Action::Verify => {
                refused(self.fixture.verifies((input + 1) % INPUTS, &self.kept[input]))
            }
            _ if self.opened(input) == Some(true) => Ok(()),
            _ => Err("a message is not what was encrypted".into()),
        }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        match self.action {
            Action::Keygen => self.made.as_ref().map(shown_key),
            Action::Sign | Action::Verify => self.fixture.shown(input, &self.kept[input]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operation, Ourselves};

    /// Goal: every operation of a key that there is runs, and its results are right; a signature
    /// that is damaged is found.
    #[test]
    fn every_operation_runs_and_is_checked() {
        for name in ["rsa2048", "dsa2048", "mldsa44"] {
            let algorithm = Algorithm::from_name(name).expect("an algorithm");
            for Operation { action, .. } in Operation::of(algorithm) {
                for damage in [false, true] {
                    let fixture = Fixture::new(algorithm, Ourselves, damage).expect("a fixture");
                    let mut work = Number::new(&Arc::new(fixture), action).expect("prepared");
                    let last = work.inputs() - 1;
                    assert!(work.run(last), "{name} {action:?}");
                    let found = damage && action == Action::Sign;
                    assert_eq!(work.check(last).is_err(), found, "{name} {action:?}");
                }
            }
        }
    }
}
