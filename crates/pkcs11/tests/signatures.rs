//! Signatures by every mechanism that the crate `cryptoki` knows, verified by the module, and by
//! the library from the public key alone.

use crate::common::{both_ways, in_der, loaded, rv, user_session};
use cryptoki::error::{Error, RvError};
use cryptoki::mechanism::eddsa::{EddsaParams, EddsaSignatureScheme};
use cryptoki::mechanism::elliptic_curve::{EcKdf, Ecdh1DeriveParams};
use cryptoki::mechanism::rsa::{PkcsMgfType, PkcsOaepParams, PkcsOaepSource, PkcsPssParams};
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass, ObjectHandle};
use cryptoki::session::Session;
use sealane::rsa::Oaep;
use sealane::{Digest, Hash, Hmac, Lengths, PublicKey, Salt, Scheme};

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const P384: [u8; 7] = [6, 5, 0x2b, 0x81, 4, 0, 0x22];
const P521: [u8; 7] = [6, 5, 0x2b, 0x81, 4, 0, 0x23];
const ED25519: [u8; 5] = [6, 3, 0x2b, 0x65, 0x70];
const ED448: [u8; 5] = [6, 3, 0x2b, 0x65, 0x71];
const X25519: [u8; 5] = [6, 3, 0x2b, 0x65, 0x6e];

/// Makes a pair, and returns handles of its public and private halves.
fn pair(
    session: &Session,
    mechanism: &Mechanism<'_>,
    more: Attribute,
    uses: &[Attribute],
) -> (ObjectHandle, ObjectHandle) {
    let public = [Attribute::Token(true), more];
    let own = [&[Attribute::Token(true)], uses].concat();
    session.generate_key_pair(mechanism, &public, &own).unwrap()
}

/// The public key, as the document of an attribute.
fn public_key(session: &Session, public: ObjectHandle) -> PublicKey {
    let wanted = [AttributeType::PublicKeyInfo];
    match &session.get_attributes(public, &wanted).unwrap()[..] {
        [Attribute::PublicKeyInfo(document)] => {
            PublicKey::from_spki_der(document, Lengths::Legacy).unwrap()
        }
        other => panic!("{other:?}"),
    }
}

/// Signs by a mechanism, at once and in parts; the module takes both, and refuses another message
/// and a signature that is changed. Returns a signature.
fn signed(
    session: &Session,
    mechanism: &Mechanism<'_>,
    (public, private): (ObjectHandle, ObjectHandle),
    message: &[u8],
) -> Vec<u8> {
    let whole = session.sign(mechanism, private, message).unwrap();
    let (first, rest) = message.split_at(message.len() / 3);
    session.sign_init(mechanism, private).unwrap();
    session.sign_update(first).unwrap();
    session.sign_update(rest).unwrap();
    let parts = session.sign_final().unwrap();
    for signature in [&whole, &parts] {
        session.verify(mechanism, public, message, signature).unwrap();
        session.verify_init(mechanism, public).unwrap();
        session.verify_update(first).unwrap();
        session.verify_update(rest).unwrap();
        session.verify_final(signature).unwrap();
    }
    let mut other = whole.clone();
    *other.last_mut().unwrap() ^= 1;
    let said = rv(session.verify(mechanism, public, message, &other));
    assert_eq!(said, RvError::SignatureInvalid, "{mechanism:?}");
    let said = rv(session.verify(mechanism, public, message, &whole[1..]));
    assert_eq!(said, RvError::SignatureLenRange, "{mechanism:?}");
    whole
}

