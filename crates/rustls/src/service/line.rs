//! Lines of a gatherer: connections to a service that are logged in, and made anew when lost.

use super::Settings;
use super::gather::{Answer, Job, Signs};
use sealane_client::Error;
use sealane_client::connection::Connection;
use sealane_client::signer::SignItem;
use sealane_client::wire::TokenName;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long after a refused login the next one is tried.
const REST: Duration = Duration::from_secs(10);

/// Makes connections, and asks for signatures over them.
pub(super) struct Lines {
    settings: Arc<Settings>,
    /// Why the last login was refused, and when the next one may be tried; never, if not said.
    refused: Mutex<Option<(Error, Option<Instant>)>>,
}

impl Lines {
    pub(super) fn new(settings: Arc<Settings>) -> Self {
        Self { settings, refused: Mutex::new(None) }
    }

    /// Returns the connection there is, or a new one that is logged in, and whether it is new.
    ///
    /// Errors: those of connecting, of the file of the PIN and of the login, also of one that was
    /// refused before.
    pub(super) fn open<'a>(
        &self,
        line: &'a mut Option<Connection>,
    ) -> Result<(&'a mut Connection, bool), Error> {
        match line {
            Some(connection) => Ok((connection, false)),
            None => Ok((line.insert(self.connect()?), true)),
        }
    }

    fn connect(&self) -> Result<Connection, Error> {
        let Settings { endpoint, service_users, token, identity, pin, wait, .. } = &*self.settings;
        // Under the lock: of many threads one is refused, and the others see it.
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((error, until)) = &*refused
            && until.is_none_or(|until| Instant::now() < until)
        {
            return Err(error.clone());
        }
        let mut connection = Connection::connect_to(endpoint, service_users, Some(*wait))?;
        if *token != TokenName::default() {
            connection.select(token.clone())?;
        }
        let said = connection.login(identity, &pin.read()?);
        // One that was not answered in time may have been wrong, and counted.
        let has_rest = |error: &&Error| !is_lost(error) || matches!(error, Error::TimedOut);
        *refused = said.as_ref().err().filter(has_rest).map(|error| {
            let is_final = matches!(error.code(), "PIN_WRONG" | "PIN_LOCKED" | "PIN_UNSET");
            (error.clone(), (!is_final).then(|| Instant::now() + REST))
        });
        said.map(|()| connection)
    }

    /// Asks something over a line; once more over a new one if the line was lost, or its session
    /// had ended.
    pub(super) fn ask<T>(
        &self,
        line: &mut Option<Connection>,
        question: impl Fn(&mut Connection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        loop {
            let (connection, is_new) = self.open(line)?;
            let said = question(connection);
            let Err(error) = &said else { return said };
            if !is_lost(error) {
                return said;
            }
            *line = None;
            // What was not answered in time may have been asked of a service that has too much to
            // do; asking once more would not help it.
            if is_new || matches!(error, Error::TimedOut) {
                return said;
            }
        }
    }
}

/// Whether a connection is of no use after such an error.
fn is_lost(error: &Error) -> bool {
    let is_gone = matches!(error, Error::Disconnected | Error::TimedOut | Error::Closing);
    is_gone || matches!(error, Error::Frame(_)) || error.code() == "NOT_LOGGED_IN"
}

impl Signs for Lines {
    type Line = Connection;

    fn sign(&self, line: &mut Option<Connection>, jobs: &[Job]) -> Vec<Answer> {
        let items = || jobs.iter().map(|job| job.item.clone()).collect();
        let said = self.ask(line, |connection| exchange(connection, items()));
        said.unwrap_or_else(|error| jobs.iter().map(|_| Err(error.clone())).collect())
    }
}

/// Asks for signatures, in one frame.
///
/// Errors: those of all. What is of one alone stays beside the others, unless the session has
/// ended.
fn exchange(connection: &mut Connection, items: Vec<SignItem>) -> Result<Vec<Answer>, Error> {
    let count = items.len();
    connection.begin_signing(items)?;
    let answers = connection.signatures()?;
    if answers.len() != count {
        return Err(Error::Frame("another reply than was asked for"));
    }
    match answers.iter().find_map(|answer| answer.as_ref().err().filter(|error| is_lost(error))) {
        Some(error) => Err(error.clone()),
        None => Ok(answers),
    }
}
