//! One multiple of the generator in all lanes: exhaustively on toy groups, and on every curve
//! beside one lane.

use num_bigint::BigUint;
use sealane::curve::{
    BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Edwards448, Edwards25519, P192, P224, P256,
    P384, P521, Secp256k1,
};
use sealane::group::comb::{self, Comb};
use sealane::group::edwards::{Edwards, EdwardsCurve};
use sealane::group::model::{Model, NLimbs, PLimbs, Point};
use sealane::group::short::Short;
use sealane::group::split_comb::{SplitComb, is_safe, mul_base};
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use sealane_measure::stack::depth;
use std::cell::RefCell;
use testkit::inputs::{Random, edges};
use testkit::reference::field::{from_words, to_words};
use testkit::toy::{
    ForEachEdwards, ForEachGroup, Toy, ToyCurve, ToyEdwards, ToyGroup, for_each_edwards,
    for_each_halved_group, for_each_whole_group,
};

const SOFT8: Soft8 = Soft8::MACHINE;
const WHY: &str = "a test may look";

/// Windows and lanes that toy groups are split by, as far as they are safe there.
const SPLITS: [(usize, usize); 6] = [(2, 2), (2, 4), (2, 8), (3, 2), (3, 4), (4, 2)];

/// The affine coordinates of a point, plain; `None` for infinity.
fn plain<G: Model>(p: &Point<G, One>) -> Option<[PLimbs<G>; 2]> {
    let z = G::denominator(p);
    let affine = G::affine(p, z.invert());
    (!z.is_zero().to_bool_vartime()).then(|| affine.map(|c| c.plain()))
}

/// All coordinates of a point, plain.
fn coordinates<G: Model>(p: &Point<G, One>) -> Vec<PLimbs<G>> {
    let all = RefCell::new(Vec::new());
    let _ = G::map(p, |coordinate| {
        all.borrow_mut().push(coordinate.plain());
        coordinate
    });
    all.into_inner()
}

/// The product by a split comb.
fn product<G: Model, M: Machine>(
    machine: M,
    comb: &SplitComb<G, M>,
    k: &NLimbs<G>,
) -> Point<G, One> {
    mul_base::<G, M, One>(machine, One, comb, &Secret::new(*k)).reveal(WHY)
}

/// Every multiple of the generator, by every split.
#[derive(Default)]
struct Multiples {
    /// How many groups each split has been tried on.
    groups: [u64; SPLITS.len()],
    /// Rows of the longest comb.
    rows: usize,
}

impl Multiples {
    /// Tries every split on a group of order `n`, of which `point` tells the multiples.
    fn try_all<G: Model<N: Prime<Limbs = [u64; 1]>>>(
        &mut self,
        name: &str,
        point: impl Fn(u64) -> Option<[PLimbs<G>; 2]>,
    ) {
        let n = G::N::MODULUS[0];
        for (at, (width, parts)) in SPLITS.into_iter().enumerate() {
            if n >> width == 0 || !(G::COMPLETE || is_safe::<G::N>(width, parts)) {
                continue;
            }
            let comb = SplitComb::<G, Soft8>::build(SOFT8, width, parts);
            self.groups[at] += 1;
            self.rows = self.rows.max(comb.additions().0);
            for k in 0..n {
                let found = plain::<G>(&product::<G, _>(SOFT8, &comb, &[k]));
                assert_eq!(found, point(k), "{k} G, {width} {parts} in {name}");
            }
        }
    }

    /// Says whether there was enough to try, combs of that many rows among it.
    #[track_caller]
    fn check(&self, rows: usize) {
        println!("{:?} groups, up to {} rows", self.groups, self.rows);
        assert!(self.groups.iter().all(|count| *count > 2), "{:?}", self.groups);
        assert!(self.rows >= rows, "sums of several rows");
    }
}

impl ForEachGroup for Multiples {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        self.try_all::<Short<C>>(&toy.name, |k| *toy.point(k));
    }
}

impl ForEachEdwards for Multiples {
    fn group<E: ToyEdwards>(&mut self, toy: &ToyGroup) {
        let point = |k: u64| Some(toy.point(k * toy.cofactor).map(|c| [c]));
        self.try_all::<Edwards<E>>(&toy.name, point);
    }
}

/// Goal: every scalar of every toy group has its multiple, whatever the windows and in however many
/// lanes: no addition meets a case that its formula does not have.
#[test]
fn multiples_are_right_on_toy_groups() {
    let mut test = Multiples::default();
    for_each_whole_group(&mut test);
    for_each_halved_group(&mut test);
    test.check(4);
}

