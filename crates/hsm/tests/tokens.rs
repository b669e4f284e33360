//! Goal: several tokens work together by one queue, while keys, sessions and slots are each token's
//! own.

use crate::common::{USER, draft, init, master, pin, quick_folder, user};
use crate::test_service::{connect, item, verify};
use sealane_hsm::engine::{Engine, InProcess, Settings, Signer};
use sealane_hsm::limits::PeerLimits;
use sealane_hsm::object::Object;
use sealane_hsm::role::Role;
use sealane_hsm::service::{Options, Service, Tokens};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{Session, Token};
use sealane_hsm::wire::TokenName;
use sealane_hsm::{Error, Platform};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const LABELS: [&str; 2] = ["signing", "archive"];

fn made(folder: &Path, label: &str) -> Token {
    let storage = Sqlite::create(&folder.join(format!("{label}.db"))).unwrap();
    let officer = pin(crate::common::OFFICER);
    Token::init(Box::new(storage), Platform::system(), &master(), label, &officer).unwrap()
}

/// A token at work with a key and who may use it.
struct Worker {
    engine: Arc<Engine>,
    session: Session,
    key: Object,
}

impl Worker {
    fn client(&self) -> InProcess {
        self.engine.client(Some(self.session.clone()))
    }
}

fn workers(folder: &Path, settings: Settings) -> [Worker; 2] {
    let tokens = LABELS.map(|label| made(folder, label));
    let filled = tokens.each_ref().map(|token| {
        let session = user(token);
        let key = (*token.generate(&session, draft("p256", "key")).unwrap()).clone();
        (session, key)
    });
    let [first, second] = tokens;
    let first = Engine::new(first, settings);
    let second = first.beside(second, settings);
    let mut filled = filled.into_iter();
    [first, second].map(|engine| {
        let (session, key) = filled.next().expect("one each");
        Worker { engine: Arc::new(engine), session, key }
    })
}

/// Goal: the keys of both tokens sign by one queue, each rightly, at the same time.
#[test]
fn tokens_have_one_queue() {
    let folder = quick_folder();
    let both = workers(folder.path(), Settings::default());
    let queue = both[0].engine.queue();
    assert!(std::ptr::eq(queue, both[1].engine.queue()));
    std::thread::scope(|scope| {
        for worker in &both {
            scope.spawn(move || {
                let items = (0..64).map(|i| item(worker.key.id, &[i])).collect();
                let all = worker.client().sign_all(items).unwrap();
                for (i, signature) in all.into_iter().enumerate() {
                    verify(&worker.key, &[i as u8], &signature.unwrap());
                }
            });
        }
    });
    let items: u64 = queue.statistics().lines.values().map(|line| line.items).sum();
    assert_eq!(items, 128);
}

/// Goal: a session of one token opens nothing of another, and the last logout of a token lets go
/// of its keys alone.
#[test]
fn keys_and_sessions_are_each_tokens_own() {
    let folder = quick_folder();
    let [first, second] = workers(folder.path(), Settings::default());
    for worker in [&first, &second] {
        worker.client().sign(item(worker.key.id, b"m")).unwrap();
        assert_eq!(worker.engine.hot().statistics().held, 1);
    }
    let crossed = first.engine.client(Some(second.session.clone()));
    let refused = { crossed }.sign(item(first.key.id, b"m"));
    assert_eq!(refused, Err(Error::NotLoggedIn));
    assert_eq!(first.client().sign(item(second.key.id, b"m")), Err(Error::KeyUnknown));
    first.engine.hot().logged_out();
    assert_eq!(first.engine.hot().statistics().held, 0);
    assert_eq!(second.engine.hot().statistics().held, 1);
}

/// Goal: two tokens in one slot or of one label are refused, and a service of none.
#[test]
fn slots_and_labels_are_each_tokens_own() {
    let folder = quick_folder();
    let token = |label: &str| made(folder.path(), label);
    let set = |tokens| Tokens::new(tokens, Settings::default()).map(drop);
    assert_eq!(set(vec![(0, token("a")), (7, token("b"))]), Ok(()));
    assert_eq!(set(vec![(3, token("c")), (3, token("d"))]), Err(Error::NameExists));
    let other = quick_folder();
    let twin = init(other.path());
    let first = quick_folder();
    assert_eq!(set(vec![(0, init(first.path())), (1, twin)]), Err(Error::NameExists));
    assert_eq!(set(vec![]), Err(Error::StoreMissing));
}

