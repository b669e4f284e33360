//! What is signed and by which scheme, as the options of a command choose them for a key.
pub mod mldsa;
mod refusals;

use crate::args::{AnySignatureForm, Message, RsaEncoding, SignatureForm};
use crate::failure::Failure;
use crate::message::{HashChoice, HexBytes, digest, input, whole};
pub use refusals::{bad_signature, refused, refused_hash, refused_signature};
use sealane::ecc::{self, Signature};
use sealane::rsa::{self, Permitted};
use sealane::{
    Algorithm, DecodeError, Digest, Hash, PrivateKey, PublicKey, Salt, Scheme, SignError, SignItem,
    SignOptions, VerifyItem, dsa,
};

/// What a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Sign,
    Verify,
}

/// What is signed.
pub enum Content {
    Digest(Digest),
    Message(Vec<u8>),
}

/// What a key signs.
pub struct Subject {
    pub scheme: Scheme,
    pub content: Content,
    /// Name of the hash, as reports show it.
    pub hash: &'static str,
}

impl Subject {
    pub fn sign(&self, key: &PrivateKey, options: SignOptions) -> Result<Vec<u8>, SignError> {
        let signature = match &self.content {
            Content::Message(message) => key.sign(message, &self.scheme, options)?,
            Content::Digest(digest) => key.sign_digest(digest, &self.scheme, options)?,
        };
        Ok(signature.into())
    }

    /// Like [`Subject::sign`], in a batch.
    pub fn sign_item<'a>(&'a self, key: &'a PrivateKey, options: SignOptions) -> SignItem<'a> {
        match &self.content {
            Content::Message(message) => SignItem::new(key, message, &self.scheme, options),
            Content::Digest(digest) => SignItem::of_digest(key, digest, &self.scheme, options),
        }
    }

    pub fn verify(&self, key: &PublicKey, signature: &[u8]) -> Result<(), DecodeError> {
        match &self.content {
            Content::Message(message) => key.verify(message, &self.scheme, signature),
            Content::Digest(digest) => key.verify_digest(digest, &self.scheme, signature),
        }
    }

    /// Like [`Subject::verify`], in a batch.
    pub fn verify_item<'a>(&'a self, key: &'a PublicKey, signature: &'a [u8]) -> VerifyItem<'a> {
        match &self.content {
            Content::Message(message) => VerifyItem::new(key, message, &self.scheme, signature),
            Content::Digest(digest) => VerifyItem::of_digest(key, digest, &self.scheme, signature),
        }
    }

    /// Bytes of the message that are kept for it.
    pub fn kept_bytes(&self) -> usize {
        match &self.content {
            Content::Message(message) => message.len(),
            Content::Digest(_) => 0,
        }
    }
}

/// Returns what a key signs. Options that are another scheme's are refused before anything is
/// read, not passed over.
pub fn subject(
    op: Op,
    key: &PublicKey,
    message: &Message,
    low_s: bool,
) -> Result<Subject, Failure> {
    if message.mu && !matches!(key, PublicKey::MlDsa(_)) {
        refuse(key.algorithm(), &[(true, "--mu")])?;
    }
    match key {
        PublicKey::Curve(key) => {
            refuse_other_schemes(op, key.algorithm(), message, low_s)?;
            over_curve(key.algorithm(), message)
        }
        PublicKey::Rsa(key) => of_rsa(op, key, message, low_s),
        PublicKey::MlDsa(key) => mldsa::subject(key, message, low_s),
        other => of_digest(other.algorithm(), message, low_s),
    }
}

/// Returns what a key over a curve signs.
fn over_curve(algorithm: ecc::Algorithm, message: &Message) -> Result<Subject, Failure> {
    if message.bip340 {
        return bip340(message);
    }
    match (algorithm.usual_scheme(), algorithm.fixed_hash()) {
        (None, _) => Err(cannot(algorithm, "SCHEME_UNSUPPORTED", "sign")),
        (_, Some(hash)) => eddsa(algorithm, hash, message),
        (_, None) => ecdsa(algorithm, message),
    }
}

