//! Keys that last as long as their session: they work here, by the rules of keys of the token, and
//! leave nothing in it.

use crate::common::{in_der, loaded, past_the_module, rv, served, user_pin, user_session};
use crate::said::has;
use cryptoki::error::RvError;
use cryptoki::mechanism::elliptic_curve::{EcKdf, Ecdh1DeriveParams};
use cryptoki::mechanism::rsa::{PkcsMgfType, PkcsOaepParams, PkcsOaepSource};
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass, ObjectHandle};
use cryptoki::session::{Session, UserType};
use sealane::rsa::Oaep;
use sealane::{Algorithm, Hash, Hmac, Lengths, PrivateKey, PublicKey, Scheme};
use sealane_client::keywrap::{self, Form};
use sealane_client::signer::Signer;

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const ED25519: [u8; 5] = [6, 3, 0x2b, 0x65, 0x70];
const X25519: [u8; 5] = [6, 3, 0x2b, 0x65, 0x6e];

fn pair(
    session: &Session,
    mechanism: &Mechanism<'_>,
    what: Attribute,
    own: &[Attribute],
) -> (ObjectHandle, ObjectHandle) {
    let (public, token) = ([Attribute::Token(false), what], [Attribute::Token(false)]);
    session.generate_key_pair(mechanism, &public, &[&token, own].concat()).unwrap()
}

fn value(session: &Session, object: ObjectHandle, kind: AttributeType) -> Vec<u8> {
    match &session.get_attributes(object, &[kind]).unwrap()[..] {
        [Attribute::Value(bytes) | Attribute::EcPoint(bytes) | Attribute::PublicKeyInfo(bytes)] => {
            bytes.clone()
        }
        other => panic!("{kind:?}: {other:?}"),
    }
}

fn public_key(session: &Session, public: ObjectHandle) -> PublicKey {
    let document = value(session, public, AttributeType::PublicKeyInfo);
    PublicKey::from_spki_der(&document, Lengths::Current).unwrap()
}

/// How many objects the token has, past the module.
fn in_token() -> usize {
    past_the_module().list().unwrap().len()
}

/// Goal: pairs of each kind sign, decrypt and agree in the process, also in a session that only
/// reads, and the token has none of them.
#[test]
fn pairs_work_here() {
    served("session_keys::pairs_work_here", || {
        let (module, slot) = loaded();
        let session = module.open_ro_session(slot).unwrap();
        session.login(UserType::User, Some(&user_pin())).unwrap();
        let curve = |oid: &[u8]| Attribute::EcParams(oid.to_vec());
        let (public, own) = pair(&session, &Mechanism::EccKeyPairGen, curve(&P256), &[]);
        let signature = session.sign(&Mechanism::EcdsaSha256, own, b"message").unwrap();
        session.verify(&Mechanism::EcdsaSha256, public, b"message", &signature).unwrap();
        let said = session.verify(&Mechanism::EcdsaSha256, public, b"another", &signature);
        assert_eq!(rv(said), RvError::SignatureInvalid);
        let pairs = Mechanism::EccEdwardsKeyPairGen;
        let (public, own) = pair(&session, &pairs, curve(&ED25519), &[]);
        let pure = cryptoki::mechanism::eddsa::EddsaSignatureScheme::Pure;
        let eddsa = Mechanism::Eddsa(cryptoki::mechanism::eddsa::EddsaParams::new(pure));
        let signature = session.sign(&eddsa, own, b"message").unwrap();
        let key = public_key(&session, public);
        key.verify(b"message", &Scheme::PURE_EDDSA, &signature).unwrap();
        let bits = Attribute::ModulusBits(2048.into());
        let uses = [Attribute::Sign(true), Attribute::Decrypt(true)];
        let (public, own) = pair(&session, &Mechanism::RsaPkcsKeyPairGen, bits, &uses);
        for (mechanism, scheme, bytes) in [
            (Mechanism::Sha256RsaPkcs, Scheme::RsaPkcs1(Hash::Sha256), &[1; 99][..]),
            (Mechanism::RsaPkcs, Scheme::RsaPkcs1Bytes, &[2; 36]),
            (Mechanism::RsaX509, Scheme::RsaRaw, &[3; 256]),
        ] {
            let signature = session.sign(&mechanism, own, bytes).unwrap();
            public_key(&session, public).verify(bytes, &scheme, &signature).unwrap();
        }
        let PublicKey::Rsa(key) = public_key(&session, public) else { panic!("RSA") };
        let encrypted = key.encrypt_oaep(b"a secret", Oaep::of(Hash::Sha256)).unwrap();
        let (hash, mgf) = (MechanismType::SHA256, PkcsMgfType::MGF1_SHA256);
        let oaep = PkcsOaepParams::new(hash, mgf, PkcsOaepSource::empty());
        let opened = session.decrypt(&Mechanism::RsaPkcsOaep(oaep), own, &encrypted).unwrap();
        assert_eq!(opened, b"a secret");
        assert_eq!(in_token(), 0);
        assert_eq!(session.find_objects(&[Attribute::Token(false)]).unwrap().len(), 6);
        assert_eq!(session.find_objects(&[Attribute::Token(true)]).unwrap().len(), 0);
    });
}

