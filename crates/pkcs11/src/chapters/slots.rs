//! Slot and token management functions. PKCS#11, section 5.5.

use super::general::{MANUFACTURER, version};
use crate::config::Config;
use crate::embedded;
use crate::link::connect;
use crate::mechanisms::{self, ROWS};
use crate::module::with_module;
use crate::raw::{self, Output, padded};
use crate::rv::{Rv, answered};
use crate::session::Session;
use crate::slot::{Repeat, Slot, ask};
use cryptoki_sys::*;
use sealane_client::role::Role;
use sealane_client::wire::{TokenInfo, TokenStatus};
use std::ffi::c_void;

/// Asks the service which tokens it has. Without it there is one slot, and nothing in it.
fn look() -> Result<bool, Rv> {
    let config = with_module(|module| Ok(module.config.clone()))?;
    let told = tokens(&config);
    let is_initialised = told.is_some();
    let can_be_made = || embedded::can_be_made(&config).then(blank);
    let Some(tokens) = told.or_else(can_be_made) else { return Ok(false) };
    with_module(|module| {
        let mut known = std::mem::take(&mut module.slots);
        for token in tokens {
            let id = CK_SLOT_ID::from(token.slot);
            let at = known.iter().position(|slot| slot.id == id);
            let mut slot = at.map_or_else(|| Slot::new(id), |at| known.swap_remove(at));
            (slot.label, slot.is_initialised) = (token.label, is_initialised);
            module.slots.push(slot);
        }
        Ok(true)
    })
}

/// The tokens of the service, if it is there.
fn tokens(config: &Config) -> Option<Vec<TokenInfo>> {
    let mut link = connect(config, 0).ok()?;
    let connection = link.connection().ok()?;
    let tokens = connection.tokens().or_else(|error| match error.code() {
        // By an address nobody is told before a login: the first token is there.
        "NOT_LOGGED_IN" => Ok(vec![TokenInfo { slot: 0, label: connection.token().to_owned() }]),
        _ => Err(error),
    });
    tokens.ok()
}

/// A token that is not made yet.
fn blank() -> Vec<TokenInfo> {
    vec![TokenInfo { slot: 0, label: String::new() }]
}

/// Looks, if nobody has yet, or if there was a token to be made, which somebody may have.
fn look_once() -> Result<(), Rv> {
    if with_module(|module| Ok(module.slots.iter().all(|slot| !slot.is_initialised)))? {
        look()?;
    }
    Ok(())
}

/// Lists the slots.
pub unsafe extern "C" fn C_GetSlotList(
    token_present: CK_BBOOL,
    slots: *mut CK_SLOT_ID,
    count: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let output = unsafe { Output::new(slots, count) }?;
        let is_known = with_module(|module| Ok(!module.slots.is_empty()))?;
        // The list changes where its length is asked for, and not between that and its contents.
        if (output.is_query() || !is_known) && !look()? && token_present != CK_FALSE {
            return output.put(&[]);
        }
        let ids = with_module(|module| Ok(module.slots.iter().map(|slot| slot.id).collect()))?;
        let ids: Vec<CK_SLOT_ID> = ids;
        output.put(if ids.is_empty() && token_present == CK_FALSE { &[0] } else { &ids })
    })
}

/// Tells of a slot.
pub unsafe extern "C" fn C_GetSlotInfo(slot: CK_SLOT_ID, info: *mut CK_SLOT_INFO) -> CK_RV {
    answered(|| {
        look_once()?;
        let is_present = is_present(slot)?;
        let flags = if is_present { CKF_TOKEN_PRESENT } else { 0 };
        let told = CK_SLOT_INFO {
            slotDescription: padded(&format!("Sealane slot {slot}")),
            manufacturerID: padded(MANUFACTURER),
            flags,
            hardwareVersion: version(),
            firmwareVersion: version(),
        };
        // SAFETY: the caller's promise.
        unsafe { raw::write(info, told) }
    })
}

/// Demands that there is a token in a slot. Errors: `CKR_SLOT_ID_INVALID`,
/// `CKR_TOKEN_NOT_PRESENT`.
pub fn demand_token(slot: CK_SLOT_ID) -> Result<(), Rv> {
    look_once()?;
    if is_present(slot)? { Ok(()) } else { Err(Rv(CKR_TOKEN_NOT_PRESENT)) }
}

