//! Keys from documents, signatures made and verified on every machine, and what is refused.

use super::*;
use crate::backend;
use crate::hash::Hash;
use crate::samples::{hex, tlv};
use der::asn1::ObjectIdentifier;
use std::vec::Vec;

const PEM: &str = include_str!("example.pem");

fn key() -> PrivateKey {
    PrivateKey::from_pem(PEM, Lengths::Current).expect("the key is good")
}

/// The schemes that sign.
fn schemes() -> Vec<Scheme> {
    let mut all = Vec::new();
    for &hash in Hash::ALL {
        let shake = matches!(hash, Hash::Shake128 | Hash::Shake256);
        if hash != Hash::Sha1 {
            all.extend((!shake).then_some(Scheme::Pkcs1(hash)));
            for salt in [Salt::OfHash, Salt::Bytes(0), Salt::Longest] {
                all.push(Scheme::Pss { hash, mgf: hash, salt });
            }
        }
    }
    all
}

/// Goal: what is signed verifies, for this message, scheme and key alone.
#[test]
fn signatures_verify() {
    let key = key();
    for scheme in schemes() {
        let signature = key.sign(b"message", scheme).expect("it signs");
        assert_eq!(signature.len(), 256);
        let verify = |message: &[u8], scheme, signature: &[u8]| {
            key.public_key().verify(message, scheme, signature)
        };
        assert_eq!(verify(b"message", scheme, &signature), Ok(()), "{scheme:?}");
        assert_eq!(verify(b"Message", scheme, &signature), Err(BadSignature));
        for other in schemes().into_iter().filter(|other| *other != scheme) {
            assert_eq!(verify(b"message", other, &signature), Err(BadSignature), "{other:?}");
        }
        let mut bad = signature.clone();
        bad[200] ^= 1;
        assert_eq!(verify(b"message", scheme, &bad), Err(BadSignature));
        assert_eq!(verify(b"message", scheme, &signature[1..]), Err(BadSignature));
        let longer = [&[0], &signature[..]].concat();
        assert_eq!(verify(b"message", scheme, &longer), Err(BadSignature));
    }
}

/// Goal: PKCS#1 v1.5 signatures are the same on every machine, and again and again while blinding
/// factors are squared, used up and made anew.
#[test]
fn machines_agree() {
    let _alone = backend::FORCED.write();
    let key = key();
    let scheme = Scheme::Pkcs1(Hash::Sha256);
    let expected = key.sign(b"message", scheme).expect("it signs");
    for _ in 0..70 {
        assert_eq!(key.sign(b"message", scheme).as_ref(), Ok(&expected));
    }
    for name in backend::lane_names().chain(backend::names()) {
        backend::force(name).expect("it is available");
        clear_caches();
        for _ in 0..3 {
            assert_eq!(key.sign(b"message", scheme).as_ref(), Ok(&expected), "{name}");
        }
        assert_eq!(key.public_key().verify(b"message", scheme, &expected), Ok(()), "{name}");
    }
    let best = backend::lane_names().next().expect("there is one");
    backend::force(best).expect("it is available");
}

/// Goal: operations with a public key say which machine they ran on: verification, and encryption.
#[test]
fn public_operations_are_counted() {
    let _alone = backend::FORCED.write();
    let key = key();
    let (public, scheme) = (key.public_key(), Scheme::Pkcs1(Hash::Sha256));
    let signature = key.sign(b"message", scheme).expect("it signs");
    for name in backend::lane_names().chain(backend::names()) {
        backend::force(name).expect("it is available");
        // RSA has no text for signed limbs, and runs on words where these are chosen.
        let counted = if name == "narrow" { "portable" } else { name };
        let count = || backend::entered(counted).expect("it is a machine");
        let before = count();
        assert_eq!(public.verify(b"message", scheme, &signature), Ok(()));
        let between = count();
        assert!(public.encrypt_oaep(b"message", Oaep::of(Hash::Sha256)).is_ok());
        assert!(before < between && between < count(), "{name}");
    }
    let best = backend::lane_names().next().expect("there is one");
    backend::force(best).expect("it is available");
}

/// Goal: documents of keys come back as they were.
#[test]
fn documents_come_back() {
    let key = key();
    assert_eq!(*key.to_pkcs8_pem(), PEM);
    let again = PrivateKey::from_pkcs1_der(&key.to_pkcs1_der(), Lengths::Legacy);
    assert_eq!(again.expect("it is good").public_key(), key.public_key());
    let public = key.public_key();
    let current = Lengths::Current;
    assert_eq!(PublicKey::from_pem(&public.to_spki_pem(), current).as_ref(), Ok(public));
    assert_eq!(PublicKey::from_pkcs1_der(&public.to_pkcs1_der(), current).as_ref(), Ok(public));
}

