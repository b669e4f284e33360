//! Attacks on elliptic curves that worked somewhere, each tried on every curve of the library. What
//! concerns other curves, random bytes and documents: `attacks.rs`. The list: `docs/attacks.md`.

use num_bigint::BigUint;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{DecodeError, Digest, Hash, Nonces, hooks};
use std::collections::HashSet;
use testkit::documents::{element, explicit_spki};
use testkit::inputs::Random;
use testkit::reference::curve::{Curve, Group};
use testkit::reference::field::to_bytes;

fn key(algorithm: Algorithm, group: &Group, d: &BigUint) -> PrivateKey {
    PrivateKey::from_bytes(algorithm, &group.scalar(d)).expect("in 1..n")
}

/// Returns a DER integer of big-endian bytes, padded as they are.
fn integer(bytes: &[u8]) -> Vec<u8> {
    element(2, &[bytes])
}

/// Returns the one DER integer of a number.
fn least(value: &BigUint) -> Vec<u8> {
    let digits = value.to_bytes_be();
    if digits[0] >= 0x80 { integer(&[&[0], &digits[..]].concat()) } else { integer(&digits) }
}

/// Goal: r and s outside `1..n` are refused before anything is computed, and those inside, at the
/// ends of the range, verify nothing. All pairs of boundary values, fixed length and DER, for a key
/// and for the key 1, with a digest of zeros and another.
#[test]
fn psychic_signatures_are_refused() {
    for (algorithm, group) in Group::all() {
        let (n, p) = (&group.n, &group.curve.p);
        let top = (BigUint::from(1u32) << (8 * group.order_bytes())) - 1u32;
        let mut values = vec![BigUint::ZERO, 1u32.into(), 2u32.into(), n >> 1, top.clone()];
        values.extend([n - 2u32, n - 1u32, n.clone(), n + 1u32, p - 1u32, p.clone(), p + 1u32]);
        values.extend([p - n, n * 2u32]);
        let keys = [1u32, 0x1234_5678].map(|d| key(algorithm, &group, &d.into()));
        let digests = [vec![0; group.order_bytes()], vec![0x5a; group.order_bytes()]];
        let good = |value: &BigUint| *value != BigUint::ZERO && value < n;
        let mut pairs = 0;
        for r in &values {
            for s in &values {
                let inside = good(r) && good(s);
                let mut decoded = vec![];
                if *r <= top && *s <= top {
                    let bytes = group.raw(&(r.clone(), s.clone()));
                    decoded.push(Signature::from_bytes(algorithm, &bytes));
                }
                let der = element(0x30, &[&least(r), &least(s)]);
                decoded.push(Signature::from_der(algorithm, &der));
                for signature in decoded {
                    let what = format!("{algorithm}: r = {r:x}, s = {s:x}");
                    assert_eq!(signature.is_ok(), inside, "{what}");
                    let Ok(signature) = signature else { continue };
                    for (key, digest) in keys.iter().zip(&digests) {
                        let verdict =
                            key.public_key().verify_digest(&Digest::raw(digest), &signature);
                        assert!(verdict.is_err(), "{what} verifies");
                    }
                }
                pairs += 1;
            }
        }
        assert_eq!(pairs, 14 * 14);
    }
}

/// Goal: a key that brings its own parameters is refused: the right ones of the curve too, and
/// those of the attack, in which the generator is the victim's public key and the private key is 1.
#[test]
fn curveball_keys_are_refused() {
    for (algorithm, group) in Group::all() {
        let victim = group.public(&0x00ab_cdefu32.into());
        let point = group.uncompressed(&victim);
        let attack = Group { g: Some(victim), ..group.clone() };
        for parameters in [&group, &attack] {
            let document = explicit_spki(parameters, &point);
            let refusal = PublicKey::from_spki_der(&document);
            assert_eq!(refusal, Err(DecodeError::CurveUnsupported), "{algorithm}");
        }
    }
}

