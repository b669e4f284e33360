//! What a token does with changes of others, with what was edited, and behind a panic; who may
//! change it, and to what.

use super::*;
use crate::identity::Identity;
use crate::object::Attributes;
use crate::role::{Pin, Role};
use crate::secret::SymmetricKey;
use crate::sqlite::Sqlite;
use std::path::Path;
use std::sync::atomic::AtomicUsize;

pub(super) const OFFICER: &[u8] = b"officer's PIN";

pub(super) fn master() -> Master {
    Master::Key(SymmetricKey::from_bytes(&[7; 32]).unwrap())
}

pub(super) fn init(path: &Path) -> Token {
    let storage = Box::new(Sqlite::create(path).unwrap());
    let pin = Pin::new(OFFICER).unwrap();
    Token::init(storage, Platform::system(), &master(), "a token", &pin).unwrap()
}

/// Gives the user a PIN and logs them in.
pub(super) fn user(token: &Token) -> Session {
    let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
    let pin = Pin::new(b"user's PIN").unwrap();
    token.set_pin(&officer, Role::User, &pin).unwrap();
    token.login(Role::User, &pin).unwrap()
}

pub(super) fn draft(kind: &str, label: &str) -> Draft {
    let kind = kind.parse().unwrap();
    Draft { kind, attributes: Attributes::usual(label, kind) }
}

/// Goal: what another process has changed is read once, and those that wait for changes are told.
/// Method: two who share a store.
#[test]
fn changes_of_others_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token.db");
    drop(init(&path));
    let open = || {
        let storage = Box::new(Sqlite::open_shared(&path).unwrap());
        Token::open(storage, Platform::system(), &master()).unwrap()
    };
    let (one, other) = (open(), open());
    let told = Arc::new(AtomicUsize::new(0));
    one.tell_changes({
        let told = told.clone();
        move || {
            told.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_eq!((one.follow(), told.load(Ordering::Relaxed)), (Ok(false), 0));
    let officer = other.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
    other.set_pin(&officer, Role::User, &Pin::new(b"user's PIN").unwrap()).unwrap();
    assert_eq!((one.follow(), told.load(Ordering::Relaxed)), (Ok(true), 1));
    assert_eq!((one.follow(), told.load(Ordering::Relaxed)), (Ok(false), 1));
    assert!(one.login(Role::User, &Pin::new(b"user's PIN").unwrap()).is_ok());
}

/// Goal: behind a panic in the middle of a change all is read anew, once. Method: a thread that
/// forgets everybody, and panics.
#[test]
fn all_is_read_anew_behind_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let before = token.writer().unwrap().identities.len();
    let forget = || {
        let mut writer = token.writer().unwrap();
        writer.identities = Arc::default();
        panic!("in the middle of a change");
    };
    assert!(std::thread::scope(|scope| scope.spawn(forget).join()).is_err());
    assert!(token.writer.is_poisoned());
    assert_eq!(token.writer().unwrap().identities.len(), before);
    assert!(before > 0 && !token.writer.is_poisoned() && token.follow() == Ok(false));
}

/// A store for the time that a token has none.
pub(super) fn nothing() -> Box<dyn Storage> {
    Box::new(Sqlite::create(&tempfile::tempdir().unwrap().path().join("none.db")).unwrap())
}

/// A store that says something else than it has.
pub(super) struct Edited {
    inner: Box<dyn Storage>,
    /// How often it was asked for its state.
    asked: usize,
    /// What it says of its state, by how often it was asked before.
    state: fn(usize, &mut [u8]),
    /// Whether it says something else of all records at once, too.
    pub(super) are_records: bool,
    /// What it says of every change, and of itself, in place of taking it and of looking.
    pub(super) refuses: Option<Error>,
    /// A session that ends while somebody waits for the store.
    ends: Option<Session>,
}

impl Edited {
    pub(super) fn of(inner: Box<dyn Storage>) -> Self {
        let (are_records, refuses, ends) = (false, None, None);
        Self { inner, asked: 0, state: |_, _| (), are_records, refuses, ends }
    }

    /// Stands before a token's store from now on, as `edit` says.
    pub(super) fn stands_before(token: &Token, edit: impl FnOnce(&mut Self)) {
        let mut writer = token.writer().unwrap();
        let mut edited = Self::of(std::mem::replace(&mut writer.storage, nothing()));
        edit(&mut edited);
        writer.storage = Box::new(edited);
    }
}

impl Storage for Edited {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let mut bytes = self.inner.state()?;
        bytes.iter_mut().for_each(|bytes| (self.state)(self.asked, bytes));
        self.asked += 1;
        Ok(bytes)
    }

    fn records(&mut self, each: &mut crate::storage::EachRecord<'_>) -> Result<(), Error> {
        self.inner.records(&mut |mut record| {
            if self.are_records
                && let Some(byte) = record.body.last_mut()
            {
                *byte ^= 1;
            }
            each(record)
        })
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        let mut record = self.inner.record(table, id)?;
        record.iter_mut().for_each(|record| record.sealed[0] ^= 1);
        Ok(record)
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        self.refuses.clone().map_or_else(|| self.inner.commit(change), Err)
    }

    fn audit(&mut self, first: u64, each: &mut crate::storage::EachRow<'_>) -> Result<(), Error> {
        self.inner.audit(first, each)
    }

    fn check(&mut self) -> Result<(), Error> {
        self.refuses.clone().map_or_else(|| self.inner.check(), Err)
    }

    fn has_changed(&mut self) -> Result<bool, Error> {
        self.ends.iter().for_each(Session::end);
        Ok(false)
    }
}

