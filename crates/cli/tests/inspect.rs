//! Goal: `inspect` says what real files of OpenSSL are, shows nothing secret, and refuses what is
//! damaged.
use crate::common;

use common::documents::*;
use common::{Folder, tool};
use serde_json::{Value, json};

fn json_of(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

/// The reports of a file, one for each document in it.
fn inspect(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    let line = [&["inspect", "--json"], arguments].concat();
    json_of(&folder.succeeds(&line)).as_array().expect("a list").clone()
}

/// Runs a line of `openssl` and says whether there is one; it must succeed.
fn openssl(folder: &Folder, line: &str) -> bool {
    let arguments: Vec<&str> = line.split(' ').collect();
    let Some(output) = tool(folder, "openssl", &arguments) else { return false };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {line}: {said}");
    true
}

/// Goal: one key in all its documents is one key.
#[test]
fn key_in_every_form_has_one_fingerprint() {
    let folder = Folder::new();
    if !openssl(&folder, "ecparam -name secp384r1 -genkey -noout -out sec1.pem") {
        return;
    }
    for line in [
        "ec -in sec1.pem -outform DER -out sec1.der",
        "pkcs8 -topk8 -nocrypt -in sec1.pem -out pkcs8.pem",
        "pkcs8 -topk8 -nocrypt -in sec1.pem -outform DER -out pkcs8.der",
        "pkey -in sec1.pem -pubout -out public.pem",
        "pkey -in sec1.pem -pubout -outform DER -out public.der",
        "ec -in sec1.pem -pubout -conv_form compressed -out compressed.pem",
    ] {
        openssl(&folder, line);
    }
    folder.succeeds(&["pubkey", "--key", "sec1.pem", "--outform", "point", "--out", "point"]);
    let spki = tool(&folder, "openssl", &["dgst", "-sha256", "-r", "public.der"]).expect("openssl");
    let digest = String::from_utf8_lossy(&spki.stdout)[..64].to_owned();
    for (name, kind) in [
        ("sec1.pem", "private key, SEC1"),
        ("sec1.der", "private key, SEC1"),
        ("pkcs8.pem", "private key, PKCS#8"),
        ("pkcs8.der", "private key, PKCS#8"),
        ("public.pem", "public key"),
        ("public.der", "public key"),
        ("compressed.pem", "public key"),
        ("point", "public key, bare"),
    ] {
        let reports = match name {
            "point" => inspect(&folder, &[name, "--algorithm", "p384"]),
            name => inspect(&folder, &[name]),
        };
        let [report] = &reports[..] else { panic!("{name}: {reports:?}") };
        assert_eq!(report["kind"], kind, "{name}");
        assert_eq!(report["algorithm"], "p384", "{name}");
        assert_eq!(report["oid"], "1.3.132.0.34", "{name}");
        assert_eq!(report["spki_sha256"], digest, "{name}");
        assert_eq!(
            report["encrypted"],
            if kind.starts_with("private") { json!(false) } else { json!(null) }
        );
    }
    folder.refuses(&["inspect", "public.pem", "--algorithm", "p256"], 3, "KEY_CURVE_MISMATCH");
    // As ssh-keygen shows it.
    let line = ["-i", "-m", "PKCS8", "-f", "public.pem"];
    let Some(line) = tool(&folder, "ssh-keygen", &line) else { return };
    folder.write("ssh.pub", line.stdout);
    let shown = tool(&folder, "ssh-keygen", &["-l", "-f", "ssh.pub"]).expect("it was there");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let ours = inspect(&folder, &["public.pem"])[0]["openssh_fingerprint"].clone();
    assert_eq!(shown.split(' ').nth(1), ours.as_str(), "{shown}");
}

/// Goal: nothing of a private key is shown, by text or by JSON.
#[test]
fn secrets_are_not_shown() {
    let folder = Folder::new();
    folder.write("private.pem", private_pem());
    folder.write("private.der", pkcs8(OID_P256, &hex(SCALAR), None));
    folder.write("sec1.der", sec1(Some(OID_P256), &hex(SCALAR), None));
    let body = data_encoding::BASE64.encode(&hex(SCALAR));
    for name in ["private.pem", "private.der", "sec1.der"] {
        for form in [&[][..], &["--json"]] {
            let text = folder.succeeds(&[&["inspect", name], form].concat());
            let text = String::from_utf8(text).expect("text").to_lowercase();
            assert!(text.contains("p256"), "{text}");
            for length in [8, 16] {
                assert!(!text.contains(&SCALAR[..length]), "{text}");
                assert!(!text.contains(&body[..length].to_lowercase()), "{text}");
            }
        }
    }
}

#[test]
fn encrypted_keys_are_named_and_not_opened() {
    let folder = Folder::new();
    folder.write("key.pem", private_pem());
    if !openssl(&folder, "pkcs8 -topk8 -in key.pem -passout pass:x -out new.pem") {
        return;
    }
    openssl(&folder, "pkcs8 -topk8 -in key.pem -passout pass:x -outform DER -out new.der");
    openssl(&folder, "ec -in key.pem -aes128 -passout pass:x -out old.pem");
    for name in ["new.pem", "new.der"] {
        let report = &inspect(&folder, &[name])[0];
        assert_eq!(report["encrypted"], true, "{report}");
        assert_eq!(report["encryption"], "id-PBES2", "{report}");
    }
    let report = &inspect(&folder, &["old.pem"])[0];
    assert_eq!(report["kind"], "private key, encrypted by PEM headers");
    assert_eq!(
        (&report["encrypted"], &report["encryption"]),
        (&true.into(), &"AES-128-CBC".into())
    );
    assert_eq!(report.get("bytes"), None, "{report}");
}

#[test]
fn keys_of_others_are_named_as_such() {
    let folder = Folder::new();
    let explicit = "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt \
                    ec_param_enc:explicit -out explicit.pem";
    if !openssl(&folder, explicit) {
        return;
    }
    openssl(&folder, "pkey -in explicit.pem -pubout -out explicit-public.pem");
    openssl(&folder, "ecparam -name secp224k1 -genkey -out two.pem");
    for name in ["explicit.pem", "explicit-public.pem"] {
        let report = &inspect(&folder, &[name])[0];
        assert_eq!(report["algorithm"], "id-ecPublicKey", "{report}");
        assert_eq!(report["supported"], false, "{report}");
    }
    let reports = inspect(&folder, &["two.pem"]);
    let kinds: Vec<&str> = reports.iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["parameters of a curve, no key", "private key, SEC1"]);
}

