//! The database that SoftHSM keeps a token in where it was built to: SQLite, a table for each form
//! of a value, with columns for the object, the attribute and the value.
use super::folder::Values;
use super::foreign::Value;
use super::numbers::{Kind, of_file};
use crate::failure::Failure;
use crate::secrets::shown;
use cryptoki_sys::{CK_MECHANISM_TYPE, CKA_ALLOWED_MECHANISMS};
use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeMap;
use std::path::Path;
use zeroize::Zeroizing;

/// Returns the attributes of every object by its number. Errors: `OBJECT_DAMAGED`.
pub fn read(path: &Path) -> Result<BTreeMap<i64, Values>, Failure> {
    read_tables(path).map_err(|error| {
        let sentence = format!("--folder: {}: {error}", shown(path));
        Failure::refused("OBJECT_DAMAGED", sentence)
    })
}

fn read_tables(path: &Path) -> rusqlite::Result<BTreeMap<i64, Values>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags)?;
    let mut objects = BTreeMap::new();
    read_table(&database, "boolean", &mut objects, |_, value: i64| Value::Truth(value != 0))?;
    // Numbers of the standard have no sign, and those of the database have one.
    read_table(&database, "integer", &mut objects, |_, value: i64| {
        of_file(value.cast_unsigned()).map_or(Value::Unreadable, Value::Number)
    })?;
    read_table(&database, "binary", &mut objects, |_, Bytes(value)| Value::Bytes(value))?;
    read_table(&database, "array", &mut objects, |kind, Bytes(value)| match kind {
        CKA_ALLOWED_MECHANISMS => mechanisms(&value),
        _ => Value::Unreadable,
    })?;
    Ok(objects)
}

fn read_table<T: FromSql>(
    database: &Connection,
    form: &str,
    objects: &mut BTreeMap<i64, Values>,
    value_of: impl Fn(Kind, T) -> Value,
) -> rusqlite::Result<()> {
    let text = format!("select object_id, type, value from attribute_{form}");
    let mut statement = database.prepare(&text)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (object, kind): (i64, i64) = (row.get(0)?, row.get(1)?);
        let Some(kind) = of_file(kind.cast_unsigned()) else { continue };
        let value = value_of(kind, row.get(2)?);
        objects.entry(object).or_default().insert(kind, value);
    }
    Ok(())
}

/// Bytes, wiped on drop; none for a null.
struct Bytes(Zeroizing<Vec<u8>>);

impl FromSql for Bytes {
    fn column_result(value: ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
        let bytes = value.as_blob_or_null()?.unwrap_or_default();
        Ok(Self(Zeroizing::new(bytes.to_vec())))
    }
}

/// Numbers of mechanisms as the machine keeps them.
fn mechanisms(bytes: &[u8]) -> Value {
    let (numbers, rest) = bytes.as_chunks();
    match rest {
        [] => {
            let numbers = numbers.iter().map(|it| CK_MECHANISM_TYPE::from_ne_bytes(*it));
            Value::Mechanisms(numbers.collect())
        }
        _ => Value::Unreadable,
    }
}
