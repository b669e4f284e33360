//! New objects by what a caller says of them.

use crate::attributes::{key_type, number, truth};
use crate::classes::{demand_fitting, demand_forms};
use crate::mechanisms::{self, Rule};
use crate::objects::{Part, SessionObject};
use crate::raw::{self, Attributes as Given};
use crate::rv::Rv;
use crate::said::{self, Rows};
use cryptoki_sys::*;
use der::Decode;
use der::asn1::OctetStringRef;
use sealane::{Algorithm, DecodeError, Lengths, PrivateKey, PublicKey, ecc, rsa};
use sealane_client::key::{Key, KeyKind};
use sealane_client::object::{Attributes, Class, Mechanism as Use, Usage};
use sealane_client::traces::{LONG, wiped};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use zeroize::Zeroizing;

/// What tells a program more than it may say.
const READ_ONLY: [CK_ATTRIBUTE_TYPE; 6] = [
    CKA_LOCAL,
    CKA_ALWAYS_SENSITIVE,
    CKA_NEVER_EXTRACTABLE,
    CKA_KEY_GEN_MECHANISM,
    CKA_UNIQUE_ID,
    CKA_TRUSTED,
];

/// Whether an object is to be in the token, or in the memory of its session.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn is_for_token(given: &Given) -> Result<bool, Rv> {
    Ok(given.truth(CKA_TOKEN)?.unwrap_or(false))
}

/// Demands that nothing is said that only the token says, nothing twice with two values, and no
/// protection or use is asked for that it does not give.
///
/// Errors: `CKR_ATTRIBUTE_READ_ONLY`; `CKR_TEMPLATE_INCONSISTENT`; `CKR_ATTRIBUTE_TYPE_INVALID` for
/// flags of a validation, which no object here has; those of [`demand_forms`].
pub fn check_new(given: &Given) -> Result<(), Rv> {
    demand_forms(given)?;
    if given.get(CKA_OBJECT_VALIDATION_FLAGS).is_some() {
        return Err(Rv(CKR_ATTRIBUTE_TYPE_INVALID));
    }
    if given.iter().any(|(kind, value)| given.get(kind) != Some(value)) {
        return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
    }
    let not_given = |(kind, value): (CK_ATTRIBUTE_TYPE, &[u8])| match kind {
        CKA_ALWAYS_AUTHENTICATE | CKA_WRAP_WITH_TRUSTED => value != [CK_FALSE],
        CKA_ENCAPSULATE | CKA_DECAPSULATE => value != [CK_FALSE],
        CKA_WRAP_TEMPLATE | CKA_UNWRAP_TEMPLATE | CKA_DERIVE_TEMPLATE => !value.is_empty(),
        _ => false,
    };
    if given.iter().any(not_given) {
        return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
    }
    let says_too_much = |(kind, value): (CK_ATTRIBUTE_TYPE, &[u8])| {
        READ_ONLY.contains(&kind) && value != [CK_FALSE]
    };
    if given.iter().any(says_too_much) { Err(Rv(CKR_ATTRIBUTE_READ_ONLY)) } else { Ok(()) }
}

