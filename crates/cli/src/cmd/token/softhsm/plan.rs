//! What becomes of each object of the other token: which belong together, which this token has,
//! and what the others are called.
use super::convert::{Content, Ready, ready};
use super::foreign::{Foreign, Refusal};
use super::labels::{is_numbered, numbered};
use cryptoki_sys::*;
use sealane_hsm::key::KeyKind;
use sealane_hsm::object::{Class, Id, Object, Patch, Usage};
use std::collections::HashSet;
use zeroize::Zeroizing;

/// What becomes of an object.
pub enum Outcome {
    /// It is to be brought.
    Bring(Box<Ready>),
    /// It was brought.
    Brought,
    /// This token has it.
    There,
    /// This token has it, but not all that is said of it: a run was interrupted.
    Finish(Id, Patch),
    Refused(Refusal),
}

/// An object of the other token, and what becomes of it. A pair is one.
pub struct Entry {
    /// How the other token calls it.
    pub name: String,
    /// What it is, as far as that is known.
    pub class: Option<Class>,
    pub kind: Option<KeyKind>,
    /// The label that it has there.
    pub label: String,
    /// The label that it has here.
    pub own_label: Option<String>,
    pub usage: Usage,
    pub id: Vec<u8>,
    /// The number of its type of key.
    key_type: Option<CK_KEY_TYPE>,
    pub notes: Vec<String>,
    pub outcome: Outcome,
}

/// Decides of each object. `content` gives the bytes of data, or of a key of AES, that this token
/// has, if they may be read.
pub fn plan(
    objects: &[Foreign],
    existing: &[Object],
    mut content: impl FnMut(&Object) -> Option<Zeroizing<Vec<u8>>>,
) -> Vec<Entry> {
    let mut entries: Vec<Entry> = objects.iter().map(entry).collect();
    entries.sort_by(|a, b| {
        (a.class, &a.label, &a.id, &a.name).cmp(&(b.class, &b.label, &b.id, &b.name))
    });
    refuse_mismatched(&mut entries);
    join_pairs(&mut entries);
    refuse_orphans(&mut entries);
    let mut found = HashSet::new();
    for entry in &mut entries {
        let Outcome::Bring(ready) = &entry.outcome else { continue };
        let free = existing.iter().filter(|object| !found.contains(&object.id));
        let there = free.into_iter().find(|object| is_there(ready, object, &mut content));
        if let Some(object) = there {
            // Public keys and certificates are the same however often they are there.
            if ready.public().is_empty() {
                found.insert(object.id);
            }
            entry.own_label = Some(object.attributes.label.clone());
            entry.notes.clear();
            let patch = missing(ready, object);
            entry.outcome = match patch == Patch::default() {
                true => Outcome::There,
                false => Outcome::Finish(object.id, patch),
            };
        }
    }
    name_all(&mut entries, existing);
    entries
}

fn entry(object: &Foreign) -> Entry {
    let made = ready(object);
    let (class, kind, usage, notes) = match &made {
        Ok(it) => (Some(it.class), Some(it.kind), it.attributes.usage, it.notes.clone()),
        Err(_) => (class_of(object), None, Usage::NONE, vec![]),
    };
    let label = String::from_utf8_lossy(object.bytes(CKA_LABEL).unwrap_or_default()).into_owned();
    Entry {
        name: object.name.clone(),
        class,
        kind,
        label,
        own_label: None,
        usage,
        id: object.id().to_vec(),
        key_type: object.number(CKA_KEY_TYPE),
        notes,
        outcome: match made {
            Ok(ready) => Outcome::Bring(Box::new(ready)),
            Err(refusal) => Outcome::Refused(refusal),
        },
    }
}

fn class_of(object: &Foreign) -> Option<Class> {
    Some(match object.number(CKA_CLASS)? {
        CKO_PRIVATE_KEY => Class::Private,
        CKO_SECRET_KEY => Class::Secret,
        CKO_PUBLIC_KEY => Class::Public,
        CKO_CERTIFICATE => Class::Certificate,
        CKO_DATA => Class::Data,
        _ => return None,
    })
}

impl Entry {
    fn is(&self, class: Class) -> bool {
        self.class == Some(class)
    }

    /// The public half, if the object can be brought and has one.
    fn public(&self) -> Option<Vec<u8>> {
        match &self.outcome {
            Outcome::Bring(ready) => Some(ready.public()),
            _ => None,
        }
    }

    /// Whether the ids of two say that they are halves of a pair.
    fn is_half_of(&self, other: &Self) -> bool {
        !self.id.is_empty() && self.id == other.id && self.key_type == other.key_type
    }
}

