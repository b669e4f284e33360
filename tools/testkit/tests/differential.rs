//! The library beside two others, on random and structured input: the `p256` crate, and on every
//! curve the slow reference.

use num_bigint::BigUint;
use p256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use p256::elliptic_curve::sec1::ToSec1Point;
use sealane::{Algorithm, Digest, Hash, Nonces, PrivateKey, PublicKey, Scheme, Signature, hooks};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;
use testkit::reference::{field, hash};

const P256: Algorithm = Algorithm::EcP256;

struct Keys {
    scalar: BigUint,
    ours: PrivateKey,
    theirs: p256::ecdsa::SigningKey,
}

impl Keys {
    fn of(scalar: BigUint) -> Self {
        let bytes = to_bytes(&scalar, 32);
        let ours = PrivateKey::from_bytes(P256, &bytes).expect("in 1..n");
        let theirs = p256::ecdsa::SigningKey::from_slice(&bytes).expect("in 1..n");
        Keys { scalar, ours, theirs }
    }

    /// Draws a scalar: uniform, of runs, or near an end of the range, in turn.
    fn draw(random: &mut Random, n: &BigUint) -> Self {
        Self::of(random.structured(&(n - 1u32)) + 1u32)
    }

    fn their_point(&self, compressed: bool) -> Vec<u8> {
        self.theirs.verifying_key().to_sec1_point(compressed).as_bytes().to_vec()
    }
}

/// Goal: equal public keys, in both forms, and each side reads what the other writes.
#[test]
fn public_keys_are_equal() {
    let n = Group::of(P256).n;
    let mut random = Random::seeded("public_keys_are_equal");
    for _ in 0..300 {
        let keys = Keys::draw(&mut random, &n);
        for compressed in [true, false] {
            let point = keys.ours.public_key().to_sec1(compressed);
            assert_eq!(point, keys.their_point(compressed), "d = {:x}", keys.scalar);
            assert_eq!(PublicKey::from_sec1(P256, &point).as_ref(), Ok(keys.ours.public_key()));
        }
    }
}

/// Goal: equal deterministic signatures, and each side accepts the other's, also with a hedged
/// nonce and digests of runs.
#[test]
fn signatures_are_equal_and_accepted() {
    let n = Group::of(P256).n;
    let mut random = Random::seeded("signatures_are_equal_and_accepted");
    for round in 0..300 {
        let keys = Keys::draw(&mut random, &n);
        let bytes = to_bytes(&random.runs(256), 32);
        let digest = Digest::from_bytes(Hash::Sha256, &bytes).expect("32 bytes");
        let theirs: p256::ecdsa::Signature = keys.theirs.sign_prehash(&bytes).expect("signs");
        let ours = keys.ours.sign_digest(&digest, Nonces::Deterministic).expect("signs");
        // The other side may take the smaller of s and n - s, which is as good a signature.
        let (r, s) = (&ours.to_bytes()[..32].to_vec(), &ours.to_bytes()[32..].to_vec());
        let twin = to_bytes(&(&n - BigUint::from_bytes_be(s)), 32);
        let (their_r, their_s) =
            (theirs.to_bytes()[..32].to_vec(), theirs.to_bytes()[32..].to_vec());
        let what = format!("round {round}: d = {:x}, digest {bytes:02x?}", keys.scalar);
        assert_eq!(r, &their_r, "{what}");
        assert!(&their_s == s || their_s == twin, "{what}");
        let hedged = keys.ours.sign_digest(&digest, Nonces::Hedged).expect("signs");
        for signature in [&ours, &hedged] {
            let read = p256::ecdsa::Signature::from_der(&signature.to_der()).expect("DER");
            assert!(keys.theirs.verifying_key().verify_prehash(&bytes, &read).is_ok(), "{what}");
        }
        let read = Signature::from_bytes(P256, &theirs.to_bytes()).expect("fixed length");
        assert_eq!(keys.ours.public_key().verify_digest(&digest, &read), Ok(()), "{what}");
    }
}

