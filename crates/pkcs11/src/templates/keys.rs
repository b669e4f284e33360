//! Keys by what a template says of them: their kinds, and their numbers.

use crate::attributes::key_type;
use crate::mechanisms::{self, Rule};
use crate::objects::Part;
use crate::raw::Attributes as Given;
use crate::rv::Rv;
use cryptoki_sys::*;
use der::Decode;
use der::asn1::OctetStringRef;
use sealane::mldsa::ParameterSet;
use sealane::{Algorithm, DecodeError, Lengths, PrivateKey, PublicKey, ecc, mldsa, rsa};
use sealane_client::key::{Key, KeyKind};
use sealane_client::traces::{LONG, wiped};
use zeroize::Zeroizing;

/// The kind of the pair that a mechanism makes, by what the public half's template says.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_KEY_SIZE_RANGE`, `CKR_CURVE_NOT_SUPPORTED`,
/// `CKR_PARAMETER_SET_NOT_SUPPORTED`, `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_MECHANISM_INVALID`.
pub fn pair_kind(rule: Rule, public: &Given) -> Result<KeyKind, Rv> {
    let algorithm = match rule {
        Rule::RsaPair => {
            let bits = public.number(CKA_MODULUS_BITS)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
            let exponent = public.get(CKA_PUBLIC_EXPONENT).unwrap_or(&[1, 0, 1]);
            if exponent.iter().skip_while(|byte| **byte == 0).ne([1, 0, 1].iter()) {
                return Err(Rv::VALUE_INVALID);
            }
            Algorithm::from_name(&format!("rsa{bits}")).ok_or(Rv(CKR_KEY_SIZE_RANGE))?
        }
        Rule::EcPair | Rule::EdwardsPair | Rule::MontgomeryPair | Rule::EdDsa => {
            mechanisms::curve_of(rule, public.required(CKA_EC_PARAMS)?)?
        }
        Rule::MlDsaPair => Algorithm::MlDsa(parameter_set(public)?),
        _ => return Err(Rv(CKR_MECHANISM_INVALID)),
    };
    Ok(KeyKind::Pair(algorithm))
}

/// The parameter set of ML-DSA that a template says.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_PARAMETER_SET_NOT_SUPPORTED`,
/// `CKR_ATTRIBUTE_VALUE_INVALID`.
fn parameter_set(given: &Given) -> Result<ParameterSet, Rv> {
    let number = given.number(CKA_PARAMETER_SET)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
    mechanisms::parameter_set(number)
}

/// Demands that a parameter set is that of the kind, where a template says one.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT`, `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn demand_parameter_set(given: &Given, kind: KeyKind) -> Result<(), Rv> {
    let said = given.number(CKA_PARAMETER_SET)?;
    let is_own = said.is_none() || said == mechanisms::parameter_set_of(kind);
    if is_own { Ok(()) } else { Err(Rv(CKR_TEMPLATE_INCONSISTENT)) }
}

/// Demands that templates of a pair of ML-DSA that is to be made say no values: the one who asks
/// for the key of a seed would get another.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT`.
pub fn demand_no_values(kind: KeyKind, templates: [&Given; 2]) -> Result<(), Rv> {
    let says = |name| templates.iter().any(|given| given.get(name).is_some());
    let is_mldsa = matches!(kind, KeyKind::Pair(Algorithm::MlDsa(_)));
    let is_good = !is_mldsa || !says(CKA_SEED) && !says(CKA_VALUE);
    if is_good { Ok(()) } else { Err(Rv(CKR_TEMPLATE_INCONSISTENT)) }
}

/// The curve that keys of a type have, by their parameters.
fn curve(given: &Given) -> Result<ecc::Algorithm, Rv> {
    let rule = match given.number(CKA_KEY_TYPE)? {
        Some(CKK_EC) => Rule::EcPair,
        Some(CKK_EC_EDWARDS) => Rule::EdwardsPair,
        Some(CKK_EC_MONTGOMERY) => Rule::MontgomeryPair,
        _ => return Err(Rv::VALUE_INVALID),
    };
    match mechanisms::curve_of(rule, given.required(CKA_EC_PARAMS)?)? {
        Algorithm::Curve(curve) => Ok(curve),
        _ => Err(Rv::VALUE_INVALID),
    }
}

/// A point that is in an OCTET STRING, or as it is.
fn point(value: &[u8]) -> &[u8] {
    let inner = <&OctetStringRef>::from_der(value);
    inner.map_or(value, OctetStringRef::as_bytes)
}

/// The public key of a curve by the bytes of its point, in an OCTET STRING or as they are.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn public_of_point(curve: ecc::Algorithm, value: &[u8]) -> Result<PublicKey, Rv> {
    let is_short = curve.signs() && curve.derives();
    let read = |bytes: &[u8]| match is_short {
        true => ecc::PublicKey::from_sec1(curve, bytes),
        false => ecc::PublicKey::from_bytes(curve, bytes),
    };
    let key = read(point(value)).or_else(|_| read(value));
    key.map(PublicKey::Curve).map_err(|_| Rv::VALUE_INVALID)
}

