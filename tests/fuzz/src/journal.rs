//! What lies beside a store when it is opened: the pages of before, from a commit that was
//! interrupted; a log written ahead, which there never is.
//!
//! The first byte says which: any bytes, or a journal in its right form, of pages of the store with
//! edits, so that it is taken for good and its pages are put back.

use crate::common::{OFFICER, USER, draft, master, path, pin, quick_folder};
use crate::edits;
use crate::store::{self, FOLDER, NAMES};
use crate::template::{from_outside, platform};
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use std::fs;
use std::sync::LazyLock;

/// Bytes of a page.
const PAGE: usize = 512;

/// A store of small pages, the same each time.
pub static STORE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = quick_folder();
    let file = path(folder.path());
    let storage = Box::new(Sqlite::create(&file).expect("a store"));
    let officer = pin(OFFICER);
    let token = Token::init(storage, platform(5), &master(), "a token", &officer).expect("a token");
    let officer = token.login(Role::Officer, &officer).expect("the officer");
    token.set_pin(&officer, Role::User, &pin(USER)).expect("a PIN");
    let user = token.login(Role::User, &pin(USER)).expect("the user");
    let keys = ["p256", "ed25519", "aes256"].map(|kind| from_outside(kind, draft(kind, kind)));
    token.import(&user, keys.into()).expect("keys");
    drop(token);
    let connection = rusqlite::Connection::open(&file).expect("a store");
    connection.execute_batch("PRAGMA page_size = 512; VACUUM;").expect("smaller pages");
    drop(connection);
    fs::read(&file).expect("a store")
});

/// A journal of SQLite: a sector with its header, then pages with their numbers and sums.
fn journal(pages: &[(u32, Vec<u8>)], count: u32) -> Vec<u8> {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    const NONCE: u32 = 0x1234_5678;
    let numbers = [pages.len() as u32, NONCE, count, PAGE as u32, PAGE as u32];
    let mut out = [&MAGIC[..], &numbers.map(u32::to_be_bytes).concat()].concat();
    out.resize(PAGE, 0);
    for (number, page) in pages {
        // Every two hundredth byte, from the end.
        let places = (1..PAGE).rev().step_by(200).skip(1).map(|at| at + 1);
        let sum = places.fold(NONCE, |sum, at| sum.wrapping_add(page[at].into()));
        out.extend(number.to_be_bytes());
        out.extend(page);
        out.extend(sum.to_be_bytes());
    }
    out
}

/// The store is refused, or it is a whole token, which stays one.
pub fn run(bytes: &[u8]) {
    let Some((how, bytes)) = bytes.split_first() else { return };
    let (name, beside) = match how % 4 {
        0 => ("token.db-journal", bytes.to_vec()),
        1 => ("token.db-wal", bytes.to_vec()),
        _ => {
            let mut pages: Vec<(u32, Vec<u8>)> = Vec::new();
            for edit in edits::read(bytes) {
                let number = edit.field % (STORE.len() / PAGE);
                let at = pages.iter().position(|(it, _)| *it as usize == number + 1);
                let at = at.unwrap_or_else(|| {
                    let page = STORE[number * PAGE..][..PAGE].to_vec();
                    pages.push((number as u32 + 1, page));
                    pages.len() - 1
                });
                edit.apply(&mut pages[at].1);
                pages[at].1.resize(PAGE, 0);
            }
            // Or the file had fewer pages before.
            let all = (STORE.len() / PAGE) as u32;
            let count = if how % 4 == 2 { all } else { all.saturating_sub(u32::from(how >> 2)) };
            ("token.db-journal", journal(&pages, count))
        }
    };
    store::put(&STORE);
    assert!(NAMES.contains(&name));
    fs::write(FOLDER.path().join(name), beside).expect("a file");
    store::check();
}
