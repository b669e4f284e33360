//! Many threads on one token: every signature is right, every error is a documented one.

use crate::common;
use crate::test_service;

use common::{draft, init, loose, quick_folder, user};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, Signer};
use sealane_hsm::object::Object;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};
use test_service::{item, verify};

const THREADS: usize = 256;
const KEYS: usize = 64;
/// How long a key is waited for that goes under its user.
const LONGEST: Duration = Duration::from_secs(60);

/// How often each thread signs; `SEALANE_STORM=100000` is for a night.
fn times() -> usize {
    std::env::var("SEALANE_STORM").map_or(12, |text| text.parse().unwrap())
}

/// Goal: 256 threads sign by 64 keys, of which half stay unwrapped, while others make keys, sign
/// by them and remove them under their users: no signature is wrong or of another key, keys that
/// stay always sign, and keys that go say that they are unknown.
#[test]
fn threads_do_not_disturb_each_other() {
    let folder = quick_folder();
    let token = init(folder.path());
    let session = user(&token);
    let kinds = ["p256", "ed25519", "p384", "secp256k1"];
    let drafts = (0..KEYS).map(|i| draft(kinds[i % 4], &format!("key {i}"))).collect();
    let keys = token.generate_all(&session, drafts).unwrap();
    let engine =
        Arc::new(Engine::new(token, Settings { most_hot: KEYS / 2, ..Settings::default() }));
    let (begin, over) = (Barrier::new(THREADS), AtomicBool::new(false));
    let (passing, gone) = (std::sync::Mutex::new(None::<Object>), AtomicUsize::new(0));
    let begun = Instant::now();
    let sign = |thread: usize| {
        let mut client = engine.client(Some(session.clone()));
        begin.wait();
        let mut time = 0;
        // And until a key has gone under somebody, which is chance.
        while time < times() || (gone.load(Ordering::Relaxed) == 0 && begun.elapsed() < LONGEST) {
            let object = &keys[(thread + time * 7) % KEYS];
            let message = format!("{thread} {time}").into_bytes();
            let signature = client.sign(item(object.id, &message)).unwrap();
            if (thread + time).is_multiple_of(16) {
                verify(object, &message, &signature);
            }
            let other = passing.lock().unwrap().clone();
            if let Some(other) = other.filter(|_| time % 4 == 0) {
                match client.sign(item(other.id, &message)) {
                    Ok(signature) => verify(&other, &message, &signature),
                    Err(Error::KeyUnknown) => {
                        gone.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            time += 1;
        }
    };
    let change = |number: usize| {
        let mut client = engine.client(Some(session.clone()));
        let mut made = 0;
        while !over.load(Ordering::Relaxed) {
            let kind = kinds[made % 4].parse().unwrap();
            let attributes = loose(kinds[made % 4], &format!("passing {number} {made}")).attributes;
            let object = client.generate(kind, attributes).unwrap();
            *passing.lock().unwrap() = Some(object.clone());
            client.sign(item(object.id, b"its own")).unwrap();
            client.delete(object.id).unwrap();
            made += 1;
        }
        made
    };
    let made: usize = std::thread::scope(|scope| {
        let change = &change;
        let changing: Vec<_> = (0..2).map(|i| scope.spawn(move || change(i))).collect();
        let sign = &sign;
        let signing: Vec<_> = (0..THREADS).map(|i| scope.spawn(move || sign(i))).collect();
        let ended: Vec<_> = signing.into_iter().map(|thread| thread.join()).collect();
        over.store(true, Ordering::Relaxed);
        ended.into_iter().for_each(|end| end.unwrap());
        changing.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    let (signed, gone) = (THREADS * times(), gone.into_inner());
    println!("storm: {signed} signatures; {made} keys came and went, {gone} times under a user");
    assert!(made > 1 && gone > 0);
    assert_eq!(engine.token().list().len(), KEYS);
    let statistics = engine.queue().statistics();
    assert_eq!((statistics.outstanding, statistics.panics), (0, 0));
    assert!(engine.hot().statistics().held <= KEYS / 2);
}