/// Goal: ECDSA of messages and of digests, on curves of three lengths.
#[test]
fn ecdsa() {
    both_ways("signatures::ecdsa", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        for (curve, length) in [(&P256[..], 64), (&P384, 96), (&P521, 132)] {
            let parameters = Attribute::EcParams(curve.to_vec());
            let keys = pair(&session, &Mechanism::EccKeyPairGen, parameters, &[]);
            let key = public_key(&session, keys.0);
            for (mechanism, hash) in [
                (Mechanism::EcdsaSha224, Hash::Sha224),
                (Mechanism::EcdsaSha256, Hash::Sha256),
                (Mechanism::EcdsaSha384, Hash::Sha384),
                (Mechanism::EcdsaSha512, Hash::Sha512),
            ] {
                let signature = signed(&session, &mechanism, keys, b"a message");
                assert_eq!(signature.len(), length);
                let scheme = Scheme::Ecdsa(hash);
                key.verify(b"a message", &scheme, &in_der(&key, &signature)).unwrap();
            }
            let digest = Digest::of(Hash::Sha256, b"a message");
            let signature = signed(&session, &Mechanism::Ecdsa, keys, digest.as_bytes());
            let scheme = Scheme::Ecdsa(Hash::Sha256);
            key.verify(b"a message", &scheme, &in_der(&key, &signature)).unwrap();
            // Old signatures are verified, and none is made.
            let said = session.sign(&Mechanism::EcdsaSha1, keys.1, b"a message");
            assert_eq!(rv(said), RvError::MechanismInvalid);
        }
    });
}

/// Goal: EdDSA on both curves, with context and hashed before.
#[test]
fn eddsa() {
    both_ways("signatures::eddsa", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        for (curve, length) in [(&ED25519[..], 64), (&ED448, 114)] {
            let parameters = Attribute::EcParams(curve.to_vec());
            let keys = pair(&session, &Mechanism::EccEdwardsKeyPairGen, parameters, &[]);
            let key = public_key(&session, keys.0);
            let pure = Mechanism::Eddsa(EddsaParams::new(EddsaSignatureScheme::Pure));
            let signature = signed(&session, &pure, keys, b"a message");
            assert_eq!(signature.len(), length);
            key.verify(b"a message", &Scheme::PURE_EDDSA, &signature).unwrap();
        }
        let parameters = Attribute::EcParams(b"\x13\x0cedwards25519".to_vec());
        let keys = pair(&session, &Mechanism::EccEdwardsKeyPairGen, parameters, &[]);
        let key = public_key(&session, keys.0);
        let scheme = EddsaSignatureScheme::Ed25519ctx(b"a purpose");
        let mechanism = Mechanism::Eddsa(EddsaParams::new(scheme));
        let signature = signed(&session, &mechanism, keys, b"a message");
        let context = Some(b"a purpose".to_vec());
        let scheme = Scheme::EdDsa { context, prehashed: false };
        key.verify(b"a message", &scheme, &signature).unwrap();
        let scheme = EddsaSignatureScheme::Ed25519ph(b"");
        let mechanism = Mechanism::Eddsa(EddsaParams::new(scheme));
        let signature = signed(&session, &mechanism, keys, b"a message");
        let scheme = Scheme::EdDsa { context: Some(vec![]), prehashed: true };
        key.verify(b"a message", &scheme, &signature).unwrap();
    });
}

/// Goal: RSA by PKCS#1 v1.5 and by PSS, of messages and of digests; OAEP.
#[test]
fn rsa() {
    both_ways("signatures::rsa", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let uses = [Attribute::Sign(true), Attribute::Decrypt(true)];
        let bits = Attribute::ModulusBits(2048.into());
        let keys = pair(&session, &Mechanism::RsaPkcsKeyPairGen, bits, &uses);
        let key = public_key(&session, keys.0);
        for (mechanism, hash) in [
            (Mechanism::Sha224RsaPkcs, Hash::Sha224),
            (Mechanism::Sha256RsaPkcs, Hash::Sha256),
            (Mechanism::Sha384RsaPkcs, Hash::Sha384),
            (Mechanism::Sha512RsaPkcs, Hash::Sha512),
        ] {
            let signature = signed(&session, &mechanism, keys, b"a message");
            key.verify(b"a message", &Scheme::RsaPkcs1(hash), &signature).unwrap();
        }
        let digest = Digest::of(Hash::Sha256, b"a message");
        let head = b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20";
        let info = [&head[..], digest.as_bytes()].concat();
        let signature = signed(&session, &Mechanism::RsaPkcs, keys, &info);
        key.verify(b"a message", &Scheme::RsaPkcs1(Hash::Sha256), &signature).unwrap();
        let hash_alg = MechanismType::SHA256;
        let pss = PkcsPssParams { hash_alg, mgf: PkcsMgfType::MGF1_SHA256, s_len: 32.into() };
        let (hash, mgf) = (Hash::Sha256, Hash::Sha256);
        let scheme = Scheme::RsaPss { hash, mgf, salt: Salt::Bytes(32) };
        let signature = signed(&session, &Mechanism::Sha256RsaPkcsPss(pss), keys, b"a message");
        key.verify(b"a message", &scheme, &signature).unwrap();
        let signature = signed(&session, &Mechanism::RsaPkcsPss(pss), keys, digest.as_bytes());
        key.verify(b"a message", &scheme, &signature).unwrap();
        let PublicKey::Rsa(key) = &key else { panic!("RSA") };
        let encrypted = key.encrypt_oaep(b"a secret", Oaep::of(Hash::Sha256)).unwrap();
        let source = PkcsOaepSource::empty();
        let oaep = PkcsOaepParams::new(hash_alg, PkcsMgfType::MGF1_SHA256, source);
        let mechanism = Mechanism::RsaPkcsOaep(oaep);
        assert_eq!(session.decrypt(&mechanism, keys.1, &encrypted).unwrap(), b"a secret");
    });
}

