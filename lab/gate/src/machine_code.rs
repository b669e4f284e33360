//! The machine code of the lanes, as it stands in the file of this program: what the compiler made
//! of the sources, whatever they say.
//!
//! Functions with registers of 512 bits, or with products of 52 bits, are decoded and held to
//! rules. [`flow`] says where the values come from on which they jump, [`allowed`] which
//! instructions there may be. Nothing runs, so any x86-64 processor does. Functions without either,
//! which doors call, are not looked at.

pub mod allowed;
pub mod flow;

use flow::{ENTRY, LANES, Origin, PLAIN, UNSET};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind};
use object::{
    Object, ObjectSection, ObjectSymbol, ObjectSymbolTable, RelocationTarget, SectionKind,
    SymbolKind,
};
use shipped::operands::has_bit_in_memory;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::Path;

/// What is held to a number.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Functions.
    pub functions: usize,
    /// Bytes of all functions.
    pub bytes: usize,
    /// Bytes of the largest function.
    pub largest: usize,
    /// Divisions of general registers.
    pub divisions: usize,
    /// Jumps on what a register of lanes or a mask gave.
    pub jumps_on_lanes: usize,
}

/// The budget. Functions and bytes have a tenth of room over what they were: 461 functions of this
/// program had 2,501,889, and the largest, by P-521 alone, 44,994; 496 have 2,686,329 since combs
/// begin with a sum of affine points. Before short curves went by quads, 450 functions had
/// 2,203,536, and the largest 32,499; before the ring of ML-DSA came, and lone operations in lanes,
/// 355, 1,719,740 and 31,252. Divisions and jumps have no room, so that each new one is looked at:
/// the divisions are of bits of an order by the width of windows, of windows by how far they lie
/// apart, and of the entries of a row by those of a group. Four of the jumps are of verifications
/// on short curves, one each, and ask whether `r` has a coordinate in any lane, which is public.
/// The others end loops over all entries of a table of RSA or DSA: the compiler counts entries and
/// bytes in two lanes of a register, and compares one with the constant size.
pub const BUDGET: Budget =
    Budget { functions: 545, bytes: 2_752_000, largest: 49_500, divisions: 55, jumps_on_lanes: 8 };

/// A function of a program.
#[derive(Debug, Clone)]
pub struct Function {
    /// As the compiler writes it.
    pub name: String,
    /// The address of its first byte.
    pub at: u64,
    /// Its bytes.
    pub code: Vec<u8>,
}

/// Functions on registers of 512 bits.
#[derive(Debug, Default)]
pub struct Program {
    /// Those of the lanes.
    pub functions: Vec<Function>,
    /// How many others there are.
    pub left_out: usize,
    /// The table of addresses that the linker fills.
    pub entries: Range<u64>,
    /// Functions whose addresses are in it.
    pub called: HashMap<u64, String>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Bytes of all functions.
    pub bytes: usize,
    /// Bytes of the largest function.
    pub largest: usize,
    /// How often each instruction is there.
    pub mnemonics: BTreeMap<String, usize>,
    /// Jumps on what a register of lanes or a mask gave, by function and address.
    pub jumps_on_lanes: Vec<String>,
    /// What breaks a rule.
    pub refused: Vec<String>,
}

/// What a function has to keep to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A program of primes, or an intrinsic on its own: no call and no jump.
    Program,
    /// A compression of SHA-2 or the permutation of SHA-3: counted loops and copies.
    Compression,
    /// Whole steps of an operation.
    Door,
    /// Steps on public bytes alone: the matrix of ML-DSA.
    Public,
}

/// What names of functions of hashes contain.
const HASHES: [&str; 3] = ["3sha3zmm12compress_", "3sha3zmm9permute_8", "3sha3xmm7permute"];

/// What names of functions of public bytes contain.
const PUBLIC: &str = "12sift_vartime";

impl Kind {
    /// `None` if the function is not of the lanes. Both ways of mangling write the length of a name
    /// before it.
    fn from_name(name: &str) -> Option<Self> {
        if name.contains("5ifma86called") || name.contains("9core_arch") {
            Some(Self::Program)
        } else if HASHES.iter().any(|it| name.contains(it)) {
            Some(Self::Compression)
        } else if name.contains(PUBLIC) {
            Some(Self::Public)
        } else {
            name.contains("sealane").then_some(Self::Door)
        }
    }
}

