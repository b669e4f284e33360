//! The operations of the case format, done by the library.
use super::answer::Answer;
use super::case::{Case, Malformed};
use super::signed::{Signed, Subject, each, verify_all};
use super::{hooks, numbers, octets, wraps};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Signature};
use sealane::{DecodeError, Digest, Hash, Nonces, SignError};
use serde_json::{Value, json};

/// Answers a case.
pub fn answer(case: &Case) -> Answer {
    let (op, algo) = (case.text("op"), case.text("algo"));
    if let Some(answer) = numbers::answer(op, case) {
        return answer.unwrap_or_else(|refusal| refusal);
    }
    let result = match (op, algo) {
        ("", _) => Err(Malformed.into()),
        ("prime_check", "PRIME") => hooks::prime_check(case),
        ("field_eval", "FIELD") => hooks::field_eval(case),
        ("small_group", "EC") => hooks::small_group(case),
        (op, "AES-KW" | "AES-KWP") => wraps::answer(op, case),
        ("key_import", algo) if case.text("curve").is_empty() && has_keys(algo) => {
            key_import(case, None)
        }
        (_, "EC" | "ECDSA" | "ECDH") => match Algorithm::from_name(case.text("curve")) {
            Some(algorithm) => on_curve(op, case, algorithm),
            None => Err(Answer::Unsupported),
        },
        _ => match octets::scheme(case) {
            Some((algorithm, scheme)) => octets::answer(op, case, algorithm, scheme),
            None => Err(Answer::Unsupported),
        },
    };
    result.unwrap_or_else(|refusal| refusal)
}

/// Whether an algorithm's keys are read, whatever their curve.
fn has_keys(algo: &str) -> bool {
    matches!(algo, "EC" | "ECDSA" | "ECDH") || Algorithm::from_name(algo).is_some()
}

fn on_curve(op: &str, case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
    match op {
        "verify" => signed(case, algorithm)?.verify(),
        "verify_batch" => each(case, signed_of_item, verify_all),
        "sign_det" => sign_det(case, algorithm),
        "sign_k" => hooks::sign_k(case, algorithm),
        "pubkey_validate" => {
            PublicKey::from_sec1(algorithm, &case.bytes("pub")?)?;
            Ok(Answer::Valid)
        }
        "pubkey_derive" => {
            let key = private_key(case, algorithm)?;
            // In the form in which the case writes it; the format leaves that open.
            let digits = case.expected_out().and_then(|out| out.get("pub")?.as_str());
            let compressed = digits.is_some_and(|it| it.len() == 2 + 2 * algorithm.field_bytes());
            Ok(Answer::hex("pub", &key.public_key().to_sec1(compressed)))
        }
        "point_mul" => hooks::point_mul(case, algorithm),
        "ecdh" => ecdh(case, algorithm),
        "key_import" => key_import(case, Some(algorithm)),
        _ => Err(Answer::Unsupported),
    }
}

/// The signature that a case gives to be verified.
pub fn signed(case: &Case, algorithm: Algorithm) -> Result<Signed, Answer> {
    let key = public_key(case, algorithm)?;
    let subject = Subject::Digest(digest(case)?);
    let signature = match (case.bytes_if_any("sig_der")?, case.bytes_if_any("sig_raw")?) {
        (Some(der), None) => Signature::from_der(algorithm, &der)?,
        (None, Some(raw)) => Signature::from_bytes(algorithm, &raw)?,
        _ => return Err(Malformed.into()),
    };
    Ok(Signed { key, subject, signature })
}

/// The signature of an item, which may be of another curve than the batch.
pub fn signed_of_item(item: &Case) -> Result<Signed, Answer> {
    let algorithm = Algorithm::from_name(item.text("curve")).ok_or(Answer::Unsupported)?;
    signed(item, algorithm)
}

