//! Plants faults, one at a time, and asks the suites to find each.
//!
//! Every small change that the tool `mutants` knows of is a candidate. A seed draws some of each
//! area; they are compiled all at once in a copy of the tree, each behind a number that the
//! environment chooses. Which jobs reach a fault is seen in a run without any, so that only those
//! are asked, those of `check` first, the quick ones before the slow ones, until one fails.

mod copy;

use crate::build::{self, Tree};
use crate::counts::Counts;
use crate::jobs::{self, Context, Job};
use crate::page;
use crate::run;
use crate::suites::{SUITES, Tier, Work};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Areas of the product, and the beginnings of the paths of their files.
const AREAS: &[(&str, &[&str])] = &[
    ("arithmetic", &["crates/arith/src/"]),
    (
        "curves",
        &[
            "crates/sealane/src/group/",
            "crates/sealane/src/ecc/ecdsa",
            "crates/sealane/src/ecc/eddsa",
        ],
    ),
    ("nonces", &["crates/sealane/src/nonce"]),
    (
        "encodings",
        &[
            "crates/sealane/src/encode/",
            "crates/sealane/src/ecc/documents/",
            "crates/sealane/src/rsa/documents",
            "crates/sealane/src/dsa/documents",
        ],
    ),
    ("RSA", &["crates/sealane/src/rsa"]),
    (
        "batches",
        &[
            "crates/sealane/src/batch",
            "crates/sealane/src/ecc/batch",
            "crates/sealane/src/ecc/ops/lanes/",
        ],
    ),
    (
        "keystore",
        &[
            "crates/hsm/src/token",
            "crates/client/src/object",
            "crates/client/src/role",
            "crates/hsm/src/role",
            "crates/hsm/src/keywrap",
            "crates/hsm/src/sqlite",
            "crates/hsm/src/master",
        ],
    ),
    (
        "service",
        &[
            "crates/hsm/src/service",
            "crates/hsm/src/queue",
            "crates/client/src/wire",
            "crates/client/src/connection",
        ],
    ),
    ("command", &["crates/cli/src/"]),
];

/// What is no code of the product, or measures.
const LEFT_OUT: &[&str] = &[
    "/generated/",
    "/tests",
    "tests.rs",
    "/parts",
    "samples.rs",
    "profile",
    "speed",
    "fields",
    "load",
    "cmd/tables",
];

/// Faults of each area that are compiled for one that is asked for: some change nothing.
const SPARE: usize = 3;

/// Mutants that change nothing a test could see: file, tab, change, tab, reason.
const EQUIVALENT: &str = "scripts/mutants-equivalent.txt";

/// What the page says of itself.
const HEAD: &str = "\
Written by `cargo xtask plant --store`; do not edit. Each fault is planted by itself in the product,
at a place that the seed draws; the suites of `make check` are asked first, then the others of `make
test`, until one fails. Faults that change nothing, listed with their reasons in
scripts/mutants-equivalent.txt, are passed over.

";

/// Where the outcome is stored.
const PAGE: &str = "docs/results/planted-faults.md";

/// One fault.
#[derive(Debug, Clone)]
struct Fault {
    number: usize,
    area: &'static str,
    file: String,
    line: u64,
    what: String,
}

/// Draws numbers; SplitMix64 (Steele, Lea, Flood, 2014).
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// Plants `count` faults by the seed. Returns whether the tests find each, and `check` half.
pub fn run(seed: u64, count: usize, store: bool) -> Result<bool, String> {
    println!("--- planting {count} faults: --seed {seed}");
    let own = Tree::own();
    let work = own.target.join("plant");
    let copy = Tree { root: work.join("tree"), target: work.join("target") };
    let candidates = copy::candidates(&own, &copy, &work)?;
    let faults = drawn(&candidates, seed, count);
    let faults = copy::compiled(&own, &copy, &work, &candidates, faults)?;
    let jobs = jobs_of(&copy)?;
    let reached = reach(&copy, &work, jobs);
    let verdicts = judge(&own, &copy, &work, &faults, &reached, seed, count)?;
    let text = written(&own, seed, &verdicts);
    println!("{text}");
    if store {
        fs::write(own.root.join(PAGE), &text).map_err(|error| format!("{PAGE}: {error}"))?;
        crate::index::write(&own.root)?;
    }
    let found = verdicts.iter().filter(|one| one.by.is_some()).count();
    let by_check = verdicts.iter().filter(|one| one.tier == Some(Tier::Check)).count();
    println!("{found} passed, {} failed, 0 skipped", count - found);
    Ok(found == count && 2 * by_check >= count)
}

