//! Kernels of one lane in a program: their bytes back to lines, which the reader of their texts and
//! both provers judge.
//!
//! Nothing of the text that they were assembled from is used but the builder's advice, which claims
//! nothing: what is proven is what the processor runs.

use crate::image::{Function, Image};
use crate::reason::{Reason, Refusal};
use fieldgen::field::Field;
use fieldgen::ir::Program;
use fieldgen::kernel::{self, Built, Task};
use iced_x86::{
    Code, Decoder, DecoderOptions, Instruction, MemorySize, Mnemonic, OpKind, Register,
};

/// A kernel that there is to be.
pub struct Kernel {
    /// The prime.
    pub field: Field,
    /// What it computes.
    pub task: Task,
    advice: Built,
}

/// A kernel that was found in a program.
pub struct Found {
    /// The machine code.
    pub function: Function,
    /// The program that it is, proven, and how many instructions; or why not.
    pub outcome: Result<(Program, usize), Refusal>,
}

impl Kernel {
    /// All of them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let kernels = kernel::file::fields().into_iter().flat_map(|field| {
            Task::ALL.map(|task| {
                let advice = kernel::build::build(&field, task);
                Self { field: field.clone(), task, advice }
            })
        });
        kernels.collect()
    }

    /// `p384_p mul by mulx`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {} by mulx", self.field.row.name, self.task.name())
    }

    /// The function of a program that it is, judged; nothing if there is none.
    #[must_use]
    pub fn find(&self, image: &Image) -> Option<Found> {
        let name = format!("mulx_{}_{}", self.field.row.name, self.task.name());
        let function = image.functions.iter().find(|function| function.symbol.contains(&name))?;
        Some(Found { function: function.clone(), outcome: self.judge(image, function) })
    }

    /// Proves machine code as this kernel.
    ///
    /// # Errors
    /// What is not understood, or what a prover says.
    pub fn judge(&self, image: &Image, function: &Function) -> Result<(Program, usize), Refusal> {
        let code = image.code(function).ok_or(Reason::Operand("no code"))?;
        let lines = lines(code, function.at)?;
        let judged = kernel::judge(&lines, &self.field, self.task, &self.advice);
        let program = judged.map_err(Reason::Refused)?;
        Ok((program, lines.len()))
    }
}

/// The instructions as lines of a text. Its reader refuses what it does not know.
fn lines(code: &[u8], at: u64) -> Result<Vec<String>, Refusal> {
    let decoder = Decoder::with_ip(64, code, at, DecoderOptions::NONE);
    let lines = decoder.into_iter().map(|instruction| {
        let refuse = |reason| Refusal { at: Some(instruction.ip()), reason };
        line(&instruction).map_err(refuse)
    });
    lines.collect()
}

fn line(instruction: &Instruction) -> Result<String, Reason> {
    let plain = !instruction.is_invalid()
        && !instruction.has_lock_prefix()
        && !instruction.has_rep_prefix()
        && !instruction.has_repne_prefix()
        && instruction.segment_prefix() == Register::None
        && instruction.op_mask() == Register::None;
    if !plain {
        return Err(Reason::Operand("no instruction, or one with a prefix"));
    }
    if instruction.mnemonic() == Mnemonic::Ret && instruction.code() != Code::Retnq {
        return Err(Reason::Flow("another return than a plain one"));
    }
    let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
    let operands = (0..instruction.op_count()).map(|at| operand(instruction, at));
    let operands: Vec<String> = operands.collect::<Result<_, _>>()?;
    Ok(if operands.is_empty() { name } else { format!("{name} {}", operands.join(", ")) })
}

fn operand(instruction: &Instruction, at: u32) -> Result<String, Reason> {
    match instruction.op_kind(at) {
        OpKind::Register => {
            let register = instruction.op_register(at);
            if !register.is_gpr64() && !register.is_gpr32() {
                return Err(Reason::Operand("a register of another kind"));
            }
            Ok(format!("{register:?}").to_lowercase())
        }
        OpKind::Memory => {
            let base = instruction.memory_base();
            let is_word = instruction.memory_size() == MemorySize::UInt64
                && instruction.memory_index() == Register::None
                && base.is_gpr64();
            let offset = instruction.memory_displacement64();
            if !is_word || offset >> 31 != 0 {
                return Err(Reason::Operand("no word at a fixed place of an array"));
            }
            Ok(format!("qword ptr [{} + {offset}]", format!("{base:?}").to_lowercase()))
        }
        OpKind::Immediate8
        | OpKind::Immediate8to32
        | OpKind::Immediate8to64
        | OpKind::Immediate32
        | OpKind::Immediate32to64
        | OpKind::Immediate64 => {
            let constant = instruction.immediate(at);
            let is_short = constant >> 31 == 0;
            Ok(if is_short { constant.to_string() } else { format!("{constant:#x}") })
        }
        _ => Err(Reason::Operand("an operand of another kind")),
    }
}
