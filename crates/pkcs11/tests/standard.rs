//! What the standard says of functions and attributes that few programs use. PKCS#11 3.2, chapters
//! 4 to 6.

use crate::common::{USER, in_der, loaded, past_the_module, rv, served, user_session};
use crate::raw::{P256, Raw, TRUE, call, plain, row};
use crate::said::has;
use cryptoki::error::RvError;
use cryptoki::mechanism::Mechanism;
use cryptoki::mechanism::eddsa::{EddsaParams, EddsaSignatureScheme};
use cryptoki::mechanism::elliptic_curve::{EcKdf, Ecdh1DeriveParams};
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass, ObjectHandle};
use cryptoki::session::Session;
use cryptoki_sys::*;
use sealane::rsa::{self, Oaep};
use sealane::{Hash, Lengths, PrivateKey, PublicKey, Scheme};
use sealane_client::key::Key;
use sealane_client::object::{Attributes as KeyAttributes, Usage};
use sealane_client::signer::Keys;
use std::ffi::c_void;
use std::ptr::null_mut;

/// A session that nobody has.
const NOBODY: CK_SESSION_HANDLE = CK_SESSION_HANDLE::MAX;

/// Goal: functions with little or nothing behind them answer what the standard has for that, and
/// look at their session and pointers first. Sections 5.5.4, 5.6.6 to 5.6.10, 5.18 and 5.20.
#[test]
fn functions_with_nothing_behind_them_say_so() {
    served("standard::functions_with_nothing_behind_them_say_so", || {
        let raw = Raw::new();
        let (mut slot, mut flags) = (0, 7);
        let (place, nowhere) = (&raw mut slot, null_mut::<c_void>());
        let wait = |flags, place, reserved| call!(raw, C_WaitForSlotEvent, flags, place, reserved);
        assert_eq!(wait(CKF_DONT_BLOCK, place, nowhere), CKR_CRYPTOKI_NOT_INITIALIZED);
        let (raw, session) = Raw::begin(USER);
        assert_eq!(wait(CKF_DONT_BLOCK, place, nowhere), CKR_NO_EVENT);
        assert_eq!(wait(0, place, nowhere), CKR_FUNCTION_NOT_SUPPORTED);
        assert_eq!(wait(CKF_DONT_BLOCK, null_mut(), nowhere), CKR_ARGUMENTS_BAD);
        assert_eq!(wait(CKF_DONT_BLOCK, place, place.cast()), CKR_ARGUMENTS_BAD);
        let (mut bytes, mut length) = ([7u8; 64], 64);
        let at = bytes.as_mut_ptr();
        for (session, expected) in [
            (session, [CKR_STATE_UNSAVEABLE, CKR_SAVED_STATE_INVALID, CKR_OK]),
            (NOBODY, [CKR_SESSION_HANDLE_INVALID; 3]),
        ] {
            let said = [
                call!(raw, C_GetOperationState, session, at, &mut length),
                call!(raw, C_SetOperationState, session, at, 64, 0, 0),
                call!(raw, C_SeedRandom, session, at, 64),
            ];
            assert_eq!(said, expected);
        }
        assert_eq!((bytes, length), ([7; 64], 64), "nothing is told");
        let no_seed = call!(raw, C_SeedRandom, session, null_mut(), 64);
        assert_eq!(no_seed, CKR_ARGUMENTS_BAD);
        for session in [session, NOBODY] {
            assert_eq!(call!(raw, C_GetFunctionStatus, session), CKR_FUNCTION_NOT_PARALLEL);
            assert_eq!(call!(raw, C_CancelFunction, session), CKR_FUNCTION_NOT_PARALLEL);
        }
        let validated =
            |session, kind, place| call!(raw, C_GetSessionValidationFlags, session, kind, place);
        let last = CKS_LAST_VALIDATION_OK as CK_SESSION_VALIDATION_FLAGS_TYPE;
        assert_eq!(validated(session, last + 1, &mut flags), CKR_ARGUMENTS_BAD);
        assert_eq!(validated(session, last, null_mut()), CKR_ARGUMENTS_BAD);
        assert_eq!(validated(NOBODY, last, &mut flags), CKR_SESSION_HANDLE_INVALID);
        assert_eq!(flags, 7);
        assert_eq!(validated(session, last, &mut flags), CKR_OK);
        assert_eq!(flags, 0, "nothing is validated");
    });
}

