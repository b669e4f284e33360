//! D8: only what a role may is possible, in every order of steps, and what is said of a key cannot
//! change without a PIN.

mod people;

use super::forge;
use super::memory::Memory;
use crate::common;
use common::{OFFICER, USER, draft, init, open, path, pin, user};
use sealane::rsa::Oaep;
use sealane::{Hash, Lengths};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings};
use sealane_hsm::key::Key;
use sealane_hsm::keywrap::{self, Form};
use sealane_hsm::object::{Attributes, Id, Mechanism, Object, Usage};
use sealane_hsm::queue::Ciphertext;
use sealane_hsm::role::Role;
#[cfg(feature = "test-hooks")]
use sealane_hsm::token::Rule;
use sealane_hsm::token::{Draft, Patch, Session, Token};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Goal: who has the master key and the file, and no PIN, cannot change what a key may be used for.
/// Method: each attribute of a stored key is edited, and all MACs made right; the key is no more
/// opened, and with the attribute as it was it is.
#[test]
fn hardening_d8_attributes_are_bound_to_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let store = path(folder.path());
    let token = init(folder.path());
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "web")).unwrap();
    drop(token);
    let whole = std::fs::read(&store).unwrap();
    let edit = |edit: &dyn Fn(&mut Object)| {
        std::fs::write(&store, &whole).unwrap();
        let before = forge::digest_of(&store);
        let file = rusqlite::Connection::open(&store).unwrap();
        let body: Vec<u8> =
            file.query_row("SELECT body FROM record WHERE kind = 0", [], |row| row.get(0)).unwrap();
        let (mut object, rest) = forge::read_object(&body);
        edit(&mut object);
        let body = [&forge::object_bytes(&object)[..], rest].concat();
        file.execute("UPDATE record SET body = ? WHERE kind = 0", [body]).unwrap();
        drop(file);
        forge::mend(&store, before);
        let token = open(folder.path()).unwrap();
        token.check().unwrap();
        let session = token.login(Role::User, &pin(USER)).unwrap();
        let opened = token.open_key(&session, key.id, Mechanism::Ecdsa).map(drop);
        opened.and(token.export(&session, key.id).map(drop))
    };
    type Edit = fn(&mut Object);
    let edits: [(&str, Edit); 6] = [
        ("exportable", |it| it.attributes.exportable = true),
        ("sensitive", |it| it.attributes.sensitive = false),
        ("both", |it| (it.attributes.exportable, it.attributes.sensitive) = (true, false)),
        ("label", |it| it.attributes.label = "another".into()),
        ("mechanisms", |it| it.attributes.mechanisms = vec![Mechanism::Ecdsa]),
        ("version", |it| it.version += 1),
    ];
    for (what, change) in edits {
        let said = edit(&change);
        assert!(matches!(said, Err(Error::StoreCorrupt(_))), "{what}: {said:?}");
    }
    assert_eq!(edit(&|_| ()), Err(Error::KeyNotExportable), "as it was, it opens");
}

/// Goal: what a record is of is what it says: else the next change of the token would write it
/// under another name, and the token would open no more. Method: the id of a public key, and the
/// role of a role's record, are edited, and all MACs made right.
#[test]
fn hardening_d8_records_stand_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let store = path(folder.path());
    let token = init(folder.path());
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "own")).unwrap();
    token.import_public(&session, &key.public, "theirs").unwrap();
    drop(token);
    let whole = std::fs::read(&store).unwrap();
    for which in ["kind = 0 AND length(sealed) = 0", "kind = 1"] {
        std::fs::write(&store, &whole).unwrap();
        let before = forge::digest_of(&store);
        let file = rusqlite::Connection::open(&store).unwrap();
        let query = format!("SELECT id, body FROM record WHERE {which} LIMIT 1");
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, Vec<u8>>(0)?, row.get(1)?));
        let (id, mut body): (_, Vec<u8>) = file.query_row(&query, [], row).unwrap();
        // The first byte of an id, or a role.
        body[0] ^= 2;
        file.execute("UPDATE record SET body = ? WHERE id = ?", (body, id)).unwrap();
        drop(file);
        forge::mend(&store, before);
        let said = open(folder.path()).err();
        assert!(matches!(said, Some(Error::StoreCorrupt(_))), "{which}: {said:?}");
    }
}

