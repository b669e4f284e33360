//! Processes killed at any moment: what was acknowledged is there, nothing is half, and no secret
//! lies in a file.

use crate::common;

use common::{OFFICER, USER, all_bytes, init, loose, open, pin, user};
use sealane_hsm::key::Key;
use sealane_hsm::object::Id;
use sealane_hsm::role::Role;
use sealane_hsm::token::{BackupSource, Session, Token};
use std::collections::HashSet;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Tells the victim where its token is.
const FOLDER: &str = "SEALANE_KILL_FOLDER";
/// Tells the victim what to do, by its place in `WORKS`.
const WORK: &str = "SEALANE_KILL_WORK";
/// How often a victim is killed; more for a long run.
const KILLS: &str = "SEALANE_KILLS";
/// Bytes of a secret that are looked for.
const START: usize = 16;
/// So many kills take twenty seconds on two processors, most of them for logins.
const USUAL_KILLS: usize = 200;
/// Tokens that have victims at the same time.
const TOKENS: usize = 2;

const PINS: [&str; 2] = ["one PIN", "the other PIN"];
/// Beside the store: the public key that backups are for, and the last backup.
const TARGET: &str = "target.der";
const BACKUP: &str = "backup";

/// What a victim does until it is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    Make,
    Import,
    ChangePin,
    Rekey,
    Backup,
}

/// Each round's work, in turn.
const WORKS: [Work; 8] = [
    Work::Make,
    Work::Import,
    Work::Rekey,
    Work::Backup,
    Work::Make,
    Work::Import,
    Work::ChangePin,
    Work::Rekey,
];

impl Work {
    fn role(self) -> (Role, &'static str) {
        match self {
            Self::Make | Self::Import => (Role::User, USER),
            Self::ChangePin | Self::Rekey | Self::Backup => (Role::Officer, OFFICER),
        }
    }

    /// A victim is killed at some time before this: long enough for a few of its works, on a
    /// machine where a new PIN took so long.
    fn most(self, of_a_pin: Duration) -> Duration {
        match self {
            Self::Make | Self::Import => Duration::from_millis(10),
            // All keys are wrapped anew.
            Self::Rekey | Self::Backup => Duration::from_millis(150),
            // A PIN takes a derivation.
            Self::ChangePin => (5 * of_a_pin).max(Duration::from_millis(400)),
        }
    }

    /// Does it once; returns what is to be said when it is done.
    fn once(self, token: &Token, session: &Session, folder: &Path, n: usize) -> Vec<String> {
        let name = format!("{} {n}", std::process::id());
        match self {
            Self::Make => {
                let drafts = match n % 3 {
                    0 => (0..3).map(|k| loose("ed25519", &format!("{name} {k}"))).collect(),
                    _ => vec![loose("p256", &name)],
                };
                let made = token.generate_all(session, drafts).unwrap();
                made.iter().map(|object| format!("made {}", object.id)).collect()
            }
            Self::Import => {
                let pair =
                    sealane::ecc::PrivateKey::generate(sealane::ecc::Algorithm::EcP384).unwrap();
                let key = Key::from_pkcs8(&pair.to_pkcs8_der()).unwrap();
                let attributes = loose("p384", &name).attributes;
                let made = token.import(session, vec![(key, attributes)]).unwrap();
                vec![format!("made {}", made[0].id)]
            }
            Self::ChangePin => {
                let at = n % PINS.len();
                token.set_pin(session, Role::Operator, &pin(PINS[at])).unwrap();
                vec![format!("pin {at}")]
            }
            Self::Rekey => {
                token.rekey(session, None).unwrap();
                vec![format!("rekeyed {}", token.status().unwrap().generation)]
            }
            Self::Backup => {
                let target = std::fs::read(folder.join(TARGET)).unwrap();
                let backup = token.backup(session, &target).unwrap();
                let (fresh, place) = (folder.join("backup.new"), folder.join(BACKUP));
                std::fs::write(&fresh, backup).unwrap();
                std::fs::rename(fresh, place).unwrap();
                vec![format!("backup of {}", token.count())]
            }
        }
    }
}

/// The victim: works until it is killed, and says each thing when it is done.
fn work(folder: &Path) {
    let work = WORKS[env::var(WORK).unwrap().parse::<usize>().unwrap()];
    let token = open(folder).unwrap();
    let (role, text) = work.role();
    let session = token.login(role, &pin(text)).unwrap();
    let mut out = std::io::stdout();
    let mut say = |what: &str| {
        writeln!(out, "{what}").and_then(|()| out.flush()).unwrap();
    };
    say("ready");
    for n in 0.. {
        work.once(&token, &session, folder, n).iter().for_each(|line| say(line));
    }
}

