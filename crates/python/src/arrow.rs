//! Columns and batches of Arrow, by the PyCapsule interface: the door for engines.
//!
//! What a producer hands over is looked at before a byte of it is used. Of its own objects pyarrow
//! knows how long their buffers are, and is asked. Whatever the producer: lengths are checked
//! against what buffers are said to hold, offsets and views against the ends of their values,
//! indices against dictionaries, nulls are counted, texts must be UTF-8. That a buffer is as long
//! as its layout says, and where it is, is the producer's word: the interface does not tell.

use crate::given;
use crate::keys::PublicKey;
use crate::lists::verified;
use crate::refusal::{Outcome, Refusal, is_from};
use crate::terms::verify_terms;
use arrow_array::{ArrayRef, RecordBatch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::input::{AnyArray, AnyRecordBatch};
use pyo3_arrow::{PyArray, PyRecordBatch, PyTable};
use sealane_columns::batches::{Answers, Plan, columns, content};
use sealane_columns::column::Column;
use sealane_columns::rows::{Keys, Rows};
use sealane_columns::terms::VerifyTerms;
use sealane_columns::{Refused, rows};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

const PYARROW: &str = "pyarrow";
const POLARS: &str = "polars";

/// Takes what the interface gives. What a broken producer hands over may be no array at all.
///
/// Errors: `ARROW_INVALID`; `ARGUMENT_TYPE` for an object that does not speak the interface; what
/// the producer raises.
fn taken<T>(
    name: &str,
    given: &Bound<'_, PyAny>,
    take: impl FnOnce() -> PyResult<T>,
) -> PyResult<T> {
    let speaks = |method: &str| given.hasattr(method);
    if !speaks("__arrow_c_array__")? && !speaks("__arrow_c_stream__")? {
        let class = given.get_type().name()?.to_string();
        let sentence = format!("{name}: an Arrow array, column or table is needed, not {class}");
        return Err(Refusal::argument("ARGUMENT_TYPE", sentence).into());
    }
    let found = catch_unwind(AssertUnwindSafe(take));
    found.unwrap_or_else(|_| Err(Refusal::malformed(name, "this is not an array of Arrow").into()))
}

/// Lets pyarrow look at an object of its own. Errors: `ARROW_INVALID`.
fn validate_by_producer(name: &str, given: &Bound<'_, PyAny>) -> PyResult<()> {
    if !is_from(&given.get_type(), PYARROW) || !given.hasattr("validate")? {
        return Ok(());
    }
    let arguments = pyo3::types::PyDict::new(given.py());
    arguments.set_item("full", true)?;
    let found = given.call_method("validate", (), Some(&arguments));
    let refused = |error: PyErr| Refusal::malformed(name, error.value(given.py())).into();
    found.map(|_| ()).map_err(refused)
}

/// A column of any producer.
fn column(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Column> {
    validate_by_producer(name, given)?;
    let chunks = taken(name, given, || {
        let whole = given.extract::<AnyArray>()?.into_chunked_array();
        Ok(whole.map_err(|error| of_producer(name, error))?.into_inner().0)
    })?;
    Ok(checked(name, || Column::from_arrays(name, &chunks))?)
}

/// What the interface says of a producer. Errors of the interpreter are its own.
fn of_producer(name: &str, error: PyArrowError) -> PyErr {
    match error {
        PyArrowError::ArrowError(error) => Refusal::malformed(name, error).into(),
        other => other.into(),
    }
}

/// What the interface says of an object that has no columns, an array alone for instance. Errors
/// of the interpreter are its own.
fn of_kind(py: Python<'_>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyValueError>(py) {
        Refusal::malformed("batch", error.value(py)).into()
    } else {
        error
    }
}

/// What is read of arrays. Those that their checks cannot even look at are refused as well.
fn checked<T>(name: &str, read: impl FnOnce() -> Result<T, Refused>) -> Outcome<T> {
    let found = catch_unwind(AssertUnwindSafe(read));
    let found = found.unwrap_or_else(|_| Err(Refused::malformed(name, "its layout is broken")));
    Ok(found?)
}

/// A column as the package has them that the caller uses.
fn returned<'py>(like: &Bound<'py, PyAny>, array: ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let (py, class) = (like.py(), like.get_type());
    let array = PyArray::from_array_ref(array);
    if is_from(&class, PYARROW) {
        let made = array.to_pyarrow(py)?.unbind();
        Ok(made.into_bound(py))
    } else if is_from(&class, POLARS) {
        py.import(POLARS)?.getattr("Series")?.call1((array,))
    } else {
        Ok(Bound::new(py, array)?.into_any())
    }
}

