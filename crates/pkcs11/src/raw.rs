//! What callers pass, checked at the border: pointers, lengths, templates, mechanisms.
//!
//! The standard leaves a caller's mistakes undefined; here a missing pointer, a length that no
//! memory has, and a structure of another size are refused, and nothing else is looked at.

use crate::rv::Rv;
use cryptoki_sys::{
    CK_ATTRIBUTE, CK_ATTRIBUTE_TYPE, CK_BYTE, CK_MECHANISM, CK_MECHANISM_TYPE, CK_OBJECT_HANDLE,
    CK_ULONG, CKR_ARGUMENTS_BAD, CKR_BUFFER_TOO_SMALL, CKR_MECHANISM_PARAM_INVALID,
    CKR_TEMPLATE_INCOMPLETE,
};
use std::ffi::c_void;
use zeroize::Zeroizing;

/// The most attributes of a template; no object has as many.
const MAX_ATTRIBUTES: CK_ULONG = 256;
/// The most bytes of an attribute that is given.
const MAX_ATTRIBUTE_BYTES: CK_ULONG = 1 << 20;

/// Returns the bytes that a caller gives: none for no pointer with length 0.
///
/// Errors: `CKR_ARGUMENTS_BAD`.
///
/// # Safety
///
/// A pointer that is not null must be valid for reads of `length` bytes while the result is used.
pub unsafe fn bytes<'a>(data: *const CK_BYTE, length: CK_ULONG) -> Result<&'a [u8], Rv> {
    match extent(data, length)? {
        0 => Ok(&[]),
        // SAFETY: not null, no longer than memory may be; the rest is the caller's promise.
        length => Ok(unsafe { std::slice::from_raw_parts(data, length) }),
    }
}

/// Returns how many values a caller says that there are at a pointer; nothing is read of them.
///
/// Errors: `CKR_ARGUMENTS_BAD` for some behind no pointer, and for more than memory may have.
pub fn extent<T>(first: *const T, count: CK_ULONG) -> Result<usize, Rv> {
    let most = isize::MAX as usize / size_of::<T>().max(1);
    let count = usize::try_from(count).ok().filter(|count| *count <= most);
    let count = count.filter(|count| *count == 0 || !first.is_null());
    count.ok_or(Rv(CKR_ARGUMENTS_BAD))
}

/// Returns a value that a caller passes by a pointer. Errors: `CKR_ARGUMENTS_BAD`.
///
/// # Safety
///
/// A pointer that is not null must be valid for a read of a `T`.
pub unsafe fn read<T: Copy>(from: *const T) -> Result<T, Rv> {
    if from.is_null() {
        return Err(Rv(CKR_ARGUMENTS_BAD));
    }
    // SAFETY: not null; the rest is the caller's promise. Alignment is not asked for.
    Ok(unsafe { from.read_unaligned() })
}

