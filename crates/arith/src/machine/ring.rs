//! The ring of ML-DSA in AVX-512 registers: the words of `crate::ring`, and the door to them.

use crate::ring::STREAMS;
use crate::ring::tasks::Task;
use crate::ring::uniform::{BLOCK_WORDS, Filling};

/// Whether this CPU has the registers.
pub(crate) use super::sha::available;

/// Runs a task in registers, if this CPU has them; else gives it back.
#[inline(always)]
pub(crate) fn run<T: Task>(task: T) -> Result<T::Result, T> {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if available() {
        // SAFETY: the CPU has AVX-512 F.
        return Ok(unsafe { zmm::run(task) });
    }
    Err(task)
}

/// Sifts candidates in registers, if this CPU has them, and says whether it did.
#[inline(always)]
pub(crate) fn accept_vartime(
    block: &[[u64; STREAMS]; BLOCK_WORDS],
    all: &mut [Filling<'_>],
) -> bool {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if available() {
        // SAFETY: the CPU has AVX-512 F.
        unsafe { zmm::sift_vartime(block, all) };
        return true;
    }
    let _ = (block, all);
    false
}

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod zmm;
