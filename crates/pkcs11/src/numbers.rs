//! Numbers of private keys and bytes of secret ones, out of the documents of keys that may leave.

use cryptoki_sys::*;
use der::asn1::{AnyRef, UintRef};
use der::{Decode, Reader, SliceReader};
use sealane::{Algorithm, Lengths, PrivateKey};
use sealane_client::key::KeyKind;
use sealane_client::traces::{LONG, wiped};
use zeroize::Zeroizing;

/// Returns an attribute that a document has: `CKA_VALUE` of data, secrets and keys over curves, the
/// numbers of RSA, the seed and the expanded key of ML-DSA. A key of ML-DSA that came without its
/// seed has one of no bytes.
#[must_use]
pub fn of_document(
    kind: KeyKind,
    attribute: CK_ATTRIBUTE_TYPE,
    document: &[u8],
) -> Option<Zeroizing<Vec<u8>>> {
    if !may_be_told(kind, attribute) {
        return None;
    }
    let KeyKind::Pair(_) = kind else { return Some(Zeroizing::new(document.to_vec())) };
    match wiped(LONG, || PrivateKey::from_pkcs8_der(document, Lengths::Legacy)).ok()? {
        PrivateKey::Curve(key) => Some(key.to_bytes()),
        PrivateKey::MlDsa(key) if attribute == CKA_SEED => {
            let seed = key.to_seed();
            Some(Zeroizing::new(seed.map_or(vec![], |seed| seed.to_vec())))
        }
        PrivateKey::MlDsa(key) => Some(wiped(LONG, || key.to_expanded_bytes())),
        PrivateKey::Rsa(key) => number(&wiped(LONG, || key.to_pkcs1_der()), place(attribute)?),
        _ => None,
    }
}

/// Whether keys of a kind have an attribute that only those tell who may leave.
#[must_use]
pub fn may_be_told(kind: KeyKind, attribute: CK_ATTRIBUTE_TYPE) -> bool {
    match kind {
        KeyKind::Pair(Algorithm::Rsa { .. }) => place(attribute).is_some(),
        KeyKind::Pair(Algorithm::Curve(_)) => attribute == CKA_VALUE,
        KeyKind::Pair(Algorithm::MlDsa(_)) => matches!(attribute, CKA_SEED | CKA_VALUE),
        KeyKind::Pair(_) | KeyKind::Certificate => false,
        _ => attribute == CKA_VALUE,
    }
}

/// Where a number is in an RSAPrivateKey. RFC 8017, appendix A.1.2.
fn place(attribute: CK_ATTRIBUTE_TYPE) -> Option<usize> {
    Some(match attribute {
        CKA_PRIVATE_EXPONENT => 3,
        CKA_PRIME_1 => 4,
        CKA_PRIME_2 => 5,
        CKA_EXPONENT_1 => 6,
        CKA_EXPONENT_2 => 7,
        CKA_COEFFICIENT => 8,
        _ => return None,
    })
}

/// The number of a place in a sequence, without zeros in front.
fn number(sequence: &[u8], place: usize) -> Option<Zeroizing<Vec<u8>>> {
    let found = AnyRef::from_der(sequence).ok()?.sequence(|reader: &mut SliceReader<'_>| {
        let mut found = None;
        for at in 0.. {
            if reader.is_finished() {
                break;
            }
            let number = UintRef::decode(reader)?;
            if at == place {
                found = Some(Zeroizing::new(number.as_bytes().to_vec()));
            }
        }
        Ok::<_, der::Error>(found)
    });
    found.ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the numbers of RSA are those of the key. Method: primes whose product is the modulus,
    /// looked at by the key that they make.
    #[test]
    fn numbers_are_those_of_the_key() {
        let text = include_str!("../../sealane/src/rsa/example.pem");
        let key = PrivateKey::from_pem(text, Lengths::Current).unwrap();
        let (kind, document) = (KeyKind::Pair(key.algorithm()), key.to_pkcs8_der());
        let of = |attribute| of_document(kind, attribute, &document);
        let PrivateKey::Rsa(rsa) = &key else { panic!("RSA") };
        let public = rsa.public_key();
        let e = public.exponent().to_be_bytes();
        let e = &e[e.iter().position(|byte| *byte != 0).unwrap()..];
        let all = [CKA_PRIVATE_EXPONENT, CKA_PRIME_1, CKA_PRIME_2, CKA_COEFFICIENT];
        let [d, p, q, qinv] = all.map(|attribute| of(attribute).unwrap());
        let numbers: [&[u8]; 6] = [&public.modulus(), e, &d, &p, &q, &qinv];
        let again = sealane::rsa::PrivateKey::from_numbers(&numbers, Lengths::Current).unwrap();
        assert_eq!(again.to_pkcs1_der(), rsa.to_pkcs1_der());
        assert_eq!([CKA_EXPONENT_1, CKA_EXPONENT_2].map(|it| of(it).unwrap().len()), [128; 2]);
        assert!(of(CKA_VALUE).is_none() && of(CKA_MODULUS).is_none());
        assert_eq!(
            of_document(KeyKind::Secret(16), CKA_VALUE, b"ab").as_deref(),
            Some(&b"ab".to_vec())
        );
        assert!(of_document(KeyKind::Secret(16), CKA_LABEL, b"ab").is_none());
    }
}
