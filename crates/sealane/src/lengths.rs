//! Which lengths of RSA and DSA keys are taken; how long the salts of PSS are.

use crate::error::UnknownName;
use core::fmt;
use core::str::FromStr;

/// Which lengths of moduli are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Lengths {
    /// From 2048 bits to 8192.
    Current,
    /// From 1024 bits to 8192: for what was signed or encrypted long ago. A private key that is
    /// taken so can sign, too, for those who test and for old machines; FIPS 186-5 has no
    /// signatures by less than 2048 bits.
    Legacy,
}

#[cfg(feature = "rsa")]
impl Lengths {
    /// Bits of the shortest modulus.
    pub(crate) fn least(self) -> usize {
        match self {
            Self::Current => 2048,
            Self::Legacy => 1024,
        }
    }
}

/// How long the salt of a PSS signature is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Salt {
    /// So many bytes.
    Bytes(usize),
    /// As many as the digest has.
    OfHash,
    /// As many as there is room for.
    Longest,
    /// Any number: to verify only.
    Any,
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{bytes}"),
            Self::OfHash => f.write_str("hash"),
            Self::Longest => f.write_str("longest"),
            Self::Any => f.write_str("any"),
        }
    }
}

/// Takes what `Display` writes.
impl FromStr for Salt {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "hash" => Ok(Self::OfHash),
            "longest" => Ok(Self::Longest),
            "any" => Ok(Self::Any),
            _ if name.starts_with('+') => Err(UnknownName),
            _ => name.parse().map(Self::Bytes).map_err(|_| UnknownName),
        }
    }
}
