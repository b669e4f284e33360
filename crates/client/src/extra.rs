//! What programs say of an object, and the token only keeps: rows of a number and bytes.

use crate::error::Error;
use serde::{Deserialize, Serialize};

/// The most rows of an object.
pub const MAX_EXTRA_ROWS: usize = 32;
/// The most bytes of the values of all its rows together.
pub const MAX_EXTRA_BYTES: usize = 4096;

/// One row: kept and authenticated with the object, without a meaning for the token.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Extra {
    /// What it is about: a number that programs agree on.
    pub kind: u64,
    /// What is said.
    #[serde(with = "serde_bytes")]
    pub value: Vec<u8>,
}

/// Demands that rows have rising numbers, and that there are not too many of them.
///
/// Errors: `DATA_INVALID`.
pub fn check_extra(rows: &[Extra]) -> Result<(), Error> {
    let rises = rows.is_sorted_by(|a, b| a.kind < b.kind);
    let bytes: usize = rows.iter().map(|row| row.value.len()).sum();
    if rises && rows.len() <= MAX_EXTRA_ROWS && bytes <= MAX_EXTRA_BYTES {
        return Ok(());
    }
    let why = "what programs say of an object is at most 32 rows in order, of 4 KiB together";
    Err(Error::Decode("DATA_INVALID", why.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: rows are in order, each number once, within both bounds. Method: lists at each edge,
    /// and just outside.
    #[test]
    fn rows_are_bounded() {
        let row = |kind, bytes| Extra { kind, value: vec![7; bytes] };
        let many = |count: u64| (0..count).map(|kind| row(kind, 1)).collect::<Vec<_>>();
        let whole = MAX_EXTRA_BYTES;
        for good in [
            vec![],
            vec![row(0, 0), row(1, 0), row(u64::MAX, 0)],
            many(32),
            vec![row(1, whole)],
            vec![row(1, whole - 1), row(2, 1)],
        ] {
            assert_eq!(check_extra(&good), Ok(()), "{} rows", good.len());
        }
        for bad in [
            vec![row(1, 0), row(1, 1)],
            vec![row(2, 0), row(1, 0)],
            many(33),
            vec![row(1, whole + 1)],
            vec![row(1, whole), row(2, 1)],
        ] {
            let error = check_extra(&bad).unwrap_err();
            assert_eq!(error.code(), "DATA_INVALID", "{} rows", bad.len());
        }
    }
}
