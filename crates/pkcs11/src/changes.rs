//! Changes of objects by what a caller says: names, what programs say, and rights that become
//! fewer.

use crate::attributes::{self, truth};
use crate::objects::Part;
use crate::raw::{self, Attributes as Given};
use crate::rv::Rv;
use crate::said::{self, Rows};
use cryptoki_sys::*;
use sealane_client::object::{Class, Object, Patch, Usage};

/// Whether an object gets the label of a program in the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// If the token can have it.
    OfProgram,
    /// It keeps its own: another object has that label.
    Kept,
}

/// What is to change of an object of the token.
///
/// Errors: `CKR_ATTRIBUTE_READ_ONLY`, `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn patch(object: &Object, part: Part, given: &Given, label: Label) -> Result<Patch, Rv> {
    let before = Rows::of(&object.attributes);
    let (mut rows, mut patch) = (before.clone(), Patch::default());
    let is_half = object.class == Class::Private && part == Part::Public;
    for (kind, value) in given.iter() {
        match kind {
            CKA_LABEL | CKA_ID if is_half => {
                let by_pair = said::value(object, Part::Private, kind).unwrap_or_default();
                rows.keep_of_public(object.class, kind, value, by_pair)?;
            }
            CKA_LABEL => {
                leave_half(&mut rows, object, kind, value)?;
                let said = said::label_of_token(value).filter(|_| label == Label::OfProgram);
                rows.keep_label(value, said.unwrap_or(&object.attributes.label))?;
                patch.label = said.map(str::to_owned);
            }
            CKA_ID => {
                leave_half(&mut rows, object, kind, value)?;
                patch.external_id = Some(value.to_vec());
            }
            CKA_VERIFY | CKA_ENCRYPT if part == Part::Public => {
                let usage = if kind == CKA_VERIFY { Usage::VERIFY } else { Usage::DECRYPT };
                let by_token = truth(object.attributes.usage.has(usage));
                rows.keep_of_public(object.class, kind, value, &by_token)?;
            }
            // What is said once for all: PKCS#11, section 4.4.
            CKA_MODIFIABLE => return Err(Rv(CKR_ATTRIBUTE_READ_ONLY)),
            CKA_COPYABLE if raw::truth(value)? && is_false(object, part, kind) => {
                return Err(Rv(CKR_ATTRIBUTE_READ_ONLY));
            }
            _ if rows.keep(object.class, part, kind, value)? => {}
            _ if part == Part::Secret && said::use_by_token(Usage::NONE, kind).is_some() => {
                // The rights of a key grow no more.
                let is_false = attributes::value(object, part, kind)? == [CK_FALSE];
                match (raw::truth(value)?, is_false) {
                    (true, true) => return Err(Rv(CKR_ATTRIBUTE_READ_ONLY)),
                    _ if said::is_right(object.kind, kind) => {
                        restrict(&mut patch, object, kind, value)?;
                    }
                    _ => rows.keep_use(object.attributes.usage, kind, value)?,
                }
            }
            _ if is_half => return Err(Rv(CKR_ATTRIBUTE_READ_ONLY)),
            _ => restrict(&mut patch, object, kind, value)?,
        }
    }
    patch.extra = (rows != before).then(|| rows.into_extra());
    Ok(patch)
}

fn is_false(object: &Object, part: Part, flag: CK_ATTRIBUTE_TYPE) -> bool {
    said::value(object, part, flag) == Some(&[CK_FALSE])
}

/// Lets the public half of a pair keep a name that the private one loses.
fn leave_half(
    rows: &mut Rows,
    object: &Object,
    kind: CK_ATTRIBUTE_TYPE,
    new: &[u8],
) -> Result<(), Rv> {
    if object.class != Class::Private || said::parts(object).len() == 1 {
        return Ok(());
    }
    let old = said::value(object, Part::Public, kind).unwrap_or_default();
    rows.keep_of_public(object.class, kind, old, new)
}

/// Takes a right away. Errors: `CKR_ATTRIBUTE_READ_ONLY`, `CKR_ATTRIBUTE_VALUE_INVALID`.
fn restrict(
    patch: &mut Patch,
    object: &Object,
    kind: CK_ATTRIBUTE_TYPE,
    value: &[u8],
) -> Result<(), Rv> {
    let usage = match kind {
        CKA_SENSITIVE => {
            patch.sensitive = Some(raw::truth(value)?);
            return Ok(());
        }
        CKA_EXTRACTABLE => {
            patch.exportable = Some(raw::truth(value)?);
            return Ok(());
        }
        CKA_SIGN => Usage::SIGN,
        CKA_DECRYPT => Usage::DECRYPT,
        CKA_DERIVE => Usage::DERIVE,
        CKA_VERIFY => Usage::VERIFY,
        _ => return Err(Rv(CKR_ATTRIBUTE_READ_ONLY)),
    };
    let uses = patch.usage.unwrap_or(object.attributes.usage);
    match (raw::truth(value)?, uses.has(usage)) {
        (true, false) => return Err(Rv(CKR_ATTRIBUTE_READ_ONLY)),
        (false, true) => {
            let kept = Usage::ALL.iter().map(|row| row.0).filter(|one| *one != usage);
            let kept = kept.filter(|one| uses.has(*one)).fold(Usage::NONE, Usage::with);
            patch.usage = Some(kept);
        }
        _ => {}
    }
    Ok(())
}
