//! The judge on small programs, compiled here: what it must find, and what not.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use shipped::functions::{Functions, Verdict};
use shipped::judge::{Judge, Told, What};
use shipped::program::Program;
use shipped::steps::{self, Library, Plan, Run, Step};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A folder with the small program and the library of steps.
struct Small {
    folder: TempDir,
    program: Program,
    library: Library,
}

impl Small {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = compile(folder.path(), "small", &["-O2"]);
        let program = Program::read(&path).expect("it has symbols");
        let library = Library::build(folder.path()).expect("there is a C compiler");
        steps::fix_addresses().expect("addresses can be fixed");
        Self { folder, program, library }
    }

    /// Starts it with a secret.
    fn start(&self, what: &str, secret: u8, plan: &Plan) -> Run {
        let folder = self.folder.path().join(format!("{secret:03}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("key"), [secret]).expect("a key");
        let arguments = [what.to_string()];
        Run::start(&self.library, &self.program.path, &folder, &arguments, 0, plan)
            .expect("it starts")
    }

    fn plan(&self) -> Plan {
        let from = self.program.named("with_secret").expect("the function is there");
        Plan { from, ..Plan::default() }
    }

    /// Follows it with two secrets.
    fn judge(&self, what: &str, plan: &Plan, public: &[&str]) -> Result<Told, String> {
        self.judge_to(what, plan, public, &[])
    }

    /// The same, to a function at which following ends.
    fn judge_to(
        &self,
        what: &str,
        plan: &Plan,
        public: &[&str],
        ends: &[&str],
    ) -> Result<Told, String> {
        let named = |parts: &[&str]| -> BTreeSet<u64> {
            parts.iter().flat_map(|part| self.program.named(part).expect("it is there")).collect()
        };
        let (public, ends) = (named(public), named(ends));
        let runs = [64, 71].map(|secret| self.start(what, secret, plan));
        let [a, b] = runs;
        Judge::new(&self.program, &public, &ends).follow(a, b)
    }
}

fn compile(folder: &Path, name: &str, options: &[&str]) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/small.c");
    let out = folder.join(name);
    let status =
        Command::new("cc").args(options).arg("-o").args([&out, Path::new(source)]).status();
    assert!(status.expect("there is a C compiler").success());
    out
}

/// Goal: each way to leak parts two runs, and is told by its kind; what leaks nothing does not. It
/// is so by copies and by traps.
#[test]
fn leaks_are_found() {
    let small = Small::new();
    for by_traps in [false, true] {
        let plan = Plan { by_traps, ..small.plan() };
        let all = ["branch", "count", "index", "divide", "copy", "call", "prefetch"];
        // The number in memory is noted by copies alone, and so is what ends without an exit.
        let more = ["divide in memory", "exit"];
        for what in all.into_iter().chain(more.into_iter().filter(|_| !by_traps)) {
            let told = small.judge(what, &plan, &[]).expect("it runs");
            let difference = told.difference.unwrap_or_else(|| panic!("{what} is not found"));
            let is_path = matches!(difference.what, What::Path(..));
            assert_eq!(is_path, ["branch", "count"].contains(&what), "{what}: {difference:?}");
        }
        let told = small.judge("mask", &plan, &[]).expect("it runs");
        assert_eq!(told.difference, None);
        assert!(told.steps > 256 && told.addresses > 256, "{told:?}");
        assert!(told.refused.is_empty());
    }
}

/// Goal: copies of the code take the steps that the processor takes by itself, with the same
/// registers, over every kind of branch, in the program and in the C library.
#[test]
fn copies_take_the_same_steps() {
    let small = Small::new();
    for what in ["branches", "mask", "public", "repeated", "divide", "root", "long", "print"] {
        let mut image = None;
        let [copies, traps] = [false, true].map(|by_traps| {
            let mut run = small.start(what, 64, &Plan { by_traps, ..small.plan() });
            image = Some(run.image.clone());
            let mut steps = Vec::new();
            while let Some(step) = run.step().expect("all of it can be copied") {
                steps.push(step);
            }
            run.end().expect("it ends well");
            steps
        });
        let image = image.expect("it ran");
        let is_of =
            |step: &Step, path: &Path| image.place(step.at()).is_some_and(|it| it.0 == path);
        // The trap flag passes over the instruction after a call of the system.
        let is_call =
            |step: &Step| image.code(step.at()).is_some_and(|it| it.starts_with(&[0x0f, 0x05]));
        let after: Vec<bool> = [false].into_iter().chain(copies.iter().map(is_call)).collect();
        let copies: Vec<Step> = copies
            .into_iter()
            .zip(after)
            .filter_map(|(it, after)| (!after).then_some(it))
            .collect();
        // The last function of the library of steps is followed by traps alone.
        assert!(copies.len() > 500, "{what}: {}", copies.len());
        let more = &traps[copies.len()..];
        assert!(more.iter().all(|it| is_of(it, small.library.path())), "{what}: {more:?}");
        for (i, (copy, trap)) in copies.iter().zip(&traps).enumerate() {
            assert_eq!(copy.at(), trap.at(), "{what}, step {i}");
            // What the C library left in two registers is another number in each process.
            let is_own = is_of(copy, &small.program.path);
            let agrees = copy.agrees(trap, 0xffff & !(1 << 10 | 1 << 11));
            assert!(!is_own || agrees, "{what}, step {i}: {copy:?} {trap:?}");
        }
    }
}

