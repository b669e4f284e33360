//! Four elements of one operation that are worked on together: what formulas with four products a
//! level may do with them, and what programs of primes in this form are.
//!
//! Where batches have eight lanes for eight items, one item alone has the products of its own
//! formulas to fill lanes with. A *quad* holds four elements, and its product is four products at
//! once. What counts here is how soon a product is there, not how many are done, so limbs are short
//! and nothing runs from limb to limb: a product is a sum that is not carried, and sums of products
//! are carried once.

use crate::ct::{LaneMask, Mask};
use crate::divsteps;
use crate::lanes::Word;
use crate::machine::Soft4;
use crate::prime::Prime;
use core::fmt::Debug;
use core::ops::{Add, Mul, Sub};
use zeroize::Zeroize;

/// How many elements are worked on together.
pub const QUAD: usize = 4;

/// A prime over limbs so short that sums of products need no carries from limb to limb.
///
/// An element `x` is held as `x` times a power of two, the radix, modulo the prime; where that is
/// one, as it is. An element *at rest* has limbs from 0 to a little more than `2^BITS`; how much,
/// says the file of the prime. Limbs of sums have signs. A product takes elements at rest and is a
/// sum that may be as large as 256 of them; `carry` takes a sum as large as six products, and sums
/// are added up to that from halves. Implementations are written by `fieldgen`, whose provers show
/// for all inputs that these bounds are kept, and, for toy primes, by hand.
pub trait Quads: Copy + Eq + Debug + Send + Sync + 'static {
    /// Storage of four elements.
    type Limbs<W: Word>: Copy + Debug + AsRef<[W]> + AsMut<[W]> + Send + Sync + 'static;
    /// Bits between limbs.
    const BITS: usize;
    /// The modulus, plain.
    const MODULUS: &'static [u64];
    /// The square of the radix modulo the prime, in limbs: integers times this, as a product, are
    /// the elements that they stand for.
    const RADIX_SQUARED: &'static [u64];

    /// Returns limbs that are all `word`.
    fn spread<W: Word>(word: W) -> Self::Limbs<W>;
    /// Returns a sum of up to six products at rest. Integers below the modulus, in limbs, are at
    /// rest as they are.
    fn carry<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns the product of elements at rest, not carried. Of what is held it is `a b` over the
    /// radix.
    fn mul<W: Word>(a: &Self::Limbs<W>, b: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns the square of an element at rest, not carried.
    fn sqr<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns `a + b`, each of up to three products.
    fn add<W: Word>(a: &Self::Limbs<W>, b: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Returns `a - b`, each of up to three products.
    fn sub<W: Word>(a: &Self::Limbs<W>, b: &Self::Limbs<W>) -> Self::Limbs<W>;
    /// Takes elements at rest to their plain integers, or those plus the modulus, in limbs below
    /// `2^BITS`, of which the last one may be a little above the bits of the modulus.
    fn decode<W: Word>(a: &Self::Limbs<W>) -> Self::Limbs<W>;
}

/// A prime that has such a form.
pub trait QuadPrime: Prime {
    /// The form.
    type Quads: Quads;
}

/// The words of a machine for quads: four lanes. Like a [`Vector`](crate::lanes::Vector) it is its
/// own licence: one is made of another one only.
pub trait QuadWord: Word + Zeroize {
    /// Name of the machine of eight lanes that goes with these words.
    const MACHINE: &'static str;

    /// Returns a word of the given lanes.
    #[must_use]
    fn with_quad(self, lanes: [u64; QUAD]) -> Self;
    /// Returns the lanes.
    #[must_use]
    fn to_quad(self) -> [u64; QUAD];
    /// Returns the lanes in a public order: lane `i` is the one that bits `2 i` and `2 i + 1` of
    /// `ORDER` name, as [`order`] makes it.
    #[must_use]
    fn places<const ORDER: i32>(self) -> Self;
    /// Returns the bits that both have.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the bits that one of them has and the other one has not.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Returns the bits of `a` where `mask` has ones, and those of `b` where it has zeros.
    #[must_use]
    fn merge(mask: Self, a: Self, b: Self) -> Self;
    /// Returns the lanes that are the constant.
    #[must_use]
    fn equals(self, constant: u64) -> LaneMask;
    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    #[must_use]
    fn select(mask: LaneMask, a: Self, b: Self) -> Self;
    /// Runs `work` where the instructions of these words are at hand.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}

/// Returns the order in which lane `i` is the one that `lanes[i]` names.
#[must_use]
pub const fn order(lanes: [i32; QUAD]) -> i32 {
    let [a, b, c, d] = lanes;
    assert!(a | b | c | d < QUAD as i32 && a >= 0 && b >= 0 && c >= 0 && d >= 0);
    a | b << 2 | c << 4 | d << 6
}

/// Four elements of a prime field. Products take elements at rest; products, sums and differences
/// are not at rest, and `carry` takes them there. What may be added up, says [`Quads`].
pub trait Quad:
    Copy + Zeroize + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The prime.
    type P: Prime;
    /// One truth value per lane.
    type Mask: Mask;

    /// Returns the square of each.
    #[must_use]
    fn sqr(self) -> Self;
    /// Returns the same values at rest.
    #[must_use]
    fn carry(self) -> Self;
    /// Returns the elements in a public [order].
    #[must_use]
    fn places<const ORDER: i32>(self) -> Self;
    /// Returns four zeros.
    #[must_use]
    fn zero_like(self) -> Self;
    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    #[must_use]
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
}

/// What quads and their masks are: as [`Machine`](crate::field::Machine) is for formulas whose
/// elements stand by themselves. A value of the type is the token that this CPU can run it.
pub trait QuadMachine: Copy + Send + Sync + 'static {
    /// Name of the machine of eight lanes that goes with it, as `--backend` takes it.
    const NAME: &'static str;
    /// One truth value per lane.
    type Mask: Mask;
    /// A small number, the same in all lanes.
    type Digit: Copy;
    /// Four elements of prime `P`.
    type Of<P: QuadPrime>: Quad<P = P, Mask = Self::Mask>;

    /// Runs `work` where this machine's instructions are at hand. What it calls has to be compiled
    /// into it, as for [`Machine::run`](crate::field::Machine::run).
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
    /// Takes four plain integers below the modulus in.
    fn load<P: QuadPrime>(self, lanes: &[P::Limbs; QUAD]) -> Self::Of<P>;
    /// Takes an entry of a public table in, which is kept in plain words.
    fn recall<P: QuadPrime>(self, stored: &<Soft4 as QuadMachine>::Of<P>) -> Self::Of<P>;
    /// Returns the plain integers below the modulus of four elements at rest.
    fn unload<P: QuadPrime>(self, x: Self::Of<P>) -> [P::Limbs; QUAD];
    /// Returns `1 / x` modulo the prime, plain, of a plain integer below it; 0 for 0.
    /// Constant-time: a fixed number of division steps.
    #[must_use]
    fn inverse<P: Prime>(self, x: &P::Limbs) -> P::Limbs {
        divsteps::invert::<P>(x)
    }
    /// Returns the inverses of two, each modulo its prime, in little more time than one takes.
    #[must_use]
    fn inverses<P: Prime, Q: Prime>(self, x: &P::Limbs, y: &Q::Limbs) -> (P::Limbs, Q::Limbs) {
        (divsteps::invert::<P>(x), divsteps::invert::<Q>(y))
    }
    /// Takes a number in, which may be secret.
    fn digit(self, number: u64) -> Self::Digit;
    /// Returns in all lanes whether a number is a constant.
    fn is(self, digit: Self::Digit, constant: u64) -> Self::Mask;
    /// Returns the truth of `bit`, 0 or 1, which may be secret, in all lanes.
    #[inline(always)]
    fn all(self, bit: u64) -> Self::Mask {
        self.is(self.digit(bit), 1)
    }
    /// Returns the public mask that is true in lane `i` where bit `i` of `lanes` is set.
    fn only(self, lanes: u8) -> Self::Mask;
}
