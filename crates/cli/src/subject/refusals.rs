//! What is said of a signature or a hash that is refused: the argument, and what may be the cause.
use super::{Subject, takes_usual_hash};
use crate::args::{AnySignatureForm, Message};
use crate::failure::Failure;
use sealane::{BadSignature, DecodeError, PublicKey, Salt, Scheme, SignError};

/// The verdict on a signature that is not of the message and the key, with what may be the cause:
/// many sign by PSS, with the longest salt, by another hash than the one that is taken where none
/// is named, or in a context.
pub fn bad_signature(key: &PublicKey, subject: &Subject, message: &Message) -> Failure {
    let usual_hash = takes_usual_hash(key.algorithm(), message);
    let with = |scheme: &str| format!("; {scheme}with {}, for ", subject.hash);
    let hint = match &subject.scheme {
        Scheme::RsaPss { salt: Salt::OfHash, .. } if message.rsa.salt.is_none() => {
            "; by PSS with a salt as long as the hash: --salt any takes each length".to_owned()
        }
        Scheme::RsaPkcs1(_) if message.rsa.scheme.is_none() && usual_hash => {
            with("by PKCS#1 v1.5 ") + "neither --scheme nor --hash is given"
        }
        Scheme::RsaPkcs1(_) if message.rsa.scheme.is_none() => {
            "; by PKCS#1 v1.5, for no --scheme is given".to_owned()
        }
        Scheme::MlDsa { .. } if message.hash.is_none() => with("") + "no --hash is given",
        Scheme::MlDsaMu if !(message.mu || message.has_context()) => {
            "; in no context, for no --context is given".to_owned()
        }
        _ if usual_hash => with("") + "no --hash is given",
        _ => String::new(),
    };
    Failure::bad_signature(BadSignature).about(|sentence| sentence + &hint)
}

/// What the signer refused, with the argument that asked for it.
pub fn refused(error: SignError, scheme: &Scheme) -> Failure {
    let sentence = match error {
        SignError::SaltLength { .. } => format!("--salt: {error}"),
        SignError::HashRefused => match refused_hash(scheme) {
            Some(why) => why,
            None => format!("--hash: {error}"),
        },
        SignError::Unsupported => format!("--key: {error}"),
        other => return Failure::sign(other),
    };
    Failure::refused(error.code(), sentence)
}

/// Why nothing is signed by the scheme with its hash.
pub fn refused_hash(scheme: &Scheme) -> Option<String> {
    let hash = scheme.hash()?;
    let why = match scheme {
        _ if !hash.signs() => "verifies only",
        Scheme::RsaPkcs1(_) => "PKCS#1 v1.5 has no name for it; --scheme pss takes it",
        _ => return None,
    };
    Some(format!("--hash {hash}: {why}"))
}

/// What is said of `bytes` that are no signature, which `name` gives. Where either form is taken,
/// those of another length are in neither.
pub fn refused_signature(
    name: &str,
    error: DecodeError,
    key: &PublicKey,
    bytes: &[u8],
    form: AnySignatureForm,
) -> Failure {
    let failure = Failure::decode(name, error);
    // What begins like a sequence is meant as DER.
    let of_length = matches!(error, DecodeError::SigLength { .. }) || bytes.first() != Some(&0x30);
    match fixed_bytes(key).filter(|_| of_length && form == AnySignatureForm::Auto) {
        Some(fixed) if fixed != bytes.len() => failure.about(|_| {
            let got = bytes.len();
            format!("{name} is neither DER nor r and s of {fixed} bytes: it has {got} bytes")
        }),
        _ => failure,
    }
}

/// Bytes of r and s, of keys whose signatures are DER too.
fn fixed_bytes(key: &PublicKey) -> Option<usize> {
    match key {
        PublicKey::Curve(key) if key.algorithm().partner().is_none() => {
            Some(2 * key.algorithm().order_bytes())
        }
        PublicKey::Dsa(key) => Some(2 * key.parameters().order_bits().div_ceil(8)),
        _ => None,
    }
}