/// Verifies columns of Arrow, and returns a column of booleans: true, false, or null where a value
/// of the row is null or malformed.
///
/// Columns are of Binary, LargeBinary, BinaryView or FixedSizeBinary, of text, or of dictionaries
/// of these. Keys are documents, PEM or DER; with `algorithm` they must be of that one, and may
/// also be their octets alone. With `digests` the second column holds digests of the scheme's hash.
/// With `reasons` there is a pair: verdicts, and the stable code of each row that is not valid.
///
/// Raises ArgumentError: ARGUMENT_TYPE, ARGUMENT_LENGTH, ARROW_INVALID, NAME_UNKNOWN.
#[pyfunction]
#[pyo3(signature = (keys, digests_or_messages, signatures, *, algorithm = None, scheme = None,
                    digests = false, format = "der", legacy = false, threads = 1, key_tables = 16,
                    reasons = false))]
#[allow(clippy::too_many_arguments)]
fn verify_column<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    digests_or_messages: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    algorithm: Option<&str>,
    scheme: Option<&str>,
    digests: bool,
    format: &str,
    legacy: bool,
    threads: usize,
    key_tables: usize,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let terms = verify_terms(algorithm, scheme, digests, format, legacy)?;
    let (threads, table_bytes) = (given::threads(threads)?, given::table_bytes(key_tables)?);
    let keys = match keys.cast::<PublicKey>() {
        Ok(key) => Keys::one(&terms, key.get().0.clone()),
        Err(_) => Keys::Column(column("keys", keys)?),
    };
    let contents = column("digests_or_messages", digests_or_messages)?;
    let rows = Rows { keys, contents, signatures: column("signatures", signatures)? };
    let found = verified(py, &rows, &terms, table_bytes, threads)?;
    let (verdicts, codes) = columns(&found);
    let verdicts = returned(signatures, Arc::new(verdicts))?;
    if reasons {
        let codes = returned(signatures, Arc::new(codes))?;
        return Ok((verdicts, codes).into_pyobject(py)?.into_any());
    }
    Ok(verdicts)
}

/// How batches are verified: which columns hold what.
struct Task {
    plan: Plan,
    terms: VerifyTerms,
    threads: usize,
    table_bytes: usize,
}

/// One key for all rows, or the name of the column that has them. Errors: `ARGUMENT_TYPE`.
fn key_or_column(given: Option<&Bound<'_, PyAny>>) -> Outcome<Result<sealane::PublicKey, String>> {
    let Some(given) = given else { return Ok(Err("key".to_owned())) };
    if let Ok(key) = given.cast::<PublicKey>() {
        return Ok(Ok(key.get().0.clone()));
    }
    let sentence = "key: a PublicKey, or the name of a column, is needed";
    given.extract().map(Err).map_err(|_| Refusal::argument("ARGUMENT_TYPE", sentence))
}

impl Task {
    /// Verifies a batch: its other columns, verdicts and reasons.
    fn run(&self, py: Python<'_>, answers: &Answers, batch: &RecordBatch) -> PyResult<RecordBatch> {
        let rows = checked("batch", || self.plan.rows(&self.terms, batch))?;
        let found = verified(py, &rows, &self.terms, self.table_bytes, self.threads)?;
        Ok(answers.batch(batch, &found).map_err(Refusal::from)?)
    }

