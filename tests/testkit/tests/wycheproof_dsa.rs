//! Wycheproof: every case of DSA decided, signatures in DER and of fixed length.

use sealane::dsa::{PublicKey, Signature};
use sealane::{DecodeError, Hash};
use std::collections::BTreeMap;
use wycheproof::dsa::{TestName, TestSet};
use wycheproof::{HashFunction, TestResult};

fn hash(of: HashFunction) -> Hash {
    match of {
        HashFunction::Sha2_224 => Hash::Sha224,
        HashFunction::Sha2_256 => Hash::Sha256,
        other => unreachable!("no file has {other:?}"),
    }
}

/// Goal: 8 files: valid and invalid as they say; documents of keys come back as they were. A
/// signature that they call acceptable is refused: it is no DER.
#[test]
fn signatures_of_dsa_are_decided() {
    let (mut files, mut cases, mut accepted) = (0, 0, 0);
    let mut keys = BTreeMap::new();
    for name in TestName::all() {
        files += 1;
        let fixed = format!("{name:?}").contains("P1363");
        for group in TestSet::load(name).expect("the file is read").test_groups {
            // Groups and files share keys, whose parameters take long to be looked at.
            let key = keys.entry(group.der.to_vec()).or_insert_with(|| {
                let key = PublicKey::from_spki_der(&group.der).expect("the keys are good");
                assert_eq!(key.to_spki_der(), **group.der);
                key
            });
            for test in &group.tests {
                cases += 1;
                let parameters = key.parameters();
                let signature: Result<_, DecodeError> = if fixed {
                    Signature::from_bytes(parameters, &test.sig)
                } else {
                    Signature::from_der(parameters, &test.sig)
                };
                let good =
                    signature.is_ok_and(|it| key.verify(&test.msg, hash(group.hash), &it).is_ok());
                let expected = test.result == TestResult::Valid;
                accepted += usize::from(good);
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
    }
    println!("{files} files, {cases} cases, {accepted} accepted");
    assert_eq!((files, cases), (8, 1956));
}
