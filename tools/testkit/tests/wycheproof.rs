//! Wycheproof: every case of ECDSA and ECDH over secp256r1 decided, each "acceptable" one by a rule
//! of ours.

use sealane::{Algorithm, DecodeError, Hash, PrivateKey, PublicKey, Signature};
use std::collections::BTreeMap;
use wycheproof::{EllipticCurve, HashFunction, TestResult, ecdh, ecdsa};

fn hash(of: HashFunction) -> Hash {
    match of {
        HashFunction::Sha2_256 => Hash::Sha256,
        HashFunction::Sha2_512 => Hash::Sha512,
        HashFunction::Sha3_256 => Hash::Sha3_256,
        HashFunction::Sha3_512 => Hash::Sha3_512,
        HashFunction::Shake128 => Hash::Shake128,
        other => panic!("a hash that is new in the files: {other:?}"),
    }
}

/// Returns the key of a group after taking it in every form there is.
fn group_key(group: &ecdsa::TestGroup) -> PublicKey {
    let key = PublicKey::from_spki_der(&group.der).expect("the keys of the groups are good");
    assert_eq!(PublicKey::from_pem(&group.pem).as_ref(), Ok(&key));
    assert_eq!(PublicKey::from_sec1(Algorithm::EcP256, &group.key.key).as_ref(), Ok(&key));
    assert_eq!(key.to_spki_der(), **group.der);
    key
}

/// Returns why a signature is refused, or nothing if it is good.
fn refusal(key: &PublicKey, hash: Hash, message: &[u8], signature: Signed<'_>) -> Option<String> {
    let decoded = match signature {
        Signed::Der(bytes) => Signature::from_der(Algorithm::EcP256, bytes),
        Signed::Fixed(bytes) => Signature::from_bytes(Algorithm::EcP256, bytes),
    };
    match decoded {
        Err(error) => Some(error.code().to_owned()),
        Ok(decoded) => {
            let again = match signature {
                Signed::Der(_) => decoded.to_der(),
                Signed::Fixed(_) => decoded.to_bytes(),
            };
            // There is one encoding: what was taken in is what would be given out.
            assert_eq!(again, signature.bytes());
            key.verify(message, hash, &decoded).err().map(|_| "not a signature".to_owned())
        }
    }
}

#[derive(Clone, Copy)]
enum Signed<'a> {
    Der(&'a [u8]),
    Fixed(&'a [u8]),
}

impl Signed<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Signed::Der(bytes) | Signed::Fixed(bytes) => bytes,
        }
    }
}

/// Goal: every ECDSA case over secp256r1 is right, with all hashes, DER and fixed length. There are
/// no "acceptable" ones; the number of cases is pinned, so that none is lost.
#[test]
fn every_signature_is_decided() {
    let mut decided = 0;
    let mut refusals: BTreeMap<String, u32> = BTreeMap::new();
    for name in ecdsa::TestName::all() {
        if !format!("{name:?}").contains("Secp256r1") {
            continue;
        }
        let set = ecdsa::TestSet::load(name).expect("the file can be read");
        for group in &set.test_groups {
            assert_eq!(group.key.curve, EllipticCurve::Secp256r1);
            let key = group_key(group);
            for test in &group.tests {
                let signature = match group.test_type {
                    ecdsa::TestGroupTypeId::EcdsaP1363 => Signed::Fixed(&test.sig),
                    _ => Signed::Der(&test.sig),
                };
                let refusal = refusal(&key, hash(group.hash), &test.msg, signature);
                let what = format!("{name:?} {}: {} {:?}", test.tc_id, test.comment, test.flags);
                match test.result {
                    TestResult::Valid => assert_eq!(refusal, None, "{what}"),
                    TestResult::Invalid => assert!(refusal.is_some(), "accepted: {what}"),
                    TestResult::Acceptable => panic!("no rule for {what}"),
                }
                *refusals.entry(refusal.unwrap_or("accepted".into())).or_default() += 1;
                decided += 1;
            }
        }
    }
    println!("{refusals:?}");
    assert_eq!(decided, 3400, "all cases of the eight files");
}

/// Returns a scalar as the library takes it: the files give it as a signed integer of least length.
fn private_key(integer: &[u8]) -> PrivateKey {
    let start = integer.iter().position(|&byte| byte != 0).unwrap_or(integer.len());
    let digits = &integer[start..];
    let mut scalar = vec![0; 32 - digits.len()];
    scalar.extend_from_slice(digits);
    PrivateKey::from_bytes(Algorithm::EcP256, &scalar).expect("the private keys are good")
}

/// Returns a PEM block of a document; for test input.
fn pem(der: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in der.chunks(3) {
        let group = (0..3).fold(0, |sum, i| sum << 8 | u32::from(*chunk.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * i)) as usize & 63] as char;
            text.push(if i <= chunk.len() { letter } else { '=' });
        }
    }
    let lines: Vec<&str> =
        text.as_bytes().chunks(64).map(|l| str::from_utf8(l).expect("ASCII")).collect();
    format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n"))
}

