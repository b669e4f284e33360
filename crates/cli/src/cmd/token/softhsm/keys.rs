//! Keys of their attributes, as tokens keep them.
use super::foreign::{Foreign, Refusal};
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use cryptoki_sys::*;
use der::Decode;
use der::asn1::{ObjectIdentifier, OctetStringRef, PrintableStringRef};
use sealane::{Digest, Hash, Lengths, PrivateKey, PublicKey, dsa, ecc, rsa};
use sealane_hsm::key::{Key, KeyKind, MAX_SECRET};
use zeroize::Zeroizing;

/// The key of a private or a secret one. Errors: `OBJECT_DAMAGED`, `OBJECT_UNSUPPORTED`, and those
/// of the library.
pub fn secret_half(object: &Foreign) -> Result<Key, Refusal> {
    if let Some(document) = &object.document {
        return Ok(Key::from_wrapped_pkcs8(document)?);
    }
    if object.number(CKA_CLASS) == Some(CKO_SECRET_KEY) {
        return match object.number(CKA_KEY_TYPE) {
            Some(CKK_AES) => aes(object),
            Some(CKK_GENERIC_SECRET) => generic(object),
            other => Err(unknown_type(other)),
        };
    }
    Ok(Key::Private(match object.number(CKA_KEY_TYPE) {
        Some(CKK_RSA) => PrivateKey::Rsa(rsa_private(object)?),
        Some(CKK_DSA) => {
            let x = object.required(CKA_VALUE)?;
            PrivateKey::Dsa(dsa::PrivateKey::from_number(&dsa_parameters(object)?, number(x))?)
        }
        Some(CKK_EC | CKK_EC_EDWARDS | CKK_EC_MONTGOMERY) => {
            PrivateKey::Curve(curve_private(object)?)
        }
        other => return Err(unknown_type(other)),
    }))
}

/// The key of a public one. Errors: as [`secret_half`] has them.
pub fn public_half(object: &Foreign) -> Result<PublicKey, Refusal> {
    Ok(match object.number(CKA_KEY_TYPE) {
        Some(CKK_RSA) => {
            let (modulus, exponent) = rsa_public(object)?;
            let key = rsa::PublicKey::from_numbers(modulus, exponent, Lengths::Current)?;
            key.validate()?;
            PublicKey::Rsa(key)
        }
        Some(CKK_DSA) => {
            let y = object.required(CKA_VALUE)?;
            PublicKey::Dsa(dsa::PublicKey::from_number(&dsa_parameters(object)?, number(y))?)
        }
        Some(CKK_EC | CKK_EC_EDWARDS | CKK_EC_MONTGOMERY) => {
            PublicKey::Curve(curve_public(object)?)
        }
        other => return Err(unknown_type(other)),
    })
}

fn unknown_type(number: Option<CK_KEY_TYPE>) -> Refusal {
    match number {
        Some(number) => Refusal::unsupported(format!("no keys of CKA_KEY_TYPE {number:#x} here")),
        None => Refusal::damaged("it has no CKA_KEY_TYPE"),
    }
}

/// A big-endian number without zeros in front.
fn number(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    bytes.get(zeros..).unwrap_or_default()
}

fn rsa_public(object: &Foreign) -> Result<(&[u8], &[u8]), Refusal> {
    Ok((number(object.required(CKA_MODULUS)?), number(object.required(CKA_PUBLIC_EXPONENT)?)))
}

fn rsa_private(object: &Foreign) -> Result<rsa::PrivateKey, Refusal> {
    let (modulus, exponent) = rsa_public(object)?;
    let numbers = [
        modulus,
        exponent,
        object.required(CKA_PRIVATE_EXPONENT)?,
        object.required(CKA_PRIME_1)?,
        object.required(CKA_PRIME_2)?,
        object.required(CKA_COEFFICIENT)?,
    ];
    Ok(rsa::PrivateKey::from_numbers(&numbers, Lengths::Current)?)
}

fn dsa_parameters(object: &Foreign) -> Result<dsa::Parameters, Refusal> {
    let of = |kind| object.required(kind).map(number);
    Ok(dsa::Parameters::from_numbers(of(CKA_PRIME)?, of(CKA_SUBPRIME)?, of(CKA_BASE)?)?)
}