/// Goal: a session gives up what it is told to, and nothing else; what is not under way is given up
/// already. Section 5.6.5. Method: a search, a digest and a signature, given up one by one.
#[test]
fn operations_are_given_up_one_by_one() {
    served("standard::operations_are_given_up_one_by_one", || {
        let (raw, session) = Raw::begin(USER);
        let (_, key) = raw.pair(session);
        let (mut ecdsa, mut sha256) = (plain(CKM_ECDSA_SHA256), plain(CKM_SHA256));
        assert_eq!(call!(raw, C_FindObjectsInit, session, null_mut(), 0), CKR_OK);
        assert_eq!(call!(raw, C_DigestInit, session, &mut sha256), CKR_OK);
        assert_eq!(call!(raw, C_SignInit, session, &mut ecdsa, key), CKR_OK);
        let part = [1u8; 3];
        let part = part.as_ptr().cast_mut();
        let go_on = || {
            let (mut found, mut count) = (0, 0);
            [
                call!(raw, C_FindObjects, session, &mut found, 0, &mut count),
                call!(raw, C_DigestUpdate, session, part, 3),
                call!(raw, C_SignUpdate, session, part, 3),
            ]
        };
        let over = CKR_OPERATION_NOT_INITIALIZED;
        assert_eq!(go_on(), [CKR_OK; 3]);
        for (flags, expected) in [
            (CKF_VERIFY | CKF_DECRYPT | CKF_MESSAGE_SIGN, [CKR_OK; 3]),
            (CKF_DIGEST, [CKR_OK, over, CKR_OK]),
            (CKF_DIGEST | CKF_FIND_OBJECTS, [over, over, CKR_OK]),
            (CKF_SIGN, [over; 3]),
        ] {
            assert_eq!(call!(raw, C_SessionCancel, session, flags), CKR_OK);
            assert_eq!(go_on(), expected, "{flags:#x}");
        }
        assert_eq!(call!(raw, C_SessionCancel, NOBODY, CKF_SIGN), CKR_SESSION_HANDLE_INVALID);
    });
}

/// Goal: a user logs in by name; names of nobody, names that are no text and types of users that
/// there are not are refused, and no login is beside another. Section 5.6.9.
#[test]
fn users_log_in_by_name() {
    served("standard::users_log_in_by_name", || {
        let raw = Raw::new();
        assert_eq!(call!(raw, C_Initialize, null_mut()), CKR_OK);
        let session = raw.session();
        let log_in = |session, user, pin: &str, name: &[u8]| {
            let (pin, length) = (pin.as_ptr().cast_mut(), pin.len() as CK_ULONG);
            let (name, name_length) = (name.as_ptr().cast_mut(), name.len() as CK_ULONG);
            call!(raw, C_LoginUser, session, user, pin, length, name, name_length)
        };
        assert_eq!(log_in(session, CKU_USER, USER, b"nobody"), CKR_USER_PIN_NOT_INITIALIZED);
        assert_eq!(log_in(session, CKU_USER, USER, b"\xff"), CKR_ARGUMENTS_BAD);
        assert_eq!(log_in(session, CKU_USER, "a wrong one", b"user"), CKR_PIN_INCORRECT);
        assert_eq!(log_in(session, 7, USER, b"user"), CKR_USER_TYPE_INVALID);
        let by_key = CKU_CONTEXT_SPECIFIC;
        assert_eq!(log_in(session, by_key, USER, b"user"), CKR_OPERATION_NOT_INITIALIZED);
        assert_eq!(log_in(NOBODY, CKU_USER, USER, b"user"), CKR_SESSION_HANDLE_INVALID);
        assert_eq!(log_in(session, CKU_USER, USER, b"user"), CKR_OK);
        assert_eq!(log_in(session, CKU_USER, USER, b"user"), CKR_USER_ALREADY_LOGGED_IN);
        let other = log_in(session, CKU_SO, USER, b"officer");
        assert_eq!(other, CKR_USER_ANOTHER_ALREADY_LOGGED_IN);
        raw.pair(session);
        assert_eq!(call!(raw, C_Logout, session), CKR_OK);
        // Without a name it is who the configuration says.
        assert_eq!(log_in(session, CKU_USER, USER, b""), CKR_OK);
    });
}

