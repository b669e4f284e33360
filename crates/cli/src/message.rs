//! From the input to what is signed: a digest, or a whole message.
use crate::args::Message;
use crate::failure::Failure;
use crate::input::Input;
use sealane::{DecodeError, Digest, Hash, Hasher};
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

/// The input of a message, with the argument that names it.
pub fn input(message: &Message) -> Input<'_> {
    Input::new(message.argument, &message.input)
}

/// Reads a message as a whole, under a limit.
pub fn whole(input: Input) -> Result<Vec<u8>, Failure> {
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
    let mut hasher = Hasher::new(hash);
    each_piece(input, |piece| hasher.update(piece))?;
    Ok(hasher.finish())
}

/// Goes through an input of any length, piece by piece.
pub fn each_piece(input: Input, mut take: impl FnMut(&[u8])) -> Result<(), Failure> {
    if let Some(bytes) = input.here() {
        take(bytes);
        return Ok(());
    }
    let mut stream = input.stream()?;
    let mut piece = vec![0u8; PIECE_BYTES];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => take(&piece[..count]),
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
