//! One connection: reads requests while there is room, answers as replies come.

use super::admissions::Member;
use super::frames::{Arrival, Frames};
use super::listeners::Stream;
use super::request::ConnectionState;
use super::socket::Socket;
use super::{Options, Shared, stopped};
use crate::error::Error;
use crate::peer::Peer;
use crate::token::Session;
use crate::wire::frames::{add_reply, is_hello, read_request, wipe};
use crate::wire::{Reply, Request, Versions, earlier};
use foldhash::HashMap;
use futures_util::FutureExt;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;
use tokio_util::bytes::BytesMut;
use zeroize::{Zeroize, Zeroizing};

/// What comes back to a connection.
pub(super) enum Answer {
    /// To the request of that number, and since when it is there.
    Reply(u32, Reply, Instant),
    /// To the request of that number, and a descriptor that goes with it.
    Passing(u32, Reply, Option<Arc<OwnedFd>>),
    /// To a login to the token of that place: the session, unless it is refused.
    Login(u32, usize, Result<Session, Error>),
}

/// A connection among the others while it lives.
struct Counted(Arc<Shared>, Arc<Member>);

impl Drop for Counted {
    fn drop(&mut self) {
        let Self(shared, member) = self;
        shared.executor.forget(member.peer, member.number);
        shared.admissions.leave(member);
    }
}

/// Returns the work of a connection, if whoever is at its other end may have one.
pub(super) fn admitted(
    shared: &Arc<Shared>,
    work: &Arc<Notify>,
    stream: Stream,
) -> Option<impl Future<Output = ()> + Send + use<>> {
    let own = rustix::process::geteuid().as_raw();
    let peer = match &stream {
        Stream::Unix(stream) => Peer::Uid(stream.peer_cred().ok()?.uid()),
        Stream::Loopback(_) => Peer::Address,
    };
    let uid = peer.uid();
    let is_own = uid.is_some_and(|uid| uid == 0 || uid == own);
    if uid.is_some_and(|uid| !is_own && !shared.options.users.contains(&uid)) {
        let error = Error::Permission("the user may not connect".to_owned());
        for engine in shared.tokens.engines() {
            engine.token().note_refusal(None, peer, "connect".to_owned(), &error);
        }
        shared.log.warn("connection refused", uid, Some(&error));
        return None;
    }
    let Some(member) = shared.admissions.enter(peer) else {
        shared.log.warn("connection refused", uid, Some(&Error::Busy));
        return None;
    };
    let counted = Counted(shared.clone(), member.clone());
    let (sender, answers) = mpsc::unbounded_channel();
    let state = ConnectionState::new(shared.clone(), work.clone(), sender, member, is_own);
    Some(async move {
        let Counted(shared, member) = &counted;
        // Who sees the end of a connection finds it counted no more.
        match Socket::new(stream) {
            Ok(socket) => {
                attend(shared, member, &socket, state, answers).await;
                drop(counted);
            }
            Err(_) => shared.log.warn("connection refused", uid, Some(&Error::Busy)),
        }
    })
}

/// What a connection may have outstanding before a login.
const STRANGER_OUTSTANDING: usize = 16;

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

    /// Whether there may be more.
    fn is_below(&self, options: &Options, is_known: bool) -> bool {
        let most = options.most_outstanding;
        let most = if is_known { most } else { most.min(STRANGER_OUTSTANDING) };
        self.requests.len() < most && self.bytes < options.most_bytes
    }
}

/// How long a connection may be silent.
fn silence(options: &Options, is_known: bool) -> Duration {
    if is_known { options.idle } else { options.idle.min(options.stranger_idle) }
}

/// Whether the other end is closed in both directions: whoever was there reads no answer either.
/// Of a loopback address that is seen only when an answer is written.
fn has_hung_up(stream: &impl AsFd) -> bool {
    let mut asked = [PollFd::new(stream, PollFlags::empty())];
    poll(&mut asked, Some(&Timespec::default())) == Ok(1)
        && asked[0].revents().contains(PollFlags::HUP)
}

/// Whether the client has closed its connection. It is asked when the client sends no more, and
/// after each request before a login: those who come and go have often left when theirs is read.
fn has_gone(member: &Member, more: bool, stream: &impl AsFd) -> bool {
    !(more && member.is_known()) && has_hung_up(stream)
}

/// Attends a connection to its end.
async fn attend(
    shared: &Arc<Shared>,
    member: &Member,
    socket: &Socket,
    mut state: ConnectionState,
    mut answers: mpsc::UnboundedReceiver<Answer>,
) {
    let options = &shared.options;
    let (mut read, mut write) = (socket, socket);
    let mut frames = Frames::default();
    let mut stop = shared.stop.subscribe();
    let mut active = Instant::now();
    let (idle, rest) = (sleep(silence(options, false)), sleep(options.frame));
    let (stopped, evicted) = (stopped(&mut stop), member.evicted());
    tokio::pin!(idle, rest, stopped, evicted);
    let (mut outstanding, mut reading) = (Outstanding::default(), true);
    let mut out = Zeroizing::new(vec![]);
    while reading || !outstanding.requests.is_empty() {
        // Whether long requests may come is not known while a PIN is looked at.
        let takes = reading && outstanding.is_below(options, member.is_known());
        let takes = takes && !(state.is_logging_in() && frames.is_begun());
        tokio::select! {
            biased;
            Some(answer) = answers.recv() => {
                out.clear();
                let passed =
                    add_answers(&mut out, &mut state, &mut answers, answer, &mut outstanding);
                member.set_busy(!outstanding.requests.is_empty());
                let written = write_with(socket, &out, passed, options.write).await;
                wipe(&mut out);
                if written.is_err() {
                    shared.log.warn("reader too slow or gone", state.uid(), None);
                    return;
                }
            }
            arrival = frames.next(&mut read, member.is_known()), if takes => {
                active = Instant::now();
                member.acted(active);
                if matches!(arrival, Ok(Some(Arrival::Begun))) {
                    rest.as_mut().reset(tokio::time::Instant::now() + options.frame);
                }
                let taken = take_in(&mut state, arrival, &mut outstanding);
                member.set_busy(!outstanding.requests.is_empty());
                match taken {
                    Ok(more) if has_gone(member, more, socket) => return,
                    Ok(more) => reading = more,
                    Err(last) => return last.say(shared, &state, &mut write).await,
                }
            }
            () = &mut rest, if takes && frames.is_begun() => {
                shared.log.warn("sender too slow", state.uid(), None);
                return;
            }
            () = &mut idle => {
                let (silent, most) = (active.elapsed(), silence(options, member.is_known()));
                if silent >= most && outstanding.requests.is_empty() {
                    return;
                }
                let left = most.saturating_sub(silent).max(most / 8);
                idle.as_mut().reset(tokio::time::Instant::now() + left);
            }
            () = &mut evicted => {
                shared.log.warn("idle connection dropped for another one", state.uid(), None);
                return;
            }
            () = &mut stopped, if reading => reading = false,
        }
    }
}