/// Goal: a key that is for PSS alone says so.
#[test]
fn keys_for_pss_are_named_as_such() {
    let folder = Folder::new();
    if !openssl(&folder, "genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 -out pss.pem") {
        return;
    }
    openssl(&folder, "pkey -in pss.pem -pubout -out pss-public.pem");
    for name in ["pss.pem", "pss-public.pem"] {
        let report = &inspect(&folder, &[name])[0];
        assert_eq!(
            (&report["algorithm"], &report["permitted"]),
            (&json!("rsa1024"), &json!("PSS"))
        );
    }
}

/// The folder with a key, a self-signed certificate, one issued by it, and a request. `kind` is a
/// curve with the hash of signatures, or a key that has one of its own.
fn certificates(kind: &str) -> Option<Folder> {
    let folder = Folder::new();
    let new = match kind.split_once(' ') {
        Some((curve, hash)) => {
            format!("-newkey ec -pkeyopt ec_paramgen_curve:{curve} -nodes -{hash}")
        }
        None => format!("-newkey {kind} -nodes"),
    };
    let root = format!("req -x509 {new} -keyout key -out root.pem -days 30 -subj /CN=Root/O=Fleet");
    if !openssl(&folder, &root) {
        return None;
    }
    openssl(&folder, &format!("req {new} -keyout other -out request.pem -subj /CN=Leaf"));
    let issue = "x509 -req -in request.pem -CA root.pem -CAkey key -days 30 -set_serial 77 -out \
                 leaf.pem";
    openssl(&folder, issue);
    openssl(&folder, "x509 -in root.pem -outform DER -out root.der");
    openssl(&folder, "req -in request.pem -outform DER -out request.der");
    Some(folder)
}

