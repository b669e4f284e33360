//! Our side of the contests: each operation as users get it, and signing without the layer above.
use super::fixture::{Checker, Fixture};
use super::theirs;
use data_encoding::HEXLOWER;
use sealane::ecc::{PrivateKey, SharedSecret, Signature};
use sealane::raw;
use sealane_measure::{INPUTS, Work};
use std::rc::Rc;

/// Our contestant for an operation.
pub fn work(fixture: &Rc<Fixture>, op: &str) -> Result<Box<dyn Work>, String> {
    raw::prepare(fixture.algorithm);
    let fixture = Rc::clone(fixture);
    Ok(match op {
        "keygen" => Box::new(Keygen { fixture, kept: kept() }),
        "sign" => Box::new(Sign { checker: fixture.checker()?, fixture, kept: kept() }),
        "sign-into" => {
            let kept = vec![[0; ROOM]; INPUTS];
            Box::new(SignInto { checker: fixture.checker()?, fixture, kept })
        }
        "verify" => Box::new(Verify { signatures: signatures(&fixture)?, fixture }),
        "derive" => Box::new(Derive { fixture, kept: kept() }),
        other => return Err(format!("no operation {other}")),
    })
}

/// Room for `r` and `s` of every curve.
const ROOM: usize = 132;

fn kept<T>() -> Vec<Option<T>> {
    (0..INPUTS).map(|_| None).collect()
}

struct Keygen {
    fixture: Rc<Fixture>,
    kept: Vec<Option<PrivateKey>>,
}

impl Work for Keygen {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = PrivateKey::generate(self.fixture.algorithm).ok();
        self.kept[input].is_some()
    }

    /// The private key, read again, gives the same public key; some are read by the other side.
    fn check(&mut self, input: usize) -> Result<(), String> {
        let key = self.kept[input].as_ref().ok_or("no key")?;
        let public = key.public_key();
        let again = PrivateKey::from_bytes(key.algorithm(), &key.to_bytes());
        let again = again.map_err(|error| error.to_string())?;
        let theirs = match &self.fixture.libcrypto {
            Some(libcrypto) if theirs::looks_at(input) => {
                theirs::public_of_scalar(libcrypto, key)? == public.to_spki_der()
            }
            _ => true,
        };
        let right = again.public_key() == public && theirs;
        if right { Ok(()) } else { Err("a public key is not that of its private key".into()) }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let key = self.kept[input].as_ref()?;
        let public = HEXLOWER.encode(&key.public_key().to_spki_der());
        Some([public, HEXLOWER.encode(&key.to_bytes()), "-".into()])
    }
}

/// A signature as documents hold it, for [`Work::shown`].
pub fn shown(key: &PrivateKey, input: &[u8; 32], signature: &[u8]) -> Option<[String; 3]> {
    shown_in(if key.algorithm().partner().is_none() { "der" } else { "raw" }, key, input, signature)
}

/// The same in another form.
fn shown_in(
    form: &str,
    key: &PrivateKey,
    input: &[u8; 32],
    signature: &[u8],
) -> Option<[String; 3]> {
    let public = HEXLOWER.encode(&key.public_key().to_spki_der());
    // EdDSA takes the input for a message.
    let kind = if key.algorithm().partner().is_none() { "digest" } else { "message" };
    let text = format!("{kind}:{}", HEXLOWER.encode(input));
    Some([public, text, format!("{form}:{}", HEXLOWER.encode(signature))])
}

struct Sign {
    fixture: Rc<Fixture>,
    checker: Checker,
    kept: Vec<Option<Vec<u8>>>,
}

impl Work for Sign {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.fixture.sign(input).ok().map(|signature| signature.to_der());
        self.kept[input].is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let der = self.kept[input].as_mut().ok_or("no signature")?;
        if self.fixture.damage && input == INPUTS - 1 {
            *der.last_mut().ok_or("an empty signature")? ^= 1;
        }
        self.checker.check(&self.fixture.digests[input], der)
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        shown(&self.fixture.key, &self.fixture.digests[input], self.kept[input].as_ref()?)
    }
}

/// Signs into a buffer that is there already: what [`Sign`] adds is the layer's cost.
struct SignInto {
    fixture: Rc<Fixture>,
    checker: Checker,
    kept: Vec<[u8; ROOM]>,
}

impl Work for SignInto {
    fn run(&mut self, input: usize) -> bool {
        self.fixture.sign_into(input, &mut self.kept[input]).is_ok()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let algorithm = self.fixture.algorithm;
        let bytes = &self.kept[input][..2 * algorithm.order_bytes()];
        let signature = Signature::from_bytes(algorithm, bytes).map_err(|e| e.to_string())?;
        self.checker.check(&self.fixture.digests[input], &signature.to_der())
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let bytes = 2 * self.fixture.algorithm.order_bytes();
        let Fixture { key, digests, .. } = &*self.fixture;
        shown_in("raw", key, &digests[input], &self.kept[input][..bytes])
    }
}

struct Verify {
    fixture: Rc<Fixture>,
    signatures: Vec<Signature>,
}

impl Work for Verify {
    fn run(&mut self, input: usize) -> bool {
        self.fixture.verify(input, &self.signatures[input])
    }

    /// That the answer was yes has been seen; it must be no for another digest.
    fn check(&mut self, input: usize) -> Result<(), String> {
        match self.fixture.verify((input + 1) % INPUTS, &self.signatures[input]) {
            true => Err("a signature verifies for another digest".into()),
            false => Ok(()),
        }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let Fixture { key, digests, .. } = &*self.fixture;
        shown_in("raw", key, &digests[input], &self.signatures[input].to_bytes())
    }
}

/// Signatures of the other side, if there is one.
fn signatures(fixture: &Fixture) -> Result<Vec<Signature>, String> {
    let ders = match &fixture.their_key {
        Some(key) => theirs::signatures(key, fixture)?,
        None => fixture.our_signatures()?,
    };
    let read = |der: &Vec<u8>| Signature::from_der(fixture.algorithm, der);
    ders.iter().map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

struct Derive {
    fixture: Rc<Fixture>,
    kept: Vec<Option<SharedSecret>>,
}

impl Work for Derive {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.fixture.key.derive(&self.fixture.peers[input]).ok();
        self.kept[input].is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let secret = self.kept[input].as_ref().ok_or("no secret")?;
        let equal = secret.as_bytes() == self.fixture.secrets_for_ours[input];
        if equal { Ok(()) } else { Err("a secret is not the other side's".into()) }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let secret = HEXLOWER.encode(self.kept[input].as_ref()?.as_bytes());
        let public = HEXLOWER.encode(&self.fixture.peers[input].to_spki_der());
        Some([public, HEXLOWER.encode(&self.fixture.key.to_bytes()), format!("x:{secret}")])
    }
}
