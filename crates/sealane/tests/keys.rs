//! Keys of every kind through the same doors.

use crate::common::{DSA_1024, RSA, dsa_key, number, parameters};
use sealane::{
    Algorithm, DecodeError, Digest, Hash, Lengths, Nonces, PrivateKey, PublicKey, Salt, Scheme,
    SignError, dsa, ecc, mldsa,
};

/// A key of each algorithm that signs, of RSA and DSA the shortest.
fn keys() -> Vec<PrivateKey> {
    let curves = ecc::Algorithm::ALL.iter().filter(|curve| curve.signs());
    let generate = |curve: &ecc::Algorithm| PrivateKey::generate((*curve).into());
    let mut keys: Vec<PrivateKey> =
        curves.map(|curve| generate(curve).expect("random bytes are there")).collect();
    keys.push(PrivateKey::from_pem(RSA, Lengths::Current).expect("it is good"));
    keys.push(PrivateKey::Dsa(dsa_key()));
    let lattices = mldsa::ParameterSet::ALL.map(|set| mldsa::PrivateKey::from_seed(set, &[7; 32]));
    keys.extend(lattices.map(|key| PrivateKey::MlDsa(key.expect("a seed has 32 bytes"))));
    keys
}

/// Goal: documents and signatures of every kind come back through the same doors, and no key takes
/// another kind's scheme.
#[test]
fn keys_of_every_kind_come_back_and_sign() {
    let keys = keys();
    let schemes: Vec<Scheme> =
        keys.iter().filter_map(|key| key.algorithm().usual_scheme()).collect();
    for (key, scheme) in keys.iter().zip(&schemes) {
        let name = key.algorithm();
        let again = PrivateKey::from_pem(&key.to_pkcs8_pem(), Lengths::Current);
        let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.to_pkcs8_der(), key.to_pkcs8_der(), "{name}");
        let public = PublicKey::from_pem(&key.public_key().to_spki_pem(), Lengths::Current);
        let public = public.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(public, key.public_key());
        assert_eq!(public.algorithm(), name);
        let signature = again.sign(b"message", scheme, Nonces::Hedged).expect("it signs");
        assert_eq!(public.verify(b"message", scheme, &signature), Ok(()), "{name}");
        let other = public.verify(b"another", scheme, &signature);
        assert_eq!(other, Err(DecodeError::SigInvalid), "{name}");
        let family = |it: &Scheme| {
            (it.of_curves().is_some(), it.of_rsa().is_some(), it.of_mldsa().is_some())
        };
        for other in schemes.iter().filter(|other| family(other) != family(scheme)) {
            let refused = public.verify(b"message", other, &signature);
            assert_eq!(refused, Err(DecodeError::SigUnsupported), "{name}");
            let refused = key.sign(b"message", other, Nonces::Hedged);
            assert_eq!(refused, Err(SignError::Unsupported), "{name}");
        }
    }
}

/// Goal: DER says by itself which form it is. Method: every form there and back; a key of the other
/// half, an empty text and one that is cut.
#[test]
fn der_of_every_form_is_told_apart() {
    let current = Lengths::Current;
    for key in keys() {
        let (name, public) = (key.algorithm(), key.public_key());
        let mut private = vec![key.to_pkcs8_der()];
        let mut publics = vec![public.to_spki_der()];
        match &key {
            PrivateKey::Curve(key) => private.extend(key.to_sec1_der()),
            PrivateKey::Rsa(key) => {
                private.push(key.to_pkcs1_der());
                publics.push(key.public_key().to_pkcs1_der());
            }
            _ => {}
        }
        for der in &private {
            let read = PrivateKey::from_der(der, current);
            let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.to_pkcs8_der(), key.to_pkcs8_der(), "{name}");
            assert!(PublicKey::from_der(der, current).is_err(), "{name}");
            for cut in [0, 1, 2, 5, der.len() - 1] {
                assert!(PrivateKey::from_der(&der[..cut], current).is_err(), "{name}, {cut}");
            }
        }
        for der in &publics {
            assert_eq!(PublicKey::from_der(der, current).as_ref(), Ok(&public), "{name}");
            assert!(PrivateKey::from_der(der, current).is_err(), "{name}");
        }
        let octets = public.to_bytes().map(|bytes| PublicKey::from_bytes(name, &bytes));
        match public {
            PublicKey::Curve(_) | PublicKey::MlDsa(_) => assert_eq!(octets, Some(Ok(public))),
            _ => {
                assert_eq!(octets, None);
                let refused = PublicKey::from_bytes(name, &[7; 256]);
                assert_eq!(refused, Err(DecodeError::KeyAlgorithm));
            }
        }
    }
}

