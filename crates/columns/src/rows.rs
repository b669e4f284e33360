//! Verifies rows: keys are read once, digests and signatures row by row, the rest is a batch.

use crate::column::{Column, Value};
use crate::pieces::in_pieces;
use crate::terms::VerifyTerms;
use sealane::batch::{Batch, KeyTables, VerifyItem};
use sealane::{DecodeError, Digest, PublicKey, Scheme};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;

/// Rows that are a batch. More are no faster, and what is kept of them would fall out of caches.
const BATCH: usize = 4096;
/// Rows after which the caller is let in, on each thread.
pub const SLAB: usize = 1 << 16;
/// The most bytes of names of keys that are kept; then all are forgotten.
const MAX_KEY_BYTES: usize = 32 << 20;
/// What a key takes beside its name, about.
const KEY_BYTES: usize = 512;

/// Why a row is not valid, by its stable code; `None` for one that is.
pub type Reason = Option<&'static str>;

/// Of a well-formed row that is not valid.
pub const INVALID: &str = DecodeError::SigInvalid.code();
const NULL_KEY: &str = "NULL_KEY";
const NULL_CONTENT: &str = "NULL_MESSAGE";
const NULL_SIGNATURE: &str = "NULL_SIGNATURE";

/// What a reason makes of a row: `None` if it is null or malformed.
#[must_use]
pub fn verdict(reason: Reason) -> Option<bool> {
    match reason {
        None => Some(true),
        Some(INVALID) => Some(false),
        Some(_) => None,
    }
}

/// A key that was read, with its scheme; or why it was refused.
pub type Known = Result<(PublicKey, Scheme), &'static str>;

/// Reads a scheme to a key.
fn known(terms: &VerifyTerms, key: Result<PublicKey, DecodeError>) -> Known {
    let key = key.map_err(|error| error.code())?;
    let scheme = terms.scheme(key.algorithm()).map_err(|error| error.code())?;
    Ok((key, scheme))
}

/// Whose signatures the rows have.
#[derive(Debug)]
pub enum Keys {
    /// Documents, or octets.
    Column(Column),
    /// Keys that were read before, and which of them each row has; one for all if none is listed.
    Given {
        /// The keys.
        all: Vec<Known>,
        /// The number of each row's; none of a row without one.
        of_rows: Vec<Option<usize>>,
    },
}

impl Keys {
    /// One key for all rows.
    #[must_use]
    pub fn one(terms: &VerifyTerms, key: PublicKey) -> Self {
        Self::given(terms, vec![key], vec![])
    }

    /// Keys, and which of them each row has.
    #[must_use]
    pub fn given(terms: &VerifyTerms, keys: Vec<PublicKey>, of_rows: Vec<Option<usize>>) -> Self {
        let demanded = |key: PublicKey| terms.demand_algorithm(&key).map(|()| key);
        let all = keys.into_iter().map(|key| known(terms, demanded(key))).collect();
        Self::Given { all, of_rows }
    }

    /// How many rows it has; `None` if any number.
    #[must_use]
    pub fn rows(&self) -> Option<usize> {
        match self {
            Self::Column(column) => Some(column.rows()),
            Self::Given { all, of_rows } if of_rows.is_empty() && all.len() == 1 => None,
            Self::Given { of_rows, .. } => Some(of_rows.len()),
        }
    }
}

/// The rows of a call.
#[derive(Debug)]
pub struct Rows {
    /// Whose signatures they are.
    pub keys: Keys,
    /// Digests or messages, as the terms have it.
    pub contents: Column,
    /// What is verified.
    pub signatures: Column,
}

