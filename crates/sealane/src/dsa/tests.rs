//! Published signatures on every machine, documents, and what is refused.

use super::*;
use crate::backend;
use crate::samples::hex;
use std::vec::Vec;

/// The tables of RFC 6979, appendices A.2.1 and A.2.2.
const TABLES: [&str; 2] = [
    include_str!("../../../../tests/vectors/rfc6979-dsa1024.txt"),
    include_str!("../../../../tests/vectors/rfc6979-dsa2048.txt"),
];

/// The values of a table that bear this name, in order.
fn values(table: &str, name: &str) -> Vec<Vec<u8>> {
    let lines = table.lines().filter_map(|line| line.split_once(" = "));
    lines.filter(|(of, _)| *of == name).map(|(_, value)| hex(value)).collect()
}

fn number(table: &str, name: &str) -> Vec<u8> {
    values(table, name).remove(0)
}

fn parameters(table: &str) -> Parameters {
    let [p, q, g] = ["p", "q", "g"].map(|name| number(table, name));
    Parameters::from_numbers(&p, &q, &g).expect("they are good")
}

fn key(table: &str) -> PrivateKey {
    PrivateKey::from_number(&parameters(table), &number(table, "x")).expect("it is in range")
}

/// The key of RFC 6979, appendix A.2.2.
pub(crate) fn rfc_6979_key() -> PrivateKey {
    key(TABLES[1])
}

/// The hash and the message of each signature of a table.
fn signed(table: &str) -> impl Iterator<Item = (Hash, &str)> {
    let lines = table.lines().filter_map(|line| line.strip_prefix("With "));
    lines.map(|line| {
        let (hash, message) = line.split_once(", message = \"").expect("it is a head");
        (Hash::from_name(hash).expect("there is one"), message.trim_end_matches("\":"))
    })
}

/// Goal: the published signatures are made and verified, on every machine, with SHA-1 and 1024 bits
/// too, which the public way in refuses.
#[test]
fn published_signatures_are_made_and_verified() {
    let _alone = backend::FORCED.write();
    for table in TABLES {
        let key = key(table);
        assert_eq!(key.public_key().number(), number(table, "y"));
        let halves: Vec<Vec<u8>> = values(table, "r")
            .iter()
            .zip(values(table, "s"))
            .map(|(r, s)| [r, &s[..]].concat())
            .collect();
        assert_eq!(signed(table).count(), 10);
        for name in backend::lane_names().chain(backend::names()) {
            backend::force(name).expect("it is available");
            for ((hash, message), expected) in signed(table).zip(&halves) {
                let digest = Digest::of(hash, message.as_bytes());
                let signature = key.sign_any(&digest, None);
                assert_eq!(signature.to_bytes(), *expected, "{name} {hash} {message}");
                let verify = |message: &[u8]| key.public_key().verify(message, hash, &signature);
                assert_eq!(verify(message.as_bytes()), Ok(()), "{name} {hash}");
                assert_eq!(verify(b"another"), Err(BadSignature), "{name} {hash}");
            }
        }
        let best = backend::lane_names().next().expect("there is one");
        backend::force(best).expect("it is available");
    }
}

/// Goal: the public way in signs as published, hedges, and refuses what is not to be signed with.
#[test]
fn signing_refuses_what_is_too_weak() {
    let [short, long] = TABLES.map(key);
    let refused = short.sign(b"sample", Hash::Sha256, Nonces::Hedged);
    assert_eq!(refused, Err(SignError::Unsupported));
    let refused = long.sign(b"sample", Hash::Sha1, Nonces::Hedged);
    assert_eq!(refused, Err(SignError::HashRefused));
    let sign = |nonces| long.sign(b"sample", Hash::Sha384, nonces).expect("it signs");
    assert_eq!(sign(Nonces::Deterministic), sign(Nonces::Deterministic));
    assert_ne!(sign(Nonces::Hedged), sign(Nonces::Hedged));
    let checked = SignOptions { check: true, ..SignOptions::default() };
    let signature = long.sign(b"sample", Hash::Sha384, checked).expect("it signs");
    assert_eq!(long.public_key().verify(b"sample", Hash::Sha384, &signature), Ok(()));
}

