//! What counting the uses of a key costs.

use crate::common;

use common::{OFFICER, draft, master, path, pin, user};
use sealane_hsm::Platform;
use sealane_hsm::audit::{AuditSettings, Uses};
use sealane_hsm::hot::{HotKeys, Policy};
use sealane_hsm::object::Mechanism;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;

/// What the child counts: `minute` or `none`, and how often the key is used.
const ASKED: &str = "SEALANE_USE_COST";

/// Instructions of a signature in a batch on eight lanes at the least, so that the share is at its
/// most: `gate pairs 1 --only p256` follows 249,173 for eight.
const SIGNATURE: u64 = 190_000 / 8;

/// The part that is run under valgrind, in a process of its own.
#[test]
fn uses_in_a_child() {
    let Ok(asked) = std::env::var(ASKED) else { return };
    let (uses, times) = asked.split_once(' ').unwrap();
    let folder = common::quick_folder();
    // valgrind has no page for the clock of the machine, where its own is looked for.
    let platform = Platform::system().with_uptime(|| 1_000_000);
    let store = Box::new(Sqlite::create(&path(folder.path())).unwrap());
    let token = Token::init(store, platform, &master(), "a token", &pin(OFFICER)).unwrap();
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "web")).unwrap().id;
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let uses = if uses == "minute" { Uses::Minute } else { Uses::None };
    let settings = AuditSettings { uses, ..AuditSettings::default() };
    token.set_audit_settings(&officer, settings).unwrap();
    let hot = HotKeys::new(Arc::new(token), Policy::UntilLogout, 8);
    hot.open(&session, key, Mechanism::Ecdsa).unwrap();
    for _ in 0..times.parse::<u64>().unwrap() {
        black_box(hot.kept_key(&session, key, Mechanism::Ecdsa)).unwrap().unwrap();
    }
}

/// Instructions that a process of uses has taken, by callgrind.
fn counted(uses: &str, times: u64) -> u64 {
    let child = ["--exact", "use_cost::uses_in_a_child", "--test-threads", "1"];
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().unwrap())
        .args(child)
        .env(ASKED, format!("{uses} {times}"))
        .output()
        .expect("valgrind is there: scripts/setup.sh installs it");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let row = said.lines().find_map(|line| line.split_once("Collected : "));
    row.unwrap_or_else(|| panic!("no count in {said}")).1.trim().parse().unwrap()
}

/// Goal: the log's share of a signature in a batch is at most 3 % of its instructions. Method: the
/// instructions of 4,000 uses of a kept key more, with the log and without it, in a release: in the
/// suite `hostile`, as a minute of valgrind is too long for the others.
#[test]
fn the_log_is_a_small_share_of_a_signature() {
    const MORE: u64 = 4000;
    if std::env::var_os("SEALANE_STRICT_TIMES").is_none() {
        return;
    }
    let of_each =
        |uses| (counted(uses, MORE + 100) as f64 - counted(uses, 100) as f64) / MORE as f64;
    let (with, without) = (of_each("minute"), of_each("none"));
    let share = 100.0 * (with - without) / SIGNATURE as f64;
    println!("a use: {with:.0} instructions, {without:.0} without the log; {share:.2} %");
    assert!(with > without, "the log counts");
    assert!(share <= 3.0, "{share} %");
}
