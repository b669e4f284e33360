//! What is done for each request.

mod lane;
mod login;
mod operation;
mod people;

use super::admissions::Member;
use super::budgets::{Budget, CountedJob};
use super::connection::Answer;
use super::executor::{After, LaneName};
use super::tasks::Tasks;
use super::{Shared, add_since, metrics};
use crate::engine::{Engine, SignItem, all_jobs};
use crate::error::Error;
use crate::peer::Peer;
use crate::queue::{Ciphertext, Client, Job};
use crate::requests::{self, Requester, management};
use crate::sessions::Login;
use crate::token::{Session, Token};
use crate::traces::{SHORT, wiped};
use crate::wire::frames::Head;
use crate::wire::{Item, MAX_ITEMS, Refusal, Reply, Request, Versions};
use foldhash::HashMap;
use lane::lane_of;
use operation::Operation;
use serde_bytes::ByteBuf;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedSender;

/// What is known of a connection, and where its answers go.
pub(super) struct ConnectionState {
    shared: Arc<Shared>,
    /// Told that there is something to sign on this thread.
    work: Arc<Notify>,
    answers: UnboundedSender<Answer>,
    client: Client,
    /// The place of the token that the request names which is taken now.
    token: usize,
    /// By the places of tokens.
    logins: HashMap<usize, Arc<Login>>,
    /// The version that is spoken, once a hello has come.
    version: Option<u16>,
    /// Whether a PIN is being derived from: one at a time.
    logging_in: bool,
    pub(super) tasks: Tasks,
    /// What others see of it, and who is at the other end.
    member: Arc<Member>,
    is_own: bool,
    /// What its peer has used of what it may have.
    budget: Arc<Budget>,
}

impl Drop for ConnectionState {
    fn drop(&mut self) {
        let tokens: Vec<usize> = self.logins.keys().copied().collect();
        tokens.into_iter().for_each(|token| self.leave(token));
    }
}

impl ConnectionState {
    pub(super) fn new(
        shared: Arc<Shared>,
        work: Arc<Notify>,
        answers: UnboundedSender<Answer>,
        member: Arc<Member>,
        is_own: bool,
    ) -> Self {
        // A number that no other peer has.
        let peer = member.peer.uid().map_or(u64::MAX, u64::from);
        let client = shared.tokens.queue().client_of(peer);
        let (token, logins, version, logging_in, tasks) = Default::default();
        let budget = shared.budgets.of(member.peer);
        Self {
            shared,
            work,
            answers,
            client,
            token,
            logins,
            version,
            logging_in,
            tasks,
            member,
            is_own,
            budget,
        }
    }

    pub(super) fn uid(&self) -> Option<u32> {
        self.member.peer.uid()
    }

    /// Whether a PIN is being looked at.
    pub(super) fn is_logging_in(&self) -> bool {
        self.logging_in
    }

    /// Whether it is known which version is spoken.
    pub(super) fn has_said_hello(&self) -> bool {
        self.version.is_some()
    }

    /// Takes the versions of a client. Errors: `Version`.
    pub(super) fn hello(&mut self, client: Versions) -> Result<(), Error> {
        self.version = Some(Versions::common(client, Versions::OWN)?);
        Ok(())
    }

    /// Takes a request; its answer comes by the channel.
    pub(super) fn take(&mut self, head: Head, request: Request) {
        self.shared.requests.fetch_add(1, Ordering::Relaxed);
        let named = self.shared.tokens.index_of(&head.token).map(|token| self.token = token);
        if let Err(error) = named.and_then(|()| self.handle(head.number, request)) {
            self.refuse(head.number, error);
        }
    }

    /// Refuses the request of a number.
    pub(super) fn refuse(&self, number: u32, error: Error) {
        self.answer(number, Err(error));
    }

    /// Takes notice of a reply that says no.
    pub(super) fn was_refused(&self, code: &str) {
        self.shared.refused.fetch_add(1, Ordering::Relaxed);
        self.shared.counts.refusals.add(code);
    }

    /// Takes notice of a reply that is written now.
    pub(super) fn was_returned(&self, since: Instant) {
        add_since(&self.shared.returned, since);
    }

    fn answer(&self, number: u32, result: Result<Reply, Error>) {
        send(&self.answers, number, result);
    }

