//! What an object of a token is called.
use sealane_hsm::object::{Class, Id};

/// What a key of a token is called.
#[derive(Debug, Clone)]
pub enum KeyName {
    /// By its number.
    Id(Id),
    /// By its label.
    Label(String),
    /// A certificate or data, by its label.
    Other(Class, String),
}

impl From<&str> for KeyName {
    /// What begins with `label:` is a label, whatever follows, with `certificate:` or `data:` that
    /// of one of those; else `id:` and 32 digits, or these alone, are an id, and all else is a
    /// label.
    fn from(text: &str) -> Self {
        if let Some(label) = text.strip_prefix("label:") {
            return Self::Label(label.to_owned());
        }
        for class in [Class::Certificate, Class::Data] {
            let label = text.strip_prefix(class.name()).and_then(|rest| rest.strip_prefix(':'));
            if let Some(label) = label {
                return Self::Other(class, label.to_owned());
            }
        }
        let id = text.strip_prefix("id:").unwrap_or(text);
        id.parse().map_or_else(|_| Self::Label(text.to_owned()), Self::Id)
    }
}
