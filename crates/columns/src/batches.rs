//! Record batches: which of their columns are verified, and what is returned.

use crate::Refused;
use crate::column::Column;
use crate::rows::{Keys, Reason, Rows, verdict};
use crate::terms::VerifyTerms;
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use sealane::PublicKey;
use std::sync::Arc;

/// Verdicts and reasons as columns.
#[must_use]
pub fn columns(found: &[Reason]) -> (BooleanArray, StringArray) {
    let verdicts = found.iter().map(|reason| verdict(*reason)).collect();
    (verdicts, found.iter().copied().collect())
}

/// Which columns hold what.
#[derive(Debug, Clone)]
pub struct Plan {
    /// One key for all rows, or the name of the column that has them.
    pub key: Result<PublicKey, String>,
    /// The column of digests or messages.
    pub content: String,
    /// The column of signatures.
    pub signature: String,
    /// What the column of verdicts is called.
    pub valid: String,
    /// What the column of reasons is called, if there is to be one.
    pub reason: Option<String>,
    /// Whether columns that are read are returned as well.
    pub keep: bool,
}

/// What comes out of batches of one schema.
#[derive(Debug, Clone)]
pub struct Answers {
    /// The places of the columns that are returned as they are.
    places: Vec<usize>,
    /// The schema of what is returned.
    pub schema: Arc<Schema>,
}

/// A name of a column that is missing, or there twice.
fn wrong_column(sentence: String) -> Refused {
    Refused::new("ARGUMENT_COLUMN", sentence)
}

/// The column of contents, and whether it holds digests: what is named, or what is there.
///
/// Errors: `ARGUMENT_COLUMN`.
pub fn content(
    digest: Option<String>,
    message: Option<String>,
    schema: &Schema,
) -> Result<(String, bool), Refused> {
    let is_there = |name: &str| schema.fields().iter().any(|field| field.name() == name);
    match (digest, message) {
        (Some(digest), None) => Ok((digest, true)),
        (None, Some(message)) => Ok((message, false)),
        (Some(_), Some(_)) => Err(wrong_column("digest and message are both named".into())),
        (None, None) => match (is_there("digest"), is_there("message")) {
            (true, false) => Ok(("digest".into(), true)),
            (false, true) => Ok(("message".into(), false)),
            _ => Err(wrong_column("one column, \"digest\" or \"message\", is needed".into())),
        },
    }
}

impl Plan {
    /// The names of the columns that are read.
    pub fn read(&self) -> impl Iterator<Item = &str> {
        let key = self.key.as_ref().err().map(String::as_str);
        key.into_iter().chain([&self.content[..], &self.signature])
    }

    /// What comes out of batches of a schema. Errors: `ARGUMENT_COLUMN` for names that are missing,
    /// or there twice.
    pub fn answers(&self, schema: &Schema) -> Result<Answers, Refused> {
        for name in self.read() {
            let count = schema.fields().iter().filter(|field| field.name() == name).count();
            if count != 1 {
                return Err(wrong_column(format!("{count} columns have the name {name:?}, not 1")));
            }
        }
        let stays = |name: &String| self.keep || !self.read().any(|read| read == name);
        let fields = schema.fields().iter().enumerate();
        let (places, mut fields): (Vec<usize>, Vec<_>) = fields
            .filter(|(_, field)| stays(field.name()))
            .map(|(at, it)| (at, it.clone()))
            .unzip();
        let valid = (&self.valid, DataType::Boolean);
        let reason = self.reason.as_ref().map(|name| (name, DataType::Utf8));
        for (name, kind) in [Some(valid), reason].into_iter().flatten() {
            if fields.iter().any(|field| field.name() == name) {
                return Err(wrong_column(format!("a column has the name {name:?} already")));
            }
            fields.push(Arc::new(Field::new(name, kind, true)));
        }
        let schema = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
        Ok(Answers { places, schema })
    }

    /// The rows of a batch. Errors: `ARGUMENT_COLUMN`, and those of [`Column::from_arrays`].
    ///
    /// # Panics
    /// Arrays whose layout is broken may panic when they are looked at.
    pub fn rows(&self, terms: &VerifyTerms, batch: &RecordBatch) -> Result<Rows, Refused> {
        let column = |name: &str| {
            let array = batch.column_by_name(name);
            let array = array.ok_or_else(|| wrong_column(format!("no column {name:?}")))?;
            Column::from_arrays(name, std::slice::from_ref(array))
        };
        let keys = match &self.key {
            Ok(key) => Keys::one(terms, key.clone()),
            Err(name) => Keys::Column(column(name)?),
        };
        let (contents, signatures) = (column(&self.content)?, column(&self.signature)?);
        Ok(Rows { keys, contents, signatures })
    }
}

impl Answers {
    /// The other columns of a batch, verdicts and reasons. Errors: `ARROW_INVALID`.
    pub fn batch(&self, batch: &RecordBatch, found: &[Reason]) -> Result<RecordBatch, Refused> {
        let (verdicts, codes) = columns(found);
        let mut arrays: Vec<ArrayRef> =
            self.places.iter().map(|at| batch.column(*at).clone()).collect();
        arrays.push(Arc::new(verdicts));
        if arrays.len() < self.schema.fields().len() {
            arrays.push(Arc::new(codes));
        }
        let made = RecordBatch::try_new(self.schema.clone(), arrays);
        made.map_err(|error| Refused::malformed("batch", error))
    }
}
