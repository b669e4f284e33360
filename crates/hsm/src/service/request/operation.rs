//! What the queue does for one request: a signature, or a ciphertext that is decrypted.

use super::{ConnectionState, send};
use crate::engine::{AuthorizedKey, Engine, SignItem};
use crate::error::Error;
use crate::object::Id;
use crate::queue::{Ciphertext, Job};
use crate::requests::Requester;
use crate::service::connection::Answer;
use crate::service::executor::LaneName;
use crate::token::Session;
use crate::wire::Reply;
use tokio::sync::mpsc::UnboundedSender;

/// One use of one key.
pub(super) enum Operation {
    Sign(SignItem),
    Decrypt(Id, Ciphertext),
}

impl Operation {
    fn key(&self) -> Id {
        match self {
            Self::Sign(item) => item.key,
            Self::Decrypt(key, _) => *key,
        }
    }

    /// Returns its key, for who may use it so; nothing if it must be unwrapped and may not be.
    fn authorized(
        &self,
        engine: &Engine,
        session: &Session,
        unwrap: bool,
    ) -> Result<Option<AuthorizedKey>, Error> {
        match self {
            Self::Sign(item) => engine.authorize(session, item, unwrap, 1),
            Self::Decrypt(key, _) => engine.authorize_decryption(session, *key, unwrap),
        }
    }

    fn job(self, key: &AuthorizedKey) -> Result<Job, Error> {
        match self {
            Self::Sign(item) => key.job(item),
            Self::Decrypt(_, ciphertext) => key.decryption(ciphertext),
        }
    }

    /// How what comes of it is told.
    fn to_reply(&self) -> fn(Vec<u8>) -> Reply {
        match self {
            Self::Sign(_) => |signature| Reply::Signature(signature.into()),
            Self::Decrypt(..) => |message| Reply::Bytes(message.into()),
        }
    }
}

impl ConnectionState {
    /// Gives an operation to the queue: at once if its key is unwrapped, else when the store has
    /// given it.
    pub(super) fn enqueue(&self, number: u32, operation: Operation) -> Result<(), Error> {
        let session = self.session()?;
        let engine = self.engine();
        let done = answer_to(&self.answers, number, operation.to_reply());
        if let Some(key) = operation.authorized(engine, &session, false)? {
            let id = operation.key();
            let queued = operation.job(&key).and_then(|job| self.client.enqueue(job, done));
            queued.inspect_err(|_| engine.take_back(&session, id, key.mechanism(), 1))?;
            self.work.notify_one();
            return Ok(());
        }
        let (client, engine) = (self.client.clone(), engine.clone());
        self.submit(LaneName::Store, number, move |_| {
            let key = operation.authorized(&engine, &session, true);
            let job = key.and_then(|key| operation.job(&key.ok_or(Error::Internal)?));
            let refused = job.and_then(|job| client.enqueue(job, done)).err();
            client.work();
            refused.map(Err)
        })
    }
}

fn answer_to(
    answers: &UnboundedSender<Answer>,
    number: u32,
    reply: fn(Vec<u8>) -> Reply,
) -> impl FnOnce(Result<Vec<u8>, Error>) + Send + use<> {
    let answers = answers.clone();
    move |result| send(&answers, number, result.map(reply))
}
