//! What words in vector registers have in common, whatever their length.

/// Gives the words `$word`, of `$lanes` lanes in one register, what [`Word`](crate::lanes::Word)
/// wants, by instructions of that length, and their wiping; and `door`, which runs work where the
/// instructions `$features` are at hand. `$with` makes a word of lanes, and `$to` lanes of a word.
macro_rules! registers {
    (
        $word:ident, $lanes:expr, $features:literal, [$with:ident, $to:ident],
        $add:ident, $sub:ident, $all:ident, $low:ident, $high:ident,
        $shl:ident, $and:ident, $sra:ident
    ) => {
        impl Zeroize for $word {
            fn zeroize(&mut self) {
                // SAFETY: all of the memory is ours, and any bits are a value of the type.
                unsafe {
                    core::ptr::write_volatile(core::ptr::from_mut(self).cast(), [0u64; $lanes])
                };
                core::sync::atomic::compiler_fence(Ordering::SeqCst);
            }
        }

        impl Add for $word {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: there is a word, so the CPU has the instructions; see the head of the
                // file.
                $word(unsafe { $add(self.0, other.0) })
            }
        }

        impl Sub for $word {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                // SAFETY: as in `add`.
                $word(unsafe { $sub(self.0, other.0) })
            }
        }

        impl Word for $word {
            #[inline(always)]
            fn like(self, constant: u64) -> Self {
                // SAFETY: as in `add`.
                $word(unsafe { $all(constant as i64) })
            }
            fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
                let (a, b) = (self.$to(), other.$to());
                self.$with(core::array::from_fn(|lane| f(a[lane], b[lane])))
            }
            #[inline(always)]
            fn madd_low(self, a: Self, b: Self) -> Self {
                // SAFETY: as in `add`; the instructions are those of IFMA.
                $word(unsafe { $low(self.0, a.0, b.0) })
            }
            #[inline(always)]
            fn madd_high(self, a: Self, b: Self) -> Self {
                // SAFETY: as in `madd_low`.
                $word(unsafe { $high(self.0, a.0, b.0) })
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                // SAFETY: as in `add`.
                $word(unsafe { $shl::<N>(self.0) })
            }
            #[inline(always)]
            fn split<const N: u32>(self) -> (Self, Self) {
                // SAFETY: as in `add`.
                unsafe {
                    let low = $and(self.0, $all(const { ((1u64 << N) - 1) as i64 }));
                    ($word(low), $word($sra::<N>(self.0)))
                }
            }
        }

        /// Runs `work`, compiled for a CPU that has the instructions.
        ///
        /// # Safety
        /// The CPU must have them.
        #[target_feature(enable = $features)]
        #[inline(never)]
        unsafe fn door<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
    };
}

pub(super) use registers;
