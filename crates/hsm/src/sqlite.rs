//! The store of one machine: a file of SQLite, in the hands of one process, or of several that
//! [share](Sqlite::open_shared) it.
//!
//! Commits are synced in full before they return. Who has the file alone keeps it locked for as
//! long as it is open, so that a second process is told so at once. Those who share it lock it for
//! each reading and each change, and are told whether another one has changed something.
//!
//! There is no write-ahead log: what was acknowledged is in the file itself, whose records are
//! authenticated, and no damage to what lies beside it takes anything away unnoticed. A commit that
//! was interrupted has left the pages of before in a journal, from which the next process puts them
//! back; without the journal, or with a damaged one, the file is half of each, and refused.
//!
//! Without a log beside the file nothing can be read from it while a commit is written, so what is
//! wrapped of keys is in memory too, up to a bound: who uses a key does not wait for one who makes
//! another.

mod copies;

use crate::error::Error;
use crate::folder::folder_of;
use crate::master::demand_own;
use crate::object::Id;
use crate::storage::{Change, EachRecord, EachRow, Reader, Record, Storage, Table};
use copies::Copies;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, params};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use std::fs;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

/// Marks a file of ours in its header: `SLtk`.
const APPLICATION: i64 = 0x534c_746b;
/// The form of the tables. What is in the records has a version of its own.
const SCHEMA: u32 = 2;
/// The form before, without the number of the last change beside the state.
const EARLIER_SCHEMA: u32 = 1;

const TABLES: &str = "
    CREATE TABLE state (
        one INTEGER PRIMARY KEY CHECK (one = 1), body BLOB NOT NULL, sequence INTEGER
    ) STRICT;
    CREATE TABLE record (
        kind INTEGER NOT NULL, id BLOB NOT NULL, body BLOB NOT NULL, sealed BLOB NOT NULL,
        tag BLOB NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE audit (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
";

/// An open store.
pub struct Sqlite {
    connection: Connection,
    copies: Copies,
    /// Of a store that is shared: what SQLite calls the version of its data, as it was last seen.
    seen: Option<i64>,
}

/// Who has a file open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// One process, until it closes it.
    One,
    /// Several, one change after the other.
    Several,
}

/// How long who shares a store waits for the changes of others.
const SHARED_WAIT: Duration = Duration::from_secs(5);

impl Sqlite {
    /// Makes a store beside `path`, has it filled, and gives it that name when it is whole and
    /// closed: whoever is interrupted leaves a token or nothing under the name. What an
    /// interruption leaves beside it has a name that begins with `.sealane-`, and the next store
    /// that is made there removes it.
    ///
    /// Errors: those of [`Sqlite::create`] and of `fill`, which leave nothing.
    pub fn create_whole(
        path: &Path,
        fill: impl FnOnce(Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if path.symlink_metadata().is_ok() {
            return Err(Error::StoreExists);
        }
        remove_left_over(folder_of(path));
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|_| Error::Random)?;
        let aside = format!("{ASIDE}{:016x}", u64::from_be_bytes(random));
        let aside = folder_of(path).join(aside);
        let made = Self::create(&aside).and_then(fill).and_then(|()| publish(&aside, path));
        if made.is_err() {
            remove(&aside);
        }
        made
    }

    /// Makes a store in a file that is not there yet, which only its owner may open. A process that
    /// is killed meanwhile leaves a store without a token: see [`Sqlite::create_whole`].
    ///
    /// Errors: `StoreExists`, `StoreFailed`; `Permission` for a directory where others may write.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let folder = folder_of(path);
        if !folder.exists() {
            fs::DirBuilder::new().mode(0o700).create(folder).map_err(|it| failed_at(folder, it))?;
        }
        demand_private(folder)?;
        let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        match file {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(Error::StoreExists);
            }
            other => other.map_err(|error| failed_at(path, error))?,
        };
        let connection = connect(path, Holder::One)?;
        let made = connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {SCHEMA}; COMMIT;"
        ));
        made.map_err(failed)?;
        Ok(Self { connection, copies: Copies::default(), seen: None })
    }

    /// Opens a store.
    ///
    /// Errors: `StoreMissing`, `StoreLocked`, `StoreVersion`, `StoreCorrupt`, `StoreFailed`;
    /// `Permission` if others than the owner may open the file or write beside it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::open_for(path, Holder::One)
    }

    /// Opens a store that other processes may open in the same way. A process that has it alone is
    /// waited for a little; as long as it has it, there is no reading either.
    ///
    /// Errors: those of [`Sqlite::open`].
    pub fn open_shared(path: &Path) -> Result<Self, Error> {
        let mut opened = Self::open_for(path, Holder::Several)?;
        // Before anything is read: what comes later is a change.
        opened.seen = Some(opened.version()?);
        Ok(opened)
    }

    fn open_for(path: &Path, holder: Holder) -> Result<Self, Error> {
        let found = fs::symlink_metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::StoreMissing,
            _ => failed_at(path, error),
        })?;
        if found.is_symlink() {
            let why = format!("{} is a symbolic link: stores are opened by none", path.display());
            return Err(Error::Permission(why));
        }
        if let Some(what) = what_else(&found) {
            return Err(Error::StoreCorrupt(what));
        }
        demand_own(&found).map_err(|why| permission(path, &why))?;
        let mode = found.mode() & 0o7777;
        if mode & 0o600 != 0o600 {
            let why = format!("mode {mode:03o}: its owner must read and write it");
            return Err(permission(path, &why));
        }
        demand_private(folder_of(path))?;
        let connection = connect(path, holder)?;
        let number = |pragma: &str| {
            connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get::<_, i64>(0))
        };
        if number("application_id").map_err(failed)? != APPLICATION {
            return Err(Error::StoreCorrupt("the file is no store of a token"));
        }
        let version = number("user_version").map_err(failed)?;
        if version == i64::from(EARLIER_SCHEMA) {
            number_changes(&connection)?;
        } else if version != i64::from(SCHEMA) {
            let found = u32::try_from(version).unwrap_or(u32::MAX);
            return Err(Error::StoreVersion { read: SCHEMA, found });
        }
        Ok(Self { connection, copies: Copies::default(), seen: None })
    }

    /// A number that is another one after each change that another connection has made.
    fn version(&self) -> Result<i64, Error> {
        let mut query = self.connection.prepare_cached("PRAGMA data_version").map_err(failed)?;
        query.query_row([], |row| row.get(0)).map_err(failed)
    }

    /// Lets the file have at most so many pages of 4 KiB, from now on: what would need more fails
    /// as on a full disk. Errors: `StoreFailed`.
    pub fn limit_pages(&self, pages: u32) -> Result<(), Error> {
        let query = format!("PRAGMA max_page_count = {pages}");
        self.connection.query_row(&query, [], |_| Ok(())).map_err(failed)
    }
}

