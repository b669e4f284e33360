//! Taint test: runs every secret operation under valgrind's memcheck with the secrets marked
//! undefined, and planted leaks that memcheck must find.
//!
//! `silence run [PATTERN]` runs all cases, `silence list` names them, `silence case NAME` is what
//! runs under valgrind. Build in release mode: the code under test is the code that ships.

mod cases;
mod dsa;
mod rsa;

use cases::{Case, Expect};
use sealane_arith::machine::taint;
use std::process::{Command, ExitCode, Output};

/// Exit code of memcheck for a run with errors; no other part uses it.
const FOUND: i32 = 99;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["list"] => {
            for case in cases::all() {
                println!("{}\t{}", case.name, case.about);
            }
            ExitCode::SUCCESS
        }
        ["case", name] => run_inside(name),
        ["run"] => run_all(""),
        ["run", pattern] => run_all(pattern),
        _ => {
            eprintln!("usage: silence run [PATTERN] | list | case NAME");
            ExitCode::from(2)
        }
    }
}

/// Runs one case in this process, which valgrind watches.
fn run_inside(name: &str) -> ExitCode {
    let Some(case) = cases::all().into_iter().find(|case| case.name == name) else {
        eprintln!("no case is called {name}");
        return ExitCode::from(2);
    };
    if !taint::under_valgrind() {
        eprintln!("this process does not run under valgrind, so nothing would be found");
        return ExitCode::from(3);
    }
    if let Some(Err(why)) = case.backend.map(sealane::backend::force) {
        eprintln!("{name}: {why}");
        return ExitCode::from(5);
    }
    let entered = || case.backend.map(|name| sealane::backend::entered(name).unwrap_or(0));
    let before = entered();
    let right = (case.run)();
    if !right {
        eprintln!("{name}: wrong result");
        return ExitCode::from(4);
    }
    if let Some(backend) = case.backend.filter(|_| entered() == before) {
        eprintln!("{name}: the backend {backend} did not run");
        return ExitCode::from(5);
    }
    println!("{name}: {} errors", taint::errors_so_far());
    ExitCode::SUCCESS
}

/// Runs each case under valgrind and judges what came of it.
fn run_all(pattern: &str) -> ExitCode {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: the taint test, because valgrind is not installed");
        println!("0 passed, 0 failed, {} skipped", cases::all().len());
        return ExitCode::SUCCESS;
    }
    let (mut passed, mut failed) = (0, 0);
    for case in cases::all().into_iter().filter(|case| case.name.contains(pattern)) {
        match judge(&case) {
            Ok(line) => {
                passed += 1;
                println!("ok      {:32} {line}", case.name);
            }
            Err(reason) => {
                failed += 1;
                println!("FAILED  {:32} {reason}", case.name);
            }
        }
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
    let head: Vec<&str> = report.lines().take(30).collect();
    let heads = ["Conditional jump or move depends on uninitialised", "Use of uninitialised value"];
    let found: usize = heads.iter().map(|head| report.matches(head).count()).sum();
    match (expect, output.status.code()) {
        (Expect::Silent, Some(0)) if found == 0 => Ok("silent".into()),
        (Expect::Leak, Some(FOUND)) if found > 0 => {
            Ok(format!("planted leak found, {found} places"))
        }
        (Expect::Leak, Some(0)) => Err("the planted leak was not found".into()),
        (Expect::Silent, Some(FOUND)) => {
            Err(format!("leaks in {found} places:\n{}", head.join("\n")))
        }
        (_, code) => Err(format!("ended with {code:?}:\n{}", head.join("\n"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