/// Whether a slot has a token: without a service there is one slot, and nothing in it.
///
/// Errors: `CKR_SLOT_ID_INVALID`.
fn is_present(slot: CK_SLOT_ID) -> Result<bool, Rv> {
    with_module(|module| {
        if slot == 0 && module.slots.is_empty() {
            return Ok(false);
        }
        module.slot(slot).map(|_| true)
    })
}

/// Tells of the token in a slot.
pub unsafe extern "C" fn C_GetTokenInfo(slot: CK_SLOT_ID, info: *mut CK_TOKEN_INFO) -> CK_RV {
    answered(|| {
        demand_token(slot)?;
        let is_initialised = with_module(|module| Ok(module.slot(slot)?.is_initialised))?;
        // Who may not ask is told what everybody may know.
        let status = || ask(slot, Repeat::Harmless, |connection| connection.token_status()).ok();
        let status = if is_initialised { status() } else { None };
        let serial = with_module(|module| {
            let own = &mut module.slot(slot)?.serial;
            if let Some(status) = &status {
                *own = Some(status.token.to_string());
            }
            Ok(own.clone())
        })?;
        let (label, open, writable) = with_module(|module| {
            let of_slot = |session: &&Session| session.slot == slot;
            let open = module.sessions().filter(of_slot).count();
            let writable = module.sessions().filter(of_slot).filter(|it| it.is_writable).count();
            Ok((module.slot(slot)?.label.clone(), open, writable))
        })?;
        let told = CK_TOKEN_INFO {
            label: padded(&label),
            manufacturerID: padded(MANUFACTURER),
            model: padded("Sealane"),
            // Sixteen digits of it are told.
            serialNumber: padded(serial.unwrap_or_default().get(..16).unwrap_or_default()),
            flags: if is_initialised { flags(status.as_ref()) } else { CKF_RNG },
            ulMaxSessionCount: CK_EFFECTIVELY_INFINITE,
            ulSessionCount: open as CK_ULONG,
            ulMaxRwSessionCount: CK_EFFECTIVELY_INFINITE,
            ulRwSessionCount: writable as CK_ULONG,
            ulMaxPinLen: 255,
            ulMinPinLen: 4,
            ulTotalPublicMemory: CK_UNAVAILABLE_INFORMATION,
            ulFreePublicMemory: CK_UNAVAILABLE_INFORMATION,
            ulTotalPrivateMemory: CK_UNAVAILABLE_INFORMATION,
            ulFreePrivateMemory: CK_UNAVAILABLE_INFORMATION,
            hardwareVersion: version(),
            firmwareVersion: version(),
            utcTime: [b' '; 16],
        };
        // SAFETY: the caller's promise.
        unsafe { raw::write(info, told) }
    })
}

/// What is told of PINs; without a status they are taken to be set.
fn flags(status: Option<&TokenStatus>) -> CK_FLAGS {
    let mut flags = CKF_RNG | CKF_LOGIN_REQUIRED | CKF_TOKEN_INITIALIZED;
    let Some(status) = status else { return flags | CKF_USER_PIN_INITIALIZED };
    let wrong = |role| status.roles.iter().find(|row| row.0 == role).and_then(|row| row.1);
    let is_locked = |role| status.locked.contains(&role);
    for (role, low, locked) in [
        (Role::User, CKF_USER_PIN_COUNT_LOW, CKF_USER_PIN_LOCKED),
        (Role::Officer, CKF_SO_PIN_COUNT_LOW, CKF_SO_PIN_LOCKED),
    ] {
        if wrong(role).is_some_and(|count| count > 0) {
            flags |= low;
        }
        if is_locked(role) {
            flags |= locked;
        }
    }
    if wrong(Role::User).is_some() { flags | CKF_USER_PIN_INITIALIZED } else { flags }
}

