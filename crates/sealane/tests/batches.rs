//! Batches of every family: results are those of the single operations.

use crate::common::{RSA, dsa_key};
use sealane::batch::KeyTables;
use sealane::mldsa::ParameterSet;
use sealane::{
    Algorithm, Batch, Digest, Hash, Lengths, Nonces, PrivateKey, PublicKey, Scheme, SignItem,
    VerifyItem, derive_batch, ecc, keygen_batch,
};

/// A key of each family and some curves, in no order.
fn keys() -> Vec<PrivateKey> {
    let curve = |algorithm: ecc::Algorithm| {
        PrivateKey::generate(algorithm.into()).expect("random bytes are there")
    };
    let lattice = |set| PrivateKey::generate(Algorithm::MlDsa(set)).expect("random bytes");
    [
        curve(ecc::Algorithm::EcP256),
        PrivateKey::from_pem(RSA, Lengths::Current).expect("it is good"),
        curve(ecc::Algorithm::Ed25519),
        PrivateKey::Dsa(dsa_key()),
        curve(ecc::Algorithm::EcSecp256k1),
        lattice(ParameterSet::MlDsa44),
        curve(ecc::Algorithm::X25519),
        lattice(ParameterSet::MlDsa65),
    ]
    .into()
}

fn schemes() -> Vec<Scheme> {
    let prehashed = Scheme::EdDsa { context: Some(b"context".to_vec()), prehashed: true };
    [
        Scheme::Ecdsa(Hash::Sha256),
        Scheme::RsaPkcs1(Hash::Sha256),
        Scheme::PURE_EDDSA,
        Scheme::Dsa(Hash::Sha256),
        Scheme::rsa_pss(Hash::Sha384),
        Scheme::Bip340,
        prehashed,
        Scheme::PURE_MLDSA,
        Scheme::MlDsa { context: b"context".to_vec(), prehash: Some(Hash::Sha512) },
        Scheme::MlDsaMu,
    ]
    .into()
}

/// Goal: each item has the result of its single operation, whatever stands beside it. Method: each
/// key by each scheme, messages and digests in turn; signatures verified by both ways, right ones,
/// those of the next item, and short ones.
#[test]
fn items_of_every_family_have_their_own_results() {
    let (keys, schemes) = (keys(), schemes());
    let digest = Digest::of(Hash::Sha512, b"message");
    let pairs: Vec<_> =
        keys.iter().flat_map(|key| schemes.iter().map(move |scheme| (key, scheme))).collect();
    let items: Vec<_> = pairs
        .iter()
        .enumerate()
        .map(|(i, &(key, scheme))| match i % 3 {
            0 => SignItem::of_digest(key, &digest, scheme, Nonces::Deterministic),
            _ => SignItem::new(key, b"message", scheme, Nonces::Deterministic),
        })
        .collect();
    let signed = Batch::new().sign(&items);
    assert_eq!(Batch::new().sign_with(&mut KeyTables::new(1 << 20), &items).len(), items.len());
    for (i, (&(key, scheme), signed)) in pairs.iter().zip(&signed).enumerate() {
        let single = match i % 3 {
            0 => key.sign_digest(&digest, scheme, Nonces::Deterministic),
            _ => key.sign(b"message", scheme, Nonces::Deterministic),
        };
        assert_eq!(signed.as_ref().err(), single.as_ref().err(), "{scheme:?}");
        if !matches!(scheme, Scheme::RsaPss { .. }) {
            assert_eq!(*signed, single, "{scheme:?}");
        }
    }
    assert!(signed.iter().any(Result::is_ok) && signed.iter().any(Result::is_err));
    let publics: Vec<PublicKey> = keys.iter().map(PrivateKey::public_key).collect();
    let (mut to_verify, mut singles) = (vec![], vec![]);
    let count = schemes.len();
    for (i, (_, scheme)) in pairs.iter().enumerate() {
        for signature in [&signed[i], &signed[(i + 1) % signed.len()]] {
            let bytes = signature.as_deref().unwrap_or(b"none");
            for bytes in [bytes, &bytes[1..]] {
                let key = &publics[i / count];
                let (item, single) = match i % 3 {
                    0 => (
                        VerifyItem::of_digest(key, &digest, scheme, bytes),
                        key.verify_digest(&digest, scheme, bytes),
                    ),
                    _ => (
                        VerifyItem::new(key, b"message", scheme, bytes),
                        key.verify(b"message", scheme, bytes),
                    ),
                };
                to_verify.push(item);
                singles.push(single);
            }
        }
    }
    let verdicts = Batch::new().verify(&to_verify);
    let by_tables = Batch::new().verify_with(&mut KeyTables::new(1 << 20), &to_verify);
    assert_eq!(verdicts, by_tables);
    assert_eq!(verdicts, singles);
    assert_eq!(
        verdicts.iter().filter(|it| it.is_ok()).count(),
        signed.iter().filter(|it| it.is_ok()).count()
    );
}

/// Goal: keys are made and secrets derived in the order asked for, and who cannot says so.
#[test]
fn keys_and_secrets_come_in_order() {
    let of = |curve: ecc::Algorithm| Algorithm::from(curve);
    let asked = [
        of(ecc::Algorithm::X25519),
        Algorithm::Rsa { bits: 2048 },
        of(ecc::Algorithm::EcP256),
        Algorithm::Rsa { bits: 7 },
        of(ecc::Algorithm::X25519),
        Algorithm::MlDsa(ParameterSet::MlDsa44),
        Algorithm::MlDsa(ParameterSet::MlDsa65),
    ];
    let made = keygen_batch(&asked);
    assert!(made.iter().zip(&asked).all(|(made, asked)| match made {
        Ok(key) => key.algorithm() == *asked,
        Err(_) => *asked == Algorithm::Rsa { bits: 7 },
    }));
    let [Ok(one), Ok(rsa), Ok(p256), _, Ok(other), Ok(lattice), Ok(_)] = &made[..] else {
        panic!("they are made")
    };
    let publics = [one, rsa, p256, other].map(PrivateKey::public_key);
    let [of_one, of_rsa, of_p256, of_other] = &publics;
    let items = [
        (one, of_other),
        (rsa, of_one),
        (one, of_rsa),
        (p256, of_p256),
        (lattice, of_one),
        (one, of_p256),
    ];
    let derived = derive_batch(&items);
    for ((key, peer), derived) in items.iter().zip(&derived) {
        let single = key.derive(peer);
        assert_eq!(derived.as_ref().err(), single.as_ref().err());
        if let (Ok(derived), Ok(single)) = (derived, single) {
            assert_eq!(derived.as_bytes(), single.as_bytes());
        }
    }
    assert_eq!(derived.iter().filter(|it| it.is_ok()).count(), 2);
}
