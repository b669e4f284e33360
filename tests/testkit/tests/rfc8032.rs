//! RFC 8032, section 7: every vector through the public API, and each with a change that must be
//! refused.

use crate::differential::on_each_machine;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{BadSignature, Digest, Nonces};
use std::collections::BTreeMap;
use testkit::documents::unhex;
use testkit::vectors;

/// One vector: its title and its values.
struct Vector {
    title: String,
    values: BTreeMap<String, Vec<u8>>,
}

fn all() -> Vec<Vector> {
    let text = vectors::read("rfc8032.txt");
    let blocks = text.split("\n\n").map(|block| {
        let (title, values) = block.split_once('\n').expect("a title and values");
        let value = |line: &str| {
            let (name, digits) = line.split_once(" =").expect("a name and a value");
            (name.to_owned(), unhex(digits.trim()))
        };
        Vector { title: title.to_owned(), values: values.lines().map(value).collect() }
    });
    blocks.collect()
}

impl Vector {
    fn algorithm(&self) -> Algorithm {
        if self.title.starts_with("Ed448") { Algorithm::Ed448 } else { Algorithm::Ed25519 }
    }

    fn scheme(&self) -> Scheme<'_> {
        let context = self.values.get("context").map(|context| &context[..]);
        Scheme::EdDsa { context, prehashed: self.title.contains("ph ") }
    }
}

/// Goal: keys and signatures are the published ones, whatever nonces are asked for.
#[test]
fn every_vector_is_right() {
    let all = all();
    assert_eq!(all.len(), 21);
    for vector in &all {
        let (values, title) = (&vector.values, &vector.title);
        let key = PrivateKey::from_bytes(vector.algorithm(), &values["secret"]).expect("a seed");
        assert_eq!(key.public_key().to_bytes(), values["public"], "{title}");
        assert_eq!(**key.to_bytes(), values["secret"], "{title}");
        let public = PublicKey::from_bytes(vector.algorithm(), &values["public"]);
        assert_eq!(public.as_ref(), Ok(key.public_key()), "{title}");
        for nonces in [Nonces::Hedged, Nonces::Deterministic] {
            let signature = key.sign(&values["message"], vector.scheme(), nonces).expect("signs");
            assert_eq!(signature.to_bytes(), values["signature"], "{title}");
            assert_eq!(signature.to_der(), values["signature"], "one form: {title}");
            let verified = key.public_key().verify(&values["message"], vector.scheme(), &signature);
            assert_eq!(verified, Ok(()), "{title}");
        }
    }
}

/// Goal: keys and signatures are the published ones on words of one lane, and where all lanes
/// compute multiples of the generator.
#[test]
fn every_vector_is_right_on_each_machine() {
    for vector in &all() {
        let (values, title) = (&vector.values, &vector.title);
        let (public, signature) = on_each_machine(|| {
            let key = PrivateKey::from_bytes(vector.algorithm(), &values["secret"]).expect("fits");
            let signed = key.sign(&values["message"], vector.scheme(), Nonces::Deterministic);
            (key.public_key().to_bytes(), signed.expect("signs").to_bytes())
        });
        assert_eq!((&public, &signature), (&values["public"], &values["signature"]), "{title}");
    }
}

/// Goal: a digest made elsewhere gives the signature of the prehashed message.
#[test]
fn digests_are_signed_as_prehashed_messages() {
    let mut found = 0;
    for vector in all().iter().filter(|vector| vector.title.contains("ph ")) {
        let (algorithm, values) = (vector.algorithm(), &vector.values);
        let hash = algorithm.fixed_hash().expect("EdDSA has one");
        let digest = Digest::of(hash, &values["message"]);
        let key = PrivateKey::from_bytes(algorithm, &values["secret"]).expect("a seed");
        let context = values.get("context").map_or(&b""[..], |context| context);
        let signed = key.sign_digest_with_context(&digest, context, Nonces::Hedged).expect("signs");
        assert_eq!(signed.to_bytes(), values["signature"], "{}", vector.title);
        let public = key.public_key();
        assert_eq!(public.verify_digest_with_context(&digest, context, &signed), Ok(()));
        assert_eq!(public.verify_digest(&digest, &signed).is_ok(), context.is_empty());
        let other = Digest::of(sealane::Hash::Sha3_512, &values["message"]);
        assert!(key.sign_digest(&other, Nonces::Hedged).is_err(), "another hash");
        assert!(key.sign_digest(&Digest::raw(digest.as_bytes()), Nonces::Hedged).is_err());
        found += 1;
    }
    assert_eq!(found, 3);
}

