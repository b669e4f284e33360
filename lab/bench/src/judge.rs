//! Whether what a peer has computed is right: by Sealane, and by the machine's libcrypto.
//!
//! | op | public | input | output |
//! |---|---|---|---|
//! | `sign`, `verify` | the signer's key | what was signed | the signature |
//! | `keygen` | the new key | the private key, or `-` | `-` |
//! | `derive` | the other side's key | the private key, or `*` | the secret |
//!
//! What was signed: `digest:`, `message:` (what EdDSA signs), or `sha256:` and other hashes with a
//! message that the peer has hashed. Signatures: `der:`, `raw:`, `numbers:R:S`. Secrets: `x:`,
//! `compressed:`, `sha256:` of the compressed point.
//!
//! Public keys are SubjectPublicKeyInfo, a point or the bytes of RFC 8032 and 7748, `rsa:N:E` or
//! `dsa:P:Q:G:Y`; private keys are PKCS#8, RFC 5915 or bare. `*` stands for the key of
//! [`crate::keys`].

use crate::keys;
use crate::protocol::Sample;
use data_encoding::HEXLOWER_PERMISSIVE;
use der::Encode;
use der::asn1::{AnyRef, BitStringRef, ObjectIdentifier, UintRef};
use sealane::ecc::{self, Signature};
use sealane::{Algorithm, Digest, Hash, Lengths, PrivateKey, PublicKey, Scheme, dsa, mldsa, rsa};
use sealane_measure::libcrypto::{Key, Libcrypto};
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use std::rc::Rc;

/// Who has found a sample right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Sealane has.
    pub by_sealane: bool,
    /// OpenSSL has.
    pub by_libcrypto: bool,
}

/// The judge.
pub struct Judge {
    /// The reference, or why there is none.
    pub libcrypto: Result<Rc<Libcrypto>, String>,
}

impl Judge {
    /// Loads the reference of the machine.
    pub fn of_machine() -> Self {
        Self { libcrypto: Libcrypto::load() }
    }

    /// Checks a sample by all that know its algorithm. Errors: it is wrong, cannot be read, or
    /// nobody knows the algorithm.
    pub fn check(&self, sample: &Sample) -> Result<Verdict, String> {
        // A result of a batch is one like others.
        let op = sample.op.split("-batch").next().unwrap_or_default();
        let verdict = match op {
            op if ["sign", "verify"].iter().any(|it| op.starts_with(it)) => self.signature(sample),
            op if op.starts_with("keygen") => self.key_pair(sample),
            "derive" => secret(sample).map(|()| Verdict { by_sealane: true, by_libcrypto: false }),
            other => Err(format!("nobody here can check the operation {other}")),
        };
        let verdict = verdict.map_err(|why| format!("{} {}: {why}", sample.algo, sample.op))?;
        if verdict == Verdict::default() {
            return Err(format!("{} {}: nobody here can check it", sample.algo, sample.op));
        }
        Ok(verdict)
    }

