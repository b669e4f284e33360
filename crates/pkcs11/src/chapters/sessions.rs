//! Session management functions. PKCS#11, section 5.6.

use super::slots::demand_token;
use super::under_way::refused;
use crate::link::{Lent, Link, connect};
use crate::module::{with_module, with_state};
use crate::raw;
use crate::rv::{Rv, answered};
use crate::session::Session;
use crate::slot::{Login, Repeat, ask};
use cryptoki_sys::*;
use std::ffi::c_void;
use std::sync::Arc;

/// Opens a session.
pub unsafe extern "C" fn C_OpenSession(
    slot: CK_SLOT_ID,
    flags: CK_FLAGS,
    _application: *mut c_void,
    _notify: CK_NOTIFY,
    session: *mut CK_SESSION_HANDLE,
) -> CK_RV {
    answered(|| {
        demand_token(slot)?;
        if flags & CKF_SERIAL_SESSION == 0 {
            return Err(Rv(CKR_SESSION_PARALLEL_NOT_SUPPORTED));
        }
        if session.is_null() {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        let is_writable = flags & CKF_RW_SESSION != 0;
        let handle = with_module(|module| {
            if !module.slot(slot)?.is_initialised {
                return Err(Rv(CKR_TOKEN_NOT_RECOGNIZED));
            }
            let login = &module.slot(slot)?.login;
            if !is_writable && login.as_ref().is_some_and(|login| login.user == CKU_SO) {
                return Err(Rv(CKR_SESSION_READ_WRITE_SO_EXISTS));
            }
            Ok(module.open(Session::new(slot, is_writable)))
        })?;
        // SAFETY: the caller's promise.
        unsafe { raw::write(session, handle) }
    })
}

/// Closes a session; with the last one of a token its login ends.
pub unsafe extern "C" fn C_CloseSession(session: CK_SESSION_HANDLE) -> CK_RV {
    answered(|| {
        let slot = with_module(|module| module.close(session))?;
        end_login_of_none(slot)
    })
}

/// Closes all sessions of a token.
pub unsafe extern "C" fn C_CloseAllSessions(slot: CK_SLOT_ID) -> CK_RV {
    answered(|| {
        demand_token(slot)?;
        with_module(|module| {
            let open = module.sessions_of(slot);
            open.into_iter().try_for_each(|session| module.close(session).map(drop))
        })?;
        end_login_of_none(slot)
    })
}

/// Ends the login of a token in which no session is open.
fn end_login_of_none(slot: CK_SLOT_ID) -> Result<(), Rv> {
    if with_module(|module| Ok(module.sessions_of(slot).is_empty()))? {
        // That it had none is no error, nor that the service is gone.
        let _ = log_out(slot);
    }
    Ok(())
}

/// Ends the login; in the child of a fork for the child alone.
///
/// Errors: `CKR_USER_NOT_LOGGED_IN`, and of the service.
fn log_out(slot: CK_SLOT_ID) -> Result<(), Rv> {
    let (login, is_inherited) = with_module(|module| {
        let is_inherited = module.is_inherited();
        Ok((module.slot(slot)?.login.clone(), is_inherited))
    })?;
    let login = login.ok_or(Rv(CKR_USER_NOT_LOGGED_IN))?;
    let said = match is_inherited {
        true => Ok(()),
        false => ask(slot, Repeat::Never, |connection| connection.logout()),
    };
    // Whatever the service says: nobody of this process signs by it any more.
    with_module(|module| module.end_login(slot, Some(&login)))?;
    match said {
        Err(Rv(CKR_USER_NOT_LOGGED_IN)) => Ok(()),
        said => said,
    }
}

/// Tells of a session.
pub unsafe extern "C" fn C_GetSessionInfo(
    session: CK_SESSION_HANDLE,
    info: *mut CK_SESSION_INFO,
) -> CK_RV {
    answered(|| {
        let told = with_module(|module| {
            let is_writable = module.session(session)?.is_writable;
            let slot = module.slot_of(session)?;
            let user = slot.login.as_ref().map(|login| login.user);
            let state = match (user, is_writable) {
                (Some(CKU_SO), _) => CKS_RW_SO_FUNCTIONS,
                (Some(_), true) => CKS_RW_USER_FUNCTIONS,
                (Some(_), false) => CKS_RO_USER_FUNCTIONS,
                (None, true) => CKS_RW_PUBLIC_SESSION,
                (None, false) => CKS_RO_PUBLIC_SESSION,
            };
            let writable = if is_writable { CKF_RW_SESSION } else { 0 };
            let flags = CKF_SERIAL_SESSION | writable;
            Ok(CK_SESSION_INFO { slotID: slot.id, state, flags, ulDeviceError: 0 })
        })?;
        // SAFETY: the caller's promise.
        unsafe { raw::write(info, told) }
    })
}

/// Gives up what is under way in a session.
pub unsafe extern "C" fn C_SessionCancel(session: CK_SESSION_HANDLE, flags: CK_FLAGS) -> CK_RV {
    answered(|| {
        with_module(|module| {
            let session = module.session(session)?;
            let given_up = |flag: CK_FLAGS| flags & flag != 0;
            session.found = session.found.take().filter(|_| !given_up(CKF_FIND_OBJECTS));
            session.digest = session.digest.take().filter(|_| !given_up(CKF_DIGEST));
            session.sign = session.sign.take().filter(|_| !given_up(CKF_SIGN));
            session.verify = session.verify.take().filter(|_| !given_up(CKF_VERIFY));
            let signature = session.verify_signature.take();
            session.verify_signature = signature.filter(|_| !given_up(CKF_VERIFY));
            session.encrypt = session.encrypt.take().filter(|_| !given_up(CKF_ENCRYPT));
            session.decrypt = session.decrypt.take().filter(|_| !given_up(CKF_DECRYPT));
            Ok(())
        })
    })
}

/// States of operations are not taken.
pub unsafe extern "C" fn C_SetOperationState(
    session: CK_SESSION_HANDLE,
    _state: *mut CK_BYTE,
    _length: CK_ULONG,
    _decrypts: CK_OBJECT_HANDLE,
    _signs: CK_OBJECT_HANDLE,
) -> CK_RV {
    refused(session, CKR_SAVED_STATE_INVALID)
}

/// States of operations are not told: they could hold secrets.
pub unsafe extern "C" fn C_GetOperationState(
    session: CK_SESSION_HANDLE,
    _state: *mut CK_BYTE,
    _length: *mut CK_ULONG,
) -> CK_RV {
    refused(session, CKR_STATE_UNSAVEABLE)
}

/// Logs in for all sessions of this process: as the officer or the user of the configuration.
pub unsafe extern "C" fn C_Login(
    session: CK_SESSION_HANDLE,
    user: CK_USER_TYPE,
    pin: *mut CK_UTF8CHAR,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let pin = unsafe { raw::bytes(pin, length) }?;
        log_in(session, user, None, pin)
    })
}

