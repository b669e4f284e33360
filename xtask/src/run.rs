//! Runs the jobs of a tier, as many at once as there are processors, and says what came of them.

use crate::build::{self, Tree};
use crate::counts::Counts;
use crate::jobs::{self, Context, Job};
use crate::page;
use crate::shard::{self, Shard};
use crate::suites::{SUITES, Tier};
use crate::verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What is asked of a run.
pub struct Options {
    pub suites: Vec<String>,
    pub shard: Shard,
    pub list: bool,
    pub store: bool,
}

/// How a job ended.
pub struct Outcome {
    pub job: Job,
    pub counts: Counts,
    pub seconds: f64,
    /// Whether the verdict is of an earlier run.
    pub kept: bool,
    /// Why tests were skipped, a line each.
    pub skipped: Vec<String>,
}

/// A job that takes longer has hung, unless it is known to be long.
const LIMIT: Duration = Duration::from_secs(40 * 60);
/// So many times what it took before, or what the table says, are too long for any.
const LONGER: f64 = 3.0;

/// The seconds of each job, as stored.
const TIMES: &str = "docs/results/test-times.tsv";

/// Builds and runs a tier. Returns whether all is well.
pub fn tier(tier: Tier, options: &Options) -> Result<bool, String> {
    let begun = Instant::now();
    let tree = Tree::own();
    let packages = build::packages(&tree)?;
    println!("--- building every test program");
    let built = build::build(&tree, &packages)?;
    println!("    {} programs, {:.0} s", built.programs.len(), begun.elapsed().as_secs_f64());
    let times = times(&tree.root);
    let context = Context { packages: &packages, built: &built, times: &times };
    let mut all = jobs::jobs(&context, tier, &options.suites)?;
    if options.shard != Shard::WHOLE {
        all = of_shard(all, options.shard);
    }
    if options.list {
        for job in &all {
            println!("{:40} {:6.1} s", job.title(), job.seconds);
        }
        return Ok(true);
    }
    let outcomes = run(&tree, all);
    if options.store {
        store_times(&tree.root, &outcomes)?;
    }
    let good = report(&outcomes, begun.elapsed());
    if tier == Tier::Full {
        let share = if options.suites.is_empty() {
            format!("{}/{}", options.shard.number, options.shard.count)
        } else {
            "named".to_owned()
        };
        page::store(&tree.root, &outcomes, &share)?;
    }
    let (took, logs) = (begun.elapsed().as_secs_f64(), logs(&tree));
    println!("took {took:.0} s; what each job printed is in {}", logs.display());
    let sum = sum(&outcomes);
    println!("{} passed, {} failed, {} skipped", sum.passed, sum.failed, sum.skipped);
    Ok(good && sum.failed == 0 && sum.passed > 0)
}

/// Keeps the jobs of a share. A suite stays together: it shares what it builds.
fn of_shard(jobs: Vec<Job>, shard: Shard) -> Vec<Job> {
    let seconds = SUITES.iter().map(|suite| {
        jobs.iter().filter(|job| job.suite == suite.name).map(|job| job.seconds).sum()
    });
    let shares = shard::dealt(&seconds.collect::<Vec<f64>>(), shard.count);
    let share =
        |job: &Job| SUITES.iter().position(|suite| suite.name == job.suite).map(|at| shares[at]);
    jobs.into_iter().filter(|job| share(job) == Some(shard.number - 1)).collect()
}

/// Where the output of each job goes.
fn logs(tree: &Tree) -> PathBuf {
    tree.target.join("test-logs")
}

pub fn times(root: &Path) -> BTreeMap<String, f64> {
    let text = fs::read_to_string(root.join(TIMES)).unwrap_or_default();
    let row = |line: &str| {
        let (title, seconds) = line.split_once('\t')?;
        Some((title.to_owned(), seconds.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// Stores the seconds of the jobs that ran, and keeps those of others.
fn store_times(root: &Path, outcomes: &[Outcome]) -> Result<(), String> {
    let mut times = times(root);
    for outcome in outcomes.iter().filter(|outcome| !outcome.kept) {
        times.insert(outcome.job.title(), outcome.seconds);
    }
    let rows = times.iter().map(|(title, seconds)| format!("{title}\t{seconds:.1}\n"));
    let text = rows.collect::<String>();
    fs::write(root.join(TIMES), text).map_err(|error| format!("{TIMES}: {error}"))
}

/// Runs jobs, the longest first; those that measure at the end, each by itself.
pub fn run(tree: &Tree, mut jobs: Vec<Job>) -> Vec<Outcome> {
    jobs.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let (alone, together): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| job.alone);
    let count = together.len() + alone.len();
    let done = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut outcomes = at_once(tree, together, workers, &done, count);
    outcomes.extend(at_once(tree, alone, 1, &done, count));
    outcomes
}

fn at_once(
    tree: &Tree,
    jobs: Vec<Job>,
    workers: usize,
    done: &AtomicUsize,
    count: usize,
) -> Vec<Outcome> {
    let queue = Mutex::new(jobs.into_iter());
    let outcomes = Mutex::new(Vec::new());
    let next = || queue.lock().expect("no worker panics with it").next();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = next() {
                    let outcome = one(tree, job);
                    let number = done.fetch_add(1, Ordering::Relaxed) + 1;
                    println!("{}", line(number, count, &outcome));
                    outcomes.lock().expect("no worker panics with it").push(outcome);
                }
            });
        }
    });
    outcomes.into_inner().expect("no worker has panicked")
}