    fn signature(&self, sample: &Sample) -> Result<Verdict, String> {
        let wrong = |who: &str| format!("a signature does not verify, says {who}");
        let mut verdict = Verdict::default();
        let (form, bytes) = match sample.output.strip_prefix("numbers:") {
            Some(numbers) => ("der", two_numbers(numbers)?),
            None => tagged(&sample.output)?,
        };
        let (kind, input) = tagged(&sample.input)?;
        let hash = Hash::ALL.iter().copied().find(|hash| hash.name() == kind);
        let digest = match (kind, hash) {
            (_, Some(hash)) => Some(Digest::of(hash, &input)),
            ("digest", None) => Some(Digest::raw(&input)),
            ("message", None) => None,
            _ => return Err(format!("{kind} says nothing of what was signed")),
        };
        let mut der = bytes.clone();
        if let Some(algorithm) = algorithm(&sample.algo) {
            let key = public(algorithm, &sample.public)?;
            let signature = match form {
                "der" => Signature::from_der(algorithm, &bytes),
                _ => Signature::from_bytes(algorithm, &bytes),
            };
            let signature = signature.map_err(|why| format!("a signature: {why}"))?;
            der = signature.to_der();
            let valid = match &digest {
                Some(digest) => key.verify_digest(digest, &signature).is_ok(),
                None => key.verify(&input, ecc::Scheme::PURE_EDDSA, &signature).is_ok(),
            };
            verdict.by_sealane = valid.then_some(true).ok_or_else(|| wrong("Sealane"))?;
        }
        if let Some(key) = other(sample) {
            let (key, scheme) = key?;
            let valid = match &digest {
                Some(digest) => key.verify_digest(&named(digest), &scheme, &bytes),
                None => key.verify(&input, &scheme, &bytes),
            };
            let valid = valid.is_ok();
            verdict.by_sealane = valid.then_some(true).ok_or_else(|| wrong("Sealane"))?;
        }
        // The reference here signs digests as long as those of SHA-256.
        let digest = digest.as_ref().and_then(|it| <&[u8; 32]>::try_from(it.as_bytes()).ok());
        if let (Ok(libcrypto), Some(digest)) = (&self.libcrypto, digest) {
            let key = Key::from_spki_der(libcrypto, &spki_of(sample)?);
            if let Some(mut verifier) = key.and_then(|key| key.verifier()) {
                let valid = verifier.verify(digest, &der);
                verdict.by_libcrypto = valid.then_some(true).ok_or_else(|| wrong("OpenSSL"))?;
            }
        }
        Ok(verdict)
    }

    fn key_pair(&self, sample: &Sample) -> Result<Verdict, String> {
        let wrong = "a public key is not that of its private key";
        let mut verdict = Verdict::default();
        if let Some(algorithm) = algorithm(&sample.algo) {
            let public = public(algorithm, &sample.public)?;
            if sample.input != "-" {
                let own = private(algorithm, &hex(&sample.input)?)?;
                if *own.public_key() != public {
                    return Err(wrong.into());
                }
            }
            verdict.by_sealane = true;
        }
        if let Some(key) = other(sample) {
            let (public, _) = key?;
            if sample.input == "-" {
                verdict.by_sealane = true;
            } else if let Some(own) = other_private(&sample.algo, &hex(&sample.input)?) {
                if own.public_key() != public {
                    return Err(wrong.into());
                }
                verdict.by_sealane = true;
            }
        }
        let Ok(libcrypto) = &self.libcrypto else { return Ok(verdict) };
        let spki = spki_of(sample)?;
        let Some(public) = Key::from_spki_der(libcrypto, &spki) else { return Ok(verdict) };
        if sample.input == "-" {
            verdict.by_libcrypto = true;
        } else if let Some(own) = Key::from_private_der(libcrypto, &hex(&sample.input)?) {
            if own.to_spki_der() != public.to_spki_der() {
                return Err(wrong.into());
            }
            verdict.by_libcrypto = true;
        }
        Ok(verdict)
    }
}

/// Checks the secret of an agreement.
fn secret(sample: &Sample) -> Result<(), String> {
    let algorithm = algorithm(&sample.algo).ok_or("nobody here knows the curve")?;
    let own = match &sample.input[..] {
        "*" => keys::agreement(algorithm)?,
        text => private(algorithm, &hex(text)?)?,
    };
    let secret = own.derive(&public(algorithm, &sample.public)?);
    let secret = secret.map_err(|why| format!("no secret: {why}"))?;
    let x = secret.as_bytes();
    let (form, theirs) = tagged(&sample.output)?;
    // Which of the two points with that x it is, only the other side knows.
    let points = [2, 3].map(|sign| [&[sign], x].concat());
    let right = match form {
        "x" => theirs == x,
        "compressed" => points.contains(&theirs),
        "sha256" => points.iter().any(|it| Digest::of(Hash::Sha256, it).as_bytes() == theirs),
        _ => return Err(format!("{form} says nothing of a secret")),
    };
    if right { Ok(()) } else { Err("a secret is not ours".into()) }
}

