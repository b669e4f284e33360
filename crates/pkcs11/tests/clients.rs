//! Programs that people have, unchanged, sign by keys of the token.

use crate::common::{Served, USER, module};
use sealane_client::object::Attributes;
use sealane_client::signer::Keys;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A process that ends with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// Says aloud that a test did not run.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "\nSKIPPED: {why}");
}

/// A token of keys of three kinds, of which OpenSSH knows two.
fn mixed() -> Served {
    let served = Served::new();
    let mut user = served.user();
    for name in ["p256", "ed25519", "rsa2048"] {
        let kind = name.parse().unwrap();
        let usual = Attributes::usual(name, kind);
        user.generate(kind, Attributes { external_id: name.into(), ..usual }).unwrap();
    }
    served
}

/// Goal: `ssh-keygen -D` lists public keys without a PIN, and `ssh-agent` signs by the private
/// ones: a signature that `ssh-keygen -Y verify` takes.
#[test]
fn openssh_signs() {
    if Command::new("ssh-keygen").arg("-?").output().is_err() {
        return skipped("no ssh-keygen on this machine");
    }
    let served = mixed();
    let folder = served.folder.path();
    let listed = served.command("ssh-keygen").arg("-D").arg(module()).output().unwrap();
    let keys = String::from_utf8_lossy(&listed.stdout).into_owned();
    let of_kind = |kind: &str| keys.lines().find(|line| line.starts_with(kind)).map(str::to_owned);
    let (ecdsa, rsa) = (of_kind("ecdsa-sha2-nistp256 "), of_kind("ssh-rsa "));
    assert!(ecdsa.is_some() && rsa.is_some(), "{}", said(&listed));
    // The agent asks for the PIN by a program.
    let asks = folder.join("askpass");
    std::fs::write(&asks, format!("#!/bin/sh\necho '{USER}'\n")).unwrap();
    std::fs::set_permissions(&asks, std::fs::Permissions::from_mode(0o700)).unwrap();
    let agent = folder.join("agent");
    let mut command = served.command("ssh-agent");
    command.args(["-D", "-P"]).arg(module().canonicalize().unwrap()).arg("-a").arg(&agent);
    let _agent = Ended(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let begun = Instant::now();
    while !agent.exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the agent does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut add = served.command("ssh-add");
    add.arg("-s").arg(module().canonicalize().unwrap()).env("SSH_AUTH_SOCK", &agent);
    add.env("SSH_ASKPASS", &asks).env("SSH_ASKPASS_REQUIRE", "force").env("DISPLAY", "none");
    let added = add.output().unwrap();
    assert!(added.status.success(), "{}", said(&added));
    std::fs::write(folder.join("letter"), "a letter").unwrap();
    for (name, key) in [("ecdsa", ecdsa.unwrap()), ("rsa", rsa.unwrap())] {
        std::fs::write(folder.join("key.pub"), &key).unwrap();
        std::fs::write(folder.join("signers"), format!("somebody {key}\n")).unwrap();
        let _ = std::fs::remove_file(folder.join("letter.sig"));
        let mut sign = served.command("ssh-keygen");
        sign.args(["-Y", "sign", "-f", "key.pub", "-n", "file", "letter"]);
        let signed = sign.env("SSH_AUTH_SOCK", &agent).output().unwrap();
        assert!(signed.status.success(), "{name}: {}", said(&signed));
        let mut verify = served.command("ssh-keygen");
        verify.args(["-Y", "verify", "-f", "signers", "-I", "somebody", "-n", "file"]);
        verify
            .args(["-s", "letter.sig"])
            .stdin(std::fs::File::open(folder.join("letter")).unwrap());
        let verified = verify.output().unwrap();
        assert!(verified.status.success(), "{name}: {}", said(&verified));
    }
}
