//! One digest of all records, so that none can be taken away, added or put back.
//!
//! A record's own MAC says that the token wrote it, once. The digest over the MACs of all records,
//! which stands in the token's state under a MAC of its own, says that it is the one that counts.
//! MACs lie in buckets, and a change hashes its bucket and the digests of the buckets: some
//! microseconds, however many records there are.

use crate::object::Id;
use crate::secret::Tag;
use crate::storage::Table;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

const BUCKETS: usize = 256;

/// The MACs of all records of a token.
#[derive(Clone)]
pub(crate) struct RecordDigest {
    buckets: Vec<BTreeMap<(Table, Id), Tag>>,
    digests: Vec<Tag>,
}

impl RecordDigest {
    pub(crate) fn new() -> Self {
        let empty = digest_of(&BTreeMap::new());
        Self { buckets: vec![BTreeMap::new(); BUCKETS], digests: vec![empty; BUCKETS] }
    }

    /// Takes the MAC of a record, or that there is none any more, and returns what it was before.
    pub(crate) fn set(&mut self, table: Table, id: Id, tag: Option<Tag>) -> Option<Tag> {
        let before = self.set_later(table, id, tag);
        let bucket = bucket_of(id);
        self.digests[bucket] = digest_of(&self.buckets[bucket]);
        before
    }

    /// The same for many records, after which [`RecordDigest::settle`] is called.
    pub(crate) fn set_later(&mut self, table: Table, id: Id, tag: Option<Tag>) -> Option<Tag> {
        let bucket = &mut self.buckets[bucket_of(id)];
        match tag {
            Some(tag) => bucket.insert((table, id), tag),
            None => bucket.remove(&(table, id)),
        }
    }

    pub(crate) fn settle(&mut self) {
        self.digests = self.buckets.iter().map(digest_of).collect();
    }

    /// The MAC of a record, if there is such a record.
    pub(crate) fn tag(&self, table: Table, id: Id) -> Option<&Tag> {
        self.buckets[bucket_of(id)].get(&(table, id))
    }

    /// The digest of all.
    pub(crate) fn digest(&self) -> Tag {
        let mut hash = Sha256::new();
        self.digests.iter().for_each(|digest| hash.update(digest));
        hash.finalize().into()
    }
}

fn bucket_of(id: Id) -> usize {
    id.0[0].into()
}

fn digest_of(bucket: &BTreeMap<(Table, Id), Tag>) -> Tag {
    let mut hash = Sha256::new();
    for ((table, id), tag) in bucket {
        hash.update([*table as u8]);
        hash.update(id.0);
        hash.update(tag);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the digest is that of the records, whatever way they came. Method: records set in
    /// two orders, some of them twice or for a while; each difference that is left shows.
    #[test]
    fn digest_is_of_the_records() {
        let id = |n: u8| Id([n.wrapping_mul(83); 16]);
        let (mut one, mut other) = (RecordDigest::new(), RecordDigest::new());
        for n in 0..200 {
            one.set(Table::Objects, id(n), Some([n; 32]));
        }
        for n in (0..200).rev() {
            other.set_later(Table::Objects, id(n), Some([n ^ 1; 32]));
            other.set_later(Table::Roles, id(n), Some([n; 32]));
        }
        for n in 0..200 {
            assert_eq!(other.set(Table::Objects, id(n), Some([n; 32])), Some([n ^ 1; 32]));
            assert!(other.set(Table::Roles, id(n), None).is_some());
        }
        other.settle();
        assert_eq!(one.digest(), other.digest());
        let whole = one.digest();
        one.set(Table::Objects, id(7), None);
        assert_ne!(one.digest(), whole);
        one.set(Table::Roles, id(7), Some([7; 32]));
        assert_ne!(one.digest(), whole);
        one.set(Table::Roles, id(7), None);
        one.set(Table::Objects, id(7), Some([8; 32]));
        assert_ne!(one.digest(), whole);
        one.set(Table::Objects, id(7), Some([7; 32]));
        assert_eq!(one.digest(), whole);
        assert_eq!(one.tag(Table::Objects, id(7)), Some(&[7; 32]));
    }
}
