//! Signatures by themselves.
use super::blocks::Block;
use super::report::Report;
use super::{Refusal, report};
use crate::openssh;
use der::Sequence;
use der::asn1::UintRef;
use sealane::Lengths;
use sealane::ecc::{Algorithm, Signature};
use serde_json::json;
use ssh_key::SshSig;

/// Two integers: an ECDSA signature of RFC 3279, section 2.2.3, unless it is chance.
#[derive(Sequence)]
pub struct Pair<'a> {
    r: UintRef<'a>,
    s: UintRef<'a>,
}

pub fn der(
    der: &[u8],
    wanted: Option<Algorithm>,
    block: &Block,
) -> Result<report::Report, Refusal> {
    let pair: Pair = der::Decode::from_der(der)
        .map_err(|_| Refusal::Malformed("SIG_ENCODING", "a signature"))?;
    let mut report = Report::new("ECDSA signature", block);
    let (r, s) = (pair.r.as_bytes().len(), pair.s.as_bytes().len());
    if let Some(algorithm) = wanted {
        let signature = Signature::from_der(algorithm, der)?;
        of_algorithm(&mut report, &signature);
    } else {
        let fits = |row: &&Algorithm| Signature::from_der(**row, der).is_ok();
        // What fits as DER is ECDSA's: the others have no such form.
        let ecdsa = Algorithm::ALL.iter().filter(|row| is_ecdsa(**row));
        let names: Vec<&str> = ecdsa.filter(fits).map(|row| row.name()).collect();
        report.row("range fits", json!(names));
    }
    report.row("r bytes", r).row("s bytes", s).row("signature bytes", der.len());
    Ok(report)
}

pub fn fixed(algorithm: Algorithm, bytes: &[u8], block: &Block) -> Result<Report, Refusal> {
    let signature = Signature::from_bytes(algorithm, bytes)?;
    let kind = if is_ecdsa(algorithm) { "ECDSA signature, r then s" } else { "EdDSA signature" };
    let mut report = Report::new(kind, block);
    of_algorithm(&mut report, &signature);
    report.row("signature bytes", bytes.len());
    Ok(report)
}

/// A signature of a file by OpenSSH: what it says of itself. The file `PROTOCOL.sshsig` of OpenSSH.
pub fn openssh(text: &str, block: &Block) -> Result<Report, Refusal> {
    let damaged = |_| Refusal::Malformed("SIG_ENCODING", "a signature of OpenSSH");
    let document = SshSig::from_pem(text.trim_ascii_end()).map_err(damaged)?;
    let mut report = Report::new("signature of a file, OpenSSH", block);
    match openssh::public_of(document.public_key(), Lengths::Legacy) {
        Ok(key) => {
            report.algorithm = Some(key.algorithm());
            report.row("algorithm", key.algorithm().to_string());
            report.row("openssh fingerprint", openssh::fingerprint(&key));
        }
        Err(error) => {
            report.row("algorithm", document.algorithm().as_str());
            report.row("supported", false).row("why", error.to_string());
        }
    }
    report.row("namespace", document.namespace());
    report.row("hash", document.hash_alg().as_str());
    report.row("signature", "not checked: it is of a file");
    Ok(report)
}

fn is_ecdsa(algorithm: Algorithm) -> bool {
    algorithm.signs() && algorithm.derives()
}

fn of_algorithm(report: &mut Report, signature: &Signature) {
    let algorithm = signature.algorithm();
    report.algorithm = Some(algorithm.into());
    report.row("algorithm", algorithm.name());
    if is_ecdsa(algorithm) {
        report.row("low s", signature.require_low_s().is_ok());
    }
}
