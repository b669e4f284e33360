//! Logins, and the tickets by which other connections join them.
//!
//! A login takes a derivation, a part of a second and much memory; a program with many connections
//! needs it once. Who has logged in asks for a ticket, 32 random bytes, and other connections of
//! the same user show it. A login without a ticket ends with its connection, one with a ticket when
//! no connection has had it for the idle time; both end at once by a logout of any of their
//! connections, and when the identity's PIN is set anew. Nothing of it outlives the process.

use crate::error::Error;
use crate::peer::Peer;
use crate::secret::{SymmetricKey, Tag};
use crate::token::Session;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// One login. When it has ended there is nothing in it.
pub(crate) struct Login(Mutex<Option<Session>>);

/// What is known of a login that has not ended.
struct Entry {
    login: Arc<Login>,
    /// Of which token: its place in the service.
    token: usize,
    identity: String,
    /// Whose it is; of a connection by an address nobody knows, and the ticket alone says it.
    peer: Peer,
    connections: usize,
    /// A MAC of the ticket: that is looked for, so that the time of a look tells nothing of it.
    ticket: Option<Tag>,
    /// When a connection last left it.
    left: Instant,
}

/// A ticket that is worth nothing any more, and why.
struct Spent {
    ticket: Tag,
    peer: Peer,
    why: Error,
}

/// Spent tickets of which it is known why: those that came to their end last.
const MAX_SPENT: usize = 1024;

/// What has ended: whether any login has, the tokens whose last one it was, and whether there is no
/// other any more.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) any: bool,
    pub(crate) tokens: Vec<usize>,
    pub(crate) is_last: bool,
}

/// What is known of all logins.
#[derive(Default)]
struct State {
    entries: Vec<Entry>,
    spent: VecDeque<Spent>,
}

/// The logins of a service.
pub(crate) struct Sessions {
    state: Mutex<State>,
    /// What tickets are named by.
    names: SymmetricKey,
    idle: Duration,
}