    /// The engine of the token that the request names.
    pub(super) fn engine(&self) -> &Arc<Engine> {
        self.shared.tokens.at(self.token)
    }

    fn login(&self) -> Result<&Arc<Login>, Error> {
        self.logins.get(&self.token).ok_or(Error::NotLoggedIn)
    }

    /// The session, if there is one: it sees what it is for.
    pub(super) fn viewer(&self) -> Option<Session> {
        self.session().ok()
    }

    fn greeting(&self) -> Reply {
        // Who is not known is told nothing of the token.
        let token = self.demand_known().map(|()| self.token().label().to_owned());
        let (version, token) = (self.version.unwrap_or_default(), token.unwrap_or_default());
        let Versions { lowest, highest } = Versions::OWN;
        Reply::Hello { version, lowest, highest, token }
    }

    /// Begins what is asked for, or answers at once.
    fn handle(&mut self, number: u32, request: Request) -> Result<(), Error> {
        if matches!(request, Request::Tokens | Request::Health | Request::Metrics) {
            self.demand_known()?;
        }
        let reply = match request {
            Request::Sign(item) => return self.enqueue(number, Operation::Sign(item.try_into()?)),
            Request::Decrypt { key, hash, mgf, label, bytes } => {
                let (bytes, label) = (bytes.into_vec(), label.into_vec());
                let ciphertext = Ciphertext { bytes, hash, mgf, label };
                return self.enqueue(number, Operation::Decrypt(key, ciphertext));
            }
            Request::SignAll(items) => return self.sign_all(number, items),
            Request::Login { who, pin } => return self.log_in(number, who, pin),
            Request::Logout => self.log_out(),
            Request::Ticket => Reply::Bytes(self.shared.sessions.ticket(self.login()?)?),
            Request::Join { ticket } => self.join(&ticket)?,
            Request::Hello { .. } => self.greeting(),
            Request::Tokens => Reply::Tokens(self.shared.tokens.infos()),
            Request::Health => Reply::Health(self.shared.health(self.token)),
            Request::Metrics => Reply::Text(metrics::text(&self.shared)),
            Request::Stop if !self.is_own => return Err(Error::RoleDenied),
            Request::Stop => {
                self.shared.stop.send_replace(true);
                Reply::Done
            }
            Request::SetPin { .. } | Request::AddIdentity { .. } | Request::RemoveIdentity(_) => {
                return self.change_people(number, request);
            }
            Request::Begin(task) => self.begin_task(task)?,
            Request::Put(piece) => self.put(&piece)?,
            Request::Progress => self.progress()?,
            Request::Take { offset } => self.take_piece(offset)?,
            Request::WatchChanges => {
                let reply = requests::look_up(self, request)?;
                let descriptor = self.shared.tokens.mark(self.token).for_reading();
                let _ = self.answers.send(Answer::Passing(number, reply, descriptor));
                return Ok(());
            }
            sought if requests::is_look_up(&sought) => requests::look_up(self, sought)?,
            of_token if management::is_of_token(&of_token) => {
                let work = management::work(self, of_token)?;
                let engine = self.engine().clone();
                let work = move |_: &Arc<Shared>| Some(work(engine.token()));
                return self.submit(LaneName::Store, number, work);
            }
            slow => return self.do_slowly(number, slow),
        };
        self.answer(number, Ok(reply));
        Ok(())
    }

    fn sign_all(&self, number: u32, items: Vec<Item>) -> Result<(), Error> {
        let session = self.session()?;
        if items.len() > MAX_ITEMS {
            return Err(Error::Busy);
        }
        let items: Vec<Result<SignItem, Error>> = items.into_iter().map(Item::try_into).collect();
        let (engine, answers) = (self.engine().clone(), self.answers.clone());
        let keys = engine.authorize_all(&session, &items, false);
        if !keys.iter().any(|key| matches!(key, Ok(None))) {
            submit_all(&self.client, number, answers, all_jobs(items, keys))?;
            self.work.notify_one();
            return Ok(());
        }
        // They are looked for anew, and counted then.
        engine.take_all_back(&session, &items, &keys);
        let client = self.client.clone();
        self.submit(LaneName::Store, number, move |_| {
            let keys = engine.authorize_all(&session, &items, true);
            let jobs = all_jobs(items, keys);
            let refused = submit_all(&client, number, answers, jobs).err();
            client.work();
            refused.map(Err)
        })
    }

