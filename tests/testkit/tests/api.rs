//! The outer layers, for every algorithm: key documents beside another library, caller's buffers,
//! the `signature` traits, and damaged input of every kind, which may be refused but never stop the
//! program.

use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{BadSignature, DecodeError, DeriveError, Digest, Hash, Nonces, SignError, raw};
use sealane_measure::libcrypto::{Key, Libcrypto};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Keypair, Signer, Verifier};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;

/// Returns private keys in octets: both ends of the range, and structured ones.
fn privates(algorithm: Algorithm, count: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let length = algorithm.order_bytes();
    let limit = match Group::find(algorithm) {
        Some(group) => group.n - 1u32,
        None => num_bigint::BigUint::from(1u32) << (8 * length),
    };
    // Scalars start at 1, octets at 0.
    let least = u32::from(Group::find(algorithm).is_some());
    let mut all = vec![least.into(), &limit - 1u32 + least];
    all.extend((0..count).map(|_| random.structured(&limit) + least));
    all.iter().map(|d| to_bytes(d, length)).collect()
}

fn key(algorithm: Algorithm, private: &[u8]) -> PrivateKey {
    PrivateKey::from_bytes(algorithm, private).expect("in range")
}

/// A key without a meaning.
fn some_key(algorithm: Algorithm, byte: u8) -> PrivateKey {
    let mut private = vec![byte; algorithm.order_bytes()];
    private[0] = 0;
    key(algorithm, &private)
}

/// Algorithms that sign, each with its usual scheme.
fn signing() -> impl Iterator<Item = (Algorithm, Scheme<'static>)> {
    Algorithm::ALL.iter().filter_map(|&algorithm| Some((algorithm, algorithm.usual_scheme()?)))
}

/// Goal: private keys go out and in unchanged in every form, and OpenSSL reads and writes the same
/// keys.
#[test]
fn private_documents_agree_with_another_library() {
    let mut random = Random::seeded("private_documents_agree_with_another_library");
    let libcrypto = Libcrypto::load();
    if let Err(why) = &libcrypto {
        println!("SKIPPED: documents of another library: {why}");
    }
    for &algorithm in Algorithm::ALL {
        for private in privates(algorithm, 6, &mut random) {
            let ours = key(algorithm, &private);
            assert_eq!(**ours.to_bytes(), *private);
            let mut back = vec![
                PrivateKey::from_pkcs8_der(&ours.to_pkcs8_der()),
                PrivateKey::from_pem(&ours.to_pkcs8_pem()),
            ];
            assert_eq!(ours.to_sec1_der().is_some(), Group::find(algorithm).is_some());
            back.extend(ours.to_sec1_der().map(|der| PrivateKey::from_sec1_der(&der)));
            back.extend(ours.to_sec1_pem().map(|text| PrivateKey::from_pem(&text)));
            let Ok(libcrypto) = &libcrypto else { continue };
            for document in [Some(ours.to_pkcs8_der()), ours.to_sec1_der()].into_iter().flatten() {
                let theirs = Key::from_private_der(libcrypto, &document).expect("it reads ours");
                assert_eq!(theirs.to_spki_der(), Some(ours.public_key().to_spki_der()));
                let document = theirs.to_private_der().expect("it writes");
                // The traditional form where there is one.
                back.push(match Group::find(algorithm) {
                    Some(_) => PrivateKey::from_sec1_der(&document),
                    None => PrivateKey::from_pkcs8_der(&document),
                });
            }
            for back in back {
                let back = back.expect("a good document");
                assert_eq!(**back.to_bytes(), *private, "{algorithm}");
                assert_eq!(back.public_key(), ours.public_key(), "{algorithm}");
            }
        }
    }
}

/// Goal: public keys go out and in unchanged in every form, and OpenSSL writes the same bytes.
#[test]
fn public_documents_agree_with_another_library() {
    let mut random = Random::seeded("public_documents_agree_with_another_library");
    let libcrypto = Libcrypto::load();
    for &algorithm in Algorithm::ALL {
        for private in privates(algorithm, 4, &mut random) {
            let ours = key(algorithm, &private).public_key().clone();
            let (der, text) = (ours.to_spki_der(), ours.to_spki_pem());
            assert_eq!(PublicKey::from_spki_der(&der).as_ref(), Ok(&ours));
            assert_eq!(PublicKey::from_pem(&text).as_ref(), Ok(&ours));
            assert_eq!(PublicKey::from_pem(&text.replace('\n', "\r\n")).as_ref(), Ok(&ours));
            assert_eq!(PublicKey::from_bytes(algorithm, &ours.to_bytes()).as_ref(), Ok(&ours));
            if Group::find(algorithm).is_some() {
                let compressed = PublicKey::from_sec1(algorithm, &ours.to_sec1(true));
                assert_eq!(compressed.as_ref(), Ok(&ours));
            }
            let Ok(libcrypto) = &libcrypto else { continue };
            let theirs = Key::from_spki_der(libcrypto, &der).expect("it reads ours");
            assert_eq!(theirs.to_spki_der(), Some(der), "{algorithm}");
        }
    }
}

