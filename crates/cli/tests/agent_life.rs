//! Goal: an agent begins and ends as ssh-agent does: in the background, for a command, after a
//! time; its socket goes with it, and a service that is started anew is found again.
use crate::common;

use common::agents::{Agent, BY_PIN, exchange, said, sign_request};
use common::services::{Ended, Service, log_in_once, served_with};
use common::tokens::{refuses, run, secret};
use common::{Folder, mode};
use data_encoding::BASE64;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn blob(folder: &Folder, label: &str) -> Vec<u8> {
    let line = run(folder, &format!("key pubkey {label} --socket socket --outform openssh"));
    BASE64.decode(line.trim().split(' ').nth(1).expect("base64").as_bytes()).expect("base64")
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Goal: how agents of one service begin and end, one after the other.
#[test]
fn agents_begin_and_end() {
    let (folder, _service) = served_with(&["ed25519"]);
    log_in_once(&folder);
    for claim in [
        sockets_go_with_the_agent,
        places_of_others_are_refused,
        a_shell_finds_the_agent,
        commands_have_an_agent,
        lifetimes_end,
        agents_log_in_by_ticket,
    ] {
        claim(&folder);
    }
}

/// Goal: the socket is of its user alone, in a folder of the same, and both go at each signal that
/// ends the agent.
fn sockets_go_with_the_agent(folder: &Folder) {
    for name in ["-TERM", "-INT", "-HUP"] {
        let mut agent = Agent::start(folder, "");
        let own = agent.socket.parent().expect("a folder").to_owned();
        assert_eq!((mode(&agent.socket), mode(&own)), (0o600, 0o700));
        assert_eq!(agent.signal(name), Some(0), "{name}");
        assert!(!own.exists(), "{name}");
    }
    // A named one: the folder stays, and after a kill the socket is no hindrance.
    let mut agent = Agent::start(folder, " --agent-socket own/socket");
    assert_eq!(mode(folder.path("own")), 0o700);
    let line = format!("{BY_PIN} --foreground --agent-socket own/socket");
    assert!(refuses(folder, &line, 5, "PERMISSION").contains("another agent has it"));
    agent.signal("-KILL");
    assert!(folder.path("own/socket").exists());
    let mut agent = Agent::start(folder, " --agent-socket own/socket");
    assert_eq!(agent.signal("-TERM"), Some(0));
    assert_eq!((folder.path("own").exists(), folder.path("own/socket").exists()), (true, false));
}

/// Goal: a place that others can look into or change is refused, and a link is not followed.
fn places_of_others_are_refused(folder: &Folder) {
    let line = format!("{BY_PIN} --foreground --agent-socket");
    let refused = |place: &str| refuses(folder, &format!("{line} {place}"), 5, "PERMISSION");
    std::fs::create_dir(folder.path("open")).expect("a folder");
    for bits in [0o755, 0o777, 0o701] {
        let open = std::fs::Permissions::from_mode(bits);
        std::fs::set_permissions(folder.path("open"), open).expect("permissions");
        assert!(refused("open/socket").contains("give it mode 700"), "{bits:o}");
    }
    let private = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(folder.path("open"), private).expect("permissions");
    symlink("open", folder.path("linked")).expect("a link");
    assert!(refused("linked/socket").contains("symbolic link"));
    symlink("../victim", folder.path("open/socket")).expect("a link");
    assert!(refused("open/socket").contains("symbolic link"));
    assert!(!folder.path("victim").exists());
    folder.write("open/file", "kept");
    assert!(refused("open/file").contains("no socket"));
    assert_eq!(folder.read("open/file"), b"kept");
    assert!(refused("nowhere/deep/socket").contains("No such file"));
}

/// Goal: without more words the agent goes into the background, a shell finds it by the lines that
/// it prints, and it ends by a signal.
fn a_shell_finds_the_agent(folder: &Folder) {
    let sealane = common::program();
    let script =
        "eval \"$(\"$SEALANE\" agent --socket socket --pin-file - < operator.pin)\" || exit
        echo \"$SSH_AUTH_SOCK\" \"$SSH_AGENT_PID\"
        kill -0 \"$SSH_AGENT_PID\" && ls -ld \"$SSH_AUTH_SOCK\" | cut -c 1-10
        cd / && ssh-add -l && kill \"$SSH_AGENT_PID\"";
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder.path(".")).env("SEALANE", sealane);
    command.env_remove("XDG_RUNTIME_DIR").stdin(Stdio::null());
    let output = command.output().expect("a shell");
    let text = said(&output);
    if text.contains("ssh-add: not found") {
        return common::skipped("no ssh-add on this machine");
    }
    assert!(output.status.success(), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let [agent, place, mode, key] = lines[..] else { panic!("{text}") };
    assert!(agent.starts_with("Agent pid "), "{text}");
    assert_eq!(mode, "srw-------");
    assert!(key.contains("SHA256:") && key.ends_with("(ED25519)"), "{text}");
    let socket = place.split(' ').next().expect("a name");
    until("its socket goes", || !Path::new(socket).exists());
    // For csh, and what cannot be started says so with its status.
    let mut command = folder.command(&format!("{BY_PIN} --csh").split(' ').collect::<Vec<_>>());
    let text = said(&command.output().expect("it starts"));
    assert!(text.starts_with("setenv SSH_AUTH_SOCK /"), "{text}");
    let number = text.lines().last().and_then(|line| line.strip_prefix("echo Agent pid "));
    let number = number.and_then(|text| text.strip_suffix(';')).expect("a number");
    assert!(Command::new("kill").arg(number).status().expect("kill").success());
    refuses(folder, "agent --socket socket --pin-file wrong.pin", 6, "PIN_WRONG");
}

/// Goal: for a command the agent is there as long as that runs, and ends with its status; a signal
/// to the agent is the command's.
fn commands_have_an_agent(folder: &Folder) {
    let line: Vec<&str> = BY_PIN.split(' ').collect();
    let with = |script: &str| {
        let shell = ["--", "sh", "-c", script];
        let output = folder.command(&[&line[..], &shell].concat()).output().expect("it starts");
        (output.status.code(), said(&output))
    };
    let (status, text) = with("echo $SSH_AUTH_SOCK; test -S $SSH_AUTH_SOCK && exit 7");
    assert_eq!(status, Some(7), "{text}");
    assert!(!Path::new(text.trim()).exists(), "{text}");
    assert_eq!(with("kill -KILL $$").0, Some(137));
    let (status, text) = with("test $PPID = $SSH_AGENT_PID");
    assert_eq!(status, Some(0), "{text}");
    folder.refuses(&[&line[..], &["--", "/nowhere/program"]].concat(), 2, "USAGE");
    folder.refuses(&[&line[..], &["--foreground", "--", "true"]].concat(), 2, "USAGE");
    let script = "trap 'exit 9' TERM; echo $SSH_AUTH_SOCK > place; while :; do sleep 0.01; done";
    let mut command = folder.command(&[&line[..], &["--", "sh", "-c", script]].concat());
    let mut agent = Ended(command.spawn().expect("it starts"));
    until("the command starts", || {
        std::fs::read(folder.path("place")).is_ok_and(|it| it.len() > 1)
    });
    agent.terminate();
    assert_eq!(agent.end().1, Some(9));
}

/// Goal: when its time is over, an agent signs nothing and ends; one for a command signs nothing,
/// and waits for the end of that.
fn lifetimes_end(folder: &Folder) {
    let key = blob(folder, "ed25519");
    let mut agent = Agent::start(folder, " --lifetime 1s");
    let mut stream = agent.connect();
    assert_eq!(exchange(&mut stream, &sign_request(&key, b"data", 0)).expect("one")[0], 14);
    assert_eq!(agent.end(), Some(0));
    assert!(!agent.socket.exists());
    assert_eq!(exchange(&mut stream, &sign_request(&key, b"data", 0)), None);
    let line = format!("{BY_PIN} --lifetime 1 -- sh -c");
    let script = "ssh-add -l; while ssh-add -l > last; do sleep 0.05; done; cat last; exit 3";
    let line: Vec<&str> = line.split(' ').chain([script]).collect();
    let output = folder.command(&line).output().expect("it starts");
    let text = said(&output);
    if text.contains("ssh-add: not found") {
        return common::skipped("no ssh-add on this machine");
    }
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("ED25519") && text.contains("no identities"), "{text}");
}

