//! The operations that can be profiled, each as it ships and watched.
use operations::{Action, Operation, Tool};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::watch::{self, Phase, Watcher};
use sealane::{Nonces, raw};
use sealane_measure::{INPUTS, digests, spans};
use std::hint::black_box;

/// Phases report to the spans of the measuring core.
struct Spans;

impl Watcher for Spans {
    #[inline(always)]
    fn enter(phase: Phase) {
        spans::enter(phase as usize);
    }
    #[inline(always)]
    fn leave() {
        spans::leave();
    }
}

const _: () = assert!(Phase::ALL.len() <= spans::PHASES);

/// Reports to nobody: what ships.
struct Nobody;

impl Watcher for Nobody {
    #[inline(always)]
    fn enter(_: Phase) {}
    #[inline(always)]
    fn leave() {}
}

/// An operation in two forms. Inputs have numbers below [`INPUTS`].
pub trait Work {
    /// Does the operation as it ships and says whether it succeeded.
    fn plain(&self, input: usize) -> bool;
    /// Does it watched.
    fn watched(&self, input: usize) -> bool;
    /// Shows that both forms give right results. The error says what is wrong.
    fn rehearse(&self) -> Result<(), String>;
}

/// The work of an operation; `None` if keys of the algorithm have no such operation.
pub fn work(algorithm: Algorithm, action: Action) -> Option<Result<Box<dyn Work>, String>> {
    let operation = Operation { algorithm: algorithm.into(), action };
    Tool::Profile.operations().any(|it| it == operation).then(|| {
        raw::prepare(algorithm);
        let work: Box<dyn Work> = match action {
            Action::Keygen => Box::new(Keygen(algorithm)),
            Action::Sign => Box::new(Sign(Signer::new(algorithm)?)),
            Action::Verify => Box::new(Verify::new(algorithm)?),
            Action::Derive => Box::new(Derive::new(algorithm)?),
            Action::Decrypt => return Err("keys over curves do not decrypt".into()),
        };
        Ok(work)
    })
}

struct Keygen(Algorithm);

impl Work for Keygen {
    fn plain(&self, _: usize) -> bool {
        black_box(PrivateKey::generate(self.0)).is_ok()
    }
    fn watched(&self, _: usize) -> bool {
        black_box(watch::generate::<Spans>(self.0)).is_ok()
    }
    fn rehearse(&self) -> Result<(), String> {
        let key = watch::generate::<Spans>(self.0).map_err(|error| error.to_string())?;
        let again = PrivateKey::from_bytes(self.0, &key.to_bytes());
        let again = again.map_err(|error| error.to_string())?;
        let same = again.public_key() == key.public_key();
        if same { Ok(()) } else { Err("a watched key pair is none".into()) }
    }
}

/// A key, and messages of 32 bytes.
struct Signer {
    key: PrivateKey,
    scheme: Scheme<'static>,
    messages: [[u8; 32]; INPUTS],
}

impl Signer {
    fn new(algorithm: Algorithm) -> Result<Self, String> {
        let key = PrivateKey::generate(algorithm).map_err(|error| error.to_string())?;
        let scheme = algorithm.usual_scheme().ok_or("keys of the algorithm do not sign")?;
        Ok(Self { key, scheme, messages: digests() })
    }

    fn plain(&self, input: usize) -> Option<Vec<u8>> {
        let signature = self.key.sign(&self.messages[input], self.scheme, Nonces::Hedged).ok()?;
        Some(watch::span::<Nobody, _>(Phase::Encoding, || signature.to_der()))
    }

    fn watched(&self, input: usize) -> Option<Vec<u8>> {
        let (message, scheme) = (&self.messages[input], self.scheme);
        let signature = watch::sign::<Spans>(&self.key, message, scheme, Nonces::Hedged).ok()?;
        Some(watch::span::<Spans, _>(Phase::Encoding, || signature.to_der()))
    }

    fn is_right(&self, input: usize, der: Option<Vec<u8>>) -> bool {
        let signature = der.map(|der| Signature::from_der(self.key.algorithm(), &der));
        let Some(Ok(signature)) = signature else { return false };
        let public = self.key.public_key();
        public.verify(&self.messages[input], self.scheme, &signature).is_ok()
    }
}

struct Sign(Signer);

