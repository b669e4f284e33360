//! A store in memory, of which a search makes thousands.

use sealane_hsm::Error;
use sealane_hsm::object::Id;
use sealane_hsm::storage::{Change, EachRecord, EachRow, Record, Storage, Table};
use std::collections::BTreeMap;

#[derive(Default)]
pub struct Memory {
    state: Option<Vec<u8>>,
    records: BTreeMap<(Table, Id), Record>,
    audit: Vec<Vec<u8>>,
}

impl Storage for Memory {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.state.clone())
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        self.records.values().try_for_each(|record| each(record.clone()))
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        Ok(self.records.get(&(table, id)).cloned())
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        for record in &change.put {
            self.records.insert((record.table, record.id), record.clone());
        }
        for gone in &change.delete {
            self.records.remove(gone);
        }
        self.state = Some(change.state.clone());
        assert_eq!(change.audit_first, 0);
        for (number, row) in &change.audit {
            assert_eq!(*number, self.audit.len() as u64);
            self.audit.push(row.clone());
        }
        Ok(())
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        let rows = self.audit.iter().enumerate().skip(first as usize);
        rows.into_iter().try_for_each(|(number, row)| each(number as u64, row))
    }

    fn check(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
