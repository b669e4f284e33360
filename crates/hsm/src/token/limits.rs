//! How much of a service a peer may have, and what the log tells of those who want more.

use super::{PendingChange, Session, Token, objects};
#[cfg(feature = "service")]
use crate::audit::Refused;
use crate::error::Error;
use crate::limits::PeerLimits;
#[cfg(feature = "service")]
use crate::peer::Peer;
use crate::role::Right;
use crate::state::State;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The limits as who serves looks at them, for each request.
#[derive(Default)]
pub(super) struct CurrentLimits {
    requests: AtomicU32,
    bytes: AtomicU64,
    jobs: AtomicU32,
}

impl CurrentLimits {
    pub(super) fn note(&self, limits: PeerLimits) {
        self.requests.store(limits.requests_a_second, Ordering::Relaxed);
        self.bytes.store(limits.bytes_a_second, Ordering::Relaxed);
        self.jobs.store(limits.slow_jobs, Ordering::Relaxed);
    }
}

impl Token {
    /// Returns how much of a service a peer may have.
    #[must_use]
    pub fn limits(&self) -> PeerLimits {
        PeerLimits {
            requests_a_second: self.limits.requests.load(Ordering::Relaxed),
            bytes_a_second: self.limits.bytes.load(Ordering::Relaxed),
            slow_jobs: self.limits.jobs.load(Ordering::Relaxed),
        }
    }

    /// Sets it. Errors: `NotLoggedIn`, `RoleDenied`, and those of the storage.
    pub fn set_limits(&self, session: &Session, limits: PeerLimits) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        let mut writer = self.writer()?;
        let state = State { limits, ..writer.state.clone() };
        let PeerLimits { requests_a_second, bytes_a_second, slow_jobs } = limits;
        let subject =
            format!("requests {requests_a_second}, bytes {bytes_a_second}, slow jobs {slow_jobs}");
        let pending = objects::change_by(session, "set limits");
        self.commit(&mut writer, PendingChange { state: Some(state), subject, ..pending })?;
        Ok(())
    }

    /// Counts that a peer wanted more of a service than it may have.
    #[cfg(feature = "service")]
    pub(crate) fn note_limited(&self, session: Option<&Session>, peer: Peer, what: &str) {
        let (who, code) = (session.map(Session::who), Error::Busy.code().to_owned());
        self.tally().refuse(Refused { who, peer, what: what.to_owned(), code });
    }
}
