//! Rules of sessions and logins, and what is refused by which value.

use crate::common::{OFFICER, loaded, module, past_the_module, rv, served, user_pin, user_session};
use cryptoki::context::{CInitializeArgs, CInitializeFlags, Pkcs11};
use cryptoki::error::RvError;
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::Attribute;
use cryptoki::session::{SessionState, UserType};
use cryptoki::types::AuthPin;

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];

/// Goal: what is told of the module, its slot and its token.
#[test]
fn it_tells_what_it_is() {
    served("rules::it_tells_what_it_is", || {
        let (module, slot) = loaded();
        let info = module.get_library_info().unwrap();
        assert_eq!(info.manufacturer_id(), "Sealane");
        assert!(module.get_slot_info(slot).unwrap().token_present());
        let token = module.get_token_info(slot).unwrap();
        assert_eq!(token.label(), "signing");
        assert!(token.user_pin_initialized() && token.login_required() && token.rng());
        let all = module.get_mechanism_list(slot).unwrap();
        // The crate leaves out those that it does not know.
        assert!(all.len() > 25, "{}", all.len());
        for mechanism in &all {
            module.get_mechanism_info(slot, *mechanism).unwrap();
        }
        assert!(module.get_mechanism_info(slot, MechanismType::ECDSA).unwrap().sign());
        let said = module.get_mechanism_info(slot, MechanismType::AES_GCM);
        assert_eq!(rv(said), RvError::MechanismInvalid);
    });
}

/// Goal: a login is of all sessions, ends with the last, and is checked each time; a wrong PIN is
/// refused, a second login as well.
#[test]
fn logins_are_of_all_sessions() {
    served("rules::logins_are_of_all_sessions", || {
        let (module, slot) = loaded();
        let session = module.open_rw_session(slot).unwrap();
        let state = |session: &cryptoki::session::Session| {
            session.get_session_info().unwrap().session_state()
        };
        assert_eq!(state(&session), SessionState::RwPublic);
        let wrong = AuthPin::new("wrong".into());
        assert_eq!(rv(session.login(UserType::User, Some(&wrong))), RvError::PinIncorrect);
        session.login(UserType::User, Some(&user_pin())).unwrap();
        let other = module.open_ro_session(slot).unwrap();
        assert_eq!((state(&session), state(&other)), (SessionState::RwUser, SessionState::RoUser));
        let again = other.login(UserType::User, Some(&user_pin()));
        assert_eq!(rv(again), RvError::UserAlreadyLoggedIn);
        let officer = AuthPin::new(OFFICER.into());
        let said = session.login(UserType::So, Some(&officer));
        assert_eq!(rv(said), RvError::UserAnotherAlreadyLoggedIn);
        other.logout().unwrap();
        assert_eq!(state(&session), SessionState::RwPublic);
        assert_eq!(rv(session.logout()), RvError::UserNotLoggedIn);
        let said = session.login(UserType::So, Some(&officer));
        assert_eq!(rv(said), RvError::SessionReadOnlyExists);
        other.close().unwrap();
        session.login(UserType::So, Some(&officer)).unwrap();
        assert_eq!(state(&session), SessionState::RwSecurityOfficer);
        let set = AuthPin::new("another 5678".into());
        session.init_pin(&set).unwrap();
        session.close().unwrap();
        let session = module.open_rw_session(slot).unwrap();
        assert_eq!(state(&session), SessionState::RwPublic, "the login went with the last session");
        assert_eq!(rv(session.login(UserType::User, Some(&user_pin()))), RvError::PinIncorrect);
        session.login(UserType::User, Some(&set)).unwrap();
        session.set_pin(&set, &user_pin()).unwrap();
        // Its own login goes on.
        let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
        let own = [Attribute::Token(true)];
        session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own).unwrap();
    });
}

/// Goal: a token of a service is not made anew, whoever asks: first of all its sessions count, and
/// no PIN is looked at.
#[test]
fn a_token_is_not_made_anew() {
    served("rules::a_token_is_not_made_anew", || {
        let (module, slot) = loaded();
        let session = module.open_rw_session(slot).unwrap();
        let pins = [AuthPin::new(OFFICER.into()), AuthPin::new("a guess".into())];
        for pin in &pins {
            assert_eq!(rv(module.init_token(slot, pin, "new")), RvError::SessionExists);
        }
        session.close().unwrap();
        for pin in &pins {
            assert_eq!(rv(module.init_token(slot, pin, "new")), RvError::TokenWriteProtected);
        }
        let told = module.get_token_info(slot).unwrap();
        assert_eq!((told.label(), told.so_pin_count_low()), ("signing", false));
        user_session(&module, slot);
    });
}

/// Goal: PINs are set by who may. Method: the officer's by the officer, the user's without a login
/// by the one of before, by a wrong one, in a session that only reads, and by the user for another.
#[test]
fn pins_are_set_by_who_may() {
    served("rules::pins_are_set_by_who_may", || {
        let (module, slot) = loaded();
        let pin = |text: &str| AuthPin::new(text.into());
        let reader = module.open_ro_session(slot).unwrap();
        let said = reader.set_pin(&user_pin(), &pin("another 5678"));
        assert_eq!(rv(said), RvError::SessionReadOnly);
        reader.close().unwrap();
        let session = module.open_rw_session(slot).unwrap();
        let said = session.set_pin(&pin("a guess"), &pin("another 5678"));
        assert_eq!(rv(said), RvError::PinIncorrect);
        assert_eq!(rv(session.set_pin(&user_pin(), &pin("1"))), RvError::PinLenRange);
        session.set_pin(&user_pin(), &pin("another 5678")).unwrap();
        session.login(UserType::User, Some(&pin("another 5678"))).unwrap();
        assert_eq!(rv(session.init_pin(&user_pin())), RvError::UserNotLoggedIn);
        session.logout().unwrap();
        session.login(UserType::So, Some(&pin(OFFICER))).unwrap();
        session.set_pin(&pin(OFFICER), &pin("officer 5678")).unwrap();
        session.init_pin(&user_pin()).unwrap();
        session.logout().unwrap();
        let said = session.login(UserType::So, Some(&pin(OFFICER)));
        assert_eq!(rv(said), RvError::PinIncorrect);
        session.login(UserType::So, Some(&pin("officer 5678"))).unwrap();
        session.logout().unwrap();
        session.login(UserType::User, Some(&user_pin())).unwrap();
    });
}

