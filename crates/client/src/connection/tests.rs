//! Replies to many requests, versions, and the longest request.

use super::*;
use crate::wire::frames::{add_reply, read_request};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

/// Makes of numbers of requests what is answered, and to which.
type Answers = fn(Vec<u32>) -> Vec<(u32, Reply)>;

/// A service that takes `count` requests, and then answers each by what `answers` makes of its
/// number, in the order that it gives.
fn serving(count: usize, answers: Answers) -> Connection {
    let (stream, mut other) = UnixStream::pair().unwrap();
    std::thread::spawn(move || {
        let mut numbers = vec![];
        for _ in 0..count {
            let mut length = [0; 4];
            other.read_exact(&mut length).unwrap();
            let mut frame = vec![0; u32::from_be_bytes(length) as usize];
            other.read_exact(&mut frame).unwrap();
            numbers.push(read_request(&frame).unwrap().0.number);
        }
        let mut out = Zeroizing::default();
        answers(numbers).iter().for_each(|(number, reply)| add_reply(&mut out, *number, reply));
        other.write_all(&out).unwrap();
    });
    Connection::unsaid(Box::new(stream))
}

fn text_of(reply: Result<Reply, Error>) -> String {
    match reply {
        Ok(Reply::Text(text)) => text,
        Ok(_) => "another".to_owned(),
        Err(error) => error.code().to_owned(),
    }
}

/// Goal: replies are taken by their requests, whatever their order; one that nobody has asked
/// for, or that comes twice, is refused.
#[test]
fn replies_find_their_requests() {
    let mut connection = serving(3, |numbers| {
        let reply = |number: &u32| (*number, Reply::Text(number.to_string()));
        numbers.iter().rev().map(reply).collect()
    });
    let pending = [(); 3].map(|()| connection.send(&Request::Metrics).unwrap());
    let said: Vec<_> = pending.into_iter().map(|it| text_of(connection.receive(it))).collect();
    assert_eq!(said, ["1", "2", "3"]);
    assert!(connection.outstanding.is_empty());
    let strange = |numbers: Vec<u32>| vec![(numbers[1] + 1, Reply::Done)];
    let twice = |numbers: Vec<u32>| vec![(numbers[1], Reply::Done), (numbers[1], Reply::Done)];
    let answers: [Answers; 2] = [strange, twice];
    for answers in answers {
        let mut connection = serving(2, answers);
        let first = connection.send(&Request::Metrics).unwrap();
        let _second = connection.send(&Request::Metrics).unwrap();
        assert_eq!(text_of(connection.receive(first)), "FRAME_INVALID");
    }
}

/// Goal: a service's version is one that was offered, and its refusal is told.
#[test]
fn versions_are_looked_at() {
    let hello = |version| {
        let (lowest, highest, token) = (3, 9, String::new());
        Reply::Hello { version, lowest, highest, token }
    };
    assert_eq!(hello_said(move || hello(4)).err(), None);
    for version in [3, 5] {
        let said = hello_said(move || hello(version)).err().unwrap();
        assert_eq!(said.code(), "VERSION_UNSUPPORTED");
    }
    let (client, service) = (Versions::OWN, Versions { lowest: 7, highest: 9 });
    let refused = move || Reply::Refused(Error::Version { client, service }.into());
    let said = hello_said(refused).err().unwrap();
    assert_eq!(said.code(), "VERSION_UNSUPPORTED");
    assert!(said.to_string().contains("7 to 9"), "{said}");
}

fn hello_said(reply: impl Fn() -> Reply + Send + 'static) -> Result<Connection, Error> {
    let (stream, mut other) = UnixStream::pair().unwrap();
    std::thread::spawn(move || {
        // The hello's number is 1, and its bytes do not matter here.
        let mut some = [0; 64];
        let _ = other.read(&mut some).unwrap();
        let mut out = Zeroizing::default();
        add_reply(&mut out, 1, &reply());
        other.write_all(&out).unwrap();
    });
    Connection::over(Box::new(stream))
}

/// Goal: no more is outstanding than the bound, and then more may be once a reply is taken.
#[test]
fn what_is_outstanding_is_bounded() {
    let mut connection = serving(MAX_OUTSTANDING, |numbers| vec![(numbers[5], Reply::Done)]);
    let mut pending: Vec<_> =
        (0..MAX_OUTSTANDING).map(|_| connection.send(&Request::Health).unwrap()).collect();
    assert_eq!(connection.send(&Request::Health).err(), Some(Error::Busy));
    assert!(connection.receive(pending.remove(5)).is_ok());
    assert!(connection.outstanding.len() < MAX_OUTSTANDING);
}

/// Goal: the longest request is sent, and one of a byte more is not, nor stays in memory.
/// Method: PINs of such lengths, to a socket whose other end is read.
#[test]
fn the_longest_request_is_sent() {
    let (stream, mut other) = UnixStream::pair().unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = vec![];
        other.read_to_end(&mut all).unwrap();
        all.len()
    });
    let mut connection = Connection::unsaid(Box::new(stream));
    let request = |bytes| {
        let pin = Zeroizing::new(vec![b'7'; bytes]);
        Request::Login { who: "user".to_owned(), pin }
    };
    let mut frame = Zeroizing::new(vec![]);
    add_request(&mut frame, 1, &TokenName::default(), &request(REQUEST_BYTES - 64));
    let longest = REQUEST_BYTES - 64 + (4 + REQUEST_BYTES - frame.len());
    let refused = connection.send(&request(longest + 1));
    assert_eq!(refused.err(), Some(Error::Frame("the request is too long")));
    assert!(connection.frame.is_empty());
    assert!(connection.send(&request(longest)).is_ok());
    drop(connection);
    assert_eq!(reader.join().unwrap(), 4 + REQUEST_BYTES);
}

/// A stream that is ready after some looks, and counts them.
struct Slow {
    looks: std::sync::Arc<std::sync::atomic::AtomicU32>,
    ready_after: u32,
}

impl Read for Slow {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Stream for Slow {
    fn is_ready(&self) -> bool {
        self.looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= self.ready_after
    }
}

/// Goal: a client polls while nobody else wants its processor, and stops where two yields of one
/// wait take long and bring nothing; for the replies after that it does not poll at all.
#[test]
fn a_client_that_shares_its_processor_does_not_poll() {
    let polling = |ready_after: u32, let_others_run: fn()| {
        let looks = std::sync::Arc::default();
        let stream = Slow { looks: std::sync::Arc::clone(&looks), ready_after };
        let mut connection = Connection::unsaid(Box::new(stream));
        connection.asked = Instant::now() + Duration::from_secs(60);
        connection.spin_for_reply(let_others_run);
        let polled = looks.load(std::sync::atomic::Ordering::Relaxed);
        let pause = connection.spin_pause;
        connection.soon = true;
        assert!(connection.read_reply().is_err(), "the stream is at its end");
        let more = looks.load(std::sync::atomic::Ordering::Relaxed) - polled;
        (polled, pause, more)
    };
    let others = || std::thread::sleep(2 * SPIN_MAX_YIELD);
    // Ready at once, and after one long yield: it goes on polling.
    assert_eq!(polling(0, others), (1, 0, 1));
    assert_eq!(polling(1, others), (3, 0, 1));
    // Two looks a yield. The reply that is not polled for counts as one of the pause.
    assert_eq!(polling(9, others), (4, SPIN_PAUSE_REPLIES, 0));
    // Short yields; a loaded machine may make two of them long, but not each time.
    assert!((0..20).any(|_| polling(200, || ()) == (201, 0, 1)));
}
