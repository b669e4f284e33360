//! The file of a store: any bytes in the place of its pages.

use crate::common::{USER, master, path, pin, quick_folder};
use crate::template::platform;
use sealane_hsm::Error;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::LazyLock;
use tempfile::TempDir;

pub static FOLDER: LazyLock<TempDir> = LazyLock::new(quick_folder);

/// The file, and what may lie beside it.
pub const NAMES: [&str; 4] = ["token.db", "token.db-journal", "token.db-wal", "token.db-shm"];

/// Opens the file. Errors: those of [`Token::open`].
fn open() -> Result<Token, Error> {
    Token::open(Box::new(Sqlite::open(&path(FOLDER.path()))?), platform(2), &master())
}

/// The file is refused, or it is a whole token, which stays one.
pub fn run(bytes: &[u8]) {
    put(bytes);
    check();
}

/// Writes the file, with nothing beside it.
pub fn put(bytes: &[u8]) {
    for name in NAMES {
        let _ = fs::remove_file(FOLDER.path().join(name));
    }
    let path = path(FOLDER.path());
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
    file.and_then(|mut file| file.write_all(bytes)).expect("a file");
}

/// What is there is refused, or it is a whole token, which stays one.
pub fn check() {
    let path = path(FOLDER.path());
    let token = match open() {
        Ok(token) => token,
        // A store of before has other records.
        Err(Error::StoreVersion { found: 1, .. }) => {
            let storage = Sqlite::open(&path).map(Box::new).expect("it was opened just now");
            let migrated = Token::migrate(storage, platform(2), &master(), &pin("officer of v0.1"));
            let Ok(token) = migrated else { return };
            token
        }
        Err(_) => return,
    };
    if token.check().is_err() {
        return;
    }
    let status = token.status().expect("it was read just now");
    assert_eq!(token.list().len() as u64, status.objects);
    if let Ok(user) = token.login(Role::User, &pin(USER)) {
        for object in token.list() {
            let _ = token.export(&user, object.id);
        }
    }
    drop(token);
    open().and_then(|token| token.check()).expect("what was whole stays whole");
}
