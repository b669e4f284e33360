//! `sealane sign-batch` and `sealane verify-batch`: the items of a manifest, in the order of its
//! lines, some thousand at a time.
//!
//! - `fields`, `manifest`: from lines to fields, strictly.   - `item`: from fields to messages.
//! - `work`: what is done with them.   - `results`: the file that grows, and is gone on with.
//! - `apart`: that it is none of those read.   - `tally`: counts, the summary, the verdict.
mod apart;
mod fields;
mod item;
mod manifest;
mod results;
mod tally;
mod work;

use crate::args::{BatchFiles, SignBatch, VerifyBatch};
use crate::cmd::hex;
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::output::check_file;
use apart::{Apart, refuse_named};
use fields::refused;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use manifest::{Item, Manifest};
use results::{Done, Results};
use sealane::batch::Batch;
use sealane::{Hash, Hasher};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use tally::Tally;
use work::{Answer, Signing, Verifying, Work};

pub fn sign(args: &SignBatch) -> Result<(), Failure> {
    run(&args.files, Signing::new(args))
}

pub fn verify(args: &VerifyBatch) -> Result<(), Failure> {
    run(&args.files, Verifying::new(args))
}

/// Bytes of messages that are kept for a batch, beside the last one: few, for most are hashed as
/// they are read.
const MOST_KEPT: usize = 64 << 20;

fn run<W: Work>(args: &BatchFiles, mut work: W) -> Result<(), Failure> {
    let manifest = Input::new("--manifest", &args.manifest);
    let progress = progress(args);
    let mut manifest = Manifest::open(manifest, W::OP, args.form)?;
    let key = args.key.clone().map(Source::File);
    let key = key.iter().map(|source| Input::new("--key", source));
    let inputs: Vec<_> =
        [Input::new("--manifest", &args.manifest)].into_iter().chain(key).collect();
    check_file(&args.out, &inputs)?;
    refuse_named(args, W::OP)?;
    let mut results = Results::open(&args.out, manifest.form(), args.force)?;
    let mut apart = Apart::new(results.identity()?);
    let mut seen = Seen { hasher: RandomState::new(), ids: HashSet::new() };
    let mut tally = Tally::default();
    while let Some(done) = results.next()? {
        let item = manifest.next()?.filter(|item| {
            let id = item.fields.as_ref().ok().and_then(|fields| fields.text("id"));
            seen.is_new(id);
            let ours = done.result == W::GOOD || tally::is_bad(&done.result);
            ours && done.line == item.number && done.of == tie(&work, item)
        });
        if item.is_none() {
            return Err(results.mismatch("it is not of this manifest and these options"));
        }
        tally.add(&done);
    }
    tally.before = tally.items;
    results.begin()?;
    let batch = Batch::new().threads(args.threads);
    loop {
        let chunk = gather(&mut manifest, &mut work, &mut seen, &mut apart, args.chunk.max(1))?;
        if chunk.is_empty() {
            break;
        }
        let done = finish(&mut work, batch, chunk);
        results.add(&done)?;
        done.iter().for_each(|done| tally.add(done));
        progress.set_position(manifest.bytes);
        progress.set_message(tally.short());
    }
    progress.finish_and_clear();
    tally.report(args.json)?;
    tally.verdict()
}

/// An item on its way.
struct Pending<T> {
    line: u64,
    id: Option<String>,
    of: String,
    prepared: Result<T, Failure>,
}

/// Takes in the next items, refused ones included.
fn gather<W: Work>(
    manifest: &mut Manifest,
    work: &mut W,
    seen: &mut Seen,
    apart: &mut Apart,
    most: usize,
) -> Result<Vec<Pending<W::Prepared>>, Failure> {
    let (mut chunk, mut kept) = (Vec::new(), 0);
    while chunk.len() < most && kept < MOST_KEPT {
        let Some(item) = manifest.next()? else { break };
        let of = tie(work, &item);
        // A name that is none stands in no result.
        let named = identifier(item.id.as_deref());
        let id = named.as_ref().ok().cloned().flatten();
        let prepared = item.fields.and_then(|fields| {
            named?;
            if !seen.is_new(id.as_deref()) {
                return Err(refused("field id: an earlier line has the same"));
            }
            apart.refuse(&fields)?;
            work.prepare(&fields)
        });
        kept += prepared.as_ref().map_or(0, W::kept_bytes);
        chunk.push(Pending { line: item.number, id, of, prepared });
    }
    Ok(chunk)
}

/// Does the items that were not refused and returns all results.
fn finish<W: Work>(work: &mut W, batch: Batch, chunk: Vec<Pending<W::Prepared>>) -> Vec<Done> {
    let ready: Vec<_> = chunk.iter().filter_map(|item| item.prepared.as_ref().ok()).collect();
    let mut answers = work.run(batch, &ready).into_iter();
    let answers: Vec<_> = chunk
        .iter()
        .map(|item| item.prepared.is_ok().then(|| answers.next().expect("an answer for each")))
        .collect();
    let done = |(item, answer): (Pending<W::Prepared>, Option<Answer>)| {
        let Pending { line, id, of, prepared } = item;
        let mut done =
            Done { line, id, result: W::GOOD.into(), signature: None, code: None, why: None, of };
        match answer.unwrap_or_else(|| prepared.map(|_| None)) {
            Ok(signature) => done.signature = signature,
            Err(failure) => tally::describe(failure, &mut done),
        }
        done
    };
    chunk.into_iter().zip(answers).map(done).collect()
}

/// What ties a result to its item and to the options that the item does not say.
fn tie(work: &impl Work, item: &Item) -> String {
    const BYTES: usize = 16;
    let mut hasher = Hasher::new(Hash::Sha256);
    hasher.update(item.text.as_bytes());
    hasher.update(work.options().as_bytes());
    hex(&hasher.finish().as_bytes()[..BYTES])
}

/// The name that an item gives itself. It stands in results, on one line.
fn identifier(name: Option<&str>) -> Result<Option<String>, Failure> {
    const MOST: usize = 256;
    match name {
        Some(id) if id.len() > MOST => {
            Err(refused(format!("field id: {} bytes, more than {MOST}", id.len())))
        }
        Some(id) if id.chars().any(char::is_control) => {
            Err(refused("field id: it has a control character"))
        }
        id => Ok(id.map(str::to_owned)),
    }
}

/// The names that items had so far, in short: eight bytes for each, so that a manifest of millions
/// of items may name them all. That two different names are taken for one has a chance of 2^-64 for
/// each pair.
struct Seen {
    hasher: RandomState,
    ids: HashSet<u64>,
}

impl Seen {
    fn is_new(&mut self, id: Option<&str>) -> bool {
        id.is_none_or(|id| self.ids.insert(self.hasher.hash_one(id)))
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
    let hidden = args.quiet;
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