impl Rows {
    /// Verifies all, on so many threads; calls `between` after some 65,536 rows of each.
    ///
    /// Errors: what `between` returns.
    pub fn verify<E>(
        &self,
        terms: &VerifyTerms,
        table_bytes: usize,
        threads: usize,
        mut between: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<Reason>, E> {
        let rows = self.signatures.rows();
        let mut reasons = Vec::with_capacity(rows);
        while reasons.len() < rows {
            let first = reasons.len();
            let slab = (rows - first).min(SLAB * threads);
            let each = slab.div_ceil(threads).max(BATCH);
            let starts = (first..first + slab).step_by(each);
            let pieces: Vec<_> = starts.map(|at| at..(at + each).min(first + slab)).collect();
            let run = |range: &Range<usize>| {
                Verifier::with(terms, table_bytes, |verifier| verifier.verify(self, range.clone()))
            };
            let work = |pieces: &[Range<usize>]| pieces.iter().flat_map(run).collect();
            reasons.extend(in_pieces(threads, &pieces, work));
            between()?;
        }
        Ok(reasons)
    }
}

/// What one thread knows of keys, from call to call.
struct Verifier {
    terms: VerifyTerms,
    table_bytes: usize,
    tables: KeyTables,
    numbers: HashMap<Box<[u8]>, usize>,
    keys: Vec<Known>,
    key_bytes: usize,
}

/// Those that no thread uses.
static IDLE: Mutex<Vec<Verifier>> = Mutex::new(Vec::new());
/// How many of them are kept.
const MAX_IDLE: usize = 32;

/// Forgets all keys and their tables.
pub fn clear() {
    if let Ok(mut idle) = IDLE.lock() {
        idle.clear();
    }
}

impl Verifier {
    fn new(terms: &VerifyTerms, table_bytes: usize) -> Self {
        Self {
            terms: terms.clone(),
            table_bytes,
            tables: KeyTables::new(table_bytes),
            numbers: HashMap::new(),
            keys: Vec::new(),
            key_bytes: 0,
        }
    }

    /// Lends one that has read keys by the same terms before, if there is one. Whoever would have
    /// to wait for it makes a new one: a process that was forked could wait for ever.
    fn with<T>(terms: &VerifyTerms, table_bytes: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let fits = |it: &Self| it.table_bytes == table_bytes && it.terms == *terms;
        let found = IDLE.try_lock().ok().and_then(|mut idle| {
            let at = idle.iter().rposition(fits)?;
            Some(idle.remove(at))
        });
        let mut lent = found.unwrap_or_else(|| Self::new(terms, table_bytes));
        let result = work(&mut lent);
        if let Ok(mut idle) = IDLE.try_lock() {
            if idle.len() == MAX_IDLE {
                idle.remove(0);
            }
            idle.push(lent);
        }
        result
    }

    /// Verifies a range of rows.
    fn verify(&mut self, rows: &Rows, range: Range<usize>) -> Vec<Reason> {
        let mut reasons = Vec::with_capacity(range.len());
        let mut places = Places::default();
        let (mut contents, mut signatures) = (Vec::new(), Vec::new());
        let mut numbers = Vec::with_capacity(BATCH);
        let mut start = range.start;
        while start < range.end {
            let batch = start..range.end.min(start + BATCH);
            start = batch.end;
            contents.clear();
            signatures.clear();
            numbers.clear();
            rows.contents.read(batch.clone(), &mut contents);
            rows.signatures.read(batch.clone(), &mut signatures);
            let keys = match &rows.keys {
                Keys::Column(column) => {
                    if self.key_bytes > MAX_KEY_BYTES {
                        (self.numbers, self.keys, self.key_bytes) = Default::default();
                        places = Places::default();
                    }
                    self.read_keys(column, batch, &mut places, &mut numbers);
                    &self.keys
                }
                Keys::Given { all, of_rows } if of_rows.is_empty() => {
                    numbers.resize(batch.len(), Some(0));
                    all
                }
                Keys::Given { all, of_rows } => {
                    numbers.extend_from_slice(&of_rows[batch]);
                    all
                }
            };
            let of = Batched { terms: &self.terms, keys, numbers: &numbers };
            of.verify(&contents, &signatures, &mut self.tables, &mut reasons);
        }
        reasons
    }

