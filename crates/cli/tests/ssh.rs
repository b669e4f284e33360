//! Goal: keys and signatures go to OpenSSH and come from it, for the algorithms it knows.
use crate::common;

use common::documents::{integer, sequence};
use common::{Folder, tool};
use ssh_key::encoding::{Decode, Encode};
use ssh_key::private::KeypairData;
use ssh_key::{HashAlg, LineEnding, Mpint, PrivateKey, PublicKey, Signature, SshSig};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Our name, how `ssh-keygen` is told the kind, and the hash that goes with it; EdDSA has its own.
/// RFC 5656, section 6.2.1; RFC 8709.
const KINDS: [(&str, &str, Option<&str>); 4] = [
    ("p256", "ecdsa -b 256", Some("sha256")),
    ("p384", "ecdsa -b 384", Some("sha384")),
    ("p521", "ecdsa -b 521", Some("sha512")),
    ("ed25519", "ed25519", None),
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

/// The options that name the hash.
fn hash_of(hash: Option<&'static str>) -> Vec<&'static str> {
    hash.map_or(vec![], |hash| vec!["--hash", hash])
}

/// Goal: our private and public keys are theirs, in their form and, for ECDSA, as PKCS#8. Several
/// of each, for scalars that start with zeros: of P-521 half do.
#[test]
fn our_keys_are_theirs() {
    for (name, _, hash) in KINDS {
        for _ in 0..if name == "p521" { 8 } else { 2 } {
            let folder = Folder::new();
            folder.succeeds(&[
                "keygen",
                "--algorithm",
                name,
                "--outform",
                "openssh",
                "--out",
                "key",
            ]);
            assert_eq!(common::mode(folder.path("key")), 0o600);
            let Some(of_private) = ssh_keygen(&folder, "-y -f key") else { return };
            let line = folder.succeeds(&["pubkey", "--key", "key", "--outform", "openssh"]);
            assert_eq!(two_words(&of_private.stdout), two_words(&line), "{name}");
            folder.write("ssh.pub", &line);
            ssh_keygen(&folder, "-l -f ssh.pub");
            let public = folder.succeeds(&["pubkey", "--key", "ssh.pub"]);
            assert_eq!(folder.succeeds(&["pubkey", "--key", "key"]), public, "{name}");
            if hash.is_some() {
                let back = ssh_keygen(&folder, "-e -m PKCS8 -f ssh.pub").expect("it was there");
                assert_eq!(back.stdout, public, "{name}");
                folder.succeeds(&["keygen", "--algorithm", name, "--out", "key.pem"]);
                let of_private = ssh_keygen(&folder, "-y -f key.pem").expect("it was there");
                let line = folder.succeeds(&["pubkey", "--key", "key.pem", "--outform", "openssh"]);
                assert_eq!(two_words(&of_private.stdout), two_words(&line), "{name}");
            }
        }
    }
}

#[test]
fn their_keys_are_ours() {
    for (name, kind, hash) in KINDS {
        let forms: &[&str] =
            if hash.is_some() { &["", "-m PKCS8 ", "-m PEM "] } else { &["", "", ""] };
        for form in forms.iter().chain(if name == "p521" { &["", "", ""][..] } else { &[] }) {
            let folder = Folder::new();
            let line = format!("-q -t {kind} {form}-N '' -C a_comment -f id");
            if ssh_keygen(&folder, &line).is_none() {
                return;
            }
            let public = folder.succeeds(&["pubkey", "--key", "id.pub"]);
            assert_eq!(folder.succeeds(&["pubkey", "--key", "id"]), public, "{name} {form}");
            if hash.is_some() {
                let theirs = ssh_keygen(&folder, "-e -m PKCS8 -f id.pub").expect("it was there");
                assert_eq!(theirs.stdout, public, "{name} {form}");
            }
            let line = folder.succeeds(&["pubkey", "--key", "id", "--outform", "openssh"]);
            assert_eq!(two_words(&line), two_words(&folder.read("id.pub")));
            folder.write("message", "a message");
            folder.succeeds(&["sign", "--key", "id", "--in", "message", "--out", "signature"]);
            let line = ["verify", "--key", "id.pub", "--in", "message", "--signature", "signature"];
            folder.succeeds(&line);
        }
    }
}

/// Goal: a signature of a file by `ssh-keygen` is a signature for us, and not of another file.
#[test]
fn their_file_signatures_verify() {
    for (name, kind, hash) in KINDS {
        let folder = Folder::new();
        folder.write("letter", "Pay 100 to Bob.\n");
        if ssh_keygen(&folder, &format!("-q -t {kind} -N '' -f id")).is_none() {
            return;
        }
        ssh_keygen(&folder, "-Y sign -f id -n file letter").expect("it was there");
        let sshsig = SshSig::from_pem(folder.read("letter.sig")).expect("a signature");
        let mut bytes = sshsig.signature_bytes();
        if hash.is_some() {
            let mut half = || Mpint::decode(&mut bytes).expect("an integer");
            let [r, s] = [half(), half()];
            let halves = [&r, &s].map(|it| integer(it.as_positive_bytes().expect("positive")));
            folder.write("signature", sequence(&[&halves[0], &halves[1]]));
        } else {
            folder.write("signature", bytes);
        }
        for (letter, status) in [(&b"Pay 100 to Bob.\n"[..], 0), (b"Pay 900 to Bob.\n", 4)] {
            let data = SshSig::signed_data(sshsig.namespace(), sshsig.hash_alg(), letter);
            folder.write("data", data.expect("a namespace"));
            let line = ["verify", "--key", "id.pub", "--in", "data", "--signature", "signature"];
            let line = [&line[..], &hash_of(hash)].concat();
            assert_eq!(folder.run(&line).status, Some(status), "{name}");
        }
        // And what it says of itself.
        let report = String::from_utf8(folder.succeeds(&["inspect", "letter.sig"])).expect("text");
        for word in [name, "file", "sha512", "SHA256:"] {
            assert!(report.contains(word), "{report}");
        }
    }
}

/// Goal: a signature of ours, in the form of OpenSSH, is one for `ssh-keygen`, and not of another
/// file; under a key of ours as under one of theirs.
#[test]
fn our_file_signatures_verify_there() {
    for (name, kind, hash) in KINDS {
        for theirs in [false, true] {
            let (folder, letter) = (Folder::new(), b"Pay 100 to Bob.\n");
            let made = if theirs {
                ssh_keygen(&folder, &format!("-q -t {kind} -N '' -f key")).is_some()
            } else {
                folder.succeeds(&["keygen", "--algorithm", name, "--out", "key"]);
                tool(&folder, "ssh-keygen", &["-?"]).is_some()
            };
            if !made {
                return;
            }
            let line = folder.succeeds(&["pubkey", "--key", "key", "--outform", "openssh"]);
            let line = String::from_utf8(line).expect("text");
            let public = PublicKey::from_openssh(&line).expect("a line");
            let data = SshSig::signed_data("file", HashAlg::Sha512, letter).expect("a namespace");
            folder.write("data", data);
            let sign = ["sign", "--key", "key", "--in", "data", "--format", "raw"];
            let mut raw = folder.succeeds(&[&sign[..], &hash_of(hash)].concat());
            if hash.is_some() {
                let (r, s) = raw.split_at(raw.len() / 2);
                let mut halves = vec![];
                for half in [r, s] {
                    let half = Mpint::from_positive_bytes(half);
                    half.encode(&mut halves).expect("it fits");
                }
                raw = halves;
            }
            let signature = Signature::new(public.algorithm(), raw).expect("a signature");
            let data = public.key_data().clone();
            let sshsig = SshSig::new(data, "file", HashAlg::Sha512, signature);
            let pem = sshsig.and_then(|it| it.to_pem(LineEnding::LF)).expect("a document");
            folder.write("letter.sig", pem);
            folder.write("allowed", format!("alice {line}"));
            for (letter, good) in [(&letter[..], true), (b"Pay 900 to Bob.\n", false)] {
                let line = "-Y verify -f allowed -I alice -n file -s letter.sig";
                let mut command = Command::new("ssh-keygen");
                command.args(line.split(' ')).current_dir(folder.path("."));
                command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.spawn().expect("it was there");
                let mut stdin = child.stdin.take().expect("a pipe");
                stdin.write_all(letter).expect("it reads");
                drop(stdin);
                assert_eq!(child.wait().expect("an end").success(), good, "{name}");
            }
        }
    }
}

/// Goal: what OpenSSH has and we do not take is refused with its code, and named by `inspect`.
#[test]
fn keys_of_openssh_that_are_not_ours_are_refused() {
    let folder = Folder::new();
    if ssh_keygen(&folder, "-q -t ed25519 -N a_password -f locked").is_none() {
        return;
    }
    // Later versions make none.
    let dsa = tool(&folder, "ssh-keygen", &["-q", "-t", "dsa", "-N", "", "-f", "dsa"]);
    let is_made = dsa.is_some_and(|output| output.status.success());
    ssh_keygen(&folder, "-q -t ed25519 -N '' -f good");
    ssh_keygen(&folder, "-q -s good -I id good.pub");
    let (good, line) = (folder.read("good"), folder.read("good.pub"));
    folder.write("two", [&good[..], &good].concat());
    folder.write("two.pub", [&line[..], &line].concat());
    folder.write("cut.pub", &line[..60]);
    folder.write("bare.pub", "ssh-ed25519\n");
    folder.write("other.pub", [b"ecdsa-sha2-nistp256", &line[11..]].concat());
    let wrong =
        String::from_utf8(good.clone()).expect("text").replace("OPENSSH PRIVATE", "PRIVATE");
    folder.write("label", wrong);
    for (key, code) in [
        ("locked", "KEY_ENCRYPTED"),
        ("dsa", "KEY_ALGORITHM"),
        ("good-cert.pub", "KEY_ALGORITHM"),
        ("two", "INPUT_PEM_BLOCKS"),
        ("two.pub", "KEY_ENCODING"),
        ("cut.pub", "KEY_ENCODING"),
        ("bare.pub", "KEY_ENCODING"),
        ("other.pub", "KEY_ALGORITHM"),
        ("label", "INPUT_PEM"),
    ] {
        if key != "dsa" || is_made {
            let said = folder.refuses(&["pubkey", "--key", key, "--out", "out"], 3, code).stderr;
            let call = "`ssh-keygen -p -N '' -f COPY`";
            assert!(said.contains(call) == (key == "locked"), "{said}");
        }
    }
    folder.refuses(&["sign", "--key", "good.pub", "--in", "good.pub"], 3, "KEY_ENCODING");
    let curve = ["keygen", "--algorithm", "p192", "--outform", "openssh", "--out", "out"];
    folder.refuses(&curve, 3, "KEY_ALGORITHM");
    folder.succeeds(&["keygen", "--algorithm", "x25519", "--out", "x"]);
    let point = ["pubkey", "--key", "x", "--outform", "openssh", "--out", "out"];
    folder.refuses(&point, 3, "KEY_ALGORITHM");
    folder.refuses(
        &["derive", "--key", "x", "--peer", "good", "--out", "out"],
        3,
        "INPUT_PEM_LABEL",
    );
    for (key, words) in [
        ("good", &["private key, OpenSSH", "ed25519", "SHA256:"][..]),
        ("good.pub", &["public key, OpenSSH", "ed25519", "SHA256:"]),
        ("locked", &["encrypted            yes", "ed25519", "aes256-ctr", "bcrypt"]),
        ("dsa", &["ssh-dss", "not supported"]),
        ("good-cert.pub", &["cert", "not supported"]),
    ] {
        if key == "dsa" && !is_made {
            continue;
        }
        let text = String::from_utf8(folder.succeeds(&["inspect", key])).expect("text");
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

/// Goal: a damaged key of theirs is refused, or what is damaged says nothing of the key. Method:
/// every byte of the document changed, of the public line as well; no public key but the right one
/// comes out of the private document.
#[test]
fn damaged_keys_are_refused() {
    let folder = Folder::new();
    let make = ["keygen", "--algorithm", "ed25519", "--outform", "openssh", "--out", "key"];
    folder.succeeds(&make);
    let public = folder.succeeds(&["pubkey", "--key", "key"]);
    let key = PrivateKey::from_openssh(folder.read("key")).expect("a key");
    let der = key.to_bytes().expect("bytes");
    let mut taken = 0;
    for at in 0..der.len() {
        let mut bad = der.to_vec();
        bad[at] ^= 1 << (at % 8);
        let pem = common::documents::pem_of_width("OPENSSH PRIVATE KEY", &bad, 70);
        folder.write("bad", pem);
        let outcome = folder.run(&["pubkey", "--key", "bad"]);
        match outcome.status {
            Some(0) => {
                assert_eq!(outcome.stdout, public, "byte {at}");
                taken += 1;
            }
            status => {
                assert_eq!(status, Some(3), "byte {at}: {}", outcome.stderr);
                assert!(outcome.stderr.starts_with("error: KEY_"), "{}", outcome.stderr);
            }
        }
    }
    assert!(taken < 4, "{taken}: nothing but the comment's length may differ");
    // The secret of one key and the public key of another.
    let other = PrivateKey::from_openssh({
        folder.succeeds(&[&make[..], &["--force"]].concat());
        folder.read("key")
    });
    let (KeypairData::Ed25519(a), KeypairData::Ed25519(b)) =
        (key.key_data().clone(), other.expect("a key").key_data().clone())
    else {
        panic!("Ed25519")
    };
    let mixed = ssh_key::private::Ed25519Keypair { public: b.public, private: a.private };
    let mixed = PrivateKey::new(KeypairData::Ed25519(mixed), "").expect("a key");
    folder.write("bad", mixed.to_openssh(LineEnding::LF).expect("a document"));
    folder.refuses(&["pubkey", "--key", "bad", "--out", "out"], 3, "KEY_MISMATCH");
}
