//! Goal: programs that ask an ssh-agent sign by keys of a service, and can do nothing else with it.
use crate::common;

use common::agents::{Agent, asking, asking_with, exchange, said, sign_request, string};
use common::services::{log_in_once, served_with};
use common::tokens::run;
use common::{Folder, skipped};
use data_encoding::BASE64;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What OpenSSH has, by our names, and the names of its signatures.
const KINDS: [(&str, &str); 5] = [
    ("p256", "ecdsa-sha2-nistp256"),
    ("p384", "ecdsa-sha2-nistp384"),
    ("p521", "ecdsa-sha2-nistp521"),
    ("ed25519", "ssh-ed25519"),
    ("rsa2048", "rsa-sha2-512"),
];

/// The line of a public key, and a file of it.
fn public(folder: &Folder, label: &str) -> String {
    let form = "--socket socket --outform openssh";
    let line = run(folder, &format!("key pubkey {label} {form}"));
    let line = format!("{} {label}\n", line.trim_end());
    folder.write(&format!("{label}.pub"), &line);
    line
}

/// The bytes of a public key's line.
fn blob(line: &str) -> Vec<u8> {
    BASE64.decode(line.split(' ').nth(1).expect("base64").as_bytes()).expect("base64")
}

fn script(folder: &Folder, name: &str, text: &str) -> String {
    folder.write(name, text);
    let path = folder.path(name);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o700)).expect("permissions");
    path.to_str().expect("text").to_owned()
}

/// Goal: `ssh-add -L` lists the keys that OpenSSH has, and each of them signs files for
/// `ssh-keygen`; a changed file is refused.
#[test]
fn keys_are_listed_and_sign_files() {
    let names = KINDS.map(|(name, _)| name);
    let (folder, _service) =
        served_with(&[&names[..], &["secp256k1", "x25519", "mldsa44"]].concat());
    let agent = Agent::start(&folder, "");
    let Some(listed) = asking(&folder, &agent.socket, "ssh-add -L", b"") else { return };
    let mut expected = names.map(|name| public(&folder, name));
    expected.sort();
    let text = said(&listed);
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.sort_unstable();
    assert_eq!(lines, expected);
    for (name, kind) in KINDS {
        let sign = format!("ssh-keygen -Y sign -f {name}.pub -n file");
        let signed = asking(&folder, &agent.socket, &sign, b"Pay 100 to Bob.\n").expect("there");
        assert!(signed.status.success(), "{name}: {}", said(&signed));
        folder.write("letter.sig", &signed.stdout);
        let report = String::from_utf8(folder.succeeds(&["inspect", "letter.sig"])).expect("text");
        assert!(report.contains("SHA256:"), "{report}");
        let pem = String::from_utf8(signed.stdout).expect("text");
        let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
        let body = BASE64.decode(body.as_bytes()).expect("base64");
        let named = string(kind.as_bytes());
        assert!(body.windows(named.len()).any(|it| it == named), "{name} signs by {kind}");
        folder.write("allowed", format!("alice {}", public(&folder, name)));
        let verify = "ssh-keygen -Y verify -f allowed -I alice -n file -s letter.sig";
        for (letter, good) in [(&b"Pay 100 to Bob.\n"[..], true), (b"Pay 900 to Bob.\n", false)] {
            let verified = asking(&folder, Path::new("/"), verify, letter).expect("there");
            assert_eq!(verified.status.success(), good, "{name}: {}", said(&verified));
        }
    }
    // It asks RSA for SHA-1 in some versions.
    let tests = names.iter().filter(|name| !name.starts_with("rsa"));
    let tests: String = tests.map(|name| format!(" {name}.pub")).collect();
    let tested = asking(&folder, &agent.socket, &format!("ssh-add -T{tests}"), b"");
    assert!(tested.expect("there").status.success());
}

