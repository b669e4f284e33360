//! Values that end exactly where memory ends: one byte too far is a crash and not a wrong number.
//!
//! CVE-2022-2274 was a write behind the end of a buffer, by a length in bits that was taken for
//! one in words; its tests were right on every result.

use core::ffi::c_void;
use core::ptr::{NonNull, null_mut};

/// Memory whose last byte is followed by a page that nobody may touch.
pub struct Guarded {
    start: NonNull<u8>,
    /// Bytes that may be used, and those of the guard after them.
    usable: usize,
    guard: usize,
}

impl Guarded {
    /// Takes room for so many bytes from the system. Errors: what the system says.
    pub fn new(bytes: usize) -> std::io::Result<Self> {
        // SAFETY: the call takes no pointer.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let page = usize::try_from(page).map_err(|_| std::io::Error::last_os_error())?;
        let usable = bytes.max(1).div_ceil(page) * page;
        // SAFETY: a fresh mapping wherever the system likes touches no memory of ours.
        let start = unsafe {
            let (rights, flags) =
                (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            libc::mmap(null_mut(), usable + page, rights, flags, -1, 0)
        };
        if start == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast::<u8>()).expect("a mapping is not at address 0");
        let guarded = Self { start, usable, guard: page };
        // SAFETY: the last page of the mapping, which nothing uses.
        let closed =
            unsafe { libc::mprotect(guarded.end().cast::<c_void>(), page, libc::PROT_NONE) };
        if closed == 0 { Ok(guarded) } else { Err(std::io::Error::last_os_error()) }
    }

    /// Where the usable bytes end and the guard begins.
    #[must_use]
    pub fn end(&self) -> *mut u8 {
        // SAFETY: inside the mapping, which is one page longer.
        unsafe { self.start.as_ptr().add(self.usable) }
    }

    /// Puts a value such that its last byte is the last one that may be touched.
    ///
    /// # Panics
    /// If there is no room for it, or its alignment does not divide its size.
    pub fn put<T: Copy>(&mut self, value: T) -> &mut T {
        let size = size_of::<T>();
        assert!(size <= self.usable && size.is_multiple_of(align_of::<T>()));
        // SAFETY: `size` bytes before the end are inside the mapping, and aligned, for the end is
        // at a page and the size is a multiple of the alignment.
        let place = unsafe { self.end().sub(size) }.cast::<T>();
        // SAFETY: as above; the reference lives as long as this borrow, so nothing else points
        // there.
        unsafe {
            place.write(value);
            &mut *place
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: exactly what was mapped, and no reference outlives the borrow of `put`.
        unsafe { libc::munmap(self.start.as_ptr().cast::<c_void>(), self.usable + self.guard) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// Goal: the last byte can be written, and the one after it ends the process. Method: this test
    /// once more, as a process of its own.
    #[test]
    fn one_byte_too_far_is_a_crash() {
        let mut guarded = Guarded::new(100).expect("memory");
        let value = guarded.put([7u8; 100]);
        value[99] = 8;
        assert_eq!(value.iter().map(|b| u32::from(*b)).sum::<u32>(), 99 * 7 + 8);
        if std::env::var_os("GUARD_TOO_FAR").is_some() {
            // SAFETY: none: the write is meant to fail.
            unsafe { guarded.end().write_volatile(1) };
            return;
        }
        let own = std::env::current_exe().expect("this program has a file");
        let name = "guard::tests::one_byte_too_far_is_a_crash";
        let child = Command::new(own).args([name, "--exact"]).env("GUARD_TOO_FAR", "1").output();
        let status = child.expect("it runs").status;
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(libc::SIGSEGV));
    }
}
