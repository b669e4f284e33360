//! Batches beside single operations: the same results, whatever stands beside an item.

use sealane::ecc::batch::{Batch, KeyTables, SignItem, VerifyItem};
use sealane::ecc::{
    Algorithm, PrivateKey, PublicKey, Scheme, Signature, derive_batch, keygen_batch, sign_batch,
    verify_batch,
};
use sealane::hooks::with_public_of;
use sealane::{Digest, Hash, Nonces, SignError, SignOptions, backend};
use testkit::inputs::Random;

/// Lanes, groups and their edges: every small size, and those about a large power of two.
fn sizes() -> impl Iterator<Item = usize> {
    (0..=65).chain(1023..=1025)
}

const SCHEMES: [Scheme<'static>; 8] = [
    Scheme::Ecdsa(Hash::Sha256),
    Scheme::Ecdsa(Hash::Sha512),
    Scheme::Ecdsa(Hash::Sha3_256),
    Scheme::Bip340,
    Scheme::PURE_EDDSA,
    Scheme::EdDsa { context: Some(b"batch"), prehashed: false },
    Scheme::EdDsa { context: Some(b"batch"), prehashed: true },
    Scheme::EdDsa { context: Some(&[7; 256]), prehashed: false },
];

/// Keys of every algorithm, two of each: those of one are of different owners.
fn keys() -> Vec<PrivateKey> {
    let all: Vec<Algorithm> = Algorithm::ALL.iter().flat_map(|a| [*a; 2]).collect();
    keygen_batch(&all).into_iter().map(|key| key.expect("randomness")).collect()
}

/// What an item is made of.
struct Subject {
    message: Vec<u8>,
    digest: Option<Digest>,
    scheme: Scheme<'static>,
    options: SignOptions,
}

impl Subject {
    /// By a scheme of the key, mostly; without fresh random bytes.
    fn random(random: &mut Random, key: &PrivateKey) -> Self {
        let usual = key.algorithm().usual_scheme().filter(|_| random.below(4) > 0);
        let length = random.below(200);
        let message = random.bytes(length);
        let digest = match random.below(8) {
            0 => Some(Digest::of(Hash::ALL[random.below(Hash::ALL.len())], &message)),
            1 => Some(Digest::raw(&message)),
            _ => None,
        };
        let scheme = usual.unwrap_or(SCHEMES[random.below(SCHEMES.len())]);
        let nonces = Nonces::Deterministic;
        let options =
            SignOptions { nonces, low_s: random.below(4) == 0, check: random.below(16) == 0 };
        Self { message, digest, scheme, options }
    }

    /// Whether a digest is signed without one; else the message stands for it, to have some bytes.
    fn has_no_context(&self) -> bool {
        self.message.len().is_multiple_of(2)
    }

    fn to_sign<'a>(&'a self, key: &'a PrivateKey) -> SignItem<'a> {
        match &self.digest {
            Some(digest) if self.has_no_context() => SignItem::of_digest(key, digest, self.options),
            Some(digest) => {
                SignItem::of_digest_with_context(key, digest, &self.message, self.options)
            }
            None => SignItem::new(key, &self.message, self.scheme, self.options),
        }
    }

    fn sign(&self, key: &PrivateKey) -> Result<Signature, SignError> {
        match &self.digest {
            Some(digest) if self.has_no_context() => key.sign_digest(digest, self.options),
            Some(digest) => key.sign_digest_with_context(digest, &self.message, self.options),
            None => key.sign(&self.message, self.scheme, self.options),
        }
    }

    fn to_verify<'a>(&'a self, key: &'a PublicKey, signature: &'a Signature) -> VerifyItem<'a> {
        match &self.digest {
            Some(digest) if self.has_no_context() => VerifyItem::of_digest(key, digest, signature),
            Some(digest) => {
                VerifyItem::of_digest_with_context(key, digest, &self.message, signature)
            }
            None => VerifyItem::new(key, &self.message, self.scheme, signature),
        }
    }

    fn verify(&self, key: &PublicKey, signature: &Signature) -> bool {
        let verdict = match &self.digest {
            Some(digest) if self.has_no_context() => key.verify_digest(digest, signature),
            Some(digest) => key.verify_digest_with_context(digest, &self.message, signature),
            None => key.verify(&self.message, self.scheme, signature),
        };
        verdict.is_ok()
    }
}

