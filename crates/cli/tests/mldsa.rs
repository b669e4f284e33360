//! Goal: keys of ML-DSA do what the command promises: keys and documents, contexts, prehashes, the
//! hash that stands for a message, batches, and what is refused.
use crate::common;

use common::Folder;
use common::services::{AT, log_in_once, served_with};
use common::tokens::{STORE, json, refuses, run, token_of_user};
use data_encoding::HEXLOWER;
use sealane::mldsa::{MuHasher, ParameterSet, PrivateKey, PublicKey, Scheme};
use sealane::{Digest, Hash, Nonces};
use serde_json::{Value, json as value};

/// The seed, the message and the context of record 0 of the known answers in `tests/vectors`.
const SEED: &str = "f696484048ec21f96cf50a56d0759c448f3779752f0383d37449690694cf7a68";
const MESSAGE: &str = "6dbbc4375136df3b07f7c70e639e223e";
const CONTEXT: &str = "480c658c0cb3e040bde084345cef0df7";

fn hex(text: &str) -> Vec<u8> {
    HEXLOWER.decode(text.as_bytes()).expect("hex")
}

fn key(set: ParameterSet) -> PrivateKey {
    PrivateKey::from_seed(set, &hex(SEED)).expect("a seed")
}

/// A folder with a key, its public half, and a message.
fn folder_of(set: ParameterSet) -> Folder {
    let (folder, key) = (Folder::new(), key(set));
    folder.write("key", key.to_pkcs8_pem().as_bytes());
    folder.write("public", key.public_key().to_spki_pem());
    folder.write("message", hex(MESSAGE));
    folder
}

fn folder() -> Folder {
    folder_of(ParameterSet::MlDsa44)
}

fn hash(bytes: &[u8]) -> String {
    HEXLOWER.encode(Digest::of(Hash::Sha256, bytes).as_bytes())
}

/// Goal: signatures are the published ones. Method: the hashes of those of record 0, which the
/// self-test has too, with each parameter set.
#[test]
fn deterministic_signatures_are_the_published_ones() {
    for (set, published) in ParameterSet::ALL.into_iter().zip([
        "e8a1941380e7cadb3c8dfb31dd3f3986568d26e4bf2d975610e81df300267c37",
        "413e6b4eac737e0406fa3849b9263480667ad6123580f80e4fd3da81bda993bb",
        "8c05ed511a746a00f603cc61ee3e967b85ac2320aab03ce2035915823e608465",
    ]) {
        let folder = folder_of(set);
        let common = format!("--in message --context-hex {CONTEXT}");
        run(&folder, &format!("sign --key key {common} --deterministic --check --out signature"));
        assert_eq!(hash(&folder.read("signature")), published, "{set}");
        run(&folder, &format!("verify --key public {common} --signature signature"));
    }
}

/// Goal: a key is made, is read in each form that it is written in, and is told apart; fresh
/// signatures differ and verify.
#[test]
fn keys_are_made_and_told_apart() {
    let folder = Folder::new();
    folder.write("letter", "Pay 100 to Bob.");
    for set in ParameterSet::ALL {
        let name = set.name();
        run(&folder, &format!("keygen --algorithm {name} --out {name}"));
        run(&folder, &format!("keygen --algorithm {name} --out {name}.der --outform der"));
        for file in [name.to_owned(), format!("{name}.der")] {
            let report = &json(&folder, &format!("inspect {file}"))[0];
            assert_eq!(
                (&report["algorithm"], &report["holds_its_seed"]),
                (&name.into(), &true.into())
            );
            assert_eq!(report["signature_bytes"], set.signature_bytes());
            run(&folder, &format!("pubkey --key {file} --out {file}.pub"));
            assert_eq!(json(&folder, &format!("inspect {file}.pub"))[0]["algorithm"], name);
            let sign = format!("sign --key {file} --in letter --force --out");
            run(&folder, &format!("{sign} one"));
            run(&folder, &format!("{sign} two"));
            assert_ne!(folder.read("one"), folder.read("two"));
            for signature in ["one", "two"] {
                let verify = format!("verify --in letter --signature {signature} --key");
                run(&folder, &format!("{verify} {file}.pub"));
                refuses(&folder, &format!("{verify} {file}.pub --context x"), 4, "SIG_INVALID");
            }
        }
    }
    let sign = json(&folder, "sign --key mldsa65 --in letter");
    assert_eq!((&sign["algorithm"], &sign["format"]), (&"mldsa65".into(), &"raw".into()));
    let line = "verify --key mldsa44 --in letter --signature one";
    let said = refuses(&folder, line, 4, "SIG_LENGTH");
    assert!(said.contains("has 4627 bytes where 2420 are needed"), "{said}");
    refuses(&folder, "keygen --algorithm mldsa44 --outform openssh", 3, "KEY_ALGORITHM");
    refuses(&folder, "pubkey --key mldsa44 --outform point", 3, "KEY_ALGORITHM");
    let said = refuses(&folder, "keygen --algorithm mldsa55", 2, "USAGE");
    assert!(said.contains("did you mean 'mldsa65'?") || said.contains("'mldsa44'"), "{said}");
}