fn area(file: &str) -> Option<&'static str> {
    AREAS
        .iter()
        .find(|(_, starts)| starts.iter().any(|start| file.starts_with(start)))
        .map(|it| it.0)
}

/// Draws faults, an area after the other, `SPARE` times as many as are asked for.
fn drawn(candidates: &[Fault], seed: u64, count: usize) -> Vec<Fault> {
    let mut draw = Draw(seed);
    let mut left: Vec<Vec<&Fault>> = AREAS
        .iter()
        .map(|(name, _)| candidates.iter().filter(|fault| fault.area == *name).collect())
        .collect();
    let mut faults = Vec::new();
    for turn in 0..count * SPARE {
        let own = &mut left[turn % AREAS.len()];
        if !own.is_empty() {
            let chosen = draw.below(own.len());
            faults.push(own.swap_remove(chosen).clone());
        }
    }
    faults
}

/// Returns the jobs of `test` that run test programs, with whether `check` has them too.
fn jobs_of(copy: &Tree) -> Result<Vec<(Job, Tier)>, String> {
    let packages = build::packages(copy)?;
    let built = build::build(copy, &packages)?;
    let times = run::times(&copy.root);
    let context = Context { packages: &packages, built: &built, times: &times };
    let programs = |name: &str| {
        let suite = SUITES.iter().find(|suite| suite.name == name);
        suite.is_some_and(|suite| matches!(suite.work, Work::Programs { .. }))
    };
    let quick: BTreeSet<String> =
        jobs::jobs(&context, Tier::Check, &[])?.iter().map(Job::title).collect();
    let all = jobs::jobs(&context, Tier::Test, &[])?.into_iter().filter(|job| programs(job.suite));
    let tier = |job: &Job| if quick.contains(&job.title()) { Tier::Check } else { Tier::Test };
    Ok(all.map(|job| (tier(&job), job)).map(|(tier, job)| (job, tier)).collect())
}

/// A job, and what it does without a fault.
struct Reached {
    job: Job,
    tier: Tier,
    seconds: f64,
    numbers: BTreeSet<usize>,
}

/// Runs all jobs without a fault. Those that fail in the copy, whose text is another one, are left
/// out and named.
fn reach(copy: &Tree, work: &Path, jobs: Vec<(Job, Tier)>) -> Vec<Reached> {
    let mut rows: Vec<Reached> = at_once(jobs, |(job, tier)| {
        let title = job.title().replace('/', "-");
        let (log, seen) =
            (work.join("logs").join(format!("{title}.log")), work.join("logs").join(&title));
        let _ = fs::remove_file(&seen);
        let environment =
            [("SEALANE_REACHED", seen.display().to_string()), ("SEALANE_SEED", "1".to_owned())];
        let begun = Instant::now();
        let ended = run::process(copy, &job, &log, &environment, Duration::from_secs(1800));
        if !ended.is_ok_and(|status| status.success()) {
            println!("not asked, as it fails in the copy without a fault: {}", job.title());
            return None;
        }
        let numbers = fs::read_to_string(&seen).unwrap_or_default();
        let numbers = numbers.lines().filter_map(|line| line.parse().ok()).collect();
        Some(Reached { job, tier, seconds: begun.elapsed().as_secs_f64(), numbers })
    })
    .into_iter()
    .flatten()
    .collect();
    rows.sort_by(|a, b| a.tier.cmp(&b.tier).then(a.seconds.total_cmp(&b.seconds)));
    rows
}

