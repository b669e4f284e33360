//! From the fields of an item to what is signed, with which key.
use super::encoding::decode;
use super::fields::{Field, Fields, refused};
use crate::args::{BatchFiles, Message, RsaEncoding, RsaScheme, hash_names, mask_hash_names, salt};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::message::{HashChoice, HexBytes};
use clap::ValueEnum;
use sealane::{Algorithm, Scheme};
use std::collections::HashMap;
use std::path::Path;

/// Keys that were read, by what names them. A `K` is cheap to clone.
pub struct Keyring<K> {
    /// The key of the items that name none.
    usual: Option<K>,
    /// By the names of their files, by their text, by their base64.
    named: [HashMap<Box<str>, K>; 3],
    read: Read<K>,
}

/// How a key is read, of what names it or is one.
type Read<K> = Box<dyn FnMut(Input) -> Result<K, Failure>>;

/// Fields that name a key, or are one.
const KEYS: [Field; 3] = [Field::Key, Field::KeyText, Field::KeyBase64];

impl<K: Clone> Keyring<K> {
    /// Keys of each field that are kept at most; then they are read again.
    const MAX: usize = 4096;
    /// Bytes of a name or a text of a key that is kept.
    const LONGEST: usize = 8192;

    pub fn new(read: impl FnMut(Input) -> Result<K, Failure> + 'static) -> Self {
        Self { usual: None, named: [(); 3].map(|()| HashMap::new()), read: Box::new(read) }
    }

    /// The key of an item. Errors: `MANIFEST_FIELD` if none is named, or more than one; those of
    /// the key.
    pub fn key(&mut self, fields: &Fields, usual: Option<&Path>) -> Result<K, Failure> {
        let Some((field, text)) = fields.at_most_one(&KEYS)? else {
            return self.usual(usual);
        };
        let at = KEYS.iter().position(|it| *it == field).expect("it is one of them");
        if let Some(key) = self.named[at].get(text) {
            return Ok(key.clone());
        }
        let (argument, source) = match field {
            Field::Key => ("--key", Source::File(text.into())),
            Field::KeyText => ("--key-text", Source::Here(text.into())),
            _ => ("--key-base64", Source::Here(bytes(field, text)?)),
        };
        let key = (self.read)(Input::new(argument, &source))?;
        if text.len() <= Self::LONGEST {
            if self.named[at].len() == Self::MAX {
                self.named[at].clear();
            }
            self.named[at].insert(text.into(), key.clone());
        }
        Ok(key)
    }

    fn usual(&mut self, path: Option<&Path>) -> Result<K, Failure> {
        if let Some(key) = &self.usual {
            return Ok(key.clone());
        }
        let Some(path) = path else {
            return Err(refused("field key: it is not there, and the command has no --key"));
        };
        let source = Source::File(path.to_owned());
        let key = (self.read)(Input::new("--key", &source))?;
        self.usual = Some(key.clone());
        Ok(key)
    }
}

/// Whether a key signs by ECDSA, for this item.
pub fn is_ecdsa(algorithm: Algorithm, message: &Message) -> bool {
    let is_ecdsa = |scheme| matches!(scheme, Scheme::Ecdsa(_));
    algorithm.usual_scheme().is_some_and(is_ecdsa) && !message.bip340
}

/// Whether the hash of the message is the signer's choice, for this item.
fn takes_hash(algorithm: Algorithm, message: &Message) -> bool {
    match algorithm {
        Algorithm::Curve(_) => is_ecdsa(algorithm, message),
        Algorithm::MlDsa(_) => message.prehash,
        _ => true,
    }
}

