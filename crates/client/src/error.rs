//! Why a token or the service refused: one closed set, with stable codes.

use crate::wire::Versions;
use sealane::rsa::OaepError;
use sealane::{DecodeError, DeriveError, SignError};
use std::borrow::Cow;
use std::fmt;

/// What a caller is told. No value holds a byte of a secret or of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no token where one was looked for.
    StoreMissing,
    /// There is a token where a new one was to be made.
    StoreExists,
    /// Another process has the store open.
    StoreLocked,
    /// Another writer has changed the store meanwhile; nothing was done, and it may be tried again.
    StoreConflict,
    /// The store is of a version that this program does not read.
    StoreVersion {
        /// The format that is read.
        read: u32,
        /// The one that was found.
        found: u32,
    },
    /// A record is not what was written: damaged, edited, exchanged or put back.
    StoreCorrupt(&'static str),
    /// The store's system refused; nothing of the operation was acknowledged.
    StoreFailed(String),
    /// No source of the master key was named; there is no default.
    MasterUnset,
    /// What the master key was to be taken from gives none.
    MasterInvalid(&'static str),
    /// The master key is not this token's.
    MasterWrong,
    /// The PIN is wrong; so many tries are left.
    PinWrong {
        /// Wrong PINs until each further one has to wait.
        left: u32,
    },
    /// After too many wrong PINs the next one is looked at later.
    PinDelayed {
        /// When.
        seconds: u64,
    },
    /// Far too many wrong PINs came in a row from one user.
    PinLocked,
    /// There is no identity of that name.
    IdentityUnknown,
    /// There is one already.
    IdentityExists,
    /// An identity that cannot be, or must stay.
    IdentityInvalid(&'static str),
    /// Parameters that would not guard against guessing.
    GuardInvalid(&'static str),
    /// The recovery code is not that of the token.
    RecoveryWrong,
    /// The role has no PIN yet.
    PinUnset,
    /// A PIN has from 4 to 255 bytes.
    PinLength,
    /// A PIN is text without a NUL.
    PinEncoding,
    /// The operation needs a login.
    NotLoggedIn,
    /// The role may not do that.
    RoleDenied,
    /// There is no such object, or none that the role may see.
    KeyUnknown,
    /// A label has from 1 to 128 bytes of printed characters.
    NameInvalid,
    /// Another object has the label.
    NameExists,
    /// The key's attributes do not permit that use.
    UsageDenied,
    /// Attributes that must not stand on one key.
    UsageConflict,
    /// The mechanism is for another type of key.
    KeyType,
    /// The key is for others than the one who asks.
    KeyDenied,
    /// The key may not leave the token.
    KeyNotExportable,
    /// The key leaves the token wrapped only.
    AttributeSensitive,
    /// Such a change of the attribute is not taken.
    AttributeReadOnly,
    /// What was wrapped has an odd length, or is too short.
    WrapLength,
    /// The wrapped key is not one that this key wrapped.
    WrapInvalid,
    /// The wrapping key is weaker than what it would wrap.
    WrapTooWeak,
    /// A backup is not whole, or not for this key.
    BackupInvalid,
    /// A backup is signed by another token than the one that was named.
    BackupForeign,
    /// A backup is of a form that nobody signed.
    BackupUnsigned,
    /// Too much is waiting already; nothing was done, and it may be tried again.
    Busy,
    /// The service is closing.
    Closing,
    /// The frame is not one of the protocol: the connection ends.
    Frame(&'static str),
    /// Client and service speak no version of the protocol in common.
    Version {
        /// What the client speaks.
        client: Versions,
        /// What the service speaks.
        service: Versions,
    },
    /// The service has no operation of that number.
    OperationUnknown(u16),
    /// The service has no token of that slot or label.
    TokenUnknown,
    /// The service has given no such ticket, or its session ended long ago.
    TicketUnknown,
    /// The ticket is another user's.
    TicketForeign,
    /// The ticket was not used for too long.
    TicketExpired,
    /// Somebody has logged out of the ticket's session, or has taken another ticket.
    TicketEnded,
    /// The PIN was set anew since the ticket was made.
    TicketPinChanged,
    /// The connection is gone; whether the operation was done is not known.
    Disconnected,
    /// No reply came in the time that was given; whether the operation was done is not known.
    TimedOut,
    /// The other end may not connect, or the place is not safe.
    Permission(String),
    /// The system gave no random bytes.
    Random,
    /// A fault of this program: the operation was given up, all else goes on.
    Internal,
    /// A key or a signature from outside was refused.
    Decode(&'static str, String),
    /// An operation was refused by the library.
    Operation(&'static str, String),
    /// What the service at the other end said: code and sentence.
    Remote(String, String),
}

impl Error {
    /// The stable name of the error.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::StoreMissing => "STORE_MISSING",
            Self::StoreExists => "STORE_EXISTS",
            Self::StoreLocked => "STORE_LOCKED",
            Self::StoreConflict => "STORE_CONFLICT",
            Self::StoreVersion { .. } => "STORE_VERSION",
            Self::StoreCorrupt(_) => "STORE_CORRUPT",
            Self::StoreFailed(_) => "STORE_FAILED",
            Self::MasterUnset => "MASTER_UNSET",
            Self::MasterInvalid(_) => "MASTER_INVALID",
            Self::MasterWrong => "MASTER_WRONG",
            Self::PinWrong { .. } => "PIN_WRONG",
            Self::PinDelayed { .. } => "PIN_DELAYED",
            Self::PinLocked => "PIN_LOCKED",
            Self::IdentityUnknown => "IDENTITY_UNKNOWN",
            Self::IdentityExists => "IDENTITY_EXISTS",
            Self::IdentityInvalid(_) => "IDENTITY_INVALID",
            Self::GuardInvalid(_) => "GUARD_INVALID",
            Self::RecoveryWrong => "RECOVERY_WRONG",
            Self::PinUnset => "PIN_UNSET",
            Self::PinLength => "PIN_LENGTH",
            Self::PinEncoding => "PIN_ENCODING",
            Self::NotLoggedIn => "NOT_LOGGED_IN",
            Self::RoleDenied => "ROLE_DENIED",
            Self::TokenUnknown => "TOKEN_UNKNOWN",
            Self::KeyUnknown => "KEY_UNKNOWN",
            Self::NameInvalid => "NAME_INVALID",
            Self::NameExists => "NAME_EXISTS",
            Self::UsageDenied => "USAGE_DENIED",
            Self::UsageConflict => "USAGE_CONFLICT",
            Self::KeyType => "KEY_TYPE",
            Self::KeyDenied => "KEY_DENIED",
            Self::KeyNotExportable => "KEY_NOT_EXTRACTABLE",
            Self::AttributeSensitive => "ATTRIBUTE_SENSITIVE",
            Self::AttributeReadOnly => "ATTRIBUTE_READ_ONLY",
            Self::WrapLength => "WRAP_LENGTH",
            Self::WrapInvalid => "WRAP_INVALID",
            Self::WrapTooWeak => "WRAP_TOO_WEAK",
            Self::BackupInvalid => "BACKUP_INVALID",
            Self::BackupForeign => "BACKUP_FOREIGN",
            Self::BackupUnsigned => "BACKUP_UNSIGNED",
            Self::Busy => "BUSY",
            Self::Closing => "CLOSING",
            Self::Frame(_) => "FRAME_INVALID",
            Self::Version { .. } => "VERSION_UNSUPPORTED",
            Self::OperationUnknown(_) => "OPERATION_UNKNOWN",
            Self::TicketUnknown => "TICKET_UNKNOWN",
            Self::TicketForeign => "TICKET_FOREIGN",
            Self::TicketExpired => "TICKET_EXPIRED",
            Self::TicketEnded => "TICKET_ENDED",
            Self::TicketPinChanged => "TICKET_PIN_CHANGED",
            Self::Disconnected => "DISCONNECTED",
            Self::TimedOut => "TIMED_OUT",
            Self::Permission(_) => "PERMISSION",
            Self::Random => "RANDOM_FAILED",
            Self::Internal => "INTERNAL",
            Self::Decode(code, _) | Self::Operation(code, _) => code,
            Self::Remote(code, _) => code,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::StoreMissing => "the store does not exist; `token init` makes one",
            Self::StoreExists => "there is a token, or another file, where the store was to be",
            Self::StoreLocked => "the store is in use by another process",
            Self::StoreConflict => "another writer has changed the store meanwhile; try again",
            Self::StoreVersion { read, found } => {
                write!(f, "the store has format {found} where format {read} is read")?;
                return match (found, read) {
                    (1, 2..) => f.write_str("; `token migrate` brings it there, all keys kept"),
                    _ => Ok(()),
                };
            }
            Self::StoreCorrupt(what) => return write!(f, "the store is damaged: {what}"),
            Self::StoreFailed(why) => return write!(f, "the store failed: {why}"),
            Self::MasterUnset => {
                "the master key is not set: name a file, a passphrase or a credential"
            }
            Self::MasterInvalid(why) => return write!(f, "the master key is not taken: {why}"),
            Self::MasterWrong => "the master key is not that of this token",
            Self::PinWrong { left: 1 } => "the PIN is wrong; 1 try is left",
            Self::PinWrong { left } => {
                return write!(f, "the PIN is wrong; {left} tries are left");
            }
            Self::PinDelayed { seconds } => {
                return write!(f, "too many wrong PINs; the next is looked at in {seconds} s");
            }
            Self::PinLocked => {
                "the role is locked for this user after too many wrong PINs; see `token unlock`"
            }
            Self::IdentityUnknown => "the token has no identity of that name",
            Self::IdentityExists => "the token has an identity of that name already",
            Self::GuardInvalid(why) | Self::IdentityInvalid(why) => return f.write_str(why),
            Self::RecoveryWrong => "the recovery code is not that of the token",
            Self::PinUnset => "the role has no PIN",
            Self::PinLength => "the PIN must have from 4 to 255 bytes",
            Self::PinEncoding => "the PIN must be text without a NUL",
            Self::NotLoggedIn => "the operation needs a login",
            Self::RoleDenied => "the role may not do that",
            Self::TokenUnknown => "the service has no such token",
            Self::KeyUnknown => "the token has no such key",
            Self::NameInvalid => "the label must have from 1 to 128 bytes of printed characters",
            Self::NameExists => "the label is taken",
            Self::UsageDenied => "the key's attributes do not permit that use",
            Self::UsageConflict => "the attributes must not stand on one key",
            Self::KeyType => "the mechanism is for another type of key",
            Self::KeyDenied => "the key is for others",
            Self::KeyNotExportable => "the key may not leave the token",
            Self::AttributeSensitive => "the key leaves the token wrapped only",
            Self::AttributeReadOnly => "the attribute does not change that way",
            Self::WrapLength => "the wrapped key has a length that no wrapped key has",
            Self::WrapInvalid => "the wrapped key is not one of this wrapping key",
            Self::WrapTooWeak => "the wrapping key is weaker than the key to be wrapped",
            Self::BackupInvalid => "the backup is damaged, or is for another key",
            Self::BackupForeign => "the backup is signed by another token than the one named",
            Self::BackupUnsigned => {
                "the backup is of an earlier form that nobody signed; it is taken as unsigned only"
            }
            Self::Permission(why) => return f.write_str(why),
            Self::Random => "the system gave no random bytes",
            Self::Internal => "the operation was given up after a fault of the program",
            Self::Decode(_, sentence) | Self::Operation(_, sentence) => sentence,
            Self::Remote(_, sentence) => sentence,
            of_service => return f.write_str(&of_service.of_service()),
        };
        f.write_str(sentence)
    }
}

impl Error {
    /// What is wrong between a client and its service, and not with a token.
    fn of_service(&self) -> Cow<'static, str> {
        let sentence = match self {
            Self::Busy => "the service has too much waiting; try again",
            Self::Closing => "the service is closing",
            Self::Frame(why) => return format!("the frame is refused: {why}").into(),
            Self::Version { client, service } => {
                let range = "of the protocol, the service";
                return format!("the client speaks versions {client} {range} {service}").into();
            }
            Self::OperationUnknown(number) => {
                return format!("the service has no operation {number}").into();
            }
            Self::TicketUnknown => "the service knows no such ticket: it may have started anew",
            Self::TicketForeign => "the ticket is another user's",
            Self::TicketExpired => "the ticket was not used for too long",
            Self::TicketEnded => "the session of the ticket has ended, or has another ticket",
            Self::TicketPinChanged => "the PIN was set anew since the ticket was made",
            Self::TimedOut => "the service has not answered in time",
            _ => "the connection is gone",
        };
        sentence.into()
    }
}

impl std::error::Error for Error {}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error.code(), error.to_string())
    }
}

impl From<SignError> for Error {
    fn from(error: SignError) -> Self {
        Self::Operation(error.code(), error.to_string())
    }
}

impl From<DeriveError> for Error {
    fn from(error: DeriveError) -> Self {
        Self::Operation(error.code(), error.to_string())
    }
}

impl From<OaepError> for Error {
    fn from(error: OaepError) -> Self {
        Self::Operation(error.code(), error.to_string())
    }
}
