//! Goal: keys and signatures go to OpenSSH and come from it, for the algorithms it knows.
mod common;

use common::documents::{hex, integer, sequence};
use common::{Folder, tool};
use data_encoding::{BASE64, HEXLOWER};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Our name, the name of the curve there, its bits, and the hash that goes with it. RFC 5656,
/// sections 6.2.1 and 10.1.
const CURVES: [(&str, &str, &str, &str); 3] = [
    ("p256", "nistp256", "256", "sha256"),
    ("p384", "nistp384", "384", "sha384"),
    ("p521", "nistp521", "521", "sha512"),
];

/// Runs `ssh-keygen` and expects success; `None` if there is none here.
fn ssh_keygen(folder: &Folder, line: &str) -> Option<Output> {
    let arguments: Vec<&str> = line.split(' ').map(|it| if it == "''" { "" } else { it }).collect();
    let output = tool(folder, "ssh-keygen", &arguments)?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "ssh-keygen {line}: {said}");
    Some(output)
}

/// Kind and key of a line of OpenSSH, without the comment.
fn two_words(line: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(line);
    text.split_whitespace().take(2).map(str::to_owned).collect()
}

#[test]
fn our_keys_are_theirs() {
    for (name, _, _, _) in CURVES {
        let folder = Folder::new();
        folder.succeeds(&["keygen", "--algorithm", name, "--out", "key"]);
        folder.succeeds(&["pubkey", "--key", "key", "--out", "public.pem"]);
        let Some(of_private) = ssh_keygen(&folder, "-y -f key") else { return };
        let of_public = ssh_keygen(&folder, "-i -m PKCS8 -f public.pem").expect("it was there");
        assert_eq!(two_words(&of_private.stdout), two_words(&of_public.stdout), "{name}");
        folder.write("ssh.pub", of_private.stdout);
        let back = ssh_keygen(&folder, "-e -m PKCS8 -f ssh.pub").expect("it was there");
        assert_eq!(back.stdout, folder.read("public.pem"), "{name}");
    }
}

#[test]
fn their_keys_are_ours() {
    for (name, _, bits, _) in CURVES {
        for form in ["PKCS8", "PEM"] {
            let folder = Folder::new();
            let line = format!("-q -t ecdsa -b {bits} -m {form} -N '' -f id");
            if ssh_keygen(&folder, &line).is_none() {
                return;
            }
            let public = ssh_keygen(&folder, "-e -m PKCS8 -f id.pub").expect("it was there").stdout;
            assert_eq!(folder.succeeds(&["pubkey", "--key", "id"]), public, "{name} {form}");
            folder.write("public.pem", &public);
            folder.write("message", "a message");
            folder.succeeds(&["sign", "--key", "id", "--in", "message", "--out", "signature"]);
            let line = ["verify", "--key", "public.pem", "--in", "message", "--signature"];
            folder.succeeds(&[&line[..], &["signature"]].concat());
        }
    }
}

/// A length of four bytes and so many bytes. RFC 4251, section 5.
fn string(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// Takes such a text off the front.
fn take<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let (length, rest) = bytes.split_at(4);
    let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
    let (text, rest) = rest.split_at(length);
    *bytes = rest;
    text
}

const NAMESPACE: &[u8] = b"file";

/// What is signed: the file `PROTOCOL.sshsig` of OpenSSH, section 3.
fn signed_data(hash: &str, digest: &[u8]) -> Vec<u8> {
    let parts = [NAMESPACE, b"", hash.as_bytes(), digest];
    [b"SSHSIG".to_vec(), parts.map(string).concat()].concat()
}

