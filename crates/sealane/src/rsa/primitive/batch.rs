//! Groups of operations by keys of one length, in lanes: eight numbers below moduli, or four pairs
//! of numbers below primes, at a time.

use super::blinding::Factors;
use super::strike::{FaultInjector, FaultPoint};
use super::{Primes, Private, PrivateOps, Public, PublicOps};
use crate::backend::stack::wipe_stack;
use crate::backend::{Batches, enter_batch_machine};
use crate::error::SignError;
use crate::number::size::halves;
use alloc::vec::Vec;
use core::any::Any;
use core::array;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::Machine;
use sealane_arith::lanes::{LANES, Vector};
use sealane_arith::machine::Lanes8;
use sealane_arith::modulus::integer;
use sealane_arith::modulus::lanes::LaneModuli;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Most operations of a group.
pub(crate) const MAX: usize = LANES;
/// How many pairs of primes have lanes.
pub(super) const PAIRS: usize = LANES / 2;

/// What one operation of a group gives: its result, as long as the modulus.
pub(crate) type Applied = Result<Vec<u8>, SignError>;

/// Returns element `i`, or the first one where there are less.
fn at<T>(all: &[T], i: usize) -> &T {
    all.get(i).unwrap_or(&all[0])
}

/// Numbers of a group, one a lane.
type Wide<const F: usize> = [[u64; F]; LANES];

impl<const F: usize, const R: usize> Public<F, R> {
    fn lanes(keys: &[&Self]) -> LaneModuli<R, LANES> {
        LaneModuli::new(array::from_fn(|i| (&at(keys, i).rows, 0)))
    }

    /// Returns each number to the power of the exponent that all keys have.
    fn powers<V: Vector>(
        machine: Lanes8<V>,
        lanes: &LaneModuli<R, LANES>,
        keys: &[&Self],
        x: &Wide<F>,
    ) -> Wide<F> {
        let x = lanes.encode(machine, &lanes.place(x.each_ref()));
        let powers = lanes.decode(machine, &lanes.pow_vartime(machine, &x, keys[0].e));
        array::from_fn(|i| lanes.take(&powers, i, &at(keys, i).n))
    }

    /// Returns what [`Public::product`] gives in each lane.
    fn products<V: Vector>(
        machine: Lanes8<V>,
        lanes: &LaneModuli<R, LANES>,
        keys: &[&Self],
        a: &Wide<F>,
        b: &Wide<F>,
    ) -> Wide<F> {
        let [a, b] = [a, b].map(|numbers| lanes.place(numbers.each_ref()));
        let products = lanes.mul(machine, &a, &b);
        array::from_fn(|i| lanes.take(&products, i, &at(keys, i).n))
    }

    /// Like [`PublicOps::apply_vartime`] for a group of keys of this type and exponent.
    fn group_vartime(items: &[(&Self, &[u8])]) -> Vec<Option<Vec<u8>>> {
        match enter_batch_machine() {
            Batches::OneByOne => items.iter().map(|(key, x)| one_vartime(*key, x)).collect(),
            Batches::Soft8(machine) => Self::group_in_lanes_vartime(machine, items),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => Self::group_in_lanes_vartime(machine, items),
        }
    }

    fn group_in_lanes_vartime<V: Vector>(
        machine: Lanes8<V>,
        items: &[(&Self, &[u8])],
    ) -> Vec<Option<Vec<u8>>> {
        let keys: Vec<&Self> = items.iter().map(|(key, _)| *key).collect();
        let numbers = items.iter().map(|(_, x)| integer::from_be_bytes::<F>(x));
        let numbers: Vec<_> = numbers.collect();
        let numbers_of = array::from_fn(|i| at(&numbers, i).0);
        let powers = Self::powers(machine, &Self::lanes(&keys), &keys, &numbers_of);
        let each = keys.iter().zip(&numbers).zip(&powers);
        each.map(|((key, (x, fits)), power)| {
            let good = fits.and(key.n.is_above(x)).to_bool_vartime();
            good.then(|| key.written(power))
        })
        .collect()
    }

    /// Returns the bytes of a number below the modulus.
    fn written(&self, number: &[u64; F]) -> Vec<u8> {
        let mut out = alloc::vec![0; self.n.bits().div_ceil(8)];
        bytes::to_be_bytes(number, &mut out);
        out
    }
}

/// Returns `x^e mod n` for one key, unless `x` is not below `n`.
pub(crate) fn one_vartime(key: &dyn PublicOps, x: &[u8]) -> Option<Vec<u8>> {
    let mut out = alloc::vec![0; key.bits().div_ceil(8)];
    key.apply_vartime(x, &mut out).then_some(out)
}

