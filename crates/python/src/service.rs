//! A client of the service: keys that stay in another process, and what they do.

use crate::given;
use crate::keys::PublicKey;
use crate::lists::listed;
use crate::refusal::{Outcome, Refusal};
use crate::terms::SignTerms;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sealane::{Digest, Nonces, Scheme};
use sealane_client::Error;
use sealane_client::connection::{Connection, Endpoint};
use sealane_client::key::KeyKind;
use sealane_client::object::{Attributes, Class, Id, Object};
use sealane_client::signer::{Content, Keys, SignItem, Signer};
use sealane_client::wire::TokenName;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Bytes of messages that go in one request.
const REQUEST_BYTES: usize = 1 << 18;
/// The longest time that anybody waits for a reply.
const MAX_WAIT_S: f64 = 86_400.0;

/// The connection that a service and its keys have in common; none once it is closed.
type Shared = Arc<Mutex<Option<Connection>>>;

/// Does something with the connection, without the interpreter's lock.
///
/// Errors: `DISCONNECTED` once it is closed, and those of `work`.
fn with<T: Send>(
    py: Python<'_>,
    shared: &Shared,
    work: impl FnOnce(&mut Connection) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let done = py.detach(|| {
        let mut connection = shared.lock().unwrap_or_else(PoisonError::into_inner);
        work(connection.as_mut().ok_or(Error::Disconnected)?)
    });
    Ok(done.map_err(Refusal::from)?)
}

/// A connection to a service on this machine.
#[pyclass(frozen, module = "sealane")]
struct Service {
    shared: Shared,
    endpoint: String,
}

#[pymethods]
impl Service {
    /// Connects to a service by its socket or address.
    #[new]
    #[pyo3(signature = (endpoint, *, token = None, wait = None))]
    fn new(
        py: Python<'_>,
        endpoint: String,
        token: Option<String>,
        wait: Option<f64>,
    ) -> PyResult<Self> {
        let wait = wait.map(|seconds| match seconds {
            0.001..=MAX_WAIT_S => Ok(Duration::from_secs_f64(seconds)),
            _ => {
                let sentence = format!("wait: from 0.001 to {MAX_WAIT_S} seconds are taken");
                Err(Refusal::argument("ARGUMENT_WAIT", sentence))
            }
        });
        let wait = wait.transpose()?;
        let Ok(place) = endpoint.parse::<Endpoint>();
        let connect = || {
            let mut connection = Connection::connect(&place, wait)?;
            if let Some(label) = token {
                connection.select(TokenName::Label(label))?;
            }
            Ok(connection)
        };
        let connection = py.detach(connect).map_err(|error: Error| Refusal::from(error))?;
        Ok(Self { shared: Arc::new(Mutex::new(Some(connection))), endpoint })
    }

    /// Opens a session of a role or a person by the PIN.
    fn login(&self, py: Python<'_>, who: &str, pin: &Bound<'_, PyAny>) -> PyResult<()> {
        let pin = given::with_text("pin", pin, |pin| {
            Ok(zeroize::Zeroizing::new(pin.as_bytes().to_vec()))
        })?;
        with(py, &self.shared, |connection| connection.login(who, &pin))
    }

    /// Ends the session.
    fn logout(&self, py: Python<'_>) -> PyResult<()> {
        with(py, &self.shared, Connection::logout)
    }

    /// Closes the connection, and with it the session.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.shared.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }

    /// The label of the token.
    #[getter]
    fn token(&self, py: Python<'_>) -> PyResult<String> {
        with(py, &self.shared, |connection| Ok(connection.token().to_owned()))
    }

    /// Returns the keys that may be seen, in the order of their labels.
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<ServiceKey>> {
        let objects = with(py, &self.shared, Connection::list)?;
        let keys = objects.into_iter().filter(|object| object.class == Class::Private);
        keys.map(|object| self.of(object)).collect()
    }

