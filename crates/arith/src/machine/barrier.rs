//! A value the optimiser may not look through.

/// Returns `word`, about which the compiler knows nothing more.
///
/// LLVM may turn a masked select into a branch once it can prove that the mask comes from a
/// comparison; it did so in released libraries. An empty `asm!` block ends what it can prove and
/// costs no instruction.
#[inline(always)]
#[allow(unreachable_code)]
pub(crate) fn barrier(word: u64) -> u64 {
    #[cfg(any(all(target_arch = "x86_64", not(sealane_portable)), target_arch = "aarch64"))]
    {
        let mut hidden = word;
        // SAFETY: the block is empty; it reads and writes the one register it names and nothing
        // else.
        unsafe {
            core::arch::asm!(
                "/* {0} */",
                inout(reg) hidden,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        return hidden;
    }
    core::hint::black_box(word)
}