/// Goal: who has the public key hashes, who has the private key signs 64 bytes; the signature is
/// the one of the message. Method: the hash by the library; a message in a pipe, of more than one
/// piece.
#[test]
fn what_stands_for_a_message_is_signed() {
    let (folder, key) = (folder(), key(ParameterSet::MlDsa44));
    let message = vec![7; 200_001];
    folder.write("long", &message);
    let mut hasher = MuHasher::new(key.public_key(), b"letters").expect("a context");
    hasher.update(&message);
    let mu = hasher.finish();
    let line = ["mu", "--key", "public", "--context", "letters"];
    assert_eq!(folder.pipe(&line, &message).stdout, mu);
    run(&folder, "mu --key key --in long --context-hex 6c657474657273 --out mu");
    assert_eq!(folder.read("mu"), mu);
    let in_hex = run(&folder, "mu --key public --in long --context letters --hex");
    assert_eq!(in_hex, HEXLOWER.encode(&mu) + "\n");
    run(&folder, "sign --key key --mu --in mu --deterministic --out by-mu");
    run(&folder, "sign --key key --in long --context letters --deterministic --out by-message");
    assert_eq!(folder.read("by-mu"), folder.read("by-message"));
    let scheme = Scheme { context: b"letters", prehash: None };
    let ours = key.sign(&message, scheme, Nonces::Deterministic).expect("it signs");
    assert_eq!(folder.read("by-mu"), ours);
    run(&folder, "verify --key public --mu --in mu --signature by-mu");
    run(&folder, "verify --key public --in long --context letters --signature by-mu");
    let line = "verify --key public --in long --signature by-mu";
    let said = refuses(&folder, line, 4, "SIG_INVALID");
    assert!(said.contains("in no context, for no --context is given"), "{said}");
    refuses(&folder, "verify --key public --in mu --signature by-mu", 4, "SIG_INVALID");
}

/// Goal: a prehash is signed as one, by the hash that is named, from a message and from its digest.
#[test]
fn prehashes_are_another_scheme() {
    let folder = folder();
    folder.write("digest", Digest::of(Hash::Sha512, &hex(MESSAGE)).as_bytes());
    let sign = "sign --key key --deterministic --prehash";
    run(&folder, &format!("{sign} --in message --out one"));
    run(&folder, &format!("{sign} --in digest --digest --hash sha512 --out two"));
    assert_eq!(folder.read("one"), folder.read("two"));
    run(&folder, &format!("{sign} --in message --hash sha3-256 --context x --out other"));
    let public: PublicKey = key(ParameterSet::MlDsa44).public_key().clone();
    let scheme = Scheme { context: b"x", prehash: Some(Hash::Sha3_256) };
    assert!(public.verify(&hex(MESSAGE), scheme, &folder.read("other")).is_ok());
    let verify = "verify --key public --in message --signature";
    run(&folder, &format!("{verify} one --prehash"));
    run(&folder, &format!("{verify} other --prehash --hash sha3-256 --context x"));
    for line in ["one", "one --prehash --hash sha256", "other --prehash --context x"] {
        refuses(&folder, &format!("{verify} {line}"), 4, "SIG_INVALID");
    }
}

