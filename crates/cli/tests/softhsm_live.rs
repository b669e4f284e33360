//! Goal: keys that SoftHSM makes and takes in today come over by its files and by its module, and
//! sign here for the public keys that it, or OpenSSL, has given away.
use crate::common;

use common::services::Service;
use common::tokens::{STORE, json, run, secret, set_pin, token_of_user};
use common::{Folder, skipped};
use cryptoki::context::{CInitializeArgs, CInitializeFlags, Pkcs11};
use cryptoki::mechanism::Mechanism;
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass};
use cryptoki::session::{Session, UserType};
use cryptoki::types::AuthPin;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODULE: &str = "/usr/lib/softhsm/libsofthsm2.so";
const CONFIGURATION: &str = "SOFTHSM2_CONF";
const PIN: &str = "271828";

/// What SoftHSM takes in from documents of OpenSSL: the label, and how OpenSSL makes the key.
const TAKEN_IN: [(&str, &str); 9] = [
    ("p256", "EC -pkeyopt ec_paramgen_curve:P-256"),
    ("p384", "EC -pkeyopt ec_paramgen_curve:P-384"),
    ("p521", "EC -pkeyopt ec_paramgen_curve:P-521"),
    ("secp256k1", "EC -pkeyopt ec_paramgen_curve:secp256k1"),
    ("brainpoolP256r1", "EC -pkeyopt ec_paramgen_curve:brainpoolP256r1"),
    ("brainpoolP512r1", "EC -pkeyopt ec_paramgen_curve:brainpoolP512r1"),
    ("ed25519", "ed25519"),
    ("ed448", "ed448"),
    ("rsa3072", "RSA -pkeyopt rsa_keygen_bits:3072"),
];

/// What SoftHSM makes, with the key's type for `pkcs11-tool`.
const MADE: [(&str, &str); 4] = [
    ("made-p256", "EC:prime256v1"),
    ("made-p521", "EC:secp521r1"),
    ("made-secp256k1", "EC:secp256k1"),
    ("made-rsa", "RSA:2048"),
];

fn tool(folder: &Folder, program: &str, arguments: &str) {
    let output = Command::new(program)
        .args(arguments.split(' '))
        .current_dir(folder.path("."))
        .env(CONFIGURATION, folder.path("softhsm2.conf"))
        .output()
        .expect(program);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments}: {said}");
}

/// A token, and one of SoftHSM's with keys; nothing where SoftHSM is missing.
fn prepared() -> Option<Folder> {
    let found = |program: &str| Command::new(program).arg("--help").output().is_ok();
    let all = ["softhsm2-util", "pkcs11-tool", "openssl"];
    if let Some(missing) = all.into_iter().find(|program| !found(program)) {
        skipped(&format!("no {missing} on this machine"));
        return None;
    }
    if !Path::new(MODULE).exists() {
        skipped(&format!("no {MODULE} on this machine"));
        return None;
    }
    let folder = token_of_user();
    secret(&folder, "old.pin", PIN.as_bytes());
    set_pin(&folder, "operator");
    let tokens = folder.path("tokens");
    std::fs::create_dir(&tokens).expect("a folder");
    let tokens = tokens.to_str().expect("text").to_owned();
    folder.write("softhsm2.conf", format!("directories.tokendir = {tokens}\nlog.level = ERROR\n"));
    let init = format!("--init-token --free --label live --pin {PIN} --so-pin 12345678");
    tool(&folder, "softhsm2-util", &init);
    Some(folder)
}

fn pkcs11_tool(folder: &Folder, arguments: &str) {
    let login = format!("--module {MODULE} --token-label live --login --pin {PIN}");
    tool(folder, "pkcs11-tool", &format!("{login} {arguments}"));
}

/// Demands that each key signs here for its public half, which is in a file of its name.
fn check_signatures(folder: &Folder, labels: &[&str]) {
    let _service = Service::start(folder, "");
    folder.write("letter", "a letter");
    for label in labels {
        let sign = "sign --socket socket --pin-file operator.pin --in letter --out s --force";
        run(folder, &format!("{sign} --key {label}"));
        run(folder, &format!("verify --key {label}.public --in letter --signature s"));
    }
}

fn counts(report: &Value) -> [&Value; 3] {
    ["brought", "there", "refused"].map(|word| &report[word])
}

