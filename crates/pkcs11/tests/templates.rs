//! What templates of objects that are no keys may say: by calls as C programs make them.

use crate::common::{USER, served};
use crate::raw::{Raw, TRUE, call, plain, row};
use crate::user::User;
use cryptoki_sys::*;
use std::ptr::null_mut;

/// Makes an object of a session of this class, with a value and one attribute more.
fn make(
    raw: Raw,
    session: CK_SESSION_HANDLE,
    class: CK_OBJECT_CLASS,
    more: CK_ATTRIBUTE,
) -> (CK_RV, CK_OBJECT_HANDLE) {
    let (class, mut made) = (class.to_ne_bytes(), 0);
    let mut rows = [row(CKA_CLASS, &class), row(CKA_VALUE, b"some bytes"), more];
    let count = rows.len() as CK_ULONG;
    (call!(raw, C_CreateObject, session, rows.as_mut_ptr(), count, &mut made), made)
}

/// Goal: data and certificates take their own attributes in their form, none of keys, and none that
/// no object has. Method: beside each refusal, what is accepted. PKCS#11, section 4.1.1.
#[test]
fn attributes_are_of_the_class() {
    served("templates::attributes_are_of_the_class", || {
        let (raw, session) = Raw::begin(USER);
        let said = |class, kind, value: &[u8]| make(raw, session, class, row(kind, value)).0;
        let long = CK_ULONG::to_ne_bytes(1);
        for class in [CKO_DATA, CKO_CERTIFICATE] {
            assert_eq!(said(class, CKA_PRIVATE, &TRUE), CKR_OK);
            assert_eq!(said(class, CKA_PRIVATE, &long), CKR_ATTRIBUTE_VALUE_INVALID);
            for kind in [CKA_SIGN, CKA_ENCRYPT, CKA_DERIVE, CKA_SENSITIVE, CKA_EXTRACTABLE] {
                assert_eq!(said(class, kind, &TRUE), CKR_TEMPLATE_INCONSISTENT, "{kind:#x}");
                assert_eq!(said(class, kind, &long), CKR_ATTRIBUTE_VALUE_INVALID, "{kind:#x}");
            }
            for kind in [CKA_OBJECT_VALIDATION_FLAGS, CKA_VENDOR_DEFINED | 7] {
                assert_eq!(said(class, kind, &long), CKR_ATTRIBUTE_TYPE_INVALID, "{kind:#x}");
            }
            assert_eq!(said(class, CKA_UNIQUE_ID, b"mine"), CKR_ATTRIBUTE_READ_ONLY);
        }
        assert_eq!(said(CKO_DATA, CKA_TRUSTED, &TRUE), CKR_TEMPLATE_INCONSISTENT);
        assert_eq!(said(CKO_CERTIFICATE, CKA_TRUSTED, &TRUE), CKR_ATTRIBUTE_READ_ONLY);
        // What is not said has its usual value.
        let user = User { raw, session };
        let (_, made) = make(raw, session, CKO_DATA, row(CKA_APPLICATION, b"any"));
        for kind in [CKA_MODIFIABLE, CKA_COPYABLE, CKA_DESTROYABLE] {
            assert_eq!(user.value(made, kind).as_deref(), Ok(&TRUE[..]), "{kind:#x}");
        }
        assert_eq!(user.value(made, CKA_PRIVATE).as_deref(), Ok(&[CK_FALSE][..]));
        assert_eq!(user.value(made, CKA_OBJECT_ID).as_deref(), Ok(&[][..]));
        assert_eq!(user.value(made, CKA_ID), Err(CKR_ATTRIBUTE_TYPE_INVALID));
        assert_eq!(said(CKO_DATA, CKA_ID, &TRUE), CKR_TEMPLATE_INCONSISTENT);
        assert_eq!(said(CKO_CERTIFICATE, CKA_ID, &TRUE), CKR_OK);
        assert_eq!(said(CKO_DATA, CKA_APPLICATION, b"any"), CKR_OK);
    });
}

