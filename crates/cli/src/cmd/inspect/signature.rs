//! Signatures by themselves.
use super::blocks::Block;
use super::report::Report;
use super::{Refusal, report};
use der::Sequence;
use der::asn1::UintRef;
use sealane::{Algorithm, Signature};
use serde_json::json;

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
        let ecdsa = Algorithm::ALL.iter().filter(|row| row.signs() && row.derives());
        let names: Vec<&str> = ecdsa.filter(fits).map(|row| row.name()).collect();
        report.row("range fits", json!(names));
    }
    report.row("r bytes", r).row("s bytes", s).row("signature bytes", der.len());
    Ok(report)
}

pub fn fixed(algorithm: Algorithm, bytes: &[u8], block: &Block) -> Result<Report, Refusal> {
    let signature = Signature::from_bytes(algorithm, bytes)?;
    let mut report = Report::new("ECDSA signature, r then s", block);
    of_algorithm(&mut report, &signature);
    report.row("signature bytes", bytes.len());
    Ok(report)
}

fn of_algorithm(report: &mut Report, signature: &Signature) {
    report.algorithm = Some(signature.algorithm());
    report.row("algorithm", signature.algorithm().name());
    report.row("low s", signature.require_low_s().is_ok());
}
