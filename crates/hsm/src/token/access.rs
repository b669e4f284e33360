//! How an identity opens the token key: by a pair of keys of its own.
//!
//! The private key is wrapped by what the role's PIN gives, and the token key is sealed to the
//! public one. Whoever makes a new token key can so give it to every role without a PIN of theirs;
//! and a PIN of before, with an old copy of the store, opens an old private key, to which no later
//! token key is sealed.
//!
//! Everything lies under the outer wrap of the master key besides. A MAC by the token key says that
//! a public key is the role's: nobody who has the master key alone can put another in its place and
//! have the next token key sealed to it.

use crate::error::Error;
use crate::identity::Holder;
use crate::master::MasterKeys;
use crate::object::Id;
use crate::platform::Platform;
use crate::secret::{SymmetricKey, Tag};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a role's record has under the outer wrap.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RoleKeys {
    /// The public key, a SubjectPublicKeyInfo of X25519; empty for a role that opens no keys.
    public: Vec<u8>,
    /// The private key, wrapped by what the PIN gives; random bytes for a role that opens no keys.
    private: Vec<u8>,
    /// Of a store of format 1, until the first login: the access key of that format, which the PIN
    /// opens, and by a key of which `private` is wrapped. Empty otherwise.
    earlier: Vec<u8>,
    /// The ephemeral public key of the sealing.
    ephemeral: Vec<u8>,
    /// The token key, sealed.
    token_key: Vec<u8>,
    /// The MAC of role and public key by the token key.
    tag: Tag,
}

/// What a token key is sealed for: token, identity, and how often the token key was made anew.
#[derive(Clone, Copy)]
pub(super) struct Purpose {
    pub(super) token: Id,
    pub(super) holder: Holder,
    pub(super) generation: u32,
}

impl RoleKeys {
    /// Makes the pair of a role, by what its PIN gives; the token key is sealed to it later.
    ///
    /// Errors: `Random`.
    pub(super) fn generate(
        holder: Holder,
        inner: &SymmetricKey,
        keys: &MasterKeys,
        platform: &Platform,
    ) -> Result<(Self, SymmetricKey), Error> {
        let access = SymmetricKey::filled(|out| platform.random(out))?;
        let public = if holder.role.opens_keys() { public_of(&access)? } else { vec![] };
        let private = keys.outer.wrap(&access.wrapped_by(inner));
        let made = Self {
            public,
            private,
            earlier: vec![],
            ephemeral: vec![],
            token_key: vec![],
            tag: [0; 32],
        };
        Ok((made, access))
    }

    /// The same for a role of a store of format 1, whose PIN nobody gives now: `earlier` is what
    /// its record had, and `access` the access key of all roles in that.
    ///
    /// Errors: `Random`.
    pub(super) fn carried_over(
        holder: Holder,
        earlier: &[u8],
        access: &SymmetricKey,
        keys: &MasterKeys,
        platform: &Platform,
    ) -> Result<Self, Error> {
        if !holder.role.opens_keys() {
            let (made, _) = Self::generate(holder, access, keys, platform)?;
            return Ok(Self { private: earlier.to_vec(), ..made });
        }
        let (made, _) = Self::generate(holder, &carrying(access, holder), keys, platform)?;
        Ok(Self { earlier: earlier.to_vec(), ..made })
    }

    /// Returns the private key. Errors: `WrapInvalid` for a wrong PIN.
    pub(super) fn open(
        &self,
        holder: Holder,
        inner: &SymmetricKey,
        keys: &MasterKeys,
    ) -> Result<SymmetricKey, Error> {
        let opened = |inner: &SymmetricKey, sealed: &[u8]| {
            SymmetricKey::unwrapped_by(inner, &keys.outer.unwrap(sealed)?)
        };
        if self.earlier.is_empty() {
            return opened(inner, &self.private);
        }
        let access = opened(inner, &self.earlier)?;
        opened(&carrying(&access, holder), &self.private)
    }

    /// Wraps the private key by what the PIN gives, if it is not yet. Says whether it was not.
    pub(super) fn settle(
        &mut self,
        access: &SymmetricKey,
        inner: &SymmetricKey,
        keys: &MasterKeys,
    ) -> bool {
        let pending = !self.earlier.is_empty();
        if pending {
            self.private = keys.outer.wrap(&access.wrapped_by(inner));
            self.earlier.clear();
        }
        pending
    }

    /// Seals a token key to the role. Errors: `Random`, `StoreCorrupt`.
    pub(super) fn seal(
        &mut self,
        purpose: Purpose,
        token_key: &SymmetricKey,
        keys: &MasterKeys,
        platform: &Platform,
    ) -> Result<(), Error> {
        if !purpose.holder.role.opens_keys() {
            return Ok(());
        }
        let ephemeral = SymmetricKey::filled(|out| platform.random(out))?;
        self.ephemeral = public_of(&ephemeral)?;
        let by = self.agreed(&ephemeral, &self.public, purpose)?;
        self.token_key = keys.outer.wrap(&token_key.wrapped_by(&by));
        self.tag = self.tag_by(token_key, purpose.holder);
        Ok(())
    }

    /// Returns the token key, by the private key of the role. Errors: `StoreCorrupt`.
    pub(super) fn unseal(
        &self,
        purpose: Purpose,
        access: &SymmetricKey,
        keys: &MasterKeys,
    ) -> Result<SymmetricKey, Error> {
        let corrupt = |_| Error::StoreCorrupt("the token key");
        let by = self.agreed(access, &self.ephemeral, purpose)?;
        let inner = keys.outer.unwrap(&self.token_key).map_err(corrupt)?;
        SymmetricKey::unwrapped_by(&by, &inner).map_err(corrupt)
    }

