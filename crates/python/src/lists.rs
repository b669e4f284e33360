//! Batches over lists, and over two-dimensional buffers as those of numpy.

use crate::given;
use crate::keys::{PrivateKey, PublicKey};
use crate::refusal::Refusal;
use crate::terms::{SignTerms, verify_terms};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sealane::batch::{Batch, SignItem};
use sealane::{Digest, SignError};
use sealane_columns::pieces::in_pieces;
use sealane_columns::rows::{Reason, Rows, verdict};
use sealane_columns::terms::VerifyTerms;

/// Rows are numbered by this, and so are private keys.
fn demand_as_many(name: &str, rows: usize, of: &str, needed: usize) -> PyResult<()> {
    Ok(given::demand_rows(name, rows, of, needed)?)
}

/// One private key for all, or one for each item.
fn private_keys<'py>(
    given: &Bound<'py, PyAny>,
    count: usize,
) -> PyResult<Vec<Bound<'py, PrivateKey>>> {
    if let Ok(key) = given.cast::<PrivateKey>() {
        return Ok(vec![key.clone(); count]);
    }
    let items = given::items("keys", given)?;
    demand_as_many("keys", items.len(), "messages", count)?;
    let key = |item: Bound<'py, PyAny>| {
        let wrong = || {
            let sentence = "keys: a PrivateKey, or a list of these, is needed";
            PyErr::from(Refusal::argument("ARGUMENT_TYPE", sentence))
        };
        item.cast_into::<PrivateKey>().map_err(|_| wrong())
    };
    items.into_iter().map(key).collect()
}

/// Puts results in a list, the exceptions of single calls among them.
pub fn listed<'py, T, R: Into<Refusal>>(
    py: Python<'py>,
    results: impl IntoIterator<Item = Result<T, R>>,
    put: impl Fn(T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let item = |result: Result<T, R>| match result {
        Ok(made) => put(made),
        Err(error) => error.into().exception(py),
    };
    let items: PyResult<Vec<_>> = results.into_iter().map(item).collect();
    PyList::new(py, items?)
}

/// Signs many messages, or digests, in lanes: with one key, or one for each.
///
/// Where an item cannot be signed, its place has the exception that the single call would raise.
#[pyfunction]
#[pyo3(signature = (keys, messages, *, scheme = None, format = "der", digests = false,
                    deterministic = false, low_s = false, check = false, threads = 1))]
#[allow(clippy::too_many_arguments)]
fn sign_batch<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    scheme: Option<&str>,
    format: &str,
    digests: bool,
    deterministic: bool,
    low_s: bool,
    check: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    let terms = SignTerms::new(scheme, deterministic, low_s, check, format)?;
    let threads = given::threads(threads)?;
    let column = given::column("messages", messages)?;
    let keys = private_keys(keys, column.rows())?;
    let keys: Vec<&PrivateKey> = keys.iter().map(|key| key.get()).collect();
    let signed = py.detach(|| {
        let mut values = Vec::with_capacity(column.rows());
        column.read(0..column.rows(), &mut values);
        let ready = values.iter().zip(&keys).map(|(value, key)| {
            let null = Refusal::argument("NULL_MESSAGE", "messages: None cannot be signed");
            let message = value.ok_or(null)?.bytes;
            let scheme = terms.scheme(key.0.algorithm())?;
            let digest = match digests {
                false => None,
                true => {
                    let hash = scheme.hash().ok_or(SignError::Unsupported)?;
                    Some(Digest::from_bytes(hash, message)?)
                }
            };
            Ok((&key.0, scheme, message, digest))
        });
        let ready: Vec<Result<_, Refusal>> = ready.collect();
        let item = |(key, scheme, message, digest)| match digest {
            None => SignItem::new(key, message, scheme, terms.options),
            Some(digest) => SignItem::of_digest(key, digest, scheme, terms.options),
        };
        let good = ready.iter().flatten();
        let items: Vec<_> = good
            .map(|(key, scheme, message, it)| item((*key, scheme, *message, it.as_ref())))
            .collect();
        let made = in_pieces(threads, &items, |piece| Batch::new().sign(piece));
        let mut made = made.into_iter();
        let finish = |ready: Result<(&sealane::PrivateKey, _, _, _), Refusal>| {
            let (key, scheme, _, _) = ready?;
            let signature = made.next().expect("one for each")?;
            Ok(terms.form.write(&key.public_key(), &scheme, signature.into())?)
        };
        ready.into_iter().map(finish).collect::<Vec<Result<Vec<u8>, Refusal>>>()
    });
    listed(py, signed, |signature| Ok(PyBytes::new(py, &signature).into_any()))
}

