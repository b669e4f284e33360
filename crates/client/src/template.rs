//! What is looked for among the objects of a token, and where a page begins.

use crate::extra::Extra;
use crate::key::KeyKind;
use crate::object::{Class, Object, Usage};
use serde::{Deserialize, Serialize};

/// What an object must be: all that is given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Template {
    /// Its label.
    pub label: Option<String>,
    /// The id that programs have given it.
    #[serde(with = "serde_bytes")]
    pub external_id: Option<Vec<u8>>,
    /// What it holds.
    pub class: Option<Class>,
    /// Algorithm and size.
    pub kind: Option<KeyKind>,
    /// Uses that it has, all of them.
    pub usage: Option<Usage>,
    /// Whether it may leave the token.
    pub exportable: Option<bool>,
    /// Whether it leaves the token wrapped only.
    pub sensitive: Option<bool>,
    /// Rows of what programs say: who has one of them fits whatever its label and its id are.
    pub or_extra: Vec<Extra>,
}

impl Template {
    /// Whether an object is one of those.
    #[must_use]
    pub fn fits(&self, object: &Object) -> bool {
        let it = &object.attributes;
        let by_names = self.label.as_ref().is_none_or(|label| *label == it.label)
            && self.external_id.as_ref().is_none_or(|id| *id == it.external_id);
        (by_names || self.or_extra.iter().any(|row| it.extra.contains(row)))
            && self.class.is_none_or(|class| class == object.class)
            && self.kind.is_none_or(|kind| kind == object.kind)
            && self.usage.is_none_or(|usage| it.usage.has(usage))
            && self.exportable.is_none_or(|yes| yes == it.exportable)
            && self.sensitive.is_none_or(|yes| yes == it.sensitive)
    }
}

/// The place of an object in a list of all: by label, then by class.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Its label.
    pub label: String,
    /// What it holds.
    pub class: Class,
}

impl From<&Object> for Place {
    fn from(object: &Object) -> Self {
        Self { label: object.attributes.label.clone(), class: object.class }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Attributes, History, Id};

    /// Goal: each part of a template is looked at. Method: an object, templates of one part that
    /// fits and of one that does not.
    #[test]
    fn each_part_is_looked_at() {
        let kind: KeyKind = "p256".parse().unwrap();
        let extra = vec![Extra { kind: 3, value: vec![1] }];
        let usual = Attributes::usual("web", kind);
        let attributes = Attributes { external_id: vec![7], extra, ..usual };
        let object = Object {
            id: Id([1; 16]),
            class: Class::Private,
            kind,
            attributes,
            public: vec![],
            version: 0,
            sequence: 1,
            created: 2,
            history: History::default(),
        };
        let none = Template::default();
        let label = |text: &str| Template { label: Some(text.into()), ..none.clone() };
        let id = |n| Template { external_id: Some(vec![n]), ..none.clone() };
        let class = |class| Template { class: Some(class), ..none.clone() };
        let kind = |name: &str| Template { kind: name.parse().ok(), ..none.clone() };
        let usage = |usage| Template { usage: Some(usage), ..none.clone() };
        let out = |exportable| Template { exportable: Some(exportable), ..none.clone() };
        let sensitive = |sensitive| Template { sensitive: Some(sensitive), ..none.clone() };
        let row = |kind, value| Template {
            or_extra: vec![Extra { kind, value: vec![value] }],
            ..label("other")
        };
        let pairs = [
            (label("web"), label("we")),
            (row(3, 1), row(3, 2)),
            (row(3, 1), row(4, 1)),
            (row(3, 1), Template { class: Some(Class::Data), ..row(3, 1) }),
            (id(7), id(8)),
            (class(Class::Private), class(Class::Public)),
            (kind("p256"), kind("p384")),
            (usage(Usage::SIGN), usage(Usage::SIGN.with(Usage::DERIVE))),
            (out(false), out(true)),
            (sensitive(true), sensitive(false)),
        ];
        assert!(none.fits(&object));
        for (yes, no) in pairs {
            assert!(yes.fits(&object) && !no.fits(&object), "{yes:?} {no:?}");
        }
    }
}