#[test]
fn certificates_and_requests_are_read_and_verified() {
    for (kind, name) in [
        ("P-192 sha1", "p192"),
        ("P-224 sha224", "p224"),
        ("P-256 sha256", "p256"),
        ("P-384 sha384", "p384"),
        ("P-521 sha512", "p521"),
        ("secp256k1 sha256", "secp256k1"),
        ("brainpoolP256r1 sha224", "brainpoolp256r1"),
        ("brainpoolP384r1 sha384", "brainpoolp384r1"),
        ("brainpoolP512r1 sha512", "brainpoolp512r1"),
        ("ED25519", "ed25519"),
        ("ED448", "ed448"),
    ] {
        let Some(folder) = certificates(kind) else { return };
        for file in ["root.pem", "root.der"] {
            let report = &inspect(&folder, &[file])[0];
            assert_eq!(report["kind"], "certificate");
            assert_eq!(
                (&report["algorithm"], &report["self_issued"]),
                (&json!(name), &json!(true))
            );
            assert_eq!(report["signature"], "valid, by its own key", "{report}");
            assert_eq!(report["in_force_now"], true);
            let subject = report["subject"].as_str().expect("a name");
            assert!(subject.contains("CN=Root") && subject.contains("O=Fleet"), "{subject}");
        }
        let report = &inspect(&folder, &["leaf.pem"])[0];
        assert_eq!((&report["serial"], &report["subject"]), (&json!("4D"), &json!("CN=Leaf")));
        assert_eq!(report["signature"], "not checked: it is its issuer's");
        for file in ["request.pem", "request.der"] {
            let report = &inspect(&folder, &[file])[0];
            assert_eq!(report["kind"], "certificate request");
            assert_eq!(report["signature"], "valid, by its own key", "{report}");
        }
        // A chain of several blocks, with a key among them, in one file.
        let parts = ["leaf.pem", "root.pem", "key"].map(|name| folder.read(name));
        folder.write("all.pem", parts.concat());
        let text = String::from_utf8(folder.succeeds(&["inspect", "all.pem"])).expect("text");
        let heads: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
        let expected = [
            "certificate (PEM, CERTIFICATE)",
            "",
            "certificate (PEM, CERTIFICATE)",
            "",
            "private key, PKCS#8 (PEM, PRIVATE KEY)",
        ];
        assert_eq!(heads, expected);
    }
}

/// Goal: one bit of a self-signed certificate or of a request, anywhere from the names on, is seen.
#[test]
fn damaged_certificates_do_not_verify() {
    for (kind, file) in ["P-256 sha256", "P-384 sha384", "ED25519", "ED448"]
        .into_iter()
        .flat_map(|kind| [(kind, "root.der"), (kind, "request.der")])
    {
        let Some(folder) = certificates(kind) else { return };
        let good = folder.read(file);
        let at = good.windows(4).position(|it| it == b"Leaf" || it == b"Root").expect("a name");
        // A letter of the name, so that the document stays one. Of a certificate the issuer's is
        // the first: both names have to change for it to be self-issued.
        let mut bad = good.clone();
        for i in 0..bad.len() - 4 {
            if good[i..i + 4] == good[at..at + 4] {
                bad[i] ^= 1;
            }
        }
        // And the last byte of s.
        let mut end = good.clone();
        *end.last_mut().expect("not empty") ^= 1;
        for bad in [bad, end] {
            folder.write("bad", bad);
            let outcome = folder.run(&["inspect", "bad"]);
            assert_eq!(outcome.status, Some(4), "{}", outcome.text());
            assert!(outcome.stderr.starts_with("error: SIG_INVALID: "), "{}", outcome.stderr);
            assert!(outcome.text().contains("not valid"), "{}", outcome.text());
        }
        // Cut at any length it is refused, and never by a panic.
        for length in (0..good.len()).step_by(37) {
            folder.write("bad", &good[..length]);
            folder.refuses(&["inspect", "bad"], 3, "INPUT_FORMAT");
        }
    }
}

