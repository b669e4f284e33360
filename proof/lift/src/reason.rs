//! Why a function is not proven.

use std::fmt;

/// Why a function is not lifted, or its program not proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No instruction, or one that the machine does not know, as it is written.
    Unknown(String),
    /// It jumps or calls.
    Flow(&'static str),
    /// What an operand or an address is.
    Operand(&'static str),
    /// What it leaves behind is not what callers expect.
    Abi(&'static str),
    /// The result is another one than that of the text.
    Differs {
        /// Which limb of the result.
        limb: usize,
    },
    /// A prover says no.
    Refused(String),
    /// No text says what it is to do.
    NoText(String),
}

impl Reason {
    /// A word for lists.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::Unknown(_) => "instruction",
            Reason::Flow(_) => "jumps or calls",
            Reason::Operand(_) => "operand",
            Reason::Abi(_) => "calling convention",
            Reason::Differs { .. } => "other result",
            Reason::Refused(_) => "prover",
            Reason::NoText(_) => "no text",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unknown(what) => write!(out, "not lifted: {what}"),
            Reason::Flow(what) | Reason::Operand(what) | Reason::Abi(what) => {
                write!(out, "{what}")
            }
            Reason::Differs { limb } => {
                write!(out, "limb {limb} of the result is not that of the text")
            }
            Reason::Refused(why) => write!(out, "a prover refuses it: {why}"),
            Reason::NoText(what) => write!(out, "no text says what it is to do: {what}"),
        }
    }
}

/// A reason, and the address of the instruction at fault, if it is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The instruction.
    pub at: Option<u64>,
    /// Why.
    pub reason: Reason,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Refusal { at: None, reason }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(out, "{at:#x}: {}", self.reason),
            None => self.reason.fmt(out),
        }
    }
}
