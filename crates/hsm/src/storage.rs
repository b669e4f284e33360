//! What a token asks of a store: records, changed together or not at all.

use crate::error::Error;
use crate::object::Id;
use crate::secret::Tag;

/// What a record is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Keys.
    Objects,
    /// Roles: wrapped keys and counters of wrong PINs.
    Roles,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 2] = [Self::Objects, Self::Roles];
}

/// One record as it lies in a store. A store keeps its parts and looks into none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Of what.
    pub table: Table,
    /// Its name in the table.
    pub id: Id,
    /// What may be read by all.
    pub body: Vec<u8>,
    /// What is wrapped; may be empty.
    pub sealed: Vec<u8>,
    /// The MAC over all of the above.
    pub tag: Tag,
}

/// What one operation changes.
#[derive(Debug, Default)]
pub struct Change {
    /// The number of the change that this one follows: 0 if it is the first.
    pub expected: u64,
    /// Its own number, which is larger.
    pub sequence: u64,
    /// Records that are new, or take the place of those of the same name.
    pub put: Vec<Record>,
    /// Records that go.
    pub delete: Vec<(Table, Id)>,
    /// The token's state from now on.
    pub state: Vec<u8>,
    /// Rows of the audit log, behind all others: their numbers, from 0 up, and their bytes.
    pub audit: Vec<(u64, Vec<u8>)>,
    /// Rows of the audit log whose number is smaller go.
    pub audit_first: u64,
}

/// What is done with each record; an error ends the reading.
pub type EachRecord<'a> = dyn FnMut(Record) -> Result<(), Error> + 'a;
/// The same for rows of the audit log: number and bytes.
pub type EachRow<'a> = dyn FnMut(u64, &[u8]) -> Result<(), Error> + 'a;

/// A place where records are safe.
///
/// Several writers may have one store open, of one machine or of many: a change says which one it
/// follows, and is refused if another came between. A store compares numbers, and knows nothing of
/// what is changed.
///
/// All errors are [`Error`]s that name the store, and after one the caller reads all anew: what a
/// failed change has left is what `state` and `records` then say.
pub trait Storage: Send {
    /// Returns the state that was last committed; nothing if there was no commit.
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error>;

    /// Calls `each` with every record, in any order.
    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error>;

    /// Returns one record.
    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error>;

    /// Makes the whole change if the last one has the number that it expects, and returns when it
    /// would survive a loss of power.
    ///
    /// Errors: `StoreConflict` if another change came first; then nothing is changed.
    fn commit(&mut self, change: &Change) -> Result<(), Error>;

    /// Calls `each` with the rows of the audit log from number `first` on, in order.
    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error>;

    /// Looks for damage below the records.
    fn check(&mut self) -> Result<(), Error>;

    /// Whether others may have changed something since this was last asked, or since the store was
    /// opened. Where nobody else can have it open, nobody has.
    fn has_changed(&mut self) -> Result<bool, Error> {
        Ok(false)
    }

    /// Returns another way to the records, if there is one: it does not wait for commits.
    fn reader(&mut self) -> Result<Option<Box<dyn Reader>>, Error> {
        Ok(None)
    }
}

/// A way to records beside the one who changes them: of a connection of its own, or of a copy.
pub trait Reader: Send + Sync {
    /// Returns a record as it was at some time; nothing if that takes a look at the store.
    fn record(&self, table: Table, id: Id) -> Result<Option<Record>, Error>;
}

impl Storage for Box<dyn Storage> {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        (**self).state()
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        (**self).records(each)
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        (**self).record(table, id)
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        (**self).commit(change)
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        (**self).audit(first, each)
    }

    fn check(&mut self) -> Result<(), Error> {
        (**self).check()
    }

    fn has_changed(&mut self) -> Result<bool, Error> {
        (**self).has_changed()
    }

    fn reader(&mut self) -> Result<Option<Box<dyn Reader>>, Error> {
        (**self).reader()
    }
}
