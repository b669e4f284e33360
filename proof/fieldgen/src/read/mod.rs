//! The texts of fields back to programs, line by line.
//!
//! What is compiled is text, so text is what has to be proven. A reader knows the forms of lines
//! that may stand in a file and refuses every other; it takes nothing from the builders but advice
//! to the provers, which claims nothing ([`advice`]). Types, lengths and constants are read as
//! well, and must be those of the row.

mod advice;
pub mod c;
pub(crate) mod function;
pub mod lanes52;
pub mod limbs64;
pub mod lines;
pub mod quads;
pub mod signed64;

use crate::emit;
use crate::field::Field;
use crate::ir::Program;
use crate::print::signed64::module_name;
use std::fmt;
use std::path::Path;

/// The first line of a text that is not of a known form, or says what it must not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Its number, from 1 on.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Unreadable {}

/// A file that has programs, and what is to stand in it.
pub struct Text {
    /// Its name in the folder of generated code.
    pub name: String,
    /// The form that it is to be of; its programs are advice to the provers.
    pub form: Field,
    reader: fn(&str, &Field) -> Result<Vec<Program>, Unreadable>,
    of_one: fn(&str, &Field, &str) -> Result<Program, Unreadable>,
}

impl Text {
    /// The programs that stand in `text`.
    ///
    /// # Errors
    /// The first line that is not of a known form, or says what it must not.
    pub fn programs(&self, text: &str) -> Result<Vec<Program>, Unreadable> {
        (self.reader)(text, &self.form)
    }

    /// The program of the function `name`, where `text` has nothing but its lines, from the empty
    /// one before it to its end.
    ///
    /// # Errors
    /// As those of [`Text::programs`].
    pub fn program(&self, text: &str, name: &str) -> Result<Program, Unreadable> {
        (self.of_one)(text, &self.form, name)
    }

    /// The field that stands in the file of `folder`.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn field_in(&self, folder: &Path) -> Result<Field, String> {
        let text = std::fs::read_to_string(folder.join(&self.name));
        let programs = self.programs(&text.map_err(|error| error.to_string())?);
        let programs = programs.map_err(|error| error.to_string())?;
        Ok(Field { programs, ..self.form.clone() })
    }
}

/// Every file that has programs, by its kind.
#[must_use]
pub fn texts() -> [(&'static str, Vec<Text>); 4] {
    let [narrow, forms, lanes, _, _, quads] = emit::FOLDERS;
    let words = emit::emitted_fields().into_iter().map(|form| {
        let name = format!("{}.rs", form.row.name);
        Text { name, form, reader: limbs64::read, of_one: limbs64::function }
    });
    let signed = |folder: &'static str, fields: Vec<Field>| {
        fields.into_iter().map(move |form| {
            let name = format!("{folder}/{}.rs", module_name(&form));
            Text { name, form, reader: signed64::read, of_one: signed64::function }
        })
    };
    let sets = signed(narrow, emit::narrow_fields());
    let sets = sets.chain(signed(forms, emit::emitted_forms()));
    let in_lanes = emit::lanes_fields().into_iter().map(|form| {
        let name = format!("{lanes}/{}.rs", form.row.name);
        Text { name, form, reader: lanes52::read, of_one: lanes52::function }
    });
    let in_quads = emit::quads_fields().into_iter().map(|form| {
        let name = format!("{quads}/{}.rs", form.row.name);
        Text { name, form, reader: quads::read, of_one: quads::function }
    });
    [
        ("primes", words.collect()),
        ("signed sets", sets.collect()),
        ("in lanes", in_lanes.collect()),
        ("in quads", in_quads.collect()),
    ]
}
