//! Taint test: runs every secret operation under valgrind's memcheck with the secrets marked
//! undefined, and planted leaks that memcheck must find.
//!
//! `silence run` runs all cases, `--quick` one for each shape of algorithm and every planted leak;
//! `silence list` names them; `silence case NAME` is what runs under valgrind. The code under test
//! must not check sums for overflow: each check is a branch on them, and memcheck reports it.

mod cases;
mod dsa;
mod hazmat;
mod mldsa;
mod options;
mod planted;
mod rsa;
mod run;

use options::{Command, USAGE};
use sealane_arith::machine::taint;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match options::parse(&arguments) {
        Some(Command::List) => {
            for case in cases::all() {
                println!("{}\t{}", case.name, case.about);
            }
            ExitCode::SUCCESS
        }
        Some(Command::Case(name)) => run_inside(&name),
        Some(Command::Run(choice)) => run::run(&choice),
        None => {
            eprintln!("{USAGE}");
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

/// Asserts that a stored key is up to date, or writes it.
#[cfg(test)]
fn compare_stored(name: &str, stored: &[u8], fresh: &[u8]) {
    let file = format!("{}/keys/{name}.stored", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("SILENCE_WRITE").is_some() {
        std::fs::write(&file, fresh).expect("it is written");
    } else {
        assert!(stored == fresh, "{file} is of another time: SILENCE_WRITE=1 writes it anew");
    }
}
