//! Keys of a real service: handshakes, groups that gather, lost connections, refusals.

use super::common::*;
use rustls::pki_types::CertificateDer;
use rustls::sign::{CertifiedKey, SigningKey};
use rustls::version::{TLS12, TLS13};
use rustls::{Error, InconsistentKeys, SignatureScheme};
use sealane::{Lengths, PublicKey};
use sealane_client::connection::{Connection, Endpoint};
use sealane_client::object::{Attributes, Object, Usage};
use sealane_client::signer::Keys;
use sealane_hsm::engine::{Engine, Settings as EngineSettings};
use sealane_hsm::master::Master;
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::service::{Options, Service};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use sealane_hsm::{Platform, SymmetricKey};
use sealane_measure::fork::fork;
use sealane_rustls::service::{PinSource, ServiceKeys, Settings};
use std::sync::Arc;
use std::time::{Duration, Instant};

const OFFICER: &[u8] = b"officer 1234";
const USER: &[u8] = b"user 1234";
const OPERATOR: &[u8] = b"operator 1234";

fn master() -> Master {
    Master::Key(SymmetricKey::from_bytes(&[0x5a; 32]).unwrap())
}

/// A service of a fresh token, whose operator may sign.
struct Served {
    folder: tempfile::TempDir,
    service: Option<Service>,
}

impl Served {
    fn new() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let storage = Box::new(Sqlite::create(&folder.path().join("token.db")).unwrap());
        let pin = |bytes| Pin::new(bytes).unwrap();
        let platform = Platform::system();
        let token = Token::init(storage, platform, &master(), "tls", &pin(OFFICER)).unwrap();
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        token.set_pin(&officer, Role::User, &pin(USER)).unwrap();
        token.set_pin(&officer, Role::Operator, &pin(OPERATOR)).unwrap();
        drop(officer);
        let mut served = Self { folder, service: None };
        served.serve(token);
        served
    }

    fn serve(&mut self, token: Token) {
        let engine = Engine::new(token, EngineSettings::default());
        let socket = self.folder.path().join("socket");
        self.service = Some(Service::start(engine, &socket, Options::default()).unwrap());
    }

    fn stop(&mut self) {
        self.service.take().into_iter().for_each(Service::stop);
    }

    /// Starts it again.
    fn start(&mut self) {
        let storage = Box::new(Sqlite::open(&self.folder.path().join("token.db")).unwrap());
        self.serve(Token::open(storage, Platform::system(), &master()).unwrap());
    }

    fn endpoint(&self) -> Endpoint {
        self.folder.path().join("socket").into()
    }

    fn user(&self) -> Connection {
        let mut connection = Connection::connect(&self.endpoint(), None).unwrap();
        connection.login(Role::User, USER).unwrap();
        connection
    }

    /// Makes a key, whose label is its kind.
    fn generate(&self, kind: &str, usage: Option<Usage>) -> Object {
        let kind = kind.parse().unwrap();
        let usual = Attributes::usual(&format!("{kind}"), kind);
        let attributes = Attributes { usage: usage.unwrap_or(usual.usage), ..usual };
        self.user().generate(kind, attributes).unwrap()
    }

    fn settings(&self) -> Settings {
        let settings = Settings::new(self.endpoint(), "operator", PinSource::given(OPERATOR));
        // On a busy machine a login takes its time.
        Settings { wait: Duration::from_secs(120), ..settings }
    }

    fn keys(&self) -> ServiceKeys {
        ServiceKeys::connect(self.settings()).unwrap()
    }

    /// A figure of the service.
    fn figure(&self, name: &str) -> f64 {
        let text = Connection::connect(&self.endpoint(), None).unwrap().metrics().unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop();
    }
}

fn certificate(authority: &Authority, object: &Object) -> CertificateDer<'static> {
    authority.issue(&PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap(), GOOD)
}

/// A key of the service with its certificate.
fn certified_by(
    keys: &ServiceKeys,
    authority: &Authority,
    object: &Object,
) -> Result<CertifiedKey, Error> {
    keys.certified_key(&object.attributes.label, vec![certificate(authority, object)])
}

