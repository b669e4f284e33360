//! `verify-batch` over a Parquet file: some thousand rows in memory, whatever the file has.
use super::progress;
use super::tally::Tally;
use crate::args::{AnySignatureForm, ColumnArgs, ManifestForm, VerifyBatch};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::keys::public_of_any;
use crate::output::Beside;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use sealane::Lengths;
use sealane_columns::batches::{Plan, content};
use sealane_columns::terms::{Form, VerifyTerms};
use sealane_columns::{Refused, rows::Reason};
use std::convert::Infallible;
use std::fs::File;
use std::io::{BufWriter, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The most rows that are read, verified and written together, and about how many bytes.
const ROWS: usize = 1 << 16;
const ROW_BYTES: usize = 16 << 20;
/// Bytes after which a row group of the output is closed: these are in memory.
const GROUP_BYTES: usize = 64 << 20;
/// What Parquet files begin and end with.
const MARK: &[u8] = b"PAR1";

type Builder = ParquetRecordBatchReaderBuilder<File>;

/// Whether the manifest is a file of columns: because it is said, or looks like one.
pub fn is_meant(args: &VerifyBatch) -> bool {
    let looks = |path: &Path| {
        let mut start = [0; MARK.len()];
        // A pipe would lose what is read here.
        path.is_file()
            && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
            && start == *MARK
    };
    match (args.files.form, &args.files.manifest) {
        (ManifestForm::Parquet, _) => true,
        (ManifestForm::Auto, Source::File(path)) => looks(path),
        _ => false,
    }
}

/// Verifies all rows, and writes them with their verdicts.
///
/// Errors: `PARQUET_INVALID` for a file that is damaged; `ARGUMENT_COLUMN` for a column that is
/// missing or there twice; `ARGUMENT_TYPE` for one of other things; `PARQUET_OPTION`; those of the
/// output, which is there whole or not at all; and by what the rows are.
pub fn verify(args: &VerifyBatch) -> Result<(), Failure> {
    refuse_other_options(args)?;
    let input = Input::new("--manifest", &args.files.manifest);
    let Source::File(path) = &args.files.manifest else {
        let sentence = format!("{}: Parquet is read from a file, not from a pipe", input.name());
        return Err(Failure::usage("PARQUET_OPTION", sentence));
    };
    let lengths = if args.legacy { Lengths::Legacy } else { Lengths::Current };
    let key = args.files.key.clone().map(Source::File);
    let key = key.as_ref().map(|source| Input::new("--key", source));
    let inputs: Vec<_> = [input].into_iter().chain(key).collect();
    let output = Beside::new(&args.files.out, args.files.force, &inputs)?;
    let key = key.map(|input| public_of_any(input, lengths)).transpose()?;

    let columns = Columns { input, path };
    let builder = columns.open()?;
    let total = builder.metadata().file_metadata().num_rows();
    let options = &args.columns;
    let named = (options.digest_column.clone(), options.message_column.clone());
    let schema = builder.schema().clone();
    let refused = |refused| columns.refused(&refused, &schema);
    let (content, digests) = content(named.0, named.1, &schema).map_err(refused)?;
    let plan = Plan {
        key: key.ok_or_else(|| options.key_column.clone().unwrap_or_else(|| "key".into())),
        content,
        signature: options.signature_column.clone(),
        valid: options.valid_column.clone(),
        reason: Some(options.reason_column.clone()),
        keep: options.keep_columns,
    };
    let terms = terms(args, options, digests, lengths);
    let answers = plan.answers(&schema).map_err(refused)?;

    let written = |error| not_written(&args.files.out.name(), &error);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let file = BufWriter::new(output.file());
    let writer = ArrowWriter::try_new(file, answers.schema.clone(), Some(properties));
    let mut writer = writer.map_err(written)?;
    let progress = progress(&args.files);
    let bytes = path.metadata().map_or(0, |found| found.len());
    let (mut at, mut tally) = (0, Tally::default());
    let mut reader = columns.reader(builder)?;
    while let Some(batch) =
        guarded(|| reader.next().transpose()).map_err(|error| columns.broken(at, &error))?
    {
        let rows = plan.rows(&terms, &batch).map_err(refused)?;
        let between = || Ok::<(), Infallible>(());
        let Ok(found) = rows.verify(&terms, args.key_tables << 20, args.files.threads, between);
        found.iter().zip(at..).for_each(|(reason, row)| count(&mut tally, &plan, row, *reason));
        writer.write(&answers.batch(&batch, &found).map_err(refused)?).map_err(written)?;
        if writer.in_progress_size() > GROUP_BYTES {
            writer.flush().map_err(written)?;
        }
        at += batch.num_rows() as u64;
        progress.set_position((bytes as f64 * (at as f64 / total as f64)) as u64);
        progress.set_message(tally.short());
    }
    drop(writer.into_inner().map_err(written)?);
    output.finish()?;
    progress.finish_and_clear();
    tally.report(args.files.json, &args.files.out)?;
    tally.verdict()
}

/// Options that say how items of other manifests are verified.
fn refuse_other_options(args: &VerifyBatch) -> Result<(), Failure> {
    let given = [
        (args.low_s, "--low-s"),
        (args.files.hash.is_some(), "--hash (--scheme names the hash)"),
        (args.files.ignore_unknown, "--ignore-unknown (other columns are written as they are)"),
        (args.files.through.socket.is_some(), "--socket"),
    ];
    match given.iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => {
            let sentence = format!("{option} is not for Parquet");
            Err(Failure::usage("PARQUET_OPTION", sentence))
        }
    }
}

