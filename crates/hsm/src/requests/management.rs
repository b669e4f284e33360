//! What is done to the token itself while it is served: its guard, its log, and locked roles.

use super::{Requester, object};
use crate::error::Error;
use crate::role::Right;
use crate::token::Token;
use crate::wire::{AUDIT_ROWS, Reply, Request};
use serde_bytes::ByteBuf;

/// Whether a request is one of those of this file.
pub(crate) fn is_of_token(request: &Request) -> bool {
    matches!(
        request,
        Request::Unlock(_)
            | Request::Identities
            | Request::Limits
            | Request::SetLimits(_)
            | Request::Recover { .. }
            | Request::Guard
            | Request::SetGuard(_)
            | Request::AuditSettings
            | Request::SetAuditSettings(_)
            | Request::Audit { .. }
            | Request::TrimAudit { .. }
            | Request::Status
            | Request::Modify { .. }
            | Request::Copy { .. }
            | Request::BackupTarget { .. }
    )
}

/// What may be done by whom, settled before it waits for the store.
type Work = Box<dyn FnOnce(&Token) -> Result<Reply, Error> + Send>;

/// Returns the work of a request.
///
/// Errors: `NotLoggedIn`; `RoleDenied` for who may not unlock a role.
pub(crate) fn work(by: &impl Requester, request: Request) -> Result<Work, Error> {
    let peer = by.peer();
    Ok(match request {
        Request::Unlock(who) => {
            let actor = unlocker(by)?;
            Box::new(move |token| token.unlock_for(&who, peer, &actor).map(|()| Reply::Done))
        }
        Request::Recover { who, code } => {
            Box::new(move |token| token.recover(peer, who, &code).map(|()| Reply::Done))
        }
        Request::Identities => {
            by.demand_known()?;
            Box::new(|token| token.identities().map(Reply::Identities))
        }
        Request::Limits => {
            by.demand_known()?;
            Box::new(|token| Ok(Reply::Limits(token.limits())))
        }
        Request::SetLimits(limits) => {
            let session = by.session()?;
            Box::new(move |token| token.set_limits(&session, limits).map(|()| Reply::Done))
        }
        Request::Guard => {
            by.demand_known()?;
            Box::new(|token| token.guard().map(Reply::Guard))
        }
        Request::SetGuard(guard) => {
            let session = by.session()?;
            Box::new(move |token| token.set_guard(&session, guard).map(|()| Reply::Done))
        }
        Request::AuditSettings => {
            by.demand_known()?;
            Box::new(|token| token.audit_settings().map(Reply::AuditSettings))
        }
        Request::SetAuditSettings(settings) => {
            let session = by.session()?;
            Box::new(move |token| {
                token.set_audit_settings(&session, settings).map(|()| Reply::Done)
            })
        }
        Request::Audit { first, most } => {
            let session = by.session()?;
            let rows = if most == 0 { AUDIT_ROWS } else { AUDIT_ROWS.min(most.into()) };
            Box::new(move |token| {
                let rows = token.audit(&session, first, rows)?.into_iter();
                let rows = rows.map(|(number, row)| (number, ByteBuf::from(row.to_bytes())));
                Ok(Reply::AuditRows(rows.collect()))
            })
        }
        other => return looked_after(by, other),
    })
}

/// The same of what is done to the token, and to what is said of its keys.
fn looked_after(by: &impl Requester, request: Request) -> Result<Work, Error> {
    Ok(match request {
        Request::TrimAudit { first } => {
            let session = by.session()?;
            Box::new(move |token| token.trim_audit(&session, first).map(|()| Reply::Done))
        }
        Request::Status => {
            by.demand_known()?;
            Box::new(|token| token.status().map(|status| Reply::Status(status.into())))
        }
        Request::Modify { key, patch } => {
            let session = by.session()?;
            Box::new(move |token| token.modify(&session, key, *patch).map(object))
        }
        Request::Copy { key, patch } => {
            let session = by.session()?;
            Box::new(move |token| token.copy(&session, key, *patch).map(object))
        }
        Request::BackupTarget { label } => {
            let session = by.session()?;
            Box::new(move |token| token.backup_target(&session, &label).map(object))
        }
        _ => return Err(Error::Internal),
    })
}

/// As whom somebody may lift the delays of a role without its recovery code: who runs the service
/// has the store and its master key, and could do it there; and the officer, who could set another
/// PIN. Errors: `NotLoggedIn`, `RoleDenied`, which the log tells.
fn unlocker(by: &impl Requester) -> Result<String, Error> {
    if by.is_own() {
        return Ok("master key".to_owned());
    }
    let session = by.session()?;
    by.token().demand(&session, Right::Administer)?;
    Ok(session.identity().to_owned())
}
