//! NIST's vectors (CAVP) of DSA: signatures, keys and domain parameters of every length.

use num_bigint::BigUint;
use num_traits::One;
use sealane::dsa::{Parameters, PrivateKey, PublicKey, Signature};
use sealane::hooks::dsa::sign_with_nonce_vartime;
use sealane::{DecodeError, Digest, Nonces, SignError};
use std::collections::BTreeMap;
use testkit::nist::{self, Case};
use testkit::reference::field;

const SHARED: &[&str] = &["P", "Q", "G"];

/// Parameters are checked once for each group of cases.
#[derive(Default)]
struct Groups(BTreeMap<String, Parameters>);

impl Groups {
    fn of(&mut self, case: &Case) -> Parameters {
        let make = || {
            let [p, q, g] = ["P", "Q", "G"].map(|name| case.number(name).to_bytes_be());
            Parameters::from_numbers(&p, &q, &g).expect("they are good")
        };
        self.0.entry(case.text("P").to_owned()).or_insert_with(make).clone()
    }
}

/// Returns the signature, if its halves are in range.
fn signature(parameters: &Parameters, case: &Case) -> Result<Signature, DecodeError> {
    let bytes = parameters.order_bits() / 8;
    let half = |name: &str| field::to_bytes(&case.number(name), bytes);
    Signature::from_bytes(parameters, &["R", "S"].map(half).concat())
}

/// Goal: 300 signatures with given nonces come out bit for bit, and verify; with one bit changed
/// they are refused. Without a given nonce, keys of 1024 bits do not sign: 75 of them.
#[test]
fn signatures_come_out() {
    let cases = nist::read("nist-dsa-SigGen.txt.gz", SHARED);
    let (mut groups, mut short) = (Groups::default(), 0);
    for case in &cases {
        let parameters = groups.of(case);
        let key = PrivateKey::from_number(&parameters, &case.bytes("X")).expect("in range");
        assert_eq!(BigUint::from_bytes_be(key.public_key().number()), case.number("Y"));
        let digest = Digest::of(case.hash(), &case.bytes("Msg"));
        let expected = signature(&parameters, case).expect("in range");
        let found = sign_with_nonce_vartime(&key, &digest, &case.bytes("K"));
        assert_eq!(found.as_ref(), Some(&expected), "{}", case.section);
        assert_eq!(key.public_key().verify_digest(&digest, &expected), Ok(()));
        let mut bytes = expected.to_bytes();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let verdict = Signature::from_bytes(&parameters, &bytes)
            .is_ok_and(|changed| key.public_key().verify_digest(&digest, &changed).is_ok());
        assert!(!verdict, "{}", case.section);
        if !parameters.signs() {
            assert_eq!(key.sign_digest(&digest, Nonces::Hedged), Err(SignError::Unsupported));
            short += 1;
        }
    }
    assert_eq!((groups.0.len(), cases.len(), short), (20, 300, 75));
}

/// Signatures are good or bad as they say: the bad ones have another message, public key or half.
/// Method: public keys are those of the private ones, but for those that were changed.
fn decide(name: &str) -> Vec<Case> {
    let cases = nist::read(name, SHARED);
    let mut groups = Groups::default();
    for case in &cases {
        let parameters = groups.of(case);
        let (good, result) = case.verdict();
        let private = PrivateKey::from_number(&parameters, &case.bytes("X")).expect("in range");
        let own = BigUint::from_bytes_be(private.public_key().number());
        assert_eq!(own == case.number("Y"), result != "F (2", "{result}");
        // FIPS 186-2 has one hash and does not name it.
        let hash = if case.section == "mod = 1024" { sealane::Hash::Sha1 } else { case.hash() };
        let digest = Digest::of(hash, &case.bytes("Msg"));
        let key = PublicKey::from_number(&parameters, &case.bytes("Y"));
        let verdict = key.is_ok_and(|key| {
            let signature = signature(&parameters, case);
            signature.is_ok_and(|signature| key.verify_digest(&digest, &signature).is_ok())
        });
        assert_eq!(verdict, good, "{}: {result}", case.section);
    }
    cases
}

/// Goal: 300 signatures of every length and hash are decided.
#[test]
fn signatures_are_decided() {
    let reasons = [("F (1", 40), ("F (2", 40), ("F (3", 40), ("F (4", 40), ("P", 140)];
    assert_eq!(nist::reasons(&decide("nist-dsa-SigVer.rsp.gz")), reasons);
}

