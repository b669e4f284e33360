//! Clients that are slow, that do not read, or that send what is no request: each ends its own
//! connection, within bounds, and costs no other client its answer.

use crate::common;
use crate::test_service;

use common::{OFFICER, USER};
use sealane_hsm::engine::Signer;
use sealane_hsm::object::Id;
use sealane_hsm::remote::Connection;
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::wire::numbers::REQUESTS;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use test_service::{
    SIGNATURE, TestService, connect, first_page, framed, head_of, hello, item, made, operation,
    raw, read_reply, request, resident,
};

/// The memory of the process is measured, so one test runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until the other end has closed; says how long it took.
fn until_closed(stream: &mut UnixStream) -> Duration {
    let begun = Instant::now();
    let mut rest = vec![];
    // Bytes that it has not read make the end less polite.
    let _ = stream.read_to_end(&mut rest);
    begun.elapsed()
}

fn has_said(served: &TestService, what: &str) -> bool {
    served.log().contains(what)
}

/// Goal: a frame that is begun must be ended in its own time, however busy the connection looks;
/// one that is sent slowly and ends in time is answered.
#[test]
fn half_frames_have_a_deadline() {
    let _alone = alone();
    let frame = Duration::from_millis(700);
    let served = TestService::new(Options { frame, ..Options::default() });
    for start in [&[0][..], &[0, 0, 0, 9], &[0, 0, 0, 9, 1, 2, 3]] {
        let mut stream = raw(&served.path());
        stream.write_all(start).unwrap();
        let waited = until_closed(&mut stream);
        assert!(waited >= frame / 2 && waited < Duration::from_secs(20), "{start:?}: {waited:?}");
    }
    assert!(has_said(&served, "sender too slow"));
    // A byte now and then is no reason to wait longer.
    let mut stream = raw(&served.path());
    let begun = Instant::now();
    stream.write_all(&200u32.to_be_bytes()).unwrap();
    while stream.write_all(&[7]).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it trickles on");
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut slow = raw(&served.path());
    for byte in request(5, "Health", &[]) {
        slow.write_all(&[byte]).unwrap();
        std::thread::sleep(frame / 20);
    }
    read_reply(&mut slow);
    // Nothing is begun now, so nothing is late.
    std::thread::sleep(frame * 2);
    slow.write_all(&request(6, "Health", &[])).unwrap();
    read_reply(&mut slow);
}

/// Goal: who asks and does not read is let go, and has cost little memory. Method: 16 clients that
/// ask for the list of all keys as often as the socket takes, and read nothing.
#[test]
fn readers_must_read() {
    let _alone = alone();
    let write = Duration::from_millis(1500);
    let served = TestService::new(Options { write, ..Options::default() });
    let mut user = served.user();
    made(&mut user, "rsa2048");
    for kind in ["p256", "p384", "p521", "ed25519"] {
        made(&mut user, kind);
    }
    let before = resident();
    let path = served.path();
    let greedy = || {
        let mut stream = raw(&path);
        let ask: Vec<u8> = (0..100).flat_map(first_page).collect();
        let mut sent = 0;
        while stream.write_all(&ask).is_ok() {
            sent += 100;
            assert!(sent < 10_000_000, "nobody stops it");
        }
        sent
    };
    let most = std::thread::scope(|scope| {
        let all: Vec<_> = (0..16).map(|_| scope.spawn(greedy)).collect();
        let mut most = 0;
        while !all.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            most = most.max(resident());
            std::thread::sleep(Duration::from_millis(5));
        }
        all.into_iter().for_each(|one| assert!(one.join().unwrap() >= 100));
        most
    });
    let grown = most.saturating_sub(before) >> 20;
    assert!(grown < 64, "{grown} MiB");
    assert!(has_said(&served, "reader too slow or gone"));
    assert!(user.health().is_ok());
}

/// Takes the request that stops it all out of what is sent: this client may ask for it, and by
/// chance it did.
fn without_stop(body: &mut [u8]) {
    if body.get(4..6) == Some(&operation("Stop").to_be_bytes()) {
        body[5] ^= 1;
    }
}