/// Goal: keys are made only where and by whom they may be.
#[test]
fn keys_are_made_by_the_rules() {
    served("rules::keys_are_made_by_the_rules", || {
        let (module, slot) = loaded();
        let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
        let own = [Attribute::Token(true)];
        let make = |session: &cryptoki::session::Session, public: &[Attribute]| {
            session.generate_key_pair(&Mechanism::EccKeyPairGen, public, &own)
        };
        let reader = module.open_ro_session(slot).unwrap();
        assert_eq!(rv(make(&reader, &public)), RvError::SessionReadOnly);
        let session = module.open_rw_session(slot).unwrap();
        assert_eq!(rv(make(&session, &public)), RvError::UserNotLoggedIn);
        session.login(UserType::User, Some(&user_pin())).unwrap();
        assert_eq!(rv(make(&reader, &public)), RvError::SessionReadOnly);
        let curve = Attribute::EcParams(vec![6, 3, 0x2b, 0x65, 0x70]);
        let said = make(&session, &[Attribute::Token(true), curve]);
        assert_eq!(rv(said), RvError::CurveNotSupported);
        assert_eq!(rv(make(&session, &[Attribute::Token(true)])), RvError::TemplateIncomplete);
        let said = session.generate_key_pair(&Mechanism::Ecdsa, &public, &own);
        assert_eq!(rv(said), RvError::MechanismInvalid);
        let bits = [Attribute::Token(true), Attribute::ModulusBits(1024.into())];
        let said = session.generate_key_pair(&Mechanism::RsaPkcsKeyPairGen, &bits, &own);
        assert_eq!(rv(said), RvError::KeySizeRange);
        make(&session, &public).unwrap();
    });
}

/// Goal: a login that ended elsewhere is told, public objects are still seen, and one may log in
/// again. Method: the officer sets the PIN past the module.
#[test]
fn ended_logins_are_forgotten() {
    served("rules::ended_logins_are_forgotten", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
        let own = [Attribute::Token(true), Attribute::Sign(true)];
        let made = session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own);
        let (_, private) = made.unwrap();
        let mut officer = past_the_module();
        officer.login("officer", OFFICER.as_bytes()).unwrap();
        officer.set_pin("user", b"another 5678").unwrap();
        let said = rv(session.sign(&Mechanism::EcdsaSha256, private, b"m"));
        assert_eq!(said, RvError::UserNotLoggedIn);
        assert_eq!(session.find_objects(&[]).unwrap().len(), 1, "the public half");
        let state = session.get_session_info().unwrap().session_state();
        assert_eq!(state, SessionState::RwPublic);
        session.login(UserType::User, Some(&AuthPin::new("another 5678".into()))).unwrap();
        let key = session.find_objects(&[Attribute::Sign(true)]).unwrap();
        session.sign(&Mechanism::EcdsaSha256, key[0], b"m").unwrap();
    });
}

/// Goal: what a template denies is no right of the key, and protection that there is not is not
/// promised.
#[test]
fn templates_are_taken_at_their_word() {
    served("rules::templates_are_taken_at_their_word", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
        let make = |more: Attribute| {
            let own = [Attribute::Token(true), more];
            session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own)
        };
        let (_, silent) = make(Attribute::Sign(false)).unwrap();
        let said = rv(session.sign(&Mechanism::EcdsaSha256, silent, b"m"));
        assert_eq!(said, RvError::KeyFunctionNotPermitted);
        for more in [
            Attribute::AlwaysAuthenticate(true),
            Attribute::WrapWithTrusted(true),
            Attribute::AllowedMechanisms(vec![MechanismType::AES_GCM]),
        ] {
            assert_eq!(rv(make(more.clone())), RvError::TemplateInconsistent, "{more:?}");
        }
    });
}

/// Goal: the module begins once, ends, and begins again; digests and random bytes.
#[test]
fn it_begins_and_ends() {
    served("rules::it_begins_and_ends", || {
        let (loaded, slot) = loaded();
        let flags = CInitializeFlags::OS_LOCKING_OK;
        let twice = Pkcs11::new(module()).unwrap().initialize(CInitializeArgs::new(flags));
        assert!(twice.is_err());
        let session = user_session(&loaded, slot);
        let digest = session.digest(&Mechanism::Sha256, b"abc").unwrap();
        let expected = sealane::Digest::of(sealane::Hash::Sha256, b"abc");
        assert_eq!(digest, expected.as_bytes());
        let random = session.generate_random_vec(10_000).unwrap();
        assert!(random.windows(2).any(|pair| pair[0] != pair[1]) && random.len() == 10_000);
        session.close().unwrap();
        loaded.finalize().unwrap();
        let again = Pkcs11::new(module()).unwrap();
        again.initialize(CInitializeArgs::new(flags)).unwrap();
        assert_eq!(again.get_slots_with_token().unwrap(), [slot]);
    });
}
