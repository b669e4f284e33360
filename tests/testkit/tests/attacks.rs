//! The rest of the attacks on elliptic curves that worked somewhere: on Edwards curves and their
//! partners, on random bytes and on readers of documents. `docs/attacks.md` lists all of them and
//! the test of each.

use num_bigint::BigUint;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{DecodeError, DeriveError, Digest, Hash, Nonces, hooks};
use std::collections::HashSet;
use std::path::Path;
use testkit::documents::{element, explicit_spki, unhex};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::{hash, nonce};

/// Every algorithm that signs with its scheme, BIP 340 too.
fn signing() -> impl Iterator<Item = (Algorithm, Scheme<'static>)> {
    let usual = Algorithm::ALL.iter().filter_map(|row| Some((*row, row.usual_scheme()?)));
    usual.chain([(Algorithm::EcSecp256k1, Scheme::Bip340)])
}

fn new_key(algorithm: Algorithm) -> PrivateKey {
    PrivateKey::generate(algorithm).expect("randomness")
}

fn read(algorithm: Algorithm, scheme: Scheme<'_>, bytes: &[u8]) -> Result<Signature, DecodeError> {
    match scheme {
        Scheme::Bip340 => Signature::from_bip340_bytes(algorithm, bytes),
        _ => Signature::from_bytes(algorithm, bytes),
    }
}

/// Goal: signatures of one repeated byte, and good ones with a half of zeros, are none, by any
/// scheme (CVE-2022-21449 was such a one).
#[test]
fn blank_signatures_verify_nothing() {
    for (algorithm, scheme) in signing() {
        let key = new_key(algorithm);
        let good = key.sign(b"message", scheme, Nonces::Hedged).expect("signs").to_bytes();
        let half = good.len() / 2;
        let mut blanks: Vec<Vec<u8>> =
            [0, 1, 0x7f, 0x80, 0xff].iter().map(|byte| vec![*byte; good.len()]).collect();
        blanks.push([&vec![0; half], &good[half..]].concat());
        blanks.push([&good[..half], &vec![0; half]].concat());
        for blank in blanks {
            let Ok(signature) = read(algorithm, scheme, &blank) else { continue };
            for message in [&b"message"[..], b"", &[0; 64]] {
                let verdict = key.public_key().verify(message, scheme, &signature);
                assert!(verdict.is_err(), "{algorithm} {scheme:?}: {blank:02x?}");
            }
        }
    }
}

/// Goal: `R` of EdDSA and BIP 340 is another for each message and each variant; with fresh random
/// bytes BIP 340 has another for one message too. A repeated one gives the key away.
#[test]
fn commitments_never_repeat() {
    for (algorithm, scheme) in signing().filter(|(_, it)| !matches!(it, Scheme::Ecdsa(_))) {
        let key = new_key(algorithm);
        let variants: Vec<Scheme> = match scheme {
            Scheme::Bip340 => vec![scheme],
            _ => [(None, false), (Some(&b"a"[..]), false), (None, true), (Some(b"a"), true)]
                .map(|(context, prehashed)| Scheme::EdDsa { context, prehashed })
                .to_vec(),
        };
        let mut seen = HashSet::new();
        for i in 0u32..100 {
            for variant in &variants {
                let signature = key.sign(&i.to_be_bytes(), *variant, Nonces::Hedged);
                let bytes = signature.expect("signs").to_bytes();
                assert!(seen.insert(bytes[..bytes.len() / 2].to_vec()), "{algorithm} {variant:?}");
            }
            if scheme == Scheme::Bip340 {
                let signature = key.sign(&[7], scheme, Nonces::Hedged).expect("signs");
                assert!(seen.insert(signature.to_bytes()[..32].to_vec()), "one message");
            }
        }
    }
}