/// Goal: a signature of a batch is the one that the key makes alone, and so is a refusal. Method:
/// keys, schemes, options mixed at random, a quarter by another scheme; nonces without randomness.
#[test]
fn signatures_are_those_of_single_keys() {
    let (mut random, keys) = (Random::seeded("batch of signatures"), keys());
    let (mut good, mut bad) = (0, 0);
    for size in sizes() {
        let chosen: Vec<&PrivateKey> = (0..size).map(|_| &keys[random.below(keys.len())]).collect();
        let subjects: Vec<Subject> =
            chosen.iter().map(|key| Subject::random(&mut random, key)).collect();
        let both = || chosen.iter().zip(&subjects);
        let items: Vec<SignItem> = both().map(|(key, subject)| subject.to_sign(key)).collect();
        let signed = Batch::new().threads(1 + size % 3).sign(&items);
        assert_eq!(signed.len(), size);
        for (at, ((key, subject), signed)) in both().zip(signed).enumerate() {
            let name = format!("item {at} of {size}, {} {:?}", key.algorithm(), subject.scheme);
            assert_eq!(signed, subject.sign(key), "{name}");
            *if signed.is_ok() { &mut good } else { &mut bad } += 1;
        }
    }
    assert!(good > bad && bad > 500, "{good} good, {bad} bad");
}

/// A signature that is good, or is not in one of many ways.
fn altered(random: &mut Random, signature: &Signature, another: &Signature) -> Signature {
    let algorithm = signature.algorithm();
    let mut bytes = signature.to_bytes();
    let width = bytes.len() / 2;
    match random.below(8) {
        0 => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        1 => bytes[..width].copy_from_slice(&another.to_bytes().repeat(2)[..width]),
        2 => bytes.rotate_left(width),
        3 => return another.clone(),
        4 => bytes[width..].fill(1),
        _ => return signature.clone(),
    }
    // What cannot be a signature is refused before there is an item.
    Signature::from_bytes(algorithm, &bytes).unwrap_or_else(|_| signature.clone())
}

