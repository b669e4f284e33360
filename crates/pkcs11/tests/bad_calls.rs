//! Calls in a wrong state, with handles of nothing, by keys that may not, with bad PINs and labels,
//! and without a service: by which value each is refused, and the nearest that is taken.
//!
//! docs/pkcs11.md says which test has which kind of bad input.

use crate::common::{OFFICER, USER, configuration, configure, past_the_module, served, socket};
use crate::raw::{P256, Raw, call, plain, row};
use crate::user::{ED25519, FALSE, Row, TRUE, User, X25519};
use cryptoki_sys::*;
use sealane_client::guard::Guard;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::ptr::null_mut;

const IN_SESSION: Row<'static> = (CKA_TOKEN, FALSE);
const IN_TOKEN: Row<'static> = (CKA_TOKEN, TRUE);

/// Goal: keys do what they may and what their kind does, in the token and in a session.
#[test]
fn keys_that_may_not() {
    served("bad_calls::keys_that_may_not", || {
        let user = User::begin();
        for place in [IN_SESSION, IN_TOKEN] {
            let pair = |mechanism, curve, own: &[Row<'_>]| {
                user.pair(mechanism, &[place, (CKA_EC_PARAMS, curve)], own).unwrap()
            };
            let (public, own) = pair(CKM_EC_KEY_PAIR_GEN, &P256, &[(CKA_SIGN, TRUE)]);
            let (_, derives) = pair(CKM_EC_KEY_PAIR_GEN, &P256, &[(CKA_DERIVE, TRUE)]);
            let (_, edwards) = pair(CKM_EC_EDWARDS_KEY_PAIR_GEN, ED25519, &[]);
            let (_, montgomery) = pair(CKM_EC_MONTGOMERY_KEY_PAIR_GEN, X25519, &[]);
            let aes = user.secret(plain(CKM_AES_KEY_GEN), 32, &[place]).unwrap();
            let ecdsa = |key| user.sign(plain(CKM_ECDSA), key, &[7; 32]);
            let good = ecdsa(own).unwrap();
            assert_eq!(ecdsa(derives), Err(CKR_KEY_FUNCTION_NOT_PERMITTED));
            let point = user.value(public, CKA_EC_POINT).unwrap();
            assert_eq!(user.agree(own, &point), Err(CKR_KEY_FUNCTION_NOT_PERMITTED));
            user.agree(derives, &point).unwrap();
            for other in [edwards, montgomery, aes, public] {
                assert_eq!(ecdsa(other), Err(CKR_KEY_TYPE_INCONSISTENT));
            }
            for mechanism in [CKM_EDDSA, CKM_SHA256_RSA_PKCS, CKM_DSA_SHA256, CKM_SHA256_HMAC] {
                let said = user.sign(plain(mechanism), own, b"message");
                assert_eq!(said, Err(CKR_KEY_TYPE_INCONSISTENT), "{mechanism:#x}");
            }
            // A secret key says first whether it is for MACs at all.
            let signs = [place, (CKA_SIGN, TRUE)];
            let signs = user.secret(plain(CKM_AES_KEY_GEN), 32, &signs).unwrap();
            let hmac = |key| user.sign(plain(CKM_SHA256_HMAC), key, b"message");
            assert_eq!(hmac(aes), Err(CKR_KEY_FUNCTION_NOT_PERMITTED));
            assert_eq!(hmac(signs), Err(CKR_KEY_TYPE_INCONSISTENT));
            let said = user.verify(plain(CKM_EDDSA), public, &[7; 32], &good);
            assert_eq!(said, CKR_KEY_TYPE_INCONSISTENT);
            assert_eq!(user.verify(plain(CKM_ECDSA), public, &[7; 32], &good), CKR_OK);
        }
    });
}

