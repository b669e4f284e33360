//! `sealane inspect`: what is in this file?
//!
//! Nothing secret is printed: of a private key, what its public key shows as well.
mod blocks;
mod certificate;
mod key;
mod report;
mod signature;
#[cfg(test)]
mod tests;

use crate::args::Inspect;
use crate::cmd::print_json;
use crate::failure::{Failure, Status};
use crate::input::Input;
use crate::openssh;
use crate::output::to_stdout;
use blocks::{Block, Kind};
pub use report::Report;
use sealane::DecodeError;
use sealane::ecc::Algorithm;

pub fn run(args: &Inspect) -> Result<(), Failure> {
    let input = Input::new("FILE", &args.file);
    let reports = reports(input, args.algorithm)?;
    if args.json {
        print_json(&reports.iter().map(Report::to_json).collect())?;
    } else {
        let texts: Vec<String> = reports.iter().map(Report::to_text).collect();
        to_stdout(texts.join("\n").as_bytes())?;
    }
    // What was found is an answer, and a script must see that it is not a good one.
    if reports.iter().all(|it| it.signature_holds != Some(false)) {
        return Ok(());
    }
    let sentence = format!("{}: a signature does not belong to its own key", input.name());
    Err(Failure::Said { status: Status::InvalidSignature, code: "SIG_INVALID".into(), sentence })
}

/// Says what is in each document of an input.
pub fn reports(input: Input, wanted: Option<Algorithm>) -> Result<Vec<Report>, Failure> {
    let bytes = input.read()?;
    let blocks = blocks::split(&bytes).map_err(|error| Failure::decode(&input.name(), error))?;
    blocks.iter().map(|block| inspect(&input, block, wanted)).collect()
}

fn inspect(input: &Input, block: &Block, wanted: Option<Algorithm>) -> Result<Report, Failure> {
    let der = &block.bytes;
    let found = match block.kind(wanted) {
        Some(Kind::Pkcs8) => key::pkcs8(der, block),
        Some(Kind::Sec1) => key::sec1(der, block),
        Some(Kind::Pkcs1) => key::pkcs1(der, block),
        Some(Kind::Pkcs1Public) => key::pkcs1_public(der, block),
        Some(Kind::OpensslDsa) => key::openssl_dsa(der, block),
        Some(Kind::Encrypted) => key::encrypted(der, block),
        Some(Kind::EncryptedByHeaders(cipher)) => Ok(key::encrypted_by_headers(cipher, block)),
        Some(Kind::Public) => key::public(der, block),
        Some(Kind::Point(algorithm)) => key::point(algorithm, der, block),
        Some(Kind::Signature) => signature::der(der, wanted, block),
        Some(Kind::Fixed(algorithm)) => signature::fixed(algorithm, der, block),
        Some(Kind::Certificate) => certificate::certificate(der, block),
        Some(Kind::Request) => certificate::request(der, block),
        Some(Kind::OpensshPrivate) => key::openssh_private(&block.text, block),
        Some(Kind::OpensshLine) => key::openssh_line(&block.text, block),
        Some(Kind::OpensshSignature) => signature::openssh(&block.text, block),
        Some(Kind::Other(what)) => Ok(report::other(what, block)),
        None => {
            let found = if der.is_empty() { "is empty" } else { "is nothing that is known here" };
            let hint =
                if wanted.is_some() { "" } else { "; --algorithm names bare points and r|s" };
            let sentence = format!("{} {found}, or it is damaged{hint}", input.name());
            return Err(Failure::refused("INPUT_FORMAT", sentence));
        }
    };
    let report = found.map_err(|refusal| refusal.said_of(&input.name()))?;
    match (report.algorithm, wanted) {
        (Some(found), Some(wanted)) if found != wanted.into() => {
            Err(Failure::decode(&input.name(), DecodeError::KeyCurveMismatch))
        }
        _ => Ok(report),
    }
}

/// Why a document gave no report.
enum Refusal {
    Decode(DecodeError),
    /// By code: a document of that kind which is not what its standard says.
    Malformed(&'static str, &'static str),
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<openssh::Refusal> for Refusal {
    fn from(refusal: openssh::Refusal) -> Self {
        match refusal {
            openssh::Refusal::Decode(error) => Self::Decode(error),
            openssh::Refusal::Encrypted => Self::Decode(DecodeError::KeyEncoding),
        }
    }
}

impl Refusal {
    fn said_of(self, name: &str) -> Failure {
        match self {
            Self::Decode(error) => Failure::decode(name, error),
            Self::Malformed(code, kind) => {
                Failure::refused(code, format!("{name}: not {kind} in strict DER"))
            }
        }
    }
}
