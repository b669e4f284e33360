//! The machines `One` and `Narrow` agree bit for bit over every prime.
#![cfg(feature = "narrow")]

use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, invert_batch, sqrt};
use sealane_arith::generated::each_prime;
use sealane_arith::machine::{Narrow, One};
use sealane_arith::prime::{Prime, PrimeTask, Words};

/// Values below the modulus: both ends, powers of two and of full bits below them at every place
/// where a limb or a word may end, all limbs at their widest, and random ones.
fn values<P: Prime>() -> Vec<P::Limbs> {
    let mut values = Vec::new();
    let mut add = |value: P::Limbs| {
        let (value, modulus) = (value.as_ref(), P::MODULUS);
        // Most significant word first.
        if value.iter().rev().lt(modulus.as_ref().iter().rev()) {
            let mut words = P::Limbs::ZERO;
            words.as_mut().copy_from_slice(value);
            values.push(words);
        }
    };
    let set = |bits: &dyn Fn(usize) -> bool| {
        let mut words = P::Limbs::ZERO;
        (0..P::BITS).filter(|bit| bits(*bit)).for_each(|bit| {
            words.as_mut()[bit / 64] |= 1 << (bit % 64);
        });
        words
    };
    for less in 1..4 {
        let mut below = P::MODULUS;
        if let Some(low) = below.as_ref()[0].checked_sub(less) {
            below.as_mut()[0] = low;
            add(below);
        }
        add(set(&|bit| (less - 1) >> bit.min(2) & 1 == 1 && bit < 2));
    }
    for place in (0..P::BITS).step_by(3) {
        add(set(&|bit| bit == place));
        add(set(&|bit| bit < place));
    }
    for limb_bits in 24..=31 {
        // Limbs of half a place, the next one below, and the widest below zero.
        add(set(&|bit| bit % limb_bits == limb_bits - 1 && bit + 1 < P::BITS));
        add(set(&|bit| bit % limb_bits != limb_bits - 1 && bit + 1 < P::BITS));
        add(set(&|bit| (bit / limb_bits).is_multiple_of(2) && bit + 1 < P::BITS));
    }
    let mut state = 0x5ea1_a4e5u64;
    for _ in 0..60 {
        let mut words = P::Limbs::ZERO;
        for word in words.as_mut() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *word = state ^ state >> 29;
        }
        // Within the modulus, more often than not.
        let top = P::Limbs::LEN - 1;
        words.as_mut()[top] &= P::MODULUS.as_ref()[top] >> 1;
        add(words);
    }
    values
}

fn plain<M: Machine, P: Prime>(machine: M, x: M::Of<P>) -> P::Limbs {
    let mut words = [P::Limbs::ZERO];
    machine.unload::<P>(x, &mut words);
    words[0]
}

/// A sum behind a call: compiled once for each field, not into each line of the tests.
#[inline(never)]
fn sum<F: Field>(a: F, b: F) -> F {
    (a + b).carry()
}

/// Like `sum`, a difference.
#[inline(never)]
fn difference<F: Field>(a: F, b: F) -> F {
    (a - b).carry()
}

/// Like `sum`, a product.
#[inline(never)]
fn product<F: Field>(a: F, b: F) -> F {
    a * b
}

/// Like `sum`, a square.
#[inline(never)]
fn square<F: Field>(a: F) -> F {
    a.sqr()
}

/// Like `sum`, a comparison.
#[inline(never)]
fn same<F: Field>(a: F, b: F) -> F::Mask {
    a.equals(b)
}

/// Everything that a formula may do with two elements, in order; each result plain.
fn results<M: Machine, P: Prime>(machine: M, a: &P::Limbs, b: &P::Limbs) -> Vec<P::Limbs> {
    let (x, y) = (machine.load::<P>(&[*a]), machine.load::<P>(&[*b]));
    let (plus, minus) = (sum(x, y), difference(x, y));
    let deep = sum(sum(plus, minus), sum(x, x));
    let mask = same(x, y);
    let all = [
        x,
        product(x, y),
        square(x),
        plus,
        minus,
        -x,
        deep,
        difference(square(deep), product((-deep).carry(), y)),
        product(product(deep, minus), deep),
        x.negate_if(M::Mask::splat(true)),
        M::Of::<P>::select(mask, x, plus),
        x.like(b),
        x.one_like(),
        x.zero_like(),
    ];
    let mut found: Vec<P::Limbs> = all.into_iter().map(|x| plain::<M, P>(machine, x)).collect();
    let truths = [mask, x.is_zero(), minus.is_zero(), sum(x, -x).is_zero(), same(plus, minus)];
    for truth in truths {
        let mut words = P::Limbs::ZERO;
        words.as_mut()[0] = truth.to_bits();
        found.push(words);
    }
    found
}

