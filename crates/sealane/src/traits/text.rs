//! `FromStr`: keys by their PEM, algorithms and hashes by their names.

use crate::dispatch::{Algorithm, PrivateKey, PublicKey};
#[cfg(feature = "dsa")]
use crate::dsa;
use crate::ecc;
use crate::error::{DecodeError, UnknownName};
use crate::hash::Hash;
use crate::lengths::Lengths;
#[cfg(feature = "rsa")]
use crate::rsa;
use core::str::FromStr;

/// Takes PEM, of RSA and DSA with [`Lengths::Current`].
impl FromStr for PublicKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem, Lengths::Current)
    }
}

/// Takes PEM, of RSA and DSA with [`Lengths::Current`].
impl FromStr for PrivateKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem, Lengths::Current)
    }
}

/// Takes PEM.
impl FromStr for ecc::PublicKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem)
    }
}

/// Takes PEM.
impl FromStr for ecc::PrivateKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem)
    }
}

/// Takes PEM, with [`Lengths::Current`].
#[cfg(feature = "rsa")]
impl FromStr for rsa::PublicKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem, Lengths::Current)
    }
}

/// Takes PEM, with [`Lengths::Current`].
#[cfg(feature = "rsa")]
impl FromStr for rsa::PrivateKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem, Lengths::Current)
    }
}

/// Takes PEM.
#[cfg(feature = "dsa")]
impl FromStr for dsa::PublicKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem)
    }
}

/// Takes PEM.
#[cfg(feature = "dsa")]
impl FromStr for dsa::PrivateKey {
    type Err = DecodeError;

    fn from_str(pem: &str) -> Result<Self, DecodeError> {
        Self::from_pem(pem)
    }
}

/// Takes what [`Algorithm::from_name`] takes, and what `Display` writes of RSA and DSA keys of
/// other lengths.
impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::from_name(name).or_else(|| of_lengths(name)).ok_or(UnknownName)
    }
}

/// `rsa` and a number of bits, or `dsa` and two.
fn of_lengths(name: &str) -> Option<Algorithm> {
    #[cfg(feature = "rsa")]
    if let Some(bits) = name.strip_prefix("rsa") {
        return Some(Algorithm::Rsa { bits: number(bits)? });
    }
    #[cfg(feature = "dsa")]
    if let Some((bits, order_bits)) = name.strip_prefix("dsa").and_then(|it| it.split_once('-')) {
        return Some(Algorithm::Dsa { bits: number(bits)?, order_bits: number(order_bits)? });
    }
    let _ = name;
    None
}

/// A number in its one form.
#[cfg(any(feature = "rsa", feature = "dsa"))]
fn number(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| plain)
}

/// Takes what [`ecc::Algorithm::from_name`] takes.
impl FromStr for ecc::Algorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::from_name(name).ok_or(UnknownName)
    }
}

/// Takes what [`Hash::from_name`] takes.
impl FromStr for Hash {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::from_name(name).ok_or(UnknownName)
    }
}
