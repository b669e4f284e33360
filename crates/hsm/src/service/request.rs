//! What is done for each request.

use super::connection::Answer;
use super::sessions::Login;
use super::{Shared, add_since, metrics};
use crate::engine::{Keys, SignItem, all_jobs};
use crate::error::Error;
use crate::key::Key;
use crate::object::Object;
use crate::peer::Peer;
use crate::queue::{Client, Job};
use crate::role::{Pin, Role};
use crate::token::Session;
use crate::wire::{Item, MAX_ITEMS, Refusal, Reply, Request, VERSION};
use serde_bytes::ByteBuf;
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
    /// Whether a PIN is being derived from: one at a time.
    logging_in: bool,
    /// Who is at the other end, if the system says it.
    uid: Option<u32>,
    may_stop: bool,
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
        uid: Option<u32>,
        may_stop: bool,
    ) -> Self {
        let client = shared.engine.queue().client();
        Self { shared, work, answers, client, login: None, logging_in: false, uid, may_stop }
    }

    pub(super) fn uid(&self) -> Option<u32> {
        self.uid
    }

    /// Takes a request; its answer comes by the channel.
    pub(super) fn take(&mut self, number: u32, request: Request) {
        self.shared.requests.fetch_add(1, Ordering::Relaxed);
        if let Err(error) = self.handle(number, request) {
            self.shared.refused.fetch_add(1, Ordering::Relaxed);
            self.answer(number, Err(error));
        }
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
                self.login = Some(self.shared.sessions.begin(session, self.uid));
                self.shared.log("login", self.uid);
                Reply::Done
            }
            Err(error) => {
                self.shared.warn("login refused", self.uid, Some(&error));
                Reply::Refused(error.into())
            }
        }
    }

    /// Leaves the session that it has, if it has one.
    fn leave(&mut self) {
        if let Some(login) = self.login.take() {
            self.shared.on_last_logout(self.shared.sessions.leave(&login));
        }
    }

    fn join(&mut self, ticket: &[u8]) -> Result<Reply, Error> {
        let joined = self.shared.sessions.join(ticket, self.uid);
        match &joined {
            Ok(_) => self.shared.log("join", self.uid),
            Err(error) => self.shared.warn("join refused", self.uid, Some(error)),
        }
        let joined = joined?;
        self.leave();
        self.login = Some(joined);
        Ok(Reply::Done)
    }

    fn answer(&self, number: u32, result: Result<Reply, Error>) {
        send(&self.answers, number, result);
    }

    /// Demands that the client is authenticated, by `SO_PEERCRED` or by a login.
    fn demand_known(&self) -> Result<(), Error> {
        if self.uid.is_some() { Ok(()) } else { self.session().map(drop) }
    }

    fn login(&self) -> Result<&Arc<Login>, Error> {
        self.login.as_ref().ok_or(Error::NotLoggedIn)
    }

    fn session(&self) -> Result<Session, Error> {
        self.login()?.session()
    }

    /// Begins what is asked for, or answers at once.
    fn handle(&mut self, number: u32, request: Request) -> Result<(), Error> {
        let engine = &self.shared.engine;
        if matches!(
            request,
            Request::Find(_) | Request::FindLabel(_) | Request::List | Request::Metrics
        ) {
            self.demand_known()?;
        }
        let reply = match request {
            Request::Sign(item) => return self.sign(number, item.try_into()?),
            Request::SignAll(items) => return self.sign_all(number, items),
            Request::Login { role, pin } => return self.log_in(number, role, pin),
            Request::Logout => {
                if let Some(login) = &self.login {
                    self.shared.on_last_logout(self.shared.sessions.end(login));
                }
                self.login = None;
                Reply::Done
            }
            Request::Ticket => Reply::Bytes(self.shared.sessions.ticket(self.login()?)?),
            Request::Join { ticket } => self.join(&ticket)?,
            Request::SetPin { role, pin } => return self.set_pin(number, role, pin),
            Request::Hello { version } if version != VERSION => {
                return Err(Error::Frame("another version of the protocol"));
            }
            Request::Hello { .. } => {
                Reply::Hello { version: VERSION, token: engine.token().label().to_owned() }
            }
            Request::Find(id) => object(engine.token().find(id)?),
            Request::FindLabel(label) => object(engine.token().find_label(&label)?),
            Request::List => {
                let all = engine.token().list();
                Reply::Objects(all.iter().map(|object| (**object).clone()).collect())
            }
            Request::Health => Reply::Health(self.shared.health()),
            Request::Metrics => Reply::Text(metrics::text(&self.shared)),
            Request::Stop if !self.may_stop => return Err(Error::RoleDenied),
            Request::Stop => {
                self.shared.stop.send_replace(true);
                Reply::Done
            }
            slow => return self.do_slowly(number, slow),
        };
        self.answer(number, Ok(reply));
        Ok(())
    }

    fn sign(&self, number: u32, item: SignItem) -> Result<(), Error> {
        let session = self.session()?;
        if let Some(key) = self.shared.engine.authorize(&session, &item, false)? {
            self.client.enqueue(key.job(item)?, signature_to(&self.answers, number))?;
            self.work.notify_one();
            return Ok(());
        }
        let shared = self.shared.clone();
        let (client, answers) = (self.client.clone(), self.answers.clone());
        let begun = Instant::now();
        tokio::task::spawn_blocking(move || {
            add_since(&shared.handed, begun);
            let key = shared.engine.authorize(&session, &item, true);
            let job = key.and_then(|key| key.ok_or(Error::Internal)?.job(item));
            let done = signature_to(&answers, number);
            if let Err(error) = job.and_then(|job| client.enqueue(job, done)) {
                send(&answers, number, Err(error));
            }
            client.work();
        });
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
        let (shared, client, begun) = (self.shared.clone(), self.client.clone(), Instant::now());
        tokio::task::spawn_blocking(move || {
            add_since(&shared.handed, begun);
            let keys = shared.engine.authorize_all(&session, &items, true);
            let jobs = all_jobs(items, keys);
            if let Err(error) = submit_all(&client, number, answers.clone(), jobs) {
                send(&answers, number, Err(error));
            }
            client.work();
        });
        Ok(())
    }

    fn log_in(&mut self, number: u32, role: Role, pin: Zeroizing<Vec<u8>>) -> Result<(), Error> {
        if self.logging_in {
            return Err(Error::Busy);
        }
        let pin = Pin::new(&pin)?;
        self.logging_in = true;
        let (answers, peer) = (self.answers.clone(), Peer::from(self.uid));
        self.derive_from_pin(move |shared| {
            let result = shared.engine.token().login_from(peer, role, &pin);
            // The connection may have ended meanwhile.
            let _ = answers.send(Answer::Login(number, result));
        });
        Ok(())
    }

    /// Sets a PIN, and ends the sessions that the one before has opened.
    fn set_pin(&self, number: u32, role: Role, pin: Zeroizing<Vec<u8>>) -> Result<(), Error> {
        let (session, pin) = (self.session()?, Pin::new(&pin)?);
        let answers = self.answers.clone();
        self.derive_from_pin(move |shared| {
            let set = shared.engine.token().set_pin(&session, role, &pin);
            if set.is_ok() {
                shared.on_last_logout(shared.sessions.end_role(role));
            }
            send(&answers, number, set.map(|()| Reply::Done));
        });
        Ok(())
    }

    /// Does what derives from a PIN, when there is room for it, on a thread that may take its time.
    /// Who waits for room holds no thread that others need.
    fn derive_from_pin(&self, work: impl FnOnce(&Shared) + Send + 'static) {
        let shared = self.shared.clone();
        tokio::spawn(async move {
            let Ok(_permit) = shared.logins.acquire().await else { return };
            shared.derived.fetch_add(1, Ordering::Relaxed);
            let shared = shared.clone();
            // What panics there answers nothing; its connection ends by itself.
            let _ = tokio::task::spawn_blocking(move || work(&shared)).await;
        });
    }

    /// Does what may wait for the store, or takes long, on another thread.
    fn do_slowly(&self, number: u32, request: Request) -> Result<(), Error> {
        let mut keys = self.shared.engine.client(Some(self.session()?));
        let (shared, answers, begun) = (self.shared.clone(), self.answers.clone(), Instant::now());
        tokio::task::spawn_blocking(move || {
            add_since(&shared.handed, begun);
            send(&answers, number, done_slowly(&mut keys, request));
        });
        Ok(())
    }
}

fn done_slowly(keys: &mut dyn Keys, request: Request) -> Result<Reply, Error> {
    Ok(match request {
        Request::Verify { item, signature } => {
            keys.verify(item.try_into()?, &signature)?;
            Reply::Done
        }
        Request::Derive { key, peer } => Reply::Bytes(keys.derive(key, &peer)?),
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

fn signature_to(
    answers: &UnboundedSender<Answer>,
    number: u32,
) -> impl FnOnce(Result<Vec<u8>, Error>) + Send + use<> {
    let answers = answers.clone();
    move |result| send(&answers, number, result.map(|signature| Reply::Signature(signature.into())))
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
