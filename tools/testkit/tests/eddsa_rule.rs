//! One rule of verification, *cofactored, canonical*, against published tables of edge cases.

use sealane::{Algorithm, PublicKey, Scheme, Signature};
use serde_json::Value;
use testkit::vectors;

fn unhex(digits: &Value) -> Vec<u8> {
    let digits = digits.as_str().expect("text");
    let byte = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

fn table(name: &str) -> Vec<Value> {
    let table: Value = serde_json::from_str(&vectors::read(name)).expect("JSON");
    table.as_array().expect("a list").clone()
}

fn accepts(public: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let Ok(key) = PublicKey::from_bytes(Algorithm::Ed25519, public) else { return false };
    let Ok(signature) = Signature::from_bytes(Algorithm::Ed25519, signature) else { return false };
    key.verify(message, Scheme::PURE_EDDSA, &signature).is_ok()
}

/// Goal: of the combinations of keys and `R` of small, mixed and prime order, exactly those in
/// canonical encodings are accepted: all of them fulfil the cofactored equation. The numbers of
/// both kinds are pinned.
#[test]
fn edge_cases_follow_the_rule() {
    let mut counts = [0, 0];
    for case in table("ed25519-edge-cases.json") {
        let flags = case["Flags"].as_array().cloned().unwrap_or_default();
        let canonical =
            !flags.iter().any(|flag| flag == "NonCanonicalA" || flag == "NonCanonicalR");
        let signature = [unhex(&case["R"]), unhex(&case["S"])].concat();
        let message = case["M"].as_str().expect("text").as_bytes();
        let answer = accepts(&unhex(&case["A"]), message, &signature);
        assert_eq!(answer, canonical, "{case}");
        counts[usize::from(answer)] += 1;
    }
    let [refused, accepted] = counts;
    println!("{accepted} accepted, {refused} refused");
    assert_eq!(refused + accepted, 768);
    assert!(refused > 300 && accepted > 300);
}

/// Goal: the verdicts of ed25519-speccheck are those of the rule: keys and `R` of small and mixed
/// order pass, also where the cofactorless equation fails (cases 6 to 8); `S` at or above the order
/// (9, 10), a non-canonical `R` (11, 12) and a non-canonical key (13, 14) do not.
#[test]
fn speccheck_follows_the_rule() {
    let cases = table("ed25519-speccheck.json");
    assert_eq!(cases.len(), 15);
    for (i, case) in cases.iter().enumerate() {
        let [message, key, signature] =
            ["message", "pub_key", "signature"].map(|name| unhex(&case[name]));
        assert_eq!(accepts(&key, &message, &signature), i < 9, "case {i}");
    }
}
