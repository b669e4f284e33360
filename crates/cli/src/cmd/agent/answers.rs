//! What an agent answers: keys and signatures, and for all else no.
use super::confirm::Confirmation;
use super::keyring::Keyring;
use super::link::ServiceLink;
use super::lock::Lock;
use super::protocol::{Reply, Request};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};

/// An agent, asked by many clients at once.
pub struct Agent<'a> {
    keyring: Keyring,
    link: ServiceLink<'a>,
    /// Who asks before a signature, if anybody does.
    confirmation: Option<Confirmation>,
    /// Whether forwarded connections get no signature.
    no_forwarded: bool,
    lock: Lock,
    is_over: AtomicBool,
}

/// What is known of a client.
#[derive(Default)]
pub struct Client {
    /// Whether it is a connection that `ssh -A` forwards.
    is_forwarded: bool,
}

impl<'a> Agent<'a> {
    pub fn new(
        keyring: Keyring,
        link: ServiceLink<'a>,
        confirmation: Option<Confirmation>,
        no_forwarded: bool,
    ) -> Self {
        let (lock, is_over) = (Lock::default(), AtomicBool::new(false));
        Self { keyring, link, confirmation, no_forwarded, lock, is_over }
    }

    /// Offers and signs nothing any more.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Release);
        self.link.close();
    }

    /// Answers a message of a client, whose connection `stream` is.
    pub fn answer(&self, client: &mut Client, stream: &UnixStream, message: &[u8]) -> Reply {
        let done = |is_done| if is_done { Reply::Success } else { Reply::Failure };
        match Request::read(message) {
            Ok(Request::List) if self.is_silent(client) => Reply::Keys(vec![]),
            Ok(Request::List) => Reply::Keys(self.keyring.list()),
            Ok(Request::Sign { key, data, flags }) => {
                let signed = self.sign(client, stream, &key, data, flags);
                signed.map_or(Reply::Failure, Reply::Signature)
            }
            Ok(Request::Lock(passphrase)) => done(self.lock.lock(&passphrase)),
            Ok(Request::Unlock(passphrase)) => done(self.lock.unlock(&passphrase)),
            Ok(Request::Bind { is_forwarding }) => {
                // Once forwarded, it stays so.
                client.is_forwarded |= is_forwarding;
                Reply::Success
            }
            Ok(Request::Other) | Err(_) => Reply::Failure,
        }
    }

    /// Whether a client gets no keys at all.
    fn is_silent(&self, client: &Client) -> bool {
        let is_refused = self.no_forwarded && client.is_forwarded;
        is_refused || self.lock.is_locked() || self.is_over.load(Ordering::Acquire)
    }

    fn sign(
        &self,
        client: &Client,
        stream: &UnixStream,
        blob: &[u8],
        data: Vec<u8>,
        flags: u32,
    ) -> Option<Vec<u8>> {
        if self.is_silent(client) {
            return None;
        }
        let key = self.keyring.find(blob)?;
        let (item, name) = key.item(data, flags)?;
        if key.confirm {
            let allowed = self.confirmation.as_ref()?.ask(&key.question(), stream);
            // Meanwhile it may have been locked.
            if !allowed || self.is_silent(client) {
                return None;
            }
        }
        key.signature(name, self.link.sign(item).ok()?)
    }
}
