//! Return values: what the standard calls what went wrong, and which of our errors is which.

use cryptoki_sys::*;
use sealane_client::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A return value other than `CKR_OK`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rv(pub CK_RV);

impl Rv {
    /// The bytes of an attribute are none of its values.
    pub const VALUE_INVALID: Self = Self(CKR_ATTRIBUTE_VALUE_INVALID);
}

/// Each error by its code, the same in this process and told by a service.
const ROWS: &[(&str, CK_RV)] = &[
    ("PIN_WRONG", CKR_PIN_INCORRECT),
    ("PIN_DELAYED", CKR_PIN_LOCKED),
    ("PIN_LOCKED", CKR_PIN_LOCKED),
    ("PIN_UNSET", CKR_USER_PIN_NOT_INITIALIZED),
    ("IDENTITY_UNKNOWN", CKR_USER_PIN_NOT_INITIALIZED),
    ("PIN_LENGTH", CKR_PIN_LEN_RANGE),
    ("PIN_ENCODING", CKR_PIN_INVALID),
    ("NOT_LOGGED_IN", CKR_USER_NOT_LOGGED_IN),
    ("TICKET_UNKNOWN", CKR_USER_NOT_LOGGED_IN),
    ("TICKET_FOREIGN", CKR_USER_NOT_LOGGED_IN),
    ("TICKET_EXPIRED", CKR_USER_NOT_LOGGED_IN),
    ("TICKET_ENDED", CKR_USER_NOT_LOGGED_IN),
    ("TICKET_PIN_CHANGED", CKR_USER_NOT_LOGGED_IN),
    ("ROLE_DENIED", CKR_ACTION_PROHIBITED),
    ("KEY_DENIED", CKR_ACTION_PROHIBITED),
    ("KEY_UNKNOWN", CKR_OBJECT_HANDLE_INVALID),
    ("TOKEN_UNKNOWN", CKR_TOKEN_NOT_PRESENT),
    ("NAME_INVALID", CKR_ATTRIBUTE_VALUE_INVALID),
    ("NAME_EXISTS", CKR_ATTRIBUTE_VALUE_INVALID),
    ("USAGE_DENIED", CKR_KEY_FUNCTION_NOT_PERMITTED),
    ("USAGE_CONFLICT", CKR_TEMPLATE_INCONSISTENT),
    ("KEY_TYPE", CKR_KEY_TYPE_INCONSISTENT),
    ("KEY_NOT_EXTRACTABLE", CKR_KEY_UNEXTRACTABLE),
    ("ATTRIBUTE_SENSITIVE", CKR_ATTRIBUTE_SENSITIVE),
    ("ATTRIBUTE_READ_ONLY", CKR_ATTRIBUTE_READ_ONLY),
    ("WRAP_LENGTH", CKR_WRAPPED_KEY_LEN_RANGE),
    ("WRAP_INVALID", CKR_WRAPPED_KEY_INVALID),
    ("WRAP_TOO_WEAK", CKR_WRAPPING_KEY_SIZE_RANGE),
    ("DECRYPT_FAILED", CKR_ENCRYPTED_DATA_INVALID),
    ("CIPHERTEXT_LENGTH", CKR_ENCRYPTED_DATA_LEN_RANGE),
    ("DATA_INVALID", CKR_ATTRIBUTE_VALUE_INVALID),
    ("DATA_TOO_LONG", CKR_DATA_LEN_RANGE),
    ("DATA_RANGE", CKR_DATA_INVALID),
    ("SIG_INVALID", CKR_SIGNATURE_INVALID),
    ("KEY_POINT_INVALID", CKR_PUBLIC_KEY_INVALID),
    ("PARAM_HASH", CKR_MECHANISM_PARAM_INVALID),
    ("PARAM_PSS_SALT", CKR_MECHANISM_PARAM_INVALID),
    ("CONTEXT_LENGTH", CKR_MECHANISM_PARAM_INVALID),
    ("SCHEME_UNSUPPORTED", CKR_KEY_TYPE_INCONSISTENT),
    ("DERIVE_UNSUPPORTED", CKR_KEY_TYPE_INCONSISTENT),
    ("PEER_LOW_ORDER", CKR_MECHANISM_PARAM_INVALID),
    ("RANDOM_FAILED", CKR_DEVICE_ERROR),
    ("RANDOM", CKR_DEVICE_ERROR),
    ("BUSY", CKR_FUNCTION_FAILED),
    ("DISCONNECTED", CKR_DEVICE_ERROR),
    ("TIMED_OUT", CKR_DEVICE_ERROR),
    ("CLOSING", CKR_DEVICE_ERROR),
    ("PERMISSION", CKR_TOKEN_NOT_PRESENT),
    ("STORE_FAILED", CKR_DEVICE_ERROR),
    ("STORE_LOCKED", CKR_DEVICE_ERROR),
];

impl From<Error> for Rv {
    fn from(error: Error) -> Self {
        let row = ROWS.iter().find(|row| row.0 == error.code());
        Self(row.map_or(CKR_FUNCTION_FAILED, |row| row.1))
    }
}

/// Does what a function is for, and says how it ended: a fault of ours ends the function, and never
/// goes on into the program that has called it.
pub fn answered(work: impl FnOnce() -> Result<(), Rv>) -> CK_RV {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => CKR_OK,
        Ok(Err(refusal)) => refusal.0,
        Err(_) => CKR_GENERAL_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each row is of an error that there is. Method: what the sources of the errors say.
    #[test]
    fn rows_are_of_errors() {
        let sources = [
            include_str!("../../client/src/error.rs"),
            include_str!("../../sealane/src/error.rs"),
            include_str!("../../sealane/src/rsa/oaep.rs"),
            include_str!("../../client/src/key.rs"),
        ];
        for (code, _) in ROWS {
            let text = format!("\"{code}\"");
            assert!(sources.iter().any(|source| source.contains(&text)), "{code}");
        }
    }

    /// Goal: errors have their values however they come, and a panic is one of them.
    #[test]
    fn errors_are_told() {
        assert_eq!(Rv::from(Error::PinLocked), Rv(CKR_PIN_LOCKED));
        let told = Error::Remote("PIN_LOCKED".into(), "so".into());
        assert_eq!(Rv::from(told), Rv(CKR_PIN_LOCKED));
        assert_eq!(Rv::from(Error::Internal), Rv(CKR_FUNCTION_FAILED));
        assert_eq!(answered(|| Ok(())), CKR_OK);
        assert_eq!(answered(|| Err(Rv(7))), 7);
        std::panic::set_hook(Box::new(|_| ()));
        assert_eq!(answered(|| panic!("a fault")), CKR_GENERAL_ERROR);
    }
}