    /// Lets pyarrow look at those columns of its own batch that are read.
    fn validate_by_producer(&self, batch: &Bound<'_, PyAny>) -> PyResult<()> {
        if !is_from(&batch.get_type(), PYARROW) || !batch.hasattr("column")? {
            return Ok(());
        }
        for name in self.plan.read() {
            // A name that is not there is said of the schema.
            if let Ok(column) = batch.call_method1("column", (name,)) {
                validate_by_producer(name, &column)?;
            }
        }
        Ok(())
    }
}

/// Verifies a record batch, or a table, and returns one: the one function that engines call.
///
/// It reads the columns `key`, `digest` or `message` (whichever is there) and `signature`, or those
/// that are named, and returns the others, with `valid` and `reason` behind them; with `keep` those
/// that it read as well.
///
/// Raises ArgumentError: also ARGUMENT_COLUMN for a name that is missing or there twice.
#[pyfunction]
#[pyo3(signature = (batch, *, key = None, digest = None, message = None, signature = "signature",
                    algorithm = None, scheme = None, format = "der", legacy = false, threads = 1,
                    key_tables = 16, valid = "valid", reason = Some("reason"), keep = false))]
#[allow(clippy::too_many_arguments)]
fn verify_batches<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    digest: Option<String>,
    message: Option<String>,
    signature: &str,
    algorithm: Option<&str>,
    scheme: Option<&str>,
    format: &str,
    legacy: bool,
    threads: usize,
    key_tables: usize,
    valid: &str,
    reason: Option<&str>,
    keep: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = Plan {
        key: key_or_column(key)?,
        content: String::new(),
        signature: signature.into(),
        valid: valid.into(),
        reason: reason.map(str::to_owned),
        keep,
    };
    let mut task = Task {
        plan,
        terms: verify_terms(algorithm, scheme, false, format, legacy)?,
        threads: given::threads(threads)?,
        table_bytes: given::table_bytes(key_tables)?,
    };
    let given = taken("batch", batch, || {
        let given = batch.extract::<AnyRecordBatch>().map_err(|error| of_kind(py, error))?;
        let schema = given.schema()?;
        Ok((given, schema))
    });
    let (given, schema) = given?;
    let found = content(digest, message, &schema).map_err(Refusal::from)?;
    (task.plan.content, task.terms.digests) = found;
    task.validate_by_producer(batch)?;
    let answers = task.plan.answers(&schema).map_err(Refusal::from)?;
    let class = batch.get_type();
    match given {
        AnyRecordBatch::RecordBatch(one) => {
            let made = PyRecordBatch::new(task.run(py, &answers, &one.into_inner())?);
            match is_from(&class, PYARROW) {
                true => made.into_pyarrow(py),
                false => Ok(Bound::new(py, made)?.into_any()),
            }
        }
        AnyRecordBatch::Stream(stream) => {
            let mut made = Vec::new();
            let mut reader = taken("batch", batch, || stream.into_reader())?;
            while let Some(one) = taken("batch", batch, || Ok(reader.next()))? {
                let one = one.map_err(|error| Refusal::malformed("batch", error))?;
                made.push(task.run(py, &answers, &one)?);
            }
            let table = PyTable::try_new(made, answers.schema)?;
            if is_from(&class, PYARROW) {
                table.into_pyarrow(py)
            } else if is_from(&class, POLARS) {
                py.import(POLARS)?.getattr("DataFrame")?.call1((table,))
            } else {
                Ok(Bound::new(py, table)?.into_any())
            }
        }
    }
}

/// Forgets the keys that calls have read, and their tables.
#[pyfunction]
fn clear_caches() {
    rows::clear();
}

/// Adds what is here to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(verify_column, module)?)?;
    module.add_function(wrap_pyfunction!(verify_batches, module)?)?;
    module.add_function(wrap_pyfunction!(clear_caches, module)?)
}