/// Goal: by the files of SoftHSM, keys that may not leave too.
#[test]
fn files_of_softhsm_are_read() {
    let Some(folder) = prepared() else { return };
    for (at, (label, algorithm)) in TAKEN_IN.into_iter().enumerate() {
        tool(&folder, "openssl", &format!("genpkey -out {label}.pem -algorithm {algorithm}"));
        tool(&folder, "openssl", &format!("pkey -in {label}.pem -pubout -out {label}.public"));
        let import = format!("--import {label}.pem --token live --pin {PIN}");
        tool(&folder, "softhsm2-util", &format!("{import} --label {label} --id {:02x}", 16 + at));
    }
    for (at, (label, kind)) in MADE.into_iter().enumerate() {
        let named = format!("--label {label} --id {:02x}", 64 + at);
        pkcs11_tool(&folder, &format!("--keypairgen --key-type {kind} {named}"));
        let read = "--read-object --type pubkey --output-file";
        pkcs11_tool(&folder, &format!("{read} {label}.public --label {label}"));
    }
    let line = "token import-softhsm --folder softhsm2.conf --from-pin-file old.pin";
    let line = format!("{line} --token-label live {STORE} --pin-file user.pin");
    let report = json(&folder, &line);
    assert_eq!(counts(&report), [13, 0, 0], "{report}");
    assert_eq!(counts(&json(&folder, &line)), [0, 13, 0]);
    let labels = TAKEN_IN.iter().map(|row| row.0).chain(MADE.iter().map(|row| row.0));
    check_signatures(&folder, &labels.collect::<Vec<_>>());
}

/// Goal: by the module of SoftHSM, keys that may leave: sensitive ones wrapped, others by their
/// values; the others are named, and so are their public halves.
#[test]
fn keys_leave_a_module() {
    let Some(folder) = prepared() else { return };
    for (at, (label, kind)) in MADE.into_iter().enumerate() {
        let named = format!("--label {label} --id {:02x}", 64 + at);
        pkcs11_tool(&folder, &format!("--keypairgen --key-type {kind} --extractable {named}"));
        let read = "--read-object --type pubkey --output-file";
        pkcs11_tool(&folder, &format!("{read} {label}.public --label {label}"));
    }
    pkcs11_tool(&folder, "--keygen --key-type AES:32 --label aes --extractable --id 50");
    pkcs11_tool(&folder, "--keypairgen --key-type EC:secp384r1 --label stays --id 51");
    run_helper(&folder, "softhsm_live::open_keys_are_made");
    let line = format!("token import-softhsm --module {MODULE} --from-pin-file old.pin");
    let line = format!("{line} --token-label live {STORE} --pin-file user.pin --json");
    let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
    let output =
        command.env(CONFIGURATION, folder.path("softhsm2.conf")).output().expect("it runs");
    let outcome = common::Outcome::from_output(output);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("2 of 13 objects refused"), "{}", outcome.stderr);
    let report = outcome.json();
    assert_eq!(counts(&report), [11, 0, 2], "{report}");
    let of = |label: &str, class: &str| {
        let objects = report["objects"].as_array().expect("a list").iter();
        let mut named = objects.filter(|it| it["source_label"] == label && it["class"] == class);
        named.next().expect(label).clone()
    };
    assert_eq!(of("stays", "private")["code"], "KEY_NOT_EXTRACTABLE");
    assert_eq!(of("stays", "public")["code"], "HALF_MISSING");
    for (label, sensitive) in [("made-p256", true), ("aes", false), ("open-rsa", false)] {
        let key = json(&folder, &format!("key show {label} {STORE}"));
        assert_eq!((&key["exportable"], &key["sensitive"]), (&true.into(), &sensitive.into()));
    }
    for (label, algorithm) in
        [("open-x25519", "x25519"), ("open-secret", "secret264"), ("kept-secret", "secret160")]
    {
        let key = json(&folder, &format!("key show {label} {STORE}"));
        assert_eq!(key["algorithm"], algorithm, "{label}");
    }
    check_signatures(&folder, &MADE.map(|row| row.0));
}

/// Goal: a private key that SoftHSM has wrapped, and filled up with zeros before it did, is
/// unwrapped by the key that both have.
#[test]
fn wrapped_keys_are_unwrapped() {
    let Some(folder) = prepared() else { return };
    run_helper(&folder, "softhsm_live::keys_are_wrapped");
    let line = "token import-softhsm --folder softhsm2.conf --from-pin-file old.pin";
    let line = format!("{line} --token-label live {STORE} --pin-file user.pin");
    assert_eq!(counts(&json(&folder, &line)), [1, 0, 0]);
    let point = std::fs::read(folder.path("point")).expect("a point");
    let unwrap = format!("key unwrap {STORE} --pin-file user.pin --by wraps --algorithm p256");
    for form in ["kw", "kwp"] {
        json(&folder, &format!("{unwrap} --form {form} --in {form} --label by-{form}"));
        run(&folder, &format!("key pubkey by-{form} {STORE} --outform der --out {form}.der"));
        let public = std::fs::read(folder.path(&format!("{form}.der"))).expect("a document");
        assert!(public.ends_with(&point), "{form}");
    }
}

