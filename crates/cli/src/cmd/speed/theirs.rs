//! OpenSSL's side of the contests, each of its results proven by ours.
use super::fixture::{Fixture, valid_for_us};
use sealane::PublicKey;
use sealane_measure::libcrypto::{Agreement, Generator, Key, Libcrypto, Signer, Verifier};
use sealane_measure::{INPUTS, Work};
use std::rc::Rc;

/// Room for a DER signature of every curve.
const ROOM: usize = 144;

/// OpenSSL's contestant for an operation.
pub fn work(fixture: &Rc<Fixture>, op: &str) -> Result<Box<dyn Work>, String> {
    let fixture = Rc::clone(fixture);
    let missing = || format!("OpenSSL does not prepare {op}");
    let libcrypto = fixture.libcrypto.clone().ok_or_else(missing)?;
    let key = fixture.their_key.as_ref().ok_or_else(missing)?;
    Ok(match op {
        "keygen" => {
            let group = fixture.algorithm.names().first().ok_or_else(missing)?;
            let generator = Generator::new(&libcrypto, group).ok_or_else(missing)?;
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

/// OpenSSL's signature of each input, in DER.
pub fn signatures(key: &Key, fixture: &Fixture) -> Result<Vec<Vec<u8>>, String> {
    let mut signer = key.signer().ok_or("OpenSSL does not prepare sign")?;
    let mut sign = |digest| {
        let mut out = [0; ROOM];
        let length = signer.sign(digest, &mut out)?;
        Some(out[..length].to_vec())
    };
    let signatures = fixture.digests.iter().map(&mut sign).collect::<Option<_>>();
    signatures.ok_or_else(|| "OpenSSL does not sign".into())
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

    /// The key signs, and the signature verifies under its public key.
    fn check(&mut self, input: usize) -> Result<(), String> {
        let key = self.kept[input].as_ref().ok_or("no key")?;
        let public = PublicKey::from_spki_der(&key.to_spki_der().ok_or("no public key")?);
        let public = public.map_err(|error| error.to_string())?;
        let digest = &self.fixture.digests[input];
        let mut der = [0; ROOM];
        let length = key.signer().and_then(|mut signer| signer.sign(digest, &mut der));
        let length = length.ok_or("a new key does not sign")?;
        prove(&public, digest, &der[..length])
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