fn decoded(function: &Function) -> Vec<Instruction> {
    let decoder = Decoder::with_ip(64, &function.code, function.at, DecoderOptions::NONE);
    decoder.into_iter().collect()
}

/// Whether it names a register of 512 bits, or is a product of lanes: quads have shorter registers.
fn is_of_lanes(instruction: &Instruction) -> bool {
    let products = [Mnemonic::Vpmadd52luq, Mnemonic::Vpmadd52huq];
    products.contains(&instruction.mnemonic()) || is_wide(instruction)
}

/// Whether it names a register of 512 bits.
fn is_wide(instruction: &Instruction) -> bool {
    (0..instruction.op_count()).any(|at| {
        instruction.op_kind(at) == OpKind::Register && instruction.op_register(at).is_zmm()
    })
}

/// The file of the symbols of a program that has none itself. Errors: there is none either.
fn symbols_beside(elf: &object::File<'_>, file: &Path) -> Result<Option<Vec<u8>>, String> {
    if elf.symbols().next().is_some() {
        return Ok(None);
    }
    let mut beside = file.as_os_str().to_owned();
    beside.push(".debug");
    let read = std::fs::read(&beside);
    let why = |error| format!("no symbols, and not beside it in {}: {error}", beside.display());
    read.map(Some).map_err(why)
}

impl Program {
    /// Reads an executable, with its symbols: its own, or those that stand beside a release in
    /// `FILE.debug`. Errors: there are none; the text says why.
    pub fn read(file: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
        let elf = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
        let beside = symbols_beside(&elf, file)?;
        let beside = beside.as_deref().map(object::File::parse).transpose();
        let beside = beside.map_err(|error| error.to_string())?;
        if let Some(beside) = &beside
            && elf.build_id().ok().flatten() != beside.build_id().ok().flatten()
        {
            return Err("the symbols beside the program are of another build".into());
        }
        let symbols = beside.as_ref().unwrap_or(&elf).symbols();
        let table = elf.section_by_name(".got").ok_or("the program has no table of addresses")?;
        let entries = table.address()..table.address() + table.size();
        let mut program = Self { entries, ..Self::default() };
        let mut names = HashMap::new();
        for symbol in symbols.filter(|symbol| symbol.kind() == SymbolKind::Text) {
            let (at, size) = (symbol.address(), symbol.size());
            // Several names of one function are one.
            if size == 0 || names.contains_key(&at) {
                continue;
            }
            let name = symbol.name().map_err(|error| error.to_string())?.to_string();
            names.insert(at, name.clone());
            // By address: the file of the symbols has no code.
            let mut texts = elf.sections().filter(|it| it.kind() == SectionKind::Text);
            let code = texts.find_map(|it| it.data_range(at, size).ok().flatten());
            let code = code.ok_or_else(|| format!("no code of {name}"))?.to_vec();
            let function = Function { name, at, code };
            if decoded(&function).iter().any(is_of_lanes) {
                match Kind::from_name(&function.name) {
                    Some(_) => program.functions.push(function),
                    None => program.left_out += 1,
                }
            }
        }
        // A rule for functions that are called otherwise by now holds nothing.
        for kind in [Kind::Program, Kind::Compression, Kind::Door] {
            if !program.functions.iter().any(|it| Kind::from_name(&it.name) == Some(kind)) {
                return Err(format!("no function is a {kind:?}: no symbols, or other names"));
            }
        }
        for (slot, relocation) in elf.dynamic_relocations().into_iter().flatten() {
            let name = match relocation.target() {
                RelocationTarget::Symbol(index) => {
                    let symbols = elf.dynamic_symbol_table();
                    let symbol = symbols.and_then(|it| it.symbol_by_index(index).ok());
                    symbol.and_then(|it| it.name().ok().map(String::from))
                }
                _ => names.get(&(relocation.addend() as u64)).cloned(),
            };
            program.called.extend(name.map(|name| (slot, name)));
        }
        Ok(program)
    }

