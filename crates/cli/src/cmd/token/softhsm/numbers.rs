//! Numbers of PKCS#11 that the objects of other tokens carry. PKCS#11 3.2, section 4 and
//! appendix A; those of SoftHSM's own are in its `OSAttributes.h`.

/// The number of an attribute.
pub type Kind = u64;

pub const CLASS: Kind = 0x0;
pub const PRIVATE: Kind = 0x2;
pub const LABEL: Kind = 0x3;
pub const APPLICATION: Kind = 0x10;
pub const VALUE: Kind = 0x11;
pub const CERTIFICATE_TYPE: Kind = 0x80;
pub const CHECK_VALUE: Kind = 0x90;
pub const KEY_TYPE: Kind = 0x100;
pub const ID: Kind = 0x102;
pub const SENSITIVE: Kind = 0x103;
pub const ENCRYPT: Kind = 0x104;
pub const DECRYPT: Kind = 0x105;
pub const WRAP: Kind = 0x106;
pub const UNWRAP: Kind = 0x107;
pub const SIGN: Kind = 0x108;
pub const SIGN_RECOVER: Kind = 0x109;
pub const VERIFY: Kind = 0x10a;
pub const DERIVE: Kind = 0x10c;
pub const MODULUS: Kind = 0x120;
pub const PUBLIC_EXPONENT: Kind = 0x122;
pub const PRIVATE_EXPONENT: Kind = 0x123;
pub const PRIME_1: Kind = 0x124;
pub const PRIME_2: Kind = 0x125;
pub const COEFFICIENT: Kind = 0x128;
pub const PRIME: Kind = 0x130;
pub const SUBPRIME: Kind = 0x131;
pub const BASE: Kind = 0x132;
pub const EXTRACTABLE: Kind = 0x162;
pub const EC_PARAMS: Kind = 0x180;
pub const EC_POINT: Kind = 0x181;
pub const ALWAYS_AUTHENTICATE: Kind = 0x202;
pub const WRAP_WITH_TRUSTED: Kind = 0x210;
pub const ALLOWED_MECHANISMS: Kind = 0x4000_0600;

/// The label of a token of SoftHSM, with blanks behind it.
pub const OS_TOKEN_LABEL: Kind = 0x8000_5349;
/// Its serial number: 16 hexadecimal digits.
pub const OS_TOKEN_SERIAL: Kind = 0x8000_534a;
/// The key of its values, encrypted by the user's PIN.
pub const OS_USER_PIN: Kind = 0x8000_534d;

/// Numbers of `CKA_CLASS`.
pub mod class {
    pub const DATA: u64 = 0;
    pub const CERTIFICATE: u64 = 1;
    pub const PUBLIC_KEY: u64 = 2;
    pub const PRIVATE_KEY: u64 = 3;
    pub const SECRET_KEY: u64 = 4;
}

/// Numbers of `CKA_KEY_TYPE`.
pub mod key_type {
    pub const RSA: u64 = 0x0;
    pub const DSA: u64 = 0x1;
    pub const EC: u64 = 0x3;
    pub const AES: u64 = 0x1f;
    pub const EC_EDWARDS: u64 = 0x40;
    pub const EC_MONTGOMERY: u64 = 0x41;
}

/// A number of a module, which has the width of the machine's words.
pub fn wide(number: impl Into<u64>) -> u64 {
    number.into()
}

/// `CKC_X_509`.
pub const X_509: u64 = 0;

#[cfg(test)]
mod tests {
    use super::*;
    use cryptoki_sys::*;

    /// Goal: the numbers are those of the standard. Method: its header, as a crate has it.
    #[test]
    fn numbers_are_those_of_the_standard() {
        let pairs = [
            (CLASS, CKA_CLASS),
            (PRIVATE, CKA_PRIVATE),
            (LABEL, CKA_LABEL),
            (APPLICATION, CKA_APPLICATION),
            (VALUE, CKA_VALUE),
            (CERTIFICATE_TYPE, CKA_CERTIFICATE_TYPE),
            (CHECK_VALUE, CKA_CHECK_VALUE),
            (KEY_TYPE, CKA_KEY_TYPE),
            (ID, CKA_ID),
            (SENSITIVE, CKA_SENSITIVE),
            (ENCRYPT, CKA_ENCRYPT),
            (DECRYPT, CKA_DECRYPT),
            (WRAP, CKA_WRAP),
            (UNWRAP, CKA_UNWRAP),
            (SIGN, CKA_SIGN),
            (SIGN_RECOVER, CKA_SIGN_RECOVER),
            (VERIFY, CKA_VERIFY),
            (DERIVE, CKA_DERIVE),
            (MODULUS, CKA_MODULUS),
            (PUBLIC_EXPONENT, CKA_PUBLIC_EXPONENT),
            (PRIVATE_EXPONENT, CKA_PRIVATE_EXPONENT),
            (PRIME_1, CKA_PRIME_1),
            (PRIME_2, CKA_PRIME_2),
            (COEFFICIENT, CKA_COEFFICIENT),
            (PRIME, CKA_PRIME),
            (SUBPRIME, CKA_SUBPRIME),
            (BASE, CKA_BASE),
            (EXTRACTABLE, CKA_EXTRACTABLE),
            (EC_PARAMS, CKA_EC_PARAMS),
            (EC_POINT, CKA_EC_POINT),
            (ALWAYS_AUTHENTICATE, CKA_ALWAYS_AUTHENTICATE),
            (WRAP_WITH_TRUSTED, CKA_WRAP_WITH_TRUSTED),
            (ALLOWED_MECHANISMS, CKA_ALLOWED_MECHANISMS),
            (class::DATA, CKO_DATA),
            (class::CERTIFICATE, CKO_CERTIFICATE),
            (class::PUBLIC_KEY, CKO_PUBLIC_KEY),
            (class::PRIVATE_KEY, CKO_PRIVATE_KEY),
            (class::SECRET_KEY, CKO_SECRET_KEY),
            (key_type::RSA, CKK_RSA),
            (key_type::DSA, CKK_DSA),
            (key_type::EC, CKK_EC),
            (key_type::AES, CKK_AES),
            (key_type::EC_EDWARDS, CKK_EC_EDWARDS),
            (key_type::EC_MONTGOMERY, CKK_EC_MONTGOMERY),
            (X_509, CKC_X_509),
        ];
        for (ours, theirs) in pairs {
            assert_eq!(ours, wide(theirs));
        }
    }
}