/// Goal: secrets make MACs, are agreed on, and are wrapped by keys of the same session alone.
#[test]
fn secrets_work_here() {
    served("session_keys::secrets_work_here", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let generate = |mechanism: &Mechanism<'_>, length: u64, more: &[Attribute]| {
            let own = [Attribute::Token(false), Attribute::ValueLen(length.into())];
            session.generate_key(mechanism, &[&own, more].concat()).unwrap()
        };
        let away = [Attribute::Extractable(true), Attribute::Sensitive(false)];
        let secret = generate(&Mechanism::GenericSecretKeyGen, 40, &away);
        let mac = session.sign(&Mechanism::Sha256Hmac, secret, b"message").unwrap();
        let mut own = Hmac::new(Hash::Sha256, &value(&session, secret, AttributeType::Value));
        own.update(b"message");
        own.verify(&mac).unwrap();
        session.verify(&Mechanism::Sha256Hmac, secret, b"message", &mac).unwrap();
        let said = session.verify(&Mechanism::Sha256Hmac, secret, b"another", &mac);
        assert_eq!(rv(said), RvError::SignatureInvalid);
        let wraps = generate(&Mechanism::AesKeyGen, 32, &[]);
        let blob = session.wrap_key(&Mechanism::AesKeyWrapPad, wraps, secret).unwrap();
        let template = |for_token| {
            [
                Attribute::Class(ObjectClass::SECRET_KEY),
                Attribute::KeyType(KeyType::GENERIC_SECRET),
                Attribute::Token(for_token),
            ]
        };
        for for_token in [false, true] {
            let template = template(for_token);
            let again = session.unwrap_key(&Mechanism::AesKeyWrapPad, wraps, &blob, &template);
            let again = again.unwrap();
            assert_eq!(session.sign(&Mechanism::Sha256Hmac, again, b"message").unwrap(), mac);
        }
        assert_eq!(in_token(), 1, "the one that was unwrapped into the token");
        let of_token = [Attribute::Token(true), Attribute::ValueLen(32.into())];
        let of_token = session.generate_key(&Mechanism::AesKeyGen, &of_token).unwrap();
        let said = session.wrap_key(&Mechanism::AesKeyWrapPad, of_token, secret);
        assert_eq!(rv(said), RvError::KeyNotWrappable);
        let derive = [Attribute::Derive(true)];
        let curve = || Attribute::EcParams(X25519.to_vec());
        let make = || pair(&session, &Mechanism::EccMontgomeryKeyPairGen, curve(), &derive);
        let (one, other) = (make(), make());
        let agreed = |own: ObjectHandle, peer: ObjectHandle| {
            let point = value(&session, peer, AttributeType::EcPoint);
            let mechanism = Mechanism::Ecdh1Derive(Ecdh1DeriveParams::new(EcKdf::null(), &point));
            let template = [Attribute::Token(false), Attribute::Sign(true)];
            let made = session.derive_key(&mechanism, own, &template).unwrap();
            session.sign(&Mechanism::Sha512Hmac, made, b"message").unwrap()
        };
        assert_eq!(agreed(one.1, other.0), agreed(other.1, one.0));
    });
}