/// Goal: no bytes end anything but their own connection. Method: frames of random bytes, of random
/// requests with random insides, and random bytes that are no frames; a good client in between.
#[test]
fn random_bytes_are_refused() {
    let _alone = alone();
    let frame = Duration::from_millis(200);
    let served = TestService::new(Options { frame, ..Options::default() });
    let mut user = served.user();
    let object = made(&mut user, "p256");
    let mut random = [0; 128];
    for round in 0..1500 {
        getrandom::fill(&mut random).unwrap();
        let length = usize::from(random[0]) % 100;
        let body = &mut random[1..1 + length.max(8)];
        if round % 3 != 0 {
            // One of the requests, for the first token: whatever is in it, it is of the protocol at
            // its beginning.
            let operation = REQUESTS[usize::from(body[5]) % REQUESTS.len()].0;
            body[4..6].copy_from_slice(&operation.to_be_bytes());
            body[6] = 0;
        }
        without_stop(body);
        let bytes = if round % 7 == 0 { body.to_vec() } else { framed(body) };
        let mut stream = raw(&served.path());
        let _ = stream.write_all(&bytes);
        // The end of what it says: half a frame needs no deadline then.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        until_closed(&mut stream);
        if round % 100 == 0 {
            user.sign(item(object.id, b"x")).unwrap();
        }
    }
    assert!(has_said(&served, "frame refused"));
    let health = user.health().unwrap();
    assert_eq!((health.objects, health.connections), (1, 1));
    assert!(user.metrics().unwrap().contains("sealane_panics_total 0"));
}

/// Goal: who has seen the end of its connection is not counted any more, so that it may come again
/// where one may come. Method: the count is looked at as soon as the end is seen.
#[test]
fn ended_connections_do_not_count() {
    let _alone = alone();
    let served = TestService::new(Options { most_connections: 1, ..Options::default() });
    let service = served.service.as_ref().unwrap();
    for round in 0..3000 {
        let mut stream = raw(&served.path());
        let goes = round % 2 == 0;
        stream.write_all(&if goes { request(1, "Health", &[]) } else { framed(&[]) }).unwrap();
        if goes {
            read_reply(&mut stream);
            stream.shutdown(std::net::Shutdown::Write).unwrap();
        }
        until_closed(&mut stream);
        assert_eq!(service.health().connections, 0, "round {round}");
    }
    assert!(!has_said(&served, "connection refused"));
}

/// Goal: a number that waits for its answer cannot be asked by again; what has its answer may.
#[test]
fn numbers_are_of_one_request() {
    let _alone = alone();
    let served = TestService::new(Options::default());
    let mut stream = raw(&served.path());
    let login = logging_in(9, "user", b"wrong");
    stream.write_all(&[&login[..], &login].concat()).unwrap();
    until_closed(&mut stream);
    assert!(has_said(&served, "frame refused"));
    let mut stream = raw(&served.path());
    for _ in 0..3 {
        stream.write_all(&request(9, "Health", &[])).unwrap();
        read_reply(&mut stream);
    }
}

/// Goal: bytes outstanding are bounded as requests are. Method: 60 MB of requests of one client, as
/// fast as they are taken and faster than they are signed; all are answered.
#[test]
fn bytes_outstanding_are_bounded() {
    let _alone = alone();
    const MESSAGE: usize = 1_000_000;
    let served = TestService::new(Options { most_bytes: 2 * MESSAGE, ..Options::default() });
    let object = made(&mut served.user(), "ed25519");
    let mut stream = raw(&served.path());
    stream.write_all(&logging_in(1, "user", USER.as_bytes())).unwrap();
    read_reply(&mut stream);
    // Sign by this key, as usual, a message of so many bytes: behind the length is the number of
    // the request, its highest byte first.
    let length = [MESSAGE as u8 | 0x80, (MESSAGE >> 7) as u8 | 0x80, (MESSAGE >> 14) as u8];
    let head = [&object.id.0[..], &[0, 0], &length].concat();
    let mut frame = request(0, "Sign", &[&head[..], &vec![7; MESSAGE], &[0]].concat());
    let before = resident();
    let mut writer = stream.try_clone().unwrap();
    let most = std::thread::scope(|scope| {
        let sent = scope.spawn(move || {
            for number in 0..60 {
                frame[7] = number;
                writer.write_all(&frame).unwrap();
            }
        });
        let mut most = 0;
        for _ in 0..60 {
            // A signature, and not a refusal.
            assert_eq!(head_of(&read_reply(&mut stream)).1, SIGNATURE);
            most = most.max(resident());
        }
        sent.join().unwrap();
        most
    });
    let grown = most.saturating_sub(before) >> 20;
    assert!(grown < 32, "{grown} MiB");
}

