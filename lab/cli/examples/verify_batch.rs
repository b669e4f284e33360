//! Measures `sealane verify-batch` beside a loop of Python over `cryptography` and beside a loop
//! of Rust over the library, on the same rows, and writes the page.
//!
//! `make verify-batch` builds what is measured and calls this.
use clap::Parser;
use data_encoding::{BASE64, HEXLOWER};
use sealane::ecc::batch::{Batch, KeyTables, SignItem, VerifyItem, sign_batch};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Signature};
use sealane::{Digest, Hash, Nonces};
use sealane_measure::Provenance;
use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

type Done<T = ()> = Result<T, Box<dyn Error>>;

#[derive(Parser)]
enum Act {
    /// Verify a table of digests or messages by calls of the library, and print the counts
    Library { table: PathBuf, verdicts: PathBuf },
    /// Measure all, and write the page
    Measure(Measure),
}

#[derive(Parser)]
struct Measure {
    /// The command
    #[arg(long)]
    program: PathBuf,
    /// A Python that has `cryptography`
    #[arg(long)]
    python: PathBuf,
    /// Folder for manifests and verdicts
    #[arg(long)]
    folder: PathBuf,
    /// The page
    #[arg(long)]
    out: PathBuf,
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    #[arg(long, default_value_t = 1000)]
    keys: usize,
    /// How often each is measured
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    turns: u8,
    /// Rows of the runs whose memory is measured
    #[arg(long, value_delimiter = ',', default_values_t = [100_000, 1_000_000, 10_000_000])]
    memory_rows: Vec<usize>,
    /// The processor that all is pinned to
    #[arg(long, default_value_t = 1)]
    cpu: usize,
}

fn main() -> Done {
    match Act::parse() {
        Act::Library { table, verdicts } => library(&table, &verdicts),
        Act::Measure(args) => measure(&args),
    }
}

/// A row as the library takes it.
struct Checked {
    id: String,
    key: usize,
    digest: Digest,
    signature: Signature,
}

/// What a program does that calls the library: read, verify thousands at a time, write.
fn library(table: &Path, verdicts: &Path) -> Done {
    const CHUNK: usize = 4096;
    let mut lines = BufReader::new(File::open(table)?).lines();
    let of_digests = lines.next().ok_or("no header")??.contains("digest");
    let mut out = BufWriter::new(File::create(verdicts)?);
    let (mut numbers, mut keys) = (HashMap::new(), Vec::<PublicKey>::new());
    let (mut tables, mut counts) = (KeyTables::new(16 << 20), [0; 2]);
    loop {
        let mut rows = Vec::with_capacity(CHUNK);
        for line in lines.by_ref().take(CHUNK) {
            let line = line?;
            let cells: Vec<&str> = line.split(',').collect();
            let key = *numbers.entry(cells[1].to_owned()).or_insert(keys.len());
            if key == keys.len() {
                keys.push(PublicKey::from_spki_der(&BASE64.decode(cells[1].as_bytes())?)?);
            }
            let digest = match of_digests {
                true => Digest::from_bytes(Hash::Sha256, &HEXLOWER.decode(cells[2].as_bytes())?)?,
                false => Digest::of(Hash::Sha256, cells[2].as_bytes()),
            };
            let der = HEXLOWER.decode(cells[3].as_bytes())?;
            let signature = Signature::from_der(Algorithm::EcP256, &der)?;
            rows.push(Checked { id: cells[0].to_owned(), key, digest, signature });
        }
        if rows.is_empty() {
            break;
        }
        let mut items = Vec::with_capacity(rows.len());
        for row in &rows {
            items.push(VerifyItem::of_digest(&keys[row.key], &row.digest, &row.signature));
        }
        for (row, verdict) in rows.iter().zip(Batch::new().verify_with(&mut tables, &items)) {
            counts[usize::from(verdict.is_err())] += 1;
            writeln!(out, "{},{}", row.id, if verdict.is_ok() { "valid" } else { "invalid" })?;
        }
    }
    out.flush()?;
    println!("{} {}", counts[0], counts[1]);
    Ok(())
}

/// A row of all manifests.
struct Row {
    key: usize,
    message: String,
    signature: String,
}

/// Signatures of these many keys in turn by chance; each hundredth is of another message.
struct Rows {
    keys: Vec<String>,
    rows: Vec<Row>,
}

/// Whether a row has a signature that is not valid.
fn is_planted(number: usize) -> bool {
    number % 100 == 7
}

fn planted(rows: usize) -> usize {
    (0..rows).filter(|number| is_planted(*number)).count()
}

