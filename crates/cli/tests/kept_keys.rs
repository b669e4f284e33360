//! Goal: `decrypt` and `derive` by keys of a token, in its store and behind a service: what OpenSSL
//! encrypts and derives, who may not, and what is wrong with keys, ciphertexts and lines.
use crate::common;

use common::services::{AT, Service, log_in_once};
use common::tokens::{STORE, generate, json, refuses, run, set_pin, token_of_user};
use common::{Folder, mode, tool};

/// The two ways to a token, each with the user's PIN.
const WAYS: [&str; 2] =
    ["--store token.db --master-file master.key --pin-file user.pin", BY_SERVICE];
const BY_SERVICE: &str = "--socket socket --pin-file user.pin";

/// Runs a line of `openssl`, which must succeed; says whether there is one.
fn openssl(folder: &Folder, line: &str) -> bool {
    let output = tool(folder, "openssl", &line.split(' ').collect::<Vec<_>>());
    output.is_some_and(|output| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "openssl {line}: {said}");
        true
    })
}

/// A token with a key that decrypts, one that derives and others, and its user's public files.
fn kept() -> Folder {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "rsa2048", "mail", " --usage decrypt");
    generate(&folder, "rsa2048", "web", "");
    generate(&folder, "p256", "agrees", " --usage derive");
    generate(&folder, "p256", "signs", "");
    generate(&folder, "x25519", "x", "");
    generate(&folder, "aes256", "wraps", "");
    for label in ["mail", "web", "agrees", "x"] {
        run(&folder, &format!("key pubkey {label} {STORE} --out {label}.pem"));
    }
    folder.write("message", b"a key of another cipher");
    folder
}

/// Does something on the store, and then through a service that has it open.
fn by_both_ways(folder: &Folder, work: impl Fn(&str)) {
    for way in WAYS {
        let service = (way == BY_SERVICE).then(|| {
            let service = Service::start(folder, "");
            log_in_once(folder);
            service
        });
        work(way);
        drop(service);
    }
}

/// Goal: a key that is made to decrypt reads what Sealane and OpenSSL encrypt to its public half,
/// by every hash and label that both have, and nobody else's; the plaintext is its owner's file.
#[test]
fn ciphertexts_are_read_by_kept_keys() {
    let folder = kept();
    assert_eq!(json(&folder, &format!("key show mail {STORE}"))["usage"][0], "decrypt");
    run(&folder, "encrypt --key mail.pem --in message --out ours");
    let options = "--hash sha512 --mgf-hash sha256 --label-hex 6162";
    let theirs = "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha512 -pkeyopt \
                  rsa_mgf1_md:sha256 -pkeyopt rsa_oaep_label:6162";
    let line = format!("pkeyutl -encrypt -pubin -inkey mail.pem {theirs} -in message -out theirs");
    let has_openssl = openssl(&folder, &line);
    run(&folder, "keygen --algorithm rsa2048 --out from-outside.pem");
    let import = format!("key import {} --usage decrypt", WAYS[0]);
    run(&folder, &format!("{import} --in from-outside.pem --label taken"));
    run(&folder, "encrypt --key from-outside.pem --in message --out taken");
    by_both_ways(&folder, |way| {
        let decrypt = format!("decrypt {way} --key mail");
        run(&folder, &format!("{decrypt} --in ours --out plain --force"));
        assert_eq!(folder.read("plain"), folder.read("message"));
        assert_eq!(mode(folder.path("plain")), 0o600);
        let piped = folder.pipe(&decrypt.split(' ').collect::<Vec<_>>(), &folder.read("ours"));
        assert_eq!((piped.status, piped.stdout), (Some(0), folder.read("message")));
        let message = run(&folder, &format!("decrypt {way} --key taken --in taken"));
        assert_eq!(message.as_bytes(), folder.read("message"));
        if has_openssl {
            let message = run(&folder, &format!("{decrypt} --in theirs {options}"));
            assert_eq!(message.as_bytes(), folder.read("message"));
            let said = refuses(&folder, &format!("{decrypt} --in theirs"), 3, "DECRYPT_FAILED");
            assert!(said.contains("--in \"theirs\": "), "{said}");
        }
    });
}

