//! Keys that last as long as their session: in memory of this process, which is wiped, and used
//! here, by the rules that keys of the token have.

use crate::objects::Part;
use crate::operations::Asked;
use crate::rv::Rv;
use crate::{attributes, numbers};
use cryptoki_sys::*;
use sealane::{DecodeError, Nonces, PrivateKey, SignOptions, ecc};
use sealane_client::Error;
use sealane_client::key::{Key, KeyKind};
use sealane_client::keywrap;
use sealane_client::object::{Attributes, Class, History, Id, Mechanism, Object, Patch};
use sealane_client::signer::{Ciphertext, Content, MacInput, SignItem};
use sealane_client::traces::{LONG, SHORT, wiped};
use sealane_client::wrapping::Form;
use std::sync::Arc;
use zeroize::Zeroizing;

/// Where a key of a session comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It was made here.
    Made,
    /// It was brought, and others may know it.
    Brought,
}

/// A key of a session. Of a pair, both halves.
pub struct SessionKey {
    object: Object,
    key: Arc<Key>,
    /// Whether it is hidden from who has not logged in, and goes at the logout.
    pub is_private: bool,
}

fn new_id() -> Result<Id, Error> {
    let mut id = Id([0; 16]);
    random(&mut id.0)?;
    Ok(id)
}

fn random(out: &mut [u8]) -> Result<(), Error> {
    getrandom::fill(out).map_err(|_| Error::Random)
}

impl SessionKey {
    /// A key, with what its maker says of it.
    ///
    /// Errors: those of [`Attributes::check`]; `Random`.
    pub fn new(
        key: Key,
        attributes: Attributes,
        origin: Origin,
        is_private: bool,
    ) -> Result<Self, Error> {
        let (kind, public) = (key.kind(), key.public_document());
        let class = if kind.has_public() { Class::Private } else { Class::Secret };
        attributes.check(kind, class)?;
        let id = new_id()?;
        let history = match origin {
            Origin::Made => History::of_new(&attributes),
            Origin::Brought => History::default(),
        };
        let (version, sequence, created) = (0, 0, 0);
        let object =
            Object { id, class, kind, attributes, public, version, sequence, created, history };
        Ok(Self { object, key: Arc::new(key), is_private })
    }

    /// Makes a key. Errors: those of [`SessionKey::new`], and of the library.
    pub fn generate(
        kind: KeyKind,
        attributes: Attributes,
        is_private: bool,
    ) -> Result<Self, Error> {
        let key = match (kind, kind.secret_bytes()) {
            (KeyKind::Pair(algorithm), _) => {
                Key::Private(wiped(LONG, || PrivateKey::generate(algorithm))?)
            }
            (_, Some(bytes)) => {
                let mut secret = Zeroizing::new(vec![0; bytes]);
                random(&mut secret)?;
                Key::of_bytes(kind, &secret)?
            }
            _ => return Err(Error::KeyType),
        };
        Self::new(key, attributes, Origin::Made, is_private)
    }

    /// What is said of it, as the token says it of its own.
    #[must_use]
    pub fn object(&self) -> &Object {
        &self.object
    }

    /// The same key, of which less may be done, or another name is said.
    ///
    /// Errors: those of [`Patch::applied_to`] and [`Attributes::check`].
    pub fn changed(&self, patch: Patch) -> Result<Self, Error> {
        let attributes = patch.applied_to(&self.object.attributes)?;
        attributes.check(self.object.kind, self.object.class)?;
        let object = Object { attributes, ..self.object.clone() };
        Ok(Self { object, key: self.key.clone(), is_private: self.is_private })
    }

    /// Another key of the same bytes and the same past, changed as [`SessionKey::changed`] changes
    /// it. Errors: the same; `Random`.
    pub fn copied(&self, patch: Patch) -> Result<Self, Error> {
        let copy = self.changed(patch)?;
        Ok(Self { object: Object { id: new_id()?, ..copy.object }, ..copy })
    }

    /// The key itself, for a token that takes it in.
    #[must_use]
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Signs, or makes a MAC. Errors: `KeyType`, `UsageDenied`, and those of the library.
    pub fn sign(&self, asked: Asked) -> Result<Vec<u8>, Error> {
        match (&*self.key, asked) {
            (Key::Private(key), Asked::Signature(_, item)) => self.signature(key, item),
            (Key::Secret(secret), Asked::Mac(of)) => {
                self.object.check_use(Mechanism::Hmac)?;
                Ok(wiped(SHORT, || of.mac(secret).finish().as_bytes().to_vec()))
            }
            _ => Err(Error::KeyType),
        }
    }

    fn signature(&self, key: &PrivateKey, item: SignItem) -> Result<Vec<u8>, Error> {
        let scheme = match item.scheme {
            Some(scheme) => scheme,
            None => self.object.kind.usual_scheme()?,
        };
        self.object.check_use(Mechanism::from_scheme(&scheme)?)?;
        let (nonces, check) = match item.deterministic {
            true => (Nonces::Deterministic, true),
            false => (Nonces::Hedged, scheme.is_deterministic()),
        };
        let options = SignOptions { nonces, check, ..SignOptions::default() };
        let signed = self.worked(|| match &item.content {
            Content::Message(message) => key.sign(message, &scheme, options),
            Content::Digest(digest) => key.sign_digest(digest, &scheme, options),
        });
        Ok(signed?.into())
    }

