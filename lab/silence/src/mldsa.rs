//! ML-DSA under valgrind: what has a private key, and leaks planted in attempts at a signature.

use operations::leaks::{self, Leak};
#[cfg(test)]
use operations::{Action, Operation};
#[cfg(test)]
use sealane::Algorithm;
use sealane::mldsa::{
    Content, ParameterSet, PrivateKey, Scheme, SignItem, keygen_batch, sign_batch,
};
use sealane::{Digest, Hash, Nonces, SignOptions};
use sealane_arith::machine::taint;
use sealane_arith::secret::Secret;
use std::hint::black_box;

/// Which case runs which operation of the catalogue.
#[cfg(test)]
pub fn covered() -> impl Iterator<Item = (&'static str, Operation)> {
    let cases = [("mldsa-generate", Action::Keygen), ("mldsa-sign", Action::Sign)];
    let row = move |set| {
        cases.map(|(case, action)| (case, Operation { algorithm: Algorithm::MlDsa(set), action }))
    };
    ParameterSet::ALL.into_iter().flat_map(row)
}

const MESSAGE: &[u8] = b"silence";

/// Of a seed that is a secret from the first byte on.
fn key(set: ParameterSet) -> PrivateKey {
    let mut seed = [37; 32];
    taint::make_bytes_undefined(&mut seed);
    PrivateKey::from_seed(set, &seed).expect("a seed has 32 bytes")
}

fn signs(key: &PrivateKey, scheme: Scheme<'_>, options: impl Into<SignOptions>) -> bool {
    let signature = key.sign(MESSAGE, scheme, options).expect("signing needs randomness only");
    key.public_key().verify(MESSAGE, scheme, &signature).is_ok()
}

/// Seeds, expanded keys and documents to a key and back, and what is no key.
pub fn import() -> bool {
    ParameterSet::ALL.into_iter().all(|set| {
        let key = key(set);
        let public = key.public_key();
        let expanded = key.to_expanded_bytes();
        let mut good = expanded.to_vec();
        let mut bad = [32, 128, good.len() - 1].map(|at| {
            let mut bytes = good.clone();
            bytes[at] ^= 0xff;
            bytes
        });
        // The seed of the matrix is public.
        taint::make_bytes_undefined(&mut good[32..]);
        bad.iter_mut().for_each(|bytes| taint::make_bytes_undefined(&mut bytes[32..]));
        let again = PrivateKey::from_expanded_bytes(set, &good);
        let of_document = PrivateKey::from_pkcs8_der(&key.to_pkcs8_der());
        [again, of_document].iter().all(|it| it.as_ref().is_ok_and(|it| it.public_key() == public))
            // What masks are derived from is any string of bytes.
            && PrivateKey::from_expanded_bytes(set, &bad[0]).is_ok()
            && bad[1..].iter().all(|bytes| PrivateKey::from_expanded_bytes(set, bytes).is_err())
    })
}

/// Fresh keys, which sign.
pub fn generate() -> bool {
    ParameterSet::ALL.into_iter().all(|set| {
        let key = PrivateKey::generate(set).expect("the system has a random generator");
        signs(&key, Scheme::PURE, Nonces::Hedged)
    })
}

/// Both kinds of randomness, with a context, and of digests.
pub fn sign() -> bool {
    let hash = Hash::Sha512;
    let schemes = [
        Scheme::PURE,
        Scheme { context: MESSAGE, prehash: None },
        Scheme { context: MESSAGE, prehash: Some(hash) },
    ];
    ParameterSet::ALL.into_iter().all(|set| {
        let key = key(set);
        let of_digest = key.sign_digest(&Digest::of(hash, MESSAGE), schemes[2], Nonces::Hedged);
        let of_digest = of_digest.expect("signing needs randomness only");
        key.public_key().verify(MESSAGE, schemes[2], &of_digest).is_ok()
            && schemes.into_iter().all(|scheme| {
                signs(&key, scheme, Nonces::Hedged) && signs(&key, scheme, Nonces::Deterministic)
            })
    })
}

/// Keys and signatures of all sets at once.
pub fn in_batch() -> bool {
    let sets: Vec<_> = ParameterSet::ALL.into_iter().cycle().take(9).collect();
    let keys: Vec<_> = keygen_batch(&sets).into_iter().map(Result::unwrap).collect();
    let content = Content::Message(MESSAGE, Scheme::PURE);
    let options = SignOptions::from(Nonces::Hedged);
    let items: Vec<_> = keys.iter().map(|key| SignItem { key, content, options }).collect();
    keys.iter().zip(sign_batch(&items)).all(|(key, signed)| {
        let signed = signed.expect("signing needs randomness only");
        key.public_key().verify(MESSAGE, Scheme::PURE, &signed).is_ok()
    })
}

/// Runs a leak on a secret polynomial.
fn leaks(leak: Leak) -> bool {
    let told = Secret::new(leaks::short(37)).map(leak);
    let _ = black_box(told.reveal("a test looks at what was told"));
    true
}

/// An attempt that is given up where the product of challenge and s1 is large, before the mask is
/// added: how often tells something of s1.
pub fn planted_rejection() -> bool {
    leaks(leaks::rejection)
}

/// Hints that are written, with their number, before it is known whether the attempt is kept.
pub fn planted_hints() -> bool {
    leaks(leaks::hints)
}

/// A check of the low parts that stops at the first coefficient that is too large: where that is
/// tells something of s2.
pub fn planted_early_exit() -> bool {
    leaks(leaks::early_exit)
}

#[cfg(test)]
mod tests {
    /// Goal: every leak of ML-DSA that is planted for other tools is planted here.
    #[test]
    fn every_leak_is_planted() {
        let cases = crate::cases::all();
        for (name, _) in operations::leaks::MLDSA {
            assert!(cases.iter().any(|case| case.name == format!("planted-{name}")), "{name}");
        }
    }
}
