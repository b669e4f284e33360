//! Kernels of one lane: products of a prime by generated instructions of BMI2 and ADX.
//!
//! `fieldgen` proves of each text what it computes, that it reads the words of its operands and
//! writes those of its result and nothing else but its own stack, and that it leaves the caller's
//! registers as they were.

use crate::generated::kernels::{p384_p, p521_p};

/// A product: where the result goes, and the two factors.
type Product = unsafe extern "sysv64" fn(*mut u64, *const u64, *const u64);
/// A square: where the result goes, and what is squared.
type Square = unsafe extern "sysv64" fn(*mut u64, *const u64);

/// The kernels of a prime. All numbers are as long as its elements.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    /// How many words an element has.
    limbs: usize,
    mul: Product,
    sqr: Square,
}

macro_rules! kernels {
    ($($module:ident: $limbs:literal $mul:ident $sqr:ident;)*) => {
        $(
            /// # Safety
            /// The CPU must have BMI2 and ADX; all three are arrays as long as an element.
            #[unsafe(naked)]
            unsafe extern "sysv64" fn $mul(_: *mut u64, _: *const u64, _: *const u64) {
                $module::mul!()
            }

            /// # Safety
            /// As above, of both arrays.
            #[unsafe(naked)]
            unsafe extern "sysv64" fn $sqr(_: *mut u64, _: *const u64) {
                $module::sqr!()
            }
        )*

        impl Kernels {
            /// Returns the kernels of the prime of that name, if it has some and its elements have
            /// so many words.
            pub(super) const fn of(name: &str, limbs: usize) -> Option<Self> {
                $(
                    if limbs == $limbs && is_same(name, stringify!($module)) {
                        return Some(Self { limbs, mul: $mul, sqr: $sqr });
                    }
                )*
                None
            }
        }
    };
}

kernels! {
    p384_p: 6 mulx_p384_p_mul mulx_p384_p_sqr;
    p521_p: 9 mulx_p521_p_mul mulx_p521_p_sqr;
}

/// `a == b`, for constants.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    a.len() == b.len() && at == a.len()
}

impl Kernels {
    /// Writes `a b` to `out`.
    ///
    /// # Safety
    /// The CPU must have BMI2 and ADX.
    #[inline(always)]
    pub(super) unsafe fn mul(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let is_long = out.len() == self.limbs && a.len() == self.limbs && b.len() == self.limbs;
        assert!(is_long, "elements of the prime");
        // SAFETY: the caller's promise; the lengths were compared.
        unsafe { (self.mul)(out.as_mut_ptr(), a.as_ptr(), b.as_ptr()) }
    }

    /// Writes `a^2` to `out`.
    ///
    /// # Safety
    /// The CPU must have BMI2 and ADX.
    #[inline(always)]
    pub(super) unsafe fn sqr(self, out: &mut [u64], a: &[u64]) {
        assert!(out.len() == self.limbs && a.len() == self.limbs, "elements of the prime");
        // SAFETY: as above.
        unsafe { (self.sqr)(out.as_mut_ptr(), a.as_ptr()) }
    }
}
