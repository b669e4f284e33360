//! D10: what a session unwraps does not outlast the last logout.

use super::hooked::{Call, Hook, Hooked};
use crate::common;
use common::{draft, init_in, path, quick_folder, user};
use sealane_hsm::Error;
use sealane_hsm::hot::{HotKeys, Policy};
use sealane_hsm::object::Mechanism;
use sealane_hsm::sqlite::Sqlite;
use std::sync::{Arc, Mutex};

type Meanwhile = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// Goal: a use of a key that is under way while the last session ends leaves no key unwrapped, and
/// no use begins after it. Method: the logout comes while the store is read for the use, by the one
/// who changes it, and beside them.
#[test]
fn hardening_d10_a_use_beside_the_logout_leaves_nothing_hot() {
    [false, true].into_iter().for_each(leaves_nothing_hot);
}

fn leaves_nothing_hot(beside: bool) {
    let folder = quick_folder();
    let meanwhile = Meanwhile::default();
    let inner = Sqlite::create(&path(folder.path())).unwrap();
    let while_reading = meanwhile.clone();
    let at_record: Hook = Box::new(move |call| {
        if call == Call::Record {
            let now = while_reading.lock().unwrap().take();
            now.into_iter().for_each(|it| it());
        }
        Ok(())
    });
    let nothing: Hook = Box::new(|_| Ok(()));
    let (before, beside) =
        if beside { (nothing, Some(Arc::new(Mutex::new(at_record)))) } else { (at_record, None) };
    let token = init_in(Box::new(Hooked { inner, before, beside }));
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
