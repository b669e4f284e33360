//! The library beside others, every algorithm beside every other library that has it: keys,
//! signatures both ways, damaged input, shared secrets; on random and structured input.
//!
//! What an algorithm is called and what the other side has is a row of [`rows`]; the tests are one
//! text for all rows. Next to them `differential.rs` asks the slow reference.

mod crates;
mod openssl;

use num_bigint::BigUint;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Digest, Nonces, hooks};
use std::collections::BTreeSet;
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;

/// Another library with one algorithm.
///
/// Keys are in the octets of [`PrivateKey::to_bytes`] and [`PublicKey::to_bytes`], signatures `r`
/// then `s`. What is signed is a digest for ECDSA and a message for EdDSA. `None` is a refusal.
pub trait Other {
    /// The library.
    fn name(&self) -> &'static str;
    /// The most bytes of a digest that the library takes as the standard does.
    fn longest_digest(&self) -> usize {
        usize::MAX
    }
    /// The public key of a private one.
    fn public(&self, private: &[u8]) -> Option<Vec<u8>>;
    /// Signs; with the nonce given, if the library takes nonces. Also says whether the signature
    /// must be ours, up to the sign of an ECDSA `s`.
    fn sign(&self, private: &[u8], signed: &[u8], nonce: &[u8]) -> Option<(Vec<u8>, bool)>;
    /// Whether the signature is good.
    fn verify(&self, public: &[u8], signed: &[u8], signature: &[u8]) -> bool;
    /// The shared secret.
    fn derive(&self, private: &[u8], public: &[u8]) -> Option<Vec<u8>>;
}

/// Every algorithm with every other library that has it.
fn rows() -> Vec<(Algorithm, Box<dyn Other>)> {
    let mut all = crates::rows();
    all.extend(openssl::rows());
    all
}

/// What the tests do per row: `most` times, fewer where the other side is slow.
fn rounds(algorithm: Algorithm, most: usize) -> usize {
    (most * 32 / algorithm.order_bytes()).max(8)
}

/// Draws a private key: a scalar that is uniform, of runs, or near an end of the range, in turn; or
/// such octets.
fn draw(algorithm: Algorithm, random: &mut Random) -> PrivateKey {
    let bytes = match Group::find(algorithm) {
        Some(group) => group.scalar(&(random.structured(&(&group.n - 1u32)) + 1u32)),
        None => octets(algorithm.order_bytes(), random),
    };
    PrivateKey::from_bytes(algorithm, &bytes).expect("in range")
}

/// Draws a key that is neither `key` nor its opposite, whose secrets would be those of `key`.
/// Near the ends of the range both are drawn now and then.
fn another(key: &PrivateKey, random: &mut Random) -> PrivateKey {
    let shared = |public: &PublicKey| key.derive(public).ok().map(|it| it.as_bytes().to_vec());
    loop {
        let other = draw(key.algorithm(), random);
        let (own, public) = (key.public_key(), other.public_key());
        if public != own && (!key.algorithm().derives() || shared(public) != shared(own)) {
            return other;
        }
    }
}

fn octets(length: usize, random: &mut Random) -> Vec<u8> {
    to_bytes(&random.structured(&(BigUint::from(1u32) << (8 * length))), length)
}

fn is_ecdsa(algorithm: Algorithm) -> bool {
    matches!(algorithm.usual_scheme(), Some(Scheme::Ecdsa(_)))
}

/// What is signed: digests around the length of the order, messages around a block.
fn to_sign(algorithm: Algorithm, other: &dyn Other, random: &mut Random) -> Vec<u8> {
    let width = algorithm.order_bytes();
    let length = if is_ecdsa(algorithm) {
        [width, 20, 32, 48, 64, width + 1][random.below(6)].min(other.longest_digest())
    } else {
        [0, 1, 63, 64, 65, 111, 112, 127, 128, 136, 300][random.below(11)]
    };
    octets(length, random)
}

fn signed_by_us(key: &PrivateKey, signed: &[u8], nonces: Nonces) -> Signature {
    if is_ecdsa(key.algorithm()) {
        return key.sign_digest(&Digest::raw(signed), nonces).expect("signs");
    }
    key.sign(signed, Scheme::PURE_EDDSA, nonces).expect("signs")
}

