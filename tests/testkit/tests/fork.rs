//! A process that forks: nothing random is in both of its copies.

use sealane::ecc::{Algorithm, PrivateKey};
use sealane::hooks::rsa::blinding_of;
use sealane::rsa::{self, Scheme};
use sealane::{Digest, Hash, SignOptions};
use sealane_measure::fork::fork;
use std::collections::HashSet;

/// Goal: a copy of a process makes blinding factors of its own. Method: the parent has a pair ready
/// that each of four children would find; each is asked for the factor of one RSA signature. Short,
/// for processors that are emulated.
#[test]
fn blinding_factors_are_of_one_process() {
    let key = rsa::PrivateKey::generate(2048).unwrap();
    let digest = Digest::of(Hash::Sha256, b"message");
    let factor = || {
        let words = blinding_of(&key, &digest, Scheme::Pkcs1(Hash::Sha256)).unwrap();
        words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()
    };
    let _ = factor();
    let children = [(); 4].map(|()| fork(factor).unwrap().result().unwrap());
    let own = factor();
    let all: HashSet<_> = children.iter().chain([&own]).collect();
    assert_eq!(all.len(), 5, "the same factor in two processes");
}

/// Goal: a nonce, a key or a blinding factor that parent and child, or two children, have in common
/// tells the key of who signs in both. Method: 1,000 children in pairs, each of which signs, makes
/// a key and is asked for the factor of an RSA signature; the parent had a pair of factors ready,
/// which the children would find, and finds it still after.
#[test]
fn copies_of_a_process_have_nothing_in_common() {
    let key = PrivateKey::generate(Algorithm::EcP256).unwrap();
    let rsa = rsa::PrivateKey::generate(2048).unwrap();
    let digest = Digest::of(Hash::Sha256, b"message");
    let factor = || {
        let words = blinding_of(&rsa, &digest, Scheme::Pkcs1(Hash::Sha256)).unwrap();
        words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()
    };
    let work = || {
        let signature = key.sign_digest(&digest, SignOptions::default()).unwrap();
        let made = PrivateKey::generate(Algorithm::Ed25519).unwrap();
        [&signature.to_bytes()[..32], &made.public_key().to_bytes(), &factor()].concat()
    };
    let mut seen = HashSet::new();
    let mut note = |told: &[u8]| {
        assert_eq!(told.len(), 32 + 32 + 256);
        let (curves, factor) = told.split_at(64);
        for (what, part) in [("r", &curves[..32]), ("key", &curves[32..]), ("factor", factor)] {
            assert!(seen.insert(part.to_vec()), "the same {what} twice");
        }
    };
    note(&work());
    for _ in 0..500 {
        let pair = [(); 2].map(|()| fork(work).unwrap());
        pair.into_iter().for_each(|child| note(&child.result().unwrap()));
    }
    // The parent's own factors are as they were, and are squared from use to use.
    note(&work());
    // What a copy has in common with its parent is found: a factor that was made before the fork.
    let before = factor();
    let child = fork(|| before.clone()).unwrap().result().unwrap();
    assert_eq!(child, before);
}
