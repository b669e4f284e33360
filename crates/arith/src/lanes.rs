//! What programs in lanes are made of: words of eight lanes, and primes over limbs of 52 bits.

use crate::ct::LaneMask;
use core::fmt::Debug;
use core::ops::{Add, Sub};
use zeroize::Zeroize;

/// How many lanes there are.
pub const LANES: usize = 8;

/// What programs of primes compute with: 64-bit words, one a lane, of one lane or of several. Sums
/// and differences wrap around in each lane.
///
/// A word is its own licence: words are made *like* another one, so that safe code cannot make one
/// of a machine which this CPU cannot run.
pub trait Word:
    Copy + Debug + Send + Sync + 'static + Add<Output = Self> + Sub<Output = Self>
{
    /// Returns the constant in every lane.
    #[must_use]
    fn like(self, constant: u64) -> Self;
    /// Returns `f` of both words in each lane.
    #[must_use]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self;
    /// Returns `self + (a b mod 2^52)`, of the low 52 bits of `a` and `b`.
    #[must_use]
    fn madd_low(self, a: Self, b: Self) -> Self;
    /// Returns `self + a b / 2^52`, of the low 52 bits of `a` and `b`.
    #[must_use]
    fn madd_high(self, a: Self, b: Self) -> Self;
    /// Returns `self * 2^N`.
    #[must_use]
    fn shl<const N: u32>(self) -> Self;
    /// Returns `low` from 0 to `2^N - 1` and `high` with `self = low + 2^N high`, `self` read as a
    /// number with a sign.
    #[must_use]
    fn split<const N: u32>(self) -> (Self, Self);
}

/// What a product modulo eight numbers of one length reads: limbs in the low 52 bits of words. What
/// is above them in `a` and `b` does not count.
pub struct Factors<'a> {
    /// One number in each lane.
    pub a: &'a [Cell],
    /// The others, or nothing for squares.
    pub b: Option<&'a [Cell]>,
    /// The moduli.
    pub words: &'a [Cell],
    /// `-1 / words mod 2^52`.
    pub minus_inverse: &'a Cell,
    /// `(words minus_inverse + 1) / 2^52`.
    pub shifted: &'a [Cell],
}

/// The words of a machine: eight lanes.
///
/// Instructions that this CPU may lack run by a word, a machine or an element alone, which
/// [`Eight::detect`](crate::machine) gives where it has them; their types are not enough. With a
/// word:
///
/// ```
/// use sealane_arith::lanes::Vector;
///
/// fn doubled<W: Vector>(word: W) -> [u64; 8] {
///     let sum = word.run(|| word.like(4) + word.like(4));
///     word.clear();
///     sum.to_lanes()
/// }
/// ```
///
/// Without one:
///
/// ```compile_fail,E0061
/// # use sealane_arith::lanes::Vector;
/// fn door<W: Vector>() {
///     W::run(|| ())
/// }
/// ```
///
/// ```compile_fail,E0061
/// # use sealane_arith::lanes::Vector;
/// fn door<W: Vector>() {
///     W::clear()
/// }
/// ```
///
/// ```compile_fail,E0061
/// # use sealane_arith::lanes::{Lanes, Program, Vector};
/// fn door<W: Vector, L: Lanes, Q: Program>(limbs: &L::Limbs<W>) -> L::Limbs<W> {
///     W::execute::<L, Q>([limbs; 4])
/// }
/// ```
///
/// ```compile_fail,E0061
/// # use sealane_arith::field::Field;
/// fn door<F: Field>() {
///     F::outlined(|| ())
/// }
/// ```
pub trait Vector: Word + Zeroize {
    /// Name of the machine of these words, as `--backend` takes it.
    const MACHINE: &'static str;

    /// Returns a word of the given lanes.
    #[must_use]
    fn with_lanes(self, lanes: [u64; LANES]) -> Self;
    /// Returns the lanes.
    #[must_use]
    fn to_lanes(self) -> [u64; LANES];
    /// Returns, in each lane, entry `self mod 16` of the sixteen numbers, reading all of them.
    #[must_use]
    fn pick(self, low: &Cell, high: &Cell) -> Self;
    /// Returns, in each lane, the lane of `self` that the low three bits of `places` name, which
    /// are public.
    #[must_use]
    fn permute(self, places: Self) -> Self;
    /// Returns the lanes where bit `N` is set.
    #[must_use]
    fn bit<const N: u32>(self) -> LaneMask;
    /// Returns the lanes where a bit of the constant is set.
    #[must_use]
    fn meets(self, constant: u64) -> LaneMask;
    /// Returns the low `count` bits of `(self + 2^64 high) / 2^from`; `from` and `count` are below
    /// 64.
    #[must_use]
    fn window(self, high: Self, from: u32, count: u32) -> Self;
    /// Returns the lanes that are the constant.
    #[must_use]
    fn equals(self, constant: u64) -> LaneMask;
    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    #[must_use]
    fn select(mask: LaneMask, a: Self, b: Self) -> Self;
    /// Runs `work` where the instructions of these words are at hand.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
    /// Clears the registers of such words.
    fn clear(self) {}
    /// Sets `out` to `(a b + q words) / 2^(52 n)`, which is less than `(1 + 2^-52) words` above
    /// `a b / 2^(52 n)`, if these words have instructions of their own for numbers of `n` limbs.
    /// Returns whether they have, which is public. The limbs are the low 52 bits of their words.
    /// `sums` is room for twice as many, and has no meaning after.
    #[inline(always)]
    fn reduced_product(self, _out: &mut [Cell], _sums: &mut [Cell], _of: &Factors<'_>) -> bool {
        false
    }
    /// Runs a program: here, or behind a call if it is long. Any word will do; operands alone would
    /// be no licence, as a prime may be written whose elements have no words.
    fn execute<L: Lanes, Q: Program>(self, of: Operands<'_, L, Self>) -> L::Limbs<Self>;
}

/// What a program is run on: as many operands as the longest one takes.
pub type Operands<'a, L, W> = [&'a <L as Lanes>::Limbs<W>; OPERANDS];

