//! Copies of objects. PKCS#11, section 5.7.3.

use super::made::{Destination, Made, handed_out};
use super::objects::{created, demand_writable, imported, told_by_service};
use crate::attributes;
use crate::changes::{self, Label};
use crate::module::with_module;
use crate::objects::{Kept, Part, SessionObject};
use crate::raw::{self, Attributes};
use crate::rv::{Rv, answered};
use crate::said::{self, Rows};
use crate::session_keys::SessionKey;
use cryptoki_sys::*;
use sealane_client::object::{self, Class, Object, Patch};
use std::sync::Arc;

/// What a copy in a session has of an object of the token, if that has it.
const COPIED: [CK_ATTRIBUTE_TYPE; 38] = [
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
        check(&kept, &given)?;
        if let Kept::Key { key, part: part @ (Part::Private | Part::Secret), .. } = &kept {
            let make = || of_session_key(session, key, *part, &given);
            // SAFETY: the caller's promise.
            return unsafe { handed_out(session, make, &[(*part, copy)]) };
        }
        let of_token = matches!(kept, Kept::Token { .. });
        let handle = if given.truth(CKA_TOKEN)?.unwrap_or(of_token) {
            let slot = demand_writable(session)?;
            let (made, part) = in_token(slot, &kept, &given)?;
            with_module(|module| Ok(module.handles.see(slot, &Arc::new(made), part)))?
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

/// Makes a copy in the token. Errors: those of [`created`] and [`changes::patch`].
fn in_token(slot: CK_SLOT_ID, kept: &Kept, given: &Attributes) -> Result<(Object, Part), Rv> {
    if let Kept::Token { object, part: part @ (Part::Private | Part::Secret), .. } = kept {
        return Ok((of_key(slot, object, *part, given)?, *part));
    }
    let all = in_session(slot, kept, given)?.into_attributes();
    let part = Part::from_class(all.number(CKA_CLASS)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?)?;
    Ok((imported(slot, part, &all)?, part))
}

/// Makes a copy of a key that stays in the token.
fn of_key(slot: CK_SLOT_ID, object: &Object, part: Part, given: &Attributes) -> Result<Object, Rv> {
    let is_said = |(kind, value): &(CK_ATTRIBUTE_TYPE, &[u8])| {
        let is_same = attributes::value(object, part, *kind).is_ok_and(|own| own == *value);
        !is_same && !matches!(*kind, CKA_TOKEN | CKA_MODIFIABLE)
    };
    let said = Attributes::from_pairs(&given.iter().filter(is_said).collect::<Vec<_>>());
    let patch = changes::patch(object, part, &said, Label::OfProgram)?;
    let mut attributes = object.attributes.clone();
    attributes.extra = patch.extra.clone().unwrap_or(attributes.extra);
    attributes.label = patch.label.clone().unwrap_or(attributes.label);
    let mut rows = Rows::of(&attributes);
    if let Some(value) = given.get(CKA_MODIFIABLE) {
        rows.keep(object.class, part, CKA_MODIFIABLE, value)?;
    }
    if object.class == Class::Private {
        // The copy is of a private key alone.
        rows.drop_half();
    }
    attributes.extra = rows.into_extra();
    created(slot, attributes, |keys, it| {
        let (label, extra) = (Some(it.label), Some(it.extra));
        keys.copy(object.id, Patch { label, extra, ..patch.clone() })
    })
}

/// Makes a copy of a key of a session, in the token or in a session: one that was brought there.
///
/// Errors: those of [`changes::patch`] and [`Destination::import`].
fn of_session_key(
    session: CK_SESSION_HANDLE,
    key: &SessionKey,
    part: Part,
    given: &Attributes,
) -> Result<Made, Rv> {
    let object = key.object();
    let is_said = |(kind, value): &(CK_ATTRIBUTE_TYPE, &[u8])| {
        !key.value(part, *kind).is_ok_and(|own| *own == *value)
            && !matches!(*kind, CKA_TOKEN | CKA_MODIFIABLE)
    };
    let said = Attributes::from_pairs(&given.iter().filter(is_said).collect::<Vec<_>>());
    let patch = changes::patch(object, part, &said, Label::OfProgram)?;
    let own = object.attributes.clone();
    let attributes = object::Attributes {
        label: patch.label.unwrap_or(own.label),
        usage: patch.usage.unwrap_or(own.usage),
        exportable: patch.exportable.unwrap_or(own.exportable),
        sensitive: patch.sensitive.unwrap_or(own.sensitive),
        external_id: patch.external_id.unwrap_or(own.external_id),
        extra: patch.extra.unwrap_or(own.extra),
        ..own
    };
    Destination::of(session, given, None)?.import(key.copied()?, attributes)
}

/// Makes a copy in the memory of a session.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT` for a key of the token that does not leave it.
fn in_session(slot: CK_SLOT_ID, kept: &Kept, given: &Attributes) -> Result<SessionObject, Rv> {
    match kept {
        Kept::Session { object, .. } => return Ok(object.copy(given)),
        Kept::Token { object, part, .. } if object.class.is_key() && *part != Part::Public => {
            return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
        }
        _ => {}
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
