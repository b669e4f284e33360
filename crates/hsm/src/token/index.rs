//! What a token knows without its store: the public parts of its objects, and what opens their
//! keys. Whoever reads waits for no disk.

use super::Writer;
use crate::master::MasterKeys;
use crate::object::{Id, Object};
use crate::state::State;
use crate::storage::Record;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The public parts, by id and by label, and the rest of what was last committed.
#[derive(Default)]
pub(super) struct Index {
    pub(super) objects: HashMap<Id, Arc<Object>>,
    pub(super) labels: HashMap<String, Id>,
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
            all.sort_unstable_by(|a, b| a.attributes.label.cmp(&b.attributes.label));
            all
        })
    }

    pub(super) fn insert(&mut self, object: Arc<Object>) {
        self.sorted.take();
        self.remove(object.id);
        self.labels.insert(object.attributes.label.clone(), object.id);
        self.objects.insert(object.id, object);
    }

    pub(super) fn remove(&mut self, id: Id) {
        self.sorted.take();
        if let Some(old) = self.objects.remove(&id) {
            self.labels.remove(&old.attributes.label);
        }
    }
}
