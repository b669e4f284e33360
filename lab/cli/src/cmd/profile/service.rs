//! `sealane-lab profile --service`: the way of one signature through a service, in parts.
//!
//! The service is this process's own, on tokens of its own that are gone afterwards: one that keeps
//! its keys unwrapped, one that fetches the key for each signature, and one without a service whose
//! fetches are timed step by step. All samples of a state are taken in turn.

use super::tree::{Column, Part, Tree, Whole};
use crate::args::Profile;
use sealane::watch::{RsaPart, run_rsa_part};
use sealane::{Algorithm, Digest, PrivateKey, Scheme, SignOptions, backend, rsa};
use sealane_cli::Failure;
use sealane_cli::output::to_stdout;
use sealane_cli::print_json;
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem, Signer};
use sealane_hsm::hot::Policy;
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::master::Master;
use sealane_hsm::object::{Attributes, Id, Mechanism};
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{Connection, Endpoint};
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::service::{Components, Options, Service};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{FetchStep, Session, Token};
use sealane_hsm::{Error, Platform, SymmetricKey};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Signatures of the longer run after one fetch.
const MANY: usize = 100;
/// Fewest samples of a part.
const LEAST: usize = 9;
/// No answer takes this long.
const WAIT: Duration = Duration::from_secs(60);
const MESSAGE: &[u8] = b"a message of a profile, 32 bytes.";
/// Of tokens that live for seconds, in a folder that nobody else may read.
const PIN: &[u8] = b"the PIN of a profile's token";

pub fn run(args: &Profile) -> Result<(), Failure> {
    let algorithm = args.algorithm.unwrap_or(Algorithm::Rsa { bits: 2048 });
    if KeyKind::Pair(algorithm).usual_scheme().is_err() {
        return Err(Failure::usage(
            "USAGE",
            format!("--algorithm {algorithm}: its keys do not sign"),
        ));
    }
    let folder = tempfile::tempdir()
        .map_err(|why| Failure::failed("OUTPUT_FAILED", format!("no folder for a token: {why}")))?;
    let bench = Bench::new(folder.path(), algorithm).map_err(Failure::token)?;
    let tree = bench.tree(args.seconds).map_err(Failure::token)?;
    if let Some(warning) = tree.warning() {
        eprintln!("warning: {warning}");
    }
    if args.json { print_json(&tree.to_json()) } else { to_stdout(tree.to_table().as_bytes()) }
}

/// A service and the key it signs with.
struct Served {
    connection: Connection,
    key: Id,
    service: Service,
}

/// All that is measured.
struct Bench {
    algorithm: Algorithm,
    /// By a policy that keeps keys, and by one that does not.
    kept: Served,
    fetched: Served,
    /// A token without a service.
    token: Token,
    session: Session,
    id: Id,
    key: PrivateKey,
    scheme: Scheme,
    content: Content,
}

/// A part of what a service tells.
type Told = fn(&Components) -> Duration;

/// What is there already when a signature is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    kept: bool,
    warm: bool,
}

/// Makes a token with the key, and a session of its user.
fn token(folder: &Path, name: &str, key: &PrivateKey) -> Result<(Token, Session, Id), Error> {
    let storage = Box::new(Sqlite::create(&folder.join(name))?);
    let platform = Platform::system();
    let (master, pin) = (Master::Key(SymmetricKey::generate(&platform)?), Pin::new(PIN)?);
    let token = Token::init(storage, platform, &master, "profile", &pin)?;
    let officer = token.login(Role::Officer, &pin)?;
    token.set_pin(&officer, Role::User, &pin)?;
    let session = token.login(Role::User, &pin)?;
    let attributes = Attributes::usual("key", KeyKind::Pair(key.algorithm()));
    let copy = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der(), sealane::Lengths::Current)?;
    let id = token.import(&session, vec![(Key::Private(copy), attributes)])?.remove(0).id;
    Ok((token, session, id))
}

impl Served {
    fn new(folder: &Path, name: &str, key: &PrivateKey, policy: Policy) -> Result<Self, Error> {
        let (token, _, id) = token(folder, name, key)?;
        let engine = Engine::new(token, Settings { policy, ..Settings::default() });
        let socket = folder.join(format!("{name}.socket"));
        let service = Service::start(engine, &socket, Options::default())?;
        let mut connection = Connection::connect(&Endpoint::Socket(socket), Some(WAIT))?;
        connection.login(Role::User, PIN)?;
        Ok(Self { connection, key: id, service })
    }
}

impl Bench {
    fn new(folder: &Path, algorithm: Algorithm) -> Result<Self, Error> {
        let scheme = KeyKind::Pair(algorithm).usual_scheme()?;
        let key = PrivateKey::generate(algorithm)?;
        let kept = Served::new(folder, "kept", &key, Policy::UntilLogout)?;
        let fetched = Served::new(folder, "fetched", &key, Policy::Off)?;
        let (token, session, id) = token(folder, "alone", &key)?;
        let content = match scheme.hash() {
            Some(hash) => Content::Digest(Digest::of(hash, MESSAGE)),
            None => Content::Message(MESSAGE.to_vec()),
        };
        Ok(Self { algorithm, kept, fetched, token, session, id, key, scheme, content })
    }

