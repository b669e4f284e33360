//! Words of lanes that hash functions are written over: the trait, and words of any CPU.

use core::ops::{BitAnd, BitXor, Not, Shr};

/// A word of each lane.
///
/// A word is its own licence: words are made *like* another one, so that safe code cannot make one
/// of a machine which this CPU cannot run.
pub(crate) trait Words: Copy {
    /// The words as they lie in memory.
    type Row;
    fn like(self, constant: u64) -> Self;
    fn load(self, row: &Self::Row) -> Self;
    fn store(self, row: &mut Self::Row);
    /// `self ^ a ^ b`.
    fn xor3(self, a: Self, b: Self) -> Self;
}

/// Words of SHA-2. Sums wrap around; bits are moved to the right.
pub(crate) trait Sha2Words: Words {
    fn add(self, other: Self) -> Self;
    fn rotate<const N: i32>(self) -> Self;
    fn shift<const N: u32>(self) -> Self;
    /// Bits of `a` where `self` has a 1, of `b` elsewhere.
    fn choose(self, a: Self, b: Self) -> Self;
    /// Bits that two or three of them have.
    fn majority(self, a: Self, b: Self) -> Self;
}

/// Words of Keccak.
pub(crate) trait KeccakWords: Words {
    fn xor(self, other: Self) -> Self;
    /// Bits moved to the left; those that fall out come in on the right.
    fn rotate_left<const N: i32>(self) -> Self;
    /// `self ^ (!a & b)`.
    fn chi(self, a: Self, b: Self) -> Self;
}

/// A word of one lane.
trait Word: Copy
where
    Self: BitAnd<Output = Self> + BitXor<Output = Self> + Not<Output = Self>,
    Self: Shr<u32, Output = Self>,
{
    /// The lower bits of a constant.
    fn of(constant: u64) -> Self;
    fn wrapping_add(self, other: Self) -> Self;
    fn rotate_right(self, count: u32) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline(always)]
            fn of(constant: u64) -> Self {
                constant as Self
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                <$word>::wrapping_add(self, other)
            }
            #[inline(always)]
            fn rotate_right(self, count: u32) -> Self {
                <$word>::rotate_right(self, count)
            }
        }
    };
}

word!(u32);
word!(u64);

/// Words of any CPU.
#[derive(Clone, Copy)]
pub(crate) struct Plain<W, const LANES: usize>(pub(crate) [W; LANES]);

impl<W: Word, const LANES: usize> Words for Plain<W, LANES> {
    type Row = [W; LANES];
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        Self([W::of(constant); LANES])
    }
    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self {
        Self(*row)
    }
    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        *row = self.0;
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] ^ a.0[i] ^ b.0[i]))
    }
}

impl<W: Word, const LANES: usize> Sha2Words for Plain<W, LANES> {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn rotate<const N: i32>(self) -> Self {
        Self(self.0.map(|x| x.rotate_right(N as u32)))
    }
    #[inline(always)]
    fn shift<const N: u32>(self) -> Self {
        Self(self.0.map(|x| x >> N))
    }
    #[inline(always)]
    fn choose(self, a: Self, b: Self) -> Self {
        Self(core::array::from_fn(|i| (self.0[i] & a.0[i]) ^ (!self.0[i] & b.0[i])))
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        let [x, a, b] = [self.0, a.0, b.0];
        Self(core::array::from_fn(|i| (x[i] & a[i]) ^ (x[i] & b[i]) ^ (a[i] & b[i])))
    }
}

impl<const LANES: usize> KeccakWords for Plain<u64, LANES> {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
    #[inline(always)]
    fn rotate_left<const N: i32>(self) -> Self {
        Self(self.0.map(|x| x.rotate_left(N as u32)))
    }
    #[inline(always)]
    fn chi(self, a: Self, b: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] ^ (!a.0[i] & b.0[i])))
    }
}

/// A word of one lane is its own row.
impl Words for u64 {
    type Row = Self;
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        constant
    }
    #[inline(always)]
    fn load(self, row: &Self) -> Self {
        *row
    }
    #[inline(always)]
    fn store(self, row: &mut Self) {
        *row = self;
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        self ^ a ^ b
    }
}

impl KeccakWords for u64 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline(always)]
    fn rotate_left<const N: i32>(self) -> Self {
        u64::rotate_left(self, N as u32)
    }
    #[inline(always)]
    fn chi(self, a: Self, b: Self) -> Self {
        self ^ (!a & b)
    }
}