fn code(error: &Error) -> String {
    match error {
        Error::Other(other) => other.0.to_string().split(':').next().unwrap().to_owned(),
        other => panic!("{other:?}"),
    }
}

/// Goal: every kind of key signs from the service, for servers and for clients, in both versions;
/// ring's clients believe those that they know.
#[test]
fn every_kind_of_key_serves() {
    let served = Served::new();
    let keys = served.keys();
    for (kind, ring_has_it) in KINDS {
        let authority = Authority::new("p256");
        let object = served.generate(kind, None);
        let own = certified_by(&keys, &authority, &object).unwrap();
        let server = server(ours(), own.clone(), Some(authority.roots()));
        for version in [&TLS12, &TLS13] {
            for provider in [ours(), rings()].into_iter().take(1 + usize::from(ring_has_it)) {
                let client = client(provider, version, authority.roots(), Some(own.clone()));
                let said = shake(&client, &server);
                let has_it = has_suites(kind, version.version);
                assert_eq!(said.is_ok(), has_it, "{kind}: {:?}", said.err());
            }
        }
        for scheme in own.key.choose_scheme(&[SignatureScheme::RSA_PSS_SHA256]).iter() {
            assert_eq!(scheme.scheme(), SignatureScheme::RSA_PSS_SHA256);
        }
        assert_eq!(&*own.key.public_key().unwrap(), &object.public[..]);
        let text = format!("{:?}", own.key);
        assert!(text.contains("ServiceKey") && text.contains(kind), "{text}");
    }
}

/// Goal: what many threads sign at the same time goes in groups, and each has its own signature.
#[test]
fn threads_fill_the_lanes() {
    const THREADS: usize = 64;
    const EACH: usize = 50;
    let served = Served::new();
    let object = served.generate("p256", None);
    let public = PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap();
    let key = served.keys().signing_key("p256").unwrap();
    let of = |figure: &str| served.figure(&format!("{figure}{{algorithm=\"p256\"}}"));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (key, public) = (&key, &public);
            scope.spawn(move || {
                let signer = key.choose_scheme(&[SignatureScheme::ECDSA_NISTP256_SHA256]).unwrap();
                for round in 0..EACH {
                    let message = format!("{thread} {round}").into_bytes();
                    let signature = signer.sign(&message).unwrap();
                    let scheme = public.algorithm().usual_scheme().unwrap();
                    public.verify(&message, &scheme, &signature).unwrap();
                }
            });
        }
    });
    let (items, groups) = (of("sealane_group_items_sum"), of("sealane_group_items_count"));
    println!("{items} signatures in {groups} groups: {:.1} each", items / groups);
    assert_eq!(items as usize, THREADS * EACH);
    assert!(items / groups > 4.0, "{items} in {groups} groups");
    assert!(served.figure("sealane_connections") <= 4.0);
}

/// Goal: long work does not hold up short work for ever, and both are right, when keys of several
/// kinds sign at once.
#[test]
fn kinds_are_mixed() {
    let served = Served::new();
    let keys = served.keys();
    let kinds = ["p256", "rsa2048", "ed25519", "mldsa44"];
    let objects = kinds.map(|kind| served.generate(kind, None));
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let (keys, object) = (&keys, &objects[thread % kinds.len()]);
            scope.spawn(move || {
                let public = PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap();
                let key = keys.signing_key(&object.attributes.label).unwrap();
                for scheme in sealane_rustls::sign::Kind::of(&public).unwrap().schemes {
                    let signer = key.choose_scheme(&[*scheme]).unwrap();
                    let signature = signer.sign(b"message").unwrap();
                    let by = sealane_rustls::sign::scheme_of(*scheme).unwrap();
                    public.verify(b"message", &by, &signature).unwrap();
                }
            });
        }
    });
}