/// Goal: what is no good is refused with the code of its kind, and names the argument and the
/// limit.
#[test]
fn bad_options_are_refused() {
    let folder = folder();
    run(&folder, "keygen --algorithm p256 --out p256");
    folder.write("mu", [7; 64]);
    folder.write("short", [7; 63]);
    folder.write("long", [7; 65]);
    let (most, more) = ("x".repeat(255), "x".repeat(256));
    run(&folder, &format!("sign --key key --in message --context {most} --out signature"));
    let unsupported = "SCHEME_UNSUPPORTED";
    for (line, status, code, said) in [
        (
            &*format!("--in message --context {more}"),
            3,
            "CONTEXT_LENGTH",
            "256 bytes where at most 255",
        ),
        ("--in short --mu", 3, "MU_LENGTH", "short\": 63 bytes; a mu has 64"),
        ("--in long --mu", 3, "MU_LENGTH", "65 bytes"),
        ("--in mu --mu --context x", 2, unsupported, "--context is not for --mu"),
        ("--in mu --mu --context-hex 00", 2, unsupported, "--context is not for --mu"),
        ("--in mu --mu --prehash", 2, unsupported, "--prehash is not for --mu"),
        ("--in mu --mu --hash sha512", 2, unsupported, "--hash is not for --mu"),
        ("--in mu --mu --digest", 2, unsupported, "--digest is not for --mu"),
        ("--in message --hash sha512", 2, unsupported, "--hash without --prehash"),
        ("--in mu --digest", 2, unsupported, "--digest without --prehash"),
        (
            "--in short --digest --prehash",
            3,
            "DIGEST_LENGTH",
            "63 bytes; a digest of sha512 has 64",
        ),
        ("--in message --prehash --hash sha1", 3, "PARAM_HASH", "--hash sha1"),
        ("--in message --prehash --hash none", 2, "PARAM_HASH", "--hash none"),
        ("--in message --bip340", 2, unsupported, "--bip340 is not for mldsa44 keys"),
        ("--in message --scheme pss", 2, unsupported, "--scheme is not for mldsa44 keys"),
    ] {
        let sign = refuses(&folder, &format!("sign --key key {line}"), status, code);
        let verify = format!("verify --key public --signature signature {line}");
        for sentence in [sign, refuses(&folder, &verify, status, code)] {
            assert!(sentence.contains(said), "{line}: {sentence}");
        }
    }
    refuses(&folder, "sign --key key --in message --low-s", 2, unsupported);
    let said = refuses(&folder, "sign --key p256 --in mu --mu", 2, unsupported);
    assert!(said.contains("--mu is not for p256 keys"), "{said}");
    let said = refuses(&folder, "mu --key p256 --in message", 3, "KEY_ALGORITHM");
    assert!(said.contains("p256 keys sign no mu, ML-DSA keys do"), "{said}");
    let line = format!("mu --key public --in message --context {more}");
    refuses(&folder, &line, 3, "CONTEXT_LENGTH");
    refuses(&folder, "mu --key public --in absent", 3, "INPUT_MISSING");
    refuses(&folder, "derive --key key --peer p256", 3, "KEY_ALGORITHM");
}

/// Items of a manifest, and the options of the single command. What is not signed has a code.
fn items() -> Vec<(Value, Result<&'static str, &'static str>)> {
    let item = |more: Value| {
        let mut item = value!({"key": "key"});
        let fields = more.as_object().expect("fields").clone();
        item.as_object_mut().expect("fields").extend(fields);
        item
    };
    vec![
        (item(value!({"file": "message"})), Ok("--in message")),
        (item(value!({"file": "message", "context": "x"})), Ok("--in message --context x")),
        (item(value!({"file": "message", "prehash": true})), Ok("--in message --prehash")),
        (
            item(value!({"file": "message", "prehash": true, "hash": "sha3-512"})),
            Ok("--in message --prehash --hash sha3-512"),
        ),
        (item(value!({"mu": "07".repeat(64)})), Ok("--mu --in mu")),
        (item(value!({"mu_base64": "BwcH"})), Err("MU_LENGTH")),
        (item(value!({"mu": "07".repeat(64), "context": "x"})), Err("SCHEME_UNSUPPORTED")),
        (item(value!({"message": "m", "context": "x".repeat(256)})), Err("CONTEXT_LENGTH")),
        (item(value!({"message": "m", "mu": "07".repeat(64)})), Err("MANIFEST_FIELD")),
        (value!({"key": "p256", "mu": "07".repeat(64)}), Err("SCHEME_UNSUPPORTED")),
        (value!({"key": "p256", "file": "message"}), Ok("")),
    ]
}

