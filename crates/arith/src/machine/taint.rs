//! Marks for valgrind's memcheck: which memory holds secrets. Nothing at all without the feature
//! `silence`.

/// Whether secrets are marked in this build. The marks are instructions of their own, some of which
/// valgrind takes for itself.
pub const MARKS: bool = cfg!(feature = "silence");

/// Marks the bytes of `value` undefined, so that memcheck reports each branch and address made from
/// them.
#[inline(always)]
pub(crate) fn make_undefined<T: Copy>(value: &mut T) {
    #[cfg(feature = "silence")]
    request(0x4d43_0001, value);
    let _ = value;
}

/// Marks the bytes of `value` defined again.
#[inline(always)]
pub(crate) fn make_defined<T: Copy>(value: &mut T) {
    #[cfg(feature = "silence")]
    request(0x4d43_0002, value);
    let _ = value;
}

/// Marks bytes undefined: for tests of code that is given secrets as plain bytes.
pub fn make_bytes_undefined(bytes: &mut [u8]) {
    #[cfg(feature = "silence")]
    request_range(0x4d43_0001, bytes.as_mut_ptr() as u64, bytes.len() as u64);
    let _ = bytes;
}

/// Marks bytes defined again.
pub fn make_bytes_defined(bytes: &mut [u8]) {
    #[cfg(feature = "silence")]
    request_range(0x4d43_0002, bytes.as_mut_ptr() as u64, bytes.len() as u64);
    let _ = bytes;
}

/// Returns whether this process runs under valgrind (always false without the feature `silence`).
#[must_use]
pub fn under_valgrind() -> bool {
    #[cfg(feature = "silence")]
    return request(0x1001, &mut 0u8) != 0;
    #[cfg(not(feature = "silence"))]
    false
}

/// Returns how many errors memcheck has counted so far (0 outside valgrind).
#[must_use]
pub fn errors_so_far() -> u64 {
    #[cfg(feature = "silence")]
    return request(0x1201, &mut 0u8);
    #[cfg(not(feature = "silence"))]
    0
}

#[cfg(feature = "silence")]
fn request<T>(code: u64, value: &mut T) -> u64 {
    request_range(code, core::ptr::from_mut(value) as u64, size_of::<T>() as u64)
}

/// Sends one client request about a range of bytes; returns 0 when not under valgrind.
///
/// The instruction sequence is the documented interface of valgrind on amd64 (its manual, "The
/// client request mechanism"): four rotations of `rdi` that add up to nothing, then `xchg rbx,
/// rbx`.
#[cfg(feature = "silence")]
#[inline(never)]
fn request_range(code: u64, start: u64, bytes: u64) -> u64 {
    #[cfg(not(target_arch = "x86_64"))]
    compile_error!("the feature `silence` needs valgrind on x86_64");
    let words: [u64; 6] = [code, start, bytes, 0, 0, 0];
    let mut result = 0u64;
    // SAFETY: on the processor the sequence leaves every register as it was; under valgrind it
    // writes `rdx` alone and reads the six words, which live until the end of this function.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            in("rax") words.as_ptr(),
            inout("rdx") result,
            options(nostack)
        );
    }
    result
}