/// Goal: flags of a validation are nobody's to say, of keys too. PKCS#11, section 4.1.1.
#[test]
fn validation_flags_are_refused() {
    served("templates::validation_flags_are_refused", || {
        let (raw, session) = Raw::begin(USER);
        let (class, aes) = (CKO_SECRET_KEY.to_ne_bytes(), CKK_AES.to_ne_bytes());
        let flags = CK_ULONG::to_ne_bytes(3);
        let mut rows = [
            row(CKA_CLASS, &class),
            row(CKA_KEY_TYPE, &aes),
            row(CKA_VALUE, &[9; 16]),
            row(CKA_OBJECT_VALIDATION_FLAGS, &flags),
        ];
        let (at, mut made) = (rows.as_mut_ptr(), 0);
        let said = call!(raw, C_CreateObject, session, at, 4, &mut made);
        assert_eq!(said, CKR_ATTRIBUTE_TYPE_INVALID);
        assert_eq!(call!(raw, C_CreateObject, session, at, 3, &mut made), CKR_OK);
    });
}

/// Goal: flags of keys have one byte, those too that the module keeps nothing of. Method: beside
/// each refusal, a key that is made with the flag in its form.
#[test]
fn flags_of_keys_have_their_form() {
    served("templates::flags_of_keys_have_their_form", || {
        let (raw, session) = Raw::begin(USER);
        let (length, long) = (CK_ULONG::to_ne_bytes(32), CK_ULONG::to_ne_bytes(1));
        let said = |kind, value: &[u8]| {
            let mut mechanism = plain(CKM_AES_KEY_GEN);
            let mut rows = [row(CKA_VALUE_LEN, &length), row(kind, value)];
            let (at, mut made) = (rows.as_mut_ptr(), 0);
            call!(raw, C_GenerateKey, session, &mut mechanism, at, 2, &mut made)
        };
        // No key here does this.
        for kind in [CKA_ENCAPSULATE, CKA_DECAPSULATE] {
            assert_eq!(said(kind, &TRUE), CKR_TEMPLATE_INCONSISTENT, "{kind:#x}");
            assert_eq!(said(kind, &[CK_FALSE]), CKR_OK, "{kind:#x}");
        }
        for kind in [CKA_ENCRYPT, CKA_DECRYPT, CKA_WRAP, CKA_SENSITIVE] {
            assert_eq!(said(kind, &TRUE), CKR_OK, "{kind:#x}");
            assert_eq!(said(kind, &long), CKR_ATTRIBUTE_VALUE_INVALID, "{kind:#x}");
            assert_eq!(said(kind, &[2]), CKR_ATTRIBUTE_VALUE_INVALID, "{kind:#x}");
        }
        let user = User { raw, session };
        for bytes in [0, 13, 15, 33, (1 << 32) + 16] {
            let made = user.secret(plain(CKM_AES_KEY_GEN), bytes, &[]);
            assert_eq!(made, Err(CKR_ATTRIBUTE_VALUE_INVALID), "{bytes}");
        }
        let aes = user.secret(plain(CKM_AES_KEY_GEN), 16, &[]).unwrap();
        assert_eq!(user.value(aes, CKA_WRAP_TEMPLATE).as_deref(), Ok(&[][..]));
    });
}

