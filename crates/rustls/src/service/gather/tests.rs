//! Groups: how they gather, in which order, and what becomes of them when one fails.

use super::*;
use sealane_client::object::Id;
use sealane_client::signer::Content;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Signs by repeating the message, when it is let; keeps how many each group had.
struct Echo {
    /// How many groups have begun, and when one may go on.
    begun: Mutex<Sender<Vec<usize>>>,
    go: Mutex<Receiver<()>>,
    lines: AtomicUsize,
}

fn number(job: &Job) -> usize {
    match &job.item.content {
        Content::Message(message) => String::from_utf8_lossy(message).parse().unwrap(),
        Content::Digest(_) => unreachable!("messages alone are made here"),
    }
}

impl Signs for Echo {
    type Line = usize;

    fn sign(&self, line: &mut Option<usize>, jobs: &[Job]) -> Vec<Answer> {
        line.get_or_insert_with(|| self.lines.fetch_add(1, Ordering::Relaxed));
        self.begun.lock().unwrap().send(jobs.iter().map(number).collect()).unwrap();
        lock(&self.go).recv().unwrap();
        assert!(jobs.iter().all(|job| number(job) != PANICS), "planted");
        let answer = |job: &Job| match number(job) {
            FAILS => Err(Error::Busy),
            number => Ok(vec![number as u8]),
        };
        jobs.iter().map(answer).filter(|it| *it != Ok(vec![LACKS as u8])).collect()
    }
}

const FAILS: usize = 200;
const PANICS: usize = 201;
/// The last of its group, whose answer is left out.
const LACKS: usize = 202;

struct Bench {
    gatherer: Arc<Gatherer<Echo>>,
    begun: Receiver<Vec<usize>>,
    go: Sender<()>,
}

impl Bench {
    fn new(most: usize) -> Self {
        let ((began, begun), (go, may_go)) = (channel(), channel());
        let (begun_end, go_end) = (Mutex::new(began), Mutex::new(may_go));
        let echo = Echo { begun: begun_end, go: go_end, lines: AtomicUsize::new(0) };
        Self { gatherer: Arc::new(Gatherer::new(echo, most)), begun, go }
    }

    /// A thread that signs, once all before it wait or lead.
    fn thread(&self, number: usize, is_slow: bool) -> thread::JoinHandle<Answer> {
        let gatherer = self.gatherer.clone();
        let before = self.waiting();
        let content = Content::Message(number.to_string().into_bytes());
        let item = SignItem { key: Id([0; 16]), scheme: None, content, deterministic: false };
        let taken = self.taken();
        let handle = thread::spawn(move || gatherer.sign(Job { item, is_slow }));
        while self.waiting() == before && self.taken() == taken {
            thread::yield_now();
        }
        handle
    }

    fn taken(&self) -> [usize; 2] {
        lock(&self.gatherer.state).taken
    }

    fn waiting(&self) -> usize {
        lock(&self.gatherer.state).waiting.len()
    }

    /// The group that begins next; it ends when `go` is told.
    fn group(&self) -> Vec<usize> {
        self.begun.recv().unwrap()
    }

    fn ends(&self) {
        self.go.send(()).unwrap();
    }
}

/// Goal: what comes while the line is taken goes together, in the order in which it came, short
/// work apart from long work, at most so many; everybody has the own answer.
#[test]
fn what_waits_goes_together() {
    let bench = Bench::new(1);
    let mut threads = vec![(0, bench.thread(0, false))];
    assert_eq!(bench.group(), [0]);
    for number in 1..=70 {
        threads.push((number, bench.thread(number, number % 10 == 0)));
    }
    assert_eq!(bench.waiting(), 70);
    let short: Vec<usize> = (1..=70).filter(|number| number % 10 != 0).collect();
    bench.ends();
    assert_eq!(bench.group(), short, "63 of them");
    bench.ends();
    assert_eq!(bench.group(), [10, 20, 30, 40, 50, 60, 70]);
    bench.ends();
    for (number, thread) in threads {
        assert_eq!(thread.join().unwrap(), Ok(vec![number as u8]));
    }
    let state = lock(&bench.gatherer.state);
    assert_eq!((state.taken, state.idle.len(), state.waiting.len()), ([0, 0], 1, 0));
}