/// Returns `x^d mod n` for one key.
pub(crate) fn one(key: &dyn PrivateOps, x: &[u8]) -> Applied {
    let mut out = alloc::vec![0; x.len()];
    key.apply(x, &mut out)?;
    Ok(out)
}

/// Does [`PublicOps::apply_vartime`] for each item: in lanes if all keys have this room. All have
/// one exponent.
pub(super) fn public_group_vartime<const F: usize, const R: usize>(
    items: &[(&dyn PublicOps, &[u8])],
) -> Vec<Option<Vec<u8>>> {
    let own = items.iter().map(|(key, x)| Some(((*key as &dyn Any).downcast_ref()?, *x)));
    match own.collect::<Option<Vec<(&Public<F, R>, &[u8])>>>() {
        Some(own) => Public::group_vartime(&own),
        None => items.iter().map(|(key, x)| one_vartime(*key, x)).collect(),
    }
}

/// Does [`PrivateOps::apply`] for each item, as [`public_group_vartime`] does.
pub(super) fn private_group<const H: usize, const F: usize, const R: usize, T: FaultInjector>(
    items: &[(&dyn PrivateOps, &[u8])],
    faults: &mut T,
) -> Vec<Applied> {
    let own = items.iter().map(|(key, x)| Some(((*key as &dyn Any).downcast_ref()?, *x)));
    let all = enter_batch_machine();
    match (own.collect::<Option<Vec<(&Private<H, F, R>, &[u8])>>>(), all) {
        (None, _) | (_, Batches::OneByOne) => items.iter().map(|(key, x)| one(*key, x)).collect(),
        (Some(own), Batches::Soft8(machine)) => {
            wiped::<R>(|| Private::group_in_lanes(machine, all, &own, faults))
        }
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        (Some(own), Batches::Eight(machine)) => {
            wiped::<R>(|| Private::group_in_lanes(machine, all, &own, faults))
        }
    }
}

/// Runs a group, and overwrites the stack that it had: tables of powers and the lanes' numbers.
fn wiped<const R: usize>(work: impl FnOnce() -> Vec<Applied>) -> Vec<Applied> {
    let out = work();
    wipe_stack(stack_frames(R));
    out
}

/// How many frames of the stack a group has with rows of that number.
pub(super) const fn stack_frames(rows: usize) -> usize {
    // The table has 8 KiB for each row, keys and numbers of a group about as much again.
    4 * (rows + 4)
}

impl<const H: usize, const F: usize, const R: usize> Private<H, F, R> {
    /// `pool` names the same machine to those who keep blinding factors.
    #[inline(never)]
    fn group_in_lanes<V: Vector, T: FaultInjector>(
        machine: Lanes8<V>,
        pool: Batches,
        items: &[(&Self, &[u8])],
        faults: &mut T,
    ) -> Vec<Applied> {
        let keys: Vec<&Public<F, R>> = items.iter().map(|(key, _)| &*key.public).collect();
        let mut factors = match Factors::take_each(&keys, pool) {
            Ok(factors) => factors,
            Err(error) => return items.iter().map(|_| Err(error)).collect(),
        };
        let numbers = || Secret::new(array::from_fn(|i| integer::from_be_bytes(at(items, i).1).0));
        let mut x: Secret<Wide<F>> = numbers();
        x.update(|x| faults.strike(FaultPoint::Input, x.as_flattened_mut()));
        let mut pairs = Secret::<[[u64; F]; 2]>::gather::<LANES>(factors.iter().map(|f| &f.pair));
        pairs.update(|pairs| {
            for [blind, unblind] in pairs {
                faults.strike(FaultPoint::Blind, blind);
                faults.strike(FaultPoint::Unblind, unblind);
            }
        });
        let lanes = Public::lanes(&keys);
        let mut blinded = x.zip(&pairs, |x, pairs| {
            Public::products(machine, &lanes, &keys, x, &pairs.map(|[blind, _]| blind))
        });
        blinded.update(|x| faults.strike(FaultPoint::Blinded, x.as_flattened_mut()));
        let low = Self::quarter(machine, items, &blinded, 0, faults);
        let high = if items.len() > PAIRS {
            Self::quarter(machine, items, &blinded, PAIRS, faults)
        } else {
            Self::none()
        };
        let powers: Secret<Wide<F>> =
            low.zip(&high, |low, high| array::from_fn(|i| [low, high][i / PAIRS][i % PAIRS]));
        let mut powers = powers.zip(&pairs, |powers, pairs| {
            Public::products(machine, &lanes, &keys, powers, &pairs.map(|[_, unblind]| unblind))
        });
        powers.update(|powers| faults.strike(FaultPoint::Result, powers.as_flattened_mut()));
        // With what went in, read anew: a fault may have met the words of it.
        let right = numbers().zip(&powers, |x, powers| {
            let again = Public::powers(machine, &lanes, &keys, powers);
            array::from_fn::<_, LANES, _>(|i| integer::equal(&x[i], &again[i]).to_bits())
        });
        let right =
            right.reveal("a private result is right but for a fault, and is not given out if not");
        Self::square(machine, &lanes, &keys, &mut factors, &pairs);
        machine.clear();
        let each = keys.iter().zip(factors).enumerate();
        each.map(|(i, (key, factors))| {
            if right[i] != 1 && faults.finds() {
                // Factors that a fault may have met are not used again.
                return Err(SignError::Fault);
            }
            factors.leave(key, pool);
            let power = powers.map(|powers| powers[i]);
            Ok(key.written(&power.reveal("a signature is public")))
        })
        .collect()
    }

