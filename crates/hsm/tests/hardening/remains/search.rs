//! A search of all the memory of a process for parts of secret numbers.

use data_encoding::HEXLOWER;
use sealane::Algorithm;
use sealane::mldsa::PrivateKey;
use sealane_hsm::key::KeyKind;
use sha2::{Digest, Sha512};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::os::unix::fs::FileExt;

/// Bytes in a row that are no chance.
const WINDOW: usize = 16;
const WORD: usize = 8;
/// Bits of a limb of a number in lanes.
const LIMB_BITS: usize = 52;
/// Bits of the filter that all but a few words are told apart by.
const FILTER_BITS: u32 = 22;

/// The secret numbers of keys, by what is looked for.
pub struct Secrets {
    /// The names of keys, and of their numbers.
    names: Vec<(String, String)>,
    /// The second half of each window, and whose it is, by the first half.
    windows: HashMap<u64, Vec<(u64, usize)>>,
    /// Limbs of 52 bits, each a word of its own.
    limbs: HashMap<u64, usize>,
    filter: Vec<u64>,
}

impl Default for Secrets {
    fn default() -> Self {
        let (names, windows, limbs) = Default::default();
        Self { names, windows, limbs, filter: vec![0; 1 << (FILTER_BITS - 6)] }
    }
}

/// A place in memory that has a part of a secret number.
pub struct Finding {
    pub key: String,
    number: String,
    form: &'static str,
    address: u64,
    region: String,
    /// What is around it.
    around: Vec<u8>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, number, form, address, region, around } = self;
        write!(f, "{key}: {number}, {form}, at {address:x} of {region}")?;
        around.chunks(32).try_for_each(|line| write!(f, "\n    {}", HEXLOWER.encode(line)))
    }
}

fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("a word has eight bytes"))
}

fn place(word: u64) -> (usize, u64) {
    let hash = word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - FILTER_BITS);
    ((hash / 64) as usize, 1 << (hash % 64))
}

impl Secrets {
    /// Adds the secret numbers of a key's document.
    pub fn add(&mut self, label: &str, kind: KeyKind, document: &[u8]) {
        match kind {
            KeyKind::Aes(_) | KeyKind::Secret(_) | KeyKind::Data => {
                self.add_number(label, "the key", document);
            }
            KeyKind::Certificate => {}
            KeyKind::Pair(Algorithm::Rsa { .. }) => {
                let integers = leaves(document, 2);
                let numbers = &integers[integers.len() - 6..];
                for (name, number) in ["d", "p", "q", "dp", "dq", "qinv"].iter().zip(numbers) {
                    self.add_number(label, name, number);
                }
            }
            KeyKind::Pair(Algorithm::Dsa { .. }) => {
                let x = leaves(document, 2).pop().expect("it has a private number");
                self.add_number(label, "x", &x);
            }
            KeyKind::Pair(Algorithm::MlDsa(set)) => {
                let seed = document.last_chunk::<32>().expect("it has a seed");
                self.add_number(label, "seed", seed);
                let key = PrivateKey::from_seed(set, seed).expect("it is one");
                self.add_number(label, "K", &key.to_expanded_bytes()[32..64]);
            }
            KeyKind::Pair(_) => {
                let octets = leaves(document, 4).pop().expect("it has private octets");
                self.add_number(label, "scalar or seed", &octets);
                if kind.to_string() == "ed25519" {
                    let hash = Sha512::digest(&octets);
                    let (scalar, prefix) = hash.split_at(32);
                    // But for the bits that are set, at both ends.
                    self.add_number(label, "scalar", &scalar[1..31]);
                    self.add_number(label, "prefix", prefix);
                }
            }
        }
    }

    pub fn add_number(&mut self, key: &str, name: &str, number: &[u8]) {
        let own = self.names.len();
        self.names.push((key.to_owned(), name.to_owned()));
        let reversed: Vec<u8> = number.iter().rev().copied().collect();
        for bytes in [number, &reversed] {
            assert!(bytes.len() >= WINDOW, "{key}: {name} is too short");
            for window in bytes.windows(WINDOW) {
                let (first, second) = (word(window), word(&window[WORD..]));
                self.note(first);
                self.windows.entry(first).or_default().push((second, own));
            }
            // Of a number in either order of its bytes: this one is the lowest first.
            let bit = |i: usize| u64::from(bytes[i / 8] >> (i % 8) & 1);
            for limb in 0..8 * bytes.len() / LIMB_BITS {
                let bits = (0..LIMB_BITS).map(|i| bit(LIMB_BITS * limb + i) << i);
                let limb = bits.sum();
                self.note(limb);
                self.limbs.insert(limb, own);
            }
        }
    }

    fn note(&mut self, word: u64) {
        let (at, bit) = place(word);
        self.filter[at] |= bit;
    }