/// Goal: bytes in the place of the DigestInfo are signed as they are, and one that is made by hand
/// has the signature of its hash. Method: lengths up to the longest, and one more; OpenSSL's
/// signatures are in `rsa_interop`.
#[test]
fn bytes_are_padded_as_they_are() {
    let (key, scheme) = (key(), Scheme::Pkcs1Bytes);
    let verify =
        |bytes: &[u8], scheme, signature: &[u8]| key.public_key().verify(bytes, scheme, signature);
    let head = b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20";
    let info = [&head[..], Digest::of(Hash::Sha256, b"message").as_bytes()].concat();
    let hashed = key.sign(b"message", Scheme::Pkcs1(Hash::Sha256)).expect("it signs");
    assert_eq!(key.sign(&info, scheme).as_ref(), Ok(&hashed));
    assert_eq!(verify(&info, scheme, &hashed), Ok(()));
    assert_eq!(verify(b"message", scheme, &hashed), Err(BadSignature));
    for length in [0, 1, 36, 244, 245] {
        let bytes = std::vec![0; length];
        let signature = key.sign(&bytes, scheme).expect("it signs");
        assert_eq!(verify(&bytes, scheme, &signature), Ok(()));
        assert_eq!(verify(&[&bytes[..], &[0]].concat(), scheme, &signature), Err(BadSignature));
        assert_eq!(verify(&bytes, Scheme::Raw, &signature), Err(BadSignature));
        assert_eq!(verify(&bytes, Scheme::Pkcs1(Hash::Sha256), &signature), Err(BadSignature));
    }
    let refused = Err(SignError::MessageTooLong { most: 245 });
    assert_eq!(key.sign(&[0; 246], scheme), refused);
    assert_eq!(key.sign(&[0; 257], scheme), refused);
}

/// Goal: the private power of a number below the modulus is given out, and what was padded by hand
/// has the signature of its scheme; other numbers and lengths are refused, and digests by both
/// schemes without a hash.
#[test]
fn numbers_are_raised_as_they_are() {
    let (key, scheme) = (key(), Scheme::Raw);
    let modulus = key.public_key().modulus();
    let mut padded = std::vec![0; 256];
    assert!(encoding::pkcs1::encode_bytes(b"message", &mut padded));
    let by_scheme = key.sign(b"message", Scheme::Pkcs1Bytes).expect("it signs");
    assert_eq!(key.sign(&padded, scheme), Ok(by_scheme));
    // The modulus is odd: one less differs in its last byte alone.
    let mut less = modulus.clone();
    less[255] -= 1;
    for good in [std::vec![0; 256], padded, less] {
        let power = key.sign(&good, scheme).expect("it is below the modulus");
        assert_eq!(hazmat::public_power_vartime(key.public_key(), &power).as_ref(), Some(&good));
        assert_eq!(key.public_key().verify(&good, scheme, &power), Ok(()));
        let mut other = good.clone();
        other[255] ^= 1;
        assert_eq!(key.public_key().verify(&other, scheme, &power), Err(BadSignature));
        assert_eq!(key.public_key().verify(&good[1..], scheme, &power), Err(BadSignature));
    }
    let over = [modulus.clone(), std::vec![0xff; 256]];
    for wrong in over.into_iter().chain([std::vec![0; 255], std::vec![0; 257], std::vec![]]) {
        assert_eq!(key.sign(&wrong, scheme), Err(SignError::MessageRange));
    }
    let digest = Digest::of(Hash::Sha256, b"message");
    for scheme in [Scheme::Pkcs1Bytes, Scheme::Raw] {
        assert_eq!(key.sign_digest(&digest, scheme), Err(SignError::Unsupported));
        let verdict = key.public_key().verify_digest(&digest, scheme, &[0; 256]);
        assert_eq!(verdict, Err(BadSignature));
    }
}

/// Goal: hashes and salts that are no good are refused.
#[test]
fn bad_parameters_are_refused() {
    let key = key();
    let refused = |scheme| key.sign(b"", scheme).expect_err("it is refused");
    assert_eq!(refused(Scheme::Pkcs1(Hash::Sha1)), SignError::HashRefused);
    assert_eq!(refused(Scheme::pss(Hash::Sha1)), SignError::HashRefused);
    assert_eq!(refused(Scheme::Pkcs1(Hash::Shake128)), SignError::HashRefused);
    let pss = |salt| Scheme::Pss { hash: Hash::Sha256, mgf: Hash::Sha256, salt };
    let most = 256 - 32 - 2;
    assert!(key.sign(b"", pss(Salt::Bytes(most))).is_ok());
    assert_eq!(refused(pss(Salt::Bytes(most + 1))), SignError::SaltLength { most: Some(most) });
    assert_eq!(refused(pss(Salt::Bytes(usize::MAX))), SignError::SaltLength { most: Some(most) });
    assert_eq!(refused(pss(Salt::Any)), SignError::Unsupported);
    let digest = Digest::of(Hash::Sha384, b"");
    let refused = key.sign_digest(&digest, Scheme::Pkcs1(Hash::Sha256));
    assert_eq!(refused, Err(SignError::HashRefused));
}

