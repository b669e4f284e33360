//! Products modulo numbers of run-time value by generated instructions, for the machine of AVX-512
//! registers.
//!
//! `fieldgen` proves of each text what it computes, and that it reads and writes cells of the named
//! arrays only: of numbers as long as its name says, and of sums twice as long.

use crate::lanes::{Cell, Factors};

/// How many limbs a step of a reduction takes.
const TAKEN: usize = 10;

/// Runs a text on the arrays that it names.
macro_rules! run {
    ($module:ident::$text:ident, $($array:ident = $pointer:expr),*) => {
        $module::$text!(
            $($array = in(reg) $pointer,)*
            out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
            out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
            out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
            out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
            out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _,
            out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
            out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _,
            out("zmm28") _, out("zmm29") _, out("zmm30") _, out("zmm31") _,
            options(nostack, preserves_flags)
        )
    };
}

macro_rules! lengths {
    ($(
        $limbs:literal $name:ident: $of:ident $mul:ident $sqr:ident $reduction:ident $last:ident;
    )*) => {
        $(
            #[doc = concat!("[`reduced_product`] for ", $limbs, " limbs.")]
            ///
            /// A function for each text: what is not called takes no room in caches beside what is.
            mod $name {
                use super::{Cell, Factors, TAKEN};
                use crate::generated::products::$of;

                /// # Safety
                /// As [`reduced`] has it, of both arrays.
                #[inline(never)]
                #[target_feature(enable = "avx512f,avx512ifma")]
                unsafe fn product(sums: *mut Cell, a: *const Cell, b: *const Cell) {
                    // SAFETY: cells are aligned, and the text stays within the arrays.
                    unsafe { run!($of::$mul, sums = sums, x = a, y = b) }
                }

                /// # Safety
                /// As [`reduced`] has it, of the array.
                #[inline(never)]
                #[target_feature(enable = "avx512f,avx512ifma")]
                unsafe fn square(sums: *mut Cell, a: *const Cell) {
                    // SAFETY: as above.
                    unsafe { run!($of::$sqr, sums = sums, x = a) }
                }

                /// # Safety
                /// The CPU must have AVX-512 F and IFMA, and the arrays must have that length.
                #[target_feature(enable = "avx512f,avx512ifma")]
                pub(super) unsafe fn reduced(
                    limbs: &mut [Cell],
                    sums: &mut [Cell],
                    of: &Factors<'_>,
                ) {
                    let (sums, a) = (sums.as_mut_ptr(), of.a.as_ptr());
                    // SAFETY: the caller's promise; the last step's sums are the last ones.
                    unsafe {
                        match of.b {
                            Some(b) => product(sums, a, b.as_ptr()),
                            None => square(sums, a),
                        }
                        for from in (0..$limbs - TAKEN).step_by(TAKEN) {
                            run!(
                                $of::$reduction,
                                sums = sums.add(from),
                                shifted = of.shifted.as_ptr()
                            );
                        }
                        run!(
                            $of::$last,
                            sums = sums.add($limbs - TAKEN),
                            words = of.words.as_ptr(),
                            minus_inverse = core::ptr::from_ref(of.minus_inverse),
                            shifted = of.shifted.as_ptr(),
                            limbs = limbs.as_mut_ptr()
                        );
                    }
                }
            }
        )*

        /// See [`crate::lanes::Vector::reduced_product`].
        ///
        /// # Safety
        /// The CPU must have AVX-512 F and IFMA.
        pub(super) unsafe fn reduced_product(
            out: &mut [Cell],
            sums: &mut [Cell],
            of: &Factors<'_>,
        ) -> bool {
            let limbs = of.words.len();
            let other = of.b.unwrap_or(of.a);
            assert!(
                of.a.len() == limbs
                    && other.len() == limbs
                    && of.shifted.len() == limbs
                    && out.len() == limbs
                    && sums.len() == 2 * limbs,
                "numbers of one length"
            );
            match limbs {
                $(
                    // SAFETY: the caller's promise; the lengths were compared.
                    $limbs => unsafe { $name::reduced(out, sums, of) },
                )*
                _ => return false,
            }
            true
        }
    };
}

lengths! {
    20 of20: limbs20 product20 square20 reduction20 last20;
    30 of30: limbs30 product30 square30 reduction30 last30;
    40 of40: limbs40 product40 square40 reduction40 last40;
}