/// Goal: RSA of bytes as they are: any bytes that have room are padded, numbers may be shorter than
/// the modulus, and both are the library's; a key whose list leaves numbers out refuses them.
#[test]
fn rsa_of_bytes() {
    both_ways("signatures::rsa_of_bytes", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let bits = Attribute::ModulusBits(2048.into());
        let keys = pair(&session, &Mechanism::RsaPkcsKeyPairGen, bits.clone(), &[]);
        let key = public_key(&session, keys.0);
        let (padded, raw) = (Mechanism::RsaPkcs, Mechanism::RsaX509);
        let longest: Vec<u8> = (0..245).map(|i| i as u8).collect();
        for bytes in [&longest[..], &[0; 36], &[7]] {
            let signature = signed(&session, &padded, keys, bytes);
            key.verify(bytes, &Scheme::RsaPkcs1Bytes, &signature).unwrap();
        }
        for bytes in [&[7; 256][..], &[0x5a; 255], &[1, 2, 3]] {
            let signature = signed(&session, &raw, keys, bytes);
            let whole = [&vec![0; 256 - bytes.len()], bytes].concat();
            key.verify(&whole, &Scheme::RsaRaw, &signature).unwrap();
        }
        let refused =
            |mechanism: &Mechanism<'_>, bytes: &[u8]| rv(session.sign(mechanism, keys.1, bytes));
        assert_eq!(refused(&padded, &[0; 246]), RvError::DataLenRange);
        assert_eq!(refused(&raw, &[0; 257]), RvError::DataLenRange);
        assert_eq!(refused(&raw, &[0xff; 256]), RvError::DataInvalid);
        let said = session.verify(&padded, keys.0, &[0; 246], &[0; 256]);
        assert_eq!(rv(said), RvError::DataLenRange);
        let listed = Attribute::AllowedMechanisms(vec![MechanismType::RSA_X_509]);
        let only = pair(&session, &Mechanism::RsaPkcsKeyPairGen, bits, &[listed]);
        session.sign(&raw, only.1, b"bytes").unwrap();
        let said = session.sign(&padded, only.1, b"bytes");
        assert_eq!(rv(said), RvError::MechanismInvalid);
    });
}