/// Goal: manifests are worked off like single commands, items that are refused among them; changed
/// signatures are the bad ones.
#[test]
fn batches_agree_with_single_commands() {
    let folder = folder();
    run(&folder, "keygen --algorithm p256 --out p256");
    folder.write("mu", [7; 64]);
    let items = items();
    let lines: String = items.iter().map(|(item, _)| format!("{item}\n")).collect();
    folder.write("items", lines);
    // The hash is for those who choose one: keys over curves, and prehashes.
    let line = "sign-batch --manifest items --out signed --deterministic --hash sha384";
    assert_eq!(folder.run(&line.split(' ').collect::<Vec<_>>()).status, Some(3));
    let signed = String::from_utf8(folder.read("signed")).expect("text");
    let mut to_verify = String::new();
    for ((item, expected), done) in items.iter().zip(signed.lines()) {
        let done: Value = serde_json::from_str(done).expect("JSON");
        match expected {
            Err(code) => {
                assert_eq!((&done["result"], &done["code"]), (&"refused".into(), &value!(code)))
            }
            Ok("") => assert_eq!(done["result"], "signed", "{done}"),
            Ok(options) => {
                let usual = if options.ends_with("--prehash") { " --hash sha384" } else { "" };
                let single =
                    json(&folder, &format!("sign --key key --deterministic {options}{usual}"));
                assert_eq!(done["signature"], single["signature"], "{item}");
                for changed in [false, true] {
                    let mut bytes = hex(done["signature"].as_str().expect("hex"));
                    bytes[100] ^= u8::from(changed);
                    let mut item = item.clone();
                    item["signature"] = HEXLOWER.encode(&bytes).into();
                    to_verify += &format!("{item}\n");
                }
            }
        }
    }
    folder.write("to-verify", to_verify);
    let line = "verify-batch --manifest to-verify --out verdicts --hash sha384";
    assert_eq!(folder.run(&line.split(' ').collect::<Vec<_>>()).status, Some(4));
    let verdicts = String::from_utf8(folder.read("verdicts")).expect("text");
    assert_eq!(verdicts.lines().count(), 10);
    for (at, verdict) in verdicts.lines().enumerate() {
        let verdict: Value = serde_json::from_str(verdict).expect("JSON");
        assert_eq!(verdict["result"], ["valid", "invalid"][at % 2], "{verdict}");
    }
}

/// Goal: a service signs with a key of a token: messages longer than a request, in a context, as
/// prehashes, deterministically, by what stands for them, and in a manifest. Method: each verified
/// by the public key in a file, and by the service.
#[test]
fn a_service_signs() {
    let (folder, _service) = served_with(&["mldsa44"]);
    log_in_once(&folder);
    folder.write("long", vec![7; 2_000_001]);
    run(&folder, "key pubkey mldsa44 --socket socket --out public");
    run(&folder, "mu --key public --in long --context letters --out mu");
    let sign = format!("sign {AT} --key mldsa44 --out signature --force");
    for (options, more) in [
        ("--in long", ""),
        ("--in long --context letters", " --deterministic"),
        ("--in long --prehash --context letters", ""),
        ("--in mu --mu", " --deterministic"),
    ] {
        run(&folder, &format!("{sign} {options}{more}"));
        let with = format!("{options} --signature signature");
        run(&folder, &format!("verify --key public {with}"));
        run(&folder, &format!("verify --socket socket --key mldsa44 {with}"));
        let other = with.replace("mu --mu", "long").replace(" --context letters", "");
        let refused = options != "--in long";
        if refused {
            refuses(&folder, &format!("verify --key public {other}"), 4, "SIG_INVALID");
        }
    }
    let item = value!({"key": "mldsa44", "file": "long", "context": "letters"});
    folder.write("items", format!("{item}\n{item}\n"));
    run(&folder, &format!("sign-batch {AT} --manifest items --out signed --quiet"));
    for line in String::from_utf8(folder.read("signed")).expect("text").lines() {
        let result: Value = serde_json::from_str(line).expect("JSON");
        folder.write("signature", hex(result["signature"].as_str().expect("it is signed")));
        run(&folder, "verify --key public --in mu --mu --signature signature");
    }
    refuses(&folder, &format!("sign {AT} --key mldsa44 --in long --mu"), 3, "INPUT_TOO_LARGE");
}

/// Goal: a token keeps the seed: a key that was taken in is given out as it was, and uses that are
/// not those of its kind are refused.
#[test]
fn a_token_keeps_seeds() {
    let (folder, own) = (token_of_user(), folder_of(ParameterSet::MlDsa65));
    folder.write("key", own.read("key"));
    let user = format!("{STORE} --pin-file user.pin");
    run(&folder, &format!("key import {user} --in key --label seed --exportable"));
    run(&folder, &format!("key export seed {user} --out again"));
    assert_eq!(folder.read("again"), folder.read("key"));
    let generate = format!("key generate {user} --algorithm mldsa87 --label");
    let made = json(&folder, &format!("{generate} made --mechanism mldsa"));
    assert_eq!(made["algorithm"], "mldsa87");
    refuses(&folder, &format!("{generate} other --mechanism ecdsa"), 3, "KEY_TYPE");
    refuses(&folder, &format!("{generate} other --usage decrypt"), 3, "USAGE_DENIED");
}
