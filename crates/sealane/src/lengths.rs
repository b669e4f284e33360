//! Which lengths of RSA and DSA keys are taken.

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
