//! What hostile neighbours must not reach through the service.
//! The numbers of the tests are those of the list of attacks that they stand for.

use crate::common;
use crate::test_service;

use common::{USER, init, user};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, Signer};
use sealane_hsm::object::{Attributes, Id, Mechanism};
use sealane_hsm::queue::{Content, Job, Limits, Queue};
use sealane_hsm::remote::{Connection, Endpoint};
use sealane_hsm::role::Role;
use sealane_hsm::service::{Options, Service};
use sealane_hsm::token::{Draft, Session, Token};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use test_service::{
    DONE, HEALTH, PAGE, REFUSED, TestService, WAIT, first_page, head_of, item, made, raw,
    read_reply, request, resident,
};

/// The memory and the descriptors of the process are counted, so one test runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, maximum: limit.maximum };
    setrlimit(Resource::Nofile, most).unwrap();
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a bound of time is on this machine: itself with `SEALANE_STRICT_TIMES`, more where others
/// may want the processor.
fn within(bound: Duration) -> Duration {
    if std::env::var_os("SEALANE_STRICT_TIMES").is_some() { bound } else { 8 * bound }
}

const SECOND: Duration = Duration::from_secs(1);

/// A stream that has logged in as the user.
fn logged_in_raw(path: &Path) -> UnixStream {
    let mut stream = raw(path);
    let pin = USER.as_bytes();
    stream
        .write_all(&request(0, "Login", &[&b"\x04user"[..], &[pin.len() as u8], pin].concat()))
        .unwrap();
    assert_eq!(head_of(&read_reply(&mut stream)).1, DONE, "a login");
    stream
}

/// Asks for a key that takes long to be made.
fn generating(of: u32) -> Vec<u8> {
    let kind = b"rsa4096";
    let label = format!("slow {of}");
    let attributes =
        [&[label.len() as u8][..], label.as_bytes(), &[3, 0, 1, 0, 0, 0, 0, 0]].concat();
    request(of, "Generate", &[&[kind.len() as u8], &kind[..], &attributes].concat())
}

/// Asks for a signature of a short message, as usual.
fn signing(of: u32, key: Id) -> Vec<u8> {
    request(of, "Sign", &[&key.0[..], &[0, 0, 1, b'x', 0]].concat())
}

fn figure(connection: &mut Connection, name: &str) -> u64 {
    let text = connection.metrics().unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")[..]));
    line.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
}

/// Waits for something that comes soon.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Goal: those who connect and say nothing shut nobody out. Method: all places are taken and more
/// ask for one, whole connections of the same user; a client logs in and signs at once, and stays
/// while still more come.
#[test]
fn hardening_d7_idle_connections_shut_nobody_out() {
    let _alone = alone();
    let served = TestService::new(Options { most_connections: 100, ..Options::default() });
    let idle: Vec<_> = (0..110).map(|_| raw(&served.path())).collect();
    let begun = Instant::now();
    let mut user = served.user();
    let object = made(&mut user, "p256");
    user.sign(item(object.id, b"x")).unwrap();
    assert!(begun.elapsed() < within(SECOND), "{:?}", begun.elapsed());
    let more: Vec<_> = (0..200).map(|_| raw(&served.path())).collect();
    user.sign(item(object.id, b"x")).unwrap();
    until("the first ones go", || figure(&mut user, "sealane_connections") <= 101);
    assert!(figure(&mut user, "sealane_connections_dropped_total") >= 200);
    drop((idle, more));
}

/// Goal: who does not log in has less time for saying nothing than who has.
#[test]
fn hardening_d7_strangers_have_less_time() {
    let _alone = alone();
    let stranger_idle = Duration::from_millis(400);
    let served = TestService::new(Options { stranger_idle, ..Options::default() });
    let mut user = served.user();
    let mut stranger = raw(&served.path());
    stranger.write_all(&request(1, "Health", &[])).unwrap();
    read_reply(&mut stranger);
    let begun = Instant::now();
    assert_eq!(stranger.read(&mut [0]).unwrap(), 0);
    assert!(begun.elapsed() >= stranger_idle / 2);
    user.health().unwrap();
}