/// Brings the tables of the form before to this one. The number of the last change is not known
/// until the next one: only the token reads its state.
fn number_changes(connection: &Connection) -> Result<(), Error> {
    let changed = connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; ALTER TABLE state ADD COLUMN sequence INTEGER;
         PRAGMA user_version = {SCHEMA}; COMMIT;"
    ));
    changed.map_err(failed)
}

/// Demands that the last change has the number that the next one expects. Errors: `StoreConflict`.
fn demand_last(transaction: &Transaction<'_>, expected: u64) -> Result<(), Error> {
    let query = "SELECT sequence FROM state";
    let found: Option<Option<i64>> =
        transaction.query_row(query, [], |row| row.get(0)).optional().map_err(failed)?;
    let follows = match found {
        None => expected == 0,
        // Nobody has changed it since it had the form before, whose lock let one in at a time.
        Some(None) => true,
        Some(Some(last)) => u64::try_from(last) == Ok(expected),
    };
    if follows { Ok(()) } else { Err(Error::StoreConflict) }
}

/// What a name is that is no file of a store.
fn what_else(found: &fs::Metadata) -> Option<&'static str> {
    let kind = found.file_type();
    Some(match () {
        () if kind.is_file() && found.len() > 0 => return None,
        () if kind.is_file() => "the file is empty, and no token was ever made in it",
        () if kind.is_dir() => "it is a directory, not a file",
        () if kind.is_fifo() => "it is a FIFO, not a file",
        () => "it is a socket or a device, not a file",
    })
}

