//! Keys in the forms of OpenSSH: lines of public keys, private keys without a password,
//! fingerprints.
//!
//! RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4; the file `PROTOCOL.key` of
//! OpenSSH.
mod short_scalar;

use crate::failure::Failure;
use der::asn1::UintRef;
use der::{Decode, Sequence};
use sealane::{Algorithm, DecodeError, Lengths, PrivateKey, PublicKey, ecc, rsa};
use ssh_key::private::{EcdsaKeypair, EcdsaPrivateKey, Ed25519Keypair, Ed25519PrivateKey};
use ssh_key::private::{KeypairData, PrivateKey as TheirPrivateKey, RsaKeypair, RsaPrivateKey};
use ssh_key::public::{
    EcdsaPublicKey, Ed25519PublicKey, KeyData, PublicKey as TheirPublicKey, RsaPublicKey,
};
use ssh_key::{Error, HashAlg, LineEnding, Mpint};
use zeroize::Zeroizing;

/// Label of a private key.
pub const PRIVATE: &str = "OPENSSH PRIVATE KEY";
/// Label of a signature of a file.
pub const SIGNATURE: &str = "SSH SIGNATURE";

/// The labels of what is read from the text of a block.
pub const LABELS: [&str; 2] = [PRIVATE, SIGNATURE];

/// Why a document of OpenSSH is not taken.
pub enum Refusal {
    /// A private key behind a password.
    Encrypted,
    Decode(DecodeError),
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Decode(match error {
            Error::AlgorithmUnknown | Error::AlgorithmUnsupported { .. } => {
                DecodeError::KeyAlgorithm
            }
            // What the decoder compares: the two numbers and the two public keys of a document.
            Error::Crypto | Error::PublicKey => DecodeError::KeyMismatch,
            _ => DecodeError::KeyEncoding,
        })
    }
}

/// Whether a text begins like the line of a public key, ours or not.
pub fn is_line(text: &str) -> bool {
    let kind = text.split([' ', '\t']).next().unwrap_or_default();
    ["ssh-", "ecdsa-sha2-", "sk-"].iter().any(|start| kind.starts_with(start))
}

/// Reads the line of a public key: kind, base64 and, perhaps, a comment.
///
/// Errors: `KeyEncoding`, also for more than one line; `KeyAlgorithm`; `KeyPointInvalid`.
pub fn public_from_line(text: &str, lengths: Lengths) -> Result<PublicKey, DecodeError> {
    let line = text.trim_ascii_end();
    if line.contains(['\n', '\r']) {
        return Err(DecodeError::KeyEncoding);
    }
    match TheirPublicKey::from_openssh(line) {
        Ok(key) => public_of(key.key_data(), lengths),
        Err(Error::AlgorithmUnknown) => Err(DecodeError::KeyAlgorithm),
        Err(_) => Err(DecodeError::KeyEncoding),
    }
}

/// Reads a private key that has no password, in PEM. `lengths` are those of RSA keys.
///
/// The public keys in the document must be the private key's. Errors: `Encrypted`, `PemBlocks`,
/// `PemEncoding`, `KeyEncoding`, `KeyAlgorithm`, `KeyMismatch`, `KeyRange`, `KeyPointInvalid`,
/// `KeyRsa…`.
pub fn private_from_pem(text: &str, lengths: Lengths) -> Result<PrivateKey, Refusal> {
    let theirs = document_from_pem(text)?;
    if theirs.is_encrypted() {
        return Err(Refusal::Encrypted);
    }
    if let KeypairData::Rsa(pair) = theirs.key_data() {
        return Ok(PrivateKey::Rsa(rsa_of(pair, lengths)?));
    }
    let public = curve_of(theirs.public_key().key_data())?;
    let secret: &[u8] = match theirs.key_data() {
        KeypairData::Ed25519(pair) => pair.private.as_ref(),
        KeypairData::Ecdsa(pair) => pair.private_key_bytes(),
        _ => return Err(DecodeError::KeyAlgorithm.into()),
    };
    // The decoder has compared the public keys of the document with each other.
    let ours = ecc::PrivateKey::from_bytes(public.algorithm(), secret)?;
    if *ours.public_key() != public {
        return Err(DecodeError::KeyMismatch.into());
    }
    Ok(ours.into())
}

