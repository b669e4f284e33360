//! What programs say of an object and the token has no place of its own for: rows that it keeps.
//!
//! A row has the number of its attribute. The public half of a pair, which is no object of the
//! token, has rows beside those of the private half.

use crate::attributes::truth;
use crate::mechanisms;
use crate::objects::{Kept, Part};
use crate::raw::{self, Attributes as Given};
use crate::rv::Rv;
use cryptoki_sys::*;
use sealane::Hash;
use sealane_client::extra::Extra;
use sealane_client::key::KeyKind;
use sealane_client::object::{Attributes, Class, Object, Usage, check_label};
use std::collections::BTreeMap;

/// Added to the number of an attribute where a row is of the public half of a pair.
const PUBLIC: u64 = 1 << 32;
/// The label that the token had when a row said another: once that has another, the row is old.
const STAND_IN: u64 = 1 << 33;
/// The public half of the pair was destroyed.
const GONE: u64 = (1 << 33) + 1;

/// The parts of an object of the token that there are.
#[must_use]
pub fn parts(object: &Object) -> &'static [Part] {
    let all = Part::of(object.class);
    let is_halved = object.class == Class::Private && row(object, GONE).is_some();
    if is_halved { &all[..1] } else { all }
}

/// The number of the row of an attribute.
fn number(class: Class, part: Part, kind: CK_ATTRIBUTE_TYPE) -> u64 {
    let kind = u64::from(u32::try_from(kind).unwrap_or(u32::MAX));
    let is_half = class == Class::Private && part == Part::Public;
    if is_half { PUBLIC | kind } else { kind }
}

fn row(object: &Object, number: u64) -> Option<&[u8]> {
    let rows = &object.attributes.extra;
    let at = rows.binary_search_by_key(&number, |row| row.kind).ok()?;
    rows.get(at).map(|row| &row.value[..])
}

/// What an attribute that is kept as it is given says where nothing was given; nothing for others.
#[must_use]
pub fn usual(part: Part, kind: CK_ATTRIBUTE_TYPE) -> Option<&'static [u8]> {
    let is_key = !matches!(part, Part::Certificate | Part::Data);
    Some(match kind {
        CKA_MODIFIABLE | CKA_COPYABLE | CKA_DESTROYABLE => &[CK_TRUE],
        CKA_START_DATE | CKA_END_DATE if part != Part::Data => &[],
        CKA_SUBJECT if is_key && part != Part::Secret => &[],
        CKA_APPLICATION | CKA_OBJECT_ID if part == Part::Data => &[],
        _ => return None,
    })
}

/// Whether a secret key may be used for what a flag says, by the rights that it has in the token,
/// which knows no such use of some flags; nothing for other attributes.
#[must_use]
pub fn use_by_token(usage: Usage, flag: CK_ATTRIBUTE_TYPE) -> Option<bool> {
    Some(match flag {
        CKA_SIGN => usage.has(Usage::SIGN),
        CKA_VERIFY => usage.has(Usage::VERIFY),
        CKA_WRAP | CKA_UNWRAP => usage.has(Usage::WRAP),
        CKA_ENCRYPT | CKA_DECRYPT | CKA_DERIVE => false,
        _ => return None,
    })
}

/// Whether a flag of a secret key is in the token's rights, and not in a row alone.
#[must_use]
pub fn is_right(kind: KeyKind, flag: CK_ATTRIBUTE_TYPE) -> bool {
    let possible = Usage::possible(kind);
    !matches!(flag, CKA_WRAP | CKA_UNWRAP) && use_by_token(possible, flag) == Some(true)
}

/// Returns an attribute of a part, if it is one that programs say.
#[must_use]
pub fn value(object: &Object, part: Part, kind: CK_ATTRIBUTE_TYPE) -> Option<&[u8]> {
    let own = || row(object, number(object.class, part, kind));
    match kind {
        CKA_LABEL => Some(label(object, part)),
        CKA_ID if part != Part::Data => Some(own().unwrap_or(&object.attributes.external_id)),
        CKA_ALLOWED_MECHANISMS => own(),
        CKA_KEY_TYPE if part == Part::Secret => own(),
        CKA_VERIFY | CKA_ENCRYPT if part == Part::Public => own(),
        _ if part == Part::Secret && use_by_token(Usage::NONE, kind).is_some() => own(),
        _ => own().filter(|_| usual(part, kind).is_some()).or(usual(part, kind)),
    }
}