    /// Does what may wait for the store, or takes long, on another thread.
    fn do_slowly(&self, number: u32, request: Request) -> Result<(), Error> {
        let mut keys = self.engine().client(Some(self.session()?));
        requests::keys::demand_short_lists(&request)?;
        self.submit(lane_of(&request), number, move |_| {
            Some(requests::keys::work(&mut keys, request))
        })
    }

    /// Lets `work` be done in a lane, and answers what it returns; nothing if it answers by itself.
    /// A panic answers too.
    ///
    /// Errors: `Busy`, `Closing`.
    fn submit(
        &self,
        lane: LaneName,
        number: u32,
        work: impl FnOnce(&Arc<Shared>) -> Option<Result<Reply, Error>> + Send + 'static,
    ) -> Result<(), Error> {
        let answers = self.answers.clone();
        self.submit_to(lane, move |shared| {
            match wiped(SHORT, || catch_unwind(AssertUnwindSafe(|| work(shared)))) {
                Ok(Some(result)) => send(&answers, number, result),
                Ok(None) => {}
                Err(panic) => {
                    send(&answers, number, Err(Error::Internal));
                    // It is counted there.
                    resume_unwind(panic);
                }
            }
        })
    }

    pub(super) fn submit_to(
        &self,
        lane: LaneName,
        work: impl FnOnce(&Arc<Shared>) + Send + 'static,
    ) -> Result<(), Error> {
        self.submit_counted(lane, self.count_job()?, move |shared| {
            work(shared);
            After::Rest
        })
    }

    /// Counts a slow job of the peer. Errors: `Busy`, which the token's log tells.
    fn count_job(&self) -> Result<CountedJob, Error> {
        let counted = self.budget.begin_job(self.token().limits());
        counted.map_err(|refusal| self.limited(refusal))
    }

    fn submit_counted(
        &self,
        lane: LaneName,
        counted: CountedJob,
        work: impl FnOnce(&Arc<Shared>) -> After + Send + 'static,
    ) -> Result<(), Error> {
        let (shared, begun) = (self.shared.clone(), Instant::now());
        let work = move || {
            let _counted = counted;
            add_since(&shared.handed, begun);
            work(&shared)
        };
        self.shared.executor.submit(lane, self.member.peer, self.member.number, work)
    }
}

impl Requester for ConnectionState {
    fn token(&self) -> &Token {
        self.engine().token()
    }

    fn session(&self) -> Result<Session, Error> {
        self.login()?.session()
    }

    fn has_lost_session(&self) -> bool {
        self.login().is_ok() && self.session().is_err()
    }

    fn peer(&self) -> Peer {
        self.member.peer
    }

    fn is_own(&self) -> bool {
        self.is_own
    }

    fn demand_known(&self) -> Result<(), Error> {
        if self.uid().is_some() { Ok(()) } else { self.session().map(drop) }
    }
}

fn send(answers: &UnboundedSender<Answer>, number: u32, result: Result<Reply, Error>) {
    let reply = result.unwrap_or_else(|error| Reply::Refused(error.into()));
    // The connection may have ended meanwhile.
    let _ = answers.send(Answer::Reply(number, reply, Instant::now()));
}

/// Submits the jobs that there are; the others' errors come in their places.
fn submit_all(
    client: &Client,
    number: u32,
    answers: UnboundedSender<Answer>,
    jobs: Vec<Result<Job, Error>>,
) -> Result<(), Error> {
    let mut good = vec![];
    let refusals: Vec<Option<Error>> =
        jobs.into_iter().map(|job| job.map(|job| good.push(job)).err()).collect();
    client.enqueue_all(good, move |signed| {
        let mut signed = signed.into_iter();
        let place = |refusal: Option<Error>| -> Result<ByteBuf, Refusal> {
            let result = refusal.map_or_else(|| signed.next().unwrap_or(Err(Error::Internal)), Err);
            Ok(result?.into())
        };
        let all = refusals.into_iter().map(place).collect();
        send(&answers, number, Ok(Reply::Signatures(all)));
    })
}