/// Goal: whatever is wrong with a ciphertext has one sentence; another length has that of lengths.
#[test]
fn bad_ciphertexts_have_one_sentence() {
    let folder = kept();
    run(&folder, "encrypt --key mail.pem --in message --out c");
    run(&folder, "encrypt --key web.pem --in message --out other");
    let whole = folder.read("c");
    by_both_ways(&folder, |way| {
        let decrypt = format!("decrypt {way} --key mail --in");
        let mut said = vec![];
        for place in [0, 1, 128, 255] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            folder.write("bad", &damaged);
            said.push(refuses(&folder, &format!("{decrypt} bad"), 3, "DECRYPT_FAILED"));
        }
        folder.write("bad", &whole);
        for options in ["--label-hex 00", "--hash sha384", "--mgf-hash sha1"] {
            let line = format!("{decrypt} bad {options}");
            said.push(refuses(&folder, &line, 3, "DECRYPT_FAILED"));
        }
        folder.write("bad", folder.read("other"));
        said.push(refuses(&folder, &format!("{decrypt} bad"), 3, "DECRYPT_FAILED"));
        assert!(said.iter().all(|one| *one == said[0]), "{said:?}");
        for length in [0, 1, 255] {
            folder.write("bad", &whole[..length]);
            let said = refuses(&folder, &format!("{decrypt} bad"), 3, "CIPHERTEXT_LENGTH");
            assert!(said.contains("--in \"bad\": ") && said.contains("256"), "{said}");
        }
        folder.write("bad", vec![7; 1 << 20]);
        let said = refuses(&folder, &format!("{decrypt} bad"), 3, "CIPHERTEXT_LENGTH");
        assert!(said.contains("--in \"bad\": 1048576 bytes"), "{said}");
    });
}

/// Goal: keys that do not decrypt or derive, and people who may not, are refused by name.
#[test]
fn kept_keys_do_what_they_say() {
    let folder = kept();
    run(&folder, "encrypt --key mail.pem --in message --out c");
    run(&folder, "keygen --algorithm p384 --out p384.pem");
    run(&folder, "pubkey --key p384.pem --out p384-public.pem");
    by_both_ways(&folder, |way| {
        let decrypt = |key: &str| format!("decrypt {way} --in c --out x --key {key}");
        for (key, code, named) in [
            ("web", "USAGE_DENIED", "--key \"web\": "),
            ("signs", "KEY_TYPE", "--key \"signs\": "),
            ("wraps", "KEY_TYPE", "--key \"wraps\": "),
            ("nobody", "KEY_UNKNOWN", "no label \"nobody\""),
        ] {
            let said = refuses(&folder, &decrypt(key), 3, code);
            assert!(said.contains(named), "{said}");
        }
        let derive =
            |key: &str, peer: &str| format!("derive {way} --out x --key {key} --peer {peer}.pem");
        for (key, peer, code, named) in [
            ("signs", "agrees", "USAGE_DENIED", "--key \"signs\": "),
            ("mail", "agrees", "KEY_TYPE", "--key \"mail\": "),
            ("nobody", "agrees", "KEY_UNKNOWN", "no label \"nobody\""),
            ("agrees", "p384-public", "KEY_CURVE_MISMATCH", "--peer \"p384-public.pem\": "),
            ("agrees", "x", "KEY_CURVE_MISMATCH", "--peer \"x.pem\": "),
            ("agrees", "mail", "KEY_ALGORITHM", "--peer \"mail.pem\": "),
            ("agrees", "p384", "INPUT_PEM_LABEL", "--peer \"p384.pem\": "),
        ] {
            let said = refuses(&folder, &derive(key, peer), 3, code);
            assert!(said.contains(named), "{said}");
        }
        let sign = format!("sign {way} --as user --key mail --in c --out x");
        if way == BY_SERVICE {
            refuses(&folder, &sign, 3, "USAGE_DENIED");
        }
        let wrong = way.replace("user.pin", "wrong.pin");
        refuses(&folder, &format!("decrypt {wrong} --key mail --in c --out x"), 6, "PIN_WRONG");
        let nobody = way.replace(" --pin-file user.pin", "");
        for line in ["decrypt --in c", "derive --peer agrees.pem"] {
            let line = format!("{line} {nobody} --key mail --out x");
            let said = refuses(&folder, &line, 6, "NOT_LOGGED_IN");
            assert!(said.contains("--pin-file is needed"), "{said}");
        }
    });
}