/// Goal: a signature of BIP 340 has the form that verifies. Method: its 64 bytes, which are no DER.
#[test]
fn bip340_has_its_own_form() {
    let key = PrivateKey::generate(ecc::Algorithm::EcSecp256k1.into()).expect("random bytes");
    let scheme = Scheme::Bip340;
    let signature = key.sign(b"message", &scheme, Nonces::Hedged).expect("it signs");
    assert_eq!(signature.len(), 64);
    let public = key.public_key();
    assert_eq!(public.verify(b"message", &scheme, &signature), Ok(()));
    assert_eq!(public.verify(b"another", &scheme, &signature), Err(DecodeError::SigInvalid));
    let by_ecdsa = key.sign(b"message", &Scheme::Ecdsa(Hash::Sha256), Nonces::Hedged);
    assert!(public.verify(b"message", &scheme, &by_ecdsa.expect("it signs")).is_err());
}

/// Goal: digests are signed as their messages are, where the scheme has a digest.
#[test]
fn digests_stand_for_messages() {
    for key in keys() {
        let (name, public) = (key.algorithm(), key.public_key());
        let scheme = name.usual_scheme().expect("it signs");
        let Some(hash) = scheme.hash() else {
            let digest = Digest::of(Hash::Sha512, b"message");
            let refused = key.sign_digest(&digest, &scheme, Nonces::Hedged);
            assert_eq!(refused, Err(SignError::Unsupported), "{name}");
            continue;
        };
        let digest = Digest::of(hash, b"message");
        let signature = key.sign_digest(&digest, &scheme, Nonces::Hedged).expect("it signs");
        assert_eq!(public.verify(b"message", &scheme, &signature), Ok(()), "{name}");
        assert_eq!(public.verify_digest(&digest, &scheme, &signature), Ok(()), "{name}");
    }
}

/// Goal: RSA signs bytes as they are, alone and in batches; keys of other families do not, and no
/// digest stands for bytes.
#[test]
fn bytes_are_signed_by_rsa_alone() {
    use sealane::batch::{SignItem, VerifyItem, sign_batch, verify_batch};
    let digest = Digest::of(Hash::Sha256, b"message");
    for (scheme, bytes) in [(Scheme::RsaPkcs1Bytes, &[7; 36][..]), (Scheme::RsaRaw, &[7; 256])] {
        for key in keys() {
            let signed = key.sign(bytes, &scheme, Nonces::Hedged);
            let in_batch = sign_batch(&[SignItem::new(&key, bytes, &scheme, Nonces::Hedged); 2]);
            assert_eq!(in_batch, [signed.clone(), signed.clone()]);
            let refused = key.sign_digest(&digest, &scheme, Nonces::Hedged);
            assert_eq!(refused, Err(SignError::Unsupported));
            let (public, is_rsa) = (key.public_key(), matches!(key, PrivateKey::Rsa(_)));
            let Ok(signature) = signed else {
                assert_eq!((signed, is_rsa), (Err(SignError::Unsupported), false));
                continue;
            };
            assert_eq!(public.verify(bytes, &scheme, &signature), Ok(()));
            let item = VerifyItem::new(&public, bytes, &scheme, &signature);
            assert_eq!(verify_batch(&[item, item]), [Ok(()), Ok(())]);
            let refused = public.verify_digest(&digest, &scheme, &signature);
            assert_eq!(refused, Err(DecodeError::SigUnsupported));
        }
    }
}

/// Goal: ML-DSA signs with contexts, digests, and hashes that were made elsewhere, and verifies
/// each as what it is. Method: schemes against each other; a context and a hash of the greatest
/// length, and of one more.
#[test]
fn mldsa_signs_by_its_schemes() {
    let key = mldsa::PrivateKey::from_seed(mldsa::ParameterSet::MlDsa44, &[7; 32]).expect("a seed");
    let public = PublicKey::MlDsa(key.public_key().clone());
    let mut hasher = mldsa::MuHasher::new(key.public_key(), &[1; 255]).expect("it is not longer");
    hasher.update(b"message");
    let (mu, key) = (hasher.finish(), PrivateKey::MlDsa(key));
    let sign = |scheme: &Scheme, message: &[u8]| key.sign(message, scheme, Nonces::Deterministic);
    let of = |context: usize, prehash| Scheme::MlDsa { context: std::vec![1; context], prehash };
    let schemes = [of(0, None), of(1, None), of(255, None), of(0, Some(Hash::Sha512))];
    let signed = schemes.each_ref().map(|scheme| sign(scheme, b"message").expect("it signs"));
    for (scheme, own) in schemes.iter().zip(&signed) {
        for signature in &signed {
            let expected = if signature == own { Ok(()) } else { Err(DecodeError::SigInvalid) };
            assert_eq!(public.verify(b"message", scheme, signature), expected, "{scheme}");
        }
    }
    assert_eq!(sign(&Scheme::MlDsaMu, &mu), Ok(signed[2].clone()));
    assert_eq!(public.verify(&mu, &Scheme::MlDsaMu, &signed[2]), Ok(()));
    assert_eq!(sign(&Scheme::MlDsaMu, &mu[1..]), Err(SignError::MuLength { got: 63 }));
    let refused = public.verify(&mu[1..], &Scheme::MlDsaMu, &signed[2]);
    assert_eq!(refused, Err(DecodeError::SigInvalid));
    assert_eq!(sign(&of(256, None), b""), Err(SignError::ContextLength { got: 256 }));
    assert_eq!(sign(&of(0, Some(Hash::Sha1)), b""), Err(SignError::HashRefused));
    let digest = Digest::of(Hash::Sha512, b"message");
    let by_digest = |scheme: &Scheme| key.sign_digest(&digest, scheme, Nonces::Deterministic);
    assert_eq!(by_digest(&schemes[3]), Ok(signed[3].clone()));
    assert_eq!(public.verify_digest(&digest, &schemes[3], &signed[3]), Ok(()));
    for scheme in [&schemes[0], &Scheme::MlDsaMu] {
        assert_eq!(by_digest(scheme), Err(SignError::Unsupported));
        let refused = public.verify_digest(&digest, scheme, &signed[0]);
        assert_eq!(refused, Err(DecodeError::SigUnsupported));
    }
    let short = public.verify(b"message", &schemes[0], &signed[0][1..]);
    assert_eq!(short, Err(DecodeError::SigLength { expected: 2420, got: 2419 }));
}

