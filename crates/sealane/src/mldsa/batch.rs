//! Many keys, signatures and verifications in one call: parameter sets and keys mixed as they come.

use super::key::{Core, Draft};
use super::known::KeyTables;
use super::message::{Content, MU_BYTES, mus};
use super::signing::{jobs, sign_all};
use super::verification_vartime::{Claim, Rows, verify_vartime};
use super::xof::LANES;
use super::{ParameterSet, PrivateKey, PublicKey};
use crate::backend::{Batches, enter_batch_machine, wipe_traces};
use crate::error::{BadSignature, SignError};
use crate::nonce::{HEDGE_BYTES, Hedge, Nonces, SignOptions, fill_random};
use alloc::vec::Vec;
use core::array::from_fn;
use sealane_arith::secret::Secret;
use zeroize::Zeroizing;

/// Items whose messages are hashed together, and whose verifications are sorted by keys.
const GROUP: usize = 64;

/// No operation needs more bytes of the stack.
const STACK_BYTES: usize = 64 << 10;

/// One signature to be made.
#[derive(Clone, Copy)]
pub struct SignItem<'a> {
    /// The key to sign with.
    pub key: &'a PrivateKey,
    /// What is signed.
    pub content: Content<'a>,
    /// How, as [`PrivateKey::sign`] has it.
    pub options: SignOptions,
}

/// One signature to be verified.
#[derive(Clone, Copy)]
pub struct VerifyItem<'a> {
    /// The key that it is to be by.
    pub key: &'a PublicKey,
    /// What it is to be a signature of.
    pub content: Content<'a>,
    /// The signature, of any length.
    pub signature: &'a [u8],
}

