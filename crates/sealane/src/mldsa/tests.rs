//! Keys, documents and signatures: what is taken, and what is refused beside it.

use super::*;
use crate::hash::Hash;
use crate::samples::tlv;

const DETERMINISTIC: Nonces = Nonces::Deterministic;

fn key(set: ParameterSet) -> PrivateKey {
    PrivateKey::from_seed(set, &[42; 32]).expect("it has the length of a seed")
}

/// Goal: signatures verify by what they were made of, and by nothing else. Method: every parameter
/// set, with contexts and prehashes; a bit changed in each region of signatures.
#[test]
fn signatures_verify_and_changed_ones_do_not() {
    for set in ParameterSet::ALL {
        let key = key(set);
        let public = key.public_key();
        let schemes = [
            Scheme::PURE,
            Scheme { context: b"purpose", prehash: None },
            Scheme { context: b"", prehash: Some(Hash::Sha512) },
            Scheme { context: b"purpose", prehash: Some(Hash::Sha512) },
        ];
        for scheme in schemes {
            let signature = key.sign(b"message", scheme, Nonces::Hedged).expect("it signs");
            assert_eq!(signature.len(), set.signature_bytes());
            for other in schemes {
                let good = public.verify(b"message", other, &signature).is_ok();
                assert_eq!(good, other == scheme, "{set} {scheme:?} {other:?}");
            }
            assert!(public.verify(b"another", scheme, &signature).is_err());
            let length = signature.len();
            for at in (0..length).step_by(97).chain([length - 1, length - set.row().k]) {
                let mut changed = signature.clone();
                changed[at] ^= 1;
                assert!(public.verify(b"message", scheme, &changed).is_err(), "{set} {at}");
            }
            assert!(public.verify(b"message", scheme, &signature[1..]).is_err());
            assert!(public.verify(b"message", scheme, &[&signature[..], &[0]].concat()).is_err());
        }
        let other = PrivateKey::from_seed(set, &[43; 32]).expect("a seed");
        let signature = other.sign(b"message", Scheme::PURE, DETERMINISTIC).expect("it signs");
        assert!(public.verify(b"message", Scheme::PURE, &signature).is_err());
    }
}

/// Goal: deterministic signatures repeat, hedged ones do not; both pass the check.
#[test]
fn only_deterministic_signatures_repeat() {
    for set in ParameterSet::ALL {
        let key = key(set);
        let options = |nonces| SignOptions { nonces, check: true, ..Default::default() };
        let sign = |nonces| key.sign(b"message", Scheme::PURE, options(nonces)).expect("it signs");
        assert_eq!(sign(DETERMINISTIC), sign(DETERMINISTIC));
        assert_ne!(sign(Nonces::Hedged), sign(Nonces::Hedged));
        assert_ne!(sign(Nonces::Hedged), sign(DETERMINISTIC));
    }
}

/// Goal: contexts have at most 255 bytes, to sign and to verify.
#[test]
fn long_contexts_are_refused() {
    let key = key(ParameterSet::MlDsa44);
    let long = [7; 256];
    let [just, over] = [255, 256].map(|n| Scheme { context: &long[..n], prehash: None });
    let signature = key.sign(b"message", just, DETERMINISTIC).expect("it is short enough");
    assert_eq!(key.public_key().verify(b"message", just, &signature), Ok(()));
    let refused = Err(SignError::ContextLength { got: 256 });
    assert_eq!(key.sign(b"message", over, DETERMINISTIC), refused);
    assert!(key.public_key().verify(b"message", over, &signature).is_err());
    assert!(MuHasher::new(key.public_key(), &long).is_err());
}