/// Goal: secrets that a kept key derives are those of the other side, of Sealane and of OpenSSL, in
/// each form of the output.
#[test]
fn secrets_are_derived_by_kept_keys() {
    let folder = kept();
    for (label, kind) in [("agrees", "p256"), ("x", "x25519")] {
        run(&folder, &format!("keygen --algorithm {kind} --out {kind}.pem"));
        run(&folder, &format!("pubkey --key {kind}.pem --out {kind}-public.pem"));
        run(&folder, &format!("derive --key {kind}.pem --peer {label}.pem --out {label}.secret"));
    }
    by_both_ways(&folder, |way| {
        for (label, kind) in [("agrees", "p256"), ("x", "x25519")] {
            let derive = format!("derive {way} --key {label} --peer {kind}-public.pem");
            run(&folder, &format!("{derive} --out ours.secret --force"));
            let secret = folder.read("ours.secret");
            assert_eq!(
                (&secret, mode(folder.path("ours.secret"))),
                (&folder.read(&format!("{label}.secret")), 0o600)
            );
            let line =
                format!("pkeyutl -derive -inkey {kind}.pem -peerkey {label}.pem -out theirs");
            if openssl(&folder, &line) {
                assert_eq!(secret, folder.read("theirs"));
            }
            let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(run(&folder, &format!("{derive} --hex")), format!("{hex}\n"));
            let report = json(&folder, &derive);
            assert_eq!((&report["algorithm"], &report["secret"]), (&kind.into(), &hex.into()));
        }
    });
}

/// Goal: a key whose document is for signatures alone is not taken in to decrypt; to sign it is.
#[test]
fn keys_for_signatures_alone_do_not_decrypt() {
    let folder = token_of_user();
    if !openssl(&folder, "genpkey -algorithm RSA-PSS -out pss.pem") {
        return;
    }
    let import = format!("key import {} --in pss.pem --label pss", WAYS[0]);
    for usage in ["decrypt", "sign,verify,decrypt"] {
        refuses(&folder, &format!("{import} --usage {usage}"), 3, "USAGE_DENIED");
    }
    run(&folder, &format!("{import} --mechanism rsa-pss"));
}

/// Goal: a signature is verified by a key of a service, named by label or id, a pair's or
/// somebody's public key, without a PIN; keys that verify nothing are refused by name.
#[test]
fn signatures_are_verified_by_kept_keys() {
    let folder = kept();
    run(&folder, "keygen --algorithm ed448 --out theirs.pem");
    run(&folder, "sign --key theirs.pem --in message --out theirs.sig");
    let import = format!("key import {} --in theirs.pem --label theirs --public", WAYS[0]);
    run(&folder, &import);
    let id = json(&folder, &format!("key show signs {STORE}"))["id"].clone();
    let id = id.as_str().expect("an id");
    let _service = Service::start(&folder, "");
    log_in_once(&folder);
    run(&folder, &format!("sign {AT} --key {id} --in message --out ours.sig"));
    let verify = |key: &str, more: &str| format!("verify --socket socket --key {key} {more}");
    for (key, more) in [
        ("signs", "--in message --signature ours.sig"),
        (id, "--in message --signature ours.sig"),
        ("theirs", "--in message --signature theirs.sig"),
    ] {
        assert_eq!(run(&folder, &verify(key, more)), "signature: valid\n");
        refuses(&folder, &verify(key, &more.replace("message", "x.pem")), 4, "SIG_INVALID");
    }
    let more = "--in message --signature ours.sig";
    for (key, code, named) in [
        ("wraps", "KEY_TYPE", "--key \"wraps\": a key of aes256 has no public half"),
        ("x", "SCHEME_UNSUPPORTED", "x25519"),
        ("nobody", "KEY_UNKNOWN", "no label \"nobody\""),
        ("00000000000000000000000000000000", "KEY_UNKNOWN", "label:0000"),
    ] {
        let said = refuses(&folder, &verify(key, more), 3, code);
        assert!(said.contains(named), "{said}");
    }
}

