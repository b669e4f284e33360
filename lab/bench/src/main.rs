//! The `bench` command: Sealane and its peers measured beside each other.

mod args;

use args::{Act, Command, Run, Sizes};
use bench::check::{self, Slow};
use bench::compare::{compare, ratios};
use bench::measure::{Plan, Results, measure};
use bench::peers::{self, Peer, Wanted};
use bench::report::{Circumstances, circumstances, document, each_turn, lines};
use bench::turn::Setting;
use bench::{
    GUIDE, alone, batch, before_after, hogweed, keys, mldsa, primitives, root, short, sizes,
};
use clap::Parser;
use rayon::prelude::*;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use sealane_measure::Provenance;
use sealane_measure::libcrypto::Libcrypto;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What of the tree the figures hang on.
const MEASURED: [&str; 6] =
    ["crates/arith", "crates/sealane", "lab/measure", "crates/cli", "lab/cli", "lab/bench"];

/// CPU seconds for a primitive of a curve.
const PRIMITIVE_S: f64 = 0.05;

fn main() -> ExitCode {
    let done = match Command::parse().act {
        Act::Run(args) if args.list => list(&args),
        Act::Run(args) => run(&args),
        Act::Hogweed(args) => nettle_tables(args),
        Act::BeforeAfter(args) => backend_tables(args),
        Act::Batch(args) => batch_table(args),
        Act::Rsa(args) => rsa_table(args),
        Act::Mldsa(args) => mldsa_table(args),
        Act::Sizes(args) => by_size(args),
        Act::Guide => copy_to_guide(),
        Act::Check(args) => not_slower(args),
        Act::Compare { a, b } => agree(&a, &b),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench: {why}");
            ExitCode::FAILURE
        }
    }
}

fn agree(a: &Path, b: &Path) -> Result<(), String> {
    let (text, agree) = compare(&ratios(a)?, &ratios(b)?);
    print!("{text}");
    if agree { Ok(()) } else { Err("the runs do not agree".into()) }
}

fn copy_to_guide() -> Result<(), String> {
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
    };
    let (page, stored) = (root().join(GUIDE), root().join("docs/results/peers.md"));
    let text = short::copied(&read(&page)?, &read(&stored)?)?;
    std::fs::write(&page, text).map_err(|why| why.to_string())
}

fn list(args: &Run) -> Result<(), String> {
    for peer in peers::read(&args.peers)? {
        let core = if peer.core { " (core set)" } else { "" };
        println!("{}{core}: {}\n    {}", peer.name, peer.what, peer.differs);
    }
    Ok(())
}

fn run(args: &Run) -> Result<(), String> {
    let Some((results, about)) = measured(args, "make bench")? else { return Ok(()) };
    let documents = [("md", document(&results, &about)), ("tsv", lines(&results, &about))];
    finish(args, &results, &documents)
}

/// The two tables of Nettle's benchmarks, in one document.
fn nettle_tables(mut args: Run) -> Result<(), String> {
    args.only = hogweed::PEERS.map(str::to_owned).to_vec();
    args.ops = hogweed::pattern();
    args.name = "hogweed".into();
    args.backends = true;
    let Some((results, about)) = measured(&args, "make hogweed")? else { return Ok(()) };
    results.right()?;
    let rows = primitives::all(PRIMITIVE_S, |curve| eprintln!("primitives of {curve}"))?;
    let text = hogweed::document(&results, &rows, &about);
    finish(&args, &results, &[("md", text)])
}

