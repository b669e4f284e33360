//! Frames of real clients, changed in one place: each is answered or ends its own connection, and
//! no other client notices.

use crate::common;
use crate::test_service;

use common::loose;
use sealane::Hash;
use sealane_hsm::engine::{Keys, Signer};
use sealane_hsm::key::Key;
use sealane_hsm::keywrap::{Form, Wrapping};
use sealane_hsm::queue::Ciphertext;
use sealane_hsm::remote::Connection;
use sealane_hsm::service::Options;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use test_service::{TestService, WAIT, connect, item, made, operation, verify};

/// Says whether a frame ends the session or the service, which its user may.
fn ends_it_all(frame: &[u8]) -> bool {
    let ends = ["Logout", "Stop"].map(|name| operation(name).to_be_bytes());
    ends.iter().any(|operation| frame.get(4..6) == Some(operation))
}

/// Returns what `ask` sends through a connection to the service of a socket, frame by frame,
/// without their lengths.
pub fn sent(socket: &Path, ask: impl FnOnce(&mut Connection)) -> Vec<Vec<u8>> {
    let between = socket.with_file_name("between");
    let listener = UnixListener::bind(&between).unwrap();
    let bytes = std::thread::scope(|scope| {
        let relay = scope.spawn(|| {
            let (mut client, _) = listener.accept().unwrap();
            let mut service = UnixStream::connect(socket).unwrap();
            let (mut replies, mut back) =
                (service.try_clone().unwrap(), client.try_clone().unwrap());
            scope.spawn(move || std::io::copy(&mut replies, &mut back));
            let (mut all, mut some) = (vec![], [0; 4096]);
            loop {
                let length = client.read(&mut some).unwrap();
                if length == 0 {
                    service.shutdown(Shutdown::Write).unwrap();
                    return all;
                }
                all.extend(&some[..length]);
                service.write_all(&some[..length]).unwrap();
            }
        });
        ask(&mut connect(&between).unwrap());
        relay.join().unwrap()
    });
    frames(&bytes)
}

/// Splits what consists of whole frames.
fn frames(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![];
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let (frame, rest) = rest.split_at(u32::from_be_bytes(*length) as usize);
        all.push(frame.to_vec());
        bytes = rest;
    }
    assert!(bytes.is_empty(), "half a frame");
    all
}

/// Sends frames by a connection of their own; returns the replies.
fn replies(served: &TestService, all: [&[u8]; 3]) -> Vec<Vec<u8>> {
    let mut stream = UnixStream::connect(served.path()).unwrap();
    stream.set_read_timeout(WAIT).unwrap();
    for frame in all {
        let framed = [&(frame.len() as u32).to_be_bytes(), frame].concat();
        // It may be gone already.
        let _ = stream.write_all(&framed);
    }
    let _ = stream.shutdown(Shutdown::Write);
    let mut read = vec![];
    let _ = stream.read_to_end(&mut read);
    frames(&read)
}

/// All that a user does, each at least once.
pub fn everything(user: &mut Connection) {
    let [p256, x25519, aes] = ["p256", "x25519", "aes256"].map(|kind| made(user, kind).id);
    let signature = user.sign(item(p256, b"message")).unwrap();
    let signed = user.sign_all(vec![item(p256, b"one"), item(x25519, b"two")]).unwrap();
    assert!(signed[0].is_ok() && signed[1].is_err());
    user.verify(item(p256, b"message"), &signature).unwrap();
    let pair = |algorithm| sealane::ecc::PrivateKey::generate(algorithm).unwrap();
    let peer = pair(sealane::ecc::Algorithm::X25519).public_key().to_spki_der();
    user.derive(x25519, &peer).unwrap();
    let (hash, mgf, label) = (Hash::Sha256, Hash::Sha1, b"a label".to_vec());
    let ciphertext = Ciphertext { bytes: vec![7; 64], hash, mgf, label };
    // By a key of RSA each changed import of it would take its time.
    assert!(user.decrypt(p256, ciphertext).is_err());
    user.random(16).unwrap();
    let key = Key::from_pkcs8(&pair(sealane::ecc::Algorithm::Ed25519).to_pkcs8_der()).unwrap();
    let open = user.import(key, loose("ed25519", "open").attributes).unwrap().id;
    let by = Wrapping { by: aes, form: Form::Padded };
    let wrapped = user.wrap(by, open).unwrap();
    let again = user.unwrap(by, &wrapped, loose("ed25519", "again").attributes).unwrap().id;
    user.import_public(&peer, "theirs").unwrap();
    user.export(open).unwrap();
    user.find("open").unwrap();
    user.find_id(open).unwrap();
    user.list().unwrap();
    user.page("o", 2).unwrap();
    user.changes().unwrap();
    user.tokens().unwrap();
    user.health().unwrap();
    user.metrics().unwrap();
    user.delete(again).unwrap();
}

/// Goal: what is nearly a request ends nothing but its own connection. Method: frames of a user are
/// recorded, and sent again by one who has joined the session: as they are; with a bit changed, in
/// each of the first bytes every bit, then one of each byte; cut off at each byte; a byte longer.
#[test]
fn changed_frames_are_answered_or_refused() {
    let served = TestService::new(Options::default());
    let mut user = served.user();
    let safe = made(&mut user, "p384");
    let ticket = user.ticket().unwrap();
    let recorded = sent(&served.path(), |other| {
        other.join(&ticket).unwrap();
        everything(other);
    });
    let [hello, join] = [&recorded[0], &recorded[1]];
    let (mut answered, mut refused) = (0, 0);
    for frame in &recorded {
        assert_eq!(replies(&served, [hello, join, frame]).len(), 3, "{frame:?}");
        let bits = |at: usize| if at < 8 { 0..8 } else { at % 8..at % 8 + 1 };
        let flipped = (0..frame.len()).flat_map(|at| bits(at).map(move |bit| (at, bit)));
        let mut changed: Vec<Vec<u8>> = flipped
            .map(|(at, bit)| {
                let mut changed = frame.clone();
                changed[at] ^= 1 << bit;
                changed
            })
            .collect();
        changed.extend((0..frame.len()).map(|length| frame[..length].to_vec()));
        changed.push([&frame[..], &[0]].concat());
        changed.retain(|frame| !ends_it_all(frame));
        for changed in changed {
            let replies = replies(&served, [hello, join, &changed]);
            let last = String::from_utf8_lossy(replies.last().expect("a hello's reply"));
            match replies.len() {
                // A join that is not like the first one is answered by a refusal.
                3 if !last.contains("FRAME_INVALID") => answered += 1,
                1..=3 => refused += 1,
                more => panic!("{more} replies: {changed:?}"),
            }
        }
        verify(&safe, b"still", &user.sign(item(safe.id, b"still")).unwrap());
    }
    println!("{} frames, changed: {answered} answered, {refused} refused", recorded.len());
    assert!(recorded.len() > 15 && answered > 100 && refused > 100);
    assert!(user.metrics().unwrap().contains("sealane_panics_total 0"));
    assert_eq!(user.health().unwrap().connections, 1);
}
