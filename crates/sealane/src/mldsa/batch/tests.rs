//! Batches beside single operations: the same results, whatever stands beside an item, and a test
//! of each refusal.

use super::*;
use crate::backend;
use crate::hash::{Digest, Hash};
use crate::mldsa::{Scheme, VerifyKey};
use alloc::sync::Arc;

/// Numbers that repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.below(256) as u8).collect()
    }
}

/// Runs a test on every machine that batches run on, and leaves the best one.
fn on_every_machine(mut test: impl FnMut(&str)) {
    let _alone = backend::FORCED.write();
    for name in backend::names().chain(backend::lane_names()) {
        backend::force(name).expect("it is available");
        test(name);
    }
    let best = backend::lane_names().chain(backend::names()).next();
    backend::force(best.expect("there is one")).expect("it is available");
}

/// Two keys of each parameter set.
fn keys() -> Vec<PrivateKey> {
    let key = |(set, seed)| PrivateKey::from_seed(set, &[seed; 32]).expect("a seed");
    let sets = ParameterSet::ALL.iter();
    sets.flat_map(|set| [(*set, 1), (*set, 2)]).map(key).collect()
}

/// What an item is made of; some of it cannot be signed.
struct Subject {
    key: usize,
    message: Vec<u8>,
    context: Vec<u8>,
    prehash: Option<Hash>,
    digest: Option<Digest>,
    mu: Option<[u8; MU_BYTES]>,
}

impl Subject {
    fn random(random: &mut Random, keys: usize) -> Self {
        let length = [0, 1, 40, 70, 200, 5000][random.below(6)] + random.below(40);
        let message = random.bytes(length);
        let context = [0, 0, 3, 255, 256][random.below(5)];
        let prehash = match random.below(4) {
            0 => Some(Hash::ALL[random.below(Hash::ALL.len())]),
            _ => None,
        };
        let digest = match random.below(8) {
            0 => Some(Digest::of(prehash.unwrap_or(Hash::Sha256), &message)),
            1 => Some(Digest::of(Hash::Sha512, &message)),
            _ => None,
        };
        let mu = (random.below(6) == 0).then(|| [random.below(256) as u8; MU_BYTES]);
        let (key, context) = (random.below(keys), random.bytes(context));
        Self { key, message, context, prehash, digest, mu }
    }

    fn content(&self) -> Content<'_> {
        let scheme = Scheme { context: &self.context, prehash: self.prehash };
        match (&self.mu, &self.digest) {
            (Some(mu), _) => Content::Mu(mu),
            (None, Some(digest)) => Content::Digest(digest, scheme),
            (None, None) => Content::Message(&self.message, scheme),
        }
    }

    /// Signs alone.
    fn sign(&self, key: &PrivateKey, options: SignOptions) -> Result<Vec<u8>, SignError> {
        match self.content() {
            Content::Message(message, scheme) => key.sign(message, scheme, options),
            Content::Digest(digest, scheme) => key.sign_digest(digest, scheme, options),
            Content::Mu(mu) => key.sign_mu(mu, options),
        }
    }

    /// Verifies alone, by the key and by the key expanded.
    fn verify(&self, key: &PublicKey, signature: &[u8]) -> Result<(), BadSignature> {
        let known = VerifyKey::new(key);
        let (verdict, by_known) = match self.content() {
            Content::Message(message, scheme) => {
                (key.verify(message, scheme, signature), known.verify(message, scheme, signature))
            }
            Content::Digest(digest, scheme) => (
                key.verify_digest(digest, scheme, signature),
                known.verify_digest(digest, scheme, signature),
            ),
            Content::Mu(mu) => (key.verify_mu(mu, signature), known.verify_mu(mu, signature)),
        };
        assert_eq!(verdict, by_known);
        verdict
    }
}

