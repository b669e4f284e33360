//! Goal: the service by the command: signatures for many clients, an end in order after a signal, a
//! start over what a killed one has left, and refusals with their codes.
use crate::common;

use common::Folder;
use common::services::{AT, Service, log_in_once, served};
use common::tokens::{STORE, generate, json, refuses, run, secret, set_pin, token_of_user};
use std::os::unix::fs::PermissionsExt;

/// Goal: a service that was killed leaves a socket that the next one takes over; one that runs is
/// not pushed aside, nor is a file; the second one holds no store.
#[test]
fn sockets_of_the_dead() {
    let (folder, mut service) = served();
    let serve = format!("serve {STORE} --socket");
    refuses(&folder, &format!("{serve} other"), 5, "STORE_LOCKED");
    assert_eq!(service.signal("-KILL"), None);
    assert!(folder.path("socket").exists());
    drop(service);
    let mut service = Service::start(&folder, " --keep-keys 5");
    assert_eq!(service.signal("-INT"), Some(0));
    folder.write("file", "not a socket");
    refuses(&folder, &format!("{serve} file"), 2, "PERMISSION");
}

/// Goal: the command does with a service what it does with a store: keys are made, listed, shown,
/// taken in, given out and deleted, sign and verify; what the store refuses the service refuses
/// with the same code. Method: the same lines on both, and OpenSSL for the signatures.
#[test]
fn commands_go_through_a_service() {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    run(&folder, "keygen --algorithm p384 --out theirs.pem");
    folder.write("letter", "a letter");
    let mut said = vec![];
    for at in [STORE, "--socket socket"] {
        let service = (at != STORE).then(|| Service::start(&folder, ""));
        let user = format!("{at} --pin-file user.pin");
        let mut all = vec![];
        for kind in ["p256", "ed25519", "rsa2048", "aes128"] {
            let line = format!("key generate {user} --algorithm {kind} --label {kind}");
            let made = json(&folder, &line);
            assert_eq!(made, json(&folder, &format!("key show {kind} {at}")));
            all.push(format!("{} {} {}", made["algorithm"], made["usage"], made["exportable"]));
        }
        run(&folder, &format!("key import {user} --in theirs.pem --label open --exportable"));
        run(&folder, &format!("key import {user} --in theirs.pem --label public --public"));
        run(&folder, &format!("key export open {user} --out ours.pem --force"));
        let public = |file: &str| run(&folder, &format!("pubkey --key {file}"));
        assert_eq!(public("ours.pem"), public("theirs.pem"));
        let listed = json(&folder, &format!("key list {at}"));
        let keys = listed["keys"].as_array().expect("keys");
        all.extend(keys.iter().map(|key| format!("{} {}", key["label"], key["class"])));
        for (line, status, code) in [
            (format!("key export p256 {user} --out x"), 3, "KEY_NOT_EXTRACTABLE"),
            (format!("key export aes128 {user} --out x"), 3, "KEY_TYPE"),
            (format!("key generate {user} --algorithm p256 --label open"), 3, "NAME_EXISTS"),
            (format!("key delete none {user}"), 3, "KEY_UNKNOWN"),
            (format!("key delete open {at} --pin-file wrong.pin"), 6, "PIN_WRONG"),
            (format!("key import {user} --in x --label y --public --usage sign"), 2, "USAGE"),
            (format!("key import {user} --in x --label y --public --exportable"), 2, "USAGE"),
        ] {
            refuses(&folder, &line, status, code);
        }
        all.extend(wraps(&folder, &user));
        let pins = format!("{at} --pin-file officer.pin --new-pin-file user.pin");
        run(&folder, &format!("token set-pin {pins} --for user"));
        refuses(&folder, &format!("token set-pin {pins} --for user --as user"), 6, "PIN_WRONG");
        if service.is_some() {
            signs_by_service(&folder);
        }
        for label in ["p256", "ed25519", "rsa2048", "aes128", "open", "public"] {
            run(&folder, &format!("key delete {label} {user}"));
        }
        assert_eq!(run(&folder, &format!("key list {at}")), "");
        said.push(all);
    }
    assert_eq!(said[0], said[1]);
}