/// Goal: every change of a private key's numbers is refused. Method: each number with its lowest or
/// another bit changed, swapped primes, and a document with a version of more primes.
#[test]
fn inconsistent_keys_are_refused() {
    let key = key();
    let take = |numbers: &[&[u8]; 8]| {
        PrivateKey::from_pkcs1_der(&documents::private_to_der(numbers), Lengths::Current)
            .map(|_| ())
    };
    key.with_numbers(|numbers| {
        assert_eq!(take(numbers), Ok(()));
        for which in 0..8 {
            for place in [1, 20, 100] {
                let mut changed = numbers[which].to_vec();
                let at = changed.len().saturating_sub(place);
                changed[at] ^= 2;
                let mut numbers = *numbers;
                numbers[which] = &changed;
                assert!(take(&numbers).is_err(), "number {which}, byte {place} from the end");
            }
        }
        let [n, e, d, p, q, dp, dq, qinv] = *numbers;
        let swapped = take(&[n, e, d, q, p, dq, dp, qinv]);
        assert_eq!(swapped, Err(DecodeError::KeyRsaInconsistent));
        let even = [&n[..255], &[n[255] & 0xfe]].concat();
        let (least, most, got) = (2048, 8192, 2048);
        let refused = Err(DecodeError::KeyRsaModulus { least, most, got });
        assert_eq!(take(&[&even, e, d, p, q, dp, dq, qinv]), refused);
        for e in [&[1][..], &[2], &[1, 0, 0], &[2, 0, 0, 0, 1]] {
            let refused = take(&[n, e, d, p, q, dp, dq, qinv]);
            assert_eq!(refused, Err(DecodeError::KeyRsaExponent), "{e:?}");
        }
    });
    let mut multi = key.to_pkcs1_der().to_vec();
    assert_eq!(multi[4..7], [2, 1, 0]);
    multi[6] = 1;
    let refused = PrivateKey::from_pkcs1_der(&multi, Lengths::Current).map(|_| ());
    assert_eq!(refused, Err(DecodeError::KeyRsaMultiPrime));
}

/// Goal: signatures have the identifiers that are published, and those without one have none.
#[test]
fn signatures_have_their_identifiers() {
    use super::documents::signature_identifier;
    let found = |scheme| signature_identifier(scheme).map(|it| (it.oid, it.parameters.is_some()));
    let oid = |text| Some((ObjectIdentifier::new_unwrap(text), true));
    assert_eq!(found(Scheme::Pkcs1(Hash::Sha256)), oid("1.2.840.113549.1.1.11"));
    assert_eq!(found(Scheme::Pkcs1(Hash::Sha3_512)), oid("2.16.840.1.101.3.4.3.16"));
    let pss = |hash, salt| Scheme::Pss { hash, mgf: hash, salt };
    assert_eq!(found(pss(Hash::Sha384, Salt::OfHash)), oid("1.2.840.113549.1.1.10"));
    let [of_hash, bytes, fewer] = [Salt::OfHash, Salt::Bytes(48), Salt::Bytes(47)]
        .map(|salt| signature_identifier(pss(Hash::Sha384, salt)));
    assert!(of_hash == bytes && bytes != fewer);
    for scheme in [Scheme::Pkcs1(Hash::Sha1), pss(Hash::Sha256, Salt::Longest)] {
        assert_eq!(found(scheme), None, "{scheme:?}");
    }
}

/// Goal: the public key of version 2 is that of the numbers. Method: the right one, one with
/// another exponent, one that ends early, and bits that are no bytes.
#[test]
fn public_keys_of_documents_are_compared() {
    let (_, der) = pem::decode(PEM, &[pem::PKCS8]).expect("one block");
    let (numbers, _) = documents::pkcs8_from_der(&der).expect("a key");
    let [n, e, ..] = numbers;
    let (kind, private) =
        (hex("300d 06092a864886f70d010101 0500"), documents::private_to_der(&numbers));
    let read = |unused: u8, public: &[u8]| {
        let public = tlv(0x81, &[&[unused], public]);
        let document = tlv(0x30, &[&hex("020101"), &kind, &tlv(4, &[&private]), &public]);
        documents::pkcs8_from_der(&document).map(|(found, _)| found == numbers)
    };
    let right = documents::public_to_der(&[n, e]);
    assert_eq!(read(0, &right), Ok(true));
    assert_eq!(read(0, &documents::public_to_der(&[n, &[3]])), Err(DecodeError::KeyMismatch));
    assert_eq!(read(0, &right[..right.len() - 1]), Err(DecodeError::KeyEncoding));
    assert_eq!(read(1, &right), Err(DecodeError::KeyEncoding));
}
