//! The machines agree bit for bit over every prime, in every lane.

use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine, invert_batch, invert_nonzero_batch, sqrt};
use sealane_arith::generated::each_prime;
#[cfg(feature = "narrow")]
use sealane_arith::machine::Narrow;
use sealane_arith::machine::{One, Soft8};
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
    for limb_bits in (24..=31).chain([52]) {
        // Limbs of half a place, the next one below, and the widest below zero.
        add(set(&|bit| bit % limb_bits == limb_bits - 1 && bit + 1 < P::BITS));
        add(set(&|bit| bit % limb_bits != limb_bits - 1 && bit + 1 < P::BITS));
        add(set(&|bit| (bit / limb_bits).is_multiple_of(2) && bit + 1 < P::BITS));
    }
    let mut state = 0x5ea1_a4e5u64;
    (0..60).for_each(|_| add(random::<P>(&mut state)));
    values
}

/// A random value below the modulus.
fn random<P: Prime>(state: &mut u64) -> P::Limbs {
    let mut words = P::Limbs::ZERO;
    for word in words.as_mut() {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *word = *state ^ *state >> 29;
    }
    let top = P::Limbs::LEN - 1;
    words.as_mut()[top] &= P::MODULUS.as_ref()[top] >> 1;
    words
}

/// The plain integers of all lanes.
fn plain<M: Machine, P: Prime>(machine: M, x: M::Of<P>) -> Vec<P::Limbs> {
    let mut words = vec![P::Limbs::ZERO; M::LANES];
    machine.unload::<P>(x, &mut words);
    words
}

/// The operations behind calls: compiled once for each field, not into each line of the tests.
struct Do;

impl Do {
    #[inline(never)]
    fn sum<F: Field>(a: F, b: F) -> F {
        (a + b).carry()
    }
    #[inline(never)]
    fn difference<F: Field>(a: F, b: F) -> F {
        (a - b).carry()
    }
    /// The deepest sums that there are.
    #[inline(never)]
    fn deep<F: Field>(a: F, b: F) -> [F; 3] {
        [(a + a + (a + b)).carry(), (a - b - b - b).carry(), (-a - b - (a + b)).carry()]
    }
    #[inline(never)]
    fn product<F: Field>(a: F, b: F) -> F {
        a * b
    }
    #[inline(never)]
    fn square<F: Field>(a: F) -> F {
        a.sqr()
    }
    #[inline(never)]
    fn less_product<F: Field>(a: F, b: F, c: F, d: F) -> F {
        a.mul_sub(b, c, d)
    }
    #[inline(never)]
    fn less_squares<F: Field>(a: F, b: F, c: F) -> F {
        a.mul_sub_sqr2(b, c)
    }
    #[inline(never)]
    fn same<F: Field>(a: F, b: F) -> F::Mask {
        a.equals(b)
    }
    #[inline(never)]
    fn is_zero<F: Field>(a: F) -> F::Mask {
        a.is_zero()
    }
    #[inline(never)]
    fn like<F: Field>(a: F, plain: &<F::P as Prime>::Limbs) -> F {
        a.like(plain)
    }
    #[inline(never)]
    fn root<F: Field>(a: F) -> (F, F::Mask) {
        sqrt(a)
    }
    #[inline(never)]
    fn find<M: Machine, P: Prime>(
        machine: M,
        table: &[[M::Stored<P>; 2]],
        digits: &[u64],
    ) -> [M::Of<P>; 2] {
        machine.lookup::<P, 2>(table, machine.digit(digits))
    }
    #[inline(never)]
    fn find_own<M: Machine, P: Prime>(
        machine: M,
        table: &[[M::Of<P>; 2]],
        digits: &[u64],
    ) -> [M::Of<P>; 2] {
        machine.lookup_own::<P, 2>(table, machine.digit(digits))
    }
}

/// Results by lane.
type Found<P> = Vec<Vec<<P as Prime>::Limbs>>;

