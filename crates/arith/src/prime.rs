//! What the generator emits for a prime: a handful of proven straight-line functions.

use crate::lanes::Lanes;
use core::fmt::Debug;
use zeroize::Zeroize;

/// A fixed number of 64-bit words, little-endian: `value = sum(words[i] * 2^(64 i))`.
pub trait Words:
    Copy + Eq + Debug + AsRef<[u64]> + AsMut<[u64]> + Zeroize + Send + Sync + 'static
{
    /// How many words.
    const LEN: usize;
    /// All words zero.
    const ZERO: Self;
}

impl<const N: usize> Words for [u64; N] {
    const LEN: usize = N;
    const ZERO: Self = [0; N];
}

/// A prime modulus with its arithmetic on one lane of 64-bit words.
///
/// An element is held in an *internal form* that the implementation chooses (Montgomery or plain).
/// The contract is the same for all and inductive: **every function takes elements whose internal
/// value is below [`MULTIPLE`](Self::MULTIPLE) moduli and gives elements whose internal value is
/// below that.** So any chain of calls is covered by the proof of the single call. Where the
/// multiple is 1, equality of values is equality of words; where it is more, `canonical` gives the
/// words to compare.
///
/// Forms over signed limbs (features `narrow` and `forms`) weaken this: sums have a budget, stated
/// in the file of the form, and `carry` brings a sum back to rest; for all other implementations it
/// does nothing.
///
/// Implementations have no branch, no variable index, no division and no variable-time instruction.
/// They are written by `fieldgen` (see `generated/`) and, for tests on toy groups, by hand.
pub trait Prime: Copy + Eq + Debug + Send + Sync + 'static {
    /// Storage of one element.
    type Limbs: Words;
    /// The same prime over signed limbs, for the machine `Narrow`: its plain words are those of
    /// this one with zeros above. The prime itself where there is no such form, and without the
    /// feature `narrow`.
    type Narrow: Prime;
    /// The same prime over limbs of 52 bits, for machines of eight lanes.
    type Lanes: Lanes;
    /// Short name: `p256_p` is the coordinate prime of P-256, `p256_n` its group order.
    const NAME: &'static str;
    /// Bit length of the modulus.
    const BITS: usize;
    /// Length of the big-endian encoding: `ceil(BITS / 8)`.
    const BYTES: usize = Self::BITS.div_ceil(8);
    /// The modulus, plain.
    const MODULUS: Self::Limbs;
    /// The element one, in internal form.
    const ONE: Self::Limbs;
    /// Elements are below this many moduli.
    const MULTIPLE: u64 = 1;

    /// Returns `a * b`, internal forms.
    fn mul(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// Returns `a * a`, internal forms.
    fn sqr(a: &Self::Limbs) -> Self::Limbs;
    /// Returns `a + b`, internal forms.
    fn add(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// Returns `a - b`, internal forms.
    fn sub(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// Returns `-a`, internal forms.
    fn neg(a: &Self::Limbs) -> Self::Limbs;
    /// Takes a plain integer below the modulus to internal form.
    fn encode(plain: &Self::Limbs) -> Self::Limbs;
    /// Takes an element from internal form to the plain integer below the modulus.
    fn decode(a: &Self::Limbs) -> Self::Limbs;

    /// Returns the same value at rest.
    #[inline(always)]
    #[must_use]
    fn carry(a: &Self::Limbs) -> Self::Limbs {
        *a
    }
    /// Returns words that are the same for all forms of a value, and zero for zero.
    #[inline(always)]
    #[must_use]
    fn canonical(a: &Self::Limbs) -> Self::Limbs {
        *a
    }
}

/// What can be done with any prime, its type given: an argument of `generated::each_prime`.
pub trait PrimeTask {
    /// Does it with `P`.
    fn run<P: Prime>(&mut self);
}

/// How much work a function of a prime is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Products of two words.
    pub products: usize,
    /// Additions and subtractions of words with a carry.
    pub carries: usize,
}

/// What the generator knows of a prime and its type does not say: a row of `generated::FACTS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// [`Prime::NAME`].
    pub name: &'static str,
    /// How products are reduced.
    pub form: &'static str,
    /// Bits of its words that no element reaches.
    pub spare_bits: usize,
    /// Of [`Prime::mul`].
    pub mul: Count,
    /// Of [`Prime::sqr`].
    pub sqr: Count,
    /// Of [`Prime::add`].
    pub add: Count,
}
