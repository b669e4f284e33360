//! Where random bytes come from: the operating system, or a source that the program provides.
//!
//! With the feature `getrandom`, which is on by default, they are the operating system's. A target
//! that has none, as `wasm32-unknown-unknown`, is built without default features, and the program
//! provides a source before its first operation that needs one; or it keeps the feature and gives
//! the crate `getrandom` a backend, as its documentation says.
//!
//! Without a source, operations that need random bytes return [`SignError::Random`]: fresh keys,
//! hedged nonces, everything with a private RSA key. The others run: verification, agreement,
//! EdDSA, deterministic nonces.
//!
//! ```
//! use sealane::random::{self, SourceFailed};
//!
//! fn chip(out: &mut [u8]) -> Result<(), SourceFailed> {
//! #   let read = |_: &mut [u8]| true;
//!     // Fills `out` from a generator of the hardware, say.
//!     if read(out) { Ok(()) } else { Err(SourceFailed) }
//! }
//!
//! // Refused where there is a source already, as the operating system's is one.
//! let provided = random::provide(chip);
//! assert_eq!(provided.is_err(), cfg!(feature = "getrandom"));
//! ```

use crate::error::SignError;
#[cfg(any(feature = "rsa", feature = "dsa"))]
use zeroize::Zeroize;

/// Fills all of the bytes with random ones that nobody can guess, or says that it cannot.
///
/// Where processes are forked, parent and child must not get the same bytes.
pub type Source = fn(&mut [u8]) -> Result<(), SourceFailed>;

/// A source gave no random bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceFailed;

/// There is a source already: the operating system's, or one that was provided before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceExists;

impl core::fmt::Display for SourceFailed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the source gave no random bytes")
    }
}

impl core::error::Error for SourceFailed {}

impl core::fmt::Display for SourceExists {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("there is a source of random bytes already")
    }
}

impl core::error::Error for SourceExists {}

/// Makes all operations of this process take their random bytes from `source`.
///
/// Errors: `SourceExists` with the feature `getrandom`, and where a source was provided before: no
/// part of a program can replace the source of another part.
pub fn provide(source: Source) -> Result<(), SourceExists> {
    origin::provide(source)
}

/// Fills `out` with random bytes of the source, for what a program makes beside keys and
/// signatures.
///
/// Errors: `Random`.
pub fn fill(out: &mut [u8]) -> Result<(), SignError> {
    origin::fill(out).map_err(|SourceFailed| SignError::Random)
}

/// The operating system.
#[cfg(feature = "getrandom")]
mod origin {
    use super::{Source, SourceExists, SourceFailed};

    pub(super) fn provide(_: Source) -> Result<(), SourceExists> {
        Err(SourceExists)
    }

    pub(super) fn fill(out: &mut [u8]) -> Result<(), SourceFailed> {
        getrandom::fill(out).map_err(|_| SourceFailed)
    }
}

/// The source that the program provides.
#[cfg(not(feature = "getrandom"))]
mod origin {
    use super::{Source, SourceExists, SourceFailed};
    use alloc::boxed::Box;
    use once_cell::race::OnceBox;

    static PROVIDED: OnceBox<Source> = OnceBox::new();

    pub(super) fn provide(source: Source) -> Result<(), SourceExists> {
        PROVIDED.set(Box::new(source)).map_err(|_| SourceExists)
    }

    pub(super) fn fill(out: &mut [u8]) -> Result<(), SourceFailed> {
        PROVIDED.get().ok_or(SourceFailed)?(out)
    }
}

/// Fills words with random bits. Errors: `Random`.
#[cfg(any(feature = "rsa", feature = "dsa"))]
pub(crate) fn fill_words(out: &mut [u64]) -> Result<(), SignError> {
    for words in out.chunks_mut(RANDOM_WORDS) {
        let mut bytes = [[0; 8]; RANDOM_WORDS];
        fill(bytes[..words.len()].as_flattened_mut())?;
        for (word, bytes) in words.iter_mut().zip(&bytes) {
            *word = u64::from_le_bytes(*bytes);
        }
        bytes.zeroize();
    }
    Ok(())
}

/// How many random words are asked for at a time.
#[cfg(any(feature = "rsa", feature = "dsa"))]
const RANDOM_WORDS: usize = 64;