/// Goal: EdDSA takes contexts of at most 255 bytes, hashes before if it is told to, and has no
/// parameter of another size. Section 6.3.15. Method: signatures looked at by the library.
#[test]
fn parameters_of_eddsa() {
    served("standard::parameters_of_eddsa", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let pair = |oid: &[u8]| {
            let public = [Attribute::Token(true), Attribute::EcParams(oid.to_vec())];
            let mechanism = Mechanism::EccEdwardsKeyPairGen;
            session.generate_key_pair(&mechanism, &public, &[Attribute::Token(true)]).unwrap()
        };
        let (ed25519, ed448) = (pair(&[6, 3, 0x2b, 0x65, 0x70]), pair(&[6, 3, 0x2b, 0x65, 0x71]));
        let (longest, too_long) = (vec![7; 255], vec![7; 256]);
        for (context, is_taken) in [(&b"a"[..], true), (&longest, true), (&too_long, false)] {
            for ((public, own), scheme, prehashed) in [
                (ed25519, EddsaSignatureScheme::Ed25519ctx(context), false),
                (ed25519, EddsaSignatureScheme::Ed25519ph(context), true),
                (ed448, EddsaSignatureScheme::Ed448(context), false),
                (ed448, EddsaSignatureScheme::Ed448ph(context), true),
            ] {
                let mechanism = Mechanism::Eddsa(EddsaParams::new(scheme));
                let signed = session.sign(&mechanism, own, b"message");
                if !is_taken {
                    assert_eq!(rv(signed), RvError::MechanismParamInvalid, "{mechanism:?}");
                    continue;
                }
                let signed = signed.unwrap();
                session.verify(&mechanism, public, b"message", &signed).unwrap();
                let scheme = Scheme::EdDsa { context: Some(context.to_vec()), prehashed };
                key_of(&session, public).verify(b"message", &scheme, &signed).unwrap();
                let pure = Mechanism::Eddsa(EddsaParams::new(EddsaSignatureScheme::Pure));
                let said = session.verify(&pure, public, b"message", &signed);
                assert_eq!(rv(said), RvError::SignatureInvalid, "{mechanism:?}");
            }
        }
    });
}

/// Makes a key of Ed25519 past the module, and brings one of RSA that decrypts. Returns a session
/// of the user and both keys, and the public half of the second.
fn begun() -> (Raw, CK_SESSION_HANDLE, [CK_OBJECT_HANDLE; 2], rsa::PublicKey) {
    let mut user = past_the_module();
    user.login("user", USER.as_bytes()).unwrap();
    let text = include_str!("../../sealane/src/rsa/example.pem");
    let key = PrivateKey::from_pem(text, Lengths::Current).unwrap();
    let PublicKey::Rsa(public) = key.public_key() else { panic!("RSA") };
    let rsa = Key::Private(key);
    let usual = KeyAttributes::usual("rsa", rsa.kind());
    user.import(rsa, KeyAttributes { usage: Usage::DECRYPT, ..usual }).unwrap();
    let kind = "ed25519".parse().unwrap();
    user.generate(kind, KeyAttributes::usual("ed25519", kind)).unwrap();
    let (raw, session) = Raw::begin(USER);
    let keys = [CKA_SIGN, CKA_DECRYPT].map(|flag| raw.found(session, &mut [row(flag, &TRUE)])[0]);
    (raw, session, keys, public)
}