/// A key leaves the token wrapped and comes in again, by both forms. What the token does not do it
/// refuses.
fn wraps(folder: &Folder, user: &str) -> Vec<String> {
    run(folder, &format!("key generate {user} --algorithm aes256 --label wrapping"));
    run(folder, &format!("key generate {user} --algorithm aes192 --label inner --exportable"));
    let unwrap = format!("key unwrap {user} --by wrapping --in x.wrapped --label again");
    let mut said = vec![];
    for (label, kind, form) in
        [("open", "p384", "kwp"), ("inner", "aes192", "kw"), ("inner", "aes192", "kwp")]
    {
        let how = format!("--by wrapping --form {form}");
        run(folder, &format!("key wrap {label} {user} {how} --out x.wrapped --force"));
        let made = json(folder, &format!("{unwrap} --form {form} --algorithm {kind}"));
        let shown = json(folder, &format!("key show {label} {}", at_of(user)));
        assert_eq!(made["public_key"], shown["public_key"]);
        let bytes = folder.path("x.wrapped").metadata().expect("a file").len();
        said.push(format!("{} {} {bytes}", made["algorithm"], made["usage"]));
        run(folder, &format!("key delete again {user}"));
    }
    let wrap = |more: &str| format!("key wrap {more} {user} --out y --force");
    refuses(folder, &wrap("p256 --by wrapping"), 3, "KEY_NOT_EXTRACTABLE");
    refuses(folder, &wrap("open --by p256"), 3, "KEY_TYPE");
    refuses(folder, &wrap("open --by none"), 3, "KEY_UNKNOWN");
    refuses(folder, &wrap("open --by aes128"), 3, "WRAP_TOO_WEAK");
    refuses(folder, &format!("{unwrap} --algorithm aes128"), 3, "KEY_TYPE");
    refuses(folder, &format!("{unwrap} --algorithm aes192 --form kw"), 3, "WRAP_INVALID");
    refuses(folder, &format!("key show again {}", at_of(user)), 3, "KEY_UNKNOWN");
    for label in ["wrapping", "inner"] {
        run(folder, &format!("key delete {label} {user}"));
    }
    said
}

/// Where the token is, of what a user says.
fn at_of(user: &str) -> &str {
    user.split_once(" --pin-file").expect("a user has a PIN").0
}

/// Signs by the service of `socket`, and verifies by it and by the public keys alone.
fn signs_by_service(folder: &Folder) {
    let lines = [
        ("p256", ""),
        ("p256", " --hash sha512"),
        ("p256", " --format raw"),
        ("p256", " --digest --hash none"),
        ("ed25519", ""),
        ("ed25519", " --context-hex 0aff"),
        ("ed25519", " --prehash"),
        ("rsa2048", ""),
        ("rsa2048", " --scheme pss --hash sha384 --salt max"),
    ];
    for (label, how) in lines {
        let key = format!("{AT} --key {label} --in letter{how}");
        run(folder, &format!("sign {key} --out letter.sig --force"));
        let verify = format!("--key {label} --in letter --signature letter.sig{how}");
        assert_eq!(run(folder, &format!("verify {AT} {verify}")), "signature: valid\n");
        assert_eq!(run(folder, &format!("verify --socket socket {verify}")), "signature: valid\n");
        let shown = json(folder, &format!("key show {label} --socket socket"));
        folder.write("public.pem", shown["public_key"].as_str().expect("PEM"));
        let verify = format!("--key public.pem --in letter --signature letter.sig{how}");
        assert_eq!(run(folder, &format!("verify {verify}")), "signature: valid\n");
        folder.write("other", "another letter");
        let verify = format!("verify {AT} --key {label} --in other --signature letter.sig{how}");
        refuses(folder, &verify, 4, "SIG_INVALID");
    }
    let sign = format!("sign {AT} --in letter --out x --key");
    refuses(folder, &format!("{sign} none"), 3, "KEY_UNKNOWN");
    refuses(folder, &format!("{sign} public"), 3, "USAGE_DENIED");
    refuses(folder, &format!("{sign} p256 --low-s"), 2, "USAGE");
    refuses(folder, &format!("{sign} p256 --context x"), 2, "SCHEME_UNSUPPORTED");
    let sign = "sign --socket socket --in letter --out x --key p256";
    let said = refuses(folder, sign, 6, "NOT_LOGGED_IN");
    assert!(said.contains("--pin-file is needed"), "{said}");
    let officer = format!("{sign} --as officer --pin-file officer.pin");
    let said = refuses(folder, &officer, 3, "ROLE_DENIED");
    assert!(
        said.contains("--as officer: ") && said.contains("the operator and the user"),
        "{said}"
    );
    let said = refuses(folder, &format!("{sign} {} --hash sha1", &AT[16..]), 3, "PARAM_HASH");
    assert!(said.contains("--hash sha1: verifies only"), "{said}");
    refuses(folder, "sign --key theirs.pem --pin-file user.pin --in letter", 2, "USAGE");
    refuses(folder, "key list --socket socket --master-file master.key", 2, "USAGE");
    refuses(folder, "key list", 2, "USAGE");
}