/// Our backends, before and after.
fn backend_tables(mut args: Run) -> Result<(), String> {
    args.only = before_after::PEERS.map(str::to_owned).to_vec();
    args.ops = before_after::pattern();
    args.baseline = before_after::REFERENCE.into();
    args.name = "before-after".into();
    args.backends = true;
    let Some((results, about)) = measured(&args, "make before-after")? else { return Ok(()) };
    results.right()?;
    let text = format!(
        "# Before and after\n\nWritten by `{}`; do not edit.\n\n{}\nOperations a second in the \
         fastest sample, and how far the quartiles of the fastest of each round are apart. \
         *Speedup* is after over before, above 1 where after is faster. *Behind* is OpenSSL over \
         ours, above 1 where OpenSSL is faster. What differs from peer to peer stands in \
         peers.md.\n{}",
        about.command,
        circumstances(&results, &about),
        before_after::tables(&results)?,
    );
    finish(&args, &results, &[("md", text)])
}

/// Batches and their floors.
fn batch_table(mut args: Run) -> Result<(), String> {
    let names = batch::PEERS.iter().chain([&batch::NETTLE]);
    args.only = names.map(|name| (*name).to_owned()).collect();
    args.ops = batch::pattern();
    args.name = "batch".into();
    let about = "Items a second in the fastest sample, and how many times as many as the \
                 operations of others; one thread. Of libcrypto_mb eight operations are one call, \
                 without hash, nonce and DER;";
    floors(&args, "Batches", about, "make bench-batch", batch::table)
}

/// ML-DSA and its floors.
fn mldsa_table(mut args: Run) -> Result<(), String> {
    args.only = mldsa::PEERS.map(str::to_owned).to_vec();
    args.ops = mldsa::pattern();
    args.name = "mldsa".into();
    let about = "Operations a second in the fastest sample, and how many times as many as those of \
                 the fastest peer; one thread. How many attempts a signature takes is chance: \
                 their figures are medians. Signatures are by one key, verifications in batches by \
                 64 keys, or by one that has a table (`verify-cached`);";
    floors(&args, "ML-DSA", about, "make bench-mldsa", mldsa::table)
}

/// A page with a table of floors.
fn floors(
    args: &Run,
    title: &str,
    about: &str,
    command: &str,
    table: fn(&Results) -> Result<(String, usize), String>,
) -> Result<(), String> {
    let Some((results, place)) = measured(args, command)? else { return Ok(()) };
    results.right()?;
    let (table, missed) = table(&results)?;
    let text = format!(
        "# {title}\n\nWritten by `{command}`; do not edit.\n\n{}\n{about} what else differs from \
         peer to peer stands in peers.md. A floor is what the project holds itself to; {missed} \
         are missed.\n\n{table}",
        circumstances(&results, &place),
    );
    finish(args, &results, &[("md", text)])
}

/// Single RSA and DSA operations, and their floors.
fn rsa_table(mut args: Run) -> Result<(), String> {
    args.only = alone::PEERS.map(str::to_owned).to_vec();
    args.ops = alone::pattern();
    args.name = "rsa".into();
    const COMMAND: &str = "make bench-rsa";
    let Some((results, about)) = measured(&args, COMMAND)? else { return Ok(()) };
    // How long a key takes is chance: many of them in each turn.
    args.ops = alone::KEYS.into();
    args.secs *= alone::KEYS_TIMES;
    args.turns = 1;
    args.no_build = true;
    let Some((keys, _)) = measured(&args, COMMAND)? else { return Ok(()) };
    keys.right()?;
    let text = alone::document(&results, &keys, args.secs, &about)?;
    // What a busy machine has measured is shown, and not stored.
    let kept = keys.worth_keeping();
    args.store &= kept.is_ok();
    finish(&args, &results, &[("md", text)])?;
    kept
}