/// What is said of a new key: of its private half, and of its public one if it has one.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_ATTRIBUTE_READ_ONLY`; `CKR_TEMPLATE_INCONSISTENT`
/// for a use that keys of the kind do not have.
pub fn attributes(kind: KeyKind, own: &Given, public: Option<&Given>) -> Result<Attributes, Rv> {
    check_new(own)?;
    public.map(check_new).transpose()?;
    let either = |name| own.get(name).or_else(|| public.and_then(|given| given.get(name)));
    let id = either(CKA_ID).unwrap_or_default();
    let usage = usage(kind, own)?;
    let exportable = own.truth(CKA_EXTRACTABLE)?.unwrap_or(false);
    let sensitive = own.truth(CKA_SENSITIVE)?.unwrap_or(!exportable);
    let mechanisms = match own.get(CKA_ALLOWED_MECHANISMS) {
        Some(value) => listed(kind, value)?,
        None => unlisted(kind, usage),
    };
    let (part, class) = Part::of_kind(kind);
    let (label, mut rows) = names(class, part, own, either(CKA_LABEL), id)?;
    if part == Part::Secret {
        own.iter().try_for_each(|(flag, value)| rows.keep_use(usage, flag, value))?;
        rows.keep_type(own)?;
    }
    if let Some(public) = public {
        rows.keep_all(class, Part::Public, public)?;
        let said = either(CKA_LABEL).unwrap_or_default();
        let [verifies, encrypts] = [Usage::VERIFY, Usage::DECRYPT].map(|it| truth(usage.has(it)));
        for (name, by_pair) in
            [(CKA_LABEL, said), (CKA_ID, id), (CKA_VERIFY, &verifies), (CKA_ENCRYPT, &encrypts)]
        {
            let given = public.get(name).unwrap_or(by_pair);
            rows.keep_of_public(class, name, given, by_pair)?;
        }
    }
    let (external_id, extra) = (id.to_vec(), rows.into_extra());
    let usual = Attributes::usual(&label, kind);
    Ok(Attributes { usage, exportable, sensitive, mechanisms, external_id, extra, ..usual })
}

/// The label of an object in the token, and rows of what its template says beside that: one of its
/// own where the program's cannot be there.
fn names(
    class: Class,
    part: Part,
    given: &Given,
    said: Option<&[u8]>,
    id: &[u8],
) -> Result<(String, Rows), Rv> {
    let said = said.unwrap_or_default();
    let label = said::label_of_token(said).map_or_else(|| stand_in(id), str::to_owned);
    let mut rows = Rows::default();
    rows.keep_label(said, &label)?;
    rows.keep_all(class, part, given)?;
    Ok((label, rows))
}

/// A label for an object whose own label the token cannot have.
fn stand_in(id: &[u8]) -> String {
    let id: String = id.iter().take(32).map(|byte| format!("{byte:02x}")).collect();
    // The number tells it apart, and is no secret.
    let number = RandomState::new().build_hasher().finish();
    if id.is_empty() { format!("unnamed {number:016x}") } else { id }
}

/// What is said of somebody's public key: its names, and rows.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn public_attributes(given: &Given) -> Result<Attributes, Rv> {
    let id = given.get(CKA_ID).unwrap_or_default();
    let (label, mut rows) = names(Class::Public, Part::Public, given, given.get(CKA_LABEL), id)?;
    for name in [CKA_VERIFY, CKA_ENCRYPT] {
        if let Some(value) = given.get(name) {
            rows.keep_of_public(Class::Public, name, value, &[])?;
        }
    }
    let (external_id, extra) = (id.to_vec(), rows.into_extra());
    Ok(Attributes { external_id, extra, ..Attributes::usual(&label, KeyKind::Data) })
}

/// The uses that are asked for: the usual ones where none is named.
fn usage(kind: KeyKind, given: &Given) -> Result<Usage, Rv> {
    const ROWS: [(CK_ATTRIBUTE_TYPE, Usage); 6] = [
        (CKA_SIGN, Usage::SIGN),
        (CKA_VERIFY, Usage::VERIFY),
        (CKA_DECRYPT, Usage::DECRYPT),
        (CKA_DERIVE, Usage::DERIVE),
        (CKA_WRAP, Usage::WRAP),
        (CKA_UNWRAP, Usage::WRAP),
    ];
    let possible = Usage::possible(kind);
    let (mut is_named, mut all, mut denied) = (false, Usage::NONE, Usage::NONE);
    for (name, usage) in ROWS {
        let Some(wanted) = given.truth(name)? else { continue };
        if is_asked_in_vain(name, usage, kind) {
            continue;
        }
        match (wanted, possible.has(usage)) {
            (true, true) => (is_named, all) = (true, all.with(usage)),
            (true, false) => return Err(Rv(CKR_TEMPLATE_INCONSISTENT)),
            (false, _) => denied = denied.with(usage),
        }
    }
    if !is_named {
        // What is refused by name is no right, whatever is usual.
        let usual = Usage::usual(kind);
        let rows = Usage::ALL.iter().map(|row| row.0);
        let kept = rows.filter(|one| usual.has(*one) && !denied.has(*one));
        all = kept.fold(Usage::NONE, Usage::with);
    }
    // Who makes MACs can look at them by making them, if nobody says otherwise.
    let verifies = all.has(Usage::SIGN) && !denied.has(Usage::VERIFY);
    Ok(if verifies { all.with(Usage::VERIFY) } else { all })
}