/// Goal: handles of nothing, of a closed session and of slots that there are not are told apart.
#[test]
fn handles() {
    served("bad_calls::handles", || {
        let user = User::begin();
        let (raw, session) = (user.raw, user.session);
        let (_, own) = raw.pair(session);
        let other = raw.session();
        assert_eq!(call!(raw, C_CloseSession, other), CKR_OK);
        let mut ecdsa = plain(CKM_ECDSA);
        for bad in [0, other, CK_ULONG::MAX] {
            let session = bad;
            let said = call!(raw, C_SignInit, session, &mut ecdsa, own);
            assert_eq!(said, CKR_SESSION_HANDLE_INVALID);
            let found = call!(raw, C_FindObjectsInit, session, null_mut(), 0);
            assert_eq!(found, CKR_SESSION_HANDLE_INVALID);
            assert_eq!(call!(raw, C_CloseSession, session), CKR_SESSION_HANDLE_INVALID);
        }
        for bad in [0, own + 1000, CK_ULONG::MAX] {
            let said = call!(raw, C_SignInit, session, &mut ecdsa, bad);
            assert_eq!(said, CKR_KEY_HANDLE_INVALID);
            assert_eq!(user.value(bad, CKA_LABEL), Err(CKR_OBJECT_HANDLE_INVALID));
            let said = call!(raw, C_DestroyObject, session, bad);
            assert_eq!(said, CKR_OBJECT_HANDLE_INVALID);
        }
        let mut made = 0;
        for bad in [1, 1 << 16, CK_SLOT_ID::MAX] {
            let (flags, place) = (CKF_SERIAL_SESSION, &mut made);
            let said = call!(raw, C_OpenSession, bad, flags, null_mut(), None, place);
            assert_eq!(said, CKR_SLOT_ID_INVALID, "{bad}");
        }
        // Those of private objects end with the login: PKCS#11, section 5.6.8.
        assert!(user.value(own, CKA_LABEL).is_ok());
        assert_eq!(call!(raw, C_Logout, session), CKR_OK);
        assert_eq!(user.value(own, CKA_LABEL), Err(CKR_OBJECT_HANDLE_INVALID));
        assert_eq!(raw.login(session, USER), CKR_OK);
        assert_eq!(user.value(own, CKA_LABEL), Err(CKR_OBJECT_HANDLE_INVALID));
        assert_eq!(raw.found(session, &mut [row(CKA_TOKEN, TRUE)]).len(), 2);
    });
}

/// Goal: calls before the beginning and after the end, twice the same beginning, and steps of
/// operations out of order are refused.
#[test]
fn states() {
    served("bad_calls::states", || {
        let raw = Raw::new();
        let absent = CKR_CRYPTOKI_NOT_INITIALIZED;
        let (mut count, mut info) = (0, CK_INFO::default());
        let mut is_absent = || {
            assert_eq!(call!(raw, C_GetSlotList, CK_TRUE, null_mut(), &mut count), absent);
            assert_eq!(call!(raw, C_GetInfo, &mut info), absent);
            assert_eq!(call!(raw, C_Finalize, null_mut()), absent);
        };
        is_absent();
        let user = User::begin();
        let twice = call!(raw, C_Initialize, null_mut());
        assert_eq!(twice, CKR_CRYPTOKI_ALREADY_INITIALIZED);
        let session = user.session;
        let (_, own) = raw.pair(session);
        let over = CKR_OPERATION_NOT_INITIALIZED;
        let (mut out, mut length) = ([0; 64], 64);
        let (some, out) = ([7; 32].as_mut_ptr(), out.as_mut_ptr());
        assert_eq!(call!(raw, C_Sign, session, some, 32, out, &mut length), over);
        assert_eq!(call!(raw, C_SignUpdate, session, some, 32), over);
        assert_eq!(call!(raw, C_SignFinal, session, out, &mut length), over);
        assert_eq!(call!(raw, C_VerifyFinal, session, out, 64), over);
        assert_eq!(call!(raw, C_DigestFinal, session, out, &mut length), over);
        assert_eq!(call!(raw, C_FindObjectsFinal, session), over);
        let mut hashed = plain(CKM_ECDSA_SHA256);
        let mut begin = || call!(raw, C_SignInit, session, &mut hashed, own);
        assert_eq!((begin(), begin()), (CKR_OK, CKR_OPERATION_ACTIVE));
        assert_eq!(call!(raw, C_SignUpdate, session, some, 32), CKR_OK);
        assert_eq!(call!(raw, C_SignFinal, session, out, &mut length), CKR_OK);
        assert_eq!(call!(raw, C_SignUpdate, session, some, 32), over);
        let search = || call!(raw, C_FindObjectsInit, session, null_mut(), 0);
        assert_eq!((search(), search()), (CKR_OK, CKR_OPERATION_ACTIVE));
        assert_eq!(call!(raw, C_Finalize, null_mut()), CKR_OK);
        is_absent();
        let mut session = 0;
        let said = call!(raw, C_OpenSession, 0, CKF_SERIAL_SESSION, null_mut(), None, &mut session);
        assert_eq!(said, absent);
    });
}

fn set_pin(raw: Raw, session: CK_SESSION_HANDLE, old: &[u8], new: &[u8]) -> CK_RV {
    let at = |bytes: &[u8]| (bytes.as_ptr().cast_mut(), bytes.len() as CK_ULONG);
    let ((old, old_length), (new, new_length)) = (at(old), at(new));
    call!(raw, C_SetPIN, session, old, old_length, new, new_length)
}