/// Goal: a service listens on an address of this machine too, and on no other.
#[test]
fn addresses_of_this_machine() {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "p256", "web", "");
    let mut service = Service::start(&folder, " --listen 127.0.0.1:0");
    let address = service.ready["address"].as_str().expect("an address").to_owned();
    for place in ["socket", &address] {
        let line = format!("sign --socket {place} --pin-file operator.pin --key web");
        run(&folder, &format!("{line} --in operator.pin --out signature --force"));
    }
    refuses(&folder, &format!("key list --socket {address}"), 6, "NOT_LOGGED_IN");
    let line = format!("key list --socket {address} --pin-file user.pin");
    assert!(run(&folder, &line).contains("web"));
    assert_eq!(service.signal("-TERM"), Some(0));
    let serve = format!("serve {STORE} --socket socket --listen");
    let said = refuses(&folder, &format!("{serve} 0.0.0.0:0"), 2, "PERMISSION");
    assert!(said.contains("--listen: 0.0.0.0:0: ") && said.contains("127.0.0.0/8"), "{said}");
    refuses(&folder, &format!("{serve} localhost"), 2, "USAGE");
}

/// Goal: how a service is, and its figures, for whoever may connect; by an address figures take a
/// login.
#[test]
fn states_and_figures() {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "p256", "web", "");
    let service = Service::start(&folder, " --listen 127.0.0.1:0");
    let address = service.ready["address"].as_str().expect("an address").to_owned();
    run(&folder, &format!("sign {AT} --key web --in operator.pin --out signature"));
    // Who comes by an address logs in first.
    let login = format!("{address} --pin-file operator.pin");
    refuses(&folder, &format!("status --socket {address}"), 6, "NOT_LOGGED_IN");
    for place in ["socket", &login] {
        let status = json(&folder, &format!("status --socket {place}"));
        assert_eq!((&status["token"], &status["objects"]), (&"signing".into(), &1.into()));
        assert_eq!((&status["closing"], &status["outstanding"]), (&false.into(), &0.into()));
        assert!(status["connections"].as_u64() >= Some(1), "{status}");
    }
    let text = run(&folder, "status --socket socket");
    assert!(text.starts_with("token         signing\nstate         serving\n"), "{text}");
    refuses(&folder, &format!("status --socket {address} --metrics"), 6, "NOT_LOGGED_IN");
    for place in ["socket", &login] {
        let figures = run(&folder, &format!("status --metrics --socket {place}"));
        let value = |name: &str| {
            let line = figures.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("{figures}")).trim().parse::<f64>().expect("a number")
        };
        assert!(value("process_cpu_seconds_total ") > 0.0);
        assert!(figures.contains("# TYPE sealane_"), "{figures}");
    }
    refuses(&folder, "status --socket socket --metrics --json", 2, "USAGE");
}

/// Goal: a service makes no socket where everybody may put another one in its place; who is not
/// there is named.
#[test]
fn places_of_sockets() {
    let folder = token_of_user();
    std::fs::create_dir(folder.path("open")).expect("a folder");
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder.path("open"), open).expect("permissions");
    folder.write("file", "no socket");
    for (line, status, code, named) in [
        (format!("serve {STORE} --socket open/socket"), 2, "PERMISSION", "open: everybody"),
        (
            format!("serve {STORE} --socket none/socket"),
            2,
            "PERMISSION",
            "--socket \"none/socket\": none: No such file",
        ),
        (
            format!("serve {STORE} --socket file"),
            2,
            "PERMISSION",
            "--socket \"file\": file: there is a file",
        ),
        (format!("serve {STORE} --socket {}", "s".repeat(108)), 2, "USAGE", "107 at most"),
        ("key list --socket none".into(), 1, "DISCONNECTED", "--socket \"none\": No such file"),
        ("key list --socket file".into(), 1, "DISCONNECTED", "--socket \"file\": that is no"),
        ("status --socket 127.0.0.1:1".into(), 1, "DISCONNECTED", "--socket 127.0.0.1:1: nobody"),
    ] {
        let said = refuses(&folder, &line, status, code);
        assert!(said.contains(named), "{line}: {said}");
    }
}

/// Goal: what is asked wrongly is refused, by the command or by the service, with its code.
#[test]
fn refusals() {
    let (folder, mut service) = served();
    secret(&folder, "no.pin", b"not it\n");
    log_in_once(&folder);
    refuses(&folder, &format!("serve {STORE} --socket other --keep-keys 0"), 2, "USAGE");
    refuses(&folder, &format!("sign {AT} --key none --in no.pin"), 3, "KEY_UNKNOWN");
    let sign = "sign --socket socket --key x --in no.pin";
    refuses(&folder, &format!("{sign} --pin-file no.pin"), 6, "PIN_WRONG");
    refuses(&folder, &format!("{sign} --pin-file operator.pin --as auditor"), 6, "PIN_UNSET");
    assert_eq!(service.signal("-TERM"), Some(0));
    refuses(&folder, &format!("sign {AT} --key x --in no.pin"), 1, "DISCONNECTED");
}
