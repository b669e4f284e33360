//! SoftHSM's own files: a folder for each token, with a file for each object, or one database.
use super::foreign::{Foreign, Refusal, Value};
use super::numbers::{self, Kind};
use super::pin::ValueKey;
use super::source::{Candidate, OtherObjects, OtherPin, chosen};
use super::{attribute_file, database};
use crate::args::token::OtherToken;
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::secrets::shown;
use cryptoki_sys::CKA_PRIVATE;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The file of what a token says of itself.
const TOKEN_FILE: &str = "token.object";
/// The database that has it in place of files.
const DATABASE: &str = "sqlite3.db";
/// How the names of files with objects end.
const OBJECT_END: &str = "object";

pub type Values = BTreeMap<Kind, Value>;

/// Reads the objects of a token below a path.
pub fn read(path: &Path, from: &OtherToken, pin: &OtherPin) -> Result<OtherObjects, Failure> {
    let place = tokens_of(path)?;
    let mut candidates = vec![];
    let mut damaged = None;
    for folder in token_folders(&place)? {
        match token_values(&folder) {
            Ok(values) => candidates.push(candidate(folder, values)),
            Err(failure) => damaged = damaged.or(Some(failure)),
        }
    }
    let found = chosen(from, &format!("--folder {}", shown(path)), candidates);
    let Candidate { label, token: (folder, values), .. } = match (found, damaged) {
        // Perhaps the one that cannot be read is meant.
        (Err(_), Some(failure)) => return Err(failure),
        (found, _) => found?,
    };
    let Some(sealed) = values.get(&numbers::OS_USER_PIN) else {
        return Err(pin.refused("PIN_UNSET", "the other token has no user PIN"));
    };
    let Value::Bytes(sealed) = sealed else { return Err(damaged_token(&folder)) };
    let key = ValueKey::open(sealed, &pin.text).ok_or_else(|| pin.wrong())?;
    let mut objects = stored(&folder)?;
    objects.iter_mut().for_each(|object| open(object, &key));
    Ok(OtherObjects { label, objects })
}

/// The folder of all tokens that a path names: itself, or what a configuration says.
fn tokens_of(path: &Path) -> Result<PathBuf, Failure> {
    let input = Source::File(path.to_owned());
    let input = Input::new("--folder", &input);
    let found = path.metadata().map_err(|error| input.unreadable(&error))?;
    if found.is_dir() {
        return Ok(path.to_owned());
    }
    let text = input.read()?;
    let text = String::from_utf8_lossy(&text);
    let folder = text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "directories.tokendir").then(|| PathBuf::from(value.trim()))
    });
    folder.ok_or_else(|| {
        let sentence = format!(
            "--folder {}: neither a folder nor a softhsm2.conf with directories.tokendir",
            shown(path)
        );
        Failure::refused("INPUT_FORMAT", sentence)
    })
}

/// The folders of tokens in a folder, by their names; itself if it is one.
fn token_folders(place: &Path) -> Result<Vec<PathBuf>, Failure> {
    let is_token = |folder: &Path| [TOKEN_FILE, DATABASE].iter().any(|it| folder.join(it).exists());
    if is_token(place) {
        return Ok(vec![place.to_owned()]);
    }
    let mut folders = entries(place)?;
    folders.retain(|folder| is_token(folder));
    Ok(folders)
}

/// The paths in a folder, in the order of their names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = || folder.read_dir()?.map(|entry| Ok(entry?.path())).collect();
    let read: std::io::Result<Vec<PathBuf>> = read();
    let source = Source::File(folder.to_owned());
    let mut paths = read.map_err(|error| Input::new("--folder", &source).unreadable(&error))?;
    paths.sort();
    Ok(paths)
}

/// What a token says of itself. Errors: `OBJECT_DAMAGED`.
fn token_values(folder: &Path) -> Result<Values, Failure> {
    let says = |values: &Values| values.contains_key(&numbers::OS_TOKEN_LABEL);
    let found = if folder.join(TOKEN_FILE).exists() {
        file_values(&folder.join(TOKEN_FILE))?
    } else {
        let all = database::read(&folder.join(DATABASE))?;
        all.into_values().find(says)
    };
    found.filter(says).ok_or_else(|| damaged_token(folder))
}

fn damaged_token(folder: &Path) -> Failure {
    let sentence = format!("--folder: what the token of {} says of itself", shown(folder));
    Failure::refused("OBJECT_DAMAGED", format!("{sentence} is not whole"))
}

fn candidate(folder: PathBuf, values: Values) -> Candidate<(PathBuf, Values)> {
    let text = |kind| match values.get(&kind) {
        Some(Value::Bytes(bytes)) => String::from_utf8_lossy(bytes).trim_end().to_owned(),
        _ => String::new(),
    };
    let (label, serial) = (text(numbers::OS_TOKEN_LABEL), text(numbers::OS_TOKEN_SERIAL));
    // The number of a slot is the end of the serial number, without its highest bit.
    let digits = serial.len().checked_sub(8).and_then(|at| serial.get(at..));
    let slot = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let slot = slot.map(|slot| slot & 0x7fff_ffff);
    Candidate { label, slot, token: (folder, values) }
}

fn file_values(path: &Path) -> Result<Option<Values>, Failure> {
    let source = Source::File(path.to_owned());
    Ok(attribute_file::read(&Input::new("--folder", &source).read()?))
}

/// The objects of a token as they are stored.
pub fn stored(folder: &Path) -> Result<Vec<Foreign>, Failure> {
    if !folder.join(TOKEN_FILE).exists() {
        let all = database::read(&folder.join(DATABASE))?.into_iter();
        let all = all.filter(|(_, values)| !values.contains_key(&numbers::OS_TOKEN_LABEL));
        let object = |(id, values)| {
            let name = format!("object {id} of {DATABASE}");
            Foreign { name, values, ..Foreign::default() }
        };
        return Ok(all.map(object).collect());
    }
    let is_object = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == OBJECT_END)
            && path.file_name().is_some_and(|name| name != TOKEN_FILE)
    };
    let paths = entries(folder)?.into_iter().filter(is_object);
    let object = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(of_file(name, file_values(&path)?))
    };
    paths.map(object).collect()
}

/// The object of a file, which may be damaged.
pub fn of_file(name: String, values: Option<Values>) -> Foreign {
    let refusal = values.is_none().then(|| Refusal::damaged("its file is not whole"));
    Foreign { name, values: values.unwrap_or_default(), refusal, document: None }
}

/// Decrypts the bytes of an object that only its user may see.
pub fn open(object: &mut Foreign, key: &ValueKey) {
    if !object.is(CKA_PRIVATE) {
        return;
    }
    for value in object.values.values_mut() {
        if let Value::Bytes(bytes) = value
            && !bytes.is_empty()
        {
            *value = key.decrypt(bytes).map_or(Value::Unreadable, Value::Bytes);
        }
    }
}
