//! RSA signatures of bytes that are not hashed: by the token of this process and through a service,
//! by keys that say so, for who may.

use crate::common::{OFFICER, init, pin, user};
use crate::test_service::{TestService, connect};
use sealane::{Digest, Hash, Lengths, PublicKey, Scheme};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem};
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Id, Mechanism, Object, Usage};
use sealane_hsm::queue::Content;
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::token::{Session, Token};
use std::sync::Arc;

/// The longest bytes that are padded for a modulus of 256 bytes.
const LONGEST: usize = 245;

fn taken_in(token: &Token, session: &Session, listed: &[Mechanism]) -> Arc<Object> {
    let text = include_str!("../../sealane/src/rsa/example.pem");
    let key = Key::Private(sealane::PrivateKey::from_pem(text, Lengths::Current).unwrap());
    let label = if listed.is_empty() { "unlisted" } else { "listed" };
    let mechanisms = listed.to_vec();
    let usual = Attributes::usual(label, key.kind());
    let attributes = Attributes { usage: Usage::SIGN, mechanisms, ..usual };
    token.import(session, vec![(key, attributes)]).unwrap().remove(0)
}

fn item(key: Id, scheme: &Scheme, bytes: &[u8]) -> SignItem {
    let content = Content::Message(bytes.to_vec());
    SignItem { key, scheme: Some(scheme.clone()), content, deterministic: false }
}

/// Signs in every way that a client has, alone and among others, and demands one result.
fn signed(keys: &mut dyn Keys, item: &SignItem) -> Result<Vec<u8>, Error> {
    let one = keys.sign(item.clone());
    let many = keys.sign_all(vec![item.clone(); 9])?;
    assert!(many.iter().all(|other| *other == one), "{one:?}");
    one
}

/// Goal: bytes are padded by keys of PKCS#1 v1.5, numbers are raised only by keys that list it, and
/// both are what the library makes; what is too long, too great or a digest is refused.
fn by_keys(keys: &mut dyn Keys) {
    let (listed, unlisted) = (keys.find("listed").unwrap(), keys.find("unlisted").unwrap());
    let public = PublicKey::from_spki_der(&listed.public, Lengths::Current).unwrap();
    let (padded, raw) = (Scheme::RsaPkcs1Bytes, Scheme::RsaRaw);
    for (scheme, bytes) in [(&padded, vec![0x5a; LONGEST]), (&padded, vec![]), (&raw, vec![7; 256])]
    {
        let signature = signed(keys, &item(listed.id, scheme, &bytes)).unwrap();
        public.verify(&bytes, scheme, &signature).unwrap();
        keys.verify(item(listed.id, scheme, &bytes), &signature).unwrap();
        let other = keys.verify(item(listed.id, scheme, b"another"), &signature);
        assert_eq!(other.unwrap_err().code(), "SIG_INVALID");
        let by_unlisted = signed(keys, &item(unlisted.id, scheme, &bytes));
        let expected = if *scheme == raw { Err(Error::UsageDenied) } else { Ok(signature) };
        assert_eq!(by_unlisted, expected);
    }
    let mut refused = |scheme: &Scheme, bytes: &[u8]| {
        signed(keys, &item(listed.id, scheme, bytes)).unwrap_err().code().to_owned()
    };
    assert_eq!(refused(&padded, &[0; LONGEST + 1]), "DATA_TOO_LONG");
    assert_eq!(refused(&raw, &[0xff; 256]), "DATA_RANGE");
    assert_eq!(refused(&raw, &[7; 255]), "DATA_RANGE");
    for scheme in [padded, raw] {
        let content = Content::Digest(Digest::of(Hash::Sha256, b"message"));
        let of_digest = SignItem { content, ..item(listed.id, &scheme, b"") };
        assert_eq!(signed(keys, &of_digest).unwrap_err().code(), "SCHEME_UNSUPPORTED");
    }
}

fn fill(token: &Token, session: &Session) {
    taken_in(token, session, &[]);
    taken_in(token, session, &[Mechanism::RsaRaw, Mechanism::RsaPkcs1]);
}

/// Goal: an engine of this process and a service sign bytes alike.
#[test]
fn bytes_are_signed_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    fill(&token, &session);
    by_keys(&mut Arc::new(Engine::new(token, Settings::default())).client(Some(session)));
    by_keys(&mut TestService::with(Options::default(), fill).user());
}

/// Goal: who may only sign does not raise numbers, because that decrypts as well. Method: an
/// operator beside the user.
#[test]
fn operators_raise_no_numbers() {
    let served = TestService::with(Options::default(), |token, session| {
        fill(token, session);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        token.set_pin(&officer, Role::Operator, &pin("0000")).unwrap();
    });
    let mut operator = connect(&served.path()).unwrap();
    operator.login(Role::Operator, b"0000").unwrap();
    let key = keys_id(&mut operator);
    let said = signed(&mut operator, &item(key, &Scheme::RsaRaw, &[7; 256]));
    assert_eq!(said, Err(Error::RoleDenied));
    signed(&mut operator, &item(key, &Scheme::RsaPkcs1Bytes, b"bytes")).unwrap();
    signed(&mut served.user(), &item(key, &Scheme::RsaRaw, &[7; 256])).unwrap();
}

fn keys_id(keys: &mut dyn Keys) -> Id {
    keys.find("listed").unwrap().id
}

/// Goal: the mechanism is one of RSA, and of keys that sign.
#[test]
fn other_keys_do_not_list_it() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    for (kind, usage, error) in [
        ("p256", Usage::SIGN, Some(Error::KeyType)),
        ("aes256", Usage::WRAP, Some(Error::KeyType)),
        ("rsa2048", Usage::DECRYPT, None),
    ] {
        let kind = kind.parse().unwrap();
        let mechanisms = vec![Mechanism::RsaRaw];
        let usual = Attributes::usual("of another kind", kind);
        let attributes = Attributes { usage, mechanisms, ..usual };
        let made = token.generate(&session, sealane_hsm::token::Draft { kind, attributes });
        assert_eq!(made.as_ref().err(), error.as_ref());
        if let Ok(made) = made {
            let said = token.permit(&session, made.id, Mechanism::RsaRaw);
            assert_eq!(said.err(), Some(Error::UsageDenied));
        }
    }
}
