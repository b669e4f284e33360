//! What programs say of objects: kept for all of them, as it was given.

use crate::common::{both_ways, loaded, rv, user_session};
use crate::objects::pair;
use cryptoki::error::RvError;
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::{Attribute, AttributeType, ObjectClass, ObjectHandle};
use cryptoki::session::Session;
use cryptoki::types::Date;

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];

fn label(session: &Session, object: ObjectHandle) -> Vec<u8> {
    match &session.get_attributes(object, &[AttributeType::Label]).unwrap()[..] {
        [Attribute::Label(label)] => label.clone(),
        other => panic!("{other:?}"),
    }
}

fn find(session: &Session, template: &[Attribute]) -> Vec<ObjectHandle> {
    let mut found = session.find_objects(template).unwrap();
    found.sort_by_key(ObjectHandle::handle);
    found
}

/// Says whether an object has all of these attributes.
pub fn has(session: &Session, object: ObjectHandle, wanted: &[Attribute]) -> bool {
    wanted.iter().all(|one| {
        let told = session.get_attributes(object, &[one.attribute_type()]).unwrap();
        told == [one.clone()]
    })
}

fn made(
    session: &Session,
    public: &[Attribute],
    own: &[Attribute],
) -> (ObjectHandle, ObjectHandle) {
    let curve = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
    let public = [&curve[..], public].concat();
    let own = [&[Attribute::Token(true)], own].concat();
    session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own).unwrap()
}

/// Goal: several objects have one label, or none, and are all found by it; labels change to those
/// that others have, and the halves of a pair apart. Method: keys of one label, of no label, and of
/// one that the token cannot have; searches before and after changes.
#[test]
fn labels_are_as_they_are_given() {
    both_ways("said::labels_are_as_they_are_given", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let keys = [1, 2, 3].map(|id| pair(&session, "same", id));
        for (public, own) in keys {
            assert_eq!(
                (label(&session, public), label(&session, own)),
                ("same".into(), "same".into())
            );
        }
        let named = |text: &str| [Attribute::Label(text.into())];
        assert_eq!(find(&session, &named("same")).len(), 6);
        assert!(find(&session, &named("same (2)")).is_empty());
        let long = "x".repeat(200);
        for text in ["", "a\nb", &long] {
            let (public, own) = pair(&session, text, 9);
            assert_eq!(label(&session, own), text.as_bytes());
            assert_eq!(find(&session, &named(text)), [public, own]);
        }
        let nameless = made(&session, &[], &[]);
        assert_eq!(label(&session, nameless.1), b"");
        session.update_attributes(nameless.1, &named("same")).unwrap();
        assert_eq!(label(&session, nameless.0), b"", "its public half has its own");
        assert_eq!(find(&session, &named("same")).len(), 7);
        session.update_attributes(nameless.1, &named("mine")).unwrap();
        assert_eq!(find(&session, &named("mine")), [nameless.1]);
        session.update_attributes(nameless.0, &[Attribute::Id(vec![77])]).unwrap();
        assert_eq!(find(&session, &[Attribute::Id(vec![77])]), [nameless.0]);
        session.update_attributes(nameless.0, &named("mine")).unwrap();
        assert_eq!(find(&session, &named("mine")).len(), 2);
    });
}

