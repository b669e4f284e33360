//! The arguments of commands that work off a manifest.
use super::{AnySignatureForm, SignatureForm, hash_names, source};
use crate::input::Source;
use crate::message::HashChoice;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub const SIGN_HELP: &str = "\
Example:
  sealane sign-batch --manifest letters.jsonl --key key.pem --out signed.jsonl

with a manifest of one JSON object a line, or a CSV table whose first line names the fields:
  {\"id\": \"a\", \"file\": \"letter.txt\"}
  {\"id\": \"b\", \"message\": \"Pay 100 to Bob.\", \"key\": \"other.pem\", \"hash\": \"sha512\"}

Fields of an item, all text but the last line, which is true or false:
  id                  a name of your own, given once; stands in the result
  key                 file of the private key, if not --key
  message, message_hex, file, digest
                      exactly one: the message, its bytes in hex, its file, or its digest in hex
  hash, scheme, mgf_hash, salt, context, context_hex, format
                      as the options of `sealane sign`
  bip340, prehash, deterministic, low_s, check
File names start from the current directory. Results are lines of the form of the manifest, in its
order: line, id, result (signed, refused or failed), signature in hex, code and why, and `of`, which
ties the result to its item. They are written every few thousand items. Run again after an
interruption, the command checks that the results belong to the manifest and goes on behind them.

Exit status: 0 all signed, 1 a signature failed, 3 items were refused. An item that is refused harms
no other.";

pub const VERIFY_HELP: &str = "\
Example:
  sealane verify-batch --manifest signed.csv --key public.pem --out verdicts.csv

with a manifest of one JSON object a line, or a CSV table whose first line names the fields:
  id,file,signature
  a,letter.txt,3045022100a91c...

Fields of an item, all text but the last line, which is true or false:
  id                  a name of your own, given once; stands in the result
  key                 file of the public or private key, if not --key
  signature, signature_file
                      exactly one: the signature in hex, or its file
  message, message_hex, file, digest
                      exactly one: the message, its bytes in hex, its file, or its digest in hex
  hash, scheme, mgf_hash, salt, context, context_hex, format
                      as the options of `sealane verify`
  bip340, prehash, low_s
File names start from the current directory. Results are lines of the form of the manifest, in its
order: line, id, result (valid, invalid or refused), code and why, and `of`, which ties the result
to its item. They are written every few thousand items. Run again after an interruption, the
command checks that the results belong to the manifest and goes on behind them.

Exit status: 0 all valid, 3 items were refused (others may be invalid), 4 signatures are invalid.";

#[derive(Debug, Args)]
pub struct SignBatch {
    #[command(flatten)]
    pub files: BatchFiles,
    /// Encoding of signatures: DER, or r and s of fixed length (EdDSA and BIP 340 always; those of
    /// RSA are one number)
    #[arg(long, value_name = "FORM", default_value = "der")]
    pub format: SignatureForm,
    /// Derive nonces from key and message alone (RFC 6979; EdDSA always does)
    #[arg(long)]
    pub deterministic: bool,
    /// ECDSA: take the lower of the two s that are right for a signature
    #[arg(long)]
    pub low_s: bool,
    /// Verify signatures before they are written
    #[arg(long)]
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
}

/// What a batch reads and writes, and how.
#[derive(Debug, Args)]
pub struct BatchFiles {
    /// The items: JSON Lines or CSV
    #[arg(long, value_name = "FILE", value_parser = source())]
    pub manifest: Source,
    /// Where the results go; a run that was interrupted goes on behind those that are there
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Begin again, and replace the results that are there
    #[arg(long)]
    pub force: bool,
    /// Form of the manifest and of the results
    #[arg(long, value_name = "FORM", default_value = "auto")]
    pub form: ManifestForm,
    /// Key of the items that name none, PEM, DER or a form of OpenSSH
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// ECDSA, RSA, DSA: hash of the messages of items that name none; if not given, that of each
    /// key as for `sealane sign`
    #[arg(long, value_name = "NAME", value_parser = hash_names())]
    pub hash: Option<HashChoice>,
    /// Work on so many threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
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
}

/// Enough items to fill groups of every algorithm many times over.
const CHUNK: usize = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ManifestForm {
    /// JSON Lines if the first character is {, else CSV
    Auto,
    Jsonl,
    Csv,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(threads) if (1..=1024).contains(&threads) => Ok(threads),
        _ => Err("needs a number from 1 to 1024".into()),
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
