//! Goal: files, outputs and command lines that are not what they should be are refused with their
//! code and status, in good time, and nothing is written.
use crate::common;

use common::documents::*;
use common::{Folder, Outcome, mode, skipped, text, tool};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("private.pem", private_pem());
    folder.write("public.pem", public_pem());
    folder.write("message", "sample");
    folder
}

fn sign<'a>(key: &'a str, message: &'a str) -> [&'a str; 7] {
    ["sign", "--key", key, "--in", message, "--out", "out"]
}

#[test]
fn row_43_missing_and_directory() {
    let folder = folder();
    for missing in ["nothing", "nowhere/nothing", "message/nothing", ""] {
        folder.refuses(&sign(missing, "message"), 3, "INPUT_MISSING");
        folder.refuses(&sign("private.pem", missing), 3, "INPUT_MISSING");
    }
    folder.refuses(&sign(".", "message"), 3, "INPUT_DIRECTORY");
    folder.refuses(&sign("private.pem", "."), 3, "INPUT_DIRECTORY");
    let verify = ["verify", "--key", "public.pem", "--in", "message", "--signature", "nothing"];
    let outcome = folder.refuses(&verify, 3, "INPUT_MISSING");
    assert!(outcome.stderr.contains("--signature"), "{}", outcome.stderr);
}

/// Goal: a FIFO nobody writes to is refused, not waited for.
#[test]
fn row_43_fifo_and_devices() {
    let folder = folder();
    let start = Instant::now();
    if tool(&folder, "mkfifo", &["fifo"]).is_some() {
        folder.refuses(&sign("fifo", "message"), 3, "INPUT_NOT_A_FILE");
    }
    folder.refuses(&sign("/dev/zero", "message"), 3, "INPUT_NOT_A_FILE");
    folder.refuses(&sign("/dev/null", "message"), 3, "INPUT_NOT_A_FILE");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn row_43_keys_have_a_limit_and_messages_have_none() {
    let folder = folder();
    folder.write("large", vec![b'x'; (1 << 20) + 1]);
    folder.write("limit", vec![b'x'; 1 << 20]);
    folder.refuses(&sign("large", "message"), 3, "INPUT_TOO_LARGE");
    folder.refuses(&sign("limit", "message"), 3, "INPUT_FORMAT");
    let line = ["sign", "--key", "-", "--in", "message", "--out", "out"];
    folder.refuses_input(&line, &vec![b'x'; (1 << 20) + 1], 3, "INPUT_TOO_LARGE");
    // 10 GiB that take no room on the disk: refused as a key before they are read.
    let sparse = std::fs::File::create(folder.path("sparse")).expect("a file");
    sparse.set_len(10 << 30).expect("a sparse file");
    let start = Instant::now();
    folder.refuses(&sign("sparse", "message"), 3, "INPUT_TOO_LARGE");
    assert!(start.elapsed() < Duration::from_secs(5));
    // As a message a file of any size is taken, in constant memory.
    sparse.set_len(128 << 20).expect("a sparse file");
    let limited = "ulimit -v 80000; exec \"$0\" \"$@\"";
    let arguments = sign("private.pem", "sparse");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", limited, text(&common::program())]).args(arguments);
    let shell = shell.current_dir(folder.path("."));
    let outcome = Outcome::from_output(shell.output().expect("a shell"));
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
}

#[test]
fn row_43_no_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let nobody = 65_534;
    let secret = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(folder.path("private.pem"), secret).expect("permissions");
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder.path("."), open).expect("permissions");
    let mut command = folder.command(&sign("private.pem", "message"));
    // The system's own user 0 may read everything.
    if std::fs::read(folder.path("private.pem")).is_ok() {
        command.uid(nobody).gid(nobody);
    }
    match command.output() {
        Ok(output) => {
            let outcome = Outcome::from_output(output);
            assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
            assert!(outcome.stderr.starts_with("error: INPUT_PERMISSION: "), "{}", outcome.stderr);
            assert_eq!(folder.names(), ["message", "private.pem", "public.pem"]);
        }
        Err(error) => skipped(&format!("cannot run as another user here: {error}")),
    }
}