    /// Returns the key of a label.
    fn key(&self, py: Python<'_>, label: &str) -> PyResult<ServiceKey> {
        self.of(with(py, &self.shared, |connection| connection.find(label))?)
    }

    /// Makes a key, which is sensitive and not exportable.
    fn generate(&self, py: Python<'_>, label: &str, algorithm: &str) -> PyResult<ServiceKey> {
        let kind = KeyKind::Pair(crate::terms::algorithm(algorithm)?);
        let attributes = Attributes::usual(label, kind);
        self.of(with(py, &self.shared, |connection| connection.generate(kind, attributes))?)
    }

    /// Returns random bytes of the service.
    fn random<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = with(py, &self.shared, |connection| connection.random(count))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> String {
        format!("<sealane.Service {}>", self.endpoint)
    }
}

impl Service {
    /// A key of an object. Errors: `KEY_TYPE` for what is none, and those of its document.
    fn of(&self, object: Object) -> PyResult<ServiceKey> {
        let public = sealane::PublicKey::from_der(&object.public, sealane::Lengths::Legacy);
        let public = match object.class {
            Class::Private => public.map_err(Refusal::from)?,
            _ => return Err(Refusal::from(Error::KeyType).into()),
        };
        let label = object.attributes.label;
        Ok(ServiceKey { shared: self.shared.clone(), id: object.id, label, public })
    }
}

/// A private key in a service: it signs and derives there.
#[pyclass(frozen, module = "sealane")]
struct ServiceKey {
    shared: Shared,
    id: Id,
    label: String,
    public: sealane::PublicKey,
}

impl ServiceKey {
    fn item(&self, terms: &SignTerms, scheme: &Scheme, content: Content) -> SignItem {
        let deterministic = terms.options.nonces == Nonces::Deterministic;
        SignItem { key: self.id, scheme: Some(scheme.clone()), content, deterministic }
    }

    /// What is sent: of a message its digest, where the scheme has one, however long it is.
    ///
    /// Errors: `Unsupported` for digests where it has none, `DigestLength`.
    fn content(scheme: &Scheme, is_digest: bool, message: &[u8]) -> Outcome<Content> {
        match (is_digest, scheme.hash()) {
            (true, None) => Err(sealane::SignError::Unsupported.into()),
            (true, Some(hash)) => Ok(Content::Digest(Digest::from_bytes(hash, message)?)),
            // A prehashed ML-DSA signs the message itself.
            (false, Some(hash)) if !matches!(scheme, Scheme::MlDsa { .. }) => {
                Ok(Content::Digest(Digest::of(hash, message)))
            }
            (false, _) => Ok(Content::Message(message.to_vec())),
        }
    }

    fn sign_one(
        &self,
        py: Python<'_>,
        terms: &SignTerms,
        is_digest: bool,
        message: &[u8],
    ) -> PyResult<Vec<u8>> {
        let scheme = terms.scheme(self.public.algorithm()).map_err(Refusal::from)?;
        let item = self.item(terms, &scheme, Self::content(&scheme, is_digest, message)?);
        let signature = with(py, &self.shared, |connection| connection.sign(item))?;
        Ok(terms.form.write(&self.public, &scheme, signature).map_err(Refusal::from)?)
    }
}

#[pymethods]
impl ServiceKey {
    /// Its name in the token.
    #[getter]
    fn label(&self) -> &str {
        &self.label
    }

    /// The name of its algorithm.
    #[getter]
    fn algorithm(&self) -> String {
        self.public.algorithm().to_string()
    }

    /// Returns the public key that belongs to it.
    fn public_key(&self) -> PublicKey {
        PublicKey(self.public.clone())
    }

