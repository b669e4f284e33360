//! The closed set of errors: what outside data, and the signer, may be refused for.
//!
//! Every variant has a stable name, `code()`, which is the same in the library, on the command
//! line and on the wire. No message holds a byte of the data it speaks of.

use core::fmt;

/// Outside data was refused. [`code`](Self::code) gives the stable name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// A signature of another length than the algorithm has.
    SigLength {
        /// Bytes a signature of this form has; for DER, the least it can have.
        expected: usize,
        /// Bytes that were given.
        got: usize,
    },
    /// A signature that is not the one DER encoding of two integers.
    SigEncoding,
    /// A signature that is not one of the message by the key, or whose `r` or `s` is out of its
    /// range: `1..n`, or below `n` for `S`.
    SigInvalid,
    /// A signature asked of a key whose algorithm makes none.
    SigUnsupported,
    /// A signature with `s > n / 2` where the lower of the two is demanded.
    SigHighS,
    /// A digest of another length than its hash has.
    DigestLength {
        /// Bytes the named hash gives.
        expected: usize,
        /// Bytes that were given.
        got: usize,
    },
    /// A point that is not a finite point of the curve, or not in its canonical encoding.
    KeyPointInvalid,
    /// A key document or point that is not in an encoding we take.
    KeyEncoding,
    /// A key of another curve than the one it is used with.
    KeyCurveMismatch,
    /// A curve given by explicit parameters, or by a name that is not ours.
    CurveUnsupported,
    /// A private scalar outside `1..n`.
    KeyRange,
    /// A private key, or the octets of a public one, of another length than the algorithm has.
    KeyLength {
        /// Bytes the algorithm has.
        expected: usize,
        /// Bytes that were given.
        got: usize,
    },
    /// A stored public key that does not belong to the private key beside it.
    KeyMismatch,
    /// A key of an algorithm that is not ours.
    KeyAlgorithm,
    /// An RSA modulus that is even, or of a length that is not taken.
    KeyRsaModulus {
        /// Bits of the shortest one taken.
        least: usize,
        /// Bits of the longest one taken.
        most: usize,
        /// Bits of the one given.
        got: usize,
    },
    /// An RSA public exponent that is even, below 3 or above 2^33.
    KeyRsaExponent,
    /// A private RSA key whose numbers do not belong together.
    KeyRsaInconsistent,
    /// A private RSA key whose primes are none, not half as long as the modulus, or too close to
    /// each other; a modulus that shows how its primes were chosen (ROCA), is a prime or a power,
    /// or has a small factor.
    KeyRsaWeak,
    /// A private RSA key of more than two primes.
    KeyRsaMultiPrime,
    /// DSA domain parameters of lengths that do not belong together, or are not taken.
    KeyDsaLengths {
        /// Bits of the `p` given.
        p: usize,
        /// Bits of the `q` given.
        q: usize,
    },
    /// DSA domain parameters that are none: `p` or `q` is no prime, `q` does not divide `p - 1`, or
    /// `g` is not of order `q`.
    KeyDsaParameters,
    /// A DSA public key outside `2..=p - 2`, or not of order `q`.
    KeyDsaPublic,
    /// A private ML-DSA key with coefficients out of range, or with parts that do not belong
    /// together.
    KeyMlDsaPrivate,
    /// Text that is not one PEM block of RFC 7468.
    PemEncoding,
    /// A PEM block with a label that is not asked for here.
    PemLabel,
    /// Text with more than one PEM block.
    PemBlocks,
    /// Text that starts with a byte order mark.
    PemByteOrderMark,
}

