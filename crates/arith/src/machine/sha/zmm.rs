//! Words of sixteen or eight lanes in a register of 512 bits.

use crate::sha::{LANES_256, LANES_512, Sha256, Sha512, Words, compress};
use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_loadu_si512,
    _mm512_ror_epi32, _mm512_ror_epi64, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_srli_epi32,
    _mm512_srli_epi64, _mm512_storeu_si512, _mm512_ternarylogic_epi64, _xgetbv,
};
use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the CPU and the operating system have AVX-512 F.
pub(super) fn available() -> bool {
    // 0: not asked yet; 1: no; 2: yes.
    static FOUND: AtomicU8 = AtomicU8::new(0);
    if FOUND.load(Ordering::Relaxed) == 0 {
        FOUND.store(1 + u8::from(ask()), Ordering::Relaxed);
    }
    FOUND.load(Ordering::Relaxed) == 2
}

/// Asks the CPU. Intel SDM, volume 1, section 15.2: the operating system saves the registers if
/// bits 1, 2, 5, 6 and 7 of XCR0 are set.
fn ask() -> bool {
    const OSXSAVE: u32 = 1 << 27;
    const FOUNDATION: u32 = 1 << 16;
    const STATE: u64 = 0xe6;
    if __cpuid(0).eax < 7 || __cpuid(1).ecx & OSXSAVE == 0 {
        return false;
    }
    // SAFETY: OSXSAVE says that XGETBV can be used.
    __cpuid_count(7, 0).ebx & FOUNDATION != 0 && unsafe { _xgetbv(0) } & STATE == STATE
}

/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn compress_256(
    state: &mut [[u32; LANES_256]; 8],
    block: &[[u32; LANES_256]; 16],
) {
    compress::<Sha256, Words32>(Words32(_mm512_set1_epi32(0)), state, block);
}

/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn compress_512(
    state: &mut [[u64; LANES_512]; 8],
    block: &[[u64; LANES_512]; 16],
) {
    compress::<Sha512, Words64>(Words64(_mm512_set1_epi64(0)), state, block);
}

/// Truth tables: the bit at place `4 a + 2 b + c` is the result of `(a, b, c)`.
const XOR: i32 = 0x96;
const CHOOSE: i32 = 0xca;
const MAJORITY: i32 = 0xe8;

#[derive(Clone, Copy)]
struct Words32(__m512i);

// SAFETY of every block below: a word is made like another one, and the first one by a function
// that runs only where the CPU has AVX-512 F; a row is as long as a register.
impl Words for Words32 {
    type Row = [u32; LANES_256];
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_set1_epi32(constant as i32) })
    }
    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_loadu_si512(row.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: see the head of the impl.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), self.0) };
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn rotate<const N: u32>(self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe {
            // The intrinsic takes a constant of another type.
            match N {
                2 => _mm512_ror_epi32::<2>(self.0),
                6 => _mm512_ror_epi32::<6>(self.0),
                7 => _mm512_ror_epi32::<7>(self.0),
                11 => _mm512_ror_epi32::<11>(self.0),
                13 => _mm512_ror_epi32::<13>(self.0),
                17 => _mm512_ror_epi32::<17>(self.0),
                18 => _mm512_ror_epi32::<18>(self.0),
                19 => _mm512_ror_epi32::<19>(self.0),
                22 => _mm512_ror_epi32::<22>(self.0),
                25 => _mm512_ror_epi32::<25>(self.0),
                _ => unreachable!("no rotation of SHA-256"),
            }
        })
    }
    #[inline(always)]
    fn shift<const N: u32>(self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_srli_epi32::<N>(self.0) })
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_ternarylogic_epi64::<XOR>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn choose(self, a: Self, b: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_ternarylogic_epi64::<CHOOSE>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_ternarylogic_epi64::<MAJORITY>(self.0, a.0, b.0) })
    }
}

#[derive(Clone, Copy)]
struct Words64(__m512i);

// SAFETY of every block below: a word is made like another one, and the first one by a function
// that runs only where the CPU has AVX-512 F; a row is as long as a register.
impl Words for Words64 {
    type Row = [u64; LANES_512];
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_set1_epi64(constant as i64) })
    }
    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_loadu_si512(row.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: see the head of the impl.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), self.0) };
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn rotate<const N: u32>(self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe {
            // The intrinsic takes a constant of another type.
            match N {
                1 => _mm512_ror_epi64::<1>(self.0),
                8 => _mm512_ror_epi64::<8>(self.0),
                14 => _mm512_ror_epi64::<14>(self.0),
                18 => _mm512_ror_epi64::<18>(self.0),
                19 => _mm512_ror_epi64::<19>(self.0),
                28 => _mm512_ror_epi64::<28>(self.0),
                34 => _mm512_ror_epi64::<34>(self.0),
                39 => _mm512_ror_epi64::<39>(self.0),
                41 => _mm512_ror_epi64::<41>(self.0),
                61 => _mm512_ror_epi64::<61>(self.0),
                _ => unreachable!("no rotation of SHA-512"),
            }
        })
    }
    #[inline(always)]
    fn shift<const N: u32>(self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_srli_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_ternarylogic_epi64::<XOR>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn choose(self, a: Self, b: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_ternarylogic_epi64::<CHOOSE>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        // SAFETY: see the head of the impl.
        Self(unsafe { _mm512_ternarylogic_epi64::<MAJORITY>(self.0, a.0, b.0) })
    }
}