/// Goal: names lead to what they name and back, and lengths between have names too.
#[test]
fn names_lead_back() {
    for algorithm in Algorithm::all() {
        let name = algorithm.to_string();
        assert_eq!(Algorithm::from_name(&name), Some(algorithm));
        assert_eq!(Algorithm::from_name(&name.to_uppercase()), Some(algorithm));
        assert!(Algorithm::all_names().any(|(known, _)| known == name));
    }
    assert_eq!(Algorithm::Rsa { bits: 2049 }.to_string(), "rsa2049");
    assert_eq!(Algorithm::Dsa { bits: 1024, order_bits: 160 }.to_string(), "dsa1024-160");
    for wrong in ["rsa", "rsa2049", "rsa1024", "dsa1024-160", "dsa", ""] {
        assert_eq!(Algorithm::from_name(wrong), None, "{wrong:?}");
    }
}

/// Goal: old lengths are taken where they are asked for, and there alone.
#[test]
fn old_lengths_must_be_asked_for() {
    let key = dsa::PublicKey::from_number(&parameters(DSA_1024), &number(DSA_1024, "y"))
        .expect("it is good");
    let take = |lengths| PublicKey::from_spki_der(&key.to_spki_der(), lengths);
    assert_eq!(take(Lengths::Legacy), Ok(PublicKey::Dsa(key.clone())));
    let refused = DecodeError::KeyDsaLengths { p: 1024, q: 160 };
    assert_eq!(take(Lengths::Current), Err(refused));
}

/// Goal: a scheme is one of one family, and comes back from it. Method: each kind, both ways.
#[test]
fn schemes_come_back_from_their_family() {
    let context = Some(b"purpose".to_vec());
    let pss = |salt| Scheme::RsaPss { hash: Hash::Sha256, mgf: Hash::Sha1, salt };
    let of_curves = [
        Scheme::Ecdsa(Hash::Sha3_512),
        Scheme::EdDsa { context, prehashed: true },
        Scheme::PURE_EDDSA,
        Scheme::Bip340,
    ];
    let of_rsa = [
        Scheme::RsaPkcs1(Hash::Sha512),
        pss(Salt::Bytes(20)),
        pss(Salt::OfHash),
        pss(Salt::Longest),
        pss(Salt::Any),
        Scheme::RsaPkcs1Bytes,
        Scheme::RsaRaw,
    ];
    for scheme in &of_curves {
        assert_eq!(scheme.of_curves().map(Scheme::from).as_ref(), Some(scheme));
        assert_eq!(scheme.of_rsa(), None);
    }
    for scheme in &of_rsa {
        assert_eq!(scheme.of_rsa().map(Scheme::from).as_ref(), Some(scheme));
        assert_eq!(scheme.of_curves(), None);
    }
    let of_mldsa = Scheme::MlDsa { context: b"purpose".to_vec(), prehash: Some(Hash::Sha512) };
    assert_eq!(of_mldsa.of_mldsa().map(Scheme::from).as_ref(), Some(&of_mldsa));
    for other in [Scheme::Dsa(Hash::Sha224), of_mldsa, Scheme::MlDsaMu] {
        assert_eq!((other.of_curves(), other.of_rsa()), (None, None));
        let is_whole = matches!(other, Scheme::MlDsa { .. });
        assert_eq!(other.of_mldsa().is_some(), is_whole, "{other}");
    }
}
