//! Signing with options: low `s`, the check before release, BIP 340 through the keys.

use sealane::ecc::batch::{Batch, SignItem, VerifyItem};
use sealane::ecc::{Algorithm, PrivateKey, Scheme, Signature};
use sealane::hooks::{sign_deterministic, with_public_of};
use sealane::{DecodeError, Digest, Hash, Nonces, SignError, SignOptions, raw};

const CHECKED: SignOptions = SignOptions { nonces: Nonces::Hedged, low_s: false, check: true };

fn signing() -> impl Iterator<Item = (PrivateKey, Scheme<'static>)> {
    let algorithms = Algorithm::ALL.iter().filter_map(|a| Some((*a, a.usual_scheme()?)));
    let bip340 = (Algorithm::EcSecp256k1, Scheme::Bip340);
    algorithms
        .chain([bip340])
        .map(|(algorithm, scheme)| (PrivateKey::generate(algorithm).expect("randomness"), scheme))
}

/// Goal: with the check a good signature comes out, and one that a fault spoilt does not; without
/// it, the spoilt one would. Method: a public key in memory that is not the private key's.
#[test]
fn nothing_faulty_is_released_under_the_check() {
    for (key, scheme) in signing() {
        let name = format!("{} {scheme:?}", key.algorithm());
        let good = key.sign(b"message", scheme, CHECKED).expect("no fault");
        assert!(key.public_key().verify(b"message", scheme, &good).is_ok(), "{name}");
        let other = PrivateKey::generate(key.algorithm()).expect("randomness");
        let faulty = with_public_of(&key, other.public_key());
        let refused = faulty.sign(b"message", scheme, CHECKED).err();
        assert_eq!(refused, Some(SignError::Fault), "{name}");
        let mut out = [0x55; 200];
        let refused = raw::sign_into(&faulty, b"message", scheme, CHECKED, &mut out).err();
        assert_eq!(refused, Some(SignError::Fault), "{name}");
        assert!(out.iter().all(|byte| *byte == 0x55), "{name}: something was written");
        assert!(faulty.sign(b"message", scheme, Nonces::Hedged).is_ok(), "{name}: off by default");
    }
}

/// Goal: low `s` is low, verifies, and is the plain signature or its twin; both kinds are met.
#[test]
fn low_s_is_the_lower_twin() {
    for (key, scheme) in signing() {
        let (mut low, mut high) = (0, 0);
        for message in 0u8..16 {
            let plain = key.sign(&[message], scheme, Nonces::Deterministic).expect("signs");
            let nonces = Nonces::Deterministic;
            let options = SignOptions { nonces, low_s: true, check: true };
            let lowered = key.sign(&[message], scheme, options).expect("signs");
            let ecdsa = matches!(scheme, Scheme::Ecdsa(_));
            if ecdsa {
                assert_eq!(lowered.require_low_s(), Ok(()));
            }
            if plain == lowered {
                low += 1;
            } else {
                assert!(ecdsa && plain.require_low_s() == Err(DecodeError::SigHighS));
                let half = plain.to_bytes().len() / 2;
                assert_eq!(plain.to_bytes()[..half], lowered.to_bytes()[..half]);
                high += 1;
            }
            assert!(key.public_key().verify(&[message], scheme, &plain).is_ok());
        }
        assert!(low > 0 && (high > 0) == matches!(scheme, Scheme::Ecdsa(_)), "{low} and {high}");
    }
}