/// Most operands of a program.
pub const OPERANDS: usize = 4;

/// A program of a prime, of one operand or more.
pub trait Program {
    /// Whether it is as long as a product.
    const LONG: bool;
    /// How many operands it takes; it takes no notice of those after them.
    const TAKES: usize;
    /// Runs it on words of any kind.
    fn run<L: Lanes, W: Word>(of: Operands<'_, L, W>) -> L::Limbs<W>;
}

macro_rules! programs {
    ($($name:ident, $long:expr, $takes:expr, $do:ident($($operand:ident),*);)*) => {$(
        #[doc = concat!("[`Lanes::", stringify!($do), "`].")]
        #[derive(Debug)]
        pub struct $name;

        impl Program for $name {
            const LONG: bool = $long;
            const TAKES: usize = $takes;
            #[inline(always)]
            fn run<L: Lanes, W: Word>(of: Operands<'_, L, W>) -> L::Limbs<W> {
                let [$($operand),*, ..] = of;
                L::$do($($operand),*)
            }
        }
    )*};
}

programs! {
    Product, true, 2, mul(a, b);
    Square, true, 1, sqr(a);
    MulSub, true, 4, mul_sub(a, b, c, d);
    MulSubSqr2, true, 3, mul_sub_sqr2(a, b, c);
    Sum, false, 2, add(a, b);
    Difference, false, 2, sub(a, b);
    Negative, false, 1, neg(a);
    AtRest, false, 1, carry(a);
    Encoded, true, 1, encode(a);
    Decoded, true, 1, decode(a);
}

/// Eight numbers of a table, placed as vectors are loaded best.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Cell(pub [u64; LANES]);

impl Zeroize for Cell {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// A prime over limbs of 52 bits, eight elements at a time.
///
/// An element *at rest* has limbs from 0 to `2^52 - 1` and a value of a few moduli at most; which,
/// says the file of the prime. Limbs of sums have signs; a sum may hold four elements at rest. Only
/// `carry` and sums take sums. Implementations are written by `fieldgen`, whose provers show for
/// all inputs that these bounds are kept, and, for toy primes, by hand.
pub trait Lanes: Copy + Eq + Debug + Send + Sync + 'static {
    /// Storage of eight elements.
    type Limbs<W: Word>: Copy + Debug + AsRef<[W]> + AsMut<[W]> + Send + Sync + 'static;
    /// Storage of eight public elements of a table, a cell a limb.
    type Cells: Copy + Debug + AsRef<[Cell]> + AsMut<[Cell]> + Send + Sync + 'static;
    /// The modulus, plain.
    const MODULUS: &'static [u64];
    /// The element one, at rest.
    const ONE: &'static [u64];
    /// Cells of zeros.
    const EMPTY: Self::Cells;
    /// Whether products are so long that they are called rather than compiled into their callers.
    const CALLED: bool;

    /// Returns limbs that are all `word`.
    fn spread<W: Word>(word: W) -> Self::Limbs<W>;
    /// Returns `a b`, at rest.
    fn mul<W: Word>(a: &Self::Limbs<W>, b: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns `a a`, at rest.
    fn sqr<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns `a b - c d`, at rest.
    fn mul_sub<W: Word>(
        a: &Self::Limbs<W>,
        b: &Self::Limbs<W>,
        c: &Self::Limbs<W>,
        d: &Self::Limbs<W>,
    ) -> Self::Limbs<W>;
    /// Returns `a b - 2 c c`, at rest.
    fn mul_sub_sqr2<W: Word>(
        a: &Self::Limbs<W>,
        b: &Self::Limbs<W>,
        c: &Self::Limbs<W>,
    ) -> Self::Limbs<W>;
    /// Returns `a + b`, a sum.
    fn add<W: Word>(a: &Self::Limbs<W>, b: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns `a - b`, a sum.
    fn sub<W: Word>(a: &Self::Limbs<W>, b: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns `-a`, a sum.
    fn neg<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns a sum at rest.
    fn carry<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Takes plain integers below the modulus to elements at rest.
    fn encode<W: Word>(plain: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Takes elements at rest to their plain integers, or those plus the modulus.
    fn decode<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
}