/// Goal: what waits of a client is dropped when it goes, and not when an answer finds nobody.
/// Method: 50 keys are asked for that take long to be made; when nothing waits any more, none has
/// been made since the client left. Once in three times will do, for one may be ready just then.
#[test]
fn the_gone_are_forgotten_at_once() {
    let _alone = alone();
    let served = TestService::new(Options::default());
    let mut user = served.user();
    let gone_at_once = |user: &mut Connection| {
        let mut slow = raw(&served.path());
        slow.write_all(&logging_in(0, "user", USER.as_bytes())).unwrap();
        read_reply(&mut slow);
        (1..=50).for_each(|number| slow.write_all(&generating(number)).unwrap());
        let waiting = |user: &mut Connection| {
            let text = user.metrics().unwrap();
            let row = text.lines().find_map(|line| line.strip_prefix("sealane_slow_waiting "));
            row.unwrap().parse::<u64>().unwrap()
        };
        while waiting(user) < 30 {
            std::thread::yield_now();
        }
        let made = user.health().unwrap().objects;
        drop(slow);
        while waiting(user) > 0 {
            std::thread::yield_now();
        }
        user.health().unwrap().objects == made
    };
    assert!((0..3).any(|_| gone_at_once(&mut user)));
}

/// What hostile clients do.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Hostile {
    Idle,
    HalfFrames,
    Garbage,
    NotReading,
    SlowJobs,
    WrongPins,
}

const KINDS: [Hostile; 6] = [
    Hostile::Idle,
    Hostile::HalfFrames,
    Hostile::Garbage,
    Hostile::NotReading,
    Hostile::SlowJobs,
    Hostile::WrongPins,
];

/// Asks for keys that take long to be made, or for one that does not.
fn generating(of: u8) -> Vec<u8> {
    let attributes = [&[1, b'0' + of % 10][..], &[3, 0, 1, 0, 0, 0, 0, 0]].concat();
    request(of.into(), "Generate", &[&[7][..], b"rsa3072", &attributes].concat())
}

fn logging_in(of: u8, who: &str, pin: &[u8]) -> Vec<u8> {
    let (who, lengths) = (who.as_bytes(), [who.len() as u8, pin.len() as u8]);
    request(of.into(), "Login", &[&lengths[..1], who, &lengths[1..], pin].concat())
}

/// Says hello, and takes the answer.
fn greeted(stream: &mut UnixStream) -> std::io::Result<()> {
    stream.write_all(&hello())?;
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    stream.read_exact(&mut vec![0; u32::from_be_bytes(length) as usize])
}

/// Does one of the six, again and again, until it is to stop.
fn annoy(path: &Path, kind: Hostile, stop: &AtomicBool) {
    let pause = || std::thread::sleep(Duration::from_millis(50));
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut stream) = UnixStream::connect(path) else {
            pause();
            continue;
        };
        let _ = stream.set_write_timeout(Some(Duration::from_millis(20)));
        let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
        let said = greeted(&mut stream).and_then(|()| match kind {
            Hostile::Idle => Ok(()),
            Hostile::HalfFrames => stream.write_all(&[0, 0, 1]),
            Hostile::Garbage => stream.write_all(&framed(&[0xff; 40])),
            Hostile::NotReading => (0..20).try_for_each(|n| stream.write_all(&first_page(n))),
            Hostile::SlowJobs => {
                let login = stream.write_all(&logging_in(0, "user", USER.as_bytes()));
                let login = login.and_then(|()| stream.read_exact(&mut [0; 10]));
                login.and_then(|()| (1..100).try_for_each(|n| stream.write_all(&generating(n))))
            }
            Hostile::WrongPins => {
                let guess = stream.write_all(&logging_in(0, "operator", b"a guess"));
                guess.and_then(|()| stream.read_exact(&mut [0; 10]))
            }
        });
        // Some stay for a while, others come again at once.
        let stays = matches!(kind, Hostile::Idle | Hostile::HalfFrames | Hostile::SlowJobs);
        for _ in 0..if stays && said.is_ok() { 20 } else { 1 } {
            if !stop.load(Ordering::Relaxed) {
                pause();
            }
        }
    }
}