/// Lets another process, whose environment names the files, do what a test says.
fn run_helper(folder: &Folder, test: &str) {
    let this = std::env::current_exe().expect("a program");
    let mut command = Command::new(this);
    command.args(["--exact", test, "--nocapture"]).env(HELPER, folder.path("."));
    let output = command.env(CONFIGURATION, folder.path("softhsm2.conf")).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stdout));
}

/// Set to the folder for a process that works with the module.
const HELPER: &str = "SEALANE_MAKES_OPEN_KEYS";

/// A session of SoftHSM's user.
fn session() -> Session {
    let module = Pkcs11::new(MODULE).expect("a module");
    let threads = CInitializeArgs::new(CInitializeFlags::OS_LOCKING_OK);
    module.initialize(threads).expect("it starts");
    let slot = module.get_slots_with_initialized_token().expect("slots")[0];
    let session = module.open_rw_session(slot).expect("a session");
    session.login(UserType::User, Some(&AuthPin::new(PIN.into()))).expect("a login");
    session
}

/// Goal: what SoftHSM makes of a key that leaves wrapped, for a test above.
#[test]
fn keys_are_wrapped() {
    let Some(folder) = std::env::var_os(HELPER).map(PathBuf::from) else { return };
    let session = session();
    let wraps = [
        Attribute::Token(true),
        Attribute::Label(b"wraps".to_vec()),
        Attribute::ValueLen(32.into()),
        Attribute::Wrap(true),
        Attribute::Unwrap(true),
    ];
    let wraps = session.generate_key(&Mechanism::AesKeyGen, &wraps).expect("a key");
    let p256 = Attribute::EcParams(vec![6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]);
    let own = [Attribute::Token(false), Attribute::Extractable(true), Attribute::Sign(true)];
    let public = [Attribute::Token(false), p256];
    let pair = session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own);
    let (public, own) = pair.expect("a pair");
    let told = session.get_attributes(public, &[AttributeType::EcPoint]).expect("a point");
    let [Attribute::EcPoint(octets)] = &told[..] else { panic!("{told:?}") };
    std::fs::write(folder.join("point"), &octets[2..]).expect("a file");
    for (form, mechanism) in [("kw", Mechanism::AesKeyWrap), ("kwp", Mechanism::AesKeyWrapPad)] {
        let blob = session.wrap_key(&mechanism, wraps, own).expect(form);
        std::fs::write(folder.join(form), blob).expect("a file");
    }
}

/// Goal: keys that are not sensitive, which no program of SoftHSM's makes, for the test above: it
/// runs this in a process of its own.
#[test]
fn open_keys_are_made() {
    if std::env::var_os(HELPER).is_none() {
        return;
    }
    let session = session();
    let common = |label: &str, id: u8| {
        [Attribute::Token(true), Attribute::Label(label.into()), Attribute::Id(vec![id])]
    };
    let open = [Attribute::Sensitive(false), Attribute::Extractable(true)];
    let make = |label: &str, id: u8, by: Mechanism, public: &[Attribute], uses: Attribute| {
        let public = [&common(label, id), public].concat();
        let private = [&common(label, id)[..], &open, &[uses]].concat();
        session.generate_key_pair(&by, &public, &private).expect(label);
    };
    let curve = |oid: &[u8]| [Attribute::EcParams(oid.to_vec())];
    let p256 = curve(&[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]);
    make("open-p256", 0x60, Mechanism::EccKeyPairGen, &p256, Attribute::Sign(true));
    let x25519 = curve(&[6, 3, 0x2b, 0x65, 0x6e]);
    make("open-x25519", 0x61, Mechanism::EccEdwardsKeyPairGen, &x25519, Attribute::Derive(true));
    let bits = [Attribute::ModulusBits(2048.into()), Attribute::PublicExponent(vec![1, 0, 1])];
    make("open-rsa", 0x62, Mechanism::RsaPkcsKeyPairGen, &bits, Attribute::Sign(true));
    let ed25519 = curve(&[6, 3, 0x2b, 0x65, 0x70]);
    make("open-ed25519", 0x63, Mechanism::EccEdwardsKeyPairGen, &ed25519, Attribute::Sign(true));
    for (label, id, bytes, is_sensitive) in
        [("open-secret", 0x64, 33, false), ("kept-secret", 0x65, 20, true)]
    {
        let secret = [
            Attribute::Class(ObjectClass::SECRET_KEY),
            Attribute::KeyType(KeyType::GENERIC_SECRET),
            Attribute::Value(vec![id; bytes]),
            Attribute::Sensitive(is_sensitive),
            Attribute::Extractable(true),
            Attribute::Sign(true),
        ];
        session.create_object(&[&common(label, id)[..], &secret].concat()).expect(label);
    }
}
