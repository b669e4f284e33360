//! What functions return: numbers that stay, each with a name and a sentence.

use sealane::{DecodeError, DeriveError, SignError};
use std::ffi::{CStr, c_char};

/// What a function returns. Numbers, names and meanings stay; more may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// It was done.
    Ok = 0,
    /// A pointer is missing.
    ArgumentNull = 1,
    /// A length is more than memory may have.
    ArgumentLength = 2,
    /// A text is not UTF-8.
    ArgumentText = 3,
    /// A flag is not one of this function's.
    ArgumentFlags = 4,
    /// The name is not one of this library's.
    NameUnknown = 5,
    /// The buffer is too short; the length that suffices is told.
    BufferTooSmall = 6,
    /// A fault of this library; nothing was put out.
    Internal = 7,
    /// The signature has another length than the algorithm gives.
    SigLength = 16,
    /// The signature is not a strict DER sequence of two integers.
    SigEncoding = 17,
    /// The signature is not one of this message by this key.
    SigInvalid = 18,
    /// The key is of an algorithm that makes no signatures, or not by this scheme.
    SigUnsupported = 19,
    /// The signature's s is above half the group order.
    SigHighS = 20,
    /// The digest has another length than its hash gives.
    DigestLength = 21,
    /// The public key is not a valid point of its curve.
    KeyPointInvalid = 32,
    /// The key is not in an accepted encoding.
    KeyEncoding = 33,
    /// The key belongs to another curve than the one demanded.
    KeyCurveMismatch = 34,
    /// The key's curve is not a supported named curve.
    CurveUnsupported = 35,
    /// The private scalar is not between 1 and the group order.
    KeyRange = 36,
    /// The key has another length than the algorithm gives.
    KeyLength = 37,
    /// The stored public key does not belong to the private key.
    KeyMismatch = 38,
    /// The key is of an algorithm that is not supported.
    KeyAlgorithm = 39,
    /// The modulus is even, or of a length that is not taken.
    KeyRsaModulus = 40,
    /// The public exponent is not an odd number from 3 to 2^33.
    KeyRsaExponent = 41,
    /// The numbers of the private key do not belong together.
    KeyRsaInconsistent = 42,
    /// The RSA key is weak.
    KeyRsaWeak = 43,
    /// The key has more than two primes.
    KeyRsaMultiPrime = 44,
    /// The lengths of the domain parameters are not taken.
    KeyDsaLengths = 45,
    /// The domain parameters are not two primes and an element of order q.
    KeyDsaParameters = 46,
    /// The public key is not an element of order q.
    KeyDsaPublic = 47,
    /// The parts of the private key do not belong together.
    KeyMlDsaPrivate = 48,
    /// The text is not one PEM block.
    InputPem = 56,
    /// The PEM block's label does not name an unencrypted key asked for.
    InputPemLabel = 57,
    /// The text holds more than one PEM block.
    InputPemBlocks = 58,
    /// The text starts with a byte order mark.
    InputBom = 59,
    /// The random generator gave no bytes.
    Random = 64,
    /// Keys of this algorithm do not sign by that scheme.
    SchemeUnsupported = 65,
    /// The context is longer than 255 bytes.
    ContextLength = 66,
    /// The salt is longer than the key has room for.
    ParamPssSalt = 67,
    /// The hash is not one to sign with by that scheme.
    ParamHash = 68,
    /// The message is longer than the key takes.
    DataTooLong = 69,
    /// The message is not a number below the modulus, in as many bytes.
    DataRange = 70,
    /// The hash that stands for a message has not 64 bytes.
    MuLength = 71,
    /// The fresh signature does not verify and is not released.
    SignFault = 72,
    /// Keys of this algorithm derive no secrets.
    DeriveUnsupported = 80,
    /// The secret would be 0.
    PeerLowOrder = 81,
}

