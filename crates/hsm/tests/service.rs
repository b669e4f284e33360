//! The service over its socket: right answers, refusals, hostile clients, and its end.

use crate::common;
use crate::test_service;

use common::{OFFICER, USER, init, pin, user};
use sealane::{Digest, Hash};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem, Signer};
use sealane_hsm::key::Key;
use sealane_hsm::keywrap::{Form, Wrapping};
use sealane_hsm::object::{Attributes, Id};
use sealane_hsm::queue::{Ciphertext, Content};
use sealane_hsm::remote::{self, Connection};
use sealane_hsm::role::Role;
use sealane_hsm::service::{Options, Service};
use sealane_hsm::wire::{REQUEST_BYTES, TokenName};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use test_service::{
    HEALTH, REFUSED, TestService, WAIT, connect, framed, head_of, item, made, raw, read_reply,
    request, silent, verify,
};

/// Goal: what a client asks for is done, and what it may not is refused with the error's code.
#[test]
fn requests_are_answered() {
    let served = TestService::new(Options::default());
    let mut connection = connect(&served.path()).unwrap();
    assert_eq!(connection.token(), "a token");
    let nobody = Id([7; 16]);
    assert_eq!(connection.sign(item(nobody, b"x")), Err(Error::NotLoggedIn));
    let wrong = connection.login(Role::User, b"wrong").unwrap_err();
    assert_eq!(wrong.code(), "PIN_WRONG");
    connection.login(Role::User, USER.as_bytes()).unwrap();
    assert_eq!(connection.sign(item(nobody, b"x")), Err(Error::KeyUnknown));
    for kind in ["p256", "ed25519", "rsa2048"] {
        let object = made(&mut connection, kind);
        let signature = connection.sign(item(object.id, b"message")).unwrap();
        verify(&object, b"message", &signature);
        connection.verify(item(object.id, b"message"), &signature).unwrap();
        assert!(connection.verify(item(object.id, b"another"), &signature).is_err());
        assert_eq!(connection.find(&object.attributes.label).unwrap(), object);
        assert_eq!(connection.find_id(object.id).unwrap(), object);
    }
    let p256 = connection.find("a p256 key").unwrap();
    // By RFC 6979 there is one signature; without the name of a hash the digest is any bytes.
    let fixed = SignItem { deterministic: true, ..item(p256.id, b"message") };
    let first = connection.sign(fixed.clone()).unwrap();
    assert_eq!(connection.sign(fixed).unwrap(), first);
    verify(&p256, b"message", &first);
    let any = Content::Digest(Digest::raw(Digest::of(Hash::Sha256, b"message").as_bytes()));
    let any = SignItem { content: any, ..item(p256.id, b"") };
    verify(&p256, b"message", &connection.sign(any).unwrap());
    let digest = Content::Digest(Digest::of(Hash::Sha256, b"message"));
    let of_digest = SignItem { key: p256.id, scheme: None, content: digest, deterministic: false };
    let mut items = vec![item(p256.id, b"message"), item(nobody, b"x"), of_digest];
    items.extend((0..2000).map(|_| item(p256.id, b"message")));
    let signed = connection.sign_all(items).unwrap();
    for (i, result) in signed.iter().enumerate() {
        match result {
            Ok(signature) => verify(&p256, b"message", signature),
            Err(error) => assert!(i == 1 && *error == Error::KeyUnknown, "{i}: {error}"),
        }
    }
    let x25519 = made(&mut connection, "x25519");
    let peer = sealane::ecc::PrivateKey::generate(sealane::ecc::Algorithm::X25519).unwrap();
    let secret = connection.derive(x25519.id, &peer.public_key().to_spki_der()).unwrap();
    let public = sealane::ecc::PublicKey::from_spki_der(&x25519.public).unwrap();
    assert_eq!(&secret[..], peer.derive(&public).unwrap().as_bytes());
    assert_eq!(connection.list().unwrap().len(), 4);
    connection.delete(x25519.id).unwrap();
    assert_eq!(connection.derive(x25519.id, &[]).err(), Some(Error::KeyUnknown));
    let metrics = connection.metrics().unwrap();
    for line in ["sealane_signatures_total{algorithm=\"p256\"} 2006", "sealane_hot_keys 3"] {
        assert!(metrics.contains(line), "{metrics}");
    }
    let health = connection.health().unwrap();
    assert_eq!((health.objects, health.hot, health.connections), (3, 3, 1));
    connection.logout().unwrap();
    assert_eq!(connection.sign(item(p256.id, b"x")), Err(Error::NotLoggedIn));
    assert_eq!(connection.health().unwrap().hot, 0);
    let log = served.log();
    assert!(log.contains("PIN_WRONG") && !log.contains(USER) && !log.contains("wrong"));
}

