//! One connection: reads requests while there is room, answers as replies come.

use super::frames::{Arrival, FrameError, Frames};
use super::listeners::Stream;
use super::request::ConnectionState;
use super::{Options, Shared, stopped};
use crate::error::Error;
use crate::token::Session;
use crate::wire::{Reply, add_frame, decode, wipe};
use futures_util::{FutureExt, StreamExt};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tokio_util::bytes::BytesMut;
use tokio_util::codec::FramedRead;
use zeroize::{Zeroize, Zeroizing};

/// What comes back to a connection.
pub(super) enum Answer {
    /// To the request of that number, and since when it is there.
    Reply(u32, Reply, Instant),
    /// To a login: the session, unless it is refused.
    Login(u32, Result<Session, Error>),
}

/// Counts a connection while it lives.
struct Counted(Arc<Shared>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the work of a connection, if whoever is at its other end may have one.
pub(super) fn admitted(
    shared: &Arc<Shared>,
    work: &Arc<Notify>,
    stream: Stream,
) -> Option<impl Future<Output = ()> + Send + use<>> {
    let own = rustix::process::geteuid().as_raw();
    let options = &shared.options;
    let uid = match &stream {
        Stream::Unix(stream) => Some(stream.peer_cred().ok()?.uid()),
        Stream::Loopback(_) => None,
    };
    let is_own = uid.is_some_and(|uid| uid == 0 || uid == own);
    if uid.is_some_and(|uid| !is_own && !options.users.contains(&uid)) {
        let error = Error::Permission("the user may not connect".to_owned());
        shared.warn("connection refused", uid, Some(&error));
        return None;
    }
    let before = shared.connections.fetch_add(1, Ordering::Relaxed);
    let counted = Counted(shared.clone());
    if before >= options.most_connections {
        shared.warn("connection refused", uid, Some(&Error::Busy));
        return None;
    }
    let (sender, answers) = mpsc::unbounded_channel();
    let state = ConnectionState::new(shared.clone(), work.clone(), sender, uid, is_own);
    Some(async move {
        // Who sees the end of a connection finds it counted no more.
        match stream {
            Stream::Unix(mut stream) => {
                attend(&counted.0, stream.split(), state, answers).await;
                drop(counted);
            }
            Stream::Loopback(mut stream) => {
                attend(&counted.0, stream.split(), state, answers).await;
                drop(counted);
            }
        }
    })
}

/// Requests without an answer so far, each with its bytes.
#[derive(Default)]
struct Outstanding {
    requests: HashMap<u32, usize>,
    bytes: usize,
}

impl Outstanding {
    /// Errors: `Frame` for a number that is in use.
    fn insert(&mut self, number: u32, bytes: usize) -> Result<(), Error> {
        if self.requests.insert(number, bytes).is_some() {
            return Err(Error::Frame("two requests have one number"));
        }
        self.bytes += bytes;
        Ok(())
    }

    fn remove(&mut self, number: u32) {
        self.bytes -= self.requests.remove(&number).unwrap_or_default();
    }

    fn is_below(&self, options: &Options) -> bool {
        self.requests.len() < options.most_outstanding && self.bytes < options.most_bytes
    }
}

/// Attends a connection to its end.
async fn attend(
    shared: &Arc<Shared>,
    (read, mut write): (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    mut state: ConnectionState,
    mut answers: mpsc::UnboundedReceiver<Answer>,
) {
    let options = &shared.options;
    let mut frames = FramedRead::new(read, Frames::default());
    let mut stop = shared.stop.subscribe();
    let mut active = Instant::now();
    let idle = tokio::time::sleep(options.idle);
    let rest = tokio::time::sleep(options.frame);
    let stopped = stopped(&mut stop);
    tokio::pin!(idle, rest, stopped);
    let (mut outstanding, mut reading, mut begun) = (Outstanding::default(), true, false);
    let mut out = Zeroizing::new(vec![]);
    while reading || !outstanding.requests.is_empty() {
        tokio::select! {
            biased;
            Some(answer) = answers.recv() => {
                out.clear();
                add_answers(&mut out, &mut state, &mut answers, answer, &mut outstanding);
                let written = write_all(&mut write, &out, options.write).await;
                wipe(&mut out);
                if written.is_err() {
                    shared.warn("reader too slow or gone", state.uid(), None);
                    return;
                }
            }
            arrival = frames.next(), if reading && outstanding.is_below(options) => {
                active = Instant::now();
                begun = matches!(arrival, Some(Ok(Arrival::Begun)));
                let taken = match arrival {
                    Some(Ok(Arrival::Begun)) => {
                        rest.as_mut().reset(tokio::time::Instant::now() + options.frame);
                        Ok(())
                    }
                    Some(Ok(Arrival::Whole(frame))) => take(&mut state, frame, &mut outstanding),
                    Some(Err(FrameError::Refused(error))) => Err(error),
                    Some(Err(FrameError::Gone)) | None => {
                        reading = false;
                        Ok(())
                    }
                };
                if let Err(error) = taken {
                    shared.warn("frame refused", state.uid(), Some(&error));
                    return;
                }
            }
            () = &mut rest, if reading && begun => {
                shared.warn("sender too slow", state.uid(), None);
                return;
            }
            () = &mut idle => {
                let silent = active.elapsed();
                if silent >= options.idle && outstanding.requests.is_empty() {
                    return;
                }
                let left = options.idle.saturating_sub(silent).max(options.idle / 8);
                idle.as_mut().reset(tokio::time::Instant::now() + left);
            }
            () = &mut stopped, if reading => reading = false,
        }
    }
}

/// Takes a frame in. Errors: `Frame`, which ends all.
fn take(
    state: &mut ConnectionState,
    mut frame: BytesMut,
    out: &mut Outstanding,
) -> Result<(), Error> {
    let decoded = decode(&frame);
    let length = frame.len();
    // It may have been a PIN.
    frame.zeroize();
    let (number, request) = decoded?;
    out.insert(number, length)?;
    state.take(number, request);
    Ok(())
}

/// Adds an answer, and all that are there already, to what is written.
fn add_answers(
    out: &mut Zeroizing<Vec<u8>>,
    state: &mut ConnectionState,
    answers: &mut mpsc::UnboundedReceiver<Answer>,
    first: Answer,
    outstanding: &mut Outstanding,
) {
    let mut next = Some(first);
    while let Some(answer) = next {
        let (number, reply) = match answer {
            Answer::Reply(number, reply, since) => {
                state.was_returned(since);
                (number, reply)
            }
            Answer::Login(number, result) => (number, state.logged_in(result)),
        };
        add_frame(out, number, &reply);
        outstanding.remove(number);
        next = answers.try_recv().ok();
    }
}

/// Writes all of it; only what is not taken at once is waited for, with a clock.
async fn write_all(
    write: &mut (impl AsyncWrite + Unpin),
    bytes: &[u8],
    most: Duration,
) -> std::io::Result<()> {
    let begun = write.write(bytes).now_or_never().transpose()?.unwrap_or_default();
    if begun == bytes.len() {
        return Ok(());
    }
    tokio::time::timeout(most, write.write_all(&bytes[begun..])).await?
}