    /// Calls `found` with the place of each part of a secret number among the bytes of a page or
    /// more, its form and its number.
    fn search(&self, bytes: &[u8], mut found: impl FnMut(usize, &'static str, usize)) {
        for at in 0..bytes.len().saturating_sub(WORD - 1) {
            let first = word(&bytes[at..]);
            let (place, bit) = place(first);
            if self.filter[place] & bit == 0 {
                continue;
            }
            if at % WORD == 0
                && let Some(own) = self.limbs.get(&first)
            {
                found(at, "a limb", *own);
            }
            if let Some(candidates) = self.windows.get(&first)
                && bytes.len() - at >= WINDOW
            {
                let second = word(&bytes[at + WORD..]);
                let own = candidates.iter().find(|candidate| candidate.0 == second);
                own.into_iter().for_each(|(_, own)| found(at, "bytes", *own));
            }
        }
    }
}

/// The contents of the elements of a tag in a DER document, integers without their signs: also of
/// those in the first octet string, which holds a document of its own.
fn leaves(der: &[u8], tag: u8) -> Vec<Vec<u8>> {
    fn walk(mut der: &[u8], tag: u8, is_inner: bool, out: &mut Vec<Vec<u8>>) {
        while let Some((element, rest)) = element(der) {
            let (own, contents) = element;
            match own {
                0x30 => walk(contents, tag, is_inner, out),
                0x04 if !is_inner => walk(contents, tag, true, out),
                _ if own == tag => {
                    let sign = usize::from(tag == 2 && contents[0] == 0 && contents.len() > 1);
                    out.push(contents[sign..].to_vec());
                }
                _ => {}
            }
            der = rest;
        }
    }
    let mut out = vec![];
    walk(der, tag, false, &mut out);
    out
}

/// A tag and its value.
type Element<'a> = (u8, &'a [u8]);

/// Splits the first element off: its tag, its contents, and what follows.
fn element(der: &[u8]) -> Option<(Element<'_>, &[u8])> {
    let (tag, first) = (*der.first()?, *der.get(1)?);
    let count = if first < 0x80 { 0 } else { usize::from(first - 0x80) };
    let length = match count {
        0 => usize::from(first),
        _ => der.get(2..2 + count)?.iter().fold(0, |all, byte| all << 8 | usize::from(*byte)),
    };
    let (contents, rest) = der.get(2 + count..)?.split_at_checked(length)?;
    Some(((tag, contents), rest))
}

/// What was in the memory of a process at one time, but for files that it cannot write to.
pub struct Memory(Vec<Region>);

struct Region {
    begin: u64,
    name: String,
    bytes: Vec<u8>,
}

impl Memory {
    pub fn of_process(id: u32) -> Self {
        let maps = std::fs::read_to_string(format!("/proc/{id}/maps")).unwrap();
        let memory = File::open(format!("/proc/{id}/mem")).unwrap();
        let regions = maps.lines().filter_map(|line| {
            let mut fields = line.split_whitespace();
            let (range, rights) = (fields.next()?, fields.next()?);
            let name = fields.nth(3).unwrap_or("no file").to_owned();
            let constant = name.starts_with('/') && !rights.contains('w');
            if !rights.starts_with('r') || constant || name.starts_with("[v") {
                return None;
            }
            let (begin, end) = range.split_once('-')?;
            let [begin, end] = [begin, end].map(|at| u64::from_str_radix(at, 16).unwrap());
            let mut bytes = vec![0; (end - begin) as usize];
            // A region that has gone meanwhile has nothing.
            memory.read_exact_at(&mut bytes, begin).ok()?;
            Some(Region { begin, name: format!("{name}, {rights} {range}"), bytes })
        });
        Self(regions.collect())
    }

    /// Returns where parts of secrets are: of many places in a row the first.
    pub fn search(&self, secrets: &Secrets) -> Vec<Finding> {
        const PAGE: usize = 4096;
        let mut findings = vec![];
        for region in &self.0 {
            let mut last = None;
            for page in (0..region.bytes.len()).step_by(PAGE) {
                let end = region.bytes.len().min(page + PAGE + WINDOW - 1);
                let (all, bytes) = (&region.bytes, &region.bytes[page..end]);
                if bytes.iter().all(|byte| *byte == 0) {
                    continue;
                }
                secrets.search(bytes, |at, form, own| {
                    let at = page + at;
                    if last.is_none_or(|(of, before)| of != own || before + 64 < at) {
                        let (key, number) = secrets.names[own].clone();
                        let (address, region) = (region.begin + at as u64, region.name.clone());
                        let around = at.saturating_sub(96)..(at + 96).min(all.len());
                        let around = all[around].to_vec();
                        findings.push(Finding { key, number, form, address, region, around });
                    }
                    last = Some((own, at));
                });
            }
        }
        findings
    }
}
