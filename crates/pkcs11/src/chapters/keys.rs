//! Key management functions. PKCS#11, section 5.18.

use super::made::{Destination, Made, handed_out, is_private};
use super::objects::created;
use super::signatures::of_key;
use crate::attributes::key_type;
use crate::mechanisms::{self, Rule};
use crate::module::with_module;
use crate::objects::{Holder, Kept, Part};
use crate::raw::{self, Attributes, Mechanism, Output};
use crate::rv::{Rv, answered};
use crate::said;
use crate::slot::{Repeat, ask};
use crate::templates;
use cryptoki_sys::*;
use sealane_client::key::KeyKind;
use sealane_client::object::{self, Object};
use sealane_client::signer::Keys;
use sealane_client::wrapping::{Form, Wrapping};
use std::sync::Arc;
use zeroize::Zeroizing;

const WRAPS: (CK_ATTRIBUTE_TYPE, CK_RV) = (CKA_WRAP, CKR_WRAPPING_KEY_TYPE_INCONSISTENT);
const UNWRAPS: (CK_ATTRIBUTE_TYPE, CK_RV) = (CKA_UNWRAP, CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT);

/// Makes a secret key.
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
        let of = mechanisms::find(mechanism.number)?.rule.makes_type();
        let of = of.ok_or(Rv(CKR_MECHANISM_INVALID))?;
        let kind = templates::new_secret_kind(of, &given)?;
        templates::demand_type(&given, Part::Secret, Some(of))?;
        let given = given.with(CKA_KEY_TYPE, &of.to_ne_bytes());
        let attributes = templates::attributes(kind, &given, None)?;
        let destination = Destination::of(session, &given, None)?;
        let make = || destination.generate(kind, attributes);
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
        templates::demand_type(&public, Part::Public, key_type(kind))?;
        templates::demand_type(&own, Part::Private, key_type(kind))?;
        templates::demand_parameter_set(&own, kind)?;
        templates::demand_no_values(kind, [&public, &own])?;
        let attributes = templates::attributes(kind, &own, Some(&public))?;
        let destination = Destination::of(session, &own, Some(&public))?;
        let make = || destination.generate(kind, attributes);
        let parts = [(Part::Public, public_key), (Part::Private, private_key)];
        // SAFETY: the caller's promise.
        unsafe { handed_out(session, make, &parts) }
    })
}

/// How a key wraps by a mechanism, and who has it. The flag is `CKA_WRAP` or `CKA_UNWRAP`, which
/// the token does not tell apart, with what a key of another kind is called.
fn wrapping(
    mechanism: &Mechanism<'_>,
    key: &Kept,
    (flag, of_other_kind): (CK_ATTRIBUTE_TYPE, CK_RV),
) -> Result<(Form, Holder), Rv> {
    let Rule::AesWrap(form) = mechanisms::find(mechanism.number)?.rule else {
        return Err(Rv(CKR_MECHANISM_INVALID));
    };
    if !mechanism.is_plain() {
        return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
    }
    said::demand_allowed(key, mechanism.number)?;
    match key.key() {
        Ok((object, Part::Secret, holder)) if matches!(object.kind, KeyKind::Aes(_)) => {
            said::demand_set(key, flag)?;
            Ok((form, holder))
        }
        _ => Err(Rv(of_other_kind)),
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
        let (form, by) = wrapping(&mechanism, &by, WRAPS)?;
        let Ok((_, Part::Private | Part::Secret, key)) = key.key() else {
            return Err(Rv(CKR_KEY_NOT_WRAPPABLE));
        };
        let wrapped = match (by, key) {
            (Holder::Token(by), Holder::Token(key)) => {
                let by = Wrapping { by, form };
                ask(slot, Repeat::Harmless, |keys| keys.wrap(by, key)).map_err(of_key)?
            }
            (Holder::Session(by), Holder::Session(key)) => by.wrap(form, &key)?,
            // Who has the one does not have the other.
            _ => return Err(Rv(CKR_KEY_NOT_WRAPPABLE)),
        };
        output.put(&wrapped)
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
        is_private(session, &given)?;
        let by = with_module(|module| {
            module.key_of(session, by).map_err(in_place_of_key(CKR_UNWRAPPING_KEY_HANDLE_INVALID))
        })?;
        let (form, by) = wrapping(&mechanism, &by, UNWRAPS)?;
        // What a key of the session has opened; or the key of the token, which is still to open it.
        let opened = match by {
            Holder::Session(by) => Ok(by.unwrap(form, wrapped)?),
            Holder::Token(by) => Err(by),
        };
        let destination = Destination::of(session, &given, None)?;
        let part = Part::from_class(given.number(CKA_CLASS)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?)?;
        let kind = templates::wrapped_kind(&given, part)?;
        templates::demand_type(&given, part, key_type(kind))?;
        let attributes = templates::attributes(kind, &given, None)?;
        let slot = with_module(|module| Ok(module.session(session)?.slot))?;
        let demand_said = |made: KeyKind| {
            let said = given.get(CKA_VALUE_LEN).is_none() || made == kind;
            let is_as_said = said && Part::of_kind(made).0 == part;
            if !is_as_said {
                return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
            }
            templates::demand_parameter_set(&given, made)?;
            templates::demand_type(&given, part, key_type(made))
        };
        let make = || {
            let (document, is_sensitive) = match (opened, destination) {
                (Ok(opened), _) => opened,
                (Err(by), Destination::Token(_)) => {
                    let made = taken_in(slot, Wrapping { by, form }, wrapped, kind, attributes)?;
                    let said = demand_said(made.kind);
                    return said.map(|()| Made::Token(Arc::new(made.clone()))).or_else(|refusal| {
                        ask(slot, Repeat::Never, |keys| keys.delete(made.id))?;
                        Err(refusal)
                    });
                }
                (Err(by), Destination::Session { .. }) => {
                    (given_away(slot, Wrapping { by, form }, wrapped)?, false)
                }
            };
            let key = templates::key_of_document(kind, &document)?;
            demand_said(key.kind())?;
            let sensitive = attributes.sensitive || is_sensitive;
            destination.import(key, object::Attributes { sensitive, ..attributes })
        };
        // SAFETY: the caller's promise.
        unsafe { handed_out(session, make, &[(part, key)]) }
    })
}