/// Goal: a request that names another scheme than its key's is not valid, whatever was signed.
/// Method: requests put together here around signatures by `sealane sign`: with the right
/// identifier, as Ed25519ph under the identifier of ECDSA with the same hash, under that of Ed448,
/// and with parameters, which these identifiers do not have.
#[test]
fn schemes_of_requests_are_not_exchanged() {
    const ED25519: &[u8] = &[0x06, 3, 0x2b, 0x65, 0x70];
    const ED448: &[u8] = &[0x06, 3, 0x2b, 0x65, 0x71];
    const ECDSA_SHA512: &[u8] = &[0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 4];
    let folder = Folder::new();
    folder.succeeds(&["keygen", "--algorithm", "ed25519", "--out", "key"]);
    let spki = folder.succeeds(&["pubkey", "--key", "key", "--outform", "der"]);
    let info = sequence(&[&integer(&[0]), &sequence(&[]), &spki, &element(0xa0, &[])]);
    folder.write("info", &info);
    let sign = ["sign", "--key", "key", "--in", "info"];
    let pure = folder.succeeds(&sign);
    let prehashed = folder.succeeds(&[&sign[..], &["--prehash"]].concat());
    for (identifier, signature, verdict) in [
        (sequence(&[ED25519]), &pure, "valid, by its own key"),
        (sequence(&[ED25519]), &prehashed, "not valid"),
        (sequence(&[ECDSA_SHA512]), &prehashed, "not valid"),
        (sequence(&[ECDSA_SHA512]), &pure, "not valid"),
        (sequence(&[ED448]), &pure, "not valid"),
        (sequence(&[ED25519, &[5, 0]]), &pure, "not valid"),
        (sequence(&[OID_NOBODYS]), &pure, "not checked: its algorithm is not supported"),
    ] {
        let bits = element(0x03, &[&[0], &signature[..]].concat());
        folder.write("request", sequence(&[&info, &identifier, &bits]));
        let outcome = folder.run(&["inspect", "--json", "request"]);
        assert_eq!(outcome.json()[0]["signature"], verdict, "{}", outcome.text());
        let status = if verdict == "not valid" { 4 } else { 0 };
        assert_eq!(outcome.status, Some(status), "{}", outcome.stderr);
    }
}

#[test]
fn signatures_are_told_apart() {
    let folder = Folder::new();
    folder.write("der", signature(R, S));
    folder.write("low", signature(R, N_MINUS_S));
    folder.write("fixed", hex(&format!("{R}{S}")));
    let report = &inspect(&folder, &["der"])[0];
    assert_eq!(report["kind"], "ECDSA signature");
    let fits = report["range_fits"].as_array().expect("names");
    assert!(fits.contains(&json!("p256")) && !fits.contains(&json!("p224")), "{report}");
    for (name, low) in [("der", false), ("low", true), ("fixed", false)] {
        let report = &inspect(&folder, &[name, "--algorithm", "P-256"])[0];
        assert_eq!((&report["algorithm"], &report["low_s"]), (&json!("p256"), &json!(low)));
    }
    folder.refuses(&["inspect", "fixed"], 3, "INPUT_FORMAT");
    // 64 bytes may be an EdDSA signature, 32 a key of its partner's; each is called what it is.
    folder.succeeds(&["keygen", "--algorithm", "ed25519", "--out", "key"]);
    folder.write("eddsa", folder.succeeds(&["sign", "--key", "key", "--in", "der"]));
    folder.write("octets", folder.succeeds(&["pubkey", "--key", "key", "--outform", "point"]));
    let report = &inspect(&folder, &["eddsa", "--algorithm", "ed25519"])[0];
    assert_eq!((&report["kind"], &report["low_s"]), (&json!("EdDSA signature"), &json!(null)));
    for name in ["ed25519", "x25519"] {
        let report = &inspect(&folder, &["octets", "--algorithm", name])[0];
        assert_eq!(report["kind"], "public key, bare");
        assert_eq!(report["algorithm"], name);
    }
    folder.refuses(&["inspect", "eddsa", "--algorithm", "x25519"], 3, "INPUT_FORMAT");
    folder.refuses(&["inspect", "eddsa", "--algorithm", "ed448"], 3, "INPUT_FORMAT");
    folder.write("high", [&[1; 32][..], &[0xff; 32]].concat());
    folder.refuses(&["inspect", "high", "--algorithm", "ed25519"], 4, "SIG_INVALID");
    folder.refuses(&["inspect", "der", "--algorithm", "p224"], 4, "SIG_INVALID");
    folder.write("zero", signature(R, "00"));
    folder.refuses(&["inspect", "zero", "--algorithm", "p256"], 4, "SIG_INVALID");
}

