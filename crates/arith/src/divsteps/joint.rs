//! Division steps in lanes: inverses of one number or of two, each modulo a modulus of its own.
//!
//! The steps on the low words are a chain of operations that wait for each other, so that two
//! chains side by side take no longer than one. A lane has all that a chain needs: `f` in one word,
//! with both entries of its row of the matrix, and `g` in another one. The long numbers are updated
//! by plain words in the meantime, a limb after each few steps.
//!
//! # What is in a word
//!
//! There are [`TURN`] = 20 steps at a time. A word of `f` begins as `f mod 2^20 - 2^41`, and one of
//! `g` as `g mod 2^20 - 2^62`. A step takes sums and halves of words, so after 20 of them a word is
//! `j - 2^21 a - 2^42 b`, where `a` and `b` are `2^20` times the entries of its row and `2^20 j` is
//! `a f + b g` of the low parts that it began with. As `|a| + |b|` is at most `2^20` in a row,
//! `|j|` is below `2^20`; and no entry is `-2^20`, as the first numbers are never negated. So the
//! three parts can be told apart.
//!
//! No sum on the way leaves a word. After `i` steps the entries are those of a matrix of integers
//! over `2^i`, whose determinant is `2^i`; hence the second entries of both rows are not both as
//! large as they may be, and the sum of the words of `f` and `g` is less than `2^63`.

use super::{MAX, Matrix, Update, gather, inverse_mod_2_62, limbs_of, low, normalize};
use super::{spread, steps_of, update_fg};
use crate::machine::barrier;
use crate::prime::{Prime, Words};
use crate::quads::{QUAD, QuadWord};

/// Steps of which one word holds the matrix.
const TURN: usize = 20;
/// Turns of a group of steps, after which the long numbers are updated.
const TURNS: usize = 3;
/// Steps of a group, and bits in a limb.
const GROUP: usize = TURNS * TURN;
/// Steps between two parts of the update.
const PART: usize = 5;
/// Parts of the update of one number: two numbers take a group.
const PARTS: usize = GROUP / PART / 2;

/// A number to invert, and its modulus.
struct Number<const N: usize> {
    low_inverse: u64,
    modulus: [i64; N],
    f: [i64; N],
    g: [i64; N],
    d: [i64; N],
    e: [i64; N],
    update: Update,
}

impl<const N: usize> Number<N> {
    /// Takes a number below the modulus.
    #[inline(always)]
    fn of(x: &[u64], modulus_words: &[u64]) -> Self {
        let mut modulus = [0; N];
        spread::<GROUP>(modulus_words, &mut modulus);
        let mut g = [0; N];
        spread::<GROUP>(x, &mut g);
        let mut e = [0; N];
        e[0] = 1;
        let low_inverse = inverse_mod_2_62(modulus[0] as u64) & low::<GROUP>();
        // An update that changes nothing: that of a group before the first one.
        let update = Update::of(Matrix { u: 1 << GROUP, v: 0, q: 0, r: 1 << GROUP });
        Number { low_inverse, modulus, f: modulus, g, d: [0; N], e, update }
    }

    /// Does a part of the update of `[d, e]`.
    #[inline(always)]
    fn part(&mut self, part: usize) {
        for i in part * N / PARTS..(part + 1) * N / PARTS {
            let (d, e) = (&mut self.d, &mut self.e);
            self.update.column::<GROUP>(i, d, e, &self.modulus, self.low_inverse);
        }
    }

    /// Updates `[f, g]`, and leaves the update of `[d, e]` for later.
    #[inline(always)]
    fn advance(&mut self, t: &Matrix) {
        update_fg::<GROUP>(&mut self.f, &mut self.g, t);
        self.update = Update::of(*t);
    }

    /// Writes the inverse out, after the last update.
    #[inline(always)]
    fn inverse(&mut self, out: &mut [u64]) {
        normalize::<GROUP>(&mut self.d, self.f[N - 1] >> 63, &self.modulus);
        gather::<GROUP>(&self.d, out);
    }
}

/// Returns `1 / x` modulo `P` and `1 / y` modulo `Q`, plain, of numbers below the moduli; of 0 it
/// is 0. Constant-time. What it leaves on the stack lies below its caller.
#[inline(never)]
pub(crate) fn both<W: QuadWord, P: Prime, Q: Prime>(
    word: W,
    x: &P::Limbs,
    y: &Q::Limbs,
) -> (P::Limbs, Q::Limbs) {
    let (p, q) = (P::MODULUS, Q::MODULUS);
    let bits = if P::BITS > Q::BITS { P::BITS } else { Q::BITS };
    let mut inverses = (P::Limbs::ZERO, Q::Limbs::ZERO);
    let x = Inversion { x: x.as_ref(), modulus: p.as_ref(), out: inverses.0.as_mut() };
    let y = Inversion { x: y.as_ref(), modulus: q.as_ref(), out: inverses.1.as_mut() };
    invert(word, bits, [x, y]);
    inverses
}