fn terms(args: &VerifyBatch, of: &ColumnArgs, digests: bool, lengths: Lengths) -> VerifyTerms {
    let form = match args.format {
        AnySignatureForm::Auto => Form::Auto,
        AnySignatureForm::Der => Form::Der,
        AnySignatureForm::Raw => Form::Raw,
    };
    VerifyTerms { algorithm: of.algorithm, scheme: of.scheme.clone(), digests, form, lengths }
}

/// Counts a row.
fn count(tally: &mut Tally, plan: &Plan, row: u64, reason: Reason) {
    let Some(code) = reason else { return tally.add_row("valid", String::new) };
    let result = if code == sealane_columns::rows::INVALID { "invalid" } else { "refused" };
    tally.add_row(result, || {
        let key = || plan.key.as_ref().map_or("--key", |_| "").to_owned();
        let column = match code {
            _ if code.starts_with("SIG_") || code == "NULL_SIGNATURE" => plan.signature.clone(),
            _ if code.starts_with("DIGEST_") || code == "NULL_MESSAGE" => plan.content.clone(),
            _ => plan.key.as_ref().err().cloned().unwrap_or_else(key),
        };
        format!("row {row}, column {column:?}: {code}")
    });
}

/// The file, and how messages call it.
struct Columns<'a> {
    input: Input<'a>,
    path: &'a Path,
}

impl Columns<'_> {
    fn open(&self) -> Result<Builder, Failure> {
        let file = File::open(self.path).map_err(|error| self.input.unreadable(&error))?;
        if file.metadata().is_ok_and(|found| found.is_dir()) {
            let error = std::io::ErrorKind::IsADirectory.into();
            return Err(self.input.unreadable(&error));
        }
        guarded(|| Builder::try_new(file))
            .map_err(|error| self.invalid(&format!("it is no whole Parquet file: {error}")))
    }

    fn reader(
        &self,
        builder: Builder,
    ) -> Result<parquet::arrow::arrow_reader::ParquetRecordBatchReader, Failure> {
        let rows = rows_at_a_time(&builder);
        guarded(|| builder.with_batch_size(rows).build()).map_err(|error| self.broken(0, &error))
    }

    fn invalid(&self, why: &str) -> Failure {
        Failure::refused("PARQUET_INVALID", format!("{}: {why}", self.input.name()))
    }

    /// The failure to read rows, of which so many came before: with the column that has it.
    fn broken(&self, row: u64, error: &ParquetError) -> Failure {
        let of_column = |column: usize| {
            let builder = self.open().ok()?;
            let name = builder.schema().field(column).name().clone();
            let mask = ProjectionMask::roots(builder.parquet_schema(), [column]);
            let builder = builder.with_projection(mask).with_offset(row as usize);
            let builder = builder.with_limit(ROWS).with_batch_size(ROWS);
            let read = guarded(|| {
                let mut reader = builder.build()?;
                reader.next().transpose().map_err(ParquetError::from)
            });
            read.is_err().then_some(name)
        };
        let columns = self.open().map_or(0, |builder| builder.schema().fields().len());
        let column = (0..columns).find_map(of_column);
        let column = column.map_or(String::new(), |name| format!("column {name:?}, "));
        self.invalid(&format!("{column}rows from {row} on: {error}"))
    }

    /// What is refused of the columns, with those that there are.
    fn refused(&self, refused: &Refused, schema: &arrow_schema::Schema) -> Failure {
        let Refused { code, sentence } = refused;
        let names = schema.fields().iter().map(|field| field.name().as_str());
        let there = match *code {
            "ARGUMENT_COLUMN" => format!("; there are {}", names.collect::<Vec<_>>().join(", ")),
            _ => String::new(),
        };
        Failure::refused(code, format!("{}: {sentence}{there}", self.input.name()))
    }
}

/// How many rows of the largest kind are as many bytes as may be in memory.
fn rows_at_a_time(builder: &Builder) -> usize {
    let groups = builder.metadata().row_groups().iter();
    let rows = groups.map(|group| {
        let bytes = (group.total_byte_size().max(1) / group.num_rows().max(1)).max(1);
        ROW_BYTES / usize::try_from(bytes).unwrap_or(ROW_BYTES)
    });
    rows.min().unwrap_or(ROWS).clamp(1, ROWS)
}

/// What is read of a file, where bytes that nobody has written may end the reader as well.
fn guarded<T, E: Into<ParquetError>>(
    read: impl FnOnce() -> Result<T, E>,
) -> Result<T, ParquetError> {
    let found = catch_unwind(AssertUnwindSafe(read));
    let broken = || ParquetError::General("its bytes are not those of a writer".into());
    found.map_or_else(|_| Err(broken()), |found| found.map_err(Into::into))
}

/// The failure to write: that of the system, where it is one.
fn not_written(name: &str, error: &ParquetError) -> Failure {
    Failure::failed("OUTPUT_FAILED", format!("{name}: {error}"))
}
