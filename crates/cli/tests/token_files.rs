//! Goal: the files of a token: a store is there whole or not at all, and is named for what it is;
//! files with secrets are taken from their owner alone, and none is waited for.
use crate::common;

use common::tokens::{STORE, refuses, run, secret, token};
use common::{Folder, tool};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;
use std::time::{Duration, Instant};

fn set_mode(folder: &Folder, name: &str, mode: u32) {
    let mode = std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(folder.path(name), mode).expect("permissions");
}

/// Goal: a killed `token init` leaves no store under its name, and the next one makes it. Method:
/// killed as soon as there is a file of it, and then at moments up to the end of a whole run.
#[test]
fn stores_are_made_whole() {
    let folder = token();
    let init = format!("token init {STORE} --label x --new-pin-file officer.pin");
    let init = init.replace("token.db", "fresh.db");
    let line: Vec<&str> = init.split(' ').collect();
    let begun = Instant::now();
    run(&folder, &init);
    let whole = begun.elapsed();
    std::fs::remove_file(folder.path("fresh.db")).expect("it was made");
    let before = folder.names();
    for part in 0..6u32 {
        let mut child = folder.command(&line).stdout(Stdio::null()).spawn().expect("it starts");
        let begun = Instant::now();
        while folder.names() == before && begun.elapsed() < Duration::from_secs(60) {}
        std::thread::sleep(whole * part / 5);
        let _ = child.kill();
        child.wait().expect("it ends");
        if folder.names().contains(&"fresh.db".to_owned()) {
            assert_ne!(part, 0, "it has its name before it is whole");
            run(&folder, &format!("token check {STORE}").replace("token.db", "fresh.db"));
            std::fs::remove_file(folder.path("fresh.db")).expect("it was made");
        } else {
            let status = format!("token status {STORE}").replace("token.db", "fresh.db");
            refuses(&folder, &status, 5, "STORE_MISSING");
        }
        for name in folder.names().iter().filter(|name| name.starts_with(".sealane-")) {
            std::fs::remove_file(folder.path(name)).expect("it was left");
        }
    }
    run(&folder, &init);
    assert!(!folder.names().iter().any(|name| name.starts_with('.')), "{:?}", folder.names());
    refuses(&folder, &init, 2, "STORE_EXISTS");
}

