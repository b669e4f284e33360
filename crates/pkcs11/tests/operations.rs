//! What ends an operation and what keeps it, handles of before, and mechanisms that the crate
//! `cryptoki` does not know: by calls as C programs make them.

use crate::common::{USER, past_the_module, served};
use crate::raw::{Raw, TRUE, call, plain, row};
use cryptoki_sys::*;
use sealane_client::key::Key;
use sealane_client::object::Attributes;
use sealane_client::signer::Keys;
use std::ptr::null_mut;

type Session = CK_SESSION_HANDLE;

/// What is told of a call whose buffers are these.
fn signed(raw: Raw, session: Session, out: Option<&mut [u8]>, length: &mut CK_ULONG) -> CK_RV {
    let digest = [7u8; 32];
    let out = out.map_or(null_mut(), <[u8]>::as_mut_ptr);
    call!(raw, C_Sign, session, digest.as_ptr().cast_mut(), 32, out, length)
}

/// Goal: a query of the length and a buffer that is too small keep a signature, all else ends it,
/// bad pointers too. PKCS#11, sections 5.13.2 and 5.13.4.
#[test]
fn signatures_end() {
    served("operations::signatures_end", || {
        let (raw, session) = Raw::begin(USER);
        let (_, key) = raw.pair(session);
        let mut ecdsa = plain(CKM_ECDSA);
        let mut begin = || assert_eq!(call!(raw, C_SignInit, session, &mut ecdsa, key), CKR_OK);
        let is_over = || {
            let (mut out, mut length) = ([0; 64], 64);
            let said = signed(raw, session, Some(&mut out), &mut length);
            assert_eq!(said, CKR_OPERATION_NOT_INITIALIZED);
        };
        is_over();
        begin();
        let (mut out, mut length) = ([0; 64], 0);
        assert_eq!(signed(raw, session, None, &mut length), CKR_OK);
        assert_eq!(length, 64);
        length = 63;
        let said = signed(raw, session, Some(&mut out), &mut length);
        assert_eq!((said, length), (CKR_BUFFER_TOO_SMALL, 64));
        assert_eq!(signed(raw, session, Some(&mut out), &mut length), CKR_OK);
        is_over();
        let bad = CKR_ARGUMENTS_BAD;
        let nowhere = null_mut();
        for call in [
            &|| call!(raw, C_Sign, session, null_mut(), 5, null_mut(), null_mut()),
            &|| call!(raw, C_SignUpdate, session, null_mut(), 5),
            &|| call!(raw, C_SignFinal, session, null_mut(), null_mut()),
        ] as [&dyn Fn() -> CK_RV; 3]
        {
            begin();
            assert_eq!(call(), bad);
            is_over();
        }
        begin();
        let part = [1u8; 600];
        let part = part.as_ptr().cast_mut();
        assert_eq!(call!(raw, C_SignUpdate, session, part, 16), CKR_OK);
        let said = signed(raw, session, Some(&mut out), &mut length);
        assert_eq!(said, CKR_OPERATION_ACTIVE, "it goes on in parts");
        assert_eq!(call!(raw, C_SignFinal, session, nowhere, &mut length), CKR_OK);
        assert_eq!(call!(raw, C_SignFinal, session, out.as_mut_ptr(), &mut length), CKR_OK);
        begin();
        // Without a mechanism it is given up; then there is none to give up.
        assert_eq!(call!(raw, C_SignInit, session, null_mut(), key), CKR_OK);
        is_over();
        for said in [
            call!(raw, C_SignInit, session, null_mut(), key),
            call!(raw, C_VerifyInit, session, null_mut(), key),
            call!(raw, C_DigestInit, session, null_mut()),
            call!(raw, C_EncryptInit, session, null_mut(), key),
            call!(raw, C_DecryptInit, session, null_mut(), key),
        ] {
            assert_eq!(said, CKR_ARGUMENTS_BAD);
        }
    });
}

/// Goal: the same of verifications, digests and decryptions.
#[test]
fn other_operations_end() {
    served("operations::other_operations_end", || {
        let (raw, session) = Raw::begin(USER);
        let (public, _) = raw.pair(session);
        let over = CKR_OPERATION_NOT_INITIALIZED;
        let (mut ecdsa, mut sha256) = (plain(CKM_ECDSA), plain(CKM_SHA256));
        let (some, mut out, mut length) = ([5u8; 64], [0u8; 32], 0);
        let some = some.as_ptr().cast_mut();
        let mut verify = |first: &dyn Fn() -> CK_RV| {
            assert_eq!(call!(raw, C_VerifyInit, session, &mut ecdsa, public), CKR_OK);
            (first(), call!(raw, C_Verify, session, some, 32, some, 64))
        };
        let nothing = || call!(raw, C_Verify, session, null_mut(), 32, some, 64);
        assert_eq!(verify(&nothing), (CKR_ARGUMENTS_BAD, over));
        let short = || call!(raw, C_Verify, session, some, 32, some, 63);
        assert_eq!(verify(&short), (CKR_SIGNATURE_LEN_RANGE, over));
        let nothing = || call!(raw, C_VerifyFinal, session, null_mut(), 64);
        assert_eq!(verify(&nothing), (CKR_ARGUMENTS_BAD, over));
        let begin = |sha256: &mut CK_MECHANISM| {
            assert_eq!(call!(raw, C_DigestInit, session, sha256), CKR_OK);
        };
        begin(&mut sha256);
        assert_eq!(call!(raw, C_Digest, session, some, 3, null_mut(), &mut length), CKR_OK);
        assert_eq!(length, 32);
        length = 31;
        let at = out.as_mut_ptr();
        assert_eq!(call!(raw, C_Digest, session, some, 3, at, &mut length), CKR_BUFFER_TOO_SMALL);
        assert_eq!(call!(raw, C_DigestUpdate, session, some, 3), CKR_OK);
        assert_eq!(call!(raw, C_Digest, session, some, 3, at, &mut length), CKR_OPERATION_ACTIVE);
        assert_eq!(call!(raw, C_DigestFinal, session, at, &mut length), CKR_OK);
        assert_eq!(out, sealane::Digest::of(sealane::Hash::Sha256, &[5; 3]).as_bytes());
        begin(&mut sha256);
        let said = call!(raw, C_Digest, session, null_mut(), 3, at, &mut length);
        assert_eq!(said, CKR_ARGUMENTS_BAD);
        assert_eq!(call!(raw, C_DigestFinal, session, at, &mut length), over);
    });
}