/// Goal: a signature of a file by `ssh-keygen` is a signature for us, and not of another file.
#[test]
fn their_file_signatures_verify() {
    for (name, curve, bits, _) in CURVES {
        let folder = Folder::new();
        folder.write("letter", "Pay 100 to Bob.\n");
        let line = format!("-q -t ecdsa -b {bits} -N '' -f id");
        if ssh_keygen(&folder, &line).is_none() {
            return;
        }
        ssh_keygen(&folder, "-Y sign -f id -n file letter").expect("it was there");
        let public = ssh_keygen(&folder, "-e -m PKCS8 -f id.pub").expect("it was there").stdout;
        folder.write("public.pem", public);
        let armour = String::from_utf8(folder.read("letter.sig")).expect("text");
        let body: String = armour.lines().filter(|line| !line.starts_with("-----")).collect();
        let blob = BASE64.decode(body.as_bytes()).expect("base64");
        let (head, mut rest) = blob.split_at(10);
        assert_eq!(head, b"SSHSIG\0\0\0\x01");
        let (_key, namespace, _reserved) = (take(&mut rest), take(&mut rest), take(&mut rest));
        assert_eq!(namespace, NAMESPACE);
        let hash = std::str::from_utf8(take(&mut rest)).expect("a name");
        let mut signature = take(&mut rest);
        assert_eq!(take(&mut signature), format!("ecdsa-sha2-{curve}").as_bytes());
        let mut halves = take(&mut signature);
        let (r, s) = (take(&mut halves), take(&mut halves));
        folder.write("signature", sequence(&[&integer(r), &integer(s)]));
        let of_curve = CURVES.iter().find(|row| row.0 == name).expect("a row").3;
        for (letter, status) in [(&b"Pay 100 to Bob.\n"[..], 0), (b"Pay 900 to Bob.\n", 4)] {
            let digest = digest(&folder, hash, letter);
            folder.write("data", signed_data(hash, &digest));
            let line = ["verify", "--key", "public.pem", "--in", "data", "--hash", of_curve];
            let line = [&line[..], &["--signature", "signature"]].concat();
            assert_eq!(folder.run(&line).status, Some(status), "{name}");
        }
    }
}

/// The digest by another program than ours.
fn digest(folder: &Folder, hash: &str, bytes: &[u8]) -> Vec<u8> {
    folder.write("digested", bytes);
    let output =
        tool(folder, &format!("{hash}sum"), &["digested"]).expect("a program of coreutils");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    HEXLOWER.decode(text.split(' ').next().expect("a digest").as_bytes()).expect("hex")
}

/// Goal: a signature of ours, in the form of OpenSSH, is one for `ssh-keygen`, and not of another
/// file.
#[test]
fn our_file_signatures_verify_there() {
    for (name, curve, _, hash) in CURVES {
        let folder = Folder::new();
        let letter = b"Pay 100 to Bob.\n";
        folder.succeeds(&["keygen", "--algorithm", name, "--out", "key"]);
        let Some(line) = ssh_keygen(&folder, "-y -f key") else { return };
        let key = BASE64.decode(two_words(&line.stdout)[1].as_bytes()).expect("base64");
        folder.write("data", signed_data("sha512", &digest(&folder, "sha512", letter)));
        let sign = ["sign", "--key", "key", "--in", "data", "--hash", hash, "--format", "raw"];
        let raw = folder.succeeds(&sign);
        let (r, s) = raw.split_at(raw.len() / 2);
        // The contents of the integers, without tag and length.
        let halves = [r, s].map(|half| string(&integer(half)[2..])).concat();
        let kind = format!("ecdsa-sha2-{curve}");
        let signature = [string(kind.as_bytes()), string(&halves)].concat();
        let parts = [&key[..], NAMESPACE, b"", b"sha512", &signature].map(string).concat();
        let blob = [b"SSHSIG\0\0\0\x01", &parts[..]].concat();
        let armour = format!(
            "-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----\n",
            BASE64
                .encode(&blob)
                .as_bytes()
                .chunks(70)
                .map(String::from_utf8_lossy)
                .collect::<Vec<_>>()
                .join("\n"),
        );
        folder.write("letter.sig", armour);
        for (letter, good) in [(&letter[..], true), (b"Pay 900 to Bob.\n", false)] {
            let mut command = Command::new("ssh-keygen");
            command.args(["-Y", "check-novalidate", "-n", "file", "-s", "letter.sig"]);
            command.current_dir(folder.path(".")).stdin(Stdio::piped()).stdout(Stdio::null());
            let mut child = command.stderr(Stdio::null()).spawn().expect("it was there");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(letter).expect("it reads");
            drop(stdin);
            assert_eq!(child.wait().expect("an end").success(), good, "{name}");
        }
    }
}

/// Goal: the helpers of these tests read what they write, with a leading zero where the sign needs
/// one.
#[test]
fn strings_come_back() {
    let text = [string(b"one"), string(&integer(&hex("ff"))[2..])].concat();
    let mut rest = &text[..];
    assert_eq!((take(&mut rest), take(&mut rest)), (&b"one"[..], &[0, 0xff][..]));
    assert!(rest.is_empty());
}