/// Goal: flags of secret keys are told as they are given, of whatever use; they become false and
/// not true again; what wraps does not unwrap where it may not, and the other way round. Method:
/// keys of the token and of a session, and copies of them.
#[test]
fn flags_of_secret_keys_are_kept() {
    served("templates::flags_of_secret_keys_are_kept", || {
        const USES: [CK_ATTRIBUTE_TYPE; 7] =
            [CKA_ENCRYPT, CKA_DECRYPT, CKA_SIGN, CKA_VERIFY, CKA_WRAP, CKA_UNWRAP, CKA_DERIVE];
        let user = User::begin();
        for place in [TRUE, [CK_FALSE]] {
            let place = (CKA_TOKEN, &place[..]);
            for mechanism in [CKM_AES_KEY_GEN, CKM_GENERIC_SECRET_KEY_GEN].map(plain) {
                let all = USES.map(|flag| (flag, &TRUE[..]));
                let every = user.secret(mechanism, 32, &[&[place], &all[..]].concat()).unwrap();
                let copy = user.copy(every, &[place]).unwrap();
                for flag in USES {
                    assert_eq!(user.value(copy, flag).as_deref(), Ok(&TRUE[..]), "{flag:#x}");
                    assert_eq!(user.change(copy, &[(flag, &[CK_FALSE])]), CKR_OK, "{flag:#x}");
                    let said = user.value(copy, flag);
                    assert_eq!(said.as_deref(), Ok(&[CK_FALSE][..]), "{flag:#x}");
                    let again = user.change(copy, &[(flag, &TRUE)]);
                    assert_eq!(again, CKR_ATTRIBUTE_READ_ONLY, "{flag:#x}");
                    assert_eq!(user.value(every, flag).as_deref(), Ok(&TRUE[..]), "{flag:#x}");
                }
            }
            let (yes, no) = (&TRUE[..], &[CK_FALSE][..]);
            let aes = |wraps, unwraps| {
                let more = [
                    place,
                    (CKA_WRAP, wraps),
                    (CKA_UNWRAP, unwraps),
                    (CKA_EXTRACTABLE, yes),
                    (CKA_SENSITIVE, no),
                ];
                user.secret(plain(CKM_AES_KEY_GEN), 32, &more).unwrap()
            };
            let (both, wraps, unwraps) = (aes(yes, yes), aes(yes, no), aes(no, yes));
            let (class, kind) = (CKO_SECRET_KEY.to_ne_bytes(), CKK_AES.to_ne_bytes());
            let template = [place, (CKA_CLASS, &class[..]), (CKA_KEY_TYPE, &kind)];
            for mechanism in [CKM_AES_KEY_WRAP, CKM_AES_KEY_WRAP_KWP].map(plain) {
                let denied = CKR_KEY_FUNCTION_NOT_PERMITTED;
                let good = user.wrap(mechanism, both, both).unwrap();
                user.unwrap(mechanism, both, &good, &template).unwrap();
                assert_eq!(user.wrap(mechanism, unwraps, both), Err(denied));
                let said = user.unwrap(mechanism, wraps, &good, &template);
                assert_eq!(said, Err(denied));
                let by_own = user.wrap(mechanism, wraps, both).unwrap();
                assert_ne!(by_own, good);
            }
        }
    });
}

/// A mechanism makes secrets of the type of one hash, whether the template says the type or not,
/// which say what has made them and make MACs by that hash alone; those of other types are made by
/// other mechanisms.
fn made_for_one_hash(
    user: User,
    place: (CK_ATTRIBUTE_TYPE, &[u8]),
    (of, mechanism, makes): (CK_KEY_TYPE, CK_MECHANISM_TYPE, CK_MECHANISM_TYPE),
    other: CK_MECHANISM_TYPE,
) {
    let (of, by) = (of.to_ne_bytes(), makes.to_ne_bytes());
    let usual = [place, (CKA_SIGN, &TRUE), (CKA_VERIFY, &TRUE)];
    for more in [vec![], vec![(CKA_KEY_TYPE, &of[..])]] {
        let key = user.secret(plain(makes), 256, &[&usual[..], &more].concat()).unwrap();
        assert_eq!(user.value(key, CKA_KEY_TYPE).as_deref(), Ok(&of[..]));
        assert_eq!(user.value(key, CKA_KEY_GEN_MECHANISM).as_deref(), Ok(&by[..]));
        assert_eq!(user.value(key, CKA_LOCAL).as_deref(), Ok(&TRUE[..]));
        let mac = user.sign(plain(mechanism), key, b"message").unwrap();
        assert_eq!(user.verify(plain(mechanism), key, b"message", &mac), CKR_OK);
        assert_eq!(user.sign(plain(other), key, b"message"), Err(CKR_KEY_TYPE_INCONSISTENT));
    }
    let said = |by, of: &[u8]| user.secret(plain(by), 32, &[place, (CKA_KEY_TYPE, of)]);
    for by in [CKM_AES_KEY_GEN, CKM_GENERIC_SECRET_KEY_GEN] {
        assert_eq!(said(by, &of), Err(CKR_TEMPLATE_INCONSISTENT));
    }
    let any = CKK_GENERIC_SECRET.to_ne_bytes();
    assert_eq!(said(makes, &any), Err(CKR_TEMPLATE_INCONSISTENT));
}