/// Returns what an RSA key signs. What is not said is as the key is for.
fn of_rsa(
    op: Op,
    key: &rsa::PublicKey,
    message: &Message,
    low_s: bool,
) -> Result<Subject, Failure> {
    let algorithm = Algorithm::Rsa { bits: key.bits() };
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
    let scheme = rsa_scheme(op, message, hash, permitted)?;
    let content = Content::Digest(digest(message, choice)?);
    Ok(Subject { scheme, content, hash: choice.name() })
}

/// Returns what a key of another family signs: the digest of its usual scheme. DSA takes any hash,
/// which makes the nonce; for a digest of no name SHA-256 does.
fn of_digest(algorithm: Algorithm, message: &Message, low_s: bool) -> Result<Subject, Failure> {
    refuse_options_of_curves(algorithm, message, low_s)?;
    refuse_rsa_options(algorithm, message)?;
    let choice = hash_choice(algorithm, message);
    let hash = if let HashChoice::Named(hash) = choice { hash } else { Hash::Sha256 };
    let scheme = match algorithm.usual_scheme() {
        None | Some(Scheme::Dsa(_)) => Scheme::Dsa(hash),
        Some(usual) if usual.hash() == Some(hash) => usual,
        Some(_) => {
            let sentence = format!("--hash {hash} is not for {algorithm} keys");
            return Err(Failure::usage(SignError::HashRefused.code(), sentence));
        }
    };
    let content = Content::Digest(digest(message, choice)?);
    Ok(Subject { scheme, content, hash: choice.name() })
}

/// The hash that is named, or the usual one of the algorithm.
fn hash_choice(algorithm: Algorithm, message: &Message) -> HashChoice {
    // Short keys of DSA, which verify only, have no usual one.
    let usual = || HashChoice::Named(algorithm.usual_hash().unwrap_or(Hash::Sha256));
    message.hash.unwrap_or_else(usual)
}

/// Whether the usual hash is taken because none is named.
pub fn takes_usual_hash(algorithm: Algorithm, message: &Message) -> bool {
    message.hash.is_none() && !message.bip340 && algorithm.usual_hash().is_some()
}

/// The refusal of a key that is for other uses, with those that are for this one.
pub fn cannot(algorithm: ecc::Algorithm, code: &'static str, what: &str) -> Failure {
    let instead = match algorithm.partner() {
        Some(partner) => format!("; {partner} keys can"),
        None => String::new(),
    };
    Failure::refused(code, format!("--key: {algorithm} keys cannot {what}{instead}"))
}

fn not_of_this_scheme(algorithm: ecc::Algorithm, option: &str) -> Failure {
    let sentence = format!("{option} is not for {algorithm} keys");
    Failure::usage("SCHEME_UNSUPPORTED", sentence)
}

fn ecdsa(algorithm: ecc::Algorithm, message: &Message) -> Result<Subject, Failure> {
    if message.prehash {
        return Err(not_of_this_scheme(algorithm, "--prehash"));
    }
    if message.has_context() {
        return Err(not_of_this_scheme(algorithm, "--context"));
    }
    let choice = hash_choice(algorithm.into(), message);
    let digest = digest(message, choice)?;
    // The nonce of a digest without a name is made by SHA-256.
    let scheme = Scheme::Ecdsa(digest.hash().unwrap_or(Hash::Sha256));
    Ok(Subject { scheme, content: Content::Digest(digest), hash: choice.name() })
}

fn eddsa(algorithm: ecc::Algorithm, hash: Hash, message: &Message) -> Result<Subject, Failure> {
    if message.hash.is_some() {
        return Err(not_of_this_scheme(algorithm, "--hash"));
    }
    if message.digest && !message.prehash {
        return Err(not_of_this_scheme(algorithm, "--digest without --prehash"));
    }
    let context = context(message)?;
    let prehashed = message.prehash;
    let content = if prehashed {
        Content::Digest(digest(message, HashChoice::Named(hash))?)
    } else {
        Content::Message(whole(input(message))?)
    };
    Ok(Subject { scheme: Scheme::EdDsa { context, prehashed }, content, hash: hash.name() })
}

