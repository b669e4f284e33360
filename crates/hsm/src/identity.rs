//! Who may log in: a name with a role, a PIN, and perhaps a user of the machine.
//!
//! A token that was made before there were names has the identities `officer`, `user`, `operator`
//! and `auditor`; so does a new one whose officer sets the PIN of a role.

use crate::error::Error;
use crate::guard::Tries;
use crate::master::Cost;
use crate::object::Id;
use crate::peer::Peer;
use crate::role::{Pin, Role};
use crate::secret::{SymmetricKey, Tag};
use crate::state::{from_bytes, to_bytes};
use crate::storage::Record;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The most identities of a token.
pub const MAX_IDENTITIES: usize = 256;
pub use sealane_client::identity::{Identity, IdentityStatus, MAX_NAME, check_name};

/// Whose a pair of keys is: all of it is part of what wraps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holder {
    pub(crate) id: Id,
    pub(crate) role: Role,
    uid: Option<u32>,
    /// Whether the name says all there is to say, as it was before there were other names.
    is_role: bool,
}

impl Holder {
    pub(crate) fn new(name: &str, role: Role, uid: Option<u32>) -> Self {
        let is_role = name == role.name() && uid.is_none();
        Self { id: id_of(name), role, uid, is_role }
    }

    /// Its bytes, for what is derived and for MACs: who has the master key alone cannot give one
    /// another role, or let another user log in.
    pub(crate) fn context(&self) -> Vec<u8> {
        if self.is_role {
            return self.id.0.to_vec();
        }
        let uid = self.uid.map_or([0; 5], |uid| {
            let [a, b, c, d] = uid.to_be_bytes();
            [1, a, b, c, d]
        });
        [&self.id.0[..], &self.role.id().0, &uid].concat()
    }
}

/// The name of an identity's record: its own bytes if they are few enough, else a part of their
/// hash.
fn id_of(name: &str) -> Id {
    let mut id = [0; 16];
    match id.get_mut(..name.len()) {
        Some(begin) => begin.copy_from_slice(name.as_bytes()),
        None => {
            let hash: Tag =
                Sha256::new().chain_update(b"identity\0").chain_update(name).finalize().into();
            id.copy_from_slice(&hash[..16]);
        }
    }
    Id(id)
}

/// What the store has of an identity.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct IdentityRecord {
    pub(crate) role: Role,
    pub(crate) salt: [u8; 16],
    pub(crate) cost: Cost,
    /// How often the PIN was set: sessions of an earlier one are over.
    pub(crate) epoch: u32,
    /// Wrong PINs in a row, by who gave them.
    pub(crate) tries: Vec<Tries>,
    /// Behind the bytes of all else, unless the name of its role says it all.
    #[serde(skip)]
    named: Option<Named>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    name: String,
    uid: Option<u32>,
}

impl IdentityRecord {
    /// One with its first PIN, whose salt this is.
    pub(crate) fn new(identity: &Identity, salt: [u8; 16]) -> Self {
        let Identity { name, role, uid } = identity.clone();
        let is_role = name == role.name() && uid.is_none();
        let named = (!is_role).then_some(Named { name, uid });
        Self { role, salt, cost: Cost::LEAST, epoch: 1, tries: vec![], named }
    }

    /// One of before there were names.
    pub(crate) fn of_role(role: Role, salt: [u8; 16], cost: Cost) -> Self {
        Self { role, salt, cost, epoch: 1, tries: vec![], named: None }
    }

    /// Reads a record, which stands under its own name. Errors: `StoreCorrupt`.
    pub(crate) fn read(record: &Record) -> Result<Self, Error> {
        let read = || {
            let (mut read, rest): (Self, _) = postcard::take_from_bytes(&record.body).ok()?;
            if !rest.is_empty() {
                read.named = Some(from_bytes(rest)?);
            }
            let own = read.holder().id == record.id && read.identity().check().is_ok();
            own.then_some(read)
        };
        read().ok_or(Error::StoreCorrupt("a role's record"))
    }

