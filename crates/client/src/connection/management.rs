//! What is done to the token itself while it is served.

use super::Connection;
use crate::audit::{AuditRow, AuditSettings};
use crate::error::Error;
use crate::guard::Guard;
use crate::identity::{Identity, IdentityStatus};
use crate::limits::PeerLimits;
use crate::wire::{Reply, Request};
use zeroize::Zeroizing;

impl Connection {
    /// Lifts the delays and the lock of an identity: for root, the service's own user and the
    /// officer.
    ///
    /// Errors: `NotLoggedIn`, `RoleDenied` for others; those of `Token::unlock` of `sealane-hsm`.
    pub fn unlock(&mut self, who: impl AsRef<str>) -> Result<(), Error> {
        self.done(&Request::Unlock(who.as_ref().to_owned()))
    }

    /// The same, by the token's recovery code. Errors: those of `Token::recover` there.
    pub fn recover(&mut self, who: impl AsRef<str>, code: &[u8]) -> Result<(), Error> {
        let (who, code) = (who.as_ref().to_owned(), Zeroizing::new(code.to_vec()));
        self.done(&Request::Recover { who, code })
    }

    /// Returns all identities, ordered by their names.
    pub fn identities(&mut self) -> Result<Vec<IdentityStatus>, Error> {
        match self.ask(&Request::Identities)? {
            Reply::Identities(all) => Ok(all),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Adds an identity. Errors: those of the `Token::add_identity` of `sealane-hsm`.
    pub fn add_identity(&mut self, identity: &Identity, pin: &[u8]) -> Result<(), Error> {
        let (identity, pin) = (identity.clone(), Zeroizing::new(pin.to_vec()));
        self.done(&Request::AddIdentity { identity, pin })
    }

    /// Removes one. Errors: those of the `Token::remove_identity` of `sealane-hsm`.
    pub fn remove_identity(&mut self, name: &str) -> Result<(), Error> {
        self.done(&Request::RemoveIdentity(name.to_owned()))
    }

    /// Returns how much of the service a peer may have.
    pub fn limits(&mut self) -> Result<PeerLimits, Error> {
        match self.ask(&Request::Limits)? {
            Reply::Limits(limits) => Ok(limits),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Sets it. Errors: those of the `Token::set_limits` of `sealane-hsm`.
    pub fn set_limits(&mut self, limits: PeerLimits) -> Result<(), Error> {
        self.done(&Request::SetLimits(limits))
    }

    /// Returns what wrong PINs cost.
    pub fn guard(&mut self) -> Result<Guard, Error> {
        match self.ask(&Request::Guard)? {
            Reply::Guard(guard) => Ok(guard),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Sets what wrong PINs cost. Errors: those of the `Token::set_guard` of `sealane-hsm`.
    pub fn set_guard(&mut self, guard: Guard) -> Result<(), Error> {
        self.done(&Request::SetGuard(guard))
    }

    /// Returns what is set for the log.
    pub fn audit_settings(&mut self) -> Result<AuditSettings, Error> {
        match self.ask(&Request::AuditSettings)? {
            Reply::AuditSettings(settings) => Ok(settings),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Sets it. Errors: those of the `Token::set_audit_settings` of `sealane-hsm`.
    pub fn set_audit_settings(&mut self, settings: AuditSettings) -> Result<(), Error> {
        self.done(&Request::SetAuditSettings(settings))
    }

    /// Returns the rows of the audit log from number `first` on, at most `most`. What is counted is
    /// there when its minute has ended.
    ///
    /// Errors: those of the `Token::audit` of `sealane-hsm`.
    pub fn audit(&mut self, first: u64, most: usize) -> Result<Vec<(u64, AuditRow)>, Error> {
        let (mut rows, mut next) = (vec![], first);
        while rows.len() < most {
            let Reply::AuditRows(some) = self.ask(&Request::Audit { first: next, most: 0 })? else {
                return Err(Error::Frame("another reply than was asked for"));
            };
            let Some(last) = some.last() else { break };
            // Else it would go on for ever.
            if last.0 < next {
                return Err(Error::Frame("rows are not behind those before"));
            }
            next = last.0 + 1;
            for (number, row) in some.into_iter().take(most - rows.len()) {
                rows.push((number, AuditRow::read(&row)?));
            }
        }
        Ok(rows)
    }
}
