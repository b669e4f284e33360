//! The queue: fair, bounded, drained at its end, and every result the right one.

use sealane::{Algorithm, Digest, Hash, PrivateKey, PublicKey, Scheme};
use sealane_hsm::Error;
use sealane_hsm::key::Key;
use sealane_hsm::queue::{Content, Job, Limits, Queue};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const LIMITS: Limits = Limits { workers: 1, per_client: 1000, in_all: 100_000 };

struct Pair {
    public: PublicKey,
    private: Arc<Key>,
    scheme: Scheme,
}

impl Pair {
    fn new(name: &str) -> Self {
        let key = PrivateKey::generate(Algorithm::from_name(name).unwrap()).unwrap();
        let public = key.public_key();
        let private = Arc::new(Key::Private(key));
        let scheme = private.kind().usual_scheme().unwrap();
        Self { public, private, scheme }
    }

    fn job(&self, message: &[u8]) -> Job {
        let content = Content::Message(message.to_vec());
        Job::new(self.private.clone(), content, self.scheme.clone()).unwrap()
    }

    fn verify(&self, message: &[u8], signature: &[u8]) {
        self.public.verify(message, &self.scheme, signature).unwrap();
    }
}

/// Holds the one worker of a queue until something is sent.
fn hold(queue: &Queue, pair: &Pair) -> Sender<()> {
    let (release, released) = channel::<()>();
    let (held, holding) = channel();
    let wait = move |_| {
        held.send(()).unwrap();
        let _ = released.recv();
    };
    queue.client().submit(pair.job(b"hold"), wait).unwrap();
    holding.recv().unwrap();
    release
}

/// Submits a job whose name is written down when it is done.
fn noted(
    queue: &Queue,
    client: &sealane_hsm::queue::Client,
    job: Job,
    name: u32,
    order: &Arc<Mutex<Vec<u32>>>,
) -> Receiver<()> {
    let (sender, receiver) = channel();
    let order = order.clone();
    let note = move |result: Result<Vec<u8>, Error>| {
        result.unwrap();
        order.lock().unwrap().push(name);
        sender.send(()).unwrap();
    };
    client.submit(job, note).unwrap();
    assert!(queue.statistics().outstanding > 0);
    receiver
}

/// Goal: whoever asks gets the signature of their own message by their own key. Method: 256
/// threads, six kinds of keys in turn, single and many at once, messages and digests.
#[test]
fn every_result_is_the_right_one() {
    let names = ["p256", "ed25519", "p384", "secp256k1", "rsa2048", "ed448"];
    let pairs: Vec<Pair> = names.iter().map(|name| Pair::new(name)).collect();
    let queue = Queue::new(Limits { workers: 2, ..LIMITS });
    std::thread::scope(|scope| {
        for thread in 0..256 {
            let (client, pairs) = (queue.client(), &pairs);
            scope.spawn(move || {
                for i in 0..3 {
                    let pair = &pairs[(thread + i) % pairs.len()];
                    let message = format!("message {i} of thread {thread}");
                    let signature = client.sign(pair.job(message.as_bytes())).unwrap();
                    pair.verify(message.as_bytes(), &signature);
                }
                let p256 = &pairs[0];
                let digest = Digest::of(Hash::Sha256, b"digest");
                let of_digest = Content::Digest(digest);
                let scheme = p256.scheme.clone();
                let of_digest = Job::new(p256.private.clone(), of_digest, scheme).unwrap();
                let jobs = vec![p256.job(b"one"), of_digest, pairs[1].job(b"three")];
                let signed = client.sign_all(jobs).unwrap();
                p256.verify(b"one", signed[0].as_ref().unwrap());
                p256.verify(b"digest", signed[1].as_ref().unwrap());
                pairs[1].verify(b"three", signed[2].as_ref().unwrap());
            });
        }
    });
    let statistics = queue.statistics();
    let items: u64 = statistics.lines.values().map(|line| line.items).sum();
    assert_eq!((items, statistics.outstanding, statistics.panics), (256 * 6, 0, 0));
    for line in statistics.lines.values() {
        assert_eq!(line.delay.iter().sum::<u64>(), line.items);
        assert!(line.fill.iter().sum::<u64>() <= line.items && line.worked > Duration::ZERO);
    }
}

/// Goal: a result that somebody has is counted, and holds no room. Method: each callback looks.
#[test]
fn results_are_counted_before_they_are_given_out() {
    let pair = Pair::new("p256");
    let queue = Arc::new(Queue::new(Limits { workers: 2, ..LIMITS }));
    let client = queue.client();
    let (sender, receiver) = channel();
    for i in 0..300_u64 {
        let (sender, looking) = (sender.clone(), queue.clone());
        let look = move |_| {
            let statistics = looking.statistics();
            let items: u64 = statistics.lines.values().map(|line| line.items).sum();
            // The queue is let go before the test goes on: it is not this thread that closes it.
            drop(looking);
            sender.send((items, statistics.outstanding)).unwrap();
        };
        client.submit(pair.job(b"x"), look).unwrap();
        let (items, outstanding) = receiver.recv().unwrap();
        assert_eq!((items, outstanding), (i + 1, 0));
    }
}

