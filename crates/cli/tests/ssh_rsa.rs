//! Goal: RSA keys and signatures go to OpenSSH and come from it, in each form.
use crate::common;

use common::{Folder, tool};
use ssh_key::{HashAlg, SshSig};
use std::process::Output;

/// Runs `ssh-keygen` and expects success; `None` if there is none here.
fn ssh_keygen(folder: &Folder, line: &str) -> Option<Output> {
    let arguments: Vec<&str> = line.split(' ').map(|it| if it == "''" { "" } else { it }).collect();
    let output = tool(folder, "ssh-keygen", &arguments)?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "ssh-keygen {line}: {said}");
    Some(output)
}

/// Runs a line of the command, which must succeed.
fn sealane(folder: &Folder, line: &str) -> Vec<u8> {
    folder.succeeds(&line.split(' ').collect::<Vec<_>>())
}

/// Kind and key of a line of OpenSSH, without the comment.
fn two_words(line: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(line);
    text.split_whitespace().take(2).map(str::to_owned).collect()
}

/// Goal: keys made by `ssh-keygen` in every form are one key for us; what it signs of a file we
/// verify, and of another file we do not.
#[test]
fn their_keys_and_signatures_are_ours() {
    for (form, bits) in [("", 3072), ("-m PEM ", 2048), ("-m PKCS8 ", 2048)] {
        let folder = Folder::new();
        folder.write("letter", "Pay 100 to Bob.\n");
        let line = format!("-q -t rsa -b {bits} {form}-N '' -C a_comment -f id");
        if ssh_keygen(&folder, &line).is_none() {
            return;
        }
        let public = sealane(&folder, "pubkey --key id");
        assert_eq!(sealane(&folder, "pubkey --key id.pub"), public, "{form}");
        let theirs = ssh_keygen(&folder, "-e -m PKCS8 -f id.pub").expect("it was there");
        assert_eq!(theirs.stdout, public, "{form}");
        let line = sealane(&folder, "pubkey --key id --outform openssh");
        assert_eq!(two_words(&line), two_words(&folder.read("id.pub")));
        for key in ["id", "id.pub"] {
            let report = String::from_utf8(sealane(&folder, &format!("inspect {key}")));
            let report = report.expect("text");
            let name = format!("rsa{bits}");
            assert!(report.contains(&name) && report.contains("SHA256:"), "{report}");
        }
        ssh_keygen(&folder, "-Y sign -f id -n file letter").expect("it was there");
        let sshsig = SshSig::from_pem(folder.read("letter.sig")).expect("a signature");
        folder.write("signature", sshsig.signature_bytes());
        let hash = match sshsig.algorithm() {
            ssh_key::Algorithm::Rsa { hash: Some(HashAlg::Sha256) } => "sha256",
            ssh_key::Algorithm::Rsa { hash: Some(HashAlg::Sha512) } => "sha512",
            other => panic!("{other}"),
        };
        for (letter, status) in [(&b"Pay 100 to Bob.\n"[..], 0), (b"Pay 900 to Bob.\n", 4)] {
            let data = SshSig::signed_data(sshsig.namespace(), sshsig.hash_alg(), letter);
            folder.write("data", data.expect("a namespace"));
            let line = format!("verify --key id.pub --in data --signature signature --hash {hash}");
            let outcome = folder.run(&line.split(' ').collect::<Vec<_>>());
            assert_eq!(outcome.status, Some(status), "{form}: {}", outcome.stderr);
        }
    }
}

/// Goal: our private keys in OpenSSH's form are keys for it, with which it signs what we verify; it
/// verifies with our public line; and the key comes back to us as the same PKCS#8 document.
#[test]
fn our_keys_are_theirs() {
    let folder = Folder::new();
    folder.write("letter", "Pay 100 to Bob.\n");
    sealane(&folder, "keygen --algorithm rsa2048 --outform openssh --out key");
    assert_eq!(common::mode(folder.path("key")), 0o600);
    let line = sealane(&folder, "pubkey --key key --outform openssh");
    let Some(of_private) = ssh_keygen(&folder, "-y -f key") else { return };
    assert_eq!(two_words(&of_private.stdout), two_words(&line));
    folder.write("key.pub", &line);
    ssh_keygen(&folder, "-Y sign -f key -n file letter").expect("it was there");
    let mut signers = b"bob ".to_vec();
    signers.extend(&line);
    folder.write("signers", signers);
    let check = |letter: &str| {
        let line =
            format!("ssh-keygen -Y verify -f signers -I bob -n file -s letter.sig < {letter}");
        tool(&folder, "sh", &["-c", &line]).expect("a shell").status.success()
    };
    assert!(check("letter"));
    assert!(!check("key.pub"));
    // Turned into PKCS#8 by it, the key is the same one for us.
    ssh_keygen(&folder, "-p -q -m PKCS8 -N '' -f key").expect("it was there");
    let text = String::from_utf8(folder.read("key")).expect("text");
    assert!(text.starts_with("-----BEGIN PRIVATE KEY-----"), "{text}");
    assert_eq!(sealane(&folder, "pubkey --key key --outform openssh"), line);
}

/// Goal: a document with a number of another key is refused.
/// Method: parts of two documents of the same length put together.
#[test]
fn mixed_documents_are_refused() {
    let folder = Folder::new();
    let documents = ["a", "b"].map(|name| {
        sealane(&folder, &format!("keygen --algorithm rsa2048 --outform openssh --out {name}"));
        ssh_key::PrivateKey::from_openssh(folder.read(name)).expect("a document")
    });
    let pairs = documents.each_ref().map(|it| it.key_data().rsa().expect("of RSA").clone());
    let mixed =
        ssh_key::private::RsaKeypair::new(pairs[0].public().clone(), pairs[1].private().clone());
    let mixed = ssh_key::private::KeypairData::Rsa(mixed.expect("its parts are numbers"));
    let document = ssh_key::PrivateKey::new(mixed, "").expect("a document");
    let text = document.to_openssh(ssh_key::LineEnding::LF).expect("a text");
    folder.write("mixed", text.as_bytes());
    folder.refuses(&["pubkey", "--key", "mixed"], 3, "KEY_RSA_INCONSISTENT");
    // The same way without a mixture is a key.
    let document = ssh_key::PrivateKey::new(documents[0].key_data().clone(), "");
    let text = document.expect("a document").to_openssh(ssh_key::LineEnding::LF).expect("a text");
    folder.write("whole", text.as_bytes());
    folder.succeeds(&["pubkey", "--key", "whole"]);
}

/// Goal: short keys of OpenSSH's form are taken where old ones are asked for alone.
#[test]
fn short_keys_are_refused() {
    let folder = Folder::new();
    if ssh_keygen(&folder, "-q -t rsa -b 1024 -N '' -f id").is_none() {
        return;
    }
    folder.refuses(&["sign", "--key", "id", "--in", "id.pub"], 3, "KEY_RSA_MODULUS");
    let report = String::from_utf8(sealane(&folder, "inspect id")).expect("text");
    assert!(report.contains("1024"), "{report}");
}