/// Goal: a signature goes into a buffer of the right size and above, nothing is written beyond it,
/// and a smaller one is refused before anything is written.
#[test]
fn buffers_of_the_caller_are_respected() {
    for (algorithm, scheme) in signing() {
        let key = some_key(algorithm, 7);
        let needed = 2 * algorithm.order_bytes();
        for size in [0, 1, needed - 1, needed, needed + 1, 200] {
            let mut out = vec![0xaa; size];
            let written = raw::sign_into(&key, b"buffers", scheme, Nonces::Hedged, &mut out);
            if size < needed {
                assert_eq!(written, Err(SignError::BufferTooSmall { needed }));
                assert!(out.iter().all(|byte| *byte == 0xaa));
                continue;
            }
            assert_eq!(written, Ok(needed));
            assert!(out[needed..].iter().all(|byte| *byte == 0xaa));
            let public = key.public_key();
            assert_eq!(raw::verify(public, b"buffers", scheme, &out[..needed]), Ok(()));
            let signature = Signature::from_bytes(algorithm, &out[..needed]).expect("in range");
            der_fits(&signature);
            out[needed / 2 - 1] ^= 1;
            let wrong = raw::verify(public, b"buffers", scheme, &out[..needed]);
            assert_eq!(wrong, Err(DecodeError::SigInvalid), "{algorithm}");
        }
    }
}

fn der_fits(signature: &Signature) {
    let der = signature.to_der();
    let mut room = vec![0xaa; der.len() - 1];
    assert!(raw::signature_to_der(signature, &mut room).is_err());
    room.resize(der.len(), 0xaa);
    assert_eq!(raw::signature_to_der(signature, &mut room), Ok(der.len()));
    assert_eq!(room, der);
}

/// Goal: a shared secret goes into a buffer of its size and above, and nowhere else.
#[test]
fn buffers_for_secrets_are_respected() {
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.derives()) {
        let (key, peer) = (some_key(algorithm, 7), some_key(algorithm, 9));
        let needed = algorithm.field_bytes();
        for size in [0, needed - 1, needed, needed + 1] {
            let mut out = vec![0xaa; size];
            let written = raw::derive_into(&key, peer.public_key(), &mut out);
            if size < needed {
                assert_eq!(written, Err(DeriveError::BufferTooSmall { needed }));
                assert!(out.iter().all(|byte| *byte == 0xaa));
                continue;
            }
            assert_eq!(written, Ok(needed));
            let secret = key.derive(peer.public_key()).expect("one curve");
            assert_eq!(&out[..needed], secret.as_bytes());
            assert!(out[needed..].iter().all(|byte| *byte == 0xaa));
        }
    }
}

/// Goal: the traits sign and verify what the methods do, and say no to what they must.
#[test]
fn traits_do_what_the_methods_do() {
    for (algorithm, scheme) in signing() {
        let key = some_key(algorithm, 7);
        let public = key.verifying_key();
        let message = b"through a trait";
        let signature: Signature = Signer::sign(&key, message);
        assert!(Verifier::verify(&public, message, &signature).is_ok());
        assert_eq!(PublicKey::verify(&public, message, scheme, &signature), Ok(()));
        assert!(Verifier::verify(&public, b"another", &signature).is_err());
        assert!(PrehashSigner::<Signature>::sign_prehash(&key, &[]).is_err());
        assert!(public.verify_prehash(&[], &signature).is_err());
        let Scheme::Ecdsa(hash) = scheme else { continue };
        for length in [1, 20, 32, 48, 64, 100] {
            let prehash = vec![0x5a; length];
            let signature: Signature = key.sign_prehash(&prehash).expect("signs");
            assert!(public.verify_prehash(&prehash, &signature).is_ok());
            assert_eq!(public.verify_digest(&Digest::raw(&prehash), &signature), Ok(()));
            assert!(public.verify_prehash(&[0xa5; 32], &signature).is_err());
        }
        let other = if hash == Hash::Sha384 { Hash::Sha256 } else { Hash::Sha384 };
        let plain = key.sign(message, Scheme::Ecdsa(other), Nonces::Hedged).expect("signs");
        assert_eq!(public.verify(message, scheme, &plain), Err(BadSignature));
    }
}

