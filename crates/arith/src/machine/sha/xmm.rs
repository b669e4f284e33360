//! Words of one lane in the registers of AVX-512: half of a short one.
//!
//! They have three things that general registers lack: instructions of three operands, one that is
//! any function of three bits, and twice as many registers, so that the state of Keccak fits.

use super::zmm::{CHI, XOR};
use crate::keccak;
use crate::sha::words::{KeccakWords, Words};
use core::arch::x86_64::{
    __m128i, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_rol_epi64, _mm_ternarylogic_epi64,
    _mm_xor_si128,
};

/// # Safety
/// The CPU must have AVX-512 F and VL.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
pub(super) unsafe fn permute(state: &mut [u64; keccak::WORDS]) {
    keccak::permute_words(Single(_mm_cvtsi64_si128(0)), state);
}

/// A register of which the lower half is used.
#[derive(Clone, Copy)]
struct Single(__m128i);

// SAFETY of every block below: words are made like others, and the first ones by a function that
// runs only where the CPU has AVX-512 F and VL.
impl Words for Single {
    type Row = u64;
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_cvtsi64_si128(constant as i64) })
    }
    #[inline(always)]
    fn load(self, row: &u64) -> Self {
        self.like(*row)
    }
    #[inline(always)]
    fn store(self, row: &mut u64) {
        // SAFETY: see above.
        *row = unsafe { _mm_cvtsi128_si64(self.0) } as u64;
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<XOR>(self.0, a.0, b.0) })
    }
}

impl KeccakWords for Single {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn rotate_left<const N: i32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_rol_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn chi(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<CHI>(self.0, a.0, b.0) })
    }
}
