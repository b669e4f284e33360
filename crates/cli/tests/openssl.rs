//! Goal: keys, signatures and secrets are OpenSSL's too, in both directions and in each form.
mod common;

use common::documents::hex;
use common::{Folder, tool};
use std::process::Output;

/// Runs `openssl` and expects success; `None` if there is no OpenSSL here.
fn openssl(folder: &Folder, arguments: &[&str]) -> Option<Output> {
    let output = tool(folder, "openssl", arguments)?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {arguments:?}: {said}");
    Some(output)
}

fn genpkey(folder: &Folder, out: &str) -> Option<Output> {
    let line = ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", out];
    openssl(folder, &line)
}

#[test]
fn our_signatures_verify_with_openssl() {
    let folder = Folder::new();
    folder.write("message", "a message");
    for outform in ["pem", "der"] {
        let line =
            ["keygen", "--algorithm", "p256", "--out", "key", "--force", "--outform", outform];
        folder.succeeds(&line);
        if openssl(&folder, &["pkey", "-in", "key", "-check", "-noout"]).is_none() {
            return;
        }
        folder.succeeds(&["pubkey", "--key", "key", "--out", "public", "--force"]);
        for hash in ["sha1", "sha256", "sha384", "sha512", "sha512-256", "sha3-256"] {
            let line = ["sign", "--key", "key", "--in", "message", "--hash", hash, "--out"];
            folder.succeeds(&[&line[..], &["signature", "--force"]].concat());
            let digest = format!("-{hash}");
            let verify =
                ["dgst", &digest, "-verify", "public", "-signature", "signature", "message"];
            openssl(&folder, &verify);
        }
    }
}

#[test]
fn openssl_signatures_and_keys_of_every_form_are_taken() {
    let folder = Folder::new();
    folder.write("message", "a message");
    if genpkey(&folder, "pkcs8.pem").is_none() {
        return;
    }
    // From OpenSSL's forms to ours: the same public key each time.
    openssl(&folder, &["pkey", "-in", "pkcs8.pem", "-outform", "DER", "-out", "pkcs8.der"]);
    openssl(&folder, &["ec", "-in", "pkcs8.pem", "-out", "sec1.pem"]);
    openssl(&folder, &["ec", "-in", "pkcs8.pem", "-outform", "DER", "-out", "sec1.der"]);
    openssl(&folder, &["pkey", "-in", "pkcs8.pem", "-pubout", "-out", "spki.pem"]);
    openssl(
        &folder,
        &["pkey", "-in", "pkcs8.pem", "-pubout", "-outform", "DER", "-out", "spki.der"],
    );
    let compressed = ["ec", "-in", "pkcs8.pem", "-pubout", "-conv_form", "compressed", "-out"];
    openssl(&folder, &[&compressed[..], &["compressed.pem"]].concat());
    let public = folder.read("spki.pem");
    for hash in ["sha256", "sha384", "sha3-512"] {
        let digest = format!("-{hash}");
        openssl(&folder, &["dgst", &digest, "-sign", "pkcs8.pem", "-out", "signature", "message"]);
        for key in [
            "pkcs8.pem",
            "pkcs8.der",
            "sec1.pem",
            "sec1.der",
            "spki.pem",
            "spki.der",
            "compressed.pem",
        ] {
            assert_eq!(folder.succeeds(&["pubkey", "--key", key]), public, "{key}");
            let line = ["verify", "--key", key, "--in", "message", "--hash", hash, "--signature"];
            folder.succeeds(&[&line[..], &["signature"]].concat());
        }
    }
}

#[test]
fn secrets_are_equal() {
    let folder = Folder::new();
    if genpkey(&folder, "theirs").is_none() {
        return;
    }
    openssl(&folder, &["pkey", "-in", "theirs", "-pubout", "-out", "theirs.public"]);
    for _ in 0..8 {
        folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "ours", "--force"]);
        folder.succeeds(&["pubkey", "--key", "ours", "--out", "ours.public", "--force"]);
        let secret = folder.succeeds(&["derive", "--key", "ours", "--peer", "theirs.public"]);
        let line = ["pkeyutl", "-derive", "-inkey", "theirs", "-peerkey", "ours.public", "-out"];
        openssl(&folder, &[&line[..], &["secret"]].concat());
        assert_eq!(folder.read("secret"), secret);
        assert_eq!(secret.len(), 32);
    }
}

/// Goal: what OpenSSL makes and we do not take is refused with its code.
#[test]
fn keys_of_openssl_that_are_not_ours_are_refused() {
    let folder = Folder::new();
    if genpkey(&folder, "good").is_none() {
        return;
    }
    let explicit = ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"];
    let explicit = [&explicit[..], &["-pkeyopt", "ec_param_enc:explicit", "-out", "explicit"]];
    openssl(&folder, &explicit.concat());
    let p384 =
        ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384", "-out", "p384"];
    openssl(&folder, &p384);
    openssl(&folder, &["pkey", "-in", "p384", "-pubout", "-out", "p384.public"]);
    let k224 = ["ecparam", "-name", "secp224k1", "-genkey", "-noout", "-out", "k224"];
    openssl(&folder, &k224);
    openssl(&folder, &["genpkey", "-algorithm", "ED25519", "-out", "ed25519"]);
    openssl(&folder, &["ecparam", "-name", "prime256v1", "-genkey", "-out", "two-blocks"]);
    let encrypt = ["pkcs8", "-topk8", "-in", "good", "-passout", "pass:x", "-out", "encrypted"];
    openssl(&folder, &encrypt);
    for (key, code) in [
        ("explicit", "CURVE_UNSUPPORTED"),
        ("k224", "CURVE_UNSUPPORTED"),
        ("ed25519", "KEY_ALGORITHM"),
        ("two-blocks", "INPUT_PEM_BLOCKS"),
        ("encrypted", "INPUT_PEM_LABEL"),
    ] {
        folder.refuses(&["pubkey", "--key", key, "--out", "out"], 3, code);
    }
    let derive = ["derive", "--key", "good", "--peer", "p384.public", "--out", "out"];
    folder.refuses(&derive, 3, "KEY_CURVE_MISMATCH");
}

/// Goal: a digest signed as such is what OpenSSL signs as such.
#[test]
fn digests_are_signed_as_openssl_does() {
    let folder = Folder::new();
    if genpkey(&folder, "key").is_none() {
        return;
    }
    openssl(&folder, &["pkey", "-in", "key", "-pubout", "-out", "public"]);
    folder.write("digest", hex(common::documents::SAMPLE_SHA256));
    let line = ["sign", "--key", "key", "--digest", "--in", "digest", "--out", "signature"];
    folder.succeeds(&line);
    let line = ["pkeyutl", "-verify", "-pubin", "-inkey", "public", "-in", "digest", "-sigfile"];
    openssl(&folder, &[&line[..], &["signature"]].concat());
    let line = ["pkeyutl", "-sign", "-inkey", "key", "-in", "digest", "-out", "theirs"];
    openssl(&folder, &line);
    let line = ["verify", "--key", "public", "--hash", "none", "--in", "digest", "--signature"];
    folder.succeeds(&[&line[..], &["theirs"]].concat());
}