    /// Demands that the public key is one that a holder of the token key has put there.
    ///
    /// Errors: `StoreCorrupt`.
    pub(super) fn demand_own(&self, holder: Holder, token_key: &SymmetricKey) -> Result<(), Error> {
        let bound = self.tag == self.tag_by(token_key, holder);
        if bound || !holder.role.opens_keys() {
            Ok(())
        } else {
            Err(Error::StoreCorrupt("a role's key"))
        }
    }

    /// Puts what lies under one outer wrap under another. Errors: `StoreCorrupt`.
    pub(super) fn under(&mut self, old: &MasterKeys, new: &MasterKeys) -> Result<(), Error> {
        for sealed in [&mut self.private, &mut self.earlier, &mut self.token_key] {
            if !sealed.is_empty() {
                let inner = old.outer.unwrap(sealed);
                let inner = inner.map_err(|_| Error::StoreCorrupt("a role's record"))?;
                *sealed = new.outer.wrap(&inner);
            }
        }
        Ok(())
    }

    fn tag_by(&self, token_key: &SymmetricKey, holder: Holder) -> Tag {
        token_key.derive("roles", &[]).tag(&[&holder.context(), &self.public])
    }

    /// The key that seals: HKDF of the shared secret, bound to both public keys and the purpose.
    fn agreed(
        &self,
        own: &SymmetricKey,
        other: &[u8],
        purpose: Purpose,
    ) -> Result<SymmetricKey, Error> {
        let corrupt = |_| Error::StoreCorrupt("a role's key");
        let other = PublicKey::from_spki_der(other).map_err(corrupt)?;
        let own = own.with_bytes(|bytes| PrivateKey::from_bytes(Algorithm::X25519, bytes));
        let shared = own.map_err(corrupt)?.derive(&other);
        let shared = shared.map_err(|_| Error::StoreCorrupt("a role's key"))?;
        let context: Tag = Sha256::new()
            .chain_update(&self.ephemeral)
            .chain_update(&self.public)
            .chain_update(purpose.token.0)
            .chain_update(purpose.holder.context())
            .chain_update(purpose.generation.to_be_bytes())
            .finalize()
            .into();
        Ok(SymmetricKey::from_bytes(shared.as_bytes())?.derive("token key for a role", &context))
    }
}

/// What wraps a role's private key between a migration and its first login.
fn carrying(access: &SymmetricKey, holder: Holder) -> SymmetricKey {
    access.derive("carried over", &holder.context())
}

fn public_of(private: &SymmetricKey) -> Result<Vec<u8>, Error> {
    let key = private.with_bytes(|bytes| PrivateKey::from_bytes(Algorithm::X25519, bytes));
    Ok(key?.public_key().to_spki_der())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Role;

    /// A user, the key of their PIN, and their keys, to which a token key is sealed.
    fn user() -> (Purpose, SymmetricKey, MasterKeys, SymmetricKey, RoleKeys) {
        let key = |byte| SymmetricKey::from_bytes(&[byte; 32]).unwrap();
        let (token, holder) = (Id([1; 16]), Holder::new("one", Role::User, None));
        let purpose = Purpose { token, holder, generation: 3 };
        let (keys, inner, token_key) = (MasterKeys::new(&key(4), token), key(5), key(6));
        let platform = Platform::system();
        let (mut own, _) = RoleKeys::generate(purpose.holder, &inner, &keys, &platform).unwrap();
        own.seal(purpose, &token_key, &keys, &platform).unwrap();
        (purpose, inner, keys, token_key, own)
    }

    /// Goal: who has the master key alone cannot put another public key in the place of a user's.
    /// Method: another key, another holder, another token key.
    #[test]
    fn public_keys_are_bound() {
        let (purpose, _, _, token_key, own) = user();
        assert_eq!(own.demand_own(purpose.holder, &token_key), Ok(()));
        let refused = Err(Error::StoreCorrupt("a role's key"));
        let (_, _, _, _, other) = user();
        let exchanged = RoleKeys { public: other.public, ..own.clone() };
        assert_eq!(exchanged.demand_own(purpose.holder, &token_key), refused);
        let holder = Holder::new("another", Role::User, None);
        assert_eq!(own.demand_own(holder, &token_key), refused);
        let other_key = SymmetricKey::from_bytes(&[7; 32]).unwrap();
        assert_eq!(own.demand_own(purpose.holder, &other_key), refused);
    }

    /// Goal: keys that were carried over from an earlier store are those of the PIN after the first
    /// login, and told as such once.
    #[test]
    fn keys_that_were_carried_over_settle_once() {
        let (purpose, inner, keys, _, mut own) = user();
        let opened = own.open(purpose.holder, &inner, &keys).unwrap();
        assert!(!own.settle(&opened, &inner, &keys));
        let access = SymmetricKey::from_bytes(&[8; 32]).unwrap();
        let earlier = keys.outer.wrap(&access.wrapped_by(&inner));
        let platform = Platform::system();
        let carried = RoleKeys::carried_over(purpose.holder, &earlier, &access, &keys, &platform);
        let mut carried = carried.unwrap();
        let opened = carried.open(purpose.holder, &inner, &keys).unwrap();
        assert!(carried.settle(&opened, &inner, &keys));
        let again = carried.open(purpose.holder, &inner, &keys).unwrap();
        assert!(!carried.settle(&again, &inner, &keys));
        assert_eq!(again.tag(&[]), opened.tag(&[]));
    }
}