#[test]
fn damaged_files_are_refused() {
    let folder = Folder::new();
    let key = private_pem();
    let spki_of = |point: &[u8]| pem("PUBLIC KEY", &spki(OID_P256, point));
    let mut off = point();
    *off.last_mut().expect("a point") ^= 1;
    let table = [
        (Vec::new(), "INPUT_FORMAT"),
        (b"words\n".to_vec(), "INPUT_FORMAT"),
        (vec![0x30, 0x80, 0, 0], "INPUT_FORMAT"),
        (vec![0xff; 1 << 20], "INPUT_FORMAT"),
        (vec![b'x'; (1 << 20) + 1], "INPUT_TOO_LARGE"),
        (format!("\u{feff}{key}").into_bytes(), "INPUT_BOM"),
        (key.replace("-----END", "----END").into_bytes(), "INPUT_PEM"),
        (key.replacen("MI", "M*", 1).into_bytes(), "INPUT_PEM"),
        (format!("{key}{}", &key[..90]).into_bytes(), "INPUT_PEM"),
        (spki_of(&off).into_bytes(), "KEY_POINT_INVALID"),
        (spki_of(&[0]).into_bytes(), "KEY_POINT_INVALID"),
        (pem("PUBLIC KEY", &[0x30, 0]).into_bytes(), "KEY_ENCODING"),
        (pem("PRIVATE KEY", &[0x30, 0]).into_bytes(), "KEY_ENCODING"),
        (pem("ENCRYPTED PRIVATE KEY", &[0x30, 0]).into_bytes(), "KEY_ENCODING"),
        (pem("CERTIFICATE", &[0x30, 0]).into_bytes(), "CERT_ENCODING"),
        (pem("CERTIFICATE REQUEST", &[0x30, 0]).into_bytes(), "REQUEST_ENCODING"),
        (pem("PRIVATE KEY", &pkcs8(OID_P256, &hex(N), None)).into_bytes(), "KEY_RANGE"),
        (pkcs8(OID_P256, &hex(SCALAR), Some(&spki(OID_P256, &[4]))), "KEY_ENCODING"),
    ];
    for (contents, code) in table {
        folder.write("bad", contents);
        folder.refuses(&["inspect", "bad"], 3, code);
    }
    folder.refuses(&["inspect", "nothing"], 3, "INPUT_MISSING");
    folder.refuses(&["inspect", "."], 3, "INPUT_DIRECTORY");
    folder.refuses(&["inspect", "/dev/zero"], 3, "INPUT_NOT_A_FILE");
    folder.refuses(&["inspect"], 2, "USAGE");
    // By a pipe it is as well taken.
    let outcome = folder.pipe(&["inspect", "-"], key.as_bytes());
    assert!(outcome.text().starts_with("private key, PKCS#8 (PEM, PRIVATE KEY)\n"));
}
