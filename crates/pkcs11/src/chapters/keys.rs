//! Key management functions. PKCS#11, section 5.18.

use super::objects::{created, demand_writable};
use super::signatures::of_key;
use crate::mechanisms::{self, Rule};
use crate::module::with_module;
use crate::objects::{Kept, Part};
use crate::raw::{self, Attributes, Mechanism, Output};
use crate::rv::{Rv, answered};
use crate::said;
use crate::slot::{Repeat, ask};
use crate::templates;
use cryptoki_sys::*;
use sealane_client::object::Object;
use sealane_client::signer::Keys;
use sealane_client::wrapping::Wrapping;

/// Makes an AES key.
pub unsafe extern "C" fn C_GenerateKey(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
    key: *mut CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let (mechanism, given) =
            unsafe { (Mechanism::new(mechanism)?, Attributes::new(template, count)?) };
        with_module(|module| module.session(session).map(drop))?;
        if mechanisms::find(mechanism.number)?.rule != Rule::AesKey {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        let kind = templates::aes_kind(&given)?;
        templates::demand_kind(&given, Part::Secret, kind)?;
        let attributes = templates::attributes(kind, &given, None)?;
        let slot = demand_writable(session, templates::is_for_token(&given)?)?;
        let make = || created(slot, attributes, |keys, it| keys.generate(kind, it));
        // SAFETY: the caller's promise.
        unsafe { handed_out(session, make, &[(Part::Secret, key)]) }
    })
}

/// Makes a pair, both halves or none.
pub unsafe extern "C" fn C_GenerateKeyPair(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    public_template: *mut CK_ATTRIBUTE,
    public_count: CK_ULONG,
    private_template: *mut CK_ATTRIBUTE,
    private_count: CK_ULONG,
    public_key: *mut CK_OBJECT_HANDLE,
    private_key: *mut CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let (mechanism, public, own) = unsafe {
            let public = Attributes::new(public_template, public_count)?;
            let own = Attributes::new(private_template, private_count)?;
            (Mechanism::new(mechanism)?, public, own)
        };
        with_module(|module| module.session(session).map(drop))?;
        let rule = mechanisms::find(mechanism.number)?.rule;
        if rule.info().flags & CKF_GENERATE_KEY_PAIR == 0 {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        let kind = templates::pair_kind(rule, &public)?;
        templates::demand_kind(&public, Part::Public, kind)?;
        templates::demand_kind(&own, Part::Private, kind)?;
        let attributes = templates::attributes(kind, &own, Some(&public))?;
        let is_for_token = templates::is_for_token(&own)? || templates::is_for_token(&public)?;
        let slot = demand_writable(session, is_for_token)?;
        let make = || created(slot, attributes, |keys, it| keys.generate(kind, it));
        let parts = [(Part::Public, public_key), (Part::Private, private_key)];
        // SAFETY: the caller's promise.
        unsafe { handed_out(session, make, &parts) }
    })
}

/// Makes an object, and writes handles of its parts where the caller wants them; where one cannot
/// be written nothing is made.
///
/// # Safety
///
/// Pointers must be valid for writes, if they are not null.
unsafe fn handed_out(
    session: CK_SESSION_HANDLE,
    make: impl FnOnce() -> Result<Object, Rv>,
    parts: &[(Part, *mut CK_OBJECT_HANDLE)],
) -> Result<(), Rv> {
    if parts.iter().any(|(_, handle)| handle.is_null()) {
        return Err(Rv(CKR_ARGUMENTS_BAD));
    }
    let made = std::sync::Arc::new(make()?);
    for (part, place) in parts {
        let handle = with_module(|module| {
            let slot = module.session(session)?.slot;
            Ok(module.handles.see(slot, &made, *part))
        })?;
        // SAFETY: the caller's promise.
        unsafe { raw::write(*place, handle) }?;
    }
    Ok(())
}

/// The key that wraps by a mechanism.
fn wrapping(mechanism: &Mechanism<'_>, key: &Kept) -> Result<Wrapping, Rv> {
    let Rule::AesWrap(form) = mechanisms::find(mechanism.number)?.rule else {
        return Err(Rv(CKR_MECHANISM_INVALID));
    };
    if !mechanism.is_plain() {
        return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
    }
    said::demand_allowed(key, mechanism.number)?;
    match key {
        Kept::Token { object, part: Part::Secret, .. } => Ok(Wrapping { by: object.id, form }),
        _ => Err(Rv(CKR_WRAPPING_KEY_TYPE_INCONSISTENT)),
    }
}

/// What a key that is not there is called where another is meant by the call too.
fn in_place_of_key(value: CK_RV) -> impl Fn(Rv) -> Rv {
    move |error| if error == Rv(CKR_KEY_HANDLE_INVALID) { Rv(value) } else { error }
}

