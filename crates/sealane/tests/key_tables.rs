//! Tables of keys that come often: when they are made, and what they may take.

use sealane::ecc::batch::{Batch, KeyTables, SignItem, VerifyItem, sign_batch};
use sealane::ecc::{Algorithm, PrivateKey, Scheme, Signature};
use sealane::hooks::key_tables::{
    IDLE, LEAST, WORTH, has, keys_of_families, numbers, see, table_bytes,
};
use sealane::{Hash, Nonces, batch, mldsa};

const SCHEME: Scheme<'static> = Scheme::Ecdsa(Hash::Sha256);
const LETTER: &[u8] = b"once more";

/// The bytes of a table, where there are any.
fn bytes_of_one() -> Option<usize> {
    let one = table_bytes(Algorithm::EcP256);
    if one.is_none() {
        eprintln!("SKIPPED: batches have one lane here, so keys of curves have no tables");
    }
    one
}

fn signed(algorithm: Algorithm) -> (PrivateKey, Signature) {
    let key = PrivateKey::generate(algorithm).unwrap();
    let item = SignItem::new(&key, LETTER, SCHEME, Nonces::Deterministic);
    let [Ok(signature)] = &sign_batch(&[item])[..] else { panic!("it signs") };
    let signature = signature.clone();
    (key, signature)
}

fn verify(tables: &mut KeyTables, (key, signature): &(PrivateKey, Signature), times: usize) {
    let good = VerifyItem::new(key.public_key(), LETTER, SCHEME, signature);
    let bad = VerifyItem::new(key.public_key(), b"another", SCHEME, signature);
    let mut items = vec![good; times];
    items.push(bad);
    let verdicts = Batch::new().verify_with(tables, &items);
    assert!(verdicts[..times].iter().all(Result::is_ok) && verdicts[times].is_err());
}

/// Goal: a table is made at the 128th verification, verdicts stay the same, what is oldest goes
/// when room is wanted, and the bytes never exceed the limit.
#[test]
fn tables_are_bounded() {
    let Some(one) = bytes_of_one() else { return };
    let mut tables = KeyTables::new(2 * one + one / 2);
    let keys = [(); 3].map(|()| signed(Algorithm::EcP256));
    verify(&mut tables, &keys[0], 100);
    assert_eq!((tables.keys(), tables.bytes()), (0, 0));
    for (at, keys_then) in [(0, 1), (1, 2), (0, 2), (2, 2)] {
        verify(&mut tables, &keys[at], 130);
        assert_eq!((tables.keys(), tables.bytes()), (keys_then, keys_then * one));
    }
    let kept = |at: usize| has(&tables, keys[at].0.public_key());
    assert!(kept(0) && !kept(1) && kept(2), "the oldest went");
    // Read where the key has a set of lanes of its own in the batch, and not where it has less.
    let key = keys[2].0.public_key();
    for (items, read) in [(LEAST - 1, false), (LEAST, true)] {
        let numbers = numbers(&tables, &vec![key; items]);
        assert!(numbers.len() == items && numbers.iter().all(|number| (*number > 0) == read));
    }
    let mut none = KeyTables::new(one - 1);
    verify(&mut none, &keys[0], 300);
    assert_eq!(none.keys(), 0);
}

/// Goal: a batch with more keys than there is room for keeps the tables that it has made, and
/// does not make them in turn; the next batch may replace them.
#[test]
fn tables_of_one_batch_do_not_replace_each_other() {
    let Some(one) = bytes_of_one() else { return };
    let mut tables = KeyTables::new(one);
    let keys = [(); 2].map(|()| PrivateKey::generate(Algorithm::EcP256).unwrap());
    let [first, second] = keys.each_ref().map(PrivateKey::public_key);
    let of = |key| vec![key; WORTH as usize];
    see(&mut tables, &[of(first), of(second)].concat());
    let made = [first, second].map(|key| has(&tables, key));
    assert!(made[0] != made[1], "one was made, and stayed: {made:?}");
    see(&mut tables, &of(if made[0] { second } else { first }));
    assert_eq!([first, second].map(|key| has(&tables, key)), made.map(|it| !it));
}

