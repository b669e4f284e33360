//! Objects: found by what they say, changed towards less, removed; what sessions make themselves.

use crate::common::{both_ways, loaded, rv, user_session};
use cryptoki::error::RvError;
use cryptoki::mechanism::Mechanism;
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass, ObjectHandle};
use cryptoki::session::Session;

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];

pub fn pair(session: &Session, label: &str, id: u8) -> (ObjectHandle, ObjectHandle) {
    let names = [Attribute::Label(label.into()), Attribute::Id(vec![id])];
    let parameters = Attribute::EcParams(P256.to_vec());
    let public = [&[Attribute::Token(true), parameters], &names[..]].concat();
    let own = [&[Attribute::Token(true), Attribute::Sign(true)], &names[..]].concat();
    session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own).unwrap()
}

/// Goal: a pair is two objects of one name and id, found by each part; keys are private until
/// somebody logs in; another session sees what one has made.
#[test]
fn objects_are_found() {
    both_ways("objects::objects_are_found", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let (public, private) = pair(&session, "web", 7);
        let (mail, _) = pair(&session, "mail", 8);
        let find = |session: &Session, template: &[Attribute]| {
            let mut found = session.find_objects(template).unwrap();
            found.sort_by_key(ObjectHandle::handle);
            found
        };
        let mut both = vec![public, private];
        both.sort_by_key(ObjectHandle::handle);
        assert_eq!(find(&session, &[Attribute::Label("web".into())]), both);
        assert_eq!(find(&session, &[Attribute::Id(vec![7])]), both);
        let key = [Attribute::Class(ObjectClass::PRIVATE_KEY), Attribute::Id(vec![7])];
        assert_eq!(find(&session, &key), [private]);
        let key = [Attribute::Class(ObjectClass::PUBLIC_KEY), Attribute::Label("mail".into())];
        assert_eq!(find(&session, &key), [mail]);
        assert_eq!(find(&session, &[]).len(), 4);
        assert_eq!(find(&session, &[Attribute::Sign(true), Attribute::Id(vec![7])]), [private]);
        assert!(find(&session, &[Attribute::Id(vec![9])]).is_empty());
        assert!(find(&session, &[Attribute::Token(false)]).is_empty());
        let other = module.open_ro_session(slot).unwrap();
        assert_eq!(find(&other, &[Attribute::Id(vec![7])]), both);
        session.logout().unwrap();
        assert_eq!(find(&other, &[]).len(), 2, "public halves alone");
        assert_eq!(
            rv(other.sign(&Mechanism::EcdsaSha256, private, b"m")),
            RvError::KeyHandleInvalid
        );
    });
}

/// Goal: attributes say what a key is; those that there are not are told apart, the others still
/// given.
#[test]
fn attributes_are_told() {
    both_ways("objects::attributes_are_told", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let (public, private) = pair(&session, "web", 7);
        let wanted = [
            AttributeType::Label,
            AttributeType::Sensitive,
            AttributeType::Extractable,
            AttributeType::Sign,
            AttributeType::Modulus,
            AttributeType::EcParams,
        ];
        let told = session.get_attributes(private, &wanted).unwrap();
        let expected = [
            Attribute::Label("web".into()),
            Attribute::Sensitive(true),
            Attribute::Extractable(false),
            Attribute::Sign(true),
            Attribute::EcParams(P256.to_vec()),
        ];
        assert_eq!(told, expected);
        assert!(session.get_attributes(private, &[AttributeType::Value]).unwrap().is_empty());
        let point = session.get_attributes(public, &[AttributeType::EcPoint]).unwrap();
        let [Attribute::EcPoint(point)] = &point[..] else { panic!("{point:?}") };
        assert_eq!((point.len(), &point[..3]), (67, &[4, 65, 4][..]));
    });
}

/// Goal: names change, rights become fewer and never more; what is removed is gone.
#[test]
fn objects_are_changed_and_removed() {
    both_ways("objects::objects_are_changed_and_removed", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let (public, private) = pair(&session, "web", 7);
        session.update_attributes(private, &[Attribute::Label("other".into())]).unwrap();
        let label = session.get_attributes(private, &[AttributeType::Label]).unwrap();
        assert_eq!(label, [Attribute::Label("other".into())]);
        let said = session.update_attributes(private, &[Attribute::Extractable(true)]);
        assert_eq!(rv(said), RvError::AttributeReadOnly);
        session.update_attributes(private, &[Attribute::Sign(false)]).unwrap();
        let said = session.sign(&Mechanism::EcdsaSha256, private, b"m");
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        session.destroy_object(public).unwrap();
        session.destroy_object(private).unwrap();
        assert_eq!(rv(session.destroy_object(private)), RvError::ObjectHandleInvalid);
        // The other way round, as most programs do it: the public half has gone already.
        let (public, private) = pair(&session, "mail", 8);
        session.destroy_object(private).unwrap();
        assert!(session.find_objects(&[Attribute::Id(vec![8])]).unwrap().is_empty());
        session.destroy_object(public).unwrap();
        assert_eq!(rv(session.destroy_object(public)), RvError::ObjectHandleInvalid);
        assert!(session.find_objects(&[]).unwrap().is_empty());
    });
}

