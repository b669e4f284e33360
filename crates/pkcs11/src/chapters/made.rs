//! Where new keys go: into the token, or into the memory of a session.

use super::objects::{created, demand_writable, import_key};
use crate::module::with_module;
use crate::objects::Part;
use crate::raw::{self, Attributes as Given};
use crate::rv::Rv;
use crate::session_keys::{Origin, SessionKey};
use crate::templates;
use cryptoki_sys::*;
use sealane_client::key::{Key, KeyKind};
use sealane_client::object::{Attributes, Object};
use sealane_client::signer::Keys;
use std::sync::Arc;

/// Where a new key is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// In the token of a slot.
    Token(CK_SLOT_ID),
    /// In a session.
    Session {
        /// Whether it is hidden from who has not logged in.
        is_private: bool,
    },
}

/// A key that was made.
pub enum Made {
    /// In the token.
    Token(Arc<Object>),
    /// In a session.
    Session(Arc<SessionKey>),
}

/// Whether a new object of a session is hidden from who has not logged in.
///
/// Errors: `CKR_USER_NOT_LOGGED_IN` where it is to be so, and nobody has;
/// `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn is_private(session: CK_SESSION_HANDLE, given: &Given) -> Result<bool, Rv> {
    let said = given.truth(CKA_PRIVATE)?;
    with_module(|module| {
        let login = module.slot_of(session)?.login.as_ref();
        let is_user = login.is_some_and(|login| login.user != CKU_SO);
        match said {
            Some(true) if !is_user => Err(Rv(CKR_USER_NOT_LOGGED_IN)),
            _ => Ok(said.unwrap_or(is_user)),
        }
    })
}

impl Destination {
    /// What templates say, that of a public half as well. A key of a session is private if nobody
    /// says otherwise and the user has logged in.
    ///
    /// Errors: `CKR_SESSION_READ_ONLY` for the token; `CKR_USER_NOT_LOGGED_IN` for what is private;
    /// `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn of(session: CK_SESSION_HANDLE, own: &Given, public: Option<&Given>) -> Result<Self, Rv> {
        let of_public = public.map(templates::is_for_token).transpose()?;
        if templates::is_for_token(own)? || of_public == Some(true) {
            return demand_writable(session).map(Self::Token);
        }
        let is_private = is_private(session, own)?;
        Ok(Self::Session { is_private })
    }

    /// Makes a key there. Errors: those of the service, and of [`SessionKey::generate`].
    pub fn generate(self, kind: KeyKind, attributes: Attributes) -> Result<Made, Rv> {
        Ok(match self {
            Self::Token(slot) => {
                let made = created(slot, attributes, |keys, it| keys.generate(kind, it))?;
                Made::Token(Arc::new(made))
            }
            Self::Session { is_private } => {
                Made::Session(Arc::new(SessionKey::generate(kind, attributes, is_private)?))
            }
        })
    }

    /// Takes a key in there. Errors: those of the service, and of [`SessionKey::new`].
    pub fn import(self, key: Key, attributes: Attributes) -> Result<Made, Rv> {
        Ok(match self {
            Self::Token(slot) => Made::Token(Arc::new(import_key(slot, &key, attributes)?)),
            Self::Session { is_private } => {
                let made = SessionKey::new(key, attributes, Origin::Brought, is_private)?;
                Made::Session(Arc::new(made))
            }
        })
    }
}

/// Makes a key, and writes handles of its parts where the caller wants them; where one cannot be
/// written nothing is made.
///
/// # Safety
///
/// Pointers must be valid for writes, if they are not null.
pub unsafe fn handed_out(
    session: CK_SESSION_HANDLE,
    make: impl FnOnce() -> Result<Made, Rv>,
    parts: &[(Part, *mut CK_OBJECT_HANDLE)],
) -> Result<(), Rv> {
    if parts.iter().any(|(_, handle)| handle.is_null()) {
        return Err(Rv(CKR_ARGUMENTS_BAD));
    }
    let made = make()?;
    for (part, place) in parts {
        let handle = with_module(|module| {
            let slot = module.session(session)?.slot;
            Ok(match &made {
                Made::Token(object) => module.handles.see(slot, object, *part),
                Made::Session(key) => module.handles.keep_key(slot, session, key, *part),
            })
        })?;
        // SAFETY: the caller's promise.
        unsafe { raw::write(*place, handle) }?;
    }
    Ok(())
}
