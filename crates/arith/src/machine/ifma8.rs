//! `Eight`: eight lanes in AVX-512 registers, products by its IFMA instructions.
//!
//! The intrinsics need a CPU that has them. A [`Zmm`] is made from another one only, and the first
//! one by [`Eight::detect`], which asks the CPU: whoever holds one may use them.

use super::eight::Lanes8;
use super::products;
use super::registers::registers;
use crate::ct::LaneMask;
use crate::lanes::{Cell, Factors, LANES, Lanes, Operands, Program, Vector, Word};
use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpeq_epi64_mask,
    _mm512_load_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_blend_epi64,
    _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_permutexvar_epi64, _mm512_set1_epi64,
    _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_srai_epi64, _mm512_srlv_epi64, _mm512_store_si512,
    _mm512_sub_epi64, _mm512_test_epi64_mask, _xgetbv,
};
use core::ops::{Add, Sub};
use core::sync::atomic::{AtomicU8, Ordering};
use zeroize::Zeroize;

/// The machine of eight lanes in AVX-512 registers.
pub type Eight = Lanes8<Zmm>;

impl Eight {
    /// Returns the machine if this CPU and its operating system have AVX-512 F and IFMA.
    #[must_use]
    pub fn detect() -> Option<Self> {
        // 0: not asked yet; 1: no; 2: yes.
        static FOUND: AtomicU8 = AtomicU8::new(0);
        if FOUND.load(Ordering::Relaxed) == 0 {
            FOUND.store(1 + u8::from(supported()), Ordering::Relaxed);
        }
        (FOUND.load(Ordering::Relaxed) == 2).then(|| {
            // SAFETY: the CPU has the instructions.
            Lanes8::of(Zmm(unsafe { _mm512_set1_epi64(0) }))
        })
    }
}

/// Asks the CPU. Intel SDM, volume 1, section 15.2: the operating system saves the registers if
/// bits 1, 2, 5, 6 and 7 of XCR0 are set.
fn supported() -> bool {
    const OSXSAVE: u32 = 1 << 27;
    const F_AND_IFMA: u32 = 1 << 16 | 1 << 21;
    const STATE: u64 = 0xe6;
    if __cpuid(0).eax < 7 || __cpuid(1).ecx & OSXSAVE == 0 {
        return false;
    }
    // SAFETY: OSXSAVE says that XGETBV can be used.
    has(F_AND_IFMA) && unsafe { _xgetbv(0) } & STATE == STATE
}

/// Returns whether this CPU, which has that leaf, has all of the features: bits of EBX of leaf 7.
pub(super) fn has(features: u32) -> bool {
    __cpuid_count(7, 0).ebx & features == features
}

/// Eight words in a register.
#[derive(Clone, Copy, Debug)]
pub struct Zmm(__m512i);

registers!(
    Zmm,
    LANES,
    "avx512f,avx512ifma",
    [with_lanes, to_lanes],
    _mm512_add_epi64,
    _mm512_sub_epi64,
    _mm512_set1_epi64,
    _mm512_madd52lo_epu64,
    _mm512_madd52hi_epu64,
    _mm512_slli_epi64,
    _mm512_and_si512,
    _mm512_srai_epi64
);

/// Clears the registers of vectors and of masks: `vzeroall` leaves the upper sixteen as they are.
///
/// # Safety
/// The CPU must have AVX-512 F.
#[inline(never)]
unsafe fn clear_registers() {
    // SAFETY: the upper registers and the masks cannot be named as overwritten where the compiler
    // is not told of AVX-512; this is a call of its own, and callers keep nothing in them over one.
    unsafe {
        core::arch::asm!(
            "vzeroall",
            "vpxorq zmm16, zmm16, zmm16",
            "vpxorq zmm17, zmm17, zmm17",
            "vpxorq zmm18, zmm18, zmm18",
            "vpxorq zmm19, zmm19, zmm19",
            "vpxorq zmm20, zmm20, zmm20",
            "vpxorq zmm21, zmm21, zmm21",
            "vpxorq zmm22, zmm22, zmm22",
            "vpxorq zmm23, zmm23, zmm23",
            "vpxorq zmm24, zmm24, zmm24",
            "vpxorq zmm25, zmm25, zmm25",
            "vpxorq zmm26, zmm26, zmm26",
            "vpxorq zmm27, zmm27, zmm27",
            "vpxorq zmm28, zmm28, zmm28",
            "vpxorq zmm29, zmm29, zmm29",
            "vpxorq zmm30, zmm30, zmm30",
            "vpxorq zmm31, zmm31, zmm31",
            "kxorw k0, k0, k0",
            "kxorw k1, k1, k1",
            "kxorw k2, k2, k2",
            "kxorw k3, k3, k3",
            "kxorw k4, k4, k4",
            "kxorw k5, k5, k5",
            "kxorw k6, k6, k6",
            "kxorw k7, k7, k7",
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _,
            out("xmm4") _, out("xmm5") _, out("xmm6") _, out("xmm7") _,
            out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
            out("xmm12") _, out("xmm13") _, out("xmm14") _, out("xmm15") _,
            options(nomem, nostack, preserves_flags),
        );
    }
}