    /// The numbers of the keys of a range of rows, which are read if they are new.
    fn read_keys(
        &mut self,
        column: &Column,
        range: Range<usize>,
        places: &mut Places,
        numbers: &mut Vec<Option<usize>>,
    ) {
        let mut values = Vec::with_capacity(range.len());
        column.read(range, &mut values);
        for value in values {
            let Some(Value { bytes, place }) = value else {
                numbers.push(None);
                continue;
            };
            let number = match place {
                None => self.number(bytes),
                Some((chunk, at)) => {
                    let of_place = places.of_chunk(column, chunk);
                    *of_place[at].get_or_insert_with(|| self.number(bytes))
                }
            };
            numbers.push(Some(number));
        }
    }

    /// The number of a key, which is read if it is new.
    fn number(&mut self, bytes: &[u8]) -> usize {
        if let Some(number) = self.numbers.get(bytes) {
            return *number;
        }
        let number = self.keys.len();
        self.keys.push(known(&self.terms, self.terms.key(bytes)));
        self.numbers.insert(bytes.into(), number);
        self.key_bytes += bytes.len() + KEY_BYTES;
        number
    }
}

/// Numbers of the keys of a dictionary, of one chunk.
#[derive(Default)]
struct Places {
    chunk: Option<usize>,
    numbers: Vec<Option<usize>>,
}

impl Places {
    fn of_chunk(&mut self, column: &Column, chunk: usize) -> &mut [Option<usize>] {
        if self.chunk != Some(chunk) {
            self.chunk = Some(chunk);
            self.numbers.clear();
            self.numbers.resize(column.dictionary_values(chunk), None);
        }
        &mut self.numbers
    }
}

/// The keys of the rows of a batch.
struct Batched<'a> {
    terms: &'a VerifyTerms,
    keys: &'a [Known],
    numbers: &'a [Option<usize>],
}

/// A row that can be verified.
struct Ready<'a> {
    key: &'a PublicKey,
    scheme: &'a Scheme,
    content: Content<'a>,
    signature: Cow<'a, [u8]>,
}

enum Content<'a> {
    Message(&'a [u8]),
    Digest(Digest),
}

impl Ready<'_> {
    fn item(&self) -> VerifyItem<'_> {
        let Self { key, scheme, content, signature } = self;
        match content {
            Content::Message(message) => VerifyItem::new(key, message, scheme, signature),
            Content::Digest(digest) => VerifyItem::of_digest(key, digest, scheme, signature),
        }
    }
}

impl<'a> Batched<'a> {
    /// What is verified of a row. Errors: the code of what is null or malformed.
    fn row(
        &self,
        at: usize,
        content: Option<Value<'a>>,
        signature: Option<Value<'a>>,
    ) -> Result<Ready<'a>, &'static str> {
        let known = &self.keys[self.numbers[at].ok_or(NULL_KEY)?];
        let content = content.ok_or(NULL_CONTENT)?.bytes;
        let signature = signature.ok_or(NULL_SIGNATURE)?.bytes;
        let (key, scheme) = known.as_ref().map_err(|code| *code)?;
        let content = if self.terms.digests {
            let hash = scheme.hash().ok_or(DecodeError::SigUnsupported.code())?;
            let digest = Digest::from_bytes(hash, content).map_err(|error| error.code())?;
            Content::Digest(digest)
        } else {
            Content::Message(content)
        };
        let signature = self.terms.form.read(key, scheme, signature);
        let signature = signature.map_err(|error| error.code())?;
        Ok(Ready { key, scheme, content, signature })
    }

    fn verify(
        &self,
        contents: &[Option<Value<'a>>],
        signatures: &[Option<Value<'a>>],
        tables: &mut KeyTables,
        reasons: &mut Vec<Reason>,
    ) {
        let pairs = contents.iter().zip(signatures).enumerate();
        let rows: Vec<_> =
            pairs.map(|(at, (content, signature))| self.row(at, *content, *signature)).collect();
        let items: Vec<_> = rows.iter().flatten().map(Ready::item).collect();
        let mut verdicts = Batch::new().verify_with(tables, &items).into_iter();
        reasons.extend(rows.iter().map(|row| match row {
            Ok(_) => verdicts.next().expect("one for each").err().map(|error| error.code()),
            Err(code) => Some(*code),
        }));
    }
}
