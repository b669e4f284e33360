//! Copies of objects. PKCS#11, section 5.7.3.

use super::made::is_private;
use super::objects::{created, demand_writable, import_key, imported, told_by_service};
use crate::attributes;
use crate::changes::{self, Label};
use crate::module::with_module;
use crate::objects::{Kept, Part, SessionObject};
use crate::raw::{self, Attributes};
use crate::rv::{Rv, answered};
use crate::said::{self, Rows};
use cryptoki_sys::*;
use sealane_client::object::{self, Class, Object, Patch, Usage};
use std::sync::Arc;

/// What a copy in a session has of an object of the token, if that has it.
const COPIED: [CK_ATTRIBUTE_TYPE; 39] = [
    CKA_CLASS,
    CKA_PRIVATE,
    CKA_LABEL,
    CKA_ID,
    CKA_MODIFIABLE,
    CKA_COPYABLE,
    CKA_DESTROYABLE,
    CKA_KEY_TYPE,
    CKA_START_DATE,
    CKA_END_DATE,
    CKA_DERIVE,
    CKA_LOCAL,
    CKA_KEY_GEN_MECHANISM,
    CKA_ALLOWED_MECHANISMS,
    CKA_SUBJECT,
    CKA_PUBLIC_KEY_INFO,
    CKA_VERIFY,
    CKA_ENCRYPT,
    CKA_VERIFY_RECOVER,
    CKA_WRAP,
    CKA_TRUSTED,
    CKA_MODULUS,
    CKA_MODULUS_BITS,
    CKA_PUBLIC_EXPONENT,
    CKA_EC_PARAMS,
    CKA_EC_POINT,
    CKA_PRIME,
    CKA_SUBPRIME,
    CKA_BASE,
    CKA_PARAMETER_SET,
    CKA_CERTIFICATE_TYPE,
    CKA_CERTIFICATE_CATEGORY,
    CKA_ISSUER,
    CKA_SERIAL_NUMBER,
    CKA_CHECK_VALUE,
    CKA_APPLICATION,
    CKA_OBJECT_ID,
    CKA_VALUE,
    CKA_VALUE_LEN,
];

/// Makes another object like one, with a few other attributes.
pub unsafe extern "C" fn C_CopyObject(
    session: CK_SESSION_HANDLE,
    object: CK_OBJECT_HANDLE,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
    copy: *mut CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let given = unsafe { Attributes::for_new(template, count, copy) }?;
        let (slot, kept) = with_module(|module| {
            Ok((module.session(session)?.slot, module.object_of(session, object)?))
        })?;
        if !said::is_set(&kept, CKA_COPYABLE) {
            return Err(Rv(CKR_ACTION_PROHIBITED));
        }
        is_private(session, &given)?;
        check(&kept, &given)?;
        let of_token = matches!(kept, Kept::Token { .. });
        let handle = if given.truth(CKA_TOKEN)?.unwrap_or(of_token) {
            let slot = demand_writable(session)?;
            let (made, part) = in_token(slot, &kept, &given)?;
            with_module(|module| Ok(module.handles.see(slot, &Arc::new(made), part)))?
        } else if let Kept::Key { key, part: part @ (Part::Private | Part::Secret), .. } = &kept {
            let patch = patch_of_copy(key.object(), *part, &given)?;
            let made = Arc::new(key.copied(patch)?);
            with_module(|module| Ok(module.handles.keep_key(slot, session, &made, *part)))?
        } else {
            let made = in_session(slot, &kept, &given)?;
            with_module(|module| Ok(module.handles.keep(slot, session, made)))?
        };
        // SAFETY: the caller's promise.
        unsafe { raw::write(copy, handle) }
    })
}

/// Demands that what is given may be another one in a copy, and that no right is more there.
///
/// Errors: `CKR_ATTRIBUTE_READ_ONLY`, `CKR_ATTRIBUTE_VALUE_INVALID`.
fn check(kept: &Kept, given: &Attributes) -> Result<(), Rv> {
    for (kind, value) in given.iter() {
        let is_same = kept.value(kind).is_ok_and(|own| *own == value);
        let is_good = match kind {
            CKA_TOKEN | CKA_MODIFIABLE | CKA_DESTROYABLE => raw::truth(value).map(|_| true)?,
            CKA_LABEL | CKA_ID | CKA_SUBJECT | CKA_START_DATE | CKA_END_DATE => true,
            CKA_APPLICATION | CKA_OBJECT_ID => true,
            // Towards less alone.
            CKA_SENSITIVE => raw::truth(value)?,
            CKA_EXTRACTABLE | CKA_COPYABLE | CKA_SIGN | CKA_DECRYPT | CKA_DERIVE | CKA_VERIFY
            | CKA_ENCRYPT | CKA_WRAP | CKA_UNWRAP => !raw::truth(value)?,
            _ => false,
        };
        if !is_good && !is_same {
            return Err(Rv(CKR_ATTRIBUTE_READ_ONLY));
        }
    }
    Ok(())
}