/// Goal: an instruction whose time depends on what is not looked at is told, but for one in a
/// function on public values.
#[test]
fn what_varies_is_told() {
    let small = Small::new();
    let told = small.judge("root", &small.plan(), &[]).expect("it runs");
    assert!(told.refused.iter().any(|it| it.contains("Sqrtsd")), "{:?}", told.refused);
    let told = small.judge("root", &small.plan(), &["with_secret"]).expect("it runs");
    assert!(told.refused.is_empty(), "{:?}", told.refused);
}

/// Goal: a function that is excepted may differ, and is known to have; without that it is found.
#[test]
fn exceptions_hold_for_their_function_alone() {
    let small = Small::new();
    let told = small.judge("public", &small.plan(), &["a_public_function"]).expect("it runs");
    assert_eq!(told.difference, None);
    assert_eq!(told.differed.len(), 1);
    let told = small.judge("mask", &small.plan(), &["a_public_function"]).expect("it runs");
    assert!(told.differed.is_empty(), "an exception that nothing used");
    let told = small.judge("branch", &small.plan(), &["a_public_function"]).expect("it runs");
    assert!(told.difference.is_some());
    let told = small.judge("public", &small.plan(), &[]).expect("it runs");
    assert!(told.difference.is_some());
}

/// Goal: where following ends, what comes later is not looked at; what comes before is.
#[test]
fn following_ends_where_it_is_told() {
    let small = Small::new();
    let end = &["a_public_function"];
    let told = small.judge_to("public", &small.plan(), &[], end).expect("it runs");
    assert!(told.difference.is_none() && told.ended.is_some(), "{told:?}");
    for what in ["branch", "mask"] {
        let told = small.judge_to(what, &small.plan(), &[], end).expect("it runs");
        assert_eq!((told.difference.is_some(), told.ended), (what == "branch", None));
    }
}

/// Goal: a function that is left after some calls runs to its end and gives the same result.
#[test]
fn functions_are_left_and_come_back() {
    let small = Small::new();
    let at = small.program.named("repeated").expect("it is there")[0];
    let steps = |count| {
        let left = vec![(at, count)];
        let told = small.judge("repeated", &Plan { left, ..small.plan() }, &[]);
        let told = told.expect("it runs to its end");
        assert_eq!(told.difference, None);
        told.steps
    };
    let all = steps(100);
    let (few, none) = (steps(2), steps(0));
    // Of each call that is left, its first instruction is seen.
    assert!(none < few && few < all, "{none} {few} {all}");
    assert_eq!((all - few) * 5, (all - none) * 3);
}

/// Goal: a run that fails, or that never comes to where following begins, is an error.
#[test]
fn what_does_not_run_is_told() {
    let small = Small::new();
    assert!(small.judge("nothing", &small.plan(), &[]).is_err_and(|why| why.contains("exit")));
    for (what, why) in
        [("thread", "95"), ("program", "95"), ("signal", "95"), ("later", "came later")]
    {
        let told = small.judge(what, &small.plan(), &[]);
        assert!(told.as_ref().is_err_and(|it| it.contains(why)), "{what}: {told:?}");
    }
    let never = Plan { from: small.program.named("a_public_function").expect("a"), ..small.plan() };
    assert!(small.judge("mask", &never, &[]).is_err_and(|why| why.contains("followed")));
    assert!(Program::read(Path::new("/nonexistent")).is_err());
    assert!(small.program.named("no_such_function").is_err());
}

/// Goal: functions are the same in two builds where their code is, though they lie elsewhere; at
/// another level they are not.
#[test]
fn functions_are_compared() {
    let small = Small::new();
    let read = |name, options: &[&str]| {
        Program::read(&compile(small.folder.path(), name, options)).expect("it has symbols")
    };
    let moved = read("moved", &["-O2", "-Wl,-z,max-page-size=0x10000"]);
    let other = read("other", &["-O0"]);
    let at = small.program.named("with_secret").expect("it is there")[0];
    assert_eq!(Functions::new(&moved).compare(&small.program, at), Verdict::Same);
    assert_eq!(Functions::new(&other).compare(&small.program, at), Verdict::Differs);
    assert_eq!(Functions::new(&other).compare(&small.program, 1), Verdict::Absent);
}
