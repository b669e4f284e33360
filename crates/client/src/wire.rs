//! What client and service say to each other: messages, and their limits.
//!
//! The page docs/protocol.md describes all of it, byte for byte. How messages become frames is in
//! `frames`, which number each has in `numbers`, what clients of versions 1 and 2 are told in
//! `earlier`.

pub mod earlier;
pub mod frames;
pub mod numbers;
mod tasks;

use crate::audit::AuditSettings;
use crate::error::Error;
use crate::guard::Guard;
use crate::identity::{Identity, IdentityStatus};
use crate::limits::PeerLimits;
use crate::object::{Attributes, Id, Object, Patch};
use crate::permission::Permissions;
use crate::signer::{Content, SignItem};
use crate::template::{Place, Template};
use crate::wrapping::Wrapping;
use sealane::{Digest, Hash, Scheme};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::fmt;
use std::ops::RangeInclusive;
use zeroize::Zeroizing;

pub use tasks::{Outcome, PIECE_BYTES, Task, TokenStatus};

/// The versions of the protocol that are spoken here.
pub const VERSIONS: RangeInclusive<u16> = 4..=4;
/// What a hello begins with.
pub const MAGIC: [u8; 8] = *b"sealane\0";
/// The most bytes of a request; longer messages are signed by their digests.
pub const REQUEST_BYTES: usize = 1 << 20;
/// The most bytes of a reply.
pub const REPLY_BYTES: usize = 1 << 25;
/// The most objects of a page.
pub const PAGE_ROWS: usize = 128;
/// About the most bytes of a page: who has not logged in may ask for one.
pub const PAGE_BYTES: usize = 1 << 14;
/// The most rows of the log in a reply: none is longer than a kilobyte.
pub const AUDIT_ROWS: usize = 8192;
/// The most signatures of one request.
pub const MAX_ITEMS: usize = 1024;

/// The versions that a client speaks, and a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// The lowest.
    pub lowest: u16,
    /// The highest.
    pub highest: u16,
}

impl Versions {
    /// Those that are spoken here.
    pub const OWN: Self = Self { lowest: *VERSIONS.start(), highest: *VERSIONS.end() };

    /// Returns the highest version that both speak. Errors: `Version`, with both ranges.
    pub fn common(client: Self, service: Self) -> Result<u16, Error> {
        let highest = client.highest.min(service.highest);
        if client.lowest.max(service.lowest) <= highest {
            return Ok(highest);
        }
        Err(Error::Version { client, service })
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.lowest, self.highest)
    }
}

/// Which token of a service a request is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenName {
    /// That of a slot.
    Slot(u16),
    /// That of a label.
    Label(String),
}

impl Default for TokenName {
    /// The first one.
    fn default() -> Self {
        Self::Slot(0)
    }
}

