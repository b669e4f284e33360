//! A token with its hot keys and its queue: what a service serves, and a program can use itself.

mod macs;
mod public_keys;

use crate::error::Error;
use crate::hot::{HotKeys, Policy};
use crate::key::{Key, KeyKind};
use crate::keywrap::Wrapping;
use crate::object::{Attributes, Id, Mechanism, Object};
use crate::permission::Permissions;
use crate::queue::{Ciphertext, Client, Content, Job, Limits, Queue};
use crate::template::{Place, Template};
use crate::token::{Draft, Session, Token, Viewer};
use crate::traces::{SHORT, Traces, wiped};
use public_keys::PublicKeys;
use sealane::{PrivateKey, Scheme, SharedSecret, ecc};
use std::sync::{Arc, OnceLock};
use zeroize::Zeroizing;

pub use sealane_client::signer::{Keys, MacInput, SignItem, Signer};

/// How an engine works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How much at once.
    pub limits: Limits,
    /// How long keys stay unwrapped.
    pub policy: Policy,
    /// How many keys stay unwrapped.
    pub most_hot: usize,
}

impl Default for Settings {
    /// Up to 1024 keys stay unwrapped until the last logout.
    fn default() -> Self {
        Self { limits: Limits::default(), policy: Policy::UntilLogout, most_hot: 1024 }
    }
}

/// A token at work.
pub struct Engine {
    token: Arc<Token>,
    hot: HotKeys,
    public: PublicKeys,
    limits: Limits,
    /// Started by the first signature: who lists keys needs none.
    queue: Arc<OnceLock<Queue>>,
    traces: Arc<Traces>,
}

/// By what something is signed or decrypted: a key, unwrapped for who may use it so, and how.
pub(crate) struct AuthorizedKey {
    key: Arc<Key>,
    #[cfg_attr(not(feature = "service"), expect(dead_code, reason = "the service alone reads it"))]
    mechanism: Mechanism,
    /// Of what signs.
    scheme: Option<Scheme>,
}

impl AuthorizedKey {
    #[cfg(feature = "service")]
    pub(crate) fn mechanism(&self) -> Mechanism {
        self.mechanism
    }

    /// Returns the job of an item. Errors: `KeyType`.
    pub(crate) fn job(&self, item: SignItem) -> Result<Job, Error> {
        let scheme = self.scheme.clone().ok_or(Error::KeyType)?;
        let job = Job::new(self.key.clone(), item.content, scheme)?;
        Ok(if item.deterministic { job.deterministic() } else { job })
    }

    /// Returns the job of a ciphertext. Errors: `KeyType`.
    pub(crate) fn decryption(&self, ciphertext: Ciphertext) -> Result<Job, Error> {
        Job::decrypt(self.key.clone(), ciphertext)
    }
}

/// Returns the jobs of items, each by its own key.
pub(crate) fn all_jobs(
    items: Vec<Result<SignItem, Error>>,
    keys: Vec<Result<Option<Arc<AuthorizedKey>>, Error>>,
) -> Vec<Result<Job, Error>> {
    let job = |(item, key): (_, Result<Option<Arc<AuthorizedKey>>, Error>)| {
        key?.ok_or(Error::Internal)?.job(item?)
    };
    items.into_iter().zip(keys).map(job).collect()
}

/// A client of an engine of this process; with a session, or without.
pub struct InProcess {
    engine: Arc<Engine>,
    session: Option<Session>,
    client: OnceLock<Client>,
}

impl Engine {
    /// Starts the workers of a token.
    #[must_use]
    pub fn new(token: Token, settings: Settings) -> Self {
        Self::with(token, settings, Arc::default(), Arc::default())
    }

    /// The same without threads: those who wait for signatures make them together.
    #[must_use]
    pub fn without_threads(token: Token, settings: Settings) -> Self {
        let queue = OnceLock::from(Queue::without_threads(settings.limits));
        Self::with(token, settings, Arc::new(queue), Arc::default())
    }

    /// Sets another token to work with the workers of this one: lanes hold items of both, and what
    /// one leaves free the other has.
    #[must_use]
    pub fn beside(&self, token: Token, settings: Settings) -> Self {
        let settings = Settings { limits: self.limits, ..settings };
        Self::with(token, settings, self.queue.clone(), self.traces.clone())
    }

