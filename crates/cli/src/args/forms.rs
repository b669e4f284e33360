//! Forms of inputs and outputs, and where they are.
use crate::input::Source;
use crate::message::HashChoice;
use crate::names::{self, ByName};
use crate::output::Target;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use sealane::Hash;
use std::fmt::Display;
use std::str::FromStr;

/// Where the result goes.
#[derive(Debug, Args)]
pub struct Out {
    /// Where to write the result
    #[arg(long = "out", value_name = "FILE", default_value = "-", value_parser = target())]
    pub target: Target,
    /// Replace the output file if there is one
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    Pem,
    Der,
    /// As OpenSSH writes its own: for P-256, P-384, P-521, Ed25519 and RSA
    Openssh,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PublicEncoding {
    Pem,
    Der,
    /// The uncompressed point (SEC1); for other keys their octets (RFC 8032, RFC 7748)
    Point,
    /// The compressed point (SEC1)
    PointCompressed,
    /// The line that authorized_keys has: for P-256, P-384, P-521, Ed25519 and RSA
    Openssh,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SignatureForm {
    Der,
    Raw,
}

impl SignatureForm {
    pub fn name(self) -> &'static str {
        match self {
            Self::Der => "der",
            Self::Raw => "raw",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnySignatureForm {
    /// DER if the bytes are that, and then also where they have the fixed length; else r and s
    Auto,
    Der,
    Raw,
}

/// The value of an argument that names an input.
pub fn source() -> impl TypedValueParser<Value = Source> {
    OsStringValueParser::new().map(Source::from)
}

/// The value of an argument that names an output.
pub fn target() -> impl TypedValueParser<Value = Target> {
    OsStringValueParser::new().map(Target::from)
}

/// Takes a whole number from `least` to `most`.
pub fn number<N>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Display + Copy,
{
    move |text| {
        let read = text.parse().ok().filter(|number| (least..=most).contains(number));
        read.ok_or_else(|| format!("needs a number from {least} to {most}"))
    }
}

/// The hashes by name, and none.
pub fn hash_names() -> ByName<HashChoice> {
    names::hashes(&["none"], |name| match name {
        "none" => Some(HashChoice::None),
        name => Hash::from_name(name).map(HashChoice::Named),
    })
}