/// Goal: every hash but SHA-1 prehashes, messages and their digests alike; a digest of another
/// hash, of none, or by a scheme without a hash is refused.
#[test]
fn prehashes_are_those_of_the_scheme() {
    let key = key(ParameterSet::MlDsa44);
    let public = key.public_key();
    let mut seen = Vec::new();
    for hash in Hash::ALL {
        let scheme = Scheme { context: b"", prehash: Some(*hash) };
        let digest = Digest::of(*hash, b"message");
        let signed = key.sign(b"message", scheme, DETERMINISTIC);
        assert_eq!(key.sign_digest(&digest, scheme, DETERMINISTIC), signed);
        let Ok(signature) = signed else {
            assert_eq!((*hash, signed), (Hash::Sha1, Err(SignError::HashRefused)));
            continue;
        };
        assert_eq!(public.verify(b"message", scheme, &signature), Ok(()));
        assert_eq!(public.verify_digest(&digest, scheme, &signature), Ok(()));
        let raw = Digest::raw(digest.as_bytes());
        let other = if *hash == Hash::Sha256 { Hash::Sha3_256 } else { Hash::Sha256 };
        for wrong in [raw, Digest::of(other, b"message")] {
            let refused = key.sign_digest(&wrong, scheme, DETERMINISTIC);
            assert_eq!(refused, Err(SignError::HashRefused));
            assert!(public.verify_digest(&wrong, scheme, &signature).is_err());
        }
        let refused = key.sign_digest(&digest, Scheme::PURE, DETERMINISTIC);
        assert_eq!(refused, Err(SignError::Unsupported));
        assert!(!seen.contains(&signature));
        seen.push(signature);
    }
    assert_eq!(seen.len(), Hash::ALL.len() - 1);
}

/// Goal: the hash that stands for a message is signed as the message is.
#[test]
fn hashes_stand_for_messages() {
    for set in ParameterSet::ALL {
        let key = key(set);
        let scheme = Scheme { context: b"purpose", prehash: None };
        let mut hasher = MuHasher::new(key.public_key(), b"purpose").expect("a short context");
        hasher.update(b"mess");
        hasher.update(b"age");
        let mu = hasher.finish();
        let signature = key.sign_mu(&mu, DETERMINISTIC).expect("it signs");
        assert_eq!(key.sign(b"message", scheme, DETERMINISTIC).as_ref(), Ok(&signature));
        assert_eq!(key.public_key().verify_mu(&mu, &signature), Ok(()));
        assert!(key.public_key().verify_mu(&[0; 64], &signature).is_err());
    }
}

/// Goal: an expanded key is the key, without its seed; one of other lengths, out of range, or whose
/// parts do not belong together is refused. `K`, which nothing else depends on, is taken as it is.
#[test]
fn expanded_keys_are_checked() {
    for set in ParameterSet::ALL {
        let (key, of) = (key(set), set.row());
        let bytes = key.to_expanded_bytes();
        assert_eq!(bytes.len(), set.expanded_key_bytes());
        let take = |bytes: &[u8]| PrivateKey::from_expanded_bytes(set, bytes);
        let again = take(&bytes).expect("it is as it was");
        assert_eq!(again.public_key(), key.public_key());
        assert_eq!(again.to_expanded_bytes(), bytes);
        assert!(again.to_seed().is_none() && key.to_seed().is_some());
        let sign = |key: &PrivateKey| key.sign(b"message", Scheme::PURE, DETERMINISTIC);
        assert_eq!(sign(&again), sign(&key));
        let longer = [&bytes[..], &[0]].concat();
        for wrong in [&bytes[1..], &longer, &[]] {
            let error = take(wrong).map(drop).expect_err("it has another length");
            let (expected, got) = (bytes.len(), wrong.len());
            assert_eq!(error, DecodeError::KeyLength { expected, got });
        }
        let small = 32 * of.eta_bits() as usize;
        let low = 128 + (of.k + of.l) * small;
        // The seed of the matrix, the hash, s1, s2, and the lower parts, at their ends.
        let places =
            [0, 31, 64, 127, 128, 128 + of.l * small - 1, 128 + of.l * small, low - 1, low];
        for at in places.into_iter().chain([bytes.len() - 1]) {
            for bit in [0, 7] {
                let mut changed = bytes.to_vec();
                changed[at] ^= 1 << bit;
                let refused = take(&changed).map(drop);
                assert_eq!(refused, Err(DecodeError::KeyMlDsaPrivate), "{set} {at} {bit}");
            }
        }
        let mut changed = bytes.to_vec();
        changed[32] ^= 1;
        assert_ne!(take(&changed).map(|key| sign(&key)), Ok(sign(&key)));
    }
}