/// Goal: what a key of the token has wrapped comes into a session only if the token gives it away.
#[test]
fn the_token_gives_away_what_it_may() {
    served("session_keys::the_token_gives_away_what_it_may", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let generate = |more: &[Attribute]| {
            let own = [Attribute::Token(true), Attribute::ValueLen(32.into())];
            session.generate_key(&Mechanism::AesKeyGen, &[&own, more].concat()).unwrap()
        };
        let (stays, leaves) = (generate(&[]), generate(&[Attribute::Extractable(true)]));
        let away = [Attribute::Extractable(true), Attribute::Sensitive(false)];
        let victim = generate(&away);
        let template = [
            Attribute::Class(ObjectClass::SECRET_KEY),
            Attribute::KeyType(KeyType::AES),
            Attribute::Token(false),
        ];
        for (wraps, expected) in [(stays, Some(RvError::TemplateInconsistent)), (leaves, None)] {
            let blob = session.wrap_key(&Mechanism::AesKeyWrap, wraps, victim).unwrap();
            let made = session.unwrap_key(&Mechanism::AesKeyWrap, wraps, &blob, &template);
            assert_eq!(made.as_ref().is_err(), expected.is_some());
            if let Some(expected) = expected {
                assert_eq!(rv(made), expected);
            }
        }
        assert_eq!(in_token(), 3, "nothing is left of what was unwrapped");
    });
}

/// Goal: keys that are brought have the rights that their template says, and tell their numbers
/// only if they may.
#[test]
fn rights_are_those_of_the_template() {
    served("session_keys::rights_are_those_of_the_template", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let bring = |more: &[Attribute]| {
            let own = [
                Attribute::Class(ObjectClass::PRIVATE_KEY),
                Attribute::KeyType(KeyType::EC),
                Attribute::EcParams(P256.to_vec()),
                Attribute::Value(vec![7; 32]),
            ];
            session.create_object(&[&own, more].concat())
        };
        let silent = bring(&[Attribute::Derive(true)]).unwrap();
        let said = session.sign(&Mechanism::EcdsaSha256, silent, b"message");
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        let told = |key| session.get_attributes(key, &[AttributeType::Value]).unwrap();
        assert!(told(silent).is_empty(), "a sensitive key tells nothing");
        let loose = [Attribute::Extractable(true), Attribute::Sensitive(false)];
        let loose = bring(&[&loose[..], &[Attribute::Sign(true)]].concat()).unwrap();
        assert_eq!(told(loose), [Attribute::Value(vec![7; 32])]);
        session.sign(&Mechanism::EcdsaSha256, loose, b"message").unwrap();
        let said = bring(&[Attribute::Decrypt(true)]);
        assert_eq!(rv(said), RvError::TemplateInconsistent);
        let said = bring(&[Attribute::AlwaysAuthenticate(true)]);
        assert_eq!(rv(said), RvError::TemplateInconsistent);
    });
}