/// Goal: only points of the curve are taken as a peer. Points of curves with another `b`, which the
/// formulas cannot tell; points with `y = 0` of such curves, of order 2; generators of the other
/// curves, cut or widened; the twist, compressed.
#[test]
fn points_of_other_curves_are_refused() {
    let mut random = Random::seeded("points_of_other_curves_are_refused");
    for (algorithm, group) in Group::all() {
        let p = &group.curve.p;
        let mut wrong = vec![];
        while wrong.len() < 20 {
            let b = random.integer(p);
            let other = Curve { b, ..group.curve.clone() };
            if let Some([point, _]) = other.lift(&random.integer(p)) {
                wrong.push(point);
            }
        }
        // (x, 0) is on the curve with b = -x^3 - a x. A group of odd order has no such point.
        wrong.extend((0..10).map(|_| (random.integer(p), BigUint::ZERO)));
        for (_, other) in Group::all().filter(|(it, _)| *it != algorithm) {
            let (x, y) = other.g.expect("finite");
            wrong.push((x % p, y % p));
        }
        for point in wrong {
            let bytes = group.uncompressed(&point);
            let refusal = PublicKey::from_sec1(algorithm, &bytes);
            assert_eq!(refusal, Err(DecodeError::KeyPointInvalid), "{algorithm}: {point:x?}");
        }
        let mut on_twist = 0;
        for _ in 0..20 {
            let x = random.integer(p);
            let exists = group.curve.lift(&x).is_some();
            let bytes = [vec![2], to_bytes(&x, group.field_bytes())].concat();
            assert_eq!(PublicKey::from_sec1(algorithm, &bytes).is_ok(), exists, "{x:x}");
            on_twist += u32::from(!exists);
        }
        assert!(on_twist > 0, "half of all x are on the twist");
    }
}

/// Goal: a signature has one DER encoding. More than thirty others of the same two numbers are
/// refused on every curve.
#[test]
fn lax_der_is_refused() {
    for (algorithm, group) in Group::all() {
        let key = key(algorithm, &group, &0x0dea_dbeeu32.into());
        let signature =
            key.sign(b"lax", Scheme::Ecdsa(Hash::Sha256), Nonces::Deterministic).expect("signs");
        let (r, s) = group.read_raw(&signature.to_bytes());
        let (r_der, s_der) = (least(&r), least(&s));
        let der = element(0x30, &[&r_der, &s_der]);
        assert_eq!(Signature::from_der(algorithm, &der).as_ref(), Ok(&signature));
        let body = [&r_der[..], &s_der].concat();
        let length = body.len() as u8;
        let with = |tag: u8, length: &[u8], tail: &[u8]| [&[tag], length, &body, tail].concat();
        let pair = |r: &[u8], s: &[u8]| element(0x30, &[r, s]);
        let padded = |value: &BigUint, zeros: usize| {
            integer(&[vec![0; zeros], least(value)[2..].to_vec()].concat())
        };
        let long = |der: &[u8]| [&[der[0], 0x81, der[1]], &der[2..]].concat();
        let longer = |der: &[u8]| [&[der[0], 0x82, 0, der[1]], &der[2..]].concat();
        let tagged = |tag: u8, der: &[u8]| [&[tag], &der[1..]].concat();
        let mut negative = r.to_bytes_be();
        negative[0] |= 0x80;
        let high = [0x84, 0xff, 0xff, 0xff, 0xff];
        let mut forms = vec![
            with(0x30, &[0x82, 0, length], &[]),
            with(0x30, &[0x83, 0, 0, length], &[]),
            with(0x30, &[0x84, 0, 0, 0, length], &[]),
            with(0x30, &[0x88, 0, 0, 0, 0, 0, 0, 0, length], &[]),
            with(0x30, &[0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], &[]),
            with(0x30, &high, &[]),
            with(0x30, &[0x80], &[0, 0]),
            with(0x30, &[0x80], &[]),
            with(0x30, &[0xff], &[]),
            with(0x31, &[length], &[]),
            with(0x10, &[length], &[]),
            with(0x70, &[length], &[]),
            [&der[..], &[0]].concat(),
            [&der[..], &[5, 0]].concat(),
            [&[0], &der[..]].concat(),
            der[..der.len() - 1].to_vec(),
            element(0x30, &[&body, &[5, 0]]),
            element(0x30, &[&body, &[0]]),
            element(0x30, &[&body, &integer(&[1])]),
            element(0x30, &[&element(0x30, &[&body])]),
            element(0x30, &[&r_der]),
            element(0x30, &[]),
            vec![],
            pair(&integer(&[]), &s_der),
            pair(&r_der, &integer(&[])),
            pair(&integer(&negative), &s_der),
            pair(&r_der, &integer(&[0xff])),
        ];
        for zeros in [1, 2] {
            forms.extend([pair(&padded(&r, zeros), &s_der), pair(&r_der, &padded(&s, zeros))]);
        }
        forms.extend([pair(&long(&r_der), &s_der), pair(&r_der, &long(&s_der))]);
        forms.extend([pair(&longer(&r_der), &s_der), pair(&r_der, &longer(&s_der))]);
        for tag in [0, 1, 3, 4, 0x0a, 0x22, 0x82] {
            forms.extend([pair(&tagged(tag, &r_der), &s_der), pair(&r_der, &tagged(tag, &s_der))]);
        }
        assert!(forms.len() > 30);
        for form in forms {
            assert!(form != der, "a form that is the right one");
            assert!(Signature::from_der(algorithm, &form).is_err(), "{algorithm}: {form:02x?}");
        }
    }
}

