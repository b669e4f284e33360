//! Tokens made by the command.
use super::Folder;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;

/// What each command on the token of a folder needs.
pub const STORE: &str = "--store token.db --master-file master.key";

/// A folder with a master key, PINs, and a token whose officer has one.
pub fn token() -> Folder {
    let folder = Folder::new();
    secret(&folder, "master.key", &[7; 32]);
    for pin in ["officer", "user", "operator", "auditor", "wrong"] {
        secret(&folder, &format!("{pin}.pin"), format!("{pin} 1234\n").as_bytes());
    }
    run(&folder, &format!("token init {STORE} --label signing --new-pin-file officer.pin"));
    folder
}

/// The same, with a PIN of the user.
pub fn token_of_user() -> Folder {
    let folder = token();
    set_pin(&folder, "user");
    folder
}

pub fn secret(folder: &Folder, name: &str, bytes: &[u8]) {
    folder.write(name, bytes);
    let private = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(folder.path(name), private).expect("permissions");
}

pub fn run(folder: &Folder, line: &str) -> String {
    let line: Vec<&str> = line.split(' ').collect();
    String::from_utf8(folder.succeeds(&line)).expect("text")
}

pub fn json(folder: &Folder, line: &str) -> Value {
    serde_json::from_str(&run(folder, &format!("{line} --json"))).expect("JSON")
}

pub fn refuses(folder: &Folder, line: &str, status: i32, code: &str) -> String {
    folder.refuses(&line.split(' ').collect::<Vec<_>>(), status, code).stderr
}

pub fn set_pin(folder: &Folder, role: &str) {
    let pins = format!("--pin-file officer.pin --new-pin-file {role}.pin");
    run(folder, &format!("token set-pin {STORE} {pins} --for {role}"));
}

pub fn generate(folder: &Folder, algorithm: &str, label: &str, more: &str) -> Value {
    let pin = "--pin-file user.pin";
    let line = format!("key generate {STORE} {pin} --algorithm {algorithm} --label {label}{more}");
    json(folder, &line)
}