/// Goal: keys go with their session, private ones at the logout; without a login there are public
/// ones alone.
#[test]
fn keys_go_with_their_session() {
    served("session_keys::keys_go_with_their_session", || {
        let (module, slot) = loaded();
        let (session, other) = (user_session(&module, slot), module.open_ro_session(slot).unwrap());
        let curve = || Attribute::EcParams(P256.to_vec());
        let make = |session: &Session, private| {
            let private = [Attribute::Private(private)];
            pair(session, &Mechanism::EccKeyPairGen, curve(), &private).1
        };
        let (private, public) = (make(&session, true), make(&session, false));
        let of_other = make(&other, true);
        let sign = |session: &Session, key| {
            session.sign(&Mechanism::EcdsaSha256, key, b"message").map(drop)
        };
        sign(&session, of_other).unwrap();
        other.close().unwrap();
        assert_eq!(rv(sign(&session, of_other)), RvError::KeyHandleInvalid);
        sign(&session, private).unwrap();
        session.logout().unwrap();
        assert_eq!(rv(sign(&session, private)), RvError::KeyHandleInvalid);
        sign(&session, public).unwrap();
        let templates = ([Attribute::Token(false), curve()], [Attribute::Private(true)]);
        let said = session.generate_key_pair(&Mechanism::EccKeyPairGen, &templates.0, &templates.1);
        assert_eq!(rv(said), RvError::UserNotLoggedIn);
        let (_, own) = pair(&session, &Mechanism::EccKeyPairGen, curve(), &[]);
        sign(&session, own).unwrap();
        session.destroy_object(own).unwrap();
        assert_eq!(rv(sign(&session, own)), RvError::KeyHandleInvalid);
    });
}

const LOOSE: [Attribute; 2] = [Attribute::Extractable(true), Attribute::Sensitive(false)];

/// Goal: names of keys of sessions change, of each half apart; rights become fewer and never more,
/// also by a session that only reads the token.
#[test]
fn keys_change_towards_less() {
    served("session_keys::keys_change_towards_less", || {
        let (module, slot) = loaded();
        let session = module.open_ro_session(slot).unwrap();
        session.login(UserType::User, Some(&user_pin())).unwrap();
        let curve = || Attribute::EcParams(P256.to_vec());
        let mechanism = Mechanism::EcdsaSha256;
        let (public, own) = pair(&session, &Mechanism::EccKeyPairGen, curve(), &LOOSE);
        let change = |key, one: Attribute| session.update_attributes(key, &[one]);
        let names = [Attribute::Label("a\nb".into()), Attribute::Id(vec![7])];
        session.update_attributes(own, &names).unwrap();
        assert!(has(&session, own, &names));
        assert_eq!(session.find_objects(&names).unwrap(), [own], "its public half has its own");
        assert_eq!(value(&session, own, AttributeType::Value).len(), 32);
        for (less, more) in [
            (Attribute::Sensitive(true), Attribute::Sensitive(false)),
            (Attribute::Extractable(false), Attribute::Extractable(true)),
            (Attribute::Sign(false), Attribute::Sign(true)),
            (Attribute::Copyable(false), Attribute::Copyable(true)),
        ] {
            change(own, more.clone()).unwrap();
            change(own, less.clone()).unwrap();
            assert_eq!(rv(change(own, more)), RvError::AttributeReadOnly);
            assert!(has(&session, own, &[less]));
        }
        let past = [Attribute::AlwaysSensitive(false), Attribute::NeverExtractable(false)];
        assert!(has(&session, own, &past) && has(&session, own, &[Attribute::Local(true)]));
        assert!(session.get_attributes(own, &[AttributeType::Value]).unwrap().is_empty());
        let said = session.sign(&mechanism, own, b"message");
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        for read_only in [curve(), Attribute::Token(true), Attribute::Modifiable(false)] {
            assert_eq!(rv(change(own, read_only)), RvError::AttributeReadOnly);
        }
        let (public_too, signs) = pair(&session, &Mechanism::EccKeyPairGen, curve(), &[]);
        let signature = session.sign(&mechanism, signs, b"message").unwrap();
        session.verify(&mechanism, public_too, b"message", &signature).unwrap();
        change(public_too, Attribute::Verify(false)).unwrap();
        let said = session.verify(&mechanism, public_too, b"message", &signature);
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        session.destroy_object(public).unwrap();
        let fixed = [Attribute::Modifiable(false)];
        let (_, fixed) = pair(&session, &Mechanism::EccKeyPairGen, curve(), &fixed);
        assert_eq!(rv(change(fixed, Attribute::Sign(false))), RvError::ActionProhibited);
        assert_eq!(in_token(), 0);
    });
}

