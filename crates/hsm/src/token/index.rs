//! What a token knows without its store: the public parts of its objects, and what opens their
//! keys. Whoever reads waits for no disk.

use super::Writer;
use crate::extra::Extra;
use crate::master::MasterKeys;
use crate::object::{Attributes, Class, Id, Object};
use crate::state::State;
use crate::storage::Record;
use crate::template::{Place, Template};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

/// The public parts, by id and by label, and the rest of what was last committed.
#[derive(Default)]
pub(super) struct Index {
    pub(super) objects: HashMap<Id, Arc<Object>>,
    /// Keys by their labels, of which no two have the same; and all else by label and class.
    labels: HashMap<String, Id>,
    others: HashMap<(Class, String), Id>,
    /// What has an id of a program's, by that.
    external: Shared<Vec<u8>>,
    /// What has a row of what programs say, by that.
    extra: Shared<Extra>,
    /// All of them, ordered by their labels: made when it is asked for, gone with each change.
    sorted: OnceLock<Vec<Arc<Object>>>,
    /// Another number after each change of an object.
    pub(super) changes: u64,
    /// Nothing before the first commit.
    pub(super) view: Option<Arc<View>>,
}

/// Objects by what several of them may have.
struct Shared<K>(HashMap<K, Vec<Id>>);

impl<K> Default for Shared<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Hash + Eq + Clone> Shared<K> {
    fn get(&self, key: &K) -> impl Iterator<Item = Id> + use<'_, K> {
        self.0.get(key).into_iter().flatten().copied()
    }

    fn insert(&mut self, key: &K, id: Id) {
        self.0.entry(key.clone()).or_default().push(id);
    }

    fn remove(&mut self, key: &K, id: Id) {
        if let Some(same) = self.0.get_mut(key) {
            same.retain(|other| *other != id);
            if same.is_empty() {
                self.0.remove(key);
            }
        }
    }
}

/// What was last committed, beside the objects.
#[derive(Clone)]
pub(super) struct View {
    pub(super) state: State,
    pub(super) keys: Arc<MasterKeys>,
    pub(super) identities: Arc<HashMap<String, Record>>,
}

impl View {
    pub(super) fn of(writer: &Writer) -> Self {
        let (state, keys) = (writer.state.clone(), writer.keys.clone());
        Self { state, keys, identities: writer.identities.clone() }
    }
}

impl Index {
    pub(super) fn with_view(self, view: View) -> Self {
        Self { view: Some(view.into()), ..self }
    }

    pub(super) fn with_changes(self, changes: u64) -> Self {
        Self { changes, ..self }
    }

    pub(super) fn sorted(&self) -> &[Arc<Object>] {
        self.sorted.get_or_init(|| {
            let mut all: Vec<_> = self.objects.values().cloned().collect();
            all.sort_unstable_by(|a, b| place(a).cmp(&place(b)));
            all
        })
    }

    /// The object of a label: of all keys, or of those of one class.
    pub(super) fn of_label(&self, class: Class, label: &str) -> Option<&Arc<Object>> {
        let id = if class.is_key() {
            self.labels.get(label)?
        } else {
            self.others.get(&(class, label.to_owned()))?
        };
        self.objects.get(id)
    }