/// Goal: the same of toy groups of Edwards curves, whose additions are complete: every split is
/// right, however few windows the scalar has.
#[test]
fn multiples_are_right_on_toy_edwards_groups() {
    let mut test = Multiples::default();
    for_each_edwards(&mut test);
    test.check(3);
}

/// Goal: a wrong product is noticed, and so is a scalar that is not the one of the point.
#[test]
fn a_wrong_product_is_noticed() {
    struct Wrong(u64);
    impl ForEachGroup for Wrong {
        fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
            if !is_safe::<C::N>(2, 2) {
                return;
            }
            let comb = SplitComb::<Short<C>, Soft8>::build(SOFT8, 2, 2);
            for k in 1..toy.n.min(40) {
                let found = plain::<Short<C>>(&product(SOFT8, &comb, &[k]));
                assert_ne!(found, *toy.point(k - 1));
                self.0 += 1;
            }
        }
    }
    let mut test = Wrong(0);
    for_each_whole_group(&mut test);
    assert!(test.0 > 400);
}

/// Goal: a split that is not proven right is refused: on toy groups, and by the same bound that all
/// real curves keep.
#[test]
fn splits_that_are_not_proven_are_refused() {
    struct Unsafe(u64);
    impl ForEachGroup for Unsafe {
        fn group<C: ToyCurve>(&mut self, _: &Toy<C>) {
            for (width, parts) in SPLITS.into_iter().filter(|s| !is_safe::<C::N>(s.0, s.1)) {
                let build = || SplitComb::<Short<C>, Soft8>::build(SOFT8, width, parts);
                assert!(std::panic::catch_unwind(build).is_err(), "{width} {parts}");
                self.0 += 1;
            }
        }
    }
    let mut test = Unsafe(0);
    for_each_whole_group(&mut test);
    assert!(test.0 > 10);
    for parts in [1, 3, 16] {
        let build = || SplitComb::<Short<P256>, Soft8>::build(SOFT8, 5, parts);
        assert!(std::panic::catch_unwind(build).is_err(), "{parts} parts");
    }
}

/// Scalars below `n`: ends, halves, borders of limbs and words and windows, runs of ones and zeros,
/// digits that are all the greatest, and random ones.
fn scalars(n: &BigUint, random: &mut Random) -> Vec<BigUint> {
    let (one, bits) = (BigUint::from(1u32), n.bits());
    let mut all = vec![BigUint::ZERO, one.clone(), n - 1u32, n - 2u32, n >> 1, (n >> 1) + 1u32];
    let some = edges(n);
    let first = random.below(7);
    all.extend(some.into_iter().skip(first).step_by(7));
    for width in [4, 5] {
        let tops =
            (0..bits / width).fold(BigUint::ZERO, |sum, i| sum + (&one << (width * i + width - 1)));
        all.extend([&tops - 1u32, (&one << bits) - &tops, tops]);
    }
    all.extend((0..10).map(|_| random.runs(bits as usize)));
    all.extend((0..10).map(|_| random.structured(n)));
    all.into_iter().map(|k| k % n).collect()
}

/// Compares split combs of curve `G` with the comb of one lane.
fn check<G: Model>(random: &mut Random) {
    let one = Comb::<G, One>::build(One, 4);
    for (width, parts) in [(4, 8), (5, 8), (5, 4), (6, 2)] {
        check_split::<G>(&one, width, parts, &scalars(&from_words(G::N::MODULUS.as_ref()), random));
    }
}

fn check_split<G: Model>(one: &Comb<G, One>, width: usize, parts: usize, scalars: &[BigUint]) {
    let soft8 = SplitComb::<G, Soft8>::build(SOFT8, width, parts);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    let eight = sealane_arith::machine::Eight::detect()
        .map(|eight| (eight, SplitComb::<G, _>::build(eight, width, parts)));
    for k in scalars {
        let mut words = NLimbs::<G>::ZERO;
        words.as_mut().copy_from_slice(&to_words(k, NLimbs::<G>::LEN));
        let alone = comb::mul_base::<G, One, 1>(One, one, &Secret::new([words]));
        let found = product::<G, _>(SOFT8, &soft8, &words);
        let right = plain::<G>(&alone.reveal(WHY));
        assert_eq!(plain::<G>(&found), right, "{k:x} {}, {width} {parts}", G::P::NAME);
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        if let Some((eight, comb)) = &eight {
            let same = product::<G, _>(*eight, comb, &words);
            let [same, found] = [same, found].map(|p| coordinates::<G>(&p));
            assert_eq!(same, found, "the same bits: {k:x} {}", G::P::NAME);
        }
    }
}

