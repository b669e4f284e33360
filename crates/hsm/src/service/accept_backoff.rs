//! What is done while no connection can be taken in: the process is out of descriptors, most
//! likely, and others will end.

use super::Shared;
use std::time::Duration;
use tokio::time::Instant;

/// The first pause; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(10);
/// The longest.
const LONGEST: Duration = Duration::from_secs(1);

/// When the next try is, and since when none has failed.
#[derive(Default)]
pub(super) struct AcceptBackoff {
    next: Option<(Instant, Duration)>,
    /// The last failure, until it is said that all goes on.
    failed: Option<Instant>,
}

impl AcceptBackoff {
    /// Waits for its end, then for `work`.
    pub(super) async fn then<T>(&self, work: impl Future<Output = T>) -> T {
        if let Some((end, _)) = self.next {
            tokio::time::sleep_until(end).await;
        }
        work.await
    }

    /// Says so once, and waits longer each time.
    pub(super) fn begin(&mut self, shared: &Shared, error: &std::io::Error) {
        let length = self.next.map_or(FIRST, |(_, length)| LONGEST.min(2 * length));
        let now = Instant::now();
        self.next = Some((now + length, length));
        if self.failed.replace(now).is_none() {
            let error = error.to_string();
            shared.log.tell(move || tracing::error!(error, "no connection can be taken in"));
        }
    }

    /// Takes notice of a connection. That one came in between failures is not said.
    pub(super) fn ended(&mut self, shared: &Shared) {
        self.next = None;
        if self.failed.is_some_and(|last| last.elapsed() >= LONGEST) {
            self.failed = None;
            shared.log.info("connections are taken in again", None);
        }
    }
}
