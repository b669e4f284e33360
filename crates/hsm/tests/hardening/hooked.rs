//! A store that does something before each call, and perhaps fails instead.

use sealane_hsm::Error;
use sealane_hsm::object::Id;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::{Change, EachRecord, EachRow, Reader, Record, Storage, Table};
use std::sync::{Arc, Mutex};

/// What is about to be done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Look,
    Record,
    Commit,
}

/// What is done before.
pub type Hook = Box<dyn FnMut(Call) -> Result<(), Error> + Send>;

pub struct Hooked {
    pub inner: Sqlite,
    pub before: Hook,
    /// What is done before a record is read beside the one who changes them; without it there is
    /// no such way.
    pub beside: Option<Arc<Mutex<Hook>>>,
}

struct HookedReader {
    inner: Box<dyn Reader>,
    before: Arc<Mutex<Hook>>,
}

impl Reader for HookedReader {
    fn record(&self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        (self.before.lock().unwrap())(Call::Record).and_then(|()| self.inner.record(table, id))
    }
}

impl Storage for Hooked {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        (self.before)(Call::Look).and_then(|()| self.inner.state())
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        (self.before)(Call::Look).and_then(|()| self.inner.records(each))
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        (self.before)(Call::Record).and_then(|()| self.inner.record(table, id))
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        (self.before)(Call::Commit).and_then(|()| self.inner.commit(change))
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        (self.before)(Call::Look).and_then(|()| self.inner.audit(first, each))
    }

    fn check(&mut self) -> Result<(), Error> {
        (self.before)(Call::Look).and_then(|()| self.inner.check())
    }

    fn reader(&mut self) -> Result<Option<Box<dyn Reader>>, Error> {
        let Some(before) = self.beside.clone() else { return Ok(None) };
        let hooked = |inner| Box::new(HookedReader { inner, before }) as Box<dyn Reader>;
        Ok(self.inner.reader()?.map(hooked))
    }
}