/// Goal: a store that others change while it is read is read again, up to a number of times; one
/// that is damaged and still is not. Method: a store that says another state each time, and how
/// often it was asked for it.
#[test]
fn restless_stores_are_read_again() {
    fn differ(asked: usize, bytes: &mut [u8]) {
        bytes[..8].copy_from_slice(&asked.to_be_bytes());
    }
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let mut writer = token.writer().unwrap();
    let inner = std::mem::replace(&mut writer.storage, nothing());
    let mut edited = Edited::of(inner);
    let mut asked = |state| {
        (edited.asked, edited.state) = (0, state);
        (read_all(&mut edited, &writer.keys).is_ok(), edited.asked)
    };
    // As it is, also where another one comes behind the reading.
    assert_eq!(asked(|_, _| ()), (true, 1));
    assert_eq!(
        asked(|asked, bytes| if asked > 0 {
            differ(asked, bytes)
        }),
        (true, 1)
    );
    // Twice for each reading, before and behind it.
    assert_eq!(
        asked(|asked, bytes| if asked < 20 {
            differ(asked, bytes)
        }),
        (true, 21)
    );
    assert_eq!(asked(|_, bytes| bytes[0] ^= 1), (false, 2));
    assert_eq!(asked(differ), (false, 2 * READINGS - 1));
}

/// Goal: what is wrapped of a key is given to nobody when it was edited. Method: one bit of it.
#[test]
fn edited_keys_are_not_given() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let user = user(&token);
    let made = token.generate(&user, draft("p256", "a key")).unwrap();
    let sealed = || token.writer().unwrap().sealed(made.id).err();
    assert_eq!(sealed(), None);
    Edited::stands_before(&token, |_| ());
    let said = sealed();
    assert_eq!(said, Some(Error::StoreCorrupt("a record was edited")));
}

/// Goal: a copy has attributes that make sense, as every object has. Method: a label that is too
/// long.
#[test]
fn copies_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let user = user(&token);
    let made = token.generate(&user, draft("p256", "a key")).unwrap();
    let long = Patch { label: Some("long".repeat(100)), ..Patch::default() };
    let said = token.copy(&user, made.id, long).err();
    assert!(matches!(said, Some(Error::NameInvalid)), "{said:?}");
}

/// Goal: an object tells the change that has last written it.
#[test]
fn objects_tell_their_change() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let user = user(&token);
    let made = token.generate(&user, draft("p256", "a key")).unwrap();
    assert_eq!(made.sequence, token.view().unwrap().state.sequence);
    let named = Patch { label: Some("another".to_owned()), ..Patch::default() };
    let changed = token.modify(&user, made.id, named).unwrap();
    assert_eq!(changed.sequence, token.view().unwrap().state.sequence);
    assert!(changed.sequence > made.sequence);
}

/// Goal: a token has a label as objects have them. Method: one that is too long.
#[test]
fn labels_of_tokens_are_checked() {
    let pin = Pin::new(OFFICER).unwrap();
    let label = "long".repeat(100);
    let said = Token::init(nothing(), Platform::system(), &master(), &label, &pin).err();
    assert!(matches!(said, Some(Error::NameInvalid)), "{said:?}");
}

