//! ML-DSA under valgrind: what has a private key, and leaks planted in attempts at a signature.

use crate::planted::slow_path;
#[cfg(test)]
use operations::{Action, Operation};
#[cfg(test)]
use sealane::Algorithm;
use sealane::mldsa::{
    Content, ParameterSet, PrivateKey, Scheme, SignItem, keygen_batch, sign_batch,
};
use sealane::{Digest, Hash, Nonces, SignOptions};
use sealane_arith::ct::Mask;
use sealane_arith::machine::taint;
use sealane_arith::ring::{self, Gamma2, Polynomial};
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

/// A polynomial with small coefficients, and its product with the challenge of an attempt.
fn product() -> Secret<Polynomial> {
    let mut short = Secret::new(Polynomial(std::array::from_fn(|i| (i * i % 5) as i32 - 2)));
    let mut challenge = Polynomial::ZERO;
    challenge.0.iter_mut().step_by(7).for_each(|x| *x = 1);
    ring::transform(&mut challenge);
    short.update(ring::transform);
    let mut product = short.map(|x| {
        let mut product = Polynomial::ZERO;
        ring::multiply(&challenge, x, &mut product);
        product
    });
    product.update(ring::inverse);
    product
}

/// An attempt that is given up where the product of challenge and s1 is large, before the mask is
/// added: how often tells something of s1.
pub fn planted_rejection() -> bool {
    let kept = product().map(|x| {
        let large = ring::exceeds(x, 60).to_bool_vartime();
        if black_box(large) { slow_path() } else { 7 }
    });
    let _ = black_box(kept.reveal("a test looks at its own choice"));
    true
}

/// Hints that are written, with their number, before it is known whether the attempt is kept.
pub fn planted_hints() -> bool {
    let written = product().map(|x| {
        let mut hints = *x;
        let count = ring::make_hint(Gamma2::By88, &mut hints, x);
        let mut places = Vec::new();
        for (place, hint) in (0..).zip(&hints.0) {
            if black_box(*hint) != 0 {
                places.push(place);
            }
        }
        u64::from(count) + places.iter().sum::<u64>()
    });
    let _ = black_box(written.reveal("a test looks at its own hints"));
    true
}

/// A check of the low parts that stops at the first coefficient that is too large: where that is
/// tells something of s2.
pub fn planted_early_exit() -> bool {
    let place = product().map(|x| x.0.iter().position(|x| black_box(x.abs()) > 20));
    let _ = black_box(place.reveal("a test looks at its own place"));
    true
}