/// Logs in as an identity of the token, by its name.
pub unsafe extern "C" fn C_LoginUser(
    session: CK_SESSION_HANDLE,
    user: CK_USER_TYPE,
    pin: *mut CK_UTF8CHAR,
    length: CK_ULONG,
    name: *mut CK_UTF8CHAR,
    name_length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let (pin, name) = unsafe { (raw::bytes(pin, length)?, raw::bytes(name, name_length)?) };
        let name = std::str::from_utf8(name).map_err(|_| Rv(CKR_ARGUMENTS_BAD))?;
        log_in(session, user, Some(name).filter(|name| !name.is_empty()), pin)
    })
}

fn log_in(
    session: CK_SESSION_HANDLE,
    user: CK_USER_TYPE,
    name: Option<&str>,
    pin: &[u8],
) -> Result<(), Rv> {
    let (slot, who, config) = with_module(|module| {
        let is_writable = module.session(session)?.is_writable;
        let config = module.config.clone();
        let slot = module.slot_of(session)?;
        let who = match user {
            CKU_USER => config.user.clone(),
            CKU_SO => config.officer.clone(),
            // No key asks for a PIN of its own.
            CKU_CONTEXT_SPECIFIC => return Err(Rv(CKR_OPERATION_NOT_INITIALIZED)),
            _ => return Err(Rv(CKR_USER_TYPE_INVALID)),
        };
        let (id, present) = (slot.id, slot.login.as_ref().map(|login| login.user));
        match present {
            _ if user == CKU_SO && !is_writable => return Err(Rv(CKR_SESSION_READ_ONLY_EXISTS)),
            Some(present) if present == user => return Err(Rv(CKR_USER_ALREADY_LOGGED_IN)),
            Some(_) => return Err(Rv(CKR_USER_ANOTHER_ALREADY_LOGGED_IN)),
            None if user == CKU_SO && module.has_reader(id) => {
                return Err(Rv(CKR_SESSION_READ_ONLY_EXISTS));
            }
            None => {}
        }
        Ok((id, name.map_or(who, str::to_owned), config))
    })?;
    let (login, link) = login_of(&config, slot, user, who, pin)?;
    keep_login(slot, login, link, |is_first| {
        // Another thread may have been first.
        if is_first { Ok(()) } else { Err(Rv(CKR_USER_ALREADY_LOGGED_IN)) }
    })
}