/// What a kept key says to each of the operations, in words that can be compared.
fn conduct(keys: &mut dyn Keys) -> Vec<String> {
    let mut said = vec![];
    let mut say = |what: &str, result: Result<String, Error>| {
        said.push(format!("{what}: {}", result.unwrap_or_else(|error| error.code().to_owned())));
    };
    let loose = |label: &str, kind: &str| {
        let kind = kind.parse().unwrap();
        Attributes { exportable: true, sensitive: false, ..Attributes::usual(label, kind) }
    };
    let pair = sealane::ecc::PrivateKey::generate(sealane::ecc::Algorithm::EcP256).unwrap();
    let (document, spki) = (pair.to_pkcs8_der(), pair.public_key().to_spki_der());
    let key = || Key::from_pkcs8(&document).unwrap();
    let taken = keys.import(key(), loose("in", "p256"));
    say("import", taken.clone().map(|object| (object.public == spki).to_string()));
    say("again", keys.import(key(), loose("in", "p256")).map(|_| String::new()));
    let id = taken.as_ref().map_or(Id([7; 16]), |object| object.id);
    say("export", keys.export(id).map(|out| (*out == *document).to_string()));
    let public = keys.import_public(&spki, "theirs");
    say("public", public.clone().map(|object| object.class.name().to_owned()));
    let theirs = public.map_or(Id([7; 16]), |object| object.id);
    say("export public", keys.export(theirs).map(|_| String::new()));
    say("sign by public", keys.sign(item(theirs, b"x")).map(|_| String::new()));
    let kind = |name: &str| name.parse().unwrap();
    let closed = keys.generate(kind("p256"), Attributes::usual("closed", kind("p256")));
    let closed = closed.map_or(Id([7; 16]), |object| object.id);
    say("export closed", keys.export(closed).map(|_| String::new()));
    say("derive", keys.derive(closed, &spki).map(|_| String::new()));
    let (hash, mgf, label) = (Hash::Sha256, Hash::Sha256, vec![]);
    let nothing = Ciphertext { bytes: vec![7; 256], hash, mgf, label };
    say("decrypt", keys.decrypt(closed, nothing).map(|_| String::new()));
    say("random", keys.random(32).map(|bytes| bytes.len().to_string()));
    say("random, too much", keys.random(1025).map(|_| String::new()));
    let odd = Key::from_outside(kind("aes128"), &[7; 16]).unwrap();
    let wraps = keys.import(odd, Attributes::usual("wraps", kind("aes128")));
    let by = wraps.map_or(Id([7; 16]), |object| object.id);
    let wrapped = keys.wrap(by.into(), id);
    say("wrap", wrapped.clone().map(|bytes| bytes.len().to_string()));
    say("wrap closed", keys.wrap(by.into(), closed).map(|_| String::new()));
    let wrapped = wrapped.unwrap_or_default();
    let back = keys.unwrap(by.into(), &wrapped, loose("back", "p256"));
    say("unwrap", back.map(|object| (object.public == spki).to_string()));
    let none = keys.unwrap(by.into(), &[0; 24], loose("none", "p256"));
    say("unwrap nothing", none.map(|_| String::new()));
    // AES keys go by both forms, documents by one.
    let whole = Wrapping { by, form: Form::Whole };
    say("wrap whole", keys.wrap(whole, id).map(|_| String::new()));
    let secret = keys
        .import(Key::from_outside(kind("aes128"), &[9; 16]).unwrap(), loose("secret", "aes128"));
    let secret = secret.map_or(Id([7; 16]), |object| object.id);
    for (wrapping, length) in [(whole, "24"), (by.into(), "24")] {
        let wrapped = keys.wrap(wrapping, secret);
        say(length, wrapped.clone().map(|bytes| bytes.len().to_string()));
        let label = format!("{:?}", wrapping.form);
        let taken = keys.unwrap(wrapping, &wrapped.unwrap_or_default(), loose(&label, "aes128"));
        let taken = taken.and_then(|object| keys.export(object.id));
        say("the same", taken.map(|bytes| (bytes[..] == [9; 16]).to_string()));
    }
    say("find", keys.find_id(id).map(|object| object.attributes.label));
    let signature = keys.sign(item(id, b"x"));
    say("sign", signature.clone().map(|_| String::new()));
    let signature = signature.unwrap_or_default();
    say("verify", keys.verify(item(id, b"x"), &signature).map(|()| String::new()));
    say("verify another", keys.verify(item(id, b"y"), &signature).map(|()| String::new()));
    say("delete", keys.delete(id).map(|()| String::new()));
    say("gone", keys.sign(item(id, b"x")).map(|_| String::new()));
    said
}

