//! Every key through every trait.

use core::convert::Infallible;
use core::hash::{BuildHasher, Hash};
use der::Decode;
use pkcs8::{DecodePrivateKey, EncodePrivateKey};
use sealane::ecc;
use sealane::{Algorithm, PrivateKey, PublicKey, Signature};
use sealane::{DecodeError, UnknownName};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::rand_core::{TryCryptoRng, TryRng};
use signature::{Keypair, RandomizedSigner, SignatureEncoding, Signer, Verifier};
use spki::{
    DecodePublicKey, DynSignatureAlgorithmIdentifier, EncodePublicKey, SignatureBitStringEncoding,
};

/// Keys that sign, of each algorithm that takes no seconds to make.
fn keys() -> Vec<PrivateKey> {
    let quick = |it: &Algorithm| {
        let name = it.to_string();
        it.signs() && !name.starts_with("dsa") && (!name.starts_with("rsa") || name == "rsa2048")
    };
    let made = Algorithm::all().filter(quick).map(PrivateKey::generate);
    made.collect::<Result<_, _>>().expect("there are random bytes")
}

/// A generator whose bytes all are the same.
struct Same(u8);

impl TryRng for Same {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_ne_bytes([self.0; 4]))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_ne_bytes([self.0; 8]))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        out.fill(self.0);
        Ok(())
    }
}

impl TryCryptoRng for Same {}

/// What every pair of keys has to do, and programs that take any such pair rely on.
fn signs_and_verifies<K>(key: &K)
where
    K: Signer<Signature> + PrehashSigner<Signature> + RandomizedSigner<Signature> + Keypair,
    K::VerifyingKey: Verifier<Signature> + PrehashVerifier<Signature>,
{
    let public = key.verifying_key();
    let signature: Signature = key.sign(b"message");
    assert!(public.verify(b"message", &signature).is_ok());
    assert!(public.verify(b"another", &signature).is_err());
    let back = Signature::try_from(&signature.to_vec()[..]).expect("it is one");
    assert_eq!(back, signature);
    let by = |byte| -> Signature { key.sign_with_rng(&mut Same(byte), b"message") };
    assert_eq!(by(1), by(1));
    assert!(public.verify(b"message", &by(2)).is_ok());
    let prehash = [32, 64].map(|bytes| [0x5a; 64][..bytes].to_vec());
    let signed = prehash.iter().filter_map(|it| Some((it, key.sign_prehash(it).ok()?)));
    let signed: Vec<(_, Signature)> = signed.collect();
    assert!(!signed.is_empty());
    for (prehash, signature) in signed {
        assert!(public.verify_prehash(prehash, &signature).is_ok());
        assert!(public.verify_prehash(&[0xa5; 64], &signature).is_err());
    }
    assert!(key.sign_prehash(&[]).is_err());
}

/// The same of documents.
fn documents_lead_back<K>(key: &K)
where
    K: EncodePrivateKey + DecodePrivateKey + Keypair + DynSignatureAlgorithmIdentifier,
    K::VerifyingKey: EncodePublicKey + DecodePublicKey + PartialEq + core::fmt::Debug,
{
    let public = key.verifying_key();
    let der = public.to_public_key_der().expect("it has a document");
    assert_eq!(K::VerifyingKey::from_public_key_der(der.as_bytes()), Ok(public));
    let der = key.to_pkcs8_der().expect("it has a document");
    let back = K::from_pkcs8_der(der.as_bytes()).expect("it is one");
    assert_eq!(back.verifying_key(), key.verifying_key());
    assert!(K::from_pkcs8_der(&der.as_bytes()[1..]).is_err());
    assert!(key.signature_algorithm_identifier().is_ok());
}

