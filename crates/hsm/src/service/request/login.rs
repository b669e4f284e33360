//! Logins of a connection.

use super::ConnectionState;
use crate::error::Error;
use crate::requests::Requester;
use crate::role::Pin;
use crate::service::connection::Answer;
use crate::service::executor::{After, LaneName};
use crate::token::Session;
use crate::wire::Reply;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc::UnboundedSender;
use zeroize::Zeroizing;

impl ConnectionState {
    /// Takes the end of a login to a token.
    pub(in crate::service) fn logged_in(
        &mut self,
        token: usize,
        result: Result<Session, Error>,
    ) -> Reply {
        self.logging_in = false;
        // The PIN may have been set anew while the answer waited.
        let engine = self.shared.tokens.at(token).clone();
        let current = |session: &Session| engine.token().demand_current(session);
        match result.and_then(|session| current(&session).map(|()| session)) {
            Ok(session) => {
                self.leave(token);
                engine.traces().begin();
                let login = self.shared.sessions.begin(token, session, self.peer());
                self.logins.insert(token, login);
                self.member.set_known(true);
                self.shared.counts.login(None);
                self.shared.log.info("login", self.uid());
                Reply::Done
            }
            Err(error) => {
                self.shared.counts.login(Some(&error));
                self.shared.log.warn("login refused", self.uid(), Some(&error));
                Reply::Refused(error.into())
            }
        }
    }

    /// Leaves the session of a token that it has, if it has one.
    pub(super) fn leave(&mut self, token: usize) {
        if let Some(login) = self.logins.remove(&token) {
            self.tasks.forget_document();
            self.member.set_known(!self.logins.is_empty());
            self.shared.on_logout(self.shared.sessions.leave(&login));
        }
    }

    /// Ends the session that it has, for all that have joined it.
    pub(super) fn log_out(&mut self) -> Reply {
        if let Some(login) = self.logins.remove(&self.token) {
            self.tasks.forget_document();
            self.shared.on_logout(self.shared.sessions.end(&login));
        }
        self.member.set_known(!self.logins.is_empty());
        Reply::Done
    }

    pub(super) fn join(&mut self, ticket: &[u8]) -> Result<Reply, Error> {
        let uid = self.uid();
        let joined = self.shared.sessions.join(self.token, ticket, self.peer());
        match &joined {
            Ok(_) => {
                self.shared.counts.joins.fetch_add(1, Ordering::Relaxed);
                self.shared.log.info("join", uid);
            }
            Err(error) => self.shared.log.warn("join refused", uid, Some(error)),
        }
        let joined = joined?;
        self.leave(self.token);
        self.logins.insert(self.token, joined);
        self.member.set_known(true);
        Ok(Reply::Done)
    }

    pub(super) fn log_in(
        &mut self,
        number: u32,
        who: String,
        pin: Zeroizing<Vec<u8>>,
    ) -> Result<(), Error> {
        if self.logging_in {
            return Err(Error::Busy);
        }
        let pin = Pin::new(&pin)?;
        // Before there is an answer that tells of itself when it is dropped.
        let counted = self.count_job()?;
        let token = self.token;
        let answer = LoginAnswer { number, token, answers: Some(self.answers.clone()) };
        let (peer, expected) = (self.peer(), self.token().expect_login(&who));
        self.submit_counted(LaneName::Login, counted, move |shared| {
            let own = shared.tokens.at(token).token();
            let result = own.login_counted(peer, &who, &pin, &shared.derived);
            // What it gave is wiped before it is answered, unless others wait for it.
            drop(expected);
            // Guesses are to be slow; who has the PIN does not wait for the next login.
            let after = if result.is_ok() { After::Next } else { After::Rest };
            answer.send(result);
            after
        })?;
        self.logging_in = true;
        Ok(())
    }
}

/// Answers a login, whatever becomes of it.
struct LoginAnswer {
    number: u32,
    token: usize,
    answers: Option<UnboundedSender<Answer>>,
}

impl LoginAnswer {
    fn send(mut self, result: Result<Session, Error>) {
        if let Some(answers) = self.answers.take() {
            // The connection may have ended meanwhile.
            let _ = answers.send(Answer::Login(self.number, self.token, result));
        }
    }
}

impl Drop for LoginAnswer {
    fn drop(&mut self) {
        if let Some(answers) = self.answers.take() {
            let _ = answers.send(Answer::Login(self.number, self.token, Err(Error::Internal)));
        }
    }
}
