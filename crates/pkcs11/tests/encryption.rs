//! RSA by OAEP for public keys, which the module uses by itself.

use crate::common::{USER, loaded, rv, served, user_session};
use crate::raw::{Raw, call, plain};
use cryptoki::error::RvError;
use cryptoki::mechanism::rsa::{PkcsMgfType, PkcsOaepParams, PkcsOaepSource};
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass};
use cryptoki_sys::*;
use std::ptr::null_mut;

fn oaep(label: &[u8]) -> Mechanism<'_> {
    let source = match label {
        [] => PkcsOaepSource::empty(),
        label => PkcsOaepSource::data_specified(label),
    };
    let (hash, mgf) = (MechanismType::SHA256, PkcsMgfType::MGF1_SHA256);
    Mechanism::RsaPkcsOaep(PkcsOaepParams::new(hash, mgf, source))
}

/// Goal: messages up to the longest are encrypted for the public halves of keys of the token and of
/// a session, and for a copy of one; their private halves decrypt them, by the same label alone.
#[test]
fn public_keys_encrypt() {
    served("encryption::public_keys_encrypt", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        for in_token in [true, false] {
            let place = Attribute::Token(in_token);
            let public = [place.clone(), Attribute::ModulusBits(2048.into())];
            let own = [place, Attribute::Decrypt(true)];
            let by = &Mechanism::RsaPkcsKeyPairGen;
            let (public, own) = session.generate_key_pair(by, &public, &own).unwrap();
            let numbers = [
                AttributeType::Class,
                AttributeType::KeyType,
                AttributeType::Modulus,
                AttributeType::PublicExponent,
            ];
            let theirs = session.get_attributes(public, &numbers).unwrap();
            let theirs = session.create_object(&theirs).unwrap();
            // 256 bytes, less two digests and two bytes.
            let longest = [7; 190];
            for (key, message) in [(public, &longest[..]), (theirs, b""), (theirs, b"a secret")] {
                for label in [&b""[..], b"label"] {
                    let encrypted = session.encrypt(&oaep(label), key, message).unwrap();
                    assert_eq!(encrypted.len(), 256);
                    let opened = session.decrypt(&oaep(label), own, &encrypted).unwrap();
                    assert_eq!(opened, message);
                    let said = session.decrypt(&oaep(b"another"), own, &encrypted);
                    assert_eq!(rv(said), RvError::EncryptedDataInvalid);
                }
            }
            let said = session.encrypt(&oaep(b""), public, &[7; 191]);
            assert_eq!(rv(said), RvError::DataLenRange);
            let said = session.encrypt(&oaep(b""), own, b"m");
            assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
            let said = session.encrypt(&Mechanism::RsaPkcs, public, b"m");
            assert_eq!(rv(said), RvError::MechanismInvalid);
        }
    });
}

/// A modulus of 1,024 bits whose factors nobody has kept.
const SHORT: &[u8] = b"a6ced8ef9157237a70957639a08fc439e4419369d724b2ae31cf354b5081e4cb\
    bb6de5d9a6734a0d971d9c532be8b112c7559e79443ddc778127cee2c65b3713\
    4085aeeaf8be43e896d7eeeaec7a25eaea02820e080ec68721a890412f65d1b5\
    9b4ec6e271fdac35d0a6ac0606d7374f86699c28112aab0a8e1b02585efa99b5";

fn hex(pair: &[u8]) -> u8 {
    u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()
}

/// Goal: only public keys of RSA that may encrypt do, of 2,048 bits at least. Method: a pair that
/// signs, one of a curve, and numbers of a short key.
#[test]
fn other_keys_do_not_encrypt() {
    served("encryption::other_keys_do_not_encrypt", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let bits = [Attribute::ModulusBits(2048.into())];
        let by = &Mechanism::RsaPkcsKeyPairGen;
        let signs = session.generate_key_pair(by, &bits, &[Attribute::Sign(true)]).unwrap().0;
        let said = session.encrypt(&oaep(b""), signs, b"m");
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        let curve = [Attribute::EcParams(crate::raw::P256.to_vec()), Attribute::Encrypt(true)];
        let curve = session.generate_key_pair(&Mechanism::EccKeyPairGen, &curve, &[]).unwrap().0;
        let said = session.encrypt(&oaep(b""), curve, b"m");
        assert_eq!(rv(said), RvError::KeyTypeInconsistent);
        let short: Vec<u8> = SHORT.chunks(2).map(hex).collect();
        let short = session.create_object(&[
            Attribute::Class(ObjectClass::PUBLIC_KEY),
            Attribute::KeyType(KeyType::RSA),
            Attribute::Modulus(short),
            Attribute::PublicExponent(vec![1, 0, 1]),
        ]);
        let said = session.encrypt(&oaep(b""), short.unwrap(), b"m");
        assert_eq!(rv(said), RvError::KeySizeRange);
    });
}