/// Goal: keys of every family have the traits, at the root and in their family. Method: generic
/// functions, as other crates have them.
#[test]
fn keys_have_the_traits() {
    for key in keys() {
        signs_and_verifies(&key);
        documents_lead_back(&key);
        match &key {
            PrivateKey::Curve(key) => {
                signs_and_verifies(key);
                documents_lead_back(key);
            }
            #[cfg(feature = "rsa")]
            PrivateKey::Rsa(key) => {
                signs_and_verifies(key);
                documents_lead_back(key);
            }
            #[cfg(feature = "mldsa")]
            PrivateKey::MlDsa(key) => {
                signs_and_verifies(key);
                documents_lead_back(key);
            }
            // DSA has a test of its own.
            #[allow(unreachable_patterns, reason = "there is none without families of numbers")]
            _ => {}
        }
    }
}

/// Goal: DSA has them as well. Method: a key of small work, from its document.
#[cfg(feature = "dsa")]
#[test]
fn dsa_has_the_traits() {
    let key = crate::common::dsa_key();
    signs_and_verifies(&key);
    documents_lead_back(&key);
    let key = PrivateKey::from(key);
    signs_and_verifies(&key);
    documents_lead_back(&key);
}

/// Goal: the identifiers of signatures are those of the documents. Method: the numbers of RFC 5758,
/// RFC 8410 and RFC 8017.
#[test]
fn signatures_are_identified() {
    for (name, expected) in [
        ("p256", "1.2.840.10045.4.3.2"),
        ("p384", "1.2.840.10045.4.3.3"),
        ("p521", "1.2.840.10045.4.3.4"),
        ("ed25519", "1.3.101.112"),
        ("ed448", "1.3.101.113"),
        ("rsa2048", "1.2.840.113549.1.1.11"),
    ] {
        let Some(algorithm) = Algorithm::from_name(name) else { continue };
        let key = PrivateKey::generate(algorithm).expect("there are random bytes");
        let identifier = key.signature_algorithm_identifier().expect("it signs");
        assert_eq!(identifier.oid.to_string(), expected, "{name}");
        assert_eq!(identifier.parameters.is_some(), name == "rsa2048", "{name}");
    }
}

/// Goal: a key that is for PSS alone signs by it, and says so. Method: the key of the tests,
/// limited; what the identifier says is what its own document would.
#[cfg(feature = "rsa")]
#[test]
fn a_key_for_pss_signs_by_pss() {
    use sealane::rsa::Permitted;
    let key = sealane::rsa::PrivateKey::from_pem(crate::common::RSA, sealane::Lengths::Current);
    let permitted = Permitted::PssWith {
        hash: sealane::Hash::Sha384,
        mgf: sealane::Hash::Sha384,
        least_salt_bytes: 60,
    };
    let key = key.expect("a key").with_permitted(permitted).expect("it has a document");
    signs_and_verifies_pss(&key);
    let identifier = key.signature_algorithm_identifier().expect("it signs");
    let public = EncodePublicKey::to_public_key_der(key.public_key()).expect("it has a document");
    let info = spki::SubjectPublicKeyInfoRef::from_der(public.as_bytes()).expect("it is one");
    assert_eq!(identifier.oid, info.algorithm.oid);
    assert_eq!(identifier.parameters, info.algorithm.parameters.map(|it| it.into()));
}

#[cfg(feature = "rsa")]
fn signs_and_verifies_pss(key: &sealane::rsa::PrivateKey) {
    let by = |byte| -> Signature { key.sign_with_rng(&mut Same(byte), b"message") };
    assert_eq!(by(1), by(1));
    assert_ne!(by(1), by(2), "the salt is of the generator");
    assert!(Verifier::verify(key.public_key(), b"message", &by(1)).is_ok());
    let signature: Signature = key.sign_prehash(&[7; 48]).expect("a digest of SHA-384");
    assert!(key.public_key().verify_prehash(&[7; 48], &signature).is_ok());
    assert!(PrehashSigner::<Signature>::sign_prehash(key, &[7; 32]).is_err());
}