/// Each with its stable name and a sentence.
const TEXTS: &[(Status, &CStr, &CStr)] = &[
    (Status::Ok, c"OK", c"it was done"),
    (Status::ArgumentNull, c"ARGUMENT_NULL", c"a pointer is missing"),
    (Status::ArgumentLength, c"ARGUMENT_LENGTH", c"a length is more than memory may have"),
    (Status::ArgumentText, c"ARGUMENT_TEXT", c"a text is not UTF-8"),
    (Status::ArgumentFlags, c"ARGUMENT_FLAGS", c"a flag is not one of this function's"),
    (Status::NameUnknown, c"NAME_UNKNOWN", c"the name is not one of this library's"),
    (
        Status::BufferTooSmall,
        c"BUFFER_TOO_SMALL",
        c"the buffer is too short; the length that suffices is told",
    ),
    (Status::Internal, c"INTERNAL", c"a fault of this library; nothing was put out"),
    (
        Status::SigLength,
        c"SIG_LENGTH",
        c"the signature has another length than the algorithm gives",
    ),
    (
        Status::SigEncoding,
        c"SIG_ENCODING",
        c"the signature is not a strict DER sequence of two integers",
    ),
    (Status::SigInvalid, c"SIG_INVALID", c"the signature is not one of this message by this key"),
    (
        Status::SigUnsupported,
        c"SIG_UNSUPPORTED",
        c"the key is of an algorithm that makes no signatures, or not by this scheme",
    ),
    (Status::SigHighS, c"SIG_HIGH_S", c"the signature's s is above half the group order"),
    (Status::DigestLength, c"DIGEST_LENGTH", c"the digest has another length than its hash gives"),
    (
        Status::KeyPointInvalid,
        c"KEY_POINT_INVALID",
        c"the public key is not a valid point of its curve",
    ),
    (Status::KeyEncoding, c"KEY_ENCODING", c"the key is not in an accepted encoding"),
    (
        Status::KeyCurveMismatch,
        c"KEY_CURVE_MISMATCH",
        c"the key belongs to another curve than the one demanded",
    ),
    (
        Status::CurveUnsupported,
        c"CURVE_UNSUPPORTED",
        c"the key's curve is not a supported named curve",
    ),
    (Status::KeyRange, c"KEY_RANGE", c"the private scalar is not between 1 and the group order"),
    (Status::KeyLength, c"KEY_LENGTH", c"the key has another length than the algorithm gives"),
    (
        Status::KeyMismatch,
        c"KEY_MISMATCH",
        c"the stored public key does not belong to the private key",
    ),
    (Status::KeyAlgorithm, c"KEY_ALGORITHM", c"the key is of an algorithm that is not supported"),
    (
        Status::KeyRsaModulus,
        c"KEY_RSA_MODULUS",
        c"the modulus is even, or of a length that is not taken",
    ),
    (
        Status::KeyRsaExponent,
        c"KEY_RSA_EXPONENT",
        c"the public exponent is not an odd number from 3 to 2^33",
    ),
    (
        Status::KeyRsaInconsistent,
        c"KEY_RSA_INCONSISTENT",
        c"the numbers of the private key do not belong together",
    ),
    (Status::KeyRsaWeak, c"KEY_RSA_WEAK", c"the RSA key is weak"),
    (Status::KeyRsaMultiPrime, c"KEY_RSA_MULTI_PRIME", c"the key has more than two primes"),
    (
        Status::KeyDsaLengths,
        c"KEY_DSA_LENGTHS",
        c"the lengths of the domain parameters are not taken",
    ),
    (
        Status::KeyDsaParameters,
        c"KEY_DSA_PARAMETERS",
        c"the domain parameters are not two primes and an element of order q",
    ),
    (Status::KeyDsaPublic, c"KEY_DSA_PUBLIC", c"the public key is not an element of order q"),
    (
        Status::KeyMlDsaPrivate,
        c"KEY_MLDSA_PRIVATE",
        c"the parts of the private key do not belong together",
    ),
    (Status::InputPem, c"INPUT_PEM", c"the text is not one PEM block"),
    (
        Status::InputPemLabel,
        c"INPUT_PEM_LABEL",
        c"the PEM block's label does not name an unencrypted key asked for",
    ),
    (Status::InputPemBlocks, c"INPUT_PEM_BLOCKS", c"the text holds more than one PEM block"),
    (Status::InputBom, c"INPUT_BOM", c"the text starts with a byte order mark"),
    (Status::Random, c"RANDOM", c"the random generator gave no bytes"),
    (
        Status::SchemeUnsupported,
        c"SCHEME_UNSUPPORTED",
        c"keys of this algorithm do not sign by that scheme",
    ),
    (Status::ContextLength, c"CONTEXT_LENGTH", c"the context is longer than 255 bytes"),
    (Status::ParamPssSalt, c"PARAM_PSS_SALT", c"the salt is longer than the key has room for"),
    (Status::ParamHash, c"PARAM_HASH", c"the hash is not one to sign with by that scheme"),
    (Status::DataTooLong, c"DATA_TOO_LONG", c"the message is longer than the key takes"),
    (
        Status::DataRange,
        c"DATA_RANGE",
        c"the message is not a number below the modulus, in as many bytes",
    ),
    (Status::MuLength, c"MU_LENGTH", c"the hash that stands for a message has not 64 bytes"),
    (Status::SignFault, c"SIGN_FAULT", c"the fresh signature does not verify and is not released"),
    (Status::DeriveUnsupported, c"DERIVE_UNSUPPORTED", c"keys of this algorithm derive no secrets"),
    (Status::PeerLowOrder, c"PEER_LOW_ORDER", c"the secret would be 0"),
];

