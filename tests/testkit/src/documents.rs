//! Key documents written byte by byte, right and wrong. RFC 5480, RFC 5915, RFC 5958.

use crate::reference::curve::Group;
use crate::reference::field;
use data_encoding::HEXLOWER_PERMISSIVE;

/// `id-ecPublicKey`.
const EC_PUBLIC_KEY: &str = "06072a8648ce3d0201";

/// Returns the bytes of hexadecimal digits; for tables of constants.
///
/// # Panics
/// If they are not an even number of such digits.
#[must_use]
pub fn unhex(digits: &str) -> Vec<u8> {
    HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).expect("hexadecimal digits, two a byte")
}

/// Returns an element: tag, length below 2^16, contents.
#[must_use]
pub fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let contents = parts.concat();
    let mut der = vec![tag];
    match contents.len() {
        length @ 0..0x80 => der.push(length as u8),
        length @ 0x80..0x100 => der.extend([0x81, length as u8]),
        length => der.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    der.extend(contents);
    der
}

/// Returns the INTEGER of big-endian bytes, which may start with zeros.
#[must_use]
pub fn integer(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let digits = &bytes[zeros..];
    // A first bit that is set is a sign, and zero is one byte.
    let sign: &[u8] = if digits.first().is_none_or(|top| *top >= 0x80) { &[0] } else { &[] };
    element(0x02, &[sign, digits])
}

fn algorithm(group: &Group) -> Vec<u8> {
    element(0x30, &[&unhex(EC_PUBLIC_KEY), &unhex(group.oid)])
}

/// Returns the SubjectPublicKeyInfo of an encoded point.
#[must_use]
pub fn spki(group: &Group, point: &[u8]) -> Vec<u8> {
    element(0x30, &[&algorithm(group), &element(0x03, &[&[0], point])])
}

/// Returns the PKCS#8 document of an encoded scalar, with the public point inside if there is one.
#[must_use]
pub fn pkcs8(group: &Group, scalar: &[u8], point: Option<&[u8]>) -> Vec<u8> {
    let public =
        point.map(|point| element(0xa1, &[&element(0x03, &[&[0], point])])).unwrap_or_default();
    let key = element(0x30, &[&[2, 1, 1], &element(0x04, &[scalar]), &public]);
    element(0x30, &[&[2, 1, 0], &algorithm(group), &element(0x04, &[&key])])
}

/// Returns the SubjectPublicKeyInfo that gives the curve by its numbers and not by its name.
/// SEC 1, section C.2; RFC 3279, section 2.3.5.
#[must_use]
pub fn explicit_spki(group: &Group, point: &[u8]) -> Vec<u8> {
    let integer = |value: &num_bigint::BigUint| integer(&value.to_bytes_be());
    let coordinate = |value| element(0x04, &[&field::to_bytes(value, group.field_bytes())]);
    let curve = &group.curve;
    let prime_field = element(0x30, &[&unhex("06072a8648ce3d0101"), &integer(&curve.p)]);
    let coefficients = element(0x30, &[&coordinate(&curve.a), &coordinate(&curve.b)]);
    let base = group.uncompressed(group.g.as_ref().expect("the generator is finite"));
    let parameters = element(
        0x30,
        &[&[2, 1, 1], &prime_field, &coefficients, &element(0x04, &[&base]), &integer(&group.n)],
    );
    let algorithm = element(0x30, &[&unhex(EC_PUBLIC_KEY), &parameters]);
    element(0x30, &[&algorithm, &element(0x03, &[&[0], point])])
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane::ecc::{PrivateKey, PublicKey};

    /// Goal: the writers write what the library writes, for every curve, and what they write wrong
    /// is wrong.
    #[test]
    fn documents_are_those_of_the_library() {
        for (algorithm, group) in Group::all() {
            let key = PrivateKey::generate(algorithm).expect("the system has randomness");
            let point = key.public_key().to_sec1(false);
            assert_eq!(spki(&group, &point), key.public_key().to_spki_der());
            let scalar = key.to_bytes();
            assert_eq!(pkcs8(&group, &scalar, Some(&point)), **key.to_pkcs8_der());
            assert!(PrivateKey::from_pkcs8_der(&pkcs8(&group, &scalar, None)).is_ok());
            assert!(PublicKey::from_spki_der(&explicit_spki(&group, &point)).is_err());
        }
    }
}
