//! Faults: numbers of a key with a bit changed after they were checked, and blinding factors.

use super::*;
use crate::encode::pem;
use crate::rsa::documents;
use core::ops::Range;
use sealane_arith::lanes::Cell;

type Words = Numbers<16, 32>;

fn numbers() -> ([u64; 32], Words) {
    let text = include_str!("../../rsa/example.pem");
    let (_, der) = pem::decode(text, &[pem::PKCS8]).expect("one block");
    let ([n, _, d, p, q, dp, dq, qinv], _) = documents::pkcs8_from_der(&der).expect("a key");
    let half = |number: &[u8]| bytes::from_be_bytes::<[u64; 16]>(number);
    let (p, q, dp, dq, qinv) = (half(p), half(q), half(dp), half(dq), half(qinv));
    (bytes::from_be_bytes(n), Numbers { d: bytes::from_be_bytes(d), p, q, dp, dq, qinv })
}

fn private(n: &[u64; 32], own: &Words) -> Private<16, 32, 5> {
    let primes = Secret::new(Primes::new(own, [1024; 2]));
    Private::new(Arc::new(Public::new(n, 65537)), primes)
}

/// A fault that changes all words at a place, lets what comes of it leave, and notes which lanes
/// of tables it could have struck.
struct Everything {
    place: FaultPoint,
    finds: bool,
    lanes: Vec<usize>,
    struck: bool,
}

impl FaultInjector for Everything {
    fn strike(&mut self, place: FaultPoint, words: &mut [u64]) {
        if self.place == place {
            words.iter_mut().for_each(|word| *word ^= 2);
            self.struck = true;
        }
    }
    fn strike_lanes(&mut self, place: FaultPoint, cells: &mut [Cell], lanes: Range<usize>) {
        self.lanes.extend(lanes.clone());
        if self.place == place {
            for cell in cells {
                cell.0[lanes.clone()].iter_mut().for_each(|word| *word ^= 2);
            }
            self.struck = true;
        }
    }
    fn finds(&self) -> bool {
        self.finds
    }
}

/// Every place, and which of both primes a fault there leaves the result right by.
const PLACES: [(FaultPoint, [bool; 2]); 10] = [
    (FaultPoint::Input, [false, false]),
    (FaultPoint::Blind, [false, false]),
    (FaultPoint::Unblind, [false, false]),
    (FaultPoint::Blinded, [false, false]),
    (FaultPoint::TableP, [false, true]),
    (FaultPoint::TableQ, [true, false]),
    (FaultPoint::HalfP, [false, true]),
    (FaultPoint::HalfQ, [true, false]),
    (FaultPoint::Joined, [false, false]),
    (FaultPoint::Result, [false, false]),
];

/// Goal: a fault is put where its name says, on every machine: what leaves is wrong by the primes
/// that it has met and right by the other one, and nothing leaves where results are checked; the
/// tables of both primes have all lanes, each of them one.
#[test]
fn faults_strike_where_they_say() {
    let _alone = crate::backend::FORCED.write();
    let (n, own) = numbers();
    let key = private(&n, &own);
    let x: [u8; 256] = core::array::from_fn(|i| (i / 5) as u8);
    let of = |power: &[u64; 32], prime: &[u64; 16]| integer::remainder(power, prime);
    let right = key.power(&x).expect("no fault").reveal("a test");
    for name in crate::backend::lane_names().chain(crate::backend::names()) {
        crate::backend::force(name).expect("it is available");
        for (place, by) in PLACES {
            let mut fault = Everything { place, finds: false, lanes: Vec::new(), struck: false };
            let wrong = key.power_under(&x, &mut fault).expect("it leaves").reveal("a test");
            assert!(fault.struck, "{name} {place:?}");
            assert_ne!(wrong, right);
            let found = [&own.p, &own.q].map(|prime| of(&wrong, prime) == of(&right, prime));
            assert_eq!(found, by, "{name} {place:?}");
            let lanes = fault.lanes;
            assert!(lanes.is_empty() || lanes == [0, 1, 2, 3, 4, 5, 6, 7], "{name}: {lanes:?}");
            // Factors that were struck are not taken again.
            blinding::clear();
            let mut fault = Everything { place, finds: true, lanes: Vec::new(), struck: false };
            let kept_back = key.power_under(&x, &mut fault).map(|it| it.reveal("a test"));
            assert_eq!(kept_back, Err(SignError::Fault), "{name} {place:?}");
        }
    }
    let best = crate::backend::lane_names().next().expect("there is one");
    crate::backend::force(best).expect("it is available");
}

/// A generator of places to change; any would do.
fn places(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(|i| (i * i * 37 + i * 11) % 1024)
}