/// Goal: an encryption is of one part: a query of the length and a short buffer keep it, all else
/// ends it, parts too; a decryption takes no parts either. PKCS#11, section 5.8.
#[test]
fn encryptions_end() {
    served("encryption::encryptions_end", || {
        let (raw, session) = Raw::begin(USER);
        let (bits, mut by) = (2048u64.to_ne_bytes(), plain(CKM_RSA_PKCS_KEY_PAIR_GEN));
        let mut public = [crate::raw::row(CKA_MODULUS_BITS, &bits)];
        let mut own = [crate::raw::row(CKA_DECRYPT, &crate::raw::TRUE)];
        let (public_at, own_at) = (public.as_mut_ptr(), own.as_mut_ptr());
        let (mut key, mut own_key) = (0, 0);
        let (by, made) = (&raw mut by, (&raw mut key, &raw mut own_key));
        let said =
            call!(raw, C_GenerateKeyPair, session, by, public_at, 1, own_at, 1, made.0, made.1);
        assert_eq!(said, CKR_OK);
        let mut parameter = CK_RSA_PKCS_OAEP_PARAMS {
            hashAlg: CKM_SHA256,
            mgf: CKG_MGF1_SHA256,
            source: CKZ_DATA_SPECIFIED,
            pSourceData: null_mut(),
            ulSourceDataLen: 0,
        };
        let mut oaep = CK_MECHANISM {
            mechanism: CKM_RSA_PKCS_OAEP,
            pParameter: (&raw mut parameter).cast(),
            ulParameterLen: size_of_val(&parameter) as CK_ULONG,
        };
        let message = [5u8; 9];
        let message = message.as_ptr().cast_mut();
        let (mut out, mut length) = ([0u8; 256], 0);
        let at = out.as_mut_ptr();
        let mut begin = || assert_eq!(call!(raw, C_EncryptInit, session, &mut oaep, key), CKR_OK);
        let over = CKR_OPERATION_NOT_INITIALIZED;
        assert_eq!(call!(raw, C_Encrypt, session, message, 9, at, &mut length), over);
        assert_eq!(call!(raw, C_EncryptFinal, session, at, &mut length), over);
        assert_eq!(call!(raw, C_DecryptFinal, session, at, &mut length), over);
        begin();
        assert_eq!(call!(raw, C_Encrypt, session, message, 9, null_mut(), &mut length), CKR_OK);
        assert_eq!(length, 256);
        length = 255;
        let said = call!(raw, C_Encrypt, session, message, 9, at, &mut length);
        assert_eq!((said, length), (CKR_BUFFER_TOO_SMALL, 256));
        assert_eq!(call!(raw, C_Encrypt, session, message, 9, at, &mut length), CKR_OK);
        assert_eq!(call!(raw, C_Encrypt, session, message, 9, at, &mut length), over);
        begin();
        let said = call!(raw, C_EncryptUpdate, session, message, 9, at, &mut length);
        assert_eq!(said, CKR_FUNCTION_NOT_SUPPORTED);
        assert_eq!(call!(raw, C_EncryptFinal, session, at, &mut length), over);
        begin();
        assert_eq!(call!(raw, C_SessionCancel, session, CKF_ENCRYPT), CKR_OK);
        assert_eq!(call!(raw, C_Encrypt, session, message, 9, at, &mut length), over);
        assert_eq!(call!(raw, C_DecryptInit, session, &mut oaep, own_key), CKR_OK);
        let said = call!(raw, C_DecryptUpdate, session, at, 256, at, &mut length);
        assert_eq!(said, CKR_FUNCTION_NOT_SUPPORTED);
        assert_eq!(call!(raw, C_Decrypt, session, at, 256, at, &mut length), over);
    });
}