/// Goal: clients that ask for much do not hold up those that ask for little. Method: 64 clients
/// with 500 items each wait before 64 with one each; in one round of turns all have had one.
#[test]
fn hostile_clients_wait_behind_themselves() {
    let pair = Pair::new("p256");
    let queue = Queue::new(LIMITS);
    let release = hold(&queue, &pair);
    let order = Arc::new(Mutex::new(vec![]));
    let hostile: Vec<_> = (0..64).map(|_| queue.client()).collect();
    let mut done = vec![];
    for client in &hostile {
        done.extend((0..500).map(|_| noted(&queue, client, pair.job(b"much"), 0, &order)));
    }
    for _ in 0..64 {
        done.push(noted(&queue, &queue.client(), pair.job(b"little"), 1, &order));
    }
    release.send(()).unwrap();
    done.iter().for_each(|one| one.recv().unwrap());
    let order = order.lock().unwrap();
    let last_good = order.iter().rposition(|name| *name == 1).unwrap();
    assert_eq!(order.len(), 64 * 501);
    assert!(last_good < 128, "{last_good}");
}

/// Goal: long signatures do not hold up short ones, and the items of a client keep their order.
/// Method: RSA first, P-256 behind it, one worker, and nothing that is made at first use.
#[test]
fn long_lines_do_not_hold_up_short_ones() {
    let (long, short) = (Pair::new("rsa2048"), Pair::new("p256"));
    let queue = Queue::new(LIMITS);
    // Tables take longer than groups, and would be on the account of the line that needs them.
    for (pair, count) in [(&long, 8), (&short, 64)] {
        let jobs = (0..count).map(|_| pair.job(b"first")).collect();
        assert_eq!(queue.client().sign_all(jobs).unwrap().len(), count);
    }
    let release = hold(&queue, &short);
    let order = Arc::new(Mutex::new(vec![]));
    let (one, other) = (queue.client(), queue.client());
    let mut done = vec![];
    done.extend((0..64).map(|i| noted(&queue, &one, long.job(b"long"), 1000 + i, &order)));
    done.extend((0..100).map(|i| noted(&queue, &other, short.job(b"short"), i, &order)));
    release.send(()).unwrap();
    done.iter().for_each(|one| one.recv().unwrap());
    let order = order.lock().unwrap();
    let last_short = order.iter().rposition(|name| *name < 1000).unwrap();
    // The short ones take two groups, and no more long ones are between than two groups.
    assert!(last_short < 100 + 16, "{last_short}");
    let longs: Vec<u32> = order.iter().copied().filter(|name| *name >= 1000).collect();
    assert!(longs.is_sorted() && longs.len() == 64);
}

/// Goal: too much is refused at once, and taken again when there is room. Method: both bounds,
/// with the one worker held.
#[test]
fn bounds_are_kept() {
    let pair = Pair::new("p256");
    let queue = Queue::new(Limits { per_client: 4, in_all: 6, ..LIMITS });
    let release = hold(&queue, &pair);
    let (one, other, third) = (queue.client(), queue.client(), queue.client());
    let submit = |client: &sealane_hsm::queue::Client| client.submit(pair.job(b"x"), drop).err();
    assert!((0..4).all(|_| submit(&one).is_none()));
    assert_eq!(submit(&one), Some(Error::Busy));
    assert_eq!(submit(&one.clone()), Some(Error::Busy));
    assert!((0..2).all(|_| submit(&other).is_none()));
    assert_eq!(submit(&other), Some(Error::Busy));
    assert_eq!(submit(&third), Some(Error::Busy));
    assert_eq!(queue.statistics().busy, 4);
    release.send(()).unwrap();
    while queue.statistics().outstanding > 0 {
        std::thread::yield_now();
    }
    let jobs = |count: usize| (0..count).map(|_| pair.job(b"x")).collect();
    assert_eq!(one.sign_all(jobs(4)).unwrap().len(), 4);
    assert!(matches!(one.sign_all(jobs(5)), Err(Error::Busy)));
}