/// Refuses private keys beside whose id there are public keys, and none is theirs: nothing
/// authenticates what SoftHSM encrypts, so that a damaged key may be another one.
fn refuse_mismatched(entries: &mut [Entry]) {
    let mismatched = |own: &Entry| {
        let Some(public) = own.public().filter(|_| own.is(Class::Private)) else { return false };
        let beside = entries.iter().filter(|it| it.is(Class::Public) && it.is_half_of(own));
        let mut beside = beside.filter_map(Entry::public).peekable();
        beside.peek().is_some() && !beside.any(|other| other == public)
    };
    let all: Vec<bool> = entries.iter().map(mismatched).collect();
    for (entry, _) in entries.iter_mut().zip(all).filter(|(_, mismatched)| *mismatched) {
        let why = "the public key with its CKA_ID is another key's: one of the two is damaged";
        entry.outcome = Outcome::Refused(Refusal::new("KEY_MISMATCH", why));
    }
}

/// Takes the public keys out that belong to private ones, by id and value.
fn join_pairs(entries: &mut Vec<Entry>) {
    let private = entries.iter().filter(|it| it.is(Class::Private));
    let private = private.filter_map(|it| Some((it.id.clone(), it.public()?)));
    let private: HashSet<_> = private.collect();
    // A module's public key of DSA is known by its id alone.
    let is_dsa = |it: &Entry| it.key_type == Some(CKK_DSA);
    let brought = entries.iter().filter(|it| it.is(Class::Private) && it.public().is_some());
    let dsa: HashSet<_> = brought.filter(|it| is_dsa(it)).map(|it| it.id.clone()).collect();
    entries.retain(|it| match it.public() {
        _ if !it.is(Class::Public) => true,
        Some(public) => !private.contains(&(it.id.clone(), public)),
        None => it.id.is_empty() || !is_dsa(it) || !dsa.contains(&it.id),
    });
}

/// Refuses public keys whose private halves are refused: a later run may bring both.
fn refuse_orphans(entries: &mut [Entry]) {
    let orphan = |own: &Entry| {
        let is_lost = |it: &Entry| it.is(Class::Private) && it.public().is_none();
        let brings = own.is(Class::Public) && own.public().is_some();
        brings && entries.iter().any(|it| is_lost(it) && own.is_half_of(it))
    };
    let all: Vec<bool> = entries.iter().map(orphan).collect();
    for (entry, _) in entries.iter_mut().zip(all).filter(|(_, orphan)| *orphan) {
        let why = "its private half, which has the same CKA_ID, is not brought";
        entry.outcome = Outcome::Refused(Refusal::new("HALF_MISSING", why));
    }
}

/// Whether an object of this token is one that would be brought.
fn is_there(
    ready: &Ready,
    object: &Object,
    content: &mut impl FnMut(&Object) -> Option<Zeroizing<Vec<u8>>>,
) -> bool {
    let same_class = match ready.class {
        // The pair has it too.
        Class::Public => matches!(object.class, Class::Public | Class::Private),
        class => object.class == class,
    };
    if !same_class || object.kind != ready.kind {
        return false;
    }
    let public = ready.public();
    if !public.is_empty() {
        return object.public == public;
    }
    let (ours, theirs) = (&object.attributes, &ready.attributes);
    if ours.external_id != theirs.external_id || !is_numbered(&theirs.label, &ours.label) {
        return false;
    }
    match (&ready.content, content(object)) {
        (Content::Key(key), Some(bytes)) => key.to_document() == bytes,
        // What may not be read is told by its label and its id.
        _ => true,
    }
}

/// Gives labels that are free to those that are brought.
fn name_all(entries: &mut [Entry], existing: &[Object]) {
    let sort = |class: Class| if class.is_key() { Class::Private } else { class };
    let taken = existing.iter().map(|it| (sort(it.class), it.attributes.label.clone()));
    let mut taken: HashSet<(Class, String)> = taken.collect();
    for entry in entries {
        let Outcome::Bring(ready) = &mut entry.outcome else { continue };
        let wanted = &ready.attributes.label;
        let sort = sort(ready.class);
        let free = (1..u32::MAX).map(|number| (sort, numbered(wanted, number)));
        let free = free.into_iter().find(|it| !taken.contains(it));
        let Some(free) = free else { continue };
        if free.1 != *wanted {
            entry.notes.push(format!("the label {wanted:?} is another object's"));
            ready.attributes.label.clone_from(&free.1);
        }
        entry.own_label = Some(free.1.clone());
        taken.insert(free);
    }
}

/// What a public key that was taken in still lacks of what is said of it: its id, and a use less.
pub fn missing(ready: &Ready, object: &Object) -> Patch {
    let (has, wants) = (&object.attributes, &ready.attributes);
    let is_public = [object.class, ready.class] == [Class::Public; 2];
    if !is_public || !has.external_id.is_empty() || wants.external_id.is_empty() {
        return Patch::default();
    }
    let less = has.usage != wants.usage && has.usage.has(wants.usage);
    Patch {
        external_id: Some(wants.external_id.clone()),
        usage: less.then_some(wants.usage),
        ..Patch::default()
    }
}

/// Whether the content of an object of this token may be compared: data, and keys of AES that may
/// leave in the clear.
pub fn is_readable(object: &Object) -> bool {
    let it = &object.attributes;
    matches!(object.class, Class::Data | Class::Secret) && it.exportable && !it.sensitive
}
