//! What is done for each request.

mod operation;
mod pages;
mod people;

use super::admissions::Member;
use super::budgets::{Budget, CountedJob};
use super::connection::Answer;
use super::executor::LaneName;
use super::sessions::Login;
use super::{Shared, add_since, management, metrics};
use crate::engine::{Keys, SignItem, all_jobs};
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::Object;
use crate::peer::Peer;
use crate::queue::{Ciphertext, Client, Job};
use crate::role::Pin;
use crate::token::{Session, Token};
use crate::traces::{SHORT, wiped};
use crate::wire::frames::Head;
use crate::wire::{Item, MAX_ITEMS, Refusal, Reply, Request, TokenInfo, TokenName, Versions};
use operation::Operation;
use sealane::Algorithm;
use serde_bytes::ByteBuf;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::Notify;
use tokio::sync::mpsc::UnboundedSender;
use zeroize::Zeroizing;

/// What is known of a connection, and where its answers go.
pub(super) struct ConnectionState {
    shared: Arc<Shared>,
    /// Told that there is something to sign on this thread.
    work: Arc<Notify>,
    answers: UnboundedSender<Answer>,
    client: Client,
    login: Option<Arc<Login>>,
    /// The version that is spoken, once a hello has come.
    version: Option<u16>,
    /// Whether a PIN is being derived from: one at a time.
    logging_in: bool,
    /// What others see of it, and who is at the other end.
    member: Arc<Member>,
    is_own: bool,
    /// What its peer has used of what it may have.
    budget: Arc<Budget>,
}

impl Drop for ConnectionState {
    fn drop(&mut self) {
        self.leave();
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
        let client = shared.engine.queue().client_of(peer);
        let (login, version, logging_in) = (None, None, false);
        let budget = shared.budgets.of(member.peer);
        Self { shared, work, answers, client, login, version, logging_in, member, is_own, budget }
    }

    pub(super) fn uid(&self) -> Option<u32> {
        self.member.peer.uid()
    }

    pub(super) fn peer(&self) -> Peer {
        self.member.peer
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
        let named = self.demand_token(&head.token);
        if let Err(error) = named.and_then(|()| self.handle(head.number, request)) {
            self.refuse(head.number, error);
        }
    }

    /// Demands that the service has the token. Errors: `TokenUnknown`.
    fn demand_token(&self, token: &TokenName) -> Result<(), Error> {
        let is_own = match token {
            TokenName::Slot(slot) => *slot == 0,
            TokenName::Label(label) => label == self.token().label(),
        };
        if is_own { Ok(()) } else { Err(Error::TokenUnknown) }
    }

    /// Refuses the request of a number.
    pub(super) fn refuse(&self, number: u32, error: Error) {
        self.shared.refused.fetch_add(1, Ordering::Relaxed);
        self.answer(number, Err(error));
    }

    /// Takes notice of a reply that is written now.
    pub(super) fn was_returned(&self, since: Instant) {
        add_since(&self.shared.returned, since);
    }

    /// Takes the end of a login.
    pub(super) fn logged_in(&mut self, result: Result<Session, Error>) -> Reply {
        self.logging_in = false;
        // The PIN may have been set anew while the answer waited.
        let current = |session: &Session| self.shared.engine.token().demand_current(session);
        match result.and_then(|session| current(&session).map(|()| session)) {
            Ok(session) => {
                self.leave();
                self.shared.engine.traces().begin();
                self.login = Some(self.shared.sessions.begin(session, self.peer()));
                self.member.set_known(true);
                self.shared.log.info("login", self.uid());
                Reply::Done
            }
            Err(error) => {
                self.shared.log.warn("login refused", self.uid(), Some(&error));
                Reply::Refused(error.into())
            }
        }
    }

    /// Leaves the session that it has, if it has one.
    fn leave(&mut self) {
        if let Some(login) = self.login.take() {
            self.member.set_known(false);
            self.shared.on_logout(self.shared.sessions.leave(&login));
        }
    }

    fn join(&mut self, ticket: &[u8]) -> Result<Reply, Error> {
        let uid = self.uid();
        let joined = self.shared.sessions.join(ticket, self.peer());
        match &joined {
            Ok(_) => self.shared.log.info("join", uid),
            Err(error) => self.shared.log.warn("join refused", uid, Some(error)),
        }
        let joined = joined?;
        self.leave();
        self.login = Some(joined);
        self.member.set_known(true);
        Ok(Reply::Done)
    }