/// Goal: random bytes of the caller reach the nonce. Method: two generators, two signatures.
#[test]
fn nonces_are_hedged_by_the_generator() {
    let Some(p256) = Algorithm::from_name("p256") else { return };
    let key = PrivateKey::generate(p256).expect("there are random bytes");
    let by = |byte| -> Signature { key.sign_with_rng(&mut Same(byte), b"message") };
    assert_ne!(by(1), by(2));
}

/// Goal: `Debug` and a clone give nothing away and lose nothing. Method: no eight digits of the
/// secret are in the text, which names the algorithm; the clone signs.
#[test]
fn debug_tells_no_secret() {
    for key in keys() {
        let (text, twin) = (format!("{key:?} {key:#?}"), key.clone());
        assert!(text.len() < 200, "{text}");
        let document = key.to_pkcs8_der();
        let digits: Vec<_> = document.iter().map(|byte| format!("{byte:02x}")).collect();
        for part in digits.windows(4) {
            assert!(!text.contains(&part.concat()), "{text}");
        }
        assert_eq!(twin.to_pkcs8_der(), document);
        drop(key);
        let signature: Signature = Signer::sign(&twin, b"message");
        assert!(Verifier::verify(&twin.public_key(), b"message", &signature).is_ok());
    }
    let Some(x25519) = Algorithm::from_name("x25519") else { return };
    let key = PrivateKey::generate(x25519).expect("there are random bytes");
    let secret = key.derive(&key.public_key()).expect("a secret");
    assert_eq!(format!("{secret:?}"), "SharedSecret(32 bytes)");
}

/// Goal: text and bytes become keys. Method: there and back, and equal keys have equal hashes.
#[test]
fn keys_are_parsed() {
    let state = std::collections::hash_map::RandomState::new();
    for key in keys() {
        let (public, pem) = (key.public_key(), key.to_pkcs8_pem());
        let back: PublicKey = public.to_spki_pem().parse().expect("PEM");
        assert_eq!(back, public);
        assert_eq!(state.hash_one(&back), state.hash_one(&public));
        assert_eq!(PublicKey::try_from(&public.to_spki_der()[..]), Ok(public));
        let back: PrivateKey = pem.parse().expect("PEM");
        assert_eq!(back.public_key(), key.public_key());
        let back = PrivateKey::try_from(&key.to_pkcs8_der()[..]).expect("DER");
        assert_eq!(back.public_key(), key.public_key());
        assert!("".parse::<PrivateKey>().is_err());
    }
    fn is_hashed<T: Hash>() {}
    is_hashed::<Signature>();
    is_hashed::<ecc::Signature>();
}

/// Goal: names of lengths lead back, too. Method: those that `Display` writes, and near misses.
#[test]
fn algorithms_are_parsed() {
    for algorithm in Algorithm::all() {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    #[cfg(feature = "rsa")]
    assert_eq!("rsa2560".parse(), Ok(Algorithm::Rsa { bits: 2560 }));
    #[cfg(feature = "dsa")]
    assert_eq!("dsa1024-160".parse(), Ok(Algorithm::Dsa { bits: 1024, order_bits: 160 }));
    for wrong in ["", "rsa", "rsa02048", "rsa+2048", "rsa-", "dsa1024", "dsa1024-", "p255"] {
        assert_eq!(wrong.parse::<Algorithm>(), Err(UnknownName), "{wrong:?}");
    }
}

/// Goal: a signature has bytes. Method: none, one, the most, and one more.
#[test]
fn signatures_have_bytes() {
    let of = |bytes: usize| Signature::try_from(&std::vec![1; bytes][..]);
    assert_eq!(of(0), Err(DecodeError::SigLength { expected: 1, got: 0 }));
    assert!(of(1).is_ok() && of(4627).is_ok());
    assert_eq!(of(4628), Err(DecodeError::SigLength { expected: 4627, got: 4628 }));
    let bits = of(9).expect("bytes").to_bitstring().expect("it fits");
    assert_eq!(bits.as_bytes(), Some(&[1; 9][..]));
}