/// Goal: a handle of before names nothing after another beginning. Method: a session and a key,
/// then as many again.
#[test]
fn handles_of_before_name_nothing() {
    served("operations::handles_of_before_name_nothing", || {
        let (raw, before) = Raw::begin(USER);
        let (public, private) = raw.pair(before);
        assert_eq!(call!(raw, C_Finalize, null_mut()), CKR_OK);
        let (raw, now) = Raw::begin(USER);
        let found = raw.found(now, &mut [row(CKA_TOKEN, &TRUE)]);
        assert_eq!(found.len(), 2);
        assert_ne!(before, now);
        assert!(!found.contains(&public) && !found.contains(&private));
        let mut ecdsa = plain(CKM_ECDSA);
        let said = call!(raw, C_SignInit, now, &mut ecdsa, private);
        assert_eq!(said, CKR_KEY_HANDLE_INVALID);
        let said = call!(raw, C_SignInit, before, &mut ecdsa, found[0]);
        assert_eq!(said, CKR_SESSION_HANDLE_INVALID);
    });
}

/// A key of DSA that a release wrote, for the making of its numbers takes long.
const KEYS: &str = include_str!("../../hsm/tests/fixtures/v0.1/precalculated.txt");

/// Goal: DSA signs digests and messages; its public numbers are told.
#[test]
fn dsa() {
    served("operations::dsa", || {
        let row_of = |line: &'static str| line.strip_prefix("dsa2048\t")?.split('\t').next();
        let text = KEYS.lines().find_map(row_of).unwrap();
        let pairs: Vec<char> = text.chars().collect();
        let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16);
        let document: Vec<u8> = pairs.chunks(2).map(|pair| byte(pair).unwrap()).collect();
        let kind = "dsa2048".parse().unwrap();
        let mut user = past_the_module();
        user.login("user", USER.as_bytes()).unwrap();
        let key = Key::from_outside(kind, &document).unwrap();
        user.import(key, Attributes::usual("dsa", kind)).unwrap();
        let (raw, session) = Raw::begin(USER);
        let half = |class: CK_OBJECT_CLASS| {
            let (class, kind) = (class.to_ne_bytes(), CKK_DSA.to_ne_bytes());
            let found = raw.found(session, &mut [row(CKA_CLASS, &class), row(CKA_KEY_TYPE, &kind)]);
            assert_eq!(found.len(), 1);
            found[0]
        };
        let (public, private) = (half(CKO_PUBLIC_KEY), half(CKO_PRIVATE_KEY));
        for (kind, length) in [(CKA_PRIME, 256), (CKA_SUBPRIME, 32), (CKA_BASE, 256)] {
            let mut asked = CK_ATTRIBUTE { type_: kind, pValue: null_mut(), ulValueLen: 0 };
            let said = call!(raw, C_GetAttributeValue, session, public, &mut asked, 1);
            assert_eq!((said, asked.ulValueLen), (CKR_OK, length));
        }
        let some = [9u8; 32];
        let some = some.as_ptr().cast_mut();
        for mechanism in [CKM_DSA, CKM_DSA_SHA256] {
            let (mut mechanism, mut out, mut length) = (plain(mechanism), [0u8; 64], 64);
            let at = out.as_mut_ptr();
            assert_eq!(call!(raw, C_SignInit, session, &mut mechanism, private), CKR_OK);
            assert_eq!(call!(raw, C_Sign, session, some, 32, at, &mut length), CKR_OK);
            let verified = |at| {
                let mut mechanism = mechanism;
                assert_eq!(call!(raw, C_VerifyInit, session, &mut mechanism, public), CKR_OK);
                call!(raw, C_Verify, session, some, 32, at, 64)
            };
            assert_eq!((verified(at), length), (CKR_OK, 64));
            out[63] ^= 1;
            assert_eq!(verified(out.as_mut_ptr()), CKR_SIGNATURE_INVALID);
        }
    });
}