/// Goal: an expanded key beside a seed is taken if the seed gives it. Method: every parameter set;
/// other seeds, and both parts a byte too short.
#[test]
fn seeds_and_expanded_keys_agree() {
    for set in ParameterSet::ALL {
        let expanded = key(set).to_expanded_bytes();
        let take = |seed: &[u8], expanded: &[u8]| {
            PrivateKey::from_seed_and_expanded(set, seed, expanded).map(|key| key.to_seed())
        };
        assert!(take(&[42; 32], &expanded).is_ok_and(|seed| seed.is_some()));
        assert_eq!(take(&[43; 32], &expanded), Err(DecodeError::KeyMlDsaPrivate));
        for (seed, expanded) in [(&[42; 31][..], &expanded[..]), (&[42; 32], &expanded[1..])] {
            assert!(matches!(take(seed, expanded), Err(DecodeError::KeyLength { .. })), "{set}");
        }
    }
}

/// Goal: a coefficient out of range is refused for itself. Method: a key whose lower parts and hash
/// belong to a coefficient that is one too large, and the same with the largest one.
#[test]
fn coefficients_out_of_range_are_refused() {
    for set in ParameterSet::ALL {
        let of = set.row();
        let all = (1 << of.eta_bits()) - 1;
        // Packed, the coefficient -eta is 2 eta.
        let last = 2 * of.eta as u8;
        for (packed, good) in [(0, true), (last, true), (last + 1, false), (all, false)] {
            let mut bytes = key(set).to_expanded_bytes().to_vec();
            bytes[128] = bytes[128] & !all | packed;
            let parts = Core::of_given(set, key::first(&bytes), &key::taken_in(&bytes));
            let bytes = parts.0.0.to_expanded();
            assert_eq!(bytes[128] & all, packed);
            let taken = PrivateKey::from_expanded_bytes(set, &bytes).map(drop);
            assert_eq!(taken, if good { Ok(()) } else { Err(DecodeError::KeyMlDsaPrivate) });
        }
    }
}

/// The PKCS#8 document of what stands for a private key.
fn document(set: ParameterSet, parameters: &[u8], key: &[u8], after: &[u8]) -> Vec<u8> {
    let oid = tlv(6, &[set.row().oid.as_bytes()]);
    let version = if after.is_empty() { [2, 1, 0] } else { [2, 1, 1] };
    tlv(0x30, &[&version, &tlv(0x30, &[&oid, parameters]), &tlv(4, &[key]), after])
}

/// Goal: documents hold the seed, or the expanded key of a key without one, and come back; all
/// three forms are read, and both must agree.
#[test]
fn documents_come_back() {
    for set in ParameterSet::ALL {
        let key = key(set);
        let seed = tlv(0x80, &[&[42; 32]]);
        assert_eq!(*key.to_pkcs8_der(), document(set, &[], &seed, &[]));
        let expanded = tlv(4, &[&key.to_expanded_bytes()]);
        let both = tlv(0x30, &[&tlv(4, &[&[42; 32]]), &expanded]);
        let public = tlv(0x81, &[&[0], key.public_key().as_bytes()]);
        for (form, has_seed) in [(&seed, true), (&expanded, false), (&both, true)] {
            for after in [&[][..], &public] {
                let again = PrivateKey::from_pkcs8_der(&document(set, &[], form, after));
                let again = again.expect("it is one of three forms");
                assert_eq!(again.public_key(), key.public_key());
                assert_eq!(again.to_seed().is_some(), has_seed);
                let own = if has_seed { &seed } else { &expanded };
                assert_eq!(*again.to_pkcs8_der(), document(set, &[], own, &[]));
                let pem = PrivateKey::from_pem(&again.to_pkcs8_pem()).expect("a key");
                assert_eq!(pem.public_key(), key.public_key());
            }
        }
        let public = key.public_key();
        assert_eq!(PublicKey::from_spki_der(&public.to_spki_der()).as_ref(), Ok(public));
        assert_eq!(PublicKey::from_pem(&public.to_spki_pem()).as_ref(), Ok(public));
        assert_eq!(PublicKey::from_bytes(set, public.as_bytes()).as_ref(), Ok(public));
    }
}