/// Goal: when the source of random bytes gives zeros, or the same again, hedged nonces are what RFC
/// 6979 makes of these as additional data: right by the reference, different for each message.
#[test]
fn hedged_nonces_survive_bad_random_bytes() {
    let row = hash::by_name("SHA-256");
    for (algorithm, group) in Group::all() {
        let d = BigUint::from(0x0005_eed5u32);
        let key = PrivateKey::from_bytes(algorithm, &group.scalar(&d)).expect("in range");
        let mut seen = HashSet::new();
        for bytes in [[0; 32], [0xff; 32]] {
            for i in 0u32..50 {
                let digest = (row.of)(&i.to_be_bytes());
                let ours = Digest::from_bytes(Hash::Sha256, &digest).expect("32 bytes");
                let k = hooks::hedged_nonce(&key, &ours, &bytes);
                let right = nonce::candidates(&d, &group.n, &digest, &bytes, row).next();
                assert_eq!(k, group.scalar(&right.expect("never ends")), "{algorithm}");
                assert_ne!(k, hooks::deterministic_nonce(&key, &ours), "{algorithm}");
                assert!(seen.insert(k), "{algorithm}: a nonce repeats at {i}");
            }
        }
    }
}

/// Goal: documents made to be slow are refused before anything is computed from them: an object
/// identifier of half a million numbers (CVE-2023-2650), and explicit parameters whose prime is
/// composite, over which a square root may never end (CVE-2022-0778). Method: a thousand of each;
/// with a quadratic reader or a root among them the test would not end.
#[test]
fn slow_documents_are_refused_at_once() {
    let long = |tag: u8, contents: &[u8]| {
        let length = (contents.len() as u32).to_be_bytes();
        [&[tag, 0x83], &length[1..], contents].concat()
    };
    let oid = long(6, &vec![0x81; 1 << 19].iter().copied().chain([1]).collect::<Vec<u8>>());
    let bits = element(3, &[&[0, 2], &[1; 32]]);
    let named = long(0x30, &[&long(0x30, &oid)[..], &bits].concat());
    let inner = [&unhex("06072a8648ce3d0201")[..], &oid].concat();
    let curve = long(0x30, &[&long(0x30, &inner)[..], &bits].concat());
    for _ in 0..1000 {
        for document in [&named, &curve] {
            assert_eq!(PublicKey::from_spki_der(document), Err(DecodeError::KeyEncoding));
        }
    }
    for (algorithm, group) in Group::all() {
        let mut composite = group.clone();
        composite.curve.p = &group.curve.p - 2u32;
        let point = [&[2][..], &vec![1; group.field_bytes()]].concat();
        let document = explicit_spki(&composite, &point);
        for _ in 0..1000 {
            let refusal = PublicKey::from_spki_der(&document);
            assert_eq!(refusal, Err(DecodeError::CurveUnsupported), "{algorithm}");
        }
    }
}

/// Goal: secrets of X25519 and X448 are as long as the field, whatever zeros they end with (being
/// little-endian), on both sides. Secrets with a zero at an end, found by trying.
#[test]
fn octet_secrets_keep_their_zeros() {
    for algorithm in [Algorithm::X25519, Algorithm::X448] {
        let peer = new_key(algorithm);
        let mut found = [false; 2];
        while found != [true; 2] {
            let key = new_key(algorithm);
            let secret = key.derive(peer.public_key()).expect("no small order");
            let bytes = secret.as_bytes();
            assert_eq!(bytes.len(), algorithm.field_bytes());
            let ends = [bytes[0], bytes[bytes.len() - 1]].map(|byte| byte == 0);
            if ends.contains(&true) {
                let other_side = peer.derive(key.public_key()).expect("no small order");
                assert_eq!(other_side.as_bytes(), bytes);
            }
            found = [found[0] || ends[0], found[1] || ends[1]];
        }
    }
}