/// Goal: nobody but the officer makes a key that reads backups, by whatever way.
#[test]
fn hardening_d8_the_officers_keys_are_the_officers() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let mut reads = draft("x25519", "reads backups");
    reads.attributes.mechanisms = vec![Mechanism::Restore];
    let key = sealane::ecc::PrivateKey::generate(sealane::ecc::Algorithm::X25519).unwrap();
    let document = key.to_pkcs8_der();
    let by = token.generate(&session, draft("aes256", "wraps")).unwrap();
    let open = token.import(
        &session,
        vec![(Key::from_pkcs8(&document).unwrap(), common::loose("x25519", "open").attributes)],
    );
    let wrapped = token.wrap(&session, by.id, open.unwrap()[0].id).unwrap();
    let denied = Some(Error::RoleDenied);
    for session in [&session, &officer] {
        let own = || (Key::from_pkcs8(&document).unwrap(), reads.attributes.clone());
        assert_eq!(token.generate(session, reads.clone()).err(), denied);
        assert_eq!(token.import(session, vec![own()]).err(), denied);
        let unwrapped = token.unwrap(session, by.id, &wrapped, reads.attributes.clone());
        assert_eq!(unwrapped.err(), denied);
    }
    assert!(token.backup_target(&officer, "target").is_ok());
}

/// One object of a search, and how it came to be.
#[derive(Clone)]
struct Known {
    object: Arc<Object>,
    /// Which key it is: the same number for the same key.
    value: usize,
    how: String,
}

/// Without the hooks of tests there is no rule that could be left out.
#[cfg(not(feature = "test-hooks"))]
type Rule = std::convert::Infallible;

#[cfg(not(feature = "test-hooks"))]
fn leave_out(_: &Token, _: Option<Rule>) {}

#[cfg(feature = "test-hooks")]
fn leave_out(token: &Token, rule: Option<Rule>) {
    rule.into_iter().for_each(|rule| token.leave_out(rule));
}

/// What was wrapped.
#[derive(Clone)]
struct Blob {
    bytes: Vec<u8>,
    /// Which key is in it, and which has wrapped it: no other unwraps it.
    value: usize,
    by: usize,
    form: Form,
    how: String,
}

/// A search over what can be done with a token: everything that was made, wrapped or exported so
/// far is put into every next step.
struct Search {
    engine: Arc<Engine>,
    sessions: Vec<Session>,
    /// Another user, for whom nothing of the first one is that says whom it is for.
    mallory: Session,
    /// Keys of the first user alone.
    owned: Vec<Id>,
    objects: Vec<Known>,
    blobs: Vec<Blob>,
    /// What anybody has encrypted to the public key of RSA.
    ciphertext: Vec<u8>,
    /// Documents that are known outside, and how.
    outside: Vec<(Vec<u8>, String)>,
    seen: HashSet<(usize, bool, bool, String)>,
    victims: Vec<Vec<u8>>,
    /// Whether anything was decrypted at all.
    read: bool,
    values: usize,
    found: BTreeSet<String>,
}

/// The AES key that everybody knows.
const KNOWN: [u8; 32] = [0x4b; 32];

impl Search {
    fn new(left_out: Option<Rule>) -> Self {
        let token = common::init_in(Box::new(Memory::default()));
        leave_out(&token, left_out);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        for role in [Role::User, Role::Operator] {
            token.set_pin(&officer, role, &pin(role.name())).unwrap();
        }
        let mut sessions = vec![officer];
        for role in [Role::User, Role::Operator] {
            sessions.push(token.login(role, &pin(role.name())).unwrap());
        }
        let mallory = people::mallory(&token, &sessions[0]);
        let mut search = Self {
            engine: Arc::new(Engine::new(token, Settings::default())),
            sessions,
            mallory,
            owned: vec![],
            objects: vec![],
            blobs: vec![],
            ciphertext: vec![],
            outside: vec![(KNOWN.to_vec(), "known".to_owned())],
            seen: HashSet::new(),
            victims: vec![],
            read: false,
            values: 0,
            found: BTreeSet::new(),
        };
        search.begin();
        search
    }