fn line(number: usize, count: usize, outcome: &Outcome) -> String {
    let Counts { passed, failed, .. } = outcome.counts;
    let verdict = if failed > 0 { "FAILED" } else { "ok" };
    let kept = if outcome.kept { "  kept: nothing it depends on has changed" } else { "" };
    let title = outcome.job.title();
    let seconds = outcome.seconds;
    format!("[{number:3}/{count}] {verdict:6} {title:34} {passed:5} passed {seconds:6.1} s{kept}")
}

fn one(tree: &Tree, job: Job) -> Outcome {
    let begun = Instant::now();
    let key = job.key(&tree.root);
    if let Some(counts) = key.as_deref().and_then(|key| verdict::kept(&tree.target, key)) {
        return Outcome { job, counts, seconds: 0.0, kept: true, skipped: Vec::new() };
    }
    let log = logs(tree).join(format!("{}.log", job.title().replace('/', "-")));
    let ended = process(tree, &job, &log, &[], limit(&job));
    let output = fs::read(&log).unwrap_or_default();
    let output = String::from_utf8_lossy(&output);
    let good = matches!(&ended, Ok(status) if status.success());
    let counts = Counts::read(&output).judged(good);
    if counts.failed > 0 {
        tell(&job, &ended, &output);
    }
    if let Some(key) = key.filter(|_| good) {
        verdict::keep(&tree.target, &key, counts);
    }
    let skipped = output.lines().filter(|line| line.starts_with("SKIPPED:"));
    let skipped = skipped.map(|line| format!("{}: {line}", job.suite)).collect();
    Outcome { counts, seconds: begun.elapsed().as_secs_f64(), kept: false, skipped, job }
}

/// How long a job may take.
fn limit(job: &Job) -> Duration {
    LIMIT.max(Duration::from_secs_f64(LONGER * job.seconds))
}