/// Makes a copy in the token.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT` for a key of a session that wraps sensitive ones; those of
/// [`created`] and [`patch_of_copy`].
fn in_token(slot: CK_SLOT_ID, kept: &Kept, given: &Attributes) -> Result<(Object, Part), Rv> {
    match kept {
        Kept::Token { object, part: part @ (Part::Private | Part::Secret), .. } => {
            Ok((of_key(slot, object, patch_of_copy(object, *part, given)?)?, *part))
        }
        Kept::Key { key, part: part @ (Part::Private | Part::Secret), .. } => {
            let patch = patch_of_copy(key.object(), *part, given)?;
            let attributes = patch.applied_to(&key.object().attributes)?;
            // To the token it comes from outside, which does not know what it was before: that it
            // has wrapped sensitive keys, it would not know either, and give them away.
            if key.wraps_sensitive() && attributes.usage.has(Usage::WRAP) {
                return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
            }
            Ok((import_key(slot, key.key(), attributes)?, *part))
        }
        _ => {
            let all = in_session(slot, kept, given)?.into_attributes();
            let class = all.number(CKA_CLASS)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
            let part = Part::from_class(class)?;
            Ok((imported(slot, part, &all)?, part))
        }
    }
}

/// What is another one in the copy of a private or a secret key: its label and rows in any case.
///
/// Errors: those of [`changes::patch`].
fn patch_of_copy(object: &Object, part: Part, given: &Attributes) -> Result<Patch, Rv> {
    let is_said = |(kind, value): &(CK_ATTRIBUTE_TYPE, &[u8])| {
        let is_same = attributes::value(object, part, *kind).is_ok_and(|own| own == *value);
        !is_same && !matches!(*kind, CKA_TOKEN | CKA_MODIFIABLE)
    };
    let said = Attributes::from_pairs(&given.iter().filter(is_said).collect::<Vec<_>>());
    let patch = changes::patch(object, part, &said, Label::OfProgram)?;
    let before = object.attributes.clone();
    let label = patch.label.clone().unwrap_or(before.label.clone());
    let extra = patch.extra.clone().unwrap_or(before.extra.clone());
    let mut rows = Rows::of(&object::Attributes { extra, ..before });
    if let Some(value) = given.get(CKA_MODIFIABLE) {
        rows.keep(object.class, part, CKA_MODIFIABLE, value)?;
    }
    if object.class == Class::Private {
        // The copy is of a private key alone.
        rows.drop_half();
    }
    Ok(Patch { label: Some(label), extra: Some(rows.into_extra()), ..patch })
}

/// Makes a copy of a key that stays in the token.
fn of_key(slot: CK_SLOT_ID, object: &Object, patch: Patch) -> Result<Object, Rv> {
    let mut attributes = object.attributes.clone();
    attributes.extra = patch.extra.clone().unwrap_or(attributes.extra);
    attributes.label = patch.label.clone().unwrap_or(attributes.label);
    created(slot, attributes, |keys, it| {
        let (label, extra) = (Some(it.label), Some(it.extra));
        keys.copy(object.id, Patch { label, extra, ..patch.clone() })
    })
}

/// Makes a copy in the memory of a session.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT` for a key of the token that does not leave it.
fn in_session(slot: CK_SLOT_ID, kept: &Kept, given: &Attributes) -> Result<SessionObject, Rv> {
    let part = match kept {
        Kept::Session { object, .. } => return Ok(object.copy(given)),
        Kept::Token { part, .. } | Kept::Key { part, .. } => *part,
    };
    if matches!(part, Part::Private | Part::Secret) {
        return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
    }
    let mut made = SessionObject::new(&Attributes::default());
    for kind in COPIED {
        let told = match kept.value(kind) {
            Err(Rv(CKR_ATTRIBUTE_SENSITIVE)) => Some(told_by_service(slot, kept, kind)?),
            told => told.ok(),
        };
        if let Some(value) = told {
            made.set(kind, &value);
        }
    }
    Ok(made.copy(given))
}