/// Goal: BIP 340 works through the keys, and is refused where it is not defined; a signature of one
/// scheme is none of another.
#[test]
fn bip340_is_a_scheme_of_one_curve() {
    let key = PrivateKey::generate(Algorithm::EcSecp256k1).expect("randomness");
    let digest = Digest::of(Hash::Sha256, b"message");
    let schnorr = key.sign(b"message", Scheme::Bip340, Nonces::Hedged).expect("signs");
    let public = key.public_key();
    assert!(public.verify(b"message", Scheme::Bip340, &schnorr).is_ok());
    assert!(public.verify(b"message", Scheme::Ecdsa(Hash::Sha256), &schnorr).is_err());
    assert!(public.verify(b"massage", Scheme::Bip340, &schnorr).is_err());
    let ecdsa = key.sign_digest(&digest, Nonces::Hedged).expect("signs");
    assert!(public.verify(b"message", Scheme::Bip340, &ecdsa).is_err());
    let bytes = schnorr.to_bytes();
    let read = |bytes: &[u8]| Signature::from_bip340_bytes(Algorithm::EcSecp256k1, bytes);
    assert_eq!(read(&bytes).as_ref(), Ok(&schnorr));
    assert!(matches!(read(&bytes[1..]), Err(DecodeError::SigLength { .. })));
    assert_eq!(read(&[0xff; 64]).err(), Some(DecodeError::SigInvalid));
    // x = n lies below p, and is no half of ECDSA.
    let n = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\
              \xba\xae\xdc\xe6\xaf\x48\xa0\x3b\xbf\xd2\x5e\x8c\xd0\x36\x41\x41";
    let odd = read(&[&n[..], &bytes[32..]].concat()).expect("below p");
    assert!(public.verify(b"message", Scheme::Ecdsa(Hash::Sha256), &odd).is_err());
    assert!(public.verify(b"message", Scheme::Bip340, &odd).is_err());
    for &algorithm in Algorithm::ALL.iter().filter(|a| **a != Algorithm::EcSecp256k1) {
        let key = PrivateKey::generate(algorithm).expect("randomness");
        let refused = key.sign(b"message", Scheme::Bip340, Nonces::Hedged).err();
        assert_eq!(refused, Some(SignError::Unsupported), "{algorithm}");
        let refused = Signature::from_bip340_bytes(algorithm, &bytes).err();
        assert_eq!(refused, Some(DecodeError::SigUnsupported), "{algorithm}");
    }
}

/// Goal: no way in signs by ECDSA with SHA-1, and each verifies what was signed with it. Method: a
/// message and its digest, alone, into a buffer, and in a batch that fills lanes, on every curve;
/// SHA-224 beside it signs.
#[test]
fn sha1_signs_nothing_and_verifies() {
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| algorithm.signs()) {
        let key = PrivateKey::generate(algorithm).expect("randomness");
        let digest = Digest::of(Hash::Sha1, b"message");
        let options = SignOptions::default();
        let sha1 = Scheme::Ecdsa(Hash::Sha1);
        let ecdsa = algorithm.partner().is_none();
        let expected = if ecdsa { SignError::HashRefused } else { SignError::Unsupported };
        let mut out = [0x55; 200];
        for refused in [
            key.sign(b"message", sha1, options).map(drop),
            key.sign_digest(&digest, options).map(drop),
            raw::sign_into(&key, b"message", sha1, options, &mut out).map(drop),
            raw::sign_digest_into(&key, &digest, options, &mut out).map(drop),
        ] {
            assert_eq!(refused, Err(expected), "{algorithm}");
        }
        assert!(out.iter().all(|byte| *byte == 0x55), "{algorithm}: something was written");
        let item = |at: usize| match at % 3 {
            0 => SignItem::new(&key, b"message", sha1, options),
            1 => SignItem::of_digest(&key, &digest, options),
            _ => SignItem::new(&key, b"message", Scheme::Ecdsa(Hash::Sha224), options),
        };
        let items: Vec<SignItem<'_>> = (0..48).map(item).collect();
        for (at, signed) in Batch::new().sign(&items).into_iter().enumerate() {
            let refused = (at % 3 < 2 || !ecdsa).then_some(expected);
            assert_eq!(signed.err(), refused, "{algorithm}, item {at}");
        }
        if !ecdsa {
            continue;
        }
        let old = sign_deterministic(&key, &digest).expect("no half is zero");
        let public = key.public_key();
        assert_eq!(public.verify(b"message", sha1, &old), Ok(()), "{algorithm}");
        assert_eq!(public.verify_digest(&digest, &old), Ok(()), "{algorithm}");
        assert!(public.verify(b"massage", sha1, &old).is_err(), "{algorithm}");
        let items: Vec<VerifyItem<'_>> =
            (0..16).map(|_| VerifyItem::new(public, b"message", sha1, &old)).collect();
        assert!(Batch::new().verify(&items).iter().all(Result::is_ok), "{algorithm}");
    }
}