/// Copies of records that somebody has edited.
struct EditedCopies(Box<dyn Reader>);

impl Reader for EditedCopies {
    fn record(&self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        let mut record = self.0.record(table, id)?;
        record.iter_mut().for_each(|record| record.sealed[0] ^= 1);
        Ok(record)
    }
}

/// Goal: a copy that was edited is not used, and the store is asked; who measures is told of each
/// step.
#[test]
fn edited_copies_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let mut token = init(&folder.path().join("token.db"));
    let user = user(&token);
    let made = token.generate(&user, draft("p256", "a key")).unwrap();
    let copies = token.reader.take().unwrap();
    token.reader = Some(Box::new(EditedCopies(copies)));
    let mut steps = vec![];
    let mechanism = crate::object::Mechanism::Ecdsa;
    let opened = token.open_key_in_steps(&user, made.id, mechanism, |step| steps.push(step));
    assert_eq!(opened.map(|(object, _)| object.id), Ok(made.id));
    assert_eq!(steps, [FetchStep::Permit, FetchStep::Read, FetchStep::Unwrap, FetchStep::Decode]);
}

/// Goal: who was logged out while they waited changes nobody. Method: an officer whose session
/// ends behind the first look at it.
#[test]
fn sessions_are_looked_at_again() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let pin = Pin::new(OFFICER).unwrap();
    let named = |name: &str| Identity { name: name.to_owned(), role: Role::User, uid: None };
    let officer = token.login(Role::Officer, &pin).unwrap();
    token.add_identity(&officer, &named("one"), &pin).unwrap();
    let add = |session: &Session| token.add_identity(session, &named("another"), &pin);
    let remove = |session: &Session| token.remove_identity(session, "one");
    let set = |session: &Session| token.set_pin(session, "officer", &pin);
    for change in [&add as &dyn Fn(&Session) -> Result<(), Error>, &remove, &set] {
        let session = token.login(Role::Officer, &pin).unwrap();
        let before = token.writer().unwrap().identities.len();
        Edited::stands_before(&token, |edited| edited.ends = Some(session.clone()));
        assert!(!session.is_over());
        assert_eq!(change(&session), Err(Error::NotLoggedIn));
        assert_eq!(token.writer().unwrap().identities.len(), before);
    }
}

/// Goal: who is gone is told that they are not logged in, and no more.
#[test]
fn who_is_gone_sets_no_pin() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let pin = Pin::new(OFFICER).unwrap();
    let officer = token.login(Role::Officer, &pin).unwrap();
    let one = Identity { name: "one".to_owned(), role: Role::User, uid: None };
    token.add_identity(&officer, &one, &pin).unwrap();
    let session = token.login("one", &pin).unwrap();
    token.remove_identity(&officer, "one").unwrap();
    assert_eq!(token.set_pin(&session, "one", &pin), Err(Error::NotLoggedIn));
}

/// Goal: keys of one label are not made together, whatever their sorts.
#[test]
fn labels_made_together_differ() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let user = user(&token);
    let same = vec![draft("p256", "a key"), draft("aes256", "a key")];
    assert_eq!(token.generate_all(&user, same).err(), Some(Error::NameExists));
    let two = vec![draft("p256", "a key"), draft("aes256", "another")];
    assert!(token.generate_all(&user, two).is_ok());
}

/// Goal: permissions are set by who is logged in, and are lists that have a bound.
#[test]
fn permissions_are_set_by_sessions() {
    use crate::permission::{Grantee, MAX_NAMED, Permissions};
    let folder = tempfile::tempdir().unwrap();
    let token = init(&folder.path().join("token.db"));
    let user = user(&token);
    let made = token.generate(&user, draft("p256", "a key")).unwrap();
    let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
    let set = |named: usize| {
        let users = Some(vec![Grantee::Role(Role::User); named]);
        let permissions = Permissions { users, viewers: None };
        token.set_permissions(&officer, made.id, permissions).map(drop)
    };
    assert_eq!(set(MAX_NAMED), Ok(()));
    assert!(matches!(set(MAX_NAMED + 1), Err(Error::IdentityInvalid(_))));
    // What the log says of it is cut to what a row takes.
    let (_, row) = token.audit(&officer, 0, usize::MAX).unwrap().pop().unwrap();
    assert_eq!((row.action.as_str(), row.subject.chars().count()), ("permit", 512));
    officer.end();
    assert_eq!(set(1), Err(Error::NotLoggedIn));
}