    /// Holds every function to the rules.
    #[must_use]
    pub fn look_over(&self, budget: &Budget) -> Found {
        let mut found = Found::default();
        for function in &self.functions {
            let size = function.code.len();
            found.bytes += size;
            found.largest = found.largest.max(size);
            if size > budget.largest {
                let (name, at) = (&function.name, function.at);
                let over = format!("{name}, {at:#x}: {size} bytes, over {}", budget.largest);
                found.refused.push(over);
            }
            self.look_at(function, &mut found);
        }
        let divisions = found.mnemonics.get("div").copied().unwrap_or(0);
        let jumps = found.jumps_on_lanes.len();
        for (what, is, may) in [
            ("functions", self.functions.len(), budget.functions),
            ("bytes", found.bytes, budget.bytes),
            ("divisions", divisions, budget.divisions),
            ("jumps on lanes", jumps, budget.jumps_on_lanes),
        ] {
            if is > may {
                found.refused.push(format!("{is} {what}, over {may}"));
            }
        }
        if jumps > budget.jumps_on_lanes {
            found.refused.append(&mut found.jumps_on_lanes.clone());
        }
        found
    }

    fn look_at(&self, function: &Function, found: &mut Found) {
        let code = decoded(function);
        let origins = flow::origins(&code, &self.entries);
        let kind = Kind::from_name(&function.name).unwrap_or(Kind::Door);
        let inside = function.at..function.at + function.code.len() as u64;
        for (instruction, &origin) in code.iter().zip(&origins) {
            let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
            *found.mnemonics.entry(name).or_default() += 1;
            let (at, what) = (instruction.ip(), instruction.code());
            let told = |why: &str| format!("{}, {at:#x}, {what:?}: {why}", function.name);
            if let Some(why) = self.refuses(kind, instruction, origin, &inside) {
                found.refused.push(told(&why));
            }
            let jumps = instruction.flow_control() == FlowControl::ConditionalBranch;
            if jumps && origin & LANES != 0 && kind != Kind::Public {
                found.jumps_on_lanes.push(told("a jump on lanes"));
            }
        }
    }

    /// Says what is wrong with an instruction.
    fn refuses(
        &self,
        kind: Kind,
        instruction: &Instruction,
        origin: Origin,
        inside: &Range<u64>,
    ) -> Option<String> {
        if instruction.is_invalid() {
            return Some("no instruction".into());
        }
        let is_allowed = allowed::is_allowed(instruction.mnemonic(), kind == Kind::Public);
        if instruction.is_vsib() || !is_allowed {
            return Some("not on the list".into());
        }
        if has_bit_in_memory(instruction) {
            return Some("a bit in memory by its number".into());
        }
        let name = self.called.get(&instruction.ip_rel_memory_address()).map(String::as_str);
        let why = match instruction.flow_control() {
            FlowControl::Next | FlowControl::Return => return None,
            _ if kind == Kind::Program => "a call or a jump in a program",
            FlowControl::IndirectCall if origin != ENTRY => "a call of a computed address",
            // At the end of a function a call may be a jump, but not by a register, as tables do.
            FlowControl::IndirectBranch
                if origin != ENTRY || instruction.op0_kind() == OpKind::Register =>
            {
                "an indirect jump"
            }
            FlowControl::Call | FlowControl::IndirectCall | FlowControl::IndirectBranch => {
                if kind != Kind::Compression || matches!(name, Some("memcpy" | "memset")) {
                    return None;
                }
                "a call in a compression, not of a copy"
            }
            FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch
                if !inside.contains(&instruction.near_branch_target()) =>
            {
                "a jump out of its function"
            }
            FlowControl::ConditionalBranch if origin & UNSET != 0 => {
                "a jump on flags that a call left"
            }
            FlowControl::ConditionalBranch if kind == Kind::Compression && origin != PLAIN => {
                "a jump on data in a compression"
            }
            FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch => return None,
            _ => "a trap",
        };
        Some(why.into())
    }
}

#[cfg(test)]
mod tests;