/// Takes a wrapped key into the token.
fn taken_in(
    slot: CK_SLOT_ID,
    by: Wrapping,
    wrapped: &[u8],
    kind: KeyKind,
    attributes: object::Attributes,
) -> Result<Object, Rv> {
    created(slot, attributes, |keys, it| match kind {
        KeyKind::Secret(_) => keys.unwrap_secret(by, wrapped, it),
        _ => keys.unwrap(by, wrapped, it),
    })
}

/// What a key of the token has wrapped, in the clear, if it is not to stay as secret as it perhaps
/// was.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT` for what the token keeps.
fn given_away(slot: CK_SLOT_ID, by: Wrapping, wrapped: &[u8]) -> Result<Zeroizing<Vec<u8>>, Rv> {
    let document = ask(slot, Repeat::Harmless, |keys| keys.unwrap_in_clear(by, wrapped));
    document.map_err(|error| match error {
        Rv(CKR_ATTRIBUTE_SENSITIVE) => Rv(CKR_TEMPLATE_INCONSISTENT),
        other => other,
    })
}

/// Derives a secret that a key shares with a public one.
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
        let destination = Destination::of(session, &given, None)?;
        let (slot, base) = with_module(|module| {
            Ok((module.session(session)?.slot, module.key_of(session, base)?))
        })?;
        if mechanisms::find(mechanism.number)?.rule != Rule::Agree {
            return Err(Rv(CKR_MECHANISM_INVALID));
        }
        said::demand_allowed(&base, mechanism.number)?;
        let (object, Part::Private, holder) = base.key()? else {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        };
        if key.is_null() {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        // SAFETY: the caller's promise of its mechanism.
        let peer = unsafe { peer(&mechanism, object) }?;
        let secret = match holder {
            Holder::Token(id) => {
                ask(slot, Repeat::Harmless, |keys| keys.derive(id, &peer)).map_err(of_key)?
            }
            Holder::Session(own) => own.derive(&peer)?,
        };
        if let Some((made, attributes)) = templates::derived_key(&given, &secret)? {
            let make = || destination.import(made, attributes);
            // SAFETY: the caller's promise.
            return unsafe { handed_out(session, make, &[(Part::Secret, key)]) };
        }
        if let Destination::Token(_) = destination {
            return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
        }
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
    let KeyKind::Pair(sealane::Algorithm::Curve(curve)) = object.kind else {
        return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
    };
    let key = templates::public_of_point(curve, point).map_err(|_| invalid)?;
    Ok(key.to_spki_der())
}
