//! Deterministic signatures of RFC 6979, appendix A.2, by the reference and by the library, and
//! the parts of a digest and of a stream that make a scalar.

use num_bigint::BigUint;
use sealane::ecc::{Algorithm, PrivateKey, Scheme, Signature};
use sealane::{Digest, Hash, Nonces, SignError, hooks};
use testkit::cases::hex;
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::{hash, nonce};
use testkit::vectors::{DeterministicTable, deterministic_table, read};

/// The published tables: appendices A.2.3 to A.2.7.
const TABLES: [(Algorithm, &str); 5] = [
    (Algorithm::EcP192, "rfc6979-p192.txt"),
    (Algorithm::EcP224, "rfc6979-p224.txt"),
    (Algorithm::EcP256, "rfc6979-p256.txt"),
    (Algorithm::EcP384, "rfc6979-p384.txt"),
    (Algorithm::EcP521, "rfc6979-p521.txt"),
];

fn tables() -> impl Iterator<Item = (Algorithm, Group, DeterministicTable)> {
    TABLES.iter().map(|&(algorithm, file)| {
        let table = deterministic_table(&read(file));
        assert_eq!(table.cases.len(), 10, "{file}");
        (algorithm, Group::of(algorithm), table)
    })
}

fn key(algorithm: Algorithm, group: &Group, x: &BigUint) -> PrivateKey {
    PrivateKey::from_bytes(algorithm, &group.scalar(x)).expect("a scalar in 1..n")
}

/// Goal: the reference is right. Nonce and signature of each published row.
#[test]
fn the_reference_gives_the_published_tables() {
    for (_, group, table) in tables() {
        assert_eq!(table.q, group.n);
        assert_eq!(group.public(&table.x), table.u);
        for case in &table.cases {
            let row = hash::by_name(&case.hash);
            let digest = (row.of)(case.message.as_bytes());
            let (signature, k) = group.sign_deterministic(&table.x, &digest, &[], row);
            let what = format!("{} {} {}", group.name, case.hash, case.message);
            assert_eq!(
                (signature, k),
                ((case.r.clone(), case.s.clone()), case.k.clone()),
                "{what}"
            );
        }
    }
}

/// Goal: the library is right, from message bytes to signature bytes, for each published row.
#[test]
fn the_library_gives_the_published_tables() {
    for (algorithm, group, table) in tables() {
        let key = key(algorithm, &group, &table.x);
        assert_eq!(key.public_key().to_sec1(false), group.uncompressed(&table.u));
        for case in &table.cases {
            let hash = Hash::from_name(&case.hash).expect("a hash of the table");
            let message = case.message.as_bytes();
            let digest = Digest::of(hash, message);
            let signed = key.sign(message, Scheme::Ecdsa(hash), Nonces::Deterministic);
            let signature = hooks::sign_deterministic(&key, &digest).expect("no half is zero");
            let expected =
                if hash.signs() { Ok(signature.clone()) } else { Err(SignError::HashRefused) };
            assert_eq!(signed, expected, "{} {}", group.name, case.hash);
            let published = group.raw(&(case.r.clone(), case.s.clone()));
            assert_eq!(signature.to_bytes(), published, "{} {}", group.name, case.hash);
            assert_eq!(key.public_key().verify(message, Scheme::Ecdsa(hash), &signature), Ok(()));
            let k = hooks::deterministic_nonce(&key, &digest);
            assert_eq!(k, group.scalar(&case.k), "{} {}", group.name, case.hash);
        }
    }
}

/// Goal: every hash on every curve gives the reference's nonce, for keys and messages at random and
/// at the edges; and its signature, once for each pair.
#[test]
fn every_hash_agrees_with_the_reference() {
    let mut random = Random::seeded("every_hash_agrees_with_the_reference");
    for (algorithm, group) in Group::all() {
        for row in hash::HASHES {
            let hash = Hash::from_name(row.name).unwrap_or_else(|| panic!("no {}", row.name));
            for round in 0..8 {
                let d = match round {
                    0 => BigUint::from(1u32),
                    1 => &group.n - 1u32,
                    _ => random.structured(&(&group.n - 1u32)) + 1u32,
                };
                let length = random.below(200);
                let message = random.bytes(length);
                let key = key(algorithm, &group, &d);
                let what = format!("{} {} with d = {d:x}", group.name, row.name);
                let digest = (row.of)(&message);
                let k = nonce::candidates(&d, &group.n, &digest, &[], row).next().expect("endless");
                let ours = hooks::deterministic_nonce(&key, &Digest::of(hash, &message));
                assert_eq!(ours, group.scalar(&k), "{what}");
                if round == 2 {
                    let pair = group.sign(&d, &digest, &k).expect("no half is zero");
                    let digest = Digest::of(hash, &message);
                    let signature = hooks::sign_deterministic(&key, &digest).expect("signs");
                    assert_eq!(signature.to_bytes(), group.raw(&pair), "{what}");
                }
            }
        }
    }
}