/// Goal: copies of keys of sessions are of the same key, permit no more and stand apart; one in the
/// token has no past there. Method: copies of both halves and of a secret, to both places.
#[test]
fn copies_permit_no_more() {
    served("session_keys::copies_permit_no_more", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let curve = Attribute::EcParams(P256.to_vec());
        let mechanism = Mechanism::EcdsaSha256;
        let (public, own) = pair(&session, &Mechanism::EccKeyPairGen, curve, &LOOSE);
        let less = [Attribute::Sensitive(true), Attribute::Label("copy".into())];
        let copy = session.copy_object(own, &less).unwrap();
        assert!(has(&session, copy, &less));
        assert!(has(&session, copy, &[Attribute::Token(false), Attribute::Local(true)]));
        assert!(has(&session, own, &LOOSE), "the first one stays as it is");
        let said = session.copy_object(copy, &LOOSE[1..]);
        assert_eq!(rv(said), RvError::AttributeReadOnly);
        let kept = [Attribute::Token(true), Attribute::Extractable(false), Attribute::Id(vec![9])];
        let kept = session.copy_object(own, &kept).unwrap();
        assert_eq!(in_token(), 1);
        let past = [Attribute::Local(false), Attribute::NeverExtractable(false)];
        assert!(has(&session, kept, &[Attribute::Token(true), Attribute::Extractable(false)]));
        assert!(has(&session, kept, &past));
        let of_public = [Attribute::Token(true), Attribute::Label("public".into())];
        let of_public = session.copy_object(public, &of_public).unwrap();
        let in_session = session.copy_object(public, &[]).unwrap();
        for key in [own, copy, kept] {
            let signature = session.sign(&mechanism, key, b"message").unwrap();
            for half in [public, of_public, in_session] {
                session.verify(&mechanism, half, b"message", &signature).unwrap();
            }
        }
        session.update_attributes(copy, &[Attribute::Sign(false)]).unwrap();
        let said = session.sign(&mechanism, copy, b"message");
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        session.sign(&mechanism, own, b"message").unwrap();
        let secret = [Attribute::Token(false), Attribute::ValueLen(32.into())];
        let secret = [&secret[..], &[Attribute::Copyable(true)]].concat();
        let secret = session.generate_key(&Mechanism::GenericSecretKeyGen, &secret).unwrap();
        let mac = session.sign(&Mechanism::Sha256Hmac, secret, b"message").unwrap();
        for to_token in [false, true] {
            let copy = session.copy_object(secret, &[Attribute::Token(to_token)]).unwrap();
            assert_eq!(session.sign(&Mechanism::Sha256Hmac, copy, b"message").unwrap(), mac);
        }
        session.update_attributes(secret, &[Attribute::Copyable(false)]).unwrap();
        assert_eq!(rv(session.copy_object(secret, &[])), RvError::ActionProhibited);
        session.destroy_object(secret).unwrap();
        let reads = module.open_ro_session(slot).unwrap();
        let said = reads.copy_object(own, &[Attribute::Token(true)]);
        assert_eq!(rv(said), RvError::SessionReadOnly);
    });
}

/// Goal: a key that wraps what is sensitive does not go into the token, which would not know that
/// and give away what it has wrapped; one that may leave does.
#[test]
fn what_wraps_sensitive_keys_stays() {
    served("session_keys::what_wraps_sensitive_keys_stays", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let in_token = |extractable| {
            let length = Attribute::ValueLen(32.into());
            let aes = [Attribute::Extractable(extractable), length, Attribute::Wrap(true)];
            let wraps = session.generate_key(&Mechanism::AesKeyGen, &aes).unwrap();
            session.copy_object(wraps, &[Attribute::Label("beside it".into())]).unwrap();
            session.copy_object(wraps, &[Attribute::Token(true)])
        };
        assert_eq!(rv(in_token(false)), RvError::TemplateInconsistent);
        in_token(true).unwrap();
    });
}

