//! Single keys on their way out of a token and into it, in the clear or wrapped.
//!
//! A sensitive key is never in the clear outside, in whatever order things are done: it is wrapped
//! by a key that nobody outside can know, which was made in the token and could never leave it; and
//! what such a key has wrapped comes in as sensitive again. There is no twin of such a key that
//! could unwrap it otherwise.

use super::objects::{self, Arrival, Stored};
use super::rules::Rule;
use super::{PendingChange, Session, Token};
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::keywrap::{self, Form, Wrapping};
use crate::object::{Attributes, Class, Id, Object};
use crate::role::Right;
use crate::traces::{SHORT, wiped};
use std::sync::Arc;
use zeroize::Zeroizing;

impl Token {
    /// Returns the PKCS#8 document of a private key, or the bytes of a secret one or of data, in
    /// the clear.
    ///
    /// Errors: `KeyNotExportable`, `AttributeSensitive`, `RoleDenied`, `KeyDenied`, `KeyUnknown`;
    /// `KeyType` for a public key or a certificate, which [`Token::find`] has.
    pub fn export(&self, session: &Session, id: Id) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.demand(session, Right::Manage)?;
        let document = || {
            let object = self.usable(session, id)?;
            if object.attributes.sensitive && object.attributes.exportable {
                return Err(Error::AttributeSensitive);
            }
            Ok(self.exportable(session, &object)?.to_document())
        };
        let document = wiped(SHORT, document);
        let document = self.noted(session, || format!("export {id}"), document)?;
        self.record(session, id, "export")?;
        Ok(document)
    }

    /// Returns a key wrapped by an AES key of the token: what [`Token::export`] gives, by AES-KWP
    /// or, if it has whole blocks of eight bytes as AES keys have, by AES-KW.
    ///
    /// Errors: `KeyNotExportable`; `AttributeSensitive` for a sensitive key and an AES key that was
    /// taken in, or could ever leave; `WrapTooWeak` if the AES key is shorter than the other is
    /// strong; `WrapLength`, `UsageDenied`, `KeyType`, `RoleDenied`, `KeyUnknown`.
    pub fn wrap(
        &self,
        session: &Session,
        wrapping: impl Into<Wrapping>,
        id: Id,
    ) -> Result<Vec<u8>, Error> {
        self.demand(session, Right::Manage)?;
        let Wrapping { by, form } = wrapping.into();
        let (wrapping, key) = self.wrapping_key(session, by, form)?;
        let object = self.noted(session, || format!("wrap {id}"), self.usable(session, id))?;
        if !object.class.is_key() {
            return Err(Error::KeyType);
        }
        if wrapping.object.kind.strength_bits() < object.kind.strength_bits() {
            return Err(Error::WrapTooWeak);
        }
        let kept_secret = wrapping.is_secret() || !self.rules.holds(Rule::SensitiveStaysSecret);
        if object.attributes.exportable && object.attributes.sensitive && !kept_secret {
            let refused = Err(Error::AttributeSensitive);
            return self.noted(session, || format!("wrap {id}"), refused);
        }
        let wrapped = wiped(SHORT, || {
            let document = self.exportable(session, &object)?.to_document();
            keywrap::wrap(form, aes_bytes(&key)?, &document)
        });
        let wrapped = self.noted(session, || format!("wrap {id}"), wrapped)?;
        self.record(session, id, "wrap")?;
        Ok(wrapped)
    }

    /// Takes a wrapped key in: a PKCS#8 document, or the bytes of an AES key, 16, 24 or 32; no
    /// document is so short. By an AES key that wraps sensitive keys it comes in as sensitive,
    /// whatever `attributes` say: perhaps it was.
    ///
    /// Errors: `WrapLength`, `WrapInvalid`, those of the library for the document, and those of
    /// [`Token::import`] and [`Token::wrap`].
    pub fn unwrap(
        &self,
        session: &Session,
        wrapping: impl Into<Wrapping>,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Arc<Object>, Error> {
        self.unwrap_by(session, wrapping.into(), wrapped, attributes, |document| {
            match document.len() {
                bytes @ (16 | 24 | 32) => Key::of_bytes(KeyKind::Aes(8 * bytes as u16), document),
                _ => Key::from_wrapped_pkcs8(document),
            }
        })
    }

    /// Like [`Token::unwrap`], for the bytes of a secret for MACs. Errors: also `WrapLength` for
    /// more than [`MAX_SECRET`](crate::key::MAX_SECRET).
    pub fn unwrap_secret(
        &self,
        session: &Session,
        wrapping: impl Into<Wrapping>,
        wrapped: &[u8],
        attributes: Attributes,
    ) -> Result<Arc<Object>, Error> {
        self.unwrap_by(session, wrapping.into(), wrapped, attributes, |document| {
            let kind = KeyKind::of_secret(document.len());
            Key::of_bytes(kind.ok_or(Error::WrapLength)?, document)
        })
    }

    /// Returns what an AES key of the token has wrapped, in the clear, for who keeps it elsewhere:
    /// what [`Token::unwrap`] would take in as a key that may leave, and [`Token::export`] give
    /// away. Nothing is left of it in the token but a row of the log.
    ///
    /// Errors: `AttributeSensitive` by a key that wraps sensitive ones, whatever it has wrapped;
    /// `WrapLength`, `WrapInvalid`; those of the library for what is longer than secrets are and no
    /// document of a key; `UsageDenied`, `KeyType`, `RoleDenied`, `KeyDenied`, `KeyUnknown`.
    pub fn unwrap_in_clear(
        &self,
        session: &Session,
        wrapping: impl Into<Wrapping>,
        wrapped: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.demand(session, Right::Manage)?;
        let Wrapping { by, form } = wrapping.into();
        let (wrapping, key) = self.wrapping_key(session, by, form)?;
        let document = || {
            if wrapping.is_secret() && self.rules.holds(Rule::UnwrappedIsSensitive) {
                return Err(Error::AttributeSensitive);
            }
            let document = keywrap::unwrap(form, aes_bytes(&key)?, wrapped)?;
            if KeyKind::of_secret(document.len()).is_none() {
                Key::from_wrapped_pkcs8(&document)?;
            }
            Ok(document)
        };
        let document = wiped(SHORT, document);
        let document = self.noted(session, || format!("unwrap by {by}"), document)?;
        self.record(session, by, "unwrap in the clear")?;
        Ok(document)
    }

    fn unwrap_by(
        &self,
        session: &Session,
        Wrapping { by, form }: Wrapping,
        wrapped: &[u8],
        mut attributes: Attributes,
        read: impl FnOnce(&[u8]) -> Result<Key, Error>,
    ) -> Result<Arc<Object>, Error> {
        self.demand(session, Right::Manage)?;
        let (wrapping, key) = self.wrapping_key(session, by, form)?;
        let document = keywrap::unwrap(form, aes_bytes(&key)?, wrapped)?;
        let key = read(&document)?;
        let perhaps = wrapping.is_secret() && self.rules.holds(Rule::UnwrappedIsSensitive);
        attributes.sensitive |= perhaps;
        let keys = vec![(key, attributes)];
        Ok(self.take_in(session, keys, Arrival::Unwrapped, "unwrap")?.remove(0))
    }

    /// Returns an AES key that may wrap, and what is kept of it. Errors: those of
    /// [`Token::open_key`].
    fn wrapping_key(&self, session: &Session, by: Id, form: Form) -> Result<(Stored, Key), Error> {
        let object = self.permit(session, by, form.mechanism())?;
        self.count_use(session.to_use(by, form.mechanism()), 1)?;
        self.unsealed(session, &object, |_| ())
    }

    fn exportable(&self, session: &Session, object: &Object) -> Result<Key, Error> {
        if matches!(object.class, Class::Public | Class::Certificate) {
            return Err(Error::KeyType);
        }
        if !object.attributes.exportable {
            return Err(Error::KeyNotExportable);
        }
        Ok(self.unsealed(session, object, |_| ())?.1)
    }

    /// Puts what happens to a key into the audit log before it happens.
    fn record(&self, session: &Session, id: Id, action: &'static str) -> Result<(), Error> {
        let mut writer = self.writer()?;
        let pending =
            PendingChange { subject: id.to_string(), ..objects::change_by(session, action) };
        self.commit(&mut writer, pending)?;
        Ok(())
    }
}