/// Goal: a verdict of a batch is the one that the key gives alone. Method: as above; signatures
/// that are changed, swapped, of other algorithms, messages and keys.
#[test]
fn verdicts_are_those_of_single_keys() {
    let (mut random, keys) = (Random::seeded("batch of verifications"), keys());
    let signing: Vec<&PrivateKey> = keys.iter().filter(|key| key.algorithm().signs()).collect();
    // Signing costs less than verifying, but not nothing: subjects are used more than once.
    let pool: Vec<(&PrivateKey, Subject, Signature)> = (0..160)
        .map(|_| {
            loop {
                let key = signing[random.below(signing.len())];
                let subject = Subject::random(&mut random, key);
                if let Ok(signature) = subject.sign(key) {
                    return (key, subject, signature);
                }
            }
        })
        .collect();
    let (mut good, mut bad) = (0, 0);
    for size in sizes() {
        let parts: Vec<(&PublicKey, &Subject, Signature)> = (0..size)
            .map(|_| {
                let (key, subject, signature) = &pool[random.below(pool.len())];
                let other = &pool[random.below(pool.len())];
                let signature = altered(&mut random, signature, &other.2);
                let key = if random.below(12) == 0 { other.0 } else { key };
                let subject = if random.below(12) == 0 { &other.1 } else { subject };
                (key.public_key(), subject, signature)
            })
            .collect();
        let items: Vec<VerifyItem> =
            parts.iter().map(|(key, subject, it)| subject.to_verify(key, it)).collect();
        let verdicts = Batch::new().threads(1 + size % 3).verify(&items);
        assert_eq!(verdicts.len(), size);
        for (at, ((key, subject, signature), verdict)) in parts.iter().zip(verdicts).enumerate() {
            let single = subject.verify(key, signature);
            let name = format!("item {at} of {size}, {} {:?}", key.algorithm(), subject.scheme);
            assert_eq!(verdict.is_ok(), single, "{name}");
            *if single { &mut good } else { &mut bad } += 1;
        }
    }
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

/// Goal: a secret of a batch is the one that the keys make alone. Method: pairs at random, of
/// curves that differ, that derive nothing, and peers of small order.
#[test]
fn secrets_are_those_of_single_keys() {
    let (mut random, keys) = (Random::seeded("batch of secrets"), keys());
    let mut peers: Vec<PublicKey> = keys.iter().map(|key| key.public_key().clone()).collect();
    let small =
        PublicKey::from_bytes(Algorithm::X25519, &[0; 32]).expect("taken, as RFC 7748 says");
    peers.push(small);
    let (mut good, mut bad) = (0, 0);
    for size in sizes() {
        let mut items: Vec<(&PrivateKey, &PublicKey)> = Vec::new();
        while items.len() < size {
            let (key, peer) = (&keys[random.below(keys.len())], &peers[random.below(peers.len())]);
            if key.algorithm() == peer.algorithm() || random.below(16) == 0 {
                items.push((key, peer));
            }
        }
        let secrets = Batch::new().threads(1 + size % 3).derive(&items);
        assert_eq!(secrets.len(), size);
        for ((key, peer), secret) in items.into_iter().zip(secrets) {
            let name = format!("{} with {peer:?}", key.algorithm());
            match (secret, key.derive(peer)) {
                (Ok(batch), Ok(single)) => {
                    assert_eq!(batch.as_bytes(), single.as_bytes(), "{name}");
                    good += 1;
                }
                (batch, single) => {
                    assert_eq!(batch.err(), single.err(), "{name}");
                    bad += 1;
                }
            }
        }
    }
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

/// Goal: keys of a batch are whole, of the algorithm asked for, and all different.
#[test]
fn fresh_keys_are_whole_and_different() {
    let mut random = Random::seeded("batch of keys");
    for size in sizes() {
        let algorithms: Vec<Algorithm> =
            (0..size).map(|_| Algorithm::ALL[random.below(Algorithm::ALL.len())]).collect();
        let keys = Batch::new().threads(1 + size % 3).keygen(&algorithms);
        assert_eq!(keys.len(), size);
        let mut seen = Vec::new();
        for (algorithm, key) in algorithms.into_iter().zip(keys) {
            let key = key.expect("randomness");
            assert_eq!(key.algorithm(), algorithm);
            let again = PrivateKey::from_bytes(algorithm, &key.to_bytes()).expect("in range");
            assert_eq!(again.public_key(), key.public_key(), "{algorithm}");
            seen.push(key.to_bytes().to_vec());
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), size, "a key twice");
    }
}

/// Goal: one bad item, in each place, is named exactly, and the others are what they are alone.
/// Method: nine items of one curve, one of them bad in each way there is.
#[test]
fn one_bad_item_harms_no_other() {
    let [key, other, ed25519] = [Algorithm::EcP256, Algorithm::EcP256, Algorithm::Ed25519]
        .map(|algorithm| PrivateKey::generate(algorithm).expect("randomness"));
    let ecdsa = Scheme::Ecdsa(Hash::Sha256);
    let good = key.sign(b"message", ecdsa, Nonces::Deterministic).expect("signs");
    let foreign = ed25519.sign(b"message", Scheme::PURE_EDDSA, Nonces::Hedged).expect("signs");
    let halves = good.to_bytes();
    let changed = |at: usize| {
        let mut bytes = halves.clone();
        bytes[at] ^= 1;
        Signature::from_bytes(Algorithm::EcP256, &bytes).expect("in range")
    };
    let (first, second) = (changed(31), changed(63));
    let public = key.public_key();
    let bad = [
        VerifyItem::new(public, b"message", ecdsa, &first),
        VerifyItem::new(public, b"message", ecdsa, &second),
        VerifyItem::new(public, b"messages", ecdsa, &good),
        VerifyItem::new(public, b"message", Scheme::Ecdsa(Hash::Sha384), &good),
        VerifyItem::new(public, b"message", Scheme::Bip340, &good),
        VerifyItem::new(public, b"message", ecdsa, &foreign),
        VerifyItem::new(other.public_key(), b"message", ecdsa, &good),
        VerifyItem::new(ed25519.public_key(), b"message", Scheme::PURE_EDDSA, &good),
    ];
    for (place, bad) in (0..9).flat_map(|place| bad.iter().map(move |bad| (place, bad))) {
        let mut items = [VerifyItem::new(public, b"message", ecdsa, &good); 9];
        items[place] = *bad;
        let verdicts: Vec<bool> = verify_batch(&items).iter().map(Result::is_ok).collect();
        let expected: Vec<bool> = (0..9).map(|at| at != place).collect();
        assert_eq!(verdicts, expected);
    }
    let wrong = [Scheme::Bip340, Scheme::PURE_EDDSA];
    for (place, scheme) in (0..9).flat_map(|place| wrong.map(|scheme| (place, scheme))) {
        let fine = SignItem::new(&key, b"message", ecdsa, Nonces::Deterministic);
        let mut items = [fine; 9];
        items[place] = SignItem::new(&key, b"message", scheme, Nonces::Hedged);
        for (at, signed) in sign_batch(&items).into_iter().enumerate() {
            let expected = if at == place { Err(SignError::Unsupported) } else { Ok(good.clone()) };
            assert_eq!(signed, expected);
        }
    }
}

/// Goal: hedged nonces differ, from each other and from one batch to the next, and what is made
/// with them verifies. Method: one message, one key, more signatures than a group has.
#[test]
fn hedged_signatures_differ_and_verify() {
    for (algorithm, scheme) in
        [(Algorithm::EcP256, Scheme::Ecdsa(Hash::Sha256)), (Algorithm::EcSecp256k1, Scheme::Bip340)]
    {
        let key = PrivateKey::generate(algorithm).expect("randomness");
        let hedged = SignItem::new(&key, b"message", scheme, Nonces::Hedged);
        let plain = SignItem::new(&key, b"message", scheme, Nonces::Deterministic);
        let items: Vec<SignItem> =
            (0..300).map(|at| if at % 50 == 7 { plain } else { hedged }).collect();
        let mut firsts = Vec::new();
        for signed in [sign_batch(&items), Batch::new().threads(2).sign(&items)] {
            let signed: Vec<Signature> = signed.into_iter().map(|it| it.expect("signs")).collect();
            let to_verify = |it| VerifyItem::new(key.public_key(), b"message", scheme, it);
            let to_verify: Vec<VerifyItem> = signed.iter().map(to_verify).collect();
            assert!(verify_batch(&to_verify).iter().all(Result::is_ok));
            firsts.extend(signed.iter().map(|it| it.to_bytes()[..32].to_vec()));
        }
        firsts.sort();
        firsts.dedup();
        // Those without random bytes are one and the same, all twelve.
        assert_eq!(firsts.len(), 2 * 294 + 1, "{algorithm}");
    }
}

/// Goal: the check before release takes back the faulty signatures of a batch and no others, with
/// tables of the keys and without. Method: private keys beside public keys that are not theirs;
/// batches long enough for tables of both.
#[test]
fn faulty_signatures_are_taken_back_alone() {
    use Algorithm::{EcP256, EcP384, Ed448, Ed25519};
    let check = SignOptions { nonces: Nonces::Hedged, low_s: true, check: true };
    let plain = SignOptions { check: false, ..check };
    for algorithm in [EcP256, EcP384, Ed25519, Ed448] {
        let scheme = algorithm.usual_scheme().expect("it signs");
        let [key, other] = [(); 2].map(|()| PrivateKey::generate(algorithm).expect("randomness"));
        let faulty = with_public_of(&key, other.public_key());
        let items: Vec<SignItem> = (0..1000)
            .map(|at| {
                let key = if at % 3 == 0 { &faulty } else { &key };
                let options = if at % 2 == 0 { check } else { plain };
                SignItem::new(key, b"message", scheme, options)
            })
            .collect();
        let mut tables = KeyTables::new(4 << 20);
        let with_tables = Batch::new().sign_with(&mut tables, &items);
        let lanes = backend::lane_names().any(|name| name == backend::current_batch());
        assert_eq!(tables.keys(), if lanes { 2 } else { 0 }, "{algorithm}");
        let plainly = sign_batch(&items[..40]).into_iter().enumerate();
        for (at, signed) in plainly.chain(with_tables.into_iter().enumerate()) {
            let expected = (at % 6 == 0).then_some(SignError::Fault);
            assert_eq!(signed.as_ref().err(), expected.as_ref(), "{algorithm} {at}");
            if let Ok(signed) = signed {
                assert_eq!(signed.require_low_s(), Ok(()));
            }
        }
    }
}

/// Goal: nothing asked for is nothing done.
#[test]
fn empty_batches_are_empty() {
    assert!(sign_batch(&[]).is_empty() && verify_batch(&[]).is_empty());
    assert!(keygen_batch(&[]).is_empty() && derive_batch(&[]).is_empty());
    assert!(Batch::new().threads(0).keygen(&[]).is_empty());
}
