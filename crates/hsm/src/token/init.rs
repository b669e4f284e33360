//! A new token.

use super::access::{Purpose, RoleKeys};
use super::{Index, PendingChange, Token, Writer, login, recovery, signer};
use crate::audit::AuditSettings;
use crate::error::Error;
use crate::guard::Guard;
use crate::identity::IdentityRecord;
use crate::limits::PeerLimits;
use crate::master::{Cost, Master, MasterKeys};
use crate::object::Id;
use crate::platform::Platform;
use crate::record_digest::RecordDigest;
use crate::role::{Pin, Role};
use crate::secret::SymmetricKey;
use crate::state::{FORMAT, State};
use crate::storage::Storage;
use std::sync::Arc;
use zeroize::Zeroizing;

impl Token {
    /// Makes a token in an empty storage, with an officer's PIN.
    ///
    /// Errors: `StoreExists`; `NameInvalid` for a label that is not one of an object's; `Random`;
    /// those of the storage and the master key.
    pub fn init(
        storage: Box<dyn Storage>,
        platform: Platform,
        master: &Master,
        label: &str,
        officer: &Pin,
    ) -> Result<Self, Error> {
        Ok(Self::init_recoverable(storage, platform, master, label, officer)?.0)
    }

    /// Like [`Token::init`], and also returns the recovery code, which is nowhere else: see
    /// [`Token::recover`]. Errors: as [`Token::init`] has them.
    pub fn init_recoverable(
        mut storage: Box<dyn Storage>,
        platform: Platform,
        master: &Master,
        label: &str,
        officer: &Pin,
    ) -> Result<(Self, Zeroizing<String>), Error> {
        crate::object::check_label(label)?;
        if storage.state()?.is_some() {
            return Err(Error::StoreExists);
        }
        let token = Id(platform.random_bytes()?);
        let (key, origin) = master.chosen(platform.random_bytes()?)?;
        let keys = MasterKeys::new(&key, token);
        let token_key = SymmetricKey::filled(|out| platform.random(out))?;
        let (seed, signer) = signer::generate(&platform)?;
        let (code, recovery) = recovery::generate(token, &platform)?;
        let records = RecordDigest::new();
        let state = State {
            format: FORMAT,
            token,
            label: label.to_owned(),
            origin,
            check: keys.check,
            sequence: 0,
            objects: 0,
            records: records.digest(),
            audit_rows: 0,
            audit_head: [0; 32],
            audit_first: 0,
            audit_base: [0; 32],
            generation: 0,
            guard: Guard::default(),
            signer,
            signer_sealed: signer::sealed(&seed, &token_key, &keys),
            recovery: Some(recovery),
            audit: AuditSettings::default(),
            limits: PeerLimits::default(),
        };
        let cost = Cost::LEAST;
        let record = IdentityRecord::of_role(Role::Officer, platform.random_bytes()?, cost);
        let holder = record.holder();
        let inner = record.key(token, officer)?;
        let (mut of_role, _) = RoleKeys::generate(holder, &inner, &keys, &platform)?;
        let purpose = Purpose { token, holder, generation: 0 };
        of_role.seal(purpose, &token_key, &keys, &platform)?;
        let pending =
            PendingChange { subject: String::new(), ..login::change_of(&record, &of_role, "init") };
        let (keys, identities) = (Arc::new(keys), Arc::default());
        let writer = Writer { storage, keys, state, records, identities };
        let made = Self::new(writer, Index::default(), platform)?;
        made.commit(&mut *made.writer()?, pending)?;
        Ok((made, code))
    }
}
