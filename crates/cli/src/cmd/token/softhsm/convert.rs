//! From an object of another token to one of this token: its content, and what is said of it.
use super::foreign::{Foreign, Refusal, Value};
use super::keys::{public_half, secret_half};
use super::labels;
use super::numbers::Kind;
use cryptoki_sys::*;
use sealane::{Algorithm, PublicKey};
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::object::plain_attributes;
use sealane_hsm::object::{Attributes, Class, MAX_EXTERNAL_ID, Mechanism, Usage};
use sealane_hsm::permission::Permissions;

/// What an object holds.
pub enum Content {
    /// A pair, a key of AES, a secret, a certificate or data.
    Key(Key),
    /// Somebody's public key: a SubjectPublicKeyInfo.
    Public(Vec<u8>),
}

/// An object that can be brought.
pub struct Ready {
    pub class: Class,
    pub kind: KeyKind,
    pub content: Content,
    /// With the label that it should have.
    pub attributes: Attributes,
    /// What is not as it was.
    pub notes: Vec<String>,
}

impl Ready {
    /// The SubjectPublicKeyInfo or the certificate; nothing for AES and data.
    pub fn public(&self) -> Vec<u8> {
        match &self.content {
            Content::Key(key) => key.public_document(),
            Content::Public(spki) => spki.clone(),
        }
    }
}

/// Makes an object of this token of one of another.
///
/// Errors: what reading it has told; `OBJECT_DAMAGED`, `OBJECT_UNSUPPORTED`, `USAGE_DENIED`, and
/// those of the library for keys that it does not take.
pub fn ready(object: &Foreign) -> Result<Ready, Refusal> {
    if let Some(refusal) = &object.refusal {
        return Err(refusal.clone());
    }
    let ready = match object.number(CKA_CLASS) {
        Some(CKO_PRIVATE_KEY | CKO_SECRET_KEY) => secret(object)?,
        Some(CKO_PUBLIC_KEY) => public(object)?,
        Some(CKO_CERTIFICATE) if object.number(CKA_CERTIFICATE_TYPE) != Some(CKC_X_509) => {
            return Err(Refusal::unsupported("it is no X.509 certificate"));
        }
        Some(CKO_CERTIFICATE) => plain(object, KeyKind::Certificate)?,
        Some(CKO_DATA) => plain(object, KeyKind::Data)?,
        Some(other) => {
            return Err(Refusal::unsupported(format!("no objects of CKA_CLASS {other:#x} here")));
        }
        None => return Err(Refusal::damaged("it has no CKA_CLASS")),
    };
    let length = object.id().len();
    if length > MAX_EXTERNAL_ID {
        let why = format!("CKA_ID has {length} bytes; {MAX_EXTERNAL_ID} are taken");
        return Err(Refusal::unsupported(why));
    }
    ready.attributes.check(ready.kind, ready.class)?;
    Ok(ready)
}

fn secret(object: &Foreign) -> Result<Ready, Refusal> {
    if object.is(CKA_ALWAYS_AUTHENTICATE) {
        let why =
            "it asks for the PIN at each use (CKA_ALWAYS_AUTHENTICATE), which no key here does";
        return Err(Refusal::unsupported(why));
    }
    let key = secret_half(object)?;
    let kind = key.kind();
    let (label, mut notes) = label(object);
    let (usage, left_out) = uses(object, kind)?;
    if !left_out.is_empty() {
        notes.push(format!("uses left out: {}", left_out.join(", ")));
    }
    let mut exportable = object.is(CKA_EXTRACTABLE);
    if exportable && object.is(CKA_WRAP_WITH_TRUSTED) {
        exportable = false;
        notes.push("not exportable: only trusted keys may wrap it (CKA_WRAP_WITH_TRUSTED)".into());
    }
    // Whatever does not leave, or is not said to be otherwise, is sensitive.
    let sensitive = !exportable || object.truth(CKA_SENSITIVE) != Some(false);
    let attributes = Attributes {
        usage,
        exportable,
        sensitive,
        mechanisms: mechanisms(object, kind)?,
        external_id: object.id().to_vec(),
        ..Attributes::usual(&label, kind)
    };
    let class = if kind.has_public() { Class::Private } else { Class::Secret };
    Ok(Ready { class, kind, content: Content::Key(key), attributes, notes })
}

fn public(object: &Foreign) -> Result<Ready, Refusal> {
    let key: PublicKey = public_half(object)?;
    let kind = KeyKind::Pair(key.algorithm());
    let (label, notes) = label(object);
    let verifies = object.is(CKA_VERIFY) && Usage::possible(kind).has(Usage::VERIFY);
    let attributes = Attributes {
        usage: if verifies { Usage::VERIFY } else { Usage::NONE },
        external_id: object.id().to_vec(),
        ..plain_attributes(&label, vec![], Permissions::default())
    };
    let content = Content::Public(key.to_spki_der());
    Ok(Ready { class: Class::Public, kind, content, attributes, notes })
}