impl Rows {
    fn make(rows: usize, keys: usize) -> Done<Self> {
        let privates: Vec<_> =
            (0..keys).map(|_| PrivateKey::generate(Algorithm::EcP256)).collect::<Result<_, _>>()?;
        let mut made = Vec::with_capacity(rows);
        // Which key signs is drawn by a linear generator, so that keys stand in no order.
        let mut state = 1u64;
        while made.len() < rows {
            let count = (rows - made.len()).min(4096);
            let messages: Vec<_> = (0..count)
                .map(|at| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let key = (state >> 33) as usize % keys;
                    let text = format!("payment {} of 100", made.len() + at);
                    (key, text.clone(), Digest::of(Hash::Sha256, text.as_bytes()))
                })
                .collect();
            let mut items = Vec::with_capacity(count);
            for (key, _, digest) in &messages {
                items.push(SignItem::of_digest(&privates[*key], digest, Nonces::Deterministic));
            }
            let signed = sign_batch(&items);
            for ((key, message, _), signed) in messages.iter().zip(signed) {
                let mut message = message.clone();
                if is_planted(made.len()) {
                    message.push('0');
                }
                let signature = HEXLOWER.encode(&signed?.to_der());
                made.push(Row { key: *key, message, signature });
            }
        }
        let key = |key: &PrivateKey| BASE64.encode(&key.public_key().to_spki_der());
        Ok(Self { keys: privates.iter().map(key).collect(), rows: made })
    }

    fn write(&self, kind: Kind, form: Form, rows: usize, out: impl Write) -> Done {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let name = kind.name();
        if form == Form::Csv {
            writeln!(out, "id,key_base64,{name},signature")?;
        }
        for (number, row) in self.rows.iter().cycle().take(rows).enumerate() {
            let Row { key, message, signature } = row;
            let key = &self.keys[*key];
            let digest;
            let what = match kind {
                Kind::Message => message,
                Kind::Digest => {
                    digest =
                        HEXLOWER.encode(Digest::of(Hash::Sha256, message.as_bytes()).as_bytes());
                    &digest
                }
            };
            match form {
                Form::Csv => writeln!(out, "{number},{key},{what},{signature}")?,
                Form::Json => writeln!(
                    out,
                    "{{\"id\":{number},\"key_base64\":\"{key}\",\"{name}\":\"{what}\",\
                     \"signature\":\"{signature}\"}}"
                )?,
            }
        }
        Ok(out.flush()?)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digest,
    Message,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Digest => "digest",
            Self::Message => "message",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Csv,
    Json,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "jsonl",
        }
    }
}

/// What a process took, once it has ended.
struct Took {
    cpu_s: f64,
    peak_kib: u64,
    printed: String,
}