/// Our rule for a class of "acceptable" cases.
struct Rule {
    flag: ecdh::TestFlag,
    accepted: bool,
    cases: u32,
    reason: &'static str,
}

/// Our decisions, and how many cases of both files each covers.
const RULES: [Rule; 3] = [
    Rule {
        flag: ecdh::TestFlag::CompressedPoint,
        accepted: true,
        cases: 2,
        reason: "compressed points are part of SEC 1 and RFC 5480, and are checked like others",
    },
    Rule {
        flag: ecdh::TestFlag::UnnamedCurve,
        accepted: false,
        cases: 7,
        reason: "explicit parameters are refused, right or wrong: a curve is known by name",
    },
    Rule {
        flag: ecdh::TestFlag::InvalidAsn,
        accepted: false,
        cases: 222,
        reason: "a key has one encoding, DER: BER, padding and trailing data are refused",
    },
];

fn rule(flags: &[ecdh::TestFlag]) -> usize {
    let found = RULES.iter().position(|rule| flags.contains(&rule.flag));
    found.unwrap_or_else(|| panic!("no rule for {flags:?}"))
}

/// Derives with a peer key in the encoding of the file; the shared secret or the refusal.
fn derive(
    private: &PrivateKey,
    peer: Result<PublicKey, DecodeError>,
) -> Result<Vec<u8>, &'static str> {
    let peer = peer.map_err(|error| error.code())?;
    let secret = private.derive(&peer).map_err(|error| error.code())?;
    Ok(secret.as_bytes().to_vec())
}

/// Goal: every ECDH case over secp256r1 is right: points and documents, the latter also in PEM.
#[test]
fn every_agreement_is_decided() {
    let mut by_rule = [0; RULES.len()];
    let mut refusals: BTreeMap<&str, u32> = BTreeMap::new();
    let mut decided = 0;
    for name in ecdh::TestName::all() {
        let set = ecdh::TestSet::load(name).expect("the file can be read");
        for group in set.test_groups.iter().filter(|g| g.curve == EllipticCurve::Secp256r1) {
            for test in &group.tests {
                let private = private_key(&test.private_key);
                let result = match group.encoding {
                    ecdh::EcdhEncoding::EcPoint => {
                        derive(&private, PublicKey::from_sec1(Algorithm::EcP256, &test.public_key))
                    }
                    ecdh::EcdhEncoding::Asn1 => {
                        let text = pem(&test.public_key);
                        let result = derive(&private, PublicKey::from_spki_der(&test.public_key));
                        // An empty block is no PEM at all; every other refusal is the same.
                        if !test.public_key.is_empty() {
                            assert_eq!(
                                derive(&private, PublicKey::from_pem(&text)),
                                result,
                                "{text}"
                            );
                        }
                        result
                    }
                };
                let what = format!("{name:?} {}: {} {:?}", test.tc_id, test.comment, test.flags);
                let good = match test.result {
                    TestResult::Valid => true,
                    TestResult::Invalid => false,
                    TestResult::Acceptable => {
                        by_rule[rule(&test.flags)] += 1;
                        RULES[rule(&test.flags)].accepted
                    }
                };
                let expected = good.then_some(&test.shared_secret[..]);
                assert_eq!(result.as_deref().ok(), expected, "{what}: {result:02x?}");
                *refusals.entry(result.err().unwrap_or("accepted")).or_default() += 1;
                decided += 1;
            }
        }
    }
    println!("{refusals:?}");
    for (rule, cases) in RULES.iter().zip(by_rule) {
        let decision = if rule.accepted { "accepted" } else { "refused" };
        println!("{cases} acceptable cases {decision}: {:?}: {}", rule.flag, rule.reason);
        assert_eq!(cases, rule.cases, "{:?}", rule.flag);
    }
    assert_eq!(decided, 612 + 355, "all cases of both files");
}

/// Goal: the test says no: a good signature for another message, and a rule for an unknown flag.
#[test]
fn a_wrong_decision_is_seen() {
    let set = ecdsa::TestSet::load(ecdsa::TestName::EcdsaSecp256r1Sha256).expect("it can be read");
    let group = &set.test_groups[0];
    let test = group.tests.iter().find(|t| t.result == TestResult::Valid).expect("there is one");
    let key = group_key(group);
    let refusal = |message: &[u8]| refusal(&key, Hash::Sha256, message, Signed::Der(&test.sig));
    assert_eq!(refusal(&test.msg), None);
    assert!(refusal(b"another message").is_some());
    assert!(std::panic::catch_unwind(|| rule(&[ecdh::TestFlag::WrongOrder])).is_err());
}
