//! `sealane load`: many clients of a service, and what their signatures take.
use super::print_json;
use super::served::{found, join, log_in};
use crate::args::service::Load;
use crate::failure::Failure;
use crate::output::to_stdout;
use sealane::Digest;
use sealane::any::{Lengths, PublicKey};
use sealane_hsm::Error;
use sealane_hsm::engine::{SignItem, Signer};
use sealane_hsm::object::Object;
use sealane_hsm::queue::Content;
use sealane_hsm::remote::Connection;
use sealane_hsm::scheme::Scheme;
use serde_json::{Value, json};
use std::sync::Barrier;
use std::time::Instant;

/// What the service says its process has used.
const CPU: &str = "process_cpu_seconds_total ";

pub fn run(args: &Load) -> Result<(), Failure> {
    let mut first = log_in(&args.at)?;
    let object = found(&mut first, &args.key)?;
    let clients = usize::from(args.clients);
    // One derivation from the PIN, whatever the number.
    let ticket = first.ticket().map_err(Failure::token)?;
    let mut others = vec![first];
    for _ in 1..clients {
        others.push(join(&args.at, &ticket)?);
    }
    let mut runs = Vec::new();
    if clients > 1 {
        runs.push(measure(&mut others[..1], &object, args)?);
    }
    runs.push(measure(&mut others, &object, args)?);
    let alone = runs[0].rate();
    let reports: Vec<Value> = runs.iter().map(|run| run.report(alone)).collect();
    if args.json {
        let algorithm = object.kind.to_string();
        return print_json(&json!({ "algorithm": algorithm, "runs": reports }));
    }
    to_stdout(table(&object, &reports).as_bytes())
}

/// What one number of clients has done.
struct Run {
    clients: usize,
    signatures: usize,
    seconds: f64,
    /// Of requests, sorted, microseconds.
    latencies_us: Vec<f64>,
    /// CPU of service and clients, microseconds a signature.
    cpu_us: [f64; 2],
}

fn measure(connections: &mut [Connection], object: &Object, args: &Load) -> Result<Run, Failure> {
    let (clients, batch) = (connections.len(), usize::from(args.batch));
    let requests = (args.count as usize).div_ceil(batch * clients);
    let before = [service_cpu(&mut connections[0])?, own_cpu()];
    let barrier = Barrier::new(clients + 1);
    let (results, seconds) = std::thread::scope(|scope| {
        let one = |(number, connection)| {
            let barrier = &barrier;
            scope.spawn(move || client(connection, object, number, requests, batch, barrier))
        };
        let threads: Vec<_> = connections.iter_mut().enumerate().map(one).collect();
        barrier.wait();
        let begun = Instant::now();
        let results: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        (results, begun.elapsed().as_secs_f64())
    });
    let after = [service_cpu(&mut connections[0])?, own_cpu()];
    let mut latencies_us = Vec::new();
    for result in results {
        let panicked = |_| Failure::failed("INTERNAL", "a client gave up after a fault");
        latencies_us.extend(result.map_err(panicked)?.map_err(Failure::token)?);
    }
    latencies_us.sort_by(f64::total_cmp);
    let signatures = requests * batch * clients;
    let cpu_us = [0, 1].map(|i| (after[i] - before[i]) * 1e6 / signatures as f64);
    Ok(Run { clients, signatures, seconds, latencies_us, cpu_us })
}

