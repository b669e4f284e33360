//! Bits that change in the middle of RSA signatures: nothing wrong leaves, and the key goes on.
//!
//! `SEALANE_FAULTS` sets how many flips there are for each length and backend; `scripts/faults.sh`
//! makes the page of results with many.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use sealane::hooks::rsa::{Flip, Place, sign_struck, struck_key};
use sealane::rsa::{PrivateKey, PublicKey, Salt, Scheme, clear_caches};
use sealane::{Digest, Hash, SignError, backend};
use testkit::inputs::Random;

/// What is struck: a number of the operation, the encoded message, or what is kept of the primes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Number(Place),
    Message,
    Kept,
}

impl Target {
    /// Whether there are bits of no use in it: of what is kept, those that another machine needs;
    /// of the windows' powers, those above a limb and those of powers that no window names.
    fn may_be_harmless(self) -> bool {
        matches!(self, Self::Kept | Self::Number(Place::TableP | Place::TableQ))
    }
}

fn targets() -> Vec<Target> {
    // What is kept has most bits, and many kinds of them.
    let kept = [Target::Kept; 6];
    let numbers = Place::ALL.into_iter().map(Target::Number);
    numbers.chain([Target::Message]).chain(kept).collect()
}

/// What came of flips.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Tally {
    /// An error, and no signature.
    found: usize,
    /// A signature that is right: the bit was of no use.
    harmless: usize,
    /// A signature that is wrong.
    released: usize,
    /// Of these, how many gave a factor of the modulus.
    factored: usize,
}

const SCHEMES: [Scheme; 2] = [
    Scheme::Pkcs1(Hash::Sha256),
    Scheme::Pss { hash: Hash::Sha384, mgf: Hash::Sha384, salt: Salt::OfHash },
];

/// Whether a wrong signature by PKCS#1 v1.5 of a known message gives a factor: Boneh, DeMillo and
/// Lipton 1997, in Lenstra's form.
fn gives_factor(key: &PublicKey, n: &BigUint, right: &[u8], wrong: &[u8]) -> bool {
    let e = BigUint::from(key.exponent());
    let power = |signature: &[u8]| BigUint::from_bytes_be(signature).modpow(&e, n);
    let common = n.gcd(&(n + power(wrong) - power(right)));
    !common.is_one() && common != *n
}

fn modulus(key: &PublicKey) -> BigUint {
    // A sequence, then the integer of the modulus with a zero byte before it.
    let der = key.to_pkcs1_der();
    let start = 4 + 4 + 1;
    BigUint::from_bytes_be(&der[start..start + key.signature_bytes()])
}

/// Strikes a key so often, at every target in turn.
fn strike(key: &PrivateKey, flips: usize, finds: bool, targets: &[Target]) -> Tally {
    let (public, n) = (key.public_key(), modulus(key.public_key()));
    let mut random = Random::from_clock();
    let mut tally = Tally::default();
    let right = SCHEMES.map(|scheme| {
        let digest = Digest::of(scheme.hash(), b"faults");
        (scheme, key.sign_digest(&digest, scheme).expect("no fault yet"), digest)
    });
    for i in 0..flips {
        let (scheme, expected, digest) = &right[i / targets.len() % 2];
        let (target, bit) = (targets[i % targets.len()], random.word() as usize);
        let flip = |place| Flip { place, bit, finds };
        let signed = match target {
            Target::Number(place) => sign_struck(key, digest, *scheme, flip(Some(place))),
            Target::Message => sign_struck(key, digest, *scheme, flip(None)),
            Target::Kept => struck_key(key, bit).sign_digest(digest, *scheme),
        };
        match signed {
            Ok(signature) if public.verify_digest(digest, *scheme, &signature).is_ok() => {
                assert!(target.may_be_harmless(), "bit {bit} of {target:?} did nothing");
                tally.harmless += 1;
            }
            Ok(signature) => {
                tally.released += 1;
                tally.factored += usize::from(
                    matches!(scheme, Scheme::Pkcs1(_))
                        && gives_factor(public, &n, expected, &signature),
                );
            }
            Err(error) => {
                assert_eq!(error, SignError::Fault, "bit {bit} of {target:?}");
                tally.found += 1;
            }
        }
        // Without the check, factors that were struck stay in use.
        if finds && i % 16 == 0 {
            let (scheme, expected, digest) = &right[0];
            assert_eq!(key.sign_digest(digest, *scheme).as_ref(), Ok(expected), "it goes on");
        }
    }
    tally
}

/// Goal: 1,000 flips for each length, on the fastest backend and on the portable one: no wrong
/// signature leaves, and after each the key signs as before.
#[test]
fn nothing_faulty_leaves() {
    let flips = std::env::var("SEALANE_FAULTS").ok().and_then(|text| text.parse().ok());
    let flips = flips.unwrap_or(1000);
    for bits in [2048, 3072, 4096] {
        let key = PrivateKey::generate(bits).expect("there are random bytes");
        let backends = [backend::lane_names().next(), backend::names().next()];
        for name in backends.into_iter().flatten() {
            backend::force(name).expect("it is available");
            let tally = strike(&key, flips / 2, true, &targets());
            let Tally { found, harmless, released, .. } = tally;
            println!("| {bits} | {name} | {} | {found} | {harmless} | {released} |", flips / 2);
            assert_eq!(released, 0);
            assert!(found > flips / 4, "{tally:?}");
        }
    }
    let best = backend::lane_names().next().expect("there is one");
    backend::force(best).expect("it is available");
}

/// Goal: the harness says no. Method: without the check of the result, wrong signatures leave and
/// are counted, and a wrong half of one gives a factor of the modulus.
#[test]
fn a_planted_release_is_found() {
    let key = PrivateKey::generate(2048).expect("there are random bytes");
    let halves = [Place::HalfP, Place::HalfQ].map(Target::Number);
    let tally = strike(&key, 16, false, &halves);
    assert_eq!(tally, Tally { released: 16, factored: 8, ..Tally::default() });
    // So does a power that windows read, by PKCS#1 v1.5 in every second of these.
    let tables = [Place::TableP, Place::TableQ].map(Target::Number);
    let tally = strike(&key, 64, false, &tables);
    assert!(tally.found == 0 && tally.released > 32 && tally.factored > 8, "{tally:?}");
    // Of factors that the halves share nothing is learned, but it is wrong all the same.
    let tally = strike(&key, 8, false, &[Target::Number(Place::Back)]);
    assert_eq!((tally.released, tally.factored), (8, 0));
    clear_caches();
}
