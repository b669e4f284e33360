//! Logins, and the tickets by which other connections join them.
//!
//! A login takes a derivation, a part of a second and much memory; a program with many connections
//! needs it once. Who has logged in asks for a ticket, 32 random bytes, and other connections of
//! the same user show it. A login without a ticket ends with its connection, one with a ticket when
//! no connection has had it for the idle time; both end at once by a logout of any of their
//! connections, and when the role's PIN is set anew. Nothing of it outlives the process.

use crate::error::Error;
use crate::role::Role;
use crate::secret::{SymmetricKey, Tag};
use crate::token::Session;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// One login. When it has ended there is nothing in it.
pub(super) struct Login(Mutex<Option<Session>>);

/// What is known of a login that has not ended.
struct Entry {
    login: Arc<Login>,
    role: Role,
    /// Whose it is; of a connection by an address nobody knows, and the ticket alone says it.
    uid: Option<u32>,
    connections: usize,
    /// A MAC of the ticket: that is looked for, so that the time of a look tells nothing of it.
    ticket: Option<Tag>,
    /// When a connection last left it.
    left: Instant,
}

/// The logins of a service.
pub(super) struct Sessions {
    entries: Mutex<Vec<Entry>>,
    /// What tickets are named by.
    names: SymmetricKey,
    idle: Duration,
}

impl Login {
    /// Returns the session. Errors: `NotLoggedIn` if it has ended.
    pub(super) fn session(&self) -> Result<Session, Error> {
        self.lock().clone().ok_or(Error::NotLoggedIn)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sessions {
    /// Errors: `Random`.
    pub(super) fn new(idle: Duration) -> Result<Self, Error> {
        let names = SymmetricKey::filled(|out| getrandom::fill(out).map_err(|_| Error::Random))?;
        Ok(Self { entries: Mutex::default(), names, idle })
    }

    /// Begins a login, of one connection so far.
    pub(super) fn begin(&self, session: Session, uid: Option<u32>) -> Arc<Login> {
        let role = session.role();
        let login = Arc::new(Login(Mutex::new(Some(session))));
        let entry = Entry {
            login: login.clone(),
            role,
            uid,
            connections: 1,
            ticket: None,
            left: Instant::now(),
        };
        self.lock().push(entry);
        login
    }

    /// Returns a ticket of a login; the one before is worth nothing any more.
    ///
    /// Errors: `NotLoggedIn`, `Random`.
    pub(super) fn ticket(&self, login: &Arc<Login>) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut ticket = Zeroizing::new(vec![0; 32]);
        getrandom::fill(&mut ticket).map_err(|_| Error::Random)?;
        let mut entries = self.lock();
        let own = entries.iter_mut().find(|entry| Arc::ptr_eq(&entry.login, login));
        own.ok_or(Error::NotLoggedIn)?.ticket = Some(self.names.tag(&[&ticket]));
        Ok(ticket)
    }

    /// Joins the login of a ticket. Errors: `NotLoggedIn` for one that is none, is another user's,
    /// or whose login has ended.
    pub(super) fn join(&self, ticket: &[u8], uid: Option<u32>) -> Result<Arc<Login>, Error> {
        let name = Some(self.names.tag(&[ticket]));
        let mut entries = self.lock();
        let found = entries.iter_mut().find(|entry| entry.ticket == name && entry.uid == uid);
        let entry = found.ok_or(Error::NotLoggedIn)?;
        if entry.connections == 0 && entry.left.elapsed() >= self.idle {
            return Err(Error::NotLoggedIn);
        }
        entry.connections += 1;
        Ok(entry.login.clone())
    }

    /// Takes a connection out of its login. Returns whether that was the end of the last login.
    pub(super) fn leave(&self, login: &Arc<Login>) -> bool {
        let mut entries = self.lock();
        let own = entries.iter_mut().find(|entry| Arc::ptr_eq(&entry.login, login));
        let Some(entry) = own else { return false };
        entry.connections -= 1;
        entry.left = Instant::now();
        end(&mut entries, |entry| entry.connections == 0 && entry.ticket.is_none())
    }

    /// Ends a login for all its connections. Returns whether it was the last one.
    pub(super) fn end(&self, login: &Arc<Login>) -> bool {
        end(&mut self.lock(), |entry| Arc::ptr_eq(&entry.login, login))
    }

    /// Ends the logins of a role. Returns whether there is none left.
    pub(super) fn end_role(&self, role: Role) -> bool {
        end(&mut self.lock(), |entry| entry.role == role)
    }

    /// Ends the logins that nobody has had for the idle time. Returns whether there is none left.
    pub(super) fn expire(&self) -> bool {
        let is_over = |entry: &Entry| entry.connections == 0 && entry.left.elapsed() >= self.idle;
        end(&mut self.lock(), is_over)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends what `is_over`. Returns whether something ended and nothing is left.
fn end(entries: &mut Vec<Entry>, is_over: impl Fn(&Entry) -> bool) -> bool {
    let before = entries.len();
    entries.retain(|entry| {
        let over = is_over(entry);
        if over {
            // Whoever holds the login still finds nothing in it.
            entry.login.lock().take().inspect(Session::end);
        }
        !over
    });
    entries.is_empty() && before > 0
}
