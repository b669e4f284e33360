//! Object management functions. PKCS#11, section 5.7.

use super::made::{Destination, handed_out};
use crate::changes::{self, Label};
use crate::classes::{demand_fitting, demand_forms};
use crate::known::Row;
use crate::module::with_module;
use crate::numbers;
use crate::objects::{Kept, Part, SessionObject};
use crate::raw::{self, Attributes};
use crate::rv::{Rv, answered};
use crate::said::{self, Rows};
use crate::search;
use crate::slot::{Repeat, ask};
use crate::templates;
use cryptoki_sys::*;
use sealane_client::Error;
use sealane_client::connection::Connection;
use sealane_client::key::{Key, KeyKind};
use sealane_client::object::{self, Class, Id, Object, Patch};
use sealane_client::signer::Keys;
use std::sync::Arc;
use zeroize::Zeroizing;

/// The most attributes that are read at once.
const MAX_READ: usize = 1 << 16;
/// The most objects that may have one label: the others are told apart by numbers.
const MAX_NAMESAKES: usize = 10_000;

/// The slot of a session that may make objects of the token.
///
/// Errors: `CKR_SESSION_READ_ONLY`, `CKR_USER_NOT_LOGGED_IN`.
pub fn demand_writable(session: CK_SESSION_HANDLE) -> Result<CK_SLOT_ID, Rv> {
    with_module(|module| {
        let is_writable = module.session(session)?.is_writable;
        let slot = module.slot_of(session)?;
        match (is_writable, &slot.login) {
            (false, _) => Err(Rv(CKR_SESSION_READ_ONLY)),
            (true, None) => Err(Rv(CKR_USER_NOT_LOGGED_IN)),
            (true, Some(_)) => Ok(slot.id),
        }
    })
}

/// Makes an object of the token. Labels of keys are their own in the token and not in the
/// standard: where one is taken, a number is added.
///
/// Errors: those of `make`.
pub fn created(
    slot: CK_SLOT_ID,
    attributes: object::Attributes,
    mut make: impl FnMut(&mut Connection, object::Attributes) -> Result<Object, Error>,
) -> Result<Object, Rv> {
    let wanted = attributes.label.clone();
    for number in 1..=MAX_NAMESAKES {
        let label = if number == 1 { wanted.clone() } else { format!("{wanted} ({number})") };
        let attributes = match number {
            1 => attributes.clone(),
            _ => said::relabelled(&attributes, label)?,
        };
        let made = ask(slot, Repeat::Never, |keys| match make(keys, attributes.clone()) {
            Err(taken) if taken.code() == Error::NameExists.code() => Ok(None),
            made => made.map(Some),
        })?;
        if let Some(made) = made {
            return Ok(made);
        }
    }
    Err(Rv::VALUE_INVALID)
}

/// Makes an object of what its template says.
pub unsafe extern "C" fn C_CreateObject(
    session: CK_SESSION_HANDLE,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
    object: *mut CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let given = unsafe { Attributes::for_new(template, count, object) }?;
        let slot = with_module(|module| Ok(module.session(session)?.slot))?;
        demand_forms(&given)?;
        let class = given.number(CKA_CLASS)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
        let part = Part::from_class(class)?;
        let is_key = matches!(part, Part::Private | Part::Secret);
        if !is_key {
            demand_fitting(&given, part)?;
        }
        templates::check_new(&given)?;
        if is_key {
            let key = templates::private_key(&given, part)?;
            let attributes = templates::attributes(key.kind(), &given, None)?;
            let destination = Destination::of(session, &given, None)?;
            let make = || destination.import(key, attributes);
            // SAFETY: the caller's promise.
            return unsafe { handed_out(session, make, &[(part, object)]) };
        }
        let handle = match Destination::of(session, &given, None)? {
            Destination::Token(slot) => {
                let made = Arc::new(imported(slot, part, &given)?);
                with_module(|module| Ok(module.handles.see(slot, &made, part)))?
            }
            Destination::Session { .. } => {
                let made = match part {
                    Part::Public => templates::session_public(&given)?,
                    _ => SessionObject::new(&given),
                };
                with_module(|module| Ok(module.handles.keep(slot, session, made)))?
            }
        };
        // SAFETY: the caller's promise.
        unsafe { raw::write(object, handle) }
    })
}

/// Takes an object into the token.
pub fn imported(slot: CK_SLOT_ID, part: Part, given: &Attributes) -> Result<Object, Rv> {
    let plain = |kind: KeyKind| -> Result<object::Attributes, Rv> {
        let attributes = templates::attributes(kind, given, None)?;
        Ok(object::Attributes { exportable: true, sensitive: false, ..attributes })
    };
    let (key, attributes) = match part {
        Part::Public => {
            let spki = templates::public_key(given)?.to_spki_der();
            let attributes = templates::public_attributes(given)?;
            return created(slot, attributes, |keys, it| keys.import_public_as(&spki, it));
        }
        // Keys are taken in by who asks for one.
        Part::Private | Part::Secret => return Err(Rv(CKR_GENERAL_ERROR)),
        Part::Certificate => (value_of(KeyKind::Certificate, given)?, plain(KeyKind::Certificate)?),
        Part::Data => (value_of(KeyKind::Data, given)?, plain(KeyKind::Data)?),
    };
    import_key(slot, &key, attributes)
}

