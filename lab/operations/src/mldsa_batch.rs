//! Batches of ML-DSA: the time of an item. Signatures are by one key, verifications by many keys or
//! by one that is known.

use crate::batch::Kind;
use crate::judge::Judge;
use crate::number::{Fixture, shown_key};
use crate::operation::Action;
use crate::text;
use sealane::PrivateKey as AnyKey;
use sealane::mldsa::{
    Content, KeyTables, PrivateKey, Scheme, SignItem, VerifyItem, keygen_batch, sign_batch,
    verify_batch, verify_batch_with,
};
use sealane::{Nonces, SignError};
use sealane_measure::{INPUTS, Work};
use std::sync::Arc;

/// Prepares a batch of at most [`INPUTS`] items. Errors: the text says what failed.
pub fn work<J: Judge + 'static>(
    fixture: &Arc<Fixture<J>>,
    kind: Kind,
    items: usize,
) -> Result<Box<dyn Work>, String> {
    Ok(Box::new(Batch::new(fixture, kind, items.clamp(1, INPUTS))?))
}

struct Batch<J> {
    fixture: Arc<Fixture<J>>,
    kind: Kind,
    /// Each item has one: the key of the fixture, and others behind it.
    keys: Vec<PrivateKey>,
    signatures: Vec<Vec<u8>>,
    made: Vec<PrivateKey>,
    tables: KeyTables,
}

impl<J: Judge> Batch<J> {
    fn new(fixture: &Arc<Fixture<J>>, kind: Kind, items: usize) -> Result<Self, String> {
        let AnyKey::MlDsa(key) = &fixture.key else { return Err("it is no key of ML-DSA".into()) };
        let set = key.parameter_set();
        let mut keys = vec![key.clone(); items];
        if kind.action == Action::Verify && !kind.has_tables() {
            for key in &mut keys[1..] {
                *key = PrivateKey::generate(set).map_err(text)?;
            }
        }
        let tables = KeyTables::new(KeyTables::table_bytes(set));
        let fixture = Arc::clone(fixture);
        let mut batch = Self { fixture, kind, keys, signatures: vec![], made: vec![], tables };
        batch.signatures = batch.sign().map_err(text)?;
        Ok(batch)
    }

    fn sign(&self) -> Result<Vec<Vec<u8>>, SignError> {
        let options = Nonces::Hedged.into();
        let items = self.keys.iter().zip(&self.fixture.digests);
        let items = items.map(|(key, message)| SignItem { key, content: pure(message), options });
        sign_batch(&items.collect::<Vec<_>>()).into_iter().collect()
    }

    /// How many signatures are good for the message that stands so many places further on.
    fn good(&mut self, further: usize) -> usize {
        let messages = self.fixture.digests.iter().cycle().skip(further);
        let signed = self.keys.iter().zip(&self.signatures).zip(messages);
        let items = signed.map(|((key, signature), message)| {
            let (key, content) = (key.public_key(), pure(message));
            VerifyItem { key, content, signature: &signature[..] }
        });
        let items: Vec<_> = items.collect();
        let verdicts = match self.kind.has_tables() {
            true => verify_batch_with(&mut self.tables, &items),
            false => verify_batch(&items),
        };
        verdicts.iter().filter(|verdict| verdict.is_ok()).count()
    }

    /// Whether a key is that of its seed, which its document holds.
    fn is_whole(key: &PrivateKey) -> bool {
        let again = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der());
        again.is_ok_and(|again| again.public_key() == key.public_key())
    }

    fn check_signatures(&mut self) -> Result<(), String> {
        if self.fixture.damage
            && let Some(byte) = self.signatures.last_mut().and_then(|it| it.last_mut())
        {
            *byte ^= 1;
        }
        let one_by_one = self.keys.iter().zip(&self.signatures).zip(&self.fixture.digests);
        let is_good = |((key, signature), message): ((&PrivateKey, &Vec<u8>), &[u8; 32])| {
            key.public_key().verify(message, Scheme::PURE, signature).is_ok()
        };
        let all = { one_by_one }.all(is_good);
        if all { Ok(()) } else { Err("a signature does not verify".into()) }
    }
}

fn pure(message: &[u8; 32]) -> Content<'_> {
    Content::Message(message, Scheme::PURE)
}

impl<J: Judge> Work for Batch<J> {
    fn inputs(&self) -> usize {
        1
    }

    fn operations(&self) -> usize {
        self.keys.len()
    }

    fn run(&mut self, _: usize) -> bool {
        let count = self.keys.len();
        match self.kind.action {
            Action::Keygen => {
                let made = keygen_batch(&vec![self.keys[0].parameter_set(); count]);
                self.made = made.into_iter().filter_map(Result::ok).collect();
                self.made.len() == count
            }
            Action::Sign => {
                self.signatures = self.sign().unwrap_or_default();
                self.signatures.len() == count
            }
            _ => self.good(0) == count,
        }
    }

    /// Of verdicts it has been seen that they were yes; they must be no for other messages.
    fn check(&mut self, _: usize) -> Result<(), String> {
        match self.kind.action {
            Action::Sign => self.check_signatures(),
            Action::Keygen => match self.made.iter().all(Self::is_whole) {
                true => Ok(()),
                false => Err("a public key is not that of its private key".into()),
            },
            _ => match self.keys.len() == 1 || self.good(1) == 0 {
                true => Ok(()),
                false => Err("a signature verifies for another message".into()),
            },
        }
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        if self.kind.action == Action::Keygen {
            return Some(shown_key(&AnyKey::MlDsa(self.made.first()?.clone())));
        }
        self.fixture.shown_for(&self.fixture.digests[0], self.signatures.first()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operation, Ourselves};
    use sealane::Algorithm;
    use sealane::mldsa::ParameterSet;

    /// Goal: batches of every kind run and are right, for one item and for all; a signature that is
    /// damaged is found, and so is a key or a verdict that is wrong.
    #[test]
    fn batches_run_and_are_checked() {
        let algorithm = Algorithm::MlDsa(ParameterSet::MlDsa44);
        let fixture = |damage| Arc::new(Fixture::new(algorithm, Ourselves, damage).expect("one"));
        let kinds = Operation::of(algorithm).flat_map(|it| Kind::of(algorithm, it.action));
        let kinds: Vec<Kind> = kinds.collect();
        assert_eq!(kinds.len(), 4, "{kinds:?}");
        for (kind, items, damage) in
            kinds.iter().flat_map(|it| [(*it, 1, false), (*it, 64, false), (*it, 64, true)])
        {
            let mut batch = Batch::new(&fixture(damage), kind, items).expect("prepared");
            assert!(batch.run(0), "{kind:?}");
            let found = damage && kind.action == Action::Sign;
            assert_eq!(batch.check(0).is_err(), found, "{kind:?}");
            assert!(batch.shown(0).is_some() && batch.operations() == items, "{kind:?}");
        }
        let mut verify = Batch::new(&fixture(false), kinds[2], 8).expect("prepared");
        verify.signatures[3][9] ^= 1;
        assert!(!verify.run(0));
    }
}
