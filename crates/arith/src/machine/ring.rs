//! The ring of ML-DSA in AVX-512 registers: the words of `crate::ring`, and the door to them.

use crate::ring::tasks::Task;

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

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod zmm;