    /// What is there before: two keys of somebody's that may leave wrapped only, and two that must
    /// not leave; a key exchange that may be wrapped.
    fn begin(&mut self) {
        let aes = |bytes: u8| Key::from_outside("aes128".parse().unwrap(), &[bytes; 16]).unwrap();
        let pair = |name: &str| {
            let algorithm = sealane::Algorithm::from_name(name).unwrap();
            Key::from_pkcs8(&sealane::PrivateKey::generate(algorithm).unwrap().to_pkcs8_der())
        };
        let document = |key: &Key| match key {
            Key::Private(key) => key.to_pkcs8_der().to_vec(),
            other => other.to_document().to_vec(),
        };
        for (key, exportable) in [
            (pair("p256").unwrap(), true),
            (aes(1), true),
            (pair("ed25519").unwrap(), false),
            (aes(2), false),
        ] {
            self.victims.push(document(&key));
            self.import(key, exportable, true, "victim");
        }
        let (exchange, value) = (pair("x25519").unwrap(), self.values);
        self.import(exchange, true, false, "exchange");
        assert_eq!(self.objects[value].value, value);
        self.begin_decrypting();
        self.begin_owning();
    }

    /// A pair of RSA, once to decrypt and once to sign, and what anybody has encrypted to it: who
    /// encrypts sees the public half alone.
    fn begin_decrypting(&mut self) {
        let text = include_str!("../../../sealane/src/rsa/example.pem");
        for (usage, how) in [(Usage::DECRYPT, "decrypts"), (Usage::SIGN, "signs")] {
            let key = sealane::PrivateKey::from_pem(text, Lengths::Current).unwrap();
            let sealane::PublicKey::Rsa(public) = key.public_key() else { panic!("it is of RSA") };
            self.ciphertext = public.encrypt_oaep(&KNOWN, Oaep::of(Hash::Sha256)).unwrap();
            let key = Key::Private(key);
            let kind = key.kind().to_string();
            let attributes = Attributes { usage, ..self.attributes(&kind, false, true) };
            let made = self.token().import(self.user(), vec![(key, attributes)]).unwrap();
            let value = self.fresh_value();
            self.know(made[0].clone(), value, how.to_owned());
        }
    }

    fn token(&self) -> &Token {
        self.engine.token()
    }

    fn user(&self) -> &Session {
        &self.sessions[1]
    }

    fn attributes(&self, kind: &str, exportable: bool, sensitive: bool) -> Attributes {
        let label = format!("{} {kind}", self.token().count());
        Attributes { exportable, sensitive, ..Attributes::usual(&label, kind.parse().unwrap()) }
    }

    fn import(&mut self, key: Key, exportable: bool, sensitive: bool, how: &str) {
        let attributes = self.attributes(&key.kind().to_string(), exportable, sensitive);
        let made = self.token().import(self.user(), vec![(key, attributes)]).unwrap();
        let value = self.fresh_value();
        self.know(made[0].clone(), value, how.to_owned());
    }

    fn fresh_value(&mut self) -> usize {
        self.values += 1;
        self.values - 1
    }

    /// Takes an object into the search, if there is none like it yet; else it goes again.
    fn know(&mut self, object: Arc<Object>, value: usize, how: String) {
        let attributes = &object.attributes;
        let origin = how.split(' ').next().unwrap_or_default().to_owned();
        let like = (value, attributes.exportable, attributes.sensitive, origin);
        if self.seen.insert(like) {
            self.objects.push(Known { object, value, how });
        } else {
            self.token().delete(&self.sessions[1], object.id).unwrap();
        }
    }

    fn learn(&mut self, document: &[u8], how: String) {
        if !self.outside.iter().any(|(known, _)| known == document) {
            if self.victims.iter().any(|victim| victim == document) {
                self.found.insert(format!("a key that must not is known: {how}"));
            }
            self.outside.push((document.to_vec(), how));
        }
    }

