//! Records of a store whose MACs are right, whatever is in them: what somebody can write who has
//! the master key and no PIN.
//!
//! The input is edits of the parts of a token's records, and of its state.

use crate::common::{OFFICER, USER, pin};
use crate::edits;
use crate::forge;
use crate::memory::{Contents, Memory};
use crate::template::{TEMPLATE, open};
use sealane_hsm::object::Mechanism;
use sealane_hsm::role::Role;
use sealane_hsm::storage::{Record, Table};
use sealane_hsm::template::Template;
use sealane_hsm::token::{Session, Token};
use std::collections::HashSet;

/// The MAC of the state, which is made anew.
const TAG: usize = 32;

/// Returns what a store has after some edits; nothing if the digest in the state is gone.
fn edited(bytes: &[u8]) -> Option<Contents> {
    let mut contents = TEMPLATE.contents.clone();
    let mut records: Vec<Record> = contents.records.values().cloned().collect();
    let before = forge::digest(&records);
    let mut state = contents.state.take()?;
    for edit in edits::read(bytes) {
        let fields = 2 * records.len() + 1;
        let at = edit.field % fields;
        match records.get_mut(at / 2) {
            Some(record) if at.is_multiple_of(2) => edit.apply(&mut record.body),
            Some(record) => edit.apply(&mut record.sealed),
            None => {
                let mut body = state.split_off(TAG);
                edit.apply(&mut body);
                state.extend(body);
            }
        }
    }
    contents.state = Some(forge::mended(&state, &mut records, before)?);
    contents.records = records.into_iter().map(|it| ((it.table, it.id), it)).collect();
    Some(contents)
}

/// A role's session, if nobody has touched its record: what a derivation costs stands there too.
fn session(token: &Token, contents: &Contents, role: Role, text: &str) -> Option<Session> {
    let same = |(name, record): (&_, &Record)| TEMPLATE.contents.records.get(name) == Some(record);
    let roles = contents.records.iter().filter(|((table, _), _)| *table == Table::Roles);
    roles.into_iter().all(same).then(|| token.login(role, &pin(text)).ok())?
}

/// The token does not open, or it is one: and no key opens about which something else is said.
pub fn run(bytes: &[u8]) {
    let Some(contents) = edited(bytes) else { return };
    let memory = Memory::new(contents.clone());
    let Ok(token) = open(&memory) else { return };
    let changed: HashSet<_> = contents
        .records
        .iter()
        .filter(|(name, record)| {
            let before = &TEMPLATE.contents.records[name];
            (&before.body, &before.sealed) != (&record.body, &record.sealed)
        })
        .map(|((_, id), _)| *id)
        .collect();
    // An edited state may be of another log: that is told, before and afterwards.
    let is_whole = token.check().is_ok();
    // Who has not logged in is told of keys, of those that are for nobody in particular.
    let (told, keys) = (token.page(None, "", usize::MAX), token.list());
    assert!(told.iter().all(|it| it.attributes.permissions.viewers.is_none() && keys.contains(it)));
    if let Some(user) = session(&token, &contents, Role::User, USER) {
        for object in token.list() {
            for (mechanism, name) in Mechanism::ALL {
                let opened = token.open_key(&user, object.id, mechanism).is_ok();
                assert!(!opened || !changed.contains(&object.id), "{name} by a changed record");
            }
            let exported = token.export(&user, object.id).is_ok();
            assert!(!exported || !changed.contains(&object.id), "export of a changed record");
        }
    }
    if let Some(officer) = session(&token, &contents, Role::Officer, OFFICER) {
        let all = token.find_all(Some(&officer), &Template::default(), None, usize::MAX);
        assert_eq!(all.len() as u64, token.status().expect("its state").objects);
        let _ = token.backup(&officer, &TEMPLATE.target_public);
        if token.rekey(&officer, None).is_ok() {
            drop(token);
            let again = open(&memory).expect("what could be wrapped anew opens");
            assert_eq!(again.check().is_ok(), is_whole);
        }
    }
}
