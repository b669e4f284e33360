//! Goal: a day of those who look after a service, with real processes: it is installed by its file
//! with two tokens, people have their PINs, a thousand files are signed by one login, and while 64
//! clients sign keys are backed up, looked at and wrapped anew, a PIN changes, a role is locked and
//! unlocked; at the end the log says who signed what, and no good client was refused but by a code
//! that says to try again.
use crate::common;

use common::Folder;
use common::services::Service;
use common::tokens::{refuses, run, secret};
use sealane_hsm::Error;
use sealane_hsm::engine::{SignItem, Signer};
use sealane_hsm::identity::Identity;
use sealane_hsm::object::Object;
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{Connection, Endpoint, Ticket};
use sealane_hsm::role::Role;
use sealane_hsm::wire::TokenName;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

const CLIENTS: usize = 64;
const FILES: usize = 1000;
/// Of them, signed once more by a command each.
const SINGLE: usize = 5;
const WAIT: Duration = Duration::from_secs(30);

/// Each token: its label, and what its store is called.
const TOKENS: [(&str, &str); 2] = [("signing", "signing.db"), ("archive", "archive.db")];

/// The people who have PINs, beside the officer and [`MARIA`].
const PEOPLE: [&str; 3] = ["user", "operator", "auditor"];
/// Who signs all day by the first token: another operator, with a PIN of her own.
const MARIA: &str = "maria";
const MARIAS: [&[u8]; 2] = [b"maria 1234", b"maria 5678"];
/// As whom clients sign by each token.
const SIGNERS: [&str; 2] = [MARIA, "operator"];

/// Makes both tokens and the configuration, and looks at that before anything is served.
fn install() -> Folder {
    let folder = Folder::new();
    let mut file = "[service]\nsocket = \"socket\"\nmetrics = \"metrics\"\n".to_owned();
    secret(&folder, "officer.pin", b"officer 1234\n");
    for person in PEOPLE {
        secret(&folder, &format!("{person}.pin"), format!("{person} 1234\n").as_bytes());
    }
    for (slot, (label, store)) in TOKENS.into_iter().enumerate() {
        secret(&folder, &format!("{label}.key"), &[slot as u8 + 1; 32]);
        let at = format!("--store {store} --master-file {label}.key");
        run(&folder, &format!("token init {at} --label {label} --new-pin-file officer.pin"));
        let _ = write!(
            file,
            "[[token]]\nslot = {slot}\nlabel = \"{label}\"\nstore = \"{store}\"\n\
             master_file = \"{label}.key\"\n"
        );
    }
    secret(&folder, "sealane.toml", file.as_bytes());
    let said = run(&folder, "serve --config sealane.toml --check");
    assert!(said.contains("slot 1: \"archive\""), "{said}");
    folder
}

fn at(label: &str) -> String {
    format!("--socket socket --token {label}")
}

/// Gives everybody a PIN, and both tokens keys.
fn fill(folder: &Folder) {
    for (label, _) in TOKENS {
        let at = at(label);
        for person in PEOPLE {
            let pins = format!("--pin-file officer.pin --new-pin-file {person}.pin");
            run(folder, &format!("token set-pin {at} {pins} --for {person}"));
        }
        for kind in ["p256", "ed25519"] {
            let key = format!("--algorithm {kind} --label {label}-{kind}");
            run(folder, &format!("key generate {at} --pin-file user.pin {key}"));
        }
    }
    let mut officer = officer(folder);
    let maria = Identity { name: MARIA.to_owned(), role: Role::Operator, uid: None };
    officer.add_identity(&maria, MARIAS[0]).expect("she is taken in");
    let target = "--pin-file officer.pin --label restore --out target.pem";
    run(folder, &format!("token backup-target {} {target}", at("archive")));
}

/// The officer of the first token.
fn officer(folder: &Folder) -> Connection {
    let mut connection = connect(&folder.path("socket"), 0);
    connection.login("officer", b"officer 1234").expect("a login");
    connection
}

/// Signs a thousand files by one login, whose ticket the commands take, and some one by one.
fn sign_files(folder: &Folder) {
    std::fs::create_dir(folder.path("tickets")).expect("a folder");
    let private = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(folder.path("tickets"), private).expect("permissions");
    let by = format!("{} --ticket tickets", at("signing"));
    run(folder, &format!("login {by} --as operator --pin-file operator.pin"));
    let mut manifest = String::new();
    for number in 0..FILES {
        folder.write(&format!("file-{number}"), format!("file {number}").as_bytes());
        let _ = writeln!(manifest, "{{\"file\":\"file-{number}\"}}");
    }
    folder.write("files.jsonl", manifest.as_bytes());
    let batch = format!("sign-batch {by} --key signing-p256 --manifest files.jsonl");
    let said = run(folder, &format!("{batch} --out signed.jsonl"));
    assert!(said.contains("signed: 1000"), "{said}");
    for number in 0..SINGLE {
        let file = format!("--in file-{number} --out signature --force");
        run(folder, &format!("sign {by} --key signing-ed25519 {file}"));
    }
    run(folder, &format!("logout {by}"));
    // A ticket is of one token, and gone with the logout.
    let line = format!("sign {by} --key signing-p256 --in file-0");
    refuses(folder, &line, 6, "NOT_LOGGED_IN");
}