/// Goal: dates, subjects and the like are told as they were given, of each half its own; a key's
/// past is the token's to tell. Method: pairs and data with and without them, and changes.
#[test]
fn attributes_are_told_as_they_were_given() {
    both_ways("said::attributes_are_told_as_they_were_given", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let date = |year: &str| Date::new_from_str_slice(year, "12", "31").unwrap();
        let of_own = [
            Attribute::StartDate(date("2026")),
            Attribute::EndDate(date("2030")),
            Attribute::Subject(b"of own".to_vec()),
            Attribute::Label("own".into()),
            Attribute::Id(vec![1]),
        ];
        let of_public = [
            Attribute::Subject(b"of public".to_vec()),
            Attribute::Label("public".into()),
            Attribute::Id(vec![2]),
            Attribute::Verify(false),
        ];
        let (public, own) = made(&session, &of_public, &of_own);
        assert!(has(&session, own, &of_own) && has(&session, public, &of_public));
        let past = [
            Attribute::Local(true),
            Attribute::AlwaysSensitive(true),
            Attribute::NeverExtractable(true),
            Attribute::KeyGenMechanism(MechanismType::ECC_KEY_PAIR_GEN),
            Attribute::Copyable(true),
            Attribute::Modifiable(true),
        ];
        assert!(has(&session, own, &past));
        let loose = [Attribute::Extractable(true), Attribute::Sensitive(false)];
        let (_, loose) = made(&session, &[], &loose);
        session.update_attributes(loose, &[Attribute::Sensitive(true)]).unwrap();
        let past = [
            Attribute::Local(true),
            Attribute::AlwaysSensitive(false),
            Attribute::NeverExtractable(false),
        ];
        assert!(has(&session, loose, &past));
        let signature = session.sign(&Mechanism::EcdsaSha256, own, b"m").unwrap();
        let said = session.verify(&Mechanism::EcdsaSha256, public, b"m", &signature);
        assert_eq!(rv(said), RvError::KeyFunctionNotPermitted);
        session.update_attributes(public, &[Attribute::Verify(true)]).unwrap();
        session.verify(&Mechanism::EcdsaSha256, public, b"m", &signature).unwrap();
        session.update_attributes(own, &[Attribute::Subject(b"later".to_vec())]).unwrap();
        assert!(has(&session, own, &[Attribute::Subject(b"later".to_vec())]));
        assert!(has(&session, public, &of_public[..1]));
        let said = [Attribute::Application(b"app".to_vec()), Attribute::ObjectId(vec![6, 1, 42])];
        let data = [
            Attribute::Class(ObjectClass::DATA),
            Attribute::Token(true),
            Attribute::Value(b"bytes".to_vec()),
        ];
        let data = session.create_object(&[&data[..], &said].concat()).unwrap();
        assert!(has(&session, data, &said));
        assert_eq!(find(&session, &said[..1]), [data]);
    });
}

/// Goal: what must not change, go or be copied does not; beside it what may.
#[test]
fn flags_are_obeyed() {
    both_ways("said::flags_are_obeyed", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let prohibited = RvError::ActionProhibited;
        let flags = [
            Attribute::Modifiable(false),
            Attribute::Destroyable(false),
            Attribute::Copyable(false),
        ];
        let (_, fixed) = made(&session, &[], &flags);
        let (_, free) = made(&session, &[], &[]);
        assert!(has(&session, fixed, &flags));
        let id = [Attribute::Id(vec![3])];
        assert_eq!(rv(session.update_attributes(fixed, &id)), prohibited);
        assert_eq!(rv(session.destroy_object(fixed)), prohibited);
        assert_eq!(rv(session.copy_object(fixed, &id)), prohibited);
        session.update_attributes(free, &id).unwrap();
        let modifiable = session.update_attributes(free, &[Attribute::Modifiable(false)]);
        assert_eq!(rv(modifiable), RvError::AttributeReadOnly);
        session.copy_object(free, &id).unwrap();
        session.update_attributes(free, &flags[2..]).unwrap();
        let again = session.update_attributes(free, &[Attribute::Copyable(true)]);
        assert_eq!(rv(again), RvError::AttributeReadOnly);
        assert_eq!(rv(session.copy_object(free, &id)), prohibited);
        session.destroy_object(free).unwrap();
    });
}