/// What is signed.
#[derive(Serialize, Deserialize)]
pub enum Data {
    /// A message.
    Message(#[serde(with = "serde_bytes")] Vec<u8>),
    /// The digest of one.
    Digest {
        /// By which hash.
        hash: Hash,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// What ECDSA and DSA take for a digest, of a hash that is not said.
    Raw(#[serde(with = "serde_bytes")] Vec<u8>),
}

/// One signature that is asked for.
#[derive(Serialize, Deserialize)]
pub struct Item {
    /// By which key.
    pub key: Id,
    /// How; as its kind usually does if nothing is said.
    pub scheme: Option<Scheme>,
    /// Of what.
    pub data: Data,
    /// Whether the nonce comes of key and message alone.
    pub deterministic: bool,
}

/// What a client asks for. Each variant has its number in `numbers`. What is large is boxed:
/// messages are moved several times for each signature.
#[allow(missing_docs, reason = "the table of docs/protocol.md says what each does")]
#[derive(Serialize, Deserialize)]
pub enum Request {
    /// The first of a connection.
    Hello {
        magic: [u8; 8],
        lowest: u16,
        highest: u16,
    },
    /// The tokens of the service.
    Tokens,
    Health,
    Metrics,
    Stop,
    Login {
        who: String,
        pin: Zeroizing<Vec<u8>>,
    },
    Logout,
    Ticket,
    Join {
        ticket: Zeroizing<Vec<u8>>,
    },
    SetPin {
        who: String,
        pin: Zeroizing<Vec<u8>>,
    },
    /// Lifts the delays and the lock of an identity, for who could do it on the store.
    Unlock(String),
    /// The same, for who has the recovery code.
    Recover {
        who: String,
        code: Zeroizing<Vec<u8>>,
    },
    Identities,
    AddIdentity {
        identity: Identity,
        pin: Zeroizing<Vec<u8>>,
    },
    RemoveIdentity(String),
    Sign(Item),
    SignAll(Vec<Item>),
    Verify {
        item: Item,
        signature: ByteBuf,
    },
    Derive {
        key: Id,
        peer: ByteBuf,
    },
    /// The message of a ciphertext, by RSA-OAEP.
    Decrypt {
        key: Id,
        hash: Hash,
        mgf: Hash,
        label: ByteBuf,
        bytes: ByteBuf,
    },
    /// The MAC of a message by a secret.
    Mac {
        key: Id,
        hash: Hash,
        message: ByteBuf,
    },
    /// Whether bytes are the MAC, or as many of its first ones as they are.
    VerifyMac {
        key: Id,
        hash: Hash,
        message: ByteBuf,
        mac: ByteBuf,
    },
    Random {
        count: u32,
    },
    Wrap {
        by: Wrapping,
        key: Id,
    },
    Unwrap {
        by: Wrapping,
        wrapped: ByteBuf,
        attributes: Box<Attributes>,
    },
    /// The same for the bytes of a secret for MACs.
    UnwrapSecret {
        by: Wrapping,
        wrapped: ByteBuf,
        attributes: Box<Attributes>,
    },
    /// What was wrapped, in the clear: nothing is taken in.
    UnwrapInClear {
        by: Wrapping,
        wrapped: ByteBuf,
    },
    Find(Id),
    FindLabel(String),
    /// The objects whose labels come behind this one, so many at most, or as many as a reply holds
    /// if that is 0.
    Page {
        after: String,
        most: u16,
    },
    /// Objects of a template behind a place, so many at most, or as many as a reply holds if that
    /// is 0.
    Search {
        template: Box<Template>,
        after: Option<Place>,
        most: u16,
    },
    Changes,
    /// The same, and where it can be seen from now on: a descriptor comes with the reply, where the
    /// connection has a way for it.
    WatchChanges,
    /// Who may use and see an object from now on.
    Permit {
        key: Id,
        permissions: Permissions,
    },
    Generate {
        kind: String,
        attributes: Box<Attributes>,
    },
    Import {
        kind: String,
        document: Zeroizing<Vec<u8>>,
        attributes: Box<Attributes>,
    },
    ImportPublic {
        spki: ByteBuf,
        label: String,
    },
    /// The same with all names, and with what programs say.
    ImportPublicAs {
        spki: ByteBuf,
        attributes: Box<Attributes>,
    },
    Export(Id),
    Delete(Id),
    /// What wrong PINs cost.
    Guard,
    SetGuard(Guard),
    /// How much of the service a peer may have.
    Limits,
    SetLimits(PeerLimits),
    /// What the log tells of uses, and how much of it is kept.
    AuditSettings,
    SetAuditSettings(AuditSettings),
    /// Rows of the log from this number on, so many at most, or as many as a reply holds if that is
    /// 0.
    Audit {
        first: u64,
        most: u16,
    },
    /// Lets the rows of the log before this number go.
    TrimAudit {
        first: u64,
    },
    /// What the token says of itself.
    Status,
    /// Other attributes of a key.
    Modify {
        key: Id,
        patch: Box<Patch>,
    },
    /// Another object of the same key, changed in the same way.
    Copy {
        key: Id,
        patch: Box<Patch>,
    },
    /// Makes the key that backups for the token are made for.
    BackupTarget {
        label: String,
    },
    /// Begins long work on the token, one at a time on a connection.
    Begin(Task),
    /// A piece of a document that long work is to take, behind those before.
    Put(ByteBuf),
    /// How far the long work is.
    Progress,
    /// A piece of the document that it has made, from that byte on.
    Take {
        offset: u64,
    },
}

impl Request {
    /// The hello of a client that speaks these versions.
    #[must_use]
    pub fn hello(versions: Versions) -> Self {
        Self::Hello { magic: MAGIC, lowest: versions.lowest, highest: versions.highest }
    }
}

/// What the service answers. Each variant has its number in `numbers`.
#[allow(missing_docs, reason = "the table of docs/protocol.md says what each is")]
#[derive(Serialize, Deserialize)]
pub enum Reply {
    Done,
    Refused(Refusal),
    /// The version that is spoken from now on, those of the service, and the label of the token,
    /// empty for who is told it after a login only.
    Hello {
        version: u16,
        lowest: u16,
        highest: u16,
        token: String,
    },
    Tokens(Vec<TokenInfo>),
    Health(Health),
    Text(String),
    Bytes(Zeroizing<Vec<u8>>),
    Signature(ByteBuf),
    Signatures(Vec<Result<ByteBuf, Refusal>>),
    Object(Box<Object>),
    /// Objects in the order of their labels, and whether there are more behind them.
    Page {
        objects: Vec<Object>,
        more: bool,
    },
    Identities(Vec<IdentityStatus>),
    Changes(u64),
    Limits(PeerLimits),
    Guard(Guard),
    AuditSettings(AuditSettings),
    /// Rows of the log with their numbers, each as the store has it; none behind the last.
    AuditRows(Vec<(u64, ByteBuf)>),
    Status(TokenStatus),
    /// Steps done, of how many, and how the work has ended, if it has.
    Progress {
        done: u64,
        total: u64,
        end: Option<Outcome>,
    },
}

/// A token of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenInfo {
    /// Its slot.
    pub slot: u16,
    /// Its label.
    pub label: String,
}

/// How the service is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The token's label.
    pub token: String,
    /// Objects in it.
    pub objects: u64,
    /// Items that wait or are being done.
    pub outstanding: u64,
    /// Connections that are open.
    pub connections: u64,
    /// Keys that are unwrapped.
    pub hot: u64,
    /// Whether it takes nothing more.
    pub closing: bool,
}

/// An error on its way: code and sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The stable name of [`Error::code`].
    pub code: String,
    /// What a person is told.
    pub sentence: String,
}

