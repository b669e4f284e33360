//! An object as a record has it.

use crate::error::Error;
use crate::extra::Extra;
use crate::key::KeyKind;
use crate::object::{Attributes, Class, History, Id, Mechanism, Object, Usage};
use crate::permission::Permissions;
use crate::state::{from_bytes, to_bytes};
use crate::storage::Record;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How a key came into a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Arrival {
    /// Made in it, from random bytes of its own.
    Generated,
    /// From outside, in the clear.
    Imported,
    /// From outside, wrapped.
    Unwrapped,
    /// Before there was a note of it.
    Unknown,
}

/// What a token keeps of an object: all of it is what the object's own key is derived from.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) object: Object,
    pub(super) arrival: Arrival,
    /// Whether it was ever permitted to leave the token.
    pub(super) once_exportable: bool,
}

/// The form of a record, and of an object in a backup. Its order is that of the bytes.
#[derive(Serialize, Deserialize)]
struct Form<'a> {
    id: Id,
    class: Class,
    kind: KeyKind,
    label: Cow<'a, str>,
    usage: Usage,
    exportable: bool,
    sensitive: bool,
    mechanisms: Cow<'a, [Mechanism]>,
    public: Cow<'a, [u8]>,
    version: u32,
    sequence: u64,
    created: u64,
    arrival: Arrival,
    once_exportable: bool,
}

/// Behind the bytes of all else, if there is anything to say: records of before have none.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct More<'a> {
    external_id: Cow<'a, [u8]>,
    permissions: Cow<'a, Permissions>,
}

/// Behind that, in the same way: stores of format 2 have none.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Latest<'a> {
    history: History,
    extra: Cow<'a, [Extra]>,
}

impl Stored {
    /// Reads a record, which stands under its own name. Errors: `StoreCorrupt`.
    pub(super) fn read(record: &Record) -> Result<Self, Error> {
        let own = Self::from_body(&record.body).filter(|stored| stored.object.id == record.id);
        own.ok_or(Error::StoreCorrupt("an object's attributes"))
    }

    /// Reads what [`Stored::body`] gave; nothing if it is not that.
    pub(super) fn from_body(body: &[u8]) -> Option<Self> {
        let (form, rest): (Form<'_>, _) = postcard::take_from_bytes(body).ok()?;
        let (arrival, once_exportable) = (form.arrival, form.once_exportable);
        let (more, behind) = match rest {
            [] => (More::default(), rest),
            _ => postcard::take_from_bytes(rest).ok()?,
        };
        let latest = if behind.is_empty() { Latest::default() } else { from_bytes(behind)? };
        let read = Self { object: form.into_object(more, latest), arrival, once_exportable };
        // One form of one object: what is said by nothing is not said by empty lists.
        let is_short = behind.is_empty() == read.has_no_latest();
        (is_short && rest.is_empty() == read.has_no_more()).then_some(read)
    }

    /// The bytes of all of it.
    pub(super) fn body(&self) -> Vec<u8> {
        let it = &self.object;
        let form = Form {
            id: it.id,
            class: it.class,
            kind: it.kind,
            label: (&it.attributes.label).into(),
            usage: it.attributes.usage,
            exportable: it.attributes.exportable,
            sensitive: it.attributes.sensitive,
            mechanisms: (&it.attributes.mechanisms).into(),
            public: (&it.public).into(),
            version: it.version,
            sequence: it.sequence,
            created: it.created,
            arrival: self.arrival,
            once_exportable: self.once_exportable,
        };
        let mut body = to_bytes(&form);
        if !self.has_no_more() {
            let external_id = (&it.attributes.external_id).into();
            let permissions = Cow::Borrowed(&it.attributes.permissions);
            body.extend(to_bytes(&More { external_id, permissions }));
        }
        if !self.has_no_latest() {
            let extra = (&it.attributes.extra).into();
            body.extend(to_bytes(&Latest { history: it.history, extra }));
        }
        body
    }

    /// Whether nobody outside can know the key: it was made here, and could never leave. Only such
    /// a key wraps those that must not be in the clear outside.
    pub(super) fn is_secret(&self) -> bool {
        self.arrival == Arrival::Generated && !self.once_exportable
    }

    /// Whether there is nothing behind what every record has.
    fn has_no_more(&self) -> bool {
        let it = &self.object.attributes;
        it.external_id.is_empty() && it.permissions.is_open() && self.has_no_latest()
    }

    fn has_no_latest(&self) -> bool {
        self.object.attributes.extra.is_empty() && self.object.history == History::default()
    }

    /// Whether what is said of its past fits what is said of it now.
    pub(super) fn is_possible(&self) -> bool {
        let Object { history, attributes, .. } = &self.object;
        let was_made = self.arrival == Arrival::Generated || !history.local;
        let stayed = !self.once_exportable || !history.never_exportable;
        was_made && stayed && history.fits(attributes)
    }
}

impl Form<'_> {
    fn into_object(self, more: More<'_>, latest: Latest<'_>) -> Object {
        let attributes = Attributes {
            label: self.label.into_owned(),
            usage: self.usage,
            exportable: self.exportable,
            sensitive: self.sensitive,
            mechanisms: self.mechanisms.into_owned(),
            external_id: more.external_id.into_owned(),
            permissions: more.permissions.into_owned(),
            extra: latest.extra.into_owned(),
        };
        let (id, class, kind) = (self.id, self.class, self.kind);
        let (version, sequence, created) = (self.version, self.sequence, self.created);
        let (public, history) = (self.public.into_owned(), latest.history);
        Object { id, class, kind, attributes, public, version, sequence, created, history }
    }
}

