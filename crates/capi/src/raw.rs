//! What callers pass, checked at the border: pointers, lengths, texts.

use crate::status::Status;
use std::ffi::{CStr, c_char};

/// Returns the bytes that a caller gives: none for no pointer with length 0.
///
/// Errors: `ArgumentNull`, `ArgumentLength`.
///
/// # Safety
///
/// A pointer that is not null must be valid for reads of `length` bytes while the result is used.
pub unsafe fn bytes<'a>(data: *const u8, length: usize) -> Result<&'a [u8], Status> {
    // SAFETY: the caller's promise.
    unsafe { items(data, length) }
}

/// Checks a pointer at `count` values, which may be unwritten: nothing is read.
///
/// Errors: `ArgumentLength`; `ArgumentNull` for values behind a null pointer, or behind one that is
/// not aligned.
pub fn check_extent<T>(first: *const T, count: usize) -> Result<(), Status> {
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Status::ArgumentLength);
    }
    let is_usable = count == 0 || (!first.is_null() && first.is_aligned());
    if is_usable { Ok(()) } else { Err(Status::ArgumentNull) }
}

/// Returns the values that a caller gives: none for no pointer with count 0.
///
/// Errors: `ArgumentNull`, also for a pointer that is not aligned; `ArgumentLength`.
///
/// # Safety
///
/// A pointer that is not null must be valid for reads of `count` values while the result is used.
pub unsafe fn items<'a, T>(first: *const T, count: usize) -> Result<&'a [T], Status> {
    check_extent(first, count)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: not null, aligned, no longer than memory may be; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}

/// Returns what a caller's pointer points at. Errors: `ArgumentNull`.
///
/// # Safety
///
/// A pointer that is not null must be one that this library gave, and is not freed yet.
pub unsafe fn given<'a, T>(value: *const T) -> Result<&'a T, Status> {
    // SAFETY: the caller's promise.
    unsafe { value.as_ref() }.ok_or(Status::ArgumentNull)
}

/// Returns a text that ends with a zero. Errors: `ArgumentNull`, `ArgumentText`.
///
/// # Safety
///
/// A pointer that is not null must point at a text with a zero behind it.
pub unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Status> {
    if text.is_null() {
        return Err(Status::ArgumentNull);
    }
    // SAFETY: not null; the rest is the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| Status::ArgumentText)
}

/// Puts a fresh value where a caller wants its pointer; a null pointer is put there until then, so
/// that what failed may be freed.
///
/// Errors: `ArgumentNull`, and those of `make`.
///
/// # Safety
///
/// A pointer that is not null must be valid for a write.
pub unsafe fn put_new<T>(
    out: *mut *mut T,
    make: impl FnOnce() -> Result<T, Status>,
) -> Result<(), Status> {
    if out.is_null() {
        return Err(Status::ArgumentNull);
    }
    // SAFETY: not null; the rest is the caller's promise.
    unsafe { out.write_unaligned(std::ptr::null_mut()) };
    let value = Box::into_raw(Box::new(make()?));
    // SAFETY: as above.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Frees what [`put_new`] gave; nothing for a null pointer.
///
/// # Safety
///
/// A pointer that is not null must be one that this library gave, and is not freed yet.
pub unsafe fn free<T>(value: *mut T) {
    if !value.is_null() {
        // SAFETY: the caller's promise: it came from a box.
        drop(unsafe { Box::from_raw(value) });
    }
}

/// Where bytes go whose number the caller may not know: no buffer asks for the number.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    data: *mut u8,
    length: *mut usize,
}

impl Output {
    /// Looks at the pointers. Errors: `ArgumentNull` if nothing says how much there is room for.
    ///
    /// # Safety
    ///
    /// Pointers that are not null must be valid for reads and writes, the first one of as many
    /// bytes as the second one says, until the result is put there.
    pub unsafe fn new(data: *mut u8, length: *mut usize) -> Result<Self, Status> {
        if length.is_null() { Err(Status::ArgumentNull) } else { Ok(Self { data, length }) }
    }

