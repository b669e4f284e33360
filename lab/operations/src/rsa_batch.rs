//! Batches of RSA: the time of an item. One key: what its batches share is nothing that is secret.

use crate::judge::Judge;
use crate::number::Fixture;
use crate::operation::Action;
use crate::text;
use sealane::rsa::{self, SignItem, VerifyItem};
use sealane::{Digest, Hash, PrivateKey, PublicKey};
use sealane_measure::{INPUTS, Work};
use std::sync::Arc;

/// The most items of a batch: they are done eight at a time, and 64 of the longest key take 50 ms.
pub const MAX_ITEMS: usize = 64;

/// Prepares a batch. Errors: the text says what failed.
pub fn work<J: Judge + 'static>(
    fixture: &Arc<Fixture<J>>,
    action: Action,
    items: usize,
) -> Result<Box<dyn Work>, String> {
    Ok(Box::new(Batch::new(fixture, action == Action::Verify, items.min(MAX_ITEMS))?))
}

/// Digests, and a signature of each, to be made or verified.
struct Batch<J> {
    fixture: Arc<Fixture<J>>,
    verifies: bool,
    scheme: rsa::Scheme,
    digests: Vec<Digest>,
    signatures: Vec<Vec<u8>>,
}

impl<J: Judge> Batch<J> {
    fn new(fixture: &Arc<Fixture<J>>, verifies: bool, items: usize) -> Result<Self, String> {
        let scheme = fixture.scheme.of_rsa().ok_or("it is no key of RSA")?;
        let digest = |at: usize| {
            let mut message = fixture.digests[at % INPUTS].to_vec();
            message.extend_from_slice(&(at as u64).to_le_bytes());
            Digest::of(Hash::Sha256, &message)
        };
        let digests: Vec<_> = (0..items).map(digest).collect();
        let fixture = Arc::clone(fixture);
        let mut batch = Self { fixture, verifies, scheme, digests, signatures: vec![] };
        batch.signatures = batch.sign().ok_or("a batch of signatures failed")?;
        Ok(batch)
    }

    fn sign(&self) -> Option<Vec<Vec<u8>>> {
        let PrivateKey::Rsa(key) = &self.fixture.key else { return None };
        let items = self.digests.iter().map(|it| SignItem::of_digest(key, it, self.scheme));
        rsa::sign_batch(&items.collect::<Vec<_>>()).into_iter().collect::<Result<_, _>>().ok()
    }

    /// Verifies each signature for the digest that stands so many places further on.
    fn verdicts(&self, further: usize) -> Vec<bool> {
        let PublicKey::Rsa(key) = &self.fixture.public else { return vec![] };
        let count = self.digests.len();
        let item = |at: usize| {
            let digest = &self.digests[(at + further) % count];
            VerifyItem::of_digest(key, digest, self.scheme, &self.signatures[at])
        };
        let items: Vec<_> = (0..self.signatures.len()).map(item).collect();
        rsa::verify_batch(&items).into_iter().map(|verdict| verdict.is_ok()).collect()
    }

    fn check_signatures(&mut self) -> Result<(), String> {
        let Batch { fixture, digests, signatures, .. } = self;
        if fixture.damage
            && let Some(last) = signatures.last_mut()
        {
            *last.last_mut().ok_or("an empty signature")? ^= 1;
        }
        let mut theirs = fixture.verifier()?;
        for (digest, signature) in digests.iter().zip(signatures.iter()) {
            let right = match &mut theirs {
                Some(verifier) => J::accepts(verifier, digest.as_bytes(), signature),
                None => {
                    let verdict = fixture.public.verify_digest(digest, &fixture.scheme, signature);
                    verdict.map_err(text).is_ok()
                }
            };
            if !right {
                return Err("a signature does not verify".into());
            }
        }
        Ok(())
    }
}

impl<J: Judge> Work for Batch<J> {
    fn inputs(&self) -> usize {
        1
    }

    fn operations(&self) -> usize {
        self.digests.len()
    }

    fn run(&mut self, _: usize) -> bool {
        if self.verifies {
            let verdicts = self.verdicts(0);
            return !verdicts.is_empty() && verdicts.into_iter().all(|right| right);
        }
        self.signatures = self.sign().unwrap_or_default();
        !self.signatures.is_empty()
    }

    /// Signatures by the other side if there is one, else by ours, one by one. Of verdicts it has
    /// been seen that they were yes; they must be no for other digests.
    fn check(&mut self, _: usize) -> Result<(), String> {
        if !self.verifies {
            return self.check_signatures();
        }
        match self.digests.len() > 1 && self.verdicts(1).contains(&true) {
            true => Err("a signature verifies for another digest".into()),
            false => Ok(()),
        }
    }

    fn shown(&self, _: usize) -> Option<[String; 3]> {
        self.fixture.shown_for(self.digests[0].as_bytes(), self.signatures.first()?)
    }
}