/// Takes a key, a certificate or data into the token. Errors: those of [`created`].
pub fn import_key(
    slot: CK_SLOT_ID,
    key: &Key,
    attributes: object::Attributes,
) -> Result<Object, Rv> {
    let (kind, document) = (key.kind(), key.to_document());
    created(slot, attributes, |keys, it| keys.import(Key::from_outside(kind, &document)?, it))
}

fn value_of(kind: KeyKind, given: &Attributes) -> Result<Key, Rv> {
    Key::from_outside(kind, given.required(CKA_VALUE)?).map_err(Rv::from)
}

/// Removes an object. The public half of a pair goes with the private one, or before.
pub unsafe extern "C" fn C_DestroyObject(
    session: CK_SESSION_HANDLE,
    object: CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        let found = with_module(|module| {
            let writable = module.session(session)?.is_writable;
            if writable && module.handles.was_outlived(object) {
                return Ok(None);
            }
            let kept = module.object_of(session, object)?;
            Ok(Some((module.session(session)?.slot, kept, writable)))
        })?;
        let Some((slot, kept, is_writable)) = found else { return Ok(()) };
        if !said::is_set(&kept, CKA_DESTROYABLE) {
            return Err(Rv(CKR_ACTION_PROHIBITED));
        }
        if let Kept::Token { object: known, part, .. } = kept {
            if !is_writable {
                return Err(Rv(CKR_SESSION_READ_ONLY));
            }
            if part == Part::Public && known.class == Class::Private {
                let left = ask(slot, Repeat::Never, |keys| without_half(keys, known.id))?;
                return with_module(|module| {
                    module.handles.renew(slot, &Arc::new(left));
                    module.handles.forget_part(object);
                    Ok(())
                });
            }
            ask(slot, Repeat::Never, |keys| keys.delete(known.id))?;
        }
        with_module(|module| {
            module.handles.forget(object);
            Ok(())
        })
    })
}

/// Notes in the token that the public half of a pair is gone, for all programs.
fn without_half(keys: &mut Connection, pair: Id) -> Result<Object, Error> {
    let mut rows = Rows::of(&keys.find_id(pair)?.attributes);
    rows.drop_half();
    keys.modify(pair, Patch { extra: Some(rows.into_extra()), ..Patch::default() })
}

/// About how many bytes an object has.
pub unsafe extern "C" fn C_GetObjectSize(
    session: CK_SESSION_HANDLE,
    object: CK_OBJECT_HANDLE,
    size: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        let kept = with_module(|module| module.object_of(session, object))?;
        let told = match kept {
            Kept::Token { object, .. } => object.public.len() as CK_ULONG,
            Kept::Session { .. } | Kept::Key { .. } => CK_UNAVAILABLE_INFORMATION,
        };
        // SAFETY: the caller's promise.
        unsafe { raw::write(size, told) }
    })
}

/// Reads attributes: each that can be, whatever is with the others.
pub unsafe extern "C" fn C_GetAttributeValue(
    session: CK_SESSION_HANDLE,
    object: CK_OBJECT_HANDLE,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let rows = raw::extent(template, count)?;
        if rows > MAX_READ {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        let (slot, kept) = with_module(|module| {
            Ok((module.session(session)?.slot, module.object_of(session, object)?))
        })?;
        let mut said = Ok(());
        for at in 0..rows {
            // SAFETY: within the rows that the caller says there are. They are read and written one
            // by one: nothing is known of their alignment, and a value may stand among them.
            let (place, mut row) = unsafe { (template.add(at), raw::read(template.add(at))?) };
            let value = match kept.value(row.type_) {
                Err(Rv(CKR_ATTRIBUTE_SENSITIVE)) => told_by_service(slot, &kept, row.type_),
                value => value,
            };
            let one = value.and_then(|value| {
                let length = value.len() as CK_ULONG;
                if !row.pValue.is_null() && row.ulValueLen < length {
                    return Err(Rv(CKR_BUFFER_TOO_SMALL));
                }
                if !row.pValue.is_null() {
                    // SAFETY: the caller's promise: there is room for as many.
                    unsafe { std::ptr::copy(value.as_ptr(), row.pValue.cast(), value.len()) };
                }
                Ok(length)
            });
            row.ulValueLen = *one.as_ref().unwrap_or(&CK_UNAVAILABLE_INFORMATION);
            // SAFETY: as above.
            unsafe { raw::write(place, row) }?;
            said = said.and(one.map(drop));
        }
        said
    })
}

/// A value that may leave the token, and that only the service has.
pub fn told_by_service(
    slot: CK_SLOT_ID,
    kept: &Kept,
    kind: CK_ATTRIBUTE_TYPE,
) -> Result<Zeroizing<Vec<u8>>, Rv> {
    let hidden = Rv(CKR_ATTRIBUTE_SENSITIVE);
    let Kept::Token { object, .. } = kept else { return Err(hidden) };
    if object.attributes.sensitive || !object.attributes.exportable {
        return Err(hidden);
    }
    if !numbers::may_be_told(object.kind, kind) {
        return Err(hidden);
    }
    let document = ask(slot, Repeat::Harmless, |keys| keys.export(object.id))?;
    numbers::of_document(object.kind, kind, &document).ok_or(hidden)
}