/// Goal: nonces under a SHAKE are made with HMAC, not with the KMAC of RFC 8692. Method: both, of
/// `sample` under the key of A.2.5, by a program that shares nothing with this one (Python's
/// `hashlib`, and a Keccak that gives the first sample of KMAC128 of NIST).
#[test]
fn nonces_under_shake_are_made_with_hmac() {
    let x = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
    let x = BigUint::parse_bytes(x.as_bytes(), 16).expect("a number");
    let key = key(Algorithm::EcP256, &Group::of(Algorithm::EcP256), &x);
    for (hash, by_hmac, by_kmac) in [
        (
            Hash::Shake128,
            "e3cf53aec834cd92e3ae93ec23682472b1f53e62653bf66a55361fd491deab4f",
            "c788484ff6798668007fc0e7573af5e948effa4411b1b43bc76fb4bb5b76164e",
        ),
        (
            Hash::Shake256,
            "7b689d08fee7ac3bcfba86d111aa5fba6df16fdf876aff8c1afee1ec0bcccdb4",
            "abee612a194a4cce43eb6fcac9ba861eb638a0b2a04698db1cee76372099c9c0",
        ),
    ] {
        let nonce = hex(&hooks::deterministic_nonce(&key, &Digest::of(hash, b"sample")));
        assert_eq!(nonce, by_hmac, "{hash}");
        assert_ne!(nonce, by_kmac, "{hash}");
    }
}

/// Goal: a raw digest of any length is cut to its leftmost bits. Lengths about the order's, where
/// the order is no whole number of bytes too.
#[test]
fn digests_are_cut_to_their_leftmost_bits() {
    let mut random = Random::seeded("digests_are_cut_to_their_leftmost_bits");
    for (algorithm, group) in Group::all() {
        let d = random.structured(&(&group.n - 1u32)) + 1u32;
        let q = Some(group.public(&d));
        let key = key(algorithm, &group, &d);
        let whole = group.order_bytes();
        for length in [0, 1, whole, whole + 1, 100] {
            for bytes in [vec![0xff; length], random.bytes(length)].into_iter().skip(length % 2) {
                let digest = Digest::raw(&bytes);
                let signature = key.sign_digest(&digest, Nonces::Hedged).expect("signs");
                let pair = group.read_raw(&signature.to_bytes());
                let good = group.verify(&q, &bytes, &pair);
                assert!(good, "{}, {length} bytes: {bytes:02x?}", group.name);
                assert_eq!(key.public_key().verify_digest(&digest, &signature), Ok(()));
            }
        }
    }
}

/// Goal: hedged nonces differ from call to call and from the deterministic one.
#[test]
fn hedged_signatures_differ() {
    for (algorithm, group) in Group::all() {
        let key = key(algorithm, &group, &BigUint::from(99u32));
        let digest = Digest::of(Hash::Sha256, b"the same message");
        let plain = key.sign_digest(&digest, Nonces::Deterministic).expect("signs");
        let mut seen: Vec<Signature> = vec![plain.clone()];
        for _ in 0..20 {
            let hedged = key.sign_digest(&digest, Nonces::Hedged).expect("signs");
            assert!(!seen.contains(&hedged));
            assert_eq!(key.public_key().verify_digest(&digest, &hedged), Ok(()));
            seen.push(hedged);
        }
        assert_eq!(key.sign_digest(&digest, Nonces::Deterministic).expect("signs"), plain);
    }
}