/// The context that is given, as text or in hex.
fn context(message: &Message) -> Result<Option<Vec<u8>>, Failure> {
    context_of(message.context.as_deref(), message.context_hex.as_ref())
}

/// The bytes of a context. Errors: `CONTEXT_LENGTH` for more than 255.
pub fn context_of(text: Option<&str>, hex: Option<&HexBytes>) -> Result<Option<Vec<u8>>, Failure> {
    let text = text.map(|text| text.as_bytes().to_vec());
    let context = text.or_else(|| hex.map(|hex| hex.0.clone()));
    if let Some(got) = context.as_ref().map(Vec::len).filter(|&got| got > 255) {
        let error = SignError::ContextLength { got };
        return Err(Failure::refused(error.code(), format!("--context: {error}")));
    }
    Ok(context)
}

/// BIP 340 goes through the message twice and has a hash of its own.
fn bip340(message: &Message) -> Result<Subject, Failure> {
    let others = [
        (message.hash.is_some(), "--hash"),
        (message.digest, "--digest"),
        (message.prehash, "--prehash"),
        (message.has_context(), "--context"),
    ];
    if let Some((_, option)) = others.iter().find(|(given, _)| *given) {
        let sentence = format!("{option} is not for --bip340, which signs the message itself");
        return Err(Failure::usage("SCHEME_UNSUPPORTED", sentence));
    }
    let content = Content::Message(whole(input(message))?);
    Ok(Subject { scheme: Scheme::Bip340, content, hash: Hash::Sha256.name() })
}

/// Refuses the choice of a scheme that is not of keys over a curve, or not of this one: before
/// anything is read by the wrong one.
pub fn refuse_other_schemes(
    op: Op,
    algorithm: ecc::Algorithm,
    message: &Message,
    low_s: bool,
) -> Result<(), Failure> {
    refuse_rsa_options(algorithm.into(), message)?;
    if op == Op::Verify && !algorithm.signs() {
        return Err(cannot(algorithm, "SCHEME_UNSUPPORTED", "verify"));
    }
    if message.bip340 && algorithm != ecc::Algorithm::EcSecp256k1 {
        return Err(not_of_this_scheme(algorithm, "--bip340"));
    }
    match (low_s, message.bip340, algorithm.partner()) {
        (true, true, _) => {
            let sentence = "--low-s is not for --bip340, whose signatures have one form";
            Err(Failure::usage("SCHEME_UNSUPPORTED", sentence))
        }
        // Where `s` has no twin.
        (true, _, Some(_)) => Err(not_of_this_scheme(algorithm, "--low-s")),
        _ => Ok(()),
    }
}

fn refuse_options_of_curves(
    algorithm: Algorithm,
    message: &Message,
    low_s: bool,
) -> Result<(), Failure> {
    let of_curves = [
        (message.bip340, "--bip340"),
        (message.prehash, "--prehash"),
        (message.has_context(), "--context"),
        (low_s, "--low-s"),
    ];
    refuse(algorithm, &of_curves)
}

/// Refuses the options of RSA for other keys.
fn refuse_rsa_options(algorithm: Algorithm, message: &Message) -> Result<(), Failure> {
    let rsa = &message.rsa;
    let given = [
        (rsa.scheme.is_some(), "--scheme"),
        (rsa.mgf_hash.is_some(), "--mgf-hash"),
        (rsa.salt.is_some(), "--salt"),
    ];
    refuse(algorithm, &given)
}

fn refuse(algorithm: Algorithm, options: &[(bool, &str)]) -> Result<(), Failure> {
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
fn rsa_scheme(
    op: Op,
    message: &Message,
    hash: Hash,
    permitted: Permitted,
) -> Result<Scheme, Failure> {
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
        return Ok(Scheme::RsaPss { hash, mgf, salt });
    }
    if only_pss {
        let sentence = "--scheme pkcs1: the document of the key says that it is for PSS alone";
        return Err(Failure::refused(SignError::Unsupported.code(), sentence));
    }
    let of_pss = [(options.mgf_hash.is_some(), "--mgf-hash"), (options.salt.is_some(), "--salt")];
    match of_pss.iter().find(|(given, _)| *given) {
        None => Ok(Scheme::RsaPkcs1(hash)),
        Some((_, option)) => {
            let sentence = format!("{option} is for --scheme pss");
            Err(Failure::usage("SCHEME_UNSUPPORTED", sentence))
        }
    }
}

