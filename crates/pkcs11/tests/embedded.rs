//! A token that the module serves itself, in several processes, from its making on.

use crate::common::{
    OFFICER, Served, USER, configuration, has_token, loaded, module, passes_beside,
};
use crate::common::{user_pin, user_session};
use cryptoki::context::Pkcs11;
use cryptoki::error::{Error, RvError};
use cryptoki::mechanism::Mechanism;
use cryptoki::object::{Attribute, ObjectHandle};
use cryptoki::session::{Session, UserType};
use cryptoki::slot::Slot;
use cryptoki::types::AuthPin;
use std::process::Command;

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
/// Says what the other process of a test is to do.
const PART: &str = "SEALANE_TEST_PART";

fn rv<T>(result: Result<T, Error>) -> RvError {
    match result {
        Err(Error::Pkcs11(rv, _)) => rv,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was not refused"),
    }
}

fn generate(session: &Session, label: &str) -> ObjectHandle {
    let label = Attribute::Label(label.into());
    let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec()), label.clone()];
    let own = [Attribute::Token(true), Attribute::Sign(true), label];
    session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own).unwrap().1
}

/// The private keys of a label.
fn found(session: &Session, label: &str) -> Vec<ObjectHandle> {
    session.find_objects(&[Attribute::Label(label.into()), Attribute::Sign(true)]).unwrap()
}

/// Runs the same test in another process, which does `part`.
fn in_another(name: &str, part: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args(["--exact", name, "--nocapture"]).env(PART, part).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

fn part() -> String {
    std::env::var(PART).unwrap_or_default()
}

/// Goal: of two processes each finds, uses and loses what the other has made and destroyed.
#[test]
fn processes_share_a_token() {
    const NAME: &str = "embedded::processes_share_a_token";
    if !has_token() {
        return passes_beside(&Served::embedded(0), NAME);
    }
    let (module, slot) = loaded();
    let session = user_session(&module, slot);
    let sign = |key| session.sign(&Mechanism::EcdsaSha256, key, b"m");
    if part() == "make" {
        sign(found(&session, "of one")[0]).unwrap();
        generate(&session, "of the other");
        return;
    }
    if part() == "destroy" {
        return session.destroy_object(found(&session, "of one")[0]).unwrap();
    }
    let own = generate(&session, "of one");
    assert!(found(&session, "of the other").is_empty());
    in_another(NAME, "make");
    sign(found(&session, "of the other")[0]).unwrap();
    sign(own).unwrap();
    in_another(NAME, "destroy");
    assert!(sign(own).is_err(), "the key was unwrapped here");
    assert!(found(&session, "of one").is_empty());
}

/// Goal: keys that two processes make at once are all there.
#[test]
fn processes_write_at_once() {
    const NAME: &str = "embedded::processes_write_at_once";
    if !has_token() {
        return passes_beside(&Served::embedded(0), NAME);
    }
    let (module, slot) = loaded();
    let session = user_session(&module, slot);
    let make_all = |name: &str| {
        for n in 0..20 {
            generate(&session, &format!("{name} {n}"));
        }
    };
    if part() == "make" {
        return make_all("other");
    }
    std::thread::scope(|scope| {
        scope.spawn(|| in_another(NAME, "make"));
        make_all("one");
    });
    for n in 0..20 {
        for name in ["one", "other"] {
            assert_eq!(found(&session, &format!("{name} {n}")).len(), 1, "{name} {n}");
        }
    }
}

/// Goal: a wrong PIN in one process counts in the other, and the right one there in the first.
#[test]
fn wrong_pins_count_in_all() {
    const NAME: &str = "embedded::wrong_pins_count_in_all";
    if !has_token() {
        return passes_beside(&Served::embedded(0), NAME);
    }
    let (module, slot) = loaded();
    let session = module.open_rw_session(slot).unwrap();
    if part() == "wrong" {
        let wrong = AuthPin::new("a guess".into());
        return assert_eq!(rv(session.login(UserType::User, Some(&wrong))), RvError::PinIncorrect);
    }
    if part() == "right" {
        return session.login(UserType::User, Some(&user_pin())).unwrap();
    }
    let is_low = || module.get_token_info(slot).unwrap().user_pin_count_low();
    assert!(!is_low());
    in_another(NAME, "wrong");
    assert!(is_low());
    in_another(NAME, "right");
    assert!(!is_low());
}

/// The slot that is there, with a token or not.
fn the_slot(module: &Pkcs11) -> Slot {
    module.get_slots_with_token().unwrap()[0]
}

/// Goal: a program makes the token, its officer sets the user's PIN, and the user signs; a token
/// that is there is not made again.
#[test]
fn a_token_is_made() {
    const NAME: &str = "embedded::a_token_is_made";
    if !has_token() {
        return passes_beside(&Served::without_token(), NAME);
    }
    let module = Pkcs11::new(module()).unwrap();
    let flags = cryptoki::context::CInitializeFlags::OS_LOCKING_OK;
    module.initialize(cryptoki::context::CInitializeArgs::new(flags)).unwrap();
    let slot = the_slot(&module);
    assert!(!module.get_token_info(slot).unwrap().token_initialized());
    assert_eq!(rv(module.open_rw_session(slot)), RvError::TokenNotRecognized);
    let (officer, user) = (AuthPin::new(OFFICER.into()), AuthPin::new(USER.into()));
    let short = module.init_token(slot, &AuthPin::new("1".into()), "made here");
    assert_eq!(rv(short), RvError::PinLenRange);
    module.init_token(slot, &officer, "made here").unwrap();
    let told = module.get_token_info(slot).unwrap();
    assert_eq!((told.label(), told.token_initialized()), ("made here", true));
    assert!(!told.user_pin_initialized());
    let session = module.open_rw_session(slot).unwrap();
    assert_eq!(rv(session.login(UserType::User, Some(&user))), RvError::UserPinNotInitialized);
    session.login(UserType::So, Some(&officer)).unwrap();
    session.init_pin(&user).unwrap();
    session.logout().unwrap();
    session.login(UserType::User, Some(&user)).unwrap();
    let key = generate(&session, "key");
    session.sign(&Mechanism::EcdsaSha256, key, b"m").unwrap();
    assert_eq!(rv(module.init_token(slot, &officer, "again")), RvError::SessionExists);
    session.close().unwrap();
    assert_eq!(rv(module.init_token(slot, &officer, "again")), RvError::TokenWriteProtected);
    assert_eq!(found(&user_session(&module, slot), "key").len(), 1);
}

/// Goal: without its master key there is no token, and nobody can make one. Method: the file taken
/// away before the first call.
#[test]
fn a_master_key_is_needed() {
    const NAME: &str = "embedded::a_master_key_is_needed";
    if !has_token() {
        return passes_beside(&Served::embedded(0), NAME);
    }
    std::fs::remove_file(configuration().with_file_name("master")).unwrap();
    let module = Pkcs11::new(module()).unwrap();
    let flags = cryptoki::context::CInitializeFlags::OS_LOCKING_OK;
    module.initialize(cryptoki::context::CInitializeArgs::new(flags)).unwrap();
    assert!(module.get_slots_with_token().unwrap().is_empty());
    std::fs::remove_file(configuration().with_file_name("token.db")).unwrap();
    assert!(module.get_slots_with_token().unwrap().is_empty());
}
