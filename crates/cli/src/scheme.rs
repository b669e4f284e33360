//! The schemes of RSA and DSA keys, as the options of a command choose them.
use crate::args::{Message, RsaEncoding};
use crate::failure::Failure;
use crate::message::{HashChoice, digest, hash_choice};
use sealane::any::{self, Scheme};
use sealane::rsa::{self, Permitted, Salt};
use sealane::{BadSignature, Digest, Hash, SignError};

/// What a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Sign,
    Verify,
}

/// What an RSA or a DSA key signs: the scheme, the digest, and the name of its hash.
pub struct Subject<S = Scheme<'static>> {
    pub scheme: S,
    pub digest: Digest,
    pub hash: &'static str,
}

impl<S> Subject<S> {
    fn map<T>(self, of: impl FnOnce(S) -> T) -> Subject<T> {
        Subject { scheme: of(self.scheme), digest: self.digest, hash: self.hash }
    }
}

/// Returns what a key signs that is not over a curve. Options that are another scheme's are refused
/// before anything is read.
pub fn subject(
    op: Op,
    key: &any::PublicKey,
    message: &Message,
    low_s: bool,
) -> Result<Subject, Failure> {
    match key {
        any::PublicKey::Rsa(key) => Ok(of_rsa(op, key, message, low_s)?.map(Scheme::Rsa)),
        other => Ok(of_dsa(other.algorithm(), message, low_s)?.map(Scheme::Dsa)),
    }
}

/// Like [`subject`], for RSA. What is not said is as the key is for.
pub fn of_rsa(
    op: Op,
    key: &rsa::PublicKey,
    message: &Message,
    low_s: bool,
) -> Result<Subject<rsa::Scheme>, Failure> {
    let algorithm = any::Algorithm::Rsa { bits: key.bits() };
    refuse_options_of_curves(algorithm, message, low_s)?;
    let permitted = key.permitted();
    let choice = match (message.hash, permitted) {
        (None, Permitted::PssWith { hash, .. }) => HashChoice::Named(hash),
        _ => hash_choice(algorithm, message),
    };
    let HashChoice::Named(hash) = choice else {
        let sentence = "--hash none is not for RSA, whose signatures name their hash";
        return Err(Failure::usage(SignError::HashRefused.code(), sentence));
    };
    let scheme = rsa(op, message, hash, permitted)?;
    Ok(Subject { scheme, digest: digest(message, choice)?, hash: choice.name() })
}

/// Like [`subject`], for DSA, whose hash makes the nonce; for a digest of no name SHA-256 does.
pub fn of_dsa(
    algorithm: any::Algorithm,
    message: &Message,
    low_s: bool,
) -> Result<Subject<Hash>, Failure> {
    refuse_options_of_curves(algorithm, message, low_s)?;
    refuse_rsa_options(algorithm, message)?;
    let choice = hash_choice(algorithm, message);
    let scheme = if let HashChoice::Named(hash) = choice { hash } else { Hash::Sha256 };
    Ok(Subject { scheme, digest: digest(message, choice)?, hash: choice.name() })
}

fn refuse_options_of_curves(
    algorithm: any::Algorithm,
    message: &Message,
    low_s: bool,
) -> Result<(), Failure> {
    let others = [
        (message.bip340, "--bip340"),
        (message.prehash, "--prehash"),
        (message.context.is_some() || message.context_hex.is_some(), "--context"),
        (low_s, "--low-s"),
    ];
    refuse(algorithm, &others)
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

/// The scheme of an RSA key. Where nothing is said of the salt, a key that names a shortest one
/// signs with that, and a key for PSS alone verifies with each that it permits; other keys have the
/// length of the hash.
fn rsa(
    op: Op,
    message: &Message,
    hash: Hash,
    permitted: Permitted,
) -> Result<rsa::Scheme, Failure> {
    let options = &message.rsa;
    let only_pss = permitted != Permitted::Everything;
    let usual = if only_pss { RsaEncoding::Pss } else { RsaEncoding::Pkcs1 };
    if options.scheme.unwrap_or(usual) == RsaEncoding::Pss {
        let (mgf, salt) = match (op, permitted) {
            (Op::Sign, Permitted::PssWith { mgf, least_salt_bytes, .. }) => {
                (mgf, Salt::Bytes(least_salt_bytes.into()))
            }
            (Op::Verify, Permitted::PssWith { mgf, .. }) => (mgf, Salt::Any),
            (Op::Verify, Permitted::Pss) => (hash, Salt::Any),
            _ => (hash, Salt::OfHash),
        };
        let (mgf, salt) = (options.mgf_hash.unwrap_or(mgf), options.salt.unwrap_or(salt));
        refuse_forbidden(permitted, hash, mgf, salt)?;
        return Ok(rsa::Scheme::Pss { hash, mgf, salt });
    }
    if only_pss {
        let sentence = "--scheme pkcs1: the document of the key says that it is for PSS alone";
        return Err(Failure::refused(SignError::Unsupported.code(), sentence));
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

/// Refuses parameters of PSS that the document of the key forbids: such a signature may be right,
/// and is not valid for this key.
fn refuse_forbidden(
    permitted: Permitted,
    hash: Hash,
    mgf: Hash,
    salt: Salt,
) -> Result<(), Failure> {
    let Permitted::PssWith { hash: own, mgf: own_mgf, least_salt_bytes } = permitted else {
        return Ok(());
    };
    let least = usize::from(least_salt_bytes);
    let bytes = match salt {
        Salt::Bytes(bytes) => Some(bytes),
        Salt::OfHash => Some(hash.output_bytes()),
        _ => None,
    };
    let why = if hash != own {
        format!("--hash {}: the document of the key says {}", hash.name(), own.name())
    } else if mgf != own_mgf {
        format!("--mgf-hash {}: the document of the key says {}", mgf.name(), own_mgf.name())
    } else if let Some(bytes) = bytes.filter(|bytes| *bytes < least) {
        format!("--salt: {bytes} bytes, where the document of the key says {least} or more")
    } else {
        return Ok(());
    };
    Err(Failure::refused(SignError::Unsupported.code(), why))
}

/// The verdict on a signature that is not of the message and the key, with what may be the cause:
/// many sign by PSS with the longest salt.
pub fn bad_signature(scheme: Scheme, message: &Message) -> Failure {
    let failure = Failure::bad_signature(BadSignature);
    match scheme {
        Scheme::Rsa(rsa::Scheme::Pss { salt: Salt::OfHash, .. }) if message.rsa.salt.is_none() => {
            let hint = "; by PSS with a salt as long as the hash: --salt any takes each length";
            failure.about(|sentence| sentence + hint)
        }
        _ => failure,
    }
}

/// What the signer refused, with the argument that asked for it.
pub fn refused(error: SignError) -> Failure {
    let argument = match error {
        SignError::SaltLength { .. } => "--salt",
        SignError::HashRefused => "--hash",
        SignError::Unsupported => "--key",
        other => return Failure::sign(other),
    };
    Failure::refused(error.code(), format!("{argument}: {error}"))
}