/// Goal: keys are chosen by label, by id and by what they are; a key that cannot sign there is
/// refused by its name, and so is a choice of none.
#[test]
fn keys_are_chosen() {
    let (folder, service) = served_with(&["p256", "ed25519", "x25519"]);
    log_in_once(&folder);
    let id = common::tokens::json(&folder, "key show p256 --socket socket")["id"].clone();
    let id = id.as_str().expect("text").to_owned();
    for (more, expected) in [
        (" --key ed25519", &["ed25519"][..]),
        (&format!(" --key ed25519 --key {id} --key p256"), &["ed25519", "p256"]),
        (" --where kind=p256", &["p256"]),
        (" --where usage=sign --where label=ed25519", &["ed25519"]),
    ] {
        let agent = Agent::start(&folder, more);
        let Some(listed) = asking(&folder, &agent.socket, "ssh-add -L", b"") else { return };
        let text = said(&listed);
        let labels: Vec<&str> = text.lines().filter_map(|line| line.split(' ').nth(2)).collect();
        assert_eq!(labels, expected, "{more}");
    }
    let at = format!("{} --foreground", common::agents::BY_PIN);
    let refuses = |more: &str, status, code| {
        common::tokens::refuses(&folder, &format!("{at} {more}"), status, code)
    };
    assert!(refuses("--key x25519", 3, "KEY_TYPE").contains("--key \"x25519\""));
    refuses("--key nobody", 3, "KEY_UNKNOWN");
    refuses("--where kind=p384", 3, "KEY_UNKNOWN");
    refuses("--key p256 --confirm-key ed25519", 3, "KEY_UNKNOWN");
    refuses("--key p256 --where kind=p256", 2, "USAGE");
    refuses("--lifetime 0", 2, "USAGE");
    folder.write("no-cert.pub", public(&folder, "p256"));
    let said = refuses("--certificate no-cert.pub", 3, "CERTIFICATE_INVALID");
    assert!(said.contains("no-cert.pub"), "{said}");
    drop(service);
}

/// Goal: what agents of one service do, one after the other.
#[test]
fn agents_sign_and_do_nothing_else() {
    let (folder, _service) = served_with(&["ed25519", "p256", "rsa2048"]);
    log_in_once(&folder);
    for claim in [
        commits_are_signed_through_the_agent,
        certificates_are_signed_and_offered,
        keys_are_not_added_removed_or_loaded,
        agents_are_locked_and_unlocked,
        signatures_are_confirmed,
        flags_choose_hashes,
        other_users_get_no_answer,
        forwarded_connections_can_be_refused,
    ] {
        claim(&folder);
    }
}

/// Goal: a commit that git signs through the agent verifies, and not for another signer.
fn commits_are_signed_through_the_agent(folder: &Folder) {
    let agent = Agent::start(folder, "");
    let git = |line: &str| {
        asking_with(folder, &agent.socket, &format!("git {line}"), b"", |command| {
            let none = "/dev/null";
            command.env("GIT_CONFIG_GLOBAL", none).env("GIT_CONFIG_SYSTEM", none);
            command.env("HOME", folder.path("."));
        })
    };
    if asking(folder, &agent.socket, "ssh-add -l", b"").is_none() {
        return;
    }
    let Some(made) = git("init -q work") else { return };
    assert!(made.status.success(), "{}", said(&made));
    for label in ["ed25519", "p256"] {
        let line = public(folder, label);
        folder.write("allowed", format!("alice@example.org {line}"));
        for (name, value) in [
            ("user.name", "Alice"),
            ("user.email", "alice@example.org"),
            ("gpg.format", "ssh"),
            ("user.signingkey", &format!("../{label}.pub")),
            ("gpg.ssh.allowedSignersFile", "../allowed"),
        ] {
            assert!(
                git(&format!("-C work config {name} {value}")).expect("there").status.success()
            );
        }
        let commit = git("-C work commit -q --allow-empty -S -m signed").expect("there");
        assert!(commit.status.success(), "{}", said(&commit));
        let verified = git("-C work verify-commit HEAD").expect("there");
        let text = said(&verified);
        assert!(verified.status.success() && text.contains("Good \"git\" signature"), "{text}");
        let other = if label == "p256" { "ed25519" } else { "p256" };
        folder.write("allowed", format!("alice@example.org {}", public(folder, other)));
        assert!(!git("-C work verify-commit HEAD").expect("there").status.success());
    }
}

/// Goal: keys of the agent sign certificates, and a certificate is offered with its key and signs
/// by it.
fn certificates_are_signed_and_offered(folder: &Folder) {
    for ca in ["p256", "rsa2048"] {
        let (user, _) = (public(folder, "ed25519"), public(folder, ca));
        let agent = Agent::start(folder, "");
        let line = format!("ssh-keygen -q -Us {ca}.pub -I alice -n alice -V +1h ed25519.pub");
        let Some(made) = asking(folder, &agent.socket, &line, b"") else { return };
        assert!(made.status.success(), "{}", said(&made));
        // It reads no certificate whose signature is not good.
        let shown = asking(folder, &agent.socket, "ssh-keygen -L -f ed25519-cert.pub", b"");
        let text = said(&shown.expect("there"));
        let name = if ca == "p256" { "ecdsa-sha2-nistp256" } else { "rsa-sha2-512" };
        assert!(text.contains(name) && text.contains("alice"), "{text}");
        drop(agent);
        let agent = Agent::start(folder, " --key ed25519 --certificate ed25519-cert.pub");
        let listed = said(&asking(folder, &agent.socket, "ssh-add -L", b"").expect("there"));
        let certificate = String::from_utf8(folder.read("ed25519-cert.pub")).expect("text");
        let words = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = listed.lines().map(words).collect();
        assert_eq!(lines, [words(&user), words(&certificate)]);
        let mut stream = agent.connect();
        let request = sign_request(&blob(&certificate), b"data", 0);
        assert_eq!(exchange(&mut stream, &request).expect("an answer")[0], 14);
        drop(agent);
        let of_another = format!(" --key {ca} --certificate ed25519-cert.pub");
        let line = format!("{} --foreground{of_another}", common::agents::BY_PIN);
        common::tokens::refuses(folder, &line, 3, "CERTIFICATE_INVALID");
    }
}

