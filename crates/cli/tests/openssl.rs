//! Goal: keys, signatures and secrets are OpenSSL's too, in both directions, in each form, for
//! every algorithm over a curve.
use crate::common;

use common::documents::hex;
use common::{Folder, tool};
use sealane::ecc::Algorithm;
use std::process::Output;

/// Runs `openssl` and expects success; `None` if there is no OpenSSL here.
fn openssl(folder: &Folder, arguments: &[&str]) -> Option<Output> {
    let output = tool(folder, "openssl", arguments)?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {arguments:?}: {said}");
    Some(output)
}

fn genpkey(folder: &Folder, curve: &str, out: &str) -> Option<Output> {
    let curve = format!("ec_paramgen_curve:{curve}");
    openssl(folder, &["genpkey", "-algorithm", "EC", "-pkeyopt", &curve, "-out", out])
}

/// The algorithms over named curves, each with the name that OpenSSL knows its curve by; none if
/// there is no OpenSSL here. A curve it does not know fails the test: it knows them all.
fn curves() -> Vec<(Algorithm, &'static str)> {
    let folder = Folder::new();
    let mut found = Vec::new();
    let over_curves = Algorithm::ALL.iter().filter(|row| row.identifier().parameters.is_some());
    for &algorithm in over_curves {
        let names = algorithm.names().iter().copied().chain([algorithm.name()]);
        let mut known = None;
        for name in names {
            let option = format!("ec_paramgen_curve:{name}");
            let line = ["genpkey", "-algorithm", "EC", "-pkeyopt", &option];
            let Some(output) = tool(&folder, "openssl", &line) else { return vec![] };
            if output.status.success() {
                known = Some(name);
                break;
            }
        }
        found.push((algorithm, known.unwrap_or_else(|| panic!("no curve of {algorithm}"))));
    }
    assert!(found.len() >= 9, "{found:?}");
    found
}

/// A real file to sign.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

#[test]
fn our_signatures_verify_with_openssl() {
    for (algorithm, _) in curves() {
        let folder = Folder::new();
        for outform in ["pem", "der"] {
            let line = ["keygen", "--algorithm", algorithm.name(), "--out", "key", "--force"];
            folder.succeeds(&[&line[..], &["--outform", outform]].concat());
            openssl(&folder, &["pkey", "-in", "key", "-check", "-noout"]);
            folder.succeeds(&["pubkey", "--key", "key", "--out", "public", "--force"]);
            // From the private key there and here, it is the same public key.
            let public = openssl(&folder, &["pkey", "-in", "key", "-pubout"]).expect("openssl");
            assert_eq!(public.stdout, folder.read("public"), "{algorithm}");
        }
        for hash in ["sha224", "sha256", "sha384", "sha512", "sha512-256", "sha3-256"] {
            let line = ["sign", "--key", "key", "--in", FILE, "--hash", hash, "--out"];
            folder.succeeds(&[&line[..], &["signature", "--force"]].concat());
            let digest = format!("-{hash}");
            let verify = ["dgst", &digest, "-verify", "public", "-signature", "signature", FILE];
            openssl(&folder, &verify);
        }
    }
}

