//! Goal: whatever bytes come to an agent's socket, they are answered or the connection is closed;
//! the agent goes on, and so do its other clients.
use crate::common;

use common::Folder;
use common::agents::{Agent, exchange, receive, sign_request, string};
use common::services::{Service, served_with};
use common::tokens::run;
use data_encoding::BASE64;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

const FAILURE: Option<&[u8]> = Some(&[5]);

/// The most bytes of a message.
const MAX_MESSAGE: usize = 256 << 10;

/// A service, an agent and the blob of its key.
fn agent() -> (Folder, Service, Agent, Vec<u8>) {
    let (folder, service) = served_with(&["p256"]);
    let line = run(&folder, "key pubkey p256 --socket socket --outform openssh");
    let blob = BASE64.decode(line.trim().split(' ').nth(1).expect("base64").as_bytes());
    let agent = Agent::start(&folder, "");
    (folder, service, agent, blob.expect("base64"))
}

/// A client that must be answered whatever others do.
struct Witness {
    stream: UnixStream,
    request: Vec<u8>,
}

impl Witness {
    fn new(agent: &Agent, blob: &[u8]) -> Self {
        Self { stream: agent.connect(), request: sign_request(blob, b"data", 0) }
    }

    fn is_served(&mut self) {
        assert_eq!(exchange(&mut self.stream, &[11]).expect("an answer")[0], 12);
        let signed = exchange(&mut self.stream, &self.request).expect("an answer");
        assert_eq!(signed[0], 14);
    }
}

/// Goal: what one agent stands, one thing after the other; then it ends as it should.
#[test]
fn frames_hurt_nobody() {
    let (folder, _service, mut agent, blob) = agent();
    for claim in [
        lengths_have_limits,
        cut_messages_end_their_connection_alone,
        other_messages_are_refused,
        wrong_sign_requests_are_refused,
        many_clients_sign_at_once,
        random_frames_hurt_nobody,
    ] {
        claim(&folder, &agent, &blob);
    }
    assert_eq!(agent.signal("-TERM"), Some(0));
}

/// Goal: lengths that no message has close the connection, without waiting for so many bytes; the
/// longest message is one.
fn lengths_have_limits(_: &Folder, agent: &Agent, blob: &[u8]) {
    let mut witness = Witness::new(agent, blob);
    for length in [0, MAX_MESSAGE as u32 + 1, 1 << 31, u32::MAX] {
        let mut stream = agent.connect();
        stream.write_all(&length.to_be_bytes()).expect("it is taken");
        assert_eq!(receive(&mut stream), None, "{length}");
        witness.is_served();
    }
    let long = sign_request(blob, &vec![7; MAX_MESSAGE - 13 - blob.len()], 0);
    assert_eq!(long.len(), MAX_MESSAGE);
    let mut stream = agent.connect();
    assert_eq!(exchange(&mut stream, &long).expect("an answer")[0], 14);
    let mut other = vec![0; MAX_MESSAGE];
    other[0] = 200;
    assert_eq!(exchange(&mut stream, &other).as_deref(), FAILURE);
}

/// Goal: a message that is cut off at any byte, and then nothing, hurts nobody.
fn cut_messages_end_their_connection_alone(_: &Folder, agent: &Agent, blob: &[u8]) {
    let mut witness = Witness::new(agent, blob);
    let frame = string(&sign_request(blob, b"data", 0));
    for cut in 0..frame.len() {
        let mut stream = agent.connect();
        stream.write_all(&frame[..cut]).expect("it is taken");
        match cut % 3 {
            0 => drop(stream),
            _ => {
                stream.shutdown(Shutdown::Write).expect("a socket");
                let mut rest = vec![];
                stream.read_to_end(&mut rest).expect("it ends");
                assert_eq!(rest, b"", "{cut}");
            }
        }
    }
    // The answer finds nobody.
    for _ in 0..20 {
        let mut stream = agent.connect();
        stream.write_all(&frame).expect("it is taken");
    }
    witness.is_served();
}

/// Goal: every number of a message but the few that are done is refused, with any body, and the
/// connection goes on: adding, removing, cards, modules, the first protocol, extensions.
fn other_messages_are_refused(_: &Folder, agent: &Agent, blob: &[u8]) {
    let mut stream = agent.connect();
    let module = [string(b"/usr/lib/x86_64-linux-gnu/libc.so.6"), string(b"1234")].concat();
    for number in (0..=255).filter(|number| ![11, 13, 22, 23].contains(number)) {
        for body in [&[][..], &[0; 4], &[0xff; 9], &module, &string(blob), &string(b"query")] {
            let message = [&[number][..], body].concat();
            assert_eq!(exchange(&mut stream, &message).as_deref(), FAILURE, "{number}");
        }
    }
    Witness { stream, request: sign_request(blob, b"data", 0) }.is_served();
}

