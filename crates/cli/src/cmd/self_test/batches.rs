//! Known answers in lanes: batches whose items take turns, one with the known answer and one with
//! what the single operation gives, so that an item in another's lane is noticed.
use super::known::KnownAnswer;
use super::{Check, Test, constant, is_damaged, private, tried};
use sealane::Nonces;
use sealane::ecc::batch::{SignItem, VerifyItem, sign_batch, verify_batch};
use sealane::ecc::{PrivateKey, PublicKey, Signature, derive_batch, keygen_batch};

/// Items of a batch: as many as there are lanes.
pub const ITEMS: usize = 8;

/// What the items between the known ones sign.
pub const OTHER_MESSAGE: &[u8] = b"another message";

/// The tests of one algorithm on the machine of several lanes in force, which must show that it
/// ran.
pub fn tests(row: &KnownAnswer, backend: &str, damage: Option<&str>) -> Vec<Test> {
    let signs = row.algorithm.signs();
    let checks: [(&'static str, bool, Check); 5] = [
        ("keygen-batch", true, publics_are_those_of_single_operations),
        ("sign-batch", signs, signatures_are_known),
        ("verify-batch", signs, known_signatures_verify),
        ("verify-batch-refuses", signs, wrong_messages_are_refused),
        ("derive-batch", row.algorithm.derives(), secrets_are_known),
    ];
    tried(checks, row, backend, damage)
}

/// Whether the item of this place has the known answer.
pub fn is_known(place: usize) -> bool {
    place.is_multiple_of(2)
}

/// Keys are random: no answer is known, but each public key belongs to its private one.
fn publics_are_those_of_single_operations(
    row: &KnownAnswer,
    name: &str,
    damage: Option<&str>,
) -> Option<bool> {
    let keys = keygen_batch(&[row.algorithm; ITEMS]);
    let belongs = |key: PrivateKey| {
        let single = PrivateKey::from_bytes(row.algorithm, &key.to_bytes()).ok()?;
        Some(single.public_key() == key.public_key())
    };
    let belong = keys.into_iter().map(|key| belongs(key.ok()?)).collect::<Option<Vec<_>>>()?;
    Some(belong.into_iter().all(|it| it) && !is_damaged(name, damage))
}

/// The known signature, and that of the other message by the single operation.
fn both_signatures(row: &KnownAnswer, key: &PrivateKey, known: &[u8]) -> Option<[Signature; 2]> {
    let known = Signature::from_bytes(row.algorithm, known).ok()?;
    let other = key.sign(OTHER_MESSAGE, row.scheme?, Nonces::Deterministic).ok()?;
    Some([known, other])
}

fn signatures_are_known(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let key = private(row, row.private)?;
    let scheme = row.scheme?;
    let expected = both_signatures(row, &key, &constant(row.signature, name, damage))?;
    let item = |place| {
        let message = if is_known(place) { row.message } else { OTHER_MESSAGE };
        SignItem::new(&key, message, scheme, Nonces::Deterministic)
    };
    let items: Vec<_> = (0..ITEMS).map(item).collect();
    let signed = sign_batch(&items).into_iter().enumerate();
    let is_right = |(place, signed): (usize, Result<Signature, _>)| {
        signed.is_ok_and(|signed| signed == expected[place % 2])
    };
    Some(signed.map(is_right).fold(true, |all, one| all & one))
}

/// The verdicts on both signatures in turn: the known one of `message`, and the other of its own.
fn verdicts(row: &KnownAnswer, known: &[u8], message: &[u8]) -> Option<Vec<bool>> {
    let key = PublicKey::from_bytes(row.algorithm, &constant(row.public, "", None)).ok()?;
    let signatures = both_signatures(row, &private(row, row.private)?, known)?;
    let scheme = row.scheme?;
    let item = |place| {
        let message = if is_known(place) { message } else { OTHER_MESSAGE };
        VerifyItem::new(&key, message, scheme, &signatures[place % 2])
    };
    let items: Vec<_> = (0..ITEMS).map(item).collect();
    Some(verify_batch(&items).iter().map(Result::is_ok).collect())
}

fn known_signatures_verify(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let verdicts = verdicts(row, &constant(row.signature, name, damage), row.message)?;
    Some(verdicts.into_iter().all(|valid| valid))
}

fn wrong_messages_are_refused(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    // Broken, this test sees the message that the signature does belong to.
    let message = if is_damaged(name, damage) { row.message } else { b"a third message" };
    let verdicts = verdicts(row, &constant(row.signature, "", None), message)?;
    Some(verdicts.into_iter().enumerate().all(|(place, valid)| valid != is_known(place)))
}

fn secrets_are_known(row: &KnownAnswer, name: &str, damage: Option<&str>) -> Option<bool> {
    let own = private(row, row.own)?;
    let peer = PublicKey::from_bytes(row.algorithm, &constant(row.peer, "", None)).ok()?;
    let expected = constant(row.secret, name, damage);
    let with_itself = own.derive(own.public_key()).ok()?;
    let item = |place| (&own, if is_known(place) { &peer } else { own.public_key() });
    let items: Vec<_> = (0..ITEMS).map(item).collect();
    let secrets = derive_batch(&items).into_iter().enumerate();
    let is_right = |(place, secret): (usize, Result<sealane::ecc::SharedSecret, _>)| {
        let expected = if is_known(place) { &expected[..] } else { with_itself.as_bytes() };
        secret.is_ok_and(|secret| secret.as_bytes() == expected)
    };
    Some(secrets.map(is_right).fold(true, |all, one| all & one))
}