/// The public key of a template.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_CURVE_NOT_SUPPORTED`,
/// `CKR_PARAMETER_SET_NOT_SUPPORTED`; `CKR_PUBLIC_KEY_INVALID` for what is no point of the curve.
pub fn public_key(given: &Given) -> Result<PublicKey, Rv> {
    let kind = given.number(CKA_KEY_TYPE)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
    match kind {
        CKK_RSA => {
            let (n, e) = (given.required(CKA_MODULUS)?, given.required(CKA_PUBLIC_EXPONENT)?);
            let key = rsa::PublicKey::from_numbers(n, e, Lengths::Legacy);
            key.map(PublicKey::Rsa).map_err(|_| Rv::VALUE_INVALID)
        }
        CKK_DSA => {
            let number = |name| given.required(name);
            let (p, q, g) = (number(CKA_PRIME)?, number(CKA_SUBPRIME)?, number(CKA_BASE)?);
            let domain = sealane::dsa::Parameters::from_numbers(p, q, g);
            let y = number(CKA_VALUE)?;
            let key = domain.and_then(|domain| sealane::dsa::PublicKey::from_number(&domain, y));
            key.map(PublicKey::Dsa).map_err(|_| Rv::VALUE_INVALID)
        }
        CKK_EC | CKK_EC_EDWARDS | CKK_EC_MONTGOMERY => {
            let key = public_of_point(curve(given)?, given.required(CKA_EC_POINT)?);
            key.map_err(|_| Rv(CKR_PUBLIC_KEY_INVALID))
        }
        CKK_ML_DSA => {
            let (set, bytes) = (parameter_set(given)?, given.required(CKA_VALUE)?);
            let key = mldsa::PublicKey::from_bytes(set, bytes);
            key.map(PublicKey::MlDsa).map_err(|_| Rv::VALUE_INVALID)
        }
        _ => Err(Rv::VALUE_INVALID),
    }
}

/// What numbers of a private key are called that are refused.
fn refusal_of_numbers(error: DecodeError) -> Rv {
    match error {
        DecodeError::KeyRsaInconsistent | DecodeError::KeyRsaWeak => Rv(CKR_TEMPLATE_INCONSISTENT),
        _ => Rv::VALUE_INVALID,
    }
}

/// The private key of ML-DSA that a template has: by its seed, by the expanded key, or by both.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_PARAMETER_SET_NOT_SUPPORTED`,
/// `CKR_ATTRIBUTE_VALUE_INVALID`; `CKR_TEMPLATE_INCONSISTENT` for the expanded key of another seed.
fn mldsa_private(given: &Given) -> Result<mldsa::PrivateKey, Rv> {
    type Private = mldsa::PrivateKey;
    let set = parameter_set(given)?;
    // One of no bytes is what a key says that came without it.
    let part = |name| given.get(name).filter(|bytes| !bytes.is_empty());
    let (seed, expanded) = (part(CKA_SEED), part(CKA_VALUE));
    let key = wiped(LONG, || {
        Some(match (seed, expanded) {
            (Some(seed), Some(expanded)) => Private::from_seed_and_expanded(set, seed, expanded),
            (Some(seed), None) => Private::from_seed(set, seed),
            (None, Some(expanded)) => Private::from_expanded_bytes(set, expanded),
            (None, None) => return None,
        })
    });
    key.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?.map_err(|error| match error {
        DecodeError::KeyMlDsaPrivate if seed.is_some() => Rv(CKR_TEMPLATE_INCONSISTENT),
        _ => Rv::VALUE_INVALID,
    })
}

/// Demands that a public key that a template names beside a private one is its own.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT`.
fn demand_own_public(given: &Given, key: &PrivateKey) -> Result<(), Rv> {
    let mut named = vec![];
    if let Some(document) = given.get(CKA_PUBLIC_KEY_INFO).filter(|it| !it.is_empty()) {
        named.push(PublicKey::from_spki_der(document, Lengths::Legacy).ok());
    }
    if let (Some(point), Algorithm::Curve(curve)) = (given.get(CKA_EC_POINT), key.algorithm()) {
        named.push(public_of_point(curve, point).ok());
    }
    let own = key.public_key().to_spki_der();
    let is_own = |it: &Option<PublicKey>| it.as_ref().is_some_and(|it| it.to_spki_der() == own);
    if named.iter().all(is_own) { Ok(()) } else { Err(Rv(CKR_TEMPLATE_INCONSISTENT)) }
}

