//! From the input to what is signed: a digest, or a message as EdDSA takes it.
use crate::args::Message;
use crate::failure::Failure;
use crate::input::Input;
use sealane::ecc::batch::{SignItem, VerifyItem};
use sealane::{
    Algorithm, BadSignature, DecodeError, Digest, Hash, Hasher, PrivateKey, PublicKey, Scheme,
    SignError, SignOptions, Signature, any,
};
use std::io::{ErrorKind, Read};

/// Bytes read at a time. More is not faster.
const PIECE_BYTES: usize = 1 << 16;
/// Limit of a message that EdDSA reads as a whole, for it goes through the message twice.
const WHOLE_LIMIT: usize = 256 << 20;

/// A hash by name, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HashChoice {
    /// The input is what a hash gave, and nobody says which.
    None,
    Named(Hash),
}

impl HashChoice {
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Named(hash) => hash.name(),
        }
    }
}

/// What is signed.
pub struct Subject {
    content: Content,
    context: Option<Vec<u8>>,
    bip340: bool,
    /// Name of the hash, as reports show it.
    pub hash: &'static str,
}

/// What is signed, lent.
pub enum Whole<'a> {
    Message(&'a [u8]),
    Digest(&'a Digest),
}

enum Content {
    Digest(Digest),
    Whole(Vec<u8>),
}

impl Subject {
    pub fn sign(&self, key: &PrivateKey, options: SignOptions) -> Result<Signature, SignError> {
        match (&self.content, self.context.as_deref()) {
            (Content::Whole(message), context) => {
                key.sign(message, self.whole_scheme(context), options)
            }
            (Content::Digest(digest), None) => key.sign_digest(digest, options),
            (Content::Digest(digest), Some(context)) => {
                key.sign_digest_with_context(digest, context, options)
            }
        }
    }

    /// Like [`Subject::sign`], in a batch.
    pub fn sign_item<'a>(&'a self, key: &'a PrivateKey, options: SignOptions) -> SignItem<'a> {
        match (&self.content, self.context.as_deref()) {
            (Content::Whole(message), context) => {
                SignItem::new(key, message, self.whole_scheme(context), options)
            }
            (Content::Digest(digest), None) => SignItem::of_digest(key, digest, options),
            (Content::Digest(digest), Some(context)) => {
                SignItem::of_digest_with_context(key, digest, context, options)
            }
        }
    }

    /// Like [`Subject::verify`], in a batch.
    pub fn verify_item<'a>(
        &'a self,
        key: &'a PublicKey,
        signature: &'a Signature,
    ) -> VerifyItem<'a> {
        match (&self.content, self.context.as_deref()) {
            (Content::Whole(message), context) => {
                VerifyItem::new(key, message, self.whole_scheme(context), signature)
            }
            (Content::Digest(digest), None) => VerifyItem::of_digest(key, digest, signature),
            (Content::Digest(digest), Some(context)) => {
                VerifyItem::of_digest_with_context(key, digest, context, signature)
            }
        }
    }

    /// What a key of `algorithm` signs and by which scheme, for who signs elsewhere.
    pub fn parts(&self, algorithm: Algorithm) -> (Scheme<'_>, Whole<'_>) {
        let context = self.context.as_deref();
        match &self.content {
            Content::Whole(message) => (self.whole_scheme(context), Whole::Message(message)),
            Content::Digest(digest) => {
                let scheme = match algorithm.fixed_hash() {
                    Some(_) => Scheme::EdDsa { context, prehashed: true },
                    // The nonce of a digest without a name is made by SHA-256.
                    None => Scheme::Ecdsa(digest.hash().unwrap_or(Hash::Sha256)),
                };
                (scheme, Whole::Digest(digest))
            }
        }
    }

    /// Bytes of the message that are kept for it.
    pub fn kept_bytes(&self) -> usize {
        match &self.content {
            Content::Whole(message) => message.len(),
            Content::Digest(_) => 0,
        }
    }

    /// The scheme of what is signed as a whole.
    fn whole_scheme<'a>(&self, context: Option<&'a [u8]>) -> Scheme<'a> {
        if self.bip340 { Scheme::Bip340 } else { Scheme::EdDsa { context, prehashed: false } }
    }

    pub fn verify(&self, key: &PublicKey, signature: &Signature) -> Result<(), BadSignature> {
        match (&self.content, self.context.as_deref()) {
            (Content::Whole(message), context) => {
                key.verify(message, self.whole_scheme(context), signature)
            }
            (Content::Digest(digest), None) => key.verify_digest(digest, signature),
            (Content::Digest(digest), Some(context)) => {
                key.verify_digest_with_context(digest, context, signature)
            }
        }
    }
}

