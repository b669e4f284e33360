//! Attributes and the public key of version 2 in PKCS#8, for keys of every kind.

use crate::common::samples::{hex, tlv};
use crate::common::{DSA_2048, RSA, number, parameters};
use der::Decode;
use der::asn1::AnyRef;
use sealane::ecc::{self, Algorithm};
use sealane::{DecodeError, Lengths, PrivateKey, dsa};
use spki::SubjectPublicKeyInfoRef;

/// Two keys of DSA with the same parameters.
fn dsa_keys() -> [PrivateKey; 2] {
    let parameters = parameters(DSA_2048);
    [&number(DSA_2048, "x")[..], &[7]].map(|x| {
        PrivateKey::Dsa(dsa::PrivateKey::from_number(&parameters, x).expect("it is in range"))
    })
}

fn curve_key(algorithm: Algorithm) -> PrivateKey {
    ecc::PrivateKey::generate(algorithm).expect("there are random bytes").into()
}

/// A key of each kind, and another of the same.
fn keys() -> Vec<[PrivateKey; 2]> {
    let rsa = PrivateKey::from_pem(RSA, Lengths::Current).expect("it is good");
    let other = sealane::rsa::PrivateKey::generate(2048).expect("there are random bytes");
    let mut keys = Vec::from([[rsa, PrivateKey::Rsa(other)], dsa_keys()]);
    keys.extend(Algorithm::ALL.iter().map(|row| [(); 2].map(|()| curve_key(*row))));
    keys
}

/// The document of a key in a version, with these fields after it.
fn document(key: &PrivateKey, version: u8, fields: &[u8]) -> Vec<u8> {
    let der = key.to_pkcs8_der();
    let mut body = AnyRef::from_der(&der).expect("it is an element").value().to_vec();
    assert_eq!(body[..3], [2, 1, 0]);
    body[2] = version;
    tlv(0x30, &[&body, fields])
}

/// The octets of a public key, as both documents hold them.
fn public(key: &PrivateKey) -> Vec<u8> {
    let der = key.public_key().to_spki_der();
    let info = SubjectPublicKeyInfoRef::from_der(&der).expect("it was just written");
    info.subject_public_key.as_bytes().expect("whole bytes").to_vec()
}

/// The field of a public key.
fn field(octets: &[u8]) -> Vec<u8> {
    tlv(0x81, &[&[0], octets])
}

/// Reads a document of a key, which must give that key if it is taken.
fn read(key: &PrivateKey, der: &[u8]) -> Result<(), DecodeError> {
    let found = PrivateKey::from_pkcs8_der(der, Lengths::Current)?;
    assert!(found.public_key() == key.public_key());
    Ok(())
}

/// keyUsage, as Windows writes it beside a key.
const USAGE: &str = "300b 0603551d0f 3104 03020080";

/// Goal: attributes are what they should be, or the document is refused, for keys of every kind.
/// Method: none, one, two, and nested ones; then each rule broken.
#[test]
fn attributes_are_strict() {
    let keys: Vec<PrivateKey> = keys().into_iter().map(|[key, _]| key).collect();
    let attributes = |contents: &str| tlv(0xa0, &[&hex(contents)]);
    let nested = |depth: usize| {
        let value = (0..depth).fold(hex("0500"), |inner, _| tlv(0x30, &[&inner]));
        let attribute = tlv(0x30, &[&hex("0603551d0f"), &tlv(0x31, &[&value])]);
        tlv(0xa0, &[&attribute])
    };
    let name = hex("1e020061");
    let good = [
        attributes(""),
        attributes(USAGE),
        tlv(0xa0, &[&tlv(0x30, &[&hex("06092a864886f70d010914"), &tlv(0x31, &[&name])])]),
        attributes("300b 0603551d0f 3104 03020080 300b 0603551d10 3104 03020080"),
        attributes("300d 0603551d0f 3106 010100 0101ff"),
        attributes("3011 0603551d0f 310a 3008 020101 0603551d0f"),
        nested(16),
    ];
    let bad = [
        ("no DER", attributes("ffffffff")),
        ("zeros", attributes("0000")),
        ("no attribute but an identifier", attributes("0603551d0f")),
        ("an attribute without values", attributes("3005 0603551d0f")),
        ("an empty set of values", attributes("3007 0603551d0f 3100")),
        ("a sequence of values", attributes("300b 0603551d0f 3004 03020080")),
        ("values alone", attributes("3006 3104 03020080")),
        ("more than values", attributes("300d 0603551d0f 3104 03020080 0500")),
        ("a byte after", attributes("300b 0603551d0f 3104 03020080 00")),
        ("cut off", attributes("300b 0603551d0f 3104 030200")),
        ("one that is twice there", attributes(&[USAGE, USAGE].concat())),
        ("descending", attributes("300b 0603551d10 3104 03020080 300b 0603551d0f 3104 03020080")),
        ("descending values", attributes("300d 0603551d0f 3106 0101ff 010100")),
        ("equal values", attributes("300d 0603551d0f 3106 0101ff 0101ff")),
        ("a padded identifier", attributes("300c 060480551d0f 3104 03020080")),
        ("an empty identifier", attributes("3008 0600 3104 03020080")),
        ("a long form of a length", attributes("300c 0603551d0f 3105 0381020080")),
        ("a long form of an inner one", attributes("300d 0603551d0f 3106 3004 04810100")),
        ("an indefinite length", attributes("300b 0603551d0f 3104 30800000")),
        ("a truth that is 1", attributes("300a 0603551d0f 3103 010101")),
        ("a padded integer", attributes("300b 0603551d0f 3104 02020001")),
        ("a bit that is not used, and 1", attributes("300b 0603551d0f 3104 03020181")),
        ("a null that is not", attributes("300a 0603551d0f 3103 050100")),
        ("no UTF-8", attributes("300a 0603551d0f 3103 0c01ff")),
        ("a cut element within", attributes("300b 0603551d0f 3104 30020401")),
        ("deeper than anybody goes", nested(17)),
        ("a tag of no type", attributes("3009 0603551d0f 3102 0000")),
        ("as primitive", tlv(0x80, &[&hex(USAGE)])),
    ];
    for key in &keys {
        let name = key.algorithm();
        assert_eq!(read(key, &document(key, 0, &[])), Ok(()), "{name}");
        for fields in &good {
            assert_eq!(read(key, &document(key, 0, fields)), Ok(()), "{name} {fields:02x?}");
        }
        for (why, fields) in &bad {
            let taken = read(key, &document(key, 0, fields));
            assert_eq!(taken, Err(DecodeError::KeyEncoding), "{name}: {why}");
        }
        let public = field(&public(key));
        let both = |attributes: &[u8]| document(key, 1, &[attributes, &public].concat());
        assert_eq!(read(key, &both(&good[1])), Ok(()), "{name}");
        assert_eq!(read(key, &both(&bad[0].1)), Err(DecodeError::KeyEncoding), "{name}");
    }
}

