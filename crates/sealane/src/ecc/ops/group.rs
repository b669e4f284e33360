//! Operations handed down in groups: the seam between batches and what does several at a time.
//!
//! A batch (`crate::ecc::batch`) sorts its items by algorithm and hands each algorithm's [`Ops`]
//! groups of at most [`MAX`] items, by `public_of_group`, `sign_group`, `verify_group` and
//! `agree_group`. Each has a default, which does one item after the other by its single form. An
//! algorithm with lanes overrides it. What an override must keep:
//!
//! - `out` is as long as the group, and every place of it is written: with exactly what the single
//!   form gives for that item, errors included, whatever stands beside it. (With a hedge, which differs
//!   from one signature to the next, too: the same hedge makes the same nonce.)
//! - Items of a group have one algorithm and nothing else in common: keys, messages, schemes and
//!   hashes are mixed, though neighbours mostly have one scheme and one hash. Items an override is
//!   not made for, and groups too small to pay, go to the single form.
//! - A group is never empty. It may hold fewer items than there are lanes.
//! - Time and addresses depend on no secret, and not on whether an item is good: what is known to
//!   be bad beforehand may be left out, for that is public.
//!
//! Groups of several threads run side by side; an override has no state that a group changes.
//!
//! [`Ops`]: super::Ops

use super::{KeyTable, Message, Wide};
use crate::nonce::Hedge;
use sealane_arith::secret::Secret;

/// The most items of a group: 32 times eight lanes. Enough to share an inversion among many lanes,
/// and few enough that what lies between the steps of a group stays in the cache.
pub(crate) const MAX: usize = 256;

/// One signature of a group: the arguments of `Ops::sign`.
pub(crate) struct SignJob<'a> {
    pub(crate) private: &'a Secret<Wide>,
    pub(crate) public: &'a [Wide; 2],
    pub(crate) message: Message<'a>,
    pub(crate) hedge: Option<Hedge>,
}

/// One verification of a group: the arguments of `Ops::verify`.
pub(crate) struct VerifyJob<'a> {
    pub(crate) public: &'a [Wide; 2],
    pub(crate) message: Message<'a>,
    pub(crate) signature: &'a [Wide; 2],
    /// The table of the key, if it has one: by `Ops::key_table`.
    pub(crate) table: Option<&'a KeyTable>,
}

/// One shared secret of a group: the arguments of `Ops::agree`.
pub(crate) struct AgreeJob<'a> {
    pub(crate) private: &'a Secret<Wide>,
    pub(crate) peer: &'a [Wide; 2],
}
