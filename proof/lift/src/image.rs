//! The file of a program: code and constants by address, functions by name.

use crate::names;
use object::{File, Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// A function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// As the linker knows it.
    pub symbol: String,
    /// As the debugging information has it, generic arguments included; empty if it has none.
    pub name: String,
    /// The address of its first byte.
    pub at: u64,
    /// How many bytes it has.
    pub size: usize,
}

/// A section that no run of the program changes.
#[derive(Clone, Debug)]
struct Section {
    addresses: Range<u64>,
    /// Where it is in the file.
    offset: usize,
    is_code: bool,
}

/// A program as its file has it.
#[derive(Clone, Debug)]
pub struct Image {
    bytes: Vec<u8>,
    sections: Vec<Section>,
    /// In the order of addresses, each once.
    pub functions: Vec<Function>,
}

impl Image {
    /// Reads an executable, with its own symbols or those beside it in `FILE.debug`.
    ///
    /// # Errors
    /// There are none, they are of another build, or the file is none that is understood.
    pub fn read(path: &Path) -> Result<Self, String> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let bytes = read(path)?;
        let elf = parse(&bytes, path)?;
        let has_symbols = elf.symbols().next().is_some();
        let mut beside = path.as_os_str().to_owned();
        beside.push(".debug");
        let beside = Path::new(&beside);
        let debug = if has_symbols { bytes.clone() } else { read(beside)? };
        let symbols = parse(&debug, beside)?;
        if elf.build_id().ok().flatten() != symbols.build_id().ok().flatten() {
            return Err(format!("{}: symbols of another build", beside.display()));
        }
        let sections = sections(&elf);
        let names = names::names(&symbols)?;
        let functions = functions(&symbols, &names)?;
        Ok(Self { sections, functions, bytes })
    }

    /// An image of sections, each with its address, its bytes and whether it is code.
    #[must_use]
    pub fn of_sections(parts: Vec<(u64, Vec<u8>, bool)>, functions: Vec<Function>) -> Self {
        let (mut bytes, mut sections) = (Vec::new(), Vec::new());
        for (at, part, is_code) in parts {
            let addresses = at..at + part.len() as u64;
            sections.push(Section { addresses, offset: bytes.len(), is_code });
            bytes.extend(part);
        }
        Self { bytes, sections, functions }
    }

    fn offset(&self, at: u64, length: usize, code: Option<bool>) -> Option<usize> {
        let end = at.checked_add(length as u64)?;
        let holds = |section: &&Section| {
            section.addresses.start <= at
                && end <= section.addresses.end
                && code.is_none_or(|code| section.is_code == code)
        };
        let section = self.sections.iter().find(holds)?;
        let offset = section.offset + usize::try_from(at - section.addresses.start).ok()?;
        (offset + length <= self.bytes.len()).then_some(offset)
    }

    /// The bytes of a function, if they are code.
    #[must_use]
    pub fn code(&self, function: &Function) -> Option<&[u8]> {
        let offset = self.offset(function.at, function.size, Some(true))?;
        Some(&self.bytes[offset..offset + function.size])
    }

    /// The word at an address that no run writes.
    #[must_use]
    pub fn constant(&self, at: u64) -> Option<u64> {
        let offset = self.offset(at, 8, None)?;
        let bytes = self.bytes[offset..offset + 8].try_into();
        Some(u64::from_le_bytes(bytes.expect("eight bytes")))
    }

    /// The byte at an address that no run writes.
    #[must_use]
    pub fn byte(&self, at: u64) -> Option<u8> {
        Some(self.bytes[self.offset(at, 1, None)?])
    }

    /// Changes a byte that no run writes; gives what was there.
    pub fn change(&mut self, at: u64, byte: u8) -> Option<u8> {
        let offset = self.offset(at, 1, None)?;
        Some(std::mem::replace(&mut self.bytes[offset], byte))
    }
}

fn parse<'a>(bytes: &'a [u8], path: &Path) -> Result<File<'a>, String> {
    let elf = File::parse(bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    if elf.architecture() != object::Architecture::X86_64 {
        return Err(format!("{}: not for x86-64", path.display()));
    }
    Ok(elf)
}

/// Sections of code and constants. None that the loader writes to before it protects it.
fn sections(elf: &File<'_>) -> Vec<Section> {
    let found = elf.sections().filter_map(|section| {
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else { return None };
        let (write, loaded) = (object::elf::SHF_WRITE, object::elf::SHF_ALLOC);
        let is_fixed = !sh_flags.contains(write) && sh_flags.contains(loaded);
        let (offset, length) = section.file_range()?;
        let start = section.address();
        is_fixed.then_some(Section {
            addresses: start..start + length,
            offset: usize::try_from(offset).ok()?,
            is_code: section.kind() == SectionKind::Text,
        })
    });
    found.collect()
}

fn functions(symbols: &File<'_>, names: &BTreeMap<u64, String>) -> Result<Vec<Function>, String> {
    let mut functions = BTreeMap::new();
    for symbol in symbols.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let at = symbol.address();
        let size = usize::try_from(symbol.size()).unwrap_or_default();
        if size == 0 {
            continue;
        }
        let name = names.get(&at).cloned().unwrap_or_default();
        let symbol = symbol.name().map_err(|error| error.to_string())?.to_string();
        functions.entry(at).or_insert(Function { symbol, name, at, size });
    }
    Ok(functions.into_values().collect())
}