    fn answer(&self, number: u32, result: Result<Reply, Error>) {
        send(&self.answers, number, result);
    }

    /// Whether it is the service's own user, or root.
    pub(super) fn is_own(&self) -> bool {
        self.is_own
    }

    pub(super) fn token(&self) -> &Token {
        self.shared.engine.token()
    }

    /// Demands that the client is authenticated, by `SO_PEERCRED` or by a login.
    pub(super) fn demand_known(&self) -> Result<(), Error> {
        if self.uid().is_some() { Ok(()) } else { self.session().map(drop) }
    }

    fn login(&self) -> Result<&Arc<Login>, Error> {
        self.login.as_ref().ok_or(Error::NotLoggedIn)
    }

    /// The session, if there is one: it sees what it is for.
    pub(super) fn viewer(&self) -> Option<Session> {
        self.session().ok()
    }

    pub(super) fn session(&self) -> Result<Session, Error> {
        self.login()?.session()
    }

    /// Begins what is asked for, or answers at once.
    fn handle(&mut self, number: u32, request: Request) -> Result<(), Error> {
        let engine = &self.shared.engine;
        if is_told_to_known(&request) {
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
            Request::Logout => {
                if let Some(login) = &self.login {
                    self.shared.on_logout(self.shared.sessions.end(login));
                }
                self.login = None;
                self.member.set_known(false);
                Reply::Done
            }
            Request::Ticket => Reply::Bytes(self.shared.sessions.ticket(self.login()?)?),
            Request::Join { ticket } => self.join(&ticket)?,
            Request::Hello { .. } => {
                // Who is not known is told nothing of the token.
                let token = self.demand_known().map(|()| engine.token().label().to_owned());
                let (version, token) =
                    (self.version.unwrap_or_default(), token.unwrap_or_default());
                let Versions { lowest, highest } = Versions::OWN;
                Reply::Hello { version, lowest, highest, token }
            }
            Request::Tokens => {
                let label = engine.token().label().to_owned();
                Reply::Tokens(vec![TokenInfo { slot: 0, label }])
            }
            Request::Find(id) => object(engine.token().see(self.viewer().as_ref(), id)?),
            Request::FindLabel(label) => {
                object(engine.token().see_label(self.viewer().as_ref(), &label)?)
            }
            Request::Page { after, most } => {
                pages::page(engine.token(), self.viewer().as_ref(), &after, most)
            }
            Request::Search { template, after, most } => pages::search(
                engine.token(),
                self.viewer().as_ref(),
                &template,
                after.as_ref(),
                most,
            ),
            Request::Health => Reply::Health(self.shared.health()),
            Request::Metrics => Reply::Text(metrics::text(&self.shared)),
            Request::Stop if !self.is_own => return Err(Error::RoleDenied),
            Request::Stop => {
                self.shared.stop.send_replace(true);
                Reply::Done
            }
            Request::SetPin { .. } | Request::AddIdentity { .. } | Request::RemoveIdentity(_) => {
                return self.change_people(number, request);
            }
            of_token if management::is_of_token(&of_token) => {
                let work = management::work(self, of_token)?;
                let work = move |shared: &Arc<Shared>| Some(work(shared.engine.token()));
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
        let (engine, answers) = (&self.shared.engine, self.answers.clone());
        let keys = engine.authorize_all(&session, &items, false);
        if !keys.iter().any(|key| matches!(key, Ok(None))) {
            submit_all(&self.client, number, answers, all_jobs(items, keys))?;
            self.work.notify_one();
            return Ok(());
        }
        // They are looked for anew, and counted then.
        engine.take_all_back(&session, &items, &keys);
        let client = self.client.clone();
        self.submit(LaneName::Store, number, move |shared| {
            let keys = shared.engine.authorize_all(&session, &items, true);
            let jobs = all_jobs(items, keys);
            let refused = submit_all(&client, number, answers, jobs).err();
            client.work();
            refused.map(Err)
        })
    }

    fn log_in(&mut self, number: u32, who: String, pin: Zeroizing<Vec<u8>>) -> Result<(), Error> {
        if self.logging_in {
            return Err(Error::Busy);
        }
        let pin = Pin::new(&pin)?;
        // Before there is an answer that tells of itself when it is dropped.
        let counted = self.count_job()?;
        let answer = LoginAnswer { number, answers: Some(self.answers.clone()) };
        let peer = self.peer();
        self.submit_counted(LaneName::Login, counted, move |shared| {
            shared.derived.fetch_add(1, Ordering::Relaxed);
            answer.send(shared.engine.token().login_from(peer, who, &pin));
        })?;
        self.logging_in = true;
        Ok(())
    }

    /// Does what may wait for the store, or takes long, on another thread.
    fn do_slowly(&self, number: u32, request: Request) -> Result<(), Error> {
        let mut keys = self.shared.engine.client(Some(self.session()?));
        self.submit(lane_of(&request), number, move |_| Some(done_slowly(&mut keys, request)))
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

    fn submit_to(
        &self,
        lane: LaneName,
        work: impl FnOnce(&Arc<Shared>) + Send + 'static,
    ) -> Result<(), Error> {
        self.submit_counted(lane, self.count_job()?, work)
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
        work: impl FnOnce(&Arc<Shared>) + Send + 'static,
    ) -> Result<(), Error> {
        let (shared, begun) = (self.shared.clone(), Instant::now());
        let work = move || {
            let _counted = counted;
            add_since(&shared.handed, begun);
            work(&shared);
        };
        self.shared.executor.submit(lane, self.member.peer, self.member.number, work)
    }
}

/// Answers a login, whatever becomes of it.
struct LoginAnswer {
    number: u32,
    answers: Option<UnboundedSender<Answer>>,
}

impl LoginAnswer {
    fn send(mut self, result: Result<Session, Error>) {
        if let Some(answers) = self.answers.take() {
            // The connection may have ended meanwhile.
            let _ = answers.send(Answer::Login(self.number, result));
        }
    }
}

impl Drop for LoginAnswer {
    fn drop(&mut self) {
        if let Some(answers) = self.answers.take() {
            let _ = answers.send(Answer::Login(self.number, Err(Error::Internal)));
        }
    }
}

/// Whether a request is answered to everybody who is known.
fn is_told_to_known(request: &Request) -> bool {
    matches!(
        request,
        Request::Find(_)
            | Request::FindLabel(_)
            | Request::Page { .. }
            | Request::Search { .. }
            | Request::Tokens
            | Request::Health
            | Request::Metrics
    )
}

/// The lane of a request that is slow. Keys of RSA and DSA take their time to be made, and to be
/// looked at when they come in.
fn lane_of(request: &Request) -> LaneName {
    let kind: Option<KeyKind> = match request {
        Request::Generate { kind, .. } | Request::Import { kind, .. } => kind.parse().ok(),
        _ => None,
    };
    match kind {
        Some(KeyKind::Pair(Algorithm::Rsa { .. } | Algorithm::Dsa { .. })) => LaneName::Primes,
        _ => LaneName::Store,
    }
}

fn done_slowly(keys: &mut dyn Keys, request: Request) -> Result<Reply, Error> {
    Ok(match request {
        Request::Verify { item, signature } => {
            keys.verify(item.try_into()?, &signature)?;
            Reply::Done
        }
        Request::Derive { key, peer } => Reply::Bytes(keys.derive(key, &peer)?),
        Request::Random { count } => {
            Reply::Bytes(keys.random(usize::try_from(count).unwrap_or(usize::MAX))?)
        }
        Request::Wrap { by, key } => Reply::Bytes(keys.wrap(by, key)?.into()),
        Request::Unwrap { by, wrapped, attributes } => {
            Reply::Object(keys.unwrap(by, &wrapped, attributes)?)
        }
        Request::Generate { kind, attributes } => {
            Reply::Object(keys.generate(kind.parse()?, attributes)?)
        }
        Request::Import { kind, document, attributes } => {
            let key = Key::from_outside(kind.parse()?, &document)?;
            Reply::Object(keys.import(key, attributes)?)
        }
        Request::ImportPublic { spki, label } => Reply::Object(keys.import_public(&spki, &label)?),
        Request::Export(id) => Reply::Bytes(keys.export(id)?),
        Request::Permit { key, permissions } => Reply::Object(keys.permit(key, permissions)?),
        Request::Delete(id) => {
            keys.delete(id)?;
            Reply::Done
        }
        _ => return Err(Error::Internal),
    })
}

fn object(object: Arc<Object>) -> Reply {
    Reply::Object((*object).clone())
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