/// Goal: MACs by a secret that is made, one that is brought, and one that was
/// wrapped; a secret does what its template says and no more.
#[test]
fn macs() {
    both_ways("signatures::macs", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let length = Attribute::ValueLen(64.into());
        let generate = |more: &[Attribute]| {
            let template = [&[Attribute::Token(true), length.clone()], more].concat();
            session.generate_key(&Mechanism::GenericSecretKeyGen, &template)
        };
        let made = generate(&[Attribute::Extractable(true)]).unwrap();
        for (mechanism, bytes) in [
            (Mechanism::Sha1Hmac, 20),
            (Mechanism::Sha224Hmac, 28),
            (Mechanism::Sha256Hmac, 32),
            (Mechanism::Sha384Hmac, 48),
            (Mechanism::Sha512Hmac, 64),
        ] {
            let mac = signed(&session, &mechanism, (made, made), b"a message");
            assert_eq!(mac.len(), bytes, "{mechanism:?}");
        }
        let brought = session.create_object(&[
            Attribute::Class(ObjectClass::SECRET_KEY),
            Attribute::KeyType(KeyType::GENERIC_SECRET),
            Attribute::Value(b"Jefe".to_vec()),
            Attribute::Token(true),
            Attribute::Sign(true),
        ]);
        let brought = brought.unwrap();
        let message = b"what do ya want for nothing?";
        let mac = session.sign(&Mechanism::Sha256Hmac, brought, message).unwrap();
        let mut own = Hmac::new(Hash::Sha256, b"Jefe");
        own.update(message);
        own.verify(&mac).unwrap();
        let not_permitted = |said: Result<(), Error>| {
            assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        };
        let makes = generate(&[Attribute::Sign(true), Attribute::Verify(false)]).unwrap();
        let looks = generate(&[Attribute::Sign(false), Attribute::Verify(true)]).unwrap();
        let mac = session.sign(&Mechanism::Sha256Hmac, makes, message).unwrap();
        not_permitted(session.verify(&Mechanism::Sha256Hmac, makes, message, &mac));
        not_permitted(session.sign(&Mechanism::Sha256Hmac, looks, message).map(drop));
        let wraps = [Attribute::Token(true), Attribute::ValueLen(32.into())];
        let wraps = session.generate_key(&Mechanism::AesKeyGen, &wraps).unwrap();
        let blob = session.wrap_key(&Mechanism::AesKeyWrapPad, wraps, made).unwrap();
        let template = [
            Attribute::Class(ObjectClass::SECRET_KEY),
            Attribute::KeyType(KeyType::GENERIC_SECRET),
            Attribute::Token(true),
            Attribute::Verify(true),
        ];
        let again = session.unwrap_key(&Mechanism::AesKeyWrapPad, wraps, &blob, &template).unwrap();
        let mac = session.sign(&Mechanism::Sha512Hmac, made, message).unwrap();
        session.verify(&Mechanism::Sha512Hmac, again, message, &mac).unwrap();
        not_permitted(session.sign(&Mechanism::Sha512Hmac, again, message).map(drop));
        let long = [Attribute::Token(true), Attribute::ValueLen(513.into())];
        let said = session.generate_key(&Mechanism::GenericSecretKeyGen, &long);
        assert_eq!(rv(said), RvError::AttributeValueInvalid);
    });
}

/// Goal: two keys agree on a secret, which the module keeps for the session.
#[test]
fn secrets_are_agreed_on() {
    both_ways("signatures::secrets_are_agreed_on", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let derive = [Attribute::Derive(true)];
        for (mechanism, curve, length) in [
            (Mechanism::EccKeyPairGen, &P256[..], 32),
            (Mechanism::EccMontgomeryKeyPairGen, &X25519, 32),
        ] {
            let make = || pair(&session, &mechanism, Attribute::EcParams(curve.to_vec()), &derive);
            let (one, other) = (make(), make());
            let secret = |own: ObjectHandle, peer: ObjectHandle| {
                let point = session.get_attributes(peer, &[AttributeType::EcPoint]).unwrap();
                let [Attribute::EcPoint(point)] = &point[..] else { panic!("a point") };
                let parameters = Ecdh1DeriveParams::new(EcKdf::null(), point);
                let template = [Attribute::Token(false)];
                let mechanism = Mechanism::Ecdh1Derive(parameters);
                let made = session.derive_key(&mechanism, own, &template).unwrap();
                let value = session.get_attributes(made, &[AttributeType::Value]).unwrap();
                let [Attribute::Value(value)] = &value[..] else { panic!("a value") };
                value.clone()
            };
            let secrets = [secret(one.1, other.0), secret(other.1, one.0)];
            assert_eq!(secrets[0], secrets[1]);
            assert_eq!(secrets[0].len(), length);
        }
    });
}