#[test]
fn row_43_pem_and_its_surroundings() {
    let folder = folder();
    let key = private_pem();
    let document = pkcs8(OID_P256, &hex(SCALAR), Some(&point()));
    let encrypted = pem("ENCRYPTED PRIVATE KEY", &document);
    let table = [
        (key.repeat(2), "INPUT_PEM_BLOCKS"),
        (key.clone() + &public_pem(), "INPUT_PEM_BLOCKS"),
        (format!("\u{feff}{key}"), "INPUT_BOM"),
        (public_pem(), "INPUT_PEM_LABEL"),
        (encrypted.clone(), "KEY_ENCRYPTED"),
        (encrypted + &public_pem(), "INPUT_PEM_BLOCKS"),
        (pem("DH PRIVATE KEY", &document), "INPUT_PEM_LABEL"),
        (pem("RSA PRIVATE KEY", &document), "KEY_ENCODING"),
        (key.replace("-----END", "----END"), "INPUT_PEM"),
        (key.replacen("MI", "M*", 1), "INPUT_PEM"),
        (key[..100].to_owned(), "INPUT_PEM"),
        (String::new(), "INPUT_FORMAT"),
        ("no key at all\n".to_owned(), "INPUT_FORMAT"),
    ];
    for (contents, code) in table {
        folder.write("bad", contents);
        folder.refuses(&sign("bad", "message"), 3, code);
    }
    let utf16: Vec<u8> =
        [0xfeff].into_iter().chain(key.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    folder.write("bad", utf16);
    folder.refuses(&sign("bad", "message"), 3, "INPUT_BOM");
    for end in ["\r\n", "\n"] {
        folder.write("good", pem_lines("PRIVATE KEY", &document, end));
        assert_eq!(folder.succeeds(&["pubkey", "--key", "good"]), public_pem().as_bytes());
    }
}

#[test]
fn row_44_command_line() {
    let folder = folder();
    let table: [(&[&str], &str); 12] = [
        (&[], "COMMAND"),
        (&["sing"], "'sign'"),
        (&["keygen", "--algoritm", "p256"], "'--algorithm'"),
        (&["keygen", "--algorithm", "p265"], "no algorithm is called \"p265\""),
        (&["keygen", "--algorithm", "p265"], "did you mean 'p256'?"),
        (&["keygen", "--algorithm", "rsa"], "`sealane algorithms` lists all"),
        (&["keygen", "--algorithm"], "--algorithm"),
        (&["keygen"], "--algorithm"),
        (&["sign", "--key", "private.pem", "--hash", "sha265"], "'sha256'"),
        (&["speed", "--seconds", "1"], "`sealane-lab speed`"),
        (&["check-vectors"], "`sealane-lab check-vectors`"),
        (&["verify", "--key", "-", "--signature", "-", "--in", "message"], "standard input"),
    ];
    for (line, hint) in table {
        let outcome = folder.refuses(line, 2, "USAGE");
        assert!(outcome.stderr.contains(hint), "{line:?}: {}", outcome.stderr);
        assert_eq!(outcome.stderr.lines().count(), 1, "{line:?}: {}", outcome.stderr);
    }
}

#[test]
fn row_44_output_exists_or_is_the_input() {
    let folder = folder();
    folder.write("out", "precious");
    let lines: [&[&str]; 4] = [
        &sign("private.pem", "message"),
        &["keygen", "--algorithm", "p256", "--out", "out"],
        &["pubkey", "--key", "private.pem", "--out", "out"],
        &["derive", "--key", "private.pem", "--peer", "public.pem", "--out", "out"],
    ];
    for line in lines {
        folder.refuses(line, 2, "OUTPUT_EXISTS");
        assert_eq!(folder.read("out"), b"precious");
        folder.succeeds(&[line, &["--force"]].concat());
        assert_ne!(folder.read("out"), b"precious");
        folder.write("out", "precious");
    }
    std::os::unix::fs::symlink("nowhere", folder.path("link")).expect("a link");
    folder.refuses(&["keygen", "--algorithm", "p256", "--out", "link"], 2, "OUTPUT_EXISTS");
    folder.refuses(&["keygen", "--algorithm", "p256", "--out", "."], 2, "OUTPUT_DIRECTORY");
    folder.refuses(&["keygen", "--algorithm", "p256", "--out", "a/b"], 2, "OUTPUT_DIRECTORY");

    std::fs::hard_link(folder.path("message"), folder.path("same")).expect("a second name");
    for out in ["message", "./message", "same", "private.pem"] {
        let line = ["sign", "--key", "private.pem", "--in", "message", "--force", "--out", out];
        folder.refuses(&line, 2, "OUTPUT_IS_INPUT");
    }
    let mut command = folder.command(&["sign", "--key", "private.pem", "--force", "--out", "same"]);
    command.stdin(std::fs::File::open(folder.path("message")).expect("the message"));
    let outcome = Outcome::from_output(command.output().expect("the command starts"));
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with("error: OUTPUT_IS_INPUT: "), "{}", outcome.stderr);
    assert_eq!(folder.read("message"), b"sample");
}

