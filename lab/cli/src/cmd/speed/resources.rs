//! `sealane-lab speed --resources`: what an operation takes, in one table.
//!
//! The operations over curves are those into the caller's buffers, which ought to allocate nothing.
mod others;

use crate::args::Speed;
use crate::cmd::speed::families;
use sealane_cli::Failure;
use sealane_cli::backend::in_force;
use sealane_cli::known::{self, KnownAnswer};
use sealane_cli::print_json;

use data_encoding::HEXLOWER;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme};
use sealane::{Digest, Nonces, raw};
use sealane_cli::output::to_stdout;
use sealane_measure::clock::ThreadTime;
use sealane_measure::{Figures, INPUTS, Pattern, Work, contest, digests, heap, rehearse, stack};
use serde_json::{Value, json};
use std::process::Command;

/// Room for the result of every operation.
const ROOM: usize = 132;
/// How often a first call is made, each in a process of its own; the best one counts.
const FIRST_CALLS: usize = 3;

pub fn run(args: &Speed) -> Result<(), Failure> {
    let setup = |why: String| Failure::failed("SPEED_SETUP", why);
    if let Some(row) = &args.first_call {
        return to_stdout(format!("{}\n", first_call(row).map_err(setup)?).as_bytes());
    }
    let pattern = Pattern::new(&args.pattern);
    let mut rows = Vec::new();
    if !args.json {
        to_stdout(head().as_bytes())?;
    }
    for &algorithm in Algorithm::ALL {
        for (algo, op) in operations(algorithm) {
            if !pattern.wants(&algo, op) {
                continue;
            }
            let row = measure(algorithm, algo, op, args).map_err(setup)?;
            show(row, args, &mut rows)?;
        }
    }
    for (key, op) in others::wanted(&pattern) {
        show(others::measure(key, op, args.seconds).map_err(setup)?, args, &mut rows)?;
    }
    if rows.is_empty() {
        let sentence = format!("PATTERN {:?} matches no row", args.pattern);
        return Err(Failure::usage("USAGE", sentence));
    }
    if args.json { print_json(&json!({ "rows": rows })) } else { to_stdout(NOTES.as_bytes()) }
}

/// Prints a row, unless all of them are to be printed at the end, and keeps it.
fn show(row: Row, args: &Speed, rows: &mut Vec<Value>) -> Result<(), Failure> {
    if !args.json {
        to_stdout(row.to_line().as_bytes())?;
    }
    rows.push(row.to_json());
    Ok(())
}

