//! Tokens to try things on.
#![allow(dead_code, reason = "each test program uses a part")]

pub mod operations;

use sealane_hsm::guard::Guard;
use sealane_hsm::key::KeyKind;
use sealane_hsm::master::Master;
use sealane_hsm::object::Attributes;
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::Storage;
use sealane_hsm::token::{Draft, Session, Token};
use sealane_hsm::{Platform, SymmetricKey};
use std::path::{Path, PathBuf};

pub const OFFICER: &str = "officer's PIN";
pub const USER: &str = "user's PIN";

pub fn master() -> Master {
    Master::Key(SymmetricKey::from_bytes(&[0x5a; 32]).unwrap())
}

pub fn pin(text: &str) -> Pin {
    Pin::new(text.as_bytes()).unwrap()
}

pub fn path(folder: &Path) -> PathBuf {
    folder.join("token.db")
}

/// Makes a token with an officer's PIN.
pub fn init(folder: &Path) -> Token {
    init_in(Box::new(Sqlite::create(&path(folder)).unwrap()))
}

pub fn init_in(storage: Box<dyn Storage>) -> Token {
    let platform = Platform::system();
    Token::init(storage, platform, &master(), "a token", &pin(OFFICER)).unwrap()
}

pub fn open(folder: &Path) -> Result<Token, sealane_hsm::Error> {
    Token::open(Box::new(Sqlite::open(&path(folder))?), Platform::system(), &master())
}

/// Gives the user a PIN and logs them in.
pub fn user(token: &Token) -> Session {
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_pin(&officer, Role::User, &pin(USER)).unwrap();
    token.login(Role::User, &pin(USER)).unwrap()
}

/// Lets delays after wrong PINs be longer than any test.
pub fn long_delays(token: &Token) {
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let (first_ms, longest_ms) = (86_400_000, 86_400_000);
    let guard = Guard { first_ms, longest_ms, ..Guard::default() };
    token.set_guard(&officer, guard).unwrap();
}

pub fn draft(kind: &str, label: &str) -> Draft {
    let kind: KeyKind = kind.parse().unwrap();
    Draft { kind, attributes: Attributes::usual(label, kind) }
}

/// Like `draft`, for a key that may leave the token, also in the clear.
pub fn loose(kind: &str, label: &str) -> Draft {
    let mut draft = draft(kind, label);
    draft.attributes.exportable = true;
    draft.attributes.sensitive = false;
    draft
}

/// A folder in memory where there is one, so that tests of thousands of stores do not wait for a
/// disk.
pub fn quick_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// All files of a folder, one after the other.
pub fn all_bytes(folder: &Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.flat_map(|file| std::fs::read(file).unwrap()).collect()
}
