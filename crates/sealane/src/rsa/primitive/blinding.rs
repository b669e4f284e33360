//! Blinding: random factors that hide what a private key raises to its power (Kocher 1996).
//!
//! `(r^e, 1/r)`, as elements for products on the machine that runs, is squared after each use and
//! thrown away after 32. The pairs lie apart from the keys, in a fixed number of places that all
//! keys and threads share: a key that is loaded again finds its pair, a thread that finds none
//! makes one, and nobody waits. A process that was forked has the places of its parent, and makes
//! pairs of its own: two processes with the same factors would tell about each other's numbers.

use super::Public;
use crate::backend::Batches;
use crate::error::SignError;
use crate::nonce::fill_random;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use sealane_arith::ct::Mask;
use sealane_arith::lanes::LANES;
use sealane_arith::modulus::Modulus;
use sealane_arith::secret::{Secret, Shelf};
use zeroize::Zeroize;

/// Which key a pair belongs to: a hash of its modulus and its exponent.
pub(crate) type Owner = [u64; 4];

/// Returns the owner of pairs for a machine and this process: the elements of words are others than
/// those of rows.
fn owner<const F: usize, const R: usize>(key: &Public<F, R>, machine: Batches) -> Owner {
    let [a, b, c, d] = key.owner;
    [a ^ u64::from(matches!(machine, Batches::OneByOne)), b ^ u64::from(process()), c, d]
}

/// Returns the number of this process. Asked for each time: whoever kept it would not see a fork.
#[cfg(unix)]
fn process() -> u32 {
    rustix::process::getpid().as_raw_nonzero().get().cast_unsigned()
}

/// Returns the number of this process: where there is no Unix, no process is forked, and one number
/// is enough.
#[cfg(not(unix))]
fn process() -> u32 {
    0
}

/// How often a pair is used.
const USES: u32 = 32;
/// How many pairs there are at most.
const SLOTS: usize = 64;
/// Words of the longest pair.
const WORDS: usize = 2 * crate::number::size::MAX_WORDS;

/// A pair in use by one operation.
pub(crate) struct Factors<const F: usize> {
    /// `r^e` and `1/r`.
    pub(crate) pair: Secret<[[u64; F]; 2]>,
    uses: u32,
}

impl<const F: usize> Factors<F> {
    /// Takes a pair of the key away from where it lies, or makes one. Errors: `Random`.
    ///
    /// Making one costs a sixth of a signature of 2048 bits (`make caches-rsa`), one time
    /// in 32: too little for a thread in the background, and nobody waits for another's.
    pub(crate) fn take<const R: usize>(
        key: &Public<F, R>,
        machine: Batches,
    ) -> Result<Self, SignError> {
        match stored(key, machine) {
            Some(factors) => Ok(factors),
            None => Self::new(key, machine),
        }
    }