/// Goal: a service says to each operation what the token of this process says, for every role and
/// for nobody.
#[test]
fn services_and_tokens_conduct_themselves_alike() {
    let served = TestService::new(Options::default());
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let mut connection = connect(&served.path()).unwrap();
    let mut refused = conduct(&mut connection);
    assert_eq!(refused.pop().unwrap(), "gone: NOT_LOGGED_IN");
    connection.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    let of_officer = conduct(&mut connection);
    assert_eq!(of_officer, conduct(&mut engine.client(Some(officer))));
    assert!(of_officer.contains(&"import: ROLE_DENIED".to_owned()), "{of_officer:?}");
    connection.login(Role::User, USER.as_bytes()).unwrap();
    let of_user = conduct(&mut connection);
    assert_eq!(of_user, conduct(&mut engine.client(Some(user))));
    for line in [
        "import: true",
        "again: NAME_EXISTS",
        "export: true",
        "export public: KEY_TYPE",
        "sign by public: USAGE_DENIED",
        "export closed: KEY_NOT_EXTRACTABLE",
        "derive: USAGE_DENIED",
        "decrypt: KEY_TYPE",
        "random: 32",
        "random, too much: DATA_TOO_LONG",
        "wrap closed: KEY_NOT_EXTRACTABLE",
        "unwrap: true",
        "wrap whole: WRAP_LENGTH",
        "24: 24",
        "the same: true",
        "unwrap nothing: WRAP_INVALID",
        "verify another: SIG_INVALID",
        "gone: KEY_UNKNOWN",
    ] {
        assert!(of_user.contains(&line.to_owned()), "{line}: {of_user:?}");
    }
}

/// Goal: many clients at once each have the signature of their own message, and lanes fill.
#[test]
fn many_clients_are_served() {
    let served = TestService::new(Options::default());
    let mut connection = served.user();
    let objects = ["p256", "ed25519", "rsa2048"].map(|kind| made(&mut connection, kind));
    let connections: Vec<_> = (0..16).map(|_| served.user()).collect();
    std::thread::scope(|scope| {
        for (client, mut connection) in connections.into_iter().enumerate() {
            let objects = &objects;
            scope.spawn(move || {
                for i in 0..60 {
                    let object = &objects[(client + i) % objects.len()];
                    let message = format!("message {i} of client {client}");
                    let signature = connection.sign(item(object.id, message.as_bytes())).unwrap();
                    verify(object, message.as_bytes(), &signature);
                }
            });
        }
    });
    assert_eq!(connection.health().unwrap().outstanding, 0);
}

