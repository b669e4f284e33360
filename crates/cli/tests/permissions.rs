//! Goal: by the command each may do what role and lists say. Method: the whole matrix of
//! identities, operations and pairs of lists that the store and the wire are tried with, by the
//! same model, a process a case, through a service that each has logged in to once.
use crate::common;

#[path = "../../hsm/tests/permissions/model.rs"]
mod model;

use common::Folder;
use common::services::Service;
use common::tokens::{STORE, run, secret, token_of_user};
use model::{CONFIGS, Config, Operation, PEOPLE, Who};
use sealane::{Lengths, PrivateKey};
use sealane_hsm::engine::Keys;
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Usage};
use sealane_hsm::permission::Permissions;
use sealane_hsm::remote::{Connection, Endpoint};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(30);

/// How one asks: by the ticket of the login, or without any.
fn asked_by(who: Who) -> String {
    who.name.map_or("--socket socket".to_owned(), |name| format!("--socket socket --ticket {name}"))
}

/// The label of a key of one pair of lists.
fn label(what: &str, config: Config) -> String {
    format!("{what}-{:02}", config.number)
}

/// The key that one may try to delete.
fn victim(config: Config, who: Who) -> String {
    label(&format!("victim-{}", who.name.unwrap_or("nobody")), config)
}

/// Adds the people to the token, and has each log in.
fn people(folder: &Folder) {
    for who in PEOPLE {
        let (Some(name), Some(role)) = (who.name, who.role) else { continue };
        let pin = format!("{name}.pin");
        if name != "officer" {
            secret(folder, &pin, format!("{name} 1234\n").as_bytes());
            let pins = format!("--pin-file officer.pin --new-pin-file {pin}");
            let add = format!("token identity-add {name} --role {}", role.name());
            run(folder, &format!("{add} --socket socket {pins}"));
        }
        std::fs::create_dir(folder.path(name)).expect("a folder");
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(folder.path(name), private).expect("permissions");
        run(folder, &format!("login {} --as {name} --pin-file {pin}", asked_by(who)));
    }
}

fn connected(folder: &Folder, name: &str) -> Connection {
    let endpoint = Endpoint::from(folder.path("socket"));
    let mut connection = Connection::connect(&endpoint, Some(WAIT)).expect("it serves");
    connection.login(name, format!("{name} 1234").as_bytes()).expect("a login");
    connection
}

fn usual(kind: &str, label: &str) -> Attributes {
    Attributes::usual(label, kind.parse().expect("a kind"))
}

/// The keys of every pair of lists, made by a user who is in none, for whom they are open until
/// the officer says what they are for.
fn fill(folder: &Folder) {
    let (mut maker, mut officer) = (connected(folder, "user"), connected(folder, "officer"));
    let text = include_str!("../../sealane/src/rsa/example.pem");
    let rsa = PrivateKey::from_pem(text, Lengths::Current).expect("a key");
    folder.write("rsa.pem", rsa.public_key().to_spki_pem());
    let loose = |kind: &str, label: &str| {
        let usual = usual(kind, label);
        Attributes { exportable: true, sensitive: false, ..usual }
    };
    let mut make = |kind: &str, attributes: Attributes| {
        maker.generate(kind.parse().expect("a kind"), attributes).expect("a key").id
    };
    make("aes256", usual("aes256", "open-wraps"));
    make("ed25519", loose("ed25519", "open-key"));
    for config in CONFIGS {
        let mut made = vec![];
        for (kind, what) in [("x25519", "derives"), ("aes256", "wraps")] {
            made.push(make(kind, usual(kind, &label(what, config))));
        }
        made.push(make("ed25519", loose("ed25519", &label("signs", config))));
        for who in PEOPLE {
            made.push(make("ed25519", usual("ed25519", &victim(config, who))));
        }
        let list = |list: Option<&[&str]>| {
            list.map(|list| list.iter().map(|name| name.parse().expect("a name")).collect())
        };
        let lists = Permissions { users: list(config.users), viewers: list(config.viewers) };
        let mut permit = |id| drop(officer.permit(id, lists.clone()).expect("the officer may"));
        made.into_iter().for_each(&mut permit);
        let mut imported = vec![];
        let key = Key::Private(rsa.clone());
        let usual = Attributes::usual(&label("decrypts", config), key.kind());
        imported.push((key, Attributes { usage: Usage::DECRYPT, ..usual }));
        let data = Key::from_outside("data".parse().expect("a kind"), b"some data");
        imported.push((data.expect("data"), loose("data", &label("data", config))));
        let mut taker = connected(folder, "user");
        for (key, attributes) in imported {
            permit(taker.import(key, attributes).expect("a key").id);
        }
    }
}

/// What the operations take.
fn documents(folder: &Folder) {
    folder.write("letter", "a letter");
    run(folder, "encrypt --key rsa.pem --in letter --out ciphertext");
    run(folder, "keygen --algorithm x25519 --out other.pem");
    run(folder, "pubkey --key other.pem --out peer.pem");
    let maker = "--socket socket --pin-file user.pin";
    run(folder, &format!("key wrap open-key {maker} --by open-wraps --out wrapped"));
    run(folder, "keygen --algorithm ed25519 --out stranger.pem");
    run(folder, "sign --key stranger.pem --in letter --out foreign.sig");
}

/// The operations that the command has: none gives what is unwrapped without making a key of it.
fn by_command() -> impl Iterator<Item = Operation> {
    Operation::ALL.into_iter().filter(|it| *it != Operation::UnwrapInClear)
}

