//! Batches beside single operations: signatures and verifications of keys of every family, right
//! and wrong, in any order and number.
//!
//! The input is items of eight bytes: key, scheme, message, what is changed of the signature.

use crate::edits::Edit;
use crate::template::{curve_document, document};
use sealane::ecc::Algorithm;
use sealane::{Batch, Hash, Lengths, Nonces, PrivateKey, PublicKey, Salt, Scheme};
use sealane::{SignItem, VerifyItem, batch::KeyTables};
use std::sync::LazyLock;

/// The most items of an input.
const MAX: usize = 32;

/// What is signed.
const MESSAGES: [&[u8]; 4] = [b"", b"a message", &[0x5a; 64], &[0xff; 300]];

/// A key, its schemes, and its signature by each of them of each message.
struct Signer {
    private: PrivateKey,
    public: PublicKey,
    schemes: Vec<(Scheme, Vec<Vec<u8>>)>,
}

/// A key of ML-DSA. RFC 9881, appendix C.1.1.1.
const MLDSA: &str = include_str!("../../vectors/rfc9881-ML-DSA-44-seed.pem");

fn schemes(key: &PrivateKey) -> Vec<Scheme> {
    match key {
        PrivateKey::Curve(of) => match of.algorithm() {
            Algorithm::EcSecp256k1 => vec![Scheme::Ecdsa(Hash::Sha256), Scheme::Bip340],
            Algorithm::Ed25519 | Algorithm::Ed448 => vec![
                Scheme::PURE_EDDSA,
                Scheme::EdDsa { context: Some(b"context".to_vec()), prehashed: true },
            ],
            _ => vec![Scheme::Ecdsa(Hash::Sha256), Scheme::Ecdsa(Hash::Sha512)],
        },
        PrivateKey::Rsa(_) => {
            let (hash, salt) = (Hash::Sha256, Salt::Bytes(0));
            vec![Scheme::RsaPkcs1(hash), Scheme::RsaPss { hash, mgf: hash, salt }]
        }
        PrivateKey::Dsa(_) => vec![Scheme::Dsa(Hash::Sha256)],
        _ => vec![Scheme::PURE_MLDSA],
    }
}

static SIGNERS: LazyLock<Vec<Signer>> = LazyLock::new(|| {
    let curves = Algorithm::ALL.iter().filter(|it| sealane::Algorithm::Curve(**it).signs());
    let mut documents: Vec<Vec<u8>> = curves.map(|it| curve_document(*it)).collect();
    documents.extend(["rsa2048", "dsa2048"].map(document));
    let read = |der: Vec<u8>| PrivateKey::from_pkcs8_der(&der, Lengths::Current).expect("a key");
    let mut keys: Vec<PrivateKey> = documents.into_iter().map(read).collect();
    keys.push(PrivateKey::from_pem(MLDSA, Lengths::Current).expect("a key"));
    keys.into_iter().map(signer).collect()
});

fn signer(private: PrivateKey) -> Signer {
    let sign = |scheme: &Scheme, message: &[u8]| {
        let signed = private.sign(message, scheme, Nonces::Deterministic);
        signed.expect("a key signs").as_bytes().to_vec()
    };
    let of = |scheme: Scheme| {
        let all = MESSAGES.map(|message| sign(&scheme, message)).to_vec();
        (scheme, all)
    };
    let schemes = schemes(&private).into_iter().map(of).collect();
    Signer { public: private.public_key(), private, schemes }
}

/// One item.
struct Item {
    signer: &'static Signer,
    scheme: &'static Scheme,
    message: &'static [u8],
    signature: Vec<u8>,
}

fn item(&[key, scheme, message, which, action, high, low, value]: &[u8; 8]) -> Item {
    let signer = &SIGNERS[usize::from(key) % SIGNERS.len()];
    let (scheme, signed) = &signer.schemes[usize::from(scheme) % signer.schemes.len()];
    let number = usize::from(message) % MESSAGES.len();
    // Mostly that of the message.
    let mut signature = signed[(number + usize::from(which & 1)) % MESSAGES.len()].clone();
    if which & 2 == 2 {
        // Of another key, as it is.
        let other = &SIGNERS[usize::from(value) % SIGNERS.len()];
        signature.clone_from(&other.schemes[0].1[number]);
    } else if value > 0 {
        Edit::new(action, usize::from(u16::from_be_bytes([high, low])), value)
            .apply(&mut signature);
    }
    Item { signer, scheme, message: MESSAGES[number], signature }
}

/// A batch says of each item what the operation alone says, with tables of keys and without.
pub fn run(bytes: &[u8]) {
    let (items, _) = bytes.as_chunks::<8>();
    let items: Vec<Item> = items.iter().take(MAX).map(item).collect();
    let verify: Vec<VerifyItem<'_>> = items
        .iter()
        .map(|it| VerifyItem::new(&it.signer.public, it.message, it.scheme, &it.signature))
        .collect();
    let alone: Vec<_> = items
        .iter()
        .map(|it| it.signer.public.verify(it.message, it.scheme, &it.signature))
        .collect();
    assert_eq!(Batch::new().verify(&verify), alone);
    let mut tables = KeyTables::new(1 << 20);
    for turn in 0..2 {
        assert_eq!(Batch::new().verify_with(&mut tables, &verify), alone, "turn {turn}");
    }
    // What was signed by the same key is right, if it has not been changed.
    let quick = items.iter().filter(|it| !matches!(it.signer.private, PrivateKey::Dsa(_)));
    let quick: Vec<&Item> = quick.collect();
    let sign: Vec<SignItem<'_>> = quick
        .iter()
        .map(|it| SignItem::new(&it.signer.private, it.message, it.scheme, Nonces::Deterministic))
        .collect();
    for (it, signed) in quick.iter().zip(Batch::new().sign(&sign)) {
        let signed = signed.expect("a key signs");
        let (_, all) = it.signer.schemes.iter().find(|(of, _)| of == it.scheme).expect("its own");
        let number = MESSAGES.iter().position(|message| *message == it.message);
        assert_eq!(signed.as_bytes(), all[number.expect("one of them")], "{:?}", it.scheme);
    }
}
