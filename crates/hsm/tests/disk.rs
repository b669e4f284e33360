//! A disk that fails below the store: every call of the system on its files, one after the other,
//! with an error, for want of room, interrupted, and with half of what was to be written.

use crate::common;

use common::operations::OPERATIONS;
use common::{OFFICER, draft, init, open, path, pin, quick_folder, user};
use sealane_hsm::Error;
use sealane_hsm::role::Role;
use std::env;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

/// Tells a process, and what stands before its calls, where the plan lies.
const PLAN: &str = "SEALANE_DISK_PLAN";
/// Set for a long run: every kind of failure in what is slow too.
const ALL: &str = "SEALANE_DISK";
/// Calls that fail, as `disk.c` numbers them.
const KINDS: [&str; 4] = ["disk error", "disk full", "interrupted", "short write"];

/// Which call fails, and how.
struct Plan(File);

impl Plan {
    fn make(path: &Path) -> Self {
        let options = OpenOptions::new().read(true).write(true).create(true).clone();
        let plan = Self(options.open(path).unwrap());
        plan.arm(-1, 0);
        plan
    }

    fn arm(&self, left: i64, kind: usize) {
        self.0.write_all_at(&(kind as i64).to_ne_bytes(), 8).unwrap();
        self.0.write_all_at(&left.to_ne_bytes(), 0).unwrap();
    }

    /// Ends it; returns whether a call has failed.
    fn end(&self) -> bool {
        let mut left = [0; 8];
        self.0.read_exact_at(&mut left, 0).unwrap();
        self.arm(-1, 0);
        i64::from_ne_bytes(left) < 0
    }
}

/// Compiles what stands before the calls; nothing without a compiler.
fn compiled(folder: &Path) -> Option<std::path::PathBuf> {
    let (source, library) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/disk.c"), folder.join("disk.so"));
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"]).arg(&library).arg(source);
    let status = compiler.arg("-ldl").status().ok()?;
    assert!(status.success(), "disk.c can be compiled");
    Some(library)
}

/// Goal: whichever call of the system fails below an operation, the token is as before or as after,
/// the failure is told or mended, and the token goes on. Method: a process of its own, before whose
/// calls a library stands that fails one of them.
#[test]
fn every_failing_system_call_leaves_a_whole_token() {
    if let Some(plan) = env::var_os(PLAN) {
        return under_faults(&Plan::make(Path::new(&plan)));
    }
    let folder = quick_folder();
    let Some(library) = compiled(folder.path()) else {
        eprintln!("\nSKIPPED: there is no C compiler to build a failing disk with");
        return;
    };
    let plan = folder.path().join("plan");
    drop(Plan::make(&plan));
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "disk::every_failing_system_call_leaves_a_whole_token", "--nocapture"])
        .env(PLAN, plan)
        .env("LD_PRELOAD", library)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let row = said.lines().find_map(|line| Some(&line[line.find("disk: ")?..])).expect("counts");
    println!("{row}");
}

/// What the other process does: all calls of eight operations.
fn under_faults(plan: &Plan) {
    let folder = quick_folder();
    let folder = folder.path();
    let token = init(folder);
    let user = user(&token);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let drafts = ["p256", "ed25519", "p384"].map(|kind| draft(kind, kind));
    token.generate_all(&user, drafts.to_vec()).unwrap();
    // Enough of them for deletions that are done though their answers are lost.
    let spare = |i| draft("ed25519", &format!("made to spare {i}"));
    token.generate_all(&user, (0..100).map(spare).collect()).unwrap();
    token.backup_target(&officer, "target").unwrap();
    let all = env::var_os(ALL).is_some();
    let (mut n, mut told, mut mended, mut lost_answers) = (0, [0; 4], [0; 4], 0);
    for (kind, what) in KINDS.iter().enumerate() {
        for (name, operation) in OPERATIONS {
            // A derivation from a PIN is slow by design: one kind of failure is enough there.
            if kind > 0 && !all && matches!(name, "set PIN" | "login") {
                continue;
            }
            for k in 0.. {
                assert!(k < 1000, "{name} makes no end");
                n += 1;
                let before = token.status().unwrap().sequence;
                plan.arm(k, kind);
                let done = operation(&token, &user, &officer, n);
                if !plan.end() {
                    done.unwrap_or_else(|no| panic!("{name} without a failure: {no}"));
                    break;
                }
                match done {
                    Ok(()) => mended[kind] += 1,
                    Err(Error::StoreFailed(_)) => told[kind] += 1,
                    Err(other) => panic!("{name}, {what}, call {k}: {other}"),
                }
                token.check().unwrap_or_else(|no| panic!("{name}, {what}, call {k}: {no}"));
                let after = token.status().unwrap();
                assert_eq!(token.list().len() as u64, after.objects, "{name}");
                if done.is_ok() {
                    let read_only = name == "backup" || name == "login";
                    assert!(read_only || after.sequence > before, "{name}, {what}, call {k}");
                }
                lost_answers += u32::from(done.is_err() && after.sequence != before);
            }
        }
    }
    let objects = token.list().len();
    drop(token);
    assert!(path(folder).exists());
    let token = open(folder).unwrap();
    token.check().unwrap();
    assert_eq!(token.list().len(), objects);
    let row = |counts: [u32; 4]| -> String {
        let cells = KINDS.iter().zip(counts).map(|(kind, count)| format!("{count} {kind}"));
        cells.collect::<Vec<_>>().join(", ")
    };
    println!(
        "disk: {n} operations; told: {}; mended: {}; {lost_answers} answers lost",
        row(told),
        row(mended)
    );
    assert!(told[0] >= 20 && told[1] >= 10 && mended[2] + mended[3] >= 10);
}
