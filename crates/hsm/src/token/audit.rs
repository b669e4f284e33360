//! The audit log: a row for each change, and for what was counted, in a chain whose end is in the
//! token's state.

use super::{PendingChange, Session, Token, Writer};
use crate::audit::{self, AuditSettings, Refused, Tally, Use, Uses};
use crate::error::Error;
use crate::peer::Peer;
use crate::progress::Progress;
use crate::role::Right;
use crate::state::{AuditRow, State, chained};
use crate::storage::Storage;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};

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
        let pending = super::objects::change_by(session, "trim audit");
        self.trim(&mut writer, first, pending)
    }

    fn trim(&self, writer: &mut Writer, first: u64, by: PendingChange) -> Result<(), Error> {
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
        self.commit(writer, PendingChange { state: Some(state), subject, ..by })?;
        Ok(())
    }

    /// Lets go what the settings do not keep, some more rows than that at a time.
    pub(super) fn retain_audit(&self, writer: &mut Writer) -> Result<(), Error> {
        let AuditSettings { keep_rows, keep_days, .. } = writer.state.audit;
        let (first, end) = (writer.state.audit_first, writer.state.audit_rows);
        let mut from = first;
        if keep_rows > 0 && end - first > keep_rows.saturating_add(keep_rows / 8 + SLACK_ROWS) {
            from = end - keep_rows;
        }
        if keep_days > 0 {
            let oldest = self.platform.now().saturating_sub(86_400 * u64::from(keep_days));
            let is_old = |time: u64| time + SLACK_SECONDS < oldest;
            if first_time(&mut *writer.storage, first)?.is_some_and(is_old) {
                let mut kept = end;
                walk(&mut *writer.storage, &writer.state, |number, row| {
                    if number < kept && AuditRow::read(row)?.time >= oldest {
                        kept = number;
                    }
                    Ok(())
                })?;
                from = from.max(kept);
            }
        }
        if from == first {
            return Ok(());
        }
        let actor = "settings".to_owned();
        let by = PendingChange { actor, action: "trim audit", ..PendingChange::default() };
        self.trim(writer, from, by)
    }

    /// Returns what is set for the log. Errors: those of the storage.
    pub fn audit_settings(&self) -> Result<AuditSettings, Error> {
        Ok(self.view()?.state.audit)
    }

    /// Sets what the log tells of uses of keys, and how much of it is kept.
    ///
    /// Errors: `RoleDenied`, and those of the storage.
    pub fn set_audit_settings(
        &self,
        session: &Session,
        settings: AuditSettings,
    ) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        // By the settings under which it was counted.
        self.write_audit()?;
        let mut writer = self.writer()?;
        let state = State { audit: settings, ..writer.state.clone() };
        let AuditSettings { uses, keep_rows, keep_days } = settings;
        let subject = format!("uses {}, rows {keep_rows}, days {keep_days}", uses.name());
        let pending = super::objects::change_by(session, "set audit");
        self.commit(&mut writer, PendingChange { state: Some(state), subject, ..pending })?;
        self.retain_audit(&mut writer)
    }

    /// How uses of keys come into the log.
    pub(crate) fn uses(&self) -> Uses {
        Uses::from_number(self.uses.load(Ordering::Relaxed))
    }

    /// Counts uses of a key, or writes a row of them. Errors: those of the storage.
    pub(crate) fn count_use(&self, of: Use, times: u64) -> Result<(), Error> {
        match self.uses() {
            Uses::Minute => self.count_uses([(of, times as i64)]),
            Uses::Each => {
                let mut own = Tally::since(self.platform.now());
                own.add([(of, times as i64)]);
                let counted = own.rows();
                let mut writer = self.writer()?;
                self.commit(&mut writer, PendingChange { counted, ..PendingChange::default() })?;
            }
            Uses::None => {}
        }
        Ok(())
    }

    /// Counts uses that were counted elsewhere.
    pub(crate) fn count_uses(&self, uses: impl IntoIterator<Item = (Use, i64)>) {
        self.tally().add(uses);
    }

    /// Counts a refusal, if it is one that the log tells.
    pub(crate) fn note_refusal(
        &self,
        who: Option<Arc<str>>,
        peer: Peer,
        what: String,
        why: &Error,
    ) {
        if audit::is_noted(why) {
            let code = why.code().to_owned();
            self.tally().refuse(Refused { who, peer, what, code });
        }
    }

    /// Returns a result, and counts it if it is a refusal.
    pub(super) fn noted<T>(
        &self,
        session: &Session,
        what: impl FnOnce() -> String,
        result: Result<T, Error>,
    ) -> Result<T, Error> {
        result.inspect_err(|why| {
            self.note_refusal(Some(session.who()), session.peer(), what(), why);
        })
    }

    /// Whether a minute has ended since what is counted was last written.
    pub(crate) fn is_audit_due(&self) -> bool {
        self.tally().is_due(self.platform.now())
    }

    /// Writes what was counted, and lets go what is not kept. What cannot be written is counted on.
    ///
    /// Errors: those of the storage.
    pub fn write_audit(&self) -> Result<(), Error> {
        let fresh = Tally::since(self.platform.now());
        let tally = std::mem::replace(&mut *self.tally(), fresh);
        let write = || {
            let counted = tally.rows();
            let mut writer = self.writer()?;
            if !counted.is_empty() {
                self.commit(&mut writer, PendingChange { counted, ..PendingChange::default() })?;
            }
            Ok(writer)
        };
        match write() {
            Ok(mut writer) => self.retain_audit(&mut writer),
            Err(error) => {
                self.tally().put_back(tally);
                Err(error)
            }
        }
    }

    pub(super) fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        // Nobody is left who could be told.
        if !self.tally().rows().is_empty() {
            let _ = self.write_audit();
        }
    }
}