/// Goal: closing finishes what was taken in and takes nothing more; a callback that panics harms
/// nobody. Method: items in the line when the queue is closed, the first of which panics.
#[test]
fn closing_drains() {
    let pair = Pair::new("ed25519");
    let queue = Queue::new(LIMITS);
    let release = hold(&queue, &pair);
    let client = queue.client();
    client.submit(pair.job(b"x"), |_| panic!("planted")).unwrap();
    let (sender, receiver) = channel();
    for _ in 0..100 {
        let sender = sender.clone();
        client.submit(pair.job(b"x"), move |result| sender.send(result).unwrap()).unwrap();
    }
    queue.stop_taking();
    assert_eq!(client.sign(pair.job(b"x")).err(), Some(Error::Closing));
    release.send(()).unwrap();
    drop(sender);
    let results: Vec<_> = receiver.iter().collect();
    results.into_iter().for_each(|result| pair.verify(b"x", &result.unwrap()));
    while queue.statistics().outstanding > 0 {
        std::thread::yield_now();
    }
    assert_eq!(queue.statistics().panics, 1);
    queue.close();
    assert_eq!(client.submit(pair.job(b"x"), drop).err(), Some(Error::Closing));
}

/// Goal: a thread that works for itself takes all that is short and leaves what is long. Method:
/// the worker held; nine short items and a long one.
#[test]
fn threads_work_for_themselves() {
    let (short, long) = (Pair::new("p256"), Pair::new("rsa2048"));
    let queue = Queue::new(LIMITS);
    let release = hold(&queue, &short);
    let client = queue.client();
    let here = std::thread::current().id();
    let threads = Arc::new(Mutex::new(vec![]));
    for pair in std::iter::repeat_n(&short, 9).chain([&long]) {
        let threads = threads.clone();
        let note = move |_| threads.lock().unwrap().push(std::thread::current().id());
        client.enqueue(pair.job(b"x"), note).unwrap();
    }
    client.work();
    assert_eq!(*threads.lock().unwrap(), [here; 9]);
    release.send(()).unwrap();
    queue.close();
    let threads = threads.lock().unwrap();
    assert!(threads.len() == 10 && threads[9] != here);
}

/// Goal: signatures of BIP 340 have the form that verifies, one at a time and many at once.
#[test]
fn bip340_has_its_own_form() {
    let pair = Pair { scheme: Scheme::Bip340, ..Pair::new("secp256k1") };
    let queue = Queue::new(LIMITS);
    let client = queue.client();
    pair.verify(b"alone", &client.sign(pair.job(b"alone")).unwrap());
    let signed = client.sign_all((0..9).map(|_| pair.job(b"among")).collect()).unwrap();
    for signature in signed {
        pair.verify(b"among", &signature.unwrap());
    }
}

/// Goal: a key gets no scheme of another kind, and each item its own error.
#[test]
fn wrong_jobs_are_refused() {
    let (p256, ed25519, rsa) = (Pair::new("p256"), Pair::new("ed25519"), Pair::new("rsa2048"));
    let content = || Content::Message(vec![]);
    let job =
        |pair: &Pair, scheme: &Scheme| Job::new(pair.private.clone(), content(), scheme.clone());
    assert_eq!(job(&p256, &ed25519.scheme).err(), Some(Error::KeyType));
    assert_eq!(job(&p256, &Scheme::Bip340).err(), Some(Error::KeyType));
    assert_eq!(job(&rsa, &Scheme::Dsa(Hash::Sha256)).err(), Some(Error::KeyType));
    let queue = Queue::new(LIMITS);
    let digest = Content::Digest(Digest::of(Hash::Sha256, b"x"));
    let pure = Job::new(ed25519.private.clone(), digest, ed25519.scheme.clone()).unwrap();
    let signed = queue.client().sign_all(vec![ed25519.job(b"x"), pure]).unwrap();
    ed25519.verify(b"x", signed[0].as_ref().unwrap());
    assert!(matches!(signed[1], Err(Error::Operation(..))));
}

/// Goal: without threads, those who wait sign together, and each gets the own result. Method: one
/// place, and more threads than that; there are fewer groups than signatures.
#[test]
fn waiting_threads_combine() {
    const THREADS: u64 = 16;
    const EACH: u64 = 20;
    let queue = Queue::without_threads(LIMITS);
    let (pairs, slow) = ([Pair::new("p256"), Pair::new("p256")], Pair::new("rsa2048"));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (client, pair, slow) = (queue.client(), &pairs[thread as usize % 2], &slow);
            scope.spawn(move || {
                for n in 0..EACH {
                    let message = format!("{thread} {n}").into_bytes();
                    let signature = client.sign(pair.job(&message)).unwrap();
                    pair.verify(&message, &signature);
                }
                let signature = client.sign(slow.job(b"slow")).unwrap();
                slow.verify(b"slow", &signature);
            });
        }
    });
    let statistics = queue.statistics();
    let line = &statistics.lines[&Algorithm::from_name("p256").unwrap()];
    let groups: u64 = line.fill.iter().sum();
    assert_eq!((line.items, line.failed, queue.outstanding()), (THREADS * EACH, 0, 0));
    assert!(groups < line.items, "{groups} groups");
    println!("{groups} groups of {} signatures", line.items);
    queue.close();
}
