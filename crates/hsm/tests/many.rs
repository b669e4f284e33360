//! A token of ten thousand keys: how fast it opens, finds and makes keys, and what it holds.
//!
//! The bounds hold for unoptimised code on a busy machine; the figures are printed.

use crate::common;

use common::{draft, init, master, open, path, quick_folder, user};
use sealane_hsm::Platform;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::Storage;
use sealane_hsm::token::{Session, Token};
use std::path::Path;
use std::time::{Duration, Instant};

const KEYS: usize = 10_000;
/// Keys made beside, for their times.
const TURNS: usize = 20;
/// As long as anybody would wait for a start, with room for unoptimised code.
const LONGEST_START: Duration = Duration::from_millis(1000);
const LONGEST_FIND: Duration = Duration::from_micros(100);
const MAX_RESIDENT: usize = 60 << 20;

/// Bytes of this process that are in memory.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let row = text.lines().find_map(|row| row.strip_prefix("VmRSS:")).unwrap();
    let kib: usize = row.trim().trim_end_matches(" kB").parse().unwrap();
    kib << 10
}

/// The shortest of some tries: what else runs on the machine makes none shorter.
fn shortest(tries: usize, mut once: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        once();
        start.elapsed()
    };
    (0..tries).map(time).min().unwrap()
}

/// The shortest times of one more key in each of two tokens, by turns: what slows the machine for a
/// while slows both.
fn generations(tokens: [(&Token, &Session); 2]) -> [Duration; 2] {
    let mut times = [Duration::MAX; 2];
    for n in 0..TURNS {
        for ((token, session), time) in tokens.into_iter().zip(&mut times) {
            let draft = || draft("p256", &format!("more {n}"));
            let once = || drop(token.generate(session, draft()).unwrap());
            *time = shortest(1, once).min(*time);
        }
    }
    times
}

fn opened(folder: &Path) -> (Token, Duration) {
    let storage = Box::new(Sqlite::open(&path(folder)).unwrap()) as Box<dyn Storage>;
    let start = Instant::now();
    let token = Token::open(storage, Platform::system(), &master()).unwrap();
    (token, start.elapsed())
}

/// What a full token takes.
struct Figures {
    open: Duration,
    by_label: Duration,
    by_id: Duration,
    resident: usize,
    /// One more key, and one of an empty token.
    full: Duration,
    empty: Duration,
}

/// Makes a token of so many pairs, and measures it.
fn measured(keys: usize) -> Figures {
    let (folder, beside) = (quick_folder(), quick_folder());
    let (token, small) = (init(folder.path()), init(beside.path()));
    let (session, small_session) = (user(&token), user(&small));
    for start in (0..keys).step_by(1000) {
        let drafts = (start..start + 1000).map(|n| draft("p256", &format!("key {n}"))).collect();
        token.generate_all(&session, drafts).unwrap();
    }
    let [full, empty] = generations([(&token, &session), (&small, &small_session)]);
    drop((token, small));
    let open_time = (0..3).map(|_| opened(folder.path()).1).min().unwrap();
    let token = open(folder.path()).unwrap();
    assert_eq!(token.status().unwrap().objects as usize, keys + TURNS);
    let id = token.find_label("key 7777").unwrap().id;
    let by_label = shortest(100, || drop(token.find_label("key 7777").unwrap()));
    let by_id = shortest(100, || drop(token.find(id).unwrap()));
    let resident = resident();
    println!(
        "{keys} keys: open {open_time:?}, find by label {by_label:?}, by id {by_id:?}, resident {} \
         KiB, one more key {full:?} (on an empty token {empty:?})",
        resident >> 10
    );
    Figures { open: open_time, by_label, by_id, resident, full, empty }
}

/// Goal: a full token is as quick as an empty one. Method: 10,000 pairs; opening, finding by both
/// names, making one more, and the process's memory, against bounds.
#[test]
fn ten_thousand_keys_are_no_burden() {
    let Figures { open, by_label, by_id, resident, full, empty } = measured(KEYS);
    assert!(open < LONGEST_START, "opened in {open:?}");
    assert!(by_label.max(by_id) < LONGEST_FIND, "found in {by_label:?}, {by_id:?}");
    assert!(resident < MAX_RESIDENT, "{resident} bytes are resident");
    assert!(full < 2 * empty, "a key in {full:?}, and {empty:?} on an empty token");
}

/// Goal: ten times as many keys take ten times as long to open, and are found as soon. Method: as
/// above; where `SEALANE_MANY` asks for it, since it takes a minute.
#[test]
fn a_hundred_thousand_keys_are_ten_times_the_burden() {
    if std::env::var_os("SEALANE_MANY").is_none() {
        return;
    }
    let Figures { open, by_label, by_id, resident, full, empty } = measured(10 * KEYS);
    assert!(open < 10 * LONGEST_START, "opened in {open:?}");
    assert!(by_label.max(by_id) < LONGEST_FIND, "found in {by_label:?}, {by_id:?}");
    assert!(resident < 10 * MAX_RESIDENT, "{resident} bytes are resident");
    assert!(full < 4 * empty, "a key in {full:?}, and {empty:?} on an empty token");
}
