//! The arguments of commands that work off a file of columns.
use crate::names;
use clap::Args;
use sealane::{Algorithm, Scheme};

/// Which columns of a Parquet file are verified, and by what.
#[derive(Debug, Args)]
#[command(next_help_heading = "Parquet")]
pub struct ColumnArgs {
    /// Column of public keys, in DER or PEM, if not --key [usually: key]
    #[arg(long, value_name = "NAME", conflicts_with = "key")]
    pub key_column: Option<String>,
    /// Column of digests of the messages [usually: digest, where there is one]
    #[arg(long, value_name = "NAME", conflicts_with = "message_column")]
    pub digest_column: Option<String>,
    /// Column of messages [usually: message, where there is one]
    #[arg(long, value_name = "NAME")]
    pub message_column: Option<String>,
    /// Column of signatures
    #[arg(long, value_name = "NAME", default_value = "signature")]
    pub signature_column: String,
    /// Keys must be of this algorithm, and may also be their octets alone
    #[arg(long, value_name = "NAME", value_parser = names::algorithms())]
    pub algorithm: Option<Algorithm>,
    /// Scheme of all signatures, such as ecdsa-sha384; if not given, the usual one of each key
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<Scheme>,
    /// Name of the column of verdicts that is made
    #[arg(long, value_name = "NAME", default_value = "valid")]
    pub valid_column: String,
    /// Name of the column of codes that is made
    #[arg(long, value_name = "NAME", default_value = "reason")]
    pub reason_column: String,
    /// Write keys, digests or messages, and signatures as well
    #[arg(long)]
    pub keep_columns: bool,
}
