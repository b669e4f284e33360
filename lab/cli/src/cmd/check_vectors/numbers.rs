//! The operations of RSA and DSA.
use super::answer::Answer;
use super::case::{Case, Malformed};
use super::ops::digest;
use der::Encode;
use der::asn1::UintRef;
use sealane::rsa::{self, Oaep, OaepError, Salt};
use sealane::{DecodeError, Digest, Hash, Lengths, Nonces, PrivateKey, PublicKey, Scheme, dsa};
use serde_json::Value;

/// Answers a case of such an algorithm; `None` for others.
pub fn answer(op: &str, case: &Case) -> Option<Result<Answer, Answer>> {
    if let Some(signed) = signed(op, case) {
        return Some(signed.and_then(|signed| signed.verify()));
    }
    if let Some(asked) = asked(op, case) {
        return Some(asked.and_then(|asked| asked.sign()));
    }
    let answer = match (op, case.text("algo")) {
        ("rsa_oaep_decrypt", "RSA-OAEP") => oaep_decrypt(case),
        ("rsa_raw_private", "RSA-RAW") => rsa_power(case),
        ("rsa_key_validate", "RSA") => rsa_private(case, Lengths::Current).map(|_| Answer::Valid),
        ("key_import", "RSA" | "DSA") => key_import(case),
        (_, "RSA" | "RSA-PKCS1v15" | "RSA-PSS" | "RSA-OAEP" | "RSA-RAW" | "DSA") => {
            Err(Answer::Unsupported)
        }
        _ => return None,
    };
    Some(answer)
}

/// A signature with its key and what it is of, in the form that documents hold.
pub struct Signed {
    pub key: PublicKey,
    pub scheme: Scheme,
    pub digest: Digest,
    pub signature: Vec<u8>,
}

impl Signed {
    fn verify(&self) -> Result<Answer, Answer> {
        self.key.verify_digest(&self.digest, &self.scheme, &self.signature)?;
        Ok(Answer::Valid)
    }
}

/// A signature that is asked for.
pub struct Asked {
    pub key: PrivateKey,
    pub scheme: Scheme,
    pub digest: Digest,
}

impl Asked {
    fn sign(&self) -> Result<Answer, Answer> {
        let nonces = Nonces::Deterministic;
        self.answer(&self.key.sign_digest(&self.digest, &self.scheme, nonces)?)
    }

    /// The answer with a signature that was made, in the form that cases hold.
    pub fn answer(&self, signature: &[u8]) -> Result<Answer, Answer> {
        let PrivateKey::Dsa(key) = &self.key else {
            return Ok(Answer::hex("sig", signature));
        };
        let signature = dsa::Signature::from_der(key.public_key().parameters(), signature)?;
        Ok(Answer::hex("sig_raw", &signature.to_bytes()))
    }
}

/// The signature that a case gives to be verified; `None` for cases of other operations.
pub fn signed(op: &str, case: &Case) -> Option<Result<Signed, Answer>> {
    match (op, case.text("algo")) {
        ("rsa_verify", "RSA-PKCS1v15" | "RSA-PSS") => Some(rsa_signed(case)),
        ("verify", "DSA") => Some(dsa_signed(case)),
        _ => None,
    }
}

/// The signature that a case asks for; `None` for cases of other operations.
pub fn asked(op: &str, case: &Case) -> Option<Result<Asked, Answer>> {
    match (op, case.text("algo")) {
        ("rsa_sign_det", "RSA-PKCS1v15") => Some(rsa_asked(case)),
        ("sign_det", "DSA") => Some(dsa_asked(case)),
        _ => None,
    }
}

/// The big-endian numbers of these names, without leading zeros.
fn numbers<const N: usize>(case: &Case, names: [&str; N]) -> Result<[Vec<u8>; N], Answer> {
    let mut numbers = [const { Vec::new() }; N];
    for (number, name) in numbers.iter_mut().zip(names) {
        let bytes = case.bytes(name)?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        *number = bytes[zeros.min(bytes.len().saturating_sub(1))..].to_vec();
    }
    Ok(numbers)
}