/// Goal: a list of mechanisms is exact: what is not on it is refused, within a family too.
#[test]
fn listed_mechanisms_alone_are_allowed() {
    both_ways("said::listed_mechanisms_alone_are_allowed", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let listed = Attribute::AllowedMechanisms(vec![MechanismType::ECDSA_SHA256]);
        let (public, own) = made(&session, &[], std::slice::from_ref(&listed));
        assert!(has(&session, own, &[listed]));
        let signature = session.sign(&Mechanism::EcdsaSha256, own, b"m").unwrap();
        session.verify(&Mechanism::EcdsaSha256, public, b"m", &signature).unwrap();
        let digest = [7; 32];
        for refused in [Mechanism::Ecdsa, Mechanism::EcdsaSha384] {
            let said = session.sign(&refused, own, &digest);
            assert_eq!(rv(said), RvError::MechanismInvalid, "{refused:?}");
        }
        let (_, open) = made(&session, &[], &[]);
        session.sign(&Mechanism::Ecdsa, open, &digest).unwrap();
    });
}

/// Goal: a public half is destroyed apart, for every program; the private one goes on.
#[test]
fn public_halves_go_apart() {
    both_ways("said::public_halves_go_apart", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let (public, own) = pair(&session, "web", 7);
        let kept = pair(&session, "kept", 8);
        session.destroy_object(public).unwrap();
        assert_eq!(rv(session.destroy_object(public)), RvError::ObjectHandleInvalid);
        session.sign(&Mechanism::EcdsaSha256, own, b"m").unwrap();
        session.close().unwrap();
        module.finalize().unwrap();
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let found = |id| session.find_objects(&[Attribute::Id(vec![id])]).unwrap().len();
        assert_eq!((found(7), found(8)), (1, 2), "{kept:?}");
    });
}

/// Goal: copies have what they are given, and permit no more. Method: a key, its public half, a
/// certificate's place in data, and an object of a session, each copied to where it may be.
#[test]
fn objects_are_copied() {
    both_ways("said::objects_are_copied", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let loose = [
            Attribute::Extractable(true),
            Attribute::Sensitive(false),
            Attribute::Label("web".into()),
            Attribute::Subject(b"subject".to_vec()),
        ];
        let (public, own) = made(&session, &[Attribute::Label("web".into())], &loose);
        let less = [Attribute::Sensitive(true), Attribute::Extractable(false)];
        let copy = session.copy_object(own, &less).unwrap();
        assert!(has(&session, copy, &less) && has(&session, copy, &loose[2..]));
        assert!(has(&session, copy, &[Attribute::Local(true), Attribute::AlwaysSensitive(false)]));
        assert_eq!(find(&session, &loose[2..3]).len(), 3, "a private key alone");
        for more in
            [Attribute::Extractable(true), Attribute::Sensitive(false), Attribute::Sign(true)]
        {
            let said = session.copy_object(copy, std::slice::from_ref(&more)).map(drop);
            assert_eq!(said.is_ok(), more == Attribute::Sign(true), "{more:?}");
        }
        let signature = session.sign(&Mechanism::EcdsaSha256, copy, b"m").unwrap();
        let short = [Attribute::Token(false), Attribute::Label("short".into())];
        let in_session = session.copy_object(public, &short).unwrap();
        session.verify(&Mechanism::EcdsaSha256, in_session, b"m", &signature).unwrap();
        assert!(has(&session, in_session, &short));
        let in_token = [Attribute::Token(true), Attribute::Label("long".into())];
        let in_token = session.copy_object(in_session, &in_token).unwrap();
        session.verify(&Mechanism::EcdsaSha256, in_token, b"m", &signature).unwrap();
        let said = session.copy_object(own, &short[..1]);
        assert_eq!(rv(said), RvError::TemplateInconsistent, "private keys stay in the token");
        let value = Attribute::Value(b"bytes".to_vec());
        let data = [Attribute::Class(ObjectClass::DATA), Attribute::Token(true), value.clone()];
        let data = session.create_object(&data).unwrap();
        for (template, is_kept) in [(&[][..], true), (&short[..1], false)] {
            let copy = session.copy_object(data, template).unwrap();
            assert!(has(&session, copy, &[value.clone(), Attribute::Token(is_kept)]));
        }
        session.destroy_object(copy).unwrap();
        session.sign(&Mechanism::EcdsaSha256, own, b"m").unwrap();
    });
}
