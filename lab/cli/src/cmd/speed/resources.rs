//! `sealane-lab speed --resources`: what an operation takes, in one table.
//!
//! The operations over curves are those into the caller's buffers, which ought to allocate nothing.
mod first_number;

use crate::args::Speed;
use operations::curve::Fixture;
use operations::number::{self, Number};
use operations::one_off::{MAX_BYTES, OneOff};
use operations::{Action, Form, Operation, Ourselves, Tool};
use sealane_cli::Failure;
use sealane_cli::backend::in_force;
use sealane_cli::known::{self, KnownAnswer};
use sealane_cli::print_json;

use data_encoding::HEXLOWER;
use sealane::ecc::{PrivateKey, PublicKey, Scheme};
use sealane::{Nonces, raw};
use sealane_cli::output::to_stdout;
use sealane_measure::clock::ThreadTime;
use sealane_measure::{Figures, Pattern, Work, contest, heap, rehearse, stack};
use serde_json::{Value, json};
use std::process::Command;
use std::sync::Arc;

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
    for operation in Tool::Speed.operations() {
        if pattern.wants(&operation.title(), operation.action.name()) {
            show(measure(operation, args.seconds).map_err(setup)?, args, &mut rows)?;
        }
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

fn measure(operation: Operation, seconds: f64) -> Result<Row, String> {
    let (algo, op) = (operation.title(), operation.action.name());
    let Some(curve) = operation.algorithm.curve() else {
        let fixture = number::Fixture::new(operation.algorithm, Ourselves, false)?;
        let mut bench = Number::new(&Arc::new(fixture), operation.action)?;
        let first_ns = || first_call_elsewhere(&algo, op);
        return Row::measure(&mut bench, algo.clone(), op, seconds, None, first_ns);
    };
    let fixture = Fixture::new(curve, operation.action == Action::Derive, Ourselves, false)?;
    let mut bench = OneOff::new(&Arc::new(fixture), operation.action, Form::Into)?;
    let table_bytes = Some(raw::table_bytes(curve));
    let first_ns = || first_call_elsewhere(curve.name(), op);
    Row::measure(&mut bench, algo.clone(), op, seconds, table_bytes, first_ns)
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
    if let Some(first) = first_number::first_call(name, op) {
        return first;
    }
    let known = known::ALGORITHMS.iter().find(|known| known.algorithm.name() == name);
    let known = known.ok_or("no such algorithm")?;
    let bytes = |hex: &str| HEXLOWER.decode(hex.as_bytes()).expect("the table holds hex");
    let KnownAnswer { private, public, signature, own, peer, .. } = *known;
    let [private, public, signature, own, peer] =
        [private, public, signature, own, peer].map(bytes);
    let scheme = known.scheme.unwrap_or(Scheme::PURE_EDDSA);
    let (algorithm, mut out) = (known.algorithm, [0; MAX_BYTES]);
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
