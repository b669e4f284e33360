//! A signature of any family, in the form that documents hold.

use super::algorithm::Algorithm;
use super::scheme::Scheme;
use crate::ecc;
use crate::ecc::key::der::MAX_DER_BYTES;
use crate::encode::signature;
use crate::error::DecodeError;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// The most bytes a signature has: those of ML-DSA-87.
const MAX_BYTES: usize = 4627;

/// A signature in the form that [`PublicKey::verify`](crate::PublicKey::verify) takes: DER of two
/// integers for ECDSA and DSA, bytes of fixed length for all others. Whether it is well-formed, and
/// of what key, verification says.
///
/// The traits of the crates `signature` and `spki` take and give it.
///
/// Signatures over curves are kept in place: to make one allocates nothing.
#[derive(Clone)]
pub struct Signature(Bytes);

/// Where the bytes are.
#[derive(Clone)]
enum Bytes {
    Inline { bytes: [u8; MAX_DER_BYTES], length: u8 },
    Heap(Vec<u8>),
}

impl Signature {
    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Inline { bytes, length } => &bytes[..usize::from(*length)],
            Bytes::Heap(bytes) => bytes,
        }
    }

    /// Takes `r` then `s`, each as wide as the group order, where documents hold DER; the same
    /// bytes for all other schemes. It allocates nothing for keys over curves.
    ///
    /// Errors: `SigLength`.
    pub fn from_fixed(
        algorithm: &Algorithm,
        scheme: &Scheme,
        bytes: &[u8],
    ) -> Result<Self, DecodeError> {
        let Some(width) = algorithm.integer_bytes(scheme) else { return bytes.try_into() };
        let integers = signature::from_fixed(width, bytes)?;
        let write = |out: &mut [u8]| signature::to_der(integers.r(), integers.s(), out);
        Ok(Self::written(|out| write(out).expect("the buffer takes the longest form")))
    }

    /// Returns what [`Signature::from_fixed`] takes.
    ///
    /// Errors: those of DER for a signature that no key of the algorithm made.
    pub fn to_fixed(&self, algorithm: &Algorithm, scheme: &Scheme) -> Result<Self, DecodeError> {
        let Some(width) = algorithm.integer_bytes(scheme) else { return Ok(self.clone()) };
        let integers = signature::from_der(width, self)?;
        let write = |out: &mut [u8]| signature::to_fixed(integers.r(), integers.s(), out);
        Ok(Self::written(|out| write(out).expect("shorter than the longest DER")))
    }

    /// What `write` puts at the start of a buffer, of which it returns the bytes.
    fn written(write: impl FnOnce(&mut [u8; MAX_DER_BYTES]) -> usize) -> Self {
        let mut bytes = [0; MAX_DER_BYTES];
        let length = write(&mut bytes);
        Self(Bytes::Inline { bytes, length: u8::try_from(length).expect("fewer than 256 bytes") })
    }

    /// A signature over a curve, in the form that its scheme has.
    pub(crate) fn over_curve(scheme: ecc::Scheme<'_>, signature: &ecc::Signature) -> Self {
        Self::written(|out| scheme.write_signature(signature, out))
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Signature {}

impl Hash for Signature {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl From<Vec<u8>> for Signature {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Bytes::Heap(bytes))
    }
}

impl From<Signature> for Vec<u8> {
    fn from(signature: Signature) -> Self {
        match signature.0 {
            Bytes::Inline { .. } => signature.as_bytes().to_vec(),
            Bytes::Heap(bytes) => bytes,
        }
    }
}

/// Errors: `SigLength` for no bytes, and for more than any signature has.
impl TryFrom<&[u8]> for Signature {
    type Error = DecodeError;

    fn try_from(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes.len() {
            0 => Err(DecodeError::SigLength { expected: 1, got: 0 }),
            length @ 1..=MAX_DER_BYTES => Ok(Self::written(|out| {
                out[..length].copy_from_slice(bytes);
                length
            })),
            length if length <= MAX_BYTES => Ok(bytes.to_vec().into()),
            got => Err(DecodeError::SigLength { expected: MAX_BYTES, got }),
        }
    }
}

impl AsRef<[u8]> for Signature {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Deref for Signature {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signature(")?;
        self.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