/// Goal: documents of keys and signatures come back as they were.
#[test]
fn documents_come_back() {
    for table in TABLES {
        let key = key(table);
        let public = key.public_key();
        let again = PrivateKey::from_pem(&key.to_pkcs8_pem()).expect("it is good");
        assert_eq!(again.public_key(), public);
        assert_eq!(*again.to_pkcs8_der(), *key.to_pkcs8_der());
        assert_eq!(PublicKey::from_pem(&public.to_spki_pem()).as_ref(), Ok(public));
        let signature = key.sign_any(&Digest::of(Hash::Sha256, b"sample"), None);
        let parameters = public.parameters();
        assert_eq!(Signature::from_der(parameters, &signature.to_der()).as_ref(), Ok(&signature));
        assert_eq!(
            Signature::from_bytes(parameters, &signature.to_bytes()).as_ref(),
            Ok(&signature)
        );
    }
}

/// A big-endian number plus a small one.
fn plus(number: &[u8], more: i16) -> Vec<u8> {
    let mut out = number.to_vec();
    let mut carry = more;
    for byte in out.iter_mut().rev() {
        carry += i16::from(*byte);
        *byte = carry.rem_euclid(256) as u8;
        carry = carry.div_euclid(256);
    }
    out
}

/// Goal: of domain parameters nothing is believed. Method: each number changed; the element of
/// order 1 and those of order 2 and of the whole group; numbers just inside and outside of a range.
#[test]
fn bad_parameters_and_keys_are_refused() {
    for table in TABLES {
        let [p, q, g, y] = ["p", "q", "g", "y"].map(|name| number(table, name));
        let take = |p: &[u8], q: &[u8], g: &[u8]| Parameters::from_numbers(p, q, g).map(|_| ());
        let bad = Err(DecodeError::KeyDsaParameters);
        assert_eq!(take(&p, &q, &g), Ok(()));
        assert_eq!(take(&plus(&p, 2), &q, &g), bad);
        assert_eq!(take(&plus(&p, 1), &q, &g), bad);
        assert_eq!(take(&p, &plus(&q, 2), &g), bad);
        assert_eq!(take(&p, &plus(&q, -1), &g), bad);
        for g in [&[0][..], &[1], &[2], &plus(&p, -1), &plus(&p, 1), &p] {
            assert_eq!(take(&p, &q, g), bad);
        }
        let short = take(&p[1..], &q, &g).expect_err("it is refused");
        assert_eq!(short.code(), "KEY_DSA_LENGTHS");
        let parameters = parameters(table);
        let public = |y: &[u8]| PublicKey::from_number(&parameters, y).map(|_| ());
        assert_eq!(public(&y), Ok(()));
        assert_eq!(public(&[&[0], &y[..]].concat()), Ok(()));
        for y in [&[][..], &[1], &[2], &plus(&p, -1), &plus(&y, 1), &p, &[&[1], &y[..]].concat()] {
            assert_eq!(public(y), Err(DecodeError::KeyDsaPublic));
        }
        let private = |x: &[u8]| PrivateKey::from_number(&parameters, x).map(|_| ());
        assert_eq!(private(&[1]), Ok(()));
        assert_eq!(private(&plus(&q, -1)), Ok(()));
        for x in [&[][..], &[0], &q, &plus(&q, 1), &[1; 33]] {
            assert_eq!(private(x), Err(DecodeError::KeyRange));
        }
    }
}

/// Goal: halves outside `1..q` are no signature. Method: just inside and just outside.
#[test]
fn halves_out_of_range_are_refused() {
    let parameters = parameters(TABLES[1]);
    let q = number(TABLES[1], "q");
    let one = plus(&[0; 32], 1);
    let take =
        |r: &[u8], s: &[u8]| Signature::from_bytes(&parameters, &[r, s].concat()).map(|_| ());
    assert_eq!(take(&one, &plus(&q, -1)), Ok(()));
    for half in [&plus(&one, -1), &q, &plus(&q, 1)] {
        assert_eq!(take(half, &one), Err(DecodeError::SigInvalid));
        assert_eq!(take(&one, half), Err(DecodeError::SigInvalid));
    }
    assert_eq!(take(&one, &one[1..]), Err(DecodeError::SigLength { expected: 64, got: 63 }));
}