/// What ends a connection, and what its other end is told of it.
struct LastWords {
    error: Error,
    told: Zeroizing<Vec<u8>>,
}

impl LastWords {
    /// A refusal of the request of a number.
    fn to(number: u32, error: Error) -> Self {
        let mut told = Zeroizing::default();
        add_reply(&mut told, number, &Reply::Refused(error.clone().into()));
        Self { error, told }
    }

    async fn say(
        self,
        shared: &Shared,
        state: &ConnectionState,
        write: &mut (impl AsyncWrite + Unpin),
    ) {
        shared.log.warn("frame refused", state.uid(), Some(&self.error));
        // Nothing more is owed to who does not read it.
        let _ = write_all(write, &self.told, shared.options.write).await;
    }
}

impl From<Error> for LastWords {
    /// Where no request can be named.
    fn from(error: Error) -> Self {
        Self { error, told: Zeroizing::default() }
    }
}

/// Takes in what has arrived. Returns whether more may come. Errors: what ends all.
fn take_in(
    state: &mut ConnectionState,
    arrival: Result<Option<Arrival>, Error>,
    out: &mut Outstanding,
) -> Result<bool, LastWords> {
    match arrival? {
        Some(Arrival::Begun) => {}
        Some(Arrival::Whole(frame)) => take(state, frame, out)?,
        Some(Arrival::TooEarly(_)) if !state.has_said_hello() => {
            return Err(Error::Frame("it is no hello").into());
        }
        Some(Arrival::TooEarly(number)) => {
            out.insert(number, 0)?;
            state.refuse(number, Error::NotLoggedIn);
        }
        None => return Ok(false),
    }
    Ok(true)
}

/// Takes a frame in. Errors: what ends all.
fn take(
    state: &mut ConnectionState,
    mut frame: BytesMut,
    out: &mut Outstanding,
) -> Result<(), LastWords> {
    if !state.has_said_hello() && !is_hello(&frame) {
        let told = earlier::refusal(&frame, Versions::OWN).unwrap_or_default();
        return Err(LastWords { error: Error::Frame("it is no hello"), told });
    }
    let read = read_request(&frame);
    let length = frame.len();
    // It may have been a PIN.
    frame.zeroize();
    let (head, request) = read?;
    let request = match request {
        Err(error @ Error::OperationUnknown(_)) => {
            out.insert(head.number, length)?;
            state.refuse(head.number, error);
            return Ok(());
        }
        request => request.map_err(|error| LastWords::to(head.number, error))?,
    };
    if let Request::Hello { lowest, highest, .. } = request {
        let said = state.hello(Versions { lowest, highest });
        said.map_err(|error| LastWords::to(head.number, error))?;
    }
    out.insert(head.number, length)?;
    // Without an answer to it nobody could be told anything.
    let is_hello = matches!(request, Request::Hello { .. });
    match state.spend(&head, length) {
        Err(error) if !is_hello => state.refuse(head.number, error),
        _ => state.take(head, request),
    }
    Ok(())
}

/// Adds an answer, and all that are there already, to what is written, up to one that a descriptor
/// goes with, which it returns.
fn add_answers(
    out: &mut Zeroizing<Vec<u8>>,
    state: &mut ConnectionState,
    answers: &mut mpsc::UnboundedReceiver<Answer>,
    first: Answer,
    outstanding: &mut Outstanding,
) -> Option<Arc<OwnedFd>> {
    let (mut next, mut passed) = (Some(first), None);
    while let Some(answer) = next {
        let (number, reply) = match answer {
            Answer::Passing(number, reply, descriptor) => {
                passed = descriptor;
                (number, reply)
            }
            Answer::Reply(number, reply, since) => {
                state.was_returned(since);
                (number, reply)
            }
            Answer::Login(number, token, result) => (number, state.logged_in(token, result)),
        };
        if let Reply::Refused(refusal) = &reply {
            state.was_refused(refusal.code());
        }
        add_reply(out, number, &reply);
        outstanding.remove(number);
        next = if passed.is_none() { answers.try_recv().ok() } else { None };
    }
    passed
}

/// Writes all of it, with a descriptor if there is one and room for both.
async fn write_with(
    mut socket: &Socket,
    bytes: &[u8],
    passed: Option<Arc<OwnedFd>>,
    most: Duration,
) -> std::io::Result<()> {
    let begun = passed.and_then(|passed| socket.pass(bytes, &passed).ok()).unwrap_or_default();
    write_all(&mut socket, &bytes[begun..], most).await
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