/// Reads an object of format 1, and of backups of the first form: without what came later.
pub(super) fn earlier_object(body: &[u8]) -> Option<Object> {
    // The two bytes that it lacks say what is not known of it.
    let whole = [body, &to_bytes(&(Arrival::Unknown, true))].concat();
    let object = Stored::from_body(&whole)?.object;
    Some(Object { history: History::default(), ..object })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(attributes: Attributes, history: History) -> Stored {
        let kind: KeyKind = "p256".parse().unwrap();
        let (id, class, public) = (Id([7; 16]), Class::Private, vec![1, 2, 3]);
        let (version, sequence, created) = (4, 5, 6);
        let object =
            Object { id, class, kind, attributes, public, version, sequence, created, history };
        let arrival = if history.local { Arrival::Generated } else { Arrival::Imported };
        Stored { object, arrival, once_exportable: false }
    }

    fn usual() -> Attributes {
        Attributes::usual("web", "p256".parse().unwrap())
    }

    /// Goal: a record gives its object back, with all that is said of it, and no other bytes are
    /// one. Method: with and without what came later; cut, longer, and with empty lists behind.
    #[test]
    fn records_give_their_objects_back() {
        let nobody = Permissions { users: Some(vec![]), viewers: None };
        let extra = vec![Extra { kind: 3, value: b"Web".to_vec() }];
        let (unknown, made) = (History::default(), History::of_new(&usual()));
        for (attributes, history) in [
            (usual(), unknown),
            (Attributes { external_id: vec![1; 64], ..usual() }, unknown),
            (Attributes { permissions: nobody.clone(), ..usual() }, unknown),
            (Attributes { external_id: vec![1], permissions: nobody, ..usual() }, unknown),
            (Attributes { extra: extra.clone(), ..usual() }, unknown),
            (usual(), made),
            (Attributes { external_id: vec![1], extra, ..usual() }, made),
        ] {
            let it = stored(attributes, history);
            let body = it.body();
            let read = Stored::from_body(&body).unwrap();
            assert_eq!((read.object, read.arrival), (it.object, it.arrival));
            assert!(Stored::from_body(&body[..body.len() - 1]).is_none());
            assert!(Stored::from_body(&[&body[..], &[0]].concat()).is_none());
        }
        let plain = stored(usual(), unknown).body();
        for empty in [&[0, 0, 0][..], &[0, 0, 0, 0, 0, 0, 0], &[1, 7, 0, 0, 0, 0, 0, 0]] {
            assert!(Stored::from_body(&[&plain[..], empty].concat()).is_none(), "{empty:?}");
        }
        assert!(Stored::from_body(&[&plain[..], &[1, 7, 0, 0]].concat()).is_some());
    }

    /// Goal: a past that an object cannot have is noticed, and an object of format 1 has none.
    /// Method: each part that contradicts another, beside the nearest that does not.
    #[test]
    fn pasts_are_possible() {
        let made = History::of_new(&usual());
        let good = stored(usual(), made);
        assert!(good.is_possible());
        let brought = Stored { arrival: Arrival::Imported, ..good.clone() };
        let left = Stored { once_exportable: true, ..good.clone() };
        let never = Attributes { exportable: true, ..usual() };
        let always = Attributes { sensitive: false, ..usual() };
        let nowhere = History { local: false, ..made };
        for bad in [
            brought,
            left.clone(),
            stored(never.clone(), made),
            stored(always.clone(), made),
            Stored { arrival: Arrival::Generated, ..stored(usual(), nowhere) },
        ] {
            assert!(!bad.is_possible(), "{bad:?}");
        }
        assert!(stored(never.clone(), History::of_new(&never)).is_possible());
        assert!(stored(always, History { always_sensitive: false, ..made }).is_possible());
        let mut left = left;
        left.object.history.never_exportable = false;
        assert!(left.is_possible());
        // The bytes that format 1 lacks end a value here, and a history stands before them.
        let value = to_bytes(&(Arrival::Unknown, true));
        let attributes = Attributes { extra: vec![Extra { kind: 3, value }], ..usual() };
        let body = stored(attributes, made).body();
        let object = earlier_object(&body[..body.len() - 2]).unwrap();
        assert_eq!(object.history, History::default());
    }
}
