//! Values chosen by name: each name of each value, in capitals or not, and the nearest one for a
//! mistyped name.
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use sealane::{Algorithm, Hash, ecc};
use sealane_hsm::key::KeyKind;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;

/// A name, and the other names of the same value.
pub type Names = (&'static str, &'static [&'static str]);

/// Takes the name of a `T`. What is wrong with a name is said with the argument, the name given,
/// the nearest that there is, and where all of them stand.
#[derive(Clone)]
pub struct ByName<T> {
    /// What a `T` is, for the message.
    kind: &'static str,
    /// What lists all names, or they themselves.
    list: Cow<'static, str>,
    names: Vec<Names>,
    find: fn(&str) -> Option<T>,
}

/// The algorithms over curves, by all their names.
pub fn curves() -> ByName<ecc::Algorithm> {
    let names = ecc::Algorithm::ALL.iter().map(|row| (row.name(), row.names())).collect();
    let list = "`sealane algorithms` lists all names";
    ByName::new("algorithm", list, names, ecc::Algorithm::from_name)
}

/// The algorithms of every family, by all their names.
pub fn algorithms() -> ByName<Algorithm> {
    let list = "`sealane algorithms` lists all names";
    let names = Algorithm::all_names().collect();
    ByName::new("algorithm", list, names, Algorithm::from_name)
}

/// What a token's keys can be: the algorithms, and AES.
pub fn key_kinds() -> ByName<KeyKind> {
    let list = "`sealane algorithms` lists all names, and there are aes128, aes192, aes256";
    let wrapping = ["aes128", "aes192", "aes256"].map(|name| (name, &[] as &[_]));
    let names = Algorithm::all_names().chain(wrapping).collect();
    ByName::new("algorithm", list, names, |name| name.parse().ok())
}

/// The hashes of the library, and further names that `find` knows.
pub fn hashes<T>(further: &[&'static str], find: fn(&str) -> Option<T>) -> ByName<T> {
    let named = Hash::ALL.iter().map(|row| (row.name(), row.names()));
    let further = further.iter().map(|&name| (name, &[] as &[_]));
    let list = "the help of the command lists all names";
    ByName::new("hash", list, named.chain(further).collect(), find)
}

impl<T> ByName<T> {
    /// Takes names that are not of the library's tables.
    pub fn new(
        kind: &'static str,
        list: impl Into<Cow<'static, str>>,
        names: Vec<Names>,
        find: fn(&str) -> Option<T>,
    ) -> Self {
        Self { kind, list: list.into(), names, find }
    }

    /// Returns what is called that, or says what is wrong with the name that `argument` gives.
    pub fn parse_for(&self, argument: &str, given: &str) -> Result<T, String> {
        (self.find)(given).ok_or_else(|| self.refusal(argument, given))
    }

    /// What is wrong with a name that is none, which `argument` gives.
    pub fn refusal(&self, argument: &str, given: &str) -> String {
        let mut text = format!("{argument}: no {} is called {given:?}", self.kind);
        if let Some(nearest) = self.nearest(given) {
            let _ = write!(text, "; did you mean '{nearest}'?");
        }
        let _ = write!(text, " ({})", self.list);
        text
    }

    fn nearest(&self, given: &str) -> Option<&'static str> {
        let all = self.names.iter();
        nearest(given, all.flat_map(|(name, more)| [*name].into_iter().chain(more.iter().copied())))
    }
}

/// The name with the fewest letters wrong, if these are not more than a third of what was given:
/// beyond that, a guess says nothing.
pub fn nearest<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // The comparison takes time with the product of the lengths.
    const LONGEST: usize = 64;
    if given.len() > LONGEST {
        return None;
    }
    let given = given.to_ascii_lowercase();
    let wrong = |name: &str| strsim::osa_distance(&given, &name.to_ascii_lowercase());
    let (count, name) = names.map(|name| (wrong(name), name)).min_by_key(|it| it.0)?;
    (3 * count <= given.chars().count()).then_some(name)
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for ByName<T> {
    type Value = T;

    fn parse_ref(&self, _: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        if let Some(found) = value.to_str().and_then(self.find) {
            return Ok(found);
        }
        let option = arg.and_then(|arg| arg.get_long());
        let argument = option.map_or_else(String::new, |name| format!("--{name}"));
        let text = self.refusal(&argument, &value.to_string_lossy());
        Err(Error::raw(ErrorKind::InvalidValue, text))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let spelt = |(name, more): &Names| PossibleValue::new(*name).aliases(more.iter().copied());
        Some(Box::new(self.names.iter().map(spelt)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: one or two wrong letters lead to the name that was meant, and noise to none.
    #[test]
    fn nearest_names() {
        let names = curves();
        for (given, nearest) in [
            ("p265", Some("p256")),
            ("P-265", Some("P-256")),
            ("p225", Some("p224")),
            ("secp256", Some("secp256r1")),
            ("secp256kl", Some("secp256k1")),
            ("brainpool256r1", Some("brainpoolp256r1")),
            ("prime256", Some("prime256v1")),
            ("ssh-ed25518", Some("ssh-ed25519")),
            ("rsa", None),
            ("", None),
            ("no such algorithm", None),
        ] {
            assert_eq!(names.nearest(given), nearest, "{given}");
        }
        assert_eq!(names.nearest(&"p".repeat(1 << 20)), None);
        assert_eq!(hashes(&["none"], Hash::from_name).nearest("nome"), Some("none"));
    }

    /// Goal: every name is taken, as its document spells it and in capitals, and what is near is
    /// not.
    #[test]
    fn all_names_are_taken() {
        let command = Command::new("x");
        let parse = |name: &str| curves().parse_ref(&command, None, OsStr::new(name)).ok();
        for &algorithm in ecc::Algorithm::ALL {
            for name in algorithm.names().iter().copied().chain([algorithm.name()]) {
                assert_eq!(parse(name), Some(algorithm));
                assert_eq!(parse(&name.to_uppercase()), Some(algorithm));
                assert_eq!(parse(&format!("{name} ")), None);
            }
            let identifier = algorithm.identifier();
            let oid = identifier.parameters.unwrap_or(identifier.oid).to_string();
            assert_eq!(parse(&oid), Some(algorithm), "{oid}");
        }
    }
}
