//! Long work on a token for a connection: one piece of it at a time, off the threads that serve and
//! off those that others wait for, watched by the client and given up when it leaves.

use super::executor::LaneName;
use super::request::ConnectionState;
use crate::engine::Engine;
use crate::error::Error;
use crate::progress::Progress;
use crate::requests::Requester;
use crate::role::Right;
use crate::token::{BackupSource, Fingerprint, Session, Token};
use crate::wire::{Outcome, PIECE_BYTES, Reply, Task};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use zeroize::Zeroizing;

/// The most bytes of a document that a connection may bring: some hundred thousand keys.
const DOCUMENT_BYTES: usize = 256 << 20;

/// What a connection has of long work. It is given up with the connection.
#[derive(Default)]
pub(super) struct Tasks {
    current: Option<Arc<Job>>,
    /// For whom it is, at which token; nobody for what whoever runs the service may ask for.
    of: Option<(Arc<Engine>, Session)>,
    /// What it has brought so far.
    document: Vec<u8>,
}

impl Tasks {
    /// Forgets what was brought: the session is over that brought it.
    pub(super) fn forget_document(&mut self) {
        self.document = vec![];
    }

    /// Returns the work, for as long as the session lasts that has begun it. Errors: `NotLoggedIn`;
    /// `Frame` if there is none.
    fn current(&self) -> Result<&Job, Error> {
        let job = self.current.as_deref().ok_or(Error::Frame("there is no long work"))?;
        if let Some((engine, session)) = &self.of {
            engine.token().demand_current(session)?;
        }
        Ok(job)
    }
}

#[derive(Default)]
struct Job {
    progress: Progress,
    end: Mutex<Option<Result<Made, Error>>>,
}

/// What has come of work, with the document that it has made.
#[derive(Clone)]
struct Made {
    outcome: Outcome,
    document: Arc<Vec<u8>>,
}

impl Drop for Tasks {
    fn drop(&mut self) {
        if let Some(job) = &self.current {
            job.progress.give_up();
        }
    }
}

impl Job {
    fn end(&self) -> Option<Result<Made, Error>> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_end(&self, end: Result<Made, Error>) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
    }
}

/// Ends a job that was never begun: its place in the executor has gone.
struct Unbegun(Arc<Job>);

impl Drop for Unbegun {
    fn drop(&mut self) {
        if self.0.end().is_none() {
            self.0.set_end(Err(Error::Closing));
        }
    }
}

impl ConnectionState {
    /// Takes a piece of a document. Errors: `RoleDenied`, `BackupInvalid` if it is too long.
    pub(super) fn put(&mut self, piece: &[u8]) -> Result<Reply, Error> {
        let session = self.session()?;
        self.token().demand(&session, Right::Administer)?;
        if self.tasks.document.len() + piece.len() > DOCUMENT_BYTES {
            self.tasks.document = vec![];
            return Err(Error::BackupInvalid);
        }
        self.tasks.document.extend_from_slice(piece);
        Ok(Reply::Done)
    }

    /// Begins work. Errors: `NotLoggedIn`, `RoleDenied`; `Busy` while there is other work of the
    /// connection, or too much of others.
    pub(super) fn begin_task(&mut self, task: Task) -> Result<Reply, Error> {
        let session = match self.session() {
            // Who runs the service could look at the store itself.
            Err(Error::NotLoggedIn) if self.is_own() && task == Task::Check => None,
            session => Some(session?),
        };
        if let Some(session) = &session {
            self.token().demand(session, Right::Administer)?;
        }
        if self.tasks.current.as_ref().is_some_and(|job| job.end().is_none()) {
            return Err(Error::Busy);
        }
        let job = Arc::new(Job::default());
        let (guard, engine) = (Unbegun(job.clone()), self.engine().clone());
        let of = session.clone().map(|session| (engine.clone(), session));
        let document = std::mem::take(&mut self.tasks.document);
        self.submit_to(LaneName::Long, move |_| {
            let job = &guard.0;
            let work = || done(engine.token(), session.as_ref(), task, document, &job.progress);
            let end = catch_unwind(AssertUnwindSafe(work));
            job.set_end(end.unwrap_or(Err(Error::Internal)));
        })?;
        (self.tasks.current, self.tasks.of) = (Some(job), of);
        Ok(Reply::Done)
    }

    /// Says how far the work is. Errors: what it has failed of; `Frame` if there is none.
    pub(super) fn progress(&self) -> Result<Reply, Error> {
        let job = self.tasks.current()?;
        // In this order: who is told of the end is told of all steps.
        let end = job.end().transpose()?;
        let (done, total) = job.progress.steps();
        Ok(Reply::Progress { done, total, end: end.map(|made| made.outcome) })
    }

    /// Returns a piece of the document that was made, none behind its end. Errors: as above.
    pub(super) fn take_piece(&self, offset: u64) -> Result<Reply, Error> {
        let job = self.tasks.current()?;
        let made = job.end().transpose()?.ok_or(Error::Busy)?;
        let rest = made.document.get(usize::try_from(offset).unwrap_or(usize::MAX)..);
        let rest = rest.unwrap_or_default();
        let piece = &rest[..rest.len().min(PIECE_BYTES)];
        Ok(Reply::Bytes(Zeroizing::new(piece.to_vec())))
    }
}

fn done(
    token: &Token,
    session: Option<&Session>,
    task: Task,
    document: Vec<u8>,
    progress: &Progress,
) -> Result<Made, Error> {
    let session = session.ok_or(Error::NotLoggedIn);
    let from = |source: Option<[u8; 32]>| match source {
        Some(fingerprint) => BackupSource::Token(Fingerprint(fingerprint)),
        None => BackupSource::Unsigned,
    };
    let outcome = match task {
        Task::Check => {
            let (records, rows) = token.check_watched(progress)?;
            Outcome::Checked { records, rows }
        }
        Task::Backup { target } => {
            let (document, objects) = token.backup_watched(session?, &target, progress)?;
            let outcome = Outcome::Document { bytes: document.len() as u64, objects };
            return Ok(Made { outcome, document: Arc::new(document) });
        }
        Task::VerifyBackup { target, source } => {
            let source = from(source);
            let count = token.verify_backup(session?, target, &document, source, progress)?;
            Outcome::Objects(count)
        }
        Task::Restore { target, source } => {
            let source = from(source);
            let made = token.restore_watched(session?, target, &document, source, progress)?;
            Outcome::Objects(made.len() as u64)
        }
        Task::Rekey => {
            token.rekey_watched(session?, None, progress)?;
            Outcome::Objects(token.count() as u64)
        }
    };
    Ok(Made { outcome, document: Arc::default() })
}