/// Gives a closed store its name, if nothing has it. Errors: `StoreExists`, `StoreFailed`.
fn publish(aside: &Path, path: &Path) -> Result<(), Error> {
    // Were there more than the file, it would not be whole without it.
    let mut log = aside.to_owned().into_os_string();
    log.push("-journal");
    if Path::new(&log).exists() {
        return Err(Error::StoreFailed("its journal was not taken in".to_owned()));
    }
    let moved = renameat_with(CWD, aside, CWD, path, RenameFlags::NOREPLACE);
    moved.map_err(|error| match error {
        Errno::EXIST => Error::StoreExists,
        other => failed_at(path, other.into()),
    })?;
    let folder = folder_of(path);
    let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| failed_at(folder, error))
}

/// What the names of stores begin with that are not whole yet.
const ASIDE: &str = ".sealane-";
/// A store is made in less than this.
const LEFT_OVER: Duration = Duration::from_secs(600);

/// Removes a store and what SQLite has beside it.
fn remove(path: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.to_owned().into_os_string();
        name.push(end);
        let _ = fs::remove_file(name);
    }
}

/// Removes what processes have left that were killed while they made a store: files of that name
/// that nobody has touched for long.
fn remove_left_over(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let digits = entry.file_name().to_str().and_then(|name| {
            let digits = name.strip_prefix(ASIDE)?.get(..16)?;
            digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())
        });
        let found = entry.metadata().ok().filter(|found| found.is_file());
        let age = found.and_then(|it| it.modified().ok()?.elapsed().ok());
        if digits.is_some() && age.is_some_and(|age| age > LEFT_OVER) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Nobody else may put another file in the place of the store, or of its log.
fn demand_private(folder: &Path) -> Result<(), Error> {
    let found = fs::metadata(folder).map_err(|error| failed_at(folder, error))?;
    // Nor where files stay their owners' (the sticky bit): the log's name can be taken beforehand.
    if found.mode() & 0o022 != 0 {
        let sentence = format!("others may write in {}: no place for keys", folder.display());
        return Err(Error::Permission(sentence));
    }
    Ok(())
}

fn connect(path: &Path, holder: Holder) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    // Who has the store alone keeps it: nothing is won by waiting for it.
    let (wait, mode) = match holder {
        Holder::One => (Duration::ZERO, "locking_mode = EXCLUSIVE"),
        Holder::Several => (SHARED_WAIT, "locking_mode = NORMAL"),
    };
    connection.busy_timeout(wait).map_err(failed)?;
    // Pragmas that answer with a row are no batch for every version of SQLite.
    for pragma in [
        mode,
        // Beside an exclusive lock the journal stays open, and its beginning is overwritten.
        "journal_mode = DELETE",
        "synchronous = FULL",
        "cell_size_check = ON",
        "trusted_schema = OFF",
        "secure_delete = ON",
        // Statements that take room of their own take memory, not files beside the store.
        "temp_store = MEMORY",
        // Pages in memory: 2 MiB, for lookups go through the token's own index.
        "cache_size = -2048",
    ] {
        let row = connection.query_row(&format!("PRAGMA {pragma}"), [], |_| Ok(()));
        row.optional().map_err(failed)?;
    }
    if holder == Holder::One {
        // The lock is taken by the first write, and here is one.
        connection.execute_batch("BEGIN IMMEDIATE; COMMIT").map_err(failed)?;
    }
    Ok(connection)
}

fn failed_at(path: &Path, error: std::io::Error) -> Error {
    Error::StoreFailed(format!("{}: {error}", path.display()))
}

fn permission(path: &Path, why: &str) -> Error {
    Error::Permission(format!("{} has {why}", path.display()))
}

fn failed(error: rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::StoreLocked,
        // No record is too big when it is written: a length was changed.
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TooBig) => {
            Error::StoreCorrupt("the file itself")
        }
        // What a damaged schema leads to has no code of its own.
        None | Some(ErrorCode::Unknown | ErrorCode::TypeMismatch) => {
            Error::StoreCorrupt("the tables of the file")
        }
        Some(_) => Error::StoreFailed(error.to_string()),
    }
}

fn number_of(table: Table) -> u8 {
    table as u8
}