    fn with(
        token: Token,
        settings: Settings,
        queue: Arc<OnceLock<Queue>>,
        traces: Arc<Traces>,
    ) -> Self {
        let token = Arc::new(token);
        let hot = HotKeys::new(token.clone(), settings.policy, settings.most_hot);
        let (public, limits) = (PublicKeys::default(), settings.limits);
        Self { token, hot, public, limits, queue, traces }
    }

    /// The token.
    #[must_use]
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// Its keys that are unwrapped.
    #[must_use]
    pub fn hot(&self) -> &HotKeys {
        &self.hot
    }

    /// What fills the lanes.
    #[must_use]
    pub fn queue(&self) -> &Queue {
        self.queue.get_or_init(|| Queue::with_traces(self.limits, self.traces.clone()))
    }

    /// Writes what was counted for the audit log: to be called from time to time, and at the end.
    ///
    /// Errors: those of the storage; then it is counted on.
    pub fn write_audit(&self) -> Result<(), Error> {
        self.hot.hand_over_uses();
        self.token.write_audit()
    }

    /// When threads that work with keys wipe their stacks.
    #[cfg(feature = "service")]
    pub(crate) fn traces(&self) -> &Arc<Traces> {
        &self.traces
    }

    /// Says that the last session has ended: keys that are kept until then are let go of, and the
    /// threads of the queue wipe what is left of them on their stacks. On a thread of the caller's
    /// that has signed, [`sealane::backend::wipe_traces`] does.
    pub fn logged_out(&self) {
        self.end_sessions(true);
    }

    /// The same, where there may be sessions of other tokens with the same workers: `is_last` says
    /// whether there are none.
    pub(crate) fn end_sessions(&self, is_last: bool) {
        self.hot.logged_out();
        if is_last {
            self.traces.end();
        }
        self.wipe_stacks();
    }

    /// Lets the threads that work with keys wipe their stacks, when they come back from what they
    /// do now.
    pub(crate) fn wipe_stacks(&self) {
        self.traces.wipe_once();
        if let Some(queue) = self.queue.get() {
            queue.wake_all();
        }
    }

    /// Returns a client for a session of the token; without one, for what is public.
    #[must_use]
    pub fn client(self: &Arc<Self>, session: Option<Session>) -> InProcess {
        if session.is_some() {
            self.traces.begin();
        }
        InProcess { engine: self.clone(), session, client: OnceLock::new() }
    }

    /// Returns by what an item is signed; nothing if its key must be unwrapped and may not be.
    ///
    /// Errors: those of [`Token::permit`], and of the store.
    pub(crate) fn authorize(
        &self,
        session: &Session,
        item: &SignItem,
        unwrap: bool,
        times: u64,
    ) -> Result<Option<AuthorizedKey>, Error> {
        let scheme = match &item.scheme {
            Some(scheme) => scheme.clone(),
            None => self.usual_scheme(session, item.key)?,
        };
        let mechanism = Mechanism::from_scheme(&scheme)?;
        let key = self.authorized_key(session, item.key, mechanism, unwrap, times)?;
        Ok(key.map(|key| AuthorizedKey { key, mechanism, scheme: Some(scheme) }))
    }

    /// Like [`Engine::authorize`], by what a ciphertext is decrypted.
    pub(crate) fn authorize_decryption(
        &self,
        session: &Session,
        key: Id,
        unwrap: bool,
    ) -> Result<Option<AuthorizedKey>, Error> {
        let mechanism = Mechanism::RsaOaep;
        let key = self.authorized_key(session, key, mechanism, unwrap, 1)?;
        Ok(key.map(|key| AuthorizedKey { key, mechanism, scheme: None }))
    }

    fn authorized_key(
        &self,
        session: &Session,
        key: Id,
        mechanism: Mechanism,
        unwrap: bool,
        times: u64,
    ) -> Result<Option<Arc<Key>>, Error> {
        if unwrap {
            return self.hot.open_for(session, key, mechanism, times).map(Some);
        }
        self.hot.kept_key_for(session, key, mechanism, times)
    }

    /// Errors: `KeyUnknown`, `KeyType`, which the log tells.
    fn usual_scheme(&self, session: &Session, key: Id) -> Result<Scheme, Error> {
        let scheme =
            self.token.see(Some(session), key).and_then(|object| object.kind.usual_scheme());
        scheme.inspect_err(|why| {
            let (who, peer) = (Some(session.who()), session.peer());
            self.token.note_refusal(who, peer, format!("sign by {key}"), why);
        })
    }