    fn none() -> Secret<[[u64; F]; PAIRS]> {
        Secret::new([[0; F]; PAIRS])
    }

    /// Squares the factors of all items.
    fn square<V: Vector>(
        machine: Lanes8<V>,
        lanes: &LaneModuli<R, LANES>,
        keys: &[&Public<F, R>],
        factors: &mut [Factors<F>],
        pairs: &Secret<[[[u64; F]; 2]; LANES]>,
    ) {
        let squares = pairs.map(|pairs| {
            [0, 1].map(|which| {
                let half = pairs.map(|pair| pair[which]);
                Public::products(machine, lanes, keys, &half, &half)
            })
        });
        for (i, factors) in factors.iter_mut().enumerate() {
            factors.replace(squares.map(|[blind, unblind]| [blind[i], unblind[i]]));
        }
    }

    /// Returns the powers of four numbers from lane `from` on, by the primes of those items.
    fn quarter<V: Vector>(
        machine: Lanes8<V>,
        items: &[(&Self, &[u8])],
        numbers: &Secret<Wide<F>>,
        from: usize,
        faults: &mut impl FaultInjector,
    ) -> Secret<[[u64; F]; PAIRS]> {
        let own = &items[from..];
        let primes = Secret::<Primes<H, F, R>>::gather::<PAIRS>(
            own.iter().take(PAIRS).map(|(key, _)| &key.primes),
        );
        primes.zip(numbers, |primes, numbers| {
            let numbers = array::from_fn(|i| numbers[from + if i < own.len() { i } else { 0 }]);
            powers(machine, primes, &numbers, faults)
        })
    }
}

/// Returns `x^d mod p q` for four keys: both primes of each have a lane.
fn powers<V: Vector, const H: usize, const F: usize, const R: usize>(
    machine: Lanes8<V>,
    primes: &[Primes<H, F, R>; PAIRS],
    numbers: &[[u64; F]; PAIRS],
    faults: &mut impl FaultInjector,
) -> [[u64; F]; PAIRS] {
    let mut lanes = LaneModuli::<R, PAIRS>::new(array::from_fn(|i| (&primes[i / 2].pair, i % 2)));
    let parts = numbers.each_ref().map(halves::<H, F>);
    let low = lanes.place(array::from_fn(|i| &parts[i / 2].0));
    let high = lanes.place(array::from_fn(|i| &parts[i / 2].1));
    let x = lanes.encode_wide(machine, &low, &high);
    let exponents: [&[u64]; LANES] =
        array::from_fn(|i| [&primes[i / 2].dp[..], &primes[i / 2].dq[..]][i % 2]);
    let bits = primes.iter().map(|of| of.p.bits().max(of.q.bits())).max().unwrap_or(0);
    let mut powers = lanes.pow_by_table(machine, &x, exponents, bits, &mut |table| {
        let cells = table.as_flattened_mut().as_flattened_mut();
        faults.strike_lanes(FaultPoint::TableP, cells, 0..LANES);
        faults.strike_lanes(FaultPoint::TableQ, cells, 0..LANES);
    });
    let mut plain = lanes.decode(machine, &powers);
    let mut out = array::from_fn(|i| {
        let of = &primes[i];
        let mut x_p = lanes.take(&plain, 2 * i, &of.p);
        let mut x_q = lanes.take(&plain, 2 * i + 1, &of.q);
        faults.strike(FaultPoint::HalfP, &mut x_p);
        faults.strike(FaultPoint::HalfQ, &mut x_q);
        of.crt_recombine(&x_p, &x_q)
    });
    faults.strike(FaultPoint::Joined, out.as_flattened_mut());
    lanes.zeroize();
    powers.zeroize();
    plain.zeroize();
    out
}
