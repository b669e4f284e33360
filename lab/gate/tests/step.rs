//! Single steps against valgrind, and against themselves.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use gate::cases::{NOTHING, WINDOW};
use gate::machine_code::{BUDGET, Program};
use gate::{callgrind, step};
use std::io::Write;
use std::path::Path;
use std::process::Command;

const GATE: &str = env!("CARGO_BIN_EXE_gate");

/// Cases without a hash: its code is chosen by what the processor has, and valgrind's has less.
const CASES: [&str; 4] = ["--case", "portable p192 keygen", "--case", "portable x25519 keygen"];

/// Goal: both counters give the same, instruction for instruction.
///
/// Not with marks for the taint test, of which valgrind counts a part: `scripts/gate.sh` runs this
/// in the profile that is counted.
#[test]
fn steps_and_valgrind_agree() {
    if sealane_arith::machine::taint::MARKS {
        let said =
            writeln!(std::io::stderr(), "\nSKIPPED: counters compared in a build with marks");
        return said.expect("there is standard error");
    }
    let program = Path::new(GATE);
    let stepped = step::count(program, &CASES).expect("steps are counted");
    assert_eq!(stepped.len(), 2);
    assert!(stepped.iter().all(|count| *count > 10_000), "{stepped:?}");
    if callgrind::version().is_none() {
        eprintln!("\nSKIPPED: there is no valgrind to agree with");
        return;
    }
    assert_eq!(callgrind::count(program, &CASES, WINDOW).expect("valgrind counts"), stepped);
}

/// Goal: counts are the same each time, and one multiplication more is seen.
///
/// With marks, and not optimized, an operation has a million of instructions: the window is open
/// over nothing there. `scripts/gate.sh` runs this too in the profile that is counted.
#[test]
fn steps_are_exact() {
    let program = Path::new(GATE);
    let count = |arguments: &[&str]| step::count(program, arguments).expect("steps are counted");
    let case = if sealane_arith::machine::taint::MARKS { NOTHING } else { CASES[1] };
    let once = count(&["--case", case]);
    assert_eq!(count(&["--case", case]), once);
    let planted = count(&["--case", case, "--plant"]);
    // Not optimized here, one multiplication and its loading are some thousand.
    assert!((once[0] + 10..once[0] + 20_000).contains(&planted[0]), "{planted:?}, not {once:?}");
}

/// Goal: a program that cannot be counted is told, not waited for.
#[test]
fn what_is_no_case_is_refused() {
    assert!(step::count(Path::new("/nonexistent"), &[]).is_err());
    assert!(step::count(Path::new("/bin/true"), &[]).is_err_and(|why| why.contains("no address")));
    assert_eq!(step::count(Path::new(GATE), &["--case", "none"]), Ok(vec![]));
}

/// Goal: of a program whose symbols stand beside it, as a release has them, the same functions are
/// looked over; without them, or with those of another build, it is refused.
#[test]
fn symbols_beside_a_program_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("gate");
    std::fs::copy(GATE, &copy).expect("a copy");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/symbols.sh");
    let status = Command::new("bash").arg(script).arg(&copy).status().expect("there is bash");
    assert!(status.success());
    let read = |program: &Path| {
        let found = Program::read(program).map(|program| program.look_over(&BUDGET));
        found.map(|found| (found.bytes, found.largest, found.mnemonics, found.refused))
    };
    let whole = read(Path::new(GATE));
    assert!(whole.is_ok(), "{whole:?}");
    assert_eq!(read(&copy), whole);
    let symbols = folder.path().join("gate.debug");
    std::fs::copy("/proc/self/exe", &symbols).expect("a copy");
    assert!(read(&copy).is_err_and(|why| why.contains("another build")));
    std::fs::remove_file(&symbols).expect("it is there");
    assert!(read(&copy).is_err_and(|why| why.contains("not beside it")));
}
