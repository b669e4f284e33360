//! What is said of a new key, and what is looked for among keys.
use super::Lists;
use clap::Args;
use sealane_hsm::Error;
use sealane_hsm::object::{Class, MAX_EXTERNAL_ID, Mechanism, Usage};
use sealane_hsm::template::Template;

/// Attributes of a new key.
#[derive(Debug, Args)]
pub struct Attributed {
    /// Its name: 1 to 128 bytes, one that no other key of the token has
    #[arg(long, value_name = "TEXT")]
    pub label: String,
    /// What it is for, with commas: sign, verify, derive, decrypt, wrap, as far as keys of its
    /// algorithm are
    #[arg(long, value_name = "USES", value_delimiter = ',', value_parser = usage)]
    pub usage: Vec<Usage>,
    /// By what alone it may be used, with commas: ecdsa, eddsa, bip340, rsa-pkcs1, rsa-pss, dsa,
    /// mldsa, agree, rsa-oaep, aes-kw, aes-kwp, hmac, hmac-verify, as far as keys of its algorithm
    /// are; rsa-raw, which signs and decrypts everything, only if it is named; restore alone, which
    /// `token backup-target` gives, is the officer's
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = mechanism)]
    pub mechanism: Vec<Mechanism>,
    /// Let it leave the token in the clear
    #[arg(long)]
    pub exportable: bool,
    /// An id for programs (CKA_ID), which other objects may have too: up to 128 hexadecimal digits
    #[arg(long = "id", value_name = "HEX", value_parser = external_id)]
    pub external_id: Option<ExternalId>,
    #[command(flatten)]
    pub lists: Lists,
}

/// The id that programs give an object.
#[derive(Debug, Clone)]
pub struct ExternalId(pub Vec<u8>);

pub(super) fn external_id(text: &str) -> Result<ExternalId, String> {
    let digits = text.as_bytes().chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
        u8::from_str_radix(pair, 16).ok().filter(|_| !pair.starts_with('+'))
    });
    let bytes: Option<Vec<u8>> = digits.collect();
    let bytes = bytes.filter(|bytes| (1..=MAX_EXTERNAL_ID).contains(&bytes.len()));
    bytes.map(ExternalId).ok_or_else(|| "an id has up to 128 hexadecimal digits".to_owned())
}

/// What is looked for: parts of a template.
#[derive(Debug, Clone)]
pub struct Part(pub Template);

pub fn part(text: &str) -> Result<Part, String> {
    let (name, value) = text.split_once('=').ok_or("a name, the sign =, and a value")?;
    let mut it = Template::default();
    let refused = |error: Error| error.to_string();
    match name {
        "label" => it.label = Some(value.to_owned()),
        "id" => it.external_id = Some(external_id(value)?.0),
        "class" => it.class = Some(Class::from_name(value).map_err(refused)?),
        "kind" => it.kind = Some(value.parse().map_err(refused)?),
        "usage" => it.usage = Some(usage(value)?),
        _ => return Err("label, id, class, kind or usage".to_owned()),
    }
    Ok(Part(it))
}

pub fn usage(name: &str) -> Result<Usage, String> {
    let names = Usage::ALL.map(|(_, name)| name).join(", ");
    Usage::from_name(name).map_err(|_| format!("the uses are: {names}"))
}

fn mechanism(name: &str) -> Result<Mechanism, String> {
    let names = Mechanism::ALL.map(|(_, name)| name).join(", ");
    Mechanism::from_name(name).map_err(|_| format!("the mechanisms are: {names}"))
}
