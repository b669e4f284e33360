//! RSA under valgrind: what has a private key, by words, rows and lanes.

use operations::keys;
#[cfg(test)]
use operations::{Action, Operation};
use sealane::rsa::{
    self, Lengths, Oaep, OaepError, PrivateKey, Salt, Scheme, SignItem, clear_caches,
};
use sealane::{Algorithm, Hash};

/// Which case runs which operation of the catalogue.
#[cfg(test)]
pub const COVERED: [(&str, Operation); 3] = {
    const fn of(action: Action) -> Operation {
        Operation { algorithm: Algorithm::Rsa { bits: 2048 }, action }
    }
    [
        ("rsa-generate", of(Action::Keygen)),
        ("rsa-sign", of(Action::Sign)),
        ("rsa-decrypt", of(Action::Decrypt)),
    ]
};

fn pem(bits: usize) -> &'static str {
    keys::document(Algorithm::Rsa { bits }).expect("there is a key")
}

/// The same keys as they are stored. To read a document means to prove primes, which would be most
/// of what a case does: the case of imports does it for all.
const STORED: [(usize, &[u8]); 2] = [
    (2048, include_bytes!("../keys/rsa2048.stored")),
    (3072, include_bytes!("../keys/rsa3072.stored")),
];

fn stored(bits: usize) -> PrivateKey {
    let (_, bytes) = STORED.into_iter().find(|row| row.0 == bits).expect("there is a key");
    PrivateKey::from_precalculated_bytes(bytes, Lengths::Current).expect("the key is good")
}

fn key() -> PrivateKey {
    stored(2048)
}

/// A document to a key, the key to documents, and stored words to a key.
pub fn import() -> bool {
    let key = PrivateKey::from_pem(pem(2048), Lengths::Current).expect("the key is good");
    let stored =
        PrivateKey::from_precalculated_bytes(&key.to_precalculated_bytes(), Lengths::Current);
    *key.to_pkcs8_pem() == pem(2048)
        && stored.is_ok_and(|stored| signs(&stored, Scheme::pss(Hash::Sha256)))
}

fn signs(key: &PrivateKey, scheme: Scheme) -> bool {
    let signature = key.sign(b"silence", scheme).expect("signing needs randomness only");
    key.public_key().verify(b"silence", scheme, &signature).is_ok()
}

/// All schemes, with factors that are made, squared and thrown away.
pub fn sign() -> bool {
    let key = key();
    clear_caches();
    let (hash, mgf, salt) = (Hash::Sha256, Hash::Shake128, Salt::Longest);
    let raw = key.sign(&[7; 256], Scheme::Raw).expect("it is below the modulus");
    [Scheme::Pkcs1(hash), Scheme::pss(Hash::Sha3_512), Scheme::Pss { hash, mgf, salt }]
        .into_iter()
        .chain([Scheme::Pkcs1Bytes])
        .all(|scheme| signs(&key, scheme))
        && key.public_key().verify(&[7; 256], Scheme::Raw, &raw).is_ok()
}

/// A full group of lanes.
pub fn sign_a_group() -> bool {
    let key = key();
    batch_is_right(&[(&key, Scheme::pss(Hash::Sha256)); 8])
}

/// A full group of lanes, an item that is left over, and one by a key of another length; both
/// schemes.
pub fn sign_in_batch() -> bool {
    let keys = [2048, 3072].map(stored);
    let schemes = [Scheme::Pkcs1(Hash::Sha256), Scheme::pss(Hash::Sha384)];
    let rows: Vec<_> = (0..10).map(|i: usize| (&keys[i / 9], schemes[i % 2])).collect();
    batch_is_right(&rows)
}

fn batch_is_right(rows: &[(&PrivateKey, Scheme)]) -> bool {
    clear_caches();
    let items: Vec<_> =
        rows.iter().map(|(key, scheme)| SignItem::new(key, b"silence", *scheme)).collect();
    rows.iter().zip(rsa::sign_batch(&items)).all(|((key, scheme), signed)| {
        let signed = signed.expect("signing needs randomness only");
        key.public_key().verify(b"silence", *scheme, &signed).is_ok()
    })
}

/// The bare power.
pub fn power() -> bool {
    let key = key();
    let power =
        rsa::hazmat::private_power(&key, &[7; 256]).expect("no fault").expect("it is below");
    rsa::hazmat::public_power_vartime(key.public_key(), &power) == Some(vec![7; 256])
}

/// What can be decrypted, and what cannot for every reason there is.
pub fn decrypt() -> bool {
    let key = key();
    let by = Oaep { hash: Hash::Sha256, mgf: Hash::Sha1, label: b"label" };
    let sealed = key.public_key().encrypt_oaep(b"message", by).expect("it fits");
    let opened = key.decrypt_oaep(&sealed, by).is_ok_and(|message| message[..] == *b"message");
    let failed =
        |sealed: &[u8], by| key.decrypt_oaep(sealed, by).err() == Some(OaepError::DecryptFailed);
    let other = Oaep { label: b"other", ..by };
    opened && failed(&sealed, other) && failed(&[7; 256], by) && failed(&[0xff; 256], by)
}

/// A fresh key. What is thrown away on the way to its primes is revealed, with its reason.
pub fn generate() -> bool {
    PrivateKey::generate(2048).is_ok_and(|key| signs(&key, Scheme::pss(Hash::Sha256)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is stored is what the documents hold. `SILENCE_WRITE=1` writes it anew.
    #[test]
    fn stored_keys_are_those_of_documents() {
        for (bits, stored) in STORED {
            let key = PrivateKey::from_pem(pem(bits), Lengths::Current).expect("the key is good");
            crate::compare_stored(&format!("rsa{bits}"), stored, &key.to_precalculated_bytes());
        }
    }
}