/// Takes a private key of RSA out of their type. Its numbers must belong together, so that no
/// public key of another is in the document.
fn rsa_of(pair: &RsaKeypair, lengths: Lengths) -> Result<rsa::PrivateKey, DecodeError> {
    let (public, private) = (pair.public(), pair.private());
    let numbers = [public.n(), public.e(), private.d(), private.p(), private.q(), private.iqmp()];
    let mut bytes: [&[u8]; 6] = [&[]; 6];
    for (bytes, number) in bytes.iter_mut().zip(numbers) {
        *bytes = number.as_positive_bytes().ok_or(DecodeError::KeyEncoding)?;
    }
    rsa::PrivateKey::from_numbers(&bytes, lengths)
}

/// Reads the document of a private key without opening it.
pub fn document_from_pem(text: &str) -> Result<TheirPrivateKey, Refusal> {
    let text = text.trim_ascii_end();
    let widened = |_: &_| short_scalar::widened(text).map(|der| TheirPrivateKey::from_bytes(&der));
    let read = TheirPrivateKey::from_openssh(text);
    let again = read.as_ref().err().and_then(widened);
    again.unwrap_or(read).map_err(|error| match error {
        _ if text.matches("-----BEGIN ").count() > 1 => DecodeError::PemBlocks.into(),
        Error::Encoding(inner) if is_of_pem(&inner) => DecodeError::PemEncoding.into(),
        other => other.into(),
    })
}

fn is_of_pem(error: &ssh_key::encoding::Error) -> bool {
    use ssh_key::encoding::Error::{Base64, Pem};
    matches!(error, Base64(_) | Pem(_))
}

/// Takes the key out of their type. `lengths` are those of RSA and DSA keys.
pub fn public_of(data: &KeyData, lengths: Lengths) -> Result<PublicKey, DecodeError> {
    let number = |number: &Mpint| number.as_positive_bytes().map(<[u8]>::to_vec);
    match data {
        KeyData::Rsa(key) => {
            let (n, e) = number(key.n()).zip(number(key.e())).ok_or(DecodeError::KeyEncoding)?;
            rsa::PublicKey::from_numbers(&n, &e, lengths).map(PublicKey::Rsa)
        }
        _ => curve_of(data).map(PublicKey::Curve),
    }
}

/// Takes a key over a curve out of their type.
fn curve_of(data: &KeyData) -> Result<ecc::PublicKey, DecodeError> {
    // Their names of kinds are among ours.
    let algorithm = ecc::Algorithm::from_name(data.algorithm().as_str());
    let octets: &[u8] = match data {
        KeyData::Ecdsa(key) => key.as_sec1_bytes(),
        KeyData::Ed25519(key) => key.as_ref(),
        _ => return Err(DecodeError::KeyAlgorithm),
    };
    ecc::PublicKey::from_bytes(algorithm.ok_or(DecodeError::KeyAlgorithm)?, octets)
}

/// The key in their type, for the algorithms that OpenSSH has.
pub fn key_data(key: &PublicKey) -> Option<KeyData> {
    match key {
        PublicKey::Curve(key) => data_of(key),
        // Its form has no room for what a key is for.
        PublicKey::Rsa(key) if key.permitted() == rsa::Permitted::Everything => {
            let e = key.exponent().to_be_bytes();
            let numbers = [&e[..], &key.modulus()];
            let [e, n] = numbers.map(Mpint::from_positive_bytes);
            Some(KeyData::Rsa(RsaPublicKey::new(e, n).ok()?))
        }
        _ => None,
    }
}

fn data_of(key: &ecc::PublicKey) -> Option<KeyData> {
    let octets = key.to_bytes();
    let data = match key.algorithm() {
        ecc::Algorithm::Ed25519 => Ed25519PublicKey(octets.try_into().ok()?).into(),
        ecc::Algorithm::EcP256 | ecc::Algorithm::EcP384 | ecc::Algorithm::EcP521 => {
            EcdsaPublicKey::from_sec1_bytes(&octets).ok()?.into()
        }
        _ => return None,
    };
    Some(data)
}