/// Whether many programs ask for a use by habit that no key of the kind has: the key is made
/// without it. A pair says so; a secret key has the flag in a row, and is not used for it.
fn is_asked_in_vain(name: CK_ATTRIBUTE_TYPE, usage: Usage, kind: KeyKind) -> bool {
    match (name, kind) {
        // That a pair verifies is said of its public half.
        (CKA_UNWRAP | CKA_VERIFY, KeyKind::Pair(_)) => true,
        (CKA_DERIVE, KeyKind::Pair(_)) | (_, KeyKind::Aes(_) | KeyKind::Secret(_)) => {
            !Usage::possible(kind).has(usage)
        }
        _ => false,
    }
}

/// The mechanisms of a key whose maker names none: all that its kind has. Keys of RSA that sign
/// have them named, for they do not have the power of bare numbers otherwise.
fn unlisted(kind: KeyKind, usage: Usage) -> Vec<Use> {
    if !Use::RsaRaw.fits(kind) || !usage.has(Usage::SIGN) {
        return vec![];
    }
    let fit = Use::ALL.iter().map(|row| row.0).filter(|used| used.fits(kind));
    fit.filter(|used| usage.has(used.usage())).collect()
}

/// `CKA_ALLOWED_MECHANISMS` as keys of the token have them: by families. Which of a family are in
/// the list, the module looks at. A list of nothing that a key of the kind does would limit nothing
/// in the token.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_TEMPLATE_INCONSISTENT`.
fn listed(kind: KeyKind, value: &[u8]) -> Result<Vec<Use>, Rv> {
    let mut all = vec![];
    for number in value.chunks(size_of::<CK_MECHANISM_TYPE>()).map(raw::number) {
        let used = mechanisms::find(number?).ok().and_then(|row| row.rule.used_as());
        if let Some(used) = used.filter(|used| used.fits(kind) && !all.contains(used)) {
            all.push(used);
        }
    }
    if all.contains(&Use::Hmac) {
        all.push(Use::HmacVerify);
    }
    if all.is_empty() { Err(Rv(CKR_TEMPLATE_INCONSISTENT)) } else { Ok(all) }
}

/// The kind of the pair that a mechanism makes, by what the public half's template says.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_KEY_SIZE_RANGE`, `CKR_CURVE_NOT_SUPPORTED`,
/// `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_MECHANISM_INVALID`.
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
        _ => return Err(Rv(CKR_MECHANISM_INVALID)),
    };
    Ok(KeyKind::Pair(algorithm))
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
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_CURVE_NOT_SUPPORTED`;
/// `CKR_PUBLIC_KEY_INVALID` for what is no point of the curve.
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
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_ATTRIBUTE_VALUE_INVALID`; `CKR_TEMPLATE_INCONSISTENT`
/// for numbers that do not belong together.
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
        _ => return Err(Rv::VALUE_INVALID),
    };
    demand_own_public(given, &key)?;
    Ok(Key::Private(key))
}

/// A public key as an object of a session, with all that can be read of it.
///
/// Errors: those of [`public_key`].
pub fn session_public(given: &Given) -> Result<SessionObject, Rv> {
    let key = public_key(given)?;
    let mut made = SessionObject::new(given);
    made.set(CKA_PUBLIC_KEY_INFO, &key.to_spki_der());
    let encrypts = matches!(key, PublicKey::Rsa(_));
    let usual = [(CKA_VERIFY, true), (CKA_ENCRYPT, encrypts)];
    for (name, usual) in usual.into_iter().chain([(CKA_PRIVATE, false), (CKA_LOCAL, false)]) {
        if given.get(name).is_none() {
            made.set(name, &truth(usual));
        }
    }
    Ok(made)
}

