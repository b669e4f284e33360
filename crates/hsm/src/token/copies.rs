//! Another object of the same key, which permits no more.

use super::objects::{Stored, change_by, right_over, seal, unseal};
use super::{PendingChange, Session, Token};
use crate::error::Error;
use crate::object::{Id, Object, Patch};
use std::sync::Arc;

impl Token {
    /// Makes an object of the same key, of another id and label, changed as [`Token::modify`]
    /// changes it: who may use it and what it was before stay the same. Who may copy is as for
    /// [`Token::delete`].
    ///
    /// Errors: `NameExists`, also if the patch has no label; those of [`Token::modify`].
    pub fn copy(&self, session: &Session, id: Id, patch: Patch) -> Result<Arc<Object>, Error> {
        let mut writer = self.writer()?;
        self.noted(session, || format!("copy {id}"), self.usable(session, id))?;
        let record = writer.sealed(id)?;
        let stored = Stored::read(&record)?;
        let Object { class, kind, history, .. } = stored.object;
        self.demand(session, right_over(&stored.object.attributes))?;
        let attributes = patch.applied_to(&stored.object.attributes)?;
        attributes.check(kind, class)?;
        self.demand_free_labels([(class, &attributes.label[..])])?;
        let token_key = writer.token_key(session)?;
        let key = unseal(&token_key, &record)?;
        let fresh = self.object(&writer, class, kind, attributes, stored.object.public)?;
        let subject = format!("{} of {id}", fresh.id);
        // A twin that forgot where the key came from could be wrapped, or wrap, as that could not.
        let copy = Stored { object: Object { history, ..fresh }, ..stored };
        let sealed = key.map_or(vec![], |key| seal(&token_key, &copy, &key));
        let put = vec![(copy, sealed)];
        let pending = PendingChange { put, subject, ..change_by(session, "copy") };
        Ok(self.commit(&mut writer, pending)?.remove(0))
    }
}
