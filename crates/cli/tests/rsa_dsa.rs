//! Goal: RSA and DSA keys, signatures and ciphertexts are OpenSSL's too, in both directions and in
//! each form; what is no good is refused with its code.
use crate::common;

use common::{Folder, tool};
use serde_json::Value;

/// A real file to sign.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// Runs a line of `openssl` and says whether there is one; it must succeed.
fn openssl(folder: &Folder, line: &str) -> bool {
    let line: Vec<&str> = line.split(' ').collect();
    let Some(output) = tool(folder, "openssl", &line) else { return false };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {line:?}: {said}");
    true
}

/// Runs a line of the command, which must succeed.
fn sealane(folder: &Folder, line: &str) -> Vec<u8> {
    folder.succeeds(&line.split(' ').collect::<Vec<_>>())
}

fn refuses(folder: &Folder, line: &str, status: i32, code: &str) {
    folder.refuses(&line.split(' ').collect::<Vec<_>>(), status, code);
}

/// What OpenSSL is told beside PKCS#1 v1.5, for the same options of ours.
const WAYS: [(&str, &str); 4] = [
    ("", ""),
    (" --scheme pss", " -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest"),
    (" --scheme pss --salt 7", " -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:7"),
    (
        " --scheme pss --mgf-hash sha1 --salt max",
        " -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:max -sigopt rsa_mgf1_md:sha1",
    ),
];

/// Goal: signatures of RSA are valid on the other side, for each way and hash, in both directions.
#[test]
fn signatures_of_rsa_cross_over() {
    let folder = Folder::new();
    sealane(&folder, "keygen --algorithm rsa2048 --out key.pem");
    sealane(&folder, "pubkey --key key.pem --out public.pem");
    if !openssl(&folder, "pkey -in key.pem -check -noout") {
        return;
    }
    openssl(&folder, "pkey -in key.pem -pubout -out theirs.pem");
    assert_eq!(folder.read("theirs.pem"), folder.read("public.pem"));
    for (ours, theirs) in WAYS {
        for hash in ["sha224", "sha256", "sha512", "sha512-256", "sha3-256"] {
            let common = format!("--in {FILE} --hash {hash}{ours}");
            sealane(&folder, &format!("sign --key key.pem {common} --out s --force"));
            openssl(
                &folder,
                &format!("dgst -{hash}{theirs} -verify public.pem -signature s {FILE}"),
            );
            openssl(&folder, &format!("dgst -{hash}{theirs} -sign key.pem -out t {FILE}"));
            sealane(&folder, &format!("verify --key public.pem {common} --signature t"));
            refuses(
                &folder,
                &format!(
                    "verify --key public.pem --in public.pem --hash {hash}{ours} --signature t"
                ),
                4,
                "SIG_INVALID",
            );
        }
    }
}