/// Sets who has logged in, by the connection that has, if that may be where there is no login yet
/// or another one.
///
/// Errors: `CKR_SLOT_ID_INVALID`, and those of `may`.
fn keep_login(
    slot: CK_SLOT_ID,
    login: Arc<Login>,
    link: Lent<Link>,
    may: impl FnOnce(bool) -> Result<(), Rv>,
) -> Result<(), Rv> {
    with_state(|state| {
        let link = link.take_back(state);
        let slot = state.module()?.slot(slot)?;
        may(slot.login.is_none())?;
        slot.set_login(link.map(|link| (login, link)));
        Ok(())
    })
}

fn login_of(
    config: &crate::config::Config,
    slot: CK_SLOT_ID,
    user: CK_USER_TYPE,
    who: String,
    pin: &[u8],
) -> Result<(Arc<Login>, Lent<Link>), Rv> {
    let mut link = connect(config, slot)?;
    let connection = link.connection()?;
    connection.login(&who, pin)?;
    let ticket = connection.ticket()?;
    Ok((Arc::new(Login { user, who, ticket }), link))
}

/// Logs in with a PIN that has just been set, if somebody had logged in: that login has ended.
pub fn log_in_again(slot: CK_SLOT_ID, who: &str, pin: &[u8]) -> Result<(), Rv> {
    let (before, config) =
        with_module(|module| Ok((module.slot(slot)?.login.clone(), module.config.clone())))?;
    let Some(before) = before else { return Ok(()) };
    let (login, link) = login_of(&config, slot, before.user, who.to_owned(), pin)?;
    keep_login(slot, login, link, |_| Ok(()))
}

/// Ends the login, for all sessions of this process.
pub unsafe extern "C" fn C_Logout(session: CK_SESSION_HANDLE) -> CK_RV {
    answered(|| {
        let slot = with_module(|module| Ok(module.session(session)?.slot))?;
        log_out(slot)
    })
}

/// Nothing of a session is validated by anybody.
pub unsafe extern "C" fn C_GetSessionValidationFlags(
    session: CK_SESSION_HANDLE,
    kind: CK_SESSION_VALIDATION_FLAGS_TYPE,
    flags: *mut CK_FLAGS,
) -> CK_RV {
    answered(|| {
        with_module(|module| module.session(session).map(drop))?;
        if kind != CKS_LAST_VALIDATION_OK {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        // SAFETY: the caller's promise.
        unsafe { raw::write(flags, 0) }
    })
}
