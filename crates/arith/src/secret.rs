//! `Secret<T>`: a value that is wiped, silent, and marked for the taint test from its first byte to
//! its last.

use crate::machine::taint;
use core::borrow::Borrow;
use core::sync::atomic::{AtomicU64, Ordering};
use zeroize::Zeroize;

/// A secret value of plain data.
///
/// There is no `Debug`, `PartialEq`, `Clone` or `Deref`. Work on it with [`map`](Secret::map) and
/// [`zip`](Secret::zip), whose closures must have no branch, index or variable-time instruction on
/// what they are given; leave with [`reveal`](Secret::reveal). The memory is wiped on drop; copies
/// that the compiler keeps in registers or spills are not.
///
/// In builds with the feature `silence`, `new` marks the bytes undefined for valgrind's memcheck
/// and `reveal` marks its result defined, so every branch or address that depends on a secret is
/// reported.
pub struct Secret<T: Copy + Zeroize>(T);

impl<T: Copy + Zeroize> Secret<T> {
    /// Takes a value in. The caller's own copy is the caller's to wipe.
    #[inline(always)]
    #[must_use]
    pub fn new(value: T) -> Self {
        let mut secret = Secret(value);
        taint::make_undefined(&mut secret.0);
        secret
    }

    /// Returns `f` of the value, which is secret again.
    #[inline(always)]
    pub fn map<U: Copy + Zeroize>(&self, f: impl FnOnce(&T) -> U) -> Secret<U> {
        Secret(f(&self.0))
    }

    /// Returns `f` of both values, which is secret again.
    #[inline(always)]
    pub fn zip<U: Copy + Zeroize, V: Copy + Zeroize>(
        &self,
        other: &Secret<U>,
        f: impl FnOnce(&T, &U) -> V,
    ) -> Secret<V> {
        Secret(f(&self.0, &other.0))
    }

    /// Returns `f` of all values, which is secret again.
    #[inline(always)]
    pub fn zip_all<const N: usize, U: Copy + Zeroize>(
        all: [&Self; N],
        f: impl FnOnce([&T; N]) -> U,
    ) -> Secret<U> {
        Secret(f(all.map(
            #[inline(always)]
            |one| &one.0,
        )))
    }

    /// Returns several secrets as one.
    #[inline(always)]
    pub fn join<const N: usize>(parts: &[Self; N]) -> Secret<[T; N]>
    where
        [T; N]: Zeroize,
    {
        Secret(parts.each_ref().map(
            #[inline(always)]
            |part| part.0,
        ))
    }

    /// Like [`join`](Secret::join) for at most `N` secrets, one at least; what is left over holds
    /// the first once more.
    #[inline(always)]
    pub fn gather<const N: usize>(
        parts: impl IntoIterator<Item = impl Borrow<Self>>,
    ) -> Secret<[T; N]>
    where
        [T; N]: Zeroize,
    {
        let mut parts = parts.into_iter();
        let first = parts.next().expect("there is a secret to gather");
        let mut all = Secret([first.borrow().0; N]);
        for (place, part) in all.0.iter_mut().skip(1).zip(parts) {
            *place = part.borrow().0;
        }
        all
    }

    /// Changes the value in place.
    #[inline(always)]
    pub fn update(&mut self, f: impl FnOnce(&mut T)) {
        f(&mut self.0);
    }

    /// Changes the value in place by another one.
    #[inline(always)]
    pub fn update_by<U: Copy + Zeroize>(&mut self, other: &Secret<U>, f: impl FnOnce(&mut T, &U)) {
        f(&mut self.0, &other.0);
    }

    /// Hands the value out. `why` says why that is harmless and stands in `docs/reveals.md`.
    #[inline(always)]
    #[must_use]
    pub fn reveal(&self, why: &'static str) -> T {
        let _ = why;
        let mut value = self.0;
        taint::make_defined(&mut value);
        value
    }
}

/// A place where threads leave words of a secret for each other, empty or not. Who uses it when is
/// theirs to settle: what two threads write at once is mixed.
pub struct Shelf<const N: usize>([AtomicU64; N]);

impl<const N: usize> Shelf<N> {
    /// An empty one.
    #[must_use]
    pub const fn new() -> Self {
        Shelf([const { AtomicU64::new(0) }; N])
    }

    /// Leaves a secret of at most `N` words.
    pub fn put<const L: usize, const M: usize>(&self, secret: &Secret<[[u64; L]; M]>) {
        for (place, word) in self.0.iter().zip(secret.0.as_flattened()) {
            place.store(*word, Ordering::Relaxed);
        }
    }

    /// Takes a secret of at most `N` words away.
    #[must_use]
    pub fn take<const L: usize, const M: usize>(&self) -> Secret<[[u64; L]; M]> {
        let mut secret = Secret([[0; L]; M]);
        for (word, place) in secret.0.as_flattened_mut().iter_mut().zip(&self.0) {
            *word = place.load(Ordering::Relaxed);
            place.store(0, Ordering::Relaxed);
        }
        secret
    }

    /// Overwrites what is left there.
    pub fn wipe(&self) {
        self.0.iter().for_each(|place| place.store(0, Ordering::Relaxed));
    }
}

impl<const N: usize> Default for Shelf<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Overwrites bytes with zeros, a word at a time where they are whole words: as `Zeroize` does, in
/// an eighth of the time.
pub fn wipe(bytes: &mut [u8]) {
    // SAFETY: any eight bytes are a word.
    let (head, words, tail) = unsafe { bytes.align_to_mut::<u64>() };
    head.zeroize();
    words.zeroize();
    tail.zeroize();
}

impl<T: Copy + Zeroize> Drop for Secret<T> {
    #[inline]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