/// Goal: equal answers to damaged signatures: bits flipped in r, s, the digest and the key.
#[test]
fn damaged_signatures_get_equal_answers() {
    let n = Group::of(P256).n;
    let mut random = Random::seeded("damaged_signatures_get_equal_answers");
    let mut refused = 0;
    for _ in 0..300 {
        let keys = Keys::draw(&mut random, &n);
        let mut bytes = random.bytes(32);
        let digest = Digest::raw(&bytes);
        let mut signature =
            keys.ours.sign_digest(&digest, Nonces::Deterministic).expect("signs").to_bytes();
        let mut point = keys.ours.public_key().to_sec1(false);
        let part: &mut Vec<u8> = match random.below(4) {
            0 => &mut bytes,
            1 => &mut point,
            2 => &mut signature,
            _ => &mut vec![0],
        };
        let at = random.below(8 * part.len());
        part[at / 8] ^= 1 << (at % 8);
        let ours = PublicKey::from_sec1(P256, &point).ok().and_then(|key| {
            let signature = Signature::from_bytes(P256, &signature).ok()?;
            key.verify_digest(&Digest::raw(&bytes), &signature).ok()
        });
        let theirs = p256::ecdsa::VerifyingKey::from_sec1_bytes(&point).ok().and_then(|key| {
            let signature = p256::ecdsa::Signature::from_slice(&signature).ok()?;
            key.verify_prehash(&bytes, &signature).ok()
        });
        assert_eq!(ours, theirs, "{point:02x?} {bytes:02x?} {signature:02x?}");
        refused += u32::from(ours.is_none());
    }
    assert!((100..300).contains(&refused), "{refused} of 300 refused");
}

/// Goal: equal shared secrets, from both ends and on both sides.
#[test]
fn shared_secrets_are_equal() {
    let n = Group::of(P256).n;
    let mut random = Random::seeded("shared_secrets_are_equal");
    for _ in 0..200 {
        let (a, b) = (Keys::draw(&mut random, &n), Keys::draw(&mut random, &n));
        let secret = |x: &Keys, y: &Keys| {
            x.ours.derive(y.ours.public_key()).expect("one curve").as_bytes().to_vec()
        };
        assert_eq!(secret(&a, &b), secret(&b, &a));
        let product = p256::ProjectivePoint::from(*b.theirs.verifying_key().as_affine())
            * **a.theirs.as_nonzero_scalar();
        let point = product.to_affine().to_sec1_point(false);
        assert_eq!(secret(&a, &b), point.x().expect("a finite point").to_vec());
    }
}

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

/// Goal: fixed-base and variable-base multiplication on every curve give what the reference gives,
/// for scalars at borders and of runs: public keys, and products with another point.
#[test]
fn products_agree_with_the_reference_on_every_curve() {
    let mut random = Random::seeded("products_agree_with_the_reference_on_every_curve");
    for (algorithm, group) in Group::all() {
        let base = random.structured(&(&group.n - 1u32)) + 1u32;
        let peer = group.public(&base);
        let peer_bytes = group.uncompressed(&peer);
        for k in &scalars_at_borders(&group, &mut random) {
            let key = PrivateKey::from_bytes(algorithm, &group.scalar(k)).expect("in 1..n");
            let point = group.public(k);
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
/// curve.
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
            let ours = hooks::sign_with_nonce(&key, &digest, &group.scalar(k));
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

/// Goal: messages of all lengths around a block hash and sign as the reference does.
#[test]
fn messages_of_every_length_agree() {
    let group = Group::of(P256);
    let keys = Keys::of(BigUint::from(0x1234_5678u32));
    let q = group.curve.mul(&keys.scalar, &group.g);
    let mut random = Random::seeded("messages_of_every_length_agree");
    for length in (0..10).chain(55..66).chain([119, 120, 127, 128, 129, 1000]) {
        let message = random.bytes(length);
        let signature =
            keys.ours.sign(&message, Scheme::Ecdsa(Hash::Sha256), Nonces::Hedged).expect("signs");
        let bytes = signature.to_bytes();
        let [r, s] = [&bytes[..32], &bytes[32..]].map(BigUint::from_bytes_be);
        let digest = (hash::by_name("SHA-256").of)(&message);
        assert!(group.verify(&q, &digest, &(r, s)), "{length} bytes");
    }
}