fn sign_det(case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
    let key = private_key(case, algorithm)?;
    let digest = digest(case)?;
    let signature = match key.sign_digest(&digest, Nonces::Deterministic) {
        // Old tables have signatures with SHA-1.
        Err(SignError::HashRefused) => {
            hooks::sign_any(&key, &digest).ok_or(SignError::HashRefused)?
        }
        signature => signature?,
    };
    let Answer::Value(mut out) = Answer::hex("sig_raw", &signature.to_bytes()) else {
        unreachable!("hex makes a value")
    };
    if let Some(nonce) = hooks::nonce(&key, &digest) {
        out.insert("k".to_owned(), json!(sealane_cli::hex(&nonce)));
    }
    Ok(Answer::Value(out))
}

pub fn ecdh(case: &Case, algorithm: Algorithm) -> Result<Answer, Answer> {
    let key = private_key(case, algorithm)?;
    let peer = public_key(case, algorithm)?;
    let secret = key.derive(&peer)?;
    Ok(Answer::hex("z", secret.as_bytes()))
}

pub fn key_import(case: &Case, curve: Option<Algorithm>) -> Result<Answer, Answer> {
    let der = case.bytes("der")?;
    let form = case.input("form")?.and_then(Value::as_str).ok_or(Malformed)?;
    let algorithm = match form {
        "spki" => PublicKey::from_spki_der(&der)?.algorithm(),
        "pkcs8" => PrivateKey::from_pkcs8_der(&der)?.algorithm(),
        "sec1" => PrivateKey::from_sec1_der(&der)?.algorithm(),
        _ => return Err(Malformed.into()),
    };
    of_curve(algorithm, curve.unwrap_or(algorithm))?;
    Ok(Answer::Valid)
}

/// The private key of the case; if the case gives a public key of the same pair as well, they must
/// belong together. (`ecdh` gives the peer's, and calls it `pub` too.)
pub fn private_key(case: &Case, algorithm: Algorithm) -> Result<PrivateKey, Answer> {
    let bytes = match case.bytes_if_any("priv")? {
        Some(scalar) => Some(scalar),
        None => case.bytes_if_any("seed")?,
    };
    let key = if let Some(bytes) = bytes {
        PrivateKey::from_bytes(algorithm, &bytes)?
    } else {
        let der = match case.bytes_if_any("pkcs8")? {
            Some(der) => der,
            None => case.bytes("priv_pkcs8")?,
        };
        PrivateKey::from_pkcs8_der(&der)?
    };
    of_curve(key.algorithm(), algorithm)?;
    if case.text("op") == "sign_det"
        && let Some(point) = case.bytes_if_any("pub")?
        && PublicKey::from_bytes(algorithm, &point)? != *key.public_key()
    {
        return Err(DecodeError::KeyMismatch.into());
    }
    Ok(key)
}

pub fn public_key(case: &Case, algorithm: Algorithm) -> Result<PublicKey, Answer> {
    if let Some(point) = case.bytes_if_any("pub")? {
        return Ok(PublicKey::from_bytes(algorithm, &point)?);
    }
    let spki = match case.bytes_if_any("spki")? {
        Some(der) => Some(der),
        None => case.bytes_if_any("pub_spki")?,
    };
    let key = match spki {
        Some(der) => PublicKey::from_spki_der(&der)?,
        None => PrivateKey::from_pkcs8_der(&case.bytes("pkcs8")?)?.public_key().clone(),
    };
    of_curve(key.algorithm(), algorithm)?;
    Ok(key)
}

fn of_curve(found: Algorithm, wanted: Algorithm) -> Result<(), DecodeError> {
    if found == wanted { Ok(()) } else { Err(DecodeError::KeyCurveMismatch) }
}

/// What the case signs: the digest it gives, or the hash of its message.
pub fn digest(case: &Case) -> Result<Digest, Answer> {
    let message = case.bytes_if_any("msg")?;
    let given = case.bytes_if_any("digest")?;
    let name = case.text("hash");
    if name.is_empty() || name.eq_ignore_ascii_case("none") {
        let bytes = given.or(message).ok_or(Malformed)?;
        return Ok(Digest::raw(&bytes));
    }
    let hash = Hash::from_name(name).ok_or(Answer::refused("PARAM_HASH"))?;
    match (message, given) {
        (Some(message), _) => Ok(Digest::of(hash, &message)),
        (None, Some(digest)) => Ok(Digest::from_bytes(hash, &digest)?),
        (None, None) => Err(Malformed.into()),
    }
}