impl DecodeError {
    /// The stable name of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SigLength { .. } => "SIG_LENGTH",
            Self::SigEncoding => "SIG_ENCODING",
            Self::SigInvalid => "SIG_INVALID",
            Self::SigUnsupported => "SIG_UNSUPPORTED",
            Self::SigHighS => "SIG_HIGH_S",
            Self::DigestLength { .. } => "DIGEST_LENGTH",
            Self::KeyPointInvalid => "KEY_POINT_INVALID",
            Self::KeyEncoding => "KEY_ENCODING",
            Self::KeyCurveMismatch => "KEY_CURVE_MISMATCH",
            Self::CurveUnsupported => "CURVE_UNSUPPORTED",
            Self::KeyRange => "KEY_RANGE",
            Self::KeyLength { .. } => "KEY_LENGTH",
            Self::KeyMismatch => "KEY_MISMATCH",
            Self::KeyAlgorithm => "KEY_ALGORITHM",
            Self::KeyRsaModulus { .. } => "KEY_RSA_MODULUS",
            Self::KeyRsaExponent => "KEY_RSA_EXPONENT",
            Self::KeyRsaInconsistent => "KEY_RSA_INCONSISTENT",
            Self::KeyRsaWeak => "KEY_RSA_WEAK",
            Self::KeyRsaMultiPrime => "KEY_RSA_MULTI_PRIME",
            Self::KeyDsaLengths { .. } => "KEY_DSA_LENGTHS",
            Self::KeyDsaParameters => "KEY_DSA_PARAMETERS",
            Self::KeyDsaPublic => "KEY_DSA_PUBLIC",
            Self::KeyMlDsaPrivate => "KEY_MLDSA_PRIVATE",
            Self::PemEncoding => "INPUT_PEM",
            Self::PemLabel => "INPUT_PEM_LABEL",
            Self::PemBlocks => "INPUT_PEM_BLOCKS",
            Self::PemByteOrderMark => "INPUT_BOM",
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::SigLength { expected, got } => {
                return write!(f, "the signature has {got} bytes where {expected} are needed");
            }
            Self::DigestLength { expected, got } => {
                return write!(f, "the digest has {got} bytes where its hash gives {expected}");
            }
            Self::KeyLength { expected, got } => {
                return write!(f, "the key has {got} bytes, not exactly {expected}");
            }
            Self::KeyRsaModulus { least, most, got } => {
                return write!(
                    f,
                    "the modulus has {got} bits where odd ones of {least} to {most} are taken"
                );
            }
            Self::KeyRsaExponent => "the public exponent is not an odd number from 3 to 2^33",
            Self::KeyRsaInconsistent => "the numbers of the private key do not belong together",
            Self::KeyRsaWeak => {
                "the key is weak: its modulus is prime, a power or has a small factor, or its \
                 primes are composite, too short, too close or of a known pattern"
            }
            Self::KeyRsaMultiPrime => "the key has more than two primes, which is not supported",
            Self::KeyDsaLengths { p, q } => {
                return write!(
                    f,
                    "the primes p and q have {p} and {q} bits where 2048 and 224, 2048 and 256, \
                     or 3072 and 256 are taken (1024 and 160 to verify)"
                );
            }
            Self::KeyDsaParameters => {
                "the domain parameters are not two primes and an element of order q"
            }
            Self::KeyDsaPublic => "the public key is not an element of order q",
            Self::KeyMlDsaPrivate => {
                "the parts of the private key are out of range or do not belong together"
            }
            Self::SigEncoding => "the signature is not a strict DER sequence of two integers",
            Self::SigInvalid => "the signature is not one of this message by this key",
            Self::SigUnsupported => "the key is of an algorithm that makes no signatures",
            Self::SigHighS => "the signature's s is above half the group order",
            Self::KeyPointInvalid => "the public key is not a valid point of its curve",
            Self::KeyEncoding => {
                "the key is not in an accepted encoding (strict DER; compressed or uncompressed \
                 point, with nothing left over)"
            }
            Self::KeyCurveMismatch => "the key belongs to another curve than the one demanded",
            Self::CurveUnsupported => {
                "the key's curve is not a supported named curve (explicit parameters are refused)"
            }
            Self::KeyRange => "the private scalar is not between 1 and the group order",
            Self::KeyMismatch => "the stored public key does not belong to the private key",
            Self::KeyAlgorithm => "the key is of an algorithm that is not supported",
            Self::PemEncoding => {
                "the text is not one PEM block (strict base64 in lines of 64, no headers)"
            }
            Self::PemLabel => "the PEM block's label does not name an unencrypted key asked for",
            Self::PemBlocks => "the text holds more than one PEM block; exactly 1 is taken",
            Self::PemByteOrderMark => {
                "the text starts with a byte order mark; plain ASCII is taken"
            }
        };
        f.write_str(sentence)
    }
}

impl core::error::Error for DecodeError {}

