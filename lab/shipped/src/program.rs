//! A program as it lies in files and in memory: code, and functions by the symbols beside it.

use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A function of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// As the compiler writes it.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

/// A program with its symbols.
#[derive(Debug)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// Functions, by the offsets of their first bytes.
    pub functions: BTreeMap<u64, Function>,
    /// Code, by its offset.
    code: Vec<(u64, Vec<u8>)>,
    /// Constants, by their offsets.
    constants: Vec<(u64, Vec<u8>)>,
}

impl Program {
    /// Reads an executable, with its own symbols or those of `FILE.debug`. Errors: there are none,
    /// or they are of another build.
    pub fn read(path: &Path) -> Result<Self, String> {
        let path = path.canonicalize().map_err(|why| format!("{}: {why}", path.display()))?;
        let read =
            |path: &Path| std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
        let bytes = read(&path)?;
        let elf = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
        let of = |kind| {
            let sections = elf.sections().filter(move |section| section.kind() == kind);
            sections.filter_map(|it| Some((it.address(), it.data().ok()?.to_vec()))).collect()
        };
        let (code, constants) = (of(SectionKind::Text), of(SectionKind::ReadOnlyData));
        let functions = BTreeMap::new();
        let mut program = Self { path: path.clone(), functions, code, constants };
        if elf.symbols().next().is_some() {
            program.take_symbols(&elf);
            return Ok(program);
        }
        let mut beside = path.into_os_string();
        beside.push(".debug");
        let bytes = read(Path::new(&beside))?;
        let symbols = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
        if symbols.build_id().ok().flatten() != elf.build_id().ok().flatten() {
            return Err("the symbols beside the program are of another build".into());
        }
        program.take_symbols(&symbols);
        Ok(program)
    }

    fn take_symbols(&mut self, elf: &object::File<'_>) {
        for symbol in elf.symbols().filter(|it| it.kind() == SymbolKind::Text && it.size() > 0) {
            let name = symbol.name().unwrap_or_default().to_string();
            let function = Function { name, size: symbol.size() };
            self.functions.entry(symbol.address()).or_insert(function);
        }
    }

    /// Returns where functions begin whose names contain a part. Errors: there are none.
    pub fn named(&self, part: &str) -> Result<Vec<u64>, String> {
        let found = self.functions.iter().filter(|(_, it)| it.name.contains(part));
        let found: Vec<u64> = found.map(|(at, _)| *at).collect();
        if found.is_empty() { Err(format!("no function is called {part}")) } else { Ok(found) }
    }

    /// Returns the function at an offset, with where it begins.
    #[must_use]
    pub fn function_at(&self, offset: u64) -> Option<(u64, &Function)> {
        let (start, function) = self.functions.range(..=offset).next_back()?;
        (offset < start + function.size).then_some((*start, function))
    }

    /// Returns the code of a function.
    #[must_use]
    pub fn code_of(&self, start: u64, function: &Function) -> Option<&[u8]> {
        part(&self.code, start, function.size as usize)
    }

    /// Returns constants, by their offset and size.
    #[must_use]
    pub fn constant(&self, at: u64, size: usize) -> Option<&[u8]> {
        part(&self.constants, at, size)
    }
}

fn part(sections: &[(u64, Vec<u8>)], start: u64, size: usize) -> Option<&[u8]> {
    let holds = |(at, bytes): &&(u64, Vec<u8>)| (*at..at + bytes.len() as u64).contains(&start);
    let (at, bytes) = sections.iter().find(holds)?;
    let start = (start - at) as usize;
    bytes.get(start..start + size)
}

/// A piece of memory that is of a file.
#[derive(Debug, Clone)]
struct Piece {
    start: u64,
    end: u64,
    file_offset: u64,
    path: PathBuf,
}

/// The code of a process, by the list of its memory.
#[derive(Debug, Clone)]
pub struct Image {
    pieces: Vec<Piece>,
    files: Arc<HashMap<PathBuf, Vec<u8>>>,
    /// Code of the kernel's, which is of no file.
    kernel: Vec<(u64, u64)>,
    /// How much higher the program lies in memory than in its file.
    pub base: u64,
}

impl Image {
    /// Reads the files of a process. Errors: the program is not there, or a file.
    pub fn read(maps: &str, program: &Path) -> Result<Self, String> {
        let pieces: Vec<Piece> = maps.lines().filter_map(piece).collect();
        let mut files = HashMap::new();
        for path in pieces.iter().map(|piece| &piece.path) {
            if !files.contains_key(path) {
                let bytes = std::fs::read(path).map_err(|why| why.to_string())?;
                files.insert(path.clone(), bytes);
            }
        }
        let base = pieces.iter().find(|it| it.path == program && it.file_offset == 0);
        let base = base.ok_or("the program is not in its own memory")?.start;
        let of_kernel = maps.lines().filter(|line| line.ends_with("[vdso]"));
        let kernel = of_kernel.filter_map(ends).collect();
        Ok(Self { pieces, files: Arc::new(files), kernel, base })
    }

    /// Whether an address is in code of the kernel's.
    #[must_use]
    pub fn is_of_kernel(&self, at: u64) -> bool {
        self.kernel.iter().any(|(start, end)| (*start..*end).contains(&at))
    }

    /// Returns code from an address on, as many bytes as an instruction can have. `None` if it is
    /// of no file.
    #[must_use]
    pub fn code(&self, at: u64) -> Option<&[u8]> {
        let piece = self.pieces.iter().find(|it| (it.start..it.end).contains(&at))?;
        let from = usize::try_from(at - piece.start + piece.file_offset).ok()?;
        let bytes = self.files[&piece.path].get(from..)?;
        Some(&bytes[..bytes.len().min(15)])
    }

    /// Says where an address is: a file, and the offset in it as its symbols have it.
    #[must_use]
    pub fn place(&self, at: u64) -> Option<(&Path, u64)> {
        let piece = self.pieces.iter().find(|it| (it.start..it.end).contains(&at))?;
        let first = self.pieces.iter().find(|it| it.path == piece.path)?;
        Some((&piece.path, at - first.start))
    }
}

/// Where the memory of a line begins and ends.
fn ends(line: &str) -> Option<(u64, u64)> {
    let (start, end) = line.split_ascii_whitespace().next()?.split_once('-')?;
    Some((u64::from_str_radix(start, 16).ok()?, u64::from_str_radix(end, 16).ok()?))
}

fn piece(line: &str) -> Option<Piece> {
    let (start, end) = ends(line)?;
    let mut fields = line.split_ascii_whitespace();
    let file_offset = u64::from_str_radix(fields.nth(2)?, 16).ok()?;
    let path = PathBuf::from(fields.nth(2)?);
    path.is_absolute().then_some(Piece { start, end, file_offset, path })
}