/// Goal: no table is made that would not be read. Method: a key comes often, but never with eight
/// items in a batch; then once with eight.
#[test]
fn keys_with_few_items_get_no_table() {
    let mut tables = KeyTables::new(1 << 20);
    let keys = [(); 2].map(|()| PrivateKey::generate(Algorithm::EcP256).unwrap());
    let [first, second] = keys.each_ref().map(PrivateKey::public_key);
    // Between those of another key, as rows of a table come.
    let few: Vec<_> = [first, second].into_iter().cycle().take(2 * (LEAST - 1)).collect();
    (0..WORTH).for_each(|_| see(&mut tables, &few));
    assert_eq!(tables.keys(), 0);
    let many: Vec<_> = [first, second].into_iter().cycle().take(2 * LEAST).collect();
    (0..WORTH).for_each(|_| see(&mut tables, &many));
    assert_eq!(tables.keys(), if table_bytes(Algorithm::EcP256).is_some() { 2 } else { 0 });
}

/// Which keys have tables.
fn tables_of(tables: &KeyTables, keys: &[PrivateKey; 3]) -> [bool; 3] {
    keys.each_ref().map(|key| has(tables, key.public_key()))
}

/// Goal: tables that a batch reads stay, whatever other keys it has. Method: three keys in each
/// batch, and room for one table.
#[test]
fn tables_that_are_read_stay() {
    let Some(one) = bytes_of_one() else { return };
    let mut tables = KeyTables::new(one);
    let keys = [(); 3].map(|()| PrivateKey::generate(Algorithm::EcP256).unwrap());
    let of = |number: usize| vec![keys[number].public_key(); WORTH as usize];
    for last in 0..3 {
        see(&mut tables, &of(last));
        let wanted = [0, 1, 2].map(|number| number == last);
        assert_eq!(tables_of(&tables, &keys), wanted, "room for one");
        see(&mut tables, &[of(0), of(1), of(2)].concat());
        assert_eq!(tables_of(&tables, &keys), wanted, "that one stays");
    }
}

/// Goal: families share the bytes, and one that comes no more leaves them. Method: room for a
/// table of P-256 and nothing else, which ML-DSA has first.
#[test]
fn families_share_the_room() {
    let Some(one) = bytes_of_one() else { return };
    let mut tables = batch::KeyTables::new(one);
    let mut verify = |algorithm: sealane::Algorithm, scheme: &sealane::Scheme, times: usize| {
        let key = sealane::PrivateKey::generate(algorithm).expect("random bytes");
        let signed =
            batch::Batch::new().sign(&[batch::SignItem::new(&key, b"m", scheme, Nonces::Hedged)]);
        let (key, signature) = (key.public_key(), signed[0].clone().expect("it signs"));
        let items = vec![batch::VerifyItem::new(&key, b"m", scheme, &signature); times];
        assert!(batch::Batch::new().verify_with(&mut tables, &items).iter().all(Result::is_ok));
        assert!(tables.bytes() <= one);
        keys_of_families(&tables)
    };
    let (lattice, curve) = (mldsa::ParameterSet::MlDsa44, Algorithm::EcP256);
    let ecdsa = sealane::Scheme::Ecdsa(Hash::Sha256);
    assert_eq!(
        verify(sealane::Algorithm::MlDsa(lattice), &sealane::Scheme::PURE_MLDSA, 10),
        [0, 1]
    );
    assert_eq!(verify(curve.into(), &ecdsa, 200), [0, 1], "there is no room");
    for _ in 0..IDLE {
        verify(curve.into(), &ecdsa, 1);
    }
    verify(curve.into(), &ecdsa, 200);
    assert_eq!(verify(curve.into(), &ecdsa, 200), [1, 0], "ML-DSA has come no more");
    assert_eq!(
        verify(sealane::Algorithm::MlDsa(lattice), &sealane::Scheme::PURE_MLDSA, 10),
        [1, 0]
    );
}
