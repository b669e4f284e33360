//! Digests and messages as numbers below the modulus. RFC 8017, sections 7.1 and 9.

pub(crate) mod oaep;
pub(crate) mod pkcs1;
pub(crate) mod pss;
