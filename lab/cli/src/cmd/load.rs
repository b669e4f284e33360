//! `sealane-lab load`: many clients of a service, and what their signatures take.
mod clients;
mod folder;
mod latencies;

use crate::args::Load;
use folder::Folder;
use latencies::Latencies;
use sealane::{Digest, Scheme};
use sealane_cli::Failure;
use sealane_cli::hashed;
use sealane_cli::input::{Input, Source};
use sealane_cli::output::to_stdout;
use sealane_cli::print_json;
use sealane_cli::service::{about_signer, found, join, log_in};
use sealane_cli::shown;
use sealane_hsm::engine::Signer;
use sealane_hsm::object::{Class, Object, Usage};
use sealane_hsm::queue::Content;
use sealane_hsm::remote::Connection;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Barrier;
use std::time::Instant;

/// What the service says its process has used.
const CPU: &str = "process_cpu_seconds_total ";

pub fn run(args: &Load) -> Result<(), Failure> {
    let mut first = log_in(&args.at)?;
    let object = chosen(&mut first, args)?;
    let clients = usize::from(args.clients);
    // One derivation from the PIN, whatever the number.
    let ticket = first.ticket().map_err(Failure::token)?;
    let mut others = vec![first];
    for _ in 1..clients {
        others.push(join(&args.at, &ticket)?);
    }
    let mut runs = Vec::new();
    let messages = Messages::new(args)?;
    let measured = |connections: &mut [Connection]| {
        let run = measure(connections, &object, args, &messages);
        run.map_err(|failure| about_signer(args.at.role, failure))
    };
    if clients > 1 && matches!(messages, Messages::MadeUp(_)) {
        runs.push(measured(&mut others[..1])?);
    }
    runs.push(measured(&mut others)?);
    messages.publish()?;
    let alone = runs[0].rate();
    let reports: Vec<Value> = runs.iter().map(|run| run.report(alone)).collect();
    if args.json {
        let algorithm = object.kind.to_string();
        return print_json(&json!({ "algorithm": algorithm, "runs": reports }));
    }
    to_stdout(table(&object, &reports).as_bytes())
}

/// The key that --key names, or the first one of --algorithm.
fn chosen(connection: &mut Connection, args: &Load) -> Result<Object, Failure> {
    let kind = match (&args.key, args.algorithm) {
        (Some(name), _) => return found(connection, name),
        (None, Some(kind)) => kind,
        (None, None) => return Err(Failure::usage("USAGE", "--key or --algorithm is needed")),
    };
    let signs = |object: &Object| {
        object.kind == kind
            && object.class == Class::Private
            && object.attributes.usage.has(Usage::SIGN)
    };
    let all = connection.list().map_err(Failure::token)?;
    all.into_iter().find(signs).ok_or_else(|| {
        let sentence = format!("--algorithm {kind}: the token has no key of it that may sign");
        Failure::refused("KEY_UNKNOWN", sentence)
    })
}

/// What is signed.
enum Messages {
    /// So many of our own.
    MadeUp(usize),
    /// These files, each once, into a folder of ours.
    Files { files: Vec<PathBuf>, folder: Folder },
}

impl Messages {
    fn new(args: &Load) -> Result<Self, Failure> {
        let (Some(list), Some(folder)) = (&args.files_from, &args.out_dir) else {
            return Ok(Self::MadeUp(args.count as usize));
        };
        let list = Input::new("--files-from", list);
        let refused =
            |why: String| Failure::refused("INPUT_FORMAT", format!("{}: {why}", list.name()));
        let bytes = list.read()?;
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let files: Vec<PathBuf> = lines.map(|line| OsStr::from_bytes(line).into()).collect();
        if files.is_empty() {
            return Err(refused("it names no file".to_owned()));
        }
        let mut seen = HashSet::new();
        if let Some(again) = files.iter().find(|path| !seen.insert(path.file_name())) {
            return Err(refused(format!("{} has the name of another one", shown(again))));
        }
        Ok(Self::Files { files, folder: Folder::new(folder)? })
    }

    fn count(&self) -> usize {
        match self {
            Self::MadeUp(count) => *count,
            Self::Files { files, .. } => files.len(),
        }
    }