    /// Measures all states on all machines, `seconds` each.
    fn tree(mut self, seconds: f64) -> Result<Tree, Error> {
        let own = if backend::current_batch() == backend::current() {
            backend::current()
        } else {
            backend::current_batch()
        };
        let mut machines = vec![own];
        if own != "portable" {
            machines.push("portable");
        }
        let is_rsa = matches!(self.algorithm, Algorithm::Rsa { .. });
        let mut columns = Vec::new();
        let mut wholes = Vec::new();
        for machine in machines {
            backend::force(machine).map_err(|_| Error::Internal)?;
            for kept in [true, false] {
                // Curves have nothing that is kept apart from the key.
                for warm in [true, false].into_iter().take(if is_rsa { 2 } else { 1 }) {
                    columns.push(self.column(machine, State { kept, warm }, seconds)?);
                }
            }
            wholes.push(self.whole(machine, seconds)?);
        }
        backend::force(own).map_err(|_| Error::Internal)?;
        Ok(Tree { algorithm: self.algorithm, columns, wholes })
    }

    fn library_signs(&self, key: &PrivateKey) -> Result<Vec<u8>, Error> {
        sign(key, &self.scheme, &self.content)
    }

    /// Measures the parts of one state.
    fn column(
        &mut self,
        machine: &'static str,
        state: State,
        seconds: f64,
    ) -> Result<Column, Error> {
        let mut rounds: Vec<BTreeMap<Part, f64>> = Vec::new();
        let mechanism = Mechanism::from_scheme(&self.scheme)?;
        let (scheme, content) = (self.scheme.clone(), self.content.clone());
        self.served(state).sign_by(&scheme, &content)?;
        self.library_signs(&self.key)?;
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while rounds.len() < LEAST || Instant::now() < end {
            let mut round = BTreeMap::new();
            let mut add = |part: Part, us: f64| {
                round.insert(part, us);
            };
            let clear = || {
                if !state.warm {
                    rsa::clear_caches();
                }
            };
            clear();
            let served = self.served(state);
            let before = served.service.components();
            let (us, signed) = timed(|| served.sign_by(&scheme, &content));
            add(Part::User, us);
            served.since(before).into_iter().for_each(|(part, us)| add(part, us));
            let key = served.key;
            let signature = signed?;
            if rounds.is_empty() {
                self.right(&signature)?;
            }
            let served = self.served(state);
            let (us, found) = timed(|| served.connection.find_id(key));
            found?;
            add(Part::Transport, us);
            if !state.kept {
                let mut from = Instant::now();
                let step = |step: FetchStep| {
                    add(step.into(), from.elapsed().as_secs_f64() * 1e6);
                    from = Instant::now();
                };
                black_box(self.token.open_key_in_steps(&self.session, self.id, mechanism, step)?);
            }
            clear();
            let (us, signed) = timed(|| self.library_signs(&self.key));
            signed?;
            add(Part::Direct, us);
            if let PrivateKey::Rsa(key) = &self.key {
                for (part, of) in [
                    (Part::Powers, RsaPart::Power),
                    (Part::Blinding, RsaPart::Blinding),
                    (Part::Check, RsaPart::Check),
                ] {
                    add(part, timed(|| run_rsa_part(key, of)).0);
                }
                if !state.warm {
                    add(Part::FreshPair, timed(|| run_rsa_part(key, RsaPart::Pair)).0);
                }
            }
            rounds.push(round);
        }
        Ok(Column { machine, kept: state.kept, warm: state.warm, parts: quiet_medians(rounds) })
    }

    fn served(&mut self, state: State) -> &mut Served {
        if state.kept { &mut self.kept } else { &mut self.fetched }
    }

    fn right(&self, signature: &[u8]) -> Result<(), Error> {
        let (public, scheme) = (self.key.public_key(), &self.scheme);
        match &self.content {
            Content::Message(message) => public.verify(message, scheme, signature)?,
            Content::Digest(digest) => public.verify_digest(digest, scheme, signature)?,
        }
        Ok(())
    }

