//! Programs as instructions of AVX-512: order, registers, text, and what the text means.
//!
//! [`schedule`] and [`text`] are trusted with nothing. The text is read back to a program by
//! [`parse`], and [`proof`] judges that program.

pub mod file;
pub mod parse;
pub mod proof;
pub mod schedule;
pub mod shape;
pub mod text;

/// An array in memory, named by the register that points at it. Its words are eight lanes long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Array {
    /// Name of the input group.
    pub name: &'static str,
    /// Name of the operand in the text.
    pub operand: &'static str,
}

/// Arrays of a program, by input group.
pub const ARRAYS: [Array; 7] = [
    Array { name: "sums", operand: "{sums}" },
    Array { name: "x", operand: "{x}" },
    Array { name: "y", operand: "{y}" },
    Array { name: "words", operand: "{words}" },
    Array { name: "minus_inverse", operand: "{minus_inverse}" },
    Array { name: "shifted", operand: "{shifted}" },
    Array { name: "limbs", operand: "{limbs}" },
];

/// The array of sums.
pub const SUMS: usize = 0;

/// The array that the limbs of a whole product are stored to.
pub const LIMBS: usize = 6;

/// Bytes of a word of eight lanes.
pub const CELL: usize = 64;

/// Registers there are.
pub const REGISTERS: usize = 32;

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Reads a word of an array.
    Load,
    /// Writes a word of an array.
    Store,
    /// Makes 0.
    Zero,
    /// Adds the lower 52 bits of a product to its first operand.
    MaddLow,
    /// Adds the upper 52 bits of a product to its first operand.
    MaddHigh,
    /// Adds.
    Add,
    /// Shifts right.
    Shift,
}

/// Where an instruction runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Port {
    /// Products, sums and shifts of 512-bit registers.
    Vector,
    /// Reads of memory.
    Load,
    /// Writes of memory.
    Store,
}

/// One row of the model of a core.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Where it runs.
    pub port: Port,
    /// Cycles until its result can be read.
    pub latency: usize,
}

impl Kind {
    /// The model of a core with two vector units of 512 bits. Only the order hangs on it.
    #[must_use]
    pub fn cost(self) -> Cost {
        let (port, latency) = match self {
            Kind::Load => (Port::Load, 7),
            Kind::Store => (Port::Store, 1),
            Kind::MaddLow | Kind::MaddHigh => (Port::Vector, 4),
            Kind::Zero | Kind::Add | Kind::Shift => (Port::Vector, 1),
        };
        Cost { port, latency }
    }
}

impl Port {
    /// How many instructions can begin in a cycle.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Port::Vector | Port::Load => 2,
            Port::Store => 1,
        }
    }
}