/// Goal: fresh keys differ, are good keys, and agree with each other.
#[test]
fn fresh_keys_are_good_and_differ() {
    for &algorithm in Algorithm::ALL {
        let generate = || PrivateKey::generate(algorithm).expect("the system has randomness");
        let keys: Vec<PrivateKey> = (0..12).map(|_| generate()).collect();
        let mut seen: Vec<Vec<u8>> = keys.iter().map(|key| key.to_bytes().to_vec()).collect();
        // Taking them in again judges their range.
        assert!(seen.iter().all(|d| PrivateKey::from_bytes(algorithm, d).is_ok()));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), keys.len());
        for pair in keys.windows(2).filter(|_| algorithm.derives()) {
            let secret = |a: &PrivateKey, b: &PrivateKey| {
                a.derive(b.public_key()).expect("one curve").as_bytes().to_vec()
            };
            assert_eq!(secret(&pair[0], &pair[1]), secret(&pair[1], &pair[0]));
        }
    }
}

/// Returns a damaged copy: bits flipped, cut, extended, a piece repeated, a byte of special value.
fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match random.below(6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 => bytes.truncate(at),
            2 => bytes.insert(at.min(bytes.len()), random.word() as u8),
            3 if !bytes.is_empty() => {
                bytes[at] = [0, 1, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xff][random.below(8)];
            }
            4 => bytes.extend_from_within(at..),
            _ => bytes.push(0),
        }
    }
    bytes
}

/// Runs every reader of bytes on `input`: what is taken in must come out as it was.
fn read_everything(algorithm: Algorithm, input: &[u8]) -> usize {
    let mut taken = 0;
    if let Ok(signature) = Signature::from_der(algorithm, input) {
        assert_eq!(signature.to_der(), input);
        taken += 1;
    }
    if let Ok(signature) = Signature::from_bytes(algorithm, input) {
        assert_eq!(signature.to_bytes(), input);
        taken += 1;
    }
    if let Ok(key) = PublicKey::from_sec1(algorithm, input) {
        assert_eq!(key.to_sec1(input.len() == 1 + algorithm.field_bytes()), input);
        taken += 1;
    }
    if let Ok(key) = PublicKey::from_bytes(algorithm, input) {
        assert_eq!(PublicKey::from_bytes(algorithm, &key.to_bytes()), Ok(key));
        taken += 1;
    }
    if let Ok(key) = PublicKey::from_spki_der(input) {
        assert_eq!(PublicKey::from_spki_der(&key.to_spki_der()), Ok(key));
        taken += 1;
    }
    for key in [PrivateKey::from_pkcs8_der(input), PrivateKey::from_sec1_der(input)] {
        taken += usize::from(key.is_ok());
    }
    let text = String::from_utf8_lossy(input);
    taken += usize::from(PublicKey::from_pem(&text).is_ok());
    taken + usize::from(PrivateKey::from_pem(&text).is_ok())
}

/// Returns one good document of every kind that the algorithm has.
fn documents(algorithm: Algorithm) -> Vec<Vec<u8>> {
    let key = some_key(algorithm, 0x1f);
    let public = key.public_key();
    let mut good = vec![
        public.to_bytes(),
        public.to_spki_der(),
        key.to_pkcs8_der().to_vec(),
        public.to_spki_pem().into_bytes(),
        key.to_pkcs8_pem().as_bytes().to_vec(),
    ];
    good.extend(key.to_sec1_der().map(|der| der.to_vec()));
    good.extend(key.to_sec1_pem().map(|text| text.as_bytes().to_vec()));
    if Group::find(algorithm).is_some() {
        good.push(public.to_sec1(true));
    }
    if let Some(scheme) = algorithm.usual_scheme() {
        let signature = key.sign(b"x", scheme, Nonces::Deterministic).expect("signs");
        good.extend([signature.to_der(), signature.to_bytes()]);
    }
    good
}

/// Goal: no input stops the program, and what is accepted has one encoding. 20,000 damaged
/// documents of every kind and algorithm, each given to every reader.
#[test]
fn damaged_input_is_refused_and_stops_nothing() {
    let mut random = Random::seeded("damaged_input_is_refused_and_stops_nothing");
    let rounds = 20_000 / Algorithm::ALL.len();
    let mut taken = 0;
    for &algorithm in Algorithm::ALL {
        let good = documents(algorithm);
        for document in &good {
            assert!(read_everything(algorithm, document) >= 1, "an undamaged one is taken");
        }
        for round in 0..rounds {
            let document = damaged(&good[round % good.len()], &mut random);
            taken += usize::from(read_everything(algorithm, &document) > 0);
        }
    }
    // Some damage leaves a good encoding of something else: a signature, a compressed point; and
    // any octets of the right length are a key of X25519.
    println!("{taken} of 20000 damaged documents were still good ones");
    assert!(taken < 10_000);
}