    /// Measures one signature and a hundred after a fetch, with kept caches and without.
    fn whole(&self, machine: &'static str, seconds: f64) -> Result<Whole, Error> {
        let mechanism = Mechanism::from_scheme(&self.scheme)?;
        let after_fetch = |count: usize| -> Result<f64, Error> {
            let begun = Instant::now();
            let (_, key) = self.token.open_key(&self.session, self.id, mechanism)?;
            let Key::Private(key) = key else { return Err(Error::KeyType) };
            for _ in 0..count {
                black_box(self.library_signs(&key)?);
            }
            Ok(begun.elapsed().as_secs_f64() * 1e6)
        };
        let (mut one, mut many, mut cleared) = (vec![], vec![], vec![]);
        self.library_signs(&self.key)?;
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while one.len() < LEAST || Instant::now() < end {
            one.push(after_fetch(1)?);
            many.push(after_fetch(MANY)?);
            rsa::clear_caches();
            cleared.push(after_fetch(1)?);
        }
        let [one, many, cleared] = [one, many, cleared].map(|mut samples| {
            keep_fastest(&mut samples, |us| *us);
            median(samples)
        });
        Ok(Whole { machine, one, many, many_count: MANY, cleared })
    }
}

impl Served {
    /// What the service has told of its last signature: each part, in microseconds.
    fn since(&self, before: Components) -> Vec<(Part, f64)> {
        // Who has signed takes notice of it after the answer.
        let after = loop {
            let now = self.service.components();
            if now.signatures > before.signatures {
                break now;
            }
            std::thread::yield_now();
        };
        let told: [(Part, Told); 5] = [
            (Part::Handed, |of| of.handed),
            (Part::Fetch, |of| of.unwrapped),
            (Part::Waited, |of| of.waited),
            (Part::Sign, |of| of.worked),
            (Part::Returned, |of| of.returned),
        ];
        let parts = told.map(|(part, of)| (part, of(&after) - of(&before)));
        // A key that is kept is not handed over to be fetched.
        let parts = parts.into_iter().filter(|(_, time)| !time.is_zero());
        parts.map(|(part, time)| (part, time.as_secs_f64() * 1e6)).collect()
    }

    fn sign_by(&mut self, scheme: &Scheme, content: &Content) -> Result<Vec<u8>, Error> {
        let (scheme, content) = (Some(scheme.clone()), content.clone());
        self.connection.sign(SignItem { key: self.key, scheme, content, deterministic: false })
    }
}

impl From<FetchStep> for Part {
    fn from(step: FetchStep) -> Self {
        match step {
            FetchStep::Permit => Self::Permit,
            FetchStep::Read => Self::Read,
            FetchStep::Unwrap => Self::Unwrap,
            FetchStep::Decode => Self::Decode,
        }
    }
}

/// Signs as the service does.
fn sign(key: &PrivateKey, scheme: &Scheme, content: &Content) -> Result<Vec<u8>, Error> {
    let options = SignOptions { check: scheme.is_deterministic(), ..SignOptions::default() };
    let signature = match content {
        Content::Message(message) => key.sign(message, scheme, options)?,
        Content::Digest(digest) => key.sign_digest(digest, scheme, options)?,
    };
    Ok(signature.into())
}

/// Returns how many microseconds it took, and what came of it.
fn timed<T>(task: impl FnOnce() -> T) -> (f64, T) {
    let begun = Instant::now();
    let result = black_box(task());
    (begun.elapsed().as_secs_f64() * 1e6, result)
}

/// Keeps the fastest quarter. Rounds in which another process had the processor tell of that one:
/// its time falls on any part, or between two of them, and medians of all rounds do not add up.
fn keep_fastest<T>(samples: &mut Vec<T>, us: impl Fn(&T) -> f64) {
    samples.sort_by(|a, b| us(a).total_cmp(&us(b)));
    samples.truncate((samples.len() / 4).max(LEAST));
}

/// The median of each part over the rounds in which a client had its signature soonest.
fn quiet_medians(mut rounds: Vec<BTreeMap<Part, f64>>) -> BTreeMap<Part, f64> {
    keep_fastest(&mut rounds, |round| round.get(&Part::User).copied().unwrap_or(f64::INFINITY));
    let mut samples: BTreeMap<Part, Vec<f64>> = BTreeMap::new();
    for (part, us) in rounds.into_iter().flatten() {
        samples.entry(part).or_default().push(us);
    }
    samples.into_iter().map(|(part, samples)| (part, median(samples))).collect()
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: rounds of a busy machine do not spoil the sum. Method: in six of ten rounds another
    /// process takes 500 us, within a part or between two, so that medians of all miss half of it.
    #[test]
    fn disturbed_rounds_are_left_out() {
        let round = |number: usize| {
            let (mut transport, mut sign, mut user) = (10.0, 80.0, 90.0 + number as f64 / 1000.0);
            match number % 10 {
                0..3 => user += 500.0,
                3 | 4 => (sign, user) = (sign + 500.0, user + 500.0),
                5 => (transport, user) = (transport + 500.0, user + 500.0),
                _ => {}
            }
            [(Part::User, user), (Part::Transport, transport), (Part::Sign, sign)].into()
        };
        let parts = quiet_medians((0..100).map(round).collect());
        let rest = parts[&Part::User] - parts[&Part::Transport] - parts[&Part::Sign];
        assert!((0.0..1.0).contains(&rest), "{parts:?}");
    }
}
