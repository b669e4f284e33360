//! Operations over curves one at a time, prepared: as users have them, and into the caller's
//! buffers.

use crate::curve::{Checker, Fixture};
use crate::judge::{Judge, looks_at};
use crate::operation::{Action, Form};
use crate::text;
use data_encoding::HEXLOWER;
use sealane::ecc::{PrivateKey, SharedSecret, Signature};
use sealane::raw;
use sealane_measure::{INPUTS, Work};
use std::sync::Arc;

/// Bytes of `r` and `s` of every curve.
pub const MAX_BYTES: usize = 132;

/// An operation with its inputs and results.
pub enum OneOff<J: Judge> {
    /// Fresh key pairs.
    Keygen(Keygen<J>),
    /// Signatures as documents hold them.
    Sign(Sign<J>),
    /// Signatures as `r` and `s`.
    SignInto(SignInto<J>),
    /// Verdicts over signatures.
    Verify(Verify<J>),
    /// Verdicts over bytes.
    VerifyBytes(VerifyBytes<J>),
    /// Secrets as values.
    Derive(Derive<J>),
    /// Secrets in buffers.
    DeriveInto(DeriveInto<J>),
}

impl<J: Judge> OneOff<J> {
    /// Makes everything that the operation needs. Errors: the text says what failed.
    pub fn new(fixture: &Arc<Fixture<J>>, action: Action, form: Form) -> Result<Self, String> {
        raw::prepare(fixture.algorithm);
        let fixture = Arc::clone(fixture);
        Ok(match (action, form) {
            (Action::Keygen, _) => Self::Keygen(Keygen { fixture, kept: nothing() }),
            (Action::Sign, Form::Owned) => {
                Self::Sign(Sign { checker: fixture.checker()?, fixture, kept: nothing() })
            }
            (Action::Sign, Form::Into) => {
                let kept = vec![[0; MAX_BYTES]; INPUTS];
                Self::SignInto(SignInto { checker: fixture.checker()?, fixture, kept })
            }
            (Action::Verify, form) => {
                let verify = Verify { signatures: signatures(&fixture)?, fixture };
                match form {
                    Form::Owned => Self::Verify(verify),
                    Form::Into => {
                        let bytes = verify.signatures.iter().map(Signature::to_bytes).collect();
                        Self::VerifyBytes(VerifyBytes { verify, bytes })
                    }
                }
            }
            (Action::Derive, Form::Owned) => Self::Derive(Derive { fixture, kept: nothing() }),
            (Action::Derive, Form::Into) => {
                Self::DeriveInto(DeriveInto { fixture, kept: vec![[0; MAX_BYTES]; INPUTS] })
            }
            (Action::Decrypt, _) => return Err("keys over curves do not decrypt".into()),
        })
    }

    fn work(&self) -> &dyn Work {
        match self {
            Self::Keygen(work) => work,
            Self::Sign(work) => work,
            Self::SignInto(work) => work,
            Self::Verify(work) => work,
            Self::VerifyBytes(work) => work,
            Self::Derive(work) => work,
            Self::DeriveInto(work) => work,
        }
    }

    fn work_mut(&mut self) -> &mut dyn Work {
        match self {
            Self::Keygen(work) => work,
            Self::Sign(work) => work,
            Self::SignInto(work) => work,
            Self::Verify(work) => work,
            Self::VerifyBytes(work) => work,
            Self::Derive(work) => work,
            Self::DeriveInto(work) => work,
        }
    }
}

impl<J: Judge> Work for OneOff<J> {
    fn run(&mut self, input: usize) -> bool {
        self.work_mut().run(input)
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        self.work_mut().check(input)
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        self.work().shown(input)
    }
}

fn nothing<T>() -> Vec<Option<T>> {
    (0..INPUTS).map(|_| None).collect()
}

/// See [`OneOff`].
pub struct Keygen<J> {
    fixture: Arc<Fixture<J>>,
    kept: Vec<Option<PrivateKey>>,
}

impl<J: Judge> Work for Keygen<J> {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = PrivateKey::generate(self.fixture.algorithm).ok();
        self.kept[input].is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let key = self.kept[input].as_ref().ok_or("no key")?;
        self.fixture.check_key(key, looks_at(input))
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        shown_key(self.kept[input].as_ref()?)
    }
}

/// A key pair, for [`Work::shown`].
pub(crate) fn shown_key(key: &PrivateKey) -> Option<[String; 3]> {
    let public = HEXLOWER.encode(&key.public_key().to_spki_der());
    Some([public, HEXLOWER.encode(&key.to_bytes()), "-".into()])
}