/// Goal: a group has 64 at most, or 8 of slow ones, and the next one has the rest.
#[test]
fn groups_have_a_limit() {
    for (is_slow, most) in [(false, MAX_SHORT), (true, MAX_SLOW)] {
        let bench = Bench::new(1);
        let mut threads = vec![bench.thread(0, is_slow)];
        bench.group();
        threads.extend((1..=most + 1).map(|number| bench.thread(number, is_slow)));
        bench.ends();
        assert_eq!(bench.group().len(), most);
        bench.ends();
        assert_eq!(bench.group(), [most + 1]);
        bench.ends();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap().is_ok()));
    }
}

/// Goal: slow work leaves a line to short work, which takes two at most; what may begin again does
/// when something ends.
#[test]
fn slow_work_leaves_a_line() {
    let bench = Bench::new(4);
    let mut threads = vec![];
    for number in 0..4 {
        threads.push(bench.thread(number, true));
    }
    assert_eq!((bench.taken(), bench.waiting()), ([0, 3], 1));
    threads.push(bench.thread(10, false));
    threads.push(bench.thread(11, false));
    assert_eq!((bench.taken(), bench.waiting()), ([1, 3], 2));
    let mut begun: Vec<_> = (0..4).map(|_| bench.group()).collect();
    begun.sort();
    assert_eq!(begun, [[0], [1], [2], [10]]);
    for _ in 0..6 {
        bench.ends();
    }
    assert!(threads.into_iter().all(|thread| thread.join().unwrap().is_ok()));
    assert_eq!((bench.taken(), bench.waiting()), ([0, 0], 0));
    let threads = [0, 1, 2].map(|number| bench.thread(number, false));
    assert_eq!((bench.taken(), bench.waiting()), ([2, 0], 1));
    for _ in 0..3 {
        bench.ends();
    }
    assert!(threads.into_iter().all(|thread| thread.join().unwrap().is_ok()));
}

/// Goal: as many groups are on their way as there may be lines, and lines are used again.
#[test]
fn several_groups_are_on_their_way() {
    let bench = Bench::new(2);
    let threads = [0, 1, 2].map(|number| bench.thread(number, false));
    assert_eq!([bench.group(), bench.group()], [[0], [1]]);
    assert_eq!(bench.waiting(), 1);
    bench.ends();
    assert_eq!(bench.group(), [2]);
    bench.ends();
    bench.ends();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap().is_ok()));
    assert_eq!(bench.gatherer.signs.lines.load(Ordering::Relaxed), 2);
}

/// Goal: an answer that is missing, or a fault of who asks, is an error of those in the group, and
/// the next group goes on; nobody waits for ever.
#[test]
fn faults_stay_in_their_group() {
    let bench = Bench::new(1);
    let first = bench.thread(0, false);
    bench.group();
    let group = [FAILS, LACKS].map(|number| bench.thread(number, false));
    bench.ends();
    assert_eq!(bench.group(), [FAILS, LACKS]);
    let panics = [PANICS, 3].map(|number| bench.thread(number, false));
    bench.ends();
    assert_eq!(first.join().unwrap(), Ok(vec![0]));
    assert_eq!(
        group.map(|thread| thread.join().unwrap()),
        [Err(Error::Busy), Err(Error::Internal)]
    );
    assert_eq!(bench.group(), [PANICS, 3]);
    let last = bench.thread(4, false);
    bench.ends();
    let [panics, other] = panics;
    assert!(panics.join().is_err(), "it panicked");
    assert_eq!(other.join().unwrap(), Err(Error::Internal));
    assert_eq!(bench.group(), [4]);
    bench.ends();
    assert_eq!(last.join().unwrap(), Ok(vec![4]));
}

/// Goal: lines that nobody has can be dropped, and work outside of groups leaves its own behind.
#[test]
fn idle_lines_are_kept_and_dropped() {
    let bench = Bench::new(1);
    assert_eq!(bench.gatherer.with_line(|_, line| line.replace(7)), None);
    assert_eq!(bench.gatherer.with_line(|_, line| *line), Some(7));
    bench.gatherer.abandon();
    assert_eq!(bench.gatherer.with_line(|_, line| *line), None);
}