/// Errors that are the same at both ends of a connection.
const PLAIN: [Error; 26] = [
    Error::KeyDenied,
    Error::IdentityUnknown,
    Error::IdentityExists,
    Error::StoreConflict,
    Error::PinLocked,
    Error::PinUnset,
    Error::NotLoggedIn,
    Error::RoleDenied,
    Error::KeyUnknown,
    Error::NameInvalid,
    Error::NameExists,
    Error::UsageDenied,
    Error::UsageConflict,
    Error::KeyType,
    Error::KeyNotExportable,
    Error::WrapInvalid,
    Error::WrapTooWeak,
    Error::Busy,
    Error::Closing,
    Error::Internal,
    Error::TokenUnknown,
    Error::TicketUnknown,
    Error::TicketForeign,
    Error::TicketExpired,
    Error::TicketEnded,
    Error::TicketPinChanged,
];

impl Refusal {
    /// Its code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { code: error.code().to_owned(), sentence: error.to_string() }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let plain = PLAIN.iter().find(|error| error.code() == refusal.code);
        plain.cloned().unwrap_or(Self::Remote(refusal.code, refusal.sentence))
    }
}

impl From<SignItem> for Item {
    fn from(item: SignItem) -> Self {
        let data = match item.content {
            Content::Message(bytes) => Data::Message(bytes),
            Content::Digest(digest) => match digest.hash() {
                Some(hash) => Data::Digest { hash, bytes: digest.as_bytes().to_vec() },
                None => Data::Raw(digest.as_bytes().to_vec()),
            },
        };
        let deterministic = item.deterministic;
        Self { key: item.key, scheme: item.scheme, data, deterministic }
    }
}

impl TryFrom<Item> for SignItem {
    type Error = Error;

    /// Errors: of a digest whose length is not that of its hash.
    fn try_from(item: Item) -> Result<Self, Error> {
        let content = match item.data {
            Data::Message(bytes) => Content::Message(bytes),
            Data::Digest { hash, bytes } => Content::Digest(Digest::from_bytes(hash, &bytes)?),
            Data::Raw(bytes) => Content::Digest(Digest::raw(&bytes)),
        };
        let deterministic = item.deterministic;
        Ok(Self { key: item.key, scheme: item.scheme, content, deterministic })
    }
}

#[cfg(test)]
mod tests;
