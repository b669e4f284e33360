//! Public keys that stay read.

use crate::error::Error;
use crate::object::{Id, Object};
use lru::LruCache;
use sealane::{Lengths, PublicKey};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

/// Public keys that have verified: to read one again takes up to 7 ms (the domain of DSA).
pub(super) struct PublicKeys(Mutex<LruCache<Id, ReadKey>>);

/// A SubjectPublicKeyInfo, and the key that it is of.
type ReadKey = (Vec<u8>, Arc<PublicKey>);

/// How many public keys stay read; the longest take 4 KiB each.
const MAX_PUBLIC: NonZeroUsize = NonZeroUsize::new(256).expect("more than none");

impl Default for PublicKeys {
    fn default() -> Self {
        Self(Mutex::new(LruCache::sparse(MAX_PUBLIC)))
    }
}

impl PublicKeys {
    /// Returns the public key of an object. Errors: those of the library.
    pub(super) fn get_or_parse(&self, object: &Object) -> Result<Arc<PublicKey>, Error> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((spki, key)) = kept().get(&object.id)
            && *spki == object.public
        {
            return Ok(key.clone());
        }
        // Nobody waits for somebody else's key to be read.
        let key = PublicKey::from_spki_der(&object.public, Lengths::Current)?;
        let key = Arc::new(key);
        kept().put(object.id, (object.public.clone(), key.clone()));
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{generate, public_kind};
    use crate::object::{Attributes, Class, History};
    use crate::platform::Platform;

    fn object(id: u8, public: &[u8]) -> Object {
        let kind = public_kind(public).expect("a public key");
        Object {
            id: Id([id; 16]),
            class: Class::Public,
            kind,
            attributes: Attributes::usual("key", kind),
            public: public.to_vec(),
            version: 1,
            sequence: 1,
            created: 0,
            history: History::default(),
        }
    }

    /// Goal: a public key is read once, one that has changed is read anew, and one that cannot be
    /// read is never kept. Method: which key is given, under one id and under two.
    #[test]
    fn public_keys_are_read_once() {
        let make = || {
            let kind = "p256".parse().expect("a kind");
            generate(kind, &Platform::system()).expect("a key").public_document()
        };
        let (one, other) = (make(), make());
        let keys = PublicKeys::default();
        let first = keys.get_or_parse(&object(1, &one)).expect("good");
        assert!(Arc::ptr_eq(&first, &keys.get_or_parse(&object(1, &one)).expect("good")));
        let changed = keys.get_or_parse(&object(1, &other)).expect("good");
        assert_eq!(changed.to_spki_der(), other);
        assert_eq!(keys.get_or_parse(&object(2, &one)).expect("good").to_spki_der(), one);
        assert_eq!(keys.get_or_parse(&object(1, &one)).expect("good").to_spki_der(), one);
        let mut broken = object(1, &one);
        broken.public.pop();
        assert!(keys.get_or_parse(&broken).is_err() && keys.get_or_parse(&broken).is_err());
    }
}
