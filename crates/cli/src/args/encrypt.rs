//! The arguments of encryption.
use super::kept::KeptKeyArgs;
use super::{Out, source};
use crate::input::Source;
use crate::message::{HexBytes, hex_bytes};
use crate::names;
use clap::Args;
use sealane::Hash;

pub const ENCRYPT_HELP: &str = "\
Example:
  sealane encrypt --key rsa-public.pem --in secret.bin --out secret.enc
  openssl pkeyutl -decrypt -inkey rsa-key.pem -pkeyopt rsa_padding_mode:oaep \\
    -pkeyopt rsa_oaep_md:sha256 -in secret.enc

Meant for keys of other ciphers: a message has at most the bytes of the modulus less 2 and less
twice those of the hash, 190 for rsa2048 and sha256.";

pub const DECRYPT_HELP: &str = "\
Example:
  sealane decrypt --key rsa-key.pem --in secret.enc --out secret.bin

A ciphertext has as many bytes as the modulus of the key, 256 for rsa2048; for one of another length
the answer is CIPHERTEXT_LENGTH. Whatever else is wrong with it, the answer is DECRYPT_FAILED, after
the same time.

A key of a token decrypts if it was made with --usage decrypt, for the user alone:
  sealane key generate --socket S --pin-file user.pin --algorithm rsa3072 --label mail \\
    --usage decrypt
  sealane key pubkey mail --socket S --out mail-public.pem
  sealane encrypt --key mail-public.pem --in secret.bin --out secret.enc
  sealane decrypt --socket S --pin-file user.pin --key mail --in secret.enc --out secret.bin";

/// The hashes of OAEP, and its label.
#[derive(Debug, Args)]
pub struct Oaep {
    /// Hash of the label
    #[arg(long, value_name = "NAME", default_value = "sha256",
          value_parser = names::hashes(&[], Hash::from_name))]
    pub hash: Hash,
    /// Hash of the masks, that of the label if not given
    #[arg(long, value_name = "NAME", value_parser = names::hashes(&[], Hash::from_name))]
    pub mgf_hash: Option<Hash>,
    /// What both sides know, in hex; nothing if not given
    #[arg(long, value_name = "HEX", value_parser = hex_bytes)]
    pub label_hex: Option<HexBytes>,
}

#[derive(Debug, Args)]
pub struct Encrypt {
    /// Public or private RSA key, PEM or DER
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    /// The message
    #[arg(long = "in", value_name = "FILE", default_value = "-", value_parser = source())]
    pub input: Source,
    #[command(flatten)]
    pub oaep: Oaep,
    #[command(flatten)]
    pub out: Out,
}

#[derive(Debug, Args)]
pub struct Decrypt {
    /// Private RSA key, PEM or DER; with --socket or --store a label or an id
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub key: Source,
    /// The ciphertext
    #[arg(long = "in", value_name = "FILE", default_value = "-", value_parser = source())]
    pub input: Source,
    #[command(flatten)]
    pub oaep: Oaep,
    #[command(flatten)]
    pub out: Out,
    #[command(flatten)]
    pub token: KeptKeyArgs,
}