#[test]
fn openssl_signatures_and_keys_of_every_form_are_taken() {
    for (algorithm, curve) in curves() {
        let folder = Folder::new();
        genpkey(&folder, curve, "pkcs8.pem");
        // From OpenSSL's forms to ours: the same public key each time.
        for line in [
            &["pkcs8", "-topk8", "-nocrypt", "-outform", "DER", "-out", "pkcs8.der"][..],
            &["ec", "-out", "sec1.pem"],
            &["ec", "-outform", "DER", "-out", "sec1.der"],
            &["pkey", "-pubout", "-out", "spki.pem"],
            &["pkey", "-pubout", "-outform", "DER", "-out", "spki.der"],
            &["ec", "-pubout", "-conv_form", "compressed", "-out", "compressed.pem"],
        ] {
            openssl(&folder, &[line, &["-in", "pkcs8.pem"]].concat());
        }
        let public = folder.read("spki.pem");
        let keys = [
            "pkcs8.pem",
            "pkcs8.der",
            "sec1.pem",
            "sec1.der",
            "spki.pem",
            "spki.der",
            "compressed.pem",
        ];
        for key in keys {
            assert_eq!(folder.succeeds(&["pubkey", "--key", key]), public, "{algorithm} {key}");
        }
        for (hash, key) in ["sha1", "sha384", "sha512", "sha3-512"].iter().zip(&keys[3..]) {
            let digest = format!("-{hash}");
            openssl(&folder, &["dgst", &digest, "-sign", "pkcs8.pem", "-out", "signature", FILE]);
            let line = ["verify", "--key", key, "--in", FILE, "--hash", hash, "--signature"];
            folder.succeeds(&[&line[..], &["signature"]].concat());
        }
        // Compressed points of ours are theirs.
        let point = ["pubkey", "--key", "spki.pem", "--outform", "point-compressed"];
        let der = folder.succeeds(&point);
        let theirs = ["ec", "-pubin", "-in", "compressed.pem", "-pubout", "-outform", "DER"];
        let line = [&theirs[..], &["-conv_form", "compressed"]].concat();
        let theirs = openssl(&folder, &line).expect("openssl").stdout;
        assert!(theirs.ends_with(&der), "{algorithm}");
    }
}

#[test]
fn secrets_are_equal() {
    for (algorithm, curve) in curves() {
        let folder = Folder::new();
        genpkey(&folder, curve, "theirs");
        openssl(&folder, &["pkey", "-in", "theirs", "-pubout", "-out", "theirs.public"]);
        for _ in 0..3 {
            let line = ["keygen", "--algorithm", algorithm.name(), "--out", "ours", "--force"];
            folder.succeeds(&line);
            folder.succeeds(&["pubkey", "--key", "ours", "--out", "ours.public", "--force"]);
            let secret = folder.succeeds(&["derive", "--key", "ours", "--peer", "theirs.public"]);
            let line =
                ["pkeyutl", "-derive", "-inkey", "theirs", "-peerkey", "ours.public", "-out"];
            openssl(&folder, &[&line[..], &["secret"]].concat());
            assert_eq!(folder.read("secret"), secret, "{algorithm}");
            assert_eq!(secret.len(), algorithm.field_bytes());
        }
    }
}