/// Goal: an element of order `q` that is the inverse of `g`'s power cancels it: both powers and
/// their product are right where the sum is 0. Method: `y = g` and `b = q - a`.
#[test]
fn a_product_may_be_one() {
    let _alone = backend::FORCED.write();
    let parameters = parameters(TABLES[1]);
    let (group, [_, q, g]) = (&*parameters.0, parameters.numbers());
    for name in backend::lane_names().chain(backend::names()) {
        backend::force(name).expect("it is available");
        let scalar = |bytes: &[u8]| bytes::from_be_bytes::<Scalar>(bytes);
        for a in [0, 1, 2, 255] {
            let (low, high) = (scalar(&plus(&[0; 32], a)), scalar(&plus(&q, -a)));
            let one = group.product_mod_order_vartime(&low, &g, &high);
            assert_eq!(one, [1, 0, 0, 0], "{name} {a}");
        }
    }
    let best = backend::lane_names().next().expect("there is one");
    backend::force(best).expect("it is available");
}

/// Goal: fresh parameters are good ones. Method: the checks of those from outside; a key of them.
#[test]
fn fresh_parameters_are_good() {
    let fresh = Parameters::generate(2048, 224).expect("there are some");
    let [p, q, g] = fresh.numbers();
    assert_eq!(Parameters::from_numbers(&p, &q, &g).as_ref(), Ok(&fresh));
    let key = PrivateKey::generate(&fresh).expect("there is one");
    let signature = key.sign(b"message", Hash::Sha256, Nonces::Hedged).expect("it signs");
    assert_eq!(key.public_key().verify(b"message", Hash::Sha256, &signature), Ok(()));
    assert_eq!(signature.to_bytes().len(), 56);
    for [bits, order] in [[1024, 160], [2048, 160], [3072, 224], [4096, 256]] {
        assert_eq!(Parameters::generate(bits, order), Err(SignError::Unsupported));
    }
}

/// Goal: numbers that there is no room for make no group; the length of a number does not count the
/// zeros before it.
#[test]
fn long_numbers_make_no_group() {
    use super::primitive::{bits_vartime, group};
    let [p, q, g] = ["p", "q", "g"].map(|name| number(TABLES[1], name));
    assert!(group(&p, &q, &g).is_some());
    let longer = |of: usize| [&[1][..], &alloc::vec![0; of]].concat();
    assert!(group(&p, &longer(size_of::<Scalar>()), &g).is_none());
    assert!(group(&p, &q, &longer(p.len())).is_none());
    for (bytes, bits) in
        [(&[][..], 0), (&[0, 0], 0), (&[0, 1], 1), (&[1, 0], 9), (&[0x80], 8), (&[0, 0x40, 1], 15)]
    {
        assert_eq!(bits_vartime(bytes), bits, "{bytes:?}");
    }
}

/// Goal: a signature with a zero half is none. Method: a message for which the sum is zero.
#[test]
fn a_zero_half_is_no_signature() {
    use super::primitive::{group, sign};
    let [p, q, g] = ["p", "q", "g"].map(|name| number(TABLES[1], name));
    let group = group(&p, &q, &g).expect("there is room");
    let order = group.q();
    let secret = |of: u64| Secret::new(core::array::from_fn(|i| if i == 0 { of } else { 0 }));
    let (x, k) = (secret(5), secret(7));
    let r = group.power_mod_order(&k).reveal("a test");
    let rx = order.mul(&order.encode(&x.map(|x| *x).reveal("a test")), &r);
    let zero = order.sub(&Scalar::default(), &rx);
    assert_eq!(sign(&*group, &x, &k, &zero), None);
    let other = order.add(&zero, &r);
    assert!(sign(&*group, &x, &k, &other).is_some_and(|[half, _]| half == r));
}

/// Goal: signatures have the identifiers that are published, and other hashes have none.
#[test]
fn signatures_have_their_identifiers() {
    for (hash, oid) in [
        (Hash::Sha224, "2.16.840.1.101.3.4.3.1"),
        (Hash::Sha256, "2.16.840.1.101.3.4.3.2"),
        (Hash::Sha384, "2.16.840.1.101.3.4.3.3"),
        (Hash::Sha512, "2.16.840.1.101.3.4.3.4"),
    ] {
        let oid = der::asn1::ObjectIdentifier::new_unwrap(oid);
        assert_eq!(documents::signature_oid(hash), Some(oid));
    }
    assert_eq!(documents::signature_oid(Hash::Sha1), None);
}
