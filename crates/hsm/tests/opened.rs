//! Opened keys: only for who may, and only by a mechanism that the key permits.

use crate::common;

use common::{OFFICER, draft, init, pin, user};
use sealane::{Hash, Lengths, PublicKey, Scheme, SignOptions};
use sealane_hsm::Error;
use sealane_hsm::key::Key;
use sealane_hsm::object::{Mechanism, Usage};
use sealane_hsm::role::Role;

/// Goal: each role, usage and list of mechanisms is looked at. Method: the same keys asked for in
/// ways that are permitted, and in ways just outside.
#[test]
fn keys_are_opened_for_what_they_permit() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_pin(&officer, Role::Operator, &pin("operator")).unwrap();
    let operator = token.login(Role::Operator, &pin("operator")).unwrap();
    let made = |kind: &str, mechanisms: &[Mechanism]| {
        let mut draft = draft(kind, &format!("{kind} by {mechanisms:?}"));
        draft.attributes.mechanisms = mechanisms.to_vec();
        token.generate(&user, draft).unwrap().id
    };
    let (p256, rsa) = (made("p256", &[]), made("rsa2048", &[Mechanism::RsaPss]));
    let (x25519, aes) = (made("x25519", &[]), made("aes256", &[]));
    let k256 = made("secp256k1", &[Mechanism::Bip340]);
    let asked = |session, id, by| token.open_key(session, id, by).err();
    assert_eq!(asked(&user, p256, Mechanism::Ecdsa), None);
    assert_eq!(asked(&operator, p256, Mechanism::Ecdsa), None);
    assert_eq!(asked(&officer, p256, Mechanism::Ecdsa), Some(Error::RoleDenied));
    assert_eq!(asked(&user, p256, Mechanism::EdDsa), Some(Error::KeyType));
    assert_eq!(asked(&user, p256, Mechanism::Agree), Some(Error::UsageDenied));
    assert_eq!(asked(&user, rsa, Mechanism::RsaPss), None);
    assert_eq!(asked(&user, rsa, Mechanism::RsaPkcs1), Some(Error::UsageDenied));
    assert_eq!(asked(&user, x25519, Mechanism::Agree), None);
    assert_eq!(asked(&operator, x25519, Mechanism::Agree), Some(Error::RoleDenied));
    assert_eq!(asked(&user, x25519, Mechanism::Restore), Some(Error::UsageDenied));
    assert_eq!(asked(&user, aes, Mechanism::WrapPadded), None);
    assert_eq!(asked(&user, aes, Mechanism::Dsa), Some(Error::KeyType));
    assert_eq!(asked(&user, k256, Mechanism::Bip340), None);
    assert_eq!(asked(&user, k256, Mechanism::Ecdsa), Some(Error::UsageDenied));
    let verifies = token.find(p256).unwrap().attributes.usage.has(Usage::VERIFY);
    assert!(verifies && token.open_key(&user, p256, Mechanism::Restore).is_err());
}

/// Goal: mechanisms are those of the schemes, and what is opened signs.
#[test]
fn opened_keys_sign() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let pss = Scheme::rsa_pss(Hash::Sha256);
    assert_eq!(Mechanism::from_scheme(&pss), Ok(Mechanism::RsaPss));
    for kind in ["p256", "ed448", "rsa2048"] {
        let made = token.generate(&user, draft(kind, kind)).unwrap();
        let public = PublicKey::from_spki_der(&made.public, Lengths::Current).unwrap();
        let scheme = public.algorithm().usual_scheme().unwrap();
        let (_, key) =
            token.open_key(&user, made.id, Mechanism::from_scheme(&scheme).unwrap()).unwrap();
        let Key::Private(key) = key else { panic!("{kind}") };
        let signature = key.sign(b"message", &scheme, SignOptions::default()).unwrap();
        public.verify(b"message", &scheme, &signature).unwrap();
        assert!(public.verify(b"another", &scheme, &signature).is_err());
    }
}