/// Goal: a use that programs ask for by habit is left out, and a pair says so, while a secret key
/// says it and does not do it; one that makes a pair something else is refused.
#[test]
fn uses_asked_for_by_habit_are_left_out() {
    both_ways("objects::uses_asked_for_by_habit_are_left_out", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let curve = Attribute::EcParams(b"\x13\x0cedwards25519".to_vec());
        let public = [Attribute::Token(true), Attribute::Derive(true), curve];
        let own = [Attribute::Token(true), Attribute::Derive(true), Attribute::Sign(true)];
        let mechanism = Mechanism::EccEdwardsKeyPairGen;
        let (_, key) = session.generate_key_pair(&mechanism, &public, &own).unwrap();
        let told = session.get_attributes(key, &[AttributeType::Derive]).unwrap();
        assert_eq!(told, [Attribute::Derive(false)]);
        let decrypts = [Attribute::Token(true), Attribute::Decrypt(true)];
        let refused = session.generate_key_pair(&mechanism, &public, &decrypts);
        assert_eq!(rv(refused), RvError::TemplateInconsistent);
        let habits = [Attribute::Token(true), Attribute::Encrypt(true), Attribute::Decrypt(true)];
        let aes = [&habits[..], &[Attribute::Wrap(true), Attribute::ValueLen(32.into())]].concat();
        let key = session.generate_key(&Mechanism::AesKeyGen, &aes).unwrap();
        let told = session.get_attributes(key, &[AttributeType::Decrypt, AttributeType::Wrap]);
        assert_eq!(told.unwrap(), [Attribute::Decrypt(true), Attribute::Wrap(true)]);
        assert!(session.decrypt(&Mechanism::AesEcb, key, &[7; 32]).is_err());
    });
}

/// Goal: keys leave wrapped and come back by class and type alone, as programs ask for them; what
/// comes back as something else is not kept.
#[test]
fn keys_are_wrapped() {
    both_ways("objects::keys_are_wrapped", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let wraps = [Attribute::Token(true), Attribute::ValueLen(32.into()), Attribute::Wrap(true)];
        let by = session.generate_key(&Mechanism::AesKeyGen, &wraps).unwrap();
        let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
        let own = [Attribute::Token(true), Attribute::Extractable(true)];
        let made = session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own);
        let wrapped = session.wrap_key(&Mechanism::AesKeyWrapPad, by, made.unwrap().1).unwrap();
        let before = session.find_objects(&[]).unwrap().len();
        let unwrap = |class, kind| {
            let of = [Attribute::Class(class), Attribute::KeyType(kind), Attribute::Token(true)];
            session.unwrap_key(&Mechanism::AesKeyWrapPad, by, &wrapped, &of)
        };
        let again = unwrap(ObjectClass::PRIVATE_KEY, KeyType::EC).unwrap();
        session.sign(&Mechanism::EcdsaSha256, again, b"m").unwrap();
        for (class, kind) in [
            (ObjectClass::PRIVATE_KEY, KeyType::RSA),
            (ObjectClass::SECRET_KEY, KeyType::AES),
            (ObjectClass::PUBLIC_KEY, KeyType::EC),
        ] {
            assert!(unwrap(class, kind).is_err(), "{class:?} {kind:?}");
        }
        assert_eq!(session.find_objects(&[]).unwrap().len(), before + 2);
    });
}

/// Goal: somebody's public key, a certificate and data are taken in, and a public key for a session
/// alone, which goes with it.
#[test]
fn objects_are_taken_in() {
    both_ways("objects::objects_are_taken_in", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let key = pair(&session, "web", 7);
        let signature = session.sign(&Mechanism::EcdsaSha256, key.1, b"m").unwrap();
        let told = [AttributeType::EcPoint, AttributeType::EcParams, AttributeType::KeyType];
        let mut theirs = session.get_attributes(key.0, &told).unwrap();
        theirs.push(Attribute::Class(ObjectClass::PUBLIC_KEY));
        let short = session.create_object(&theirs).unwrap();
        session.verify(&Mechanism::EcdsaSha256, short, b"m", &signature).unwrap();
        let names = [Attribute::Label("theirs".into()), Attribute::Id(vec![9])];
        theirs.push(Attribute::Token(true));
        theirs.extend(names);
        let kept = session.create_object(&theirs).unwrap();
        assert_eq!(session.find_objects(&[Attribute::Id(vec![9])]).unwrap(), [kept]);
        session.verify(&Mechanism::EcdsaSha256, kept, b"m", &signature).unwrap();
        let data = [
            Attribute::Class(ObjectClass::DATA),
            Attribute::Token(true),
            Attribute::Label("notes".into()),
            Attribute::Value(b"some bytes".to_vec()),
        ];
        let data = session.create_object(&data).unwrap();
        let value = session.get_attributes(data, &[AttributeType::Value]).unwrap();
        assert_eq!(value, [Attribute::Value(b"some bytes".to_vec())]);
        let other = module.open_ro_session(slot).unwrap();
        assert_eq!(other.find_objects(&[Attribute::Token(false)]).unwrap(), [short]);
        session.close().unwrap();
        assert!(other.find_objects(&[Attribute::Token(false)]).unwrap().is_empty());
        assert_eq!(other.find_objects(&[Attribute::Label("theirs".into())]).unwrap(), [kept]);
    });
}