/// Goal: secrets of the type of one hash say it, are found by it, and make MACs by that hash alone,
/// the same as a secret of any hash makes; nothing else is made with such a type. Method: every
/// type, in the token and in a session, and copies.
#[test]
fn secrets_of_one_hash() {
    served("templates::secrets_of_one_hash", || {
        const ROWS: [(CK_KEY_TYPE, CK_MECHANISM_TYPE, CK_MECHANISM_TYPE); 11] = [
            (CKK_SHA_1_HMAC, CKM_SHA_1_HMAC, CKM_SHA_1_KEY_GEN),
            (CKK_SHA224_HMAC, CKM_SHA224_HMAC, CKM_SHA224_KEY_GEN),
            (CKK_SHA256_HMAC, CKM_SHA256_HMAC, CKM_SHA256_KEY_GEN),
            (CKK_SHA384_HMAC, CKM_SHA384_HMAC, CKM_SHA384_KEY_GEN),
            (CKK_SHA512_HMAC, CKM_SHA512_HMAC, CKM_SHA512_KEY_GEN),
            (CKK_SHA512_224_HMAC, CKM_SHA512_224_HMAC, CKM_SHA512_224_KEY_GEN),
            (CKK_SHA512_256_HMAC, CKM_SHA512_256_HMAC, CKM_SHA512_256_KEY_GEN),
            (CKK_SHA3_224_HMAC, CKM_SHA3_224_HMAC, CKM_SHA3_224_KEY_GEN),
            (CKK_SHA3_256_HMAC, CKM_SHA3_256_HMAC, CKM_SHA3_256_KEY_GEN),
            (CKK_SHA3_384_HMAC, CKM_SHA3_384_HMAC, CKM_SHA3_384_KEY_GEN),
            (CKK_SHA3_512_HMAC, CKM_SHA3_512_HMAC, CKM_SHA3_512_KEY_GEN),
        ];
        let user = User::begin();
        let class = CKO_SECRET_KEY.to_ne_bytes();
        for place in [TRUE, [CK_FALSE]] {
            let place = (CKA_TOKEN, &place[..]);
            let secret = |of: CK_KEY_TYPE| {
                let of = of.to_ne_bytes();
                let rows = [
                    place,
                    (CKA_CLASS, &class[..]),
                    (CKA_KEY_TYPE, &of),
                    (CKA_VALUE, &[7; 40]),
                    (CKA_SIGN, &TRUE),
                    (CKA_ENCRYPT, &TRUE),
                ];
                user.create(&rows).unwrap()
            };
            let any = secret(CKK_GENERIC_SECRET);
            for (at, (of, mechanism, makes)) in ROWS.into_iter().enumerate() {
                let own = secret(of);
                let wanted = of.to_ne_bytes();
                let mut rows =
                    [row(CKA_CLASS, &class), row(CKA_KEY_TYPE, &wanted), row(CKA_TOKEN, place.1)];
                assert_eq!(user.raw.found(user.session, &mut rows), [own]);
                let copy = user.copy(own, &[place]).unwrap();
                let mac = user.sign(plain(mechanism), any, b"message").unwrap();
                let (_, other, _) = ROWS[(at + 1) % ROWS.len()];
                for key in [own, copy] {
                    assert_eq!(user.value(key, CKA_KEY_TYPE).as_deref(), Ok(&wanted[..]));
                    assert_eq!(user.sign(plain(mechanism), key, b"message").as_ref(), Ok(&mac));
                    assert_eq!(user.verify(plain(mechanism), key, b"message", &mac), CKR_OK);
                    let said = user.sign(plain(other), key, b"message");
                    assert_eq!(said, Err(CKR_KEY_TYPE_INCONSISTENT));
                }
                made_for_one_hash(user, place, (of, mechanism, makes), other);
            }
        }
    });
}

/// Goal: without a login nobody makes what is private, in a session either; what is not, anybody.
#[test]
fn private_data_needs_a_login() {
    served("templates::private_data_needs_a_login", || {
        let raw = Raw::new();
        assert_eq!(call!(raw, C_Initialize, null_mut()), CKR_OK);
        let session = raw.session();
        let private = || make(raw, session, CKO_DATA, row(CKA_PRIVATE, &TRUE));
        assert_eq!(private().0, CKR_USER_NOT_LOGGED_IN);
        let (said, open) = make(raw, session, CKO_DATA, row(CKA_PRIVATE, &[CK_FALSE]));
        assert_eq!((said, raw.found(session, &mut [])), (CKR_OK, vec![open]));
        assert_eq!(raw.login(session, USER), CKR_OK);
        let (said, hidden) = private();
        assert_eq!((said, raw.found(session, &mut [])), (CKR_OK, vec![open, hidden]));
        assert_eq!(call!(raw, C_Logout, session), CKR_OK);
        assert_eq!(raw.found(session, &mut []), [open]);
    });
}