/// Goal: after a service has been started anew the agent signs again; while there is none, requests
/// are refused. Method: by a PIN; and by one that is not right any more, which is said once.
#[test]
fn services_are_found_again() {
    let (folder, mut service) = served_with(&["ed25519"]);
    let key = blob(&folder, "ed25519");
    let agent = Agent::start(&folder, "");
    let mut stream = agent.connect();
    let mut signs = || {
        let answer = exchange(&mut stream, &sign_request(&key, b"data", 0)).expect("an answer");
        assert!(matches!(answer[0], 5 | 14));
        answer[0] == 14
    };
    assert!(signs());
    assert_eq!(service.signal("-TERM"), Some(0));
    assert!(!signs() && !signs());
    let mut service = Service::start(&folder, "");
    assert!(signs() && signs());
    // Another PIN of the role ends its sessions.
    let set = "token set-pin --socket socket --pin-file officer.pin --for operator --new-pin-file";
    run(&folder, &format!("{set} wrong.pin"));
    assert!(!signs() && !signs() && !signs());
    let status = run(&folder, "token identities --socket socket");
    let operator = status.lines().find(|line| line.contains("operator")).expect("a line");
    assert!(operator.split_whitespace().any(|word| word == "1"), "one wrong PIN: {status}");
    assert_eq!(service.signal("-TERM"), Some(0));
}

/// Goal: an agent is logged in by a PIN or by the ticket of `sealane login`, whose session it does
/// not end; and without either it says so.
fn agents_log_in_by_ticket(folder: &Folder) {
    refuses(folder, "agent --socket socket --foreground", 6, "NOT_LOGGED_IN");
    refuses(
        folder,
        "agent --socket nowhere --pin-file operator.pin --foreground",
        1,
        "DISCONNECTED",
    );
    secret(folder, "other", b"");
    std::fs::create_dir(folder.path("tickets")).expect("a folder");
    let private = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(folder.path("tickets"), private).expect("permissions");
    run(folder, "login --socket socket --ticket tickets --pin-file operator.pin");
    let line = "agent --socket socket --ticket tickets --foreground";
    let mut agent = Agent::of(folder, line, |_| {});
    let request = sign_request(&blob(folder, "ed25519"), b"data", 0);
    let clients: Vec<_> = (0..3).map(|_| agent.connect()).collect();
    for mut stream in clients {
        assert_eq!(exchange(&mut stream, &request).expect("an answer")[0], 14);
    }
    assert_eq!(agent.signal("-TERM"), Some(0));
    folder.write("letter", "a letter");
    let sign = "sign --socket socket --ticket tickets --key ed25519 --in letter --out signature";
    folder.succeeds(&sign.split(' ').collect::<Vec<_>>());
}
