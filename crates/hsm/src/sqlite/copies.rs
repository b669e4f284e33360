//! Copies of the records of keys, as they were last read or committed.
//!
//! A copy may be older than the file for the moment between a commit and its end here. Whoever
//! reads one looks whether it is the record that counts, by its MAC and its sequence number.

use crate::error::Error;
use crate::object::Id;
use crate::storage::{Change, Reader, Record, Table};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The most bytes of copies: some 40,000 pairs of curves, or 8,000 of RSA-2048.
const MAX_BYTES: usize = 1 << 24;

/// The copies of one store.
#[derive(Clone, Default)]
pub(super) struct Copies(Arc<RwLock<Held>>);

#[derive(Default)]
struct Held {
    records: HashMap<Id, Record>,
    bytes: usize,
}

impl Held {
    fn put(&mut self, record: &Record) {
        self.remove(record.id);
        let bytes = bytes_of(record);
        if self.bytes + bytes <= MAX_BYTES {
            self.bytes += bytes;
            self.records.insert(record.id, record.clone());
        }
    }

    fn remove(&mut self, id: Id) {
        if let Some(record) = self.records.remove(&id) {
            self.bytes -= bytes_of(&record);
        }
    }
}

impl Copies {
    /// Takes a record that was read. What nobody unwraps is not kept.
    pub(super) fn put(&self, record: &Record) {
        if is_kept(record) {
            self.0.write().unwrap_or_else(PoisonError::into_inner).put(record);
        }
    }

    /// Takes what was committed.
    pub(super) fn take_in(&self, change: &Change) {
        let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let gone = change.delete.iter().filter(|(table, _)| *table == Table::Objects);
        gone.for_each(|(_, id)| held.remove(*id));
        change.put.iter().filter(|record| is_kept(record)).for_each(|record| held.put(record));
    }
}

impl Reader for Copies {
    fn record(&self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        let held = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Ok(held.records.get(&id).filter(|record| record.table == table).cloned())
    }
}

fn is_kept(record: &Record) -> bool {
    record.table == Table::Objects && !record.sealed.is_empty()
}

fn bytes_of(record: &Record) -> usize {
    size_of::<(Id, Record)>() + record.body.len() + record.sealed.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(n: u8, bytes: usize) -> Record {
        let (body, sealed) = (vec![n; 10], vec![n; bytes]);
        Record { table: Table::Objects, id: Id([n; 16]), body, sealed, tag: [n; 32] }
    }

    /// Goal: copies are what was put last, and have a bound. Method: records that are put, put
    /// again, deleted, and one that has no room until another is gone.
    #[test]
    fn copies_are_the_last_and_bounded() {
        let copies = Copies::default();
        let found = |n: u8| copies.record(Table::Objects, Id([n; 16])).unwrap();
        let roles = Record { table: Table::Roles, ..record(9, 9) };
        [record(1, 100), record(2, MAX_BYTES - 2000), record(3, 2000), record(4, 0), roles]
            .iter()
            .for_each(|record| copies.put(record));
        assert_eq!(found(1), Some(record(1, 100)));
        assert!(found(2).is_some());
        assert!(found(3).is_none() && found(4).is_none() && found(9).is_none());
        assert!(copies.record(Table::Roles, Id([1; 16])).unwrap().is_none());
        copies.put(&record(1, 101));
        assert_eq!(found(1), Some(record(1, 101)));
        let delete = vec![(Table::Objects, Id([2; 16])), (Table::Roles, Id([1; 16]))];
        copies.take_in(&Change { delete, put: vec![record(3, 2000)], ..Change::default() });
        assert!(found(2).is_none() && found(3).is_some() && found(1).is_some());
        (0..200).for_each(|n| copies.put(&record(3, MAX_BYTES / 2 + n)));
        let last = Some(record(3, MAX_BYTES / 2 + 199));
        assert!(found(3) == last, "what takes the place of another is counted once");
    }

    /// Goal: as many bytes as are allowed are kept, and not one more.
    #[test]
    fn the_bound_is_exact() {
        let room = MAX_BYTES - bytes_of(&record(1, 0));
        for (bytes, kept) in [(room, true), (room + 1, false)] {
            let copies = Copies::default();
            copies.put(&record(1, bytes));
            let found = copies.record(Table::Objects, Id([1; 16])).unwrap();
            assert_eq!(found.is_some(), kept, "{bytes}");
        }
    }
}