    /// Whether there is room for `most` bytes; with no buffer, or a shorter one, `most` is put
    /// where its length is.
    ///
    /// Errors: `BufferTooSmall`.
    pub fn demand(&self, most: usize) -> Result<bool, Status> {
        // SAFETY: not null; the rest is the promise of `new`.
        let room = unsafe { self.length.read_unaligned() };
        if !self.data.is_null() && room >= most {
            return Ok(true);
        }
        // SAFETY: as above.
        unsafe { self.length.write_unaligned(most) };
        if self.data.is_null() { Ok(false) } else { Err(Status::BufferTooSmall) }
    }

    /// Puts bytes there, or their number. Errors: `BufferTooSmall`.
    pub fn put(&self, bytes: &[u8]) -> Result<(), Status> {
        if self.demand(bytes.len())? {
            // SAFETY: the promise of `new`: there is room for as many; nothing of ours is there.
            unsafe {
                std::ptr::copy(bytes.as_ptr(), self.data, bytes.len());
                self.length.write_unaligned(bytes.len());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null, null_mut};

    /// Goal: bad pointers and lengths are refused, and never followed.
    #[test]
    fn pointers_are_looked_at() {
        let some = [1u8, 2, 3];
        let words = [1u64, 2];
        // SAFETY: what is valid is, and nothing else is followed.
        unsafe {
            assert_eq!(bytes(some.as_ptr(), 3), Ok(&some[..]));
            assert_eq!(bytes(null(), 0), Ok(&[][..]));
            assert_eq!(bytes(null(), 1), Err(Status::ArgumentNull));
            assert_eq!(bytes(some.as_ptr(), usize::MAX), Err(Status::ArgumentLength));
            let most = isize::MAX as usize / 8;
            assert_eq!(items(words.as_ptr(), most + 1), Err(Status::ArgumentLength));
            let odd = words.as_ptr().cast::<u8>().add(1).cast::<u64>();
            assert_eq!(items(odd, 1), Err(Status::ArgumentNull));
            assert_eq!(check_extent(odd, 1), Err(Status::ArgumentNull));
            assert_eq!(check_extent(null::<u64>(), 1), Err(Status::ArgumentNull));
            assert_eq!(check_extent(null::<u64>(), 0), Ok(()));
            assert_eq!(check_extent(null::<u64>(), most + 1), Err(Status::ArgumentLength));
            assert_eq!(given::<u64>(null()), Err(Status::ArgumentNull));
            assert_eq!(text(null()), Err(Status::ArgumentNull));
            assert_eq!(text(c"p256".as_ptr()), Ok("p256"));
            assert_eq!(text(c"\xff".as_ptr()), Err(Status::ArgumentText));
            assert!(Output::new(null_mut(), null_mut()).is_err());
            assert_eq!(put_new(null_mut(), || Ok(1)), Err(Status::ArgumentNull));
            free::<u64>(null_mut());
        }
    }

    /// Goal: what fails leaves a null pointer behind, and what succeeds may be freed.
    #[test]
    fn fresh_values_are_put_out() {
        let mut out = std::ptr::dangling_mut::<u64>();
        // SAFETY: the pointers are valid.
        unsafe {
            assert_eq!(put_new(&mut out, || Err(Status::Random)), Err(Status::Random));
            assert!(out.is_null());
            assert_eq!(put_new(&mut out, || Ok(7)), Ok(()));
            assert_eq!(given(out), Ok(&7));
            free(out);
        }
    }

    /// Goal: a length is told to who asks for it, a short buffer is left as it is.
    #[test]
    fn outputs_tell_their_length() {
        let (mut buffer, mut length) = ([9u8; 4], 3);
        // SAFETY: both are valid.
        unsafe {
            Output::new(null_mut(), &mut length).unwrap().put(&[1, 2, 3, 4]).unwrap();
            assert_eq!(length, 4);
            length = 3;
            let output = Output::new(buffer.as_mut_ptr(), &mut length).unwrap();
            assert_eq!(output.put(&[1, 2, 3, 4]), Err(Status::BufferTooSmall));
            assert_eq!((buffer, length), ([9; 4], 4));
            Output::new(buffer.as_mut_ptr(), &mut length).unwrap().put(&[1, 2]).unwrap();
        }
        assert_eq!((buffer, length), ([1, 2, 9, 9], 2));
    }
}