/// Refuses parameters of PSS that the document of the key forbids: such a signature may be right as
/// mathematics, and is not valid for this key.
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

/// Returns a signature in the form that is asked for, and that form: a signature of RSA, of ML-DSA,
/// of EdDSA and of BIP 340 has one.
pub fn in_form(
    key: &PublicKey,
    scheme: &Scheme,
    signature: Vec<u8>,
    form: SignatureForm,
) -> Result<(SignatureForm, Vec<u8>), DecodeError> {
    let is_raw = form == SignatureForm::Raw;
    Ok(match key {
        PublicKey::Rsa(_) | PublicKey::MlDsa(_) => (SignatureForm::Raw, signature),
        PublicKey::Curve(key) if is_raw && matches!(scheme, Scheme::Ecdsa(_)) => {
            (form, Signature::from_der(key.algorithm(), &signature)?.to_bytes())
        }
        PublicKey::Dsa(key) if is_raw => {
            (form, dsa::Signature::from_der(key.parameters(), &signature)?.to_bytes())
        }
        _ => (form, signature),
    })
}

/// Reads a signature in the form that is asked for, and returns the form that documents hold.
///
/// With `low_s`, `s` must be the lower one. Before the message, which may be long: what is no
/// signature needs no hash.
pub fn read_signature(
    key: &PublicKey,
    bytes: &[u8],
    form: AnySignatureForm,
    bip340: bool,
    low_s: bool,
) -> Result<Vec<u8>, DecodeError> {
    match key {
        PublicKey::Curve(key) if bip340 => {
            Ok(Signature::from_bip340_bytes(key.algorithm(), bytes)?.to_bytes())
        }
        PublicKey::Curve(key) => {
            let signature = read_over_curve(key.algorithm(), bytes, form)?;
            if low_s {
                signature.require_low_s()?;
            }
            Ok(signature.to_der())
        }
        PublicKey::Dsa(key) => Ok(read_dsa(key.parameters(), bytes, form)?.to_der()),
        PublicKey::MlDsa(key) if bytes.len() != key.parameter_set().signature_bytes() => {
            let (expected, got) = (key.parameter_set().signature_bytes(), bytes.len());
            Err(DecodeError::SigLength { expected, got })
        }
        _ => Ok(bytes.to_vec()),
    }
}

/// Reads a signature of DSA. What begins like a sequence is meant as one, unless it is no DER and
/// has the fixed length.
fn read_dsa(
    of: &dsa::Parameters,
    bytes: &[u8],
    form: AnySignatureForm,
) -> Result<dsa::Signature, DecodeError> {
    let (der, fixed) = (dsa::Signature::from_der(of, bytes), dsa::Signature::from_bytes(of, bytes));
    let wrong_length = matches!(fixed, Err(DecodeError::SigLength { .. }));
    match form {
        AnySignatureForm::Der => der,
        AnySignatureForm::Raw => fixed,
        AnySignatureForm::Auto if der.is_err() && !wrong_length => fixed,
        AnySignatureForm::Auto => der,
    }
}

/// Reads a signature over a curve. What is whole DER is DER, even where it has the fixed length,
/// and what has that length otherwise is r and s; what is left and begins like a sequence is meant
/// as one.
fn read_over_curve(
    algorithm: ecc::Algorithm,
    bytes: &[u8],
    form: AnySignatureForm,
) -> Result<Signature, DecodeError> {
    let der = || Signature::from_der(algorithm, bytes);
    let raw = || Signature::from_bytes(algorithm, bytes);
    let fixed = bytes.len() == 2 * algorithm.order_bytes() || bytes.first() != Some(&0x30);
    match form {
        AnySignatureForm::Der => der(),
        AnySignatureForm::Raw => raw(),
        AnySignatureForm::Auto if fixed => der().or_else(|_| raw()),
        AnySignatureForm::Auto => der(),
    }
}
