//! OpenSSL's side of the contests, each of its results proven by ours.
use der::Encode;
use der::asn1::OctetStringRef;
use operations::curve::{Fixture as Inputs, valid_for_us};
use operations::judge::{Judge, looks_at};
use operations::{Action, Operation};
use pkcs8::PrivateKeyInfoRef;
use sealane::ecc::{PrivateKey, PublicKey};
use sealane_measure::libcrypto::{Agreement, Generator, Key, Libcrypto, Signer, Verifier};
use sealane_measure::{INPUTS, Work};
use sec1::EcPrivateKey;
use spki::SubjectPublicKeyInfoRef;
use std::rc::Rc;
use std::sync::Arc;

/// The library that is compared with, if there is one: it checks our results.
#[derive(Clone)]
pub struct Reference(pub Option<Rc<Libcrypto>>);

/// What both sides work on.
pub type Fixture = Inputs<Reference>;

impl Judge for Reference {
    type Verifier = Verifier;

    fn verifier(&self, spki: &[u8]) -> Result<Option<Verifier>, String> {
        let Some(libcrypto) = &self.0 else { return Ok(None) };
        let verifier = Key::from_spki_der(libcrypto, spki).and_then(|key| key.verifier());
        verifier.map(Some).ok_or("OpenSSL refuses our public key".into())
    }

    fn accepts(verifier: &mut Verifier, input: &[u8], signature: &[u8]) -> bool {
        verifier.verify(input, signature)
    }

    fn signatures(
        &self,
        key: &PrivateKey,
        inputs: &[[u8; 32]],
    ) -> Result<Option<Vec<Vec<u8>>>, String> {
        let Some(libcrypto) = &self.0 else { return Ok(None) };
        let mut signer =
            private(libcrypto, key)?.signer().ok_or("OpenSSL does not prepare sign")?;
        let mut sign = |digest: &[u8; 32]| {
            let mut out = [0; MAX_BYTES];
            let length = signer.sign(digest, &mut out)?;
            Some(out[..length].to_vec())
        };
        let signatures = inputs.iter().map(&mut sign).collect::<Option<_>>();
        signatures.map(Some).ok_or_else(|| "OpenSSL does not sign".into())
    }

    fn secret(&self, key: &PrivateKey, peer: &PublicKey) -> Result<Option<Vec<u8>>, String> {
        let Some(libcrypto) = &self.0 else { return Ok(None) };
        let own = private(libcrypto, key)?;
        let mut secret = vec![0u8; peer.algorithm().field_bytes()];
        let length = agreement(libcrypto, &own, peer).and_then(|mut it| it.derive(&mut secret));
        if length != Some(secret.len()) {
            return Err("OpenSSL does not derive".into());
        }
        Ok(Some(secret))
    }

    fn public_of(&self, key: &PrivateKey) -> Result<Option<Vec<u8>>, String> {
        self.0.as_ref().map(|libcrypto| public_of_scalar(libcrypto, key)).transpose()
    }
}

fn private(libcrypto: &Rc<Libcrypto>, key: &PrivateKey) -> Result<Key, String> {
    Key::from_private_der(libcrypto, &key.to_pkcs8_der())
        .ok_or_else(|| "OpenSSL refuses our private key".into())
}

/// Bytes of a signature of every algorithm, as documents hold it.
const MAX_BYTES: usize = 144;

/// OpenSSL's contestant for an operation over a curve; `None`: there is no such library.
pub fn work(fixture: &Arc<Fixture>, of: Operation) -> Result<Option<Box<dyn Work>>, String> {
    let fixture = Arc::clone(fixture);
    let Some(libcrypto) = fixture.judge.0.clone() else { return Ok(None) };
    let missing = || format!("OpenSSL does not prepare {}", of.action.name());
    let key = private(&libcrypto, &fixture.key)?;
    Ok(Some(match of.action {
        Action::Keygen => {
            let algorithm = fixture.algorithm;
            let mut groups = algorithm.names().iter().copied().chain([algorithm.name()]);
            // A name OpenSSL does not know may be refused by the first key only.
            let knows = |group| {
                let mut generator = Generator::of_octets(&libcrypto, group)
                    .or_else(|| Generator::new(&libcrypto, group))?;
                generator.generate().map(|_| generator)
            };
            let generator = groups.find_map(knows).ok_or_else(missing)?;
            let kept = (0..INPUTS).map(|_| None).collect();
            Box::new(Keygen { generator, fixture, kept })
        }
        Action::Sign => {
            let signer = key.signer().ok_or_else(missing)?;
            Box::new(Sign { signer, fixture, kept: vec![([0; MAX_BYTES], 0); INPUTS] })
        }
        Action::Verify => {
            let verifier = key.verifier().ok_or_else(missing)?;
            Box::new(Verify { verifier, signatures: fixture.our_signatures()?, fixture })
        }
        Action::Derive => {
            let agreements = fixture.peers.iter().map(|peer| agreement(&libcrypto, &key, peer));
            let agreements = agreements.collect::<Option<Vec<_>>>().ok_or_else(missing)?;
            let kept = vec![([0; MAX_BYTES], 0); INPUTS];
            Box::new(Derive { agreements, fixture, kept })
        }
        Action::Decrypt => return Err(missing()),
    }))
}

