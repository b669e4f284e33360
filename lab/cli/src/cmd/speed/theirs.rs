//! OpenSSL's side of the contests, each of its results proven by ours.
use super::fixture::{Fixture, valid_for_us};
use der::Encode;
use der::asn1::OctetStringRef;
use pkcs8::PrivateKeyInfoRef;
use sealane::ecc::{PrivateKey, PublicKey};
use sealane_measure::libcrypto::{Agreement, Generator, Key, Libcrypto, Signer, Verifier};
use sealane_measure::{INPUTS, Work};
use sec1::EcPrivateKey;
use spki::SubjectPublicKeyInfoRef;
use std::rc::Rc;

/// Room for a signature of every algorithm, as documents hold it.
const ROOM: usize = 144;

/// OpenSSL's contestant for an operation.
pub fn work(fixture: &Rc<Fixture>, op: &str) -> Result<Box<dyn Work>, String> {
    let fixture = Rc::clone(fixture);
    let missing = || format!("OpenSSL does not prepare {op}");
    let libcrypto = fixture.libcrypto.clone().ok_or_else(missing)?;
    let key = fixture.their_key.as_ref().ok_or_else(missing)?;
    Ok(match op {
        "keygen" => {
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
        "sign" => {
            let signer = key.signer().ok_or_else(missing)?;
            Box::new(Sign { signer, fixture, kept: vec![([0; ROOM], 0); INPUTS] })
        }
        "verify" => {
            let verifier = key.verifier().ok_or_else(missing)?;
            Box::new(Verify { verifier, signatures: fixture.our_signatures()?, fixture })
        }
        "derive" => {
            let agreements = fixture.peers.iter().map(|peer| agreement(&libcrypto, key, peer));
            let agreements = agreements.collect::<Option<Vec<_>>>().ok_or_else(missing)?;
            let kept = vec![([0; ROOM], 0); INPUTS];
            Box::new(Derive { agreements, fixture, kept })
        }
        _ => return Err(missing()),
    })
}

/// OpenSSL's signature of each input, as documents hold it.
pub fn signatures(key: &Key, fixture: &Fixture) -> Result<Vec<Vec<u8>>, String> {
    let mut signer = key.signer().ok_or("OpenSSL does not prepare sign")?;
    let mut sign = |digest: &[u8; 32]| {
        let mut out = [0; ROOM];
        let length = signer.sign(digest, &mut out)?;
        Some(out[..length].to_vec())
    };
    let signatures = fixture.digests.iter().map(&mut sign).collect::<Option<_>>();
    signatures.ok_or_else(|| "OpenSSL does not sign".into())
}

/// Says whether a new key goes through the other side's documents. OpenSSL reads and writes those
/// some forty times slower than it makes a key, so not all of them can.
pub fn looks_at(input: usize) -> bool {
    input.is_multiple_of(32)
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
    fixture: Rc<Fixture>,
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
    fixture: Rc<Fixture>,
    kept: Vec<([u8; ROOM], usize)>,
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
    fixture: Rc<Fixture>,
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
    fixture: Rc<Fixture>,
    kept: Vec<([u8; ROOM], usize)>,
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