/// Goal: keys of RSA and DSA are one key in each form that OpenSSL writes.
#[test]
fn keys_of_every_form_are_taken() {
    let folder = Folder::new();
    if !openssl(&folder, "genrsa -traditional -out rsa.pem 2048") {
        return;
    }
    let group = "genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:2048 -pkeyopt \
                 dsa_paramgen_q_bits:256 -out group.pem";
    openssl(&folder, group);
    openssl(&folder, "genpkey -paramfile group.pem -out dsa8.pem");
    for line in [
        "rsa -in rsa.pem -traditional -outform DER -out rsa.der",
        "pkcs8 -topk8 -nocrypt -in rsa.pem -out rsa8.pem",
        "pkcs8 -topk8 -nocrypt -in rsa.pem -outform DER -out rsa8.der",
        "rsa -in rsa.pem -RSAPublicKey_out -out rsa-public.pem",
        "rsa -in rsa.pem -RSAPublicKey_out -outform DER -out rsa-public.der",
        "rsa -in rsa.pem -pubout -out rsa-spki.pem",
        "rsa -in rsa.pem -pubout -outform DER -out rsa-spki.der",
        "pkey -in dsa8.pem -outform DER -out dsa8.der",
        "pkey -in dsa8.pem -traditional -out dsa.pem",
        "pkey -in dsa8.pem -traditional -outform DER -out dsa.der",
        "pkey -in dsa8.pem -pubout -out dsa-spki.pem",
        "pkey -in dsa8.pem -pubout -outform DER -out dsa-spki.der",
    ] {
        openssl(&folder, line);
    }
    for (kind, ends) in
        [("rsa", &["spki.der", "public.pem", "public.der"][..]), ("dsa", &["spki.der"])]
    {
        let public = folder.read(&format!("{kind}-spki.pem"));
        let private = ["8.pem", "8.der", ".pem", ".der"].map(|end| format!("{kind}{end}"));
        let public_forms = ends.iter().map(|end| format!("{kind}-{end}"));
        for name in private.into_iter().chain(public_forms) {
            assert_eq!(sealane(&folder, &format!("pubkey --key {name}")), public, "{name}");
        }
        for name in [format!("{kind}8.pem"), format!("{kind}.pem"), format!("{kind}-spki.der")] {
            let report = sealane(&folder, &format!("inspect --json {name}"));
            let report: Value = serde_json::from_slice(&report).expect("JSON");
            assert_eq!(report[0]["algorithm"], format!("{kind}2048"), "{name}");
        }
    }
}

/// Goal: signatures of DSA are valid on the other side, in DER; r and s of fixed length are ours.
#[test]
fn signatures_of_dsa_cross_over() {
    let folder = Folder::new();
    sealane(&folder, "keygen --algorithm dsa2048 --out key.pem");
    sealane(&folder, "pubkey --key key.pem --out public.pem");
    for hash in ["sha256", "sha384"] {
        let common = format!("--in {FILE} --hash {hash}");
        sealane(&folder, &format!("sign --key key.pem {common} --format raw --out r --force"));
        assert_eq!(folder.read("r").len(), 64);
        sealane(&folder, &format!("verify --key public.pem {common} --signature r"));
        sealane(&folder, &format!("sign --key key.pem {common} --out s --force"));
        if openssl(&folder, &format!("dgst -{hash} -verify public.pem -signature s {FILE}")) {
            openssl(&folder, &format!("dgst -{hash} -sign key.pem -out t {FILE}"));
            sealane(&folder, &format!("verify --key public.pem {common} --signature t"));
        }
        refuses(
            &folder,
            &format!("verify --key public.pem --in key.pem --hash {hash} --signature s"),
            4,
            "SIG_INVALID",
        );
    }
    let line = format!("sign --key key.pem --in {FILE} --deterministic --out");
    sealane(&folder, &format!("{line} a"));
    sealane(&folder, &format!("{line} b"));
    assert_eq!(folder.read("a"), folder.read("b"));
}

/// Goal: what one side encrypts the other decrypts, and bad ciphertexts have one answer.
#[test]
fn ciphertexts_cross_over() {
    let folder = Folder::new();
    sealane(&folder, "keygen --algorithm rsa2048 --out key.pem");
    sealane(&folder, "pubkey --key key.pem --out public.pem");
    folder.write("message", b"a key of another cipher");
    folder.write("longest", [7; 190]);
    folder.write("too-long", [7; 191]);
    sealane(&folder, "encrypt --key public.pem --in longest --out c");
    assert_eq!(sealane(&folder, "decrypt --key key.pem --in c"), [7; 190]);
    refuses(&folder, "encrypt --key public.pem --in too-long", 3, "DATA_TOO_LONG");
    let theirs = "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha512 -pkeyopt \
                  rsa_mgf1_md:sha256 -pkeyopt rsa_oaep_label:6162";
    let ours = "--hash sha512 --mgf-hash sha256 --label-hex 6162";
    let line = format!("pkeyutl -encrypt -pubin -inkey public.pem {theirs} -in message -out t");
    if openssl(&folder, &line) {
        let message = sealane(&folder, &format!("decrypt --key key.pem --in t {ours}"));
        assert_eq!(message, folder.read("message"));
        sealane(&folder, &format!("encrypt --key key.pem --in message --out u {ours}"));
        openssl(&folder, &format!("pkeyutl -decrypt -inkey key.pem {theirs} -in u -out v"));
        assert_eq!(folder.read("v"), folder.read("message"));
        refuses(&folder, "decrypt --key key.pem --in t", 3, "DECRYPT_FAILED");
    }
    let mut damaged = folder.read("c");
    damaged[200] ^= 1;
    folder.write("damaged", &damaged);
    refuses(&folder, "decrypt --key key.pem --in damaged", 3, "DECRYPT_FAILED");
    folder.write("short", &damaged[1..]);
    refuses(&folder, "decrypt --key key.pem --in short", 3, "CIPHERTEXT_LENGTH");
}