#[test]
fn row_44_output_must_name_a_file() {
    let folder = folder();
    for out in ["", "nowhere/", "./"] {
        let line = ["keygen", "--algorithm", "p256", "--out", out];
        let outcome = folder.refuses(&line, 2, "OUTPUT_DIRECTORY");
        assert!(outcome.stderr.contains("--out"), "{}", outcome.stderr);
    }
}

/// Goal: standard input by another name is still read once only, else a signature of nothing or of
/// the key itself would come out.
#[test]
fn row_44_one_pipe_under_two_names() {
    let folder = folder();
    let key = private_pem();
    for name in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        let line = ["sign", "--key", name, "--out", "out"];
        folder.refuses_input(&line, key.as_bytes(), 2, "USAGE");
        let line = ["sign", "--key", "-", "--in", name, "--out", "out"];
        folder.refuses_input(&line, key.as_bytes(), 2, "USAGE");
        let line = ["sign", "--key", name, "--in", "message"];
        assert_eq!(folder.pipe(&line, key.as_bytes()).status, Some(0), "{name}");
    }
}

/// Goal: a FIFO is opened for writing once. A reader takes the closing of a first time for the end.
#[test]
fn fifo_gets_all_of_the_output() {
    let folder = folder();
    if tool(&folder, "mkfifo", &["fifo"]).is_none() {
        return;
    }
    for _ in 0..20 {
        let path = folder.path("fifo");
        let reader = std::thread::spawn(move || std::fs::read(path).expect("a FIFO"));
        let line = ["pubkey", "--key", "private.pem", "--out", "fifo"];
        let mut child = folder.command(&line).spawn().expect("the command starts");
        let got = reader.join().expect("the reader ends");
        // Without a reader, a second opening would wait for ever.
        let whole = got == public_pem().as_bytes();
        if !whole {
            child.kill().expect("a child");
        }
        let status = child.wait().expect("an end");
        assert!(whole && status.success(), "{} bytes, {status}", got.len());
    }
}

/// Goal: a failed write leaves neither the output nor the file beside it.
#[test]
fn row_44_full_device_and_special_files() {
    let folder = folder();
    let before = folder.names();
    for out in ["/dev/full", "-"] {
        let mut command =
            folder.command(&["sign", "--key", "private.pem", "--in", "message", "--out", out]);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let outcome =
            Outcome::from_output(command.stdout(full).output().expect("the command starts"));
        assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
        assert!(outcome.stderr.starts_with("error: OUTPUT_FAILED: "), "{}", outcome.stderr);
    }
    assert_eq!(folder.names(), before);
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "/dev/null", "--force"]);
    let null = std::fs::metadata("/dev/null").expect("still there");
    assert!(!null.is_file(), "/dev/null has become a file");
}

/// Goal: a reader that has gone away ends the command without a word.
#[test]
fn row_44_closed_pipe() {
    let folder = folder();
    for line in [&["self-test"][..], &["keygen", "--algorithm", "p256"], &["--help"]] {
        let mut command = folder.command(line);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let status = child.wait().expect("an end");
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(said, "", "{line:?}");
        // The reader may have been too slow in going.
        assert!(matches!(status.code(), Some(141 | 0)), "{line:?}: {status}");
    }
}

/// Goal: bytes for programs do not go to a terminal, text does. `script` lends the terminal.
#[test]
fn row_44_terminal_for_binary() {
    let folder = folder();
    let on_terminal = |arguments: &str| {
        let line = format!("{} {arguments}", text(&common::program()));
        tool(&folder, "script", &["-qec", &line, "/dev/null"])
    };
    for line in [
        "sign --key private.pem --in message",
        "sign --key private.pem --in message --out /dev/tty",
        "derive --key private.pem --peer public.pem",
        "keygen --algorithm p256 --outform der",
        "pubkey --key private.pem --outform point",
    ] {
        let Some(output) = on_terminal(line) else { return };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.starts_with("error: OUTPUT_TERMINAL: "), "{line}: {said}");
    }
    for line in [
        "sign --key private.pem --in message --json",
        "derive --key private.pem --peer public.pem --hex",
        "keygen --algorithm p256",
    ] {
        let Some(output) = on_terminal(line) else { return };
        assert_eq!(output.status.code(), Some(0), "{line}");
    }
}

