//! What a token knows of itself: one record under a MAC, written with every change.

use crate::audit::AuditSettings;
use crate::error::Error;
use crate::guard::Guard;
use crate::limits::PeerLimits;
use crate::master::{MasterKeys, Origin};
use crate::object::Id;
use crate::secret::Tag;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use sealane_client::audit::AuditRow;

/// The form of stores that this program writes.
pub(crate) const FORMAT: u32 = 3;
/// The first form that it reads without a migration: records say less there, in the same way. The
/// next change of such a store makes it one of [`FORMAT`].
const FIRST_READ: u32 = 2;

/// The state of a token. Its order is that of the bytes: `format` comes first in every version.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) format: u32,
    pub(crate) token: Id,
    pub(crate) label: String,
    pub(crate) origin: Origin,
    /// Says that a master key is the right one.
    pub(crate) check: Tag,
    /// How many changes there were: it never goes back.
    pub(crate) sequence: u64,
    pub(crate) objects: u64,
    /// The digest of the MACs of all records.
    pub(crate) records: Tag,
    pub(crate) audit_rows: u64,
    /// The end of the chain of the audit log.
    pub(crate) audit_head: Tag,
    /// The first row that is kept, and the end of the chain before it.
    pub(crate) audit_first: u64,
    pub(crate) audit_base: Tag,
    /// How often the token key was made anew.
    pub(crate) generation: u32,
    /// What wrong PINs cost.
    pub(crate) guard: Guard,
    /// The public key that signs the token's backups, a SubjectPublicKeyInfo of Ed25519.
    pub(crate) signer: Vec<u8>,
    /// Its private key, wrapped by a key of the token key, and then by the master key.
    pub(crate) signer_sealed: Vec<u8>,
    /// The digest of the recovery code, if there is one.
    pub(crate) recovery: Option<Tag>,
    /// What the officer has set for the log: behind the bytes of all else, if it is not the usual.
    #[serde(skip)]
    pub(crate) audit: AuditSettings,
    /// How much of a service a peer may have: behind that, if there are limits.
    #[serde(skip)]
    pub(crate) limits: PeerLimits,
}

impl State {
    /// Returns the bytes that a store keeps: the MAC, then the state.
    pub(crate) fn to_bytes(&self, keys: &MasterKeys) -> Vec<u8> {
        let mut body = to_bytes(self);
        let is_limited = self.limits != PeerLimits::default();
        if is_limited || self.audit != AuditSettings::default() {
            body.extend(to_bytes(&self.audit));
        }
        if is_limited {
            body.extend(to_bytes(&self.limits));
        }
        let tag = keys.integrity.tag(&[b"state", &body]);
        [&tag[..], &body].concat()
    }

    /// Reads what the store says, before it is known whether that is true.
    ///
    /// Errors: `StoreVersion`, `StoreCorrupt`.
    pub(crate) fn unverified(bytes: &[u8]) -> Result<Self, Error> {
        let corrupt = Error::StoreCorrupt("the token's state");
        let body = bytes.get(size_of::<Tag>()..).ok_or(corrupt.clone())?;
        let format: u32 = postcard::take_from_bytes(body).map_err(|_| corrupt.clone())?.0;
        if !(FIRST_READ..=FORMAT).contains(&format) {
            return Err(Error::StoreVersion { read: FORMAT, found: format });
        }
        let (mut state, rest): (Self, _) =
            postcard::take_from_bytes(body).map_err(|_| corrupt.clone())?;
        if !rest.is_empty() {
            let (audit, rest) = postcard::take_from_bytes(rest).map_err(|_| corrupt.clone())?;
            state.audit = audit;
            if !rest.is_empty() {
                state.limits = from_bytes(rest).ok_or(corrupt)?;
            }
        }
        Ok(state)
    }

    /// Demands that the bytes are those that the token has written. Errors: `MasterWrong`,
    /// `StoreCorrupt`.
    pub(crate) fn verify(&self, bytes: &[u8], keys: &MasterKeys) -> Result<(), Error> {
        if self.check != keys.check {
            return Err(Error::MasterWrong);
        }
        let (tag, body) = bytes.split_at(size_of::<Tag>());
        if keys.integrity.is_tag(&[b"state", body], tag) {
            Ok(())
        } else {
            Err(Error::StoreCorrupt("the token's state"))
        }
    }
}

/// Returns the end of the chain after one more row: SHA-256 of the end before and the row.
///
/// The end of the whole chain stands in the state, under its MAC, so no row can be changed, moved
/// or taken away.
pub(crate) fn chained(head: &Tag, row: &[u8]) -> Tag {
    Sha256::new().chain_update(head).chain_update(row).finalize().into()
}

/// The binary form of records and frames.
pub(crate) fn to_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("our own types have a binary form")
}

/// Reads all of `bytes`; nothing if there is anything wrong or left.
pub(crate) fn from_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}