/// Goal: one thread asks on many connections and takes the answers later, whatever else a
/// connection asks for in between; it has no answer that was not asked for. Keys change from item
/// to item, or stay, or are none.
#[test]
fn answers_are_taken_later() {
    let served = TestService::new(Options::default());
    let mut user = served.user();
    let keys = ["p256", "ed25519"].map(|kind| made(&mut user, kind));
    let ticket = user.ticket().unwrap();
    let mut all: Vec<_> = (0..8).map(|_| connect(&served.path()).unwrap()).collect();
    let nobody = Id([7; 16]);
    let of = |i: usize, k: usize| match k % 5 {
        4 => item(nobody, b"x"),
        k => item(keys[if i.is_multiple_of(2) { k / 2 } else { k % 2 }].id, &[i as u8]),
    };
    for (i, connection) in all.iter_mut().enumerate() {
        connection.join(&ticket).unwrap();
        connection.begin_signing((0..10 * i).map(|k| of(i, k)).collect()).unwrap();
        connection.health().unwrap();
        connection.begin_signing(vec![item(keys[0].id, b"later")]).unwrap();
    }
    for (i, connection) in all.iter_mut().enumerate().rev() {
        let signed = connection.signatures().unwrap();
        assert_eq!(signed.len(), 10 * i);
        for (k, signature) in signed.into_iter().enumerate() {
            let asked = of(i, k);
            match keys.iter().find(|object| object.id == asked.key) {
                Some(object) => verify(object, &[i as u8], &signature.unwrap()),
                None => assert_eq!(signature, Err(Error::KeyUnknown)),
            }
        }
        let later = connection.signatures().unwrap().remove(0).unwrap();
        verify(&keys[0], b"later", &later);
        assert_eq!(connection.signatures().unwrap_err().code(), "FRAME_INVALID");
        connection.health().unwrap();
    }
    let many = (0..1025).map(|_| item(nobody, b"x")).collect();
    assert_eq!(user.begin_signing(many), Err(Error::Busy));
}

/// Goal: what is no frame ends its own connection and no other, with a refusal where it says which
/// request it is. Method: too long, garbage, bytes behind a request, half a frame, before a hello
/// and behind one; the service still answers.
#[test]
fn hostile_frames_end_their_connection() {
    let idle = Duration::from_millis(300);
    let served = TestService::new(Options { idle, ..Options::default() });
    let long = ((REQUEST_BYTES + 1) as u32).to_be_bytes().to_vec();
    let garbage = framed(&[0xff; 40]);
    let longer = request(7, "Health", &[9]);
    let none = String::new();
    let [version, invalid] = ["VERSION_UNSUPPORTED", "FRAME_INVALID"].map(str::to_owned);
    let cases = [
        (&long, [&none, &none]),
        (&garbage, [&none, &none]),
        (&longer, [&none, &invalid]),
        (&framed(&[]), [&none, &none]),
        (&vec![0, 0], [&none, &none]),
        (&framed(&[1, 0, 2]), [&version, &none]),
        (&request(7, "Login", &[1, 200]), [&none, &invalid]),
        (&request(7, "Login", &[9, 1, 7]), [&none, &invalid]),
    ];
    let open: [fn(&Path) -> UnixStream; 2] = [silent, raw];
    for (bytes, said) in cases {
        for (open, said) in open.into_iter().zip(said) {
            let mut stream = open(&served.path());
            stream.write_all(bytes).unwrap();
            let mut rest = vec![];
            // With bytes that nobody has read, the system may end it less politely.
            let _ = stream.read_to_end(&mut rest);
            let rest = String::from_utf8_lossy(&rest);
            assert_eq!(
                (rest.is_empty(), rest.contains(said)),
                (said.is_empty(), true),
                "{bytes:?}"
            );
        }
    }
    assert!(connect(&served.path()).is_ok());
}

