//! The lengths that keys have room for, and numbers of half and of whole length.

/// Words of the longest modulus.
pub(crate) const MAX_WORDS: usize = 128;
/// Bits of the longest modulus.
pub(crate) const MAX_BITS: usize = 64 * MAX_WORDS;

/// What is done for a modulus of some length.
pub(crate) trait Task {
    /// What comes of it.
    type Output;
    /// Does it with room for primes of `H` words, moduli of `F = 2 H`, and rows for both.
    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output;
}

/// Does a task with room for a modulus of `bits` bits and primes of `prime_bits`; `None` if there
/// is none.
pub(crate) fn with<T: Task>(task: T, bits: usize, prime_bits: usize) -> Option<T::Output> {
    Some(match bits.max(2 * prime_bits) {
        0..=2048 => task.run::<16, 32, 5>(),
        2049..=3072 => task.run::<24, 48, 8>(),
        3073..=4096 => task.run::<32, 64, 10>(),
        4097..=6144 => task.run::<48, 96, 15>(),
        6145..=MAX_BITS => task.run::<64, 128, 20>(),
        _ => return None,
    })
}

/// Returns the two halves of a number, low half first.
pub(crate) fn halves<const H: usize, const F: usize>(x: &[u64; F]) -> ([u64; H], [u64; H]) {
    const { assert!(F == 2 * H) };
    (core::array::from_fn(|i| x[i]), core::array::from_fn(|i| x[H + i]))
}

/// Returns the number of two halves.
pub(crate) fn joined<const H: usize, const F: usize>(halves: &[[u64; H]; 2]) -> [u64; F] {
    const { assert!(F == 2 * H) };
    core::array::from_fn(|i| halves[i / H][i % H])
}