/// The input of a message, with the argument that names it.
pub fn input(message: &Message) -> Input<'_> {
    Input::new(message.argument, &message.input)
}

/// Returns what a key of `algorithm` signs. Options that are another scheme's are refused, not
/// passed over.
pub fn subject(algorithm: Algorithm, message: &Message) -> Result<Subject, Failure> {
    if message.bip340 {
        return bip340(message);
    }
    match (algorithm.usual_scheme(), algorithm.fixed_hash()) {
        (None, _) => Err(cannot(algorithm, "SCHEME_UNSUPPORTED", "sign")),
        (_, Some(hash)) => eddsa(algorithm, hash, message),
        (_, None) => ecdsa(algorithm, message),
    }
}

/// The hash that is named, or the usual one of the algorithm.
pub fn hash_choice(algorithm: any::Algorithm, message: &Message) -> HashChoice {
    // Short keys of DSA, which verify only, have no usual one.
    let usual = || HashChoice::Named(algorithm.usual_hash().unwrap_or(Hash::Sha256));
    message.hash.unwrap_or_else(usual)
}

/// Whether the usual hash is taken because none is named.
pub fn takes_usual_hash(algorithm: any::Algorithm, message: &Message) -> bool {
    message.hash.is_none() && !message.bip340 && algorithm.usual_hash().is_some()
}

/// The refusal of a key that is for other uses, with those that are for this one.
pub fn cannot(algorithm: Algorithm, code: &'static str, what: &str) -> Failure {
    let instead = match algorithm.partner() {
        Some(partner) => format!("; {partner} keys can"),
        None => String::new(),
    };
    Failure::refused(code, format!("--key: {algorithm} keys cannot {what}{instead}"))
}

fn not_of_this_scheme(algorithm: Algorithm, option: &str) -> Failure {
    let sentence = format!("{option} is not for {algorithm} keys");
    Failure::usage("SCHEME_UNSUPPORTED", sentence)
}

fn ecdsa(algorithm: Algorithm, message: &Message) -> Result<Subject, Failure> {
    if message.prehash {
        return Err(not_of_this_scheme(algorithm, "--prehash"));
    }
    if message.context.is_some() || message.context_hex.is_some() {
        return Err(not_of_this_scheme(algorithm, "--context"));
    }
    let choice = hash_choice(algorithm.into(), message);
    let content = Content::Digest(digest(message, choice)?);
    Ok(Subject { content, context: None, bip340: false, hash: choice.name() })
}

fn eddsa(algorithm: Algorithm, hash: Hash, message: &Message) -> Result<Subject, Failure> {
    if message.hash.is_some() {
        return Err(not_of_this_scheme(algorithm, "--hash"));
    }
    if message.digest && !message.prehash {
        return Err(not_of_this_scheme(algorithm, "--digest without --prehash"));
    }
    let text = message.context.as_ref().map(|text| text.as_bytes().to_vec());
    let context = text.or_else(|| message.context_hex.as_ref().map(|hex| hex.0.clone()));
    if let Some(got) = context.as_ref().map(Vec::len).filter(|&got| got > 255) {
        let error = SignError::ContextLength { got };
        return Err(Failure::refused(error.code(), format!("--context: {error}")));
    }
    let content = if message.prehash {
        Content::Digest(digest(message, HashChoice::Named(hash))?)
    } else {
        Content::Whole(whole(input(message))?)
    };
    Ok(Subject { content, context, bip340: false, hash: hash.name() })
}