/// Goal: a private key that another token has filled up with zeros before it wrapped it comes in,
/// here and in the token; one with other bytes behind it does not. Method: the key that wraps is
/// known.
#[test]
fn documents_that_are_filled_up_are_unwrapped() {
    served("session_keys::documents_that_are_filled_up_are_unwrapped", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let key = PrivateKey::generate(Algorithm::from_name("p256").unwrap()).unwrap();
        let document = key.to_pkcs8_der();
        let zeros = document.len().next_multiple_of(8) - document.len();
        assert!(zeros > 0, "the document is not filled up");
        let known = [0x4b; 32];
        let wraps = |for_token| {
            let template = [
                Attribute::Class(ObjectClass::SECRET_KEY),
                Attribute::KeyType(KeyType::AES),
                Attribute::Value(known.to_vec()),
                Attribute::Token(for_token),
            ];
            session.create_object(&template).unwrap()
        };
        let template = |for_token| {
            let class = Attribute::Class(ObjectClass::PRIVATE_KEY);
            [class, Attribute::KeyType(KeyType::EC), Attribute::Token(for_token)]
        };
        for (rest, is_taken) in [(vec![0; zeros], true), (vec![1; zeros], false)] {
            let filled = [&document[..], &rest].concat();
            let blob = keywrap::wrap(Form::Whole, &known, &filled).unwrap();
            for (by, to) in [(false, false), (false, true), (true, false), (true, true)] {
                let (by, template) = (wraps(by), template(to));
                let made = session.unwrap_key(&Mechanism::AesKeyWrap, by, &blob, &template);
                assert_eq!(made.is_ok(), is_taken, "{by:?} {to}");
                let Ok(made) = made else { continue };
                let signature = session.sign(&Mechanism::EcdsaSha256, made, b"message").unwrap();
                let (public, scheme) = (key.public_key(), Scheme::Ecdsa(Hash::Sha256));
                public.verify(b"message", &scheme, &in_der(&public, &signature)).unwrap();
            }
        }
    });
}

/// Goal: a key of a session is copied into the token, as programs store what they have made, and to
/// another session; a copy permits no more, and was not made in the token. Method: a pair whose
/// private half is copied, and one that must not be.
#[test]
fn keys_are_copied() {
    served("session_keys::keys_are_copied", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let curve = || Attribute::EcParams(P256.to_vec());
        let away = [Attribute::Extractable(true), Attribute::Sensitive(false)];
        let (public, own) = pair(&session, &Mechanism::EccKeyPairGen, curve(), &away);
        let template = [
            Attribute::Token(true),
            Attribute::Id(vec![7]),
            Attribute::Label("kept".into()),
            Attribute::Extractable(false),
        ];
        let kept = session.copy_object(own, &template).unwrap();
        assert_eq!(in_token(), 1);
        let told = [AttributeType::Label, AttributeType::Extractable, AttributeType::Local];
        let told = session.get_attributes(kept, &told).unwrap();
        let expected = [
            Attribute::Label("kept".into()),
            Attribute::Extractable(false),
            Attribute::Local(false),
        ];
        assert_eq!(told, expected);
        let short = session.copy_object(own, &[Attribute::Id(vec![8])]).unwrap();
        for key in [kept, short] {
            let signature = session.sign(&Mechanism::EcdsaSha256, key, b"message").unwrap();
            session.verify(&Mechanism::EcdsaSha256, public, b"message", &signature).unwrap();
        }
        assert_eq!(in_token(), 1);
        let more = session.copy_object(short, &[Attribute::Decrypt(true)]);
        assert_eq!(rv(more), RvError::AttributeReadOnly);
        let fixed = [Attribute::Copyable(false)];
        let (_, fixed) = pair(&session, &Mechanism::EccKeyPairGen, curve(), &fixed);
        let said = session.copy_object(fixed, &template[..1]);
        assert_eq!(rv(said), RvError::ActionProhibited);
        let theirs = [Attribute::Token(true), Attribute::Label("theirs".into())];
        let theirs = session.copy_object(public, &theirs).unwrap();
        let signature = session.sign(&Mechanism::EcdsaSha256, own, b"message").unwrap();
        session.verify(&Mechanism::EcdsaSha256, theirs, b"message", &signature).unwrap();
    });
}
