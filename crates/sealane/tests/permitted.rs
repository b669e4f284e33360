//! RSA keys whose documents say what they are for.

use crate::common::RSA;
use sealane::rsa::{
    Lengths, Oaep, OaepError, Permitted, PrivateKey, PublicKey, Salt, Scheme, SignItem, VerifyItem,
    sign_batch, verify_batch,
};
use sealane::{BadSignature, Hash, Nonces, SignError};

const LIMITED: Permitted =
    Permitted::PssWith { hash: Hash::Sha256, mgf: Hash::Sha384, least_salt_bytes: 32 };

fn key(permitted: Permitted) -> PrivateKey {
    let key = PrivateKey::from_pem(RSA, Lengths::Current);
    key.expect("the key is good").with_permitted(permitted).expect("it has a document")
}

fn pss(hash: Hash, mgf: Hash, salt: Salt) -> Scheme {
    Scheme::Pss { hash, mgf, salt }
}

/// The schemes that a key with limits has, and others that miss them by a little.
fn inside_and_outside() -> [(Scheme, bool); 9] {
    let (hash, mgf) = (Hash::Sha256, Hash::Sha384);
    [
        (pss(hash, mgf, Salt::OfHash), true),
        (pss(hash, mgf, Salt::Bytes(32)), true),
        (pss(hash, mgf, Salt::Bytes(33)), true),
        (pss(hash, mgf, Salt::Longest), true),
        (pss(hash, mgf, Salt::Bytes(31)), false),
        (pss(hash, hash, Salt::OfHash), false),
        (pss(mgf, mgf, Salt::OfHash), false),
        (pss(Hash::Sha3_256, mgf, Salt::OfHash), false),
        (Scheme::Pkcs1(hash), false),
    ]
}

/// Goal: a key signs and verifies within what it is for, alone and in batches, and not beyond;
/// a signature that is right is refused by a key that is not for it.
#[test]
fn keys_do_what_they_are_for() {
    let (free, limited) = (key(Permitted::Everything), key(LIMITED));
    let only_pss = key(Permitted::Pss);
    for (scheme, inside) in inside_and_outside() {
        let right = free.sign(b"message", scheme).expect("it signs with everything");
        let expected = if inside { Ok(()) } else { Err(BadSignature) };
        let public = limited.public_key();
        assert_eq!(public.verify(b"message", scheme, &right), expected, "{scheme:?}");
        let item = VerifyItem::new(public, b"message", scheme, &right);
        assert_eq!(verify_batch(&[item, item]), [expected, expected], "{scheme:?}");
        let signed = limited.sign(b"message", scheme).map(|_| ());
        let expected = if inside { Ok(()) } else { Err(SignError::Unsupported) };
        assert_eq!(signed, expected, "{scheme:?}");
        let item = SignItem::new(&limited, b"message", scheme);
        for signed in sign_batch(&[item, item]) {
            assert_eq!(signed.map(|_| ()), expected, "{scheme:?}");
        }
        let any_pss = matches!(scheme, Scheme::Pss { .. });
        assert_eq!(only_pss.sign(b"message", scheme).is_ok(), any_pss, "{scheme:?}");
    }
    let by = Oaep::of(Hash::Sha256);
    let sealed = free.public_key().encrypt_oaep(b"message", by).expect("it fits");
    for key in [&limited, &only_pss] {
        let refused = key.public_key().encrypt_oaep(b"message", by);
        assert_eq!(refused, Err(OaepError::NotPermitted));
        let refused = key.decrypt_oaep(&sealed, by).map(|_| ());
        assert_eq!(refused, Err(OaepError::NotPermitted));
    }
}

/// Goal: a key with a use signs and verifies no bytes as they are.
#[test]
fn bytes_need_every_use() {
    let (free, limited) = (key(Permitted::Everything), key(LIMITED));
    for (scheme, message) in [(Scheme::Pkcs1Bytes, &[7; 32][..]), (Scheme::Raw, &[7; 256])] {
        let right = free.sign(message, scheme).expect("it signs with everything");
        assert_eq!(free.public_key().verify(message, scheme, &right), Ok(()));
        for key in [&limited, &key(Permitted::Pss)] {
            assert_eq!(key.sign(message, scheme), Err(SignError::Unsupported));
            assert_eq!(key.public_key().verify(message, scheme, &right), Err(BadSignature));
        }
    }
}