/// Goal: a stranger's connection takes no more than 64 KiB of memory. Method: 1,000 half frames of
/// each of two sorts: a long one, most of which is sent, and one as long as a stranger's may be;
/// the memory of the process with all of them open. A long request is refused, not its connection.
#[test]
fn hardening_d7_half_frames_take_little_memory() {
    let _alone = alone();
    const STREAMS: usize = 1000;
    let served = TestService::new(Options::default());
    let mut user = served.user();
    for (length, sent) in [((1_u32 << 20) - 8, 300_000), (4096, 4000)] {
        let before = resident();
        let half = [&length.to_be_bytes()[..], &[0, 0, 0, 7, 0, 3], &vec![0; sent]].concat();
        let streams: Vec<_> = (0..STREAMS)
            .map(|_| {
                let mut stream = raw(&served.path());
                stream.write_all(&half).unwrap();
                stream
            })
            .collect();
        user.health().unwrap();
        let grown = resident().saturating_sub(before);
        println!("{STREAMS} half frames of {length} bytes: {} KiB each", (grown / STREAMS) >> 10);
        assert!(grown <= STREAMS << 16, "{} MiB", grown >> 20);
        drop(streams);
        until("they are gone", || user.health().unwrap().connections == 1);
    }
    let mut stream = raw(&served.path());
    let long = request(7, "Sign", &vec![0; 100_000]);
    stream.write_all(&[long, request(8, "Health", &[])].concat()).unwrap();
    let refusal = read_reply(&mut stream);
    assert_eq!(head_of(&refusal), (7, REFUSED));
    assert!(String::from_utf8_lossy(&refusal).contains("NOT_LOGGED_IN"));
    assert_eq!(head_of(&read_reply(&mut stream)), (8, HEALTH));
}

/// Makes many keys with long labels, in an order that is not theirs.
fn many_keys(token: &Token, session: &Session) {
    let kind = "aes256".parse().unwrap();
    let label = |n: usize| format!("{:04} {}", n * 7 % KEYS, "x".repeat(100));
    let drafts = (0..KEYS).map(|n| Draft { kind, attributes: Attributes::usual(&label(n), kind) });
    token.generate_all(session, drafts.collect()).unwrap();
}

const KEYS: usize = 1000;

/// Goal: a list has pages: no answer is long, however long it is asked to be, and all of them
/// together are the list. A mechanism list longer than there are mechanisms is refused and spoils
/// nothing.
#[test]
fn hardening_d7_lists_are_bounded() {
    let _alone = alone();
    let served = TestService::with(Options::default(), many_keys);
    let mut user = served.user();
    let all = user.list().unwrap();
    assert_eq!(all.len(), KEYS);
    assert!(all.is_sorted_by_key(|object| object.attributes.label.clone()));
    let mut stream = raw(&served.path());
    let longest = request(1, "Page", &[0, 0xff, 0xff, 3]);
    stream.write_all(&[longest, first_page(2)].concat()).unwrap();
    let pages = [(); 2].map(|()| read_reply(&mut stream));
    assert_eq!([head_of(&pages[0]), head_of(&pages[1])], [(1, PAGE), (2, PAGE)]);
    assert_eq!(pages[0][4..], pages[1][4..]);
    assert!(pages[0].len() < 20_000, "{}", pages[0].len());
    let (first, more) = user.page("", 3).unwrap();
    assert_eq!((&first[..], more), (&all[..3], true));
    let (last, more) = user.page(&all[KEYS - 3].attributes.label, 2).unwrap();
    assert_eq!((&last[..], more), (&all[KEYS - 2..], false));
    let kind = "p256".parse().unwrap();
    let attributes = |count| Attributes {
        mechanisms: vec![Mechanism::Ecdsa; count],
        ..Attributes::usual("many mechanisms", kind)
    };
    assert_eq!(user.generate(kind, attributes(1_000_000)), Err(Error::UsageConflict));
    let most = Mechanism::ALL.len();
    assert_eq!(user.generate(kind, attributes(most + 1)), Err(Error::UsageConflict));
    user.generate(kind, attributes(1)).unwrap();
    assert_eq!(user.list().unwrap().len(), KEYS + 1);
}

/// Goal: answers that nobody reads take little memory. Method: 200 clients that ask for pages of a
/// long list as often as their sockets take, and read none; the memory of the process.
#[test]
fn hardening_d7_unread_answers_take_little_memory() {
    let _alone = alone();
    const STREAMS: usize = 200;
    let served = TestService::with(Options::default(), many_keys);
    let mut user = served.user();
    let before = resident();
    let ask: Vec<u8> = (0..32).flat_map(first_page).collect();
    let streams: Vec<_> = (0..STREAMS)
        .map(|_| {
            let mut stream = raw(&served.path());
            stream.write_all(&ask).unwrap();
            stream
        })
        .collect();
    user.health().unwrap();
    let grown = resident().saturating_sub(before);
    println!("{STREAMS} clients that do not read: {} KiB each", (grown / STREAMS) >> 10);
    assert!(grown <= STREAMS << 16, "{} MiB", grown >> 20);
    drop(streams);
}