/// Goal: nothing is added, removed or loaded, whoever asks: what was offered still is.
fn keys_are_not_added_removed_or_loaded(folder: &Folder) {
    let agent = Agent::start(folder, " --key ed25519");
    let line = public(folder, "ed25519");
    let Some(made) = asking(folder, &agent.socket, "ssh-keygen -q -t ed25519 -N  -f other", b"")
    else {
        return;
    };
    assert!(made.status.success(), "{}", said(&made));
    let no_pin = script(folder, "askpass", "#!/bin/sh\necho 1234\n");
    for wrong in [
        "ssh-add -q other",
        "ssh-add -q -c -t 60 other",
        "ssh-add -d ed25519.pub",
        "ssh-add -D",
        "ssh-add -s /usr/lib/x86_64-linux-gnu/libc.so.6",
        "ssh-add -e /usr/lib/x86_64-linux-gnu/libc.so.6",
    ] {
        let tried = asking_with(folder, &agent.socket, wrong, b"", |command| {
            command.env("SSH_ASKPASS", &no_pin).env("SSH_ASKPASS_REQUIRE", "force");
        });
        let tried = tried.expect("there");
        // -D says on standard error that it failed, and ends well in some versions.
        assert!(!tried.status.success() || said(&tried).contains("ailed"), "{wrong}");
        let listed = asking(folder, &agent.socket, "ssh-add -L", b"").expect("there");
        assert_eq!(said(&listed), line, "{wrong}");
    }
}

/// Goal: a locked agent offers and signs nothing, until the same passphrase comes.
fn agents_are_locked_and_unlocked(folder: &Folder) {
    let agent = Agent::start(folder, " --key ed25519");
    let line = public(folder, "ed25519");
    let with = |passphrase: &str, line: &str| {
        let program = script(folder, "askpass", &format!("#!/bin/sh\necho '{passphrase}'\n"));
        asking_with(folder, &agent.socket, line, b"", |command| {
            command.env("SSH_ASKPASS", program).env("SSH_ASKPASS_REQUIRE", "force");
        })
    };
    let Some(locked) = with("one", "ssh-add -x") else { return };
    assert!(locked.status.success(), "{}", said(&locked));
    let list = || asking(folder, &agent.socket, "ssh-add -L", b"").expect("there");
    assert!(!list().status.success());
    let mut stream = agent.connect();
    let request = sign_request(&blob(&line), b"data", 0);
    assert_eq!(exchange(&mut stream, &request), Some(vec![5]));
    assert!(!with("two", "ssh-add -X").expect("there").status.success());
    assert!(!with("one", "ssh-add -x").expect("there").status.success(), "it is locked");
    assert!(!list().status.success());
    assert!(with("one", "ssh-add -X").expect("there").status.success());
    assert_eq!(said(&list()), line);
    assert_eq!(exchange(&mut stream, &request).expect("an answer")[0], 14);
}

