//! The arguments of commands that work off a manifest.
use super::service::RemoteKeyArgs;
use super::{AnySignatureForm, SignatureForm, hash_names, source, target};
use crate::input::Source;
use crate::message::HashChoice;
use crate::output::Target;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub const SIGN_HELP: &str = "\
Example:
  sealane sign-batch --manifest letters.jsonl --key key.pem --out signed.jsonl

with a manifest of one JSON object a line, or a CSV table whose first line names the fields:
  {\"id\": \"a\", \"file\": \"letter.txt\"}
  {\"id\": \"b\", \"message\": \"Pay 100 to Bob.\", \"key\": \"other.pem\", \"hash\": \"sha512\"}

Fields of an item, all text but id, and the last line, which is true or false:
  id                  a name of your own, given once; stands in the result; a text, or in JSON a
                      whole number of 64 bits, which is the same name as its digits
  key                 file of the private key, if not --key
  message, message_hex, message_base64, file, digest, digest_base64, mu, mu_base64
                      exactly one: the message, its bytes, its file, its digest, or for ML-DSA the
                      64 bytes of `sealane mu`
  hash, scheme, mgf_hash, salt, context, context_hex, context_base64, format
                      as the options of `sealane sign`
  bip340, prehash, deterministic, low_s, check
The end of a name says how bytes are written: _hex, or _base64 (RFC 4648, section 4); digest and mu
are in hex. Other fields are refused, or passed over with --ignore-unknown. File names start from
the current directory. Results are lines of the form of the manifest, in its order: line, id, result
(signed, refused or failed), signature in hex, code and why, and `of`, which ties the result to its
item. They are written every few thousand items. Run again after an interruption, the command checks
that the results belong to the manifest and goes on behind them; with --out - it begins again.

With --socket a service signs, and --key and key are labels or ids of its keys:
  sealane sign-batch --socket S --pin-file operator.pin --key web --manifest letters.jsonl \\
    --out signed.jsonl
A service that is too busy is asked again for some seconds; if it goes away the command ends, and
run again it goes on. EdDSA messages then have at most 1,000,000 bytes, or are hashed by prehash.

Exit status: 0 all signed, 1 a signature failed, 3 items were refused. An item that is refused harms
no other.";

pub const VERIFY_HELP: &str = "\
Example:
  sealane verify-batch --manifest signed.csv --key public.pem --out verdicts.csv

with a manifest of one JSON object a line, or a CSV table whose first line names the fields:
  id,file,signature
  a,letter.txt,3045022100a91c...

Fields of an item, all text but id, and the last line, which is true or false:
  id                  a name of your own, given once; stands in the result; a text, or in JSON a
                      whole number of 64 bits, which is the same name as its digits
  key, key_text, key_base64
                      at most one, if not --key: file of the public or private key; the public key
                      itself, as PEM or the line of OpenSSH; its DER
  signature, signature_base64, signature_file
                      exactly one: the signature, or its file
  message, message_hex, message_base64, file, digest, digest_base64, mu, mu_base64
                      exactly one: the message, its bytes, its file, its digest, or for ML-DSA the
                      64 bytes of `sealane mu`
  hash, scheme, mgf_hash, salt, context, context_hex, context_base64, format
                      as the options of `sealane verify`
  bip340, prehash, low_s
The end of a name says how bytes are written: _hex, or _base64 (RFC 4648, section 4); signature,
digest and mu are in hex. Other fields are refused, or passed over with --ignore-unknown. File names
start from the current directory. Results are lines of the form of the manifest, in its order: line,
id, result (valid, invalid or refused), code and why, and `of`, which ties the result to its item.
They are written every few thousand items. Run again after an interruption, the command checks that
the results belong to the manifest and goes on behind them; with --out - it begins again.

With --socket --key and key are labels or ids of the keys of a service, which gives their public
halves.

Exit status: 0 all valid, 3 items were refused (others may be invalid), 4 signatures are invalid.";

#[derive(Debug, Args)]
pub struct SignBatch {
    #[command(flatten)]
    pub files: BatchFiles,
    /// Encoding of signatures: DER, or r and s of fixed length (EdDSA and BIP 340 always; those of
    /// RSA and ML-DSA have one form)
    #[arg(long, value_name = "FORM", default_value = "der")]
    pub format: SignatureForm,
    /// Derive nonces from key and message alone (RFC 6979, ML-DSA; EdDSA always does)
    #[arg(long)]
    pub deterministic: bool,
    /// ECDSA: take the lower of the two s that are right for a signature
    #[arg(long, conflicts_with = "socket")]
    pub low_s: bool,
    /// Verify signatures before they are written
    #[arg(long, conflicts_with = "socket")]
    pub check: bool,
}

#[derive(Debug, Args)]
pub struct VerifyBatch {
    #[command(flatten)]
    pub files: BatchFiles,
    /// Encoding of signatures
    #[arg(long, value_name = "FORM", default_value = "auto")]
    pub format: AnySignatureForm,
    /// ECDSA: refuse a signature whose s is above half the group order
    #[arg(long)]
    pub low_s: bool,
    /// RSA, DSA: take keys of 1024 bits and more, for what was signed long ago
    #[arg(long)]
    pub legacy: bool,
    /// MiB of memory for tables of the keys that verify most; one of 256 bits takes 0.2
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = key_tables,
          allow_negative_numbers = true)]
    pub key_tables: usize,
    #[cfg(feature = "parquet")]
    #[command(flatten)]
    pub columns: super::ColumnArgs,
}

