//! Decryption by keys of a token, and random bytes: by the token of this process and through a
//! service, for who may, and with one answer to whatever is wrong with a ciphertext.

use crate::common::{self, OFFICER, draft, init, open, pin, user};
use crate::test_service::{TestService, connect, item, verify};
use sealane::rsa::Oaep;
use sealane::{Hash, Lengths, PublicKey};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, Signer};
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Id, Mechanism, Object, Usage};
use sealane_hsm::peer::Peer;
use sealane_hsm::queue::{Ciphertext, Job, Limits, Queue};
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::token::{Draft, MAX_RANDOM, Patch, Session, Token};
use std::sync::Arc;

const MESSAGE: &[u8] = b"a key of another cipher";

/// A key that decrypts, and does nothing else.
fn decrypts(kind: &str, label: &str) -> Draft {
    let mut draft = draft(kind, label);
    draft.attributes.usage = Usage::DECRYPT;
    draft
}

/// The key pair that the library's own tests have: none is made for a test that needs no fresh one.
fn example() -> Key {
    let text = include_str!("../../sealane/src/rsa/example.pem");
    Key::Private(sealane::PrivateKey::from_pem(text, Lengths::Current).unwrap())
}

fn taken_in(token: &Token, session: &Session, label: &str, usage: Usage) -> Arc<Object> {
    let key = example();
    let attributes = Attributes { usage, ..Attributes::usual(label, key.kind()) };
    token.import(session, vec![(key, attributes)]).unwrap().remove(0)
}

fn sealed(object: &Object, message: &[u8], by: Oaep<'_>) -> Ciphertext {
    let public = PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap();
    let PublicKey::Rsa(key) = public else { panic!("a key of RSA") };
    let bytes = key.encrypt_oaep(message, by).unwrap();
    Ciphertext { bytes, hash: by.hash, mgf: by.mgf, label: by.label.to_vec() }
}

fn usual(object: &Object) -> Ciphertext {
    sealed(object, MESSAGE, Oaep::of(Hash::Sha256))
}

/// Goal: what is encrypted to a key of a token is decrypted by it, by each hash and label, through
/// the engine of this process and through a service alike.
#[test]
fn messages_come_back() {
    let served = TestService::new(Options::default());
    let mut connection = served.user();
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let mut in_process = engine.client(Some(user(engine.token())));
    let both: [&mut dyn Keys; 2] = [&mut connection, &mut in_process];
    for keys in both {
        for kind in ["rsa2048", "rsa3072"] {
            let Draft { kind, attributes } = decrypts(kind, kind);
            let object = keys.generate(kind, attributes).unwrap();
            for by in [
                Oaep::of(Hash::Sha256),
                Oaep::of(Hash::Sha384),
                Oaep { hash: Hash::Sha1, mgf: Hash::Sha512, label: b"a label" },
            ] {
                for message in [&[][..], &[0], MESSAGE, &[7; 60]] {
                    let ciphertext = sealed(&object, message, by);
                    assert_eq!(keys.decrypt(object.id, ciphertext).unwrap()[..], *message);
                }
            }
        }
    }
    let metrics = connection.metrics().unwrap();
    for kind in ["rsa2048", "rsa3072"] {
        let line = format!("sealane_decryptions_total{{algorithm=\"{kind}\"}} 12\n");
        assert!(metrics.contains(&line), "{metrics}");
        assert!(!metrics.contains(&format!("sealane_signatures_total{{algorithm=\"{kind}\"")));
    }
}

/// Goal: whatever is wrong with a ciphertext of the right length has one answer, code and sentence;
/// another length has the one that everybody can see. Method: bits changed at every part,
/// encodings that are wrong in each way that there is, other hashes and labels.
#[test]
fn bad_ciphertexts_have_one_answer() {
    let served = TestService::with(Options::default(), |token, session| {
        taken_in(token, session, "decrypts", Usage::DECRYPT);
    });
    let mut connection = served.user();
    let object = connection.find("decrypts").unwrap();
    let good = usual(&object);
    assert_eq!(connection.decrypt(object.id, good.clone()).unwrap()[..], *MESSAGE);
    let mut bad = vec![];
    for place in [0, 1, 100, 255] {
        let mut changed = good.clone();
        changed.bytes[place] ^= 1;
        bad.push(changed);
    }
    // At or above the modulus, 0, and 1: no padding at all.
    for value in [0xff, 0x00, 0x01] {
        let mut bytes = vec![if value == 0xff { 0xff } else { 0 }; 256];
        bytes[255] = value;
        bad.push(Ciphertext { bytes, ..good.clone() });
    }
    bad.push(Ciphertext { label: b"another".to_vec(), ..good.clone() });
    bad.push(Ciphertext { hash: Hash::Sha384, ..good.clone() });
    bad.push(Ciphertext { mgf: Hash::Sha384, ..good.clone() });
    bad.push(sealed(&object, b"", Oaep::of(Hash::Sha512)));
    let last = bad.len() - 1;
    (bad[last].hash, bad[last].mgf) = (Hash::Sha256, Hash::Sha256);
    let sentence = sealane::rsa::OaepError::DecryptFailed.to_string();
    let failed = Err(Error::Remote("DECRYPT_FAILED".to_owned(), sentence));
    for (which, ciphertext) in bad.into_iter().enumerate() {
        assert_eq!(connection.decrypt(object.id, ciphertext).map(drop), failed, "{which}");
    }
    for length in [0, 1, 255, 257, 512, 500_000] {
        let short = Ciphertext { bytes: vec![7; length], ..good.clone() };
        let error = connection.decrypt(object.id, short).unwrap_err();
        assert_eq!(error.code(), "CIPHERTEXT_LENGTH", "{length}");
    }
    assert_eq!(connection.decrypt(object.id, good).unwrap()[..], *MESSAGE);
}