/// Goal: an operation that the service has not is refused by its number, and the connection goes
/// on; so is a token that it has not. Method: one frame behind the other; by a client that selects.
#[test]
fn unknown_operations_and_tokens_are_refused() {
    let served = TestService::new(Options::default());
    let mut stream = raw(&served.path());
    let strange = framed(&[0, 0, 0, 7, 0x80, 1, 0, 9, 9, 9]);
    let slot = framed(&[0, 0, 0, 8, 0, 3, 1, 0, 1]);
    let label = framed(&[&[0, 0, 0, 9, 0, 3, 2, 7][..], b"a token"].concat());
    stream.write_all(&[strange, slot, label, request(10, "Health", &[])].concat()).unwrap();
    let replies = [(); 4].map(|()| read_reply(&mut stream));
    let heads = replies.each_ref().map(|reply| head_of(reply));
    assert_eq!(heads, [(7, REFUSED), (8, REFUSED), (9, HEALTH), (10, HEALTH)]);
    for (reply, said) in replies.iter().zip(["operation 32769", "TOKEN_UNKNOWN"]) {
        assert!(String::from_utf8_lossy(reply).contains(said), "{said}");
    }
    let mut user = served.user();
    assert_eq!(user.select(TokenName::Slot(1)), Err(Error::TokenUnknown));
    assert_eq!(user.select(TokenName::Label("another".to_owned())), Err(Error::TokenUnknown));
    user.select(TokenName::Label("a token".to_owned())).unwrap();
    let [only] = &user.tokens().unwrap()[..] else { panic!("one token") };
    assert_eq!((only.slot, &only.label[..]), (0, "a token"));
    made(&mut user, "p256");
}

/// Goal: a client of one version older and one newer is answered by the version that both speak,
/// and one that speaks none is told both ranges and let go. Method: hellos of such ranges.
#[test]
fn versions_are_negotiated() {
    let served = TestService::new(Options::default());
    let ranges = [(3, 4, true), (4, 5, true), (4, 4, true), (5, 6, false), (3, 3, false)];
    for (lowest, highest, common) in ranges {
        let mut stream = silent(&served.path());
        // A later version may say more in its hello.
        let fields = [&b"sealane\0"[..], &[lowest, highest], &[0; 3][..usize::from(highest) / 5]];
        stream.write_all(&request(1, "Hello", &fields.concat())).unwrap();
        let reply = read_reply(&mut stream);
        if common {
            assert_eq!(reply[..9], [0, 0, 0, 1, 0, 2, 4, 4, 4], "{lowest} to {highest}");
            stream.write_all(&request(2, "Health", &[])).unwrap();
            assert_eq!(head_of(&read_reply(&mut stream)), (2, HEALTH));
            continue;
        }
        assert_eq!(head_of(&reply), (1, REFUSED));
        let said = String::from_utf8_lossy(&reply);
        assert!(said.contains("VERSION_UNSUPPORTED"), "{said}");
        let range = format!("{lowest} to {highest}");
        assert!(said.contains(&range) && said.contains("4 to 4"), "{said}");
        assert_eq!(stream.read(&mut [0]).unwrap(), 0, "the connection ends");
    }
}