/// The algorithm of a row, if it is one of ours: `ecdsa-p256`, also with `-sha256-msg64` behind.
pub fn algorithm(algo: &str) -> Option<ecc::Algorithm> {
    let curve = algo.strip_prefix("ecdsa-").or(algo.strip_prefix("ecdh-")).unwrap_or(algo);
    ecc::Algorithm::from_name(curve.split('-').next()?)
}

/// A digest with its hash. What is called a digest alone is one of SHA-256, if RSA signs it.
fn named(digest: &Digest) -> Digest {
    let of = match digest.hash() {
        None => Digest::from_bytes(Hash::Sha256, digest.as_bytes()).ok(),
        Some(_) => None,
    };
    of.unwrap_or_else(|| digest.clone())
}

/// The public key of a row of RSA, DSA or ML-DSA, and the scheme of its signatures: PKCS#1 v1.5 for
/// RSA, and SHA-256; messages without a context for ML-DSA. `None` for other rows.
fn other(sample: &Sample) -> Option<Result<(PublicKey, Scheme), String>> {
    let scheme = match sample.algo.split('-').next()? {
        "rsa" => Scheme::RsaPkcs1(Hash::Sha256),
        "dsa" => Scheme::Dsa(Hash::Sha256),
        name if name.starts_with("mldsa") => Scheme::PURE_MLDSA,
        _ => return None,
    };
    let key = spki_of(sample).and_then(|spki| {
        let key = PublicKey::from_spki_der(&spki, Lengths::Legacy);
        key.map_err(|why| format!("a public key: {why}"))
    });
    Some(key.map(|key| (key, scheme)))
}

/// The parameter set of a row of ML-DSA.
fn parameter_set(algo: &str) -> Option<mldsa::ParameterSet> {
    match Algorithm::from_name(algo)? {
        Algorithm::MlDsa(set) => Some(set),
        _ => None,
    }
}

/// A public key of ML-DSA as its document, if it is bare; other bytes as they are.
fn document_of_mldsa(algo: &str, bytes: Vec<u8>) -> Vec<u8> {
    let key = parameter_set(algo).and_then(|set| mldsa::PublicKey::from_bytes(set, &bytes).ok());
    key.map_or(bytes, |key| key.to_spki_der())
}

/// The private key of such a row: the seed of ML-DSA, or what [`document`] takes.
fn other_private(algo: &str, bytes: &[u8]) -> Option<PrivateKey> {
    let of_seed = |set| mldsa::PrivateKey::from_seed(set, bytes).ok().map(PrivateKey::MlDsa);
    parameter_set(algo).and_then(of_seed).or_else(|| document(bytes))
}

/// The private key in a document of PKCS#8 or in the older form of its own. `None`
/// for what we do not take: a private key of DSA of 1024 bits, and what is no key; OpenSSL judges
/// it.
fn document(der: &[u8]) -> Option<PrivateKey> {
    let old = || rsa::PrivateKey::from_pkcs1_der(der, Lengths::Legacy).map(PrivateKey::Rsa);
    let older = || dsa::PrivateKey::from_openssl_der(der).map(PrivateKey::Dsa);
    let key = PrivateKey::from_pkcs8_der(der, Lengths::Legacy);
    key.or_else(|_| old()).or_else(|_| older()).ok()
}

/// Takes `kind:hex` apart.
fn tagged(text: &str) -> Result<(&str, Vec<u8>), String> {
    let (kind, digits) = text.split_once(':').ok_or("a field does not say what it is")?;
    Ok((kind, hex(digits)?))
}

/// Writes `r:s` as DER has it.
fn two_numbers(text: &str) -> Result<Vec<u8>, String> {
    let (r, s) = text.split_once(':').ok_or("a signature of one number")?;
    let (r, s) = (hex(r)?, hex(s)?);
    let numbers = UintRef::new(&r).and_then(|r| Ok(vec![r, UintRef::new(&s)?]));
    numbers.and_then(|it| it.to_der()).map_err(|why| why.to_string())
}

fn hex(text: &str) -> Result<Vec<u8>, String> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).map_err(|why| format!("a field is not hex: {why}"))
}