/// Goal: PINs that are wrong, too short, too long, or no text are refused by a value each; after
/// too many wrong ones the right one is as well.
#[test]
fn pins() {
    served("bad_calls::pins", || {
        let mut officer = past_the_module();
        officer.login("officer", OFFICER.as_bytes()).unwrap();
        officer.set_guard(Guard { free: 3, ..Guard::default() }).unwrap();
        let raw = Raw::new();
        assert_eq!(call!(raw, C_Initialize, null_mut()), CKR_OK);
        let session = raw.session();
        let log_in = |user: CK_USER_TYPE, pin: &[u8]| {
            let (at, length) = (pin.as_ptr().cast_mut(), pin.len() as CK_ULONG);
            call!(raw, C_Login, session, user, at, length)
        };
        assert_eq!(log_in(7, USER.as_bytes()), CKR_USER_TYPE_INVALID);
        assert_eq!(log_in(CKU_USER, USER.as_bytes()), CKR_OK);
        assert_eq!(log_in(CKU_USER, USER.as_bytes()), CKR_USER_ALREADY_LOGGED_IN);
        let said = log_in(CKU_SO, OFFICER.as_bytes());
        assert_eq!(said, CKR_USER_ANOTHER_ALREADY_LOGGED_IN);
        for (new, expected) in [
            (&b"abc"[..], CKR_PIN_LEN_RANGE),
            (&[b'a'; 256], CKR_PIN_LEN_RANGE),
            (b"with\0nul", CKR_PIN_INVALID),
            (b"no text \xff", CKR_PIN_INVALID),
        ] {
            let said = set_pin(raw, session, USER.as_bytes(), new);
            assert_eq!(said, expected, "{new:?}");
        }
        assert_eq!(set_pin(raw, session, b"wrong", b"another"), CKR_PIN_INCORRECT);
        assert_eq!(set_pin(raw, session, USER.as_bytes(), b"abcd"), CKR_OK);
        assert_eq!(call!(raw, C_Logout, session), CKR_OK);
        assert_eq!(call!(raw, C_Logout, session), CKR_USER_NOT_LOGGED_IN);
        let wrong: Vec<CK_RV> = (0..6).map(|_| log_in(CKU_USER, b"wrong")).collect();
        let tries = wrong.iter().take_while(|said| **said == CKR_PIN_INCORRECT).count();
        let (tries, locked) = wrong.split_at(tries);
        assert!(tries.len() >= 2 && !locked.is_empty(), "{wrong:x?}");
        assert!(locked.iter().all(|said| *said == CKR_PIN_LOCKED), "{wrong:x?}");
        assert_eq!(log_in(CKU_USER, b"abcd"), CKR_PIN_LOCKED);
    });
}

/// Goal: without a login nothing private is made or used, and a session that reads changes nothing
/// of the token.
#[test]
fn logins() {
    served("bad_calls::logins", || {
        let user = User::begin();
        let (raw, session) = (user.raw, user.session);
        let pin = OFFICER.as_bytes();
        let (at, length) = (pin.as_ptr().cast_mut(), pin.len() as CK_ULONG);
        let officer = |session| call!(raw, C_Login, session, CKU_SO, at, length);
        assert_eq!(officer(session), CKR_USER_ANOTHER_ALREADY_LOGGED_IN);
        let curve = [IN_TOKEN, (CKA_EC_PARAMS, &P256[..])];
        let (public, own) = user.pair(CKM_EC_KEY_PAIR_GEN, &curve, &[]).unwrap();
        let class = CKO_DATA.to_ne_bytes();
        let data = [IN_SESSION, (CKA_CLASS, &class[..]), (CKA_PRIVATE, FALSE)];
        let data = user.create(&data).unwrap();
        let mut reading = 0;
        let (slot, flags) = (raw.slot(), CKF_SERIAL_SESSION);
        let said = call!(raw, C_OpenSession, slot, flags, null_mut(), None, &mut reading);
        assert_eq!(said, CKR_OK);
        let reader = User { session: reading, ..user };
        assert_eq!(officer(reading), CKR_SESSION_READ_ONLY_EXISTS, "beside the user");
        let made = reader.pair(CKM_EC_KEY_PAIR_GEN, &curve, &[]);
        assert_eq!(made, Err(CKR_SESSION_READ_ONLY));
        assert_eq!(reader.change(own, &[(CKA_LABEL, b"x")]), CKR_SESSION_READ_ONLY);
        assert_eq!(call!(raw, C_DestroyObject, reading, own), CKR_SESSION_READ_ONLY);
        assert_eq!(call!(raw, C_Logout, session), CKR_OK);
        assert_eq!(officer(session), CKR_SESSION_READ_ONLY_EXISTS);
        let made = user.pair(CKM_EC_KEY_PAIR_GEN, &curve, &[]);
        assert_eq!(made, Err(CKR_USER_NOT_LOGGED_IN));
        assert_eq!(user.sign(plain(CKM_ECDSA), own, &[7; 32]), Err(CKR_KEY_HANDLE_INVALID));
        // Whatever key is named, and whatever is copied: what is private needs a login.
        let (class, kind) = (CKO_SECRET_KEY.to_ne_bytes(), CKK_AES.to_ne_bytes());
        let private = [IN_SESSION, (CKA_PRIVATE, TRUE)];
        let secret = [&private[..], &[(CKA_CLASS, &class[..]), (CKA_KEY_TYPE, &kind)]].concat();
        let said = user.unwrap(plain(CKM_AES_KEY_WRAP), own, &[7; 24], &secret);
        assert_eq!(said, Err(CKR_USER_NOT_LOGGED_IN));
        assert_eq!(user.copy(data, &private), Err(CKR_USER_NOT_LOGGED_IN));
        user.copy(data, &private[..1]).unwrap();
        // What is public needs no login.
        assert!(user.value(public, CKA_EC_POINT).is_ok());
    });
}

