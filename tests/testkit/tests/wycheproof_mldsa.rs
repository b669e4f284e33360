//! Wycheproof: every case of ML-DSA decided: signatures from seeds and from expanded keys, and
//! verifications.

use sealane::mldsa::{MU_BYTES, MuHasher, ParameterSet, PrivateKey, PublicKey, Scheme};
use sealane::{DecodeError, Nonces, hooks};
use wycheproof::{TestResult, mldsa_sign, mldsa_verify};

/// The set that a file is of, by the name of its algorithm.
fn set(algorithm: impl std::fmt::Debug) -> ParameterSet {
    let name = format!("{algorithm:?}").to_lowercase();
    name.parse().expect("each is one of the sets")
}

/// The private key of a group; an error for those that are none.
fn key(set: ParameterSet, group: &mldsa_sign::TestGroup) -> Result<PrivateKey, DecodeError> {
    match (&group.privseed, &group.privkey) {
        (Some(seed), None) => PrivateKey::from_seed(set, seed),
        (None, Some(bytes)) => PrivateKey::from_expanded_bytes(set, bytes),
        _ => panic!("a group has a seed or an expanded key"),
    }
}

/// Demands that a key is what its group says of it.
fn compare_key(key: &PrivateKey, group: &mldsa_sign::TestGroup) {
    if let Some(bytes) = &group.pubkey {
        assert_eq!(key.public_key().as_bytes(), &***bytes);
    }
    if let Some(der) = &group.privkey_pkcs8 {
        let of_document = PrivateKey::from_pkcs8_der(der).expect("the documents are good");
        assert_eq!(of_document.public_key(), key.public_key());
        assert_eq!(*key.to_pkcs8_der(), ***der);
    }
    if let Some(bytes) = &group.privkey {
        assert_eq!(*key.to_expanded_bytes(), ***bytes);
    }
}

/// The hash that stands for the message of a test; `None` for a context that is too long.
fn mu(key: &PrivateKey, test: &mldsa_sign::Test) -> Option<[u8; MU_BYTES]> {
    let given = test.mu.as_ref().map(|mu| mu.as_slice().try_into().expect("64 bytes"));
    let Some(message) = &test.msg else { return given };
    let context = test.ctx.as_ref().map_or(&[][..], |context| context);
    let mut hasher = MuHasher::new(key.public_key(), context).ok()?;
    hasher.update(message);
    let own = hasher.finish();
    assert!(given.is_none_or(|given| given == own));
    Some(own)
}

/// Goal: 6 files: signatures are those of the file to the bit, by seeds and by expanded keys, for
/// messages and for the hashes that stand for them; keys that are none are refused.
#[test]
fn signatures_of_mldsa_are_made() {
    let (mut cases, mut made, mut hedged) = (0, 0, 0);
    for name in mldsa_sign::TestName::all() {
        let all = mldsa_sign::TestSet::load(name).expect("the file is read");
        let set = set(all.algorithm);
        for group in &all.test_groups {
            let key = key(set, group);
            if let Ok(key) = &key {
                compare_key(key, group);
            }
            for test in &group.tests {
                cases += 1;
                let place = format!("{name:?} {}: {}", test.tc_id, test.comment);
                let presented = key.as_ref().ok().and_then(|key| Some((key, mu(key, test)?)));
                let Some((key, mu)) = presented else {
                    assert_eq!(test.result, TestResult::Invalid, "{place}");
                    continue;
                };
                assert_eq!(test.result, TestResult::Valid, "{place}");
                made += 1;
                let signature = if let Some(random) = &test.rnd {
                    hedged += 1;
                    let random = random.as_slice().try_into().expect("32 bytes");
                    hooks::mldsa::sign_with_random(key, &mu, random)
                } else {
                    key.sign_mu(&mu, Nonces::Deterministic).expect("it signs")
                };
                assert_eq!(signature, **test.sig, "{place}");
                assert_eq!(key.public_key().verify_mu(&mu, &signature), Ok(()), "{place}");
            }
        }
    }
    println!("{cases} cases, {made} signatures, {hedged} of them hedged");
    assert_eq!(cases, 86 + 105 + 96 + 73 + 78 + 69);
    assert!(made > 400 && hedged >= 6, "{made} {hedged}");
}

/// Goal: 3 files: valid and invalid as they say; documents of keys come back as they were.
#[test]
fn verifications_of_mldsa_are_decided() {
    let (mut cases, mut accepted) = (0, 0);
    for name in mldsa_verify::TestName::all() {
        let all = mldsa_verify::TestSet::load(name).expect("the file is read");
        let set = set(all.algorithm);
        for group in &all.test_groups {
            let key = PublicKey::from_bytes(set, &group.pubkey);
            assert_eq!(PublicKey::from_spki_der(&group.der), key);
            if let Ok(key) = &key {
                assert_eq!(key.to_spki_der(), **group.der);
            }
            for test in &group.tests {
                cases += 1;
                let context = test.ctx.as_ref().map_or(&[][..], |context| context);
                let scheme = Scheme { context, prehash: None };
                let good = key.as_ref().is_ok_and(|key| {
                    let verdict = key.verify(&test.msg, scheme, &test.sig);
                    verdict.is_ok()
                });
                accepted += usize::from(good);
                let expected = test.result == TestResult::Valid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
    }
    println!("{cases} cases, {accepted} accepted");
    assert_eq!(cases, 180 + 210 + 241);
}
