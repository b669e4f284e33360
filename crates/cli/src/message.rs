//! From the input to the digest that is signed.
use crate::args::{HashChoice, Message};
use crate::failure::Failure;
use crate::input::Input;
use sealane::{DecodeError, Digest, Hash, Hasher};
use std::io::{ErrorKind, Read};

/// Bytes read at a time. More is not faster.
const PIECE_BYTES: usize = 1 << 16;

/// The input of a message, with the argument that names it.
pub fn input(message: &Message) -> Input<'_> {
    Input::new("--in", &message.input)
}

/// Returns the digest of the message, or the digest that the input is.
pub fn digest(message: &Message) -> Result<Digest, Failure> {
    let input = input(message);
    match message.hash {
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

fn hashed(input: Input, hash: Hash) -> Result<Digest, Failure> {
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
