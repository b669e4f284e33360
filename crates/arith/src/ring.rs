//! The ring Z_q\[X\]/(X^256 + 1) with q = 2^23 - 2^13 + 1, in which ML-DSA computes. FIPS 204,
//! sections 2.3 and 7.
//!
//! Written once over a small trait of [`Words`](words::Words) of 32 bits with a sign, and read by
//! several machines: AVX-512 registers of sixteen words where this CPU has them, plain words
//! elsewhere, and in tests words that bound or count.
//!
//! A product costs a factor: `multiply` gives `a b / 2^32`, and [`inverse`] gives it back, as
//! between [`transform`] and [`inverse`] there is one product. Coefficients are any representatives
//! modulo q within the bounds that each function states, so that few have to be reduced.
//!
//! Constant-time: every step is the same whatever the coefficients are.

pub mod butterflies;
pub mod fields;
pub mod maps;
pub mod products;
pub mod small;
pub mod table;
pub mod tasks;
pub mod uniform;
pub mod words;

pub use maps::Gamma2;
pub use small::{KEPT_WORDS, STREAMS};
pub use uniform::{BLOCK_WORDS, Filling};

use crate::ct::{Mask, WordMask};
use crate::machine::ring as vectors;
use crate::machine::taint::under_valgrind;
use fields::Unpack;
use small::Keep;
use table::{Ring, Table, Twiddles};
use tasks::{Each, Exceeds, Inverse, Multiply, MultiplyAccumulate, Task, Transform};
use words::Plain;
use zeroize::Zeroize;

/// The modulus q.
pub const Q: i32 = 8_380_417;
/// Coefficients of a polynomial.
pub const N: usize = 256;
/// Bits that Power2Round drops.
pub const D: u32 = 13;
/// Lanes of a register.
pub(crate) const LANES: usize = 16;
/// Most products that [`multiply_accumulate`] adds up.
pub const MAX_PRODUCTS: usize = 8;

/// A polynomial: the coefficient of X^i is `.0[i]`; of a transformed one, the value at the root
/// `1753^(2 brv(i) + 1)`. Any representatives modulo q.
///
/// It is plain data: secret ones belong in a [`Secret`](crate::secret::Secret), which wipes them.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Polynomial(pub [i32; N]);

impl Polynomial {
    /// The polynomial 0.
    pub const ZERO: Self = Polynomial([0; N]);
}

impl Zeroize for Polynomial {
    fn zeroize(&mut self) {
        self.0.fill(0);
        // All of them at once, and not by a write of each, which the compiler may not join.
        zeroize::optimization_barrier(self);
    }
}

/// The ring of ML-DSA.
pub struct MlDsa;

impl Ring for MlDsa {
    const Q: i32 = Q;
    const N: usize = N;
    #[inline(always)]
    fn forward() -> Twiddles {
        static TABLE: Table<1024> = Table::forward(Q, N, ROOT);
        TABLE.twiddles()
    }
    #[inline(always)]
    fn backward() -> Twiddles {
        static TABLE: Table<1024> = Table::backward(Q, N, ROOT);
        TABLE.twiddles()
    }
}

/// A root of unity of order 512. FIPS 204, section 2.3.
const ROOT: i32 = 1753;

/// Whether the words are in registers, and sixteen as fast as one. Says so too under the taint
/// test, whose machine has no such registers but must see the same steps.
#[must_use]
pub fn is_fast() -> bool {
    vectors::available() || under_valgrind()
}

/// Runs a task on the fastest words that this CPU has.
#[inline(always)]
pub fn run<T: Task>(task: T) -> T::Result {
    match vectors::run(task) {
        Ok(result) => result,
        Err(task) => run_plain(task),
    }
}

/// Runs a task on plain words, whatever the CPU has.
#[inline(always)]
pub fn run_plain<T: Task>(task: T) -> T::Result {
    task.on::<_, { N / LANES }>(Plain([0; LANES]))
}