/// The curve of `CKA_EC_PARAMS`: an object identifier, or a name. PKCS#11 3.2, section 6.3.3.
fn curve(object: &Foreign) -> Result<ecc::Algorithm, Refusal> {
    const NAMES: [(&str, ecc::Algorithm); 4] = [
        ("edwards25519", ecc::Algorithm::Ed25519),
        ("edwards448", ecc::Algorithm::Ed448),
        ("curve25519", ecc::Algorithm::X25519),
        ("curve448", ecc::Algorithm::X448),
    ];
    let parameters = object.required(CKA_EC_PARAMS)?;
    let found = if let Ok(oid) = ObjectIdentifier::from_der(parameters) {
        ecc::Algorithm::ALL.iter().copied().find(|curve| {
            let identifier = curve.identifier();
            identifier.parameters.unwrap_or(identifier.oid) == oid
        })
    } else {
        let name = PrintableStringRef::from_der(parameters).ok();
        name.and_then(|name| {
            let row = NAMES.iter().find(|(known, _)| *known == name.as_str());
            row.map(|row| row.1).or_else(|| ecc::Algorithm::from_name(name.as_str()))
        })
    };
    let found = found.filter(|curve| match object.number(CKA_KEY_TYPE) {
        Some(CKK_EC) => is_short(*curve),
        // SoftHSM 2.6 has keys of both forms under the number of Edwards curves.
        _ => !is_short(*curve),
    });
    found.ok_or_else(|| Refusal::unsupported("no such curve here (CKA_EC_PARAMS)"))
}

/// Whether keys of a curve sign and derive: all others have a form of their own for each.
fn is_short(curve: ecc::Algorithm) -> bool {
    curve.signs() && curve.derives()
}

fn curve_private(object: &Foreign) -> Result<ecc::PrivateKey, Refusal> {
    let (curve, value) = (curve(object)?, object.required(CKA_VALUE)?);
    if !is_short(curve) {
        return Ok(ecc::PrivateKey::from_bytes(curve, value)?);
    }
    // Tokens keep numbers, without zeros in front; the library takes as many bytes as the order.
    let digits = number(value);
    let mut scalar = Zeroizing::new(vec![0; curve.order_bytes().saturating_sub(digits.len())]);
    scalar.reserve_exact(digits.len());
    scalar.extend_from_slice(digits);
    Ok(ecc::PrivateKey::from_bytes(curve, &scalar)?)
}

/// The point stands in an OCTET STRING, or, in some tokens, as it is.
fn curve_public(object: &Foreign) -> Result<ecc::PublicKey, Refusal> {
    let (curve, value) = (curve(object)?, object.required(CKA_EC_POINT)?);
    let inner = <&OctetStringRef>::from_der(value).map(OctetStringRef::as_bytes);
    let read = if is_short(curve) { ecc::PublicKey::from_sec1 } else { ecc::PublicKey::from_bytes };
    match inner {
        Ok(point) => read(curve, point).or_else(|_| read(curve, value)),
        Err(_) => read(curve, value),
    }
    .map_err(Refusal::from)
}

/// A key of AES, which must fit its check value if there is one: the first three bytes of a block
/// of zeros, encrypted. PKCS#11 3.2, section 4.10.2.
fn aes(object: &Foreign) -> Result<Key, Refusal> {
    let value = object.required(CKA_VALUE)?;
    let mut block = aes::Block::default();
    match value.len() {
        16 => encrypt::<aes::Aes128>(value, &mut block),
        24 => encrypt::<aes::Aes192>(value, &mut block),
        32 => encrypt::<aes::Aes256>(value, &mut block),
        length => {
            let why = format!("a key of AES has 16, 24 or 32 bytes, not {length}");
            return Err(Refusal::damaged(why));
        }
    }
    demand_checked(object, &block)?;
    Ok(Key::from_outside(KeyKind::Aes(8 * value.len() as u16), value)?)
}

/// A secret for MACs, which must fit its check value if there is one: the first three bytes of its
/// digest by SHA-1. PKCS#11 3.2, section 4.10.2.
fn generic(object: &Foreign) -> Result<Key, Refusal> {
    let value = object.required(CKA_VALUE)?;
    let kind = KeyKind::of_secret(value.len()).ok_or_else(|| {
        let length = value.len();
        Refusal::unsupported(format!("a secret here has at most {MAX_SECRET} bytes, not {length}"))
    })?;
    demand_checked(object, Digest::of(Hash::Sha1, value).as_bytes())?;
    Ok(Key::from_outside(kind, value)?)
}

/// Demands that a check value of three bytes, if there is one, is what another one begins with.
///
/// Errors: `OBJECT_DAMAGED`.
fn demand_checked(object: &Foreign, made: &[u8]) -> Result<(), Refusal> {
    let check = object.bytes(CKA_CHECK_VALUE).filter(|check| check.len() == 3);
    if check.is_some_and(|check| !made.starts_with(check)) {
        return Err(Refusal::damaged("its check value (CKA_CHECK_VALUE) is another key's"));
    }
    Ok(())
}

fn encrypt<C>(key: &[u8], block: &mut aes::Block)
where
    C: KeyInit + BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16>,
{
    if let Ok(cipher) = C::new_from_slice(key) {
        cipher.encrypt_block(block);
    }
}