/// Goal: a structure of another size and a pointer to nothing are refused, and the nearest sound
/// parameters are taken. Section 6.3.15.
#[test]
fn parameters_have_their_size() {
    served("standard::parameters_have_their_size", || {
        let (raw, session, [signs, _], _) = begun();
        let sound = CK_EDDSA_PARAMS { phFlag: 0, ulContextDataLen: 0, pContextData: null_mut() };
        let mut pair = [sound; 2];
        let size = size_of::<CK_EDDSA_PARAMS>() as CK_ULONG;
        let mut sign = |context_bytes, is_null, length| {
            pair[0].ulContextDataLen = context_bytes;
            let place = if is_null { null_mut() } else { pair.as_mut_ptr() };
            let mut mechanism = of(CKM_EDDSA, place.cast(), length);
            let said = call!(raw, C_SignInit, session, &mut mechanism, signs);
            assert_eq!(call!(raw, C_SessionCancel, session, CKF_SIGN), CKR_OK);
            said
        };
        assert_eq!([sign(0, false, size), sign(0, true, 0)], [CKR_OK; 2]);
        let invalid = CKR_MECHANISM_PARAM_INVALID;
        for bad in [sign(0, false, size - 1), sign(0, false, size + 1), sign(0, true, size)] {
            assert_eq!(bad, invalid);
        }
        assert_eq!(sign(4, false, size), invalid, "a context at no address");
    });
}

/// Goal: OAEP takes a label and two hashes, and refuses what belongs to neither. Section 6.1.8.
/// Method: messages that the library has encrypted.
#[test]
fn parameters_of_oaep() {
    served("standard::parameters_of_oaep", || {
        let (raw, session, [_, decrypts], public) = begun();
        let decrypt = |hashes: (CK_MECHANISM_TYPE, _), source, label: &[u8], ciphertext: &[u8]| {
            let mut parameter = CK_RSA_PKCS_OAEP_PARAMS {
                hashAlg: hashes.0,
                mgf: hashes.1,
                source,
                pSourceData: label.as_ptr().cast_mut().cast(),
                ulSourceDataLen: label.len() as CK_ULONG,
            };
            let size = size_of::<CK_RSA_PKCS_OAEP_PARAMS>() as CK_ULONG;
            let mut mechanism = of(CKM_RSA_PKCS_OAEP, (&raw mut parameter).cast(), size);
            let said = call!(raw, C_DecryptInit, session, &mut mechanism, decrypts);
            if said != CKR_OK {
                return Err(said);
            }
            let (bytes, count) = (ciphertext.as_ptr().cast_mut(), ciphertext.len() as CK_ULONG);
            let (mut out, mut length) = ([0u8; 256], 256);
            let at = out.as_mut_ptr();
            match call!(raw, C_Decrypt, session, bytes, count, at, &mut length) {
                CKR_OK => Ok(out[..length as usize].to_vec()),
                said => Err(said),
            }
        };
        let encrypt =
            |hash, mgf, label| public.encrypt_oaep(b"a secret", Oaep { hash, mgf, label }).unwrap();
        let named = encrypt(Hash::Sha256, Hash::Sha256, b"label");
        let unnamed = encrypt(Hash::Sha256, Hash::Sha256, b"");
        let mixed = encrypt(Hash::Sha1, Hash::Sha256, b"");
        let (sha256, data) = ((CKM_SHA256, CKG_MGF1_SHA256), CKZ_DATA_SPECIFIED);
        let (secret, wrong) = (Ok(b"a secret".to_vec()), Err(CKR_ENCRYPTED_DATA_INVALID));
        let invalid = Err(CKR_MECHANISM_PARAM_INVALID);
        for (hashes, source, label, ciphertext, expected) in [
            (sha256, data, &b"label"[..], &named[..], &secret),
            (sha256, data, b"", &unnamed, &secret),
            (sha256, 0, b"", &unnamed, &secret),
            ((CKM_SHA_1, CKG_MGF1_SHA256), data, b"", &mixed, &secret),
            (sha256, data, b"another", &named, &wrong),
            (sha256, data, b"", &named, &wrong),
            ((CKM_SHA_1, CKG_MGF1_SHA1), data, b"", &mixed, &wrong),
            (sha256, data, b"label", &named[1..], &Err(CKR_ENCRYPTED_DATA_LEN_RANGE)),
            (sha256, 0, b"label", &named, &invalid),
            (sha256, 2, b"label", &named, &invalid),
            ((CKM_ECDSA, CKG_MGF1_SHA256), data, b"", &unnamed, &invalid),
            ((CKM_SHA256, 0), data, b"", &unnamed, &invalid),
        ] {
            let said = decrypt(hashes, source, label, ciphertext);
            assert_eq!(&said, expected, "{hashes:?} {source} {label:?}");
        }
    });
}