/// Writes a result where a caller wants it. Errors: `CKR_ARGUMENTS_BAD`.
///
/// # Safety
///
/// A pointer that is not null must be valid for a write of a `T`.
pub unsafe fn write<T>(to: *mut T, value: T) -> Result<(), Rv> {
    if to.is_null() {
        return Err(Rv(CKR_ARGUMENTS_BAD));
    }
    // SAFETY: not null; the rest is the caller's promise. Alignment is not asked for.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

/// Where a result goes whose length the caller may not know: a null pointer asks for the length.
#[derive(Debug)]
pub struct Output<T = CK_BYTE> {
    data: *mut T,
    length: *mut CK_ULONG,
    capacity: usize,
}

impl<T: Copy> Output<T> {
    /// Looks at the pointers. Errors: `CKR_ARGUMENTS_BAD` if nothing says how much there is room
    /// for.
    ///
    /// # Safety
    ///
    /// Pointers that are not null must be valid for writes, the first one of as many values as the
    /// second one says, until the result is put there.
    pub unsafe fn new(data: *mut T, length: *mut CK_ULONG) -> Result<Self, Rv> {
        // SAFETY: the caller's promise.
        let capacity = unsafe { read(length) }?;
        let capacity = usize::try_from(capacity).unwrap_or(usize::MAX);
        Ok(Self { data, length, capacity })
    }

    /// Whether the length alone is asked for.
    #[must_use]
    pub fn is_query(&self) -> bool {
        self.data.is_null()
    }

    /// Says that there will be `length` values, before they are there. Returns whether they are
    /// wanted now.
    ///
    /// Errors: `CKR_BUFFER_TOO_SMALL`, and then the operation goes on.
    pub fn demand(&self, length: usize) -> Result<bool, Rv> {
        if !self.is_query() && self.capacity >= length {
            return Ok(true);
        }
        // SAFETY: the promise of `new`.
        unsafe { write(self.length, length as CK_ULONG) }?;
        if self.is_query() { Ok(false) } else { Err(Rv(CKR_BUFFER_TOO_SMALL)) }
    }

    /// Puts the result there, or its length. Errors: `CKR_BUFFER_TOO_SMALL`.
    pub fn put(&self, values: &[T]) -> Result<(), Rv> {
        if self.demand(values.len())? {
            // SAFETY: the promise of `new`: there is room for as many; nothing of ours is there.
            unsafe {
                std::ptr::copy(values.as_ptr(), self.data, values.len());
                write(self.length, values.len() as CK_ULONG)?;
            }
        }
        Ok(())
    }
}

/// Puts text where a structure has a fixed number of bytes for it, filled up with blanks. What is
/// too long is cut between two characters.
#[must_use]
pub fn padded<const N: usize>(text: &str) -> [u8; N] {
    let end = (0..=N.min(text.len())).rfind(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let mut out = [b' '; N];
    out[..end].copy_from_slice(&text.as_bytes()[..end]);
    out
}

/// A mechanism as a caller names it: its number and the bytes of its parameter.
#[derive(Debug)]
pub struct Mechanism<'a> {
    /// Its number.
    pub number: CK_MECHANISM_TYPE,
    parameter: *const c_void,
    length: CK_ULONG,
    bytes: &'a [u8],
}

impl Mechanism<'_> {
    /// Looks at a caller's. Errors: `CKR_ARGUMENTS_BAD`, `CKR_MECHANISM_PARAM_INVALID`.
    ///
    /// # Safety
    ///
    /// The pointer and the one in it must be valid for reads, if they are not null.
    pub unsafe fn new<'a>(mechanism: *const CK_MECHANISM) -> Result<Mechanism<'a>, Rv> {
        // SAFETY: the caller's promise.
        let CK_MECHANISM { mechanism: number, pParameter, ulParameterLen: length } =
            unsafe { read(mechanism) }?;
        let parameter = pParameter.cast_const();
        // SAFETY: the caller's promise.
        let bytes = unsafe { bytes(parameter.cast(), length) };
        let bytes = bytes.map_err(|_| Rv(CKR_MECHANISM_PARAM_INVALID))?;
        Ok(Mechanism { number, parameter, length, bytes })
    }

    /// Whether it has no parameter.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes of the parameter.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The parameter as a structure. Errors: `CKR_MECHANISM_PARAM_INVALID` for one of another
    /// size.
    ///
    /// # Safety
    ///
    /// `T` must be the structure of the mechanism, of which any bytes are a value.
    pub unsafe fn parameter<T: Copy>(&self) -> Result<T, Rv> {
        if self.length != size_of::<T>() as CK_ULONG {
            return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
        }
        // SAFETY: as many bytes as it has, by the promise of `new`.
        unsafe { read(self.parameter.cast::<T>()) }.map_err(|_| Rv(CKR_MECHANISM_PARAM_INVALID))
    }
}

/// The attributes that a caller gives for an object, each with its bytes. They may be secrets.
#[derive(Default)]
pub struct Attributes(Vec<(CK_ATTRIBUTE_TYPE, Zeroizing<Vec<u8>>)>);

impl Attributes {
    /// Takes a copy of a caller's. Errors: `CKR_ARGUMENTS_BAD`.
    ///
    /// # Safety
    ///
    /// Pointers must be valid for reads, if they are not null.
    pub unsafe fn new(template: *const CK_ATTRIBUTE, count: CK_ULONG) -> Result<Self, Rv> {
        if count > MAX_ATTRIBUTES {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        let rows = (0..extent(template, count)?).map(|at| {
            // SAFETY: the caller's promise: so many rows, whose alignment is not asked for.
            let row = unsafe { read(template.add(at)) }?;
            if row.ulValueLen > MAX_ATTRIBUTE_BYTES {
                return Err(Rv(CKR_ARGUMENTS_BAD));
            }
            // SAFETY: the caller's promise.
            let value = unsafe { bytes(row.pValue.cast_const().cast(), row.ulValueLen) }?;
            Ok((row.type_, Zeroizing::new(value.to_vec())))
        });
        rows.collect::<Result<_, _>>().map(Self)
    }

    /// The same, of an object that is to be made, whose handle has a place.
    ///
    /// # Safety
    ///
    /// As of [`Attributes::new`].
    pub unsafe fn for_new(
        template: *const CK_ATTRIBUTE,
        count: CK_ULONG,
        handle: *const CK_OBJECT_HANDLE,
    ) -> Result<Self, Rv> {
        // SAFETY: the caller's promise.
        let given = unsafe { Self::new(template, count) }?;
        if handle.is_null() { Err(Rv(CKR_ARGUMENTS_BAD)) } else { Ok(given) }
    }

    /// Those of a list, for tests and for what the module makes by itself.
    #[must_use]
    pub fn from_pairs(pairs: &[(CK_ATTRIBUTE_TYPE, &[u8])]) -> Self {
        Self(pairs.iter().map(|(kind, value)| (*kind, Zeroizing::new(value.to_vec()))).collect())
    }

    /// The same with one more, unless it is given.
    #[must_use]
    pub fn with(mut self, kind: CK_ATTRIBUTE_TYPE, value: &[u8]) -> Self {
        if self.get(kind).is_none() {
            self.0.push((kind, Zeroizing::new(value.to_vec())));
        }
        self
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (CK_ATTRIBUTE_TYPE, &[u8])> {
        self.0.iter().map(|(kind, value)| (*kind, &value[..]))
    }

    /// The bytes of one, if it is given.
    #[must_use]
    pub fn get(&self, kind: CK_ATTRIBUTE_TYPE) -> Option<&[u8]> {
        self.iter().find(|row| row.0 == kind).map(|row| row.1)
    }

    /// The bytes of one that must be there. Errors: `CKR_TEMPLATE_INCOMPLETE`.
    pub fn required(&self, kind: CK_ATTRIBUTE_TYPE) -> Result<&[u8], Rv> {
        self.get(kind).ok_or(Rv(CKR_TEMPLATE_INCOMPLETE))
    }

    /// A number, if it is given. Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn number(&self, kind: CK_ATTRIBUTE_TYPE) -> Result<Option<CK_ULONG>, Rv> {
        self.get(kind).map(number).transpose()
    }

    /// A truth value, if it is given. Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn truth(&self, kind: CK_ATTRIBUTE_TYPE) -> Result<Option<bool>, Rv> {
        self.get(kind).map(truth).transpose()
    }
}