/// A signature as documents hold it, for [`Work::shown`].
pub(crate) fn shown(key: &PrivateKey, input: &[u8; 32], signature: &[u8]) -> Option<[String; 3]> {
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

/// See [`OneOff`].
pub struct Sign<J: Judge> {
    fixture: Arc<Fixture<J>>,
    checker: Checker<J>,
    kept: Vec<Option<Vec<u8>>>,
}

impl<J: Judge> Work for Sign<J> {
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
pub struct SignInto<J: Judge> {
    fixture: Arc<Fixture<J>>,
    checker: Checker<J>,
    kept: Vec<[u8; MAX_BYTES]>,
}

impl<J: Judge> Work for SignInto<J> {
    fn run(&mut self, input: usize) -> bool {
        self.fixture.sign_into(input, &mut self.kept[input]).is_ok()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let algorithm = self.fixture.algorithm;
        let bytes = &self.kept[input][..2 * algorithm.order_bytes()];
        let signature = Signature::from_bytes(algorithm, bytes).map_err(text)?;
        self.checker.check(&self.fixture.digests[input], &signature.to_der())
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let bytes = 2 * self.fixture.algorithm.order_bytes();
        let Fixture { key, digests, .. } = &*self.fixture;
        shown_in("raw", key, &digests[input], &self.kept[input][..bytes])
    }
}

/// See [`OneOff`].
pub struct Verify<J> {
    fixture: Arc<Fixture<J>>,
    signatures: Vec<Signature>,
}

impl<J: Judge> Work for Verify<J> {
    fn run(&mut self, input: usize) -> bool {
        self.fixture.verify(input, &self.signatures[input])
    }

    /// That the answer was yes has been seen; it must be no for another digest.
    fn check(&mut self, input: usize) -> Result<(), String> {
        refused(self.fixture.verify((input + 1) % INPUTS, &self.signatures[input]))
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let Fixture { key, digests, .. } = &*self.fixture;
        shown_in("raw", key, &digests[input], &self.signatures[input].to_bytes())
    }
}

/// Errors: a wrong digest was accepted.
pub(crate) fn refused(accepted: bool) -> Result<(), String> {
    match accepted {
        true => Err("a signature verifies for another digest".into()),
        false => Ok(()),
    }
}

/// See [`OneOff`].
pub struct VerifyBytes<J> {
    verify: Verify<J>,
    bytes: Vec<Vec<u8>>,
}

impl<J: Judge> Work for VerifyBytes<J> {
    fn run(&mut self, input: usize) -> bool {
        self.verify.fixture.verify_bytes(input, &self.bytes[input])
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        refused(self.verify.fixture.verify_bytes((input + 1) % INPUTS, &self.bytes[input]))
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        self.verify.shown(input)
    }
}

/// Signatures of the judge, if there is one.
fn signatures<J: Judge>(fixture: &Fixture<J>) -> Result<Vec<Signature>, String> {
    let ders = match fixture.judge.signatures(&fixture.key, &fixture.digests)? {
        Some(ders) => ders,
        None => fixture.our_signatures()?,
    };
    let read = |der: &Vec<u8>| Signature::from_der(fixture.algorithm, der);
    ders.iter().map(read).collect::<Result<_, _>>().map_err(text)
}

/// See [`OneOff`].
pub struct Derive<J> {
    fixture: Arc<Fixture<J>>,
    kept: Vec<Option<SharedSecret>>,
}

impl<J: Judge> Work for Derive<J> {
    fn run(&mut self, input: usize) -> bool {
        self.kept[input] = self.fixture.key.derive(&self.fixture.peers[input]).ok();
        self.kept[input].is_some()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let secret = self.kept[input].as_ref().ok_or("no secret")?;
        let equal = secret.as_bytes() == self.fixture.secrets[input];
        if equal { Ok(()) } else { Err("a secret is not the other side's".into()) }
    }

    fn shown(&self, input: usize) -> Option<[String; 3]> {
        let secret = HEXLOWER.encode(self.kept[input].as_ref()?.as_bytes());
        let public = HEXLOWER.encode(&self.fixture.peers[input].to_spki_der());
        Some([public, HEXLOWER.encode(&self.fixture.key.to_bytes()), format!("x:{secret}")])
    }
}

/// See [`OneOff`].
pub struct DeriveInto<J> {
    fixture: Arc<Fixture<J>>,
    kept: Vec<[u8; MAX_BYTES]>,
}

impl<J: Judge> Work for DeriveInto<J> {
    fn run(&mut self, input: usize) -> bool {
        let Fixture { key, peers, .. } = &*self.fixture;
        raw::derive_into(key, &peers[input], &mut self.kept[input]).is_ok()
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let equal = self.kept[input].starts_with(&self.fixture.secrets[input]);
        if equal { Ok(()) } else { Err("a secret is not the other side's".into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ourselves, Tool};
    use sealane::Algorithm;

    /// Goal: every operation over a curve runs in both forms, and its results are right. A
    /// signature that is damaged, and verdicts over other digests, are found.
    #[test]
    fn every_operation_runs_and_is_checked() {
        for operation in Tool::Speed.operations() {
            let Algorithm::Curve(curve) = operation.algorithm else { continue };
            for damage in [false, true] {
                let agrees = operation.action == Action::Derive;
                let fixture = Fixture::new(curve, agrees, Ourselves, damage);
                let fixture = Arc::new(fixture.expect("a fixture"));
                for form in [Form::Owned, Form::Into] {
                    let work = OneOff::new(&fixture, operation.action, form);
                    let mut work = work.expect("it is prepared");
                    let last = INPUTS - 1;
                    assert!([0, last].into_iter().all(|input| work.run(input)), "{operation}");
                    assert_eq!(work.check(0), Ok(()), "{operation}");
                    let found = damage && operation.action == Action::Sign && form == Form::Owned;
                    assert_eq!(work.check(last).is_err(), found, "{operation}");
                }
            }
        }
    }
}
