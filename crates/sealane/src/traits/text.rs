//! Algorithms and hashes by their names.

use crate::dispatch::Algorithm;
use crate::ecc;
use crate::error::UnknownName;
use crate::hash::Hash;
use core::str::FromStr;

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
