//! D10: after the last logout nothing of a key is in the memory of the service.

mod search;

use crate::common::{self, loose, quick_folder};
use crate::test_service::{item, logged_in};
use common::{init, user};
use sealane::mldsa::ParameterSet;
use sealane::rsa::Oaep;
use sealane::{Algorithm, Hash, Lengths, PrivateKey, PublicKey, ecc};
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem, Signer};
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::object::{Attributes, Object, Usage};
use sealane_hsm::queue::Ciphertext;
use sealane_hsm::remote::Connection;
use sealane_hsm::service::{Options, Service};
use sealane_hsm::token::Draft;
use search::{Finding, Memory, Secrets};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where the service in another process has its token and its socket.
const FOLDER: &str = "SEALANE_TEST_REMAINS";

/// Not a test, but the service of [`OtherProcess`]: without its variable it does nothing.
#[test]
fn service_whose_memory_is_read() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let token = init(&folder);
    user(&token).end();
    let engine = Engine::new(token, Settings::default());
    let options = Options { threads: 2, ..Options::default() };
    let service = Service::start(engine, &folder.join("socket"), options).unwrap();
    println!("\nserves");
    // Until whoever has started it is gone.
    let _ = std::io::stdin().read_to_end(&mut vec![]);
    service.stop();
}

/// A service in a process of its own.
struct OtherProcess(Child);

impl OtherProcess {
    fn start(folder: &Path) -> Self {
        let name = "hardening::remains::service_whose_memory_is_read";
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(FOLDER, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(said.map_while(Result::ok).any(|line| line == "serves"), "it serves");
        Self(child)
    }

    fn memory(&self) -> Memory {
        Memory::of_process(self.0.id())
    }
}

impl Drop for OtherProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Keys of lengths that take long to make.
fn stored_keys() -> impl Iterator<Item = (String, PrivateKey)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/operations/keys");
    ["rsa3072", "rsa4096", "dsa2048", "dsa3072"].into_iter().map(move |name| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.pem"))).unwrap();
        (name.to_owned(), PrivateKey::from_pem(&text, Lengths::Current).unwrap())
    })
}

/// Keys of every kind, half of them made in the token and half taken in, and their secrets.
fn planted(keys: &mut Connection, secrets: &mut Secrets) -> Vec<Object> {
    let mut objects = vec![];
    let curves = || ecc::Algorithm::ALL.iter().map(|curve| Algorithm::Curve(*curve));
    let lattices = ParameterSet::ALL.map(Algorithm::MlDsa);
    let others = [Algorithm::Rsa { bits: 2048 }].into_iter().chain(lattices);
    for kind in curves().chain(others).map(KeyKind::Pair).chain([KeyKind::Aes(256)]) {
        let Draft { attributes, .. } = loose(&kind.to_string(), &format!("made {kind}"));
        let object = keys.generate(kind, attributes).unwrap();
        let document = keys.export(object.id).unwrap();
        secrets.add(&object.attributes.label, kind, &document);
        objects.push(object);
    }
    let fresh = curves().chain(lattices).map(|algorithm| {
        let key = PrivateKey::generate(algorithm).unwrap();
        (algorithm.to_string(), key)
    });
    for (name, key) in fresh.chain(stored_keys()) {
        let (label, document) = (format!("taken in {name}"), key.to_pkcs8_der());
        let key = Key::Private(key);
        secrets.add(&label, key.kind(), &document);
        let mut attributes = Attributes::usual(&label, key.kind());
        if attributes.usage.has(Usage::SIGN) {
            // Those of RSA decrypt as well.
            attributes.usage = Usage::possible(key.kind());
        }
        objects.push(keys.import(key, attributes).unwrap());
    }
    objects
}

/// Uses a key in every way that there is for it: alone, in lanes, and with nonces of its own; one
/// that decrypts on `message`.
fn used(keys: &mut Connection, object: &Object, aes: &Object, message: &[u8]) {
    let signs = object.kind.usual_scheme().is_ok();
    if signs {
        for n in 0..3u8 {
            keys.sign(item(object.id, &[n])).unwrap();
        }
        let deterministic = SignItem { deterministic: true, ..item(object.id, b"again") };
        keys.sign(deterministic).unwrap();
        let many = (0..20u8).map(|n| item(object.id, &[n])).collect();
        assert!(keys.sign_all(many).unwrap().iter().all(Result::is_ok));
    } else if !object.public.is_empty() {
        keys.derive(object.id, &object.public).unwrap();
    }
    if object.attributes.usage.has(Usage::DECRYPT) {
        let public = PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap();
        let PublicKey::Rsa(public) = public else { panic!("a key of RSA") };
        let bytes = public.encrypt_oaep(message, Oaep::of(Hash::Sha256)).unwrap();
        let (hash, mgf, label) = (Hash::Sha256, Hash::Sha256, vec![]);
        let decrypted = keys.decrypt(object.id, Ciphertext { bytes, hash, mgf, label });
        assert_eq!(decrypted.unwrap()[..], *message);
    }
    if object.attributes.exportable && object.id != aes.id {
        let wrapped = keys.wrap(aes.id.into(), object.id).unwrap();
        let attributes = loose(&object.kind.to_string(), "for a moment").attributes;
        let back = keys.unwrap(aes.id.into(), &wrapped, attributes).unwrap();
        keys.delete(back.id).unwrap();
    }
}

/// Goal: after the last logout no part of a key, nor of a message that one has decrypted, is
/// anywhere in the service's memory, neither in
/// what was freed nor on the stacks of its threads. Method: keys of every kind, made, taken in,
/// given out, wrapped and used in a process of its own, all of whose memory is searched for any 16
/// bytes of any secret number in either order, and for its limbs of 52 bits. Before the logout
/// every key that was used is found; after the logout of one of two sessions too.
#[test]
fn hardening_d10_nothing_of_a_key_outlasts_the_last_logout() {
    let folder = quick_folder();
    let process = OtherProcess::start(folder.path());
    let path = folder.path().join("socket");
    let (mut first, mut second) = (logged_in(&path), logged_in(&path));
    let mut secrets = Secrets::default();
    let objects = planted(&mut first, &mut secrets);
    assert!(objects.len() > 20, "{} keys", objects.len());
    let message: [u8; 64] = std::array::from_fn(|i| (i * i * 7 + 0x1d) as u8 ^ 0xa5);
    secrets.add_number("a message", "what was decrypted", &message);
    let aes = objects.iter().find(|it| it.kind == KeyKind::Aes(256)).unwrap();
    for object in &objects {
        used(&mut first, object, aes, &message);
        used(&mut second, object, aes, &message);
    }
    let pairs = |found: &[Finding]| {
        let has = |it: &&Object| found.iter().any(|one| one.key == it.attributes.label);
        let pairs = objects.iter().filter(|it| !it.public.is_empty());
        let missing: Vec<_> = pairs.filter(|it| !has(it)).map(|it| it.kind.to_string()).collect();
        assert!(missing.is_empty(), "the search does not find {missing:?}");
    };
    pairs(&process.memory().search(&secrets));
    second.logout().unwrap();
    pairs(&process.memory().search(&secrets));
    first.logout().unwrap();
    // Threads wipe when they come round.
    let begun = Instant::now();
    let found = loop {
        let found = process.memory().search(&secrets);
        if found.is_empty() || begun.elapsed() > Duration::from_secs(3) {
            break found;
        }
    };
    let report: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{} remains:\n{}", found.len(), report.join("\n"));
}
