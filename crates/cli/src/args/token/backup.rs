//! The arguments of backups.
use super::{AnyTokenArgs, AsOfficer, KeyName, OfficerArgs};
use crate::args::{Out, source};
use crate::input::Source;
use clap::Args;
use sealane_hsm::token::{BackupSource, Fingerprint};

#[derive(Debug, Args)]
pub struct BackupTarget {
    #[command(flatten)]
    pub by: OfficerArgs,
    #[command(flatten)]
    pub out: Out,
    /// Label of the key
    #[arg(long, value_name = "TEXT")]
    pub label: String,
}

#[derive(Debug, Args)]
pub struct Backup {
    #[command(flatten)]
    pub by: OfficerArgs,
    /// Public key of the other token, as its `token backup-target` wrote it
    #[arg(long = "for", value_name = "FILE", value_parser = source())]
    pub recipient: Source,
    #[command(flatten)]
    pub out: Out,
}

#[derive(Debug, Args)]
pub struct Restore {
    #[command(flatten)]
    pub by: OfficerArgs,
    /// Label or id of the key that `token backup-target` made
    #[arg(long, value_name = "KEY")]
    pub target: KeyName,
    /// Fingerprint of the token that made the backup, as its `token status` shows it; the word
    /// unsigned for a backup of an earlier release, which nobody signed
    #[arg(long, value_name = "FINGERPRINT", value_parser = backup_source)]
    pub from: Option<BackupSource>,
    /// The backup
    #[arg(long = "in", value_name = "FILE", value_parser = source())]
    pub input: Source,
}

#[derive(Debug, Args)]
pub struct BackupVerify {
    /// The backup
    #[arg(long = "in", value_name = "FILE", value_parser = source())]
    pub input: Source,
    /// Demand that the token of this fingerprint has signed it
    #[arg(long, value_name = "FINGERPRINT", value_parser = fingerprint)]
    pub from: Option<Fingerprint>,
    /// Look whether a token could restore it, and change nothing: label or id of the key that its
    /// `token backup-target` made
    #[arg(long, value_name = "KEY")]
    pub target: Option<KeyName>,
    #[command(flatten)]
    pub at: AnyTokenArgs,
    #[command(flatten)]
    pub officer: AsOfficer,
    /// The PIN of that token's officer: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", requires = "target", value_parser = source())]
    pub pin: Option<Source>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// A fingerprint by its digits.
fn fingerprint(text: &str) -> Result<Fingerprint, String> {
    text.parse().map_err(|_| "a fingerprint has 64 hexadecimal digits".to_owned())
}

/// Who must have signed a backup.
fn backup_source(text: &str) -> Result<BackupSource, String> {
    match text {
        "unsigned" => Ok(BackupSource::Unsigned),
        other => fingerprint(other).map(BackupSource::Token),
    }
}
