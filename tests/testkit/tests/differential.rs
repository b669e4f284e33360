//! The library beside the slow reference, on every short curve, on random and structured input.
//! Other libraries are asked in `libraries`.

use num_bigint::BigUint;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Digest, Hash, Nonces, backend, hooks};
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field;
use testkit::reference::field::to_bytes;
use testkit::reference::hash::{self, HashRow};

/// Returns how often to do what costs the reference the more the longer the order is: `most` times
/// on 192 bits.
fn rounds(group: &Group, most: u64) -> u64 {
    (most * 192 * 192 / (group.n.bits() * group.n.bits())).max(2)
}

/// Returns scalars in `1..n` on which walks go wrong if they go wrong anywhere: both ends of the
/// range, halves, powers of two and their neighbours at borders of windows and words, and digits
/// that are all the largest or all negative.
fn scalars_at_borders(group: &Group, random: &mut Random) -> Vec<BigUint> {
    let (n, bits) = (&group.n, group.n.bits());
    let one = BigUint::from(1u32);
    let mut all: Vec<BigUint> = [1u32, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64].map(Into::into).into();
    all.extend([n - 1u32, n - 2u32, n - 3u32, n - 32u32, n - 33u32, n >> 1, (n >> 1) + 1u32]);
    for width in [5, 6, 64] {
        for border in [width, bits / 2 / width * width, (bits - 1) / width * width] {
            let power = &one << border;
            all.extend([&power - 1u32, &power + 1u32, n - &power, power]);
        }
        // The digit with only its top bit set in each window, and all ones.
        let ones = (&one << bits) - 1u32;
        let tops =
            (0..bits / width).fold(BigUint::ZERO, |sum, i| sum + (&one << (width * i + width - 1)));
        all.extend([&ones ^ &tops, tops]);
    }
    all.extend((0..rounds(group, 24)).map(|_| random.runs(bits as usize)));
    // The reference is slow: a long curve gets a share of them in each run, another each time.
    let share = if bits > 300 { 5 } else { 2 };
    let turn = random.below(share);
    let chosen = all.iter().skip(turn).step_by(share).map(|k| k % n);
    chosen.filter(|k| *k != BigUint::ZERO).collect()
}

/// Returns what `work` gives on words of one lane, and checks that it gives the same with the best
/// machine of eight lanes. Both must run.
pub(crate) fn on_each_machine<T: PartialEq + Debug>(work: impl Fn() -> T) -> T {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let words = backend::names().next().expect("the portable machine");
    let lanes = backend::lane_names().next().expect("soft8 runs everywhere");
    let [result, by_lanes] = [words, lanes].map(|name| {
        backend::force(name).expect("it is available");
        let entered = backend::entered(name);
        let result = work();
        assert!(backend::entered(name) > entered, "{name} has not run");
        result
    });
    assert_eq!(result, by_lanes);
    result
}

/// Goal: fixed-base and variable-base multiplication on every curve give what the reference gives,
/// for scalars at borders and of runs: public keys, on words and by lanes, and products with
/// another point.
#[test]
fn products_agree_with_the_reference_on_every_curve() {
    let mut random = Random::seeded("products_agree_with_the_reference_on_every_curve");
    for (algorithm, group) in Group::all() {
        let base = random.structured(&(&group.n - 1u32)) + 1u32;
        let peer = group.public(&base);
        let peer_bytes = group.uncompressed(&peer);
        for k in &scalars_at_borders(&group, &mut random) {
            let bytes = group.scalar(k);
            let make = || PrivateKey::from_bytes(algorithm, &bytes).expect("in 1..n");
            let _ = on_each_machine(|| make().public_key().to_sec1(false));
            let (key, point) = (make(), group.public(k));
            let ours = key.public_key().to_sec1(false);
            assert_eq!(ours, group.uncompressed(&point), "{algorithm}: d = {k:x}");
            let product = group.curve.mul(k, &Some(peer.clone())).expect("not infinity");
            let theirs = PublicKey::from_sec1(algorithm, &peer_bytes).expect("a point");
            let secret = key.derive(&theirs).expect("one curve");
            let x = to_bytes(&product.0, group.field_bytes());
            assert_eq!(secret.as_bytes(), x, "{algorithm}: d = {k:x}, peer {base:x}");
        }
    }
}