    /// Every step with everything there is, once.
    fn round(&mut self) {
        self.make();
        let objects = self.objects.clone();
        for by in objects.iter().filter(|it| it.object.kind.to_string().starts_with("aes")) {
            for it in &objects {
                self.wrap(by, it);
            }
            for blob in self.blobs.clone().iter().filter(|blob| blob.by == by.value) {
                self.unwrap(by, blob);
            }
        }
        for it in &objects {
            if let Ok(document) = self.token().export(self.user(), it.object.id) {
                self.learn(&document, format!("export ({})", it.how));
            }
            self.change(it);
            self.by_others(it);
            self.decrypt(it);
        }
        self.open_outside();
        self.by_mallory();
    }

    fn make(&mut self) {
        for (exportable, sensitive) in [(false, true), (true, true), (true, false)] {
            let attributes = self.attributes("aes256", exportable, sensitive);
            let kind = "aes256".parse().unwrap();
            let draft = Draft { kind, attributes };
            let made = self.token().generate(self.user(), draft).unwrap();
            let value = self.fresh_value();
            self.know(made, value, format!("generate {exportable} {sensitive}"));
            let known = Key::from_outside(kind, &KNOWN).unwrap();
            let attributes = self.attributes("aes256", exportable, sensitive);
            let made = self.token().import(self.user(), vec![(known, attributes)]).unwrap();
            self.know(made[0].clone(), usize::MAX, format!("import {exportable} {sensitive}"));
        }
        let mut reads = self.attributes("x25519", false, true);
        reads.mechanisms = vec![Mechanism::Restore];
        let draft = Draft { kind: "x25519".parse().unwrap(), attributes: reads };
        if let Ok(made) = self.token().generate(self.user(), draft) {
            self.found.insert("the user made a key that reads backups".to_owned());
            self.token().delete(&self.sessions[0], made.id).unwrap();
        }
    }

    fn wrap(&mut self, by: &Known, it: &Known) {
        for form in [Form::Padded, Form::Whole] {
            let wrapping = sealane_hsm::keywrap::Wrapping { by: by.object.id, form };
            let Ok(bytes) = self.token().wrap(self.user(), wrapping, it.object.id) else {
                continue;
            };
            if !self.blobs.iter().any(|known| known.bytes == bytes) {
                let how = format!("wrap ({}) by ({})", it.how, by.how);
                self.blobs.push(Blob { bytes, value: it.value, by: by.value, form, how });
            }
        }
    }

    fn unwrap(&mut self, by: &Known, blob: &Blob) {
        let wrapping = sealane_hsm::keywrap::Wrapping { by: by.object.id, form: blob.form };
        for (exportable, sensitive) in [(true, true), (true, false)] {
            let mut attributes = self.attributes("aes128", exportable, sensitive);
            let unwrap = |kind: &str| {
                // Of which kind it is, the search does not know: one of the uses fits.
                attributes.usage = Usage::usual(kind.parse().unwrap());
                self.token().unwrap(self.user(), wrapping, &blob.bytes, attributes.clone()).ok()
            };
            let Some(made) = ["aes128", "p256", "x25519"].into_iter().find_map(unwrap) else {
                continue;
            };
            self.know(made, blob.value, format!("unwrap {exportable} {sensitive} ({})", blob.how));
        }
        if let Ok(document) = self.token().unwrap_in_clear(self.user(), wrapping, &blob.bytes) {
            self.learn(&document, format!("{} in the clear by ({})", blob.how, by.how));
        }
        let mut reads = self.attributes("x25519", false, true);
        reads.mechanisms = vec![Mechanism::Restore];
        if let Ok(made) = self.token().unwrap(self.user(), wrapping, &blob.bytes, reads) {
            self.found.insert("the user unwrapped a key that reads backups".to_owned());
            self.token().delete(&self.sessions[0], made.id).unwrap();
        }
    }