/// Goal: the limits of the token that a request names hold for it, and no others. Method: one token
/// has a limit that its requests come to, the other has none.
#[test]
fn limits_are_of_the_token_that_is_named() {
    let folder = quick_folder();
    let [first, second] = LABELS.map(|label| made(folder.path(), label));
    let officer = second.login(Role::Officer, &pin(crate::common::OFFICER)).unwrap();
    let limits = PeerLimits { requests_a_second: 5, ..PeerLimits::default() };
    second.set_limits(&officer, limits).unwrap();
    let tokens = Tokens::new(vec![(0, first), (1, second)], Settings::default()).unwrap();
    let path = folder.path().join("socket");
    let service = Service::start(tokens, &path, Options::default()).unwrap();
    let mut connection = connect(&path).unwrap();
    let mut ask = |slot| {
        // What is named counts, not what the connection had before.
        connection.select(TokenName::Slot(slot)).and_then(|()| connection.list())
    };
    assert!((0..200).all(|_| ask(0).is_ok()), "it has no limit");
    let refused = (0..200).filter(|_| ask(1).err() == Some(Error::Busy)).count();
    assert!(refused > 0 && (0..200).all(|_| ask(0).is_ok()), "{refused} were refused");
    service.stop();
}

/// What clients of two tokens do: by turns all sign by the first one, and half by each.
struct Load {
    path: std::path::PathBuf,
    by_both: AtomicBool,
    stop: AtomicBool,
    signed: AtomicU64,
}

impl Load {
    fn client(&self, number: usize) {
        let connect = |slot: u16| {
            let mut connection = connect(&self.path).unwrap();
            connection.select(TokenName::Slot(slot)).unwrap();
            connection.login(Role::User, USER.as_bytes()).unwrap();
            let key = connection.find("key").unwrap();
            (connection, key.id)
        };
        let (mut first, mut own) = (connect(0), connect(number as u16 % 2));
        while !self.stop.load(Ordering::Relaxed) {
            let by = if self.by_both.load(Ordering::Relaxed) { &mut own } else { &mut first };
            by.0.sign(item(by.1, b"m")).unwrap();
            self.signed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Signatures of a span of time, for each second of the processor.
    fn rate(&self, by_both: bool) -> f64 {
        let seconds = || {
            let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
            time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
        };
        self.by_both.store(by_both, Ordering::Relaxed);
        // What was begun the other way ends.
        std::thread::sleep(Duration::from_millis(20));
        let (begun, before) = (seconds(), self.signed.load(Ordering::Relaxed));
        std::thread::sleep(Duration::from_millis(120));
        let signed = self.signed.load(Ordering::Relaxed) - before;
        signed as f64 / (seconds() - begun)
    }
}

/// Names the process that measures: the time of other tests would count in this one.
const ALONE: &str = "SEALANE_TOKENS_ALONE";

/// Goal: two tokens with half the load each take no more than a twentieth more of the processor
/// than one with all of it. Method: the same clients by turns, many times, in a process of their
/// own; the median of ratios.
#[test]
fn two_tokens_cost_what_one_does() {
    if std::env::var_os(ALONE).is_some() {
        return measure();
    }
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "tokens::two_tokens_cost_what_one_does", "--nocapture"]);
    let output = command.env(ALONE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("two tokens: "), "it was measured");
}

fn measure() {
    let folder = quick_folder();
    let tokens = LABELS.map(|label| {
        let token = made(folder.path(), label);
        token.generate(&user(&token), draft("p256", "key")).unwrap();
        token
    });
    let tokens = tokens.into_iter().zip(0..).map(|(token, slot)| (slot, token)).collect();
    let tokens = Tokens::new(tokens, Settings::default()).unwrap();
    let path = folder.path().join("socket");
    let service = Service::start(tokens, &path, Options::default()).unwrap();
    let load = Load { path, by_both: false.into(), stop: false.into(), signed: 0.into() };
    let mut ratios: Vec<f64> = std::thread::scope(|scope| {
        let load = &load;
        for number in 0..8 {
            scope.spawn(move || load.client(number));
        }
        while load.signed.load(Ordering::Relaxed) < 800 {
            std::thread::sleep(Duration::from_millis(10));
        }
        let ratios = (0..31).map(|_| load.rate(true) / load.rate(false)).collect();
        load.stop.store(true, Ordering::Relaxed);
        ratios
    });
    ratios.sort_by(f64::total_cmp);
    println!("two tokens: {:.3} of what one does", ratios[ratios.len() / 2]);
    assert!(ratios[ratios.len() / 2] > 0.95, "{ratios:.3?}");
    service.stop();
}
