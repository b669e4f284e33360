//! A store in memory, of which a search makes thousands. Clones are the same store.

use sealane_hsm::Error;
use sealane_hsm::object::Id;
use sealane_hsm::storage::{Change, EachRecord, EachRow, Record, Storage, Table};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

#[derive(Default)]
struct Contents {
    sequence: u64,
    state: Option<Vec<u8>>,
    records: BTreeMap<(Table, Id), Record>,
    audit: Vec<Vec<u8>>,
}

#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Contents>>);

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap()
    }
}

impl Storage for Memory {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.lock().state.clone())
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        self.lock().records.values().try_for_each(|record| each(record.clone()))
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        Ok(self.lock().records.get(&(table, id)).cloned())
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        let mut contents = self.lock();
        if change.expected != contents.sequence {
            return Err(Error::StoreConflict);
        }
        contents.sequence = change.sequence;
        for record in &change.put {
            contents.records.insert((record.table, record.id), record.clone());
        }
        for gone in &change.delete {
            contents.records.remove(gone);
        }
        contents.state = Some(change.state.clone());
        assert_eq!(change.audit_first, 0);
        for (number, row) in &change.audit {
            assert_eq!(*number, contents.audit.len() as u64);
            contents.audit.push(row.clone());
        }
        Ok(())
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        let rows = self.lock().audit.clone();
        let rows = rows.iter().enumerate().skip(first as usize);
        rows.into_iter().try_for_each(|(number, row)| each(number as u64, row))
    }

    fn check(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