/// Goal: a service that has started anew is found again, by an idle login and under work; while it
/// is away, handshakes end with its code at once.
#[test]
fn a_service_that_comes_back_is_found() {
    let mut served = Served::new();
    let authority = Authority::new("p256");
    let object = served.generate("p256", None);
    let own = certified_by(&served.keys(), &authority, &object).unwrap();
    let server = server(ours(), own.clone(), None);
    let client = client(ours(), &TLS13, authority.roots(), None);
    assert!(shake(&client, &server).is_ok());
    served.stop();
    let begun = Instant::now();
    let Err(refused) = shake(&client, &server) else { panic!("nobody signs") };
    assert!(!refused.by_client);
    assert_eq!(code(&refused.error), "DISCONNECTED");
    assert!(begun.elapsed() < Duration::from_secs(5));
    served.start();
    assert!(shake(&client, &server).is_ok(), "it is there again");
    // And again, with many threads at work: each signature that is asked for is made, or refused.
    let signer = own.key.choose_scheme(&[SignatureScheme::ECDSA_NISTP256_SHA256]).unwrap();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|_| scope.spawn(|| (0..200).filter(|_| signer.sign(b"message").is_err()).count()))
            .collect();
        served.stop();
        served.start();
        let refused: usize = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
        println!("{refused} of 3200 refused");
    });
    assert!(signer.sign(b"message").is_ok());
}

/// Goal: a wrong PIN is tried once and never again, and the code says what was wrong.
#[test]
fn wrong_pins_are_tried_once() {
    let mut served = Served::new();
    served.generate("p256", None);
    let wrong = Settings { pin: PinSource::given(b"0000"), ..served.settings() };
    assert_eq!(ServiceKeys::connect(wrong).unwrap_err().code(), "PIN_WRONG");
    let none = Settings { identity: "nobody".into(), ..served.settings() };
    // Who is not there looks like somebody who has no PIN.
    assert_eq!(ServiceKeys::connect(none).unwrap_err().code(), "PIN_UNSET");
    // The PIN is another one when the connection is lost.
    let key = served.keys().signing_key("p256").unwrap();
    let mut officer = Connection::connect(&served.endpoint(), None).unwrap();
    officer.login(Role::Officer, OFFICER).unwrap();
    officer.set_pin(Role::Operator, b"another 1234").unwrap();
    served.stop();
    served.start();
    let signer = key.choose_scheme(&[SignatureScheme::ECDSA_NISTP256_SHA256]).unwrap();
    for _ in 0..5 {
        assert_eq!(code(&signer.sign(b"message").unwrap_err()), "PIN_WRONG");
    }
    let name = "sealane_logins_refused_total{code=\"PIN_WRONG\"}";
    assert_eq!(served.figure(name), 1.0);
}

/// Goal: a session that ends at the service, here by a new PIN and back, is opened again.
#[test]
fn sessions_that_end_are_opened_again() {
    let served = Served::new();
    served.generate("p256", None);
    let key = served.keys().signing_key("p256").unwrap();
    let signer = key.choose_scheme(&[SignatureScheme::ECDSA_NISTP256_SHA256]).unwrap();
    assert!(signer.sign(b"message").is_ok());
    let mut officer = Connection::connect(&served.endpoint(), None).unwrap();
    officer.login(Role::Officer, OFFICER).unwrap();
    officer.set_pin(Role::Operator, OPERATOR).unwrap();
    assert!(signer.sign(b"message").is_ok());
}

