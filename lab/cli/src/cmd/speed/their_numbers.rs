//! RSA and DSA: OpenSSL's side of the contests.
use super::theirs::Reference;
use operations::{Action, Operation, number};
use sealane::Algorithm;
use sealane_measure::libcrypto::{Key, Signer, Verifier};
use sealane_measure::{INPUTS, Work};
use std::sync::Arc;

/// What both sides work on.
pub type Fixture = number::Fixture<Reference>;

/// OpenSSL's contestant; `None`: there is no such library, or it has none.
pub fn theirs(fixture: &Arc<Fixture>, of: Operation) -> Result<Option<Box<dyn Work>>, String> {
    let Some(libcrypto) = &fixture.judge.0 else { return Ok(None) };
    // OpenSSL has ML-DSA since 3.5 alone, and what is prepared here signs digests.
    if let Algorithm::MlDsa(_) = of.algorithm {
        return Ok(None);
    }
    let fixture = Arc::clone(fixture);
    let key = Key::from_private_der(libcrypto, &fixture.key.to_pkcs8_der());
    let key = key.ok_or("OpenSSL refuses our private key")?;
    let missing = || format!("OpenSSL does not prepare {}", of.action.name());
    Ok(match of.action {
        Action::Sign => {
            let signer = key.signer().ok_or_else(missing)?;
            Some(Box::new(Sign { fixture, signer, kept: vec![([0; MAX_BYTES], 0); INPUTS] }))
        }
        Action::Verify => {
            let verifier = key.verifier().ok_or_else(missing)?;
            let signatures = fixture.signatures()?;
            Some(Box::new(Verify { fixture, verifier, signatures }))
        }
        _ => None,
    })
}

/// Bytes of a signature of the longest key.
const MAX_BYTES: usize = 1024;

struct Sign {
    fixture: Arc<Fixture>,
    signer: Signer,
    kept: Vec<([u8; MAX_BYTES], usize)>,
}

impl Work for Sign {
    fn run(&mut self, input: usize) -> bool {
        let (out, length) = &mut self.kept[input];
        let written = self.signer.sign(&self.fixture.digests[input], out);
        *length = written.unwrap_or(0);
        written.is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let (out, length) = &self.kept[input];
        match self.fixture.verifies(input, &out[..*length]) {
            true => Ok(()),
            false => Err("a signature does not verify".into()),
        }
    }
}

struct Verify {
    fixture: Arc<Fixture>,
    verifier: Verifier,
    signatures: Vec<Vec<u8>>,
}

impl Work for Verify {
    fn run(&mut self, input: usize) -> bool {
        self.verifier.verify(&self.fixture.digests[input], &self.signatures[input])
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let other = &self.fixture.digests[(input + 1) % INPUTS];
        match self.verifier.verify(other, &self.signatures[input]) {
            true => Err("a signature verifies for another digest".into()),
            false => Ok(()),
        }
    }
}