/// The private key, or the secret one, of a template.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_CURVE_NOT_SUPPORTED`,
/// `CKR_PARAMETER_SET_NOT_SUPPORTED`; `CKR_TEMPLATE_INCONSISTENT` for numbers that do not belong
/// together.
pub fn private_key(given: &Given, part: Part) -> Result<Key, Rv> {
    let kind = given.number(CKA_KEY_TYPE)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
    let key = match (part, kind) {
        (Part::Secret, _) => {
            let value = given.required(CKA_VALUE)?;
            let kind = secret_kind(kind, value.len()).ok_or(Rv::VALUE_INVALID)?;
            return Key::of_bytes(kind, value).map_err(Rv::from);
        }
        (Part::Private, CKK_RSA) => {
            const NAMES: [CK_ATTRIBUTE_TYPE; 6] = [
                CKA_MODULUS,
                CKA_PUBLIC_EXPONENT,
                CKA_PRIVATE_EXPONENT,
                CKA_PRIME_1,
                CKA_PRIME_2,
                CKA_COEFFICIENT,
            ];
            let mut numbers = [&[][..]; 6];
            for (number, name) in numbers.iter_mut().zip(NAMES) {
                *number = given.required(name)?;
            }
            let key = wiped(LONG, || rsa::PrivateKey::from_numbers(&numbers, Lengths::Current));
            PrivateKey::Rsa(key.map_err(refusal_of_numbers)?)
        }
        (Part::Private, CKK_EC | CKK_EC_EDWARDS | CKK_EC_MONTGOMERY) => {
            let (curve, value) = (curve(given)?, given.required(CKA_VALUE)?);
            // Some programs leave zeros out in front.
            let length = if curve.derives() && curve.signs() { curve.order_bytes() } else { 0 };
            let mut scalar = Zeroizing::new(vec![0; length.saturating_sub(value.len())]);
            scalar.extend_from_slice(value);
            let key = wiped(LONG, || ecc::PrivateKey::from_bytes(curve, &scalar));
            PrivateKey::Curve(key.map_err(|_| Rv::VALUE_INVALID)?)
        }
        (Part::Private, CKK_ML_DSA) => PrivateKey::MlDsa(mldsa_private(given)?),
        _ => return Err(Rv::VALUE_INVALID),
    };
    demand_own_public(given, &key)?;
    Ok(Key::Private(key))
}

/// The kind of a secret key of a type with so many bytes.
pub(super) fn secret_kind(of: CK_KEY_TYPE, bytes: usize) -> Option<KeyKind> {
    match (of, bytes) {
        (CKK_AES, 16 | 24 | 32) => Some(KeyKind::Aes(bytes as u16 * 8)),
        (CKK_GENERIC_SECRET, _) => KeyKind::of_secret(bytes),
        (of, _) if mechanisms::hash_of_type(of).is_some() => KeyKind::of_secret(bytes),
        _ => None,
    }
}

/// The kind of a new secret key of a type, by the length that a template says. Errors:
/// `CKR_TEMPLATE_INCOMPLETE`, `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn new_secret_kind(of: CK_KEY_TYPE, given: &Given) -> Result<KeyKind, Rv> {
    let length = given.number(CKA_VALUE_LEN)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
    let kind = usize::try_from(length).ok().and_then(|bytes| secret_kind(of, bytes));
    kind.ok_or(Rv::VALUE_INVALID)
}

/// The key of a document that was unwrapped, of the type of a kind.
///
/// Errors: `CKR_WRAPPED_KEY_LEN_RANGE`, and those of the library.
pub fn key_of_document(kind: KeyKind, document: &[u8]) -> Result<Key, Rv> {
    if let KeyKind::Pair(_) = kind {
        return Ok(Key::from_wrapped_pkcs8(document)?);
    }
    let of = key_type(kind).and_then(|of| secret_kind(of, document.len()));
    Ok(Key::of_bytes(of.ok_or(Rv(CKR_WRAPPED_KEY_LEN_RANGE))?, document)?)
}

/// The kind of a wrapped key by its template: where that leaves out what the wrapped key says by
/// itself, a kind of the same type.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_TEMPLATE_INCONSISTENT`, `CKR_ATTRIBUTE_VALUE_INVALID`,
/// `CKR_CURVE_NOT_SUPPORTED`, `CKR_PARAMETER_SET_NOT_SUPPORTED`.
pub fn wrapped_kind(given: &Given, part: Part) -> Result<KeyKind, Rv> {
    let kind = given.number(CKA_KEY_TYPE)?.ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))?;
    let of = |name: &str| name.parse::<KeyKind>().map_err(Rv::from);
    match (part, kind) {
        (Part::Secret, _) if given.get(CKA_VALUE_LEN).is_some() => new_secret_kind(kind, given),
        (Part::Secret, CKK_AES) => of("aes256"),
        (Part::Secret, CKK_GENERIC_SECRET) => of("secret256"),
        (Part::Private, CKK_RSA) => of("rsa2048"),
        (Part::Private, CKK_DSA) => of("dsa2048"),
        (Part::Private, _) if given.get(CKA_EC_PARAMS).is_some() => {
            curve(given).map(|curve| KeyKind::Pair(Algorithm::Curve(curve)))
        }
        (Part::Private, CKK_ML_DSA) if given.get(CKA_PARAMETER_SET).is_some() => {
            parameter_set(given).map(|set| KeyKind::Pair(Algorithm::MlDsa(set)))
        }
        (Part::Private, CKK_ML_DSA) => of("mldsa65"),
        (Part::Private, CKK_EC) => of("p256"),
        (Part::Private, CKK_EC_EDWARDS) => of("ed25519"),
        (Part::Private, CKK_EC_MONTGOMERY) => of("x25519"),
        _ => Err(Rv(CKR_TEMPLATE_INCONSISTENT)),
    }
}