/// Goal: what is no good is refused with the code of its kind, and names the argument.
#[test]
fn bad_options_and_keys_are_refused() {
    let folder = Folder::new();
    sealane(&folder, "keygen --algorithm rsa2048 --out rsa.pem");
    sealane(&folder, "keygen --algorithm p256 --out p256.pem");
    folder.write("m", b"message");
    for (line, status, code) in [
        ("sign --key rsa.pem --in m --hash sha1", 3, "PARAM_HASH"),
        ("sign --key rsa.pem --in m --hash none", 2, "PARAM_HASH"),
        ("sign --key rsa.pem --in m --hash shake128", 3, "PARAM_HASH"),
        ("sign --key rsa.pem --in m --scheme pss --salt 223", 3, "PARAM_PSS_SALT"),
        ("sign --key rsa.pem --in m --salt 3", 2, "SCHEME_UNSUPPORTED"),
        ("sign --key rsa.pem --in m --low-s", 2, "SCHEME_UNSUPPORTED"),
        ("sign --key rsa.pem --in m --context x", 2, "SCHEME_UNSUPPORTED"),
        ("sign --key p256.pem --in m --scheme pss", 2, "SCHEME_UNSUPPORTED"),
        ("sign --key rsa.pem --in m --salt long", 2, "USAGE"),
        ("sign --key rsa.pem --in m --scheme rot13", 2, "USAGE"),
        ("derive --key rsa.pem --peer p256.pem", 3, "KEY_ALGORITHM"),
        ("encrypt --key p256.pem --in m", 3, "KEY_ALGORITHM"),
        ("pubkey --key rsa.pem --outform point", 3, "KEY_ALGORITHM"),
        ("keygen --algorithm rsa2049", 2, "USAGE"),
        ("keygen --algorithm dsa2048 --outform openssh", 3, "KEY_ALGORITHM"),
    ] {
        refuses(&folder, line, status, code);
    }
    for (hash, why) in [("sha1", "verifies only"), ("shake128", "PKCS#1 v1.5 has no name for it")] {
        let said = folder.run(&["sign", "--key", "rsa.pem", "--in", "m", "--hash", hash]).stderr;
        assert!(said.contains(&format!("--hash {hash}: {why}")), "{said}");
    }
    sealane(&folder, "sign --key rsa.pem --in m --out shake --scheme pss --hash shake128");
    sealane(&folder, "sign --key rsa.pem --in m --out s --scheme pss --salt 222");
    let mut signature = folder.read("s");
    folder.write("short", &signature[..255]);
    let verify = "verify --key rsa.pem --in m --scheme pss --salt 222 --signature";
    refuses(&folder, &format!("{verify} short"), 4, "SIG_LENGTH");
    sealane(&folder, &format!("{verify} s"));
    sealane(&folder, "verify --key rsa.pem --in m --scheme pss --salt any --signature s");
    refuses(&folder, "verify --key rsa.pem --in m --scheme pss --signature s", 4, "SIG_INVALID");
    signature.fill(0xff);
    folder.write("above", &signature);
    refuses(&folder, &format!("{verify} above"), 4, "SIG_INVALID");
}