/// Goal: what OpenSSL makes and we do not take is refused with its code.
#[test]
fn keys_of_openssl_that_are_not_ours_are_refused() {
    let folder = Folder::new();
    if genpkey(&folder, "P-256", "good").is_none() {
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
    let dh = ["genpkey", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048", "-out", "dh"];
    openssl(&folder, &dh);
    openssl(&folder, &["ecparam", "-name", "prime256v1", "-genkey", "-out", "two-blocks"]);
    let encrypt = ["pkcs8", "-topk8", "-in", "good", "-passout", "pass:x", "-out", "encrypted"];
    openssl(&folder, &encrypt);
    openssl(&folder, &[&encrypt[..6], &["-outform", "DER", "-out", "encrypted.der"]].concat());
    let old = ["ec", "-in", "good", "-aes128", "-passout", "pass:x", "-out", "old"];
    openssl(&folder, &old);
    for key in ["encrypted", "encrypted.der", "old"] {
        for line in [
            &["pubkey", "--key", key, "--out", "out"][..],
            &["sign", "--key", key, "--in", "good", "--out", "out"],
            &["verify", "--key", key, "--in", "good", "--signature", "good"],
            &["derive", "--key", "good", "--peer", key, "--out", "out"],
        ] {
            let said = folder.refuses(line, 3, "KEY_ENCRYPTED").stderr;
            assert!(said.contains("`openssl pkey -in FILE -out COPY`"), "{said}");
        }
    }
    for (key, code) in [
        ("explicit", "CURVE_UNSUPPORTED"),
        ("k224", "CURVE_UNSUPPORTED"),
        ("dh", "KEY_ALGORITHM"),
        ("two-blocks", "INPUT_PEM_BLOCKS"),
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
    if genpkey(&folder, "P-256", "key").is_none() {
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

/// The names of OpenSSL's that make keys of RFC 8410, and ours; which of them sign.
const OCTET_KEYS: [(&str, &str, bool); 4] = [
    ("ED25519", "ed25519", true),
    ("ED448", "ed448", true),
    ("X25519", "x25519", false),
    ("X448", "x448", false),
];

/// Goal: Ed25519, Ed448, X25519 and X448 keys go both ways, private and public, PEM and DER, byte
/// for byte.
#[test]
fn octet_keys_are_the_same_files() {
    let folder = Folder::new();
    for (theirs, ours, _) in OCTET_KEYS {
        let line = ["genpkey", "-algorithm", theirs, "-out", "theirs.pem"];
        if openssl(&folder, &line).is_none() {
            return;
        }
        openssl(&folder, &["pkey", "-in", "theirs.pem", "-outform", "DER", "-out", "theirs.der"]);
        openssl(&folder, &["pkey", "-in", "theirs.pem", "-pubout", "-out", "theirs.public"]);
        let public = folder.read("theirs.public");
        for key in ["theirs.pem", "theirs.der", "theirs.public"] {
            assert_eq!(folder.succeeds(&["pubkey", "--key", key]), public, "{ours} {key}");
        }
        for outform in ["pem", "der"] {
            let line = ["keygen", "--algorithm", ours, "--out", "ours", "--force", "--outform"];
            folder.succeeds(&[&line[..], &[outform]].concat());
            let upper = outform.to_uppercase();
            let again = ["pkey", "-in", "ours", "-outform", &upper, "-out", "again"];
            openssl(&folder, &again);
            assert_eq!(folder.read("again"), folder.read("ours"), "{ours} {outform}");
            openssl(&folder, &["pkey", "-in", "ours", "-pubout", "-out", "public"]);
            assert_eq!(folder.succeeds(&["pubkey", "--key", "ours"]), folder.read("public"));
        }
    }
}

/// Goal: Ed25519 and Ed448 signatures verify on the other side, in both directions, and are equal,
/// as they are deterministic; of an empty message and a large one too.
#[test]
fn eddsa_signatures_are_the_same() {
    let folder = Folder::new();
    let messages: [(&str, Vec<u8>); 3] =
        [("empty", vec![]), ("short", b"a message".to_vec()), ("large", vec![0x5a; 300_000])];
    for (name, content) in &messages {
        folder.write(name, content);
    }
    for (theirs, _, _) in OCTET_KEYS.iter().filter(|(_, _, signs)| *signs) {
        if openssl(&folder, &["genpkey", "-algorithm", theirs, "-out", "key"]).is_none() {
            return;
        }
        openssl(&folder, &["pkey", "-in", "key", "-pubout", "-out", "public"]);
        // OpenSSL 3.0 refuses to sign an empty file; its library does not.
        for (message, _) in messages.iter().filter(|(_, content)| !content.is_empty()) {
            let line = ["pkeyutl", "-sign", "-rawin", "-inkey", "key", "-in", message, "-out"];
            openssl(&folder, &[&line[..], &["theirs"]].concat());
            let line = ["sign", "--key", "key", "--in", message, "--out", "ours", "--force"];
            folder.succeeds(&line);
            assert_eq!(folder.read("ours"), folder.read("theirs"), "{message}");
            let line = ["pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "public", "-in"];
            openssl(&folder, &[&line[..], &[message, "-sigfile", "ours"]].concat());
            let line = ["verify", "--key", "public", "--in", message, "--signature", "theirs"];
            folder.succeeds(&line);
        }
        folder.succeeds(&["sign", "--key", "key", "--in", "empty", "--out", "ours", "--force"]);
        folder.succeeds(&["verify", "--key", "public", "--in", "empty", "--signature", "ours"]);
        let line = ["verify", "--key", "public", "--in", "short", "--signature", "ours"];
        folder.refuses(&line, 4, "SIG_INVALID");
    }
}

/// Goal: X25519 and X448 secrets are OpenSSL's, from its keys and from ours.
#[test]
fn octet_key_secrets_are_equal() {
    let folder = Folder::new();
    for (theirs, ours, _) in OCTET_KEYS.iter().filter(|(_, _, signs)| !*signs) {
        if openssl(&folder, &["genpkey", "-algorithm", theirs, "-out", "theirs"]).is_none() {
            return;
        }
        openssl(&folder, &["pkey", "-in", "theirs", "-pubout", "-out", "theirs.public"]);
        for _ in 0..4 {
            folder.succeeds(&["keygen", "--algorithm", ours, "--out", "ours", "--force"]);
            folder.succeeds(&["pubkey", "--key", "ours", "--out", "ours.public", "--force"]);
            let secret = folder.succeeds(&["derive", "--key", "ours", "--peer", "theirs.public"]);
            let line = ["pkeyutl", "-derive", "-inkey", "theirs", "-peerkey", "ours.public"];
            openssl(&folder, &[&line[..], &["-out", "secret"]].concat());
            assert_eq!(folder.read("secret"), secret);
            assert_eq!(secret.len(), if *ours == "x25519" { 32 } else { 56 });
        }
    }
}

/// Goal: Ed25519ctx, Ed25519ph, Ed448 with a context and Ed448ph are the same bytes there, where
/// OpenSSL has them (3.2 and newer).
#[test]
fn eddsa_instances_are_the_same() {
    let folder = Folder::new();
    folder.write("message", vec![0x5a; 5000]);
    for (key, instance, context) in [
        ("ed25519", "Ed25519ctx", "666f6f"),
        ("ed25519", "Ed25519ph", ""),
        ("ed25519", "Ed25519ph", "00ff"),
        ("ed448", "Ed448", "666f6f"),
        ("ed448", "Ed448ph", ""),
        ("ed448", "Ed448ph", "00ff"),
    ] {
        folder.succeeds(&["keygen", "--algorithm", key, "--out", "key", "--force"]);
        folder.succeeds(&["pubkey", "--key", "key", "--out", "public", "--force"]);
        let named = format!("instance:{instance}");
        let bound = format!("hexcontext-string:{context}");
        let mut theirs = vec!["pkeyutl", "-rawin", "-in", "message", "-pkeyopt", &named];
        let mut ours = vec!["--in", "message"];
        if !context.is_empty() {
            theirs.extend(["-pkeyopt", &bound]);
            ours.extend(["--context-hex", context]);
        }
        if instance.ends_with("ph") {
            ours.push("--prehash");
        }
        let line = [&theirs[..], &["-sign", "-inkey", "key", "-out", "theirs"]].concat();
        let Some(output) = tool(&folder, "openssl", &line) else { return };
        if !output.status.success() {
            common::skipped("this openssl has no variants of EdDSA, which came with 3.2");
            return;
        }
        let line = [&["sign", "--key", "key", "--out", "ours", "--force"], &ours[..]].concat();
        folder.succeeds(&line);
        assert_eq!(folder.read("ours"), folder.read("theirs"), "{instance}");
        let line = [&theirs[..], &["-verify", "-pubin", "-inkey", "public", "-sigfile", "ours"]];
        openssl(&folder, &line.concat());
        let line = ["verify", "--key", "public", "--signature", "theirs"];
        folder.succeeds(&[&line[..], &ours].concat());
    }
}
