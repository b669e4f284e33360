//! Long work on a token: what is asked for, and what comes of it. Documents go in pieces, so that
//! no frame is longer than others are.

use crate::guard::Guard;
use crate::object::Id;
use crate::role::Role;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// Bytes of a piece of a document.
pub const PIECE_BYTES: usize = 1 << 18;

/// Work that may take minutes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// All there is is looked at.
    Check,
    /// Makes a document of all keys, for the holder of this public key.
    Backup {
        /// A SubjectPublicKeyInfo.
        target: ByteBuf,
    },
    /// Looks whether the document that was put could be restored.
    VerifyBackup {
        /// The key that it is for.
        target: Id,
        /// The fingerprint of the token that has signed it; nothing if nobody has.
        source: Option<[u8; 32]>,
    },
    /// Restores it.
    Restore {
        /// As above.
        target: Id,
        /// As above.
        source: Option<[u8; 32]>,
    },
    /// Makes the token's own keys anew.
    Rekey,
}

/// How long work has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// So many records, and rows of the log, are as they were written.
    Checked {
        /// Records.
        records: u64,
        /// Rows.
        rows: u64,
    },
    /// A document of so many bytes is there, with so many objects in it.
    Document {
        /// Bytes.
        bytes: u64,
        /// Objects.
        objects: u64,
    },
    /// It was done with so many objects.
    Objects(u64),
}

/// What a token says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenStatus {
    /// The token's own id.
    pub token: Id,
    /// Its label.
    pub label: String,
    /// How many changes there were.
    pub sequence: u64,
    /// How many objects there are.
    pub objects: u64,
    /// How often the token key was made anew.
    pub generation: u32,
    /// Each role: whether it has a PIN, and how many wrong ones came in a row from one peer.
    pub roles: Vec<(Role, Option<u32>)>,
    /// The roles that are locked for a peer.
    pub locked: Vec<Role>,
    /// What wrong PINs cost.
    pub guard: Guard,
    /// What its backups are known by.
    pub fingerprint: [u8; 32],
}
