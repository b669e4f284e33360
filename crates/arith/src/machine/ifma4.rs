//! `Four`: four lanes in AVX registers of 256 bits, products by the IFMA instructions.
//!
//! A core that begins one product of 512 bits in a cycle begins two of 256: where four products are
//! all there is to do at a time, they are done sooner in short registers. As for [`super::ifma8`],
//! a [`Ymm`] is made from another one only, and the first one by [`Four::detect`].

use super::four::Lanes4;
use super::ifma8::{Eight, Zmm, has};
use super::registers::registers;
use crate::ct::LaneMask;
use crate::lanes::{Vector, Word};
use crate::quads::{QUAD, QuadWord};
use core::arch::asm;
use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_cmpeq_epi64_mask, _mm256_loadu_si256,
    _mm256_madd52hi_epu64, _mm256_madd52lo_epu64, _mm256_mask_blend_epi64,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srai_epi64,
    _mm256_storeu_si256, _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_xor_si256,
};
use core::ops::{Add, Sub};
use core::sync::atomic::{AtomicU8, Ordering};
use zeroize::Zeroize;

/// The machine of four lanes in registers of 256 bits.
pub type Four = Lanes4<Ymm>;

impl Four {
    /// Returns the machine if this CPU and its operating system have what [`Eight`] needs, and
    /// AVX-512 VL.
    #[must_use]
    pub fn detect() -> Option<Self> {
        // 0: not asked yet; 1: no; 2: yes.
        static FOUND: AtomicU8 = AtomicU8::new(0);
        if FOUND.load(Ordering::Relaxed) == 0 {
            const VL: u32 = 1 << 31;
            let found = Eight::detect().is_some() && has(VL);
            FOUND.store(1 + u8::from(found), Ordering::Relaxed);
        }
        // SAFETY: the CPU has the instructions.
        (FOUND.load(Ordering::Relaxed) == 2).then(|| Lanes4::of(Ymm(unsafe { zero() })))
    }
}

/// # Safety
/// The CPU must have AVX.
#[target_feature(enable = "avx")]
fn zero() -> __m256i {
    _mm256_setzero_si256()
}

/// Four words in a register.
#[derive(Clone, Copy, Debug)]
pub struct Ymm(__m256i);

/// Shifts to the left, by an instruction that the compiler does not look into: of shifts and sums,
/// `x + 2 x + 16 x`, it makes a product by 19 again, and of a product of 64 bits two products, two
/// shifts and a sum.
///
/// # Safety
/// The CPU must have AVX-512 F and VL.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
unsafe fn shifted<const N: u32>(x: __m256i) -> __m256i {
    // A sum has more ports than a shift.
    if const { N == 1 } {
        return _mm256_add_epi64(x, x);
    }
    let out;
    // SAFETY: it reads and writes the registers that it names and nothing else.
    unsafe {
        asm!(
            "vpsllq {out}, {x}, {n}",
            out = lateout(ymm_reg) out,
            x = in(ymm_reg) x,
            n = const N,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    out
}

registers!(
    Ymm,
    QUAD,
    "avx512f,avx512ifma,avx512vl",
    [with_quad, to_quad],
    _mm256_add_epi64,
    _mm256_sub_epi64,
    _mm256_set1_epi64x,
    _mm256_madd52lo_epu64,
    _mm256_madd52hi_epu64,
    shifted,
    _mm256_and_si256,
    _mm256_srai_epi64
);

impl QuadWord for Ymm {
    const MACHINE: &'static str = <Zmm as Vector>::MACHINE;

    #[inline(always)]
    fn with_quad(self, lanes: [u64; QUAD]) -> Self {
        // SAFETY: as in `add`; four words are as long as a register.
        Ymm(unsafe { _mm256_loadu_si256(core::ptr::from_ref(&lanes).cast()) })
    }
    #[inline(always)]
    fn to_quad(self) -> [u64; QUAD] {
        let mut lanes = [0; QUAD];
        // SAFETY: as in `with_quad`.
        unsafe { _mm256_storeu_si256(core::ptr::from_mut(&mut lanes).cast(), self.0) };
        lanes
    }
    #[inline(always)]
    fn places<const ORDER: i32>(self) -> Self {
        // SAFETY: as in `add`.
        Ymm(unsafe { _mm256_permute4x64_epi64::<ORDER>(self.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as in `add`.
        Ymm(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as in `add`.
        Ymm(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn merge(mask: Self, a: Self, b: Self) -> Self {
        // Bit `4 m + 2 a + b` of the constant is what bits `m`, `a` and `b` give.
        // SAFETY: as in `add`.
        Ymm(unsafe { _mm256_ternarylogic_epi64::<0b1100_1010>(mask.0, a.0, b.0) })
    }
    #[inline(always)]
    fn equals(self, constant: u64) -> LaneMask {
        // SAFETY: as in `add`.
        LaneMask::of_bits(unsafe { _mm256_cmpeq_epi64_mask(self.0, self.like(constant).0) })
    }
    #[inline(always)]
    fn select(mask: LaneMask, a: Self, b: Self) -> Self {
        // SAFETY: as in `add`.
        Ymm(unsafe { _mm256_mask_blend_epi64(mask.bits(), b.0, a.0) })
    }
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: there is a `Ymm`, so the CPU has the instructions.
        unsafe { door(work) }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::super::soft8::Soft4;
    use super::*;
    use crate::quads::{QuadMachine, order};
    use std::eprintln;

    /// Words that show what an operation does with signs and with bits above a limb.
    const WORDS: [u64; 8] =
        [0, 1, (1 << 51) - 1, 1 << 51, (1 << 52) - 1, 1 << 52, u64::MAX, 0x8765_4321_0fed_cba9];

    /// Does every operation of words on all pairs of lanes.
    fn results<W: QuadWord>(word: W) -> std::vec::Vec<[u64; QUAD]> {
        let at = |from: usize| word.with_quad(core::array::from_fn(|i| WORDS[(from + 3 * i) % 8]));
        let mut all = std::vec::Vec::new();
        for (i, constant) in WORDS.into_iter().enumerate() {
            for j in 0..8 {
                let (a, b, c) = (at(i), at(j), at(i + j));
                let (low, high) = a.split::<51>();
                let chosen = W::select(b.equals(constant), a, c);
                let moved = a.places::<{ order([2, 3, 1, 1]) }>();
                all.extend([
                    a + b,
                    a - b,
                    c.madd_low(a, b),
                    c.madd_high(a, b),
                    a.shl::<4>(),
                    low,
                    high,
                    chosen,
                    moved,
                    a.zip(b, |a, b| a ^ b),
                    a.and(b),
                    a.xor(c),
                    W::merge(a, b, c),
                ]);
            }
        }
        all.into_iter().map(QuadWord::to_quad).collect()
    }

    /// Goal: registers and plain words agree in every operation, bit for bit.
    #[test]
    fn registers_are_plain_words() {
        let Some(four) = Four::detect() else {
            eprintln!("\nSKIPPED: this CPU has no AVX-512 VL and IFMA");
            return;
        };
        let of_registers = four.run(|| results(four.word()));
        assert_eq!(of_registers, results(Soft4::MACHINE.word()));
        assert!(of_registers.len() == 832 && of_registers[4] != [0; QUAD]);
    }
}
