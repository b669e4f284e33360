//! The same for each part of an array.

/// Returns what `f` makes of each element.
///
/// What `map` of an array does, in one loop: that one is a dozen functions for each type, which
/// are compiled anew for each of the many groups of the tests.
#[inline(always)]
pub(super) fn each<T, U: Copy, const N: usize>(all: &[T; N], f: impl Fn(&T) -> U) -> [U; N] {
    let mut made = [f(&all[0]); N];
    let mut i = 1;
    while i < N {
        made[i] = f(&all[i]);
        i += 1;
    }
    made
}