fn rsa_public(case: &Case) -> Result<rsa::PublicKey, Answer> {
    if let Some(der) = case.bytes_if_any("rsa_public_key_der")? {
        return Ok(rsa::PublicKey::from_pkcs1_der(&der, Lengths::Legacy)?);
    }
    if let Some(der) = case.bytes_if_any("spki")? {
        return Ok(rsa::PublicKey::from_spki_der(&der, Lengths::Legacy)?);
    }
    if case.bytes_if_any("pkcs8")?.is_some() {
        return Ok(rsa_private(case, Lengths::Legacy)?.public_key().clone());
    }
    let [n, e] = numbers(case, ["n", "e"])?;
    Ok(rsa::PublicKey::from_numbers(&n, &e, Lengths::Legacy)?)
}

fn rsa_private(case: &Case, lengths: Lengths) -> Result<rsa::PrivateKey, Answer> {
    if let Some(der) = case.bytes_if_any("pkcs8")? {
        return Ok(rsa::PrivateKey::from_pkcs8_der(&der, lengths)?);
    }
    let numbers = numbers(case, ["n", "e", "d", "p", "q", "dp", "dq", "qinv"])?;
    let whole = [&[0][..]].into_iter().chain(numbers.iter().map(|number| &number[..]));
    let whole: der::Result<Vec<UintRef>> = whole.map(UintRef::new).collect();
    let der = whole.and_then(|whole| whole.to_der()).map_err(|_| DecodeError::KeyEncoding)?;
    Ok(rsa::PrivateKey::from_pkcs1_der(&der, lengths)?)
}

fn named_hash(name: &str) -> Result<Hash, Answer> {
    Hash::from_name(name).ok_or(Answer::refused("PARAM_HASH"))
}

/// The hash of the mask: `MGF1-HASH`, a SHAKE, or that of the message.
fn mgf(case: &Case, hash: Hash) -> Result<Hash, Answer> {
    match case.input("mgf")? {
        None => Ok(hash),
        Some(Value::String(name)) => match name.strip_prefix("MGF1-") {
            None => named_hash(name),
            // A SHAKE is the mask by itself (RFC 8702, section 3.2); here is no MGF1 with one.
            Some(name) => match named_hash(name)? {
                Hash::Shake128 | Hash::Shake256 => Err(Answer::Unsupported),
                hash => Ok(hash),
            },
        },
        Some(_) => Err(Malformed.into()),
    }
}

fn scheme(case: &Case) -> Result<rsa::Scheme, Answer> {
    let hash = named_hash(case.text("hash"))?;
    if case.text("algo") != "RSA-PSS" {
        return Ok(rsa::Scheme::Pkcs1(hash));
    }
    let salt = match case.input("salt_len")? {
        None => Salt::OfHash,
        Some(Value::String(word)) => match &word[..] {
            "hash" => Salt::OfHash,
            "max" => Salt::Longest,
            "any" => Salt::Any,
            _ => return Err(Malformed.into()),
        },
        Some(number) => {
            let bytes = number.as_u64().and_then(|bytes| usize::try_from(bytes).ok());
            Salt::Bytes(bytes.ok_or(Malformed)?)
        }
    };
    Ok(rsa::Scheme::Pss { hash, mgf: mgf(case, hash)?, salt })
}

fn rsa_signed(case: &Case) -> Result<Signed, Answer> {
    let (key, scheme, signature) = (rsa_public(case)?, scheme(case)?, case.bytes("sig")?);
    let (expected, got) = (key.signature_bytes(), signature.len());
    if got != expected {
        return Err(DecodeError::SigLength { expected, got }.into());
    }
    let (key, scheme) = (PublicKey::Rsa(key), Scheme::from(scheme));
    Ok(Signed { key, scheme, digest: digest(case)?, signature })
}