/// Goal: keys that are not there, or are not for TLS, and certificates of other keys are refused
/// with their codes when they are asked for.
#[test]
fn wrong_keys_are_refused() {
    let served = Served::new();
    let (keys, authority) = (served.keys(), Authority::new("p256"));
    let refused = |label: &str| keys.signing_key(label).unwrap_err().code().to_owned();
    assert_eq!(refused("nothing"), "KEY_UNKNOWN");
    assert_eq!(refused(""), "KEY_UNKNOWN");
    for kind in ["x25519", "secp256k1", "aes256"] {
        served.generate(kind, None);
        assert_eq!(refused(kind), "KEY_TYPE", "{kind}");
    }
    served.generate("p384", Some(Usage::DERIVE));
    assert_eq!(refused("p384"), "USAGE_DENIED");
    let object = served.generate("p256", None);
    assert!(certified_by(&keys, &authority, &object).is_ok());
    let other = authority.issue(&key("p256", 1).public_key(), GOOD);
    let mismatch = Error::InconsistentKeys(InconsistentKeys::KeyMismatch);
    assert_eq!(keys.certified_key("p256", vec![other]).unwrap_err(), mismatch);
    assert_eq!(keys.certified_key("p256", vec![]).unwrap_err(), Error::NoCertificatesPresented);
    let garbage = CertificateDer::from(vec![0x30, 0x00]);
    assert!(keys.certified_key("p256", vec![garbage]).is_err());
    assert_eq!(code(&keys.certified_key("nothing", vec![]).unwrap_err()), "KEY_UNKNOWN");
    // It is removed while it serves.
    let signer = keys.signing_key("p256").unwrap();
    let signer = signer.choose_scheme(&[SignatureScheme::ECDSA_NISTP256_SHA256]).unwrap();
    served.user().delete(object.id).unwrap();
    assert_eq!(code(&signer.sign(b"message").unwrap_err()), "KEY_UNKNOWN");
    assert_eq!(served.figure("sealane_connections"), 2.0, "the connection is kept");
}

/// Goal: settings that cannot be are refused with their codes.
#[test]
fn settings_are_looked_at() {
    let served = Served::new();
    let refused = |settings| ServiceKeys::connect(settings).unwrap_err().code().to_owned();
    for (connections, good) in [(0, false), (1, true), (16, true), (17, false)] {
        let settings = Settings { connections, ..served.settings() };
        assert_eq!(ServiceKeys::connect(settings).is_ok(), good, "{connections}");
    }
    assert_eq!(refused(Settings { connections: 0, ..served.settings() }), "CONNECTIONS_RANGE");
    let endpoint = Endpoint::Socket(served.folder.path().join("nothing"));
    assert_eq!(refused(Settings { endpoint, ..served.settings() }), "DISCONNECTED");
    let token = sealane_client::wire::TokenName::Label("another".into());
    assert_eq!(refused(Settings { token, ..served.settings() }), "TOKEN_UNKNOWN");
    let token = sealane_client::wire::TokenName::Label("tls".into());
    assert!(ServiceKeys::connect(Settings { token, ..served.settings() }).is_ok());
    let pin = PinSource::File(served.folder.path().join("nothing"));
    assert_eq!(refused(Settings { pin, ..served.settings() }), "PERMISSION");
    let text = format!("{:?} {:?}", served.settings(), served.keys());
    assert!(!text.contains("1234"), "{text}");
}

/// Goal: a key that was made before a fork signs in the child and in the child's child, over
/// connections of their own, and goes on signing in the parent.
#[test]
fn children_sign_by_connections_of_their_own() {
    let served = Served::new();
    let object = served.generate("ed25519", None);
    let public = PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap();
    let key = served.keys().signing_key("ed25519").unwrap();
    let signer = key.choose_scheme(&[SignatureScheme::ED25519]).unwrap();
    let signs = || {
        let signature = signer.sign(b"message").unwrap();
        public.verify(b"message", &sealane::Scheme::PURE_EDDSA, &signature).unwrap();
    };
    signs();
    let logins = || served.figure("sealane_logins_total");
    let before = logins();
    // What is proven is in the child alone: what it has locked there, it has locked itself.
    let child = fork(|| {
        signs();
        let grandchild = fork(|| {
            signs();
            vec![2]
        });
        signs();
        grandchild.unwrap().result().unwrap()
    });
    assert_eq!(child.unwrap().result().unwrap(), [2]);
    signs();
    assert_eq!(logins() - before, 2.0, "one of each child");
}

/// Goal: keys of a service may be handed to any thread.
#[test]
fn keys_may_be_shared() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<ServiceKeys>();
    shared::<Arc<dyn SigningKey>>();
}
