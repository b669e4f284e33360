//! Keys: private, encrypted, public.
use super::Refusal;
use super::blocks::Block;
use super::report::Report;
use crate::cmd::algorithms::oid;
use crate::cmd::hex;
use crate::keys::Encrypted;
use crate::openssh;
use der::Decode;
use der::asn1::ObjectIdentifier;
use der::oid::db::DB;
use pkcs8::PrivateKeyInfoRef;
use sealane::ecc::{self, Algorithm};
use sealane::{DecodeError, Digest, Hash, Lengths, PrivateKey, PublicKey, dsa, rsa};
use serde_json::json;
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

pub fn pkcs8(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let key = PrivateKey::from_pkcs8_der(der, Lengths::Legacy);
    let named = || PrivateKeyInfoRef::from_der(der).ok().map(|info| info.algorithm);
    private(key, named, "private key, PKCS#8", block)
}

pub fn sec1(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let key = ecc::PrivateKey::from_sec1_der(der).map(PrivateKey::Curve);
    private(key, || None, "private key, SEC1", block)
}

pub fn pkcs1(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let key = rsa::PrivateKey::from_pkcs1_der(der, Lengths::Legacy).map(PrivateKey::Rsa);
    private(key, || None, "private key, PKCS#1", block)
}

pub fn openssl_dsa(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let key = dsa::PrivateKey::from_openssl_der(der).map(PrivateKey::Dsa);
    private(key, || None, "private key, OpenSSL's form of DSA", block)
}

pub fn pkcs1_public(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("public key, PKCS#1", block);
    let key = rsa::PublicKey::from_pkcs1_der(der, Lengths::Legacy)?;
    ours(&mut report, &PublicKey::Rsa(key));
    Ok(report)
}

fn private<'a>(
    key: Result<PrivateKey, DecodeError>,
    named: impl FnOnce() -> Option<AlgorithmIdentifierRef<'a>>,
    kind: &str,
    block: &Block,
) -> Result<Report, Refusal> {
    let mut report = Report::new(kind, block);
    report.row("encrypted", false);
    match key {
        Ok(key) => {
            ours(&mut report, &key.public_key());
            if let PrivateKey::MlDsa(key) = key {
                report.row("holds its seed", key.to_seed().is_some());
            }
        }
        Err(error) => foreign(&mut report, error, named())?,
    }
    Ok(report)
}

/// A private key in the form of OpenSSH.
pub fn openssh_private(text: &str, block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("private key, OpenSSH", block);
    let document = openssh::document_from_pem(text)?;
    report.row("encrypted", document.is_encrypted());
    if document.is_encrypted() {
        report.row("encryption", document.cipher().to_string());
        report.row("key derivation", document.kdf().algorithm().to_string());
    }
    let named = document.algorithm();
    // The public key stands outside of what is encrypted.
    let key = if document.is_encrypted() {
        openssh::public_of(document.public_key().key_data(), Lengths::Legacy)
    } else {
        match openssh::private_from_pem(text, Lengths::Legacy) {
            Ok(key) => Ok(key.public_key()),
            Err(openssh::Refusal::Decode(error)) => Err(error),
            Err(openssh::Refusal::Encrypted) => Err(DecodeError::KeyEncoding),
        }
    };
    openssh_rows(&mut report, key, named.as_str())?;
    report.row("comment", document.comment().as_str_lossy());
    Ok(report)
}

/// The line of a public key of OpenSSH's.
pub fn openssh_line(text: &str, block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("public key, OpenSSH", block);
    let mut words = text.split_ascii_whitespace();
    let named = words.next().unwrap_or_default();
    let key = openssh::public_from_line(text, Lengths::Legacy);
    openssh_rows(&mut report, key, named)?;
    report.row("comment", words.skip(1).collect::<Vec<_>>().join(" "));
    Ok(report)
}

fn openssh_rows(
    report: &mut Report,
    key: Result<PublicKey, DecodeError>,
    named: &str,
) -> Result<(), Refusal> {
    match key {
        Ok(key) => ours(report, &key),
        Err(error) => {
            foreign(report, error, None)?;
            report.row("algorithm", named);
        }
    }
    Ok(())
}

pub fn encrypted(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let encrypted = Encrypted::from_der(der);
    let encrypted = encrypted.map_err(|_| Refusal::Decode(DecodeError::KeyEncoding))?;
    let mut report = Report::new("private key, PKCS#8", block);
    report.row("encrypted", true);
    report.row("encryption", name_of(&encrypted.scheme.oid));
    report.row("encrypted bytes", encrypted.data.as_bytes().len());
    Ok(report)
}