/// Goal: signing with nonces at borders gives what the reference gives, and it verifies; on every
/// curve, on words and by lanes.
#[test]
fn signatures_agree_with_the_reference_on_every_curve() {
    let mut random = Random::seeded("signatures_agree_with_the_reference_on_every_curve");
    for (algorithm, group) in Group::all() {
        for k in scalars_at_borders(&group, &mut random).iter().step_by(3) {
            let d = random.structured(&(&group.n - 1u32)) + 1u32;
            let bytes = to_bytes(&random.runs(8 * group.order_bytes()), group.order_bytes());
            let digest = Digest::raw(&bytes);
            let key = PrivateKey::from_bytes(algorithm, &group.scalar(&d)).expect("in 1..n");
            let what = format!("{algorithm}: d = {d:x}, k = {k:x}, digest {bytes:02x?}");
            let nonce = group.scalar(k);
            let ours = on_each_machine(|| hooks::sign_with_nonce(&key, &digest, &nonce));
            let theirs = group.sign(&d, &bytes, k);
            assert_eq!(
                ours.as_ref().map(Signature::to_bytes),
                theirs.map(|s| group.raw(&s)),
                "{what}"
            );
            if let Some(signature) = ours {
                assert_eq!(key.public_key().verify_digest(&digest, &signature), Ok(()), "{what}");
                let low = signature.to_low_s();
                assert_eq!(low.require_low_s(), Ok(()), "{what}");
                assert_eq!(key.public_key().verify_digest(&digest, &low), Ok(()), "{what}");
            }
        }
    }
}

/// A verifier and the slow reference beside it.
struct Both {
    algorithm: Algorithm,
    group: Group,
    /// How many were refused and how many accepted.
    checked: [u32; 2],
}

impl Both {
    fn check(&mut self, q: &(BigUint, BigUint), e: &BigUint, r: &BigUint, s: &BigUint) {
        let (group, algorithm) = (&self.group, self.algorithm);
        // As a digest: shifted up where the order is not a whole number of bytes.
        let cut = 8 * group.order_bytes() as u64 - group.n.bits();
        let digest = group.scalar(&(e << cut));
        let pair = (r.clone(), s.clone());
        let expected = group.verify(&Some(q.clone()), &digest, &pair);
        let key = PublicKey::from_sec1(algorithm, &group.uncompressed(q)).expect("a point");
        let signature = Signature::from_bytes(algorithm, &group.raw(&pair)).expect("in 1..n");
        let answer = key.verify_digest(&Digest::raw(&digest), &signature).is_ok();
        let what = format!("{algorithm}: Q = {q:x?}, e = {e:x}, r = {r:x}, s = {s:x}");
        assert_eq!(answer, expected, "{what}");
        self.checked[usize::from(answer)] += 1;
    }

    /// Signatures whose R has its x in `n..p`: then r = x(R) - n is tiny.
    /// Q = r^-1 (s R - e G) makes any e and s fit.
    fn wrapped(&mut self, random: &mut Random) -> u64 {
        let group = self.group.clone();
        let (curve, n) = (&group.curve, &group.n);
        let wanted = rounds(&group, 6);
        let mut met = 0;
        for offset in (1u32..100).filter(|&offset| n + offset < curve.p) {
            let Some([point, _]) = curve.lift(&(n + offset)) else { continue };
            let (e, s, r) = (random.integer(n), random.integer(n), BigUint::from(offset));
            let minus_e = curve.mul(&(n - &e), &group.g);
            let sum = curve.add(&curve.mul(&s, &Some(point)), &minus_e);
            let q = curve.mul(&field::inv(&r, n), &sum).expect("not infinity");
            self.check(&q, &e, &r, &s);
            self.check(&q, &e, &(r + 1u32), &s);
            met += 1;
            if met == wanted {
                break;
            }
        }
        met
    }

