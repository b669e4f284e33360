//! Signatures of two numbers: DER, and fixed length.
//!
//! The first byte says of which algorithm; a small reader of its own says what is to be taken.

use crate::points::{self, GROUPS};
use num_bigint::BigUint;
use sealane::ecc::{Algorithm, Signature};
use sealane::{Hash, Scheme};
use std::sync::LazyLock;
use testkit::reference::curve::Group;

/// Returns the contents of an element in strict DER, and what follows it.
fn element(tag: u8, der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&[found, length], rest) = der.split_first_chunk::<2>()?;
    let (length, rest) = match length {
        0..=0x7f => (usize::from(length), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
            let value = digits.iter().fold(0, |value, digit| value << 8 | usize::from(*digit));
            // As few digits as there can be.
            let least = if digits.len() == 1 { 0x80 } else { 1 << (8 * (digits.len() - 1)) };
            (Some(value).filter(|value| *value >= least)?, rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length).filter(|_| found == tag)
}

/// Returns a number that is not negative, in strict DER, and what follows it.
fn integer(der: &[u8]) -> Option<(BigUint, &[u8])> {
    let (digits, rest) = element(2, der)?;
    let is_least = !matches!(digits, [] | [0x80..=0xff, ..] | [0, 0..=0x7f, ..]);
    is_least.then(|| (BigUint::from_bytes_be(digits), rest))
}

/// Returns what a document of two numbers holds, and nothing else.
fn pair(der: &[u8]) -> Option<(BigUint, BigUint)> {
    let (body, rest) = element(0x30, der)?;
    let (r, body) = integer(body)?;
    let (s, body) = integer(body)?;
    (rest.is_empty() && body.is_empty()).then_some((r, s))
}

/// Whether both halves are from 1 to below the order.
fn in_range(group: &Group, (r, s): &(BigUint, BigUint)) -> bool {
    [r, s].into_iter().all(|half| *half > BigUint::ZERO && *half < group.n)
}

/// A signature is read if it is the one DER of two numbers in range, and is written to it again.
pub fn run_der(bytes: &[u8]) {
    let Some((first, der)) = bytes.split_first() else { return };
    let (algorithm, group) = &GROUPS[usize::from(*first) % GROUPS.len()];
    let wanted = pair(der).filter(|pair| in_range(group, pair));
    match (Signature::from_der(*algorithm, der), wanted) {
        (Ok(read), Some(pair)) => {
            assert_eq!(read.to_der(), der);
            check_read(*algorithm, group, &read, &pair);
        }
        (Err(error), None) => assert!(error.code().starts_with("SIG_"), "{error:?}"),
        (read, wanted) => panic!("{algorithm}: {read:?} where {wanted:?} stands"),
    }
}

/// Every form of a signature that was read says the same.
fn check_read(algorithm: Algorithm, group: &Group, read: &Signature, pair: &(BigUint, BigUint)) {
    let raw = group.raw(pair);
    assert_eq!(read.to_bytes(), raw);
    assert_eq!(Signature::from_bytes(algorithm, &raw).as_ref(), Ok(read));
    assert_eq!(Signature::from_der(algorithm, &read.to_der()).as_ref(), Ok(read));
    let (r, s) = pair;
    let is_low = *s <= &group.n >> 1;
    assert_eq!(read.require_low_s().is_ok(), is_low);
    let low = if is_low { s.clone() } else { &group.n - s };
    assert_eq!(read.to_low_s().to_bytes(), group.raw(&(r.clone(), low)));
    // The same as the type for all families has it.
    let (of, scheme) = (sealane::Algorithm::Curve(algorithm), Scheme::Ecdsa(Hash::Sha256));
    let general = sealane::Signature::from_fixed(&of, &scheme, &raw).expect("it has its length");
    assert_eq!(general.as_bytes(), read.to_der());
    let fixed = general.to_fixed(&of, &scheme).expect("it was written just now");
    assert_eq!(fixed.as_bytes(), raw);
}

/// The orders of the groups of Edwards curves. RFC 8032, section 5.
static ORDERS: LazyLock<[BigUint; 2]> = LazyLock::new(|| {
    let low = "27742317777372353535851937790883648493";
    let less = "13818066809895115352007386748515426880336692474882178609894547503885";
    let number = |digits: &str| digits.parse::<BigUint>().expect("digits");
    [(BigUint::from(1u8) << 252) + number(low), (BigUint::from(1u8) << 446) - number(less)]
});

/// A signature of fixed length is read if its numbers are in range, and is written to it again.
pub fn run_raw(bytes: &[u8]) {
    let Some((first, raw)) = bytes.split_first() else { return };
    let chosen = usize::from(*first) % (GROUPS.len() + 3);
    match GROUPS.get(chosen) {
        Some((algorithm, group)) => {
            let has_length = raw.len() == 2 * group.order_bytes();
            let wanted = has_length.then(|| group.read_raw(raw));
            match (Signature::from_bytes(*algorithm, raw), wanted) {
                (Ok(read), Some(pair)) if in_range(group, &pair) => {
                    check_read(*algorithm, group, &read, &pair);
                }
                (Err(error), wanted) if wanted.as_ref().is_none_or(|it| !in_range(group, it)) => {
                    assert!(error.code().starts_with("SIG_"), "{error:?}");
                }
                (read, wanted) => panic!("{algorithm}: {read:?} where {wanted:?} stands"),
            }
        }
        None if chosen == GROUPS.len() => check_bip340(raw),
        None => check_edwards(chosen == GROUPS.len() + 1, raw),
    }
}

/// An `R` of any octets, or of a point, then a number below the order, little-endian.
fn check_edwards(is_25519: bool, raw: &[u8]) {
    let (algorithm, order, width) = if is_25519 {
        (Algorithm::Ed25519, &ORDERS[0], 32)
    } else {
        (Algorithm::Ed448, &ORDERS[1], 57)
    };
    let has_length = raw.len() == 2 * width;
    let below = has_length && BigUint::from_bytes_le(&raw[width..]) < *order;
    match Signature::from_bytes(algorithm, raw) {
        Ok(read) => {
            assert!(below, "{algorithm}: a number that is not below the order");
            assert_eq!(read.to_bytes(), raw);
            assert_eq!(Signature::from_der(algorithm, raw), Ok(read));
        }
        Err(error) => {
            assert!(error.code().starts_with("SIG_"), "{error:?}");
            let is_point = is_25519 && has_length && points::decode(&raw[..width]).is_some();
            assert!(!(below && is_point), "{algorithm}: refused, by {error:?}");
        }
    }
}

/// BIP 340: a coordinate below the prime, then a number below the order.
fn check_bip340(raw: &[u8]) {
    let algorithm = Algorithm::EcSecp256k1;
    let (_, group) = GROUPS.iter().find(|(it, _)| *it == algorithm).expect("it is one of all");
    let wanted = raw.len() == 64 && {
        let (r, s) = raw.split_at(32);
        BigUint::from_bytes_be(r) < group.curve.p && BigUint::from_bytes_be(s) < group.n
    };
    match Signature::from_bip340_bytes(algorithm, raw) {
        Ok(read) => {
            assert!(wanted, "BIP 340: numbers out of range");
            assert_eq!(sealane::ecc::Scheme::Bip340.signature_bytes(&read), raw);
        }
        // A number that is zero, or above what this type holds, is no signature of any message.
        Err(error) => assert!(error.code().starts_with("SIG_"), "{error:?}"),
    }
}
