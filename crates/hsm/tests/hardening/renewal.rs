//! D3: an old PIN with an old copy of the store opens what that copy has, and nothing later.

use super::forge;
use crate::common;
use common::{OFFICER, USER, draft, init, open, path, pin, user};
use sealane_hsm::Error;
use sealane_hsm::object::Mechanism;
use sealane_hsm::role::Role;

/// Goal: what is made after a new PIN is not opened by the PIN before it, for who has the master
/// key, an old copy and the store of today. Method: the roles and the state of the copy are put
/// into the store, and all MACs made right; the old PIN logs in there, and opens no key.
#[test]
fn hardening_d3_old_pins_open_nothing_new() {
    for changes in ["set PIN", "set PIN and rekey", "rekey, then set PIN"] {
        let folder = tempfile::tempdir().unwrap();
        let (store, old) = (path(folder.path()), folder.path().join("old.db"));
        let token = init(folder.path());
        let session = user(&token);
        let first = token.generate(&session, draft("p256", "first")).unwrap();
        drop(token);
        std::fs::copy(&store, &old).unwrap();
        let token = open(folder.path()).unwrap();
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        if changes.starts_with("rekey") {
            token.rekey(&officer, None).unwrap();
        }
        for n in 0..3 {
            token.set_pin(&officer, Role::User, &pin(&format!("PIN {n}"))).unwrap();
        }
        if changes.ends_with("rekey") {
            token.rekey(&officer, None).unwrap();
        }
        let session = token.login(Role::User, &pin("PIN 2")).unwrap();
        token.delete(&session, first.id).unwrap();
        let later = token.generate(&session, draft("p256", "later")).unwrap();
        drop(token);
        let before = forge::digest_of(&old);
        let file = rusqlite::Connection::open(&store).unwrap();
        file.execute_batch(&format!(
            "ATTACH '{}' AS old; REPLACE INTO state SELECT * FROM old.state;
             REPLACE INTO record SELECT * FROM old.record WHERE kind = 1;
             DELETE FROM audit WHERE number > (SELECT max(number) FROM old.audit);",
            old.display()
        ))
        .unwrap();
        drop(file);
        forge::mend(&store, before);
        let token = open(folder.path()).unwrap();
        let session = token.login(Role::User, &pin(USER)).unwrap();
        let opened = token.open_key(&session, later.id, Mechanism::Ecdsa).err();
        assert!(matches!(opened, Some(Error::StoreCorrupt(_))), "{changes}: {opened:?}");
        drop(token);
        std::fs::copy(&old, &store).unwrap();
        let token = open(folder.path()).unwrap();
        let session = token.login(Role::User, &pin(USER)).unwrap();
        assert!(token.open_key(&session, first.id, Mechanism::Ecdsa).is_ok(), "the copy's own key");
    }
}