/// Goal: with --confirm each signature is asked for by the program of OpenSSH's convention, with
/// the key's name and fingerprint: yes signs and no does not; listing asks nobody.
fn signatures_are_confirmed(folder: &Folder) {
    let answer =
        "#!/bin/sh\necho \"$SSH_ASKPASS_PROMPT $1\" >> asked\ncat answer; exit $(cat status)\n";
    let program = script(folder, "askpass", answer);
    let keys = ["ed25519", "p256"].map(|label| blob(&public(folder, label)));
    let asked = || folder.read("asked").iter().filter(|byte| **byte == b'\n').count() / 2;
    for more in [" --confirm", " --confirm-key ed25519"] {
        folder.write("asked", "");
        let agent = Agent::with(folder, more, |command| {
            command.env("SSH_ASKPASS", &program);
        });
        let mut stream = agent.connect();
        for (answer, status, good) in
            [("", "0", true), ("yes\n", "0", true), ("no\n", "0", false), ("", "1", false)]
        {
            folder.write("answer", answer);
            folder.write("status", status);
            let before = asked();
            assert_eq!(exchange(&mut stream, &[11]).expect("an answer")[0], 12);
            assert_eq!(asked(), before, "a list asks nobody");
            let request = sign_request(&keys[0], b"data", 0);
            let signed = exchange(&mut stream, &request).expect("an answer")[0];
            assert_eq!(signed == 14, good, "{answer:?} {status}");
            assert_eq!(asked(), before + 1);
            let other = exchange(&mut stream, &sign_request(&keys[1], b"data", 0));
            assert_eq!(other.expect("an answer")[0] == 14, good || more != " --confirm");
        }
        let text = String::from_utf8(folder.read("asked")).expect("text");
        assert!(text.contains("confirm Allow use of key \"ed25519\"?"), "{text}");
        assert!(text.contains("SHA256:"), "{text}");
    }
    let line = format!("{} --foreground --confirm", common::agents::BY_PIN);
    let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
    let output = command.env("SSH_ASKPASS", "/nowhere/askpass").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

/// Goal: RSA signs by SHA-256 and SHA-512 as the flags say, never by SHA-1; flags that nobody knows
/// are refused, and those of RSA change nothing of other keys.
fn flags_choose_hashes(folder: &Folder) {
    let [rsa, other] = ["rsa2048", "ed25519"].map(|label| blob(&public(folder, label)));
    let agent = Agent::start(folder, "");
    let mut stream = agent.connect();
    for (key, flags, name) in [
        (&rsa, 2, Some("rsa-sha2-256")),
        (&rsa, 4, Some("rsa-sha2-512")),
        (&rsa, 6, Some("rsa-sha2-256")),
        (&rsa, 0, None),
        (&rsa, 1, None),
        (&rsa, 8, None),
        (&rsa, u32::MAX, None),
        (&other, 0, Some("ssh-ed25519")),
        (&other, 4, Some("ssh-ed25519")),
        (&other, 1, None),
        (&other, 0x8000_0000, None),
    ] {
        let answer = exchange(&mut stream, &sign_request(key, b"data", flags)).expect("an answer");
        match name {
            None => assert_eq!(answer, [5], "{flags}"),
            Some(name) => {
                assert_eq!(answer[0], 14, "{flags}");
                assert_eq!(answer[5..][..4 + name.len()], string(name.as_bytes()), "{flags}");
            }
        }
    }
}

/// Goal: only this user's processes and root's are answered. Method: as root, another user asks at
/// a socket that is opened to all; the same as root gets an answer.
fn other_users_get_no_answer(folder: &Folder) {
    let agent = Agent::start(folder, "");
    if !rustix::process::geteuid().is_root() {
        return skipped("another user asks the agent: this takes root");
    }
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("permissions");
    };
    let own = agent.socket.parent().expect("a folder");
    let asked = |user: &str| {
        let line = format!("setpriv --reuid {user} --clear-groups ssh-add -L");
        asking_with(folder, &agent.socket, &line, b"", |command| {
            command.current_dir("/");
        })
    };
    assert!(own.starts_with(std::env::temp_dir()));
    open(own, 0o711);
    open(&agent.socket, 0o666);
    let Some(other) = asked("65534") else { return };
    assert!(!other.status.success(), "{}", said(&other));
    assert!(asked("0").expect("there").status.success());
}

/// Goal: with --no-forwarded a connection that `ssh -A` forwards gets nothing, from the message on
/// that says so; another one does.
fn forwarded_connections_can_be_refused(folder: &Folder) {
    let key = blob(&public(folder, "ed25519"));
    let bind = |is_forwarding: u8| {
        let parts: [&[u8]; 4] = [b"session-bind@openssh.com", b"host", b"session", b"signature"];
        [&[27][..], &parts.map(string).concat(), &[is_forwarding]].concat()
    };
    for (more, refused) in [("", false), (" --no-forwarded", true)] {
        let agent = Agent::start(folder, more);
        let mut stream = agent.connect();
        let signs = |stream: &mut _| {
            exchange(stream, &sign_request(&key, b"data", 0)).expect("an answer")[0] == 14
        };
        assert_eq!(exchange(&mut stream, &bind(0)), Some(vec![6]));
        assert!(signs(&mut stream));
        assert_eq!(exchange(&mut stream, &bind(1)), Some(vec![6]));
        assert_eq!(signs(&mut stream), !refused);
        assert_eq!(exchange(&mut stream, &bind(0)), Some(vec![6]));
        assert_eq!(signs(&mut stream), !refused, "it stays forwarded");
        assert!(signs(&mut agent.connect()));
    }
}
