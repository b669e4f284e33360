//! A token with its hot keys and its queue: what a service serves, and a program can use itself.

use crate::error::Error;
use crate::hot::{HotKeys, Policy};
use crate::key::{Key, KeyKind};
use crate::object::{Id, Mechanism, Object};
use crate::queue::{Client, Content, Job, Limits, Queue};
use crate::scheme::Scheme;
use crate::token::{Session, Token};
use sealane::any;
use std::sync::Arc;

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
    queue: Queue,
}

/// One signature that is asked for.
#[derive(Debug, Clone)]
pub struct SignItem {
    /// By which key.
    pub key: Id,
    /// How; as its kind usually does if nothing is said.
    pub scheme: Option<Scheme>,
    /// Of what.
    pub content: Content,
}

/// Who signs: an [`Engine`] of this process, or a service behind a socket.
pub trait Signer {
    /// Returns the object of a label. Errors: `KeyUnknown`.
    fn find(&mut self, label: &str) -> Result<Object, Error>;

    /// Returns all objects, ordered by their labels.
    fn list(&mut self) -> Result<Vec<Object>, Error>;

    /// Signs; the signature has the form that [`any::PublicKey::verify`] takes.
    ///
    /// Errors: `NotLoggedIn`, those of [`Token::permit`], `Busy`, `Closing`, and those of the
    /// library.
    fn sign(&mut self, item: SignItem) -> Result<Vec<u8>, Error>;

    /// Signs all, in their order. Errors of all: `Busy`, `Closing`; others are of single items.
    fn sign_all(&mut self, items: Vec<SignItem>) -> Result<Vec<Result<Vec<u8>, Error>>, Error>;
}

/// A session with an engine of this process.
pub struct InProcess {
    engine: Arc<Engine>,
    session: Session,
    client: Client,
}

impl Engine {
    /// Starts the workers of a token.
    #[must_use]
    pub fn new(token: Token, settings: Settings) -> Self {
        let token = Arc::new(token);
        let hot = HotKeys::new(token.clone(), settings.policy, settings.most_hot);
        Self { token, hot, queue: Queue::new(settings.limits) }
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
        &self.queue
    }

    /// Returns a signer for a session of the token.
    #[must_use]
    pub fn signer(self: &Arc<Self>, session: Session) -> InProcess {
        InProcess { engine: self.clone(), session, client: self.queue.client() }
    }

    /// Returns the job of an item; nothing if its key must be unwrapped and may not be.
    ///
    /// Errors: those of [`Token::permit`], and of the store.
    pub(crate) fn job(
        &self,
        session: &Session,
        item: &SignItem,
        unwrap: bool,
    ) -> Result<Option<Job>, Error> {
        let scheme = match &item.scheme {
            Some(scheme) => scheme.clone(),
            None => Scheme::usual(self.token.find(item.key)?.kind)?,
        };
        let mechanism = Mechanism::of(scheme.borrowed())?;
        let key = if unwrap {
            Some(self.hot.open(session, item.key, mechanism)?)
        } else {
            self.hot.kept_key(session, item.key, mechanism)?
        };
        key.map(|key| Job::new(key, item.content.clone(), scheme)).transpose()
    }

    /// Verifies a signature by the public half of a key.
    ///
    /// Errors: `KeyUnknown`, `KeyType`, and those of the library.
    pub fn verify(&self, item: &SignItem, signature: &[u8]) -> Result<(), Error> {
        let object = self.token.find(item.key)?;
        let scheme = match &item.scheme {
            Some(scheme) => scheme.clone(),
            None => Scheme::usual(object.kind)?,
        };
        if !matches!(object.kind, KeyKind::Pair(_)) {
            return Err(Error::KeyType);
        }
        let public = any::PublicKey::from_spki_der(&object.public, any::Lengths::Current)?;
        match &item.content {
            Content::Message(message) => public.verify(message, scheme.borrowed(), signature)?,
            Content::Digest(digest) => {
                public.verify_digest(digest, scheme.borrowed(), signature)?;
            }
        }
        Ok(())
    }

    /// Returns the secret that a key shares with a peer's public one, a SubjectPublicKeyInfo.
    ///
    /// Errors: those of [`Token::permit`], and those of the library.
    pub fn derive(
        &self,
        session: &Session,
        key: Id,
        peer: &[u8],
    ) -> Result<sealane::SharedSecret, Error> {
        let key = self.hot.open(session, key, Mechanism::Agree)?;
        let Key::Private(any::PrivateKey::Curve(key)) = &*key else { return Err(Error::KeyType) };
        let peer = sealane::PublicKey::from_spki_der(peer)?;
        Ok(key.derive(&peer)?)
    }
}

impl Signer for InProcess {
    fn find(&mut self, label: &str) -> Result<Object, Error> {
        Ok((*self.engine.token.find_label(label)?).clone())
    }

    fn list(&mut self) -> Result<Vec<Object>, Error> {
        Ok(self.engine.token.list().iter().map(|object| (**object).clone()).collect())
    }

    fn sign(&mut self, item: SignItem) -> Result<Vec<u8>, Error> {
        let job = self.engine.job(&self.session, &item, true)?;
        self.client.sign(job.ok_or(Error::Internal)?)
    }

    fn sign_all(&mut self, items: Vec<SignItem>) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        let job = |item| self.engine.job(&self.session, item, true)?.ok_or(Error::Internal);
        let jobs: Vec<_> = items.iter().map(job).collect();
        with_refusals(jobs, |jobs| self.client.sign_all(jobs))
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
