//! Numbers of PKCS#11 that the objects of other tokens carry: those of the standard are the crate's
//! `cryptoki-sys`, and these are SoftHSM's own, of its `OSAttributes.h`.
use cryptoki_sys::CK_ATTRIBUTE_TYPE;

/// The number of an attribute.
pub type Kind = CK_ATTRIBUTE_TYPE;

/// The label of a token of SoftHSM, with blanks behind it.
pub const OS_TOKEN_LABEL: Kind = 0x8000_5349;
/// Its serial number: 16 hexadecimal digits.
pub const OS_TOKEN_SERIAL: Kind = 0x8000_534a;
/// The key of its values, encrypted by the user's PIN.
pub const OS_USER_PIN: Kind = 0x8000_534d;

/// A number of a file, which has 64 bits on every machine, as the machine's modules have it;
/// nothing for one that is too large.
pub fn of_file<T: TryFrom<u64>>(number: u64) -> Option<T> {
    T::try_from(number).ok()
}