/// Runs a job to its end, or until its time is up.
pub fn process(
    tree: &Tree,
    job: &Job,
    log: &Path,
    environment: &[(&str, String)],
    limit: Duration,
) -> Result<ExitStatus, String> {
    let folder = log.parent().expect("a log lies in a folder");
    let file = fs::create_dir_all(folder).and_then(|()| File::create(log));
    let file = file.map_err(|error| format!("{}: {error}", log.display()))?;
    let other = file.try_clone().map_err(|error| error.to_string())?;
    let mut child = Command::new(&job.words[0])
        .args(&job.words[1..])
        .current_dir(tree.root.join(&job.folder))
        .env("CARGO_INCREMENTAL", "0")
        .envs(job.environment.iter().copied())
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(other)
        // With what it has started itself, should its time be up.
        .process_group(0)
        .spawn()
        .map_err(|error| format!("{}: {error}", job.words[0]))?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        if begun.elapsed() > limit {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.wait();
            return Err(format!("took more than {} s", limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Prints why a job has failed.
fn tell(job: &Job, ended: &Result<ExitStatus, String>, output: &str) {
    let how = match ended {
        Ok(status) => status.to_string(),
        Err(why) => why.clone(),
    };
    println!("FAILED {} ({how})\n    {}", job.title(), telling(output).join("\n    "));
}

/// The last lines of what a job has printed, and of the rest those that say what has failed.
fn telling(output: &str) -> Vec<&str> {
    let lines: Vec<&str> = output.lines().collect();
    let (rest, last) = lines.split_at(lines.len().saturating_sub(40));
    let says = |line: &&&str| line.contains("FAILED") || line.contains("panicked at");
    let said = rest.iter().filter(says).take(20);
    said.chain(last).copied().collect()
}

/// Adds up what jobs have counted.
pub fn sum(outcomes: &[Outcome]) -> Counts {
    let mut sum = Counts::default();
    for outcome in outcomes {
        sum += outcome.counts;
    }
    sum
}

/// Prints a row for each suite, and what was skipped. Returns whether nothing has failed.
fn report(outcomes: &[Outcome], took: Duration) -> bool {
    println!("\nwhat ran:");
    for suite in SUITES {
        let own: Vec<&Outcome> =
            outcomes.iter().filter(|one| one.job.suite == suite.name).collect();
        if own.is_empty() {
            continue;
        }
        let mut counts = Counts::default();
        own.iter().for_each(|one| counts += one.counts);
        let seconds: f64 = own.iter().map(|one| one.seconds).sum();
        let Counts { passed, failed, skipped } = counts;
        println!(
            "  {:14} {passed:5} passed {failed:3} failed {skipped:3} skipped {seconds:6.0} s   {}",
            suite.name, suite.shows
        );
    }
    let reasons: BTreeSet<&String> = outcomes.iter().flat_map(|one| &one.skipped).collect();
    println!("what was skipped, and why:");
    reasons.iter().for_each(|reason| println!("  {reason}"));
    if reasons.is_empty() {
        println!("  nothing");
    }
    let busy: f64 = outcomes.iter().map(|one| one.seconds).sum();
    println!("{busy:.0} s of jobs in {:.0} s", took.as_secs_f64());
    sum(outcomes).failed == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::Tier;

    fn shell(suite: &str, script: &str) -> Job {
        let built = build::Built::default();
        let times = BTreeMap::new();
        let context = Context { packages: &[], built: &built, times: &times };
        let mut job =
            jobs::jobs(&context, Tier::Full, &[suite.to_owned()]).expect("jobs").remove(0);
        job.name = format!("test-{}-{}", script.len(), std::process::id());
        job.words = ["bash", "-c", script].map(str::to_owned).into();
        job
    }

    fn ran(script: &str) -> Outcome {
        run(&Tree::own(), vec![shell("demo", script)]).remove(0)
    }

    /// Goal: says no to a test that fails, to a crash, to a build that fails, and to silence.
    #[test]
    fn a_job_that_is_not_well_fails_the_run() {
        assert_eq!(ran("echo '2 passed, 0 failed, 0 skipped'").counts.failed, 0);
        assert_eq!(ran("echo '2 passed, 1 failed, 0 skipped'; exit 1").counts.failed, 1);
        assert_eq!(ran("echo '2 passed, 0 failed, 0 skipped'; exit 101").counts.failed, 1);
        assert_eq!(ran("kill -SEGV $$").counts.failed, 1);
        assert_eq!(ran("true").counts.failed, 1);
    }

    /// Goal: a job that is long may be longer on a busy machine; any other one has hung.
    #[test]
    fn long_jobs_have_longer() {
        let mut job = shell("demo", "true");
        for (seconds, expected) in [(0.1, 2400), (800.0, 2400), (1500.0, 4500)] {
            job.seconds = seconds;
            assert_eq!(limit(&job).as_secs(), expected);
        }
    }

    /// Goal: what was skipped is told with its reason.
    #[test]
    fn reasons_are_collected() {
        let outcome = ran("echo 'SKIPPED: no fish'; echo '1 passed, 0 failed, 1 skipped'");
        assert_eq!(outcome.skipped, ["demo: SKIPPED: no fish"]);
        assert_eq!(outcome.counts.skipped, 1);
    }

    /// Goal: what has failed is told, however much was printed behind it.
    #[test]
    fn a_failure_is_told_wherever_it_stands() {
        let fine = "ok one\n".repeat(100);
        let output = format!("{fine}FAILED two |t| = 11\n{fine}1 passed, 1 failed");
        let told = telling(&output);
        assert_eq!((told[0], told.len()), ("FAILED two |t| = 11", 41));
        assert_eq!(told[40], "1 passed, 1 failed");
        assert_eq!(telling("FAILED three"), ["FAILED three"]);
    }

    /// Goal: the shares of a tier are all of it, and no suite is in two.
    #[test]
    fn shares_are_the_whole() {
        let names = ["overflow", "results", "tables", "demo", "targets"];
        let jobs: Vec<Job> = names.iter().map(|name| shell(name, "true")).collect();
        let mut seen = Vec::new();
        for number in 1..=3 {
            let share = of_shard(jobs.clone(), Shard { number, count: 3 });
            seen.extend(share.iter().map(|job| job.suite));
        }
        seen.sort_unstable();
        let mut all = names;
        all.sort_unstable();
        assert_eq!(seen, all);
    }
}
