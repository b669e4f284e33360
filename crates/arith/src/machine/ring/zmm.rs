//! Words of sixteen lanes in a register of 512 bits.

use crate::ring::tasks::Task;
use crate::ring::uniform::{BLOCK_WORDS, Filling, SIFTED, SIFTED_WORDS, padded};
use crate::ring::words::{Plain, Stored, Words};
use crate::ring::{LANES, N, Q, STREAMS};
use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epi32_mask,
    _mm512_loadu_si512, _mm512_mask_shuffle_epi32, _mm512_maskz_compress_epi32,
    _mm512_maskz_loadu_epi32, _mm512_mul_epi32, _mm512_mullo_epi32, _mm512_or_si512,
    _mm512_permutex2var_epi32, _mm512_permutexvar_epi32, _mm512_reduce_add_epi32,
    _mm512_set1_epi32, _mm512_shuffle_epi32, _mm512_shuffle_i64x2, _mm512_sllv_epi32,
    _mm512_srav_epi32, _mm512_srlv_epi32, _mm512_storeu_si512, _mm512_sub_epi32,
    _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
};

/// Runs a task, compiled for a CPU that has the instructions.
///
/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn run<T: Task>(task: T) -> T::Result {
    task.on::<Lanes, { N / LANES }>(Lanes(_mm512_set1_epi32(0)))
}

/// A register of words. There is one only where the CPU has AVX-512 F: words are made like others,
/// and the first one by `run`.
#[derive(Clone, Copy)]
struct Lanes(__m512i);

/// Lanes with an even number, and with an odd one.
const EVEN: u16 = 0x5555;
const ODD: u16 = 0xaaaa;
/// Of each four lanes: the odd ones also in the place of the even ones before them, and the other
/// way round.
const ODD_TWICE: i32 = 0xf5;
const EVEN_TWICE: i32 = 0xa0;

/// The lanes that [`Words`] exchanges and separates, each by its number: those of the second
/// register follow those of the first.
const fn exchanged(len: usize, second: bool) -> [i32; LANES] {
    let mut lanes = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        let upper = lane & len != 0;
        lanes[lane] = match (second, upper) {
            (false, false) => lane,
            (false, true) => LANES + lane - len,
            (true, false) => lane + len,
            (true, true) => LANES + lane,
        } as i32;
        lane += 1;
    }
    lanes
}

const fn interleaved(first: usize) -> [i32; LANES] {
    let mut lanes = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        lanes[lane] = (first + lane / 2 + lane % 2 * LANES) as i32;
        lane += 1;
    }
    lanes
}

const fn separated(first: usize) -> [i32; LANES] {
    let mut lanes = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        lanes[lane] = (2 * lane + first) as i32;
        lane += 1;
    }
    lanes
}

// SAFETY of every block below: there is a register of words, so the CPU has AVX-512 F.
impl Lanes {
    /// Lanes of two registers by their numbers.
    #[inline(always)]
    fn pick(self, other: Self, lanes: [i32; LANES]) -> Self {
        let lanes = self.load(&lanes).0;
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_permutex2var_epi32(self.0, lanes, other.0) })
    }

    /// Products of the even lanes, of 64 bits.
    #[inline(always)]
    fn even_products(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_mul_epi32(self.0, other.0) })
    }

    /// Sums of words of 64 bits.
    #[inline(always)]
    fn add_wide(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    /// The odd lanes, also in the place of the even ones.
    #[inline(always)]
    fn odd(self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_shuffle_epi32::<ODD_TWICE>(self.0) })
    }

    /// Upper halves of words of 64 bits: those of `self` in even lanes, of `odd` in odd ones.
    #[inline(always)]
    fn upper_halves(self, odd: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_mask_shuffle_epi32::<ODD_TWICE>(odd.0, EVEN, self.0) })
    }

    /// Lower halves of words of 64 bits, in the same order.
    #[inline(always)]
    fn lower_halves(self, odd: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_mask_shuffle_epi32::<EVEN_TWICE>(self.0, ODD, odd.0) })
    }
}

// SAFETY of every block below: as above; a row is as long as a register.
impl Words for Lanes {
    const LANES: usize = LANES;
    type Row = [i32; LANES];
    /// Of the even lanes, and of the odd ones.
    type Sums = [Self; 2];

