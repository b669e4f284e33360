//! The schemes of RSA and DSA keys, as the options of a command choose them.
use crate::args::{Message, RsaEncoding};
use crate::failure::Failure;
use crate::message::{HashChoice, digest};
use sealane::any::{self, Scheme};
use sealane::rsa::{self, Salt};
use sealane::{Digest, Hash, SignError};

/// What an RSA or a DSA key signs: the scheme, the digest, and the name of its hash.
pub struct Subject {
    pub scheme: Scheme<'static>,
    pub digest: Digest,
    pub hash: &'static str,
}

/// Returns what a key signs that is not over a curve. Options that are another scheme's are refused
/// before anything is read.
pub fn subject(
    algorithm: any::Algorithm,
    message: &Message,
    low_s: bool,
) -> Result<Subject, Failure> {
    let others = [
        (message.bip340, "--bip340"),
        (message.prehash, "--prehash"),
        (message.context.is_some() || message.context_hex.is_some(), "--context"),
        (low_s, "--low-s"),
    ];
    refuse(algorithm, &others)?;
    let choice = message.hash.unwrap_or(HashChoice::Named(Hash::Sha256));
    let scheme = match (algorithm, choice) {
        (any::Algorithm::Rsa { .. }, HashChoice::Named(hash)) => Scheme::Rsa(rsa(message, hash)?),
        (any::Algorithm::Rsa { .. }, HashChoice::None) => {
            let sentence = "--hash none is not for RSA, whose signatures name their hash";
            return Err(Failure::usage(SignError::HashRefused.code(), sentence));
        }
        (_, choice) => {
            refuse_rsa_options(algorithm, message)?;
            // The hash makes the nonce; a digest of no name is taken as it is.
            Scheme::Dsa(if let HashChoice::Named(hash) = choice { hash } else { Hash::Sha256 })
        }
    };
    Ok(Subject { scheme, digest: digest(message, choice)?, hash: choice.name() })
}

/// Refuses the options of RSA for other keys.
pub fn refuse_rsa_options(algorithm: any::Algorithm, message: &Message) -> Result<(), Failure> {
    let rsa = &message.rsa;
    let given = [
        (rsa.scheme.is_some(), "--scheme"),
        (rsa.mgf_hash.is_some(), "--mgf-hash"),
        (rsa.salt.is_some(), "--salt"),
    ];
    refuse(algorithm, &given)
}

fn refuse(algorithm: any::Algorithm, options: &[(bool, &str)]) -> Result<(), Failure> {
    match options.iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => {
            let sentence = format!("{option} is not for {algorithm} keys");
            Err(Failure::usage("SCHEME_UNSUPPORTED", sentence))
        }
    }
}

fn rsa(message: &Message, hash: Hash) -> Result<rsa::Scheme, Failure> {
    let options = &message.rsa;
    if options.scheme == Some(RsaEncoding::Pss) {
        let (mgf, salt) = (options.mgf_hash.unwrap_or(hash), options.salt.unwrap_or(Salt::OfHash));
        return Ok(rsa::Scheme::Pss { hash, mgf, salt });
    }
    let of_pss = [(options.mgf_hash.is_some(), "--mgf-hash"), (options.salt.is_some(), "--salt")];
    match of_pss.iter().find(|(given, _)| *given) {
        None => Ok(rsa::Scheme::Pkcs1(hash)),
        Some((_, option)) => {
            let sentence = format!("{option} is for --scheme pss");
            Err(Failure::usage("SCHEME_UNSUPPORTED", sentence))
        }
    }
}

/// What the signer refused, with the argument that asked for it.
pub fn refused(error: SignError) -> Failure {
    let argument = match error {
        SignError::SaltLength { .. } => "--salt",
        SignError::HashRefused => "--hash",
        other => return Failure::sign(other),
    };
    Failure::refused(error.code(), format!("{argument}: {error}"))
}
