//! Changed machine code: one byte of an instruction, or of a constant that a function reads.

use crate::image::{Function, Image};
use crate::words::Random;
use iced_x86::{Decoder, DecoderOptions, Instruction};

/// What of an instruction is changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The byte that names the instruction.
    Opcode,
    /// Bytes that name registers and their lengths.
    Register,
    /// What is added to an address.
    Displacement,
    /// A constant in the instruction.
    Immediate,
    /// A constant elsewhere.
    Constant,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] =
        [Kind::Opcode, Kind::Register, Kind::Displacement, Kind::Immediate, Kind::Constant];

    /// A word for tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Opcode => "opcode",
            Kind::Register => "register",
            Kind::Displacement => "displacement",
            Kind::Immediate => "immediate",
            Kind::Constant => "constant",
        }
    }
}

/// A byte that is another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Its address.
    pub at: u64,
    /// What it is changed to.
    pub byte: u8,
    /// What it is a part of.
    pub kind: Kind,
}

/// The bytes of a function that can be changed, by what they are.
#[derive(Clone, Debug)]
pub struct Bytes {
    /// Addresses, by the order of [`Kind::ALL`].
    places: [Vec<u64>; 5],
}

impl Bytes {
    /// Those of a function, which reads constants at these addresses.
    #[must_use]
    pub fn new(image: &Image, function: &Function, constants: &[u64]) -> Self {
        let mut places: [Vec<u64>; 5] = std::array::from_fn(|_| Vec::new());
        let code = image.code(function).unwrap_or_default();
        let mut decoder = Decoder::with_ip(64, code, function.at, DecoderOptions::NONE);
        let mut instruction = Instruction::default();
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            let offsets = decoder.get_constant_offsets(&instruction);
            let start = usize::try_from(instruction.ip() - function.at).expect("within it");
            let bytes = &code[start..start + instruction.len()];
            let opcode = opcode(bytes);
            let within = |at: usize, from: usize, size: usize| at >= from && at < from + size;
            for at in 0..bytes.len() {
                let kind = if within(at, offsets.displacement_offset(), offsets.displacement_size())
                {
                    Kind::Displacement
                } else if within(at, offsets.immediate_offset(), offsets.immediate_size()) {
                    Kind::Immediate
                } else if at == opcode {
                    Kind::Opcode
                } else {
                    Kind::Register
                };
                places[kind as usize].push(instruction.ip() + at as u64);
            }
        }
        let mut constants: Vec<u64> = constants.to_vec();
        constants.sort_unstable();
        constants.dedup();
        let of_constants = constants.iter().flat_map(|at| *at..*at + 8);
        places[Kind::Constant as usize].extend(of_constants);
        Self { places }
    }

    /// How many bytes of a kind there are.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.places[kind as usize].len()
    }

    /// A change of a kind: a bit, or all of a byte.
    pub fn change(&self, image: &Image, kind: Kind, random: &mut Random) -> Option<Change> {
        let places = &self.places[kind as usize];
        let at = *places.get(random.below(places.len().max(1)))?;
        let old = image.byte(at)?;
        let byte = match random.below(2) {
            0 => old ^ 1 << random.below(8),
            _ => old.wrapping_add(1 + random.below(255) as u8),
        };
        Some(Change { at, byte, kind })
    }

    /// Every change of one bit, of every kind.
    pub fn every_bit(&self, image: &Image) -> impl Iterator<Item = Change> {
        let all = Kind::ALL.into_iter().flat_map(|kind| {
            let places = self.places[kind as usize].iter();
            places.flat_map(move |at| (0..8).map(move |bit| (kind, *at, bit)))
        });
        all.filter_map(|(kind, at, bit)| {
            Some(Change { at, byte: image.byte(at)? ^ 1 << bit, kind })
        })
    }
}

/// The place of the byte that names an instruction, after its prefixes.
fn opcode(bytes: &[u8]) -> usize {
    match bytes {
        [0x62, ..] => 4,
        [0xc4, ..] => 3,
        [0xc5, ..] => 2,
        [0x40..=0x4f, 0x0f, ..] => 2,
        [0x40..=0x4f, ..] | [0x0f, ..] => 1,
        _ => 0,
    }
}