    /// Like [`take`](Self::take) for each of at most [`LANES`] keys. Pairs that are made for one
    /// key share an inversion, which is most of the work.
    pub(crate) fn take_each<const R: usize>(
        keys: &[&Public<F, R>],
        machine: Batches,
    ) -> Result<Vec<Self>, SignError> {
        let mut found: Vec<_> = keys.iter().map(|key| stored(*key, machine)).collect();
        for (i, key) in keys.iter().enumerate() {
            if found[i].is_none() {
                let lacks = |j: &usize| found[*j].is_none() && keys[*j].owner == key.owner;
                let places: Vec<usize> = (i..keys.len()).filter(lacks).collect();
                let made = Self::make(*key, machine, places.len())?;
                places.into_iter().zip(made).for_each(|(j, factors)| found[j] = Some(factors));
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Makes a pair.
    pub(super) fn new<const R: usize>(
        key: &Public<F, R>,
        machine: Batches,
    ) -> Result<Self, SignError> {
        Ok(Self::make(key, machine, 1)?.swap_remove(0))
    }

    /// Makes 1 to [`LANES`] pairs.
    fn make<const R: usize>(
        key: &Public<F, R>,
        machine: Batches,
        count: usize,
    ) -> Result<Vec<Self>, SignError> {
        loop {
            let random: Result<Vec<_>, _> = (0..count).map(|_| random_below(key)).collect();
            let random = Secret::<[u64; F]>::gather::<LANES>(&random?);
            let inverses = random.map(|random| inverses(&key.n, &random[..count]));
            let good = inverses.map(|inverses| inverses[LANES][0]);
            // Else `r` has a factor in common with `n`, which chance does not find.
            if good.reveal("whether a random number has an inverse: it has, but for a broken key")
                == 1
            {
                let pair = |i: usize| {
                    random.zip(&inverses, |random, inverses| {
                        [&key.power(&random[i]), &inverses[i]]
                            .map(|factor| key.element(machine, factor))
                    })
                };
                return Ok((0..count).map(|i| Self { pair: pair(i), uses: 0 }).collect());
            }
        }
    }

    /// Squares both.
    pub(crate) fn square<const R: usize>(&mut self, key: &Public<F, R>, machine: Batches) {
        self.uses += 1;
        if self.uses < USES {
            self.pair
                .update(|pair| *pair = pair.map(|factor| key.product(machine, &factor, &factor)));
        }
    }

    /// Takes the squares of both, computed elsewhere.
    pub(crate) fn replace(&mut self, squares: Secret<[[u64; F]; 2]>) {
        self.uses += 1;
        self.pair = squares;
    }

    /// Leaves the pair for the next operation, unless it is used up.
    pub(crate) fn leave<const R: usize>(self, key: &Public<F, R>, machine: Batches) {
        if self.uses < USES {
            let place = POOL.iter().find(|place| place.claim(EMPTY));
            let place = place.or_else(|| {
                let oldest = POOL.iter().min_by_key(|place| place.left_at.load(Ordering::Relaxed));
                // A longer pair may lie there; one that was taken left zeros.
                oldest.filter(|place| place.claim(FULL)).inspect(|place| place.pair.wipe())
            });
            if let Some(place) = place {
                place.put(&self, &owner(key, machine));
            }
        }
    }
}

/// Takes a pair of the key away from where it lies.
fn stored<const F: usize, const R: usize>(
    key: &Public<F, R>,
    machine: Batches,
) -> Option<Factors<F>> {
    let owner = owner(key, machine);
    POOL.iter().find_map(|place| place.take(&owner))
}

/// Returns a random number below the modulus. Errors: `Random`.
fn random_below<const F: usize, const R: usize>(
    key: &Public<F, R>,
) -> Result<Secret<[u64; F]>, SignError> {
    let mut bytes = [[0; 8]; F];
    fill_random(bytes.as_flattened_mut())?;
    let random = Secret::new(bytes.map(u64::from_le_bytes));
    bytes.zeroize();
    // What a number of all words is modulo `n`, times a constant.
    Ok(random.map(|words| key.n.encode(words)))
}

/// Returns the inverses of 1 to [`LANES`] numbers below a modulus, and behind their places words of
/// 1 if all have one, else of 0. By one inversion (Montgomery 1987); constant-time.
fn inverses<const F: usize>(n: &Modulus<F>, numbers: &[[u64; F]]) -> [[u64; F]; LANES + 1] {
    // Numbers pass for elements, whose products have a constant less each: what that leaves of the
    // last one, its inverse has too, and loses on the way back.
    let mut before = [[0; F]; LANES];
    let mut product = numbers[0];
    for (before, number) in before.iter_mut().zip(numbers).skip(1) {
        *before = product;
        product = n.mul(&product, number);
    }
    let (mut inverse, good) = n.invert(&product);
    let mut out = [[good.to_bits(); F]; LANES + 1];
    for (i, number) in numbers.iter().enumerate().skip(1).rev() {
        out[i] = n.mul(&inverse, &before[i]);
        inverse = n.mul(&inverse, number);
    }
    out[0] = inverse;
    for rest in [&mut product, &mut inverse] {
        rest.zeroize();
    }
    before.zeroize();
    out
}

/// Forgets all pairs.
pub(crate) fn clear() {
    for place in &POOL {
        if place.claim(FULL) {
            place.pair.wipe();
            place.state.store(EMPTY, Ordering::Release);
        }
    }
}

static POOL: [Slot; SLOTS] = [const { Slot::new() }; SLOTS];
/// Counts the pairs that were left, for the age of each.
static LEFT: AtomicU64 = AtomicU64::new(0);

/// States of a place.
const EMPTY: u32 = 0;
const FULL: u32 = 1;
const CLAIMED: u32 = 2;

/// Room for one pair. Whoever sets the state from empty or full to claimed has it alone.
struct Slot {
    state: AtomicU32,
    uses: AtomicU32,
    left_at: AtomicU64,
    owner: [AtomicU64; 4],
    pair: Shelf<WORDS>,
}

impl Slot {
    const fn new() -> Self {
        Slot {
            state: AtomicU32::new(EMPTY),
            uses: AtomicU32::new(0),
            left_at: AtomicU64::new(0),
            owner: [const { AtomicU64::new(0) }; 4],
            pair: Shelf::new(),
        }
    }

    fn claim(&self, from: u32) -> bool {
        let claimed =
            self.state.compare_exchange(from, CLAIMED, Ordering::Acquire, Ordering::Relaxed);
        claimed.is_ok()
    }

    fn belongs_to(&self, owner: &Owner) -> bool {
        self.owner.iter().zip(owner).all(|(a, b)| a.load(Ordering::Relaxed) == *b)
    }

    fn take<const F: usize>(&self, owner: &Owner) -> Option<Factors<F>> {
        let seen = self.state.load(Ordering::Relaxed) == FULL && self.belongs_to(owner);
        if !seen || !self.claim(FULL) {
            return None;
        }
        // Another one may have come between.
        if !self.belongs_to(owner) {
            self.state.store(FULL, Ordering::Release);
            return None;
        }
        let factors = Factors { pair: self.pair.take(), uses: self.uses.load(Ordering::Relaxed) };
        self.state.store(EMPTY, Ordering::Release);
        Some(factors)
    }

    fn put<const F: usize>(&self, factors: &Factors<F>, owner: &Owner) {
        for (place, word) in self.owner.iter().zip(owner) {
            place.store(*word, Ordering::Relaxed);
        }
        self.uses.store(factors.uses, Ordering::Relaxed);
        self.left_at.store(LEFT.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        self.pair.put(&factors.pair);
        self.state.store(FULL, Ordering::Release);
    }
}