    /// Takes back that a key was to be used so many times.
    #[cfg(feature = "service")]
    pub(crate) fn take_back(&self, session: &Session, key: Id, by: Mechanism, times: u64) {
        self.hot.take_back(session.to_use(key, by), times);
    }

    /// Takes back what [`Engine::authorize_all`] has counted.
    #[cfg(feature = "service")]
    pub(crate) fn take_all_back(
        &self,
        session: &Session,
        items: &[Result<SignItem, Error>],
        keys: &[Result<Option<Arc<AuthorizedKey>>, Error>],
    ) {
        for (item, key) in items.iter().zip(keys) {
            if let (Ok(item), Ok(Some(key))) = (item, key) {
                self.take_back(session, item.key, key.mechanism, 1);
            }
        }
    }

    /// Returns the same of many items: what is asked of one key in one way, one after the other, is
    /// looked for once. Errors: of each item its own, or as [`Engine::authorize`] has them.
    pub(crate) fn authorize_all(
        &self,
        session: &Session,
        items: &[Result<SignItem, Error>],
        unwrap: bool,
    ) -> Vec<Result<Option<Arc<AuthorizedKey>>, Error>> {
        let alike = |a: &Result<SignItem, Error>, b: &Result<SignItem, Error>| match (a, b) {
            (Ok(a), Ok(b)) => a.key == b.key && a.scheme == b.scheme,
            _ => false,
        };
        let mut all = Vec::with_capacity(items.len());
        for run in items.chunk_by(alike) {
            let key = match &run[0] {
                Ok(item) => self.authorize(session, item, unwrap, run.len() as u64),
                Err(error) => Err(error.clone()),
            };
            all.extend(std::iter::repeat_n(key.map(|key| key.map(Arc::new)), run.len()));
        }
        all
    }

    /// Verifies a signature by the public half of a key, for one who may see it.
    ///
    /// Errors: `KeyUnknown`, `KeyType`, and those of the library.
    pub fn verify(
        &self,
        viewer: Viewer<'_>,
        item: &SignItem,
        signature: &[u8],
    ) -> Result<(), Error> {
        let object = self.token.see(viewer, item.key)?;
        let scheme = match &item.scheme {
            Some(scheme) => scheme.clone(),
            None => object.kind.usual_scheme()?,
        };
        if !matches!(object.kind, KeyKind::Pair(_)) {
            return Err(Error::KeyType);
        }
        let public = self.public.get_or_parse(&object)?;
        match &item.content {
            Content::Message(message) => public.verify(message, &scheme, signature)?,
            Content::Digest(digest) => {
                public.verify_digest(digest, &scheme, signature)?;
            }
        }
        Ok(())
    }

    /// Returns the secret that a key shares with a peer's public one, a SubjectPublicKeyInfo.
    ///
    /// Errors: those of [`Token::permit`], and those of the library.
    pub fn derive(&self, session: &Session, key: Id, peer: &[u8]) -> Result<SharedSecret, Error> {
        let key = self.hot.open(session, key, Mechanism::Agree)?;
        let Key::Private(PrivateKey::Curve(key)) = &*key else { return Err(Error::KeyType) };
        let peer = ecc::PublicKey::from_spki_der(peer)?;
        Ok(wiped(SHORT, || key.derive(&peer))?)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The token writes it when it goes itself.
        self.hot.hand_over_uses();
    }
}

impl InProcess {
    fn signer(&self) -> &Client {
        self.client.get_or_init(|| self.engine.queue().client())
    }

    fn session(&self) -> Result<&Session, Error> {
        self.session.as_ref().ok_or(Error::NotLoggedIn)
    }

    fn token(&self) -> &Token {
        &self.engine.token
    }
}

impl Signer for InProcess {
    fn find(&mut self, label: &str) -> Result<Object, Error> {
        Ok((*self.token().see_label(self.session.as_ref(), label)?).clone())
    }

    fn list(&mut self) -> Result<Vec<Object>, Error> {
        let viewer = self.session.as_ref();
        let all = self.token().find_all(viewer, &Template::default(), None, usize::MAX);
        Ok(all.iter().filter(|it| it.class.is_key()).map(|it| (**it).clone()).collect())
    }

    fn sign(&mut self, item: SignItem) -> Result<Vec<u8>, Error> {
        let key = self.engine.authorize(self.session()?, &item, true, 1)?;
        self.signer().sign(key.ok_or(Error::Internal)?.job(item)?)
    }

