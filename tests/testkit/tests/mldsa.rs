//! ML-DSA beside the definition: keys, signatures to the bit, verdicts.

use sealane::mldsa::{ParameterSet, PrivateKey, PublicKey, Scheme};
use sealane::{Nonces, hooks};
use sealane_measure::stack::depth;
use testkit::inputs::Random;
use testkit::reference::mldsa::{self, SETS, Set};

/// Keys of each set.
const KEYS: usize = 6;

/// Every parameter set, ours and the reference's.
fn sets() -> impl Iterator<Item = (ParameterSet, Set)> {
    SETS.into_iter().map(|set| (set.name.parse().expect("both have the same sets"), set))
}

/// A key by both.
fn key(random: &mut Random, ours: ParameterSet, theirs: &Set) -> (PrivateKey, Vec<u8>, Vec<u8>) {
    let seed = random.bytes(32);
    let key = PrivateKey::from_seed(ours, &seed).expect("it has the length of a seed");
    let (public, private) = theirs.key(&seed);
    (key, public, private)
}

/// Goal: keys and signatures are those of the definition, to the bit, deterministic and hedged
/// ones, and from expanded keys as well; attempts are counted right from outside, as tests of
/// silence count them. Method: random seeds, messages and contexts of many lengths.
#[test]
fn keys_and_signatures_are_those_of_the_definition() {
    let mut random = Random::seeded("keys and signatures of ML-DSA");
    let mut attempts = 0;
    for (ours, theirs) in sets() {
        for _ in 0..KEYS {
            let (key, public, private) = key(&mut random, ours, &theirs);
            assert_eq!(key.public_key().as_bytes(), public, "{ours}");
            assert_eq!(**key.to_expanded_bytes(), private, "{ours}");
            let expanded = PrivateKey::from_expanded_bytes(ours, &private).expect("it is good");
            let [context, message] = [256, 2000].map(|limit| {
                let length = random.below(limit);
                random.bytes(length)
            });
            let mu = mldsa::mu(&public, &mldsa::pure(&context, &message));
            let scheme = Scheme { context: &context, prehash: None };
            for random in [vec![0; 32], random.bytes(32)] {
                let (expected, tried) = theirs.sign(&private, &mu, &random);
                attempts += tried;
                let mu = mu.as_slice().try_into().expect("64 bytes");
                let random: &[u8; 32] = random.as_slice().try_into().expect("32 bytes");
                // What random bytes went into is not the key's deterministic signature.
                let counted = operations::attempts::attempts(&key, mu, &expected);
                assert_eq!(counted.map(usize::from), (random == &[0; 32]).then_some(tried));
                for key in [&key, &expanded] {
                    let signature = hooks::mldsa::sign_with_random(key, mu, random);
                    assert_eq!(signature, expected, "{ours}");
                }
                let verdict = key.public_key().verify(&message, scheme, &expected);
                assert_eq!(verdict, Ok(()), "{ours}");
                assert!(theirs.verify(&public, mu, &expected));
            }
            let signature = key.sign(&message, scheme, Nonces::Deterministic).expect("it signs");
            assert_eq!(signature, theirs.sign(&private, &mu, &[0; 32]).0);
        }
    }
    println!("{attempts} attempts");
}

/// Goal: verdicts are those of the definition. Method: good signatures with a bit or a byte changed
/// in each of their regions, and public keys and hashes changed.
#[test]
fn verdicts_are_those_of_the_definition() {
    let mut random = Random::seeded("verdicts of ML-DSA");
    let (mut good, mut bad) = (0, 0);
    for (ours, theirs) in sets() {
        let (key, public, _) = key(&mut random, ours, &theirs);
        let mu: [u8; 64] = random.bytes(64).try_into().expect("64 bytes");
        let signature = key.sign_mu(&mu, Nonces::Hedged).expect("it signs");
        let length = signature.len();
        let mut cases = vec![(public.clone(), mu, signature.clone())];
        // Challenge, answer, places of hints and their ends.
        for (from, to) in
            [(0, 32), (64, length - 84), (length - 63, length - 8), (length - 8, length)]
        {
            for _ in 0..6 {
                let mut changed = signature.clone();
                let at = from + random.below(to - from);
                changed[at] ^= [1 << random.below(8), random.word() as u8][random.below(2)];
                cases.push((public.clone(), mu, changed));
            }
        }
        let mut changed = public.clone();
        changed[random.below(public.len())] ^= 4;
        cases.push((changed, mu, signature.clone()));
        let mut changed = mu;
        changed[random.below(64)] ^= 4;
        cases.push((public, changed, signature));
        for (public, mu, signature) in cases {
            let key = PublicKey::from_bytes(ours, &public).expect("it has the right length");
            let verdict = key.verify_mu(&mu, &signature).is_ok();
            assert_eq!(verdict, theirs.verify(&public, &mu, &signature), "{ours}");
            *if verdict { &mut good } else { &mut bad } += 1;
        }
    }
    println!("{good} good, {bad} bad");
    assert!(good >= 3 && bad >= 60, "{good} {bad}");
}

/// Goal: a key, a signature and a verification alone take at most 64 KiB of stack.
#[test]
fn the_stack_is_small() {
    for set in ParameterSet::ALL {
        let key = PrivateKey::from_seed(set, &[7; 32]).expect("it has the length of a seed");
        let sign = || key.sign(b"message", Scheme::PURE, Nonces::Hedged).expect("it signs");
        let signature = sign();
        let depths = [
            depth(&mut || drop(PrivateKey::generate(set))),
            depth(&mut || drop(sign())),
            depth(&mut || {
                let verdict = key.public_key().verify(b"message", Scheme::PURE, &signature);
                assert_eq!(verdict, Ok(()));
            }),
        ];
        println!("{set}: {depths:?}");
        for depth in depths {
            assert!(depth.expect("the stack can be measured") <= 64 << 10, "{set}");
        }
    }
}
