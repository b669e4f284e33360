//! A bounded number of things by the id of their key; the one not used for the longest goes first.

use crate::object::Id;
use std::collections::HashMap;

/// What was used last.
pub(crate) struct Recent<T> {
    entries: HashMap<Id, Entry<T>>,
    /// Counts uses: the entry with the least was not used for the longest.
    uses: u64,
}

struct Entry<T> {
    held: T,
    used: u64,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { entries: HashMap::new(), uses: 0 }
    }
}

impl<T> Recent<T> {
    /// Returns what is held of a key, if it is `good`, as used now; what is not leaves.
    pub(crate) fn get(&mut self, id: Id, good: impl FnOnce(&T) -> bool) -> Option<&T> {
        self.uses += 1;
        if !good(&self.entries.get(&id)?.held) {
            self.entries.remove(&id);
            return None;
        }
        let entry = self.entries.get_mut(&id)?;
        entry.used = self.uses;
        Some(&entry.held)
    }

    /// Holds something, beside at most `most - 1` others; nothing if `most` is 0.
    pub(crate) fn put(&mut self, id: Id, held: T, most: usize) {
        if most == 0 {
            return;
        }
        self.entries.remove(&id);
        while self.entries.len() >= most {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(id) = oldest.map(|(id, _)| *id) else { return };
            self.entries.remove(&id);
        }
        self.uses += 1;
        self.entries.insert(id, Entry { held, used: self.uses });
    }

    /// Lets go of what is not good.
    pub(crate) fn keep_good(&mut self, good: impl Fn(&T) -> bool) {
        self.entries.retain(|_, entry| good(&entry.held));
    }

    /// Lets go of one.
    pub(crate) fn remove(&mut self, id: Id) {
        self.entries.remove(&id);
    }

    /// Lets go of all.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// How many are held.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: no more are held than the limit, and what was used last stays.
    #[test]
    fn oldest_goes_first() {
        let mut recent = Recent::default();
        for id in 0..=3 {
            recent.put(Id([id; 16]), id, 3);
        }
        let mut held = |id: u8| recent.get(Id([id; 16]), |_| true).copied();
        assert_eq!([0, 1, 2, 3].map(&mut held), [None, Some(1), Some(2), Some(3)]);
        held(1);
        recent.put(Id([9; 16]), 9, 3);
        let mut held = |id: u8| recent.get(Id([id; 16]), |_| true).copied();
        assert_eq!([1, 2, 3, 9].map(&mut held), [Some(1), None, Some(3), Some(9)]);
        recent.put(Id([7; 16]), 7, 0);
        assert_eq!(recent.get(Id([7; 16]), |_| true), None);
        assert_eq!(recent.len(), 3);
    }
}