/// Runs a program behind a call. Each operand is an argument of its own: what a closure or an array
/// holds would have to lie in memory, and operands are copied when they are no longer only there.
///
/// # Safety
/// As of `door`.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline(never)]
unsafe fn called<L: Lanes, Q: Program>(
    a: &L::Limbs<Zmm>,
    b: &L::Limbs<Zmm>,
    c: &L::Limbs<Zmm>,
    d: &L::Limbs<Zmm>,
) -> L::Limbs<Zmm> {
    Q::run::<L, Zmm>([a, b, c, d])
}

impl Vector for Zmm {
    const MACHINE: &'static str = "eight";

    #[inline(always)]
    fn with_lanes(self, lanes: [u64; LANES]) -> Self {
        let cell = Cell(lanes);
        // SAFETY: as in `add`; a cell is aligned and as long as a register.
        Zmm(unsafe { _mm512_load_si512(core::ptr::from_ref(&cell).cast()) })
    }
    #[inline(always)]
    fn to_lanes(self) -> [u64; LANES] {
        let mut cell = Cell([0; LANES]);
        // SAFETY: as in `with_lanes`.
        unsafe { _mm512_store_si512(core::ptr::from_mut(&mut cell).cast(), self.0) };
        cell.0
    }
    #[inline(always)]
    fn pick(self, low: &Cell, high: &Cell) -> Self {
        // SAFETY: as in `with_lanes`.
        unsafe {
            let low = _mm512_load_si512(core::ptr::from_ref(low).cast());
            let high = _mm512_load_si512(core::ptr::from_ref(high).cast());
            Zmm(_mm512_permutex2var_epi64(low, self.0, high))
        }
    }
    #[inline(always)]
    fn permute(self, places: Self) -> Self {
        // SAFETY: as in `add`.
        Zmm(unsafe { _mm512_permutexvar_epi64(places.0, self.0) })
    }
    #[inline(always)]
    fn bit<const N: u32>(self) -> LaneMask {
        // SAFETY: as in `add`.
        LaneMask::of_bits(unsafe { _mm512_test_epi64_mask(self.0, _mm512_set1_epi64(1 << N)) })
    }
    #[inline(always)]
    fn meets(self, constant: u64) -> LaneMask {
        // SAFETY: as in `add`.
        LaneMask::of_bits(unsafe { _mm512_test_epi64_mask(self.0, self.like(constant).0) })
    }
    #[inline(always)]
    fn window(self, high: Self, from: u32, count: u32) -> Self {
        let bits = self.like((1 << count) - 1);
        let (right, left) = (self.like(from.into()), self.like((64 - from).into()));
        // SAFETY: as in `add`. A shift by 64 leaves nothing, as it must.
        unsafe {
            let low = _mm512_srlv_epi64(self.0, right.0);
            let high = _mm512_sllv_epi64(high.0, left.0);
            Zmm(_mm512_and_si512(_mm512_or_si512(low, high), bits.0))
        }
    }
    #[inline(always)]
    fn equals(self, constant: u64) -> LaneMask {
        // SAFETY: as in `add`.
        LaneMask::of_bits(unsafe { _mm512_cmpeq_epi64_mask(self.0, self.like(constant).0) })
    }
    #[inline(always)]
    fn select(mask: LaneMask, a: Self, b: Self) -> Self {
        // SAFETY: as in `add`.
        Zmm(unsafe { _mm512_mask_blend_epi64(mask.bits(), b.0, a.0) })
    }
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: there is a `Zmm`, so the CPU has the instructions.
        unsafe { door(work) }
    }
    fn clear(self) {
        // SAFETY: as in `run`.
        unsafe { clear_registers() };
    }
    #[inline(always)]
    fn reduced_product(self, out: &mut [Cell], sums: &mut [Cell], of: &Factors<'_>) -> bool {
        // SAFETY: there is a `Zmm`, so the CPU has the instructions.
        unsafe { products::reduced_product(out, sums, of) }
    }
    #[inline(always)]
    fn execute<L: Lanes, Q: Program>(self, of: Operands<'_, L, Self>) -> L::Limbs<Self> {
        if L::CALLED && Q::LONG {
            let [a, b, c, d] = of;
            // SAFETY: there is a `Zmm`, so the CPU has the instructions.
            return unsafe { called::<L, Q>(a, b, c, d) };
        }
        Q::run::<L, Self>(of)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::eprintln;

    /// The upper registers of vectors, their lowest words, then the masks, `k0` first.
    type Registers = [u64; 16 + 8];

    /// Reads into zeros made before: the system's own way of zeroing memory uses the registers.
    fn read(out: &mut Registers) {
        // SAFETY: called where the CPU has the instructions alone; `out` has room for all.
        unsafe {
            core::arch::asm!(
                "vmovq [{0}], xmm16", "vmovq [{0} + 8], xmm17",
                "vmovq [{0} + 16], xmm18", "vmovq [{0} + 24], xmm19",
                "vmovq [{0} + 32], xmm20", "vmovq [{0} + 40], xmm21",
                "vmovq [{0} + 48], xmm22", "vmovq [{0} + 56], xmm23",
                "vmovq [{0} + 64], xmm24", "vmovq [{0} + 72], xmm25",
                "vmovq [{0} + 80], xmm26", "vmovq [{0} + 88], xmm27",
                "vmovq [{0} + 96], xmm28", "vmovq [{0} + 104], xmm29",
                "vmovq [{0} + 112], xmm30", "vmovq [{0} + 120], xmm31",
                "kmovw [{0} + 128], k0", "kmovw [{0} + 136], k1",
                "kmovw [{0} + 144], k2", "kmovw [{0} + 152], k3",
                "kmovw [{0} + 160], k4", "kmovw [{0} + 168], k5",
                "kmovw [{0} + 176], k6", "kmovw [{0} + 184], k7",
                in(reg) out.as_mut_ptr(), options(nostack, preserves_flags),
            );
        }
    }

    fn fill(word: u64) {
        // SAFETY: as in `read`; nobody else keeps anything in these registers.
        unsafe {
            core::arch::asm!(
                "vpbroadcastq zmm16, {0}", "vpbroadcastq zmm17, {0}", "vpbroadcastq zmm18, {0}",
                "vpbroadcastq zmm19, {0}", "vpbroadcastq zmm20, {0}", "vpbroadcastq zmm21, {0}",
                "vpbroadcastq zmm22, {0}", "vpbroadcastq zmm23, {0}", "vpbroadcastq zmm24, {0}",
                "vpbroadcastq zmm25, {0}", "vpbroadcastq zmm26, {0}", "vpbroadcastq zmm27, {0}",
                "vpbroadcastq zmm28, {0}", "vpbroadcastq zmm29, {0}", "vpbroadcastq zmm30, {0}",
                "vpbroadcastq zmm31, {0}", "kmovw k0, {0:e}", "kmovw k1, {0:e}",
                "kmovw k2, {0:e}", "kmovw k3, {0:e}", "kmovw k4, {0:e}", "kmovw k5, {0:e}",
                "kmovw k6, {0:e}", "kmovw k7, {0:e}",
                in(reg) word, options(nomem, nostack, preserves_flags),
            );
        }
    }

    /// Goal: nothing is left in the upper registers and in any of the masks, which no other code
    /// here touches. Method: all are filled before, and read after the call.
    #[test]
    fn registers_are_cleared() {
        let Some(machine) = Eight::detect() else {
            eprintln!("\nSKIPPED: this CPU has no AVX-512 IFMA to clear registers of");
            return;
        };
        let (mut filled, mut cleared): (Registers, Registers) = ([0; 24], [0; 24]);
        core::hint::black_box((&mut filled, &mut cleared));
        fill(0x5ec7);
        read(&mut filled);
        fill(0x5ec7);
        crate::field::Machine::clear(machine);
        read(&mut cleared);
        assert_eq!(filled, [0x5ec7; 24], "what is written is read");
        assert_eq!(cleared, [0; 24]);
    }
}