#[test]
fn row_45_secrets_on_the_command_line() {
    let folder = folder();
    let key = private_pem();
    for line in [
        &["sign", "--key", &key][..],
        &["sign", "--key", SCALAR],
        &["sign", "--passphrase", "hunter2", "--key", "private.pem"],
        &["sign", "--pin=hunter2", "--key", "private.pem"],
        &["keygen", "--private-key", SCALAR],
        &["pubkey", &key],
        // What the parser would repeat.
        &["sign", SCALAR],
        &["sign", "--", SCALAR],
        &[SCALAR],
        &["keygen", "--algorithm", SCALAR],
        &["derive", "--key", "private.pem", "--peer", SCALAR],
        &["sign", "--key", "private.pem", &format!("--hash={SCALAR}")],
    ] {
        let outcome = folder.refuses(line, 2, "USAGE");
        for secret in ["hunter2", &SCALAR[..16], &key[40..56]] {
            assert!(!outcome.stderr.contains(secret), "{}", outcome.stderr);
        }
    }
}

/// Goal: what might be a secret is not repeated where it stands for a file either.
#[test]
fn row_45_names_like_keys_are_not_repeated() {
    let folder = folder();
    let in_folder = format!("nowhere/{SCALAR}");
    for (line, status, code) in [
        (&["sign", "--key", "private.pem", "--in", SCALAR][..], 3, "INPUT_MISSING"),
        (
            &["verify", "--key", "public.pem", "--in", "message", "--signature", SCALAR],
            3,
            "INPUT_MISSING",
        ),
        (&["inspect", SCALAR], 3, "INPUT_MISSING"),
    ] {
        let outcome = folder.refuses(line, status, code);
        assert!(!outcome.stderr.contains(&SCALAR[..16]), "{}", outcome.stderr);
    }
    // A path is no hex: it is shown.
    let outcome = folder.refuses(&sign("private.pem", &in_folder), 3, "INPUT_MISSING");
    assert!(outcome.stderr.contains(SCALAR), "{}", outcome.stderr);
}

/// Goal: a process that is killed while it writes leaves nothing behind. Method: the system kills
/// whoever writes a file beyond a limit, here its first byte.
#[test]
fn killed_process_leaves_nothing() {
    let folder = folder();
    let before = folder.names();
    let flags = rustix::fs::OFlags::TMPFILE | rustix::fs::OFlags::WRONLY;
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    if let Err(error) = rustix::fs::open(folder.path("."), flags, mode) {
        return skipped(&format!("no files without a name in this file system: {error}"));
    }
    for line in ["", "--force"] {
        let line = format!("ulimit -f 0; \"$0\" keygen --algorithm p256 --out key {line}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &line, text(&common::program())]).current_dir(folder.path("."));
        let status = shell.output().expect("a shell").status;
        assert!(!status.success(), "{status}");
        assert_eq!(folder.names(), before);
    }
    // Whole files do come, by both ways.
    for force in [&[][..], &["--force"], &["--force"]] {
        folder.succeeds(&[&["keygen", "--algorithm", "p256", "--out", "key"], force].concat());
        assert_eq!(folder.names(), ["key", "message", "private.pem", "public.pem"]);
    }
}

/// Goal: a file that is no signature is refused before the message is read. Method: a message that
/// never comes.
#[test]
fn signature_is_read_before_the_message() {
    let folder = folder();
    folder.write("signature", "no signature");
    if tool(&folder, "mkfifo", &["fifo"]).is_some() {
        let line = ["verify", "--key", "public.pem", "--in", "fifo", "--signature", "signature"];
        folder.refuses(&line, 4, "SIG_LENGTH");
    }
}

#[test]
fn files_have_the_permissions_they_need() {
    let folder = folder();
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "key"]);
    let derive = ["derive", "--key", "private.pem", "--peer", "public.pem", "--out", "secret"];
    folder.succeeds(&derive);
    folder.succeeds(&["pubkey", "--key", "key", "--out", "public"]);
    assert_eq!(mode(folder.path("key")), 0o600);
    assert_eq!(mode(folder.path("secret")), 0o600);
    // As any new file: what the umask leaves of 0666.
    folder.write("any", "");
    assert_eq!(mode(folder.path("public")), mode(folder.path("any")));
    // Replacing a file that others may read must not give them the key.
    folder.write("open", "");
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "open", "--force"]);
    assert_eq!(mode(folder.path("open")), 0o600);
}