/// Goal: a batch signs as single signatures do, to the bit, and its errors are theirs. Method:
/// random batches of up to 70 items of all sets, with equal keys, messages of many lengths,
/// contexts, prehashes and hashes, some that are refused; with the check and without; on every
/// machine.
#[test]
fn batches_sign_as_single_signatures_do() {
    let keys = keys();
    let mut random = Random(1);
    let (mut good, mut bad) = (0, 0);
    for size in [0, 1, 2, 3, 7, 8, 9, 20, 70] {
        let few = if size % 2 == 0 { keys.len() } else { 2 };
        let subjects: Vec<_> = (0..size).map(|_| Subject::random(&mut random, few)).collect();
        let check = size % 3 == 0;
        let options = SignOptions { nonces: Nonces::Deterministic, low_s: false, check };
        let expected: Vec<_> = subjects.iter().map(|it| it.sign(&keys[it.key], options)).collect();
        let items = subjects.iter().map(|it| {
            let (key, content) = (&keys[it.key], it.content());
            SignItem { key, content, options }
        });
        let items: Vec<_> = items.collect();
        on_every_machine(|name| {
            assert!(sign_batch(&items) == expected, "{name}: {size} items");
            let mut tables = KeyTables::new(1 << 20);
            for _ in 0..2 {
                let signed = sign_batch_with(&mut tables, &items);
                assert!(signed == expected, "{name}: {size} items by tables");
            }
        });
        good += expected.iter().filter(|it| it.is_ok()).count();
        bad += expected.iter().filter(|it| it.is_err()).count();
    }
    assert!(good > 30 && bad > 10, "{good} {bad}");
}

/// Goal: hedged and deterministic items stand beside each other; hedged ones differ and verify.
#[test]
fn hedged_items_differ_and_verify() {
    let keys = keys();
    let content = Content::Message(b"message", Scheme::PURE);
    on_every_machine(|name| {
        let nonces =
            |i: usize| if i.is_multiple_of(3) { Nonces::Deterministic } else { Nonces::Hedged };
        let item = |i: usize| SignItem { key: &keys[i % 4], content, options: nonces(i).into() };
        let items: Vec<_> = (0..24).map(item).collect();
        let signed: Vec<_> = sign_batch(&items).into_iter().map(|it| it.expect("signs")).collect();
        for (i, signature) in signed.iter().enumerate() {
            let key = keys[i % 4].public_key();
            assert_eq!(key.verify(b"message", Scheme::PURE, signature), Ok(()), "{name}");
            let equal = signed.iter().enumerate().filter(|(_, other)| *other == signature);
            let equal: Vec<_> = equal.map(|(at, _)| at).collect();
            let twins =
                if i.is_multiple_of(3) { [i % 12, i % 12 + 12].into() } else { alloc::vec![i] };
            assert_eq!(equal, twins, "{name}");
        }
    });
}

/// Goal: verdicts of a batch are those of single verifications, of good signatures and of changed
/// ones, by keys that are known and by keys that are not. Method: random batches; a bit changed in
/// each region of signatures, lengths, another key, another message; on every machine.
#[test]
fn batches_verify_as_single_verifications_do() {
    let keys = keys();
    let mut random = Random(2);
    let (mut good, mut bad) = (0, 0);
    for size in [1, 2, 8, 13, 70] {
        let few = if size % 2 == 0 { keys.len() } else { 2 };
        let mut subjects: Vec<_> = (0..size).map(|_| Subject::random(&mut random, few)).collect();
        let mut signatures = Vec::new();
        for subject in &mut subjects {
            let signed = subject.sign(&keys[subject.key], Nonces::Deterministic.into());
            let mut signature = signed.unwrap_or_default();
            let length = signature.len();
            match random.below(12) {
                0 => subject.message.push(1),
                1 => subject.key = random.below(keys.len()),
                2 => signature.truncate(random.below(length + 1)),
                3 => signature.push(0),
                4 if length > 0 => signature[random.below(length)] ^= 1 << random.below(8),
                5 if length > 0 => signature[length - 1 - random.below(80)] ^= 1,
                _ => (),
            }
            signatures.push(signature);
        }
        let expected: Vec<_> = subjects
            .iter()
            .zip(&signatures)
            .map(|(it, signature)| it.verify(keys[it.key].public_key(), signature))
            .collect();
        let items = subjects.iter().zip(&signatures).map(|(it, signature)| {
            let (key, content) = (keys[it.key].public_key(), it.content());
            VerifyItem { key, content, signature }
        });
        let items: Vec<_> = items.collect();
        on_every_machine(|name| {
            assert_eq!(verify_batch(&items), expected, "{name}");
            // Of the three batches the first has no tables, and the last has some.
            let mut tables = KeyTables::new(100 << 10);
            for _ in 0..3 {
                assert_eq!(verify_batch_with(&mut tables, &items), expected, "{name}");
                assert!(tables.bytes() <= 100 << 10);
            }
        });
        good += expected.iter().filter(|it| it.is_ok()).count();
        bad += expected.iter().filter(|it| it.is_err()).count();
    }
    assert!(good > 25 && bad > 25, "{good} {bad}");
}

