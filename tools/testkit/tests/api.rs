//! The outer layers: key documents beside another library, caller's buffers, the `signature`
//! traits, and damaged input of every kind, which may be refused but never stop the program.

use num_bigint::BigUint;
use p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, EncodePublicKey};
use sealane::raw;
use sealane::{
    Algorithm, BadSignature, DecodeError, DeriveError, Digest, Hash, Nonces, PrivateKey, PublicKey,
    Scheme, SignError, Signature,
};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Keypair, Signer, Verifier};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;

const P256: Algorithm = Algorithm::EcP256;

fn scalars(count: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let n = Group::of(P256).n;
    let mut all = vec![BigUint::from(1u32), &n - 1u32];
    all.extend((0..count).map(|_| random.structured(&(&n - 1u32)) + 1u32));
    all.iter().map(|d| to_bytes(d, 32)).collect()
}

fn key(scalar: &[u8]) -> PrivateKey {
    PrivateKey::from_bytes(P256, scalar).expect("in 1..n")
}

/// Goal: private keys go out and in unchanged in every form, and the other library reads and writes
/// the same keys.
#[test]
fn private_documents_agree_with_another_library() {
    let mut random = Random::seeded("private_documents_agree_with_another_library");
    for scalar in scalars(20, &mut random) {
        let ours = key(&scalar);
        assert_eq!(**ours.to_bytes(), *scalar);
        let back = [
            PrivateKey::from_pkcs8_der(&ours.to_pkcs8_der()),
            PrivateKey::from_pem(&ours.to_pkcs8_pem()),
            PrivateKey::from_sec1_der(&ours.to_sec1_der().expect("P-256")),
            PrivateKey::from_pem(&ours.to_sec1_pem().expect("P-256")),
        ];
        for back in back {
            assert_eq!(**back.expect("our own document").to_bytes(), *scalar);
        }
        let theirs = p256::SecretKey::from_pkcs8_der(&ours.to_pkcs8_der()).expect("PKCS#8");
        assert_eq!(theirs.to_bytes()[..], *scalar);
        let theirs =
            p256::SecretKey::from_sec1_der(&ours.to_sec1_der().expect("P-256")).expect("RFC 5915");
        assert_eq!(theirs.to_bytes()[..], *scalar);
        let document = theirs.to_pkcs8_der().expect("it can be written");
        let back = PrivateKey::from_pkcs8_der(document.as_bytes()).expect("another's document");
        assert_eq!(**back.to_bytes(), *scalar);
        assert_eq!(back.public_key(), ours.public_key());
    }
}

/// Goal: public keys go out and in unchanged in every form, and another library writes the same
/// bytes.
#[test]
fn public_documents_agree_with_another_library() {
    let mut random = Random::seeded("public_documents_agree_with_another_library");
    for scalar in scalars(20, &mut random) {
        let ours = key(&scalar).public_key().clone();
        let theirs = p256::SecretKey::from_slice(&scalar).expect("in 1..n").public_key();
        let document = theirs.to_public_key_der().expect("it can be written");
        assert_eq!(document.as_bytes(), ours.to_spki_der());
        let text =
            theirs.to_public_key_pem(p256::pkcs8::LineEnding::LF).expect("it can be written");
        assert_eq!(text, ours.to_spki_pem());
        assert_eq!(PublicKey::from_spki_der(document.as_bytes()).as_ref(), Ok(&ours));
        assert_eq!(PublicKey::from_pem(&text).as_ref(), Ok(&ours));
        assert_eq!(PublicKey::from_pem(&text.replace('\n', "\r\n")).as_ref(), Ok(&ours));
    }
}

/// Goal: a signature goes into a buffer of the right size and above, nothing is written beyond it,
/// and a smaller one is refused before anything is written.
#[test]
fn buffers_of_the_caller_are_respected() {
    let (key, peer) = (key(&[7; 32]), key(&[9; 32]));
    let digest = Digest::of(Hash::Sha256, b"buffers");
    for size in [0, 1, 63, 64, 65, 200] {
        let mut out = vec![0xaa; size];
        let written = raw::sign_digest_into(&key, &digest, Nonces::Hedged, &mut out);
        if size < 64 {
            assert_eq!(written, Err(SignError::BufferTooSmall { needed: 64 }));
            assert!(out.iter().all(|byte| *byte == 0xaa));
            continue;
        }
        assert_eq!(written, Ok(64));
        assert!(out[64..].iter().all(|byte| *byte == 0xaa));
        assert_eq!(raw::verify_digest(key.public_key(), &digest, &out[..64]), Ok(()));
        out[40] ^= 1;
        let wrong = raw::verify_digest(key.public_key(), &digest, &out[..64]);
        assert_eq!(wrong, Err(DecodeError::SigInvalid));
        let signature = Signature::from_bytes(P256, &out[..64]).expect("still in range");
        let der = signature.to_der();
        let mut room = vec![0xaa; der.len() - 1];
        assert!(raw::signature_to_der(&signature, &mut room).is_err());
        room.resize(der.len(), 0xaa);
        assert_eq!(raw::signature_to_der(&signature, &mut room), Ok(der.len()));
        assert_eq!(room, der);
    }
    for size in [0, 31, 32, 33] {
        let mut out = vec![0xaa; size];
        let written = raw::derive_into(&key, peer.public_key(), &mut out);
        if size < 32 {
            assert_eq!(written, Err(DeriveError::BufferTooSmall { needed: 32 }));
            assert!(out.iter().all(|byte| *byte == 0xaa));
            continue;
        }
        assert_eq!(written, Ok(32));
        let secret = key.derive(peer.public_key()).expect("one curve");
        assert_eq!(&out[..32], secret.as_bytes());
        assert!(out[32..].iter().all(|byte| *byte == 0xaa));
    }
}