    /// Returns what is signed as number `i`, or nothing where there are no more files.
    fn content(&self, scheme: &Scheme, i: usize) -> Result<Option<Content>, Failure> {
        let source = match self {
            Self::MadeUp(_) => {
                let message = format!("message {i}").into_bytes();
                return Ok(Some(match scheme.hash() {
                    Some(hash) => Content::Digest(Digest::of(hash, &message)),
                    None => Content::Message(message),
                }));
            }
            Self::Files { files, .. } => {
                let Some(path) = files.get(i) else { return Ok(None) };
                Source::File(path.clone())
            }
        };
        let input = Input::new("--files-from", &source);
        Ok(Some(match scheme.hash() {
            Some(hash) => Content::Digest(hashed(input, hash)?),
            None => Content::Message(input.read()?.to_vec()),
        }))
    }

    /// Keeps signature `i`, if it is one to be kept.
    fn keep(&self, i: usize, signature: &[u8]) -> Result<(), Failure> {
        match self {
            Self::MadeUp(_) => Ok(()),
            Self::Files { files, folder } => folder.keep(&files[i], signature),
        }
    }

    /// Gives the signatures that were kept their place.
    fn publish(self) -> Result<(), Failure> {
        match self {
            Self::MadeUp(_) => Ok(()),
            Self::Files { folder, .. } => folder.publish(),
        }
    }
}

/// What one number of clients has done.
struct Run {
    clients: usize,
    signatures: usize,
    seconds: f64,
    /// Of requests.
    latencies: Latencies,
    /// CPU of service and clients, microseconds a signature.
    cpu_us: [f64; 2],
}

fn measure(
    connections: &mut [Connection],
    object: &Object,
    args: &Load,
    messages: &Messages,
) -> Result<Run, Failure> {
    let (clients, batch) = (connections.len(), usize::from(args.batch));
    let requests = messages.count().div_ceil(batch * clients);
    let before = [service_cpu(&mut connections[0])?, own_cpu()];
    let share = clients.div_ceil(args.threads.map_or_else(processors, usize::from));
    let barrier = Barrier::new(clients.div_ceil(share) + 1);
    let (results, seconds) = std::thread::scope(|scope| {
        let one = |(number, connection)| {
            let mine = (0..requests).map(move |request| {
                let first = (request * clients + number) * batch;
                first..first + batch
            });
            clients::Client::new(connection, mine)
        };
        let mut all = connections.iter_mut().enumerate().map(one);
        let mut threads = vec![];
        while threads.len() * share < clients {
            let some: Vec<_> = all.by_ref().take(share).collect();
            let barrier = &barrier;
            threads.push(scope.spawn(move || clients::ask_all(some, object, messages, barrier)));
        }
        barrier.wait();
        let begun = Instant::now();
        let results: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        (results, begun.elapsed().as_secs_f64())
    });
    let after = [service_cpu(&mut connections[0])?, own_cpu()];
    let mut latencies = Latencies::new();
    for result in results {
        let panicked = |_| Failure::failed("INTERNAL", "a client gave up after a fault");
        latencies.add(&result.map_err(panicked)??)?;
    }
    let signatures = match messages {
        Messages::MadeUp(_) => requests * batch * clients,
        Messages::Files { files, .. } => files.len(),
    };
    let cpu_us = [0, 1].map(|i| (after[i] - before[i]) * 1e6 / signatures as f64);
    Ok(Run { clients, signatures, seconds, latencies, cpu_us })
}

fn service_cpu(connection: &mut Connection) -> Result<f64, Failure> {
    let text = connection.metrics().map_err(Failure::token)?;
    let figure = text.lines().find_map(|line| line.strip_prefix(CPU)?.parse().ok());
    figure.ok_or_else(|| Failure::failed("FRAME_INVALID", "the service does not tell its CPU time"))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

fn own_cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

impl Run {
    fn rate(&self) -> f64 {
        self.signatures as f64 / self.seconds
    }

    fn report(&self, alone: f64) -> Value {
        let latencies = &self.latencies;
        let round = |value: f64| (value * 100.0).round() / 100.0;
        json!({
            "clients": self.clients, "signatures": self.signatures,
            "seconds": (self.seconds * 1e6).round() / 1e6, "sigs_per_s": self.rate().round(),
            "mean_us": round(latencies.mean_us()), "median_us": round(latencies.quantile_us(0.5)),
            "p99_us": round(latencies.quantile_us(0.99)), "stdev_us": round(latencies.stdev_us()),
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