/// Like [`both`], of one number.
#[inline(never)]
pub(crate) fn one<W: QuadWord, P: Prime>(word: W, x: &P::Limbs) -> P::Limbs {
    let (p, mut inverse) = (P::MODULUS, P::Limbs::ZERO);
    let x = Inversion { x: x.as_ref(), modulus: p.as_ref(), out: inverse.as_mut() };
    invert(word, P::BITS, [x]);
    inverse
}

/// A number to invert, of words, its modulus, and where its inverse is written to.
struct Inversion<'a> {
    x: &'a [u64],
    modulus: &'a [u64],
    out: &'a mut [u64],
}

/// Inverts by numbers of as many limbs as moduli of `bits` bits need, or a few more.
#[inline(always)]
fn invert<W: QuadWord, const K: usize>(word: W, bits: usize, of: [Inversion<'_>; K]) {
    match limbs_of(bits, GROUP) {
        ..=4 => invert_by::<W, 4, K>(word, bits, of),
        5 => invert_by::<W, 5, K>(word, bits, of),
        6..=7 => invert_by::<W, 7, K>(word, bits, of),
        _ => invert_by::<W, MAX, K>(word, bits, of),
    }
}

#[inline(never)]
fn invert_by<W: QuadWord, const N: usize, const K: usize>(
    word: W,
    bits: usize,
    of: [Inversion<'_>; K],
) {
    word.run(
        #[inline(always)]
        || {
            let mut numbers = of.each_ref().map(
                #[inline(always)]
                |it| Number::<N>::of(it.x, it.modulus),
            );
            // Of the number that counts delta a lane has `2 zeta`, so that its lowest bit is 0.
            let mut zeta = word.like(2u64.wrapping_neg());
            for _ in 0..steps_of(bits).div_ceil(GROUP) {
                group(word, &mut zeta, &mut numbers);
            }
            for (number, it) in numbers.iter_mut().zip(of) {
                for part in 0..PARTS {
                    number.part(part);
                }
                number.inverse(it.out);
            }
        },
    );
}

/// Does the steps of one group, the update of `[d, e]` by the group before, and that of `[f, g]`.
#[inline(always)]
fn group<W: QuadWord, const N: usize, const K: usize>(
    word: W,
    zeta: &mut W,
    numbers: &mut [Number<N>; K],
) {
    let (mut f0, mut g0) = ([1; QUAD], [0; QUAD]);
    for (number, (f0, g0)) in numbers.iter().zip(f0.iter_mut().zip(&mut g0)) {
        (*f0, *g0) = (number.f[0] as u64, number.g[0] as u64);
    }
    let mut words = [word.with_quad(f0), word.with_quad(g0)];
    let mut products = [Matrix { u: 1, v: 0, q: 0, r: 1 }; K];
    // One by one, so that which limbs an update comes to is known to the compiler.
    turn::<W, N, K, 0>(word, zeta, &mut words, numbers, &mut products);
    turn::<W, N, K, 1>(word, zeta, &mut words, numbers, &mut products);
    turn::<W, N, K, 2>(word, zeta, &mut words, numbers, &mut products);
    for (number, product) in numbers.iter_mut().zip(&products) {
        number.advance(product);
    }
}

/// Does the steps of turn `T`, and of every number the parts of its update that come to it.
#[inline(always)]
fn turn<W: QuadWord, const N: usize, const K: usize, const T: usize>(
    word: W,
    zeta: &mut W,
    words: &mut [W; 2],
    numbers: &mut [Number<N>; K],
    products: &mut [Matrix; K],
) {
    let [f, g] = *words;
    let [row_f, row_g] = steps(
        word,
        zeta,
        *words,
        #[inline(always)]
        |part| {
            let part = T * TURN / PART + part;
            if part / PARTS < K {
                numbers[part / PARTS].part(part % PARTS);
            }
        },
    );
    *words = [row_f.applied(f, g), row_g.applied(f, g)];
    let (row_f, row_g) = (row_f.entries(), row_g.entries());
    for (i, product) in products.iter_mut().enumerate() {
        *product = product_of([row_f[i], row_g[i]], product);
    }
}

/// The parts of the words of `f` or of `g` after a turn.
#[derive(Clone, Copy)]
struct Row<W> {
    /// The entries of its row times `-2^TURN`.
    entries: [W; 2],
    /// What has become of the low parts.
    low: W,
}

impl<W: QuadWord> Row<W> {
    #[inline(always)]
    fn of(word: W) -> Self {
        let shifted = word + word.like(1 << TURN);
        let (low, _) = shifted.split::<{ TURN as u32 + 1 }>();
        let (_, a) = shifted.shl::<{ 62 - 2 * TURN as u32 }>().split::<{ 63 - TURN as u32 }>();
        let (_, b) = (shifted + word.like(1 << (2 * TURN + 1))).split::<{ 2 * TURN as u32 + 2 }>();
        Row { entries: [a, b], low: low - word.like(1 << TURN) }
    }

    /// Returns what the row takes `f` and `g` to, of which it has seen the low parts: so many bits
    /// of it as there are above these, but no more than 52.
    #[inline(always)]
    fn applied(self, f: W, g: W) -> W {
        let [a, b] = self.entries;
        let ((_, f), (_, g)) = (f.split::<{ TURN as u32 }>(), g.split::<{ TURN as u32 }>());
        let zero = f.like(0);
        self.low - (zero.madd_low(a, f) + zero.madd_low(b, g))
    }

    /// Returns the entries times `2^TURN`, lane by lane.
    #[inline(always)]
    fn entries(self) -> [[i64; 2]; QUAD] {
        let [a, b] = self.entries.map(QuadWord::to_quad);
        core::array::from_fn(
            #[inline(always)]
            |i| [-(a[i] as i64), -(b[i] as i64)],
        )
    }
}

/// Performs [`TURN`] division steps in each lane, given `f` and `g`. `zeta` is `-2 delta - 1`.
/// After every [`PART`] steps it calls `between`.
#[inline(always)]
fn steps<W: QuadWord>(
    word: W,
    zeta: &mut W,
    [f, g]: [W; 2],
    mut between: impl FnMut(usize),
) -> [Row<W>; 2] {
    const { assert!(TURN == 4 * PART) };
    let ((f, _), (g, _)) = (f.split::<{ TURN as u32 }>(), g.split::<{ TURN as u32 }>());
    let two = word.like(2);
    let mut chain = Chain {
        f: f - word.like(1 << (2 * TURN + 1)),
        g: g - word.like(1 << (3 * TURN + 2)),
        zeta: *zeta,
        positive: zeta.split::<63>().1,
        odd: word.like(0) - (g + g).and(two),
        // Hidden: the compiler would add it last, to what the next step waits for.
        one: word.like(barrier(1)),
        two,
    };
    chain.part();
    between(0);
    chain.part();
    between(1);
    chain.part();
    between(2);
    chain.part();
    between(3);
    *zeta = chain.zeta;
    [Row::of(chain.f), Row::of(chain.g)]
}

/// Division steps in each lane.
struct Chain<W> {
    f: W,
    g: W,
    zeta: W,
    /// All ones where delta > 0.
    positive: W,
    /// All ones, but for a 0 in the lowest bit, where `g` is odd.
    odd: W,
    one: W,
    two: W,
}

impl<W: QuadWord> Chain<W> {
    /// Performs [`PART`] of them.
    #[inline(always)]
    fn part(&mut self) {
        for _ in 0..PART {
            self.step();
        }
    }

    #[inline(always)]
    fn step(&mut self) {
        let zero = self.one.like(0);
        // `f` is odd, so `-f` is `f` with all bits but the lowest one the other way round; and
        // where `g` is odd, a 1 more than that of `g` comes from the lowest bit of `f`. One is
        // added everywhere, as the half is rounded down.
        let sum = self.g + self.one + self.odd.and(self.f.xor(self.positive));
        // Both numbers that may count delta next: the choice is all that waits.
        let stays = self.zeta - self.two;
        let turns = zero - self.zeta - (self.two + self.two);
        let swap = self.positive.and(self.odd);
        self.f = W::merge(swap, self.g, self.f);
        let ((_, stays_positive), (_, turns_positive)) = (stays.split::<63>(), turns.split::<63>());
        self.positive = W::merge(swap, turns_positive, stays_positive);
        self.zeta = W::merge(swap, turns, stays);
        self.odd = zero - sum.and(self.two);
        (_, self.g) = sum.split::<1>();
    }
}

/// Returns the product of matrices, `of` being applied first.
#[inline(always)]
fn product_of([f, g]: [[i64; 2]; 2], of: &Matrix) -> Matrix {
    let row = |[a, b]: [i64; 2]| [a * of.u + b * of.q, a * of.v + b * of.r];
    let ([u, v], [q, r]) = (row(f), row(g));
    Matrix { u, v, q, r }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::super::tests::{Random, reference};
    use super::*;
    use crate::generated::each_prime;
    use crate::machine::Soft4;
    use crate::prime::PrimeTask;
    use crate::quads::QuadMachine;

    /// Goal: a turn is 20 steps of the paper: the entries take the first numbers to the last, with
    /// delta counted right, and what is seen of the numbers by itself is so, too.
    #[test]
    fn turns_are_those_of_the_paper() {
        let mut random = Random(11);
        let word = Soft4::MACHINE.word();
        for round in 0..20_000 {
            let mut lanes = [(0, 0, 0); QUAD];
            for (lane, (count, f, g)) in lanes.iter_mut().enumerate() {
                *count = if round % 3 == 0 { -1 } else { random.next() % 70 };
                *f = random.next() | 1;
                *g = match (round + lane) % 6 {
                    0 => 0,
                    1 => random.next() << 20,
                    2 => random.next() >> 40,
                    3 => -*f,
                    _ => random.next(),
                };
            }
            let with =
                |of: fn(&(i64, i64, i64)) -> i64| word.with_quad(lanes.map(|l| of(&l) as u64));
            let mut zeta = with(|(count, ..)| 2 * count);
            let (f, g) = (with(|(_, f, _)| *f), with(|(.., g)| *g));
            let mut parts = std::vec::Vec::new();
            let [row_f, row_g] = steps(word, &mut zeta, [f, g], |part| parts.push(part));
            assert_eq!(parts, [0, 1, 2, 3]);
            let seen = [row_f, row_g].map(|row| row.applied(f, g).to_quad());
            let entries = [row_f, row_g].map(Row::entries);
            for (lane, (count, f, g)) in lanes.into_iter().enumerate() {
                let (last, f_last, g_last) = reference(TURN, count, 2, f.into(), g.into());
                assert_eq!(zeta.to_quad()[lane] as i64, 2 * last);
                for (which, last) in [f_last, g_last].into_iter().enumerate() {
                    let [a, b] = entries[which][lane];
                    assert!(a.abs() + b.abs() <= 1 << TURN);
                    let product = i128::from(a) * i128::from(f) + i128::from(b) * i128::from(g);
                    assert_eq!(product, last << TURN);
                    let differ = seen[which][lane] ^ last as u64;
                    assert_eq!(differ & ((1 << 40) - 1), 0);
                }
            }
        }
    }

    /// Numbers below the modulus: small ones, ones a little below it, and any.
    fn numbers<P: Prime>(random: &mut Random) -> std::vec::Vec<P::Limbs> {
        let mut all = std::vec::Vec::new();
        for less in 0..3 {
            let (mut small, mut large) = (P::Limbs::ZERO, P::MODULUS);
            small.as_mut()[0] = less;
            let mut less = less + 1;
            for word in large.as_mut() {
                let borrow;
                (*word, borrow) = word.overflowing_sub(less);
                less = borrow.into();
            }
            all.extend([small, large]);
        }
        for _ in 0..4 {
            let mut any = P::MODULUS;
            for word in any.as_mut() {
                *word &= random.next() as u64;
            }
            all.push(any);
        }
        all
    }

    /// Inverses of a prime alone, and beside those of another one.
    struct Same<M, P>(M, core::marker::PhantomData<P>, usize);

    impl<M: QuadMachine, P: Prime> PrimeTask for Same<M, P> {
        fn run<Q: Prime>(&mut self) {
            let mut random = Random(5);
            let (of_p, of_q) = (numbers::<P>(&mut random), numbers::<Q>(&mut random));
            for (i, x) in of_p.iter().enumerate() {
                let y = &of_q[(3 * i + 1) % of_q.len()];
                let expected = (divsteps::invert::<P>(x), divsteps::invert::<Q>(y));
                assert_eq!(self.0.inverses::<P, Q>(x, y), expected, "{} {}", P::NAME, Q::NAME);
                assert_eq!(self.0.inverse::<Q>(y), expected.1, "{}", Q::NAME);
                self.2 += 1;
            }
        }
    }

    use crate::divsteps;

    struct Pairs<M>(M, usize);

    impl<M: QuadMachine> PrimeTask for Pairs<M> {
        fn run<P: Prime>(&mut self) {
            let mut same = Same::<M, P>(self.0, core::marker::PhantomData, 0);
            each_prime(&mut same);
            self.1 += same.2;
        }
    }

    /// Goal: inverses in lanes are those of plain words, for every pair of primes, on each machine;
    /// 0 has 0.
    #[test]
    fn inverses_are_those_of_plain_words() {
        let mut soft = Pairs(Soft4::MACHINE, 0);
        each_prime(&mut soft);
        assert!(soft.1 > 4000);
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        if let Some(four) = crate::machine::Four::detect() {
            let mut registers = Pairs(four, 0);
            each_prime(&mut registers);
            assert_eq!(registers.1, soft.1);
        } else {
            std::eprintln!("\nSKIPPED: this CPU has no AVX-512 VL and IFMA");
        }
    }
}
