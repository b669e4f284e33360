//! A signature of any family, in the form that documents hold.

use crate::error::DecodeError;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// The most bytes a signature has: those of ML-DSA-87.
const MAX_BYTES: usize = 4627;

/// A signature in the form that [`PublicKey::verify`](crate::PublicKey::verify) takes: DER of two
/// integers for ECDSA and DSA, bytes of fixed length for all others. Whether it is well-formed, and
/// of what key, verification says.
///
/// The traits of the crates `signature` and `spki` take and give it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Signature(Vec<u8>);

impl Signature {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Signature {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Signature> for Vec<u8> {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

/// Errors: `SigLength` for no bytes, and for more than any signature has.
impl TryFrom<&[u8]> for Signature {
    type Error = DecodeError;

    fn try_from(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes.len() {
            1..=MAX_BYTES => Ok(Self(bytes.to_vec())),
            0 => Err(DecodeError::SigLength { expected: 1, got: 0 }),
            got => Err(DecodeError::SigLength { expected: MAX_BYTES, got }),
        }
    }
}

impl AsRef<[u8]> for Signature {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Deref for Signature {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signature(")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