/// Signs on each connection for a while; returns how long each signature took.
fn signatures(connections: &mut [Connection], key: Id, millis: u64) -> Vec<Duration> {
    let end = Instant::now() + Duration::from_millis(millis);
    let sign = |connection: &mut Connection| {
        let mut all = vec![];
        loop {
            let begun = Instant::now();
            if begun >= end {
                return all;
            }
            connection.sign(item(key, b"x")).unwrap();
            all.push(begun.elapsed());
        }
    };
    std::thread::scope(|scope| {
        let sign = &sign;
        let all: Vec<_> =
            connections.iter_mut().map(|one| scope.spawn(move || sign(one))).collect();
        all.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// Does `work` beside 64 hostile clients of these kinds, or beside none.
fn beside<T>(path: &Path, kinds: &[Hostile], work: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for number in 0..if kinds.is_empty() { 0 } else { 64 } {
            let (kind, stop) = (kinds[number % kinds.len()], &stop);
            scope.spawn(move || annoy(path, kind, stop));
        }
        // They have all come.
        std::thread::sleep(Duration::from_millis(100));
        let done = work();
        stop.store(true, Ordering::Relaxed);
        // What they had begun ends.
        std::thread::sleep(Duration::from_secs(1));
        done
    })
}

/// Returns what 99 of 100 do not take longer than.
fn p99(mut all: Vec<Duration>) -> f64 {
    all.sort_unstable();
    all[all.len() * 99 / 100].as_secs_f64()
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    f64::midpoint(all[(all.len() - 1) / 2], all[all.len() / 2])
}

/// Goal: 64 hostile clients of six kinds cost 64 good ones less than a tenth of their signatures,
/// and 99 of 100 take at most twice as long. Method: with and without them in turn, each turn with
/// them compared with those before and behind it, so that a machine that becomes slower under load
/// counts for neither; the medians of the ratios. On a machine that others use a few rounds tell
/// only that nobody is shut out; the figures take one with nothing else to do, a release build and
/// `SEALANE_HOSTILE_ROUNDS=8`.
#[test]
fn hostile_clients_cost_little() {
    let _alone = alone();
    let rounds = std::env::var("SEALANE_HOSTILE_ROUNDS").ok().map(|text| text.parse().unwrap());
    let (rounds, millis, least, most) =
        rounds.map_or((3, 200, 0.3, 20.0), |rounds: usize| (rounds, 4000, 0.9, 2.0));
    let served = TestService::new(Options::default());
    let mut officer = connect(&served.path()).unwrap();
    officer.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    officer.set_pin(Role::Operator, b"operator's PIN").unwrap();
    let mut user = served.user();
    let object = made(&mut user, "p256");
    let ticket = user.ticket().unwrap();
    let mut good: Vec<_> = (0..64).map(|_| connect(&served.path()).unwrap()).collect();
    good.iter_mut().for_each(|connection| connection.join(&ticket).unwrap());
    let path = served.path();
    let mut turn = |kinds: &[Hostile]| {
        let all = beside(&path, kinds, || signatures(&mut good, object.id, millis));
        let slow = user.metrics().unwrap();
        let dropped = slow.lines().find(|line| line.starts_with("sealane_slow_dropped_total "));
        println!("{} signatures, {} sorts beside; {}", all.len(), kinds.len(), dropped.unwrap());
        (all.len() as f64, p99(all))
    };
    let (mut throughputs, mut latencies) = (vec![], vec![]);
    // The first turns tell of caches and clocks.
    turn(&[]);
    let mut before = turn(&[]);
    for _ in 0..rounds {
        let (together, behind) = (turn(&KINDS), turn(&[]));
        throughputs.push(2.0 * together.0 / (before.0 + behind.0));
        latencies.push(2.0 * together.1 / (before.1 + behind.1));
        before = behind;
    }
    let (throughput, latency) = (median(throughputs.clone()), median(latencies.clone()));
    println!("median ratio {throughput:.3}, of the 99th percentiles {latency:.2}");
    assert!(throughput > least, "{throughputs:?}");
    assert!(latency < most, "{latencies:?}");
    // Nobody's slow work, guess or silence shuts the next one out.
    let begun = Instant::now();
    let mut next = served.user();
    next.sign(item(object.id, b"x")).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}
