//! Tables of keys that come often: made when they pay, dropped when room is wanted.
//!
//! What a family keeps of a key, and what tells its keys apart, is its own. All of it is public:
//! time and memory tell which keys come often.

use alloc::collections::BTreeMap;

/// Keys without a table that are counted. Beyond, counting begins anew.
pub(crate) const MAX_COUNTED: usize = 4096;

/// Keys with tables, whatever they may take.
pub(crate) const MAX_TABLES: usize = (1 << 12) - 1;

/// Tables of the keys that come most, together of at most so many bytes. The keys that have not
/// come for the longest time go first; those of one batch do not replace each other.
pub(crate) struct Often<N, T> {
    /// How often a key comes before its table pays.
    worth: u32,
    most_bytes: usize,
    bytes: usize,
    /// Batches so far, and the last that had a key.
    now: u64,
    last: u64,
    /// Whether a table of the last batch found no room.
    is_short: bool,
    tables: BTreeMap<N, Kept<T>>,
    counts: BTreeMap<N, u32>,
}

/// A table, its bytes, and the batch that had its key last.
struct Kept<T> {
    table: T,
    bytes: usize,
    read: u64,
}

impl<N: Copy + Ord, T> Often<N, T> {
    /// None yet.
    pub(crate) fn new(most_bytes: usize, worth: u32) -> Self {
        let (tables, counts) = (BTreeMap::new(), BTreeMap::new());
        Self { worth, most_bytes, bytes: 0, now: 0, last: 0, is_short: false, tables, counts }
    }

    /// Keys that have a table.
    pub(crate) fn len(&self) -> usize {
        self.tables.len()
    }

    /// Keys that are counted.
    #[cfg(test)]
    pub(crate) fn counted(&self) -> usize {
        self.counts.len()
    }

    /// Begins a batch.
    pub(crate) fn begin(&mut self) {
        self.now += 1;
        self.is_short = false;
    }

    /// Takes notice of a key that a batch has so many times. Its table is made if that pays, if it
    /// can be, and if there is room for its `bytes` or can be made; `make` says what it takes, too.
    pub(crate) fn see(
        &mut self,
        name: N,
        times: usize,
        bytes: impl FnOnce() -> Option<usize>,
        make: impl FnOnce() -> Option<(T, usize)>,
    ) {
        self.last = self.now;
        if let Some(kept) = self.tables.get_mut(&name) {
            kept.read = self.now;
            return;
        }
        if self.counts.len() >= MAX_COUNTED && !self.counts.contains_key(&name) {
            self.counts.clear();
        }
        let count = self.counts.entry(name).or_insert(0);
        *count = count.saturating_add(times.try_into().unwrap_or(u32::MAX));
        if *count < self.worth {
            return;
        }
        let Some(bytes) = bytes() else { return };
        if !self.make_room(bytes) {
            self.is_short = true;
        } else if let Some((table, bytes)) = make() {
            self.counts.remove(&name);
            self.bytes += bytes;
            self.tables.insert(name, Kept { table, bytes, read: self.now });
        }
    }

    /// Drops the oldest tables until there is room for one of so many bytes, and says whether there
    /// is: those of this batch stay.
    fn make_room(&mut self, bytes: usize) -> bool {
        if bytes > self.most_bytes {
            return false;
        }
        while bytes > self.most_bytes.saturating_sub(self.bytes) || self.len() >= MAX_TABLES {
            let old = self.tables.iter().filter(|(_, kept)| kept.read < self.now);
            let Some((oldest, _)) = old.min_by_key(|(_, kept)| kept.read) else { return false };
            let oldest = *oldest;
            self.bytes -= self.tables.remove(&oldest).map_or(0, |kept| kept.bytes);
        }
        true
    }

    /// The table of a key, if it has one.
    pub(crate) fn get(&self, name: &N) -> Option<&T> {
        self.tables.get(name).map(|kept| &kept.table)
    }

    /// All tables, in the order of their keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&N, &T)> {
        self.tables.iter().map(|(name, kept)| (name, &kept.table))
    }
}

