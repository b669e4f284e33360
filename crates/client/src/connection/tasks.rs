//! Long work on the token of a service, watched while it is done.

use super::Connection;
use crate::error::Error;
use crate::object::{Id, Object, Patch};
use crate::wire::{Outcome, PIECE_BYTES, Reply, Request, Task, TokenStatus};
use serde_bytes::ByteBuf;
use std::time::Duration;

/// What is told how many steps are done, and of how many.
pub type Watch<'a> = dyn FnMut(u64, u64) + 'a;

/// The fingerprint of the token that has signed a backup; nothing for one that nobody has.
pub type Source = Option<[u8; 32]>;

/// How often it is asked how far work is: soon at first, for most of it is short.
const FIRST_WAIT: Duration = Duration::from_millis(2);
const LONGEST_WAIT: Duration = Duration::from_millis(200);
/// How often what the service is too busy for is tried: for some ten seconds.
const MAX_TRIES: usize = 50;

const OTHER: Error = Error::Frame("another reply than was asked for");

impl Connection {
    /// Returns what the token says of itself.
    pub fn token_status(&mut self) -> Result<TokenStatus, Error> {
        match self.ask(&Request::Status)? {
            Reply::Status(status) => Ok(status),
            _ => Err(OTHER),
        }
    }

    /// Changes attributes of a key. Errors: those of the `Token::modify` of `sealane-hsm`.
    pub fn modify(&mut self, key: Id, patch: Patch) -> Result<Object, Error> {
        self.object(&Request::Modify { key, patch: patch.into() })
    }

    /// Makes an object of the same key. Errors: those of the `Token::copy` of `sealane-hsm`.
    pub fn copy(&mut self, key: Id, patch: Patch) -> Result<Object, Error> {
        self.object(&Request::Copy { key, patch: patch.into() })
    }

    /// Makes the key that backups for the token are made for. Errors: those of
    /// the `Token::backup_target` of `sealane-hsm`.
    pub fn backup_target(&mut self, label: &str) -> Result<Object, Error> {
        self.object(&Request::BackupTarget { label: label.to_owned() })
    }

    /// Lets old rows of the log go. Errors: those of the `Token::trim_audit` of `sealane-hsm`.
    pub fn trim_audit(&mut self, first: u64) -> Result<(), Error> {
        self.done(&Request::TrimAudit { first })
    }

    /// Looks at all there is; returns how many records and how many rows of the log there are.
    ///
    /// Errors: `NotLoggedIn` for who neither runs the service nor is the officer; those of
    /// the `Token::check` of `sealane-hsm`.
    pub fn check(&mut self, watch: &mut Watch<'_>) -> Result<(u64, u64), Error> {
        match self.run(Task::Check, watch)? {
            Outcome::Checked { records, rows } => Ok((records, rows)),
            _ => Err(OTHER),
        }
    }

    /// Returns all keys for the holder of `target`, a SubjectPublicKeyInfo, and how many objects.
    ///
    /// Errors: those of the `Token::backup` of `sealane-hsm`.
    pub fn backup(
        &mut self,
        target: &[u8],
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u8>, u64), Error> {
        let task = Task::Backup { target: ByteBuf::from(target) };
        let Outcome::Document { bytes, objects } = self.run(task, watch)? else {
            return Err(OTHER);
        };
        let mut document = vec![];
        while (document.len() as u64) < bytes {
            let offset = document.len() as u64;
            match self.patiently(&Request::Take { offset })? {
                Reply::Bytes(piece) if !piece.is_empty() => document.extend_from_slice(&piece),
                _ => return Err(OTHER),
            }
        }
        Ok((document, objects))
    }

    /// Restores a backup; returns how many objects it had. Errors: those of
    /// the `Token::restore` of `sealane-hsm`.
    pub fn restore(
        &mut self,
        target: Id,
        backup: &[u8],
        source: Source,
        watch: &mut Watch<'_>,
    ) -> Result<u64, Error> {
        self.put(backup)?;
        self.objects_of(Task::Restore { target, source }, watch)
    }

    /// Looks whether a backup could be restored; returns how many objects it has. Errors: the same.
    pub fn verify_backup(
        &mut self,
        target: Id,
        backup: &[u8],
        source: Source,
        watch: &mut Watch<'_>,
    ) -> Result<u64, Error> {
        self.put(backup)?;
        self.objects_of(Task::VerifyBackup { target, source }, watch)
    }

    /// Makes the token's own keys anew; returns how many objects were wrapped anew. Errors: those
    /// of the `Token::rekey` of `sealane-hsm`.
    pub fn rekey(&mut self, watch: &mut Watch<'_>) -> Result<u64, Error> {
        self.objects_of(Task::Rekey, watch)
    }

    fn objects_of(&mut self, task: Task, watch: &mut Watch<'_>) -> Result<u64, Error> {
        match self.run(task, watch)? {
            Outcome::Objects(count) => Ok(count),
            _ => Err(OTHER),
        }
    }

    fn put(&mut self, document: &[u8]) -> Result<(), Error> {
        document
            .chunks(PIECE_BYTES)
            .try_for_each(|piece| self.patiently(&Request::Put(ByteBuf::from(piece))).map(drop))
    }

    /// Asks once more for some time where the service has too much to do, or this user asks too
    /// much: what is begun already is not given up for that.
    fn patiently(&mut self, request: &Request) -> Result<Reply, Error> {
        for _ in 0..MAX_TRIES {
            match self.ask(request) {
                Err(Error::Busy) => std::thread::sleep(LONGEST_WAIT),
                reply => return reply,
            }
        }
        Err(Error::Busy)
    }

    /// Lets work be done, and waits for its end.
    fn run(&mut self, task: Task, watch: &mut Watch<'_>) -> Result<Outcome, Error> {
        self.done(&Request::Begin(task))?;
        let mut wait = FIRST_WAIT;
        loop {
            let asked = self.patiently(&Request::Progress)?;
            let Reply::Progress { done, total, end } = asked else {
                return Err(OTHER);
            };
            watch(done, total);
            if let Some(outcome) = end {
                return Ok(outcome);
            }
            std::thread::sleep(wait);
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }
}