/// Inverses, roots, tables: what takes longer.
fn long_results<M: Machine, P: Prime>(machine: M, a: &P::Limbs, b: &P::Limbs) -> Vec<P::Limbs> {
    let (x, y) = (machine.load::<P>(&[*a]), machine.load::<P>(&[*b]));
    let xy = product(x, y);
    let mut batch = [x, y, x.zero_like(), xy];
    let mut scratch = batch;
    invert_batch(&mut batch, &mut scratch, Field::invert);
    let (root, exists) = sqrt(product(square(x), y));
    let root = M::Of::<P>::select(exists, square(root), x.zero_like());
    let mut found = vec![x.invert(), x.invert_vartime(), root];
    found.extend(batch);
    let own = [[x, y], [y, xy], [x, x]];
    let stored = own.map(|entry| entry.map(|x| machine.keep::<P>(x)));
    for index in 0..=3 {
        let digit = machine.digit(&[index]);
        found.extend(machine.lookup::<P, 2>(&stored, digit));
        found.extend(machine.lookup_own::<P, 2>(&own, digit));
    }
    found.extend(machine.recall::<P, 2>(&stored[1]));
    found.into_iter().map(|x| plain::<M, P>(machine, x)).collect()
}

/// Counts pairs of values on which `other` agrees with `One`; stops at the first difference.
fn agree<M: Machine, P: Prime>(other: M) -> usize {
    let values = values::<P>();
    assert!(values.len() > 80, "{}: {} values", P::NAME, values.len());
    let mut pairs = 0;
    for (i, a) in values.iter().enumerate() {
        for step in [0, 1, 7, 31] {
            let b = &values[(i + step) % values.len()];
            let ours = results::<M, P>(other, a, b);
            assert_eq!(ours, results::<One, P>(One, a, b), "{} {a:x?} {b:x?}", P::NAME);
            pairs += 1;
        }
        if i % 24 == 0 {
            let b = &values[(i + 5) % values.len()];
            let ours = long_results::<M, P>(other, a, b);
            assert_eq!(ours, long_results::<One, P>(One, a, b), "{} {a:x?} {b:x?}", P::NAME);
        }
    }
    pairs
}

/// A chain of products, sums and differences: limbs that grow would overflow, and panic here.
fn chain<M: Machine, P: Prime>(machine: M) -> P::Limbs {
    let values = values::<P>();
    let mut x = machine.load::<P>(&values[..1]);
    for (i, value) in values.iter().cycle().take(600).enumerate() {
        let y = machine.load::<P>(&[*value]);
        let plus = sum(x, y);
        x = sum(product(plus, difference(x, y)), square(plus));
        if i % 5 == 0 {
            x = sum(x, x);
        }
    }
    plain::<M, P>(machine, x)
}

struct Agree(Vec<&'static str>);

impl PrimeTask for Agree {
    fn run<P: Prime>(&mut self) {
        let pairs = agree::<Narrow, P>(Narrow);
        assert!(pairs > 300, "{}: {pairs} pairs", P::NAME);
        assert_eq!(chain::<Narrow, P>(Narrow), chain::<One, P>(One), "{}", P::NAME);
        assert_ne!(P::Narrow::NAME, P::NAME, "the narrow form is another one");
        assert!(P::Narrow::NAME.starts_with(P::NAME), "{}", P::Narrow::NAME);
        assert_eq!(P::Narrow::BITS, P::BITS);
        self.0.push(P::NAME);
    }
}

/// Goal: the machine of signed limbs gives what the machine of words gives, for every prime: every
/// operation on edges of words and limbs and on random values, and long chains.
#[test]
fn one_and_narrow_agree_over_every_prime() {
    let mut task = Agree(Vec::new());
    each_prime(&mut task);
    assert!(task.0.len() >= 22, "{:?}", task.0);
}

/// A prime whose narrow form is that of another: one term of the modulus is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Misled;

type Right = sealane_arith::generated::P256P;
type Four = [u64; 4];

impl Prime for Misled {
    type Limbs = Four;
    type Narrow = <sealane_arith::generated::P256N as Prime>::Narrow;
    const NAME: &'static str = "p256_p with the limbs of p256_n";
    const BITS: usize = Right::BITS;
    const MODULUS: Four = Right::MODULUS;
    const ONE: Four = Right::ONE;

    fn mul(a: &Four, b: &Four) -> Four {
        Right::mul(a, b)
    }
    fn sqr(a: &Four) -> Four {
        Right::sqr(a)
    }
    fn add(a: &Four, b: &Four) -> Four {
        Right::add(a, b)
    }
    fn sub(a: &Four, b: &Four) -> Four {
        Right::sub(a, b)
    }
    fn neg(a: &Four) -> Four {
        Right::neg(a)
    }
    fn encode(plain: &Four) -> Four {
        Right::encode(plain)
    }
    fn decode(a: &Four) -> Four {
        Right::decode(a)
    }
}

/// Goal: the comparison says no.
#[test]
fn a_wrong_form_is_noticed() {
    assert!(std::panic::catch_unwind(|| agree::<Narrow, Misled>(Narrow)).is_err());
}