fn aes_bytes(key: &Key) -> Result<&[u8], Error> {
    match key {
        Key::Aes(bytes) => Ok(bytes),
        _ => Err(Error::KeyType),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{OFFICER, draft, init, user};
    use crate::audit::{AuditSettings, Uses};
    use crate::role::{Pin, Role};

    /// Goal: the log tells of each secret that has left, by which key, and how often that was used.
    #[test]
    fn what_leaves_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let user = user(&token);
        let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
        let settings = AuditSettings { uses: Uses::Each, ..AuditSettings::default() };
        token.set_audit_settings(&officer, settings).unwrap();
        let mut loose = draft("p256", "leaves");
        (loose.attributes.exportable, loose.attributes.sensitive) = (true, false);
        let key = token.generate(&user, loose).unwrap().id;
        let by = token.generate(&user, draft("aes256", "wraps")).unwrap().id;
        let first = token.view().unwrap().state.audit_rows;
        token.export(&user, key).unwrap();
        token.wrap(&user, by, key).unwrap();
        let rows = token.audit(&officer, first, usize::MAX).unwrap();
        let told = rows.into_iter().map(|(_, row)| {
            (row.action, row.subject, row.count.map(|count| (count.by, count.times)))
        });
        let (key, wrapped) = (key.to_string(), Some(("aes-kwp".to_owned(), 1)));
        let expected = [
            ("export".to_owned(), key.clone(), None),
            ("use".to_owned(), by.to_string(), wrapped),
            ("wrap".to_owned(), key, None),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
