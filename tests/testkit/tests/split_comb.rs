//! One multiple of the generator in all lanes: exhaustively on toy groups, and on every curve
//! beside one lane.

use num_bigint::BigUint;
use sealane::curve::{
    BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Curve, NLimbs, P192, P224, P256, P384, P521,
    Secp256k1,
};
use sealane::group::comb::{self, Comb};
use sealane::group::short::{Jacobian, Short};
use sealane::group::split_comb::{SplitComb, is_safe, mul_base};
use sealane_arith::ct::Mask;
use sealane_arith::fe::Fe;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::{One, Soft8};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use sealane_measure::stack::depth;
use testkit::inputs::{Random, edges};
use testkit::reference::field::{from_words, to_words};
use testkit::toy::{ForEachGroup, Toy, ToyCurve, for_each_halved_group, for_each_whole_group};

const SOFT8: Soft8 = Soft8::MACHINE;
const WHY: &str = "a test may look";

/// Windows and lanes that toy groups are split by, as far as they are safe there.
const SPLITS: [(usize, usize); 6] = [(2, 2), (2, 4), (2, 8), (3, 2), (3, 4), (4, 2)];

/// The affine coordinates of a point, plain; `None` for infinity.
fn plain<P: Prime>(p: Jacobian<Fe<P>>) -> Option<[P::Limbs; 2]> {
    let affine = p.to_affine(Field::invert);
    let finite = !p.z.is_zero().to_bool_vartime();
    finite.then(|| [affine.x.plain(), affine.y.plain()])
}

/// The product by a split comb.
fn product<C: Curve, M: Machine>(
    machine: M,
    comb: &SplitComb<Short<C>, M>,
    k: &NLimbs<C>,
) -> Jacobian<Fe<C::P>> {
    mul_base::<Short<C>, M, One>(machine, One, comb, &Secret::new(*k)).reveal(WHY)
}

/// Every multiple of the generator, by every split.
#[derive(Default)]
struct Multiples {
    /// How many groups each split has been tried on.
    groups: [u64; SPLITS.len()],
    /// Rows of the longest comb.
    rows: usize,
}

impl ForEachGroup for Multiples {
    fn group<C: ToyCurve>(&mut self, toy: &Toy<C>) {
        for (at, (width, parts)) in SPLITS.into_iter().enumerate() {
            if toy.n >> width == 0 || !is_safe::<C::N>(width, parts) {
                continue;
            }
            let comb = SplitComb::<Short<C>, Soft8>::build(SOFT8, width, parts);
            self.groups[at] += 1;
            self.rows = self.rows.max(comb.additions().0);
            for k in 0..toy.n {
                let found = plain(product::<C, _>(SOFT8, &comb, &[k]));
                assert_eq!(found, *toy.point(k), "{k} G, {width} {parts} in {}", toy.name);
            }
        }
    }
}

/// Goal: every scalar of every toy group has its multiple, whatever the windows and in however many
/// lanes: no addition meets a case that its formula does not have.
#[test]
fn multiples_are_right_on_toy_groups() {
    let mut test = Multiples::default();
    for_each_whole_group(&mut test);
    for_each_halved_group(&mut test);
    println!("{:?} groups, up to {} rows", test.groups, test.rows);
    assert!(test.groups.iter().all(|count| *count > 2), "{:?}", test.groups);
    assert!(test.rows > 3, "sums of several rows");
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
                assert_ne!(plain(product::<C, _>(SOFT8, &comb, &[k])), *toy.point(k - 1));
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

/// Compares split combs of curve `C` with the comb of one lane.
fn check<C: Curve>(random: &mut Random) {
    let n = from_words(C::N::MODULUS.as_ref());
    let one = Comb::<Short<C>, One>::build(One, 4);
    let soft8 = SplitComb::<Short<C>, Soft8>::build(SOFT8, 5, 8);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    let eight = sealane_arith::machine::Eight::detect()
        .map(|eight| (eight, SplitComb::<Short<C>, _>::build(eight, 5, 8)));
    for k in scalars(&n, random) {
        let mut words = NLimbs::<C>::ZERO;
        words.as_mut().copy_from_slice(&to_words(&k, NLimbs::<C>::LEN));
        let alone = comb::mul_base::<Short<C>, One, 1>(One, &one, &Secret::new([words]));
        let found = product::<C, _>(SOFT8, &soft8, &words);
        assert_eq!(plain(found), plain(alone.reveal(WHY)), "{k:x} G modulo {n:x}");
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        if let Some((eight, comb)) = &eight {
            let same = product::<C, _>(*eight, comb, &words);
            let plain = |p: Jacobian<Fe<C::P>>| [p.x, p.y, p.z].map(|c| c.plain());
            assert_eq!(plain(same), plain(found), "the same bits: {k:x} G modulo {n:x}");
        }
    }
}

/// Goal: one multiple takes no more of the stack than is overwritten after it: 16 KiB for each 128
/// bits of a coordinate.
#[test]
fn one_multiple_stays_where_it_is_wiped() {
    fn check<C: Curve, M: Machine>(machine: M)
    where
        SplitComb<Short<C>, M>: Sync,
    {
        let comb = SplitComb::<Short<C>, M>::build(machine, 5, 8);
        let k = NLimbs::<C>::ZERO;
        let mut task = || assert!(plain(product::<C, M>(machine, &comb, &k)).is_none());
        task();
        let used = depth(&mut task).expect("a stack");
        println!("{} on {}: {used} bytes", C::P::NAME, M::NAME);
        assert!(used <= C::P::BITS.div_ceil(128) << 14, "{} on {}: {used}", C::P::NAME, M::NAME);
    }
    check::<P192, _>(SOFT8);
    check::<P256, _>(SOFT8);
    check::<P384, _>(SOFT8);
    check::<BrainpoolP512r1, _>(SOFT8);
    check::<P521, _>(SOFT8);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if let Some(eight) = sealane_arith::machine::Eight::detect() {
        check::<P192, _>(eight);
        check::<P256, _>(eight);
        check::<P384, _>(eight);
        check::<BrainpoolP512r1, _>(eight);
        check::<P521, _>(eight);
    }
}

/// Goal: on every curve the lanes give the product that one lane gives, on scalars at borders and
/// of runs, and registers give the bits that words give.
#[test]
fn products_are_those_of_one_lane() {
    let mut random = Random::seeded("products_are_those_of_one_lane");
    check::<P192>(&mut random);
    check::<P224>(&mut random);
    check::<P256>(&mut random);
    check::<P384>(&mut random);
    check::<P521>(&mut random);
    check::<Secp256k1>(&mut random);
    check::<BrainpoolP256r1>(&mut random);
    check::<BrainpoolP384r1>(&mut random);
    check::<BrainpoolP512r1>(&mut random);
}

/// Goal: the table of docs/lanes.md has the sizes of the combs.
#[test]
fn documents_say_how_large_tables_are() {
    let document = include_str!("../../../docs/lanes.md");
    fn row<C: Curve>() -> String {
        let comb = SplitComb::<Short<C>, Soft8>::build(SOFT8, 5, 8);
        let (rows, thousands) = (comb.additions().0, comb.bytes() / 1000);
        format!(
            "| {} bits | 5 | {rows} | {thousands},{:03} bytes |",
            C::P::BITS,
            comb.bytes() % 1000
        )
    }
    for row in [
        row::<P192>(),
        row::<P224>(),
        row::<P256>(),
        row::<P384>(),
        row::<BrainpoolP512r1>(),
        row::<P521>(),
    ] {
        assert!(document.contains(&row), "{row}");
    }
}