/// Asks again and again; returns what each request took, after a look at the last signature.
fn client(
    connection: &mut Connection,
    object: &Object,
    number: usize,
    requests: usize,
    batch: usize,
    barrier: &Barrier,
) -> Result<Vec<f64>, Error> {
    let scheme = Scheme::usual(object.kind);
    barrier.wait();
    let scheme = scheme?;
    let mut latencies_us = Vec::with_capacity(requests);
    let mut last = None;
    for request in 0..requests {
        let item = |i: usize| SignItem {
            key: object.id,
            scheme: Some(scheme.clone()),
            content: content(&scheme, &format!("client {number}, message {}", request * batch + i)),
        };
        let items: Vec<SignItem> = (0..batch).map(item).collect();
        let content = items[batch - 1].content.clone();
        let begun = Instant::now();
        let signature = match <[SignItem; 1]>::try_from(items) {
            Ok([item]) => connection.sign(item)?,
            Err(items) => {
                let mut signed = connection.sign_all(items)?;
                let last = signed.pop().unwrap_or(Err(Error::Internal))?;
                signed.into_iter().try_for_each(|one| one.map(drop))?;
                last
            }
        };
        latencies_us.push(begun.elapsed().as_secs_f64() * 1e6);
        last = Some((content, signature));
    }
    if let Some((content, signature)) = last {
        let public = PublicKey::from_spki_der(&object.public, Lengths::Current)?;
        let verdict = match &content {
            Content::Message(message) => public.verify(message, scheme.borrowed(), &signature),
            Content::Digest(digest) => public.verify_digest(digest, scheme.borrowed(), &signature),
        };
        verdict.map_err(|_| Error::Remote("SIG_INVALID".into(), "a signature is wrong".into()))?;
    }
    Ok(latencies_us)
}

/// What is signed: the digest of a message, or the message where the scheme takes no digest.
fn content(scheme: &Scheme, message: &str) -> Content {
    match scheme.hash() {
        Some(hash) => Content::Digest(Digest::of(hash, message.as_bytes())),
        None => Content::Message(message.as_bytes().to_vec()),
    }
}

fn service_cpu(connection: &mut Connection) -> Result<f64, Failure> {
    let text = connection.metrics().map_err(Failure::token)?;
    let figure = text.lines().find_map(|line| line.strip_prefix(CPU)?.parse().ok());
    figure.ok_or_else(|| Failure::failed("FRAME_INVALID", "the service does not tell its CPU time"))
}

fn own_cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

impl Run {
    fn rate(&self) -> f64 {
        self.signatures as f64 / self.seconds
    }

    fn quantile(&self, part: f64) -> f64 {
        self.latencies_us[((self.latencies_us.len() - 1) as f64 * part).round() as usize]
    }

    fn report(&self, alone: f64) -> Value {
        let count = self.latencies_us.len() as f64;
        let mean = self.latencies_us.iter().sum::<f64>() / count;
        let off = self.latencies_us.iter().map(|us| (us - mean).powi(2)).sum::<f64>();
        let round = |value: f64| (value * 100.0).round() / 100.0;
        json!({
            "clients": self.clients, "signatures": self.signatures,
            "seconds": (self.seconds * 1e6).round() / 1e6, "sigs_per_s": self.rate().round(),
            "mean_us": round(mean), "median_us": round(self.quantile(0.5)),
            "p99_us": round(self.quantile(0.99)), "stdev_us": round((off / count).sqrt()),
            "cpu_service_us": round(self.cpu_us[0]), "cpu_clients_us": round(self.cpu_us[1]),
            "speedup": round(self.rate() / alone),
        })
    }
}

fn table(object: &Object, reports: &[Value]) -> String {
    const COLUMNS: [(&str, &str); 10] = [
        ("clients", "clients"),
        ("signatures", "signatures"),
        ("sigs/s", "sigs_per_s"),
        ("mean us", "mean_us"),
        ("median us", "median_us"),
        ("p99 us", "p99_us"),
        ("stdev us", "stdev_us"),
        ("CPU service us", "cpu_service_us"),
        ("CPU clients us", "cpu_clients_us"),
        ("speed-up", "speedup"),
    ];
    let mut text = format!("{} by {}\n", object.kind, object.attributes.label);
    let mut line = |cells: Vec<String>| {
        let cells = cells.iter().zip(COLUMNS);
        let cells: Vec<_> =
            cells.map(|(cell, (name, _))| format!("{cell:>width$}", width = name.len())).collect();
        text += &format!("{}\n", cells.join("  "));
    };
    line(COLUMNS.map(|(name, _)| name.to_owned()).to_vec());
    for report in reports {
        line(COLUMNS.map(|(_, key)| report[key].to_string()).to_vec());
    }
    text
}
