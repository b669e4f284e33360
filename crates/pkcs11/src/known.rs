//! The objects of a token as the service told them all: searches are answered by tables of them,
//! while the service says that nothing has changed.

use crate::attributes;
use crate::objects::Part;
use crate::raw::Attributes;
use crate::said;
use crate::slot::Login;
use cryptoki_sys::*;
use rustix::io::pread;
use sealane_client::object::Object;
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A part of an object.
pub type Row = (Arc<Object>, Part);

/// The rows with each value of an attribute, by their places.
type Table = HashMap<Vec<u8>, Vec<usize>>;

/// A number of the service that is another one after each change of an object, and each end of a
/// session: it is read from a file, and nobody is asked.
pub struct Watched {
    file: OwnedFd,
    number: AtomicU64,
    /// When the service was last asked, in milliseconds since this module began to count.
    asked: AtomicU64,
}

/// How long nobody is asked: a program that searches keeps its connection and its login alive.
const UNASKED_MS: u64 = 1000;

impl Watched {
    /// Begins to watch. Nothing if the file has no number.
    #[must_use]
    pub fn new(file: OwnedFd) -> Option<Self> {
        let number = AtomicU64::new(number_in(&file)?);
        Some(Self { file, number, asked: AtomicU64::new(now_ms()) })
    }

    /// The number as it is now. Nothing if the file has none any more.
    #[must_use]
    pub fn now(&self) -> Option<u64> {
        number_in(&self.file)
    }

    /// Whether a number is that of the last question, and that was not long ago.
    #[must_use]
    pub fn is_at(&self, number: u64) -> bool {
        let since = now_ms().saturating_sub(self.asked.load(Ordering::Relaxed));
        self.number.load(Ordering::Relaxed) == number && since < UNASKED_MS
    }

    /// Notes that the service was asked at a number, and that no object had changed.
    pub fn note_asked(&self, number: u64) {
        self.number.store(number, Ordering::Relaxed);
        self.asked.store(now_ms(), Ordering::Relaxed);
    }
}

fn number_in(file: &OwnedFd) -> Option<u64> {
    let mut number = [0; 8];
    (pread(file, &mut number, 0) == Ok(number.len())).then(|| u64::from_ne_bytes(number))
}

fn now_ms() -> u64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGUN.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// All objects that a login may see, and tables of their parts: each is made when it is first used.
pub struct Known {
    changes: u64,
    watched: Option<Watched>,
    login: Option<Arc<Login>>,
    rows: Vec<Row>,
    labels: OnceLock<Table>,
    ids: OnceLock<Table>,
    unique_ids: OnceLock<Table>,
    kinds: OnceLock<Table>,
}

impl Known {
    /// Takes all objects, as they are at a number of changes.
    #[must_use]
    pub fn new(changes: u64, login: Option<Arc<Login>>, objects: &[Arc<Object>]) -> Self {
        let parts = |object: &Arc<Object>| {
            let object = object.clone();
            said::parts(&object).iter().map(move |part| (object.clone(), *part))
        };
        let rows = objects.iter().flat_map(parts).collect();
        let (watched, labels, ids, unique_ids, kinds) = Default::default();
        Self { changes, watched, login, rows, labels, ids, unique_ids, kinds }
    }

    /// Lets what is watched say that nothing has changed.
    #[must_use]
    pub fn with_watched(self, watched: Option<Watched>) -> Self {
        Self { watched, ..self }
    }

    /// What says without a request whether something has changed.
    #[must_use]
    pub fn watched(&self) -> Option<&Watched> {
        self.watched.as_ref()
    }

    /// Whether they are what a login sees after so many changes.
    #[must_use]
    pub fn is_at(&self, changes: u64, login: Option<&Arc<Login>>) -> bool {
        self.changes == changes && self.is_of(login)
    }

    /// Whether a login sees them.
    #[must_use]
    pub fn is_of(&self, login: Option<&Arc<Login>>) -> bool {
        Login::is_common(self.login.as_ref(), login)
    }

    /// All parts.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The parts that a template may fit: by its narrowest attribute that there is a table of.
    #[must_use]
    pub fn candidates<'a>(&'a self, wanted: &Attributes) -> Box<dyn Iterator<Item = &'a Row> + 'a> {
        for (kind, place) in
            [(CKA_UNIQUE_ID, &self.unique_ids), (CKA_ID, &self.ids), (CKA_LABEL, &self.labels)]
        {
            if let Some(value) = wanted.get(kind) {
                let table = place.get_or_init(|| self.table(|row| value_of(row, kind)));
                return self.at(table.get(value));
            }
        }
        match (wanted.get(CKA_CLASS), wanted.get(CKA_KEY_TYPE)) {
            (Some(class), Some(kind)) => {
                let table = self.kinds.get_or_init(|| self.table(kind_of));
                self.at(table.get(&[class, kind].concat()))
            }
            _ => Box::new(self.rows.iter()),
        }
    }

    fn table(&self, key: impl Fn(&Row) -> Option<Vec<u8>>) -> Table {
        let mut table = Table::new();
        for (at, row) in self.rows.iter().enumerate() {
            if let Some(key) = key(row) {
                table.entry(key).or_default().push(at);
            }
        }
        table
    }

    fn at<'a>(&'a self, places: Option<&'a Vec<usize>>) -> Box<dyn Iterator<Item = &'a Row> + 'a> {
        Box::new(places.into_iter().flatten().filter_map(|at| self.rows.get(*at)))
    }
}

fn value_of((object, part): &Row, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    attributes::value(object, *part, kind).ok()
}

/// Class and type of a key.
fn kind_of((object, part): &Row) -> Option<Vec<u8>> {
    let kind = attributes::value(object, *part, CKA_KEY_TYPE).ok()?;
    Some([&part.class().to_ne_bytes()[..], &kind].concat())
}