/// Goal: documents that are not one of the forms are refused by what is wrong with them.
#[test]
fn other_documents_are_refused() {
    let set = ParameterSet::MlDsa44;
    let key = key(set);
    let seed = tlv(0x80, &[&[42; 32]]);
    let expanded = tlv(4, &[&key.to_expanded_bytes()]);
    let other = PrivateKey::from_seed(set, &[43; 32]).expect("a seed");
    let other_public = tlv(0x81, &[&[0], other.public_key().as_bytes()]);
    let short = |got| DecodeError::KeyLength { expected: 32, got };
    let inner = |key: &[u8]| document(set, &[], key, &[]);
    let encoding = DecodeError::KeyEncoding;
    for (document, error) in [
        (inner(&tlv(0x80, &[&[42; 31]])), short(31)),
        (inner(&tlv(0x80, &[&[42; 33]])), short(33)),
        (inner(&[42; 32]), encoding),
        (inner(&tlv(0xa0, &[&tlv(4, &[&[42; 32]])])), encoding),
        (inner(&tlv(0x81, &[&[42; 32]])), encoding),
        (inner(&[&seed[..], &[0]].concat()), encoding),
        (inner(&tlv(0x30, &[&tlv(4, &[&[42; 32]])])), encoding),
        (inner(&tlv(0x30, &[&seed, &expanded])), encoding),
        (inner(&tlv(0x30, &[&tlv(4, &[&[42; 32]]), &expanded, &expanded])), encoding),
        (inner(&tlv(0x30, &[&tlv(4, &[&[43; 32]]), &expanded])), DecodeError::KeyMlDsaPrivate),
        (inner(&tlv(0x30, &[&tlv(4, &[&[42; 31]]), &expanded])), short(31)),
        (document(set, &[5, 0], &seed, &[]), encoding),
        (document(set, &[], &seed, &other_public), DecodeError::KeyMismatch),
        (
            document(ParameterSet::MlDsa65, &[], &expanded, &[]),
            DecodeError::KeyLength { expected: 4032, got: 2560 },
        ),
    ] {
        assert_eq!(PrivateKey::from_pkcs8_der(&document).map(drop), Err(error));
    }
    let foreign = crate::samples::hex(crate::samples::SPKI);
    assert_eq!(PublicKey::from_spki_der(&foreign), Err(DecodeError::KeyAlgorithm));
    let public = key.public_key().as_bytes();
    let (expected, got) = (1312, 1311);
    let error = Err(DecodeError::KeyLength { expected, got });
    assert_eq!(PublicKey::from_bytes(set, &public[1..]), error);
    let cut = documents::spki_to_der(set, &public[1..]);
    assert_eq!(PublicKey::from_spki_der(&cut), error);
}

/// Goal: private keys tell nothing, public keys are told apart.
#[test]
fn texts_of_keys_have_no_secret() {
    let key = key(ParameterSet::MlDsa65);
    assert_eq!(alloc::format!("{key:?}"), "mldsa::PrivateKey(mldsa65)");
    let public = alloc::format!("{:?}", key.public_key());
    assert!(public.starts_with("mldsa::PublicKey(mldsa65, "), "{public}");
    let other = PrivateKey::generate(ParameterSet::MlDsa65).expect("there are random bytes");
    assert_ne!(key.public_key(), other.public_key());
}
