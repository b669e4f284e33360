//! Batches beside single operations, on every machine.

use super::*;
use crate::backend;
use crate::hash::Hash;
use crate::rsa::{Lengths, Salt, Scheme};
use std::vec::Vec;

const PEM: &str = include_str!("../example.pem");

fn keys() -> Vec<PrivateKey> {
    let mut keys = std::vec![PrivateKey::from_pem(PEM, Lengths::Current).expect("it is good")];
    for bits in [2048, 2304, 3072] {
        keys.push(PrivateKey::generate(bits).expect("there are primes"));
    }
    keys
}

/// Goal: an item of a batch is what the single operation gives, in its place, whatever stands
/// beside it, on every machine. Method: batches of all small sizes of keys, schemes and messages in
/// a wild order, some of which are refused; PKCS#1 v1.5 signatures are compared, others verified.
#[test]
fn batches_are_single_operations() {
    let _alone = backend::FORCED.write();
    let keys = keys();
    let messages: Vec<Vec<u8>> = (0..21u8).map(|i| [i].repeat(usize::from(i))).collect();
    let schemes = [
        Scheme::Pkcs1(Hash::Sha256),
        Scheme::pss(Hash::Sha512),
        Scheme::Pkcs1(Hash::Sha1),
        Scheme::Pkcs1(Hash::Sha384),
        Scheme::Pss { hash: Hash::Sha256, mgf: Hash::Sha256, salt: Salt::Bytes(4000) },
        Scheme::Pkcs1Bytes,
        Scheme::Raw,
    ];
    for name in ["soft8", "portable", "eight"] {
        if backend::force(name).is_err() {
            std::eprintln!("\nSKIPPED: this CPU cannot run {name}");
            continue;
        }
        for (count, own) in [(0, 1), (1, 1), (2, 1), (4, 1), (5, 1), (8, 1), (9, 2), (21, 4)] {
            let item = |i: usize| {
                let scheme = schemes[if own == 1 { 0 } else { i % schemes.len() }];
                SignItem::new(&keys[i * 3 % own], &messages[i], scheme)
            };
            let items: Vec<SignItem<'_>> = (0..count).map(item).collect();
            let signed = sign_batch(&items);
            assert_eq!(signed.len(), count);
            let empty = Vec::new();
            let verify: Vec<VerifyItem<'_>> = (0..count)
                .map(|i| {
                    let signature = signed[i].as_ref().unwrap_or(&empty);
                    let key = items[i].key.public_key();
                    VerifyItem::new(key, &messages[i], items[i].scheme, signature)
                })
                .collect();
            let verdicts = verify_batch(&verify);
            for i in 0..count {
                let single = items[i].key.sign(&messages[i], items[i].scheme);
                match (&single, items[i].scheme) {
                    (Ok(_), Scheme::Pss { .. }) => assert!(signed[i].is_ok()),
                    _ => assert_eq!(signed[i], single, "item {i} of {count} on {name}"),
                }
                assert_eq!(verdicts[i].is_ok(), single.is_ok(), "item {i} of {count} on {name}");
            }
        }
    }
    let _ = backend::force("eight");
}

/// Goal: raw powers of a full group, and of one that is left over, are those of the single
/// operation; a number that is not below the modulus harms none beside it.
#[test]
fn raw_powers_are_single_operations() {
    let key = PrivateKey::from_pem(PEM, Lengths::Current).expect("it is good");
    let numbers: Vec<[u8; 256]> = (0..10).map(|i| [if i == 4 { 255 } else { i }; 256]).collect();
    let items: Vec<_> = numbers.iter().map(|x| SignItem::new(&key, x, Scheme::Raw)).collect();
    for (x, signed) in numbers.iter().zip(sign_batch(&items)) {
        assert_eq!(signed, key.sign(x, Scheme::Raw));
        assert_eq!(signed.is_err(), x[0] == 255);
        let signature = signed.unwrap_or_default();
        let item = VerifyItem::new(key.public_key(), x, Scheme::Raw, &signature);
        assert_eq!(verify_batch(&[item, item])[1].is_ok(), x[0] != 255);
    }
}

/// Goal: a bad signature is refused in its place alone. Method: one of nine is damaged, cut, too
/// great or another message's.
#[test]
fn bad_signatures_are_refused_alone() {
    let key = PrivateKey::from_pem(PEM, Lengths::Current).expect("it is good");
    let scheme = Scheme::pss(Hash::Sha256);
    let messages: Vec<[u8; 1]> = (0..9).map(|i| [i]).collect();
    let items: Vec<_> = messages.iter().map(|m| SignItem::new(&key, m, scheme)).collect();
    let good: Vec<Vec<u8>> = sign_batch(&items).into_iter().map(|s| s.expect("signs")).collect();
    for kind in 0..4 {
        for bad in 0..good.len() {
            let mut signatures = good.clone();
            match kind {
                0 => signatures[bad][77] ^= 4,
                1 => drop(signatures[bad].pop()),
                2 => signatures[bad].fill(255),
                _ => signatures[bad] = good[(bad + 1) % good.len()].clone(),
            }
            let each = messages.iter().zip(&signatures);
            let items: Vec<_> =
                each.map(|(m, s)| VerifyItem::new(key.public_key(), m, scheme, s)).collect();
            for (i, verdict) in verify_batch(&items).into_iter().enumerate() {
                assert_eq!(verdict.is_ok(), i != bad, "item {i}, kind {kind} in {bad}");
            }
        }
    }
}