/// A mechanism with a parameter.
fn of(mechanism: CK_MECHANISM_TYPE, parameter: *mut c_void, length: CK_ULONG) -> CK_MECHANISM {
    CK_MECHANISM { mechanism, pParameter: parameter, ulParameterLen: length }
}

/// Goal: curves are named by their identifier or by a text, told by the identifier; points stand
/// in an OCTET STRING or as they are, in keys and in mechanisms. Sections 6.3.3 and 6.3.16.
#[test]
fn curves_and_points_have_two_forms() {
    served("standard::curves_and_points_have_two_forms", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let pair = |mechanism: &Mechanism<'_>, parameters: &[u8], uses: Attribute| {
            let public = [Attribute::Token(false), Attribute::EcParams(parameters.to_vec())];
            session.generate_key_pair(mechanism, &public, &[Attribute::Token(false), uses])
        };
        let (short, montgomery) = (Mechanism::EccKeyPairGen, Mechanism::EccMontgomeryKeyPairGen);
        let x25519: [u8; 5] = [6, 3, 0x2b, 0x65, 0x6e];
        let derive = || Attribute::Derive(true);
        for (mechanism, name, oid) in [
            (&short, &b"\x13\x0aprime256v1"[..], &P256[..]),
            (&short, b"\x13\x0asecp256k1\0", &[]),
            (&montgomery, b"\x13\x0acurve25519", &x25519),
            (&montgomery, b"\x13\x0aprime256v1", &[]),
        ] {
            let made = pair(mechanism, name, derive());
            if oid.is_empty() {
                assert_eq!(rv(made), RvError::CurveNotSupported, "{name:?}");
                continue;
            }
            let made = made.unwrap();
            for half in [made.0, made.1] {
                assert!(has(&session, half, &[Attribute::EcParams(oid.to_vec())]));
            }
        }
        let (public, own) = pair(&short, &P256, Attribute::Sign(true)).unwrap();
        let signed = session.sign(&Mechanism::EcdsaSha256, own, b"message").unwrap();
        let key = key_of(&session, public);
        let scheme = Scheme::Ecdsa(Hash::Sha256);
        key.verify(b"message", &scheme, &in_der(&key, &signed)).unwrap();
        let octets = octets_of(&session, public);
        for point in [&octets[..], &octets[2..]] {
            let theirs = session.create_object(&[
                Attribute::Class(ObjectClass::PUBLIC_KEY),
                Attribute::KeyType(KeyType::EC),
                Attribute::EcParams(P256.to_vec()),
                Attribute::EcPoint(point.to_vec()),
            ]);
            let theirs = theirs.unwrap();
            session.verify(&Mechanism::EcdsaSha256, theirs, b"message", &signed).unwrap();
        }
        for (mechanism, oid) in [(&short, &P256[..]), (&montgomery, &x25519)] {
            let (peer, own) = pair(mechanism, oid, derive()).unwrap();
            let octets = octets_of(&session, peer);
            let secrets = [&octets[..], &octets[2..]].map(|point| {
                let mechanism =
                    Mechanism::Ecdh1Derive(Ecdh1DeriveParams::new(EcKdf::null(), point));
                let made = session.derive_key(&mechanism, own, &[Attribute::Token(false)]).unwrap();
                session.get_attributes(made, &[AttributeType::Value]).unwrap()
            });
            assert_eq!(secrets[0], secrets[1]);
            let short = Ecdh1DeriveParams::new(EcKdf::null(), &octets[3..]);
            let said = session.derive_key(&Mechanism::Ecdh1Derive(short), own, &[]);
            assert_eq!(rv(said), RvError::MechanismParamInvalid);
        }
    });
}

/// The point of a public key, in its OCTET STRING.
fn octets_of(session: &Session, public: ObjectHandle) -> Vec<u8> {
    let told = session.get_attributes(public, &[AttributeType::EcPoint]).unwrap();
    let [Attribute::EcPoint(octets)] = &told[..] else { panic!("{told:?}") };
    octets.clone()
}

/// A SEQUENCE of DER with at most 127 bytes in it.
fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    let inner = parts.concat();
    assert!(inner.len() < 0x80);
    [&[0x30, inner.len() as u8], &inner[..]].concat()
}