    fn sign_all(&mut self, items: Vec<SignItem>) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        let session = self.session()?;
        let items: Vec<_> = items.into_iter().map(Ok).collect();
        let keys = self.engine.authorize_all(session, &items, true);
        let jobs = all_jobs(items, keys);
        with_refusals(jobs, |jobs| self.signer().sign_all(jobs))
    }
}

impl Keys for InProcess {
    fn search(
        &mut self,
        template: &Template,
        after: Option<&Place>,
        most: usize,
    ) -> Result<Vec<Object>, Error> {
        let found = self.token().find_all(self.session.as_ref(), template, after, most);
        Ok(found.iter().map(|object| (**object).clone()).collect())
    }

    fn permit(&mut self, key: Id, permissions: Permissions) -> Result<Object, Error> {
        Ok((*self.token().set_permissions(self.session()?, key, permissions)?).clone())
    }

    fn find_id(&mut self, id: Id) -> Result<Object, Error> {
        Ok((*self.token().see(self.session.as_ref(), id)?).clone())
    }

    fn verify(&mut self, item: SignItem, signature: &[u8]) -> Result<(), Error> {
        self.engine.verify(self.session.as_ref(), &item, signature)
    }

    fn derive(&mut self, key: Id, peer: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let secret = self.engine.derive(self.session()?, key, peer)?;
        Ok(Zeroizing::new(secret.as_bytes().to_vec()))
    }

    fn decrypt(&mut self, key: Id, ciphertext: Ciphertext) -> Result<Zeroizing<Vec<u8>>, Error> {
        let key = self.engine.authorize_decryption(self.session()?, key, true)?;
        self.signer().decrypt(key.ok_or(Error::Internal)?.decryption(ciphertext)?)
    }

    fn mac(&mut self, key: Id, of: MacInput) -> Result<Vec<u8>, Error> {
        self.engine.mac(self.session()?, key, &of)
    }

    fn verify_mac(&mut self, key: Id, of: MacInput, mac: &[u8]) -> Result<(), Error> {
        self.engine.verify_mac(self.session()?, key, &of, mac)
    }

    fn random(&mut self, count: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.token().random(self.session()?, count)
    }

    fn wrap(&mut self, by: Wrapping, key: Id) -> Result<Vec<u8>, Error> {
        self.token().wrap(self.session()?, by, key)
    }

    fn unwrap(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Object, Error> {
        Ok((*self.token().unwrap(self.session()?, by, wrapped, attributes)?).clone())
    }

    fn unwrap_secret(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Object, Error> {
        Ok((*self.token().unwrap_secret(self.session()?, by, wrapped, attributes)?).clone())
    }

    fn unwrap_in_clear(
        &mut self,
        by: Wrapping,
        wrapped: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.token().unwrap_in_clear(self.session()?, by, wrapped)
    }

    fn generate(&mut self, kind: KeyKind, attributes: Attributes) -> Result<Object, Error> {
        Ok((*self.token().generate(self.session()?, Draft { kind, attributes })?).clone())
    }

    fn import(&mut self, key: Key, attributes: Attributes) -> Result<Object, Error> {
        let made = self.token().import(self.session()?, vec![(key, attributes)])?;
        Ok((*made[0]).clone())
    }

    fn import_public(&mut self, spki: &[u8], label: &str) -> Result<Object, Error> {
        Ok((*self.token().import_public(self.session()?, spki, label)?).clone())
    }

    fn import_public_as(&mut self, spki: &[u8], attributes: Attributes) -> Result<Object, Error> {
        Ok((*self.token().import_public_as(self.session()?, spki, attributes)?).clone())
    }

    fn export(&mut self, id: Id) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.token().export(self.session()?, id)
    }

    fn delete(&mut self, id: Id) -> Result<(), Error> {
        self.token().delete(self.session()?, id)?;
        self.engine.hot.forget(id);
        Ok(())
    }
}

/// Lets `sign` sign the jobs that there are, and puts its results in the places of theirs.
fn with_refusals(
    jobs: Vec<Result<Job, Error>>,
    sign: impl FnOnce(Vec<Job>) -> Result<Vec<Result<Vec<u8>, Error>>, Error>,
) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
    let mut good = vec![];
    let refusals: Vec<Option<Error>> =
        jobs.into_iter().map(|job| job.map(|job| good.push(job)).err()).collect();
    let mut signed = sign(good)?.into_iter();
    let place = |refusal: Option<Error>| match refusal {
        Some(error) => Err(error),
        None => signed.next().unwrap_or(Err(Error::Internal)),
    };
    Ok(refusals.into_iter().map(place).collect())
}
