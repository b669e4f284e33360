//! Goal: the service under a service manager: a credential with an access control list, a socket
//! that is passed, the messages that it is sent, its log's end that nobody reads; and the units as
//! they are shipped. The numbers of the tests are those of the list of attacks that they stand for.
use crate::common;

use common::Folder;
use common::services::{AT, Ended};
use common::tokens::{STORE, generate, refuses, run, set_pin, token_of_user};
use rustix::fs::XattrFlags;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_secs(60);

fn with_key() -> Folder {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "p256", "web", "");
    folder
}

fn sign(folder: &Folder) {
    let line = format!("sign {AT} --key web --in operator.pin --out signature --force");
    run(folder, &line);
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < WAIT, "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// An access control list that gives a file to one user to be read, as the kernel keeps it.
fn list(uid: u32, group: u16) -> Vec<u8> {
    const NOBODY: u32 = u32::MAX;
    let entries =
        [(1, 4, NOBODY), (2, 4, uid), (4, group, NOBODY), (16, 4, NOBODY), (32, 0, NOBODY)];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        list.extend(u16::to_le_bytes(tag));
        list.extend(u16::to_le_bytes(permissions));
        list.extend(u32::to_le_bytes(id));
    }
    list
}

/// Goal: a credential is taken as service managers pass it since systemd 254: root's, of mode 0440,
/// with a list that gives it to the service's user; one that the list gives to others is not.
#[test]
fn hardening_d4_credentials_with_lists_are_taken() {
    let folder = token_of_user();
    std::fs::create_dir(folder.path("credentials")).expect("a folder");
    let path = folder.path("credentials/master");
    std::fs::write(&path, [7; 32]).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o440)).expect("permissions");
    let own = rustix::process::geteuid().as_raw();
    let set = |list: &[u8]| {
        rustix::fs::setxattr(&path, "system.posix_acl_access", list, XattrFlags::empty())
    };
    if let Err(error) = set(&list(own, 0)) {
        println!("SKIPPED: this file system keeps no access control lists: {error}");
        return;
    }
    assert_eq!(path.metadata().expect("a file").permissions().mode() & 0o777, 0o440);
    let line = "key list --store token.db --master-credential master";
    let listed = |folder: &Folder| {
        let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
        command.env("CREDENTIALS_DIRECTORY", folder.path("credentials"));
        let output = command.output().expect("the command runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let (status, said) = listed(&folder);
    assert_eq!(status, Some(0), "{said}");
    // The list of another user, and a group that may read.
    for list in [list(own + 1, 0), list(own, 4)] {
        set(&list).expect("lists are kept");
        let (status, said) = listed(&folder);
        assert_eq!(status, Some(5), "{said}");
        assert!(said.contains("PERMISSION") && said.contains("mode 440"), "{said}");
    }
}

/// Goal: the service manager is told that the service is ready when it is, that it lives as long as
/// it does, and that it stops.
#[test]
fn hardening_d4_the_service_manager_is_told() {
    let folder = with_key();
    let manager = UnixDatagram::bind(folder.path("notify")).expect("a socket");
    manager.set_read_timeout(Some(WAIT)).expect("a timeout");
    let hear = || {
        let mut message = [0; 256];
        let length = manager.recv(&mut message).expect("a message");
        String::from_utf8_lossy(&message[..length]).trim().to_owned()
    };
    let mut command =
        folder.command(&format!("serve {STORE} --socket socket").split(' ').collect::<Vec<_>>());
    command.env("NOTIFY_SOCKET", folder.path("notify")).env("WATCHDOG_USEC", "4000000");
    let mut service = Ended(command.stderr(Stdio::null()).spawn().expect("the command starts"));
    assert_eq!(hear(), "READY=1");
    // It is ready now, and not only started.
    sign(&folder);
    let begun = Instant::now();
    assert_eq!(hear(), "WATCHDOG=1");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    service.terminate();
    until("STOPPING=1", || hear() == "STOPPING=1");
    assert_eq!(service.end().1, Some(0));
}

/// Goal: a socket that the service manager passes is served on, and stays; without one, a service
/// that is to be activated does not start.
#[test]
fn hardening_d4_sockets_are_passed() {
    let folder = with_key();
    let listener = UnixListener::bind(folder.path("socket")).expect("a socket");
    // Before there is a service: who connects waits for it.
    let early = UnixStream::connect(folder.path("socket")).expect("the socket is there");
    let line =
        format!("exec 3<&0; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve {STORE} --activated");
    let child = Command::new("sh")
        .args(["-c", &line, common::program().to_str().expect("text")])
        .current_dir(folder.path("."))
        .stdin(Stdio::from(OwnedFd::from(listener.try_clone().expect("a descriptor"))))
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let mut service = Ended(child);
    sign(&folder);
    drop(early);
    service.terminate();
    assert_eq!(service.end().1, Some(0));
    assert!(folder.path("socket").exists(), "it is the service manager's");
    refuses(&folder, &format!("serve {STORE} --activated"), 2, "USAGE");
    refuses(&folder, &format!("serve {STORE}"), 2, "USAGE");
}

/// Goal: a log that nobody reads hangs nothing, from the first line on. Method: standard error is a
/// pipe that is full before the service starts; it signs, and stops in time.
#[test]
fn hardening_d7_a_log_pipe_that_nobody_reads() {
    let folder = with_key();
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let stderr = writer.try_clone().expect("a descriptor");
    // It blocks when the pipe is full, and goes on as soon as something is read.
    let (sender, wrote) = std::sync::mpsc::channel();
    std::thread::spawn(
        move || while writer.write_all(&[b'x'; 4096]).is_ok() && sender.send(()).is_ok() {},
    );
    while wrote.recv_timeout(Duration::from_millis(300)).is_ok() {}
    let mut command =
        folder.command(&format!("serve {STORE} --socket socket").split(' ').collect::<Vec<_>>());
    let mut service = Ended(command.stderr(stderr).spawn().expect("the command starts"));
    until("a socket", || UnixStream::connect(folder.path("socket")).is_ok());
    sign(&folder);
    let figures = run(&folder, "status --metrics --socket socket");
    assert!(figures.contains("sealane_log_dropped_total"), "{figures}");
    service.terminate();
    let (took, status) = service.end();
    assert_eq!(status, Some(0));
    assert!(took < Duration::from_secs(11), "{took:?}");
    drop((reader, wrote));
}

/// Goal: the units are what the service manager takes, and leave the service little to do harm
/// with. Method: `systemd-analyze`, with the command under test in the place of the installed one.
#[test]
fn hardening_d4_units_are_verified() {
    let folder = Folder::new();
    let found = Command::new("systemd-analyze").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: there is no systemd-analyze here");
        return;
    }
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    let program = common::program();
    for unit in ["sealane.service", "sealane.socket"] {
        let text = std::fs::read_to_string(packaging.join(unit)).expect("a unit");
        let text = text.replace("/usr/bin/sealane", program.to_str().expect("text"));
        std::fs::write(folder.path(unit), text).expect("a file");
    }
    let analyze = |arguments: &[&str]| {
        let mut command = Command::new("systemd-analyze");
        command.args(arguments).current_dir(folder.path("."));
        let output = command.output().expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    };
    let (good, said) = analyze(&["verify", "--man=no", "./sealane.service", "./sealane.socket"]);
    assert!(good && said.is_empty(), "{said}");
    let security = ["security", "--offline=true", "--no-pager", "./sealane.service"];
    let (good, said) = analyze(&[&security[..], &["--threshold=10"]].concat());
    assert!(good, "{said}");
    // A checker that says no: a key that no unit has, and no protection at all.
    let text = std::fs::read_to_string(folder.path("sealane.service")).expect("a file");
    let open = text.lines().filter(|line| !line.contains("Protect")).collect::<Vec<_>>().join("\n");
    std::fs::write(folder.path("sealane.service"), open.replace("[Service]", "[Service]\nFoo=1"))
        .expect("a file");
    assert!(!analyze(&["verify", "--man=no", "./sealane.service"]).1.is_empty());
    assert!(!analyze(&[&security[..], &["--threshold=10"]].concat()).0);
}
