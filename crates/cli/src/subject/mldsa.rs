//! What ML-DSA signs: the 64 bytes that stand for a message of any size, or the digest of one.
use super::{Content, Subject, context, refuse, refuse_rsa_options};
use crate::args::Message;
use crate::failure::Failure;
use crate::input::Input;
use crate::message::{HashChoice, digest, each_piece, input};
use sealane::mldsa::{MU_BYTES, MuHasher, PublicKey};
use sealane::{Algorithm, Hash, Scheme, SignError};

/// The hash that messages and contexts go through. FIPS 204, algorithm 7, step 6.
pub const OWN_HASH: Hash = Hash::Shake256;
/// The hash that prehashes where none is named: it keeps the strength of every parameter set.
const PREHASH: Hash = Hash::Sha512;

/// Returns what a key signs. Of a message that is not prehashed, and is read in pieces, it is the
/// hash that stands for it: so it may be of any size.
pub fn subject(key: &PublicKey, message: &Message, low_s: bool) -> Result<Subject, Failure> {
    let algorithm = Algorithm::MlDsa(key.parameter_set());
    refuse_rsa_options(algorithm, message)?;
    refuse(algorithm, &[(message.bip340, "--bip340"), (low_s, "--low-s")])?;
    if message.mu {
        return given(message);
    }
    let context = context(message)?;
    if message.prehash {
        return prehashed(context.unwrap_or_default(), message);
    }
    let without = [
        (message.hash.is_some(), "--hash without --prehash"),
        (message.digest, "--digest without --prehash"),
    ];
    refuse(algorithm, &without)?;
    Ok(of_mu(mu(key, &context.unwrap_or_default(), input(message))?))
}

/// Returns the hash that stands for a message, in a context of at most 255 bytes, under a key.
pub fn mu(key: &PublicKey, context: &[u8], message: Input) -> Result<[u8; MU_BYTES], Failure> {
    let mut hasher = MuHasher::new(key, context).map_err(Failure::sign)?;
    each_piece(message, |piece| hasher.update(piece))?;
    Ok(hasher.finish())
}

fn of_mu(mu: [u8; MU_BYTES]) -> Subject {
    let content = Content::Message(mu.to_vec());
    Subject { scheme: Scheme::MlDsaMu, content, hash: OWN_HASH.name() }
}

/// The hash that the input is. The key and the context are in it, and it is of no prehash.
fn given(message: &Message) -> Result<Subject, Failure> {
    let others = [
        (message.has_context(), "--context"),
        (message.prehash, "--prehash"),
        (message.hash.is_some(), "--hash"),
        (message.digest, "--digest"),
    ];
    if let Some((_, option)) = others.iter().find(|(given, _)| *given) {
        let sentence = format!("{option} is not for --mu, the hash of context and message");
        return Err(Failure::usage("SCHEME_UNSUPPORTED", sentence));
    }
    let input = input(message);
    let bytes = input.read()?;
    let mu = <[u8; MU_BYTES]>::try_from(&bytes[..]).map_err(|_| {
        let got = bytes.len();
        let sentence = format!("{}: {got} bytes; a mu has {MU_BYTES}", input.name());
        Failure::refused(SignError::MuLength { got }.code(), sentence)
    })?;
    Ok(of_mu(mu))
}

/// The digest of a message that is prehashed (HashML-DSA).
fn prehashed(context: Vec<u8>, message: &Message) -> Result<Subject, Failure> {
    let hash = match message.hash.unwrap_or(HashChoice::Named(PREHASH)) {
        HashChoice::Named(hash) => hash,
        HashChoice::None => {
            let sentence = "--hash none is not for ML-DSA, whose prehashes name their hash";
            return Err(Failure::usage(SignError::HashRefused.code(), sentence));
        }
    };
    if !hash.signs() {
        let sentence = format!("--hash {hash}: ML-DSA has no prehash by it");
        return Err(Failure::refused(SignError::HashRefused.code(), sentence));
    }
    let content = Content::Digest(digest(message, HashChoice::Named(hash))?);
    let scheme = Scheme::MlDsa { context, prehash: Some(hash) };
    Ok(Subject { scheme, content, hash: hash.name() })
}