/// Batches by size, with their graph.
fn by_size(args: Sizes) -> Result<(), String> {
    let plan = sizes::Plan {
        sizes: args.sizes,
        threads: args.threads,
        rounds: args.rounds.into(),
        turns: args.turns.into(),
        seconds: args.secs,
        slow: args.slow_control,
    };
    // The threads of the pool start here, before this one is pinned: they may run on every CPU.
    let cpus = rayon::current_num_threads();
    plan.judge(cpus)?;
    let cpu = pin(args.cpu)?;
    let libcrypto = Libcrypto::load();
    let about = sizes::report::Circumstances {
        place: Provenance::find(&MEASURED),
        backend: sealane::backend::current_batch().into(),
        plan,
        cpu,
        cpus,
        reference: libcrypto.as_ref().map(|it| it.version()).map_err(Clone::clone),
        command: "make bench-sizes".into(),
    };
    let most = about.plan.sizes.iter().max().copied().unwrap_or_default();
    let material = sizes::work::Material::new(most, libcrypto.as_ref().ok())?;
    let results =
        sizes::measure(&mut material.works()?, &about.plan, |line: &str| eprintln!("{line}"))?;
    const NAME: &str = "batch-sizes";
    let documents = [
        ("md", sizes::report::document(&results, &about, &format!("{NAME}.svg"))),
        ("tsv", sizes::report::lines(&results, &about)),
        ("svg", sizes::plot::svg(&results)?),
    ];
    print!("{}", documents[0].1);
    results.worth_keeping()?;
    if args.store { store(&args.out, NAME, &documents) } else { Ok(()) }
}

/// Our rows against the stored run. What seems slower is measured once more, by itself.
fn not_slower(mut args: Run) -> Result<(), String> {
    let path = args.out.join(format!("{}.tsv", args.name));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("NOT CHECKED: there is no stored run {}", path.display());
        return Ok(());
    };
    let (there, here) =
        (check::processor(&text).unwrap_or("unknown"), Provenance::find(&MEASURED).cpu);
    if there != here {
        println!("NOT CHECKED: the stored run is of another processor, {there}, not {here}");
        return Ok(());
    }
    let stored = check::stored(&path)?;
    args.only = vec!["sealane".into(), args.baseline.clone()];
    let mut slow = Vec::new();
    for again in [false, true] {
        let Some((results, about)) = measured(&args, "make bench-check")? else { return Ok(()) };
        results.right()?;
        if let Err(why) = results.worth_keeping() {
            println!("NOT CHECKED: {why}");
            return Ok(());
        }
        let now = check::measured(&results, &about);
        let count = stored.keys().filter(|cell| now.contains_key(*cell)).count();
        if count == 0 {
            return Err("the run has no row of the stored one".into());
        }
        slow = check::slower(&stored, &now);
        if slow.is_empty() {
            println!(
                "{count} rows are as fast as stored{}",
                if again { ", once more" } else { "" }
            );
            return Ok(());
        }
        let rows = slow.iter().map(|it| format!("^{} {}$", it.cell[1], it.cell[2]));
        args.ops = rows.collect::<Vec<_>>().join("|");
        args.no_build = true;
    }
    Err(format!("slower than stored:{}", slow.iter().map(told).collect::<String>()))
}

fn told(slow: &Slow) -> String {
    let [peer, algo, op] = &slow.cell;
    let ([then, now], [lost, most]) = (slow.ratios, slow.lost.map(|part| part * 100.0));
    format!(
        "\n  {peer} {algo} {op}: {now:.3} of the reference, stored {then:.3}: {lost:.1} % less, \
         more than the {most:.1} % of noise"
    )
}

