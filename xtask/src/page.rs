//! The page of full runs: what each suite came to, when, on what, and how old each share is.

use crate::counts::Counts;
use crate::index;
use crate::run::Outcome;
use crate::suites::SUITES;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const PAGE: &str = "docs/results/full-tests.md";

/// What the page begins with.
const HEAD: &str = "\
# Full test runs

Written by `make test-full`; do not edit. Each suite's newest run: its counts, the seconds of its
jobs (building what the tests share is not in them), the share it was run in, and how many commits
ago that was when this page was written.

| suite | passed | failed | skipped | seconds | share | commit | ago | date | processor |
|---|---:|---:|---:|---:|---|---|---:|---|---|
";

/// What a suite came to in its newest run.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    counts: Counts,
    seconds: f64,
    shard: String,
    commit: String,
    /// The number of commits up to that one.
    count: usize,
    date: String,
    processor: String,
}

/// Puts what came of a share into the page.
pub fn store(root: &Path, outcomes: &[Outcome], share: &str) -> Result<(), String> {
    let path = root.join(PAGE);
    let said = |program: &str, arguments: &[&str]| said(root, program, arguments);
    let mut rows = read(&fs::read_to_string(&path).unwrap_or_default());
    let count = said("git", &["rev-list", "--count", "HEAD"]).parse().unwrap_or(0);
    for suite in SUITES {
        let own: Vec<&Outcome> =
            outcomes.iter().filter(|one| one.job.suite == suite.name).collect();
        if own.is_empty() {
            continue;
        }
        let mut counts = Counts::default();
        own.iter().for_each(|one| counts += one.counts);
        let row = Row {
            counts,
            seconds: own.iter().map(|one| one.seconds).sum(),
            shard: share.to_owned(),
            commit: said("git", &["rev-parse", "--short=12", "HEAD"]),
            count,
            date: said("date", &["-u", "+%Y-%m-%d"]),
            processor: processor(),
        };
        rows.insert(suite.name.to_owned(), row);
    }
    rows.retain(|name, _| SUITES.iter().any(|suite| suite.name == name));
    fs::write(&path, page(&rows, count)).map_err(|error| format!("{PAGE}: {error}"))?;
    index::write(root)
}

pub fn said(root: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root).output();
    let text = output.map_or_else(|_| Vec::new(), |output| output.stdout);
    String::from_utf8_lossy(&text).trim().to_owned()
}

pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |name: &str| {
        let line =
            text.lines().find(|line| line.split(':').next().is_some_and(|it| it.trim() == name));
        line.and_then(|line| line.split(':').nth(1)).map_or("unknown", str::trim).to_owned()
    };
    format!("{} (family {}, model {})", value("model name"), value("cpu family"), value("model"))
}

fn page(rows: &BTreeMap<String, Row>, count: usize) -> String {
    let mut text = HEAD.to_owned();
    for suite in SUITES {
        let Some(row) = rows.get(suite.name) else {
            text += &format!("| {} | never run | | | | | | | | |\n", suite.name);
            continue;
        };
        let Row { counts, seconds, shard, commit, date, processor, .. } = row;
        let Counts { passed, failed, skipped } = counts;
        let (name, ago) = (suite.name, count.saturating_sub(row.count));
        text += &format!(
            "| {name} | {passed} | {failed} | {skipped} | {seconds:.0} | {shard} | {commit} "
        );
        text += &format!("| {ago} | {date} | {processor} |\n");
    }
    text + &format!("\nWritten at commit number {count}.\n")
}

/// Reads the rows of a page as this program has written it.
fn read(text: &str) -> BTreeMap<String, Row> {
    let last = text.trim_end().lines().last().unwrap_or_default();
    let written: usize = last
        .trim_start_matches("Written at commit number ")
        .trim_end_matches('.')
        .parse()
        .unwrap_or(0);
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.split('|').map(str::trim).collect();
        let [name, passed, failed, skipped, seconds, shard, commit, ago, date, processor, _] =
            cells[..]
        else {
            return None;
        };
        let counts = Counts {
            passed: passed.parse().ok()?,
            failed: failed.parse().ok()?,
            skipped: skipped.parse().ok()?,
        };
        let row = Row {
            counts,
            seconds: seconds.parse().ok()?,
            shard: shard.into(),
            commit: commit.into(),
            count: written.saturating_sub(ago.parse().ok()?),
            date: date.into(),
            processor: processor.into(),
        };
        Some((name.to_owned(), row))
    };
    text.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is written is read again, and the age of a row grows with the commits.
    #[test]
    fn rows_stay_and_grow_old() {
        let row = Row {
            counts: Counts { passed: 12, failed: 1, skipped: 2 },
            seconds: 34.0,
            shard: "2/4".into(),
            commit: "0123456789ab".into(),
            count: 90,
            date: "2026-11-25".into(),
            processor: "a processor (family 1, model 2)".into(),
        };
        let rows = BTreeMap::from([("cli".to_owned(), row)]);
        let text = page(&rows, 100);
        assert!(text.contains("| cli | 12 | 1 | 2 | 34 | 2/4 | 0123456789ab | 10 | 2026-11-25 |"));
        assert_eq!(read(&text), rows);
        assert!(page(&read(&text), 130).contains("| 40 | 2026-11-25 |"));
        assert!(text.contains("| demo | never run |"));
        assert!(read("").is_empty());
    }
}