/// Everything that a formula may do with two elements, in order; each result plain, lane by lane.
fn results<M: Machine, P: Prime>(machine: M, a: &[P::Limbs], b: &[P::Limbs]) -> Found<P> {
    let (x, y) = (machine.load::<P>(a), machine.load::<P>(b));
    let (plus, minus) = (Do::sum(x, y), Do::difference(x, y));
    let deep = Do::sum(Do::sum(plus, minus), Do::sum(x, x));
    let mask = Do::same(x, y);
    let [three, two, four] = Do::deep(x, y);
    let all = [
        x,
        three,
        two,
        four,
        Do::product(x, y),
        Do::square(x),
        // The factors far apart and near, and what is taken away as great as it can be.
        Do::less_product(x, y, y, x),
        Do::less_product(x, x, y, y),
        Do::less_product(x, plus, minus, y),
        Do::less_product(x.zero_like(), x, y, plus),
        Do::less_product(deep, minus, three, two),
        Do::less_squares(x, y, plus),
        Do::less_squares(minus, y, x),
        Do::less_squares(y, x.zero_like(), x),
        Do::less_squares(deep, three, four),
        plus,
        minus,
        -x,
        deep,
        Do::difference(Do::square(deep), Do::product((-deep).carry(), y)),
        Do::product(Do::product(deep, minus), deep),
        x.negate_if(M::Mask::splat(true)),
        M::Of::<P>::select(mask, x, plus),
        Do::like(x, &small::<P>(2)),
        x.one_like(),
        x.zero_like(),
    ];
    let mut found: Found<P> = all.into_iter().map(|x| plain::<M, P>(machine, x)).collect();
    let truths = [
        mask,
        Do::is_zero(x),
        Do::is_zero(minus),
        Do::is_zero(Do::sum(x, -x)),
        Do::same(plus, minus),
    ];
    for truth in truths {
        let bits = truth.to_bits();
        found.push((0..M::LANES).map(|lane| small::<P>(bits >> lane & 1)).collect());
    }
    found
}

fn small<P: Prime>(number: u64) -> P::Limbs {
    let mut words = P::Limbs::ZERO;
    words.as_mut()[0] = number;
    words
}

/// Inverses, roots, tables: what takes longer. Digits differ from lane to lane.
fn long_results<M: Machine, P: Prime>(
    machine: M,
    a: &[P::Limbs],
    b: &[P::Limbs],
    digits: &[u64],
) -> Found<P> {
    let (x, y) = (machine.load::<P>(a), machine.load::<P>(b));
    let xy = Do::product(x, y);
    let mut batch = [x, y, x.zero_like(), xy];
    let mut scratch = batch;
    invert_batch(&mut batch, &mut scratch, Field::invert);
    let unit = |x: M::Of<P>| M::Of::<P>::select(x.is_zero(), x.one_like(), x);
    let mut units = [unit(x), unit(y), unit(xy)];
    let mut scratch = units;
    invert_nonzero_batch(&mut units, &mut scratch, Field::invert_vartime);
    for (x, inverse) in [x, y, xy].into_iter().zip(units) {
        let right = (unit(x) * inverse).equals(x.one_like());
        assert_eq!(right.to_bits(), (1 << M::LANES) - 1, "an inverse of {}", P::NAME);
    }
    let (root, exists) = Do::root(Do::product(Do::square(x), y));
    let root = M::Of::<P>::select(exists, Do::square(root), x.zero_like());
    let mut found = vec![x.invert(), x.invert_vartime(), root];
    found.extend(batch);
    let own = [[x, y], [y, xy], [x, x]];
    for entries in [1, 3, 8, 16, 24, 32, 64, 128] {
        let table = table::<M, P>(machine, entries);
        let last = entries as u64;
        let digits: Vec<u64> = digits.iter().map(|digit| digit % (last + 1)).collect();
        found.extend(Do::find::<M, P>(machine, &table, &digits));
        found.extend(machine.recall::<P, 2>(&table, entries - 1));
        let digits: Vec<u64> = digits.iter().map(|digit| digit % 4).collect();
        found.extend(Do::find_own::<M, P>(machine, &own, &digits));
    }
    found.into_iter().map(|x| plain::<M, P>(machine, x)).collect()
}

/// A public table: entry `i` is `i + 1` and its square.
fn table<M: Machine, P: Prime>(machine: M, entries: usize) -> Vec<[M::Stored<P>; 2]> {
    let numbers: Vec<M::Of<P>> = (1..=entries as u64)
        .map(|number| machine.load::<P>(&vec![small::<P>(number); M::LANES]))
        .collect();
    let blocks = numbers.chunks(M::GROUP).map(|group| {
        let squares: Vec<M::Of<P>> = group.iter().map(|x| Do::square(*x)).collect();
        [machine.keep::<P>(group), machine.keep::<P>(&squares)]
    });
    blocks.collect()
}

/// Lane by lane what `One` finds.
fn by_one<P: Prime>(lanes: usize, find: impl Fn(usize) -> Found<P>) -> Found<P> {
    let each: Vec<Found<P>> = (0..lanes).map(find).collect();
    (0..each[0].len()).map(|k| each.iter().map(|lane| lane[k][0]).collect()).collect()
}