/// The number that an attribute's bytes are. Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn number(value: &[u8]) -> Result<CK_ULONG, Rv> {
    let bytes = value.try_into().map_err(|_| Rv::VALUE_INVALID)?;
    Ok(CK_ULONG::from_ne_bytes(bytes))
}

/// The truth value that an attribute's bytes are. Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
pub fn truth(value: &[u8]) -> Result<bool, Rv> {
    match value {
        [0] => Ok(false),
        [1] => Ok(true),
        _ => Err(Rv::VALUE_INVALID),
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
        let bad = Rv(CKR_ARGUMENTS_BAD);
        // SAFETY: what is valid is, and nothing else is followed.
        unsafe {
            assert_eq!(bytes(some.as_ptr(), 3), Ok(&some[..]));
            assert_eq!(bytes(null(), 0), Ok(&[][..]));
            assert_eq!(bytes(null(), 1), Err(bad));
            assert_eq!(bytes(some.as_ptr(), CK_ULONG::MAX), Err(bad));
            assert_eq!(extent::<u64>(some.as_ptr().cast(), CK_ULONG::MAX / 8), Err(bad));
            assert_eq!(extent::<u64>(null(), 1), Err(bad));
            assert_eq!(extent::<u64>(null(), 0), Ok(0));
            assert_eq!(read::<u64>(null()), Err(bad));
            assert_eq!(write::<u64>(null_mut(), 1), Err(bad));
            assert!(Output::<u8>::new(null_mut(), null_mut()).is_err());
            assert!(Attributes::new(null(), 1).is_err());
            assert!(Attributes::new(null(), CK_ULONG::MAX).is_err());
            let row = CK_ATTRIBUTE { type_: 1, pValue: null_mut(), ulValueLen: 4 };
            assert!(Attributes::new(&row, 1).is_err());
            let parameter = some.as_ptr().cast_mut().cast();
            let mechanism = CK_MECHANISM { mechanism: 1, pParameter: parameter, ulParameterLen: 3 };
            let mechanism = Mechanism::new(&mechanism).unwrap();
            assert_eq!(mechanism.bytes(), some);
            assert!(mechanism.parameter::<u64>().is_err());
        }
    }

    /// Goal: a template may stand anywhere. Method: the same rows at an odd address.
    #[test]
    fn templates_need_no_alignment() {
        let value = [7u8, 8];
        let row =
            CK_ATTRIBUTE { type_: 3, pValue: value.as_ptr().cast_mut().cast(), ulValueLen: 2 };
        let mut memory = [0u8; 1 + 2 * size_of::<CK_ATTRIBUTE>()];
        let odd = memory.as_mut_ptr().wrapping_add(1).cast::<CK_ATTRIBUTE>();
        // SAFETY: both rows are within the memory.
        let given = unsafe {
            odd.write_unaligned(row);
            odd.add(1).write_unaligned(CK_ATTRIBUTE { type_: 4, ..row });
            Attributes::new(odd, 2).unwrap()
        };
        assert_eq!(given.iter().collect::<Vec<_>>(), [(3, &value[..]), (4, &value)]);
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
            assert_eq!(output.put(&[1, 2, 3, 4]), Err(Rv(CKR_BUFFER_TOO_SMALL)));
            assert_eq!((buffer, length), ([9; 4], 4));
            Output::new(buffer.as_mut_ptr(), &mut length).unwrap().put(&[1, 2]).unwrap();
        }
        assert_eq!((buffer, length), ([1, 2, 9, 9], 2));
    }

    /// Goal: text fills its place, and is cut between characters.
    #[test]
    fn text_fills_its_place() {
        assert_eq!(&padded::<4>("ab"), b"ab  ");
        assert_eq!(&padded::<4>("abcé"), b"abc ");
        assert_eq!(&padded::<2>("abc"), b"ab");
    }
}
