//! Single keys on their way out of a token and into it, in the clear or wrapped.

use super::{PendingChange, Session, Token, objects};
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::keywrap::{self, Wrapping};
use crate::object::{Attributes, Class, Id, Object};
use crate::role::Right;
use std::sync::Arc;
use zeroize::Zeroizing;

impl Token {
    /// Returns the PKCS#8 document of a private key, or the bytes of an AES key, in the clear.
    ///
    /// Errors: `KeyNotExportable`, `AttributeSensitive`, `RoleDenied`, `KeyUnknown`; `KeyType` for
    /// a public key, which [`Token::find`] has.
    pub fn export(&self, session: &Session, id: Id) -> Result<Zeroizing<Vec<u8>>, Error> {
        session.demand(Right::Manage)?;
        let object = self.find(id)?;
        if object.attributes.sensitive && object.attributes.exportable {
            return Err(Error::AttributeSensitive);
        }
        let document = self.exportable(session, &object)?.to_document();
        self.record(session, id, "export")?;
        Ok(document)
    }

    /// Returns a key wrapped by an AES key of the token: what [`Token::export`] gives, by AES-KWP
    /// or, if it has whole blocks of eight bytes as AES keys have, by AES-KW.
    ///
    /// Errors: `KeyNotExportable`; `WrapTooWeak` if the AES key is shorter than the other is
    /// strong; `WrapLength`, `UsageDenied`, `KeyType`, `RoleDenied`, `KeyUnknown`.
    pub fn wrap(
        &self,
        session: &Session,
        wrapping: impl Into<Wrapping>,
        id: Id,
    ) -> Result<Vec<u8>, Error> {
        session.demand(Right::Manage)?;
        let Wrapping { by, form } = wrapping.into();
        let (wrapping, key) = self.open_key(session, by, form.mechanism())?;
        let object = self.find(id)?;
        if wrapping.kind.strength_bits() < object.kind.strength_bits() {
            return Err(Error::WrapTooWeak);
        }
        let document = self.exportable(session, &object)?.to_document();
        let wrapped = keywrap::wrap(form, aes_bytes(&key)?, &document)?;
        self.record(session, id, "wrap")?;
        Ok(wrapped)
    }

    /// Takes a wrapped key in: a PKCS#8 document, or the bytes of an AES key, 16, 24 or 32; no
    /// document is so short.
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
        session.demand(Right::Manage)?;
        let Wrapping { by, form } = wrapping.into();
        let (_, key) = self.open_key(session, by, form.mechanism())?;
        let document = keywrap::unwrap(form, aes_bytes(&key)?, wrapped)?;
        let key = match document.len() {
            bytes @ (16 | 24 | 32) => Key::from_outside(KeyKind::Aes(8 * bytes as u16), &document)?,
            _ => Key::from_pkcs8(&document)?,
        };
        Ok(self.import(session, vec![(key, attributes)])?.remove(0))
    }

    fn exportable(&self, session: &Session, object: &Object) -> Result<Key, Error> {
        if object.class == Class::Public {
            return Err(Error::KeyType);
        }
        if !object.attributes.exportable {
            return Err(Error::KeyNotExportable);
        }
        self.unsealed(session, object, |_| ())
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
        Key::Private(_) => Err(Error::KeyType),
    }
}