/// Nothing comes or goes that would be worth waiting for.
pub unsafe extern "C" fn C_WaitForSlotEvent(
    flags: CK_FLAGS,
    slot: *mut CK_SLOT_ID,
    reserved: *mut c_void,
) -> CK_RV {
    answered(|| {
        with_module(|_| Ok(()))?;
        if slot.is_null() || !reserved.is_null() {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        let may_wait = flags & CKF_DONT_BLOCK == 0;
        Err(Rv(if may_wait { CKR_FUNCTION_NOT_SUPPORTED } else { CKR_NO_EVENT }))
    })
}

/// Lists the mechanisms.
pub unsafe extern "C" fn C_GetMechanismList(
    slot: CK_SLOT_ID,
    mechanisms: *mut CK_MECHANISM_TYPE,
    count: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        demand_token(slot)?;
        let numbers: Vec<CK_MECHANISM_TYPE> = ROWS.iter().map(|row| row.number).collect();
        // SAFETY: the caller's promise.
        unsafe { Output::new(mechanisms, count) }?.put(&numbers)
    })
}

/// Tells of a mechanism.
pub unsafe extern "C" fn C_GetMechanismInfo(
    slot: CK_SLOT_ID,
    mechanism: CK_MECHANISM_TYPE,
    info: *mut CK_MECHANISM_INFO,
) -> CK_RV {
    answered(|| {
        demand_token(slot)?;
        let told = mechanisms::find(mechanism)?.rule.info();
        // SAFETY: the caller's promise.
        unsafe { raw::write(info, told) }
    })
}

/// Makes the token of a slot that has none, with its label and the officer's PIN.
///
/// A token that is there is not made anew: nobody takes all its keys away by way of a program. So
/// its PIN is not looked at either.
pub unsafe extern "C" fn C_InitToken(
    slot: CK_SLOT_ID,
    pin: *mut CK_UTF8CHAR,
    length: CK_ULONG,
    label: *mut CK_UTF8CHAR,
) -> CK_RV {
    answered(|| {
        demand_token(slot)?;
        // SAFETY: the caller's promise; a label has 32 bytes.
        let (pin, label) = unsafe { (raw::bytes(pin, length)?, raw::bytes(label, 32)?) };
        let label = std::str::from_utf8(label).map_err(|_| Rv(CKR_ARGUMENTS_BAD))?;
        let config = with_module(|module| {
            if !module.sessions_of(slot).is_empty() {
                return Err(Rv(CKR_SESSION_EXISTS));
            }
            if module.slot(slot)?.is_initialised {
                return Err(Rv(CKR_TOKEN_WRITE_PROTECTED));
            }
            Ok(module.config.clone())
        })?;
        embedded::make(&config, label.trim_end_matches(' '), pin)?;
        look().map(drop)
    })
}

/// Sets the user's PIN, as the officer.
pub unsafe extern "C" fn C_InitPIN(
    session: CK_SESSION_HANDLE,
    pin: *mut CK_UTF8CHAR,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (slot, is_officer, user) = with_module(|module| {
            let user = module.config.user.clone();
            let slot = module.slot_of(session)?;
            let is_officer = slot.login.as_ref().is_some_and(|login| login.user == CKU_SO);
            Ok((slot.id, is_officer, user))
        })?;
        if !is_officer {
            return Err(Rv(CKR_USER_NOT_LOGGED_IN));
        }
        // SAFETY: the caller's promise.
        let pin = unsafe { raw::bytes(pin, length) }?;
        ask(slot, Repeat::Never, |connection| connection.set_pin(&user, pin))
    })
}

/// Sets one's own PIN, for who knows the one of before. Logins with that one end.
pub unsafe extern "C" fn C_SetPIN(
    session: CK_SESSION_HANDLE,
    old: *mut CK_UTF8CHAR,
    old_length: CK_ULONG,
    new: *mut CK_UTF8CHAR,
    new_length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (slot, who, config) = with_module(|module| {
            if !module.session(session)?.is_writable {
                return Err(Rv(CKR_SESSION_READ_ONLY));
            }
            let config = module.config.clone();
            let slot = module.slot_of(session)?;
            let who = slot.login.as_ref().map_or(config.user.clone(), |login| login.who.clone());
            Ok((slot.id, who, config))
        })?;
        // SAFETY: the caller's promise.
        let (old, new) = unsafe { (raw::bytes(old, old_length)?, raw::bytes(new, new_length)?) };
        let mut link = connect(&config, slot)?;
        let connection = link.connection()?;
        connection.login(&who, old)?;
        connection.set_pin(&who, new)?;
        // The PIN is set, whatever comes of this.
        super::sessions::log_in_again(slot, &who, new)
            .or_else(|_| with_module(|module| module.end_login(slot, None)))
    })
}
