//! What a token says of itself, and whether all of it is as it was written.

use super::{Fingerprint, Token, audit, read_all};
use crate::error::Error;
use crate::guard::Guard;
use crate::object::Id;
use crate::progress::Progress;
use crate::role::Role;
use crate::wire::TokenStatus;

/// What a token says of itself to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The token's own id.
    pub token: Id,
    /// Its label.
    pub label: String,
    /// How many changes there were; kept elsewhere, it tells an old copy of the store.
    pub sequence: u64,
    /// How many objects there are.
    pub objects: u64,
    /// How often the token key was made anew.
    pub generation: u32,
    /// Each role: whether somebody has it, and how many wrong PINs came in a row from one peer for
    /// one of them.
    pub roles: Vec<(Role, Option<u32>)>,
    /// The roles of whom somebody is locked for a peer.
    pub locked: Vec<Role>,
    /// What wrong PINs cost.
    pub guard: Guard,
    /// What the token's backups are known by.
    pub fingerprint: Fingerprint,
}

impl From<Status> for TokenStatus {
    fn from(status: Status) -> Self {
        let fingerprint = status.fingerprint.0;
        let Status { token, label, sequence, objects, generation, roles, locked, guard, .. } =
            status;
        Self { token, label, sequence, objects, generation, roles, locked, guard, fingerprint }
    }
}

impl Token {
    /// Returns what everybody may know. Errors: those of the storage.
    pub fn status(&self) -> Result<Status, Error> {
        let view = self.view()?;
        let people = self.identities()?;
        let of = |role| people.iter().filter(move |it| it.identity.role == role);
        let wrong = |role| of(role).map(|it| it.wrong).max();
        let is_locked = |role: &Role| of(*role).any(|it| it.locked);
        let roles = Role::ALL.map(|role| (role, wrong(role))).to_vec();
        let locked = Role::ALL.into_iter().filter(is_locked).collect();
        let state = &view.state;
        Ok(Status {
            token: state.token,
            label: state.label.clone(),
            sequence: state.sequence,
            objects: state.objects,
            generation: state.generation,
            roles,
            locked,
            guard: state.guard.clone(),
            fingerprint: Fingerprint::of_key(&state.signer),
        })
    }

    /// Looks at all there is: the storage itself, every record, and the chain of the audit log.
    /// Returns how many records and how many rows there are.
    ///
    /// Errors: `StoreCorrupt`, and those of the storage.
    pub fn check(&self) -> Result<(u64, u64), Error> {
        self.check_watched(&Progress::default())
    }

    /// The same for who watches. Errors: also `Closing`.
    pub fn check_watched(&self, progress: &Progress) -> Result<(u64, u64), Error> {
        let mut writer = self.writer()?;
        let writer = &mut *writer;
        let records = writer.state.objects + writer.identities.len() as u64;
        progress.begin(2 * records + writer.state.audit_rows - writer.state.audit_first);
        writer.storage.check()?;
        progress.step(records)?;
        let (state, ..) = read_all(&mut *writer.storage, &writer.keys)?;
        if state.sequence != writer.state.sequence {
            return Err(Error::StoreCorrupt("it was put back to an older state"));
        }
        progress.step(records)?;
        let rows = audit::verify(&mut *writer.storage, &state, progress)?;
        Ok((state.objects + writer.identities.len() as u64, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Edited, OFFICER, draft, init, user};
    use super::*;
    use crate::audit::AuditSettings;
    use crate::role::Pin;

    /// Goal: who watches a check sees its end when it has come, also behind rows of the log that
    /// are not kept any more; and what the storage says of itself is heard. Method: more rows than
    /// are kept.
    #[test]
    fn checks_are_counted_to_their_end() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let user = user(&token);
        for at in 0..30 {
            token.generate(&user, draft("aes256", &format!("{at}"))).unwrap();
        }
        let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
        let settings = AuditSettings { keep_rows: 1, ..AuditSettings::default() };
        token.set_audit_settings(&officer, settings).unwrap();
        token.retain_audit(&mut token.writer().unwrap()).unwrap();
        assert!(token.view().unwrap().state.audit_first > 0);
        let progress = Progress::default();
        let (records, rows) = token.check_watched(&progress).unwrap();
        let all = 2 * records + rows;
        assert_eq!(progress.steps(), (all, all));
        let damaged = Error::StoreCorrupt("a page");
        Edited::stands_before(&token, |edited| edited.refuses = Some(damaged.clone()));
        assert_eq!(token.check(), Err(damaged));
    }
}
