//! Parts of functions that are texts of instructions: steps of reductions, which loops run.
//!
//! The compiler puts such a text where it stands and chooses the registers that point at its
//! arrays. A part is a run of the instructions that texts have; which register points at which
//! array is tried. That the function puts the right addresses there is not shown.

use crate::contracts::Task;
use crate::image::{Function, Image};
use crate::judge::{Followed, follow_at};
use crate::machine::Place;
use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};

/// Instructions of a run are at least as many: the shortest text has some hundred.
const SHORTEST: usize = 100;

/// A run of instructions within a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The address of its first byte.
    pub at: u64,
    /// How many bytes it has.
    pub size: usize,
    /// Registers that point at memory, and whether it is written there.
    pub pointers: Vec<(Register, bool)>,
}

/// Whether a text can have such an instruction.
fn is_of_text(instruction: &Instruction) -> bool {
    matches!(
        instruction.mnemonic(),
        Mnemonic::Vmovdqa64
            | Mnemonic::Vpxorq
            | Mnemonic::Vpmadd52luq
            | Mnemonic::Vpmadd52huq
            | Mnemonic::Vpaddq
            | Mnemonic::Vpsrlq
    )
}

/// The runs of a function.
#[must_use]
pub fn parts(image: &Image, function: &Function) -> Vec<Part> {
    let Some(code) = image.code(function) else { return Vec::new() };
    let decoder = Decoder::with_ip(64, code, function.at, DecoderOptions::NONE);
    let all: Vec<Instruction> = decoder.into_iter().collect();
    let runs = all.chunk_by(|a, b| is_of_text(a) && is_of_text(b));
    let runs = runs.filter(|run| run.len() >= SHORTEST);
    let part = |run: &[Instruction]| {
        let (first, last) = (run.first()?, run.last()?);
        let mut pointers: Vec<(Register, bool)> = Vec::new();
        for instruction in run {
            let writes = instruction.op0_kind() == OpKind::Memory;
            let reads = instruction.op1_kind() == OpKind::Memory;
            if !writes && !reads {
                continue;
            }
            let base = instruction.memory_base();
            match pointers.iter_mut().find(|(register, _)| *register == base) {
                Some((_, is_written)) => *is_written |= writes,
                None => pointers.push((base, writes)),
            }
        }
        let size = usize::try_from(last.next_ip() - first.ip()).ok()?;
        Some(Part { at: first.ip(), size, pointers })
    };
    runs.filter_map(part).collect()
}

impl Part {
    /// The machine code of the part.
    #[must_use]
    pub fn as_function(&self) -> Function {
        Function { symbol: String::new(), name: String::new(), at: self.at, size: self.size }
    }

    /// Follows it where it is what a text says: with pointers at the arrays in one order or
    /// another.
    #[must_use]
    pub fn follow(&self, image: &Image, task: &Task) -> Option<(Vec<Register>, Followed)> {
        let orders = self.orders(task, &[]);
        let found = orders.into_iter().map(|order| {
            let followed = self.follow_by(image, task, &order)?;
            Some((order, followed))
        });
        found.flatten().next()
    }

    /// The same with a given order of the pointers.
    #[must_use]
    pub fn follow_by(&self, image: &Image, task: &Task, order: &[Register]) -> Option<Followed> {
        let function = self.as_function();
        let code = image.code(&function)?;
        let place = Place { at: self.at, code, pointers: Some(order) };
        let followed = follow_at(image, &place, task).ok()?;
        followed.compare(task).is_ok().then_some(followed)
    }

    /// Every order in which what is written is an array that is written.
    fn orders(&self, task: &Task, chosen: &[Register]) -> Vec<Vec<Register>> {
        let Some(array) = task.arrays.get(chosen.len()) else {
            let is_whole = chosen.len() == self.pointers.len();
            return if is_whole { vec![chosen.to_vec()] } else { Vec::new() };
        };
        let fits = self.pointers.iter().filter(|(register, is_written)| {
            !chosen.contains(register) && *is_written == array.is_written
        });
        let longer = fits.map(|(register, _)| [chosen, &[*register]].concat());
        longer.flat_map(|chosen| self.orders(task, &chosen)).collect()
    }
}