/// Goal: the traits sign and verify what the methods do, and say no to what they must.
#[test]
fn traits_do_what_the_methods_do() {
    let key = key(&[7; 32]);
    let public = key.verifying_key();
    let message = b"through a trait";
    let signature: Signature = Signer::sign(&key, message);
    assert!(Verifier::verify(&public, message, &signature).is_ok());
    assert_eq!(
        PublicKey::verify(&public, message, Scheme::Ecdsa(Hash::Sha256), &signature),
        Ok(())
    );
    assert!(Verifier::verify(&public, b"another", &signature).is_err());
    for length in [1, 20, 32, 48, 64, 100] {
        let prehash = vec![0x5a; length];
        let signature: Signature = key.sign_prehash(&prehash).expect("signs");
        assert!(public.verify_prehash(&prehash, &signature).is_ok());
        assert_eq!(public.verify_digest(&Digest::raw(&prehash), &signature), Ok(()));
        assert!(public.verify_prehash(&[0xa5; 32], &signature).is_err());
    }
    assert!(PrehashSigner::<Signature>::sign_prehash(&key, &[]).is_err());
    assert!(public.verify_prehash(&[], &signature).is_err());
    let plain = key.sign(message, Scheme::Ecdsa(Hash::Sha384), Nonces::Hedged).expect("signs");
    assert_eq!(public.verify(message, Scheme::Ecdsa(Hash::Sha256), &plain), Err(BadSignature));
}

/// Goal: fresh keys differ, are good keys, and agree with each other.
#[test]
fn fresh_keys_are_good_and_differ() {
    let n = Group::of(P256).n;
    let keys: Vec<PrivateKey> =
        (0..50).map(|_| PrivateKey::generate(P256).expect("the system has randomness")).collect();
    let mut seen: Vec<Vec<u8>> = keys.iter().map(|key| key.to_bytes().to_vec()).collect();
    assert!(seen.iter().all(|d| BigUint::from_bytes_be(d) < n && d.iter().any(|byte| *byte != 0)));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), keys.len());
    for pair in keys.windows(2) {
        let secret = |a: &PrivateKey, b: &PrivateKey| {
            a.derive(b.public_key()).expect("one curve").as_bytes().to_vec()
        };
        assert_eq!(secret(&pair[0], &pair[1]), secret(&pair[1], &pair[0]));
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
fn read_everything(input: &[u8]) -> usize {
    let mut taken = 0;
    if let Ok(signature) = Signature::from_der(P256, input) {
        assert_eq!(signature.to_der(), input);
        taken += 1;
    }
    if let Ok(signature) = Signature::from_bytes(P256, input) {
        assert_eq!(signature.to_bytes(), input);
        taken += 1;
    }
    if let Ok(key) = PublicKey::from_sec1(P256, input) {
        assert_eq!(key.to_sec1(input.len() == 33), input);
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

/// Goal: no input stops the program, and what is accepted has one encoding. 20,000 damaged
/// documents of every kind, each given to every reader.
#[test]
fn damaged_input_is_refused_and_stops_nothing() {
    let mut random = Random::seeded("damaged_input_is_refused_and_stops_nothing");
    let key = key(&[0x1f; 32]);
    let signature =
        key.sign(b"x", Scheme::Ecdsa(Hash::Sha256), Nonces::Deterministic).expect("signs");
    let public = key.public_key();
    let good: [Vec<u8>; 10] = [
        signature.to_der(),
        signature.to_bytes(),
        public.to_sec1(false),
        public.to_sec1(true),
        public.to_spki_der(),
        key.to_pkcs8_der().to_vec(),
        key.to_sec1_der().expect("P-256").to_vec(),
        public.to_spki_pem().into_bytes(),
        key.to_pkcs8_pem().as_bytes().to_vec(),
        key.to_sec1_pem().expect("P-256").as_bytes().to_vec(),
    ];
    for document in &good {
        assert!(read_everything(document) >= 1, "an undamaged one is taken");
    }
    let mut taken = 0;
    for round in 0..20_000 {
        taken += read_everything(&damaged(&good[round % good.len()], &mut random));
    }
    // Some damage leaves a good encoding of something else: a signature, a compressed point.
    println!("{taken} of 20000 damaged documents were still good ones");
    assert!(taken < 10_000);
}