/// What all clients share: who they log in as, and how far they are.
struct Load {
    path: std::path::PathBuf,
    /// What joins the session that there is, of each token.
    tickets: RwLock<[Arc<Ticket>; 2]>,
    signed: [AtomicU64; 2],
    /// Old sessions that were refused after the PIN had changed.
    ended: AtomicU64,
    tried_again: AtomicU64,
    stop: AtomicBool,
}

fn connect(path: &Path, token: usize) -> Connection {
    let mut connection =
        Connection::connect(&Endpoint::from(path.to_owned()), Some(WAIT)).expect("it serves");
    connection.select(TokenName::Label(TOKENS[token].0.to_owned())).expect("it has the token");
    connection
}

/// Logs in, and returns what others join by; the connection keeps the session.
fn login(path: &Path, token: usize, pin: &[u8]) -> (Connection, Arc<Ticket>) {
    let mut connection = connect(path, token);
    connection.login(SIGNERS[token], pin).expect("a login");
    let ticket = connection.ticket().expect("a ticket");
    (connection, Arc::new(ticket))
}

impl Load {
    fn ticket(&self, token: usize) -> Arc<Ticket> {
        self.tickets.read().expect("nobody panics")[token].clone()
    }

    /// What one client does: it signs, tries again what it is told to, and joins the new session
    /// when its own has ended.
    fn client(&self, number: usize) {
        let token = number % 2;
        let mut connection = connect(&self.path, token);
        let mut joined = self.ticket(token);
        connection.join(&joined).expect("the session is there");
        let (label, _) = TOKENS[token];
        let keys: Vec<Object> = ["p256", "ed25519"]
            .map(|kind| connection.find(&format!("{label}-{kind}")).expect("a key"))
            .into();
        let mut round = number;
        while !self.stop.load(Ordering::Relaxed) {
            let key = &keys[round % keys.len()];
            let content = Content::Message(format!("{number} {round}").into_bytes());
            let item = SignItem { key: key.id, scheme: None, content, deterministic: false };
            match connection.sign(item) {
                Ok(_) => {
                    self.signed[token].fetch_add(1, Ordering::Relaxed);
                    round += 1;
                }
                Err(Error::Busy) => {
                    self.tried_again.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(Error::NotLoggedIn) => {
                    let fresh = self.ticket(token);
                    if Arc::ptr_eq(&fresh, &joined) {
                        // The PIN has changed, and nobody has logged in with the new one yet.
                        std::thread::sleep(Duration::from_millis(5));
                        continue;
                    }
                    connection.join(&fresh).expect("the new session is there");
                    joined = fresh;
                    self.ended.fetch_add(1, Ordering::Relaxed);
                }
                Err(error) => panic!("a good client is refused: {error:?}"),
            }
        }
    }

    fn total(&self) -> u64 {
        self.signed.iter().map(|sum| sum.load(Ordering::Relaxed)).sum()
    }

    /// Waits until all have gone on for some time.
    fn go_on(&self) {
        let (begun, before) = (Instant::now(), self.total());
        while self.total() < before + 4 * CLIENTS as u64 {
            assert!(begun.elapsed() < WAIT, "they do not go on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// What is done in the course of the day, while the clients sign.
fn look_after(folder: &Folder, load: &Load) -> Connection {
    load.go_on();
    let signing = format!("{} --pin-file officer.pin", at("signing"));
    let said = run(folder, &format!("token backup {signing} --for target.pem --out backup"));
    assert_eq!(said, "2 keys backed up\n");
    let status = run(folder, &format!("token status {} --json", at("signing")));
    let status: Value = serde_json::from_str(&status).expect("JSON");
    let from = status["fingerprint"].as_str().expect("text").to_owned();
    let archive = format!("{} --pin-file officer.pin", at("archive"));
    let backup = format!("--in backup --from {from}");
    run(folder, &format!("token backup-verify {backup} --target restore {archive}"));
    load.go_on();
    for label in ["signing", "archive"] {
        let said = run(folder, &format!("token rekey {} --pin-file officer.pin", at(label)));
        assert!(said.ends_with("keys wrapped anew\n"), "{said}");
        load.go_on();
    }
    run(folder, &format!("token check {}", at("signing")));
    // Maria's PIN changes: the sessions of the old one end, of that token alone.
    officer(folder).set_pin(MARIA, MARIAS[1]).expect("the officer may");
    let refused = connect(&load.path, 0).login(MARIA, MARIAS[0]).expect_err("an old PIN");
    assert_eq!(refused.code(), "PIN_WRONG");
    let (session, ticket) = login(&load.path, 0, MARIAS[1]);
    load.tickets.write().expect("nobody panics")[0] = ticket;
    load.go_on();
    // A role is locked by somebody's wrong PINs, and unlocked.
    let guard = "--free 1 --first-delay 0 --longest-delay 0 --lock-after 2";
    run(folder, &format!("token guard {signing} {guard}"));
    secret(folder, "wrong.pin", b"wrong 1234\n");
    let guess = format!("token audit {} --pin-file wrong.pin", at("signing"));
    for code in ["PIN_WRONG", "PIN_LOCKED"] {
        let said = folder.run(&guess.split(' ').collect::<Vec<_>>()).stderr;
        assert!(said.contains(code) || said.contains("PIN_"), "{said}");
    }
    let right = format!("token audit {} --pin-file auditor.pin", at("signing"));
    refuses(folder, &right, 6, "PIN_LOCKED");
    run(folder, &format!("token unlock {} --role auditor", at("signing")));
    run(folder, &right);
    run(folder, &format!("token restore {archive} {backup} --target restore"));
    load.go_on();
    session
}

/// How often each key was used, by whom, as the log says it.
fn uses(folder: &Folder, label: &str) -> Vec<(String, String, u64)> {
    let export = format!("token audit {} --pin-file auditor.pin --json-lines", at(label));
    let rows = run(folder, &format!("{export} --most 1000000"));
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("JSON"));
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let used = rows.filter(|row| row["action"] == "use");
    used.map(|row| {
        (text(&row["actor"]), text(&row["subject"]), row["times"].as_u64().expect("a number"))
    })
    .collect()
}

/// Demands that the log says who signed what, all of it.
fn demand_told(folder: &Folder, label: &str, signed: &[(&str, u64)]) {
    let begun = Instant::now();
    loop {
        let uses = uses(folder, label);
        let sum_of = |who: &str| -> u64 {
            uses.iter().filter(|(actor, ..)| actor == who).map(|(.., times)| times).sum()
        };
        let all: u64 = uses.iter().map(|(.., times)| times).sum();
        let told = signed.iter().all(|(who, times)| sum_of(who) == *times);
        if told && all == signed.iter().map(|(_, times)| times).sum::<u64>() {
            let show = format!("key show {label}-p256 {} --json", at(label));
            let key: Value = serde_json::from_str(&run(folder, &show)).expect("JSON");
            assert!(uses.iter().any(|(_, subject, _)| key["id"] == subject.as_str()), "{uses:?}");
            return;
        }
        assert!(begun.elapsed() < WAIT, "{signed:?} signed, and told are {uses:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The sums of refusals by code, of the figures.
fn refusals(folder: &Folder) -> Vec<String> {
    let mut stream = UnixStream::connect(folder.path("metrics")).expect("it listens");
    stream.write_all(b"GET /metrics HTTP/1.1\r\n\r\n").expect("it takes a request");
    let mut figures = String::new();
    stream.read_to_string(&mut figures).expect("an answer");
    let lines =
        figures.lines().filter_map(|line| line.strip_prefix("sealane_refusals_total{code="));
    lines.map(|line| line.split('}').next().unwrap_or_default().replace('"', "")).collect()
}

#[test]
fn a_day_of_an_operator() {
    let begun = Instant::now();
    let folder = install();
    let mut service = Service::configured(&folder, "--config sealane.toml");
    fill(&folder);
    sign_files(&folder);
    let path = folder.path("socket");
    let (first, ticket) = login(&path, 0, MARIAS[0]);
    let (second, other) = login(&path, 1, b"operator 1234");
    let load = Load {
        path,
        tickets: RwLock::new([ticket, other]),
        signed: Default::default(),
        ended: AtomicU64::new(0),
        tried_again: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    };
    let session = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                scope.spawn({
                    let load = &load;
                    move || load.client(number)
                })
            })
            .collect();
        let day =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look_after(&folder, &load)));
        load.stop.store(true, Ordering::Relaxed);
        clients.into_iter().for_each(|client| client.join().expect("every client goes on"));
        day.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    assert_eq!(load.ended.load(Ordering::Relaxed), CLIENTS as u64 / 2);
    drop((first, second, session));
    let [by_maria, by_archive] = load.signed.each_ref().map(|sum| sum.load(Ordering::Relaxed));
    let files = (FILES + SINGLE) as u64;
    demand_told(&folder, "signing", &[(MARIA, by_maria), ("operator", files)]);
    demand_told(&folder, "archive", &[("operator", by_archive)]);
    let known = ["BUSY", "NOT_LOGGED_IN", "PIN_WRONG", "PIN_DELAYED", "PIN_LOCKED"];
    let refused = refusals(&folder);
    assert!(refused.iter().all(|code| known.contains(&&**code)), "{refused:?}");
    assert_eq!(service.signal("-TERM"), Some(0));
    let took = begun.elapsed();
    println!("{} signatures beside {FILES} files in {took:?}", load.total());
    assert!(took < Duration::from_secs(60), "{took:?}");
}