/// What a batch reads and writes, how, and by whose keys.
#[derive(Debug, Args)]
pub struct BatchFiles {
    /// The items: JSON Lines or CSV
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub manifest: Source,
    /// Where the results go; a run that was interrupted goes on behind those that are there.
    /// With -, to standard output, from the first item on, and the summary to standard error
    #[arg(long, value_name = "FILE", value_parser = target())]
    pub out: Target,
    /// Begin again, and replace the results that are there
    #[arg(long)]
    pub force: bool,
    /// Form of the manifest and of the results
    #[arg(long, value_name = "FORM", default_value = "auto")]
    pub form: ManifestForm,
    /// Pass over fields and columns that items do not have; they are refused if it is not given
    #[arg(long)]
    pub ignore_unknown: bool,
    /// Key of the items that name none, PEM, DER or a form of OpenSSH
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// ECDSA, RSA, DSA: hash of the messages of items that name none; if not given, that of each
    /// key as for `sealane sign`
    #[arg(long, value_name = "NAME", value_parser = hash_names())]
    pub hash: Option<HashChoice>,
    /// Work on so many threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads,
          allow_negative_numbers = true)]
    pub threads: usize,
    /// Show no progress (none is shown where standard error is not a terminal)
    #[arg(long)]
    pub quiet: bool,
    /// Summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Items between two writings of results
    #[arg(long, hide = true, default_value_t = CHUNK)]
    pub chunk: usize,
    #[command(flatten)]
    pub through: RemoteKeyArgs,
}

/// Enough items to fill groups of every algorithm many times over.
const CHUNK: usize = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ManifestForm {
    /// JSON Lines if the first character is {, else CSV
    Auto,
    Jsonl,
    Csv,
    /// A file of columns, of `verify-batch`: also if the file begins as one
    #[cfg(feature = "parquet")]
    Parquet,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(threads) if (1..=1024).contains(&threads) => Ok(threads),
        _ => Err("needs a number from 1 to 1024".into()),
    }
}

fn key_tables(text: &str) -> Result<usize, String> {
    const MAX: usize = 1 << 16;
    match text.parse::<usize>() {
        Ok(mib) if mib <= MAX => Ok(mib),
        _ => Err(format!("needs a number from 0 to {MAX}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_at_least_one() {
        for text in ["1", "2", "1024"] {
            assert!(threads(text).is_ok(), "{text}");
        }
        for text in ["0", "-1", "1025", "", "two", "1.5"] {
            assert!(threads(text).is_err(), "{text}");
        }
    }
}