/// Goal: keys that are too short are taken to verify by name of that option alone.
#[test]
fn old_keys_verify_where_that_is_asked_for() {
    let folder = Folder::new();
    if !openssl(&folder, "genrsa -out old.pem 1024") {
        return;
    }
    openssl(&folder, "pkey -in old.pem -pubout -out public.pem");
    openssl(&folder, &format!("dgst -sha1 -sign old.pem -out s {FILE}"));
    let verify = format!("verify --key public.pem --in {FILE} --hash sha1 --signature s");
    refuses(&folder, &verify, 3, "KEY_RSA_MODULUS");
    sealane(&folder, &format!("{verify} --legacy"));
    refuses(&folder, &format!("sign --key old.pem --in {FILE}"), 3, "KEY_RSA_MODULUS");
}

/// Goal: the self-signature of a certificate of RSA or DSA is looked at, and found wrong where it
/// is. Method: one bit of the signature turned over.
#[test]
fn certificates_are_verified() {
    let folder = Folder::new();
    sealane(&folder, "keygen --algorithm rsa2048 --out rsa.pem");
    sealane(&folder, "keygen --algorithm dsa2048 --out dsa.pem");
    for kind in ["rsa", "dsa"] {
        let line = format!("req -x509 -key {kind}.pem -subj /CN=x -sha256 -outform DER -out c.der");
        if !openssl(&folder, &line) {
            return;
        }
        let report = sealane(&folder, "inspect --json c.der");
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        assert_eq!(report[0]["signature"], "valid, by its own key", "{kind}");
        let mut damaged = folder.read("c.der");
        *damaged.last_mut().expect("bytes") ^= 1;
        folder.write("damaged.der", &damaged);
        let outcome = folder.run(&["inspect", "damaged.der"]);
        assert_eq!(outcome.status, Some(4), "{kind}: {}", outcome.stderr);
    }
}

/// Goal: a key that OpenSSL made for PSS alone signs so if nothing is said, and is shown with what
/// it is for; other uses are refused.
#[test]
fn keys_for_pss_are_used_so() {
    let folder = Folder::new();
    let limits = "-pkeyopt rsa_pss_keygen_md:sha384 -pkeyopt rsa_pss_keygen_mgf1_md:sha256 \
                  -pkeyopt rsa_pss_keygen_saltlen:50";
    if !openssl(&folder, &format!("genpkey -algorithm RSA-PSS {limits} -out key.pem")) {
        return;
    }
    sealane(&folder, "pubkey --key key.pem --out public.pem");
    sealane(&folder, &format!("sign --key key.pem --in {FILE} --out s"));
    sealane(&folder, &format!("verify --key public.pem --in {FILE} --signature s"));
    let options = "-sha384 -sigopt rsa_mgf1_md:sha256 -sigopt rsa_pss_saltlen:50";
    openssl(&folder, &format!("dgst {options} -verify public.pem -signature s {FILE}"));
    let report = sealane(&folder, "inspect public.pem");
    let report = String::from_utf8(report).expect("text");
    assert!(report.contains("PSS with sha384, MGF1 with sha256, salt 50+"), "{report}");
    let sign = format!("sign --key key.pem --in {FILE}");
    refuses(&folder, &format!("{sign} --scheme pkcs1"), 3, "SCHEME_UNSUPPORTED");
    refuses(&folder, &format!("{sign} --hash sha256"), 3, "SCHEME_UNSUPPORTED");
    refuses(&folder, "pubkey --key key.pem --outform openssh", 3, "KEY_ALGORITHM");
    refuses(&folder, "encrypt --key public.pem --in s", 3, "SCHEME_UNSUPPORTED");
}