/// Refuses the choice of a scheme that is not the key's: `--bip340`, and `--low-s` where `s` has no
/// twin. Before anything is read by the wrong one.
pub fn refuse_other_schemes(
    algorithm: Algorithm,
    message: &Message,
    low_s: bool,
) -> Result<(), Failure> {
    if message.bip340 && algorithm != Algorithm::EcSecp256k1 {
        return Err(not_of_this_scheme(algorithm, "--bip340"));
    }
    match (low_s, message.bip340, algorithm.partner()) {
        (true, true, _) => {
            let sentence = "--low-s is not for --bip340, whose signatures have one form";
            Err(Failure::usage("SCHEME_UNSUPPORTED", sentence))
        }
        (true, _, Some(_)) => Err(not_of_this_scheme(algorithm, "--low-s")),
        _ => Ok(()),
    }
}

/// BIP 340 goes through the message twice and has a hash of its own.
fn bip340(message: &Message) -> Result<Subject, Failure> {
    let others = [
        (message.hash.is_some(), "--hash"),
        (message.digest, "--digest"),
        (message.prehash, "--prehash"),
        (message.context.is_some() || message.context_hex.is_some(), "--context"),
    ];
    if let Some((_, option)) = others.iter().find(|(given, _)| *given) {
        let sentence = format!("{option} is not for --bip340, which signs the message itself");
        return Err(Failure::usage("SCHEME_UNSUPPORTED", sentence));
    }
    let content = Content::Whole(whole(input(message))?);
    Ok(Subject { content, context: None, bip340: true, hash: Hash::Sha256.name() })
}

/// Reads a message as a whole, under a limit.
fn whole(input: Input) -> Result<Vec<u8>, Failure> {
    if let Some(bytes) = input.here() {
        return Ok(bytes.to_vec());
    }
    let mut bytes = Vec::new();
    let stream = input.stream()?;
    let read = stream.take(WHOLE_LIMIT as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| input.unreadable(&error))?;
    if bytes.len() > WHOLE_LIMIT {
        let sentence = format!(
            "{} is larger than the limit of {WHOLE_LIMIT} bytes; --prehash has none",
            input.name()
        );
        return Err(Failure::refused("INPUT_TOO_LARGE", sentence));
    }
    Ok(bytes)
}

/// Returns the digest of the message, or the digest that the input is.
pub fn digest(message: &Message, choice: HashChoice) -> Result<Digest, Failure> {
    let input = input(message);
    match choice {
        HashChoice::None => {
            let bytes = input.read()?;
            if bytes.is_empty() {
                let sentence =
                    format!("{}: an empty digest; 1 byte or more is needed", input.name());
                return Err(Failure::refused("DIGEST_LENGTH", sentence));
            }
            Ok(Digest::raw(&bytes))
        }
        HashChoice::Named(hash) if message.digest => given(input, hash),
        HashChoice::Named(hash) => hashed(input, hash),
    }
}

fn given(input: Input, hash: Hash) -> Result<Digest, Failure> {
    let bytes = input.read()?;
    Digest::from_bytes(hash, &bytes).map_err(|error| match error {
        DecodeError::DigestLength { expected, got } => {
            let name = hash.name();
            let sentence =
                format!("{}: {got} bytes; a digest of {name} has {expected}", input.name());
            Failure::refused(error.code(), sentence)
        }
        other => Failure::decode(&input.name(), other),
    })
}

/// Returns the digest of a file of any length.
pub fn hashed(input: Input, hash: Hash) -> Result<Digest, Failure> {
    if let Some(bytes) = input.here() {
        return Ok(Digest::of(hash, bytes));
    }
    let mut stream = input.stream()?;
    let mut hasher = Hasher::new(hash);
    let mut piece = vec![0u8; PIECE_BYTES];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return Ok(hasher.finish()),
            Ok(count) => hasher.update(&piece[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(input.unreadable(&error)),
        }
    }
}

/// Bytes given in hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexBytes(pub Vec<u8>);

/// Reads bytes in hex from the command line.
pub fn hex_bytes(text: &str) -> Result<HexBytes, String> {
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(text.as_bytes());
    bytes.map(HexBytes).map_err(|_| "needs pairs of hexadecimal digits".into())
}