/// The rows of an algorithm: names as in the table of speeds.
fn operations(algorithm: Algorithm) -> Vec<(String, &'static str)> {
    let row = |(algo, groups): (String, &'static [&'static [&'static str]])| {
        // The first of a group is the operation; the others are other ways to it.
        groups.iter().map(move |ops| (algo.clone(), ops[0])).collect::<Vec<_>>()
    };
    families(algorithm).into_iter().flat_map(row).collect()
}

struct Row {
    algo: String,
    op: &'static str,
    figures: Figures,
    first_ns: f64,
    /// Of algorithms over curves.
    table_bytes: Option<usize>,
    stack_bytes: usize,
    allocations: u64,
}

fn head() -> String {
    format!(
        "{:<21} {:<9} {:>9} {:>9} {:>9} {:>8} {:>6} {:>11}\n",
        "algorithm",
        "operation",
        "ops/s",
        "warm us",
        "first us",
        "table B",
        "stack B",
        "allocations"
    )
}

const NOTES: &str = "\n\
first: loading the key and one operation, in a process that has done nothing before
table: the multiples of the generator of a curve, made once and kept
stack: without them, below the caller
";

impl Row {
    fn measure(
        bench: &mut (impl Work + Send),
        algo: String,
        op: &'static str,
        seconds: f64,
        table_bytes: Option<usize>,
        first_ns: impl FnOnce() -> Result<f64, String>,
    ) -> Result<Self, String> {
        let named = |(_, why): (usize, String)| format!("{algo} {op}: {why}");
        rehearse(&mut [bench]).map_err(named)?;
        let figures = contest(&mut [bench], seconds).map_err(named)?.remove(0);
        let stack_bytes = stack::depth(&mut || assert!(bench.run(0), "an operation failed"))?;
        let allocations = heap::allocations(|| assert!(bench.run(0), "an operation failed"));
        let first_ns = first_ns()?;
        Ok(Row { algo, op, figures, first_ns, table_bytes, stack_bytes, allocations })
    }

    fn to_line(&self) -> String {
        format!(
            "{:<21} {:<9} {:>9.0} {:>9.1} {:>9.1} {:>8} {:>6} {:>11}\n",
            self.algo,
            self.op,
            self.figures.ops_per_s(),
            self.figures.median_ns() / 1e3,
            self.first_ns / 1e3,
            self.table_bytes.map_or("-".into(), |bytes| bytes.to_string()),
            self.stack_bytes,
            self.allocations,
        )
    }

    fn to_json(&self) -> Value {
        json!({
            "algo": self.algo,
            "op": self.op,
            "ops_per_s": self.figures.ops_per_s(),
            "spread": self.figures.spread(),
            "warm_ns": self.figures.median_ns(),
            "first_ns": self.first_ns,
            "table_bytes": self.table_bytes,
            "stack_bytes": self.stack_bytes,
            "allocations": self.allocations,
        })
    }
}

fn measure(
    algorithm: Algorithm,
    algo: String,
    op: &'static str,
    args: &Speed,
) -> Result<Row, String> {
    let mut bench = Bench::new(algorithm, op)?;
    let table_bytes = Some(raw::table_bytes(algorithm));
    let first_ns = || first_call_elsewhere(algorithm.name(), op);
    Row::measure(&mut bench, algo, op, args.seconds, table_bytes, first_ns)
}

/// Everything an operation needs, made beforehand.
struct Bench {
    op: &'static str,
    key: PrivateKey,
    /// A digest and its signature for each input.
    signed: Vec<(Digest, [u8; ROOM])>,
    peer: PrivateKey,
    /// What each input gave.
    made: Vec<Option<PrivateKey>>,
    out: Vec<[u8; ROOM]>,
}

impl Bench {
    fn new(algorithm: Algorithm, op: &'static str) -> Result<Self, String> {
        let new_key = || PrivateKey::generate(algorithm).map_err(|error| error.to_string());
        let (key, peer) = (new_key()?, new_key()?);
        let mut signed = Vec::with_capacity(INPUTS);
        for digest in digests() {
            // EdDSA signs digests of its own hash: as Ed25519ph, Ed448ph.
            let own = algorithm.fixed_hash().map(|hash| Digest::of(hash, &digest));
            let (digest, mut out) = (own.unwrap_or_else(|| Digest::raw(&digest)), [0; ROOM]);
            if algorithm.signs() {
                raw::sign_digest_into(&key, &digest, Nonces::Hedged, &mut out)
                    .map_err(|error| error.to_string())?;
            }
            signed.push((digest, out));
        }
        let made = (0..INPUTS).map(|_| None).collect();
        Ok(Self { op, key, signed, peer, made, out: vec![[0; ROOM]; INPUTS] })
    }
}

impl Work for Bench {
    fn run(&mut self, input: usize) -> bool {
        let (digest, signature) = &self.signed[input];
        let out = &mut self.out[input];
        match self.op {
            "keygen" => {
                self.made[input] = PrivateKey::generate(self.key.algorithm()).ok();
                self.made[input].is_some()
            }
            "sign" => raw::sign_digest_into(&self.key, digest, Nonces::Hedged, out).is_ok(),
            "verify" => {
                let signature = &signature[..2 * self.key.algorithm().order_bytes()];
                raw::verify_digest(self.key.public_key(), digest, signature).is_ok()
            }
            _ => raw::derive_into(&self.key, self.peer.public_key(), out).is_ok(),
        }
    }

    fn check(&mut self, input: usize) -> Result<(), String> {
        let (digest, signature) = &self.signed[input];
        let bytes = 2 * self.key.algorithm().order_bytes();
        let verifies =
            |digest, bytes: &[u8]| raw::verify_digest(self.key.public_key(), digest, bytes).is_ok();
        let right = match self.op {
            "keygen" => self.made[input].as_ref().is_some_and(|key| {
                let again = PrivateKey::from_bytes(key.algorithm(), &key.to_bytes());
                again.is_ok_and(|again| again.public_key() == key.public_key())
            }),
            "sign" => verifies(digest, &self.out[input][..bytes]),
            "verify" => !verifies(&self.signed[(input + 1) % INPUTS].0, &signature[..bytes]),
            _ => {
                let secret = self.peer.derive(self.key.public_key());
                secret.is_ok_and(|it| self.out[input].starts_with(it.as_bytes()))
            }
        };
        if right { Ok(()) } else { Err("a result is wrong".into()) }
    }
}

/// Nanoseconds of a first call, the best of several processes.
fn first_call_elsewhere(algorithm: &str, op: &str) -> Result<f64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut best = f64::INFINITY;
    for _ in 0..FIRST_CALLS {
        let row = format!("{algorithm}:{op}");
        let mut command = Command::new(&program);
        command.args(["--backend", in_force()]);
        command.args(["speed", "--resources", "--first-call", &row]);
        let output = command.output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let ns = text.trim().parse::<f64>();
        best = best.min(ns.map_err(|_| format!("no first call of {row} could be measured"))?);
    }
    Ok(best)
}

/// Loads a key of a known answer and does one operation; nanoseconds of CPU time.
fn first_call(row: &str) -> Result<f64, String> {
    let (name, op) = row.split_once(':').ok_or("a row is ALGORITHM:OPERATION")?;
    if let Some(first) = others::first_call(name, op) {
        return first;
    }
    let known = known::ALGORITHMS.iter().find(|known| known.algorithm.name() == name);
    let known = known.ok_or("no such algorithm")?;
    let bytes = |hex: &str| HEXLOWER.decode(hex.as_bytes()).expect("the table holds hex");
    let KnownAnswer { private, public, signature, own, peer, .. } = *known;
    let [private, public, signature, own, peer] =
        [private, public, signature, own, peer].map(bytes);
    let scheme = known.scheme.unwrap_or(Scheme::PURE_EDDSA);
    let (algorithm, mut out) = (known.algorithm, [0; ROOM]);
    let start = ThreadTime::now();
    let key = |scalar: &[u8]| PrivateKey::from_bytes(algorithm, scalar).ok();
    let point = |point: &[u8]| PublicKey::from_bytes(algorithm, point).ok();
    let done = match op {
        "keygen" => PrivateKey::generate(algorithm).is_ok(),
        "sign" => key(&private).is_some_and(|key| {
            raw::sign_into(&key, known.message, scheme, Nonces::Hedged, &mut out).is_ok()
        }),
        "verify" => {
            let verifies = |key| raw::verify(&key, known.message, scheme, &signature).is_ok();
            point(&public).is_some_and(verifies)
        }
        "derive" => key(&own)
            .zip(point(&peer))
            .is_some_and(|(key, peer)| raw::derive_into(&key, &peer, &mut out).is_ok()),
        _ => false,
    };
    let spent_ns = start.elapsed_ns();
    if done { Ok(spent_ns) } else { Err(format!("{row} gave no result")) }
}
