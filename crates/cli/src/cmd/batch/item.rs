//! From the fields of an item to what is signed, with which key.
use super::fields::{Fields, refused};
use crate::args::{BatchFiles, Message, RsaEncoding, RsaScheme, hash_names, mask_hash_names, salt};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::message::{HashChoice, HexBytes, hex_bytes};
use clap::ValueEnum;
use sealane::{Scheme, any};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Keys that were read, by the names of their files. A `K` is cheap to clone.
pub struct Keyring<K> {
    keys: HashMap<PathBuf, K>,
    read: fn(Input) -> Result<K, Failure>,
}

impl<K: Clone> Keyring<K> {
    /// Keys that are kept at most; then they are read again.
    const MOST: usize = 1024;

    pub fn new(read: fn(Input) -> Result<K, Failure>) -> Self {
        Self { keys: HashMap::new(), read }
    }

    /// The key of an item. Errors: `MANIFEST_FIELD` if none is named; those of the file.
    pub fn key(&mut self, fields: &Fields, usual: Option<&PathBuf>) -> Result<K, Failure> {
        let named = fields.text("key").map(Path::new).or(usual.map(PathBuf::as_path));
        let Some(path) = named else {
            return Err(refused("field key: it is not there, and no --key is given"));
        };
        if let Some(key) = self.keys.get(path) {
            return Ok(key.clone());
        }
        let source = Source::File(path.to_owned());
        let key = (self.read)(Input::new("--key", &source))?;
        if self.keys.len() == Self::MOST {
            self.keys.clear();
        }
        self.keys.insert(path.to_owned(), key.clone());
        Ok(key)
    }
}

/// Whether a key signs by ECDSA, for this item.
pub fn is_ecdsa(algorithm: any::Algorithm, message: &Message) -> bool {
    let is_ecdsa = |scheme| matches!(scheme, any::Scheme::Curve(Scheme::Ecdsa(_)));
    algorithm.usual_scheme().is_some_and(is_ecdsa) && !message.bip340
}

/// Whether the hash of the message is the signer's choice, for this item.
fn takes_hash(algorithm: any::Algorithm, message: &Message) -> bool {
    is_ecdsa(algorithm, message) || !matches!(algorithm, any::Algorithm::Curve(_))
}

/// The message of an item, as the command line would give it. A usual hash is for those who need
/// one.
///
/// Errors: `MANIFEST_FIELD`.
pub fn message(
    fields: &Fields,
    algorithm: any::Algorithm,
    usual: &BatchFiles,
) -> Result<Message, Failure> {
    let (field, text) = fields.one_of(&["message", "message_hex", "file", "digest"])?;
    let (argument, input) = match field {
        "message" => ("--message", Source::Here(text.into())),
        "message_hex" => ("--message-hex", Source::Here(bytes(field, text)?)),
        "digest" => ("--digest", Source::Here(bytes(field, text)?)),
        _ => ("--file", Source::File(text.into())),
    };
    if let Source::File(path) = &input {
        refuse_waiting(argument, &input, path)?;
    }
    let hash = fields.text("hash").map(|name| hash_names().of("field hash", name)).transpose();
    let context_hex = fields.text("context_hex").map(|text| bytes("context_hex", text));
    let mut message = Message {
        argument,
        input,
        hash: hash.map_err(refused)?,
        digest: field == "digest",
        bip340: fields.truth("bip340").unwrap_or_default(),
        prehash: fields.truth("prehash").unwrap_or_default(),
        context: fields.text("context").map(str::to_owned),
        context_hex: context_hex.transpose()?.map(HexBytes),
        rsa: rsa_scheme(fields)?,
    };
    if message.context.is_some() && message.context_hex.is_some() {
        return Err(refused("field context_hex: there is a field context as well"));
    }
    if message.hash.is_none() && takes_hash(algorithm, &message) {
        message.hash = usual.hash;
    }
    // A digest of no named hash has any length; `digest` says no more than that.
    if message.hash == Some(HashChoice::None) && !message.digest {
        return Err(refused("field hash: none is for a digest, in the field of that name"));
    }
    Ok(message)
}

/// How RSA signs, for those keys.
fn rsa_scheme(fields: &Fields) -> Result<RsaScheme, Failure> {
    let of = |field, why: String| refused(format!("field {field}: {why}"));
    let scheme = fields.text("scheme").map(|name| {
        let read = RsaEncoding::from_str(name, false);
        read.map_err(|_| of("scheme", format!("needs one of {}", names_of::<RsaEncoding>())))
    });
    let mgf_hash = fields.text("mgf_hash");
    let mgf_hash = mgf_hash.map(|name| mask_hash_names().of("field mgf_hash", name));
    let salt = fields.text("salt").map(|text| salt(text).map_err(|why| of("salt", why)));
    Ok(RsaScheme {
        scheme: scheme.transpose()?,
        mgf_hash: mgf_hash.transpose().map_err(refused)?,
        salt: salt.transpose()?,
    })
}

/// The names of values, one after the other.
fn names_of<V: ValueEnum>() -> String {
    let values = V::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let names: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
    names.join(", ")
}

/// A FIFO would be waited for, by a run that nobody watches.
fn refuse_waiting(argument: &'static str, source: &Source, path: &Path) -> Result<(), Failure> {
    let input = Input::new(argument, source);
    let found = path.metadata().map_err(|error| input.unreadable(&error))?;
    if found.is_file() || found.is_dir() {
        return Ok(());
    }
    let sentence = format!("{} is a FIFO, socket or device; a file is needed", input.name());
    Err(Failure::refused("INPUT_NOT_A_FILE", sentence))
}

/// The bytes that a field has in hex.
pub fn bytes(field: &str, text: &str) -> Result<Vec<u8>, Failure> {
    let bytes = hex_bytes(text).map(|bytes| bytes.0);
    bytes.map_err(|why| refused(format!("field {field}: {why}")))
}

/// The form of signatures that an item wants, or the usual one.
pub fn format<F: ValueEnum>(fields: &Fields, usual: F) -> Result<F, Failure> {
    let Some(name) = fields.text("format") else { return Ok(usual) };
    F::from_str(name, false)
        .map_err(|_| refused(format!("field format: needs one of {}", names_of::<F>())))
}

/// A sentence about options as one about fields: `--low-s` becomes `field low_s`. What stands in
/// quotes stays as it is.
pub fn in_fields(sentence: &str) -> String {
    let part = |(number, part): (usize, &str)| {
        if number % 2 == 1 {
            return part.to_owned();
        }
        let mut pieces = part.split("--");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let end =
                piece.find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit() && c != '-');
            let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
            text += &format!("field {}{rest}", name.replace('-', "_"));
        }
        text
    };
    sentence.split('"').enumerate().map(part).collect::<Vec<_>>().join("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_fields() {
        for (said, expected) in [
            ("--low-s is not for ed25519 keys", "field low_s is not for ed25519 keys"),
            ("--key \"--key\": no", "field key \"--key\": no"),
            ("--digest without --prehash", "field digest without field prehash"),
            ("nothing of the kind", "nothing of the kind"),
            ("", ""),
        ] {
            assert_eq!(in_fields(said), expected);
        }
    }
}