fn public(algorithm: ecc::Algorithm, text: &str) -> Result<ecc::PublicKey, String> {
    let bytes = hex(text)?;
    let written =
        ecc::PublicKey::from_spki_der(&bytes).ok().filter(|it| it.algorithm() == algorithm);
    let read = written.map_or_else(|| ecc::PublicKey::from_bytes(algorithm, &bytes), Ok);
    read.map_err(|why| format!("a public key: {why}"))
}

fn private(algorithm: ecc::Algorithm, bytes: &[u8]) -> Result<ecc::PrivateKey, String> {
    let read = ecc::PrivateKey::from_bytes(algorithm, bytes)
        .or_else(|_| ecc::PrivateKey::from_pkcs8_der(bytes))
        .or_else(|_| ecc::PrivateKey::from_sec1_der(bytes));
    let read = read.map_err(|why| format!("a private key: {why}"))?;
    if read.algorithm() == algorithm { Ok(read) } else { Err("a key of another curve".into()) }
}

/// The public key of a sample as SubjectPublicKeyInfo.
fn spki_of(sample: &Sample) -> Result<Vec<u8>, String> {
    let text = &sample.public;
    let Some((kind, numbers)) = text.split_once(':') else {
        return match algorithm(&sample.algo) {
            Some(algorithm) => Ok(public(algorithm, text)?.to_spki_der()),
            None => Ok(document_of_mldsa(&sample.algo, hex(text)?)),
        };
    };
    let numbers = numbers.split(':').map(hex).collect::<Result<Vec<_>, _>>()?;
    written(kind, &numbers).map_err(|why| format!("a public key of numbers: {why}"))
}