/// Goal: a signature is of its message, its context, its scheme and its key alone. Method: each
/// vector under every other framing, with a changed message, and with bits of it flipped.
#[test]
fn nothing_else_verifies() {
    let contexts: [Option<&[u8]>; 4] = [None, Some(b""), Some(b"foo"), Some(b"bar")];
    for vector in &all() {
        let (values, title) = (&vector.values, &vector.title);
        let algorithm = vector.algorithm();
        let public = PublicKey::from_bytes(algorithm, &values["public"]).expect("a point");
        let message = &values["message"];
        let good = Signature::from_bytes(algorithm, &values["signature"]).expect("in range");
        // Where a framing is there in any case, no context and the empty one are the same.
        let alike = |scheme: Scheme<'_>| match scheme {
            Scheme::EdDsa { context, prehashed } if prehashed || algorithm == Algorithm::Ed448 => {
                (context.or(Some(b"")).map(<[u8]>::to_vec), prehashed)
            }
            Scheme::EdDsa { context, prehashed } => (context.map(<[u8]>::to_vec), prehashed),
            other => panic!("{other:?}"),
        };
        for context in contexts {
            for prehashed in [false, true] {
                let scheme = Scheme::EdDsa { context, prehashed };
                let same = alike(scheme) == alike(vector.scheme());
                let answer = public.verify(message, scheme, &good);
                assert_eq!(answer.is_ok(), same, "{title} as {scheme:?}");
            }
        }
        let longer = [&message[..], &[0]].concat();
        assert_eq!(public.verify(&longer, vector.scheme(), &good), Err(BadSignature), "{title}");
        let ecdsa = Scheme::Ecdsa(sealane::Hash::Sha512);
        assert_eq!(public.verify(message, ecdsa, &good), Err(BadSignature), "{title}");
        // A prime step meets every byte and, over the vectors, every bit of a byte.
        for bit in (0..8 * values["signature"].len()).step_by(7) {
            let mut bytes = values["signature"].clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let refused = match Signature::from_bytes(algorithm, &bytes) {
                Ok(changed) => public.verify(message, vector.scheme(), &changed).is_err(),
                Err(_) => true,
            };
            assert!(refused, "{title}, bit {bit}");
        }
    }
}

/// Goal: a context has at most 255 bytes, and a scheme must be the key's: errors that say so.
#[test]
fn limits_of_contexts_and_schemes() {
    use sealane::{Hash, SignError};
    let key = PrivateKey::generate(Algorithm::Ed25519).expect("random");
    let long = [7; 256];
    for (length, good) in [(0, true), (1, true), (255, true), (256, false)] {
        for prehashed in [false, true] {
            let scheme = Scheme::EdDsa { context: Some(&long[..length]), prehashed };
            let signed = key.sign(b"m", scheme, Nonces::Hedged);
            if good {
                let signed = signed.expect("a context that fits");
                assert_eq!(key.public_key().verify(b"m", scheme, &signed), Ok(()));
            } else {
                assert_eq!(signed.err(), Some(SignError::ContextLength { got: length }));
            }
        }
    }
    let wrong = key.sign(b"m", Scheme::Ecdsa(Hash::Sha512), Nonces::Hedged);
    assert_eq!(wrong.err(), Some(SignError::Unsupported));
    let key = PrivateKey::generate(Algorithm::EcP256).expect("random");
    let wrong = key.sign(b"m", Scheme::PURE_EDDSA, Nonces::Hedged);
    assert_eq!(wrong.err(), Some(SignError::Unsupported));
    let key = PrivateKey::generate(Algorithm::X25519).expect("random");
    assert_eq!(
        key.sign(b"m", Scheme::PURE_EDDSA, Nonces::Hedged).err(),
        Some(SignError::Unsupported)
    );
}
