//! The token that objects come from, however it is read.
use super::foreign::Foreign;
use super::{folder, module};
use crate::args::token::OtherToken;
use crate::cmd::token::first_line;
use crate::failure::{Failure, Status};
use crate::input::Input;
use zeroize::Zeroizing;

/// A token, and what it has.
pub struct OtherObjects {
    pub label: String,
    pub objects: Vec<Foreign>,
}

/// A token that may be meant.
pub struct Candidate<T> {
    pub label: String,
    pub slot: Option<u64>,
    pub token: T,
}

/// Its user's PIN, with the argument that names it.
pub struct OtherPin<'a> {
    pub input: Input<'a>,
    pub text: Zeroizing<Vec<u8>>,
}

impl OtherPin<'_> {
    /// A refusal of the PIN.
    pub fn refused(&self, code: &'static str, why: &str) -> Failure {
        let sentence = format!("{}: {why}", self.input.name());
        Failure::Said { status: Status::Login, code: code.into(), sentence }
    }

    /// The refusal of one that is wrong.
    pub fn wrong(&self) -> Failure {
        self.refused("PIN_WRONG", "that is not the user PIN of the other token")
    }
}

/// Reads all objects of the other token.
pub fn read(from: &OtherToken) -> Result<OtherObjects, Failure> {
    let input = pin_input(from);
    let pin = OtherPin { input, text: first_line(input)? };
    if pin.text.is_empty() {
        return Err(pin.refused("PIN_LENGTH", "its first line is empty"));
    }
    match (&from.folder, &from.module) {
        (Some(folder), _) => folder::read(folder, from, &pin),
        (None, Some(module)) => module::read(module, from, &pin),
        (None, None) => Err(Failure::usage("USAGE", "--folder or --module is needed")),
    }
}

/// The file of the other token's PIN.
pub fn pin_input(from: &OtherToken) -> Input<'_> {
    Input::new("--from-pin-file", &from.pin)
}

/// Returns the token that is meant of those at a place, which messages call `place`.
///
/// Errors: `TOKEN_UNKNOWN` if there is none; `USAGE` if there are several, with their labels.
pub fn chosen<T>(
    from: &OtherToken,
    place: &str,
    all: Vec<Candidate<T>>,
) -> Result<Candidate<T>, Failure> {
    let is_meant = |it: &Candidate<T>| {
        from.token_label.as_ref().is_none_or(|label| *label == it.label)
            && from.slot.is_none_or(|slot| it.slot == Some(slot))
    };
    let said = |it: &Candidate<T>| {
        let slot = it.slot.map(|slot| format!(" (slot {slot})")).unwrap_or_default();
        format!("{:?}{slot}", it.label)
    };
    let names = all.iter().map(said).collect::<Vec<_>>().join(", ");
    let mut meant = all.into_iter().filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some(one), None) => Ok(one),
        (None, _) if names.is_empty() => {
            Err(Failure::refused("TOKEN_UNKNOWN", format!("{place} has no token")))
        }
        (None, _) => {
            let sentence = format!("{place} has no such token; it has {names}");
            Err(Failure::refused("TOKEN_UNKNOWN", sentence))
        }
        (Some(_), Some(_)) => {
            let sentence =
                format!("{place} has several tokens: name one by --token-label or --slot: {names}");
            Err(Failure::usage("USAGE", sentence))
        }
    }
}