impl Login {
    /// Returns the session. Errors: `NotLoggedIn` if it has ended.
    pub(crate) fn session(&self) -> Result<Session, Error> {
        self.lock().clone().ok_or(Error::NotLoggedIn)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sessions {
    /// Errors: `Random`.
    pub(crate) fn new(idle: Duration) -> Result<Self, Error> {
        let names = SymmetricKey::filled(|out| getrandom::fill(out).map_err(|_| Error::Random))?;
        Ok(Self { state: Mutex::default(), names, idle })
    }

    /// Begins a login to a token, of one connection so far.
    pub(crate) fn begin(&self, token: usize, session: Session, peer: Peer) -> Arc<Login> {
        let identity = session.identity().to_owned();
        let login = Arc::new(Login(Mutex::new(Some(session))));
        let entry = Entry {
            login: login.clone(),
            token,
            identity,
            peer,
            connections: 1,
            ticket: None,
            left: Instant::now(),
        };
        self.lock().entries.push(entry);
        login
    }

    /// Returns a ticket of a login; the one before is worth nothing any more.
    ///
    /// Errors: `NotLoggedIn`, `Random`.
    pub(crate) fn ticket(&self, login: &Arc<Login>) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut ticket = Zeroizing::new(vec![0; 32]);
        getrandom::fill(&mut ticket).map_err(|_| Error::Random)?;
        let mut state = self.lock();
        let State { entries, spent } = &mut *state;
        let own = entries.iter_mut().find(|entry| Arc::ptr_eq(&entry.login, login));
        let own = own.ok_or(Error::NotLoggedIn)?;
        let before = own.ticket.replace(self.names.tag(&[&ticket]));
        spend(spent, before, own.peer, &Error::TicketEnded);
        Ok(ticket)
    }

    /// Joins the login of a ticket to a token.
    ///
    /// Errors: `TicketForeign` for another peer's; `TicketExpired`, `TicketEnded`,
    /// `TicketPinChanged` for one whose login has ended; `TicketUnknown`, also for one of another
    /// token.
    pub(crate) fn join(
        &self,
        token: usize,
        ticket: &[u8],
        peer: Peer,
    ) -> Result<Arc<Login>, Error> {
        let name = self.names.tag(&[ticket]);
        let mut state = self.lock();
        let State { entries, spent } = &mut *state;
        if let Some(entry) = entries.iter_mut().find(|entry| entry.ticket == Some(name)) {
            if entry.peer != peer {
                return Err(Error::TicketForeign);
            }
            if entry.token != token {
                return Err(Error::TicketUnknown);
            }
            if entry.connections == 0 && entry.left.elapsed() >= self.idle {
                return Err(Error::TicketExpired);
            }
            entry.connections += 1;
            return Ok(entry.login.clone());
        }
        match spent.iter().find(|one| one.ticket == name) {
            Some(one) if one.peer == peer => Err(one.why.clone()),
            Some(_) => Err(Error::TicketForeign),
            None => Err(Error::TicketUnknown),
        }
    }

    /// Takes a connection out of its login, which ends without a ticket.
    pub(crate) fn leave(&self, login: &Arc<Login>) -> Ended {
        let mut state = self.lock();
        let own = state.entries.iter_mut().find(|entry| Arc::ptr_eq(&entry.login, login));
        let Some(entry) = own else { return Ended::default() };
        entry.connections -= 1;
        entry.left = Instant::now();
        let is_over = |entry: &Entry| entry.connections == 0 && entry.ticket.is_none();
        state.end(&Error::TicketEnded, is_over)
    }

    /// Ends a login for all its connections.
    pub(crate) fn end(&self, login: &Arc<Login>) -> Ended {
        self.lock().end(&Error::TicketEnded, |entry| Arc::ptr_eq(&entry.login, login))
    }

    /// Ends the logins of an identity of a token, whose PIN is another one now, or who is gone.
    pub(crate) fn end_identity(&self, token: usize, name: &str) -> Ended {
        let is_over = |entry: &Entry| entry.token == token && entry.identity == name;
        self.lock().end(&Error::TicketPinChanged, is_over)
    }

    /// Ends the logins that nobody has had for the idle time.
    #[cfg(feature = "service")]
    pub(crate) fn expire(&self) -> Ended {
        let is_over = |entry: &Entry| entry.connections == 0 && entry.left.elapsed() >= self.idle;
        self.lock().end(&Error::TicketExpired, is_over)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Ends what `is_over`.
    fn end(&mut self, why: &Error, is_over: impl Fn(&Entry) -> bool) -> Ended {
        let (mut tokens, spent) = (vec![], &mut self.spent);
        self.entries.retain(|entry| {
            let over = is_over(entry);
            if over {
                tokens.push(entry.token);
                // Whoever holds the login still finds nothing in it.
                entry.login.lock().take().inspect(Session::end);
                spend(spent, entry.ticket, entry.peer, why);
            }
            !over
        });
        let any = !tokens.is_empty();
        tokens.sort_unstable();
        tokens.dedup();
        tokens.retain(|token| self.entries.iter().all(|entry| entry.token != *token));
        Ended { any, tokens, is_last: self.entries.is_empty() }
    }
}

/// Remembers why a ticket is worth nothing, if there was one.
fn spend(spent: &mut VecDeque<Spent>, ticket: Option<Tag>, peer: Peer, why: &Error) {
    let Some(ticket) = ticket else { return };
    if spent.len() == MAX_SPENT {
        spent.pop_front();
    }
    spent.push_back(Spent { ticket, peer, why: why.clone() });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::master::Master;
    use crate::platform::Platform;
    use crate::role::{Pin, Role};
    use crate::sqlite::Sqlite;
    use crate::token::Token;

    const PEER: Peer = Peer::Uid(7);

    /// Lets the connection that left a login have left it earlier.
    fn age(sessions: &Sessions, by: Duration) {
        for entry in &mut sessions.lock().entries {
            entry.left -= by;
        }
    }

    /// Goal: the idle time begins when the last connection leaves, and until then there is none.
    /// Method: logins that were left at a time of the test's choice.
    #[test]
    fn idle_time_is_without_connections() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Box::new(Sqlite::create(&folder.path().join("token.db")).unwrap());
        let pin = Pin::new(b"officer's PIN").unwrap();
        let master = Master::Key(SymmetricKey::from_bytes(&[7; 32]).unwrap());
        let token = Token::init(storage, Platform::system(), &master, "a token", &pin).unwrap();
        let session = token.login(Role::Officer, &pin).unwrap();
        let idle = Duration::from_secs(1);
        let sessions = Sessions::new(idle).unwrap();
        let begun = || {
            let login = sessions.begin(0, session.clone(), PEER);
            let ticket = sessions.ticket(&login).unwrap();
            (login, ticket)
        };
        let expired = || sessions.expire().any;

        // With a connection it lasts, and others join.
        let (login, ticket) = begun();
        age(&sessions, 2 * idle);
        assert!(!expired());
        let other = sessions.join(0, &ticket, PEER).unwrap();
        sessions.leave(&other);
        age(&sessions, 2 * idle);
        assert!(!expired());
        // The time before the last one left is not idle.
        sessions.leave(&login);
        assert!(!expired());
        let login = sessions.join(0, &ticket, PEER).unwrap();
        // Nobody joins behind the idle time, also if it has not been looked at.
        sessions.leave(&login);
        age(&sessions, idle);
        assert_eq!(sessions.join(0, &ticket, PEER).err(), Some(Error::TicketExpired));
        assert!(login.session().is_ok());
        assert_eq!(sessions.expire(), Ended { any: true, tokens: vec![0], is_last: true });
        assert_eq!(login.session().err(), Some(Error::NotLoggedIn));
        assert_eq!(sessions.join(0, &ticket, PEER).err(), Some(Error::TicketExpired));

        // A token is told once, however many logins it had.
        for token in [0, 1, 0] {
            let login = sessions.begin(token, session.clone(), PEER);
            sessions.ticket(&login).unwrap();
            sessions.leave(&login);
        }
        age(&sessions, idle);
        assert_eq!(sessions.expire(), Ended { any: true, tokens: vec![0, 1], is_last: true });
    }
    /// Goal: why a ticket is worth nothing is known of the last that have ended, and of no more.
    #[test]
    fn spent_tickets_are_bounded() {
        let mut spent = VecDeque::new();
        for number in 0..MAX_SPENT + 2 {
            let mut ticket = [0; 32];
            ticket[..8].copy_from_slice(&number.to_be_bytes());
            spend(&mut spent, Some(ticket), PEER, &Error::TicketEnded);
            let first = number.saturating_sub(MAX_SPENT - 1);
            assert_eq!(spent.len(), number - first + 1);
            assert_eq!(spent[0].ticket[..8], first.to_be_bytes());
        }
    }
}