/// Kills a victim `delay` after its first word, and returns what it has said since.
fn kill_after(folder: &Path, delay: Duration, turn: usize) -> Vec<String> {
    let mut victim = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kill::killed_processes_lose_nothing", "--nocapture"])
        .env(FOLDER, folder)
        .env(WORK, turn.to_string())
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

/// What the victims of one token have acknowledged.
#[derive(Default)]
struct Acknowledged {
    made: HashSet<Id>,
    pins: usize,
    /// Which PIN is right.
    pin: usize,
    rekeys: u32,
    /// How often the token key was made anew.
    generation: u32,
    backups: usize,
    /// Keys in the last backup.
    in_backup: usize,
}

/// The numbers behind a word, of the lines that begin with it.
fn numbers<'a>(said: &'a [String], word: &'a str) -> impl Iterator<Item = usize> + 'a {
    said.iter().filter_map(move |line| line.strip_prefix(word)?.trim().parse().ok())
}

impl Acknowledged {
    /// Compares what a victim has said with the token that it has left.
    fn compare(&mut self, token: &Token, work: Work, said: &[String]) {
        let id = |line: &String| line.strip_prefix("made ").and_then(|id| id.parse::<Id>().ok());
        self.made.extend(said.iter().filter_map(id));
        token.check().unwrap();
        let present: HashSet<Id> = token.list().iter().map(|object| object.id).collect();
        let lost: Vec<_> = self.made.difference(&present).collect();
        assert!(lost.is_empty(), "acknowledged, and gone: {lost:?}");
        match work {
            Work::Make | Work::Import => {}
            Work::ChangePin => {
                // The one that was acknowledged last, or the next one, which was under way.
                let done = numbers(said, "pin ").count();
                let last = if done == 0 { self.pin } else { (done - 1) % PINS.len() };
                let next = done % PINS.len();
                let works = |at: &usize| token.login(Role::Operator, &pin(PINS[*at])).is_ok();
                let found = [last, next].into_iter().find(works);
                self.pin = found.expect("one of the PINs is right");
                self.pins += done;
                // A PIN makes a token key, too.
                self.generation = token.status().unwrap().generation;
            }
            Work::Rekey => {
                let found = token.status().unwrap().generation;
                let before = self.generation as usize;
                let last = numbers(said, "rekeyed ").last().unwrap_or(before) as u32;
                assert!(found == last || found == last + 1, "{found}, after {last}");
                self.rekeys += found - self.generation;
                self.generation = found;
            }
            Work::Backup => {
                self.backups += numbers(said, "backup of ").count();
                // Whether or not the last one was acknowledged, the keys are the same.
                if let Some(keys) = numbers(said, "backup of ").last() {
                    assert_eq!(keys, present.len());
                    self.in_backup = keys;
                }
            }
        }
    }
}

/// One token, whose victims are killed; then all that is left is looked at.
fn kill_victims(kills: usize) -> Acknowledged {
    let (folder, elsewhere) = (common::quick_folder(), common::quick_folder());
    let folder = folder.path();
    let target = init(elsewhere.path());
    let officer = target.login(Role::Officer, &pin(OFFICER)).unwrap();
    let reader = target.backup_target(&officer, "target").unwrap();
    std::fs::write(folder.join(TARGET), &reader.public).unwrap();
    let of_a_pin = {
        let token = init(folder);
        user(&token);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        let begun = Instant::now();
        token.set_pin(&officer, Role::Operator, &pin(PINS[0])).unwrap();
        begun.elapsed()
    };
    let (mut known, mut snapshots) = (Acknowledged::default(), vec![]);
    known.generation = open(folder).unwrap().status().unwrap().generation;
    for round in 0..kills {
        let turn = round % WORKS.len();
        let mut random = [0; 2];
        getrandom::fill(&mut random).unwrap();
        let part = u32::from(u16::from_le_bytes(random));
        let delay = WORKS[turn].most(of_a_pin) * part / 65536;
        let said = kill_after(folder, delay, turn);
        if snapshots.len() < 12 || round + 1 == kills {
            snapshots.push(all_bytes(folder));
        }
        known.compare(&open(folder).unwrap(), WORKS[turn], &said);
    }
    let token = open(folder).unwrap();
    let secrets = secrets_of(&token);
    assert_eq!(secrets.len(), token.count(), "every pair can be used");
    let token_of_backup = token.status().unwrap().fingerprint;
    drop(token);
    snapshots.push(all_bytes(folder));
    look_for(&secrets, &snapshots);
    let backup = std::fs::read(folder.join(BACKUP)).unwrap();
    let from = BackupSource::Token(token_of_backup);
    let restored = target.restore(&officer, reader.id, &backup, from).unwrap();
    // The one that was under way may be in the place of the last acknowledged one.
    assert!(restored.len() >= known.in_backup && known.in_backup > 0);
    known
}

/// Returns the private bytes of all keys.
fn secrets_of(token: &Token) -> Vec<Vec<u8>> {
    let user = token.login(Role::User, &pin(USER)).unwrap();
    let document = |id: Id| token.export(&user, id).unwrap();
    let scalar = |document: &[u8]| {
        let key = sealane::ecc::PrivateKey::from_pkcs8_der(document).unwrap();
        key.to_bytes().to_vec()
    };
    token.list().iter().map(|object| scalar(&document(object.id))).collect()
}

/// Demands that no secret and no PIN lies in the clear in what files were.
fn look_for(secrets: &[Vec<u8>], snapshots: &[Vec<u8>]) {
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
}

/// Goal: after a kill at any moment of making keys, taking them in, changing a PIN, making the
/// token's keys anew and backing up, every acknowledged key is there, the store is whole, the PIN
/// is the old one or the new, the backup can be read, and no file holds a private key or a PIN.
/// Method: victims of their own process, killed at random times.
#[test]
fn killed_processes_lose_nothing() {
    if let Some(folder) = env::var_os(FOLDER) {
        return work(Path::new(&folder));
    }
    let kills = env::var(KILLS).map_or(USUAL_KILLS, |text| text.parse().unwrap());
    let each = kills.div_ceil(TOKENS);
    let all: Vec<Acknowledged> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..TOKENS).map(|_| scope.spawn(|| kill_victims(each))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let sum = |of: fn(&Acknowledged) -> usize| all.iter().map(of).sum::<usize>();
    let (made, pins) = (sum(|it| it.made.len()), sum(|it| it.pins));
    let (rekeys, backups) = (sum(|it| it.rekeys as usize), sum(|it| it.backups));
    println!("{kills} kills: {made} keys, {pins} PINs, {rekeys} rekeys, {backups} backups");
    let turns = kills / WORKS.len();
    assert!(made > turns && pins > turns / 4 && rekeys > turns / 4 && backups > turns / 4);
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
