//! Arguments as callers give them: bytes of any object that has some, lists and buffers of rows.

use crate::keys::PublicKey;
use crate::refusal::{Outcome, Refusal};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use sealane_columns::column::{ByteList, Column};
use sealane_columns::rows::Keys;
use sealane_columns::terms::VerifyTerms;
use std::collections::HashMap;
use zeroize::Zeroizing;

/// Bytes of the interpreter's, which nobody changes.
#[derive(Debug)]
pub enum Bytes {
    /// An object that cannot be changed.
    Object(PyBackedBytes),
    /// A copy of what can.
    Copy(Vec<u8>),
}

impl Bytes {
    pub fn as_slice(&self) -> &[u8] {
        match self {
            Self::Object(object) => object,
            Self::Copy(bytes) => bytes,
        }
    }
}

/// Byte strings of a list, `None` among them.
struct List(Vec<Option<Bytes>>);

impl ByteList for List {
    fn value(&self, at: usize) -> &[u8] {
        self.0[at].as_ref().map_or(&[], Bytes::as_slice)
    }
}

/// The most threads of a call.
const MAX_THREADS: usize = 1024;

fn wrong_type(name: &str, needed: &str, given: &Bound<'_, PyAny>) -> Refusal {
    let class = given.get_type();
    let class = class.name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    Refusal::argument("ARGUMENT_TYPE", format!("{name}: {needed} is needed, not {class}"))
}

/// The bytes of an object. Errors: `ARGUMENT_TYPE` for what is no buffer of bytes.
pub fn bytes(name: &str, given: &Bound<'_, PyAny>) -> Outcome<Bytes> {
    // A bytearray is copied by this as well.
    if let Ok(object) = given.extract::<PyBackedBytes>() {
        return Ok(Bytes::Object(object));
    }
    let refused = || wrong_type(name, "bytes, or a contiguous buffer of them,", given);
    let buffer = PyBuffer::<u8>::get(given).map_err(|_| refused())?;
    buffer.to_vec(given.py()).map(Bytes::Copy).map_err(|_| refused())
}

/// Does something with the bytes of a secret; a copy, where one is made, is wiped.
///
/// Errors: `ARGUMENT_TYPE`, and those of `work`.
pub fn with_secret<T>(
    name: &str,
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(&[u8]) -> Outcome<T>,
) -> Outcome<T> {
    if let Ok(object) = given.cast::<PyBytes>() {
        return work(object.as_bytes());
    }
    let refused = || wrong_type(name, "bytes, or a contiguous buffer of them,", given);
    let buffer = PyBuffer::<u8>::get(given).map_err(|_| refused())?;
    let copy = Zeroizing::new(buffer.to_vec(given.py()).map_err(|_| refused())?);
    work(&copy)
}

/// Does something with a text that may hold a secret: PEM, as text or as bytes.
///
/// Errors: `ARGUMENT_TYPE`, `INPUT_PEM` for bytes that are no text, and those of `work`.
pub fn with_text<T>(
    name: &str,
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(&str) -> Outcome<T>,
) -> Outcome<T> {
    if let Ok(text) = given.cast::<PyString>() {
        let Ok(bytes) = text.encode_utf8() else {
            return Err(sealane::DecodeError::PemEncoding.into());
        };
        let text = std::str::from_utf8(bytes.as_bytes()).expect("it was encoded so");
        return work(text);
    }
    with_secret(name, given, |bytes| {
        let text = std::str::from_utf8(bytes);
        work(text.map_err(|_| sealane::DecodeError::PemEncoding)?)
    })
}

/// How many threads a call may have. Errors: `ARGUMENT_THREADS`.
pub fn threads(count: usize) -> Outcome<usize> {
    match count {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        1..=MAX_THREADS => Ok(count),
        _ => {
            let sentence = format!("threads: {count} is more than {MAX_THREADS}");
            Err(Refusal::argument("ARGUMENT_THREADS", sentence))
        }
    }
}

/// Bytes for tables of keys that come often, of MiB. Errors: `ARGUMENT_KEY_TABLES`.
pub fn table_bytes(mib: usize) -> Outcome<usize> {
    const MAX_MIB: usize = 1 << 20;
    if mib <= MAX_MIB {
        return Ok(mib << 20);
    }
    let sentence = format!("key_tables: {mib} MiB is more than {MAX_MIB}");
    Err(Refusal::argument("ARGUMENT_KEY_TABLES", sentence))
}

/// Demands that columns are as long as each other. Errors: `ARGUMENT_LENGTH`.
pub fn demand_rows(name: &str, rows: usize, of: &str, needed: usize) -> Outcome {
    if rows == needed {
        return Ok(());
    }
    let sentence = format!("{name} has {rows} rows where {of} has {needed}");
    Err(Refusal::argument("ARGUMENT_LENGTH", sentence))
}

/// The items of a sequence; a generator will do.
///
/// Errors: `ARGUMENT_TYPE` also for a text or bytes, whose items nobody means.
pub fn items<'py>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_whole = given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyString>();
    let iterator = given.try_iter().ok().filter(|_| !is_whole);
    let iterator = iterator.ok_or_else(|| wrong_type(name, "a list", given))?;
    iterator.collect()
}

/// Byte strings of a list, `None` among them, or the rows of a two-dimensional buffer of bytes.
pub fn column(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Column> {
    if let Ok(buffer) = PyBuffer::<u8>::get(given)
        && let [rows, row_bytes] = *buffer.shape()
    {
        return Ok(Column::from_rows(rows, buffer.to_vec(given.py())?, row_bytes));
    }
    let item = |item: Bound<'_, PyAny>| match item.is_none() {
        true => Ok(None),
        false => bytes(name, &item).map(Some),
    };
    let list: Outcome<Vec<_>> = items(name, given)?.into_iter().map(item).collect();
    let list = list?;
    let there: Vec<_> = list.iter().map(Option::is_some).collect();
    Ok(Column::from_list(Box::new(List(list)), there.into_iter()))
}

/// One key, or a list of keys with `None` among them.
pub fn keys(terms: &VerifyTerms, given: &Bound<'_, PyAny>) -> PyResult<Keys> {
    if let Ok(key) = given.cast::<PublicKey>() {
        return Ok(Keys::one(terms, key.get().0.clone()));
    }
    let (mut all, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |item: Bound<'_, PyAny>| {
        if item.is_none() {
            return Ok(None);
        }
        let key = item.cast::<PublicKey>();
        let key = key.map_err(|_| wrong_type("keys", "a PublicKey, or a list of these,", &item))?;
        Ok(Some(*numbers.entry(item.as_ptr() as usize).or_insert_with(|| {
            all.push(key.get().0.clone());
            all.len() - 1
        })))
    };
    let items = items("keys", given)?;
    let of_rows: Outcome<Vec<_>> = items.iter().map(|item| number(item.clone())).collect();
    let of_rows = of_rows?;
    Ok(Keys::given(terms, all, of_rows))
}
