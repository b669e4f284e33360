//! Points: octets of SEC 1, of Ed25519, and what X25519 makes of any octets, each beside the
//! arithmetic of big integers.

use num_bigint::BigUint;
use sealane::curve::P256;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey};
use sealane::group::short::Short;
use sealane::hazmat::Point;
use std::sync::LazyLock;
use testkit::reference::curve::Group;
use testkit::reference::field;

/// Every algorithm over a curve in short form, with its numbers.
pub static GROUPS: LazyLock<Vec<(Algorithm, Group)>> = LazyLock::new(|| Group::all().collect());

/// Returns the point of octets, as section 2.3.4 of SEC 1 has it.
fn sec1(group: &Group, octets: &[u8]) -> Option<(BigUint, BigUint)> {
    let (width, p) = (group.field_bytes(), &group.curve.p);
    let number = |digits: &[u8]| Some(BigUint::from_bytes_be(digits)).filter(|it| it < p);
    match octets {
        [4, both @ ..] if both.len() == 2 * width => {
            let (x, y) = both.split_at(width);
            let point = Some((number(x)?, number(y)?));
            group.curve.contains(&point).then_some(point)?
        }
        [sign @ (2 | 3), x @ ..] if x.len() == width => {
            let lifted = group.curve.lift(&number(x)?)?;
            lifted.into_iter().nth(usize::from(sign & 1))
        }
        _ => None,
    }
}

/// Octets are taken if they are those of a point, and both forms of it are written as they are.
///
/// The first byte says of which curve.
pub fn run_sec1(bytes: &[u8]) {
    let Some((first, octets)) = bytes.split_first() else { return };
    let (algorithm, group) = &GROUPS[usize::from(*first) % GROUPS.len()];
    let read = PublicKey::from_sec1(*algorithm, octets);
    assert_eq!(PublicKey::from_bytes(*algorithm, octets), read);
    match (read, sec1(group, octets)) {
        (Ok(key), Some(point)) => {
            let whole = group.uncompressed(&point);
            let half = [&[2 | u8::from(point.1.bit(0))], &whole[1..=group.field_bytes()]].concat();
            assert_eq!(key.to_sec1(false), whole);
            assert_eq!(key.to_sec1(true), half);
            for form in [&whole, &half] {
                assert_eq!(PublicKey::from_sec1(*algorithm, form).as_ref(), Ok(&key));
            }
            if *algorithm == Algorithm::EcP256 {
                check_sums(group, octets, &Some(point));
            }
        }
        (Err(error), None) => assert!(error.code().starts_with("KEY_"), "{error:?}"),
        (read, wanted) => panic!("{algorithm}: {read:?} where {wanted:?} stands"),
    }
}

/// What the point is added to itself, and to the generator.
fn check_sums(group: &Group, octets: &[u8], point: &Option<(BigUint, BigUint)>) {
    let given = Point::<Short<P256>>::decode_vartime(octets).expect("it is a point");
    for (sum, wanted) in [
        (given.double(), group.curve.add(point, point)),
        (given.add(&Point::generator()), group.curve.add(point, &group.g)),
        (given.sub(&Point::generator()), group.curve.add(point, &group.curve.neg(&group.g))),
    ] {
        let whole = sum.encode().map(|octets| {
            let key = PublicKey::from_sec1(Algorithm::EcP256, &octets).expect("a sum is a point");
            key.to_sec1(false)
        });
        assert_eq!(whole, wanted.map(|it| group.uncompressed(&it)));
    }
}

/// The prime of the field, and the constant of the curve. RFC 8032, section 5.1.
static ED25519: LazyLock<[BigUint; 2]> = LazyLock::new(|| {
    let p = (BigUint::from(1u8) << 255) - 19u8;
    let d = field::neg(&(BigUint::from(121_665u32) * field::inv(&121_666u32.into(), &p)), &p);
    [p, d]
});

