//! Processes killed at any moment: what was acknowledged is there, nothing is half, and no secret
//! lies in a file.

mod common;

use common::{OFFICER, USER, all_bytes, init, loose, open, pin, user};
use sealane_hsm::object::Id;
use sealane_hsm::role::Role;
use sealane_hsm::token::Token;
use std::collections::HashSet;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Tells the victim where its token is.
const FOLDER: &str = "SEALANE_KILL_FOLDER";
/// How often a victim is killed; more for a long run.
const KILLS: &str = "SEALANE_KILLS";
/// Bytes of a secret that are looked for.
const START: usize = 16;
/// So many kills take half a minute on a busy machine.
const USUAL_KILLS: u32 = 60;

const PINS: [&str; 2] = ["one PIN", "the other PIN"];

/// Tells the victim to change a PIN rather than make keys.
const CHANGES_PIN: &str = "SEALANE_KILL_PIN";

/// The victim: makes keys, or changes a PIN, until it is killed, and says each when it is done.
fn work(folder: &Path) {
    let token = open(folder).unwrap();
    let changes_pin = env::var_os(CHANGES_PIN).is_some();
    let (role, text) = if changes_pin { (Role::Officer, OFFICER) } else { (Role::User, USER) };
    let session = token.login(role, &pin(text)).unwrap();
    let mut out = std::io::stdout();
    let mut say = |what: String| {
        writeln!(out, "{what}").and_then(|()| out.flush()).unwrap();
    };
    say("ready".to_owned());
    let run = std::process::id();
    for n in 0u32.. {
        if changes_pin {
            let at = n as usize % PINS.len();
            token.set_pin(&session, Role::Operator, &pin(PINS[at])).unwrap();
            say(format!("pin {at}"));
            continue;
        }
        let drafts = match n % 3 {
            0 => (0..3).map(|k| loose("ed25519", &format!("{run} {n} {k}"))).collect(),
            _ => vec![loose("p256", &format!("{run} {n}"))],
        };
        let made = token.generate_all(&session, drafts).unwrap();
        made.iter().for_each(|object| say(format!("made {}", object.id)));
    }
}

/// Kills a victim `delay` after its first word, and returns what it has said since.
fn kill_after(folder: &Path, delay: Duration, changes_pin: bool) -> Vec<String> {
    let mut command = Command::new(env::current_exe().unwrap());
    if changes_pin {
        command.env(CHANGES_PIN, "yes");
    }
    let mut victim = command
        .args(["--exact", "killed_processes_lose_nothing", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(victim.stdout.take().unwrap()).lines();
    let ready = |line: &String| line.ends_with("ready");
    assert!(lines.by_ref().map_while(Result::ok).any(|line| ready(&line)), "the victim works");
    std::thread::sleep(delay);
    victim.kill().unwrap();
    victim.wait().unwrap();
    // A line without its end was not said.
    lines.map_while(Result::ok).collect()
}

/// Returns the private bytes of all keys.
fn secrets_of(token: &Token) -> Vec<Vec<u8>> {
    let user = token.login(Role::User, &pin(USER)).unwrap();
    let document = |id: Id| token.export(&user, id).unwrap();
    let scalar = |document: &[u8]| {
        let key = sealane::PrivateKey::from_pkcs8_der(document).unwrap();
        key.to_bytes().to_vec()
    };
    token.list().iter().map(|object| scalar(&document(object.id))).collect()
}

/// Goal: after a kill at any moment every acknowledged key is there, the store is whole, the PIN
/// is the old one or the new, and no file holds a private key or a PIN. Method: victims of their
/// own process, killed at random times.
#[test]
fn killed_processes_lose_nothing() {
    if let Some(folder) = env::var_os(FOLDER) {
        return work(Path::new(&folder));
    }
    let kills = env::var(KILLS).map_or(USUAL_KILLS, |text| text.parse().unwrap());
    let folder = common::quick_folder();
    drop({
        let token = init(folder.path());
        user(&token);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        token.set_pin(&officer, Role::Operator, &pin(PINS[0])).unwrap();
        token
    });
    let (mut made, mut snapshots) = (HashSet::new(), vec![]);
    // Which PIN is right, and how many changes were acknowledged.
    let (mut current, mut changes) = (0, 0);
    let mut present = HashSet::new();
    for round in 0..kills {
        let mut random = [0; 2];
        getrandom::fill(&mut random).unwrap();
        let changes_pin = round % 8 == 0;
        let most = if changes_pin { 800_000 } else { 30_000 };
        let delay = Duration::from_micros(u64::from(u16::from_le_bytes(random)) * most / 65536);
        let said = kill_after(folder.path(), delay, changes_pin);
        let id = |line: &String| line.strip_prefix("made ").and_then(|id| id.parse::<Id>().ok());
        made.extend(said.iter().filter_map(id));
        if snapshots.len() < 20 {
            snapshots.push(all_bytes(folder.path()));
        }
        let token = open(folder.path()).unwrap();
        token.check().unwrap();
        present = token.list().iter().map(|object| object.id).collect();
        let lost: Vec<_> = made.difference(&present).collect();
        assert!(lost.is_empty(), "round {round}: acknowledged, and gone: {lost:?}");
        if changes_pin {
            // The one that was acknowledged last, or the next one, which was under way.
            let done = said.iter().filter(|line| line.starts_with("pin ")).count();
            let last = if done == 0 { current } else { (done - 1) % PINS.len() };
            let next = done % PINS.len();
            let works = |at: &usize| token.login(Role::Operator, &pin(PINS[*at])).is_ok();
            let found = [last, next].into_iter().find(works);
            current = found.unwrap_or_else(|| panic!("round {round}: neither PIN is right"));
            changes += done;
        }
    }
    let token = open(folder.path()).unwrap();
    let secrets = secrets_of(&token);
    assert_eq!(secrets.len(), present.len(), "every pair can be used");
    drop(token);
    snapshots.push(all_bytes(folder.path()));
    let starts: HashSet<&[u8]> = secrets.iter().map(|secret| &secret[..START]).collect();
    let leaked: usize = snapshots.iter().map(|bytes| starts_in(bytes, &starts)).sum();
    assert_eq!(leaked, 0, "private keys lie in the clear");
    assert_eq!(starts_in(&[b"before", &secrets[0][..]].concat(), &starts), 1, "one would be found");
    let found = |text: &[u8]| snapshots.iter().any(|bytes| contains(bytes, text));
    for text in [USER, OFFICER, PINS[0], PINS[1]] {
        assert!(!found(text.as_bytes()), "a PIN lies in the clear");
    }
    // What would be found if it were there: a label.
    assert!(found(b"token") || found(b"user"));
    println!(
        "{kills} kills: {} keys acknowledged, {} there, {changes} PINs",
        made.len(),
        present.len()
    );
    assert!(made.len() as u32 > kills && changes as u32 > kills / 16, "the victims worked");
}

/// Returns how often one of `starts` lies in the bytes.
fn starts_in(bytes: &[u8], starts: &HashSet<&[u8]>) -> usize {
    let pair = |start: &[u8]| usize::from(u16::from_le_bytes([start[0], start[1]]));
    let mut begun = vec![false; 1 << 16];
    starts.iter().for_each(|start| begun[pair(start)] = true);
    bytes.windows(START).filter(|it| begun[pair(it)] && starts.contains(it)).count()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    let first = part[0];
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == first);
    starts.into_iter().any(|(at, _)| bytes[at..].starts_with(part))
}