/// Verifies many signatures of messages, or of digests, in lanes: by one key, or one for each.
///
/// A verdict is True, False for a well-formed signature that is not one of the message by the key,
/// None where something is missing or malformed. With `reasons` a second list has the stable codes.
#[pyfunction]
#[pyo3(signature = (keys, messages, signatures, *, scheme = None, format = "der", digests = false,
                    reasons = false, key_tables = 16, threads = 1))]
#[allow(clippy::too_many_arguments)]
fn verify_batch<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    scheme: Option<&str>,
    format: &str,
    digests: bool,
    reasons: bool,
    key_tables: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let terms = verify_terms(None, scheme, digests, format, false)?;
    let (threads, table_bytes) = (given::threads(threads)?, given::table_bytes(key_tables)?);
    let contents = given::column("messages", messages)?;
    let signatures = given::column("signatures", signatures)?;
    let rows = Rows { keys: given::keys(&terms, keys)?, contents, signatures };
    let found = verified(py, &rows, &terms, table_bytes, threads)?;
    let verdicts = PyList::new(py, found.iter().map(|reason| verdict(*reason)))?;
    if reasons {
        return Ok((verdicts, PyList::new(py, found)?).into_pyobject(py)?.into_any());
    }
    Ok(verdicts.into_any())
}

/// Verifies rows without the interpreter's lock, and lets it have its signals now and then.
///
/// Errors: `ARGUMENT_LENGTH`, and what a signal raises.
pub fn verified(
    py: Python<'_>,
    rows: &Rows,
    terms: &VerifyTerms,
    table_bytes: usize,
    threads: usize,
) -> PyResult<Vec<Reason>> {
    let needed = rows.signatures.rows();
    demand_as_many("messages", rows.contents.rows(), "signatures", needed)?;
    if let Some(keys) = rows.keys.rows() {
        demand_as_many("keys", keys, "signatures", needed)?;
    }
    py.detach(|| {
        let between = || Python::attach(|py| py.check_signals());
        rows.verify(terms, table_bytes, threads, between)
    })
}

/// Derives the secrets of many pairs of keys, in lanes.
#[pyfunction]
#[pyo3(signature = (keys, peers, *, threads = 1))]
fn derive_batch<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    peers: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    let threads = given::threads(threads)?;
    let peer = |item: &Bound<'py, PyAny>| {
        let wrong = || {
            PyErr::from(Refusal::argument("ARGUMENT_TYPE", "peers: a list of PublicKey is needed"))
        };
        item.cast::<PublicKey>().cloned().map_err(|_| wrong())
    };
    let peers = given::items("peers", peers)?.iter().map(peer).collect::<PyResult<Vec<_>>>()?;
    let keys = private_keys(keys, peers.len())?;
    let pairs = keys.iter().zip(&peers).map(|(key, peer)| (&key.get().0, &peer.get().0));
    let pairs: Vec<_> = pairs.collect();
    let derived = py.detach(|| in_pieces(threads, &pairs, |piece| Batch::new().derive(piece)));
    listed(py, derived, |secret| Ok(PyBytes::new(py, secret.as_bytes()).into_any()))
}

/// Makes many fresh keys of one algorithm, in lanes.
#[pyfunction]
#[pyo3(signature = (algorithm, count, *, threads = 1))]
fn generate_batch<'py>(
    py: Python<'py>,
    algorithm: &str,
    count: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    const MAX_COUNT: usize = 1 << 24;
    let (of, threads) = (crate::terms::algorithm(algorithm)?, given::threads(threads)?);
    if count > MAX_COUNT {
        let sentence = format!("count: {count} is more than {MAX_COUNT}");
        return Err(Refusal::argument("ARGUMENT_LENGTH", sentence).into());
    }
    let algorithms = vec![of; count];
    let made = py.detach(|| in_pieces(threads, &algorithms, |piece| Batch::new().keygen(piece)));
    let keys = made.into_iter().map(|key| key.map(PrivateKey).map_err(Refusal::from));
    let keys: Result<Vec<PrivateKey>, Refusal> = keys.collect();
    PyList::new(py, keys?.into_iter().map(|key| Bound::new(py, key)).collect::<PyResult<Vec<_>>>()?)
}

/// Adds what is here to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sign_batch, module)?)?;
    module.add_function(wrap_pyfunction!(verify_batch, module)?)?;
    module.add_function(wrap_pyfunction!(derive_batch, module)?)?;
    module.add_function(wrap_pyfunction!(generate_batch, module)?)
}