/// Goal: salts of any length are verified at once, but for those shorter than the key's, alone
/// and in batches.
#[test]
fn any_salt_is_one_the_key_has() {
    let (free, limited) = (key(Permitted::Everything), key(LIMITED));
    let any = pss(Hash::Sha256, Hash::Sha384, Salt::Any);
    for (salt, long) in [(0, false), (31, false), (32, true), (33, true), (222, true)] {
        let scheme = pss(Hash::Sha256, Hash::Sha384, Salt::Bytes(salt));
        let right = free.sign(b"message", scheme).expect("it signs with everything");
        assert_eq!(free.public_key().verify(b"message", any, &right), Ok(()));
        let expected = if long { Ok(()) } else { Err(BadSignature) };
        let public = limited.public_key();
        assert_eq!(public.verify(b"message", any, &right), expected, "{salt}");
        let item = VerifyItem::new(public, b"message", any, &right);
        assert_eq!(verify_batch(&[item, item]), [expected, expected], "{salt}");
    }
    assert_eq!(limited.sign(b"message", any), Err(SignError::Unsupported));
}

/// Goal: documents and stored bytes name the use, and bring it back; PKCS#1 does not.
#[test]
fn documents_name_the_use() {
    let defaults = Permitted::PssWith { hash: Hash::Sha1, mgf: Hash::Sha1, least_salt_bytes: 20 };
    for permitted in [Permitted::Everything, Permitted::Pss, LIMITED, defaults] {
        let key = key(permitted);
        let public = key.public_key();
        let again = PublicKey::from_spki_der(&public.to_spki_der(), Lengths::Current);
        assert_eq!(again.as_ref(), Ok(public));
        assert_eq!(again.map(|key| key.permitted()), Ok(permitted));
        let again = PrivateKey::from_pem(&key.to_pkcs8_pem(), Lengths::Current);
        let again = again.expect("it is as it was");
        assert_eq!(again.public_key().permitted(), permitted);
        assert_eq!(again.to_pkcs8_der(), key.to_pkcs8_der());
        let bytes = key.to_precalculated_bytes();
        let again = PrivateKey::from_precalculated_bytes(&bytes, Lengths::Current);
        let again = again.expect("it is as it was");
        assert_eq!(again.public_key(), public);
        assert_eq!(again.to_precalculated_bytes(), bytes);
        let bare = PrivateKey::from_pkcs1_der(&key.to_pkcs1_der(), Lengths::Current);
        let bare = bare.expect("it is good");
        assert_eq!(bare.public_key().permitted(), Permitted::Everything);
        assert_eq!(bare.public_key() == public, permitted == Permitted::Everything);
    }
}

/// Goal: what no document can name is no use.
#[test]
fn uses_without_documents_are_refused() {
    let sha = Hash::Sha256;
    for (hash, mgf) in [(Hash::Shake128, sha), (sha, Hash::Shake256)] {
        let use_of = Permitted::PssWith { hash, mgf, least_salt_bytes: 32 };
        let refused = key(Permitted::Everything).with_permitted(use_of).map(|_| ());
        assert_eq!(refused, Err(SignError::HashRefused));
    }
}

/// Goal: keys of any kind are read with their use.
#[test]
fn keys_of_any_kind_have_it() {
    let der = key(LIMITED).to_pkcs8_der();
    let key = sealane::PrivateKey::from_pkcs8_der(&der, Lengths::Current).expect("it is good");
    let pkcs1 = sealane::Scheme::RsaPkcs1(Hash::Sha256);
    let refused = key.sign(b"message", &pkcs1, Nonces::Hedged);
    assert_eq!(refused, Err(SignError::Unsupported));
}