/// Goal: what stands in the place of a store is called what it is, and not waited for.
#[test]
fn stores_are_named_for_what_they_are() {
    let folder = token();
    secret(&folder, "empty", b"");
    std::fs::create_dir(folder.path("folder")).expect("a folder");
    symlink("token.db", folder.path("link")).expect("a link");
    let fifo = tool(&folder, "mkfifo", &["fifo"]).is_some();
    let begun = Instant::now();
    for (name, status, code, what) in [
        ("empty", 5, "STORE_CORRUPT", "is empty"),
        ("folder", 3, "INPUT_DIRECTORY", "is a directory; a file is needed"),
        ("fifo", 5, "STORE_CORRUPT", "a FIFO"),
        ("link", 5, "PERMISSION", "a symbolic link"),
        ("none", 5, "STORE_MISSING", "does not exist"),
    ] {
        if name == "fifo" && !fifo {
            continue;
        }
        let line = format!("token status {STORE}").replace("token.db", name);
        let said = refuses(&folder, &line, status, code);
        assert!(said.contains(what) && said.contains(name) && said.contains("--store"), "{said}");
        if name != "none" {
            let init = format!("token init {STORE} --label x --new-pin-file officer.pin");
            refuses(&folder, &init.replace("token.db", name), 2, "STORE_EXISTS");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
    for (mode, digits) in [(0o400, "400"), (0o200, "200"), (0o640, "640"), (0o606, "606")] {
        set_mode(&folder, "token.db", mode);
        let said = refuses(&folder, &format!("token status {STORE}"), 5, "PERMISSION");
        assert!(said.contains(&format!("mode {digits}")), "{said}");
    }
    set_mode(&folder, "token.db", 0o600);
    run(&folder, &format!("token status {STORE}"));
}

/// Goal: a folder where others may write is named with its mode and the one that it needs.
#[test]
fn folders_of_stores_are_their_owners_alone() {
    let folder = token();
    std::fs::create_dir(folder.path("keys")).expect("a folder");
    let in_keys = |line: &str| format!("{line} {STORE}").replace("token.db", "keys/token.db");
    let init = in_keys("token init --label x --new-pin-file officer.pin");
    for mode in [0o777, 0o770] {
        set_mode(&folder, "keys", mode);
        let said = refuses(&folder, &init, 5, "PERMISSION");
        let told = format!("--store: folder \"keys\" has mode {mode:o}: ");
        assert!(said.contains(&told) && said.contains("give it mode 700"), "{said}");
    }
    set_mode(&folder, "keys", 0o700);
    run(&folder, &init);
    set_mode(&folder, "keys", 0o777);
    let said = refuses(&folder, &in_keys("token status"), 5, "PERMISSION");
    assert!(said.contains("has mode 777: ") && said.contains("give it mode 700"), "{said}");
    // What is wrong with the store itself comes first.
    set_mode(&folder, "keys/token.db", 0o644);
    let said = refuses(&folder, &in_keys("token status"), 5, "PERMISSION");
    assert!(said.contains("has mode 644: ") && said.contains("give it mode 600"), "{said}");
}

/// Goal: master keys, passphrases and PINs that others may read or write are not taken, and the
/// error has argument and mode; those of the owner alone are.
#[test]
fn secrets_are_their_owners_alone() {
    let folder = token();
    secret(&folder, "phrase", b"correct horse battery\n");
    let by_phrase = "--store phrase.db --master-passphrase-file phrase";
    run(&folder, &format!("token init {by_phrase} --label x --new-pin-file officer.pin"));
    let audit = format!("token audit {STORE} --as officer --pin-file officer.pin");
    for (name, argument, line) in [
        ("master.key", "--master-file", format!("token status {STORE}")),
        ("phrase", "--master-passphrase-file", format!("token status {by_phrase}")),
        ("officer.pin", "--pin-file", audit),
    ] {
        for mode in [0o640, 0o604, 0o620, 0o602, 0o610] {
            set_mode(&folder, name, mode);
            let said = refuses(&folder, &line, 5, "PERMISSION");
            let shown = format!("mode {mode:o}");
            assert!(said.contains(argument) && said.contains(&shown), "{said}");
        }
        for mode in [0o400, 0o600] {
            set_mode(&folder, name, mode);
            run(&folder, &line);
        }
    }
}

/// Goal: what is no master key is refused with the argument and the cause, and nothing is waited
/// for.
#[test]
fn what_is_no_master_key_is_refused() {
    let folder = token();
    secret(&folder, "zeros", &[0; 32]);
    secret(&folder, "digits", &[b'0'; 64]);
    secret(&folder, "short", &[7; 31]);
    let begun = Instant::now();
    for (name, cause) in
        [("zeros", "zero"), ("digits", "zero"), ("short", "32 bytes"), ("none", "no such file")]
    {
        let line = format!("token status --store token.db --master-file {name}");
        let said = refuses(&folder, &line, 3, "MASTER_INVALID");
        assert!(said.contains(&format!("--master-file \"{name}\"")), "{said}");
        assert!(said.contains(cause), "{said}");
    }
    if tool(&folder, "mkfifo", &["fifo"]).is_some() {
        let line = "token status --store token.db --master-file fifo";
        let said = refuses(&folder, line, 3, "MASTER_INVALID");
        assert!(said.contains("no regular file"), "{said}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
    // A good one of another kind than the token's.
    secret(&folder, "phrase", b"correct horse battery\n");
    let line = "token status --store token.db --master-passphrase-file phrase";
    let said = refuses(&folder, line, 3, "MASTER_INVALID");
    assert!(said.contains("--master-passphrase-file \"phrase\": "), "{said}");
    assert!(said.contains("--master-file or --master-credential is needed"), "{said}");
}

/// Goal: a credential is a file in the directory that the service manager has named, by its plain
/// name.
#[test]
fn credentials_have_plain_names() {
    let folder = token();
    std::fs::create_dir(folder.path("credentials")).expect("a folder");
    secret(&folder, "credentials/key", &[7; 32]);
    let status = |name: &str| {
        let line = ["token", "status", "--store", "token.db", "--master-credential", name];
        let mut command = folder.command(&line);
        command.env("CREDENTIALS_DIRECTORY", folder.path("credentials"));
        common::Outcome::from_output(command.output().expect("it starts"))
    };
    assert_eq!(status("key").status, Some(0), "{}", status("key").stderr);
    let absolute = folder.path("master.key");
    for name in ["", ".", "..", "../master.key", "./key", common::text(&absolute)] {
        let refused = status(name);
        assert_eq!(refused.status, Some(3), "{name}");
        assert!(refused.stderr.starts_with("error: MASTER_INVALID: "), "{}", refused.stderr);
        assert!(refused.stderr.contains("plain name"), "{}", refused.stderr);
    }
}