impl Work for Sign {
    fn plain(&self, input: usize) -> bool {
        black_box(self.0.plain(input)).is_some()
    }
    fn watched(&self, input: usize) -> bool {
        black_box(self.0.watched(input)).is_some()
    }
    fn rehearse(&self) -> Result<(), String> {
        let right = |input| {
            self.0.is_right(input, self.0.plain(input))
                && self.0.is_right(input, self.0.watched(input))
        };
        if (0..INPUTS).all(right) { Ok(()) } else { Err("a signature does not verify".into()) }
    }
}

struct Verify {
    signer: Signer,
    ders: Vec<Vec<u8>>,
}

impl Verify {
    fn new(algorithm: Algorithm) -> Result<Self, String> {
        let signer = Signer::new(algorithm)?;
        let ders: Option<Vec<_>> = (0..INPUTS).map(|input| signer.plain(input)).collect();
        Ok(Self { signer, ders: ders.ok_or("an operation failed")? })
    }

    fn by<W: Watcher>(
        &self,
        input: usize,
        message: usize,
        verify: impl FnOnce(&PublicKey, &[u8], &Signature) -> bool,
    ) -> bool {
        let public = self.signer.key.public_key();
        let read = || Signature::from_der(public.algorithm(), &self.ders[input]);
        let signature = watch::span::<W, _>(Phase::Encoding, read);
        signature.is_ok_and(|it| verify(public, &self.signer.messages[message], &it))
    }

    fn plain_of(&self, input: usize, message: usize) -> bool {
        self.by::<Nobody>(input, message, |public, message, signature| {
            public.verify(message, self.signer.scheme, signature).is_ok()
        })
    }

    fn watched_of(&self, input: usize, message: usize) -> bool {
        self.by::<Spans>(input, message, |public, message, signature| {
            watch::verify::<Spans>(public, message, self.signer.scheme, signature).is_ok()
        })
    }
}

impl Work for Verify {
    fn plain(&self, input: usize) -> bool {
        self.plain_of(input, input)
    }
    fn watched(&self, input: usize) -> bool {
        self.watched_of(input, input)
    }
    fn rehearse(&self) -> Result<(), String> {
        let right = |input| {
            let other = (input + 1) % INPUTS;
            let accepted = self.plain_of(input, input) && self.watched_of(input, input);
            accepted && !self.plain_of(input, other) && !self.watched_of(input, other)
        };
        if (0..INPUTS).all(right) { Ok(()) } else { Err("a verdict is wrong".into()) }
    }
}

struct Derive {
    key: PrivateKey,
    peers: Vec<PublicKey>,
}

impl Derive {
    fn new(algorithm: Algorithm) -> Result<Self, String> {
        let new_key = || PrivateKey::generate(algorithm).map_err(|error| error.to_string());
        let peers = (0..INPUTS).map(|_| Ok(new_key()?.public_key().clone()));
        Ok(Self { peers: peers.collect::<Result<_, String>>()?, key: new_key()? })
    }
}

impl Work for Derive {
    fn plain(&self, input: usize) -> bool {
        black_box(self.key.derive(&self.peers[input])).is_ok()
    }
    fn watched(&self, input: usize) -> bool {
        black_box(watch::derive::<Spans>(&self.key, &self.peers[input])).is_ok()
    }
    fn rehearse(&self) -> Result<(), String> {
        let same = |peer| match (self.key.derive(peer), watch::derive::<Spans>(&self.key, peer)) {
            (Ok(plain), Ok(watched)) => plain.as_bytes() == watched.as_bytes(),
            _ => false,
        };
        if self.peers.iter().all(same) { Ok(()) } else { Err("the secrets differ".into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::gaps;

    /// Goal: every operation over a curve can be profiled, and gives right results both ways; one
    /// that keys do not have cannot.
    #[test]
    fn every_operation_can_be_profiled() {
        let covers = |of: &Operation| {
            let work = of.algorithm.curve().and_then(|curve| work(curve, of.action));
            work.is_some_and(|work| work.and_then(|work| work.rehearse()).is_ok())
        };
        let covered: Vec<Operation> = Operation::all().filter(covers).collect();
        assert_eq!(gaps(Tool::Profile, &covered), [""; 0]);
        assert_eq!(gaps(Tool::Profile, &covered[1..]), ["Profile does not cover p192 keygen"]);
        assert!(work(Algorithm::X25519, Action::Sign).is_none());
    }
}
