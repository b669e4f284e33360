//! SHA-2 and Keccak in AVX-512 registers: words of lanes, and the doors to them.

use crate::keccak::{LANES, WORDS};
use crate::sha::{LANES_256, LANES_512};

/// Whether this CPU has the registers.
pub(crate) fn available() -> bool {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    {
        zmm::available()
    }
    #[cfg(not(all(target_arch = "x86_64", not(sealane_portable))))]
    {
        false
    }
}

/// Compresses in registers, if this CPU has them; else does nothing and returns false.
pub(crate) fn compress_256(
    state: &mut [[u32; LANES_256]; 8],
    block: &[[u32; LANES_256]; 16],
) -> bool {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if zmm::available() {
        // SAFETY: the CPU has AVX-512 F.
        unsafe { zmm::compress_256(state, block) };
        return true;
    }
    let _ = (state, block);
    false
}

/// Like [`compress_256`].
pub(crate) fn compress_512(
    state: &mut [[u64; LANES_512]; 8],
    block: &[[u64; LANES_512]; 16],
) -> bool {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if zmm::available() {
        // SAFETY: the CPU has AVX-512 F.
        unsafe { zmm::compress_512(state, block) };
        return true;
    }
    let _ = (state, block);
    false
}

/// Permutes a state in registers, if this CPU has them; else does nothing and returns false.
pub(crate) fn permute(state: &mut [u64; WORDS]) -> bool {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if zmm::available() {
        // SAFETY: the CPU has AVX-512 F and VL.
        unsafe { xmm::permute(state) };
        return true;
    }
    let _ = state;
    false
}

/// Like [`permute`], the state of each lane.
pub(crate) fn permute_8(state: &mut [[u64; LANES]; WORDS]) -> bool {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if zmm::available() {
        // SAFETY: the CPU has AVX-512 F.
        unsafe { zmm::permute_8(state) };
        return true;
    }
    let _ = state;
    false
}

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod xmm;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod zmm;