fn label(object: &Object, part: Part) -> &[u8] {
    let of_half = number(object.class, part, CKA_LABEL);
    if let Some(own) = row(object, of_half).filter(|_| of_half != CKA_LABEL) {
        return own;
    }
    let of_token = object.attributes.label.as_bytes();
    let is_stand_in = row(object, STAND_IN) == Some(of_token);
    row(object, CKA_LABEL).filter(|_| is_stand_in).unwrap_or(of_token)
}

/// Whether a flag of an object of the token, or of a session, is not false.
#[must_use]
pub fn is_set(kept: &Kept, flag: CK_ATTRIBUTE_TYPE) -> bool {
    !kept.value(flag).is_ok_and(|value| *value == [CK_FALSE])
}

/// Demands that a flag of an object is not false.
///
/// Errors: `CKR_KEY_FUNCTION_NOT_PERMITTED`.
pub fn demand_set(kept: &Kept, flag: CK_ATTRIBUTE_TYPE) -> Result<(), Rv> {
    if is_set(kept, flag) { Ok(()) } else { Err(Rv(CKR_KEY_FUNCTION_NOT_PERMITTED)) }
}

/// The hash of a secret that makes MACs by that alone, by its type.
#[must_use]
pub fn hash_of(object: &Object, part: Part) -> Option<Hash> {
    let of = value(object, part, CKA_KEY_TYPE).and_then(|of| raw::number(of).ok());
    of.and_then(mechanisms::hash_of_type)
}

/// Whether a key may be used by a mechanism by its type: secrets of the type of one hash make MACs
/// by that alone.
#[must_use]
pub fn is_of_type(object: &Object, part: Part, mechanism: CK_MECHANISM_TYPE) -> bool {
    let own = hash_of(object, part);
    let asked = || mechanisms::find(mechanism).ok().and_then(|row| row.rule.mac_hash());
    own.is_none() || own == asked()
}

/// Demands that a key is not limited to other mechanisms.
///
/// Errors: `CKR_MECHANISM_INVALID`; `CKR_KEY_TYPE_INCONSISTENT` for a type of another hash.
pub fn demand_allowed(kept: &Kept, mechanism: CK_MECHANISM_TYPE) -> Result<(), Rv> {
    let listed = match kept.key() {
        Ok((object, part, _)) if !is_of_type(object, part, mechanism) => {
            return Err(Rv(CKR_KEY_TYPE_INCONSISTENT));
        }
        Ok((object, part, _)) => value(object, part, CKA_ALLOWED_MECHANISMS),
        Err(_) => match kept {
            Kept::Session { object, .. } => object.get(CKA_ALLOWED_MECHANISMS),
            Kept::Token { .. } | Kept::Key { .. } => None,
        },
    };
    let is_allowed = listed.is_none_or(|listed| {
        listed.chunks(size_of::<CK_MECHANISM_TYPE>()).any(|one| one == mechanism.to_ne_bytes())
    });
    if is_allowed { Ok(()) } else { Err(Rv(CKR_MECHANISM_INVALID)) }
}

/// The rows by which objects have a label or an id, beside those that have it in the token.
#[must_use]
pub fn rows_of_names(wanted: &Given) -> Vec<Extra> {
    let row = |kind: u64, value: &[u8]| Extra { kind, value: value.to_vec() };
    let label = wanted.get(CKA_LABEL).into_iter();
    let label = label.flat_map(|it| [row(CKA_LABEL, it), row(PUBLIC | CKA_LABEL, it)]);
    let id = wanted.get(CKA_ID).map(|it| row(PUBLIC | CKA_ID, it));
    label.chain(id).collect()
}

/// Demands that an attribute is a date, or none. PKCS#11, section 3.5.
///
/// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn demand_date(value: &[u8]) -> Result<(), Rv> {
    let is_date = value.len() == size_of::<CK_DATE>() && value.iter().all(u8::is_ascii_digit);
    if is_date || value.is_empty() { Ok(()) } else { Err(Rv::VALUE_INVALID) }
}

/// Demands that an attribute has a form of its kind. Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
fn check(kind: CK_ATTRIBUTE_TYPE, value: &[u8]) -> Result<(), Rv> {
    match kind {
        CKA_MODIFIABLE | CKA_COPYABLE | CKA_DESTROYABLE | CKA_VERIFY | CKA_ENCRYPT => {
            raw::truth(value).map(drop)
        }
        CKA_START_DATE | CKA_END_DATE => demand_date(value),
        CKA_LABEL => std::str::from_utf8(value).map(drop).map_err(|_| Rv::VALUE_INVALID),
        _ => Ok(()),
    }
}

/// The rows of an object that is made or changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows(BTreeMap<u64, Vec<u8>>);