/// Goal: a key decrypts if it is of RSA and says so, by usage and mechanism; each other one is
/// refused by name, in the process and through a service.
#[test]
fn keys_decrypt_if_they_say_so() {
    let fill = |token: &Token, session: &Session| {
        taken_in(token, session, "decrypts", Usage::DECRYPT);
        taken_in(token, session, "signs", Usage::SIGN.with(Usage::VERIFY));
        for kind in ["p256", "x25519", "aes256", "ed25519"] {
            token.generate(session, draft(kind, kind)).unwrap();
        }
        let public = token.find_label("decrypts").unwrap().public.clone();
        token.import_public(session, &public, "public").unwrap();
        let key = example();
        let mechanisms = vec![Mechanism::RsaPss];
        let usage = Usage::possible(key.kind());
        let usual = Attributes::usual("by pss alone", key.kind());
        let attributes = Attributes { usage, mechanisms, ..usual };
        token.import(session, vec![(key, attributes)]).unwrap();
    };
    let served = TestService::with(Options::default(), fill);
    let mut connection = served.user();
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    fill(&token, &session);
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let mut in_process = engine.client(Some(session));
    let both: [&mut dyn Keys; 2] = [&mut connection, &mut in_process];
    for keys in both {
        let ciphertext = usual(&keys.find("decrypts").unwrap());
        for (label, expected) in [
            ("decrypts", None),
            ("signs", Some(Error::UsageDenied)),
            ("public", Some(Error::UsageDenied)),
            ("by pss alone", Some(Error::UsageDenied)),
            ("p256", Some(Error::KeyType)),
            ("x25519", Some(Error::KeyType)),
            ("ed25519", Some(Error::KeyType)),
            ("aes256", Some(Error::KeyType)),
        ] {
            let id = keys.find(label).unwrap().id;
            assert_eq!(keys.decrypt(id, ciphertext.clone()).err(), expected, "{label}");
        }
        let nobody = Id([7; 16]);
        assert_eq!(keys.decrypt(nobody, ciphertext.clone()).err(), Some(Error::KeyUnknown));
        // A key that decrypts signs nothing.
        let id = keys.find("decrypts").unwrap().id;
        assert_eq!(keys.sign(item(id, b"x")), Err(Error::UsageDenied));
        keys.delete(id).unwrap();
        assert_eq!(keys.decrypt(id, ciphertext).err(), Some(Error::KeyUnknown));
    }
}

/// Goal: the attributes of a key that decrypts make sense, or there is no such key: none that wraps
/// too, none of another algorithm, no mechanism of other keys; less is permitted later, and what
/// was permitted is refused then.
#[test]
fn attributes_of_keys_that_decrypt() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let made = |kind: &str, usage: Usage, mechanisms: &[Mechanism]| {
        let mut draft = draft(kind, &format!("{kind} {:?} {mechanisms:?}", usage.names()));
        draft.attributes.usage = usage;
        draft.attributes.mechanisms = mechanisms.to_vec();
        token.generate(&session, draft).map(|object| object.id)
    };
    let denied = Err(Error::UsageDenied);
    for kind in ["p256", "x25519", "aes128", "aes256"] {
        assert_eq!(made(kind, Usage::DECRYPT, &[]), denied, "{kind}");
    }
    assert_eq!(made("aes256", Usage::WRAP.with(Usage::DECRYPT), &[]), denied);
    assert_eq!(made("rsa2048", Usage::WRAP.with(Usage::DECRYPT), &[]), denied);
    assert_eq!(made("p256", Usage::SIGN, &[Mechanism::RsaOaep]), Err(Error::KeyType));
    assert_eq!(made("aes256", Usage::WRAP, &[Mechanism::RsaOaep]), Err(Error::KeyType));
    let id = made("rsa2048", Usage::DECRYPT.with(Usage::SIGN), &[]).unwrap();
    let use_of = |by| token.find(id).unwrap().check_use(by);
    assert_eq!((use_of(Mechanism::RsaOaep), use_of(Mechanism::RsaPss)), (Ok(()), Ok(())));
    let patch = |usage| Patch { usage: Some(usage), ..Patch::default() };
    token.modify(&session, id, patch(Usage::SIGN)).unwrap();
    assert_eq!(use_of(Mechanism::RsaOaep), Err(Error::UsageDenied));
    assert_eq!(token.permit(&session, id, Mechanism::RsaOaep).err(), Some(Error::UsageDenied));
    let more = token.modify(&session, id, patch(Usage::SIGN.with(Usage::DECRYPT)));
    assert_eq!(more.err(), Some(Error::AttributeReadOnly));
}

