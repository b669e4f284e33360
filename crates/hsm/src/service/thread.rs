//! What a thread of a service does: it takes connections in, and signs what they have brought.

use super::accept_backoff::AcceptBackoff;
use super::listeners::Listeners;
use super::{Shared, connection, stopped};
use crate::queue::MAX_WORK;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// How often it is looked whether unwrapped keys were kept for long enough.
const EXPIRY: Duration = Duration::from_secs(1);

/// What one thread does: takes connections in, and signs what they have brought.
pub(super) async fn serve(shared: Arc<Shared>, listeners: Listeners, number: usize) {
    let Ok(listeners) = listeners.into_async() else { return };
    let work = Arc::new(Notify::new());
    let (client, brought) = (shared.tokens.queue().client(), work.clone());
    let all = shared.clone();
    let signing = tokio::spawn(async move {
        let (mut wipe, mut seen) = (all.wipe.subscribe(), 0);
        loop {
            tokio::select! {
                () = brought.notified() => {}
                _ = wipe.changed() => {}
            }
            loop {
                let done = client.work();
                all.tokens.traces().after_work(&mut seen);
                if done >= MAX_WORK {
                    // Connections come in between.
                    tokio::task::yield_now().await;
                    continue;
                }
                if done != 1 || all.admissions.count() > SPIN_MAX_CONNECTIONS {
                    break;
                }
                tokio::select! {
                    biased;
                    () = brought.notified() => {}
                    () = spin() => break,
                }
            }
        }
    });
    let mut stop = shared.stop.subscribe();
    let mut connections = JoinSet::new();
    let mut backoff = AcceptBackoff::default();
    let mut tick = tokio::time::interval(EXPIRY);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            accepted = backoff.then(listeners.accept()) => match accepted {
                Ok(stream) => {
                    backoff.ended(&shared);
                    if let Some(connection) = connection::admitted(&shared, &work, stream) {
                        connections.spawn(connection);
                    }
                }
                Err(error) => backoff.begin(&shared, &error),
            },
            Some(_) = connections.join_next() => {}
            _ = tick.tick() => {
                shared.rounds[number].fetch_add(1, Ordering::Relaxed);
                shared.tokens.engines().for_each(|engine| engine.hot().expire());
                shared.on_logout(shared.sessions.expire());
                if number == 0 {
                    shared.wipe_behind();
                }
                let mut engines = shared.tokens.engines();
                if number == 0 && engines.any(|engine| engine.token().is_audit_due()) {
                    shared.write_audit();
                }
            }
            () = stopped(&mut stop) => break,
        }
    }
    drop(listeners);
    let all = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(shared.options.drain, all).await;
    signing.abort();
}

/// How long a thread that has signed for a lone client looks for its next request before it sleeps:
/// it takes longer to be woken on another processor than most clients take to ask again.
const SPIN_FOR: Duration = Duration::from_micros(50);
/// With more connections than that no thread stays awake: there will be something to do, and the
/// time would be taken from those who have it.
const SPIN_MAX_CONNECTIONS: usize = 2;

/// Lets all else of this thread go on, and of this processor, for so long.
async fn spin() {
    let begun = Instant::now();
    while begun.elapsed() < SPIN_FOR {
        tokio::task::yield_now().await;
        // The client may be on the same one.
        std::thread::yield_now();
    }
}