    /// Changes that would permit more.
    fn change(&mut self, it: &Known) {
        let attributes = &it.object.attributes;
        let more = [
            Patch { exportable: Some(true), ..Patch::default() },
            Patch { sensitive: Some(false), ..Patch::default() },
        ];
        for (patch, has) in more.into_iter().zip([attributes.exportable, !attributes.sensitive]) {
            let changed = self.token().modify(self.user(), it.object.id, patch.clone());
            if changed.is_ok() && !has {
                self.found.insert(format!("{patch:?} of ({})", it.how));
            }
        }
    }

    /// What officer and operator may not do with keys.
    fn by_others(&mut self, it: &Known) {
        let (id, token): (Id, _) = (it.object.id, self.engine.token());
        for session in [&self.sessions[0], &self.sessions[2]] {
            let done = [
                token.export(session, id).is_ok(),
                token.wrap(session, id, id).is_ok(),
                token.modify(session, id, Patch::default()).is_ok(),
                token.open_key(session, id, Mechanism::WrapPadded).is_ok(),
                token.open_key(session, id, Mechanism::Restore).is_ok(),
                token.open_key(session, id, Mechanism::RsaOaep).is_ok(),
            ];
            if done.contains(&true) {
                self.found.insert(format!("{} did {done:?}", session.role().name()));
            }
        }
    }

    /// What is encrypted or wrapped goes to every key, by everybody: the user reads by keys that
    /// say so, and nobody else does.
    fn decrypt(&mut self, it: &Known) {
        let wrapped = self.blobs.iter().map(|blob| &blob.bytes);
        let all: Vec<_> = wrapped.chain([&self.ciphertext]).cloned().collect();
        for bytes in all {
            for session in self.sessions.clone() {
                let (role, how) = (session.role(), &it.how);
                let (hash, mgf, label) = (Hash::Sha256, Hash::Sha256, vec![]);
                let ciphertext = Ciphertext { bytes: bytes.clone(), hash, mgf, label };
                let mut keys = self.engine.client(Some(session));
                let Ok(message) = keys.decrypt(it.object.id, ciphertext) else { continue };
                let says_so = it.object.attributes.usage.has(Usage::DECRYPT);
                if role != Role::User || !says_so {
                    self.found.insert(format!("the {} decrypted by ({how})", role.name()));
                }
                self.read = true;
                self.learn(&message, format!("decrypt ({how})"));
            }
        }
    }

    /// What can be unwrapped outside by keys that are known there.
    fn open_outside(&mut self) {
        for (key, of_key) in self.outside.clone() {
            for blob in self.blobs.clone() {
                if let Ok(document) = keywrap::unwrap(blob.form, &key, &blob.bytes) {
                    self.learn(&document, format!("{} opened by ({of_key})", blob.how));
                }
            }
        }
    }
}

fn search(left_out: Option<Rule>) -> BTreeSet<String> {
    let mut search = Search::new(left_out);
    for _ in 0..3 {
        search.round();
    }
    println!(
        "{left_out:?}: {} objects, {} blobs, {} found",
        search.objects.len(),
        search.blobs.len(),
        search.found.len()
    );
    assert!(search.read, "no step has decrypted anything");
    search.found
}

/// Goal: no order of generating, taking in, wrapping, unwrapping, exporting, changing and
/// decrypting, by user, operator and officer, gives a sensitive key away, makes what is another
/// role's, or uses a key for what it is not. Method: all steps with all that earlier steps gave,
/// three times over.
#[test]
fn hardening_d8_no_order_of_steps_gives_a_key_away() {
    assert_eq!(search(None), BTreeSet::new());
}

/// Goal: the search finds what it is for. Method: each rule left out in turn.
#[cfg(feature = "test-hooks")]
#[test]
fn hardening_d8_the_search_finds_what_a_rule_is_for() {
    let rules = [
        (Rule::OfficersKeysAreMadeByOfficers, "reads backups"),
        (Rule::SensitiveStaysSecret, "must not is known"),
        (Rule::UnwrappedIsSensitive, "must not is known"),
        (Rule::KeysAreUsedAsTheySay, "the user decrypted by (signs)"),
        (Rule::KeysAreForWhomTheySay, "with a key of another"),
    ];
    for (rule, said) in rules {
        let found = search(Some(rule));
        assert!(found.iter().any(|it| it.contains(said)), "{rule:?}: {found:?}");
    }
}