/// The bytes of a derived secret that a template wants.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT` for another class than that of secrets;
/// `CKR_ATTRIBUTE_VALUE_INVALID` for more bytes than there are.
fn wanted_bytes<'a>(given: &Given, secret: &'a [u8]) -> Result<&'a [u8], Rv> {
    check_new(given)?;
    if given.number(CKA_CLASS)?.is_some_and(|class| class != CKO_SECRET_KEY) {
        return Err(Rv(CKR_TEMPLATE_INCONSISTENT));
    }
    let wanted = given.number(CKA_VALUE_LEN)?.map_or(Ok(secret.len()), |wanted| {
        usize::try_from(wanted).map_err(|_| Rv::VALUE_INVALID)
    })?;
    // What is cut off comes first: PKCS#11, section 6.3.16.
    let cut = secret.len().checked_sub(wanted).filter(|_| wanted > 0).ok_or(Rv::VALUE_INVALID)?;
    Ok(&secret[cut..])
}

/// A secret that was derived, as a key: of AES, or for MACs. Nothing for keys of other types: they
/// are bytes that the program uses itself.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT`, `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn derived_key(given: &Given, secret: &[u8]) -> Result<Option<(Key, Attributes)>, Rv> {
    let bytes = wanted_bytes(given, secret)?;
    let of = given.number(CKA_KEY_TYPE)?.unwrap_or(CKK_GENERIC_SECRET);
    let Some(kind) = secret_kind(of, bytes.len()) else { return Ok(None) };
    let said = attributes(kind, given, None)?;
    // It may leave where nobody says otherwise, as who derives it knows the other side's.
    let exportable = given.truth(CKA_EXTRACTABLE)?.unwrap_or(true);
    let sensitive = given.truth(CKA_SENSITIVE)?.unwrap_or(false);
    Ok(Some((Key::of_bytes(kind, bytes)?, Attributes { exportable, sensitive, ..said })))
}

/// The same as an object of a session that is nothing but bytes. Errors: those of [`derived_key`],
/// and of [`demand_fitting`].
pub fn session_secret(given: &Given, secret: &[u8]) -> Result<SessionObject, Rv> {
    demand_fitting(given, Part::Secret)?;
    let bytes = wanted_bytes(given, secret)?;
    let mut made = SessionObject::new(given);
    made.set(CKA_CLASS, &number(CKO_SECRET_KEY));
    made.set(CKA_VALUE, bytes);
    made.set(CKA_VALUE_LEN, &number(bytes.len() as CK_ULONG));
    made.set(CKA_LOCAL, &truth(false));
    let usual = [(CKA_KEY_TYPE, number(CKK_GENERIC_SECRET)), (CKA_PRIVATE, truth(true))];
    let guards = [(CKA_SENSITIVE, truth(false)), (CKA_EXTRACTABLE, truth(true))];
    for (name, value) in usual.into_iter().chain(guards) {
        if given.get(name).is_none() {
            made.set(name, &value);
        }
    }
    Ok(made)
}

/// The kind of a secret key of a type with so many bytes.
fn secret_kind(of: CK_KEY_TYPE, bytes: usize) -> Option<KeyKind> {
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

/// Demands that class and type of a template, if they are given, are those of a key.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT`.
pub fn demand_type(given: &Given, part: Part, of: Option<CK_KEY_TYPE>) -> Result<(), Rv> {
    let class = given.number(CKA_CLASS)?.is_none_or(|class| class == part.class());
    let is_of_type = given.number(CKA_KEY_TYPE)?.is_none_or(|told| of == Some(told));
    if class && is_of_type { Ok(()) } else { Err(Rv(CKR_TEMPLATE_INCONSISTENT)) }
}

/// The kind of a wrapped key by its template: where that leaves out what the wrapped key says by
/// itself, a kind of the same type.
///
/// Errors: `CKR_TEMPLATE_INCOMPLETE`, `CKR_TEMPLATE_INCONSISTENT`, `CKR_ATTRIBUTE_VALUE_INVALID`.
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
        (Part::Private, CKK_EC) => of("p256"),
        (Part::Private, CKK_EC_EDWARDS) => of("ed25519"),
        (Part::Private, CKK_EC_MONTGOMERY) => of("x25519"),
        _ => Err(Rv(CKR_TEMPLATE_INCONSISTENT)),
    }
}