/// Goal: 15 signatures of the standard before, of 1024 bits with SHA-1, are decided.
#[test]
fn old_signatures_are_decided() {
    let reasons = [("F (1", 2), ("F (2", 2), ("F (3", 2), ("F (4", 2), ("P", 7)];
    assert_eq!(nist::reasons(&decide("nist-dsa-186-2-SigVer.rsp.gz")), reasons);
}

/// Goal: 40 private keys have their public keys, and not with one bit changed.
#[test]
fn keys_are_pairs() {
    let cases = nist::read("nist-dsa-KeyPair.rsp.gz", SHARED);
    let mut groups = Groups::default();
    for case in &cases {
        let parameters = groups.of(case);
        let public = |x: &BigUint| {
            let key = PrivateKey::from_number(&parameters, &x.to_bytes_be()).expect("in range");
            BigUint::from_bytes_be(key.public_key().number())
        };
        let x = case.number("X");
        assert_eq!(public(&x), case.number("Y"));
        assert_ne!(public(&(x ^ BigUint::from(2u32))), case.number("Y"));
    }
    assert_eq!((groups.0.len(), cases.len()), (4, 40));
}

/// Returns whether the parameters of a case are taken, without a look at seeds. Method: where the
/// file has no generator, `2^((p - 1) / q)` is taken, as FIPS 186-4, appendix A.2.1, has it.
fn taken(case: &Case) -> Result<(), DecodeError> {
    let [p, q] = ["P", "Q"].map(|name| case.number(name));
    let one = BigUint::one();
    let made = || BigUint::from(2u32).modpow(&((&p - &one) / &q), &p);
    let g = if case.has("G") { case.number("G") } else { made() };
    let [p, q, g] = [p, q, g].map(|number| number.to_bytes_be());
    Parameters::from_numbers(&p, &q, &g).map(|parameters| {
        let lengths = format!("L={}, N={}", parameters.bits(), parameters.order_bits());
        assert!(case.section.contains(&lengths), "{}", case.section);
    })
}

/// Runs over the cases of parameters in threads, for primes are tested in each.
fn for_each(cases: &[Case], check: impl Fn(&Case) + Sync) {
    std::thread::scope(|scope| {
        for part in cases.chunks(cases.len().div_ceil(4)) {
            scope.spawn(|| part.iter().for_each(&check));
        }
    });
}

/// Goal: 300 domain parameters are good or bad as they say: a composite `p`, a `q` that does not
/// divide `p - 1`, a `g` of another order. In 30 of them only the seed is another's: the library
/// takes no seeds, and so takes these primes, which are good ones.
#[test]
fn domain_parameters_are_decided() {
    let cases = nist::read("nist-dsa-PQGVer.rsp.gz", &[]);
    for_each(&cases, |case| {
        let (good, result) = case.verdict();
        let of_seeds = result.contains("seed doesn't produce") || result.contains("Seed doesn't");
        let fine = good || of_seeds;
        let expected = if fine { Ok(()) } else { Err(DecodeError::KeyDsaParameters) };
        assert_eq!(taken(case), expected, "{}: {result}", case.section);
    });
    let reasons = [
        ("F (G modified)", 90),
        ("F (P not prime)", 30),
        ("F (Q doesn't div P-1)", 15),
        ("F (Q doesn't divide (P - 1))", 15),
        ("F (Seed doesn't produce Q)", 15),
        ("F (firstseed doesn't produce P and Q)", 15),
        ("P (No Change)", 60),
        ("P (No change)", 60),
    ];
    assert_eq!(nist::reasons(&cases), reasons);
}

/// Goal: 300 domain parameters that were generated are taken: 150 pairs of primes, and 150
/// generators for one of them each.
#[test]
fn generated_domain_parameters_are_taken() {
    let cases = nist::read("nist-dsa-PQGGen.rsp.gz", &[]);
    for_each(&cases, |case| {
        assert_eq!(taken(case), Ok(()), "{} {}", case.appendix, case.section);
    });
    let mut appendices = BTreeMap::new();
    for case in &cases {
        *appendices.entry((&case.appendix[..7], case.has("G"))).or_insert(0) += 1;
    }
    let expected = [(("A.1.1.2", false), 75), (("A.1.2.1", false), 75), (("A.2.1  ", true), 75)];
    let expected = expected.into_iter().chain([(("A.2.3  ", true), 75)]);
    assert!(appendices.into_iter().eq(expected));
}
