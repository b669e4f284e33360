//! What the search does with people, and with keys that say whom they are for.

use super::Search;
use crate::common::pin;
use crate::identities::identity;
use sealane_hsm::key::Key;
use sealane_hsm::object::{Id, Mechanism};
use sealane_hsm::permission::Permissions;
use sealane_hsm::role::Role;
use sealane_hsm::token::{Patch, Session, Token};

/// Adds another user, and logs them in.
pub(super) fn mallory(token: &Token, officer: &Session) -> Session {
    let mallory = identity("mallory", Role::User);
    token.add_identity(officer, &mallory, &pin("mallory")).unwrap();
    token.login("mallory", &pin("mallory")).unwrap()
}

impl Search {
    /// Keys of one user that could leave the token, were they another's: they say who may.
    pub(super) fn begin_owning(&mut self) {
        let aes = Key::from_outside("aes256".parse().unwrap(), &[7; 32]).unwrap();
        let algorithm = sealane::Algorithm::from_name("p384").unwrap();
        let pair = Key::Private(sealane::PrivateKey::generate(algorithm).unwrap());
        let data = Key::from_outside("data".parse().unwrap(), b"somebody's own").unwrap();
        for key in [aes, pair, data] {
            let mut attributes = self.attributes(&key.kind().to_string(), true, false);
            attributes.permissions.users = Some(vec!["user".parse().unwrap()]);
            let made = self.token().import(self.user(), vec![(key, attributes)]).unwrap();
            self.owned.push(made[0].id);
        }
    }

    /// What another user does with keys that are for one alone, and with what they say; and with
    /// the people of the token.
    pub(super) fn by_mallory(&mut self) {
        let (token, mallory) = (self.engine.token(), &self.mallory);
        let open: Vec<Id> = self.objects.iter().map(|it| it.object.id).collect();
        let nobody = identity("nobody", Role::Officer);
        let people = [
            token.add_identity(mallory, &nobody, &pin("0000")).is_ok(),
            token.remove_identity(mallory, "operator").is_ok(),
            token.set_pin(mallory, "user", &pin("0000")).is_ok(),
        ];
        let mut found = vec![];
        if people.contains(&true) {
            found.push(format!("mallory did {people:?} with people"));
        }
        let mechanisms = Mechanism::ALL.map(|row| row.0);
        for id in &self.owned {
            let mine = Permissions { users: Some(vec!["mallory".parse().unwrap()]), viewers: None };
            let lists = [mine, Permissions::default()];
            let mut done: Vec<bool> = vec![
                token.export(mallory, *id).is_ok(),
                token.modify(mallory, *id, Patch::default()).is_ok(),
                mechanisms.iter().any(|by| token.open_key(mallory, *id, *by).is_ok()),
                open.iter().any(|by| token.wrap(mallory, *by, *id).is_ok()),
                open.iter().any(|of| token.wrap(mallory, *id, *of).is_ok()),
            ];
            for list in lists {
                done.push(token.set_permissions(mallory, *id, list).is_ok());
            }
            for session in &self.sessions[1..] {
                let by_operator = session.role() == Role::Operator;
                let list = Permissions::default();
                done.push(by_operator && token.set_permissions(session, *id, list).is_ok());
            }
            if done.contains(&true) {
                found.push(format!("mallory did {done:?} with a key of another"));
            }
        }
        self.found.extend(found);
    }
}
