//! The arguments of keys wrapped by other keys.
use super::token::{Attributed, KeyName, UserArgs};
use super::{Out, source};
use crate::input::Source;
use crate::names;
use clap::{Args, ValueEnum};
use sealane_hsm::key::KeyKind;
use sealane_hsm::keywrap;

/// A form of AES key wrap by its name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Form {
    /// AES-KW of RFC 3394: for AES keys, and others of whole blocks of eight bytes
    Kw,
    /// AES-KWP of RFC 5649: for all keys
    Kwp,
}

impl From<Form> for keywrap::Form {
    fn from(form: Form) -> Self {
        match form {
            Form::Kw => Self::Whole,
            Form::Kwp => Self::Padded,
        }
    }
}

/// The key that wraps, and how.
#[derive(Debug, Args)]
pub struct By {
    /// Label or id of the AES key that wraps
    #[arg(long, value_name = "KEY")]
    pub by: KeyName,
    /// How it wraps
    #[arg(long, value_name = "FORM", default_value = "kwp")]
    pub form: Form,
}

#[derive(Debug, Args)]
pub struct Wrap {
    /// Label or id of the key to be wrapped
    #[arg(value_name = "KEY")]
    pub key: KeyName,
    #[command(flatten)]
    pub by: By,
    #[command(flatten)]
    pub user: UserArgs,
    #[command(flatten)]
    pub out: Out,
}

#[derive(Debug, Args)]
pub struct Unwrap {
    #[command(flatten)]
    pub by: By,
    #[command(flatten)]
    pub user: UserArgs,
    /// The wrapped key, as `key wrap` wrote it
    #[arg(long = "in", value_name = "FILE", value_parser = source())]
    pub input: Source,
    /// Algorithm of the wrapped key, as for `key generate`
    #[arg(long, value_name = "NAME", value_parser = names::key_kinds())]
    pub algorithm: KeyKind,
    #[command(flatten)]
    pub attributes: Attributed,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}
