//! The arguments that say what is signed, and how.
use super::{hash_names, source};
use crate::input::Source;
use crate::message::{HashChoice, HexBytes, hex_bytes};
use crate::names::{self, ByName};
use clap::{Args, ValueEnum};
use sealane::Hash;
use sealane::rsa::Salt;

/// What is signed.
#[derive(Debug, Args)]
pub struct Message {
    /// What names the message, for messages about it.
    #[arg(skip = "--in")]
    pub argument: &'static str,
    /// The message
    #[arg(long = "in", value_name = "FILE", default_value = "-", value_parser = source())]
    pub input: Source,
    /// ECDSA, RSA, DSA: hash of the message; if not given, sha384 for p384 and brainpoolP384r1,
    /// sha512 for p521 and brainpoolP512r1, what the document of an RSA key demands, else sha256;
    /// none: the input is a digest of any length. ML-DSA: hash of --prehash, sha512 if not given
    #[arg(long, value_name = "NAME", value_parser = hash_names())]
    pub hash: Option<HashChoice>,
    /// The input is already the digest of the message
    #[arg(long)]
    pub digest: bool,
    /// Sign and verify by BIP 340 (Schnorr; secp256k1 keys only)
    #[arg(long)]
    pub bip340: bool,
    /// EdDSA, ML-DSA: sign the hash of the message (Ed25519ph, Ed448ph, HashML-DSA)
    #[arg(long)]
    pub prehash: bool,
    /// ML-DSA: the input is the 64 bytes that stand for the message, which `sealane mu` prints
    #[arg(long)]
    pub mu: bool,
    /// EdDSA, ML-DSA: bind the signature to this purpose, at most 255 bytes (makes Ed25519 into
    /// Ed25519ctx)
    #[arg(long, value_name = "TEXT")]
    pub context: Option<String>,
    /// Like --context, the bytes in hex
    #[arg(long, value_name = "HEX", conflicts_with = "context", value_parser = hex_bytes)]
    pub context_hex: Option<HexBytes>,
    #[command(flatten)]
    pub rsa: RsaScheme,
}

impl Message {
    /// Whether there is a context, if one of no bytes.
    pub fn has_context(&self) -> bool {
        self.context.is_some() || self.context_hex.is_some()
    }
}

/// How RSA signs.
#[derive(Debug, Default, Args)]
pub struct RsaScheme {
    /// RSA: how the digest is encoded
    #[arg(long, value_name = "SCHEME")]
    pub scheme: Option<RsaEncoding>,
    /// RSA, PSS: hash of the mask, that of the message if not given
    #[arg(long, value_name = "NAME", value_parser = mask_hash_names())]
    pub mgf_hash: Option<Hash>,
    /// RSA, PSS: bytes of the salt, or hash, max, or any (to verify only); if not given, hash, or
    /// what the document of the key permits
    #[arg(long, value_name = "LENGTH", value_parser = salt, allow_negative_numbers = true)]
    pub salt: Option<Salt>,
}

/// How RSA encodes a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RsaEncoding {
    /// PKCS#1 v1.5, which is meant if nothing is said
    Pkcs1,
    Pss,
}

/// The hashes of masks by name.
pub fn mask_hash_names() -> ByName<Hash> {
    names::hashes(&[], Hash::from_name)
}

/// Reads the length of a salt.
pub fn salt(text: &str) -> Result<Salt, String> {
    match text {
        "hash" => Ok(Salt::OfHash),
        "max" => Ok(Salt::Longest),
        "any" => Ok(Salt::Any),
        number => {
            number.parse().map(Salt::Bytes).map_err(|_| "needs a number, hash, max or any".into())
        }
    }
}