/// Changes attributes: names, what programs say, and rights that become fewer.
pub unsafe extern "C" fn C_SetAttributeValue(
    session: CK_SESSION_HANDLE,
    object: CK_OBJECT_HANDLE,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let given = unsafe { Attributes::new(template, count) }?;
        let (slot, found, is_writable) = with_module(|module| {
            let kept = module.object_of(session, object)?;
            if !said::is_set(&kept, CKA_MODIFIABLE) {
                return Err(Rv(CKR_ACTION_PROHIBITED));
            }
            let found = match kept {
                Kept::Token { object, part, .. } => Some((object, part)),
                // Under the lock: a change of another thread must not undo this one.
                Kept::Key { key, part, .. } => {
                    let patch = changes::patch(key.object(), part, &given, Label::OfProgram)?;
                    module.handles.renew_key(&Arc::new(key.changed(patch)?));
                    None
                }
                Kept::Session { .. } => return Err(Rv(CKR_ACTION_PROHIBITED)),
            };
            let session = module.session(session)?;
            Ok((session.slot, found, session.is_writable))
        })?;
        let Some((object, part)) = found else { return Ok(()) };
        if !is_writable {
            return Err(Rv(CKR_SESSION_READ_ONLY));
        }
        let made = ask(slot, Repeat::Never, |keys| changed(keys, object.id, part, &given))??;
        with_module(|module| {
            module.handles.renew(slot, &Arc::new(made));
            Ok(())
        })
    })
}

/// Changes an object as it is now: other programs may have said something of it meanwhile. Where
/// the token cannot have its new label, that is kept as what programs say.
fn changed(
    keys: &mut Connection,
    id: Id,
    part: Part,
    given: &Attributes,
) -> Result<Result<Object, Rv>, Error> {
    let object = keys.find_id(id)?;
    for label in [Label::OfProgram, Label::Kept] {
        let patch = match changes::patch(&object, part, given, label) {
            Ok(patch) => patch,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let is_last = label == Label::Kept || patch.label.is_none();
        match keys.modify(id, patch) {
            Err(taken) if !is_last && taken.code() == Error::NameExists.code() => {}
            made => return made.map(Ok),
        }
    }
    Err(Error::NameExists)
}

/// Searches: all that fits is found at once, and given out later.
pub unsafe extern "C" fn C_FindObjectsInit(
    session: CK_SESSION_HANDLE,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let wanted = unsafe { Attributes::new(template, count) }?;
        let slot = with_module(|module| {
            let session = module.session(session)?;
            if session.found.is_some() { Err(Rv(CKR_OPERATION_ACTIVE)) } else { Ok(session.slot) }
        })?;
        let of_token = search::find(slot, &wanted)?;
        with_module(|module| {
            let login = module.slot(slot)?.login.as_ref();
            let is_user = login.is_some_and(|login| login.user != CKU_SO);
            let is_shown = |(_, part): &&Row| is_user || !part.is_private();
            let shown = of_token.iter().filter(is_shown);
            let handles = &mut module.handles;
            let mut found: Vec<CK_OBJECT_HANDLE> =
                shown.map(|(object, part)| handles.see(slot, object, *part)).collect();
            for handle in module.handles.of_sessions(slot) {
                let kept = module.handles.get(slot, handle)?;
                if (is_user || !kept.is_private()) && kept.fits(&wanted) {
                    found.push(handle);
                }
            }
            module.session(session)?.found = Some(found.into());
            Ok(())
        })
    })
}

/// Gives out what was found.
pub unsafe extern "C" fn C_FindObjects(
    session: CK_SESSION_HANDLE,
    objects: *mut CK_OBJECT_HANDLE,
    most: CK_ULONG,
    count: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        let slots = raw::extent(objects, most)?;
        if count.is_null() {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        let some = with_module(|module| {
            let found = module.session(session)?.found.as_mut();
            let found = found.ok_or(Rv(CKR_OPERATION_NOT_INITIALIZED))?;
            let some = slots.min(found.len());
            Ok(found.drain(..some).collect::<Vec<_>>())
        })?;
        for (at, handle) in some.iter().enumerate() {
            // SAFETY: there is room for `most`, and these are no more.
            unsafe { raw::write(objects.add(at), *handle) }?;
        }
        // SAFETY: the caller's promise.
        unsafe { raw::write(count, some.len() as CK_ULONG) }
    })
}

/// Ends a search.
pub unsafe extern "C" fn C_FindObjectsFinal(session: CK_SESSION_HANDLE) -> CK_RV {
    answered(|| {
        with_module(|module| {
            let found = module.session(session)?.found.take();
            found.map(drop).ok_or(Rv(CKR_OPERATION_NOT_INITIALIZED))
        })
    })
}