/// Runs a command on one processor. CPU time is that of all its threads, user and system.
fn run(args: &Measure, command: &[&str], feed: impl FnOnce(&mut dyn Write) -> Done) -> Done<Took> {
    // Ticks of the clock of `/proc`; Linux has had 100 a second on all processors for long.
    const TICKS_A_SECOND: f64 = 100.0;
    let printed = args.folder.join("printed");
    let mut child = Command::new("taskset")
        .args(["-c", &args.cpu.to_string()])
        .args(command)
        .stdin(Stdio::piped())
        .stdout(File::create(&printed)?)
        .spawn()?;
    let proc = PathBuf::from(format!("/proc/{}", child.id()));
    let (stat, status) = (proc.join("stat"), proc.join("status"));
    let watcher = std::thread::spawn(move || {
        let mut peak_kib = 0;
        loop {
            let status = std::fs::read_to_string(&status).unwrap_or_default();
            let field = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let field = field.and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok());
            peak_kib = field.unwrap_or(peak_kib);
            let text = std::fs::read_to_string(&stat).unwrap_or_default();
            let fields: Vec<&str> =
                text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
            // The times of a process that has ended stay until it is waited for.
            if let ["Z", rest @ ..] = &fields[..] {
                let ticks: f64 = rest[10..12].iter().filter_map(|it| it.parse::<f64>().ok()).sum();
                return (ticks / TICKS_A_SECOND, peak_kib);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    });
    let mut stdin = child.stdin.take().expect("it is piped");
    let fed = feed(&mut stdin);
    drop(stdin);
    let (cpu_s, peak_kib) = watcher.join().expect("it only reads");
    child.wait()?;
    fed?;
    Ok(Took { cpu_s, peak_kib, printed: std::fs::read_to_string(printed)? })
}

/// The words and numbers that say how many rows are valid and how many are not.
fn judge(printed: &str, rows: usize, made: usize) -> Done {
    let bad = planted(made) * (rows / made) + planted(rows % made);
    let numbers = printed.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
    let numbers: Vec<usize> = numbers.collect();
    if numbers.contains(&(rows - bad)) && numbers.contains(&bad) {
        return Ok(());
    }
    Err(format!("wrong verdicts: {printed:?}; {bad} of {rows} rows are not valid").into())
}

fn measure(args: &Measure) -> Done {
    std::fs::create_dir_all(&args.folder)?;
    let place = Provenance::find(&["crates/arith", "crates/sealane", "crates/cli", "lab/cli"]);
    let made = Rows::make(args.rows, args.keys)?;
    let (speed, memory) = (speed(args, &made)?, memory(args, &made)?);
    let version = "import cryptography; print(cryptography.__version__)";
    let version = Command::new(&args.python).args(["-c", version]).output()?.stdout;
    let Measure { rows, keys, cpu, turns, .. } = args;
    let text = format!(
        "# Verifying a manifest\n\nWritten by `make verify-batch`; do not edit.\n\n{}- {rows} \
         signatures on P-256 with SHA-256, {keys} keys in no order, each in its row; every \
         hundredth signature is not valid, and every count of verdicts was right. Batches run on \
         `{}`; one thread on CPU {cpu}.\n\nRows a second of CPU time, of user and system \
         together, from the file of rows to the file of verdicts: the median of {turns} turns, \
         those of one file of rows taken in turn, and the best. *Batch::verify_with* is a loop \
         of some forty lines over the library, in `lab/cli/examples/verify_batch.rs`; *Python* \
         one over the package `cryptography` {}, in `verify_batch.py` beside it.\n\n\
         | who | rows as | of | rows a second | best |\n|---|---|---|---:|---:|\n{speed}\n\
         Peak of resident memory of `sealane verify-batch`, rows with an id each, through a \
         pipe.\n\n| rows | MiB |\n|---|---|\n{memory}",
        place.lines(),
        sealane::backend::current_batch(),
        String::from_utf8(version)?.trim(),
    );
    Ok(std::fs::write(&args.out, text)?)
}

/// Rows a second of all, as lines of a table.
fn speed(args: &Measure, made: &Rows) -> Done<String> {
    let path = |name: &str| args.folder.join(name).to_string_lossy().into_owned();
    let itself = std::env::current_exe()?.to_string_lossy().into_owned();
    let (program, python) = (args.program.to_string_lossy(), args.python.to_string_lossy());
    let out = path("verdicts");
    let mut table = String::new();
    for kind in [Kind::Digest, Kind::Message] {
        for form in [Form::Csv, Form::Json] {
            let manifest = path(&format!("{}.{}", kind.name(), form.name()));
            made.write(kind, form, args.rows, File::create(&manifest)?)?;
            let command = [&program, "verify-batch", "--manifest", &manifest, "--out", &out];
            let command = [&command[..], &["--force", "--quiet"]].concat();
            let mut all = vec![("`sealane verify-batch`", command)];
            if form == Form::Csv {
                all.push(("`Batch::verify_with`", vec![&itself, "library", &manifest, &out]));
                let script = "lab/cli/examples/verify_batch.py";
                all.push(("Python, `cryptography`", vec![&python, script, &manifest, &out]));
            }
            let mut times = vec![vec![]; all.len()];
            for _ in 0..args.turns {
                for (times, (_, command)) in times.iter_mut().zip(&all) {
                    let took = run(args, command, |_| Ok(()))?;
                    judge(&took.printed, args.rows, args.rows)?;
                    times.push(took.cpu_s);
                    std::fs::remove_file(&out)?;
                }
            }
            std::fs::remove_file(&manifest)?;
            for (times, (who, _)) in times.iter_mut().zip(&all) {
                times.sort_by(f64::total_cmp);
                let rate = |seconds: f64| args.rows as f64 / seconds;
                let (median, most) = (rate(times[times.len() / 2]), rate(times[0]));
                let (kind, form) = (kind.name(), form.name());
                let line = format!("| {who} | {form} | {kind} | {median:.0} | {most:.0} |\n");
                print!("{line}");
                table += &line;
            }
        }
    }
    Ok(table)
}

/// Peaks of memory, as lines of a table.
fn memory(args: &Measure, made: &Rows) -> Done<String> {
    let (program, out) = (args.program.to_string_lossy(), args.folder.join("verdicts"));
    let out = out.to_string_lossy();
    let mut table = String::new();
    for &rows in &args.memory_rows {
        let command = [&program, "verify-batch", "--manifest", "-", "--out", &out, "--force"];
        let took = run(args, &[&command[..], &["--quiet"]].concat(), |stdin| {
            made.write(Kind::Digest, Form::Csv, rows, stdin)
        })?;
        judge(&took.printed, rows, args.rows)?;
        let line = format!("| {rows} | {:.1} |\n", took.peak_kib as f64 / 1024.0);
        print!("{line}");
        table += &line;
    }
    Ok(table)
}