    /// Signs a message.
    #[pyo3(signature = (message, *, scheme = None, deterministic = false, format = "der"))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        scheme: Option<&str>,
        deterministic: bool,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let terms = SignTerms::new(scheme, deterministic, false, false, format)?;
        let message = given::bytes("message", message)?;
        let signature = self.sign_one(py, &terms, false, message.as_slice())?;
        Ok(PyBytes::new(py, &signature))
    }

    /// Signs a digest of the scheme's hash.
    #[pyo3(signature = (digest, *, scheme = None, deterministic = false, format = "der"))]
    fn sign_digest<'py>(
        &self,
        py: Python<'py>,
        digest: &Bound<'py, PyAny>,
        scheme: Option<&str>,
        deterministic: bool,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let terms = SignTerms::new(scheme, deterministic, false, false, format)?;
        let digest = given::bytes("digest", digest)?;
        let signature = self.sign_one(py, &terms, true, digest.as_slice())?;
        Ok(PyBytes::new(py, &signature))
    }

    /// Signs many messages, or digests: the service does them in lanes.
    #[pyo3(signature = (messages, *, scheme = None, digests = false, deterministic = false,
                        format = "der"))]
    fn sign_batch<'py>(
        &self,
        py: Python<'py>,
        messages: &Bound<'py, PyAny>,
        scheme: Option<&str>,
        digests: bool,
        deterministic: bool,
        format: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let terms = SignTerms::new(scheme, deterministic, false, false, format)?;
        let scheme = terms.scheme(self.public.algorithm()).map_err(Refusal::from)?;
        let column = given::column("messages", messages)?;
        let mut values = Vec::with_capacity(column.rows());
        column.read(0..column.rows(), &mut values);
        let content = |value: &Option<sealane_columns::column::Value<'_>>| {
            let null = Refusal::argument("NULL_MESSAGE", "messages: None cannot be signed");
            Self::content(&scheme, digests, value.ok_or(null)?.bytes)
        };
        let contents: Vec<Outcome<Content>> = values.iter().map(content).collect();
        let good = contents.iter().flatten().cloned();
        let items: Vec<_> = good.map(|it| self.item(&terms, &scheme, it)).collect();
        let signed = with(py, &self.shared, |connection| sign_in_requests(connection, items))?;
        let mut signed = signed.into_iter();
        let results = contents.into_iter().map(|content| {
            content?;
            let signature = signed.next().ok_or(Error::Internal)?.map_err(Refusal::from)?;
            terms.form.write(&self.public, &scheme, signature).map_err(Refusal::from)
        });
        listed(py, results, |signature| Ok(PyBytes::new(py, &signature).into_any()))
    }

    /// Returns the secret that it shares with a public key.
    fn derive<'py>(
        &self,
        py: Python<'py>,
        peer: PyRef<'py, PublicKey>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (id, peer) = (self.id, peer.0.to_spki_der());
        let secret = with(py, &self.shared, |connection| connection.derive(id, &peer))?;
        Ok(PyBytes::new(py, &secret))
    }

    fn __repr__(&self) -> String {
        format!("<sealane.ServiceKey {:?} {}>", self.label, self.public.algorithm())
    }
}

/// Signs all, in requests that are not too long.
fn sign_in_requests(
    connection: &mut Connection,
    items: Vec<SignItem>,
) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
    let bytes = |item: &SignItem| match &item.content {
        Content::Message(message) => message.len(),
        Content::Digest(digest) => digest.as_bytes().len(),
    };
    let mut results = Vec::with_capacity(items.len());
    let (mut some, mut some_bytes) = (Vec::new(), 0);
    for item in items {
        if some_bytes + bytes(&item) > REQUEST_BYTES && !some.is_empty() {
            results.extend(connection.sign_all(std::mem::take(&mut some))?);
            some_bytes = 0;
        }
        some_bytes += bytes(&item);
        some.push(item);
    }
    if !some.is_empty() {
        results.extend(connection.sign_all(some)?);
    }
    Ok(results)
}

/// Adds what is here to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Service>()?;
    module.add_class::<ServiceKey>()
}