/// The bytes of tables, for families that share them.
#[cfg_attr(not(feature = "mldsa"), expect(dead_code, reason = "one family shares with nobody"))]
pub(crate) trait Room {
    /// Bytes that the tables may take.
    fn most_bytes(&self) -> usize;

    /// Bytes that the tables may take from now on; those that there are stay.
    fn set_most_bytes(&mut self, most: usize);

    /// Bytes of the tables that there are.
    fn bytes(&self) -> usize;

    /// Whether a table of the last batch that pays was not made, for there was no room.
    fn is_short(&self) -> bool;

    /// Drops all tables if none of the last so many batches had a key.
    fn drop_after(&mut self, batches: u64);
}

impl<N, T> Room for Often<N, T> {
    fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    fn set_most_bytes(&mut self, most: usize) {
        self.most_bytes = most;
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn is_short(&self) -> bool {
        self.is_short
    }

    fn drop_after(&mut self, batches: u64) {
        if self.now - self.last > batches {
            self.tables.clear();
            self.bytes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets a batch have keys, each so many times; a table of key `n` takes `n` bytes.
    fn batch(often: &mut Often<usize, usize>, keys: &[usize], times: usize) {
        often.begin();
        for key in keys {
            often.see(*key, times, || Some(*key), || Some((10 * key, *key)));
        }
        let all: usize = often.iter().map(|(key, _)| key).sum();
        assert_eq!(all, often.bytes());
        assert!(often.bytes() <= often.most_bytes() && often.len() <= MAX_TABLES);
    }

    fn kept(often: &Often<usize, usize>) -> alloc::vec::Vec<usize> {
        often.iter().map(|(key, _)| *key).collect()
    }

    /// Goal: a table is made when its key has come often enough, the oldest goes when room is
    /// wanted and must come as often again, those of one batch do not replace each other, one that
    /// is too large is never made, and what cannot be made takes no bytes.
    #[test]
    fn tables_are_bounded() {
        let mut often = Often::new(10, 8);
        batch(&mut often, &[4], 7);
        assert_eq!((often.len(), often.counted()), (0, 1));
        batch(&mut often, &[4], 1);
        assert_eq!((often.get(&4), often.counted()), (Some(&40), 0));
        batch(&mut often, &[5], 8);
        batch(&mut often, &[4], 1);
        batch(&mut often, &[3], 100);
        assert_eq!(kept(&often), [3, 4], "the oldest went");
        batch(&mut often, &[5], 7);
        assert_eq!(kept(&often), [3, 4]);
        batch(&mut often, &[3, 4, 5, 6], 9);
        assert_eq!(kept(&often), [3, 4], "each of the batch stays");
        assert!(often.is_short());
        batch(&mut often, &[11], 100);
        assert_eq!(kept(&often), [3, 4], "there is never room");
        often.begin();
        assert!(!often.is_short());
        often.see(2, 9, || None, || Some((20, 2)));
        often.see(1, 9, || Some(1), || None);
        assert_eq!((kept(&often).len(), often.bytes()), (2, 7));
    }

    /// Goal: keys that come seldom are forgotten, and so are tables of a family that has gone; a
    /// limit that falls below what there is only keeps more from coming.
    #[test]
    fn what_is_kept_is_bounded() {
        let mut often = Often::new(usize::MAX, 2);
        often.begin();
        for key in 0..MAX_COUNTED + 10 {
            often.see(key, 1, || Some(1), || Some((1, 1)));
        }
        assert!(often.counted() <= MAX_COUNTED && often.len() == 0);
        for key in 0..MAX_TABLES + 10 {
            often.see(key, 2, || Some(1), || Some((1, 1)));
        }
        assert_eq!(often.len(), MAX_TABLES);
        often.set_most_bytes(7);
        often.begin();
        often.see(1 << 20, 2, || Some(8), || Some((1, 8)));
        assert_eq!(often.len(), MAX_TABLES);
        often.see(1 << 20, 2, || Some(2), || Some((1, 2)));
        assert_eq!((often.len(), often.bytes()), (6, 7));
        for _ in 0..3 {
            often.begin();
            often.drop_after(3);
            assert_eq!(often.len(), 6);
        }
        often.begin();
        often.drop_after(3);
        assert_eq!((often.len(), often.bytes()), (0, 0));
    }
}