/// Goal: keys of one algorithm are nothing to another over the same curve or of the same length:
/// no agreement and no verification across, and no scheme of another's.
#[test]
fn keys_do_not_cross_algorithms() {
    let keys: Vec<PrivateKey> = Algorithm::ALL.iter().map(|row| new_key(*row)).collect();
    for (ours, theirs) in keys.iter().flat_map(|a| keys.iter().map(move |b| (a, b))) {
        if ours.algorithm() == theirs.algorithm() {
            continue;
        }
        let refusal = ours.derive(theirs.public_key()).err();
        assert!(
            matches!(refusal, Some(DeriveError::KeyCurveMismatch | DeriveError::Unsupported)),
            "{} {}",
            ours.algorithm(),
            theirs.algorithm()
        );
        let Some(scheme) = ours.algorithm().usual_scheme() else { continue };
        let signature = ours.sign(b"message", scheme, Nonces::Hedged).expect("signs");
        let verdict = theirs.public_key().verify(b"message", scheme, &signature);
        assert!(verdict.is_err(), "{} {}", ours.algorithm(), theirs.algorithm());
    }
}

/// Goal: nothing is signed with another public key than the private key's: documents that bring one
/// along are refused, for every algorithm whose documents can (the double public key of EdDSA).
#[test]
fn foreign_public_keys_are_refused() {
    for algorithm in [Algorithm::Ed25519, Algorithm::Ed448, Algorithm::X25519, Algorithm::X448] {
        let (key, other) = (new_key(algorithm), new_key(algorithm));
        let der = key.to_pkcs8_der();
        let version_2 = |public: &[u8]| {
            // Behind the outer header: version, algorithm, octets.
            let body = [&[2, 1, 1], &der[5..]].concat();
            element(0x30, &[&body, &element(0x81, &[&[0], public])])
        };
        let own = version_2(&key.public_key().to_bytes());
        assert!(PrivateKey::from_pkcs8_der(&own).is_ok(), "{algorithm}");
        let foreign = version_2(&other.public_key().to_bytes());
        let refusal = PrivateKey::from_pkcs8_der(&foreign).err();
        assert_eq!(refusal, Some(DecodeError::KeyMismatch), "{algorithm}");
    }
}

/// Goal: no bit of a good signature can change, nor of the public key, by any scheme.
#[test]
fn every_bit_of_a_signature_counts() {
    let mut random = Random::seeded("every_bit_of_a_signature_counts");
    for (algorithm, scheme) in signing() {
        let key = new_key(algorithm);
        let public = key.public_key();
        let good = key.sign(b"message", scheme, Nonces::Hedged).expect("signs").to_bytes();
        assert_eq!(
            public.verify(b"message", scheme, &read(algorithm, scheme, &good).unwrap()),
            Ok(())
        );
        for _ in 0..60 {
            let bit = random.below(8 * good.len());
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let Ok(signature) = read(algorithm, scheme, &bad) else { continue };
            let verdict = public.verify(b"message", scheme, &signature);
            assert!(verdict.is_err(), "{algorithm} {scheme:?}: bit {bit}");
        }
    }
}

/// Returns how many tests a table names, and those of them that are not there.
fn named_tests(table: &str, source: impl Fn(&str) -> Option<String>) -> (usize, Vec<String>) {
    let mut missing = vec![];
    let mut count = 0;
    for line in table.lines().filter(|line| line.starts_with('|')) {
        let Some(cell) = line.trim_end_matches('|').rsplit('|').next() else { continue };
        let mut file = String::new();
        for word in cell.split('`').skip(1).step_by(2) {
            if word.contains('/') || word.contains('.') {
                file = word.to_owned();
                if source(&file).is_none() {
                    missing.push(file.clone());
                }
                continue;
            }
            count += 1;
            let there = source(&file).is_some_and(|text| text.contains(&format!("fn {word}(")));
            if !there {
                missing.push(format!("{file}: {word}"));
            }
        }
    }
    (count, missing)
}

/// Goal: every row of `docs/attacks.md` names tests that are there; and this check says no.
#[test]
fn every_attack_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = |file: &str| std::fs::read_to_string(root.join(file)).ok();
    let table = source("docs/attacks.md").expect("the table");
    let (count, missing) = named_tests(&table, source);
    assert!(missing.is_empty(), "{missing:?}");
    assert!(count > 40, "{count} tests");
    let planted = "| an attack | `docs/attacks.md` `no_such_test` `none.rs` |";
    let (_, missing) = named_tests(planted, source);
    assert_eq!(missing, ["docs/attacks.md: no_such_test", "none.rs"]);
}