impl Rows {
    /// Those that there are.
    #[must_use]
    pub fn of(attributes: &Attributes) -> Self {
        Self(attributes.extra.iter().map(|row| (row.kind, row.value.clone())).collect())
    }

    /// What the token is to keep.
    #[must_use]
    pub fn into_extra(self) -> Vec<Extra> {
        self.0.into_iter().map(|(kind, value)| Extra { kind, value }).collect()
    }

    fn set(&mut self, number: u64, value: &[u8], is_usual: bool) {
        if is_usual {
            self.0.remove(&number);
        } else {
            self.0.insert(number, value.to_vec());
        }
    }

    /// Keeps an attribute of a part, if it is one of those that are kept as they are given; says
    /// whether it is.
    ///
    /// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn keep(
        &mut self,
        class: Class,
        part: Part,
        kind: CK_ATTRIBUTE_TYPE,
        value: &[u8],
    ) -> Result<bool, Rv> {
        let Some(usual) = usual(part, kind) else { return Ok(false) };
        check(kind, value)?;
        self.set(number(class, part, kind), value, value == usual);
        Ok(true)
    }

    /// Keeps all of a template that is kept as it is given, and the list of mechanisms.
    ///
    /// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn keep_all(&mut self, class: Class, part: Part, given: &Given) -> Result<(), Rv> {
        for (kind, value) in given.iter() {
            self.keep(class, part, kind, value)?;
        }
        let listed = given.get(CKA_ALLOWED_MECHANISMS).unwrap_or_default();
        self.set(number(class, part, CKA_ALLOWED_MECHANISMS), listed, listed.is_empty());
        Ok(())
    }

    /// Keeps an attribute of a public key where it is another than by the token.
    ///
    /// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn keep_of_public(
        &mut self,
        class: Class,
        kind: CK_ATTRIBUTE_TYPE,
        value: &[u8],
        by_token: &[u8],
    ) -> Result<(), Rv> {
        check(kind, value)?;
        self.set(number(class, Part::Public, kind), value, value == by_token);
        Ok(())
    }

    /// Keeps a flag of a secret key where it is another than by the token.
    ///
    /// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn keep_use(
        &mut self,
        usage: Usage,
        flag: CK_ATTRIBUTE_TYPE,
        value: &[u8],
    ) -> Result<(), Rv> {
        if let Some(by_token) = use_by_token(usage, flag) {
            raw::truth(value)?;
            let kind = number(Class::Secret, Part::Secret, flag);
            self.set(kind, value, value == truth(by_token));
        }
        Ok(())
    }

    /// Keeps the type of a secret that is for MACs by one hash: to the token it is a secret.
    ///
    /// Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn keep_type(&mut self, given: &Given) -> Result<(), Rv> {
        if let Some(of) = given.get(CKA_KEY_TYPE) {
            let is_usual = mechanisms::hash_of_type(raw::number(of)?).is_none();
            self.set(number(Class::Secret, Part::Secret, CKA_KEY_TYPE), of, is_usual);
        }
        Ok(())
    }

    /// Keeps the label that a program says, if the object has another in the token.
    ///
    /// Errors: `CKR_ATTRIBUTE_VALUE_INVALID` for what is no text.
    pub fn keep_label(&mut self, said: &[u8], of_token: &str) -> Result<(), Rv> {
        check(CKA_LABEL, said)?;
        let is_same = said == of_token.as_bytes();
        self.set(CKA_LABEL, said, is_same);
        self.set(STAND_IN, of_token.as_bytes(), is_same);
        Ok(())
    }

    /// Notes that the public half of a pair was destroyed.
    pub fn drop_half(&mut self) {
        self.0.retain(|number, _| number & PUBLIC == 0);
        self.0.insert(GONE, vec![]);
    }
}

/// The label of a program as the token may have it; nothing if it cannot.
#[must_use]
pub fn label_of_token(said: &[u8]) -> Option<&str> {
    std::str::from_utf8(said).ok().filter(|label| check_label(label).is_ok())
}

/// Gives a new object a label of its own in the token, where it has another by the program.
///
/// Errors: those of [`Rows::keep_label`].
pub fn relabelled(attributes: &Attributes, label: String) -> Result<Attributes, Rv> {
    let mut rows = Rows::of(attributes);
    let said = rows.0.get(&CKA_LABEL).cloned();
    rows.keep_label(&said.unwrap_or_else(|| attributes.label.clone().into_bytes()), &label)?;
    Ok(Attributes { label, extra: rows.into_extra(), ..attributes.clone() })
}