    /// Sums that meet a doubling and infinity: e = r d makes u1 G = u2 Q, and e = -r d makes them
    /// opposite, which no signature survives; tiny and large r and s; digests of zero.
    fn met(&mut self, random: &mut Random) {
        let group = self.group.clone();
        let n = &group.n;
        for _ in 0..rounds(&group, 6) {
            let d = random.structured(&(n - 1u32)) + 1u32;
            let q = group.public(&d);
            let k = random.structured(&(n - 1u32)) + 1u32;
            let r = group.public(&k).0 % n;
            let e = &r * &d % n;
            let s = &e * 2u32 * field::inv(&k, n) % n;
            self.check(&q, &e, &r, &s);
            self.check(&q, &(n - &e), &r, &s);
            self.check(&q, &BigUint::ZERO, &r, &1u32.into());
            self.check(&q, &e, &1u32.into(), &(n - 1u32));
            self.check(&q, &(n - 1u32), &(n - 1u32), &r);
        }
    }
}

/// Goal: verification is right on every curve where chance never goes: x(R) at or above n, `u1 G =
/// u2 Q` and `u1 G = -u2 Q`, tiny r and s, zero digests, and the largest digest of all. Built
/// backwards, checked against the slow reference.
#[test]
fn rare_verifications_are_right_on_every_curve() {
    let mut random = Random::seeded("rare_verifications_are_right_on_every_curve");
    for (algorithm, group) in Group::all() {
        let mut both = Both { algorithm, group: group.clone(), checked: [0; 2] };
        let wrapped = both.wrapped(&mut random);
        assert!(wrapped >= 2, "{algorithm}: x(R) above n was met {wrapped} times");
        both.met(&mut random);
        // The largest digest: above the order, so that it must be reduced.
        let top = (BigUint::from(1u32) << group.n.bits()) - 1u32;
        let d = BigUint::from(7u32);
        let all_ones = vec![0xff; group.order_bytes()];
        let (r, s) = group.sign(&d, &all_ones, &3u32.into()).expect("no half is zero");
        both.check(&group.public(&d), &top, &r, &s);
        let [refused, accepted] = both.checked;
        println!("{algorithm}: {accepted} accepted, {refused} refused");
        assert!(accepted > wrapped as u32 && refused > wrapped as u32, "{algorithm}");
    }
}

/// Goal: messages of all lengths around a block hash and sign as the reference does: the lengths
/// over curves and hashes in turn.
#[test]
fn messages_of_every_length_agree() {
    let mut random = Random::seeded("messages_of_every_length_agree");
    let lengths = (0..10).chain(55..66).chain([111, 112, 119, 120, 127, 128, 129, 1000]);
    let curves: Vec<(Algorithm, Group)> = Group::all().collect();
    let turn = random.below(curves.len());
    let named =
        |row: &'static HashRow| (row, Hash::from_name(row.name).expect("a hash of the library"));
    let hashes: Vec<(&HashRow, Hash)> =
        hash::HASHES.iter().map(named).filter(|(_, hash)| hash.signs()).collect();
    for (i, length) in lengths.enumerate() {
        let (algorithm, group) = &curves[(i + turn) % curves.len()];
        let d = random.structured(&(&group.n - 1u32)) + 1u32;
        let key = PrivateKey::from_bytes(*algorithm, &group.scalar(&d)).expect("in 1..n");
        let q = Some(group.public(&d));
        let message = random.bytes(length);
        let (row, hash) = hashes[i % hashes.len()];
        let signature =
            key.sign(&message, Scheme::Ecdsa(hash), Nonces::Hedged).expect("signs").to_bytes();
        let halves = group.read_raw(&signature);
        assert!(group.verify(&q, &(row.of)(&message), &halves), "{algorithm}: {length} bytes");
    }
}