/// A private key that the headers of its block encrypt.
pub fn encrypted_by_headers(cipher: String, block: &Block) -> Report {
    let mut report = Report::new("private key, encrypted by PEM headers", block);
    report.row("encrypted", true).row("encryption", cipher);
    report
}

pub fn public(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("public key", block);
    of_spki(&mut report, der)?;
    Ok(report)
}

pub fn point(algorithm: Algorithm, bytes: &[u8], block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("public key, bare", block);
    ours(&mut report, &ecc::PublicKey::from_bytes(algorithm, bytes)?.into());
    Ok(report)
}

/// Takes the rows of a SubjectPublicKeyInfo, whosever it is; returns the key if it is one of ours.
pub fn of_spki(report: &mut Report, der: &[u8]) -> Result<Option<PublicKey>, Refusal> {
    match PublicKey::from_spki_der(der, Lengths::Legacy) {
        Ok(key) => {
            ours(report, &key);
            Ok(Some(key))
        }
        Err(error) => {
            let info = SubjectPublicKeyInfoRef::from_der(der).ok();
            foreign(report, error, info.map(|info| info.algorithm))?;
            report.row("spki sha256", hex(Digest::of(Hash::Sha256, der).as_bytes()));
            Ok(None)
        }
    }
}

/// The rows of a key of ours. The fingerprints are of the point uncompressed, so that one key has
/// one fingerprint in whichever document it stands.
fn ours(report: &mut Report, key: &PublicKey) {
    let (algorithm, spki) = (key.algorithm(), key.to_spki_der());
    report.algorithm = Some(algorithm);
    report.row("algorithm", algorithm.to_string());
    let restricted = match key {
        PublicKey::Rsa(key) => key.permitted() != rsa::Permitted::Everything,
        _ => false,
    };
    let own = if restricted { "1.2.840.113549.1.1.10".to_owned() } else { oid(algorithm) };
    report.row("oid", own);
    if restricted {
        report.row("key type", "id-RSASSA-PSS");
    }
    match key {
        PublicKey::Curve(key) => {
            let algorithm = key.algorithm();
            report.row("key oid", algorithm.identifier().oid.to_string());
            report.row("scalar bytes", algorithm.order_bytes());
            report.row("coordinate bytes", algorithm.field_bytes());
        }
        PublicKey::Rsa(key) => {
            report.row("modulus bits", key.bits()).row("public exponent", key.exponent());
            match key.permitted() {
                rsa::Permitted::Everything => {}
                rsa::Permitted::PssWith { hash, mgf, least_salt_bytes } => {
                    let text =
                        format!("PSS with {hash}, MGF1 with {mgf}, salt {least_salt_bytes}+");
                    report.row("permitted", text);
                }
                _ => {
                    report.row("permitted", "PSS");
                }
            }
        }
        PublicKey::Dsa(key) => {
            let of = key.parameters();
            report.row("p bits", of.bits()).row("q bits", of.order_bits());
        }
        PublicKey::MlDsa(key) => {
            let of = key.parameter_set();
            report.row("public key bytes", of.public_key_bytes());
            report.row("signature bytes", of.signature_bytes());
        }
        _ => {}
    }
    report.row("spki sha256", hex(Digest::of(Hash::Sha256, &spki).as_bytes()));
    if let Some(fingerprint) = openssh::fingerprint(key) {
        report.row("openssh fingerprint", fingerprint);
    }
}

/// The rows of a key that is whole, as far as we can see, and not of ours; else the refusal.
fn foreign(
    report: &mut Report,
    error: DecodeError,
    named: Option<AlgorithmIdentifierRef>,
) -> Result<(), Refusal> {
    if !matches!(error, DecodeError::KeyAlgorithm | DecodeError::CurveUnsupported) {
        return Err(error.into());
    }
    if let Some(named) = named {
        report.row("algorithm", name_of(&named.oid));
        report.row("oid", named.oid.to_string());
        let curve = named.parameters.and_then(|it| it.decode_as::<ObjectIdentifier>().ok());
        if let Some(curve) = curve {
            report.row("parameters", name_of(&curve));
        }
    }
    report.row("supported", json!(false));
    report.row("why", error.to_string());
    Ok(())
}

/// The name of an object identifier, or its numbers.
pub fn name_of(oid: &ObjectIdentifier) -> String {
    // RFC 8018, appendix A.4: what keys are encrypted with, and not in the list of names.
    if oid.to_string() == "1.2.840.113549.1.5.13" {
        return "id-PBES2".into();
    }
    DB.by_oid(oid).map_or_else(|| oid.to_string(), str::to_owned)
}