fn rsa_asked(case: &Case) -> Result<Asked, Answer> {
    let key = PrivateKey::Rsa(rsa_private(case, Lengths::Legacy)?);
    let digest = digest(case)?;
    Ok(Asked { key, scheme: scheme(case)?.into(), digest })
}

fn oaep_decrypt(case: &Case) -> Result<Answer, Answer> {
    let key = rsa_private(case, Lengths::Legacy)?;
    let hash = named_hash(case.text("hash"))?;
    let label = case.bytes_if_any("label")?.unwrap_or_default();
    let by = Oaep { hash, mgf: mgf(case, hash)?, label: &label };
    let message = key.decrypt_oaep(&case.bytes("ct")?, by);
    let message = message.map_err(|error: OaepError| Answer::refused(error.code()))?;
    Ok(Answer::hex("msg", &message))
}

/// The private power of a number, which is below the modulus.
fn rsa_power(case: &Case) -> Result<Answer, Answer> {
    let key = rsa_private(case, Lengths::Legacy)?;
    let [number] = numbers(case, ["msg"])?;
    let outside = || Answer::refused("DATA_RANGE");
    let width = key.public_key().signature_bytes();
    let padding = width.checked_sub(number.len()).ok_or_else(outside)?;
    let number = [&vec![0; padding][..], &number].concat();
    let power = rsa::hazmat::private_power(&key, &number)?.ok_or_else(outside)?;
    Ok(Answer::hex("out", &power))
}

fn key_import(case: &Case) -> Result<Answer, Answer> {
    let der = case.bytes("der")?;
    let form = case.input("form")?.and_then(Value::as_str).ok_or(Malformed)?;
    let lengths = Lengths::Current;
    match (form, case.text("algo")) {
        ("spki", "RSA") => rsa::PublicKey::from_spki_der(&der, lengths)?.validate()?,
        ("pkcs8", "RSA") => rsa::PrivateKey::from_pkcs8_der(&der, lengths).map(|_| ())?,
        ("spki", _) => dsa::PublicKey::from_spki_der(&der).map(|_| ())?,
        ("pkcs8", _) => dsa::PrivateKey::from_pkcs8_der(&der).map(|_| ())?,
        _ => return Err(Malformed.into()),
    }
    Ok(Answer::Valid)
}

fn parameters(case: &Case) -> Result<dsa::Parameters, Answer> {
    let [p, q, g] = numbers(case, ["p", "q", "g"])?;
    Ok(dsa::Parameters::from_numbers(&p, &q, &g)?)
}

/// DSA, with the hash of a digest as its hash. Who gives a digest alone says none: any will do.
fn dsa_scheme(digest: &Digest) -> Scheme {
    Scheme::Dsa(digest.hash().unwrap_or(Hash::Sha256))
}

fn dsa_signed(case: &Case) -> Result<Signed, Answer> {
    let key = match case.bytes_if_any("spki")? {
        Some(der) => dsa::PublicKey::from_spki_der(&der)?,
        None => dsa::PublicKey::from_number(&parameters(case)?, &case.bytes("y")?)?,
    };
    let signature = match (case.bytes_if_any("sig_der")?, case.bytes_if_any("sig_raw")?) {
        (Some(der), None) => dsa::Signature::from_der(key.parameters(), &der)?,
        (None, Some(raw)) => dsa::Signature::from_bytes(key.parameters(), &raw)?,
        _ => return Err(Malformed.into()),
    };
    let (digest, signature) = (digest(case)?, signature.to_der());
    let scheme = dsa_scheme(&digest);
    Ok(Signed { key: PublicKey::Dsa(key), scheme, digest, signature })
}

fn dsa_asked(case: &Case) -> Result<Asked, Answer> {
    let key = match case.bytes_if_any("pkcs8")? {
        Some(der) => dsa::PrivateKey::from_pkcs8_der(&der)?,
        None => dsa::PrivateKey::from_number(&parameters(case)?, &case.bytes("priv")?)?,
    };
    let digest = digest(case)?;
    let scheme = dsa_scheme(&digest);
    Ok(Asked { key: PrivateKey::Dsa(key), scheme, digest })
}
