//! New objects by what a caller says of them.

mod keys;

use crate::attributes::{number, truth};
use crate::classes::{demand_fitting, demand_forms};
use crate::mechanisms;
use crate::objects::{Part, SessionObject};
use crate::raw::{self, Attributes as Given};
use crate::rv::Rv;
use crate::said::{self, Rows};
use cryptoki_sys::*;
use keys::secret_kind;
pub use keys::{
    demand_no_values, demand_parameter_set, key_of_document, new_secret_kind, pair_kind,
    private_key, public_key, public_of_point, wrapped_kind,
};
use sealane::PublicKey;
use sealane_client::key::{Key, KeyKind};
use sealane_client::object::{Attributes, Class, Mechanism as Use, Usage};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

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

/// Demands that class and type of a template, if they are given, are those of a key.
///
/// Errors: `CKR_TEMPLATE_INCONSISTENT`.
pub fn demand_type(given: &Given, part: Part, of: Option<CK_KEY_TYPE>) -> Result<(), Rv> {
    let class = given.number(CKA_CLASS)?.is_none_or(|class| class == part.class());
    let is_of_type = given.number(CKA_KEY_TYPE)?.is_none_or(|told| of == Some(told));
    if class && is_of_type { Ok(()) } else { Err(Rv(CKR_TEMPLATE_INCONSISTENT)) }
}