/// Writes a SubjectPublicKeyInfo of the numbers that make a key. RFC 3279, section 2.3.
fn written(kind: &str, numbers: &[Vec<u8>]) -> der::Result<Vec<u8>> {
    let numbers = numbers.iter().map(|it| UintRef::new(it)).collect::<der::Result<Vec<_>>>()?;
    let (oid, parameters, key) = match (kind, &numbers[..]) {
        ("rsa", [_, _]) => ("1.2.840.113549.1.1.1", AnyRef::NULL.to_der()?, numbers.to_der()?),
        ("dsa", [group @ .., y]) if group.len() == 3 => {
            ("1.2.840.10040.4.1", group.to_vec().to_der()?, y.to_der()?)
        }
        _ => return Err(der::ErrorKind::Failed.into()),
    };
    let parameters = Some(AnyRef::try_from(&parameters[..])?);
    let algorithm = AlgorithmIdentifierRef { oid: ObjectIdentifier::new_unwrap(oid), parameters };
    SubjectPublicKeyInfoRef { algorithm, subject_public_key: BitStringRef::from_bytes(&key)? }
        .to_der()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane::Nonces;

    fn judge() -> Judge {
        Judge::of_machine()
    }

    fn to_hex(bytes: &[u8]) -> String {
        data_encoding::HEXLOWER.encode(bytes)
    }

    fn sample(algo: &str, op: &str, fields: [String; 3]) -> Sample {
        let [public, input, output] = fields;
        Sample { algo: algo.into(), op: op.into(), public, input, output }
    }

    fn signed() -> Sample {
        let key = ecc::PrivateKey::generate(ecc::Algorithm::EcP256).expect("a key");
        let digest = Digest::raw(&[7; 32]);
        let signature = key.sign_digest(&digest, Nonces::Hedged).expect("a signature");
        let fields = [
            to_hex(&key.public_key().to_spki_der()),
            format!("digest:{}", to_hex(&[7; 32])),
            format!("der:{}", to_hex(&signature.to_der())),
        ];
        sample("ecdsa-p256", "sign", fields)
    }

    /// Returns the text with its last digit changed.
    fn damaged(text: &str) -> String {
        let last = if text.ends_with('1') { "2" } else { "1" };
        text[..text.len() - 1].to_owned() + last
    }

    #[test]
    fn signatures_are_right_or_wrong() {
        let good = signed();
        let verdict = judge().check(&good).expect("it is right");
        assert!(verdict.by_sealane);
        assert_eq!(verdict.by_libcrypto, judge().libcrypto.is_ok());
        for op in ["sign", "verify", "verify-cached-64"] {
            let good = Sample { op: op.into(), ..good.clone() };
            assert!(judge().check(&good).is_ok());
            let bad = Sample { output: damaged(&good.output), ..good };
            assert!(judge().check(&bad).is_err_and(|why| why.contains("does not verify")));
        }
        let bad = Sample { input: damaged(&good.input), ..good.clone() };
        assert!(judge().check(&bad).is_err());
        let other = Sample { public: signed().public, ..good.clone() };
        assert!(judge().check(&other).is_err());
        for unknown in ["rot13-p256", "ecdsa-p255"] {
            let unknown = Sample { algo: unknown.into(), public: "00".into(), ..good.clone() };
            assert!(judge().check(&unknown).is_err());
        }
        assert!(judge().check(&Sample { op: "guess".into(), ..good }).is_err());
    }

    #[test]
    fn messages_are_hashed_and_pure() {
        let key = ecc::PrivateKey::generate(ecc::Algorithm::EcP384).expect("a key");
        let signature = key.sign(b"m", ecc::Scheme::Ecdsa(Hash::Sha384), Nonces::Hedged);
        let raw = format!("raw:{}", to_hex(&signature.expect("a signature").to_bytes()));
        let point = to_hex(&key.public_key().to_sec1(false));
        let fields = |kind: &str| [point.clone(), format!("{kind}:6d"), raw.clone()];
        assert!(judge().check(&sample("ecdsa-p384", "sign", fields("sha384"))).is_ok());
        assert!(judge().check(&sample("ecdsa-p384", "sign", fields("sha512"))).is_err());
        let key = ecc::PrivateKey::generate(ecc::Algorithm::Ed25519).expect("a key");
        let signature = key.sign(b"m", ecc::Scheme::PURE_EDDSA, Nonces::Deterministic);
        let raw = format!("raw:{}", to_hex(&signature.expect("a signature").to_bytes()));
        let public = to_hex(&key.public_key().to_bytes());
        let fields = |message: &str| [public.clone(), format!("message:{message}"), raw.clone()];
        assert!(judge().check(&sample("ed25519", "verify", fields("6d"))).is_ok());
        assert!(judge().check(&sample("ed25519", "verify", fields("6e"))).is_err());
    }

    #[test]
    fn key_pairs_and_secrets_are_right_or_wrong() {
        for algorithm in [ecc::Algorithm::EcP521, ecc::Algorithm::X25519] {
            let [own, other] =
                [(); 2].map(|()| ecc::PrivateKey::generate(algorithm).expect("a key"));
            let algo = match algorithm.signs() {
                true => format!("ecdh-{algorithm}"),
                false => algorithm.to_string(),
            };
            let bytes = to_hex(&own.to_bytes());
            let public = to_hex(&own.public_key().to_bytes());
            let pair = |public| sample(&algo, "keygen", [public, bytes.clone(), "-".into()]);
            assert!(judge().check(&pair(public)).is_ok());
            let public = to_hex(&other.public_key().to_bytes());
            assert!(judge().check(&pair(public.clone())).is_err());
            let unknown = sample(&algo, "keygen", [public.clone(), "-".into(), "-".into()]);
            assert!(judge().check(&unknown).is_ok());
            let secret = own.derive(other.public_key()).expect("a secret");
            let output = format!("x:{}", to_hex(secret.as_bytes()));
            let right = sample(&algo, "derive", [public, bytes.clone(), output]);
            assert!(judge().check(&right).is_ok());
            let wrong = Sample { output: damaged(&right.output), ..right };
            assert!(judge().check(&wrong).is_err_and(|why| why.contains("secret")));
        }
    }

    #[test]
    fn rows_of_rsa_and_dsa_are_right_or_wrong() {
        let dsa = sealane::Algorithm::Dsa { bits: 2048, order_bits: 256 };
        let dsa = operations::keys::read(dsa).expect("a key");
        let rsa = PrivateKey::generate(sealane::Algorithm::Rsa { bits: 2048 }).expect("a key");
        for (algo, key, form) in [("rsa-2048", rsa, "raw"), ("dsa-2048", dsa, "der")] {
            let scheme = key.algorithm().usual_scheme().expect("it signs");
            let digest = Digest::of(Hash::Sha256, b"m");
            let signature = key.sign_digest(&digest, &scheme, Nonces::Hedged).expect("it signs");
            let public = to_hex(&key.public_key().to_spki_der());
            let output = format!("{form}:{}", to_hex(&signature));
            for input in [format!("digest:{}", to_hex(digest.as_bytes())), "sha256:6d".into()] {
                let good = sample(algo, "sign", [public.clone(), input, output.clone()]);
                assert!(judge().check(&good).expect("it is right").by_sealane);
                let bad = Sample { input: damaged(&good.input), ..good };
                assert!(judge().check(&bad).is_err());
            }
            let private = to_hex(&key.to_pkcs8_der());
            let pair = sample(algo, "keygen", [public.clone(), private.clone(), "-".into()]);
            assert!(judge().check(&pair).expect("it is right").by_sealane);
            if let PrivateKey::Rsa(key) = &key {
                let old = to_hex(&key.to_pkcs1_der());
                let pair = sample(algo, "keygen", [public, old, "-".into()]);
                assert!(judge().check(&pair).expect("it is right").by_sealane);
            }
            let other = PrivateKey::generate(sealane::Algorithm::Rsa { bits: 2048 });
            let public = to_hex(&other.expect("a key").public_key().to_spki_der());
            assert!(judge().check(&sample(algo, "keygen", [public, private, "-".into()])).is_err());
        }
    }

    /// Goal: messages of ML-DSA and its keys are judged, whatever form a private key has.
    #[test]
    fn rows_of_mldsa_are_right_or_wrong() {
        let named = sealane::Algorithm::from_name("mldsa65").expect("an algorithm");
        let keys = [(); 2].map(|()| PrivateKey::generate(named).expect("a key"));
        let signature = keys[0].sign(b"m", &Scheme::PURE_MLDSA, Nonces::Hedged).expect("it signs");
        let [public, other] = keys.each_ref().map(|key| to_hex(&key.public_key().to_spki_der()));
        let output = format!("raw:{}", to_hex(&signature));
        let good = sample("mldsa65", "sign", [public.clone(), "message:6d".into(), output]);
        for op in ["sign", "verify-cached"] {
            let good = Sample { op: op.into(), ..good.clone() };
            assert!(judge().check(&good).expect("it is right").by_sealane);
        }
        assert!(judge().check(&Sample { input: "message:6e".into(), ..good.clone() }).is_err());
        assert!(judge().check(&Sample { public: other.clone(), ..good }).is_err());
        let private = to_hex(&keys[0].to_pkcs8_der());
        let pair = |public| sample("mldsa65", "keygen", [public, private.clone(), "-".into()]);
        assert!(judge().check(&pair(public)).expect("it is right").by_sealane);
        assert!(judge().check(&pair(other)).is_err());
        let [bare, other] = keys.map(|key| match key {
            PrivateKey::MlDsa(key) => {
                let seed = key.to_seed().expect("it was made of one");
                [to_hex(key.public_key().as_bytes()), to_hex(&*seed)]
            }
            _ => panic!("a key of ML-DSA"),
        });
        let pair = |seed: &str| [bare[0].clone(), seed.to_owned(), "-".into()];
        let judged = |seed| judge().check(&sample("mldsa65", "keygen", pair(seed)));
        assert!(judged(&bare[1]).expect("it is right").by_sealane && judged(&other[1]).is_err());
    }

    #[test]
    fn numbers_become_documents() {
        let numbers = vec![vec![0xc5; 128], vec![1, 0, 1]];
        assert_eq!(written("rsa", &numbers).map(|der| der.len()), Ok(162));
        assert!(written("rsa", &numbers[..1]).is_err());
        assert!(written("dsa", &numbers).is_err());
        let group = vec![vec![0xc5; 128], vec![0x91; 20], vec![2], vec![3]];
        assert!(written("dsa", &group).is_ok());
    }
}