/// A signature could not be made. Few and coarse: none says anything of the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignError {
    /// The system's generator of random bytes failed.
    Random,
    /// Keys of this algorithm do not sign by the scheme asked for, or not at all.
    Unsupported,
    /// The context is longer than 255 bytes.
    ContextLength {
        /// Bytes that were given.
        got: usize,
    },
    /// The caller's buffer is too small; nothing was written to it.
    BufferTooSmall {
        /// Bytes that suffice.
        needed: usize,
    },
    /// The salt of a PSS signature is longer than the key has room for.
    SaltLength {
        /// Bytes of the longest one; none if there is no room for the hash itself.
        most: Option<usize>,
    },
    /// A hash that signatures are not made with, by this scheme: SHA-1, or one without a name
    /// there.
    HashRefused,
    /// A message that is not hashed, and longer than the key has room for.
    MessageTooLong {
        /// Bytes of the longest one.
        most: usize,
    },
    /// A message that is not a number below the modulus, in as many bytes.
    MessageRange,
    /// A hash of other than 64 bytes that is to stand for a message, where ML-DSA signs that.
    MuLength {
        /// Bytes that were given.
        got: usize,
    },
    /// The signature did not verify, so it was not released: a fault in the computation.
    Fault,
}

impl SignError {
    /// The stable name of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Random => "RANDOM",
            Self::Unsupported => "SCHEME_UNSUPPORTED",
            Self::ContextLength { .. } => "CONTEXT_LENGTH",
            Self::BufferTooSmall { .. } => "BUFFER_TOO_SMALL",
            Self::SaltLength { .. } => "PARAM_PSS_SALT",
            Self::HashRefused => "PARAM_HASH",
            Self::MessageTooLong { .. } => "DATA_TOO_LONG",
            Self::MessageRange => "DATA_RANGE",
            Self::MuLength { .. } => "MU_LENGTH",
            Self::Fault => "SIGN_FAULT",
        }
    }
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("the random generator gave no bytes"),
            Self::Unsupported => f.write_str("keys of this algorithm do not sign by that scheme"),
            Self::ContextLength { got } => {
                write!(f, "the context has {got} bytes where at most 255 are taken")
            }
            Self::BufferTooSmall { needed } => BufferTooSmall { needed: *needed }.fmt(f),
            Self::SaltLength { most: Some(most) } => {
                write!(f, "the salt is longer than the {most} bytes that the key has room for")
            }
            Self::SaltLength { most: None } => f.write_str("the key has no room for the hash"),
            Self::HashRefused => f.write_str("the hash is not one to sign with by that scheme"),
            Self::MessageTooLong { most } => {
                write!(f, "the message is longer than the {most} bytes that the key takes")
            }
            Self::MessageRange => f.write_str(
                "the message is not a number below the modulus, in as many bytes as it has",
            ),
            Self::MuLength { got } => {
                write!(f, "the hash that stands for a message has {got} bytes, not exactly 64")
            }
            Self::Fault => f.write_str(
                "the fresh signature does not verify and is not released: a computation went wrong",
            ),
        }
    }
}

impl core::error::Error for SignError {}

impl From<BufferTooSmall> for SignError {
    fn from(error: BufferTooSmall) -> Self {
        Self::BufferTooSmall { needed: error.needed }
    }
}

/// Why no secret was derived; nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeriveError {
    /// The peer's key is of another curve.
    KeyCurveMismatch,
    /// Keys of this algorithm derive no secrets.
    Unsupported,
    /// The secret would be 0: the peer's key is a point of small order, which makes 0 of every key
    /// of ours; or ours is the one key of X448, four times the order, that makes 0 of every point
    /// of the curve and whose public key is 0. RFC 7748, section 6.
    SmallOrder,
    /// The caller's buffer is too small.
    BufferTooSmall {
        /// Bytes that suffice.
        needed: usize,
    },
}

impl DeriveError {
    /// The stable name of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::KeyCurveMismatch => DecodeError::KeyCurveMismatch.code(),
            Self::Unsupported => "DERIVE_UNSUPPORTED",
            Self::SmallOrder => "PEER_LOW_ORDER",
            Self::BufferTooSmall { .. } => "BUFFER_TOO_SMALL",
        }
    }
}

