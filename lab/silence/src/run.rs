//! Runs cases under valgrind, several at once, and judges what came of each.

use crate::cases::{self, Case, Expect, LONGEST};
use crate::options::Choice;
use std::process::{Command, ExitCode, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Exit code of memcheck for a run with errors; no other part uses it.
const FOUND: i32 = 99;

/// Runs the cases that are chosen.
pub fn run(choice: &Choice) -> ExitCode {
    let cases = chosen(choice);
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: the taint test, because valgrind is not installed");
        println!("0 passed, 0 failed, {} skipped", cases.len());
        return ExitCode::SUCCESS;
    }
    let (passed, failed) = judge_all(&cases, choice.jobs.get());
    println!("{passed} passed, {failed} failed, 0 skipped");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the cases of a choice, the longest first, so that none is left to run alone at the end.
fn chosen(choice: &Choice) -> Vec<Case> {
    let all = cases::all().into_iter();
    let mut cases: Vec<Case> = all
        .filter(|case| case.quick || !choice.quick)
        .filter(|case| case.name.contains(&choice.pattern))
        .collect();
    cases.sort_by_key(|case| place(case.name));
    let Some(half) = choice.half else { return cases };
    // Every other one: each half has as many of the longest.
    cases.into_iter().skip(half as usize).step_by(2).collect()
}

/// Where a case stands among the longest; the others come after them, in order.
fn place(name: &str) -> usize {
    LONGEST.iter().position(|longest| *longest == name).unwrap_or(LONGEST.len())
}

/// Judges each case, prints a line for each as it ends, and returns how many passed and failed.
fn judge_all(cases: &[Case], jobs: usize) -> (usize, usize) {
    let next = AtomicUsize::new(0);
    let counts = Mutex::new((0, 0));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let judged = judge(case);
            let seconds = start.elapsed().as_secs_f64();
            // Held while the line is printed: lines are whole.
            let mut counts = counts.lock().expect("no other thread has panicked");
            match judged {
                Ok(line) => {
                    counts.0 += 1;
                    println!("ok      {:32} {seconds:6.1} s  {line}", case.name);
                }
                Err(reason) => {
                    counts.1 += 1;
                    println!("FAILED  {:32} {seconds:6.1} s  {reason}", case.name);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    counts.into_inner().expect("no thread has panicked")
}

fn judge(case: &Case) -> Result<String, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let exit_code = format!("--error-exitcode={FOUND}");
    let output = Command::new("valgrind")
        .args(["-q", "--track-origins=no", "--num-callers=8", &exit_code])
        .arg(own)
        .args(["case", case.name])
        .output()
        .map_err(|e| e.to_string())?;
    verdict(case.expect, &output)
}

/// Silent cases end with 0; leaks end with memcheck's code and its report.
fn verdict(expect: Expect, output: &Output) -> Result<String, String> {
    let report = String::from_utf8_lossy(&output.stderr);
    let heads = ["Conditional jump or move depends on uninitialised", "Use of uninitialised value"];
    let found: usize = heads.iter().map(|head| report.matches(head).count()).sum();
    // What the case says itself, then the first places.
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = said.lines().take(10).chain(report.lines().take(30)).collect();
    match (expect, output.status.code()) {
        (Expect::Silent, Some(0)) if found == 0 => Ok("silent".into()),
        (Expect::Leak, Some(FOUND)) if found > 0 => {
            Ok(format!("planted leak found, {found} places"))
        }
        (Expect::Leak, Some(0)) => Err("the planted leak was not found".into()),
        (Expect::Silent, Some(FOUND)) => {
            Err(format!("leaks in {found} places:\n{}", lines.join("\n")))
        }
        (_, code) => Err(format!("ended with {code:?}:\n{}", lines.join("\n"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Half;
    use std::num::NonZeroUsize;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn ended(code: i32, report: &str) -> Output {
        let status = ExitStatus::from_raw(code << 8);
        Output { status, stdout: Vec::new(), stderr: report.into() }
    }

    /// Goal: the judge says no to each way of being wrong. Method: made-up ends of a run.
    #[test]
    fn the_judge_says_no() {
        let leak = "==1== Conditional jump or move depends on uninitialised value(s)";
        assert!(verdict(Expect::Silent, &ended(0, "")).is_ok());
        assert!(verdict(Expect::Silent, &ended(FOUND, leak)).is_err());
        assert!(verdict(Expect::Silent, &ended(0, leak)).is_err());
        assert!(verdict(Expect::Silent, &ended(3, "")).is_err(), "not under valgrind");
        assert!(verdict(Expect::Silent, &ended(5, "")).is_err(), "another backend");
        assert!(verdict(Expect::Leak, &ended(FOUND, leak)).is_ok());
        assert!(verdict(Expect::Leak, &ended(0, "")).is_err());
        assert!(verdict(Expect::Leak, &ended(4, leak)).is_err(), "a wrong result is no leak found");
    }

    fn names(quick: bool, pattern: &str) -> Vec<&'static str> {
        let jobs = NonZeroUsize::MIN;
        let of = |half| {
            let choice = Choice { quick, half, jobs, pattern: pattern.into() };
            let cases = chosen(&choice);
            assert!(cases.is_sorted_by_key(|case| place(case.name)), "the longest first");
            cases.iter().map(|case| case.name).collect::<Vec<_>>()
        };
        // Both halves are all of them, and each case is in one.
        let (all, halves) = (of(None), [of(Some(Half::First)), of(Some(Half::Second))].concat());
        let sorted = |mut names: Vec<_>| {
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(halves), sorted(all.clone()));
        all
    }

    /// Goal: the quick run has every planted leak and a case of each shape; the whole run has all
    /// of them. Names are unique.
    #[test]
    fn the_quick_run_has_each_shape_and_every_leak() {
        let (quick, all) = (names(true, ""), names(false, ""));
        assert!(quick.iter().all(|name| all.contains(name)) && quick.len() < all.len());
        assert_eq!(all.len(), cases::all().len());
        assert_eq!(all[..LONGEST.len()], LONGEST);
        assert!((1..all.len()).all(|i| !all[i..].contains(&all[i - 1])), "{all:?}");
        let planted = cases::all().into_iter().filter(|case| case.expect == Expect::Leak);
        let planted: Vec<&str> = planted.map(|case| case.name).collect();
        assert!(planted.iter().all(|name| quick.contains(name)));
        let page = include_str!("../../../docs/tests.md");
        let stated = format!("| taint | {} planted leaks:", planted.len());
        assert!(page.contains(&stated), "{stated}");
        for shape in [
            "shape-short",
            "shape-endomorphism",
            "shape-any",
            "shape-edwards",
            "shape-montgomery",
            "shape-short-lanes",
            "shape-edwards-lanes",
            "shape-montgomery-lanes",
            "hazmat-scalars",
            "hazmat-points",
            "encode-private",
            "rsa-import",
            "rsa-sign",
            "rsa-group",
            "dsa-sign",
        ] {
            assert!(quick.contains(&shape), "{shape}");
        }
        assert_eq!(names(false, "rsa-power"), ["rsa-power", "rsa-power-lanes"]);
    }
}
