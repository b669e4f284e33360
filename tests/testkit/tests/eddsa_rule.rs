//! One rule of verification, *cofactored, canonical*, against published tables of edge cases.

use sealane::backend;
use sealane::ecc::batch::{Batch, KeyTables, VerifyItem};
use sealane::ecc::{Algorithm, PublicKey, Scheme, Signature};
use serde_json::Value;
use std::collections::HashSet;
use testkit::{documents, vectors};

fn unhex(digits: &Value) -> Vec<u8> {
    documents::unhex(digits.as_str().expect("text"))
}

fn table(name: &str) -> Vec<Value> {
    let table: Value = serde_json::from_str(&vectors::read(name)).expect("JSON");
    table.as_array().expect("a list").clone()
}

/// Verifies one by one and in batches.
struct Verifier {
    tables: KeyTables,
    /// The keys that have a table.
    seen: HashSet<Vec<u8>>,
}

impl Verifier {
    fn new() -> Self {
        // Where batches run one by one, no table is made.
        if backend::current_batch() == backend::current()
            && let Some(lanes) = backend::lane_names().next()
        {
            backend::force(lanes).expect("this CPU can run it");
        }
        Self { tables: KeyTables::new(1 << 25), seen: HashSet::new() }
    }

    fn accepts(&mut self, public: &[u8], message: &[u8], signature: &[u8]) -> bool {
        let ed25519 = Algorithm::Ed25519;
        let Ok(key) = PublicKey::from_bytes(ed25519, public) else { return false };
        let Ok(signature) = Signature::from_bytes(ed25519, signature) else { return false };
        let good = key.verify(message, Scheme::PURE_EDDSA, &signature).is_ok();
        let item = VerifyItem::new(&key, message, Scheme::PURE_EDDSA, &signature);
        // Enough of them in one batch for a table of the key, which may be of any order; from then
        // on enough for it to be read.
        let count = if self.seen.insert(public.to_vec()) { 128 } else { 8 };
        let before = self.tables.bytes();
        let verdicts = Batch::new().verify_with(&mut self.tables, &vec![item; count]);
        assert_eq!(self.tables.bytes() > before, count == 128, "a table for each key");
        assert!(verdicts.iter().all(|verdict| verdict.is_ok() == good), "{public:02x?} by table");
        good
    }
}

/// What a table of edge cases holds: accepted, refused, and refused of the kind whose challenge
/// hashes other encodings than those given.
#[derive(Debug, Default, PartialEq)]
struct Verdicts {
    accepted: usize,
    refused: usize,
    refused_reencoded: usize,
}

/// Counts the verdicts on a table, each of which must be that of the rule: all cases fulfil the
/// cofactored equation, those with a re-encoded challenge only for who hashes what he has decoded,
/// so that encodings alone decide.
fn verdicts(cases: impl Iterator<Item = Edge>) -> Verdicts {
    let (mut counts, mut verifier) = (Verdicts::default(), Verifier::new());
    for Edge { key, signature, message, flags } in cases {
        let has = |flag: &str| flags.iter().any(|found| found == flag);
        let canonical = !has("noncanonicala") && !has("noncanonicalr");
        let answer = verifier.accepts(&key, message.as_bytes(), &signature);
        assert_eq!(answer, canonical, "{key:02x?} {signature:02x?} {message}");
        match (answer, has("reencodedk")) {
            (true, again) => {
                assert!(!again, "canonical encodings are not encoded again");
                counts.accepted += 1;
            }
            (false, false) => counts.refused += 1,
            (false, true) => counts.refused_reencoded += 1,
        }
    }
    counts
}

/// A case, whose flags are in small letters without underscores: the two tables write them apart.
struct Edge {
    key: Vec<u8>,
    signature: Vec<u8>,
    message: String,
    flags: Vec<String>,
}

impl Edge {
    fn new(key: &Value, signature: Vec<u8>, message: &Value, flags: &Value) -> Self {
        let plain = |flag: &Value| flag.as_str().expect("text").replace('_', "").to_lowercase();
        Self {
            key: unhex(key),
            signature,
            message: message.as_str().expect("text").to_string(),
            flags: flags.as_array().into_iter().flatten().map(plain).collect(),
        }
    }
}

/// Goal: of the combinations of keys and `R` of small, mixed and prime order, exactly those in
/// canonical encodings are accepted, with and without a residue of small order: in both forms of
/// the table, with their numbers of each verdict.
#[test]
fn edge_cases_follow_the_rule() {
    let first = table("ed25519-edge-cases.json");
    let first = verdicts(first.iter().map(|case| {
        let signature = [unhex(&case["R"]), unhex(&case["S"])].concat();
        Edge::new(&case["A"], signature, &case["M"], &case["Flags"])
    }));
    let full = table("ed25519-cctv.json");
    assert_eq!(full.len(), 914);
    let full =
        verdicts(full.iter().map(|case| {
            Edge::new(&case["key"], unhex(&case["sig"]), &case["msg"], &case["flags"])
        }));
    assert_eq!(first, Verdicts { accepted: 424, refused: 344, refused_reencoded: 0 });
    assert_eq!(full, Verdicts { accepted: 424, refused: 344, refused_reencoded: 146 });
}

/// Goal: the verdicts of ed25519-speccheck are those of the rule: keys and `R` of small and mixed
/// order pass, also where the cofactorless equation fails (cases 6 to 8); `S` at or above the order
/// (9, 10), a non-canonical `R` (11, 12) and a non-canonical key (13, 14) do not.
#[test]
fn speccheck_follows_the_rule() {
    let cases = table("ed25519-speccheck.json");
    assert_eq!(cases.len(), 15);
    let mut verifier = Verifier::new();
    for (i, case) in cases.iter().enumerate() {
        let [message, key, signature] =
            ["message", "pub_key", "signature"].map(|name| unhex(&case[name]));
        assert_eq!(verifier.accepts(&key, &message, &signature), i < 9, "case {i}");
    }
}
