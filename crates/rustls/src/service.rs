//! Keys of TLS in a service: the private key never enters the process of the web server.
//!
//! [`ServiceKeys`] is a login at a service, and gives the keys there as rustls wants them. `sign`
//! of rustls waits for its signature, so one thread has one signature outstanding at most. Threads
//! that sign at the same time share a few connections ([`Settings::connections`]): while a group
//! of signatures is on its way, those that other threads ask for gather and go as the next group,
//! in one frame, and the service fills its lanes with it. Nobody waits for a group to become full.
//! A server on an asynchronous runtime should have its handshakes on threads that may wait
//! (`spawn_blocking`, or more workers than processors): its workers stand still meanwhile, and as
//! many signatures are gathered as there are workers.
//!
//! A connection that is lost is made again, and what it had asked for is asked once more. Nothing
//! is asked twice besides. A login that was refused for its PIN is not tried again: it would use up
//! the tries of the identity. After any other refusal the next login is tried ten seconds later.
//!
//! All types may be used by any number of threads. In the child of a fork they open connections of
//! their own, and leave those of the parent alone.

mod gather;
mod line;
mod pin;

use gather::{Gatherer, Job};
use line::Lines;
pub use pin::PinSource;
use rustls::pki_types::{CertificateDer, SubjectPublicKeyInfoDer};
use rustls::sign::{CertifiedKey, Signer, SigningKey};
use rustls::{OtherError, SignatureAlgorithm, SignatureScheme};
use sealane::{Lengths, PublicKey, Scheme};
use sealane_client::Error;
use sealane_client::connection::Endpoint;
use sealane_client::object::{Class, Id, Object, Usage};
use sealane_client::signer::{Content, SignItem, Signer as _};
use sealane_client::wire::TokenName;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::sign::{Kind, scheme_of};

/// Where the keys are, and who asks for signatures.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where the service is.
    pub endpoint: Endpoint,
    /// Users of the machine, besides root and that of this process, whose service is believed.
    pub service_users: Vec<u32>,
    /// Which token of the service.
    pub token: TokenName,
    /// Who logs in: an identity of the token. One with the role `operator` may sign and no more.
    pub identity: String,
    /// Where its PIN is from, at each login.
    pub pin: PinSource,
    /// The longest wait for a reply of the service.
    pub wait: Duration,
    /// How many connections there are at most, and so groups of signatures on their way: 1 to 16.
    /// Signatures over curves use two of them at most, for fuller groups; slower ones, of RSA and
    /// ML-DSA, use all but one. They are made when they are needed.
    pub connections: usize,
}

impl Settings {
    /// The first token of a service of root or of this user, a wait of ten seconds, one connection
    /// more than there are processors.
    #[must_use]
    pub fn new(endpoint: Endpoint, identity: impl Into<String>, pin: PinSource) -> Self {
        Self {
            endpoint,
            service_users: vec![],
            token: TokenName::default(),
            identity: identity.into(),
            pin,
            wait: Duration::from_secs(10),
            connections: processors().clamp(1, MAX_CONNECTIONS - 1) + 1,
        }
    }
}

/// A login at a service, whose keys sign for rustls. A clone is the same login.
#[derive(Clone)]
pub struct ServiceKeys(Arc<Process>);

impl ServiceKeys {
    /// Connects and logs in.
    ///
    /// Errors: those of `Connection::connect_to` of `sealane-client` and of a login; `PERMISSION`
    /// for a file of a PIN that others may read; `CONNECTIONS_RANGE` for a number of connections
    /// that is not 1 to 16.
    pub fn connect(settings: Settings) -> Result<Self, Error> {
        if !(1..=MAX_CONNECTIONS).contains(&settings.connections) {
            let why = format!("connections is {}: 1 to 16 are taken", settings.connections);
            return Err(Error::Operation("CONNECTIONS_RANGE", why));
        }
        let process = Process::new(std::process::id(), Arc::new(settings));
        process.gatherer.with_line(|lines, line| lines.open(line).map(drop))?;
        Ok(Self(Arc::new(process)))
    }

    /// Returns the key of a label, as rustls wants it.
    ///
    /// Errors: `KEY_UNKNOWN`; `KEY_TYPE` for a key that TLS has no signatures by; `USAGE_DENIED`
    /// for one that may not sign; those of [`ServiceKeys::connect`].
    pub fn signing_key(&self, label: &str) -> Result<Arc<dyn SigningKey>, Error> {
        let find = |lines: &Lines, line: &mut Option<_>| {
            lines.ask(line, |connection| connection.find(label))
        };
        Ok(Arc::new(ServiceKey::new(self.clone(), &self.0.own().gatherer.with_line(find)?)?))
    }

    /// Returns the key of a label with the certificates of it, the own one first.
    ///
    /// `SingleCertAndKey::from` of rustls makes a resolver of it, for servers and for clients;
    /// `ResolvesServerCertUsingSni` takes several.
    ///
    /// Errors: `Other` with that of [`ServiceKeys::signing_key`]; `InconsistentKeys` if the
    /// certificate is of another key; those of a certificate that is none.
    pub fn certified_key(
        &self,
        label: &str,
        chain: Vec<CertificateDer<'static>>,
    ) -> Result<CertifiedKey, rustls::Error> {
        let certified = CertifiedKey::new(chain, self.signing_key(label).map_err(other)?);
        certified.keys_match()?;
        Ok(certified)
    }
}