    /// Does work with the key, and leaves nothing of it on the stack.
    fn worked<T>(&self, work: impl FnOnce() -> T) -> T {
        wiped(if self.object.kind.is_short() { SHORT } else { LONG }, work)
    }

    /// Looks at a MAC, or its first bytes. Errors: `KeyType`, `UsageDenied`, `SIG_INVALID`.
    pub fn verify_mac(&self, of: &MacInput, mac: &[u8]) -> Result<(), Error> {
        self.object.check_use(Mechanism::HmacVerify)?;
        let Key::Secret(secret) = &*self.key else { return Err(Error::KeyType) };
        let verified = wiped(SHORT, || of.mac(secret).verify(mac));
        verified.map_err(|_| DecodeError::SigInvalid.into())
    }

    /// Returns the secret shared with a public key, a SubjectPublicKeyInfo.
    ///
    /// Errors: `KeyType`, `UsageDenied`, and those of the library.
    pub fn derive(&self, peer: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.object.check_use(Mechanism::Agree)?;
        let Key::Private(PrivateKey::Curve(key)) = &*self.key else { return Err(Error::KeyType) };
        let peer = ecc::PublicKey::from_spki_der(peer)?;
        let secret = self.worked(|| key.derive(&peer))?;
        Ok(Zeroizing::new(secret.as_bytes().to_vec()))
    }

    /// Returns the message of a ciphertext. Errors: `KeyType`, `UsageDenied`, and those of the
    /// library.
    pub fn decrypt(&self, ciphertext: &Ciphertext) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.object.check_use(Mechanism::RsaOaep)?;
        let Key::Private(PrivateKey::Rsa(key)) = &*self.key else { return Err(Error::KeyType) };
        Ok(self.worked(|| key.decrypt_oaep(&ciphertext.bytes, ciphertext.oaep()))?)
    }

    /// Whether nobody outside can know it, and what it wraps stays as secret as it was.
    #[must_use]
    pub fn wraps_sensitive(&self) -> bool {
        self.object.history.local && self.object.history.never_exportable
    }

    /// Returns another key of a session, wrapped by this one of AES.
    ///
    /// Errors: `KeyNotExportable`; `AttributeSensitive` for a sensitive key, if others may know
    /// this one; `WrapTooWeak`, `WrapLength`, `KeyType`, `UsageDenied`.
    pub fn wrap(&self, form: Form, other: &Self) -> Result<Vec<u8>, Error> {
        self.object.check_use(form.mechanism())?;
        let Key::Aes(by) = &*self.key else { return Err(Error::KeyType) };
        let attributes = &other.object.attributes;
        if !attributes.exportable {
            return Err(Error::KeyNotExportable);
        }
        if attributes.sensitive && !self.wraps_sensitive() {
            return Err(Error::AttributeSensitive);
        }
        if self.object.kind.strength_bits() < other.object.kind.strength_bits() {
            return Err(Error::WrapTooWeak);
        }
        keywrap::wrap(form, by, &other.key.to_document())
    }

    /// Returns what this key of AES has wrapped, and whether it must stay sensitive because perhaps
    /// it was.
    ///
    /// Errors: `WrapLength`, `WrapInvalid`, `KeyType`, `UsageDenied`.
    pub fn unwrap(&self, form: Form, wrapped: &[u8]) -> Result<(Zeroizing<Vec<u8>>, bool), Error> {
        self.object.check_use(form.mechanism())?;
        let Key::Aes(by) = &*self.key else { return Err(Error::KeyType) };
        Ok((keywrap::unwrap(form, by, wrapped)?, self.wraps_sensitive()))
    }

    /// Returns the bytes of an attribute of a part; numbers of a key that may leave as well.
    ///
    /// Errors: `CKR_ATTRIBUTE_TYPE_INVALID`, `CKR_ATTRIBUTE_SENSITIVE`.
    pub fn value(&self, part: Part, kind: CK_ATTRIBUTE_TYPE) -> Result<Zeroizing<Vec<u8>>, Rv> {
        let hidden = Rv(CKR_ATTRIBUTE_SENSITIVE);
        let told = match kind {
            CKA_TOKEN => Ok(attributes::truth(false)),
            CKA_PRIVATE => Ok(attributes::truth(self.is_private && part.is_private())),
            _ => attributes::value(&self.object, part, kind),
        };
        match told {
            Err(error) if error == hidden => self.number(kind).ok_or(hidden),
            told => told.map(Zeroizing::new),
        }
    }

    /// A number of a key that may leave in the clear.
    fn number(&self, kind: CK_ATTRIBUTE_TYPE) -> Option<Zeroizing<Vec<u8>>> {
        let attributes = &self.object.attributes;
        let may_leave = attributes.exportable && !attributes.sensitive;
        let document = may_leave.then(|| self.key.to_document())?;
        numbers::of_document(self.object.kind, kind, &document)
    }
}