fn record_of(row: &Row<'_>) -> rusqlite::Result<Result<Record, Error>> {
    let (kind, id): (i64, [u8; 16]) = (row.get(0)?, row.get(1)?);
    let table = Table::ALL.into_iter().find(|table| i64::from(number_of(*table)) == kind);
    let Some(table) = table else {
        return Ok(Err(Error::StoreCorrupt("a record of no table")));
    };
    let record =
        Record { table, id: Id(id), body: row.get(2)?, sealed: row.get(3)?, tag: row.get(4)? };
    Ok(Ok(record))
}

impl Storage for Sqlite {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let query = "SELECT body FROM state";
        self.connection.query_row(query, [], |row| row.get(0)).optional().map_err(failed)
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        let query = "SELECT kind, id, body, sealed, tag FROM record";
        let mut statement = self.connection.prepare_cached(query).map_err(failed)?;
        let rows = statement.query_map([], record_of).map_err(failed)?;
        for row in rows {
            let record = row.map_err(failed)??;
            self.copies.put(&record);
            each(record)?;
        }
        Ok(())
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        let query = "SELECT kind, id, body, sealed, tag FROM record WHERE kind = ? AND id = ?";
        let mut statement = self.connection.prepare_cached(query).map_err(failed)?;
        let row = statement.query_row(params![number_of(table), id.0], record_of);
        row.optional().map_err(failed)?.transpose()
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        let immediate = rusqlite::TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(immediate).map_err(failed)?;
        demand_last(&transaction, change.expected)?;
        {
            let cached = |query| transaction.prepare_cached(query).map_err(failed);
            let mut put = cached("INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?)")?;
            for it in &change.put {
                let row = params![number_of(it.table), it.id.0, it.body, it.sealed, it.tag];
                put.execute(row).map_err(failed)?;
            }
            let mut delete = cached("DELETE FROM record WHERE kind = ? AND id = ?")?;
            for (table, id) in &change.delete {
                delete.execute(params![number_of(*table), id.0]).map_err(failed)?;
            }
            let mut state = cached("INSERT OR REPLACE INTO state VALUES (1, ?, ?)")?;
            state.execute(params![change.state, change.sequence as i64]).map_err(failed)?;
            let mut audit = cached("INSERT INTO audit VALUES (?, ?)")?;
            for (number, row) in &change.audit {
                audit.execute(params![*number as i64, row]).map_err(failed)?;
            }
            let mut trim = cached("DELETE FROM audit WHERE number < ?")?;
            trim.execute([change.audit_first as i64]).map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
        self.copies.take_in(change);
        Ok(())
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        let query = "SELECT number, body FROM audit WHERE number >= ? ORDER BY number";
        let mut statement = self.connection.prepare_cached(query).map_err(failed)?;
        let mut rows = statement.query([first as i64]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let number: i64 = row.get(0).map_err(failed)?;
            let body = row.get_ref(1).and_then(|it| Ok(it.as_blob()?)).map_err(failed)?;
            each(number as u64, body)?;
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), Error> {
        let query = "PRAGMA integrity_check(1)";
        let said: String =
            self.connection.query_row(query, [], |row| row.get(0)).map_err(failed)?;
        if said == "ok" { Ok(()) } else { Err(Error::StoreCorrupt("the file itself")) }
    }

    fn has_changed(&mut self) -> Result<bool, Error> {
        let Some(seen) = self.seen else { return Ok(false) };
        let version = self.version()?;
        self.seen = Some(version);
        Ok(version != seen)
    }

    fn reader(&mut self) -> Result<Option<Box<dyn Reader>>, Error> {
        Ok(Some(Box::new(self.copies.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    /// Goal: what only a damaged file leads to is told as damage, and what a system does is not.
    #[test]
    fn damage_is_told_from_failures() {
        let of = |code| failed(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [ffi::SQLITE_CORRUPT, ffi::SQLITE_NOTADB, ffi::SQLITE_TOOBIG] {
            assert!(matches!(of(code), Error::StoreCorrupt("the file itself")), "{code}");
        }
        for code in [ffi::SQLITE_IOERR, ffi::SQLITE_FULL, ffi::SQLITE_READONLY] {
            assert!(matches!(of(code), Error::StoreFailed(_)), "{code}");
        }
    }
}
