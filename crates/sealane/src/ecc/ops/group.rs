//! Operations handed down in groups: the seam between batches and what does several at a time.
//!
//! A batch (`crate::ecc::batch`) sorts its items by algorithm and hands each algorithm's [`Ops`]
//! groups of at most [`MAX`] items, by `public_of_group`, `sign_group`, `verify_group` and
//! `agree_group`. Each has a default, which does one item after the other by its single form. An
//! algorithm with lanes overrides it. What an override must keep:
//!
//! - `out` is as long as the group, and every place of it is written: with exactly what the single
//!   form gives for that item, errors included, whatever stands beside it. (With a hedge, which
//!   differs from one signature to the next, too: the same hedge makes the same nonce.)
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
use crate::curve::{Curve, NLimbs, PLimbs};
use crate::error::{DeriveError, SignError};
use crate::group::model::Point;
use crate::group::short::Short;
use crate::nonce::Hedge;
use sealane_arith::machine::Single;
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
    #[cfg_attr(not(feature = "lanes"), expect(dead_code, reason = "lanes alone read it"))]
    pub(crate) table: Option<&'a KeyTable>,
}

/// One shared secret of a group: the arguments of `Ops::agree`.
pub(crate) struct AgreeJob<'a> {
    pub(crate) private: &'a Secret<Wide>,
    pub(crate) peer: &'a [Wide; 2],
}

/// Does each job by itself.
#[cfg_attr(not(feature = "short-curves"), allow(dead_code))]
pub(crate) fn one_by_one<J, R>(jobs: &[J], out: &mut [R], single: impl Fn(&J) -> R) {
    for (job, out) in jobs.iter().zip(out) {
        *out = single(job);
    }
}

/// How the groups of a short curve are done, and what single operations leave to lanes. Where it is
/// not said otherwise, a function is the one of `Ops` with `_group` behind it.
#[cfg_attr(not(feature = "short-curves"), allow(dead_code))]
pub(crate) trait BatchBackend<C: Curve>: Send + Sync + 'static {
    fn public_of(
        privates: &[Secret<Wide>],
        out: &mut [[Wide; 2]],
        single: impl Fn(&Secret<Wide>) -> [Wide; 2],
    ) {
        one_by_one(privates, out, single);
    }
    fn sign(
        jobs: &[SignJob<'_>],
        out: &mut [Result<[Wide; 2], SignError>],
        single: impl Fn(&SignJob<'_>) -> Result<[Wide; 2], SignError>,
    ) {
        one_by_one(jobs, out, single);
    }
    fn verify(jobs: &[VerifyJob<'_>], out: &mut [bool], single: impl Fn(&VerifyJob<'_>) -> bool) {
        one_by_one(jobs, out, single);
    }
    /// Makes the tables of what follows.
    fn prepare() {}
    /// Returns `k G`, for `k` below the order, by all lanes of the machine that batches run on;
    /// `None` where that has one lane. Constant-time.
    fn multiple<S: Single>(single: S, k: &Secret<NLimbs<C>>) -> Option<Secret<Point<Short<C>, S>>> {
        let _ = (single, k);
        None
    }
    /// Returns `k q`, for `k` below the order and a point `q` other than infinity, by quads of the
    /// machine that batches run on; `None` where that has one lane, or the curve no quads.
    /// Constant-time in `k`.
    fn product<S: Single>(
        single: S,
        k: &Secret<NLimbs<C>>,
        q: &[PLimbs<C>; 2],
    ) -> Option<Secret<Point<Short<C>, S>>> {
        let _ = (single, k, q);
        None
    }
    /// Returns `a G + b q` of the same; `None`, too, where that is infinity, or a sum on the way is
    /// no chord. Variable-time: all is public.
    fn double_scalar_vartime<S: Single>(
        single: S,
        a: &NLimbs<C>,
        b: &NLimbs<C>,
        q: &[PLimbs<C>; 2],
    ) -> Option<Point<Short<C>, S>> {
        let _ = (single, a, b, q);
        None
    }
    fn key_table_bytes() -> Option<usize> {
        None
    }
    fn key_table(_: &[Wide; 2]) -> Option<KeyTable> {
        None
    }
    fn agree(
        jobs: &[AgreeJob<'_>],
        out: &mut [Result<Secret<Wide>, DeriveError>],
        single: impl Fn(&AgreeJob<'_>) -> Result<Secret<Wide>, DeriveError>,
    ) {
        one_by_one(jobs, out, single);
    }
}

/// One after the other: without lanes, and for curves that have no tables for them.
#[cfg_attr(not(feature = "short-curves"), allow(dead_code))]
#[cfg(any(not(feature = "lanes"), feature = "forms"))]
pub(crate) struct OneByOne;

#[cfg(any(not(feature = "lanes"), feature = "forms"))]
impl<C: Curve> BatchBackend<C> for OneByOne {}