/// Wraps a key by another.
pub unsafe extern "C" fn C_WrapKey(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    by: CK_OBJECT_HANDLE,
    key: CK_OBJECT_HANDLE,
    wrapped: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let (mechanism, output) =
            unsafe { (Mechanism::new(mechanism)?, Output::new(wrapped, length)?) };
        let (slot, by, key) = with_module(|module| {
            let by = module
                .key_of(session, by)
                .map_err(in_place_of_key(CKR_WRAPPING_KEY_HANDLE_INVALID))?;
            Ok((module.session(session)?.slot, by, module.key_of(session, key)?))
        })?;
        let by = wrapping(&mechanism, &by)?;
        let Kept::Token { object, part: Part::Private | Part::Secret, .. } = key else {
            return Err(Rv(CKR_KEY_NOT_WRAPPABLE));
        };
        let done = ask(slot, Repeat::Harmless, |keys| keys.wrap(by, object.id));
        output.put(&done.map_err(of_key)?)
    })
}

/// Takes a wrapped key in.
pub unsafe extern "C" fn C_UnwrapKey(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    by: CK_OBJECT_HANDLE,
    wrapped: *mut CK_BYTE,
    length: CK_ULONG,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
    key: *mut CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let (mechanism, wrapped, given) = unsafe {
            let given = Attributes::new(template, count)?;
            (Mechanism::new(mechanism)?, raw::bytes(wrapped, length)?, given)
        };
        let by = with_module(|module| {
            module.key_of(session, by).map_err(in_place_of_key(CKR_UNWRAPPING_KEY_HANDLE_INVALID))
        })?;
        let by = wrapping(&mechanism, &by)?;
        let part = Part::from_class(given.number(CKA_CLASS)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?)?;
        let kind = templates::wrapped_kind(&given, part)?;
        templates::demand_kind(&given, part, kind)?;
        let attributes = templates::attributes(kind, &given, None)?;
        let slot = demand_writable(session, templates::is_for_token(&given)?)?;
        let make = || {
            let made = created(slot, attributes, |keys, it| keys.unwrap(by, wrapped, it))?;
            let is_as_said = Part::of(made.class)[0] == part
                && templates::demand_kind(&given, part, made.kind).is_ok();
            if !is_as_said {
                ask(slot, Repeat::Never, |keys| keys.delete(made.id))?;
                return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
            }
            Ok(made)
        };
        // SAFETY: the caller's promise.
        unsafe { handed_out(session, make, &[(part, key)]) }
    })
}

/// Derives a secret that a key shares with a public one; it stays in the memory of the session.
pub unsafe extern "C" fn C_DeriveKey(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    base: CK_OBJECT_HANDLE,
    template: *mut CK_ATTRIBUTE,
    count: CK_ULONG,
    key: *mut CK_OBJECT_HANDLE,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let (mechanism, given) =
            unsafe { (Mechanism::new(mechanism)?, Attributes::new(template, count)?) };
        let (slot, base) = with_module(|module| {
            Ok((module.session(session)?.slot, module.key_of(session, base)?))
        })?;
        if mechanisms::find(mechanism.number)?.rule != Rule::Agree {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        said::demand_allowed(&base, mechanism.number)?;
        let Kept::Token { object, part: Part::Private, .. } = &base else {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        };
        if templates::is_for_token(&given)? {
            return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
        }
        if key.is_null() {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        // SAFETY: the caller's promise of its mechanism.
        let peer = unsafe { peer(&mechanism, object) }?;
        let secret = ask(slot, Repeat::Harmless, |keys| keys.derive(object.id, &peer));
        let secret = secret.map_err(of_key)?;
        let made = templates::session_secret(&given, &secret)?;
        let handle = with_module(|module| Ok(module.handles.keep(slot, session, made)))?;
        // SAFETY: the caller's promise.
        unsafe { raw::write(key, handle) }
    })
}

/// The other side's public key, as a SubjectPublicKeyInfo.
///
/// # Safety
///
/// The pointers of the parameter must be valid for reads, if they are not null.
unsafe fn peer(mechanism: &Mechanism<'_>, object: &Object) -> Result<Vec<u8>, Rv> {
    let invalid = Rv(CKR_MECHANISM_PARAM_INVALID);
    // SAFETY: it is the structure of the mechanism.
    let it = unsafe { mechanism.parameter::<CK_ECDH1_DERIVE_PARAMS>() }?;
    if it.kdf != CKD_NULL || it.ulSharedDataLen != 0 {
        return Err(invalid);
    }
    // SAFETY: the caller's promise.
    let point = unsafe { raw::bytes(it.pPublicData, it.ulPublicDataLen) }.map_err(|_| invalid)?;
    let sealane_client::key::KeyKind::Pair(sealane::Algorithm::Curve(curve)) = object.kind else {
        return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
    };
    let key = templates::public_of_point(curve, point).map_err(|_| invalid)?;
    Ok(key.to_spki_der())
}