/// Goal: requests to sign that are none, or by a key that is not offered, are refused; the
/// connection goes on.
fn wrong_sign_requests_are_refused(folder: &Folder, agent: &Agent, blob: &[u8]) {
    let mut witness = Witness::new(agent, blob);
    let mut stream = agent.connect();
    let good = sign_request(blob, b"data", 0);
    let mut other = blob.to_vec();
    *other.last_mut().expect("a byte") ^= 1;
    let longer = [blob, &[0]].concat();
    let mut wrong = vec![
        sign_request(&other, b"data", 0),
        sign_request(&longer, b"data", 0),
        sign_request(&blob[..blob.len() - 1], b"data", 0),
        sign_request(&[], b"data", 0),
        sign_request(blob, b"data", u32::MAX),
        [&good[..], &[0]].concat(),
        [&[13][..], &u32::MAX.to_be_bytes(), blob].concat(),
        [&[13][..], &string(blob), &[0xff; 4], &[0; 8]].concat(),
        vec![11, 0],
    ];
    wrong.extend((1..good.len()).map(|cut| good[..cut].to_vec()));
    // A key of the token that this agent does not offer.
    let line = "key generate --socket socket --pin-file user.pin --algorithm ed25519 --label late";
    run(folder, line);
    let late = run(folder, "key pubkey late --socket socket --outform openssh");
    let late = BASE64.decode(late.trim().split(' ').nth(1).expect("base64").as_bytes());
    wrong.push(sign_request(&late.expect("base64"), b"data", 0));
    for message in wrong {
        assert_eq!(exchange(&mut stream, &message).as_deref(), FAILURE, "{message:?}");
    }
    assert_eq!(exchange(&mut stream, &sign_request(blob, b"", 0)).expect("an answer")[0], 14);
    witness.is_served();
}

/// Goal: random bytes, and good messages with random changes, never stop the agent. Method: many
/// connections, each closed as it comes; another client is served all the time.
fn random_frames_hurt_nobody(_: &Folder, agent: &Agent, blob: &[u8]) {
    let mut witness = Witness::new(agent, blob);
    let seed = std::env::var("SEALANE_SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from(std::process::id()) << 20 | 1);
    println!("SEALANE_SEED={seed}");
    let mut state = seed;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let good = [vec![11], sign_request(blob, b"data", 0), sign_request(blob, &[7; 900], 4)];
    let (mut answers, mut closed) = (0, 0);
    let rounds = std::env::var("SEALANE_AGENT_FRAMES").ok().and_then(|text| text.parse().ok());
    for round in 0..rounds.unwrap_or(1500) {
        let mut stream = agent.connect();
        for _ in 0..random() % 4 {
            let mut message = match random() % 3 {
                0 => (0..random() % 300).map(|_| random() as u8).collect(),
                _ => good[random() % good.len()].clone(),
            };
            // No passphrase: a lock would stop the witness.
            for _ in 0..random() % 3 {
                let length = message.len().max(1);
                if let Some(byte) = message.get_mut(random() % length) {
                    *byte = random() as u8;
                }
            }
            if matches!(message.first(), Some(22 | 23)) {
                message[0] = 24;
            }
            let mut frame = string(&message);
            match random() % 8 {
                0 => frame[random() % 4] = random() as u8,
                1 => frame.truncate(random() % frame.len()),
                2 => frame.extend((0..random() % 9).map(|_| random() as u8)),
                _ => {}
            }
            if stream.write_all(&frame).is_err() {
                break;
            }
        }
        if random() % 4 > 0 {
            let _ = stream.shutdown(Shutdown::Write);
            while let Some(answer) = receive(&mut stream) {
                assert!(matches!(answer[0], 5 | 6 | 12 | 14), "{answer:?}");
                answers += 1;
            }
            closed += 1;
        }
        if round % 100 == 0 {
            witness.is_served();
        }
    }
    witness.is_served();
    assert!(answers > 100 && closed > 100, "{answers} {closed}");
}

/// Goal: clients that say nothing, and such that stop in the middle of a message, take no place for
/// ever: one more client than there are places is served, and the ones that were silent longest go.
#[test]
fn silent_clients_make_place() {
    let (_folder, _service, agent, blob) = agent();
    let silent: Vec<UnixStream> = (0..200).map(|_| agent.connect()).collect();
    let mut witness = Witness::new(&agent, &blob);
    witness.is_served();
    let is_closed = |mut stream: &UnixStream| {
        stream.set_nonblocking(true).expect("a socket");
        stream.read(&mut [0]).is_ok_and(|read| read == 0)
    };
    let count = silent.iter().filter(|stream| is_closed(stream)).count();
    assert!((73..=75).contains(&count), "{count} of 200 went, and the first ones");
    assert!(silent[..73].iter().all(is_closed) && !is_closed(&silent[199]));
    // A message must be there ten seconds after its first byte.
    let mut slow = agent.connect();
    slow.write_all(&[0, 0]).expect("it is taken");
    let begun = Instant::now();
    assert_eq!(receive(&mut slow), None);
    assert!(begun.elapsed() > Duration::from_secs(5), "{:?}", begun.elapsed());
    witness.is_served();
}

/// Goal: many clients that sign at once are all served.
fn many_clients_sign_at_once(_: &Folder, agent: &Agent, blob: &[u8]) {
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                let mut witness = Witness::new(agent, blob);
                (0..5).for_each(|_| witness.is_served());
            });
        }
    });
}