fn verified_by_us(public: &PublicKey, signed: &[u8], signature: &[u8]) -> bool {
    let algorithm = public.algorithm();
    let Ok(signature) = Signature::from_bytes(algorithm, signature) else { return false };
    if is_ecdsa(algorithm) {
        return public.verify_digest(&Digest::raw(signed), &signature).is_ok();
    }
    public.verify(signed, Scheme::PURE_EDDSA, &signature).is_ok()
}

/// Goal: no algorithm is left out. Each one has another library, and every short curve, Ed25519 and
/// X25519 have two; without the machine's libcrypto at least one each where a crate has it.
#[test]
fn every_algorithm_has_another_library() {
    let covered: BTreeSet<String> = rows().iter().map(|(a, _)| a.to_string()).collect();
    let by_crates: BTreeSet<String> = crates::rows().iter().map(|(a, _)| a.to_string()).collect();
    let missing: Vec<_> =
        Algorithm::ALL.iter().filter(|a| !covered.contains(a.name())).map(|a| a.name()).collect();
    if openssl::rows().is_empty() {
        println!("SKIPPED: no libcrypto here to compare {missing:?} with");
    } else {
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(by_crates.len() >= 10, "{by_crates:?}");
}

/// Goal: equal public keys, and each side reads what the other writes.
#[test]
fn public_keys_are_equal() {
    let mut random = Random::seeded("public_keys_are_equal");
    for (algorithm, other) in rows() {
        for _ in 0..rounds(algorithm, 40) {
            let key = draw(algorithm, &mut random);
            let theirs = other.public(&key.to_bytes());
            let what = format!("{algorithm} by {}: {:02x?}", other.name(), *key.to_bytes());
            assert_eq!(theirs, Some(key.public_key().to_bytes()), "{what}");
            let read = PublicKey::from_bytes(algorithm, &theirs.expect("just seen"));
            assert_eq!(read.as_ref(), Ok(key.public_key()), "{what}");
        }
    }
}

/// Goal: signatures are equal where the nonce is one (given, or that of EdDSA), and each side
/// accepts the other's, also with hedged nonces.
#[test]
fn signatures_are_equal_and_accepted() {
    let mut random = Random::seeded("signatures_are_equal_and_accepted");
    for (algorithm, other) in rows().into_iter().filter(|(algorithm, _)| algorithm.signs()) {
        let mut equal = 0;
        for _ in 0..rounds(algorithm, 30) {
            let key = draw(algorithm, &mut random);
            let signed = to_sign(algorithm, &*other, &mut random);
            let what =
                format!("{algorithm} by {}: {:02x?}, {signed:02x?}", other.name(), *key.to_bytes());
            let public = key.public_key().to_bytes();
            for nonces in [Nonces::Deterministic, Nonces::Hedged] {
                let ours = signed_by_us(&key, &signed, nonces).to_bytes();
                assert!(other.verify(&public, &signed, &ours), "{what}");
            }
            let nonce = draw(algorithm, &mut random).to_bytes();
            let (theirs, same) = other.sign(&key.to_bytes(), &signed, &nonce).expect("it signs");
            assert!(verified_by_us(key.public_key(), &signed, &theirs), "{what}");
            if same {
                assert_eq!(theirs, with_nonce(&key, &signed, &nonce, &theirs), "{what}");
                equal += 1;
            }
        }
        println!("{algorithm} by {}: {equal} equal", other.name());
    }
}

/// Returns our signature with the nonce; of the two `s` that are right, the one `like` has.
fn with_nonce(key: &PrivateKey, signed: &[u8], nonce: &[u8], like: &[u8]) -> Vec<u8> {
    if !is_ecdsa(key.algorithm()) {
        return signed_by_us(key, signed, Nonces::Deterministic).to_bytes();
    }
    let signature = hooks::sign_with_nonce(key, &Digest::raw(signed), nonce).expect("signs");
    let low = signature.to_low_s().to_bytes();
    if like == low { low } else { signature.to_bytes() }
}

/// Goal: equal answers to damaged signatures: a bit flipped in r, s, what is signed, or the key.
#[test]
fn damaged_signatures_get_equal_answers() {
    let mut random = Random::seeded("damaged_signatures_get_equal_answers");
    for (algorithm, other) in rows().into_iter().filter(|(algorithm, _)| algorithm.signs()) {
        let mut answers = [0; 2];
        for round in 0..rounds(algorithm, 40) {
            let key = draw(algorithm, &mut random);
            let mut signed = to_sign(algorithm, &*other, &mut random);
            signed.resize(algorithm.order_bytes().min(other.longest_digest()), 0x5a);
            let mut signature = signed_by_us(&key, &signed, Nonces::Deterministic).to_bytes();
            let mut public = key.public_key().to_bytes();
            let part: &mut [u8] = match round % 4 {
                0 => &mut signed,
                // Not how a point is encoded: OpenSSL takes the hybrid forms, which we refuse.
                1 => &mut public[1..],
                2 => &mut signature,
                _ => &mut [0],
            };
            let at = random.below(8 * part.len());
            part[at / 8] ^= 1 << (at % 8);
            let ours = PublicKey::from_bytes(algorithm, &public)
                .is_ok_and(|key| verified_by_us(&key, &signed, &signature));
            let theirs = other.verify(&public, &signed, &signature);
            let what = format!("{algorithm} by {}", other.name());
            assert_eq!(ours, theirs, "{what}: {public:02x?} {signed:02x?} {signature:02x?}");
            answers[usize::from(ours)] += 1;
        }
        // The last quarter is undamaged.
        assert!(answers.iter().all(|&count| count > 0), "{algorithm}: {answers:?}");
    }
}

/// Goal: equal shared secrets, from both ends and on both sides; and equal refusals of public keys
/// with a bit flipped, where a point may be off the curve.
#[test]
fn shared_secrets_are_equal() {
    let mut random = Random::seeded("shared_secrets_are_equal");
    for (algorithm, other) in rows().into_iter().filter(|(algorithm, _)| algorithm.derives()) {
        for round in 0..rounds(algorithm, 30) {
            let [a, b] = [0, 1].map(|_| draw(algorithm, &mut random));
            let ours = a.derive(b.public_key()).expect("one curve").as_bytes().to_vec();
            let what = format!("{algorithm} by {}: {:02x?}", other.name(), *a.to_bytes());
            assert_eq!(b.derive(a.public_key()).expect("one curve").as_bytes(), ours, "{what}");
            let mut public = b.public_key().to_bytes();
            assert_eq!(other.derive(&a.to_bytes(), &public), Some(ours), "{what}");
            // Not the first byte, which says how a point is encoded.
            let at = 8 + round % 2 * (8 * public.len() - 17) + random.below(8);
            public[at / 8] ^= 1 << (at % 8);
            let ours = PublicKey::from_bytes(algorithm, &public)
                .ok()
                .and_then(|peer| Some(a.derive(&peer).ok()?.as_bytes().to_vec()));
            assert_eq!(other.derive(&a.to_bytes(), &public), ours, "{what} with {public:02x?}");
        }
    }
}

/// Goal: the comparison says no: a library that answers for another key is met by each test.
#[test]
fn a_library_that_errs_is_seen() {
    let mut random = Random::seeded("a_library_that_errs_is_seen");
    for (algorithm, other) in rows() {
        let a = draw(algorithm, &mut random);
        let b = another(&a, &mut random);
        assert_ne!(other.public(&b.to_bytes()), Some(a.public_key().to_bytes()));
        if algorithm.signs() {
            let signature = signed_by_us(&b, &[7; 32], Nonces::Hedged).to_bytes();
            assert!(!other.verify(&a.public_key().to_bytes(), &[7; 32], &signature));
        }
        if algorithm.derives() {
            let ours = a.derive(a.public_key()).expect("one curve").as_bytes().to_vec();
            assert_ne!(other.derive(&a.to_bytes(), &b.public_key().to_bytes()), Some(ours));
        }
    }
}