/// Gives the values of `x` at the roots of X^256 + 1, in the order of FIPS 204, algorithm 41.
///
/// Bounds: needs coefficients between `-q` and `q`; gives them below `6 q` in absolute value.
pub fn transform(x: &mut Polynomial) {
    run(Transform(x));
}

/// Gives `2^32` times the polynomial with the values `x`. FIPS 204, algorithm 42; the factor is
/// what one product has taken away.
///
/// Bounds: needs coefficients between `-q` and `q`; gives them below `3 q / 4` in absolute value,
/// so that numbers up to `q / 4` are themselves.
pub fn inverse(x: &mut Polynomial) {
    run(Inverse(x));
}

/// Gives `a b / 2^32` in `out`, value by value.
///
/// Bounds: needs values below `6 q` in absolute value; gives them below `q`.
pub fn multiply(a: &Polynomial, b: &Polynomial, out: &mut Polynomial) {
    run(Multiply { a, b, out });
}

/// Gives the sum of all `a[i] b[i] / 2^32` in `out`, value by value; reduced once.
///
/// Bounds: needs values of `a` below `q` and of `b` below `6 q` in absolute value, or the other way
/// round; gives them below `q`.
///
/// # Panics
/// If `a` and `b` have not as many polynomials, or more than [`MAX_PRODUCTS`].
pub fn multiply_accumulate(a: &[Polynomial], b: &[Polynomial], out: &mut Polynomial) {
    assert!(a.len() == b.len() && a.len() <= MAX_PRODUCTS, "as many factors, and not too many");
    run(MultiplyAccumulate { a, b, out });
}

/// Gives a representative between `-q` and `q`.
///
/// Bounds: needs coefficients below `2^31 - 2^22`; gives them up to 6,283,009 in absolute value.
pub fn reduce(x: &mut Polynomial) {
    run(Each::new(maps::Reduce, [x], []));
}

/// Gives `x + y` in `x`. Bounds: the sums must be below `2^31` in absolute value.
pub fn add(x: &mut Polynomial, y: &Polynomial) {
    run(Each::new(maps::Add, [x], [y]));
}

/// Gives `x - y` in `x`. Bounds: the differences must be below `2^31` in absolute value.
pub fn subtract(x: &mut Polynomial, y: &Polynomial) {
    run(Each::new(maps::Subtract, [x], [y]));
}

/// Gives the representative from 0 to `q - 1`. Bounds: needs coefficients between `-q` and `q`.
pub fn to_positive(x: &mut Polynomial) {
    run(Each::new(maps::ToPositive, [x], []));
}

/// Gives `2^13 x`: of what Power2Round calls high, the number that it stands for.
///
/// Bounds: needs coefficients up to 1,023; gives them from 0 to `q - 1`.
pub fn scale_by_d(x: &mut Polynomial) {
    run(Each::new(maps::ScaleByD, [x], []));
}

/// Gives `r1` in `high` and `r0` in `r`, where `r = 2^13 r1 + r0` and `-2^12 < r0 <= 2^12`. FIPS
/// 204, algorithm 35.
///
/// Bounds: needs coefficients from 0 to `q - 1`.
pub fn power2round(r: &mut Polynomial, high: &mut Polynomial) {
    run(Each::new(maps::Power2Round, [r, high], []));
}

/// Gives `r1` in `high` and `r0` in `r`, where `r = 2 gamma2 r1 + r0 mod q` and
/// `-gamma2 <= r0 <= gamma2`. FIPS 204, algorithm 36.
///
/// Bounds: needs coefficients from 0 to `q - 1`; gives `r1` below [`Gamma2::classes`].
pub fn decompose(gamma2: Gamma2, r: &mut Polynomial, high: &mut Polynomial) {
    run(Each::new(maps::Decompose(gamma2), [r, high], []));
}

/// Gives `r1` of [`decompose`] in `r`. FIPS 204, algorithm 37.
pub fn high_bits(gamma2: Gamma2, r: &mut Polynomial) {
    run(Each::new(maps::HighBits(gamma2), [r], []));
}

