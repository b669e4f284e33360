//! How a signature is made, beside the scheme.

/// How the nonce of an ECDSA signature is made. EdDSA has its own way, whichever is asked for; of
/// ML-DSA these are the two variants of FIPS 204, section 3.4, which mixes random bytes in by
/// itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Nonces {
    /// RFC 6979 with 32 fresh random bytes mixed in (its section 3.6). Neither a broken random
    /// generator nor a fault that repeats a computation makes two signatures share a nonce.
    #[default]
    Hedged,
    /// RFC 6979 without changes: the same message gives the same signature. With SHAKE128 and
    /// SHAKE256 too it runs on HMAC, where RFC 8692 has KMAC for certificates: signatures verify
    /// everywhere, but they are not bit for bit those of a signer that follows it.
    Deterministic,
}

/// How a signature is made, beside the scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SignOptions {
    /// How the nonce is made.
    pub nonces: Nonces,
    /// Whether the lower of the two `s` is taken that are right for an ECDSA signature.
    pub low_s: bool,
    /// Whether the signature is verified before it is released. Off by default: it costs more than
    /// the signature. What a fault in the computation would give away, hedged nonces keep for the
    /// most part; for deterministic ones the check is the answer.
    pub check: bool,
}

impl From<Nonces> for SignOptions {
    fn from(nonces: Nonces) -> Self {
        Self { nonces, ..Self::default() }
    }
}
