//! The operations of EdDSA, X25519 and X448.
use super::answer::Answer;
use super::case::{Case, Malformed};
use super::hooks;
use super::ops::{ecdh, key_import, private_key, public_key};
use super::signed::{self, Signed, each, verify_all};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Digest, Nonces};

/// How a case says a scheme: by the name of the algorithm, with or without the ending of a variant.
#[derive(Clone, Copy)]
pub enum Variant {
    Pure,
    Context,
    Prehashed,
    Agreement,
}

/// Returns the algorithm and the variant of a case, if they are of this kind.
pub fn scheme(case: &Case) -> Option<(Algorithm, Variant)> {
    Some(match case.text("algo") {
        "Ed25519" => (Algorithm::Ed25519, Variant::Pure),
        "Ed25519ctx" => (Algorithm::Ed25519, Variant::Context),
        "Ed25519ph" => (Algorithm::Ed25519, Variant::Prehashed),
        "Ed448" => (Algorithm::Ed448, Variant::Pure),
        "Ed448ph" => (Algorithm::Ed448, Variant::Prehashed),
        "X25519" => (Algorithm::X25519, Variant::Agreement),
        "X448" => (Algorithm::X448, Variant::Agreement),
        _ => return None,
    })
}

pub fn answer(
    op: &str,
    case: &Case,
    algorithm: Algorithm,
    variant: Variant,
) -> Result<Answer, Answer> {
    match op {
        "verify" => signed(case, algorithm, variant)?.verify(),
        "verify_batch" => each(case, |item| signed(item, algorithm, variant), verify_all),
        "sign_det" => sign_det(case, algorithm, variant),
        "pubkey_validate" => {
            PublicKey::from_bytes(algorithm, &case.bytes("pub")?)?;
            Ok(Answer::Valid)
        }
        "pubkey_derive" => {
            Ok(Answer::hex("pub", &private_key(case, algorithm)?.public_key().to_bytes()))
        }
        "point_mul" if algorithm.signs() => hooks::point_mul(case, algorithm),
        "ecdh" => ecdh(case, algorithm),
        "x25519_iter" => iterate(case, algorithm),
        "key_import" => key_import(case, Some(algorithm)),
        _ => Err(Answer::Unsupported),
    }
}

/// What is signed and how: a message, or the digest that the case gives.
pub enum Subject {
    Message(Vec<u8>),
    Digest(Digest),
}

pub fn subject(case: &Case, algorithm: Algorithm, variant: Variant) -> Result<Subject, Answer> {
    match (variant, case.bytes_if_any("msg")?, case.bytes_if_any("digest")?) {
        (_, Some(message), _) => Ok(Subject::Message(message)),
        (Variant::Prehashed, None, Some(digest)) => {
            let hash = algorithm.fixed_hash().ok_or(Answer::Unsupported)?;
            Ok(Subject::Digest(Digest::from_bytes(hash, &digest)?))
        }
        _ => Err(Malformed.into()),
    }
}

/// The context: what the case gives; the empty one where the variant has one in any case.
pub fn context(case: &Case, variant: Variant) -> Result<Option<Vec<u8>>, Answer> {
    let given = case.bytes_if_any("ctx")?;
    Ok(match variant {
        Variant::Context => Some(given.unwrap_or_default()),
        Variant::Pure => given.filter(|given| !given.is_empty()),
        Variant::Prehashed | Variant::Agreement => given,
    })
}

/// The signature that a case gives to be verified.
pub fn signed(case: &Case, algorithm: Algorithm, variant: Variant) -> Result<Signed, Answer> {
    let key = public_key(case, algorithm)?;
    let subject = subject(case, algorithm, variant)?;
    let context = context(case, variant)?;
    let subject = match subject {
        Subject::Message(message) => {
            let prehashed = matches!(variant, Variant::Prehashed);
            signed::Subject::Message { message, context, prehashed }
        }
        Subject::Digest(digest) => {
            signed::Subject::DigestInContext(digest, context.unwrap_or_default())
        }
    };
    let signature = Signature::from_bytes(algorithm, &case.bytes("sig_raw")?)?;
    Ok(Signed { key, subject, signature })
}

fn sign_det(case: &Case, algorithm: Algorithm, variant: Variant) -> Result<Answer, Answer> {
    let key = private_key(case, algorithm)?;
    let context = context(case, variant)?;
    let nonces = Nonces::Deterministic;
    let signature = match &subject(case, algorithm, variant)? {
        Subject::Message(message) => key.sign(message, by(context.as_deref(), variant), nonces)?,
        Subject::Digest(digest) => {
            key.sign_digest_with_context(digest, context.as_deref().unwrap_or_default(), nonces)?
        }
    };
    Ok(Answer::hex("sig_raw", &signature.to_bytes()))
}

fn by(context: Option<&[u8]>, variant: Variant) -> Scheme<'_> {
    Scheme::EdDsa { context, prehashed: matches!(variant, Variant::Prehashed) }
}

/// The iteration of RFC 7748, section 5.2: the last result is the next private key, the last
/// private key the next point.
fn iterate(case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
    const MAX: u64 = 1_000_000;
    let count = case.input("count")?.and_then(serde_json::Value::as_u64);
    let count = count.filter(|&count| count <= MAX).ok_or(Malformed)?;
    let mut k = case.bytes("start")?;
    let mut u = k.clone();
    for _ in 0..count {
        let peer = PublicKey::from_bytes(algorithm, &u)?;
        let secret = PrivateKey::from_bytes(algorithm, &k)?.derive(&peer)?;
        u = std::mem::replace(&mut k, secret.as_bytes().to_vec());
    }
    Ok(Answer::hex("z", &k))
}