/// Goal: lines that name a token half, or two of them, or files of a token for the output, are
/// refused before anything is asked.
#[test]
fn lines_name_one_token() {
    let folder = kept();
    run(&folder, "encrypt --key mail.pem --in message --out c");
    for (line, code) in [
        ("decrypt --key mail.pem --in c --out x --pin-file user.pin", "USAGE"),
        ("derive --key mail.pem --peer x.pem --out x --master-file master.key", "USAGE"),
        ("decrypt --key mail --in c --socket socket --store token.db", "USAGE"),
        ("decrypt --key mail --in c --socket socket --master-file master.key", "USAGE"),
        ("decrypt --key mail --in c --service-user 1", "USAGE"),
        ("decrypt --key mail --in - --pin-file - --socket socket", "USAGE"),
        ("derive --key - --peer x.pem --pin-file user.pin --socket socket", "USAGE"),
        ("decrypt --key mail --in c --as no,name --socket socket", "USAGE"),
        ("decrypt --key mail.pem --in c --out x --as user", "USAGE"),
    ] {
        refuses(&folder, line, 2, code);
    }
    let store = WAYS[0];
    refuses(
        &folder,
        &format!("decrypt --key mail --in c {store} --out c --force"),
        2,
        "OUTPUT_IS_INPUT",
    );
    let line = format!("decrypt --key mail --in c {store} --out token.db --force");
    refuses(&folder, &line, 2, "OUTPUT_IS_INPUT");
    let line = format!("derive --key x --peer x.pem {store} --out master.key --force");
    refuses(&folder, &line, 2, "OUTPUT_IS_INPUT");
    let line = "decrypt --key mail --in c --store token.db --pin-file user.pin --out x";
    refuses(&folder, line, 2, "MASTER_UNSET");
}

/// Goal: what a kept key decrypts and derives is in the log with who did it, by its mechanism, and
/// what the operator was refused.
#[test]
fn uses_of_kept_keys_are_in_the_log() {
    let folder = kept();
    run(&folder, "encrypt --key mail.pem --in message --out c");
    let mut service = Service::start(&folder, "");
    for _ in 0..2 {
        run(&folder, &format!("decrypt {BY_SERVICE} --key mail --in c --out x --force"));
    }
    run(&folder, &format!("derive {BY_SERVICE} --key x --peer x.pem --out x --force"));
    let figures = run(&folder, "status --socket socket --metrics");
    assert!(figures.contains("sealane_decryptions_total{algorithm=\"rsa2048\"} 2\n"), "{figures}");
    refuses(&folder, &format!("sign {AT} --key mail --in c --out y"), 3, "USAGE_DENIED");
    assert_eq!(service.signal("-TERM"), Some(0));
    let audit = format!("token audit {STORE} --as officer --pin-file officer.pin --json-lines");
    let rows = run(&folder, &audit);
    let rows = rows.lines().map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap());
    let of = |by: &str| -> u64 {
        let own = rows.clone().filter(|row| row["action"] == "use" && row["by"] == by);
        own.map(|row| row["times"].as_u64().expect("a number")).sum()
    };
    assert_eq!((of("rsa-oaep"), of("agree"), of("rsa-pkcs1")), (2, 1, 0));
}
