//! What changes of an object: towards less only, but for its names.

use crate::error::Error;
use crate::extra::Extra;
use crate::object::{Attributes, Usage};
use serde::{Deserialize, Serialize};

/// What may be changed of a key: towards less only, but for its names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// Another label.
    pub label: Option<String>,
    /// A part of the usage it has.
    pub usage: Option<Usage>,
    /// Whether it may leave the token; `false` only.
    pub exportable: Option<bool>,
    /// Whether it leaves the token wrapped only; `true` only.
    pub sensitive: Option<bool>,
    /// Another id that programs give it.
    pub external_id: Option<Vec<u8>>,
    /// All rows of what programs say of it from now on.
    pub extra: Option<Vec<Extra>>,
}

impl Patch {
    /// Returns attributes that permit no more than those before.
    ///
    /// Errors: `AttributeReadOnly`.
    pub fn applied_to(self, before: &Attributes) -> Result<Attributes, Error> {
        let more = self.usage.is_some_and(|usage| !before.usage.has(usage))
            || self.exportable.is_some_and(|yes| yes && !before.exportable)
            || self.sensitive.is_some_and(|yes| !yes && before.sensitive);
        if more {
            return Err(Error::AttributeReadOnly);
        }
        let before = before.clone();
        Ok(Attributes {
            label: self.label.unwrap_or(before.label),
            usage: self.usage.unwrap_or(before.usage),
            exportable: self.exportable.unwrap_or(before.exportable),
            sensitive: self.sensitive.unwrap_or(before.sensitive),
            external_id: self.external_id.unwrap_or(before.external_id),
            extra: self.extra.unwrap_or(before.extra),
            ..before
        })
    }
}
