//! Attributes of objects of the token, as the standard names them.

use crate::mechanisms;
use crate::objects::Part;
use crate::rv::Rv;
use crate::said;
use cryptoki_sys::*;
use der::asn1::{AnyRef, ObjectIdentifier, OctetStringRef, UintRef};
use der::{Decode, Encode, Reader, SliceReader};
use sealane::ecc::Algorithm as Curve;
use sealane::{Algorithm, Lengths, PublicKey};
use sealane_client::key::KeyKind;
use sealane_client::object::{Class, Object, Usage};
use spki::SubjectPublicKeyInfoRef;

const INVALID: Rv = Rv(CKR_ATTRIBUTE_TYPE_INVALID);

/// A number as an attribute has it.
#[must_use]
pub fn number(value: CK_ULONG) -> Vec<u8> {
    value.to_ne_bytes().to_vec()
}

/// A truth value as an attribute has it.
#[must_use]
pub fn truth(value: bool) -> Vec<u8> {
    vec![CK_BBOOL::from(value)]
}

/// Returns the bytes of an attribute of a part of an object.
///
/// Errors: `CKR_ATTRIBUTE_TYPE_INVALID` for one that it does not have; `CKR_ATTRIBUTE_SENSITIVE`
/// for numbers of a private key.
pub fn value(object: &Object, part: Part, kind: CK_ATTRIBUTE_TYPE) -> Result<Vec<u8>, Rv> {
    let of_all = said::value(object, part, kind).map(<[u8]>::to_vec);
    if let Some(told) = of_all.or_else(|| common(object, part, kind)) {
        return Ok(told);
    }
    match part {
        Part::Public => key(object, part, kind)
            .or_else(|| public_flags(object, kind))
            .or_else(|| public_numbers(object, kind))
            .ok_or(INVALID),
        Part::Private => private(object, kind),
        Part::Secret => secret(object, kind),
        Part::Certificate => certificate(object, kind).ok_or(INVALID),
        Part::Data => data(object, kind),
    }
}

/// Those that every object has.
fn common(object: &Object, part: Part, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    Some(match kind {
        CKA_CLASS => number(part.class()),
        CKA_TOKEN => truth(true),
        CKA_PRIVATE => truth(part.is_private()),
        CKA_UNIQUE_ID => {
            let half = if part == Part::Public { "-public" } else { "" };
            format!("{}{half}", object.id).into_bytes()
        }
        _ => return None,
    })
}

/// Those that every key has.
fn key(object: &Object, part: Part, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    let usage = object.attributes.usage;
    Some(match kind {
        CKA_KEY_TYPE => number(key_type(object.kind)?),
        CKA_DERIVE => truth(part == Part::Private && usage.has(Usage::DERIVE)),
        CKA_LOCAL => truth(object.history.local),
        CKA_KEY_GEN_MECHANISM => number(made_by(object, part)),
        CKA_ALLOWED_MECHANISMS => {
            let listed = mechanisms::allowed(object).into_iter();
            let listed = listed.filter(|number| said::is_of_type(object, part, *number));
            listed.flat_map(CK_MECHANISM_TYPE::to_ne_bytes).collect()
        }
        CKA_PUBLIC_KEY_INFO if part != Part::Secret => object.public.clone(),
        _ => return None,
    })
}

/// `CKA_KEY_GEN_MECHANISM`: keys of a kind, and secrets of a type, are made in one way.
fn made_by(object: &Object, part: Part) -> CK_MECHANISM_TYPE {
    let of = said::hash_of(object, part);
    let made = mechanisms::ROWS.iter().find(|row| row.rule.makes(object.kind, of));
    made.filter(|_| object.history.local).map_or(CK_UNAVAILABLE_INFORMATION, |row| row.number)
}

/// What a public half may be used for, by this module: its private half's rights do not bind it.
fn public_flags(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    let usage = object.attributes.usage;
    Some(match kind {
        CKA_VERIFY => truth(usage.has(Usage::VERIFY)),
        CKA_ENCRYPT => truth(usage.has(Usage::DECRYPT)),
        CKA_VERIFY_RECOVER | CKA_WRAP | CKA_TRUSTED => truth(false),
        _ => return None,
    })
}