/// A command line, and the code of the error that says that what was asked for was done.
fn command_line(who: Who, operation: Operation, config: Config) -> (String, Option<&'static str>) {
    let at = asked_by(who);
    // Each asks beside the others.
    let out = format!("--out out-{} --force", who.name.unwrap_or("nobody"));
    let key = |what: &str| label(what, config);
    let signs = key("signs");
    let lists = || {
        let list = |name: &str, list: Option<&[&str]>| match list {
            None => format!("--all-{name}"),
            Some([]) => format!("--{name}"),
            Some(list) => format!("--{name} {}", list.join(",")),
        };
        format!("{} {}", list("users", config.users), list("viewers", config.viewers))
    };
    let line = match operation {
        Operation::See => format!("key show {signs} {at}"),
        Operation::Verify => {
            let line = format!("verify {at} --key {signs} --in letter --signature foreign.sig");
            // It is somebody else's, which only a look at the key can tell.
            return (line, Some("SIG_INVALID"));
        }
        Operation::Sign => format!("sign {at} --key {signs} --in letter {out}"),
        Operation::Derive => format!("derive {at} --key {} --peer peer.pem {out}", key("derives")),
        Operation::Decrypt => {
            format!("decrypt {at} --key {} --in ciphertext {out}", key("decrypts"))
        }
        Operation::WrapBy => format!("key wrap open-key {at} --by {} {out}", key("wraps")),
        Operation::UnwrapBy => {
            let of = "--in wrapped --algorithm ed25519 --label again";
            let line = format!("key unwrap {at} --by {} {of}", key("wraps"));
            // It is of another key, which is told to those alone who may use this one.
            return (line, Some("WRAP_INVALID"));
        }
        Operation::UnwrapInClear => unreachable!("it is left out"),
        Operation::WrapOf => format!("key wrap {signs} {at} --by open-wraps {out}"),
        Operation::Export => format!("key export {signs} {at} {out}"),
        Operation::ReadData => format!("key export data:{} {at} {out}", key("data")),
        Operation::Delete => format!("key delete {} {at}", victim(config, who)),
        Operation::Modify => format!("key set {signs} {at} --label {signs}"),
        Operation::Permit => format!("key permit {signs} {at} {}", lists()),
    };
    (line, None)
}

/// What must come of it: the command finds the key before it asks for anything.
fn expected(who: Who, operation: Operation, config: Config) -> Result<(), &'static str> {
    if who.sees(config) { who.outcome(operation, config) } else { Err("KEY_UNKNOWN") }
}

/// What comes of a command: the code of its error, if there is one but `done`, which says that what
/// was asked for was done.
fn outcome(folder: &Folder, line: &str, done: Option<&str>) -> Result<(), String> {
    let outcome = folder.run(&line.split(' ').collect::<Vec<_>>());
    let code = outcome.stderr.strip_prefix("error: ").and_then(|rest| rest.split(':').next());
    match outcome.status {
        Some(0) => Ok(()),
        _ if code.is_some() && code == done => Ok(()),
        _ => Err(code.unwrap_or(&outcome.stderr).to_owned()),
    }
}

/// Asks everything, and demands what the model says. Returns how many cases there were.
fn ask_all(folder: &Folder, who: Who) -> usize {
    for config in CONFIGS {
        for operation in by_command() {
            let (line, done) = command_line(who, operation, config);
            let said = outcome(folder, &line, done);
            let expected = expected(who, operation, config).map_err(str::to_owned);
            assert_eq!(said, expected, "{who:?} {operation:?} {config:?}: {line}");
        }
    }
    CONFIGS.len() * by_command().count()
}

#[test]
fn the_command_permits_what_it_should() {
    let folder = token_of_user();
    let _service = Service::start(&folder, "");
    people(&folder);
    fill(&folder);
    documents(&folder);
    let cases: usize = std::thread::scope(|scope| {
        let all = PEOPLE.map(|who| {
            let folder = &folder;
            scope.spawn(move || ask_all(folder, who))
        });
        all.into_iter().map(|one| one.join().expect("what the model says")).sum()
    });
    assert_eq!(cases, PEOPLE.len() * by_command().count() * CONFIGS.len());
    println!("permissions: {cases} cases by the command");
}

/// Goal: the same rights where the command opens the store itself. Method: every operation, by two
/// users of whom one is in no list, on a key of one user and on one that another sees.
#[test]
fn the_store_by_the_command_permits_what_it_should() {
    let folder = token_of_user();
    {
        let _service = Service::start(&folder, "");
        people(&folder);
        fill(&folder);
        documents(&folder);
    }
    let asks = |who: &Who| matches!(who.name, Some("alice" | "bob"));
    let lists = |config: &Config| config.users == Some(&["alice"]);
    for who in PEOPLE.into_iter().filter(asks) {
        let name = who.name.expect("a name");
        for config in CONFIGS.into_iter().filter(lists) {
            for operation in by_command() {
                let (line, done) = command_line(who, operation, config);
                // A signature takes a service.
                if matches!(operation, Operation::Sign | Operation::Verify) {
                    continue;
                }
                let by = format!("{STORE} --as {name} --pin-file {name}.pin");
                let line = line.replace(&asked_by(who), &by);
                let said = outcome(&folder, &line, done);
                let expected = expected(who, operation, config).map_err(str::to_owned);
                assert_eq!(said, expected, "{line}");
            }
        }
    }
}
