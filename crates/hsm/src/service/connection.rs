//! One connection: reads requests while there is room, answers as replies come.

use super::places::Stream;
use super::request::Talk;
use super::{Shared, stopped};
use crate::error::Error;
use crate::token::Session;
use crate::wire::{REQUEST_BYTES, Reply, encode};
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};
use zeroize::Zeroize;

/// What comes back to a connection.
pub(super) enum Answer {
    /// To the request of that number.
    Reply(u32, Reply),
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
        shared.log("connection refused", uid, Some(&error));
        return None;
    }
    let before = shared.connections.fetch_add(1, Ordering::Relaxed);
    let counted = Counted(shared.clone());
    if before >= options.most_connections {
        shared.log("connection refused", uid, Some(&Error::Busy));
        return None;
    }
    let (sender, answers) = mpsc::unbounded_channel();
    let talk = Talk::new(shared.clone(), work.clone(), sender, uid, is_own);
    Some(async move {
        match stream {
            Stream::Unix(stream) => attend(&counted.0, stream.into_split(), talk, answers).await,
            Stream::Loopback(stream) => {
                attend(&counted.0, stream.into_split(), talk, answers).await;
            }
        }
    })
}

/// Attends a connection to its end.
async fn attend(
    shared: &Arc<Shared>,
    (read, mut write): (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    mut talk: Talk,
    mut answers: mpsc::UnboundedReceiver<Answer>,
) {
    let options = &shared.options;
    let codec = LengthDelimitedCodec::builder().max_frame_length(REQUEST_BYTES).new_codec();
    let mut frames = FramedRead::new(read, codec);
    let mut stop = shared.stop.subscribe();
    let mut active = Instant::now();
    let idle = tokio::time::sleep(options.idle);
    tokio::pin!(idle);
    let (mut outstanding, mut reading) = (0, true);
    while reading || outstanding > 0 {
        tokio::select! {
            biased;
            Some(answer) = answers.recv() => {
                let written = write_answers(&mut write, &mut talk, &mut answers, answer);
                let Ok(Ok(count)) = tokio::time::timeout(options.write, written).await else {
                    shared.log("reader too slow or gone", talk.uid(), None);
                    return;
                };
                outstanding -= count;
            }
            frame = frames.next(), if reading && outstanding < options.most_outstanding => {
                active = Instant::now();
                let Some(Ok(mut frame)) = frame else {
                    reading = false;
                    continue;
                };
                outstanding += 1;
                let taken = talk.take(&frame);
                // It may have been a PIN.
                frame.zeroize();
                if let Err(error) = taken {
                    shared.log("frame refused", talk.uid(), Some(&error));
                    return;
                }
            }
            () = &mut idle => {
                let silent = active.elapsed();
                if silent >= options.idle && outstanding == 0 {
                    return;
                }
                let left = options.idle.saturating_sub(silent).max(options.idle / 8);
                idle.as_mut().reset(tokio::time::Instant::now() + left);
            }
            () = stopped(&mut stop), if reading => reading = false,
        }
    }
}

/// Writes an answer and all that are there already. Returns how many.
async fn write_answers(
    write: &mut (impl AsyncWrite + Unpin),
    talk: &mut Talk,
    answers: &mut mpsc::UnboundedReceiver<Answer>,
    first: Answer,
) -> std::io::Result<usize> {
    let (mut out, mut count) = (zeroize::Zeroizing::new(vec![]), 0);
    let mut next = Some(first);
    while let Some(answer) = next {
        let (number, reply) = match answer {
            Answer::Reply(number, reply) => (number, reply),
            Answer::Login(number, result) => (number, talk.logged_in(result)),
        };
        let body = encode(number, &reply);
        out.extend_from_slice(&(body.len() as u32).to_be_bytes());
        out.extend_from_slice(&body);
        count += 1;
        next = answers.try_recv().ok();
    }
    write.write_all(&out).await?;
    Ok(count)
}
