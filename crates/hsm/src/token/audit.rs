//! The audit log: a row for each change, in a chain whose end is in the token's state.

use super::{Session, Token};
use crate::error::Error;
use crate::role::Right;
use crate::state::{AuditRow, State, chained};
use crate::storage::Storage;

impl Token {
    /// Returns the rows of the audit log from number `first` on, at most `most`, after a look at
    /// the whole chain.
    ///
    /// Errors: `RoleDenied`, `StoreCorrupt`, and those of the storage.
    pub fn audit(
        &self,
        session: &Session,
        first: u64,
        most: usize,
    ) -> Result<Vec<(u64, AuditRow)>, Error> {
        self.demand(session, Right::Audit)?;
        let mut writer = self.writer()?;
        let writer = &mut *writer;
        let mut rows = Vec::new();
        walk(&mut *writer.storage, &writer.state, |number, row| {
            if number >= first && rows.len() < most {
                rows.push((number, AuditRow::read(row)?));
            }
            Ok(())
        })?;
        Ok(rows)
    }
}

impl Token {
    /// Lets the rows of the audit log before number `first` go, which somebody has kept elsewhere:
    /// the last row stays always. The row of it has the end of the chain before the first row that
    /// stays, so that the rows that went can be proven, and the state begins the chain there.
    ///
    /// Errors: `RoleDenied`, `StoreCorrupt`, and those of the storage.
    pub fn trim_audit(&self, session: &Session, first: u64) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        let mut writer = self.writer()?;
        let writer = &mut *writer;
        let mut state = writer.state.clone();
        // What went does not come back, and the last row stays.
        let first = first.min(state.audit_rows - 1).max(state.audit_first);
        let mut head = state.audit_base;
        walk(&mut *writer.storage, &state.clone(), |number, row| {
            if number < first {
                head = chained(&head, row);
            }
            Ok(())
        })?;
        (state.audit_first, state.audit_base) = (first, head);
        let digits: String = head.iter().map(|byte| format!("{byte:02x}")).collect();
        let subject = format!("before {first}, chain {digits}");
        let pending = super::objects::change_by(session, "trim audit");
        let pending = super::PendingChange { state: Some(state), subject, ..pending };
        self.commit(writer, pending)?;
        Ok(())
    }
}

/// Looks at the whole chain and returns how many rows are kept.
///
/// Errors: `StoreCorrupt`, and those of the storage.
pub(super) fn verify(storage: &mut dyn Storage, state: &State) -> Result<u64, Error> {
    walk(storage, state, |_, _| Ok(()))?;
    Ok(state.audit_rows - state.audit_first)
}

/// Demands that the log has as many rows as it should have. Errors: as above.
pub(super) fn verify_last(storage: &mut dyn Storage, state: &State) -> Result<(), Error> {
    let last = state.audit_rows.checked_sub(1);
    let last = last.ok_or(Error::StoreCorrupt("the audit log has no row"))?;
    let mut found = Vec::new();
    storage.audit(last, &mut |number, row| {
        found.push((number, AuditRow::read(row).ok().map(|row| row.sequence)));
        Ok(())
    })?;
    if found == [(last, Some(state.sequence))] {
        Ok(())
    } else {
        Err(Error::StoreCorrupt("the end of the audit log"))
    }
}

pub(super) fn walk(
    storage: &mut dyn Storage,
    state: &State,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut head, mut next) = (state.audit_base, state.audit_first);
    storage.audit(0, &mut |number, row| {
        if number != next {
            return Err(Error::StoreCorrupt("a row of the audit log is missing"));
        }
        (head, next) = (chained(&head, row), next + 1);
        each(number, row)
    })?;
    if (head, next) == (state.audit_head, state.audit_rows) {
        Ok(())
    } else {
        Err(Error::StoreCorrupt("the audit log was edited"))
    }
}
