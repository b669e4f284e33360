//! What requests ask of a token, whoever brings them: a connection of a service, or a program that
//! serves itself.

pub(crate) mod keys;
pub(crate) mod management;
mod pages;

use crate::error::Error;
use crate::object::Object;
use crate::peer::Peer;
use crate::token::{Session, Token};
use crate::wire::{Reply, Request};
use std::sync::Arc;

/// Who brings a request, and for which token.
pub(crate) trait Requester {
    /// The token that the request names.
    fn token(&self) -> &Token;

    /// Its session at that token. Errors: `NotLoggedIn`.
    fn session(&self) -> Result<Session, Error>;

    /// Whether it had a session there that has ended.
    fn has_lost_session(&self) -> bool;

    /// Who it is.
    fn peer(&self) -> Peer;

    /// Whether it is who runs the service, or root.
    fn is_own(&self) -> bool;

    /// Demands that the system says who it is, or that it has logged in. Errors: `NotLoggedIn`.
    fn demand_known(&self) -> Result<(), Error>;
}

/// Whether a request is answered by [`look_up`].
pub(crate) fn is_look_up(request: &Request) -> bool {
    matches!(
        request,
        Request::Find(_)
            | Request::FindLabel(_)
            | Request::Page { .. }
            | Request::Search { .. }
            | Request::Changes
            | Request::WatchChanges
    )
}

/// Answers a request for objects, without a wait for the store.
///
/// Errors: `NotLoggedIn` for who is not known; `KeyUnknown`.
pub(crate) fn look_up(by: &impl Requester, request: Request) -> Result<Reply, Error> {
    by.demand_known()?;
    let viewer = by.session().ok();
    let viewer = viewer.as_ref();
    Ok(match request {
        Request::Find(id) => object(by.token().see(viewer, id)?),
        Request::FindLabel(label) => object(by.token().see_label(viewer, &label)?),
        Request::Page { after, most } => pages::page(by.token(), viewer, &after, most),
        Request::Search { template, after, most } => {
            pages::search(by.token(), viewer, &template, after.as_ref(), most)
        }
        // Whose login has ended must not go on with what it has seen.
        Request::Changes | Request::WatchChanges if by.has_lost_session() => {
            return Err(Error::NotLoggedIn);
        }
        Request::Changes | Request::WatchChanges => Reply::Changes(by.token().changes()),
        _ => return Err(Error::Internal),
    })
}

fn object(object: Arc<Object>) -> Reply {
    Reply::Object(Box::new((*object).clone()))
}