/// Goal: a public key beside a private one is its own, for keys of every kind. Method: its own,
/// another's, none, and what is no public key.
#[test]
fn the_public_key_beside_is_its_own() {
    for [key, other] in &keys() {
        let name = key.algorithm();
        let own = public(key);
        let version_2 = |octets: &[u8]| document(key, 1, &field(octets));
        assert_eq!(read(key, &version_2(&own)), Ok(()), "{name}");
        let refused = read(key, &version_2(&public(other)));
        assert_eq!(refused, Err(DecodeError::KeyMismatch), "{name}");
        let unused = tlv(0x81, &[&[4], &own[..own.len() - 1], &[0xf0]]);
        for wrong in [
            document(key, 1, &[]),
            document(key, 0, &field(&own)),
            document(key, 1, &unused),
            document(key, 1, &[&field(&own)[..], &[0xa2, 0]].concat()),
            version_2(&[]),
        ] {
            assert!(read(key, &wrong).is_err(), "{name}");
        }
        for junk in [&[0xff; 4][..], &[0; 32], &own[1..], &[&own[..], &[0]].concat()] {
            assert!(read(key, &version_2(junk)).is_err(), "{name} {junk:02x?}");
        }
    }
}

/// Goal: the public keys of RSA and DSA in version 2 have one encoding, and every number of them
/// counts.
#[test]
fn every_number_of_the_public_key_counts() {
    let rsa = PrivateKey::from_pem(RSA, Lengths::Current).expect("it is good");
    let [dsa, _] = dsa_keys();
    let long = |contents: &[u8]| {
        [&[0x30, 0x82, (contents.len() >> 8) as u8, contents.len() as u8][..], contents].concat()
    };
    let own = public(&rsa);
    let numbers = AnyRef::from_der(&own).expect("a sequence").value().to_vec();
    let n = &numbers[..numbers.len() - 5];
    assert_eq!(numbers[n.len()..], [2, 3, 1, 0, 1]);
    let encoding = Err(DecodeError::KeyEncoding);
    for (octets, expected) in [
        (long(&[n, &[2, 3, 1, 0, 1]].concat()), Ok(())),
        (long(&[n, &[2, 1, 3]].concat()), Err(DecodeError::KeyMismatch)),
        (long(&[n, &[2, 4, 0, 1, 0, 1]].concat()), encoding),
        (long(n), encoding),
        (long(&[&numbers[..], &[5, 0]].concat()), encoding),
        (rsa.public_key().to_spki_der(), encoding),
    ] {
        assert_eq!(read(&rsa, &document(&rsa, 1, &field(&octets))), expected, "{octets:02x?}");
    }
    let own = public(&dsa);
    let y = AnyRef::from_der(&own).expect("an integer").value().to_vec();
    let integer = |y: &[u8]| tlv(2, &[y]);
    for (octets, expected) in [
        (integer(&y), Ok(())),
        (integer(&[&[0], &y[..]].concat()), encoding),
        (integer(&[1]), Err(DecodeError::KeyDsaPublic)),
        (integer(&[0xff]), encoding),
        (y.clone(), encoding),
        (tlv(0x30, &[&own]), encoding),
    ] {
        assert_eq!(read(&dsa, &document(&dsa, 1, &field(&octets))), expected, "{octets:02x?}");
    }
}