    #[inline(always)]
    fn like(self, constant: i32) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_set1_epi32(constant) })
    }
    #[inline(always)]
    fn constants(self, list: &[i32]) -> Self {
        self.load(list.first_chunk().expect("a list has a constant for each lane"))
    }
    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_loadu_si512(core::ptr::from_ref(row).cast()) })
    }
    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        // SAFETY: see the head of the impl.
        unsafe { _mm512_storeu_si512(core::ptr::from_mut(row).cast(), self.0) };
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_sub_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_mullo_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        self.even_products(other).upper_halves(self.odd().even_products(other.odd()))
    }
    #[inline(always)]
    fn shift(self, count: u32) -> Self {
        let counts = self.like(count as i32);
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_srav_epi32(self.0, counts.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the head of the impl.
        Lanes(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn total(self) -> i32 {
        // SAFETY: see the head of the impl.
        unsafe { _mm512_reduce_add_epi32(self.0) }
    }

    #[inline(always)]
    fn no_sums(self) -> Self::Sums {
        [self.like(0); 2]
    }
    #[inline(always)]
    fn add_product(self, other: Self, [even, odd]: Self::Sums) -> Self::Sums {
        let odd_product = self.odd().even_products(other.odd());
        [even.add_wide(self.even_products(other)), odd.add_wide(odd_product)]
    }
    #[inline(always)]
    fn halves(self, [even, odd]: Self::Sums) -> (Self, Self) {
        (even.lower_halves(odd), even.upper_halves(odd))
    }

    #[inline(always)]
    fn exchange<const LEN: usize>(self, other: Self) -> (Self, Self) {
        let first = self.pick(other, const { exchanged(LEN, false) });
        (first, self.pick(other, const { exchanged(LEN, true) }))
    }
    #[inline(always)]
    fn interleave(self, other: Self) -> (Self, Self) {
        let first = self.pick(other, const { interleaved(0) });
        (first, self.pick(other, const { interleaved(LANES / 2) }))
    }
    #[inline(always)]
    fn separate(self, other: Self) -> (Self, Self) {
        let first = self.pick(other, const { separated(0) });
        (first, self.pick(other, const { separated(1) }))
    }
}

impl Stored for Lanes {
    #[inline(always)]
    fn rows<const ROWS: usize>(self, words: &[i32]) -> &[Self::Row; ROWS] {
        Plain([0; LANES]).rows(words)
    }
    #[inline(always)]
    fn rows_mut<const ROWS: usize>(self, words: &mut [i32]) -> &mut [Self::Row; ROWS] {
        Plain([0; LANES]).rows_mut(words)
    }

    #[inline(always)]
    fn numbers<const BITS: usize>(self, words: &[u64], row: usize) -> Self {
        // A row of sixteen fills half as many words of 32 bits as a number has bits.
        let len = BITS / 2;
        assert!(2 * words.len() >= (row + 1) * len, "a row is there");
        let places = self.both(const { &Fields::<BITS>::WORDS });
        let shifts = self.both(const { &Fields::<BITS>::SHIFTS });
        // SAFETY: a word of this type says that the CPU has AVX-512 F; what is read was looked at.
        unsafe {
            let from = words.as_ptr().cast::<i32>().add(row * len);
            let own = _mm512_maskz_loadu_epi32((1 << len) - 1, from);
            let mask = _mm512_set1_epi32((1 << BITS) - 1);
            Lanes(_mm512_and_si512(fields(places, shifts, own), mask))
        }
    }
}

/// See [`accept_vartime`](crate::ring::accept_vartime). A door of its own and no task: it alone has
/// instructions and jumps that depend on what it works on, which is public.
///
/// # Safety
/// The CPU must have AVX-512 F.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(super) unsafe fn sift_vartime(block: &[[u64; STREAMS]; BLOCK_WORDS], all: &mut [Filling<'_>]) {
    let like = Lanes(_mm512_set1_epi32(0));
    let places = Places {
        words: like.both(const { &Fields::<24>::WORDS }),
        shifts: like.both(const { &Fields::<24>::SHIFTS }),
        bound: _mm512_set1_epi32(Q),
    };
    for own in block.chunks(SIFTED_WORDS) {
        // SAFETY: the caller's.
        let streams = unsafe { streams(&padded(own)) };
        for (stream, filling) in streams.into_iter().zip(&mut *all) {
            // SAFETY: the same.
            unsafe { places.sift(stream, filling) };
        }
    }
}

impl Lanes {
    /// Two registers of constants.
    #[inline(always)]
    fn both(self, rows: &[[i32; LANES]; 2]) -> [__m512i; 2] {
        [self.load(&rows[0]).0, self.load(&rows[1]).0]
    }
}

/// Of each of sixteen numbers of so many bits: in which word of 32 bits it begins, and the next
/// one; by how many bits it is moved down there, and up what the next word has of it. Moved by 32
/// bits, nothing is left.
struct Fields<const BITS: usize>;

impl<const BITS: usize> Fields<BITS> {
    const WORDS: [[i32; LANES]; 2] = {
        let mut words = [[0; LANES]; 2];
        let mut lane = 0;
        while lane < LANES {
            let word = (BITS * lane / 32) as i32;
            (words[0][lane], words[1][lane]) = (word, word + 1);
            lane += 1;
        }
        words
    };
    const SHIFTS: [[i32; LANES]; 2] = {
        let mut shifts = [[0; LANES]; 2];
        let mut lane = 0;
        while lane < LANES {
            let bits = (BITS * lane % 32) as i32;
            (shifts[0][lane], shifts[1][lane]) = (bits, 32 - bits);
            lane += 1;
        }
        shifts
    };
}

/// Returns sixteen numbers, which lie in the first words of a register, and what is above each.
///
/// # Safety
/// The CPU must have AVX-512 F.
#[inline(always)]
unsafe fn fields(words: [__m512i; 2], shifts: [__m512i; 2], of: __m512i) -> __m512i {
    let ([first, second], [down, up]) = (words, shifts);
    // SAFETY: the caller's.
    unsafe {
        let low = _mm512_srlv_epi32(_mm512_permutexvar_epi32(first, of), down);
        let high = _mm512_sllv_epi32(_mm512_permutexvar_epi32(second, of), up);
        _mm512_or_si512(low, high)
    }
}

/// What sifting needs, in registers.
struct Places {
    words: [__m512i; 2],
    shifts: [__m512i; 2],
    bound: __m512i,
}

impl Places {
    /// Sifts the words of one stream, which are the first ones of a register.
    ///
    /// # Safety
    /// The CPU must have AVX-512 F.
    #[inline(always)]
    unsafe fn sift(&self, stream: __m512i, filling: &mut Filling<'_>) {
        // SAFETY: the caller's; sixteen words are written, which are all numbers.
        unsafe {
            let both = fields(self.words, self.shifts, stream);
            let numbers = _mm512_and_si512(both, _mm512_set1_epi32(0x7f_ffff));
            let good = _mm512_cmplt_epi32_mask(numbers, self.bound);
            let packed = _mm512_maskz_compress_epi32(good, numbers);
            let count = good.count_ones() as usize;
            if let Some(place) = filling.next() {
                _mm512_storeu_si512(place.as_mut_ptr().cast(), packed);
                filling.filled += count;
            } else {
                let mut numbers = [0; SIFTED];
                _mm512_storeu_si512(numbers.as_mut_ptr().cast(), packed);
                filling.take(&numbers, count);
            }
        }
    }
}

/// Returns six words of each stream as the first ones of a register. Behind them there is anything.
///
/// # Safety
/// The CPU must have AVX-512 F.
#[inline(always)]
unsafe fn streams(words: &[[u64; STREAMS]; SIFTED_WORDS]) -> [__m512i; STREAMS] {
    // The even ones of four pieces of both, or the odd ones.
    const EVEN: i32 = 0x88;
    const ODD: i32 = 0xdd;
    // SAFETY: the caller's; each row is as long as a register.
    unsafe {
        let mut rows = [_mm512_loadu_si512(words[0].as_ptr().cast()); SIFTED_WORDS];
        let mut at = 1;
        while at < SIFTED_WORDS {
            rows[at] = _mm512_loadu_si512(words[at].as_ptr().cast());
            at += 1;
        }
        // Of each pair of rows, first the even streams and then the odd ones.
        let mut out = [rows[0]; STREAMS];
        let even = [
            _mm512_unpacklo_epi64(rows[0], rows[1]),
            _mm512_unpacklo_epi64(rows[2], rows[3]),
            _mm512_unpacklo_epi64(rows[4], rows[5]),
        ];
        let odd = [
            _mm512_unpackhi_epi64(rows[0], rows[1]),
            _mm512_unpackhi_epi64(rows[2], rows[3]),
            _mm512_unpackhi_epi64(rows[4], rows[5]),
        ];
        let mut first = 0;
        while first < 2 {
            let [a, b, c] = if first == 0 { even } else { odd };
            let (low, last) =
                (_mm512_shuffle_i64x2::<EVEN>(a, b), _mm512_shuffle_i64x2::<EVEN>(c, c));
            out[first] = _mm512_shuffle_i64x2::<EVEN>(low, last);
            out[first + 4] = _mm512_shuffle_i64x2::<ODD>(low, last);
            let (low, last) =
                (_mm512_shuffle_i64x2::<ODD>(a, b), _mm512_shuffle_i64x2::<ODD>(c, c));
            out[first + 2] = _mm512_shuffle_i64x2::<EVEN>(low, last);
            out[first + 6] = _mm512_shuffle_i64x2::<ODD>(low, last);
            first += 1;
        }
        out
    }
}