/// Goal: the user decrypts, and nobody else; whoever has logged in has random bytes. Method: every
/// role and nobody, in the process and through a service.
#[test]
fn roles_decrypt_as_they_may() {
    let served = TestService::with(Options::default(), |token, session| {
        taken_in(token, session, "decrypts", Usage::DECRYPT);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        for role in [Role::Operator, Role::Auditor] {
            token.set_pin(&officer, role, &pin(role.name())).unwrap();
        }
    });
    let mut connection = connect(&served.path()).unwrap();
    let object = connection.find("decrypts").unwrap();
    let ciphertext = usual(&object);
    let not_logged_in = Some(Error::NotLoggedIn);
    assert_eq!(connection.decrypt(object.id, ciphertext.clone()).err(), not_logged_in);
    assert_eq!(connection.random(16).err(), not_logged_in);
    for role in Role::ALL {
        let own = match role {
            Role::Officer => OFFICER,
            Role::User => common::USER,
            Role::Operator | Role::Auditor => role.name(),
        };
        connection.login(role, own.as_bytes()).unwrap();
        let expected = (role != Role::User).then_some(Error::RoleDenied);
        let decrypted = connection.decrypt(object.id, ciphertext.clone());
        assert_eq!(decrypted.err(), expected, "{role:?}");
        assert_eq!(connection.random(16).unwrap().len(), 16);
    }
    connection.logout().unwrap();
    assert_eq!(connection.decrypt(object.id, ciphertext.clone()).err(), not_logged_in);
    drop(connection);
    drop(served.service);
    let token = open(served.folder.path()).unwrap();
    let sessions = Role::ALL.map(|role| {
        let own = if role == Role::Officer { OFFICER } else { role.name() };
        let own = if role == Role::User { common::USER } else { own };
        token.login(role, &pin(own)).unwrap()
    });
    let engine = Arc::new(Engine::new(token, Settings::default()));
    assert_eq!(engine.client(None).decrypt(object.id, ciphertext.clone()).err(), not_logged_in);
    assert_eq!(engine.client(None).random(1).err(), not_logged_in);
    for session in sessions {
        let expected = (session.role() != Role::User).then_some(Error::RoleDenied);
        let mut keys = engine.client(Some(session.clone()));
        assert_eq!(keys.decrypt(object.id, ciphertext.clone()).err(), expected);
        session.end();
        assert_eq!(keys.decrypt(object.id, ciphertext.clone()).err(), not_logged_in);
        assert_eq!(keys.random(1).err(), not_logged_in);
    }
}

/// Goal: the log tells who decrypted by which key how often, whatever came of it; and who was
/// refused.
#[test]
fn decryptions_are_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let object = taken_in(&token, &session, "decrypts", Usage::DECRYPT);
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let good = usual(&object);
    let mut bad = good.clone();
    bad.bytes[7] ^= 1;
    let mut keys = engine.client(Some(session));
    for _ in 0..3 {
        keys.decrypt(object.id, good.clone()).unwrap();
    }
    assert_eq!(keys.decrypt(object.id, bad).unwrap_err().code(), "DECRYPT_FAILED");
    let refused = engine.client(Some(officer.clone())).decrypt(object.id, good).err();
    assert_eq!(refused, Some(Error::RoleDenied));
    engine.write_audit().unwrap();
    let rows = engine.token().audit(&officer, 0, usize::MAX).unwrap().into_iter();
    let told: Vec<_> = rows
        .filter_map(|(_, row)| {
            let count = row.count?;
            Some((row.action, row.actor, row.peer, row.subject, count.by, count.times))
        })
        .collect();
    let row = |action: &str, actor: &str, subject: String, by: &str, times| {
        let (action, actor, by) = (action.to_owned(), actor.to_owned(), by.to_owned());
        (action, actor, Some(Peer::own()), subject, by, times)
    };
    assert!(told.contains(&row("use", "user", object.id.to_string(), "rsa-oaep", 4)), "{told:?}");
    let subject = format!("rsa-oaep by {}", object.id);
    assert!(told.contains(&row("refused", "officer", subject, "ROLE_DENIED", 1)), "{told:?}");
}

