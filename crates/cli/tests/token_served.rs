//! Goal: the guard, the log and locked roles of a token by the command, on its store and through a
//! service that has it: the same lines give the same, and who may not is refused.
use crate::common;

use common::services::{AT, Service, served_with};
use common::tokens::{STORE, json, refuses, run, secret, set_pin, token_of_user};

/// Goal: what is set for the log and the guard is the same by both ways, and stays.
#[test]
fn settings_by_store_and_service() {
    let folder = token_of_user();
    let usual = json(&folder, &format!("token audit-setting {STORE}"));
    assert_eq!((&usual["uses"], &usual["keep_rows"]), (&"minute".into(), &0.into()));
    let officer = "--pin-file officer.pin";
    let by_store = run(&folder, &format!("token audit-setting {STORE} {officer} --keep-days 400"));
    refuses(&folder, &format!("token audit-setting {STORE} --uses none"), 2, "USAGE");
    let wrong = format!("token audit-setting {STORE} {officer} --uses often");
    assert!(refuses(&folder, &wrong, 2, "USAGE").contains("minute, each or none"));
    let _service = Service::start(&folder, "");
    let socket = "--socket socket";
    assert_eq!(run(&folder, &format!("token audit-setting {socket}")), by_store);
    let set = format!("token audit-setting {socket} {officer} --uses each --keep-rows 9000");
    let set = json(&folder, &set);
    assert_eq!(set, json(&folder, &format!("token audit-setting {socket}")));
    assert_eq!((&set["keep_days"], &set["uses"]), (&400.into(), &"each".into()));
    let guard = run(&folder, &format!("token guard {socket} {officer} --lock-after 30"));
    assert_eq!(run(&folder, &format!("token guard {socket}")), guard);
    assert!(guard.contains("lock after:    30\n"), "{guard}");
    run(&folder, &format!("token unlock {socket} --role user"));
    refuses(&folder, &format!("token unlock {socket} --role auditor"), 6, "PIN_UNSET");
    secret(&folder, "code", b"0000");
    let line = format!("token unlock {socket} --role user --recovery-file code");
    assert!(refuses(&folder, &line, 6, "RECOVERY_WRONG").contains("--recovery-file \"code\""));
}

/// Goal: the log tells who used which key and how often, and who was refused, a line of JSON each,
/// while the service runs and after it.
#[test]
fn uses_are_in_the_log() {
    let (folder, mut service) = served_with(&["p256", "ed25519"]);
    folder.write("letter", "a letter");
    for key in ["p256", "p256", "ed25519"] {
        run(&folder, &format!("sign {AT} --key {key} --in letter --out signature --force"));
    }
    let delete = "key delete p256 --socket socket --as operator --pin-file operator.pin";
    refuses(&folder, delete, 3, "ROLE_DENIED");
    // Each command logs out, and its uses are written then.
    let audit = "token audit --as officer --pin-file officer.pin --json-lines --socket socket";
    let used = |line: &str| {
        let rows = run(&folder, line);
        let rows = rows.lines().map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap());
        let used = rows.filter(|row| row["action"] == "use");
        used.map(|row| (row["by"].clone(), row["times"].as_u64().unwrap())).collect::<Vec<_>>()
    };
    let begun = std::time::Instant::now();
    while used(audit).iter().map(|row| row.1).sum::<u64>() < 3 {
        assert!(begun.elapsed().as_secs() < 20, "{:?}", used(audit));
    }
    assert_eq!(service.signal("-TERM"), Some(0));
    set_pin(&folder, "auditor");
    let audit = format!("token audit {STORE} --pin-file auditor.pin");
    let told = used(&format!("{audit} --json"));
    let of = |by: &str| told.iter().filter(|row| row.0 == by).map(|row| row.1).sum::<u64>();
    assert_eq!((of("ecdsa"), of("eddsa")), (2, 1));
    let text = run(&folder, &audit);
    assert!(text.contains("\toperator\tuse\t") && text.contains("ecdsa, 1 time since "), "{text}");
    assert!(text.contains("\trefused\tthe right to manage keys\t"), "{text}");
    assert!(text.contains("ROLE_DENIED, 1 time since "), "{text}");
}