/// Builds and measures; nothing if building was all that was asked for.
fn measured(args: &Run, command: &str) -> Result<Option<(Results, Circumstances)>, String> {
    if !(0.001..=600.0).contains(&args.secs) {
        return Err("--secs is 0.001 to 600".into());
    }
    let wanted = Wanted { only: &args.only, all: args.all, skip: &args.skip };
    let chosen = peers::choose(peers::read(&args.peers)?, &wanted)?;
    let folder = args.peers.parent().unwrap_or(Path::new("."));
    let setting = Setting {
        peers: absolute(folder)?,
        build: absolute(&args.build)?,
        seconds: args.secs,
        pattern: args.ops.clone(),
        all_backends: args.backends,
    };
    keys::write_agreements(&setting.keys())?;
    if chosen.iter().any(|peer| peer.keys) {
        keys::write_documents(&setting.keys());
    }
    let (built, unbuilt) = build(args, &setting, chosen);
    if args.build_only {
        return Ok(None);
    }
    let backends: Vec<&str> = sealane::backend::names().filter(|_| args.backends).collect();
    let columns: Vec<Peer> =
        built.iter().flat_map(|peer| peers::columns(peer, &backends)).collect();
    if columns.is_empty() {
        return Err("no peer could be built".into());
    }
    let cpu = pin(args.cpu)?;
    let plan =
        Plan { rounds: args.rounds.into(), turns: args.turns.into(), slow: args.slow_control };
    let about = Circumstances {
        place: Provenance::find(&MEASURED),
        baseline: args.baseline.clone(),
        seconds: args.secs,
        plan,
        cpu,
        reference: Libcrypto::load().map(|it| it.version()),
        unbuilt,
        command: command.into(),
    };
    let tell = |line: &str| eprintln!("{line}");
    let results = measure(&setting, &columns, plan, tell)?;
    if let Some(path) = &args.each_turn {
        std::fs::write(path, each_turn(&results)).map_err(|why| why.to_string())?;
    }
    Ok(Some((results, about)))
}

/// Prints the first document, and stores all of them if they may be stored.
fn finish(args: &Run, results: &Results, documents: &[(&str, String)]) -> Result<(), String> {
    results.right()?;
    print!("{}", documents[0].1);
    results.worth_keeping()?;
    if args.store { store(&args.out, &args.name, documents) } else { Ok(()) }
}

/// Writes documents of one name.
fn store(out: &Path, name: &str, documents: &[(&str, String)]) -> Result<(), String> {
    std::fs::create_dir_all(out).map_err(|why| why.to_string())?;
    for (end, text) in documents {
        let path = out.join(format!("{name}.{end}"));
        std::fs::write(&path, text).map_err(|why| format!("{}: {why}", path.display()))?;
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}

/// Builds the peers, as many at once as there are CPUs: their compilers often have work for one
/// alone. Those that take longest are begun first. Those that cannot be built are told, and the
/// others go on.
fn build(args: &Run, setting: &Setting, peers: Vec<Peer>) -> (Vec<Peer>, Vec<(String, String)>) {
    if args.no_build {
        return (peers, Vec::new());
    }
    let build = |(place, peer): (usize, Peer)| {
        eprintln!("building {}", peer.name);
        let verdict = setting.build(&peer).map_err(|why| {
            eprintln!("{} cannot be built: {why}", peer.name);
            (peer.name.clone(), why)
        });
        (place, verdict.map(|()| peer))
    };
    // One after the other out of one queue: parts of a list would be worked on in other orders.
    let queue = peers::by_length_of_build(peers);
    let mut verdicts: Vec<_> = queue.into_iter().par_bridge().map(build).collect();
    verdicts.sort_by_key(|(place, _)| *place);
    let (mut built, mut unbuilt) = (Vec::new(), Vec::new());
    for (_, verdict) in verdicts {
        match verdict {
            Ok(peer) => built.push(peer),
            Err(why) => unbuilt.push(why),
        }
    }
    (built, unbuilt)
}

/// Pins this program, and with it all that it starts, to one CPU; returns its number.
fn pin(cpu: Option<usize>) -> Result<usize, String> {
    let allowed = sched_getaffinity(None).map_err(|why| why.to_string())?;
    let last = (0..CpuSet::MAX_CPU).rev().find(|cpu| allowed.is_set(*cpu));
    let cpu = cpu.or(last).filter(|cpu| *cpu < CpuSet::MAX_CPU).ok_or("no such CPU")?;
    let mut set = CpuSet::new();
    set.set(cpu);
    sched_setaffinity(None, &set).map_err(|why| format!("CPU {cpu}: {why}"))?;
    Ok(cpu)
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|why| format!("{}: {why}", path.display()))
}