/// Goal: ciphertexts wait in a line of their own beside signatures by keys of the same algorithm,
/// and are bounded with them; a key that is not of RSA has no such job.
#[test]
fn ciphertexts_wait_in_their_own_line() {
    let key = Arc::new(example());
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let object = taken_in(&token, &user(&token), "decrypts", Usage::DECRYPT);
    let ciphertext = usual(&object);
    let queue = Queue::new(Limits { workers: 1, per_client: 4, in_all: 100 });
    let client = queue.client();
    let decrypted = client.decrypt(Job::decrypt(key.clone(), ciphertext.clone()).unwrap());
    assert_eq!(decrypted.unwrap()[..], *MESSAGE);
    let sign = || {
        let content = item(object.id, b"x").content;
        Job::new(key.clone(), content, key.kind().usual_scheme().unwrap()).unwrap()
    };
    let job = || Job::decrypt(key.clone(), ciphertext.clone()).unwrap();
    let mixed = client.sign_all(vec![sign(), job(), sign(), job()]).unwrap();
    for (which, done) in mixed.into_iter().enumerate() {
        match which % 2 {
            0 => verify(&object, b"x", &done.unwrap()),
            _ => assert_eq!(done.unwrap(), MESSAGE),
        }
    }
    assert_eq!(client.sign_all((0..5).map(|_| job()).collect()), Err(Error::Busy));
    let statistics = queue.statistics();
    let sealane_hsm::key::KeyKind::Pair(algorithm) = object.kind else { panic!() };
    let items = |lines: &std::collections::HashMap<_, sealane_hsm::queue::LineStatistics>| {
        lines.get(&algorithm).map(|line| (line.items, line.failed))
    };
    assert_eq!(items(&statistics.lines), Some((2, 0)));
    assert_eq!(items(&statistics.decryptions), Some((3, 0)));
    let p256 = sealane::PrivateKey::generate(sealane::Algorithm::from_name("p256").unwrap());
    let p256 = Arc::new(Key::Private(p256.unwrap()));
    assert_eq!(Job::decrypt(p256, ciphertext).err(), Some(Error::KeyType));
}

/// Goal: many clients decrypt and sign at once, and each has the answer to its own question.
#[test]
fn many_decrypt_beside_those_who_sign() {
    let served = TestService::with(Options::default(), |token, session| {
        taken_in(token, session, "decrypts", Usage::DECRYPT);
        token.generate(session, draft("p256", "signs")).unwrap();
    });
    let connections: Vec<_> = (0..8).map(|_| served.user()).collect();
    std::thread::scope(|scope| {
        for (client, mut connection) in connections.into_iter().enumerate() {
            scope.spawn(move || {
                let object = connection.find("decrypts").unwrap();
                let signs = connection.find("signs").unwrap();
                for i in 0..20 {
                    let message = format!("message {i} of client {client}");
                    let by = Oaep::of(Hash::Sha256);
                    let ciphertext = sealed(&object, message.as_bytes(), by);
                    let decrypted = connection.decrypt(object.id, ciphertext).unwrap();
                    assert_eq!(decrypted[..], *message.as_bytes());
                    let signature = connection.sign(item(signs.id, message.as_bytes())).unwrap();
                    verify(&signs, message.as_bytes(), &signature);
                }
            });
        }
    });
}

/// Goal: random bytes come as many as were asked for, up to the bound, and never the same.
#[test]
fn random_bytes_are_bounded() {
    let served = TestService::new(Options::default());
    let mut connection = served.user();
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let mut in_process = engine.client(Some(session));
    let both: [&mut dyn Keys; 2] = [&mut connection, &mut in_process];
    for keys in both {
        for count in [0, 1, 31, 32, MAX_RANDOM] {
            let (one, other) = (keys.random(count).unwrap(), keys.random(count).unwrap());
            assert_eq!((one.len(), other.len()), (count, count));
            assert!(count < 31 || one != other, "{count}");
        }
        for count in [MAX_RANDOM + 1, 1 << 20, u32::MAX as usize, usize::MAX] {
            assert_eq!(keys.random(count).unwrap_err().code(), "DATA_TOO_LONG", "{count}");
        }
    }
}
