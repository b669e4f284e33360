//! What the first signature of an RSA key costs, and what is kept between signatures saves: import,
//! stored precalculation, blinding factors warm, cold and evicted, and the share of each part.
//!
//! `cargo run --release -p testkit --example rsa_caches [BITS..]`. Times are CPU
//! time of the thread, the median and the minimum of short samples that are taken in turn.

use sealane::rsa::{Lengths, PrivateKey, Scheme, clear_caches};
use sealane::watch::{RsaPart as Part, run_rsa_part};
use sealane::{Digest, Hash, backend};
use sealane_measure::clock::ThreadTime;

/// How often each row is timed.
const ROUNDS: usize = 60;
/// Keys used in turn.
const MANY: usize = 1000;

type Work<'a> = Box<dyn FnMut() + 'a>;

/// A row: its name, the operations in a sample, what comes before a sample, and an operation.
struct Row<'a> {
    name: &'static str,
    times: usize,
    before: Work<'a>,
    work: Work<'a>,
    samples: Vec<f64>,
}

fn row<'a>(name: &'static str, times: usize, work: impl FnMut() + 'a) -> Row<'a> {
    Row { name, times, before: Box::new(|| {}), work: Box::new(work), samples: Vec::new() }
}

fn main() {
    let mut bits: Vec<usize> = std::env::args().skip(1).flat_map(|word| word.parse()).collect();
    if bits.is_empty() {
        bits = vec![2048, 3072, 4096];
    }
    println!("| row | us, median | us, minimum | beside a warm signature |");
    println!("|---|---|---|---|");
    for bits in bits {
        println!("| **{bits} bits, {}** | | | |", backend::current_batch());
        report(bits);
    }
}

fn report(bits: usize) {
    let key = PrivateKey::generate(bits).expect("randomness");
    let (document, stored) = (key.to_pkcs8_der(), key.to_precalculated_bytes());
    println!("| PKCS#8: {} bytes; stored: {} bytes | | | |", document.len(), stored.len());
    let digest = Digest::of(Hash::Sha256, b"caches");
    let scheme = Scheme::Pkcs1(Hash::Sha256);
    let sign = |key: &PrivateKey| drop(key.sign_digest(&digest, scheme).expect("it signs"));
    let load = || PrivateKey::from_precalculated_bytes(&stored, Lengths::Current).expect("stored");
    let import = || PrivateKey::from_pkcs8_der(&document, Lengths::Current).expect("a document");
    let part = |which| {
        let key = &key;
        move || run_rsa_part(key, which)
    };
    let many = if bits == 2048 { MANY } else { 0 };
    let keys: Vec<_> = (0..many).map(|_| PrivateKey::generate(bits).expect("randomness")).collect();
    let mut rows = vec![
        row("warm signature", 32, || sign(&key)),
        row("signature without kept factors", 8, || {
            clear_caches();
            sign(&key);
        }),
        row("load stored", 8, || drop(load())),
        row("load stored, first signature without kept factors", 8, || {
            clear_caches();
            sign(&load());
        }),
        row("load stored, first signature with kept factors", 8, || sign(&load())),
        row("import of PKCS#8", 1, || drop(import())),
        row("both powers", 16, part(Part::Power)),
        row("blinding", 16, part(Part::Blinding)),
        row("check", 16, part(Part::Check)),
        row("a fresh pair", 16, part(Part::Pair)),
        row("constants of the primes", 16, part(Part::Constants)),
        row("constants of n", 16, part(Part::PublicConstants)),
    ];
    if bits == 2048 {
        let (mut next, keys) = (0, &keys);
        rows.push(row("one thousand keys in turn", 64, move || {
            next = (next + 1) % MANY;
            sign(&keys[next]);
        }));
    }
    rows[0].before = Box::new(|| sign(&key));
    rows[4].before = Box::new(|| sign(&key));
    for _ in 0..ROUNDS {
        for row in &mut rows {
            (row.before)();
            let begun = ThreadTime::now();
            (0..row.times).for_each(|_| (row.work)());
            row.samples.push(begun.elapsed_ns() / 1e3 / row.times as f64);
        }
    }
    let mut warm = None;
    for row in &mut rows {
        row.samples.sort_by(f64::total_cmp);
        let (median, least) = (row.samples[ROUNDS / 2], row.samples[0]);
        let warm = *warm.get_or_insert(median);
        println!("| {} | {median:.1} | {least:.1} | {:.3} |", row.name, median / warm);
    }
}