/// Goal: slow work holds up no login and no signature, and goes with its client. Method: 1,000 keys
/// of RSA-4096 are asked for on one connection; others log in and sign; the first one leaves.
#[test]
fn hardening_d7_slow_work_holds_nobody_up() {
    let _alone = alone();
    let drain = Duration::from_millis(300);
    let mut served = TestService::new(Options { drain, ..Options::default() });
    let mut slow = logged_in_raw(&served.path());
    let mut user = served.user();
    let object = made(&mut user, "p256");
    let ask: Vec<u8> = (1..=1000).flat_map(generating).collect();
    slow.write_all(&ask).unwrap();
    until("they wait", || figure(&mut user, "sealane_slow_waiting") > 990);
    let begun = Instant::now();
    let mut other = served.user();
    let login = begun.elapsed();
    other.sign(item(object.id, b"x")).unwrap();
    made(&mut other, "ed25519");
    println!("a login beside 1,000 slow jobs: {login:?}, with two more: {:?}", begun.elapsed());
    assert!(login < within(SECOND), "{login:?}");
    assert!(begun.elapsed() < within(2 * SECOND), "{:?}", begun.elapsed());
    drop(slow);
    until("they go", || figure(&mut user, "sealane_slow_waiting") == 0);
    assert!(figure(&mut user, "sealane_slow_dropped_total") > 900);
    // What is being made cannot be interrupted, and is not waited for.
    let begun = Instant::now();
    served.service.take().unwrap().stop();
    assert!(begun.elapsed() < within(drain + SECOND), "{:?}", begun.elapsed());
}

/// Goal: one peer cannot make the queue busy for another, nor its clients for each other. Method:
/// 72 clients of one peer fill what they get; another peer then has room for a whole batch, and a
/// further client of the first one for some items.
#[test]
fn hardening_d7_busy_is_each_peers_own() {
    let kind = "p256".parse().unwrap();
    let key = sealane_hsm::key::generate(kind, &sealane_hsm::Platform::system()).unwrap();
    let key = Arc::new(key);
    let job = || {
        let content = Content::Message(b"x".to_vec());
        Job::new(key.clone(), content, key.kind().usual_scheme().unwrap()).unwrap()
    };
    // Short jobs wait until somebody works.
    let queue = Queue::new(Limits { workers: 1, per_client: 1024, in_all: 8192 });
    let operators: Vec<_> = (0..72).map(|_| queue.client_of(1000)).collect();
    let fill = |client: &sealane_hsm::queue::Client, most: usize| {
        (0..most).take_while(|_| client.enqueue(job(), drop).is_ok()).count()
    };
    let taken: usize = operators.iter().map(|client| fill(client, 1024)).sum();
    assert!(taken >= 4096, "{taken}");
    assert_eq!(operators[0].enqueue(job(), drop), Err(Error::Busy));
    let other = queue.client_of(1001);
    assert_eq!(fill(&other, 891), 891);
    assert_eq!(fill(&queue.client_of(1000), 64), 64);
    queue.abandon();
    until("what was being done is done", || queue.outstanding() == 0);
}

/// What a service suffers when it is to stop.
type Load = fn(&Path, Id) -> Vec<UnixStream>;

fn many(path: &Path, count: usize, say: impl Fn(usize) -> Vec<u8>) -> Vec<UnixStream> {
    let each = |n| {
        let mut stream = raw(path);
        stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
        let _ = stream.write_all(&say(n));
        stream
    };
    (0..count).map(each).collect()
}

const LOADS: [(&str, Load); 6] = [
    ("idle connections", |path, _| many(path, 100, |_| vec![])),
    ("half frames", |path, _| many(path, 100, |_| vec![0, 0, 9, 0, 1])),
    ("nobody reads", |path, _| {
        many(path, 50, |_| (0..2000).flat_map(|of| first_page(of % 256)).collect())
    }),
    ("slow jobs", |path, _| {
        let mut stream = logged_in_raw(path);
        stream.write_all(&(1..=1000).flat_map(generating).collect::<Vec<_>>()).unwrap();
        vec![stream]
    }),
    ("long signatures", |path, key| {
        let ask: Vec<u8> = (1..=1000).flat_map(|of| signing(of, key)).collect();
        let say = |_| {
            let mut stream = logged_in_raw(path);
            let _ = stream.write_all(&ask);
            stream
        };
        (0..16).map(say).collect()
    }),
    ("logins", |path, _| many(path, 200, |_| request(9, "Login", b"\x04user\x05wrong"))),
];