impl PendingChange {
    /// The bytes of the rows that the log has of it.
    pub(super) fn rows(&self, time: u64, sequence: u64) -> Vec<Vec<u8>> {
        let counted = self.counted.iter().map(|row| AuditRow {
            time,
            actor: row.who.as_deref().unwrap_or_default().to_owned(),
            action: row.action.to_owned(),
            subject: row.subject.clone(),
            sequence,
            peer: row.peer,
            count: Some(row.count.clone()),
        });
        let mut rows: Vec<Vec<u8>> = counted.map(|row| row.to_bytes()).collect();
        if rows.is_empty() {
            let row = AuditRow {
                time,
                actor: self.actor.clone(),
                action: self.action.to_owned(),
                subject: self.subject.clone(),
                sequence,
                peer: self.peer,
                count: None,
            };
            rows.push(row.to_bytes());
        }
        rows
    }
}

/// Rows and seconds more than are kept go together with many others, not one by one.
const SLACK_ROWS: u64 = 16;
const SLACK_SECONDS: u64 = 3600;

/// Returns the time of the first row from a number on. Errors: those of the storage.
fn first_time(storage: &mut dyn Storage, first: u64) -> Result<Option<u64>, Error> {
    let mut time = None;
    let read = storage.audit(first, &mut |_, row| {
        time = Some(AuditRow::read(row)?.time);
        // The others are not wanted.
        Err(Error::Closing)
    });
    match read {
        Ok(()) | Err(Error::Closing) => Ok(time),
        Err(error) => Err(error),
    }
}

/// Looks at the whole chain and returns how many rows are kept.
///
/// Errors: `StoreCorrupt`, and those of the storage.
pub(super) fn verify(
    storage: &mut dyn Storage,
    state: &State,
    progress: &Progress,
) -> Result<u64, Error> {
    walk(storage, state, |_, _| progress.step(1))?;
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

#[cfg(test)]
mod tests;