/// Signs each item: attempts at up to eight signatures are hashed in lanes.
///
/// ```
/// use sealane::Nonces;
/// use sealane::mldsa::{Content, ParameterSet, PrivateKey, Scheme};
/// use sealane::mldsa::{SignItem, VerifyItem, sign_batch, verify_batch};
///
/// let keys = [ParameterSet::MlDsa44, ParameterSet::MlDsa87].map(PrivateKey::generate);
/// let [first, second] = [keys[0].as_ref(), keys[1].as_ref()];
/// let (first, second) = (first.map_err(|it| *it)?, second.map_err(|it| *it)?);
/// let content = Content::Message(b"message", Scheme::PURE);
/// let options = Nonces::Hedged.into();
/// let signed = sign_batch(&[
///     SignItem { key: first, content, options },
///     SignItem { key: second, content, options },
/// ]);
/// let [Ok(one), Ok(other)] = &signed[..] else { panic!("both are signed") };
/// let verdicts = verify_batch(&[
///     VerifyItem { key: first.public_key(), content, signature: one },
///     VerifyItem { key: first.public_key(), content, signature: other },
/// ]);
/// assert!(verdicts[0].is_ok() && verdicts[1].is_err());
/// # Ok::<(), sealane::SignError>(())
/// ```
///
/// Signatures are those that [`PrivateKey::sign`] makes, and so are the errors of an item; if no
/// random bytes are to be had, no hedged item is signed.
///
/// A batch allocates its results, about 70 bytes an item, 32 more for a hedged one, and what up to
/// eight attempts need: at most 300 KiB. Nothing grows with the messages. Leaks what single
/// signatures do.
#[must_use]
pub fn sign_batch(items: &[SignItem<'_>]) -> Vec<Result<Vec<u8>, SignError>> {
    sign_each(None, items)
}

/// Like [`sign_batch`], with faster [checks](SignOptions::check) for keys that come often: see
/// [`KeyTables`].
#[must_use]
pub fn sign_batch_with(
    tables: &mut KeyTables,
    items: &[SignItem<'_>],
) -> Vec<Result<Vec<u8>, SignError>> {
    sign_each(Some(tables.of_signers(items)), items)
}

/// Either of both, by tables that have seen the items.
pub(crate) fn sign_each(
    tables: Option<&KeyTables>,
    items: &[SignItem<'_>],
) -> Vec<Result<Vec<u8>, SignError>> {
    if matches!(enter_batch_machine(), Batches::OneByOne) {
        let sign = |item: &SignItem<'_>| item.key.sign_content(item.content, item.options);
        return items.iter().map(sign).collect();
    }
    let hashed = items
        .chunks(GROUP)
        .flat_map(|group| mus(group.iter().map(|item| (&item.key.public, item.content))));
    let hashed: Vec<_> = hashed.collect();
    let hedges = Hedges::draw(items);
    let mut good = Vec::with_capacity(items.len());
    let mut results = Vec::with_capacity(items.len());
    for (place, (item, mu)) in items.iter().zip(&hashed).enumerate() {
        let mu = mu.and_then(|mu| hedges.drawn(item).map(|()| mu));
        results.push(match mu {
            Ok(mu) => {
                good.push((place, &*item.key.core, mu));
                // Until it is signed.
                Err(SignError::Unsupported)
            }
            Err(error) => Err(error),
        });
    }
    let all_jobs = good.chunks(LANES).flat_map(|some| {
        let random: [Hedge; LANES] =
            from_fn(|lane| hedges.of(some.get(lane).map_or(usize::MAX, |(place, ..)| *place)));
        jobs(some, random.each_ref())
    });
    sign_all(all_jobs, |job, signature| results[job.place] = Ok(signature));
    check(items, &good, tables, &mut results);
    wipe_traces(STACK_BYTES);
    results
}

/// Random bytes of hedged items.
struct Hedges {
    random: Result<Zeroizing<Vec<u8>>, SignError>,
    /// Behind which of them those of an item stand; `usize::MAX` for deterministic ones.
    places: Vec<usize>,
}

impl Hedges {
    /// Draws those of all items at once.
    fn draw(items: &[SignItem<'_>]) -> Self {
        let mut bytes = 0;
        let mut place = |item: &SignItem<'_>| {
            let hedged = item.options.nonces == Nonces::Hedged;
            let at = if hedged { bytes } else { usize::MAX };
            bytes += if hedged { HEDGE_BYTES } else { 0 };
            at
        };
        let places = items.iter().map(&mut place).collect();
        let mut random = Zeroizing::new(alloc::vec![0; bytes]);
        let drawn = if bytes > 0 { fill_random(&mut random) } else { Ok(()) };
        Self { random: drawn.map(|()| random), places }
    }

    /// Whether an item has what it needs.
    fn drawn(&self, item: &SignItem<'_>) -> Result<(), SignError> {
        match (&self.random, item.options.nonces) {
            (Err(error), Nonces::Hedged) => Err(*error),
            _ => Ok(()),
        }
    }

    /// Those of an item; zeros for a deterministic one.
    fn of(&self, place: usize) -> Hedge {
        let all = self.random.as_ref().map_or(&[][..], |random| &random[..]);
        let own = self.places.get(place).and_then(|at| all.get(*at..));
        let own = own.and_then(|own| own.first_chunk());
        Secret::new(*own.unwrap_or(&[0; HEDGE_BYTES]))
    }
}

/// Verifies those signatures that are wanted verified, and takes back what does not verify.
fn check(
    items: &[SignItem<'_>],
    good: &[(usize, &Core, [u8; MU_BYTES])],
    tables: Option<&KeyTables>,
    results: &mut [Result<Vec<u8>, SignError>],
) {
    let mut faults = Vec::new();
    for group in good.chunks(GROUP) {
        let wanted = group.iter().filter(|(place, ..)| items[*place].options.check);
        let pending = wanted.filter_map(|(place, _, mu)| {
            let signature = results[*place].as_ref().ok()?;
            let key = &items[*place].key.public;
            Some(Pending { place: *place, key, mu, signature })
        });
        verify_pending(pending.collect(), tables, |place, good| {
            if !good {
                faults.push(place);
            }
        });
    }
    faults.into_iter().for_each(|place| results[place] = Err(SignError::Fault));
}

/// A verification whose message has been hashed.
struct Pending<'a> {
    place: usize,
    key: &'a PublicKey,
    mu: &'a [u8; MU_BYTES],
    signature: &'a [u8],
}

/// Verifies a group: by the tables of keys that have one, and by what is made for the others, once
/// for neighbours of one key.
fn verify_pending(
    mut pending: Vec<Pending<'_>>,
    tables: Option<&KeyTables>,
    mut verdict: impl FnMut(usize, bool),
) {
    pending.sort_by_key(|it| it.key.digest);
    let known = |it: &Pending<'_>| tables.and_then(|tables| tables.rows(it.key));
    let mut made: Vec<(&[u8; 64], Rows)> = Vec::new();
    for some in pending.chunks(LANES) {
        let needed = |name: &[u8; 64]| some.iter().any(|it| it.key.digest == *name);
        let (kept, gone): (Vec<_>, Vec<_>) = made.into_iter().partition(|(name, _)| needed(name));
        let mut spare: Vec<Rows> = gone.into_iter().map(|(_, rows)| rows).collect();
        made = kept;
        let mut wanted: Vec<&Pending<'_>> = some
            .iter()
            .filter(|it| {
                known(it).is_none() && made.iter().all(|(name, _)| it.key.digest != **name)
            })
            .collect();
        wanted.dedup_by_key(|it| it.key.digest);
        let keys: Vec<&PublicKey> = wanted.iter().map(|it| it.key).collect();
        made.extend(keys.iter().map(|key| &key.digest).zip(Rows::of_keys(&keys, &mut spare)));
        let claims = some.iter().filter_map(|it| {
            let own = || made.iter().find(|(name, _)| it.key.digest == **name).map(|it| &it.1);
            let rows = known(it).or_else(own)?;
            let claim = Claim { set: it.key.set, rows, mu: it.mu, signature: it.signature };
            Some((it.place, claim))
        });
        let (places, claims): (Vec<_>, Vec<_>) = claims.unzip();
        for (place, good) in places.into_iter().zip(verify_vartime(&claims)) {
            verdict(place, good);
        }
    }
}

/// Verifies each item: eight signatures in step. Variable-time: all is public.
///
/// Each signature is decided by itself, as [`PublicKey::verify`] does. A batch allocates its
/// results and what eight verifications need: at most 700 KiB, and nothing grows with the messages.
#[must_use]
pub fn verify_batch(items: &[VerifyItem<'_>]) -> Vec<Result<(), BadSignature>> {
    verify_each(None, items)
}

/// Like [`verify_batch`], and faster for keys that come often: see [`KeyTables`].
#[must_use]
pub fn verify_batch_with(
    tables: &mut KeyTables,
    items: &[VerifyItem<'_>],
) -> Vec<Result<(), BadSignature>> {
    verify_each(Some(tables.of_verifiers(items)), items)
}

/// Either of both, by tables that have seen the items.
pub(crate) fn verify_each(
    tables: Option<&KeyTables>,
    items: &[VerifyItem<'_>],
) -> Vec<Result<(), BadSignature>> {
    if matches!(enter_batch_machine(), Batches::OneByOne) {
        let verify = |item: &VerifyItem<'_>| {
            let rows = tables.and_then(|tables| tables.rows(item.key));
            item.key.verify_by(item.content, item.signature, rows)
        };
        return items.iter().map(verify).collect();
    }
    let mut results = alloc::vec![Err(BadSignature); items.len()];
    for (items, results) in items.chunks(GROUP).zip(results.chunks_mut(GROUP)) {
        let mus = mus(items.iter().map(|item| (item.key, item.content)));
        let pending = items.iter().zip(&mus).enumerate().filter_map(|(place, (item, mu))| {
            let (key, signature) = (item.key, item.signature);
            let mu = mu.as_ref().ok()?;
            // Nothing is made for what can be no signature.
            let whole = signature.len() == key.set.signature_bytes();
            whole.then_some(Pending { place, key, mu, signature })
        });
        verify_pending(pending.collect(), tables, |place, good| {
            if good {
                results[place] = Ok(());
            }
        });
    }
    results
}

/// Makes a fresh key of each parameter set: eight in step.
///
/// ```
/// use sealane::mldsa::{ParameterSet, keygen_batch};
///
/// let keys = keygen_batch(&[ParameterSet::MlDsa65; 20]);
/// assert!(keys.iter().all(Result::is_ok));
/// ```
///
/// Errors of an item: `Random`. A key keeps its seed and its public key, 2 to 3 KiB, and makes what
/// it signs with when it first signs, which takes as long as to make the key again; then it has 28,
/// 47 or 79 KiB more, by its set. A batch allocates its keys and at most 700 KiB beside them.
#[must_use]
pub fn keygen_batch(sets: &[ParameterSet]) -> Vec<Result<PrivateKey, SignError>> {
    if matches!(enter_batch_machine(), Batches::OneByOne) {
        return sets.iter().map(|set| PrivateKey::generate(*set)).collect();
    }
    let mut drafts = Vec::new();
    let keys = sets.chunks(LANES).flat_map(|some| generate_some(some, &mut drafts)).collect();
    drop(drafts);
    wipe_traces(STACK_BYTES);
    keys
}

/// Makes at most [`LANES`] fresh keys, in memory that is used again.
fn generate_some(
    sets: &[ParameterSet],
    drafts: &mut Vec<Draft>,
) -> Vec<Result<PrivateKey, SignError>> {
    let mut random = Zeroizing::new([[0; 32]; LANES]);
    let drawn = fill_random(random[..sets.len()].as_flattened_mut());
    if let Err(error) = drawn {
        return alloc::vec![Err(error); sets.len()];
    }
    let seeds: [_; LANES] = from_fn(|lane| Secret::new(random[lane]));
    let seeds: Vec<_> = sets.iter().copied().zip(&seeds).collect();
    Core::of_seeds(&seeds, drafts).into_iter().map(|made| Ok(PrivateKey::of(made))).collect()
}

#[cfg(test)]
mod tests;