fn plain(object: &Foreign, kind: KeyKind) -> Result<Ready, Refusal> {
    let key = Key::from_outside(kind, object.required(CKA_VALUE)?)?;
    let (label, mut notes) = label(object);
    let class = if kind == KeyKind::Data { Class::Data } else { Class::Certificate };
    if object.bytes(CKA_APPLICATION).is_some_and(|it| !it.is_empty()) {
        notes.push("CKA_APPLICATION is left out".into());
    }
    let attributes = plain_attributes(&label, object.id().to_vec(), Permissions::default());
    Ok(Ready { class, kind, content: Content::Key(key), attributes, notes })
}

/// The label that an object should have, and a note if that is another than it had.
fn label(object: &Foreign) -> (String, Vec<String>) {
    let had = object.bytes(CKA_LABEL).unwrap_or_default();
    let label = labels::fitting(had, object.id());
    let changed = label.as_bytes() != had;
    let note = || format!("its label was {:?}", String::from_utf8_lossy(had));
    (label, changed.then(note).into_iter().collect())
}

/// The uses that a key has here, and the names of those that it had besides.
///
/// Errors: `USAGE_DENIED` for a key of which none is left.
fn uses(object: &Foreign, kind: KeyKind) -> Result<(Usage, Vec<&'static str>), Refusal> {
    // Unwrapping is one use with wrapping, and of AES keys alone.
    const ROWS: [(Kind, Usage, &str); 8] = [
        (CKA_SIGN, Usage::SIGN, "sign"),
        (CKA_DECRYPT, Usage::DECRYPT, "decrypt"),
        (CKA_DERIVE, Usage::DERIVE, "derive"),
        (CKA_WRAP, Usage::WRAP, "wrap"),
        (CKA_UNWRAP, Usage::WRAP, "unwrap"),
        (CKA_ENCRYPT, Usage::NONE, "encrypt"),
        (CKA_VERIFY, Usage::VERIFY, "verify"),
        (CKA_SIGN_RECOVER, Usage::NONE, "sign with recovery"),
    ];
    // Of a pair, the public half verifies.
    let is_secret = matches!(kind, KeyKind::Secret(_));
    let possible = Usage::possible(kind);
    let (mut all, mut left_out) = (Usage::NONE, vec![]);
    for (flag, usage, name) in ROWS.into_iter().filter(|(flag, ..)| object.is(*flag)) {
        let is_own = is_secret || flag != CKA_VERIFY;
        if is_own && usage != Usage::NONE && possible.has(usage) {
            all = all.with(usage);
        } else {
            left_out.push(name);
        }
    }
    if all == Usage::NONE && !left_out.is_empty() {
        let why = format!("keys of {kind} have none of its uses here: {}", left_out.join(", "));
        return Err(Refusal::new("USAGE_DENIED", why));
    }
    // Other tokens set flags of uses too that no key of the algorithm has anywhere.
    if !is_secret && !matches!(kind, KeyKind::Aes(_) | KeyKind::Pair(Algorithm::Rsa { .. })) {
        left_out.clear();
    }
    let verifies = all.has(Usage::SIGN) && !is_secret;
    Ok((if verifies { all.with(Usage::VERIFY) } else { all }, left_out))
}

/// Mechanisms with which a key does all that its family does: what is signed by them may be the
/// digest of any hash.
const FAMILIES: [(CK_MECHANISM_TYPE, Mechanism); 10] = [
    (CKM_RSA_PKCS, Mechanism::RsaPkcs1),
    (CKM_RSA_PKCS_OAEP, Mechanism::RsaOaep),
    (CKM_RSA_PKCS_PSS, Mechanism::RsaPss),
    (CKM_DSA, Mechanism::Dsa),
    (CKM_ECDSA, Mechanism::Ecdsa),
    (CKM_ECDH1_DERIVE, Mechanism::Agree),
    (CKM_EDDSA, Mechanism::EdDsa),
    (CKM_AES_KEY_WRAP, Mechanism::Wrap),
    (CKM_AES_KEY_WRAP_PAD, Mechanism::WrapPadded),
    (CKM_AES_KEY_WRAP_KWP, Mechanism::WrapPadded),
];

/// By what a key may be used here, by its `CKA_ALLOWED_MECHANISMS`: never by more than there.
///
/// Errors: `OBJECT_UNSUPPORTED` for a list that has no family whole.
fn mechanisms(object: &Foreign, kind: KeyKind) -> Result<Vec<Mechanism>, Refusal> {
    let listed = match object.values.get(&CKA_ALLOWED_MECHANISMS) {
        None => return Ok(vec![]),
        Some(Value::Mechanisms(listed)) if listed.is_empty() => return Ok(vec![]),
        Some(Value::Mechanisms(listed)) => &listed[..],
        Some(_) => &[],
    };
    let mut taken = vec![];
    for (number, mechanism) in FAMILIES {
        if listed.contains(&number) && mechanism.fits(kind) && !taken.contains(&mechanism) {
            taken.push(mechanism);
        }
    }
    if taken.is_empty() {
        let why = "CKA_ALLOWED_MECHANISMS permits less than keys here can be limited to";
        return Err(Refusal::unsupported(why));
    }
    Ok(taken)
}
