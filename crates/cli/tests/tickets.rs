//! Goal: one login for many commands: a ticket that they take where no PIN is given, that is good
//! for its user alone, and that ends.
use crate::common;

use common::services::{Service, served_with};
use common::tokens::{STORE, refuses, run, secret};
use common::{Folder, mode};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const BY: &str = "--socket socket --ticket tickets";

/// A service of a key, and a folder for tickets.
fn served() -> (Folder, Service) {
    let (folder, service) = served_with(&["p256"]);
    std::fs::create_dir(folder.path("tickets")).expect("a folder");
    set_mode(&folder.path("tickets"), 0o700);
    folder.write("letter", "a letter");
    (folder, service)
}

fn set_mode(path: &PathBuf, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
}

fn log_in(folder: &Folder, role: &str) {
    let said = run(folder, &format!("login {BY} --as {role} --pin-file {role}.pin"));
    assert!(said.contains(&format!("\"signing\" as {role}")), "{said}");
}

/// The one ticket.
fn ticket(folder: &Folder) -> PathBuf {
    let mut files = std::fs::read_dir(folder.path("tickets")).expect("a folder");
    let file = files.next().expect("a ticket").expect("an entry").path();
    assert!(files.next().is_none(), "more than a ticket");
    file
}

fn sign(by: &str) -> String {
    format!("sign {by} --key p256 --in letter --out letter.sig --force --quiet")
}

/// Goal: after a login commands need no PIN, whatever they do, until the logout, which ends the
/// session for whoever has a copy of the ticket. Method: roles in turn.
#[test]
fn commands_log_in_once() {
    let (folder, _service) = served();
    refuses(&folder, &sign(BY), 6, "NOT_LOGGED_IN");
    log_in(&folder, "operator");
    assert_eq!(mode(ticket(&folder)), 0o600);
    run(&folder, &sign(BY));
    // Not as somebody else.
    let said = refuses(&folder, &sign(&format!("{BY} --as alice")), 6, "TICKET_FOREIGN");
    assert!(said.contains("--as alice: ") && said.contains("is of operator"), "{said}");
    run(&folder, &sign(&format!("{BY} --as operator")));
    run(&folder, "key pubkey p256 --socket socket --out public.pem");
    let verify = "verify --key public.pem --in letter --signature letter.sig";
    assert_eq!(run(&folder, verify), "signature: valid\n");
    folder.write("m.jsonl", "{\"file\":\"letter\"}\n{\"message\":\"another\"}\n");
    let batch = "--key p256 --manifest m.jsonl --out m.out";
    let outcome = folder.run(&format!("sign-batch {BY} {batch}").split(' ').collect::<Vec<_>>());
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let said = refuses(&folder, &format!("key delete p256 {BY}"), 3, "ROLE_DENIED");
    assert!(!said.contains("--pin-file is needed"), "{said}");
    // Another login takes the place of the first one.
    log_in(&folder, "user");
    run(&folder, &format!("key generate {BY} --algorithm aes128 --label more"));
    run(&folder, &format!("key delete more {BY}"));
    log_in(&folder, "officer");
    run(&folder, &format!("token guard {BY} --free 9"));
    run(&folder, &format!("token audit-setting {BY} --keep-days 7"));
    assert!(run(&folder, &format!("token audit {BY} --json")).contains("officer"));
    log_in(&folder, "operator");
    // A PIN that is given is what counts.
    refuses(&folder, &format!("{} --pin-file wrong.pin", sign(BY)), 6, "PIN_WRONG");
    let copy = std::fs::read(ticket(&folder)).expect("a ticket");
    let path = ticket(&folder);
    assert_eq!(run(&folder, &format!("logout {BY}")), "logged out\n");
    assert!(!path.exists());
    refuses(&folder, &sign(BY), 6, "NOT_LOGGED_IN");
    refuses(&folder, &format!("logout {BY}"), 6, "TICKET_MISSING");
    secret(&folder, path.to_str().expect("text"), &copy);
    refuses(&folder, &sign(BY), 6, "TICKET_ENDED");
    assert!(!path.exists(), "what is worth nothing is taken away");
}

/// Goal: the folder of tickets is named by a variable, or is the user's runtime directory, where a
/// folder is made for them; without any there is no login.
#[test]
fn tickets_have_a_folder() {
    let (folder, _service) = served();
    let with = |variable: &str, value: &str, line: &str| {
        let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
        command.env(variable, folder.path(value));
        common::Outcome::from_output(command.output().expect("the command starts"))
    };
    let login = "login --socket socket --pin-file operator.pin";
    std::fs::create_dir(folder.path("run")).expect("a folder");
    for (variable, value) in [("SEALANE_TICKET", "tickets"), ("XDG_RUNTIME_DIR", "run")] {
        for line in [login, &sign("--socket socket"), "logout --socket socket"] {
            let outcome = with(variable, value, line);
            assert_eq!(outcome.status, Some(0), "{variable}, {line}: {}", outcome.stderr);
        }
    }
    assert_eq!(mode(folder.path("run/sealane")), 0o700);
    refuses(&folder, login, 2, "USAGE");
}