/// The message of an item, as the command line would give it. A usual hash is for those who need
/// one.
///
/// Errors: `MANIFEST_FIELD`.
pub fn message(
    fields: &Fields,
    algorithm: Algorithm,
    usual: &BatchFiles,
) -> Result<Message, Failure> {
    let (field, text) = fields.one_of(&[
        Field::Message,
        Field::MessageHex,
        Field::MessageBase64,
        Field::File,
        Field::Digest,
        Field::DigestBase64,
        Field::Mu,
        Field::MuBase64,
    ])?;
    let (argument, input) = match field {
        Field::Message => ("--message", Source::Here(text.into())),
        Field::MessageHex => ("--message-hex", Source::Here(bytes(field, text)?)),
        Field::MessageBase64 => ("--message-base64", Source::Here(bytes(field, text)?)),
        Field::Digest => ("--digest", Source::Here(bytes(field, text)?)),
        Field::DigestBase64 => ("--digest-base64", Source::Here(bytes(field, text)?)),
        Field::Mu => ("--mu", Source::Here(bytes(field, text)?)),
        Field::MuBase64 => ("--mu-base64", Source::Here(bytes(field, text)?)),
        _ => ("--file", Source::File(text.into())),
    };
    if let Source::File(path) = &input {
        refuse_waiting(argument, &input, path)?;
    }
    let hash =
        fields.text(Field::Hash).map(|name| hash_names().parse_for("field hash", name)).transpose();
    let (context, context_bytes) = context(fields)?;
    let mut message = Message {
        argument,
        input,
        hash: hash.map_err(refused)?,
        digest: matches!(field, Field::Digest | Field::DigestBase64),
        bip340: fields.truth(Field::Bip340).unwrap_or_default(),
        prehash: fields.truth(Field::Prehash).unwrap_or_default(),
        mu: matches!(field, Field::Mu | Field::MuBase64),
        context,
        context_hex: context_bytes.map(HexBytes),
        rsa: rsa_scheme(fields)?,
    };
    if message.hash.is_none() && takes_hash(algorithm, &message) {
        message.hash = usual.hash;
    }
    // A digest of no named hash has any length; `digest` says no more than that.
    if message.hash == Some(HashChoice::None) && !message.digest {
        return Err(refused("field hash: none is for a digest, in the field of that name"));
    }
    Ok(message)
}

/// The context of an item, as a text or as bytes.
fn context(fields: &Fields) -> Result<(Option<String>, Option<Vec<u8>>), Failure> {
    let all = [Field::Context, Field::ContextHex, Field::ContextBase64];
    Ok(match fields.at_most_one(&all)? {
        None => (None, None),
        Some((Field::Context, text)) => (Some(text.to_owned()), None),
        Some((field, text)) => (None, Some(bytes(field, text)?)),
    })
}

/// How RSA signs, for those keys.
fn rsa_scheme(fields: &Fields) -> Result<RsaScheme, Failure> {
    let of = |field: Field, why: String| refused(format!("field {field}: {why}"));
    let scheme = fields.text(Field::Scheme).map(|name| {
        let read = RsaEncoding::from_str(name, false);
        read.map_err(|_| of(Field::Scheme, format!("needs one of {}", names_of::<RsaEncoding>())))
    });
    let mgf_hash = fields.text(Field::MgfHash);
    let mgf_hash = mgf_hash.map(|name| mask_hash_names().parse_for("field mgf_hash", name));
    let salt = fields.text(Field::Salt).map(|text| salt(text).map_err(|why| of(Field::Salt, why)));
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

/// The bytes of a field, in its encoding.
fn bytes(field: Field, text: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    decode(field, text, &mut bytes)?;
    Ok(bytes)
}

/// The form of signatures that an item wants, or the usual one.
pub fn format<F: ValueEnum>(fields: &Fields, usual: F) -> Result<F, Failure> {
    let Some(name) = fields.text(Field::Format) else { return Ok(usual) };
    F::from_str(name, false)
        .map_err(|_| refused(format!("field format: needs one of {}", names_of::<F>())))
}

/// A sentence about options as one about fields: `--low-s` becomes `field low_s`. What stands in
/// quotes stays as it is, and so does a sentence that begins with a field: it means what it says.
pub fn in_fields(sentence: &str) -> String {
    if sentence.starts_with("field ") {
        return sentence.to_owned();
    }
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
            ("field key: there is no --key", "field key: there is no --key"),
            ("", ""),
        ] {
            assert_eq!(in_fields(said), expected);
        }
    }
}
