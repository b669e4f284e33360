//! Columns of byte strings: of Arrow, of lists, of two-dimensional buffers, read alike.

use crate::Refused;
use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryViewType, StringViewType};
use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, GenericByteViewArray, LargeBinaryArray,
    LargeStringArray, StringArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use std::fmt;
use std::ops::Range;

/// Byte strings, each of which may be null.
#[derive(Debug, Default)]
pub struct Column {
    chunks: Vec<Chunk>,
    rows: usize,
}

/// Rows that lie together, as their producer made them.
#[derive(Debug)]
struct Chunk {
    /// The row of the column that its first one is.
    first: usize,
    rows: usize,
    nulls: Option<NullBuffer>,
    /// Which value each row has, where each value stands once.
    places: Option<Vec<usize>>,
    values: Values,
}

/// Where values are.
#[derive(Debug)]
enum Values {
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(GenericByteViewArray<BinaryViewType>),
    Fixed(FixedSizeBinaryArray),
    Text(StringArray),
    LargeText(LargeStringArray),
    TextView(GenericByteViewArray<StringViewType>),
    /// Nothing but nulls.
    None,
    List(Box<dyn ByteList>),
    /// Rows of a buffer, of so many bytes each.
    Rows(Vec<u8>, usize),
}

/// Byte strings that somebody else keeps, by their numbers.
pub trait ByteList: Send + Sync {
    /// The bytes of one of them; none for one that is null.
    fn value(&self, at: usize) -> &[u8];
}

impl fmt::Debug for dyn ByteList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByteList")
    }
}

impl Values {
    fn value(&self, at: usize) -> &[u8] {
        match self {
            Self::Binary(array) => array.value(at),
            Self::LargeBinary(array) => array.value(at),
            Self::BinaryView(array) => array.value(at),
            Self::Fixed(array) => array.value(at),
            Self::Text(array) => array.value(at).as_bytes(),
            Self::LargeText(array) => array.value(at).as_bytes(),
            Self::TextView(array) => array.value(at).as_bytes(),
            Self::None => &[],
            Self::List(all) => all.value(at),
            Self::Rows(bytes, width) => &bytes[at * width..][..*width],
        }
    }

    /// The values of an array. Errors: `ARGUMENT_TYPE` for one of other things.
    fn new(name: &str, array: &dyn Array) -> Result<Self, Refused> {
        Ok(match array.data_type() {
            DataType::Binary => Self::Binary(array.as_binary::<i32>().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary::<i64>().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => Self::Fixed(array.as_fixed_size_binary().clone()),
            DataType::Utf8 => Self::Text(array.as_string::<i32>().clone()),
            DataType::LargeUtf8 => Self::LargeText(array.as_string::<i64>().clone()),
            DataType::Utf8View => Self::TextView(array.as_string_view().clone()),
            DataType::Null => Self::None,
            other => {
                let sentence = format!(
                    "{name}: a column of binary (fixed, large or view), of text, or of a \
                     dictionary of these is needed, not of {other}"
                );
                return Err(Refused::new("ARGUMENT_TYPE", sentence));
            }
        })
    }
}

impl Chunk {
    /// The rows of an array, once it is seen to keep to the rules of its layout.
    ///
    /// Errors: `ARROW_INVALID`, `ARGUMENT_TYPE`.
    fn new(name: &str, first: usize, array: &ArrayRef) -> Result<Self, Refused> {
        array.to_data().validate_full().map_err(|error| Refused::malformed(name, error))?;
        let rows = array.len();
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            let values = Values::new(name, array)?;
            return Ok(Self { first, rows, nulls: array.logical_nulls(), places: None, values });
        };
        let values = Values::new(name, dictionary.values())?;
        // Where nulls stand there is no place, and an empty dictionary has none at all.
        let places = match dictionary.values().is_empty() {
            true => vec![0; rows],
            false => dictionary.normalized_keys(),
        };
        let nulls = array.logical_nulls();
        Ok(Self { first, rows, nulls, places: Some(places), values })
    }

    /// Which value a row has; `None` if it is null.
    fn place(&self, row: usize) -> Option<usize> {
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(self.places.as_ref().map_or(row, |places| places[row]))
    }
}

/// A value of a column.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// In columns of dictionaries: which chunk's, and which value of it.
    pub place: Option<(usize, usize)>,
}

impl Column {
    /// The rows of arrays. Errors: `ARROW_INVALID` for an array whose offsets, indices, lengths,
    /// nulls or texts are not as its layout has them; `ARGUMENT_TYPE`.
    pub fn from_arrays(name: &str, arrays: &[ArrayRef]) -> Result<Self, Refused> {
        let mut column = Self::default();
        for array in arrays {
            column.chunks.push(Chunk::new(name, column.rows, array)?);
            column.rows += array.len();
        }
        Ok(column)
    }

    /// The rows of a list, and which of them there are: others are null.
    pub fn from_list(list: Box<dyn ByteList>, there: impl Iterator<Item = bool>) -> Self {
        let nulls: NullBuffer = there.collect();
        Self::whole(nulls.len(), Some(nulls), Values::List(list))
    }

    /// Rows of so many bytes each, one behind the other.
    #[must_use]
    pub fn from_rows(rows: usize, bytes: Vec<u8>, row_bytes: usize) -> Self {
        Self::whole(rows, None, Values::Rows(bytes, row_bytes))
    }

    fn whole(rows: usize, nulls: Option<NullBuffer>, values: Values) -> Self {
        let chunk = Chunk { first: 0, rows, nulls, places: None, values };
        Self { chunks: vec![chunk], rows }
    }

    /// How many there are, nulls among them.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Values of a dictionary's chunk; none for a chunk without.
    #[must_use]
    pub fn dictionary_values(&self, chunk: usize) -> usize {
        match &self.chunks[chunk].places {
            Some(places) => places.iter().max().map_or(0, |most| most + 1),
            None => 0,
        }
    }

    /// Puts the values of a range of rows behind what is there; `None` for nulls.
    pub fn read<'a>(&'a self, range: Range<usize>, out: &mut Vec<Option<Value<'a>>>) {
        let first = self.chunks.partition_point(|chunk| chunk.first + chunk.rows <= range.start);
        for (number, chunk) in self.chunks.iter().enumerate().skip(first) {
            if chunk.first >= range.end {
                return;
            }
            let from = range.start.saturating_sub(chunk.first);
            let to = chunk.rows.min(range.end - chunk.first);
            out.extend((from..to).map(|row| {
                let at = chunk.place(row)?;
                let place = chunk.places.is_some().then_some((number, at));
                Some(Value { bytes: chunk.values.value(at), place })
            }));
        }
    }
}
