//! Words of sixteen or eight lanes in a register of 512 bits.

use crate::keccak;
use crate::sha::words::{KeccakWords, Sha2Words, Words};
use crate::sha::{LANES_256, LANES_512, Sha256, Sha512, compress};
use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_loadu_si512,
    _mm512_rol_epi64, _mm512_ror_epi32, _mm512_ror_epi64, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_srli_epi32, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_ternarylogic_epi64,
    _mm512_xor_si512, _xgetbv,
};
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the CPU and the operating system have AVX-512 F, and VL for shorter registers.
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
    const F_AND_VL: u32 = 1 << 16 | 1 << 31;
    const STATE: u64 = 0xe6;
    if __cpuid(0).eax < 7 || __cpuid(1).ecx & OSXSAVE == 0 {
        return false;
    }
    let features = __cpuid_count(7, 0).ebx & F_AND_VL == F_AND_VL;
    // SAFETY: OSXSAVE says that XGETBV can be used.
    features && unsafe { _xgetbv(0) } & STATE == STATE
}

/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn compress_256(
    state: &mut [[u32; LANES_256]; 8],
    block: &[[u32; LANES_256]; 16],
) {
    compress::<Sha256, _>(Lanes::<u32>::of(_mm512_set1_epi32(0)), state, block);
}

/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn compress_512(
    state: &mut [[u64; LANES_512]; 8],
    block: &[[u64; LANES_512]; 16],
) {
    compress::<Sha512, _>(Lanes::<u64>::of(_mm512_set1_epi64(0)), state, block);
}

/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn permute_8(state: &mut [[u64; keccak::LANES]; keccak::WORDS]) {
    keccak::permute_words(Lanes::<u64>::of(_mm512_set1_epi64(0)), state);
}

/// Truth tables: the bit at place `4 a + 2 b + c` is the result of `(a, b, c)`.
pub(super) const XOR: i32 = 0x96;
const CHOOSE: i32 = 0xca;
const MAJORITY: i32 = 0xe8;
pub(super) const CHI: i32 = 0xd2;

/// What differs between words of 32 and of 64 bits.
///
/// # Safety
/// A row is as long as a register. Functions: the CPU must have AVX-512 F.
unsafe trait Lane: Copy {
    type Row;
    unsafe fn all(constant: u64) -> __m512i;
    unsafe fn add(a: __m512i, b: __m512i) -> __m512i;
    unsafe fn rotate<const N: i32>(x: __m512i) -> __m512i;
    unsafe fn shift<const N: u32>(x: __m512i) -> __m512i;
}

// SAFETY: 512 bits.
unsafe impl Lane for u32 {
    type Row = [u32; LANES_256];
    #[inline(always)]
    unsafe fn all(constant: u64) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_set1_epi32(constant as i32) }
    }
    #[inline(always)]
    unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_add_epi32(a, b) }
    }
    #[inline(always)]
    unsafe fn rotate<const N: i32>(x: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_ror_epi32::<N>(x) }
    }
    #[inline(always)]
    unsafe fn shift<const N: u32>(x: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_srli_epi32::<N>(x) }
    }
}

// SAFETY: 512 bits.
unsafe impl Lane for u64 {
    type Row = [u64; LANES_512];
    #[inline(always)]
    unsafe fn all(constant: u64) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_set1_epi64(constant as i64) }
    }
    #[inline(always)]
    unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_add_epi64(a, b) }
    }
    #[inline(always)]
    unsafe fn rotate<const N: i32>(x: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_ror_epi64::<N>(x) }
    }
    #[inline(always)]
    unsafe fn shift<const N: u32>(x: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe { _mm512_srli_epi64::<N>(x) }
    }
}

/// A register of words.
#[derive(Clone, Copy)]
struct Lanes<W>(__m512i, PhantomData<W>);

impl<W> Lanes<W> {
    #[inline(always)]
    const fn of(register: __m512i) -> Self {
        Self(register, PhantomData)
    }
}

// SAFETY of every block below: words are made like others, and the first ones by a function that
// runs only where the CPU has AVX-512 F; a row is as long as a register.
impl<W: Lane> Words for Lanes<W> {
    type Row = W::Row;
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { W::all(constant) })
    }
    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_loadu_si512(core::ptr::from_ref(row).cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: see above.
        unsafe { _mm512_storeu_si512(core::ptr::from_mut(row).cast(), self.0) };
    }
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_ternarylogic_epi64::<XOR>(self.0, a.0, b.0) })
    }
}

impl<W: Lane> Sha2Words for Lanes<W> {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { W::add(self.0, other.0) })
    }
    #[inline(always)]
    fn rotate<const N: i32>(self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { W::rotate::<N>(self.0) })
    }
    #[inline(always)]
    fn shift<const N: u32>(self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { W::shift::<N>(self.0) })
    }
    #[inline(always)]
    fn choose(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_ternarylogic_epi64::<CHOOSE>(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_ternarylogic_epi64::<MAJORITY>(self.0, a.0, b.0) })
    }
}

impl KeccakWords for Lanes<u64> {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn rotate_left<const N: i32>(self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_rol_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn chi(self, a: Self, b: Self) -> Self {
        // SAFETY: see above.
        Self::of(unsafe { _mm512_ternarylogic_epi64::<CHI>(self.0, a.0, b.0) })
    }
}
