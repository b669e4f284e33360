//! Keys: private, encrypted, public.
use super::Refusal;
use super::blocks::Block;
use super::report::Report;
use crate::cmd::algorithms::oid;
use crate::cmd::hex;
use data_encoding::BASE64_NOPAD;
use der::asn1::{ObjectIdentifier, OctetStringRef};
use der::oid::db::DB;
use der::{Decode, Sequence};
use pkcs8::PrivateKeyInfoRef;
use sealane::{Algorithm, DecodeError, Digest, Hash, PrivateKey, PublicKey};
use serde_json::json;
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

/// PKCS#8 behind a password. RFC 5958, section 3.
#[derive(Sequence)]
pub struct Encrypted<'a> {
    scheme: AlgorithmIdentifierRef<'a>,
    data: &'a OctetStringRef,
}

pub fn pkcs8(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let key = PrivateKey::from_pkcs8_der(der);
    let named = || PrivateKeyInfoRef::from_der(der).ok().map(|info| info.algorithm);
    private(key, named, "private key, PKCS#8", block)
}

pub fn sec1(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    private(PrivateKey::from_sec1_der(der), || None, "private key, SEC1", block)
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
        Ok(key) => ours(&mut report, key.public_key()),
        Err(error) => foreign(&mut report, error, named())?,
    }
    Ok(report)
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

pub fn public(der: &[u8], block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("public key", block);
    of_spki(&mut report, der)?;
    Ok(report)
}

pub fn point(algorithm: Algorithm, bytes: &[u8], block: &Block) -> Result<Report, Refusal> {
    let mut report = Report::new("public key, a bare point", block);
    ours(&mut report, &PublicKey::from_sec1(algorithm, bytes)?);
    Ok(report)
}

/// Takes the rows of a SubjectPublicKeyInfo, whosever it is; returns the key if it is one of ours.
pub fn of_spki(report: &mut Report, der: &[u8]) -> Result<Option<PublicKey>, Refusal> {
    match PublicKey::from_spki_der(der) {
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
    report.row("algorithm", algorithm.name());
    report.row("oid", oid(algorithm));
    report.row("key oid", algorithm.identifier().oid.to_string());
    report.row("scalar bytes", algorithm.order_bytes());
    report.row("coordinate bytes", algorithm.field_bytes());
    report.row("spki sha256", hex(Digest::of(Hash::Sha256, &spki).as_bytes()));
    if let Some(fingerprint) = ssh_fingerprint(algorithm, &spki) {
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

/// The fingerprint that `ssh-keygen -l` prints, for the kinds of keys OpenSSH has. RFC 4253,
/// section 6.6; RFC 5656, section 3.1; RFC 8709, section 4.
fn ssh_fingerprint(algorithm: Algorithm, spki: &[u8]) -> Option<String> {
    let (kind, curve) = match algorithm.name() {
        "p256" => ("ecdsa-sha2-nistp256", Some("nistp256")),
        "p384" => ("ecdsa-sha2-nistp384", Some("nistp384")),
        "p521" => ("ecdsa-sha2-nistp521", Some("nistp521")),
        "ed25519" => ("ssh-ed25519", None),
        _ => return None,
    };
    let spki = SubjectPublicKeyInfoRef::from_der(spki).ok()?;
    let bits = spki.subject_public_key.as_bytes()?;
    let mut blob = Vec::new();
    for part in [Some(kind.as_bytes()), curve.map(str::as_bytes), Some(bits)].into_iter().flatten()
    {
        blob.extend((part.len() as u32).to_be_bytes());
        blob.extend(part);
    }
    let digest = Digest::of(Hash::Sha256, &blob);
    Some(format!("SHA256:{}", BASE64_NOPAD.encode(digest.as_bytes())))
}