/// The numbers of a public key.
fn public_numbers(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    match object.kind {
        KeyKind::Pair(Algorithm::Rsa { .. }) => {
            let PublicKey::Rsa(key) = public_key(object)? else { return None };
            let bits = key.modulus().len() * 8
                - key.modulus().first().map_or(0, |first| first.leading_zeros() as usize);
            match kind {
                CKA_MODULUS => Some(key.modulus()),
                CKA_MODULUS_BITS => Some(number(bits as CK_ULONG)),
                CKA_PUBLIC_EXPONENT => Some(without_zeros(&key.exponent().to_be_bytes())),
                _ => None,
            }
        }
        KeyKind::Pair(Algorithm::Curve(curve)) => match kind {
            CKA_EC_PARAMS => Some(curve_parameters(curve)),
            CKA_EC_POINT => {
                let info = SubjectPublicKeyInfoRef::from_der(&object.public).ok()?;
                let point = info.subject_public_key.raw_bytes();
                OctetStringRef::new(point).ok()?.to_der().ok()
            }
            _ => None,
        },
        KeyKind::Pair(Algorithm::Dsa { .. }) => {
            let info = SubjectPublicKeyInfoRef::from_der(&object.public).ok()?;
            let [p, q, g] = dsa_numbers(info.algorithm.parameters?)?;
            match kind {
                CKA_PRIME => Some(p),
                CKA_SUBPRIME => Some(q),
                CKA_BASE => Some(g),
                CKA_VALUE => {
                    let y = UintRef::from_der(info.subject_public_key.raw_bytes()).ok()?;
                    Some(y.as_bytes().to_vec())
                }
                _ => None,
            }
        }
        KeyKind::Pair(Algorithm::MlDsa(_)) => match kind {
            CKA_PARAMETER_SET => mechanisms::parameter_set_of(object.kind).map(number),
            CKA_VALUE => {
                let info = SubjectPublicKeyInfoRef::from_der(&object.public).ok()?;
                Some(info.subject_public_key.raw_bytes().to_vec())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The key of an object's public half.
#[must_use]
pub fn public_key(object: &Object) -> Option<PublicKey> {
    PublicKey::from_spki_der(&object.public, Lengths::Legacy).ok()
}

/// The domain of DSA: p, q and g.
fn dsa_numbers(parameters: AnyRef<'_>) -> Option<[Vec<u8>; 3]> {
    parameters
        .sequence(|reader: &mut SliceReader<'_>| -> der::Result<[Vec<u8>; 3]> {
            let mut next =
                || -> der::Result<Vec<u8>> { Ok(UintRef::decode(reader)?.as_bytes().to_vec()) };
            Ok([next()?, next()?, next()?])
        })
        .ok()
}

/// `CKA_EC_PARAMS`: the object identifier of the curve.
#[must_use]
pub fn curve_parameters(curve: Curve) -> Vec<u8> {
    let identifier = curve.identifier();
    let oid: ObjectIdentifier = identifier.parameters.unwrap_or(identifier.oid);
    oid.to_der().unwrap_or_default()
}

fn without_zeros(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().skip_while(|byte| *byte == 0).collect()
}

/// `CKA_KEY_TYPE`; nothing for what is no key.
#[must_use]
pub fn key_type(kind: KeyKind) -> Option<CK_KEY_TYPE> {
    Some(match kind {
        KeyKind::Pair(Algorithm::Rsa { .. }) => CKK_RSA,
        KeyKind::Pair(Algorithm::Dsa { .. }) => CKK_DSA,
        KeyKind::Pair(Algorithm::MlDsa(_)) => CKK_ML_DSA,
        KeyKind::Pair(Algorithm::Curve(curve)) => match (curve.signs(), curve.derives()) {
            (true, true) => CKK_EC,
            (true, false) => CKK_EC_EDWARDS,
            (false, _) => CKK_EC_MONTGOMERY,
        },
        KeyKind::Aes(_) => CKK_AES,
        KeyKind::Secret(_) => CKK_GENERIC_SECRET,
        _ => return None,
    })
}

/// What a key that is private says of itself.
fn guarded(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    let attributes = &object.attributes;
    Some(match kind {
        CKA_SENSITIVE => truth(attributes.sensitive),
        CKA_EXTRACTABLE => truth(attributes.exportable),
        CKA_ALWAYS_SENSITIVE => truth(object.history.always_sensitive),
        CKA_NEVER_EXTRACTABLE => truth(object.history.never_exportable),
        CKA_WRAP_WITH_TRUSTED => truth(false),
        _ => return None,
    })
}

fn private(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Result<Vec<u8>, Rv> {
    let usage = object.attributes.usage;
    let own = match kind {
        CKA_SIGN => truth(usage.has(Usage::SIGN)),
        CKA_DECRYPT => truth(usage.has(Usage::DECRYPT)),
        CKA_SIGN_RECOVER | CKA_UNWRAP | CKA_ALWAYS_AUTHENTICATE => truth(false),
        CKA_VALUE | CKA_PRIVATE_EXPONENT | CKA_PRIME_1 | CKA_PRIME_2 | CKA_EXPONENT_1
        | CKA_EXPONENT_2 | CKA_COEFFICIENT => return Err(Rv(CKR_ATTRIBUTE_SENSITIVE)),
        CKA_SEED if mechanisms::parameter_set_of(object.kind).is_some() => {
            return Err(Rv(CKR_ATTRIBUTE_SENSITIVE));
        }
        CKA_EC_POINT | CKA_MODULUS_BITS => return Err(INVALID),
        _ => {
            let public = key(object, Part::Private, kind).or_else(|| guarded(object, kind));
            return public.or_else(|| public_numbers(object, kind)).ok_or(INVALID);
        }
    };
    Ok(own)
}

fn secret(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Result<Vec<u8>, Rv> {
    let own = match kind {
        CKA_VALUE => return Err(Rv(CKR_ATTRIBUTE_SENSITIVE)),
        CKA_VALUE_LEN => {
            let bytes = object.kind.secret_bytes().ok_or(INVALID)?;
            number(CK_ULONG::try_from(bytes).map_err(|_| INVALID)?)
        }
        CKA_TRUSTED => truth(false),
        // There are none: they are refused.
        CKA_WRAP_TEMPLATE | CKA_UNWRAP_TEMPLATE | CKA_DERIVE_TEMPLATE => vec![],
        _ => {
            let by_token = said::use_by_token(object.attributes.usage, kind).map(truth);
            let told = by_token.or_else(|| key(object, Part::Secret, kind));
            return told.or_else(|| guarded(object, kind)).ok_or(INVALID);
        }
    };
    Ok(own)
}

fn certificate(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Option<Vec<u8>> {
    Some(match kind {
        CKA_CERTIFICATE_TYPE => number(CKC_X_509),
        CKA_CERTIFICATE_CATEGORY => number(CK_CERTIFICATE_CATEGORY_UNSPECIFIED),
        CKA_TRUSTED => truth(false),
        CKA_VALUE => object.public.clone(),
        CKA_CHECK_VALUE => vec![],
        CKA_SERIAL_NUMBER => field(&object.public, 0)?,
        CKA_ISSUER => field(&object.public, 2)?,
        CKA_SUBJECT => field(&object.public, 4)?,
        CKA_PUBLIC_KEY_INFO => field(&object.public, 5)?,
        _ => return None,
    })
}

/// A field of a certificate in DER, counted from its serial number: 2 is the issuer, 4 the subject
/// and 5 the public key. RFC 5280, section 4.1.
fn field(certificate: &[u8], place: usize) -> Option<Vec<u8>> {
    let outer = AnyRef::from_der(certificate).ok()?;
    outer
        .sequence(|reader: &mut SliceReader<'_>| -> der::Result<Option<Vec<u8>>> {
            let inner = AnyRef::decode(reader)?;
            // The signature's algorithm and the signature.
            AnyRef::decode(reader)?;
            AnyRef::decode(reader)?;
            inner.sequence(|reader: &mut SliceReader<'_>| {
                let mut fields = vec![];
                while !reader.is_finished() {
                    fields.push(AnyRef::decode(reader)?.to_der()?);
                }
                // A version, of a tag of its own, may come first.
                let first = usize::from(fields.first().is_some_and(|field| field[0] == 0xa0));
                Ok(fields.get(first + place).cloned())
            })
        })
        .ok()?
}

fn data(object: &Object, kind: CK_ATTRIBUTE_TYPE) -> Result<Vec<u8>, Rv> {
    debug_assert_eq!(object.class, Class::Data);
    match kind {
        // It is asked of the service.
        CKA_VALUE => Err(Rv(CKR_ATTRIBUTE_SENSITIVE)),
        _ => Err(INVALID),
    }
}
