//! A store in memory, which is what somebody has made of it.

use sealane_hsm::Error;
use sealane_hsm::object::Id;
use sealane_hsm::storage::{Change, EachRecord, EachRow, Record, Storage, Table};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All that a store keeps.
#[derive(Clone, Default)]
pub struct Contents {
    pub state: Option<Vec<u8>>,
    pub records: BTreeMap<(Table, Id), Record>,
    pub audit: BTreeMap<u64, Vec<u8>>,
}

/// A store that stays when its token goes.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Contents>>);

impl Memory {
    pub fn new(contents: Contents) -> Self {
        Self(Arc::new(Mutex::new(contents)))
    }

    pub fn contents(&self) -> Contents {
        self.lock().clone()
    }

    /// How many objects it has.
    pub fn objects(&self) -> u64 {
        let is_object = |(table, _): &&(Table, Id)| *table == Table::Objects;
        self.lock().records.keys().filter(is_object).count() as u64
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Storage for Memory {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.lock().state.clone())
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        self.contents().records.into_values().try_for_each(each)
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        Ok(self.lock().records.get(&(table, id)).cloned())
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        let mut contents = self.lock();
        for record in &change.put {
            contents.records.insert((record.table, record.id), record.clone());
        }
        for name in &change.delete {
            contents.records.remove(name);
        }
        contents.state = Some(change.state.clone());
        contents.audit.extend(change.audit.iter().cloned());
        contents.audit.retain(|number, _| *number >= change.audit_first);
        Ok(())
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        let rows = self.contents().audit;
        rows.range(first..).try_for_each(|(number, row)| each(*number, row))
    }

    fn check(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