/// Goal: a ticket that another one may have written or read, or that is not this user's or of this
/// start of the machine, is refused by name; so is one whose session has ended. Method: each in
/// turn, and the good one in between.
#[test]
fn bad_tickets_are_refused() {
    let (folder, service) = served();
    log_in(&folder, "operator");
    let path = ticket(&folder);
    let good = String::from_utf8(std::fs::read(&path).expect("a ticket")).expect("text");
    let restore = || {
        let _ = std::fs::remove_file(&path);
        secret(&folder, path.to_str().expect("text"), good.as_bytes());
        run(&folder, &sign(BY));
    };
    let refused = |code: &str| {
        refuses(&folder, &sign(BY), 6, code);
        restore();
    };
    for mode in [0o644, 0o640, 0o620, 0o400, 0o700] {
        set_mode(&path, mode);
        refused("TICKET_UNSAFE");
    }
    let moved = folder.path("tickets/moved");
    std::fs::rename(&path, &moved).expect("a name");
    symlink(&moved, &path).expect("a link");
    refused("TICKET_UNSAFE");
    std::fs::remove_file(&moved).expect("a file");
    std::fs::remove_file(&path).expect("a file");
    std::fs::create_dir(&path).expect("a folder");
    refuses(&folder, &sign(BY), 6, "TICKET_UNSAFE");
    std::fs::remove_dir(&path).expect("a folder");
    restore();
    set_mode(&folder.path("tickets"), 0o777);
    refuses(&folder, &sign(BY), 6, "TICKET_UNSAFE");
    set_mode(&folder.path("tickets"), 0o700);
    restore();
    let uid = folder.path("letter").metadata().expect("a file").uid();
    let changed = |from: &str, to: &str, code: &str| {
        assert!(good.contains(from), "{from}: {good}");
        std::fs::write(&path, good.replace(from, to)).expect("a file");
        refused(code);
    };
    changed(&format!("\"uid\":{uid}"), &format!("\"uid\":{}", uid + 1), "TICKET_FOREIGN");
    changed("\"boot\":\"", "\"boot\":\"x", "TICKET_BOOT");
    changed("\"version\":1", "\"version\":2", "TICKET_INVALID");
    changed("\"ticket\":\"", "\"ticket\":\"00", "TICKET_UNKNOWN");
    changed("{", "[", "TICKET_INVALID");
    if uid == 0 {
        chown(&path, Some(1), None).expect("an owner");
        refused("TICKET_FOREIGN");
    }
    run(&folder, &format!("logout {BY}"));
    log_in(&folder, "operator");
    let pins = "--pin-file officer.pin --new-pin-file wrong.pin";
    run(&folder, &format!("token set-pin --socket socket {pins} --for operator"));
    refuses(&folder, &sign(BY), 6, "TICKET_PIN_CHANGED");
    run(&folder, &format!("login {BY} --pin-file wrong.pin"));
    drop(service);
    std::fs::remove_file(folder.path("socket")).expect("a socket");
    let _service = Service::start(&folder, "");
    refuses(&folder, &sign(BY), 6, "TICKET_UNKNOWN");
}

/// Goal: a signature by a ticket takes little more than the start of a process, and no derivation.
/// Method: the median of many; the bound, of 200 in a released build, with `SEALANE_STRICT_TIMES`.
#[test]
fn signing_by_a_ticket_is_quick() {
    let strict = std::env::var_os("SEALANE_STRICT_TIMES").is_some();
    let (count, most) = if strict { (200, 10) } else { (20, 200) };
    let (folder, _service) = served();
    log_in(&folder, "operator");
    let line = sign(BY);
    let line: Vec<&str> = line.split(' ').collect();
    let one = |_| {
        let begun = Instant::now();
        let status = folder.command(&line).status().expect("the command starts");
        assert!(status.success());
        begun.elapsed()
    };
    let mut times: Vec<Duration> = (0..count).map(one).collect();
    times.sort_unstable();
    let median = times[count / 2];
    println!("{count} signatures by a ticket: median {median:?}, slowest {:?}", times[count - 1]);
    assert!(median <= Duration::from_millis(most), "{median:?}");
}

/// Goal: without a service there is no ticket, and a store asks for its PIN as before.
#[test]
fn stores_ask_for_pins() {
    let (folder, service) = served();
    log_in(&folder, "operator");
    drop(service);
    refuses(&folder, &sign(BY), 1, "DISCONNECTED");
    refuses(&folder, &format!("key export p256 {STORE} --out x"), 2, "USAGE");
    refuses(&folder, &format!("token guard {STORE} --free 9"), 2, "USAGE");
    refuses(&folder, "sign --key letter --in letter --ticket tickets --out x", 2, "USAGE");
}
