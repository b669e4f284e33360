//! `sealane sign-batch` and `sealane verify-batch`: the items of a manifest, in the order of its
//! lines, some thousand at a time.
//!
//! - `fields`: what items may say.   - `json`, `table`, `manifest`: from lines to fields, strictly.
//! - `encoding`, `item`: from fields to keys and messages.   - `seen`: their names, each once.
//! - `work`: what is done with them.   - `results`: the file that grows, and is resumed.
//! - `served`: the same by keys of a service.
//! - `columns`: `verify-batch` over Parquet, a feature.
//! - `results_guard`: not written over them.   - `tally`: counts, the summary, the verdict.
#[cfg(feature = "parquet")]
mod columns;
mod encoding;
mod fields;
mod item;
mod json;
mod manifest;
mod results;
mod results_guard;
mod seen;
mod served;
mod table;
mod tally;
mod work;

use crate::args::{BatchFiles, SignBatch, VerifyBatch};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::output::{Target, check_growing};
use fields::{Id, Known, refused};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use manifest::{Item, Manifest};
use results::{Done, Results, Tie};
use results_guard::{ResultsGuard, refuse_named};
use sealane::{Batch, Hash, Hasher};
use seen::Seen;
use served::{BatchService, ServedSigning};
use std::io::{self, IsTerminal};
use tally::Tally;
use work::{Answer, Signing, Verifying, Work};

pub fn sign(args: &SignBatch) -> Result<(), Failure> {
    match BatchService::reach(&args.files)? {
        Some(service) => run(&args.files, ServedSigning::new(args, service)?),
        None => run(&args.files, Signing::new(args)),
    }
}

pub fn verify(args: &VerifyBatch) -> Result<(), Failure> {
    #[cfg(feature = "parquet")]
    if columns::is_meant(args) {
        return columns::verify(args);
    }
    let service = BatchService::reach(&args.files)?;
    run(&args.files, Verifying::new(args, service))
}

/// Bytes of messages that are kept for a batch, beside the last one: few, for most are hashed as
/// they are read.
const MAX_KEPT: usize = 64 << 20;

fn run<W: Work>(args: &BatchFiles, mut work: W) -> Result<(), Failure> {
    let input = Input::new("--manifest", &args.manifest);
    let progress = progress(args);
    let known = Known { op: W::OP, ignore_others: args.ignore_unknown };
    let mut manifest = Manifest::open(input, known, args.form)?;
    let key = args.key.clone().map(Source::File);
    let key = key.iter().map(|source| Input::new("--key", source));
    check_growing(&args.out, &[input].into_iter().chain(key).collect::<Vec<_>>())?;
    refuse_named(args, known, args.out.identity())?;
    let mut results = Results::open(&args.out, manifest.form(), args.force)?;
    let mut batch = Batches {
        work: &mut work,
        batch: Batch::new().threads(args.threads),
        guard: ResultsGuard::new(results.identity()?),
        seen: Seen::new(),
    };
    let mut tally = Tally::default();
    batch.pass_over(&mut manifest, &mut results, &mut tally)?;
    results.begin()?;
    loop {
        let chunk = batch.gather(&mut manifest, args.chunk.max(1))?;
        if chunk.is_empty() {
            break;
        }
        let done = batch.finish(chunk)?;
        results.add(&done)?;
        done.iter().for_each(|done| tally.add(done));
        progress.set_position(manifest.bytes);
        progress.set_message(tally.short());
    }
    progress.finish_and_clear();
    tally.report(args.json, &args.out)?;
    tally.verdict()
}

/// Verifies the items of a manifest that name no files, and returns the numbers of their lines:
/// what a test wants to know who gives it any bytes.
#[cfg(feature = "test-hooks")]
pub fn verified_lines(args: &VerifyBatch) -> Result<Vec<u64>, Failure> {
    let mut work = Verifying::new(args, None);
    let known = Known { op: Verifying::OP, ignore_others: args.files.ignore_unknown };
    let input = Input::new("--manifest", &args.files.manifest);
    let mut manifest = Manifest::open(input, known, args.files.form)?;
    while let Some(item) = manifest.next()? {
        if item.fields.is_ok_and(|fields| results_guard::names_files(&fields)) {
            return Ok(vec![]);
        }
    }
    let mut manifest = Manifest::open(input, known, args.files.form)?;
    let mut batch = Batches {
        work: &mut work,
        batch: Batch::new(),
        guard: ResultsGuard::new(None),
        seen: Seen::new(),
    };
    let mut lines = vec![];
    loop {
        let chunk = batch.gather(&mut manifest, args.files.chunk)?;
        if chunk.is_empty() {
            return Ok(lines);
        }
        lines.extend(batch.finish(chunk)?.iter().map(|done| done.line));
    }
}

/// An item on its way.
struct Pending<T> {
    line: u64,
    id: Option<Id>,
    of: Tie,
    prepared: Result<T, Failure>,
}

/// The work on items, and what is known of those before.
struct Batches<'w, W> {
    work: &'w mut W,
    batch: Batch,
    guard: ResultsGuard,
    seen: Seen,
}