/// Goal: labels are text of any kind, also where the token does not have them, and are told as they
/// were given; what is no text and what is too long is refused.
#[test]
fn labels() {
    served("bad_calls::labels", || {
        let user = User::begin();
        let make = |label: &[u8]| {
            let public = [IN_TOKEN, (CKA_EC_PARAMS, &P256), (CKA_LABEL, label)];
            user.pair(CKM_EC_KEY_PAIR_GEN, &public, &[IN_TOKEN, (CKA_LABEL, label)])
        };
        let long = vec![b'x'; 1024];
        // It looks as another one does.
        let cyrillic = "w\u{435}b".as_bytes();
        let some = [&b""[..], b"web", b"../../x", b"with\0nul", b"a\nline", b"web", &long];
        for label in some.into_iter().chain([cyrillic]) {
            let (public, own) = make(label).unwrap();
            for object in [public, own] {
                assert_eq!(user.value(object, CKA_LABEL).as_deref(), Ok(label), "{label:?}");
            }
        }
        for bad in [&b"no text \xff"[..], &[b'x'; 1 << 16]] {
            assert_eq!(make(bad), Err(CKR_ATTRIBUTE_VALUE_INVALID), "{} bytes", bad.len());
        }
        let both = user.raw.found(user.session, &mut [row(CKA_LABEL, b"web")]);
        assert_eq!(both.len(), 4, "two pairs of one label, and none that looks like it");
    });
}

/// Goal: where no service is, or one that must not be trusted, there is a slot without a token.
/// Method: no socket, one that nobody serves, a file, a link, and a folder that all may write to.
#[test]
fn sockets() {
    served("bad_calls::sockets", || {
        let raw = Raw::new();
        let folder = configuration().parent().unwrap().to_owned();
        let tokens = |place: &Path| {
            configure(&folder, place.to_str().unwrap());
            assert_eq!(call!(raw, C_Initialize, null_mut()), CKR_OK);
            let (mut slots, mut count, mut made) = ([0; 4], 4, 0);
            let list = call!(raw, C_GetSlotList, CK_TRUE, slots.as_mut_ptr(), &mut count);
            assert_eq!(list, CKR_OK);
            let (flags, place) = (CKF_SERIAL_SESSION, &mut made);
            let session = call!(raw, C_OpenSession, 0, flags, null_mut(), None, place);
            assert_eq!(call!(raw, C_Finalize, null_mut()), CKR_OK);
            (count, session)
        };
        assert_eq!(tokens(&socket()), (1, CKR_OK));
        let absent = (0, CKR_TOKEN_NOT_PRESENT);
        assert_eq!(tokens(&folder.join("nothing")), absent);
        let stale = folder.join("stale");
        drop(UnixListener::bind(&stale).unwrap());
        assert_eq!(tokens(&stale), absent);
        std::fs::write(folder.join("file"), "no socket").unwrap();
        assert_eq!(tokens(&folder.join("file")), absent);
        let open = folder.join("open");
        std::fs::create_dir(&open).unwrap();
        symlink(socket(), open.join("socket")).unwrap();
        std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(tokens(&open.join("socket")), absent);
        assert_eq!(tokens(&socket()), (1, CKR_OK));
    });
}
