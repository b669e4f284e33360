//! Tables of public keys of every family that has some.

use crate::ecc;
#[cfg(feature = "mldsa")]
use crate::mldsa;
#[cfg(feature = "mldsa")]
use crate::often::Room;
use core::fmt;

/// Batches without a key of a family after which its tables go, if another one wants their room.
#[cfg(feature = "mldsa")]
pub(crate) const IDLE: u64 = 64;

/// Tables of the public keys that come most, for
/// [`Batch::verify_with`](super::batch::Batch::verify_with) and for the checks of
/// [`Batch::sign_with`](super::batch::Batch::sign_with): of curves as
/// [`ecc::batch::KeyTables`] has them, of ML-DSA as `mldsa::KeyTables` does.
///
/// Verdicts are the same. Together they take at most the bytes that [`KeyTables::new`] is given: a
/// family has what others leave, and those that no batch had for long leave theirs. All of it is
/// public: time and memory tell which keys come often.
///
/// ```
/// use sealane::batch::{Batch, KeyTables, SignItem, VerifyItem};
/// use sealane::{Algorithm, Nonces, PrivateKey, Scheme};
///
/// let key = PrivateKey::generate(Algorithm::from_name("mldsa44").ok_or("no such algorithm")?)?;
/// let scheme = Scheme::PURE_MLDSA;
/// let signed = Batch::new().sign(&[SignItem::new(&key, b"often", &scheme, Nonces::Hedged)]);
/// let (public, signature) = (key.public_key(), signed[0].clone()?);
///
/// let mut tables = KeyTables::new(1 << 20);
/// let items = [VerifyItem::new(&public, b"often", &scheme, &signature); 10];
/// assert!(Batch::new().verify_with(&mut tables, &items).iter().all(Result::is_ok));
/// assert!(tables.keys() == 1 && tables.bytes() <= 1 << 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KeyTables {
    #[cfg(feature = "mldsa")]
    most_bytes: usize,
    curves: ecc::batch::KeyTables,
    #[cfg(feature = "mldsa")]
    mldsa: mldsa::KeyTables,
}

impl KeyTables {
    /// None yet; together they will take at most `most_bytes`.
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self {
            #[cfg(feature = "mldsa")]
            most_bytes,
            curves: ecc::batch::KeyTables::new(most_bytes),
            #[cfg(feature = "mldsa")]
            mldsa: mldsa::KeyTables::new(most_bytes),
        }
    }

    /// Bytes of the tables that there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = self.curves.bytes();
        #[cfg(feature = "mldsa")]
        let bytes = bytes + self.mldsa.bytes();
        bytes
    }

    /// Keys that have a table.
    #[must_use]
    pub fn keys(&self) -> usize {
        let keys = self.curves.keys();
        #[cfg(feature = "mldsa")]
        let keys = keys + self.mldsa.keys();
        keys
    }

    /// How many keys of curves have tables, and how many of ML-DSA.
    #[cfg(feature = "test-hooks")]
    pub(crate) fn keys_of_families(&self) -> [usize; 2] {
        [self.curves.keys(), self.mldsa.keys()]
    }

    /// Those of curves, for a batch, with the room that the others leave.
    pub(super) fn of_curves(&mut self) -> &mut ecc::batch::KeyTables {
        #[cfg(feature = "mldsa")]
        share(self.most_bytes, self.curves.room(), self.mldsa.room());
        &mut self.curves
    }

    /// Those of ML-DSA, for a batch, with the room that the others leave.
    #[cfg(feature = "mldsa")]
    pub(super) fn of_mldsa(&mut self) -> &mut mldsa::KeyTables {
        share(self.most_bytes, self.mldsa.room(), self.curves.room());
        &mut self.mldsa
    }
}

/// Lets a family have what another one leaves, which leaves all if it has come for long no more.
#[cfg(feature = "mldsa")]
fn share(most_bytes: usize, own: &mut dyn Room, other: &mut dyn Room) {
    if own.is_short() {
        other.drop_after(IDLE);
    }
    own.set_most_bytes(most_bytes - other.bytes());
}

impl fmt::Debug for KeyTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("KeyTables");
        shown.field("curves", &self.curves);
        #[cfg(feature = "mldsa")]
        shown.field("mldsa", &self.mldsa);
        shown.finish_non_exhaustive()
    }
}
