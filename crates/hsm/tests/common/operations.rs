//! Operations that are tried while something fails below them.

use super::{USER, draft, pin};
use sealane_hsm::Error;
use sealane_hsm::object::Object;
use sealane_hsm::role::Role;
use sealane_hsm::token::{Patch, Session, Token};
use std::sync::Arc;

pub type Operation = fn(&Token, &Session, &Session, u32) -> Result<(), Error>;

/// What is tried: a name, and the operation by the user and the officer for the n-th time.
pub const OPERATIONS: [(&str, Operation); 8] = [
    ("generate", |token, user, _, n| {
        token.generate(user, draft("p256", &format!("made {n}"))).map(drop)
    }),
    ("delete", |token, user, _, _| {
        let made = |object: &Arc<Object>| object.attributes.label.starts_with("made");
        let first = token.list().into_iter().find(made).ok_or(Error::KeyUnknown)?;
        token.delete(user, first.id)
    }),
    ("modify", |token, user, _, n| {
        let object = token.list().into_iter().find(|it| it.kind.to_string() == "p256");
        let id = object.ok_or(Error::KeyUnknown)?.id;
        let patch = Patch { label: Some(format!("renamed {n}")), ..Patch::default() };
        token.modify(user, id, patch).map(drop)
    }),
    ("import", |token, user, _, n| {
        let public = token.find_label("ed25519")?.public.clone();
        token.import_public(user, &public, &format!("public {n}")).map(drop)
    }),
    ("rekey", |token, _, officer, _| token.rekey(officer, None)),
    ("backup", |token, _, officer, _| {
        let target = token.find_label("target")?.public.clone();
        token.backup(officer, &target).map(drop)
    }),
    ("set PIN", |token, _, officer, _| token.set_pin(officer, Role::Operator, &pin("0000"))),
    ("login", |token, _, _, _| token.login(Role::User, &pin(USER)).map(drop)),
];