/// Goal: both halves of a pair and a certificate tell the public key's document, and a secret has
/// none; each object has an id that no other one has, by which it is found, and that nobody gives.
/// Sections 4.4, 4.6.3, 4.8 and 4.9. Method: pairs of each kind, in the token and in a session.
#[test]
fn objects_tell_their_public_key_and_their_id() {
    served("standard::objects_tell_their_public_key_and_their_id", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let curve = |oid: &[u8]| Attribute::EcParams(oid.to_vec());
        let (mut all, mut last) = (vec![], vec![]);
        for (mechanism, what) in [
            (Mechanism::RsaPkcsKeyPairGen, Attribute::ModulusBits(2048.into())),
            (Mechanism::EccKeyPairGen, curve(&P256)),
            (Mechanism::EccMontgomeryKeyPairGen, curve(&[6, 3, 0x2b, 0x65, 0x6e])),
            (Mechanism::EccEdwardsKeyPairGen, curve(&[6, 3, 0x2b, 0x65, 0x70])),
        ] {
            for to_token in [true, false] {
                let public = [Attribute::Token(to_token), what.clone()];
                let own = [Attribute::Token(to_token)];
                let (public, own) = session.generate_key_pair(&mechanism, &public, &own).unwrap();
                let key = key_of(&session, public);
                last = key.to_spki_der();
                assert!(has(&session, own, &[Attribute::PublicKeyInfo(last.clone())]));
                all.extend([public, own]);
            }
        }
        let algorithm = [0x30, 5, 6, 3, 0x2a, 3, 4];
        let version = [0xa0, 3, 2, 1, 2];
        let (serial, name, no_time) = ([2, 1, 5], [0x30, 2, 0x31, 0], [0x30, 0]);
        let inner = sequence(&[&version, &serial, &algorithm, &name, &no_time, &name, &last]);
        let certificate = sequence(&[&inner, &algorithm, &[3, 2, 0, 1]]);
        let certificate = session.create_object(&[
            Attribute::Class(ObjectClass::CERTIFICATE),
            Attribute::Token(true),
            Attribute::Value(certificate),
        ]);
        let certificate = certificate.unwrap();
        assert!(has(&session, certificate, &[Attribute::PublicKeyInfo(last)]));
        assert!(has(&session, certificate, &[Attribute::SerialNumber(serial.to_vec())]));
        let length = Attribute::ValueLen(16.into());
        let secret = session.generate_key(&Mechanism::AesKeyGen, &[length]).unwrap();
        let none = session.get_attributes(secret, &[AttributeType::PublicKeyInfo]).unwrap();
        assert!(none.is_empty());
        let data = [Attribute::Class(ObjectClass::DATA), Attribute::Value(vec![7])];
        let [data, another] = [&data, &data].map(|it| session.create_object(it).unwrap());
        let copy = session.copy_object(data, &[]).unwrap();
        all.extend([certificate, secret, data, another, copy]);
        let mut ids: Vec<Vec<u8>> = vec![];
        for object in &all {
            let told = session.get_attributes(*object, &[AttributeType::UniqueId]).unwrap();
            let [Attribute::UniqueId(id)] = &told[..] else { panic!("{object:?}: {told:?}") };
            assert!(!id.is_empty() && !ids.contains(id));
            assert_eq!(session.find_objects(&told).unwrap(), [*object]);
            ids.push(id.clone());
        }
        let given = [Attribute::UniqueId(b"mine".to_vec()), Attribute::ValueLen(16.into())];
        let made = session.generate_key(&Mechanism::AesKeyGen, &given);
        assert_eq!(rv(made), RvError::AttributeReadOnly);
        assert_eq!(rv(session.copy_object(data, &given[..1])), RvError::AttributeReadOnly);
    });
}

/// The public key of an object, by its document.
fn key_of(session: &Session, object: ObjectHandle) -> PublicKey {
    let told = session.get_attributes(object, &[AttributeType::PublicKeyInfo]).unwrap();
    let [Attribute::PublicKeyInfo(document)] = &told[..] else { panic!("{told:?}") };
    PublicKey::from_spki_der(document, Lengths::Current).unwrap()
}