/// The public key that OpenSSL computes from a private key, as SubjectPublicKeyInfo.
pub fn public_of_scalar(libcrypto: &Rc<Libcrypto>, key: &PrivateKey) -> Result<Vec<u8>, String> {
    if key.to_sec1_der().is_none() {
        // Our documents of these keys leave the public key out.
        return Key::from_private_der(libcrypto, &key.to_pkcs8_der())
            .and_then(|key| key.to_spki_der())
            .ok_or_else(|| "OpenSSL refuses a private key of ours".into());
    }
    // A PKCS#8 document that, unlike ours, leaves the public key out.
    let spki = key.public_key().to_spki_der();
    let spki = SubjectPublicKeyInfoRef::try_from(&spki[..]).map_err(|error| error.to_string())?;
    let scalar = key.to_bytes();
    let bare = EcPrivateKey { private_key: &scalar, parameters: None, public_key: None };
    let bare = bare.to_der().map_err(|error| error.to_string())?;
    let bare = OctetStringRef::new(&bare).map_err(|error| error.to_string())?;
    let document = PrivateKeyInfoRef::new(spki.algorithm, bare);
    let document = document.to_der().map_err(|error| error.to_string())?;
    Key::from_private_der(libcrypto, &document)
        .and_then(|key| key.to_spki_der())
        .ok_or_else(|| "OpenSSL refuses a private key of ours".into())
}

fn agreement(libcrypto: &Rc<Libcrypto>, key: &Key, peer: &PublicKey) -> Option<Agreement> {
    key.agreement(&Key::from_spki_der(libcrypto, &peer.to_spki_der())?)
}

struct Keygen {
    generator: Generator,
    fixture: Arc<Fixture>,
    kept: Vec<Option<Key>>,
}

impl Work for Keygen {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.generator.generate();
        self.kept[input].is_some()
    }

    /// The public key is a point of the curve for us; some are compared with the private key.
    fn check(&mut self, input: usize) -> Result<(), String> {
        let key = self.kept[input].as_ref().ok_or("no key")?;
        let octets = key.public_octets().ok_or("a new key has no public key")?;
        let public = PublicKey::from_bytes(self.fixture.algorithm, &octets);
        let public = public.map_err(|error| error.to_string())?;
        if !looks_at(input) {
            return Ok(());
        }
        let der = key.to_private_der().ok_or("a new key cannot be written")?;
        let ours = PrivateKey::from_sec1_der(&der).or_else(|_| PrivateKey::from_pkcs8_der(&der));
        let ours = ours.map_err(|error| error.to_string())?;
        let right = *ours.public_key() == public;
        if right { Ok(()) } else { Err("a public key is not that of its private key".into()) }
    }
}

struct Sign {
    signer: Signer,
    fixture: Arc<Fixture>,
    kept: Vec<([u8; MAX_BYTES], usize)>,
}

impl Work for Sign {
    fn run(&mut self, input: usize) -> bool {
        let (out, length) = &mut self.kept[input];
        *length = self.signer.sign(&self.fixture.digests[input], out).unwrap_or(0);
        *length > 0
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let (der, length) = &self.kept[input];
        let public = self.fixture.key.public_key();
        prove(public, &self.fixture.digests[input], &der[..*length])
    }
}

fn prove(public: &PublicKey, digest: &[u8; 32], der: &[u8]) -> Result<(), String> {
    let valid = valid_for_us(public, digest, der);
    if valid { Ok(()) } else { Err("a signature does not verify".into()) }
}

struct Verify {
    verifier: Verifier,
    fixture: Arc<Fixture>,
    signatures: Vec<Vec<u8>>,
}

impl Work for Verify {
    fn run(&mut self, input: usize) -> bool {
        self.verifier.verify(&self.fixture.digests[input], &self.signatures[input])
    }

    /// That the answer was yes has been seen; it must be no for another digest.
    fn check(&mut self, input: usize) -> Result<(), String> {
        let other = &self.fixture.digests[(input + 1) % INPUTS];
        let valid = self.verifier.verify(other, &self.signatures[input]);
        if valid { Err("a signature verifies for another digest".into()) } else { Ok(()) }
    }
}

struct Derive {
    agreements: Vec<Agreement>,
    fixture: Arc<Fixture>,
    kept: Vec<([u8; MAX_BYTES], usize)>,
}

impl Work for Derive {
    fn run(&mut self, input: usize) -> bool {
        let (out, length) = &mut self.kept[input];
        *length = self.agreements[input].derive(out).unwrap_or(0);
        *length > 0
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let (secret, length) = &self.kept[input];
        let ours = self.fixture.key.derive(&self.fixture.peers[input]);
        let ours = ours.map_err(|error| error.to_string())?;
        let equal = ours.as_bytes() == &secret[..*length];
        if equal { Ok(()) } else { Err("a secret is not the other side's".into()) }
    }
}