/// Goal: the loop over candidates is right. A published case whose first candidate is not below the
/// order, as chance has it once in 2^32: C2SP, CCTV, RFC6979, "wv[vnX" under the key of A.2.5.
#[test]
fn a_rejected_candidate_is_followed_by_the_right_one() {
    let table = deterministic_table(&read("rfc6979-p256.txt"));
    let (group, message) = (Group::of(Algorithm::EcP256), b"wv[vnX");
    let row = hash::by_name("SHA-256");
    let digest = (row.of)(message);
    // The first candidate, by the definition, is at or above the order: the case is what it says.
    let (n, any) = (&group.n, BigUint::from(1u32) << 256);
    let first = nonce::candidates_below(&table.x, n, &any, &digest, &[], row).next();
    assert!(first.is_some_and(|first| first >= *n), "nothing is rejected here");
    let (pair, k) = group.sign_deterministic(&table.x, &digest, &[], row);
    let nonce = "2ae40df9d9dab61d688de3dcb9867a98ecc70dd4d6c0f6c228b6e4e0b18b29bc";
    assert_eq!(hex(&group.scalar(&k)), nonce);
    let published = "efd9073b652e76da1b5a019c0e4a2e3fa529b035a6abb91ef67f0ed7a1f21234\
                     3db4706c9d9f4a4fe13bb5e08ef0fab53a57dbab2061c83a35fa411c68d2ba33";
    assert_eq!(hex(&group.raw(&pair)), published);
    let key = key(Algorithm::EcP256, &group, &table.x);
    let signature = key.sign(message, Scheme::Ecdsa(Hash::Sha256), Nonces::Deterministic);
    assert_eq!(hex(&signature.expect("signs").to_bytes()), published);
}

/// Goal: a rejected candidate is met by chance on a curve whose order leaves room for it, and is
/// followed by the right one: on brainpoolP256r1 every third is refused (the order is 0.66 of
/// 2^256), on brainpoolP384r1 and P512r1 nearly as many.
#[test]
fn rejected_candidates_are_met_on_every_brainpool_curve() {
    let row = hash::by_name("SHA-256");
    for algorithm in
        [Algorithm::EcBrainpoolP256r1, Algorithm::EcBrainpoolP384r1, Algorithm::EcBrainpoolP512r1]
    {
        let group = Group::of(algorithm);
        let d = BigUint::from(0x00c0_ffeeu32);
        let key = key(algorithm, &group, &d);
        let all = BigUint::from(1u32) << group.n.bits();
        let mut rejected = 0;
        for message in 0u8..60 {
            let digest = (row.of)(&[message]);
            let k = nonce::candidates(&d, &group.n, &digest, &[], row).next().expect("endless");
            let first = nonce::candidates_below(&d, &group.n, &all, &digest, &[], row).next();
            rejected += u32::from(first.as_ref() != Some(&k));
            let ours = hooks::deterministic_nonce(&key, &Digest::of(Hash::Sha256, &[message]));
            assert_eq!(ours, group.scalar(&k), "{}, message {message}", group.name);
        }
        assert!((5..40).contains(&rejected), "{}: {rejected} of 60 refused", group.name);
    }
}

/// Goal: on P-521 no candidate is thrown away for bits above the order's 521: taken as 528 bits
/// all but one in 128 would be refused, cut to 521 about none is. 200 digests: the nonce is always
/// the first candidate, and its top bit is set about every second time (CVE-2024-31497 had nine
/// top bits always zero).
#[test]
fn p521_candidates_are_cut_and_not_wasted() {
    let group = Group::of(Algorithm::EcP521);
    let all = BigUint::from(1u32) << 521;
    let row = hash::by_name("SHA-512");
    let d = BigUint::from(0x0521_0521u32);
    let key = key(Algorithm::EcP521, &group, &d);
    let mut high = 0;
    for message in 0u8..200 {
        let digest = (row.of)(&[message]);
        let first = nonce::candidates_below(&d, &group.n, &all, &digest, &[], row).next();
        let first = first.expect("endless");
        let ours = hooks::deterministic_nonce(&key, &Digest::of(Hash::Sha512, &[message]));
        assert_eq!(ours, group.scalar(&first), "message {message}");
        high += u32::from(first.bit(520));
    }
    assert!((60..140).contains(&high), "{high} of 200 nonces have their top bit set");
}

/// Goal: a digest without a hash makes its nonces with SHA-256, whatever its length.
#[test]
fn raw_digests_make_nonces_with_sha256() {
    let mut random = Random::seeded("raw_digests_make_nonces_with_sha256");
    for (algorithm, group) in Group::all() {
        let d = BigUint::from(77u32);
        for length in [1, 20, 32, 48, 64, 66] {
            let bytes = random.bytes(length);
            let row = hash::by_name("SHA-256");
            let k = nonce::candidates(&d, &group.n, &bytes, &[], row).next().expect("endless");
            let digest = Digest::raw(&bytes);
            let ours = hooks::deterministic_nonce(&key(algorithm, &group, &d), &digest);
            assert_eq!(ours, group.scalar(&k), "{}, {length} bytes", group.name);
        }
    }
}
