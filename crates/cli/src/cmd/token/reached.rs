//! A token that is looked after, wherever it is: in its store, or behind the service that has it
//! open. Long work shows on a terminal how far it is.
use super::{login, open};
use crate::args::KeyName;
use crate::args::token::TokenLocation;
use crate::cmd::served::{connect, found};
use crate::failure::Failure;
use crate::input::Source;
use indicatif::{ProgressBar, ProgressStyle};
use sealane_hsm::engine::Keys;
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Id, Object, Patch};
use sealane_hsm::remote::Connection;
use sealane_hsm::template::Template;
use sealane_hsm::token::{BackupSource, Session, Token};
use sealane_hsm::wire::TokenStatus;
use sealane_hsm::{Error, Progress};
use std::time::Duration;
use zeroize::Zeroizing;

pub enum Reached {
    /// Of this process, with a session if there was a PIN.
    Store(Box<Token>, Option<Session>),
    Service(Box<Connection>),
}

impl Reached {
    /// Reaches it, with a session if there is a PIN.
    pub fn new(
        at: TokenLocation,
        who: impl AsRef<str>,
        pin: Option<&Source>,
    ) -> Result<Self, Failure> {
        Ok(match (at, pin) {
            (TokenLocation::Service(endpoint, users), pin) => {
                Self::Service(Box::new(connect(endpoint, users, who, pin)?))
            }
            (TokenLocation::Store(store), None) => Self::Store(Box::new(open(&store)?), None),
            (TokenLocation::Store(store), Some(pin)) => {
                let (token, session) = login(&store, who, pin)?;
                Self::Store(Box::new(token), Some(session))
            }
        })
    }

    pub fn status(&mut self) -> Result<TokenStatus, Error> {
        match self {
            Self::Store(token, _) => token.status().map(TokenStatus::from),
            Self::Service(connection) => connection.token_status(),
        }
    }

    pub fn check(&mut self) -> Result<(u64, u64), Error> {
        match self {
            Self::Store(token, _) => during(|progress| token.check_watched(progress)),
            Self::Service(connection) => watched(|watch| connection.check(watch)),
        }
    }

    pub fn rekey(&mut self) -> Result<u64, Error> {
        match self {
            Self::Store(token, session) => {
                let session = own(session)?;
                during(|progress| token.rekey_watched(session, None, progress))?;
                Ok(token.count() as u64)
            }
            Self::Service(connection) => watched(|watch| connection.rekey(watch)),
        }
    }

    pub fn backup(&mut self, target: &[u8]) -> Result<(Vec<u8>, u64), Error> {
        match self {
            Self::Store(token, session) => {
                let session = own(session)?;
                during(|progress| token.backup_watched(session, target, progress))
            }
            Self::Service(connection) => watched(|watch| connection.backup(target, watch)),
        }
    }

    pub fn restore(&mut self, id: Id, backup: &[u8], from: BackupSource) -> Result<u64, Error> {
        match self {
            Self::Store(token, session) => {
                let session = own(session)?;
                let made =
                    during(|progress| token.restore_watched(session, id, backup, from, progress))?;
                Ok(made.len() as u64)
            }
            Self::Service(connection) => {
                watched(|watch| connection.restore(id, backup, signer(from), watch))
            }
        }
    }

    /// Looks whether a backup could be restored.
    pub fn verify(&mut self, id: Id, backup: &[u8], from: BackupSource) -> Result<u64, Error> {
        match self {
            Self::Store(token, session) => {
                let session = own(session)?;
                during(|progress| token.verify_backup(session, id, backup, from, progress))
            }
            Self::Service(connection) => {
                watched(|watch| connection.verify_backup(id, backup, signer(from), watch))
            }
        }
    }

    pub fn backup_target(&mut self, label: &str) -> Result<Object, Error> {
        match self {
            Self::Store(token, session) => {
                Ok((*token.backup_target(own(session)?, label)?).clone())
            }
            Self::Service(connection) => connection.backup_target(label),
        }
    }

    pub fn trim_audit(&mut self, first: u64) -> Result<(), Error> {
        match self {
            Self::Store(token, session) => token.trim_audit(own(session)?, first),
            Self::Service(connection) => connection.trim_audit(first),
        }
    }

    pub fn modify(&mut self, id: Id, patch: Patch) -> Result<Object, Error> {
        match self {
            Self::Store(token, session) => Ok((*token.modify(own(session)?, id, patch)?).clone()),
            Self::Service(connection) => connection.modify(id, patch),
        }
    }

    /// All objects that may be seen, in the order of their labels.
    pub fn objects(&mut self) -> Result<Vec<Object>, Error> {
        let all = Template::default();
        match self {
            Self::Store(token, session) => {
                let found = token.find_all(session.as_ref(), &all, None, usize::MAX);
                Ok(found.iter().map(|object| (**object).clone()).collect())
            }
            Self::Service(connection) => connection.search(&all, None, usize::MAX),
        }
    }

    pub fn import(&mut self, key: Key, attributes: Attributes) -> Result<Object, Error> {
        match self {
            Self::Store(token, session) => {
                let made = token.import(own(session)?, vec![(key, attributes)])?;
                made.first().map(|object| (**object).clone()).ok_or(Error::Internal)
            }
            Self::Service(connection) => connection.import(key, attributes),
        }
    }

    pub fn import_public(&mut self, spki: &[u8], label: &str) -> Result<Object, Error> {
        match self {
            Self::Store(token, session) => {
                Ok((*token.import_public(own(session)?, spki, label)?).clone())
            }
            Self::Service(connection) => connection.import_public(spki, label),
        }
    }

    pub fn export(&mut self, id: Id) -> Result<Zeroizing<Vec<u8>>, Error> {
        match self {
            Self::Store(token, session) => token.export(own(session)?, id),
            Self::Service(connection) => connection.export(id),
        }
    }

    pub fn find(&mut self, name: &KeyName) -> Result<Object, Failure> {
        match self {
            Self::Store(token, _) => super::find(token, name).map(|object| (*object).clone()),
            Self::Service(connection) => found(&mut **connection, name),
        }
    }
}

fn own(session: &Option<Session>) -> Result<&Session, Error> {
    session.as_ref().ok_or(Error::NotLoggedIn)
}

/// The fingerprint of a backup's source, if it is signed.
fn signer(from: BackupSource) -> Option<[u8; 32]> {
    match from {
        BackupSource::Token(fingerprint) => Some(fingerprint.0),
        BackupSource::Unsigned => None,
    }
}

/// A bar that shows itself on terminals only.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}  {eta} left");
    ProgressBar::new(0).with_style(style.expect("the template is one"))
}

/// Does long work that tells how far it is, and shows that.
pub fn watched<T>(
    work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> Result<T, Error>,
) -> Result<T, Error> {
    let bar = bar();
    let end = work(&mut |done, total| show(&bar, done, total));
    bar.finish_and_clear();
    end
}

/// The same of this process.
fn during<T: Send>(work: impl FnOnce(&Progress) -> Result<T, Error> + Send) -> Result<T, Error> {
    let (bar, progress) = (bar(), Progress::default());
    let end = std::thread::scope(|scope| {
        let working = scope.spawn(|| work(&progress));
        while !working.is_finished() {
            let (done, total) = progress.steps();
            show(&bar, done, total);
            std::thread::sleep(Duration::from_millis(5));
        }
        working.join()
    });
    bar.finish_and_clear();
    end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn show(bar: &ProgressBar, done: u64, total: u64) {
    bar.set_length(total);
    bar.set_position(done.min(total));
}
