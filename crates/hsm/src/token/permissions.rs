//! Who may use and see the objects of a token.

use super::objects::{self, Stored};
use super::rules::Rule;
use super::{PendingChange, Session, Token, Writer};
use crate::error::Error;
use crate::object::{Id, Object};
use crate::permission::Permissions;
use crate::role::Right;
use crate::template::{Place, Template};
use std::sync::Arc;

/// Who looks: a session, or somebody who has none.
pub type Viewer<'a> = Option<&'a Session>;

impl Token {
    /// Returns the object of an id, for one who may see it. Errors: `KeyUnknown`.
    pub fn see(&self, viewer: Viewer<'_>, id: Id) -> Result<Arc<Object>, Error> {
        self.find(id).ok().filter(|it| self.sees(viewer, it)).ok_or(Error::KeyUnknown)
    }

    /// Returns the key of a label, for one who may see it. Errors: `KeyUnknown`.
    pub fn see_label(&self, viewer: Viewer<'_>, label: &str) -> Result<Arc<Object>, Error> {
        self.find_label(label).ok().filter(|it| self.sees(viewer, it)).ok_or(Error::KeyUnknown)
    }

    /// Returns at most so many objects that fit a template, in the order of their labels and
    /// classes, behind a place: those that one may see.
    #[must_use]
    pub fn find_all(
        &self,
        viewer: Viewer<'_>,
        template: &Template,
        after: Option<&Place>,
        most: usize,
    ) -> Vec<Arc<Object>> {
        let index = self.index();
        let found = index.candidates(template, after).filter(|it| template.fits(it));
        found.filter(|it| self.sees(viewer, it)).take(most).cloned().collect()
    }

    /// Returns at most so many keys whose labels come behind `after`, ordered by them: those that
    /// one may see.
    #[must_use]
    pub fn page(&self, viewer: Viewer<'_>, after: &str, most: usize) -> Vec<Arc<Object>> {
        let index = self.index();
        let all = index.sorted();
        let begin = all.partition_point(|object| *object.attributes.label <= *after);
        let keys = all[begin..].iter().filter(|it| it.class.is_key() && self.sees(viewer, it));
        keys.take(most).cloned().collect()
    }

    /// Sets who may use and see an object: for who may change it, and for the officer, who could
    /// log in as anybody.
    ///
    /// Errors: `RoleDenied`, `KeyDenied`, `KeyUnknown`; `IdentityUnknown` for a name that nobody
    /// has; `IdentityInvalid`, and those of the storage.
    pub fn set_permissions(
        &self,
        session: &Session,
        id: Id,
        permissions: Permissions,
    ) -> Result<Arc<Object>, Error> {
        permissions.check()?;
        let mut writer = self.writer()?;
        self.demand_current(session)?;
        writer.demand_known_names(&permissions)?;
        let what = || format!("permit {id}");
        let object = if session.role().may(Right::Administer) {
            self.find(id)
        } else {
            self.usable(session, id)
        };
        let object = self.noted(session, what, object)?;
        if !session.role().may(Right::Administer) {
            self.demand(session, objects::right_over(&object.attributes))?;
        }
        let record = writer.sealed(id)?;
        let mut stored = Stored::read(&record)?;
        stored.object.attributes.permissions = permissions;
        let by = objects::change_by(session, "permit");
        let by = PendingChange { subject: said_of(&stored.object), ..by };
        self.rewrite(&mut writer, session, (record, stored), by)
    }

    /// Returns an object that a session may use or change, as far as that depends on the object.
    ///
    /// Errors: `KeyUnknown` for one that it does not see, too; `KeyDenied`.
    pub(super) fn usable(&self, session: &Session, id: Id) -> Result<Arc<Object>, Error> {
        let object = self.find(id)?;
        let permissions = &object.attributes.permissions;
        if permissions.is_open() || !self.rules.holds(Rule::KeysAreForWhomTheySay) {
            return Ok(object);
        }
        let (name, role) = (session.identity(), session.role());
        if permissions.may_use(name, role) {
            return Ok(object);
        }
        let sees = role.may(Right::Administer) || permissions.may_see(Some((name, role)));
        Err(if sees { Error::KeyDenied } else { Error::KeyUnknown })
    }

    /// Demands that somebody has each name, lest a key be for nobody by a slip of the pen.
    ///
    /// Errors: `IdentityUnknown`, and those of the storage.
    pub(super) fn demand_known_names(&self, permissions: &Permissions) -> Result<(), Error> {
        if permissions.is_open() {
            return Ok(());
        }
        let view = self.view()?;
        let known = permissions.names().all(|name| view.identities.contains_key(name));
        if known { Ok(()) } else { Err(Error::IdentityUnknown) }
    }

    fn sees(&self, viewer: Viewer<'_>, object: &Object) -> bool {
        let permissions = &object.attributes.permissions;
        if permissions.is_open() {
            return true;
        }
        let current = viewer.filter(|session| self.demand_current(session).is_ok());
        // Who may say anew whom a key is for has to find it.
        if current.is_some_and(|session| session.role().may(Right::Administer)) {
            return true;
        }
        permissions.may_see(current.map(|session| (session.identity(), session.role())))
    }
}

impl Writer {
    /// Demands that somebody has each name; nobody comes or goes meanwhile.
    ///
    /// Errors: `IdentityUnknown`.
    pub(super) fn demand_known_names(&self, permissions: &Permissions) -> Result<(), Error> {
        let known = permissions.names().all(|name| self.identities.contains_key(name));
        if known { Ok(()) } else { Err(Error::IdentityUnknown) }
    }
}

/// What the log says of a change of permissions.
fn said_of(object: &Object) -> String {
    let Permissions { users, viewers } = &object.attributes.permissions;
    let list = |named: &Option<Vec<_>>| match named {
        None => "all".to_owned(),
        Some(named) => named.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    let said = format!("{}, used by {}, seen by {}", object.id, list(users), list(viewers));
    // A row of the log has a bound.
    said.chars().take(512).collect()
}
