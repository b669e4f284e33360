//! Clients of one thread: each asks again when it has its answer.

use super::{Latencies, Messages};
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::time::Timespec;
use sealane::{Lengths, PublicKey, Scheme};
use sealane_cli::Failure;
use sealane_cli::service::WAIT;
use sealane_hsm::Error;
use sealane_hsm::engine::SignItem;
use sealane_hsm::object::Object;
use sealane_hsm::queue::Content;
use sealane_hsm::remote::Connection;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// One client: a connection, and the numbers of the messages of each of its requests.
pub(super) struct Client<'a, R> {
    connection: &'a mut Connection,
    requests: R,
    waiting: Option<Waiting>,
    last: Option<(Content, Vec<u8>)>,
}

/// A request whose answer is to come.
struct Waiting {
    first: usize,
    last: Content,
    begun: Instant,
}

/// What is signed, by which key, how.
struct Task<'a> {
    object: &'a Object,
    scheme: Scheme,
    messages: &'a Messages,
}

/// Lets all clients ask until they have asked for all of theirs; returns what requests took, after
/// a look at the last signature of each client.
pub(super) fn ask_all<R: Iterator<Item = Range<usize>>>(
    mut clients: Vec<Client<'_, R>>,
    object: &Object,
    messages: &Messages,
    barrier: &Barrier,
) -> Result<Latencies, Failure> {
    let scheme = object.kind.usual_scheme().map_err(Failure::token);
    let ready = Ready::new(&clients);
    barrier.wait();
    let (task, mut ready) = (Task { object, scheme: scheme?, messages }, ready?);
    let mut latencies = Latencies::new();
    let mut left = 0;
    for client in &mut clients {
        left += usize::from(client.ask(&task)?);
    }
    while left > 0 {
        for i in ready.wait()? {
            latencies.record(clients[i].take(&task)?)?;
            if !clients[i].ask(&task)? {
                left -= 1;
            }
        }
    }
    for client in &clients {
        if let Some((content, signature)) = &client.last {
            look_at(&task, content, signature).map_err(Failure::token)?;
        }
    }
    Ok(latencies)
}

impl<'a, R: Iterator<Item = Range<usize>>> Client<'a, R> {
    pub(super) fn new(connection: &'a mut Connection, requests: R) -> Self {
        Self { connection, requests, waiting: None, last: None }
    }

    /// Asks for the next signatures; returns whether there was something to ask for.
    fn ask(&mut self, task: &Task) -> Result<bool, Failure> {
        let Some(numbers) = self.requests.next() else { return Ok(false) };
        let first = numbers.start;
        let contents = numbers.map(|i| task.messages.content(&task.scheme, i));
        let contents: Vec<Content> =
            contents.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        let Some(last) = contents.last().cloned() else { return Ok(false) };
        let item = |content| {
            let (key, scheme) = (task.object.id, Some(task.scheme.clone()));
            SignItem { key, scheme, content, deterministic: false }
        };
        let items = contents.into_iter().map(item).collect();
        let begun = Instant::now();
        self.connection.begin_signing(items).map_err(Failure::token)?;
        self.waiting = Some(Waiting { first, last, begun });
        Ok(true)
    }

    /// Takes the signatures that were asked for; returns the time since.
    fn take(&mut self, task: &Task) -> Result<Duration, Failure> {
        let signed = self.connection.signatures().map_err(Failure::token)?;
        let signed: Vec<Vec<u8>> =
            signed.into_iter().collect::<Result<_, _>>().map_err(Failure::token)?;
        let internal = || Failure::failed("INTERNAL", "a client has an answer to no question");
        let waiting = self.waiting.take().ok_or_else(internal)?;
        let took = waiting.begun.elapsed();
        for (i, signature) in signed.iter().enumerate() {
            task.messages.keep(waiting.first + i, signature)?;
        }
        self.last = signed.into_iter().next_back().map(|signature| (waiting.last, signature));
        Ok(took)
    }
}

/// Which clients have something to read.
struct Ready {
    /// Nothing for a client alone: it waits for its own answers.
    descriptor: Option<OwnedFd>,
    events: Vec<epoll::Event>,
}

impl Ready {
    fn new<R>(clients: &[Client<'_, R>]) -> Result<Self, Failure> {
        let events = Vec::with_capacity(clients.len());
        if clients.len() == 1 {
            return Ok(Self { descriptor: None, events });
        }
        let descriptor = epoll::create(CreateFlags::CLOEXEC).map_err(failed)?;
        for (i, client) in clients.iter().enumerate() {
            let number = EventData::new_u64(i as u64);
            let stream = client.connection.descriptor();
            let stream = stream.ok_or_else(|| Failure::token(Error::Disconnected))?;
            epoll::add(&descriptor, stream, number, EventFlags::IN).map_err(failed)?;
        }
        Ok(Self { descriptor: Some(descriptor), events })
    }

    /// Waits for the first ones.
    fn wait(&mut self) -> Result<impl Iterator<Item = usize> + '_, Failure> {
        self.events.clear();
        if let Some(descriptor) = &self.descriptor {
            let room = rustix::buffer::spare_capacity(&mut self.events);
            let bound = Timespec { tv_sec: WAIT.as_secs() as i64, tv_nsec: 0 };
            match epoll::wait(descriptor, room, Some(&bound)) {
                Ok(0) => return Err(Failure::token(Error::Disconnected)),
                Ok(_) | Err(Errno::INTR) => {}
                Err(why) => return Err(failed(why)),
            }
        }
        let alone = self.descriptor.is_none().then_some(0);
        Ok(self.events.iter().map(|event| event.data.u64() as usize).chain(alone))
    }
}

fn failed(why: Errno) -> Failure {
    Failure::failed("INTERNAL", format!("connections cannot be waited for: {why}"))
}

fn look_at(task: &Task, content: &Content, signature: &[u8]) -> Result<(), Error> {
    let public = PublicKey::from_spki_der(&task.object.public, Lengths::Current)?;
    let scheme = &task.scheme;
    let verdict = match content {
        Content::Message(message) => public.verify(message, scheme, signature),
        Content::Digest(digest) => public.verify_digest(digest, scheme, signature),
    };
    verdict.map_err(|_| Error::Remote("SIG_INVALID".into(), "a signature is wrong".into()))
}