/// Counts sets of lanes in which `other` agrees with `One`; stops at the first difference.
fn agree<M: Machine, P: Prime>(other: M) -> usize {
    let values = values::<P>();
    assert!(values.len() > 80, "{}: {} values", P::NAME, values.len());
    // Lanes hold neighbours: edges of all kinds stand side by side.
    let lanes = |from: usize| -> Vec<P::Limbs> {
        (0..M::LANES).map(|lane| values[(from + lane) % values.len()]).collect()
    };
    let mut sets = 0;
    for i in 0..values.len() {
        for step in [0, 1, 7, 31] {
            let (a, b) = (lanes(i), lanes(i + step));
            let ours = results::<M, P>(other, &a, &b);
            let theirs = |k| results::<One, P>(One, &a[k..=k], &b[k..=k]);
            assert_eq!(ours, by_one::<P>(M::LANES, theirs), "{} {a:x?} {b:x?}", P::NAME);
            sets += 1;
        }
        if i % 24 == 0 {
            let (a, b) = (lanes(i), lanes(i + 5));
            let digits: Vec<u64> = (0..M::LANES as u64).map(|k| i as u64 + 37 * k).collect();
            let ours = long_results::<M, P>(other, &a, &b, &digits);
            let theirs = |k| long_results::<One, P>(One, &a[k..=k], &b[k..=k], &digits[k..=k]);
            assert_eq!(ours, by_one::<P>(M::LANES, theirs), "{} {a:x?} {b:x?}", P::NAME);
        }
    }
    sets
}

/// A chain of products, sums and differences: limbs that grow would overflow, and panic here.
fn chain<M: Machine, P: Prime>(machine: M) -> Vec<P::Limbs> {
    let values = values::<P>();
    let mut x = machine.load::<P>(&vec![values[0]; M::LANES]);
    for (i, value) in values.iter().cycle().take(600).enumerate() {
        let y = machine.load::<P>(&vec![*value; M::LANES]);
        let plus = Do::sum(x, y);
        x = Do::sum(Do::product(plus, Do::difference(x, y)), Do::square(plus));
        if i % 5 == 0 {
            x = Do::sum(x, x);
        }
    }
    plain::<M, P>(machine, x)
}