/// Goal: a service stops within the time for draining and a second, whatever it is asked for.
#[test]
fn hardening_d7_stops_come_in_time() {
    let _alone = alone();
    let drain = Duration::from_millis(500);
    for (name, load) in LOADS {
        let options = Options { drain, ..Options::default() };
        let mut served = TestService::new(options);
        let mut user = served.user();
        let rsa = made(&mut user, "rsa2048");
        user.sign(item(rsa.id, b"x")).unwrap();
        let streams = load(&served.path(), rsa.id);
        let begun = Instant::now();
        served.service.take().unwrap().stop();
        let took = begun.elapsed();
        println!("{name}: stopped in {took:?}");
        assert!(took < within(drain + SECOND), "{name}: {took:?}");
        drop(streams);
    }
}

/// A log that takes nothing before it is released.
struct Blocked(Arc<Mutex<Receiver<()>>>);

impl Write for Blocked {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = self.0.lock().unwrap().recv();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Goal: a log that takes nothing hangs nothing, and what it misses is counted. Method: the first
/// line is never written; 1,500 events of more than one sort come; clients are answered, and the
/// stop is in time.
#[test]
fn hardening_d7_logs_hold_nobody_up() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    user(&token);
    let (release, held): (Sender<()>, _) = channel();
    let held = Arc::new(Mutex::new(held));
    let subscriber = tracing_subscriber::fmt().with_writer(move || Blocked(held.clone()));
    let path = folder.path().join("socket");
    let drain = Duration::from_millis(300);
    let service = tracing::subscriber::with_default(subscriber.finish(), || {
        let engine = Engine::new(token, Settings::default());
        Service::start(engine, &path, Options { threads: 2, drain, ..Options::default() }).unwrap()
    });
    let mut user = test_service::logged_in(&path);
    let object = made(&mut user, "p256");
    let ticket = user.ticket().unwrap();
    let mut other = raw(&path);
    for of in 0..200 {
        other.write_all(&request(of, "Join", &[1, 7])).unwrap();
        read_reply(&mut other);
    }
    for _ in 0..1300 {
        user.join(&ticket).unwrap();
    }
    user.sign(item(object.id, b"x")).unwrap();
    assert!(figure(&mut user, "sealane_log_dropped_total") > 200);
    let begun = Instant::now();
    service.stop();
    assert!(begun.elapsed() < within(drain + SECOND), "{:?}", begun.elapsed());
    drop(release);
}

/// Goal: refusals that strangers cause fill no log. Method: 3,000 of them; the lines are few, and
/// say how many were left out.
#[test]
fn hardening_d11_refusals_are_logged_with_a_limit() {
    let _alone = alone();
    let served = TestService::new(Options::default());
    let mut other = raw(&served.path());
    let begun = Instant::now();
    for of in 0..3000 {
        other.write_all(&request(of, "Join", &[1, 7])).unwrap();
        read_reply(&mut other);
    }
    let seconds = begun.elapsed().as_secs() as usize + 1;
    std::thread::sleep(Duration::from_millis(1100));
    other.write_all(&request(1, "Join", &[1, 7])).unwrap();
    read_reply(&mut other);
    let log = served.log();
    let lines = log.lines().filter(|line| line.contains("join refused")).count();
    assert!((20..=20 * (seconds + 2)).contains(&lines), "{lines} in {seconds} s");
    assert!(log.contains("left_out"), "{log}");
}

/// Goal: who comes by an address and has not logged in is told nothing of the token.
#[test]
fn hardening_d11_addresses_tell_nothing() {
    let _alone = alone();
    let any = "127.0.0.1:0".parse().unwrap();
    let served = TestService::new(Options { loopback: Some(any), ..Options::default() });
    let address = served.service.as_ref().unwrap().address().unwrap();
    let mut connection = Connection::connect(&Endpoint::Loopback(address), WAIT).unwrap();
    assert_eq!(connection.token(), "");
    assert_eq!(connection.health().err(), Some(Error::NotLoggedIn));
    assert_eq!(connection.list().err(), Some(Error::NotLoggedIn));
    assert_eq!(connection.metrics().err(), Some(Error::NotLoggedIn));
    connection.login(Role::User, USER.as_bytes()).unwrap();
    assert_eq!(connection.health().unwrap().token, "a token");
}

/// Goal: a store that another process has is refused at once.
#[test]
fn hardening_d11_locked_stores_are_refused_at_once() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let begun = Instant::now();
    assert_eq!(common::open(folder.path()).err(), Some(Error::StoreLocked));
    assert!(begun.elapsed() < within(SECOND / 4), "{:?}", begun.elapsed());
    drop(token);
}