/// Goal: a loopback address takes the same frames, tells nothing before a login, and lets nobody
/// stop the service; what is no frame, a page's request say, ends its connection; no address that
/// another machine reaches is listened on, and then no socket is left.
#[test]
fn loopback_addresses_are_listened_on() {
    let any: SocketAddr = "127.0.0.1:0".parse().unwrap();
    let served = TestService::new(Options { loopback: Some(any), ..Options::default() });
    let address = served.service.as_ref().unwrap().address().unwrap();
    assert!(address.ip().is_loopback() && address.port() != 0);
    let mut connection = Connection::connect(&remote::Endpoint::Loopback(address), WAIT).unwrap();
    assert_eq!(connection.token(), "");
    assert_eq!(connection.list(), Err(Error::NotLoggedIn));
    assert_eq!(connection.find("x"), Err(Error::NotLoggedIn));
    assert_eq!(connection.find_id(Id([7; 16])), Err(Error::NotLoggedIn));
    assert_eq!(connection.metrics(), Err(Error::NotLoggedIn));
    connection.login(Role::User, USER.as_bytes()).unwrap();
    let object = made(&mut connection, "p256");
    verify(&object, b"x", &connection.sign(item(object.id, b"x")).unwrap());
    assert_eq!(connection.list().unwrap(), [object]);
    assert!(connection.metrics().unwrap().contains("sealane_connections 1"));
    assert_eq!(connection.stop(), Err(Error::RoleDenied));
    let mut page = TcpStream::connect(address).unwrap();
    page.set_read_timeout(WAIT).unwrap();
    page.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut rest = vec![];
    // With bytes that nobody has read, the system may end it less politely.
    let _ = page.read_to_end(&mut rest);
    assert!(rest.is_empty());
    for open in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::new(init(folder.path()), Settings::default());
        let options = Options { loopback: Some(open.parse().unwrap()), ..Options::default() };
        let path = folder.path().join("socket");
        let refused = Service::start(engine, &path, options).err();
        let said = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(said.contains("127.0.0.0/8") && !path.exists(), "{open}: {said}");
    }
}

/// Goal: so many connections and no more; and a place that another service has is not taken.
#[test]
fn connections_are_bounded() {
    let served = TestService::new(Options { most_connections: 2, ..Options::default() });
    // Who has logged in stays.
    let first = served.user();
    let _second = served.user();
    assert_eq!(connect(&served.path()).err(), Some(Error::Disconnected));
    drop(first);
    let again = || connect(&served.path()).is_ok();
    assert!((0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        again()
    }));
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::new(init(folder.path()), Settings::default());
    let taken = Service::start(engine, &served.path(), Options::default());
    assert!(matches!(taken, Err(Error::Permission(_))));
}

/// Goal: a stop answers what is outstanding, then takes nothing more and leaves no socket.
#[test]
fn stopping_drains() {
    let mut served = TestService::new(Options::default());
    let mut connection = served.user();
    let object = made(&mut connection, "rsa2048");
    let path = served.path();
    let busy = std::thread::spawn(move || {
        let signed = connection.sign_all((0..64).map(|_| item(object.id, b"x")).collect());
        signed.unwrap().iter().for_each(|one| verify(&object, b"x", one.as_ref().unwrap()));
    });
    let mut other = connect(&path).unwrap();
    while other.health().unwrap().outstanding == 0 && !busy.is_finished() {
        std::thread::yield_now();
    }
    other.stop().unwrap();
    busy.join().unwrap();
    served.service.take().unwrap().wait();
    assert!(!path.exists());
    assert_eq!(connect(&path).err(), Some(Error::Disconnected));
}

/// Goal: the same trait signs in the process itself.
#[test]
fn engines_sign_in_process() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let object = (*token.generate(&session, common::draft("p384", "key")).unwrap()).clone();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let signer: &mut dyn Signer = &mut engine.client(Some(session));
    assert_eq!(signer.find("key").as_ref(), Ok(&object));
    assert_eq!(signer.list().unwrap(), std::slice::from_ref(&object));
    verify(&object, b"x", &signer.sign(item(object.id, b"x")).unwrap());
    let items = vec![item(Id([0; 16]), b"x"), item(object.id, b"y")];
    let signed = signer.sign_all(items).unwrap();
    assert_eq!(signed[0], Err(Error::KeyUnknown));
    verify(&object, b"y", signed[1].as_ref().unwrap());
    let refused = engine.client(Some(officer)).sign(item(object.id, b"x"));
    assert_eq!(refused, Err(Error::RoleDenied));
}