/// Goal: one multiple takes no more of the stack than is overwritten after it: 16 KiB for each 128
/// bits of a coordinate.
#[test]
fn one_multiple_stays_where_it_is_wiped() {
    fn check<G: Model, M: Machine>(machine: M, width: usize)
    where
        SplitComb<G, M>: Sync,
    {
        let comb = SplitComb::<G, M>::build(machine, width, 8);
        let k = NLimbs::<G>::ZERO;
        let mut task = || {
            let product = product::<G, M>(machine, &comb, &k);
            assert!(G::is_neutral(&product).to_bool_vartime());
        };
        task();
        let used = depth(&mut task).expect("a stack");
        println!("{} on {}: {used} bytes", G::P::NAME, M::NAME);
        assert!(used <= G::P::BITS.div_ceil(128) << 14, "{} on {}: {used}", G::P::NAME, M::NAME);
    }
    check::<Short<P192>, _>(SOFT8, 5);
    check::<Short<P256>, _>(SOFT8, 5);
    check::<Short<P384>, _>(SOFT8, 5);
    check::<Short<BrainpoolP512r1>, _>(SOFT8, 5);
    check::<Short<P521>, _>(SOFT8, 5);
    check::<Edwards<Edwards25519>, _>(SOFT8, Edwards25519::SPLIT_COMB_WIDTH);
    check::<Edwards<Edwards448>, _>(SOFT8, Edwards448::SPLIT_COMB_WIDTH);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if let Some(eight) = sealane_arith::machine::Eight::detect() {
        check::<Short<P192>, _>(eight, 5);
        check::<Short<P256>, _>(eight, 5);
        check::<Short<P384>, _>(eight, 5);
        check::<Short<BrainpoolP512r1>, _>(eight, 5);
        check::<Short<P521>, _>(eight, 5);
        check::<Edwards<Edwards25519>, _>(eight, Edwards25519::SPLIT_COMB_WIDTH);
        check::<Edwards<Edwards448>, _>(eight, Edwards448::SPLIT_COMB_WIDTH);
    }
}

/// Goal: on every curve the lanes give the product that one lane gives, on scalars at borders and
/// of runs, and registers give the bits that words give.
#[test]
fn products_are_those_of_one_lane() {
    let mut random = Random::seeded("products_are_those_of_one_lane");
    check::<Short<P192>>(&mut random);
    check::<Short<P224>>(&mut random);
    check::<Short<P256>>(&mut random);
    check::<Short<P384>>(&mut random);
    check::<Short<P521>>(&mut random);
    check::<Short<Secp256k1>>(&mut random);
    check::<Short<BrainpoolP256r1>>(&mut random);
    check::<Short<BrainpoolP384r1>>(&mut random);
    check::<Short<BrainpoolP512r1>>(&mut random);
    check::<Edwards<Edwards25519>>(&mut random);
    check::<Edwards<Edwards448>>(&mut random);
}

/// Goal: the table of docs/lanes.md has the sizes of the combs.
#[test]
fn documents_say_how_large_tables_are() {
    let document = include_str!("../../../docs/lanes.md");
    fn row<G: Model>(width: usize) -> String {
        let comb = SplitComb::<G, Soft8>::build(SOFT8, width, 8);
        let (rows, thousands) = (comb.additions().0, comb.bytes() / 1000);
        let (bits, rest) = (G::P::BITS, comb.bytes() % 1000);
        format!("| {bits} bits | {width} | {rows} | {thousands},{rest:03} bytes |")
    }
    for row in [
        row::<Short<P192>>(5),
        row::<Short<P224>>(5),
        row::<Edwards<Edwards25519>>(Edwards25519::SPLIT_COMB_WIDTH),
        row::<Short<P256>>(5),
        row::<Short<P384>>(5),
        row::<Edwards<Edwards448>>(Edwards448::SPLIT_COMB_WIDTH),
        row::<Short<BrainpoolP512r1>>(5),
        row::<Short<P521>>(5),
    ] {
        assert!(document.contains(&row), "{row}");
    }
}