impl fmt::Debug for ServiceKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ServiceKeys").field(&self.0.settings.endpoint).finish()
    }
}

/// The most connections of a login.
const MAX_CONNECTIONS: usize = 16;

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// An error of the service as rustls has errors, code and all.
fn other(error: Error) -> rustls::Error {
    rustls::Error::Other(OtherError(Arc::new(Coded(error))))
}

/// An error whose text begins with its code.
#[derive(Debug)]
struct Coded(Error);

impl fmt::Display for Coded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code(), self.0)
    }
}

impl std::error::Error for Coded {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// The connections of one process, and what its child has if it forks.
///
/// A lock that another thread holds while a process forks is held for ever in the child. So the
/// child looks at no lock of its parent: it goes by the number of its process to a value of its
/// own, which it makes the first time. No process but a child writes `child`.
struct Process {
    number: u32,
    settings: Arc<Settings>,
    gatherer: Gatherer<Lines>,
    child: OnceLock<Box<Process>>,
}

impl Process {
    fn new(number: u32, settings: Arc<Settings>) -> Self {
        let most = settings.connections;
        let gatherer = Gatherer::new(Lines::new(settings.clone()), most);
        Self { number, settings, gatherer, child: OnceLock::new() }
    }

    /// That of this process.
    fn own(&self) -> &Self {
        self.of(std::process::id())
    }

    fn of(&self, number: u32) -> &Self {
        let mut at = self;
        while at.number != number {
            at = at.child.get_or_init(|| {
                // Copies of the parent's descriptors, which would keep its connections open.
                at.gatherer.abandon();
                Box::new(Self::new(number, at.settings.clone()))
            });
        }
        at
    }
}

/// A key of the service.
struct ServiceKey {
    keys: ServiceKeys,
    label: String,
    id: Id,
    kind: Kind,
    spki: SubjectPublicKeyInfoDer<'static>,
    is_slow: bool,
}

impl ServiceKey {
    fn new(keys: ServiceKeys, object: &Object) -> Result<Self, Error> {
        if object.class != Class::Private {
            return Err(Error::KeyType);
        }
        let public = PublicKey::from_spki_der(&object.public, Lengths::Current)?;
        let kind = Kind::of(&public).ok_or(Error::KeyType)?;
        if !object.attributes.usage.has(Usage::SIGN) {
            return Err(Error::UsageDenied);
        }
        Ok(Self {
            keys,
            label: object.attributes.label.clone(),
            id: object.id,
            kind,
            spki: object.public.clone().into(),
            is_slow: !matches!(public, PublicKey::Curve(_)),
        })
    }
}

impl fmt::Debug for ServiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { keys, label, kind, .. } = self;
        f.debug_struct("ServiceKey")
            .field("at", keys)
            .field("label", label)
            .field("schemes", &kind.schemes)
            .finish()
    }
}

impl SigningKey for ServiceKey {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let scheme = self.kind.choose(offered)?;
        let (keys, by) = (self.keys.clone(), scheme_of(scheme)?);
        Some(Box::new(ServiceSigner { keys, id: self.id, is_slow: self.is_slow, scheme, by }))
    }

    fn public_key(&self) -> Option<SubjectPublicKeyInfoDer<'_>> {
        Some(self.spki.clone())
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.kind.algorithm
    }
}

/// A key of the service, and the scheme that was chosen.
struct ServiceSigner {
    keys: ServiceKeys,
    id: Id,
    is_slow: bool,
    scheme: SignatureScheme,
    by: Scheme,
}

impl fmt::Debug for ServiceSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ServiceSigner").field(&self.scheme).finish()
    }
}

impl Signer for ServiceSigner {
    /// Waits for the signature. Errors: `Other` with the code of the service.
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rustls::Error> {
        let (key, scheme) = (self.id, Some(self.by.clone()));
        let content = Content::Message(message.to_vec());
        let item = SignItem { key, scheme, content, deterministic: false };
        let job = Job { item, is_slow: self.is_slow };
        self.keys.0.own().gatherer.sign(job).map_err(other)
    }

    fn scheme(&self) -> SignatureScheme {
        self.scheme
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a child has connections of its own, and so have its children; each process finds the
    /// same ones again. Method: numbers of processes in place of forks.
    #[test]
    fn children_have_lines_of_their_own() {
        let endpoint = Endpoint::Socket("/nowhere".into());
        let settings = Settings::new(endpoint, "operator", PinSource::given(b"1234"));
        let parent = Process::new(7, Arc::new(settings));
        assert!(std::ptr::eq(parent.of(7), &parent));
        let child = parent.of(8);
        assert!(!std::ptr::eq(child, &parent) && std::ptr::eq(parent.of(8), child));
        // A child of the child knows both by its copy of their memory.
        let grandchild = parent.of(9);
        assert!(!std::ptr::eq(grandchild, child) && std::ptr::eq(parent.of(9), grandchild));
    }
}
