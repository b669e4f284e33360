//! The library beside two others: the `p256` crate and the slow reference, on random and structured
//! input.

use num_bigint::BigUint;
use p256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use p256::elliptic_curve::sec1::ToSec1Point;
use sealane::{Algorithm, Digest, Hash, Nonces, PrivateKey, PublicKey, Signature};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;
use testkit::reference::hash;

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
    let n = Group::p256().n;
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
    let n = Group::p256().n;
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
    let n = Group::p256().n;
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
    let n = Group::p256().n;
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

/// Goal: verification is right where chance never goes: x(R) at or above n, `u1 G = u2 Q` and `u1 G
/// = -u2 Q`, tiny r and s, and zero digests. Built backwards, checked against the slow reference.
#[test]
fn rare_verifications_are_right() {
    let group = Group::p256();
    let n = &group.n;
    let mut random = Random::seeded("rare_verifications_are_right");
    let mut checked = [0, 0];
    let mut check = |q: &(BigUint, BigUint), e: &BigUint, r: BigUint, s: BigUint| {
        let digest = to_bytes(e, 32);
        let expected = group.verify(&Some(q.clone()), &digest, &(r.clone(), s.clone()));
        let key = PublicKey::from_sec1(P256, &group.uncompressed(q)).expect("a point");
        let bytes = [to_bytes(&r, 32), to_bytes(&s, 32)].concat();
        let signature = Signature::from_bytes(P256, &bytes).expect("in 1..n");
        let answer = key.verify_digest(&Digest::raw(&digest), &signature).is_ok();
        assert_eq!(answer, expected, "Q = {q:x?}, e = {e:x}, r = {r:x}, s = {s:x}");
        checked[usize::from(answer)] += 1;
    };
    // R with x(R) in n..p: then r = x(R) - n is tiny. Q = r^-1 (s R - e G) makes any e and s fit.
    let mut wrapped = 0;
    for offset in 0u32..40 {
        let x = n + offset;
        let Some([point, _]) = group.curve.lift(&x) else { continue };
        let (e, s) = (random.integer(n), random.integer(n));
        let r = BigUint::from(offset);
        if r == BigUint::ZERO {
            continue;
        }
        let minus_e = group.curve.mul(&(n - &e), &group.g);
        let sum = group.curve.add(&group.curve.mul(&s, &Some(point)), &minus_e);
        let inverse = testkit::reference::field::inv(&r, n);
        let q = group.curve.mul(&inverse, &sum).expect("not infinity");
        check(&q, &e, r.clone(), s.clone());
        check(&q, &e, r + 1u32, s);
        wrapped += 1;
    }
    assert!(wrapped >= 10, "x(R) above n was met {wrapped} times");
    // e = r d makes u1 G = u2 Q; e = -r d makes them opposite, which no signature survives.
    for _ in 0..20 {
        let d = random.structured(&(n - 1u32)) + 1u32;
        let q = group.curve.mul(&d, &group.g).expect("d is not 0");
        let k = random.structured(&(n - 1u32)) + 1u32;
        let r = group.curve.mul(&k, &group.g).expect("k is not 0").0 % n;
        let e = &r * &d % n;
        let s = &e * 2u32 * testkit::reference::field::inv(&k, n) % n;
        check(&q, &e, r.clone(), s.clone());
        check(&q, &(n - &e), r.clone(), s);
        check(&q, &BigUint::ZERO, r.clone(), BigUint::from(1u32));
        check(&q, &e, BigUint::from(1u32), n - 1u32);
        check(&q, &(n - 1u32), n - 1u32, r);
    }
    // The largest digest of all: above the order, so that it must be reduced.
    let top = (BigUint::from(1u32) << 256) - 1u32;
    let d = BigUint::from(7u32);
    let q = group.curve.mul(&d, &group.g).expect("d is not 0");
    let (r, s) = group.sign(&d, &[0xff; 32], &BigUint::from(3u32)).expect("not zero");
    check(&q, &top, r, s);
    assert!(checked[1] >= 30 && checked[0] >= 30, "{checked:?}");
}

/// Goal: messages of all lengths around a block hash and sign as the reference does.
#[test]
fn messages_of_every_length_agree() {
    let group = Group::p256();
    let keys = Keys::of(BigUint::from(0x1234_5678u32));
    let q = group.curve.mul(&keys.scalar, &group.g);
    let mut random = Random::seeded("messages_of_every_length_agree");
    for length in (0..10).chain(55..66).chain([119, 120, 127, 128, 129, 1000]) {
        let message = random.bytes(length);
        let signature = keys.ours.sign(&message, Hash::Sha256, Nonces::Hedged).expect("signs");
        let bytes = signature.to_bytes();
        let [r, s] = [&bytes[..32], &bytes[32..]].map(BigUint::from_bytes_be);
        let digest = (hash::by_name("SHA-256").of)(&message);
        assert!(group.verify(&q, &digest, &(r, s)), "{length} bytes");
    }
}
