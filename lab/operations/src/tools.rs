//! Which tool leaves which operations out, and why; all others it has to have.

use crate::operation::{Action, Operation};
use sealane::Algorithm;

/// What takes operations of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// `sealane-lab speed`, and the columns that the bench makes of it.
    Speed,
    /// The rows of batches of `sealane-lab speed`.
    Batches,
    /// `sealane-lab profile`.
    Profile,
    /// Instructions of each operation.
    Gate,
    /// Times of secrets.
    Timing,
    /// Marks of secrets.
    Silence,
    /// Field operations of each operation.
    Counts,
}

const CHANCE: &str = "how long it takes is a matter of chance";
const SAME_CODE: &str = "runs the code of a shorter key";
const PUBLIC: &str = "knows no secret";
const NO_TABLE: &str = "is in no stored table yet";

impl Tool {
    /// Every tool.
    pub const ALL: [Self; 7] = [
        Self::Speed,
        Self::Batches,
        Self::Profile,
        Self::Gate,
        Self::Timing,
        Self::Silence,
        Self::Counts,
    ];

    /// Why the tool leaves an operation out; `None` if it has it.
    #[must_use]
    pub fn leaves_out(self, operation: Operation) -> Option<&'static str> {
        let Operation { algorithm, action } = operation;
        match algorithm {
            Algorithm::Rsa { bits: 8192 } => return Some("is rsa4096 at eight times the time"),
            Algorithm::Dsa { order_bits: 224, .. } => {
                return Some("is dsa2048 with a shorter order");
            }
            _ => {}
        }
        let curve = algorithm.curve().is_some();
        match self {
            Self::Speed => match (algorithm, action) {
                (Algorithm::Rsa { bits }, Action::Keygen) if bits > 2048 => Some(CHANCE),
                (_, Action::Decrypt) => Some("no peer has it"),
                _ => None,
            },
            Self::Batches => match (algorithm, action) {
                (Algorithm::Rsa { .. }, Action::Keygen | Action::Decrypt) => Some("has no batch"),
                (Algorithm::Dsa { .. }, _) => Some("is done one by one"),
                _ => None,
            },
            Self::Profile => (!curve).then_some("has no call tree"),
            Self::Counts => (!curve).then_some("has no field that is known when it is built"),
            Self::Gate if matches!(algorithm, Algorithm::MlDsa(_)) => Some(NO_TABLE),
            Self::Gate => (!curve && action == Action::Keygen).then_some(CHANCE),
            Self::Timing => match (algorithm, action) {
                (_, Action::Verify) => Some(PUBLIC),
                (Algorithm::Rsa { .. } | Algorithm::Dsa { .. }, _) if is_long(algorithm) => {
                    Some(SAME_CODE)
                }
                (Algorithm::Rsa { .. }, Action::Keygen) => Some(CHANCE),
                _ => None,
            },
            Self::Silence => match action {
                Action::Verify => Some(PUBLIC),
                _ => is_long(algorithm).then_some(SAME_CODE),
            },
        }
    }

    /// The operations that the tool has to have.
    pub fn operations(self) -> impl Iterator<Item = Operation> {
        Operation::all().filter(move |operation| self.leaves_out(*operation).is_none())
    }

    /// The same of one algorithm.
    pub fn operations_of(self, algorithm: Algorithm) -> impl Iterator<Item = Operation> {
        Operation::of(algorithm).filter(move |operation| self.leaves_out(*operation).is_none())
    }

    /// The algorithms of which it has any, in the order of the catalogue.
    pub fn algorithms(self) -> impl Iterator<Item = Algorithm> {
        Algorithm::all().filter(move |algorithm| self.operations_of(*algorithm).next().is_some())
    }
}

/// Keys of more than 2048 bits, where all lengths run the same code.
fn is_long(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Rsa { bits } | Algorithm::Dsa { bits, .. } if bits > 2048)
}

/// Returns what a tool has to have and does not cover, and what it covers though it is said to
/// leave it out.
#[must_use]
pub fn gaps(tool: Tool, covered: &[Operation]) -> Vec<String> {
    let missing = tool.operations().filter(|it| !covered.contains(it));
    let missing = missing.map(|it| format!("{tool:?} does not cover {it}"));
    let idle = covered.iter().filter_map(|it| Some((it, tool.leaves_out(*it)?)));
    let idle = idle.map(|(it, why)| format!("{tool:?} covers {it}, which it leaves out: {why}"));
    missing.chain(idle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: the judge says no. Method: each operation taken from what covers all of them, and each
    /// that is left out put there.
    #[test]
    fn every_gap_is_seen() {
        for tool in Tool::ALL {
            let all: Vec<Operation> = tool.operations().collect();
            assert!(all.len() >= 20, "{tool:?} has {} operations", all.len());
            assert_eq!(gaps(tool, &all), [""; 0]);
            for operation in Operation::all() {
                let mut planted = all.clone();
                if let Some(at) = all.iter().position(|it| *it == operation) {
                    planted.remove(at);
                } else {
                    planted.push(operation);
                }
                assert_eq!(gaps(tool, &planted).len(), 1, "{tool:?} {operation}");
            }
        }
    }

    /// Goal: every algorithm over a curve is in every tool, with all that is secret.
    #[test]
    fn nothing_over_a_curve_is_left_out() {
        for tool in Tool::ALL {
            for operation in Operation::all().filter(|it| it.algorithm.curve().is_some()) {
                let why = tool.leaves_out(operation);
                assert!(why.is_none_or(|why| why == PUBLIC), "{tool:?} {operation}: {why:?}");
            }
        }
    }
}
