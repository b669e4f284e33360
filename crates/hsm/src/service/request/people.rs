//! People through the service: their PINs, who comes and goes, and how much each peer may have.

use super::ConnectionState;
use crate::error::Error;
use crate::identity::Identity;
use crate::requests::Requester;
use crate::role::Pin;
use crate::service::budgets;
use crate::service::executor::LaneName;
use crate::wire::frames::Head;
use crate::wire::{Reply, Request};
use std::sync::atomic::Ordering;
use zeroize::Zeroizing;

impl ConnectionState {
    /// Does what changes PINs and identities.
    pub(super) fn change_people(&self, number: u32, request: Request) -> Result<(), Error> {
        match request {
            Request::SetPin { who, pin } => self.set_pin(number, who, pin),
            Request::AddIdentity { identity, pin } => self.add_identity(number, identity, pin),
            Request::RemoveIdentity(name) => self.remove_identity(number, name),
            _ => Err(Error::Internal),
        }
    }

    /// Takes a request of so many bytes out of what its peer may have in a second, by the limits of
    /// the token that it names.
    ///
    /// Errors: `Busy`, which the token's log tells.
    pub(in crate::service) fn spend(&mut self, head: &Head, bytes: usize) -> Result<(), Error> {
        self.token = self.shared.tokens.index_of(&head.token).unwrap_or(self.token);
        let limits = self.token().limits();
        let spent = self.shared.budgets.spend(&self.budget, limits, bytes);
        spent.map_err(|refusal| self.limited(refusal))
    }

    pub(super) fn limited(&self, (error, what): budgets::Refusal) -> Error {
        self.token().note_limited(self.viewer().as_ref(), self.member.peer, what);
        error
    }

    /// Sets a PIN, and ends the sessions that the one before has opened.
    fn set_pin(&self, number: u32, who: String, pin: Zeroizing<Vec<u8>>) -> Result<(), Error> {
        let (session, pin) = (self.session()?, Pin::new(&pin)?);
        let token = self.token;
        self.submit(LaneName::Login, number, move |shared| {
            shared.derived.fetch_add(1, Ordering::Relaxed);
            let set = shared.tokens.at(token).token().set_pin(&session, &who, &pin);
            if set.is_ok() {
                shared.on_logout(shared.sessions.end_identity(token, &who));
            }
            Some(set.map(|()| Reply::Done))
        })
    }

    fn add_identity(
        &self,
        number: u32,
        identity: Identity,
        pin: Zeroizing<Vec<u8>>,
    ) -> Result<(), Error> {
        let (session, pin) = (self.session()?, Pin::new(&pin)?);
        let token = self.token;
        self.submit(LaneName::Login, number, move |shared| {
            shared.derived.fetch_add(1, Ordering::Relaxed);
            let added = shared.tokens.at(token).token().add_identity(&session, &identity, &pin);
            Some(added.map(|()| Reply::Done))
        })
    }

    /// Removes an identity, and ends its sessions.
    fn remove_identity(&self, number: u32, name: String) -> Result<(), Error> {
        let (session, token) = (self.session()?, self.token);
        self.submit(LaneName::Store, number, move |shared| {
            let removed = shared.tokens.at(token).token().remove_identity(&session, &name);
            if removed.is_ok() {
                shared.on_logout(shared.sessions.end_identity(token, &name));
            }
            Some(removed.map(|()| Reply::Done))
        })
    }
}