    /// Returns what a store keeps.
    pub(crate) fn body(&self) -> Vec<u8> {
        let named = self.named.as_ref().map(to_bytes);
        [to_bytes(self), named.unwrap_or_default()].concat()
    }

    pub(crate) fn name(&self) -> &str {
        self.named.as_ref().map_or(self.role.name(), |named| &named.name)
    }

    pub(crate) fn uid(&self) -> Option<u32> {
        self.named.as_ref().and_then(|named| named.uid)
    }

    pub(crate) fn identity(&self) -> Identity {
        Identity { name: self.name().to_owned(), role: self.role, uid: self.uid() }
    }

    pub(crate) fn holder(&self) -> Holder {
        Holder::new(self.name(), self.role, self.uid())
    }

    /// Demands that a peer is the user that may log in. Errors: `Permission`.
    pub(crate) fn demand_peer(&self, peer: Peer) -> Result<(), Error> {
        if self.uid().is_none_or(|uid| Peer::Uid(uid) == peer) {
            return Ok(());
        }
        let name = self.name();
        Err(Error::Permission(format!("the identity {name} is for another user than {peer}")))
    }

    /// The most wrong PINs in a row that one peer has given.
    pub(crate) fn wrong(&self) -> u32 {
        self.tries.iter().map(|tries| tries.wrong).max().unwrap_or(0)
    }

    /// Forgets the wrong PINs of a peer who has given the right one.
    pub(crate) fn forget(&mut self, peer: Peer) {
        self.tries.retain(|tries| tries.peer != peer);
    }

    /// Returns the key that the PIN gives: Argon2id, then bound to token and holder.
    pub(crate) fn key(&self, token: Id, pin: &Pin) -> Result<SymmetricKey, Error> {
        let key = self.cost.key(pin.bytes(), &self.salt)?;
        Ok(key.derive("pin", &[&token.0[..], &self.holder().context()].concat()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Table;

    fn identity(name: &str, role: Role) -> Identity {
        Identity { name: name.to_owned(), role, uid: None }
    }

    /// Goal: a record gives its identity back, is found under its own name alone, and one of before
    /// there were names is read.
    #[test]
    fn records_keep_their_names() {
        let long = "x".repeat(40);
        let uid = Some(1000);
        for it in [
            identity("user", Role::User),
            identity("alice", Role::User),
            identity(&long, Role::Auditor),
            Identity { uid, ..identity("user", Role::User) },
            Identity { uid, ..identity("bob", Role::Officer) },
        ] {
            let made = IdentityRecord::new(&it, [7; 16]);
            let record = |id| {
                let (table, sealed, tag) = (Table::Roles, vec![], [0; 32]);
                Record { table, id, body: made.body(), sealed, tag }
            };
            let read = IdentityRecord::read(&record(made.holder().id)).unwrap();
            assert_eq!(read.identity(), it);
            assert!(IdentityRecord::read(&record(Id([9; 16]))).is_err());
        }
        let before = to_bytes(&(Role::User, [7u8; 16], Cost::LEAST, 1u32, Vec::<Tries>::new()));
        let now = IdentityRecord::new(&identity("user", Role::User), [7; 16]);
        assert_eq!(now.body(), before);
    }

    /// Goal: what a PIN opens is of one name, role and user. Method: contexts all differ, and those
    /// of roles are as they were.
    #[test]
    fn holders_differ() {
        let mut all = vec![];
        for role in Role::ALL {
            assert_eq!(Holder::new(role.name(), role, None).context(), role.id().0);
            for name in ["alice", "bob"] {
                for uid in [None, Some(0), Some(1)] {
                    all.push(Holder::new(name, role, uid).context());
                }
            }
            all.push(Holder::new(role.name(), role, Some(0)).context());
        }
        let mut some = all.clone();
        some.sort();
        some.dedup();
        assert_eq!(some.len(), all.len());
    }
}