/// Gives `r0` of [`decompose`] in `r`. FIPS 204, algorithm 38.
pub fn low_bits(gamma2: Gamma2, r: &mut Polynomial) {
    run(Each::new(maps::LowBits(gamma2), [r], []));
}

/// Gives in `low` 1 where adding `z` changes the high part of a number, and 0 elsewhere, and
/// returns how often it does. FIPS 204, algorithm 39, of the number `r + z` that has been split
/// before: `high` is `r1` of [`decompose`], `low` is `r0 + z`.
///
/// Bounds: needs `r0` between `-gamma2` and `gamma2`, where `-gamma2` is for `r1 = 0` alone, and
/// `z` between `-gamma2` and `gamma2`.
pub fn make_hint(gamma2: Gamma2, low: &mut Polynomial, high: &Polynomial) -> u32 {
    run(Each::new(maps::MakeHint(gamma2), [&mut *low], [high]));
    low.0.iter().sum::<i32>() as u32
}

/// Gives in `r` its high part, corrected by one where `hint` is 1. FIPS 204, algorithm 40.
///
/// Bounds: needs `r` from 0 to `q - 1` and hints of 0 and 1; gives numbers below
/// [`Gamma2::classes`].
pub fn use_hint(gamma2: Gamma2, r: &mut Polynomial, hint: &Polynomial) {
    run(Each::new(maps::UseHint(gamma2), [r], [hint]));
}

/// Gives numbers of so many bits each, 10, 18 or 20, which lie one behind the other in words,
/// lowest first; or the differences `from - x`.
///
/// # Panics
/// If there are fewer words than 256 numbers fill.
pub fn unpack<const BITS: usize>(words: &[u64], from: Option<i32>, out: &mut Polynomial) {
    assert!(words.len() >= N * BITS / 64, "all numbers are there");
    run(Unpack::<BITS> { words, from, out });
}

/// Puts the coefficients that a block of eight streams of uniform bytes stands for behind those
/// that there are of each polynomial, as many as there is room for. Row `i` of `block` has word `i`
/// of each stream, read from its bytes little-endian; the first streams belong to the polynomials.
/// Coefficients are below q. FIPS 204, algorithm 14.
///
/// Variable-time: the bytes are public.
///
/// # Panics
/// If a polynomial is said to have more coefficients than there are.
pub fn accept_vartime(block: &[[u64; STREAMS]; BLOCK_WORDS], all: &mut [Filling<'_>]) {
    if !vectors::accept_vartime(block, all) {
        uniform::accept_plain_vartime(block, all);
    }
}

/// Returns the half-bytes of eight streams that are small coefficients, in their order, as many as
/// a polynomial has; zeros if there are fewer. Row `i` of `words` has word `i` of each stream, read
/// from its bytes little-endian. Half-bytes below 15 are coefficients for `eta = 2`, those below 9
/// for `eta = 4`.
#[must_use]
pub fn keep_small(eta: i32, words: &[[u64; STREAMS]]) -> [[u64; STREAMS]; KEPT_WORDS] {
    let mut kept = [[0; STREAMS]; KEPT_WORDS];
    run(Keep { eta, words, kept: &mut kept });
    kept
}

/// Gives in `out` the coefficients that half-bytes of [`keep_small`] stand for, from `-eta` to
/// `eta`, of one stream.
pub fn small(eta: i32, kept: &[u64; KEPT_WORDS], out: &mut Polynomial) {
    small::decode(eta, kept, out);
}

/// Whether any coefficient has an absolute value of `bound` or more. FIPS 204, section 2.3.
///
/// Every coefficient is looked at. Bounds: needs coefficients up to `q - bound` in absolute value,
/// of which those above `q / 2` are too large as well as the numbers they stand for.
#[must_use]
pub fn exceeds(x: &Polynomial, bound: i32) -> WordMask {
    let found = run(Exceeds { x, bound });
    WordMask::of_zero(u64::from(found)).not()
}