/// Goal: keys that are made together are those that their seeds give alone, and so are the parts
/// that they make later. Method: every number of keys up to eight, of one set and of all, in memory
/// of earlier ones.
#[test]
fn keys_in_lanes_are_those_of_their_seeds() {
    let mut drafts = Vec::new();
    for count in 1..=LANES {
        let set = |i: usize| match count % 4 {
            0 => ParameterSet::ALL[i % 3],
            kind => ParameterSet::ALL[kind - 1],
        };
        let seeds: Vec<_> = (0..count).map(|i| Secret::new([(16 * count + i) as u8; 32])).collect();
        let all: Vec<_> = (0..count).map(set).zip(&seeds).collect();
        let made = Core::of_seeds(&all, &mut drafts).into_iter().map(PrivateKey::of);
        for ((i, key), (set, seed)) in made.enumerate().zip(&all) {
            let seed = seed.reveal("a test looks");
            let single = PrivateKey::from_seed(*set, &seed).expect("a seed");
            assert_eq!(key.public_key(), single.public_key(), "{i} of {count}");
            assert_eq!(key.to_expanded_bytes(), single.to_expanded_bytes());
            assert_eq!(key.to_seed().as_deref(), Some(&seed));
        }
    }
}

/// Goal: a batch of keys has a fresh one for each item, of its set, that signs.
#[test]
fn batches_of_keys_are_fresh() {
    on_every_machine(|name| {
        let sets: Vec<_> = ParameterSet::ALL.into_iter().cycle().take(11).collect();
        let keys: Vec<_> = keygen_batch(&sets).into_iter().map(|it| it.expect("made")).collect();
        assert_eq!(keys.len(), sets.len());
        for (i, (key, set)) in keys.iter().zip(&sets).enumerate() {
            assert_eq!(key.parameter_set(), *set);
            let others = keys[..i].iter();
            assert!(others.map(PrivateKey::public_key).all(|it| it != key.public_key()), "{name}");
            let signature = key.sign(b"message", Scheme::PURE, Nonces::Hedged).expect("it signs");
            let verdict = key.public_key().verify(b"message", Scheme::PURE, &signature);
            assert_eq!(verdict, Ok(()));
        }
        assert!(keygen_batch(&[]).is_empty());
    });
}

/// Goal: a signature that does not verify is taken back if the check is on, alone and in a batch,
/// and harms none beside it. Method: a private key beside the public key of another one, as if a
/// fault had met it.
#[test]
fn what_does_not_verify_is_taken_back() {
    let keys = keys();
    let broken =
        PrivateKey { core: Arc::clone(&keys[2].core), public: keys[3].public_key().clone() };
    let content = Content::Message(b"message", Scheme::PURE);
    let options = |check| SignOptions { check, ..Nonces::Deterministic.into() };
    let fault = broken.sign(b"message", Scheme::PURE, options(true));
    assert_eq!(fault, Err(SignError::Fault));
    on_every_machine(|name| {
        let item = |key, check| SignItem { key, content, options: options(check) };
        let items =
            [item(&keys[2], true), item(&broken, true), item(&broken, false), item(&keys[0], true)];
        let signed = sign_batch(&items);
        let errors: Vec<_> = signed.iter().map(|it| it.as_ref().err()).collect();
        assert_eq!(errors, [None, Some(&SignError::Fault), None, None], "{name}");
    });
}
