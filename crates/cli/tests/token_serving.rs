//! Goal: all that is done to a token by the command is done while a service has it, by the same
//! words; who names the store is told the socket.
use crate::common;

use common::services::{Service, log_in_once};
use common::tokens::{STORE, generate, json, refuses, run, secret, set_pin, token, token_of_user};
use common::{Folder, Outcome};

const OFFICER: &str = "--socket socket --pin-file officer.pin";

/// A service in a folder, and another token in its store that backups are for.
fn served() -> (Folder, Service, Folder) {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "p256", "web", " --exportable");
    generate(&folder, "rsa2048", "old", "");
    let service = Service::start(&folder, "");
    log_in_once(&folder);
    (folder, service, token())
}

fn said(outcome: &Outcome) -> &str {
    &outcome.stderr
}

/// Goal: status and a look at all of it, as by the store.
#[test]
fn states_are_those_of_the_store() {
    let (folder, mut service, _) = served();
    let by_service = json(&folder, "token status --socket socket");
    let checked = run(&folder, "token check --socket socket");
    assert!(checked.ends_with("rows of the log are as written\n"), "{checked}");
    let rows = json(&folder, "token check --socket socket");
    // The store says who has it.
    let line = format!("token status {STORE}");
    let outcome = folder.refuses(&line.split(' ').collect::<Vec<_>>(), 5, "STORE_LOCKED");
    let socket = folder.path("socket").canonicalize().expect("a socket");
    let advice = format!("a service has it: name --socket {socket:?} in its place");
    assert!(said(&outcome).contains(&advice), "{}", said(&outcome));
    assert_eq!(service.signal("-TERM"), Some(0));
    assert!(!folder.path("token.db-service").exists());
    let by_store = json(&folder, &format!("token status {STORE}"));
    for name in ["token", "label", "fingerprint", "objects", "generation", "roles"] {
        assert_eq!(by_service[name], by_store[name], "{name}");
    }
    let after = json(&folder, &format!("token check {STORE}"));
    assert_eq!(after["records"], rows["records"]);
}

/// Goal: keys are backed up by a service, looked at, restored into an empty token by another one,
/// and made anew; each says what it has done.
#[test]
fn backups_by_the_command() {
    let (folder, _service, spare) = served();
    let target = format!("token backup-target {STORE} --pin-file officer.pin --label restore");
    run(&spare, &format!("{target} --out target.pem"));
    let target = spare.path("target.pem");
    let _other = Service::start(&spare, "");
    log_in_once_as_officer(&spare);
    let line = format!("token backup {OFFICER} --for {} --out backup", target.display());
    assert_eq!(run(&folder, &line), "2 keys backed up\n");
    let status = json(&folder, "token status --socket socket");
    let from = status["fingerprint"].as_str().expect("text");
    let backup = folder.path("backup");
    let verify = format!("token backup-verify --in {} --from {from}", backup.display());
    let whole = json(&spare, &verify);
    assert_eq!(whole["keys"].as_array().map(Vec::len), Some(2));
    let verify = format!("{verify} {OFFICER} --target restore");
    assert_eq!(json(&spare, &verify), whole);
    assert_eq!(json(&spare, "token status --socket socket")["objects"], 1);
    refuses(&spare, &format!("{verify} --target none"), 2, "USAGE");
    let restore = format!("token restore {OFFICER} --target restore --in {}", backup.display());
    refuses(&spare, &format!("{restore} --from {}", "0".repeat(64)), 3, "BACKUP_FOREIGN");
    assert_eq!(run(&spare, &format!("{restore} --from {from}")), "2 keys restored\n");
    refuses(&spare, &verify, 3, "NAME_EXISTS");
    let show = "key show web --socket socket";
    let (first, second) = (json(&folder, show), json(&spare, show));
    assert_eq!(first["public_key"], second["public_key"]);
    let generation = || {
        let status = json(&folder, "token status --socket socket");
        status["generation"].as_u64().expect("a number")
    };
    let before = generation();
    assert_eq!(run(&folder, &format!("token rekey {OFFICER}")), "2 keys wrapped anew\n");
    refuses(&folder, &format!("token rekey {OFFICER} --new-master-file master.key"), 2, "USAGE");
    assert_eq!(generation(), before + 1);
    run(&folder, "sign --socket socket --pin-file operator.pin --key web --in backup --out s");
}

fn log_in_once_as_officer(folder: &Folder) {
    run(folder, &format!("token guard {OFFICER} --free 9"));
}

/// Goal: attributes change, and the log is cut, through the service; who may not is refused.
#[test]
fn keys_and_log_change_while_serving() {
    let (folder, _service, _) = served();
    let user = "--socket socket --pin-file user.pin";
    let set = |more: &str| format!("key set web {user} {more}");
    let made = json(&folder, &set("--label site --usage sign --not-exportable --sensitive"));
    assert_eq!((&made["label"], &made["exportable"]), (&"site".into(), &false.into()));
    assert_eq!(made["usage"], serde_json::json!(["sign"]));
    refuses(&folder, &set("--label x"), 3, "KEY_UNKNOWN");
    refuses(&folder, &format!("key set site {user}"), 2, "USAGE");
    refuses(&folder, &format!("key set site {user} --usage derive"), 3, "ATTRIBUTE_READ_ONLY");
    refuses(&folder, &format!("key set site {user} --label old"), 3, "NAME_EXISTS");
    let by_operator = "key set site --socket socket --as operator --pin-file operator.pin";
    refuses(&folder, &format!("{by_operator} --label x"), 3, "ROLE_DENIED");
    secret(&folder, "letter", b"a letter");
    run(&folder, "sign --socket socket --pin-file operator.pin --key site --in letter --out s");
    run(&folder, &format!("token audit-trim {OFFICER} --before 3"));
    let rows = run(&folder, &format!("token audit {OFFICER} --as officer --json"));
    let first: serde_json::Value =
        serde_json::from_str(rows.lines().next().expect("a row")).expect("JSON");
    assert_eq!(first["number"], 3);
    refuses(&folder, &format!("token audit-trim {user} --before 4"), 6, "PIN_WRONG");
}