/// Does something for each of some things, as many at once as there are processors, and returns
/// what came of it.
fn at_once<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(things.into_iter().enumerate());
    let done = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = || queue.lock().expect("no worker panics with it").next();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((index, thing)) = next() {
                    let result = work(thing);
                    done.lock().expect("no worker panics with it").push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no worker has panicked");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// What the suites say to a fault.
#[derive(Debug, Clone)]
struct Verdict {
    fault: Fault,
    /// The job that fails first.
    by: Option<String>,
    tier: Option<Tier>,
}

/// Asks for each fault until `count` that change something are judged. Verdicts are kept in the
/// work folder, so that an interrupted run is resumed by running it again.
fn judge(
    own: &Tree,
    copy: &Tree,
    work: &Path,
    faults: &[Fault],
    rows: &[Reached],
    seed: u64,
    count: usize,
) -> Result<Vec<Verdict>, String> {
    let equivalent = fs::read_to_string(own.root.join(EQUIVALENT)).unwrap_or_default();
    let reasons: BTreeMap<(&str, &str), &str> = equivalent
        .lines()
        .filter_map(|line| {
            line.split_once('\t').and_then(|(file, rest)| Some((file, rest.split_once('\t')?)))
        })
        .map(|(file, (what, reason))| ((file, what), reason))
        .collect();
    let commit = page::said(&own.root, "git", &["rev-parse", "HEAD"]);
    let kept = work.join(format!("verdicts-{seed}-{}", &commit[..commit.len().min(12)]));
    let mut verdicts = Vec::new();
    for fault in faults {
        if let Some(reason) = reasons.get(&(fault.file.as_str(), fault.what.as_str())) {
            println!("changes nothing: {}:{}: {} ({reason})", fault.file, fault.line, fault.what);
            continue;
        }
        if verdicts.len() == count {
            break;
        }
        let by = match stored(&kept, fault.number) {
            Some(by) => by,
            None => {
                let by = first_to_fail(copy, work, fault, rows);
                keep(&kept, fault.number, by.as_deref())?;
                by
            }
        };
        let tier = by.as_ref().and_then(|by| rows.iter().find(|row| row.job.title() == *by));
        let tier = tier.map(|row| row.tier);
        let place = format!("{}:{}", fault.file, fault.line);
        let said = by.as_deref().unwrap_or("NOT FOUND");
        println!("[{:2}/{count}] {said:24} {place}: {}", verdicts.len() + 1, fault.what);
        verdicts.push(Verdict { fault: fault.clone(), by, tier });
    }
    Ok(verdicts)
}

fn stored(kept: &PathBuf, number: usize) -> Option<Option<String>> {
    let text = fs::read_to_string(kept).ok()?;
    let row = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let row = row.into_iter().find(|row| row["number"] == number)?;
    Some(row["by"].as_str().map(str::to_owned))
}

fn keep(kept: &PathBuf, number: usize, by: Option<&str>) -> Result<(), String> {
    use std::io::Write;
    let file = fs::OpenOptions::new().create(true).append(true).open(kept);
    file.and_then(|mut file| writeln!(file, "{}", json!({ "number": number, "by": by })))
        .map_err(|error| format!("{}: {error}", kept.display()))
}

/// Returns the first job that fails with a fault, of those that reach it.
fn first_to_fail(copy: &Tree, work: &Path, fault: &Fault, rows: &[Reached]) -> Option<String> {
    let environment =
        [("SEALANE_MUTANT", fault.number.to_string()), ("SEALANE_SEED", "1".to_owned())];
    rows.iter().filter(|row| row.numbers.contains(&fault.number)).find_map(|row| {
        let log = work.join("logs").join(format!("fault-{}.log", fault.number));
        let limit = Duration::from_secs_f64(30.0 + 10.0 * row.seconds);
        let ended = run::process(copy, &row.job, &log, &environment, limit);
        let output = fs::read(&log).unwrap_or_default();
        let good = ended.is_ok_and(|status| status.success());
        let counts = Counts::read(&String::from_utf8_lossy(&output)).judged(good);
        (counts.failed > 0).then(|| row.job.title())
    })
}

/// Returns the page.
fn written(own: &Tree, seed: u64, verdicts: &[Verdict]) -> String {
    let said = |arguments: &[&str]| page::said(&own.root, arguments[0], &arguments[1..]);
    let mut text = String::from("# Planted faults\n\n");
    text += HEAD;
    let commit = said(&["git", "rev-parse", "--short=12", "HEAD"]);
    let compiler = said(&["rustc", "--version"]);
    let processor = page::processor();
    writeln!(text, "- Processor: {processor}. Compiler: {compiler}. Commit: {commit}.")
        .expect("text");
    let found = verdicts.iter().filter(|one| one.by.is_some()).count();
    let quick = verdicts.iter().filter(|one| one.tier == Some(Tier::Check)).count();
    let count = verdicts.len();
    writeln!(
        text,
        "- Seed {seed}: {found} of {count} found by `make test`, {quick} by `make check`.\n"
    )
    .expect("text");
    text += "| area | place | change | found by | tier |\n|---|---|---|---|---|\n";
    for Verdict { fault, by, tier } in verdicts {
        let Fault { area, file, line, what, .. } = fault;
        let what = what.replace('|', "\\|");
        let tier = tier.map_or("-", |tier| if tier == Tier::Check { "check" } else { "test" });
        let by = by.as_deref().unwrap_or("**not found**");
        writeln!(text, "| {area} | {file}:{line} | `{what}` | {by} | {tier} |").expect("text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(number: usize, file: &str) -> Fault {
        let area = area(file).expect("an area");
        Fault { number, area, file: file.into(), line: 1, what: "+ -> -".into() }
    }

    /// Goal: a seed draws the same faults again, another one others, each area in its turn.
    #[test]
    fn a_seed_draws_from_every_area() {
        let all: Vec<Fault> = (0..900)
            .map(|number| fault(number, &format!("{}x.rs", AREAS[number % AREAS.len()].1[0])))
            .collect();
        let numbers = |seed| -> Vec<usize> {
            drawn(&all, seed, 20).iter().map(|fault| fault.number).collect()
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
        assert_eq!(numbers(1).len(), 20 * SPARE);
        let areas: BTreeSet<&str> = drawn(&all, 3, 9).iter().map(|fault| fault.area).collect();
        assert_eq!(areas.len(), AREAS.len());
        assert_eq!(numbers(1).iter().collect::<BTreeSet<_>>().len(), 20 * SPARE, "each once");
    }

    /// Goal: a fault that no job notices is said to be missed, and one that makes a job fail is
    /// found by the quickest. Method: made-up jobs that look at the number.
    #[test]
    fn a_fault_that_nothing_notices_is_missed() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = Tree::own();
        let built = build::Built::default();
        let times = BTreeMap::new();
        let context = Context { packages: &[], built: &built, times: &times };
        let job = |name: &str, script: &str| {
            let mut job =
                jobs::jobs(&context, Tier::Full, &["demo".to_owned()]).expect("jobs").remove(0);
            job.name = name.to_owned();
            job.words = ["bash", "-c", script].map(str::to_owned).into();
            job
        };
        let numbers = BTreeSet::from([1, 2]);
        let well = "echo '1 passed, 0 failed, 0 skipped'";
        let looks = format!("[ $SEALANE_MUTANT != 2 ] && {well}");
        let rows = [("blind", well), ("looks", looks.as_str())].map(|(name, script)| Reached {
            job: job(name, script),
            tier: Tier::Test,
            seconds: 0.1,
            numbers: numbers.clone(),
        });
        let said = |number| {
            first_to_fail(&own, folder.path(), &fault(number, "crates/cli/src/x.rs"), &rows)
        };
        assert_eq!(said(1), None);
        assert_eq!(said(2).as_deref(), Some("demo/looks"));
        assert_eq!(said(3), None, "no job reaches it");
    }
}