/// Goal: no result leaves that a changed bit has met, and the key goes on afterwards. Method: bits
/// of every number that the private operation takes, one at a time.
#[test]
fn faults_are_found() {
    let (n, own) = numbers();
    let x: [u8; 256] = core::array::from_fn(|i| i as u8);
    let right = private(&n, &own).power(&x).map(|power| power.reveal("a test"));
    assert!(right.is_ok());
    for which in 0..5 {
        for bit in places(40) {
            let mut changed = own;
            let Numbers { p, q, dp, dq, qinv, .. } = &mut changed;
            [p, q, dp, dq, qinv][which][bit / 64] ^= 1 << (bit % 64);
            let power = private(&n, &changed).power(&x).map(|power| power.reveal("a test"));
            assert_eq!(power, Err(SignError::Fault), "number {which}, bit {bit}");
        }
    }
    for _ in 0..3 {
        let again = private(&n, &own).power(&x).map(|power| power.reveal("a test"));
        assert_eq!(again, right);
    }
}

/// Goal: factors with a changed bit are found, and are not used again.
#[test]
fn faulty_factors_are_found() {
    let (n, own) = numbers();
    let key = private(&n, &own);
    let x: [u8; 256] = core::array::from_fn(|i| (i / 2) as u8);
    // A key of its own among those of other tests, for the places are shared.
    let mut public = Public::<32, 5>::new(&n, 65537);
    public.owner = [1, 2, 3, 4];
    let key = Private { public: Arc::new(public), ..key };
    let right = key.power(&x).map(|power| power.reveal("a test"));
    for bit in places(40) {
        let mut factors =
            Factors::take(&key.public, batch_machine()).expect("there are random bytes");
        factors.pair.update(|pair| pair[bit % 2][bit / 64] ^= 1 << (bit % 64));
        factors.leave(&key.public, batch_machine());
        let power = key.power(&x).map(|power| power.reveal("a test"));
        assert_eq!(power, Err(SignError::Fault), "bit {bit}");
        assert_eq!(key.power(&x).map(|power| power.reveal("a test")), right);
    }
}

/// Goal: the factors of a key are not taken for another one that has the same modulus. Method:
/// pairs lie there for one exponent, and the key with the other goes on.
#[test]
fn factors_are_for_one_exponent() {
    let (n, own) = numbers();
    let key = private(&n, &own);
    let other = Public::<32, 5>::new(&n, 3);
    assert_ne!(other.owner, key.public.owner);
    let x: [u8; 256] = core::array::from_fn(|i| (i / 3) as u8);
    for _ in 0..8 {
        let factors = Factors::new(&other, batch_machine()).expect("there are random bytes");
        factors.leave(&other, batch_machine());
        assert!(key.power(&x).is_ok());
    }
}

/// Goal: pairs that share an inversion are pairs like others, each of a number of its own, for all
/// counts; keys that stand between each other get their own.
#[test]
fn factors_are_made_together() {
    let (n, _) = numbers();
    let one: [u64; 32] = core::array::from_fn(|i| u64::from(i == 0));
    let machine = batch_machine();
    let keys = [65537, 3].map(|e| Public::<32, 5>::new(&n, e));
    for count in 1..=8 {
        blinding::clear();
        let keys: Vec<_> = (0..count).map(|i| &keys[usize::from(i % 3 == 1)]).collect();
        let all = Factors::take_each(&keys, machine).expect("there are random bytes");
        let mut seen = Vec::new();
        for (key, factors) in keys.iter().zip(all) {
            let [blind, unblind] = factors.pair.reveal("a test");
            // `1/r` to the exponent, by `r^e`.
            let power = key.power(&key.product(machine, &one, &unblind));
            assert_eq!(key.product(machine, &power, &blind), one);
            assert!(!seen.contains(&blind));
            seen.push(blind);
        }
        assert_eq!(seen.len(), count);
    }
}

/// Goal: factors are used once: what lies there after an operation are the squares of those that
/// lay there before.
#[test]
fn factors_are_squared_after_use() {
    let (n, own) = numbers();
    let machine = batch_machine();
    let mut public = Public::<32, 5>::new(&n, 65537);
    public.owner = [5, 6, 7, 8];
    let primes = Secret::new(Primes::new(&own, [1024; 2]));
    let key = Private::new(Arc::new(public), primes);
    let taken = || Factors::take(&key.public, machine).expect("there are random bytes");
    let factors = taken();
    let before = factors.pair.map(|pair| *pair).reveal("a test");
    factors.leave(&key.public, machine);
    assert!(key.power(&[7; 256]).is_ok());
    let after = taken().pair.reveal("a test");
    assert_eq!(after, before.map(|it| key.public.product(machine, &it, &it)));
}

/// Goal: a power has zeros behind its bytes, and there is none of a number above the modulus; the
/// stored words have the room that was made for them; the length in words is that of the room.
#[test]
fn lengths_are_those_of_the_room() {
    let (n, own) = numbers();
    let key = private(&n, &own);
    let power = key.secret_power(&[7; 256]).expect("no fault").expect("it is below the modulus");
    let power = power.reveal("a test");
    assert!(power[..256].iter().any(|byte| *byte != 0));
    assert!(power[256..].iter().all(|byte| *byte == 0));
    assert!(key.secret_power(&[255; 256]).expect("no fault").is_none());
    let (bits, stored) = key.precalculated();
    assert_eq!((bits, stored.capacity()), ([1024; 2], stored.len()));
    assert_eq!(key.public.words(), 32);
}