/// A machine beside `One`, over every prime.
struct Agree<M>(M, Vec<&'static str>);

impl<M: Machine> PrimeTask for Agree<M> {
    fn run<P: Prime>(&mut self) {
        let sets = agree::<M, P>(self.0);
        assert!(sets > 300, "{}: {sets} sets", P::NAME);
        let one = chain::<One, P>(One)[0];
        assert_eq!(chain::<M, P>(self.0), vec![one; M::LANES], "{}", P::NAME);
        self.1.push(P::NAME);
    }
}

fn agree_over_every_prime(machine: impl Machine) {
    let mut task = Agree(machine, Vec::new());
    each_prime(&mut task);
    assert!(task.1.len() >= 22, "{:?}", task.1);
}

/// Goal: the machine of signed limbs gives what the machine of words gives, for every prime: every
/// operation on edges of words and limbs and on random values, and long chains.
#[cfg(feature = "narrow")]
#[test]
fn one_and_narrow_agree_over_every_prime() {
    struct Names;
    impl PrimeTask for Names {
        fn run<P: Prime>(&mut self) {
            assert_ne!(P::Narrow::NAME, P::NAME, "the narrow form is another one");
            assert!(P::Narrow::NAME.starts_with(P::NAME), "{}", P::Narrow::NAME);
            assert_eq!(P::Narrow::BITS, P::BITS);
        }
    }
    each_prime(&mut Names);
    agree_over_every_prime(Narrow);
}

/// Goal: the same of eight lanes in plain Rust.
#[test]
fn one_and_soft8_agree_over_every_prime() {
    agree_over_every_prime(Soft8::MACHINE);
}

/// Goal: the same of eight lanes in registers, where the CPU has them.
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
#[test]
fn one_and_eight_agree_over_every_prime() {
    match sealane_arith::machine::Eight::detect() {
        Some(machine) => agree_over_every_prime(machine),
        None => eprintln!("\nSKIPPED: this CPU has no AVX-512 IFMA"),
    }
}

/// Eight lanes in registers beside eight in plain Rust.
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
struct Alike {
    eight: sealane_arith::machine::Eight,
    inputs: usize,
}

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
impl PrimeTask for Alike {
    fn run<P: Prime>(&mut self) {
        // Pairs of lanes; a million in all.
        const SETS: usize = 1_000_000 / (2 * 8 * 22) + 1;
        let mut state = 0x0e19_4750_f780_u64;
        for _ in 0..SETS {
            let [a, b] = [(); 2].map(|()| [(); 8].map(|()| random::<P>(&mut state)));
            let ours = results::<_, P>(self.eight, &a, &b);
            let theirs = results::<_, P>(Soft8::MACHINE, &a, &b);
            assert_eq!(ours, theirs, "{} {a:x?} {b:x?}", P::NAME);
            self.inputs += a.len() + b.len();
        }
    }
}

/// Goal: registers and plain Rust give the same, bit for bit, on a million random inputs.
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
#[test]
fn soft8_and_eight_agree_on_a_million_inputs() {
    let Some(eight) = sealane_arith::machine::Eight::detect() else {
        eprintln!("\nSKIPPED: this CPU has no AVX-512 IFMA");
        return;
    };
    let mut task = Alike { eight, inputs: 0 };
    each_prime(&mut task);
    assert!(task.inputs >= 1_000_000, "{} inputs", task.inputs);
}

/// Returns, of each lane, the digit of Booth's recoding with its sign, by comparisons, and the bit.
fn digit<M: Machine>(machine: M, [low, high]: [&[u64]; 2], from: u32, width: usize) -> Vec<Digits> {
    let (magnitude, negative) = machine.booth(low, high, from, width);
    let bits = machine.bit(low, from).to_bits();
    let is = |lane: usize, n: u64| magnitude.equals(n).to_bits() >> lane & 1 == 1;
    let lane = |lane: usize| Digits {
        magnitude: (0..=1 << width).filter(|n| is(lane, *n)).collect(),
        negative: negative.to_bits() >> lane & 1,
        bit: bits >> lane & 1,
    };
    (0..M::LANES).map(lane).collect()
}

/// What a lane says of a window: every number that its digit is equal to, the sign, the low bit.
#[derive(Debug, PartialEq, Eq)]
struct Digits {
    magnitude: Vec<u64>,
    negative: u64,
    bit: u64,
}

/// Looks at windows at every place of words of ones, of zeros, of one bit, and at random.
fn windows_are_right<M: Machine>(machine: M) {
    let mut state = 0xb007u64;
    let mut word = |at: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        [state ^ state >> 29, 0, u64::MAX, 1 << at, !(1 << at)][(state >> 40) as usize % 5]
    };
    for (from, width) in (0..64).flat_map(|from| (1..=8).map(move |width| (from, width))) {
        let low: Vec<u64> = (0..M::LANES).map(|_| word(from)).collect();
        let high: Vec<u64> = (0..M::LANES).map(|_| word(from)).collect();
        let said = machine.run(|| digit(machine, [&low, &high], from, width));
        for ((said, low), high) in said.iter().zip(&low).zip(&high) {
            let both = u128::from(*low) | u128::from(*high) << 64;
            let window = (both >> from) as i64 & ((2 << width) - 1);
            // By the definition: the half, rounded up, less the weight of the sign bit.
            let value = (window + 1) / 2 - if window >> width == 1 { 1 << width } else { 0 };
            let right = Digits {
                magnitude: vec![value.unsigned_abs()],
                negative: (window >> width) as u64,
                bit: low >> from & 1,
            };
            assert_eq!(*said, right, "{}: {low:x} {high:x} {from} {width}", M::NAME);
        }
    }
}

/// Goal: digits of Booth's recoding and single bits are right on every machine.
#[test]
fn windows_are_right_on_every_machine() {
    windows_are_right(One);
    windows_are_right(Soft8::MACHINE);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    match sealane_arith::machine::Eight::detect() {
        Some(machine) => windows_are_right(machine),
        None => eprintln!("\nSKIPPED: this CPU has no AVX-512 IFMA"),
    }
}

/// A prime whose other forms are those of another prime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Misled;

type Right = sealane_arith::generated::P256P;
type Four = [u64; 4];

impl Prime for Misled {
    type Limbs = Four;
    type Narrow = <sealane_arith::generated::P256N as Prime>::Narrow;
    type Lanes = <sealane_arith::generated::P256N as Prime>::Lanes;
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
    #[cfg(feature = "narrow")]
    assert!(std::panic::catch_unwind(|| agree::<Narrow, Misled>(Narrow)).is_err());
    let soft8 = Soft8::MACHINE;
    assert!(std::panic::catch_unwind(|| agree::<Soft8, Misled>(soft8)).is_err());
}