/// Goal: no two signatures of different messages share r, and hedged ones of one message neither.
/// 300 of each kind on every curve.
#[test]
fn nonces_never_repeat() {
    for (algorithm, group) in Group::all() {
        let key = key(algorithm, &group, &0x00c0_ffeeu32.into());
        let mut seen = HashSet::new();
        for i in 0u32..300 {
            for (message, nonces) in [(i, Nonces::Deterministic), (7, Nonces::Hedged)] {
                let message = message.to_be_bytes();
                let signature =
                    key.sign(&message, Scheme::Ecdsa(Hash::Sha256), nonces).expect("signs");
                let r = signature.to_bytes()[..group.order_bytes()].to_vec();
                assert!(seen.insert(r), "{algorithm}: r repeats at {i}");
            }
        }
        assert_eq!(seen.len(), 600);
    }
}

/// Returns the chi-square of counts against their expected values.
fn chi_square(counts: &[u32], expected: impl Fn(usize) -> f64) -> f64 {
    let term = |(i, &count): (usize, &u32)| (f64::from(count) - expected(i)).powi(2) / expected(i);
    counts.iter().enumerate().map(term).sum()
}

/// Goal: nonces are uniform below the order in their top and in their low bits. 4,000 deterministic
/// ones a curve, P-521 among them (CVE-2024-31497: its nine top bits were zero); sixteen classes
/// each, chi-square below 50: with 15 degrees of freedom chance goes there once in 80,000 times,
/// and the messages are fixed.
#[test]
fn nonces_have_no_bias() {
    const CLASSES: u32 = 16;
    const ROUNDS: u32 = 4000;
    for (algorithm, group) in Group::all() {
        let key = key(algorithm, &group, &0x0bad_cafeu32.into());
        let (mut top, mut low) = ([0; CLASSES as usize], [0; CLASSES as usize]);
        for i in 0..ROUNDS {
            let digest = Digest::of(Hash::Sha512, &i.to_be_bytes());
            let nonce = BigUint::from_bytes_be(&hooks::deterministic_nonce(&key, &digest));
            // Classes of equal width in 0..n.
            let class = &nonce * CLASSES / &group.n;
            top[class.iter_u64_digits().next().unwrap_or(0) as usize] += 1;
            low[(nonce % CLASSES).iter_u64_digits().next().unwrap_or(0) as usize] += 1;
        }
        let even = |_| f64::from(ROUNDS) / f64::from(CLASSES);
        for (what, counts) in [("top", top), ("low", low)] {
            let found = chi_square(&counts, even);
            assert!(found < 50.0, "{algorithm}: {what} bits, chi-square {found}: {counts:?}");
        }
    }
    // The measure says no to nonces whose top bits are zero, and to slightly uneven ones.
    let mut zero = [0; 16];
    zero[0] = 4000;
    assert!(chi_square(&zero, |_| 250.0) > 50.0);
    let uneven: Vec<u32> = (0..16).map(|i| if i < 8 { 285 } else { 215 }).collect();
    assert!(chi_square(&uneven, |_| 250.0) > 50.0);
}

/// Goal: a shared secret is as wide as the field, whatever zeros it starts with. Secrets with a
/// leading zero byte, found by trying, against the reference.
#[test]
fn secrets_keep_their_leading_zeros() {
    for (algorithm, group) in Group::all() {
        let peer = key(algorithm, &group, &0x1357_9bdfu32.into()).public_key().clone();
        let found = (2u32..20_000).find_map(|d| {
            let key = key(algorithm, &group, &d.into());
            let secret = key.derive(&peer).expect("one curve").as_bytes().to_vec();
            // P-521 has seven bits above its coordinates: the first byte is mostly zero there.
            let zeros = if algorithm == Algorithm::EcP521 { 2 } else { 1 };
            secret[..zeros].iter().all(|byte| *byte == 0).then_some((d, secret))
        });
        let (d, secret) = found.expect("one in 256 or 512 starts so");
        assert_eq!(secret.len(), group.field_bytes());
        let product = d * BigUint::from(0x1357_9bdfu32);
        let x = group.public(&(product % &group.n)).0;
        assert_eq!(secret, to_bytes(&x, group.field_bytes()), "{algorithm}: d = {d}");
    }
}
