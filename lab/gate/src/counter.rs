//! The two ways to count, and which backend takes which.

use crate::callgrind;
use crate::cases::{self, Case, WINDOW};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use crate::step;
use crate::table::Provenance;
use clap::ValueEnum;

/// A way to count instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Counter {
    /// By valgrind, on a processor of its own making.
    Callgrind,
    /// By single steps, on the processor of the machine.
    Step,
}

/// The backends of plain instructions; valgrind knows them all.
const PLAIN: [&str; 2] = ["portable", "narrow"];

impl Counter {
    /// The way in which the operations of a backend are counted.
    #[must_use]
    pub fn for_backend(backend: &str) -> Self {
        if PLAIN.contains(&backend) { Self::Callgrind } else { Self::Step }
    }

    /// The cases that are counted in this way, of those whose names contain `part`.
    #[must_use]
    pub fn cases(self, part: &str) -> Vec<Case> {
        let mut cases = cases::cases(part);
        cases.retain(|case| Self::for_backend(case.backend) == self);
        cases
    }

    /// Why this machine cannot count so; `None` if it can.
    #[must_use]
    pub fn missing(self) -> Option<&'static str> {
        match self {
            Self::Callgrind if callgrind::version().is_none() => Some("there is no valgrind"),
            Self::Step if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) => {
                Some("single steps are made on x86-64 and Linux only")
            }
            _ => None,
        }
    }

    /// Counts the instructions of cases, each by its name. With `plant`, each does one
    /// multiplication more. Errors: an operation failed, or the counter did.
    pub fn count(self, cases: &[Case], plant: bool) -> Result<Vec<(String, u64)>, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let names: Vec<String> = cases.iter().map(Case::name).collect();
        let mut arguments: Vec<&str> = names.iter().flat_map(|name| ["--case", name]).collect();
        if plant {
            arguments.push("--plant");
        }
        let counts = match self {
            Self::Callgrind => callgrind::count(&program, &arguments, WINDOW)?,
            #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
            Self::Step => step::count(&program, &arguments)?,
            #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
            Self::Step => return Err("single steps are not made here".into()),
        };
        if counts.len() != names.len() || counts.contains(&0) {
            return Err(format!("{} counts for {} cases", counts.len(), names.len()));
        }
        Ok(names.into_iter().zip(counts).collect())
    }

    /// What the counts hang on beside the code.
    #[must_use]
    pub fn place(self) -> Provenance {
        let counter = match self {
            Self::Callgrind => callgrind::version().unwrap_or_default(),
            Self::Step => "single steps".into(),
        };
        Provenance { compiler: env!("COMPILER").into(), counter, processor: self.processor() }
    }

    /// The processor as far as code asks what it has. Valgrind's has no SHA and no AVX-512.
    fn processor(self) -> String {
        #[cfg(target_arch = "x86_64")]
        let seen = [
            ("avx2", std::arch::is_x86_feature_detected!("avx2")),
            ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
            ("sha", std::arch::is_x86_feature_detected!("sha")),
            ("avx512ifma", std::arch::is_x86_feature_detected!("avx512ifma")),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let seen: [(&str, bool); 0] = [];
        let asked = if self == Self::Callgrind { seen.len().min(2) } else { seen.len() };
        let mut text = std::env::consts::ARCH.to_string();
        for (name, there) in &seen[..asked] {
            text += &format!(" {}{name}", if *there { "" } else { "no " });
        }
        text
    }
}
