//! What the documents say of rejected candidates, beside the orders and beside what is rejected.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use sealane::ecc::{Algorithm, PrivateKey};
use sealane::{Digest, Hash, hooks};
use sealane_arith::generated::{P448N, P25519N};
use sealane_arith::prime::Prime;
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::{field, hash, nonce};
use testkit::vectors::workspace;

/// Returns how many of all integers of as many bits as `n` has are outside `1..n`.
fn chance(n: &BigUint) -> f64 {
    let outside = (BigUint::one() << n.bits()) - n + 1u32;
    // In two parts, for a quotient of more than 2^-1022.
    let bits = outside.bits().saturating_sub(64);
    let high = (outside >> bits).to_f64().expect("a word");
    high * 2f64.powi(bits as i32 - n.bits() as i32)
}

fn in_words(chance: f64) -> String {
    if chance < 0.01 {
        format!("2^{:.0}", chance.log2())
    } else {
        format!("{:.0} %", 100.0 * chance)
    }
}

/// Every curve and its order.
fn orders() -> Vec<(String, BigUint)> {
    let short = Group::all().map(|(algorithm, group)| (algorithm.name().to_owned(), group.n));
    let edwards = [
        ("edwards25519", field::from_words(&P25519N::MODULUS)),
        ("edwards448", field::from_words(&P448N::MODULUS)),
    ];
    short.chain(edwards.map(|(name, n)| (name.to_owned(), n))).collect()
}

fn document(path: &str) -> String {
    std::fs::read_to_string(workspace().join(path)).expect("the document can be read")
}

/// Returns where the table of a ledger and the orders differ.
fn offences(ledger: &str) -> Vec<String> {
    let (_, table) = ledger.split_once("| curve | chance of each candidate |").unwrap_or_default();
    let rows = table.lines().skip(2).map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let mut stated: Vec<String> = rows.map(str::to_lowercase).collect();
    let mut offences = Vec::new();
    for (name, n) in orders() {
        let row = format!("{name} | {}", in_words(chance(&n)));
        match stated.iter().position(|stated| *stated == row) {
            Some(at) => drop(stated.remove(at)),
            None => offences.push(format!("not in the ledger: {row}")),
        }
    }
    offences.extend(stated.iter().map(|row| format!("of no curve: {row}")));
    offences
}

/// Goal: the ledger's table of chances is that of the orders. A wrong figure, a missing row and one
/// too many are found.
#[test]
fn chances_of_rejection_are_those_of_the_orders() {
    let ledger = document("docs/reveals.md");
    assert_eq!(offences(&ledger), [""; 0]);
    let row = "| brainpoolP256r1 | 34 % |\n";
    assert!(ledger.contains(row));
    assert_eq!(offences(&ledger.replace(row, "| brainpoolP256r1 | 2^-32 |\n")).len(), 2);
    assert_eq!(offences(&ledger.replace(row, "")).len(), 1);
    assert_eq!(offences(&ledger.replace(row, &row.repeat(2))).len(), 1);
}

/// Goal: what the page on security says of some curves is so, and it names every curve that rejects
/// more than one candidate in 2^32.
#[test]
fn the_page_on_security_names_the_frequent_ones() {
    let page = document("SECURITY.md").to_lowercase();
    let (_, sentence) = page.split_once("each candidate is rejected").expect("the sentence");
    let (sentence, _) = sentence.split_once("ledger").expect("its end");
    let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    for (algorithm, group) in Group::all() {
        let (name, chance) = (algorithm.name(), chance(&group.n));
        let stated = format!("{} for {name}", in_words(chance));
        let said = sentence.contains(&stated);
        assert_eq!(said, chance > 2f64.powf(-32.5), "{name}: {stated:?} in {sentence:?}");
    }
}

/// Goal: the chance is what happens, for nonces and for keys. Method: on each curve where it shows,
/// 400 nonces whose candidates the reference lists, and 400 random strings taken as keys; within
/// five standard deviations.
#[test]
fn candidates_are_rejected_as_often_as_stated() {
    const TRIES: usize = 400;
    let mut random = Random::seeded("candidates_are_rejected_as_often_as_stated");
    let row = hash::by_name("SHA-256");
    for (algorithm, group) in Group::all() {
        let chance = chance(&group.n);
        if chance < 0.01 {
            continue;
        }
        let all = BigUint::one() << group.n.bits();
        let d = random.integer(&(&group.n - 1u32)) + 1u32;
        let key = PrivateKey::from_bytes(algorithm, &group.scalar(&d)).expect("a scalar in 1..n");
        // Of each message the candidates up to the nonce of the library.
        let (mut candidates, mut rejected) = (0, 0);
        for message in 0..TRIES {
            let message = message.to_be_bytes();
            let ours = hooks::deterministic_nonce(&key, &Digest::of(Hash::Sha256, &message));
            let ours = BigUint::from_bytes_be(&ours);
            let digest = (row.of)(&message);
            let listed = nonce::candidates_below(&d, &group.n, &all, &digest, &[], row);
            let before = listed.take(100).position(|candidate| candidate == ours);
            let before = before.expect("the nonce is one of the candidates");
            (candidates, rejected) = (candidates + before + 1, rejected + before);
        }
        near(algorithm, "nonces", candidates, rejected, chance);
        let keys = (0..TRIES).map(|_| group.scalar(&random.integer(&all)));
        let refused = keys.filter(|key| PrivateKey::from_bytes(algorithm, key).is_err()).count();
        near(algorithm, "keys", TRIES, refused, chance);
    }
}

fn near(algorithm: Algorithm, what: &str, tries: usize, rejected: usize, chance: f64) {
    let tries = tries as f64;
    let deviation = (tries * chance * (1.0 - chance)).sqrt();
    let off = (rejected as f64 - tries * chance).abs();
    assert!(off < 5.0 * deviation, "{algorithm} {what}: {rejected} of {tries}, stated {chance:.2}");
    assert!(!rejected.is_zero(), "{algorithm} {what}: none of {tries} rejected");
}
