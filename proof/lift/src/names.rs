//! Names of functions with their generic arguments, which stand in the debugging information.

use gimli::{AttributeValue, DebuggingInformationEntry, Dwarf, EndianSlice, RunTimeEndian, Unit};
use object::{File, Object, ObjectSection};
use std::borrow::Cow;
use std::collections::BTreeMap;

type Slice<'a> = EndianSlice<'a, RunTimeEndian>;

/// Names of functions by the addresses of their first bytes.
///
/// # Errors
/// Debugging information that is not understood.
pub fn names(elf: &File<'_>) -> Result<BTreeMap<u64, String>, String> {
    let load = |id: gimli::SectionId| -> Result<Cow<'_, [u8]>, object::Error> {
        match elf.section_by_name(id.name()) {
            Some(section) => section.uncompressed_data(),
            None => Ok(Cow::Borrowed(&[])),
        }
    };
    let sections = gimli::DwarfSections::load(load).map_err(|error| error.to_string())?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, RunTimeEndian::Little));
    collect(&dwarf).map_err(|error| error.to_string())
}

fn collect(dwarf: &Dwarf<Slice<'_>>) -> Result<BTreeMap<u64, String>, gimli::Error> {
    let mut names = BTreeMap::new();
    let mut headers = dwarf.units();
    while let Some(header) = headers.next()? {
        let unit = dwarf.unit(header)?;
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            if entry.tag() != gimli::DW_TAG_subprogram {
                continue;
            }
            let start = match entry.attr_value(gimli::DW_AT_low_pc) {
                Some(value) => dwarf.attr_address(&unit, value)?,
                None => None,
            };
            if let (Some(start), Some(name)) = (start, name(dwarf, &unit, entry)?) {
                names.insert(start, name);
            }
        }
    }
    Ok(names)
}

/// The name of an entry, or of the one that it stands for.
fn name(
    dwarf: &Dwarf<Slice<'_>>,
    unit: &Unit<Slice<'_>>,
    entry: &DebuggingInformationEntry<Slice<'_>>,
) -> Result<Option<String>, gimli::Error> {
    if let Some(value) = entry.attr_value(gimli::DW_AT_name) {
        return Ok(Some(dwarf.attr_string(unit, value)?.to_string_lossy().into_owned()));
    }
    for link in [gimli::DW_AT_abstract_origin, gimli::DW_AT_specification] {
        if let Some(AttributeValue::UnitRef(offset)) = entry.attr_value(link) {
            return name(dwarf, unit, &unit.entry(offset)?);
        }
    }
    Ok(None)
}