    /// The objects that a template may fit, behind a place and in order.
    pub(super) fn candidates<'a>(
        &'a self,
        template: &Template,
        after: Option<&Place>,
    ) -> Box<dyn Iterator<Item = &'a Arc<Object>> + 'a> {
        let after = after.cloned();
        let is_behind = move |it: &&Arc<Object>| {
            after.as_ref().is_none_or(|after| place(it) > (&after.label[..], after.class))
        };
        let id = template.external_id.as_ref().filter(|id| !id.is_empty());
        let mut some: Vec<&'a Arc<Object>> = if let Some(label) = &template.label {
            let classes = [Class::Private, Class::Certificate, Class::Data].into_iter();
            classes.filter_map(|class| self.of_label(class, label)).collect()
        } else if let Some(id) = id {
            self.external.get(id).filter_map(|id| self.objects.get(&id)).collect()
        } else {
            let all = self.sorted();
            let begin = all.partition_point(|it| !is_behind(&it));
            return Box::new(all[begin..].iter());
        };
        let by_rows = template.or_extra.iter().flat_map(|row| self.extra.get(row));
        some.extend(by_rows.filter_map(|id| self.objects.get(&id)));
        some.sort_unstable_by(|a, b| place(a).cmp(&place(b)));
        some.dedup_by_key(|object| object.id);
        Box::new(some.into_iter().filter(is_behind))
    }

    pub(super) fn insert(&mut self, object: Arc<Object>) {
        self.sorted.take();
        self.remove(object.id);
        let label = object.attributes.label.clone();
        if object.class.is_key() {
            self.labels.insert(label, object.id);
        } else {
            self.others.insert((object.class, label), object.id);
        }
        if !object.attributes.external_id.is_empty() {
            self.external.insert(&object.attributes.external_id, object.id);
        }
        object.attributes.extra.iter().for_each(|row| self.extra.insert(row, object.id));
        self.objects.insert(object.id, object);
    }

    pub(super) fn remove(&mut self, id: Id) {
        self.sorted.take();
        let Some(old) = self.objects.remove(&id) else { return };
        let Attributes { label, external_id, extra, .. } = &old.attributes;
        if old.class.is_key() {
            self.labels.remove(label);
        } else {
            self.others.remove(&(old.class, label.clone()));
        }
        self.external.remove(external_id, id);
        extra.iter().for_each(|row| self.extra.remove(row, id));
    }
}

fn place(object: &Object) -> (&str, Class) {
    (&object.attributes.label, object.class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::History;

    fn object(id: u8, class: Class, label: &str, external_id: &[u8]) -> Arc<Object> {
        let kind = "p256".parse().unwrap();
        let extra = vec![Extra { kind: 5, value: external_id.to_vec() }];
        let external_id = external_id.to_vec();
        let attributes = Attributes { external_id, extra, ..Attributes::usual(label, kind) };
        let (id, public, history) = (Id([id; 16]), vec![], History::default());
        let (version, sequence, created) = (0, 0, 0);
        let object =
            Object { id, class, kind, attributes, public, version, sequence, created, history };
        object.into()
    }

    /// Goal: what is gone, or has another name, is under its name no more. Method: two objects of
    /// one id of programs, of which one gets another, and both go.
    #[test]
    fn names_go_with_objects() {
        let mut index = Index::default();
        index.insert(object(1, Class::Private, "one", &[7]));
        index.insert(object(2, Class::Data, "two", &[7]));
        let ids = |index: &Index, external_id: u8| {
            let row = Extra { kind: 5, value: vec![external_id] };
            let by_row: Vec<Id> = index.extra.get(&row).collect();
            assert_eq!(index.external.get(&vec![external_id]).collect::<Vec<Id>>(), by_row);
            by_row
        };
        assert_eq!(ids(&index, 7), [Id([1; 16]), Id([2; 16])]);
        index.insert(object(1, Class::Private, "one", &[8]));
        assert_eq!((ids(&index, 7), ids(&index, 8)), (vec![Id([2; 16])], vec![Id([1; 16])]));
        index.insert(object(2, Class::Data, "second", &[7]));
        assert!(index.of_label(Class::Data, "two").is_none());
        assert!(index.of_label(Class::Data, "second").is_some());
        [1, 2].into_iter().for_each(|id| index.remove(Id([id; 16])));
        assert!(index.external.0.is_empty() && index.extra.0.is_empty());
        assert!(index.labels.is_empty() && index.others.is_empty() && index.objects.is_empty());
    }

    /// Goal: a search by an id of programs looks at the objects that have it, and at no others.
    #[test]
    fn searches_look_at_few() {
        let mut index = Index::default();
        index.insert(object(1, Class::Private, "one", &[7]));
        index.insert(object(2, Class::Private, "two", &[8]));
        index.insert(object(3, Class::Private, "three", &[]));
        let looked_at = |external_id: &[u8]| {
            let external_id = Some(external_id.to_vec());
            let template = Template { external_id, ..Template::default() };
            index.candidates(&template, None).count()
        };
        // Who has no such id is not noted under none.
        assert_eq!((looked_at(&[7]), looked_at(&[9]), looked_at(&[])), (1, 0, 3));
    }
}