/// Returns the point of an encoding, if it is the one of a point. RFC 8032, section 5.1.3.
pub fn decode(octets: &[u8]) -> Option<(BigUint, BigUint)> {
    let [p, d] = &*ED25519;
    let (is_odd, mut y) = (octets.last()? >> 7 == 1, octets.to_vec());
    *y.last_mut()? &= 0x7f;
    let y = Some(BigUint::from_bytes_le(&y)).filter(|y| octets.len() == 32 && y < p)?;
    let square = &y * &y % p;
    let below = field::inv(&((d * &square + 1u8) % p), p);
    let x = field::sqrt(&(field::sub(&square, &1u8.into(), p) * below % p), p)?;
    if x == BigUint::ZERO && is_odd {
        return None;
    }
    let x = if x.bit(0) == is_odd { x } else { field::neg(&x, p) };
    Some((x, y))
}

/// Octets are taken as a key if they are the encoding of a point, and are written again.
pub fn run_ed25519(bytes: &[u8]) {
    let read = PublicKey::from_bytes(Algorithm::Ed25519, bytes);
    match (read, decode(bytes)) {
        (Ok(key), Some(_)) => {
            assert_eq!(key.to_bytes(), bytes);
            assert_eq!(PublicKey::from_spki_der(&key.to_spki_der()), Ok(key));
        }
        (Err(error), None) => assert!(error.code().starts_with("KEY_"), "{error:?}"),
        (read, wanted) => panic!("{read:?} where {wanted:?} stands"),
    }
}

/// Returns X25519 of a scalar and a coordinate. RFC 7748, section 5.
fn x25519(scalar: &[u8; 32], u: &[u8; 32]) -> Vec<u8> {
    let p = &ED25519[0];
    let (mut k, mut u) = (*scalar, *u);
    k[0] &= 248;
    k[31] = k[31] & 127 | 64;
    u[31] &= 127;
    let (k, x1) = (BigUint::from_bytes_le(&k), BigUint::from_bytes_le(&u) % p);
    let [mut x2, mut z2, mut x3, mut z3] =
        [BigUint::from(1u8), BigUint::ZERO, x1.clone(), 1u8.into()];
    let mut is_swapped = false;
    for t in (0..255).rev() {
        if k.bit(t) != is_swapped {
            (x2, x3, z2, z3) = (x3, x2, z3, z2);
            is_swapped = k.bit(t);
        }
        let (a, b) = (field::add(&x2, &z2, p), field::sub(&x2, &z2, p));
        let (aa, bb) = (&a * &a % p, &b * &b % p);
        let e = field::sub(&aa, &bb, p);
        let (da, cb) = (field::sub(&x3, &z3, p) * a % p, field::add(&x3, &z3, p) * b % p);
        let (sum, difference) = (field::add(&da, &cb, p), field::sub(&da, &cb, p));
        (x3, z3) = (&sum * &sum % p, &x1 * (&difference * &difference % p) % p);
        (x2, z2) = (&aa * &bb % p, &e * ((&aa + 121_665u32 * &e) % p) % p);
    }
    if is_swapped {
        (x2, z2) = (x3, z3);
    }
    let mut out = (x2 * z2.modpow(&(p - 2u8), p) % p).to_bytes_le();
    out.resize(32, 0);
    out
}

/// Any 32 octets and a scalar have one secret, that of the standard; zero is refused by its name.
pub fn run_x25519(bytes: &[u8]) {
    let Some((scalar, octets)) = bytes.split_first_chunk::<32>() else { return };
    let peer = PublicKey::from_bytes(Algorithm::X25519, octets);
    let Some(u) = octets.as_array::<32>() else {
        assert_eq!(peer.expect_err("it has another length").code(), "KEY_LENGTH");
        return;
    };
    let peer = peer.expect("any 32 octets are taken");
    let key = PrivateKey::from_bytes(Algorithm::X25519, scalar).expect("any octets are a scalar");
    let wanted = x25519(scalar, u);
    match key.derive(&peer) {
        Ok(secret) => assert_eq!(secret.as_bytes(), wanted),
        Err(error) => {
            assert_eq!(error.code(), sealane::DeriveError::SmallOrder.code());
            assert!(wanted.iter().all(|byte| *byte == 0), "refused: {wanted:?}");
        }
    }
    let base = [&[9][..], &[0; 31]].concat();
    let base = base.as_array().expect("32 octets");
    assert_eq!(key.public_key().to_bytes(), x25519(scalar, base));
}
