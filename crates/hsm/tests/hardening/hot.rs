//! D10: what a session unwraps does not outlast the last logout.

use crate::common;
use common::{draft, init_in, path, quick_folder, user};
use sealane_hsm::Error;
use sealane_hsm::hot::{HotKeys, Policy};
use sealane_hsm::object::{Id, Mechanism};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::{Change, EachRecord, EachRow, Record, Storage, Table};
use std::sync::{Arc, Mutex};

type Meanwhile = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// A store that does something else while it reads a record, once.
struct Slow {
    inner: Sqlite,
    meanwhile: Meanwhile,
}

impl Storage for Slow {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        self.inner.state()
    }
    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        self.inner.records(each)
    }
    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        let meanwhile = self.meanwhile.lock().unwrap().take();
        meanwhile.map(|it| it());
        self.inner.record(table, id)
    }
    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        self.inner.commit(change)
    }
    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        self.inner.audit(first, each)
    }
    fn check(&mut self) -> Result<(), Error> {
        self.inner.check()
    }
}

/// Goal: a use of a key that is under way while the last session ends leaves no key unwrapped, and
/// no use begins after it. Method: the logout comes while the store is read for the use.
#[test]
fn hardening_d10_a_use_beside_the_logout_leaves_nothing_hot() {
    let folder = quick_folder();
    let meanwhile = Meanwhile::default();
    let inner = Sqlite::create(&path(folder.path())).unwrap();
    let token = init_in(Box::new(Slow { inner, meanwhile: meanwhile.clone() }));
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "web")).unwrap();
    let hot = Arc::new(HotKeys::new(Arc::new(token), Policy::UntilLogout, 8));
    hot.open(&session, key.id, Mechanism::Ecdsa).unwrap();
    assert_eq!(hot.statistics().held, 1, "it is kept while there is a session");
    hot.clear();
    let (also, copy) = (hot.clone(), session.clone());
    *meanwhile.lock().unwrap() = Some(Box::new(move || {
        copy.end();
        also.logged_out();
    }));
    let _ = hot.open(&session, key.id, Mechanism::Ecdsa);
    assert_eq!(hot.statistics().held, 0, "it was kept after the logout");
    let late = hot.open(&session, key.id, Mechanism::Ecdsa).err();
    assert_eq!(late, Some(Error::NotLoggedIn));
    assert_eq!(hot.kept_key(&session, key.id, Mechanism::Ecdsa).err(), Some(Error::NotLoggedIn));
    assert_eq!(hot.statistics().held, 0);
}