impl Status {
    /// The status that says what an error of the library does, by its stable name.
    fn of_code(code: &str) -> Self {
        let same = TEXTS.iter().find(|row| row.1.to_bytes() == code.as_bytes());
        same.map_or(Self::Internal, |row| row.0)
    }
}

/// The name and the sentence of a number.
fn texts(number: i32) -> Option<(&'static CStr, &'static CStr)> {
    TEXTS.iter().find(|row| row.0 as i32 == number).map(|row| (row.1, row.2))
}

impl From<DecodeError> for Status {
    fn from(error: DecodeError) -> Self {
        Self::of_code(error.code())
    }
}

impl From<SignError> for Status {
    fn from(error: SignError) -> Self {
        Self::of_code(error.code())
    }
}

impl From<DeriveError> for Status {
    fn from(error: DeriveError) -> Self {
        Self::of_code(error.code())
    }
}

/// What a function does that returns a status by `?`.
pub(crate) type Outcome = Result<(), Status>;

/// Runs `work`, past which no panic goes.
pub(crate) fn guarded(work: impl FnOnce() -> Outcome) -> Status {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(_) => Status::Internal,
    }
}

/// Returns the stable name of a status, `SIG_INVALID` for one: a text that stays. The empty text
/// for a number that is none.
#[unsafe(no_mangle)]
pub extern "C" fn sealane_status_name(status: i32) -> *const c_char {
    texts(status).map_or(c"", |texts| texts.0).as_ptr()
}

/// Returns a sentence in English for a status: a text that stays. The empty text for a number that
/// is none.
#[unsafe(no_mangle)]
pub extern "C" fn sealane_status_text(status: i32) -> *const c_char {
    texts(status).map_or(c"", |texts| texts.1).as_ptr()
}

/// Returns the version of this library: a text that stays.
#[unsafe(no_mangle)]
pub extern "C" fn sealane_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Goal: every status has a name and a sentence of its own, which is found by its number; a
    /// number that is none has neither.
    #[test]
    fn every_status_has_its_texts() {
        let names: HashSet<_> = TEXTS.iter().map(|row| row.1).collect();
        let sentences: HashSet<_> = TEXTS.iter().map(|row| row.2).collect();
        assert_eq!((names.len(), sentences.len()), (TEXTS.len(), TEXTS.len()));
        for (status, name, text) in TEXTS {
            assert!(!name.is_empty() && !text.is_empty());
            assert_eq!(texts(*status as i32), Some((*name, *text)));
        }
        assert_eq!((texts(1000), texts(-1)), (None, None));
        // As many as the enumeration has.
        let source = include_str!("status.rs");
        let variants = source.lines().filter(|line| {
            let line = line.trim_end_matches(',').split_once(" = ");
            line.is_some_and(|(name, number)| {
                name.starts_with("    ")
                    && !name.trim().contains(' ')
                    && number.parse::<i32>().is_ok()
            })
        });
        assert_eq!(variants.count(), TEXTS.len());
    }

    /// Goal: errors of the library keep their names; one that has none here is told as a fault.
    #[test]
    fn errors_keep_their_names() {
        assert_eq!(Status::from(DecodeError::SigInvalid), Status::SigInvalid);
        assert_eq!(Status::from(SignError::MuLength { got: 3 }), Status::MuLength);
        assert_eq!(Status::from(DeriveError::SmallOrder), Status::PeerLowOrder);
        assert_eq!(Status::from(DeriveError::KeyCurveMismatch), Status::KeyCurveMismatch);
        assert_eq!(Status::of_code("NEW"), Status::Internal);
    }

    /// Goal: a panic ends at the border.
    #[test]
    fn panics_end_here() {
        assert_eq!(guarded(|| panic!("planted")), Status::Internal);
        assert_eq!(guarded(|| Err(Status::Random)), Status::Random);
    }
}