impl fmt::Display for DeriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyCurveMismatch => DecodeError::KeyCurveMismatch.fmt(f),
            Self::Unsupported => f.write_str("the key is of an algorithm that derives no secrets"),
            Self::SmallOrder => {
                f.write_str("the public key has a small order, so the secret would be zero")
            }
            Self::BufferTooSmall { needed } => BufferTooSmall { needed: *needed }.fmt(f),
        }
    }
}

impl core::error::Error for DeriveError {}

/// A caller's output buffer cannot hold the result; nothing was written to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BufferTooSmall {
    /// Bytes that suffice.
    pub needed: usize,
}

impl BufferTooSmall {
    /// The stable name of the error.
    pub const fn code(&self) -> &'static str {
        "BUFFER_TOO_SMALL"
    }
}

impl fmt::Display for BufferTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the output buffer is smaller than the {} bytes needed", self.needed)
    }
}

impl core::error::Error for BufferTooSmall {}

/// The signature does not belong to the message and the key. Says no, and nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadSignature;

impl BadSignature {
    /// The stable name of the error.
    pub const fn code(&self) -> &'static str {
        "SIG_INVALID"
    }
}

impl fmt::Display for BadSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the signature is not valid for this message and key")
    }
}

impl core::error::Error for BadSignature {}

/// Text that should name an algorithm, a scheme or a hash names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name is not one of this library's")
    }
}

impl core::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const ALL: &[DecodeError] = &[
        DecodeError::SigLength { expected: 64, got: 63 },
        DecodeError::SigEncoding,
        DecodeError::SigInvalid,
        DecodeError::SigUnsupported,
        DecodeError::SigHighS,
        DecodeError::DigestLength { expected: 32, got: 31 },
        DecodeError::KeyPointInvalid,
        DecodeError::KeyEncoding,
        DecodeError::KeyCurveMismatch,
        DecodeError::CurveUnsupported,
        DecodeError::KeyRange,
        DecodeError::KeyLength { expected: 32, got: 33 },
        DecodeError::KeyMismatch,
        DecodeError::KeyAlgorithm,
        DecodeError::KeyRsaModulus { least: 2048, most: 8192, got: 2047 },
        DecodeError::KeyRsaExponent,
        DecodeError::KeyRsaInconsistent,
        DecodeError::KeyRsaWeak,
        DecodeError::KeyRsaMultiPrime,
        DecodeError::KeyDsaLengths { p: 2048, q: 160 },
        DecodeError::KeyDsaParameters,
        DecodeError::KeyDsaPublic,
        DecodeError::KeyMlDsaPrivate,
        DecodeError::PemEncoding,
        DecodeError::PemLabel,
        DecodeError::PemBlocks,
        DecodeError::PemByteOrderMark,
    ];

    /// Goal: a program can tell errors apart by code. Method: all pairs, and the shape of each.
    #[test]
    fn codes_are_distinct_capitals() {
        for (i, a) in ALL.iter().enumerate() {
            assert!(a.code().bytes().all(|c| c.is_ascii_uppercase() || c == b'_'), "{}", a.code());
            assert!(ALL[..i].iter().all(|b| b.code() != a.code()), "{} is used twice", a.code());
        }
    }

    /// Goal: the sentence names the argument and the limit. Method: the three that carry figures.
    #[test]
    fn lengths_stand_in_the_sentence() {
        for (error, subject, figures) in [
            (ALL[0], "signature", ["63", "64"]),
            (ALL[5], "digest", ["31", "32"]),
            (ALL[11], "the key", ["33", "32"]),
        ] {
            let sentence = error.to_string();
            assert!(sentence.contains(subject), "{sentence}");
            assert!(figures.iter().all(|n| sentence.contains(n)), "{sentence}");
        }
        let small = SignError::from(BufferTooSmall { needed: 72 });
        assert!(small.to_string().contains("72"));
        assert_eq!(small.code(), BufferTooSmall { needed: 0 }.code());
        let small = DeriveError::BufferTooSmall { needed: 32 };
        assert!(small.to_string().contains("32"));
        assert_eq!(small.code(), BufferTooSmall { needed: 0 }.code());
    }

    /// Goal: sentences fit after `error: CODE: `. Method: no capital first, no full stop, no gap.
    #[test]
    fn sentences_have_one_shape() {
        for error in ALL {
            let sentence = error.to_string();
            assert!(sentence.starts_with("the "), "{sentence}");
            assert!(!sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
        }
    }
}
