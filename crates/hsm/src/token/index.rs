//! What a token knows without its store: the public parts of its objects, and what opens their
//! keys. Whoever reads waits for no disk.

use super::Writer;
use crate::master::MasterKeys;
use crate::object::{Attributes, Class, Id, Object};
use crate::state::State;
use crate::storage::Record;
use crate::template::{Place, Template};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The public parts, by id and by label, and the rest of what was last committed.
#[derive(Default)]
pub(super) struct Index {
    pub(super) objects: HashMap<Id, Arc<Object>>,
    /// Keys by their labels, of which no two have the same; and all else by label and class.
    labels: HashMap<String, Id>,
    others: HashMap<(Class, String), Id>,
    /// What has an id of a program's, by that.
    external: HashMap<Vec<u8>, Vec<Id>>,
    /// All of them, ordered by their labels: made when it is asked for, gone with each change.
    sorted: OnceLock<Vec<Arc<Object>>>,
    /// Nothing before the first commit.
    pub(super) view: Option<Arc<View>>,
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
        let sorted = |mut some: Vec<&'a Arc<Object>>| {
            some.sort_unstable_by(|a, b| place(a).cmp(&place(b)));
            some.into_iter()
        };
        if let Some(label) = &template.label {
            let of_class = |class: Class| self.of_label(class, label);
            let some = [Class::Private, Class::Certificate, Class::Data].into_iter();
            return Box::new(sorted(some.filter_map(of_class).collect()).filter(is_behind));
        }
        if let Some(id) = template.external_id.as_ref().filter(|id| !id.is_empty()) {
            let some = self.external.get(id).into_iter().flatten();
            let some = some.filter_map(|id| self.objects.get(id)).collect();
            return Box::new(sorted(some).filter(is_behind));
        }
        let all = self.sorted();
        let begin = all.partition_point(|it| !is_behind(&it));
        Box::new(all[begin..].iter())
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
            let id = object.attributes.external_id.clone();
            self.external.entry(id).or_default().push(object.id);
        }
        self.objects.insert(object.id, object);
    }

    pub(super) fn remove(&mut self, id: Id) {
        self.sorted.take();
        let Some(old) = self.objects.remove(&id) else { return };
        let Attributes { label, external_id, .. } = &old.attributes;
        if old.class.is_key() {
            self.labels.remove(label);
        } else {
            self.others.remove(&(old.class, label.clone()));
        }
        if let Some(same) = self.external.get_mut(external_id) {
            same.retain(|other| *other != id);
            if same.is_empty() {
                self.external.remove(external_id);
            }
        }
    }
}

fn place(object: &Object) -> (&str, Class) {
    (&object.attributes.label, object.class)
}