impl<W: Work> Batches<'_, W> {
    /// Passes over the items that an earlier run has done. Errors: `RESULTS_MISMATCH`, if that was
    /// another manifest, or by other options.
    fn pass_over(
        &mut self,
        manifest: &mut Manifest,
        results: &mut Results,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        while let Some(earlier) = results.next()? {
            let item = manifest.next()?.filter(|item| {
                let ours = earlier.result == W::GOOD || tally::is_bad(&earlier.result);
                ours && earlier.line == item.number && earlier.is_of(tie(self.work, item))
            });
            let Some(item) = item else {
                return Err(results.mismatch("it is not of this manifest and these options"));
            };
            if let (Ok(_), Some(id)) = (&item.fields, &item.id) {
                self.seen.is_new(id).map_err(|error| of_names(&error))?;
            }
            tally.add_earlier(&earlier, W::GOOD);
        }
        Ok(())
    }

    /// Takes in the next items, refused ones included.
    fn gather(
        &mut self,
        manifest: &mut Manifest,
        most: usize,
    ) -> Result<Vec<Pending<W::Prepared>>, Failure> {
        let (mut chunk, mut kept) = (Vec::new(), 0);
        while chunk.len() < most && kept < MAX_KEPT {
            let Some(item) = manifest.next()? else { break };
            let (line, of) = (item.number, tie(self.work, &item));
            // A name that is none stands in no result.
            let (id, named) = match identifier(item.id) {
                Ok(id) => (id, Ok(())),
                Err(failure) => (None, Err(failure)),
            };
            let fresh = match (&item.fields, &id) {
                (Ok(_), Some(id)) => self.seen.is_new(id).map_err(|error| of_names(&error))?,
                _ => true,
            };
            let prepared = item.fields.and_then(|fields| {
                named?;
                if !fresh {
                    return Err(refused("field id: an earlier line has the same"));
                }
                self.guard.refuse(&fields)?;
                self.work.prepare(&fields)
            });
            kept += prepared.as_ref().map_or(0, W::kept_bytes);
            chunk.push(Pending { line, id, of, prepared });
        }
        Ok(chunk)
    }

    /// Does the items that were not refused and returns all results. Errors: of the work on all of
    /// them.
    fn finish(&mut self, chunk: Vec<Pending<W::Prepared>>) -> Result<Vec<Done>, Failure> {
        let ready: Vec<_> = chunk.iter().filter_map(|item| item.prepared.as_ref().ok()).collect();
        let mut answers = self.work.run(self.batch, &ready)?.into_iter();
        let done = |item: Pending<W::Prepared>| {
            let Pending { line, id, of, prepared } = item;
            let answer: Answer = prepared.and_then(|_| answers.next().expect("an answer for each"));
            let mut done =
                Done { line, id, result: W::GOOD, signature: None, code: None, why: None, of };
            match answer {
                Ok(signature) => done.signature = signature,
                Err(failure) => tally::describe(failure, &mut done),
            }
            done
        };
        Ok(chunk.into_iter().map(done).collect())
    }
}

/// The failure to keep the names of items.
fn of_names(error: &io::Error) -> Failure {
    Failure::write("a temporary file for the names of items", error)
}

/// What ties a result to its item and to the options that the item does not say.
fn tie(work: &impl Work, item: &Item) -> Tie {
    let mut hasher = Hasher::new(Hash::Sha256);
    hasher.update(item.text.as_bytes());
    hasher.update(work.options().as_bytes());
    let digest = hasher.finish();
    Tie(*digest.as_bytes().first_chunk().expect("32 bytes"))
}

/// The name that an item gives itself. It stands in results, on one line.
fn identifier(name: Option<Id>) -> Result<Option<Id>, Failure> {
    const MAX: usize = 256;
    match &name {
        Some(Id::Text(id)) if id.len() > MAX => {
            Err(refused(format!("field id: {} bytes, more than {MAX}", id.len())))
        }
        Some(Id::Text(id)) if id.chars().any(char::is_control) => {
            Err(refused("field id: it has a control character"))
        }
        _ => Ok(name),
    }
}

/// A bar over the bytes of the manifest, or a count where nobody knows how many there are. It shows
/// itself on terminals only.
fn progress(args: &BatchFiles) -> ProgressBar {
    let bytes = match &args.manifest {
        Source::File(path) => path.metadata().ok().filter(|it| it.is_file()).map(|it| it.len()),
        _ => None,
    };
    let bar = match bytes {
        Some(bytes) => ProgressBar::new(bytes),
        None => ProgressBar::no_length(),
    };
    // A bar between results on one terminal would harm both.
    let hidden = args.quiet || (args.out == Target::Stdout && io::stdout().is_terminal());
    bar.set_draw_target(if hidden {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    });
    let template = if bytes.is_some() {
        "{wide_bar} {percent} %  {msg}  {eta} left"
    } else {
        "{spinner} {msg}  {elapsed}"
    };
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.expect("the template is one"))
}