/// The line of a public key, without a comment. Errors: `KEY_ALGORITHM`, if OpenSSH has none of
/// its algorithm.
pub fn to_line(key: &PublicKey) -> Result<String, Failure> {
    let data = key_data(key).ok_or_else(|| unknown_there(key.algorithm()))?;
    let line = TheirPublicKey::new(data, "").to_openssh().expect("a key has a line");
    Ok(line.trim_end().to_owned() + "\n")
}

fn unknown_there(algorithm: Algorithm) -> Failure {
    let sentence = format!("--outform openssh: {algorithm} keys are not written in that form");
    Failure::refused("KEY_ALGORITHM", sentence)
}

/// The fingerprint that `ssh-keygen -l` prints.
pub fn fingerprint(key: &PublicKey) -> Option<String> {
    key_data(key).map(|data| data.fingerprint(HashAlg::Sha256).to_string())
}

/// The PEM of a private key without a password. Errors: as of [`to_line`].
pub fn to_pem(key: &PrivateKey) -> Result<Zeroizing<String>, Failure> {
    let pair = match key {
        PrivateKey::Curve(key) => pair_of(key),
        PrivateKey::Rsa(key) if key.public_key().permitted() == rsa::Permitted::Everything => {
            pair_of_rsa(key)
        }
        _ => None,
    };
    let pair = pair.ok_or_else(|| unknown_there(key.algorithm()))?;
    let document = TheirPrivateKey::new(pair, "").and_then(|it| it.to_openssh(LineEnding::LF));
    Ok(document.expect("a key without a password has a document"))
}

fn pair_of(key: &ecc::PrivateKey) -> Option<KeypairData> {
    let secret = key.to_bytes();
    Some(match data_of(key.public_key())? {
        KeyData::Ed25519(public) => {
            let private = Ed25519PrivateKey::try_from(&secret[..]).ok()?;
            KeypairData::Ed25519(Ed25519Keypair { public, private })
        }
        KeyData::Ecdsa(public) => KeypairData::Ecdsa(match public {
            EcdsaPublicKey::NistP256(public) => {
                EcdsaKeypair::NistP256 { public, private: scalar(&secret)? }
            }
            EcdsaPublicKey::NistP384(public) => {
                EcdsaKeypair::NistP384 { public, private: scalar(&secret)? }
            }
            EcdsaPublicKey::NistP521(public) => {
                EcdsaKeypair::NistP521 { public, private: scalar(&secret)? }
            }
        }),
        _ => return None,
    })
}

/// What PKCS#1 has of a private key: more than OpenSSH does. RFC 8017, appendix A.1.2.
#[derive(Sequence)]
struct Pkcs1<'a> {
    version: u8,
    n: UintRef<'a>,
    e: UintRef<'a>,
    d: UintRef<'a>,
    p: UintRef<'a>,
    q: UintRef<'a>,
    dp: UintRef<'a>,
    dq: UintRef<'a>,
    qinv: UintRef<'a>,
}

fn pair_of_rsa(key: &rsa::PrivateKey) -> Option<KeypairData> {
    let der = key.to_pkcs1_der();
    let of = Pkcs1::from_der(&der).ok()?;
    let number = |number: UintRef| Mpint::from_positive_bytes(number.as_bytes());
    let public = RsaPublicKey::new(number(of.e), number(of.n)).ok()?;
    let [d, qinv, p, q] = [of.d, of.qinv, of.p, of.q].map(number);
    let private = RsaPrivateKey::new(d, qinv, p, q).ok()?;
    Some(KeypairData::Rsa(RsaKeypair::new(public, private).ok()?))
}

fn scalar<const BYTES: usize>(secret: &[u8]) -> Option<EcdsaPrivateKey<BYTES>> {
    let mut bytes = Zeroizing::new([0; BYTES]);
    (secret.len() == BYTES).then(|| {
        bytes.copy_from_slice(secret);
        EcdsaPrivateKey::from(*bytes)
    })
}
